//! Properties of explained real positions: nothing decisive is folded, and a closer look gives the same results.

use crate::support::{every, positions, runs};
use plywood::game::Game;
use plywood::game::chess::Evaluation::{self, Material, Positional};
use plywood::game::chess::{Chess, ChessGame};
use plywood::hooks::Verdict;
use plywood::internal::explain::{follow, path, why};
use plywood::internal::page::{Style, Words};
use plywood::score::Bound;
use plywood::search::{Algorithm, Order, Settings};
use plywood::study::{AnyStudy, CountedLeaves, Study};
use plywood::tree::{Judgement, Keep, Node, SearchTree};

fn study(position: &Chess, depth: u32, algorithm: Algorithm, order: Order) -> Study<ChessGame<Evaluation>> {
    let game = ChessGame::new(position.clone(), Positional);
    Study::new(game, (), Settings::plain(algorithm, depth, order)).unwrap()
}

fn suites() -> Vec<plywood::internal::input::Epd> {
    [positions::epd("bratko-kopec.epd"), positions::epd("wac.epd")].concat()
}

fn child<'a>(node: &'a Node, name: &str) -> Option<&'a Node> {
    node.children.iter().find(|child| child.name() == name)
}

/// Below every move, a reply that refutes it is shown, if there is one; otherwise, the best reply.
fn shows_what_decided(node: &Node) {
    for child in &node.children {
        let Some(judgement) = &child.judgement else { continue };
        if child.leaf.is_none() {
            let decisive = child.decisive().expect("an inner node shows the child that decided");
            let cuts = matches!(decisive.judgement.as_deref(), Some(Judgement { verdict: Verdict::Cutoff { .. }, .. }));
            assert_eq!(cuts, judgement.bound == Bound::Upper, "{}", child.name());
            let reply = decisive.judgement.as_ref().unwrap();
            match reply.verdict {
                Verdict::Cutoff { .. } => assert!(-judgement.score <= reply.score),
                _ => assert!(reply.score <= -judgement.score),
            }
        }
        shows_what_decided(child);
    }
}

#[test]
fn folding_never_hides_what_decided() {
    for (index, epd) in suites().iter().step_by(5 * every(4)).enumerate() {
        let depth = 2 + index as u32 % 3;
        let order = [Order::Static, Order::MvvLva, Order::None][index % 3];
        let tree = study(&epd.position, depth, Algorithm::AlphaBeta, order).explain(&Keep::FOLDED).unwrap();
        let mut node = &tree.root;
        for name in &tree.outcome.pv {
            node = child(node, name).expect("the whole PV is shown");
            assert!(node.on_pv);
        }
        let mut moves = Vec::new();
        ChessGame::new(epd.position.clone(), Material).moves(&mut moves);
        assert_eq!(tree.root.children.len(), moves.len(), "every root move is shown");
        shows_what_decided(&tree.root);
        assert_eq!(counted(&tree.root), tree.outcome.statistics.nodes(), "folds are counted");
    }
}

/// Returns the nodes of a tree, including those in folds.
fn counted(node: &Node) -> u64 {
    let searched = u64::from(node.judgement.is_some() || node.window.is_some());
    searched + node.fold.nodes + node.children.iter().map(counted).sum::<u64>()
}

/// Returns a random line through the tree of all legal moves, chosen by `turns`.
fn line(position: &Chess, depth: u32, mut turns: u64) -> Vec<String> {
    let mut game = ChessGame::new(position.clone(), Material);
    let mut line = Vec::new();
    for _ in 0..=turns % u64::from(depth) {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let Some(&mv) = moves.get((turns / 7) as usize % moves.len().max(1)) else { break };
        line.push(game.name(mv));
        game.play(mv);
        turns = turns.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407) >> 3;
    }
    line
}

fn told(tree: &SearchTree, line: &[String]) -> (String, Option<usize>) {
    let mut out = Vec::new();
    let style = Style::default();
    let words = Words::new(&style, &tree.header);
    why(tree, line, &words, None).write_text(words.style, &mut out).unwrap();
    follow(tree, line, &words, None, &mut out).unwrap();
    (String::from_utf8(out).unwrap(), path(tree, line).err().map(|(index, _)| index))
}

