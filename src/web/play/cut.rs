//! The game *Cut it yourself*: trees at several levels, and a check of the leaves that a reader would skip.

use crate::core::score::{Interval, Score, Window};
use crate::core::search::Cut;
use crate::core::text::listed;
use crate::exercise::{ExerciseSearch, ExerciseSpec, PaperTree, Solution, TreeShape, draw, window_at};
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
    // What a fail-hard search returns is only a bound; the leaves may prove more.
    let proven = search.interval(tree, node);
    let found = if tree.is_max(node) { proven.low } else { proven.high };
    let owner = set_by.map(|owner| format!(" with {}", tree.node(owner).name)).unwrap_or_default();
    let (found, end) = (tree.text(found), tree.text(end));
    format!(
        "{name} cannot matter: after {by}, {side} can make {} {way} {found}, and {other} already has {end}{owner}.",
        tree.node(node).name
    )
}

/// Explains why a leaf is read: if it had another value, the answer could change, perhaps only together with leaves
/// that the search has not yet seen.
fn needed(tree: &PaperTree, skipped: &BTreeSet<usize>, leaf: usize) -> String {
    let name = |leaf: usize| tree.node(leaf).name.as_str();
    let Some(Witness { value, unseen, answers: [now, then] }) = counterexample(tree, skipped, leaf) else {
        return format!("{} is needed: a tie causes no cutoff.", name(leaf));
    };
    let [own, value, now, then] = [tree.node(leaf).value, value, now, then].map(|score| tree.text(score));
    let leaf = name(leaf);
    if unseen.is_empty() {
        return format!("{leaf} is needed. If {leaf} were {value}, the answer would be {then}.");
    }
    let names: Vec<&str> = unseen.keys().map(|&leaf| name(leaf)).collect();
    let mut by_value: BTreeMap<Score, Vec<&str>> = BTreeMap::new();
    for (&leaf, &score) in &unseen {
        by_value.entry(score).or_default().push(name(leaf));
    }
    let were = |(score, names): (Score, Vec<&str>)| {
        let count = ["", " both", " all"][names.len().clamp(1, 3) - 1];
        format!("{} were{count} {}", listed(&names), tree.text(score))
    };
    let ifs: Vec<String> = by_value.into_iter().map(were).collect();
    format!(
        "{leaf} is needed. Alpha-beta has not seen {} yet. If {}, the answer would be {now} with {leaf} = {own}, but {then} with {leaf} = {value}.",
        listed(&names),
        ifs.join(" and "),
    )
}

/// A change of the unseen leaves after which a leaf decides the answer.
struct Witness {
    /// Another value of the leaf.
    value: Score,
    /// The later leaves that change, as few as possible, and their values.
    unseen: BTreeMap<usize, Score>,
    /// The answers with the leaf's own value and with the other value.
    answers: [Score; 2],
}

/// Returns a counterexample with few changes, or `None` if a tie with the window shows that the leaf cannot matter.
fn counterexample(tree: &PaperTree, skipped: &BTreeSet<usize>, leaf: usize) -> Option<Witness> {
    let window = window_at(tree, skipped, leaf);
    let own = tree.node(leaf).value;
    let has_decimals = (0..tree.nodes().len()).any(|node| is_leaf(tree, node) && tree.node(node).value.decimals() != 0);
    let step = if has_decimals { 100 } else { 1000 };
    let near = [own, window.alpha, window.beta].into_iter().filter(|score| !score.is_infinite());
    let mut values: Vec<Score> =
        near.clone().flat_map(|score| [1, -1, 2, -2].map(|by| score.shifted(by * step))).collect();
    values.extend(near.filter(|&score| score != own));
    values.into_iter().filter_map(|value| fewest(tree, leaf, window, value)).min_by_key(|one| one.unseen.len())
}

