//! The material that captures and promotions win: their ranking, and exchanges on a square.

use crate::core::score::Score;
use shakmaty::{Bitboard, Board, Chess, Color, Move, Position, Rank, Role, Square, attacks};

/// The maximum number of captures in an exchange: the number of squares on the board.
const MAX_CAPTURES: usize = 64;

#[inline]
pub(crate) const fn is_tactical(mv: Move) -> bool {
    mv.is_capture() || mv.is_promotion()
}

/// Ranks a move by most valuable victim, then least valuable attacker; 0 for quiet moves, more than 0 for captures and
/// promotions.
///
/// A promotion counts as if the new piece, minus the pawn, had been captured.
///
/// Source: <https://www.chessprogramming.org/MVV-LVA>.
#[inline]
pub(crate) fn mvv_lva(mv: Move) -> i32 {
    let rank = |role: Role| role as i32;
    let victim = match mv {
        Move::EnPassant { .. } => rank(Role::Pawn),
        Move::Normal { .. } | Move::Castle { .. } | Move::Put { .. } => mv.capture().map_or(0, rank),
    };
    let promotion = mv.promotion().map_or(0, |role| rank(role) - rank(Role::Pawn));
    match victim + promotion {
        0 => 0,
        won => 8 * won - rank(mv.role()),
    }
}

/// Returns the material that the side to move wins by `mv`, counted as 1, 3, 3, 5, 9 from pawn to queen, if both sides
/// keep capturing on the target square for as long as that gains material.
///
/// The least valuable piece captures first. Pieces lined up behind others join in (x-rays). A pawn that captures on the
/// last rank becomes a queen. A king doesn't capture a defended piece. Pins and checks are ignored, as usual.
///
/// ```
/// use plywood::{Score, game::chess::{ChessGame, Material, parse_fen, see}};
/// let game = ChessGame::new(parse_fen("4k3/8/2p5/3p4/8/8/8/3QK3 w - -")?, Material);
/// let queen_takes_defended_pawn = game.parse_san("Qxd5")?;
/// assert_eq!(see(game.position(), queen_takes_defended_pawn), Score::from_millipawns(-8000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Complexity
/// Takes one step for each capture, without allocation.
///
/// # References
/// <https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>
#[must_use]
pub fn see(position: &Chess, mv: Move) -> Score {
    let Some(from) = mv.from() else { return Score::ZERO };
    if mv.is_castle() {
        return Score::ZERO;
    }
    let (board, target) = (position.board(), mv.to());
    let mut exchange = Exchange::new(board, target, from);
    let mut gains = [0; MAX_CAPTURES];
    if let Move::EnPassant { .. } = mv {
        exchange.vacate(Square::from_coords(target.file(), from.rank()), Role::Pawn);
    }
    gains[0] = captured(mv);
    let mut standing = mv.promotion().unwrap_or(mv.role());
    let mut side = position.turn().other();
    let mut last = 0;
    while let Some((square, role)) = exchange.least_attacker(side) {
        let placed = if role == Role::Pawn && is_last_rank(target) { Role::Queen } else { role };
        last += 1;
        gains[last] = value(standing) + if placed == role { 0 } else { promotion_gain(placed) } - gains[last - 1];
        exchange.vacate(square, role);
        standing = placed;
        side = side.other();
    }
    // Each side may stop before a capture that would lose material.
    for index in (1..=last).rev() {
        gains[index - 1] = gains[index - 1].min(-gains[index]);
    }
    Score::from_millipawns(1000 * gains[0])
}

/// Returns whether the exchange after `mv` can lose material, whatever the pieces are worth: the moved piece can be
/// recaptured, and may be worth more than what it captures. Either minor piece may be worth more than the other.
pub(in crate::core::game::chess) fn may_lose_material(position: &Chess, mv: Move) -> bool {
    let Some(from) = mv.from().filter(|_| !mv.is_castle()) else { return false };
    let class = |role: Role| match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 2,
        Role::Rook => 3,
        Role::Queen => 4,
        Role::King => 5,
    };
    let mut exchange = Exchange::new(position.board(), mv.to(), from);
    let standing = mv.promotion().unwrap_or(mv.role());
    let mut victim = mv.capture();
    if let Move::EnPassant { .. } = mv {
        exchange.vacate(Square::from_coords(mv.to().file(), from.rank()), Role::Pawn);
        victim = Some(Role::Pawn);
    }
    let is_covered = victim.is_some_and(|victim| victim == standing || class(standing) < class(victim));
    !is_covered && exchange.least_attacker(position.turn().other()).is_some()
}

/// Returns the material that `mv` wins if nothing is recaptured, counted as 1, 3, 3, 5, 9 from pawn to queen.
#[inline]
pub(in crate::core::game::chess) fn gain(mv: Move) -> Score {
    Score::from_millipawns(1000 * captured(mv))
}

fn captured(mv: Move) -> i32 {
    match mv {
        Move::EnPassant { .. } => value(Role::Pawn),
        Move::Normal { .. } | Move::Castle { .. } | Move::Put { .. } => {
            mv.capture().map_or(0, value) + mv.promotion().map_or(0, promotion_gain)
        }
    }
}

pub(super) const fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 100,
    }
}

const fn promotion_gain(role: Role) -> i32 {
    value(role) - value(Role::Pawn)
}

fn is_last_rank(square: Square) -> bool {
    matches!(square.rank(), Rank::First | Rank::Eighth)
}

/// The pieces that can still capture on one square.
struct Exchange<'a> {
    board: &'a Board,
    target: Square,
    occupied: Bitboard,
    attackers: Bitboard,
}

impl<'a> Exchange<'a> {
    /// Returns the exchange on `target` after the piece on `from` has moved there.
    #[inline]
    fn new(board: &'a Board, target: Square, from: Square) -> Self {
        let occupied = board.occupied().without(from);
        let attackers =
            board.attacks_to(target, Color::White, occupied) | board.attacks_to(target, Color::Black, occupied);
        Self { board, target, occupied, attackers: attackers & occupied }
    }

    /// Removes a piece. If there is a sliding piece behind it, adds that piece to the attackers.
    #[inline]
    fn vacate(&mut self, square: Square, role: Role) {
        self.occupied.discard(square);
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            self.attackers |= attacks::bishop_attacks(self.target, self.occupied) & self.board.bishops_and_queens();
        }
        if matches!(role, Role::Pawn | Role::Rook | Role::Queen) {
            self.attackers |= attacks::rook_attacks(self.target, self.occupied) & self.board.rooks_and_queens();
        }
        self.attackers &= self.occupied;
    }

    /// Returns the least valuable piece of `side` that may capture now.
    #[inline]
    fn least_attacker(&self, side: Color) -> Option<(Square, Role)> {
        let own = self.attackers & self.board.by_color(side);
        let role = Role::ALL.into_iter().find(|&role| own.intersects(self.board.by_role(role)))?;
        let is_defended = self.attackers.intersects(self.board.by_color(side.other()));
        if role == Role::King && is_defended {
            return None;
        }
        Some(((own & self.board.by_role(role)).first()?, role))
    }
}
