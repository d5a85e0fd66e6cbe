//! The search of *Sargon* (1978): fail-hard alpha-beta with its own horizon and its own idea of mate.

use super::children::{Child, Children};
use super::walk::Value;
use super::{SearchResult, Stopped};
use crate::game::{Ending, PseudoLegal};
use crate::hooks::{Event, Flow, Hooks, Leaf, Line, Verdict};
use crate::score::{Bound, Place, Score, Window};

/// Returns the score of `game` searched to `depth` plies (at least 1) as Sargon did.
///
/// The search is [`alpha_beta`](super::alpha_beta()) with static ordering, except that
/// * a move at the last ply that gives check is not scored, but answered: every reply to it is a leaf;
/// * a node without legal moves counts [`pseudo_score`](PseudoLegal::pseudo_score), however far from the root, and this
///   is compared with the node's own window as if a move there had it, before the parent sees the result;
/// * leaves are scored statically even where the game is over: only answered moves and inner nodes notice it;
/// * a root move that wins by force ends the search at once, which [`Event::Settled`] tells.
///
/// The score is for the side to move.
///
/// # Errors
/// [`Stopped`] if a hook breaks off; the game is then back at the root.
///
/// # Complexity
/// As alpha-beta; besides, all children of all inner nodes are scored.
///
/// # References
/// D. and K. Spracklen, *Sargon, a Computer Chess Program* (Hayden 1978). <https://www.chessprogramming.org/Sargon>.
pub fn sargon<G: PseudoLegal, H: Hooks<G>>(
    game: &mut G,
    hooks: &mut H,
    depth: u32,
) -> Result<SearchResult<G::Move>, Stopped> {
    let mut search = Search { game, hooks, line: Vec::new(), best: None, legal: Vec::new(), spare: Vec::new() };
    match search.root(depth.max(1)) {
        Flow::Continue(value) => Ok(SearchResult { score: value.score, best: search.best }),
        Flow::Break(()) => {
            while search.line.pop().is_some() {
                search.game.undo();
            }
            Err(Stopped)
        }
    }
}

/// The place where the search stands, and its hooks.
struct Search<'a, G: PseudoLegal, H> {
    game: &'a mut G,
    hooks: &'a mut H,
    line: Vec<G::Move>,
    best: Option<G::Move>,
    legal: Vec<G::Move>,
    /// Lists that are not in use, so that no node allocates.
    spare: Vec<List<G::Move>>,
}

/// The moves of a node.
struct List<M> {
    children: Children<M>,
    /// The illegal moves, and how many legal ones the generator gives before each.
    illegal: Vec<(usize, M)>,
    /// How many of the illegal moves were tried.
    tried: usize,
}

/// The depth at a node that is only searched because its side to move is in check.
const EXTENDED: u32 = 0;

