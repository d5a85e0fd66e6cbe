//! What labels have beside names, scores and probabilities: the emphasis of Markdown, arrows, words such as `value`,
//! and the bounds of a search.

use super::probability::is_field;
use super::word::number;
use crate::core::game::is_unknown_leaf;

/// Words before a score that are not a part of the name.
const VALUES: [&str; 9] = ["value", "val", "v", "score", "utility", "payoff", "eval", "evaluation", "minimax"];

/// Arrows between a name and a score.
const ARROWS: [&str; 6] = ["->", "-->", "\u{2192}", "\u{27f6}", "\u{21d2}", "\u{27f9}"];

pub(super) fn is_arrow(word: &str) -> bool {
    ARROWS.contains(&word)
}

/// Returns whether a word says that a score follows.
pub(super) fn is_value_word(word: &str) -> bool {
    VALUES.contains(&word.to_lowercase().as_str())
}

/// Returns a function and its argument: `h(n)`, `P(A)`.
fn function(word: &str) -> Option<(&str, &str)> {
    let (name, argument) = word.strip_suffix(')')?.split_once('(')?;
    (!name.is_empty() && name.chars().all(char::is_alphabetic)).then_some((name, argument))
}

/// Returns the name without the words that only announce the score after it: `D` for `D value` and for `D h(n)`, and
/// the event `A` for `P(A)`.
pub(super) fn without_announcement(name: &[String], has_role: bool) -> Vec<String> {
    let mut name = name.to_vec();
    let Some(last) = name.last().cloned() else { return name };
    let event = function(&last).filter(|(function, _)| is_field(function)).map(|(_, event)| event.to_owned());
    let is_announcement = is_value_word(&last) || last == "h" || function(&last).is_some();
    if event.is_some() || is_announcement && (has_role || 1 < name.len()) {
        name.pop();
        name.extend(event);
    }
    name
}

/// Returns a text without the double stars of Markdown, the marks of pruned nodes, and the bounds of a
/// search, such as `α=3`.
pub(super) fn without_annotations(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| without_emphasis(&without_cut_marks(line))).collect();
    without_bounds(&lines.join("\n"))
}

fn without_emphasis(line: &str) -> String {
    let strong = line.matches("**").count();
    if strong.is_multiple_of(2) { line.replace("**", "") } else { line.to_owned() }
}

/// Signs that mark a node as pruned.
const CUT_SIGNS: [char; 8] =
    ['\u{2717}', '\u{2718}', '\u{2715}', '\u{2716}', '\u{274c}', '\u{d7}', '\u{2702}', '\u{2573}'];

/// Words that mark a node as pruned.
const CUT_WORDS: [&str; 9] =
    ["pruned", "cut off", "cutoff", "cut", "skipped", "not visited", "not evaluated", "not explored", "not searched"];

/// Returns a line without the marks that its nodes are pruned: `12 (pruned)`, `12 <- pruned`, `\u{2717} 12`, `~~12~~`.
fn without_cut_marks(line: &str) -> String {
    let is_struck = line.matches("~~").count().is_multiple_of(2);
    let line = if is_struck { line.replace("~~", "") } else { line.to_owned() };
    let plain = without_cut_signs(&without_bracketed_marks(&line));
    let line = if plain.trim().is_empty() { line } else { plain };
    let without = |word: &&str| {
        let start = line.trim_end().len().checked_sub(word.len())?;
        line.get(start..)?.trim_end().eq_ignore_ascii_case(word).then(|| &line[..start])
    };
    let is_gap = |c: char| c.is_whitespace() || "</#,;-\u{2190}\u{2013}\u{2014}".contains(c);
    let before = CUT_WORDS.iter().find_map(without).unwrap_or_default().trim_end_matches(is_gap);
    let last = before.rsplit(|c: char| c.is_whitespace() || ":=([".contains(c)).next().unwrap_or_default();
    let last = last.trim_end_matches([')', ']']);
    if number(last).is_ok() || is_unknown_leaf(last) {
        return before.to_owned();
    }
    match line.trim_start().split_once(':') {
        Some((word, score)) if word.eq_ignore_ascii_case(CUT_WORDS[0]) && number(score.trim()).is_ok() => {
            score.trim().to_owned()
        }
        _ => line,
    }
}

