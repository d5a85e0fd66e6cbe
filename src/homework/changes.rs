//! Finds out whether a program that fails on some trees behaves the same each time.

use super::patience::AGAIN;
use super::{Assignment, Player, ProgramAnswer, ProgramVerdict, Smallest, TriedTask, judged};
use crate::core::names::named;
use crate::core::sort::sort_by_key;

named! {
    /// The reasons why a program behaves differently from run to run on the same tree.
    pub(crate) enum Changes: "reason" {
        Chance = "chance", "it answers differently each time it is started";
        Memory = "memory", "it is right if it has just been started, and wrong after it has searched other trees";
    }
}

/// How many times plywood restarts a program to see whether its behaviour changes.
const RESTARTS: usize = 6;
/// The maximum number of other failing trees to try again.
const OTHERS: usize = 3;
/// How many times plywood repeats a run that differs from an earlier one, to see whether it always differs.
const REPLAYS: usize = 4;

/// The maximum number of trees on which to restart a program, to find a small one that it gets right then.
const SMALL: usize = 12;
/// The maximum number of large trees on which to restart a program, to find one on which it is wrong then.
const LARGE: usize = 3;

/// The result of running a program on failing trees again.
#[derive(Default)]
pub(super) struct Steadiness<'a> {
    /// The reason why the program behaves differently from run to run, and the tree that shows it.
    pub changes: Option<(Changes, &'a Smallest)>,
    /// Whether the program is wrong in a new process, but in another way after it has searched other trees.
    pub keeps: bool,
}

/// Finds out whether a program that fails on some trees behaves the same each time.
///
/// Restarts the program a few times, and each time runs it on another one of the failing trees first, and then on the
/// others.
pub(super) fn changes<'a>(
    player: &mut dyn Player,
    results: &'a [TriedTask],
    first: usize,
    assignment: &Assignment,
) -> Steadiness<'a> {
    let mut steadiness = Steadiness::default();
    let is_other = |index: &usize| *index != first && results[*index].1.judgement.verdict.is_wrong();
    let is_answer = results[first].1.attempt.answer.is_ok();
    let others = (0..results.len()).filter(is_other).take(if is_answer { OTHERS } else { 0 });
    let trees: Vec<&Smallest> = std::iter::once(first).chain(others).map(|index| &results[index].1).collect();
    // A silent program has already been restarted.
    if trees.iter().any(|found| found.is_slow()) {
        return steadiness;
    }
    player.allow(assignment.explaining() * trees.len() as u32);
    for start in 0..RESTARTS {
        let (from, count) = if start < trees.len() { (start, trees.len()) } else { (0, 1) };
        let order: Vec<&Smallest> = trees.iter().copied().cycle().skip(from).take(count).collect();
        let before: Vec<Behaviour> = order.iter().map(|found| Behaviour::of(found)).collect();
        let Some(fresh) = restarted(player, &order, assignment) else { return steadiness };
        if fresh == before {
            continue;
        }
        player.allow(assignment.explaining());
        if !(0..REPLAYS).all(|_| restarted(player, &order, assignment).is_none_or(|again| again == fresh)) {
            return Steadiness { changes: Some((Changes::Chance, order[0])), keeps: false };
        }
        if fresh[0] == before[0] || steadiness.keeps && fresh[0].verdict.is_wrong() {
            continue;
        }
        let Some(index) = results.iter().position(|(_, tried)| std::ptr::eq(tried, order[0])) else { continue };
        let earlier: Vec<&Smallest> = results[..=index].iter().map(|(_, tried)| tried).collect();
        let is_memory = (0..REPLAYS).all(|_| {
            player.allow(assignment.explaining());
            restarted(player, &earlier, assignment).is_none_or(|again| again.last() == before.first())
        });
        if !fresh[0].verdict.is_wrong() {
            steadiness.changes = Some((if is_memory { Changes::Memory } else { Changes::Chance }, order[0]));
            return steadiness;
        }
        steadiness.keeps = is_memory;
    }
    steadiness
}

