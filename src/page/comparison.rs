//! The view of printed scores, comparison signs, and the verdict on a child with the comparison that decided it. Trees,
//! logs, tables and sentences of searches all use these to convert the mover's scores to MAX's.

use crate::core::game::{Mover, Movers, Side};
use crate::core::hooks::{Prune, Verdict};
use crate::core::names::named;
use crate::core::score::{Bound, End, Score, Window};
use crate::core::search::{Cut, Mistake};
use crate::core::trace::{Header, Numbering};

named! {
    /// The view of printed scores, the same for the whole page.
    #[derive(Default)]
    pub enum View: "view" {
        /// All scores, alpha and beta are MAX's. Alpha is the score
        /// that MAX is already sure of, beta the score that MIN is already sure of.
        #[default]
        Minimax = "minimax", "For MAX: White in chess, X in tic-tac-toe and Connect Four, elsewhere normally the first player";
        /// A child's score, alpha and beta are from the view of the side that moved to it, as in the search itself.
        /// When a score changes sign, the arithmetic is shown.
        Negamax = "negamax", "For the side that made the move, with negamax arithmetic";
    }
}

/// A view of one search. A ply is counted in half-moves after the root. A score "at" a ply is for the side to move at
/// that ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perspective {
    /// The view in which scores are shown.
    pub view: View,
    /// The numbering of moves, in chess.
    pub numbering: Option<Numbering>,
    /// The names of the sides of a named game, the first player's first.
    pub players: Option<[&'static str; 2]>,
    /// Who chooses at each ply.
    pub movers: Movers,
}

impl Perspective {
    /// Returns the view of the search with this header. If the sides don't alternate, it is always MAX's view, because
    /// scores then don't change sign at each ply.
    pub fn new(view: View, header: &Header) -> Self {
        let view = if header.movers().in_turn() { view } else { View::Minimax };
        let game = header.named_game().ok().flatten();
        let players = game.map(|game| game.sides());
        Self { view, numbering: header.numbering, players, movers: header.movers() }
    }

    /// Returns the view for a tree without a board, where MAX moves first, or for chess.
    pub const fn plain(view: View, numbering: Option<Numbering>) -> Self {
        let first =
            if matches!(numbering, Some(Numbering { black_to_move: true, .. })) { Side::Second } else { Side::First };
        Self { view, numbering, players: None, movers: Movers::alternating(first) }
    }

    /// Returns whether scores at `ply` are already from MAX's view.
    pub const fn is_max(self, ply: usize) -> bool {
        matches!(self.movers.side(ply), Side::First)
    }

    /// Returns who chooses at `ply`.
    pub const fn mover(self, ply: usize) -> Mover {
        self.movers.at(ply)
    }

    /// Returns whether a score at `ply` changes sign in this view.
    pub fn flips(self, ply: usize) -> bool {
        self.view == View::Minimax && !self.is_max(ply)
    }

    /// Returns who is to move at `ply`: White or Black, X or O, or MAX or MIN if the sides have no names.
    pub const fn side(self, ply: usize) -> &'static str {
        let (max, min) = self.sides();
        match self.mover(ply) {
            Mover::Max => max,
            Mover::Min => min,
            Mover::Chance => "CHANCE",
        }
    }

    /// Returns the names of MAX and MIN.
    pub const fn sides(self) -> (&'static str, &'static str) {
        match (self.players, self.numbering) {
            (Some([max, min]), _) => (max, min),
            (None, Some(_)) => ("White", "Black"),
            (None, None) => ("MAX", "MIN"),
        }
    }

    /// Returns whether the sides have their own names.
    pub fn has_names(self) -> bool {
        self.sides() != ("MAX", "MIN")
    }

    /// Returns a score at `ply`, converted to this view.
    pub fn score(self, score: Score, ply: usize) -> Score {
        if self.flips(ply) { -score } else { score }
    }

    /// Returns a bound at `ply`, converted to this view.
    pub fn bound(self, bound: Bound, ply: usize) -> Bound {
        if self.flips(ply) { -bound } else { bound }
    }

    /// Returns a window at `ply`, converted to this view.
    pub fn window(self, window: Window, ply: usize) -> Window {
        if self.flips(ply) { -window } else { window }
    }

    /// Returns, in this view, the comparison that a score must satisfy to end the search of a node with this window.
    /// Returns `None` if no score can end the search of the node, or if the node's move is drawn at random.
    pub(crate) fn cut_if(self, cut: Cut, window: Window, ply: usize) -> Option<(Sign, Score)> {
        let is_least = self.flips(ply);
        let end = if is_least { window.alpha } else { window.beta };
        let sign = match (is_least, cut) {
            (false, Cut::AtBeta) => Sign::AtLeast,
            (false, Cut::AboveBeta) => Sign::Greater,
            (true, Cut::AtBeta) => Sign::AtMost,
            (true, Cut::AboveBeta) => Sign::Less,
        };
        let is_open = end.is_infinite() || self.mover(ply) == Mover::Chance;
        (!is_open).then_some((sign, end))
    }
}

