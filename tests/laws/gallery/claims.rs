//! The report of `verify` on one wrong claim: the check that finds it, the line, and the field. Each trace is that of a
//! correct search of a small tree or board, with one change.

use crate::gallery::counts::WIKIPEDIA;
use crate::gallery::techniques::set;
use crate::support::tree_trace;
use crate::support::trees::Tree;
use plywood::game::chess::Evaluation::Positional;
use plywood::game::chess::{ChessGame, parse_fen};
use plywood::hooks::{Event, Stored, Verdict};
use plywood::search::{Order, Settings};
use plywood::study::{AnyStudy, Study};
use plywood::trace::{Record, Trace};
use plywood::verify::{Check, Effort, Failure, Finding, Interval, Problem, Rule, TraceValue, Unchecked, verify};
use plywood::{Bound, Score, Window};

/// White is a rook up, and Black's only capture is on b3.
const PAWN_TAKES: &str = "8/8/8/3k4/2p5/1P6/3K4/R7 w - - 0 1";

fn milli(score: i32) -> Score {
    Score::from_millipawns(score)
}

/// Alpha-beta over the whole tree, with moves tried in the given order.
fn searched(tree: &str, depth: u32) -> Trace {
    tree_trace(&Tree::parse(tree), depth, Order::None)
}

/// Returns a search of [`PAWN_TAKES`] with quiescence, one or more plies deep.
fn with_quiescence(depth: u32) -> Trace {
    let settings = Settings::default().depth(depth).techniques(set("quiescence"));
    let game = ChessGame::new(parse_fen(PAWN_TAKES).unwrap(), Positional);
    Study::new(game, (), settings).unwrap().trace().unwrap()
}

/// Returns the event with the verdict about the child at the end of `line`.
fn judged<'a>(trace: &'a mut Trace, line: &[&str]) -> &'a mut Event<String> {
    let is_it = |record: &&mut Record| matches!(record.event, Event::Judged { .. }) && record.subject() == line;
    &mut trace.records.iter_mut().find(is_it).unwrap().event
}

fn failure(check: Check, line: &[&str], problem: Problem) -> Failure {
    Failure { check, line: line.iter().map(|&name| name.to_owned()).collect(), problem }
}

fn failures(trace: &Trace) -> Vec<Failure> {
    verify(trace, &Effort::default()).unwrap().failures
}

/// Which rules are broken, at which lines, and the correct values.
fn findings(trace: &Trace) -> Vec<(Rule, String, String)> {
    let audit = verify(trace, &Effort::default()).unwrap().audit;
    audit.findings.into_iter().map(|found| (found.rule, found.line.join(" "), found.follows)).collect()
}

fn failures_of(check: Check, trace: &Trace) -> Vec<Failure> {
    failures(trace).into_iter().filter(|failure| failure.check == check).collect()
}

#[test]
fn a_score_above_alpha_by_less_than_the_tolerance_need_not_be_the_new_best() {
    // Both moves are worth 3, but the writer's floats are slightly higher for the second.
    let with = |more: i32| {
        let mut trace = searched("[3,3]", 1);
        trace.header.tolerance = milli(10);
        let Event::Judged { score, verdict, .. } = judged(&mut trace, &["b"]) else { unreachable!() };
        assert_eq!((*score, *verdict), (milli(3000), Verdict::NotBest));
        *score = milli(3000 + more);
        trace
    };
    let report = verify(&with(5), &Effort::default()).unwrap();
    assert!(report.passes(), "{:?} {:?}", report.failures, report.audit.findings);
    let (found, is) = (findings(&with(15)), "best: 3.015 in the window (3.000, +inf)");
    assert!(found.contains(&(Rule::Verdict, "b".into(), is.into())), "{found:?}");
}

#[test]
fn a_window_that_a_node_has_not_is_found_where_it_is_compared() {
    // The first move raises alpha to 1, and the second is compared with this.
    let with = |change: &dyn Fn(&mut Window)| {
        let mut trace = searched("[1,2]", 1);
        let Event::Judged { window, .. } = judged(&mut trace, &["b"]) else { unreachable!() };
        change(window);
        findings(&trace)
    };
    let is = "(1.000, +inf): by the earlier events";
    let wrong = [(Rule::Window, "b".to_owned(), is.to_owned())];
    assert_eq!(with(&|window| window.alpha = milli(1500)), wrong);
    assert_eq!(with(&|window| window.beta = milli(5000)), wrong);
}

