//! Reports of programs that nobody has to start: what they did is made up.

use super::super::super::run::{Attempt, KnownWrong, ProgramAnswer, Task, Twig, judge};
use super::*;
use crate::score::Score;
use crate::search::Mistake;
use serde_json::Value;
use std::time::Duration;

/// A tree of two plies with these leaves.
pub(super) fn task(leaves: &[&[i32]], root_is_max: bool) -> Task {
    let leaf = |&value: &i32| Twig::leaf(Score::from_millipawns(value * 1000));
    let node = |children| Twig { value: Score::ZERO, children };
    let tree = node(leaves.iter().map(|leaves| node(leaves.iter().map(leaf).collect())).collect());
    Task { tree, root_is_max, depth: None }
}

/// What is found of a program that reads these leaves, and calls the first move best.
pub(super) fn smallest(task: Task, reads: &[usize]) -> Smallest {
    let tree = task.searched();
    let answer = Ok(ProgramAnswer { value: tree.minimax(0), best: Some(0) });
    let attempt = Attempt { answer, reads: reads.to_vec(), windows: Vec::new(), again: None, beside: None };
    let judgement = judge(&task, &attempt, AskedAlgorithm::AlphaBeta, TieRule::Any);
    Smallest { task, attempt, judgement }
}

fn ran(smallest: Smallest, mistake: Option<KnownWrong>) -> RanProgram {
    let time = Duration::from_secs(1);
    let orders =
        Orders { algorithm: AskedAlgorithm::AlphaBeta, rule: TieRule::Any, trees: 20, seed: 1, time, own: None };
    let finding = smallest.judgement.finding;
    let tests = vec![Test { name: "values", passed: false, message: "wrong".to_owned() }];
    let (why, smallest) = (String::new(), Some(smallest));
    let report =
        ProgramReport { orders, finding, why, wrong: 2, tried: 20, smallest, mistake, remembers: false, tests };
    RanProgram { student: None, program: vec!["./mine".to_owned()], report }
}

fn written(name: &str, ran: &RanProgram, around: &Surroundings) -> String {
    let format = REPORTS.iter().find(|format| format.name == name).unwrap();
    let mut out = Vec::new();
    (format.write)(std::slice::from_ref(ran), around, &Style::default(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Upright a drawing says that MAX moves at the root; where MIN does, a table tells which leaf was read as which.
#[test]
fn a_tree_that_is_not_drawn_is_a_table_of_what_was_read() {
    let page =
        written("text", &ran(smallest(task(&[&[3, 1], &[2, 4]], false), &[3, 2, 5]), None), &Surroundings::default());
    let row = |name: &str| -> Vec<String> {
        let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        page.lines().map(words).find(|words| words.first().is_some_and(|first| first == name)).unwrap_or_default()
    };
    assert_eq!(row("A1"), ["A1", "3", "2nd", "1st"], "{page}");
    assert_eq!(row("A2"), ["A2", "1", "1st", "2nd"], "{page}");
    assert_eq!(row("B1"), ["B1", "2", "3rd", "3rd"], "{page}");
    assert_eq!(row("B2"), ["B2", "4", "-", "4th"], "{page}");
    assert_eq!(row("B"), ["B", "(MAX)", "4"], "{page}");
}

#[test]
fn ordinals_are_english() {
    let all = [1, 2, 3, 4, 10, 11, 12, 13, 14, 20, 21, 22, 23, 24, 101, 111, 112, 113, 121].map(ordinal);
    let wanted = "1st 2nd 3rd 4th 10th 11th 12th 13th 14th 20th 21st 22nd 23rd 24th 101st 111th 112th 113th 121st";
    assert_eq!(all.join(" "), wanted);
}

/// A mistake that explains most of what a program does, and not all of it, is told with how much that is: to people and to platforms.
#[test]
fn a_mistake_that_is_not_all_of_it_is_told_with_how_often() {
    let like = |equal: usize| {
        let mistake = Some(Mistake::RootWindow);
        Some(KnownWrong { mistake, equal, of: 20, is_soft: false, also: Vec::new() })
    };
    let smallest = smallest(task(&[&[3, 12, 8], &[2, 4, 6]], true), &[2, 3]);
    let some = ran(smallest.clone(), like(18));
    let what = Mistake::RootWindow.description();
    let said = format!("On 18 of 20 trees it does what a search does with the mistake root-window: {what}.");
    let page = written("text", &some, &Surroundings::default());
    let paragraph = page.split("\n\n").find(|part| part.starts_with("On 18 of 20 trees")).unwrap_or(&page);
    assert!(paragraph.split_whitespace().collect::<Vec<_>>().join(" ").starts_with(&said), "{page}");
    let platform: Value = serde_json::from_str(&written("gradescope", &some, &Surroundings::default())).unwrap();
    assert!(platform["output"].as_str().unwrap().lines().any(|line| line == said), "{platform}");
    let page = written("text", &ran(smallest, like(20)), &Surroundings::default());
    assert!(page.contains("\nThis is what a search does with the mistake root-window: "), "{page}");
}

/// Each variable of the platform stands in the field that is named after it.
#[test]
fn classroom_50_gets_back_what_it_said() {
    let around = Surroundings {
        variables: VARIABLES.map(|name| (name, format!("my {name}"))).to_vec(),
        datetime: "2026-11-23T12:00:00Z".to_owned(),
    };
    let ran = ran(smallest(task(&[&[3, 12, 8], &[2, 4, 6]], true), &[2, 3]), None);
    let fields = ["classroom", "assignment", "submission", "commit", "release", "review"];
    let document: Value = serde_json::from_str(&written("classroom50", &ran, &around)).unwrap();
    assert_eq!(fields.map(|field| document[field].clone()), VARIABLES.map(|name| format!("my {name}")));
    assert_eq!(document["datetime"], "2026-11-23T12:00:00Z");
    let alone: Value = serde_json::from_str(&written("classroom50", &ran, &Surroundings::default())).unwrap();
    assert_eq!(fields.map(|field| alone[field].clone()), [""; 6]);
}