/// The relation between a score and a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>=`
    AtLeast,
    /// `>`
    Greater,
}

impl Sign {
    /// Returns the sign in ASCII.
    pub const fn ascii(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::AtLeast => ">=",
            Self::Greater => ">",
        }
    }

    /// Returns whether the comparison of these scores is true.
    pub fn holds(self, left: Score, right: Score) -> bool {
        match self {
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::AtLeast => right <= left,
            Self::Greater => right < left,
        }
    }

    /// Returns the sign between the same two scores from the other side's view.
    pub const fn turned(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::AtMost => Self::AtLeast,
            Self::AtLeast => Self::AtMost,
            Self::Greater => Self::Less,
        }
    }
}

/// A comparison of a child's score with a bound of the window, both in the page's view. `O` identifies the move that
/// set the bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison<O> {
    /// The sign between the score and the bound.
    pub sign: Sign,
    /// The bound of the window.
    pub threshold: Score,
    /// The other bound of the window.
    pub opposite: Score,
    /// Whether the bound is alpha or beta.
    pub end: End,
    /// The move that set the bound, if any.
    pub owner: Option<O>,
}

/// The rules by which a search compares scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Whether a tie causes a cutoff.
    pub cut: Cut,
    /// Whether the search makes the mistake of replacing the best root move when a score is equal.
    pub ties_replace_at_root: bool,
}

impl Rules {
    /// Returns the rules of the search with this header.
    pub fn of(header: &Header) -> Self {
        let is_strict = header.mistake == Mistake::Strict.name();
        let cut = if is_strict { Cut::AboveBeta } else { header.cut.parse().unwrap_or_default() };
        Self { cut, ties_replace_at_root: header.mistake == Mistake::RootGe.name() }
    }
}

/// The verdict on a child at the node `ply` half-moves after the root, and the window in which the child was judged.
/// Both are from the view of the side to move at the node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judged<O> {
    /// The ply of the parent.
    pub ply: usize,
    pub score: Score,
    pub window: Window,
    /// The owners of alpha and beta.
    pub owners: [Option<O>; 2],
    pub verdict: Verdict,
}

