//! Finds the attackers and defenders of a square, with x-rays and pins, one ray at a time. Also computes the cost of an
//! exchange on the square.
//!
//! The lists of attackers exist in two forms. [`AttackMemory`] is the program's memory byte by byte, including the
//! effects of full lists. [`HalfBytes`] is the same list in one integer, for the search. The integer form records when
//! its results may differ from the program's.

use super::board::{Piece, SargonBoard, piece_value};
use super::generator::{Direction, mailbox};
use arrayvec::ArrayVec;
use serde::{Serialize, Serializer};
use shakmaty::{Color, Role, Square};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Attacker {
    pub square: Square,
    pub piece: Piece,
    /// The direction from the attacked square to the attacker.
    pub direction: Direction,
    /// Whether the attacker is a queen, or a queen is between the attacker and the square.
    pub at_queen: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PinReport {
    #[serde(serialize_with = "display")]
    pub pinned: Square,
    /// The square of the king or queen behind the pinned piece, or the recorded square of the queen.
    #[serde(serialize_with = "display")]
    pub royal: Square,
    #[serde(serialize_with = "display")]
    pub pinner: Square,
    /// The direction from the royal piece to the pinned piece.
    pub direction: Direction,
}

/// Serializes a value that has no JSON form as its printed text.
pub(super) fn display<T: std::fmt::Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
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

/// Calls `found` with every piece that attacks or defends `target`, including pinned ones, in scan order.
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
    pub pins: ArrayVec<PinReport, MAX_PINS>,
}

impl<'a> Attacks<'a> {
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
        // Quirk: the recorded square of a queen may contain any piece. An empty square counts as White's.
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
                self.pins.push(PinReport { pinned, direction, royal, pinner: square });
            }
            return;
        }
    }

    /// Returns whether `color` has more defenders of `square` than the other side has attackers, considering the pins
    /// found so far.
    fn is_defended(&mut self, square: Square, color: Color) -> bool {
        self.list(square);
        self.memory.count(color) > self.memory.count(color.other())
    }

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

    /// Returns the slot for the attacker's value.
    ///
    /// Quirk of 1978, the queen-slot bug: the pin check uses the register that holds "a queen was seen on this ray",
    /// and leaves the direction in it. So as soon as anything is pinned, attackers found in a negative direction go to
    /// the queen's slot, and all others go to their regular slot, even behind a queen.
    pub(super) fn slot(&self, attacker: &Attacker) -> usize {
        let to_queen_slot = if self.pins.is_empty() { attacker.at_queen } else { attacker.direction.offset() < 0 };
        if to_queen_slot { QUEEN_SLOT } else { own_slot(attacker.piece.role) }
    }
}

/// The slot for queens, and for attackers behind a queen.
pub(super) const QUEEN_SLOT: usize = 5;
const KING_SLOT: usize = 6;

/// Returns the number of a piece's regular slot, 1 to 6 for pawn to king.
#[inline]
pub(super) const fn own_slot(role: Role) -> usize {
    role as usize
}

/// The program's memory for attack information: for each side, a count and six slots of two half-bytes; then the pin
/// list; then the squares of kings and queens.
///
/// Quirk: nothing guards the ends of the lists. A third value in a slot goes to the next slot. A third value in the
/// king's slot overwrites whatever follows that slot. A value that is pushed out is lost but still counted, so a reader
/// that looks for it reads on into the memory after the list.
#[derive(Clone, Debug)]
pub(super) struct AttackMemory([u8; 38]);

const SIDE_BYTES: usize = 7;
const PINNED_SQUARES: usize = 14;
const PIN_DIRECTIONS: usize = 24;
const ROYAL_SQUARES: usize = 34;
pub(super) const MAX_PINS: usize = 10;

impl AttackMemory {
    /// Returns the memory before any pin is found.
    pub(super) fn new(royals: [Option<Square>; 4]) -> Self {
        let mut bytes = [0; 38];
        for (byte, square) in bytes[ROYAL_SQUARES..].iter_mut().zip(royals) {
            *byte = square.map_or(0, mailbox);
        }
        Self(bytes)
    }

    /// Empties the lists of attackers and keeps the pins.
    pub(super) fn clear_lists(&mut self) {
        self.0[..2 * SIDE_BYTES].fill(0);
    }

    pub(super) fn write_pin(&mut self, index: usize, square: u8, direction: i8) {
        self.0[PINNED_SQUARES + index] = square;
        self.0[PIN_DIRECTIONS + index] = direction as u8;
    }

    /// Returns the square number and direction of each current pin. The values may be damaged.
    pub(super) fn pins(&self, count: usize) -> impl Iterator<Item = (u8, i8)> {
        let squares = &self.0[PINNED_SQUARES..PINNED_SQUARES + count];
        let directions = &self.0[PIN_DIRECTIONS..PIN_DIRECTIONS + count];
        squares.iter().zip(directions).map(|(&square, &direction)| (square, direction as i8))
    }

    const fn side(color: Color) -> usize {
        match color {
            Color::White => 0,
            Color::Black => SIDE_BYTES,
        }
    }

