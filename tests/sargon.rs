//! Sargon 1978 against reference data.

use plywood::game::sargon::{Book, SargonGame, StaticScore};

const STATIC: &str = include_str!("data/sargon/static.txt");

fn columns(score: &StaticScore) -> String {
    let StaticScore {
        material, board_control, pts_lost, pts_won1, pts_won2, moving_piece_lost, score_byte, pins, ..
    } = score;
    format!("{material} {board_control} {pts_lost} {pts_won1} {pts_won2} {moving_piece_lost} {score_byte} {pins}")
}

/// The description of a position in the layout of `static.txt`.
fn described(fen: &str) -> Vec<String> {
    let game = SargonGame::from_fen(fen, Book::Open).unwrap();
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
