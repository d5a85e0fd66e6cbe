//! The algorithm in ten lines or so of pseudocode, and which of them an event is about.
//!
//! One table for all: what the log, the steps and the pages cite are the lines that stand here.

use crate::hooks::{Event, Verdict};
use crate::page::document::Document;
use crate::page::style::{Paint, Style};
use crate::page::text::{hanging, right};
use crate::page::view::{Perspective, View};
use crate::search::{Algorithm, Cut, Fail, Mistake, Technique};
use crate::trace::Header;
use Who::{Any, Max, Min};

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
    /// A score is compared, and is a new best if it is better.
    Judge,
    /// A node is left.
    Leave,
}

/// What a line does, who moves where it does that, and its text.
type Line = (Does, Who, &'static str);

/// Who moves at the nodes that a line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    Any,
    Max,
    Min,
}

/// Columns before the rest of a line that is too long.
const CONTINUED: usize = 20;

const HEAD: Line = (Does::Enter, Any, "search(node, depth, alpha, beta):");
const HEAD_OF_MAX: Line = (Does::Enter, Any, "search(node, depth, alpha, beta):        scores are MAX's");
const MOVES: Line = (Does::Order, Any, "    list the moves of the node, and put them in order");
const LEAF: Line = (Does::Leaf, Any, "    if depth = 0 or there is no move: return the static score");
/// The same where the rules of a game say what a position without moves is worth.
const LEAF_OF_GAME: &str = "    if the game is over: return its result; if depth = 0: the static score";
const FOR: Line = (Does::Nothing, Any, "    for each move:");
const CHILD: Line = (Does::Nothing, Any, "        s = -search(after the move, depth - 1, -beta, -alpha)");

const MINIMAX: &[Line] = &[
    (Does::Enter, Any, "search(node, depth):                     scores are MAX's"),
    MOVES,
    LEAF,
    (Does::Nothing, Any, "    best = -inf if MAX moves here, +inf if MIN does"),
    FOR,
    (Does::Nothing, Any, "        s = search(after the move, depth - 1)"),
    (Does::NotBest, Any, "        if s > best for MAX, s < best for MIN:"),
    (Does::Best, Any, "            best = s                     new best"),
    (Does::Leave, Any, "    return best"),
];

const NEGAMAX: &[Line] = &[
    (Does::Enter, Any, "search(node, depth):                     scores of the side to move"),
    MOVES,
    LEAF,
    (Does::Nothing, Any, "    best = -inf"),
    FOR,
    (Does::Nothing, Any, "        s = -search(after the move, depth - 1)"),
    (Does::NotBest, Any, "        if s > best:"),
    (Does::Best, Any, "            best = s                     new best"),
    (Does::Leave, Any, "    return best"),
];

const HARD_BRANCHES: &[Line] = &[
    HEAD_OF_MAX,
    MOVES,
    LEAF,
    (Does::Nothing, Max, "    if MAX moves here:"),
    (Does::Nothing, Max, "        for each move:"),
    (Does::Nothing, Max, "            s = search(after the move, depth - 1, alpha, beta)"),
    (Does::Cutoff, Max, "            if s >= beta: return beta    beta cutoff"),
    (Does::Judge, Max, "            if s > alpha: alpha = s      new best"),
    (Does::Leave, Max, "        return alpha"),
    (Does::Nothing, Min, "    if MIN moves here:"),
    (Does::Nothing, Min, "        for each move:"),
    (Does::Nothing, Min, "            s = search(after the move, depth - 1, alpha, beta)"),
    (Does::Cutoff, Min, "            if s <= alpha: return alpha  alpha cutoff"),
    (Does::Judge, Min, "            if s < beta: beta = s        new best"),
    (Does::Leave, Min, "        return beta"),
];

const SOFT_BRANCHES: &[Line] = &[
    HEAD_OF_MAX,
    MOVES,
    LEAF,
    (Does::Nothing, Max, "    if MAX moves here:"),
    (Does::Nothing, Max, "        best = -inf"),
    (Does::Nothing, Max, "        for each move:"),
    (Does::Nothing, Max, "            s = search(after the move, depth - 1, alpha, beta)"),
    (Does::Nothing, Max, "            best = the larger of best and s"),
    (Does::Cutoff, Max, "            if s >= beta: return best    beta cutoff"),
    (Does::Judge, Max, "            if s > alpha: alpha = s      new best"),
    (Does::Leave, Max, "        return best"),
    (Does::Nothing, Min, "    if MIN moves here:"),
    (Does::Nothing, Min, "        best = +inf"),
    (Does::Nothing, Min, "        for each move:"),
    (Does::Nothing, Min, "            s = search(after the move, depth - 1, alpha, beta)"),
    (Does::Nothing, Min, "            best = the smaller of best and s"),
    (Does::Cutoff, Min, "            if s <= alpha: return best   alpha cutoff"),
    (Does::Judge, Min, "            if s < beta: beta = s        new best"),
    (Does::Leave, Min, "        return best"),
];

