//! Retrograde analysis: endings of three and four pieces, solved backwards from the mates.
//!
//! A [`TablePlan`] lists the tables that an ending needs, [`TablePlan::run`] builds them, and [`EndingTables`] answers
//! lookups. Positions are legal if no two pieces share a square, the kings are not adjacent, pawns are on ranks 2 to 7,
//! and the side not to move is not in check. Castling, en passant, the fifty-move rule and the history of a position
//! are ignored. Distances are counted in plies to mate.
//!
//! # Files
//! A table file begins with the eight letters `PLYRETRO`, the version, the size of the board and the number of tables,
//! one byte each. Each table follows with a byte for the length of its name, the name (`KQK`), the number of bytes for
//! one side to move (four bytes, least significant first), and the bytes for White and for Black to move. The file ends
//! with the CRC-32 of everything before it, four bytes, least significant first.

mod ending;
mod generate;
mod page;
mod position;
mod proof;
mod summary;

pub use ending::{RetroEnding, RetroError, SmallBoard};
pub use generate::{TablePlan, TableProgress};
pub use page::{Examples, Solved};
pub use position::{Position, RetroMove};
pub(crate) use proof::CLOCK;
pub use proof::{ProofEngine, Unfold, proof_sentence, read_position};
pub use summary::{Half, IterationMarks, PositionCount, Summary, Zugzwangs};

use crate::core::score::Score;
use crate::core::sort::sort_by_key;
use position::Index;
use shakmaty::{Color, Piece, Square};
use std::io::{self, Write};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RetroValue {
    /// The side to move mates in this many plies: an odd number.
    Won(u8),
    /// Neither side can force a win.
    Drawn,
    /// The side to move is mated in this many plies: an even number, 0 if it is already mated.
    Lost(u8),
}

impl RetroValue {
    pub const fn plies(self) -> Option<u8> {
        match self {
            Self::Won(plies) | Self::Lost(plies) => Some(plies),
            Self::Drawn => None,
        }
    }

    pub const fn reversed(self) -> Self {
        match self {
            Self::Won(plies) => Self::Lost(plies),
            Self::Drawn => Self::Drawn,
            Self::Lost(plies) => Self::Won(plies),
        }
    }

    /// Returns the score of this value for the side to move, `ply` half-moves after the root.
    pub const fn score(self, ply: u32) -> Score {
        match self {
            Self::Won(plies) => Score::mate_in(ply + plies as u32),
            Self::Drawn => Score::ZERO,
            Self::Lost(plies) => Score::mated_in(ply + plies as u32),
        }
    }

    /// Orders values for the side to move: lost sooner, lost later, drawn, won later, won sooner.
    pub const fn worth(self) -> i32 {
        match self {
            Self::Won(plies) => 1000 - plies as i32,
            Self::Drawn => 0,
            Self::Lost(plies) => plies as i32 - 1000,
        }
    }
}

/// The byte for a number that has no placement or only an illegal placement.
const ILLEGAL: u8 = 0;
/// Not marked; a draw when the analysis is finished.
const OPEN: u8 = 1;
/// Marked with 0 plies. An odd number of plies means won, an even number means lost.
const MARKED: u8 = 2;
/// Not marked, but a capture or a promotion wins. The number of plies is the byte minus this value.
const WAITING: u8 = 128;
/// The maximum number of plies that a byte can store.
const MOST_PLIES: u8 = WAITING - MARKED - 1;

/// Returns the byte of a position that is won or lost in this many plies.
#[inline]
const fn marked(plies: u8) -> u8 {
    MARKED + plies
}

/// Returns the number of plies that a marked byte stores.
#[inline]
const fn plies(byte: u8) -> Option<u8> {
    if MARKED <= byte && byte < WAITING { Some(byte - MARKED) } else { None }
}

/// Returns the meaning of a byte, or `None` if the position is not legal.
#[inline]
const fn value(byte: u8) -> Option<RetroValue> {
    match plies(byte) {
        Some(plies) if plies % 2 == 1 => Some(RetroValue::Won(plies)),
        Some(plies) => Some(RetroValue::Lost(plies)),
        None if byte == ILLEGAL => None,
        None => Some(RetroValue::Drawn),
    }
}

