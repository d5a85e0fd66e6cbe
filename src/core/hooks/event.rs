//! Search events: the same enum serves running searches, recordings and files.

use super::words::{Leaf, NotUsed, Pass, Prune, Ranked, ReSearchReason, Stored, Verdict};
use crate::core::game::{Movers, Weight};
use crate::core::names::named;
use crate::core::score::{Bound, Score, Window};

/// An event as a running search reports it: with the search's own moves, and with borrowed lists.
pub type SearchEvent<'a, M> = Event<M, &'a [M], &'a [Ranked<M>]>;

/// What the search just did at the current node ("here").
///
/// # Order
/// `Root` comes first. Every `Enter` has one `Leave`, with the events of the node's children in between. Each searched
/// child has one `Created`; then, unless it is a leaf, its own `Enter` ... `Leave`; then one `Judged`. With static
/// ordering, all `Created` of a node above the last ply directly follow its `Enter`. A leaf is never entered. After a
/// cutoff the remaining children get no further event; [`Verdict::Cutoff`] counts them. `Settled`, if it occurs, is the
/// last event before the root's `Leave`, and counts the root moves without events. If a callback stops the search, the
/// events end at once. Nothing else ends them early.
///
/// # Order, with more than the plain algorithms
/// * A search that makes several passes over the tree reports `Pass` at the root before each `Enter` of the root.
/// * `Ordered` comes after the `Enter` (and the `Created`, with static ordering) of a node whose moves were ordered by
///   more than static evaluations.
/// * At a child, after its `Created`: `Reduced` or `Extended` if the depth is unusual, `TableHit` if the position is in
///   the table, `NullMove` if a null move was tried (its nodes are counted but have no events); then the child's
///   `Enter`, or no `Enter` if it became a leaf.
/// * A child may be searched again: `ReSearch` at the child, then one more `Enter` ... `Leave` (or leaf). However often
///   that happens, the child is `Created` once and `Judged` once, after its last `Leave`.
/// * After the `Enter` of its node: `StandPat` in quiescence, where `Enter` has depth 0; and, instead of `Created` ...
///   `Judged`, `Pruned` for a child that is not searched. With static ordering, a pruned child has already been created.
///
/// # Point of view
/// Scores in `Enter`, `Leave` and `Root` are for the side to move here; in `Created` and `Judged` for the side that
/// made the move `mv`, which is the side to move at this node. In all other events they are for the side to move here,
/// where "here" is the child for `Reduced`, `Extended`, `TableHit`, `NullMove` and `ReSearch`.
///
/// # One vocabulary
/// `M` represents a move, `L` a list of moves, and `R` a list of moves with their ranks. A running search reports
/// [`SearchEvent`]s, which borrow its lists; the events of a recorded search contain names. [`map`](Self::map) converts
/// one to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event<M, L = Vec<M>, R = Vec<Ranked<M>>> {
    /// The search begins. The root's static evaluation is not used.
    Root {
        /// The static evaluation of the root.
        score: Score,
        /// Who chooses the move at each ply, from the root on. In a trace, the header contains this information.
        movers: Movers,
        /// The minimum and maximum value of a leaf, from MAX's view, if known. In a trace, the header contains this
        /// range.
        leaves: Option<[Score; 2]>,
    },
    /// The moves of this node were generated and will be tried.
    Enter {
        /// The number of plies still to search, at least 1; 0 in quiescence.
        depth: u32,
        /// The window that the node was given.
        window: Window,
        /// All moves of the node in generator order, after the hooks have filtered or reordered them.
        moves: L,
    },
    /// The search created the position that `mv` leads to.
    Created {
        /// The move.
        mv: M,
        /// The child's static evaluation, if it has already been computed, either to order the moves or because the
        /// child is a leaf at the horizon. If techniques search beyond the horizon, the evaluation is not known yet.
        score: Option<Score>,
    },
    /// A child's score is known and has been compared with the window.
    Judged {
        /// The move that leads to the child.
        mv: M,
        /// The probability of the move at a chance node.
        weight: Option<Weight>,
        /// The child's score.
        score: Score,
        /// What the score proves: if a reply caused a cutoff, the child has only an upper bound.
        bound: Bound,
        /// Why the child is a leaf; `None` for an inner node.
        leaf: Option<Leaf>,
        /// The window at the moment of the comparison.
        window: Window,
        /// The result of the comparison.
        verdict: Verdict,
    },
    /// The best root move wins by force, so no other move can be better. Only the Sargon search ends early in this way.
    Settled {
        /// How many root moves were not tried.
        skipped: u32,
    },
    /// No more moves will be tried here.
    Leave {
        /// The score of this node.
        score: Score,
        /// The bound that the score proves.
        bound: Bound,
    },
    /// The whole tree will be searched, for the first time or again; this event is at the root.
    Pass {
        /// Why the whole tree will be searched.
        pass: Pass,
        /// The depth in plies.
        depth: u32,
        /// The window.
        window: Window,
    },
    /// The moves of this node have been ordered.
    Ordered {
        /// All moves of the node, in the order in which they will be tried.
        moves: R,
    },
    /// The transposition table contains this position.
    TableHit {
        /// The stored entry.
        stored: Stored<M>,
        /// Whether the entry determines the node's score. If it does, the node is a leaf ([`Leaf::Table`]).
        cut: bool,
        /// Why the entry doesn't determine the node's score, if the search gives a reason.
        not_used: Option<NotUsed>,
    },
    /// This node is searched deeper than usual.
    Extended {
        /// By how many plies.
        plies: u32,
    },
    /// This node is searched shallower than usual.
    Reduced {
        /// By how many plies.
        plies: u32,
    },
    /// The first result of this node is not enough, so the node is searched again.
    ReSearch {
        /// Why the node is searched again.
        reason: ReSearchReason,
        /// The number of plies to search now, without any extension.
        depth: u32,
        /// The window for this search.
        window: Window,
    },
    /// The side to move passed, to see whether even a null move reaches beta (null-move pruning).
    ///
    /// Nodes searched after the null move have no events, but [`Hooks::moves`](super::Hooks::moves) and
    /// [`Hooks::score`](super::Hooks::score) are called for these nodes as for all others. A null move does not count
    /// as a move, so [`Line::moves`](super::Line::moves) omits it: hooks that depend on the line should not be combined
    /// with null-move pruning.
    NullMove {
        /// The number of plies searched after the null move.
        depth: u32,
        /// The null window that tests whether the score reaches beta.
        window: Window,
        /// The score of the null move.
        score: Score,
        /// Whether the score reaches beta. If it does, this node is a leaf ([`Leaf::NullMove`]).
        cut: bool,
        /// The number of nodes entered after the null move, without events.
        entered: u64,
        /// The number of leaves evaluated after the null move, without events.
        leaves: u64,
    },
    /// This child was entered, but a partial trace omits everything until the child is judged. A running search never
    /// reports this.
    Omitted {
        /// The number of positions created in the omitted part.
        created: u64,
        /// The number of nodes entered, including each visit to the child itself.
        entered: u64,
        /// The number of leaves judged.
        leaves: u64,
        /// The number of judgements counted as steps.
        steps: u64,
    },
    /// In quiescence, the side to move may also decline all captures.
    StandPat {
        /// The static evaluation.
        score: Score,
        /// The window at the moment of the comparison.
        window: Window,
        /// `Best` if the score raises alpha, else `NotBest`. A node where the static evaluation causes a cutoff is a
        /// leaf, [`Leaf::StandPat`].
        verdict: Verdict,
    },
    /// A move is not searched because its estimate doesn't beat alpha.
    Pruned {
        /// The move.
        mv: M,
        /// The rule that pruned it.
        reason: Prune,
        /// The estimate: the highest score expected of the move. `None` if the rule estimates no score.
        score: Option<Score>,
        /// The window at the moment of the comparison.
        window: Window,
    },
}

