//! Partial traces: the omitted nodes are counted, and everything else is verified as in the whole trace.

use plywood::cursor::Cursor;
use plywood::game::chess::{ChessGame, Evaluation, parse_fen};
use plywood::hooks::{Event, Leaf};
use plywood::internal::core::recording::{Part, TraceSelection};
use plywood::score::Bound;
use plywood::search::{Algorithm, Order, Settings, Technique, Techniques};
use plywood::study::{AnyStudy, Study};
use plywood::trace::{Record, Sink, Trace};
use plywood::tree::Keep;
use plywood::verify::{Effort, Lack, Report, Rule, Unchecked, verify};
use std::collections::HashSet;
use std::num::NonZeroU64;

const MIDDLE: &str = "7k/5p2/4p1p1/3pP3/3P4/2P3P1/2q2P2/3R2K1 b - - 3 31";

fn searched(algorithm: Algorithm, order: Order, techniques: &str, depth: u32) -> Trace {
    let techniques: Techniques = techniques.split_whitespace().map(|name| name.parse::<Technique>().unwrap()).collect();
    let settings = Settings::plain(algorithm, depth, order).techniques(techniques);
    Study::new(ChessGame::new(parse_fen(MIDDLE).unwrap(), Evaluation::Positional), (), settings)
        .unwrap()
        .trace()
        .unwrap()
}

fn part(trace: &Trace, focus: &str, plies: Option<usize>) -> Trace {
    let focus = focus.split_whitespace().map(str::to_owned).collect();
    told(trace, TraceSelection { focus, plies, every: None })
}

fn told(trace: &Trace, told: TraceSelection) -> Trace {
    let mut part = Part::new(Vec::new(), told);
    trace.records.iter().for_each(|record| part.take(record).unwrap());
    let records: Vec<Record> = part.end().unwrap();
    let part = Trace { records, ..trace.clone() };
    part.check().unwrap();
    part
}

fn verified(trace: &Trace) -> Report {
    verify(trace, &Effort::default().leaves(300)).unwrap()
}

fn is_omitted(record: &&Record) -> bool {
    matches!(record.event, Event::Omitted { .. })
}

#[test]
fn a_part_of_any_search_is_verified_and_says_what_is_left_out() {
    for (algorithm, order, techniques, depth) in [
        (Algorithm::AlphaBeta, Order::Static, "", 3),
        (Algorithm::Minimax, Order::None, "", 2),
        (Algorithm::MtdF, Order::None, "tt", 3),
        (Algorithm::AlphaBeta, Order::MvvLva, "tt iterative aspiration killers history", 3),
        (Algorithm::Pvs, Order::MvvLva, "iterative quiescence delta see null-move lmr futility check-extension", 3),
    ] {
        let whole = searched(algorithm, order, techniques, depth);
        assert!(verified(&whole).passes());
        let best = whole.outcome.pv.first().cloned().unwrap_or_default();
        for (focus, plies) in [("", Some(1)), ("", Some(2)), ("Qc1", None), (best.as_str(), Some(1)), ("Kg7", None)] {
            if plies == Some(depth as usize) {
                continue;
            }
            let part = part(&whole, focus, plies);
            let name = format!("{algorithm:?} {techniques} {focus} {plies:?}");
            assert!(part.records.iter().any(|record| is_omitted(&record)), "{name}");
            assert!(part.records.len() < whole.records.len(), "{name}");
            let report = verified(&part);
            assert!(report.passes(), "{name}: {:?} {:?}", report.audit.findings.first(), report.failures);
            assert!(0 < report.audit.lacks[Lack::Omitted as usize], "{name}");
            assert!(report.has_checked() || !report.unchecked.is_empty(), "{name}");
        }
    }
}

/// Another engine may omit in one pass what it reports in the next: an unreported line is not an error.
#[test]
fn what_one_pass_leaves_out_the_next_may_tell() {
    let is_pass = |record: &Record| matches!(record.event, Event::Pass { .. });
    let passes = |trace: &Trace| -> Vec<Vec<Record>> {
        let starts = trace.records.iter().enumerate().filter(|(_, record)| is_pass(record)).map(|(at, _)| at);
        let ends = starts.clone().skip(1).chain([trace.records.len()]);
        starts.zip(ends).map(|(start, end)| trace.records[start..end].to_vec()).collect()
    };
    for (algorithm, order, techniques) in [
        (Algorithm::AlphaBeta, Order::None, "iterative"),
        (Algorithm::AlphaBeta, Order::Static, "iterative"),
        (Algorithm::AlphaBeta, Order::MvvLva, "tt iterative aspiration killers"),
        (Algorithm::Pvs, Order::Static, "iterative"),
    ] {
        let whole = searched(algorithm, order, techniques, 3);
        let top = part(&whole, "", Some(1));
        let (whole_passes, top_passes) = (passes(&whole), passes(&top));
        assert_eq!((whole_passes.len(), 3 <= whole_passes.len()), (top_passes.len(), true));
        let before = whole.records.iter().take_while(|record| !is_pass(record)).cloned();
        for told in 1..whole_passes.len() {
            let each = |at: usize| if at == told { whole_passes[at].clone() } else { top_passes[at].clone() };
            let records = before.clone().chain((0..whole_passes.len()).flat_map(each)).collect();
            let mixed = Trace { records, ..whole.clone() };
            mixed.check().unwrap();
            let report = verified(&mixed);
            let first = report.audit.findings.first();
            assert!(report.passes(), "{algorithm:?} {order:?} {techniques} {told}: {first:?} {:?}", report.failures);
        }
    }
}

