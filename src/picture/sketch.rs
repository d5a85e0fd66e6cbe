//! The board of a game of the table as a picture: crosses, rings and matches on plain squares.

use super::class::Class;
use super::figure::{Anchor, FigurePart, Point, at};
use crate::game::classic::{Man, Sketch};

/// The side of a square, as on a board of chess.
const SQUARE: i32 = 28;
/// Room for what stands before the rows.
const NAMES: i32 = 16;
/// Half the width of a cross, and half the thickness of its beams.
const CROSS: i32 = 9;
const BEAM: i32 = 2;
/// A ring from inside and from outside.
const RING: [i32; 2] = [7, 10];

/// Draws a sketch with its upper left corner there; returns its lower right one.
pub(super) fn sketch(sketch: &Sketch, corner: Point, items: &mut Vec<FigurePart>) -> Point {
    let place = |row: i32, column: i32| at(corner.x + NAMES + column * SQUARE, corner.y + row * SQUARE);
    for (row, (name, men)) in (0..).zip(&sketch.rows) {
        let y = place(row, 0).y + SQUARE / 2;
        if !name.is_empty() {
            items.push(FigurePart::text(at(corner.x + NAMES - 6, y + 4), Anchor::End, name.clone(), Class::Small));
        }
        for (column, one) in (0..).zip(men) {
            man(*one, place(row, column), items);
        }
    }
    let widest = sketch.rows.iter().map(|(_, men)| men.len()).max().unwrap_or(0);
    let end = place(sketch.rows.len() as i32, widest as i32);
    for (column, name) in (0..).zip(&sketch.columns) {
        let below = at(place(0, column).x + SQUARE / 2, end.y + 14);
        items.push(FigurePart::text(below, Anchor::Middle, name.clone(), Class::Small));
    }
    at(end.x, end.y + if sketch.columns.is_empty() { 4 } else { 18 })
}

/// Draws one place, whose upper left corner is given.
fn man(man: Man, corner: Point, items: &mut Vec<FigurePart>) {
    let middle = at(corner.x + SQUARE / 2, corner.y + SQUARE / 2);
    let from =
        |points: &[(i32, i32)]| -> Vec<Point> { points.iter().map(|(x, y)| at(middle.x + x, middle.y + y)).collect() };
    if man == Man::Match {
        return items.push(FigurePart::area(&from(&[(-2, -11), (2, -11), (2, 11), (-2, 11)]), Class::Black));
    }
    // A pixel between squares is their grid.
    let (near, far) = (at(corner.x + 1, corner.y + 1), at(corner.x + SQUARE, corner.y + SQUARE));
    items.push(FigurePart::rect(near, far, Class::Light));
    match man {
        Man::Empty | Man::Match => {}
        Man::First => {
            for turn in [1, -1] {
                let beam = [
                    (-CROSS, turn * (-CROSS - BEAM)),
                    (CROSS + BEAM, turn * CROSS),
                    (CROSS, turn * (CROSS + BEAM)),
                    (-CROSS - BEAM, turn * -CROSS),
                ];
                items.push(FigurePart::area(&from(&beam), Class::Black));
            }
        }
        Man::Second => {
            let [inner, outer] = RING;
            items.push(FigurePart::Disc { middle, radius: outer, class: Class::Black });
            items.push(FigurePart::Disc { middle, radius: inner, class: Class::White });
        }
    }
}

/// The men of a sketch with their places, for those who do not see it.
pub(super) fn men(sketch: &Sketch) -> String {
    let mut said = Vec::new();
    for (row, (name, men)) in sketch.rows.iter().enumerate() {
        let matches = men.iter().filter(|man| **man == Man::Match).count();
        if sketch.columns.is_empty() {
            said.push(format!("{name} {matches}").trim().to_owned());
            continue;
        }
        // Rows without names count from below.
        let number = (sketch.rows.len() - row).to_string();
        let number = if name.is_empty() { format!("/{number}") } else { name.clone() };
        for (column, man) in men.iter().enumerate().filter(|(_, man)| **man != Man::Empty) {
            said.push(format!("{} {}{number}", man.letter(), sketch.columns[column]));
        }
    }
    if said.is_empty() { "empty".to_owned() } else { said.join(", ") }
}
