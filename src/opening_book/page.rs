//! The moves of an opening book, on a page and as JSON.

use crate::core::game::chess::Chess;
use crate::core::text::write_json;
use crate::opening_book::{Book, BookChoice, KeyPart, key, key_parts};
use crate::page::document::{Column, Document, Table};
use crate::page::text::{counted, side_name};
use crate::page::{Style, board};
use serde::Serialize;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{EnPassantMode, Position};
use std::io::{self, Write};

#[derive(Clone, Debug)]
pub(crate) struct BookPage<'a> {
    pub name: &'a str,
    pub entries: usize,
    pub position: &'a Chess,
    pub choices: Vec<BookChoice>,
    pub chosen: Option<BookChoice>,
    pub seed: Option<u64>,
}

#[derive(Serialize)]
struct BookJson<'a> {
    format: &'static str,
    version: u32,
    book: &'a str,
    fen: String,
    key: String,
    entries: Vec<EntryDocument>,
    chosen: Option<String>,
    seed: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    key_parts: Vec<PartDocument>,
}

#[derive(Serialize)]
struct EntryDocument {
    uci: String,
    san: String,
    weight: u16,
    learn: u32,
    percent: f64,
}

#[derive(Serialize)]
struct PartDocument {
    what: String,
    number: String,
}

fn san(position: &Chess, choice: &BookChoice) -> String {
    SanPlus::from_move(position.clone(), choice.mv).to_string()
}

impl BookPage<'_> {
    fn fen(&self) -> String {
        Fen::from_position(self.position, EnPassantMode::Legal).to_string()
    }

    /// Writes the result as one JSON document; `parts` adds the parts of the key.
    pub(crate) fn json(&self, parts: bool, out: &mut dyn Write) -> io::Result<()> {
        let entry = |choice: &BookChoice| EntryDocument {
            uci: choice.uci(),
            san: san(self.position, choice),
            weight: choice.entry.weight,
            learn: choice.entry.learn,
            percent: choice.percent(),
        };
        let part = |part: KeyPart| PartDocument { what: part.what, number: format!("{:016x}", part.number) };
        let parts = if parts { key_parts(self.position) } else { Vec::new() };
        let document = BookJson {
            format: "plywood-book",
            version: 1,
            book: self.name,
            fen: self.fen(),
            key: format!("{:016x}", key(self.position)),
            entries: self.choices.iter().map(entry).collect(),
            chosen: self.chosen.as_ref().map(BookChoice::uci),
            seed: self.seed,
            key_parts: parts.into_iter().map(part).collect(),
        };
        write_json(&document, out)
    }

    /// Returns the page; `parts` adds the computation of the key.
    pub(crate) fn document(&self, parts: bool, style: &Style) -> Document {
        let mut page = Document::default();
        page.heading(format!("The opening book {}, {}", self.name, counted(self.entries as u64, "entry", "entries")));
        page.gap();
        page.lines(board(&self.fen(), style));
        page.gap();
        page.text(self.sentence());
        page.gap();
        if !self.choices.is_empty() {
            let row = |choice: &BookChoice| {
                let percent = format!("{:.2}", choice.percent());
                [san(self.position, choice), choice.entry.weight.to_string(), percent, choice.entry.learn.to_string()]
            };
            let kinds = [Column::Left, Column::Right, Column::Right, Column::Right];
            page.table(Table::new(kinds, ["move", "weight", "percent", "learn"], self.choices.iter().map(row)));
            page.gap();
        }
        if parts {
            self.key(&mut page);
        } else {
            page.text(format!("Key {:016x}; --zobrist shows how it is computed.", key(self.position)));
        }
        page
    }

    fn sentence(&self) -> String {
        let side = side_name(self.position.turn());
        let Some(chosen) = &self.chosen else {
            let known = if self.choices.is_empty() {
                "does not contain this position"
            } else {
                "gives every move weight 0 here"
            };
            return format!("{side} to move. The book {known}, so an engine has to search.");
        };
        let how = match self.seed {
            Some(seed) => format!("It was chosen at random, in proportion to the weights, with seed {seed}."),
            None => "It has the highest weight; --random SEED chooses in proportion to the weights.".to_owned(),
        };
        format!(
            "{side} to move. The move {} comes from the book; nothing was searched. {how}",
            san(self.position, chosen)
        )
    }

    fn key(&self, page: &mut Document) {
        page.heading("The key");
        page.gap();
        page.text(
            "Each feature of the position has a fixed random 64-bit number. The key is the XOR of these numbers: each line shows one number and the key so far.",
        );
        page.gap();
        let rows = key_parts(self.position).into_iter().scan(0, |sum, part| {
            *sum ^= part.number;
            Some([part.what, format!("{:016x}", part.number), format!("{sum:016x}")])
        });
        page.table(Table::new([Column::Left, Column::Right, Column::Right], ["fact", "number", "key so far"], rows));
    }
}

/// Writes every entry of a book as a line: key, move, weight, learn.
pub(crate) fn dump(book: &Book, out: &mut dyn Write) -> io::Result<()> {
    for entry in book.entries() {
        writeln!(out, "{:016x} {} {} {}", entry.key, entry.mv, entry.weight, entry.learn)?;
    }
    Ok(())
}
