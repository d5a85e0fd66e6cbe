//! Exercises: the exact test for skipped leaves compared with brute force, the answer key, and the wrong searches.

use crate::fuzz::answers::names;
use crate::support::dice::Dice;
use crate::support::trees::{Tree, check, uneven, uniform};
use crate::support::{every, is_long, runs};
use plywood::Score;
use plywood::internal::exercise::{
    AnswerVerdict, Answers, Exercise, ExerciseSearch, ExerciseSpec, Generator, PaperTree, PruningClass, Question,
    Solution, TreeShape, as_text, best_is_safe, counterexample, draw, grade, judge, key_answers, read_answers, suspect,
    value_is_safe, window_at,
};
use plywood::model::{Lesson, Model, QuestionKind, Questions};
use plywood::score::Interval;
use plywood::search::{Cut, Mistake};
use plywood::trace::Header;
use proptest::prelude::*;
use proptest::strategy::Union;
use std::collections::{BTreeSet, HashSet};

/// Returns the tree on paper; the first side is MAX, or MIN if Black moves first.
fn paper(tree: &Tree, black_first: bool) -> PaperTree {
    let mut game = tree.game();
    let shape = plywood::trace::Shape::of(&mut game, &mut (), 64);
    let numbering = black_first.then_some(plywood::trace::Numbering { move_number: 1, black_to_move: true });
    PaperTree::of(&Header { shape: Some(shape), numbering, ..Header::default() }).unwrap()
}

/// Value and best move of the root when the leaves of `set` have these values.
fn result(tree: &PaperTree, set: &[usize], values: &[Score]) -> (Score, usize) {
    let leaf = |leaf: usize| {
        let place = set.iter().position(|&other| other == leaf);
        Interval::point(place.map_or(tree.node(leaf).value, |place| values[place]))
    };
    let mut best: Option<(Score, usize)> = None;
    for &child in &tree.node(0).children {
        let value = tree.interval(child, &leaf).low;
        let is_better = best.is_none_or(|(old, _)| if tree.is_max(0) { old < value } else { value < old });
        if is_better {
            best = Some((value, child));
        }
    }
    best.unwrap_or((leaf(0).low, 0))
}

/// All results that the root can have, over all assignments of a small set of values to the leaves of `set`.
fn brute_force(tree: &PaperTree, set: &[usize]) -> HashSet<(Score, usize)> {
    // Values between, equal to and beyond the scores of the tree cover all cases.
    let mut values: Vec<Score> = tree.leaves().map(|leaf| tree.node(leaf).value).collect();
    values.extend([Score::MIN, Score::MAX]);
    values.sort_unstable();
    values.dedup();
    let mut results = HashSet::new();
    let count = values.len().pow(set.len() as u32);
    for number in 0..count {
        let digits = (0..set.len()).scan(number, |rest, _| {
            let digit = *rest % values.len();
            *rest /= values.len();
            Some(values[digit])
        });
        results.insert(result(tree, set, &digits.collect::<Vec<_>>()));
    }
    results
}

/// Returns a small tree, whether Black moves first, and which leaves are skipped.
fn with_subset() -> BoxedStrategy<(Tree, bool, Vec<bool>)> {
    let trees = Union::new(vec![uneven(3), uniform(2, 3), uniform(3, 2), uniform(2, 2)]).boxed();
    (trees, any::<bool>(), prop::collection::vec(prop::bool::weighted(0.3), 64)).boxed()
}

/// Four of the leaves, or three leaves, for which there are only a tenth of the assignments.
fn subset(tree: &PaperTree, chosen: &[bool]) -> Vec<usize> {
    let most = if is_long() { 4 } else { 3 };
    tree.leaves().zip(chosen).filter(|(_, chosen)| **chosen).map(|(leaf, _)| leaf).take(most).collect()
}

#[test]
fn a_set_is_safe_if_and_only_if_no_assignment_changes_the_root() {
    check(4000, with_subset(), |(tree, black_first, chosen)| {
        let tree = paper(&tree, black_first);
        let set = subset(&tree, &chosen);
        let left_out: BTreeSet<usize> = set.iter().copied().collect();
        let results = brute_force(&tree, &set);
        let values: HashSet<Score> = results.iter().map(|(value, _)| *value).collect();
        let moves: HashSet<usize> = results.iter().map(|(_, best)| *best).collect();
        prop_assert_eq!(value_is_safe(&tree, &left_out), values.len() == 1);
        if tree.is_leaf(0) {
            return Ok(());
        }
        prop_assert_eq!(best_is_safe(&tree, &left_out), moves.len() == 1);
        match counterexample(&tree, &left_out) {
            None => prop_assert_eq!(results.len(), 1),
            Some(example) => {
                // Both variants can be computed by brute force, and differ.
                for told in &example.results {
                    let filled: Vec<Score> = example
                        .leaves
                        .iter()
                        .map(|leaf| if told.low.contains(leaf) { Score::MIN } else { Score::MAX })
                        .collect();
                    prop_assert_eq!(result(&tree, &example.leaves, &filled), (told.value, told.best));
                }
                let [first, second] = &example.results;
                prop_assert!((first.value, first.best) != (second.value, second.best));
                prop_assert!(example.leaves.iter().all(|leaf| left_out.contains(leaf)));
            }
        }
        Ok(())
    });
}

