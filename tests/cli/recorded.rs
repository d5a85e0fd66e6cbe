//! A recorded trace is a subject like any other, and single steps of a search can be written.

use crate::support::{self, every, in_turn, lessons_without_chance, searched_lessons};
use crate::{Folder, failed, feed, output, succeeded};
use flate2::write::GzEncoder;
use std::io::Write;

const FEN: &str = "7k/R1ppp1p1/1p6/4q3/5N1r/3b3P/PP3PP1/Q5K1 w - - 0 1";

/// Returns the output of `plywood` in the folder.
fn prints(folder: &Folder, arguments: &[&str]) -> String {
    output(&mut folder.plywood(arguments))
}

/// Its message when it rejects something.
fn says(folder: &Folder, arguments: &[&str]) -> String {
    failed(folder.plywood(arguments).output().unwrap())
}

fn recorded(subject: &[&str]) -> Folder {
    let folder = Folder::new();
    prints(&folder, &[&["explain"], subject, &["-o", "trace.jsonl"]].concat());
    folder
}

/// Returns a page without the size of the whole tree, which is unknown for a trace of real moves.
fn without_size(page: &str) -> Vec<&str> {
    let says_size = |line: &str| line.contains("leaves") && line.contains("evaluated") || line.contains("(minimum");
    page.lines().filter(|line| !says_size(line)).collect()
}

