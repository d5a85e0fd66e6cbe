//! Trees as outlines: one node per line, with its successors indented further.

use super::super::NESTING_LIMIT;
use super::annotations::{window, without_annotations};
use super::draft::{Draft, DraftBody};
use super::error::{TypedFault, TypedProblem};
use super::fields;
use super::label::{NodeText, with_signs, with_space};
use super::lines::{OutlineLine, check, lines};
use super::probability::without_probability;
use super::rows::row;
use super::unread;
use super::word::is_weight;
use crate::core::game::Mover;
use std::collections::HashSet;

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
    // Several slashes in a word may mean that the text is a FEN, and a slash alone is a line of a drawing. A lesson
    // begins with a brace.
    let is_other = |word: &str| 1 < word.matches('/').count() && word != "//" || word == "/";
    if text.split_whitespace().any(is_other) || text.trim_start().starts_with(['{', '[', '"']) {
        return false;
    }
    let lines = below_root(lines(text));
    let is_leaf = |index: usize| lines.get(index + 1).is_none_or(|next| next.column <= lines[index].column);
    let leaves: Vec<&OutlineLine<'_>> =
        lines.iter().enumerate().filter(|&(index, _)| is_leaf(index)).map(|(_, line)| line).collect();
    let is_scored = |text: &str| {
        NodeText::read(text).has_score() || is_list(text) || !matches!(unread::problem(text), TypedProblem::NoScore(_))
    };
    let scored = leaves.iter().filter(|line| is_scored(line.text)).count();
    let is_short =
        |line: &OutlineLine<'_>| without_probability(line.text).rest.split_whitespace().count() <= LONGEST_LINE;
    // In YAML, lists of leaves may be the moves at the root.
    let is_node = |line: &&OutlineLine<'_>| {
        (line.is_item && line.text.starts_with('[') || line.text.contains(": ")) && is_list(line.text)
    };
    let is_tree = leaves.len() < lines.len() || 1 < lines.len() && leaves.iter().all(is_node);
    is_tree && leaves.len() <= 2 * scored && lines.iter().all(is_short)
}

/// Moves the lines below the first one to the right, if it only says who chooses and the others are lists with names:
/// `MAX`, `MIN: 3 12`, `MIN: 2 4`.
fn below_root(mut lines: Vec<OutlineLine<'_>>) -> Vec<OutlineLine<'_>> {
    let [first, others @ ..] = lines.as_mut_slice() else { return lines };
    let is_list = |line: &OutlineLine<'_>| {
        line.column == first.column && matches!(row(0, line.text, false), Ok(Some(row)) if !row.name.is_empty())
    };
    if 1 < others.len() && NodeText::read(first.text).lone_player().is_some() && others.iter().all(is_list) {
        others.iter_mut().for_each(|line| line.column += 1);
    }
    lines
}

/// The maximum number of words in a line of an outline. Longer lines are prose.
const LONGEST_LINE: usize = 8;

/// Returns whether a text that begins with a bracket, or with a player and a bracket, is an outline: no line continues
/// a list of the line above it, and the lines of inner nodes have at most a value or a word in brackets, as in `MAX
/// (3)`.
pub(super) fn looks_labelled(text: &str) -> bool {
    let lines = lines(text);
    let is_inner = |index: usize| lines.get(index + 1).is_some_and(|next| lines[index].column < next.column);
    let is_whole = |line: &OutlineLine<'_>| {
        let depth = line.text.chars().try_fold(0_usize, |depth, c| match c {
            '(' | '[' | '{' => Some(depth + 1),
            ')' | ']' | '}' => depth.checked_sub(1),
            _ => Some(depth),
        });
        depth == Some(0)
    };
    let is_labelled =
        |index: usize| !is_inner(index) || matches!(row(0, &without_annotations(lines[index].text), true), Ok(None));
    // What is cheap comes first, because this looks at every tree in brackets.
    1 < lines.len() && lines.iter().all(is_whole) && looks(text) && (0..lines.len()).all(is_labelled)
}

/// Returns whether a line consists of several leaves.
fn is_list(line: &str) -> bool {
    !matches!(row(0, line, false), Ok(None))
}

