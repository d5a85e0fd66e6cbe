//! The tree itself, which a search is held against.

use crate::game::{Game, Notation};
use crate::hooks::{Hooks, Line};
use crate::score::Score;
use crate::trace::Shape;

/// A position that can be played on, scored and named, whoever searched it.
pub(super) trait Ground {
    type Move: Copy;

    /// The moves, as the search should have found them.
    fn moves(&mut self) -> Vec<Self::Move>;

    fn name(&self, mv: Self::Move) -> String;

    fn play(&mut self, mv: Self::Move);

    fn undo(&mut self);

    /// The static score for the side to move, if it is known; mates are counted from the root.
    fn score(&mut self) -> Option<Score>;
}

/// A game, with what hooks make of it.
pub(super) struct GameGround<G: Game, H> {
    pub game: G,
    pub hooks: H,
    pub line: Vec<G::Move>,
}

impl<G: Notation, H: Hooks<G>> Ground for GameGround<G, H> {
    type Move = G::Move;

    fn moves(&mut self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        match self.hooks.moves(Line { game: &self.game, moves: &self.line }, &mut moves).is_break() {
            true => Vec::new(),
            false => moves,
        }
    }

    fn name(&self, mv: G::Move) -> String {
        self.game.name(mv)
    }

    fn play(&mut self, mv: G::Move) {
        self.game.play(mv);
        self.line.push(mv);
    }

    fn undo(&mut self) {
        self.line.pop();
        self.game.undo();
    }

    fn score(&mut self) -> Option<Score> {
        let ending = self.game.ending().map(|ending| ending.score(self.line.len() as u32));
        let score = ending.unwrap_or_else(|| self.game.evaluate());
        self.hooks.score(Line { game: &self.game, moves: &self.line }, score).continue_value()
    }
}

/// The tree that a trace brings along.
pub(super) struct ShapeGround<'a> {
    pub shape: &'a Shape,
    pub line: Vec<usize>,
}

impl ShapeGround<'_> {
    fn here(&self) -> usize {
        self.line.last().copied().unwrap_or(0)
    }
}

impl Ground for ShapeGround<'_> {
    type Move = usize;

    fn moves(&mut self) -> Vec<usize> {
        self.shape.children(self.here()).collect()
    }

    fn name(&self, mv: usize) -> String {
        self.shape.name(mv).to_owned()
    }

    fn play(&mut self, mv: usize) {
        self.line.push(mv);
    }

    fn undo(&mut self) {
        self.line.pop();
    }

    fn score(&mut self) -> Option<Score> {
        self.shape.score(self.here()).map(|score| -score)
    }
}
