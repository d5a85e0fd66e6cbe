//! Reads files of positions and games (EPD and PGN), record by record.
//!
//! Invariant: a bad record becomes an error with its number, its line and the reason, and the records after it are
//! still read. This module opens no files.
//!
//! This file reads Extended Position Description: one position per line, with operations such as `bm` (best move) and
//! `id`. Source: Edwards, *Portable Game Notation Specification and Implementation Guide* (1994), section 16.2;
//! <https://www.chessprogramming.org/Extended_Position_Description>.

#[cfg(feature = "cli")]
pub(crate) mod perft_suite;
mod pgn;
mod pgn_places;
pub mod uci_score;

pub use pgn::{PgnGame, read_pgn};
pub use pgn_places::PgnError;

pub(crate) use crate::core::text::strip_bom;
pub use crate::core::text::with_line_ends;

use crate::core::game::chess::{Chess, ChessGame, FenError, Material, Move, parse_fen, parse_san};
use crate::core::game::{Game, MoveError};
use crate::core::score::Score;
use crate::core::text::visible;
use std::borrow::Cow;

/// A record of a file, and its place in the file.
#[derive(Clone, Debug)]
pub struct InputRecord<T> {
    /// The number of the record in the file, counted from 1. Bad records are counted too.
    pub number: usize,
    /// The line on which the record begins, counted from 1.
    pub line: usize,
    /// The input.
    pub content: T,
}

/// An error in a record; its [`source`](std::error::Error::source) is the cause.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("record {number}, line {line}")]
pub struct RecordError<E: std::error::Error + 'static> {
    /// The number of the record in the file, counted from 1.
    pub number: usize,
    /// The line with the error, counted from 1.
    pub line: usize,
    /// The error.
    #[source]
    pub cause: E,
}

/// The characters of Windows-1252 from 0x80 to 0x9F, where Latin-1 has only control characters.
const WINDOWS: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";

/// Returns the text of a file: UTF-8 with or without a byte order mark, otherwise Windows-1252, which includes the
/// letters of Latin-1, as in older PGN files.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(strip_bom(text)),
        Err(_) => {
            let windows = |byte: u8| WINDOWS.chars().nth(usize::from(byte.checked_sub(0x80)?));
            Cow::Owned(bytes.iter().map(|&byte| windows(byte).unwrap_or(char::from(byte))).collect())
        }
    }
}

/// A position with the file's operations for it.
#[derive(Clone, Debug, Default)]
pub struct Epd {
    /// The position.
    pub position: Chess,
    /// The best moves (`bm`); a program should find one of them. Empty if not given.
    pub best: Vec<Move>,
    /// The moves to avoid (`am`); empty if not given.
    pub avoid: Vec<Move>,
    /// All operations as written, including `bm` and `am`.
    pub operations: Vec<Operation>,
}

/// An operation of an EPD line: `opcode operand operand ...;`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The name of the operation.
    pub opcode: String,
    /// The operands, without quotes. A quoted operand can consist of several words.
    pub operands: Vec<String>,
}

impl Epd {
    /// Returns the operands of the first operation with this name.
    pub fn operands(&self, opcode: &str) -> Option<&[String]> {
        self.operations.iter().find(|operation| operation.opcode == opcode).map(|operation| &*operation.operands)
    }

    /// Returns the first operand of the first operation with this name.
    pub fn operand(&self, opcode: &str) -> Option<&str> {
        self.operands(opcode)?.first().map(String::as_str)
    }

    /// Returns the name of the position (`id`).
    pub fn id(&self) -> Option<&str> {
        self.operand("id")
    }

    /// Returns whether the line expects this move, given by its name: it must be one of the best moves and not a move
    /// to avoid. Returns `None` if the line expects nothing.
    pub fn judge(&self, best: Option<&str>) -> Option<bool> {
        if self.best.is_empty() && self.avoid.is_empty() {
            return None;
        }
        let Some(best) = best.and_then(|best| parse_san(&self.position, best).ok()) else { return Some(false) };
        let wanted = self.best.is_empty() || self.best.contains(&best);
        Some(wanted && !self.avoid.contains(&best))
    }

    /// Returns what the line expects, as written: `bm Qg6`.
    pub fn wanted(&self) -> String {
        let game = ChessGame::new(self.position.clone(), Material);
        let names = |moves: &[Move]| moves.iter().map(|&mv| game.name(mv)).collect::<Vec<_>>().join("/");
        match (self.best.as_slice(), self.avoid.as_slice()) {
            ([], []) => String::new(),
            ([], avoid) => format!("am {}", names(avoid)),
            (best, _) => format!("bm {}", names(best)),
        }
    }

