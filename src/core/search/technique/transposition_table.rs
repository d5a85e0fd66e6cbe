//! Transposition table: stores positions already searched, each with its proven result.
//!
//! Source: Greenblatt, Eastlake & Crocker, *The Greenblatt Chess Program* (1967);
//! <https://www.chessprogramming.org/Transposition_Table>.
//!
//! The key of a position does not depend on the moves that led to the position. Results that depend on the path
//! (repetitions, the fifty-move rule) can therefore be wrong in a table. This is called the graph history interaction:
//! <https://www.chessprogramming.org/Graph_History_Interaction>. `docs/gallery.md` shows a position where this happens.

use crate::core::game::{Game, Symmetry};
use crate::core::hooks::{Event, Flow, Hooks, Leaf, NotUsed, Stored};
use crate::core::names::named;
use crate::core::score::{Bound, Score, Window, WindowSide};
use crate::core::search::Value;
use crate::core::search::pseudocode::CodeMover::Any;
use crate::core::search::pseudocode::{CodeAction, CodeLine};
use crate::core::search::walk::Walk;
use crate::core::setters::setters;
use serde::{Deserialize, Serialize};

/// The smallest and the largest table, in MiB.
const SIZES: std::ops::RangeInclusive<u32> = 1..=65_536;

/// The settings of a transposition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TableSettings {
    /// Size in MiB; the number of entries is rounded down to a power of two.
    pub mebibytes: u32,
    /// Which of two positions the table keeps if both belong in the same slot.
    pub replacement: Replacement,
    /// Which entries may be used.
    pub answers: TableAnswers,
}

impl TableSettings {
    setters! { mebibytes: u32, replacement: Replacement, answers: TableAnswers }
}

impl Default for TableSettings {
    /// Returns settings for a 16 MiB table that keeps deeper entries and uses only entries of exactly the required
    /// depth.
    fn default() -> Self {
        Self { mebibytes: 16, replacement: Replacement::default(), answers: TableAnswers::default() }
    }
}

/// Which of two positions is kept if both belong in the same slot of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Replacement {
    /// The one that was searched deeper, unless that search was part of an earlier pass over the tree.
    #[default]
    Deeper,
    /// The one that was searched later.
    Newer,
}

named! {
    /// Which entries may replace a search.
    #[derive(Default)]
    pub enum TableAnswers: "rule for the table's answers" {
        /// The score is the same as without a table.
        #[default]
        EqualDepth = "equal", "only entries of exactly the right depth";
        /// The search is faster and usually better, but its score may differ from that of a fixed-depth search.
        AtLeastDepth = "deeper", "also deeper entries, which can change the score of a fixed depth";
    }
}

/// The error for an impossible table size, which lists the possible sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a transposition table of {mebibytes} MiB is not possible; use a whole number of MiB from {} to {largest}",
    SIZES.start()
)]
pub struct TableSizeError {
    /// The requested size.
    pub mebibytes: u32,
    /// The largest size that was found to be possible.
    pub largest: u32,
}

#[derive(Clone, Copy, Debug)]
struct Entry<M> {
    key: u64,
    /// The number of the visit that stored the entry; 0 if that visit had no event.
    visit: u64,
    best: Option<M>,
    /// The score, with mates counted from this position.
    score: Score,
    depth: u8,
    pass: u8,
    bound: Bound,
}

#[derive(Debug)]
pub(crate) struct TranspositionTable<M> {
    /// The length is a power of two. It doubles when half of the slots are taken, up to the capacity, so that a small
    /// search does not pay for a large table.
    entries: Vec<Option<Entry<M>>>,
    taken: usize,
    /// The maximum length of `entries`.
    limit: usize,
    settings: TableSettings,
    /// Whether symmetric positions share an entry. The entry's move is then the move in the representative position.
    uses_symmetry: bool,
    pass: u8,
}

/// The initial number of entries.
const FIRST: usize = 1024;

/// The table entry of a node.
pub(crate) enum TableAnswer<M> {
    /// The entry determines the node's score, given here.
    Value(Value),
    /// The entry does not determine the node's score, but may contain a move to try first.
    Try(Option<M>),
}

impl<M: Copy + Eq> TranspositionTable<M> {
    pub(crate) fn new(settings: TableSettings, uses_symmetry: bool) -> Result<Self, TableSizeError> {
        let mebibytes = settings.mebibytes;
        let refused = |largest| TableSizeError { mebibytes, largest };
        if !SIZES.contains(&mebibytes) {
            return Err(refused(*SIZES.end()));
        }
        let mut entries = Vec::new();
        let count = Self::count(mebibytes);
        if entries.try_reserve_exact(count).is_err() {
            let fits = |size: &u32| Vec::<Option<Entry<M>>>::new().try_reserve_exact(Self::count(*size)).is_ok();
            let largest = std::iter::successors(Some(mebibytes / 2), |size| Some(size / 2)).find(fits);
            return Err(refused(largest.unwrap_or(*SIZES.start()).max(*SIZES.start())));
        }
        entries.resize(FIRST.min(count), None);
        Ok(Self { entries, taken: 0, limit: count, settings, uses_symmetry, pass: 0 })
    }

