//! A game in which different lines lead to the same position, for the laws of transposition tables.

use plywood::Score;
use plywood::game::{Ending, Game, Side};
use proptest::prelude::*;

/// Positions in layers; from each, moves lead to some places of the next layer.
#[derive(Clone, Debug)]
pub struct Dag {
    layers: Vec<Vec<Place>>,
    line: Vec<u8>,
    /// Whether the score also depends on the first move of the line, of which the key knows nothing.
    pub remembers: bool,
}

#[derive(Clone, Debug)]
pub struct Place {
    /// For the side to move.
    score: i32,
    is_lost: bool,
    /// Places of the next layer, each at most once.
    moves: Vec<u8>,
}

const WIDTH: u8 = 5;

pub fn dag(depth: usize) -> BoxedStrategy<Dag> {
    let moves = prop::sample::subsequence((0..WIDTH).collect::<Vec<u8>>(), 1..=4).prop_shuffle();
    let place = (-2000..2000, prop::bool::weighted(0.05), moves).prop_map(|(score, is_lost, moves)| Place {
        score,
        is_lost,
        moves,
    });
    let layer = prop::collection::vec(place, usize::from(WIDTH)).boxed();
    prop::collection::vec(layer, depth + 1).prop_map(|layers| Dag { layers, line: vec![0], remembers: false }).boxed()
}

impl Dag {
    fn here(&self) -> &Place {
        let layer = self.line.len() - 1;
        &self.layers[layer][usize::from(self.line[layer])]
    }
}

impl Game for Dag {
    type Move = u8;

    fn turn(&self) -> Side {
        if self.line.len() % 2 == 1 { Side::First } else { Side::Second }
    }

    fn moves(&self, moves: &mut Vec<u8>) {
        if self.ending().is_none() && self.line.len() < self.layers.len() {
            moves.extend(&self.here().moves);
        }
    }

    fn play(&mut self, mv: u8) {
        self.line.push(mv);
    }

    fn undo(&mut self) {
        self.line.pop();
    }

    fn ending(&self) -> Option<Ending> {
        (self.here().is_lost && 1 < self.line.len()).then_some(Ending::Loss)
    }

    fn evaluate(&self) -> Score {
        let memory = if self.remembers { 5000 * i32::from(*self.line.get(1).unwrap_or(&0)) } else { 0 };
        Score::from_millipawns(self.here().score + if self.line.len() % 2 == 1 { memory } else { -memory })
    }

    fn name(&self, mv: u8) -> String {
        mv.to_string()
    }

    const HAS_KEYS: bool = true;

    fn key(&self) -> u64 {
        let layer = self.line.len() as u64;
        (layer * 8 + u64::from(*self.line.last().expect("the root is there"))).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    const HISTORY_SIZE: usize = WIDTH as usize;

    fn history_index(&self, mv: u8) -> usize {
        usize::from(mv)
    }
}
