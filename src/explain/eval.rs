//! Writes the terms of a static evaluation, and an engine's scores for every move of a position, as a page or as JSON.

use crate::core::game::chess::{Chess, ChessGame, Evaluation, Evaluator, Material, Term};
use crate::core::game::{Game, Side};
use crate::core::score::Score;
use crate::core::text::write_json;
use crate::page::document::{Column, PagePart, Table};
use crate::page::{Document, Style, board};
use serde::Serialize;
use std::io::{self, Write};

/// The fields at the beginning of every JSON document of this command.
#[derive(Serialize)]
pub(super) struct EvalHead<'a> {
    format: &'static str,
    version: u32,
    engine: &'a str,
    fen: &'a str,
}

impl<'a> EvalHead<'a> {
    pub(super) fn new(engine: &'a str, fen: &'a str) -> Self {
        Self { format: "plywood-eval", version: 1, engine, fen }
    }
}

/// The evaluation as JSON. All scores except `score` are for White.
#[derive(Serialize)]
struct EvaluationDocument<'a> {
    #[serde(flatten)]
    head: EvalHead<'a>,
    side_to_move: &'static str,
    ending: Option<&'static str>,
    evaluation: &'static str,
    terms: Vec<TermDocument>,
    total: Score,
    /// The score for the side to move.
    score: Score,
}

#[derive(Serialize)]
struct TermDocument {
    name: &'static str,
    white: Score,
    black: Score,
    balance: Score,
    middlegame: Score,
    endgame: Score,
    /// The phase of the game, from 24 in the middlegame to 0 in the endgame.
    phase: i32,
}

impl TermDocument {
    fn new(term: &Term) -> Self {
        Self {
            name: term.name,
            white: term.white_score(),
            black: term.black_score(),
            balance: term.score(),
            middlegame: Score::from_millipawns(term.white.middlegame - term.black.middlegame),
            endgame: Score::from_millipawns(term.white.endgame - term.black.endgame),
            phase: term.phase.value(),
        }
    }
}

/// Returns the beginning of a page about an evaluation: the side to move, the evaluator, the board, and whether the
/// game is over.
pub(super) fn preface(side: &str, what: &str, fen: &str, ending: Option<&str>, style: &Style) -> Document {
    let mut page = Document::default();
    page.text(format!("{side} to move; {what}."));
    page.gap();
    page.lines(board(fen, style));
    page.gap();
    if let Some(ending) = ending {
        page.text(format!(
            "The game is over: {ending}. A search scores that result and does not use the evaluation below."
        ));
        page.gap();
    }
    page
}

/// A position and its static evaluation.
pub(crate) struct Evaluated {
    game: ChessGame,
    evaluation: Evaluation,
    terms: Vec<Term>,
    /// The score for the side to move.
    score: Score,
}

impl Evaluated {
    /// Evaluates the last position of a game.
    pub(crate) fn new(history: &[Chess], evaluation: Evaluation) -> Self {
        let game = ChessGame::with_history(history.to_vec(), Material);
        let (terms, score) = (evaluation.terms(game.position()), evaluation.evaluate(game.position()));
        Self { game, evaluation, terms, score }
    }

    fn is_black(&self) -> bool {
        self.game.turn() == Side::Second
    }

    fn total(&self) -> Score {
        if self.is_black() { -self.score } else { self.score }
    }

    pub(crate) fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        let fen = self.game.fen();
        let document = EvaluationDocument {
            head: EvalHead::new("plywood", &fen),
            side_to_move: if self.is_black() { "black" } else { "white" },
            ending: self.game.ending_name(),
            evaluation: self.evaluation.name(),
            terms: self.terms.iter().map(TermDocument::new).collect(),
            total: self.total(),
            score: self.score,
        };
        write_json(&document, out)
    }

    /// Returns a page with the side to move, the board, and a row for each term.
    pub(crate) fn document(&self, style: &Style) -> Document {
        let style = &Style { decimals: 3, ..*style };
        let side = if self.is_black() { "Black" } else { "White" };
        let what = format!("{} evaluation", self.evaluation);
        let mut page = preface(side, &what, &self.game.fen(), self.game.ending_name(), style);
        terms(&self.terms, self.total(), style, &mut page);
        if self.is_black() {
            page.text(format!("For the side to move, Black: {}", style.score(self.score)));
        }
        page
    }
}

