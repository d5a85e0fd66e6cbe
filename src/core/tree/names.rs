//! The names of the moves of a tree: given by a game, or by a trace.

use crate::core::game::Game;
use crate::core::recording::{Label, Replay};

/// Names the moves; see [`TreeBuilder::finish`](super::TreeBuilder::finish).
pub trait Names<M> {
    /// Returns the name of the last move of `line`, a line from the root.
    fn name(&mut self, line: &[M]) -> String;
    /// Returns in words how the game ended after `line`, or `None` if it did not end there.
    fn ending(&mut self, line: &[M]) -> Option<String>;
}

/// The names that a game gives to its moves.
#[derive(Debug)]
pub struct GameNames<G: Game> {
    game: G,
    played: Vec<G::Move>,
}

impl<G: Game> GameNames<G> {
    /// Returns the names for lines that begin at the current position of `game`.
    #[must_use]
    pub fn new(game: G) -> Self {
        Self { game, played: Vec::new() }
    }

    fn go_to(&mut self, line: &[G::Move]) {
        let common = self.played.iter().zip(line).take_while(|(a, b)| a == b).count();
        for _ in common..self.played.len() {
            self.game.undo();
        }
        self.played.truncate(common);
        for &mv in &line[common..] {
            self.game.play(mv);
            self.played.push(mv);
        }
    }
}

impl<G: Game> Names<G::Move> for GameNames<G> {
    fn name(&mut self, line: &[G::Move]) -> String {
        let Some((&mv, parent)) = line.split_last() else { return String::new() };
        self.go_to(parent);
        self.game.name(mv)
    }

    fn ending(&mut self, line: &[G::Move]) -> Option<String> {
        self.go_to(line);
        self.game.ending_name().map(str::to_owned)
    }
}

/// The names in the trace.
impl Names<Label> for Replay {
    fn name(&mut self, line: &[Label]) -> String {
        line.last().map(|&label| Self::name(self, label).to_owned()).unwrap_or_default()
    }

    /// Returns `None`, because the endings are stored with their nodes.
    fn ending(&mut self, _: &[Label]) -> Option<String> {
        None
    }
}
