//! Reads answers, as lines that a student typed or as a JSON object that a page wrote.

use super::numbers::{end_of_window, number, read_claim, split_at_dots};
use super::questions::answers::{AnswerReader, Answers, SUCH_AS, is_blank, shortened};
use super::questions::list::words;
use super::questions::rules;
use super::tree::PaperTree;
use super::{Head, QuestionKind, is_dash};
use crate::core::score::{End, Score};
use crate::core::text::{strip_bom, visible};
use serde_json::{Map, Value};

/// Reads answers. Anything that cannot be read becomes a complaint.
pub fn read_answers(text: &str, tree: &PaperTree) -> Answers {
    let text = strip_bom(text);
    let mut reader = AnswerReader::new(tree);
    if text.trim_start().starts_with('{') {
        read_json(text, &mut reader);
    } else {
        let mut lines = text.lines().enumerate().peekable();
        while let Some((index, line)) = lines.next() {
            reader.place = format!("line {}", index + 1);
            let mut line = content(line).to_owned();
            let is_list = is_list(&line);
            while let Some((_, next)) = lines.next_if(|(_, next)| is_list && is_names(content(next), &reader)) {
                line.extend([" ", content(next)]);
            }
            read_line(&line, &mut reader);
        }
    }
    reader.finish()
}

/// Returns what a line says, without a comment, the sign before a point of a list or a branch of a drawn tree, and the
/// punctuation at its end.
fn content(line: &str) -> &str {
    let is_sign = |word: &str| word.chars().all(|c| "-*.|`│├┌└─".contains(c));
    let mut line = without_comment(line).trim();
    while let Some((_, rest)) = line.split_once(char::is_whitespace).filter(|(word, _)| is_sign(word)) {
        line = rest.trim_start();
    }
    line.trim_end_matches(|c: char| c.is_whitespace() || ",;".contains(c))
}

/// Returns whether a line begins with the word for a list.
fn is_list(line: &str) -> bool {
    let head = line.split_once(':').and_then(|(head, _)| Head::of(&lowered(head)));
    matches!(head, Some(Head::Read | Head::Answer(QuestionKind::Pruned | QuestionKind::Order | QuestionKind::Pv)))
}

/// Returns whether a line consists of names only, so that it continues the list on the line before it.
pub(super) fn is_names(line: &str, reader: &AnswerReader<'_>) -> bool {
    let names: Vec<&str> = words(line).collect();
    // A dash at the end is an answer: the search never visits the node.
    names.last().is_some_and(|last| !is_dash(last))
        && !line.contains(SIGNS)
        && names.iter().all(|name| is_dash(name) || reader.find(name).is_some())
}

/// Returns whether a line begins with its subject: a keyword or an inner node.
pub(super) fn has_subject(line: &str, reader: &AnswerReader<'_>) -> bool {
    let line = content(line);
    let is_inner = |name: &str| reader.find(name).is_some_and(|node| !reader.tree.is_leaf(node));
    if windowed(line, reader).is_some_and(|(node, _)| !reader.tree.is_leaf(node)) {
        return true;
    }
    let Some((head, _)) = line.split_once(SIGNS) else {
        let is_value = |text: &str| is_dash(text) || read_claim(text, reader.tree).is_some();
        return line
            .split_once(char::is_whitespace)
            .is_some_and(|(name, rest)| is_inner(name) && is_value(rest.trim()));
    };
    let lower = lowered(head);
    let is_keyword = Head::of(&lower).is_some() || owner_head(&lower).is_some() || lower.ends_with("cuts if");
    is_keyword || is_inner(head.trim())
}

