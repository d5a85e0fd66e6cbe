//! The tree of a search, for use without searching: code can walk it, evaluate and name its positions, and count the
//! leaves of the full tree.

use crate::core::game::{Ending, Game, Movers, Weight};
use crate::core::hooks::{Hooks, Line};
use crate::core::score::Score;
use crate::core::trace::Shape;

/// A position whose moves are numbered, for walking a tree without searching it.
pub trait GameTree {
    /// Generates the moves here, as a search would, and returns their number.
    ///
    /// [`name`](Self::name) and [`play`](Self::play) refer to this list until the next call.
    fn moves(&mut self) -> usize;

    /// Returns the name of a move.
    fn name(&self, index: usize) -> String;

    /// Returns the probability of a randomly drawn move, or `None` if it is unknown.
    fn weight(&self, index: usize) -> Option<Weight> {
        let _ = index;
        None
    }

    /// Plays a move.
    fn play(&mut self, index: usize);

    /// Takes back the last move. The list of moves is then again the list of the position before that move.
    fn undo(&mut self);

    /// Returns the number of moves after a move.
    fn count_replies(&mut self, index: usize) -> usize {
        play_and_count(self, index)
    }

    /// Returns the static evaluation for the side to move, if known; mates are counted from the root.
    fn score(&mut self) -> Option<Score>;

    /// Returns a number that identifies the position, if the game has one (see [`Game::key`]).
    fn key(&self) -> Option<u64> {
        None
    }

    /// Returns the key of the position if the key determines the next `plies` plies, that is, if earlier moves cannot
    /// end the game on any line of this length.
    fn key_for(&self, plies: u32) -> Option<u64> {
        let _ = plies;
        None
    }

    /// Like [`key`](Self::key), but returns the same number for all rotations and reflections of the position; see
    /// [`Game::canonical_key`].
    fn canonical_key(&self) -> Option<u64> {
        None
    }

    /// Returns in words how the game ended here, or `None` if the game is not over or the tree does not record the
    /// ending.
    fn ending(&self) -> Option<&'static str> {
        None
    }

    /// Returns how the game ended here for the side to move. [`ending`](Self::ending) returns it in words.
    fn outcome(&self) -> Option<Ending> {
        None
    }

    /// Returns information about checks and captures here, or `None` if the game does not provide it.
    fn tactics(&mut self) -> Option<&mut dyn Tactical> {
        None
    }

    /// Generates the moves here and returns all their names.
    fn names(&mut self) -> Vec<String> {
        let mut names = Vec::new();
        self.write_names(&mut names);
        names
    }

    /// Generates the moves here and writes all their names to `names`, reusing its strings if possible.
    fn write_names(&mut self, names: &mut Vec<String>) {
        names.clear();
        names.extend((0..self.moves()).map(|index| self.name(index)));
    }

    /// Returns the number of the move that `text` spells in another way than its [`name`](Self::name), for example as
    /// coordinates on a board. Returns `None` if several moves match.
    fn read(&self, text: &str) -> Option<usize> {
        let _ = text;
        None
    }

    /// Generates the moves here and returns the number of the move with this name or spelling.
    fn find(&mut self, name: &str) -> Option<usize> {
        let exact = self.names().iter().position(|other| other == name);
        exact.or_else(|| self.read(name))
    }
}

/// The information about a position that techniques need. Moves are numbered as in [`GameTree::name`].
pub trait Tactical {
    /// Returns whether the side to move is in check.
    fn in_check(&self) -> bool;

    /// Returns whether a move is a capture or a promotion.
    fn is_tactical(&self, index: usize) -> bool;

    /// Returns the rank of a move by most valuable victim, then least valuable attacker; 0 for quiet moves.
    fn mvv_lva(&self, index: usize) -> i32;

    /// Returns the material that the exchange on a move's target square wins.
    fn see(&self, index: usize) -> Score;

    /// Returns whether the exchange after a move can lose material, whatever the pieces are worth.
    fn may_lose_material(&self, index: usize) -> bool;

    /// Returns the material that a move wins if nothing is recaptured.
    fn gain(&self, index: usize) -> Score;

    /// Returns a number that is the same for this move in every position.
    fn history_index(&self, index: usize) -> usize;

    /// Returns whether a move gives check.
    fn gives_check(&mut self, index: usize) -> bool;

    /// Returns whether the side to move may pass.
    fn can_pass(&mut self) -> bool;

    /// Returns the rule by which most programs count this position as drawn, even if this game has different rules.
    fn usual_draw(&self) -> Option<&'static str>;

    /// Returns the number of half-moves since the last one that cannot be taken back, if the rules count them.
    fn clock(&self) -> u32;

    /// Returns what [`GameTree::score`] would be if the game were not over here.
    fn score_before_ending(&mut self) -> Option<Score>;
}

/// Plays a move, counts the moves after it, and takes it back.
fn play_and_count(tree: &mut (impl GameTree + ?Sized), index: usize) -> usize {
    tree.play(index);
    let count = tree.moves();
    tree.undo();
    count
}

/// The tree of a game, as changed by hooks.
#[derive(Debug)]
pub(crate) struct PlayedTree<G: Game, H> {
    game: G,
    hooks: H,
    line: Vec<G::Move>,
    /// The moves at each position on the line, root first, followed by unused lists.
    lists: Vec<Vec<G::Move>>,
    /// Moves that were only counted.
    counted: Vec<G::Move>,
}

