//! Sheets graded by hand, with the reasoning: `tests/data/exercises/sheets.txt`.

use crate::support::path;
use plywood::internal::exercise::{Exercise, grade, read_answers};
use plywood::model::{Lesson, Model, QuestionKind, Questions};
use plywood::search::Cut;
use std::collections::HashMap;

/// Returns the tree of a block and what follows it.
fn exercise(head: &str) -> Exercise {
    let text = head.split('#').next().unwrap();
    let (tree, is_strict) = text.split_once("rule ge").map_or((text, false), |(tree, _)| (tree, true));
    use QuestionKind::{Best, Cutoffs, Owner, Pruned, Pv, Range, Values, Windows};
    let items = vec![Values, Windows, Pruned, Cutoffs, Owner, Range, Best, Pv];
    let questions = Questions { items, rule: is_strict.then_some(Cut::AtBeta), ..Questions::default() };
    let model = Model { exercise: Some(questions), ..Model::from_typed(tree).unwrap() };
    Exercise::new(&Lesson::new(&model).unwrap()).unwrap()
}

#[test]
fn sheets_get_the_marks_that_were_given_by_hand() {
    let text = std::fs::read_to_string(path("tests/data/exercises/sheets.txt")).unwrap();
    let blocks: Vec<&str> = text.split("\n== ").skip(1).collect();
    assert_eq!(blocks.len(), 22);
    for block in blocks {
        let (head, rest) = block.split_once('\n').unwrap();
        let exercise = exercise(head);
        let written: Vec<&str> = rest.lines().filter_map(|line| line.strip_prefix("| ")).collect();
        let marks = grade(&exercise, &read_answers(&written.join("\n"), &exercise.tree));
        let mut by_hand: HashMap<String, (String, String)> = HashMap::new();
        let mut total = None;
        for line in rest.lines().filter(|line| !line.starts_with(['|', '#']) && !line.is_empty()) {
            if let Some(items) = line.strip_prefix("missing: ") {
                by_hand.extend(items.split(", ").map(|item| (item.to_owned(), ("0".to_owned(), "missing".to_owned()))));
            } else if let Some(points) = line.strip_prefix("total ") {
                total = Some(points.to_owned());
            } else {
                let mut words = line.rsplitn(3, ' ');
                let (verdict, points) = (words.next().unwrap().to_owned(), words.next().unwrap().to_owned());
                by_hand.insert(words.next().unwrap().to_owned(), (points, verdict));
            }
        }
        for mark in &marks.items {
            let usual = (mark.max.to_string(), "right".to_owned());
            let expected = by_hand.remove(&mark.item).unwrap_or(usual);
            let found = (mark.points.to_string(), mark.verdict.name().to_owned());
            assert_eq!(found, expected, "{head}: {}: {}", mark.item, mark.message);
        }
        assert!(by_hand.is_empty(), "{head}: {by_hand:?}");
        assert_eq!(Some(marks.score.to_string()), total, "{head}");
    }
}
