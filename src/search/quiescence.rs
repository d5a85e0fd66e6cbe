//! Quiescence search: beyond the horizon captures go on until the position is quiet enough to be evaluated.
//!
//! Source: Harris, *The Heuristic Search and the Game of Chess* (1975);
//! <https://www.chessprogramming.org/Quiescence_Search>.

use super::ordering::by_mvv_lva;
use super::walk::{Value, Walk};
use super::{Order, Settings, Technique};
use crate::game::Game;
use crate::hooks::{Event, Flow, Hooks, Leaf, Prune, Verdict};
use crate::score::{Bound, Place, Score, Window};

/// What a capture may win beyond the captured man, in millipawns, for delta pruning.
const DELTA_MARGIN: i32 = 2000;

/// Visits a node at or beyond the horizon. The side to move may stand pat, that is, take the static score, or make a
/// tactical move; in check it has to move, and all its moves are tried.
pub(super) fn node<G: Game, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    settings: &Settings,
    window: Window,
    known: Option<Score>,
) -> Flow<Value> {
    let ending = walk.game.ending();
    let static_score = match known {
        Some(score) => score,
        None => walk.static_score_of(ending)?,
    };
    if let Some(ending) = ending {
        return walk.leaf(static_score, Bound::Exact, Leaf::Terminal(ending));
    }
    if walk.game.is_known() {
        return walk.leaf(static_score, Bound::Exact, Leaf::Tablebase);
    }
    // Step 1. Doing nothing may be too good already.
    let stands = !walk.game.in_check();
    if stands && window.beta <= static_score {
        return walk.leaf(static_score, Bound::Lower, Leaf::StandPat);
    }
    // Step 2. The tactical moves; a position without them is quiet.
    let mut children = walk.generate(0, window, if stands { G::tactical_moves } else { G::moves })?;
    if children.is_empty() {
        walk.give_back(children);
        return walk.leaf(static_score, Bound::Exact, Leaf::Horizon);
    }
    let Window { mut alpha, beta } = window;
    let (mut best, mut bound) = (Score::MIN, Bound::Upper);
    if stands {
        best = static_score;
        let verdict = if alpha < best { Verdict::Best } else { Verdict::NotBest };
        walk.event(Event::StandPat { score: best, window, verdict })?;
        if verdict == Verdict::Best {
            (alpha, bound) = (best, Bound::Exact);
        }
    }
    let order = settings.order;
    walk.rank(0, &mut children, |game, mv| (order != Order::See).then(|| by_mvv_lva(game, mv)))?;
    // Step 3. The moves, as in alpha-beta.
    for (index, child) in children.iter().enumerate() {
        let window = Window { alpha, beta };
        if stands && let Some((reason, score)) = prune(walk.game, settings, child.mv, static_score, window) {
            walk.event(Event::Pruned { mv: child.mv, reason, score, window })?;
            best = best.max(score.min(alpha));
            continue;
        }
        let value = walk.descend(child, |walk, known| node(walk, settings, -window, known))?;
        let verdict = match window.place(value.score) {
            Place::High => Verdict::Cutoff { skipped: (children.len() - 1 - index) as u32 },
            Place::Inside => Verdict::Best,
            Place::Low => Verdict::NotBest,
        };
        walk.judged(child.mv, value, window, verdict)?;
        best = best.max(value.score);
        (alpha, bound) = match verdict {
            Verdict::Cutoff { .. } => return walk.leave(children, settings.returned(best, window), Bound::Lower),
            Verdict::Best => (value.score, Bound::Exact),
            Verdict::NotBest => (alpha, bound),
        };
    }
    walk.leave(children, settings.returned(best, window), bound)
}

/// Returns why a move is not worth searching, and the most it can be expected to score.
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
        let expected = static_score.plus(game.gain(mv)).shifted(DELTA_MARGIN);
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