impl<O> Judged<O> {
    /// Returns the decisive comparison and, for a new best, usually a second one: a new best beats the mover's bound
    /// and does not reach the opponent's bound.
    pub(crate) fn comparisons(self, perspective: Perspective, rules: Rules) -> (Comparison<O>, Option<Comparison<O>>) {
        let Self { ply, score, window, owners: [own, others], verdict } = self;
        let (beats, stays) = if rules.ties_replace_at_root && ply == 0 {
            (Sign::AtLeast, Sign::Less)
        } else {
            (Sign::Greater, Sign::AtMost)
        };
        let (reaches, below) = match rules.cut {
            Cut::AboveBeta => (Sign::Greater, Sign::AtMost),
            Cut::AtBeta => (Sign::AtLeast, Sign::Less),
        };
        let flips = perspective.flips(ply);
        let see = |sign: Sign, end: End, threshold: Score, owner| {
            let opposite = if end == End::Alpha { window.beta } else { window.alpha };
            Comparison {
                sign: if flips { sign.turned() } else { sign },
                threshold: if flips { -threshold } else { threshold },
                opposite: if flips { -opposite } else { opposite },
                end: if flips { end.other() } else { end },
                owner,
            }
        };
        match verdict {
            Verdict::Best => {
                // A move that reaches the opponent's bound always causes a cutoff, unless the search makes a mistake.
                let stays_below = score < window.beta || (below == Sign::AtMost && score == window.beta);
                let other = stays_below.then(|| see(below, End::Beta, window.beta, others));
                (see(beats, End::Alpha, window.alpha, own), other)
            }
            Verdict::NotBest | Verdict::Weighed => (see(stays, End::Alpha, window.alpha, own), None),
            // A move that does not beat alpha never causes a cutoff, unless the search makes a mistake.
            Verdict::Cutoff { .. } if score <= window.alpha && score < window.beta => {
                (see(stays, End::Alpha, window.alpha, own), None)
            }
            Verdict::Cutoff { .. } => (see(reaches, End::Beta, window.beta, others), None),
        }
    }
}

/// The state of a child; every page uses the same word for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// The root is not judged.
    Root,
    /// No verdict: the search is still inside this node, or the row is not a node.
    Open,
    /// The child is better than all earlier moves at its node.
    NewBest,
    /// The child changes nothing. For a row of several moves: none of these moves is the final best move.
    NoBetter,
    /// The parent is a chance node, so the child's score is added to the mean.
    Weighed,
    /// The child ends the search of its parent.
    Cutoff {
        /// The bound that was reached.
        end: End,
        /// The number of siblings that the cutoff skips.
        skipped: u32,
    },
    /// The child was never tried: a sibling or an ancestor's sibling caused a cutoff, or the search ended.
    NotSearched,
    /// The child was never tried, because a rule's estimate was too low.
    Pruned(Prune),
    /// The search was stopped inside the child.
    Unfinished,
    /// The search has not reached the child yet.
    ToCome,
}

impl Mark {
    /// Returns the verdict on a child of the node at `ply`.
    pub fn of(verdict: Verdict, ply: usize, perspective: Perspective) -> Self {
        match verdict {
            Verdict::Best => Self::NewBest,
            Verdict::NotBest => Self::NoBetter,
            Verdict::Weighed => Self::Weighed,
            Verdict::Cutoff { skipped } => {
                let is_min = perspective.view == View::Minimax && !perspective.is_max(ply);
                Self::Cutoff { end: if is_min { End::Alpha } else { End::Beta }, skipped }
            }
        }
    }

    /// Returns the state of a child with this score in this window. At a chance node, a score that is too low also
    /// causes a cutoff.
    pub(crate) fn judged(
        verdict: Verdict,
        ply: usize,
        perspective: Perspective,
        (score, window): (Score, Window),
    ) -> Self {
        let mark = Self::of(verdict, ply, perspective);
        if let Self::Cutoff { skipped, .. } = mark
            && perspective.mover(ply) == Mover::Chance
        {
            return Self::Cutoff { end: if score < window.beta { End::Alpha } else { End::Beta }, skipped };
        }
        mark
    }

    /// Returns whether the node was not searched.
    pub const fn is_unsearched(self) -> bool {
        matches!(self, Self::NotSearched | Self::Pruned(_))
    }

    /// Returns the word for the state.
    pub fn word(self) -> String {
        match self {
            Self::Root | Self::Open | Self::ToCome => String::new(),
            Self::NewBest => "new best".to_owned(),
            Self::NoBetter => "no better".to_owned(),
            Self::Weighed => "added".to_owned(),
            Self::Cutoff { end, skipped: 0 } => format!("{} cutoff, skips none", end.name()),
            Self::Cutoff { end, skipped } => format!("{} cutoff, skips {skipped}", end.name()),
            Self::NotSearched => "not searched".to_owned(),
            Self::Pruned(rule) => format!("not searched: {}", prune_word(rule)),
            Self::Unfinished => "not finished".to_owned(),
        }
    }
}

