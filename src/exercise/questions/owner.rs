//! The question: which move set this bound of this node's window?

use super::{Answer, End, Exercise, Grader, JudgedAnswer, PaperTree, Question, QuestionRules, Solution};

pub(super) struct OwnerQuestion;

fn end(question: Question) -> End {
    question.end.unwrap_or(End::Alpha)
}

impl QuestionRules for OwnerQuestion {
    /// Returns the bound that was passed down over the most plies; if there are several, the first one.
    fn place(&self, tree: &PaperTree, key: &Solution) -> Option<(usize, Option<End>)> {
        let mut furthest: Option<(usize, (usize, Option<End>))> = None;
        for node in 0..tree.nodes().len() {
            let Some(visit) = &key.visits[node] else { continue };
            for (owner, end) in visit.set_by.into_iter().zip([End::Alpha, End::Beta]) {
                let Some(owner) = owner else { continue };
                let plies = tree.node(node).ply + 1 - tree.node(owner).ply;
                if furthest.is_none_or(|(most, _)| most < plies) {
                    furthest = Some((plies, (node, Some(end))));
                }
            }
        }
        furthest.map(|(_, bound)| bound)
    }

    fn name(&self, tree: &PaperTree, question: Question) -> String {
        format!("{} of {} set by", end(question).name(), tree.node(question.node).name)
    }

    fn text(&self, exercise: &Exercise, question: Question) -> String {
        let (tree, end) = (&exercise.tree, end(question));
        let (name, side) = (&tree.node(question.node).name, tree.sides()[end as usize]);
        format!("When the search enters {name}, which earlier move of {side} guarantees {}?", end.name())
    }

    fn answer(&self, _: &PaperTree, search: &Solution, question: Question) -> Option<Answer> {
        let visit = search.visits[question.node].as_ref()?;
        Some(Answer::Node(visit.set_by[end(question) as usize]))
    }

    fn judge(&self, grader: &Grader<'_>, question: Question) -> Option<JudgedAnswer> {
        let Answer::Node(given) = grader.answers.given(question)? else { return None };
        let visit = grader.key().visits[question.node].as_ref();
        let owner = visit.and_then(|visit| visit.set_by[end(question) as usize]);
        Some(match *given == owner {
            true => grader.right(question),
            false => grader.wrong(question),
        })
    }

    fn reason(&self, exercise: &Exercise, key: &Solution, question: Question) -> String {
        let (tree, end) = (&exercise.tree, end(question));
        let Some(visit) = &key.visits[question.node] else { return String::new() };
        let Some(owner) = visit.set_by[end as usize] else { return "no move has set it".to_owned() };
        let plies = tree.node(question.node).ply + 1 - tree.node(owner).ply;
        let value = if end == End::Alpha { visit.window.alpha } else { visit.window.beta };
        let setter = tree.node(owner).parent.unwrap_or_default();
        let setter = if setter == 0 { "the root" } else { &tree.node(setter).name };
        let (name, end) = (&tree.node(question.node).name, end.name());
        let passed = match plies {
            1 => format!("{setter}, {name}'s parent, passed that down as {end}"),
            _ => format!("{setter} passed that down to {name} as {end}, over {plies} plies"),
        };
        format!("{} is worth {}; {passed}", tree.node(owner).name, tree.text(value))
    }
}
