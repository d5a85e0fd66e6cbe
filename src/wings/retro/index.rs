//! Numbers for placements: one for each class under the symmetries of the board.
//!
//! The kings decide which symmetry is used. Where one is left that moves neither king (both stand on its axis), the men
//! decide.

use super::board::SmallBoard;
use super::ending::RetroEnding;
use super::position::Squares;
use shakmaty::Square;

/// No class: the kings cannot stand so.
const NONE: u16 = u16::MAX;

/// Where a pair of kings belongs.
#[derive(Clone, Copy, Debug)]
struct Kings {
    /// Its class.
    class: u16,
    /// The symmetry that leads to the class's pair.
    symmetry: u8,
    /// Another one that does, or the same.
    other: u8,
}

/// The numbers of one ending's placements.
#[derive(Clone, Debug)]
pub(super) struct Index {
    /// How many men there are besides the kings, and whether they are of one kind.
    men: usize,
    has_twins: bool,
    /// By the squares of White's king and Black's.
    kings: Vec<Kings>,
    /// The pair that stands for a class, and how many pairs the class has.
    classes: Vec<([Square; 2], u32)>,
    turned: Vec<[Square; 64]>,
    /// Squares of the board, and the number of each.
    cells: Vec<Square>,
    number: [u8; 64],
    /// How many numbers a class has.
    block: usize,
}

impl Index {
    pub(super) fn new(ending: RetroEnding, board: SmallBoard) -> Self {
        let symmetries = if ending.has_pawns() { 2 } else { 8 };
        let turned: Vec<[Square; 64]> =
            (0..symmetries)
                .map(|symmetry| {
                    Square::ALL.map(|square| {
                        if board.inside().contains(square) { board.turned(square, symmetry) } else { square }
                    })
                })
                .collect();
        let cells: Vec<Square> = board.inside().into_iter().collect();
        let mut number = [0; 64];
        for (cell, &square) in cells.iter().enumerate() {
            number[usize::from(square)] = cell as u8;
        }
        let men = ending.len();
        let mut index = Self {
            men,
            has_twins: ending.has_twins(),
            kings: vec![Kings { class: NONE, symmetry: 0, other: 0 }; 64 * 64],
            classes: Vec::new(),
            turned,
            block: cells.len().pow(men as u32),
            cells,
            number,
        };
        index.pair_kings();
        index
    }

    fn pair_kings(&mut self) {
        for &white in &self.cells {
            for &black in self.cells.iter().filter(|&&black| 1 < white.distance(black)) {
                let images: Vec<[Square; 2]> =
                    self.turned.iter().map(|to| [to[usize::from(white)], to[usize::from(black)]]).collect();
                let Some(&first) = images.iter().min() else { continue };
                let mut ways = (0..images.len()).filter(|&way| images[way] == first);
                let symmetry = ways.next().unwrap_or(0);
                let other = ways.next().unwrap_or(symmetry);
                // The pair that stands for a class is the first of it that comes.
                let class = self.classes.iter().position(|class| class.0 == first).unwrap_or_else(|| {
                    let mut different = images.clone();
                    different.sort_unstable();
                    different.dedup();
                    self.classes.push((first, different.len() as u32));
                    self.classes.len() - 1
                });
                self.kings[usize::from(white) * 64 + usize::from(black)] =
                    Kings { class: class as u16, symmetry: symmetry as u8, other: other as u8 };
            }
        }
    }

    /// Returns how many numbers there are; not each is a placement.
    pub(super) fn len(&self) -> usize {
        self.classes.len() * self.block
    }

    /// The number of the men after a symmetry, those of one kind in the order of their squares.
    #[inline]
    fn placed(&self, squares: &Squares, symmetry: u8) -> usize {
        let to = &self.turned[symmetry as usize];
        let cell = |slot: usize| usize::from(self.number[usize::from(to[usize::from(squares[slot])])]);
        match self.men {
            0 => 0,
            1 => cell(2),
            _ => {
                let (mut first, mut second) = (cell(2), cell(3));
                if self.has_twins && second < first {
                    std::mem::swap(&mut first, &mut second);
                }
                first * self.cells.len() + second
            }
        }
    }

    /// Returns the number of a placement; none if the kings stand side by side.
    #[inline]
    pub(super) fn number(&self, squares: &Squares) -> Option<usize> {
        let kings = self.kings[usize::from(squares[0]) * 64 + usize::from(squares[1])];
        if kings.class == NONE {
            return None;
        }
        let mut men = self.placed(squares, kings.symmetry);
        if kings.other != kings.symmetry {
            men = men.min(self.placed(squares, kings.other));
        }
        Some(usize::from(kings.class) * self.block + men)
    }

    /// Returns the placement of a number, whether or not it is one.
    #[inline]
    pub(super) fn squares(&self, number: usize) -> Squares {
        let (class, men) = (number / self.block, number % self.block);
        let [white, black] = self.classes[class].0;
        let mut squares = [white, black, Square::A1, Square::A1];
        match self.men {
            0 => {}
            1 => squares[2] = self.cells[men],
            _ => {
                squares[2] = self.cells[men / self.cells.len()];
                squares[3] = self.cells[men % self.cells.len()];
            }
        }
        squares
    }

    /// Returns how many placements the class of a number has.
    pub(super) fn weight(&self, squares: &Squares) -> u64 {
        let kings = self.kings[usize::from(squares[0]) * 64 + usize::from(squares[1])];
        let pairs = u64::from(self.classes[usize::from(kings.class)].1);
        let moved =
            kings.other != kings.symmetry && self.placed(squares, kings.symmetry) != self.placed(squares, kings.other);
        if moved { 2 * pairs } else { pairs }
    }
}
