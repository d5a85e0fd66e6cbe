//! Watching a search without knowing its game.

use super::{Flow, Hooks, Line, SearchEvent};
use crate::game::Game;

/// Somebody who sees every event of a search and needs nothing of the game but that moves can be told apart.
///
/// The same observer can watch a running search (through [`Watch`]) and a trace read from a file
/// (`Trace::replay`).
pub trait Observer<M> {
    /// Is told of `event` at the node that the moves `line` lead to from the root.
    fn observe(&mut self, line: &[M], event: SearchEvent<'_, M>);
}

impl<M, O: Observer<M> + ?Sized> Observer<M> for &mut O {
    #[inline(always)]
    fn observe(&mut self, line: &[M], event: SearchEvent<'_, M>) {
        (**self).observe(line, event);
    }
}

impl<M: Copy, A: Observer<M>, B: Observer<M>> Observer<M> for (A, B) {
    #[inline(always)]
    fn observe(&mut self, line: &[M], event: SearchEvent<'_, M>) {
        self.0.observe(line, event);
        self.1.observe(line, event);
    }
}

/// An [`Observer`] as hooks of a search.
#[derive(Clone, Debug, Default)]
pub struct Watch<O>(pub O);

impl<G: Game, O: Observer<G::Move>> Hooks<G> for Watch<O> {
    #[inline(always)]
    fn event(&mut self, at: Line<'_, G>, event: SearchEvent<'_, G::Move>) -> Flow {
        self.0.observe(at.moves, event);
        Flow::Continue(())
    }
}
