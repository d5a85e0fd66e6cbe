//! Makes a lesson from a real position: searches the position, and keeps the instructive moves at each node.
//!
//! Invariant: the best move of every kept position is kept with its exact score, so every kept position has, by
//! induction from the leaves, the same score in the lesson as in the full tree.

mod chess;

use crate::core::game::chess::{Chess, ChessGame, Evaluator, Move};
use crate::core::game::classic::{AnyGame, PlayableMove};
use crate::core::game::{Game, Side};
use crate::core::hooks::Hooks;
use crate::core::score::{Score, ScoreKind};
use crate::core::search::{MAX_DEPTH, Order, SearchResult, Stopped, alpha_beta};
use crate::core::study::Limits;
use crate::input::uci_score::{FromOutside, Outside};
use crate::lessons::model::{Model, ModelError, ModelMove};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

/// The maximum number of moves in a lesson.
pub const MOST_MOVES: u64 = 100_000;

/// The settings for making a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// How many moves of each position are kept, at least 1.
    pub width: usize,
    /// The depth of the search and of the lesson, in plies.
    pub depth: u32,
    /// The move ordering of the search.
    pub order: Order,
}

/// Why no lesson could be made from a position.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DistilError {
    /// The game is over, so there is nothing to search.
    #[error("there is nothing to learn here, because the game is over: {0}")]
    GameOver(&'static str),
    /// The width or the depth is out of range.
    #[error(
        "a lesson of {width} moves at each of {depth} plies is too large; the maximum is {MOST_MOVES} moves in all"
    )]
    Size {
        /// The number of moves at each position.
        width: usize,
        /// The number of plies.
        depth: u32,
    },
    /// The search took too long or was stopped.
    #[error("stopped before the lesson was finished")]
    Stopped,
    /// The lesson was rejected when it was read back.
    #[error("the lesson cannot be read back")]
    Model(#[from] ModelError),
    /// Positions from before the root can be repeated, and this changes the result.
    #[error(
        "in this game, the search gives {in_game}, because earlier positions can be repeated. A lesson contains only the position, and from the position alone the search gives {alone}. To make a lesson of the position alone, give its FEN"
    )]
    History {
        /// The best move and the score in the game.
        in_game: String,
        /// The best move and the score from the position alone.
        alone: String,
    },
    /// The lesson and the search have different results.
    #[error("the lesson would give {lesson}, but the full search gives {search}")]
    Differs {
        /// The best move and the score of the lesson.
        lesson: String,
        /// The best move and the score of the search.
        search: String,
    },
}

impl From<Stopped> for DistilError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// Makes a lesson from a position.
///
/// At each position, three kinds of moves are kept: the best move; the move that caused a cutoff there in the search;
/// and moves that look natural but lose: captures, checks, and moves to positions with a high static evaluation, if
/// their true score is at least half a pawn below the best. Every kept move gets its static evaluation, and the title
/// and the notes describe what the search found.
///
/// The lesson is searched before it is returned, to check that it gives the best move and the score of the full search.
/// `limits` apply to each search.
///
/// # Errors
/// [`DistilError`] if there is nothing to search, the lesson would be too large, the search is stopped, or the lesson
/// would have another result than the search.
///
/// # Complexity
/// Needs one search with an open window for each move of each kept position, on all cores, and one full search for each
/// ply.
///
/// ```
/// use plywood::internal::lessons::distil::{Recipe, distil};
/// use plywood::{search::Order, study::Limits, game::chess::{Material, parse_fen}};
/// let philidor = parse_fen("1rr4k/4n1pp/7N/8/8/8/Q7/K7 w - - 0 1")?;
/// let recipe = Recipe { width: 2, depth: 3, order: Order::Static };
/// let model = distil(&philidor, Material, recipe, &Limits::default())?;
/// assert_eq!(model.title, "Why 1.Qg8+ and not 1.Nf7+?");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn distil<E: Evaluator + Copy + Send + Sync>(
    position: &Chess,
    evaluator: E,
    recipe: Recipe,
    limits: &Limits,
) -> Result<Model, DistilError> {
    distil_from(std::slice::from_ref(position), evaluator, None, recipe, limits)
}

