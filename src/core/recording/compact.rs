//! The compact representation of a recording.
//!
//! Each event, and each step from a node to a child or back, is a mark of one byte. Data that does not fit into the
//! mark is in separate lists. Most events can be [predicted](Prediction) from earlier ones, and then the mark is
//! enough.
//!
//! | mark | what happens | stored in addition |
//! |---|---|---|
//! | `Up` | the search goes back to the parent | |
//! | `Down` | the search goes down to a child | the move |
//! | `Enter` | a node is entered, one ply shallower than its parent and with the parent's window as its side sees it | its moves, without those that it [shares](Shared) |
//! | `EnterOther` | a node is entered in any other way | the same, and depth and window |
//! | `Scored` | the next move of the node entered last is created, with a score | a score of two bytes |
//! | `Unscored` | the same without a score | |
//! | `Created` | any child is created | all of it |
//! | `NotBest`, `Best`, `Cutoff` | the child that was created or left last gets this verdict, in the predicted window | |
//! | `Judged` | any child is judged, in the predicted window | all except the window |
//! | `Leave` | a node is left with its value so far | |
//! | `Left` | a node is left with any other score or bound | both |
//! | `Other` | any other event, or a child is judged in any other window | all of it |

use crate::core::game::{Game, Movers};
use crate::core::hooks::{Event, Leaf, Ranked, Verdict};
use crate::core::score::{Bound, Score, Window};
use std::iter::{Chain, Flatten, Once, once};
use std::slice::Iter;

/// The kind of the next item. The table above shows what else is stored for it.
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

/// The part of a list of moves that is equal to the list of the previous node at the same ply: the numbers of equal
/// moves at the beginning and at the end, and the number of different moves in between.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shared {
    pub(super) front: u16,
    pub(super) back: u16,
    pub(super) others: u32,
}

/// All marks, and the data stored next to them.
#[derive(Clone, Debug)]
pub(super) struct Kept<M> {
    pub(super) marks: Pieces<KeptMark>,
    /// The number of marks that are not events: `Up` and `Down`.
    pub(super) steps: usize,
    pub(super) down: Pieces<M>,
    /// For each entered node, how many of its moves equal those of the previous node at the same ply. `moves` contains
    /// its other moves.
    pub(super) shared: Pieces<Shared>,
    pub(super) moves: Pieces<M>,
    pub(super) entered: Pieces<(u32, Window)>,
    pub(super) scores: Pieces<i16>,
    pub(super) created: Pieces<(M, Option<Score>)>,
    pub(super) judged: Pieces<(JudgedChild<M>, Verdict)>,
    pub(super) left: Pieces<(Score, Bound)>,
    /// Events stored whole, with the lengths of their lists instead of the lists.
    pub(super) others: Pieces<Event<M, u32, u32>>,
    /// The moves of all `Ordered` events, one list after another.
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

/// A judged child: everything except window and verdict.
#[derive(Clone, Copy, Debug)]
pub(super) struct JudgedChild<M> {
    pub(super) mv: M,
    pub(super) score: Score,
    pub(super) bound: Bound,
    pub(super) leaf: Option<Leaf>,
}

impl<M> JudgedChild<M> {
    /// Returns whether both children are equal and of a kind that can be predicted: an inner node, or a leaf at the
    /// horizon.
    #[inline(always)]
    pub(super) fn is<G: Game<Move = M>>(&self, other: &Self) -> bool {
        let is_same_leaf = matches!((self.leaf, other.leaf), (None, None) | (Some(Leaf::Horizon), Some(Leaf::Horizon)));
        is_same_leaf && self.score == other.score && self.bound == other.bound && G::is_same(&self.mv, &other.mv)
    }
}

/// The prediction of the next event from the record so far. Writer and reader make the same prediction, so only
/// deviations are written.
#[derive(Clone, Debug)]
pub(super) struct Prediction<M> {
    /// The last entered node at each ply reached so far, and the root.
    nodes: Vec<EnteredNode<M>>,
    /// The child that is judged next if nothing else happens: the one that was created last, as a leaf at the horizon,
    /// or the one that was left last.
    pub(super) child: Option<JudgedChild<M>>,
    /// Who chooses at each ply.
    pub(super) movers: Movers,
}

#[derive(Clone, Debug)]
pub(super) struct EnteredNode<M> {
    depth: u32,
    /// The window in which the next child is likely to be judged.
    pub(super) window: Window,
    /// The value of the node if no further child is judged.
    pub(super) value: (Score, Bound),
    pub(super) moves: Vec<M>,
    /// The number of moves created so far, in the order of `moves`.
    created: usize,
    /// The number of judgements.
    judged: usize,
}

impl<M> Default for EnteredNode<M> {
    fn default() -> Self {
        Self {
            depth: 0,
            window: Window::FULL,
            value: (Score::MIN, Bound::Upper),
            moves: Vec::new(),
            created: 0,
            judged: 0,
        }
    }
}

impl<M> Default for Prediction<M> {
    fn default() -> Self {
        Self { nodes: vec![EnteredNode::default()], child: None, movers: Movers::default() }
    }
}

impl<M: Copy> Prediction<M> {
    /// Records that a move leads down to this ply.
    pub(super) fn reach(&mut self, ply: usize) {
        if self.nodes.len() <= ply {
            self.nodes.resize_with(ply + 1, EnteredNode::default);
        }
    }

    /// Returns the node at a ply that was reached.
    #[inline(always)]
    pub(super) fn node(&mut self, ply: usize) -> &mut EnteredNode<M> {
        &mut self.nodes[ply]
    }

