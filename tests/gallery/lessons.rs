//! Techniques that search below the end of a lesson, of which only the lesson's moves are known in advance.

use crate::techniques::set;
use plywood::game::Notation;
use plywood::game::chess::{ChessGame, Material};
use plywood::model::{Content, Lesson, builtin, builtin_names};
use plywood::search::Settings;
use plywood::study::{Limits, Study};
use plywood::trace::{Header, Keep, Node, Shape};
use std::collections::BTreeSet;

/// Whether every node below this one is a legal move of its parent.
fn all_legal(game: &mut ChessGame, node: &Node, numbers: &mut BTreeSet<u64>) {
    for child in &node.children {
        let mv = game.parse_san(child.name()).unwrap_or_else(|error| panic!("{error}: {child:?}"));
        assert_eq!(game.name(mv), child.name());
        if let Some(number) = child.number {
            assert!(numbers.insert(number), "two positions have the number {number}");
        }
        plywood::game::Game::play(game, mv);
        all_legal(game, child, numbers);
        plywood::game::Game::undo(game);
    }
}

#[test]
fn no_move_is_invented_below_the_end_of_a_lesson() {
    let mut below = 0;
    for name in builtin_names() {
        let lesson = Lesson::from_json(builtin(name).unwrap()).unwrap();
        let Content::Board { position, overlay, closed: true } = lesson.content else { continue };
        for names in ["check-extension", "quiescence", "lmr quiescence", "quiescence delta exchange check-extension"] {
            let mut game = ChessGame::new(position.clone(), Material);
            let engine = Settings { depth: lesson.depth, techniques: set(names), ..Settings::default() };
            let shape = Shape::of(&mut game, &mut overlay.clone(), lesson.depth);
            let nodes = shape.len() as u64;
            let header = Header { shape: Some(shape), depth: lesson.depth, ..Header::default() };
            let limits = Limits::default();
            let study = Study { game: game.clone(), hooks: overlay.clone(), engine, header, limits };
            let mut numbers = BTreeSet::new();
            all_legal(&mut game, &study.explain(Keep::ALL).unwrap().root, &mut numbers);
            below += numbers.range(nodes..).count();
        }
    }
    assert!(100 < below, "techniques searched {below} positions below the end");
}
