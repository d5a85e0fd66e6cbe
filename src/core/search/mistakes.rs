//! Well-known bugs for teaching; each changes one line of the correct search. Never use them for anything else.

use super::algorithm::fail_soft;
use super::ordering::Child;
use super::walk::Walk;
use super::{Cut, Fail, Value};
use crate::core::game::Game;
use crate::core::hooks::{Flow, Hooks, Leaf, Verdict};
use crate::core::names::named;
use crate::core::score::{Bound, Score, Window, WindowSide};

named! {
    /// A common bug in alpha-beta.
    #[non_exhaustive]
    pub enum Mistake: "mistake" {
        /// The root forgets to pass its alpha down: the result is right, but the root's best score so far never causes
        /// a cutoff below the root.
        RootWindow = "root-window", "the root loop does not pass alpha down; the result is right, but the search may visit more nodes";
        /// The child gets `(-alpha, -beta)` instead of `(-beta, -alpha)`: an inverted window, in which every score
        /// causes a cutoff.
        SwappedBounds = "swapped-bounds",
            "children get (-alpha, -beta) instead of (-beta, -alpha), so any reply causes a cutoff";
        /// The child's score is not negated, as if both sides had the same goal.
        MissingNegation = "missing-negation", "a child's score is not negated";
        /// The root takes a move that ties with the best. The tied score is only a bound, so the move may be worse.
        RootGe = "root-ge", "the root also replaces its best move on a tie, although the tie may be only a bound";
        /// A child gets only the bound that its parent set, so no bound of an earlier ancestor causes a cutoff.
        NoDeepBounds = "no-deep-bounds",
            "a child gets only its parent's own bound, so older bounds never cause a cutoff; the result is right, but the search may visit more nodes";
        /// A tie causes no cutoff: [`Cut::AboveBeta`], which is correct but costs nodes.
        Strict = "strict", "`>` instead of `>=`: a tie causes no cutoff; the result is right, but the search may visit more nodes";
        /// Windows are neither passed down nor used.
        NoPruning = "no-pruning", "the search prunes nothing, as in plain minimax; the result is right, but it visits all nodes";
        /// The moves of each node are tried from last to first.
        RightToLeft = "right-to-left", "moves are tried from last to first; the score is right, but the cutoffs may differ";
        /// The players are swapped: each leaf is scored for the wrong side, so that MAX takes the lowest score.
        RootIsMin = "root-is-min", "the root is taken for the other player's, so each score counts for the wrong side";
        /// A node below the root stops as soon as a child is no better than the children before it, although a later
        /// child may be better.
        WorseSibling = "worse-sibling", "a node below the root stops as soon as a child is no better than an earlier one";
        /// The best score of each node begins at 0, so that no node is ever worth less than 0 to the side to move.
        ZeroStart = "zero-start", "the best score of a node starts at 0, not at minus infinity, so no node with moves returns a negative score to the side to move";
        /// A node returns the score of its last child.
        LastScore = "last-score", "a node returns the score of its last child, not the best score";
        /// Each leaf is scored for the side to move at the root, whichever side is to move at the leaf.
        LeafSign = "leaf-sign", "leaves are scored for the root's side, whichever side is to move, so those where the other side is to move have the wrong sign";
        /// Leaves are scored for the side to move at the root and nothing is negated, so that both sides maximize.
        BothMax = "both-max", "leaves are scored for the root's side and no score is negated, so both sides take its best score";
        /// The child gets `(alpha, beta)` unchanged.
        SameWindow = "same-window", "children get (alpha, beta) unchanged, neither negated nor swapped";
        /// The cutoff test uses alpha before the new score has raised it.
        LateAlpha = "late-alpha", "the cutoff test comes before alpha is raised, so the cutoff comes one child too late";
        /// The search ends one ply too early.
        PlyShort = "ply-short", "the depth is off by one, so the search ends a ply too early";
        /// A score that does not even reach alpha causes a cutoff.
        WrongSide = "wrong-side", "the cutoff test compares the score with the wrong bound (MAX's score with alpha, MIN's with beta), so a bad move causes a cutoff, a good one never does";
    }
}

