//! A fast static evaluation for the search, which computes the same numbers as `evaluation` from bitboards.
//!
//! Attacks are counted piece by piece instead of square by square, and only pieces attacked by an enemy are examined
//! closely. If the program's memory would overflow, the readable form is used instead.

use super::attack::{Attacks, HalfBytes, MAX_PINS, QUEEN_SLOT, own_slot, points_lost};
use super::board::{SargonBoard, piece_value};
use super::evaluation::{Scored, Totals};
use super::generator::Direction;
use shakmaty::{Bitboard, Color, Role, Square, attacks};

/// Pinned pieces and the lines on which they may still attack.
#[derive(Clone, Copy, Debug, Default)]
struct Pins {
    count: u32,
    squares: Bitboard,
    /// The pieces that are pinned more than once.
    twice: Bitboard,
    entries: [(Bitboard, Bitboard); MAX_PINS],
}

impl Pins {
    fn push(&mut self, pinned: Square, line: Bitboard) {
        let Some(entry) = self.entries.get_mut(self.count as usize) else { return };
        let square = Bitboard::from_square(pinned);
        *entry = (square, line);
        self.count += 1;
        self.twice |= self.squares & square;
        self.squares |= square;
    }

    /// Returns the squares that a piece may attack: all squares, unless the piece is pinned.
    #[inline]
    fn allowed(&self, square: Square) -> Bitboard {
        if !self.squares.contains(square) {
            return Bitboard::FULL;
        }
        if self.twice.contains(square) {
            return Bitboard::EMPTY;
        }
        let pin = self.entries.iter().find(|(pinned, _)| pinned.contains(square));
        pin.map_or(Bitboard::FULL, |&(_, line)| line)
    }

    #[inline(never)]
    fn of(board: &SargonBoard) -> Self {
        let mut pins = Self::default();
        let royals = [
            Some(board.king(Color::White)),
            Some(board.king(Color::Black)),
            board.queen(Color::White),
            board.queen(Color::Black),
        ];
        for royal in royals.into_iter().flatten() {
            if !pins.add(board, royal) {
                return Self::in_order(board);
            }
        }
        pins
    }

    /// Adds the pins against one royal piece. Returns `false` if a pin depends on the order in which pins are found.
    #[inline]
    fn add(&mut self, board: &SargonBoard, royal: Square) -> bool {
        let piece = board.piece(royal);
        let us = piece.map_or(Color::White, |piece| piece.color);
        let them = board.color(us.other());
        let queens = board.role(Role::Queen);
        let snipers = (attacks::rook_attacks(royal, Bitboard::EMPTY) & (board.role(Role::Rook) | queens) & them)
            | (attacks::bishop_attacks(royal, Bitboard::EMPTY) & (board.role(Role::Bishop) | queens) & them);
        for sniper in snipers {
            let between = attacks::between(royal, sniper) & board.occupied();
            let Some(pinned) = between.single_square().filter(|&square| board.color(us).contains(square)) else {
                continue;
            };
            if queens.contains(sniper) && piece.is_some_and(|piece| piece.role == Role::Queen) {
                return false;
            }
            self.push(pinned, attacks::ray(royal, sniper));
        }
        true
    }

    #[cold]
    fn in_order(board: &SargonBoard) -> Self {
        let mut pins = Self::default();
        for pin in Attacks::new(board).pins {
            pins.push(pin.pinned, attacks::ray(pin.royal, pin.pinner));
        }
        pins
    }
}

pub(super) fn totals(scored: Scored<'_>) -> Totals {
    let board = scored.board;
    let pins = Pins::of(board);
    let mut totals = Totals { pins: pins.count, ..Totals::new(scored) };
    let [white, black] = [Color::White, Color::Black].map(|color| AttackCounts::of(board, &pins, color));
    let crowded = white.crowded(board, Color::White) | black.crowded(board, Color::Black);
    let is_overflown = (white.overflow | black.overflow) != 0;
    if is_overflown || crowded.into_iter().any(|square| damages(board, &pins, square)) {
        return Totals::of(scored);
    }
    totals.board_control += white.sum() - black.sum();
    for square in (board.color(Color::White) & black.union()) | (board.color(Color::Black) & white.union()) {
        let Some(piece) = board.piece(square) else { continue };
        let mut lists = exchange_lists(board, &pins, square);
        if lists.iter().any(|list| list.has_lost || list.has_escaped) {
            return Totals::of(scored);
        }
        if piece.color == Color::White {
            lists.swap(0, 1);
        }
        let lost = points_lost(piece.role, &mut lists, |_| ());
        if lost != 0 {
            totals.add_loss(scored, square, piece.color, lost);
        }
    }
    totals
}

