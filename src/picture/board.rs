//! Draws a board. Pieces are shapes, so that no font has to contain chess pieces. Distances are in pixels.

use super::figure::{Anchor, Class, Figure, FigurePart, Group, MARGIN, Point, at};
use crate::core::cursor;
use crate::core::game::classic::{GameList, Man, Sketch};
use crate::core::sort::sort_by_key;
use crate::page::text::ranks;

/// The length of a square's side. The shapes of pieces are designed for this size.
const SQUARE: i32 = 28;
/// The room for the rank numbers.
const RANKS: i32 = 16;
/// An arrow: half the width of its shaft, half the width of its head, the length of its head, and the distance from the
/// middle of its first square to its beginning.
const SHAFT: i32 = 3;
const HEAD: i32 = 8;
const TIP: i32 = 12;
const FROM: i32 = 10;

/// The start and target square of a move, each as file and rank from 0.
type MoveSquares = [(u8, u8); 2];

/// The moves that a drawn board marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct BoardMoves {
    /// The last move, whose squares are framed.
    pub played: Option<MoveSquares>,
    /// The best move, which an arrow shows.
    pub best: Option<MoveSquares>,
    /// For a classroom game: the places that the last move changed, one bit each.
    pub filled: u128,
    /// For a classroom game: the places that the best move will change, one bit each.
    pub marked: u128,
}

impl BoardMoves {
    /// Adds the best move, given by its name, on the board of a FEN or of one of these games.
    pub(crate) fn with_best(self, games: &GameList, fen: &str, name: &str) -> Self {
        let Some(after) = cursor::board(games, fen, &[name]).filter(|after| after.moves == 1) else { return self };
        let sketches = [fen, after.fen.as_str()].map(|position| games.read(position)?.ok().map(|game| game.sketch()));
        let marked = if let [Some(before), Some(after)] = sketches { changed(&before, &after) } else { 0 };
        Self { best: after.last, marked, ..self }
    }
}

/// The maximum number of places in a row of a sketch. Places beyond it have no bit.
const PLACES: usize = 16;

/// Returns the bit of a place in a sketch.
const fn bit(row: usize, column: usize) -> u128 {
    if column < PLACES && row < PLACES / 2 { 1 << (row * PLACES + column) } else { 0 }
}

/// Returns the places in which two sketches differ.
fn changed(before: &Sketch, after: &Sketch) -> u128 {
    let mut bits = 0;
    for (row, (_, men)) in before.rows.iter().enumerate() {
        let then = after.rows.get(row).map_or(&[][..], |(_, men)| men);
        let differs = |column: &usize| men.get(*column) != then.get(*column);
        bits |=
            (0..men.len().max(then.len())).filter(differs).map(|column| bit(row, column)).fold(0, |all, bit| all | bit);
    }
    bits
}

/// The classes of a board's parts.
pub(crate) const CLASSES: [Class; 7] =
    [Class::Light, Class::Dark, Class::Moved, Class::Arrow, Class::White, Class::Black, Class::Small];

/// Returns the class of a board of this size. The style sheets give boards with few columns another scale.
pub(super) fn size_class(size: Point) -> &'static str {
    // In the last column of Nim, the drawing ends at the match.
    match (size.x - MARGIN - NAMES + SQUARE - 1) / SQUARE {
        ..=3 => "small-board",
        4..=6 => "middle-board",
        7.. => "large-board",
    }
}

/// Draws a chess board, or the board of one of these games; `title` describes the picture.
pub(crate) fn figure((games, fen): (&GameList, &str), moves: BoardMoves, title: &str) -> Figure {
    let mut items = Vec::new();
    // Leave a pixel of room for the frames of squares at the edge.
    board((games, fen), moves, at(0, 1), &mut items);
    // Keep squares of one colour together, so that SVG can write them as one shape.
    let squares = [Class::Light, Class::Dark];
    sort_by_key(&mut items, |item| squares.iter().position(|&class| class == item.class()).unwrap_or(squares.len()));
    let place = |(file, rank): (u8, u8)| format!("{}{}", char::from(b'a' + file), rank + 1);
    let said = |what: &str, squares: Option<MoveSquares>| {
        squares.map(|[from, to]| format!("{what} {}-{}", place(from), place(to)))
    };
    let moves = [said("played", moves.played), said("best", moves.best)].into_iter().flatten();
    let description = [men(games, fen)].into_iter().chain(moves).collect::<Vec<_>>().join("; ");
    Figure { title: title.to_owned(), description, groups: vec![Group { tag: None, items }] }
}

