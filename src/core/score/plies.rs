//! Scores as text, with mates in plies.

use super::{Score, ScoreKind};
use std::fmt;

/// A score whose mates are written in plies from the root, so that two mates that differ by a ply look different.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plies(pub Score);

impl fmt::Display for Plies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.kind() {
            ScoreKind::MateIn(1) => f.write_str("mate in 1 ply"),
            ScoreKind::MatedIn(1) => f.write_str("mated in 1 ply"),
            ScoreKind::MateIn(plies) => write!(f, "mate in {plies} plies"),
            ScoreKind::MatedIn(plies) => write!(f, "mated in {plies} plies"),
            ScoreKind::Millipawns(_) | ScoreKind::PlusInfinity | ScoreKind::MinusInfinity => self.0.fmt(f),
        }
    }
}
