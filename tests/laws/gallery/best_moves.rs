//! On real positions, exact searches find one of the best moves, and save as many nodes as published.

use crate::gallery::watch::Counts;
use crate::support::searches::minimax;
use crate::support::{every, positions};
use plywood::Score;
use plywood::game::Game;
use plywood::game::chess::Evaluation::{self, Material};
use plywood::game::chess::{Chess, ChessGame};
use plywood::search::{Algorithm, Order, Settings, Technique, Techniques};
use std::collections::BTreeSet;

type Move = <ChessGame<Evaluation> as Game>::Move;

/// Returns a hundred positions from two test suites.
fn positions() -> impl Iterator<Item = Chess> {
    ["bratko-kopec.epd", "wac.epd"].into_iter().flat_map(positions::epd).map(|epd| epd.position).take(100)
}

/// Every set of exact techniques that can be combined with every algorithm that takes techniques.
fn combinations(depth: u32) -> Vec<Settings> {
    // No chess position is a reflection of another one.
    let all = Techniques::ALL.without(Technique::Symmetry);
    let exact: Vec<Technique> = all.iter().filter(|technique| technique.is_exact()).collect();
    let mut ways = Vec::new();
    for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::MtdF] {
        for subset in 0..1_u32 << exact.len() {
            let techniques: Techniques = exact
                .iter()
                .enumerate()
                .filter(|(bit, _)| subset >> bit & 1 == 1)
                .map(|(_, &technique)| technique)
                .collect();
            let order = Order::MvvLva;
            let mut settings = Settings::plain(algorithm, depth, order).techniques(techniques);
            settings.table.mebibytes = 1;
            if settings.validate::<ChessGame<Evaluation>>().is_ok() {
                assert!(settings.is_exact());
                ways.push(settings);
            }
        }
    }
    ways
}

/// Returns the score of each root move by minimax, and the best of them.
fn root_moves(game: &mut ChessGame<Evaluation>, depth: u32) -> (Score, BTreeSet<String>) {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let mut scores: Vec<(Score, Move)> = Vec::new();
    for mv in moves {
        game.play(mv);
        let score = -minimax(game, &mut (), depth - 1, Order::None).unwrap().score.counted_from_root(1);
        game.undo();
        scores.push((score, mv));
    }
    let best = scores.iter().map(|&(score, _)| score).max().expect("the game is not over");
    (best, scores.into_iter().filter(|&(score, _)| score == best).map(|(_, mv)| format!("{mv:?}")).collect())
}

#[test]
fn every_combination_plays_one_of_the_best_moves_of_a_hundred_positions() {
    let ways = combinations(2);
    assert!(100 < ways.len(), "{}", ways.len());
    let mut unique = 0;
    for position in positions().step_by(every(15)) {
        let mut game = ChessGame::new(position, Material);
        let (score, best) = root_moves(&mut game, 2);
        unique += usize::from(best.len() == 1);
        for settings in &ways {
            let result = settings.search(&mut game, &mut ()).unwrap();
            assert_eq!(result.score, score, "{settings:?} {}", game.fen());
            let mv = format!("{:?}", result.best.expect("there are moves"));
            assert!(best.contains(&mv), "{settings:?} {} {mv}", game.fen());
        }
    }
    assert!(20 / every(15) < unique, "only {unique} positions leave no choice");
}

#[test]
fn three_plies_deep_too() {
    let ways = combinations(3);
    for (index, position) in positions().enumerate().step_by(5 * every(3)) {
        let mut game = ChessGame::new(position, Material);
        let (score, best) = root_moves(&mut game, 3);
        // Each position with some of the settings, and each setting with some positions.
        for settings in ways.iter().skip(index % 7).step_by(7) {
            let result = settings.search(&mut game, &mut ()).unwrap();
            assert_eq!(result.score, score, "{settings:?} {}", game.fen());
            let mv = format!("{:?}", result.best.expect("there are moves"));
            assert!(best.contains(&mv), "{settings:?} {} {mv}", game.fen());
        }
    }
}

/// Within three plies of the root, no two lines lead to the same position that is searched further, so a table only
/// contains what the same search saw earlier, as the theory assumes.
#[test]
fn negascout_and_mtdf_with_a_table_visit_no_leaf_that_alpha_beta_does_not() {
    let (mut fewer, mut all) = (0, 0);
    for position in positions().step_by(4 * every(13)) {
        let leaves = |algorithm, names: &str| {
            let mut counts = Counts::default();
            let techniques = crate::gallery::techniques::set(names);
            let settings = Settings::plain(algorithm, 3, Order::None).techniques(techniques);
            settings.search(&mut ChessGame::new(position.clone(), Material), &mut counts).unwrap();
            counts.distinct_leaves
        };
        let alpha_beta = leaves(Algorithm::AlphaBeta, "");
        for algorithm in [Algorithm::Pvs, Algorithm::MtdF] {
            for names in ["", "tt"] {
                let visited = leaves(algorithm, names);
                assert!(visited.is_subset(&alpha_beta), "{algorithm:?} {names} {position:?}");
                fewer += usize::from(visited.len() < alpha_beta.len());
                all += 1;
            }
        }
    }
    assert!(all / 2 < fewer, "{fewer} of {all}");
}
