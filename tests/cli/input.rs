//! All the ways to say what is to be explained.

use crate::support::{every, in_turn, path, plywood, snapshot};
use crate::{Folder, feed, output, succeeded};
use plywood::model::builtin_names;

const FEN: &str = "7k/R1ppp1p1/1p6/4q3/5N1r/3b3P/PP3PP1/Q5K1 w - - 0 1";

#[test]
fn the_lessons_are_listed() {
    snapshot("lessons", &output(&mut plywood(&["lessons"])));
}

#[test]
fn a_lesson_is_the_same_by_name_by_file_and_from_standard_input() {
    for name in builtin_names().into_iter().step_by(every(4)) {
        let file = path(&format!("models/{name}.json"));
        let by_name = output(&mut plywood(&["explain", name]));
        assert_eq!(output(plywood(&["explain"]).arg(&file)), by_name);
        let content = std::fs::read(&file).unwrap();
        assert_eq!(nameless(&succeeded(feed(&mut plywood(&["explain", "-"]), content))), nameless(&by_name));
    }
}

/// A page without the name of its lesson, which stands at the right end of the first line.
fn nameless(page: &str) -> String {
    let (first, rest) = page.split_once('\n').unwrap();
    let title = first.split("   ").next().unwrap();
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
    assert!(page.contains("Best play   B   5"), "{page}");
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
        &["--depth", "1", "--log"],
        &["--depth", "2", "--style", "sargon", "--log"],
        &["--columns", "40", "--legend", "--log"],
        &["--columns", "300", "--orders"],
        &["--format", "json", "--depth", "2"],
    ];
    for (index, name) in builtin_names().into_iter().enumerate() {
        for way in in_turn(ways.iter(), index, 8) {
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
