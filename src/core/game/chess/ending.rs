//! Decides whether a game of chess is over, if possible without generating all moves.

use super::Reached;
use crate::core::game::Ending;
use serde::{Deserialize, Serialize};
use shakmaty::{Bitboard, Chess, Color, Position, attacks};

/// The rules by which a game is drawn although there may be legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DrawRules {
    /// The number of earlier occurrences, in the game or in the search, that makes a position below the root a draw; 0
    /// if repetition never draws. At the root, where a game in progress must be searched, at least two earlier
    /// occurrences are required.
    pub repetition: u32,
    /// The number of half-moves without a capture or pawn move after which the game is drawn; 0 if never.
    pub clock: u32,
    /// Whether the game is drawn when neither side has enough material to mate.
    pub material: bool,
}

/// The rules of most programs: a draw at the first repetition, after fifty moves by each side, or with insufficient
/// material.
impl Default for DrawRules {
    fn default() -> Self {
        Self { repetition: 1, clock: 100, material: true }
    }
}

/// Returns the ending of the game with the positions `stack`, or `None` if the game is not over. The first `root`
/// positions come before the root.
#[inline]
pub(super) fn ending_of(stack: &[Reached], root: usize, rules: &DrawRules) -> Option<Ending> {
    let position = &stack.last()?.position;
    if position.is_check() {
        if position.legal_moves().is_empty() {
            return Some(Ending::Loss);
        }
    } else if !has_obvious_move(position) && position.legal_moves().is_empty() {
        return Some(Ending::Draw);
    }
    is_drawn_by_rule(stack, root, rules).then_some(Ending::Draw)
}

/// Returns the result of [`ending_of`] in words.
pub(super) fn name(stack: &[Reached], root: usize, rules: &DrawRules) -> Option<&'static str> {
    let position = &stack.last()?.position;
    Some(match ending_of(stack, root, rules)? {
        Ending::Loss => "checkmate",
        Ending::Win => "won",
        Ending::Draw if position.legal_moves().is_empty() => "stalemate",
        Ending::Draw if rules.material && position.is_insufficient_material() => "draw by insufficient material",
        Ending::Draw if rules.clock != 0 && rules.clock <= position.halfmoves() => "draw by the fifty-move rule",
        Ending::Draw => REPETITION,
    })
}

/// The name of a draw that, below the root, comes before the laws of chess end the game.
pub(crate) const REPETITION: &str = "draw by repetition";

/// Returns whether the game is drawn although there may be legal moves: by the fifty-move rule, by insufficient
/// material, or by repetition.
///
/// By default, one earlier occurrence in the game is enough below the root. At the root, two are required, as in the
/// laws of chess, because a game in progress must be searched there.
#[inline]
pub(super) fn is_drawn_by_rule(stack: &[Reached], root: usize, rules: &DrawRules) -> bool {
    let Some(Reached { position, .. }) = stack.last() else { return false };
    let clock = position.halfmoves();
    let board = position.board();
    let earlier = || if stack.len() == root + 1 { rules.repetition.max(2) } else { rules.repetition };
    let repeats = || rules.repetition != 0 && is_repeated(stack, clock, earlier() as usize);
    (4 <= clock && (repeats() || is_over_clock(position, clock, rules.clock)))
        || (rules.material
            && (board.pawns() | board.rooks() | board.queens()).is_empty()
            && position.is_insufficient_material())
}

/// Returns the rule by which most programs count the last of these positions as drawn, or `None`.
pub(super) fn usual_draw(stack: &[Reached], root: usize) -> Option<&'static str> {
    let rules = &DrawRules::default();
    is_drawn_by_rule(stack, root, rules).then(|| name(stack, root, rules)).flatten()
}

/// Returns whether the clock has run out. A mate by the last of the fifty moves still wins.
fn is_over_clock(position: &Chess, clock: u32, most: u32) -> bool {
    most != 0 && most <= clock && !(position.is_check() && position.legal_moves().is_empty())
}