/// Returns a line without marks in brackets, `[pruned]`, which may be anywhere.
fn without_bracketed_marks(line: &str) -> String {
    let is_sign = |c: char| CUT_SIGNS.contains(&c) || c == '\u{fe0f}';
    let is_mark = |text: &str| {
        let word = CUT_WORDS.iter().any(|word| text.eq_ignore_ascii_case(word));
        word || !text.is_empty() && text.chars().all(is_sign)
    };
    let mut plain = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(open) = rest.find(['(', '[']) {
        let Some(end) = rest[open..].find([')', ']']).map(|end| open + end) else { break };
        let is_left_out = is_mark(rest[open + 1..end].trim());
        plain.push_str(if is_left_out { rest[..open].trim_end() } else { &rest[..=end] });
        rest = &rest[end + 1..];
    }
    plain + rest
}

/// Returns a line without signs of a cutoff before or after a node. Between two numbers, such a sign may multiply them.
fn without_cut_signs(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find(CUT_SIGNS) {
        let length = rest[at..].chars().next().map_or(0, char::len_utf8);
        let (sign, behind) = rest[at..].split_at(length);
        plain.push_str(&rest[..at]);
        rest = behind;
        let (before, behind) = (plain.trim_end(), behind.trim_start_matches('\u{fe0f}').trim_start());
        let is_before = before.is_empty() || before.ends_with([',', ':', '=']);
        if is_before || behind.is_empty() || behind.starts_with(',') {
            rest = behind;
        } else {
            plain.push_str(sign);
        }
    }
    (plain + rest).trim_end().to_owned()
}

/// Returns the window in the text of a node, if both bounds are numbers: `\u{3b1}=4, \u{3b2}=8`.
pub(super) fn window(text: &str) -> Option<&str> {
    let places = text.char_indices().filter_map(|(at, _)| Some((at, at + bound(&text[at..])?.0)));
    let bounds: Vec<(usize, usize)> = places.collect();
    let [(start, first), (second, end)] = bounds[..] else { return None };
    let is_number = |bound: &str| bound.ends_with(|c: char| c.is_ascii_digit());
    (is_number(&text[start..first]) && is_number(&text[second..end])).then(|| &text[start..end])
}

/// Returns a text without alpha and beta and their values, unless nothing else would be left. The words `alpha` and
/// `beta` may also be names, so they stay if no other number is there.
fn without_bounds(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    let mut is_word = false;
    let (mut found, mut are_words) = (0, true);
    while let Some(c) = rest.chars().next() {
        if !is_word && let Some((length, is_sign)) = bound(rest) {
            found += 1;
            are_words &= !is_sign;
            rest = &rest[length..];
            continue;
        }
        is_word = c.is_alphanumeric() || c == '_';
        plain.push(c);
        rest = &rest[c.len_utf8()..];
    }
    let is_left = plain.contains(char::is_alphanumeric);
    let is_clear = !are_words || 1 < found || plain.contains(|c: char| c.is_ascii_digit());
    if 0 < found && is_left && is_clear { plain } else { text.to_owned() }
}

/// Returns the length of alpha or beta with its value at the beginning of a text, and whether it is a Greek letter.
fn bound(text: &str) -> Option<(usize, bool)> {
    let words = [("\u{3b1}", true), ("\u{3b2}", true), ("alpha", false), ("beta", false)];
    let begins = |word: &str| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    let (word, is_sign) = words.into_iter().find(|(word, _)| begins(word))?;
    let behind = text[word.len()..].trim_start_matches(' ');
    let value = behind.strip_prefix(['=', ':', '\u{2264}', '\u{2265}'])?.trim_start_matches(' ');
    let value = value.strip_prefix(['-', '+', '\u{2212}']).map_or(value, |value| value.trim_start_matches(' '));
    let end = value.find(|c: char| c.is_whitespace() || ",;()[]{}".contains(c)).unwrap_or(value.len());
    let is_value = number(&value[..end]).is_ok()
        || ["\u{221e}", "inf", "infinity", "oo", "?"].contains(&value[..end].to_lowercase().as_str());
    is_value.then(|| (text.len() - value.len() + end, is_sign))
}
