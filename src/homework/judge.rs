//! Judges a program's behaviour on one tree, and explains what is wrong in a sentence that names the nodes.

use super::decided::{ranges, why_over, window};
use super::protocol::{Attempt, NodeQuestion, ProgramAnswer};
use super::repetition::{is_within, searched_twice};
use super::task::Task;
use super::verdict::{Evidence, ProgramVerdict, TaskJudgement};
use super::walk::{Step, first_step};
use super::{AskedAlgorithm, TieRule};
use crate::core::score::{Interval, Score, Window};
use crate::core::search::Cut;
use crate::core::sort::sort_by_key;
use crate::exercise::solution::known;
use crate::exercise::{ExerciseSearch, PaperTree, Solution, value_is_safe};
use std::cmp::Ordering;
use std::collections::BTreeSet;

pub fn judge(task: &Task, attempt: &Attempt, algorithm: AskedAlgorithm, rule: TieRule) -> TaskJudgement {
    let tree = task.searched();
    let answer = match &attempt.answer {
        Ok(answer) => *answer,
        Err(trouble) => {
            let (verdict, why) = (ProgramVerdict::NoAnswer, trouble.what.clone());
            return TaskJudgement { verdict, evidence: Evidence::AnswerOrReads, all: vec![verdict], why };
        }
    };
    let judge = Judge { tree: &tree, attempt, answer, rule, is_position: task.position.is_some() };
    let reading = match algorithm {
        _ if task.position.is_some() => vec![],
        AskedAlgorithm::AlphaBeta => vec![
            (Evidence::AnswerOrReads, judge.safety()),
            (Evidence::AnswerOrReads, judge.needless()),
            (Evidence::Visit, judge.visits()),
            (Evidence::BelowLimit, judge.beyond()),
            (Evidence::Repetition, judge.repeats()),
            (Evidence::AnswerOrReads, judge.ties()),
            (Evidence::AnswerOrReads, judge.order()),
        ],
        AskedAlgorithm::Minimax | AskedAlgorithm::Expectimax => vec![
            (Evidence::AnswerOrReads, judge.complete()),
            (Evidence::Repetition, judge.reads_again()),
            (Evidence::BelowLimit, judge.beyond()),
            (Evidence::AnswerOrReads, judge.order()),
        ],
    };
    let answer = [judge.value(), judge.best()].map(|fault| (Evidence::AnswerOrReads, fault));
    let found = answer.into_iter().chain(reading);
    let mut found: Vec<_> = found.filter_map(|(evidence, fault)| Some((evidence, fault?))).collect();
    sort_by_key(&mut found, |(_, (verdict, _))| std::cmp::Reverse(*verdict));
    let mut all: Vec<ProgramVerdict> = found.iter().map(|(_, (verdict, _))| *verdict).collect();
    if all.contains(&ProgramVerdict::Needless) {
        // One fault must not count against two properties: a leaf that is read needlessly is often read out of order as
        // well.
        all.retain(|verdict| !matches!(verdict, ProgramVerdict::Order | ProgramVerdict::Ties));
    }
    let right = (Evidence::AnswerOrReads, (ProgramVerdict::Right, String::new()));
    let (evidence, (verdict, why)) = found.into_iter().next().unwrap_or(right);
    TaskJudgement { verdict, evidence, all, why }
}

/// The maximum difference between a program's mean and the exact mean.
pub(super) const ROUNDING: Score = Score::from_millipawns(5);

/// Writes a score of the program, if necessary with more decimals than the scores of the tree have.
pub(super) fn exactly(tree: &PaperTree, score: Score) -> String {
    format!("{score:.*}", tree.decimals().max(score.decimals()))
}

struct Judge<'a> {
    tree: &'a PaperTree,
    attempt: &'a Attempt,
    answer: ProgramAnswer,
    rule: TieRule,
    is_position: bool,
}

type FoundFault = Option<(ProgramVerdict, String)>;

