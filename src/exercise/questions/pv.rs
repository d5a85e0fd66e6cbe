//! The question: what is the best line?

use super::super::numbers::number;
use super::answers::shortened;
use super::{
    Answer, AnswerReader, EQUALLY_GOOD, Exercise, Grader, JudgedAnswer, PaperTree, Question, QuestionKind,
    QuestionRules, Solution, is_dash, prefix,
};

pub(super) struct PvQuestion;

impl QuestionRules for PvQuestion {
    fn text(&self, exercise: &Exercise, _: Question) -> String {
        format!("What is the best line{}?", exercise.tree.rule_of_equals())
    }

    fn answer(&self, _: &PaperTree, search: &Solution, _: Question) -> Option<Answer> {
        Some(Answer::Line(search.pv.clone()))
    }

    fn read_list(&self, names: &[String], reader: &mut AnswerReader<'_>) {
        let mut line = Vec::new();
        // The number of a move, as in `1. Qg8+`.
        let is_count = |name: &str| name.ends_with('.') && name.chars().all(|c| c == '.' || c.is_ascii_digit());
        for name in reader.separated(names).iter().filter(|name| !is_dash(name) && !is_count(name)) {
            let above = line.last().copied().unwrap_or(0);
            // A student may begin the line with the root, which is not a move.
            if line.is_empty() && reader.tree.find(name) == Some(0) {
                continue;
            }
            if let Some(node) = reader.step(above, name) {
                line.push(node);
                continue;
            }
            // The value of the last leaf may follow its name.
            if number(name.trim_matches(['(', ')']), reader.tree) != Some(reader.tree.node(above).value) {
                let end = if line.is_empty() { "" } else { "; the names before it count" };
                reader.complain(format!("there is no node `{}`{end}", shortened(name)));
            }
            break;
        }
        if !line.is_empty() {
            reader.take(Question::whole(QuestionKind::Pv), Answer::Line(line));
        }
    }

    fn judge(&self, grader: &Grader<'_>, question: Question) -> Option<JudgedAnswer> {
        let Answer::Line(given) = grader.answers.given(question)? else { return None };
        let pv = &grader.key().pv;
        if given == pv {
            return Some(grader.right(question));
        }
        if *given == grader.own().pv() {
            return Some(grader.carried(question, "your own values"));
        }
        let (right, whole) = (prefix(given, pv), pv.len().max(given.len()));
        let expected = grader.expected(question);
        Some(match is_best(grader.tree(), given) {
            true if 2 * right < whole => JudgedAnswer::part(1, 2, format!("{EQUALLY_GOOD}; {expected}")),
            true => JudgedAnswer::part(right, whole, format!("{EQUALLY_GOOD}; {expected}")),
            false => JudgedAnswer::part(right, whole, expected),
        })
    }

    fn reason(&self, _: &Exercise, _: &Solution, _: Question) -> String {
        "at each node, take the first child with the node's value, down to a leaf".to_owned()
    }
}

/// Returns whether a line leads from the root to a leaf and each of its nodes has the root's value.
fn is_best(tree: &PaperTree, line: &[usize]) -> bool {
    let above = std::iter::once(0).chain(line.iter().copied());
    let is_step = |(above, &node): (usize, &usize)| {
        tree.node(node).parent == Some(above) && tree.minimax(node) == tree.minimax(0)
    };
    line.last().is_some_and(|&last| tree.is_leaf(last)) && above.zip(line).all(is_step)
}
