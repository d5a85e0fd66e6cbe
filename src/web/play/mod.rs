//! The playground: a page that asks this library for its states, which is compiled into it, instead of carrying them.

mod asides;
mod page;
mod request;
mod shown;

use crate::model::TypedError;
use crate::subject::TreeError;
pub(crate) use page::playground;
use request::{Request, RequestError, Wanted};
use serde_json::{Value, json};
use std::error::Error;

/// Answers a request of the playground, in JSON: what is searched, how, and what is wanted of it. The answer is JSON, too;
/// what is wrong stands under `error`, in the words of the command line, and where in a tree it stands under `place`.
#[must_use]
pub fn answer(request: &str) -> String {
    let read = serde_json::from_str::<Request>(request).map_err(RequestError::from);
    let (text, answered) = match read {
        Ok(request) => (request.subject.clone(), answered(&request)),
        Err(problem) => (String::new(), Err(problem)),
    };
    answered.unwrap_or_else(|problem| complaint(&*problem, &text)).to_string()
}

fn answered(request: &Request) -> Result<Value, RequestError> {
    match request.wanted {
        Wanted::States => shown::states(request),
        Wanted::Costs => asides::costs(request),
        Wanted::Leaf => asides::leaf(request),
        Wanted::Picture => asides::picture(request),
        Wanted::Tree => Ok(asides::tree(request.seed)),
    }
}