    /// Returns the number of moves in which the side to move mates (`dm`), according to the file.
    pub fn direct_mate(&self) -> Option<u32> {
        self.operand("dm")?.parse().ok()
    }

    /// Returns the evaluation in centipawns for the side to move (`ce`), according to the file.
    pub fn evaluation(&self) -> Option<Score> {
        self.operand("ce")?.parse().ok().map(Score::from_centipawns)
    }

    /// Returns the comments (`c0` to `c9`), in this order.
    pub fn comments(&self) -> impl Iterator<Item = &str> {
        (0..10).filter_map(|n| self.operand(&format!("c{n}")))
    }
}

/// The reasons for rejecting an EPD line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EpdError {
    /// The position is invalid.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move of `bm` or `am` is invalid.
    #[error("in `{opcode}`")]
    Move {
        /// `bm` or `am`.
        opcode: String,
        /// The error in the move.
        #[source]
        cause: MoveError,
    },
    /// The number after an opcode such as `dm` or `ce` is invalid.
    #[error("`{opcode}` must be followed by a whole number, not `{text}`")]
    Number {
        /// The operation.
        opcode: String,
        /// The operand.
        text: String,
    },
    /// The number of moves after `dm` is less than one.
    #[error("`dm` must be followed by the number of moves to mate, from 1 on, not `{text}`")]
    Mate {
        /// The operand.
        text: String,
    },
    /// A quoted text is not closed.
    #[error("the text after `{opcode}` has no closing quotation mark")]
    Quotes {
        /// The operation.
        opcode: String,
    },
}

/// Reads the records of an EPD file: every line that is not empty and does not begin with `#`.
///
/// A plain FEN is also a record. Lines end with a line feed, with or without a carriage return before it; for other
/// line ends, see [`with_line_ends`].
///
/// ```
/// let text = "# two positions\n4k3/8/4K3/8/8/8/8/R7 w - - bm Ra8#; id \"corridor\";\n8/8 w - - bm e4;\n";
/// let records: Vec<_> = plywood::internal::input::read_epd(text).collect();
/// assert_eq!(records[0].as_ref().map(|record| record.content.id()).ok(), Some(Some("corridor")));
/// assert_eq!(records[1].as_ref().unwrap_err().to_string(), "record 2, line 3");
/// ```
pub fn read_epd(text: &str) -> impl Iterator<Item = Result<InputRecord<Epd>, RecordError<EpdError>>> + Clone {
    let lines = strip_bom(text).lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).enumerate().map(|(index, (line, text))| {
        let number = index + 1;
        match parse_epd_line(text) {
            Ok(content) => Ok(InputRecord { number, line, content }),
            Err(cause) => Err(RecordError { number, line, cause }),
        }
    })
}

/// Reads one line of EPD, with four or six fields before the operations, or a plain FEN.
///
/// # Errors
/// [`EpdError`] if the position or one of the operations is invalid.
///
/// ```
/// let epd = plywood::internal::input::parse_epd_line("4k3/8/4K3/8/8/8/8/R7 w - - 0 1 bm Ra8; dm 1; c0 \"a corridor; mate\"")?;
/// assert_eq!((epd.best.len(), epd.direct_mate()), (1, Some(1)));
/// assert_eq!(epd.comments().next(), Some("a corridor; mate"));
/// # Ok::<(), plywood::internal::input::EpdError>(())
/// ```
pub fn parse_epd_line(line: &str) -> Result<Epd, EpdError> {
    let line = unquoted(line.trim());
    let (fen, rest) = split_fen(line);
    let fen = if is_operation(rest) { fen } else { line.trim() };
    let position = parse_fen(fen)?;
    let operations = parse_operations(rest)?;
    let mut epd = Epd { position, operations, ..Epd::default() };
    let [clock, number] = ["hmvc", "fmvn"].map(|opcode| epd.operand(opcode));
    // The four fields of EPD have no counters, so two operations contain them.
    if fen.split_whitespace().count() == 4 && (clock.is_some() || number.is_some()) {
        epd.position = parse_fen(&format!("{fen} {} {}", clock.unwrap_or("0"), number.unwrap_or("1")))?;
    }
    epd.best = epd.moves("bm")?;
    epd.avoid = epd.moves("am")?;
    for opcode in ["dm", "ce", "acd", "acn", "acs"] {
        epd.check_number(opcode)?;
    }
    Ok(epd)
}