    /// Returns the depth and window with which a node at this ply is expected to be entered.
    pub(super) fn question(&self, ply: usize) -> Option<(u32, Window)> {
        let parent = self.nodes.get(ply.checked_sub(1)?)?;
        Some((parent.depth.saturating_sub(1), self.movers.up(ply, parent.window)))
    }

    #[inline(always)]
    pub(super) fn created(&mut self, mv: M, score: Option<Score>) {
        if let Some(score) = score {
            self.child = Some(JudgedChild { mv, score, bound: Bound::Exact, leaf: Some(Leaf::Horizon) });
        }
    }

    #[inline(always)]
    pub(super) fn left(&mut self, line: &[M], (score, bound): (Score, Bound)) {
        let (score, bound) = (self.movers.up(line.len(), score), self.movers.up(line.len(), bound));
        self.child = line.last().map(|&mv| JudgedChild { mv, score, bound, leaf: None });
    }
}

impl<M: Copy> EnteredNode<M> {
    /// Records that a node is entered. For now, `moves` still contains the moves of the previous node at this ply.
    pub(super) fn enter(&mut self, (depth, window): (u32, Window)) {
        (self.depth, self.window, self.value) = (depth, window, (window.alpha, Bound::Upper));
        (self.created, self.judged) = (0, 0);
    }

    #[inline(always)]
    pub(super) fn next(&self) -> Option<M> {
        self.moves.get(self.created).copied()
    }

    /// Records that the child after this move is created, and returns whether that was predicted.
    #[inline(always)]
    pub(super) fn create<G: Game<Move = M>>(&mut self, mv: M) -> bool {
        let is_next = self.moves.get(self.created).is_some_and(|next| G::is_same(next, &mv));
        self.created += usize::from(is_next);
        is_next
    }

    /// Returns the verdict that the next child gets if it causes a cutoff.
    #[inline(always)]
    pub(super) fn cutoff(&self) -> Verdict {
        Verdict::Cutoff { skipped: self.moves.len().saturating_sub(self.judged + 1) as u32 }
    }

    #[inline(always)]
    pub(super) fn judge(&mut self, window: Window, (score, bound): (Score, Bound), verdict: Verdict) {
        self.window = window;
        self.judged += 1;
        match verdict {
            Verdict::NotBest | Verdict::Weighed => {}
            Verdict::Best => {
                self.window.alpha = score;
                self.value = (score, bound);
            }
            Verdict::Cutoff { .. } => self.value = (window.beta, Bound::Lower),
        }
    }
}

/// The sizes of the first and the largest piece, in bytes. Each piece is twice as large as the previous one, so that a
/// short list stays small. No piece is so large that the allocator would request it from the system and return it each
/// time.
const FIRST: usize = 1 << 10;
const LARGEST: usize = 1 << 16;

/// A list whose items never move: growing it copies nothing and touches no page of memory twice.
#[derive(Clone, Debug)]
pub(super) struct Pieces<T> {
    full: Vec<Vec<T>>,
    last: Vec<T>,
    /// The number of items in the full pieces.
    before: usize,
    bytes: usize,
}

impl<T> Default for Pieces<T> {
    fn default() -> Self {
        Self { full: Vec::new(), last: Vec::new(), before: 0, bytes: FIRST }
    }
}

impl<T> Pieces<T> {
    #[inline]
    pub(super) fn push(&mut self, item: T) {
        if self.last.len() == self.last.capacity() {
            self.grow(1);
        }
        self.last.push(item);
    }

    pub(super) const fn len(&self) -> usize {
        self.before + self.last.len()
    }

    pub(super) fn iter(&self) -> Items<'_, T> {
        self.all().flatten()
    }

    fn all(&self) -> All<'_, T> {
        self.full.iter().chain(once(&self.last))
    }

    /// Makes room for `more` items in one piece.
    #[cold]
    fn grow(&mut self, more: usize) {
        let next = Vec::with_capacity((self.bytes / size_of::<T>().max(1)).max(more));
        self.before += self.last.len();
        self.full.push(std::mem::replace(&mut self.last, next));
        self.bytes = LARGEST.min(self.bytes * 2);
    }
}

impl<T: Copy> Pieces<T> {
    /// Appends a whole list, in one piece.
    #[inline]
    pub(super) fn extend(&mut self, list: &[T]) {
        if self.last.capacity() - self.last.len() < list.len() {
            self.grow(list.len());
        }
        self.last.extend_from_slice(list);
    }

    /// Returns a reader for the stored lists. The caller passes the length of each list.
    pub(super) fn lists(&self) -> PackedLists<'_, T> {
        PackedLists { pieces: self.all(), here: &[] }
    }
}

type All<'a, T> = Chain<Iter<'a, Vec<T>>, Once<&'a Vec<T>>>;
pub(super) type Items<'a, T> = Flatten<All<'a, T>>;

/// A reader of lists that were stored one after another. It contains the lists not yet read.
pub(super) struct PackedLists<'a, T> {
    pieces: All<'a, T>,
    here: &'a [T],
}

impl<'a, T> PackedLists<'a, T> {
    /// Returns the next list, which has this length. A list that did not fit into the rest of a piece is at the front
    /// of the next one.
    pub(super) fn next(&mut self, length: u32) -> &'a [T] {
        while self.here.is_empty() && length > 0 {
            self.here = self.pieces.next().expect("as many as were put there are taken out");
        }
        let (list, rest) = self.here.split_at(length as usize);
        self.here = rest;
        list
    }
}
