//! Engine bugs that change more than one word of a trace, and the first cause that `verify` reports. Each trace comes
//! from a correct search, with changes wherever an engine with the bug would write something else.

use plywood::game::chess::{ChessGame, Evaluation, parse_fen};
use plywood::hooks::{Event, Leaf, Reason, Verdict};
use plywood::internal::page::Style;
use plywood::search::{Algorithm, Order, Settings, TableAnswers, TableSettings, Technique, Techniques};
use plywood::study::{AnyStudy, Study};
use plywood::trace::{Change, Record, Trace};
use plywood::verify::{Effort, Lack, Report, Rule, verify};
use plywood::{Bound, Score};

fn searched(fen: &str, order: Order, techniques: &[Technique], depth: u32) -> Trace {
    let techniques: Techniques = techniques.iter().copied().collect();
    let settings = Settings::plain(Algorithm::AlphaBeta, depth, order).techniques(techniques);
    let game = ChessGame::new(parse_fen(fen).unwrap(), Evaluation::Positional);
    Study::new(game, (), settings).unwrap().trace().unwrap()
}

fn verified(trace: &Trace) -> Report {
    verify(trace, &Effort::default().leaves(1000)).unwrap()
}

/// Returns the rule of the first finding, its line, and the correct value.
#[track_caller]
fn first_cause(trace: &Trace) -> (Rule, String, String) {
    let report = verified(trace);
    let first = report.audit.findings.first().unwrap_or_else(|| panic!("nothing is found: {:?}", report.failures));
    (first.rule, first.line.join(" "), first.follows.clone())
}

/// Removes a move of a node, with all events about it and about its subtree.
fn without(trace: &mut Trace, node: &[String], name: &str) {
    let child = [node, &[name.to_owned()]].concat();
    trace.records.retain(|record| !record.subject().starts_with(&child));
    for record in trace.records.iter_mut().filter(|record| record.line == node) {
        match &mut record.event {
            Event::Enter { moves, .. } => moves.retain(|mv| mv != name),
            Event::Ordered { moves } => moves.retain(|ranked| ranked.mv != name),
            _ => {}
        }
    }
}

const QUIESCENCE: [Technique; 1] = [Technique::Quiescence];
/// There are many captures, and one move gives check.
const CAPTURES: &str = "7k/R1ppp1p1/1p6/4q3/5N1r/3b3P/PP3PP1/Q5K1 w - - 0 1";

/// Returns a node in quiescence that is, or is not, in check, and has at least two moves.
fn quiescent(trace: &Trace, in_check: bool) -> (usize, Vec<String>, Vec<String>) {
    let stands = |at: usize| matches!(trace.records[at + 1].event, Event::StandPat { .. });
    let found = trace.records.iter().enumerate().find_map(|(at, record)| match &record.event {
        Event::Enter { depth: 0, moves, .. } if 1 < moves.len() && stands(at) != in_check => {
            Some((at, record.line.clone(), moves.clone()))
        }
        _ => None,
    });
    found.expect("such a node")
}

#[test]
fn a_capture_that_quiescence_leaves_out_is_named_and_so_is_a_way_out_of_check() {
    for in_check in [false, true] {
        let mut trace = searched(CAPTURES, Order::MvvLva, &QUIESCENCE, 1);
        assert!(verified(&trace).passes());
        let (_, line, moves) = quiescent(&trace, in_check);
        without(&mut trace, &line, &moves[1]);
        let (rule, at, follows) = first_cause(&trace);
        assert_eq!((rule, at), (Rule::Moves, line.join(" ")), "{in_check}");
        assert_eq!(follows, format!("{}: 1 legal move missing: {}", moves.len(), moves[1]));
    }
}

#[test]
fn who_is_in_check_may_not_stand_pat_and_who_is_not_has_to_be_asked() {
    let honest = searched(CAPTURES, Order::MvvLva, &QUIESCENCE, 1);
    let mut trace = honest.clone();
    let (at, line, _) = quiescent(&trace, true);
    let Event::Enter { window, .. } = trace.records[at].event else { unreachable!() };
    let event = Event::StandPat { score: Score::from_millipawns(-9000), window, verdict: Verdict::NotBest };
    trace.records.insert(at + 1, Record { event, ..trace.records[at].clone() });
    let rules: Vec<Rule> = verified(&trace).audit.findings.iter().map(|found| found.rule).collect();
    assert!(rules.contains(&Rule::StandPat), "{line:?} {rules:?}");
    let mut trace = honest;
    let (at, line, _) = quiescent(&trace, false);
    trace.records.remove(at + 1);
    let (rule, found, follows) = first_cause(&trace);
    assert!(rule == Rule::StandPat && found.starts_with(&line.join(" ")), "{rule:?} {found} {follows}");
}

