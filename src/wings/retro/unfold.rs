//! The proof of a position as a game: of the winner's moves the quickest, of the loser's all.
//!
//! A search of it goes through just the positions that prove the table's value, so everything that draws searches draws
//! proofs.

use super::position::{Position, RetroMove};
use super::tables::{EndingMove, EndingTables};
use super::value::RetroValue;
use crate::game::{Diagram, Ending, Game, Side};
use crate::score::Score;
use shakmaty::Color;
use std::sync::Arc;

/// A position whose moves are those that prove what the tables say of it.
///
/// Where the side to move wins, that is its quickest win; where it loses, every move. In a draw, the side that is to move at
/// the root has all its moves, since none of them may win, and the other side has one that holds.
#[derive(Clone, Debug)]
pub struct Unfold {
    tables: Arc<EndingTables>,
    /// Positions, and whether their colours changed places.
    stack: Vec<(Position, bool)>,
}

impl Unfold {
    /// Returns the proof of a position of the tables; `swapped` says that its colours have changed places.
    #[must_use]
    pub fn new(tables: Arc<EndingTables>, position: Position, swapped: bool) -> Self {
        Self { tables, stack: vec![(position, swapped)] }
    }

    fn here(&self) -> (Position, bool) {
        self.stack[self.stack.len() - 1]
    }

    /// Returns what the tables say of the current position.
    #[must_use]
    pub fn value(&self) -> RetroValue {
        self.tables.value(&self.here().0).unwrap_or(RetroValue::Drawn)
    }

    fn choices(&self) -> Vec<EndingMove> {
        let mut choices = self.tables.choices(&self.here().0);
        let one_is_enough = match self.value() {
            RetroValue::Won(_) => true,
            RetroValue::Drawn => self.stack.len().is_multiple_of(2),
            RetroValue::Lost(_) => false,
        };
        if one_is_enough {
            choices.truncate(1);
        }
        choices
    }
}

impl Game for Unfold {
    type Move = RetroMove;

    fn turn(&self) -> Side {
        let (position, swapped) = self.here();
        match if swapped { position.turn.other() } else { position.turn } {
            Color::White => Side::First,
            Color::Black => Side::Second,
        }
    }

    fn moves(&self, moves: &mut Vec<RetroMove>) {
        moves.extend(self.choices().iter().map(|choice| choice.step));
    }

    fn play(&mut self, mv: RetroMove) {
        let (position, swapped) = self.here();
        let (after, again) = position.after(mv, self.tables.board());
        self.stack.push((after, swapped != again));
    }

    fn undo(&mut self) {
        self.stack.pop();
    }

    fn ending(&self) -> Option<Ending> {
        let position = self.here().0;
        if self.value() == RetroValue::Lost(0) {
            return Some(Ending::Loss);
        }
        (position.ending.is_empty() || self.tables.choices(&position).is_empty()).then_some(Ending::Draw)
    }

    fn ending_name(&self) -> Option<&'static str> {
        self.ending().map(|ending| match ending {
            Ending::Draw if self.here().0.ending.is_empty() => "only kings are left",
            Ending::Draw => "stalemate",
            Ending::Loss | Ending::Win => "checkmate",
        })
    }

    fn evaluate(&self) -> Score {
        self.value().score(self.stack.len() as u32 - 1)
    }

    fn evaluation_name(&self) -> &'static str {
        "tablebase"
    }

    fn name(&self, mv: RetroMove) -> String {
        let (position, swapped) = self.here();
        self.tables.name(&position, mv, swapped)
    }

    fn diagram(&self) -> Option<Diagram> {
        let (position, swapped) = self.here();
        let move_number = 1 + self.stack.len() as u32 / 2;
        Some(Diagram { fen: position.fen(self.tables.board(), swapped), move_number })
    }
}
