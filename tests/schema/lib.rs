//! Validates real traces, as a whole and line by line, against `docs/trace-format.schema.json` with a complete JSON
//! Schema validator; `.ci/schema` runs this. It is a separate workspace, because the validator takes longer to build
//! than everything else that the tests need.

#![cfg(test)]

mod searches;

use boon::{Compiler, SchemaIndex, Schemas};
use searches::SEARCHES;
use serde_json::{Value, json};
use std::process::Command;

const SCHEMA: &str = include_str!("../../docs/trace-format.schema.json");
const LESSONS: &str = include_str!("../../docs/model-format.schema.json");

struct Validator {
    schemas: Schemas,
    document: SchemaIndex,
    line: SchemaIndex,
    lesson: SchemaIndex,
}

impl Validator {
    fn new() -> Self {
        let mut compiler = Compiler::new();
        let schema = serde_json::from_str(SCHEMA).unwrap();
        compiler.add_resource("mem:///trace.json", schema).unwrap();
        let mut schemas = Schemas::new();
        let document = compiler.compile("mem:///trace.json", &mut schemas).unwrap();
        let line = compiler.compile("mem:///trace.json#/$defs/any_line", &mut schemas).unwrap();
        compiler.add_resource("mem:///lesson.json", serde_json::from_str(LESSONS).unwrap()).unwrap();
        let lesson = compiler.compile("mem:///lesson.json", &mut schemas).unwrap();
        Self { schemas, document, line, lesson }
    }

    fn lesson(&self, lesson: &Value) -> Result<(), String> {
        self.schemas.validate(lesson, self.lesson).map_err(|error| format!("{error:#}"))
    }

    fn document(&self, trace: &Value) -> Result<(), String> {
        self.schemas.validate(trace, self.document).map_err(|error| format!("{error:#}"))
    }

    fn line(&self, line: &Value) -> Result<(), String> {
        self.schemas.validate(line, self.line).map_err(|error| format!("{error:#}"))
    }
}

/// Returns the output of the program named by PLYWOOD.
fn explain(search: &[&str], format: &str) -> String {
    let program = std::env::var_os("PLYWOOD").expect(".ci/schema says which program is asked");
    let output = Command::new(program).arg("explain").args(search).args(["--format", format]).output().unwrap();
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
fn every_line_of_the_vectors_of_the_adapters_follows_the_schema() {
    let validator = Validator::new();
    for lines in [
        include_str!("../../adapters/vectors/header.jsonl"),
        include_str!("../../adapters/vectors/techniques.jsonl"),
        include_str!("../../adapters/vectors/mates.jsonl"),
        include_str!("../../adapters/vectors/counts.jsonl"),
        include_str!("../../adapters/vectors/over.jsonl"),
    ] {
        for line in lines.lines() {
            let value = serde_json::from_str(line).unwrap();
            validator.line(&value).unwrap_or_else(|error| panic!("{line}: {error}"));
        }
    }
}

#[test]
fn every_lesson_follows_its_schema() {
    let validator = Validator::new();
    let mut count = 0;
    for file in std::fs::read_dir("../../models").unwrap() {
        let file = file.unwrap().path();
        let lesson: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        validator.lesson(&lesson).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        count += 1;
    }
    assert!(30 < count, "{count}");
    let own = json!({ "$schema": "../docs/model-format.schema.json", "title": "Mine", "moves": [{ "move": "A", "score": 3 }] });
    assert_eq!(validator.lesson(&own), Ok(()));
    let wrong = [
        json!({ "title": "No moves" }),
        json!({ "title": "A misspelled field", "moves": [], "ttile": "x" }),
        json!({ "title": "A text", "moves": [{ "move": "A", "score": "3" }] }),
        json!({ "title": "A misspelled field of a move", "moves": [{ "move": "A", "scores": 3 }] }),
        json!({ "title": "Nobody", "movers": ["mix"], "moves": [] }),
    ];
    for lesson in wrong {
        assert!(validator.lesson(&lesson).is_err(), "{lesson}");
    }
}

#[test]
fn wrong_documents_are_refused() {
    let validator = Validator::new();
    let trace: Value = serde_json::from_str(&explain(&["equality"], "json")).unwrap();
    let wrong: [(&str, Value); 8] = [
        ("/version", json!(3)),
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
    let mut misspelled = trace.clone();
    misspelled["events"][7]["skiped"] = json!(1);
    assert!(validator.document(&misspelled).is_err(), "an unknown field");
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

/// For a misspelled field, the error names the field, instead of saying that the line is none of fifteen kinds.
#[test]
fn an_error_names_the_field() {
    let validator = Validator::new();
    let error = validator.line(&json!({ "event": "leave", "line": [], "score": 1, "bound": "exakt" })).unwrap_err();
    assert!(error.contains("/bound") && error.lines().count() < 8, "{error}");
    let error = validator.line(&json!({ "event": "leave", "line": [], "score": 1, "bond": "exact" })).unwrap_err();
    assert!(error.contains("bond") && error.lines().count() < 8, "{error}");
}
