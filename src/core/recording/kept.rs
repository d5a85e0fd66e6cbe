//! How a recording is kept.
//!
//! For each event there is a mark of one byte, and for each step from a node to a child or back. What a mark does not say stands
//! in a list of its own. Most events are [foretold](super::foretold) by those before them, and then the mark says all.
//!
//! | mark | what happens | besides the mark |
//! |---|---|---|
//! | `Up` | the way goes back by a move | |
//! | `Down` | the way goes on by a move | the move |
//! | `Enter` | a node is entered, a ply less deep than its parent and with the parent's window, turned | its moves, without those that it [shares](Shared) |
//! | `EnterOther` | a node is entered in any other way | the same, depth and window |
//! | `Scored` | the next of the moves of the node that was entered last is created, with a score | a score of two bytes |
//! | `Unscored` | the same without a score | |
//! | `Created` | any child is created | all of it |
//! | `NotBest`, `Best`, `Cutoff` | the child that was created or left last is judged so, in the window that is foretold | |
//! | `Judged` | any child is judged, in the window that is foretold | all but the window |
//! | `Leave` | a node is left with what it was worth so far | |
//! | `Left` | a node is left with any other score or bound | both |
//! | `Other` | any other event, or a child is judged in any other window | all of it |

use super::foretold::JudgedChild;
use super::pieces::Pieces;
use crate::hooks::{Event, Ranked, Verdict};
use crate::score::{Bound, Score, Window};

/// What comes next; the table above says where the rest of it stands.
#[derive(Clone, Copy, Debug)]
pub(super) enum KeptMark {
    Up,
    Down,
    Enter,
    EnterOther,
    Scored,
    Unscored,
    Created,
    NotBest,
    Best,
    Cutoff,
    Judged,
    Leave,
    Left,
    Other,
}

/// What a list of moves has in common with that of the node that was entered at the same ply before: so many at its front, so many
/// at its back; in between there are so many others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shared {
    pub(super) front: u16,
    pub(super) back: u16,
    pub(super) others: u32,
}

/// All marks, and what stands besides them.
#[derive(Clone, Debug)]
pub(super) struct Kept<M> {
    pub(super) marks: Pieces<KeptMark>,
    /// How many of the marks are no events: `Up` and `Down`.
    pub(super) steps: usize,
    pub(super) down: Pieces<M>,
    /// Of all nodes that were entered, how many moves are those of the node before, and all other moves.
    pub(super) shared: Pieces<Shared>,
    pub(super) moves: Pieces<M>,
    pub(super) entered: Pieces<(u32, Window)>,
    pub(super) scores: Pieces<i16>,
    pub(super) created: Pieces<(M, Option<Score>)>,
    pub(super) judged: Pieces<(JudgedChild<M>, Verdict)>,
    pub(super) left: Pieces<(Score, Bound)>,
    /// With the lengths of their lists in their place.
    pub(super) others: Pieces<Event<M, u32, u32>>,
    /// The moves of all `Ordered`, one list behind the other.
    pub(super) ranked: Pieces<Ranked<M>>,
}

impl<M> Default for Kept<M> {
    fn default() -> Self {
        Self {
            marks: Pieces::default(),
            steps: 0,
            down: Pieces::default(),
            shared: Pieces::default(),
            moves: Pieces::default(),
            entered: Pieces::default(),
            scores: Pieces::default(),
            created: Pieces::default(),
            judged: Pieces::default(),
            left: Pieces::default(),
            others: Pieces::default(),
            ranked: Pieces::default(),
        }
    }
}
