//! Opening books in the Polyglot format: reading, lookup, creation and merging.
//!
//! A book is a list of 16-byte entries, most significant byte first: the key of a position (8), a move (2), its weight
//! (2) and learning data (4). Entries are sorted by key, so a position is found by binary search.
//!
//! Source: Michel Van den Bergh's description of the format, <http://hgm.nubati.net/book_format.html>.

#[cfg(feature = "cli")]
mod page;

#[cfg(feature = "cli")]
pub(crate) use page::{BookPage, dump};

use crate::core::random::splitmix64;
use crate::input::PgnGame;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::{Zobrist64, ZobristValue};
use shakmaty::{CastlingMode, CastlingSide, Chess, Color, EnPassantMode, File, Move, Position, Rank, Role, Square};
use std::collections::{HashMap, HashSet};
use std::fmt;

const SIZE: usize = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookEntry {
    pub key: u64,
    /// The move in the book's encoding.
    pub mv: BookMove,
    /// The weight of the move: moves are chosen in proportion to their weights.
    pub weight: u16,
    /// Learning data, which plywood ignores.
    pub learn: u32,
}

/// A move in the book's encoding: two squares and a promotion. Castling is encoded as the king capturing its own rook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BookMove(u16);

/// The promotion pieces, by number.
const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

impl BookMove {
    pub fn of(mv: Move) -> Self {
        // Shakmaty also encodes castling as the king capturing its own rook.
        let from = mv.from().map_or(0, u16::from);
        let promotion = mv.promotion().and_then(|role| PROMOTIONS.iter().position(|&other| other == role));
        let to = u16::from(mv.to());
        Self(to | from << 6 | promotion.map_or(0, |index| index as u16 + 1) << 12)
    }

    fn squares(self) -> (Square, Square) {
        let square = |bits: u16| Square::new(u32::from(bits & 63));
        (square(self.0 >> 6), square(self.0))
    }

    fn promotion(self) -> Option<Role> {
        usize::from(self.0 >> 12).checked_sub(1).and_then(|index| PROMOTIONS.get(index).copied())
    }

    /// Returns the corresponding legal move, or `None` if the move is not legal.
    pub fn find(self, position: &Chess) -> Option<Move> {
        let (from, to) = self.squares();
        let legal = position.legal_moves();
        let fits = |mv: &&Move| mv.from() == Some(from) && mv.to() == to && mv.promotion() == self.promotion();
        // Some books encode castling as the king's move: e1g1.
        let castles = |mv: &&Move| {
            let target =
                if mv.castling_side().is_some_and(shakmaty::CastlingSide::is_king_side) { File::G } else { File::C };
            mv.is_castle() && mv.from() == Some(from) && Square::from_coords(target, from.rank()) == to
        };
        legal.iter().find(fits).or_else(|| legal.iter().find(castles)).copied()
    }
}

impl fmt::Display for BookMove {
    /// Writes the two squares and the letter of a promotion: `e2e4`, `f2g1n`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = self.squares();
        write!(f, "{from}{to}")?;
        self.promotion().map_or(Ok(()), |role| write!(f, "{}", role.char()))
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    #[error("the book is empty")]
    Empty,
    #[error("the book ends in the middle of an entry, which begins at byte {offset}; an entry has 16 bytes")]
    CutOff { offset: usize },
    #[error("the book is not sorted: the key at byte {offset} is smaller than the previous key")]
    Unsorted { offset: usize },
    #[error("the entry at byte {offset} is not a chess move; this is not a book, or it is for another game")]
    NoMove { offset: usize },
    #[error(
        "the entry at byte {offset} has the move {mv}, which is not legal here; the book is damaged or for another game"
    )]
    Illegal { offset: usize, mv: String },
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    entries: Vec<BookEntry>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct BookChoice {
    pub entry: BookEntry,
    pub mv: Move,
    /// How often the move is chosen, in ten-thousandths.
    pub share: u32,
}

impl BookChoice {
    /// Returns the move in UCI notation: `e1g1` for castling.
    pub fn uci(&self) -> String {
        UciMove::from_move(self.mv, CastlingMode::Standard).to_string()
    }

    pub fn percent(&self) -> f64 {
        f64::from(self.share) / 100.0
    }
}

