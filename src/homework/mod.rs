//! Homework that runs: a program searches trees that it asks for, node by node, and is judged by its answers and by what it read.
//!
//! Who runs the program is a `Player`; nothing here starts one.

#![allow(unreachable_pub, reason = "what has names has public ones wherever it stands")]

mod diagnosis;
mod judge;
mod page;
mod protocol;
mod task;
mod wrong_search;

pub(crate) use diagnosis::{Diagnosis, MistakeName};
pub use judge::{ProgramFault, TaskJudgement, judge};
pub(crate) use page::{REPORTS, RanProgram, ReportFormat, Surroundings, VARIABLES};
pub use protocol::{Attempt, Lost, ProgramAnswer, Trouble, Wire, talk};
pub(crate) use protocol::{FAREWELL, GREETING};
pub use task::{Task, Twig};

use crate::core::names::named;
use crate::core::search::Cut;
use std::time::Duration;
use task::{TreeKind, drawn, shrunk};

named! {
    #[derive(Default)]
    pub enum AskedAlgorithm: "algorithm" {
        #[default]
        AlphaBeta = "alpha-beta", "skips what cannot change the result";
        Minimax = "minimax", "reads every leaf";
    }
}

named! {
    #[derive(Default)]
    pub enum TieRule: "rule for ties" {
        #[default]
        Any = "any", "a tie may cut or not";
        Ge = "ge", "a tie must cut";
        Gt = "gt", "a tie must not cut";
    }
}

impl TieRule {
    /// Returns the one rule that is right, if only one is.
    pub(crate) const fn demanded(self) -> Option<Cut> {
        match self {
            Self::Any => None,
            Self::Ge => Some(Cut::AtBeta),
            Self::Gt => Some(Cut::AboveBeta),
        }
    }
}

/// What runs a program.
pub(crate) trait Player {
    /// Lets the program do a task, in no more than this time.
    fn attempt(&mut self, task: &Task, algorithm: AskedAlgorithm, time: Duration) -> Attempt;

    /// Kills the program, so that the next attempt starts a new one.
    fn restart(&mut self);

    /// Sets the time from now on in which all attempts have to end.
    fn allow(&mut self, time: Duration);
}

#[derive(Clone, Debug)]
pub(crate) struct Orders {
    pub algorithm: AskedAlgorithm,
    pub rule: TieRule,
    pub trees: usize,
    pub seed: u64,
    pub time: Duration,
    pub own: Option<Task>,
}

#[derive(Clone, Debug)]
pub(crate) struct ProgramReport {
    pub orders: Orders,
    pub finding: ProgramFault,
    /// The explanation if there is no smallest tree.
    pub why: String,
    pub wrong: usize,
    pub tried: usize,
    pub smallest: Option<Smallest>,
    pub mistake: Option<Diagnosis>,
    /// Whether it is wrong only after it has searched other trees.
    pub remembers: bool,
    pub tests: Vec<Test>,
}

/// What a program did with a tree; in a report, with the smallest on which it is wrong.
#[derive(Clone, Debug)]
pub(crate) struct Smallest {
    pub task: Task,
    pub attempt: Attempt,
    pub judgement: TaskJudgement,
}

#[derive(Clone, Debug)]
pub(crate) struct Test {
    pub name: &'static str,
    pub passed: bool,
    /// Why not, or on how many trees it was tried.
    pub message: String,
}

impl Test {
    /// Every property is worth as much.
    pub(crate) const MAX: u32 = 2;

    pub(crate) const fn score(&self) -> u32 {
        if self.passed { Self::MAX } else { 0 }
    }
}

impl ProgramReport {
    /// Returns its points, and the maximum.
    pub(crate) fn score(&self) -> (u32, u32) {
        (self.tests.iter().map(Test::score).sum(), self.tests.len() as u32 * Test::MAX)
    }
}

/// A program has so long for a tree.
const A_TREE: Duration = Duration::from_secs(5);
/// The same while it is known to be slow, and a smaller tree is looked for.
const A_SMALLER_TREE: Duration = Duration::from_secs(1);
/// So long a smaller tree is looked for.
const SHRINKING: Duration = Duration::from_secs(8);
/// So long the known mistakes are tried.
const KNOWING: Duration = Duration::from_secs(5);
/// After so many trees without an answer no more are tried; who is silent is waited for twice.
const PATIENCE: usize = 4;

/// Tries a program on all trees, and finds out what is wrong with it.
pub(crate) fn examine(player: &mut dyn Player, orders: &Orders) -> ProgramReport {
    player.allow(orders.time);
    let results = tried(player, orders);
    let worst = results.iter().map(|(_, tried)| tried.judgement.finding).max().unwrap_or(ProgramFault::Right);
    let first = results.iter().map(|(_, tried)| tried).find(|tried| tried.judgement.finding == worst);
    let mut report = ProgramReport {
        orders: orders.clone(),
        finding: worst,
        why: first.map(|first| first.judgement.why.clone()).unwrap_or_default(),
        wrong: results.iter().filter(|(_, tried)| !tried.judgement.finding.is_right()).count(),
        tried: results.len(),
        smallest: None,
        mistake: None,
        remembers: false,
        tests: tests(orders, &results),
    };
    if let Some(first) = first.filter(|_| !worst.is_right()) {
        explained(player, first.clone(), &mut report);
    }
    player.restart();
    report
}

