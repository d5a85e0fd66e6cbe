//! The summary of a table: the number of positions won in each number of plies, the longest mates, and mutual
//! zugzwangs.

use super::position::Position;
use super::{EndingTable, EndingTables, ILLEGAL, OPEN, RetroValue, half, plies, value};
use rayon::prelude::*;
use serde::Serialize;
use shakmaty::Color;

/// A number of positions, counted with and without symmetric positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PositionCount {
    pub all: u64,
    /// The number of positions if positions that are equal under a symmetry of the board count as one. There are eight
    /// symmetries, or two with pawns.
    pub unique: u64,
}

impl PositionCount {
    pub(super) fn add(&mut self, other: Self) {
        self.all += other.all;
        self.unique += other.unique;
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IterationMarks {
    /// The number of positions won or lost in this number of plies.
    pub marked: PositionCount,
    /// The number of these positions that a capture or a promotion decides: no other move wins as fast, or every other
    /// move loses sooner.
    pub converted: PositionCount,
    /// The lowest-numbered of these positions.
    pub example: Option<Position>,
    number: usize,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Half {
    pub legal: PositionCount,
    pub won: PositionCount,
    pub lost: PositionCount,
    pub drawn: PositionCount,
    pub by_ply: Vec<IterationMarks>,
}

impl Half {
    /// Returns the maximum number of plies to a mate, and the number of positions with a mate in that many plies, or
    /// `None` if there is no mate.
    pub fn longest(&self) -> Option<(usize, PositionCount)> {
        self.by_ply
            .iter()
            .enumerate()
            .rev()
            .find(|(_, marks)| marks.marked.all != 0)
            .map(|(ply, marks)| (ply, marks.marked))
    }
}

/// Positions in which the side to move would prefer to pass.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Zugzwangs {
    pub count: PositionCount,
    /// The lowest-numbered of these positions.
    pub example: Option<Position>,
    number: usize,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    pub halves: [Half; 2],
    /// Mutual zugzwangs: White's result is worse with White to move than with Black to move. First come positions that
    /// are either drawn or won by White, then positions that are either drawn or won by Black, then positions that the
    /// side to move always loses.
    pub zugzwangs: [Zugzwangs; 3],
}

impl Summary {
    pub const fn half(&self, turn: Color) -> &Half {
        &self.halves[half(turn)]
    }

    /// Returns the number of iterations, including the one that marks the mates.
    pub fn iterations(&self) -> usize {
        self.halves.iter().filter_map(Half::longest).map(|(ply, _)| ply + 1).max().unwrap_or(0)
    }
}

impl EndingTables {
    /// Returns the summary of the requested table. Takes time proportional to the number of its positions and their
    /// moves.
    pub fn summary(&self) -> Summary {
        let Some(table) = self.tables.last() else { return Summary::default() };
        let numbers = (0..table.index.len()).into_par_iter().with_min_len(1 << 12);
        let add = |mut summary: Summary, number| {
            self.count(table, number, &mut summary);
            summary
        };
        numbers.fold(Summary::default, add).reduce(Summary::default, join)
    }

    /// Returns the positions of the requested table with `turn` to move and this value, one for each class of symmetric
    /// positions. Takes time proportional to the size of the table.
    pub fn positions(&self, turn: Color, wanted: RetroValue) -> Vec<Position> {
        let Some(table) = self.tables.last() else { return Vec::new() };
        let bytes = table.bytes[half(turn)].iter().enumerate();
        let numbers = bytes.filter(|&(_, &byte)| value(byte) == Some(wanted)).map(|(number, _)| number);
        numbers.map(|number| Position { ending: table.ending, squares: table.index.squares(number), turn }).collect()
    }

    fn count(&self, table: &EndingTable, number: usize, summary: &mut Summary) {
        let bytes = [0, 1].map(|half| table.bytes[half][number]);
        if bytes == [ILLEGAL; 2] {
            return;
        }
        let squares = table.index.squares(number);
        let one = PositionCount { all: table.index.weight(&squares), unique: 1 };
        for turn in [Color::White, Color::Black] {
            let position = Position { ending: table.ending, squares, turn };
            let (byte, half) = (bytes[half(turn)], &mut summary.halves[half(turn)]);
            let Some(value) = value(byte) else { continue };
            half.legal.add(one);
            match value {
                RetroValue::Won(_) => half.won.add(one),
                RetroValue::Drawn => half.drawn.add(one),
                RetroValue::Lost(_) => half.lost.add(one),
            }
            if byte == OPEN {
                continue;
            }
            let ply = usize::from(plies(byte).unwrap_or_default());
            if half.by_ply.len() <= ply {
                half.by_ply.resize(ply + 1, IterationMarks::default());
            }
            let converted = if self.is_converted(&position, value) { one } else { PositionCount::default() };
            half.by_ply[ply].join(IterationMarks { marked: one, converted, example: Some(position), number });
        }
        if let (Some(white), Some(black)) = (value(bytes[0]), value(bytes[1]))
            && let Some(kind) = zugzwang(white, black)
        {
            let example = Some(Position { ending: table.ending, squares, turn: Color::White });
            summary.zugzwangs[kind].join(Zugzwangs { count: one, example, number });
        }
    }

    /// Returns whether a capture or a promotion decides a position, that is, whether no quiet move is as good.
    fn is_converted(&self, position: &Position, value: RetroValue) -> bool {
        let (mut conversion, mut quiet) = (false, false);
        position.each_step(self.board, |step| {
            // Most positions have neither captures nor promotions, and need no lookup.
            conversion |= step.is_conversion();
            true
        });
        if !conversion {
            return false;
        }
        conversion = false;
        position.each_step(self.board, |step| {
            let after = self.byte(&position.after(step, self.board).0);
            // The number of plies alone shows whether the position is won or lost.
            let deciding = plies(after).is_some_and(|plies| Some(plies + 1) == value.plies());
            conversion |= deciding && step.is_conversion();
            quiet |= deciding && !step.is_conversion();
            !quiet
        });
        conversion && !quiet
    }
}

/// Returns the kind of mutual zugzwang of a position, given its values with White and with Black to move.
fn zugzwang(white: RetroValue, black: RetroValue) -> Option<usize> {
    match (white, black) {
        (RetroValue::Drawn, RetroValue::Lost(_)) => Some(0),
        (RetroValue::Lost(_), RetroValue::Drawn) => Some(1),
        (RetroValue::Lost(_), RetroValue::Lost(_)) => Some(2),
        _ => None,
    }
}

impl IterationMarks {
    fn join(&mut self, other: Self) {
        self.marked.add(other.marked);
        self.converted.add(other.converted);
        keep_first((&mut self.example, &mut self.number), (other.example, other.number));
    }
}

impl Zugzwangs {
    fn join(&mut self, other: Self) {
        self.count.add(other.count);
        keep_first((&mut self.example, &mut self.number), (other.example, other.number));
    }
}

/// Keeps the example with the smaller number, so that the result doesn't depend on the order in which examples are
/// found.
fn keep_first(kept: (&mut Option<Position>, &mut usize), other: (Option<Position>, usize)) {
    if other.0.is_some() && (kept.0.is_none() || other.1 < *kept.1) {
        (*kept.0, *kept.1) = other;
    }
}

fn join(mut one: Summary, other: Summary) -> Summary {
    for (half, other) in one.halves.iter_mut().zip(other.halves) {
        half.legal.add(other.legal);
        half.won.add(other.won);
        half.lost.add(other.lost);
        half.drawn.add(other.drawn);
        if half.by_ply.len() < other.by_ply.len() {
            half.by_ply.resize(other.by_ply.len(), IterationMarks::default());
        }
        for (marks, other) in half.by_ply.iter_mut().zip(other.by_ply) {
            marks.join(other);
        }
    }
    for (zugzwangs, other) in one.zugzwangs.iter_mut().zip(other.zugzwangs) {
        zugzwangs.join(other);
    }
    one
}
