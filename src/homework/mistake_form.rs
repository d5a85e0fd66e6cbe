//! The forms of the known mistakes of programs, and the nodes at which a program can make each of them.

use crate::core::game::{Movers, weighted_mean};
use crate::core::score::Score;
use crate::core::search::Mistake;

/// A mistake in one of its forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MistakeForm {
    None,
    /// A mistake that programs make in only one form.
    Plain(Mistake),
    /// The search treats the root, a MAX node, as a MIN node: either because of the flag or because it takes the
    /// leaves' scores as MIN's.
    RootIsMin(ByFlag),
    /// The search assumes that MAX moves at the root, although MIN does.
    NoMinRoot,
    /// The search takes the score of each leaf as the score for this player.
    LeafSign(LeafOwner),
    BothMax(LeafOwner),
    /// The search does not negate a child's score; it may or may not negate and swap the window.
    MissingNegation {
        turns: bool,
    },
    /// The search of a node stops after a child that is not better than this earlier score.
    WorseSibling {
        than: Rival,
        strict: bool,
        at_root: bool,
    },
    /// The wrong player moves below the root.
    Side(Flip, FreshRoot),
    /// Alpha or beta keeps the value that it had on entry: below the root, or everywhere.
    NotRaised {
        at_root: bool,
    },
    /// The root passes its window on, but the nodes below it pass none. If only one player's nodes pass none, its root
    /// passes none, either.
    NoWindow,
    /// The search returns the last score and its move.
    LastMove,
    /// The search returns the best score, but the move that it searched last.
    MoveOfLast,
    /// The best score of a node starts at the best value for its player.
    BestFromTop,
    /// The score of the last child replaces alpha, even if it is lower.
    AlphaReplaced,
    /// A node returns alpha when it cuts off.
    AlphaAtCut,
    /// Only a score above beta causes a cutoff.
    StrictCut,
    /// All children but the first are searched with a null window, and none of them is searched again.
    NoResearch,
    /// The search cuts off when alpha is less than beta.
    InvertedTest,
    /// Alpha and beta are swapped in two branches that both return `max(alpha, min(beta, best))`.
    SwappedInBranches,
    /// The search does not negate the scores of the root's children.
    RootNotNegated,
    /// The first call swaps alpha and beta.
    SwappedInCall,
    /// Alpha is 0 in the first call: MAX's alpha, or that of the side to move.
    ZeroInCall(OfMax),
    /// The search does not convert the root's value back to MAX's view.
    RootNotTurned,
    /// Both the best score of a node and alpha in the first call start at 0: for MAX, or for the side to move.
    ZeroInBoth(OfMax),
    /// The search of a node ends after the first child.
    FirstChild,
    /// All nodes store their best move in one variable, and the program answers with the move stored last.
    MoveOverwritten(SharedMove),
    /// The search skips the last child of a node. If `spares_only`, it still searches an only child.
    LastChild {
        spares_only: bool,
    },
    /// A MIN node stores the smaller of beta and its value in alpha.
    BetaIntoAlpha,
    /// The search goes one ply beyond the requested depth.
    Deeper,
    /// Moves do not count against the depth limit.
    NoLimit,
    /// The value of a chance node is something other than the mean of its children.
    ChanceAs(WrongMean),
}

/// What a program answers if the move stored last is not the root's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SharedMove {
    /// The root's move that leads to it.
    RootMove,
    /// Its number, as if it were one of the root's moves.
    Number,
    /// The numbers of all moves that lead to it.
    Path,
}

/// What a program computes from the values of a chance node's children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WrongMean {
    /// MAX chooses.
    Max,
    /// MIN chooses.
    Min,
    /// All children are equally likely.
    Even,
    /// The sum of the values.
    Sum,
}

/// Returns the value of a chance node, given the shares and the scores of its children, for MAX if `is_max` and
/// otherwise for MIN. The program may compute something other than the mean.
pub(super) fn chance_value(scores: &[(u32, Score)], wrong: Option<WrongMean>, is_max: bool) -> Score {
    let all = || scores.iter().map(|(_, score)| *score);
    let extreme = |is_largest: bool| if is_largest { all().max() } else { all().min() }.unwrap_or_default();
    match wrong {
        Some(WrongMean::Max) => extreme(is_max),
        Some(WrongMean::Min) => extreme(!is_max),
        Some(WrongMean::Even) => weighted_mean(all().map(|score| (1, score))),
        Some(WrongMean::Sum) => sum(all()),
        None => weighted_mean(scores.iter().copied()),
    }
}

