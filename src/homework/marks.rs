//! The marks of a program: ten properties, with the points and the result of each.

use super::task::TreeKind;
use super::verdict::{ProgramVerdict, TaskJudgement};
use super::{AskedAlgorithm, Assignment, ProgramReport, Smallest, TieRule, TriedTask, TriedTasks};
use crate::core::names::named;
use std::collections::BTreeMap;

named! {
    /// How to mark a property that fails on some trees.
    #[derive(Default)]
    pub(crate) enum MarksRule: "way of marking" {
        #[default]
        Properties = "properties", "each property earns all of its points or none";
        Share = "share", "each property earns points in proportion to the trees on which it holds";
        Carried = "carried", "as properties, but a failure that follows from an earlier one costs nothing";
    }
}

named! {
    /// When Gradescope shows a test to the student.
    pub(crate) enum Visibility: "visibility" {
        Visible = "visible", "always";
        Hidden = "hidden", "never";
        AfterDueDate = "after_due_date", "once the assignment is due";
        AfterPublished = "after_published", "once the grades are published";
    }
}

/// The points and the visibility of properties. A property that the teacher doesn't mention is visible and has the
/// default points.
#[derive(Clone, Debug, Default)]
pub(crate) struct MarkingScheme {
    pub rule: MarksRule,
    pub weights: BTreeMap<&'static str, u32>,
    pub visibility: BTreeMap<&'static str, Visibility>,
}

