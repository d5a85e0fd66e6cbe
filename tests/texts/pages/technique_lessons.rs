//! In its lesson, each technique has the effect that the lesson describes; without the technique, the effect is
//! missing.

use super::commands::told;
use plywood::hooks::{Event, Leaf, Pass, Prune, Ranked, Reason};
use plywood::model::{Lesson, builtin};
use plywood::search::Technique;
use plywood::trace::{Trace, line_text};

/// The lesson of each technique, the options of the search without it, and with it.
const LESSONS: [(Technique, &str, &[&str], &[&str]); 13] = [
    (Technique::Iterative, "deepening", &[], &["--with", "iterative"]),
    (Technique::Aspiration, "narrow-window", &[], &["--with", "aspiration"]),
    (Technique::TranspositionTable, "table-hit", &[], &["--with", "tt"]),
    (Technique::Killers, "killer-reply", &[], &["--with", "killers"]),
    (Technique::History, "history-recalled", &[], &["--with", "history"]),
    (Technique::Quiescence, "horizon", &["--depth", "1"], &["--depth", "1", "--with", "quiescence"]),
    (Technique::Delta, "delta-pawn", &["--with", "quiescence"], &["--with", "quiescence,delta"]),
    (Technique::See, "losing-capture", &["--with", "quiescence"], &["--with", "quiescence,see"]),
    (Technique::CheckExtension, "check-extended", &[], &["--with", "check-extension"]),
    (Technique::LateMoveReduction, "late-move", &[], &["--with", "lmr"]),
    (Technique::Futility, "futile-reply", &[], &["--with", "futility"]),
    (Technique::MateDistance, "mate-distance", &[], &["--with", "mate-distance"]),
    (Technique::Symmetry, "mirror-image", &["--with", "tt"], &["--with", "tt,symmetry"]),
];

/// Returns whether an event of the trace reports the technique.
fn acts(technique: Technique, trace: &Trace) -> bool {
    let is_ranked = |moves: &[Ranked<String>], is: fn(Reason) -> bool| moves.iter().any(|mv| is(mv.reason));
    trace.records.iter().any(|record| match (technique, &record.event) {
        (Technique::Iterative, Event::Pass { pass, .. }) => *pass == Pass::Iteration,
        (Technique::Aspiration, Event::Pass { pass, .. }) => *pass == Pass::Aspiration,
        (Technique::TranspositionTable | Technique::Symmetry, Event::TableHit { cut, .. }) => *cut,
        (Technique::Killers, Event::Ordered { moves }) => is_ranked(moves, |reason| reason == Reason::Killer),
        (Technique::History, Event::Ordered { moves }) => {
            is_ranked(moves, |reason| matches!(reason, Reason::History { .. }))
        }
        (Technique::Quiescence, Event::StandPat { .. }) | (Technique::CheckExtension, Event::Extended { .. }) => true,
        (Technique::Delta, Event::Pruned { reason, .. }) => *reason == Prune::Delta,
        (Technique::See, Event::Pruned { reason, .. }) => *reason == Prune::See,
        (Technique::Futility, Event::Pruned { reason, .. }) => *reason == Prune::Futility,
        (Technique::LateMoveReduction, Event::Reduced { .. }) => true,
        (Technique::MateDistance, Event::Judged { leaf, .. }) => *leaf == Some(Leaf::MateDistance),
        _ => false,
    })
}

fn result(trace: &Trace) -> (String, String) {
    (trace.outcome.score.unwrap().to_string(), line_text(&trace.outcome.pv, trace.header.numbering))
}

#[test]
fn each_technique_acts_in_its_lesson() {
    for (technique, lesson, without, with) in LESSONS {
        let (without, with) = (told(lesson, without), told(lesson, with));
        assert!(!acts(technique, without), "{lesson} without {technique:?}");
        assert!(acts(technique, with), "{lesson} with {technique:?}");
        // A technique that proves its result does not change the score.
        assert!(!technique.is_exact() || result(with).0 == result(without).0, "{lesson}");
        let nodes = without.outcome.statistics.nodes();
        assert!(nodes <= 25, "{lesson} is too large to be drawn: {nodes} nodes");
    }
    // A lesson has no moves after a null move.
    let without_lesson = |technique: &&Technique| LESSONS.iter().all(|(other, ..)| other != *technique);
    assert_eq!(Technique::ALL.iter().filter(without_lesson).collect::<Vec<_>>(), [&Technique::NullMove]);
}

