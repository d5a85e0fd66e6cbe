//! Finished tables: what they know of a position, and of each of its moves.

use super::board::SmallBoard;
use super::ending::RetroEnding;
use super::index::Index;
use super::position::{Position, RetroMove};
use super::value::{ILLEGAL, RetroValue, half, value};
use shakmaty::{Color, Piece, Square};

/// The table of one ending: a byte for each number, for White to move and for Black.
#[derive(Clone, Debug)]
pub(super) struct EndingTable {
    pub(super) ending: RetroEnding,
    pub(super) index: Index,
    pub(super) bytes: [Vec<u8>; 2],
}

impl EndingTable {
    #[inline]
    fn byte(&self, position: &Position) -> u8 {
        self.index.number(&position.squares).map_or(ILLEGAL, |number| self.bytes[half(position.turn)][number])
    }
}

/// The table of an ending with those of all endings that its captures and promotions lead to.
#[derive(Clone, Debug)]
pub struct EndingTables {
    pub(super) board: SmallBoard,
    /// In the order in which they were made: the last is what was asked for.
    pub(super) tables: Vec<EndingTable>,
    /// Where in the list the table of an ending is, by its code.
    place: Vec<Option<u8>>,
}

/// A move with what it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndingMove {
    /// The move.
    pub step: RetroMove,
    /// The position after it, with the stronger side as White.
    pub after: Position,
    /// Whether the colours changed places for that.
    pub swapped: bool,
    /// What it is worth, for the side that makes the move; plies count from before it.
    pub value: RetroValue,
}

impl EndingTables {
    pub(super) fn new(board: SmallBoard) -> Self {
        Self { board, tables: Vec::new(), place: vec![None; RetroEnding::CODES] }
    }

    pub(super) fn add(&mut self, table: EndingTable) {
        self.place[table.ending.code()] = Some(self.tables.len() as u8);
        self.tables.push(table);
    }

    #[inline]
    fn table(&self, ending: RetroEnding) -> Option<&EndingTable> {
        self.place[ending.code()].map(|place| &self.tables[usize::from(place)])
    }

    /// Returns whether there is a table of an ending.
    #[must_use]
    pub fn has(&self, ending: RetroEnding) -> bool {
        self.table(ending).is_some()
    }

    /// Returns the ending that was asked for.
    #[must_use]
    pub fn ending(&self) -> RetroEnding {
        self.tables.last().map(|table| table.ending).unwrap_or_default()
    }

    /// Returns all endings, in the order in which they were made; the last is the one that was asked for.
    pub fn endings(&self) -> impl Iterator<Item = RetroEnding> {
        self.tables.iter().map(|table| table.ending)
    }

    /// Returns the board.
    #[must_use]
    pub const fn board(&self) -> SmallBoard {
        self.board
    }

    /// Returns how many bytes all tables take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.tables.iter().map(|table| table.bytes[0].len() + table.bytes[1].len()).sum()
    }

    #[inline]
    pub(super) fn byte(&self, position: &Position) -> u8 {
        self.table(position.ending).map_or(ILLEGAL, |table| table.byte(position))
    }

    /// Returns what is known of a position; none if it is not legal, or if there is no table of its ending.
    #[must_use]
    pub fn value(&self, position: &Position) -> Option<RetroValue> {
        position.problem(self.board).is_none().then(|| value(self.byte(position)))?
    }

    /// Returns the position of these men, the kings included, in any order, and whether the colours had to change places for
    /// the stronger side to be White; none unless there is one king of each colour and a table of the ending.
    #[must_use]
    pub fn position(&self, men: &[(Piece, Square)], turn: Color) -> Option<(Position, bool)> {
        let king = |color: Color| men.iter().find(|man| man.0 == color.king()).map(|man| man.1);
        let others: Vec<(Piece, Square)> =
            men.iter().copied().filter(|man| man.0.role != shakmaty::Role::King).collect();
        let kings = [king(Color::White)?, king(Color::Black)?];
        if others.len() + 2 != men.len() || super::ending::MOST < others.len() {
            return None;
        }
        let (position, swapped) = Position::of(kings, &others, turn, self.board);
        self.table(position.ending).map(|_| (position, swapped))
    }

    /// Returns the legal moves of a position with what each is worth, the best first: the quickest win, then draws, then the
    /// slowest loss; equal ones in the order of the squares.
    #[must_use]
    pub fn choices(&self, position: &Position) -> Vec<EndingMove> {
        let mut choices = Vec::new();
        position.each_step(self.board, |step| {
            let (after, swapped) = position.after(step, self.board);
            if let Some(value) = value(self.byte(&after)) {
                let value = match value.reversed() {
                    RetroValue::Won(plies) => RetroValue::Won(plies + 1),
                    RetroValue::Drawn => RetroValue::Drawn,
                    RetroValue::Lost(plies) => RetroValue::Lost(plies + 1),
                };
                choices.push(EndingMove { step, after, swapped, value });
            }
            true
        });
        choices.sort_by_key(|choice| (-choice.value.worth(), choice.step.from, choice.step.to));
        choices
    }
}
