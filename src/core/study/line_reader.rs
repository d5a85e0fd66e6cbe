//! Reads a line of moves during the replay of a search: names as in the trace, or any notation of the game.

use super::GameTree;
use crate::core::game::chess::{ChessGame, Material, parse_fen};
use crate::core::game::{Game, MoveError, MoveErrorKind};
use crate::core::hooks::Event;
use crate::core::trace::{Header, Record, Sink};
use std::io;

/// Returns the moves of a line in ordinary notation, without move numbers.
pub(crate) fn line_words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().map(without_number).filter(|word| !word.is_empty())
}

/// Returns a word of a line without the number of the move.
fn without_number(word: &str) -> &str {
    let after = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if after.starts_with('.') { after.trim_start_matches('.') } else { word }
}

/// A game that accepts moves in any of its notations.
trait NamedRules {
    /// Returns the name of the move in the game's own notation.
    fn spelled(&self, text: &str) -> Option<String>;

    /// Plays the move. Returns `false` if there is no such move.
    fn go(&mut self, text: &str) -> bool;
}

impl<G: Game> NamedRules for G {
    fn spelled(&self, text: &str) -> Option<String> {
        self.read(text).ok().map(|mv| self.name(mv))
    }

    fn go(&mut self, text: &str) -> bool {
        self.read(text).map(|mv| self.play(mv)).is_ok()
    }
}

/// Returns the game at the root, if plywood knows its rules.
fn rules(header: &Header) -> Option<Box<dyn NamedRules>> {
    if let Some(game) = header.named_game().ok().flatten() {
        return Some(Box::new(game));
    }
    Some(Box::new(ChessGame::new(parse_fen(header.fen.as_ref()?).ok()?, Material)))
}

/// Reads a line up to the last node that the search entered.
pub(super) struct LineReader<'a> {
    /// The part of the text that has not been read.
    rest: &'a str,
    line: Vec<String>,
    /// The moves that a quiescence search has at the end of the line. These are not all moves, so a later visit may
    /// have the next word.
    partial: Vec<String>,
    /// The game at the end of the line; `None` once a move cannot be played.
    game: Option<Box<dyn NamedRules>>,
    problem: Option<LineError>,
}

impl<'a> LineReader<'a> {
    pub(super) fn new(text: &'a str, header: &Header) -> Self {
        Self { rest: text.trim_start(), line: vec![], partial: vec![], game: rules(header), problem: None }
    }

    /// Returns the names of the moves, or why the line cannot be played.
    pub(super) fn finish(self) -> Result<Vec<String>, LineError> {
        self.problem.map_or(Ok(self.line), Err)
    }

    pub(super) fn is_open(&self) -> bool {
        self.problem.is_none() && line_words(self.rest).next().is_some()
    }

    /// Returns the move that comes next in the text, if there is one, and the text after it.
    fn find<'m>(&self, moves: &'m [String]) -> Option<(&'m String, &'a str)> {
        let after = |name: &'m String| {
            let rest = self.rest.strip_prefix(name.as_str())?;
            (rest.is_empty() || rest.starts_with(char::is_whitespace)).then_some((name, rest))
        };
        // A name may contain spaces, or begin like the number of a move.
        let is_odd = |name: &&String| name.contains(char::is_whitespace) || without_number(name) != name.as_str();
        let odd = moves.iter().filter(is_odd).filter_map(after);
        odd.max_by_key(|(name, _)| name.len()).or_else(|| {
            let (word, rest) = self.word();
            Some((self.meant(word, moves)?, rest))
        })
    }

    /// Returns the next word without the number of its move, and the text after it.
    fn word(&self) -> (&'a str, &'a str) {
        let mut rest = self.rest.trim_start();
        loop {
            let (word, after) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
            rest = after.trim_start();
            if rest.is_empty() || !without_number(word).is_empty() {
                return (without_number(word), rest);
            }
        }
    }

    /// Returns the move that a word means, if there is one.
    fn meant<'m>(&self, word: &str, moves: &'m [String]) -> Option<&'m String> {
        let bare = |name: &str| name.trim_end_matches(['+', '#']).to_owned();
        let read = |name: &str| self.game.as_ref()?.spelled(name);
        let is_meant = |name: &&String| read(name).is_some_and(|its| Some(its) == read(word));
        let exact = moves.iter().find(|name| *name == word);
        let near = || moves.iter().find(|name| bare(name) == bare(word)).or_else(|| moves.iter().find(is_meant));
        exact.or_else(near)
    }

    /// Finds the next word among the moves after the line so far.
    pub(super) fn enter(&mut self, moves: &[String]) {
        match self.find(moves) {
            Some((name, rest)) => {
                self.game = self.game.take().and_then(|mut game| game.go(name).then_some(game));
                self.line.push(name.clone());
                self.rest = rest.trim_start();
                self.partial.clear();
            }
            None => {
                let (text, kind) = (self.word().0.to_owned(), MoveErrorKind::Unknown);
                let source = MoveError { text, kind, legal: moves.to_vec() };
                self.problem = Some(LineError { after: self.line.clone(), source });
            }
        }
    }

    /// Returns the moves that the whole tree has after the line so far.
    pub(super) fn moves(&self, ground: Option<Box<dyn GameTree + '_>>) -> Vec<String> {
        let Some(mut ground) = ground else { return self.partial.clone() };
        for name in &self.line {
            let Some(index) = ground.find(name) else { return Vec::new() };
            ground.play(index);
        }
        (0..ground.moves()).map(|index| ground.name(index)).collect()
    }
}

impl Sink for LineReader<'_> {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        if let Event::Enter { moves, depth, .. } = &record.event
            && self.is_open()
            && record.line == self.line
        {
            let is_left_out = *depth == 0 && self.find(moves).is_none();
            if is_left_out { self.partial.clone_from(moves) } else { self.enter(moves) }
        }
        if self.is_open() { Ok(()) } else { Err(io::Error::other("the line was read")) }
    }
}

/// A line of moves that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", if after.is_empty() { "at the root".to_owned() } else { format!("after {}", after.join(" ")) })]
pub struct LineError {
    /// The moves that can be played.
    pub after: Vec<String>,
    /// What is wrong with the next move.
    pub source: MoveError,
}
