//! The algorithm in ten lines or so of pseudocode, and which of them an event is about.
//!
//! One table for all: what the log, the steps and the pages cite are the lines that stand here.

use super::style::{Paint, Style};
use super::text::{hanging, paragraph, right};
use crate::hooks::{Event, Verdict};
use crate::search::{Algorithm, Cut, Fail, Mistake};
use crate::trace::Header;
use std::io::{self, Write};

/// What a line of pseudocode does, as events tell of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Does {
    /// It is reached, but no event tells of it alone.
    Nothing,
    /// A node is entered.
    Enter,
    /// The moves of a node come into being and are scored, to be put in order.
    Order,
    /// A leaf is scored.
    Leaf,
    /// A child is searched again.
    Again,
    /// A score cuts.
    Cutoff,
    /// A score is a new best.
    Best,
    /// A score is compared, and nothing follows.
    NotBest,
    /// A node is left.
    Leave,
}

type Line = (Does, &'static str);

/// Columns before the rest of a line that is too long.
const CONTINUED: usize = 20;

const HEAD: Line = (Does::Enter, "search(node, depth, alpha, beta):");
const MOVES: Line = (Does::Order, "    list the moves of the node, and put them in order");
const LEAF: Line = (Does::Leaf, "    if depth = 0 or there is no move: return the static score");
const FOR: Line = (Does::Nothing, "    for each move:");
const CHILD: Line = (Does::Nothing, "        s = -search(after the move, depth - 1, -beta, -alpha)");

const MINIMAX: &[Line] = &[
    (Does::Enter, "search(node, depth):                     scores are MAX's"),
    MOVES,
    LEAF,
    (Does::Nothing, "    best = -inf if MAX moves here, +inf if MIN does"),
    FOR,
    (Does::Nothing, "        s = search(after the move, depth - 1)"),
    (Does::NotBest, "        if s > best for MAX, s < best for MIN:"),
    (Does::Best, "            best = s                     new best"),
    (Does::Leave, "    return best"),
];

const NEGAMAX: &[Line] = &[
    (Does::Enter, "search(node, depth):                     scores of the side to move"),
    MOVES,
    LEAF,
    (Does::Nothing, "    best = -inf"),
    FOR,
    (Does::Nothing, "        s = -search(after the move, depth - 1)"),
    (Does::NotBest, "        if s > best:"),
    (Does::Best, "            best = s                     new best"),
    (Does::Leave, "    return best"),
];

const FAIL_HARD: &[Line] = &[
    HEAD,
    MOVES,
    LEAF,
    FOR,
    CHILD,
    (Does::Nothing, "        if s >= beta:"),
    (Does::Cutoff, "            return beta                  cutoff"),
    (Does::NotBest, "        if s > alpha:"),
    (Does::Best, "            alpha = s                    new best"),
    (Does::Leave, "    return alpha"),
];

const FAIL_SOFT: &[Line] = &[
    HEAD,
    MOVES,
    LEAF,
    (Does::Nothing, "    best = -inf"),
    FOR,
    CHILD,
    (Does::Nothing, "        best = the larger of best and s"),
    (Does::Nothing, "        if s >= beta:"),
    (Does::Cutoff, "            return best                  cutoff"),
    (Does::NotBest, "        if s > alpha:"),
    (Does::Best, "            alpha = s                    new best"),
    (Does::Leave, "    return best"),
];

const PVS: &[Line] = &[
    HEAD,
    MOVES,
    LEAF,
    (Does::Nothing, "    best = -inf"),
    FOR,
    (Does::Nothing, "        first move: s = -search(after it, depth - 1, -beta, -alpha)"),
    (Does::Nothing, "        others: s = -search(after it, depth - 1, -alpha - 1, -alpha)"),
    (Does::Again, "            if alpha < s < beta: search it again with (-beta, -alpha)"),
    (Does::Nothing, "        best = the larger of best and s"),
    (Does::Cutoff, "        if s >= beta: return best        cutoff"),
    (Does::NotBest, "        if s > alpha:"),
    (Does::Best, "            alpha = s                    new best"),
    (Does::Leave, "    return best"),
];

/// The line that a mistake changes in which code, and what stands there instead.
fn changed(mistake: Mistake) -> (&'static [Line], usize, &'static str) {
    match mistake {
        Mistake::RootWindow => {
            (FAIL_HARD, 5, "        s = -search(after the move, depth - 1, -inf, +inf)   at the root")
        }
        Mistake::SwappedBounds => (FAIL_HARD, 5, "        s = -search(after the move, depth - 1, -alpha, -beta)"),
        Mistake::MissingNegation => (FAIL_HARD, 5, "        s = search(after the move, depth - 1, -beta, -alpha)"),
        Mistake::NoDeepBounds => (FAIL_HARD, 5, "        s = -search(after the move, depth - 1, -inf, -alpha)"),
        Mistake::NoPruning => (FAIL_HARD, 5, "        s = -search(after the move, depth - 1, -inf, +inf)"),
        Mistake::RootGe => (FAIL_HARD, 8, "        if s >= alpha:                   at the root"),
        Mistake::WorseSibling => {
            (FAIL_HARD, 8, "        if s <= alpha: return alpha      below the root, second move on")
        }
        Mistake::RightToLeft => (FAIL_HARD, 4, "    for each move, from the last to the first:"),
        Mistake::RootIsMin => (FAIL_HARD, 3, "    if depth = 0 or there is no move: return minus the static score"),
        Mistake::Strict => (FAIL_SOFT, 8, "        if s > beta:"),
    }
}

/// Writes the number of a line as it is cited.
#[must_use]
pub fn cited(line: Option<usize>) -> String {
    line.map(|line| format!(" [{line}]")).unwrap_or_default()
}

/// The pseudocode of one search.
#[derive(Clone, Debug)]
pub struct Code {
    lines: &'static [Line],
    /// The number of the line that a mistake changed, and what stands there now.
    changed: Option<(usize, &'static str)>,
    /// Whether it is searched by a driver around this code, or with more than this code.
    has_more: bool,
}

impl Code {
    /// Returns the pseudocode of the search with this header.
    #[must_use]
    pub fn of(header: &Header) -> Self {
        let has_more = !header.techniques.is_empty() || header.algorithm == Algorithm::MtdF.name();
        if let Ok(mistake) = header.mistake.parse::<Mistake>() {
            let (lines, number, text) = changed(mistake);
            return Self { lines, changed: Some((number, text)), has_more };
        }
        let algorithm = header.algorithm.parse::<Algorithm>().unwrap_or_default();
        let is_soft = header.fail == Fail::Soft.name();
        let lines = match algorithm {
            Algorithm::Minimax => MINIMAX,
            Algorithm::Negamax => NEGAMAX,
            Algorithm::AlphaBeta if !is_soft => FAIL_HARD,
            Algorithm::AlphaBeta | Algorithm::MtdF => FAIL_SOFT,
            Algorithm::Pvs => PVS,
        };
        let is_strict = header.cut == Cut::AboveBeta.name() && algorithm == Algorithm::AlphaBeta;
        Self { lines, changed: is_strict.then_some((8, "        if s > beta:")), has_more }
    }

    /// Returns the number of the line that an event is about; none if the code does not show it. `at_last_ply` says whether
    /// the children of its node are leaves.
    #[must_use]
    pub fn line<M, L, R>(&self, event: &Event<M, L, R>, at_last_ply: bool) -> Option<usize> {
        let does = match event {
            Event::Enter { .. } => Does::Enter,
            // A mistake lets scores end a search that reach nothing.
            Event::Judged { verdict: Verdict::Cutoff { .. }, score, window, .. } if *score < window.beta => {
                Does::NotBest
            }
            Event::Judged { verdict: Verdict::Cutoff { .. }, .. } => Does::Cutoff,
            Event::Judged { verdict: Verdict::Best, .. } => Does::Best,
            Event::Judged { verdict: Verdict::NotBest, .. } => Does::NotBest,
            Event::Created { .. } if at_last_ply => Does::Leaf,
            Event::Created { .. } | Event::Ordered { .. } => Does::Order,
            Event::Again { .. } => Does::Again,
            Event::Leave { .. } => Does::Leave,
            _ => return None,
        };
        self.lines.iter().position(|&(done, _)| done == does).map(|index| index + 1)
    }

    /// Returns the lines with their numbers, in so many columns; an arrow stands at line `at`, an exclamation mark at what a
    /// mistake changed.
    #[must_use]
    pub fn listing(&self, at: Option<usize>, width: usize) -> Vec<String> {
        let line = |(index, (_, text)): (usize, &Line)| {
            let number = index + 1;
            let changed = self.changed.filter(|(line, _)| *line == number);
            let mark = match (at == Some(number), changed) {
                (true, _) => "->",
                (false, Some(_)) => " !",
                (false, None) => "  ",
            };
            let text = changed.map_or(*text, |(_, text)| text);
            let line = format!("{mark} {}  {text}", right(&number.to_string(), 2));
            hanging(line.trim_end(), width, CONTINUED)
        };
        self.lines.iter().enumerate().flat_map(line).collect()
    }

    /// Writes the lines, and what has to be said about them.
    ///
    /// # Errors
    /// What writing gives.
    pub fn write(&self, style: &Style, out: &mut dyn Write) -> io::Result<()> {
        let whose = match self.lines {
            MINIMAX => "",
            _ => {
                "Each score here is that of the side to move, as in any negamax program; the page turns them for MAX. "
            }
        };
        let text = format!("The search in pseudocode. {whose}The log says in brackets which line it tells of.");
        paragraph(&text, style, out)?;
        writeln!(out)?;
        for line in self.listing(None, style.width) {
            let is_changed = line.starts_with(" !");
            writeln!(out, "{}", if is_changed { style.paint(&line, Paint::Heading) } else { line })?;
        }
        if let Some((number, _)) = self.changed {
            writeln!(out)?;
            let right = self.lines[number - 1].1.trim();
            paragraph(&format!("Line {number} (!) is changed; usually it reads: {right}"), style, out)?;
        }
        if self.has_more {
            writeln!(out)?;
            let text = "What this search does besides (techniques, or a loop around these lines) is not shown here; \
                        docs/gallery.md tells it.";
            paragraph(text, style, out)?;
        }
        Ok(())
    }
}
