//! Sargon's evaluation of a position and its moves.

use super::eval::{EvalHead, preface};
use crate::core::game::chess::Chess;
use crate::core::game::{Game, Side};
use crate::core::score::Score;
use crate::core::sort::sort_by_key;
use crate::core::text::write_json;
use crate::page::Style;
use crate::page::document::{Block, Document};
use crate::page::text::hanging;
use crate::sargon::{
    AttackReport, BookUse, ExchangeStep, PinReport, PositionReport, RootMoveReport, SargonGame, SquareReport,
    StaticScore, piece_value,
};
use serde::Serialize;
use serde_json::{Value, json};
use shakmaty::Square;
use std::io::{self, Write};

/// A position with Sargon's evaluation.
pub(crate) struct Inspection {
    game: SargonGame,
    fen: String,
}

/// A row of the list of root moves, in the columns of the reference data.
#[derive(Serialize)]
struct RootMoveRow<'a> {
    fen: &'a str,
    /// Either "root" or the index in generation order.
    index: Value,
    #[serde(rename = "move")]
    mv: String,
    san: Option<&'a str>,
    material: Option<i32>,
    board_control: Option<i32>,
    pts_lost: Option<i32>,
    pts_won1: Option<i32>,
    pts_won2: Option<i32>,
    moving_piece_lost: Option<u8>,
    score_byte: Option<u8>,
    note: String,
}

#[derive(Serialize)]
struct PlainEvalJson<'a> {
    #[serde(flatten)]
    head: EvalHead<'a>,
    side_to_move: &'static str,
    ending: Option<&'static str>,
    #[serde(flatten)]
    report: PositionReport,
    /// The score for the side to move.
    pawns: Score,
    /// The score, positive for White, as the ports display it.
    centipawns: i32,
    squares: Vec<SquareReport>,
}

#[derive(Serialize)]
struct SquareDocument<'a> {
    #[serde(flatten)]
    head: EvalHead<'a>,
    #[serde(flatten)]
    report: SquareReport,
}

impl Inspection {
    pub(crate) fn new(position: &Chess) -> Self {
        let game = SargonGame::from_chess(position, BookUse::Open);
        Self { fen: game.diagram().map(|diagram| diagram.fen).unwrap_or_default(), game }
    }