/// A pattern for the events of every search, for code that handles techniques separately.
macro_rules! walk_event {
    () => {
        $crate::core::hooks::Event::Root { .. }
            | $crate::core::hooks::Event::Enter { .. }
            | $crate::core::hooks::Event::Created { .. }
            | $crate::core::hooks::Event::Judged { .. }
            | $crate::core::hooks::Event::Settled { .. }
            | $crate::core::hooks::Event::Leave { .. }
            | $crate::core::hooks::Event::Pass { .. }
    };
}

/// A pattern for the events at a child, or at the root, before that node is entered (if it is entered at all).
macro_rules! before_enter_event {
    () => {
        $crate::core::hooks::Event::TableHit { .. }
            | $crate::core::hooks::Event::Extended { .. }
            | $crate::core::hooks::Event::Reduced { .. }
            | $crate::core::hooks::Event::ReSearch { .. }
            | $crate::core::hooks::Event::NullMove { .. }
            | $crate::core::hooks::Event::Omitted { .. }
    };
}

/// A pattern for the events that techniques and partial traces add, for code that only follows the search. No `match`
/// on events has a wildcard, so a new event must be added to one of these patterns or to every fold.
macro_rules! technique_event {
    () => {
        $crate::core::hooks::before_enter_event!()
            | $crate::core::hooks::Event::Ordered { .. }
            | $crate::core::hooks::Event::StandPat { .. }
            | $crate::core::hooks::Event::Pruned { .. }
    };
}