/// Returns whether the last of these positions, or a position at most `plies` plies after it, may be a draw because of
/// earlier moves. A position can return after four plies without a capture or a pawn move.
pub(super) fn depends_on_past(stack: &[Reached], rules: &DrawRules, plies: u32) -> bool {
    let Some(Reached { position, .. }) = stack.last() else { return false };
    let clock = position.halfmoves();
    let reversible = clock.min(stack.len() as u32 - 1);
    (rules.repetition != 0 && 4 <= reversible + plies) || (rules.clock != 0 && rules.clock <= clock + plies)
}

/// Compares the last position with earlier ones that have the same side to move, back to the last irreversible move,
/// and returns whether at least `times` of them are equal to it.
fn is_repeated(stack: &[Reached], clock: u32, times: usize) -> bool {
    let Some((Reached { position, .. }, earlier)) = stack.split_last() else { return false };
    let reach = earlier.len().min(clock as usize);
    let candidates = earlier[earlier.len() - reach..].iter().rev().skip(3).step_by(2);
    let is_same =
        |Reached { position: old, .. }: &&Reached| old.board() == position.board() && same_rights(old, position);
    candidates.filter(is_same).nth(times - 1).is_some()
}

fn same_rights(a: &Chess, b: &Chess) -> bool {
    a.castles().castling_rights() == b.castles().castling_rights() && a.legal_ep_square() == b.legal_ep_square()
}

/// Returns whether there is an obvious legal move. Call this only if the side to move is not in check. The result
/// `false` does not prove that there is no legal move.
///
/// A piece that is not on a line with its king is not pinned, so all its moves are legal.
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
    let occupied = board.occupied();
    let is_mobile = |targets: Bitboard| !(targets & !board.by_color(us)).is_empty();
    (board.knights() & free).into_iter().any(|square| is_mobile(attacks::knight_attacks(square)))
        || (board.rooks_and_queens() & free)
            .into_iter()
            .any(|square| is_mobile(attacks::rook_attacks(square, occupied)))
        || (board.bishops_and_queens() & free)
            .into_iter()
            .any(|square| is_mobile(attacks::bishop_attacks(square, occupied)))
}

#[cfg(test)]
mod tests {
    use crate::core::game::chess::{ChessGame, Material, parse_fen};
    use crate::core::game::{Ending, Game};
    use shakmaty::{Chess, Position};

    fn game(fen: &str) -> ChessGame {
        ChessGame::new(parse_fen(fen).unwrap(), Material)
    }

