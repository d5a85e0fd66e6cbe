//! Draws the tree of a state: the whole tree if it is small, otherwise the current line with its siblings, folded until
//! it fits.

use crate::core::cursor::{LineNode, State};
use crate::core::hooks::Verdict;
use crate::core::score::Bound;
use crate::core::tree::{Node, SearchTree, Unsearched};
use crate::page::comparison::Mark;
use crate::page::layout::{Arrangement, Branch, draw, sideways_columns};
use crate::page::outline::outlined;
use crate::page::row::Row;
use crate::page::style::{Charset, Paint};
use crate::page::text::{columns, counted, fit_columns, left, right};
use crate::page::words::Words;

/// A line of the picture.
#[derive(Clone, Debug)]
pub(super) struct PictureLine {
    /// The text of the line.
    pub text: String,
    /// The text in colour, if colours are used.
    pub painted: String,
    /// Whether the step is about this line's node.
    pub is_current: bool,
}

/// Draws the tree so far in `width` columns and, if folding makes that possible, in `height` lines. `tree` is the whole
/// tree so far, if it is small. If `fills` is set and the folded tree would leave more than half of the lines empty,
/// shows a part of the whole tree instead.
pub(super) fn rows(
    state: &State,
    tree: Option<&SearchTree>,
    words: &Words<'_>,
    (width, height): (usize, usize),
    fills: bool,
) -> Vec<PictureLine> {
    let subject = state.subject();
    let mut whole = None;
    if let Some(tree) = tree {
        let root = of_tree(&tree.root, words, (&mut Vec::new(), &mut Vec::new()), &subject);
        let mut all = Vec::new();
        root.walk(&mut |row| all.push(cells(row, words)));
        let room = width.saturating_sub(2 + cells_width(&all).1);
        if let Some(plies) = sideways_columns(&root, room, 4, words.style.charset) {
            let all = lines(&draw(&root, words.style, &|ply| plies[ply]), words, width);
            if all.len() <= height {
                return all;
            }
            whole = Some(all);
        }
    }
    let folds = [FoldLevel::Nothing, FoldLevel::Above, FoldLevel::All];
    let drawn = folds.map(|folding| {
        let root = of_line(state, words, &subject, folding);
        lines(&outlined(&root, words.style, &|ply| 2 * (ply - 1)), words, width)
    });
    let fits = |drawn: &&Vec<PictureLine>| drawn.len() <= height;
    let best = drawn.iter().find(fits).unwrap_or(&drawn[2]);
    // Rather than leave half of the page empty, show a part of the whole tree.
    match whole.filter(|_| fills && 2 * best.len() < height) {
        Some(whole) => around_current(&whole, height),
        None => around_current(best, height),
    }
}

/// Returns the rows of the whole tree so far if it is given, otherwise the rows of the current line with its siblings.
pub(crate) fn tree_rows(state: &State, tree: Option<&SearchTree>, words: &Words<'_>) -> (Row, Arrangement) {
    let subject = state.subject();
    match tree {
        Some(tree) => (of_tree(&tree.root, words, (&mut Vec::new(), &mut Vec::new()), &subject), Arrangement::Sideways),
        None => (of_line(state, words, &subject, FoldLevel::Above), Arrangement::Outline),
    }
}

/// Returns as many lines as fit into `height`, including the current line.
fn around_current(drawn: &[PictureLine], height: usize) -> Vec<PictureLine> {
    let current = drawn.iter().position(|line| line.is_current).unwrap_or_default();
    let start = (current + 1 + height / 4).min(drawn.len()).saturating_sub(height);
    drawn.iter().skip(start).take(height).cloned().collect()
}

/// The degree of folding.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FoldLevel {
    Nothing,
    /// All moves that are not on the current line are folded, except the children of the line's last node.
    Above,
    All,
}

