//! The game *Cut it yourself*: trees at several levels, and a check of the leaves that a reader would skip.

use crate::core::score::Score;
use crate::core::search::Cut;
use crate::core::text::listed;
use crate::exercise::{ExerciseSearch, ExerciseSpec, PaperTree, Solution, TreeShape, ValueRange, draw, window_at};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The page's text for each level: the feature that the level adds.
pub(super) const LEVELS: [&str; 6] =
    ["two by two", "three by three", "deep cutoffs", "ties", "uneven trees", "MIN moves first"];

/// The maximum number of random trees to draw until one of them shows the topic of its level.
const MOST_DRAWS: u64 = 200;

/// Returns a random tree of a level (counted from 1) in which at least one cutoff skips something; `read` converts its
/// text to a tree.
pub(super) fn tree<E>(level: usize, seed: u64, read: &dyn Fn(&str) -> Result<PaperTree, E>) -> Result<String, E> {
    let plies = |plies: &[(usize, usize)]| TreeShape::Plies(plies.to_vec());
    let usual = ExerciseSpec::default();
    let spec = match level.clamp(1, LEVELS.len()) {
        1 => ExerciseSpec { shape: plies(&[(2, 2), (2, 2)]), ..usual },
        3 => ExerciseSpec { shape: plies(&[(2, 2), (2, 2), (2, 2), (1, 2)]), deep: true, ..usual },
        4 => ExerciseSpec { shape: plies(&[(3, 3), (2, 3)]), ties: true, ..usual },
        5 => ExerciseSpec { shape: plies(&[(2, 3), (1, 3), (1, 3)]), ..usual },
        _ => ExerciseSpec { shape: plies(&[(3, 3), (3, 3)]), ..usual },
    };
    let mut text = String::new();
    for number in 0..MOST_DRAWS {
        let model = draw(&spec, seed.wrapping_mul(MOST_DRAWS).wrapping_add(number));
        text = if level == LEVELS.len() { format!("min{model}") } else { model.to_string() };
        if suits(&read(&text)?, &spec) {
            break;
        }
    }
    Ok(text)
}

/// Returns true if a suitable cutoff skips something. If `spec` requires a deep cutoff or a cutoff on a tie, no other
/// cutoff is suitable.
fn suits(tree: &PaperTree, spec: &ExerciseSpec) -> bool {
    let search = Solution::of(tree, ExerciseSearch::Right(Cut::AtBeta));
    let is_wanted = |&(node, skipped): &(usize, u32)| {
        let Some(visit) = search.visits[node].as_ref().filter(|_| skipped != 0) else { return false };
        let at = usize::from(tree.is_max(node));
        let end = if tree.is_max(node) { visit.window.beta } else { visit.window.alpha };
        let is_deep = visit.set_by[at].is_some_and(|owner| tree.node(owner).ply < tree.node(node).ply);
        (!spec.deep || is_deep) && (!spec.ties || visit.found == end)
    };
    search.cutoffs.iter().any(is_wanted)
}

/// Returns the marked leaves that a search with this rule reads, and the unmarked leaves that it skips. Nodes have the
/// same numbers as on the page: parents first, from the left.
pub(super) fn check(tree: &PaperTree, cut: Cut, marked: &BTreeSet<usize>) -> Value {
    let search = Solution::of(tree, ExerciseSearch::Right(cut));
    let skipped: BTreeSet<usize> = search.pruned(tree).into_iter().collect();
    let marked: BTreeSet<usize> = marked.iter().copied().filter(|&leaf| is_leaf(tree, leaf)).collect();
    let name = |leaf: usize| tree.node(leaf).name.as_str();
    let missed = skipped.difference(&marked).map(|&leaf| (leaf, reason(tree, &search, leaf)));
    let wrong = marked.difference(&skipped).map(|&leaf| (leaf, needed(tree, &skipped, leaf)));
    let told = |all: Vec<(usize, String)>| -> Vec<Value> {
        all.into_iter().map(|(leaf, said)| json!({ "node": leaf, "name": name(leaf), "said": said })).collect()
    };
    json!({
        "right": skipped == marked,
        "skipped": skipped,
        "missed": told(missed.collect()),
        "wrong": told(wrong.collect()),
    })
}