#[test]
fn the_sets_of_both_rules_are_safe_and_can_be_known() {
    check(2000, (uneven(4), any::<bool>()), |(tree, black_first)| {
        let tree = paper(&tree, black_first);
        prop_assume!(!tree.is_leaf(0));
        for rule in [Cut::AtBeta, Cut::AboveBeta] {
            let left_out: BTreeSet<usize> =
                Solution::of(&tree, ExerciseSearch::Right(rule)).pruned(&tree).into_iter().collect();
            prop_assert!(value_is_safe(&tree, &left_out) && best_is_safe(&tree, &left_out));
            for &leaf in &left_out {
                let window = window_at(&tree, &left_out, leaf);
                prop_assert!(window.beta <= window.alpha);
            }
        }
        Ok(())
    });
}

/// Whether a leaf can still matter when only the leaves before it are known, tested over all assignments of the other
/// leaves.
#[test]
fn what_can_be_known_from_the_left_agrees_with_brute_force() {
    check(
        600,
        (Union::new(vec![uniform(2, 3), uneven(3)]).boxed(), prop::collection::vec(prop::bool::weighted(0.3), 64)),
        |(tree, chosen)| {
            let tree = paper(&tree, false);
            let leaves: Vec<usize> = tree.leaves().collect();
            prop_assume!(!tree.is_leaf(0) && leaves.len() <= 9);
            let left_out: BTreeSet<usize> = subset(&tree, &chosen).into_iter().collect();
            for &leaf in &leaves {
                let unknown: Vec<usize> = leaves
                    .iter()
                    .copied()
                    .filter(|other| leaf < *other || left_out.contains(other))
                    .filter(|&other| other != leaf)
                    .collect();
                let window = window_at(&tree, &left_out, leaf);
                // For the other leaves, infinities are enough, because the value is a monotone function of them.
                let matters = (0..1_usize << unknown.len()).any(|mask| {
                    let mut set = unknown.clone();
                    set.push(leaf);
                    let mut values: Vec<Score> = (0..unknown.len())
                        .map(|bit| if mask >> bit & 1 == 1 { Score::MAX } else { Score::MIN })
                        .collect();
                    let root = |own: Score, values: &mut Vec<Score>| {
                        values.push(own);
                        let value = result(&tree, &set, values).0;
                        values.pop();
                        value
                    };
                    root(Score::MIN, &mut values) != root(Score::MAX, &mut values)
                });
                prop_assert_eq!(window.alpha < window.beta, matters);
            }
            Ok(())
        },
    );
}

/// The side that moves first determines only the names of the sides and from whose point of view the scores are.
#[test]
fn where_min_begins_windows_are_seen_from_the_other_side() {
    check(50, uneven(4), |tree| {
        let trees = [false, true].map(|black_first| paper(&tree, black_first));
        let [max, min] = trees.each_ref().map(|tree| Solution::of(tree, ExerciseSearch::Right(Cut::AtBeta)));
        let turned: Vec<_> = min.reads.iter().map(|read| (read.leaf, -read.window)).collect();
        prop_assert_eq!(turned, max.reads.iter().map(|read| (read.leaf, read.window)).collect::<Vec<_>>());
        for (visit, other) in max.visits.iter().zip(&min.visits) {
            prop_assert_eq!(visit.as_ref().map(|visit| visit.window), other.as_ref().map(|visit| -visit.window));
        }
        Ok(())
    });
}

/// A window only shrinks while the moves of a node are tried. This is also true for a student who swaps MAX and MIN,
/// because the sign of every number is then reversed.
#[test]
fn a_leaf_is_compared_within_the_window_of_its_node() {
    check(50, uneven(4), |tree| {
        let tree = paper(&tree, false);
        for search in [ExerciseSearch::Right(Cut::AtBeta), ExerciseSearch::Wrong(Mistake::RootIsMin)] {
            let solution = Solution::of(&tree, search);
            for read in &solution.reads {
                let Some(parent) = tree.node(read.leaf).parent else { continue };
                let whole = solution.visits[parent].as_ref().unwrap().window;
                prop_assert!(whole.alpha <= read.window.alpha && read.window.beta <= whole.beta, "{:?}", search);
            }
        }
        Ok(())
    });
}

