//! The question: in which order are the leaves read?

use super::{
    Answer, AnswerReader, AnswerVerdict, Exercise, Grader, JudgedAnswer, PaperTree, Question, QuestionKind,
    QuestionRules, Solution, is_dash, prefix,
};

pub(super) struct OrderQuestion;

impl QuestionRules for OrderQuestion {
    fn text(&self, _: &Exercise, _: Question) -> String {
        "In which order are the leaves read?".to_owned()
    }

    fn shared(&self) -> &'static str {
        ", all for the whole order, some for a correct beginning"
    }

    fn answer(&self, _: &PaperTree, search: &Solution, _: Question) -> Option<Answer> {
        Some(Answer::Line(search.order()))
    }

    fn read_list(&self, names: &[String], reader: &mut AnswerReader<'_>) {
        // Ignore inner nodes, which students write to show when the search enters a node, and dashes, which only
        // separate the leaves.
        let is_leaf = |name: &&String| reader.tree.find(name).is_none_or(|node| reader.tree.is_leaf(node));
        let leaves: Vec<String> = names.iter().filter(|name| is_leaf(name) && !is_dash(name)).cloned().collect();
        if let Some(leaves) = reader.leaves(&leaves) {
            reader.take(Question::whole(QuestionKind::Order), Answer::Line(leaves));
        }
    }

    fn judge(&self, grader: &Grader<'_>, question: Question) -> Option<JudgedAnswer> {
        let Answer::Line(given) = grader.answers.given(question)? else { return None };
        let expected = grader.key().order();
        if *given == expected {
            return Some(grader.right(question));
        }
        if let Some(pruned) = grader.answers.pruned() {
            let own = grader.tree().leaves().filter(|leaf| !pruned.contains(leaf));
            if own.eq(given.iter().copied()) {
                let why = "follows from the leaves that you skipped, so no points lost";
                return Some(JudgedAnswer { verdict: AnswerVerdict::Carried, ..JudgedAnswer::right(why.to_owned()) });
            }
        }
        let same = prefix(given, &expected);
        let (count, names) = (expected.len(), grader.exercise.names(&expected));
        let message = format!("the first {same} of {count} are right; right: {names}");
        Some(JudgedAnswer::part(same, count.max(given.len()), message))
    }

    fn reason(&self, _: &Exercise, _: &Solution, _: Question) -> String {
        "from left to right, without the leaves that are not read".to_owned()
    }
}