/// Returns the report on a table hit with this bound whose score differs by `shift` from the stored score.
fn said_of_table(bound: Bound, shift: i32) -> (Finding, Record) {
    let settings = Settings::default().techniques(set("tt iterative"));
    let mut trace = Study::new(Tree::parse(WIKIPEDIA).game(), (), settings).unwrap().trace().unwrap();
    let is_it = |record: &&mut Record| {
        let is_bound = matches!(&record.event, Event::TableHit { stored, .. } if stored.bound == bound);
        is_bound && !record.line.is_empty()
    };
    let record = trace.records.iter_mut().find(is_it).unwrap();
    let Event::TableHit { stored: Stored { score, .. }, .. } = &mut record.event else { unreachable!() };
    *score = score.plus(milli(shift));
    assert_ne!(*score, Score::ZERO);
    let record = record.clone();
    let found = verify(&trace, &Effort::default()).unwrap().audit.findings;
    let [finding] =
        found.iter().filter(|found| found.rule == Rule::Table && found.field == "score").collect::<Vec<_>>()[..]
    else {
        panic!("{found:?}")
    };
    assert_eq!(finding.line, record.line);
    (finding.clone(), record)
}

#[test]
fn a_score_that_the_table_never_stored_is_named() {
    // A fail-hard node returns beta or alpha, so a stored score beyond them is unknown.
    for (bound, shift) in [(Bound::Exact, 137), (Bound::Lower, -137), (Bound::Upper, 137)] {
        let (finding, record) = said_of_table(bound, shift);
        let Event::TableHit { stored, .. } = record.event else { unreachable!() };
        assert_eq!(finding.said, TraceValue::Score(stored.score));
    }
}

#[test]
fn a_wrong_score_and_a_wrong_bound_are_found_by_their_own_checks() {
    let with = |said: Bound| {
        let mut trace = searched("[2,1]", 1);
        let Event::Judged { score, bound, .. } = judged(&mut trace, &["b"]) else { unreachable!() };
        assert_eq!((*score, *bound), (milli(1000), Bound::Exact));
        (*score, *bound) = (milli(1500), said);
        failures(&trace)
    };
    let problem = |bound| Problem::Score { said: milli(1500), bound, is: Interval::point(milli(1000)) };
    assert_eq!(with(Bound::Exact), [failure(Check::Exact, &["b"], problem(Bound::Exact))]);
    assert_eq!(with(Bound::Lower), [failure(Check::Bound, &["b"], problem(Bound::Lower))]);
    assert_eq!(with(Bound::Upper), [], "it is 1.5 or less");
}

/// Changes the verdict about `line` into a cutoff that skips the move `skipped`, and removes the events of this move.
fn cut(trace: &mut Trace, line: &[&str], skipped: &str) {
    let (_, parent) = line.split_last().unwrap();
    let Event::Judged { verdict, .. } = judged(trace, line) else { unreachable!() };
    *verdict = Verdict::Cutoff { skipped: 1 };
    trace.records.retain(|record| record.line != parent || record.event.child().is_none_or(|mv| mv != skipped));
}

#[test]
fn the_skipped_move_on_which_the_root_depends_is_named() {
    // 2 is the best so far, which causes no cutoff at the root.
    let mut trace = searched("[1,2,3]", 1);
    cut(&mut trace, &["b"], "c");
    let root = Interval { low: milli(2000), high: Score::MAX };
    assert_eq!(failures_of(Check::Skipped, &trace), [failure(Check::Skipped, &["c"], Problem::Skipped { root })]);
}

#[test]
fn a_skipped_move_that_can_only_tie_is_not_the_one_on_which_the_root_depends() {
    // The reply b a refutes b: b is worth at most 1, as much as a. The reply c a refutes nothing, as 5 is more than 1.
    let mut trace = searched("[[1],[1,5],[5,6]]", 2);
    assert!(matches!(judged(&mut trace, &["b", "a"]), Event::Judged { verdict: Verdict::Cutoff { skipped: 1 }, .. }));
    cut(&mut trace, &["c", "a"], "b");
    let root = Interval { low: milli(1000), high: milli(5000) };
    assert_eq!(failures_of(Check::Skipped, &trace), [failure(Check::Skipped, &["c", "b"], Problem::Skipped { root })]);
}

#[test]
fn a_wrong_score_of_standing_pat_is_named() {
    let mut trace = with_quiescence(1);
    let is_it = |record: &&mut Record| matches!(record.event, Event::StandPat { .. }) && record.line.len() == 1;
    let record = trace.records.iter_mut().find(is_it).unwrap();
    let Event::StandPat { score, .. } = &mut record.event else { unreachable!() };
    // Black, to move, is a rook down.
    let is = *score;
    assert!(is < milli(-3000));
    *score = is.plus(milli(250));
    let line = record.line.clone();
    let is = format!("{is}, by the evaluation that the header names");
    let found = findings(&trace);
    assert!(found.contains(&(Rule::Static, line.join(" "), is)), "{found:?}");
}

