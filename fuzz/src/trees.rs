//! Trees to search: written as a lesson, typed, or built from bytes, thousands per second.

use super::bytes::{Bytes, digest};
use super::{laws, pages};
use plywood::Score;
use plywood::game::chess::{ChessGame, Material};
use plywood::game::classic::AnyGame;
use plywood::game::{Game, TreeGame};
use plywood::internal::subject::Subject;
use plywood::model::{Content, Lesson, Model, ModelMove};
use plywood::study::{AnyStudy, Limits, Study};

/// The maximum number of nodes for searches of boards, and of leaves for trees.
const MOST_NODES: u64 = 2000;

pub fn lesson(text: &str) {
    let Ok(model) = Model::from_json(text) else { return };
    searched(&model, text);
}

pub fn typed(text: &str) {
    read(text, true);
}

/// Reads a tree, writes it and reads it again. All searches of it are compared only if `is_searched`.
pub fn read(text: &str, is_searched: bool) {
    match Model::from_typed(text) {
        Ok(model) => {
            // In brackets without names it is the same tree.
            let written = model.to_string();
            let again = Model::from_typed(&written).unwrap_or_else(|error| panic!("{text}: {written}: {error}"));
            assert_eq!((scores(&again.moves), again.movers), (scores(&model.moves), model.movers), "{text}");
            assert_eq!(again.to_string(), written, "{text}");
            if is_searched {
                searched(&model, text);
            }
        }
        Err(error) => {
            let line = text.split('\n').nth(error.line - 1).expect("the line is there");
            assert!((1..=line.chars().count() + 1).contains(&error.column), "{error}: {text}");
            assert!(!error.to_string().contains("FEN"), "{error}: {text}");
            assert!(!error.problem.to_string().is_empty(), "{text}");
        }
    }
}

/// Returns the scores of leaves, known or not, how likely each move is, and where lists begin and end.
fn scores(moves: &[ModelMove]) -> Vec<(Option<f64>, Option<&str>, Option<String>)> {
    let below = moves.iter().map(|mv| {
        let weight = mv.weight.map(|weight| format!("{weight:?}"));
        match &mv.moves {
            None => vec![(mv.score, mv.unknown.as_deref(), weight)],
            Some(moves) => [vec![(None, None, weight)], scores(moves), vec![(None, None, None)]].concat(),
        }
    });
    below.flatten().collect()
}

/// Writes a lesson, reads it back, and searches it in one of all ways.
fn searched(model: &Model, text: &str) {
    let written = model.to_json();
    let read = Model::from_json(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!(read.to_json(), written);
    let Ok(lesson) = Lesson::new(model) else { return };
    let digest = digest(text.as_bytes());
    let mut bytes = Bytes(&digest);
    let (settings, limits) = match lesson.content {
        Content::Tree(ref game) => {
            laws::algorithms(&mut game.clone(), lesson.depth);
            (bytes.settings::<TreeGame>(lesson.depth), Limits::default())
        }
        Content::Board { .. } => {
            let nodes = Some(MOST_NODES);
            (bytes.settings::<ChessGame<Material>>(lesson.depth.min(3)), Limits::default().nodes(nodes))
        }
        Content::Named { .. } => {
            let nodes = Some(MOST_NODES);
            (bytes.settings::<AnyGame>(lesson.depth.min(3)), Limits::default().nodes(nodes))
        }
    };
    let Ok(study) = Subject::from(lesson).study(&settings, None, limits) else { return };
    laws::study(&*study);
    pages::all(&*study, &mut bytes);
}

/// A tree in which each byte is a node; the first bytes select how to search it.
pub fn built(input: &[u8]) {
    let mut bytes = Bytes(input);
    let depth = u32::from(bytes.next() % 6) + 1;
    let settings = bytes.settings::<TreeGame>(depth);
    let mut game = TreeGame::new();
    let mut left = MOST_BUILT;
    grow(&mut game, &mut bytes, 0, &mut left);
    laws::game(&mut game, &settings);
    // A check that costs a thousand times as much is made once in a thousand inputs.
    let [rare, rarer, ..] = digest(input);
    if rare == 0 && rarer.is_multiple_of(2) {
        let study = Study::new(game, (), settings).expect("the settings make sense").with_whole_tree();
        laws::study(&study);
        if rarer < 64 {
            pages::all(&study as &dyn AnyStudy, &mut bytes);
        }
    }
}

/// The maximum number of nodes of a built tree.
const MOST_BUILT: usize = 120;
/// The maximum height of a built tree.
const HIGHEST: usize = 6;
const NAMES: [&str; 4] = ["a", "b", "c", "d"];

fn grow(game: &mut TreeGame, bytes: &mut Bytes<'_>, ply: usize, left: &mut usize) {
    let children = if ply == HIGHEST { 0 } else { usize::from(bytes.next() % 5) };
    for name in &NAMES[..children.min(*left)] {
        *left = left.saturating_sub(1);
        let added = game.add(name, score(bytes.next()));
        game.play(added);
        grow(game, bytes, ply + 1, left);
        game.undo();
    }
}

/// Few scores, so that there are ties, including the extremes.
fn score(byte: u8) -> Score {
    match byte {
        0..=199 => Score::from_millipawns((i32::from(byte % 9) - 4) * 1000),
        200..=247 => Score::from_millipawns((i32::from(byte) - 224) * 7),
        248..=251 => Score::from_millipawns(if byte.is_multiple_of(2) { 100_000_000 } else { -100_000_000 }),
        _ => Score::from_millipawns(if byte.is_multiple_of(2) { 99_999_999 } else { -99_999_999 }),
    }
}