/// Returns the words of a text in lower case, separated by spaces.
fn lowered(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The signs between what an answer is about and the answer.
const SIGNS: [char; 8] = [':', '=', '<', '>', '≤', '≥', '⩽', '⩾'];

pub(super) fn read_line(line: &str, reader: &mut AnswerReader<'_>) {
    let line = content(line);
    if line.is_empty() {
        return;
    }
    if let Some(exercise) = foot(line) {
        return reader.exercise(exercise);
    }
    if let Some((node, rest)) = windowed(line, reader) {
        return window_and_value(node, rest, reader);
    }
    let Some(at) = line.find(SIGNS) else {
        return without_sign(line, reader);
    };
    let head = line[..at].trim();
    let is_plain = line[at..].starts_with([':', '=']) && !line[at..].starts_with("=<") && !line[at..].starts_with("=>");
    let rest = if is_plain { line[at + 1..].trim() } else { line[at..].trim() };
    if is_plain && field(head, rest, reader) {
        return;
    }
    // A line such as `B1 cuts if <= 3` needs no colon.
    if let Some(leaf) = head.to_lowercase().strip_suffix("cuts if").map(|name| name.trim().to_owned()) {
        if let Some(leaf) = reader.node(&leaf).filter(|_| !is_blank(rest)) {
            reader.range(leaf, rest);
        }
        return;
    }
    let is_question = line[at..].starts_with(':') || head.contains(char::is_whitespace);
    if is_question && reader.find(head).is_none() {
        return reader.no_question(head);
    }
    let Some(node) = reader.node(head) else { return };
    let is_window = line[at..].starts_with(':') && ["alpha", "beta"].iter().any(|end| spelled_out(rest).contains(end));
    // In `A: 1,5`, the comma is a decimal comma if the tree has decimals.
    let is_decimal = reader.tree.decimals() != 0 && rest.contains(',') && number(rest, reader.tree).is_some();
    if is_decimal && line[at..].starts_with(':') && !rest.contains(char::is_whitespace) {
        let read = rest.replace(',', ".");
        reader.complain(format!("`{rest}` is read as the value {read}; write a window in brackets: ({rest})"));
        return reader.value(node, rest);
    }
    let is_pair = line[at..].starts_with(':') && (rest.contains([',', ';']) || rest.contains(".."))
        || is_plain && reader.asks_window(node) && pair(rest, reader).is_some();
    match (is_window, is_pair) {
        (true, _) => named_ends(node, rest, reader),
        (_, true) => bracketed_ends(node, rest, reader),
        _ if is_plain => reader.value(node, rest),
        _ => reader.value(node, &line[at..]),
    }
}

/// Removes a comment, which begins with a `#` at the beginning of the line or after a space. A mate such as #2 is not a
/// comment.
fn without_comment(line: &str) -> &str {
    let begins = |&(at, _): &(usize, &str)| {
        let before = line[..at].chars().next_back();
        let after = line[at + 1..].chars().next();
        before.is_none_or(char::is_whitespace)
            && (before.is_none() || !after.is_some_and(|c| c.is_ascii_digit() || c == '-'))
    };
    line.match_indices('#').find(begins).map_or(line, |(at, _)| &line[..at])
}

/// Returns the name of the exercise from the last line of a sheet: `Exercise 90ed18: plywood ...`.
fn foot(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    let is_exercise = words.next()?.eq_ignore_ascii_case("exercise");
    let id = words.next()?.trim_end_matches(':');
    (is_exercise && id.len() == 6 && id.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(id)
}

/// Splits a line such as `B (3, inf) <= 2` or `window B = alpha 3, beta inf` before its window.
fn windowed<'a>(line: &'a str, reader: &AnswerReader<'_>) -> Option<(usize, &'a str)> {
    let is_word = |at: usize, word: &str| {
        let before = line[..at].chars().next_back();
        before.is_some_and(|c| c.is_whitespace() || SIGNS.contains(&c))
            && line[at..].get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
    };
    let is_start =
        |&(at, c): &(usize, char)| "([".contains(c) || ["alpha", "beta", "α", "β"].iter().any(|word| is_word(at, word));
    let (at, _) = line.char_indices().find(is_start)?;
    let head = line[..at].trim_end_matches(|c: char| c.is_whitespace() || ":=".contains(c));
    let node = reader.find(head).filter(|_| !head.contains(SIGNS))?;
    Some((node, &line[at..]))
}

/// Reads `(3, inf) <= 2` or `alpha 3, beta inf`: a window, possibly with a value.
fn window_and_value(node: usize, text: &str, reader: &mut AnswerReader<'_>) {
    if !text.starts_with(['(', '[']) {
        return named_ends(node, text, reader);
    }
    let (window, value) = text.split_at(text.find([')', ']']).map_or(text.len(), |at| at + 1));
    bracketed_ends(node, window, reader);
    let value = value.trim_start_matches(|c: char| c.is_whitespace() || ",;:".contains(c));
    reader.value(node, value.strip_prefix("value").unwrap_or(value).trim());
}

/// Reads a line such as `A 3`.
fn without_sign(line: &str, reader: &mut AnswerReader<'_>) {
    // A name may contain spaces.
    let splits = [line.split_once(char::is_whitespace), line.rsplit_once(char::is_whitespace)];
    match splits.into_iter().flatten().find_map(|(name, rest)| Some((reader.find(name.trim())?, rest))) {
        Some((node, rest)) if reader.asks_window(node) && pair(rest.trim(), reader).is_some() => {
            bracketed_ends(node, rest.trim(), reader);
        }
        Some((node, rest)) => reader.value(node, rest.trim()),
        None => reader.complain(format!("`{}` is not an answer that can be graded; {SUCH_AS}", shortened(line))),
    }
}

/// Reads `head: rest` if the head is a keyword of the answer format.
fn field(head: &str, rest: &str, reader: &mut AnswerReader<'_>) -> bool {
    let lower = lowered(head);
    let is_empty = is_blank(rest);
    if let Some((node, end)) = owner_head(&lower) {
        let node = reader.node(node);
        if let Some(node) = node.filter(|_| !is_empty) {
            reader.owner(node, end, rest);
        }
        return true;
    }
    let Some(head) = Head::of(&lower) else { return false };
    if is_empty {
        return true;
    }
    match head {
        Head::View => reader.view(rest),
        Head::Student => reader.student(rest),
        Head::Exercise => reader.exercise(rest),
        Head::Read => {
            let names = reader.names(rest);
            read_leaves(&names, reader);
        }
        Head::Answer(kind) => rules(kind).read(rest, reader),
    }
    true
}

/// Reads `beta of C2 set by`.
pub(super) fn owner_head(head: &str) -> Option<(&str, End)> {
    let (end, rest) = head.split_once(" of ")?;
    let end = match end {
        "alpha" => End::Alpha,
        "beta" => End::Beta,
        _ => return None,
    };
    let node = ["set by", "was", "is"].iter().fold(rest.trim(), |node, word| without(node, word));
    Some((node, end))
}

/// Removes `word` from the end of a text, but not if it is only the end of a longer word.
fn without<'a>(text: &'a str, word: &str) -> &'a str {
    let before = text.strip_suffix(word).filter(|before| before.ends_with(char::is_whitespace));
    before.map_or(text, str::trim_end)
}

