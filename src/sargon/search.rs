//! The search of *Sargon* (1978): fail-hard alpha-beta with a special horizon and a special treatment of mate.

use crate::core::game::{Ending, Game};
use crate::core::hooks::{Event, Flow, Hooks, Leaf, Verdict};
use crate::core::score::{Bound, Score, Window, WindowSide};
use crate::core::search::{Child, Children, Order, SearchResult, Stopped, Value, Walk};

/// Returns the score of `game` searched to `depth` plies (at least 1) as Sargon did.
///
/// The search is [`alpha_beta`](crate::core::search::alpha_beta()) with static ordering, with these exceptions:
/// * a move at the last ply is not evaluated if it gives check; instead, every reply to it is a leaf;
/// * a node without legal moves has the score [`pseudo_score`](PseudoLegal::pseudo_score), at any distance from the
///   root; before the parent gets the result, this score is compared with the node's window like the score of a
///   move from the node;
/// * leaves are evaluated statically even if the game is over at the leaf; the search notices the end of the game only
///   at inner nodes and after moves that give check;
/// * a root move that wins by force ends the search at once, which [`Event::Settled`] reports.
///
/// The score is for the side to move.
///
/// # Errors
/// [`Stopped`] if a hook stops the search; the game is then back at the root.
///
/// # Complexity
/// As for alpha-beta. In addition, all children of all inner nodes are evaluated.
///
/// # References
/// D. and K. Spracklen, *Sargon, a Computer Chess Program* (Hayden 1978). <https://www.chessprogramming.org/Sargon>.
pub fn sargon<G: PseudoLegal, H: Hooks<G>>(
    game: &mut G,
    hooks: &mut H,
    depth: u32,
) -> Result<SearchResult<G::Move>, Stopped> {
    let mut memory = Memory { legal: Vec::new(), spare: Vec::new() };
    Walk::new(game, hooks, Order::Static)
        .run_from(static_score, |walk, known| node(walk, &mut memory, depth.max(1), Window::FULL, known))
}

/// A game whose moves are generated first and tested for legality later, as the Sargon search requires.
pub trait PseudoLegal: Game {
    /// The score of being mated, for the side to move.
    const LOST: Score;

    /// Calls `found` with every move, in generation order, and says whether the move is legal. The legal moves are
    /// those of [`Game::moves`], in the same order.
    fn pseudo_legal_moves(&self, found: impl FnMut(Self::Move, bool));

    /// Plays an illegal move and takes it back, for the side effects on the game's memory.
    fn try_illegal(&mut self, mv: Self::Move);

    fn is_in_check(&self) -> bool;

    /// Returns the value, for the side to move, of a position without legal moves: [`LOST`](Self::LOST) or the value of
    /// a stalemate.
    fn pseudo_score(&self) -> Score;
}

/// Unused lists, kept so that visiting a node allocates nothing.
struct Memory<M> {
    legal: Vec<M>,
    spare: Vec<List<M>>,
}

struct List<M> {
    children: Box<Children<M>>,
    /// The illegal moves, each with the number of legal moves that the generator produces before it.
    illegal: Vec<(usize, M)>,
    tried: usize,
}

/// The depth at a node that is searched only because the side to move is in check.
const EXTENDED: u32 = 0;

/// Visits a node; `known` is its static evaluation for the side to move, if already computed.
fn node<G: PseudoLegal, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    memory: &mut Memory<G::Move>,
    depth: u32,
    window: Window,
    known: Option<Score>,
) -> Flow<Value> {
    // Step 1. Generate the moves.
    let mut list = memory.generate(walk.game);
    if memory.legal.is_empty() {
        return without_legal_moves(walk, memory, list, window);
    }
    walk.filter(&mut memory.legal)?;
    if memory.legal.is_empty() {
        return childless(walk, memory, list, known);
    }
    walk.event(Event::Enter { depth: depth.max(1), window, moves: &memory.legal })?;
    list.children.moves.extend_from_slice(&memory.legal);
    // Step 2. Above the last ply, evaluate and sort the moves.
    if 1 < depth {
        score_children(walk, &mut list)?;
    }
    let (score, bound) = best_of(walk, memory, &mut list, depth, window)?;
    // Step 5. Leave the node: all moves were tried, or a move caused a cutoff.
    if bound != Bound::Lower {
        list.try_illegal(walk.game, list.children.len());
    }
    memory.give_back(list);
    walk.event(Event::Leave { score, bound })?;
    Flow::Continue(Value { score, bound, leaf: None })
}

/// Tries the moves of a node in order until one of them causes a cutoff. Returns the node's score and bound.
#[inline]
fn best_of<G: PseudoLegal, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    memory: &mut Memory<G::Move>,
    list: &mut List<G::Move>,
    depth: u32,
    Window { mut alpha, beta }: Window,
) -> Flow<(Score, Bound)> {
    let mut bound = Bound::Upper;
    for index in 0..list.children.len() {
        // Step 3. Try the move.
        let child = list.children.get(index);
        if depth <= 1 {
            list.try_illegal(walk.game, index);
        }
        let window = Window { alpha, beta };
        let value = match depth {
            EXTENDED => leaf(walk, child.mv)?,
            1 => last_ply(walk, memory, child.mv, window)?,
            _ => walk.descend(child, window, |walk, known, window| node(walk, memory, depth - 1, window, known))?,
        };
        // Step 4. Compare.
        let skipped = (list.children.len() - 1 - index) as u32;
        let place = window.place(value.score);
        walk.judged(child.mv, value, window, Verdict::of(place, skipped))?;
        (alpha, bound) = match place {
            WindowSide::FailHigh => return Flow::Continue((beta, Bound::Lower)),
            WindowSide::Exact => (value.score, Bound::Exact),
            WindowSide::FailLow => (alpha, bound),
        };
        if walk.ply() == 0 && alpha == -G::LOST {
            walk.event(Event::Settled { skipped })?;
            break;
        }
    }
    Flow::Continue((alpha, bound))
}

