//! Retrograde analysis on a page and as JSON: the marks of each iteration, and a summary of the table.

use super::{EndingTables, Half, IterationMarks, Position, PositionCount, RetroValue, SmallBoard, Summary};
use crate::core::text::write_json;
use crate::page::document::{Block, Document, PagePart};
use crate::page::text::{counted, noun, side_name as side};
use crate::page::{Style, board};
use serde::Serialize;
use shakmaty::Color;
use std::io::{self, Write};

pub struct Solved<'a> {
    pub(super) tables: &'a EndingTables,
    pub(super) summary: Summary,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Examples {
    /// The first position of each kind: mated, won, lost.
    OfKinds,
    OfIterations,
}

/// The length of the longest bar, in columns.
const BAR: usize = 24;

/// Returns the rule by which an iteration marks positions.
pub(super) fn rule(ply: usize) -> &'static str {
    match ply {
        0 => "mate",
        _ if ply % 2 == 1 => "one move leads to a lost position",
        _ => "all moves lead to won positions",
    }
}

impl<'a> Solved<'a> {
    /// Examines all positions of the requested table.
    pub fn new(tables: &'a EndingTables) -> Self {
        Self { tables, summary: tables.summary() }
    }

    /// Returns the number of boards that [`positions`](Self::positions) draws.
    pub fn boards(&self) -> u64 {
        self.iterations().map(|(_, _, marks)| marks.marked.unique).sum()
    }

    /// Returns all iterations in order, for each side that has a marked position.
    pub(super) fn iterations(&self) -> impl Iterator<Item = (usize, Color, &IterationMarks)> {
        (0..self.summary.iterations()).flat_map(move |ply| {
            let of = move |turn| self.summary.half(turn).by_ply.get(ply).map(|marks| (ply, turn, marks));
            [Color::Black, Color::White].into_iter().filter_map(of).filter(|(_, _, marks)| marks.marked.all != 0)
        })
    }

    pub(super) fn best(&self, position: &Position) -> Option<String> {
        let best = self.tables.choices(position).into_iter().next()?;
        Some(self.tables.name(position, best.step, false))
    }

    /// Returns the page: the log of the iterations, with an example of each kind of mark or of each iteration, then the
    /// summary. Includes a note if the requested ending (`asked`) was replaced by its colour-swapped version.
    pub fn document(&self, asked: Option<&str>, examples: Examples, style: &Style) -> Document {
        let mut page = Document::default();
        let solved = self.tables.ending().to_string();
        if let Some(asked) = asked.filter(|asked| **asked != solved) {
            page.text(format!("{asked} is solved as {solved}, with the colours swapped."));
            page.gap();
        }
        self.title(&mut page);
        self.log(&mut page);
        self.examples(examples, style, &mut page);
        self.totals(&mut page);
        self.longest(style, &mut page);
        self.zugzwangs(style, &mut page);
        page
    }

    fn title(&self, page: &mut Document) {
        let (ending, board) = (self.tables.ending(), self.tables.board());
        page.heading(format!("Retrograde analysis of {ending} ({board} board)"));
        page.gap();
        let made: Vec<String> =
            self.tables.endings().filter(|ending| !ending.is_empty()).map(|ending| ending.to_string()).collect();
        let others = match made.split_last() {
            Some((_, others)) if !others.is_empty() => format!(", after those of {}", others.join(", ")),
            _ => String::new(),
        };
        let bytes = self.tables.bytes();
        page.text(format!(
            "The tablebase was built backwards from the mates{others}: {bytes} bytes in all. Each iteration marks the positions that are won or lost in one ply more. Positions without a mark are draws."
        ));
        page.gap();
    }

