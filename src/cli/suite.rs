//! `plywood explain` of a file of positions: a line for each, and totals.

use super::Usage;
use super::engine::EngineArgs;
use super::output::OutputArgs;
use super::place::Output;
use super::progress::{self, Progress};
use super::search_args::SearchArgs;
use crate::explain::{SuiteLine, SuiteRow, SuiteTotals};
use crate::input::{Epd, EpdError, Record, RecordError, read_epd};
use crate::page::{Style, text};
use crate::subject::Subject;
use crate::tree::Keep;
use anyhow::{Error, Result};
use clap::Args;
use rayon::prelude::*;
use std::io::Write;
use std::ops::RangeInclusive;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

/// So many positions are searched before their lines are written.
const BATCH: usize = 64;

/// Options for a file of positions.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Files of positions (EPD)")]
pub(super) struct SuiteArgs {
    /// Search only every Nth position, beginning with the Ith: 3/16
    #[arg(long, value_name = "I/N", value_parser = shard, hide_short_help = true)]
    shard: Option<Shard>,
}

/// A part of a file of positions: every so manieth.
#[derive(Clone, Copy, Debug)]
struct Shard {
    first: usize,
    step: usize,
}

fn shard(text: &str) -> Result<Shard, String> {
    let read = |(first, step): (&str, &str)| Some((first.parse().ok()?, step.parse().ok()?));
    match text.split_once('/').and_then(read) {
        Some((first, step)) if 1 <= first && first <= step => Ok(Shard { first, step }),
        _ => Err("a part and the number of parts are wanted, 1/16 to 16/16".to_owned()),
    }
}

/// How the results of a file of positions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SuiteFormat {
    /// For people.
    Text,
    /// A JSON object for each position.
    Lines,
}

/// How each position is searched: by whom, how, and to which depths if to several.
pub(super) type HowEach<'a> = (&'a EngineArgs, &'a SearchArgs, Option<RangeInclusive<u32>>);

type Read = Result<Record<Epd>, RecordError<EpdError>>;

/// What is written.
struct Written<'a> {
    /// The name of the file of positions.
    name: &'a str,
    format: SuiteFormat,
    totals: SuiteTotals,
    out: Output,
}

impl SuiteArgs {
    /// Refuses the options where there is no file of positions.
    pub(super) fn refuse(&self) -> Result<()> {
        match self.shard {
            Some(_) => Err(Usage("--shard is for files of positions (EPD)".to_owned()).into()),
            None => Ok(()),
        }
    }

    /// Searches the positions of a file on all cores and writes their lines in order.
    pub(super) fn run(
        &self,
        (name, text): (&str, &str),
        search: HowEach<'_>,
        (format, output): (SuiteFormat, &OutputArgs),
    ) -> Result<ExitCode> {
        let style = Style { decimals: 2, ..output.style() };
        let Shard { first, step } = self.shard.unwrap_or(Shard { first: 1, step: 1 });
        let mut written = Written { name, format, totals: SuiteTotals::default(), out: output.open()? };
        if read_epd(text).next().is_none() {
            anyhow::bail!("{name} holds no position");
        }
        // A file may have many positions, so only a batch of them is kept.
        let mut records = read_epd(text).skip(first - 1).step_by(step);
        let count = records.clone().count();
        let searched = AtomicUsize::new(0);
        let say = |done: usize| format!("{done} of {count} positions");
        let mut progress = Progress::start(say(0), output.interrupt());
        loop {
            let batch: Vec<Read> = records.by_ref().take(BATCH).collect();
            if batch.is_empty() {
                break;
            }
            let solved: Vec<Option<Result<SuiteLine>>> = batch
                .par_iter()
                .map(|record| match record {
                    _ if progress::is_stopped() => None,
                    Ok(record) => Some(solve(record.number, &record.content, &search, &style)),
                    Err(error) => Some(Err(Error::new(error.clone()))),
                })
                .inspect(|_| progress.say(say(searched.fetch_add(1, Ordering::Relaxed) + 1)))
                .collect();
            progress.aside(|| written.lines(solved))?;
        }
        progress.finish();
        let totals = written.totals;
        if format == SuiteFormat::Text {
            text::paragraph(&totals.text(style.view), &style, &mut written.out)?;
        }
        written.out.close()?;
        let is_missed = totals.is_missed() || totals.left != 0;
        Ok(if totals.bad == 0 && !is_missed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

impl Written<'_> {
    /// Writes the lines of some positions in order, and says which were refused.
    fn lines(&mut self, solved: Vec<Option<Result<SuiteLine>>>) -> Result<()> {
        for result in solved {
            match result {
                Some(Ok(line)) => {
                    let text = if self.format == SuiteFormat::Text { line.text.trim_end() } else { &line.json };
                    writeln!(self.out, "{text}")?;
                    self.totals.add(&line);
                }
                Some(Err(error)) => {
                    self.totals.bad += 1;
                    self.out.flush()?;
                    super::complain(&error.context(self.name.to_owned()));
                }
                None => self.totals.left += 1,
            }
        }
        Ok(self.out.flush()?)
    }
}

fn solve(number: usize, epd: &Epd, (engine, search, depths): &HowEach<'_>, style: &Style) -> Result<SuiteLine> {
    let id = epd.id().map_or_else(|| format!("position {number}"), str::to_owned);
    let subject = Subject::of_game(id, vec![epd.position.clone()]);
    let row = |search: &SearchArgs| {
        let tree = engine.study(search, &subject)?.explain(&Keep { plies: Some(0), ..Keep::FOLDED })?;
        Ok::<_, Error>(SuiteRow::new(number, &tree, epd, style))
    };
    let Some(depths) = depths else { return Ok(SuiteLine::of(row(search)?)) };
    let at = |depth| row(&search.to_depth(depth));
    Ok(SuiteLine::of_depths(&depths.clone().map(at).collect::<Result<Vec<SuiteRow>>>()?, style))
}