/// Draws the board after a line and marks the last move; draws nothing if the root is not a position.
pub(crate) fn board_after((games, root): (&GameList, &str), line: &[String], title: &str) -> Option<Figure> {
    let board = cursor::board(games, root, line)?;
    let title = if title.is_empty() { "The board".to_owned() } else { format!("The board after {title}") };
    Some(figure((games, &board.fen), BoardMoves { played: board.last, ..BoardMoves::default() }, &title))
}

/// Lists the pieces of a position with their squares, for readers who cannot see the board.
fn men(games: &GameList, fen: &str) -> String {
    if let Some(Ok(game)) = games.read(fen) {
        return game_men(&game.sketch());
    }
    let ranks = ranks(fen);
    let size = ranks.len();
    let squares =
        ranks.iter().enumerate().flat_map(|(row, rank)| ('a'..='h').zip(rank.chars()).map(move |at| (size - row, at)));
    let man = |(rank, (file, symbol)): (usize, (char, char))| {
        let name = match symbol.to_ascii_lowercase() {
            'p' => "pawn",
            'r' => "rook",
            'n' => "knight",
            'b' => "bishop",
            'q' => "queen",
            'k' => "king",
            _ => return None,
        };
        Some(format!("{} {name} {file}{rank}", if symbol.is_ascii_uppercase() { "white" } else { "black" }))
    };
    squares.filter_map(man).collect::<Vec<_>>().join(", ")
}

/// Draws the board of a FEN, or of one of these games, with its upper left corner at `corner`; returns the opposite
/// corner.
pub(super) fn board(
    (games, fen): (&GameList, &str),
    moves: BoardMoves,
    corner: Point,
    items: &mut Vec<FigurePart>,
) -> Point {
    if let Some(Ok(game)) = games.read(fen) {
        return sketch(&game.sketch(), moves, corner, items);
    }
    let ranks = ranks(fen);
    let size = ranks.len() as i32;
    let square = |file: i32, rank: i32| at(corner.x + RANKS + file * SQUARE, corner.y + rank * SQUARE);
    let middle = |(file, rank): (u8, u8)| {
        let Point { x, y } = square(file.into(), size - 1 - i32::from(rank));
        at(x + SQUARE / 2, y + SQUARE / 2)
    };
    let mut men = Vec::new();
    for (row, rank) in (0..).zip(&ranks) {
        let number = (size - row).to_string();
        let y = square(0, row).y + SQUARE / 2;
        items.push(FigurePart::text(at(corner.x + RANKS - 6, y + 4), Anchor::End, number, Class::Small));
        for (file, symbol) in (0..size).zip(rank.chars()) {
            let class = if (file + row) % 2 == (size + 1) % 2 { Class::Dark } else { Class::Light };
            items.push(FigurePart::rect(square(file, row), square(file + 1, row + 1), class));
            men.extend(man(symbol, at(square(file, row).x + SQUARE / 2, y)));
        }
    }
    // Draw the frames of these squares on top of the other squares.
    for (file, rank) in moves.played.into_iter().flatten() {
        let (file, row) = (i32::from(file), size - 1 - i32::from(rank));
        items.push(FigurePart::rect(square(file, row), square(file + 1, row + 1), Class::Moved));
    }
    items.extend(men);
    if let Some([from, to]) = moves.best {
        items.push(arrow(middle(from), middle(to)));
    }
    let bottom = corner.y + size * SQUARE;
    for (file, letter) in (0..size).zip('a'..='h') {
        let place = at(square(file, 0).x + SQUARE / 2, bottom + 14);
        items.push(FigurePart::text(place, Anchor::Middle, letter, Class::Small));
    }
    at(corner.x + RANKS + size * SQUARE, bottom + 18)
}

