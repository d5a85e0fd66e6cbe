//! The stops about the tree itself, before and after the search: leaves, backed-up values, changed leaves, another move
//! ordering.

use super::{Frame, Letters, TourStop, choice};
use crate::core::score::{Interval, Score};
use crate::core::search::Order;
use crate::core::study::StudyError;
use crate::core::text::listed;
use crate::exercise::value_is_safe;
use crate::page::text::{capitalized, counted, grouped};
use crate::step::Choice;
use crate::web::cells::Cell;
use serde_json::json;
use std::collections::BTreeSet;

/// Returns the cells of the nodes whose value is known.
pub(super) fn cells(values: &[Score], letters: &Letters<'_>, is_known: impl Fn(usize) -> bool) -> Vec<Cell> {
    let cell = |(node, &value): (usize, &Score)| match is_known(node) {
        true => Cell { score: letters.score(value), class: if node == 0 { "" } else { "none" }, ..Cell::default() },
        false => Cell::default(),
    };
    values.iter().enumerate().map(cell).collect()
}

/// Returns the stop that shows only the leaves and asks for the value of the root.
pub(super) fn leaves(letters: &Letters<'_>) -> TourStop {
    let values = letters.values(None);
    let is_leaf = |node| letters.tree.is_leaf(node);
    let mut scores: Vec<Score> = letters.tree.leaves().map(|leaf| values[leaf]).collect();
    scores.sort_unstable();
    let [lowest, root, highest] = [scores[0], values[0], scores[scores.len() - 1]].map(|score| letters.score(score));
    let text = "Only the ends of the lines have scores: what MAX gets there. MAX wants a high score, MIN a low one. MAX chooses at the root, then they take turns.";
    let asked = choice(
        "What score can MAX be sure of at the root?".to_owned(),
        vec![lowest.clone(), root.clone(), highest.clone()],
        &root,
        "as the next stop shows".to_owned(),
    );
    let but =
        if root == highest { String::new() } else { format!(" There is a leaf of {highest}, but MIN also chooses.") };
    let shown = Frame::new(
        format!("The root is worth {root}.{but}"),
        cells(&values, letters, |node| node == 0 || is_leaf(node)),
        Some(0),
        &[],
    );
    let shown = Frame { ask: asked.into_iter().collect(), ..shown };
    let frames = vec![Frame::new(text.to_owned(), cells(&values, letters, is_leaf), None, &[]), shown];
    TourStop { title: "Only the leaves: guess the root", frames }
}

/// Returns the stop that backs up the values, children before parents.
pub(super) fn back_up(letters: &Letters<'_>) -> TourStop {
    let tree = letters.tree;
    let values = letters.values(None);
    let text = "Work upwards from the leaves: the side that chooses at a node takes its best move.";
    let mut frames = vec![Frame::new(text.to_owned(), cells(&values, letters, |node| tree.is_leaf(node)), None, &[])];
    let mut known: Vec<bool> = (0..tree.nodes().len()).map(|node| tree.is_leaf(node)).collect();
    let mut asked: Vec<&str> = Vec::new();
    // Children have larger numbers than their parents, so go backwards.
    for node in (0..tree.nodes().len()).rev().filter(|&node| !tree.is_leaf(node)) {
        known[node] = true;
        let below: Vec<String> = tree.node(node).children.iter().map(|&child| letters.score(values[child])).collect();
        let (side, value) = (letters.side(node), letters.score(values[node]));
        let most = if tree.is_max(node) { "highest" } else { "lowest" };
        let (name, all) = (letters.name(node), listed(&below));
        let among = if below.len() == 2 { "between" } else { "among" };
        let text = match below.as_slice() {
            [_] => format!("At {name} {side} has one move: {value}."),
            _ => format!("At {name} {side} takes the {most} of {all}: {value}."),
        };
        let best = if node == 0 { letters.best_play(&values) } else { Vec::new() };
        let frame = Frame::new(text, cells(&values, letters, |node| known[node]), Some(node), &best);
        let question = choice(
            format!("At {name} {side} chooses {among} {all}. What is {name} worth?"),
            below.clone(),
            &value,
            format!("{side} takes the {most}"),
        );
        // Ask once for each side, and always at the root.
        let is_asked = node == 0 || !asked.contains(&side);
        let question = question.filter(|_| is_asked);
        if question.is_some() {
            asked.push(side);
        }
        frames.push(Frame { ask: question.into_iter().collect(), ..frame });
    }
    TourStop { title: "Back up, one node at a time", frames }
}

/// Returns the stop that asks whether a leaf could have mattered. If the search skips leaves, the stop asks about one
/// of them.
pub(super) fn change(letters: &Letters<'_>, unread: &[usize]) -> TourStop {
    let tree = letters.tree;
    let values = letters.values(None);
    let leaf = unread.first().copied().or_else(|| tree.leaves().last()).unwrap_or_default();
    let (name, own) = (letters.name(leaf), letters.score(values[leaf]));
    let whole = cells(&values, letters, |_| true);
    let best = letters.best_play(&values);
    let intro = format!("{name} is worth {own}. Suppose it had another value.");
    let is_dead = value_is_safe(tree, &BTreeSet::from([leaf]));
    let stays = stays(letters, leaf);
    let text = format!("Could another value of {name} change the root?");
    let asked = Choice::yes_or_no(text, !is_dead, stays.clone());
    let mut tried = changed(letters, leaf);
    if let Some(first) = tried.first_mut() {
        first.ask.push(asked);
    }
    let text = format!(
        "{}. Other leaves matter, but only in a range. To change one, click a leaf of the tree; click again for its next value (in the list, press Enter).",
        capitalized(&stays)
    );
    let mut frames = vec![Frame::new(intro, whole.clone(), Some(leaf), &best)];
    frames.extend(tried);
    frames.push(Frame::new(text, whole, None, &best));
    let others = tree.leaves().filter(|&other| other != leaf);
    frames.extend(others.flat_map(|other| changed(letters, other)).map(|frame| frame.with("aside", json!(true))));
    TourStop { title: "Could this leaf have mattered? Change it", frames }
}

