//! Searches that take too long: the warning before them, and the page when they are stopped.

use crate::support::{in_turn, plywood};
use crate::{Folder, output};
use std::fs::File;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

#[test]
fn a_search_that_is_stopped_shows_the_answer_of_the_deepest_depth_that_ends() {
    let page = output(&mut plywood(&["explain", "startpos", "--depth", "20", "--nodes", "20000", "--columns", "300"]));
    assert!(!page.contains("none: "), "{page}");
    for part in [
        "White to move, 4 plies",
        "after 20,000 nodes at depth 20",
        "a second search",
        "--with\u{a0}iterative,tt".replace('\u{a0}', " ").as_str(),
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    // The answer equals the answer of the search to this depth.
    let whole = output(&mut plywood(&["explain", "startpos", "--depth", "4"]));
    let line = |page: &str, start: &str| {
        let line = page.lines().find_map(|line| line.split_once(start)).unwrap_or_else(|| panic!("{start}: {page}"));
        line.1.trim().to_owned()
    };
    for fact in ["Best move", "Best line", "Checked"] {
        assert_eq!(line(&page, fact), line(&whole, fact));
    }
    // The suggested next command finishes.
    let ask = line(&page, "Ask more about a depth that finishes:");
    assert!(ask.starts_with("--depth 4"), "{ask}");
}

#[test]
fn every_kind_of_search_has_an_answer_when_it_is_stopped() {
    for words in [
        &["connect4", "--depth", "30"][..],
        &["startpos", "--depth", "20", "--algorithm", "minimax"],
        &["startpos", "--depth", "20", "--algorithm", "pvs", "--with", "tt,killers"],
        &["startpos", "--depth", "20", "--order", "none"],
        &["startpos", "--depth", "20", "--with", "quiescence"],
    ] {
        let page = output(&mut plywood(&[&["explain"], words, &["--nodes", "5000", "--columns", "300"]].concat()));
        assert!(!page.contains("none: "), "{words:?}: {page}");
        assert!(page.contains("after 5,000 nodes"), "{words:?}: {page}");
    }
    // A browser page also says so; a trace contains what was searched.
    let html = output(&mut plywood(&["explain", "startpos", "--depth", "20", "--nodes", "5000", "--format", "html"]));
    assert!(html.contains("5,000 nodes"), "it says which search was stopped");
    let trace = output(&mut plywood(&["explain", "startpos", "--depth", "20", "--nodes", "500", "--format", "jsonl"]));
    assert!(trace.lines().next().unwrap().contains("\"depth\":20"), "{trace}");
    // Nothing finishes within so few nodes.
    let none = output(&mut plywood(&["explain", "startpos", "--depth", "20", "--nodes", "10"]));
    assert!(none.contains("none: ") && none.contains("iterative,tt"), "{none}");
}

#[cfg(unix)]
#[test]
fn a_word_is_said_before_a_search_that_will_not_end() {
    let started = |words: &[&str]| {
        let folder = Folder::new();
        let stderr = File::create(folder.path().join("said")).unwrap();
        let child =
            plywood(words).process().stdin(Stdio::null()).stdout(Stdio::piped()).stderr(stderr).spawn().unwrap();
        let start = Instant::now();
        while folder.read("said").is_empty() && start.elapsed() < Duration::from_secs(20) {
            thread::sleep(Duration::from_millis(20));
        }
        thread::sleep(Duration::from_millis(200));
        std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        let shown = child.wait_with_output().unwrap();
        (String::from_utf8(shown.stdout).unwrap(), folder.read("said"))
    };
    let (page, said) = started(&["explain", "startpos", "--depth", "20"]);
    for part in ["a search of 20 plies takes about 10^1", "--with iterative,tt", "years", "--depth 9"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(page.contains("the search was stopped after") && !page.contains("none: "), "{page}");
    let others = [
        &["compare", "startpos", "--depth", "20", "--algorithm", "alpha-beta"][..],
        &["verify", "startpos", "--depth", "20"],
    ];
    for words in in_turn(others, 0, 2) {
        let (_, said) = started(words);
        assert!(said.contains("a search of 20 plies takes about"), "{words:?}: {said}");
    }
    // There is no warning for a search that finishes or that always has an answer when it is stopped.
    for words in [
        &["explain", "ttt"][..],
        &["explain", "startpos", "--depth", "20", "--with", "iterative,tt", "--nodes", "1000"],
        &["explain", "8/8/8/8/8/2k5/8/K6R w - - 0 1", "--depth", "7"],
    ] {
        output(&mut plywood(words));
    }
    let folder = Folder::new();
    output(&mut folder.plywood(&["explain", "startpos", "--depth", "20", "--nodes", "1000", "-o", "page.html"]));
}
