//! An option that has no effect on what is asked is refused, as it is elsewhere, instead of being ignored.

use crate::{Folder, output};

const FEN: &str = "7k/R1ppp1p1/1p6/4q3/5N1r/3b3P/PP3PP1/Q5K1 w - - 0 1";
const SUITE: &str = "8/8/8/3k4/2p5/1P6/3K4/8 w - - id \"a\";
8/8/8/3k4/2p5/1P6/3K4/8 b - - id \"b\";
";

/// Command lines, each with an option that has no effect, and a part of the message.
const IDLE: &[(&[&str], &str)] = &[
    (
        &["compare", "sargon-1", "sargon-5", "--evaluation", "xor"],
        "`xor` is not a static evaluation for chess; expected one of: material, positional, uci:ENGINE",
    ),
    (&["compare", "sargon-1", "sargon-5", "--uci-go", "depth 3"], "--uci-go, --uci-time and --uci-option are for"),
    (&["compare", "sargon-1", "sargon-5", "--tablebases", "retro"], "--tablebases is for positions"),
    (&["compare", "sargon-1", "sargon-5", "--leaves", "5..6"], "--leaves"),
    (&["compare", "trace.jsonl", "trace.jsonl", "--leaves", "0..20"], "--leaves has no effect here"),
    (&["explain", "((3 x) (2 4))", "--evaluation", "material"], "--evaluation has no effect here"),
    (&["explain", "((3 x) (2 4))", "--uci-time", "3"], "are for --evaluation uci:ENGINE"),
    (&["explain", "((3 x) (2 4))", "--tablebases", "retro"], "--tablebases is for positions"),
    (&["explain", "((3 x) (2 4))", "--no-book"], "--no-book is for --engine sargon"),
    (&["explain", FEN, "--engine", "sargon", "-d", "1", "--uci-go", "depth 1"], "--uci-go cannot be used"),
    (&["explain", FEN, "--engine", "sargon", "-d", "1", "--uci-time", "3"], "--uci-time cannot be used"),
    (&["explain", FEN, "--engine", "sargon", "-d", "1", "--uci-option", "A=1"], "--uci-option cannot be used"),
    (&["explain", "startpos", "--depths", "1..2", "--no-book"], "--no-book is for --engine sargon"),
    (&["explain", "wikipedia", "-a", "pvs", "-a", "minimax"], "give --algorithm only once"),
    (&["explain", "wikipedia", "-o", "a.svg", "-o", "b.svg"], "give --output only once"),
    (
        &["explain", "suite.epd", "-d", "1", "--evaluation", "xor"],
        "`xor` is not a static evaluation for chess; expected one of: material, positional, uci:ENGINE",
    ),
    (&["explain", "suite.epd", "-d", "1", "--uci-go", "1"], "are for --evaluation uci:ENGINE"),
    (&["explain", "suite.epd", "-d", "1", "--leaves", "1..2"], "--leaves"),
];

/// Options that ask about a search, or change its moves. A move from an opening book needs no search.
const OF_A_SEARCH: &[&[&str]] = &[
    &["--steps", "folder"],
    &["--step", "2"],
    &["--at-event", "2"],
    &["--strip"],
    &["--event", "3"],
    &["--why", "d4"],
    &["--line", "d4"],
    &["--roots", "3"],
    &["--log"],
    &["--full"],
    &["--mistake", "root-window"],
    &["--depths", "1..2"],
    &["--only", "d4"],
    &["--without", "pawn"],
];

fn refused(folder: &Folder, words: &[&str]) -> String {
    let done = folder.plywood(words).output().unwrap();
    let error = String::from_utf8(done.stderr).unwrap();
    assert_eq!((done.status.code(), done.stdout.len()), (Some(2), 0), "{words:?}: {error}");
    error
}

#[test]
fn an_option_without_effect_is_refused_once() {
    let folder = Folder::new();
    output(&mut folder.plywood(&["explain", "wikipedia", "-o", "trace.jsonl"]));
    folder.write("suite.epd", SUITE);
    for (words, said) in IDLE {
        let error = refused(&folder, words);
        assert_eq!(error.matches(said).count(), 1, "{words:?}: {error}");
    }
}

#[test]
fn what_only_a_search_can_show_is_refused_if_the_book_has_a_move() {
    let folder = Folder::new();
    folder.write("game.pgn", "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n");
    output(&mut folder.plywood(&["book", "make", "game.pgn", "-o", "book.bin"]));
    let base = ["explain", "startpos", "--depth", "1", "--book", "book.bin"];
    assert!(output(&mut folder.plywood(&base)).contains("e4"));
    for more in OF_A_SEARCH {
        let words: Vec<&str> =
            base.iter().chain(*more).copied().filter(|word| *word != "--depth" && *word != "1").collect();
        let error = refused(&folder, &words);
        assert!(error.contains(&format!("{} has no effect here: the move comes from the book", more[0])), "{error}");
    }
    assert!(!folder.path().join("folder").exists());
    // The options of a search that the book may save are accepted.
    let others = ["--order", "none", "--with", "tt", "--format", "json"];
    assert!(output(&mut folder.plywood(&[&base[..], &others].concat())).contains("e4"));
}

/// If only some positions of a file refuse an option, each of them is named.
#[test]
fn a_position_that_cannot_be_searched_is_named() {
    let folder = Folder::new();
    folder.write("suite.epd", SUITE);
    let done = folder.plywood(&["explain", "suite.epd", "-d", "1", "--only", "bxc4+"]).output().unwrap();
    let error = String::from_utf8(done.stderr).unwrap();
    assert!(done.status.code() == Some(1) && error.contains("suite.epd: position 2: --only"), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
}
