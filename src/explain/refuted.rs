//! What another engine says of every move of a position: its score, and the answer that refutes it or does not.

use super::eval::{EvalHead, Preface};
use crate::game::chess::{Chess, ChessGame, Material};
use crate::game::{Game, Side};
use crate::page::document::{Column, Table};
use crate::page::{Document, Style};
use crate::score::Score;
use serde::Serialize;
use std::io::{self, Write};

/// A move of a position, and what follows, as the engine sees it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Tried {
    /// The move, the answer to it, and what follows.
    pub line: Vec<String>,
    /// For the side to move.
    pub score: Score,
}

/// A position, and what an engine says of its moves, the best first.
pub struct Refuted {
    game: ChessGame,
    /// Who says it, and how it searched.
    engine: String,
    tried: Vec<Tried>,
}

#[derive(Serialize)]
struct RefutedDocument<'a> {
    #[serde(flatten)]
    head: EvalHead<'a>,
    side_to_move: &'static str,
    ending: Option<&'static str>,
    moves: &'a [Tried],
    /// Moves of which the engine says nothing.
    unsaid: Vec<String>,
}

impl Refuted {
    /// Takes what an engine said: lines of coordinates, each up to the first move that is none, with scores for the side to move.
    pub fn new(position: &Chess, engine: String, said: &[(Vec<String>, Score)]) -> Self {
        let game = ChessGame::new(position.clone(), Material);
        let read = |(words, score): &(Vec<String>, Score)| Tried { line: names(game.clone(), words), score: *score };
        let tried = said.iter().map(read).filter(|tried| !tried.line.is_empty()).collect();
        Self { game, engine, tried }
    }

    fn unsaid(&self) -> Vec<String> {
        let is_said = |name: &String| self.tried.iter().any(|tried| tried.line.first() == Some(name));
        self.game.legal_names().into_iter().filter(|name| !is_said(name)).collect()
    }

    /// Writes it as one JSON document.
    pub fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        let (is_black, fen) = (self.game.turn() == Side::Second, self.game.fen());
        let document = RefutedDocument {
            head: EvalHead::new(&self.engine, &fen),
            side_to_move: if is_black { "black" } else { "white" },
            ending: self.game.ending_name(),
            moves: &self.tried,
            unsaid: self.unsaid(),
        };
        serde_json::to_writer_pretty(&mut *out, &document)?;
        writeln!(out)
    }

    /// Returns side to move, board, and a row for each move.
    pub fn document(&self, style: &Style) -> Document {
        let style = &Style { decimals: 2, ..*style };
        let is_black = self.game.turn() == Side::Second;
        let (side, other) = if is_black { ("Black", "White") } else { ("White", "Black") };
        let what = format!("scores from outside ({})", self.engine.trim_start_matches("uci:"));
        let preface = Preface { side, what: &what, fen: &self.game.fen(), ending: self.game.ending_name() };
        let mut page = preface.document(style);
        let row = |tried: &Tried| {
            let of = |at: usize| tried.line.get(at).cloned().unwrap_or_default();
            let score = style.score(if is_black { -tried.score } else { tried.score });
            [of(0), score, of(1), tried.line.get(2..).unwrap_or_default().join(" ")]
        };
        if !self.tried.is_empty() {
            let kinds = [Column::Left, Column::Right, Column::Left, Column::Rest(28, 2)];
            page.table(Table::new(kinds, ["move", "score", "answer", "and then"], self.tried.iter().map(row)));
            page.gap();
            page.text(format!(
                "Scores are in pawns for White; behind each move is what {other} answers, as the engine sees it."
            ));
        }
        let unsaid = self.unsaid();
        if !unsaid.is_empty() && self.game.ending_name().is_none() {
            page.text(format!("The engine says nothing of {}.", unsaid.join(", ")));
        }
        page
    }
}

/// The names of the moves with these coordinates, up to the first that is no move.
fn names(mut game: ChessGame, words: &[String]) -> Vec<String> {
    let mut line = Vec::new();
    for word in words {
        let Some(mv) = game.by_coordinates(word) else { break };
        line.push(game.name(mv));
        game.play(mv);
    }
    line
}
