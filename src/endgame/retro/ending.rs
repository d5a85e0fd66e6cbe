//! Pieces and boards: endings such as `KQK`, boards from 3 by 3 to 8 by 8 with their symmetries, and the reasons to
//! reject an ending.

use shakmaty::{Bitboard, Color, Piece, Role, Square, attacks};
use std::cmp::Reverse;
use std::collections::TryReserveError;
use std::fmt;
use std::str::FromStr;

/// A square board in the a1 corner of the usual board. No piece can leave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SmallBoard {
    size: u8,
    inside: Bitboard,
}

impl Default for SmallBoard {
    fn default() -> Self {
        Self { size: 8, inside: Bitboard::FULL }
    }
}

impl fmt::Display for SmallBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.size)
    }
}

impl FromStr for SmallBoard {
    type Err = RetroError;

    /// Reads a size such as `4x4`.
    fn from_str(text: &str) -> Result<Self, RetroError> {
        let wrong = || RetroError::Board { text: text.to_owned() };
        let (files, ranks) = text.split_once(['x', 'X']).ok_or_else(wrong)?;
        let size: u8 = files.parse().map_err(|_| wrong())?;
        Self::new(size).filter(|_| ranks == files).ok_or_else(wrong)
    }
}

impl SmallBoard {
    /// Returns the board with `size` files and ranks, or `None` unless `size` is 3 to 8.
    pub fn new(size: u8) -> Option<Self> {
        let is_inside = |square: &Square| (square.file() as u8) < size && (square.rank() as u8) < size;
        let inside = Square::ALL.into_iter().filter(is_inside).collect();
        (3..=8).contains(&size).then_some(Self { size, inside })
    }

    pub const fn size(self) -> usize {
        self.size as usize
    }

    pub const fn is_usual(self) -> bool {
        self.size == 8
    }

    /// Returns the squares of the board from a1, rank by rank.
    pub const fn inside(self) -> Bitboard {
        self.inside
    }

    /// Returns the square on this file and rank, both counted from 0, or `None` outside the board.
    pub fn square(self, file: usize, rank: usize) -> Option<Square> {
        let is_inside = file < self.size() && rank < self.size();
        is_inside.then(|| Square::new((8 * rank + file) as u32))
    }

    /// Returns the squares that a piece attacks, given all pieces on the board.
    #[inline]
    pub(super) fn attacks(self, piece: Piece, from: Square, occupied: Bitboard) -> Bitboard {
        attacks::attacks(from, piece, occupied | !self.inside) & self.inside
    }

    /// Returns the image of `square` under symmetry `number`: bit 0 mirrors the files, bit 1 the ranks, bit 2 the
    /// diagonal.
    pub(super) fn turned(self, square: Square, number: usize) -> Square {
        let last = u32::from(self.size) - 1;
        let (mut file, mut rank) = (square.file() as u32, square.rank() as u32);
        if number & 1 != 0 {
            file = last - file;
        }
        if number & 2 != 0 {
            rank = last - rank;
        }
        if number & 4 != 0 {
            (file, rank) = (rank, file);
        }
        Square::new(8 * rank + file)
    }
}

pub(super) const MOST: usize = 2;

/// The pieces except the two kings: White's first, and each side's in order of value. White is always the stronger
/// side: the side with more pieces or, if both have equally many, the side with the better first piece, then the better
/// second piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RetroEnding {
    men: [Option<Piece>; MOST],
}

/// Returns a key that sorts pieces in the order in which they are written.
fn rank(piece: Piece) -> (bool, Reverse<Role>) {
    (piece.color.is_black(), Reverse(piece.role))
}

impl RetroEnding {
    /// Returns the ending of these pieces (without the kings), and whether the colours had to be swapped.
    ///
    /// # Panics
    /// Panics if there are more than two pieces.
    pub fn of(men: &[Piece]) -> (Self, bool) {
        let strength = |color: Color| {
            let roles = men.iter().filter(|man| man.color == color).map(|man| man.role as u32);
            let (count, best) = roles.clone().fold((0, 0), |(count, best), role| (count + 1, role.max(best)));
            (count, best, roles.sum::<u32>())
        };
        let swapped = strength(Color::White) < strength(Color::Black);
        let mut ending = Self::default();
        for (slot, &man) in ending.men.iter_mut().zip(men) {
            *slot = Some(if swapped { Piece { color: man.color.other(), ..man } } else { man });
        }
        ending.men[..men.len()].sort_unstable_by_key(|man| man.map(rank));
        (ending, swapped)
    }