    /// Adds the marks of each iteration, with a bar for the total so far.
    fn log(&self, page: &mut Document) {
        page.heading("Iterations");
        page.text("Positions that are the same by symmetry of the board count once.");
        page.gap();
        let decided = |half: &Half| half.won.unique + half.lost.unique;
        let mut sum = [0; 2];
        let heads = [
            " ply  to move  result      marked  by capture  share of this side's won or",
            "                                 or promotion  lost positions marked so far",
        ];
        let lines = self.iterations().map(|(ply, turn, marks)| {
            let sum = &mut sum[usize::from(turn.is_black())];
            *sum += marks.marked.unique;
            let all = decided(self.summary.half(turn)).max(1);
            let bar = "#".repeat((BAR as u64 * *sum / all) as usize);
            let result = if ply % 2 == 1 { "won" } else { "lost" };
            let line = format!(
                "{ply:>4}  {:<7}  {result:<6}  {:>10}  {:>10}  {bar}",
                side(turn),
                marks.marked.unique,
                marks.converted.unique
            );
            line.trim_end().to_owned()
        });
        page.part(PagePart::Table);
        page.lines(heads.map(str::to_owned).into_iter().chain(lines));
        page.gap();
        page.part(PagePart::Remarks);
    }

    /// Adds examples of marks: a board with the move that leads to the mark.
    fn examples(&self, examples: Examples, style: &Style, page: &mut Document) {
        let of = match examples {
            Examples::OfKinds => "kind of mark",
            Examples::OfIterations => "iteration",
        };
        page.heading(format!("An example of each {of}"));
        page.gap();
        let first = |wanted: fn(usize) -> bool| self.iterations().find(|&(ply, ..)| wanted(ply));
        let shown: Vec<_> = match examples {
            Examples::OfKinds => {
                let kinds = [first(|ply| ply == 0), first(|ply| ply % 2 == 1), first(|ply| ply != 0 && ply % 2 == 0)];
                kinds.into_iter().flatten().collect()
            }
            Examples::OfIterations => self.iterations().collect(),
        };
        for (ply, turn, marks) in shown {
            let Some(example) = &marks.example else { continue };
            self.beside(example, self.cause(ply, turn, example), style, page);
        }
    }

    fn beside(&self, position: &Position, text: String, style: &Style, page: &mut Document) {
        page.push(Block::Beside(board(&position.fen(self.tables.board(), false), style), text, Vec::new()));
        page.gap();
    }

    fn cause(&self, ply: usize, turn: Color, example: &Position) -> String {
        match (ply, self.best(example)) {
            (0, _) | (_, None) => format!("Ply 0: {} is mated, so this is lost in 0.", side(turn)),
            (_, Some(mv)) if ply % 2 == 1 => format!(
                "Ply {ply}: {} wins with {mv}, because the position after it is marked as lost in {}.",
                side(turn),
                ply - 1
            ),
            (_, Some(mv)) if self.tables.choices(example).len() == 1 => format!(
                "Ply {ply}: the only move of {}, {mv}, leads to a position marked as won in {}.",
                side(turn),
                ply - 1
            ),
            (_, Some(mv)) => format!(
                "Ply {ply}: all {} of {} lead to positions marked as won; {mv} resists longest, and the position after it is won in {}.",
                counted(self.tables.choices(example).len() as u64, "move", "moves"),
                side(turn),
                ply - 1
            ),
        }
    }

    fn totals(&self, page: &mut Document) {
        page.heading("All positions");
        page.gap();
        let [white, black] = &self.summary.halves;
        let rows =
            [("legal", white.legal, black.legal), ("won", white.won, black.won), ("lost", white.lost, black.lost)];
        let lines = rows.into_iter().chain([("drawn", white.drawn, black.drawn)]).map(|(name, white, black)| {
            let numbers = [white.all, white.unique, black.all, black.unique].map(|number| format!("{number:>12}"));
            format!("{name:<10}{}", numbers.join(" "))
        });
        let heads = [
            "                      White to move             Black to move",
            "                   all       unique          all       unique",
        ];
        page.lines(heads.map(str::to_owned).into_iter().chain(lines));
        page.gap();
        page.text(
            "All counts every placement; unique counts positions that are the same by symmetry once. Won and lost are for the side to move.",
        );
        page.gap();
    }

