//! Retrograde analysis for people and for programs: what each iteration marked, and the table as a whole.

use crate::page::text::{columns, counted, left, noun, paragraph, side_name as side, wrapped};
use crate::page::{Paint, Style, board};
use crate::retro::{Board, Count, Half, Marks, Position, Summary, Tables, Value};
use serde::Serialize;
use shakmaty::Color;
use std::io::{self, Write};

/// A table as its page shows it.
pub struct Solved<'a> {
    tables: &'a Tables,
    summary: Summary,
}

/// Which marks a page shows on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Examples {
    /// The first of each kind: mated, won, lost.
    OfKinds,
    /// One of each iteration.
    OfIterations,
}

/// Columns of the longest bar.
const BAR: usize = 24;

#[derive(Serialize)]
struct Document {
    format: &'static str,
    version: u32,
    ending: String,
    board: usize,
    bytes: usize,
    tables: Vec<String>,
    iterations: usize,
    white: HalfDocument,
    black: HalfDocument,
    mutual_zugzwangs: Count,
}

#[derive(Serialize)]
struct HalfDocument {
    legal: Count,
    won: Count,
    lost: Count,
    drawn: Count,
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
    marked: Count,
    converted: Count,
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

/// The rule by which an iteration marks.
fn rule(ply: usize) -> &'static str {
    match ply {
        0 => "mate",
        _ if ply % 2 == 1 => "one move leads to a lost position",
        _ => "all moves lead to won positions",
    }
}

impl<'a> Solved<'a> {
    /// Looks at all positions of the table that was asked for.
    #[must_use]
    pub fn new(tables: &'a Tables) -> Self {
        Self { tables, summary: tables.summary() }
    }

    /// Returns how many boards [`print`](Self::print) draws.
    #[must_use]
    pub fn boards(&self) -> u64 {
        self.iterations().map(|(_, _, marks)| marks.marked.unique).sum()
    }