/// Returns the range of the root's value over all values of the leaf. Minimax only compares, so the root has the leaf's
/// value if that value is inside the range, and otherwise the value of the nearer end of the range.
fn range(letters: &Letters<'_>, leaf: usize) -> Interval {
    let root = |score| letters.values(Some((leaf, score)))[0];
    Interval { low: root(Score::MIN), high: root(Score::MAX) }
}

/// Returns the values of the leaf for which the root keeps its value.
fn stays(letters: &Letters<'_>, leaf: usize) -> String {
    let Interval { low, high } = range(letters, leaf);
    let (name, own) = (letters.name(leaf), letters.tree.node(leaf).value);
    let root = letters.score(letters.tree.minimax(0));
    let [lowest, highest] = [low, high].map(|score| letters.score(score));
    match () {
        () if low == high => format!("no value of {name} changes the root"),
        () if own <= low => format!("the root stays {root} while {name} is at most {lowest}"),
        () if high <= own => format!("the root stays {root} while {name} is at least {highest}"),
        () if low.is_infinite() && high.is_infinite() => format!("the root always has the value of {name}"),
        () if low.is_infinite() => format!("up to {highest} the root has the value of {name}"),
        () if high.is_infinite() => format!("from {lowest} up the root has the value of {name}"),
        () => format!("from {lowest} to {highest} the root has the value of {name}"),
    }
}

/// Returns values of the leaf that show what can happen: below the root's range, inside it, and above it.
fn samples(letters: &Letters<'_>, leaf: usize) -> Vec<Score> {
    let Interval { low, high } = range(letters, leaf);
    let (own, unit) = (letters.tree.node(leaf).value, letters.unit());
    let finite: Vec<Score> = letters.scale.iter().copied().filter(|score| !score.is_infinite()).collect();
    let ends = [finite[0], finite[finite.len() - 1]];
    let below = if low == high || low.is_infinite() { ends[0] } else { low };
    let above = if low == high || high.is_infinite() { ends[1] } else { high };
    let mut samples = vec![below.shifted(-unit), above.shifted(unit)];
    if low != high && !low.is_infinite() && low.shifted(unit) < high {
        samples.insert(1, low.shifted(unit));
    }
    samples.retain(|&sample| sample != own);
    samples
}

/// Returns frames with other values of one leaf.
fn changed(letters: &Letters<'_>, leaf: usize) -> Vec<Frame> {
    let values = letters.values(None);
    let stays = capitalized(&stays(letters, leaf));
    let frame = |sample: Score| {
        let other = letters.values(Some((leaf, sample)));
        let was = |(node, cell): (usize, Cell)| match other[node] == values[node] {
            true => cell,
            false => Cell { compared: format!("was {}", letters.score(values[node])), ..cell },
        };
        let cells = cells(&other, letters, |_| true).into_iter().enumerate().map(was).collect();
        let [root, before] = [other[0], values[0]].map(|score| letters.score(score));
        let becomes = if root == before { format!("stays {root}") } else { format!("becomes {root}") };
        let text = format!(
            "{} = {} instead of {}: the root {becomes}. {stays}.",
            letters.name(leaf),
            letters.score(sample),
            letters.score(values[leaf])
        );
        Frame::new(text, cells, Some(leaf), &letters.best_play(&other))
    };
    samples(letters, leaf).into_iter().map(frame).collect()
}

/// Returns the stop that compares three move orderings: how many leaves are evaluated with each, and the minimum.
pub(super) fn order(letters: &Letters<'_>) -> Result<TourStop, StudyError> {
    let best = letters.best_play(&letters.values(None));
    let all = letters.tree.leaves().count();
    let fewest = letters.header.shape.as_ref().map_or(0, |shape| shape.fewest_leaves());
    let names = ["as they stand", "the best move first", "the worst move first"];
    let mut frames = Vec::new();
    let mut scored = Vec::new();
    for (name, order) in names.into_iter().zip([Order::None, Order::Best, Order::Worst]) {
        let (cells, leaves) = letters.in_order(order)?;
        scored.push(leaves);
        let text = match frames.is_empty() {
            true => format!(
                "The finished search, with the moves {name}: {} of {all} evaluated. The minimum for a tree of this shape, whatever its scores, is {fewest}.",
                counted(leaves, "leaf", "leaves")
            ),
            false => {
                format!("With {name}: {} of {} evaluated.", grouped(leaves), counted(all as u64, "leaf", "leaves"))
            }
        };
        frames.push(Frame::new(text, cells, None, &best));
    }
    let least = (0..names.len()).min_by_key(|&order| scored[order]).unwrap_or_default();
    let counts: Vec<String> = names.iter().zip(&scored).map(|(name, leaves)| format!("{name} {leaves}")).collect();
    let asked = choice(
        "With which move ordering are the fewest leaves evaluated?".to_owned(),
        names.map(str::to_owned).to_vec(),
        names[least],
        format!("leaves evaluated: {}", counts.join(", ")),
    );
    frames[1].ask.extend(asked);
    Ok(TourStop { title: "Ordering: the same tree, other moves first", frames })
}
