//! Sentences that once claimed more than the search knows, or something that the same page contradicts.

use crate::support::plywood;
use crate::{Folder, failed, output};

/// Returns the page of a command as one line of words.
fn said(words: &[&str]) -> String {
    flat(&output(&mut plywood(words)))
}

fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_bound_does_not_say_that_a_move_is_worse() {
    // B is worth exactly as much as A.
    let page = said(&["explain", "ties", "--why", "B"]);
    assert!(
        page.contains("plywood did not work out whether it is worse, or by how much: \"<= 3\" is a bound"),
        "{page}"
    );
    let page = said(&["explain", "nim:1,2", "--format", "html"]);
    let one = "The search proves only that it is not better, not whether or by how much it is worse.";
    assert!(page.contains(&format!("1 other move: at most #-1. {one}")), "{page}");
    let page = said(&["explain", "nim:5", "--format", "html"]);
    let many = "The search proves only that they are not better, not whether or by how much they are worse.";
    assert!(page.contains(&format!("other moves: at most #-1. {many}")), "{page}");
}

#[test]
fn a_leaf_of_a_tree_is_not_where_the_depth_is_used_up() {
    for (tree, leaf, score) in [("((3 4)(2 9)(5 2))", "C C1", "5"), ("((3 4) 7)", "B", "7")] {
        let page = said(&["explain", tree, "--depth", "5", "--why", leaf]);
        assert!(page.contains(&format!("It is worth {score} (the score of this leaf).")), "{page}");
    }
    let page = said(&["explain", "startpos", "--depth", "1", "--why", "e4"]);
    assert!(page.contains("(static evaluation: the depth is used up)"), "{page}");
}

#[test]
fn table_hits_are_counted_as_hits() {
    let page = said(&["explain", "startpos", "-d", "3", "--with", "tt,iterative"]);
    let (hits, rest) = page.split_once(" table hits (").unwrap();
    let hits: u32 = hits.rsplit(' ').next().unwrap().parse().unwrap();
    let (saved, _) = rest.split_once(" saved a search)").unwrap();
    assert!(0 < hits && saved == "0", "{hits} {saved}: {page}");
}

#[test]
fn a_truncated_trace_does_not_say_that_the_search_was_stopped() {
    let folder = Folder::new();
    output(&mut folder.plywood(&["explain", "startpos", "-d", "2", "-o", "whole.jsonl"]));
    let whole = folder.read("whole.jsonl");
    folder.write("short.jsonl", whole.lines().take(40).map(|line| format!("{line}\n")).collect::<String>());
    for question in [&[][..], &["--why", "Nc3 a6"]] {
        let run = folder.plywood(&[&["explain", "short.jsonl"], question].concat()).output().unwrap();
        let page = String::from_utf8(run.stdout).unwrap();
        assert!(page.to_lowercase().contains("the trace ends without a result; this is what"), "{question:?}: {page}");
        assert!(!page.contains("was stopped") && !page.contains("--with"), "{question:?}: {page}");
    }
    // The trace of a stopped search has a result.
    output(&mut folder.plywood(&["explain", "startpos", "-d", "3", "--nodes", "100", "-o", "stopped.jsonl"]));
    let page = output(&mut folder.plywood(&["explain", "stopped.jsonl"]));
    assert!(page.contains("the search was stopped; this is what"), "{page}");
    assert!(!page.contains("--with"), "a recorded search has no more options: {page}");
}

#[test]
fn a_hint_about_an_unknown_leaf_is_a_whole_sentence() {
    let message = failed(plywood(&["explain", "((3 ?) (2 5))"]).output().unwrap());
    let hint = "or write x instead of ?, and `plywood explain` lists what follows for each value of x";
    assert!(message.trim_end().ends_with(hint), "{message}");
    let message = failed(plywood(&["verify", "((3 x) (2 5))"]).output().unwrap());
    assert!(message.trim_end().ends_with("or let `plywood explain` list what follows for each x"), "{message}");
}