    fn longest(&self, style: &Style, page: &mut Document) {
        page.heading("Longest mates");
        page.gap();
        for turn in [Color::White, Color::Black] {
            let half = self.summary.half(turn);
            let Some((plies, count)) = half.longest() else {
                page.text(format!("With {} to move, neither side can force mate.", side(turn)));
                continue;
            };
            let result = if plies % 2 == 1 { "the longest mate takes" } else { "being mated takes at most" };
            let text = format!(
                "{} to move: {result} {} ({}). {} {} that many ({} unique).",
                side(turn),
                counted(plies.div_ceil(2) as u64, "move", "moves"),
                counted(plies as u64, "ply", "plies"),
                counted(count.all, "position", "positions"),
                noun(count.all, "needs", "need"),
                count.unique
            );
            match &half.by_ply[plies].example {
                Some(example) => {
                    let fen = example.fen(self.tables.board(), false);
                    self.beside(example, format!("{text} The first of them: {fen}"), style, page);
                }
                None => page.text(text),
            }
        }
    }

    fn zugzwangs(&self, style: &Style, page: &mut Document) {
        page.heading("Mutual zugzwang");
        page.gap();
        let kinds =
            ["Drawn with White to move, lost with Black to move", "Lost with White to move, drawn with Black to move"];
        let kinds = kinds.into_iter().chain(["Lost for the side to move"]);
        let mut is_none = true;
        for (zugzwangs, kind) in self.summary.zugzwangs.iter().zip(kinds) {
            let PositionCount { all, unique } = zugzwangs.count;
            is_none &= all == 0;
            if let Some(example) = zugzwangs.example.as_ref().filter(|_| all != 0) {
                let positions = noun(all, "position", "positions");
                let text = format!("{kind}: {all} {positions}, or {unique} unique. The first of them is shown.");
                self.beside(example, text, style, page);
            }
        }
        if is_none {
            page.text("There is none: in no position do both sides do worse if they have to move.");
        }
    }

    /// Returns every won or lost position, iteration by iteration, as small boards on a page of `width` columns.
    pub fn positions(&self, width: usize) -> Document {
        let mut page = Document::default();
        let size = self.tables.board().size();
        page.heading(format!("Every won or lost position of {} ({size}x{size} board)", self.tables.ending()));
        page.gap();
        let across = ((width + 2) / (size + 2)).max(1);
        for (ply, turn, marks) in self.iterations() {
            let result = if ply % 2 == 1 { "wins" } else { "loses" };
            page.heading(format!(
                "Ply {ply}: {} to move {result}, {} ({})",
                side(turn),
                counted(marks.marked.unique, "position", "positions"),
                rule(ply)
            ));
            let wanted = if ply % 2 == 1 { RetroValue::Won(ply as u8) } else { RetroValue::Lost(ply as u8) };
            for row in self.tables.positions(turn, wanted).chunks(across) {
                page.lines(ranks(row, self.tables.board()));
                page.gap();
            }
        }
        page
    }
}

/// Returns small boards side by side, rank by rank.
fn ranks(row: &[Position], board: SmallBoard) -> impl Iterator<Item = String> {
    (0..board.size()).rev().map(move |rank| {
        let letter = |position: &Position, file| {
            let man = board.square(file, rank).and_then(|square| position.piece_at(square));
            man.map_or('.', shakmaty::Piece::char)
        };
        let ranks: Vec<String> =
            row.iter().map(|position| (0..board.size()).map(|file| letter(position, file)).collect()).collect();
        ranks.join("  ")
    })
}

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

/// The marks of one iteration for one side to move, as a JSON line.
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
    /// Writes the page's data as one JSON document.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        write_json(&self.table_document(), out)
    }

    /// Writes a line for each iteration and side to move, and the summary on the last line.
    ///
    /// # Errors
    /// If `out` cannot be written.
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
            writeln!(out, "{}", serde_json::to_string(&line)?)?;
        }
        writeln!(out, "{}", serde_json::to_string(&self.table_document())?)
    }

    fn table_document(&self) -> TableDocument {
        let [white, black] = self.summary.halves.each_ref().map(half_document);
        let zugzwangs = self.summary.zugzwangs.iter().map(|zugzwangs| zugzwangs.count);
        let add = |mut sum: PositionCount, one| {
            sum.add(one);
            sum
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
