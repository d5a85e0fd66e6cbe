//! Every number in `docs/sargon.md` comes from the program: this file computes each block after a marker.

use crate::support::searches::sargon;
use plywood::Score;
use plywood::game::Game;
use plywood::hooks::{Event, Flow, Hooks, Leaf, Line, SearchEvent, Verdict};
use plywood::internal::sargon::{
    AttackReport, BookUse, ExchangeStep, Move, PinReport, PseudoLegal, RootMoveReport, SargonGame, SquareReport,
    StaticScore, byte_of_score,
};
use plywood::internal::sargon::{SargonProgram, Thought};
use plywood::score::Bound;
use shakmaty::{Color, Square};
use std::fmt::Write;

const PAGE: &str = include_str!("../../../docs/sargon.md");
const FEN: &str = "r2n2k1/5ppp/b5q1/1P3N2/8/8/3Q1PPP/3R2K1 w - - 0 1";
const DEPTH: u32 = 3;

fn game() -> SargonGame {
    SargonGame::from_fen(FEN, BookUse::Open).unwrap()
}

fn pawns(score: Score) -> String {
    format!("{score:+.3}")
}

fn board() -> String {
    let game = game();
    let row = |rank: u32| {
        let letter = |file: u32| {
            let piece = game.board().piece(Square::new(8 * rank + file));
            piece.map_or('.', |piece| piece.role.of(piece.color).char())
        };
        let letters: Vec<String> = (0..8).map(|file| letter(file).to_string()).collect();
        format!("{}  {}\n", rank + 1, letters.join(" "))
    };
    (0..8).rev().map(row).collect::<String>() + "\n   a b c d e f g h"
}

fn root() -> String {
    let report = game().report();
    let StaticScore { material, board_control, pts_lost, pts_won1, pts_won2, score_byte, pins, .. } = report.score;
    let place = |square: Option<Square>| square.map_or("none".to_owned(), |square| square.to_string());
    let queens = format!("white {}, black {}", place(report.white_queen), place(report.black_queen));
    let score = pawns(report.score.score());
    let pin = |pin: &PinReport| format!(" ({} before {}, by {})", pin.pinned, pin.royal, pin.pinner);
    let list: String = report.pin_list.iter().map(pin).collect();
    format!(
        "MOVENO {}, recorded queens: {queens}, pins: {pins}{list}\nmaterial {material}, board_control {board_control}\n\
         pts_lost {pts_lost}, pts_won1 {pts_won1}, pts_won2 {pts_won2}\nscore byte {score_byte}, {score} pawns",
        report.moveno
    )
}

fn pieces(reports: &[AttackReport]) -> String {
    let one = |entry: &AttackReport| {
        let ignored = if entry.ignored { " (pinned, overlooked)" } else { "" };
        format!("{}{} worth {}{ignored}", entry.piece, entry.square, entry.value)
    };
    let all: Vec<String> = reports.iter().map(one).collect();
    if all.is_empty() { "nobody".to_owned() } else { all.join(", ") }
}

fn exchange(square: Square) -> String {
    let SquareReport { white, black, exchange, lost, piece, .. } = game().square_report(square);
    let mut text = format!("{}{square}\nWhite: {}\nBlack: {}\n", piece.unwrap(), pieces(&white), pieces(&black));
    for (index, step) in exchange.iter().enumerate() {
        let step = match step {
            ExchangeStep::Capture { attacker, captured, lost } => {
                format!("a piece worth {attacker} takes one worth {captured}; lost so far: {lost}")
            }
            ExchangeStep::Refused { attacker, captured, defender } => format!(
                "a piece worth {attacker} does not take one worth {captured}, since one worth {defender} would take back"
            ),
            ExchangeStep::Passed { attacker, defender } => {
                format!("a piece worth {attacker} waits, and so does the defender worth {defender}")
            }
            ExchangeStep::Exhausted => "nobody is left to take".to_owned(),
        };
        writeln!(text, "{}. {step}", index + 1).unwrap();
    }
    write!(text, "lost: {lost} half pawns").unwrap();
    text
}

/// Returns the legal root moves as Sargon sorts them.
fn sorted() -> Vec<(RootMoveReport, StaticScore)> {
    let mut moves: Vec<_> =
        game().root_moves().into_iter().filter_map(|entry| entry.score.map(|score| (entry, score))).collect();
    moves.sort_by_key(|(_, score)| score.score_byte);
    moves
}

fn list() -> String {
    let mut text = "generated  move      material  control  lost  won1  won2  moved into loss  byte   pawns".to_owned();
    let moves = sorted();
    let shown = |index: usize| index < 10 || moves.len() - 2 <= index;
    for (index, (entry, score)) in moves.iter().enumerate().filter(|(index, _)| shown(*index)) {
        if index + 2 == moves.len() {
            write!(text, "\n... {} moves ...", moves.len() - 12).unwrap();
        }
        let (san, pawns) = (entry.san.as_deref().unwrap(), pawns(score.score()));
        let flag = if score.moving_piece_lost == 1 { "yes" } else { "no" };
        write!(
            text,
            "\n{:9}  {san:8}  {:8}  {:7}  {:4}  {:4}  {:4}  {flag:15}  {:4}  {pawns:>6}",
            entry.index,
            score.material,
            score.board_control,
            score.pts_lost,
            score.pts_won1,
            score.pts_won2,
            score.score_byte
        )
        .unwrap();
    }
    text
}

