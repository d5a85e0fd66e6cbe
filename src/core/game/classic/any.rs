//! Any playable game, with its type erased, so that code can search, write and draw it without knowing which game it
//! is.

use super::{GAMES, GameList, GameRow, Playable, PlayableMove, PositionError, Sketch, row};
use crate::core::game::{Ending, Game, MoveError, Side, Symmetry};
use crate::core::score::Score;
use std::fmt;

/// A position of some [`Playable`] game.
#[derive(Debug)]
pub struct AnyGame(Box<dyn Erased>);

impl Clone for AnyGame {
    fn clone(&self) -> Self {
        Self(self.0.boxed())
    }
}

impl AnyGame {
    /// Erases the type of a game.
    pub fn new<G: Playable>(game: G) -> Self {
        Self(Box::new(game))
    }

    /// Returns the text that names the position: `ttt:X../.O./...`.
    #[must_use]
    pub fn position(&self) -> String {
        self.0.position()
    }

    /// Returns a list of games that contains this one, so that its positions can be read.
    #[must_use]
    pub fn games(&self) -> GameList {
        let row = self.0.row();
        let is_known = GAMES.iter().any(|known| known.names == row.names);
        GameList { added: if is_known { Vec::new() } else { vec![row] } }
    }

    /// Draws the position.
    #[must_use]
    pub fn sketch(&self) -> Sketch {
        self.0.sketch()
    }

    /// Returns the names of the two sides; the side that began comes first.
    #[must_use]
    pub fn sides(&self) -> [&'static str; 2] {
        self.0.sides()
    }

    /// Describes the winning condition and the move notation.
    #[must_use]
    pub fn rules(&self) -> String {
        self.0.rules()
    }

    /// Describes what the current static evaluation counts.
    #[must_use]
    pub fn scored_in_words(&self) -> &'static str {
        let name = self.0.evaluation_name();
        self.0.scores().iter().find(|(known, _)| *known == name).map_or("", |(_, what)| what)
    }

    /// Returns the side that has won, or `None` if the game is not over or is a draw.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        match self.0.ending()? {
            Ending::Loss => Some(self.0.turn().other()),
            Ending::Draw => None,
            Ending::Win => Some(self.0.turn()),
        }
    }

    /// Returns the maximum number of plies left in the game, if the rest of the game can be searched while a reader
    /// waits.
    #[must_use]
    pub fn rest(&self) -> Option<u32> {
        self.0.rest()
    }

    /// Returns the same game with the static evaluation of this name.
    ///
    /// # Errors
    /// [`PositionError`] with the names that exist.
    pub fn scored_by(&self, name: &str) -> Result<Self, PositionError> {
        let scores = self.0.scores();
        let number = scores.iter().position(|(known, _)| *known == name).ok_or_else(|| {
            let known: Vec<String> = scores.iter().map(|(name, what)| format!("\n  {name}: {what}")).collect();
            PositionError(format!("`{name}` is not a static evaluation of this game; it has{}", known.concat()))
        })?;
        Ok(Self(self.0.with_score(number)))
    }
}

/// The operations of a game, whatever its type.
trait Erased: fmt::Debug + Send + Sync {
    fn boxed(&self) -> Box<dyn Erased>;
    fn row(&self) -> GameRow;
    fn with_score(&self, number: usize) -> Box<dyn Erased>;
    fn scores(&self) -> &'static [(&'static str, &'static str)];
    fn position(&self) -> String;
    fn sketch(&self) -> Sketch;
    fn sides(&self) -> [&'static str; 2];
    fn rules(&self) -> String;
    fn rest(&self) -> Option<u32>;
    fn turn(&self) -> Side;
    fn moves(&self, moves: &mut Vec<PlayableMove>);
    fn play(&mut self, mv: PlayableMove);
    fn undo(&mut self);
    fn ending(&self) -> Option<Ending>;
    fn ending_name(&self) -> Option<&'static str>;
    fn evaluate(&self) -> Score;
    fn evaluation_name(&self) -> &'static str;
    fn name(&self, mv: PlayableMove) -> String;
    fn read(&self, text: &str) -> Result<PlayableMove, MoveError>;
    fn key(&self) -> u64;
    fn depends_on_past(&self, plies: u32) -> bool;
    fn canonical_key(&self) -> (u64, Symmetry);
    fn apply_symmetry(&self, mv: PlayableMove, symmetry: Symmetry) -> PlayableMove;
    fn undo_symmetry(&self, mv: PlayableMove, symmetry: Symmetry) -> PlayableMove;
    fn centrality(&self, mv: PlayableMove) -> i32;
    fn history_index(&self, mv: PlayableMove) -> usize;
}

impl<G: Playable> Erased for G {
    fn boxed(&self) -> Box<dyn Erased> {
        Box::new(self.clone())
    }

    fn row(&self) -> GameRow {
        row::<G>()
    }

    fn with_score(&self, number: usize) -> Box<dyn Erased> {
        Box::new(self.clone().scored_by(number))
    }

