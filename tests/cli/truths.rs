//! What the pages say of a search is true: the order that was chosen, what was counted, what a stopped search knows.

use crate::support::plywood;
use crate::{output, refused};

/// What `plywood` prints, which succeeds.
fn says(arguments: &[&str]) -> String {
    output(&mut plywood(arguments))
}

/// The words of a page, however its lines are broken.
fn words(page: &str) -> String {
    page.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn history_gets_an_order_that_leaves_it_something_to_say_and_the_page_says_which() {
    // So narrow, no board stands beside the sentence.
    let page = words(&says(&["explain", "startpos", "-d", "2", "--with", "history", "--columns", "50"]));
    assert!(page.contains("mvv-lva order (quiet moves by history)"), "{page}");
    let page = words(&says(&[
        "compare",
        "startpos",
        "-d",
        "2",
        "-a",
        "alpha-beta,pvs",
        "--with",
        "history",
        "--columns",
        "50",
    ]));
    assert!(page.contains("mvv-lva order"), "{page}");
    // What was asked for is not overruled.
    let message = refused(&["startpos", "-d", "2", "--with", "history", "--order", "static"]);
    assert!(message.starts_with("exit 2\n") && message.contains("history has nothing to say"), "{message}");
    // A tree knows no captures.
    let page = says(&["explain", "wikipedia", "--with", "history"]);
    assert!(page.contains("with history, moves as listed"), "{page}");
}

/// What `plywood explain` writes as JSON Lines comes to.
fn outcome(arguments: &[&str]) -> serde_json::Value {
    let text = says(&[&["explain"], arguments, &["--format", "jsonl"]].concat());
    serde_json::from_str(text.lines().last().unwrap()).unwrap()
}

#[test]
fn a_leaf_that_the_table_knew_is_not_a_scored_leaf() {
    let known = outcome(&["sargon-1", "-a", "mtdf", "--with", "iterative,tt"]);
    let statistics = &known["statistics"];
    // Of the 21 that were judged, the table knew 4.
    assert_eq!((statistics["leaves"].as_u64(), statistics["unscored"].as_u64()), (Some(17), Some(4)), "{statistics}");
    let page = words(&says(&["compare", "sargon-1"]));
    assert!(page.contains("mtdf + iterative + tt 44 17 "), "{page}");
}

#[test]
fn a_stopped_iterative_search_answers_from_the_last_depth_that_was_finished() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    for way in [&["-a", "alpha-beta"][..], &["-a", "pvs"], &["-a", "mtdf"], &["--with", "aspiration"]] {
        let with = [&[fen, "--with", "iterative"], way].concat();
        let nodes_of_three = outcome(&[&with[..], &["-d", "3"]].concat())["statistics"].clone();
        let sum = |name: &str| nodes_of_three[name].as_u64().unwrap();
        let nodes = (sum("entered") + sum("leaves") + 300).to_string();
        let stopped = outcome(&[&with[..], &["-d", "5", "--nodes", &nodes]].concat());
        let finished = outcome(&[&with[..], &["-d", "3"]].concat());
        assert_eq!(stopped["complete"], false);
        assert_eq!(stopped["finished_depth"], 3, "{way:?} {stopped}");
        for field in ["score", "best", "pv", "leaf_score"] {
            assert_eq!(stopped[field], finished[field], "{way:?} {field}");
        }
        let page = says(&[&["explain"], &with[..], &["-d", "5", "--nodes", &nodes]].concat());
        let text = words(&page.lines().map(|line| line.get(21..).unwrap_or_default()).collect::<Vec<_>>().join(" "));
        assert!(text.contains("at depth 4, which was not finished. All that follows is of depth 3"), "{page}");
        let last = page.lines().find(|line| line.contains("not finished") && line.contains("[")).map(words);
        // The nodes of the unfinished pass are counted.
        assert!(last.is_none_or(|row| !row.ends_with(" 0")), "{page}");
        assert!(page.contains("Answer and tree are those of the last depth that was finished."), "{page}");
    }
}

