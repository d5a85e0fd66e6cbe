//! `plywood explain` of a file of positions: a line for each, and totals.

use super::engine::EngineArgs;
use super::output::OutputArgs;
use super::progress::{self, Interrupt, Progress};
use super::search_args::{Board, SearchArgs, StudyTask};
use super::subject::Subject;
use anyhow::{Error, Result};
use plywood::game::Notation;
use plywood::game::chess::{ChessGame, Material, Move};
use plywood::input::{Epd, read_epd};
use plywood::render::Style;
use plywood::score::Score;
use plywood::study::Study;
use plywood::trace::{Keep, Outcome, line_text};
use rayon::prelude::*;
use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

/// So many positions are searched before their lines are written.
const BATCH: usize = 64;

/// What a position of the suite came to.
struct Solved {
    line: String,
    /// Whether the best move is one that the file wants; none if it wants nothing.
    right: Option<bool>,
    /// Whether the mate that the file announces was found at its distance; none if it announces none.
    mate: Option<bool>,
    nodes: u64,
}

/// Counts over a suite.
#[derive(Default)]
struct Totals {
    good: u32,
    bad: u32,
    /// Positions that were not searched, because the run was stopped.
    left: u32,
    asked: u32,
    right: u32,
    mates: u32,
    mates_found: u32,
    nodes: u64,
}

impl Totals {
    fn add(&mut self, solved: &Solved) {
        self.good += 1;
        self.nodes += solved.nodes;
        self.asked += u32::from(solved.right.is_some());
        self.right += u32::from(solved.right == Some(true));
        self.mates += u32::from(solved.mate.is_some());
        self.mates_found += u32::from(solved.mate == Some(true));
    }

    fn text(&self) -> String {
        let mut text = format!("{} {}", self.good, if self.good == 1 { "position" } else { "positions" });
        if self.asked != 0 {
            text.push_str(&format!(", {} of {} as the file wants", self.right, self.asked));
        }
        if self.mates != 0 {
            text.push_str(&format!(", {} of {} mates at their distance", self.mates_found, self.mates));
        }
        if self.bad != 0 {
            text.push_str(&format!(", {} refused", self.bad));
        }
        if self.left != 0 {
            text.push_str(&format!(", stopped before {} others", self.left));
        }
        format!("{text}, {} nodes", self.nodes)
    }
}

/// Searches all positions of `text` on all cores and writes their lines in order.
pub fn run(name: &str, text: &str, search: (&EngineArgs, &SearchArgs), output: &OutputArgs) -> Result<ExitCode> {
    let style = Style { decimals: 2, ..output.style() };
    let mut out = output.open()?;
    let mut totals = Totals::default();
    let records: Vec<_> = read_epd(text).collect();
    let searched = AtomicUsize::new(0);
    let say = |done: usize| format!("{done} of {} positions", records.len());
    let mut progress = Progress::start(say(0), Interrupt::Shows);
    for batch in records.chunks(BATCH) {
        let solved: Vec<Option<Result<Solved>>> = batch
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
    for line in textwrap::wrap(&totals.text(), style.width) {
        writeln!(out, "{line}")?;
    }
    out.close()?;
    Ok(if totals.bad == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Writes the lines of some positions in order, and says which were refused.
fn write(name: &str, solved: Vec<Option<Result<Solved>>>, totals: &mut Totals, out: &mut impl Write) -> Result<()> {
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

/// Writes a line that is no wider than `width`, with dots where it was cut short.
fn fitted(line: &str, width: usize) -> String {
    let line = line.trim_end();
    if line.chars().count() <= width {
        return line.to_owned();
    }
    let room: String = line.chars().take(width.saturating_sub(4)).collect();
    let whole = room.rfind(' ').map_or(room.as_str(), |end| &room[..end]);
    format!("{} ...", whole.trim_end())
}

fn solve(number: usize, epd: &Epd, (engine, search): (&EngineArgs, &SearchArgs), style: &Style) -> Result<Solved> {
    let id = epd.id().map_or_else(|| format!("position {number}"), str::to_owned);
    engine.study(search, Subject::of_position(id, epd.position.clone()), Task { epd, style })?
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
        let is_searched = outcome.complete || outcome.best.is_some();
        let mate = self
            .epd
            .direct_mate()
            .filter(|_| is_searched)
            .map(|moves| outcome.score == Some(Score::mate_in((2 * moves).saturating_sub(1))));
        let mark = match (right, mate) {
            (Some(true), Some(false)) => format!("right, no dm {}", self.epd.direct_mate().unwrap_or_default()),
            (Some(true), _) => "right".to_owned(),
            (Some(false), _) => self.wanted(),
            (None, Some(true)) => "right".to_owned(),
            (None, Some(false)) => format!("no dm {}", self.epd.direct_mate().unwrap_or_default()),
            (None, None) => String::new(),
        };
        let score = outcome.score.map_or_else(
            || "-".to_owned(),
            |score: Score| self.style.score(self.style.view.score(score, 0, header.numbering)),
        );
        let best = outcome.best.as_deref().or(outcome.ending.as_deref()).unwrap_or("-");
        let pv = line_text(&outcome.pv, header.numbering);
        let incomplete = if outcome.complete { "" } else { " (stopped)" };
        let line = format!("{:<10} {best:<7} {score:>7}  {mark:<16} {pv}", header.title);
        let line = fitted(&line, self.style.width - incomplete.len()) + incomplete;
        Ok(Solved { line, right, mate, nodes: outcome.statistics.nodes() })
    }
}

impl Task<'_> {
    /// What the file wants, for a position where that was not found: `wrong: bm Qg6`.
    fn wanted(&self) -> String {
        let game = ChessGame::new(self.epd.position.clone(), Material);
        let names = |moves: &[Move]| moves.iter().map(|&mv| game.name(mv)).collect::<Vec<_>>().join("/");
        match (self.epd.best.as_slice(), self.epd.avoid.as_slice()) {
            ([], avoid) => format!("wrong: am {}", names(avoid)),
            (best, _) => format!("wrong: bm {}", names(best)),
        }
    }

    /// Compares with the file's best moves and moves to avoid.
    fn judge(&self, outcome: &Outcome) -> Option<bool> {
        if self.epd.best.is_empty() && self.epd.avoid.is_empty() {
            return None;
        }
        let best = outcome.best.as_ref().and_then(|best| {
            // The program's own names can be read.
            plywood::game::chess::parse_san(&self.epd.position, best).ok()
        });
        let Some(best) = best else { return outcome.complete.then_some(false) };
        let wanted = self.epd.best.is_empty() || self.epd.best.contains(&best);
        Some(wanted && !self.epd.avoid.contains(&best))
    }
}