#[test]
fn a_window_needs_neither_brackets_nor_a_comma() {
    let tree = exercise("((3 12 8) (2 4 6) (14 5 2))").tree;
    for (short, long) in [
        ("B: -inf 5", "B: (-inf, 5)"),
        ("B: 3 inf", "B: (3, inf)"),
        ("B: (3 inf)", "B: (3, inf)"),
        ("B: 3...5", "B: (3, 5)"),
        ("B (-1, inf)", "B: (-1, inf)"),
        ("B: (minus infinity, plus infinity)", "B: (-inf, inf)"),
        ("B: (-1, .5)", "B: (-1, 0.5)"),
        ("B = (3, inf)", "B: (3, inf)"),
        ("window B = (3, inf)", "B: (3, inf)"),
        ("window B (3, inf)", "B: (3, inf)"),
        ("B alpha 3, beta inf", "B: (3, inf)"),
        ("B = alpha 3, beta inf", "B: (3, inf)"),
        ("B: (3, –)", "B: (3, inf)"),
        ("B  (3, +inf)  <= 2", "B: (3, inf)\nB <= 2"),
        ("|- B             (3, inf____)  <= 2___", "B: (3, inf)\nB <= 2"),
        ("B (3, 16) 2", "B: (3, 16)\nB = 2"),
        ("B: (3; +inf), <= 2", "B: (3, inf)\nB <= 2"),
        ("B (______, ______)  <= 2", "B <= 2"),
        ("root  3", "root = 3"),
    ] {
        assert_means(&tree, short, long);
    }
    assert_eq!(read_answers("B: x y", &tree).complaints.len(), 1);
}

/// Asserts that two texts are the same answer, without complaints.
fn assert_means(tree: &PaperTree, given: &str, due: &str) {
    let read = read_answers(given, tree);
    assert_eq!(read, read_answers(due, tree), "{given}");
    assert_ne!(read, Answers::default(), "{given}");
    assert!(read.complaints.is_empty(), "{given}: {:?}", read.complaints);
}

