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
fn a_bound_says_that_a_move_is_worse_only_if_it_proves_it() {
    // B is worth exactly as much as A.
    let page = said(&["explain", "ties", "--why", "B"]);
    assert!(
        page.contains("plywood did not work out whether it is worse, or by how much: \"<= 3\" is a bound"),
        "{page}"
    );
    // B is worth at most 2, and A 3.
    let tree = "((3 12 8) (2 4 6) (14 5 2))";
    let page = said(&["explain", tree, "--why", "B"]);
    assert!(page.contains("B is worse. plywood did not work out by how much: \"<= 2\" is a bound"), "{page}");
    let page = said(&["explain", "nim:1,2", "--format", "html"]);
    let one = "The search proves that it is worse, but not by how much.";
    assert!(page.contains(&format!("1 other move: at most #-1. {one}")), "{page}");
    let page = said(&["explain", "nim:5", "--format", "html"]);
    let many = "The search proves that they are worse, but not by how much.";
    assert!(page.contains(&format!("other moves: at most #-1. {many}")), "{page}");
    // The bounds equal the best score.
    let page = said(&["explain", "8/8/8/8/8/k1p5/2P5/K7 b - -", "--depth", "4", "--format", "html"]);
    let one = "The search proves only that it is not better. It may be equally good or worse.";
    assert!(page.contains(&format!("1 other move: at least -0.70. {one}")), "{page}");
    let page = said(&["explain", "startpos", "--depth", "2", "--format", "html"]);
    let many = "The search proves only that they are not better. They may be equally good or worse.";
    assert!(page.contains(&format!("19 other moves: at most 0.00. {many}")), "{page}");
}

