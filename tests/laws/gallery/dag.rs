//! A game in which different lines lead to the same position, for tests of transposition tables.

use plywood::Score;
use plywood::game::classic::{AnyGame, Playable, PlayableMove, PositionError, Sketch};
use plywood::game::{Ending, Game, Side};
use proptest::prelude::*;

/// Positions in layers; the moves of each position lead to some positions of the next layer.
#[derive(Clone, Debug)]
pub struct Dag {
    layers: Vec<Vec<Place>>,
    line: Vec<u16>,
    /// Whether the score also depends on the first move of the line, which the key does not include.
    pub remembers: bool,
}

#[derive(Clone, Debug)]
pub struct Place {
    /// For the side to move.
    score: i32,
    is_lost: bool,
    /// Places of the next layer, each at most once.
    moves: Vec<u16>,
}

const WIDTH: u16 = 5;

pub fn dag(depth: usize) -> BoxedStrategy<Dag> {
    let moves = prop::sample::subsequence((0..WIDTH).collect::<Vec<u16>>(), 1..=4).prop_shuffle();
    let place = (-2000..2000, prop::bool::weighted(0.05), moves).prop_map(|(score, is_lost, moves)| Place {
        score,
        is_lost,
        moves,
    });
    let layer = prop::collection::vec(place, usize::from(WIDTH)).boxed();
    prop::collection::vec(layer, depth + 1).prop_map(|layers| Dag { layers, line: vec![0], remembers: false }).boxed()
}

impl Dag {
    /// Returns the same as an `AnyGame`, for which the library has already compiled the search.
    pub fn game(self) -> AnyGame {
        AnyGame::new(self)
    }

    fn here(&self) -> &Place {
        let layer = self.line.len() - 1;
        &self.layers[layer][usize::from(self.line[layer])]
    }
}

impl Game for Dag {
    type Move = PlayableMove;

    fn turn(&self) -> Side {
        if self.line.len() % 2 == 1 { Side::First } else { Side::Second }
    }

    fn moves(&self, moves: &mut Vec<PlayableMove>) {
        if self.ending().is_none() && self.line.len() < self.layers.len() {
            moves.extend(self.here().moves.iter().map(|&mv| PlayableMove(mv)));
        }
    }

    fn play(&mut self, mv: PlayableMove) {
        self.line.push(mv.0);
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

    fn name(&self, mv: PlayableMove) -> String {
        mv.0.to_string()
    }

    const HAS_KEYS: bool = true;

    fn key(&self) -> u64 {
        let layer = self.line.len() as u64;
        (layer * 8 + u64::from(*self.line.last().expect("the root is there"))).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    const HISTORY_SIZE: usize = WIDTH as usize;

    fn history_index(&self, mv: PlayableMove) -> usize {
        usize::from(mv.0)
    }
}

/// The game is random, so it needs no name and no picture.
impl Playable for Dag {
    const NAMES: &'static [&'static str] = &["dag"];
    const SYNTAX: &'static str = "";
    const SCORES: &'static [(&'static str, &'static str)] = &[];

    fn parse(_: Option<&str>, _: Option<&str>) -> Result<Self, PositionError> {
        Err(PositionError("it is drawn at random".to_owned()))
    }

    fn position(&self) -> String {
        format!("dag:{:?}", self.line)
    }

    fn scored_by(self, _: usize) -> Self {
        self
    }

    fn rules(&self) -> String {
        String::new()
    }

    fn sketch(&self) -> Sketch {
        Sketch { rows: Vec::new(), columns: Vec::new() }
    }
}
