//! Every kind of bad input gets a message that says what is wrong and where.

use crate::support::{is_long, plywood};
use crate::{Folder, failed, feed, output, refused, refused_file};
use insta::assert_snapshot;

/// Returns a lesson on a board with a lone rook, with these moves.
fn rook_lesson(moves: &str) -> String {
    format!(r#"{{"title": "rook", "fen": "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "moves": [{moves}]}}"#)
}

#[test]
fn broken_json_is_refused_with_line_and_column() {
    assert_snapshot!(refused_file("{\"title\": \"x\",\n \"moves\": ["), @r"
    exit 1
    plywood: lesson.json: line 2, column 11: moves: the file ends in the middle of a list
    ");
    assert_snapshot!(refused_file("{\"title\": \"x\", \"moves\": [{\"move\": \"a\", \"score\": 1}]} more"), @r"
    exit 1
    plywood: lesson.json: line 1, column 54: trailing characters
    ");
    assert_snapshot!(refused_file("{\"title\": \"x\", \"moves\": [{\"move\": \"a\", \"score\": 1}],}"), @r"
    exit 1
    plywood: lesson.json: line 1, column 53: trailing comma
    ");
}

#[test]
fn unknown_fields_are_refused_and_the_known_ones_named() {
    assert_snapshot!(refused_file("{\"title\": \"x\",\n \"movs\": []}"), @r"
    exit 1
    plywood: lesson.json: line 2, column 7: movs: unknown field `movs`, expected one of `title`, `fen`, `game`, `movers`, `leaves`, `depth`, `algorithm`, `order`, `fail`, `cut`, `carrier`, `note`, `ask`, `answer`, `settles`, `tour`, `exercise`, `moves`, `$schema`
    ");
    assert_snapshot!(refused_file("{\"title\": \"x\", \"moves\": [\n  {\"move\": \"a\", \"skore\": 1}]}"), @r"
    exit 1
    plywood: lesson.json: line 2, column 23: moves[0].skore: unknown field `skore`, expected one of `move`, `score`, `unknown`, `weight`, `note`, `moves`
    ");
}

#[test]
fn wrong_types_and_missing_fields_are_refused() {
    assert_snapshot!(refused_file("{\"title\": \"x\", \"moves\": [\n  {\"move\": \"a\", \"score\": \"1\"}]}"), @r#"
    exit 1
    plywood: lesson.json: line 2, column 28: moves[0].score: invalid type: string "1", expected a number
    "#);
    assert_snapshot!(refused_file("{\"title\": \"x\", \"depth\": 2.5, \"moves\": []}"), @r"
    exit 1
    plywood: lesson.json: line 1, column 27: depth: invalid type: decimal number `2.5`, expected a whole number
    ");
    assert_snapshot!(refused_file("{\"title\": \"x\", \"moves\": 3}"), @r"
    exit 1
    plywood: lesson.json: line 1, column 25: moves: invalid type: integer `3`, expected a list
    ");
    assert_snapshot!(refused_file("{\"title\": 7, \"moves\": []}"), @r"
    exit 1
    plywood: lesson.json: line 1, column 11: title: invalid type: integer `7`, expected a string
    ");
    assert_snapshot!(refused_file("{\"moves\": [{\"move\": \"a\", \"score\": 1}]}"), @r"
    exit 1
    plywood: lesson.json: line 1, column 38: missing field `title`
    ");
    assert_snapshot!(refused_file("{\"title\": \"x\", \"moves\": [{\"score\": 1}]}"), @r"
    exit 1
    plywood: lesson.json: line 1, column 37: moves[0]: missing field `move`
    ");
}

#[test]
fn a_lesson_is_an_object_and_so_are_its_moves() {
    assert_snapshot!(refused_file(r#"["t",null,1,null,[["a",1,null,null],["b",2,null,null]]]"#), @r#"
    exit 2
    plywood: the search reads the unknown leaf A: it is the first move at the root, and a search reads at least one move of a node
      give it a value: --set "A=3"
    "#);
    assert_snapshot!(refused_file(r#""hi""#), @r#"
    exit 1
    plywood: lesson.json: line 1, column 4: invalid type: string "hi", expected an object, which begins with {
    "#);
    assert_snapshot!(refused_file(r#"{"title": "t", "moves": [["a", 1, null, null]]}"#), @r"
    exit 1
    plywood: lesson.json: line 1, column 25: moves[0]: invalid type: list, expected an object, which begins with {
    ");
    let nested = r#"{"title": "t", "moves": [{"move": "a", "moves": [["b", 1, null, null]]}]}"#;
    assert_snapshot!(refused_file(nested), @r"
    exit 1
    plywood: lesson.json: line 1, column 49: moves[0].moves[0]: invalid type: list, expected an object, which begins with {
    ");
}

#[test]
fn a_trace_without_its_parts_says_what_is_missing() {
    assert_snapshot!(refused_file(r#"{"format": "plywood-trace", "version": 1, "events": []}"#), @r"
    exit 1
    plywood: lesson.json: line 1, column 55: missing field `depth`
    ");
    assert_snapshot!(refused_file("{\"format\": \"plywood-trace\", \"version\": 1}\n{\"event\": \"root\"}\n"), @r"
    exit 1
    plywood: lesson.json: line 1, column 41: missing field `depth`
    ");
}

#[test]
fn an_illegal_move_is_refused_with_the_line_and_the_legal_moves() {
    assert_snapshot!(refused_file(rook_lesson(r#"{"move": "Ra7", "moves": [{"move": "Kg7"}]}"#)), @r"
    exit 1
    plywood: lesson.json: at `Ra7 Kg7`: `Kg7` is not legal; legal here: Kg8
    ");
    assert_snapshot!(refused_file(rook_lesson(r#"{"move": "castle"}"#)), @r"
    exit 1
    plywood: lesson.json: at `castle`: `castle` is not a move in algebraic notation (like Nf3, exd5, O-O, e8=Q); legal here: Kf5 Kf6 Kf7 Kg5 Kh5 Kh6 Ra2 Ra3 Ra4 Ra5 Ra6 Ra7 Ra8# Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1+
    ");
    assert_snapshot!(refused_file(rook_lesson(r#"{"move": "Ra8#", "moves": [{"move": "Kg7"}]}"#)), @r"
    exit 1
    plywood: lesson.json: at `Ra8# Kg7`: `Kg7` is not legal; legal here: nothing, the game is over
    ");
}

#[test]
fn an_ambiguous_move_is_refused_with_the_legal_moves() {
    let lesson = r#"{"title": "x", "fen": "7k/5ppp/8/8/8/8/8/R4R1K w - - 0 1", "moves": [{"move": "Rd1"}]}"#;
    assert_snapshot!(refused_file(lesson), @r"
    exit 1
    plywood: lesson.json: at `Rd1`: `Rd1` is ambiguous; legal here: Kg1 Kg2 Kh2 Ra2 Ra3 Ra4 Ra5 Ra6 Ra7 Ra8# Rab1 Rac1 Rad1 Rae1 Rf2 Rf3 Rf4 Rf5 Rf6 Rfb1 Rfc1 Rfd1 Rfe1 Rg1 Rxf7
    ");
}

#[test]
fn a_move_that_stands_twice_is_refused() {
    assert_snapshot!(refused_file(rook_lesson(r#"{"move": "Ra8#"}, {"move": "Ra8"}"#)), @r"
    exit 1
    plywood: lesson.json: at `Ra8`: `Ra8` is the same move as `Ra8#`, which is also listed
    ");
    let knight =
        r#"{"title": "x", "fen": "7k/8/8/8/8/8/8/K5N1 w - - 0 1", "moves": [{"move": "Nf3"}, {"move": "Ngf3"}]}"#;
    assert_snapshot!(refused_file(knight), @r"
    exit 1
    plywood: lesson.json: at `Ngf3`: `Ngf3` is the same move as `Nf3`, which is also listed
    ");
    let twice = r#"{"title": "x", "moves": [{"move": "a", "moves": [
        {"move": "b", "score": 1}, {"move": "b", "score": 2}]}]}"#;
    assert_snapshot!(refused_file(twice), @r"
    exit 1
    plywood: lesson.json: at `a b`: `b` appears twice
    ");
}

#[test]
fn scores_that_make_no_sense_are_refused() {
    let scored =
        |score: &str| refused_file(format!(r#"{{"title": "x", "moves": [{{"move": "a", "score": {score}}}]}}"#));
    assert_snapshot!(scored("1e300"), @r"
    exit 1
    plywood: lesson.json: at `a`: score 1e300 is out of range; scores must be between -100000 and 100000
    ");
    assert_snapshot!(scored("-100000.5"), @r"
    exit 1
    plywood: lesson.json: at `a`: score -100000.5 is out of range; scores must be between -100000 and 100000
    ");
    assert_snapshot!(scored("1e999"), @r"
    exit 1
    plywood: lesson.json: line 1, column 53: moves[0].score: number out of range
    ");
    assert_snapshot!(scored("NaN"), @r"
    exit 1
    plywood: lesson.json: line 1, column 49: moves[0].score: `NaN` is not a number in JSON; write a finite number, such as 3.5
    ");
    assert_snapshot!(scored("0.0001"), @r"
    exit 1
    plywood: lesson.json: at `a`: score 0.0001 is finer than a thousandth of a pawn; round it or, in a tree without a board, multiply all leaves by the same number
    ");
    assert_snapshot!(refused_file(r#"{"title": "x", "moves": [{"move": "a", "moves": [{"move": "b"}]}]}"#), @r"
    exit 1
    plywood: lesson.json: at `a b`: this leaf has no score; without a board every leaf needs one
    ");
}

#[test]
fn names_that_cannot_be_drawn_are_refused() {
    assert_snapshot!(refused_file(r#"{"title": "x", "moves": [{"move": " ", "score": 1}]}"#), @r"
    exit 1
    plywood: lesson.json: at ` `: the move has no name
    ");
    assert_snapshot!(refused_file(r#"{"title": "x", "moves": [{"move": "a\nb", "score": 1}]}"#), @r"
    exit 1
    plywood: lesson.json: at `a[U+000A]b`: the name of the move contains a control character
    ");
}

#[test]
fn an_empty_lesson_and_an_impossible_depth_are_refused() {
    assert_snapshot!(refused_file(r#"{"title": "x", "moves": []}"#), @r"
    exit 1
    plywood: lesson.json: the lesson has no moves
    ");
    let deep = |depth: &str| {
        refused_file(format!(r#"{{"title": "x", "depth": {depth}, "moves": [{{"move": "a", "score": 1}}]}}"#))
    };
    assert_snapshot!(deep("0"), @r"
    exit 1
    plywood: lesson.json: depth 0 is out of range; it must be from 1 to 64
    ");
    assert_snapshot!(deep("65"), @r"
    exit 1
    plywood: lesson.json: depth 65 is out of range; it must be from 1 to 64
    ");
    assert_snapshot!(deep("-1"), @r"
    exit 1
    plywood: lesson.json: line 1, column 26: depth: invalid value: integer `-1`, expected a whole number
    ");
    assert_snapshot!(refused(&["sargon-2", "--depth", "0"]), @r"
    exit 2
    plywood: invalid value `0` for --depth: expected a whole number from 1 to 64
      all options: plywood explain --help
    ");
    assert_snapshot!(refused(&["sargon-2", "--depth", "65"]), @r"
    exit 2
    plywood: invalid value `65` for --depth: expected a whole number from 1 to 64
      all options: plywood explain --help
    ");
}

#[test]
fn nesting_beyond_sense_is_refused() {
    let nested = |plies: usize| {
        let (open, close) = (r#"{"move": "a", "moves": ["#.repeat(plies), "]}".repeat(plies));
        format!(r#"{{"title": "x", "moves": [{open}{{"move": "a", "score": 1}}{close}]}}"#)
    };
    assert_snapshot!(refused_file(nested(60)), @r"
    exit 1
    plywood: lesson.json: moves are nested deeper than 60 plies
    ");
    assert_eq!(refused_file(nested(50_000)), refused_file(nested(60)));
    let folder = Folder::with("lesson.json", nested(59));
    assert!(output(&mut folder.plywood(&["explain", "lesson.json"])).contains("60 plies"));
}

#[test]
fn a_wrong_field_of_a_fen_is_named() {
    assert_snapshot!(refused(&["7k/8/6K1/8/8/8/R7 w - - 0 1"]), @r"
    exit 1
    plywood: field 1 of the FEN (piece placement), `7k/8/6K1/8/8/8/R7`, is wrong: it must have 8 ranks separated by slashes, not 7
    ");
    assert_snapshot!(refused(&["7k/8/6K1/8/8/8/8/R8 w - - 0 1"]), @r"
    exit 1
    plywood: field 1 of the FEN (piece placement), `7k/8/6K1/8/8/8/8/R8`, is wrong: rank 1, `R8`, has 9 squares, not 8
    ");
    assert_snapshot!(refused(&["7x/8/6K1/8/8/8/8/R7 w - - 0 1"]), @r"
    exit 1
    plywood: field 1 of the FEN (piece placement), `7x/8/6K1/8/8/8/8/R7`, is wrong: `x` in rank 8 is neither a piece (KQRBNP, kqrbnp) nor a digit from 1 to 8
    ");
    assert_snapshot!(refused(&["7k/8/6K1/8/8/8/8/R7 white - - 0 1"]), @r"
    exit 1
    plywood: field 2 of the FEN (side to move), `white`, is wrong: it must be w or b
    ");
    assert_snapshot!(refused(&["7k/8/6K1/8/8/8/8/R7 w X - 0 1"]), @r"
    exit 1
    plywood: field 3 of the FEN (castling rights), `X`, is wrong: it must be - or letters out of KQkq
    ");
    assert_snapshot!(refused(&["7k/8/6K1/8/8/8/8/R7 w - e9 0 1"]), @r"
    exit 1
    plywood: field 4 of the FEN (en passant square), `e9`, is wrong: it must be - or a square such as e3
    ");
    assert_snapshot!(refused(&["7k/8/6K1/8/8/8/8/R7 w - - -1 1"]), @r"
    exit 1
    plywood: field 5 of the FEN (halfmove clock), `-1`, is wrong: it must be a whole number
    ");
    assert_snapshot!(refused(&["7k/8/6K1/8/8/8/8/R7 w - - 0 one"]), @r"
    exit 1
    plywood: field 6 of the FEN (move number), `one`, is wrong: it must be a whole number
    ");
    assert_snapshot!(refused(&["7k/8/6K1/8/8/8/8/R7 w - - 0 1 1"]), @r"
    exit 1
    plywood: field 6 of the FEN (move number), `1`, is wrong: nothing may follow it, but `1` does
    ");
    let lesson = rook_lesson(r#"{"move": "Ra8"}"#).replace("/R7", "");
    assert_snapshot!(refused_file(lesson), @r"
    exit 1
    plywood: lesson.json: the lesson's position: field 1 of the FEN (piece placement), `7k/8/6K1/8/8/8/8`, is wrong: it must have 8 ranks separated by slashes, not 7
    ");
}

#[test]
fn an_impossible_position_is_refused_with_the_rule() {
    assert_snapshot!(refused(&["8/8/6K1/8/8/8/8/R7 w - - 0 1"]), @r"
    exit 1
    plywood: impossible position: each side needs a king
    ");
    assert_snapshot!(refused(&["8/8/8/8/8/8/8/8 w - - 0 1"]), @r"
    exit 1
    plywood: impossible position: the board is empty; each side needs a king
    ");
    assert_snapshot!(refused(&["kk6/8/6K1/8/8/8/8/R7 w - - 0 1"]), @r"
    exit 1
    plywood: impossible position: a side has more than one king
    ");
    assert_snapshot!(refused(&["7k/8/6K1/8/8/8/8/7R w - - 0 1"]), @r"
    exit 1
    plywood: impossible position: the side not to move is in check
    ");
    assert_snapshot!(refused(&["7k/8/6K1/8/8/8/8/PR6 w - - 0 1"]), @r"
    exit 1
    plywood: impossible position: a pawn is on the first or last rank
    ");
    assert_snapshot!(refused(&["7k/8/6K1/8/8/8/8/R7 w KQ - 0 1"]), @r"
    exit 1
    plywood: field 3 of the FEN (castling rights), `KQ`, is wrong: `KQ` is impossible, because a king or rook is not on its original square; write -
    ");
    assert_snapshot!(refused(&["7k/8/6K1/8/8/8/8/R7 w - e6 0 1"]), @r"
    exit 1
    plywood: impossible position: no pawn can be taken en passant there; the field names the square that a pawn has just jumped over, such as e3
    ");
}

#[test]
fn words_that_are_nothing_known_get_the_nearest_lessons() {
    assert_snapshot!(refused(&["sargom2"]), @r"
    exit 2
    plywood: `sargom2` is not a file, a built-in lesson, a tree, a game, or a FEN; did you mean `sargon-2`, `sargon-1` or `sargon-3`?
      all lessons: plywood lessons
      games: tic-tac-toe, nim, connect4
      a tree looks like this: ((3 12 8) (2 4 6))
      a FEN looks like this: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
      how search works: plywood course
    ");
    assert_snapshot!(refused(&["philidor"]), @r"
    exit 2
    plywood: `philidor` is not a file, a built-in lesson, a tree, a game, or a FEN
      all lessons: plywood lessons
      games: tic-tac-toe, nim, connect4
      a tree looks like this: ((3 12 8) (2 4 6))
      a FEN looks like this: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
      how search works: plywood course
    ");
    assert_snapshot!(refused(&["sargon-2", "sargon-3"]), @r"
    exit 2
    plywood: explain takes one subject, but you gave 2. Run it once for each:
      plywood explain sargon-2
      plywood explain sargon-3
    ");
}

#[test]
fn files_that_cannot_be_read_are_refused() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("models")).unwrap();
    folder.write("latin.json", b"{\n\"title\": \"\xe4\"}");
    folder.write("empty.json", "");
    let explain = |name| failed(folder.plywood(&["explain", name]).output().unwrap());
    assert_snapshot!(explain("missing.json"), @r"
    exit 1
    plywood: there is no file missing.json
    ");
    assert_snapshot!(explain("models"), @r"
    exit 1
    plywood: models is a folder; name a file in it
    ");
    assert_snapshot!(explain("latin.json"), @r"
    exit 1
    plywood: latin.json, line 2: the text is not UTF-8 (byte 13); save the file as UTF-8
    ");
    assert_snapshot!(explain("empty.json"), @r"
    exit 1
    plywood: empty.json is empty; expected a lesson (JSON), a trace (JSON Lines), a tree in brackets, positions (FEN, EPD) or a game (PGN)
    ");
}

#[cfg(target_os = "linux")]
#[test]
fn a_link_that_leads_nowhere_is_called_so() {
    let folder = Folder::new();
    for (link, target) in [("there", "back"), ("back", "there"), ("gone", "missing")] {
        std::os::unix::fs::symlink(target, folder.path().join(link)).unwrap();
    }
    let explain = |name| failed(folder.plywood(&["explain", name]).output().unwrap());
    assert_snapshot!(explain("there"), @r"
    exit 1
    plywood: cannot read there: Too many levels of symbolic links
    ");
    assert_snapshot!(explain("gone"), @r"
    exit 1
    plywood: cannot read gone: No such file or directory
    ");
}

#[test]
fn a_message_repeats_no_whole_file() {
    let long = "A".repeat(if is_long() { 15 << 20 } else { 1 << 18 });
    let folder = Folder::with("lesson.json", format!("{{\"title\": \"x\", \"moves\": \"{long}\"}}"));
    folder.write("game.pgn", format!("[Event \"x\"]\n\n1. {long} *\n"));
    folder.write("answers.txt", format!("exercise {long}\n"));
    let argument = "A".repeat(100_000);
    for command in [
        &["explain", "lesson.json"][..],
        &["explain", "game.pgn"],
        &["exercise", "grade", "wikipedia", "answers.txt"],
        &["explain", &argument],
        &["explain", "sargon-2", "--order", &argument],
        &["explain", "sargon-2", "--depth", &argument],
        &["explain", "sargon-2", "--algorithm", &argument],
    ] {
        let told = folder.plywood(command).output().unwrap();
        let message = String::from_utf8(told.stderr).unwrap();
        assert!(!told.status.success() && message.contains("AAA") && message.len() < 3000, "{} bytes", message.len());
    }
}

#[test]
fn what_looks_like_a_negative_number_is_a_value() {
    let refused = |words: &[&str]| failed(plywood(words).output().unwrap());
    assert_snapshot!(refused(&["verify", "wikipedia", "--leaves", "-1"]), @r"
    exit 2
    plywood: invalid value `-1` for --leaves: expected the lowest and highest leaf value, such as 0..10, ..10 or 0..
      all options: plywood verify --help
    ");
    for (command, option) in [("explain", "--nodes"), ("explain", "--width"), ("distil", "--width"), ("perft", "-d")] {
        assert!(refused(&[command, "startpos", option, "-3"]).contains("invalid value `-3` for -"), "{option}");
    }
    assert_snapshot!(refused(&["explain", "-1"]), @r"
    exit 2
    plywood: explain has no option `-1`
      all options: plywood explain --help
    ");
}

#[test]
fn standard_input_without_content_is_refused() {
    let explain = |input: &[u8]| failed(feed(&mut plywood(&["explain", "-"]), input));
    assert_snapshot!(explain(b""), @r"
    exit 1
    plywood: standard input is empty; expected a lesson (JSON), a trace (JSON Lines), a tree in brackets, positions (FEN, EPD) or a game (PGN)
    ");
    assert_snapshot!(explain(b" \r\n \n"), @r"
    exit 1
    plywood: standard input is empty; expected a lesson (JSON), a trace (JSON Lines), a tree in brackets, positions (FEN, EPD) or a game (PGN)
    ");
    assert_snapshot!(explain(b"\xff\xfe{"), @r"
    exit 1
    plywood: standard input, line 1: the text is not UTF-8 (byte 1); save the file as UTF-8
    ");
    assert_snapshot!(explain(b"hello"), @r"
    exit 1
    plywood: standard input is not a lesson (JSON, starting with {), a tree such as ((3 12) (2 4)), a game, or a FEN such as rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
    ");
    assert_snapshot!(explain(b"{\"title\": \"x\"}"), @r"
    exit 1
    plywood: standard input: line 1, column 14: missing field `moves`
    ");
}

#[test]
fn options_that_do_not_fit_are_refused() {
    assert_snapshot!(refused(&["sargon-2", "--only", "Qg7"]), @r#"
    exit 1
    plywood: --only "Qg7": at the root: `Qg7` is not legal; legal here: Kf1 Kh1 Nf5 Nf7+ Ng4 Ng8 Qa1 Qa3 Qa4 Qa5 Qa6 Qa7 Qa8 Qb1 Qb2 Qb3 Qc2 Qc4 Qd2 Qd5 Qe2 Qe6 Qf7 Qg8+ f3 f4 g3 g4 h3 h4
    "#);
    assert_snapshot!(refused(&["sargon-2", "--only", " , "]), @r#"
    exit 2
    plywood: --only " , ": no move is named
    "#);
    assert_snapshot!(refused(&["sargon-2", "--only", "Qg8+,Qg8"]), @r#"
    exit 2
    plywood: --only "Qg8+,Qg8": Qg8 appears twice
    "#);
    let twice = ["sargon-2", "--only-at", "Qg8+: Nxg8", "--only-at", "1.Qg8+: Rxg8"];
    assert_snapshot!(refused(&twice), @r#"
    exit 2
    plywood: --only-at "1.Qg8+: Rxg8": the line 1.Qg8+ is given twice, and only one of the two can count
    "#);
    assert_snapshot!(refused(&["sargon-2", "--only", "Qg8+", "--only-at", ": Qa1"]), @r#"
    exit 2
    plywood: --only-at ": Qa1": the root is given twice, and only one of the two can count
    "#);
    assert_snapshot!(refused(&["sargon-2", "--set", "Qa1=9", "--set", "Qa1=7"]), @r#"
    exit 2
    plywood: --set "Qa1=7": the line Qa1 is given twice, and only one of the two can count
    "#);
    assert_snapshot!(refused(&["sargon-1", "--set", "Kh1=30"]), @r#"
    exit 2
    plywood: --set "Kh1=30": the search does not try Kh1; it tries only Nxd3 and Ng6+
    "#);
    assert_snapshot!(refused(&["sargon-1", "--set", "Nxd3 Kg8=-30"]), @r#"
    exit 2
    plywood: --set "Nxd3 Kg8=-30": after Nxd3, the search does not try Kg8; it tries only Qd6 and Qg5
    "#);
    assert_snapshot!(refused(&["startpos", "--only", "e4", "--set", "d4=3"]), @r#"
    exit 2
    plywood: --set "d4=3": the search does not try d4; it tries only e4
    "#);
    assert_snapshot!(refused(&["ttt", "--only", "a1", "--set", "b2=3"]), @r#"
    exit 2
    plywood: --set "b2=3": the search does not try b2; it tries only a1
    "#);
    assert_snapshot!(refused(&["((3 12) (2 4))", "--only", "A", "--set", "B1=3"]), @r#"
    exit 2
    plywood: --set "B1=3": the search does not try B; it tries only A
    "#);
    assert_snapshot!(refused(&["sargon-2", "--set", "Qa1=1e99"]), @r#"
    exit 2
    plywood: --set "Qa1=1e99": 1e99 is out of range; scores must be between -100000 and 100000
    "#);
    assert_snapshot!(refused(&["sargon-2", "--depth", "-1"]), @r"
    exit 2
    plywood: invalid value `-1` for --depth: expected a whole number from 1 to 64
      all options: plywood explain --help
    ");
    assert_snapshot!(refused(&["sargon-2", "--columns", "20"]), @r"
    exit 2
    plywood: invalid value `20` for --columns: expected a whole number from 40 to 1000
      all options: plywood explain --help
    ");
    assert_snapshot!(refused(&["sargon-2", "--colour", "always"]), @r"
    exit 2
    plywood: explain has no option `--colour`; did you mean `--color`?
      plywood explain sargon-2 --color always
      all options: plywood explain --help
    ");
    assert_snapshot!(refused(&[]), @r"
    exit 2
    plywood: explain needs a tree, a lesson, a file or a FEN
      for example: plywood explain sargon-2 --log
      all options: plywood explain --help
    ");
}

#[test]
fn a_text_that_mentions_a_position_is_not_a_file_of_positions() {
    let position = "7k/R1ppp1p1/1p6/4q3/5N1r/3b3P/PP3PP1/Q5K1 w - - 0 1";
    let folder =
        Folder::with("notes.md", format!("# Notes\n\nMy favourite position:\n\n{position}\n\nand more words.\n"));
    assert_snapshot!(failed(folder.plywood(&["explain", "notes.md"]).output().unwrap()), @r"
    exit 1
    plywood: notes.md is not a lesson, a tree, a game, a trace or a file of positions: most of its lines are not FENs
    ");
    // With the ending of such files, each line is named that is not a position.
    let folder = Folder::with("notes.epd", format!("My favourite position:\n{position}\nand more words.\n"));
    let named = String::from_utf8(folder.plywood(&["explain", "notes.epd"]).output().unwrap().stderr).unwrap();
    assert!(named.contains("line 1") && named.contains("line 3"), "{named}");
}

#[test]
fn a_game_that_is_over_is_no_error() {
    let explain = |fen| {
        let text = output(&mut plywood(&["explain", fen]));
        assert!(text.contains("a b c d e f g h"), "the board is there");
        text.lines()
            .find_map(|line| Some(line.split_once("Game over")?.1.trim().split(';').next()?.to_owned()))
            .unwrap()
    };
    assert_snapshot!(explain("R6k/6pp/8/8/8/8/8/6K1 b - - 0 1"), @"checkmate, and White has won");
    assert_snapshot!(explain("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), @"stalemate");
    assert_snapshot!(explain("8/8/8/8/8/4kn2/8/4K3 w - - 0 1"), @"draw by insufficient material");
    assert_snapshot!(explain("7k/8/6K1/8/8/8/8/R7 w - - 100 80"), @"draw by the fifty-move rule");
}

/// Every command that reads a file names what is not text, and says what to do.
#[test]
fn files_of_other_programs_are_named_wherever_a_file_is_read() {
    let folder = Folder::new();
    folder.write("ok.txt", "((3 12 8) (2 4 6))");
    folder.write("answers.txt", "best: A\n");
    let mut word = b"PK\x03\x04\x14\0\0\0".to_vec();
    word.extend(b"\0\0word/document.xml\0\0");
    let files: [(&str, &[u8], &str, &str); 9] = [
        ("a.zst", b"\x28\xb5\x2f\xfd\x04\0abc", "is compressed with zstd", "`zstd -d`"),
        ("a.xz", b"\xfd7zXZ\0\0\x04", "is compressed with xz", "`xz -d`"),
        ("a.bz2", b"BZh91AY&SY\x9a", "is compressed with bzip2", "`bzip2 -d`"),
        ("a.lz4", b"\x04\x22\x4d\x18\x64\x40\xa7", "is compressed with lz4", "`lz4 -d`"),
        ("a.pdf", b"%PDF-1.7\n((3 12) (2 4))", "is a PDF", "Save it as plain text"),
        ("a.docx", &word, "is a Word document", "Save it as plain text"),
        ("a.zip", b"PK\x03\x04\x14\0\0\0\0\0t.txt", "is an archive (zip)", "Extract the file"),
        ("a.png", b"\x89PNG\r\n\x1a\n", "is a picture (PNG)", "Type the tree"),
        ("a.db", b"SQLite format 3\0\x10\0", "is a database (SQLite)", "Export what you need"),
    ];
    let commands = [
        "explain FILE",
        "verify FILE",
        "verify ok.txt FILE",
        "compare FILE",
        "compare ok.txt FILE",
        "compare --check FILE",
        "compare --check ok.txt FILE",
        "eval FILE",
        "perft FILE",
        "book FILE startpos",
        "book make FILE",
        "retro FILE",
        "course FILE",
        "exercise new FILE",
        "exercise sheet FILE",
        "exercise grade FILE answers.txt",
        "exercise grade ok.txt FILE",
        "exercise run FILE -- true",
    ];
    for (name, bytes, what, remedy) in files {
        folder.write(name, bytes);
        for command in commands {
            let words: Vec<&str> = command.split(' ').map(|word| if word == "FILE" { name } else { word }).collect();
            let found = folder.plywood(&words).output().unwrap();
            // A report on several files says it in the line of the file.
            let said = String::from_utf8([found.stdout, found.stderr].concat()).unwrap();
            let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
            // Like diff, `--check` exits with 2 if it could not compare.
            let code = if command.contains("--check") { 2 } else { 1 };
            assert_eq!(found.status.code(), Some(code), "{command} {name}: {said}");
            // Answers are not typed as a tree.
            let remedy =
                if command == "exercise grade ok.txt FILE" { "expected answers as plain text" } else { remedy };
            assert!(said.contains(what) && said.contains(remedy), "{command} {name}: {said}");
        }
        // A stream, and a file inside gzip, are recognized too.
        let piped = failed(feed(&mut plywood(&["explain", "-"]), bytes));
        assert!(piped.contains(&format!("standard input {what}")), "{piped}");
    }
}
