//! The counts of new bests on pages, for each depth, and in comparisons.

use crate::output;
use crate::support::plywood;

const FEN: &str = "7k/R1ppp1p1/1p6/4q3/5N1r/3b3P/PP3PP1/Q5K1 w - - 0 1";

/// Returns the verdicts of a recorded search: the number of judged moves, and how many of them raised alpha.
fn counted(words: &[&str]) -> (u64, u64) {
    let trace = output(&mut plywood(&[&["explain"], words, &["--format", "jsonl"]].concat()));
    let judged: Vec<&str> = trace.lines().filter(|line| line.contains("\"event\":\"judged\"")).collect();
    let raised = judged.iter().filter(|line| line.contains("\"verdict\":\"best\"")).count();
    (judged.len() as u64, raised as u64)
}

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let place = |(index, digit): (usize, char)| {
        let comma = index != 0 && (digits.len() - index).is_multiple_of(3);
        comma.then_some(',').into_iter().chain([digit])
    };
    digits.chars().enumerate().flat_map(place).collect()
}

fn flat(page: &str) -> String {
    page.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_page_says_how_many_moves_were_new_bests() {
    for words in [
        &[FEN, "--depth", "1"][..],
        &[FEN, "--depth", "4"],
        &[FEN, "--depth", "3", "-a", "minimax"],
        &[FEN, "--depth", "3", "-a", "pvs", "--with", "iterative,tt,killers"],
        &["4k3/8/8/8/8/8/7r/R3K2R w KQ - 0 1", "--depth", "2"],
    ] {
        let (judged, raised) = counted(words);
        let tenths = (2000 * raised + judged) / (2 * judged);
        let share = format!("({}.{}%)", tenths / 10, tenths % 10);
        let moves = if judged == 1 { "judged move" } else { "judged moves" };
        let were = if raised == 1 { "was a new best" } else { "were new bests" };
        let said = format!("{} of {} {moves} {were} {share}", grouped(raised), grouped(judged));
        let page = output(&mut plywood(&[&["explain"], words].concat()));
        assert!(flat(&page).contains(&said), "{said}:\n{page}");
    }
}

#[test]
fn depths_and_comparisons_count_new_bests() {
    let page = output(&mut plywood(&["explain", FEN, "--depths", "2..3"]));
    for depth in ["2", "3"] {
        let (judged, raised) = counted(&[FEN, "--depth", depth]);
        let tenths = (2000 * raised + judged) / (2 * judged);
        let share = format!("{}.{}%", tenths / 10, tenths % 10);
        let table = page.split_once("best line\n").unwrap().1;
        let row = table.lines().find(|line| line.split_whitespace().next() == Some(depth)).unwrap();
        assert!(row.contains(&share), "{share}: {row}");
        let said = format!("At depth {depth}, {} of {} judged moves were new bests", grouped(raised), grouped(judged));
        assert_eq!(flat(&page).contains(&said), depth == "3", "{page}");
    }
    let page = flat(&output(&mut plywood(&["compare", "sargon-1", "-a", "minimax,alpha-beta"])));
    for algorithm in ["minimax", "alpha-beta"] {
        let (judged, raised) = counted(&["sargon-1", "-a", algorithm]);
        assert!(page.contains(&format!("{raised} of {judged} (")) && page.contains(algorithm), "{page}");
    }
}
