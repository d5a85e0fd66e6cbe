//! Boards, drawn from the piece placement of a FEN, or as a game of the table draws itself.

use super::style::{Charset, Paint, Style};
use crate::game::classic::{Man, Sketch, read_game};

/// Returns the board of a position: of a game of the table as it draws itself, else of a FEN, a line for each rank from the
/// eighth, with coordinates, and a dot for each empty square.
///
/// The FEN must be well-formed, as one in a trace is; of another one, what can be read is drawn.
#[must_use]
pub(crate) fn board(fen: &str, style: &Style) -> Vec<String> {
    if let Some(Ok(game)) = read_game(fen) {
        return sketched(&game.sketch(), style.charset);
    }
    let mut lines: Vec<String> = Vec::with_capacity(9);
    // Teaching boards may be smaller than the usual one.
    let size = ranks(fen).count();
    for (index, rank) in ranks(fen).enumerate() {
        let squares: Vec<String> = rank.map(|symbol| figurine(symbol, style.charset).to_string()).collect();
        lines.push(format!("{} {}", size.saturating_sub(index), squares.join(" ")));
    }
    lines.push("  a b c d e f g h"[..1 + 2 * size].to_owned());
    lines
}

/// Returns the rows of a sketch with what stands before and below them.
fn sketched(sketch: &Sketch, charset: Charset) -> Vec<String> {
    let before = sketch.rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let line = |name: &str, places: &[String]| {
        let gap = if before == 0 { "" } else { " " };
        format!("{name:before$}{gap}{}", places.join(" ")).trim_end().to_owned()
    };
    let row = |(name, men): &(String, Vec<Man>)| {
        line(name, &men.iter().map(|one| man(*one, charset).to_string()).collect::<Vec<_>>())
    };
    let below = (!sketch.columns.is_empty()).then(|| line("", &sketch.columns));
    sketch.rows.iter().map(row).chain(below).collect()
}

fn man(man: Man, charset: Charset) -> char {
    match (charset, man) {
        (Charset::Ascii, _) | (_, Man::Empty) => man.letter(),
        (_, Man::First) => '✕',
        (_, Man::Second) => '○',
        (_, Man::Match) => '│',
    }
}

/// Returns the lines of a board with the colours of squares and men, if there are colours.
#[must_use]
pub(crate) fn coloured(board: &[String], style: &Style) -> Vec<String> {
    let size = board.iter().take_while(|line| line.starts_with(|first: char| first.is_ascii_digit())).count();
    let line = |(rank, line): (usize, &String)| {
        // Rows without numbers are those of discs and of matches, which are to be seen.
        if size == 0 {
            return line.clone();
        }
        let (number, squares) = line.split_at(line.len().min(1));
        if size <= rank || !style.color {
            return style.paint(line, Paint::Quiet);
        }
        let squares: Vec<char> = squares.chars().collect();
        let square = |(file, square): (usize, &[char])| {
            let is_white = square.last().filter(|man| **man != '.').map(|man| WHITE.contains(*man));
            style.square(&square.iter().collect::<String>(), (file + rank) % 2 == (size + 1) % 2, is_white)
        };
        let squares: String = squares.chunks(2).enumerate().map(square).collect();
        style.paint(number, Paint::Quiet) + &squares
    };
    board.iter().enumerate().map(line).collect()
}

/// The men of White, as letters and as figurines.
const WHITE: &str = "KQRBNP♔♕♖♗♘♙";

/// Returns the ranks of a FEN from the eighth, a letter or a dot for each square.
pub(crate) fn ranks(fen: &str) -> impl Iterator<Item = impl Iterator<Item = char>> {
    let placement = fen.split_whitespace().next().unwrap_or_default();
    placement.split('/').take(MOST).map(|rank| {
        let squares = rank.chars().flat_map(|symbol| match symbol.to_digit(10) {
            Some(empty) => std::iter::repeat_n('.', empty as usize),
            None => std::iter::repeat_n(if symbol.is_ascii_graphic() { symbol } else { '?' }, 1),
        });
        squares.take(MOST)
    })
}

/// No board has more ranks or files.
const MOST: usize = 8;

fn figurine(symbol: char, charset: Charset) -> char {
    if charset == Charset::Ascii {
        return symbol;
    }
    let figurines = [
        ('K', '♔'),
        ('Q', '♕'),
        ('R', '♖'),
        ('B', '♗'),
        ('N', '♘'),
        ('P', '♙'),
        ('k', '♚'),
        ('q', '♛'),
        ('r', '♜'),
        ('b', '♝'),
        ('n', '♞'),
        ('p', '♟'),
    ];
    figurines.iter().find(|(letter, _)| *letter == symbol).map_or(symbol, |&(_, figurine)| figurine)
}
