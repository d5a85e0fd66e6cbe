//! Trees as outlines: one node per line, with its successors indented further.

use super::super::NESTING_LIMIT;
use super::draft::{Draft, DraftBody};
use super::error::{TypedFault, TypedProblem};
use super::label::NodeText;
use super::probability::taken_out;
use super::word::{is_weight, number};
use crate::core::game::Mover;

/// A line of an outline.
struct OutlineLine<'a> {
    at: usize,
    /// The column at which the text begins.
    column: usize,
    text: &'a str,
}

/// The line above some lines of an outline, which are indented further.
#[derive(Clone, Copy)]
struct OutlineParent {
    column: usize,
    /// Whether the line says that the lines below it are drawn at random.
    is_drawn: bool,
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
    let is_fraction = |line: &str| !taken_out(line).rest.contains('/');
    let has_slash = text.lines().any(|line| line.contains('/') && !is_fraction(line));
    if has_slash || text.contains(['{', '}', ';']) || text.lines().take(2).count() < 2 {
        return false;
    }
    let lines = lines(text);
    let is_leaf = |index: usize| lines.get(index + 1).is_none_or(|next| next.column <= lines[index].column);
    let leaves: Vec<&OutlineLine<'_>> =
        lines.iter().enumerate().filter(|&(index, _)| is_leaf(index)).map(|(_, line)| line).collect();
    let scored = leaves.iter().filter(|line| NodeText::read(line.text).score.is_some()).count();
    let is_word = |line: &OutlineLine<'_>| taken_out(line.text).rest.split_whitespace().count() <= 4;
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
    parent: Option<OutlineParent>,
    ply: usize,
) -> Result<Vec<Draft>, TypedFault> {
    let is_drawn = parent.is_some_and(|parent| parent.is_drawn);
    let mut nodes = Vec::new();
    let Some(first) = lines.get(*at) else { return Ok(nodes) };
    if NESTING_LIMIT < ply {
        return Err((first.at, TypedProblem::Nesting));
    }
    while let Some(line) = lines.get(*at).filter(|line| parent.is_none_or(|parent| parent.column < line.column)) {
        if line.column != first.column {
            return Err((line.at, TypedProblem::Indented));
        }
        *at += 1;
        let (weight, text) = match line.text.split_once(':') {
            Some((head, rest)) if is_weight(head) && !rest.is_empty() => (Some(head.to_owned()), rest.trim_start()),
            _ => (None, line.text),
        };
        let parted = taken_out(text);
        let weight = weight.or_else(|| parted.weight.clone());
        if let Some((name, leaves)) = listed(line.at, &parted.rest) {
            if is_drawn && leaves.len() == 2 && !parted.rest.contains(['[', '(', ',']) && leaves.iter().any(is_part) {
                return Err((line.at, TypedProblem::SeveralNumbers(line.text.to_owned())));
            }
            if name.is_empty() && weight.is_none() {
                nodes.extend(leaves);
            } else {
                nodes.push(Draft { weight, ..NodeText::read(name).inner(line.at, leaves)? });
            }
            continue;
        }
        let label = NodeText::read(text);
        let parent = OutlineParent { column: line.column, is_drawn: label.role == Some(Mover::Chance) };
        let moves = below(lines, at, Some(parent), ply + 1)?;
        let node = if moves.is_empty() { label.leaf(line.at)? } else { label.inner(line.at, moves)? };
        nodes.push(Draft { weight: weight.or(node.weight), ..node });
    }
    Ok(nodes)
}

/// Returns whether a leaf may be a probability.
fn is_part(leaf: &Draft) -> bool {
    matches!(leaf.body, DraftBody::Score(score) if 0.0 < score && score < 1.0)
}

/// Reads a line that consists of several leaves, perhaps after the name of their node: `a: [3, 12]`, `a 3 12`, `3 12
/// 8`. Returns the name and the leaves.
fn listed(at: usize, line: &str) -> Option<(&str, Vec<Draft>)> {
    let is_gap = |c: char| c.is_whitespace() || ":=,[]()".contains(c);
    let scores: Vec<f64> =
        line.rsplit(is_gap).filter(|word| !word.is_empty()).map_while(|word| number(word).ok()).collect();
    let mut name = line;
    for _ in &scores {
        name = name.trim_end_matches(is_gap);
        name = name.trim_end_matches(|c| !is_gap(c));
    }
    let list = line[name.len()..].trim_end_matches([']', ')']);
    // In `state 2: 3`, the first number belongs to the name, and in `a 3 (4)`, the second may be anything.
    let is_list = !list.contains([':', '=', '[', ']', '(', ')']);
    let leaf = |score: &f64| Draft::new(at, DraftBody::Score(*score));
    (2 <= scores.len() && is_list).then(|| (name.trim_end_matches(is_gap), scores.iter().rev().map(leaf).collect()))
}