fn arrow(from: Point, to: Point) -> FigurePart {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let length = (x * x + y * y).isqrt().max(1);
    // Converts two distances to a point: back from the arrow's tip, and to the right of its axis.
    let place =
        |back: i32, right: i32| at(to.x - (x * back + y * right) / length, to.y - (y * back - x * right) / length);
    // The moving piece stays visible.
    let start = length - FROM;
    let corners = [(TIP, SHAFT), (TIP, HEAD), (0, 0), (TIP, -HEAD), (TIP, -SHAFT)];
    let way = [(start, SHAFT)].into_iter().chain(corners).chain([(start, -SHAFT)]);
    let points: Vec<Point> = way.map(|(back, right)| place(back, right)).collect();
    FigurePart::area(&points, Class::Arrow)
}

/// A piece, in pixels from the middle of its square: areas, and discs with their radii.
struct PieceShape {
    /// The corners of each area.
    areas: &'static [&'static [(i32, i32)]],
    discs: &'static [(i32, i32, i32)],
    /// A dot of the opposite colour.
    dot: Option<(i32, i32)>,
}

const FOOT: &[(i32, i32)] = &[(-8, 8), (8, 8), (9, 11), (-9, 11)];
const PAWN: PieceShape = PieceShape {
    areas: &[&[(-2, -3), (2, -3), (5, 7), (-5, 7)], &[(-7, 7), (7, 7), (7, 11), (-7, 11)]],
    discs: &[(0, -5, 4)],
    dot: None,
};
#[rustfmt::skip]
const ROOK: PieceShape = PieceShape {
    areas: &[
        &[(-5, -4), (5, -4), (6, 8), (-6, 8)],
        &[(-7, -10), (-4, -10), (-4, -8), (-2, -8), (-2, -10), (2, -10), (2, -8), (4, -8), (4, -10), (7, -10), (7, -5), (5, -3), (-5, -3), (-7, -5)],
        FOOT,
    ],
    discs: &[],
    dot: None,
};
#[rustfmt::skip]
const KNIGHT: PieceShape = PieceShape {
    areas: &[
        &[(-6, 8), (-5, 3), (0, -1), (-5, 0), (-8, 3), (-10, 0), (-6, -7), (-4, -8), (-4, -11), (-1, -9), (4, -7), (7, -2), (8, 8)],
        FOOT,
    ],
    discs: &[],
    dot: Some((-4, -5)),
};
const BISHOP: PieceShape = PieceShape {
    areas: &[
        &[(-3, 3), (3, 3), (5, 8), (-5, 8)],
        &[(0, -10), (3, -7), (5, -3), (5, 0), (3, 3), (-3, 3), (-5, 0), (-5, -3), (-3, -7)],
        FOOT,
    ],
    discs: &[(0, -10, 2)],
    dot: Some((1, -4)),
};
const QUEEN: PieceShape = PieceShape {
    areas: &[
        &[(-10, -6), (-5, 0), (-5, -8), (-1, -1), (0, -9), (1, -1), (5, -8), (5, 0), (10, -6), (6, 8), (-6, 8)],
        FOOT,
    ],
    discs: &[(-10, -7, 2), (-5, -9, 2), (0, -10, 2), (5, -9, 2), (10, -7, 2)],
    dot: None,
};
#[rustfmt::skip]
const KING: PieceShape = PieceShape {
    areas: &[
        &[(-1, -13), (1, -13), (1, -11), (3, -11), (3, -9), (1, -9), (1, -6), (-1, -6), (-1, -9), (-3, -9), (-3, -11), (-1, -11)],
        &[(0, -3), (2, -6), (6, -7), (9, -4), (8, 0), (5, 8), (-5, 8), (-8, 0), (-9, -4), (-6, -7), (-2, -6)],
        FOOT,
    ],
    discs: &[],
    dot: None,
};