#[test]
fn a_pruned_capture_counts_as_a_move_tried_before_standing_pat() {
    let mut trace = searched(CAPTURES, Order::MvvLva, &[Technique::Quiescence, Technique::Delta], 1);
    assert!(verified(&trace).passes());
    let is_pruned = |record: &Record| matches!(record.event, Event::Pruned { .. });
    let mut records = trace.records.windows(3);
    let before = records.position(|three| {
        matches!(three[0].event, Event::StandPat { .. })
            && matches!(three[1].event, Event::Ordered { .. })
            && is_pruned(&three[2])
    });
    let before = before.expect("a node whose first capture is pruned");
    let line = trace.records[before + 2].subject();
    trace.records.remove(before);
    let (rule, at, follows) = first_cause(&trace);
    assert!(rule == Rule::StandPat && at == line.join(" "), "{rule:?} {at} {follows}");
}

const ENDING: &str = "8/8/8/3k4/2p5/1P6/3K4/8 w - - 0 1";

#[test]
fn a_kind_of_moves_that_is_left_out_excuses_no_other() {
    let mut trace = searched(ENDING, Order::None, &[], 1);
    let Event::Enter { moves, .. } = &trace.records[1].event else { unreachable!() };
    let (pawns, kings): (Vec<String>, Vec<String>) = moves.iter().cloned().partition(|name| name.starts_with('b'));
    assert!(!pawns.is_empty() && 1 < kings.len());
    trace.header.changes = vec![Change::Without { kinds: vec!["pawn".into()] }];
    pawns.iter().for_each(|name| without(&mut trace, &[], name));
    let of_moves = |trace: &Trace| verified(trace).audit.findings.iter().any(|found| found.rule == Rule::Moves);
    assert!(!of_moves(&trace));
    without(&mut trace, &[], &kings[0]);
    assert!(first_cause(&trace).2.contains(&format!("1 legal move missing: {}", kings[0])));
}

#[test]
fn a_position_that_is_drawn_is_called_so_and_its_moves_are_not_called_illegal() {
    // After Kc3 and back the position has occurred before: here it is entered.
    let mut trace = searched("7k/8/8/8/8/8/8/KR6 w - - 98 80", Order::None, &[], 3);
    let (at, line) = trace
        .records
        .iter()
        .enumerate()
        .find_map(|(at, record)| match record.event {
            Event::Judged { leaf: Some(Leaf::Terminal(_)), .. } if record.line.len() == 1 => {
                Some((at, record.subject()))
            }
            _ => None,
        })
        .expect("a draw by fifty moves");
    let Event::Judged { mv, score, window, .. } = trace.records[at].event.clone() else { unreachable!() };
    let enter = Event::Enter { depth: 1, window: -window, moves: vec!["Rb2".into(), "Rb3".into()] };
    trace.records.insert(at, Record { line: line.clone(), event: enter, ..trace.records[at].clone() });
    let leave = Event::Leave { score: -score, bound: Bound::Exact };
    trace.records.insert(at + 1, Record { line: line.clone(), event: leave, ..trace.records[at].clone() });
    assert!(!mv.is_empty());
    let found = verified(&trace).audit.findings;
    let first = found.iter().find(|found| found.rule == Rule::Moves).unwrap();
    assert_eq!(first.follows, "a leaf: the game is over here, draw by the fifty-move rule", "{line:?}");
}

#[test]
fn a_wrong_distance_to_mate_is_no_other_kind_of_leaf() {
    let mut trace = searched("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", Order::None, &[], 1);
    for record in &mut trace.records {
        match &mut record.event {
            Event::Created { score: Some(score), .. } | Event::Judged { score, .. } if *score == Score::mate_in(1) => {
                *score = Score::mate_in(0);
            }
            _ => {}
        }
    }
    let found = verified(&trace).audit.findings;
    let about: Vec<(Rule, &str)> = found.iter().map(|found| (found.rule, found.field)).collect();
    assert!(about.contains(&(Rule::LeafScore, "score")) && !about.contains(&(Rule::Leaf, "leaf")), "{about:?}");
}

