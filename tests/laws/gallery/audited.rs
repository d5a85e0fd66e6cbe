//! The audit finds no error in any correct search, and finds almost every change to one.

use crate::gallery::algorithms::every_exact_way;
use crate::gallery::techniques::{exact_ways, set};
use crate::support::mutations::lies;
use crate::support::trees::{Tree, check, uneven};
use crate::support::{every, in_turn, is_long, positions, runs};
use plywood::game::TreeGame;
use plywood::game::chess::Evaluation::{self, Positional};
use plywood::game::chess::{Chess, ChessGame, parse_fen};
use plywood::internal::core::recording::{Part, TraceSelection};
use plywood::internal::lessons::model::{Lesson, Model};
use plywood::internal::subject::Subject;
use plywood::search::{Algorithm, Mistake, Order, Settings};
use plywood::study::{AnyStudy, Limits, Study};
use plywood::trace::{Sink, Trace};
use plywood::verify::{Audit, Audited, Effort, Rule, verify};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn audited(study: &dyn AnyStudy) -> Audited {
    let mut audit = Audit::new(study.header());
    let outcome = study.record(&mut audit).unwrap();
    audit.finish(&outcome)
}

fn real(position: &Chess, settings: Settings) -> Study<ChessGame<Evaluation>> {
    Study::new(ChessGame::new(position.clone(), Positional), (), settings).unwrap()
}

#[test]
fn every_search_of_every_tree_fits_together() {
    let ways: Vec<Vec<Settings>> = (1..=5)
        .map(|depth| every_exact_way(depth).into_iter().chain(exact_ways::<TreeGame>(depth)).collect())
        .collect();
    check(runs(24), (uneven(5), 1..=5_u32), |(tree, depth)| {
        for &settings in &ways[depth as usize - 1] {
            let study = Study::new(tree.game(), (), settings).unwrap().with_whole_tree();
            let report = audited(&study);
            prop_assert!(report.findings.is_empty(), "{:?}: {:#?}", settings, report.findings);
        }
        Ok(())
    });
}

/// Techniques that change scores, depths and orders, alone and together.
const SETS: [&str; 12] = [
    "",
    "tt iterative",
    "quiescence",
    "quiescence delta see",
    "null-move",
    "null-move tt",
    "lmr tt",
    "futility",
    "check-extension quiescence tt",
    "aspiration iterative",
    "tt killers iterative mate-distance",
    "tt killers history iterative aspiration mate-distance quiescence delta see check-extension null-move lmr futility",
];

#[test]
fn every_search_of_real_positions_fits_together() {
    let positions: Vec<Chess> = positions::epd("wac.epd").into_iter().map(|epd| epd.position).collect();
    let mut events = 0;
    for (index, names) in SETS.into_iter().enumerate() {
        for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::MtdF] {
            let orders = [(Order::None, 2), (Order::Static, 3), (Order::MvvLva, 3), (Order::See, 2)];
            // Each set with all orders, or with one order in turn.
            for (order, depth) in in_turn(orders, index, 4) {
                let settings = Settings::plain(algorithm, depth, order).techniques(set(names));
                if settings.validate::<ChessGame<Evaluation>>().is_err() {
                    continue;
                }
                let report = audited(&real(&positions[(index * 3 + depth as usize) % positions.len()], settings));
                assert!(report.findings.is_empty(), "{settings:?}: {:?}", report.findings.first());
                events += report.events;
            }
        }
    }
    assert!(500_000 / every(4) < events as usize, "{events}");
}

/// Five kinds of search, each with a position small enough to be verified thousands of times; then one with another
/// position, with a null-move cutoff, and a tree with chance nodes and a range of leaf values.
fn all_kinds() -> Vec<Box<dyn AnyStudy>> {
    let (pawns, mate) = ("8/8/8/3k4/2p5/1P6/3K4/8 w - - 0 1", "7k/5p2/4p1p1/3pP3/3P4/2P3P1/2q2P2/3R2K1 w - - 0 1");
    let passes = "K7/p7/8/8/8/5k2/8/7n w - - 0 1";
    let kinds = [
        (mate, Algorithm::AlphaBeta, Order::Static, "", 2),
        (pawns, Algorithm::AlphaBeta, Order::MvvLva, "tt iterative aspiration killers history mate-distance", 3),
        (pawns, Algorithm::Pvs, Order::Static, "tt iterative killers", 3),
        (pawns, Algorithm::MtdF, Order::None, "tt", 3),
        (
            mate,
            Algorithm::Pvs,
            Order::MvvLva,
            "iterative quiescence delta see null-move lmr futility check-extension",
            3,
        ),
        (passes, Algorithm::AlphaBeta, Order::Static, "null-move lmr futility", 4),
    ];
    let study = |(fen, algorithm, order, names, depth)| {
        let settings = Settings::plain(algorithm, depth, order).techniques(set(names));
        real(&parse_fen(fen).unwrap(), settings)
    };
    let boxed = |study: Study<ChessGame<Evaluation>>| -> Box<dyn AnyStudy> { Box::new(study) };
    kinds.into_iter().map(|kind| boxed(study(kind))).chain([dice_game()]).collect()
}

fn dice_game() -> Box<dyn AnyStudy> {
    let text = "max(avg(1/4: min(7 9 2) 3/4: min(8 5)) avg(1/2: min(3 4) 1/4: min(6 1) 1/4: 2) avg(min(1 2) min(9 9)))";
    let mut subject = Subject::from(Lesson::new(&Model::from_typed(text).unwrap()).unwrap());
    subject.limit_leaves([Some(0.0), Some(10.0)]).unwrap();
    let settings = Settings::default().depth(3).order(Order::None);
    subject.study(&settings, None, Limits::default()).unwrap()
}