/// The answer of a lesson contains each of these.
fn answers(lesson: &str, said: &[String]) {
    let answer = Lesson::from_json(builtin(lesson).unwrap()).unwrap().caption.answer;
    for said in said {
        assert!(answer.contains(said.as_str()), "{said} is not in: {answer}");
    }
}

fn leaves(lesson: &str, options: &[&str]) -> u64 {
    told(lesson, options).outcome.statistics.leaves
}

#[test]
fn the_answers_of_orders_and_windows() {
    let [without, with] = [&[][..], &["--with", "killers"]].map(|options| leaves("killer-reply", options));
    answers("killer-reply", &[format!("{with} leaves instead of {without}")]);
    let [without, with, killers] =
        [&[][..], &["--with", "history"], &["--with", "killers"]].map(|options| leaves("history-recalled", options));
    answers("history-recalled", &[format!("{with} leaves instead of {without}"), format!("evaluates all {killers}")]);
    let skips = |options: &[&str], name: &str| {
        let is_leaf = |mv: &String| mv == name;
        !told("narrow-window", options)
            .records
            .iter()
            .any(|record| matches!(&record.event, Event::Judged { mv, .. } if is_leaf(mv)))
    };
    assert!(!skips(&[], "A1b") && skips(&["--with", "aspiration"], "A1b"));
    let wide = leaves("narrow-window", &["--set", "A2a=2"]);
    let narrow = told("narrow-window", &["--set", "A2a=2", "--with", "aspiration"]);
    let passes: Vec<Pass> = narrow
        .records
        .iter()
        .filter_map(|record| match record.event {
            Event::Pass { pass, .. } => Some(pass),
            _ => None,
        })
        .collect();
    assert_eq!(passes, [Pass::Aspiration, Pass::FailedHigh]);
    answers(
        "narrow-window",
        &[format!("{} leaves in two passes, where a full window needs {wide}", narrow.outcome.statistics.leaves)],
    );
}

/// If the guess of a technique is right, the result doesn't change; two lessons show the cost of a wrong guess.
#[test]
fn the_answers_of_guesses() {
    for (lesson, without, with) in
        [("delta-pawn", "quiescence", "quiescence,delta"), ("losing-capture", "quiescence", "quiescence,see")]
    {
        let (without, with) = (told(lesson, &["--with", without]), told(lesson, &["--with", with]));
        assert_eq!(result(without), result(with), "{lesson}");
        assert!(with.outcome.statistics.nodes() < without.outcome.statistics.nodes(), "{lesson}");
    }
    let best = |lesson: &str, options: &[&str]| told(lesson, options).outcome.pv[0].clone();
    assert_eq!(best("check-extended", &[]), "Qxg7+");
    answers("check-extended", &[format!("1.{}.", best("check-extended", &["--with", "check-extension"]))]);
    let (right, wrong) = (told("late-move", &[]), told("late-move", &["--with", "lmr"]));
    let score = |trace: &Trace| trace.outcome.score.unwrap().to_string().trim_end_matches(".000").to_owned();
    let [wrong_best, right_best] = [wrong, right].map(|trace| trace.outcome.pv[0].clone());
    answers(
        "late-move",
        &[format!("{wrong_best}, which is worth {}, although {right_best} is worth {}", score(wrong), score(right))],
    );
    let (right, wrong) = (told("futile-reply", &[]), told("futile-reply", &["--with", "futility"]));
    assert_eq!([&right.outcome.pv[0], &wrong.outcome.pv[0]], ["A", "B"]);
    answers("futile-reply", &["B seems to be worth 2.25".to_owned()]);
    assert_eq!([score(right), score(wrong)], ["2", "2.250"]);
}
