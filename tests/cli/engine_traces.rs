//! Trace files as engines really write them: two searches in one file, another encoding, impossible settings, and the
//! traces of the Python module.

use crate::homework::has;
use crate::{Folder, feed, output};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write as _;
use std::process::Command;

const RIGHT: &str = include_str!("../data/foreign/right-futility-fails-soft.jsonl");
const WRONG: &str = include_str!("../data/foreign/wrong-in-an-earlier-pass.jsonl");

fn run(folder: &Folder, arguments: &[&str]) -> (i32, String) {
    let done = folder.plywood(arguments).output().unwrap();
    let text = [done.stdout, done.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    (done.status.code().unwrap(), text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Checks that no command takes a file for a right trace, and that all of them say what is wrong with it.
#[track_caller]
fn refused(content: &[u8], problem: &str) {
    let folder = Folder::with("trace.jsonl", content);
    folder.write("right.jsonl", RIGHT);
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(content).unwrap();
    folder.write("trace.jsonl.gz", packed.finish().unwrap());
    for arguments in [
        &["verify", "trace.jsonl"][..],
        &["verify", "trace.jsonl.gz"],
        &["verify", "trace.jsonl", "--stream"],
        &["verify", "trace.jsonl", "--format", "junit"],
        &["verify", "trace.jsonl", "--format", "json"],
        &["verify", "right.jsonl", "trace.jsonl"],
        &["compare", "--check", "right.jsonl", "trace.jsonl"],
        &["explain", "trace.jsonl"],
    ] {
        let (code, text) = run(&folder, arguments);
        assert!(code != 0 && text.contains(problem), "{arguments:?}: {code} {text}");
    }
    let piped = feed(&mut folder.plywood(&["verify", "-"]), content);
    let error = String::from_utf8(piped.stderr).unwrap();
    assert!(piped.status.code() == Some(1) && error.contains(problem), "{error}");
}

#[test]
fn a_trace_contains_one_search() {
    let after = RIGHT.lines().count() + 1;
    let second = format!("line {after}, column 1: a second search begins");
    refused([RIGHT, WRONG].concat().as_bytes(), &second);
    refused([RIGHT, RIGHT].concat().as_bytes(), &second);
    refused([RIGHT, "\n \n", WRONG].concat().as_bytes(), &format!("line {}, column 1: a second", after + 2));
    for text in ["garbage not json", "{\"event\":\"root\",\"score\":0}", "{\"event\":\"result\",\"complete\":true}"] {
        refused([RIGHT, text].concat().as_bytes(), &format!("line {after}, column 1: text after the result"));
    }
    refused(&[RIGHT.as_bytes(), b"\xff\xfe"].concat(), &format!("line {after}, column 1: the byte FF is not UTF-8"));
    // A run that was stopped, and one that was appended to its file.
    let stopped: String = RIGHT.lines().take(5).map(|line| format!("{line}\n")).collect();
    refused((stopped + RIGHT).as_bytes(), "line 6, column 1: a second search begins here, but the first has no result");
}

#[test]
fn a_search_is_complete_even_if_another_follows() {
    let folder = Folder::with("trace.jsonl", [RIGHT, RIGHT].concat());
    folder.write("right.jsonl", RIGHT);
    let page = output(&mut folder.plywood(&["explain", "right.jsonl"]));
    for (options, place) in [(&[][..], "shown"), (&["-o", "page.txt"], "in page.txt")] {
        let done = folder.plywood(&["explain", "trace.jsonl"]).args(options).output().unwrap();
        let (text, said) = (String::from_utf8(done.stdout).unwrap(), String::from_utf8(done.stderr).unwrap());
        let text = if options.is_empty() { text } else { folder.read("page.txt") };
        assert_eq!((done.status.code(), text), (Some(1), page.clone()));
        assert!(said.ends_with(&format!("split the file; everything before this place is {place}\n")), "{said}");
    }
    let (code, said) = run(&folder, &["explain", "trace.jsonl", "--check", "page.txt"]);
    assert!(code == 2 && said.ends_with("split the file"), "nothing is shown: {said}");
}

#[test]
fn empty_lines_may_surround_a_trace() {
    let text = format!("\n \n{}\n\n", RIGHT.trim_end().replace('\n', "\r\n\n"));
    let folder = Folder::with("trace.jsonl", &text);
    for command in ["verify", "explain"] {
        let (code, page) = run(&folder, &[command, "trace.jsonl"]);
        assert_eq!(code, 0, "{page}");
        let piped = feed(&mut folder.plywood(&[command, "-"]), text.as_bytes());
        assert_eq!(piped.status.code(), Some(0), "{piped:?}");
    }
}

#[test]
fn an_encoding_that_is_not_utf8_is_named() {
    for units in [u16::to_le_bytes, u16::to_be_bytes] {
        for mark in ["\u{feff}", ""] {
            let text = format!("{mark}{RIGHT}");
            let bytes: Vec<u8> = text.encode_utf16().flat_map(units).collect();
            refused(&bytes, "is in UTF-16, and a trace must be UTF-8");
        }
    }
    // One letter in Latin-1, on the third line.
    let mut bytes = RIGHT.as_bytes().to_vec();
    let start = RIGHT.match_indices('\n').nth(1).unwrap().0 + 1;
    bytes[start + 20] = 0xe9;
    refused(&bytes, "line 3, column 21: the byte E9 is not UTF-8");
}

#[test]
fn a_setting_that_no_search_can_have_is_refused() {
    for (field, problem) in [
        ("\"tolerance\":-1", "`tolerance` must be a number of pawns, 0 or more"),
        ("\"tolerance\":\"+inf\"", "`tolerance` must be"),
        ("\"tolerance\":{\"mate\":3}", "`tolerance` must be"),
        ("\"tolerance\":{\"won\":0}", "`tolerance` must be"),
        ("\"win\":0", "`win`, the value of a won game, must be a number of pawns above 0"),
        ("\"win\":-10", "`win`, the value"),
        ("\"win\":\"+inf\"", "`win`, the value"),
        ("\"fail\":\"medium\"", "`fail`: unknown rule for failing `medium`; expected one of: hard, soft"),
        ("\"cut\":\"maybe\"", "`cut`: unknown rule for ties `maybe`; expected one of: ge, gt"),
        ("\"table_answers\":\"never\"", "`table_answers`: unknown"),
        ("\"fen\":\"x\"", "the root position of the trace: field 1 of the FEN"),
        ("\"fen\":\"x\",\"shape\":[{\"move\":\"a\"}]", "the root position of the trace: field 1 of the FEN"),
        ("\"win\":{\"mate\":3,\"cp\":1}", "without `cp`"),
    ] {
        refused(RIGHT.replacen('{', &format!("{{{field},"), 1).as_bytes(), problem);
    }
    refused(RIGHT.replacen("\"version\": 1", "\"version\": 0", 1).as_bytes(), "reads versions 1 and 2");
}

#[test]
fn the_start_position_may_be_named() {
    let folder = Folder::new();
    run(&folder, &["explain", "startpos", "--depth", "2", "-o", "trace.jsonl"]);
    let text = folder.read("trace.jsonl");
    let fen = "\"fen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"";
    assert!(text.contains(fen), "{text}");
    folder.write("named.jsonl", text.replacen(fen, "\"fen\":\"startpos\"", 1));
    for arguments in [&["verify", "named.jsonl"][..], &["compare", "--check", "trace.jsonl", "named.jsonl"]] {
        let (code, page) = run(&folder, arguments);
        assert_eq!(code, 0, "{page}");
    }
}

#[test]
fn an_unreadable_trace_gives_a_report_in_json() {
    let half: String = RIGHT.lines().take(5).map(|line| format!("{line}\n")).collect();
    let folder = Folder::with("half.jsonl", half);
    let done = folder.plywood(&["verify", "half.jsonl", "--format", "json"]).output().unwrap();
    let report: serde_json::Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!(
        (done.status.code(), &report["passes"], &report["file"]),
        (Some(1), &false.into(), &"half.jsonl".into())
    );
    assert!(report["error"].as_str().unwrap().contains("without a result"), "{report}");
}

/// The first cause may explain why the engine crashed, so each report contains it.
#[test]
fn every_report_on_an_incomplete_trace_contains_the_first_cause() {
    let bug = std::fs::read_to_string(crate::support::path("tests/data/bugs/engine-swapped-window.jsonl")).unwrap();
    let short: String = bug.lines().take(14).map(|line| format!("{line}\n")).collect();
    let folder = Folder::with("short.jsonl", short);
    folder.write("right.jsonl", RIGHT);
    let cause = "line 14: the trace ends without a result; first cause: line 10, `enter` of 1...Kf4: window (+inf, -inf), \
                 should be (-inf, +inf) (window-handed-down)";
    for options in [
        &["--format", "json"][..],
        &["--format", "github"],
        &["--format", "junit"],
        &["right.jsonl", "--columns", "300"],
        &["right.jsonl", "--format", "json"],
    ] {
        let (code, text) = run(&folder, &[&["verify", "short.jsonl"], options].concat());
        assert!(code == 1 && text.contains(cause), "{options:?}: {text}");
        assert_eq!(text.matches("irst cause").count(), text.matches(cause).count(), "{options:?}: {text}");
    }
    let (code, text) = run(&folder, &["verify", "short.jsonl"]);
    assert!(code == 1 && text.starts_with("First cause: line 10"), "{text}");
}

/// The example of adapters/python/README.md fails hard when it fails low, and soft when it fails high.
const MIXED: &str = "import json
from plywood_trace import traced

@traced('mine.jsonl')
def alphabeta(node, depth, alpha, beta, maximizing):
    if not isinstance(node, list):
        return node
    for child in node:
        value = alphabeta(child, depth - 1, alpha, beta, not maximizing)
        if maximizing:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if maximizing else beta

with open('tree.json') as file:
    alphabeta(json.load(file), 9, -float('inf'), float('inf'), True)
";

#[test]
fn a_traced_search_claims_no_rule_for_failing_that_it_breaks() {
    if !has("python3") {
        return;
    }
    let folder = Folder::with("search.py", MIXED);
    folder.plywood(&["exercise", "starter", "python-trace", "-o", "plywood_trace.py"]).output().unwrap();
    let verified = |code: &str, tree: &str| {
        folder.write("search.py", code);
        folder.write("tree.json", tree);
        let done = Command::new("python3").arg("search.py").current_dir(folder.path()).output().unwrap();
        assert!(done.stderr.is_empty(), "{done:?}");
        (run(&folder, &["verify", "mine.jsonl"]), folder.read("mine.jsonl"))
    };
    let tree = "[[[3,2],[9,-5]],[[4,1],[1,0]],[[7,5],[2,[8,1]]]]";
    let ((code, page), trace) = verified(MIXED, tree);
    assert!(code == 0 && !trace.contains("\"fail\""), "{page}");
    let soft = MIXED
        .replace("    for child", "    best = -99 if maximizing else 99\n    for child")
        .replace(
            "        if maximizing:\n",
            "        best = max(best, value) if maximizing else min(best, value)\n        if maximizing:\n",
        )
        .replace("return alpha if maximizing else beta", "return best");
    let ((code, page), trace) = verified(&soft, tree);
    assert!(code == 0 && trace.contains("\"fail\":\"soft\""), "{page}");
    let ((code, page), _) = verified(&MIXED.replace("return alpha if", "return alpha - 1 if"), tree);
    assert!(code == 1 && page.contains("(node-score)"), "{page}");
}

/// A search that was stopped in its second iteration, which had found another best move.
const STOPPED: &str = r#"{"format":"plywood-trace","version":1,"depth":2,"algorithm":"alpha-beta","order":"mine","techniques":["iterative"]}
{"event":"root","score":0}
{"event":"pass","pass":"iteration","depth":1,"window":{"alpha":"-inf","beta":"+inf"}}
{"event":"enter","line":[],"depth":1,"window":{"alpha":"-inf","beta":"+inf"},"moves":["a","b"]}
{"event":"created","line":["a"],"score":1}
{"event":"judged","line":["a"],"score":1,"bound":"exact","leaf":"horizon","window":{"alpha":"-inf","beta":"+inf"},"verdict":"best"}
{"event":"created","line":["b"],"score":0}
{"event":"judged","line":["b"],"score":0,"bound":"exact","leaf":"horizon","window":{"alpha":1,"beta":"+inf"},"verdict":"not_best"}
{"event":"leave","line":[],"score":1,"bound":"exact"}
{"event":"pass","pass":"iteration","depth":2,"window":{"alpha":"-inf","beta":"+inf"}}
{"event":"enter","line":[],"depth":2,"window":{"alpha":"-inf","beta":"+inf"},"moves":["b","a"]}
{"event":"created","line":["b"],"score":0}
{"event":"enter","line":["b"],"depth":1,"window":{"alpha":"-inf","beta":"+inf"},"moves":["x"]}
{"event":"created","line":["b","x"],"score":-3}
{"event":"judged","line":["b","x"],"score":-3,"bound":"exact","leaf":"horizon","window":{"alpha":"-inf","beta":"+inf"},"verdict":"best"}
{"event":"leave","line":["b"],"score":-3,"bound":"exact"}
{"event":"judged","line":["b"],"score":3,"bound":"exact","window":{"alpha":"-inf","beta":"+inf"},"verdict":"best"}
"#;

#[test]
fn the_answer_of_a_stopped_search_is_that_of_the_depth_it_finished() {
    let folder = Folder::new();
    for result in [
        r#"{"event":"result","complete":false,"finished_depth":1}"#,
        r#"{"event":"result","complete":false}"#,
        r#"{"event":"result","complete":false,"finished_depth":1,"score":1,"best":"a"}"#,
    ] {
        for algorithm in ["alpha-beta", "mine"] {
            let trace = STOPPED.replace("alpha-beta", algorithm);
            folder.write("trace.jsonl", format!("{trace}{result}\n"));
            let (code, page) = run(&folder, &["verify", "trace.jsonl"]);
            assert_eq!(code, 0, "{page}");
            let (_, page) = run(&folder, &["explain", "trace.jsonl"]);
            assert!(page.contains("Everything below is from depth 1") && page.contains("Best line a 1 "), "{page}");
            assert!(page.contains("|-*a 1 first new best") && !page.contains("--depth"), "{page}");
            let (_, json) = run(&folder, &["explain", "trace.jsonl", "--format", "jsonl"]);
            assert!(json.contains(r#""finished_depth":1,"score":1.0,"best":"a","pv":["a"]"#), "{json}");
        }
    }
    // Without a result, the page says less, but it shows the same depth.
    folder.write("trace.jsonl", STOPPED);
    let (code, page) = run(&folder, &["explain", "trace.jsonl"]);
    assert!(code == 1 && page.contains("Best line a 1 "), "{page}");
    for claim in [r#""finished_depth":2"#, r#""best":"b""#, r#""pv":["b","x"]"#] {
        folder.write("trace.jsonl", format!("{STOPPED}{{\"event\":\"result\",\"complete\":false,{claim}}}\n"));
        let (code, page) = run(&folder, &["verify", "trace.jsonl"]);
        assert!(code == 1 && page.contains("(result)"), "{claim}: {page}");
    }
}

#[test]
fn a_search_whose_last_pass_did_not_begin_is_not_complete() {
    let begun = STOPPED.lines().position(|line| line.contains("\"depth\":2,\"window\":{\"alpha\":\"-inf\"")).unwrap();
    let lines: Vec<&str> = STOPPED.lines().take(begun + 1).chain([r#"{"event":"result","complete":true}"#]).collect();
    for algorithm in ["alpha-beta", "mine"] {
        let folder = Folder::with("trace.jsonl", lines.join("\n").replace("alpha-beta", algorithm));
        let (code, page) = run(&folder, &["verify", "trace.jsonl"]);
        assert!(code == 1 && page.contains("false: the last pass did not search the root"), "{page}");
    }
}

/// Returns whether `verify` accepts a root that is a chance node with these equally likely leaves.
fn takes_mean(leaves: [f64; 3], mean: f64, tolerance: &str) -> bool {
    let open = r#"{"alpha":"-inf","beta":"+inf"}"#;
    let moves = ["a", "b", "c"].into_iter().zip(leaves).map(|(name, score)| {
        format!(
            r#"{{"event":"created","line":["{name}"],"score":{score}}}
{{"event":"judged","line":["{name}"],"weight":"1/3","score":{score},"bound":"exact","leaf":"horizon","window":{open},"verdict":"weighed"}}
"#
        )
    });
    let trace = format!(
        r#"{{"format":"plywood-trace","version":2,"movers":["chance"],"depth":1,"algorithm":"expectimax","order":"none"{tolerance}}}
{{"event":"root","score":0}}
{{"event":"enter","line":[],"depth":1,"window":{open},"moves":["a","b","c"]}}
{}{{"event":"leave","line":[],"score":{mean},"bound":"exact"}}
{{"event":"result","complete":true}}
"#,
        moves.collect::<String>()
    );
    let (code, page) = run(&Folder::with("trace.jsonl", trace), &["verify", "trace.jsonl"]);
    assert_eq!(code == 1, page.contains("(mean)"), "{page}");
    code == 0
}

#[test]
fn a_mean_may_be_rounded_to_a_thousandth_and_differ_within_the_tolerance() {
    for (leaves, takes, refuses) in [
        ([6.0, 6.0, 7.0], vec![6.333, 6.334], vec![6.332, 6.335, 6.0]),
        ([-1.0, -1.0, -2.0], vec![-1.333, -1.334], vec![-1.332, -1.335, 1.333]),
        ([6.0, 6.0, 6.0], vec![6.0], vec![6.001, 5.999]),
    ] {
        takes.iter().for_each(|&mean| assert!(takes_mean(leaves, mean, ""), "{leaves:?} {mean}"));
        refuses.iter().for_each(|&mean| assert!(!takes_mean(leaves, mean, ""), "{leaves:?} {mean}"));
    }
    let by = r#","tolerance":0.01"#;
    for (mean, is_right) in [(6.323, true), (6.344, true), (6.322, false), (6.345, false)] {
        assert_eq!(takes_mean([6.0, 6.0, 7.0], mean, by), is_right, "{mean}");
    }
}

/// Chance nodes below a chance node. Their means end in half a thousandth and were rounded up.
const ROUNDED: &str = r#"{"format":"plywood-trace","version":2,"movers":["chance"],"depth":2,"algorithm":"expectimax","order":"none"}
{"event":"root","score":0}
{"event":"enter","line":[],"depth":2,"window":{"alpha":"-inf","beta":"+inf"},"moves":["a","b"]}
{"event":"created","line":["a"]}
{"event":"enter","line":["a"],"depth":1,"window":{"alpha":"-inf","beta":"+inf"},"moves":["c","d"]}
{"event":"created","line":["a","c"],"score":0.001}
{"event":"judged","line":["a","c"],"weight":"1/2","score":0.001,"bound":"exact","leaf":"horizon","window":{"alpha":"-inf","beta":"+inf"},"verdict":"weighed"}
{"event":"created","line":["a","d"],"score":0.002}
{"event":"judged","line":["a","d"],"weight":"1/2","score":0.002,"bound":"exact","leaf":"horizon","window":{"alpha":"-inf","beta":"+inf"},"verdict":"weighed"}
{"event":"leave","line":["a"],"score":0.002,"bound":"exact"}
{"event":"judged","line":["a"],"weight":"1/2","score":0.002,"bound":"exact","window":{"alpha":"-inf","beta":"+inf"},"verdict":"weighed"}
{"event":"created","line":["b"]}
{"event":"enter","line":["b"],"depth":1,"window":{"alpha":"-inf","beta":"+inf"},"moves":["e","f"]}
{"event":"created","line":["b","e"],"score":0.003}
{"event":"judged","line":["b","e"],"weight":"1/2","score":0.003,"bound":"exact","leaf":"horizon","window":{"alpha":"-inf","beta":"+inf"},"verdict":"weighed"}
{"event":"created","line":["b","f"],"score":0.004}
{"event":"judged","line":["b","f"],"weight":"1/2","score":0.004,"bound":"exact","leaf":"horizon","window":{"alpha":"-inf","beta":"+inf"},"verdict":"weighed"}
{"event":"leave","line":["b"],"score":0.004,"bound":"exact"}
{"event":"judged","line":["b"],"weight":"1/2","score":0.004,"bound":"exact","window":{"alpha":"-inf","beta":"+inf"},"verdict":"weighed"}
{"event":"leave","line":[],"score":0.003,"bound":"exact"}
{"event":"result","complete":true}
"#;

/// The root's mean is 0.0025, and the mean of the recorded scores is 0.003.
#[test]
fn a_mean_of_rounded_means_may_be_rounded_the_other_way() {
    let right = r#""line":[],"score":0.003"#;
    for (mean, is_right) in [("0.002", true), ("0.003", true), ("0.001", false), ("0.005", false)] {
        let trace = ROUNDED.replace(right, &right.replace("0.003", mean));
        let (code, page) = run(&Folder::with("trace.jsonl", trace), &["verify", "trace.jsonl"]);
        assert_eq!(code == 0, is_right, "{mean}: {page}");
    }
}

const SPACED: &str = r#"{"format":"plywood-trace","version":1,"depth":1,"algorithm":"mine","order":"mine","techniques":["mine"]}
{"event":"root","score":0}
{"event":"enter","line":[],"depth":1,"window":{"alpha":"-inf","beta":"+inf"},"moves":["to a","to a, b","x|y","to"]}
{"event":"created","line":["to a"],"score":1}
{"event":"judged","line":["to a"],"score":1,"bound":"exact","leaf":"horizon","window":{"alpha":"-inf","beta":"+inf"},"verdict":"best"}
{"event":"created","line":["x|y"],"score":0}
{"event":"judged","line":["x|y"],"score":0,"bound":"exact","leaf":"horizon","window":{"alpha":1,"beta":"+inf"},"verdict":"not_best"}
{"event":"created","line":["to a, b"],"score":0}
{"event":"judged","line":["to a, b"],"score":0,"bound":"exact","leaf":"horizon","window":{"alpha":1,"beta":"+inf"},"verdict":"not_best"}
{"event":"pruned","line":["to"],"reason":"other","why":"late move","window":{"alpha":1,"beta":"+inf"}}
{"event":"leave","line":[],"score":1,"bound":"exact"}
{"event":"result","complete":true}
"#;

#[test]
fn a_move_whose_name_has_spaces_can_be_asked_about() {
    let folder = Folder::with("trace.jsonl", SPACED);
    for name in ["to a", "to a, b", "x|y"] {
        for option in ["--why", "--focus", "--line"] {
            let (code, page) = run(&folder, &["explain", "trace.jsonl", option, name]);
            assert!(code == 0 && page.contains(name), "{option} {name}: {page}");
        }
    }
    let (code, error) = run(&folder, &["explain", "trace.jsonl", "--why", "to b"]);
    assert!(code != 0 && error.contains("`b`"), "{error}");
    // The commands that a page suggests can be pasted.
    let (_, page) = run(&folder, &["explain", "trace.jsonl"]);
    assert!(page.contains("--why 'x|y' --focus 'x|y'"), "{page}");
}

/// Names may look like the numbers of moves, or like options.
#[test]
fn a_move_whose_name_looks_like_a_number_or_an_option_can_be_asked_about() {
    for (first, second) in [("1.2", "2.1"), ("0.5", "1.5"), ("--x", "-y")] {
        let text = SPACED.replace("\"to a\"", &format!("\"{first}\"")).replace("x|y", second);
        let folder = Folder::with("trace.jsonl", &text);
        for name in [first, second] {
            for option in ["--why", "--focus", "--line"] {
                let (code, page) = run(&folder, &["explain", "trace.jsonl", &format!("{option}={name}")]);
                assert!(code == 0 && page.contains(name), "{option} {name}: {page}");
            }
        }
        folder.write("other.jsonl", text.replacen("\"score\":0", "\"score\":0.5", 2));
        let (code, page) = run(&folder, &["compare", "trace.jsonl", "other.jsonl", &format!("--focus={second}")]);
        assert!(code == 0 && page.contains(&format!("created {second}")), "{second}: {page}");
        let (_, page) = run(&folder, &["explain", "trace.jsonl"]);
        let joint = if second.starts_with('-') { "=" } else { " " };
        assert!(page.contains(&format!("--why{joint}{second} --focus{joint}{second}")), "{page}");
    }
}

#[test]
fn a_move_left_out_by_a_rule_of_the_engine_is_explained_in_its_words() {
    let folder = Folder::with("trace.jsonl", SPACED);
    let (code, page) = run(&folder, &["explain", "trace.jsonl", "--why", "to"]);
    assert!(code == 0 && page.contains("The engine left it out by a rule of its own: late move."), "{page}");
    folder.write("trace.jsonl", SPACED.replace(",\"why\":\"late move\"", ""));
    let (_, page) = run(&folder, &["explain", "trace.jsonl", "--why", "to"]);
    assert!(page.contains("The engine left it out by a rule of its own."), "{page}");
}

#[test]
fn the_siblings_of_a_focus_are_not_said_to_be_worse_if_the_best_is_among_them() {
    let folder = Folder::new();
    let (_, page) = run(&folder, &["explain", "((3 12 8) (2 4 6) (14 5 2))", "--focus", "B"]);
    assert!(page.contains("2 others, with the best (<= 3)"), "{page}");
    let (_, page) = run(&folder, &["explain", "((3 12 8) (2 4 6))", "--focus", "B"]);
    assert!(page.contains("1 other, the best 3"), "{page}");
    let (_, page) = run(&folder, &["explain", "((3 12 8) (2 4 6) (14 5 2))", "--focus", "A"]);
    assert!(page.contains("2 others (<= 2) no better"), "{page}");
}

#[test]
fn only_the_names_that_are_no_traces_are_called_unknown() {
    let folder = Folder::with("one.jsonl", SPACED);
    folder.write("two.jsonl", SPACED);
    let (code, error) = run(&folder, &["verify", "one.jsonl", "two.jsonl", "nofile"]);
    let said = "found `one.jsonl` and `two.jsonl` and does not know what `nofile` is; leave it out";
    assert!(code == 2 && error.contains(said), "{error}");
}

/// A position in which Qf8 mates and Qf7 is a stalemate, evaluated before the engine notices.
#[test]
fn a_finished_game_has_its_plain_static_evaluation_or_its_result() {
    let folder = Folder::new();
    let fen = "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1";
    output(&mut folder.plywood(&["explain", fen, "--depth", "1", "--evaluation", "material", "-o", "trace.jsonl"]));
    let trace = folder.read("trace.jsonl").replacen("\"order\":\"static\"", "\"order\":\"mine\"", 1);
    let judged = |score: &str| format!("\"created\",\"line\":[\"Qf8#\"],\"number\":21,\"score\":{score}");
    let own = judged("{\"mate\":1}");
    assert!(trace.contains(&own), "{trace}");
    for (score, is_right) in [("{\"mate\":1}", true), ("9.0", true), ("-77.5", false), ("8.0", false), ("100.0", true)]
    {
        folder.write("trace.jsonl", trace.replace(&own, &judged(score)));
        let (code, page) = run(&folder, &["verify", "trace.jsonl"]);
        assert_eq!(code == 0, is_right, "{score}: {page}");
        assert!(is_right || page.contains("(static)"), "{score}: {page}");
    }
}