const NOT_A_FILE: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H_FILE: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// Returns the squares that the pawns attack to the left and to the right, from White's view.
#[inline]
fn pawn_attacks(pawns: Bitboard, color: Color) -> [Bitboard; 2] {
    match color {
        Color::White => [Bitboard((pawns.0 & NOT_A_FILE) << 7), Bitboard((pawns.0 & NOT_H_FILE) << 9)],
        Color::Black => [Bitboard((pawns.0 & NOT_A_FILE) >> 9), Bitboard((pawns.0 & NOT_H_FILE) >> 7)],
    }
}

/// The number of pieces of a side that attack or defend each square, including x-rays. The numbers are in binary: plane
/// n contains the bit of value 2^n for every square.
#[derive(Clone, Copy, Debug, Default)]
struct AttackCounts {
    planes: [u64; 4],
    /// The squares with a count above 15.
    overflow: u64,
}

impl AttackCounts {
    #[inline(never)]
    fn of(board: &SargonBoard, pins: &Pins, color: Color) -> Self {
        let own = board.color(color);
        let role = |role| board.role(role) & own;
        let (pawns, queens) = (role(Role::Pawn), role(Role::Queen));
        let mut counts = Self::default();
        pawn_attacks(pawns & !pins.squares, color).into_iter().for_each(|squares| counts.add(squares));
        for pawn in pawns & pins.squares {
            counts.add(attacks::pawn_attacks(color, pawn) & pins.allowed(pawn));
        }
        for knight in role(Role::Knight) & !pins.squares {
            counts.add(attacks::knight_attacks(knight));
        }
        let king = board.king(color);
        counts.add(attacks::king_attacks(king) & pins.allowed(king));
        let (diagonal, straight) = (role(Role::Bishop) | queens, role(Role::Rook) | queens);
        for square in diagonal {
            counts.add_diagonal(square, board.occupied() & !diagonal, pawns, color, pins.allowed(square));
        }
        for square in straight {
            let seen = attacks::rook_attacks(square, board.occupied() & !straight);
            counts.add(seen & pins.allowed(square));
        }
        counts
    }

    #[inline]
    fn add_diagonal(&mut self, from: Square, blockers: Bitboard, pawns: Bitboard, color: Color, allowed: Bitboard) {
        let seen = attacks::bishop_attacks(from, blockers);
        self.add(seen & allowed);
        // A bishop or queen behind a pawn sees one square through it: the square that the pawn attacks.
        let pawns = seen & pawns;
        if pawns.any() {
            let [left, right] = match color {
                Color::White => [Direction::UP_LEFT, Direction::UP_RIGHT],
                Color::Black => [Direction::DOWN_LEFT, Direction::DOWN_RIGHT],
            };
            self.add(pawn_attacks(pawns & left.ray(from), color)[0] & allowed);
            self.add(pawn_attacks(pawns & right.ray(from), color)[1] & allowed);
        }
    }

    #[inline]
    fn add(&mut self, squares: Bitboard) {
        let mut carry = squares.0;
        for plane in &mut self.planes {
            (*plane, carry) = (*plane ^ carry, *plane & carry);
        }
        self.overflow |= carry;
    }

    #[inline]
    fn sum(&self) -> i32 {
        let [ones, twos, fours, eights] = self.planes.map(|plane| plane.count_ones() as i32);
        ones + 2 * twos + 4 * fours + 8 * eights
    }