#[test]
fn a_part_of_a_part_is_that_part_of_the_whole() {
    let whole = searched(Algorithm::AlphaBeta, Order::MvvLva, "tt iterative", 3);
    assert_eq!(part(&part(&whole, "", Some(2)), "", Some(1)), part(&whole, "", Some(1)));
    assert_eq!(part(&part(&whole, "Qc1", None), "Qc1", Some(1)), part(&whole, "Qc1", Some(1)));
}

/// Every third omitted subtree is written, the same ones in each pass, with the path to each.
#[test]
fn every_nth_of_what_is_left_out_is_told_whole() {
    for (algorithm, order, techniques, depth) in [
        (Algorithm::AlphaBeta, Order::Static, "", 3),
        (Algorithm::AlphaBeta, Order::MvvLva, "tt iterative aspiration killers history", 3),
        (Algorithm::Pvs, Order::MvvLva, "iterative quiescence delta see null-move lmr futility check-extension", 3),
    ] {
        let whole = searched(algorithm, order, techniques, depth);
        let plies = Some(1);
        let every = |every| TraceSelection { plies, every: NonZeroU64::new(every), ..TraceSelection::default() };
        let (top, some) = (told(&whole, every(0)), told(&whole, every(3)));
        let omitted = |trace: &Trace| trace.records.iter().filter(is_omitted).count();
        let entered = |trace: &Trace| -> HashSet<Vec<String>> {
            let is_it = |record: &&Record| record.line.len() == 1 && matches!(record.event, Event::Enter { .. });
            trace.records.iter().filter(is_it).map(|record| record.line.clone()).collect()
        };
        assert_eq!((entered(&top).len(), entered(&some).len()), (0, entered(&whole).len() / 3), "{techniques}");
        assert!((1..omitted(&top)).contains(&omitted(&some)));
        assert_eq!(told(&some, every(0)), top, "the top of some is the top");
        let report = verified(&some);
        assert!(report.passes(), "{techniques}: {:?} {:?}", report.audit.findings.first(), report.failures);
        let told_below: Vec<_> = some.records.iter().filter(|record| 1 < record.line.len()).collect();
        assert!(!told_below.is_empty() && told_below.iter().all(|record| whole.records.contains(record)));
        assert_eq!(told(&whole, every(1)), whole);
    }
}

/// The events of a node equal those of the whole trace, including numbers and steps.
#[test]
fn what_is_told_is_told_as_in_the_whole() {
    let whole = searched(Algorithm::AlphaBeta, Order::Static, "iterative", 3);
    let part = part(&whole, "Qc1", None);
    for record in part.records.iter().filter(|record| !is_omitted(record)) {
        let mut told = record.clone();
        if let Event::Judged { leaf, .. } = &mut told.event {
            *leaf = leaf.filter(|&leaf| leaf != Leaf::Omitted);
        }
        assert!(whole.records.contains(&told), "{record:?}");
    }
    let inside =
        |trace: &Trace| trace.records.iter().filter(|record| record.line.first().is_some_and(|mv| mv == "Qc1")).count();
    assert_eq!(inside(&part), inside(&whole));
}

/// After an omitted part, the counts of a state continue like those of the records and the tree.
#[test]
fn steps_in_a_state_of_a_part_are_those_of_the_whole() {
    let part = part(&searched(Algorithm::AlphaBeta, Order::Static, "", 3), "Qc1", None);
    let mut cursor = Cursor::of_study(&part).unwrap();
    let mut behind = 0;
    for (step, record) in (1..).zip(&part.records) {
        let (Event::Judged { mv, .. }, Some(order)) = (&record.event, record.notes.step) else { continue };
        cursor.go(step).unwrap();
        let state = cursor.state();
        let node = &state.line[record.line.len()].node;
        let child = node.children.iter().find(|child| child.name() == mv).unwrap();
        assert_eq!(child.judgement.as_ref().unwrap().order, Some(order), "{record:?}");
        behind += usize::from(part.records[..step].iter().any(|record| is_omitted(&record)));
    }
    assert!(1 < behind);
}

