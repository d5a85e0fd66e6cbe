//! Real traces, whole and line by line, against `docs/trace-format.schema.json`, and that schema against its page.

use boon::{Compiler, SchemaIndex, Schemas};
use plywood::trace::Trace;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::process::Command;

const SCHEMA: &str = include_str!("../../../docs/trace-format.schema.json");
const PAGE: &str = include_str!("../../../docs/trace-format.md");

/// A position in which every technique finds something to do.
const BUSY: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";

/// Searches that show every kind of event, and most words that fields can hold.
const SEARCHES: [&[&str]; 21] = [
    &["sargon-2"],
    &["equality", "--cut", "gt"],
    &["deep-cutoff", "--order", "none"],
    &["leaf-kinds", "--algorithm", "minimax"],
    &["mate-distance", "--order", "none"],
    &["black-to-move", "--fail", "soft"],
    &["unequal-lines", "--order", "best"],
    &["wikipedia", "--algorithm", "mtdf"],
    &["startpos", "--depth", "2"],
    &["7k/5KQ1/8/8/8/8/8/8 b - - 0 1"],
    &[BUSY, "--depth", "2", "--order", "mvv-lva"],
    &[BUSY, "--depth", "2", "--order", "see"],
    &[BUSY, "--depth", "3", "--with", "quiescence,delta,exchange,futility,lmr,check-extension"],
    &[
        BUSY,
        "--depth",
        "3",
        "--algorithm",
        "pvs",
        "--with",
        "iterative,aspiration,tt,killers,history",
        "--order",
        "none",
    ],
    &[BUSY, "--depth", "4", "--with", "null-move"],
    &[BUSY, "--depth", "3", "--with", "iterative,tt,mate-distance,quiescence", "--nodes", "300"],
    &[BUSY, "--depth", "2", "--set", "Nxe4 Qxf7#=1.5", "--set", "=-2"],
    &["startpos", "--depth", "3", "--with", "iterative", "--focus", "e4 e5"],
    &["startpos", "--engine", "sargon"],
    &["startpos", "--engine", "sargon", "--depth", "2", "--no-book"],
    // Sargon stops looking at the root once it has a mate.
    &["7k/6pp/8/8/8/8/8/R3K2R w - - 0 1", "--engine", "sargon", "--depth", "1"],
];

struct Validator {
    schemas: Schemas,
    document: SchemaIndex,
    line: SchemaIndex,
}

impl Validator {
    fn new() -> Self {
        let mut compiler = Compiler::new();
        let schema = serde_json::from_str(SCHEMA).unwrap();
        compiler.add_resource("mem:///trace.json", schema).unwrap();
        let mut schemas = Schemas::new();
        let document = compiler.compile("mem:///trace.json", &mut schemas).unwrap();
        let line = compiler.compile("mem:///trace.json#/$defs/any_line", &mut schemas).unwrap();
        Self { schemas, document, line }
    }

    fn document(&self, trace: &Value) -> Result<(), String> {
        self.schemas.validate(trace, self.document).map_err(|error| format!("{error:#}"))
    }

    fn line(&self, line: &Value) -> Result<(), String> {
        self.schemas.validate(line, self.line).map_err(|error| format!("{error:#}"))
    }
}

fn explain(search: &[&str], format: &str) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_plywood")).arg("explain").args(search).args(["--format", format]).output();
    let output = output.unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn real_documents_follow_the_schema() {
    let validator = Validator::new();
    for search in SEARCHES {
        let trace = serde_json::from_str(&explain(search, "json")).unwrap();
        validator.document(&trace).unwrap_or_else(|error| panic!("{search:?}: {error}"));
    }
}

#[test]
fn every_line_of_real_json_lines_follows_the_schema() {
    let validator = Validator::new();
    for search in SEARCHES {
        for line in explain(search, "jsonl").lines() {
            let value = serde_json::from_str(line).unwrap();
            validator.line(&value).unwrap_or_else(|error| panic!("{search:?}: {line}: {error}"));
        }
    }
}

#[test]
fn what_the_program_writes_it_can_read() {
    for search in SEARCHES {
        let lines = Trace::read_json_lines(explain(search, "jsonl").as_bytes());
        let lines = lines.unwrap_or_else(|error| panic!("{search:?}: {error}"));
        let document = Trace::read_json(&explain(search, "json"));
        assert_eq!(document.unwrap_or_else(|error| panic!("{search:?}: {error}")), lines, "{search:?}");
    }
}

