//! Judges a program's behaviour on one tree, and explains what is wrong in a sentence that names the nodes.

use super::protocol::{Attempt, ProgramAnswer};
use super::task::Task;
use super::{AskedAlgorithm, TieRule};
use crate::core::names::named;
use crate::core::score::{Score, Window};
use crate::core::search::Cut;
use crate::exercise::solution::{known, window_by};
use crate::exercise::{ExerciseSearch, PaperTree, Solution, ValueRange, value_is_safe};
use std::cmp::Ordering;
use std::collections::BTreeSet;

named! {
    /// The faults of a program, worst last.
    pub enum ProgramFault: "verdict" {
        Right = "right", "right";
        LaterTie = "later-tie", "right; of equal moves it names a later one";
        Incomplete = "incomplete", "nothing was wrong so far, but the time was used up before all trees were tried";
        Order = "order", "it reads the leaves in the wrong order, or the wrong leaves";
        Needless = "needless", "it reads leaves that can no longer matter";
        Unsafe = "unsafe", "it skipped a leaf that could have changed the result";
        Move = "move", "the best move is wrong";
        Value = "value", "the value is wrong";
        NoAnswer = "no-answer", "it gives no valid answer";
    }
}

impl ProgramFault {
    pub fn is_right(self) -> bool {
        self <= Self::LaterTie
    }

    /// Returns whether anything was wrong.
    pub fn is_wrong(self) -> bool {
        Self::Incomplete < self
    }
}

#[derive(Clone, Debug)]
pub struct TaskJudgement {
    pub finding: ProgramFault,
    pub all: Vec<ProgramFault>,
    pub why: String,
}

pub fn judge(task: &Task, attempt: &Attempt, algorithm: AskedAlgorithm, rule: TieRule) -> TaskJudgement {
    let tree = task.searched();
    let answer = match &attempt.answer {
        Ok(answer) => *answer,
        Err(trouble) => {
            let (finding, why) = (ProgramFault::NoAnswer, trouble.what.clone());
            return TaskJudgement { finding, all: vec![finding], why };
        }
    };
    let judge = Judge { tree: &tree, attempt, answer, rule, is_position: task.position.is_some() };
    let reading = match algorithm {
        _ if task.position.is_some() => vec![],
        AskedAlgorithm::AlphaBeta => {
            vec![judge.safety(), judge.needless(), judge.visits(), judge.repeats(), judge.rule(), judge.order()]
        }
        AskedAlgorithm::Minimax | AskedAlgorithm::Expectimax => vec![judge.complete(), judge.beyond(), judge.order()],
    };
    let found = [judge.value(), judge.best()].into_iter().chain(reading).flatten();
    let mut found: Vec<(ProgramFault, String)> = found.collect();
    found.sort_by_key(|(finding, _)| std::cmp::Reverse(*finding));
    let all: Vec<ProgramFault> = found.iter().map(|(finding, _)| *finding).collect();
    let (finding, why) = found.into_iter().next().unwrap_or((ProgramFault::Right, String::new()));
    TaskJudgement { finding, all, why }
}

/// By how much a mean may differ from the exact mean.
pub(super) const ROUNDING: Score = Score::from_millipawns(5);

struct Judge<'a> {
    tree: &'a PaperTree,
    attempt: &'a Attempt,
    answer: ProgramAnswer,
    rule: TieRule,
    is_position: bool,
}

type FoundFault = Option<(ProgramFault, String)>;

