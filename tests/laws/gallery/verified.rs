//! `verify` accepts every exact search, and no falsified one.

use crate::gallery::algorithms::every_exact_way;
use crate::gallery::techniques::{exact_ways, set};
use crate::support::trees::{Tree, check, uneven};
use crate::support::{every, is_long, positions, runs};
use plywood::game::TreeGame;
use plywood::game::chess::Evaluation::{self, Positional};
use plywood::game::chess::{Chess, ChessGame};
use plywood::hooks::Event;
use plywood::search::{Algorithm, Order, Settings};
use plywood::study::{AnyStudy, Limits, Study};
use plywood::trace::{Outcome, Record, Shape, Trace};
use plywood::verify::{Check, Effort, Failure, Interval, Problem, Report, Rule, verify};
use plywood::{Bound, Score};
use proptest::prelude::*;
use std::cell::Cell;

fn study(tree: &Tree, settings: Settings) -> Study<TreeGame> {
    Study::new(tree.game(), (), settings).unwrap().with_whole_tree()
}

#[test]
fn every_exact_search_of_every_tree_is_verified() {
    let ways: Vec<Vec<Settings>> = (1..=5)
        .map(|depth| every_exact_way(depth).into_iter().chain(exact_ways::<TreeGame>(depth)).collect())
        .collect();
    let checked = Cell::new([0; Check::ALL.len()]);
    check(runs(24), (uneven(5), 1..=5_u32), |(tree, depth)| {
        for (index, &settings) in ways[depth as usize - 1].iter().enumerate() {
            let study = study(&tree, settings);
            let report = verify(&study, &Effort::default()).unwrap();
            prop_assert!(report.passes(), "{:?}: {:?}", settings, report.failures);
            prop_assert_eq!(report.by_minimax.0, report.by_minimax.1, "every claim is held against minimax");
            checked.set(std::array::from_fn(|check| checked.get()[check] + report.checked[check]));
            // A trace gives the same report as the search.
            if index % 8 == 0 && !tree.children.is_empty() {
                let read = verify(&study.trace().unwrap(), &Effort::default()).unwrap();
                prop_assert_eq!((&read.checked, &read.failures), (&report.checked, &report.failures));
            }
        }
        Ok(())
    });
    assert!(checked.get().iter().all(|&count| u64::from(runs(1000)) < count), "{:?}", checked.get());
}

/// Returns the true score of the node after `line`, for the side that made the last move of the line; at the root, for
/// the side to move.
fn truth(tree: &Tree, depth: u32, line: &[String]) -> Score {
    let max = line.len().is_multiple_of(2);
    let value = Score::from_millipawns(tree.at(line).value(depth as usize - line.len(), max));
    if line.is_empty() || !max { value } else { -value }
}

/// A false record, and what `verify` should report: which comparison with minimax fails, or that a static evaluation is
/// wrong.
type Lie = (Record, Option<Check>);

/// Returns the false claims that can replace `record`.
fn lies(tree: &Tree, depth: u32, record: &Record, shift: i32) -> Vec<Lie> {
    let shift = Score::from_millipawns(shift);
    let line = &record.subject();
    let with = |event: Event<String>| Record { event, ..record.clone() };
    let kind = |bound: Bound| Some(if bound == Bound::Exact { Check::Exact } else { Check::Bound });
    match record.event.clone() {
        Event::Created { mv, score: Some(score) } => {
            vec![(with(Event::Created { mv, score: Some(score.plus(shift)) }), None)]
        }
        Event::Leave { score, bound } => {
            // The claims of a node are for the side to move there; the verdict about a move is for the side that made
            // it.
            let sign = |score: Score| if line.is_empty() { score } else { -score };
            let wrong = wrong(score, bound, sign(truth(tree, depth, line)), shift);
            wrong.into_iter().map(|(score, bound)| (with(Event::Leave { score, bound }), kind(bound))).collect()
        }
        Event::Judged { mv, weight, score, bound, leaf, window, verdict } => {
            let lie = |(score, bound)| {
                let event = Event::Judged { mv: mv.clone(), weight, score, bound, leaf, window, verdict };
                (with(event), kind(bound))
            };
            wrong(score, bound, truth(tree, depth, line), shift).into_iter().map(lie).collect()
        }
        _ => Vec::new(),
    }
}

