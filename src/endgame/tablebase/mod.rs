//! Endgame tablebases: Syzygy files, or tables built on the fly.

#[cfg(feature = "cli")]
mod page;

#[cfg(feature = "cli")]
pub(crate) use page::TablesPage;

use crate::core::game::chess::{Chess, Oracle};
use crate::core::score::Score;
use crate::core::sort::sort_by_key;
use crate::core::trace::RETRO_TABLES;
use crate::endgame::retro::{CLOCK, RetroEnding, RetroValue, SmallBoard, TablePlan};
use shakmaty::{Move, Piece, Position, Square};
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

/// The score of a tablebase win in a search. It is reduced by a thousandth of a pawn for each ply to the next capture
/// or pawn move.
const WIN: Score = Score::from_millipawns(1_000_000);

/// What the tables know about a position, for the side to move unless stated otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// 2 is a win, -2 a loss, 0 a draw; 1 and -1 are a win and a loss that the fifty-move rule turns into a draw.
    pub wdl: i8,
    /// Plies to the next capture or pawn move, with the sign of the result; `None` if the tables don't contain it.
    pub dtz: Option<i32>,
    /// Plies to mate, if the tables contain it.
    pub mate: Option<u8>,
}

impl Known {
    fn of_value(value: RetroValue) -> Self {
        let wdl = match value {
            RetroValue::Won(_) => 2,
            RetroValue::Drawn => 0,
            RetroValue::Lost(_) => -2,
        };
        Self { wdl, dtz: None, mate: value.plies() }
    }

    /// Returns whether the mate, or the next capture or pawn move, comes after the last ply before the fifty-move rule.
    fn is_late(self, position: &Chess) -> bool {
        let plies = match (self.mate, self.dtz) {
            (Some(mate), _) => mate.into(),
            (None, dtz) => dtz.unwrap_or_default().unsigned_abs(),
        };
        self.wdl.abs() == 2 && CLOCK < position.halfmoves() + plies && !position.is_checkmate()
    }

    /// Applies the fifty-move rule, because the tables count from a clock of zero. With pawns, the distance to mate
    /// does not say how far the next pawn move is, so a late mate may still be a win.
    fn on_the_clock(self, position: &Chess) -> Self {
        let is_over = CLOCK <= position.halfmoves();
        let is_drawn = is_over || self.mate.is_none() || position.board().pawns().is_empty();
        if is_drawn && self.is_late(position) { Self { wdl: self.wdl.signum(), ..self } } else { self }
    }

    pub const fn word(self) -> &'static str {
        match self.wdl {
            2 => "won",
            1 => "won, but drawn by the fifty-move rule",
            0 => "drawn",
            -1 => "lost, but drawn by the fifty-move rule",
            _ => "lost",
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct JudgedMove {
    pub mv: Move,
    /// The tablebase result of the position after the move, for the side that made the move.
    pub known: Option<Known>,
    /// Whether the move is a capture or a pawn move. Such a move restarts the count of plies.
    pub is_zeroing: bool,
    pub is_mate: bool,
}

impl JudgedMove {
    /// Orders moves by result, wins by fewest plies to mate or to the next capture or pawn move, and losses by most
    /// plies.
    fn rank(&self) -> (i8, i64) {
        let Some(known) = self.known else { return (i8::MIN, 0) };
        let plies = match (known.mate, known.dtz) {
            (Some(mate), _) => i64::from(mate),
            (None, _) if self.is_zeroing => 1,
            (None, dtz) => 1 + i64::from(dtz.unwrap_or(0).abs()),
        };
        let plies = if self.is_mate { 0 } else { plies };
        (known.wdl, if 0 < known.wdl { -plies } else { plies })
    }
}

#[derive(Clone)]
enum TableSource {
    /// Built on the fly.
    Retro(Arc<Mutex<HashMap<String, Option<Arc<crate::endgame::retro::EndingTables>>>>>),
    #[cfg(feature = "syzygy")]
    Syzygy(Arc<shakmaty_syzygy::Tablebase<Chess>>),
}

/// Endgame tablebases for lookups. Clones share the tables that were built and the list of missing tables.
#[derive(Clone)]
pub struct Tables {
    source: TableSource,
    /// The maximum number of pieces, including kings.
    men: usize,
    missing: Arc<Mutex<BTreeSet<String>>>,
}

impl std::fmt::Debug for Tables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tables").field("men", &self.men).finish_non_exhaustive()
    }
}

impl Tables {
    /// Returns three-piece tables that are built by retrograde analysis on first use.
    pub fn retro() -> Self {
        Self { source: TableSource::Retro(Arc::default()), men: 3, missing: Arc::default() }
    }

    #[cfg(feature = "syzygy")]
    pub fn syzygy(files: shakmaty_syzygy::Tablebase<Chess>) -> Self {
        let men = files.max_pieces();
        Self { source: TableSource::Syzygy(Arc::new(files)), men, missing: Arc::default() }
    }

