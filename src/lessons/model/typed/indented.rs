//! Trees as outlines: one node per line, with its successors indented further.

use super::super::NESTING_LIMIT;
use super::draft::{Draft, DraftBody};
use super::error::{TypedFault, TypedProblem};
use super::label::NodeText;
use super::word::{is_weight, number};

/// A line of an outline.
struct OutlineLine<'a> {
    at: usize,
    /// The column at which the text begins.
    column: usize,
    text: &'a str,
}

/// Returns the lines of a text without decoration such as bullets and connecting lines.
fn lines(text: &str) -> Vec<OutlineLine<'_>> {
    let mut lines = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.trim_start_matches(|c: char| c.is_whitespace() || "│├└─┬╰|`+".contains(c));
        // After a connecting line, hyphens and arrows belong to that line. Otherwise, only a hyphen before a space is a
        // bullet; before a digit, it is a minus sign.
        let is_drawn = bare.len() < line.trim_start().len();
        let content = bare.trim_start_matches(|c: char| is_drawn && matches!(c, '-' | '>'));
        let content = content.strip_prefix("- ").or_else(|| content.strip_prefix("* ")).unwrap_or(content).trim_start();
        let text = content.trim_end();
        if !text.is_empty() && !text.starts_with('#') {
            let before = &line[..line.len() - content.len()];
            let column = before.chars().map(|c| if c == '\t' { 8 } else { 1 }).sum();
            lines.push(OutlineLine { at: start + before.len(), column, text });
        }
        start += line.len();
    }
    lines
}

/// Returns true if a text looks like an outline: some line is indented further than the line above it, and at least
/// half of the leaves have scores.
pub(super) fn looks(text: &str) -> bool {
    // A slash may mean that the text is a FEN, unless the slash belongs to a probability.
    let is_fraction = |word: &str| is_weight(word.trim_end_matches(':'));
    let has_slash = text.split_whitespace().any(|word| word.contains('/') && !is_fraction(word));
    if has_slash || text.contains(['{', '}', ';']) || text.lines().take(2).count() < 2 {
        return false;
    }
    let lines = lines(text);
    let is_leaf = |index: usize| lines.get(index + 1).is_none_or(|next| next.column <= lines[index].column);
    let leaves: Vec<&OutlineLine<'_>> =
        lines.iter().enumerate().filter(|&(index, _)| is_leaf(index)).map(|(_, line)| line).collect();
    let scored = leaves.iter().filter(|line| NodeText::read(line.text).score.is_some()).count();
    let is_word = |line: &OutlineLine<'_>| line.text.split_whitespace().count() <= 4;
    leaves.len() < lines.len() && leaves.len() <= 2 * scored && lines.iter().all(is_word)
}

pub(super) fn read(text: &str) -> Result<Draft, TypedFault> {
    let lines = lines(text);
    let mut at = 0;
    let mut nodes = below(&lines, &mut at, None, 1)?;
    // If only one line is furthest to the left, it is the root.
    if nodes.len() == 1 && nodes.iter().all(|node| !node.moves().is_empty()) {
        return nodes.pop().ok_or((0, TypedProblem::Empty));
    }
    Ok(Draft::new(nodes.first().map_or(0, |node| node.at), DraftBody::Moves(nodes)))
}

/// Reads the nodes indented further than `parent`, from line `at` on.
fn below(
    lines: &[OutlineLine<'_>],
    at: &mut usize,
    parent: Option<usize>,
    ply: usize,
) -> Result<Vec<Draft>, TypedFault> {
    let mut nodes = Vec::new();
    let Some(first) = lines.get(*at) else { return Ok(nodes) };
    if NESTING_LIMIT < ply {
        return Err((first.at, TypedProblem::Nesting));
    }
    while let Some(line) = lines.get(*at).filter(|line| parent.is_none_or(|column| column < line.column)) {
        if line.column != first.column {
            return Err((line.at, TypedProblem::Indented));
        }
        *at += 1;
        let (weight, text) = match line.text.split_once(':') {
            Some((head, rest)) if is_weight(head) && !rest.is_empty() => (Some(head.to_owned()), rest.trim_start()),
            _ => (None, line.text),
        };
        let label = NodeText::read(text);
        if let Some((name, leaves)) = listed(&OutlineLine { text, ..*line }) {
            match name {
                Some(name) => {
                    nodes.push(Draft { name: Some(name), weight, ..Draft::new(line.at, DraftBody::Moves(leaves)) });
                }
                None => nodes.extend(leaves),
            }
            continue;
        }
        let moves = below(lines, at, Some(line.column), ply + 1)?;
        let node = match moves.is_empty() {
            true => label.leaf(line.at).ok_or_else(|| (line.at, TypedProblem::NoScore(line.text.to_owned())))?,
            false => {
                Draft { name: label.inner_name(), role: label.role, ..Draft::new(line.at, DraftBody::Moves(moves)) }
            }
        };
        nodes.push(Draft { weight, ..node });
    }
    Ok(nodes)
}

/// Reads a line that consists of several leaves, perhaps after the name of their node: `a: [3, 12]`, `a 3 12`, `3 12
/// 8`.
fn listed(line: &OutlineLine<'_>) -> Option<(Option<String>, Vec<Draft>)> {
    let is_gap = |c: char| c.is_whitespace() || ":=,[]()".contains(c);
    let words: Vec<&str> = line.text.split(is_gap).filter(|word| !word.is_empty()).collect();
    let named = words.iter().rposition(|word| number(word).is_err()).map_or(0, |last| last + 1);
    // In `1: 3`, the first number is the name of a leaf and the second is its score.
    let is_score = named == 0 && line.text.contains([':', '=']);
    let (name, scores) = words.split_at(named);
    if scores.len() < 2 || is_score {
        return None;
    }
    let leaf = |word: &&str| Some(Draft::new(line.at, DraftBody::Score(number(word).ok()?)));
    let leaves = scores.iter().map(leaf).collect::<Option<Vec<_>>>()?;
    Some(((!name.is_empty()).then(|| name.join("_")), leaves))
}