#[test]
fn an_illegal_capture_in_quiescence_is_no_move_beyond_the_known_tree() {
    let mut trace = with_quiescence(1);
    let is_it =
        |record: &&mut Record| matches!(&record.event, Event::Enter { depth: 0, moves, .. } if *moves == ["cxb3"]);
    let record = trace.records.iter_mut().find(is_it).unwrap();
    let Event::Enter { moves, .. } = &mut record.event else { unreachable!() };
    moves.push("cxd3".into());
    let line = record.line.clone();
    let audit = verify(&trace, &Effort::default()).unwrap().audit;
    let of_moves: Vec<_> = audit.findings.iter().filter(|finding| finding.rule == Rule::Moves).collect();
    assert_eq!(of_moves.len(), 1);
    assert_eq!((&of_moves[0].line, of_moves[0].follows.as_str()), (&line, "1: 1 move not legal: cxd3"));
}

#[test]
fn a_best_play_that_cannot_be_played_is_illegal_whatever_follows_it() {
    // Without quiescence a search ends at its depth.
    let mut trace = searched("[[1,2],[3,4]]", 2);
    assert_eq!(trace.outcome.pv, ["b", "a"]);
    trace.outcome.pv.push("a".into());
    assert_eq!(failures_of(Check::Pv, &trace), [failure(Check::Pv, &["b", "a", "a"], Problem::Illegal)]);
    // With quiescence, only the part beyond the depth may lead to nodes that the known tree doesn't have.
    let mut trace = with_quiescence(2);
    assert!(2 <= trace.outcome.pv.len());
    trace.outcome.pv.truncate(1);
    trace.outcome.pv.extend(["cxd3".into(), "Ra8".into()]);
    let line = trace.outcome.pv[..2].to_vec();
    let failed = failures_of(Check::Pv, &trace);
    assert_eq!(failed, [Failure { check: Check::Pv, line, problem: Problem::Illegal }]);
}

#[test]
fn a_whole_best_play_has_to_end_in_the_score_of_the_root() {
    let mut trace = searched("[[1,2],[3,4]]", 2);
    trace.outcome.leaf_score = None;
    assert_eq!(failures(&trace), []);
    trace.outcome.score = Some(milli(3500));
    let problem = Problem::PvLeaf { root: milli(3500), leaf: milli(3000) };
    assert_eq!(failures_of(Check::Pv, &trace), [failure(Check::Pv, &["b", "a"], problem)]);
}

/// Returns whether claims could not be checked because the trace lacks something; a best line that ends early doesn't
/// count.
fn is_unknown(unchecked: &[(Unchecked, u64)]) -> bool {
    let has = |why| unchecked.iter().any(|&(reason, _)| reason == why);
    has(Unchecked::Unknown) && !has(Unchecked::PvShort)
}

#[test]
fn a_leaf_that_was_not_searched_is_unknown_where_nothing_else_is_known_of_the_tree() {
    // The reply b a is worth less than a, so b b was skipped.
    let settings = Settings::default().depth(2).order(Order::None);
    let mut trace = Study::new(Tree::parse("[[3,5],[2,4]]").game(), (), settings).unwrap().trace().unwrap();
    (trace.outcome.best, trace.outcome.leaf_score) = (Some("b".into()), None);
    trace.outcome.pv = vec!["b".into(), "b".into()];
    let report = verify(&trace, &Effort::default()).unwrap();
    assert!(report.is_alone && is_unknown(&report.unchecked), "{:?}", report.unchecked);
}

#[test]
fn every_score_of_a_report_is_known_to_whoever_writes_it() {
    // A score with three decimals, so that all scores are written with three decimals.
    let mut trace = searched("[2,1]", 1);
    let Event::Judged { score, .. } = judged(&mut trace, &["b"]) else { unreachable!() };
    *score = milli(1625);
    let report = verify(&trace, &Effort::default()).unwrap();
    let [failure] = &report.failures[..] else { panic!("{:?}", report.failures) };
    assert_eq!(failure.problem.scores().collect::<Vec<_>>(), [1625, 1000, 1000].map(milli));
    // The score of minimax, the trace's own, and those of the failure.
    assert_eq!(report.scores().collect::<Vec<_>>(), [2000, 2000, 1625, 1000, 1000].map(milli));
}
