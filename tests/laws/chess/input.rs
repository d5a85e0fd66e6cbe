//! EPD and PGN, in real files and in damaged ones.

use crate::support::positions;
use plywood::game::chess::{ChessGame, Material};
use plywood::game::{Ending, Game};
use plywood::internal::input::{PgnGame, decode, looks_like_fen, parse_epd_line, read_epd, read_pgn};
use std::error::Error;

/// Returns an error with its causes, as the command line prints it.
fn chain(error: &dyn Error) -> String {
    let cause = error.source().map(|cause| format!(": {}", chain(cause)));
    format!("{error}{}", cause.unwrap_or_default())
}

fn epd_error(line: &str) -> String {
    chain(&parse_epd_line(line).expect_err(line))
}

fn games(text: &str) -> Vec<Result<PgnGame, String>> {
    read_pgn(text).map(|game| game.map(|record| record.content).map_err(|error| chain(&error))).collect()
}

#[test]
fn the_suites_are_read_whole() {
    let wac = positions::epd("wac.epd");
    assert_eq!(wac.len(), 299);
    assert!(wac.iter().all(|epd| !epd.best.is_empty() && epd.id().is_some()));
    assert_eq!(wac.iter().filter(|epd| epd.direct_mate().is_some()).count(), 129);
    let bratko_kopec = positions::epd("bratko-kopec.epd");
    assert_eq!(bratko_kopec.len(), 24);
    assert_eq!(bratko_kopec.iter().map(|epd| epd.best.len()).sum::<usize>(), 26);
}

#[test]
fn operations_are_understood_or_kept() {
    let line =
        r#"4k3/8/4K3/8/8/8/8/R7 w - - bm Ra8; am Kd6, Kf6; dm 1; ce 32767; c1 "one"; c0 "a; b"; xyz 1 "2 3" 4; noop;"#;
    let epd = parse_epd_line(line).unwrap();
    assert_eq!((epd.best.len(), epd.avoid.len()), (1, 2));
    assert_eq!(
        (epd.direct_mate(), epd.evaluation().map(|score| score.to_string())),
        (Some(1), Some("327.670".to_owned()))
    );
    assert_eq!(epd.comments().collect::<Vec<_>>(), ["a; b", "one"]);
    assert_eq!(epd.operands("xyz").unwrap(), ["1", "2 3", "4"]);
    assert_eq!(epd.operands("noop").unwrap(), [""; 0]);
    assert_eq!((epd.id(), epd.operand("noop")), (None, None));
}

#[test]
fn epd_has_four_fields_or_six_or_is_a_fen() {
    let clock = |line: &str| {
        let epd = parse_epd_line(line).expect(line);
        (ChessGame::new(epd.position, Material).fen(), epd.operations.len())
    };
    let four = "4k3/8/8/8/8/8/8/R3K3 w Q -";
    assert_eq!(clock(four), (format!("{four} 0 1"), 0));
    assert_eq!(clock(&format!("{four} 7 42")), (format!("{four} 7 42"), 0));
    assert_eq!(clock(&format!("{four} bm O-O-O; id \"x\";")), (format!("{four} 0 1"), 2));
    assert_eq!(clock(&format!("  {four} 7 42 bm 0-0-0")), (format!("{four} 7 42"), 1));
    // Two operations contain the counters that the four fields lack.
    assert_eq!(clock(&format!("{four} hmvc 99; fmvn 60; id \"x\";")), (format!("{four} 99 60"), 3));
    assert_eq!(clock(&format!("{four} fmvn 60")), (format!("{four} 0 60"), 1));
    assert_eq!(clock(&format!("{four} 7 42 hmvc 99;")), (format!("{four} 7 42"), 1));
    for quoted in [format!("\"{four} 7 42\""), format!("'{four} 7 42'")] {
        assert_eq!(clock(&quoted), (format!("{four} 7 42"), 0));
    }
    assert_eq!(clock("4k3/8/8/8/8/8/8/R3K3 b"), ("4k3/8/8/8/8/8/8/R3K3 b - - 0 1".to_owned(), 0));
}

#[test]
fn sloppy_moves_are_understood() {
    let best = |line: &str| parse_epd_line(line).unwrap().best;
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm";
    assert_eq!(best(&format!("{castling} O-O O-O-O")), best(&format!("{castling} 0-0! e1c1")));
    let promotion = "8/4P3/8/8/8/2k5/8/4K3 w - - bm";
    assert_eq!(best(&format!("{promotion} e8=Q")), best(&format!("{promotion} e8Q+;")));
    let capture = "4k3/8/8/3p4/4P3/8/8/4K2R w - - bm";
    assert_eq!(best(&format!("{capture} exd5 Rh8+")), best(&format!("{capture} ed5 Rh8#;")));
}

