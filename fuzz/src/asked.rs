//! Requests of the playground, as its page writes them or with a subject that a user typed.

use super::pages::is_still;
use plywood::internal::web::answer;
use serde_json::{Value, json};

/// The maximum number of nodes; longer texts are not trees that can be searched quickly.
const MOST_NODES: u64 = 5000;
const LONGEST: usize = 400;
/// The search depth of positions.
const DEEPEST: u64 = 2;

pub fn asked(text: &str) {
    if text.len() > LONGEST {
        return;
    }
    match serde_json::from_str::<Value>(text) {
        Ok(mut request) if request.is_object() => {
            let subject = request["subject"].as_str().unwrap_or_default().to_owned();
            request["nodes"] = json!(MOST_NODES);
            if request["search"].is_null() {
                request["search"] = json!({});
            }
            for name in ["search", "beside"] {
                if let Some(search) = request[name].as_object_mut().filter(|_| !is_typed(&subject)) {
                    let depth = search.get("depth").and_then(Value::as_u64).unwrap_or(DEEPEST);
                    search.insert("depth".to_owned(), json!(depth.min(DEEPEST)));
                }
            }
            answered(&request, &subject);
        }
        _ => typed(text),
    }
}

/// All requests for a subject. The algorithms agree on it.
fn typed(text: &str) {
    let depth = if is_typed(text) { Value::Null } else { json!(DEEPEST) };
    let ask = |algorithm: &str| {
        let search = json!({ "algorithm": algorithm, "depth": depth });
        answered(&json!({ "subject": text, "nodes": MOST_NODES, "search": search }), text)
    };
    let minimax = ask("minimax");
    let leaves = minimax["leaves"].as_u64();
    for algorithm in ["negamax", "alpha-beta", "pvs", "mtdf"] {
        let other = ask(algorithm);
        // A stopped search has less to report.
        if leaves.is_some_and(|leaves| leaves < MOST_NODES / 50) {
            assert_eq!(other["value"], minimax["value"], "{text}: {algorithm}");
        }
        // Minimax reads every leaf, and another algorithm may skip the unknown ones. The cases of one are listed for
        // some algorithms.
        let needs_unknown = minimax["error"].as_str().is_some_and(|error| error.starts_with("the search reads "));
        if !needs_unknown && minimax["unknown"].is_null() {
            assert_eq!(other["error"].is_null(), minimax["error"].is_null(), "{text}: {algorithm}");
        }
    }
    if is_typed(text)
        && let Some(line) = minimax["lines"][0][1].as_str()
    {
        let said = answered(&json!({ "wanted": "leaf", "subject": text, "line": line, "nodes": MOST_NODES }), text);
        assert!(said["said"].is_string(), "{text}: {said}");
    }
}

fn is_typed(subject: &str) -> bool {
    subject.trim_start().starts_with(['(', '['])
}

/// Checks that an answer is JSON on one line and the same each time, and that errors give an existing place.
fn answered(request: &Value, subject: &str) -> Value {
    let said = answer(&request.to_string());
    assert_eq!(said, answer(&request.to_string()), "{request}");
    assert!(!said.contains('\n'), "{said}");
    let said: Value = serde_json::from_str(&said).expect("an answer is JSON");
    still(&said);
    assert!(said["error"].is_null() || said["error"].as_str().is_some_and(|error| !error.is_empty()), "{said}");
    if let (Some(line), Some(column)) = (said["place"]["line"].as_u64(), said["place"]["column"].as_u64()) {
        let line = subject.split('\n').nth(line as usize - 1).expect("the line is there");
        assert!((1..=line.chars().count() as u64 + 1).contains(&column), "{request}: {said}");
    }
    said
}

/// No text of an answer has letters that act.
fn still(said: &Value) {
    match said {
        Value::String(text) => is_still(text, "answer"),
        Value::Array(items) => items.iter().for_each(still),
        Value::Object(fields) => fields.values().for_each(still),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
