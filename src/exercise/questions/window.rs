//! The question: with which window does the search reach this inner node?

use super::{Answer, AnswerVerdict, Exercise, Grader, JudgedAnswer, PaperTree, Question, QuestionRules, Solution};
use crate::core::score::Score;

pub(super) struct WindowQuestion;

impl QuestionRules for WindowQuestion {
    /// The root's window is always the same, so the question begins at the first inner node below the root.
    fn in_tree(&self) -> Option<usize> {
        Some(1)
    }

    fn name(&self, tree: &PaperTree, question: Question) -> String {
        format!("window {}", tree.node(question.node).name)
    }

    fn answer(&self, _: &PaperTree, search: &Solution, question: Question) -> Option<Answer> {
        let visit = search.visits[question.node].as_ref()?;
        Some(Answer::Window([Some(visit.window.alpha), Some(visit.window.beta)]))
    }

    fn line(&self, tree: &PaperTree, question: Question, answer: Option<&Answer>) -> String {
        let [alpha, beta] = if let Some(Answer::Window(ends)) = answer { *ends } else { [None; 2] };
        let text = |end: Option<Score>| end.map_or("  ".to_owned(), |end| tree.text(end));
        format!("{}: alpha {}, beta {}", tree.node(question.node).name, text(alpha), text(beta))
    }

    fn judge(&self, grader: &Grader<'_>, question: Question) -> Option<JudgedAnswer> {
        let tree = grader.tree();
        let given = grader.answers.window(question.node)?;
        let Some(visit) = &grader.key().visits[question.node] else { return Some(JudgedAnswer::never()) };
        let follows = grader.own().window(question.node);
        let ends = [(visit.window.alpha, follows.alpha, "alpha"), (visit.window.beta, follows.beta, "beta")];
        let mut parts = Vec::new();
        let (mut accepted, mut is_carried) = (0, false);
        // From MIN's view, alpha is beta with the other sign.
        let is_turned = grader.is_turned(question.node);
        for ((right, own, name), given) in ends.into_iter().zip(given) {
            let (shown, name) = match (is_turned, name) {
                (false, name) => (right, name),
                (true, "alpha") => (-right, "beta"),
                (true, _) => (-right, "alpha"),
            };
            let shown = tree.text(shown);

            match given {
                Some(given) if given == right => accepted += 1,
                Some(given) if given == own => {
                    accepted += 1;
                    is_carried = true;
                    parts.push(format!(
                        "{name} follows from your other answers, so it counts as right; the correct {name} is {shown}"
                    ));
                }
                Some(_) => parts.push(format!("{name} is {shown}")),
                None => parts.push(format!("{name} is missing; it is {shown}")),
            }
        }
        if is_turned {
            parts.reverse();
        }
        parts.push(grader.exercise.reason_by(grader.key(), question));
        let verdict = match (accepted, is_carried) {
            (2, false) => AnswerVerdict::Right,
            (2, true) => AnswerVerdict::Carried,
            _ => AnswerVerdict::Wrong,
        };
        Some(JudgedAnswer { verdict, share: (accepted, 2), message: parts.join("; ") })
    }

    fn reason(&self, exercise: &Exercise, key: &Solution, question: Question) -> String {
        let tree = &exercise.tree;
        let Some(visit) = &key.visits[question.node] else { return "the search never visits this node".to_owned() };
        let ends = [visit.window.alpha, visit.window.beta];
        let has = |side: &str, end: usize| {
            let owner = visit.set_by[end].map(|owner| tree.node(owner).name.as_str());
            owner.map(|owner| format!("{side} already has {}, with {owner}", tree.text(ends[end])))
        };
        let [max, min] = tree.sides();
        let known: Vec<String> = [has(max, 0), has(min, 1)].into_iter().flatten().collect();
        if known.is_empty() { "nothing is known yet".to_owned() } else { known.join("; ") }
    }
}