#[test]
fn a_bad_epd_line_says_what_is_wrong() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let legal = "a3 a4 b3 b4 c3 c4 d3 d4 e3 e4 f3 f4 g3 g4 h3 h4";
    let moves = format!("legal here: Na3 Nc3 Nf3 Nh3 {legal}");
    assert_eq!(epd_error(&format!("{start} bm Nf4;")), format!("in `bm`: `Nf4` is not legal; {moves}"));
    assert_eq!(
        epd_error(&format!("{start} am good;")),
        format!("in `am`: `good` is not a move in algebraic notation (like Nf3, exd5, O-O, e8=Q); {moves}")
    );
    assert_eq!(epd_error(&format!("{start} dm soon;")), "`dm` must be followed by a whole number, not `soon`");
    assert_eq!(epd_error(&format!("{start} c0 \"open; id x;")), "the text after `c0` has no closing quotation mark");
    assert_eq!(
        epd_error("8/8 w - - bm e4;"),
        "field 1 of the FEN (piece placement), `8/8`, is wrong: it must have 8 ranks separated by slashes, not 2"
    );
    assert!(epd_error(&start.replace(" w ", " x ")).starts_with("field 2 of the FEN (side to move), `x`"));
    assert!(epd_error("8/8/8/8/8/8/8/K7 w - -").contains("each side needs a king"));
    assert!(epd_error(&format!("{start} hmvc many;")).contains("field 5 of the FEN (halfmove clock), `many`"));
    assert!(epd_error("").contains("8 ranks"));
}

#[test]
fn good_records_around_bad_ones_are_read() {
    let text = "\u{feff}# a comment\r\n\r\n4k3/8/8/8/8/8/8/R3K3 w - - id \"a\"; # note\r\nnonsense\r\n\r\n4k3/8/8/8/8/8/8/4K2R w K - id \"b\";";
    let records: Vec<_> = read_epd(text).collect();
    let places: Vec<_> = records
        .iter()
        .map(|record| match record {
            Ok(record) => (record.number, record.line, record.content.id().unwrap_or_default()),
            Err(error) => (error.number, error.line, "bad"),
        })
        .collect();
    assert_eq!(places, [(1, 3, "a"), (2, 4, "bad"), (3, 6, "b")]);
}

#[test]
fn fens_are_told_from_file_names() {
    let fens = ["8/8/8/8/8/5k2/6q1/7K b - - 0 1", "8/8/8/8/8/5k2/6q1/7K", "8/8/5k2/7K w", "rnbq/x b"];
    let files =
        ["positions.epd", "a/b/c", "../shared/suites/wac.epd", "/a/b/c/d/e/f/g/h", "startpos", "", "my games/x.pgn"];
    assert!(fens.into_iter().all(looks_like_fen));
    assert!(!files.into_iter().any(looks_like_fen));
}

#[test]
fn the_games_of_1997_are_read_whole() {
    let text = positions::text("kasparov-deep-blue-1997.pgn");
    let games: Vec<_> = games(&text).into_iter().collect::<Result<_, _>>().unwrap();
    assert_eq!(games.iter().map(|game| game.moves.len()).collect::<Vec<_>>(), [89, 89, 95, 111, 98, 37]);
    let last = &games[5];
    assert_eq!((last.tag("White"), last.tag("Round"), last.tag("ECO")), (Some("Deep Blue"), Some("6"), None));
    assert_eq!(last.result.as_deref(), Some("1-0"));
    // 8. Nxe6, the sacrifice that decided the match, is ply 15.
    let game = ChessGame::with_history(last.history(15).unwrap().to_vec(), Material);
    assert_eq!(game.fen(), "r1bqkb1r/pp1n1pp1/2p1Nn1p/8/3P4/3B1N2/PPP2PPP/R1BQK2R b KQkq - 0 8");
    assert!(last.history(38).is_none());
}

