//! Reads Portable Game Notation: games with their positions.
//!
//! The crate `pgn-reader` reads tags, moves and results. It tolerates all errors, which is fine for statistics but
//! would be misleading here. This module therefore compares the moves that the crate reads with the words of the text,
//! and reports any other word as an error. It skips variations.
//!
//! Source: Edwards, *Portable Game Notation Specification and Implementation Guide* (1994), section 8.

use super::pgn_places::{PgnError, PgnPlace, Places, Token};
use super::{InputRecord, RecordError, strip_bom};
use crate::core::game::chess::{Chess, Move, is_pass, parse_fen, parse_san, passed};
use crate::core::text::visible;
use pgn_reader::{Outcome, RawTag, Reader, Skip, Visitor};
use shakmaty::san::{San, SanPlus};
use shakmaty::{Color, Position};
use std::io;
use std::iter::Peekable;
use std::ops::{ControlFlow, Range};

/// A game: its tags, the main line, and the position after each of its plies.
#[derive(Clone, Debug)]
pub struct PgnGame {
    /// The tag pairs in the order of the file.
    pub tags: Vec<(String, String)>,
    /// The moves of the main line, without null moves.
    pub moves: Vec<Move>,
    /// The position before the first move, then the position after each move, including null moves.
    pub positions: Vec<Chess>,
    /// The half-moves that are null moves, counted from 1.
    pub passes: Vec<usize>,
    /// The result (`1-0`, `0-1`, `1/2-1/2` or `*`), if the moves end with one.
    pub result: Option<String>,
    /// Lines that begin like a tag but are not tags, with their line numbers. They don't affect the game.
    pub ignored: Vec<(usize, String)>,
}

impl PgnGame {
    /// Returns the value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Returns the number of half-moves of the main line.
    pub fn plies(&self) -> usize {
        self.positions.len() - 1
    }

    /// Returns the positions up to the one after `ply` half-moves, or `None` if the game is shorter. The list begins
    /// after the last null move, because the game cannot repeat an earlier position.
    ///
    /// [`ChessGame::with_history`](crate::core::game::chess::ChessGame::with_history) needs this to recognize
    /// repetitions.
    pub fn history(&self, ply: usize) -> Option<&[Chess]> {
        let start = self.passes.iter().copied().filter(|&pass| pass <= ply).max().unwrap_or_default();
        self.positions.get(start..=ply)
    }
}

/// Reads the games of a PGN text.
///
/// A game ends with its result, or at the tags of the next game. An error gives the line of the wrong word.
///
/// ```
/// let text = "[White \"A\"]\n\n1. e4 e5 2. Ke2 *\n\n[White \"B\"]\n\n1. e4 Ke7 *\n";
/// let mut games = plywood::internal::input::read_pgn(text);
/// let first = games.next().unwrap()?;
/// assert_eq!((first.content.tag("White"), first.content.moves.len()), (Some("A"), 3));
/// assert_eq!(games.next().unwrap().unwrap_err().to_string(), "record 2, line 7");
/// # Ok::<(), plywood::internal::input::RecordError<plywood::internal::input::PgnError>>(())
/// ```
pub fn read_pgn(text: &str) -> impl Iterator<Item = Result<InputRecord<PgnGame>, RecordError<PgnError>>> {
    let text = strip_bom(text);
    Games { text, places: Places::new(text).peekable(), number: 0 }
}

struct Games<'a> {
    text: &'a str,
    places: Peekable<Places<'a>>,
    number: usize,
}

impl Iterator for Games<'_> {
    type Item = Result<InputRecord<PgnGame>, RecordError<PgnError>>;

    fn next(&mut self) -> Option<Self::Item> {
        let first_line = self.places.peek()?.line;
        self.number += 1;
        let mut source = GameSource::default();
        while !source.is_over
            && let Some(place) = self.places.next_if(|place| !source.is_next_game(&place.token))
        {
            source.add(place);
        }
        let game = source.check().and_then(|()| source.read(self.text, first_line));
        Some(match game {
            Ok(content) => Ok(InputRecord { number: self.number, line: first_line, content }),
            Err((line, cause)) => Err(RecordError { number: self.number, line, cause }),
        })
    }
}

/// An error, and its line.
type Fault = (usize, PgnError);

