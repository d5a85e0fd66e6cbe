//! A game of one's own, searched and drawn: Nim. Two heaps of matches; a move takes some from one heap, and whoever
//! cannot move has lost.
//!
//! ```text
//! cargo run --example own_game
//! ```

use plywood::Score;
use plywood::game::{Ending, Game, Side};
use plywood::render::{Page, Parts, Style};
use plywood::search::{Order, Settings};
use plywood::study::Study;

/// Two heaps, and the moves that led here: which heap, and how many matches were taken.
#[derive(Clone, Debug)]
struct Nim {
    heaps: [u8; 2],
    played: Vec<(usize, u8)>,
}

impl Game for Nim {
    type Move = (usize, u8);

    fn turn(&self) -> Side {
        if self.played.len().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn moves(&self, moves: &mut Vec<Self::Move>) {
        for (heap, &matches) in self.heaps.iter().enumerate() {
            moves.extend((1..=matches).map(|taken| (heap, taken)));
        }
    }

    fn play(&mut self, (heap, taken): Self::Move) {
        self.heaps[heap] -= taken;
        self.played.push((heap, taken));
    }

    fn undo(&mut self) {
        if let Some((heap, taken)) = self.played.pop() {
            self.heaps[heap] += taken;
        }
    }

    fn ending(&self) -> Option<Ending> {
        (self.heaps == [0, 0]).then_some(Ending::Loss)
    }

    fn evaluate(&self) -> Score {
        Score::ZERO
    }

    fn name(&self, (heap, taken): Self::Move) -> String {
        format!("{taken}{}", ['A', 'B'][heap])
    }

    fn ending_name(&self) -> Option<&'static str> {
        self.ending().map(|_| "no matches left")
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let nim = Nim { heaps: [1, 2], played: Vec::new() };
    let study =
        Study::new(nim, (), Settings { depth: 3, order: Order::None, ..Settings::default() })?.with_whole_tree();
    Page::new(&study, &Parts::default(), &Style::default())?.write(&mut std::io::stdout())?;
    Ok(())
}