/// Makes a lesson like [`distil`] from the last of the positions of a game, with static evaluations from an external
/// engine, if one is given. A lesson contains only its own position, so there is none if the positions before it change
/// the result.
///
/// # Errors
/// [`DistilError`] as for [`distil`], or if earlier positions of the game change the result.
///
/// # Panics
/// If `history` is empty.
pub fn distil_from<E: Evaluator + Copy + Send + Sync>(
    history: &[Chess],
    evaluator: E,
    outside: Option<Arc<dyn Outside>>,
    recipe: Recipe,
    limits: &Limits,
) -> Result<Model, DistilError> {
    let in_game = ChessGame::with_history(history.to_vec(), evaluator);
    if let Some(ending) = in_game.ending_name() {
        return Err(DistilError::GameOver(ending));
    }
    check_size(recipe)?;
    let outside = outside.map(|scorer| FromOutside { scorer, is_in_pawns: true });
    let game = ChessGame::new(in_game.position().clone(), evaluator);
    if !in_game.repeatable().is_empty() {
        let result = |game| chess::result_text(game, outside.clone(), recipe, limits);
        let (in_game, alone) = (result(&in_game)?, result(&game)?);
        if in_game != alone {
            return Err(DistilError::History { in_game, alone });
        }
    }
    chess::distilled(game, outside, recipe, limits)
}

fn check_size(Recipe { width, depth, .. }: Recipe) -> Result<(), DistilError> {
    let moves = (width as u64).checked_pow(depth).filter(|&moves| 0 < moves && moves <= MOST_MOVES);
    match moves {
        Some(_) if (1..=MAX_DEPTH).contains(&depth) => Ok(()),
        _ => Err(DistilError::Size { width, depth }),
    }
}

/// Returns whether a lesson about a position would have more than `most` moves if it kept the first moves of each
/// position, up to the recipe's width. This avoids hours of searching for a lesson that is too large. Takes time
/// proportional to `most`.
pub fn is_beyond(mut game: impl Game, recipe: Recipe, most: usize) -> bool {
    count(&mut game, recipe.width, recipe.depth, most).is_none()
}

/// Subtracts the number of kept moves in a position and in all positions after it from `left`; returns `None` if `left`
/// is too small.
fn count<G: Game>(game: &mut G, width: usize, depth: u32, left: usize) -> Option<usize> {
    if depth == 0 || game.ending().is_some() {
        return Some(left);
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves.into_iter().take(width).try_fold(left, |left, mv| {
        game.play(mv);
        let left = left.checked_sub(1).and_then(|left| count(game, width, depth - 1, left));
        game.undo();
        left
    })
}

/// A move that may be kept.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    mv: Move,
    /// The index of the move in generator order.
    index: usize,
    /// The exact score found by the search, for the side that makes the move.
    score: Score,
    /// The static evaluation of the position after the move, for the side that makes the move; `None` if the game is
    /// over in that position.
    static_score: Option<Score>,
    is_capture: bool,
    is_promotion: bool,
    is_check: bool,
    is_best: bool,
    /// Whether the move caused a cutoff in the search of the whole tree.
    cuts: bool,
}

/// The minimum loss, in millipawns, that makes a move instructive.
const LOSS: i32 = 500;
/// The amount, in millipawns, by which a capture, a promotion or a check makes a move look better.
const FORCE: i32 = 1000;

impl Candidate {
    /// Returns how instructive a move other than the best one is: its class, then how good it looks. The lowest value
    /// is the most instructive.
    fn appeal(&self, best: Score) -> (u32, Reverse<Score>) {
        let class = match self.score {
            _ if self.cuts => 0,
            _ if self.loses(best) => 1,
            score if score < best => 2,
            _ => 3,
        };
        let forces = i32::from(self.is_capture || self.is_promotion) + i32::from(self.is_check);
        (class, Reverse(self.looks().shifted(FORCE * forces)))
    }

    /// Returns whether the move loses enough, compared with the best move, to be instructive. All mates count as
    /// equally good.
    fn loses(&self, best: Score) -> bool {
        let both_mate = self.score.is_mate() && best.is_mate() && (self.score < Score::ZERO) == (best < Score::ZERO);
        !both_mate && self.score.shifted(LOSS) <= best
    }

    /// Returns whether the true score of the move is at least [`LOSS`] below the score that the move seems to have. The
    /// opponent's reply cannot make a move better than it looks.
    fn deceives(&self) -> bool {
        let (looks, is) = (self.looks(), self.score);
        is < looks && is.shifted(LOSS) <= looks
    }

    /// Returns the score that the move seems to have at first sight.
    fn looks(&self) -> Score {
        self.static_score.unwrap_or(self.score)
    }
}

