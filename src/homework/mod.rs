//! Programming homework: a program searches trees by asking for their nodes, and plywood judges its answers and the
//! nodes that it read. A `Player` runs the program; this module starts no process.

#![allow(unreachable_pub, reason = "named items are public in every module")]

mod changes;
mod decided;
mod deepening;
mod diagnosis;
mod judge;
mod marks;
mod mistake_form;
mod page;
mod patience;
mod position;
mod protocol;
mod protocol_errors;
mod repetition;
mod search_form;
mod shrink;
mod task;
mod verdict;
mod walk;
mod window_view;
mod wrong_search;

pub(crate) use changes::Changes;
use changes::{FreshRuns, Steadiness, changes, in_fresh_processes};
pub(crate) use diagnosis::{Diagnosis, MistakeName};
pub use judge::judge;
pub(crate) use marks::{MarkingScheme, MarksRule, PROPERTIES, Test, TestState, Visibility};
pub(crate) use page::{REPORTS, RanProgram, ReportFormat, Surroundings, VARIABLES};
pub(crate) use page::{csv_cell, csv_head, csv_lines, summary};
use patience::{A_SMALLER_TREE, AGAIN, SHRINKING};
pub(crate) use position::SolvedPosition;
pub use protocol::{Attempt, NodeQuestion, ProgramAnswer, Trouble, TroubleKind, Wire, talk};
pub(crate) use protocol::{FAREWELL, GREETING};
pub use protocol_errors::Lost;
pub(crate) use task::TreeSpec;
use task::mover_name;
pub use task::{Task, Twig};
pub use verdict::{Evidence, ProgramVerdict, TaskJudgement};
pub(crate) use window_view::{WindowView, due_windows};

use crate::core::game::{Mover, Movers};
use crate::core::names::named;
use crate::core::search::{Cut, Mistake};
use shrink::shrunk;
use std::time::Duration;
use task::{TreeKind, drawn};

named! {
    #[derive(Default)]
    pub enum AskedAlgorithm: "algorithm" {
        #[default]
        AlphaBeta = "alpha-beta", "skips what cannot change the result";
        Minimax = "minimax", "reads every leaf";
        Expectimax = "expectimax", "reads every leaf; a chance node is worth the weighted mean of its children";
    }
}

named! {
    #[derive(Default)]
    pub enum TieRule: "rule for ties" {
        #[default]
        Any = "any", "a tie may cause a cutoff or not";
        Ge = "ge", "a tie must cause a cutoff";
        Gt = "gt", "a tie must not cause a cutoff";
    }
}

impl TieRule {
    /// Returns the required rule for ties, or `None` if no particular rule is required.
    pub(crate) const fn demanded(self) -> Option<Cut> {
        match self {
            Self::Any => None,
            Self::Ge => Some(Cut::AtBeta),
            Self::Gt => Some(Cut::AboveBeta),
        }
    }
}

impl AskedAlgorithm {
    /// Returns who moves at each ply of random trees if the teacher does not say; `None` if MAX and MIN alternate.
    pub(crate) fn usual_movers(self) -> Option<Movers> {
        (self == Self::Expectimax).then(|| Movers::new(&[Mover::Max, Mover::Chance])).flatten()
    }
}

/// Runs a student's program.
pub(crate) trait Player {
    /// Runs the program on a task, within this time limit.
    fn attempt(&mut self, task: &Task, algorithm: AskedAlgorithm, time: Duration) -> Attempt;

    /// Kills the program; the next attempt starts a new process.
    fn restart(&mut self);

    /// Sets the time limit for all attempts together, starting now.
    fn allow(&mut self, time: Duration);
}

/// What the teacher asks of the students' programs, and how to grade them.
#[derive(Clone, Debug)]
pub(crate) struct Assignment {
    pub algorithm: AskedAlgorithm,
    pub rule: TieRule,
    pub trees: usize,
    pub seed: u64,
    /// The properties that all random trees share.
    pub spec: TreeSpec,
    /// The time limit for all trees together.
    pub time: Duration,
    /// The teacher's trees, if given, instead of random trees.
    pub own: Vec<Task>,
    pub scheme: MarkingScheme,
}

impl Assignment {
    /// The time limit for all trees together, unless the teacher sets another one.
    pub(crate) const USUAL_TIME: Duration = Duration::from_secs(60);

    /// Returns whether the program plays positions of a game, instead of searching trees.
    pub(crate) fn plays(&self) -> bool {
        self.own.iter().any(|task| task.position.is_some())
    }
}

