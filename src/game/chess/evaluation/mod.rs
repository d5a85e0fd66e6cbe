//! Static evaluation: what a position is worth without searching, and what that worth is made of.

mod material;
mod positional;
mod tables;
mod terms;

pub use material::Material;
pub use positional::Positional;
pub use terms::{Phase, Tapered, Term};

use crate::score::Score;
use shakmaty::{Chess, Color, Position};
use std::fmt;
use std::str::FromStr;

/// A static evaluation of chess positions.
pub trait Evaluator {
    /// Returns the worth of the position for the side to move.
    fn evaluate(&self, position: &Chess) -> Score;

    /// Returns what the worth is made of. The sum of all [`Term::score`]s is [`evaluate`](Self::evaluate) as White
    /// sees it, exactly.
    fn terms(&self, position: &Chess) -> Vec<Term>;
}

/// Returns the score for the side to move of a position that is worth `millipawns` to White.
#[inline]
fn for_side_to_move(position: &Chess, millipawns: i32) -> Score {
    let score = Score::from_millipawns(millipawns);
    if position.turn() == Color::White { score } else { -score }
}

/// The evaluators by name.
///
/// A search is compiled for each evaluator, so the choice is made once, outside of it: by `match`, or by
/// [`with`](Self::with).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Evaluation {
    /// [`Material`].
    Material,
    /// [`Positional`].
    #[default]
    Positional,
}

impl Evaluation {
    /// All evaluators, the simplest first.
    pub const ALL: [Self; 2] = [Self::Material, Self::Positional];

    /// Returns the name as it is written on the command line and in traces.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Material => "material",
            Self::Positional => "positional",
        }
    }

    /// Calls `task` with the evaluator itself.
    pub fn with<T: EvaluatorTask>(self, task: T) -> T::Output {
        match self {
            Self::Material => task.run(Material),
            Self::Positional => task.run(Positional),
        }
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An evaluator that nobody knows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no evaluation `{name}`; choose one of: material, positional")]
pub struct UnknownEvaluation {
    /// What was asked for.
    pub name: String,
}

impl FromStr for Evaluation {
    type Err = UnknownEvaluation;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL.into_iter().find(|evaluation| evaluation.name() == name);
        known.ok_or_else(|| UnknownEvaluation { name: name.to_owned() })
    }
}

/// Something to do with whichever evaluator was chosen; a closure that may be generic, see [`Evaluation::with`].
pub trait EvaluatorTask {
    /// What it returns.
    type Output;

    /// Does it, compiled for this evaluator.
    fn run<E: Evaluator + Copy + fmt::Debug + Send + Sync + 'static>(self, evaluator: E) -> Self::Output;
}