/// False claims close to the true claim: another score, a bound beyond the true score, a stronger or opposite bound.
fn wrong(score: Score, bound: Bound, truth: Score, shift: Score) -> Vec<(Score, Bound)> {
    let mut wrong = match bound {
        Bound::Exact => vec![(score.plus(shift), bound)],
        Bound::Lower => vec![(truth.plus(shift), bound)],
        Bound::Upper => vec![(truth.plus(-shift), bound)],
    };
    wrong.push((truth.plus(shift), Bound::Lower));
    if score != truth {
        wrong.push((score, Bound::Exact));
        wrong.push((score, -bound));
    }
    wrong
}

#[test]
fn a_falsified_score_or_bound_is_found_at_its_line() {
    let told = Cell::new([0; 3]);
    check(runs(60), (uneven(4), 1..=4_u32, 1..3000_i32), |(tree, depth, shift)| {
        for algorithm in [Algorithm::AlphaBeta, Algorithm::Minimax, Algorithm::Pvs, Algorithm::MtdF] {
            let settings = Settings::plain(algorithm, depth, Order::None);
            let trace = study(&tree, settings).trace().unwrap();
            for (at, record) in trace.records.iter().enumerate() {
                for (lie, check) in lies(&tree, depth, record, shift) {
                    let mut told_in = trace.clone();
                    told_in.records[at] = lie;
                    assert_found(&told_in, at, check, &record.subject());
                    let mut counts = told.get();
                    counts[match check {
                        None => 0,
                        Some(Check::Exact) => 1,
                        Some(_) => 2,
                    }] += 1;
                    told.set(counts);
                }
            }
        }
        Ok(())
    });
    assert!(told.get().iter().all(|&count| runs(500) < count), "{:?}", told.get());
}

/// The false claim is found, and nothing is reported at any other node.
fn assert_found(trace: &Trace, at: usize, check: Option<Check>, line: &[String]) {
    let report = verify(trace, &Effort::default()).unwrap();
    let lie = &trace.records[at];
    let is_found = match check {
        Some(check) => report.failures.iter().any(|failure| failure.check == check),
        None => report.audit.findings.iter().any(|found| found.rule == Rule::Static && found.line == line),
    };
    assert!(is_found, "{lie:?} {:?}", report.failures);
    for Failure { line: found, problem, .. } in &report.failures {
        assert_eq!(found, line, "{lie:?} {problem:?}");
    }
}

#[test]
fn a_weaker_bound_is_still_true() {
    check(60, (uneven(4), 1..=4_u32), |(tree, depth)| {
        let settings = Settings::default().depth(depth).order(Order::None);
        let mut trace = study(&tree, settings).trace().unwrap();
        for record in &mut trace.records {
            if let Event::Leave { bound, .. } | Event::Judged { bound, .. } = &mut record.event
                && *bound == Bound::Exact
            {
                *bound = Bound::Lower;
            }
        }
        let report = verify(&trace, &Effort::default()).unwrap();
        // The claim is true, although it no longer follows from earlier events.
        prop_assert!(report.failures.is_empty(), "{:?}", report.failures);
        Ok(())
    });
}

/// Changes a score in an event that is neither a claim about a node of the tree nor a window; returns none for other
/// events.
fn whispered(record: &Record, shift: Score) -> Option<Record> {
    let mut lie = record.clone();
    match &mut lie.event {
        Event::Enter { depth, .. } if *depth != 0 => *depth += 1,
        Event::Pass { window, .. } if !window.alpha.is_infinite() => window.alpha = window.alpha.plus(-shift),
        Event::Root { score, .. } | Event::StandPat { score, .. } => *score = score.plus(shift),
        Event::TableHit { stored, .. } => stored.score = stored.score.plus(shift),
        Event::Judged { window, .. } if !window.alpha.is_infinite() => window.alpha = window.alpha.plus(-shift),
        Event::Judged { window, .. } if !window.beta.is_infinite() => window.beta = window.beta.plus(shift),
        _ => return None,
    }
    // A mate stays the same.
    (lie != *record).then_some(lie)
}

