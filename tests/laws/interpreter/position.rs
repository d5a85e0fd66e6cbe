//! A game without its type, so that what runs the lines is compiled once.

use crate::support::trees::in_order;
use plywood::Score;
use plywood::game::{Ending, Game};

/// A move: its number in the generator's list of its node.
pub type Move = usize;

pub trait Position {
    fn boxed(&self) -> Box<dyn Position>;
    /// How many moves there are.
    fn moves(&self) -> usize;
    /// The moves that quiescence tries, in its order: in check all.
    fn captures(&self) -> Vec<Move>;
    fn in_check(&self) -> bool;
    fn ending(&self) -> Option<Ending>;
    fn evaluate(&self) -> Score;
    fn key(&self) -> u64;
    fn name(&self, mv: Move) -> String;
    fn play(&mut self, mv: Move);
    fn pass(&mut self) -> bool;
    fn undo(&mut self);
}

fn listed<G: Game>(game: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves
}

impl<G: Game + Clone + 'static> Position for G {
    fn boxed(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn moves(&self) -> usize {
        listed(self).len()
    }

    fn captures(&self) -> Vec<Move> {
        let (all, mut captures) = (listed(self), Vec::new());
        match Game::in_check(self) {
            true => captures.clone_from(&all),
            false => self.tactical_moves(&mut captures),
        }
        let keys: Vec<i32> = captures.iter().map(|&mv| -self.mvv_lva(mv)).collect();
        let number = |place: usize| all.iter().position(|mv| *mv == captures[place]).expect("it is legal");
        in_order(&keys).into_iter().map(number).collect()
    }

    fn in_check(&self) -> bool {
        Game::in_check(self)
    }

    fn ending(&self) -> Option<Ending> {
        Game::ending(self)
    }

    fn evaluate(&self) -> Score {
        Game::evaluate(self)
    }

    fn key(&self) -> u64 {
        Game::key(self)
    }

    fn name(&self, mv: Move) -> String {
        Game::name(self, listed(self)[mv])
    }

    fn play(&mut self, mv: Move) {
        Game::play(self, listed(self)[mv]);
    }

    fn pass(&mut self) -> bool {
        Game::pass(self)
    }

    fn undo(&mut self) {
        Game::undo(self);
    }
}
