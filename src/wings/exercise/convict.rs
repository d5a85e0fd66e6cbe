//! Which wrong search was it? The answers are compared with those of every known mistake.

use super::Exercise;
use super::answers::Answers;
use super::solution::{ExerciseSearch, Solution};
use crate::search::Mistake;

/// Returns how simple a mistake is, the simplest 0: of several that explain as much, the simplest is named.
#[rustfmt::skip]
const fn simplicity(mistake: Mistake) -> u8 {
    match mistake {
        Mistake::NoPruning       => 0,
        Mistake::RootIsMin       => 1,
        Mistake::MissingNegation => 2,
        Mistake::RightToLeft     => 3,
        Mistake::LeafSign        => 4,
        Mistake::BothMax         => 5,
        Mistake::ZeroStart       => 6,
        Mistake::LastScore       => 7,
        Mistake::PlyShort        => 8,
        Mistake::Strict          => 9,
        Mistake::RootWindow      => 10,
        Mistake::LateAlpha       => 11,
        Mistake::WorseSibling    => 12,
        Mistake::NoDeepBounds    => 13,
        Mistake::RootGe          => 14,
        Mistake::SameWindow      => 15,
        Mistake::SwappedBounds   => 16,
        Mistake::WrongSide       => 17,
    }
}

/// The wrong search whose answers are most like those of a student.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspicion {
    /// The mistake.
    pub mistake: Mistake,
    /// Others that explain the answers as well, the simplest first.
    pub others: Vec<Mistake>,
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
    let mut mistakes = Mistake::ALL.to_vec();
    mistakes.sort_by_key(|&mistake| simplicity(mistake));
    let wrong = mistakes.into_iter().map(|mistake| {
        (mistake, Likeness::of(exercise, answers, &Solution::of(&exercise.tree, ExerciseSearch::Wrong(mistake))))
    });
    let wrong: Vec<(Mistake, Likeness)> = wrong.collect();
    let (_, best) = wrong.iter().max_by_key(|(_, likeness)| likeness.rank())?;
    let fits = wrong.iter().filter(|(_, likeness)| likeness.rank() == best.rank());
    let mut fits = fits.map(|(mistake, _)| *mistake);
    let (mistake, others) = (fits.next()?, fits.collect());
    let suspicion = Suspicion { mistake, others, explained: best.numbers, right: right.numbers, given: right.given };
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
        // What is asked in the tree counts wherever it is answered: also where the right search never comes.
        let in_tree = answers.answered().filter(|question| question.is_in_tree());
        let below = exercise.asked.iter().copied().filter(|question| !question.is_in_tree());
        let mut likeness = Self { given: 0, numbers: 0, same: 0 };
        for question in in_tree.chain(below) {
            let Some(given) = answers.given(question) else { continue };
            let (numbers, same) = question.kind().alike(&exercise.tree, search, question, given);
            likeness.given += 1;
            likeness.numbers += usize::from(numbers);
            likeness.same += usize::from(same);
        }
        likeness
    }
}
