//! The daily work with traces of other engines: minimal results, scores that look alike, numbers that JSON lacks, and
//! the commands that reports suggest.

use crate::support::path;
use crate::{Folder, output};
use std::fs;

const BUG: &str = include_str!("../data/foreign/wrong-in-an-earlier-pass.jsonl");
/// A correct trace without a board.
const RIGHT: &str = include_str!("../data/foreign/right-futility-fails-soft.jsonl");

fn run(folder: &Folder, arguments: &[&str]) -> (i32, String, String) {
    let done = folder.plywood(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (done.status.code().unwrap(), text(done.stdout), text(done.stderr))
}

/// The trace with another result line.
fn with_result(trace: &str, change: impl Fn(&mut serde_json::Map<String, serde_json::Value>)) -> String {
    let (events, result) = trace.trim_end().rsplit_once('\n').unwrap();
    let mut result: serde_json::Value = serde_json::from_str(result).unwrap();
    change(result.as_object_mut().unwrap());
    format!("{events}\n{result}\n")
}

fn without(trace: &str, fields: &[&str]) -> String {
    with_result(trace, |result| result.retain(|name, _| !fields.contains(&name.as_str())))
}

/// The same trace as one JSON document.
fn document(trace: &str) -> String {
    let lines: Vec<&str> = trace.trim_end().lines().collect();
    let [header, events @ .., result] = lines.as_slice() else { panic!("{trace}") };
    let result = result.replacen("\"event\":\"result\",", "", 1);
    let result = result.replacen(",\"event\":\"result\"", "", 1);
    format!("{},\"events\":[{}],{}", &header[..header.len() - 1], events.join(","), &result[1..])
}

const OPTIONAL: [&str; 4] = ["statistics", "pv", "best", "score"];

#[test]
fn a_result_may_omit_what_follows_from_the_events() {
    let folder = Folder::with("whole.jsonl", RIGHT);
    let whole = output(&mut folder.plywood(&["explain", "whole.jsonl"]));
    let step = output(&mut folder.plywood(&["explain", "whole.jsonl", "--step", "2"]));
    let mut cases: Vec<Vec<&str>> = OPTIONAL.iter().map(|field| vec![*field]).collect();
    cases.push(OPTIONAL.to_vec());
    for fields in cases {
        let least = without(RIGHT, &fields);
        folder.write("least.jsonl", &least);
        folder.write("least.json", document(&least));
        for name in ["least.jsonl", "least.json"] {
            let (code, page, error) = run(&folder, &["verify", name]);
            assert!(code == 0, "{name} without {fields:?}: {page}{error}");
            let page = output(&mut folder.plywood(&["explain", name]));
            assert_eq!(page, whole, "{name} without {fields:?}");
            assert_eq!(output(&mut folder.plywood(&["explain", name, "--step", "2"])), step);
            let (code, page, error) = run(&folder, &["compare", "--check", "whole.jsonl", name]);
            assert!(code == 0, "{name} without {fields:?}: {page}{error}");
        }
    }
}

/// Null windows may prove the best move although the last one finds no line.
#[test]
fn the_best_move_of_null_windows_is_worked_out() {
    let open = r#""window":{"alpha":0.002,"beta":0.003}"#;
    let pass = format!(
        r#"{{"event":"pass","pass":"test","depth":1,{open}}}
{{"event":"enter","line":[],"depth":1,{open},"moves":["a","b"]}}
{{"event":"created","line":["a"],"score":0.001}}
{{"event":"judged","line":["a"],"score":0.001,"bound":"exact","leaf":"horizon",{open},"verdict":"not_best"}}
{{"event":"created","line":["b"],"score":0.003}}
{{"event":"judged","line":["b"],"score":0.003,"bound":"exact","leaf":"horizon",{open},"verdict":"cutoff"}}
{{"event":"leave","line":[],"score":0.003,"bound":"lower"}}
"#
    );
    let above = |text: &str| text.replace("0.002,", "0.003,").replace(r#""beta":0.003"#, r#""beta":0.004"#);
    let last = above(&pass).replace("cutoff", "not_best").replace("lower", "upper");
    for name in ["mtdf", "mine"] {
        let head = format!(r#"{{"format":"plywood-trace","version":1,"depth":1,"algorithm":"{name}","order":"none"}}"#);
        let trace = format!(
            "{head}\n{{\"event\":\"root\",\"score\":0}}\n{pass}{last}{{\"event\":\"result\",\"complete\":true}}\n"
        );
        let folder = Folder::with("t.jsonl", &trace);
        assert_eq!(run(&folder, &["verify", "t.jsonl"]).0, 0, "{name}");
        let page = output(&mut folder.plywood(&["explain", "t.jsonl"]));
        assert!(page.contains("Best line") && page.contains("0.003") && !page.contains("none"), "{page}");
    }
}

/// A field that is there is checked, even if its value is empty or null.
#[test]
fn what_a_result_says_is_checked() {
    let folder = Folder::new();
    for (field, value) in [("pv", "[]"), ("best", "null"), ("score", "null"), ("score", "7"), ("pv", r#"["zz"]"#)] {
        let value: serde_json::Value = serde_json::from_str(value).unwrap();
        folder.write("t.jsonl", with_result(RIGHT, |result| drop(result.insert(field.to_owned(), value.clone()))));
        let (code, page, _) = run(&folder, &["verify", "t.jsonl"]);
        assert!(code == 1 && page.contains("the result"), "{field} {value}: {page}");
    }
    // What is still required.
    folder.write("t.jsonl", without(RIGHT, &["complete"]));
    let (_, _, error) = run(&folder, &["verify", "t.jsonl"]);
    assert!(error.contains("missing field `complete`"), "{error}");
}

/// Two scores that differ never look the same where they are said to differ.
#[test]
fn a_mate_in_one_ply_and_in_two_plies_look_different() {
    let trace = |plies: u32| {
        format!(
            r#"{{"format":"plywood-trace","version":1,"depth":1,"algorithm":"mine","order":"mine"}}
{{"event":"root","score":0}}
{{"event":"enter","line":[],"depth":1,"window":{{"alpha":"-inf","beta":"+inf"}},"moves":["a","b"]}}
{{"event":"created","line":["a"]}}
{{"event":"judged","line":["a"],"score":{{"mate":{plies}}},"bound":"exact","leaf":"lost","window":{{"alpha":"-inf","beta":"+inf"}},"verdict":"best"}}
{{"event":"created","line":["b"]}}
{{"event":"judged","line":["b"],"score":{{"mate":2}},"bound":"exact","leaf":"lost","window":{{"alpha":{{"mate":{plies}}},"beta":"+inf"}},"verdict":"not_best"}}
{{"event":"leave","line":[],"score":{{"mate":{plies}}},"bound":"exact"}}
{{"event":"result","complete":true,"score":{{"mate":{plies}}},"best":"a","pv":["a"]}}
"#
        )
    };
    let folder = Folder::with("one.jsonl", trace(1));
    folder.write("two.jsonl", trace(2));
    let (_, page, error) = run(&folder, &["compare", "--check", "one.jsonl", "two.jsonl"]);
    assert!(page.contains("mate in 1 ply") && page.contains("mate in 2 plies"), "{page}{error}");
    let (_, page, error) = run(&folder, &["compare", "--check", "one.jsonl", "two.jsonl", "--fail-on", "difference"]);
    assert!(page.contains("score mate in 1 ply -> mate in 2 plies"), "{page}{error}");
    // In the tree, in the log and in an answer, b's score is below that of a.
    for arguments in [&["--full"][..], &["--why", "b"], &["--line", "b"]] {
        let page = output(&mut folder.plywood(&[&["explain", "one.jsonl"], arguments].concat()));
        assert!(page.contains("mate in 1 ply"), "{page}");
    }
    // A window between two mates.
    let narrow = trace(1).replacen("\"beta\":\"+inf\"}},\"moves\"", "\"beta\":{\"mate\":1}},\"moves\"", 1);
    let narrow = narrow.replace(
        r#""window":{"alpha":"-inf","beta":"+inf"},"moves""#,
        r#""window":{"alpha":{"mate":2},"beta":{"mate":1}},"moves""#,
    );
    folder.write("narrow.jsonl", narrow);
    let log = output(&mut folder.plywood(&["explain", "narrow.jsonl", "--log"]));
    assert!(log.contains("(mate in 2 plies,mate in 1 ply)"), "{log}");
}

#[test]
fn a_number_that_json_lacks_is_named_with_its_place_and_what_to_write() {
    let folder = Folder::new();
    for word in ["NaN", "-NaN", "nan", "Infinity", "-Infinity", "inf", "-inf"] {
        let event = format!(r#"{{"event":"created","line":["a"],"score": {word}}}"#);
        let trace: Vec<&str> =
            BUG.lines().map(|line| if line.contains("\"created\"") { &event } else { line }).collect();
        let column = event.find(word).unwrap() + 1;
        folder.write("t.jsonl", trace.join("\n"));
        let (_, _, error) = run(&folder, &["verify", "t.jsonl"]);
        let said = format!("t.jsonl: line 5, column {column}: `{word}` is not a number in JSON; write a finite number");
        assert!(error.contains(&said) && error.contains("\"+inf\""), "{error}\n{said}");
        folder.write("t.json", document(&trace.join("\n")));
        let (_, _, error) = run(&folder, &["explain", "t.json"]);
        assert!(error.contains(&format!("`{word}` is not a number in JSON")), "{error}");
        // A lesson, and a number outside of the events.
        let lesson = format!("{{\n \"title\": \"x\",\n \"moves\": [{{\"move\": \"a\", \"score\": {word}}}]}}");
        let column = lesson.lines().nth(2).unwrap().find(word).unwrap() + 1;
        folder.write("l.json", &lesson);
        let (_, _, error) = run(&folder, &["explain", "l.json"]);
        assert!(error.contains(&format!("line 3, column {column}: moves[0].score: `{word}` is not")), "{error}");
        folder.write("t.jsonl", BUG.replacen("\"version\": 1", &format!("\"version\": 1, \"tolerance\": {word}"), 1));
        let (_, _, error) = run(&folder, &["verify", "t.jsonl"]);
        assert!(error.contains(&format!("line 1, column 56: `{word}` is not a number in JSON")), "{error}");
    }
    // A word that only begins like that, and one inside a text, are other mistakes.
    folder.write("t.jsonl", BUG.replacen("\"score\": 0", "\"score\": nano", 1));
    assert!(!run(&folder, &["verify", "t.jsonl"]).2.contains("not a number in JSON"));
}

/// With mate-distance pruning, Black's only root move is known to lose at once, and so is Black: nothing is worse.
const MATED: &str = r#"{"format":"plywood-trace","version":1,"fen":"7k/5Q2/6K1/8/8/8/p7/8 b - - 0 1","evaluation":"mine","restricted":[[],["a2a1q"]],"techniques":["mate-distance"],"depth":2,"algorithm":"mine","order":"mine"}
{"event":"root","score":0.0}
{"event":"enter","line":[],"depth":2,"window":{"alpha":"-inf","beta":"+inf"},"moves":["a2a1q"]}
{"event":"created","line":["a2a1q"],"number":1}
{"event":"enter","line":["a2a1q"],"depth":1,"window":{"alpha":{"mate":-1},"beta":{"mate":2}},"moves":["f7f8","f7e8"]}
{"event":"created","line":["a2a1q","f7f8"],"number":2}
{"event":"judged","line":["a2a1q","f7f8"],"score":{"mate":2},"bound":"exact","leaf":"lost","window":{"alpha":{"mate":-1},"beta":{"mate":2}},"verdict":"cutoff","skipped":1}
{"event":"leave","line":["a2a1q"],"score":{"mate":2},"bound":"lower"}
{"event":"judged","line":["a2a1q"],"score":{"mate":-2},"bound":"upper","window":{"alpha":"-inf","beta":"+inf"},"verdict":"best"}
{"event":"leave","line":[],"score":{"mate":-2},"bound":"upper"}
{"event":"result","complete":true,"score":{"mate":-2},"best":"a2a1q","pv":["a2a1q"]}
"#;

/// An engine that gives draws a hundredth of a pawn more or less, which its header allows.
const DRAWN: &str = r#"{"format":"plywood-trace","version":1,"fen":"8/8/8/8/1k6/8/8/R3K3 w - - 0 1","evaluation":"mine","restricted":[[],["a1a4"]],"tolerance":0.01,"depth":2,"algorithm":"mine","order":"mine"}
{"event":"root","score":0.0}
{"event":"enter","line":[],"depth":2,"window":{"alpha":"-inf","beta":"+inf"},"moves":["a1a4"]}
{"event":"created","line":["a1a4"],"number":1}
{"event":"enter","line":["a1a4"],"depth":1,"window":{"alpha":"-inf","beta":"+inf"},"moves":["b4a4"]}
{"event":"created","line":["a1a4","b4a4"],"number":2,"score":0.01}
{"event":"judged","line":["a1a4","b4a4"],"score":0.01,"bound":"exact","leaf":"drawn","window":{"alpha":"-inf","beta":"+inf"},"verdict":"best"}
{"event":"leave","line":["a1a4"],"score":0.01,"bound":"exact"}
{"event":"judged","line":["a1a4"],"score":-0.01,"bound":"exact","window":{"alpha":"-inf","beta":"+inf"},"verdict":"best"}
{"event":"leave","line":[],"score":-0.01,"bound":"exact"}
{"event":"result","complete":true,"score":-0.01,"best":"a1a4","pv":["a1a4","b4a4"]}
"#;

#[test]
fn a_root_that_cannot_be_worse_and_a_draw_within_the_tolerance_are_right() {
    let folder = Folder::new();
    for trace in [MATED, DRAWN] {
        folder.write("t.jsonl", trace);
        let (code, page, _) = run(&folder, &["verify", "t.jsonl"]);
        assert_eq!(code, 0, "{page}");
    }
    folder.write("t.jsonl", DRAWN.replace("\"tolerance\":0.01,", ""));
    assert_eq!(run(&folder, &["verify", "t.jsonl"]).0, 1);
}

/// The words of a command as a shell reads it.
fn words(command: &str) -> Vec<String> {
    let script = format!("printf '%s\\0' {command}");
    let done = std::process::Command::new("bash").args(["-c", &script]).output().unwrap();
    let text = String::from_utf8(done.stdout).unwrap();
    text.trim_end_matches('\0').split('\0').map(str::to_owned).collect()
}

/// The commands in a report, each on a line that names it.
fn offered(page: &str) -> Vec<Vec<String>> {
    let commands = page.lines().filter_map(|line| Some(&line[line.find("plywood ")? + 8..]));
    commands
        .filter(|command| {
            command.starts_with("explain") || command.starts_with("verify") || command.starts_with("compare")
        })
        .map(words)
        .collect()
}

#[test]
fn the_command_that_a_report_suggests_runs_from_where_the_user_stands() {
    let folder = Folder::new();
    for inside in ["traces", "my traces/it's", "-odd"] {
        fs::create_dir_all(folder.path().join(inside)).unwrap();
        for name in ["t.jsonl", "a b$.jsonl", "-t.jsonl"] {
            let file = format!("{inside}/{name}");
            folder.write(&file, BUG);
            let (code, page, error) = run(&folder, &["verify", "--columns", "300", "--", &file]);
            assert_eq!(code, 1, "{page}{error}");
            let commands = offered(&page);
            assert_eq!(commands.len(), 2, "{page}");
            for command in commands {
                output(&mut folder.plywood(&command.iter().map(String::as_str).collect::<Vec<_>>()));
            }
        }
    }
}

#[test]
fn a_failing_suite_names_the_command_that_shows_the_difference() {
    let folder = Folder::new();
    for (side, trace) in [("old one", RIGHT), ("new", RIGHT)] {
        fs::create_dir(folder.path().join(side)).unwrap();
        folder.write(&format!("{side}/same.jsonl"), trace);
    }
    folder.write("old one/a: 5%,\n.jsonl", RIGHT);
    folder.write("new/a: 5%,\n.jsonl", BUG);
    let formats = ["text", "github", "junit", "json"];
    for format in formats {
        let compare = ["compare", "--check", "old one", "new", "--format", format, "--columns", "300"];
        let verify = ["verify", "new", "--format", format, "--columns", "300", "--ignore", "number"];
        for (arguments, begins) in [(&compare[..], "plywood compare 'old one/a: 5%,"), (&verify, "plywood verify ")] {
            let arguments: Vec<&str> = if format == "text" {
                arguments.iter().filter(|word| !["--format", "text"].contains(word)).copied().collect()
            } else {
                arguments.to_vec()
            };
            let (code, page, error) = run(&folder, &arguments);
            assert_eq!(code, 1, "{page}{error}");
            let plain = page.replace("&apos;", "'").replace("&#39;", "'").replace("%25", "%");
            let begins = if format == "text" || format == "json" || begins.contains("verify") {
                begins
            } else {
                "plywood compare "
            };
            assert!(plain.contains(begins) || plain.contains(&begins.replace('\'', "$'")), "{format}: {plain}");
            if arguments[0] == "verify" {
                assert!(plain.contains("--ignore number"), "{format}: {plain}");
            }
            // Each annotation is one line, and its file is the file's own name.
            if format == "github" {
                assert!(page.lines().all(|line| line.starts_with("::")), "{page}");
                assert!(page.contains(" file=new/a%3A 5%25%2C%0A.jsonl,"), "{page}");
            }
        }
    }
    // The suggested command works.
    folder.write("new/same.jsonl", BUG);
    let (_, page, _) = run(&folder, &["compare", "--check", "old one", "new", "--columns", "300"]);
    for command in offered(&page) {
        let (code, page, error) = run(&folder, &command.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(code == 0 && page.contains("differ"), "{command:?}: {page}{error}");
    }
}

/// The example in the documents is a trace that readers accept.
#[test]
fn the_schema_agrees_about_the_optional_fields() {
    let schema: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(path("docs/trace-format.schema.json")).unwrap()).unwrap();
    assert_eq!(schema["$defs"]["outcome"]["required"], serde_json::json!(["complete"]));
}