    #[inline]
    fn union(&self) -> Bitboard {
        Bitboard(self.planes[0] | self.planes[1] | self.planes[2] | self.planes[3])
    }

    /// Returns the squares whose king's slot may be full before the king's value is added. This takes at least four
    /// other attackers or defenders.
    #[inline]
    fn crowded(&self, board: &SargonBoard, color: Color) -> Bitboard {
        let [ones, twos, fours, eights] = self.planes;
        let five = Bitboard(eights | (fours & (ones | twos)));
        five & attacks::king_attacks(board.king(color))
    }
}

/// Returns whether filling the lists of a square overwrites the memory after them, which affects other squares.
#[cold]
fn damages(board: &SargonBoard, pins: &Pins, square: Square) -> bool {
    exchange_lists(board, pins, square).iter().any(|list| list.has_escaped)
}

/// Returns the lists of White and of Black for one square.
///
/// The function is not inlined, because the loop over squares is measurably faster if it is small.
#[inline(never)]
fn exchange_lists(board: &SargonBoard, pins: &Pins, target: Square) -> [HalfBytes; 2] {
    let mut lists = ExchangeLists { board, pins, target, lists: [HalfBytes::default(); 2] };
    let (occupied, queens) = (board.occupied(), board.role(Role::Queen));
    let (diagonal, straight) = (board.role(Role::Bishop) | queens, board.role(Role::Rook) | queens);
    let adjacent = attacks::king_attacks(target) & board.role(Role::King);
    let [white, black] = [Color::White, Color::Black]
        .map(|color| attacks::pawn_attacks(color.other(), target) & board.role(Role::Pawn) & board.color(color));
    let nearest = (attacks::bishop_attacks(target, occupied) & (diagonal | adjacent | white | black))
        | (attacks::rook_attacks(target, occupied) & (straight | adjacent));
    for &direction in Direction::QUEEN {
        let ray = direction.ray(target);
        if let Some(square) = (ray & nearest).single_square() {
            let sliders = if direction.is_diagonal() { diagonal } else { straight };
            lists.add_ray(square, direction, ray & occupied, sliders);
        }
    }
    let knights = attacks::knight_attacks(target) & board.role(Role::Knight);
    if knights.any() {
        for &direction in Direction::KNIGHT {
            if let Some(square) = direction.step(target).filter(|&square| knights.contains(square)) {
                lists.save(square, direction, false);
            }
        }
    }
    lists.lists
}

/// The exchange lists of one square, under construction.
struct ExchangeLists<'a> {
    board: &'a SargonBoard,
    pins: &'a Pins,
    target: Square,
    lists: [HalfBytes; 2],
}

impl ExchangeLists<'_> {
    /// Adds the nearest attacker on a ray, and the attackers of the same colour behind it among the `sliders`.
    #[inline]
    fn add_ray(&mut self, nearest: Square, direction: Direction, mut rest: Bitboard, sliders: Bitboard) {
        let board = self.board;
        let sliders = sliders & board.color(board.color_at(nearest));
        let queens = board.role(Role::Queen);
        let mut at_queen = queens.contains(nearest);
        self.save(nearest, direction, at_queen);
        if board.role(Role::King).contains(nearest) {
            return;
        }
        rest.discard(nearest);
        while (rest & sliders).any()
            && let Some(square) = direction.first_met(rest)
            && sliders.contains(square)
        {
            at_queen |= queens.contains(square);
            self.save(square, direction, at_queen);
            rest.discard(square);
        }
    }

    #[inline]
    fn save(&mut self, from: Square, direction: Direction, at_queen: bool) {
        let pins = self.pins;
        if pins.squares.contains(from) && !pins.allowed(from).contains(self.target) {
            return;
        }
        let Some(piece) = self.board.piece(from) else { return };
        // This is the queen-slot bug; see `Attacks::slot`.
        let to_queen_slot = if pins.count == 0 { at_queen } else { direction.offset() < 0 };
        let slot = if to_queen_slot { QUEEN_SLOT } else { own_slot(piece.role) };
        self.lists[usize::from(piece.color == Color::Black)].save(slot, piece_value(piece.role) as u8);
    }
}
