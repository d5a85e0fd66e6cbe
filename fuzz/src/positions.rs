//! Positions and games from outside: whatever is read survives a round trip unchanged.

use plywood::game::Game;
use plywood::game::chess::{Chess, ChessGame, Evaluation, Material, parse_fen};
use plywood::internal::input::{looks_like_fen, read_epd, read_pgn, with_line_ends};
use plywood::internal::opening_book::{Builder, key_parts};
use std::collections::HashSet;

pub fn fen(text: &str) {
    let _ = looks_like_fen(text);
    if let Ok(position) = parse_fen(text) {
        written_and_read(&position);
        played(&position);
    }
}

pub fn epd(text: &str) {
    for record in read_epd(&with_line_ends(text)) {
        let Ok(record) = record else { continue };
        let epd = record.content;
        assert!(1 <= record.line && 1 <= record.number);
        written_and_read(&epd.position);
        let _ = (epd.id(), epd.wanted(), epd.direct_mate(), epd.evaluation(), epd.comments().count());
        // A move named by the line itself is judged by it.
        let game = ChessGame::new(epd.position.clone(), Material);
        for &mv in &epd.best {
            let is_wanted = !epd.avoid.contains(&mv);
            assert_eq!(epd.judge(Some(&game.name(mv))), Some(is_wanted));
        }
    }
}

pub fn pgn(text: &str) {
    let mut book = Builder::default();
    for record in read_pgn(&with_line_ends(text)) {
        let Ok(record) = record else { continue };
        let game = record.content;
        assert_eq!(game.plies(), game.moves.len() + game.passes.len());
        for ply in [0, game.plies()] {
            let history = game.history(ply).expect("the game is that long");
            let board = ChessGame::with_history(history.to_vec(), Material);
            let _ = (board.ending(), board.repeatable());
        }
        assert!(game.history(game.plies() + 1).is_none());
        book.add(&game, 30);
    }
    let _ = book.finish();
}

/// A position is the same after a round trip.
fn written_and_read(position: &Chess) {
    let fen = ChessGame::new(position.clone(), Material).fen();
    let read = parse_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(&read, position, "{fen}");
    assert!(looks_like_fen(&fen));
    let _ = key_parts(position);
}

/// Every move has a unique name, which leads to it, and taking it back restores everything.
fn played(position: &Chess) {
    let mut game = ChessGame::new(position.clone(), Evaluation::default());
    let mut moves = Vec::new();
    game.moves(&mut moves);
    assert!(moves.is_empty() || game.ending().is_none() || !game.legal_names().is_empty());
    let (fen, score, mut names) = (game.fen(), game.evaluate(), HashSet::new());
    for &mv in &moves {
        let name = game.name(mv);
        assert_eq!(game.parse_san(&name).ok(), Some(mv), "{name} in {fen}");
        assert!(names.insert(name));
        game.play(mv);
        let _ = (game.evaluate(), game.ending(), game.key());
        game.undo();
    }
    assert_eq!((game.fen(), game.evaluate()), (fen, score));
}