/// What is wrong, with its reasons, and where.
fn complaint(problem: &(dyn Error + 'static), text: &str) -> Value {
    let chain = || std::iter::successors(Some(problem), |&error| error.source());
    let mut said: Vec<String> = Vec::new();
    for error in chain() {
        let words = error.to_string();
        // An error that only hands on another says the same.
        if said.last() != Some(&words) {
            said.push(words);
        }
    }
    let place = chain().find_map(|error| match error.downcast_ref::<TreeError>()? {
        TreeError::Typed(typed) => Some(typed),
        TreeError::Graph(_) | TreeError::Model(_) => None,
    });
    json!({ "error": said.join(": "), "place": place.map(|error| place_of(error, text)) })
}

/// Where in the text of a tree something is wrong: line and column, and the same in words.
fn place_of(error: &TypedError, text: &str) -> Value {
    let line_start: usize = text.split_inclusive('\n').take(error.line - 1).map(str::len).sum();
    let behind = &text[line_start..];
    let at = line_start + behind.char_indices().nth(error.column - 1).map_or(behind.len(), |(at, _)| at);
    let is_bracket = |c: char| "()[]".contains(c);
    let brackets = |text: &str| text.chars().filter(|&c| is_bracket(c)).count();
    let said = match text[at..].chars().next() {
        None => "at the end".to_owned(),
        Some(c) if is_bracket(c) => format!("bracket {} of {}", brackets(&text[..at]) + 1, brackets(text)),
        Some(_) => format!("behind bracket {} of {}", brackets(&text[..at]), brackets(text)),
    };
    json!({ "line": error.line, "column": error.column, "said": said })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(request: &Value) -> Value {
        serde_json::from_str(&answer(&request.to_string())).unwrap()
    }

    #[test]
    fn a_tree_is_searched_as_it_is_asked() {
        let subject = "((3 12 8) (2 4 6) (14 5 2))";
        let shown = asked(&json!({ "subject": subject }));
        assert_eq!((shown["value"].as_str(), shown["leaves"].as_u64()), (Some("3"), Some(7)));
        assert_eq!(shown["states"]["search"]["steps"][0]["play"], "not known yet");
        assert_eq!(shown["settings"][0]["algorithm"], "alpha-beta");
        assert_eq!(shown["command"], format!("plywood explain '{subject}'"));
        let shown = asked(&json!({ "subject": subject, "search": { "algorithm": "minimax" } }));
        assert_eq!((shown["value"].as_str(), shown["leaves"].as_u64()), (Some("3"), Some(9)));
        let shown = asked(&json!({ "subject": subject, "beside": { "order": "best" } }));
        assert_eq!(shown["names"], json!(["alpha-beta", "alpha-beta, order best"]));
        assert_eq!(shown["settings"][1]["order"], "best");
        assert_eq!(asked(&json!({ "subject": "odd-even" }))["settings"][0]["algorithm"], "minimax");
        assert_eq!(shown["states"].as_array().map(Vec::len), Some(2));
    }

    #[test]
    fn a_lesson_may_have_another_leaf() {
        let shown = asked(&json!({ "subject": "equality", "set": [["B2", 6.0]] }));
        assert_eq!(shown["value"], "5");
        assert_eq!(shown["command"], "plywood explain equality --set B2=6");
        assert_eq!(shown["lines"].as_array().map(Vec::len), Some(7));
        assert_eq!(
            asked(&json!({ "subject": "ttt:XOX/.O./..X" }))["lines"],
            json!([]),
            "ends of games stay what they are"
        );
    }

    #[test]
    fn a_lesson_of_ones_own_is_typed_or_pasted() {
        let lesson = "{\n  \"title\": \"mine\",\n  \"moves\": [{ \"move\": \"a\", \"score\": 1 }, { \"move\": \"b\", \"score\": 4 }]\n}\n";
        let shown = asked(&json!({ "subject": lesson }));
        assert_eq!((shown["value"].as_str(), shown["leaves"].as_u64()), (Some("4"), Some(2)));
        assert!(shown["command"].as_str().unwrap().starts_with("plywood explain $'{\\012  \"title\""));
        let shown = asked(&json!({ "subject": lesson, "set": [["b", 0.0]] }));
        assert_eq!(shown["value"], "1");
        let wrong = asked(&json!({ "subject": lesson.replace("score\": 4", "score\": x") }));
        assert_eq!(wrong["error"], "the lesson: line 3, column 66: moves[1].score: expected value");
        let graph = "class: \"GraphGameTreeTest\"\nstart_state: \"top\"\nsuccessors: \"\"\"\ntop Left l\ntop Right r\n\"\"\"\nevaluation: \"\"\"\nl 4\nr 7\n\"\"\"";
        assert_eq!(asked(&json!({ "subject": graph }))["value"], "7");
        let wrong = asked(&json!({ "subject": graph.replace("r 7", "r x") }));
        assert_eq!(wrong["error"], "the tree: `evaluation`: `r x` is wrong; a state and a number are wanted");
    }

    #[test]
    fn what_is_wrong_has_its_place() {
        let wrong = |subject: &str| asked(&json!({ "subject": subject }));
        let open = wrong("((3 12) (2 4)");
        assert_eq!(open["error"], "the tree: line 1, column 1: this `(` is never closed");
        assert_eq!(open["place"], json!({ "line": 1, "column": 1, "said": "bracket 1 of 5" }));
        let letter = wrong("((3\u{e9} 1)\n x)");
        assert_eq!(letter["place"], json!({ "line": 1, "column": 3, "said": "behind bracket 2 of 4" }));
        let below = wrong("\n (3  b 8)");
        assert_eq!(below["place"], json!({ "line": 2, "column": 6, "said": "behind bracket 1 of 2" }));
        assert_eq!(wrong("")["place"], Value::Null);
        assert!(wrong("sargon-9")["error"].as_str().unwrap().starts_with("`sargon-9` is neither"));
        let unknown = asked(&json!({ "subject": "(1 2)", "search": { "algorithm": "best" } }));
        assert!(unknown["error"].as_str().unwrap().starts_with("`best` is no algorithm; choose one of: minimax"));
        assert!(
            asked(&json!({ "subject": 1 }))["error"].as_str().unwrap().contains("expected a string"),
            "a request has its form"
        );
    }

    #[test]
    fn a_leaf_moves_the_root_between_two_scores() {
        let leaf = |subject: &str, line: &str| asked(&json!({ "wanted": "leaf", "subject": subject, "line": line }));
        let tree = "((3 12 8) (2 4 6) (14 5 2))";
        assert_eq!(
            leaf(tree, "A1")["said"],
            "A1 moves the root only between 2 and 8: below it stays 2, above it stays 8."
        );
        assert_eq!(leaf(tree, "B2")["said"], "B2 moves the root nowhere: it stays 3 whatever B2 is.");
        assert_eq!(leaf("(1 2)", "A")["said"], "A moves the root wherever it is above 2; below it stays 2.");
        assert_eq!(leaf("(1)", "A")["said"], "A alone is the root: it moves with it everywhere.");
    }

    #[test]
    fn other_searches_cost_more_or_less() {
        let costs = asked(&json!({ "wanted": "costs", "subject": "((3 12 8) (2 4 6) (14 5 2))" }));
        let leaves = |name: &str| {
            let found = costs["costs"].as_array().unwrap().iter().find(|row| row["name"] == name);
            found.and_then(|row| row["leaves"].as_u64())
        };
        assert_eq!(
            (leaves("minimax"), leaves("alpha-beta"), leaves("alpha-beta, order best")),
            (Some(9), Some(7), Some(5))
        );
    }
}
