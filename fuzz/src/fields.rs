//! What an adapter writes: a right trace in which one field of one line is changed, removed, exchanged or given twice.

use super::bytes::{Bytes, Endless, digest};
use super::pages::{self, is_still};
use super::{laws, trace};
use plywood::internal::core::pv::CollectedLines;
use plywood::trace::{Counter, Trace};
use plywood::verify::{Effort, verify};
use serde_json::{Value, json};

/// Right traces of several adapters and searches.
const TRACES: &[&str] = &[
    include_str!("../seeds/trace/textbook.jsonl"),
    include_str!("../seeds/trace/mated.jsonl"),
    include_str!("../../tests/data/foreign/right-stand-pat-fail-hard.jsonl"),
    include_str!("../../tests/data/foreign/right-table-entry-of-a-leaf.jsonl"),
    include_str!("../../tests/data/foreign/right-futility-fails-soft.jsonl"),
    include_str!("../../tests/data/foreign/right-first-aspiration-window.jsonl"),
    include_str!("../../tests/data/bugs/right/null-move.jsonl"),
];
/// One in so many traces is also drawn.
const RARELY: usize = 64;

pub fn fields(input: &[u8]) {
    let mut choices = Endless::new(input);
    let mut lines: Vec<String> = TRACES[choices.below(TRACES.len())].lines().map(str::to_owned).collect();
    for _ in 0..=choices.below(2) {
        change(&mut lines, &mut choices);
    }
    let text = lines.join("\n") + "\n";
    match Trace::read_json_lines(text.as_bytes()) {
        Err(error) => {
            let said = error.to_string();
            is_still(&said, "error");
            let line = said.strip_prefix("line ").and_then(|rest| rest.split([',', ':']).next()?.parse::<usize>().ok());
            let is_place = line.is_some_and(|line| (1..=lines.len() + 1).contains(&line));
            assert!(is_place || said.starts_with("the trace has version "), "{said}\n{text}");
        }
        Ok(trace) => {
            laws::written_and_read(&trace);
            let (mut lines, mut counter) = (CollectedLines::default(), Counter::default());
            trace.replay(&mut lines);
            trace.replay(&mut counter);
            let _ = (trace.tree(), verify(&trace, &Effort::default().leaves(200)));
            if choices.below(RARELY) == 0 {
                trace::trace(&text);
                pages::all(&trace, &mut Bytes(&digest(text.as_bytes())));
            }
        }
    }
}

/// Changes one line.
fn change(lines: &mut Vec<String>, choices: &mut Endless<'_>) {
    if lines.is_empty() {
        return;
    }
    let at = choices.below(lines.len());
    match choices.below(12) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[choices.below(lines.len())].clone()),
        2 => {
            let other = choices.below(lines.len());
            lines.swap(at, other);
        }
        3 => {
            let place = lines[at].char_indices().map(|(at, _)| at).nth(choices.below(lines[at].chars().count().max(1)));
            lines[at].truncate(place.unwrap_or_default());
        }
        4 => {
            let mut bytes = lines[at].clone().into_bytes();
            let place = choices.below(bytes.len().max(1));
            bytes.get_mut(place).into_iter().for_each(|byte| *byte = b' ' + choices.below(95) as u8);
            lines[at] = String::from_utf8_lossy(&bytes).into_owned();
        }
        _ => {
            let Ok(mut line) = serde_json::from_str::<Value>(&lines[at]) else { return };
            exchange(&mut line, choices);
            lines[at] = line.to_string();
        }
    }
}

/// Changes a value anywhere inside.
fn exchange(value: &mut Value, choices: &mut Endless<'_>) {
    let goes_on = choices.below(3) != 0;
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            let names: Vec<String> = fields.keys().cloned().collect();
            let name = &names[choices.below(names.len())];
            match choices.below(8) {
                0 => drop(fields.remove(name)),
                1 => drop(fields.insert(format!("{name}s"), json!(1))),
                2 => {
                    let other = fields[&names[choices.below(names.len())]].clone();
                    fields[name] = other;
                }
                _ => exchange(&mut fields[name], choices),
            }
        }
        Value::Array(items) if !items.is_empty() && goes_on => {
            let at = choices.below(items.len());
            match choices.below(4) {
                0 => drop(items.remove(at)),
                1 => items.push(items[at].clone()),
                _ => exchange(&mut items[at], choices),
            }
        }
        Value::Number(number) if goes_on => {
            let number = number.as_f64().unwrap_or_default();
            let new =
                [number + 1.0, number - 1.0, -number, number * 1000.0, 0.0, 1e9, number + 0.001][choices.below(7)];
            *value = if new.fract() == 0.0 && choices.below(2) == 0 { json!(new as i64) } else { json!(new) };
        }
        _ => {
            let strange = ["", "a", "A1", "\u{202e}", "\u{1b}[31m", "at_beta", "-inf", "#3"];
            let values =
                [json!(null), json!(true), json!(0), json!(-1), json!(u64::MAX), json!(1e300), json!([]), json!({})];
            let new = choices.below(strange.len() + values.len());
            *value = strange.get(new).map_or_else(|| values[new - strange.len()].clone(), |word| json!(word));
        }
    }
}