impl Book {
    /// Reads a book. Takes time proportional to the length of the book, because every entry is checked.
    ///
    /// # Errors
    /// [`BookError`] if the bytes are not a sorted list of whole entries with chess moves.
    pub fn read(bytes: &[u8]) -> Result<Self, BookError> {
        let (entries, rest) = bytes.as_chunks::<SIZE>();
        if !rest.is_empty() {
            return Err(BookError::CutOff { offset: SIZE * entries.len() });
        }
        if entries.is_empty() {
            return Err(BookError::Empty);
        }
        let entries: Vec<BookEntry> = entries.iter().map(entry).collect();
        let unsorted = entries.windows(2).position(|pair| pair[1].key < pair[0].key);
        if let Some(index) = unsorted {
            return Err(BookError::Unsorted { offset: SIZE * (index + 1) });
        }
        match entries.iter().position(|entry| !is_move(entry.mv)) {
            Some(index) => Err(BookError::NoMove { offset: SIZE * index }),
            None => Ok(Self { entries }),
        }
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let bytes = |entry: &BookEntry| {
            let mut bytes = [0; SIZE];
            bytes[..8].copy_from_slice(&entry.key.to_be_bytes());
            bytes[8..10].copy_from_slice(&entry.mv.0.to_be_bytes());
            bytes[10..12].copy_from_slice(&entry.weight.to_be_bytes());
            bytes[12..].copy_from_slice(&entry.learn.to_be_bytes());
            bytes
        };
        self.entries.iter().flat_map(bytes).collect()
    }

    pub fn entries(&self) -> &[BookEntry] {
        &self.entries
    }

    /// Returns the moves of a position in file order; the list is empty if the position is not in the book. Takes time
    /// proportional to the logarithm of the book's size.
    ///
    /// # Errors
    /// [`BookError::Illegal`] if the book has an illegal move for this position.
    pub fn moves(&self, position: &Chess) -> Result<Vec<BookChoice>, BookError> {
        let key = key(position);
        let start = self.entries.partition_point(|entry| entry.key < key);
        let found = self.entries[start..].iter().take_while(|entry| entry.key == key);
        let total: u32 = found.clone().map(|entry| u32::from(entry.weight)).sum();
        let choice = |(index, entry): (usize, &BookEntry)| {
            let illegal = || BookError::Illegal { offset: SIZE * (start + index), mv: entry.mv.to_string() };
            let mv = entry.mv.find(position).ok_or_else(illegal)?;
            let share = (20_000 * u64::from(entry.weight) + u64::from(total)).checked_div(2 * u64::from(total));
            Ok(BookChoice { entry: *entry, mv, share: share.unwrap_or(0) as u32 })
        };
        found.enumerate().map(choice).collect()
    }
}

fn entry(bytes: &[u8; SIZE]) -> BookEntry {
    let number = |range: std::ops::Range<usize>| bytes[range].iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
    BookEntry {
        key: number(0..8),
        mv: BookMove(number(8..10) as u16),
        weight: number(10..12) as u16,
        learn: number(12..16) as u32,
    }
}

/// Returns whether any kind of piece could make this move on an empty board.
fn is_move(mv: BookMove) -> bool {
    let (from, to) = mv.squares();
    let (files, ranks) = (from.file().distance(to.file()), from.rank().distance(to.rank()));
    let is_line = files == 0 || ranks == 0 || files == ranks || files + ranks == 3;
    let promotes = matches!((from.rank(), to.rank()), (Rank::Seventh, Rank::Eighth) | (Rank::Second, Rank::First));
    from != to && is_line && mv.0 >> 12 <= 4 && (mv.promotion().is_none() || promotes)
}

/// Returns the move with the highest weight (the first, if there are several), or `None` if there is no move.
pub fn best(choices: &[BookChoice]) -> Option<&BookChoice> {
    choices.iter().rev().max_by_key(|choice| choice.entry.weight)
}

/// Returns a random move, in proportion to the weights. The same seed gives the same move. Returns `None` if all
/// weights are zero.
pub fn by_chance(choices: &[BookChoice], seed: u64) -> Option<&BookChoice> {
    let total: u64 = choices.iter().map(|choice| u64::from(choice.entry.weight)).sum();
    let mut left = splitmix64(seed).checked_rem(total)?;
    choices.iter().find(|choice| {
        let weight = u64::from(choice.entry.weight);
        let is_it = left < weight;
        left = left.saturating_sub(weight);
        is_it
    })
}

