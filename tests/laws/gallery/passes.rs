//! Nodes searched after a null move are counted, although they have no events, even after a second null move below the
//! first.

use crate::gallery::signature::Signature;
use crate::gallery::techniques::set;
use plywood::Score;
use plywood::game::{Ending, Game, Side};
use plywood::search::{Order, Settings};

/// A game that never ends, with three moves in each position and scores that look random. It counts its visits.
#[derive(Clone, Debug, Default)]
struct Endless {
    /// The current position and the previous ones.
    positions: Vec<u64>,
    /// Which of these were reached by a null move.
    passed: Vec<bool>,
    /// The number of positions visited.
    visited: u64,
    /// How many of them were visited by a null move below another one.
    nested: u64,
}

impl Endless {
    fn here(&self) -> u64 {
        self.positions.last().copied().unwrap_or(1)
    }

    fn go(&mut self, by: u64, is_pass: bool) {
        // The finalizer of SplitMix64: Steele, Lea and Flood, Fast splittable pseudorandom number generators (2014).
        let mixed = (self.here() ^ by).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        self.visited += 1;
        self.nested += u64::from(is_pass && self.passed.contains(&true));
        self.positions.push((mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb));
        self.passed.push(is_pass);
    }
}

impl Game for Endless {
    type Move = u64;
    const CAN_PASS: bool = true;

    fn turn(&self) -> Side {
        if self.positions.len().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn moves(&self, moves: &mut Vec<u64>) {
        moves.extend(1..=3);
    }

    fn play(&mut self, mv: u64) {
        self.go(mv, false);
    }

    fn undo(&mut self) {
        self.positions.pop();
        self.passed.pop();
    }

    fn ending(&self) -> Option<Ending> {
        None
    }

    fn evaluate(&self) -> Score {
        Score::from_millipawns((self.here() >> 50) as i32 % 1000)
    }

    fn name(&self, mv: u64) -> String {
        mv.to_string()
    }

    fn play_null_move(&mut self) -> bool {
        self.go(4, true);
        true
    }
}

#[test]
fn every_position_behind_a_pass_is_counted() {
    for depth in 1..=11 {
        let settings = Settings::default().depth(depth).order(Order::None).techniques(set("null-move"));
        let (mut game, mut told) = (Endless::default(), Signature::default());
        settings.search(&mut game, &mut told).unwrap();
        // The root is a node to which no move leads.
        assert_eq!(told.visited(), game.visited + 1, "depth {depth}");
        assert!(depth < 9 || 0 < game.nested, "depth {depth}: no pass behind a pass");
    }
}
