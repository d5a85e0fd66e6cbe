//! Portable Game Notation: games with their positions.
//!
//! The reader is strict where silence would mislead: a word that is no move is an error, not skipped. Variations are
//! skipped.
//!
//! Source: Edwards, *Portable Game Notation Specification and Implementation Guide* (1994), section 8.

use super::pgn_tokens::{Token, Tokens};
use super::{Record, RecordError, without_mark};
use crate::game::chess::{Chess, FenError, Move, SanError, parse_fen, parse_san};
use shakmaty::{Color, Position};
use std::iter::Peekable;

/// A game: its tags, the main line, and the position after each of its plies.
#[derive(Clone, Debug)]
pub struct PgnGame {
    /// The tag pairs in the order of the file.
    pub tags: Vec<(String, String)>,
    /// The moves of the main line.
    pub moves: Vec<Move>,
    /// The position before the first move, then the position after each; one more than there are moves.
    pub positions: Vec<Chess>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`, if the moves end so.
    pub result: Option<String>,
}

impl PgnGame {
    /// Returns the value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Returns the positions up to the one after `ply` half-moves, `None` if the game is shorter.
    ///
    /// This is what [`ChessGame::with_history`](crate::game::chess::ChessGame::with_history) needs to see repetitions.
    #[must_use]
    pub fn history(&self, ply: usize) -> Option<&[Chess]> {
        self.positions.get(..=ply)
    }
}

/// Why a game was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PgnError {
    /// The tag `FEN`.
    #[error("in the tag FEN")]
    Fen(#[source] FenError),
    /// The tag `Variant`.
    #[error("the variant `{name}` is not played here, only standard chess")]
    Variant {
        /// Its name.
        name: String,
    },
    /// A move.
    #[error("move {number}")]
    Move {
        /// As it is written before the move: `12.` or `12...`.
        number: String,
        /// What is wrong with the move.
        #[source]
        cause: SanError,
    },
    /// A line that begins with a bracket.
    #[error("`{text}` is not a tag like [White \"Name\"]")]
    Tag {
        /// The line.
        text: String,
    },
    /// A comment.
    #[error("a comment is opened with {{ but not closed")]
    Comment,
    /// A variation.
    #[error("a variation is opened with ( but not closed")]
    Open,
    /// The end of a variation.
    #[error("a variation is closed with ) but none was opened")]
    Close,
}

/// Reads the games of a PGN text.
///
/// A game ends with its result, or where the tags of the next one begin. The line of an error is the line of the word
/// that is wrong.
///
/// ```
/// let text = "[White \"A\"]\n\n1. e4 e5 2. Ke2 *\n\n[White \"B\"]\n\n1. e4 Ke7 *\n";
/// let mut games = plywood::input::read_pgn(text);
/// let first = games.next().unwrap()?;
/// assert_eq!((first.content.tag("White"), first.content.moves.len()), (Some("A"), 3));
/// assert_eq!(games.next().unwrap().unwrap_err().to_string(), "record 2, line 7");
/// # Ok::<(), plywood::input::RecordError<plywood::input::PgnError>>(())
/// ```
pub fn read_pgn(text: &str) -> impl Iterator<Item = Result<Record<PgnGame>, RecordError<PgnError>>> {
    Games { tokens: Tokens::new(without_mark(text)).peekable(), number: 0 }
}

struct Games<'a> {
    tokens: Peekable<Tokens<'a>>,
    number: usize,
}

impl Iterator for Games<'_> {
    type Item = Result<Record<PgnGame>, RecordError<PgnError>>;

    fn next(&mut self) -> Option<Self::Item> {
        let &(first_line, _) = self.tokens.peek()?;
        self.number += 1;
        let number = self.number;
        let mut reading = Reading::default();
        let mut failure = None;
        while !reading.is_over
            && let Some((line, token)) = self.tokens.next_if(|(_, token)| !reading.is_next_game(token))
        {
            if let Err(cause) = token.and_then(|token| reading.read(token, line)) {
                failure.get_or_insert(RecordError { number, line, cause });
            }
        }
        if let Some(&line) = reading.variations.first() {
            failure.get_or_insert(RecordError { number, line, cause: PgnError::Open });
        }
        Some(match failure {
            Some(error) => Err(error),
            None => match reading.into_game() {
                Ok(content) => Ok(Record { number, line: first_line, content }),
                Err(cause) => Err(RecordError { number, line: first_line, cause }),
            },
        })
    }
}

/// A game of which a part was read.
#[derive(Default)]
struct Reading {
    tags: Vec<(String, String)>,
    moves: Vec<Move>,
    positions: Vec<Chess>,
    result: Option<String>,
    /// The lines on which the variations begin that are still open.
    variations: Vec<usize>,
    /// Something other than tags was read.
    has_movetext: bool,
    is_over: bool,
}

impl Reading {
    fn is_next_game(&self, token: &Result<Token<'_>, PgnError>) -> bool {
        self.has_movetext && matches!(token, Ok(Token::Tag(..)) | Err(PgnError::Tag { .. }))
    }

    fn read(&mut self, token: Token<'_>, line: usize) -> Result<(), PgnError> {
        if let Token::Tag(name, value) = token {
            self.tags.push((name.to_owned(), value));
            // A bad starting position is reported where it stands.
            return start(&self.tags).map(drop);
        }
        self.has_movetext = true;
        match token {
            Token::Open => self.variations.push(line),
            Token::Close => self.variations.pop().map(drop).ok_or(PgnError::Close)?,
            Token::Move(text) if self.variations.is_empty() => self.play(text)?,
            Token::Result(result) if self.variations.is_empty() => {
                self.result = Some(result.replace("½-½", "1/2-1/2"));
                self.is_over = true;
            }
            Token::Move(_) | Token::Result(_) | Token::Tag(..) => {}
        }
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), PgnError> {
        if self.positions.is_empty() {
            self.positions.push(start(&self.tags)?);
        }
        let mut position = self.positions[self.positions.len() - 1].clone();
        let mv = parse_san(&position, text).map_err(|cause| PgnError::Move { number: number(&position), cause })?;
        position.play_unchecked(mv);
        self.moves.push(mv);
        self.positions.push(position);
        Ok(())
    }

    fn into_game(self) -> Result<PgnGame, PgnError> {
        let positions = if self.positions.is_empty() { vec![start(&self.tags)?] } else { self.positions };
        Ok(PgnGame { tags: self.tags, moves: self.moves, positions, result: self.result })
    }
}

/// The position before the first move. The tag SetUp is not asked: a FEN is there to be used.
fn start(tags: &[(String, String)]) -> Result<Chess, PgnError> {
    let tag = |wanted: &str| tags.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str());
    if let Some(name) =
        tag("Variant").filter(|name| !["standard", "chess", "from position"].contains(&&*name.to_lowercase()))
    {
        return Err(PgnError::Variant { name: name.to_owned() });
    }
    tag("FEN").map_or_else(|| Ok(Chess::default()), |fen| parse_fen(fen).map_err(PgnError::Fen))
}

fn number(position: &Chess) -> String {
    let dots = if position.turn() == Color::White { "." } else { "..." };
    format!("{}{dots}", position.fullmoves())
}
