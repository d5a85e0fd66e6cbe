//! The question: which root move is best?

use super::{
    Answer, AnswerReader, EQUALLY_GOOD, Exercise, Grader, JudgedAnswer, PaperTree, Question, QuestionKind,
    QuestionRules, Solution,
};

pub(super) struct BestQuestion;

impl QuestionRules for BestQuestion {
    fn text(&self, exercise: &Exercise, _: Question) -> String {
        format!("Which move is best at the root{}?", exercise.tree.rule_of_equals())
    }

    fn answer(&self, _: &PaperTree, search: &Solution, _: Question) -> Option<Answer> {
        search.best().map(|best| Answer::Node(Some(best)))
    }

    fn read(&self, text: &str, reader: &mut AnswerReader<'_>) {
        // Students may add the value: `A (value 7)`.
        let name = text.split_once(" (").map_or(text, |(name, _)| name);
        if let Some(node) = reader.step(0, name).or_else(|| reader.node(name)) {
            reader.take(Question::whole(QuestionKind::Best), Answer::Node(Some(node)));
        }
    }

    fn judge(&self, grader: &Grader<'_>, question: Question) -> Option<JudgedAnswer> {
        let tree = grader.tree();
        let Answer::Node(Some(given)) = *grader.answers.given(question)? else { return None };
        if Some(given) == grader.key().best() {
            return Some(grader.right(question));
        }
        if grader.own().best_child(0) == Some(given) {
            return Some(grader.carried(question, "your own values"));
        }
        let expected = grader.expected(question);
        let is_tie = tree.node(given).parent == Some(0) && tree.minimax(given) == tree.minimax(0);
        Some(match is_tie {
            true => JudgedAnswer::part(1, 2, format!("{EQUALLY_GOOD}; {expected}")),
            false => JudgedAnswer::wrong(expected),
        })
    }

    fn reason(&self, _: &Exercise, _: &Solution, _: Question) -> String {
        "the first root move with the best value; a bound that ties does not replace it".to_owned()
    }
}