#[test]
fn pgn_may_hold_everything_that_is_no_move() {
    let text = "% escaped [line]\n[White \"A \\\"Ace\\\" [x]\"]\n[Annotator \"\"]\n\n1. e4 {best; by (test)} e5!? $14 \
                (1... c5 2. Nf3 {a} (2. c3) 2... d6) 2.Nf3 ; to the end 2. Ke2\n2... Nc6?! 3 . Bb5 +- a6 4.0-0 1/2-1/2 1. d4 *";
    let games: Vec<_> = games(text).into_iter().collect::<Result<_, _>>().unwrap();
    assert_eq!(games.iter().map(|game| game.moves.len()).collect::<Vec<_>>(), [7, 1]);
    assert_eq!((games[0].tag("White"), games[0].tag("Annotator")), (Some("A \"Ace\" [x]"), Some("")));
    assert_eq!(games[0].positions.len(), 8);
}

#[test]
fn a_game_may_begin_anywhere_and_be_empty() {
    let text = "[SetUp \"1\"]\n[FEN \"8/8/8/8/8/5k2/q7/7K b - - 0 60\"]\n\n60... Qg2# *\n\n[White \"nobody\"]\n\n*\n";
    let games: Vec<_> = games(text).into_iter().collect::<Result<_, _>>().unwrap();
    assert_eq!(games.iter().map(|game| (game.moves.len(), game.positions.len())).collect::<Vec<_>>(), [(1, 2), (0, 1)]);
    let repeated = &repetition();
    assert_eq!(ChessGame::with_history(repeated.positions.clone(), Material).ending(), Some(Ending::Draw));
}

/// Returns a game whose last position occurred twice before.
fn repetition() -> PgnGame {
    games("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *").remove(0).unwrap()
}

#[test]
fn a_bad_game_says_where_and_the_next_is_read() {
    let text = "\u{feff}[White \"1\"]\r\n\r\n1. e4 e5\r\n2. Ke3 Nc6 3. junk *\r\n\r\n[White \"2\"]\r\n\r\n1. d4 *\r\n";
    let read = games(text);
    assert_eq!(
        read[0].as_ref().unwrap_err(),
        "record 1, line 4: White's move 2: `Ke3` is not legal; legal here: Ba6 Bb5 Bc4 Bd3 Be2 Ke2 Na3 Nc3 Ne2 Nf3 Nh3 Qe2 Qf3 Qg4 Qh5 \
         a3 a4 b3 b4 c3 c4 d3 d4 f3 f4 g3 g4 h3 h4"
    );
    assert_eq!(read[1].as_ref().unwrap().moves.len(), 1);
    let error = |text: &str| games(text).remove(0).unwrap_err();
    assert!(error("1. e4 and wins").starts_with("record 1, line 1: Black's move 1: `and` is not a move"));
    assert_eq!(error("1. e4 f6 2. Qh5+ --"), "record 1, line 1: Black's move 2: a null move is not possible in check");
    assert_eq!(error("1. e4 {never closed"), "record 1, line 1: a comment is opened with { but not closed");
    assert_eq!(error("1. e4\n(1. d4 *"), "record 1, line 2: a variation is opened with ( but not closed");
    assert_eq!(error("1. e4 ) *"), "record 1, line 1: a variation is closed with ) but none was opened");
    assert_eq!(error("[White]\n*"), "record 1, line 1: `[White]` is not a tag like [White \"Name\"]");
    assert_eq!(
        error("[Variant \"Atomic\"]\n\n1. e4 *"),
        "record 1, line 1: the variant `Atomic` is not supported, only standard chess"
    );
    assert!(error("[FEN \"8/8 w - -\"]\n\n1. e4 *").starts_with("record 1, line 1: in the tag FEN: field 1"));
}

#[test]
fn a_comment_that_is_not_closed_costs_one_game() {
    let read = games("[Event \"1\"]\n\n1. e4 {open *\n\n[Event \"2\"]\n\n1. d4 {closed} *\n");
    assert_eq!(read[0].as_ref().unwrap_err(), "record 1, line 3: a comment is opened with { but not closed");
    assert_eq!(read[1].as_ref().unwrap().tag("Event"), Some("2"));
    assert_eq!(read.len(), 2);
}

#[test]
fn no_text_is_no_record_and_nothing_panics() {
    assert_eq!((games("").len(), games(" \n{only a comment}\n").len()), (0, 0));
    assert_eq!(read_epd("\n# nothing\n\n").count(), 0);
    for text in ["[", "[\"", "(", ")", "{", "\\", "½", "$", "1.", "[é \"\\", "0", "....", "\u{feff}", "1-", "]"] {
        read_pgn(text).for_each(drop);
        read_epd(text).for_each(drop);
    }
}

#[test]
fn old_files_are_latin_1() {
    assert_eq!(decode(b"\xef\xbb\xbfa"), "a");
    assert_eq!(decode(b"[White \"M\xfcller\"]"), "[White \"Müller\"]");
}
