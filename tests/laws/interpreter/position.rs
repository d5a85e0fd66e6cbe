//! A game with its type erased, so that the interpreter is compiled only once.

use crate::support::trees::in_order;
use plywood::Score;
use plywood::game::{Ending, Game, Mover};
use plywood::internal::core::ratio::Ratio;

/// A move: its number in the generator's list of its node.
pub type Move = usize;

pub trait Position {
    fn boxed(&self) -> Box<dyn Position>;
    /// Returns how many moves there are.
    fn moves(&self) -> usize;
    /// Returns the moves that quiescence tries, in its order; all moves if in check.
    fn captures(&self) -> Vec<Move>;
    fn in_check(&self) -> bool;
    fn ending(&self) -> Option<Ending>;
    fn evaluate(&self) -> Score;
    /// Returns whether a move is neither a capture nor a promotion.
    fn is_quiet(&self, mv: Move) -> bool;
    fn gives_check(&mut self, mv: Move) -> bool;
    /// Returns the value of what a move captures and promotes to.
    fn gain(&self, mv: Move) -> Score;
    /// Returns whether a move loses material in a static exchange.
    fn loses(&self, mv: Move) -> bool;
    /// Returns the index of a move in the history table.
    fn history_index(&self, mv: Move) -> usize;
    /// Returns a key of the position; with `is_folded`, the same for rotations and reflections.
    fn stored_key(&self, is_folded: bool) -> u64;
    /// Returns a name of a move; with `is_folded`, the same for rotations and reflections.
    fn stored(&self, mv: Move, is_folded: bool) -> String;
    fn name(&self, mv: Move) -> String;
    /// Who chooses at this ply, if the sides do not simply move in turn.
    fn mover(&self, ply: u32) -> Option<Mover>;
    /// Returns the probability of a move.
    fn probability(&self, mv: Move) -> Ratio;
    /// Returns the minimum and maximum value of a leaf for MAX.
    fn value_range(&self) -> Option<[Score; 2]>;
    fn play(&mut self, mv: Move);
    fn play_null_move(&mut self) -> bool;
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

    fn is_quiet(&self, mv: Move) -> bool {
        !self.is_tactical(listed(self)[mv])
    }

    fn gives_check(&mut self, mv: Move) -> bool {
        Game::play(self, listed(self)[mv]);
        let gives = Game::in_check(self);
        Game::undo(self);
        gives
    }

    fn gain(&self, mv: Move) -> Score {
        Game::gain(self, listed(self)[mv])
    }

    fn loses(&self, mv: Move) -> bool {
        self.see(listed(self)[mv]) < Score::ZERO
    }

    fn history_index(&self, mv: Move) -> usize {
        Game::history_index(self, listed(self)[mv])
    }

    fn stored_key(&self, is_folded: bool) -> u64 {
        if is_folded { self.canonical_key().0 } else { Game::key(self) }
    }

    fn stored(&self, mv: Move, is_folded: bool) -> String {
        let mv = listed(self)[mv];
        let mv = if is_folded { self.apply_symmetry(mv, self.canonical_key().1) } else { mv };
        format!("{mv:?}")
    }

    fn name(&self, mv: Move) -> String {
        Game::name(self, listed(self)[mv])
    }

    fn mover(&self, ply: u32) -> Option<Mover> {
        Game::movers(self).map(|movers| movers.at(ply as usize))
    }

    fn probability(&self, mv: Move) -> Ratio {
        let weight = self.weight(listed(self)[mv]);
        Ratio::new(weight.part().into(), weight.of().into())
    }

    fn value_range(&self) -> Option<[Score; 2]> {
        Game::value_range(self)
    }

    fn play(&mut self, mv: Move) {
        Game::play(self, listed(self)[mv]);
    }

    fn play_null_move(&mut self) -> bool {
        Game::play_null_move(self)
    }

    fn undo(&mut self) {
        Game::undo(self);
    }
}
