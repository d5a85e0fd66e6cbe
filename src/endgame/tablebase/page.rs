//! The tablebase results of a position and of each move, on a page and as JSON.

use crate::core::game::chess::Chess;
use crate::core::text::{listed, write_json};
use crate::endgame::retro::CLOCK;
use crate::endgame::tablebase::{JudgedMove, Known, Tables};
use crate::page::document::{Column, Document, PagePart, Table};
use crate::page::text::{counted, side_name};
use crate::page::{Style, board};
use serde::Serialize;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, EnPassantMode, Position};
use std::io::{self, Write};

#[derive(Clone, Debug)]
pub(crate) struct TablesPage<'a> {
    position: &'a Chess,
    known: Option<Known>,
    moves: Vec<JudgedMove>,
    missing: Vec<String>,
}

#[derive(Serialize)]
struct TablesJson {
    format: &'static str,
    version: u32,
    fen: String,
    wdl: Option<i8>,
    dtz: Option<i32>,
    mate: Option<u8>,
    best: Option<String>,
    moves: Vec<MoveDocument>,
    missing: Vec<String>,
}

/// A move. Its values are for the side that makes the move, and are counted from the position after the move.
#[derive(Serialize)]
struct MoveDocument {
    uci: String,
    san: String,
    wdl: Option<i8>,
    dtz: Option<i32>,
    mate: Option<u8>,
}

impl<'a> TablesPage<'a> {
    pub(crate) fn new(position: &'a Chess, tables: &Tables) -> Self {
        let (known, moves) = (tables.know(position), tables.moves(position));
        Self { position, known, moves, missing: tables.missing() }
    }

    pub(crate) const fn is_known(&self) -> bool {
        self.known.is_some()
    }

    fn fen(&self) -> String {
        Fen::from_position(self.position, EnPassantMode::Legal).to_string()
    }

    fn san(&self, judged: &JudgedMove) -> String {
        SanPlus::from_move(self.position.clone(), judged.mv).to_string()
    }

    fn best(&self) -> Option<&JudgedMove> {
        self.moves.first().filter(|_| self.moves.iter().all(|judged| judged.known.is_some()))
    }