#[test]
fn a_falsehood_inside_of_an_event_is_found() {
    let told = Cell::new([0; 4]);
    // The second search is so small that more of its events can be tried.
    let (first, step) = if is_long() { (0, 397) } else { (1, 7) };
    let suite = positions::epd("wac.epd").into_iter().map(|epd| epd.position);
    let positions: Vec<Chess> = suite.take(4).skip(first).step_by(every(4)).collect();
    check(runs(12).max(2), (0..positions.len(), 1..3000_i32), |(position, shift)| {
        let shift = Score::from_millipawns(shift);
        for (algorithm, names) in
            [(Algorithm::AlphaBeta, "tt iterative"), (Algorithm::Pvs, "quiescence"), (Algorithm::MtdF, "tt quiescence")]
        {
            let settings = Settings::default().algorithm(algorithm).depth(2).techniques(set(names));
            let trace = real(&positions[position], settings).trace().unwrap();
            let told_of = trace.records.iter().enumerate();
            let mut lies: Vec<(usize, Record)> =
                told_of.filter_map(|(at, record)| Some((at, whispered(record, shift)?))).collect();
            // If techniques change depths, they can explain the changed depth of a node.
            let is_exact = !names.contains("quiescence");
            lies.retain(|(_, lie)| is_exact || !matches!(lie.event, Event::Enter { .. }));
            for (at, lie) in lies.into_iter().step_by(step) {
                let (rule, kind) = match &lie.event {
                    Event::Root { .. } => (Rule::Static, 0),
                    Event::TableHit { .. } => (Rule::Table, 1),
                    Event::StandPat { .. } => (Rule::Static, 2),
                    Event::Enter { .. } => (Rule::Depth, 3),
                    Event::Pass { .. } => (Rule::HandedDown, 3),
                    _ => (Rule::Window, 3),
                };
                let mut told_in = trace.clone();
                told_in.records[at] = lie.clone();
                // The audit finds the change, and the comparison with minimax reports nothing.
                let report = verify(&told_in, &Effort::default().leaves(0)).unwrap();
                let found = report.audit.findings.iter().any(|found| found.rule == rule);
                prop_assert!(found, "{:?} {:?}", lie, report.audit.findings);
                let mut counts = told.get();
                counts[kind] += 1;
                told.set(counts);
            }
        }
        Ok(())
    });
    assert!(told.get().iter().all(|&count| runs(10) < count), "{:?}", told.get());
}

/// False results, each with what a verifier should report.
fn false_results(tree: &Tree, outcome: &Outcome, shift: Score) -> Vec<(Outcome, Check, Problem)> {
    let (Some(score), Some(best)) = (outcome.score, outcome.best.clone()) else { return Vec::new() };
    let with = |change: &dyn Fn(&mut Outcome)| {
        let mut outcome = outcome.clone();
        change(&mut outcome);
        outcome
    };
    let said = score.plus(shift);
    let is = Interval::point(score);
    let mut lies = vec![
        (with(&|outcome| outcome.score = Some(said)), Check::Root, Problem::Root { said, is }),
        (with(&|outcome| outcome.leaf_score = Some(said)), Check::Pv, Problem::LeafScore { said, is: score }),
        (with(&|outcome| outcome.pv.clear()), Check::Pv, Problem::NoPv),
        (with(&|outcome| outcome.best = None), Check::Best, Problem::NoBest),
        (with(&|outcome| outcome.best = Some("zzz".to_owned())), Check::Best, Problem::Illegal),
    ];
    let shape = Shape::of(&mut tree.game(), &mut (), 1);
    if let Some(other) = shape.children(0).map(|child| shape.name(child)).find(|&name| name != best) {
        let pv = vec![other.to_owned()];
        lies.push((with(&|outcome| outcome.pv.clone_from(&pv)), Check::Pv, Problem::PvBegins { best }));
    }
    lies
}

#[test]
fn a_false_result_is_found() {
    let told = Cell::new(0);
    check(100, (uneven(4), 1..=4_u32, 1..3000_i32), |(tree, depth, shift)| {
        let shift = Score::from_millipawns(shift);
        for algorithm in [Algorithm::AlphaBeta, Algorithm::MtdF] {
            let settings = Settings::plain(algorithm, depth, Order::None);
            let trace = study(&tree, settings).trace().unwrap();
            for (outcome, check, problem) in false_results(&tree, &trace.outcome, shift) {
                // With null windows no leaf is found, so nothing is reported about the leaf.
                if algorithm == Algorithm::MtdF && matches!(problem, Problem::LeafScore { .. }) {
                    continue;
                }
                let report = verify(&Trace { outcome, ..trace.clone() }, &Effort::default()).unwrap();
                let is_it = |failure: &&Failure| failure.check == check && failure.problem == problem;
                prop_assert_eq!(report.failures.iter().filter(is_it).count(), 1, "{:?}", report.failures);
                told.set(told.get() + 1);
            }
        }
        Ok(())
    });
    assert!(runs(500) < told.get(), "{}", told.get());
}