#[derive(Clone, Debug)]
pub(crate) struct ProgramReport {
    pub assignment: Assignment,
    pub verdict: ProgramVerdict,
    /// The reason why there is no smallest tree; empty if there is a smallest tree.
    pub why: String,
    pub wrong: usize,
    pub tried: usize,
    /// The number of trees to which the program gave an answer, right or wrong.
    pub answered: usize,
    pub smallest: Option<Smallest>,
    pub mistake: Option<Diagnosis>,
    /// The program's behaviour on the tree that the user named, if the user named a single tree.
    pub given: Option<Smallest>,
    /// The reason why the program behaves differently from run to run; `None` if it does not.
    pub changes: Option<Changes>,
    /// Whether the program is wrong in a new process, but in another way after it has searched other trees.
    pub keeps: bool,
    /// If the program is right on `smallest` in a new process: the smallest tree on which it is wrong there, too.
    pub fresh: Option<Smallest>,
    /// How to read the windows that the program reports.
    pub view: WindowView,
    pub tests: Vec<Test>,
}

/// A program's behaviour on a tree; in a report, on the smallest tree on which it fails.
#[derive(Clone, Debug)]
pub(crate) struct Smallest {
    pub task: Task,
    pub attempt: Attempt,
    pub judgement: TaskJudgement,
}

impl Smallest {
    /// Returns whether the program gave no answer because it took too long.
    fn is_slow(&self) -> bool {
        self.attempt.answer.as_ref().is_err_and(Trouble::is_slow)
    }

    /// Returns whether the program wrote a line between two trees, which has nothing to do with this one.
    fn is_between(&self) -> bool {
        self.attempt.answer.as_ref().is_err_and(|trouble| trouble.kind == TroubleKind::Between)
    }
}

/// The number of trees without an answer after which the remaining trees are skipped; a tree on which a program stays
/// silent counts twice.
const PATIENCE: usize = 4;
/// How many times plywood runs a program on each tree if the program chooses at random.
const TOSSES: usize = 6;

named! {
    /// The outcome for a student's program, for the summary of a class.
    pub(crate) enum ProgramFate: "fate" {
        Right = "right", "did everything right";
        Wrong = "wrong", "gave an answer that is wrong, or did more than needed";
        Crashed = "crashed", "ended before it gave an answer";
        Incomplete = "incomplete", "the time ran out before all trees were tried";
        TimedOut = "timed out", "took too long";
        NoAnswer = "no answer", "wrote something other than a question or a valid answer, or asked without end";
        NotRun = "not run", "could not be started, or there is no such file";
    }
}

impl ProgramReport {
    /// Returns the verdict for a table or, if there was no answer, the reason.
    pub(crate) fn verdict(&self) -> &'static str {
        if self.verdict == ProgramVerdict::NoAnswer { self.fate().name() } else { self.verdict.name() }
    }

    /// Returns whether the program asked about at least one tree.
    pub(crate) fn has_asked(&self) -> bool {
        let answer = self.smallest.as_ref().map(|smallest| &smallest.attempt.answer);
        answer.is_none_or(|answer| answer.as_ref().map_or_else(|trouble| trouble.has_asked, |_| true))
    }

    /// Records that there is no program, for this reason.
    pub(crate) fn set_missing(&mut self, why: &str) {
        self.tests.iter_mut().for_each(|test| test.message = format!("not tried. {why}"));
        if let Some(smallest) = &mut self.smallest {
            why.clone_into(&mut smallest.judgement.why);
            let (what, kind) = (why.to_owned(), TroubleKind::Unstarted);
            smallest.attempt.answer = Err(Trouble { what, kind, has_asked: false });
        }
    }

    /// Returns whether the program is minimax, which reads all leaves, although the homework asks for alpha-beta.
    pub(crate) fn is_minimax(&self) -> bool {
        let no_pruning = MistakeName::Search(Mistake::NoPruning);
        let is_named = self.mistake.as_ref().is_some_and(|like| like.mistake == no_pruning && like.detail.is_empty());
        let is_whole = |smallest: &Smallest| smallest.task.searched().leaves().count() == smallest.attempt.reads.len();
        is_named && self.verdict == ProgramVerdict::Needless && self.smallest.as_ref().is_some_and(is_whole)
    }

    /// Returns why the program behaves differently from run to run, as a clause.
    pub(crate) fn change(&self) -> Option<&'static str> {
        match (self.changes?, &self.fresh) {
            (Changes::Memory, Some(_)) => {
                Some("it keeps data from one search to the next, and a fresh process is also wrong")
            }
            (changes, _) => Some(changes.description()),
        }
    }

    pub(crate) fn fate(&self) -> ProgramFate {
        let trouble = self.smallest.as_ref().and_then(|smallest| smallest.attempt.answer.as_ref().err());
        match (self.verdict, trouble.map(|trouble| trouble.kind)) {
            (ProgramVerdict::Incomplete, _) => ProgramFate::Incomplete,
            (ProgramVerdict::NoAnswer, Some(TroubleKind::Unstarted)) => ProgramFate::NotRun,
            (ProgramVerdict::NoAnswer, Some(TroubleKind::Silent | TroubleKind::Late)) => ProgramFate::TimedOut,
            (ProgramVerdict::NoAnswer, Some(TroubleKind::Nonsense | TroubleKind::Between)) => ProgramFate::NoAnswer,
            (ProgramVerdict::NoAnswer, _) => ProgramFate::Crashed,
            (verdict, _) if verdict.is_right() => ProgramFate::Right,
            _ => ProgramFate::Wrong,
        }
    }
}

