//! The question: what is the best line?

use super::{
    Answer, AnswerReader, Exercise, Grader, Item, JudgedAnswer, PaperTree, Question, QuestionKind, Solution, prefix,
};

pub(super) struct PvQuestion;

impl QuestionKind for PvQuestion {
    fn text(&self, _: &Exercise, _: Question) -> String {
        "What is the best line?".to_owned()
    }

    fn answer(&self, _: &PaperTree, search: &Solution, _: Question) -> Option<Answer> {
        Some(Answer::Line(search.pv.clone()))
    }

    fn read_list(&self, names: &[&str], reader: &mut AnswerReader<'_>) {
        let mut line = Vec::new();
        for name in names {
            let above = line.last().copied().unwrap_or(0);
            // A student may begin the line with the root, which is not a move.
            if line.is_empty() && reader.tree.find(name) == Some(0) {
                continue;
            }
            let Some(node) = reader.step(above, name) else { return };
            line.push(node);
        }
        reader.take(Question::whole(Item::Pv), Answer::Line(line));
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
        Some(JudgedAnswer::part(prefix(given, pv), pv.len().max(given.len()), grader.expected(question)))
    }

    fn reason(&self, _: &Exercise, _: &Solution, _: Question) -> String {
        "at each node, take the child that has its value, down to a leaf".to_owned()
    }
}
