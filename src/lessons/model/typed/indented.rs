//! Trees as outlines: one node per line, with its successors indented further.

use super::super::NESTING_LIMIT;
use super::draft::{Draft, DraftBody};
use super::error::{TypedFault, TypedProblem};
use super::label::{NodeText, with_signs};
use super::lines::{OutlineLine, check, lines};
use super::probability::taken_out;
use super::rows::row;
use super::word::is_weight;
use crate::core::game::Mover;

/// The line above some lines of an outline, which are indented further.
#[derive(Clone, Copy)]
struct OutlineParent {
    column: usize,
    /// Whether the line says that the lines below it are drawn at random.
    is_drawn: bool,
}

/// Returns true if a text looks like an outline: some line is indented further than the line above it, and at least
/// half of the leaves have scores.
pub(super) fn looks(text: &str) -> bool {
    // Several slashes in a word may mean that the text is a FEN, and a slash alone is a line of a drawing. A lesson begins
    // with a brace.
    let is_other = |word: &str| 1 < word.matches('/').count() || word == "/";
    if text.split_whitespace().any(is_other) || text.trim_start().starts_with(['{', '[', '"']) {
        return false;
    }
    let lines = lines(text);
    let is_leaf = |index: usize| lines.get(index + 1).is_none_or(|next| next.column <= lines[index].column);
    let leaves: Vec<&OutlineLine<'_>> =
        lines.iter().enumerate().filter(|&(index, _)| is_leaf(index)).map(|(_, line)| line).collect();
    let scored = leaves.iter().filter(|line| NodeText::read(line.text).has_score()).count();
    let is_short = |line: &OutlineLine<'_>| taken_out(line.text).rest.split_whitespace().count() <= LONGEST_LINE;
    leaves.len() < lines.len() && leaves.len() <= 2 * scored && lines.iter().all(is_short)
}

/// The maximum number of words in a line of an outline. Longer lines are prose.
const LONGEST_LINE: usize = 8;

pub(super) fn read(text: &str) -> Result<Draft, TypedFault> {
    let lines = lines(text);
    check(text, &lines)?;
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
    let mut rows = Vec::new();
    let Some(first) = lines.get(*at) else { return Ok(nodes) };
    if NESTING_LIMIT < ply {
        return Err((first.at, TypedProblem::Nesting));
    }
    while let Some(line) = lines.get(*at).filter(|line| parent.is_none_or(|parent| parent.column < line.column)) {
        if line.column != first.column {
            return Err((line.at, TypedProblem::Indented));
        }
        *at += 1;
        if line.text.is_empty() {
            let parent = OutlineParent { column: line.column, is_drawn: false };
            let moves = below(lines, at, Some(parent), ply + 1)?;
            if moves.is_empty() {
                return Err((line.at, TypedProblem::Empty));
            }
            nodes.push(one_node(Draft::new(line.at, DraftBody::Moves(moves))));
            continue;
        }
        let (weight, text) = match line.text.split_once(':') {
            Some((head, rest)) if is_weight(head) && !rest.is_empty() => (Some(head.to_owned()), rest.trim_start()),
            _ => (None, line.text),
        };
        let parted = taken_out(text);
        let weight = weight.or_else(|| parted.weight.clone());
        let rest = with_signs(&parted.rest).text;
        if let Some((name, leaves)) = row(line.at, &rest)? {
            if is_drawn && leaves.len() == 2 && !rest.contains(['[', '(', ',']) && leaves.iter().any(is_part) {
                return Err((line.at, TypedProblem::SeveralNumbers(line.text.to_owned())));
            }
            if name.is_empty() && weight.is_none() {
                rows.push(line);
                nodes.extend(leaves);
            } else {
                nodes.push(Draft { weight, ..NodeText::read(name).inner(line.at, leaves)? });
            }
            continue;
        }
        let label = NodeText::read(text);
        let parent = OutlineParent { column: line.column, is_drawn: label.role == Some(Mover::Chance) };
        let moves = below(lines, at, Some(parent), ply + 1)?;
        let node = if moves.is_empty() {
            label.leaf(line.at)?
        } else {
            label.player(line.at)?;
            one_node(label.inner(line.at, moves)?)
        };
        nodes.push(Draft { weight: weight.or(node.weight), ..node });
    }
    match rows.first().filter(|_| are_numbered(&rows)) {
        Some(line) => Err((line.at, TypedProblem::SeveralNumbers(line.text.to_owned()))),
        None => Ok(nodes),
    }
}

/// Merges a name and the line below it that only says who chooses: as in YAML, both describe one node.
fn one_node(mut node: Draft) -> Draft {
    if node.role.is_none()
        && let DraftBody::Moves(moves) = &mut node.body
        && let [only] = moves.as_mut_slice()
        && only.name.is_none()
        && only.weight.is_none()
        && only.role.is_some()
        && let DraftBody::Moves(below) = &mut only.body
    {
        node.role = only.role;
        *moves = std::mem::take(below);
    }
    node
}

/// Returns whether the first numbers of the lines may be the numbers of items: 1 3, 2 12; or 1.1 3, 1.2 12.
fn are_numbered(rows: &[&OutlineLine<'_>]) -> bool {
    let counts = |(index, line): (usize, &&OutlineLine<'_>)| {
        let mut words = line.text.split_whitespace();
        let last = words.next().and_then(|word| word.rsplit('.').next());
        last == Some((index + 1).to_string().as_str()) && words.count() == 1 && !line.text.contains([',', '[', '('])
    };
    1 < rows.len() && rows.iter().enumerate().all(counts)
}

/// Returns whether a leaf may be a probability.
fn is_part(leaf: &Draft) -> bool {
    matches!(leaf.body, DraftBody::Score(score) if 0.0 < score && score < 1.0)
}
