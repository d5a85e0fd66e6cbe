//! Compares real traces, line by line, with the fields and words of `docs/trace-format.schema.json`, and the schema
//! with its page. `tests/schema` checks everything else in the schema.

#[path = "../../schema/searches.rs"]
mod searches;

use crate::support::{path, plywood};
use plywood::trace::Trace;
use searches::SEARCHES;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

const SCHEMA: &str = include_str!("../../../docs/trace-format.schema.json");
const PAGE: &str = include_str!("../../../docs/trace-format.md");

/// Each search, as a document and as lines.
static TOLD: LazyLock<Vec<(&[&str], String, String)>> = LazyLock::new(|| {
    let told = |search: &'static [&str]| (search, explain(search, "json"), explain(search, "jsonl"));
    SEARCHES.into_iter().map(told).collect()
});

fn explain(search: &[&str], format: &str) -> String {
    let output = plywood(&[&["explain"], search, &["--format", format]].concat()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Returns whether this place of the schema has all fields and words of a value, and no required field is missing.
fn is_described(schema: &Value, place: &Value, value: &Value) -> bool {
    if let Some(name) = place["$ref"].as_str() {
        return is_described(schema, schema.pointer(&name[1..]).unwrap(), value);
    }
    let is_there = |name: &Value| value.get(name.as_str().unwrap()).is_some();
    match (value, place["properties"].as_object()) {
        (Value::Object(fields), Some(places)) => {
            place["required"].as_array().into_iter().flatten().all(is_there)
                && fields.iter().all(|(name, value)| {
                    name.starts_with("x_") || places.get(name).is_some_and(|at| is_described(schema, at, value))
                })
        }
        (Value::Array(values), _) => values.iter().all(|value| is_described(schema, &place["items"], value)),
        _ => place["enum"].as_array().is_none_or(|words| words.contains(value)),
    }
}

/// Returns whether the schema describes a line of a trace.
fn is_line_described(schema: &Value, line: &Value) -> bool {
    let kind = match line["event"].as_str() {
        None => "header",
        Some("result") => "outcome",
        Some(kind) => kind,
    };
    let mut line = line.clone();
    if kind == "outcome" {
        line.as_object_mut().unwrap().remove("event");
    }
    schema["$defs"][kind].is_object() && is_described(schema, &schema["$defs"][kind], &line)
}

#[test]
fn every_line_has_the_fields_and_words_of_the_schema() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    for (search, _, lines) in &*TOLD {
        for line in lines.lines() {
            assert!(is_line_described(&schema, &serde_json::from_str(line).unwrap()), "{search:?}: {line}");
        }
    }
    let is_right = |bound: &str, field: &str| {
        is_line_described(&schema, &json!({ "event": "leave", "line": ["a"], "score": 1.5, field: bound }))
    };
    assert!(is_right("exact", "bound") && !is_right("exakt", "bound") && !is_right("exact", "bond"));
    assert!(!is_line_described(&schema, &json!({ "event": "left", "line": ["a"] })));
    assert!(!is_line_described(&schema, &json!({ "event": "result" })), "a missing field");
}

/// The traces that the adapters of all languages must write: `.ci/adapters` compares them.
#[test]
fn the_vectors_of_the_adapters_follow_the_schema_and_are_right() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let mut counts = BTreeSet::new();
    let files: Vec<PathBuf> =
        fs::read_dir(path("adapters/vectors")).unwrap().map(|file| file.unwrap().path()).collect();
    let traces = files.iter().filter(|file| file.extension().is_some_and(|end| end == "jsonl"));
    for file in traces {
        let name = file.display();
        for line in fs::read_to_string(file).unwrap().lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            assert!(is_line_described(&schema, &line), "{name}: {line}");
            counts.extend(line["statistics"].as_object().into_iter().flatten().map(|(name, _)| name.clone()));
        }
        let output = plywood(&["verify", file.to_str().unwrap()]).output().unwrap();
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stdout));
    }
    let all = schema["$defs"]["outcome"]["properties"]["statistics"]["properties"].as_object().unwrap().keys();
    let missing: Vec<&String> = all.filter(|name| !counts.contains(*name)).collect();
    assert!(missing.is_empty(), "no vector counts these: {missing:?}");
}

#[test]
fn what_the_program_writes_it_can_read() {
    for (search, document, lines) in &*TOLD {
        let lines = Trace::read_json_lines(lines.as_bytes());
        let lines = lines.unwrap_or_else(|error| panic!("{search:?}: {error}"));
        let document = Trace::read_json(document);
        assert_eq!(document.unwrap_or_else(|error| panic!("{search:?}: {error}")), lines, "{search:?}");
    }
}

#[test]
fn the_searches_show_every_kind_of_event() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let kinds = schema["$defs"]["event"]["properties"]["event"]["enum"].as_array().unwrap().iter();
    let expected: BTreeSet<String> = kinds.map(|kind| kind.as_str().unwrap().to_owned()).collect();
    let mut seen = BTreeSet::new();
    for (_, _, lines) in &*TOLD {
        for line in lines.lines().skip(1) {
            let line: Value = serde_json::from_str(line).unwrap();
            seen.insert(line["event"].as_str().unwrap().to_owned());
        }
    }
    seen.remove("result");
    assert_eq!(seen, expected);
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
