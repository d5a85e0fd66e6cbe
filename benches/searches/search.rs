//! The cost of a search with empty hooks: nodes per second, compared with two loops by hand: one over the same game,
//! and a tuned one directly over the rules.
//!
//! A node is an entered node or an evaluated leaf; positions created only for sorting are not counted, though they take
//! time.

use crate::timing::{POSITIONS, fastest, position, ratio};
use plywood::game::chess::{ChessGame, Material};
use plywood::hooks::Watch;
use plywood::search::{Order, alpha_beta};
use plywood::trace::Counter;

pub(crate) fn main() {
    println!(
        "{:<12} {:>9} {:>10} {:>10} {:>8} {:>8} {:>10} {:>8} {:>8}",
        "position", "nodes", "million/s", "by hand", "ratio", "limit", "tuned", "ratio", "limit"
    );
    for (name, fen, depth) in POSITIONS {
        let game = ChessGame::new(position(fen), Material);
        let mut watch = Watch(Counter::default());
        let counted = alpha_beta(&mut game.clone(), &mut watch, depth, Order::Static).expect("nothing stops it");
        let nodes = watch.0.statistics.nodes();
        let by_hand = crate::by_hand::alpha_beta::<true, _>(&mut game.clone(), depth, true);
        assert_eq!(by_hand, (counted.score, nodes), "{name}: both searches must do the same");
        let tuned = crate::tuned::alpha_beta(&position(fen), depth);
        assert_eq!(tuned, (counted.score, nodes), "{name}: the tuned search must do the same");
        let mut bare = || {
            let result = alpha_beta(&mut game.clone(), &mut (), depth, Order::Static).expect("nothing stops it");
            u64::from(result.best.is_some())
        };
        let mut hand = || crate::by_hand::alpha_beta::<true, _>(&mut game.clone(), depth, true).1;
        let mut tuned = || crate::tuned::alpha_beta(&position(fen), depth).1;
        let [bare, hand, tuned] = fastest(15, [&mut bare, &mut hand, &mut tuned]);
        let speed = |time: std::time::Duration| nodes as f64 / time.as_secs_f64() / 1e6;
        println!(
            "{name:<12} {nodes:>9} {:>10.2} {:>10.2} {:>8.3} {:>8} {:>10.2} {:>8.3} {:>8}",
            speed(bare),
            speed(hand),
            ratio(bare, hand),
            "1.05",
            speed(tuned),
            ratio(bare, tuned),
            "1.0"
        );
    }
}
