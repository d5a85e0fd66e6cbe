//! Answers as a JSON object, as a page writes them.

use super::answers::AnswerReader;
use super::questions::kind;
use super::written::{owner_head, read_line};
use crate::model::Item;
use crate::text::visible;
use serde_json::{Map, Value};

/// Reads a document.
pub(super) fn read(text: &str, reader: &mut AnswerReader<'_>) {
    let fields = match serde_json::from_str::<Map<String, Value>>(text) {
        Ok(fields) => fields,
        Err(error) => {
            reader.place = format!("line {}", error.line());
            return reader.complain("this begins like JSON but cannot be read as JSON");
        }
    };
    for (name, value) in &fields {
        reader.place = visible(name);
        field(name, value, reader);
    }
}

fn field(name: &str, value: &Value, reader: &mut AnswerReader<'_>) {
    match (name, value) {
        (_, Value::Null) => {}
        ("values", Value::Object(values)) => each(values, reader, |node, value, reader| {
            if let Some(text) = text(value, reader) {
                reader.value(node, &text);
            }
        }),
        ("windows", Value::Object(windows)) => each(windows, reader, window),
        ("ranges", Value::Object(ranges)) => each(ranges, reader, |node, value, reader| {
            if let Some(text) = text(value, reader) {
                reader.range(node, &text);
            }
        }),
        ("set_by", Value::Object(owners)) => {
            for (head, value) in owners {
                owner(head, value, reader);
            }
        }
        ("values" | "windows" | "ranges" | "set_by", _) => {
            reader.complain("an object with the names of nodes is wanted")
        }
        (_, Value::Array(names)) => {
            let names: Vec<String> = names.iter().filter_map(|name| text(name, reader)).collect();
            list(name, &names, reader);
        }
        _ => {
            if let Some(text) = text(value, reader) {
                read_line(&format!("{name}: {text}"), reader);
            }
        }
    }
}

/// Goes through an object whose keys are nodes.
fn each(
    fields: &Map<String, Value>,
    reader: &mut AnswerReader<'_>,
    take: impl Fn(usize, &Value, &mut AnswerReader<'_>),
) {
    let place = reader.place.clone();
    for (name, value) in fields {
        reader.place = format!("{place}.{}", visible(name));
        if let Some(node) = reader.node(name) {
            take(node, value, reader);
        }
    }
}

fn window(node: usize, value: &Value, reader: &mut AnswerReader<'_>) {
    let ends = if let Value::Object(ends) = value {
        [ends.get("alpha"), ends.get("beta")]
    } else if let Value::Array(ends) = value
        && ends.len() == 2
    {
        [ends.first(), ends.get(1)]
    } else {
        return reader.complain("a window is {\"alpha\": 3, \"beta\": \"inf\"} or [3, \"inf\"]");
    };
    // An end that is there and null is one that is not set.
    let ends = ends.map(|end| end.and_then(|end| if end.is_null() { Some("-".to_owned()) } else { text(end, reader) }));
    reader.window(node, [ends[0].as_deref(), ends[1].as_deref()]);
}

fn owner(head: &str, value: &Value, reader: &mut AnswerReader<'_>) {
    reader.place = format!("set_by.{}", visible(head));
    let lower = head.to_lowercase();
    let Some((node, end)) = owner_head(&lower) else {
        return reader.complain("a key such as \"beta of C2\" is wanted");
    };
    if let (Some(node), Some(name)) = (reader.node(node), text(value, reader)) {
        reader.owner(node, end, &name);
    }
}

fn list(name: &str, names: &[String], reader: &mut AnswerReader<'_>) {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    match name.parse::<Item>() {
        Ok(item) => kind(item).read_list(&names, reader),
        Err(_) if name == "read" => reader.read(&names),
        Err(_) => reader.complain("no list is wanted here"),
    }
}

/// A text or a number as text.
fn text(value: &Value, reader: &mut AnswerReader<'_>) -> Option<String> {
    if let Value::String(text) = value {
        Some(text.replace(['\n', '\r'], " "))
    } else if let Value::Number(number) = value {
        Some(number.to_string())
    } else {
        reader.complain("a text or a number is wanted here");
        None
    }
}