pub(super) fn read(text: &str) -> Result<Draft, TypedFault> {
    let lines = below_root(lines(text));
    check(text, &lines)?;
    let mut reader = OutlineReader {
        lines: &lines,
        at: 0,
        lists: Vec::new(),
        has_leaves: false,
        has_players: false,
        has_numbered_players: false,
    };
    let mut nodes = reader.below(None, 1)?;
    reader.check_players()?;
    if let Some(second) = second_tree(text, &nodes) {
        return Err((second, TypedProblem::TwoTrees));
    }
    // If only one line is furthest to the left, it is the root.
    if nodes.len() == 1 && nodes.iter().all(|node| !node.moves().is_empty()) {
        if let Some((at, window)) = lines.first().and_then(|line| Some((line.at, window(line.text)?))) {
            return Err((at, TypedProblem::Window(window.to_owned())));
        }
        return nodes.pop().ok_or((0, TypedProblem::Empty));
    }
    Ok(Draft::new(nodes.first().map_or(0, |node| node.at), DraftBody::Moves(nodes)))
}

/// Returns where a second tree begins: below an empty line, at another node that only says that MAX chooses.
fn second_tree(text: &str, nodes: &[Draft]) -> Option<usize> {
    let is_root = |node: &Draft| node.role == Some(Mover::Max) && node.name.is_none();
    let second = nodes.get(1).filter(|_| nodes.iter().all(is_root))?;
    let above = &text[..text[..second.at].rfind('\n')?];
    above.rsplit('\n').next().is_some_and(|line| line.trim().is_empty()).then_some(second.at)
}

struct OutlineReader<'a> {
    lines: &'a [OutlineLine<'a>],
    /// The number of lines that were read.
    at: usize,
    /// The lists of leaves: the line, the number of leaves, and whether they may be the scores of several players.
    lists: Vec<(&'a OutlineLine<'a>, usize, bool)>,
    /// Whether a leaf is alone in its line.
    has_leaves: bool,
    /// Whether a line says that MAX, MIN or chance chooses, so that a leaf has one score.
    has_players: bool,
    /// Whether a line names a player by a number, as in `Player 1`.
    has_numbered_players: bool,
}