/// Returns the rows of a small tree.
fn of_tree<'a>(
    node: &'a Node,
    words: &Words<'_>,
    (line, path): (&mut Vec<&'a str>, &mut Vec<usize>),
    subject: &[String],
) -> Row {
    let mut row = Row { path: path.clone(), ..so_far(node, words, line, subject) };
    for child in &node.children {
        line.push(child.name());
        path.push(child.index);
        row.children.push(of_tree(child, words, (line, path), subject));
        path.pop();
        line.pop();
    }
    if row.mark == Mark::NotSearched && row.children.is_empty() {
        row.known = words.known_score(path);
    }
    row
}

/// Returns the rows of the current line and its siblings.
fn of_line(state: &State, words: &Words<'_>, subject: &[String], folding: FoldLevel) -> Row {
    let names: Vec<&str> = subject.iter().map(String::as_str).collect();
    let mut below = Vec::new();
    for (ply, open) in state.line.iter().enumerate().rev() {
        let is_last = ply + 1 == state.line.len();
        let folds = folding == FoldLevel::All || folding == FoldLevel::Above && !is_last;
        let mut children = Vec::new();
        let mut others: Vec<&Node> = Vec::new();
        for child in &open.node.children {
            let line: Vec<&str> = names[..ply].iter().copied().chain([child.name()]).collect();
            let on_pv = line.len() <= state.pv.len() && line.iter().zip(&state.pv).all(|(a, b)| a == b);
            let is_current = names.get(ply) == line.last();
            if !is_current && folds && !decided(open, child) {
                others.push(child);
            } else {
                let mut row = Row { on_pv, ..so_far(child, words, &line, subject) };
                if is_current {
                    row.children = std::mem::take(&mut below);
                }
                children.push(row);
            }
        }
        children.extend(folded(&others, words, ply));
        below = children;
    }
    let root = Node {
        children: Vec::new(),
        ..state.line.first().map_or_else(crate::core::tree::bare_node, |one| one.node.clone())
    };
    Row { children: below, ..so_far(&root, words, &[], subject) }
}

/// Returns whether a child determines its node's score so far: it is the last new best or caused a cutoff.
fn decided(open: &LineNode, child: &Node) -> bool {
    let verdict = |node: &Node| node.judgement.as_ref().map(|one| (one.verdict != Verdict::NotBest, one.tried));
    let last = open.node.children.iter().filter_map(verdict).filter(|(decides, _)| *decides).max();
    last.is_some() && verdict(child) == last
}

/// Returns a row for each kind of the remaining children: searched, skipped, and still to come.
fn folded(others: &[&Node], words: &Words<'_>, ply: usize) -> Vec<Row> {
    let judged = others.iter().filter(|node| node.judgement.is_some());
    let best = judged.clone().filter_map(|node| node.judgement.as_ref()).map(|one| one.score).max();
    let skipped = others.iter().filter(|node| node.judgement.is_none() && node.unsearched.is_some()).count();
    let open = others.iter().filter(|node| node.judgement.is_none() && node.unsearched.is_none()).count();
    let named = |count: usize, what: &str, mark: Mark| {
        let name = format!("{} {what}", counted(count as u64, "other", "others"));
        (count != 0).then(|| Row { mark, ..Row::named(name) })
    };
    let bound = words.perspective.bound(Bound::Upper, ply);
    let searched = named(judged.count(), "searched", Mark::NoBetter);
    let searched =
        searched.map(|row| Row { score: best.map(|best| (words.perspective.score(best, ply), bound)), ..row });
    [searched, named(skipped, "skipped", Mark::NotSearched), named(open, "to come", Mark::ToCome)]
        .into_iter()
        .flatten()
        .collect()
}