    pub fn men(self) -> impl Iterator<Item = Piece> {
        self.men.into_iter().flatten()
    }

    /// Returns the pieces except the kings, one slot for each possible piece.
    #[inline]
    pub(super) const fn slots(self) -> [Option<Piece>; MOST] {
        self.men
    }

    #[inline]
    pub fn len(self) -> usize {
        self.men.iter().flatten().count()
    }

    /// Returns the same pieces with the colours swapped, in the same slots. No table is built for an ending with
    /// swapped colours.
    pub(super) fn exchanged(self) -> Self {
        Self { men: self.men.map(|man| man.map(|man| Piece { color: man.color.other(), ..man })) }
    }

    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    pub fn has_pawns(self) -> bool {
        self.men().any(|man| man.role == Role::Pawn)
    }

    /// Returns whether the two pieces other than the kings have the same kind and colour.
    #[inline]
    pub(super) fn has_twins(self) -> bool {
        self.men[0].is_some() && self.men[0] == self.men[1]
    }

    /// Returns a small number that identifies the ending, below [`CODES`](Self::CODES).
    #[inline]
    pub(super) fn code(self) -> usize {
        let digit = |man: Option<Piece>| {
            man.map_or(0, |man| 1 + (man.role as usize - 1) + if man.color == Color::White { 0 } else { 5 })
        };
        digit(self.men[0]) * 11 + digit(self.men[1])
    }

    pub(super) const CODES: usize = 11 * 11;

    /// Returns the endings to which a capture or a promotion leads, without duplicates.
    pub fn next(self) -> Vec<Self> {
        let men: Vec<Piece> = self.men().collect();
        let mut lists: Vec<Vec<Piece>> = Vec::new();
        let without = |list: &[Piece], index: usize| {
            let mut list = list.to_vec();
            list.remove(index);
            list
        };
        for index in 0..men.len() {
            lists.push(without(&men, index));
            if men[index].role != Role::Pawn {
                continue;
            }
            for role in PROMOTIONS {
                let mut list = men.clone();
                list[index].role = role;
                let victims = (0..men.len()).filter(|&other| men[other].color != men[index].color);
                lists.extend(victims.map(|victim| without(&list, victim)));
                lists.push(list);
            }
        }
        let mut endings: Vec<Self> = lists.iter().map(|list| Self::of(list).0).collect();
        endings.sort_unstable_by_key(|ending| ending.code());
        endings.dedup();
        endings
    }

    /// Checks that the ending fits on the board.
    ///
    /// # Errors
    /// [`RetroError::Pawns`] if the ending has pawns and the board is smaller than 8x8.
    pub fn check(self, board: SmallBoard) -> Result<(), RetroError> {
        if self.has_pawns() && !board.is_usual() {
            return Err(RetroError::Pawns { ending: self.to_string(), board: board.to_string() });
        }
        Ok(())
    }
}

pub(super) const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

impl fmt::Display for RetroEnding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in Color::ALL {
            f.write_str("K")?;
            for man in self.men().filter(|man| man.color == color) {
                write!(f, "{}", man.role.upper_char())?;
            }
        }
        Ok(())
    }
}

impl FromStr for RetroEnding {
    type Err = RetroError;

    /// Parses the pieces of both sides, each starting with its king: `KQK`, `kqkr`, `KQvKR`. If Black is the stronger
    /// side, the colours are swapped.
    fn from_str(text: &str) -> Result<Self, RetroError> {
        let kings = |problem| RetroError::Kings { text: text.to_owned(), problem };
        let (mut men, mut count) = (Vec::new(), 0);
        for letter in text.chars().filter(|&letter| letter != 'v') {
            let wrong = || RetroError::Letter { text: text.to_owned(), found: letter };
            match Role::from_char(letter).ok_or_else(wrong)? {
                Role::King => count += 1,
                _ if count == 0 => return Err(kings("it must begin with a king")),
                role @ (Role::Pawn | Role::Knight | Role::Bishop | Role::Rook | Role::Queen) => {
                    men.push(Piece { color: if count == 1 { Color::White } else { Color::Black }, role })
                }
            }
        }
        match count {
            0 | 1 => return Err(kings("a side has no king")),
            2 => {}
            _ => return Err(kings("a side has two kings")),
        }
        if men.is_empty() || MOST < men.len() {
            return Err(RetroError::Men { text: text.to_owned(), men: men.len() + 2 });
        }
        Ok(Self::of(&men).0)
    }
}