const PVS_BRANCHES: &[Line] = &[
    HEAD_OF_MAX,
    MOVES,
    LEAF,
    (Does::Nothing, Max, "    if MAX moves here:"),
    (Does::Nothing, Max, "        best = -inf"),
    (Does::Nothing, Max, "        for each move:"),
    (Does::Nothing, Max, "            first move: s = search(after it, depth - 1, alpha, beta)"),
    (Does::Nothing, Max, "            others: s = search(after it, depth - 1, alpha, alpha + 1)"),
    (Does::Again, Max, "                if alpha < s < beta, no leaf: again with (alpha, beta)"),
    (Does::Nothing, Max, "            best = the larger of best and s"),
    (Does::Cutoff, Max, "            if s >= beta: return best    beta cutoff"),
    (Does::Judge, Max, "            if s > alpha: alpha = s      new best"),
    (Does::Leave, Max, "        return best"),
    (Does::Nothing, Min, "    if MIN moves here:"),
    (Does::Nothing, Min, "        best = +inf"),
    (Does::Nothing, Min, "        for each move:"),
    (Does::Nothing, Min, "            first move: s = search(after it, depth - 1, alpha, beta)"),
    (Does::Nothing, Min, "            others: s = search(after it, depth - 1, beta - 1, beta)"),
    (Does::Again, Min, "                if alpha < s < beta, no leaf: again with (alpha, beta)"),
    (Does::Nothing, Min, "            best = the smaller of best and s"),
    (Does::Cutoff, Min, "            if s <= alpha: return best   alpha cutoff"),
    (Does::Judge, Min, "            if s < beta: beta = s        new best"),
    (Does::Leave, Min, "        return best"),
];

const FAIL_HARD: &[Line] = &[
    HEAD,
    MOVES,
    LEAF,
    FOR,
    CHILD,
    (Does::Nothing, Any, "        if s >= beta:"),
    (Does::Cutoff, Any, "            return beta                  cutoff"),
    (Does::NotBest, Any, "        if s > alpha:"),
    (Does::Best, Any, "            alpha = s                    new best"),
    (Does::Leave, Any, "    return alpha"),
];

const FAIL_SOFT: &[Line] = &[
    HEAD,
    MOVES,
    LEAF,
    (Does::Nothing, Any, "    best = -inf"),
    FOR,
    CHILD,
    (Does::Nothing, Any, "        best = the larger of best and s"),
    (Does::Nothing, Any, "        if s >= beta:"),
    (Does::Cutoff, Any, "            return best                  cutoff"),
    (Does::NotBest, Any, "        if s > alpha:"),
    (Does::Best, Any, "            alpha = s                    new best"),
    (Does::Leave, Any, "    return best"),
];

const PVS: &[Line] = &[
    HEAD,
    MOVES,
    LEAF,
    (Does::Nothing, Any, "    best = -inf"),
    FOR,
    (Does::Nothing, Any, "        first move: s = -search(after it, depth - 1, -beta, -alpha)"),
    (Does::Nothing, Any, "        others: s = -search(after it, depth - 1, -alpha - 1, -alpha)"),
    (Does::Again, Any, "            if alpha < s < beta, no leaf: again with (-beta, -alpha)"),
    (Does::Nothing, Any, "        best = the larger of best and s"),
    (Does::Cutoff, Any, "        if s >= beta: return best        cutoff"),
    (Does::NotBest, Any, "        if s > alpha:"),
    (Does::Best, Any, "            alpha = s                    new best"),
    (Does::Leave, Any, "    return best"),
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

/// The lines of a search without a mistake, and the one that the rule of cutoffs changes.
fn plain(header: &Header, view: View) -> (&'static [Line], Option<(usize, &'static str)>) {
    let algorithm = header.known_algorithm().unwrap_or_default();
    let (is_soft, is_negamax) = (header.fail == Fail::Soft.name(), view == View::Negamax);
    if header.cut == Cut::AboveBeta.name() && algorithm == Algorithm::AlphaBeta {
        return (FAIL_SOFT, Some((8, "        if s > beta:")));
    }
    let lines = match algorithm {
        Algorithm::Minimax => MINIMAX,
        Algorithm::Negamax => NEGAMAX,
        Algorithm::AlphaBeta if !is_soft => {
            if is_negamax {
                FAIL_HARD
            } else {
                HARD_BRANCHES
            }
        }
        Algorithm::AlphaBeta | Algorithm::MtdF => {
            if is_negamax {
                FAIL_SOFT
            } else {
                SOFT_BRANCHES
            }
        }
        Algorithm::Pvs => {
            if is_negamax {
                PVS
            } else {
                PVS_BRANCHES
            }
        }
    };
    (lines, None)
}

