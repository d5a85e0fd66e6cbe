//! The Sargon document: the parts of a text made from lessons, and the order of creation in logs.

use crate::support::{plywood, snapshot};
use crate::{failed, output};
use std::collections::{BTreeMap, BTreeSet};

fn says(words: &[&str]) -> String {
    output(&mut plywood(words))
}

/// `.ci/sargon_document` compares this text with the document itself.
#[test]
fn the_five_lessons_make_the_document() {
    let lessons = ["sargon-1", "sargon-2", "sargon-3", "sargon-4", "sargon-5"];
    let text = says(&[&["course"], &lessons[..], &["--style", "sargon"]].concat());
    for lesson in lessons {
        let page = says(&["explain", lesson, "--style", "sargon"]);
        assert!(text.contains(page.trim()), "{lesson} is not in: {text}");
        for option in ["--log", "--pv-scan", "--orders"] {
            let whole = says(&["explain", lesson, "--style", "sargon", option]);
            let part = whole.strip_prefix(&page).unwrap().trim_matches('\n');
            assert!(!part.is_empty() && text.contains(part), "{lesson} {option} is not in: {text}");
        }
    }
    assert_eq!(text.matches("Tree Structure").count(), 1, "all five trees have one form");
    let keys = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let model = "AHA 1.Qg8+ Rxg8 2.Nf7# 1.a4 h5 2.a5 12.00";
    assert!(keys.into_iter().any(|line| line.ends_with(model)), "{text}");
    snapshot("course-sargon", &text);
}

#[test]
fn trees_of_other_forms_and_without_boards_make_such_a_document() {
    let text = says(&["course", "sargon-2", "wide", "sargon-1", "--style", "sargon", "--title", "Mine"]);
    assert!(text.starts_with("MINE\n\n"), "{text}");
    assert!(text.contains("\nExamples 1, 3:\n") && text.contains("\nExample 2:\n"), "{text}");
    assert!(text.contains(" HH   H H2 "), "a key has a letter for each ply: {text}");
    // In this lesson some scores come from the evaluation, so Sargon would search its own board.
    let open = says(&["course", "table-hit", "--style", "sargon"]);
    assert!(open.contains("\nAGAG  1.a3 a6 2.h3 h6  ") && !open.contains("kings and pawns"), "{open}");
    // Keys are as wide as the longest one, so that the lines of moves begin below each other.
    let keys: Vec<&str> = open.lines().filter(|line| line.starts_with(['A', 'B']) && line.contains("  1.")).collect();
    let starts: BTreeSet<Option<usize>> = keys.iter().map(|line| line.find(" 1.")).collect();
    assert!(3 < keys.len() && starts.len() == 1, "{keys:?}");
    let upright = says(&["course", "wide", "--style", "upright"]);
    assert!(upright.contains("$ plywood explain wide --style upright\n"), "{upright}");
    let error = failed(plywood(&["course", "4", "--style", "sargon"]).output().unwrap());
    assert!(error.contains("--style"), "{error}");
}

/// Returns the number at each line of moves, as `--orders` lists them.
fn listed(page: &str) -> BTreeMap<String, u64> {
    let rows = page.lines().skip_while(|line| !line.starts_with("key ")).skip(1).take_while(|line| !line.is_empty());
    let cells = |row: &str| {
        let words: Vec<&str> = row.split_whitespace().collect();
        let created = words[1].parse().ok()?;
        // The score may have a sign before it.
        let moves = words[3..].iter().skip_while(|word| [">=", "<="].contains(word)).skip(1);
        Some((moves.copied().collect::<Vec<_>>().join(" "), created))
    };
    rows.filter_map(cells).collect()
}

/// Returns the positions that the log creates, each with the last move that leads there.
fn created(log: &str) -> Vec<(u64, String)> {
    let text = log.split_whitespace().collect::<Vec<_>>().join(" ");
    let told = text.split("position ").skip(1);
    let one = |told: &str| {
        let (number, rest) = told.split_once(" after ")?;
        let mv = rest.split([' ', ',']).next().unwrap_or_default();
        // `1...Rxg8` is the `Rxg8` of a line.
        let mv = mv.trim_start_matches(|sign: char| sign.is_ascii_digit() || sign == '.');
        Some((number.parse().ok()?, mv.to_owned()))
    };
    told.filter_map(one).collect()
}

#[test]
fn the_whole_log_numbers_positions_as_the_orders_do() {
    for words in [
        &["sargon-1"][..],
        &["sargon-2"],
        &["wikipedia", "--order", "random:3"],
        &["late-move", "--algorithm", "pvs"],
        &["7k/8/6pp/8/1P6/P7/8/K7 w - - 0 1", "--depth", "2"],
    ] {
        let page = says(&[&["explain"], words, &["--orders", "--full"]].concat());
        let log = says(&[&["explain"], words, &["--log=all"]].concat());
        let log = &log[log.find("Log: every new position and every comparison").expect("a log")..];
        let created = created(log);
        let numbers: Vec<u64> = created.iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>(), "{log}");
        let listed = listed(&page);
        assert!(1 < listed.len(), "{page}");
        for (line, number) in listed {
            let (_, mv) = &created[number as usize - 1];
            assert!(line.ends_with(mv.as_str()), "{number} is {mv}, not {line}: {log}");
        }
    }
    let usual = says(&["explain", "sargon-1", "--log"]);
    assert_eq!(usual, says(&["explain", "sargon-1", "--log=comparisons"]));
    assert!(!usual.contains("created: "), "{usual}");
}

#[test]
fn a_tree_that_is_too_large_for_a_row_per_key_says_so() {
    let tree = format!("({})", "(1 2) ".repeat(80));
    let page = says(&["explain", &tree, "--orders"]);
    assert!(page.contains("The tree is too large for one row per key."), "{page}");
}
