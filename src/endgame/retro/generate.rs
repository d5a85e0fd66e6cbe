//! Retrograde analysis: works backwards from the mates, ply by ply.
//!
//! Iteration 0 marks the mates. If `p` is odd, iteration `p` marks positions with a move to a position lost in `p - 1`;
//! if `p` is even, it marks positions in which all moves lead to positions won in `p - 1` or sooner. Positions without
//! a mark are draws. Moves are taken back to find the positions before them, so an iteration examines only the
//! positions that the previous iteration marked.
//!
//! Captures and promotions lead out of the table. Their results are looked up in other tables, which are built first. A
//! win by capture or promotion waits for the iteration of its ply, because there may be a faster win within the table.
//!
//! Source: Ströhlein, *Untersuchungen über kombinatorische Spiele* (1970); Thompson, *Retrograde Analysis of Certain
//! Endgames*, ICCA Journal 9 (1986).

use super::ending::{RetroEnding, RetroError, SmallBoard, filled};
use super::position::{Index, Position, RetroMove, Squares};
use super::{EndingTable, EndingTables, ILLEGAL, MOST_PLIES, OPEN, WAITING, half, marked, plies};
use rayon::prelude::*;
use shakmaty::Color;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicU8;
use std::sync::atomic::Ordering::Relaxed;

/// The number of positions that a thread processes at a time.
const BLOCK: usize = 1 << 12;

/// The tables needed for an ending, in the order in which they are built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablePlan {
    board: SmallBoard,
    endings: Vec<RetroEnding>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableProgress {
    pub ending: RetroEnding,
    /// The number of the table, counted from 1.
    pub table: usize,
    pub tables: usize,
    pub ply: u8,
}

impl TablePlan {
    /// Returns the plan for an ending: its own table comes last, after the tables to which captures and promotions
    /// lead.
    ///
    /// # Errors
    /// [`RetroError::Pawns`] if the ending does not fit on the board.
    pub fn new(ending: RetroEnding, board: SmallBoard) -> Result<Self, RetroError> {
        ending.check(board)?;
        let mut endings = Vec::new();
        add(ending, &mut endings);
        Ok(Self { board, endings })
    }

    /// Returns the endings in the order in which their tables are built.
    pub fn endings(&self) -> &[RetroEnding] {
        &self.endings
    }

    pub fn bytes(&self) -> usize {
        self.endings.iter().map(|&ending| 2 * Index::new(ending, self.board).len()).sum()
    }

    /// Builds the tables on all processors. `watch` is called for every iteration, and may stop the work.
    ///
    /// Takes time proportional to the number of placements times the moves in each: seconds for four pieces.
    ///
    /// # Errors
    /// [`RetroError::Memory`] if there is not enough memory; [`RetroError::Stopped`] if `watch` stops the work.
    pub fn run(&self, watch: &mut dyn FnMut(TableProgress) -> ControlFlow<()>) -> Result<EndingTables, RetroError> {
        let mut tables = EndingTables::new(self.board);
        for (index, &ending) in self.endings.iter().enumerate() {
            let work = Work::new(ending, &tables)
                .map_err(|_| RetroError::Memory { ending: ending.to_string(), bytes: self.bytes() })?;
            let mut say = |ply| watch(TableProgress { ending, table: index + 1, tables: self.endings.len(), ply });
            let bytes = work.run(&mut say)?;
            tables.add(EndingTable { ending, index: Index::new(ending, self.board), bytes });
        }
        Ok(tables)
    }
}

/// Adds an ending after all endings whose tables it needs.
fn add(ending: RetroEnding, endings: &mut Vec<RetroEnding>) {
    if !endings.contains(&ending) {
        ending.next().into_iter().for_each(|next| add(next, endings));
        endings.push(ending);
    }
}

struct Work<'a> {
    board: SmallBoard,
    ending: RetroEnding,
    below: &'a EndingTables,
    index: Index,
    bytes: [Vec<AtomicU8>; 2],
    /// The highest ply of all marked or waiting positions.
    latest: AtomicU8,
}

impl<'a> Work<'a> {
    fn new(ending: RetroEnding, below: &'a EndingTables) -> Result<Self, std::collections::TryReserveError> {
        let index = Index::new(ending, below.board);
        let empty = || filled(index.len(), || AtomicU8::new(ILLEGAL));
        let bytes = [empty()?, empty()?];
        Ok(Self { board: below.board, ending, below, index, bytes, latest: AtomicU8::new(0) })
    }

