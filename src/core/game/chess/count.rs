//! Counts the legal moves of a position without listing them.

use shakmaty::{Bitboard, Board, CastlingMode, CastlingSide, Chess, Color, File, Position, Rank, Square, attacks};

/// Returns the number of legal moves, as if they were generated.
///
/// # References
/// <https://www.chessprogramming.org/Perft#Bulk-counting>
#[must_use]
pub(super) fn count_legal_moves(position: &Chess) -> usize {
    let (board, turn, castles) = (position.board(), position.turn(), position.castles());
    let attacked = attacked(board, !turn);
    let king = board.king_of(turn).filter(|&king| !attacked.contains(king));
    // Checks are rare, and Chess960 can castle through pins.
    let Some(king) = king.filter(|_| castles.mode() == CastlingMode::Standard) else {
        return position.legal_moves().len();
    };
    let pinned = pinned(board, turn, king);
    let mut count = count_from(board, turn, position.us() & !pinned, Bitboard::FULL);
    for square in pinned {
        count += count_from(board, turn, square.into(), attacks::ray(king, square));
    }
    let en_passant = position.maybe_ep_square().map(|to| attacks::pawn_attacks(!turn, to)).unwrap_or_default();
    if (en_passant & board.pawns() & position.us()).any() {
        count += position.en_passant_moves().len();
    }
    let can_castle = |side: CastlingSide| {
        let king_path = attacks::between(king, side.king_to(turn)).with(side.king_to(turn));
        castles.rook(turn, side).is_some()
            && castles.path(turn, side).is_disjoint(board.occupied())
            && king_path.is_disjoint(attacked)
    };
    let castlings = CastlingSide::ALL.into_iter().filter(|&side| can_castle(side)).count();
    count + castlings + (attacks::king_attacks(king) & !position.us() & !attacked).count()
}

/// Returns the squares that a side attacks.
fn attacked(board: &Board, side: Color) -> Bitboard {
    let (pieces, occupied) = (board.by_color(side), board.occupied());
    let [west, east] = pawn_captures(side, board.pawns() & pieces);
    let mut attacked = west | east;
    for square in board.knights() & pieces {
        attacked |= attacks::knight_attacks(square);
    }
    for square in board.bishops_and_queens() & pieces {
        attacked |= attacks::bishop_attacks(square, occupied);
    }
    for square in board.rooks_and_queens() & pieces {
        attacked |= attacks::rook_attacks(square, occupied);
    }
    for square in board.kings() & pieces {
        attacked |= attacks::king_attacks(square);
    }
    attacked
}

/// Returns the pieces of a side that may move only on the line to their king.
fn pinned(board: &Board, side: Color, king: Square) -> Bitboard {
    let lines = (attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens())
        | (attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens());
    let mut pinned = Bitboard::EMPTY;
    for sniper in lines & board.by_color(!side) {
        let blockers = attacks::between(king, sniper) & board.occupied();
        if !blockers.more_than_one() {
            pinned |= blockers & board.by_color(side);
        }
    }
    pinned
}

/// Counts the moves of the pieces on the squares `from`, except kings, to the squares `to`. Does not count captures en
/// passant.
fn count_from(board: &Board, side: Color, from: Bitboard, to: Bitboard) -> usize {
    let occupied = board.occupied();
    let free = to & !board.by_color(side);
    let mut count = 0;
    for square in board.knights() & from {
        count += (attacks::knight_attacks(square) & free).count();
    }
    for square in board.bishops() & from {
        count += (attacks::bishop_attacks(square, occupied) & free).count();
    }
    for square in board.rooks() & from {
        count += (attacks::rook_attacks(square, occupied) & free).count();
    }
    for square in board.queens() & from {
        count += (attacks::queen_attacks(square, occupied) & free).count();
    }
    let pawns = board.pawns() & from;
    let single = pawn_steps(side, pawns) & !occupied;
    let third_rank = Bitboard::from_rank(side.relative_rank(Rank::Third));
    let double = pawn_steps(side, single & third_rank) & !occupied;
    let captures = pawn_captures(side, pawns).map(|squares| squares & free & occupied);
    // A single and a double step never go to the same square.
    let moves = [(single | double) & to, captures[0], captures[1]];
    count += moves.iter().map(|squares| squares.count()).sum::<usize>();
    let promotions = moves.map(|squares| squares & Bitboard::BACKRANKS);
    if promotions.iter().any(|squares| squares.any()) {
        count += 3 * promotions.iter().map(|squares| squares.count()).sum::<usize>();
    }
    count
}

/// Returns the squares one step in front of a side's pawns.
#[inline]
pub(super) fn pawn_steps(side: Color, pawns: Bitboard) -> Bitboard {
    match side {
        Color::White => Bitboard(pawns.0 << 8),
        Color::Black => Bitboard(pawns.0 >> 8),
    }
}

/// Returns the squares that a side's pawns attack, first those to the west.
#[inline]
fn pawn_captures(side: Color, pawns: Bitboard) -> [Bitboard; 2] {
    let west = Bitboard((pawns & !Bitboard::from_file(File::A)).0 >> 1);
    let east = Bitboard((pawns & !Bitboard::from_file(File::H)).0 << 1);
    [pawn_steps(side, west), pawn_steps(side, east)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::game::chess::{after, parse_fen};
    use shakmaty::fen::Fen;
    use shakmaty::{EnPassantMode, FromSetup};

    /// Checks a position and all positions after one move.
    fn check(position: &Chess) {
        let later = position.legal_moves().into_iter().map(|mv| after(position, mv));
        for position in later.chain([position.clone()]) {
            let fen = Fen::from_position(&position, EnPassantMode::Legal);
            assert_eq!(count_legal_moves(&position), position.legal_moves().len(), "{fen}");
        }
    }

    #[test]
    fn moves_are_counted_as_they_are_generated() {
        let fens = [
            // Castling on both sides, and through attacked squares.
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/8/8/3r1r2/8/R3K2R w KQkq - 0 1",
            // Pinned pawns, and captures en passant that open a line.
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1",
            "k7/8/8/8/1b6/2P5/3K2Pr/8 w - - 0 1",
            // Promotions by steps and captures, also of a pinned pawn.
            "r1n1r2k/1P1P4/8/8/6K1/8/1p1p4/R1N1R3 b - - 0 1",
            "k2b4/2P5/1K6/8/8/8/8/8 w - - 0 1",
        ];
        for fen in fens {
            check(&parse_fen(fen).unwrap());
        }
    }

    #[test]
    fn castling_in_chess960_can_be_illegal_because_the_rook_is_pinned() {
        let setup = "4k3/8/8/8/8/8/8/qRK5 w B - 0 1".parse::<Fen>().unwrap().into_setup();
        let position = Chess::from_setup(setup, CastlingMode::Chess960).unwrap();
        assert!(position.legal_moves().iter().all(|mv| !mv.is_castle()));
        check(&position);
    }
}