#[test]
fn a_search_that_is_stopped_is_not_false_wherever_that_is() {
    check(60, (uneven(4), 2..=4_u32), |(tree, depth)| {
        for names in ["", "iterative", "tt iterative aspiration"] {
            let settings = Settings::default().depth(depth).order(Order::None).techniques(set(names));
            let whole = study(&tree, settings);
            let nodes = whole.solve().unwrap().statistics.nodes();
            for nodes in (0..nodes).step_by(3) {
                let stopped = whole.clone().within(Limits::default().nodes(nodes));
                let report = verify(&stopped.trace().unwrap(), &Effort::default()).unwrap();
                prop_assert!(report.passes(), "{names} {nodes}: {:?} {:?}", report.failures, report.audit.findings);
            }
        }
        Ok(())
    });
}

#[test]
fn a_best_play_that_is_cut_is_false() {
    let settings = Settings::default().depth(3).order(Order::None);
    let mut trace = study(&Tree::parse("[[[1,2],[3,4]],[[5,6],[7,8]]]"), settings).trace().unwrap();
    trace.outcome.leaf_score = None;
    trace.outcome.pv.truncate(1);
    let found = verify(&trace, &Effort::default()).unwrap().audit.findings;
    let fields: Vec<&str> = found.iter().map(|finding| finding.field).collect();
    assert_eq!(fields, ["pv"], "{found:?}");
    assert!(found[0].follows.contains("the line of new bests goes on"), "{found:?}");
}

fn real(position: &Chess, settings: Settings) -> Study<ChessGame<Evaluation>> {
    Study::new(ChessGame::new(position.clone(), Positional), (), settings).unwrap()
}

/// Searches a real position, and verifies the search and its trace, which must agree.
fn verified(position: &Chess, engine: Settings) -> Report {
    let study = real(position, engine);
    let report = verify(&study, &Effort::default()).unwrap();
    let read = verify(&study.trace().unwrap(), &Effort::default()).unwrap();
    assert_eq!((&read.checked, &read.failures), (&report.checked, &report.failures), "{engine:?}");
    report
}

#[test]
fn searches_of_twenty_real_positions_are_verified() {
    let positions = ["bratko-kopec.epd", "wac.epd"].into_iter().flat_map(positions::epd).map(|epd| epd.position);
    let mut checked = [0; Check::ALL.len()];
    for (index, position) in positions.take(100).step_by(5).enumerate().step_by(every(7)) {
        let depth = 2 + index as u32 % 2;
        let ways = exact_ways::<ChessGame<Evaluation>>(depth);
        // Each position in some of the ways.
        for &settings in ways.iter().skip(index).step_by(60 * every(4)) {
            let report = verified(&position, settings);
            assert!(report.passes(), "{settings:?} {:?}", report.failures);
            assert_eq!(report.by_minimax.0, report.by_minimax.1);
            checked = std::array::from_fn(|check| checked[check] + report.checked[check]);
        }
    }
    assert!(checked.iter().all(|&count| u64::from(runs(40)) < count), "{checked:?}");
}

#[test]
fn nothing_that_an_inexact_search_claims_is_false() {
    // All of them, or only the fastest.
    let positions = positions::epd("wac.epd").into_iter().map(|epd| epd.position);
    let mut unchecked = 0;
    for position in positions.take(6).skip(every(2) - 1).step_by(every(6)) {
        for names in ["null-move", "lmr tt", "quiescence", "check-extension futility tt killers"] {
            let report = verified(&position, Settings::default().depth(3).techniques(set(names)));
            assert!(report.passes(), "{names} {:?}", report.failures);
            unchecked += report.unchecked.len();
        }
    }
    assert!((runs(10) as usize) < unchecked, "most of them do something that minimax does not: {unchecked}");
}