#[test]
fn a_leaf_that_no_table_can_know_is_named_before_the_statistics() {
    let mut trace = searched(ENDING, Order::None, &[], 2);
    let is_it = |record: &&mut Record| matches!(record.event, Event::Judged { leaf: Some(Leaf::Horizon), .. });
    let record = trace.records.iter_mut().find(is_it).unwrap();
    let Event::Judged { leaf, .. } = &mut record.event else { unreachable!() };
    *leaf = Some(Leaf::Tablebase);
    let line = record.subject().join(" ");
    let (rule, at, _) = first_cause(&trace);
    assert_eq!((rule, at), (Rule::Leaf, line));
}

#[test]
fn an_exchange_is_worth_what_it_wins() {
    let mut trace = searched(CAPTURES, Order::See, &[], 2);
    let ranked = trace.records.iter_mut().find_map(|record| match &mut record.event {
        Event::Ordered { moves } => moves.iter_mut().find(|ranked| matches!(ranked.reason, Reason::See { .. })),
        _ => None,
    });
    let Reason::See { score } = &mut ranked.unwrap().reason else { unreachable!() };
    *score = score.plus(Score::from_millipawns(250));
    assert!(first_cause(&trace).2.ends_with("what the exchange wins"));
}

/// The score of a table hit is compared with the stored score, whatever techniques the header names, until a null move
/// is searched without events.
#[test]
fn bounds_that_are_swapped_in_a_table_are_found_beside_passes_and_unknown_techniques() {
    let honest = searched(ENDING, Order::None, &[Technique::TranspositionTable, Technique::Iterative], 3);
    for (name, has_visit) in
        [("null-move", true), ("null-move", false), ("singular-extension", true), ("singular-extension", false)]
    {
        let mut trace = honest.clone();
        trace.header.algorithm = "mine".into();
        trace.header.techniques.push(name.to_owned());
        for record in &mut trace.records {
            if let Event::TableHit { stored, .. } = &mut record.event
                && !has_visit
            {
                (stored.visit, record.notes.stored_by) = (0, None);
            }
        }
        assert!(verified(&trace).passes(), "{name}: {:?}", verified(&trace).audit.findings);
        let swapped = trace.records.iter_mut().find_map(|record| match &mut record.event {
            Event::TableHit { stored, .. } if stored.bound != Bound::Exact => Some(&mut stored.bound),
            _ => None,
        });
        let bound = swapped.expect("a bound out of the table");
        *bound = -*bound;
        assert_eq!(first_cause(&trace).0, Rule::Table, "{name} {has_visit}");
    }
}

#[test]
fn what_was_stored_behind_a_pass_is_told_so_and_is_nothing_to_be_held_against_visits() {
    let fen = "6k1/5p2/6p1/8/8/1N6/5PK1/8 w - - 0 1";
    let techniques = [Technique::TranspositionTable, Technique::NullMove, Technique::Iterative];
    let trace = searched(fen, Order::Static, &techniques, 6);
    let untold: Vec<&Record> = trace
        .records
        .iter()
        .filter(|record| matches!(&record.event, Event::TableHit { stored, .. } if stored.is_unreported))
        .collect();
    assert!(!untold.is_empty());
    for record in untold {
        let Event::TableHit { stored, .. } = &record.event else { unreachable!() };
        assert_eq!((stored.visit, &record.notes.stored_by), (0, &None));
    }
    let report = verified(&trace);
    assert!(report.passes(), "{:?}", report.audit.findings.first());
    assert!(0 < report.audit.lacks[Lack::Unreported as usize]);
}

/// The header says which table entries may be used; a search under one of the two rules breaks the other rule.
#[test]
fn a_table_answers_by_the_rule_that_the_header_names() {
    let techniques = Techniques::NONE.with(Technique::TranspositionTable);
    for (answers, field) in [(TableAnswers::EqualDepth, "not_used"), (TableAnswers::AtLeastDepth, "cut")] {
        let table = TableSettings::default().answers(answers);
        let settings = Settings::default().depth(7).techniques(techniques).table(table);
        let game = ChessGame::new(parse_fen("8/5k2/8/5K2/5P2/8/8/8 w - - 0 1").unwrap(), Evaluation::Positional);
        let mut trace = Study::new(game, (), settings).unwrap().trace().unwrap();
        assert!(verified(&trace).passes(), "{answers:?}: {:?}", verified(&trace).audit.findings);
        let other = if answers == TableAnswers::EqualDepth { "deeper" } else { "equal" };
        assert_ne!(std::mem::replace(&mut trace.header.table_answers, other.to_owned()), other);
        let report = verified(&trace);
        let first = report.audit.findings.first().expect("the other rule is broken");
        assert_eq!((first.rule, first.field), (Rule::Table, field), "{answers:?}");
    }
}