/// The trees on which plywood tried the program.
pub(crate) struct TriedTasks {
    pub results: Vec<TriedTask>,
    /// Whether the time ran out before all trees were tried.
    pub is_late: bool,
    /// Whether the program failed to answer so often that plywood skipped the remaining trees.
    pub is_given_up: bool,
}

/// Runs a program on all trees, and finds out what is wrong with it.
pub(crate) fn examine(player: &mut dyn Player, assignment: &Assignment) -> ProgramReport {
    player.allow(assignment.time);
    let tried = tried(player, assignment);
    let results = &tried.results;
    let worst = results.iter().map(|(_, tried)| tried.judgement.verdict).max().unwrap_or(ProgramVerdict::Right);
    let first = results.iter().position(|(_, tried)| tried.judgement.verdict == worst);
    let verdict = if tried.is_late && !worst.is_wrong() { ProgramVerdict::Incomplete } else { worst };
    let mut report = ProgramReport {
        assignment: assignment.clone(),
        verdict,
        why: first.map(|first| results[first].1.judgement.why.clone()).unwrap_or_default(),
        wrong: results.iter().filter(|(_, tried)| tried.judgement.verdict.is_wrong()).count(),
        tried: results.len(),
        answered: results.iter().filter(|(_, tried)| tried.attempt.answer.is_ok()).count(),
        smallest: None,
        mistake: None,
        given: results.first().filter(|_| assignment.own.len() == 1).map(|(_, tried)| tried.clone()),
        changes: None,
        keeps: false,
        fresh: None,
        view: WindowView::of(results.iter().map(|(_, tried)| tried)),
        tests: marks::tests(assignment, &tried),
    };
    if let Some(first) = first.filter(|_| worst.is_wrong()) {
        explained(player, results, first, &mut report);
    }
    player.restart();
    report
}

type TriedTask = (TreeKind, Smallest);

fn tried(player: &mut dyn Player, assignment: &Assignment) -> TriedTasks {
    let own = assignment.own.iter().map(|task| (TreeKind::Plain, task.clone()));
    let trees = if assignment.own.is_empty() { assignment.trees } else { 0 };
    let drawn = (0..trees).map(|index| drawn(assignment.seed, index, assignment.trees, assignment.spec));
    let mut all = TriedTasks { results: Vec::new(), is_late: false, is_given_up: false };
    let (mut silent, mut time) = (0, assignment.patience());
    for (kind, task) in own.chain(drawn) {
        let mut tried = judged(player, &task, assignment, time);
        if is_silent(&tried) && silent == 0 && time == assignment.patience() {
            let again = judged(player, &task, assignment, time * AGAIN);
            // If the program only needs more time, it gets more time from now on. If all time is used up meanwhile, the
            // program was silent for as long as it may be.
            if !is_silent(&again) && !is_late(&again) {
                (tried, time) = (again, time * AGAIN);
            }
        }
        let trouble = tried.attempt.answer.as_ref().err();
        if is_late(&tried) {
            all.is_late = true;
            break;
        }
        silent += trouble.map_or(0, |trouble| if trouble.is_slow() { PATIENCE / 2 } else { 1 });
        all.results.push((kind, tried));
        if PATIENCE <= silent {
            all.is_given_up = true;
            break;
        }
    }
    all
}

fn is_silent(tried: &Smallest) -> bool {
    tried.attempt.answer.as_ref().is_err_and(|trouble| trouble.kind == TroubleKind::Silent)
}

