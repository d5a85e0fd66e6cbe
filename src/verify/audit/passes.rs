//! Checks the passes over the whole tree, and the best line that each pass hands on to the next.

use super::Audit;
use super::finding::{Rule, TraceValue};
use crate::core::hooks::{Event, Leaf, Pass};
use crate::core::score::{Bound, Score, Window, WindowSide};
use crate::core::search::technique::mate_distance;
use crate::core::search::{Algorithm, Technique};
use crate::core::trace::Record;

/// The state of the passes over the whole tree.
#[derive(Debug, Default)]
pub(super) struct Passes {
    pub now: Option<(Pass, u32, Window)>,
    /// The depth that the passes are about. If an engine repeats a pass that failed high to a smaller depth, this is
    /// still the depth of its first try.
    pub depth: Option<u32>,
    /// The root's last result, and its static evaluation.
    pub left: Option<(Score, Bound)>,
    pub root_score: Option<Score>,
    /// Whether the search has left the root in this pass.
    pub is_over: bool,
    /// Whether the root's last result is exact, whatever bound the search states.
    pub is_proved: bool,
    pub best: Option<String>,
    pub pv: Lead,
    pub line: ClaimedLine,
    /// The result of the last finished depth before the current one; at the end, of the last finished depth.
    pub finished: Option<FinishedDepth>,
    /// The best line of the previous iteration.
    pub previous: Lead,
    /// The bounds that null windows have proved.
    pub lower: Option<Score>,
    pub upper: Option<Score>,
}

impl Passes {
    /// Records that the search has left the root. If leaf values have a range, a bound that lies inside the window is
    /// exact, because it is an end of that range.
    pub(super) fn finish(&mut self, (score, bound): (Score, Bound), pv: Lead, has_range: bool) {
        let is_inside = self.now.is_some_and(|(_, _, window)| window.place(score) == WindowSide::Exact);
        let bound = if has_range && is_inside { Bound::Exact } else { bound };
        self.left = Some((score, bound));
        self.is_over = true;
        if !pv.moves.is_empty() {
            self.pv = pv;
        }
        match bound {
            Bound::Exact => (self.lower, self.upper) = (Some(score), Some(score)),
            Bound::Lower => self.lower = self.lower.max(Some(score)),
            Bound::Upper => self.upper = Some(self.upper.map_or(score, |upper| upper.min(score))),
        }
    }

    /// Returns the current depth's result so far, if there are passes.
    pub(super) fn known(&self) -> Option<FinishedDepth> {
        let depth = self.depth?;
        let score = self.left.map(|(score, _)| score);
        Some(FinishedDepth { depth, score, best: self.best.clone(), line: self.line.clone() })
    }

    /// Returns whether the last pass had a window around the expected score.
    pub(super) fn is_narrow(&self) -> bool {
        matches!(self.now, Some((Pass::Aspiration | Pass::FailedLow | Pass::FailedHigh, ..)))
    }

    /// Returns whether the last pass has decided the score at its depth.
    pub(super) fn is_settled(&self) -> bool {
        let is_exact = self.is_proved || self.left.is_some_and(|(_, bound)| bound == Bound::Exact);
        let is_enclosed = self.lower.zip(self.upper).is_some_and(|(lower, upper)| upper <= lower);
        self.is_over
            && match self.now.map(|(pass, ..)| pass) {
                None | Some(Pass::Iteration) => true,
                Some(Pass::Aspiration | Pass::FailedLow | Pass::FailedHigh) => is_exact,
                Some(Pass::Test) => is_exact || is_enclosed,
            }
    }

