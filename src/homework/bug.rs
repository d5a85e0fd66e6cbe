//! The known mistakes of programs, and the nodes at which a program can make each of them.

use crate::core::search::Mistake;

/// A way in which a program can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bug {
    None,
    /// A mistake from the list that has only one form.
    Plain(Mistake),
    /// The root, a MAX node, is searched for the other player: because of the flag, or because leaves count for the
    /// other side.
    RootIsMin(ByFlag),
    /// The search assumes that MAX moves at the root when MIN does.
    NoMinRoot,
    /// The score of each leaf counts for this player.
    LeafSign(LeafOwner),
    BothMax(LeafOwner),
    /// A child's score is not negated; its window may be negated and swapped or not.
    MissingNegation {
        turns: bool,
    },
    /// A node stops at a child that is no better than this earlier score.
    WorseSibling {
        than: Rival,
        strict: bool,
        at_root: bool,
    },
    /// The wrong player moves below the root.
    Side(Flip, FreshRoot),
    /// Alpha or beta keeps its value from entry: below the root, or everywhere.
    NotRaised {
        at_root: bool,
    },
    /// The last score is returned, with its move.
    LastMove,
    /// The search cuts off when alpha is less than beta.
    InvertedTest,
    /// Alpha and beta are swapped in two branches that both return `max(alpha, min(beta, best))`.
    SwappedInBranches,
    /// The number of plies beyond the requested depth.
    Deeper,
    NoLimit,
}

type ByFlag = bool;
type FreshRoot = bool;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LeafOwner {
    Max,
    Min,
    Root,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rival {
    Alpha,
    Best,
    Previous,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flip {
    /// Every node belongs to the player at the root.
    Never,
    AllMax,
    AllMin,
    /// The players alternate, but the root's children belong to the wrong player.
    Inverted,
    /// Every node below the root belongs to the other player.
    NeverBelow,
    /// The player changes from child to child.
    EachChild,
}

impl Flip {
    const ALL: [Self; 6] = [Self::Never, Self::AllMax, Self::AllMin, Self::Inverted, Self::NeverBelow, Self::EachChild];
}

/// The nodes at which the mistake is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sides {
    Both,
    Max,
    Min,
}

/// Returns the mistakes, and for each whether it can also be made at only one player's nodes.
pub(super) fn bugs() -> Vec<(Bug, bool)> {
    use Mistake as M;
    let mut bugs = vec![
        (Bug::Plain(M::RootWindow), false),
        (Bug::Plain(M::NoPruning), true),
        (Bug::Plain(M::NoDeepBounds), true),
        (Bug::Plain(M::SwappedBounds), true),
        (Bug::SwappedInBranches, false),
        (Bug::Plain(M::SameWindow), false),
        (Bug::Plain(M::RootGe), false),
        (Bug::Plain(M::RightToLeft), true),
        (Bug::Plain(M::ZeroStart), true),
        (Bug::Plain(M::LastScore), true),
        (Bug::LastMove, true),
        (Bug::Plain(M::LateAlpha), true),
        (Bug::Plain(M::PlyShort), false),
        (Bug::Plain(M::WrongSide), true),
        (Bug::InvertedTest, true),
        (Bug::RootIsMin(true), false),
        (Bug::RootIsMin(false), false),
        (Bug::NoMinRoot, false),
        (Bug::MissingNegation { turns: true }, false),
        (Bug::MissingNegation { turns: false }, false),
        (Bug::NotRaised { at_root: false }, true),
        (Bug::NotRaised { at_root: true }, true),
        (Bug::Deeper, false),
        (Bug::NoLimit, false),
    ];
    for owner in [LeafOwner::Max, LeafOwner::Min, LeafOwner::Root] {
        bugs.extend([(Bug::LeafSign(owner), false), (Bug::BothMax(owner), false)]);
    }
    for than in [Rival::Best, Rival::Alpha, Rival::Previous] {
        for strict in [false, true] {
            bugs.extend([false, true].map(|at_root| (Bug::WorseSibling { than, strict, at_root }, true)));
        }
    }
    for flip in Flip::ALL {
        bugs.extend([false, true].map(|fresh| (Bug::Side(flip, fresh), false)));
    }
    bugs
}