#[test]
fn a_leaf_of_a_tree_is_not_where_the_depth_is_used_up() {
    for (tree, leaf, score) in [("((3 4)(2 9)(5 2))", "C C1", "5"), ("((3 4) 7)", "B", "7")] {
        let page = said(&["explain", tree, "--depth", "5", "--why", leaf]);
        assert!(page.contains(&format!("This move is worth {score} (the score of this leaf).")), "{page}");
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
    let hint = "or write x there, and `plywood explain` lists what follows for each value of x";
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

#[test]
fn a_changed_static_evaluation_affects_what_the_page_says() {
    for (search, effect) in [
        (&["deepening", "--set", "C=-9"][..], "its static evaluation affects only the move ordering."),
        (
            &["futile-reply", "--with", "futility", "--order", "none", "--set", "B=3"],
            "its static evaluation affects only futility.",
        ),
        (
            &["deepening", "--with", "iterative", "--set", "C=-9"],
            "its static evaluation affects only the move ordering and the shallower passes.",
        ),
        (
            &["late-move", "--with", "lmr", "--set", "E=3"],
            "its static evaluation affects only the move ordering and the reduced searches.",
        ),
        (&["((1 2) (3 4))", "--set", "A=9"], "this search does not use its static evaluation."),
    ] {
        let page = said(&[&["explain"], search].concat());
        assert!(page.contains(&format!(", which is not a leaf: {effect}")), "{page}");
    }
    // At the horizon, the static evaluation is the value.
    let page = said(&["explain", "deepening", "--depth", "1", "--set", "C=-9"]);
    assert!(page.contains("C = -9.") && !page.contains("not a leaf"), "{page}");
    // No lesson gave this evaluation.
    let page = said(&["explain", "startpos", "--depth", "2", "--set", "e4=5"]);
    assert!(page.contains("Changed for this run: 1.e4 = 5.00 (static evaluation)."), "{page}");
    assert!(!page.contains("given by the lesson"), "{page}");
}

/// Nobody can avoid the root, and no move set a bound of the range.
#[test]
fn a_cutoff_by_the_range_is_not_explained_by_another_score() {
    let avoids = |page: &str| page.contains("avoid") || page.contains("elsewhere");
    for (search, reason) in [
        (&["leaf-range", "--why", "D"][..], "No leaf can be worth more, so MAX's other moves there no longer matter."),
        (
            &["((3 5) (4 6))", "--leaves", "3..9", "--why", "A A2"],
            "No leaf can be worth less, so MIN's other moves there no longer matter.",
        ),
        (&["leaf-range", "--why", "C"], "is a beta cutoff: no leaf can be worth more. 1 other move was not searched."),
        (
            &["leaf-range", "--why", "B B2"],
            "Whatever the skipped moves are worth, the mean there is outside its window, so CHANCE's other moves",
        ),
        (&["((3 4) (5 6))", "--algorithm", "mtdf", "--why", "A A1"], "alpha cutoff: the score reaches the bound."),
        (&["leaf-range", "--legend"], "beta cutoff the move reaches beta, so the other moves of its node no longer"),
    ] {
        let page = said(&[&["explain"], search].concat());
        assert!(page.contains(reason) && !avoids(&page), "{page}");
    }
    // A move set this bound.
    let page = said(&["explain", "wikipedia", "--why", "C C2"]);
    assert!(page.contains("that MAX, who has at least as good a score elsewhere, will avoid it."), "{page}");
}

#[test]
fn the_note_of_a_lesson_describes_the_unchanged_search() {
    let aside =
        "(This note describes the unchanged lesson, searched by plain alpha-beta; the numbers above may differ.)";
    for changed in [
        &["leaf-range", "--leaves", "0..20"][..],
        &["late-move", "--depth", "1"],
        &["smothered", "--depth", "2"],
        &["leaf-kinds", "--depth", "1"],
        &["delta-pawn", "--evaluation", "positional"],
    ] {
        let page = said(&[&["explain"], changed].concat());
        assert!(page.contains(aside), "{page}");
        let folder = Folder::new();
        output(&mut folder.plywood(&[&["explain"], changed, &["-o", "trace.jsonl"]].concat()));
        assert!(flat(&output(&mut folder.plywood(&["explain", "trace.jsonl"]))).contains(aside), "{changed:?}");
    }
    for usual in [
        &["leaf-range"][..],
        &["leaf-range", "--leaves", "0..10"],
        &["smothered", "--depth", "3"],
        &["delta-pawn", "--evaluation", "material"],
    ] {
        let page = said(&[&["explain"], usual].concat());
        assert!(!page.contains(aside), "{page}");
    }
}

#[test]
fn a_move_outside_a_lesson_is_not_one_of_its_moves() {
    let page = said(&["explain", "sargon-1", "--why", "Kh1"]);
    assert!(page.contains("The lesson does not list this move."), "{page}");
    assert!(!page.contains("true score"), "{page}");
    assert!(
        page.ends_with("its score can't be compared with the lesson's: plywood explain sargon-1 --only Kh1"),
        "{page}"
    );
    let page = said(&["explain", "sargon-1", "--only", "Kh1", "--columns", "200"]);
    assert!(page.contains("material evaluation") && !page.contains("only the lesson's moves"), "{page}");
    let page = said(&["explain", "sargon-1", "--only", "Nxd3", "--columns", "200"]);
    assert!(page.contains("This search tries only the lesson's moves"), "{page}");
}

#[test]
fn a_static_evaluation_is_not_what_a_move_is_worth() {
    let page = said(&["compare", "sargon-1", "sargon-5"]);
    let said = "The trees first differ at 1.Ng6+: in sargon-1 it has the static evaluation 0.000, in sargon-5 it has \
                the static evaluation 1.000.";
    assert!(page.contains(said), "{page}");
}

/// A move at an inner node must also beat what its side already has higher up.
#[test]
fn the_legend_says_what_a_new_best_beats() {
    let page = said(&["explain", "skipped-subtree", "--legend"]);
    let legend = "better than the moves before it at its node and than what its side has above; a later one";
    assert!(page.contains(legend), "{page}");
    assert!(page.contains("not better than the best so far at its node or above"), "{page}");
    // B1b is better than B1a, and no better than A.
    assert!(page.contains("B1b 6 2 <= 3 A no better"), "{page}");
    let page = said(&["explain", "skipped-subtree", "--algorithm", "minimax", "--legend"]);
    assert!(page.contains("better than the moves before it at its node; a later one may be better still"), "{page}");
}

/// The bounds of a null window differ by the smallest unit.
#[test]
fn the_bound_of_a_null_window_is_the_one_that_was_compared() {
    let page = said(&["explain", "((3 4) (5 6))", "--algorithm", "pvs", "--log"]);
    assert!(page.contains("window (3.000,3.001) 4 B1 5 >= beta 3.001 (null window)"), "{page}");
}

#[test]
fn claims_that_minimax_did_not_check_do_not_name_it() {
    let page = said(&["verify", "wikipedia", "--leaves", "5"]);
    assert!(page.contains("without minimax") && page.contains("root score follows from the leaves"), "{page}");
    assert!(!page.contains("equals minimax"), "{page}");
}

/// Most positions need fewer moves than the longest mate.
#[test]
fn the_longest_mate_is_not_that_of_all_positions() {
    let page = said(&["retro", "KRK", "--board", "4x4"]);
    // The board is next to the text.
    assert!(page.contains("White to move: the longest mate takes 7 moves (13 plies). 12"), "{page}");
    assert!(page.contains("positions need that many (2 unique)."), "{page}");
}