    fn side(&self) -> &'static str {
        if self.game.turn() == Side::Second { "Black" } else { "White" }
    }

    fn squares(&self) -> impl Iterator<Item = SquareReport> {
        Square::ALL.into_iter().map(|square| self.game.square_report(square))
    }

    /// Returns a page that begins with the side to move and the board.
    fn preface(&self, style: &Style) -> Document {
        let what = "the static evaluation of Sargon, 1978";
        preface(self.side(), what, &self.fen, self.game.ending_name(), style)
    }

    /// Returns the components of the score, the pins, and who attacks and defends what.
    pub(crate) fn position(&self, style: &Style) -> Document {
        let report = self.game.report();
        let mut page = self.preface(style);
        self.components(&report, &mut page);
        page.gap();
        page.text(pins(&report));
        page.gap();
        page.text("Attackers and defenders as they join an exchange, worth in half pawns:");
        page.gap();
        page.lines(
            self.squares().filter(|entry| entry.piece.is_some()).flat_map(|entry| occupied(&entry, style.width)),
        );
        self.empty(&mut page);
        page
    }

    fn components(&self, report: &PositionReport, page: &mut Document) {
        let (side, other) = if self.side() == "White" { ("White", "Black") } else { ("Black", "White") };
        let StaticScore { material, board_control, pts_lost, pts_won1, pts_won2, score_byte, .. } = report.score;
        let pawns = report.score.score();
        let rows = [
            ("material", material, "half pawns, White positive; lost pieces count one less".to_owned()),
            ("board_control", board_control, "attacks on all squares and development, White positive".to_owned()),
            ("pts_lost", pts_lost, format!("half pawns: the most that {side} loses on one square")),
            ("pts_won1", pts_won1, format!("half pawns: the most that {other} loses on one square")),
            ("pts_won2", pts_won2, "and the second most; only this one counts, by half".to_owned()),
            ("score_byte", i32::from(score_byte), format!("{pawns:+.3} pawns for {side}: 16 - byte/8, low is good")),
        ];
        page.lines(rows.map(|(name, value, meaning)| format!("{name:<14}{value:>5}  {meaning}")));
        let place = |square: Option<Square>| square.map_or_else(|| "none".to_owned(), |square| square.to_string());
        let (white, black) = (place(report.white_queen), place(report.black_queen));
        page.gap();
        page.text(format!("MOVENO {}; recorded queens: white {white}, black {black}.", report.moveno));
        page.text("The root's byte is absolute; in a search, all other bytes are relative to the root.");
    }

    /// Adds the number of attackers of each empty square.
    fn empty(&self, page: &mut Document) {
        let attacked =
            self.squares().filter(|entry| entry.piece.is_none() && entry.white_count + entry.black_count != 0);
        let texts: Vec<String> =
            attacked.map(|entry| format!("{} {}:{}", entry.square, entry.white_count, entry.black_count)).collect();
        if !texts.is_empty() {
            page.gap();
            page.text(format!("Empty squares, attacks of White and of Black: {}.", texts.join(", ")));
        }
    }

    /// Writes the plain evaluation as JSON.
    pub(crate) fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        let report = self.game.report();
        let is_interesting =
            |entry: &SquareReport| entry.piece.is_some() || !entry.white.is_empty() || !entry.black.is_empty();
        let document = PlainEvalJson {
            head: EvalHead::new("sargon", &self.fen),
            side_to_move: if self.side() == "White" { "white" } else { "black" },
            ending: self.game.ending_name(),
            pawns: report.score.score(),
            centipawns: report.score.centipawns(),
            report,
            squares: self.squares().filter(is_interesting).collect(),
        };
        write_json(&document, out)
    }

    /// Returns the scored root moves in Sargon's order, and the meaning of their columns.
    pub(crate) fn moves(&self, style: &Style) -> Document {
        let mut page = self.preface(style);
        let moves = self.game.root_moves();
        let mut legal: Vec<(&RootMoveReport, StaticScore)> =
            moves.iter().filter_map(|entry| Some((entry, entry.score?))).collect();
        sort_by_key(&mut legal, |(_, score)| score.score_byte);
        if !legal.is_empty() {
            let heads = "index move  san      material control  lost won1 won2 loses pins  byte   pawns".to_owned();
            page.lines([heads].into_iter().chain(legal.iter().map(|(entry, score)| root_move(entry, score))));
        }
        let illegal: Vec<String> =
            moves.iter().filter(|entry| !entry.legal).map(|entry| entry.mv.to_string()).collect();
        if !illegal.is_empty() {
            page.gap();
            page.text(format!("Generated, but found to be illegal: {}.", illegal.join(", ")));
        }
        page.gap();
        page.text(
            "index is the position in the generated list; moves with equal bytes keep that order. material and control are White's; lost and won are half pawns for the side that moves; loses means that the moved piece is lost. The byte is relative to the root: 128 minus eighths of a pawn, low is good.",
        );
        page
    }

    /// Writes the root and the root moves as JSON: a list of rows in the columns of the reference data.
    pub(crate) fn moves_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let report = self.game.report();
        let note = format!("MOVENO={} NPINS={}", report.moveno, report.score.pins);
        let moves = self.game.root_moves();
        let root = self.row(json!("root"), "-".to_owned(), None, Some(report.score), note);
        let rows = moves.iter().map(|entry| {
            let note = entry.score.map_or_else(|| "illegal".to_owned(), |score| format!("pins={}", score.pins));
            self.row(json!(entry.index), entry.mv.to_string(), entry.san.as_deref(), entry.score, note)
        });
        let lines: Vec<String> =
            std::iter::once(root).chain(rows).map(|row| serde_json::to_string(&row)).collect::<Result<_, _>>()?;
        writeln!(out, "[\n{}\n]", lines.join(",\n"))
    }

    fn row<'a>(
        &'a self,
        index: Value,
        mv: String,
        san: Option<&'a str>,
        score: Option<StaticScore>,
        note: String,
    ) -> RootMoveRow<'a> {
        RootMoveRow {
            fen: &self.fen,
            index,
            mv,
            san,
            material: score.map(|score| score.material),
            board_control: score.map(|score| score.board_control),
            pts_lost: score.map(|score| score.pts_lost),
            pts_won1: score.map(|score| score.pts_won1),
            pts_won2: score.map(|score| score.pts_won2),
            moving_piece_lost: score.map(|score| score.moving_piece_lost),
            score_byte: score.map(|score| score.score_byte),
            note,
        }
    }

    /// Returns the exchange on one square, step by step.
    pub(crate) fn square(&self, square: Square, style: &Style) -> Document {
        let mut page = self.preface(style);
        let report = self.game.square_report(square);
        let SquareReport { white, black, white_count, black_count, piece, exchange, lost, .. } = &report;
        page.text(match piece {
            Some(piece) => format!("On {square} is {} worth {}.", named(*piece), worth(*piece)),
            None => format!("{square} is empty."),
        });
        for (name, count, list) in [("White", white_count, white), ("Black", black_count, black)] {
            page.lines(hanging(&format!("{name}  {count}: {}", pieces(list)), style.width, 7));
        }
        let Some(piece) = piece else {
            page.text("There is nothing to exchange; the attacks only count for board control.");
            return page;
        };
        page.gap();
        page.push(Block::Steps(exchange.iter().map(|step| words(*step).into()).collect()));
        let owner = if piece.is_uppercase() { "White" } else { "Black" };
        page.gap();
        page.text(match lost {
            0 => "Nothing is lost on this square.".to_owned(),
            lost => format!("{owner} loses {lost} half pawns here."),
        });
        page
    }

    pub(crate) fn square_json(&self, square: Square, out: &mut dyn Write) -> io::Result<()> {
        let report = self.game.square_report(square);
        let document = SquareDocument { head: EvalHead::new("sargon", &self.fen), report };
        write_json(&document, out)
    }
}