#[test]
fn the_depths_of_iterative_deepening_say_what_it_saves() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    let page = says(&["explain", fen, "--order", "mvv-lva", "--depths", "1..4", "--with", "iterative"]);
    let leaves = |depth: &str, with: &[&str]| {
        outcome(&[&[fen, "--order", "mvv-lva", "-d", depth], with].concat())["statistics"]["leaves"].as_u64().unwrap()
    };
    let table = page.lines().skip_while(|line| !line.starts_with("depth  score"));
    let row = table.take(5).last().unwrap().replace(',', "");
    for number in [leaves("4", &["--with", "iterative"]), leaves("4", &[])] {
        assert!(row.split_whitespace().any(|word| word == number.to_string()), "{number} in {page}");
    }
    assert!(page.contains("at once"), "{page}");
    assert!(!says(&["explain", "startpos", "--depths", "1..2"]).contains("at once"));
}

#[test]
fn the_value_that_sargon_leaves_behind_a_mate_is_not_told_as_that_of_best_play() {
    let mate = ["explain", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "-d", "3", "--engine", "sargon", "--columns", "50"];
    let page = words(&says(&mate));
    assert!(page.contains("best play ends in mate: it is the value of another position"), "{page}");
    assert!(!page.contains("at the end of best play"), "{page}");
    let other = ["explain", "startpos", "-d", "2", "--engine", "sargon", "--no-book", "--columns", "50"];
    assert!(words(&says(&other)).contains("for White at the end of best play"));
}

#[test]
fn the_leaves_of_the_full_tree_do_not_depend_on_what_is_shown() {
    let fen = "7k/R1ppp1p1/1p6/4q3/5N1r/3b3P/PP3PP1/Q5K1 w - - 0 1";
    let perft = says(&["perft", fen, "-d", "3"]);
    let all: String = perft.lines().last().unwrap().split(' ').next_back().unwrap().to_owned();
    let cost = |shown: &[&str]| {
        let page = says(&[&["explain", fen, "-d", "3", "--columns", "200"], shown].concat());
        page.lines().find(|line| line.contains("leaves scored")).unwrap_or_default()[21..].trim().to_owned()
    };
    let usual = cost(&[]);
    assert!(usual.replace(',', "").contains(&format!(" of {all} leaves scored (best case ")), "{all}: {usual}");
    for shown in [&["--plies", "1"][..], &["--width", "2"], &["--focus", "Nxd3"], &["--full"], &["--roots", "all"]] {
        assert_eq!(cost(shown), usual, "{shown:?}");
    }
    // Who was stopped knows nothing of the full tree.
    assert!(!cost(&["--nodes", "200"]).contains(" of "));
}

#[test]
fn cutting_only_above_beta_says_that_it_fails_soft_and_refuses_to_fail_hard() {
    let header = says(&["explain", "wikipedia", "--cut", "gt", "--format", "jsonl"]);
    let header: serde_json::Value = serde_json::from_str(header.lines().next().unwrap()).unwrap();
    assert_eq!(header["fail"], "soft");
    assert!(words(&says(&["explain", "wikipedia", "--cut", "gt"])).contains("fail-soft"));
    let message = refused(&["wikipedia", "--cut", "gt", "--fail", "hard"]);
    for part in ["exit 2\n", "--cut ge --fail hard", "--cut ge,gt --fail hard,soft"] {
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn the_leaves_that_verify_may_look_at_are_the_whole_budget() {
    for (with, budget) in [("iterative", 9000_u64), ("iterative", 20), ("tt", 100_000), ("iterative,tt", 1000)] {
        let page = words(&says(&["verify", "startpos", "-d", "4", "--with", with, "--leaves", &budget.to_string()]));
        // What minimax looked at stands in brackets behind the sentence that says how far it went.
        let looked = page.split_once(" (MAX).").unwrap().1.split_once('(').unwrap().1.split_once(" leaves").unwrap().0;
        let looked: u64 = looked.replace(',', "").parse().unwrap();
        assert!(looked <= budget && (0 < looked || budget < 100), "{looked} of {budget}: {page}");
    }
}