#[test]
fn the_searches_show_every_kind_of_event() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let kinds = schema["$defs"]["event"]["properties"]["event"]["enum"].as_array().unwrap().iter();
    let expected: BTreeSet<String> = kinds.map(|kind| kind.as_str().unwrap().to_owned()).collect();
    let mut seen = BTreeSet::new();
    for search in SEARCHES {
        for line in explain(search, "jsonl").lines().skip(1) {
            let line: Value = serde_json::from_str(line).unwrap();
            seen.insert(line["event"].as_str().unwrap().to_owned());
        }
    }
    seen.remove("result");
    assert_eq!(seen, expected);
}

#[test]
fn wrong_documents_are_refused() {
    let validator = Validator::new();
    let trace: Value = serde_json::from_str(&explain(&["equality"], "json")).unwrap();
    let wrong: [(&str, Value); 8] = [
        ("/version", json!(2)),
        ("/depth", json!(-1)),
        ("/score", json!("much")),
        ("/statistics/leaves", json!(null)),
        ("/events/1/window/alpha", json!({ "mate": 1.5 })),
        ("/events/1/moves", json!([])),
        ("/events/1/event", json!("entered")),
        ("/events/7/verdict", json!("good")),
    ];
    for (at, value) in wrong {
        let mut trace = trace.clone();
        *trace.pointer_mut(at).unwrap_or_else(|| panic!("the trace has no {at}")) = value;
        assert!(validator.document(&trace).is_err(), "{at}");
    }
    let mut misspelt = trace.clone();
    misspelt["events"][7]["skiped"] = json!(1);
    assert!(validator.document(&misspelt).is_err(), "an unknown field");
    let mut headless = trace;
    headless.as_object_mut().unwrap().remove("format");
    assert!(validator.document(&headless).is_err(), "a missing field");
}

#[test]
fn wrong_lines_are_refused() {
    let validator = Validator::new();
    let leave = json!({ "event": "leave", "line": ["a"], "score": 1.5, "bound": "exact" });
    assert_eq!(validator.line(&leave), Ok(()));
    for (field, value) in [("line", json!("a")), ("score", json!("1.5")), ("bound", json!("open"))] {
        let mut wrong = leave.clone();
        wrong[field] = value;
        assert!(validator.line(&wrong).is_err(), "{wrong}");
    }
    assert!(validator.line(&json!({ "event": "created", "line": [], "number": 1 })).is_err(), "the root is no child");
    assert_eq!(validator.line(&json!({ "event": "settled", "skipped": 3 })), Ok(()));
    assert!(validator.line(&json!({ "event": "settled" })).is_err(), "a missing field");
    assert_eq!(
        validator.line(&json!({ "event": "settled", "skipped": 3, "x_mine": [1] })),
        Ok(()),
        "a field of one's own"
    );
}

/// Who misspells a word is told that word, and not that the line is none of fifteen kinds.
#[test]
fn an_error_names_the_field() {
    let validator = Validator::new();
    let error = validator.line(&json!({ "event": "leave", "line": [], "score": 1, "bound": "exakt" })).unwrap_err();
    assert!(error.contains("/bound") && error.lines().count() < 8, "{error}");
    let error = validator.line(&json!({ "event": "leave", "line": [], "score": 1, "bond": "exact" })).unwrap_err();
    assert!(error.contains("bond") && error.lines().count() < 8, "{error}");
}

#[test]
fn the_page_mentions_every_field_and_word_of_the_schema() {
    let mut words = BTreeSet::new();
    collect_words(&serde_json::from_str(SCHEMA).unwrap(), &mut words);
    assert!(words.contains("first_move_cutoffs") && words.contains("stand_pat"), "{words:?}");
    let missing: Vec<&String> = words.iter().filter(|word| !PAGE.contains(&format!("`{word}`"))).collect();
    assert!(missing.is_empty(), "docs/trace-format.md does not mention {missing:?}");
}

/// The names of all fields, and the words that fields can hold.
fn collect_words(schema: &Value, words: &mut BTreeSet<String>) {
    if let Some(fields) = schema["properties"].as_object() {
        words.extend(fields.keys().cloned());
    }
    let constant = schema["const"].as_str();
    let listed = schema["enum"].as_array().into_iter().flatten().filter_map(Value::as_str);
    words.extend(constant.into_iter().chain(listed).map(str::to_owned));
    match schema {
        Value::Object(fields) => fields.values().for_each(|value| collect_words(value, words)),
        Value::Array(values) => values.iter().for_each(|value| collect_words(value, words)),
        _ => {}
    }
}
