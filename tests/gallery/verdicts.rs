//! What `verify` says to every lie that can be told in a small trace, counted: which fields are noticed, by how many findings of
//! which kind, and how much was held against minimax. Nothing of it may change unseen, in either direction.

use crate::support::mutations::lies;
use crate::support::snapshot;
use crate::support::trees::Tree;
use crate::techniques::set;
use plywood::game::chess::{ChessGame, Positional, parse_fen};
use plywood::search::{Algorithm, Order, Settings};
use plywood::study::{AnyStudy, Study};
use plywood::trace::Trace;
use plywood::verify::{Report, verify_trace};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What reports say, added up.
#[derive(Default)]
struct Tally {
    reports: u64,
    unnoticed: u64,
    events: u64,
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
        self.events += report.audit.events;
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
        let Self { reports, unnoticed, findings, failures, lines, checked, unchecked, minimax, leaves, .. } = self;
        writeln!(
            out,
            "{name:<24} {reports:>5} {unnoticed:>5} {findings:>6} {failures:>6} {lines:>6} {checked:>7} {unchecked:>6} {minimax:>6} {leaves:>7}"
        )
        .unwrap();
    }
}

const COLUMNS: &str = "                          told  pass finding failure in plies checked  not minimax leaves\n";

/// Small searches of a board, and two of a tree, known and not known, with the techniques that `verify` has rules for.
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
            let settings = Settings { algorithm, depth, order, techniques: set(names), ..Settings::default() };
            let game = ChessGame::new(parse_fen(fen).unwrap(), Positional);
            let study = Study::new(game, (), settings).unwrap();
            (format!("{} {names}", algorithm.name()), study.trace().unwrap())
        })
        .collect();
    let tree = Tree::parse("[[[[5,6],[7,4,5]],[[3]]],[[[6],[6,9]],[[7]]],[[[5]],[[9,8],[6]]]]");
    for (name, names) in [("tree", ""), ("tree, table", "tt iterative")] {
        let settings = Settings { techniques: set(names), ..Settings::default() };
        let study = Study::new(tree.game(), (), settings).unwrap();
        traces.push((format!("{name}, not known"), study.trace().unwrap()));
        traces.push((name.into(), study.with_whole_tree().trace().unwrap()));
    }
    traces
}

#[test]
fn each_lie_gets_the_verdict_that_it_got() {
    let (mut searches, mut fields) = (String::new(), BTreeMap::<String, Tally>::new());
    for (name, trace) in traces() {
        for leaves in [10_000, 25, 0] {
            let mut honest = Tally::default();
            let report = verify_trace(&trace, leaves).unwrap();
            assert!(report.passes(), "{name}: {:?} {:?}", report.failures, report.audit.findings);
            honest.add(&report);
            honest.write(&format!("{name:.17} {leaves}"), &mut searches);
        }
        // A step that is prime to how events take turns.
        let step = (trace.records.len() / 40).max(1) | 1;
        for lie in lies(&trace, step) {
            let Some(told) = lie.told(&trace) else { continue };
            fields.entry(lie.field).or_default().add(&verify_trace(&told, 10_000).unwrap());
        }
    }
    let mut table = format!("{COLUMNS}{searches}\n{COLUMNS}");
    fields.iter().for_each(|(field, tally)| tally.write(field, &mut table));
    snapshot("verdicts", &table);
}
