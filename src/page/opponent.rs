//! What a search says to the answers of a reader who plays MIN.

use super::text::game_over;
use crate::game::classic::AnyGame;
use crate::score::{Score, ScoreKind};

/// A position in a game against the search, as the search sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeenPosition<'a> {
    /// The score for whoever is to move.
    pub score: Option<Score>,
    /// The word for how the game has ended here.
    pub ending: Option<&'a str>,
    /// Whether MAX moves here.
    pub is_max: bool,
    /// Whether the game is searched to its end, so that 0 is a draw.
    pub is_whole: bool,
}

impl SeenPosition<'_> {
    /// Says in words what it comes to; `sides` is what MAX and MIN are called.
    pub(crate) fn worth(self, sides: (&str, &str)) -> String {
        let (max, min) = sides;
        let (mover, other) = if self.is_max { (max, min) } else { (min, max) };
        if let Some(ending) = self.ending {
            return ending.to_owned();
        }
        let Some(score) = self.score else { return "nothing is known".to_owned() };
        match score.kind() {
            ScoreKind::MateIn(plies) => format!("{mover} wins in {}", plies.div_ceil(2)),
            ScoreKind::MatedIn(plies) => format!("{other} wins in {}", plies.div_ceil(2)),
            ScoreKind::Millipawns(0) if self.is_whole => "a draw".to_owned(),
            ScoreKind::Millipawns(_) | ScoreKind::PlusInfinity | ScoreKind::MinusInfinity => {
                let score = if self.is_max { score } else { -score };
                format!("worth {score:.2} to {max}")
            }
        }
    }
}

/// Says who plays whom: `The search plays X (MAX), you play O (MIN).`
pub(crate) fn who_plays((max, min): (&str, &str)) -> String {
    let named = |side: &str, name: &str| if side == name { name.to_owned() } else { format!("{side} ({name})") };
    format!("The search plays {}, you play {}.", named(max, "MAX"), named(min, "MIN"))
}

/// Says what an answer is worth, and what the search would have answered if that is better: its move and what that is worth.
pub(crate) fn judged(worth: &str, better: Option<(&str, &str)>) -> String {
    match better {
        None => format!("The search says: {worth}. Nothing is better."),
        Some((best, expected)) => format!("The search says: {worth}. It would have played {best}: {expected}."),
    }
}

/// Says that the game is over, with who has won if it is one of the table.
pub(crate) fn over(game: Option<&AnyGame>, ending: &str) -> String {
    format!("Game over: {}.", game_over(game, ending))
}
