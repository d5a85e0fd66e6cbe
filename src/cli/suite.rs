//! `plywood explain` of a file of positions: a line for each, and totals.

use super::output::OutputArgs;
use super::search_args::{Board, SearchArgs, StudyTask};
use super::subject::Subject;
use anyhow::{Error, Result};
use plywood::input::{Epd, read_epd};
use plywood::render::Style;
use plywood::score::Score;
use plywood::study::Study;
use plywood::trace::{Keep, Outcome, line_text};
use rayon::prelude::*;
use std::io::Write;
use std::process::ExitCode;

/// So many positions are searched before their lines are written.
const BATCH: usize = 64;

/// What a position of the suite came to.
struct Solved {
    line: String,
    /// Whether the best move is one that the file wants; none if it wants nothing.
    right: Option<bool>,
    nodes: u64,
}

/// Searches all positions of `text` on all cores and writes their lines in order.
pub fn run(name: &str, text: &str, search: &SearchArgs, output: &OutputArgs) -> Result<ExitCode> {
    let style = Style { decimals: 2, ..output.style() };
    let mut out = output.open()?;
    let (mut good, mut bad, mut right, mut asked, mut nodes) = (0, 0, 0, 0, 0);
    let records: Vec<_> = read_epd(text).collect();
    for batch in records.chunks(BATCH) {
        let solved: Vec<Result<Solved>> = batch
            .par_iter()
            .map(|record| match record {
                Ok(record) => solve(record.number, &record.content, search, &style),
                Err(error) => Err(Error::new(error.clone())),
            })
            .collect();
        for result in solved {
            match result {
                Ok(solved) => {
                    writeln!(out, "{}", solved.line.trim_end())?;
                    good += 1;
                    nodes += solved.nodes;
                    asked += u32::from(solved.right.is_some());
                    right += u32::from(solved.right == Some(true));
                }
                Err(error) => {
                    bad += 1;
                    out.flush()?;
                    super::complain(&error.context(name.to_owned()));
                }
            }
        }
    }
    if good + bad == 0 {
        anyhow::bail!("{name} holds no position");
    }
    let right = if asked == 0 { String::new() } else { format!(", {right} of {asked} as the file wants") };
    let bad_text = if bad == 0 { String::new() } else { format!(", {bad} refused") };
    writeln!(out, "{good} positions{right}{bad_text}, {nodes} nodes")?;
    out.close()?;
    Ok(if bad == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn solve(number: usize, epd: &Epd, search: &SearchArgs, style: &Style) -> Result<Solved> {
    let id = epd.id().map_or_else(|| format!("position {number}"), str::to_owned);
    search.study(Subject::of_position(id, epd.position.clone()), Task { epd, style })?
}

struct Task<'a> {
    epd: &'a Epd,
    style: &'a Style,
}

impl StudyTask for Task<'_> {
    type Output = Result<Solved>;

    fn run<B: Board>(self, study: Study<B, B::Overlay, B::Engine>) -> Result<Solved> {
        let keep = Keep { plies: Some(0), ..Keep::FOLDED };
        let tree = study.explain(keep)?;
        let (outcome, header) = (&tree.outcome, &tree.header);
        let right = self.judge(outcome);
        let mark = match right {
            Some(true) => "right",
            Some(false) => "wrong",
            None => "",
        };
        let score = outcome.score.map_or_else(|| "-".to_owned(), |score: Score| self.style.score(score));
        let best = outcome.best.as_deref().or(outcome.ending.as_deref()).unwrap_or("-");
        let pv = line_text(&outcome.pv, header.numbering);
        let incomplete = if outcome.complete { "" } else { " (stopped)" };
        let line = format!("{:<10} {best:<7} {score:>7} {mark:<5} {pv}{incomplete}", header.title);
        Ok(Solved { line, right, nodes: outcome.statistics.nodes() })
    }
}

impl Task<'_> {
    /// Compares with the file's best moves and moves to avoid.
    fn judge(&self, outcome: &Outcome) -> Option<bool> {
        if self.epd.best.is_empty() && self.epd.avoid.is_empty() {
            return None;
        }
        let best = outcome.best.as_ref()?;
        let best = plywood::game::chess::parse_san(&self.epd.position, best).ok()?;
        let wanted = self.epd.best.is_empty() || self.epd.best.contains(&best);
        Some(wanted && !self.epd.avoid.contains(&best))
    }
}