    const fn count(mebibytes: u32) -> usize {
        let count = ((mebibytes as usize) << 20) / size_of::<Option<Entry<M>>>();
        1 << count.ilog2()
    }

    pub(crate) fn next_pass(&mut self) {
        self.pass = self.pass.wrapping_add(1);
    }

    #[inline]
    fn slot(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }

    /// Returns the key of a position, and the rotation or reflection that produces it.
    #[inline]
    fn key<G: Game<Move = M>>(&self, game: &G) -> (u64, Symmetry) {
        if self.uses_symmetry { game.canonical_key() } else { (game.key(), Symmetry::default()) }
    }

    /// Returns the entry of a position, with its move converted to this position.
    #[inline]
    fn known<G: Game<Move = M>>(&self, game: &G, ply: u32) -> Option<Stored<M>> {
        let (key, symmetry) = self.key(game);
        let entry = self.entries[self.slot(key)].as_ref().filter(|entry| entry.key == key)?;
        let &Entry { depth, score, bound, best, visit, .. } = entry;
        let best = if self.uses_symmetry { best.map(|mv| game.undo_symmetry(mv, symmetry)) } else { best };
        let (score, is_unreported) = (score.counted_from_root(ply), visit == 0);
        Some(Stored { depth: u32::from(depth), score, bound, best, visit, is_unreported })
    }

    /// Looks up the current node, reports a hit to the hooks, and returns the score if the entry determines it for
    /// `window`.
    ///
    /// The table never determines the root's score, because the search must find a best move.
    #[inline]
    pub(crate) fn look_up<G: Game<Move = M>, H: Hooks<G>>(
        &self,
        walk: &mut Walk<'_, G, H>,
        depth: u32,
        window: Window,
    ) -> Flow<TableAnswer<M>> {
        let Some(stored) = self.known(walk.game, walk.ply()) else {
            return Flow::Continue(TableAnswer::Try(None));
        };
        let settles = match stored.bound {
            Bound::Exact => true,
            Bound::Lower => window.place(stored.score) == WindowSide::FailHigh,
            Bound::Upper => window.place(stored.score) == WindowSide::FailLow,
        };
        let not_used = match self.settings.answers {
            _ if walk.ply() == 0 => Some(NotUsed::Root),
            _ if stored.depth < depth => Some(NotUsed::Shallow),
            TableAnswers::EqualDepth if depth < stored.depth => Some(NotUsed::Deep),
            _ if !settles => Some(NotUsed::Bound),
            TableAnswers::EqualDepth | TableAnswers::AtLeastDepth => None,
        };
        let cut = not_used.is_none();
        walk.event(Event::TableHit { stored, cut, not_used })?;
        Flow::Continue(if cut {
            TableAnswer::Value(Value { score: stored.score, bound: stored.bound, leaf: Some(Leaf::Table) })
        } else {
            TableAnswer::Try(stored.best)
        })
    }

    #[inline]
    pub(crate) fn store<G: Game<Move = M>, H: Hooks<G>>(
        &mut self,
        walk: &Walk<'_, G, H>,
        depth: u32,
        (score, bound): (Score, Bound),
        best: Option<M>,
        visit: u64,
    ) {
        let (key, symmetry) = self.key(walk.game);
        let best = if self.uses_symmetry { best.map(|mv| walk.game.apply_symmetry(mv, symmetry)) } else { best };
        let slot = self.slot(key);
        let (depth, pass) = (depth.min(u32::from(u8::MAX)) as u8, self.pass);
        let old = &mut self.entries[slot];
        let stays = self.settings.replacement == Replacement::Deeper
            && old.as_ref().is_some_and(|old| old.key != key && old.pass == pass && depth < old.depth);
        if !stays {
            self.taken += usize::from(old.is_none());
            // A node that fails low has no best move, so the entry keeps the best move stored earlier, if any.
            let best = best.or_else(|| old.as_ref().filter(|old| old.key == key)?.best);
            *old = Some(Entry { key, visit, best, score: score.counted_from_node(walk.ply()), depth, pass, bound });
        }
        if self.entries.len() < self.limit && self.entries.len() < 2 * self.taken {
            self.grow();
        }
    }

