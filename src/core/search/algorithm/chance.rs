//! Chance nodes: a move is drawn at random, and the node is worth the mean of its children. If the range of leaf values
//! is known, the search leaves a node as soon as the remaining children cannot bring it back into its window (Star1).

use super::{Cut, Fail};
use crate::core::game::{Game, Weight};
use crate::core::hooks::{Flow, Hooks, Verdict};
use crate::core::score::{Bound, Score, ScoreKind, Window, WindowSide};
use crate::core::search::Value;
use crate::core::search::ordering::Children;
use crate::core::search::pseudocode::{CodeAction, CodeLine, CodeMover};
use crate::core::search::walk::Walk;

/// The function with which an algorithm visits a child, given a depth, a window, and the static evaluation if already
/// known.
type VisitChild<'v, 'w, G, H> = dyn FnMut(&mut Walk<'w, G, H>, u32, Window, Option<Score>) -> Flow<Value> + 'v;

/// Visits a chance node; `visit` visits its children. All scores here are MAX's.
///
/// The window of a child contains every score of the child with which the node's value may still be inside the node's
/// own window. A score outside it decides the node, whatever the later children are worth. Without a range of leaf
/// values, the window contains every score, so there are no cutoffs.
///
/// # References
/// Ballard, *The \*-Minimax Search Procedure for Trees Containing Chance Nodes* (1983).
/// <https://www.chessprogramming.org/Expectiminimax>.
pub(super) fn node<'w, G: Game, H: Hooks<G>>(
    walk: &mut Walk<'w, G, H>,
    children: Box<Children<G::Move>>,
    depth: u32,
    window: Window,
    (cut, fail): (Cut, Fail),
    visit: &mut VisitChild<'_, 'w, G, H>,
) -> Flow<Value> {
    let weight = |walk: &Walk<'_, G, H>, mv| walk.game().weight(mv);
    let of = children.iter().next().map_or(1, |child| weight(walk, child.mv).of());
    let mut mean = MeanSoFar::new(of, walk.game().value_range());
    for (index, child) in children.iter().enumerate() {
        let weight = weight(walk, child.mv);
        let inside = mean.window(window, weight, cut);
        let value = match depth {
            1 => walk.horizon(child.mv)?,
            _ => walk.descend(child, inside, |walk, known, window| visit(walk, depth - 1, window, known))?,
        };
        mean.add(weight, value.score);
        let skipped = (children.len() - 1 - index) as u32;
        let place = inside.place(value.score);
        let verdict = if place == WindowSide::Exact { Verdict::Weighed } else { Verdict::Cutoff { skipped } };
        walk.judged(child.mv, value, inside, verdict)?;
        let (score, bound) = match place {
            WindowSide::Exact => continue,
            WindowSide::FailLow => (mean.most(), Bound::Upper),
            WindowSide::FailHigh => (mean.least(), Bound::Lower),
        };
        let end = if place == WindowSide::FailLow { window.alpha } else { window.beta };
        return walk.leave(children, if fail == Fail::Hard { end } else { score }, bound);
    }
    walk.leave(children, mean.least(), Bound::Exact)
}

/// Returns the pseudocode lines for chance nodes, which every algorithm has if the tree has such nodes. The lines use a
/// window only if `has_window`, and have cutoffs only if the range of leaf values is known as well (`has_range`).
pub(crate) fn code(has_window: bool, has_range: bool, (cut, fail): (Cut, Fail)) -> Vec<CodeLine> {
    const IF: CodeLine = (CodeAction::Nothing, CodeMover::Chance, "    if chance picks a move here:");
    const SUM: CodeLine = (CodeAction::Nothing, CodeMover::Chance, "        sum = 0");
    const REST: CodeLine = (CodeAction::Nothing, CodeMover::Chance, "        rest = 1");
    const FOR: CodeLine = (CodeAction::Nothing, CodeMover::Chance, "        for each move, with its probability p:");
    const ADD: CodeLine = (CodeAction::Weigh, CodeMover::Chance, "            sum = sum + p * s");
    const LEAVE: CodeLine = (CodeAction::Leave, CodeMover::Chance, "        return sum");
    let plain = |text: &'static str| (CodeAction::Nothing, CodeMover::Chance, text);
    if !(has_window && has_range) {
        let child = match has_window {
            true => "            s = search(after the move, depth - 1, -inf, +inf)",
            false => "            s = search(after the move, depth - 1)",
        };
        return vec![IF, SUM, FOR, plain(child), ADD, LEAVE];
    }
    let ends = match cut {
        Cut::AtBeta => {
            ["            a = (alpha - sum - rest * most) / p", "            b = (beta - sum - rest * least) / p"]
        }
        Cut::AboveBeta => [
            "            a = just below (alpha - sum - rest * most) / p",
            "            b = just above (beta - sum - rest * least) / p",
        ],
    };
    let [low, high] = match fail {
        Fail::Hard => [
            "            if s <= a: return alpha      alpha cutoff",
            "            if s >= b: return beta       beta cutoff",
        ],
        Fail::Soft => [
            "            if s <= a: return sum + rest * most    alpha cutoff",
            "            if s >= b: return sum + rest * least   beta cutoff",
        ],
    };
    vec![
        IF,
        SUM,
        REST,
        FOR,
        plain("            rest = rest - p"),
        plain(ends[0]),
        plain(ends[1]),
        plain("            s = search(after the move, depth - 1, a, b)"),
        ADD,
        (CodeAction::CutoffLow, CodeMover::Chance, low),
        (CodeAction::Cutoff, CodeMover::Chance, high),
        LEAVE,
    ]
}

