//! The signature of the searches: the exact node counts of each way to search, on four positions. Engines use such a
//! count ("bench") as a check: any change to move ordering, cutoffs, reductions, pruning or tables changes it, although
//! most of these changes don't change a score. If you intended the change, accept the new numbers; if not, you have
//! found a bug.
//!
//! Source: <https://www.chessprogramming.org/Node> and the `bench` of Stockfish.

use crate::gallery::pv::KIWIPETE;
use crate::gallery::techniques::set;
use crate::support::{in_turn, is_long, snapshot, snapshot_or_part};
use plywood::game::Game;
use plywood::game::chess::Evaluation::Positional;
use plywood::game::chess::{ChessGame, parse_fen};
use plywood::hooks::{Event, Flow, Hooks, Line, SearchEvent};
use plywood::search::{Algorithm, Cut, Fail, Mistake, Order, Replacement, Settings, TableAnswers, TableSettings};
use std::fmt::Write as _;

/// A position full of captures, an endgame in which positions recur, one with a mate in it, and one with passed pawns
/// and checks; and their search depths.
const POSITIONS: [(&str, u32); 4] = [
    (KIWIPETE, 3),
    ("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", 8),
    ("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", 3),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5),
];

/// What a search did.
#[derive(Default)]
pub struct Signature {
    nodes: u64,
    leaves: u64,
    table: u64,
    skipped: u64,
    passed: u64,
    again: u64,
}

impl Signature {
    /// All nodes, including those after null moves, which have no events.
    pub const fn visited(&self) -> u64 {
        self.nodes + self.leaves + self.passed
    }
}

impl<G: Game> Hooks<G> for Signature {
    fn event(&mut self, _: Line<'_, G>, event: SearchEvent<'_, G::Move>) -> Flow {
        match event {
            Event::Enter { .. } => self.nodes += 1,
            Event::Judged { leaf: Some(_), .. } => self.leaves += 1,
            Event::TableHit { cut: true, .. } => self.table += 1,
            Event::Pruned { .. } | Event::Reduced { .. } => self.skipped += 1,
            Event::NullMove { cut, entered, leaves, .. } => {
                self.skipped += u64::from(cut);
                self.passed += entered + leaves;
            }
            Event::ReSearch { .. } => self.again += 1,
            _ => {}
        }
        Flow::Continue(())
    }
}

fn ways() -> Vec<(String, Settings)> {
    let settings = |names: &str| {
        // If moves are sorted by static evaluations, no moves are equal, and history has no effect.
        let order = if names.contains("history") { Order::MvvLva } else { Order::Static };
        Settings::default().order(order).techniques(set(names))
    };
    let mut ways: Vec<(String, Settings)> = [
        "",
        "killers",
        "history",
        "killers history iterative",
        "tt",
        "tt killers history iterative aspiration mate-distance",
        "mate-distance",
        "null-move",
        "null-move tt",
        "lmr",
        "lmr null-move killers history",
        "futility",
        "check-extension",
        "quiescence",
        "quiescence delta",
        "quiescence see",
        "quiescence check-extension lmr null-move futility delta see tt killers history iterative aspiration",
    ]
    .map(|names| (names.to_owned(), settings(names)))
    .into();
    for order in [Order::None, Order::MvvLva, Order::See, Order::Random(7), Order::Random(0)] {
        ways.push((format!("order {order}"), settings("").order(order)));
    }
    for (order, names) in
        [(Order::See, "tt killers history"), (Order::None, "tt killers history"), (Order::Random(7), "tt killers")]
    {
        ways.push((format!("order {order}, {names}"), settings(names).order(order)));
    }
    for algorithm in [Algorithm::Pvs, Algorithm::MtdF] {
        for names in ["tt", "tt lmr null-move killers history iterative", "tt quiescence"] {
            ways.push((format!("{} {names}", algorithm.name()), settings(names).algorithm(algorithm)));
        }
    }
    ways.push(("only above beta".into(), settings("").cut(Cut::AboveBeta)));
    ways.push(("fails soft".into(), settings("tt").fail(Fail::Soft)));
    ways
}

/// One line for each setting: the counts, the score, and the name.
fn signatures(fen: &str, depth: u32, ways: &[(String, Settings)]) -> String {
    let mut table = format!("\n{fen}, {depth} plies\n");
    for (name, settings) in ways {
        let mut signature = Signature::default();
        let mut game = ChessGame::new(parse_fen(fen).unwrap(), Positional);
        let result = settings.depth(depth).search(&mut game, &mut signature).unwrap();
        let Signature { nodes, leaves, table: cuts, skipped, passed, again } = signature;
        let counts = format!("{nodes}+{leaves} {cuts} {skipped} {passed} {again}");
        writeln!(table, "{counts:<28} {:>7} {name}", result.score.to_string()).unwrap();
    }
    table
}

const COLUMNS: &str =
    "nodes+leaves cuts-by-table null-moves+reductions+prunings nodes-behind-passes searched-again score way\n";

#[test]
fn each_way_to_search_costs_what_it_did() {
    let table = |(index, (fen, depth)): (usize, &(&str, u32))| {
        // Each setting on all positions, or on one of them.
        let ways: Vec<_> = in_turn(ways(), index, 4).collect();
        signatures(fen, *depth, &ways)
    };
    let tables: Vec<String> = POSITIONS.iter().enumerate().map(table).collect();
    snapshot_or_part("signature", &format!("{COLUMNS}{}", tables.concat()));
}

#[test]
fn a_table_that_is_too_small_costs_what_it_did() {
    let deeper = TableSettings::default().mebibytes(1);
    let newer = deeper.replacement(Replacement::Newer);
    let at_least = deeper.answers(TableAnswers::AtLeastDepth);
    let large = deeper.mebibytes(64);
    let techniques = set("tt iterative");
    let ways = [
        ("64 MiB", large),
        ("1 MiB", deeper),
        ("1 MiB, newer entries stay", newer),
        ("1 MiB, at least the depth", at_least),
    ]
    .map(|(name, table)| (name.to_owned(), Settings::default().table(table).techniques(techniques)));
    // The whole column, or the small table with each replacement rule.
    let ways = if is_long() { &ways[..] } else { &ways[1..3] };
    let (fen, depth) = POSITIONS[3];
    snapshot_or_part("signature-tables", &format!("{COLUMNS}{}", signatures(fen, depth + 4, ways)));
}

#[test]
fn each_mistake_costs_what_it_did() {
    let ways: Vec<(String, Settings)> =
        Mistake::ALL.iter().map(|&mistake| (mistake.name().to_owned(), Settings::default().mistake(mistake))).collect();
    let (fen, depth) = POSITIONS[3];
    snapshot("signature-mistakes", &format!("{COLUMNS}{}", signatures(fen, depth - 1, &ways)));
}
