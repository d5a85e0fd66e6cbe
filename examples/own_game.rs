//! A game of your own in your own command: one pile of matches, a move takes one, two or three, and the player who
//! takes the last one wins. `examples/README.md` explains each part.
//!
//! ```text
//! cargo run --example own_game -- explain take:5
//! ```

#![expect(clippy::print_stdout, reason = "a program without words prints what it expects")]

use plywood::Score;
use plywood::game::classic::{GameList, Man, Playable, PlayableMove, PositionError, Sketch};
use plywood::game::{Ending, Game, Side};
use std::process::ExitCode;

/// The matches left in the pile, and how many each move has taken so far.
#[derive(Clone, Debug)]
pub struct Take {
    left: u16,
    taken: Vec<PlayableMove>,
}

impl Game for Take {
    type Move = PlayableMove;

    fn turn(&self) -> Side {
        if self.taken.len().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn moves(&self, moves: &mut Vec<PlayableMove>) {
        moves.extend((1..=self.left.min(3)).map(PlayableMove));
    }

    fn play(&mut self, mv: PlayableMove) {
        self.left -= mv.0;
        self.taken.push(mv);
    }

    fn undo(&mut self) {
        self.left += self.taken.pop().map_or(0, |mv| mv.0);
    }

    fn ending(&self) -> Option<Ending> {
        (self.left == 0).then_some(Ending::Loss)
    }

    fn evaluate(&self) -> Score {
        Score::ZERO
    }

    fn name(&self, mv: PlayableMove) -> String {
        format!("-{}", mv.0)
    }
}

impl Playable for Take {
    const NAMES: &'static [&'static str] = &["take"];
    const SYNTAX: &'static str = "the number of matches: take:5";
    const SCORES: &'static [(&'static str, &'static str)] = &[("zero", "0 for every unfinished game")];

    fn parse(_size: Option<&str>, position: Option<&str>) -> Result<Self, PositionError> {
        let left = position.unwrap_or("5").parse().ok().filter(|left| *left <= 40);
        let left = left.ok_or_else(|| PositionError("expected a number of matches up to 40".to_owned()))?;
        Ok(Self { left, taken: Vec::new() })
    }

    fn position(&self) -> String {
        format!("take:{}", self.left)
    }

    fn scored_by(self, _number: usize) -> Self {
        self
    }

    fn rules(&self) -> String {
        "The player who takes the last match wins. -2 takes two matches.".to_owned()
    }

    fn sketch(&self) -> Sketch {
        Sketch { rows: vec![(String::new(), vec![Man::Match; self.left.into()])], columns: Vec::new() }
    }

    fn rest(&self) -> Option<u32> {
        Some(self.left.into()).filter(|&left| left <= 12)
    }
}

fn main() -> ExitCode {
    if std::env::args().len() == 1 {
        println!("Add a command: explain take:5");
        return ExitCode::SUCCESS;
    }
    plywood::cli::main_with(GameList::default().with::<Take>())
}