/// Returns the leaves below the later siblings on the path to a leaf, each with whether MAX chooses at their parent.
fn later_leaves(tree: &PaperTree, leaf: usize) -> Vec<(usize, bool)> {
    let later =
        tree.path(leaf).into_iter().filter_map(|at| Some((at, tree.node(at).parent?))).flat_map(|(at, parent)| {
            let siblings = tree.node(parent).children.iter().filter(move |&&other| at < other);
            siblings.map(move |&sibling| (sibling, tree.is_max(parent)))
        });
    later.flat_map(|(sibling, is_max)| tree.leaves_below(sibling).map(move |leaf| (leaf, is_max))).collect()
}

/// Returns the counterexample that gives a leaf this value, with a smallest set of changed later leaves. Returns `None`
/// if this value of the leaf cannot change the answer.
fn fewest(tree: &PaperTree, leaf: usize, window: Window, value: Score) -> Option<Witness> {
    let own = tree.node(leaf).value;
    let answer = |unseen: &BTreeMap<usize, Score>, value: Score| {
        let worth =
            |at: usize| if at == leaf { value } else { unseen.get(&at).copied().unwrap_or(tree.node(at).value) };
        tree.interval(0, &|at| Interval::point(worth(at))).low
    };
    // No later move is better for the side that chooses it than what this side already has or gets from the leaf, so
    // the answer is the leaf's value as far as the window allows.
    let low = if window.alpha.is_infinite() { own.min(value) } else { window.alpha };
    let high = if window.beta.is_infinite() { own.max(value) } else { window.beta };
    let later = later_leaves(tree, leaf);
    let mut unseen: BTreeMap<usize, Score> =
        later.iter().map(|&(at, is_max)| (at, if is_max { low } else { high })).collect();
    let answers = |unseen: &BTreeMap<usize, Score>| [own, value].map(|value| answer(unseen, value));
    let is_decided = |[now, then]: [Score; 2]| now != then;
    if !is_decided(answers(&unseen)) {
        return None;
    }
    for (at, _) in later {
        let Some(score) = unseen.remove(&at) else { continue };
        if !is_decided(answers(&unseen)) {
            unseen.insert(at, score);
        }
    }
    Some(Witness { value, answers: answers(&unseen), unseen })
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
        let needed = "C1 is needed. Alpha-beta has not seen C3 yet. If C3 were 14, the answer would be 5 with C1 = 14, but 4 with C1 = 4.";
        assert_eq!(told[2], needed);
    }

    #[test]
    fn a_counterexample_shows_that_the_leaf_itself_matters() {
        let (_, told) = said(&paper("((2 8 3) (6 5 9) (7 4 1))"), &["A2"]);
        let needed = "A2 is needed. Alpha-beta has not seen B3 yet. If B3 were 1, the answer would be 2 with A2 = 8, but 1 with A2 = 1.";
        assert!(told.contains(&needed.to_owned()), "{told:?}");
    }

    #[test]
    fn a_reason_has_the_value_that_the_leaves_prove() {
        let (_, told) = said(&paper("(((10 12) (3 4 14)) ((1) (9) (2 11 7)))"), &[]);
        let reason = "B2a cannot matter: after B1, MIN can make B at most 1, and MAX already has 12 with A.";
        assert_eq!(told[0], reason);
    }

    #[test]
    fn a_leaf_that_only_a_tie_keeps_has_a_reason() {
        let tree = paper("((3 12) (3 4))");
        let marked = [tree.find("B2").unwrap()].into();
        let checked = check(&tree, Cut::AboveBeta, &marked);
        assert_eq!(checked["wrong"][0]["said"], "B2 is needed: a tie causes no cutoff.");
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
                    let found = counterexample(&tree, &skipped, leaf).unwrap_or_else(|| panic!("{text} {leaf}"));
                    let answer = |value: Score| {
                        let worth = |at: usize| found.unseen.get(&at).copied().unwrap_or(tree.node(at).value);
                        let worth = |at: usize| if at == leaf { value } else { worth(at) };
                        tree.interval(0, &|at| Interval::point(worth(at))).low
                    };
                    assert!(found.unseen.keys().all(|&later| leaf < later), "{text} {leaf}");
                    assert_eq!([tree.node(leaf).value, found.value].map(answer), found.answers, "{text} {leaf}");
                    assert_ne!(found.answers[0], found.answers[1], "{text} {leaf}");
                }
            }
        }
    }
}