#[test]
fn answers_are_read_as_people_write_them() {
    let tree = exercise("((3 12 8) (2 4 6) (14 5 2))").tree;
    for (given, due) in [
        ("B: \u{3b1} = 3, \u{3b2} = \u{221e}", "B: alpha 3, beta inf"),
        ("B = 0,25", "B = 0.25"),
        ("B: at most 2", "B <= 2"),
        ("B at least 2", "B >= 2"),
        ("B: 2 or less", "B <= 2"),
        ("B = 2 or more", "B >= 2"),
        ("B1 cuts if: 3 or less", "B1 cuts if <= 3"),
        ("best: A (value 3)", "best: A"),
        ("B: 2;", "B = 2"),
        ("B: 2,", "B = 2"),
        ("B = __2__", "B = 2"),
        ("B < 3", "B <= 2"),
        ("B > 2.5", "B >= 3"),
        ("B < -1", "B <= -2"),
        ("best: A.", "best: A"),
        ("best: A;", "best: A"),
        ("cutoffs: 9.", "cutoffs: 9"),
        ("cutoffs: 1 (at B)", "cutoffs: 1"),
        ("pv: A - A1", "pv: A A1"),
        ("pv: A-A1.", "pv: A A1"),
        ("pv: 1. A 2. A1", "pv: A A1"),
        ("order: A1 - A2 - B1 - C1", "order: A1 A2 B1 C1"),
        ("read: A1 - A2 - B1 - C1", "read: A1 A2 B1 C1"),
        ("pruned: B2, B3.", "pruned: B2 B3"),
        ("pruned: B2(4), B3 (6), C1=14", "pruned: B2 B3 C1"),
        ("pruned: B2\npruned: B3", "pruned: B2 B3"),
        ("read: A1 A2\nread: A3", "read: A1 A2 A3"),
        ("pruned: B2,\n  B3, C1\ncutoffs: 2", "pruned: B2 B3 C1\ncutoffs: 2"),
        ("pruned:\nB2 B3", "pruned: B2 B3"),
        ("pruned: A1, B2 - C1", "pruned: A1 B2 B3 C1"),
        ("pruned: B2-C1", "pruned: B2 B3 C1"),
        ("pruned: B2..C1 C3", "pruned: B2 B3 C1 C3"),
        ("pruned: A3 – B", "pruned: A3 B"),
        ("pruned: A1 - B2 - C1", "pruned: A1 B2 C1"),
        ("pruned: –", "pruned: none"),
        ("alpha of A set by: –", "alpha of A set by: nobody"),
        ("B: alpha 3\nB: beta 5", "B: (3, 5)"),
        ("name: Ada   of 26 points", "name: Ada"),
        ("name: __Ada__", "name: Ada"),
        ("pruned: B2 + B3", "pruned: B2 B3"),
        ("pruned: B2+B3 & C1", "pruned: B2 B3 C1"),
        ("pruned: B2 B3 (because B1 <= alpha)", "pruned: B2 B3"),
        ("pruned: B2 B3 because of alpha", "pruned: B2 B3"),
        ("pruned: B2 = 4, B3 = 6", "pruned: B2 B3"),
        ("pv: A->A1", "pv: A A1"),
        ("pv: A, A1, 3", "pv: A A1"),
        ("B 3 inf", "B: (3, inf)"),
        ("B = 3 inf", "B: (3, inf)"),
        ("B -inf, 3", "B: (-inf, 3)"),
        ("B2 = -\nB3 –", "pruned: B2 B3"),
        ("pv: A A1\nB2 -", "pv: A A1\npruned: B2"),
        ("Exercise 90ed18: plywood 0.1.0 exercise new", "exercise: 90ed18"),
    ] {
        assert_means(&tree, given, due);
    }
    // What cannot be read is named, and the rest counts.
    for (given, due, note) in [
        ("pruned: B2 B33", "pruned: B2", "there is no node `B33`; the other names of the list count"),
        ("pruned: B2 B3 4", "pruned: B2 B3", "there is no node `4`; the other names of the list count"),
        ("pruned: B2 B3 (and C2 too)", "pruned: B2 B3", "`(and C2 too)` is a remark and is not read"),
        ("pruned: B2 B3 I think", "pruned: B2 B3", "`I think` is not read; the names before it count"),
        (
            "pruned: B except B1",
            "",
            "`B except B1` cannot be read as a list; write only the names of nodes, with spaces between them",
        ),
        ("pruned: B2 - B33", "", "there is no node `B33`"),
        ("pv: A A1 B4", "pv: A A1", "there is no node `B4`; the names before it count"),
        ("B 3..inf", "", "`3..inf` is not a value; write a window in brackets: (3, inf)"),
        (
            "best play: A A1",
            "",
            "`best play` is neither a node nor a question; write a line such as A = 3, pruned: B2 B3 or pv: A A1",
        ),
        ("root = -inf 3", "", "`-inf 3` is not a value; write = 3, <= 3 or >= 3"),
        ("root: -inf 3", "", "`-inf 3` is not a value; write = 3, <= 3 or >= 3"),
        ("root 3 5", "", "`3 5` is not a value; write = 3, <= 3 or >= 3"),
        ("B2 = 3 5", "", "`3 5` is not a value; write = 3, <= 3 or >= 3"),
        ("root: (-inf, 3), value 3", "root = 3", "the sheet does not ask for the window of root"),
        ("B2: (3, inf)", "", "B2 is a leaf; the sheet asks only for the windows of inner nodes"),
    ] {
        let mut read = read_answers(given, &tree);
        let notes: Vec<String> = read.complaints.drain(..).map(|note| note.problem).collect();
        assert_eq!(notes, [note], "{given}");
        assert_eq!(read, read_answers(due, &tree), "{given}");
    }
    let decimal = exercise("((1.5 12) (2 4))").tree;
    let mut read = read_answers("A: 1,5\nB: 2,5;3", &decimal);
    let note = read.complaints.remove(0).problem;
    assert_eq!(note, "`1,5` is read as the value 1.5; write a window in brackets: (1,5)");
    assert_eq!(read, read_answers("A = 1.5\nB: (2.5, 3)", &decimal));
    // The sheet writes `_` for a space.
    let spaced = exercise("(\"take the bishop\": (\"go left\": 3 stay: 12) push: (\"go right\": 2 wait: 4))").tree;
    for (given, due) in [
        ("take the bishop = 1", "take_the_bishop = 1"),
        ("Take the bishop 1", "take_the_bishop = 1"),
        ("take the bishop: (3, inf)", "take_the_bishop: (3, inf)"),
        ("pruned: go right, go left", "pruned: go_left go_right"),
        ("best: take the bishop", "best: take_the_bishop"),
        ("pv: take the bishop, go left", "pv: take_the_bishop go_left"),
    ] {
        assert_means(&spaced, given, due);
    }
    assert!(["C = –", "C —", "C: −"].iter().all(|given| read_answers(given, &tree) == Answers::default()));
    for twice in ["best: A\nbest: B", "pv: A\npv: B", "cutoffs: 1\ncutoffs: 2", "B: (3, 5)\nB: (3, 6)", "B = 2\nB = 3"]
    {
        let complaints = read_answers(twice, &tree).complaints;
        assert!(complaints.len() == 1 && complaints[0].problem.contains("this one counts"), "{twice}: {complaints:?}");
    }
    assert_eq!(read_answers("B = 1,000", &tree).complaints.len(), 1, "a thousand, or one");
}

fn exercise(text: &str) -> Exercise {
    use QuestionKind::{Best, Cutoffs, Owner, Pruned, Pv, Range, Values, Windows};
    let items = vec![Values, Windows, Pruned, Cutoffs, Owner, Range, Best, Pv];
    let exercise = Some(Questions { items, ..Questions::default() });
    let model = Model { exercise, ..Model::from_typed(text).unwrap() };
    Exercise::new(&Lesson::new(&model).unwrap()).unwrap()
}

fn all_items() -> Vec<QuestionKind> {
    QuestionKind::ALL.to_vec()
}