#[test]
fn the_page_of_a_trace_is_the_page_of_the_search() {
    let pages: [&[&str]; 8] = [
        &[],
        &["--log"],
        &["--style", "outline", "--view", "negamax"],
        &["--answers", "--legend"],
        &["--orders", "--charset", "unicode"],
        &["--pv-scan"],
        &["--roots", "all"],
        &["--style", "sargon", "--log"],
    ];
    // Each lesson, or every second lesson.
    for (index, lesson) in searched_lessons().into_iter().step_by(every(2)).enumerate() {
        let folder = recorded(&[lesson]);
        // By default, the document's listing is fail-hard.
        let header = folder.read("trace.jsonl");
        let is_soft = header.lines().next().unwrap().contains(r#""fail":"soft""#);
        let fail: &[&str] = if is_soft { &["--fail", "soft"] } else { &[] };
        // All pages of the lesson, or only one.
        for page in in_turn(pages.iter(), index, 8) {
            // Scores change sign at each ply only if the sides alternate.
            if header.lines().next().unwrap().contains("\"movers\"") && page.contains(&"negamax") {
                continue;
            }
            if page.contains(&"sargon") && !lessons_without_chance().contains(&lesson) {
                continue;
            }
            let search = prints(&folder, &[&["explain", lesson], fail, *page].concat());
            let shown = prints(&folder, &[&["explain", "trace.jsonl"], *page].concat());
            let knows_tree = folder.read("trace.jsonl").lines().next().unwrap().contains("\"shape\"");
            if knows_tree {
                assert_eq!(shown, search, "{lesson} {page:?}");
            } else {
                assert_eq!(without_size(&shown), without_size(&search), "{lesson} {page:?}");
            }
        }
    }
}

#[test]
fn questions_about_a_trace_get_the_answers_of_the_search() {
    for subject in [&["sargon-4"][..], &["sargon-4", "--algorithm", "pvs", "--with", "tt"]] {
        let folder = recorded(subject);
        for question in [["--why", "Ne6+"], ["--why", "Nf5 Kh8"], ["--line", "Nf5+ Kg8"], ["--focus", "1.Nf5"]] {
            let search = prints(&folder, &[&["explain"], subject, &question].concat());
            let shown = prints(&folder, &[&["explain", "trace.jsonl"][..], &question].concat());
            // A finished search suggests no command that searches.
            let search = search.split("\nThis command ").next().unwrap().split("\nThis searches ").next().unwrap();
            assert_eq!(shown, search, "{question:?}");
        }
    }
    let folder = recorded(&[FEN, "--depth", "3"]);
    for question in [&["--roots", "all"][..], &["--why", "Nxd3"], &["--line", "Nxd3 Qe2"]] {
        let search = prints(&folder, &[&["explain", FEN, "--depth", "3"][..], question].concat());
        let shown = prints(&folder, &[&["explain", "trace.jsonl"][..], question].concat());
        let search = search.split("\nThis command ").next().unwrap();
        // With a board, the page of a trace also shows the size of the whole tree, and what follows after the end of
        // the best line.
        assert_eq!(shown, search, "{question:?}");
    }
}

#[test]
fn every_form_of_a_trace_is_the_same_trace() {
    let folder = recorded(&["wikipedia"]);
    prints(&folder, &["explain", "wikipedia", "-o", "trace.json"]);
    let mut packed = GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(folder.read("trace.jsonl").as_bytes()).unwrap();
    folder.write("trace.jsonl.gz", packed.finish().unwrap());
    for step in [&["--at-event", "40"][..], &["--at-event", "40", "--format", "json"], &["--log"]] {
        let expected = prints(&folder, &[&["explain", "wikipedia"], step].concat());
        for file in ["trace.jsonl", "trace.json", "trace.jsonl.gz"] {
            assert_eq!(prints(&folder, &[&["explain", file], step].concat()), expected, "{file}");
        }
    }
    let verified = prints(&folder, &["verify", "trace.jsonl"]);
    assert_eq!(prints(&folder, &["verify", "trace.jsonl.gz"]), verified);
}

#[test]
fn options_that_would_search_are_refused() {
    let folder = recorded(&["wikipedia"]);
    for (option, name) in [
        (&["--depth", "2"][..], "--depth"),
        (&["--with", "tt"], "--with"),
        (&["--set", "A=3"], "--set"),
        (&["--engine", "sargon"], "--engine"),
        (&["--depths", "1..2"], "--depths"),
        (&["--only-at", "A: A1"], "--only-at"),
        (&["--without", "king"], "--without"),
        (&["--after", "e4"], "--after"),
        (&["--shard", "1/2"], "--shard"),
    ] {
        let message = says(&folder, &[&["explain", "trace.jsonl"], option].concat());
        let expected = format!(
            "exit 2\nplywood: {name} has no effect here: trace.jsonl is a recorded trace, whose search is over"
        );
        assert_eq!(message, expected);
    }
}

#[test]
fn what_is_right_of_a_damaged_trace_is_shown() {
    let folder = recorded(&["wikipedia"]);
    let text = folder.read("trace.jsonl");
    let lines: Vec<&str> = text.lines().collect();
    folder.write("short.jsonl", lines[..40].join("\n"));
    folder.write("torn.jsonl", [&lines[..40], &["{\"event\":\"judged\",\"li"]].concat().join("\n"));
    output(&mut folder.plywood(&["explain", "wikipedia", "-o", "whole.json"]));
    let whole = folder.read("whole.json");
    let (before, _) = whole.match_indices("{\"event\"").nth(39).unwrap();
    folder.write("short.json", &whole[..before]);
    folder.write("wrong.json", whole[..before].to_owned() + &whole[before..].replacen("\"event\"", "\"even\"", 1));
    for (file, problem) in [
        ("short.jsonl", "line 40: the trace ends without a result"),
        ("torn.jsonl", "line 41, column"),
        ("short.json", "the file ends in the middle of a "),
        ("wrong.json", "missing field `event`"),
    ] {
        for arguments in [&["explain", file][..], &["explain", file, "--at-event", "39"]] {
            let run = folder.plywood(arguments).output().unwrap();
            let (page, message) = (String::from_utf8(run.stdout).unwrap(), String::from_utf8(run.stderr).unwrap());
            assert_eq!(run.status.code(), Some(1));
            assert!(page.contains("Wikipedia's example tree"), "{page}");
            assert!(
                message.contains(problem) && message.contains("everything before this place is shown"),
                "{message}"
            );
        }
        // A truncated trace is not accepted as correct.
        let message = says(&folder, &["verify", file]);
        assert!(message.starts_with(&format!("exit 1\nplywood: {file}: ")) && message.contains(problem), "{message}");
    }
    let message = says(&folder, &["explain", "short.jsonl", "--at-event", "40"]);
    assert!(
        message
            .starts_with("exit 2\nplywood: event 40 is out of range; the events go from 1 to 39; the trace is damaged")
    );
    folder.write("header.jsonl", lines[0]);
    assert!(
        says(&folder, &["explain", "header.jsonl"])
            .starts_with("exit 1\nplywood: header.jsonl: line 1: the trace ends")
    );
    folder.write("packed.gz", [0x1f, 0x8b, 8, 0, 1, 2, 3]);
    assert!(says(&folder, &["explain", "packed.gz"]).contains("packed.gz: damaged compression"));
    folder.write("newer.jsonl", text.replacen("\"version\":1", "\"version\":9", 1));
    assert!(says(&folder, &["explain", "newer.jsonl"]).contains("the trace has version 9"));
}

#[test]
fn a_step_is_text_or_json() {
    let folder = Folder::new();
    let text = prints(&folder, &["explain", "sargon-4", "--at-event", "17"]);
    assert!(text.contains("step 4, event 17 of 34") && text.contains("beta cutoff, skips 1"), "{text}");
    let json = prints(&folder, &["explain", "sargon-4", "--at-event", "17", "--format", "json"]);
    let state: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((state["number"].as_u64(), state["of"].as_u64()), (Some(17), Some(34)));
    assert_eq!(state["line"], serde_json::json!(["Nf5+", "Kh8", "Rd8#"]));
    assert_eq!(state["beta_set_by"], serde_json::json!(["Nf5+", "Kg8"]));
    assert_eq!(state["event"]["verdict"], "cutoff");
    assert_eq!(state["fen"], "3R3k/r6p/6pr/5N2/1n6/6R1/6PP/7K b - - 0 1".replace("b - - 0 1", "b - - 3 2"));
    let file = prints(&folder, &["explain", "sargon-4", "--at-event", "17", "-o", "state.json"]);
    assert_eq!((file.as_str(), folder.read("state.json")), ("", json));
    prints(&folder, &["explain", "sargon-4", "--steps", "all", "--every-event"]);
    let names: Vec<String> = {
        let entries = std::fs::read_dir(folder.path().join("all")).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    };
    assert_eq!(names.len(), 34);
    assert_eq!(folder.read("all/event-17.txt"), text);
    // Ten positions are created here, and the search begins; these steps are written only on request.
    prints(&folder, &["explain", "sargon-4", "--steps", "few"]);
    let few = std::fs::read_dir(folder.path().join("few")).unwrap().count();
    assert_eq!((few, folder.read("few/event-17.txt")), (34 - 1 - 11, text));
}

/// A step has one number: on the page, in the log, in the trace and for `--step`.
#[test]
fn a_step_has_the_same_number_everywhere() {
    let mut shown = 0;
    for (subject, more) in
        [("sargon-2", &[][..]), ("wikipedia", &["--with", "tt,iterative"]), ("sargon-4", &["--order", "none"])]
    {
        let folder = recorded(&[&[subject], more].concat());
        let trace = folder.read("trace.jsonl");
        let records = trace.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        let steps: Vec<serde_json::Value> =
            records.filter(|record| record["event"] == "judged" && !record["order"].is_null()).collect();
        let page = prints(&folder, &[&["explain", subject], more, &["--log"]].concat());
        for (index, judged) in steps.iter().enumerate() {
            let number = (index + 1).to_string();
            assert_eq!(judged["order"].to_string(), number);
            let state = prints(&folder, &["explain", "trace.jsonl", "--step", &number, "--format", "json"]);
            let state: serde_json::Value = serde_json::from_str(&state).unwrap();
            assert_eq!((&state["event"], state["step"].to_string()), (judged, number.clone()), "{subject}");
            let event = state["number"].to_string();
            let one = prints(&folder, &["explain", "trace.jsonl", "--step", &number]);
            assert_eq!(one, prints(&folder, &["explain", "trace.jsonl", "--at-event", &event]));
            assert!(one.lines().next().unwrap().contains(&format!("step {number}, event {event} of ")), "{one}");
            // Each verdict has a row in the log, whose first word is its number.
            let is_row = |line: &&str| line.split_whitespace().next() == Some(&number);
            assert!(page.lines().any(|line| is_row(&line)), "{subject}, step {number}:\n{page}");
            shown += 1;
        }
        let beyond = (steps.len() + 1).to_string();
        let said = failed(folder.plywood(&["explain", "trace.jsonl", "--step", &beyond]).output().unwrap());
        assert!(
            said.contains(&format!("the steps go from 1 to {}", steps.len())) && said.contains("--at-event"),
            "{said}"
        );
    }
    assert!(20 < shown, "{shown}");
}

#[test]
fn steps_that_make_no_sense_are_refused() {
    let folder = Folder::new();
    let range = "exit 2\nplywood: event 35 is out of range; the events go from 1 to 34";
    assert_eq!(says(&folder, &["explain", "sargon-4", "--at-event", "35"]), range);
    assert_eq!(says(&folder, &["explain", "sargon-4", "--at-event", "0"]), range.replace("35", "0"));
    let whole = "exit 2\nplywood: --log is for the whole search; it cannot be combined with --step or --steps";
    assert_eq!(says(&folder, &["explain", "sargon-4", "--at-event", "3", "--log"]), whole);
    let format = "exit 2\nplywood: a step is written as text, json, svg, tikz, dot, mermaid, markdown, not as jsonl";
    assert_eq!(says(&folder, &["explain", "sargon-4", "--at-event", "3", "--format", "jsonl"]), format);
    let many = says(&folder, &["explain", "startpos", "--depth", "5", "--steps", "all"]);
    assert!(many.starts_with("exit 2\nplywood: --steps would write "), "{many}");
}

#[test]
fn without_a_terminal_the_viewer_names_what_works() {
    let message = failed(support::plywood(&["step", "sargon-4"]).output().unwrap());
    assert!(message.starts_with("exit 2\nplywood: plywood step needs a terminal\n"), "{message}");
    for command in ["plywood explain sargon-4 --step 1\n", "plywood explain sargon-4 --steps steps"] {
        assert!(message.contains(command), "{message}");
        let folder = crate::Folder::new();
        output(&mut folder.plywood(&command.split_whitespace().skip(1).collect::<Vec<_>>()));
    }
    let message = failed(support::plywood(&["step", "nosuch"]).output().unwrap());
    assert!(message.starts_with("exit 2\nplywood: `nosuch` is not a file"), "{message}");
    let message = failed(support::plywood(&["step", STALEMATE]).output().unwrap());
    assert!(
        message.contains("the game is over") && message.contains(&format!("plywood explain '{STALEMATE}'")),
        "{message}"
    );
    assert!(!message.contains("--step"), "{message}");
    let folder = Folder::new();
    let none = "exit 2\nplywood: the search has no steps, because it judged no move";
    assert_eq!(says(&folder, &["explain", STALEMATE, "--steps", "steps"]), none);
    assert!(!folder.path().join("steps").exists());
}

/// A wrong trace calls a move no better although its upper bound exceeds alpha.
#[test]
fn a_bound_above_alpha_proves_nothing() {
    let folder = recorded(&["((3 12) (2 4))"]);
    let trace = folder.read("trace.jsonl");
    let wrong = trace.replace(r#""score":2.0,"bound":"upper""#, r#""score":5,"bound":"upper""#);
    assert_ne!(trace, wrong);
    folder.write("trace.jsonl", wrong);
    let page = prints(&folder, &["explain", "trace.jsonl", "--why", "B"]);
    assert!(page.contains("does not prove it") && !page.contains("cannot be better"), "{page}");
}

const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

#[test]
fn a_trace_comes_from_standard_input_as_well() {
    let folder = recorded(&["sargon-4"]);
    let trace = folder.read("trace.jsonl");
    let piped = |arguments: &[&str]| succeeded(feed(&mut folder.plywood(arguments), &trace));
    assert_eq!(piped(&["explain", "-"]), prints(&folder, &["explain", "trace.jsonl"]));
    assert_eq!(
        piped(&["explain", "-", "--at-event", "17"]),
        prints(&folder, &["explain", "trace.jsonl", "--at-event", "17"])
    );
    assert!(piped(&["verify", "-"]).contains("nothing is wrong"));
    output(&mut folder.plywood(&["explain", "trace.jsonl", "-o", "trace.jsonl.gz"]));
    let compressed = std::fs::read(folder.path().join("trace.jsonl.gz")).unwrap();
    assert_eq!(succeeded(feed(&mut folder.plywood(&["verify", "-"]), &compressed)), piped(&["verify", "-"]));
    let refused = failed(feed(&mut folder.plywood(&["explain", "-", "--depth", "2"]), &trace));
    assert!(refused.contains("standard input is a recorded trace"), "{refused}");
}

#[test]
fn recorded_searches_are_compared() {
    let folder = recorded(&["wikipedia"]);
    prints(&folder, &["explain", "wikipedia", "--algorithm", "minimax", "-o", "whole.json"]);
    let page = prints(&folder, &["compare", "trace.jsonl", "whole.json"]);
    // Alpha-beta skips five leaves, and agrees about the root.
    assert!(page.contains("Two searches, one answer: B, 6."), "{page}");
    let leaves = |name: &str| {
        let line = page.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().nth(2).unwrap().to_owned()
    };
    assert_eq!([leaves("trace.jsonl"), leaves("whole.json")], ["9", "14"]);
    let alone = page.lines().find(|line| line.starts_with("C2 ")).expect("a subtree that only minimax has");
    assert_eq!(alone.split_whitespace().collect::<Vec<_>>(), ["C2", "-", "6", "nodes"], "{page}");
    assert!(says(&folder, &["compare", "trace.jsonl"]).contains("give at least two"));
    assert!(
        says(&folder, &["compare", "trace.jsonl", "trace.jsonl", "wikipedia"]).contains("one trace and one search")
    );
    assert!(
        says(&folder, &["compare", "trace.jsonl", "whole.json", "--order", "none"]).contains("--order has no effect")
    );
}