/// What a program does on failing trees if it has just been started.
#[derive(Default)]
pub(super) struct FreshRuns<'a> {
    /// The smallest tree on which it is right.
    pub right: Option<&'a Smallest>,
    /// A tree on which it fails in the same way as after other trees.
    pub wrong: Option<&'a Smallest>,
}

/// Restarts a program on some of these failing trees: on the smallest ones until it is right on one, and on the largest
/// ones.
///
/// A program that keeps something may have another fault, which it shows at any time and often on smaller trees. What a
/// program forgets to undo may add up within a search, too, but only in a large tree.
pub(super) fn in_fresh_processes<'a>(
    player: &mut dyn Player,
    failing: impl Iterator<Item = &'a Smallest>,
    assignment: &Assignment,
) -> FreshRuns<'a> {
    let mut failing: Vec<&Smallest> = failing.collect();
    // A fault that occurs at any time often depends on the size, so one tree of each size is enough.
    sort_by_key(&mut failing, |found| found.task.tree.nodes());
    failing.dedup_by_key(|found| found.task.tree.nodes());
    player.allow(assignment.explaining());
    let mut fresh = |found: &Smallest| restarted(player, &[found], assignment).map(|runs| runs[0].verdict);
    let fails = |verdict: Option<ProgramVerdict>, found: &Smallest| verdict == Some(found.judgement.verdict);
    let mut runs = FreshRuns::default();
    for &found in failing.iter().take(SMALL) {
        let verdict = fresh(found);
        if verdict.is_some_and(|verdict| !verdict.is_wrong()) {
            runs.right = Some(found);
            break;
        }
        runs.wrong = runs.wrong.or(Some(found).filter(|found| fails(verdict, found)));
    }
    let mut large = failing.iter().rev().take(LARGE).copied();
    runs.wrong = runs.wrong.or_else(|| large.find(|found| fails(fresh(found), found)));
    runs
}

/// Restarts a program and runs it on these trees, one after the other. Returns `None` if that takes too long, which
/// reveals nothing about the program's answers.
fn restarted(player: &mut dyn Player, order: &[&Smallest], assignment: &Assignment) -> Option<Vec<Behaviour>> {
    player.restart();
    let limit = assignment.patience() * AGAIN;
    let mut runs = order.iter().map(|found| judged(player, &found.task, assignment, limit));
    runs.try_fold(Vec::new(), |mut behaviours, run| {
        behaviours.push(Behaviour::of(&run));
        (!run.is_slow()).then_some(behaviours)
    })
}

/// What must be the same if the program runs on the same tree once more.
#[derive(PartialEq)]
struct Behaviour {
    verdict: ProgramVerdict,
    answer: Option<ProgramAnswer>,
    reads: Vec<usize>,
}