    /// If a pass cannot be the next one, returns an explanation.
    ///
    /// An engine unknown to plywood is `free`: it may begin with any pass and may search with an open window at any
    /// time. If its algorithm is also unknown, it may expect another score than the previous one, and may repeat a pass
    /// that failed to a smaller depth.
    fn why_not(
        &self,
        (is_free, is_unknown): (bool, bool),
        guess: Option<Score>,
        (pass, depth, window): (Pass, u32, Window),
    ) -> Option<(&'static str, String)> {
        let same = self.now.is_some_and(|(_, before, _)| before == depth);
        let next = self.now.map_or(1, |(_, before, _)| before + 1);
        let (left, before) = (self.left, self.now.map(|(_, _, window)| window));
        let wrong = |is_wrong: bool, field, follows: &str| is_wrong.then(|| (field, follows.to_owned()));
        let may_fail = self.is_narrow() && !self.is_proved;
        let failed = left.map(|(_, bound)| bound).filter(|&bound| bound != Bound::Exact && may_fail);
        if let (Some(bound), Pass::Iteration | Pass::Aspiration) = (failed, pass) {
            let again = if bound == Bound::Upper { "failed_low" } else { "failed_high" };
            return Some(("pass", format!("{again}, to the same depth: the previous pass proved only a bound")));
        }
        let depths = |holds: bool, is: u32| wrong(!holds, "depth", &is.to_string());
        match pass {
            Pass::Iteration => wrong(window != Window::FULL, "window", &TraceValue::Window(Window::FULL).to_string())
                .or_else(|| depths(next <= depth, next)),
            Pass::Aspiration => {
                let guess = left.map(|(score, _)| score).or(guess.filter(|_| !is_free));
                let is_around = is_unknown || guess.is_none_or(|guess| window.alpha < guess && guess < window.beta);
                let is_open = !is_free && window == Window::FULL && !guess.is_some_and(Score::is_mate);
                wrong(!is_around || is_open, "window", "a window around the previous score")
                    .or_else(|| depths(next <= depth || self.now.is_none(), next))
            }
            Pass::FailedLow | Pass::FailedHigh => {
                let bound = if pass == Pass::FailedLow { Bound::Upper } else { Bound::Lower };
                let is_so = left.is_some_and(|(_, left)| left == bound);
                let wider = before.is_some_and(|before| match bound {
                    Bound::Upper => window.alpha < before.alpha,
                    Bound::Lower | Bound::Exact => before.beta < window.beta,
                });
                wrong(!is_so, "pass", "a different `pass`: the previous pass did not fail like this")
                    .or_else(|| wrong(!wider, "window", "a window that is open where it failed"))
                    .or_else(|| depths(same || is_unknown && self.depth.is_some_and(|most| depth <= most), next - 1))
            }
            Pass::Test => {
                let inside = self.lower.is_none_or(|lower| !same || lower < window.beta)
                    && self.upper.is_none_or(|upper| !same || window.alpha < upper);
                // An engine's null window is one unit wide, and each engine has its own score unit.
                let unit = Score::from_centipawns(10);
                let is_bounded = !window.alpha.is_infinite() && !window.beta.is_infinite();
                let is_unit = is_unknown && is_bounded || window.beta.is_near(window.alpha, unit);
                let is_null = window.is_null() || is_free && is_unit;
                let is_wrong = !is_null || window.beta <= window.alpha || !inside;
                wrong(is_wrong, "window", "a null window between the known bounds")
                    .or_else(|| depths(same || next <= depth, next))
            }
        }
    }
}

impl Audit {
    /// Returns the score around which the first pass has its window: the root's static evaluation, or the end of the
    /// range of leaf values that is next to it.
    fn guess(&self) -> Option<Score> {
        let score = self.passes.root_score?;
        let Some(leaves) = self.header.leaves else { return Some(score) };
        let [one, other] = leaves.map(|end| self.movers().at_max(0, end));
        Some(score.max(one.min(other)).min(one.max(other)))
    }