    pub(crate) fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        let uci = |judged: &JudgedMove| UciMove::from_move(judged.mv, CastlingMode::Standard).to_string();
        let entry = |judged: &JudgedMove| MoveDocument {
            uci: uci(judged),
            san: self.san(judged),
            wdl: judged.known.map(|known| known.wdl),
            dtz: judged.known.and_then(|known| known.dtz),
            mate: judged.known.and_then(|known| known.mate),
        };
        let document = TablesJson {
            format: "plywood-tables",
            version: 1,
            fen: self.fen(),
            wdl: self.known.map(|known| known.wdl),
            dtz: self.known.and_then(|known| known.dtz),
            mate: self.known.and_then(|known| known.mate),
            best: self.best().map(uci),
            moves: self.moves.iter().map(entry).collect(),
            missing: self.missing.clone(),
        };
        write_json(&document, out)
    }

    pub(crate) fn document(&self, style: &Style) -> Document {
        let mut page = Document::default();
        page.heading("The result in the tablebase");
        page.gap();
        page.lines(board(&self.fen(), style));
        page.gap();
        page.part(PagePart::Result);
        page.text(self.sentence());
        if !self.moves.is_empty() {
            page.gap();
            let kinds = [Column::Left, Column::Left, Column::Right, Column::Right];
            let head = |is_known, head| if is_known { head } else { "" };
            let heads = ["move", "result", head(self.has(dtz_of), "DTZ"), head(self.has(mate_of), "mate")];
            page.part(PagePart::Table);
            page.table(Table::new(kinds, heads, self.moves.iter().map(|judged| self.row(judged))));
            page.gap();
            page.text(self.columns());
        }
        page
    }

    fn row(&self, judged: &JudgedMove) -> [String; 4] {
        // An empty column is omitted.
        let number = |of: fn(Known) -> Option<i32>| match judged.known.and_then(of) {
            Some(number) => number.to_string(),
            None if self.has(of) => "-".to_owned(),
            None => String::new(),
        };
        [self.san(judged), judged.known.map_or("not known", Known::word).to_owned(), number(dtz_of), number(mate_of)]
    }

    fn has(&self, of: fn(Known) -> Option<i32>) -> bool {
        self.moves.iter().any(|judged| judged.known.and_then(of).is_some())
    }

    fn columns(&self) -> String {
        let dtz = "DTZ (distance to zeroing) counts plies to the next capture or pawn move";
        let dash = "a dash means a draw, or that the tablebase has no number";
        let counts = match (self.has(dtz_of), self.has(mate_of)) {
            (true, true) => format!(" {dtz}, mate those to the mate, both from the position after the move; {dash}."),
            (true, false) => format!(" {dtz}, from the position after the move; {dash}."),
            (false, true) => format!(" Mate counts plies to the mate, from the position after the move; {dash}."),
            (false, false) => String::new(),
        };
        format!("Results are for the side that makes the move.{counts}")
    }

    /// Describes the result of the position, and the moves that keep it.
    pub(crate) fn sentence(&self) -> String {
        let side = side_name(self.position.turn());
        let Some(known) = self.known else {
            return format!("{side} to move. The tablebase does not contain this position.");
        };
        if self.position.is_checkmate() || self.position.is_stalemate() {
            let how = if self.position.is_check() { "checkmate" } else { "stalemate" };
            return format!("{side} to move. The game is over: {how}.");
        }
        let count = match (known.mate, known.dtz) {
            (Some(mate), _) => format!(", mate in {}", counted(u64::from(mate), "ply", "plies")),
            (None, Some(dtz)) if dtz != 0 => {
                format!(", {} to the next capture or pawn move", counted(u64::from(dtz.unsigned_abs()), "ply", "plies"))
            }
            _ => String::new(),
        };
        let keeps = |judged: &&JudgedMove| judged.known.is_some_and(|after| after.wdl == known.wdl);
        let keeping: Vec<String> = self.moves.iter().filter(keeps).map(|judged| self.san(judged)).collect();
        let is_all_one = known.wdl == 0 && keeping.len() == self.moves.len();
        let best = match self.best() {
            Some(best) if !is_all_one => format!(" Best is {}.", self.san(best)),
            _ => String::new(),
        };
        let which = match keeping.len() {
            0 => String::new(),
            _ if is_all_one => " Every move draws; none is better than another.".to_owned(),
            all if all == self.moves.len() => match known.wdl {
                2 => " Every move still wins.".to_owned(),
                -2 => " Every move loses.".to_owned(),
                _ => " Every move keeps that result.".to_owned(),
            },
            1 => format!(" Only {} keeps that result.", keeping[0]),
            _ => format!(" Moves that keep that result: {}.", listed(&keeping)),
        };
        format!("{side} to move: {}{count}.{best}{which}{}", known.word(), self.about_the_clock(known))
    }

    /// Describes the effect of the fifty-move rule if the win or loss comes too late.
    fn about_the_clock(&self, known: Known) -> String {
        let won = Known { wdl: known.wdl.signum() * 2, ..known };
        if !won.is_late(self.position) {
            return String::new();
        }
        let what = if known.mate.is_some() { "this mate" } else { "that capture or pawn move" };
        match CLOCK.checked_sub(self.position.halfmoves()).map(u64::from) {
            None | Some(0) => " The fifty-move rule has already drawn the game.".to_owned(),
            Some(left) if known.wdl.abs() == 1 => format!(
                " The fifty-move rule draws after {}, so {what} comes too late.",
                counted(left, "more ply", "more plies")
            ),
            Some(left) => format!(
                " The tablebase does not know the fifty-move rule, which draws after {} without a capture or a pawn move; {what} may come too late.",
                counted(left, "more ply", "more plies")
            ),
        }
    }

    /// Describes the result of each move in one sentence, for a page that shows a search.
    pub(crate) fn verdicts(&self) -> String {
        let groups = [2, 1, 0, -1, -2].into_iter().filter_map(|wdl| {
            let of = |judged: &&JudgedMove| judged.known.is_some_and(|known| known.wdl == wdl);
            let names: Vec<String> = self.moves.iter().filter(of).map(|judged| self.san(judged)).collect();
            let word = Known { wdl, dtz: None, mate: None }.word();
            (!names.is_empty()).then(|| format!("{word}: {}", listed(&names)))
        });
        groups.collect::<Vec<_>>().join("; ")
    }
}

/// Returns the number of plies to the next capture or pawn move, if the position is won or lost.
fn dtz_of(known: Known) -> Option<i32> {
    known.dtz.filter(|_| known.wdl != 0)
}

fn mate_of(known: Known) -> Option<i32> {
    known.mate.map(i32::from)
}