/// The properties, in order. Their names must not change.
pub(crate) const PROPERTIES: [&str; 10] = [
    "value",
    "best move",
    "safe pruning",
    "no needless reads",
    "order of reads",
    "ties",
    "negative values",
    "one child",
    "min at the root",
    "depth limit",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TestState {
    Passed,
    Failed,
    /// No tree tested the property, so it does not count.
    NotTried,
}

/// The result for a property.
#[derive(Clone, Debug)]
pub(crate) struct Test {
    pub name: &'static str,
    pub state: TestState,
    /// The points for the property, in hundredths.
    pub score: u32,
    pub max: u32,
    pub visibility: Visibility,
    /// The reason why the property failed, or the number of trees that tested it.
    pub message: String,
}

impl Test {
    /// The default points of a property, in hundredths of a point.
    pub(crate) const MAX: u32 = 200;
}

impl ProgramReport {
    /// Returns the points for the property and the maximum points, in hundredths of a point.
    pub(crate) fn score(&self) -> (u32, u32) {
        (self.tests.iter().map(|test| test.score).sum(), self.tests.iter().map(|test| test.max).sum())
    }
}

/// Judges the properties.
pub(super) fn tests(assignment: &Assignment, tried: &TriedTasks) -> Vec<Test> {
    use ProgramVerdict as F;
    let (result, with_rule) = ([F::Value, F::Move], [F::Value, F::Move, F::Ties]);
    let mut all: Vec<(&'static str, Option<TreeKind>, &[ProgramVerdict])> =
        vec![("value", None, &[F::Value]), ("best move", None, &[F::Move])];
    if assignment.plays() {
        return vec![test("best move", None, &[F::Move], &assignment.scheme, tried)];
    }
    if assignment.algorithm == AskedAlgorithm::AlphaBeta {
        all.push(("safe pruning", None, &[F::Unsafe]));
    }
    all.extend([("no needless reads", None, &[F::Needless][..]), ("order of reads", None, &[F::Order])]);
    if assignment.own.is_empty() {
        let kinds = [TreeKind::Ties, TreeKind::Negative, TreeKind::OneChild, TreeKind::MinRoot, TreeKind::Limited];
        // If the teacher sets the players, this determines who moves at the root. If the teacher sets a depth, this
        // depth applies to all trees.
        let has_kind = |kind: &TreeKind| {
            (*kind != TreeKind::MinRoot || assignment.spec.movers.is_none())
                && (*kind != TreeKind::Limited || assignment.spec.depth.is_none())
        };
        all.extend(kinds.into_iter().filter(has_kind).map(|kind| {
            let against = if kind == TreeKind::Ties { &with_rule[..] } else { &result[..] };
            (kind.name(), Some(kind), against)
        }));
    } else if assignment.rule != TieRule::Any && assignment.algorithm == AskedAlgorithm::AlphaBeta {
        all.push((TreeKind::Ties.name(), None, &[F::Ties]));
    }
    all.into_iter().map(|(name, kind, against)| test(name, kind, against, &assignment.scheme, tried)).collect()
}

fn test(
    name: &'static str,
    kind: Option<TreeKind>,
    against: &[ProgramVerdict],
    scheme: &MarkingScheme,
    tried: &TriedTasks,
) -> Test {
    // A program can break a required rule for ties on trees of all kinds.
    let breaks_rule = |tried: &Smallest| {
        against.contains(&ProgramVerdict::Ties) && tried.judgement.all.contains(&ProgramVerdict::Ties)
    };
    let is_of_kind = |of: TreeKind, tried: &Smallest| kind.is_none_or(|kind| kind == of) || breaks_rule(tried);
    let of_kind: Vec<&TriedTask> = tried.results.iter().filter(|(of, tried)| is_of_kind(*of, tried)).collect();
    let is_against = |verdict: &ProgramVerdict| *verdict == ProgramVerdict::NoAnswer || against.contains(verdict);
    let is_bad = |judgement: &TaskJudgement| match scheme.rule {
        MarksRule::Properties | MarksRule::Share => judgement.all.iter().any(is_against),
        // Only the worst verdict on each tree counts, because the other findings follow from it.
        MarksRule::Carried => is_against(&judgement.verdict),
    };
    let bad: Vec<&TriedTask> = of_kind.iter().copied().filter(|(_, tried)| is_bad(&tried.judgement)).collect();
    let count = of_kind.len();
    let max = scheme.weights.get(name).map_or(Test::MAX, |weight| weight * 100);
    let visibility = scheme.visibility.get(name).copied().unwrap_or(Visibility::Visible);
    let of = |state, score, max, message| Test { name, state, score, max, visibility, message };
    let noun = if tried.results.iter().any(|(_, tried)| tried.task.position.is_some()) { "position" } else { "tree" };
    let trees = |count: usize| if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") };
    if count == 0 && tried.is_given_up {
        return of(
            TestState::Failed,
            0,
            max,
            "not tried, since the program gave no answer to earlier trees".to_owned(),
        );
    }
    if count == 0 {
        return of(TestState::NotTried, 0, 0, "not tried: there was no such tree".to_owned());
    }
    let Some((_, first)) = bad.first() else {
        return of(TestState::Passed, max, max, format!("right on {}", trees(count)));
    };
    let is_general =
        kind.is_some() && tried.results.iter().any(|(of, tried)| is_plain(*of) && is_bad(&tried.judgement));
    let has_answer = tried.results.iter().any(|(_, tried)| tried.attempt.answer.is_ok());
    if scheme.rule == MarksRule::Carried && is_general && has_answer {
        let message = format!("wrong on {} of {}, as on trees of other kinds: carried", bad.len(), trees(count));
        return of(TestState::Passed, max, max, message);
    }
    let tree = first.task.to_string();
    let tree = if tree.len() <= 60 { format!(", first on {tree}") } else { String::new() };
    let share = match scheme.rule {
        MarksRule::Share => max * (count - bad.len()) as u32 / count as u32,
        MarksRule::Properties | MarksRule::Carried => 0,
    };
    of(TestState::Failed, share, max, format!("wrong on {} of {}{tree}", bad.len(), trees(count)))
}

/// Returns whether trees of this kind have no special feature that a program could get wrong.
const fn is_plain(kind: TreeKind) -> bool {
    matches!(kind, TreeKind::Plain | TreeKind::Uneven | TreeKind::Deep)
}