impl<'a> OutlineReader<'a> {
    /// Reads the nodes indented further than `parent`.
    fn below(&mut self, parent: Option<OutlineParent>, ply: usize) -> Result<Vec<Draft>, TypedFault> {
        let mut nodes = Vec::new();
        // The lists without a name, and whether they are in brackets.
        let mut rows: Vec<(&OutlineLine<'_>, bool)> = Vec::new();
        let mut names = HashSet::new();
        let Some(first) = self.lines.get(self.at) else { return Ok(nodes) };
        if NESTING_LIMIT < ply {
            return Err((first.at, TypedProblem::Nesting));
        }
        let is_below = |line: &&OutlineLine<'_>| parent.is_none_or(|parent| parent.column < line.column);
        while let Some(line) = self.lines.get(self.at).filter(is_below) {
            if line.column != first.column {
                return Err((line.at, TypedProblem::Indented));
            }
            self.at += 1;
            // In `Move 1 3` beside `Move 2 4`, the first numbers belong to the names.
            if name_of_row(line.text).is_some_and(|name| !names.insert(name)) {
                return Err((line.at, TypedProblem::SeveralNumbers(line.text.to_owned())));
            }
            nodes.push(self.node(line, parent, &mut rows, ply)?);
        }
        let unclear = |line: &OutlineLine<'_>| (line.at, TypedProblem::SeveralNumbers(line.text.to_owned()));
        match rows.as_slice() {
            [(line, true)] if nodes.len() == 1 && line.is_item => {
                Err((line.at, TypedProblem::OnlyItem(line.text.to_owned())))
            }
            [_] if nodes.len() == 1 => Ok(nodes.pop().map_or_else(Vec::new, |node| node.into_moves())),
            // Beside other nodes, leaves in one line may be those of the parent or of a node of their own.
            [(line, false), ..] if rows.len() < nodes.len() || are_numbered(&rows) => Err(unclear(line)),
            _ => Ok(nodes),
        }
    }

    /// Reads the node of a line that was just passed. Adds the line to `rows` if it consists of leaves without a name.
    fn node(
        &mut self,
        line: &'a OutlineLine<'a>,
        above: Option<OutlineParent>,
        rows: &mut Vec<(&'a OutlineLine<'a>, bool)>,
        ply: usize,
    ) -> Result<Draft, TypedFault> {
        let is_inner = self.lines.get(self.at).is_some_and(|next| line.column < next.column);
        let parent = OutlineParent { column: line.column, is_drawn: false };
        if line.text.is_empty() {
            let moves = self.below(Some(parent), ply + 1)?;
            return match moves.is_empty() {
                true => Err((line.at, TypedProblem::Empty)),
                false => Ok(one_node(Draft::new(line.at, DraftBody::Moves(moves)))),
            };
        }
        let (weight, text) = match line.text.split_once(':') {
            Some((head, rest)) if is_weight(head) && !rest.is_empty() => (Some(head.to_owned()), rest.trim_start()),
            _ => (None, line.text),
        };
        let text = &with_space(text);
        let parted = without_probability(&without_annotations(text));
        let weight = weight.or_else(|| parted.weight.clone());
        let signs = with_signs(&parted.rest);
        let rest = signs.text;
        let row = row(line.at, &rest, is_inner)?;
        if let Some(field) = fields::in_line(text, is_inner || row.is_some()) {
            return Err((line.at, TypedProblem::Field(field.to_owned())));
        }
        let mut label = NodeText::read(row.as_ref().map_or(text, |row| row.name));
        label.role = label.role.or(line.said);
        self.has_players |= label.role.is_some();
        self.has_numbered_players |= text.to_lowercase().starts_with("player");
        if let Some(row) = row {
            if let Some(problem) = signs.unclear {
                return Err((line.at, problem));
            }
            let is_pair = row.leaves.len() == 2 && row.bracket.is_none() && !row.has_commas;
            if above.is_some_and(|above| above.is_drawn) && is_pair && row.leaves.iter().any(is_part) {
                return Err((line.at, TypedProblem::SeveralNumbers(line.text.to_owned())));
            }
            // There are not many more players than those who moved on the way to this line.
            let is_open = row.bracket.is_none() && row.name.is_empty() && self.has_numbered_players;
            let is_tuple = (row.bracket == Some('(') || is_open) && row.has_commas && row.leaves.len() <= ply + 1;
            self.lists.push((line, row.leaves.len(), is_tuple));
            if row.name.is_empty() && weight.is_none() {
                rows.push((line, row.bracket.is_some()));
            }
            return Ok(Draft { weight, ..label.inner(line.at, row.leaves)? });
        }
        let parent = OutlineParent { is_drawn: label.role == Some(Mover::Chance), ..parent };
        let moves = self.below(Some(parent), ply + 1)?;
        let node = if moves.is_empty() {
            self.has_leaves = true;
            label.leaf(line.at)?
        } else {
            one_node(label.inner(line.at, moves)?)
        };
        Ok(Draft { weight: weight.or(node.weight), ..node })
    }

    /// Rejects a tree whose leaves are all in lists that look like the scores of several players: `(1, 2)`.
    fn check_players(&self) -> Result<(), TypedFault> {
        let [(line, count, _), _, ..] = self.lists.as_slice() else { return Ok(()) };
        let is_tuple = |(_, leaves, is_tuple): &(&OutlineLine<'_>, usize, bool)| *is_tuple && leaves == count;
        if self.has_leaves || self.has_players || !self.lists.iter().all(is_tuple) {
            return Ok(());
        }
        let list = line.text.rsplit_once('(').map_or(line.text, |(_, list)| list).trim_end_matches([')', ' ']);
        let words: Vec<&str> = list.split([',', ' ']).filter(|word| !word.is_empty()).collect();
        let [written, leaves] = [", ", " "].map(|gap| format!("({})", words.join(gap)));
        Err((line.at, TypedProblem::Players(written, *count, leaves)))
    }
}

/// Returns the name before leaves that no sign separates from it: `B 2 4`.
fn name_of_row(line: &str) -> Option<&str> {
    let is_signed = line.contains([':', '=', ',', '[', '(', '{']);
    let name = row(0, line, false).ok()??.name;
    (!is_signed && !name.is_empty() && NodeText::read(name).role.is_none()).then_some(name)
}

/// Merges a name and the line below it that only says who chooses: as in YAML, both describe one node.
fn one_node(mut node: Draft) -> Draft {
    if node.role.is_none()
        && node.doubt.is_none()
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
fn are_numbered(rows: &[(&OutlineLine<'_>, bool)]) -> bool {
    let counts = |(index, (line, _)): (usize, &(&OutlineLine<'_>, bool))| {
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

#[cfg(test)]
mod tests {
    use super::super::looks_typed;
    use super::super::tests::{error, tree};

    #[test]
    fn lists_may_be_below_a_line_with_a_player() {
        for text in ["MAX\nMIN: 3 12 8\nMIN: 2 4 6", "MAX\nA: 3, 12, 8\nB: 2, 4, 6", "MAX:\nMIN 3 12 8\nMIN 2 4 6"] {
            assert!(looks_typed(text), "{text}");
            assert_eq!(tree(text), "((3 12 8) (2 4 6))", "{text}");
        }
        let levels = "Level 0 (MAX): A\nLevel 1 (MIN): B C\nLevel 2: 3 12 2 4";
        assert!(looks_typed(levels));
        assert!(error(levels).contains("lists the nodes of each level"), "{}", error(levels));
    }
}
