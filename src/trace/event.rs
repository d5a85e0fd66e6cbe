//! The events of a search as owned plain data, the vocabulary of trace files.

use super::RankedName;
use super::line::{Numbering, line_text};
use crate::game::Ending;
use crate::hooks::{self, Leaf};
use crate::score::{Bound, Score, Window};
use serde::ser::{SerializeSeq, Serializer};
use serde::{Deserialize, Serialize};

/// What happened in a search, with names instead of moves and with everything that can be known at that moment.
///
/// `L` is a list of move names: owned in a [`Trace`](super::Trace), borrowed while a search is being written to a file.
/// `line` leads from the root to the node that the event is about; for `Created` and `Judged` its last move is the
/// child's. Scores and windows of `Root`, `Enter` and `Leave` are from the view of the side to move at `line`, those of
/// `Created` and `Judged` from the view of the side that made the last move of `line`.
///
/// The order of events is that of [`hooks::Event`]. `docs/trace-format.md` describes every field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event<L = Vec<String>> {
    /// The search begins.
    Root {
        /// Static score of the root, used for nothing.
        score: Score,
    },
    /// The moves of a node were generated and will be tried.
    Enter {
        /// The node.
        line: L,
        /// Plies still to search.
        depth: u32,
        /// The window that the node was given.
        window: Window,
        /// The line whose score is alpha, if a line of this search set it.
        #[serde(skip_serializing_if = "Option::is_none")]
        alpha_set_by: Option<L>,
        /// The line whose score is beta.
        #[serde(skip_serializing_if = "Option::is_none")]
        beta_set_by: Option<L>,
        /// The moves in generator order.
        moves: L,
    },
    /// A position came into being.
    Created {
        /// The position.
        line: L,
        /// Its number: in the full tree of a lesson, else counted as created.
        number: u64,
        /// Its static score, if it was asked for.
        #[serde(skip_serializing_if = "Option::is_none")]
        score: Option<Score>,
    },
    /// A child's score was compared with the window of its parent.
    Judged {
        /// The child.
        line: L,
        /// Which judgement this is, from 1; none if the child was dropped because one of its replies cut.
        #[serde(skip_serializing_if = "Option::is_none")]
        order: Option<u64>,
        /// The child's score.
        score: Score,
        /// What the score proves.
        bound: Bound,
        /// Why the child is a leaf; none for an inner node.
        #[serde(skip_serializing_if = "Option::is_none")]
        leaf: Option<LeafKind>,
        /// The word for how the game ended there.
        #[serde(skip_serializing_if = "Option::is_none")]
        ending: Option<String>,
        /// The window at this moment.
        window: Window,
        /// The line whose score is alpha, if a line of this search set it.
        #[serde(skip_serializing_if = "Option::is_none")]
        alpha_set_by: Option<L>,
        /// The line whose score is beta.
        #[serde(skip_serializing_if = "Option::is_none")]
        beta_set_by: Option<L>,
        /// The result of the comparison.
        verdict: Verdict,
        /// How many siblings were not tried because of a cutoff.
        #[serde(skip_serializing_if = "is_zero", default)]
        skipped: u32,
    },
    /// No more moves will be tried at a node.
    Leave {
        /// The node.
        line: L,
        /// Its score.
        score: Score,
        /// What it proves.
        bound: Bound,
    },
    /// The best root move wins by force, so the search ends.
    Settled {
        /// How many root moves were not tried.
        skipped: u32,
    },
    /// The whole tree will be searched, for the first time or again.
    Pass {
        /// Why.
        pass: hooks::Pass,
        /// To how many plies.
        depth: u32,
        /// With which window.
        window: Window,
    },
    /// The moves of a node were put in order, for more reasons than static scores.
    Ordered {
        /// The node.
        line: L,
        /// The moves in the order in which they will be tried.
        moves: Vec<RankedName>,
    },
    /// The transposition table knows a position.
    Hash {
        /// The position.
        line: L,
        /// How many plies were searched below it.
        depth: u32,
        /// The stored score, for the side to move.
        score: Score,
        /// What it proves.
        bound: Bound,
        /// The stored move.
        #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
        best: Option<String>,
        /// Which `enter` of the search stored it, from 1.
        visit: u64,
        /// The line of that `enter`, if it is one of the first hundred thousand.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stored_by: Option<L>,
        /// Whether that answers the question, so that the node is a leaf.
        cut: bool,
    },
    /// A node is searched deeper than usual.
    Extended {
        /// The node.
        line: L,
        /// By how many plies.
        plies: u32,
    },
    /// A node is searched less deep than usual.
    Reduced {
        /// The node.
        line: L,
        /// By how many plies.
        plies: u32,
    },
    /// A node is searched again.
    Again {
        /// The node.
        line: L,
        /// Why.
        reason: hooks::Again,
        /// Plies to search now.
        depth: u32,
        /// The window it is given now.
        window: Window,
    },
    /// The side to move was made to pass.
    NullMove {
        /// The node.
        line: L,
        /// Plies that were searched after the pass.
        depth: u32,
        /// The window.
        window: Window,
        /// The score of passing.
        score: Score,
        /// Whether it reaches beta, so that the node is a leaf.
        cut: bool,
        /// Nodes that were entered for it, of which no event tells.
        entered: u64,
        /// Leaves that were scored for it.
        leaves: u64,
    },
    /// In quiescence the side to move may do nothing.
    StandPat {
        /// The node.
        line: L,
        /// The static score.
        score: Score,
        /// The window at this moment.
        window: Window,
        /// `best` if it raises alpha, else `not_best`.
        verdict: Verdict,
    },
    /// A move is not searched because it cannot be expected to beat alpha.
    Pruned {
        /// The child.
        line: L,
        /// Which rule says so.
        reason: hooks::Prune,
        /// The most that was expected of it.
        score: Score,
        /// The window at this moment.
        window: Window,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(n: &u32) -> bool {
    *n == 0
}

/// Why a node is a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LeafKind {
    /// The depth is used up.
    Horizon,
    /// The side to move has lost.
    Lost,
    /// Nobody has won.
    Drawn,
    /// The side to move has won.
    Won,
    /// There are no moves, though the game goes on.
    Childless,
    /// The transposition table knows the answer.
    Hash,
    /// Standing pat cuts.
    StandPat,
    /// Even passing cuts.
    NullMove,
    /// A mate that was found is nearer than any that could be found here.
    MateDistance,
}

