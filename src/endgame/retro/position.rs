//! A placement with the side to move: its moves, the moves that could have led to it, and its number.
//!
//! All placements that are equal under the symmetries of the board share one number. The kings determine which symmetry
//! is used. If both kings are on the axis of a symmetry, the other pieces determine whether it is used.

use super::ending::{MOST, PROMOTIONS, RetroEnding, SmallBoard};
use super::half;
use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Color, Piece, Rank, Role, Square};

/// Pieces on a board. Slots 0 and 1 are the kings, White's first; the others are the pieces in the order of the ending.
pub(super) type Squares = [Square; MOST + 2];

/// A position of an ending. Castling, en passant and the history of the game are ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) ending: RetroEnding,
    /// The squares of all pieces; slots beyond the last piece repeat a1.
    pub(super) squares: Squares,
    pub(super) turn: Color,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RetroMove {
    /// The slot of the moving piece in [`Position::squares`].
    pub(super) slot: u8,
    pub(super) from: Square,
    pub(super) to: Square,
    /// The slot of the captured piece.
    pub(super) victim: Option<u8>,
    pub(super) promotion: Option<Role>,
}

impl RetroMove {
    /// Returns whether the move changes which pieces are on the board.
    #[inline]
    pub(super) fn is_conversion(&self) -> bool {
        self.victim.is_some() || self.promotion.is_some()
    }
}

impl Position {
    /// Returns the position of these pieces, including kings, and whether the colours were swapped so that White is the
    /// stronger side. In that case, the board is flipped.
    pub(super) fn of(kings: [Square; 2], men: &[(Piece, Square)], turn: Color, board: SmallBoard) -> (Self, bool) {
        let pieces: ArrayVec<Piece, MOST> = men.iter().map(|man| man.0).collect();
        let (ending, swapped) = RetroEnding::of(&pieces);
        let place = |square: Square| if swapped { board.turned(square, 2) } else { square };
        let mut squares = [Square::A1; MOST + 2];
        let kings = if swapped { [kings[1], kings[0]] } else { kings };
        squares[..2].copy_from_slice(&kings.map(place));
        let mut taken = [false; MOST];
        for (slot, piece) in ending.men().enumerate() {
            let color = if swapped { piece.color.other() } else { piece.color };
            let is_it =
                |&(index, &(man, _)): &(usize, &(Piece, Square))| !taken[index] && man == Piece { color, ..piece };
            let found = men.iter().enumerate().find(is_it);
            if let Some((index, &(_, square))) = found {
                taken[index] = true;
                squares[2 + slot] = place(square);
            }
        }
        (Self { ending, squares, turn: if swapped { turn.other() } else { turn } }, swapped)
    }

    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Returns the same placement with the other side to move.
    pub const fn passed(self) -> Self {
        Self { turn: self.turn.other(), ..self }
    }

