//! Moments of a search: `--pass`, `--event`, and the commands that `verify` suggests for looking at an error.

use crate::support::{every, path};
use crate::{Folder, output};
use std::fs;
use std::process::Stdio;

const BUG: &str = include_str!("../data/foreign/wrong-in-an-earlier-pass.jsonl");

fn explain(arguments: &[&str]) -> String {
    let folder = Folder::with("t.jsonl", BUG);
    output(&mut folder.plywood(&[&["explain", "t.jsonl"], arguments].concat()))
}

#[test]
fn a_pass_is_shown_as_it_was_at_its_end() {
    let (first, last) = (explain(&["--pass", "1"]), explain(&["--pass", "2"]));
    assert_eq!(last, explain(&[]), "the last pass is what is shown anyway");
    assert!(first.contains("1 ply") && !first.contains("3.000"), "{first}");
    // In the first pass, b is worth 2 and is rejected; in the second, it is best.
    let (then, now) = (explain(&["--why", "b", "--pass", "1"]), explain(&["--why", "b"]));
    assert!(then.contains("worth  2 (static") && then != now, "{then}\n{now}");
    assert!(now.contains("best"), "{now}");
    let line = explain(&["--line", "b", "--pass", "1"]);
    assert!(line != explain(&["--line", "b"]), "{line}");
}

#[test]
fn an_event_is_shown_with_the_search_as_it_was_when_its_node_was_judged() {
    let [of_judgement, of_creation] = ["7", "6"].map(|event| explain(&["--why", "b", "--event", event]));
    let without_event = |page: &str| page.lines().filter(|line| !line.contains("event")).collect::<Vec<_>>().join("\n");
    assert_eq!(without_event(&of_judgement), without_event(&of_creation));
    assert!(of_judgement.contains("up to event 7, before it ended."), "{of_judgement}");
    assert!(of_creation.contains("up to event 7, where the node of event 6 is judged."), "{of_creation}");
    assert!(explain(&["--why", "a x", "--event", "18"]).contains("a x"));
    assert_ne!(explain(&["--why", "b", "--event", "7"]), explain(&["--why", "b", "--event", "16"]));
    for page in [explain(&["--event", "6"]), explain(&["--why", "b", "--event", "6"])] {
        assert!(page.contains("the search up to event ") && !page.contains("stopped"), "{page}");
    }
}

#[test]
fn a_moment_that_is_not_there_is_refused_with_what_there_is() {
    let folder = Folder::with("t.jsonl", BUG);
    for (arguments, said) in [
        (["--pass", "3"], "there is no pass 3; the search has 2 passes"),
        (["--event", "24"], "there is no event 24; the search has 23 events"),
        (["--pass", "0"], "--pass"),
        (["--event", "x"], "--event"),
    ] {
        let done = folder.plywood(&[&["explain", "t.jsonl"][..], &arguments].concat()).output().unwrap();
        let error = String::from_utf8(done.stderr).unwrap();
        assert!(done.status.code() == Some(2) && error.contains(said), "{arguments:?}: {error}");
    }
    let done = folder.plywood(&["explain", "t.jsonl", "--step", "3", "--pass", "1"]).output().unwrap();
    assert_eq!(done.status.code(), Some(2));
}

/// A question about a move is answered from the pass that holds the event, even if only an earlier pass was finished.
#[test]
fn an_event_is_explained_by_its_own_pass_alone() {
    // Event 16 judges b as the new best of the second pass; in the first pass, b was worth 2 and was rejected.
    for (asked, last) in [("16", "16"), ("18", "22")] {
        let (why, line) = (explain(&["--why", "b", "--event", asked]), explain(&["--line", "b x", "--event", asked]));
        for page in [&why, &line] {
            assert!(page.contains(&format!("up to event {last}, ")) && !page.contains("best before"), "{page}");
        }
        assert!(why.contains("MAX then gets       3.") && line.contains("new best"), "{why}{line}");
        let tree = explain(&["--event", asked]);
        assert!(tree.contains("|-*b") && !tree.contains("last finished pass"), "{tree}");
    }
    assert!(explain(&["--event", "18"]).contains("where the node of event 18 is judged"));
    // At that time, the second pass had not reached a, and the first pass does not answer for it.
    let later = explain(&["--why", "a", "--event", "15"]);
    assert!(later.contains("had not reached the move"), "{later}");
    // Inside b, no root move has been judged, so the best line of the first pass is not shown.
    let inside = explain(&["--event", "14"]);
    assert!(inside.contains("none: the search finished no move"), "{inside}");
}

