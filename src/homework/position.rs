//! Positions of a game, for a program that knows the rules itself: it answers with a move, which must not worsen the
//! result.

use crate::core::game::classic::{AnyGame, GameList, PlayableMove};
use crate::core::game::{Ending, Game, Side};
use crate::core::random::Rng;
use crate::core::sort::sort_by_key;
use std::collections::HashMap;

/// A position whose game can be solved, and the result of each move.
#[derive(Clone, Debug)]
pub struct SolvedPosition {
    game: AnyGame,
    moves: Vec<(PlayableMove, i32)>,
}

/// Two positions are equal if their texts are equal.
impl PartialEq for SolvedPosition {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}

impl Eq for SolvedPosition {}

/// How many random games plywood plays to find another position.
const GAMES: usize = 50;

impl SolvedPosition {
    /// Solves a position; returns `None` if the game is over or too long to solve.
    pub(crate) fn of(game: &AnyGame) -> Option<Self> {
        game.rest()?;
        let (mut game, mut known) = (game.clone(), HashMap::new());
        let moves = solved_moves(&mut game, &mut known);
        (!moves.is_empty()).then_some(Self { game, moves })
    }

    /// Returns random positions that can occur after this one; the positions that are closest to the end of the game
    /// come first.
    pub(crate) fn drawn(start: &AnyGame, count: usize, seed: u64) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for index in 0..count {
            let mut rng = Rng::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(index as u64));
            let mut tried = (0..GAMES).filter_map(|_| Self::of(&at_random(start, &mut rng)));
            all.extend(tried.find(|found| !all.contains(found)));
        }
        sort_by_key(&mut all, |found| found.game.rest());
        all
    }

    /// Returns the text that names the position.
    pub(crate) fn text(&self) -> String {
        self.game.position()
    }

    /// Returns a list of games that includes this one, so that its positions can be read.
    pub(super) fn games(&self) -> GameList {
        self.game.games()
    }

    /// Returns the name of the player whose turn it is.
    pub(super) fn player(&self) -> &'static str {
        self.game.sides()[usize::from(self.game.turn() == Side::Second)]
    }

    pub(super) fn first_moves(&self) -> bool {
        self.game.turn() == Side::First
    }

    /// Returns the moves with their results for the first player: 1 for a win, 0 for a draw, -1 for a loss.
    pub(super) fn moves(&self) -> impl Iterator<Item = (String, i32)> {
        let sign = if self.first_moves() { 1 } else { -1 };
        self.moves.iter().map(move |&(mv, result)| (self.game.name(mv), sign * result))
    }

    /// Reads a move and returns its index.
    pub(super) fn read(&self, text: &str) -> Option<usize> {
        let mv = self.game.read(text).ok()?;
        self.moves.iter().position(|(own, _)| *own == mv)
    }
}

/// Plays some random moves.
fn at_random(start: &AnyGame, rng: &mut Rng) -> AnyGame {
    let (mut game, mut all, mut moves) = (start.clone(), Vec::new(), Vec::new());
    loop {
        moves.clear();
        game.moves(&mut moves);
        if game.ending().is_some() || moves.is_empty() {
            break;
        }
        all.push(game.clone());
        game.play(moves[rng.below(moves.len())]);
    }
    // Many positions of long games cannot be solved.
    all.retain(|game| game.rest().is_some());
    if all.is_empty() { start.clone() } else { all.swap_remove(rng.below(all.len())) }
}

/// Returns the moves of a position with their results for the player to move.
fn solved_moves(game: &mut AnyGame, known: &mut HashMap<u64, i32>) -> Vec<(PlayableMove, i32)> {
    let mut moves = Vec::new();
    if game.ending().is_none() {
        game.moves(&mut moves);
    }
    moves
        .into_iter()
        .map(|mv| {
            game.play(mv);
            let result = -solved(game, known);
            game.undo();
            (mv, result)
        })
        .collect()
}

/// Returns the result for the player to move.
fn solved(game: &mut AnyGame, known: &mut HashMap<u64, i32>) -> i32 {
    if let Some(ending) = game.ending() {
        return match ending {
            Ending::Win => 1,
            Ending::Draw => 0,
            Ending::Loss => -1,
        };
    }
    if let Some(result) = known.get(&game.key()) {
        return *result;
    }
    let best = solved_moves(game, known).into_iter().map(|(_, result)| result).max().unwrap_or_default();
    known.insert(game.key(), best);
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::game::classic::read_game;

    fn read(text: &str) -> AnyGame {
        read_game(text).unwrap().unwrap()
    }

    #[test]
    fn tic_tac_toe_is_a_draw_and_a_threat_must_be_stopped() {
        let start = SolvedPosition::of(&read("ttt")).unwrap();
        assert!(start.moves().all(|(_, result)| result == 0) && start.first_moves());
        // O must block the upper row.
        let threat = SolvedPosition::of(&read("ttt:XX./.O./...")).unwrap();
        let good: Vec<String> = threat.moves().filter(|(_, result)| *result != 1).map(|(name, _)| name).collect();
        assert_eq!((good.as_slice(), threat.player()), (&["c3".to_owned()][..], "O"));
        assert_eq!(threat.read("C3").map(|index| threat.moves[index].1), Some(0));
        assert!(threat.read("a3").is_none() && SolvedPosition::of(&read("ttt:XXX/OO./...")).is_none());
    }

    #[test]
    fn random_positions_are_all_different_and_can_be_solved() {
        for game in ["ttt", "nim:3,4,5", "connect4@4x4"] {
            let all = SolvedPosition::drawn(&read(game), 30, 1);
            assert!(20 <= all.len(), "{game}: {}", all.len());
            assert!(all.iter().enumerate().all(|(index, one)| !all[..index].contains(one)), "{game}");
            assert_eq!(all, SolvedPosition::drawn(&read(game), 30, 1));
        }
    }
}
