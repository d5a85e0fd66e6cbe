//! A table of what `verify` reports for every possible false claim in small traces: for each field, the number of
//! findings of each kind, and how much was compared with minimax. Every change of `verify` shows up in this table.

use crate::gallery::counts::WIKIPEDIA;
use crate::gallery::pv::KIWIPETE;
use crate::gallery::techniques::set;
use crate::support::mutations::{Lie, lies};
use crate::support::trees::Tree;
use crate::support::{every, snapshot, snapshot_or_part};
use plywood::Score;
use plywood::game::chess::Evaluation::Positional;
use plywood::game::chess::{ChessGame, parse_fen};
use plywood::search::{Algorithm, Cut, Order, Settings};
use plywood::study::{AnyStudy, Limits, Study};
use plywood::trace::{Trace, TraceReader};
use plywood::verify::{Effort, Report, Unchecked, VerifyError, verify, verify_lines};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::atomic::Ordering;

/// The sums of reports.
#[derive(Default)]
struct Tally {
    reports: u64,
    unnoticed: u64,
    findings: u64,
    failures: u64,
    lines: usize,
    checked: u64,
    unchecked: u64,
    minimax: u64,
    leaves: u64,
}

impl Tally {
    fn add(&mut self, report: &Report) {
        self.reports += 1;
        self.unnoticed += u64::from(report.passes());
        self.findings += report.audit.all_wrong();
        self.failures += report.failures.len() as u64;
        self.lines += report.failures.iter().map(|failure| failure.line.len()).sum::<usize>();
        let (checked, unchecked) = report.coverage();
        self.checked += checked;
        self.unchecked += unchecked;
        self.minimax += report.by_minimax.0;
        self.leaves += report.leaves;
    }

    fn write(&self, name: &str, out: &mut String) {
        let Self { reports, unnoticed, findings, failures, lines, checked, unchecked, minimax, leaves } = self;
        writeln!(
            out,
            "{name:<24} {reports:>5} {unnoticed:>5} {findings:>6} {failures:>6} {lines:>6} {checked:>7} {unchecked:>6} {minimax:>6} {leaves:>7}"
        )
        .unwrap();
    }
}

const COLUMNS: &str = "                          told  pass finding failure in plies checked  not minimax leaves\n";

/// Which fields the table covers: all, or every sixth.
fn is_asked(field: &str, fields: &BTreeSet<String>) -> bool {
    fields.iter().position(|other| other == field).is_some_and(|at| at.is_multiple_of(every(6)))
}

/// Small searches of a board, and two of a tree (one known, one unknown), with the techniques for which `verify` has
/// rules.
fn traces() -> Vec<(String, Trace)> {
    let (pawns, mate) = ("8/8/8/3k4/2p5/1P6/3K4/8 w - - 0 1", "7k/5p2/6p1/8/8/8/2q2P2/3R2K1 w - - 0 1");
    let kinds = [
        (pawns, Algorithm::AlphaBeta, Order::Static, "", 2),
        (pawns, Algorithm::AlphaBeta, Order::MvvLva, "tt iterative aspiration killers history mate-distance", 2),
        (pawns, Algorithm::Pvs, Order::Static, "tt iterative", 3),
        (pawns, Algorithm::MtdF, Order::None, "tt", 2),
        (mate, Algorithm::Pvs, Order::MvvLva, "quiescence delta see check-extension", 1),
        ("K7/p7/8/8/8/5k2/8/7n w - - 0 1", Algorithm::AlphaBeta, Order::Static, "null-move lmr futility", 3),
    ];
    let mut traces: Vec<(String, Trace)> = kinds
        .into_iter()
        .map(|(fen, algorithm, order, names, depth)| {
            let settings = Settings::plain(algorithm, depth, order).techniques(set(names));
            let game = ChessGame::new(parse_fen(fen).unwrap(), Positional);
            let study = Study::new(game, (), settings).unwrap();
            (format!("{} {names}", algorithm.name()), study.trace().unwrap())
        })
        .collect();
    let tree = Tree::parse(WIKIPEDIA);
    for (name, names) in [("tree", ""), ("tree, table", "tt iterative")] {
        let settings = Settings::default().techniques(set(names));
        let study = Study::new(tree.game(), (), settings).unwrap();
        traces.push((format!("{name}, not known"), study.trace().unwrap()));
        traces.push((name.into(), study.with_whole_tree().trace().unwrap()));
    }
    let settings = Settings::default().cut(Cut::AboveBeta).order(Order::None);
    let study = Study::new(tree.game(), (), settings).unwrap().with_whole_tree();
    let mut rough = study.trace().unwrap();
    rough.header.tolerance = Score::from_millipawns(20);
    traces.extend([("tree, only above beta".into(), study.trace().unwrap()), ("tree, roughly".into(), rough)]);
    traces
}