impl Behaviour {
    fn of(run: &Smallest) -> Self {
        let answer = run.attempt.answer.as_ref().ok().copied();
        Self { verdict: run.judgement.verdict, answer, reads: run.attempt.reads.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{AskedAlgorithm, Attempt, MarkingScheme, ProgramReport, Task, TieRule, TreeSpec, Twig, examine};
    use super::*;
    use crate::core::game::Movers;
    use std::time::Duration;

    /// A minimax whose value is wrong by the number of points that `error` returns for
    /// the tree, the number of starts before and the number of trees since the last start.
    struct Unsteady<F> {
        error: F,
        starts: usize,
        trees: usize,
    }

    impl<F: Fn(&Task, usize, usize) -> i32> Player for Unsteady<F> {
        fn attempt(&mut self, task: &Task, _: AskedAlgorithm, _: Duration) -> Attempt {
            let tree = task.searched();
            let right = tree.minimax(0);
            let best = tree.node(0).children.iter().position(|&child| tree.minimax(child) == right);
            let value = right.shifted(1000 * (self.error)(task, self.starts, self.trees));
            self.trees += 1;
            Attempt { reads: tree.leaves().collect(), ..Attempt::of(Ok(ProgramAnswer { value, best })) }
        }

        fn restart(&mut self) {
            self.starts += 1;
            self.trees = 0;
        }

        fn allow(&mut self, _: Duration) {}
    }

    /// Returns the report, and how many times the program was restarted.
    fn report(error: impl Fn(usize, usize) -> i32) -> (ProgramReport, usize) {
        report_by(|_, starts, trees| error(starts, trees))
    }

    fn report_by(error: impl Fn(&Task, usize, usize) -> i32) -> (ProgramReport, usize) {
        let mut player = Unsteady { error, starts: 0, trees: 0 };
        let task = |text: &str| Task::of(Twig::small(text).unwrap(), Movers::default());
        let assignment = Assignment {
            algorithm: AskedAlgorithm::Minimax,
            rule: TieRule::Any,
            trees: 0,
            seed: 1,
            spec: TreeSpec::default(),
            time: Duration::from_secs(60),
            own: ["(1 2)", "(3 1 2)", "(4 5)", "(6 3 9)", "(7 8)"].map(task).to_vec(),
            scheme: MarkingScheme::default(),
        };
        (examine(&mut player, &assignment), player.starts)
    }

    #[test]
    fn a_program_that_always_fails_in_the_same_way_is_restarted_few_times() {
        let (report, starts) = report(|_, _| 1);
        assert_eq!((report.verdict, report.changes, report.keeps), (ProgramVerdict::Value, None, false));
        assert!(starts <= RESTARTS + 3, "{starts} starts");
    }

    #[test]
    fn a_program_that_fails_at_some_starts_only_chooses_by_chance() {
        for rare in 1..RESTARTS {
            let (report, _) = report(|starts, _| i32::from(starts != rare));
            assert_eq!(report.changes, Some(Changes::Chance), "start {rare}");
        }
    }

    #[test]
    fn a_program_that_fails_only_after_other_trees_keeps_something() {
        for spared in 1..5 {
            let (report, _) = report(|_, trees| i32::from(spared <= trees));
            assert_eq!(report.changes, Some(Changes::Memory), "{spared} trees are right");
        }
    }

    /// The report says that the program is right on the tree if it has just been started.
    #[test]
    fn a_program_that_keeps_something_and_has_another_fault_is_shown_where_it_keeps_something() {
        let always_wrong = |task: &Task| task.tree.nodes() == 3;
        let (report, _) = report_by(move |task, _, trees| i32::from(always_wrong(task) || 0 < trees));
        let shown = report.smallest.map(|smallest| smallest.task.to_string());
        assert_eq!((report.changes, shown.as_deref()), (Some(Changes::Memory), Some("(3 1 2)")));
    }

    /// It is wrong too if it has just been started, so what it keeps is not the reason.
    #[test]
    fn a_program_that_fails_in_another_way_after_other_trees_does_not_only_keep_something() {
        let (report, _) = report(|_, trees| 1 + trees as i32);
        assert_eq!((report.verdict, report.changes, report.keeps), (ProgramVerdict::Value, None, true));
        assert_eq!(report.smallest.map(|smallest| smallest.task.to_string()).as_deref(), Some("1"));
    }

    /// What a program forgets to undo may add up within one large tree.
    #[test]
    fn a_program_that_keeps_something_is_also_tried_on_large_trees_in_a_fresh_process() {
        let is_large = |task: &Task| 3 < task.tree.nodes();
        let (report, _) = report_by(move |task, _, trees| i32::from(is_large(task) || 0 < trees));
        let fresh = report.fresh.as_ref().map(|fresh| (fresh.task.to_string(), fresh.judgement.verdict));
        assert_eq!(fresh, Some(("(1 1 1)".to_owned(), ProgramVerdict::Value)));
        assert_eq!(report.changes, Some(Changes::Memory));
        assert!(report.change().is_some_and(|change| change.contains("a fresh process is also wrong")));
        assert_eq!(report.smallest.map(|smallest| smallest.task.tree.nodes()), Some(3));
    }
}