impl<G: PseudoLegal, H: Hooks<G>> Search<'_, G, H> {
    fn root(&mut self, depth: u32) -> Flow<Value> {
        let score = self.static_score()?;
        self.event(Event::Root { score })?;
        self.node(depth, Window::FULL, Some(score))
    }

    /// Visits a node; `known` is its static score for the side to move, if it was asked before.
    fn node(&mut self, depth: u32, Window { mut alpha, beta }: Window, known: Option<Score>) -> Flow<Value> {
        // Step 1. Generate the moves.
        let mut list = self.generate();
        if self.legal.is_empty() {
            return self.without_legal_moves(list, Window { alpha, beta });
        }
        self.hooks.moves(Line { game: self.game, moves: &self.line }, &mut self.legal)?;
        if self.legal.is_empty() {
            return self.childless(list, known);
        }
        let window = Window { alpha, beta };
        let at = Line { game: &*self.game, moves: &self.line };
        self.hooks.event(at, Event::Enter { depth: depth.max(1), window, moves: &self.legal })?;
        list.children.moves.extend_from_slice(&self.legal);

        // Step 2. Above the last ply, score and sort them.
        if 1 < depth {
            self.score_children(&mut list)?;
        }

        // Step 3. Try them in order.
        let mut bound = Bound::Upper;
        for index in 0..list.children.len() {
            let child = list.children.get(index);
            if depth <= 1 {
                self.try_illegal(&mut list, index);
            }
            let window = Window { alpha, beta };
            let value = match depth {
                EXTENDED => self.leaf(child.mv)?,
                1 => self.last_ply(child.mv, window)?,
                _ => self.inner(child, |search, known| search.node(depth - 1, -window, known))?,
            };

            // Step 4. Compare.
            let skipped = (list.children.len() - 1 - index) as u32;
            let verdict = match window.place(value.score) {
                Place::High => Verdict::Cutoff { skipped },
                Place::Inside => Verdict::Best,
                Place::Low => Verdict::NotBest,
            };
            self.judged(child.mv, value, window, verdict)?;
            (alpha, bound) = match verdict {
                Verdict::Cutoff { .. } => return self.leave(list, beta, Bound::Lower),
                Verdict::Best => (value.score, Bound::Exact),
                Verdict::NotBest => (alpha, bound),
            };
            if self.line.is_empty() && alpha == -G::LOST {
                self.event(Event::Settled { skipped })?;
                break;
            }
        }

        // Step 5. The list is exhausted.
        let all = list.children.len();
        self.try_illegal(&mut list, all);
        self.leave(list, alpha, bound)
    }

    /// Fills `self.legal`, and the returned list with the illegal moves.
    fn generate(&mut self) -> List<G::Move> {
        let mut list =
            self.spare.pop().unwrap_or(List { children: Children::default(), illegal: Vec::new(), tried: 0 });
        let legal = &mut self.legal;
        legal.clear();
        self.game.pseudo_legal_moves(|mv, is_legal| match is_legal {
            true => legal.push(mv),
            false => list.illegal.push((legal.len(), mv)),
        });
        list
    }

    fn score_children(&mut self, list: &mut List<G::Move>) -> Flow {
        for index in 0..list.children.len() {
            self.try_illegal(list, index);
            let mv = list.children.moves[index];
            let score = self.static_score_after(mv)?;
            list.children.scores.push(score);
            self.event(Event::Created { mv, score: Some(score) })?;
        }
        self.try_illegal(list, list.children.len());
        list.children.sort_by_score();
        Flow::Continue(())
    }

    /// Tries the illegal moves that come before the legal one at `index`. The program finds out only by playing them.
    #[inline]
    fn try_illegal(&mut self, list: &mut List<G::Move>, index: usize) {
        while let Some(&(before, mv)) = list.illegal.get(list.tried)
            && before <= index
        {
            self.game.try_illegal(mv);
            list.tried += 1;
        }
    }

    /// Plays a move of the last ply: a leaf, unless it gives check.
    #[inline]
    fn last_ply(&mut self, mv: G::Move, window: Window) -> Flow<Value> {
        self.play(mv);
        if self.game.is_in_check() {
            self.undo();
            return self.inner(Child { mv, score: None }, |search, known| {
                search.event(Event::Extended { plies: 1 })?;
                search.node(EXTENDED, -window, known)
            });
        }
        let score = self.static_score()?;
        self.undo();
        self.scored_leaf(mv, -score)
    }

    #[inline]
    fn leaf(&mut self, mv: G::Move) -> Flow<Value> {
        let score = self.static_score_after(mv)?;
        self.scored_leaf(mv, score)
    }

    #[inline]
    fn scored_leaf(&mut self, mv: G::Move, score: Score) -> Flow<Value> {
        self.event(Event::Created { mv, score: Some(score) })?;
        Flow::Continue(Value { score, bound: Bound::Exact, leaf: Some(Leaf::Horizon) })
    }

    /// Plays a move, visits the node after it, takes the move back, and returns the value for the side that moved.
    #[inline]
    fn inner(
        &mut self,
        child: Child<G::Move>,
        visit: impl FnOnce(&mut Self, Option<Score>) -> Flow<Value>,
    ) -> Flow<Value> {
        if child.score.is_none() {
            self.event(Event::Created { mv: child.mv, score: None })?;
        }
        self.play(child.mv);
        let value = visit(self, child.score.map(|score| -score))?;
        self.undo();
        Flow::Continue(-value)
    }

    /// Mate or stalemate: the pseudo score goes through the window of this node, as if a move had it.
    #[cold]
    fn without_legal_moves(&mut self, mut list: List<G::Move>, window: Window) -> Flow<Value> {
        self.try_illegal(&mut list, 0);
        self.give_back(list);
        let score = self.game.pseudo_score();
        let leaf = Some(Leaf::Terminal(if score == G::LOST { Ending::Loss } else { Ending::Draw }));
        let (score, bound) = match window.place(score) {
            Place::High => (window.beta, Bound::Lower),
            Place::Inside => (score, Bound::Exact),
            Place::Low => (window.alpha, Bound::Upper),
        };
        Flow::Continue(Value { score, bound, leaf })
    }

    /// A hook took all moves away.
    #[cold]
    fn childless(&mut self, list: List<G::Move>, known: Option<Score>) -> Flow<Value> {
        self.give_back(list);
        let score = match known {
            Some(score) => score,
            None => self.static_score()?,
        };
        Flow::Continue(Value { score, bound: Bound::Exact, leaf: Some(Leaf::Childless) })
    }

    #[inline]
    fn judged(&mut self, mv: G::Move, value: Value, window: Window, verdict: Verdict) -> Flow {
        if verdict == Verdict::Best && self.line.is_empty() {
            self.best = Some(mv);
        }
        let Value { score, bound, leaf } = value;
        self.event(Event::Judged { mv, score, bound, leaf, window, verdict })
    }

    #[inline]
    fn leave(&mut self, list: List<G::Move>, score: Score, bound: Bound) -> Flow<Value> {
        self.give_back(list);
        self.event(Event::Leave { score, bound })?;
        Flow::Continue(Value { score, bound, leaf: None })
    }

    #[inline]
    fn give_back(&mut self, mut list: List<G::Move>) {
        list.children.clear();
        list.illegal.clear();
        list.tried = 0;
        self.spare.push(list);
    }

    #[inline]
    fn event(&mut self, event: Event<'_, G::Move>) -> Flow {
        self.hooks.event(Line { game: self.game, moves: &self.line }, event)
    }

    #[inline]
    fn play(&mut self, mv: G::Move) {
        self.game.play(mv);
        self.line.push(mv);
    }

    #[inline]
    fn undo(&mut self) {
        self.line.pop();
        self.game.undo();
    }

    /// Static score of the current node, for the side to move.
    #[inline]
    fn static_score(&mut self) -> Flow<Score> {
        let score = self.game.evaluate();
        self.hooks.score(Line { game: self.game, moves: &self.line }, score)
    }

    /// Static score after `mv`, for the side that makes it.
    #[inline]
    fn static_score_after(&mut self, mv: G::Move) -> Flow<Score> {
        self.play(mv);
        let score = self.static_score()?;
        self.undo();
        Flow::Continue(-score)
    }
}