fn is_leaf(tree: &PaperTree, node: usize) -> bool {
    node < tree.nodes().len() && tree.is_leaf(node)
}

/// Explains why a leaf is skipped, with the comparison that ended the search of a node above it.
fn reason(tree: &PaperTree, search: &Solution, leaf: usize) -> String {
    let path = tree.path(leaf);
    let is_behind = |cutoff: &&(usize, u32)| {
        let node = cutoff.0;
        let by = search.visits[node].as_ref().and_then(|visit| visit.cut_by);
        path.iter().any(|&at| tree.node(at).parent == Some(node) && by.is_some_and(|by| by < at))
    };
    let name = &tree.node(leaf).name;
    let found =
        search.cutoffs.iter().find(is_behind).and_then(|&(node, _)| Some((node, search.visits[node].as_ref()?)));
    let Some((node, visit)) = found else { return format!("{name} is skipped.") };
    let [min_has, max_has] = [tree.sides()[1], tree.sides()[0]];
    let (end, set_by, side, other, way) = match tree.is_max(node) {
        true => (visit.window.beta, visit.set_by[1], max_has, min_has, "at least"),
        false => (visit.window.alpha, visit.set_by[0], min_has, max_has, "at most"),
    };
    let by = visit.cut_by.map_or("", |by| tree.node(by).name.as_str());
    let owner = set_by.map(|owner| format!(" with {}", tree.node(owner).name)).unwrap_or_default();
    let (found, end) = (tree.text(visit.found), tree.text(end));
    format!(
        "{name} cannot matter: after {by}, {side} can make {} {way} {found}, and {other} already has {end}{owner}.",
        tree.node(node).name
    )
}

/// Explains why a leaf is read: if it had another value, the answer could change, perhaps only together with leaves
/// that the search has not yet seen.
fn needed(tree: &PaperTree, skipped: &BTreeSet<usize>, leaf: usize) -> String {
    let name = &tree.node(leaf).name;
    match changed(tree, skipped, leaf) {
        None => format!("{name} is needed: alpha-beta cannot know yet that it does not matter."),
        Some((value, leaves)) => {
            let names: Vec<&str> = leaves.iter().map(|&leaf| tree.node(leaf).name.as_str()).collect();
            let value = tree.text(value);
            let others: Vec<&str> = names.iter().copied().filter(|other| other != name).collect();
            let unseen = match others.is_empty() {
                true => String::new(),
                false => format!(" Alpha-beta has not seen {} yet.", listed(&others)),
            };
            let count = ["", " both", " all"][names.len().clamp(1, 3) - 1];
            format!("{name} is needed.{unseen} If {} were{count} {value}, the answer would be {value}.", listed(&names))
        }
    }
}

/// Returns a different answer, and the leaves that produce this answer if they all have its value: the given leaf, and
/// as few later leaves as possible.
fn changed(tree: &PaperTree, skipped: &BTreeSet<usize>, leaf: usize) -> Option<(Score, Vec<usize>)> {
    let window = window_at(tree, skipped, leaf);
    let (answer, own) = (tree.minimax(0), tree.node(leaf).value);
    let half = (0..tree.nodes().len()).any(|node| is_leaf(tree, node) && tree.node(node).value.decimals() != 0);
    let step = if half { 100 } else { 1000 };
    let near = [window.alpha, window.beta, own, answer].into_iter().filter(|score| !score.is_infinite());
    let mut candidates: Vec<Score> = near.flat_map(|score| [1, -1, 2, -2].map(|by| score.shifted(by * step))).collect();
    candidates.extend([window.beta, window.alpha].into_iter().filter(|score| !score.is_infinite()));
    let later = later_leaves(tree, leaf);
    let tried = candidates.into_iter().filter(|&value| value != answer && value != own);
    let found = tried.filter_map(|value| Some((value, fewest(tree, leaf, &later, value)?)));
    found.min_by_key(|(_, leaves)| leaves.len())
}