type TriedTask = (TreeKind, Smallest);

fn tried(player: &mut dyn Player, orders: &Orders) -> Vec<TriedTask> {
    let own = orders.own.iter().map(|task| (TreeKind::Plain, task.clone()));
    let drawn =
        (0..if orders.own.is_some() { 0 } else { orders.trees }).map(|index| drawn(orders.seed, index, orders.trees));
    let (mut results, mut silent): (Vec<TriedTask>, usize) = (Vec::new(), 0);
    for (kind, task) in own.chain(drawn) {
        let tried = judged(player, &task, orders, A_TREE);
        let trouble = tried.attempt.answer.as_ref().err();
        silent += trouble.map_or(0, |trouble| if trouble.is_slow { PATIENCE / 2 } else { 1 });
        results.push((kind, tried));
        if PATIENCE <= silent {
            break;
        }
    }
    results
}

fn judged(player: &mut dyn Player, task: &Task, orders: &Orders, time: Duration) -> Smallest {
    let attempt = player.attempt(task, orders.algorithm, time);
    let judgement = judge(task, &attempt, orders.algorithm, orders.rule);
    Smallest { task: task.clone(), attempt, judgement }
}

/// Looks for a smaller tree and for the mistake.
fn explained(player: &mut dyn Player, found: Smallest, report: &mut ProgramReport) {
    let Orders { algorithm, rule, .. } = report.orders;
    let finding = found.judgement.finding;
    let is_slow = found.attempt.answer.as_ref().is_err_and(|trouble| trouble.is_slow);
    let time = if is_slow { A_SMALLER_TREE } else { A_TREE };
    let orders = report.orders.clone();
    let judged = |player: &mut dyn Player, task: &Task| judged(player, task, &orders, time);
    player.restart();
    player.allow(SHRINKING);
    let alone = judged(player, &found.task);
    report.remembers = alone.judgement.finding != finding && !is_slow;
    if report.remembers {
        report.smallest = Some(found);
        return;
    }
    let out_of_time = std::time::Instant::now() + SHRINKING;
    let small = shrunk(found.task.clone(), &mut |task| {
        let is_late = || out_of_time <= std::time::Instant::now();
        !is_late() && judged(player, task).judgement.finding == finding && !is_late()
    });
    // A finding on the way may depend on state that the program keeps.
    player.restart();
    player.allow(A_TREE);
    let small = judged(player, &small);
    report.smallest = Some(if small.judgement.finding == finding { small } else { found });
    if finding != ProgramFault::NoAnswer {
        player.allow(KNOWING);
        if let Some(smallest) = &report.smallest {
            let run = &mut |task: &Task| player.attempt(task, algorithm, A_TREE);
            report.mistake = diagnosis::recognise((algorithm, rule), smallest, run);
        }
        // Who writes down the last search has that of the tree on the page.
        if let Some(smallest) = &report.smallest {
            player.allow(A_TREE);
            player.attempt(&smallest.task, algorithm, A_TREE);
        }
    }
}

/// The properties, each of them whole or not at all.
fn tests(orders: &Orders, results: &[TriedTask]) -> Vec<Test> {
    use ProgramFault as F;
    let result = [F::Value, F::Move];
    let mut all: Vec<(&'static str, Option<TreeKind>, &[ProgramFault])> =
        vec![("value", None, &[F::Value]), ("best move", None, &[F::Move])];
    if orders.algorithm == AskedAlgorithm::AlphaBeta {
        all.push(("safe pruning", None, &[F::Unsafe]));
    }
    all.extend([("no needless reads", None, &[F::Needless][..]), ("order of reads", None, &[F::Order])]);
    if orders.own.is_none() {
        let kinds = [TreeKind::Ties, TreeKind::Negative, TreeKind::OneChild, TreeKind::MinRoot, TreeKind::Limited];
        all.extend(kinds.map(|kind| (kind.name(), Some(kind), &result[..])));
    }
    let wanted = if orders.own.is_some() { 1 } else { orders.trees };
    all.into_iter().map(|(name, kind, against)| test(name, kind, against, results, results.len() == wanted)).collect()
}

fn test(
    name: &'static str,
    kind: Option<TreeKind>,
    against: &[ProgramFault],
    results: &[TriedTask],
    is_whole: bool,
) -> Test {
    let of_kind = results.iter().filter(|(of, ..)| kind.is_none_or(|kind| kind == *of));
    let is_bad = |judgement: &TaskJudgement| {
        judgement.all.iter().any(|finding| *finding == ProgramFault::NoAnswer || against.contains(finding))
    };
    let (count, bad): (usize, Vec<&TriedTask>) =
        (of_kind.clone().count(), of_kind.filter(|(_, tried)| is_bad(&tried.judgement)).collect());
    let message = match bad.first() {
        Some((_, tried)) => {
            let tree = tried.task.to_string();
            let tree = if tree.len() <= 60 { format!(", first on {tree}") } else { String::new() };
            format!("wrong on {} of {count} trees{tree}", bad.len())
        }
        None if !is_whole => "not all trees were tried".to_owned(),
        None if count == 0 => "there was no such tree".to_owned(),
        None => format!("right on {count} trees"),
    };
    Test { name, passed: bad.is_empty() && is_whole && count != 0, message }
}
