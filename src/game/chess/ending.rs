//! When a game of chess is over, found without generating all moves where possible.

use crate::game::Ending;
use shakmaty::{Bitboard, Chess, Color, Position, attacks};

/// Half-moves without capture or pawn move after which the game is drawn.
const FIFTY_MOVES: u32 = 100;

/// Returns how the game whose positions are `stack` has ended.
#[inline]
pub(super) fn ending_of(stack: &[Chess]) -> Option<Ending> {
    let position = stack.last()?;
    if position.is_check() {
        if position.legal_moves().is_empty() {
            return Some(Ending::Loss);
        }
    } else if !has_obvious_move(position) && position.legal_moves().is_empty() {
        return Some(Ending::Draw);
    }
    is_drawn_by_rule(stack).then_some(Ending::Draw)
}

/// Returns the word for [`ending_of`].
pub(super) fn name(stack: &[Chess]) -> Option<&'static str> {
    let position = stack.last()?;
    Some(match ending_of(stack)? {
        Ending::Loss => "checkmate",
        Ending::Win => "won",
        Ending::Draw if position.legal_moves().is_empty() => "stalemate",
        Ending::Draw if position.is_insufficient_material() => "draw by insufficient material",
        Ending::Draw if FIFTY_MOVES <= position.halfmoves() => "draw by the fifty-move rule",
        Ending::Draw => "draw by repetition",
    })
}

/// Returns whether the game is drawn although there may be legal moves: by the fifty-move rule, by insufficient
/// material, or because the position occurred before in this game.
///
/// A mate on the last of the fifty moves wins, so ask for that first.
#[inline]
pub(super) fn is_drawn_by_rule(stack: &[Chess]) -> bool {
    let Some(position) = stack.last() else { return false };
    let clock = position.halfmoves();
    let board = position.board();
    (4 <= clock && (is_repeated(stack, clock) || is_fifty_moves(position, clock)))
        || ((board.pawns() | board.rooks() | board.queens()).is_empty() && position.is_insufficient_material())
}

fn is_fifty_moves(position: &Chess, clock: u32) -> bool {
    FIFTY_MOVES <= clock && !(position.is_check() && position.legal_moves().is_empty())
}

/// Compares with the earlier positions that have the same side to move, back to the last irreversible move.
fn is_repeated(stack: &[Chess], clock: u32) -> bool {
    let Some((position, earlier)) = stack.split_last() else { return false };
    let reach = earlier.len().min(clock as usize);
    let candidates = earlier[earlier.len() - reach..].iter().rev().skip(3).step_by(2);
    candidates.into_iter().any(|old| old.board() == position.board() && same_rights(old, position))
}

fn same_rights(a: &Chess, b: &Chess) -> bool {
    a.castles().castling_rights() == b.castles().castling_rights() && a.legal_ep_square() == b.legal_ep_square()
}

/// Returns whether a legal move is seen at a glance. The side to move must not be in check; `false` proves nothing.
///
/// A man that does not stand on a line with its king is not pinned, so any step it can make is legal.
#[inline]
fn has_obvious_move(position: &Chess) -> bool {
    let board = position.board();
    let us = position.turn();
    let Some(king) = board.king_of(us) else { return false };
    let free = board.by_color(us) & !attacks::queen_attacks(king, Bitboard::EMPTY);
    let pawns = board.pawns() & free;
    let steps = match us {
        Color::White => Bitboard(pawns.0 << 8),
        Color::Black => Bitboard(pawns.0 >> 8),
    };
    if !(steps & !board.occupied()).is_empty() {
        return true;
    }
    let own = board.by_color(us);
    (board.knights() & free).into_iter().any(|square| !(attacks::knight_attacks(square) & !own).is_empty())
        || ((board.sliders()) & free).into_iter().any(|square| {
            let role = board.role_at(square);
            role.is_some_and(|role| !(attacks::attacks(square, role.of(us), board.occupied()) & !own).is_empty())
        })
}
