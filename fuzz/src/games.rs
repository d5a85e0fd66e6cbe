//! Named games: every position that plywood can read can be written, played and searched, and errors show the syntax.

use super::laws;
use plywood::game::classic::{AnyGame, GameList, read_game};
use plywood::game::{Game, Side};
use plywood::internal::subject::Subject;
use std::collections::HashSet;

/// The search depth for all algorithms.
const DEPTH: u32 = 2;
/// With more moves, only one ply is searched.
const MANY: usize = 40;

pub fn game(text: &str) {
    let Some(read) = read_game(text) else {
        assert!(!GameList::default().has(text));
        return;
    };
    let subject = Subject::of_named_game(text, &GameList::default());
    assert_eq!(subject.is_ok(), read.is_ok());
    let mut game = match read {
        Ok(game) => game,
        Err(_) => {
            let said = subject.expect_err("it was refused").to_string();
            let (_, syntax) = said.rsplit_once(" is given as ").expect("it says how positions are written");
            assert!(!syntax.is_empty(), "{said}");
            return;
        }
    };
    written_and_read(&game);
    played(&mut game);
    let mut moves = Vec::new();
    game.moves(&mut moves);
    laws::algorithms(&mut game, if moves.len() <= MANY { DEPTH } else { 1 });
}

/// A position is read as it was written.
fn written_and_read(game: &AnyGame) {
    let written = game.position();
    let read = read_game(&written).expect("it begins with a name").unwrap_or_else(|error| panic!("{written}: {error}"));
    assert_eq!(read.position(), written);
    assert_eq!((read.evaluate(), read.ending()), (game.evaluate(), game.ending()), "{written}");
    assert_eq!(read.sketch(), game.sketch(), "{written}");
}

/// Every move has a unique name, which leads to it, and taking it back restores everything; there is none when the game
/// is over.
fn played(game: &mut AnyGame) {
    let (mut moves, mut names) = (Vec::new(), HashSet::new());
    game.moves(&mut moves);
    let before = (game.position(), game.key(), game.evaluate(), game.ending(), game.turn());
    assert!(before.3.is_none() || moves.is_empty(), "{}", before.0);
    let (_, symmetry) = game.canonical_key();
    for &mv in &moves {
        let name = game.name(mv);
        assert_eq!(game.read(&name).ok(), Some(mv), "{name} in {}", before.0);
        assert_eq!(game.undo_symmetry(game.apply_symmetry(mv, symmetry), symmetry), mv, "{name} in {}", before.0);
        assert!(names.insert(name));
        game.play(mv);
        assert_ne!(game.turn() == Side::First, before.4 == Side::First, "{}", before.0);
        written_and_read(game);
        game.undo();
        assert_eq!((game.position(), game.key(), game.evaluate(), game.ending(), game.turn()), before);
    }
}
