//! Hand-written fail-hard alpha-beta without hooks: the baseline for the library.

use plywood::Score;
use plywood::game::Game;
use std::cmp::Reverse;

/// Returns the score of `game` searched to `depth` plies, with or without static ordering, and the number of nodes
/// entered or evaluated as leaves.
///
/// A textbook returns a leaf's score from a separate call; for maximum speed, a separate loop handles the last ply
/// (`LAST_PLY`).
pub fn alpha_beta<const LAST_PLY: bool, G: Game>(game: &mut G, depth: u32, static_order: bool) -> (Score, u64) {
    let mut search =
        ByHand::<LAST_PLY, G> { game, static_order, spare: Vec::new(), moves: Vec::new(), ply: 0, nodes: 0 };
    let score = search.node(depth, Score::MIN, Score::MAX);
    (score, search.nodes)
}

struct ByHand<'a, const LAST_PLY: bool, G: Game> {
    game: &'a mut G,
    static_order: bool,
    /// Unused lists.
    spare: Vec<Vec<(G::Move, Score)>>,
    moves: Vec<G::Move>,
    ply: u32,
    nodes: u64,
}

impl<const LAST_PLY: bool, G: Game> ByHand<'_, LAST_PLY, G> {
    fn node(&mut self, depth: u32, mut alpha: Score, beta: Score) -> Score {
        self.nodes += 1;
        if depth == 0 {
            return self.evaluate();
        }
        self.moves.clear();
        self.game.moves(&mut self.moves);
        if self.moves.is_empty() {
            return self.evaluate();
        }
        if LAST_PLY && depth == 1 {
            return self.last_ply(alpha, beta);
        }
        let mut children = self.spare.pop().unwrap_or_default();
        children.extend(self.moves.iter().map(|&mv| (mv, Score::ZERO)));
        if self.static_order && 1 < depth {
            for (mv, score) in &mut children {
                *score = self.evaluate_after(*mv);
            }
            children.sort_by_key(|&(_, score)| Reverse(score));
        }
        for &(mv, _) in &children {
            self.play(mv);
            let score = -self.node(depth - 1, -beta, -alpha);
            self.undo();
            if beta <= score {
                alpha = beta;
                break;
            }
            alpha = alpha.max(score);
        }
        children.clear();
        self.spare.push(children);
        alpha
    }

    /// Searches the last ply without a list.
    fn last_ply(&mut self, mut alpha: Score, beta: Score) -> Score {
        for index in 0..self.moves.len() {
            self.nodes += 1;
            let score = self.evaluate_after(self.moves[index]);
            if beta <= score {
                return beta;
            }
            alpha = alpha.max(score);
        }
        alpha
    }

    fn evaluate_after(&mut self, mv: G::Move) -> Score {
        self.play(mv);
        let score = -self.evaluate();
        self.undo();
        score
    }

    fn evaluate(&self) -> Score {
        match self.game.ending() {
            Some(ending) => ending.score(self.ply),
            None => self.game.evaluate(),
        }
    }

    fn play(&mut self, mv: G::Move) {
        self.game.play(mv);
        self.ply += 1;
    }

    fn undo(&mut self) {
        self.game.undo();
        self.ply -= 1;
    }
}