/// Returns the first ply of a search; deeper plies are omitted.
fn first_ply(whole: &Trace) -> Trace {
    let mut part = Part::new(Vec::new(), TraceSelection { plies: Some(1), ..TraceSelection::default() });
    whole.records.iter().for_each(|record| part.take(record).unwrap());
    Trace { records: part.end().unwrap(), ..whole.clone() }
}

/// The fields whose errors no rule can detect, as `docs/trace-your-engine.md` says.
const NOT_FOUND: [&str; 3] = ["null_move.depth", "null_move.score", "settled.skipped"];

/// Every field that makes a claim, with its kind of event. The place of an event is checked when a trace is read.
fn claims() -> BTreeSet<String> {
    let schema: serde_json::Value =
        serde_json::from_str(include_str!("../../../docs/trace-format.schema.json")).unwrap();
    let kinds = schema["$defs"]["event"]["properties"]["event"]["enum"].as_array().unwrap();
    let fields =
        |kind: &str| schema["$defs"][kind]["properties"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let kinds = kinds.iter().map(|kind| kind.as_str().unwrap());
    let all = kinds.flat_map(|kind| fields(kind).into_iter().map(move |field| format!("{kind}.{field}")));
    let is_claim = |name: &String| !["event", "line", "why"].iter().any(|field| name.ends_with(&format!(".{field}")));
    all.filter(|name| is_claim(name) && !NOT_FOUND.contains(&name.as_str())).collect()
}

#[test]
fn nearly_every_change_of_one_event_is_found() {
    let (mut told, mut missed) = (0, Vec::new());
    let mut fields = BTreeSet::new();
    let mut seldom: BTreeMap<String, usize> = BTreeMap::new();
    let whole: Vec<Trace> = all_kinds().iter().map(|study| study.trace().unwrap()).collect();
    let part = first_ply(&whole[0]);
    let first = if is_long() { 4 } else { 1 };
    let whole = whole.into_iter().map(|trace| (trace, true));
    for (trace, is_whole) in whole.chain([(part, false)]) {
        assert!(verify(&trace, &Effort::default().leaves(100)).unwrap().passes());
        let step = (trace.records.len() / 90).max(1) | 1;
        if is_long() {
            seldom.clear();
        }
        // In a partial trace, only the counts can be checked for the omitted parts.
        let can_be_found = |field: &str| (is_whole || field.starts_with("omitted.")) && !NOT_FOUND.contains(&field);
        for lie in lies(&trace, every(3)).into_iter().filter(|lie| can_be_found(&lie.field)) {
            let count = seldom.entry(lie.field.clone()).or_default();
            *count += 1;
            // A sample of all changes, and the first change of each field in each trace (or, for rare fields, in any
            // trace).
            if !lie.at.is_multiple_of(step * every(15)) && first < *count {
                continue;
            }
            fields.insert(lie.field.clone());
            // Changes that no reader accepts count as found.
            let Some(changed) = lie.told(&trace) else { continue };
            told += 1;
            if verify(&changed, &Effort::default().leaves(100)).unwrap().passes() {
                missed.push(format!("{} {}", lie.field, lie.event));
            }
        }
    }
    let untold: Vec<String> = claims().difference(&fields).cloned().collect();
    assert!(2000 / every(15) < told && untold.is_empty(), "{told} {untold:?}");
    assert!(missed.len() * 100 <= told, "{} of {told}: {missed:#?}", missed.len());
}

#[test]
fn the_first_finding_is_the_changed_event() {
    let trace = all_kinds().remove(0).trace().unwrap();
    for lie in lies(&trace, 7) {
        let Some(changed) = lie.told(&trace).filter(|_| lie.field == "judged.score" || lie.field == "leave.score")
        else {
            continue;
        };
        let report = verify(&changed, &Effort::default().leaves(0)).unwrap();
        let first = report.audit.findings.first().unwrap_or_else(|| panic!("{}", lie.event));
        assert_eq!(first.event, lie.at as u64 + 1, "{} {first:?}", lie.event);
    }
}

/// If the author of a search forgot to negate the scores of children, there is one finding for each inner child and no
/// other kind of finding; the first finding is at the first such child in the trace.
#[test]
fn each_mistake_of_class_is_named_by_its_rule() {
    let tree = Tree::parse("[[3,5,2],[6,9,1],[1,2,7]]");
    let rule = |mistake| {
        let settings = Settings::default().depth(2).order(Order::None).mistake(mistake);
        audited(&Study::new(tree.game(), (), settings).unwrap().with_whole_tree())
            .findings
            .first()
            .map(|first| first.rule)
    };
    let named = [
        (Mistake::MissingNegation, Some(Rule::LeafScore)),
        (Mistake::SwappedBounds, Some(Rule::HandedDown)),
        (Mistake::RootWindow, Some(Rule::HandedDown)),
        (Mistake::NoPruning, Some(Rule::HandedDown)),
        (Mistake::RightToLeft, Some(Rule::Order)),
        (Mistake::RootIsMin, Some(Rule::LeafScore)),
        (Mistake::WorseSibling, Some(Rule::Verdict)),
    ];
    for (mistake, expected) in named {
        assert_eq!(rule(mistake), expected, "{mistake:?}");
    }
}
