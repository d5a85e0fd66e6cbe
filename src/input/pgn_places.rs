//! Finds where games, tags and words are in a PGN text, because `pgn-reader` doesn't report this. Also finds errors in
//! the text.
//!
//! A reader that tolerates all errors skips an unreadable move and continues with the wrong side to move. The places
//! show the line where this happens.

use crate::core::game::MoveError;
use crate::core::game::chess::{FenError, is_pass};
use std::ops::Range;

/// A meaningful token of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `[Name "value"]`, including the brackets.
    Tag(&'a str),
    /// Something that should be a move.
    Move(&'a str),
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    Result,
    /// `(`.
    Open,
    /// `)`.
    Close,
}

const RESULTS: [&str; 5] = ["1-0", "0-1", "1/2-1/2", "½-½", "*"];

/// A token or an error, and its place.
pub(super) struct PgnPlace<'a> {
    /// The line on which the token begins, counted from 1.
    pub line: usize,
    /// The bytes of the token in the text.
    pub span: Range<usize>,
    pub token: Result<Token<'a>, PgnError>,
}

/// Iterates over the tokens of a PGN text, skipping comments, glyphs and move numbers.
pub(super) struct Places<'a> {
    text: &'a str,
    rest: &'a str,
    line: usize,
    is_line_start: bool,
}

impl<'a> Places<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, rest: text, line: 1, is_line_start: true }
    }

    fn offset(&self) -> usize {
        self.text.len() - self.rest.len()
    }

    /// Consumes `bytes` bytes of the text.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.matches('\n').count();
        self.is_line_start = if taken.is_empty() { self.is_line_start } else { taken.ends_with('\n') };
        self.rest = rest;
        taken
    }

    fn take_line(&mut self) -> &'a str {
        self.take(self.rest.find('\n').map_or(self.rest.len(), |end| end + 1))
    }

    /// Skips white space, comments, and lines that begin with `%`.
    fn skip_gaps(&mut self) -> Result<(), PgnError> {
        while let Some(next) = self.rest.chars().next() {
            match next {
                '%' if self.is_line_start => {
                    self.take_line();
                }
                ';' => {
                    self.take_line();
                }
                '{' => self.skip_comment()?,
                next if next.is_whitespace() => {
                    self.take(next.len_utf8());
                }
                _ => break,
            }
        }
        Ok(())
    }

    /// Skips a comment. If the comment reaches the next game, it was never closed. In that case, everything up to the
    /// next game is dropped.
    fn skip_comment(&mut self) -> Result<(), PgnError> {
        let close = self.rest.find('}').map(|end| end + 1);
        let next_game = self.rest.find("\n[Event ").map_or(self.rest.len(), |at| at + 1);
        match close.filter(|&close| close <= next_game) {
            Some(close) => {
                self.take(close);
                Ok(())
            }
            None => {
                self.take(next_game);
                Err(PgnError::Comment)
            }
        }
    }

    /// Reads a tag pair; drops the line if it is not a tag pair.
    fn tag(&mut self) -> Result<Token<'a>, PgnError> {
        let line = self.rest.lines().next().unwrap_or_default();
        match tag_length(line) {
            Some(length) => Ok(Token::Tag(self.take(length))),
            None => Err(PgnError::Tag { text: self.take_line().trim_end().to_owned() }),
        }
    }

    /// Reads a word; returns `None` if it is only a move number or an annotation.
    fn word(&mut self) -> Option<Token<'a>> {
        let is_end = |c: char| c.is_whitespace() || "(){};[]".contains(c);
        let length = self.rest.find(is_end).unwrap_or(self.rest.len()).max(1);
        let word = self.take(length);
        if RESULTS.contains(&word) {
            return Some(Token::Result);
        }
        if is_pass(word) {
            return Some(Token::Move(word));
        }
        if word.starts_with('$') || word.chars().all(|c| "+-=/!?~N±∓⩲⩱∞□".contains(c)) {
            return None;
        }
        let number = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let mv = match number.trim_start_matches(['.', '…']) {
            mv if mv.len() < number.len() => mv,
            "" => "",
            _ => word,
        };
        let mv = mv.split('$').next().unwrap_or_default();
        (!mv.is_empty() && mv != "e.p.").then_some(Token::Move(mv))
    }
}

impl<'a> Iterator for Places<'a> {
    type Item = PgnPlace<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (line, start) = (self.line, self.offset());
            if let Err(error) = self.skip_gaps() {
                return Some(PgnPlace { line, span: start..self.offset(), token: Err(error) });
            }
            let (line, start) = (self.line, self.offset());
            let token = match self.rest.chars().next()? {
                '[' => self.tag(),
                '(' => {
                    self.take(1);
                    Ok(Token::Open)
                }
                ')' => {
                    self.take(1);
                    Ok(Token::Close)
                }
                _ => match self.word() {
                    Some(token) => Ok(token),
                    None => continue,
                },
            };
            return Some(PgnPlace { line, span: start..self.offset(), token });
        }
    }
}

/// Returns the length of a tag `[Name "value"]` at the beginning of a line, or `None` if there is no tag.
fn tag_length(line: &str) -> Option<usize> {
    let open = line.find('"')?;
    let name = line.get(1..open)?.trim();
    let mut chars = line[open + 1..].char_indices();
    let close = loop {
        match chars.next()? {
            (at, '"') => break open + 1 + at,
            (_, '\\') => drop(chars.next()?),
            _ => {}
        }
    };
    let behind = &line[close + 1..];
    let bracket = behind.find(']').filter(|&at| behind[..at].trim().is_empty())?;
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_-+#=:".contains(c));
    is_name.then_some(close + 1 + bracket + 1)
}

/// The reasons for rejecting a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PgnError {
    /// The position in the tag `FEN` is invalid.
    #[error("in the tag FEN")]
    Fen(#[source] FenError),
    /// The tag `Variant` names a variant that is not supported.
    #[error("the variant `{name}` is not supported, only standard chess")]
    Variant {
        /// The name of the variant.
        name: String,
    },
    /// A move is illegal or cannot be read.
    #[error("{}", whose(number))]
    Move {
        /// The text before the move: `12.` or `12...`.
        number: String,
        /// The error in the move.
        #[source]
        cause: MoveError,
    },
    /// A null move is illegal.
    #[error("{}: a null move is not possible in check", whose(number))]
    Pass {
        /// The text before the move: `12.` or `12...`.
        number: String,
    },
    /// A line begins with a bracket but is not a tag.
    #[error("`{text}` is not a tag like [White \"Name\"]")]
    Tag {
        /// The line.
        text: String,
    },
    /// A comment is not closed.
    #[error("a comment is opened with {{ but not closed")]
    Comment,
    /// A variation is not closed.
    #[error("a variation is opened with ( but not closed")]
    Open,
    /// A variation is closed but was never opened.
    #[error("a variation is closed with ) but none was opened")]
    Close,
    /// Any other error from the PGN reader.
    #[error("{problem}")]
    Reader {
        /// The error.
        problem: String,
    },
}

/// Returns `White's move 12` or `Black's move 12` for the text before a move, `12.` or `12...`.
fn whose(number: &str) -> String {
    let side = if number.ends_with("...") { "Black" } else { "White" };
    format!("{side}'s move {}", number.trim_end_matches('.'))
}
