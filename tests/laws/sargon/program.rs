//! Sargon 1978 compared with reference data.

use crate::support::is_long;
use plywood::internal::sargon::{BookUse, SargonGame, StaticScore};
use plywood::internal::sargon::{SargonCounters, SargonProgram, ThinkError};

const STATIC: &str = include_str!("../../data/sargon/static.txt");

fn columns(score: &StaticScore) -> String {
    let StaticScore {
        material, board_control, pts_lost, pts_won1, pts_won2, moving_piece_lost, score_byte, pins, ..
    } = score;
    format!("{material} {board_control} {pts_lost} {pts_won1} {pts_won2} {moving_piece_lost} {score_byte} {pins}")
}

/// Returns the description of a position in the layout of `static.txt`.
fn described(fen: &str) -> Vec<String> {
    let game = SargonGame::from_fen(fen, BookUse::Open).unwrap();
    let report = game.report();
    let root = format!("root {} {}", columns(&report.score), report.moveno);
    let moves = game.root_moves().into_iter().map(|entry| match entry.score {
        Some(score) => format!("{} {}", entry.mv, columns(&score)),
        None => format!("{} illegal", entry.mv),
    });
    std::iter::once(root).chain(moves).collect()
}

#[test]
fn static_scores_agree_in_every_column() {
    let mut positions = 0;
    for block in STATIC.split("\n\nposition ").skip(1) {
        let mut lines = block.lines();
        let fen = lines.next().unwrap();
        let expected: Vec<&str> = lines.collect();
        assert_eq!(described(fen), expected, "{fen}");
        positions += 1;
    }
    assert_eq!(positions, 39);
}

const SEARCHES: &str = include_str!("../../data/sargon/searches.txt");
const PUBLISHED: &str = include_str!("../../data/sargon/published.txt");

/// Returns the description of a search in the layout of `searches.txt`.
fn searched(program: &mut SargonProgram, fen: &str) -> String {
    let depth = program.depth;
    let mut game = SargonGame::from_fen(fen, BookUse::Open).unwrap();
    let thought = match program.think(&mut game, &mut ()) {
        // One position is a stalemate. The program doesn't notice this, and plywood reports the program's output.
        Err(ThinkError::GameOver { reported: Some(thought), .. }) => *thought,
        thought => thought.unwrap(),
    };
    let SargonCounters { positions_created, leaf_positions, move_lists, ab_tests, cutoffs, new_best } =
        thought.counters;
    let counters = format!("{positions_created} {leaf_positions} {move_lists} {ab_tests} {cutoffs} {new_best}");
    let (pv, value, best) = (thought.pv.join(" "), thought.value, thought.best_move);
    format!("{fen}; {depth}; {best}; {pv}; {value}; {counters} {}", thought.root_score1)
}

/// Returns the data lines of a file, with FEN and depth of each.
fn rows(text: &str) -> impl Iterator<Item = (&str, &str, u32)> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut fields = line.split("; ");
        let (fen, depth) = (fields.next().unwrap(), fields.next().unwrap());
        (line, fen, depth.parse().unwrap())
    })
}

#[test]
fn searches_agree_in_every_column() {
    let mut count = 0;
    for (line, fen, depth) in rows(SEARCHES) {
        assert_eq!(searched(&mut SargonProgram::new(depth), fen), line);
        count += 1;
    }
    assert_eq!(count, 131);
}

#[test]
fn published_searches_agree_in_every_column() {
    let (mut random, mut count) = (0, 0);
    // The deepest search takes as long as all the others together.
    for (line, fen, depth) in rows(PUBLISHED).filter(|(.., depth)| *depth < 7 || is_long()) {
        let mut program = SargonProgram { depth, random };
        let moveno_one = line.contains("; 0; 0 0 0 0 0 0 0") && fen.contains(" w ");
        assert_eq!(searched(&mut program, fen), line);
        if moveno_one {
            random = program.random;
        }
        count += 1;
    }
    assert_eq!(count, if is_long() { 11 } else { 10 });
}
