//! `plywood explain` of a file of positions: a line for each, and totals.

use super::engine::EngineArgs;
use super::output::OutputArgs;
use super::progress::{self, Progress};
use super::search_args::SearchArgs;
use anyhow::{Error, Result};
use plywood::input::{Epd, read_epd};
use plywood::render::{Style, SuiteRow, SuiteTotals, text};
use plywood::subject::Subject;
use plywood::tree::Keep;
use rayon::prelude::*;
use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

/// So many positions are searched before their lines are written.
const BATCH: usize = 64;

/// Searches all positions of `text` on all cores and writes their lines in order.
pub fn run(name: &str, text: &str, search: (&EngineArgs, &SearchArgs), output: &OutputArgs) -> Result<ExitCode> {
    let style = Style { decimals: 2, ..output.style() };
    let mut out = output.open()?;
    let mut totals = SuiteTotals::default();
    let records: Vec<_> = read_epd(text).collect();
    let searched = AtomicUsize::new(0);
    let say = |done: usize| format!("{done} of {} positions", records.len());
    let mut progress = Progress::start(say(0), output.interrupt());
    for batch in records.chunks(BATCH) {
        let solved: Vec<Option<Result<SuiteRow>>> = batch
            .par_iter()
            .map(|record| match record {
                _ if progress::is_stopped() => None,
                Ok(record) => Some(solve(record.number, &record.content, search, &style)),
                Err(error) => Some(Err(Error::new(error.clone()))),
            })
            .inspect(|_| progress.say(say(searched.fetch_add(1, Ordering::Relaxed) + 1)))
            .collect();
        progress.aside(|| write(name, solved, &mut totals, &mut out))?;
    }
    progress.finish();
    if records.is_empty() {
        anyhow::bail!("{name} holds no position");
    }
    text::paragraph(&totals.text(style.view), &style, &mut out)?;
    out.close()?;
    Ok(if totals.bad == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Writes the lines of some positions in order, and says which were refused.
fn write(
    name: &str,
    solved: Vec<Option<Result<SuiteRow>>>,
    totals: &mut SuiteTotals,
    out: &mut impl Write,
) -> Result<()> {
    for result in solved {
        match result {
            Some(Ok(solved)) => {
                writeln!(out, "{}", solved.line.trim_end())?;
                totals.add(&solved);
            }
            Some(Err(error)) => {
                totals.bad += 1;
                out.flush()?;
                super::complain(&error.context(name.to_owned()));
            }
            None => totals.left += 1,
        }
    }
    Ok(out.flush()?)
}

fn solve(number: usize, epd: &Epd, (engine, search): (&EngineArgs, &SearchArgs), style: &Style) -> Result<SuiteRow> {
    let id = epd.id().map_or_else(|| format!("position {number}"), str::to_owned);
    let study = engine.study(search, &Subject::of_game(id, vec![epd.position.clone()]))?;
    let tree = study.explain(&Keep { plies: Some(0), ..Keep::FOLDED })?;
    Ok(SuiteRow::new(&tree, epd, style))
}