/// The errors that retrograde analysis reports, worded for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RetroError {
    #[error(
        "`{text}` is not an ending. Write the pieces of both sides, such as KQK or KBNK; `{found}` is not one of K Q R B N P"
    )]
    Letter { text: String, found: char },
    #[error("`{text}` is not an ending: {problem}. Each side has one king, followed by its other pieces, as in KQKR")]
    Kings { text: String, problem: &'static str },
    #[error("`{text}` has {}; plywood builds tablebases for three or four, kings included", count_of(*.men))]
    Men { text: String, men: usize },
    #[error("`{text}` is not a board; it must be square, from 3x3 to 8x8, such as 4x4")]
    Board { text: String },
    #[error("a board of {board} cannot hold {ending}: pawns need all eight ranks; omit --board")]
    Pawns { ending: String, board: String },
    #[error("the tablebase of {ending} needs {bytes} bytes of memory, more than is available")]
    Memory { ending: String, bytes: usize },
    #[error("stopped before the tablebase was complete")]
    Stopped,
    #[error("the position `{text}`: {problem}")]
    Position { text: String, problem: String },
    #[error("{problem}")]
    File { problem: String },
}

fn count_of(count: usize) -> String {
    let words = [
        "no pieces",
        "one piece",
        "two pieces",
        "three pieces",
        "four pieces",
        "five pieces",
        "six pieces",
        "seven pieces",
    ];
    words.get(count).map_or_else(|| format!("{count} pieces"), |word| (*word).to_owned())
}

impl RetroError {
    pub(super) fn position(text: &str, problem: impl Into<String>) -> Self {
        Self::Position { text: text.to_owned(), problem: problem.into() }
    }

    pub(super) fn file(problem: impl Into<String>) -> Self {
        Self::File { problem: problem.into() }
    }
}

/// Returns `length` copies of `value`, or an error if there is not enough memory.
pub(super) fn filled<T>(length: usize, value: impl Fn() -> T) -> Result<Vec<T>, TryReserveError> {
    let mut list = Vec::new();
    list.try_reserve_exact(length)?;
    list.extend(std::iter::repeat_with(value).take(length));
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ending(text: &str) -> RetroEnding {
        text.parse().expect(text)
    }

    #[test]
    fn the_stronger_side_is_white() {
        for (text, name) in [("KQK", "KQK"), ("kkq", "KQK"), ("KNKB", "KBKN"), ("KRvKQ", "KQKR"), ("KNBK", "KBNK")] {
            assert_eq!(ending(text).to_string(), name);
        }
    }

    #[test]
    fn a_pawn_leads_to_all_its_promotions() {
        let names: Vec<String> = ending("KPK").next().into_iter().map(|ending| ending.to_string()).collect();
        assert_eq!(names.len(), 5);
        assert!(["KK", "KQK", "KRK", "KBK", "KNK"].iter().all(|name| names.iter().any(|other| other == name)));
    }

    #[test]
    fn codes_tell_endings_apart() {
        let mut open = vec![ending("KPKP"), ending("KPPK")];
        let mut seen = std::collections::BTreeMap::new();
        while let Some(ending) = open.pop() {
            let before = seen.insert(ending.code(), ending);
            assert!(before.is_none_or(|before| before == ending), "{ending}");
            open.extend(ending.next().into_iter().filter(|next| seen.get(&next.code()) != Some(next)));
        }
        assert!(20 < seen.len());
    }

    #[test]
    fn what_is_no_ending_is_refused_with_the_reason() {
        let error = |text: &str| text.parse::<RetroEnding>().unwrap_err().to_string();
        assert!(error("KQQKR").contains("five pieces"));
        assert!(error("KQKK").contains("two kings"));
        assert!(error("QRB").contains("begin with a king"));
        assert!(error("KQ").contains("no king"));
        assert!(error("KK").contains("two pieces"));
        assert!(error("KXK").contains("`X`"));
    }
}
