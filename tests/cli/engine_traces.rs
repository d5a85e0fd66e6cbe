//! Trace files as engines really write them: two searches in one file, another encoding, impossible settings, and the
//! traces of the Python module.

use crate::homework::has;
use crate::{Folder, feed};
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
    refused(RIGHT.replacen("\"version\": 1", "\"version\": 0", 1).as_bytes(), "reads versions 1 to 2");
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