/// For the line to each searched position, the moves that are kept in this position, in generator order.
type KeptMoves = HashMap<Vec<Move>, Vec<Candidate>>;

/// Makes a lesson from a position of a classroom game: keeps the best move of each position, and the first of the other
/// moves in generator order. Every kept position therefore has the same score in the lesson as in the full tree.
///
/// # Errors
/// [`DistilError`] as for [`distil`].
///
/// # Complexity
/// Needs one search with an open window for each move of each kept position.
pub fn distil_game(game: &AnyGame, recipe: Recipe, limits: &Limits) -> Result<Model, DistilError> {
    if let Some(ending) = game.ending_name() {
        return Err(DistilError::GameOver(ending));
    }
    check_size(recipe)?;
    let mut writer = GameWriter { game: game.clone(), recipe, limits };
    let moves = writer.moves(recipe.depth)?;
    let result = searched(game, limits, (recipe.depth, recipe.order), &mut ())?;
    let best = result.best.map(|mv| game.name(mv)).unwrap_or_default();
    Ok(Model {
        title: format!("Why {best}?"),
        game: Some(game.position()),
        games: game.games(),
        depth: Some(recipe.depth),
        note: Some(format!(
            "This lesson keeps the best move of each position, found by a search to {}, and up to {} more.",
            plies(recipe.depth),
            recipe.width - 1
        )),
        moves,
        ..Model::default()
    })
}

/// Returns the depth of a search, worded for a note.
fn plies(depth: u32) -> String {
    if depth == 1 { "1 ply".to_owned() } else { format!("{depth} plies") }
}

struct GameWriter<'a> {
    game: AnyGame,
    recipe: Recipe,
    limits: &'a Limits,
}

impl GameWriter<'_> {
    /// Returns the kept moves of the position, searched to this depth.
    fn moves(&mut self, depth: u32) -> Result<Vec<ModelMove>, DistilError> {
        let mut all = Vec::new();
        self.game.moves(&mut all);
        let mut scored = Vec::with_capacity(all.len());
        for mv in all {
            scored.push((mv, self.score(mv, depth)?));
        }
        let Some(best) = scored.iter().map(|(_, score)| *score).max() else { return Ok(Vec::new()) };
        let best = scored.iter().position(|(_, score)| *score == best).unwrap_or(0);
        let mut room = self.recipe.width - 1;
        let mut kept = Vec::new();
        for (index, (mv, _)) in scored.into_iter().enumerate() {
            if index == best || room != 0 {
                room -= usize::from(index != best);
                kept.push(self.written(mv, depth)?);
            }
        }
        Ok(kept)
    }

    /// Returns a move with everything that is kept after it.
    fn written(&mut self, mv: PlayableMove, depth: u32) -> Result<ModelMove, DistilError> {
        let name = self.game.name(mv);
        self.game.play(mv);
        let is_over = self.game.ending().is_some();
        let score = if is_over { None } else { max_score(&self.game) };
        let moves = if is_over || depth == 1 { None } else { Some(self.moves(depth - 1)?) };
        self.game.undo();
        Ok(ModelMove { name, score, moves, ..ModelMove::default() })
    }

    /// Returns the score of a move for the side that makes it.
    fn score(&mut self, mv: PlayableMove, depth: u32) -> Result<Score, DistilError> {
        self.game.play(mv);
        let score = match (self.game.ending(), depth) {
            (Some(ending), _) => ending.score(0),
            (None, 1) => self.game.evaluate(),
            (None, depth) => searched(&self.game, self.limits, (depth - 1, Order::Static), &mut ())?.score,
        };
        self.game.undo();
        Ok(-score)
    }
}

/// Searches a position within limits; compiled only once for each game.
fn searched<G: Game + Clone>(
    game: &G,
    limits: &Limits,
    (depth, order): (u32, Order),
    hooks: &mut dyn Hooks<G>,
) -> Result<SearchResult<G::Move>, Stopped> {
    let hooks: &mut dyn Hooks<G> = &mut (limits.guard(), hooks);
    alpha_beta(&mut game.clone(), &mut { hooks }, depth, order)
}

/// Returns the static evaluation of a position from the point of view of the side that moves first in the game.
fn max_score(game: &AnyGame) -> Option<f64> {
    let score = game.evaluate();
    pawns(if game.turn() == Side::First { score } else { -score })
}

fn pawns(score: Score) -> Option<f64> {
    if let ScoreKind::Millipawns(millipawns) = score.kind() { Some(f64::from(millipawns) / 1000.0) } else { None }
}
