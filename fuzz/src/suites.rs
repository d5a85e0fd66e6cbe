//! The results of two runs over a file of positions: generated from bytes, compared with themselves and with each
//! other.

use super::bytes::Endless;
use super::pages::is_still;
use plywood::internal::compare::results::{PositionResults, compared, is_results};
use plywood::internal::compare::suite::{ComparedPosition, ComparedSuite, FailOn, PositionVerdict};
use plywood::internal::page::Style;
use serde_json::{Value, json};
use std::path::Path;

/// Values that a field gets; most of them do not belong there.
const VALUES: &[&str] = &[
    "null",
    "true",
    "0",
    "-1",
    "1",
    "99999999999999999999",
    "1.5",
    "\"\"",
    "\"3\"",
    "\"Nf3\"",
    "\"\\u202e\\u001b[31m\"",
    "[]",
    "[\"e4\"]",
    "{}",
    "{\"score\":1}",
    "\"8/8/8/8/8/8/8/K1k5 w - - 0 1\"",
];

pub fn suites(input: &[u8]) {
    let mut choices = Endless::new(input);
    let lines: Vec<Value> = (1..=1 + choices.below(5)).map(|number| line(number, &mut choices)).collect();
    let mut changed = lines.clone();
    for _ in 0..choices.below(4) {
        change(&mut changed, &mut choices);
    }
    let [old, mut new] =
        [&lines, &changed].map(|lines| lines.iter().map(|line| format!("{line}\n")).collect::<String>());
    if choices.below(3) == 0 {
        let at =
            new.char_indices().map(|(at, _)| at).nth(choices.below(new.chars().count().max(1))).unwrap_or_default();
        let removed = new[at..].chars().next().map_or(0, char::len_utf8);
        new.replace_range(at..at + removed, ["", "\"", "}", "\n", "x", "9"][choices.below(6)]);
    }
    let _ = is_results(&new);
    let read = |text: &str| PositionResults::read(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let itself = compared(["old", "new"], read(&old), read(&old));
    assert!(itself.iter().all(|position| position.verdict == PositionVerdict::Equal), "{itself:?}");
    match PositionResults::read(&new) {
        Ok(results) => {
            let there = compared(["old", "new"], read(&old), results);
            swapped(&there, &compared(["old", "new"], read(&new), read(&old)));
            let rules = [FailOn::Difference, FailOn::Contradiction, FailOn::Nodes(choices.below(100) as f64)];
            written(&ComparedSuite {
                positions: there,
                fail_on: vec![rules[choices.below(3)]],
                is_of_one_position: choices.below(2) == 0,
            });
        }
        Err(error) => {
            let said = error.to_string();
            is_still(&said, "error");
            let line = said.strip_prefix("line ").and_then(|rest| rest.split(',').next()?.parse::<usize>().ok());
            assert!(line.is_some_and(|line| (1..=new.lines().count()).contains(&line)), "{error}\n{new}");
        }
    }
}

fn line(number: usize, choices: &mut Endless<'_>) -> Value {
    let score = [json!(1.5), json!(-0.25), json!({ "mate": 3 }), json!({ "mate": -2 }), Value::Null];
    let score = &score[choices.below(score.len())];
    let best = ["e4", "Nf3", "O-O", "\u{202e}"][choices.below(4)];
    let id = ["", "WAC.001", "a \u{1b}b"][choices.below(3)];
    let (depth, complete, nodes) = (choices.below(3), choices.below(4) != 0, choices.below(1000));
    let right = [None, Some(true), Some(false)][choices.below(3)];
    let algorithm = ["alpha-beta", "pvs", "minimax"][choices.below(3)];
    json!({
        "number": number, "id": id, "depth": depth, "complete": complete, "score": score, "best": best, "pv": [best, "e5"],
        "right": right, "nodes": nodes, "settings": { "algorithm": algorithm, "with": "null-move" },
    })
}

/// Removes a line, repeats it, or changes one of its fields.
fn change(lines: &mut Vec<Value>, choices: &mut Endless<'_>) {
    if lines.is_empty() {
        return;
    }
    let at = choices.below(lines.len());
    match choices.below(6) {
        0 => drop(lines.remove(at)),
        1 => lines.push(lines[at].clone()),
        _ => {
            let Some(fields) = lines[at].as_object_mut() else { return };
            let names: Vec<String> = fields.keys().cloned().collect();
            let name = &names[choices.below(names.len())];
            match choices.below(6) {
                0 => drop(fields.remove(name)),
                _ => fields[name] = serde_json::from_str(VALUES[choices.below(VALUES.len())]).expect("a value is JSON"),
            }
        }
    }
}

/// The other way round, every position has the same verdict.
fn swapped(there: &[ComparedPosition], back: &[ComparedPosition]) {
    let sorted = |positions: &[ComparedPosition], sides: [usize; 2]| {
        let of = |position: &ComparedPosition| (position.verdict, sides.map(|side| position.nodes[side]));
        let mut all: Vec<_> = positions.iter().map(of).collect();
        all.sort_unstable();
        all
    };
    assert_eq!(sorted(there, [0, 1]), sorted(back, [1, 0]));
}

/// Every form of the report is whole, and nothing in it acts on a terminal.
fn written(suite: &ComparedSuite) {
    let style = Style::default();
    let text = suite.document().to_text(&style);
    is_still(&text, "text");
    is_still(&suite.junit(), "junit");
    assert!(suite.junit().ends_with("</testsuites>\n"));
    for folder in [None, Some(Path::new("new"))] {
        let _ = suite.github(folder);
    }
    let _ = (suite.json().to_string(), suite.fails(), suite.has_trouble());
}
