//! All the ways to name a subject.

use crate::support::{every, in_turn, lessons_without_chance, path, plywood, searched_lessons, snapshot};
use crate::{Folder, failed, feed, output, succeeded};

const FEN: &str = "7k/R1ppp1p1/1p6/4q3/5N1r/3b3P/PP3PP1/Q5K1 w - - 0 1";

#[test]
fn the_lessons_are_listed() {
    snapshot("lessons", &output(&mut plywood(&["lessons"])));
}

#[test]
fn a_lesson_is_the_same_by_name_by_file_and_from_standard_input() {
    for name in searched_lessons().into_iter().step_by(every(4)) {
        let file = path(&format!("models/{name}.json"));
        let by_name = output(&mut plywood(&["explain", name]));
        assert_eq!(output(plywood(&["explain"]).arg(&file)), by_name);
        let content = std::fs::read(&file).unwrap();
        assert_eq!(nameless(&succeeded(feed(&mut plywood(&["explain", "-"]), content))), nameless(&by_name));
    }
}

/// Returns a page without the name of its lesson at the right end of the first line.
fn nameless(page: &str) -> String {
    let (first, rest) = page.split_once('\n').unwrap();
    let title = first.split("  ").next().unwrap();
    format!("{}\n{rest}", title.trim_end())
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_do_no_harm() {
    let content = std::fs::read_to_string(path("models/sargon-2.json")).unwrap();
    let windows = format!("\u{feff}{}", content.replace('\n', "\r\n"));
    let folder = Folder::with("lesson.json", &windows);
    let expected = nameless(&output(&mut plywood(&["explain", "sargon-2"])));
    assert_eq!(nameless(&output(&mut folder.plywood(&["explain", "lesson.json"]))), expected);
    assert_eq!(nameless(&succeeded(feed(&mut plywood(&["explain", "-"]), windows))), expected);
    let fen = format!("\u{feff}{FEN}\r\n");
    let expected = output(&mut plywood(&["explain", FEN, "--depth", "1"]));
    assert_eq!(succeeded(feed(&mut plywood(&["explain", "-", "--depth", "1"]), fen)), expected);
}

#[test]
fn a_list_with_double_quotes_is_a_tree_and_a_tag_begins_a_game() {
    let list = r#"["A", ["B", 5], ["C", 3]]"#;
    let page = output(&mut plywood(&["explain", list]));
    assert!(page.contains("Best line   B   5"), "{page}");
    assert_eq!(succeeded(feed(&mut plywood(&["explain", "-"]), list)), page);
    let games = succeeded(feed(&mut plywood(&["explain", "-", "--ply", "0", "-d", "1"]), "[Event \"?\"]\n\n1. e4 *\n"));
    assert!(games.contains("White to move"), "{games}");
}

#[test]
fn a_fen_need_not_be_quoted_nor_complete() {
    let expected = output(&mut plywood(&["explain", FEN, "--depth", "2"]));
    let words: Vec<&str> = FEN.split(' ').collect();
    assert_eq!(output(plywood(&["explain"]).args(&words).args(["--depth", "2"])), expected);
    assert_eq!(output(plywood(&["explain", "--depth", "2"]).args(&words)), expected);
    assert_eq!(output(&mut plywood(&["explain", words[0], "--depth", "2"])), expected);
    let folder = Folder::with("position.fen", format!("{FEN}\n"));
    assert_eq!(output(&mut folder.plywood(&["explain", "position.fen", "--depth", "2"])), expected);
}

/// Returns the page of a position without its title.
fn untitled(page: String) -> String {
    let start = page.find("8 ").unwrap();
    page[start..].to_owned()
}

#[test]
fn a_position_is_read_as_people_paste_it() {
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    let page = |text: &str| untitled(output(&mut plywood(&["explain", text, "-d", "1"])));
    let expected = page(fen);
    let linked = fen.replace(' ', "_");
    for text in [
        format!("fen {fen}"),
        format!("FEN: {fen}"),
        format!("position fen {fen}"),
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4 e7e5 g1f3".to_owned(),
        "position startpos moves e2e4 e7e5 g1f3".to_owned(),
        format!("https://lichess.org/analysis/standard/{linked}"),
        format!("https://lichess.org/analysis/{linked}#3"),
        format!("lichess.org/editor/{linked}?color=white"),
        format!("https://www.chess.com/analysis?fen={}&tab=analysis", fen.replace(' ', "%20").replace('/', "%2F")),
        "1. e4 e5 2. Nf3".to_owned(),
        "1.e4 e5 2.Nf3 *".to_owned(),
        "1. e4 {best by test} e5 (1... c5) 2. Nf3 $1".to_owned(),
        "e4 e5 Nf3".to_owned(),
        "e2e4 e7e5 g1f3".to_owned(),
        "1. e4 e5\n2. Nf3\n".to_owned(),
    ] {
        assert_eq!(page(&text), expected, "{text}");
        let folder = Folder::with("position", &text);
        assert_eq!(untitled(output(&mut folder.plywood(&["explain", "position", "-d", "1"]))), expected, "{text}");
    }
    let message = |text: &str| failed(plywood(&["explain", text]).output().unwrap());
    assert!(
        message("1. e4 e5 2. Ke3").contains("line 1: White's move 2: `Ke3` is not legal"),
        "{}",
        message("1. e4 e5 2. Ke3")
    );
    assert!(
        message("https://lichess.org/abcdefgh")
            .contains("does not contain a position, and plywood does not open links")
    );
    assert!(message("1. e4 1-0 1. d4").contains("moves follow the end of the game"));
}

#[test]
fn a_game_with_null_moves_and_a_broken_tag_is_read() {
    let games = "[White \"A\"]\n[Black \"B\"\n[Site ?]\n\n1. e4 0000 2. d4 Z0 3. Nf3 *\n";
    let folder = Folder::with("game.pgn", games);
    let done = folder.plywood(&["explain", "game.pgn", "--ply", "5", "-d", "1"]).output().unwrap();
    let (page, notes) = (String::from_utf8(done.stdout).unwrap(), String::from_utf8(done.stderr).unwrap());
    assert!(done.status.success() && page.contains("A - ?, after 5 plies"), "{page}{notes}");
    assert!(
        notes.contains("game.pgn, line 2: `[Black \"B\"` is not a tag like [White \"Name\"], and is ignored"),
        "{notes}"
    );
    assert!(notes.contains("line 3: `[Site ?]`"), "{notes}");
    let after =
        output(&mut plywood(&["explain", "rnbqkbnr/pppppppp/8/8/3PP3/5N2/PPP2PPP/RNBQKB1R b KQkq - 1 3", "-d", "1"]));
    assert_eq!(untitled(page), untitled(after));
    // The side that passes must not be in check, and an unreadable position is not a comment.
    let refused = |text: &str| {
        let folder = Folder::with("game.pgn", text);
        failed(folder.plywood(&["explain", "game.pgn", "--ply", "1", "-d", "1"]).output().unwrap())
    };
    assert!(refused("1. e4 f6 2. Qh5+ -- *").contains("Black's move 2: a null move is not possible in check"));
    assert!(refused("[FEN \"8/8\n\n1. e4 *").contains("is not a tag"));
    assert!(refused("[White]\n*").contains("is not a tag"));
}

#[test]
fn games_in_latin_1_are_read_wherever_the_letter_stands() {
    for bytes in [
        &b"[White \"Jos\xe9\"]\n\n1. e4 e5 *\n"[..],
        b"; Jos\xe9\n[White \"Jos\xe9\"]\n\n1. e4 e5 *\n",
        b"% Jos\xe9\n[White \"Jos\xe9\"]\n\n1. e4 e5 *\n",
        b"\xef\xbb\xbf[White \"Jos\xe9\"]\n\n1. e4 e5 *\n",
    ] {
        let folder = Folder::with("game.pgn", bytes);
        let page = output(&mut folder.plywood(&["explain", "game.pgn", "--ply", "1", "-d", "1"]));
        assert!(page.starts_with("José - ?"), "{page}");
    }
    let folder = Folder::with("game.pgn", b"1. e4 {Jos\xe9} e5 *\n");
    output(&mut folder.plywood(&["explain", "game.pgn", "--ply", "1", "-d", "1"]));
}

#[test]
fn castling_of_chess960_is_refused_by_name() {
    let message = |fen: &str| failed(plywood(&["explain", fen, "-d", "1"]).output().unwrap());
    for (fen, right) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HFhf - 0 1", "F"),
        ("rkrbbqnn/pppppppp/8/8/8/8/PPPPPPPP/RKRBBQNN w CAca - 0 1", "C"),
        ("bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN b KQkq - 0 1", "K"),
    ] {
        let text = message(fen);
        assert!(text.contains("field 3 of the FEN (castling rights)"), "{text}");
        assert!(text.contains(&format!("`{right}` is a castling right of Chess960")), "{text}");
    }
    // The letters of the usual files (HAha) mean the usual castling rights.
    output(&mut plywood(&["explain", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", "-d", "1"]));
}

#[test]
fn the_start_position_has_a_name() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let depth = ["--depth", "1"];
    assert_eq!(output(plywood(&["explain", "startpos"]).args(depth)), output(plywood(&["explain", start]).args(depth)));
}

#[test]
fn only_some_root_moves_are_searched_in_the_order_given() {
    let explain = |only: &str| {
        output(&mut plywood(&["explain", FEN, "--only", only, "--depth", "2", "--order", "none", "--log"]))
    };
    let (there, back) = (explain("Nxd3,Ng6+"), explain(" Ng6 , Nxd3"));
    let entered = |text: &str| {
        let log = text.split("\nLog:").nth(1).unwrap().to_owned();
        let lines = log.lines().filter(|line| line.starts_with("     1.") && line.contains("window"));
        lines.map(|line| line.split_whitespace().next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!([entered(&there), entered(&back)], [["1.Nxd3", "1.Ng6+"], ["1.Ng6+", "1.Nxd3"]]);
}

#[test]
fn every_lesson_can_be_shown_in_every_way() {
    let ways: [&[&str]; 8] = [
        &["--algorithm", "minimax", "--log", "--legend"],
        &["--order", "none", "--orders", "--pv-scan"],
        &["--charset", "unicode", "--view", "negamax", "--color", "always"],
        &["--log"],
        &["--style", "sargon", "--log"],
        &["--columns", "40", "--legend", "--log"],
        &["--columns", "300", "--orders"],
        &["--format", "json"],
    ];
    for (index, name) in searched_lessons().into_iter().enumerate() {
        let in_turn_only = ["dice-race", "leaf-range", "two-ghosts"];
        for way in in_turn(ways.iter(), index, 8) {
            // Scores change sign at each ply only if the sides alternate.
            if way.contains(&"negamax") && in_turn_only.contains(&name) {
                continue;
            }
            if way.contains(&"sargon") && !lessons_without_chance().contains(&name) {
                continue;
            }
            let text = output(plywood(&["explain", name]).args(*way));
            assert!(text.ends_with('\n') && !text.contains("panicked"), "{name} {way:?}");
        }
    }
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let run = || output(&mut plywood(&["explain", "startpos", "--depth", "2", "--format", "jsonl"]));
    assert_eq!(run(), run());
}

/// A folder in the current directory often has the name of what it is about.
#[test]
fn a_folder_hides_no_lesson_game_or_position() {
    let folder = Folder::new();
    for (name, arguments) in [
        ("ttt", &["explain", "ttt", "-d", "2"][..]),
        ("startpos", &["perft", "startpos", "-d", "2"]),
        ("wikipedia", &["verify", "wikipedia"]),
        ("sargon-1", &["compare", "sargon-1"]),
        ("tour", &["exercise", "sheet", "tour"]),
    ] {
        let before = output(&mut folder.plywood(arguments));
        std::fs::create_dir(folder.path().join(name)).unwrap();
        assert_eq!(output(&mut folder.plywood(arguments)), before, "{name}");
    }
    let message = failed(folder.plywood(&["explain", "./ttt"]).output().unwrap());
    assert!(message.ends_with("./ttt is a folder; name a file in it"), "{message}");
}

/// A FEN with its clocks may be followed by operations, with or without a space before each semicolon.
#[test]
fn semicolons_follow_four_or_six_fields() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let expected = output(&mut plywood(&["perft", "startpos", "-d", "2"]));
    for rest in [" 0 1 ;D1 20 ;D2 400", " 0 1 ;D1 20", " 0 1; bm e4;", " 0 1;", "; bm e4;", " 0 1 bm e4;", ""] {
        let fen = format!("{START}{rest}");
        assert_eq!(output(&mut plywood(&["perft", &fen, "-d", "2"])), expected, "{fen}");
        assert!(output(&mut plywood(&["explain", &fen, "-d", "1"])).contains("White to move"), "{fen}");
    }
}

#[test]
fn a_position_in_quotes_a_tag_or_a_game_without_moves_is_a_position() {
    const PLAIN: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let page = |words: &[&str], folder: &Folder| output(&mut folder.plywood(&[words, &["--depth", "1"]].concat()));
    let folder = Folder::new();
    let explained = page(&["explain", PLAIN], &folder);
    assert!(explained.contains("Ra8#"), "{explained}");
    let tag = format!("[FEN \"{PLAIN}\"]");
    for text in [format!("\"{PLAIN}\""), tag.clone(), format!("[SetUp \"1\"]\n{tag}\n\n*\n")] {
        folder.write("puzzle.txt", &text);
        assert_eq!(page(&["explain", "puzzle.txt"], &folder), explained, "{text}");
        let compared = page(&["compare", "puzzle.txt"], &folder);
        assert_eq!(compared, page(&["compare", PLAIN], &folder), "{text}");
    }
    assert_eq!(page(&["explain", &tag], &folder), explained);
}

#[test]
fn a_null_move_of_black_advances_the_move_number() {
    for (line, best) in [("Nf3 --", "Best move   2."), ("--", "Best move   1...")] {
        let page = output(&mut plywood(&["explain", "startpos", "--after", line, "--depth", "1"]));
        assert!(page.contains(best), "{page}");
    }
}

/// Positions of a game before the root can be repeated. A lesson does not contain them.
#[test]
fn a_game_is_known_to_every_command() {
    let game = r#"[SetUp "1"]
[FEN "4k1n1/2p5/8/KP5r/8/8/8/6N1 b - - 0 1"]

1... c5 2. Nf3 Nf6 3. Ng1 Ng8 4. Nf3 Nf6 5. Ng1 Ng8 *
"#;
    let folder = Folder::with("game.pgn", game);
    let error = failed(folder.plywood(&["distil", "game.pgn", "--ply", "5", "-d", "1"]).output().unwrap());
    assert!(error.contains("because earlier positions can be repeated"), "{error}");
    let error = failed(folder.plywood(&["distil", "game.pgn", "--ply", "9", "-d", "1"]).output().unwrap());
    assert!(error.contains("the game is over: draw by repetition"), "{error}");
    output(&mut folder.plywood(&["distil", "game.pgn", "--ply", "1", "-d", "1"]));
    let moves = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    let over = "The game is over: draw by repetition.";
    for words in [&["eval", &format!("position startpos moves {moves}")][..], &["eval", "startpos", "--after", moves]] {
        assert!(output(&mut plywood(words)).contains(over), "{words:?}");
    }
    let mated = output(&mut plywood(&["eval", "k6R/8/1K6/8/8/8/8/8 b - - 0 1", "--tablebases", "retro"]));
    assert!(mated.contains("Black to move. The game is over: checkmate."), "{mated}");
}

#[test]
fn a_finished_game_is_said_to_be_over() {
    const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    for words in [&["compare", STALEMATE, "-d", "2"][..], &["explain", STALEMATE, "--depths", "1..3"]] {
        let page = output(&mut plywood(words));
        assert!(page.contains("Game over: stalemate. There is nothing to search."), "{page}");
        assert!(!page.contains("one answer") && !page.contains("Knuth") && !page.contains("(root)"), "{page}");
    }
    let error = failed(plywood(&["explain", STALEMATE, "--step", "1"]).output().unwrap());
    assert!(error.contains("the search has no steps"), "{error}");
}