    /// Doubles the table. Each entry keeps its slot or moves to the corresponding slot in the new half.
    #[cold]
    fn grow(&mut self) {
        let old = self.entries.len();
        self.entries.resize(2 * old, None);
        for place in 0..old {
            let moves = |entry: &mut Entry<M>| entry.key as usize & old != 0;
            self.entries[place + old] = self.entries[place].take_if(moves);
        }
    }

    /// Follows the stored best moves from the root of a search, for at most `depth` plies.
    ///
    /// The line is a guess: entries may have been replaced, and each comes from whichever search stored it last.
    pub(crate) fn line<G: Game<Move = M>>(&self, game: &mut G, depth: u32) -> TableLine<M> {
        let (mut moves, mut exact, mut legal) = (Vec::new(), 0, Vec::new());
        let end = loop {
            legal.clear();
            game.moves(&mut legal);
            if legal.is_empty() {
                break LineEnd::GameOver;
            }
            if moves.len() == depth as usize {
                break LineEnd::Depth;
            }
            let Some(stored) = self.known(game, moves.len() as u32) else { break LineEnd::Missing };
            let Some(mv) = stored.best.filter(|mv| legal.contains(mv)) else { break LineEnd::NoMove };
            if stored.bound == Bound::Exact && exact == moves.len() {
                exact += 1;
            }
            game.play(mv);
            moves.push(mv);
        };
        for _ in &moves {
            game.undo();
        }
        TableLine { moves, exact, end }
    }
}

/// A principal variation read from a transposition table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableLine<M> {
    /// The moves from the root.
    pub moves: Vec<M>,
    /// How many of the first moves come from exact entries. The moves after them are only refutations.
    pub exact: usize,
    /// Why the line ends.
    pub end: LineEnd,
}

/// Why a [`TableLine`] ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineEnd {
    /// The line reaches the depth of the search.
    Depth,
    /// The game is over.
    GameOver,
    /// The next position is not in the table: it was a leaf, or its entry was replaced.
    Missing,
    /// The next position is in the table without a legal best move.
    NoMove,
}

/// Looks up the position in the table, optionally accepting entries of rotated or mirrored positions and of deeper
/// searches.
pub(crate) const fn look_up(has_symmetry: bool, takes_deeper: bool) -> CodeLine {
    let text = match (has_symmetry, takes_deeper) {
        (false, false) => "    known = the node's table entry of this depth",
        (false, true) => "    known = the node's table entry of this depth or deeper",
        (true, false) => "    known = its entry of this depth, also turned or mirrored",
        (true, true) => "    known = its entry of this depth or deeper, also turned or mirrored",
    };
    (CodeAction::LookUp, Any, text)
}

pub(crate) const ANSWER: CodeLine =
    (CodeAction::Known, Any, "    below the root, if known is exact, >= beta or <= alpha: return it");
/// Lists the moves, unless killers or history are tried before the rest.
pub(crate) const MOVES: CodeLine =
    (CodeAction::Order, Any, "    list the moves of the node in order, the table's move first");
/// Tries the table's move first, after killers and history have been ordered.
pub(crate) const TRY: CodeLine = (CodeAction::Order, Any, "    put the table's move first");
/// Stores a cutoff.
pub(crate) const STORE_CUTOFF: CodeLine = (CodeAction::Nothing, Any, "            store: the node is worth >= best");
/// Stores a node whose moves have all been tried.
pub(crate) const STORE: CodeLine =
    (CodeAction::Nothing, Any, "    store: the node is worth best if alpha rose, else <= best");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::game::TreeGame;

    #[test]
    fn only_the_moves_from_exact_entries_in_a_row_count_as_exact() {
        use Bound::{Exact, Lower, Upper};
        for (bounds, exact) in [
            ([Exact, Exact, Exact], 3),
            ([Exact, Lower, Exact], 1),
            ([Exact, Exact, Upper], 2),
            ([Lower, Exact, Exact], 0),
        ] {
            let mut game = TreeGame::new();
            let mut table = TranspositionTable::new(TableSettings::default(), false).unwrap();
            for bound in bounds {
                let (key, best) = (game.key(), game.add("only", Score::ZERO));
                let slot = table.slot(key);
                let entry = Entry { key, visit: 1, best: Some(best), score: Score::ZERO, depth: 1, pass: 0, bound };
                table.entries[slot] = Some(entry);
                game.play(best);
            }
            bounds.iter().for_each(|_| game.undo());
            let line = table.line(&mut game, 3);
            assert_eq!((line.moves.len(), line.exact, line.end), (3, exact, LineEnd::GameOver), "{bounds:?}");
        }
    }
}