    fn name(fen: &str) -> Option<&'static str> {
        game(fen).ending_name()
    }

    fn play(game: &mut ChessGame, moves: &str) {
        for text in moves.split_whitespace() {
            let mv = game.parse_san(text).unwrap();
            game.play(mv);
        }
    }

    #[test]
    fn endings_have_names() {
        assert_eq!(name("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), Some("checkmate"));
        assert_eq!(name("7k/8/6Q1/6K1/8/8/8/8 b - - 0 1"), Some("stalemate"));
        assert_eq!(name("7k/8/8/6K1/8/8/8/5N2 b - - 0 1"), Some("draw by insufficient material"));
        assert_eq!(name("7k/8/8/6K1/8/8/8/5R2 b - - 100 90"), Some("draw by the fifty-move rule"));
        assert_eq!(name("7k/8/8/6K1/8/8/8/5R2 b - - 99 90"), None);
        assert_eq!(name("7k/8/8/6K1/8/8/8/5NN1 b - - 0 1"), None, "two knights can mate, though not by force");
    }

    #[test]
    fn a_mate_on_the_last_of_fifty_moves_wins() {
        let mut rook = game("7k/8/6K1/8/8/8/8/R7 w - - 99 90");
        play(&mut rook, "Ra8#");
        assert_eq!((rook.ending(), rook.ending_name()), (Some(Ending::Loss), Some("checkmate")));
        rook.undo();
        play(&mut rook, "Ra7");
        assert_eq!(rook.ending(), Some(Ending::Draw));
        let mut moves = Vec::new();
        rook.moves(&mut moves);
        assert!(moves.is_empty(), "a game that is over has no moves");
    }

    #[test]
    fn behind_the_root_the_first_repetition_draws() {
        let mut game = ChessGame::new(Chess::default(), Material);
        play(&mut game, "Nf3 Nf6 Ng1");
        assert_eq!(game.ending(), None);
        play(&mut game, "Ng8");
        assert_eq!((game.ending(), game.ending_name()), (Some(Ending::Draw), Some("draw by repetition")));
        game.undo();
        assert_eq!(game.ending(), None);
    }

    #[test]
    fn at_the_root_it_takes_three_occurrences() {
        let positions = |moves: &str| {
            let mut game = ChessGame::new(Chess::default(), Material);
            let mut history = vec![game.position().clone()];
            for text in moves.split_whitespace() {
                play(&mut game, text);
                history.push(game.position().clone());
            }
            history
        };
        let twice = ChessGame::with_history(positions("Nf3 Nf6 Ng1 Ng8"), Material);
        assert_eq!(twice.ending(), None);
        let thrice = ChessGame::with_history(positions("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"), Material);
        assert_eq!(thrice.ending(), Some(Ending::Draw));
        let mut history = ChessGame::with_history(positions("Nf3 Nf6 Ng1"), Material);
        play(&mut history, "Ng8");
        assert_eq!(history.ending(), Some(Ending::Draw), "positions before the root count");
    }

    #[test]
    fn other_rights_make_another_position() {
        let mut castling = game("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        play(&mut castling, "Ra2 Ra7 Ra1 Ra8");
        assert_eq!(castling.ending(), None, "the right to castle is lost");
        play(&mut castling, "Ra2 Ra7 Ra1 Ra8");
        assert_eq!(castling.ending(), Some(Ending::Draw));
        let mut passant = game("4k3/8/8/8/3p4/8/4P3/R3K3 w - - 0 1");
        play(&mut passant, "e4 Kd8 Kd1 Ke8 Ke1");
        assert_eq!(passant.ending(), None, "the right to take en passant is lost");
        play(&mut passant, "Kd8 Kd1 Ke8 Ke1");
        assert_eq!(passant.ending(), Some(Ending::Draw));
        let mut pawn = game("4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1");
        play(&mut pawn, "Kd2 Kd8 Ke1 Ke8 e3 Kd8 Kd2 Ke8");
        assert_eq!(pawn.ending(), None, "a pawn move cannot be taken back");
    }

    /// Returns the ending according to the `shakmaty` crate, which generates all moves.
    fn by_all_moves(position: &Chess) -> Option<Ending> {
        if position.is_checkmate() {
            Some(Ending::Loss)
        } else {
            (position.is_stalemate() || position.is_insufficient_material()).then_some(Ending::Draw)
        }
    }

    #[test]
    fn the_glance_finds_what_all_moves_find() {
        let mut endings = [0; 3];
        let starts = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "k7/8/1K6/8/8/8/1Q6/8 w - - 0 1",
            "k7/P7/8/1K6/7p/7P/8/8 w - - 0 1",
            "6bk/6pp/6P1/7K/8/8/8/1R6 w - - 0 1",
            "8/8/8/8/8/5kpr/7p/7K w - - 0 1",
        ];
        for start in starts {
            let mut game = game(start);
            for first in game.position().legal_moves() {
                game.play(first);
                for second in game.position().legal_moves() {
                    game.play(second);
                    for third in game.position().legal_moves() {
                        game.play(third);
                        let ending = game.ending();
                        assert_eq!(ending, by_all_moves(game.position()), "{}", game.fen());
                        endings[ending.map_or(0, |ending| 1 + usize::from(ending == Ending::Draw))] += 1;
                        game.undo();
                    }
                    game.undo();
                }
                game.undo();
            }
        }
        assert!(endings.iter().all(|&count| 10 < count), "going on, lost, drawn: {endings:?}");
    }
}