/// Shapes and requirements of all kinds, in turn.
fn specs() -> Vec<ExerciseSpec> {
    let of = |shape: &str| ExerciseSpec {
        shape: shape.parse().unwrap(),
        items: all_items(),
        cuts: 0..=usize::MAX,
        ..ExerciseSpec::default()
    };
    vec![
        of("3x3"),
        of("2x2x2"),
        ExerciseSpec { ties: true, ..of("3x3x2") },
        ExerciseSpec { negative: true, ..of("3x2x2x2") },
        ExerciseSpec { ties: true, negative: true, ..of("1..3x1..3x1..3x1..2") },
        of("((. .) . (. (. . .)))"),
    ]
}

fn drawn(spec: &ExerciseSpec, seed: u64) -> Exercise {
    let model =
        Model { exercise: Some(Questions { items: spec.items.clone(), ..Questions::default() }), ..draw(spec, seed) };
    Exercise::new(&Lesson::new(&model).unwrap()).unwrap()
}

#[test]
fn the_key_gets_full_marks_for_random_exercises() {
    let specs = specs();
    for seed in (0..u64::from(runs(10_000))).step_by(every(5)) {
        let exercise = drawn(&specs[seed as usize % specs.len()], seed);
        let rule = seed as usize / specs.len() % 2;
        let key = key_answers(&exercise.tree, &exercise.asked, &exercise.keys[rule]);
        let text = as_text(&exercise.tree, &exercise.asked, &key, &[]);
        let answers = read_answers(&text, &exercise.tree);
        assert_eq!(answers.complaints, [], "seed {seed}\n{text}");
        let marks = grade(&exercise, &answers);
        assert_eq!(marks.score, marks.max, "seed {seed}, rule {rule}\n{text}\n{:#?}", lost(&exercise, &answers));
        assert_eq!(marks.suspicion, None, "seed {seed}\n{text}");
    }
}

/// Words of the answer language and similar ones, the names of places, and characters of all kinds.
const NAMES: &[&str] = &[
    "A", "B", "C", "A1", "A2", "B1", "a", "b", "A1a", "AA", "view", "name", "student", "exercise", "pruned", "cut",
    "skipped", "read", "order", "cutoffs", "cuts", "best", "pv", "none", "nothing", "nobody", "and", "Best", "PV",
    "root", "Root", "of", "is", "was", "this", "chaos", "swas", "by", "set", "if", "alpha", "beta", "value", "values",
    "inf", "oo", "never", "always", "no", "x", "y", "B.1", "..", "a'", "_", "__b", "1", "-1", "#2", "#", "ΑΣ", "İ",
    "e4", "Qg8+",
];

#[test]
fn the_key_gets_full_marks_whatever_the_nodes_are_called() {
    let mut dice = Dice(24);
    for _ in 0..runs(1000) {
        let words: Vec<&str> = (0..2 + dice.below(7)).map(|_| *dice.pick(NAMES)).collect();
        let between = ["\n", " ", " : "][dice.below(3)];
        names(&words.join(between));
    }
}

#[test]
fn the_key_gets_full_marks_in_a_tree_so_wide_that_names_become_words() {
    // The name of the 438th move would be PV.
    let exercise = exercise(&format!("({}(500 501) 3)", "1 ".repeat(437)));
    let pv = exercise.tree.node(0).children[437];
    assert_eq!(exercise.key().best(), Some(pv));
    let key = key_answers(&exercise.tree, &exercise.asked, exercise.key());
    let text = as_text(&exercise.tree, &exercise.asked, &key, &[]);
    let answers = read_answers(&text, &exercise.tree);
    assert_eq!((answers.complaints.as_slice(), lost(&exercise, &answers)), (&[][..], vec![]), "{text}");
}

#[test]
fn labels_win_and_moves_are_read_where_no_label_stands() {
    let lesson = r#"{"title": "t", "moves": [
        {"move": "B", "moves": [{"move": "x", "score": 3}, {"move": "y", "score": 12}]},
        {"move": "A", "moves": [{"move": "x", "score": 2}, {"move": "y", "score": 4}]},
        {"move": "best", "moves": [{"move": "a1", "score": 1}, {"move": "y", "score": 1}]}]}"#;
    let exercise = Exercise::new(&Lesson::from_json(lesson).unwrap()).unwrap();
    let read = |text: &str, kind: QuestionKind| {
        read_answers(text, &exercise.tree).text(&exercise.tree, Question::whole(kind)).unwrap_or_default()
    };
    let find = |name: &str| exercise.tree.find(name).unwrap();
    assert_eq!(
        [find("A"), find("B"), find("C"), find("A1")].map(|node| exercise.tree.node(node).mv.as_str()),
        ["B", "A", "best", "x"]
    );
    for (text, best) in [("best: A", "A"), ("best: B", "B"), ("best: a", "A"), ("best: best", "C"), ("BEST: (C)", "C")]
    {
        assert_eq!(read(text, QuestionKind::Best), best, "{text}");
    }
    for (text, pv) in [("pv: A x", "A A1"), ("pv: root A A2", "A A2"), ("pv: best y", "C C2")] {
        assert_eq!(read(text, QuestionKind::Pv), pv, "{text}");
    }
    // If a move and a name differ only in case, each must be written exactly.
    assert_eq!(["pv: C a1", "pv: A A1"].map(|text| read(text, QuestionKind::Pv)), ["C C1", "A A1"]);
}