#[test]
fn looking_closer_never_contradicts_the_trace() {
    let (mut searched, mut skipped) = (0, 0);
    for (index, epd) in suites().iter().step_by(16 * every(3)).enumerate() {
        let depth = 2 + index as u32 % 2;
        let study = study(&epd.position, depth, Algorithm::AlphaBeta, Order::Static);
        let whole = study.trace().unwrap().tree();
        for turns in 0..12 {
            let names = line(&epd.position, depth, turns * 7919 + index as u64 * 104_729);
            let looked = study.explain(&Keep::FOLDED.focus(names.clone())).unwrap();
            let text = told(&looked, &names);
            assert_eq!(text, told(&whole, &names), "{:?}", epd.id());
            searched += u32::from(text.1.is_none());
            skipped += u32::from(text.1.is_some());
        }
    }
    let few = 20 / every(3) as u32;
    assert!(few < searched && few < skipped, "{searched} lines were searched, {skipped} were not");
}

#[test]
fn alpha_beta_has_the_score_and_the_line_of_minimax() {
    for epd in &suites()[..runs(200) as usize] {
        let explained = |algorithm| {
            let tree = study(&epd.position, 3, algorithm, Order::Static).explain(&Keep::FOLDED).unwrap();
            let outcome = tree.outcome;
            (outcome.score, outcome.best, outcome.pv, outcome.leaf_score)
        };
        let pruned = explained(Algorithm::AlphaBeta);
        assert_eq!(pruned, explained(Algorithm::Minimax), "{:?}", epd.id());
        assert_eq!(pruned.0, pruned.3, "the leaf of the PV has the score of the root");
    }
}

#[test]
fn the_leaves_of_full_minimax_are_counted() {
    for epd in suites().iter().step_by(20) {
        let minimax = study(&epd.position, 2, Algorithm::Minimax, Order::None);
        let leaves = minimax.explain(&Keep::FOLDED).unwrap().outcome.statistics.leaves;
        let counted = minimax.count_leaves(u64::MAX);
        assert_eq!(counted.and_then(CountedLeaves::all).unwrap().all, leaves, "{:?}", epd.id());
        // The inner nodes of two plies: the root and the nodes after each of its moves, unless the game is over there.
        let inner = 1 + study(&epd.position, 1, Algorithm::Minimax, Order::None).solve().unwrap().statistics.leaves;
        let within = |nodes| minimax.count_leaves(nodes);
        assert_eq!(within(inner), counted);
        let Some(CountedLeaves::MoreThan(fewer)) = within(inner - 1) else { panic!("{:?}", epd.id()) };
        assert!(fewer < leaves && 0 < fewer, "{fewer} of {leaves}");
        assert_eq!(within(0), Some(CountedLeaves::MoreThan(0)));
    }
}

/// Rooks and kings that move back and forth: the same position may be a draw after one sequence of moves and not after
/// another.
#[test]
fn leaves_are_counted_where_positions_return() {
    let games = ["8/8/8/8/8/2k5/8/K6R w - - 0 1", "7k/8/8/8/8/8/8/KR6 b - - 97 90", "8/8/8/8/1p4k1/8/P5K1/8 w - - 0 1"];
    for fen in games {
        let position = plywood::game::chess::parse_fen(fen).unwrap();
        for depth in 1..=if runs(1) == 1 { 5 } else { 6 } {
            let minimax = study(&position, depth, Algorithm::Minimax, Order::None);
            let leaves = minimax.solve().unwrap().statistics.leaves;
            let counted = minimax.count_leaves(u64::MAX).and_then(CountedLeaves::all);
            assert_eq!(counted.unwrap().all, leaves, "{fen} to depth {depth}");
        }
    }
}

/// Two positions in which a formula for uniform trees would require more leaves than alpha-beta needs.
#[test]
fn no_alpha_beta_search_scores_fewer_leaves_than_the_fewest() {
    let first = suites().into_iter().take(60).map(|epd| epd.position);
    let hard = plywood::game::chess::parse_fen("5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - -").unwrap();
    let mut equal = 0;
    for (index, position) in first.step_by(every(4)).chain([hard]).enumerate() {
        let depth = 1 + index as u32 % 3;
        for (algorithm, order) in [(Algorithm::AlphaBeta, Order::Best), (Algorithm::AlphaBeta, Order::Static)] {
            let study = study(&position, depth, algorithm, order);
            let fewest = study.count_leaves(u64::MAX).and_then(CountedLeaves::all).unwrap().fewest;
            let leaves = study.explain(&Keep::FOLDED).unwrap().outcome.statistics.leaves;
            assert!(fewest <= leaves, "{fewest} {leaves} {position:?}");
            equal += u32::from(fewest == leaves);
        }
    }
    assert!(20 / (every(4) as u32) < equal, "at depth 1 it is every move: {equal}");
}