impl<M: Copy + Eq> Memory<M> {
    /// Fills `legal` with the legal moves, and returns the illegal moves.
    fn generate<G: PseudoLegal<Move = M>>(&mut self, game: &G) -> List<M> {
        let new = || List { children: Box::default(), illegal: Vec::new(), tried: 0 };
        let mut list = self.spare.pop().unwrap_or_else(new);
        let legal = &mut self.legal;
        legal.clear();
        game.pseudo_legal_moves(|mv, is_legal| match is_legal {
            true => legal.push(mv),
            false => list.illegal.push((legal.len(), mv)),
        });
        list
    }

    #[inline]
    fn give_back(&mut self, mut list: List<M>) {
        list.children.clear();
        list.illegal.clear();
        list.tried = 0;
        self.spare.push(list);
    }
}

impl<M: Copy + Eq> List<M> {
    /// Tries the illegal moves that come before the legal move at `index`, because the program has to play moves to
    /// notice that they are illegal.
    #[inline]
    fn try_illegal<G: PseudoLegal<Move = M>>(&mut self, game: &mut G, index: usize) {
        while let Some(&(before, mv)) = self.illegal.get(self.tried)
            && before <= index
        {
            game.try_illegal(mv);
            self.tried += 1;
        }
    }
}

fn score_children<G: PseudoLegal, H: Hooks<G>>(walk: &mut Walk<'_, G, H>, list: &mut List<G::Move>) -> Flow {
    for index in 0..list.children.len() {
        list.try_illegal(walk.game, index);
        let mv = list.children.moves[index];
        let score = static_score_after(walk, mv)?;
        list.children.scores.push(score);
        walk.event(Event::Created { mv, score: Some(score) })?;
    }
    list.try_illegal(walk.game, list.children.len());
    list.children.sort_by_score();
    Flow::Continue(())
}

/// Plays a move of the last ply. It leads to a leaf unless it gives check.
#[inline]
fn last_ply<G: PseudoLegal, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    memory: &mut Memory<G::Move>,
    mv: G::Move,
    window: Window,
) -> Flow<Value> {
    walk.play(mv);
    if walk.game.is_in_check() {
        walk.undo();
        return walk.descend(Child { mv, score: None }, window, |walk, known, window| {
            walk.event(Event::Extended { plies: 1 })?;
            node(walk, memory, EXTENDED, window, known)
        });
    }
    let score = static_score(walk)?;
    walk.undo();
    scored_leaf(walk, mv, -score)
}

#[inline]
fn leaf<G: PseudoLegal, H: Hooks<G>>(walk: &mut Walk<'_, G, H>, mv: G::Move) -> Flow<Value> {
    let score = static_score_after(walk, mv)?;
    scored_leaf(walk, mv, score)
}

#[inline]
fn scored_leaf<G: PseudoLegal, H: Hooks<G>>(walk: &mut Walk<'_, G, H>, mv: G::Move, score: Score) -> Flow<Value> {
    walk.event(Event::Created { mv, score: Some(score) })?;
    walk.leaf(score, Bound::Exact, Leaf::Horizon)
}

/// Handles mate or stalemate: compares the pseudo score with the window of this node, as if a move had this score.
#[cold]
fn without_legal_moves<G: PseudoLegal, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    memory: &mut Memory<G::Move>,
    mut list: List<G::Move>,
    window: Window,
) -> Flow<Value> {
    list.try_illegal(walk.game, 0);
    memory.give_back(list);
    let score = walk.game.pseudo_score();
    let ending = if score == G::LOST { Ending::Loss } else { Ending::Draw };
    let (score, bound) = match window.place(score) {
        WindowSide::FailHigh => (window.beta, Bound::Lower),
        WindowSide::Exact => (score, Bound::Exact),
        WindowSide::FailLow => (window.alpha, Bound::Upper),
    };
    walk.leaf(score, bound, Leaf::Terminal(ending))
}

/// Returns the value of a node whose moves were all removed by a hook.
#[cold]
fn childless<G: PseudoLegal, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    memory: &mut Memory<G::Move>,
    list: List<G::Move>,
    known: Option<Score>,
) -> Flow<Value> {
    memory.give_back(list);
    let score = match known {
        Some(score) => score,
        None => static_score(walk)?,
    };
    walk.leaf(score, Bound::Exact, Leaf::Childless)
}

/// Returns the static evaluation of the current node, for the side to move, even if the game is over.
#[inline]
fn static_score<G: PseudoLegal, H: Hooks<G>>(walk: &mut Walk<'_, G, H>) -> Flow<Score> {
    walk.static_score_of(None)
}

/// Returns the static evaluation after `mv`, for the side that makes the move.
#[inline]
fn static_score_after<G: PseudoLegal, H: Hooks<G>>(walk: &mut Walk<'_, G, H>, mv: G::Move) -> Flow<Score> {
    walk.play(mv);
    let score = static_score(walk)?;
    walk.undo();
    Flow::Continue(-score)
}
