//! Writes answers as lines of text: as a template or as the key.

use super::Question;
use super::questions::answers::Answers;
use super::solution::Solution;
use super::tree::PaperTree;
use std::fmt::Write;

/// Writes answers as lines of text that [`read_answers`](super::read_answers) can read back. Questions without an
/// answer in `answers` get blanks.
///
/// The lines are in the order of the questions. `head` comes before them, as comments.
pub fn as_text(tree: &PaperTree, asked: &[Question], answers: &Answers, head: &[String]) -> String {
    let mut text: String = head.iter().map(|line| format!("# {line}").trim_end().to_owned() + "\n").collect();
    let _ = writeln!(text, "exercise: {}", tree.fingerprint());
    let _ = writeln!(text, "name: {}\n", answers.student.as_deref().unwrap_or_default());
    let mut before = None;
    for question in everywhere(tree, asked) {
        if before.is_some_and(|before| before != question.kind) {
            text.push('\n');
        }
        before = Some(question.kind);
        let line = question.rules().line(tree, question, answers.given(question));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// Returns the questions. Those that are asked inside the tree are repeated at all inner nodes, because students must
/// find out which nodes the search visits.
fn everywhere(tree: &PaperTree, asked: &[Question]) -> Vec<Question> {
    let mut all = Vec::new();
    for (index, &question) in asked.iter().enumerate() {
        let is_first = index == 0 || asked[index - 1].kind != question.kind;
        match question.rules().in_tree() {
            Some(first) if is_first => {
                let inner = (first..tree.nodes().len()).filter(|&node| !tree.is_leaf(node));
                all.extend(inner.map(|node| Question::of(question.kind, node)));
            }
            Some(_) => {}
            None => all.push(question),
        }
    }
    all
}

pub fn key_answers(tree: &PaperTree, asked: &[Question], solution: &Solution) -> Answers {
    let answer = |&question: &Question| Some((question, question.rules().answer(tree, solution, question)?));
    asked.iter().filter_map(answer).collect()
}
