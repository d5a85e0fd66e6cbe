//! The first stops: the leaves alone, and their values carried up one node at a time.

use super::super::cells::Cell;
use super::frame::{Frame, TourStop, choice};
use super::letters::Letters;
use crate::score::Score;

/// The cells of those nodes whose value is known.
pub(super) fn cells(values: &[Score], letters: &Letters<'_>, is_known: impl Fn(usize) -> bool) -> Vec<Cell> {
    let cell = |(node, &value): (usize, &Score)| match is_known(node) {
        true => Cell { score: letters.score(value), class: if node == 0 { "" } else { "none" }, ..Cell::default() },
        false => Cell::default(),
    };
    values.iter().enumerate().map(cell).collect()
}

/// The leaves alone: what is the root worth?
pub(super) fn leaves(letters: &Letters<'_>) -> TourStop {
    let values = letters.values(None);
    let is_leaf = |node| letters.tree.is_leaf(node);
    let mut scores: Vec<Score> = letters.tree.leaves().map(|leaf| values[leaf]).collect();
    scores.sort_unstable();
    let [lowest, root, highest] = [scores[0], values[0], scores[scores.len() - 1]].map(|score| letters.score(score));
    let text = "Only the ends of the lines have scores: what MAX gets there. MAX wants a high score, MIN a low one. MAX chooses \
                at the root, and then they take turns.";
    let asked = choice(
        "What can MAX make sure of at the root?".to_owned(),
        vec![lowest.clone(), root.clone(), highest.clone()],
        &root,
        format!("it is {root}, as the next stop shows"),
    );
    let but =
        if root == highest { String::new() } else { format!(" There is a leaf of {highest}, but MIN chooses, too.") };
    let shown = Frame::new(
        format!("The root is worth {root}.{but}"),
        cells(&values, letters, |node| node == 0 || is_leaf(node)),
        Some(0),
        &[],
    );
    let shown = Frame { ask: asked.into_iter().collect(), ..shown };
    let frames = vec![Frame::new(text.to_owned(), cells(&values, letters, is_leaf), None, &[]), shown];
    TourStop { title: "Leaves only: guess the root", frames }
}

/// The values are carried up, children before parents.
pub(super) fn back_up(letters: &Letters<'_>) -> TourStop {
    let tree = letters.tree;
    let values = letters.values(None);
    let text = "Work upwards from the leaves: the one who chooses at a node takes the best of its moves.";
    let mut frames = vec![Frame::new(text.to_owned(), cells(&values, letters, |node| tree.is_leaf(node)), None, &[])];
    let mut known: Vec<bool> = (0..tree.nodes().len()).map(|node| tree.is_leaf(node)).collect();
    let mut asked: Vec<&str> = Vec::new();
    // Numbers grow on the way down.
    for node in (0..tree.nodes().len()).rev().filter(|&node| !tree.is_leaf(node)) {
        known[node] = true;
        let below: Vec<String> = tree.node(node).children.iter().map(|&child| letters.score(values[child])).collect();
        let (side, value) = (letters.side(node), letters.score(values[node]));
        let most = if tree.is_max(node) { "greatest" } else { "least" };
        let (name, all) = (letters.name(node), below.join(", "));
        let text = match below.as_slice() {
            [_] => format!("At {name} {side} has one move: {value}."),
            _ => format!("At {name} {side} takes the {most} of {all}: {value}."),
        };
        let best = if node == 0 { letters.best_play(&values) } else { Vec::new() };
        let frame = Frame::new(text, cells(&values, letters, |node| known[node]), Some(node), &best);
        let question = choice(
            format!("At {name} {side} chooses among {all}. What is {name} worth?"),
            below.clone(),
            &value,
            format!("{side} takes the {most}"),
        );
        // Each side is asked once, and the root.
        let is_asked = node == 0 || !asked.contains(&side);
        let question = question.filter(|_| is_asked);
        if question.is_some() {
            asked.push(side);
        }
        frames.push(Frame { ask: question.into_iter().collect(), ..frame });
    }
    TourStop { title: "Back up, one node at a time", frames }
}