pub(crate) use {before_enter_event, technique_event, walk_event};

impl<M, L, R> Event<M, L, R> {
    /// Returns the same event with its move (if any) converted by `to_move`, the moves of a node by `to_moves`, and
    /// their ranking by `to_ranking`.
    #[inline(always)]
    pub fn map<'a, N, K, S>(
        &'a self,
        to_move: impl FnOnce(&'a M) -> N,
        to_moves: impl FnOnce(&'a L) -> K,
        to_ranking: impl FnOnce(&'a R) -> S,
    ) -> Event<N, K, S> {
        use Event as E;
        match self {
            &Self::Root { score, movers, leaves } => E::Root { score, movers, leaves },
            Self::Enter { depth, window, moves } => E::Enter { depth: *depth, window: *window, moves: to_moves(moves) },
            Self::Created { mv, score } => E::Created { mv: to_move(mv), score: *score },
            &Self::Judged { ref mv, weight, score, bound, leaf, window, verdict } => {
                E::Judged { mv: to_move(mv), weight, score, bound, leaf, window, verdict }
            }
            &Self::Settled { skipped } => E::Settled { skipped },
            &Self::Leave { score, bound } => E::Leave { score, bound },
            &Self::Pass { pass, depth, window } => E::Pass { pass, depth, window },
            Self::Ordered { moves } => E::Ordered { moves: to_ranking(moves) },
            &Self::TableHit { ref stored, cut, not_used } => {
                let &Stored { depth, score, bound, ref best, visit, is_unreported } = stored;
                let best = best.as_ref().map(to_move);
                E::TableHit { stored: Stored { depth, score, bound, best, visit, is_unreported }, cut, not_used }
            }
            &Self::Extended { plies } => E::Extended { plies },
            &Self::Reduced { plies } => E::Reduced { plies },
            &Self::ReSearch { reason, depth, window } => E::ReSearch { reason, depth, window },
            &Self::NullMove { depth, window, score, cut, entered, leaves } => {
                E::NullMove { depth, window, score, cut, entered, leaves }
            }
            &Self::Omitted { created, entered, leaves, steps } => E::Omitted { created, entered, leaves, steps },
            &Self::StandPat { score, window, verdict } => E::StandPat { score, window, verdict },
            &Self::Pruned { ref mv, reason, score, window } => E::Pruned { mv: to_move(mv), reason, score, window },
        }
    }

    /// Returns the kind of the event.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Root { .. } => Kind::Root,
            Self::Enter { .. } => Kind::Enter,
            Self::Created { .. } => Kind::Created,
            Self::Judged { .. } => Kind::Judged,
            Self::Leave { .. } => Kind::Leave,
            Self::Settled { .. } => Kind::Settled,
            Self::Pass { .. } => Kind::Pass,
            Self::Ordered { .. } => Kind::Ordered,
            Self::TableHit { .. } => Kind::TableHit,
            Self::Extended { .. } => Kind::Extended,
            Self::Reduced { .. } => Kind::Reduced,
            Self::ReSearch { .. } => Kind::ReSearch,
            Self::NullMove { .. } => Kind::NullMove,
            Self::Omitted { .. } => Kind::Omitted,
            Self::StandPat { .. } => Kind::StandPat,
            Self::Pruned { .. } => Kind::Pruned,
        }
    }