    fn run(self, watch: &mut dyn FnMut(u8) -> ControlFlow<()>) -> Result<[Vec<u8>; 2], RetroError> {
        let mut say = |ply| match watch(ply) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(RetroError::Stopped),
        };
        say(0)?;
        self.each_with(ILLEGAL, &|position, number| {
            let is_one = self.index.number(&position.squares) == Some(number);
            if is_one && position.problem(self.board).is_none() {
                self.set(&position, number, OPEN);
            }
        });
        self.each_with(OPEN, &|position, number| self.begin(&position, number));
        let mut ply = 1;
        while ply <= self.latest.load(Relaxed) + 1 {
            say(ply)?;
            if ply % 2 == 1 {
                self.win(ply);
            } else {
                self.lose(ply);
            }
            ply += 1;
        }
        Ok(self.bytes.map(|half| half.into_iter().map(AtomicU8::into_inner).collect()))
    }

    /// Calls `act` with every position whose byte is `wanted`, with either side to move.
    fn each_with(&self, wanted: u8, act: &(dyn Fn(Position, usize) + Sync)) {
        for turn in [Color::White, Color::Black] {
            let bytes = &self.bytes[half(turn)];
            bytes.par_iter().enumerate().with_min_len(BLOCK).for_each(|(number, byte)| {
                if byte.load(Relaxed) == wanted {
                    act(Position { ending: self.ending, squares: self.index.squares(number), turn }, number);
                }
            });
        }
    }

    #[inline]
    fn set(&self, position: &Position, number: usize, byte: u8) {
        self.bytes[half(position.turn)][number].store(byte, Relaxed);
    }

    /// Marks a position or lets it wait. A loss can be found before the iteration of its `ply`. It is certain
    /// nevertheless, so it is marked at once.
    fn mark(&self, position: &Position, number: usize, byte: u8, ply: u8) {
        assert!(ply <= MOST_PLIES, "no ending of four pieces lasts so long");
        self.set(position, number, byte);
        self.latest.fetch_max(ply, Relaxed);
    }

    /// Marks mates, lets wins by capture or promotion wait, and marks positions in which every move is a capture or
    /// promotion that loses.
    fn begin(&self, position: &Position, number: usize) {
        let (mut has_quiet, mut has_move, mut win, mut loss) = (false, false, None, Some(0));
        position.each_step(self.board, |step| {
            let byte = self.after(position, step);
            if byte == ILLEGAL {
                return true;
            }
            has_move = true;
            if !step.is_conversion() {
                has_quiet = true;
                return true;
            }
            match plies(byte) {
                Some(plies) if plies % 2 == 0 => win = Some(win.map_or(plies + 1, |best: u8| best.min(plies + 1))),
                Some(plies) => loss = loss.map(|longest: u8| longest.max(plies + 1)),
                None => loss = None,
            }
            true
        });
        match (win, loss) {
            (Some(ply), _) => self.mark(position, number, WAITING + ply, ply),
            (None, Some(ply)) if has_move && !has_quiet => self.mark(position, number, marked(ply), ply),
            _ if !has_move && position.is_check(self.board, position.turn) => self.mark(position, number, marked(0), 0),
            _ => {}
        }
    }

    /// Returns the byte of the position after a move.
    #[inline]
    fn after(&self, position: &Position, step: RetroMove) -> u8 {
        if step.is_conversion() {
            return self.below.byte(&position.after(step, self.board).0);
        }
        let bytes = &self.bytes[half(position.turn.other())];
        self.index.number(&position.moved(step)).map_or(ILLEGAL, |number| bytes[number].load(Relaxed))
    }

    /// Calls `act` with every position from which a quiet move may lead to `position`.
    fn each_before(&self, position: &Position, act: impl Fn(Position, usize, u8)) {
        let turn = position.turn.other();
        position.each_before(self.board, |squares: Squares| {
            let Some(number) = self.index.number(&squares) else { return };
            let byte = self.bytes[half(turn)][number].load(Relaxed);
            act(Position { ending: self.ending, squares, turn }, number, byte);
        });
    }

    /// Marks the positions won in `ply`: those that wait for this ply, and those with a move to a position lost in one
    /// ply less.
    fn win(&self, ply: u8) {
        self.each_with(WAITING + ply, &|position, number| self.mark(&position, number, marked(ply), ply));
        self.each_with(marked(ply - 1), &|position, _| {
            self.each_before(&position, |before, number, byte| {
                if byte == OPEN || WAITING <= byte {
                    self.mark(&before, number, marked(ply), ply);
                }
            });
        });
    }

    /// Marks lost positions, in which all moves lead to positions that the opponent has already been found to win. The
    /// slowest of these wins was marked in the previous iteration, unless a capture or a promotion leads to a slower
    /// win.
    fn lose(&self, ply: u8) {
        self.each_with(marked(ply - 1), &|position, _| {
            self.each_before(&position, |before, number, byte| {
                if byte == OPEN
                    && let Some(ply) = self.loss(&before)
                {
                    self.mark(&before, number, marked(ply), ply);
                }
            });
        });
    }

    /// Returns the number of plies in which a position is lost, or `None` if a move leads to a position that is not
    /// known to be won for the opponent.
    fn loss(&self, position: &Position) -> Option<u8> {
        let mut longest = Some(0);
        position.each_step(self.board, |step| {
            let byte = self.after(position, step);
            if byte != ILLEGAL {
                let won = plies(byte).filter(|plies| plies % 2 == 1);
                longest = won.and_then(|plies| longest.map(|longest: u8| longest.max(plies + 1)));
            }
            longest.is_some()
        });
        longest
    }
}
