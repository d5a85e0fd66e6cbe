//! Answers of students: whatever they type, they get their marks, and what is right stays right.

use super::bytes::digest;
use plywood::exercise::{Exercise, as_text, grade, key_answers, read_answers, suspect};
use plywood::model::{Lesson, Model};
use plywood::render::Style;
use plywood::render::exercise::{Graded, MARKS, SHEETS};

/// The trees that are asked about.
const TREES: [&str; 4] = [
    "((3 12 8) (2 4 6) (14 5 2))",
    "(((5 6) (7 4 5)) ((3)) (((6)) ((6 9) (7))) (5 (9 8)))",
    "((1 1) (1 1))",
    "((-2.5 (0.125 3) x:(4 4)) b=7 (1 (2 (3 4))))",
];

pub fn answers(text: &str) {
    let digest = digest(text.as_bytes());
    let typed = TREES[usize::from(digest[0]) % TREES.len()];
    let model = Model::from_typed(typed).expect("the tree is right");
    let exercise = Exercise::new(&Lesson::new(&model).expect("the tree is right")).expect("the tree is right");
    let answers = read_answers(text, &exercise.tree);
    let marks = grade(&exercise, &answers);
    let _ = suspect(&exercise, &answers);
    let graded = [Graded { file: "a.answers".to_owned(), marks: Ok(marks) }];
    for format in MARKS {
        (format.write)(&graded, (&exercise, "exercise"), &Style::default(), &mut Vec::new()).expect("it is written");
    }
    if digest[1] < 8 {
        key(&exercise);
        for format in SHEETS {
            let is_key = digest[2].is_multiple_of(2);
            (format.write)(&exercise, is_key, &Style::default(), &mut Vec::new()).expect("it is written");
        }
    }
    // What was understood is written so that it is understood again.
    if answers.complaints.is_empty() {
        let again = read_answers(&as_text(&exercise.tree, &exercise.asked, &answers, &[]), &exercise.tree);
        assert!(again.complaints.is_empty(), "{:?}", again.complaints);
    }
}

/// The right answers get all points.
fn key(exercise: &Exercise) {
    let key = key_answers(&exercise.tree, &exercise.asked, exercise.key());
    let read = read_answers(&as_text(&exercise.tree, &exercise.asked, &key, &[]), &exercise.tree);
    assert!(read.complaints.is_empty(), "{:?}", read.complaints);
    let marks = grade(exercise, &read);
    assert!(marks.items.iter().all(|mark| mark.points == mark.max), "{marks:?}");
}
