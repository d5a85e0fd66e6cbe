//! Makes a lesson out of a real position: searches it, and keeps the moves of each position from which one can learn.
//!
//! Invariant: the best move of every kept position is kept with its exact score, so that, by induction from the leaves,
//! every kept position has in the lesson the score that it has in the full tree.

mod games;
mod words;

pub use games::distil_game;

use crate::game::Game;
use crate::game::chess::{Chess, ChessGame, Evaluator, Material, Move};
use crate::game::classic::AnyGame;
use crate::hooks::{Event, Flow, Hooks, Line, SearchEvent, Verdict};
use crate::model::{Content, Lesson, Model, ModelError};
use crate::outside::{FromOutside, Outside};
use crate::score::Score;
use crate::search::{MAX_DEPTH, Order, SearchResult, Stopped, alpha_beta};
use crate::study::Limits;
use rayon::prelude::*;
use shakmaty::Position;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

/// A lesson may have so many moves.
pub const MOST_MOVES: u64 = 100_000;

/// How a lesson is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// How many moves of each position are kept, at least 1.
    pub width: usize,
    /// Depth of the search, and of the lesson, in plies.
    pub depth: u32,
    /// In which order the search tries moves.
    pub order: Order,
}

/// Why a position gave no lesson.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DistilError {
    /// There is nothing to search.
    #[error("there is nothing to learn here, for the game is over: {0}")]
    GameOver(&'static str),
    /// Width or depth make no sense.
    #[error(
        "a lesson of {width} moves at each of {depth} plies is not possible; it may have {MOST_MOVES} moves in all"
    )]
    Size {
        /// Moves at each position.
        width: usize,
        /// Plies.
        depth: u32,
    },
    /// It took too long, or somebody stopped it.
    #[error("stopped before the lesson was finished")]
    Stopped,
    /// The lesson was refused when it was read back.
    #[error("the lesson cannot be read back")]
    Model(#[from] ModelError),
    /// The lesson has another result than the search.
    #[error("the lesson would say {lesson}, but the search of the whole tree says {search}")]
    Differs {
        /// Best move and score of the lesson.
        lesson: String,
        /// Best move and score of the search.
        search: String,
    },
}

impl From<Stopped> for DistilError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// Makes a lesson of a position.
///
/// At each position the best move is kept, the move that cut there in the search, and then moves that look natural and
/// lose: captures, checks, and moves to positions with a high static score whose true score is at least half a pawn
/// below the best. Every kept move gets its static score, and the title and the notes say what the search found.
///
/// The lesson is searched before it is returned: it gives the best move and the score of the full search. Each of the
/// searches is kept within `limits`.
///
/// # Errors
/// [`DistilError`], see there.
///
/// # Complexity
/// A search with an open window for each move of each kept position, on all cores, and one full search for each ply.
///
/// ```
/// use plywood::distil::{Recipe, distil};
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
    distil_from(position, evaluator, None, recipe, limits)
}

/// Makes a lesson as [`distil`] does, of a search whose static scores come from outside, if somebody gives them.
///
/// # Errors
/// [`DistilError`], see there; it is [`DistilError::Stopped`] if whoever gives scores cannot.
pub fn distil_from<E: Evaluator + Copy + Send + Sync>(
    position: &Chess,
    evaluator: E,
    outside: Option<Arc<dyn Outside>>,
    recipe: Recipe,
    limits: &Limits,
) -> Result<Model, DistilError> {
    let game = ChessGame::new(position.clone(), evaluator);
    if let Some(ending) = game.ending_name() {
        return Err(DistilError::GameOver(ending));
    }
    check_size(recipe)?;
    let outside = outside.map(|scorer| FromOutside { scorer, is_in_pawns: true });
    let source = DistilSource::new(game, outside, recipe, limits)?;
    let tree = source.grow()?;
    let model = words::model(&source.game, recipe, source.result.score, &tree);
    verify(&model, &source.result)?;
    Ok(model)
}

fn check_size(Recipe { width, depth, .. }: Recipe) -> Result<(), DistilError> {
    let moves = (width as u64).checked_pow(depth).filter(|&moves| 0 < moves && moves <= MOST_MOVES);
    match moves {
        Some(_) if (1..=MAX_DEPTH).contains(&depth) => Ok(()),
        _ => Err(DistilError::Size { width, depth }),
    }
}

/// Returns whether a lesson of a position has more moves than `most`, if the first moves of each position are kept: nobody
/// need search for hours to find out that it is too large for what it is meant for. Takes time in proportion to `most`.
#[must_use]
pub fn is_beyond(position: &Chess, recipe: Recipe, most: usize) -> bool {
    count(&mut ChessGame::new(position.clone(), Material), recipe.width, recipe.depth, most).is_none()
}

