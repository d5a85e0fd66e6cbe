//! Games that can be asked for by name, such as those of a class: their table, and how a text is found to be a position of one.
//!
//! A game is one file that implements [`Game`](super::Game) and [`Playable`], and one row of the table here.

mod any;
mod connect_four;
mod nim;
mod playable;
mod tic_tac_toe;

pub use any::AnyGame;
pub use connect_four::ConnectFour;
pub use nim::Nim;
pub use playable::{Man, Playable, PlayableMove, PositionError, Sketch};
pub use tic_tac_toe::TicTacToe;

use std::sync::{PoisonError, RwLock};

/// A game in the table.
#[derive(Clone, Copy, Debug)]
pub struct GameRow {
    /// The names by which it is asked for.
    pub names: &'static [&'static str],
    /// What its positions look like.
    pub syntax: &'static str,
    /// Its static scores, each with what it counts.
    pub scores: &'static [(&'static str, &'static str)],
    read: fn(Option<&str>, Option<&str>) -> Result<AnyGame, PositionError>,
}

/// The games that plywood brings along, in the order in which a class meets them.
const GAMES: [GameRow; 3] = [row::<TicTacToe>(), row::<Nim>(), row::<ConnectFour>()];

/// The games that a program adds.
static ADDED: RwLock<Vec<GameRow>> = RwLock::new(Vec::new());

const fn row<G: Playable>() -> GameRow {
    GameRow {
        names: G::NAMES,
        syntax: G::SYNTAX,
        scores: G::SCORES,
        read: |size, position| G::parse(size, position).map(AnyGame::new),
    }
}

/// Adds a game, which then can be asked for by its names wherever this program reads a position.
pub fn add_game<G: Playable>() {
    ADDED.write().unwrap_or_else(PoisonError::into_inner).push(row::<G>());
}

/// Returns all games.
#[must_use]
pub fn game_rows() -> Vec<GameRow> {
    let added = ADDED.read().unwrap_or_else(PoisonError::into_inner);
    GAMES.iter().chain(added.iter()).copied().collect()
}

/// The name, the size and the position in a text such as `connect4@5x4:12`.
fn parts(text: &str) -> (&str, Option<&str>, Option<&str>) {
    let (head, position) = text.split_once(':').map_or((text, None), |(head, position)| (head, Some(position)));
    let (name, size) = head.split_once('@').map_or((head, None), |(name, size)| (name, Some(size)));
    (name, size, position)
}

fn find(text: &str) -> Option<GameRow> {
    let (name, ..) = parts(text);
    game_rows().into_iter().find(|row| row.names.contains(&name))
}

/// Returns whether a text names a game of the table, whatever follows the name.
#[must_use]
pub fn is_game(text: &str) -> bool {
    find(text.trim()).is_some()
}

/// Reads a position of a game; nothing if the text names no game of the table.
pub fn read_game(text: &str) -> Option<Result<AnyGame, PositionError>> {
    let (_, size, position) = parts(text.trim());
    find(text.trim()).map(|row| (row.read)(size, position))
}