impl<G: Game, H: Hooks<G>> PlayedTree<G, H> {
    pub(crate) const fn new(game: G, hooks: H) -> Self {
        Self { game, hooks, line: Vec::new(), lists: Vec::new(), counted: Vec::new() }
    }

    fn list(&self) -> &[G::Move] {
        self.lists.get(self.line.len()).map_or(&[], Vec::as_slice)
    }
}

impl<G: Game, H: Hooks<G>> GameTree for PlayedTree<G, H> {
    fn moves(&mut self) -> usize {
        let ply = self.line.len();
        if self.lists.len() <= ply {
            self.lists.resize_with(ply + 1, Vec::new);
        }
        let moves = &mut self.lists[ply];
        moves.clear();
        self.game.moves(moves);
        if self.hooks.moves(Line { game: &self.game, moves: &self.line }, moves).is_break() {
            moves.clear();
        }
        moves.len()
    }

    fn name(&self, index: usize) -> String {
        self.game.name(self.list()[index])
    }

    fn weight(&self, index: usize) -> Option<Weight> {
        Some(self.game.weight(self.list()[index]))
    }

    fn play(&mut self, index: usize) {
        let mv = self.list()[index];
        self.game.play(mv);
        self.line.push(mv);
    }

    fn undo(&mut self) {
        self.line.pop();
        self.game.undo();
    }

    fn count_replies(&mut self, index: usize) -> usize {
        let mv = self.list()[index];
        if self.hooks.do_nothing() {
            return self.game.count_replies(mv, &mut self.counted);
        }
        play_and_count(self, index)
    }

    fn write_names(&mut self, names: &mut Vec<String>) {
        self.moves();
        self.game.names(self.list(), names);
    }

    fn read(&self, text: &str) -> Option<usize> {
        let mv = self.game.read(text).ok()?;
        self.list().iter().position(|&other| other == mv)
    }

    fn key(&self) -> Option<u64> {
        G::HAS_KEYS.then(|| self.game.key())
    }

    fn key_for(&self, plies: u32) -> Option<u64> {
        self.key().filter(|_| !self.game.depends_on_past(plies))
    }

    fn canonical_key(&self) -> Option<u64> {
        G::HAS_SYMMETRY.then(|| self.game.canonical_key().0)
    }

    fn ending(&self) -> Option<&'static str> {
        self.game.ending_name()
    }

    fn outcome(&self) -> Option<Ending> {
        self.game.ending()
    }

    fn tactics(&mut self) -> Option<&mut dyn Tactical> {
        if G::HAS_TACTICS { Some(self) } else { None }
    }

    fn score(&mut self) -> Option<Score> {
        let ending = self.game.ending().map(|ending| ending.score(self.line.len() as u32));
        let score = ending.unwrap_or_else(|| self.game.evaluate());
        self.hooks.score(Line { game: &self.game, moves: &self.line }, score).continue_value()
    }
}

impl<G: Game, H: Hooks<G>> Tactical for PlayedTree<G, H> {
    fn in_check(&self) -> bool {
        self.game.in_check()
    }

    fn is_tactical(&self, index: usize) -> bool {
        self.game.is_tactical(self.list()[index])
    }

    fn mvv_lva(&self, index: usize) -> i32 {
        self.game.mvv_lva(self.list()[index])
    }

    fn see(&self, index: usize) -> Score {
        self.game.see(self.list()[index])
    }

    fn may_lose_material(&self, index: usize) -> bool {
        self.game.may_lose_material(self.list()[index])
    }

    fn gain(&self, index: usize) -> Score {
        self.game.gain(self.list()[index])
    }

    fn history_index(&self, index: usize) -> usize {
        self.game.history_index(self.list()[index])
    }

    fn gives_check(&mut self, index: usize) -> bool {
        self.game.play(self.list()[index]);
        let is_check = self.game.in_check();
        self.game.undo();
        is_check
    }

    fn usual_draw(&self) -> Option<&'static str> {
        self.game.usual_draw()
    }

    fn clock(&self) -> u32 {
        self.game.clock()
    }

    fn score_before_ending(&mut self) -> Option<Score> {
        let score = self.game.evaluate();
        self.hooks.score(Line { game: &self.game, moves: &self.line }, score).continue_value()
    }

    fn can_pass(&mut self) -> bool {
        let can = self.game.play_null_move();
        if can {
            self.game.undo();
        }
        can
    }
}

/// The tree that a trace contains.
#[derive(Debug)]
pub(crate) struct ShapeTree<'a> {
    shape: &'a Shape,
    movers: Movers,
    line: Vec<usize>,
}

impl<'a> ShapeTree<'a> {
    pub(crate) const fn new(shape: &'a Shape, movers: Movers) -> Self {
        Self { shape, movers, line: Vec::new() }
    }

    fn children(&self) -> std::ops::Range<usize> {
        self.shape.children(self.line.last().copied().unwrap_or(0))
    }
}

impl GameTree for ShapeTree<'_> {
    fn moves(&mut self) -> usize {
        self.children().len()
    }

    fn name(&self, index: usize) -> String {
        self.shape.name(self.children().start + index).to_owned()
    }

    fn weight(&self, index: usize) -> Option<Weight> {
        self.shape.weight(self.children().start + index)
    }

    fn play(&mut self, index: usize) {
        self.line.push(self.children().start + index);
    }

    fn undo(&mut self) {
        self.line.pop();
    }

    fn score(&mut self) -> Option<Score> {
        let score = self.shape.score(self.line.last().copied().unwrap_or(0))?;
        Some(self.movers.up(self.line.len(), score))
    }
}