/// Records what happens at the root, and below the given line of moves.
struct Log {
    below: &'static [&'static str],
    /// The number of moves tried without effect after a mate was found.
    in_vain: u32,
    text: String,
}

impl Hooks<SargonGame> for Log {
    fn event(&mut self, at: Line<'_, SargonGame>, event: SearchEvent<'_, Move>) -> Flow {
        match event {
            Event::Leave { .. } if at.moves.len() == self.below.len() && 0 < self.in_vain => {
                writeln!(self.text, "... {} more moves, none of them better ...", self.in_vain).unwrap();
                self.in_vain = 0;
            }
            Event::Judged { mv, weight: _, score, bound, leaf, window, verdict } => {
                let mut path: Vec<String> = Vec::new();
                let mut game = game();
                for &mv in at.moves {
                    path.push(game.name(mv));
                    game.play(mv);
                }
                if path.len() <= self.below.len() && path.iter().zip(self.below).all(|(name, other)| name == other) {
                    if window.alpha == -SargonGame::LOST {
                        self.in_vain += 1;
                        return Flow::Continue(());
                    }
                    path.push(at.game.name(mv));
                    let line = path.join(" ");
                    writeln!(self.text, "{line}: {}", comparison(score, bound, leaf, window, verdict)).unwrap();
                }
            }
            Event::Settled { skipped } => write!(self.text, "mate: {skipped} moves are not tried").unwrap(),
            _ => {}
        }
        Flow::Continue(())
    }
}

fn comparison(score: Score, bound: Bound, leaf: Option<Leaf>, window: plywood::Window, verdict: Verdict) -> String {
    if bound == Bound::Upper {
        return "a reply causes a cutoff, so Sargon drops the move without a comparison".to_owned();
    }
    let end = if matches!(leaf, Some(Leaf::Terminal(_))) { " (mate)" } else { "" };
    let threshold = |score: Score| {
        if score.is_infinite() { "none".to_owned() } else { format!("{} ({})", byte(score), pawns(score)) }
    };
    let result = match verdict {
        Verdict::Cutoff { skipped } => format!("cutoff, {skipped} moves are not tried"),
        Verdict::Best => "new best".to_owned(),
        Verdict::NotBest | Verdict::Weighed => "no better".to_owned(),
    };
    let (alpha, beta) = (threshold(window.alpha), threshold(window.beta));
    format!("byte {} ({}){end}, to beat {alpha}, cut at {beta}: {result}", byte(score), pawns(score))
}

/// Returns the byte that Sargon uses for this score, also for a mate.
fn byte(score: Score) -> u8 {
    match score {
        score if score == SargonGame::LOST => 255,
        score if score == -SargonGame::LOST => 1,
        score => byte_of_score(score),
    }
}

fn log() -> String {
    let mut log = Log { below: &["Qxd8+", "Rxd8"], in_vain: 0, text: String::new() };
    sargon(&mut game(), &mut log, DEPTH).unwrap();
    log.text
}

fn result(depth: u32) -> String {
    let mut program = SargonProgram::new(depth);
    let Thought { best_san, pv, value, counters, root_score1, .. } = program.think(&mut game(), &mut ()).unwrap();
    let counters = serde_json::to_string(&counters).unwrap();
    let counters = counters.trim_matches(['{', '}']).replace('"', "").replace(':', " ").replace(',', ", ");
    format!(
        "depth {depth}: {best_san}\nPV {}\nvalue {value} centipawns, root_SCORE1 {root_score1}, next depth {}\n{counters}",
        pv.join(" "),
        program.depth
    )
}

/// Returns the content of the fenced block after a marker.
fn block<'a>(page: &'a str, name: &str) -> &'a str {
    let marker = format!("<!-- from the program: {name} -->\n```text\n");
    let start = page.find(&marker).unwrap_or_else(|| panic!("the page has no block {name}")) + marker.len();
    let length = page[start..].find("\n```").expect("a block ends");
    &page[start..start + length]
}

#[test]
fn every_block_of_the_page_is_what_the_program_says() {
    let blocks = [
        ("board", board()),
        ("root", root()),
        ("exchange on d8", exchange(Square::D8)),
        ("list", list()),
        ("log", log()),
        ("depth 3", result(3)),
        ("depth 2", result(2)),
    ];
    assert_eq!(PAGE.matches("<!-- from the program").count(), blocks.len());
    for (name, expected) in blocks {
        assert_eq!(block(PAGE, name), expected, "block {name}");
    }
    assert!(PAGE.contains(FEN));
    assert_eq!(game().board().turn(), Color::White);
}
