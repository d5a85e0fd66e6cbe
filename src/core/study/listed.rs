//! Facts about small trees that exam questions ask for: the leaves that were not evaluated, and the moves that are as
//! good as the best move.

use super::{Engine, Study};
use crate::core::game::Game;
use crate::core::hooks::{Event, Hooks, Line, Observer, SearchEvent, Watch};
use crate::core::trace::{NodeName, Outcome, Shape};

/// The maximum number of leaves in a tree whose leaves are listed one by one.
const MOST_LEAVES: usize = 60;

impl<G: Game + Clone, H: Hooks<G> + Clone, E: Engine<G>> Study<G, H, E> {
    /// Adds two lists to the outcome of a finished search: the leaves that were not evaluated, and the root moves that
    /// are as good as the best move. Adds them only if the tree is known before the search, is small, and has no board.
    ///
    /// This searches the tree again, so that searches without these lists need not remember anything for them.
    pub(super) fn list(&self, outcome: &mut Outcome) {
        let is_asked = outcome.complete && self.header.position().is_none();
        let shape = self.header.shape.as_ref().filter(|shape| is_asked && !shape.is_empty());
        let Some(shape) = shape.filter(|shape| shape.leaves() <= MOST_LEAVES) else { return };
        let (mut game, mut judged) = (self.game.clone(), Watch(JudgedLeaves(Vec::new())));
        if self.engine.search(&mut game, &mut (self.hooks.clone(), &mut judged)).is_err() {
            return;
        }
        let (mut game, hooks, Watch(JudgedLeaves(judged))) = (self.game.clone(), self.hooks.clone(), judged);
        let has_unique_names = shape.has_unique_names();
        let mut walk = Walked {
            shape,
            hooks,
            judged,
            has_unique_names,
            line: Vec::new(),
            names: Vec::new(),
            left_out: Vec::new(),
        };
        walk.visit(&mut game, 0);
        outcome.pruned = Some(walk.left_out);
        let best = outcome.best.as_deref();
        outcome.also_best = best
            .and_then(|best| shape.also_best(best, self.header.movers()))
            .or_else(|| (!shape.has_unknown()).then(Vec::new));
    }
}

/// The lines to the leaves that were judged.
struct JudgedLeaves<M>(Vec<Vec<M>>);

impl<M: Copy + Eq> Observer<M> for JudgedLeaves<M> {
    fn observe(&mut self, line: &[M], event: SearchEvent<'_, M>) {
        let Event::Judged { mv, leaf: Some(_), .. } = event else { return };
        let line: Vec<M> = line.iter().copied().chain([mv]).collect();
        if !self.0.contains(&line) {
            self.0.push(line);
        }
    }
}

/// Walks the whole tree, including the part that was not searched.
struct Walked<'a, G: Game, H> {
    shape: &'a Shape,
    hooks: H,
    judged: Vec<Vec<G::Move>>,
    has_unique_names: bool,
    line: Vec<G::Move>,
    names: Vec<String>,
    left_out: Vec<NodeName>,
}

impl<G: Game, H: Hooks<G>> Walked<'_, G, H> {
    fn visit(&mut self, game: &mut G, node: usize) {
        let children = self.shape.children(node);
        if children.is_empty() {
            if !self.judged.contains(&self.line) {
                self.left_out.push(match self.has_unique_names {
                    true => NodeName::Name(self.names.last().cloned().unwrap_or_default()),
                    false => NodeName::Line(self.names.clone()),
                });
            }
            return;
        }
        let mut moves = Vec::new();
        game.moves(&mut moves);
        if self.hooks.moves(Line { game, moves: &self.line }, &mut moves).is_break() {
            return;
        }
        for (child, mv) in children.zip(moves) {
            self.line.push(mv);
            self.names.push(self.shape.name(child).to_owned());
            game.play(mv);
            self.visit(game, child);
            game.undo();
            self.names.pop();
            self.line.pop();
        }
    }
}
