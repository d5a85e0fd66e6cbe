//! The question: how many cutoffs are there?

use super::answers::shortened;
use super::{
    Answer, AnswerReader, Exercise, Grader, JudgedAnswer, PaperTree, Question, QuestionKind, QuestionRules, Solution,
};
use crate::core::text::listed;

pub(super) struct CutoffsQuestion;

impl QuestionRules for CutoffsQuestion {
    fn text(&self, _: &Exercise, _: Question) -> String {
        "How many cutoffs are there? You may include cutoffs that skip nothing.".to_owned()
    }

    fn answer(&self, _: &PaperTree, search: &Solution, _: Question) -> Option<Answer> {
        Some(Answer::Count(search.cutoffs.len() as u64))
    }

    fn numbers(&self, search: &Solution) -> Option<[usize; 2]> {
        Some([search.cutoffs.len(), search.real_cutoffs()])
    }

    fn read(&self, text: &str, reader: &mut AnswerReader<'_>) {
        let text = text.split_once(" (").map_or(text, |(count, _)| count);
        let count = match text.trim().trim_end_matches('.').to_lowercase().as_str() {
            "none" | "no" => Ok(0),
            text => text.parse().map_err(|_| shortened(text)),
        };
        match count {
            Ok(count) => reader.take(Question::whole(QuestionKind::Cutoffs), Answer::Count(count)),
            Err(text) => reader.complain(format!("`{text}` is not a number of cutoffs")),
        }
    }

    fn alike(&self, _: &PaperTree, search: &Solution, _: Question, given: &Answer) -> (bool, bool) {
        let is = |count: usize| *given == Answer::Count(count as u64);
        let [all, real] = [search.cutoffs.len(), search.real_cutoffs()].map(is);
        (all || real, all)
    }

    fn judge(&self, grader: &Grader<'_>, question: Question) -> Option<JudgedAnswer> {
        let given = grader.answers.given(question)?;
        Some(match self.alike(grader.tree(), grader.key(), question, given).0 {
            true => grader.right(question),
            false => grader.wrong(question),
        })
    }

    fn reason(&self, exercise: &Exercise, key: &Solution, _: Question) -> String {
        let nodes: Vec<&str> = key.cutoffs.iter().map(|&(node, _)| exercise.tree.node(node).name.as_str()).collect();
        let (all, real) = (nodes.len(), key.real_cutoffs());
        let at = match nodes.as_slice() {
            [] => "no score reaches a bound".to_owned(),
            nodes => format!("at {}", listed(nodes)),
        };
        match all - real {
            0 => at,
            1 => format!("{at}; one of them skips nothing, so {real} is also right"),
            idle => format!("{at}; {idle} of them skip nothing, so {real} is also right"),
        }
    }
}