/// Returns the leaves below the later siblings on the path to a leaf.
fn later_leaves(tree: &PaperTree, leaf: usize) -> Vec<usize> {
    let siblings = |at: usize| tree.node(at).parent.map_or(&[][..], |parent| &tree.node(parent).children);
    let later =
        tree.path(leaf).into_iter().flat_map(|at| siblings(at).iter().copied().filter(move |&other| at < other));
    later.flat_map(|sibling| tree.leaves_below(sibling)).collect()
}

/// Returns the smallest set of later leaves that make `value` the answer if they and the leaf itself all have this
/// value. Returns `None` if there is no such set.
fn fewest(tree: &PaperTree, leaf: usize, later: &[usize], value: Score) -> Option<Vec<usize>> {
    let answer = |changed: &BTreeMap<usize, Score>| {
        let worth = |at: usize| ValueRange::exactly(changed.get(&at).copied().unwrap_or(tree.node(at).value));
        tree.interval(0, &worth).low
    };
    let mut changed: BTreeMap<usize, Score> = later.iter().chain([&leaf]).map(|&at| (at, value)).collect();
    if answer(&changed) != value {
        return None;
    }
    for at in later {
        changed.remove(at);
        if answer(&changed) != value {
            changed.insert(*at, value);
        }
    }
    Some(changed.into_keys().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::game::classic::GameList;
    use crate::core::search::Settings;
    use crate::core::study::Limits;
    use crate::subject::Subject;

    fn paper(text: &str) -> PaperTree {
        let subject = Subject::of_words(text, &GameList::default()).unwrap().unwrap();
        let study = subject.study(&Settings::default(), None, Limits::default()).unwrap();
        PaperTree::of(study.header()).unwrap()
    }

    fn said(tree: &PaperTree, marked: &[&str]) -> (bool, Vec<String>) {
        let marked = marked.iter().map(|name| tree.find(name).unwrap()).collect();
        let checked = check(tree, Cut::AtBeta, &marked);
        let told = ["missed", "wrong"].map(|kind| checked[kind].as_array().unwrap().clone()).concat();
        (checked["right"] == true, told.iter().map(|one| one["said"].as_str().unwrap().to_owned()).collect())
    }

    #[test]
    fn what_was_missed_and_what_was_wrong_has_a_reason() {
        let tree = paper("((3 12 8) (2 4 6) (14 5 2))");
        assert_eq!(said(&tree, &["B2", "B3"]), (true, Vec::new()));
        let (is_right, told) = said(&tree, &["B2", "C1", "A1"]);
        assert!(!is_right);
        assert_eq!(told[0], "B3 cannot matter: after B1, MIN can make B at most 2, and MAX already has 3 with A.");
        assert_eq!(told[1], "A1 is needed. If A1 were 4, the answer would be 4.");
        let needed = "C1 is needed. Alpha-beta has not seen C3 yet. If C1 and C3 were both 4, the answer would be 4.";
        assert_eq!(told[2], needed);
    }

    #[test]
    fn each_leaf_that_is_read_has_a_counterexample_that_holds() {
        for level in 1..=LEVELS.len() {
            for seed in 0..30 {
                let text = tree(level, seed, &|text| Ok::<_, ()>(paper(text))).unwrap();
                let tree = paper(&text);
                let search = Solution::of(&tree, ExerciseSearch::Right(Cut::AtBeta));
                let skipped: BTreeSet<usize> = search.pruned(&tree).into_iter().collect();
                assert!(!skipped.is_empty(), "{text}");
                for leaf in tree.leaves().filter(|leaf| !skipped.contains(leaf)) {
                    let (value, leaves) = changed(&tree, &skipped, leaf).unwrap_or_else(|| panic!("{text} {leaf}"));
                    let worth = |at: usize| if leaves.contains(&at) { value } else { tree.node(at).value };
                    assert!(leaves.contains(&leaf), "{text} {leaf}");
                    assert_eq!(tree.interval(0, &|at| ValueRange::exactly(worth(at))).low, value, "{text} {leaf}");
                    assert_ne!(value, tree.minimax(0), "{text} {leaf}");
                }
            }
        }
    }
}