/// The default number of plies of a game that go into a book.
#[cfg(feature = "cli")]
pub(crate) const PLIES: usize = 30;

/// Collects games for a book. A move gets two points of weight for each game that its side won and one for each draw.
/// Moves with weight zero are omitted.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    points: HashMap<(u64, BookMove), u64>,
    /// The number of games with a result.
    games: u64,
}

impl Builder {
    /// Adds the first `plies` half-moves of a game, and returns whether the game counts. A game without a result does
    /// not count.
    pub fn add(&mut self, game: &PgnGame, plies: usize) -> bool {
        let result = game.result.as_deref().or_else(|| game.tag("Result")).unwrap_or_default();
        let points = |turn: Color| match (result, turn) {
            ("1-0", Color::White) | ("0-1", Color::Black) => Some(2),
            ("1-0", Color::Black) | ("0-1", Color::White) => Some(0),
            ("1/2-1/2", _) => Some(1),
            _ => None,
        };
        if points(Color::White).is_none() {
            return false;
        }
        for (position, &mv) in game.positions.iter().zip(&game.moves).take(plies) {
            *self.points.entry((key(position), BookMove::of(mv))).or_default() += points(position.turn()).unwrap_or(0);
        }
        self.games += 1;
        true
    }

    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Returns the book. If a weight is too large, all weights of its position are halved until it fits.
    pub fn finish(self) -> Book {
        let mut most: HashMap<u64, u64> = HashMap::new();
        for (&(key, _), &points) in &self.points {
            let most = most.entry(key).or_default();
            *most = points.max(*most);
        }
        let entry = |((key, mv), points): ((u64, BookMove), u64)| {
            let mut halvings = 0;
            while u64::from(u16::MAX) < most[&key] >> halvings {
                halvings += 1;
            }
            BookEntry { key, mv, weight: (points >> halvings) as u16, learn: 0 }
        };
        let mut entries: Vec<BookEntry> =
            self.points.into_iter().map(entry).filter(|entry| entry.weight != 0).collect();
        entries.sort_unstable_by_key(|entry| (entry.key, std::cmp::Reverse(entry.weight), entry.mv));
        Book { entries }
    }
}

/// Returns the positions of both books. If both contain a position, the first book wins, and the second book's moves
/// for it are omitted.
pub fn merge(first: &Book, second: &Book) -> Book {
    let known: HashSet<u64> = first.entries.iter().map(|entry| entry.key).collect();
    let added = second.entries.iter().filter(|entry| !known.contains(&entry.key));
    let mut entries: Vec<BookEntry> = first.entries.iter().chain(added).copied().collect();
    entries.sort_by_key(|entry| entry.key);
    Book { entries }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyPart {
    /// The meaning of the number: `K on e1`, `White may castle short`.
    pub what: String,
    pub number: u64,
}

/// Returns the Polyglot key of a position. The file of an en-passant square counts only if a pawn can capture.
pub fn key(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal).0
}

/// Returns the numbers whose XOR is the key: one for each piece on its square, each castling right, the en-passant
/// file, and White to move.
pub fn key_parts(position: &Chess) -> Vec<KeyPart> {
    let mut parts = Vec::new();
    let mut add = |what: String, number: Zobrist64| parts.push(KeyPart { what, number: number.0 });
    for (square, piece) in position.board().clone() {
        add(format!("{} on {square}", piece.char()), Zobrist64::zobrist_for_piece(square, piece));
    }
    for color in [Color::White, Color::Black] {
        for (side, name) in [(CastlingSide::KingSide, "short"), (CastlingSide::QueenSide, "long")] {
            if position.castles().has(color, side) {
                let what = format!("{} may castle {name}", color.fold_wb("White", "Black"));
                add(what, Zobrist64::zobrist_for_castling_right(color, side));
            }
        }
    }
    if let Some(square) = position.ep_square(EnPassantMode::PseudoLegal) {
        add(format!("en passant on the {} file", square.file()), Zobrist64::zobrist_for_en_passant_file(square.file()));
    }
    if position.turn() == Color::White {
        add("White to move".to_owned(), Zobrist64::zobrist_for_white_turn());
    }
    parts
}