/// Returns the index of the half of a table that belongs to a side to move.
#[inline]
const fn half(turn: Color) -> usize {
    match turn {
        Color::White => 0,
        Color::Black => 1,
    }
}

/// The table of one ending: one byte for each placement number with White to move, and one with Black to move.
#[derive(Clone, Debug)]
struct EndingTable {
    ending: RetroEnding,
    index: Index,
    bytes: [Vec<u8>; 2],
}

impl EndingTable {
    #[inline]
    fn byte(&self, position: &Position) -> u8 {
        self.index.number(&position.squares).map_or(ILLEGAL, |number| self.bytes[half(position.turn)][number])
    }
}

/// The table of an ending, with the tables of all endings that its captures and promotions lead to.
#[derive(Clone, Debug)]
pub struct EndingTables {
    board: SmallBoard,
    /// The tables in the order in which they were built; the last is the requested one.
    tables: Vec<EndingTable>,
    /// The index of an ending's table in the list, indexed by the ending's code.
    place: Vec<Option<u8>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndingMove {
    pub step: RetroMove,
    /// The position after the move, with the stronger side as White.
    pub after: Position,
    /// Whether the colours were swapped to make the stronger side White.
    pub swapped: bool,
    /// The value of the move for the side that makes it; plies are counted from the position before the move.
    pub value: RetroValue,
}

impl EndingTables {
    fn new(board: SmallBoard) -> Self {
        Self { board, tables: Vec::new(), place: vec![None; RetroEnding::CODES] }
    }

    fn add(&mut self, table: EndingTable) {
        self.place[table.ending.code()] = Some(self.tables.len() as u8);
        self.tables.push(table);
    }

    #[inline]
    fn table(&self, ending: RetroEnding) -> Option<&EndingTable> {
        self.place[ending.code()].map(|place| &self.tables[usize::from(place)])
    }

    pub fn ending(&self) -> RetroEnding {
        self.tables.last().map(|table| table.ending).unwrap_or_default()
    }

    /// Returns all endings in the order in which they were built; the last is the requested one.
    pub fn endings(&self) -> impl Iterator<Item = RetroEnding> {
        self.tables.iter().map(|table| table.ending)
    }

    pub const fn board(&self) -> SmallBoard {
        self.board
    }

    pub fn bytes(&self) -> usize {
        self.tables.iter().map(|table| table.bytes[0].len() + table.bytes[1].len()).sum()
    }

    #[inline]
    fn byte(&self, position: &Position) -> u8 {
        self.table(position.ending).map_or(ILLEGAL, |table| table.byte(position))
    }

    /// Returns the value of a position, or `None` if it is not legal or its ending has no table.
    pub fn value(&self, position: &Position) -> Option<RetroValue> {
        position.problem(self.board).is_none().then(|| value(self.byte(position)))?
    }

    /// Returns the position of these pieces, including kings, in any order, and whether the colours had to be swapped
    /// so that the stronger side is White. Returns `None` unless there is one king of each colour and a table for the
    /// ending.
    pub fn position(&self, men: &[(Piece, Square)], turn: Color) -> Option<(Position, bool)> {
        let king = |color: Color| men.iter().find(|man| man.0 == color.king()).map(|man| man.1);
        let others: Vec<(Piece, Square)> =
            men.iter().copied().filter(|man| man.0.role != shakmaty::Role::King).collect();
        let kings = [king(Color::White)?, king(Color::Black)?];
        if others.len() + 2 != men.len() || ending::MOST < others.len() {
            return None;
        }
        let (position, swapped) = Position::of(kings, &others, turn, self.board);
        self.table(position.ending).map(|_| (position, swapped))
    }

    /// Returns the legal moves of a position with their values, best first: quickest wins, then draws, then slowest
    /// losses; moves of equal value are in the order of their squares.
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
        sort_by_key(&mut choices, |choice| (-choice.value.worth(), choice.step.from, choice.step.to));
        choices
    }