    fn scores(&self) -> &'static [(&'static str, &'static str)] {
        G::SCORES
    }

    fn position(&self) -> String {
        Playable::position(self)
    }

    fn sketch(&self) -> Sketch {
        Playable::sketch(self)
    }

    fn sides(&self) -> [&'static str; 2] {
        G::SIDES
    }

    fn rules(&self) -> String {
        Playable::rules(self)
    }

    fn rest(&self) -> Option<u32> {
        Playable::rest(self)
    }

    fn turn(&self) -> Side {
        Game::turn(self)
    }

    fn moves(&self, moves: &mut Vec<PlayableMove>) {
        Game::moves(self, moves);
    }

    fn play(&mut self, mv: PlayableMove) {
        Game::play(self, mv);
    }

    fn undo(&mut self) {
        Game::undo(self);
    }

    fn ending(&self) -> Option<Ending> {
        Game::ending(self)
    }

    fn ending_name(&self) -> Option<&'static str> {
        Game::ending_name(self)
    }

    fn evaluate(&self) -> Score {
        Game::evaluate(self)
    }

    fn evaluation_name(&self) -> &'static str {
        Game::evaluation_name(self)
    }

    fn name(&self, mv: PlayableMove) -> String {
        Game::name(self, mv)
    }

    fn read(&self, text: &str) -> Result<PlayableMove, MoveError> {
        Game::read(self, text)
    }

    /// If the game has no keys, the text of the position serves as its key.
    fn key(&self) -> u64 {
        if G::HAS_KEYS { Game::key(self) } else { text_key(&Playable::position(self)) }
    }

    fn depends_on_past(&self, plies: u32) -> bool {
        Game::depends_on_past(self, plies)
    }

    fn canonical_key(&self) -> (u64, Symmetry) {
        if G::HAS_SYMMETRY { Game::canonical_key(self) } else { (Erased::key(self), Symmetry::default()) }
    }

    fn apply_symmetry(&self, mv: PlayableMove, symmetry: Symmetry) -> PlayableMove {
        Game::apply_symmetry(self, mv, symmetry)
    }

    fn undo_symmetry(&self, mv: PlayableMove, symmetry: Symmetry) -> PlayableMove {
        Game::undo_symmetry(self, mv, symmetry)
    }

    fn centrality(&self, mv: PlayableMove) -> i32 {
        Game::centrality(self, mv)
    }

    fn history_index(&self, mv: PlayableMove) -> usize {
        if G::HISTORY_SIZE == 0 { usize::from(mv.0) } else { Game::history_index(self, mv) }
    }
}

/// Returns a hash of a text (FNV-1a).
fn text_key(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |key, byte| (key ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

impl Game for AnyGame {
    type Move = PlayableMove;

    #[inline]
    fn turn(&self) -> Side {
        self.0.turn()
    }

    #[inline]
    fn moves(&self, moves: &mut Vec<PlayableMove>) {
        self.0.moves(moves);
    }

    #[inline]
    fn play(&mut self, mv: PlayableMove) {
        self.0.play(mv);
    }

    #[inline]
    fn undo(&mut self) {
        self.0.undo();
    }

    #[inline]
    fn ending(&self) -> Option<Ending> {
        self.0.ending()
    }

    #[inline]
    fn evaluate(&self) -> Score {
        self.0.evaluate()
    }

    fn name(&self, mv: PlayableMove) -> String {
        self.0.name(mv)
    }

    fn read(&self, text: &str) -> Result<PlayableMove, MoveError> {
        self.0.read(text)
    }

    fn ending_name(&self) -> Option<&'static str> {
        self.0.ending_name()
    }

    fn position_text(&self) -> Option<String> {
        Some(self.position())
    }

    fn evaluation_name(&self) -> &'static str {
        self.0.evaluation_name()
    }

    const HAS_KEYS: bool = true;

    #[inline]
    fn key(&self) -> u64 {
        self.0.key()
    }

    fn depends_on_past(&self, plies: u32) -> bool {
        self.0.depends_on_past(plies)
    }

    const HAS_SYMMETRY: bool = true;

    #[inline]
    fn canonical_key(&self) -> (u64, Symmetry) {
        self.0.canonical_key()
    }

    #[inline]
    fn apply_symmetry(&self, mv: PlayableMove, symmetry: Symmetry) -> PlayableMove {
        self.0.apply_symmetry(mv, symmetry)
    }

    #[inline]
    fn undo_symmetry(&self, mv: PlayableMove, symmetry: Symmetry) -> PlayableMove {
        self.0.undo_symmetry(mv, symmetry)
    }

    const HAS_CENTRE: bool = true;

    #[inline]
    fn centrality(&self, mv: PlayableMove) -> i32 {
        self.0.centrality(mv)
    }

    const HISTORY_SIZE: usize = 1024;

    #[inline]
    fn history_index(&self, mv: PlayableMove) -> usize {
        self.0.history_index(mv) % Self::HISTORY_SIZE
    }
}