#[test]
fn an_unsearched_node_differs_in_a_sentence() {
    let page = said(&["explain", "wikipedia", "--mistake", "root-window"]);
    let sentence =
        "The first difference is at C1a1 (the correct search: 5, alpha cutoff, skips none; root-window: 5, new best).";
    assert!(page.contains(sentence), "{page}");
    let page = said(&["explain", "wikipedia", "--mistake", "ply-short"]);
    assert!(page.contains("; ply-short did not search it)."), "{page}");
}

/// If the searched nodes leave the root open on both sides, they prove nothing about it.
#[test]
fn an_unknown_root_is_not_proved() {
    let folder = Folder::new();
    let search = ["explain", "((3 4) (2 1))", "--mistake", "swapped-bounds", "-o", "wrong.jsonl"];
    output(&mut folder.plywood(&search));
    let run = folder.plywood(&["verify", "wrong.jsonl", "--all"]).output().unwrap();
    let page = flat(&String::from_utf8(run.stdout).unwrap());
    assert!(page.contains("the searched nodes prove nothing about the root."), "{page}");
}

#[test]
fn all_of_one_or_two_leaves_is_not_said() {
    let page = said(&["explain", "((1))", "--format", "html"]);
    assert!(page.contains("MAX takes A: 1. The only leaf was evaluated; no cutoff."), "{page}");
    let page = said(&["explain", "((1 2))", "--format", "html"]);
    assert!(page.contains("MAX takes A: 1. Both leaves were evaluated; no cutoff."), "{page}");
}

/// The example of a move in Nim can be played.
#[test]
fn the_example_of_a_move_is_a_legal_move() {
    for game in ["nim:1,1", "nim:1,2", "nim:2,1", "nim:3", "nim:1"] {
        let page = said(&["explain", game]);
        let (_, example) = page.split_once("A move takes matches from one pile: ").unwrap();
        let (name, taken) = example.split_once(" takes ").unwrap();
        assert!(taken.starts_with(if name.ends_with("-1") { "one from" } else { "two from" }), "{page}");
        output(&mut plywood(&["explain", game, "--only", name]));
    }
}

#[test]
fn a_tree_is_not_called_a_game() {
    for (options, what) in [
        (&["--with", "null-move"][..], "null-move cannot be used: this tree has no null move"),
        (&["--order", "mvv-lva"], "order mvv-lva needs a board: this tree does not distinguish captures"),
        (&["--order", "centre"], "the order centre is for tic-tac-toe and Connect Four: this tree has no centre"),
    ] {
        let message = failed(plywood(&[&["explain", "((3 4) (5 6))"], options].concat()).output().unwrap());
        assert!(message.contains(what), "{message}");
    }
    let message = failed(plywood(&["explain", "nim", "--order", "mvv-lva"]).output().unwrap());
    assert!(message.contains("this game does not distinguish captures"), "{message}");
    let message = failed(plywood(&["site"]).output().unwrap());
    assert!(message.contains("site needs a folder\n"), "{message}");
}

/// The default depth and evaluation in the help are those of every kind of subject.
#[test]
fn the_help_names_the_defaults_of_games() {
    let help = said(&["explain", "--help"]);
    assert!(help.contains("[default: lesson's, game's or 4]"), "{help}");
    let evaluation = "[default: material in lessons, positional in chess, otherwise the game's]";
    assert!(help.contains(evaluation), "{help}");
    for (subject, depth, evaluation) in [
        ("startpos", "4 plies", "positional evaluation"),
        ("ttt", "9 plies", "lines evaluation"),
        ("nim:1,2", "3 plies", "zero evaluation"),
        ("connect4", "4 plies", "lines evaluation"),
    ] {
        let page = said(&["explain", subject, "--columns", "200"]);
        assert!(page.contains(depth) && page.contains(evaluation), "{subject}: {page}");
    }
}