impl Judge<'_> {
    fn name(&self, node: usize) -> &str {
        &self.tree.node(node).name
    }

    /// Returns whether two values are equal; a mean may be rounded.
    fn is_same(&self, one: Score, other: Score) -> bool {
        one == other || (self.tree.movers().has_chance() && one.is_near(other, ROUNDING))
    }

    fn value(&self) -> FoundFault {
        let (right, given) = (self.tree.minimax(0), self.answer.value);
        (!self.is_same(given, right)).then(|| {
            let beside = self.attempt.beside.as_ref().map_or_else(String::new, |name| {
                format!(" It asked for the value of {name}, which is not a leaf of this search.")
            });
            (
                ProgramVerdict::Value,
                format!(
                    "It returned {} for the root. The correct value is {}.{beside}",
                    self.attempt.tiny.clone().unwrap_or_else(|| exactly(self.tree, given)),
                    self.tree.text(right)
                ),
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
            return Some((ProgramVerdict::Move, format!("It chose no move; {due}.")));
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
            return (worth != right).then_some((ProgramVerdict::Move, why));
        }
        if !self.is_same(worth, right) {
            return Some((
                ProgramVerdict::Move,
                format!("It chose {name}, which is worth {}; {due}.", self.tree.text(worth)),
            ));
        }
        // Computed means may differ from the exact ones, so rounding may have decided between equal moves.
        let is_computed = |child: usize| self.has_chance_within(child);
        (first < best && !is_computed(children[first]) && !is_computed(children[best])).then(|| {
            (
                ProgramVerdict::LaterTie,
                format!("{name} is as good as {}, which comes first.", self.name(children[first])),
            )
        })
    }

    /// Returns whether a node or a node below it is a chance node with children.
    fn has_chance_within(&self, top: usize) -> bool {
        let is_mean = |node: usize| self.tree.is_chance(node) && !self.tree.is_leaf(node);
        (0..self.tree.nodes().len()).any(|node| is_mean(node) && is_within(self.tree, node, top))
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
            1 => self.name(*leaf).to_owned(),
            _ => self.names(left_out.iter().copied()),
        };
        let why =
            format!("The answer is right only by luck: your program did not read {leaves}, which could change it.");
        Some((ProgramVerdict::Unsafe, why))
    }

    /// Returns true if no move can be better than the named move, whatever the values of the unread leaves.
    fn best_is_safe(&self, known: &impl Fn(usize) -> Interval) -> bool {
        let children = &self.tree.node(0).children;
        let Some(best) = self.answer.best else { return true };
        let own = self.tree.interval(children[best], known);
        let beats = |&child: &usize| {
            let other = self.tree.interval(child, known);
            if self.tree.is_max(0) { own.low < other.high } else { other.low < own.high }
        };
        !children.iter().enumerate().any(|(index, child)| index != best && beats(child))
    }

    /// Like [`first_step`], but only with questions that are about a new node or read a leaf for the first time.
    fn first_question(
        &self,
        is_found: impl Fn(NodeQuestion, &BTreeSet<usize>) -> bool,
    ) -> Option<(usize, BTreeSet<usize>)> {
        first_step(self.tree, self.attempt, |step, known| step.is_new && is_found(step.question, known))
    }

    /// Returns whether the program may test the root with windows that are one point wide, as MTD(f) does. Only among
    /// whole numbers is there no value within such a window.
    fn may_test_with_wide_windows(&self) -> bool {
        self.tree.decimals() != 0
            && self.attempt.questions.iter().filter(|question| question.node == 0).nth(1).is_some()
    }

    /// Checks whether the program read a leaf that could no longer change the result.
    fn needless(&self) -> FoundFault {
        let is_over = |question: NodeQuestion, known: &BTreeSet<usize>| {
            question.reads && self.is_over(window(self.tree, question.node, known))
        };
        let (leaf, known) = self.first_question(is_over).filter(|_| !self.may_test_with_wide_windows())?;
        Some((ProgramVerdict::Needless, self.why_needless(leaf, &known)))
    }

    /// Checks whether the program asked about a node that could no longer change the result.
    fn visits(&self) -> FoundFault {
        let is_over = |question: NodeQuestion, known: &BTreeSet<usize>| {
            question.node != 0 && self.is_over(window(self.tree, question.node, known))
        };
        let found = self.first_question(is_over).filter(|_| !self.may_test_with_wide_windows());
        let (node, known) = found?;
        let why = format!(
            "It visited {} needlessly: {}. Test for a cutoff after each child, before the next one.",
            self.name(node),
            why_over(self.tree, node, &known)
        );
        Some((ProgramVerdict::Needless, why))
    }

    /// Checks whether the program searched below the depth limit.
    fn beyond(&self) -> FoundFault {
        let name = self.attempt.beyond.as_ref()?;
        Some((
            ProgramVerdict::Needless,
            format!("It asked for the children of {name}, which lies below the depth limit."),
        ))
    }

    /// Checks whether the program searched a node twice, although it had the node's value after the first search. A
    /// program that asks for the values of inner nodes may deepen iteratively, so this check does not apply to it.
    fn repeats(&self) -> FoundFault {
        if self.attempt.beside.is_some() {
            return None;
        }
        let Some(node) = searched_twice(self.tree, self.attempt) else { return self.searches_worse_again() };
        let why = format!(
            "It searched {} twice on this tree, and the second search repeats the first one. Keep the value in a variable.",
            self.name(node)
        );
        Some((ProgramVerdict::Needless, why))
    }

    /// Checks whether the program searched a node a second time, directly after a search that showed that the player
    /// to move has a better alternative.
    fn searches_worse_again(&self) -> FoundFault {
        let asked = &self.attempt.questions;
        let is_worse = |step: Step, known: &BTreeSet<usize>| {
            let node = step.question.node;
            step.is_again
                && is_within(self.tree, asked[step.index - 1].node, node)
                && self.better(node, known).is_some()
        };
        let (node, known) = first_step(self.tree, self.attempt, is_worse)?;
        let (name, better) = (self.name(node), self.name(self.better(node, &known)?));
        let why = format!(
            "It searched {name} again, although its first search of {name} had shown that {better} is better. Search a move \
             again only if its test with a null window shows that it beats the best move so far."
        );
        Some((ProgramVerdict::Needless, why))
    }

    /// Returns a sibling of a node that is better for the player who chooses between them, whatever the values of the
    /// leaves that the program doesn't know.
    fn better(&self, node: usize, known: &BTreeSet<usize>) -> Option<usize> {
        let parent = self.tree.node(node).parent?;
        let range = |at: usize| self.tree.interval(at, &ranges(self.tree, known));
        let own = range(node);
        let is_better = |other: Interval| match self.tree.is_max(parent) {
            true => own.high < other.low,
            false => other.high < own.low,
        };
        self.tree.node(parent).children.iter().copied().find(|&other| is_better(range(other)))
    }

    fn why_repeated(&self, leaf: usize) -> String {
        format!(
            "It visited {} twice on this tree. Read each leaf once, and keep the result of a search in a variable.",
            self.name(leaf)
        )
    }

    fn why_needless(&self, leaf: usize, known: &BTreeSet<usize>) -> String {
        let window = window(self.tree, leaf, known);
        let tie = if window.alpha == window.beta { " (a tie must cause a cutoff)" } else { "" };
        // A program that sorts moves by their values may need fewer leaves than the order of the tree does.
        let due = Solution::of(self.tree, ExerciseSearch::Right(Cut::AtBeta));
        let is_due = due.reads.iter().any(|read| read.leaf == leaf);
        let order = if is_due { ", given the order in which it tried the moves" } else { "" };
        format!("It read {} needlessly{order}: {}{tie}.", self.name(leaf), why_over(self.tree, leaf, known))
    }

    /// Returns true if nothing below a node with this window can change the result, even if ties cause no cutoffs.
    fn is_over(&self, window: Window) -> bool {
        window.beta < window.alpha
    }

    /// Checks whether the program follows the required rule for ties.
    fn ties(&self) -> FoundFault {
        match self.rule {
            TieRule::Any => None,
            TieRule::Ge => {
                let is_tie = |question: NodeQuestion, known: &BTreeSet<usize>| {
                    let window = window(self.tree, question.node, known);
                    question.reads && window.alpha == window.beta
                };
                let (leaf, known) = self.first_question(is_tie)?;
                Some((ProgramVerdict::Ties, self.why_needless(leaf, &known)))
            }
            // A search with null windows also skips leaves for reasons other than ties.
            TieRule::Gt if !self.attempt.again.is_empty() => None,
            TieRule::Gt => {
                let due = Solution::of(self.tree, ExerciseSearch::Right(Cut::AboveBeta));
                let mut due = due.reads.iter().map(|read| read.leaf);
                let missing = due.find(|leaf| !self.attempt.reads.contains(leaf))?;
                let why = format!(
                    "It skipped {}: a tie causes a cutoff in it, but only a better score may (--rule gt).",
                    self.name(missing)
                );
                Some((ProgramVerdict::Ties, why))
            }
        }
    }

    /// Checks whether the program read each leaf after those to its left. A search that starts again may go back to a
    /// leaf, or continue at a node that it left with only a bound. A search that sorts moves by their values reads
    /// leaves early; another check judges whether it did so needlessly.
    fn order(&self) -> FoundFault {
        if self.attempt.beside.is_some() {
            return None;
        }
        let reads = self.attempt.questions.iter().enumerate().filter(|(_, question)| question.reads);
        let reads: Vec<(usize, usize)> = reads.map(|(at, question)| (at, question.node)).collect();
        let (later, sooner) = (1..reads.len()).find_map(|index| self.too_early(&reads[..=index]))?;
        let (later, sooner) = (self.name(later), self.name(sooner));
        Some((ProgramVerdict::Order, format!("It read {later} before {sooner}; try moves from the first to the last.")))
    }

    /// Checks the order of the last of these reads. If the program had read another leaf too early, returns that leaf
    /// and the leaf of the last read. Each read is the index of its question, and the leaf.
    fn too_early(&self, reads: &[(usize, usize)]) -> Option<(usize, usize)> {
        let (&(_, sooner), before) = reads.split_last()?;
        if before.iter().any(|(_, leaf)| *leaf == sooner) {
            return None;
        }
        let path = self.tree.path(sooner);
        let mut last = *before.last()?;
        let asked = &self.attempt.questions;
        // Each iteration of the loop goes to a smaller subtree, to which the search returned.
        while sooner < last.1 {
            let below = path.iter().copied().find(|&node| !is_within(self.tree, last.1, node))?;
            let above = self.tree.node(below).parent?;
            let is_back = asked[last.0..].iter().any(|question| question.node == above);
            match before.iter().rfind(|(_, leaf)| is_within(self.tree, *leaf, below)) {
                Some(earlier) if is_back => last = *earlier,
                _ => return Some((last.1, sooner)),
            }
        }
        None
    }

    /// Checks whether the program read every leaf.
    fn complete(&self) -> FoundFault {
        let left_out = self.left_out();
        let names = || self.names(left_out.iter().copied());
        (!left_out.is_empty())
            .then(|| (ProgramVerdict::Order, format!("It did not read {}; plain minimax reads every leaf.", names())))
    }

    /// Checks whether the program read a leaf again, although it read all of them.
    fn reads_again(&self) -> FoundFault {
        let leaf = *self.attempt.again.first().filter(|_| self.left_out().is_empty())?;
        Some((ProgramVerdict::Needless, self.why_repeated(leaf)))
    }

    /// Returns the names of these nodes; if there are many, only the first ones.
    fn names(&self, nodes: impl Iterator<Item = usize>) -> String {
        let names: Vec<&str> = nodes.map(|node| self.name(node)).collect();
        match names.as_slice() {
            [first @ .., _, _] if 4 < first.len() => format!("{} ... ({} leaves)", names[..4].join(" "), names.len()),
            _ => names.join(" "),
        }
    }
}