fn is_late(tried: &Smallest) -> bool {
    tried.attempt.answer.as_ref().is_err_and(|trouble| trouble.kind == TroubleKind::Late)
}

fn judged(player: &mut dyn Player, task: &Task, assignment: &Assignment, time: Duration) -> Smallest {
    let attempt = player.attempt(task, assignment.algorithm, time);
    let judgement = judge(task, &attempt, assignment.algorithm, assignment.rule);
    Smallest { task: task.clone(), attempt, judgement }
}

/// Looks for a smaller failing tree and for the mistake.
fn explained(player: &mut dyn Player, results: &[TriedTask], first: usize, report: &mut ProgramReport) {
    let found = results[first].1.clone();
    let verdict = found.judgement.verdict;
    let is_slow = found.is_slow();
    let assignment = report.assignment.clone();
    let limit = assignment.patience() * if is_slow { 1 } else { AGAIN };
    let time = if is_slow { A_SMALLER_TREE } else { limit };
    if found.is_between() {
        report.smallest = Some(found);
        return;
    }
    let Steadiness { changes, keeps } = changes(player, results, first, &assignment);
    (report.changes, report.keeps) = (changes.map(|(changes, _)| changes), keeps);
    let is_memory = report.changes == Some(Changes::Memory);
    let tosses = if report.changes == Some(Changes::Chance) { TOSSES } else { 1 };
    let mut fails = |player: &mut dyn Player, task: &Task, time: Duration| {
        // What the program keeps from other trees must not decide which tree is the smallest.
        if keeps || is_memory {
            player.restart();
        }
        (0..tosses).map(|_| judged(player, task, &assignment, time)).find(|tried| tried.judgement.verdict == verdict)
    };
    let limits = ShrinkLimits { shrinking: if is_slow { SHRINKING } else { assignment.explaining() }, time, limit };
    if let Some((Changes::Memory, examined)) = changes {
        let failing = results.iter().map(|(_, tried)| tried).filter(|tried| tried.judgement.verdict == verdict);
        let FreshRuns { right, wrong } = in_fresh_processes(player, failing, &assignment);
        report.smallest = Some(right.unwrap_or(examined).clone());
        report.fresh = wrong
            .filter(|_| !assignment.plays())
            .and_then(|wrong| smallest_failing(player, &wrong.task, limits, &mut fails));
        return;
    }
    if assignment.plays() {
        // There is no need to look for a smaller position: the positions with the shortest games were tried first.
        report.smallest = Some(found);
        return;
    }
    report.smallest = Some(smallest_failing(player, &found.task, limits, &mut fails).unwrap_or(found));
    let is_stray = |smallest: &Smallest| smallest.attempt.stray.is_some();
    if verdict != ProgramVerdict::NoAnswer || report.smallest.as_ref().is_some_and(is_stray) {
        player.allow(assignment.explaining());
        // No search explains a program that behaves differently from run to run.
        if let Some(smallest) = report.smallest.as_ref().filter(|_| report.changes.is_none() && !keeps) {
            let run = &mut |task: &Task| player.attempt(task, assignment.algorithm, limit);
            report.mistake = diagnosis::recognise(&assignment, smallest, run);
        }
        // If the program records its last search, run it once more on the tree that the page shows.
        if let Some(smallest) = &report.smallest {
            player.allow(limit);
            player.attempt(&smallest.task, assignment.algorithm, limit);
        }
    }
}

/// The time limits of the search for a smaller tree.
#[derive(Clone, Copy)]
struct ShrinkLimits {
    /// For all trees together.
    shrinking: Duration,
    /// For each tree.
    time: Duration,
    /// For the result.
    limit: Duration,
}

type Fails<'a> = dyn FnMut(&mut dyn Player, &Task, Duration) -> Option<Smallest> + 'a;

/// Makes a failing tree smaller. Returns `None` if the program does not fail on the result.
fn smallest_failing(
    player: &mut dyn Player,
    task: &Task,
    ShrinkLimits { shrinking, time, limit }: ShrinkLimits,
    fails: &mut Fails<'_>,
) -> Option<Smallest> {
    player.restart();
    player.allow(shrinking);
    let out_of_time = std::time::Instant::now() + shrinking;
    let small = shrunk(task.clone(), &mut |task| {
        let is_late = || out_of_time <= std::time::Instant::now();
        !is_late() && fails(player, task, time).is_some() && !is_late()
    });
    // The earlier verdict may come from state that the program kept, so start it again.
    player.restart();
    // A smaller tree counts only if the program also fails on it with the usual time limit.
    player.allow(limit * 2);
    fails(player, &small, limit)
}