#[test]
fn lies_in_what_is_told_and_in_the_counts_are_found() {
    let part = part(&searched(Algorithm::AlphaBeta, Order::Static, "", 3), "Qc1", None);
    let changed = |change: &dyn Fn(&mut Record) -> bool| {
        let mut trace = part.clone();
        assert!(trace.records.iter_mut().any(change), "nothing to change");
        verified(&trace).audit.findings.first().map(|first| first.rule)
    };
    for at in 0..4 {
        let rule = changed(&|record| match &mut record.event {
            Event::Omitted { created, entered, leaves, steps } => {
                *[created, entered, leaves, steps][at] += 1;
                true
            }
            _ => false,
        });
        assert!(matches!(rule, Some(Rule::Number | Rule::Statistics)), "{at}: {rule:?}");
    }
    let bound = changed(&|record| match &mut record.event {
        Event::Leave { score, .. } if !record.line.is_empty() => {
            *score = score.shifted(100);
            true
        }
        _ => false,
    });
    assert_eq!(bound, Some(Rule::NodeScore));
    let word = changed(&|record| match &mut record.event {
        Event::Judged { leaf, .. } if *leaf == Some(Leaf::Omitted) => {
            *leaf = Some(Leaf::Other);
            true
        }
        _ => false,
    });
    assert_eq!(word, Some(Rule::Leaf));
    let word = changed(&|record| match &mut record.event {
        Event::Judged { leaf: Some(leaf), .. } if *leaf == Leaf::Horizon => {
            *leaf = Leaf::Omitted;
            true
        }
        _ => false,
    });
    assert_eq!(word, Some(Rule::Leaf));
}

/// If a move that is not best has a score that is too low, no other event depends on it, so only the board can show the
/// error.
#[test]
fn scores_of_what_is_left_out_are_held_against_minimax() {
    let part = part(&searched(Algorithm::AlphaBeta, Order::Static, "tt iterative", 2), "", Some(1));
    let verified = |trace: &Trace| verify(trace, &Effort::default().leaves(100_000)).unwrap();
    let report = verified(&part);
    assert!(report.passes() && report.unchecked.is_empty(), "{:?} {:?}", report.failures, report.unchecked);
    let told = |record: &&mut Record| {
        matches!(record.event, Event::Judged { leaf: Some(Leaf::Omitted), bound: Bound::Upper, .. })
    };
    let mut lie = part.clone();
    let record = lie.records.iter_mut().rfind(told).unwrap();
    let mut line = record.line.clone();
    if let Event::Judged { mv, score, .. } = &mut record.event {
        *score = score.shifted(-20_000);
        line.push(mv.clone());
    }
    let report = verified(&lie);
    assert_eq!(report.audit.findings, [], "nobody else finds it");
    assert!(report.failures.iter().any(|failure| failure.line == line), "{:?}", report.failures);
    // Nothing is reported if a technique may have acted in the omitted part, or if the board cannot decide.
    let null_move = Technique::NullMove.name().to_owned();
    let (mut guessing, mut nowhere) = (lie.clone(), lie);
    guessing.header.techniques.push(null_move);
    nowhere.header.fen = None;
    for trace in [guessing, nowhere] {
        let report = verified(&trace);
        assert_eq!(report.failures, []);
        assert!(report.unchecked.iter().any(|&(why, _)| why == Unchecked::Omitted), "{:?}", report.unchecked);
    }
}

/// The page of a partial trace has the node counts of the whole search, and doesn't unfold omitted parts.
#[test]
fn a_page_of_a_part_counts_what_is_left_out() {
    let whole = searched(Algorithm::AlphaBeta, Order::Static, "", 3);
    let part = part(&whole, "", Some(1));
    let mut lines = Vec::new();
    part.write_json_lines(&mut lines).unwrap();
    let read = Trace::read_json_lines(lines.as_slice()).unwrap();
    assert_eq!(read, part);
    let folded = |trace: &Trace| trace.explain(&Keep::ALL).unwrap();
    let (all, some) = (folded(&whole), folded(&part));
    assert_eq!(some.root.nodes, all.root.nodes);
    for (told, is) in some.root.children.iter().zip(&all.root.children) {
        assert_eq!((&told.mv, told.nodes, told.judgement.is_some()), (&is.mv, is.nodes, is.judgement.is_some()));
        assert!(
            told.children.is_empty() && told.leaf == is.judgement.as_ref().map(|_| is.leaf.unwrap_or(Leaf::Omitted))
        );
    }
}
