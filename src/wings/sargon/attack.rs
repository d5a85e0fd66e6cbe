//! Who attacks and defends each square, with x-rays and pins: the readable form, one square and one ray at a time.

use super::board::{Piece, SargonBoard, piece_value};
use super::exchange::{AttackMemory, MAX_PINS, QUEEN_SLOT, own_slot};
use super::geometry::{Direction, mailbox};
use arrayvec::ArrayVec;
use shakmaty::{Color, Role, Square};

/// A piece that attacks or defends a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Attacker {
    pub square: Square,
    pub piece: Piece,
    /// From the attacked square to the attacker.
    pub direction: Direction,
    /// It is a queen, or a queen stands between it and the square.
    pub at_queen: bool,
}

/// A pinned piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pin {
    pub pinned: Square,
    /// From the royal piece to the pinned one.
    pub direction: Direction,
    pub royal: Square,
    pub pinner: Square,
}

/// Returns whether `piece` attacks along a ray, as seen from the attacked square `distance` steps away.
fn attacks_along(piece: Piece, direction: Direction, distance: u32) -> bool {
    match piece.role {
        Role::Queen => true,
        Role::Bishop => direction.is_diagonal(),
        Role::Rook => !direction.is_diagonal(),
        Role::King => distance == 1,
        Role::Pawn => {
            // A white pawn attacks upward, so the square sees it in a downward direction.
            let sees_pawn = match piece.color {
                Color::White => [Direction::DOWN_LEFT, Direction::DOWN_RIGHT],
                Color::Black => [Direction::UP_LEFT, Direction::UP_RIGHT],
            };
            distance == 1 && sees_pawn.contains(&direction)
        }
        Role::Knight => false,
    }
}

/// Calls `found` with every piece that attacks or defends `target`, pinned ones included, in scan order.
pub(super) fn scan(board: &SargonBoard, target: Square, mut found: impl FnMut(Attacker)) {
    for direction in Direction::ALL {
        if direction.is_jump() {
            if let Some(square) = direction.step(target)
                && let Some(piece) = board.piece(square).filter(|piece| piece.role == Role::Knight)
            {
                found(Attacker { square, piece, direction, at_queen: false });
            }
        } else {
            scan_ray(board, target, direction, &mut found);
        }
    }
}

fn scan_ray(board: &SargonBoard, target: Square, direction: Direction, found: &mut impl FnMut(Attacker)) {
    let mut color = None;
    let mut at_queen = false;
    let mut at = target;
    let mut distance = 0;
    while let Some(square) = direction.step(at) {
        at = square;
        distance += 1;
        let Some(piece) = board.piece(square) else { continue };
        if *color.get_or_insert(piece.color) != piece.color || !attacks_along(piece, direction, distance) {
            return;
        }
        at_queen |= piece.role == Role::Queen;
        found(Attacker { square, piece, direction, at_queen });
        if piece.role == Role::King {
            return;
        }
    }
}

/// The attack information of one position: the pins, and the lists of one square at a time.
#[derive(Clone, Debug)]
pub(super) struct Attacks<'a> {
    pub board: &'a SargonBoard,
    pub memory: AttackMemory,
    pub pins: ArrayVec<Pin, MAX_PINS>,
}

impl<'a> Attacks<'a> {
    /// Finds the pins of the position.
    pub(super) fn new(board: &'a SargonBoard) -> Self {
        let royals = [
            Some(board.king(Color::White)),
            Some(board.king(Color::Black)),
            board.queen(Color::White),
            board.queen(Color::Black),
        ];
        let mut attacks = Self { board, memory: AttackMemory::new(royals), pins: ArrayVec::new() };
        for royal in royals.into_iter().flatten() {
            for &direction in Direction::QUEEN {
                attacks.find_pin(royal, direction);
            }
        }
        attacks
    }

    fn find_pin(&mut self, royal: Square, direction: Direction) {
        // Quirk: the recorded square of a queen may hold anything; an empty square counts as White's.
        let royal_piece = self.board.piece(royal);
        let color = royal_piece.map_or(Color::White, |piece| piece.color);
        let mut candidate = None;
        let mut at = royal;
        while let Some(square) = direction.step(at) {
            at = square;
            let Some(piece) = self.board.piece(square) else { continue };
            if piece.color == color {
                if candidate.replace(square).is_some() {
                    return;
                }
                continue;
            }
            let Some(pinned) = candidate else { return };
            let pins = match piece.role {
                Role::Bishop => direction.is_diagonal(),
                Role::Rook => !direction.is_diagonal(),
                Role::Queen => {
                    royal_piece.is_none_or(|royal| royal.role != Role::Queen) || !self.is_defended(royal, color)
                }
                Role::Pawn | Role::Knight | Role::King => false,
            };
            if pins && !self.pins.is_full() {
                self.memory.write_pin(self.pins.len(), mailbox(pinned), direction.offset());
                self.pins.push(Pin { pinned, direction, royal, pinner: square });
            }
            return;
        }
    }

    /// Returns whether `color` has more defenders of `square` than the other side has attackers, by the pins so far.
    fn is_defended(&mut self, square: Square, color: Color) -> bool {
        self.list(square);
        self.memory.count(color) > self.memory.count(color.other())
    }

    /// Fills the lists of attackers of `target`.
    pub(super) fn list(&mut self, target: Square) {
        self.memory.clear_lists();
        let board = self.board;
        scan(board, target, |attacker| {
            if !self.is_ignored(&attacker) {
                let Piece { color, role, .. } = attacker.piece;
                self.memory.save(color, self.slot(&attacker), piece_value(role) as u8);
            }
        });
    }

    /// Returns whether a pin makes the program overlook this attacker.
    pub(super) fn is_ignored(&self, attacker: &Attacker) -> bool {
        let square = mailbox(attacker.square);
        let mut pins = self.memory.pins(self.pins.len()).filter(|&(pinned, _)| pinned == square);
        let Some((_, direction)) = pins.next() else { return false };
        let offset = attacker.direction.offset();
        (offset != direction && offset != direction.wrapping_neg()) || pins.next().is_some()
    }

    /// Returns the slot that the attacker's value goes to.
    ///
    /// Quirk of 1978, the queen-slot bug: the check of pins uses the register that holds "a queen was seen on this ray",
    /// and leaves the direction in it. So as soon as anything is pinned, attackers that are found in a negative
    /// direction go to the queen's slot, and all others to their own, even behind a queen.
    pub(super) fn slot(&self, attacker: &Attacker) -> usize {
        let to_queen_slot = if self.pins.is_empty() { attacker.at_queen } else { attacker.direction.offset() < 0 };
        if to_queen_slot { QUEEN_SLOT } else { own_slot(attacker.piece.role) }
    }
}