    /// Returns all pieces with their squares, the kings first.
    pub fn men(&self) -> impl Iterator<Item = (Piece, Square)> {
        let kings = [Color::White.king(), Color::Black.king()];
        kings.into_iter().chain(self.ending.men()).zip(self.squares)
    }

    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.men().find(|man| man.1 == square).map(|man| man.0)
    }

    /// Calls `visit` with the slot, piece and square of each piece of `color`, until it returns false.
    #[inline(always)]
    fn each_man(&self, color: Color, mut visit: impl FnMut(usize, Piece, Square) -> bool) {
        let king = half(color);
        if !visit(king, color.king(), self.squares[king]) {
            return;
        }
        for (slot, man) in self.ending.slots().into_iter().enumerate() {
            if let Some(man) = man.filter(|man| man.color == color)
                && !visit(slot + 2, man, self.squares[slot + 2])
            {
                return;
            }
        }
    }

    #[inline]
    fn of_color(&self, color: Color) -> Bitboard {
        let mut squares = Bitboard::EMPTY;
        self.each_man(color, |_, _, square| {
            squares.add(square);
            true
        });
        squares
    }

    #[inline]
    pub(super) fn occupied(&self) -> Bitboard {
        self.of_color(Color::White) | self.of_color(Color::Black)
    }

    #[inline]
    pub(super) fn attacks(&self, board: SmallBoard, color: Color, target: Square) -> bool {
        let occupied = self.occupied();
        let mut is_attacked = false;
        self.each_man(color, |_, man, from| {
            is_attacked |= board.attacks(man, from, occupied).contains(target);
            true
        });
        is_attacked
    }

    pub const fn king(&self, color: Color) -> Square {
        match color {
            Color::White => self.squares[0],
            Color::Black => self.squares[1],
        }
    }

    #[inline]
    pub(super) fn is_check(&self, board: SmallBoard, color: Color) -> bool {
        self.attacks(board, color.other(), self.king(color))
    }

    /// Returns why the position is illegal, or `None` if it is legal. Reasons are pieces on the same square or outside
    /// the board, adjacent kings, pawns on the first or last rank, or the side not to move in check.
    pub(super) fn problem(&self, board: SmallBoard) -> Option<&'static str> {
        let occupied = self.occupied();
        let outside = !(occupied & !board.inside()).is_empty();
        if outside || occupied.count() != 2 + self.ending.len() {
            return Some("two pieces share a square");
        }
        let is_last = |square: Square| matches!(square.rank(), Rank::First | Rank::Eighth);
        if self.men().any(|(man, square)| man.role == Role::Pawn && is_last(square)) {
            return Some("a pawn is on the first or last rank");
        }
        if self.squares[0].distance(self.squares[1]) == 1 {
            return Some("the kings are on adjacent squares");
        }
        let waiting = self.turn.other();
        self.is_check(board, waiting).then_some(match waiting {
            Color::White => "Black is to move, but White is already in check",
            Color::Black => "White is to move, but Black is already in check",
        })
    }

    /// Calls `visit` with every move, including moves that leave the mover's own king in check. Quiet moves and captures
    /// are mixed. Stops when `visit` returns `false`.
    #[inline]
    pub(super) fn each_step(&self, board: SmallBoard, mut visit: impl FnMut(RetroMove) -> bool) {
        let (own, occupied) = (self.of_color(self.turn), self.occupied());
        self.each_man(self.turn, |slot, man, from| {
            let targets = if man.role == Role::Pawn {
                pawn_targets(man.color, from, occupied)
            } else {
                board.attacks(man, from, occupied) & !own
            };
            targets.into_iter().all(|to| {
                let hit = if occupied.contains(to) { self.squares.iter().position(|&other| other == to) } else { None };
                let step =
                    RetroMove { slot: slot as u8, from, to, victim: hit.map(|slot| slot as u8), promotion: None };
                let promotes = man.role == Role::Pawn && matches!(to.rank(), Rank::First | Rank::Eighth);
                match promotes {
                    false => visit(step),
                    true => PROMOTIONS.into_iter().all(|role| visit(RetroMove { promotion: Some(role), ..step })),
                }
            })
        });
    }

    /// Returns the squares after a move that neither captures nor promotes.
    #[inline]
    pub(super) fn moved(&self, step: RetroMove) -> Squares {
        let mut squares = self.squares;
        squares[step.slot as usize] = step.to;
        squares
    }

    /// Returns the position after a move, and whether the colours were swapped.
    pub(super) fn after(&self, step: RetroMove, board: SmallBoard) -> (Self, bool) {
        if !step.is_conversion() {
            return (Self { squares: self.moved(step), turn: self.turn.other(), ..*self }, false);
        }
        let mut men: ArrayVec<(Piece, Square), MOST> = ArrayVec::new();
        for (slot, (mut man, mut square)) in self.men().enumerate().skip(2) {
            if step.victim == Some(slot as u8) {
                continue;
            }
            if step.slot == slot as u8 {
                square = step.to;
                man.role = step.promotion.unwrap_or(man.role);
            }
            men.push((man, square));
        }
        let mut kings = [self.squares[0], self.squares[1]];
        if let Some(king) = kings.get_mut(step.slot as usize) {
            *king = step.to;
        }
        Self::of(kings, &men, self.turn.other(), board)
    }

    /// Calls `visit` with the squares before every quiet move, legal or not, that the side not to move could have just
    /// made.
    #[inline]
    pub(super) fn each_before(&self, board: SmallBoard, mut visit: impl FnMut(Squares)) {
        let (mover, occupied) = (self.turn.other(), self.occupied());
        self.each_man(mover, |slot, man, to| {
            let sources = if man.role == Role::Pawn {
                pawn_sources(man.color, to, occupied)
            } else {
                board.attacks(man, to, occupied) & !occupied
            };
            for from in sources {
                let mut squares = self.squares;
                squares[slot] = from;
                visit(squares);
            }
            true
        });
    }
}