/// Writes the number of a line as it is cited.
#[must_use]
pub(crate) fn cited(line: Option<usize>) -> String {
    line.map(|line| format!(" [{line}]")).unwrap_or_default()
}

/// The pseudocode of one search, in the view of the page: with a branch for MAX and one for MIN, or as negamax, where each
/// score is that of the side to move.
#[derive(Clone, Debug)]
pub struct Code {
    lines: &'static [Line],
    /// The number of the line that a mistake changed, and what stands there now.
    changed: Option<(usize, &'static str)>,
    /// What the search does besides, in its driver or by techniques: what each is called, and what it does.
    more: Vec<String>,
    /// Whether a game can be over, so that the score of a node without moves is no static one.
    has_rules: bool,
    perspective: Perspective,
}

impl Code {
    /// Returns the pseudocode of the search with this header. A mistake is one of a negamax search in every view.
    #[must_use]
    pub fn of(header: &Header, view: View) -> Self {
        let driver = header.known_algorithm().filter(|algorithm| algorithm.only_tests());
        let driver = driver.map(|driver| format!("{} {}", driver.name(), driver.description()));
        let does = |name: &String| {
            name.parse::<Technique>().map_or_else(|_| name.clone(), |known| format!("{name} {}", known.description()))
        };
        let more = driver.into_iter().chain(header.techniques.iter().map(does)).collect();
        let (has_rules, perspective) = (header.fen.is_some(), Perspective::new(view, header));
        let (lines, changed) = match header.mistake.parse::<Mistake>() {
            Ok(mistake) => {
                let (lines, number, text) = changed(mistake);
                (lines, Some((number, text)))
            }
            Err(_) => plain(header, view),
        };
        Self { lines, changed, more, has_rules, perspective }
    }

    /// Returns the number of the line that an event is about at a node of this ply; none if the code does not show it.
    /// `at_last_ply` says whether the children of the node are leaves.
    #[must_use]
    pub fn line<M, L, R>(&self, event: &Event<M, L, R>, ply: usize, at_last_ply: bool) -> Option<usize> {
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
        let here = if self.perspective.is_max(ply) { Max } else { Min };
        let is_said = |&&(done, who, _): &&Line| {
            let says = done == does || (done == Does::Judge && matches!(does, Does::Best | Does::NotBest));
            says && (who == Any || who == here)
        };
        self.lines.iter().position(|line| is_said(&line)).map(|index| index + 1)
    }

    /// Returns the lines with their numbers, in so many columns; an arrow stands at line `at`, an exclamation mark at what a
    /// mistake changed.
    #[must_use]
    pub fn listing(&self, at: Option<usize>, width: usize) -> Vec<String> {
        let line = |(index, (_, _, text)): (usize, &Line)| {
            let number = index + 1;
            let changed = self.changed.filter(|(line, _)| *line == number);
            let mark = match (at == Some(number), changed) {
                (true, _) => "->",
                (false, Some(_)) => " !",
                (false, None) => "  ",
            };
            let text = match changed {
                Some((_, text)) => text,
                None if self.has_rules && *text == LEAF.2 => LEAF_OF_GAME,
                None => text,
            };
            let line = format!("{mark} {}  {text}", right(&number.to_string(), 2));
            hanging(line.trim_end(), width, CONTINUED)
        };
        self.lines.iter().enumerate().flat_map(line).collect()
    }

    /// Returns the lines, and what has to be said about them.
    #[must_use]
    pub fn document(&self, style: &Style) -> Document {
        let is_turned = self.perspective.view == View::Minimax && (self.changed.is_some() || self.lines == NEGAMAX);
        let whose = match (self.lines.first() == Some(&HEAD_OF_MAX) || self.lines == MINIMAX, is_turned) {
            (true, _) => "",
            (false, true) => {
                "Each score here is that of the side to move, as in any negamax program; the page turns them for MAX. "
            }
            (false, false) => "Each score here is that of the side to move, as in any negamax program. ",
        };
        let mut page = Document::default();
        page.text(format!("The search in pseudocode. {whose}The log says in brackets which line it tells of."));
        page.gap();
        let painted = |line: String| if line.starts_with(" !") { style.paint(&line, Paint::Heading) } else { line };
        page.lines(self.listing(None, style.width).into_iter().map(painted));
        if let Some((number, _)) = self.changed {
            let right = self.lines[number - 1].2.trim();
            page.gap();
            page.text(format!("Line {number} (!) is changed; usually it reads: {right}"));
        }
        if self.has_rules {
            page.gap();
            page.text(
                "If the game is over, a draw is worth 0, and a mate the more the fewer plies lead to it from the root.",
            );
        }
        if !self.more.is_empty() {
            page.gap();
            page.text(format!(
                "Besides, and not shown here: {}. docs/gallery.md lists them; each has a file of its own in src/core/search/.",
                self.more.join("; ")
            ));
        }
        page
    }
}