    /// Returns the name of these tables in a trace.
    pub(crate) const fn name(&self) -> &'static str {
        match self.source {
            TableSource::Retro(_) => RETRO_TABLES,
            #[cfg(feature = "syzygy")]
            TableSource::Syzygy(_) => "syzygy",
        }
    }

    /// Returns the names of the tables that were needed but are missing or unreadable, in alphabetical order.
    pub fn missing(&self) -> Vec<String> {
        self.missing.lock().expect("no thread panics during a lookup").iter().cloned().collect()
    }

    /// Returns the result of a position with its clock; `None` if it has too many pieces or castling rights, or if its
    /// table is missing.
    pub fn know(&self, position: &Chess) -> Option<Known> {
        self.look_up(position).map(|known| known.on_the_clock(position))
    }

    fn look_up(&self, position: &Chess) -> Option<Known> {
        if self.men < position.board().occupied().count() || position.castles().any() {
            return None;
        }
        match &self.source {
            TableSource::Retro(made) => {
                let men: Vec<(Piece, Square)> =
                    position.board().clone().into_iter().map(|(square, piece)| (piece, square)).collect();
                let tables = made_tables(made, &men)?;
                let (asked, _) = tables.position(&men, position.turn())?;
                tables.value(&asked).map(Known::of_value)
            }
            #[cfg(feature = "syzygy")]
            TableSource::Syzygy(files) => self.ask(files, position),
        }
    }

    #[cfg(feature = "syzygy")]
    fn ask(&self, files: &shakmaty_syzygy::Tablebase<Chess>, position: &Chess) -> Option<Known> {
        use shakmaty_syzygy::Wdl;
        let note = |error: shakmaty_syzygy::SyzygyError| {
            self.missing.lock().expect("no thread panics during a lookup").insert(error.to_string());
        };
        let wdl = match files.probe_wdl_after_zeroing(position).map_err(note).ok()? {
            Wdl::Loss => -2,
            Wdl::BlessedLoss => -1,
            Wdl::Draw => 0,
            Wdl::CursedWin => 1,
            Wdl::Win => 2,
        };
        let dtz = files.probe_dtz(position).map_err(note).ok().map(|dtz| i32::from(dtz.ignore_rounding()));
        Some(Known { wdl, dtz, mate: None })
    }

    /// Returns the legal moves with the result after each, best first; equal moves are in alphabetical order of their
    /// squares.
    pub fn moves(&self, position: &Chess) -> Vec<JudgedMove> {
        let judge = |mv: Move| {
            let mut after = position.clone();
            after.play_unchecked(mv);
            let known = self.know(&after).map(|known| Known {
                wdl: -known.wdl,
                dtz: known.dtz.map(|dtz| -dtz),
                mate: known.mate,
            });
            JudgedMove { mv, known, is_zeroing: mv.is_zeroing(), is_mate: after.is_checkmate() }
        };
        let mut moves: Vec<JudgedMove> = position.legal_moves().into_iter().map(judge).collect();
        sort_by_key(&mut moves, |judged| (std::cmp::Reverse(judged.rank()), judged.mv.from(), judged.mv.to()));
        moves
    }
}

/// Returns the tables for these pieces, building them if necessary.
fn made_tables(
    made: &Mutex<HashMap<String, Option<Arc<crate::endgame::retro::EndingTables>>>>,
    men: &[(Piece, Square)],
) -> Option<Arc<crate::endgame::retro::EndingTables>> {
    let others: Vec<Piece> = men.iter().map(|man| man.0).filter(|man| man.role != shakmaty::Role::King).collect();
    let (ending, _) = RetroEnding::of(&others);
    let make = || {
        let plan = TablePlan::new(ending, SmallBoard::default()).ok()?;
        plan.run(&mut |_| ControlFlow::Continue(())).ok().map(Arc::new)
    };
    let mut made = made.lock().expect("nobody panics while making tables");
    made.entry(ending.to_string()).or_insert_with(make).clone()
}

impl Oracle for Tables {
    /// Returns a mate score if the tables give the distance to mate. Otherwise a win is worth a thousand pawns, minus a
    /// thousandth of a pawn for each ply to the next capture or pawn move after the root. Wins that the fifty-move rule
    /// turns into draws count as draws. The search goes on where a pawn move may or may not come in time.
    fn score(&self, position: &Chess, ply: u32, zeroed: Option<u32>) -> Option<Score> {
        let known = self.know(position).filter(|known| !known.is_late(position))?;
        let far = zeroed.unwrap_or_else(|| ply + known.dtz.unwrap_or(0).unsigned_abs());
        Some(match (known.wdl, known.mate) {
            (2, Some(mate)) => Score::mate_in(ply + u32::from(mate)),
            (-2, Some(mate)) => Score::mated_in(ply + u32::from(mate)),
            (2, None) => WIN.shifted(-(far as i32)),
            (-2, None) => -WIN.shifted(-(far as i32)),
            _ => Score::ZERO,
        })
    }
}