impl Judge<'_> {
    fn name(&self, node: usize) -> &str {
        &self.tree.node(node).name
    }

    /// Whether two values are equal; a mean may be rounded.
    fn is_same(&self, one: Score, other: Score) -> bool {
        one == other || (self.tree.movers().has_chance() && one.is_near(other, ROUNDING))
    }

    fn value(&self) -> FoundFault {
        let (right, given) = (self.tree.minimax(0), self.answer.value);
        let text = |score| self.tree.text(score);
        (!self.is_same(given, right)).then(|| {
            let beside = self.attempt.beside.as_ref().map_or_else(String::new, |name| {
                format!(" It asked for the value of {name}, which is not a leaf of this search.")
            });
            (
                ProgramFault::Value,
                format!("It returned {} for the root. The correct value is {}.{beside}", text(given), text(right)),
            )
        })
    }

    fn best(&self) -> FoundFault {
        let children = &self.tree.node(0).children;
        // At a chance node there is nothing to choose.
        if self.tree.is_chance(0) {
            return None;
        }
        let right = self.tree.minimax(0);
        let value = |child: usize| self.tree.minimax(child);
        let first = children.iter().position(|&child| self.is_same(value(child), right))?;
        let due = format!("{} is best, worth {}", self.name(children[first]), self.tree.text(right));
        let Some(best) = self.answer.best else {
            return Some((ProgramFault::Move, format!("It chose no move; {due}.")));
        };
        let (name, worth) = (self.name(children[best]), value(children[best]));
        if self.is_position {
            let result = |score: Score| match (score.cmp(&Score::ZERO), self.tree.is_max(0)) {
                (Ordering::Equal, _) => "draws",
                (Ordering::Greater, true) | (Ordering::Less, false) => "wins",
                (Ordering::Greater, false) | (Ordering::Less, true) => "loses",
            };
            let why =
                format!("It played {name}, which {}; {} {}.", result(worth), self.name(children[first]), result(right));
            return (worth != right).then_some((ProgramFault::Move, why));
        }
        if !self.is_same(worth, right) {
            return Some((
                ProgramFault::Move,
                format!("It chose {name}, which is worth {}; {due}.", self.tree.text(worth)),
            ));
        }
        (first < best).then(|| {
            (ProgramFault::LaterTie, format!("{name} is as good as {}, which comes first.", self.name(children[first])))
        })
    }

    fn left_out(&self) -> BTreeSet<usize> {
        self.tree.leaves().filter(|leaf| !self.attempt.reads.contains(leaf)).collect()
    }

    /// Checks whether the skipped leaves could have changed the result.
    fn safety(&self) -> FoundFault {
        let left_out = self.left_out();
        let is_safe = value_is_safe(self.tree, &left_out) && self.best_is_safe(&known(self.tree, &left_out));
        let leaf = left_out.first().filter(|_| !is_safe)?;
        let leaves = match left_out.len() {
            1 => format!("{}, which was", self.name(*leaf)),
            _ => format!("{}, which were", self.names(left_out.iter().copied())),
        };
        let why = format!("The answer is right by luck: {leaves} not read, could change it.");
        Some((ProgramFault::Unsafe, why))
    }

    /// Whether no move is better than the named move, whatever the unread leaves are worth.
    fn best_is_safe(&self, known: &impl Fn(usize) -> ValueRange) -> bool {
        let children = &self.tree.node(0).children;
        let Some(best) = self.answer.best else { return true };
        let own = self.tree.interval(children[best], known);
        let beats = |&child: &usize| {
            let other = self.tree.interval(child, known);
            if self.tree.is_max(0) { own.low < other.high } else { other.low < own.high }
        };
        !children.iter().enumerate().any(|(index, child)| index != best && beats(child))
    }

    /// Checks whether a leaf was read that could no longer change the result.
    fn needless(&self) -> FoundFault {
        let mut read = BTreeSet::new();
        for &leaf in &self.attempt.reads {
            let window = self.window(leaf, &read);
            if self.is_over(window) {
                return Some((ProgramFault::Needless, self.why_needless(leaf, window)));
            }
            read.insert(leaf);
        }
        None
    }

    /// Checks whether the program asked about a node that could no longer change the result or that is too deep.
    fn visits(&self) -> FoundFault {
        for &(node, reads) in self.attempt.visits.iter().filter(|(node, _)| *node != 0) {
            let read: BTreeSet<usize> = self.attempt.reads.iter().take(reads).copied().collect();
            let window = self.window(node, &read);
            if self.is_over(window) {
                let [alpha, beta] = [window.alpha, window.beta].map(|end| self.tree.text(end));
                let why = format!(
                    "It visited {} needlessly: MAX already had {alpha}, and MIN could hold it to {beta} there. Test for a cutoff \
                     after each child, before the next one.",
                    self.name(node)
                );
                return Some((ProgramFault::Needless, why));
            }
        }
        self.beyond()
    }

    /// Checks whether the program searched below the depth limit.
    fn beyond(&self) -> FoundFault {
        let name = self.attempt.beyond.as_ref()?;
        Some((
            ProgramFault::Needless,
            format!("It asked for the children of {name}, which lies below the depth limit."),
        ))
    }

    /// Checks whether the program searched a node twice with the same window.
    ///
    /// A search may test a move with a null window and then search it again with a different window, but it never does
    /// this with the first child of a node.
    fn repeats(&self) -> FoundFault {
        let calls =
            |node: usize| self.attempt.windows.iter().filter(move |(of, _)| *of == node).map(|(_, window)| *window);
        let leftmost = self.tree.leaves().next();
        let is_same_call = |node: usize| {
            let windows: Vec<Window> = calls(node).collect();
            (1..windows.len()).any(|index| windows[..index].contains(&windows[index]))
        };
        let is_repeated = |leaf: usize| Some(leaf) == leftmost || self.tree.path(leaf).into_iter().any(is_same_call);
        let leaf = self.attempt.again.iter().copied().find(|&leaf| is_repeated(leaf))?;
        let calls_differ = 1 < calls(0).count() && !is_same_call(0);
        (!calls_differ).then(|| (ProgramFault::Needless, self.why_repeated(leaf)))
    }

    fn why_repeated(&self, leaf: usize) -> String {
        format!(
            "It visited {} twice on this tree: it searches a node again whose value it has computed. Keep the value in a variable.",
            self.name(leaf)
        )
    }

    fn why_needless(&self, leaf: usize, window: Window) -> String {
        let (alpha, beta) = (self.tree.text(window.alpha), self.tree.text(window.beta));
        let tie = if window.alpha == window.beta { " (a tie must cut)" } else { "" };
        format!(
            "It read {} needlessly: MAX already had {alpha}, and MIN could hold it to {beta} there{tie}.",
            self.name(leaf)
        )
    }

    /// Whether nothing below a node with this window can matter.
    fn is_over(&self, window: Window) -> bool {
        match self.rule {
            TieRule::Ge => window.beta <= window.alpha,
            TieRule::Gt | TieRule::Any => window.beta < window.alpha,
        }
    }

    /// The window that follows from the leaves read before the visit of a node.
    fn window(&self, leaf: usize, read: &BTreeSet<usize>) -> Window {
        let known = |leaf: usize| {
            if read.contains(&leaf) { ValueRange::exactly(self.tree.node(leaf).value) } else { ValueRange::ALL }
        };
        window_by(self.tree, leaf, &known, |sibling, at| sibling != at)
    }

    /// Checks whether the program skipped leaves that a search with the required rule reads.
    fn rule(&self) -> FoundFault {
        let TieRule::Gt = self.rule else { return None };
        let due = Solution::of(self.tree, ExerciseSearch::Right(Cut::AboveBeta));
        let missing = due.reads.iter().map(|read| read.leaf).find(|leaf| !self.attempt.reads.contains(leaf))?;
        let why =
            format!("It skipped {}: it cuts on a tie, but only a better score may cut (--cut gt).", self.name(missing));
        Some((ProgramFault::Order, why))
    }

    fn order(&self) -> FoundFault {
        let pair = self.attempt.reads.windows(2).find(|pair| pair[1] < pair[0])?;
        let (later, sooner) = (self.name(pair[0]), self.name(pair[1]));
        Some((ProgramFault::Order, format!("It read {later} before {sooner}; try moves from the first to the last.")))
    }

    /// Checks whether every leaf was read exactly once.
    fn complete(&self) -> FoundFault {
        let left_out = self.left_out();
        if !left_out.is_empty() {
            let names = self.names(left_out.iter().copied());
            return Some((ProgramFault::Order, format!("It did not read {names}; plain minimax reads every leaf.")));
        }
        let leaf = *self.attempt.again.first()?;
        Some((ProgramFault::Needless, self.why_repeated(leaf)))
    }

    /// The names of these nodes; if there are many, only the first ones.
    fn names(&self, nodes: impl Iterator<Item = usize>) -> String {
        let names: Vec<&str> = nodes.map(|node| self.name(node)).collect();
        match names.as_slice() {
            [first @ .., _, _] if 4 < first.len() => format!("{} ... ({} leaves)", names[..4].join(" "), names.len()),
            _ => names.join(" "),
        }
    }
}