    /// Writes it as one JSON document.
    ///
    /// # Errors
    /// What writing gives.
    pub fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut *out, &self.document())?;
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
        serde_json::to_writer(&mut *out, &self.document())?;
        writeln!(out)
    }

    fn document(&self) -> Document {
        let [white, black] = self.summary.halves.each_ref().map(half_document);
        let zugzwangs = self.summary.zugzwangs.iter().map(|zugzwangs| zugzwangs.count);
        let add = |sum: Count, one: Count| Count { all: sum.all + one.all, unique: sum.unique + one.unique };
        Document {
            format: "plywood-retro",
            version: 1,
            ending: self.tables.ending().to_string(),
            board: self.tables.board().size(),
            bytes: self.tables.bytes(),
            tables: self.tables.endings().map(|ending| ending.to_string()).collect(),
            iterations: self.summary.iterations(),
            white,
            black,
            mutual_zugzwangs: zugzwangs.fold(Count::default(), add),
        }
    }

    /// All iterations in order, for each side that had something marked.
    fn iterations(&self) -> impl Iterator<Item = (usize, Color, &Marks)> {
        (0..self.summary.iterations()).flat_map(move |ply| {
            let of = move |turn| self.summary.half(turn).by_ply.get(ply).map(|marks| (ply, turn, marks));
            [Color::Black, Color::White].into_iter().filter_map(of).filter(|(_, _, marks)| marks.marked.all != 0)
        })
    }

    fn best(&self, position: &Position) -> Option<String> {
        let best = self.tables.choices(position).into_iter().next()?;
        Some(self.tables.name(position, best.step, false))
    }

    /// Writes the page: the log of the iterations, with an example of each kind of mark or of each iteration, then the summary.
    ///
    /// # Errors
    /// What writing gives.
    pub fn text(&self, examples: Examples, style: &Style, out: &mut dyn Write) -> io::Result<()> {
        self.title(style, out)?;
        self.log(style, out)?;
        self.examples(examples, style, out)?;
        self.totals(style, out)?;
        self.longest(style, out)?;
        self.zugzwangs(style, out)
    }

    fn title(&self, style: &Style, out: &mut dyn Write) -> io::Result<()> {
        let (ending, board) = (self.tables.ending(), self.tables.board());
        let title = format!("Retrograde analysis of {ending} on a board of {board}");
        writeln!(out, "{}\n", style.paint(&title, Paint::Heading))?;
        let made: Vec<String> =
            self.tables.endings().filter(|ending| !ending.is_empty()).map(|ending| ending.to_string()).collect();
        let others = match made.split_last() {
            Some((_, others)) if !others.is_empty() => format!(", after those of {}", others.join(", ")),
            _ => String::new(),
        };
        let bytes = self.tables.bytes();
        let text = format!(
            "The table was made from the mates backwards{others}: {bytes} bytes in all. An iteration marks what is won or \
             lost in one ply more than the one before. What is never marked is drawn."
        );
        paragraph(&text, style, out)?;
        writeln!(out)
    }

    /// Writes what each iteration marked, with a bar for how much is marked by then.
    fn log(&self, style: &Style, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", style.paint("Iterations", Paint::Heading))?;
        writeln!(out, "Positions are counted one of each class under the symmetries of the board.\n")?;
        writeln!(out, " ply  to move  result      marked  by capture  of all that this side")?;
        writeln!(out, "                                 or promotion  wins or loses")?;
        let decided = |half: &Half| half.won.unique + half.lost.unique;
        let mut sum = [0; 2];
        for (ply, turn, marks) in self.iterations() {
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
            writeln!(out, "{}", line.trim_end())?;
        }
        writeln!(out)
    }

    /// Writes examples of marks, a board with the move that marks it.
    fn examples(&self, examples: Examples, style: &Style, out: &mut dyn Write) -> io::Result<()> {
        let of = match examples {
            Examples::OfKinds => "kind of mark",
            Examples::OfIterations => "iteration",
        };
        writeln!(out, "{}\n", style.paint(&format!("An example of each {of}"), Paint::Heading))?;
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
            let text = self.cause(ply, turn, example);
            beside(&board(&example.fen(self.tables.board(), false), style), &text, style, out)?;
        }
        Ok(())
    }

    /// Says why a position was marked in this iteration.
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
                "Ply {ply}: all {} of {} lead to positions marked as won; {mv} holds out longest, and the position after it \
                 is won in {}.",
                counted(self.tables.choices(example).len() as u64, "move", "moves"),
                side(turn),
                ply - 1
            ),
        }
    }

    fn totals(&self, style: &Style, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}\n", style.paint("All positions", Paint::Heading))?;
        writeln!(out, "                      White to move             Black to move")?;
        writeln!(out, "                   all       unique          all       unique")?;
        let [white, black] = &self.summary.halves;
        let rows =
            [("legal", white.legal, black.legal), ("won", white.won, black.won), ("lost", white.lost, black.lost)];
        for (name, white, black) in rows.into_iter().chain([("drawn", white.drawn, black.drawn)]) {
            let row = [white.all, white.unique, black.all, black.unique];
            write!(out, "{name:<10}")?;
            let numbers: Vec<String> = row.iter().map(|number| format!("{number:>12}")).collect();
            writeln!(out, "{}", numbers.join(" "))?;
        }
        writeln!(out)?;
        let text = "All counts every placement; unique counts one of each class under the symmetries of the board. Won and \
                    lost are for the side to move.";
        paragraph(text, style, out)?;
        writeln!(out)
    }

    fn longest(&self, style: &Style, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}\n", style.paint("Longest mates", Paint::Heading))?;
        for turn in [Color::White, Color::Black] {
            let half = self.summary.half(turn);
            let Some((plies, count)) = half.longest() else {
                writeln!(out, "With {} to move nobody can mate by force.", side(turn))?;
                continue;
            };
            let result = if plies % 2 == 1 { "mates" } else { "is mated" };
            let text = format!(
                "{} to move {result} in {} at most: {}. Positions like that: {}, or {} unique.",
                side(turn),
                counted(plies.div_ceil(2) as u64, "move", "moves"),
                counted(plies as u64, "ply", "plies"),
                count.all,
                count.unique
            );
            match &half.by_ply[plies].example {
                Some(example) => {
                    let fen = example.fen(self.tables.board(), false);
                    beside(&board(&fen, style), &format!("{text} The first of them: {fen}"), style, out)?;
                }
                None => paragraph(&text, style, out)?,
            }
        }
        Ok(())
    }

    fn zugzwangs(&self, style: &Style, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}\n", style.paint("Mutual zugzwang", Paint::Heading))?;
        let kinds =
            ["drawn with White to move, lost with Black to move", "lost with White to move, drawn with Black to move"];
        let kinds = kinds.into_iter().chain(["lost for the side to move"]);
        let found = self.summary.zugzwangs.iter().zip(kinds).filter(|(zugzwangs, _)| zugzwangs.count.all != 0);
        let mut is_none = true;
        for (zugzwangs, kind) in found {
            is_none = false;
            let count = zugzwangs.count;
            let positions = noun(count.all, "position", "positions");
            let text = format!("{kind}: {} {positions}, or {} unique.", count.all, count.unique);
            let text = text[..1].to_uppercase() + &text[1..];
            if let Some(example) = &zugzwangs.example {
                let fen = example.fen(self.tables.board(), false);
                beside(&board(&fen, style), &format!("{text} The first of them is shown."), style, out)?;
            }
        }
        if is_none {
            paragraph(
                "There is none: in no position does each side do worse if it has to move than if the other has.",
                style,
                out,
            )?;
        }
        Ok(())
    }

    /// Writes every position that is won or lost, iteration by iteration, as small boards.
    ///
    /// # Errors
    /// What writing gives.
    pub fn print(&self, style: &Style, out: &mut dyn Write) -> io::Result<()> {
        let size = self.tables.board().size();
        let title = format!("Every won or lost position of {} on a board of {size}x{size}", self.tables.ending());
        writeln!(out, "{}\n", style.paint(&title, Paint::Heading))?;
        let across = ((style.width + 2) / (size + 2)).max(1);
        for (ply, turn, marks) in self.iterations() {
            let result = if ply % 2 == 1 { "wins" } else { "loses" };
            let heading = format!(
                "Ply {ply}: {} to move {result}, {} ({})",
                side(turn),
                counted(marks.marked.unique, "position", "positions"),
                rule(ply)
            );
            writeln!(out, "{}", style.paint(&heading, Paint::Heading))?;
            let wanted = if ply % 2 == 1 { Value::Won(ply as u8) } else { Value::Lost(ply as u8) };
            for row in self.tables.positions(turn, wanted).chunks(across) {
                print_row(row, self.tables.board(), out)?;
            }
        }
        Ok(())
    }
}

/// Writes small boards side by side.
fn print_row(row: &[Position], board: Board, out: &mut dyn Write) -> io::Result<()> {
    for rank in (0..board.size()).rev() {
        let letter = |position: &Position, file| {
            let man = board.square(file, rank).and_then(|square| position.piece_at(square));
            man.map_or('.', shakmaty::Piece::char)
        };
        let ranks: Vec<String> =
            row.iter().map(|position| (0..board.size()).map(|file| letter(position, file)).collect()).collect();
        writeln!(out, "{}", ranks.join("  "))?;
    }
    writeln!(out)
}

/// Writes a text beside a board, or below it where there is no room.
fn beside(board: &[String], text: &str, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let at = board.iter().map(|line| columns(line)).max().unwrap_or(0) + 4;
    let lines = wrapped(text, style.width.saturating_sub(at).max(20));
    for index in 0..board.len().max(lines.len()) {
        let board = board.get(index).map(String::as_str).unwrap_or_default();
        let line = lines.get(index).map(String::as_str).unwrap_or_default();
        writeln!(out, "{}", format!("{}{line}", left(board, at)).trim_end())?;
    }
    writeln!(out)
}
