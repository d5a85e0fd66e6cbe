//! Chess positions as people paste them: moves from the start, commands sent to engines, links.

use super::Subject;
use crate::core::game::MoveError;
use crate::core::game::chess::{Chess, is_pass, parse_san, passed};
use crate::core::text::visible;
use crate::input::{EpdError, PgnError, looks_like_fen, parse_epd_line, read_pgn};
use shakmaty::Position;

/// The start position, as an example of a FEN.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Why a pasted position cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PastedError {
    /// The position is invalid.
    #[error(transparent)]
    Position(#[from] EpdError),
    /// A move is invalid.
    #[error("move {number}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The error.
        #[source]
        source: MoveError,
    },
    /// A null move is illegal at this point.
    #[error("move {0}: a null move is not allowed in check")]
    Pass(usize),
    /// The moves of a game are invalid.
    #[error("line {line}")]
    Game {
        /// The line number, from 1.
        line: usize,
        /// The error in that line.
        #[source]
        source: PgnError,
    },
    /// There are several games.
    #[error("moves follow the end of the game; give one game, or a file of games (.pgn)")]
    Games,
    /// The command sent to an engine is invalid.
    #[error("`position` must be followed by `startpos` or `fen ...`, then `moves ...`")]
    Sent,
    /// A link does not contain a position.
    #[error("the link {0} does not contain a position, and plywood does not open links; paste the FEN or the moves")]
    Link(String),
}

/// The maximum length of a list of moves that is used as a title.
const LONGEST_TITLE: usize = 60;

impl Subject {
    /// Reads a position that is not a plain FEN: `fen ...`, `setboard ...`, `[FEN "..."]`, `position startpos moves ...` with or
    /// without its first word, a link that contains a FEN, or moves such as `1. e4 e5`. Returns `None` if the text is
    /// none of these.
    pub fn of_pasted(text: &str) -> Option<Result<Self, PastedError>> {
        let text = text.trim();
        // Stockfish's `d` writes `Fen:`, and xboard sends `setboard`.
        let named = text.split_once([' ', ':']).filter(|(word, _)| is_any(word, &["fen", "setboard"]));
        let fen = named.map(|(_, fen)| fen.trim_start_matches([' ', ':']));
        let is_tag = |text: &&str| !text.contains(']');
        let tag = text.strip_prefix("[FEN ").and_then(|text| text.strip_suffix(']')).filter(is_tag);
        if let Some(fen) = fen.or(tag) {
            return Some(Self::of_epd(fen.trim_start()).map_err(Into::into));
        }
        if text.starts_with("position ") {
            return Some(sent(text));
        }
        if text.starts_with("startpos moves ") {
            return Some(sent(&format!("position {text}")));
        }
        if ["http://", "https://", "lichess.org/", "www.chess.com/"].iter().any(|start| text.starts_with(start)) {
            return Some(linked(text));
        }
        begins_game(text).then(|| after_moves(text))
    }
}

/// Returns whether a word is one of these words, in any case.
fn is_any(word: &str, words: &[&str]) -> bool {
    words.iter().any(|other| word.eq_ignore_ascii_case(other))
}

/// Reads a command that an interface sends to an engine: `position startpos moves e2e4 ...`, or `position fen ... moves
/// ...`.
fn sent(text: &str) -> Result<Subject, PastedError> {
    // The next command may follow.
    let words: Vec<&str> = text.split_whitespace().skip(1).take_while(|&word| word != "go").collect();
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let start = match &words[..end] {
        ["startpos"] => parse_epd_line(START)?,
        ["fen", fen @ ..] => parse_epd_line(&fen.join(" "))?,
        _ => return Err(PastedError::Sent),
    };
    let history = played(start.position, words.into_iter().skip(end + 1))?;
    Ok(Subject::of_game(String::new(), history))
}

/// Plays moves and returns the positions, oldest first. A null move may be among them. Positions before a null move cannot be
/// repeated, so they are dropped.
pub(crate) fn played<'a>(start: Chess, moves: impl IntoIterator<Item = &'a str>) -> Result<Vec<Chess>, PastedError> {
    let mut history = vec![start];
    for (index, name) in moves.into_iter().enumerate() {
        let number = index + 1;
        let mut next = history[history.len() - 1].clone();
        if is_pass(name) {
            next = passed(&next).ok_or(PastedError::Pass(number))?;
            history.clear();
        } else {
            let mv = parse_san(&next, name).map_err(|source| PastedError::Move { number, source })?;
            next.play_unchecked(mv);
        }
        history.push(next);
    }
    Ok(history)
}

/// Reads the FEN in a link: in its path, with underscores for spaces, or as a parameter.
fn linked(link: &str) -> Result<Subject, PastedError> {
    let plain = decoded(link);
    let (path, parameters) = plain.split_once('?').unwrap_or((&plain, ""));
    let parameters = parameters.split(['&', '#']).filter_map(|parameter| parameter.strip_prefix("fen="));
    let path = path.split('#').next().unwrap_or_default();
    // The placement itself contains slashes, so it begins with the first part of the path that can be a rank.
    let is_rank = |tail: &&str| {
        let part = tail.split('/').next().unwrap_or_default();
        !part.is_empty() && part.chars().all(|c| "pnbrqkPNBRQK12345678".contains(c))
    };
    let tails = path.match_indices('/').map(|(at, _)| &path[at + 1..]).filter(is_rank);
    let found = parameters.chain(tails).map(|text| text.replace(['_', '+'], " ")).find(|text| looks_like_fen(text));
    let fen = found.ok_or_else(|| PastedError::Link(visible(link)))?;
    Ok(Subject::of_epd(&fen)?)
}

/// Decodes `%20` and the like in a link.
fn decoded(link: &str) -> String {
    let mut bytes = Vec::with_capacity(link.len());
    let mut rest = link.as_bytes();
    while let [first, behind @ ..] = rest {
        let number = match (first, behind) {
            (b'%', [high, low, ..]) => {
                let digit = |byte: &u8| char::from(*byte).to_digit(16);
                digit(high).zip(digit(low)).map(|(high, low)| (high * 16 + low) as u8)
            }
            _ => None,
        };
        bytes.push(number.unwrap_or(*first));
        rest = if number.is_some() { &behind[2..] } else { behind };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns whether a text begins like the moves of a game: with the move number 1 or with a legal first move.
fn begins_game(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default();
    let behind = first.strip_prefix("1.").map(|mv| mv.trim_start_matches('.'));
    let first = match behind {
        Some("") => words.next().unwrap_or_default(),
        Some(mv) => mv,
        None => first,
    };
    let is_move = |word: &str| parse_san(&Chess::default(), word).is_ok();
    is_move(first) || behind.is_some() && first.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Plays the moves of a game from the start, and returns the position after them.
fn after_moves(text: &str) -> Result<Subject, PastedError> {
    let mut games = read_pgn(text);
    let first = games.next().ok_or(PastedError::Games)?;
    let game = first.map_err(|error| PastedError::Game { line: error.line, source: error.cause })?.content;
    if games.next().is_some() {
        return Err(PastedError::Games);
    }
    let plies = game.plies();
    let one_line = visible(&text.split_whitespace().collect::<Vec<_>>().join(" "));
    let is_short = one_line.chars().count() <= LONGEST_TITLE;
    let title = if is_short { format!("After {one_line}") } else { format!("After {plies} plies") };
    Ok(Subject::of_game(title, game.history(plies).unwrap_or(&game.positions).to_vec()))
}