    /// Writes all tables.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut sum = crc32fast::Hasher::new();
        let mut put = |bytes: &[u8]| {
            sum.update(bytes);
            out.write_all(bytes)
        };
        put(MAGIC)?;
        put(&[VERSION, self.board.size() as u8, self.tables.len() as u8])?;
        for table in &self.tables {
            let name = table.ending.to_string();
            put(&[name.len() as u8])?;
            put(name.as_bytes())?;
            put(&(table.bytes[0].len() as u32).to_le_bytes())?;
            put(&table.bytes[0])?;
            put(&table.bytes[1])?;
        }
        out.write_all(&sum.finalize().to_le_bytes())
    }

    /// # Errors
    /// [`RetroError::File`] if the bytes are not such a file, are damaged, or have another version.
    pub fn read(bytes: &[u8]) -> Result<Self, RetroError> {
        if !is_tables(bytes) {
            return Err(RetroError::file("this is not a tablebase file: it does not begin with PLYRETRO"));
        }
        match bytes.get(MAGIC.len()) {
            Some(&VERSION) => {}
            Some(version) => {
                let problem =
                    format!("this file has version {version}, but plywood reads only version {VERSION}; rebuild it");
                return Err(RetroError::file(problem));
            }
            None => return Err(cut_off(bytes)),
        }
        let (body, sum) = bytes.split_last_chunk::<4>().ok_or_else(|| cut_off(bytes))?;
        if crc32fast::hash(body) != u32::from_le_bytes(*sum) {
            let problem = "the tablebase file is damaged: its checksum is wrong; rebuild it";
            return Err(RetroError::file(problem));
        }
        let mut rest = UnreadTable { all: body, at: MAGIC.len() + 1 };
        let tables = rest.tables()?;
        match rest.at == body.len() {
            true => Ok(tables),
            false => Err(RetroError::file(format!("the tablebase file continues after its end at byte {}", rest.at))),
        }
    }
}

const MAGIC: &[u8; 8] = b"PLYRETRO";
/// The file version that plywood writes, and the only one that it reads.
const VERSION: u8 = 1;

/// Returns whether a file begins like a table file.
pub(crate) fn is_tables(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

fn cut_off(bytes: &[u8]) -> RetroError {
    RetroError::file(format!("the tablebase file is truncated after {} bytes", bytes.len()))
}

struct UnreadTable<'a> {
    all: &'a [u8],
    at: usize,
}

impl<'a> UnreadTable<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], RetroError> {
        let taken = self.all.get(self.at..).and_then(|rest| rest.get(..count)).ok_or_else(|| cut_off(self.all))?;
        self.at += count;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<usize, RetroError> {
        Ok(usize::from(self.take(1)?[0]))
    }

    fn tables(&mut self) -> Result<EndingTables, RetroError> {
        let size = self.byte()?;
        let wrong = || RetroError::file(format!("the tablebase file names a board of {size} by {size}"));
        let board = SmallBoard::new(size as u8).ok_or_else(wrong)?;
        let count = self.byte()?;
        let mut tables = EndingTables::new(board);
        for _ in 0..count {
            let table = self.table(board)?;
            tables.add(table);
        }
        let plan = TablePlan::new(tables.ending(), board)?;
        let found: Vec<RetroEnding> = tables.endings().collect();
        if found != plan.endings() {
            return Err(RetroError::file(format!("the file lacks tables that {} needs", tables.ending())));
        }
        Ok(tables)
    }

    fn table(&mut self, board: SmallBoard) -> Result<EndingTable, RetroError> {
        let (at, length) = (self.at, self.byte()?);
        let name = std::str::from_utf8(self.take(length)?).unwrap_or_default();
        let ending = if name == "KK" { RetroEnding::default() } else { name.parse()? };
        if ending.to_string() != name {
            return Err(RetroError::file(format!("the table at byte {at} is called {name}, but it holds {ending}")));
        }
        let index = Index::new(ending, board);
        let four = self.take(4)?;
        let size = u32::from_le_bytes([four[0], four[1], four[2], four[3]]) as usize;
        if size != index.len() {
            let problem = format!("the table of {name} at byte {at} has {size} positions instead of {}", index.len());
            return Err(RetroError::file(problem));
        }
        let bytes = [self.take(size)?.to_vec(), self.take(size)?.to_vec()];
        if bytes.iter().flatten().any(|&byte| WAITING <= byte) {
            return Err(RetroError::file(format!("the table of {name} at byte {at} was not finished")));
        }
        Ok(EndingTable { ending, index, bytes })
    }
}