/// Returns the sum of scores, within the range of scores. An infinite score makes the sum infinite.
fn sum(mut scores: impl Iterator<Item = Score> + Clone) -> Score {
    let limit = i64::from(Score::LIMIT_PAWNS) * 1000;
    let sum: i64 = scores.clone().map(Score::ordinal).sum();
    scores.find(|score| score.is_infinite()).unwrap_or_else(|| Score::from_millipawns(sum.clamp(-limit, limit) as i32))
}

type ByFlag = bool;
type OfMax = bool;
type FreshRoot = bool;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LeafOwner {
    Max,
    Min,
    Root,
    /// The player who does not move at the root.
    RootOpponent,
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
    /// The players take turns, although the rules say otherwise.
    InTurn,
}

impl Flip {
    const ALL: [Self; 7] =
        [Self::Never, Self::AllMax, Self::AllMin, Self::Inverted, Self::NeverBelow, Self::EachChild, Self::InTurn];
}

/// The nodes at which a program makes a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sides {
    Both,
    Max,
    Min,
}

/// Returns the mistakes, and for each, whether a program can make it at only one player's nodes.
pub(super) fn mistake_forms(movers: Movers) -> Vec<(MistakeForm, bool)> {
    use Mistake as M;
    let mut mistake_forms = vec![
        (MistakeForm::Plain(M::RootWindow), true),
        (MistakeForm::Plain(M::NoPruning), true),
        (MistakeForm::Plain(M::NoDeepBounds), true),
        (MistakeForm::Plain(M::SwappedBounds), true),
        (MistakeForm::SwappedInBranches, false),
        (MistakeForm::SwappedInCall, false),
        (MistakeForm::Plain(M::SameWindow), false),
        (MistakeForm::Plain(M::RootGe), true),
        (MistakeForm::MoveOverwritten(SharedMove::RootMove), false),
        (MistakeForm::MoveOverwritten(SharedMove::Number), false),
        (MistakeForm::MoveOverwritten(SharedMove::Path), false),
        (MistakeForm::Plain(M::RightToLeft), true),
        (MistakeForm::Plain(M::ZeroStart), true),
        (MistakeForm::Plain(M::LastScore), true),
        (MistakeForm::LastMove, true),
        (MistakeForm::Plain(M::LateAlpha), true),
        (MistakeForm::Plain(M::PlyShort), false),
        (MistakeForm::FirstChild, true),
        (MistakeForm::Plain(M::WrongSide), true),
        (MistakeForm::InvertedTest, true),
        (MistakeForm::RootIsMin(true), false),
        (MistakeForm::RootIsMin(false), false),
        (MistakeForm::NoMinRoot, false),
        (MistakeForm::RootNotTurned, false),
        (MistakeForm::RootNotNegated, false),
        (MistakeForm::ZeroInCall(true), false),
        (MistakeForm::ZeroInCall(false), false),
        (MistakeForm::ZeroInBoth(true), true),
        (MistakeForm::ZeroInBoth(false), false),
        (MistakeForm::LeafSign(LeafOwner::RootOpponent), false),
        (MistakeForm::LastChild { spares_only: false }, true),
        (MistakeForm::LastChild { spares_only: true }, true),
        (MistakeForm::BetaIntoAlpha, false),
        (MistakeForm::MissingNegation { turns: true }, false),
        (MistakeForm::MissingNegation { turns: false }, false),
        (MistakeForm::NotRaised { at_root: false }, true),
        (MistakeForm::NotRaised { at_root: true }, true),
        (MistakeForm::NoWindow, true),
        (MistakeForm::MoveOfLast, true),
        (MistakeForm::BestFromTop, true),
        (MistakeForm::AlphaReplaced, true),
        (MistakeForm::AlphaAtCut, true),
        (MistakeForm::StrictCut, true),
        (MistakeForm::NoResearch, false),
        (MistakeForm::Deeper, false),
        (MistakeForm::NoLimit, true),
    ];
    for owner in [LeafOwner::Max, LeafOwner::Min, LeafOwner::Root] {
        mistake_forms.extend([(MistakeForm::LeafSign(owner), false), (MistakeForm::BothMax(owner), false)]);
    }
    for than in [Rival::Best, Rival::Alpha, Rival::Previous] {
        for strict in [false, true] {
            mistake_forms
                .extend([false, true].map(|at_root| (MistakeForm::WorseSibling { than, strict, at_root }, true)));
        }
    }
    for flip in Flip::ALL.into_iter().filter(|flip| *flip != Flip::InTurn || !movers.in_turn()) {
        mistake_forms.extend([false, true].map(|fresh| (MistakeForm::Side(flip, fresh), false)));
    }
    if movers.has_chance() {
        let means = [WrongMean::Even, WrongMean::Sum, WrongMean::Max, WrongMean::Min];
        mistake_forms.extend(means.map(|mean| (MistakeForm::ChanceAs(mean), false)));
    }
    mistake_forms
}
