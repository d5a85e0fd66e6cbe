//! Which wrong search was it? The answers are compared with those of every known mistake.

use super::Exercise;
use super::answers::Answers;
use super::asked::{Question, cutting, threshold};
use super::solution::{Search, Solution};
use super::tree::PaperTree;
use super::written::key_answers;
use crate::search::Mistake;
use std::cmp::Reverse;

/// The wrong search whose answers are most like those of a student.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suspicion {
    /// The mistake.
    pub mistake: Mistake,
    /// How many of the answers it explains.
    pub explained: usize,
    /// How many of them the right search explains.
    pub right: usize,
    /// How many answers there are.
    pub given: usize,
}

/// Returns the mistake that explains most of the answers, if it explains more of them than the right search.
///
/// Signs are of less weight than numbers: a search that fails hard and one that fails soft make the same mistake.
#[must_use]
pub fn suspect(exercise: &Exercise, answers: &Answers) -> Option<Suspicion> {
    let rules = if exercise.questions.rule.is_some() { 1 } else { 2 };
    let rights = exercise.keys[..rules].iter().map(|key| Likeness::of(exercise, answers, key));
    let right = rights.max_by_key(Likeness::rank)?;
    let wrong = Mistake::ALL.iter().map(|&mistake| {
        (mistake, Likeness::of(exercise, answers, &Solution::of(&exercise.tree, Search::Wrong(mistake))))
    });
    let (mistake, best) = wrong.enumerate().max_by_key(|(index, (_, likeness))| (likeness.rank(), Reverse(*index)))?.1;
    let suspicion = Suspicion { mistake, explained: best.numbers, right: right.numbers, given: right.given };
    (right.numbers < best.numbers).then_some(suspicion)
}

/// How like the answers of a search those of a student are.
struct Likeness {
    given: usize,
    /// Answers with the same numbers.
    numbers: usize,
    /// Answers that are the same in every way.
    same: usize,
}

impl Likeness {
    fn rank(&self) -> (usize, usize) {
        (self.numbers, self.same)
    }

    fn of(exercise: &Exercise, answers: &Answers, search: &Solution) -> Self {
        let tree = &exercise.tree;
        // Values and windows count wherever they are given: also where the right search never comes.
        let values = answers.values.keys().map(|&node| Question::Value(node));
        let windows = answers.windows.keys().map(|&node| Question::Window(node));
        let others = exercise
            .asked
            .iter()
            .copied()
            .filter(|question| !matches!(question, Question::Value(_) | Question::Window(_)));
        let questions: Vec<Question> = values.chain(windows).chain(others).collect();
        let theirs = key_answers(tree, &questions, search);
        let mut likeness = Self { given: 0, numbers: 0, same: 0 };
        for question in questions {
            let Some((numbers, same)) = alike(tree, question, answers, &theirs, search) else { continue };
            likeness.given += 1;
            likeness.numbers += usize::from(numbers);
            likeness.same += usize::from(same);
        }
        likeness
    }
}

/// Whether the numbers are alike, and whether all is; nothing if there is no answer.
fn alike(
    tree: &PaperTree,
    question: Question,
    answers: &Answers,
    theirs: &Answers,
    search: &Solution,
) -> Option<(bool, bool)> {
    let both = |is_same: bool| Some((is_same, is_same));
    match question {
        Question::Value(node) => {
            let given = answers.values.get(&node)?;
            let Some(visit) = &search.visits[node] else { return both(false) };
            let own = theirs.values.get(&node)?;
            let is_like = [own.score, visit.value.0, visit.found].contains(&given.score);
            Some((is_like, own == given))
        }
        Question::Window(node) => {
            let given = answers.windows.get(&node)?;
            both(theirs.windows.get(&node) == Some(given))
        }
        Question::Pruned => both(answers.pruned.as_ref()? == theirs.pruned.as_ref()?),
        Question::Order => both(answers.order.as_ref()? == theirs.order.as_ref()?),
        Question::Cutoffs => {
            let given = answers.cutoffs?;
            let is_like = [search.cutoffs.len(), search.real_cutoffs()].contains(&(given as usize));
            Some((is_like, theirs.cutoffs == Some(given)))
        }
        Question::Owner(node, end) => {
            let given = answers.owners.get(&(node, end))?;
            both(theirs.owners.get(&(node, end)) == Some(given))
        }
        Question::Range(leaf) => {
            let given = answers.ranges.get(&leaf)?;
            both(search.reads(leaf) && cutting(tree, leaf, threshold(tree, search, leaf)) == *given)
        }
        Question::Best => both(Some(answers.best?) == search.best()),
        Question::Pv => both(*answers.pv.as_ref()? == search.pv),
    }
}