impl From<Leaf> for LeafKind {
    fn from(leaf: Leaf) -> Self {
        match leaf {
            Leaf::Horizon => Self::Horizon,
            Leaf::Terminal(Ending::Loss) => Self::Lost,
            Leaf::Terminal(Ending::Draw) => Self::Drawn,
            Leaf::Terminal(Ending::Win) => Self::Won,
            Leaf::Childless => Self::Childless,
            Leaf::Hash => Self::Hash,
            Leaf::StandPat => Self::StandPat,
            Leaf::NullMove => Self::NullMove,
            Leaf::MateDistance => Self::MateDistance,
        }
    }
}

impl From<LeafKind> for Leaf {
    fn from(kind: LeafKind) -> Self {
        match kind {
            LeafKind::Horizon => Self::Horizon,
            LeafKind::Lost => Self::Terminal(Ending::Loss),
            LeafKind::Drawn => Self::Terminal(Ending::Draw),
            LeafKind::Won => Self::Terminal(Ending::Win),
            LeafKind::Childless => Self::Childless,
            LeafKind::Hash => Self::Hash,
            LeafKind::StandPat => Self::StandPat,
            LeafKind::NullMove => Self::NullMove,
            LeafKind::MateDistance => Self::MateDistance,
        }
    }
}

/// The result of comparing a child's score with the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// `alpha < score`: best move so far.
    Best,
    /// `score <= alpha`.
    NotBest,
    /// `beta <= score`: the remaining siblings were skipped.
    Cutoff,
}