/// The same of a position of another game.
#[must_use]
pub fn is_beyond_game(game: &AnyGame, recipe: Recipe, most: usize) -> bool {
    count(&mut game.clone(), recipe.width, recipe.depth, most).is_none()
}

/// Takes the moves of a position and those behind them off what is left; nothing if that does not do.
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
    /// Its place in generator order.
    index: usize,
    /// Exact score after the search, for the side that makes the move.
    score: Score,
    /// Static score of the position after it, for the side that makes the move; none if the game is over there.
    static_score: Option<Score>,
    is_capture: bool,
    is_promotion: bool,
    is_check: bool,
    is_best: bool,
    /// It cut in the search of the whole tree.
    cuts: bool,
}

/// A move that loses as much as this is worth a lesson, in millipawns.
const LOSS: i32 = 500;
/// What a capture, a promotion or a check adds to how good a move looks, in millipawns.
const FORCE: i32 = 1000;

impl Candidate {
    /// How much there is to learn from a move that is not the best: a class, then how good it looks; least is most.
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

    /// Whether it loses enough against the best to ask why. A slower mate is a mate.
    fn loses(&self, best: Score) -> bool {
        let both_mate = self.score.is_mate() && best.is_mate() && (self.score < Score::ZERO) == (best < Score::ZERO);
        !both_mate && self.score.shifted(LOSS) <= best
    }

    /// Whether it is worth something else than it looks like.
    fn deceives(&self) -> bool {
        let (looks, is) = (self.looks(), self.score);
        looks != is && (looks.shifted(LOSS) <= is || is.shifted(LOSS) <= looks)
    }

    /// The score at first sight.
    fn looks(&self) -> Score {
        self.static_score.unwrap_or(self.score)
    }
}

/// The kept moves of the kept positions that are searched, in generator order, by the line that leads to them.
type KeptMoves = HashMap<Vec<Move>, Vec<Candidate>>;

/// The real position, and how it is searched.
struct DistilSource<'a, E> {
    game: ChessGame<E>,
    outside: Option<FromOutside>,
    recipe: Recipe,
    limits: &'a Limits,
    result: SearchResult<Move>,
}

impl<'a, E: Evaluator + Copy + Send + Sync> DistilSource<'a, E> {
    fn new(
        game: ChessGame<E>,
        outside: Option<FromOutside>,
        recipe: Recipe,
        limits: &'a Limits,
    ) -> Result<Self, Stopped> {
        let result = search(&game, recipe, limits, &mut outside.clone())?;
        Ok(Self { game, outside, recipe, limits, result })
    }

    /// Chooses moves ply by ply.
    fn grow(&self) -> Result<KeptMoves, Stopped> {
        let mut tree = KeptMoves::new();
        let mut open = vec![Vec::new()];
        for _ in 0..self.recipe.depth {
            let mut cuts = Cuts::at(&open);
            search(&self.game, self.recipe, self.limits, &mut (self.outside.clone(), &mut cuts))?;
            let kept: Vec<Vec<Candidate>> = open
                .par_iter()
                .zip(&cuts.moves)
                .map(|(line, &cut)| self.choose(line, cut))
                .collect::<Result<_, _>>()?;
            let mut next = Vec::new();
            for (line, kept) in open.into_iter().zip(kept) {
                let goes_on = kept.iter().filter(|candidate| candidate.static_score.is_some());
                next.extend(goes_on.map(|candidate| after(&line, candidate.mv)));
                tree.insert(line, kept);
            }
            open = next;
        }
        Ok(tree)
    }

    /// Returns the moves after `line` that are kept; `cut` is the one that cut there.
    fn choose(&self, line: &[Move], cut: Option<Move>) -> Result<Vec<Candidate>, Stopped> {
        let mut candidates = self.candidates(line, cut)?;
        // Of equals, the one that a lesson tries first, see `Order::Static`.
        let is_sorted = self.recipe.order == Order::Static && line.len() as u32 + 1 < self.recipe.depth;
        let place = |candidate: &Candidate| (is_sorted.then(|| Reverse(candidate.looks())), candidate.index);
        let first_best = candidates.iter().max_by_key(|candidate| (candidate.score, Reverse(place(candidate))));
        let best = first_best.map(|candidate| (candidate.mv, candidate.score));
        let Some((first_best, best_score)) = best else { return Ok(candidates) };
        let best = self.result.best.filter(|_| line.is_empty()).unwrap_or(first_best);
        // In another order than that of lessons, a move that is as good as the best might come before it.
        if line.is_empty() && self.recipe.order != Order::Static {
            candidates.retain(|candidate| candidate.mv == best || candidate.score < best_score);
        }
        candidates.sort_by_key(|candidate| (candidate.mv != best, candidate.appeal(best_score), candidate.index));
        candidates.truncate(self.recipe.width);
        candidates.sort_by_key(|candidate| candidate.index);
        for candidate in &mut candidates {
            candidate.is_best = candidate.mv == best;
        }
        Ok(candidates)
    }