#[test]
fn each_lie_gets_the_verdict_that_it_got() {
    let (mut searches, mut fields) = (String::new(), BTreeMap::<String, Tally>::new());
    let told = traces().into_iter().map(|(name, trace)| {
        // An odd step, because events often come in pairs.
        let step = (trace.records.len() / 40).max(1) | 1;
        let lies = lies(&trace, step);
        (name, trace, lies)
    });
    let told: Vec<(String, Trace, Vec<Lie>)> = told.collect();
    let names = told.iter().flat_map(|(.., lies)| lies.iter().map(|lie| lie.field.clone())).collect();
    for (name, trace, lies) in told {
        for leaves in [10_000, 25, 0] {
            let mut honest = Tally::default();
            let report = verify(&trace, &Effort::default().leaves(leaves)).unwrap();
            assert!(report.passes(), "{name}: {:?} {:?}", report.failures, report.audit.findings);
            honest.add(&report);
            honest.write(&format!("{name:.17} {leaves}"), &mut searches);
        }
        for lie in lies.into_iter().filter(|lie| is_asked(&lie.field, &names)) {
            let Some(told) = lie.told(&trace) else { continue };
            fields.entry(lie.field).or_default().add(&verify(&told, &Effort::default().leaves(10_000)).unwrap());
        }
    }
    let mut table = format!("{COLUMNS}{searches}\n{COLUMNS}");
    fields.iter().for_each(|(field, tally)| tally.write(field, &mut table));
    snapshot_or_part("verdicts", &table);
}

#[test]
fn an_event_that_moves_to_another_node_is_refused_or_found() {
    let mut kinds = BTreeMap::<String, [u32; 4]>::new();
    for (_, trace) in traces() {
        for (at, record) in trace.records.iter().enumerate() {
            let event = serde_json::to_value(record).unwrap();
            let kind = event["event"].as_str().unwrap().to_owned();
            // The other two kinds of events always belong to the root.
            let Some(own) = event["line"].as_array().cloned() else { continue };
            let others =
                [Vec::new(), own[..own.len().saturating_sub(1)].to_vec(), [own.clone(), vec![json!("a")]].concat()];
            for line in others.into_iter().filter(|line| *line != own) {
                let mut event = event.clone();
                event["line"] = Value::Array(line);
                let counts = kinds.entry(kind.clone()).or_default();
                counts[0] += 1;
                match (Lie { at, field: "line".into(), event }.told(&trace)) {
                    None => counts[1] += 1,
                    Some(told) if verify(&told, &Effort::default().leaves(0)).unwrap().passes() => counts[3] += 1,
                    Some(_) => counts[2] += 1,
                }
            }
        }
    }
    let row = |(kind, [told, refused, found, passed]): (&String, &[u32; 4])| {
        format!("{kind:<12}{told:>6}{refused:>8}{found:>7}{passed:>8}\n")
    };
    snapshot(
        "moved-events",
        &format!("event         told refused  found  passed\n{}", kinds.iter().map(row).collect::<String>()),
    );
}

#[test]
fn who_says_stop_is_told_so_and_nothing_is_kept_of_long_traces() {
    let settings = Settings::default().depth(3);
    let game = ChessGame::new(parse_fen(KIWIPETE).unwrap(), Positional);
    let study = Study::new(game, (), settings).unwrap();
    let trace = study.trace().unwrap();
    assert!(5_000 < trace.records.len());
    let mut lines = Vec::new();
    trace.write_json_lines(&mut lines).unwrap();
    let read = || TraceReader::new(&lines[..]).unwrap();
    let stopped = Limits::default();
    stopped.stop.store(true, Ordering::Relaxed);
    let effort = Effort::default().leaves(0).limits(stopped);
    for result in [verify(&study, &effort), verify(&trace, &effort), verify_lines(read(), &effort)] {
        assert!(matches!(result, Err(VerifyError::Stopped)), "{result:?}");
    }
    let limits = Limits::default();
    let long = verify_lines(read(), &Effort::default().leaves(1000).keeps_nodes(false).limits(limits.clone())).unwrap();
    assert!(long.is_long && long.passes());
    assert_eq!(long.unchecked, [(Unchecked::Long, trace.records.len() as u64)]);
    assert!(limits.progress.load(Ordering::Relaxed) <= trace.records.len() as u64);
    assert!(4096 <= limits.progress.load(Ordering::Relaxed));
    let mut sargon = trace;
    sargon.header.algorithm = "sargon".into();
    assert!(matches!(verify(&sargon, &Effort::default().leaves(0)), Err(VerifyError::Sargon)));
}
