//! Finds what explains a student's answers better than the correct search does: a search with a mistake, or the view of
//! the player to move.

use super::super::Exercise;
use super::super::solution::{ExerciseSearch, Solution};
use super::answers::{Answers, Complaint};
use crate::core::search::Mistake;
use crate::core::sort::sort_by_key;

/// Returns the rank of a mistake by simplicity, 0 for the simplest. If several mistakes explain the answers equally
/// well, the report names the simplest one.
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

/// The wrong search whose answers are most similar to the student's answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspicion {
    pub mistake: Mistake,
    /// Other mistakes that explain the answers equally well, simplest first.
    pub others: Vec<Mistake>,
    pub explained: usize,
    pub right: usize,
    pub given: usize,
}

/// Returns the mistake that explains the most answers, if it explains more of them than the correct search does, from
/// either view.
///
/// Signs count less than numbers, because fail-hard and fail-soft searches can make the same mistake.
pub fn suspect(exercise: &Exercise, answers: &Answers) -> Option<Suspicion> {
    let right = Likeness::of_right(exercise, answers)?;
    let mut mistakes = Mistake::ALL.to_vec();
    sort_by_key(&mut mistakes, |&mistake| simplicity(mistake));
    let wrong = mistakes.into_iter().map(|mistake| {
        (mistake, Likeness::of(exercise, answers, &Solution::of(&exercise.tree, ExerciseSearch::Wrong(mistake))))
    });
    let wrong: Vec<(Mistake, Likeness)> = wrong.collect();
    let (_, best) = wrong.iter().max_by_key(|(_, likeness)| likeness.rank())?;
    let fits = wrong.iter().filter(|(_, likeness)| likeness.rank() == best.rank());
    let mut fits = fits.map(|(mistake, _)| *mistake);
    let (mistake, others) = (fits.next()?, fits.collect());
    let suspicion = Suspicion { mistake, others, explained: best.numbers, right: right.numbers, given: right.given };
    let is_turned = turned(exercise, answers).is_some_and(|turned| best.numbers < turned);
    (right.numbers < best.numbers && !is_turned).then_some(suspicion)
}

/// Returns how many answers would be right from the view of the player to move, unless that is their view.
fn turned(exercise: &Exercise, answers: &Answers) -> Option<usize> {
    let turned = (!answers.is_negamax).then(|| answers.clone().turned(&exercise.tree))?;
    Likeness::of_right(exercise, &turned).map(|likeness| likeness.numbers)
}

/// Returns a note if more answers would be right from the view of the player to move.
pub(super) fn view_note(exercise: &Exercise, answers: &Answers) -> Option<Complaint> {
    let right = Likeness::of_right(exercise, answers)?;
    let turned = turned(exercise, answers).filter(|turned| right.numbers < *turned)?;
    let problem = format!(
        "{} of {} answers are right from MAX's view, but {turned} from the view of the player to move; if that is meant, add the line `view: negamax`",
        right.numbers, right.given
    );
    Some(Complaint { place: "view".to_owned(), problem })
}

/// How well a student's answers agree with those of a search.
struct Likeness {
    given: usize,
    numbers: usize,
    /// The number of answers that are equal in every way.
    same: usize,
}

impl Likeness {
    fn rank(&self) -> (usize, usize) {
        (self.numbers, self.same)
    }

    /// Returns how well the answers agree with the correct search under the rule for ties that fits better.
    fn of_right(exercise: &Exercise, answers: &Answers) -> Option<Self> {
        let keys = exercise.accepted_rules().iter().map(|&rule| &exercise.keys[rule]);
        keys.map(|key| Self::of(exercise, answers, key)).max_by_key(Self::rank)
    }

    fn of(exercise: &Exercise, answers: &Answers, search: &Solution) -> Self {
        // An answer in the tree counts even if the correct search never visits its node.
        let in_tree = answers.answered().filter(|question| question.is_in_tree());
        let below = exercise.asked.iter().copied().filter(|question| !question.is_in_tree());
        let mut likeness = Self { given: 0, numbers: 0, same: 0 };
        for question in in_tree.chain(below) {
            let Some(given) = answers.given(question) else { continue };
            let (numbers, same) = question.rules().alike(&exercise.tree, search, question, given);
            likeness.given += 1;
            likeness.numbers += usize::from(numbers);
            likeness.same += usize::from(same);
        }
        likeness
    }
}