#[test]
fn names_may_end_like_the_words_behind_them() {
    let exercise = exercise("(this:(3 5) was:(2 1))");
    for (line, node) in [
        ("alpha of was set by: this", "was"),
        ("alpha of was was set by: this", "was"),
        ("alpha of was is: this", "was"),
        ("beta of this set by: this", "this"),
        ("beta of this: this", "this"),
    ] {
        let end = if line.starts_with("alpha") { plywood::score::End::Alpha } else { plywood::score::End::Beta };
        let answers = read_answers(line, &exercise.tree);
        let node = exercise.tree.find(node).unwrap();
        let question = Question { kind: QuestionKind::Owner, node, end: Some(end) };
        let text = answers.text(&exercise.tree, question);
        assert_eq!(text.as_deref(), Some("this"), "{line}: {:?}", answers.complaints);
    }
}

/// Returns the questions that did not get all points.
fn lost(exercise: &Exercise, answers: &Answers) -> Vec<String> {
    let marks = grade(exercise, answers);
    let lost = marks.items.iter().filter(|mark| mark.points != mark.max);
    lost.map(|mark| format!("{} {} {}", mark.item, mark.verdict.name(), mark.message)).collect()
}

#[test]
fn the_template_earns_nothing_and_nothing_in_it_is_complained_of() {
    for (seed, spec) in specs().iter().enumerate() {
        let exercise = drawn(spec, seed as u64);
        let text = as_text(&exercise.tree, &exercise.asked, &Answers::default(), &["a template".to_owned()]);
        let answers = read_answers(&text, &exercise.tree);
        assert_eq!(answers.complaints, [], "{text}");
        assert!(answers.is_empty(), "{text}");
        let marks = grade(&exercise, &answers);
        assert_eq!(marks.score.hundredths(), 0);
        assert!(marks.items.iter().all(|mark| mark.verdict == AnswerVerdict::Missing));
    }
}

#[test]
fn each_mistake_is_recognised_where_it_can_be_told_apart() {
    let spec = |shape: &str, ties| ExerciseSpec {
        shape: shape.parse::<TreeShape>().unwrap(),
        ties,
        items: all_items(),
        ..ExerciseSpec::default()
    };
    let specs = [spec("3x3x2", false), spec("3x2x2x2", false), spec("3x3x2", true)];
    let mut recognised = vec![0; Mistake::ALL.len()];
    for seed in 0..u64::from(runs(400)) {
        let mut exercise = drawn(&specs[seed as usize % specs.len()], seed);
        // Otherwise the other rule for ties is not a mistake.
        exercise.questions.rule = Some(Cut::AtBeta);
        let theirs = |mistake: Mistake| {
            let wrong = Solution::of(&exercise.tree, ExerciseSearch::Wrong(mistake));
            key_answers(&exercise.tree, &exercise.asked, &wrong)
        };
        let all: Vec<Answers> = Mistake::ALL.iter().map(|&mistake| theirs(mistake)).collect();
        let right = key_answers(&exercise.tree, &exercise.asked, exercise.key());
        let numbers: Vec<String> = all.iter().chain([&right]).map(|answers| as_numbers(&exercise, answers)).collect();
        for (index, (&mistake, answers)) in Mistake::ALL.iter().zip(&all).enumerate() {
            // A search is distinguished if no other search, not even the correct one, gives all these answers.
            if numbers.iter().filter(|&other| *other == numbers[index]).count() != 1 {
                continue;
            }
            let Some(suspicion) = suspect(&exercise, answers) else { continue };
            if suspicion.mistake == mistake {
                recognised[index] += 1;
            } else {
                panic!("seed {seed}: {} was taken for {}", mistake.name(), suspicion.mistake.name());
            }
        }
    }
    for (mistake, count) in Mistake::ALL.iter().zip(&recognised) {
        assert!(runs(40) < *count, "{} was recognised {count} times", mistake.name());
    }
}

/// Returns the answers as numbers without signs, which are compared first.
fn as_numbers(exercise: &Exercise, answers: &Answers) -> String {
    let text = as_text(&exercise.tree, &exercise.asked, answers, &[]);
    text.replace(['<', '>', '='], "")
}

#[test]
fn an_error_is_charged_once() {
    // A student who thinks that A is 8 and continues correctly loses one point.
    let exercise = exercise("((3 12 8) (2 4 6) (14 5 2))");
    let answers = read_answers(
        "A = 8\nB <= 2\nC = 2\nroot = 8\nB: alpha 8, beta inf\nC: alpha 8, beta -\nA: -inf, inf\nA: (-, -)\n\
         pruned: B2 B3\nbest: A\npv: A A1\ncutoffs: 2\nalpha of B set by: A\nB1 cuts if: <= 8",
        &exercise.tree,
    );
    let marks = grade(&exercise, &answers);
    let lost: Vec<&str> =
        marks.items.iter().filter(|mark| mark.points != mark.max).map(|mark| mark.item.as_str()).collect();
    assert_eq!(lost, ["value A"], "{marks:#?}");
    let carried: Vec<&str> = marks
        .items
        .iter()
        .filter(|mark| mark.verdict == AnswerVerdict::Carried)
        .map(|mark| mark.item.as_str())
        .collect();
    assert_eq!(carried, ["value root", "window B", "window C", "B1 cuts if"]);
}

