//! What students get wrong about searches. Each confusion has its lessons, and the chapter of the course that explains it.

use super::{Lesson, builtin, course};
use std::sync::LazyLock;

/// Something that students get wrong about a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Confusion {
    /// Its number, from 1, by which a lesson names it.
    pub number: u32,
    /// The chapter of the course that explains it.
    pub chapter: u32,
    /// What is asked or believed.
    pub words: &'static str,
}

/// All confusions, in the order of the course.
pub const CONFUSIONS: [Confusion; 23] = [
    confusion(9, 3, "whose score is this, and which signs turn?"),
    confusion(7, 4, "is a window new at each node, or inherited?"),
    confusion(10, 4, "what does a count count?"),
    confusion(12, 4, "alpha cutoff or beta cutoff?"),
    confusion(11, 4, "is a cutoff at the last reply a cutoff?"),
    confusion(21, 5, "what is compared before there is a score?"),
    confusion(6, 6, "a threshold from three plies up"),
    confusion(13, 7, "does the order of moves change the answer?"),
    confusion(14, 7, "a static score of an inner node taken for its value"),
    confusion(3, 8, "fail-hard or fail-soft?"),
    confusion(5, 8, "the score of a node that was cut, taken for the true one"),
    confusion(4, 9, "score = alpha: is that low or not?"),
    confusion(1, 9, "why does a tie cut?"),
    confusion(2, 9, "alpha-beta chooses another move"),
    confusion(16, 10, "why these moves, why so short a line?"),
    confusion(19, 11, "mate in two preferred to mate in one"),
    confusion(22, 11, "mate, stalemate and the horizon: which leaf is which?"),
    confusion(18, 12, "the horizon"),
    confusion(15, 13, "iterative deepening \"wastes\" work"),
    confusion(17, 13, "a line after a fail high or low is no best play"),
    confusion(20, 14, "a table hit changes counts"),
    confusion(8, 16, "the root forgets to hand alpha down"),
    confusion(23, 16, "it plays well, so it is right"),
];

const fn confusion(number: u32, chapter: u32, words: &'static str) -> Confusion {
    Confusion { number, chapter, words }
}

/// Which confusions each built-in lesson settles.
static SETTLED: LazyLock<Vec<(&str, Vec<u32>)>> = LazyLock::new(|| {
    course().filter_map(|(_, name)| Some((name, Lesson::from_json(builtin(name)?).ok()?.settles))).collect()
});

impl Confusion {
    /// Returns the built-in lessons that settle it, in the order in which they teach.
    #[must_use]
    pub fn lessons(&self) -> Vec<&'static str> {
        SETTLED.iter().filter(|(_, settles)| settles.contains(&self.number)).map(|(name, _)| *name).collect()
    }
}
