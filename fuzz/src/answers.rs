//! Students' answers: whatever they type and whatever the nodes are named, they get marks, and correct answers stay
//! correct.

use super::bytes::{Bytes, digest};
use plywood::internal::exercise::{
    Answers, Exercise, Graded, MARKS, Paper, SHEETS, as_text, grade, key_answers, read_answers, suspect,
};
use plywood::internal::page::Style;
use plywood::model::{Lesson, Model, ModelMove, QuestionKind, Questions};

/// Trees for the questions.
const TREES: [&str; 4] = [
    "((3 12 8) (2 4 6) (14 5 2))",
    "(((5 6) (7 4 5)) ((3)) (((6)) ((6 9) (7))) (5 (9 8)))",
    "((1 1) (1 1))",
    "((-2.5 (0.125 3) x:(4 4)) b=7 (1 (2 (3 4))))",
];

pub fn answers(text: &str) {
    let digest = digest(text.as_bytes());
    let exercise = match TREES.get(usize::from(digest[0]) % (2 * TREES.len())) {
        Some(typed) => made(&Model::from_typed(typed).expect("the tree is right")).expect("the tree is right"),
        None => match named(text) {
            Some(exercise) => {
                key(&exercise);
                exercise
            }
            None => return,
        },
    };
    let answers = read_answers(text, &exercise.tree);
    let marks = grade(&exercise, &answers);
    let _ = suspect(&exercise, &answers);
    let graded = [Graded { file: "a.answers".to_owned(), paper: 0, marks: Ok(marks) }];
    let papers = [Paper { exercise: exercise.clone(), name: "exercise".to_owned() }];
    for format in MARKS {
        (format.write)(&graded, &papers, &Style::default(), &mut Vec::new()).expect("it is written");
    }
    if digest[1] < 8 {
        key(&exercise);
        for format in SHEETS {
            let is_key = digest[2].is_multiple_of(2);
            (format.write)(std::slice::from_ref(&exercise), is_key, &Style::default(), &mut Vec::new())
                .expect("it is written");
        }
    }
    // Understood answers are written so that they can be read again.
    if answers.complaints.is_empty() {
        let again = read_answers(&as_text(&exercise.tree, &exercise.asked, &answers, &[]), &exercise.tree);
        assert!(again.complaints.is_empty(), "{:?}", again.complaints);
    }
}

/// A tree whose nodes are named with the words of a text, and whose title is the text: its key gets all points.
pub fn names(text: &str) {
    if let Some(exercise) = named(text) {
        key(&exercise);
    }
}

fn made(model: &Model) -> Option<Exercise> {
    let exercise = Questions { items: QuestionKind::ALL.to_vec(), ..Questions::default() };
    let model = Model { exercise: Some(exercise), ..model.clone() };
    Exercise::new(&Lesson::new(&model).ok()?).ok()
}

fn named(text: &str) -> Option<Exercise> {
    let mut words: Vec<&str> = Vec::new();
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
        if !word.is_empty() && !words.contains(&word) {
            words.push(word);
        }
    }
    let shape = digest(text.as_bytes()).repeat(4);
    let title = text.chars().take(60).collect();
    made(&Model { title, moves: moves(&words, &mut Bytes(&shape), 0)?, ..Model::default() })
}

/// Up to four moves, the first two of them with replies; names may repeat elsewhere.
fn moves(words: &[&str], bytes: &mut Bytes<'_>, ply: usize) -> Option<Vec<ModelMove>> {
    let count = usize::from(bytes.next()) % 4 + if ply == 0 { 2 } else { 0 };
    if ply == 4 || count == 0 {
        return None;
    }
    let first = usize::from(bytes.next());
    let node = |index: usize| {
        let name = words[(first + index) % words.len()].to_owned();
        let score = f64::from(bytes.next() % 16) - 4.0;
        Some(ModelMove { name, score: Some(score), moves: moves(words, bytes, ply + 1), ..ModelMove::default() })
    };
    (0..count.min(words.len())).map(node).collect()
}

/// The correct answers get all points, by both rules for ties, and a blank sheet contains no answers.
fn key(exercise: &Exercise) {
    let blank = as_text(&exercise.tree, &exercise.asked, &Answers::default(), std::slice::from_ref(&exercise.title));
    let read = read_answers(&blank, &exercise.tree);
    assert!(read.is_empty() && read.complaints.is_empty(), "{read:?}\n{blank}");
    for solution in &exercise.keys {
        let key = key_answers(&exercise.tree, &exercise.asked, solution);
        let text = as_text(&exercise.tree, &exercise.asked, &key, std::slice::from_ref(&exercise.title));
        let read = read_answers(&text, &exercise.tree);
        assert!(read.complaints.is_empty(), "{:?}\n{text}", read.complaints);
        let marks = grade(exercise, &read);
        assert!(marks.items.iter().all(|mark| mark.points == mark.max), "{marks:?}\n{text}");
    }
}