    /// Returns the move to the child that the event is about, if any.
    #[inline]
    #[must_use]
    pub const fn child(&self) -> Option<&M> {
        match self {
            Self::Created { mv, .. } | Self::Judged { mv, .. } | Self::Pruned { mv, .. } => Some(mv),
            Self::Root { .. } | Self::Enter { .. } | Self::Settled { .. } | Self::Leave { .. } | Self::Pass { .. } => {
                None
            }
            Self::Ordered { .. } | Self::TableHit { .. } | Self::Extended { .. } | Self::Reduced { .. } => None,
            Self::ReSearch { .. } | Self::NullMove { .. } | Self::Omitted { .. } | Self::StandPat { .. } => None,
        }
    }

    /// Returns true if the event happens at a child, or at the root, before that node is entered (if it is entered at
    /// all).
    #[inline]
    #[must_use]
    pub const fn comes_before_enter(&self) -> bool {
        matches!(self, before_enter_event!())
    }
}

named! {
    /// The kinds of events, with their names in traces.
    #[non_exhaustive]
    pub enum Kind: "kind of event" {
        /// [`Event::Root`].
        Root = "root", "the search begins";
        /// [`Event::Enter`].
        Enter = "enter", "the moves of a node will be tried";
        /// [`Event::Created`].
        Created = "created", "a position came into being";
        /// [`Event::Judged`].
        Judged = "judged", "a child's score was compared with the window";
        /// [`Event::Leave`].
        Leave = "leave", "no more moves will be tried at a node";
        /// [`Event::Settled`].
        Settled = "settled", "the best root move wins by force, so the search ends";
        /// [`Event::Pass`].
        Pass = "pass", "the whole tree will be searched, for the first time or again";
        /// [`Event::Ordered`].
        Ordered = "ordered", "the moves of a node are in order";
        /// [`Event::TableHit`].
        TableHit = "hash", "the transposition table knows a position";
        /// [`Event::Extended`].
        Extended = "extended", "a node is searched deeper than usual";
        /// [`Event::Reduced`].
        Reduced = "reduced", "a node is searched shallower than usual";
        /// [`Event::ReSearch`].
        ReSearch = "again", "a node is searched again";
        /// [`Event::NullMove`].
        NullMove = "null_move", "a null move was tried";
        /// [`Event::Omitted`].
        Omitted = "omitted", "the search below a node is omitted";
        /// [`Event::StandPat`].
        StandPat = "stand_pat", "the side to move may stand pat";
        /// [`Event::Pruned`].
        Pruned = "pruned", "a move is not searched because its estimate is too low";
    }
}

impl Kind {
    /// Returns whether events of this kind concern the search as a whole and thus have no line.
    pub(crate) const fn is_of_whole(self) -> bool {
        match self {
            Self::Root | Self::Settled | Self::Pass => true,
            Self::Enter | Self::Created | Self::Judged | Self::Leave | Self::Ordered | Self::TableHit => false,
            Self::Extended | Self::Reduced | Self::ReSearch | Self::NullMove | Self::Omitted => false,
            Self::StandPat | Self::Pruned => false,
        }
    }
}
