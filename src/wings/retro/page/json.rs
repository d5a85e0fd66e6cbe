//! A solved ending for programs.

use super::{Solved, rule};
use crate::page::text::side_name as side;
use crate::retro::{Half, PositionCount};
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
struct TableDocument {
    format: &'static str,
    version: u32,
    ending: String,
    board: usize,
    bytes: usize,
    tables: Vec<String>,
    iterations: usize,
    white: HalfDocument,
    black: HalfDocument,
    mutual_zugzwangs: PositionCount,
}

#[derive(Serialize)]
struct HalfDocument {
    legal: PositionCount,
    won: PositionCount,
    lost: PositionCount,
    drawn: PositionCount,
    longest: Option<usize>,
    longest_all: u64,
    longest_unique: u64,
    by_ply: Vec<PlyDocument>,
}

#[derive(Serialize)]
struct PlyDocument {
    ply: usize,
    all: u64,
    unique: u64,
}

/// What one iteration marked for one side to move, a line of its own.
#[derive(Serialize)]
struct IterationDocument {
    ply: usize,
    side_to_move: &'static str,
    result: &'static str,
    rule: &'static str,
    marked: PositionCount,
    converted: PositionCount,
    example: String,
    #[serde(rename = "move")]
    mv: Option<String>,
}

fn half_document(half: &Half) -> HalfDocument {
    let longest = half.longest();
    let marked = half.by_ply.iter().enumerate().filter(|(_, marks)| marks.marked.all != 0);
    HalfDocument {
        legal: half.legal,
        won: half.won,
        lost: half.lost,
        drawn: half.drawn,
        longest: longest.map(|longest| longest.0),
        longest_all: longest.map_or(0, |longest| longest.1.all),
        longest_unique: longest.map_or(0, |longest| longest.1.unique),
        by_ply: marked
            .map(|(ply, marks)| PlyDocument { ply, all: marks.marked.all, unique: marks.marked.unique })
            .collect(),
    }
}

impl Solved<'_> {
    /// Writes it as one JSON document.
    ///
    /// # Errors
    /// What writing gives.
    pub fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut *out, &self.table_document())?;
        writeln!(out)
    }

    /// Writes a line for each iteration and side to move, and the whole in the last.
    ///
    /// # Errors
    /// What writing gives.
    pub fn json_lines(&self, out: &mut dyn Write) -> io::Result<()> {
        for (ply, turn, marks) in self.iterations() {
            let Some(example) = &marks.example else { continue };
            let line = IterationDocument {
                ply,
                side_to_move: side(turn),
                result: if ply % 2 == 1 { "won" } else { "lost" },
                rule: rule(ply),
                marked: marks.marked,
                converted: marks.converted,
                example: example.fen(self.tables.board(), false),
                mv: self.best(example),
            };
            serde_json::to_writer(&mut *out, &line)?;
            writeln!(out)?;
        }
        serde_json::to_writer(&mut *out, &self.table_document())?;
        writeln!(out)
    }

    fn table_document(&self) -> TableDocument {
        let [white, black] = self.summary.halves.each_ref().map(half_document);
        let zugzwangs = self.summary.zugzwangs.iter().map(|zugzwangs| zugzwangs.count);
        let add = |sum: PositionCount, one: PositionCount| PositionCount {
            all: sum.all + one.all,
            unique: sum.unique + one.unique,
        };
        TableDocument {
            format: "plywood-retro",
            version: 1,
            ending: self.tables.ending().to_string(),
            board: self.tables.board().size(),
            bytes: self.tables.bytes(),
            tables: self.tables.endings().map(|ending| ending.to_string()).collect(),
            iterations: self.summary.iterations(),
            white,
            black,
            mutual_zugzwangs: zugzwangs.fold(PositionCount::default(), add),
        }
    }
}