/// Draws the piece with this letter; an empty square has no parts.
fn man(symbol: char, middle: Point) -> Vec<FigurePart> {
    let shape = match symbol.to_ascii_uppercase() {
        'P' => PAWN,
        'R' => ROOK,
        'N' => KNIGHT,
        'B' => BISHOP,
        'Q' => QUEEN,
        'K' => KING,
        _ => return Vec::new(),
    };
    let (class, other) =
        if symbol.is_ascii_uppercase() { (Class::White, Class::Black) } else { (Class::Black, Class::White) };
    let disc = |(x, y, radius), class| FigurePart::Disc { middle: at(middle.x + x, middle.y + y), radius, class };
    let corner = |&(x, y): &(i32, i32)| at(middle.x + x, middle.y + y);
    let area = |corners: &&[(i32, i32)]| FigurePart::area(&corners.iter().map(corner).collect::<Vec<_>>(), class);
    let areas = shape.areas.iter().map(area);
    let discs = shape.discs.iter().map(|&place| disc(place, class));
    areas.chain(discs).chain(shape.dot.map(|(x, y)| disc((x, y, 1), other))).collect()
}

/// The room for the row labels.
const NAMES: i32 = 16;
/// Half the width of a cross, and half the thickness of its beams.
const CROSS: i32 = 9;
const BEAM: i32 = 2;
/// The inner and outer radius of a ring.
const RING: [i32; 2] = [7, 10];

/// Draws a sketch with its upper left corner at `corner`; returns its lower right corner.
fn sketch(sketch: &Sketch, moves: BoardMoves, corner: Point, items: &mut Vec<FigurePart>) -> Point {
    let place = |row: i32, column: i32| at(corner.x + NAMES + column * SQUARE, corner.y + row * SQUARE);
    for (row, (name, men)) in (0..).zip(&sketch.rows) {
        let y = place(row, 0).y + SQUARE / 2;
        if !name.is_empty() {
            items.push(FigurePart::text(at(corner.x + NAMES - 6, y + 4), Anchor::End, name.clone(), Class::Small));
        }
        for (column, one) in men.iter().enumerate() {
            let (corner, bit) = (place(row, column as i32), bit(row as usize, column));
            game_man(*one, corner, moves.filled & bit != 0, items);
            if moves.marked & bit != 0 {
                items.push(mark(*one, corner));
            }
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

/// Draws the mark of the best move at a place: a disc if the move adds something there, a bar if it takes something
/// away.
fn mark(man: Man, corner: Point) -> FigurePart {
    let middle = at(corner.x + SQUARE / 2, corner.y + SQUARE / 2);
    match man {
        Man::Empty => FigurePart::Disc { middle, radius: RING[0], class: Class::Arrow },
        Man::First | Man::Second | Man::Match => {
            FigurePart::rect(at(middle.x - CROSS, middle.y - BEAM), at(middle.x + CROSS, middle.y + BEAM), Class::Arrow)
        }
    }
}

/// Draws a place, given its upper left corner.
fn game_man(man: Man, corner: Point, is_new: bool, items: &mut Vec<FigurePart>) {
    let middle = at(corner.x + SQUARE / 2, corner.y + SQUARE / 2);
    let from =
        |points: &[(i32, i32)]| -> Vec<Point> { points.iter().map(|(x, y)| at(middle.x + x, middle.y + y)).collect() };
    if man == Man::Match {
        return items.push(FigurePart::area(&from(&[(-2, -11), (2, -11), (2, 11), (-2, 11)]), Class::Black));
    }
    // The pixels left between squares form the grid.
    let (near, far) = (at(corner.x + 1, corner.y + 1), at(corner.x + SQUARE, corner.y + SQUARE));
    items.push(FigurePart::rect(near, far, if is_new { Class::Moved } else { Class::Light }));
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

/// Lists the pieces of a sketch with their places, for readers who cannot see it.
fn game_men(sketch: &Sketch) -> String {
    let mut said = Vec::new();
    for (row, (name, men)) in sketch.rows.iter().enumerate() {
        let matches = men.iter().filter(|man| **man == Man::Match).count();
        if sketch.columns.is_empty() {
            said.push(format!("{name} {matches}").trim().to_owned());
            continue;
        }
        // Rows without names are numbered from the bottom.
        let number = (sketch.rows.len() - row).to_string();
        let number = if name.is_empty() { format!("/{number}") } else { name.clone() };
        for (column, man) in men.iter().enumerate().filter(|(_, man)| **man != Man::Empty) {
            said.push(format!("{} {}{number}", man.letter(), sketch.columns[column]));
        }
    }
    if said.is_empty() { "empty".to_owned() } else { said.join(", ") }
}