impl Epd {
    fn moves(&self, opcode: &str) -> Result<Vec<Move>, EpdError> {
        let texts = self.operands(opcode).unwrap_or_default().iter().flat_map(|operand| operand.split([' ', ',']));
        let parse = |text| parse_san(&self.position, text);
        let moves: Result<_, _> = texts.filter(|text| !text.is_empty()).map(parse).collect();
        moves.map_err(|cause| EpdError::Move { opcode: opcode.to_owned(), cause })
    }

    fn check_number(&self, opcode: &str) -> Result<(), EpdError> {
        let Some(operands) = self.operands(opcode) else { return Ok(()) };
        let text = operands.first().cloned().unwrap_or_default();
        match text.parse::<i32>().ok().filter(|number| number.unsigned_abs() <= 1_000_000) {
            None => Err(EpdError::Number { opcode: opcode.to_owned(), text }),
            Some(moves) if opcode == "dm" && moves < 1 => Err(EpdError::Mate { text }),
            Some(_) => Ok(()),
        }
    }
}

/// Returns whether `text` is probably meant as a FEN or EPD line, and not, say, as the name of a file.
///
/// ```
/// use plywood::internal::input::looks_like_fen;
/// assert!(looks_like_fen("8/8/8/8/8/5k2/6q1/7K w - -"));
/// assert!(looks_like_fen("8/8/8/5k2/6q1/7K w")); // a rank is missing, but it is not a file
/// assert!(!looks_like_fen("suites/wac.epd"));
/// ```
pub fn looks_like_fen(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let placement = words.next().unwrap_or_default();
    let ranks = placement.split('/').count();
    let is_path = placement.starts_with(['/', '.', '~']) || placement.contains(['.', '\\', ':']);
    !is_path && (7 <= ranks || (2 <= ranks && words.next().is_some_and(|side| matches!(side, "w" | "b" | "W" | "B"))))
}

/// Removes quotation marks around the whole text, as in a program or a tag.
fn unquoted(text: &str) -> &str {
    let inside = |mark: char| text.strip_prefix(mark)?.strip_suffix(mark).filter(|inside| !inside.contains(mark));
    inside('"').or_else(|| inside('\'')).unwrap_or(text)
}

/// Splits a line after the four fields of EPD or the six fields of FEN. An opcode begins with a letter, so any numbers
/// belong to the FEN.
fn split_fen(line: &str) -> (&str, &str) {
    let mut rest = line.trim_start();
    for field in 0..6 {
        let end = rest.find(is_separator).unwrap_or(rest.len());
        let word = &rest[..end];
        if 4 <= field && !word.starts_with(|c: char| c.is_ascii_digit()) {
            break;
        }
        rest = rest[end..].trim_start();
    }
    (line[..line.len() - rest.len()].trim(), rest)
}

/// Returns true if the text after a FEN is an operation or empty. Any other text is an invalid last field of the FEN.
/// Operations end with a semicolon; well-known operations are recognized even without it.
fn is_operation(rest: &str) -> bool {
    let operations = rest.trim_start_matches(is_separator);
    let opcode = operations.split(is_separator).next().unwrap_or_default();
    let is_known = ["am", "bm", "ce", "dm", "fmvn", "hmvc", "id", "pv"].contains(&opcode);
    operations.is_empty()
        || operations.starts_with('#')
        || is_known
        || (rest.contains(';') && opcode.starts_with(char::is_alphabetic))
}

/// Reads `opcode operand ...;` up to the end of the line or a comment that begins with `#`.
fn parse_operations(text: &str) -> Result<Vec<Operation>, EpdError> {
    let mut operations = Vec::new();
    let mut rest = text.trim_start_matches(is_separator);
    while !rest.is_empty() && !rest.starts_with('#') {
        let end = rest.find(is_separator).unwrap_or(rest.len());
        let opcode = visible(&rest[..end]);
        let mut operands = Vec::new();
        rest = rest[end..].trim_start();
        while !rest.is_empty() && !rest.starts_with(';') {
            let operand;
            (operand, rest) = match rest.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').ok_or_else(|| EpdError::Quotes { opcode: opcode.clone() })?,
                None => rest.split_at(rest.find(is_separator).unwrap_or(rest.len())),
            };
            operands.push(visible(operand));
            rest = rest.trim_start();
        }
        operations.push(Operation { opcode, operands });
        rest = rest.trim_start_matches(is_separator);
    }
    Ok(operations)
}

fn is_separator(c: char) -> bool {
    c == ';' || c.is_whitespace()
}