/// The page for engine authors explains each rule in the words of the report, and may add to them.
#[test]
fn the_page_for_engine_authors_has_the_rules_of_the_report() {
    let page = include_str!("../../../docs/trace-your-engine.md").replace(['`'], "");
    for rule in Rule::ALL {
        let row = format!("\n| {} | {}", rule.name(), rule.description()).replace(['`'], "");
        assert!(page.contains(&row), "{row}");
    }
}

/// If a trace lacks a field, the report says what could not be checked, and the page for engine authors documents the
/// field.
#[test]
fn the_report_names_the_field_that_would_have_made_a_check_possible() {
    let page = include_str!("../../../docs/trace-your-engine.md");
    let techniques = [Technique::TranspositionTable, Technique::Iterative];
    let whole = searched(ENDING, Order::Static, &techniques, 3);
    let told = |trace: &Trace| {
        let mut text = Vec::new();
        let style = Style::default().width(400);
        plywood::verify::page::document(&verified(trace), false, None, &style).write_text(&style, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    };
    assert!(!told(&whole).contains("and what the trace would need"), "{}", told(&whole));
    let of_engine = |trace: &mut Trace| {
        trace.header.algorithm = "mine".into();
        trace.header.evaluation.clear();
    };
    let score = |trace: &mut Trace| {
        for record in &mut trace.records {
            if let Event::Created { score, .. } = &mut record.event {
                *score = None;
            }
        }
        trace.records.retain(|record| !matches!(record.event, Event::Ordered { .. }));
        trace.header.order = "mine".into();
    };
    let visit = |trace: &mut Trace| {
        for record in &mut trace.records {
            if let Event::TableHit { stored, .. } = &mut record.event {
                (stored.visit, record.notes.stored_by) = (0, None);
            }
        }
        (trace.header.fen, trace.header.numbering) = (None, None);
    };
    type Change<'a> = &'a dyn Fn(&mut Trace);
    let changes: [(Change<'_>, &[&str]); 5] = [
        (&of_engine, &["static evaluations: a known `evaluation`"]),
        (&score, &["scores of leaves: the field `score` of `created`", "the order of the moves: `ordered`"]),
        (&visit, &["table hits: the field `visit` of `hash`", "moves, checks and endings: `fen`"]),
        (&|trace| trace.header.techniques.push("mine".into()), &[]),
        (&|trace| trace.header.techniques = vec!["mine".into()], &["with known names"]),
    ];
    for (change, lacks) in changes {
        let mut trace = whole.clone();
        of_engine(&mut trace);
        change(&mut trace);
        let text = told(&trace);
        for lack in lacks {
            assert!(text.contains("Not checked, and what the trace would need:"), "{text}");
            assert!(text.contains(lack), "{lack}: {text}");
        }
    }
    for field in ["`fen`", "`evaluation`", "`created`.`score`", "`hash`.`visit`", "`hash`.`untold`", "`ordered`"] {
        assert!(page.contains(&format!("| {field}")), "{field}");
    }
}

/// If the game is over at the root, the trace is as the page on the format describes it.
#[test]
fn a_root_where_the_game_is_over_has_no_event_but_its_passes() {
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    for (techniques, passes) in [(&[][..], 0), (&[Technique::Iterative], 2)] {
        let trace = searched(stalemate, Order::Static, techniques, 2);
        let kinds: Vec<&str> = trace.records.iter().map(|record| record.event.kind().name()).collect();
        assert_eq!(kinds, [&["root"][..], &["pass"].repeat(passes)].concat());
        assert!(verified(&trace).passes());
    }
}

#[test]
fn what_could_not_be_judged_is_told_with_the_field_that_is_missing() {
    let mut trace = searched(ENDING, Order::None, &[], 2);
    trace.header.evaluation.clear();
    for record in &mut trace.records {
        if let Event::Created { score, .. } = &mut record.event {
            *score = None;
        }
    }
    let leaves = trace.outcome.statistics.leaves;
    // If all evaluations of leaves have the wrong sign, nothing in the trace shows it.
    let report = verified(&trace);
    assert_eq!(report.audit.lacks[Lack::Leaf as usize], leaves - trace.outcome.statistics.terminals);
    trace.header.fen = None;
    trace.header.numbering = None;
    let report = verified(&trace);
    assert_eq!(report.audit.lacks[Lack::Moves as usize], trace.outcome.statistics.entered);
}
