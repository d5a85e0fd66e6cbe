//! What an opening book knows, for people and as JSON.

use crate::book::{Book, Choice, KeyPart, key, key_parts};
use crate::game::chess::Chess;
use crate::page::text::{counted, paragraph, side_name, table};
use crate::page::{Paint, Style, board};
use serde::Serialize;
use shakmaty::san::SanPlus;
use shakmaty::{EnPassantMode, Position, fen::Fen};
use std::io::{self, Write};

/// What a book says of a position.
#[derive(Clone, Debug)]
pub(crate) struct BookPage<'a> {
    /// How the book is called.
    pub name: &'a str,
    /// How many entries it has.
    pub entries: usize,
    /// The position.
    pub position: &'a Chess,
    /// Its moves in the order of the file.
    pub choices: Vec<Choice>,
    /// The one that is played.
    pub chosen: Option<Choice>,
    /// The seed, if it was chosen by chance.
    pub seed: Option<u64>,
}

#[derive(Serialize)]
struct Document<'a> {
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

fn san(position: &Chess, choice: &Choice) -> String {
    SanPlus::from_move(position.clone(), choice.mv).to_string()
}

impl BookPage<'_> {
    fn fen(&self) -> String {
        Fen::from_position(self.position, EnPassantMode::Legal).to_string()
    }

    /// Writes it as one JSON document; `parts` adds what the key is made of.
    ///
    /// # Errors
    /// What writing gives.
    pub(crate) fn json(&self, parts: bool, out: &mut dyn Write) -> io::Result<()> {
        let entry = |choice: &Choice| EntryDocument {
            uci: choice.uci(),
            san: san(self.position, choice),
            weight: choice.entry.weight,
            learn: choice.entry.learn,
            percent: choice.percent(),
        };
        let part = |part: KeyPart| PartDocument { what: part.what, number: format!("{:016x}", part.number) };
        let parts = if parts { key_parts(self.position) } else { Vec::new() };
        let document = Document {
            format: "plywood-book",
            version: 1,
            book: self.name,
            fen: self.fen(),
            key: format!("{:016x}", key(self.position)),
            entries: self.choices.iter().map(entry).collect(),
            chosen: self.chosen.as_ref().map(Choice::uci),
            seed: self.seed,
            key_parts: parts.into_iter().map(part).collect(),
        };
        serde_json::to_writer_pretty(&mut *out, &document)?;
        writeln!(out)
    }

    /// Writes the page; `parts` adds how the key is made.
    ///
    /// # Errors
    /// What writing gives.
    pub(crate) fn text(&self, parts: bool, style: &Style, out: &mut dyn Write) -> io::Result<()> {
        let title = format!("The opening book {}, {}", self.name, counted(self.entries as u64, "entry", "entries"));
        writeln!(out, "{}\n", style.paint(&title, Paint::Heading))?;
        for line in board(&self.fen(), style) {
            writeln!(out, "{line}")?;
        }
        writeln!(out)?;
        paragraph(&self.sentence(), style, out)?;
        writeln!(out)?;
        if !self.choices.is_empty() {
            let heads = ["move", "weight", "percent", "learn"].map(str::to_owned);
            let row = |choice: &Choice| {
                let percent = format!("{:.2}", choice.percent());
                [san(self.position, choice), choice.entry.weight.to_string(), percent, choice.entry.learn.to_string()]
            };
            let rows: Vec<[String; 4]> = [heads].into_iter().chain(self.choices.iter().map(row)).collect();
            table(&rows, &[false, true, true, true], out)?;
            writeln!(out)?;
        }
        if parts {
            self.key(style, out)
        } else {
            writeln!(out, "Key {:016x}; --key shows how it is made.", key(self.position))
        }
    }

    /// Says where the move comes from.
    fn sentence(&self) -> String {
        let side = side_name(self.position.turn());
        let Some(chosen) = &self.chosen else {
            let known =
                if self.choices.is_empty() { "does not know this position" } else { "gives no move any weight here" };
            return format!("{side} to move. The book {known}, so an engine has to search.");
        };
        let how = match self.seed {
            Some(seed) => format!("It was chosen by chance, in proportion to the weights, with seed {seed}."),
            None => "It has the most weight; --seed N chooses in proportion to the weights.".to_owned(),
        };
        format!(
            "{side} to move. The move {} comes from the book; nothing was searched. {how}",
            san(self.position, chosen)
        )
    }

    /// Writes how the key is made.
    fn key(&self, style: &Style, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}\n", style.paint("The key", Paint::Heading))?;
        let text = "Each fact of the position has a number of 64 bits, chosen by chance once and for all. The key is their \
                    exclusive or: each line shows a number, and the key as far as it is then.";
        paragraph(text, style, out)?;
        writeln!(out)?;
        let mut sum = 0;
        let mut rows = vec![["fact", "number", "key so far"].map(str::to_owned)];
        for part in key_parts(self.position) {
            sum ^= part.number;
            rows.push([part.what, format!("{:016x}", part.number), format!("{sum:016x}")]);
        }
        table(&rows, &[false, true, true], out)
    }
}

/// Writes every entry of a book as a line: key, move, weight, learn.
///
/// # Errors
/// What writing gives.
pub(crate) fn dump(book: &Book, out: &mut dyn Write) -> io::Result<()> {
    for entry in book.entries() {
        writeln!(out, "{:016x} {} {} {}", entry.key, entry.mv, entry.weight, entry.learn)?;
    }
    Ok(())
}