impl From<hooks::Verdict> for Verdict {
    fn from(verdict: hooks::Verdict) -> Self {
        match verdict {
            hooks::Verdict::Best => Self::Best,
            hooks::Verdict::NotBest => Self::NotBest,
            hooks::Verdict::Cutoff { .. } => Self::Cutoff,
        }
    }
}

/// Names in a row without a copy: some from the start of the current line, and one more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineRef<'a> {
    /// The first names.
    pub prefix: &'a [String],
    /// The last name, if there is one more.
    pub last: Option<&'a String>,
}

impl LineRef<'_> {
    /// Returns the number of names.
    #[must_use]
    pub fn len(self) -> usize {
        self.prefix.len() + usize::from(self.last.is_some())
    }

    /// Returns whether there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Writes the names as a line of moves.
    #[must_use]
    pub fn text(self, numbering: Option<Numbering>) -> String {
        let names: Vec<&String> = self.prefix.iter().chain(self.last).collect();
        line_text(&names, numbering)
    }

    /// Returns the same names, owned.
    #[must_use]
    pub fn to_owned(self) -> Vec<String> {
        self.prefix.iter().chain(self.last).cloned().collect()
    }
}

impl Serialize for LineRef<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut names = serializer.serialize_seq(Some(self.prefix.len() + usize::from(self.last.is_some())))?;
        for name in self.prefix.iter().chain(self.last) {
            names.serialize_element(name)?;
        }
        names.end()
    }
}

impl Event<LineRef<'_>> {
    /// Returns the same event with owned names.
    #[must_use]
    pub fn to_owned(self) -> Event {
        let own = |line: Option<LineRef<'_>>| line.map(LineRef::to_owned);
        match self {
            Self::Root { score } => Event::Root { score },
            Self::Enter { line, depth, window, alpha_set_by, beta_set_by, moves } => Event::Enter {
                line: line.to_owned(),
                depth,
                window,
                alpha_set_by: own(alpha_set_by),
                beta_set_by: own(beta_set_by),
                moves: moves.to_owned(),
            },
            Self::Created { line, number, score } => Event::Created { line: line.to_owned(), number, score },
            Self::Judged {
                line,
                order,
                score,
                bound,
                leaf,
                ending,
                window,
                alpha_set_by,
                beta_set_by,
                verdict,
                skipped,
            } => Event::Judged {
                line: line.to_owned(),
                order,
                score,
                bound,
                leaf,
                ending,
                window,
                alpha_set_by: own(alpha_set_by),
                beta_set_by: own(beta_set_by),
                verdict,
                skipped,
            },
            Self::Leave { line, score, bound } => Event::Leave { line: line.to_owned(), score, bound },
            Self::Settled { skipped } => Event::Settled { skipped },
            Self::Pass { pass, depth, window } => Event::Pass { pass, depth, window },
            Self::Ordered { line, moves } => Event::Ordered { line: line.to_owned(), moves },
            Self::Hash { line, depth, score, bound, best, visit, stored_by, cut } => {
                let (line, stored_by) = (line.to_owned(), own(stored_by));
                Event::Hash { line, depth, score, bound, best, visit, stored_by, cut }
            }
            Self::Extended { line, plies } => Event::Extended { line: line.to_owned(), plies },
            Self::Reduced { line, plies } => Event::Reduced { line: line.to_owned(), plies },
            Self::Again { line, reason, depth, window } => {
                Event::Again { line: line.to_owned(), reason, depth, window }
            }
            Self::NullMove { line, depth, window, score, cut, entered, leaves } => {
                Event::NullMove { line: line.to_owned(), depth, window, score, cut, entered, leaves }
            }
            Self::StandPat { line, score, window, verdict } => {
                Event::StandPat { line: line.to_owned(), score, window, verdict }
            }
            Self::Pruned { line, reason, score, window } => {
                Event::Pruned { line: line.to_owned(), reason, score, window }
            }
        }
    }
}