/// If a node returns a bound, and a tie causes no cutoff, the search reads more leaves than others. On paper, each of the
/// two choices is free, so both together are right, too.
#[test]
fn a_fail_hard_search_without_cutoffs_on_ties_is_right() {
    let tree = exercise("(5 ((-1 -1) (4 -1)) -2)");
    let answers = "root = 5\nB: (5, inf)\nB1: (5, inf)\nB1 <= 5\nB2: (5, inf)\nB2 <= 5\nB <= 5\npruned: none\npv: A";
    let marks = grade(&tree, &read_answers(answers, &tree.tree));
    let lost = marks.items.iter().filter(|mark| mark.verdict != AnswerVerdict::Missing && mark.points != mark.max);
    assert_eq!((lost.count(), &marks.suspicion), (0, &None), "{:#?}", marks.items);
    for seed in 0..30 {
        let spec = ExerciseSpec { ties: seed % 2 == 0, ..ExerciseSpec::default() };
        let mut lesson = draw(&spec, seed);
        for (rule, accepted) in [(None, 3), (Some(Cut::AtBeta), 1), (Some(Cut::AboveBeta), 2)] {
            lesson.exercise.get_or_insert_with(Questions::default).rule = rule;
            let exercise = Exercise::new(&Lesson::new(&lesson).unwrap()).unwrap();
            let full = |key: &&Solution| {
                let marks = grade(&exercise, &key_answers(&exercise.tree, &exercise.asked, key));
                marks.score == marks.max
            };
            assert!(accepted <= exercise.keys.iter().filter(full).count(), "{seed} {rule:?}");
        }
    }
}

/// The class of a set of leaves, found by hand, with the reasoning.
#[test]
fn every_class_of_pruning_has_an_example_found_by_hand() {
    let class = |tree: &str, pruned: &str| {
        let exercise = exercise(tree);
        let answers = read_answers(&format!("pruned: {pruned}"), &exercise.tree);
        let [own, other, _] = &exercise.keys;
        judge(&exercise.tree, [own, other], answers.pruned().unwrap()).class
    };
    let textbook = "((3 12 8) (2 4 6) (14 5 2))";
    // After B1 = 2, MIN can hold B to 2, and MAX has 3 with A, so neither B2 nor B3 matters. All three leaves of C are
    // needed, because 2 comes last.
    assert_eq!(class(textbook, "B2 B3"), PruningClass::Own);
    // B2 is also read, which is harmless but unnecessary.
    assert_eq!(class(textbook, "B3"), PruningClass::UnderPruned);
    assert_eq!(class(textbook, "none"), PruningClass::UnderPruned);
    // A3 could be less than 3 and would then be the value of A.
    assert_eq!(class(textbook, "A3 B2 B3"), PruningClass::OverPruned);
    // C1 and C2 are larger than C3 = 2, so C is at most 2 whatever they are; but C3 comes last.
    assert_eq!(class(textbook, "B2 B3 C1 C2"), PruningClass::Hindsight);
    // B1 = 3 ties with A = 3: `>=` cuts off, `>` also reads B2 and B3.
    let tie = "((3 12 8) (3 4 6) (14 5 2))";
    assert_eq!(class(tie, "B2 B3"), PruningClass::Own);
    assert_eq!(class(tie, "none"), PruningClass::OtherRule);
    assert_eq!(class(tie, "B3"), PruningClass::UnderPruned);
    // With A2 = 4 and B1 = 3, the value of the root is 3 even without A2, but A2 may decide the best move: if A2 is
    // minus infinity, the best move is B.
    assert_eq!(class("((3 4) (3 5))", "A2"), PruningClass::OverPruned);
}