/// Returns a text in lower case, with the words for the Greek letters of a window.
fn spelled_out(text: &str) -> String {
    text.to_lowercase().replace('α', "alpha").replace('β', "beta")
}

/// Reads `alpha 3, beta inf`, possibly with a value.
fn named_ends(node: usize, text: &str, reader: &mut AnswerReader<'_>) {
    let lower = spelled_out(text);
    let words = ["alpha", "beta", "value"];
    let at = words.map(|word| lower.find(word));
    let part = |index: usize| {
        let start = at[index]? + words[index].len();
        let end = at.iter().flatten().copied().filter(|&other| start <= other).min().unwrap_or(lower.len());
        Some(lower[start..end].trim_matches(|c: char| c.is_whitespace() || ",;:".contains(c)))
    };
    let bare = |part: Option<&'_ str>| part.map(|part| part.trim_start_matches('=').trim().to_owned());
    let ends = [bare(part(0)), bare(part(1))];
    reader.window(node, [ends[0].as_deref(), ends[1].as_deref()]);
    if let Some(value) = part(2) {
        reader.value(node, value);
    }
}

/// Splits two bounds with a space, or a comma and a space, between them: `-inf 5`, `-3,5 inf`.
fn pair<'a>(text: &'a str, reader: &AnswerReader<'_>) -> Option<(&'a str, &'a str)> {
    let is_end = |text: &str| end_of_window(text, Score::ZERO, reader.tree).is_some();
    let (alpha, beta) = text.split_once(char::is_whitespace)?;
    let alpha = alpha.trim_end_matches(',');
    (is_end(alpha) && is_end(beta)).then_some((alpha, beta))
}