    /// Searches every move after `line`.
    fn candidates(&self, line: &[Move], cut: Option<Move>) -> Result<Vec<Candidate>, Stopped> {
        let mut game = self.game.clone();
        line.iter().for_each(|&mv| game.play(mv));
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let indexed: Vec<(usize, Move)> = moves.into_iter().enumerate().collect();
        let candidate = |&(index, mv): &(usize, Move)| {
            let mut game = game.clone();
            game.play(mv);
            Ok(Candidate {
                mv,
                index,
                score: self.exact_score(&after(line, mv))?,
                static_score: if game.ending().is_some() { None } else { Some(-self.static_score(&game)?) },
                is_capture: mv.is_capture(),
                is_promotion: mv.is_promotion(),
                is_check: game.position().is_check(),
                is_best: false,
                cuts: cut == Some(mv),
            })
        };
        indexed.par_iter().map(candidate).collect()
    }

    /// Returns the static score of a position for its side to move.
    fn static_score(&self, game: &ChessGame<E>) -> Result<Score, Stopped> {
        match self.outside.as_ref().map(|outside| outside.of(game, 0, Score::ZERO)) {
            None => Ok(game.evaluate()),
            Some(Flow::Continue(score)) => Ok(score),
            Some(Flow::Break(())) => Err(Stopped),
        }
    }

    /// Returns the score after `line`, for the side that makes its last move. The search begins at the real root, so
    /// that mates are counted from there and repetitions are seen.
    fn exact_score(&self, line: &[Move]) -> Result<Score, Stopped> {
        let hooks = &mut (self.outside.clone(), Along { line });
        let score = search(&self.game, self.recipe, self.limits, hooks)?.score;
        Ok(if line.len() % 2 == 1 { score } else { -score })
    }
}

fn search<E: Evaluator + Copy>(
    game: &ChessGame<E>,
    recipe: Recipe,
    limits: &Limits,
    hooks: &mut impl Hooks<ChessGame<E>>,
) -> Result<SearchResult<Move>, Stopped> {
    alpha_beta(&mut game.clone(), &mut (limits.guard(), hooks), recipe.depth, recipe.order)
}

fn after(line: &[Move], mv: Move) -> Vec<Move> {
    line.iter().copied().chain([mv]).collect()
}

/// Leaves a search no choice until it has come to the end of a line.
struct Along<'a> {
    line: &'a [Move],
}

impl<G: Game<Move = Move>> Hooks<G> for Along<'_> {
    fn moves(&mut self, at: Line<'_, G>, moves: &mut Vec<Move>) -> Flow {
        if let Some(&mv) = self.line.get(at.moves.len()) {
            moves.clear();
            moves.push(mv);
        }
        Flow::Continue(())
    }
}

/// Takes note of the moves that cut at some positions, all at the same ply.
struct Cuts<'a> {
    ply: usize,
    index: HashMap<&'a [Move], usize>,
    moves: Vec<Option<Move>>,
}

impl<'a> Cuts<'a> {
    fn at(lines: &'a [Vec<Move>]) -> Self {
        let ply = lines.first().map_or(0, Vec::len);
        let index = lines.iter().enumerate().map(|(index, line)| (line.as_slice(), index)).collect();
        Self { ply, index, moves: vec![None; lines.len()] }
    }
}

impl<G: Game<Move = Move>> Hooks<G> for Cuts<'_> {
    fn event(&mut self, at: Line<'_, G>, event: SearchEvent<'_, Move>) -> Flow {
        if let Event::Judged { mv, verdict: Verdict::Cutoff { .. }, .. } = event
            && at.moves.len() == self.ply
            && let Some(&index) = self.index.get(at.moves)
        {
            self.moves[index] = Some(mv);
        }
        Flow::Continue(())
    }
}

/// Reads the lesson back and searches it.
fn verify(model: &Model, result: &SearchResult<Move>) -> Result<(), DistilError> {
    let lesson = Lesson::new(model)?;
    let Content::Board { position, mut overlay, .. } = lesson.content else { return Ok(()) };
    // All its static scores are in the lesson, so any evaluator will do.
    let mut game = ChessGame::new(position, Material);
    let found =
        alpha_beta(&mut game, &mut overlay, lesson.depth, Order::Static).expect("a lesson's hooks do not break off");
    if found == *result {
        return Ok(());
    }
    let text = |result: &SearchResult<Move>| {
        let name = result.best.map(|mv| game.name(mv)).unwrap_or_default();
        format!("{name} {}", result.score)
    };
    Err(DistilError::Differs { lesson: text(&found), search: text(result) })
}