    pub(super) fn pass(&mut self, record: &Record) {
        let Event::Pass { pass, depth, window } = record.event else { return };
        match pass {
            Pass::Iteration => self.technique(record, Technique::Iterative),
            Pass::Aspiration | Pass::FailedLow | Pass::FailedHigh => self.technique(record, Technique::Aspiration),
            Pass::Test => {
                let holds = self.manner.algorithm.is_none_or(Algorithm::only_tests);
                self.check(Rule::Pass, record, holds, || {
                    ("pass", TraceValue::word("test"), "a different `pass`: only MTD(f) uses `test`")
                });
            }
        }
        let freedom = (self.manner.has_own_margins(), self.manner.algorithm.is_none());
        let why = self.passes.why_not(freedom, self.guess(), (pass, depth, window)).or_else(|| {
            let most = self.header.depth;
            (most < depth).then(|| ("depth", format!("{most} or less, the depth of the header")))
        });
        self.check(Rule::Pass, record, why.is_none(), || {
            let (field, follows) = why.unwrap_or(("pass", String::new()));
            let said = match field {
                "depth" => TraceValue::Number(depth.into()),
                "window" => TraceValue::Window(window),
                _ => TraceValue::word(pass),
            };
            (field, said, follows)
        });
        if self.passes.now.is_none_or(|(_, before, _)| before != depth) {
            (self.passes.lower, self.passes.upper) = (None, None);
        }
        let is_repeated = self.passes.depth.is_some() && matches!(pass, Pass::FailedLow | Pass::FailedHigh);
        let before = self.passes.depth.filter(|_| !is_repeated);
        if before.is_some_and(|before| before != depth) {
            self.technique(record, Technique::Iterative);
        }
        (self.passes.is_over, self.passes.is_proved) = (false, false);
        if before.is_some_and(|before| before < depth) {
            self.passes.finished = self.passes.known();
        }
        if !is_repeated {
            if before != Some(depth) {
                self.passes.previous = self.passes.pv.clone();
            }
            self.passes.depth = Some(depth);
        }
        self.passes.now = Some((pass, depth, window));
        if pass == Pass::Test && self.notes_widths() {
            self.null_widths.test(window);
        }
        // If the window asks for an impossibly fast mate, the search does not even enter the root.
        if self.manner.has(Technique::MateDistance)
            && let Some(value) = mate_distance::value(0, window)
        {
            self.passes.finish(value, Lead::default(), false);
        }
    }
}

/// The best line of a node, described in the same way as the root's line in the result.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClaimedLine {
    pub moves: Vec<String>,
    /// The score of the line's first move.
    pub score: Option<Score>,
    /// The leaf's score for the side that made the last move; `None` if the line doesn't end at an evaluated position.
    pub leaf_score: Option<Score>,
    pub cut_short: Option<Leaf>,
    /// The number of the line's moves before quiescence.
    pub main: usize,
    /// The number of moves after which the line may also end, because its next move caused a cutoff. Some engines
    /// record only moves that raise alpha.
    pub may_end: Option<usize>,
}

impl ClaimedLine {
    /// Records that a move is the new best. If the move does not lead to a leaf, the line continues with `below`.
    pub(crate) fn raise(&mut self, (mv, is_main): (&str, bool), score: Score, leaf: Option<Leaf>, below: Self) {
        let ends = |leaf_score, cut_short| Self { leaf_score, cut_short, ..Self::default() };
        let below = match leaf {
            None => below,
            Some(leaf) if leaf.is_scored() => ends(Some(score), None),
            Some(leaf) => ends(None, Some(leaf)),
        };
        self.moves.clear();
        self.moves.push(mv.to_owned());
        self.moves.extend(below.moves);
        (self.score, self.leaf_score, self.cut_short) = (Some(score), below.leaf_score, below.cut_short);
        self.main = if is_main { 1 + below.main } else { 0 };
        self.may_end = below.may_end.map(|moves| moves + 1);
    }
}

/// The line that the next pass tries first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lead {
    pub moves: Vec<String>,
    /// Whether the trace omits the end of the line, so that the continuation of the line is unknown.
    pub is_open: bool,
}

impl Lead {
    /// Records that a move is the new best or caused a cutoff.
    pub(super) fn raise(&mut self, mv: &str, leaf: Option<Leaf>, below: &Self) {
        self.moves.clear();
        self.moves.push(mv.to_owned());
        self.moves.extend_from_slice(&below.moves);
        self.is_open = leaf == Some(Leaf::Omitted) || below.is_open;
    }

    /// Returns the move that follows `path`, or `None` if the line doesn't continue `path`.
    pub(super) fn next(&self, path: &[String]) -> Option<&String> {
        self.moves.get(path.len()).filter(|_| self.moves.starts_with(path))
    }

    /// Returns whether the line may continue after `path` with a move that the trace omits.
    pub(super) fn may_go_on(&self, path: &[String]) -> bool {
        self.is_open && path.starts_with(&self.moves)
    }
}

/// The state of a search when it had finished a depth.
#[derive(Clone, Debug)]
pub(super) struct FinishedDepth {
    pub depth: u32,
    pub score: Option<Score>,
    pub best: Option<String>,
    pub line: ClaimedLine,
}