    /// Puts an attacker's value into a slot of its side and counts it.
    pub(super) fn save(&mut self, color: Color, slot: usize, value: u8) {
        let count = Self::side(color);
        self.0[count] = self.0[count].wrapping_add(1);
        let mut at = count + slot;
        if self.0[at] & 0x0f != 0 {
            if self.0[at] & 0xf0 == 0 {
                self.0[at] |= value << 4;
                return;
            }
            at += 1;
        }
        // The new value goes before the existing one; a value in the upper half-byte is pushed out and lost.
        self.0[at] = self.0[at] << 4 | value;
    }

    /// Returns how many attackers of a side were counted.
    pub(super) fn count(&self, color: Color) -> u8 {
        self.0[Self::side(color)]
    }

    /// Starts reading both lists, the given side first.
    pub(super) fn reader(&mut self, first: Color) -> MemoryReader<'_> {
        let [own, other] = [first, first.other()].map(|color| (Self::side(color), self.count(color)));
        MemoryReader { bytes: &mut self.0, lists: [own, other] }
    }
}

/// The source of values in an exchange: each side's attackers, cheapest slot first.
pub(super) trait Values {
    /// Takes the next value of a side, in pawns. Side 0 attacks the piece on the square, and side 1 defends it.
    fn next(&mut self, side: usize) -> Option<i32>;
}

/// Reads and consumes values from [`AttackMemory`].
pub(super) struct MemoryReader<'a> {
    bytes: &'a mut [u8; 38],
    /// For each side, the position of its reader, and how many values the reader expects to be left.
    lists: [(usize, u8); 2],
}

impl Values for MemoryReader<'_> {
    fn next(&mut self, side: usize) -> Option<i32> {
        let (at, left) = &mut self.lists[side];
        *left = left.checked_sub(1)?;
        let found = (*at + 1..self.bytes.len()).find(|&index| self.bytes[index] != 0)?;
        *at = found - 1;
        let value = self.bytes[found] & 0x0f;
        self.bytes[found] >>= 4;
        (value != 0).then_some(i32::from(value))
    }
}

/// The list of one side as the twelve half-bytes of its six slots.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HalfBytes {
    halves: u64,
    /// Whether a value was lost, so that a reader would read on beyond the end of the list; see [`AttackMemory`].
    pub has_lost: bool,
    /// Whether a value was written after the end of the list.
    pub has_escaped: bool,
}

impl HalfBytes {
    /// Puts an attacker's value into a slot.
    #[inline]
    pub(super) fn save(&mut self, slot: usize, value: u8) {
        let mut shift = 8 * (slot - 1);
        let byte = self.halves >> shift & 0xff;
        if byte == 0 {
            self.halves |= u64::from(value) << shift;
        } else if byte & 0xf0 == 0 {
            self.halves |= u64::from(value) << (shift + 4);
        } else if slot == KING_SLOT {
            self.has_escaped = true;
        } else {
            shift += 8;
            let next = self.halves >> shift & 0xff;
            self.has_lost |= next & 0xf0 != 0;
            self.halves = self.halves & !(0xff << shift) | (next << 4 | u64::from(value)) << shift;
        }
    }

    #[inline]
    fn next(&mut self) -> Option<i32> {
        if self.halves == 0 {
            return None;
        }
        let shift = self.halves.trailing_zeros() & !3;
        let value = self.halves >> shift & 0x0f;
        self.halves &= !(0x0f << shift);
        Some(value as i32)
    }
}

impl Values for [HalfBytes; 2] {
    #[inline]
    fn next(&mut self, side: usize) -> Option<i32> {
        self[side].next()
    }
}

/// One step of an exchange, in half pawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "step")]
pub enum ExchangeStep {
    Capture {
        attacker: i32,
        captured: i32,
        /// What the owner of the piece captured first has lost in total after this step.
        lost: i32,
    },
    /// The attacker is worth more than the piece that it could take, and a cheaper piece would recapture, so it does
    /// not capture.
    Refused {
        attacker: i32,
        captured: i32,
        defender: i32,
    },
    /// The attacker is worth more than the piece that it could take, but not more than the recapturing piece. The next
    /// attacker and defender are considered instead.
    Passed {
        attacker: i32,
        defender: i32,
    },
    Exhausted,
}