fn terms(terms: &[Term], total: Score, style: &Style, page: &mut Document) {
    let tapered = terms.iter().any(|term| !term.is_constant());
    let pair = |middlegame: i32, endgame: i32| {
        let show = |n: i32| style.score(Score::from_millipawns(n));
        format!("{:>8} {:>8}", show(middlegame), show(endgame))
    };
    let wide = |text: &str| if tapered { text.to_owned() } else { String::new() };
    let heads = format!("{:<16}{:>9}{:>9}{:>9}{}", "term", "White", "Black", "balance", wide("   middlegame  endgame"));
    let row = |term: &Term| {
        let balance = (term.white.middlegame - term.black.middlegame, term.white.endgame - term.black.endgame);
        let (white, black) = (style.score(term.white_score()), style.score(term.black_score()));
        let row = format!("{:<16}{white:>9}{black:>9}{:>9}", term.name, style.score(term.score()));
        format!("{row}{}", wide(&format!("    {}", pair(balance.0, balance.1))))
    };
    let total = format!("{:<16}{:>27}", "total (White)", style.score(total));
    page.part(PagePart::Table);
    page.lines([heads].into_iter().chain(terms.iter().map(row)).chain([total]));
    if let (true, Some(term)) = (tapered, terms.first()) {
        let phase = term.phase.value();
        page.gap();
        page.text(format!(
            "Each term counts {phase}/24 of its middlegame value and {}/24 of its endgame value, truncated to thousandths.",
            24 - phase
        ));
    }
}

/// A move of a position with its continuation, according to the engine.
#[derive(Clone, Debug, Serialize)]
struct Tried {
    /// The move, the reply to it, and the continuation.
    pub line: Vec<String>,
    /// The score for the side to move.
    pub score: Score,
}

/// A position with an engine's scores for its moves, best first.
pub struct Refuted {
    game: ChessGame,
    /// The engine, and how it searched.
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
    /// Moves for which the engine gave no score.
    unsaid: Vec<String>,
}

impl Refuted {
    /// Reads the engine's output about the last position of a game: lines of coordinates with scores for the side to
    /// move. Each line is used up to its first invalid move.
    pub fn new(history: &[Chess], engine: String, said: &[(Vec<String>, Score)]) -> Self {
        let game = ChessGame::with_history(history.to_vec(), Material);
        let read = |(words, score): &(Vec<String>, Score)| Tried { line: names(game.clone(), words), score: *score };
        let tried = said.iter().map(read).filter(|tried| !tried.line.is_empty()).collect();
        Self { game, engine, tried }
    }

    fn unsaid(&self) -> Vec<String> {
        let is_said = |name: &String| self.tried.iter().any(|tried| tried.line.first() == Some(name));
        self.game.legal_names().into_iter().filter(|name| !is_said(name)).collect()
    }

    /// Writes the data of the page as a JSON document.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        let (is_black, fen) = (self.game.turn() == Side::Second, self.game.fen());
        let document = RefutedDocument {
            head: EvalHead::new(&self.engine, &fen),
            side_to_move: if is_black { "black" } else { "white" },
            ending: self.game.ending_name(),
            moves: &self.tried,
            unsaid: self.unsaid(),
        };
        write_json(&document, out)
    }

    /// Returns a page with the side to move, the board, and a row for each move.
    pub fn document(&self, style: &Style) -> Document {
        let style = &Style { decimals: 2, ..*style };
        let is_black = self.game.turn() == Side::Second;
        let (side, other) = if is_black { ("Black", "White") } else { ("White", "Black") };
        let what = format!("scores from {}", self.engine.trim_start_matches("uci:"));
        let mut page = preface(side, &what, &self.game.fen(), self.game.ending_name(), style);
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
                "Scores are in pawns for White. Next to each move is {other}'s best reply according to the engine."
            ));
        }
        let unsaid = self.unsaid();
        if !unsaid.is_empty() && self.game.ending_name().is_none() {
            page.text(format!("The engine gave no score for {}.", unsaid.join(", ")));
        }
        page
    }
}

/// Returns the names of the moves with these coordinates, up to the first invalid move.
fn names(mut game: ChessGame, words: &[String]) -> Vec<String> {
    let mut line = Vec::new();
    for word in words {
        let Some(mv) = game.by_coordinates(word) else { break };
        line.push(game.name(mv));
        game.play(mv);
    }
    line
}
