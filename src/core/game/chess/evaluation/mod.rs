//! Static evaluation: what a position is worth without searching, and what that worth is made of.

mod material;
mod positional;
mod tables;
mod terms;

pub use material::Material;
pub use positional::Positional;
pub use terms::{Phase, Tapered, Term};

use crate::names::named;
use crate::score::Score;
use shakmaty::{Chess, Color, Position};
use std::fmt;

/// A static evaluation of chess positions.
pub trait Evaluator {
    /// Returns the name as it is written on the command line and in traces.
    fn name(&self) -> &'static str;

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

named! {
    /// The evaluators by name, the simplest first. Evaluates as the one that it names.
    #[derive(Default)]
    pub enum Evaluation: "evaluation" {
        /// [`Material`].
        Material = "material", "Material alone: pawn 1, knight and bishop 3, rook 5, queen 9";
        /// [`Positional`].
        #[default]
        Positional = "positional", "Material, squares, mobility, and the shelter of the king";
    }
}

impl Evaluator for Evaluation {
    fn name(&self) -> &'static str {
        (*self).name()
    }

    #[inline]
    fn evaluate(&self, position: &Chess) -> Score {
        match self {
            Self::Material => Material.evaluate(position),
            Self::Positional => Positional.evaluate(position),
        }
    }

    fn terms(&self, position: &Chess) -> Vec<Term> {
        match self {
            Self::Material => Material.terms(position),
            Self::Positional => Positional.terms(position),
        }
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad((*self).name())
    }
}