/// Returns how much the owner of a piece loses on its square if the opponent attacks it, in half pawns; 0 means that
/// the piece is safe.
///
/// In `values`, side 0 is the attackers and side 1 the defenders. Calls `told` for each step.
#[inline(never)]
pub(super) fn points_lost(role: Role, values: &mut impl Values, mut told: impl FnMut(ExchangeStep)) -> i32 {
    let mut next = |side: usize| values.next(side).map(|value| 2 * value);
    let (mut capturing, mut sign, mut lost) = (0, 1, 0);
    let mut captured = 2 * piece_value(role);
    let Some(mut attacker) = next(capturing) else {
        told(ExchangeStep::Exhausted);
        return 0;
    };
    loop {
        let mut defender = next(1 - capturing);
        if captured < attacker {
            while let Some(reply) = defender {
                if reply < attacker {
                    told(ExchangeStep::Refused { attacker, captured, defender: reply });
                    return lost;
                }
                told(ExchangeStep::Passed { attacker, defender: reply });
                let Some(another) = next(capturing) else {
                    told(ExchangeStep::Exhausted);
                    return lost;
                };
                attacker = another;
                defender = next(1 - capturing);
            }
        }
        lost += sign * captured;
        told(ExchangeStep::Capture { attacker, captured, lost });
        let Some(reply) = defender else { return lost };
        (captured, attacker) = (attacker, reply);
        (sign, capturing) = (-sign, 1 - capturing);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(memory: &mut AttackMemory, color: Color) -> Vec<i32> {
        let mut reader = memory.reader(color);
        std::iter::from_fn(|| reader.next(0)).collect()
    }

    fn filled(slots: &[(usize, u8)]) -> AttackMemory {
        let mut memory = AttackMemory::new([Some(Square::E1), Some(Square::E8), None, None]);
        slots.iter().for_each(|&(slot, value)| memory.save(Color::White, slot, value));
        memory
    }

    #[test]
    fn a_slot_is_first_in_first_out_and_the_cheapest_slot_comes_first() {
        assert_eq!(values(&mut filled(&[(QUEEN_SLOT, 9), (1, 1), (QUEEN_SLOT, 5)]), Color::White), [1, 9, 5]);
    }

    #[test]
    fn a_third_value_goes_in_front_of_the_next_slot() {
        assert_eq!(values(&mut filled(&[(5, 9), (5, 3), (6, 10), (5, 1)]), Color::White), [9, 3, 1, 10]);
    }

    #[test]
    fn a_value_that_finds_both_slots_full_pushes_one_out_and_the_count_remembers_it() {
        let mut memory = filled(&[(5, 9), (5, 3), (6, 10), (5, 1), (5, 5)]);
        assert_eq!(memory.count(Color::White), 5);
        // The king's value is lost. The reader looks for a fifth value and finds the king's square, 25 = 0x19, in the
        // royal squares.
        assert_eq!(values(&mut memory, Color::White), [9, 3, 5, 1, 9]);
    }

    #[test]
    fn a_third_value_in_the_kings_slot_spills_into_the_count_of_the_other_side() {
        let memory = filled(&[(6, 10), (6, 1), (6, 3)]);
        assert_eq!((memory.count(Color::White), memory.count(Color::Black)), (3, 3));
    }

    #[test]
    fn reading_on_behind_a_list_consumes_the_pin_list() {
        let mut memory = filled(&[(5, 9), (5, 3), (6, 10), (5, 1), (5, 5)]);
        memory.write_pin(0, mailbox(Square::A2), 10);
        assert_eq!(memory.pins(1).next(), Some((31, 10)));
        assert_eq!(values(&mut memory, Color::White), [9, 3, 5, 1, 15], "31 = 0x1f");
        assert_eq!(memory.pins(1).next(), Some((1, 10)), "a2 is no longer pinned");
    }

    #[test]
    fn half_bytes_hold_the_same_and_tell_when_they_do_not() {
        let mut list = HalfBytes::default();
        for (slot, value) in [(5, 9), (5, 3), (6, 10), (5, 1)] {
            list.save(slot, value);
        }
        assert!(!list.has_lost && !list.has_escaped);
        assert_eq!(std::iter::from_fn(|| list.next()).collect::<Vec<_>>(), [9, 3, 1, 10]);
        let mut full = HalfBytes::default();
        (0..5).for_each(|_| full.save(QUEEN_SLOT, 9));
        assert!(full.has_lost && !full.has_escaped);
        full.save(KING_SLOT, 10);
        assert!(full.has_escaped);
    }

    fn lost(role: Role, attackers: &[u8], defenders: &[u8]) -> i32 {
        let list = |values: &[u8]| {
            let mut list = HalfBytes::default();
            for &value in values {
                list.save(if value == 1 { 1 } else { 4 }, value);
            }
            list
        };
        points_lost(role, &mut [list(attackers), list(defenders)], |_| ())
    }

    #[test]
    fn an_exchange_stops_where_it_would_cost_more_than_it_brings() {
        assert_eq!(lost(Role::Knight, &[], &[1]), 0);
        assert_eq!(lost(Role::Knight, &[1], &[]), 6);
        assert_eq!(lost(Role::Knight, &[1], &[1]), 6 - 2);
        assert_eq!(lost(Role::Pawn, &[9], &[1]), 0, "a queen does not take a protected pawn");
        assert_eq!(lost(Role::Rook, &[3, 3], &[5]), 10, "the rook does not take back, a knight would take it");
        assert_eq!(lost(Role::Rook, &[3, 5], &[3]), 10 - 6 + 6);
        assert_eq!(lost(Role::Knight, &[5, 3], &[5]), 6, "skipped attacker and defender are used up");
    }
}
