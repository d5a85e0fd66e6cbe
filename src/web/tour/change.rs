//! The stop at which the reader changes leaves: what follows for each is worked out here, exactly.

use super::super::cells::Cell;
use super::frame::{Frame, TourStop};
use super::letters::Letters;
use super::whole::cells;
use crate::exercise::{ValueRange, value_is_safe};
use crate::page::text::capitalized;
use crate::score::Score;
use crate::steps::stage::Choice;
use std::collections::BTreeSet;

/// Could this leaf have mattered? The leaf is one that the search leaves out, if it leaves out any.
pub(super) fn change(letters: &Letters<'_>, unread: &[usize]) -> TourStop {
    let tree = letters.tree;
    let values = letters.values(None);
    let leaf = unread.first().copied().or_else(|| tree.leaves().last()).unwrap_or_default();
    let (name, own) = (letters.name(leaf), letters.score(values[leaf]));
    let whole = cells(&values, letters, |_| true);
    let best = letters.best_play(&values);
    let intro = format!("{name} is worth {own}. Suppose that it were worth something else.");
    let is_dead = value_is_safe(tree, &BTreeSet::from([leaf]));
    let stays = stays(letters, leaf);
    let text = format!("Could another value of {name} change the root?");
    let asked = Choice::yes_or_no(text, !is_dead, stays.clone());
    let mut tried = changed(letters, leaf);
    if let Some(first) = tried.first_mut() {
        first.ask.push(asked);
    }
    let text = format!(
        "{}. Other leaves matter, within limits. Change one: click a leaf of the tree, again for its next value (in the list, Enter).",
        capitalized(&stays)
    );
    let mut frames = vec![Frame::new(intro, whole.clone(), Some(leaf), &best)];
    frames.extend(tried);
    frames.push(Frame::new(text, whole, None, &best));
    let others = tree.leaves().filter(|&other| other != leaf);
    frames.extend(others.flat_map(|other| changed(letters, other)).map(Frame::aside));
    TourStop { title: "Could this leaf have mattered? Change it", frames }
}

/// What the root can be worth, whatever the leaf is worth. The root is worth the leaf where that lies within, and else the
/// nearer end, since minimax only compares.
fn range(letters: &Letters<'_>, leaf: usize) -> ValueRange {
    let root = |score| letters.values(Some((leaf, score)))[0];
    ValueRange { low: root(Score::MIN), high: root(Score::MAX) }
}

/// For which values of the leaf the root stays what it is.
fn stays(letters: &Letters<'_>, leaf: usize) -> String {
    let ValueRange { low, high } = range(letters, leaf);
    let (name, own) = (letters.name(leaf), letters.tree.node(leaf).value);
    let root = letters.score(letters.tree.minimax(0));
    let [lowest, highest] = [low, high].map(|score| letters.score(score));
    match () {
        () if low == high => format!("no value of {name} moves the root"),
        () if own <= low => format!("the root stays {root} while {name} is at most {lowest}"),
        () if high <= own => format!("the root stays {root} while {name} is at least {highest}"),
        () if low.is_infinite() && high.is_infinite() => format!("the root is always worth what {name} is worth"),
        () if low.is_infinite() => format!("up to {highest} the root is worth what {name} is worth"),
        () if high.is_infinite() => format!("from {lowest} on the root is worth what {name} is worth"),
        () => format!("from {lowest} to {highest} the root is worth what {name} is worth"),
    }
}

/// Values that show what can happen: below the range of the root, inside of it, and above.
fn samples(letters: &Letters<'_>, leaf: usize) -> Vec<Score> {
    let ValueRange { low, high } = range(letters, leaf);
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

/// The tree with other values of one leaf.
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
            "{} = {} in place of {}: the root {becomes}. {stays}.",
            letters.name(leaf),
            letters.score(sample),
            letters.score(values[leaf])
        );
        Frame::new(text, cells, Some(leaf), &letters.best_play(&other))
    };
    samples(letters, leaf).into_iter().map(frame).collect()
}
