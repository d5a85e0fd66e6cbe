//! Quiescence search: beyond the horizon, the search continues with captures until the position is quiet enough to be
//! evaluated.
//!
//! Source: Harris, *The Heuristic Search and the Game of Chess* (1975);
//! <https://www.chessprogramming.org/Quiescence_Search>.

use crate::core::game::Game;
use crate::core::hooks::{Event, Flow, Hooks, Leaf, Prune, Verdict};
use crate::core::score::{Bound, Score, Window, WindowSide};
use crate::core::search::ordering::Children;
use crate::core::search::pseudocode::CodeMover::Any;
use crate::core::search::pseudocode::{CodeAction, CodeLine, DRAWN, FOR, MATED};
use crate::core::search::ranking::by_mvv_lva;
use crate::core::search::walk::Walk;
use crate::core::search::{Order, Settings, Technique, Value};

/// For delta pruning: the most that a capture may gain beyond the value of the captured piece, in millipawns.
const DELTA_MARGIN: i32 = 2000;

/// Visits a node at or beyond the horizon. The side to move may stand pat, that is, take the static evaluation, or make
/// a tactical move. In check it must move, and all its moves are tried.
pub(crate) fn node<G: Game, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    settings: &Settings,
    window: Window,
    known: Option<Score>,
) -> Flow<Value> {
    let ending = walk.game.ending();
    let static_score = known.map_or_else(|| walk.static_score_of(ending), Flow::Continue)?;
    if let Some(ending) = ending {
        return walk.leaf(static_score, Bound::Exact, Leaf::Terminal(ending));
    }
    if walk.game.is_known() {
        return walk.leaf(static_score, Bound::Exact, Leaf::Tablebase);
    }
    // Step 1. Standing pat may already cause a cutoff.
    let pat = (!walk.game.in_check()).then_some(static_score);
    if pat.is_some_and(|score| window.beta <= score) {
        return walk.leaf(static_score, Bound::Lower, Leaf::StandPat);
    }
    // Step 2. Generate the tactical moves. A position without tactical moves is quiet.
    let mut children = walk.generate(0, window, if pat.is_some() { G::tactical_moves } else { G::moves })?;
    if children.is_empty() {
        walk.give_back(children);
        return walk.leaf(static_score, Bound::Exact, Leaf::Horizon);
    }
    let after = match pat {
        Some(score) => stand_pat(walk, score, window)?,
        None => QuietBest { alpha: window.alpha, best: Score::MIN, bound: Bound::Upper },
    };
    let order = settings.order;
    walk.rank(0, &mut children, |game, mv| (order != Order::See).then(|| by_mvv_lva(game, mv)))?;
    let (best, bound) = best_of(walk, settings, &children, (after, window.beta), pat)?;
    walk.leave(children, settings.returned(best, window), bound)
}

/// The state of a node so far.
struct QuietBest {
    alpha: Score,
    best: Score,
    bound: Bound,
}

/// Lets the side to move take the static evaluation, which the moves must then beat.
#[inline]
fn stand_pat<G: Game, H: Hooks<G>>(walk: &mut Walk<'_, G, H>, score: Score, window: Window) -> Flow<QuietBest> {
    let place = window.place(score);
    walk.event(Event::StandPat { score, window, verdict: Verdict::of(place, 0) })?;
    Flow::Continue(match place {
        WindowSide::Exact => QuietBest { alpha: score, best: score, bound: Bound::Exact },
        WindowSide::FailLow | WindowSide::FailHigh => {
            QuietBest { alpha: window.alpha, best: score, bound: Bound::Upper }
        }
    })
}

/// Step 3. Tries the moves, as in alpha-beta, until one of them causes a cutoff. `pat` is the static evaluation, or
/// `None` if the side to move is in check.
#[inline]
fn best_of<G: Game, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    settings: &Settings,
    children: &Children<G::Move>,
    (QuietBest { mut alpha, mut best, mut bound }, beta): (QuietBest, Score),
    pat: Option<Score>,
) -> Flow<(Score, Bound)> {
    for (index, child) in children.iter().enumerate() {
        let window = Window { alpha, beta };
        if let Some((reason, score)) = pat.and_then(|pat| prune(walk.game, settings, child.mv, pat, window)) {
            walk.event(Event::Pruned { mv: child.mv, reason, score: Some(score), window })?;
            best = best.max(score.min(alpha));
            continue;
        }
        let value = walk.descend(child, window, |walk, known, window| node(walk, settings, window, known))?;
        let skipped = (children.len() - 1 - index) as u32;
        let place = window.place(value.score);
        walk.judged(child.mv, value, window, Verdict::of(place, skipped))?;
        best = best.max(value.score);
        (alpha, bound) = match place {
            WindowSide::FailHigh => return Flow::Continue((best, Bound::Lower)),
            WindowSide::Exact => (value.score, Bound::Exact),
            WindowSide::FailLow => (alpha, bound),
        };
    }
    Flow::Continue((best, bound))
}

/// Returns delta pruning's estimate for a move that wins `gain`.
pub(crate) fn delta(static_score: Score, gain: Score) -> Score {
    static_score.plus(gain).shifted(DELTA_MARGIN)
}

/// Returns the reason why a move is not worth searching, and the move's estimate; `None` if it is worth searching.
#[inline]
fn prune<G: Game>(
    game: &G,
    settings: &Settings,
    mv: G::Move,
    static_score: Score,
    window: Window,
) -> Option<(Prune, Score)> {
    let techniques = settings.techniques;
    if window.alpha.is_mate() {
        return None;
    }
    if techniques.has(Technique::Delta) {
        let expected = delta(static_score, game.gain(mv));
        if expected <= window.alpha {
            return Some((Prune::Delta, expected));
        }
    }
    if techniques.has(Technique::See) {
        let won = game.see(mv);
        if won < Score::ZERO {
            return Some((Prune::See, static_score.plus(won)));
        }
    }
    None
}

/// Calls the quiescence search at the horizon.
pub(crate) const CALL: CodeLine = (CodeAction::Leaf, Any, "    if depth = 0: return quiesce(node, alpha, beta)");

pub(crate) const CODE: &[CodeLine] = &[
    (CodeAction::Enter, Any, "quiesce(node, alpha, beta):              captures, until it is quiet"),
    MATED,
    DRAWN,
    (CodeAction::Nothing, Any, "    best = evaluate(node), in check -inf"),
    (CodeAction::Leaf, Any, "    if best >= beta: return best         standing pat"),
    (CodeAction::Order, Any, "    list captures and promotions in order, in check all moves"),
    (CodeAction::Leaf, Any, "    if there is none: return best"),
    (CodeAction::StandPat, Any, "    alpha = the larger of alpha and best"),
    FOR,
];

/// Delta pruning. Only a search that keeps the best score needs the second line.
pub(crate) const DELTA: &[CodeLine] = &[
    (CodeAction::Prune, Any, "        if not in check, evaluate(node) + its gain + 2 <= alpha:"),
    (CodeAction::Nothing, Any, "            best = the larger of best and evaluate(node) + its gain + 2"),
];

/// Skips captures that lose material in a static exchange.
pub(crate) const SEE: CodeLine =
    (CodeAction::PruneLoss, Any, "        if not in check, it loses material in the exchange:");

pub(crate) const CHILD: CodeLine = (CodeAction::Nothing, Any, "        s = -quiesce(after the move, -beta, -alpha)");