/// The parts of a text that belong to one game.
#[derive(Default)]
struct GameSource<'a> {
    tags: Vec<(usize, &'a str)>,
    /// The text from the first token that is not a tag to the last token.
    movetext: Option<Range<usize>>,
    /// The words of the main line that should be moves.
    words: Vec<(usize, &'a str)>,
    /// The lines at which the open variations begin.
    variations: Vec<usize>,
    fault: Option<Fault>,
    /// Lines that look like tags but are not.
    ignored: Vec<(usize, String)>,
    is_over: bool,
}

impl<'a> GameSource<'a> {
    fn is_next_game(&self, token: &Result<Token<'_>, PgnError>) -> bool {
        self.movetext.is_some() && matches!(token, Ok(Token::Tag(_)) | Err(PgnError::Tag { .. }))
    }

    fn add(&mut self, PgnPlace { line, span, token }: PgnPlace<'a>) {
        let is_main_line = self.variations.is_empty();
        match &token {
            Ok(Token::Tag(_)) | Err(PgnError::Tag { .. }) => {}
            _ => self.movetext = Some(self.movetext.as_ref().map_or(span.start, |text| text.start)..span.end),
        }
        match token {
            Ok(Token::Tag(tag)) => self.tags.push((line, tag)),
            Ok(Token::Open) => self.variations.push(line),
            Ok(Token::Close) if is_main_line => self.blame(line, PgnError::Close),
            Ok(Token::Close) => drop(self.variations.pop()),
            Ok(Token::Move(word)) if is_main_line => self.words.push((line, word)),
            Ok(Token::Result) if is_main_line => self.is_over = true,
            Ok(Token::Move(_) | Token::Result) => {}
            // Don't ignore these tags: without them, the game would start from another position or have different
            // rules.
            Err(PgnError::Tag { text }) if !["FEN", "SetUp", "Variant"].iter().any(|name| text.contains(name)) => {
                self.ignored.push((line, text));
            }
            Err(cause) => self.blame(line, cause),
        }
    }

    fn blame(&mut self, line: usize, cause: PgnError) {
        self.fault.get_or_insert((line, cause));
    }

    fn check(&mut self) -> Result<(), Fault> {
        let open = self.variations.first().map(|&line| (line, PgnError::Open));
        // Text without tags or moves is not a game.
        let is_empty = self.tags.is_empty() && self.words.is_empty();
        let lines =
            self.ignored.first().filter(|_| is_empty).map(|(line, text)| (*line, PgnError::Tag { text: text.clone() }));
        self.fault.take().or(open).or(lines).map_or(Ok(()), Err)
    }

    fn read(&self, text: &str, first_line: usize) -> Result<PgnGame, Fault> {
        let read = read_game(&self.as_pgn(text)).map_err(|cause| (first_line, cause))?;
        let start = start(&read.tags).map_err(|cause| (self.line_of_start(first_line), cause))?;
        let GameReader { tags, result, .. } = &read;
        let mut game = PgnGame {
            tags: tags.clone(),
            moves: Vec::new(),
            positions: vec![start],
            passes: Vec::new(),
            result: result.clone(),
            ignored: self.ignored.clone(),
        };
        let mut sans = read.moves.iter().peekable();
        for &(line, word) in &self.words {
            let position = &game.positions[game.positions.len() - 1];
            if is_pass(word) {
                let cause = || (line, PgnError::Pass { number: number(position) });
                let next = passed(position).ok_or_else(cause)?;
                game.passes.push(game.positions.len());
                game.positions.push(next);
                continue;
            }
            let was_read = sans.next_if(|&san| is_prefix(san, word));
            let mv = match was_read.and_then(|san| san.to_move(position).ok()) {
                Some(mv) => mv,
                // The reader skipped the word, or the word is illegal or misspelled; parsing it shows which.
                None => parse_san(position, word)
                    .map_err(|cause| (line, PgnError::Move { number: number(position), cause }))?,
            };
            let mut next = position.clone();
            next.play_unchecked(mv);
            game.moves.push(mv);
            game.positions.push(next);
        }
        Ok(game)
    }

    /// Returns the text of the game without empty lines among the moves, because the reader would take an empty line
    /// for the end of the game.
    fn as_pgn(&self, text: &str) -> String {
        let tags = self.tags.iter().map(|&(_, tag)| tag);
        let movetext = self.movetext.clone().map_or("", |span| &text[span]);
        let lines = movetext.lines().filter(|line| !line.trim().is_empty());
        tags.chain([""]).chain(lines).collect::<Vec<_>>().join("\n")
    }

    /// Returns the line of the tag that gives the start position.
    fn line_of_start(&self, first_line: usize) -> usize {
        let is_start = |tag: &str| ["FEN", "Variant"].iter().any(|name| tag[1..].trim_start().starts_with(name));
        self.tags.iter().find(|(_, tag)| is_start(tag)).map_or(first_line, |&(line, _)| line)
    }
}

/// Returns whether `word` begins with this move.
fn is_prefix(san: &San, word: &str) -> bool {
    let castling = word.replace('0', "O");
    let word = if word.starts_with('0') { &castling } else { word };
    SanPlus::from_ascii_prefix(word.as_bytes()).is_ok_and(|(prefix, _)| prefix.san == *san)
}

/// The contents of a game according to `pgn-reader`.
#[derive(Default)]
struct GameReader {
    tags: Vec<(String, String)>,
    moves: Vec<San>,
    result: Option<String>,
}

fn read_game(pgn: &str) -> Result<GameReader, PgnError> {
    let mut reader = Reader::build(pgn.as_bytes()).set_supported_tag_line_length(pgn.len()).finish();
    let game = reader.read_game(&mut GameVisitor);
    Ok(game.map_err(|error: io::Error| PgnError::Reader { problem: error.to_string() })?.unwrap_or_default())
}

struct GameVisitor;

impl Visitor for GameVisitor {
    type Tags = GameReader;
    type Movetext = GameReader;
    type Output = GameReader;

    fn begin_tags(&mut self) -> ControlFlow<GameReader, GameReader> {
        ControlFlow::Continue(GameReader::default())
    }

    fn tag(&mut self, read: &mut GameReader, name: &[u8], value: RawTag<'_>) -> ControlFlow<GameReader> {
        let name = String::from_utf8_lossy(name).trim().to_owned();
        read.tags.push((name, visible(&value.decode_utf8_lossy())));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, read: GameReader) -> ControlFlow<GameReader, GameReader> {
        ControlFlow::Continue(read)
    }

    fn san(&mut self, read: &mut GameReader, san: SanPlus) -> ControlFlow<GameReader> {
        read.moves.push(san.san);
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut GameReader) -> ControlFlow<GameReader, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn outcome(&mut self, read: &mut GameReader, outcome: Outcome) -> ControlFlow<GameReader> {
        read.result = Some(outcome.to_string());
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, read: GameReader) -> GameReader {
        read
    }
}

/// Returns the position before the first move. The tag FEN is used whatever the tag SetUp says.
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