/// Returns the squares to which a pawn can move, including captures.
fn pawn_targets(color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    let ahead = |square: Square| square.offset(color.fold_wb(8, -8)).filter(|&to| !occupied.contains(to));
    let once = ahead(from);
    let twice = once.filter(|_| from.rank() == color.fold_wb(Rank::Second, Rank::Seventh)).and_then(ahead);
    let quiet: Bitboard = once.into_iter().chain(twice).collect();
    quiet | (shakmaty::attacks::pawn_attacks(color, from) & occupied)
}

/// Returns the squares from which a pawn may have come without a capture.
fn pawn_sources(color: Color, to: Square, occupied: Bitboard) -> Bitboard {
    let behind = |square: Square| square.offset(color.fold_wb(-8, 8)).filter(|&from| !occupied.contains(from));
    let once = behind(to);
    let twice = once.filter(|_| to.rank() == color.fold_wb(Rank::Fourth, Rank::Fifth)).and_then(behind);
    once.into_iter().chain(twice).collect()
}

/// Marks a pair of kings that has no class, because the kings cannot be placed in this way.
const NONE: u16 = u16::MAX;

/// The class of a pair of kings.
#[derive(Clone, Copy, Debug)]
struct Kings {
    class: u16,
    /// The symmetry that leads to the class's representative pair.
    symmetry: u8,
    /// Another symmetry that leads to this pair, or the same one if there is no other.
    other: u8,
}

#[derive(Clone, Debug)]
pub(super) struct Index {
    /// The number of pieces other than the kings, and whether they are of the same kind.
    men: usize,
    has_twins: bool,
    /// The classes by the squares of White's king and Black's king.
    kings: Vec<Kings>,
    /// The representative pair of a class, and the number of pairs in the class.
    classes: Vec<([Square; 2], u32)>,
    turned: Vec<[Square; 64]>,
    /// The squares of the board, and the number of each.
    cells: Vec<Square>,
    number: [u8; 64],
    /// The number of placements in a class.
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
                // The representative pair is the first of its class.
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

    /// Returns how many placement numbers there are. Some of them have no placement.
    pub(super) fn len(&self) -> usize {
        self.classes.len() * self.block
    }

    /// Returns the number that the pieces other than the kings have under a symmetry, with equal pieces sorted by
    /// square.
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

    /// Returns the number of a placement, or `None` if the kings are on adjacent squares.
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

    /// Returns the placement with this number, legal or not.
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

    /// Returns how many placements, including this one, share this placement's number.
    pub(super) fn weight(&self, squares: &Squares) -> u64 {
        let kings = self.kings[usize::from(squares[0]) * 64 + usize::from(squares[1])];
        let pairs = u64::from(self.classes[usize::from(kings.class)].1);
        let moved =
            kings.other != kings.symmetry && self.placed(squares, kings.symmetry) != self.placed(squares, kings.other);
        if moved { 2 * pairs } else { pairs }
    }
}