fn pins(report: &PositionReport) -> String {
    let one = |pin: &PinReport| format!("{} before {}, by {}", pin.pinned, pin.royal, pin.pinner);
    let all: Vec<String> = report.pin_list.iter().map(one).collect();
    if all.is_empty() { "Pins: none.".to_owned() } else { format!("Pins: {}.", all.join("; ")) }
}

fn root_move(entry: &RootMoveReport, score: &StaticScore) -> String {
    let san = entry.san.as_deref().unwrap_or_default();
    let loses = if score.moving_piece_lost == 1 { "yes" } else { "no" };
    let pawns = score.score();
    format!(
        "{:>5} {}  {san:<7}  {:>8} {:>7}  {:>4} {:>4} {:>4} {loses:>5} {:>4}  {:>4} {pawns:>+7.3}",
        entry.index,
        entry.mv,
        score.material,
        score.board_control,
        score.pts_lost,
        score.pts_won1,
        score.pts_won2,
        score.pins,
        score.score_byte
    )
}

/// Returns a line about an occupied square, wrapped if it is too long.
fn occupied(entry: &SquareReport, width: usize) -> Vec<String> {
    let piece = entry.piece.map(String::from).unwrap_or_default();
    let lost = if entry.lost == 0 { String::new() } else { format!("; loses {}", entry.lost) };
    let place = format!("{piece}{}", entry.square);
    hanging(&format!("{place:<5}White {}; Black {}{lost}", pieces(&entry.white), pieces(&entry.black)), width, 5)
}

fn pieces(list: &[AttackReport]) -> String {
    let one = |entry: &AttackReport| {
        let ignored = if entry.ignored { " (pinned, overlooked)" } else { "" };
        format!("{}{} {}{ignored}", entry.piece, entry.square, entry.value)
    };
    let all: Vec<String> = list.iter().map(one).collect();
    if all.is_empty() { "nobody".to_owned() } else { all.join(", ") }
}

fn words(step: ExchangeStep) -> String {
    match step {
        ExchangeStep::Capture { attacker, captured, lost } => {
            format!("A piece worth {attacker} takes one worth {captured}; lost so far: {lost}.")
        }
        ExchangeStep::Refused { attacker, captured, defender } => format!(
            "A piece worth {attacker} does not take one worth {captured}, since one worth {defender} would take back."
        ),
        ExchangeStep::Passed { attacker, defender } => {
            format!("A piece worth {attacker} waits, and so does the defender worth {defender}; both are used up.")
        }
        ExchangeStep::Exhausted => "No attacker is left.".to_owned(),
    }
}

/// Writes a piece: "a black knight".
fn named(piece: char) -> String {
    let color = if piece.is_uppercase() { "white" } else { "black" };
    let name = match piece.to_ascii_lowercase() {
        'p' => "pawn",
        'n' => "knight",
        'b' => "bishop",
        'r' => "rook",
        'q' => "queen",
        _ => "king",
    };
    format!("a {color} {name}")
}

fn worth(piece: char) -> i32 {
    shakmaty::Role::from_char(piece).map_or(0, |role| 2 * piece_value(role))
}
