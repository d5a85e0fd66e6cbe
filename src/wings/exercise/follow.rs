//! What follows from a student's own answers: so that an error is charged once.

use super::answers::Answers;
use super::numbers::Claim;
use super::solution::Solution;
use super::tree::{PaperTree, ValueRange};
use crate::score::{Bound, Score, Window};

/// The tree as a student sees it: the student's values and leaves where they are given, and else those of the search.
pub(super) struct Own<'a> {
    pub tree: &'a PaperTree,
    pub key: &'a Solution,
    pub answers: &'a Answers,
}

/// How a value fits what is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    /// It is right.
    Right,
    /// The number is right, and a limit is taken for the value.
    LimitForValue,
    /// The number is right, and the value is taken for a limit.
    ValueForLimit,
    /// It is wrong.
    Wrong,
}

/// Returns how a claim fits a node whose value lies in `range`, searched with one of `windows`: who fails hard returns
/// the end of the window.
pub(super) fn fit(claim: Claim, range: ValueRange, windows: &[Window]) -> Fit {
    let Claim { score, bound } = claim;
    let is_low = |window: &Window| range.high <= window.alpha;
    let is_high = |window: &Window| window.beta <= range.low;
    let hard = |window: &Window| match bound {
        Bound::Upper => is_low(window) && (score == window.alpha || score == range.high),
        Bound::Lower => is_high(window) && (score == window.beta || score == range.low),
        Bound::Exact => false,
    };
    let is_end = !score.is_infinite() && (score == range.low || score == range.high);
    let is_hard_end = windows
        .iter()
        .any(|window| (is_low(window) && score == window.alpha) || (is_high(window) && score == window.beta));
    match (range.exact(), bound) {
        (Some(value), Bound::Exact) if value == score => Fit::Right,
        _ if windows.iter().any(hard) => Fit::Right,
        (Some(value), Bound::Lower | Bound::Upper) if value == score => Fit::ValueForLimit,
        (None, Bound::Upper) if score == range.high && is_end => Fit::Right,
        (None, Bound::Lower) if score == range.low && is_end => Fit::Right,
        (None, Bound::Exact) if is_end || is_hard_end => Fit::LimitForValue,
        (Some(_), Bound::Exact) if is_hard_end => Fit::LimitForValue,
        _ => Fit::Wrong,
    }
}

impl Own<'_> {
    fn reads(&self, leaf: usize) -> bool {
        match self.answers.pruned() {
            Some(pruned) => !pruned.contains(&leaf),
            None => self.key.reads(leaf),
        }
    }

    /// What the student knows of a node: what was answered, else what follows from the children.
    pub(super) fn range(&self, node: usize) -> ValueRange {
        self.answers.interval(node).unwrap_or_else(|| self.by_children(node))
    }

    /// What follows for a node from what the student says of its children.
    pub(super) fn by_children(&self, node: usize) -> ValueRange {
        if self.tree.is_leaf(node) {
            let value = self.tree.node(node).value;
            return if self.reads(node) { ValueRange::exactly(value) } else { ValueRange::ALL };
        }
        self.tree.choice(node, self.tree.node(node).children.iter().map(|&child| self.range(child)))
    }

    /// The window that follows for a node from the one of its parent and from the values of those before it.
    pub(super) fn window(&self, node: usize) -> Window {
        let Some(parent) = self.tree.node(node).parent else { return Window::FULL };
        let mut window = self.window(parent);
        if let Some([alpha, beta]) = self.answers.window(parent) {
            window = Window::new(alpha.unwrap_or(window.alpha), beta.unwrap_or(window.beta));
        }
        let before = self.tree.node(parent).children.iter().take_while(|&&sibling| sibling != node);
        for &sibling in before {
            let range = self.range(sibling);
            match self.tree.is_max(parent) {
                true => window.alpha = window.alpha.max(range.low),
                false => window.beta = window.beta.min(range.high),
            }
        }
        window
    }

    /// The windows by which a value may be judged: the student's own, what follows from the student's values, and that
    /// of the search.
    pub(super) fn windows(&self, node: usize) -> Vec<Window> {
        let mut windows = vec![self.window(node)];
        if let Some([Some(alpha), Some(beta)]) = self.answers.window(node) {
            windows.push(Window::new(alpha, beta));
        }
        windows.extend(self.key.visits[node].as_ref().map(|visit| visit.window));
        windows
    }

    /// The threshold at which a leaf cuts, as it follows from the student's windows.
    pub(super) fn threshold(&self, leaf: usize) -> Option<Score> {
        let parent = self.tree.node(leaf).parent?;
        let window = self.answers.window(parent);
        let [alpha, beta] = window.unwrap_or_default();
        let follows = self.window(parent);
        let end = match self.tree.is_max(parent) {
            true => beta.unwrap_or(follows.beta),
            false => alpha.unwrap_or(follows.alpha),
        };
        Some(end).filter(|end| !end.is_infinite())
    }

    /// The child that the student's values make the best, the first of equals; a limit is not a value.
    pub(super) fn best_child(&self, node: usize) -> Option<usize> {
        let is_max = self.tree.is_max(node);
        let worth = |child: usize| if is_max { self.range(child).low } else { self.range(child).high };
        let is_better = |a: Score, b: Score| if is_max { b < a } else { a < b };
        self.tree
            .node(node)
            .children
            .iter()
            .copied()
            .reduce(|best, child| if is_better(worth(child), worth(best)) { child } else { best })
    }

    /// The line of best play that the student's values make.
    pub(super) fn pv(&self) -> Vec<usize> {
        std::iter::successors(self.best_child(0), |&node| self.best_child(node)).collect()
    }
}
