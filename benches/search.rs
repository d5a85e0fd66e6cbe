//! What a search with empty hooks costs: nodes a second, and the time of a loop written by hand over the same rules.
//!
//! A node is one that was entered, or a leaf that was scored; positions that were only created to be sorted are not
//! counted, though they take time.

#![allow(clippy::print_stdout, reason = "a benchmark prints")]

mod timing;

use plywood::game::chess::{ChessGame, Material, Move};
use plywood::game::{Ending, Game};
use plywood::search::{Order, alpha_beta};
use plywood::trace::{Counter, Watch};
use plywood::{Score, Window};
use timing::{POSITIONS, fastest, position, ratio};

fn main() {
    println!("{:<12} {:>9} {:>14} {:>14} {:>12} {:>8}", "position", "nodes", "million/s", "by hand", "ratio", "limit");
    for (name, fen, depth) in POSITIONS {
        let game = ChessGame::new(position(fen), Material);
        let mut watch = Watch(Counter::default());
        let counted = alpha_beta(&mut game.clone(), &mut watch, depth, Order::Static).expect("nothing stops it");
        let nodes = watch.0.statistics.nodes();
        let by_hand = ByHand::new(game.clone()).search(depth);
        assert_eq!(by_hand, (counted.score, nodes), "{name}: both searches must do the same");
        let mut bare = || {
            let result = alpha_beta(&mut game.clone(), &mut (), depth, Order::Static).expect("nothing stops it");
            u64::from(result.best.is_some())
        };
        let mut hand = || ByHand::new(game.clone()).search(depth).1;
        let [bare, hand] = fastest(9, [&mut bare, &mut hand]);
        let speed = |time: std::time::Duration| nodes as f64 / time.as_secs_f64() / 1e6;
        let (ours, theirs) = (speed(bare), speed(hand));
        println!("{name:<12} {nodes:>9} {ours:>14.2} {theirs:>14.2} {:>12.3} {:>8}", ratio(bare, hand), "1.05");
    }
}

/// Fail-hard alpha-beta over positions that are copied, without hooks, windows, bounds or verdicts.
struct ByHand {
    game: ChessGame<Material>,
    ply: u32,
    nodes: u64,
    moves: Vec<Move>,
    spare: Vec<Vec<(Move, Score)>>,
}

impl ByHand {
    fn new(game: ChessGame<Material>) -> Self {
        Self { game, ply: 0, nodes: 0, moves: Vec::new(), spare: Vec::new() }
    }

    fn search(mut self, depth: u32) -> (Score, u64) {
        let score = self.node(depth, Window::FULL.alpha, Window::FULL.beta, Score::ZERO);
        (score, self.nodes)
    }

    fn score(&self, ending: Option<Ending>) -> Score {
        ending.map_or_else(|| self.game.evaluate(), |ending| ending.score(self.ply))
    }

    fn play(&mut self, mv: Move) {
        self.game.play(mv);
        self.ply += 1;
    }

    fn undo(&mut self) {
        self.game.undo();
        self.ply -= 1;
    }

    fn node(&mut self, depth: u32, mut alpha: Score, beta: Score, known: Score) -> Score {
        self.nodes += 1;
        self.moves.clear();
        self.game.moves(&mut self.moves);
        if self.moves.is_empty() {
            return if depth == 0 { self.score(self.game.ending()) } else { known };
        }
        let mut children = self.spare.pop().unwrap_or_default();
        children.extend(self.moves.iter().map(|&mv| (mv, Score::ZERO)));
        if 1 < depth {
            for child in &mut children {
                self.play(child.0);
                child.1 = -self.score(self.game.ending());
                self.undo();
            }
            sort(&mut children);
        }
        for &(mv, known) in &children {
            self.play(mv);
            let score = if depth == 1 {
                self.nodes += 1;
                -self.score(self.game.ending())
            } else {
                -self.node(depth - 1, -beta, -alpha, -known)
            };
            self.undo();
            if beta <= score {
                alpha = beta;
                break;
            }
            alpha = alpha.max(score);
        }
        children.clear();
        self.spare.push(children);
        alpha
    }
}

fn sort(children: &mut [(Move, Score)]) {
    for end in 1..children.len() {
        let child = children[end];
        let mut at = end;
        while at > 0 && children[at - 1].1 < child.1 {
            children[at] = children[at - 1];
            at -= 1;
        }
        children[at] = child;
    }
}
