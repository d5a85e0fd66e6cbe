//! Boards, drawn from the piece placement of a FEN.

use super::style::{Charset, Style};
use std::io::{self, Write};

/// Writes the board of a FEN, eighth rank first, a dot for each empty square; with coordinates if the style asks.
///
/// The FEN must be well-formed, as one in a trace is; of another one, what can be read is drawn.
///
/// # Errors
/// What writing gives.
pub fn board(fen: &str, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let placement = fen.split_whitespace().next().unwrap_or_default();
    for (index, rank) in placement.split('/').enumerate() {
        if style.coordinates {
            write!(out, "{} ", 8_usize.saturating_sub(index))?;
        }
        let mut squares = Vec::with_capacity(8);
        for symbol in rank.chars() {
            match symbol.to_digit(10) {
                Some(empty) => squares.extend(std::iter::repeat_n('.', empty as usize)),
                None => squares.push(figurine(symbol, style.charset)),
            }
        }
        let gap = if style.coordinates { " " } else { "" };
        let text: Vec<String> = squares.iter().map(char::to_string).collect();
        writeln!(out, "{}", text.join(gap))?;
    }
    if style.coordinates {
        writeln!(out, "  a b c d e f g h")?;
    }
    Ok(())
}

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
