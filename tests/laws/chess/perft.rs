//! The rules of chess compared with published counts.

use crate::support::positions;
use plywood::game::chess::{divide, parse_fen, perft};
use plywood::internal::input::{Epd, read_epd};

/// Larger counts take too long without optimization.
const MAX_LINES: u64 = 5_000_000;

/// Returns the published counts `D1` to `D9` with their depths.
fn counts(epd: &Epd) -> Vec<(u32, u64)> {
    let count = |depth: u32| Some((depth, epd.operand(&format!("D{depth}"))?.parse().expect("a count")));
    (1..10).filter_map(count).collect()
}

/// Checks all counts of a file that are not too large and returns how many there were.
fn check(file: &str) -> usize {
    let mut checked = 0;
    for epd in positions::epd(file) {
        for (depth, lines) in counts(&epd).into_iter().filter(|&(_, lines)| lines <= MAX_LINES) {
            assert_eq!(perft(&epd.position, depth), lines, "{file}, {:?}, depth {depth}", epd.id());
            checked += 1;
        }
    }
    checked
}

#[test]
fn standard_positions() {
    assert_eq!(check("perft/standard.epd"), 26);
}

#[test]
fn tricky_positions() {
    assert_eq!(check("perft/tricky.epd"), 8);
}

#[test]
fn positions_out_of_no_game_are_refused_with_the_reason() {
    let text = positions::text("perft/refused.epd");
    let errors: Vec<_> = read_epd(&text).map(|record| record.expect_err("impossible").cause.to_string()).collect();
    let reasons = text.lines().filter_map(|line| line.split('"').nth(1));
    // Castling letters that contradict the board are rejected when a FEN is read.
    let expected = reasons.map(|reason| match reason {
        "castling rights without king or rook in place" => "field 3 of the FEN (castling rights), `KQq`, is wrong: `q` is a castling right \
            of Chess960, which plywood does not play; here Black castles with the king on e8 and a rook on a8 or h8; write - for no \
            castling"
            .to_owned(),
        _ => format!("impossible position: {reason}"),
    });
    assert_eq!(errors, expected.collect::<Vec<_>>());
    assert_eq!(errors.len(), 7);
}

#[test]
fn random_positions() {
    assert_eq!(check("perft/random.epd"), 77);
}

#[test]
fn divide_adds_up_to_perft() {
    for epd in positions::epd("perft/standard.epd") {
        let sum: u64 = divide(&epd.position, 3).iter().map(|&(_, lines)| lines).sum();
        assert_eq!(sum, perft(&epd.position, 3));
    }
    assert_eq!(divide(&parse_fen("7k/6Q1/6K1/8/8/8/8/8 b - -").unwrap(), 3), []);
}
