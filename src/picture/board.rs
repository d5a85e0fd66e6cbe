//! A board as a picture: squares, and a disc with a letter for each piece, so that no font has to know chess.

use super::class::Class;
use super::figure::{Anchor, Item, Point, at};
use crate::page::board::ranks;

/// The side of a square.
const SQUARE: i32 = 22;
/// Room for the numbers of ranks.
const RANKS: i32 = 16;

/// Draws the board of a FEN with its upper left corner at `corner`; returns the corner at the other end.
pub(super) fn board(fen: &str, corner: Point, items: &mut Vec<Item>) -> Point {
    let size = i32::try_from(ranks(fen).count()).unwrap_or(8);
    let square = |file: i32, rank: i32| at(corner.x + RANKS + file * SQUARE, corner.y + rank * SQUARE);
    for (row, rank) in (0..).zip(ranks(fen)) {
        let middle = corner.y + row * SQUARE + SQUARE / 2;
        let number = (size - row).to_string();
        items.push(Item::text(at(corner.x + RANKS - 6, middle + 4), Anchor::End, number, Class::Small));
        for (file, symbol) in (0..size).zip(rank) {
            let class = if (file + row) % 2 == (size + 1) % 2 { Class::Dark } else { Class::Light };
            items.push(Item::rect(square(file, row), square(file + 1, row + 1), class));
            items.extend(piece(symbol, at(square(file, row).x + SQUARE / 2, middle)).into_iter().flatten());
        }
    }
    let bottom = corner.y + size * SQUARE;
    for (file, letter) in (0..size).zip('a'..='h') {
        let place = at(square(file, 0).x + SQUARE / 2, bottom + 14);
        items.push(Item::text(place, Anchor::Middle, letter, Class::Small));
    }
    at(corner.x + RANKS + size * SQUARE, bottom + 18)
}

/// A white or black disc with the piece's letter; nothing on an empty square.
fn piece(symbol: char, middle: Point) -> Option<[Item; 2]> {
    let letter = symbol.is_ascii_alphabetic().then(|| symbol.to_ascii_uppercase())?;
    let (disc, class) = if symbol.is_ascii_uppercase() {
        (Class::White, Class::WhiteLetter)
    } else {
        (Class::Black, Class::BlackLetter)
    };
    let letter = Item::text(at(middle.x, middle.y + 4), Anchor::Middle, letter, class);
    Some([Item::Disc { middle, radius: SQUARE / 2 - 2, class: disc }, letter])
}