/// Returns the name of the rule that pruned a move.
pub(crate) const fn prune_word(rule: Prune) -> &'static str {
    match rule {
        Prune::Futility => "futility",
        Prune::Delta => "delta",
        Prune::See => "see",
        Prune::Other => "another rule",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::trace::Numbering;

    fn perspective(view: View, black_to_move: bool) -> Perspective {
        Perspective::plain(view, Some(Numbering { move_number: 1, black_to_move }))
    }

    #[test]
    fn white_is_max_whoever_moves_first() {
        assert_eq!([0, 1].map(|ply| perspective(View::Minimax, false).side(ply)), ["White", "Black"]);
        assert_eq!([0, 1].map(|ply| perspective(View::Minimax, true).side(ply)), ["Black", "White"]);
        let tree = Perspective::plain(View::Minimax, None);
        assert_eq!([0, 1].map(|ply| tree.side(ply)), ["MAX", "MIN"]);
    }

    #[test]
    fn only_the_minimax_view_turns_signs() {
        let score = Score::from_millipawns(1500);
        assert_eq!([0, 1].map(|ply| perspective(View::Minimax, false).score(score, ply)), [score, -score]);
        assert_eq!([0, 1].map(|ply| perspective(View::Minimax, true).score(score, ply)), [-score, score]);
        assert_eq!([0, 1].map(|ply| perspective(View::Negamax, true).score(score, ply)), [score, score]);
    }

    const SCORES: [i32; 2] = [1000, 3000];

    fn judged(ply: usize, verdict: Verdict) -> Judged<&'static str> {
        let [alpha, beta] = SCORES.map(Score::from_millipawns);
        Judged { ply, score: beta, window: Window { alpha, beta }, owners: [Some("own"), Some("theirs")], verdict }
    }

    fn text(ply: usize, verdict: Verdict, view: View) -> String {
        let perspective = Perspective::plain(view, Some(Numbering { move_number: 1, black_to_move: false }));
        let rules = Rules::of(&Header::default());
        let (first, _) = judged(ply, verdict).comparisons(perspective, rules);
        let word = Mark::of(verdict, ply, perspective).word();
        format!("{} {} {:.0} {}: {word}", first.sign.ascii(), first.end.name(), first.threshold, first.owner.unwrap())
    }

    #[test]
    fn at_a_min_node_everything_turns_in_the_minimax_view() {
        let cut = Verdict::Cutoff { skipped: 2 };
        assert_eq!(text(0, Verdict::Best, View::Minimax), "> alpha 1 own: new best");
        assert_eq!(text(1, Verdict::Best, View::Minimax), "< beta -1 own: new best");
        assert_eq!(text(0, cut, View::Minimax), ">= beta 3 theirs: beta cutoff, skips 2");
        assert_eq!(text(1, cut, View::Minimax), "<= alpha -3 theirs: alpha cutoff, skips 2");
        assert_eq!(text(1, cut, View::Negamax), ">= beta 3 theirs: beta cutoff, skips 2");
        assert_eq!(text(1, Verdict::NotBest, View::Negamax), "<= alpha 1 own: no better");
    }

    #[test]
    fn the_rules_that_can_be_chosen_show_in_the_sign() {
        let perspective = Perspective::plain(View::Negamax, None);
        let rules = Rules { cut: Cut::AboveBeta, ties_replace_at_root: true };
        let sign = |ply, verdict| judged(ply, verdict).comparisons(perspective, rules).0.sign;
        assert_eq!(sign(1, Verdict::Cutoff { skipped: 0 }), Sign::Greater);
        assert_eq!([sign(0, Verdict::Best), sign(1, Verdict::Best)], [Sign::AtLeast, Sign::Greater]);
    }
}