/// Searches a node like [`alpha_beta`](super::alpha_beta()) or [`fail_soft`](super::fail_soft()), but with `mistake`
/// built in.
pub(super) fn node<G: Game, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    depth: u32,
    Window { mut alpha, beta }: Window,
    known: Option<Score>,
    (mistake, fail): (Mistake, Fail),
) -> Flow<Value> {
    if mistake == Mistake::Strict {
        return fail_soft::node(walk, depth, Window { alpha, beta }, known, Cut::AboveBeta);
    }
    if depth == 1 && mistake == Mistake::PlyShort {
        let score = known.map_or_else(|| walk.static_score(), Flow::Continue)?;
        return walk.leaf(score, Bound::Exact, Leaf::Horizon);
    }
    let children = walk.expand(depth, Window { alpha, beta })?;
    if children.is_empty() {
        let value = walk.childless(children, known)?;
        return Flow::Continue(mistake.taken(value, walk.ply()));
    }
    let (mut bound, count) = (Bound::Upper, children.len());
    let start = if mistake == Mistake::ZeroStart { Score::ZERO } else { Score::MIN };
    let (mut best, mut last) = (start, Score::MIN);
    for index in 0..count {
        let child = children.get(if mistake == Mistake::RightToLeft { count - 1 - index } else { index });
        let window = Window { alpha, beta };
        let value = searched(walk, child, depth, window, (mistake, fail))?;
        let place = window.place(value.score);
        let verdict = mistake.verdict(walk.ply(), index, (window, value.score), (count - 1 - index) as u32);
        walk.judged(child.mv, value, window, verdict)?;
        (best, last) = (best.max(value.score), value.score);
        (alpha, bound) = match verdict {
            Verdict::Cutoff { .. } if mistake == Mistake::WorseSibling && place == WindowSide::FailLow => {
                return walk.leave(children, fail.returned(alpha, best), bound);
            }
            Verdict::Cutoff { .. } => return walk.leave(children, fail.returned(beta, best), Bound::Lower),
            Verdict::Best => (value.score, Bound::Exact),
            Verdict::NotBest | Verdict::Weighed => (alpha, bound),
        };
    }
    let score = if mistake == Mistake::LastScore { last } else { fail.returned(alpha, best) };
    walk.leave(children, score, bound)
}

impl Fail {
    /// Returns the value of a node under this fail rule: the bound, or the best score found.
    fn returned(self, end: Score, best: Score) -> Score {
        match self {
            Self::Hard => end,
            Self::Soft => best,
        }
    }
}

impl Mistake {
    /// Returns the fail rule that the mistake requires, or `None` if it works with both.
    #[must_use]
    pub const fn fails(self) -> Option<Fail> {
        match self {
            // A fail-hard search keeps no best score, so after a tie without a cutoff it cannot tell which later moves
            // are better.
            Self::Strict | Self::ZeroStart => Some(Fail::Soft),
            Self::RootWindow | Self::SwappedBounds | Self::MissingNegation | Self::RootGe | Self::NoDeepBounds => None,
            Self::NoPruning | Self::RightToLeft | Self::RootIsMin | Self::WorseSibling | Self::LastScore => None,
            Self::LeafSign | Self::BothMax | Self::SameWindow | Self::LateAlpha | Self::PlyShort => None,
            Self::WrongSide => None,
        }
    }

    /// Returns the value of a leaf at this ply as this mistake changes it.
    fn taken(self, value: Value, ply: u32) -> Value {
        let is_min = !ply.is_multiple_of(2);
        let is_turned = self == Self::RootIsMin || (is_min && matches!(self, Self::LeafSign | Self::BothMax));
        Value { score: if is_turned { -value.score } else { value.score }, ..value }
    }

    fn returned(self, value: Value) -> Value {
        if matches!(self, Self::MissingNegation | Self::BothMax) { -value } else { value }
    }

    /// Returns the verdict on a child with this score.
    fn verdict(self, ply: u32, index: usize, (window, score): (Window, Score), skipped: u32) -> Verdict {
        let (place, is_root) = (window.place(score), ply == 0);
        let raises = |is_better: bool| if is_better { Verdict::Best } else { Verdict::NotBest };
        match (self, place) {
            (Self::RootGe, WindowSide::FailLow) if is_root && score == window.alpha => Verdict::Best,
            (Self::WorseSibling, WindowSide::FailLow) if 0 < index && !is_root => Verdict::Cutoff { skipped },
            (Self::LateAlpha, _) if window.beta <= window.alpha => Verdict::Cutoff { skipped },
            (Self::WrongSide, _) if score <= window.alpha => Verdict::Cutoff { skipped },
            (Self::LateAlpha | Self::WrongSide, _) => raises(window.alpha < score),
            _ => Verdict::of(place, skipped),
        }
    }
}

/// Searches a child. Most mistakes are made at inner nodes.
fn searched<G: Game, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    child: Child<G::Move>,
    depth: u32,
    window: Window,
    (mistake, fail): (Mistake, Fail),
) -> Flow<Value> {
    let is_root = walk.ply() == 0;
    if depth == 1 {
        return Flow::Continue(mistake.returned(mistake.taken(walk.horizon(child.mv)?, walk.ply() + 1)));
    }
    let handed_down = match mistake {
        Mistake::RootWindow if is_root => Window::FULL,
        Mistake::NoPruning => Window::FULL,
        Mistake::NoDeepBounds => Window { alpha: window.alpha, beta: Score::MAX },
        Mistake::SwappedBounds => Window { alpha: window.beta, beta: window.alpha },
        Mistake::SameWindow => -window,
        Mistake::RootWindow | Mistake::MissingNegation | Mistake::RootGe | Mistake::Strict => window,
        Mistake::RightToLeft | Mistake::RootIsMin | Mistake::WorseSibling => window,
        Mistake::ZeroStart | Mistake::LastScore | Mistake::LeafSign | Mistake::BothMax => window,
        Mistake::LateAlpha | Mistake::PlyShort | Mistake::WrongSide => window,
    };
    let below = |walk: &mut Walk<'_, G, H>, known, window| node(walk, depth - 1, window, known, (mistake, fail));
    let value = walk.descend(child, handed_down, below)?;
    Flow::Continue(mistake.returned(value))
}