#[test]
fn the_generator_draws_what_the_figures_of_the_field_say() {
    // Leaves read, cutoffs that skip leaves, trees without a cutoff (%), with a cutoff at the last child (%), in which
    // deep bounds matter (%): measured on 4,000 trees each with another program, with its rounding and sampling errors.
    let measured = [
        ("2x2x2", [6.9, 0.8, 35.0, 39.0, 0.0]),
        ("3x3", [7.5, 0.9, 29.0, 21.0, 0.0]),
        ("3x3x3", [19.5, 2.7, 1.0, 51.0, 0.0]),
        ("2x2x2x2", [12.0, 2.5, 4.0, 76.0, 52.0]),
    ];
    for (shape, expected) in measured.into_iter().step_by(every(3)) {
        let spec = ExerciseSpec { shape: shape.parse().unwrap(), ..ExerciseSpec::default() };
        let count = 2000 / every(2) as u64;
        let mut sums = [0; 5];
        for seed in 0..count {
            let tree = drawn(&spec, seed).tree;
            let features = plywood::internal::exercise::Features::of(&tree);
            let one = |is_so: bool| usize::from(is_so);
            let found = [
                features.read,
                features.cuts,
                one(features.cuts == 0),
                one(features.last_child_cuts),
                one(features.is_deep),
            ];
            sums.iter_mut().zip(found).for_each(|(sum, found)| *sum += found);
        }
        let mean = |index: usize| sums[index] as f64 / count as f64 * if index < 2 { 1.0 } else { 100.0 };
        for (index, (expected, tolerance)) in expected.into_iter().zip([0.15, 0.15, 4.0, 4.0, 4.0]).enumerate() {
            let found = mean(index);
            assert!((found - expected).abs() <= tolerance, "{shape}, figure {index}: {found} for {expected}");
        }
    }
}

#[test]
fn what_a_spec_asks_for_is_there() {
    for level in 1..=5 {
        let spec = ExerciseSpec::level(level);
        for seed in (0..5).step_by(every(5)) {
            let model = Generator { spec: spec.clone() }.make(seed).unwrap();
            let tree = Exercise::new(&Lesson::new(&model).unwrap()).unwrap().tree;
            let features = plywood::internal::exercise::Features::of(&tree);
            assert!(spec.cuts.contains(&features.cuts));
            assert!((!spec.deep || features.is_deep) && (!spec.ties || features.has_ties));
            assert!(!spec.best_later || features.best_is_later);
            let values: HashSet<Score> = tree.leaves().map(|leaf| tree.node(leaf).value).collect();
            assert_eq!(spec.negative, values.iter().any(|value| *value < Score::ZERO));
            assert_eq!(spec.ties, values.len() < tree.leaves().count());
            assert_eq!(Generator { spec: spec.clone() }.make(seed).unwrap(), model, "the same seed, the same tree");
        }
    }
    for seed in 0..20 {
        let tree = Exercise::new(&Lesson::new(&draw(&ExerciseSpec::default(), seed)).unwrap()).unwrap().tree;
        assert!(
            tree.leaves().all(|leaf| Score::ZERO <= tree.node(leaf).value),
            "seed {seed}: nobody wished for negative values"
        );
    }
    let spec = |shape: &str| ExerciseSpec { shape: shape.parse().unwrap(), ..ExerciseSpec::default() };
    let error = |spec: ExerciseSpec| Generator { spec }.make(1).unwrap_err().to_string();
    assert!(error(ExerciseSpec { deep: true, ..spec("3x3x2") }).contains("needs four plies"));
    let too_many = error(ExerciseSpec { cuts: 8..=9, ..spec("3x3") });
    assert!(
        too_many.contains("none of 5000 random trees of shape 3x3")
            && too_many.contains("5000 had too few cutoffs; try a larger --shape or fewer --cuts")
    );
}

/// In a tree that is drawn to show the savings of alpha-beta, more than one leaf is skipped.
#[test]
fn a_drawn_tree_skips_more_than_one_leaf() {
    for spec in [ExerciseSpec::default()].into_iter().chain((1..=ExerciseSpec::LEVELS).map(ExerciseSpec::level)) {
        let usual = spec == ExerciseSpec::default();
        let generator = Generator { spec };
        for seed in 1..=u64::from(if usual { runs(200) } else { runs(20) }) {
            let made = generator.make(seed).unwrap();
            let tree = Exercise::new(&Lesson::new(&made).unwrap()).unwrap().tree;
            let read = Solution::of(&tree, ExerciseSearch::Right(Cut::AtBeta)).reads.len();
            assert!(read + 2 <= tree.leaves().count(), "{}: {made}", made.title);
        }
    }
    // If no search can skip more than one leaf, one leaf is enough.
    let spec = ExerciseSpec { shape: "2x2".parse().unwrap(), ..ExerciseSpec::default() };
    assert!(Generator { spec }.make(1).is_ok());
}

/// No text typed by a student makes the answer reader fail.
#[test]
fn no_answers_break_anything() {
    let exercise = exercise("((3 12 8) (2 4 6) (14 5 2))");
    let pieces = prop::sample::select(vec![
        "A",
        "B",
        "root",
        "=",
        "<=",
        ":",
        "alpha",
        "beta",
        " ",
        "\n",
        "-",
        "inf",
        "3",
        "#",
        "pruned",
        "{",
        "}",
        "[",
        "\"",
        ",",
        "of",
        "set by",
        "cuts if",
        "pv",
        "read",
        "view",
        "negamax",
        "é",
        "∞",
        "..",
        "\u{0}",
        "1e99",
        "99999999999",
    ]);
    check(3000, prop::collection::vec(pieces, 0..30), |pieces| {
        let answers = read_answers(&pieces.concat(), &exercise.tree);
        let marks = grade(&exercise, &answers);
        prop_assert!(marks.score <= marks.max);
        Ok(())
    });
}
