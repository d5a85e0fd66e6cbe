//! The pipe between `exercise run` and a program: whatever the program writes, there is a verdict in a sentence, and no
//! wrong program is called right.

use plywood::Score;
use plywood::game::{Movers, Side};
use plywood::internal::exercise::Exercise;
use plywood::internal::homework::{AskedAlgorithm, Attempt, Lost, Task, TieRule, Twig, Wire, judge, talk};
use plywood::model::{Lesson, Model};
use std::str::Lines;

/// A program that writes these lines whatever the answers are, and ends.
struct Program<'a> {
    lines: Lines<'a>,
    heard: usize,
}

impl Wire for Program<'_> {
    fn send(&mut self, line: &str) {
        assert!(!line.contains('\n') && !line.is_empty(), "{line:?}");
        self.heard += 1;
    }

    fn receive(&mut self) -> Result<String, Lost> {
        let ended = || Lost::Ended("ended with exit code 0".to_owned(), String::new());
        self.lines.next().map(|line| line.trim_end().to_owned()).ok_or_else(ended)
    }
}

/// The first line says what is searched and how: some words, then a tree in brackets. The others are the program's.
pub fn pipe(text: &str) {
    let (first, lines) = text.split_once('\n').unwrap_or((text, ""));
    let Some(at) = first.find('(') else { return };
    let (words, tree) = first.split_at(at);
    let Some(task) = task(words, tree) else { return };
    let has = |name: &str| words.split_whitespace().any(|word| word == name);
    let algorithm = if has("minimax") { AskedAlgorithm::Minimax } else { AskedAlgorithm::AlphaBeta };
    let rule = if has("ge") {
        TieRule::Ge
    } else if has("gt") {
        TieRule::Gt
    } else {
        TieRule::Any
    };
    let mut program = Program { lines: lines.lines(), heard: 0 };
    let attempt = talk(&task, algorithm, &mut program);
    assert!(0 < program.heard && program.heard <= 1 + lines.lines().count());
    told(&task, &attempt);
    let judgement = judge(&task, &attempt, algorithm, rule);
    assert_eq!(judgement.why.is_empty(), judgement.all.is_empty(), "{judgement:?}");
    assert!(!judgement.why.contains(|c: char| c.is_control() && c != '\n'), "{judgement:?}");
    if judgement.verdict.is_right() {
        right(&task, &attempt, algorithm);
    }
    // The same conversation has the same result.
    assert_eq!(attempt, talk(&task, algorithm, &mut Program { lines: lines.lines(), heard: 0 }));
}

fn task(words: &str, tree: &str) -> Option<Task> {
    let exercise = Exercise::new(&Lesson::new(&Model::from_typed(tree).ok()?).ok()?).ok()?;
    let depth = words.split_whitespace().find_map(|word| word.parse().ok()).filter(|&depth| 0 < depth);
    let side = if words.split_whitespace().any(|word| word == "min") { Side::Second } else { Side::First };
    Some(Task { depth, ..Task::of(Twig::of(&exercise.tree, 0), Movers::alternating(side)) })
}

/// Its reads are leaves, each once, and errors are reported.
fn told(task: &Task, attempt: &Attempt) {
    let tree = task.searched();
    let mut reads = attempt.reads.clone();
    assert!(reads.iter().all(|&read| tree.is_leaf(read)), "{attempt:?}");
    reads.sort_unstable();
    reads.dedup();
    assert_eq!(reads.len(), attempt.reads.len(), "{attempt:?}");
    assert!(attempt.again.iter().all(|again| reads.contains(again)), "{attempt:?}");
    match &attempt.answer {
        Ok(answer) => assert!(answer.best.is_none_or(|best| best < tree.node(0).children.len())),
        Err(trouble) => assert!(!trouble.what.is_empty() && trouble.what.ends_with(['.', '?']), "{trouble:?}"),
    }
}

/// Its value equals minimax, its move has that value, and minimax has read every leaf.
fn right(task: &Task, attempt: &Attempt, algorithm: AskedAlgorithm) {
    let answer = attempt.answer.as_ref().expect("who gives no answer is not right");
    let worth = |twig: &Twig, ply| minimax(twig, task.root_is_max() == (ply % 2 == 0), task, ply);
    assert_eq!(answer.value, worth(&task.tree, 0), "{task}: {attempt:?}");
    let children = task.searched().node(0).children.len();
    assert_eq!(answer.best.is_some(), children != 0, "{task}: {attempt:?}");
    if let Some(best) = answer.best {
        assert_eq!(worth(&task.tree.children[best], 1), answer.value, "{task}: {attempt:?}");
    }
    if algorithm == AskedAlgorithm::Minimax {
        assert_eq!(attempt.reads.len(), task.searched().leaves().count(), "{task}: {attempt:?}");
    }
}

/// Returns the value of a node for MAX.
fn minimax(twig: &Twig, is_max: bool, task: &Task, ply: usize) -> Score {
    let values = twig.children.iter().map(|child| minimax(child, !is_max, task, ply + 1));
    let is_leaf = task.depth.is_some_and(|depth| depth <= ply);
    let value = if is_max { values.max() } else { values.min() };
    value.filter(|_| !is_leaf).unwrap_or(twig.value)
}
