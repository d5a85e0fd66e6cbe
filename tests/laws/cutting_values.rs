//! The values of a leaf that cause a cutoff: the key and the marks compared with a search for each value.

use crate::support::dice::Dice;
use crate::support::runs;
use plywood::internal::exercise::{Exercise, ExerciseSearch, Question, Solution, grade, key_answers, read_answers};
use plywood::model::{Lesson, Model, QuestionKind, Questions};
use plywood::search::Cut;

/// Returns a random tree in which each leaf is a dot.
fn shape(dice: &mut Dice, height: usize) -> String {
    let children: Vec<String> = (0..2 + dice.below(2))
        .map(|_| if height == 1 || dice.below(4) == 0 { ".".to_owned() } else { shape(dice, height - 1) })
        .collect();
    format!("({})", children.join(" "))
}

/// Returns the exercise whose leaves have these values, in halves.
fn exercise(shape: &str, values: &[i64], rule: Option<Cut>) -> Exercise {
    let mut values = values.iter();
    let leaf = |c: char| if c == '.' { half(*values.next().unwrap()) } else { c.to_string() };
    let text: String = shape.chars().map(leaf).collect();
    let questions = Questions { items: vec![QuestionKind::Range], rule, ..Questions::default() };
    let model = Model { exercise: Some(questions), ..Model::from_typed(&text).unwrap() };
    Exercise::new(&Lesson::new(&model).unwrap()).unwrap()
}

fn half(value: i64) -> String {
    (value as f64 / 2.0).to_string()
}

type Comparison = fn(i64, i64) -> bool;

const SIGNS: [(&str, Comparison); 4] =
    [("<", |a, b| a < b), ("<=", |a, b| a <= b), (">", |a, b| a > b), (">=", |a, b| a >= b)];

/// Returns each way to write a range, with the values in it.
fn ranges() -> Vec<(String, Vec<i64>)> {
    let contents = |&value: &i64, is: Comparison| VALUES.filter(|&other| is(other, value)).collect();
    let one_sided = SIGNS.into_iter().flat_map(|(sign, is)| {
        VALUES.map(move |value| (format!("{sign} {}", half(value)), contents(&value, is))).collect::<Vec<_>>()
    });
    one_sided.chain([("never".to_owned(), Vec::new())]).collect()
}

const VALUES: std::ops::RangeInclusive<i64> = -9..=9;

#[test]
fn exactly_the_values_that_cut_under_the_rule_are_right() {
    let mut dice = Dice(7);
    let ranges = ranges();
    let mut asked = [0; 2];
    for _ in 0..runs(300) {
        let shape = shape(&mut dice, 3);
        if !shape[1..].contains('(') {
            continue;
        }
        let values: Vec<i64> = shape.matches('.').map(|_| 2 * (dice.below(7) as i64 - 3)).collect();
        for (index, rule) in [Cut::AtBeta, Cut::AboveBeta].into_iter().enumerate() {
            let mut ruled = exercise(&shape, &values, Some(rule));
            let mut free = exercise(&shape, &values, None);
            for (place, leaf) in ruled.tree.leaves().collect::<Vec<_>>().into_iter().enumerate() {
                let siblings = &ruled.tree.node(ruled.tree.node(leaf).parent.unwrap()).children;
                let Some(next) = siblings.iter().copied().find(|&sibling| leaf < sibling) else { continue };
                if !ruled.key().reads(leaf) {
                    continue;
                }
                let cutting: Vec<i64> = VALUES
                    .filter(|&value| {
                        let mut values = values.clone();
                        values[place] = value;
                        let tree = exercise(&shape, &values, Some(rule)).tree;
                        let search = Solution::of(&tree, ExerciseSearch::Right(rule));
                        search.visits[next].is_none() && !search.reads(next)
                    })
                    .collect();
                let question = Question::of(QuestionKind::Range, leaf);
                let key = key_answers(&ruled.tree, &[question], ruled.key()).text(&ruled.tree, question).unwrap();
                (ruled.asked, free.asked) = (vec![question], vec![question]);
                let of = |text: &str| ranges.iter().find(|(written, _)| written == text).map(|(_, values)| values);
                assert_eq!(of(&key), Some(&cutting), "{shape} {values:?} {rule:?} {key}");
                asked[index] += usize::from(!cutting.is_empty());
                for (text, _) in &ranges {
                    let line = format!("{} cuts if: {text}", ruled.tree.node(leaf).name);
                    let is_full = |exercise: &Exercise| {
                        let marks = grade(exercise, &read_answers(&line, &exercise.tree));
                        marks.score == marks.max
                    };
                    assert_eq!(is_full(&ruled), *text == key, "{shape} {values:?} {rule:?}: {line}");
                    assert!(*text != key || is_full(&free), "{shape} {values:?} {rule:?}: {line}");
                }
            }
        }
    }
    assert!(asked.into_iter().all(|asked| asked > 20), "{asked:?}");
}