/// What is known about the mean of a chance node when only some of its children have scores. Scores are MAX's, in
/// thousandths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MeanSoFar {
    of: i64,
    /// The sum of the scores so far, each multiplied by its weight.
    found: i64,
    /// The total weight of the children without a score.
    left: i64,
    /// The lowest and the highest score of a leaf, if known.
    least: Option<i64>,
    most: Option<i64>,
}

impl MeanSoFar {
    /// Returns the state of a node before any child has a score; `of` is the denominator of the weights.
    pub(crate) fn new(of: u32, limits: Option<[Score; 2]>) -> Self {
        let [least, most] = limits.map_or([None, None], |limits| limits.map(finite));
        Self { of: of.into(), found: 0, left: of.into(), least, most }
    }

    /// Returns the window of the next child: a score outside the child's window ends a node whose window is `window`.
    pub(crate) fn window(self, window: Window, weight: Weight, cut: Cut) -> Window {
        let part = i64::from(weight.part());
        let rest = self.left - part;
        // With `AboveBeta`, a tie does not cause a cutoff, so the bounds are one unit further out.
        let is_strict = cut == Cut::AboveBeta;
        let alpha = finite(window.alpha).zip(self.most).map(|(alpha, most)| {
            let over = alpha * self.of - self.found - rest * most;
            if is_strict { ceil(over, part) - 1 } else { over.div_euclid(part) }
        });
        let beta = finite(window.beta).zip(self.least).map(|(beta, least)| {
            let over = beta * self.of - self.found - rest * least;
            if is_strict { over.div_euclid(part) + 1 } else { ceil(over, part) }
        });
        // A bound that no leaf can reach is infinite.
        let alpha = alpha.filter(|alpha| self.least.is_none_or(|least| least <= *alpha));
        let beta = beta.filter(|beta| self.most.is_none_or(|most| *beta <= most));
        Window { alpha: alpha.map_or(Score::MIN, Score::clamped), beta: beta.map_or(Score::MAX, Score::clamped) }
    }

    /// Returns true if `weight` has the node's denominator and does not exceed the weight that is left.
    pub(crate) fn takes(self, weight: Weight) -> bool {
        self.of == i64::from(weight.of()) && i64::from(weight.part()) <= self.left
    }

    /// Returns whether all children have scores.
    pub(crate) const fn is_over(self) -> bool {
        self.left == 0
    }

    /// Adds the score of a child.
    pub(crate) fn add(&mut self, weight: Weight, score: Score) {
        self.found += i64::from(weight.part()) * score.ordinal();
        self.left -= i64::from(weight.part());
    }

    /// Returns the minimum possible value of the node, rounded down.
    pub(crate) fn least(self) -> Score {
        let rest = if self.left == 0 { Some(0) } else { self.least.map(|least| least * self.left) };
        rest.map_or(Score::MIN, |rest| Score::clamped((self.found + rest).div_euclid(self.of)))
    }

    /// Returns the maximum possible value of the node, rounded up.
    pub(crate) fn most(self) -> Score {
        let rest = if self.left == 0 { Some(0) } else { self.most.map(|most| most * self.left) };
        rest.map_or(Score::MAX, |rest| Score::clamped(ceil(self.found + rest, self.of)))
    }

    /// Returns the mean rounded down and up, if all children have scores.
    pub(crate) fn rounded(self) -> Option<[Score; 2]> {
        (self.left == 0).then(|| [self.least(), self.most()])
    }
}

const fn finite(score: Score) -> Option<i64> {
    match score.kind() {
        ScoreKind::PlusInfinity | ScoreKind::MinusInfinity => None,
        ScoreKind::Millipawns(_) | ScoreKind::MateIn(_) | ScoreKind::MatedIn(_) => Some(score.ordinal()),
    }
}

const fn ceil(number: i64, by: i64) -> i64 {
    -(-number).div_euclid(by)
}