/// Reads `(3, inf)`. If something else separates the bounds, as in `(-3,5; inf)`, a comma is a decimal comma.
fn bracketed_ends(node: usize, text: &str, reader: &mut AnswerReader<'_>) {
    let inside = text.trim_matches(['(', ')', '[', ']']).trim();
    let parts = inside.split_once(';').or_else(|| split_at_dots(inside)).or_else(|| pair(inside, reader));
    let parts = parts.or_else(|| inside.split_once(','));
    match parts.or_else(|| inside.split_once(char::is_whitespace)) {
        Some((alpha, beta)) => reader.window(node, [Some(alpha.trim()), Some(beta.trim())]),
        None => reader.complain(format!("`{}` is not a window; write (3, inf)", shortened(text))),
    }
}

fn read_json(text: &str, reader: &mut AnswerReader<'_>) {
    let fields = match serde_json::from_str::<Map<String, Value>>(text) {
        Ok(fields) => fields,
        Err(error) => {
            reader.place = format!("line {}", error.line());
            return reader.complain("this starts like JSON but is not valid JSON");
        }
    };
    for (name, value) in &fields {
        reader.place = visible(name);
        json_field(name, value, reader);
    }
}

fn json_field(name: &str, value: &Value, reader: &mut AnswerReader<'_>) {
    match (name, value) {
        (_, Value::Null) => {}
        ("values" | "ranges", Value::Object(fields)) => {
            each(fields, reader, |node, value, reader| match text(value, reader) {
                Some(text) if name == "values" => reader.value(node, &text),
                Some(text) => reader.range(node, &text),
                None => {}
            })
        }
        ("windows", Value::Object(windows)) => each(windows, reader, window),
        ("set_by", Value::Object(owners)) => {
            for (head, value) in owners {
                owner(head, value, reader);
            }
        }
        ("values" | "windows" | "ranges" | "set_by", _) => {
            reader.complain("expected an object with the names of nodes")
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

/// Reads an object whose keys are nodes.
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
    // If a bound is present but null, no move has set it.
    let ends = ends.map(|end| end.and_then(|end| if end.is_null() { Some("-".to_owned()) } else { text(end, reader) }));
    reader.window(node, [ends[0].as_deref(), ends[1].as_deref()]);
}

fn owner(head: &str, value: &Value, reader: &mut AnswerReader<'_>) {
    reader.place = format!("set_by.{}", visible(head));
    let lower = head.to_lowercase();
    let Some((node, end)) = owner_head(&lower) else {
        return reader.complain("expected a key such as \"beta of C2\"");
    };
    if let (Some(node), Some(name)) = (reader.node(node), text(value, reader)) {
        reader.owner(node, end, &name);
    }
}

fn read_leaves(names: &[String], reader: &mut AnswerReader<'_>) {
    if let Some(leaves) = reader.leaves(names) {
        reader.read(leaves);
    }
}

fn list(name: &str, names: &[String], reader: &mut AnswerReader<'_>) {
    match name.parse::<QuestionKind>() {
        Ok(kind) => rules(kind).read_list(names, reader),
        Err(_) if name == "read" => read_leaves(names, reader),
        Err(_) => reader.complain("a list is not allowed here"),
    }
}

/// Returns a JSON string, or a number as text.
fn text(value: &Value, reader: &mut AnswerReader<'_>) -> Option<String> {
    if let Value::String(text) = value {
        Some(text.replace(['\n', '\r'], " "))
    } else if let Value::Number(number) = value {
        Some(number.to_string())
    } else {
        reader.complain("expected a text or a number");
        None
    }
}