/// Returns the row of a node with what the search has found so far; unknown cells are blank.
pub(crate) fn so_far(node: &Node, words: &Words<'_>, line: &[&str], subject: &[String]) -> Row {
    let mut row = Row::alone(words, node, line);
    let is_open = node.judgement.is_none() && matches!(node.unsearched.as_deref(), None | Some(Unsearched::Stopped));
    if is_open {
        let is_reached = line.is_empty() || node.created.is_some() || node.window.is_some();
        row.mark = match is_reached {
            _ if line.is_empty() => Mark::Root,
            true => Mark::Open,
            false => Mark::ToCome,
        };
        let seen =
            |(score, bound)| (words.perspective.score(score, line.len()), words.perspective.bound(bound, line.len()));
        row.score = node.value.map(seen);
    }
    row.is_current = line.iter().copied().eq(subject.iter().map(String::as_str));
    row.notes.clear();
    row
}

/// Returns the columns after the names: score and verdict.
fn cells(row: &Row, words: &Words<'_>) -> [String; 2] {
    let score = row.score.map(|(score, bound)| words.style.bounded(score, bound)).unwrap_or_default();
    [score, row.verdict()]
}

/// Returns the width of the scores after the names, and of scores and verdicts together.
fn cells_width(cells: &[[String; 2]]) -> (usize, usize) {
    let [score, verdict] = [0, 1].map(|at| cells.iter().map(|cells| columns(&cells[at])).max().unwrap_or(0));
    (score, score + 2 + if verdict == 0 { 0 } else { verdict + 2 })
}

/// Returns the lines, with marks before the branches and cells after them.
fn lines(branches: &[Branch<'_>], words: &Words<'_>, width: usize) -> Vec<PictureLine> {
    let cells: Vec<_> = branches.iter().map(|branch| cells(branch.row, words)).collect();
    let (score, behind) = cells_width(&cells);
    let tree = branches.iter().map(|branch| columns(&branch.text)).max().unwrap_or(0);
    // If there is too little room, shorten verdicts rather than names.
    let tree = tree.min(width.saturating_sub(2 + behind)).max(tree.min(width / 2));
    let lines = branches.iter().zip(cells).map(|(branch, [said, verdict])| {
        let is_current = branch.row.is_current;
        let text = dashed(branch, words);
        let text = format!(
            "{}{}  {}  {}",
            if is_current { "> " } else { "  " },
            left(&fit_columns(&text, tree), tree),
            right(&said, score),
            verdict
        );
        let text = fit_columns(text.trim_end(), width);
        PictureLine { painted: painted(&text, branch, tree, words), text, is_current }
    });
    lines.collect()
}

/// Returns a line in its colours: branches and name, followed by the verdict on the node.
fn painted(text: &str, branch: &Branch<'_>, tree: usize, words: &Words<'_>) -> String {
    let (style, row) = (words.style, branch.row);
    let paint = |behind| match behind {
        _ if row.is_current => Paint::Heading,
        true if !row.on_pv && matches!(row.mark, Mark::Cutoff { skipped: 1.., .. }) => Paint::Cutoff,
        _ => row.paint(),
    };
    // A wide character takes more than one column.
    let (mut before, mut behind) = (text.to_owned(), String::new());
    if let Some((at, _)) = text.char_indices().find(|(at, _)| tree + 2 <= columns(&text[..*at])) {
        behind = before.split_off(at);
    }
    let (mark, before) = before.split_at(before.len().min(2));
    style.paint(mark, Paint::Heading)
        + &branch.painted(before, paint(false), style)
        + &style.paint(&behind, paint(true))
}

/// Draws the branch of an unsearched node with dashes.
fn dashed(branch: &Branch<'_>, words: &Words<'_>) -> String {
    let is_skipped = matches!(branch.row.mark, Mark::NotSearched | Mark::Pruned(_));
    let (dash, stem) = match words.style.charset {
        Charset::Ascii => ('~', '-'),
        Charset::Unicode => ('╌', '─'),
    };
    let at = branch.name_at.saturating_sub(2);
    let cell = |(index, cell)| if is_skipped && index == at && cell == stem { dash } else { cell };
    branch.text.chars().enumerate().map(cell).collect()
}