/// A pass whose score is only a bound shows that bound, not the best line of an earlier pass of the same depth.
#[test]
fn a_pass_that_failed_low_has_no_best_line() {
    let search = "explain 8/8/8/3k4/2p5/1P6/3K4/8_w_-_- --depth 2 --algorithm mtdf --with iterative,tt --pass 3";
    let words: Vec<String> = search.split(' ').map(|word| word.replace('_', " ")).collect();
    let page = output(&mut Folder::new().plywood(&words.iter().map(String::as_str).collect::<Vec<_>>()));
    assert!(page.contains("none: no move raised alpha"), "{page}");
}

/// A pass of a live search can also be shown.
#[test]
fn a_search_that_is_made_has_moments_as_a_recorded_one_has() {
    let search = ["explain", "8/8/8/3k4/2p5/1P6/3K4/8 w - -", "--depth", "3", "--with", "iterative"];
    let folder = Folder::new();
    let page = |more: &[&str]| output(&mut folder.plywood(&[&search[..], more].concat()));
    let second = page(&["--pass", "2"]);
    assert!(second.contains("2 plies") && second != page(&[]), "{second}");
    output(&mut folder.plywood(&[&search[..], &["-o", "t.jsonl"]].concat()));
    let recorded = output(&mut folder.plywood(&["explain", "t.jsonl", "--pass", "2", "--why", "bxc4+"]));
    assert_eq!(page(&["--pass", "2", "--why", "bxc4+"]), recorded);
}

/// Returns the commands suggested in a report of `verify`, word by word.
fn offered(page: &str) -> Vec<Vec<String>> {
    let lines = page.lines().filter_map(|line| line.trim_start_matches("Look:").trim().strip_prefix("plywood "));
    let words = |line: &str| {
        let (mut words, mut quoted) = (vec![String::new()], false);
        for letter in line.chars() {
            match letter {
                '\'' => quoted = !quoted,
                ' ' if !quoted => words.push(String::new()),
                _ => words.last_mut().unwrap().push(letter),
            }
        }
        words
    };
    lines.map(words).collect()
}

/// For every bug in the collection and for the errors of other engines, the suggested commands work and show the event.
#[test]
fn what_verify_says_to_look_at_is_there() {
    let (mut looked, mut files) = (0, Vec::new());
    for folder in ["tests/data/bugs", "tests/data/foreign"] {
        files.extend(fs::read_dir(path(folder)).unwrap().map(|entry| entry.unwrap().path()));
    }
    files.retain(|file| file.extension().is_some_and(|end| end == "jsonl"));
    files.sort();
    for file in files.into_iter().step_by(every(3)) {
        let folder = Folder::with("it is.jsonl", fs::read(&file).unwrap());
        let done =
            folder.plywood(&["verify", "it is.jsonl", "--columns", "500"]).stdin(Stdio::null()).output().unwrap();
        let page = String::from_utf8(done.stdout).unwrap();
        if done.status.success() {
            continue;
        }
        for command in offered(&page) {
            looked += 1;
            let arguments: Vec<&str> = command.iter().map(String::as_str).collect();
            let shown = output(&mut folder.plywood(&arguments));
            let at = arguments.iter().position(|word| *word == "--at-event" || *word == "--event");
            let Some(event) = at.map(|at| arguments[at + 1]) else { continue };
            let number = format!("line {}, ", event.parse::<usize>().unwrap() + 1);
            assert!(page.contains(&number), "{}: {number} of {page}", file.display());
            if arguments.contains(&"--at-event") {
                assert!(shown.contains(&format!("event {event} of ")), "{}: {shown}", file.display());
            } else {
                let [asked, ..] = arguments.iter().rev().skip(2).copied().collect::<Vec<_>>()[..] else {
                    panic!("{arguments:?}")
                };
                assert!(
                    !shown.contains(&format!("{asked} was not searched")),
                    "{}: {arguments:?}\n{page}\n{shown}",
                    file.display()
                );
            }
        }
    }
    assert!(50 / every(3) < looked, "{looked}");
}
