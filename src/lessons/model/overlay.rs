//! The hooks that a lesson on a board adds to the search of a real position, and the hooks that remove moves of some
//! kinds.

use crate::core::game::{Game, Side, chess};
use crate::core::hooks::{Flow, Hooks, Line};
use crate::core::names::named;
use crate::core::score::Score;
use crate::core::trace::ReplacedScore;

/// Hooks that replace the generated moves and the static evaluations of some positions, identified by the line that
/// leads to them.
///
/// The hooks work for any game; the default is chess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlay<M = chess::Move> {
    /// The first node is the root.
    nodes: Vec<OverlayNode<M>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct OverlayNode<M> {
    /// The score from White's view.
    score: Option<Score>,
    /// The moves that replace the generator's.
    listed: Option<Vec<M>>,
    /// The moves after which the overlay has a node, with the index of that node.
    children: Vec<(M, usize)>,
}

impl<M> Default for OverlayNode<M> {
    fn default() -> Self {
        Self { score: None, listed: None, children: Vec::new() }
    }
}

/// An overlay that changes nothing.
impl<M> Default for Overlay<M> {
    fn default() -> Self {
        Self { nodes: vec![OverlayNode::default()] }
    }
}

impl<M: Copy + Eq> Overlay<M> {
    /// Replaces the moves after `line`.
    pub fn restrict(&mut self, line: &[M], moves: Vec<M>) {
        let node = self.node_or_new(line);
        self.nodes[node].listed = Some(moves);
    }

    /// Returns the moves that replace the generator's after `line`, if any do.
    pub(crate) fn listed(&self, line: &[M]) -> Option<&[M]> {
        self.find(line)?.listed.as_deref()
    }

    /// Returns an overlay that replaces the static evaluations that a trace lists as replaced.
    ///
    /// # Errors
    /// The first replaced evaluation whose line cannot be played, with the reason.
    pub fn of_replaced_scores<'a, G: Game<Move = M> + Clone, E>(
        root: &G,
        scores: &'a [ReplacedScore],
        read: impl Fn(&G, &str) -> Result<M, E>,
    ) -> Result<Self, (&'a ReplacedScore, E)> {
        let mut overlay = Self::default();
        for replaced in scores {
            let mut game = root.clone();
            let mut line = Vec::new();
            for name in &replaced.line {
                let mv = read(&game, name).map_err(|error| (replaced, error))?;
                game.play(mv);
                line.push(mv);
            }
            overlay.set_score(&line, of_side(replaced.score, side_of_score(&game, line.len())));
        }
        Ok(overlay)
    }

    /// Replaces the static evaluation after `line`; `score` is from White's view.
    pub fn set_score(&mut self, line: &[M], score: Score) {
        let node = self.node_or_new(line);
        self.nodes[node].score = Some(score);
    }

    /// Returns the score, from White's view, of the node at the end of a path. The path gives the index of the move at
    /// each node among the moves that the overlay lists there.
    #[must_use]
    pub fn score_at(&self, indices: &[usize]) -> Option<Score> {
        let mut node = 0;
        for &index in indices {
            let mv = *self.nodes[node].listed.as_ref()?.get(index)?;
            node = self.child(node, mv)?;
        }
        self.nodes[node].score
    }

    /// Returns whether the overlay changes nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.iter().all(|node| node.score.is_none() && node.listed.is_none())
    }

    /// Returns the static evaluations that the overlay replaces, in the form in which a trace lists them.
    pub fn replaced_scores<G: Game<Move = M>>(&self, root: &mut G) -> Vec<ReplacedScore> {
        let mut found = Vec::new();
        self.visit(0, root, &mut Vec::new(), &mut |node, game, line| {
            if let Some(white) = node.score {
                found.push(ReplacedScore {
                    line: line.to_vec(),
                    score: of_side(white, side_of_score(game, line.len())),
                });
            }
        });
        found
    }

    /// Returns the lines from `root` after which the overlay replaces the generated moves.
    pub fn restricted<G: Game<Move = M>>(&self, root: &mut G) -> Vec<Vec<String>> {
        let mut found = Vec::new();
        self.visit(0, root, &mut Vec::new(), &mut |node, _, line| {
            if node.listed.is_some() {
                found.push(line.to_vec());
            }
        });
        found
    }

    /// Calls `show` with every node, the game at the node, and the line that leads to the node.
    fn visit<G: Game<Move = M>>(
        &self,
        node: usize,
        game: &mut G,
        line: &mut Vec<String>,
        show: &mut impl FnMut(&OverlayNode<M>, &G, &[String]),
    ) {
        show(&self.nodes[node], game, line);
        for &(mv, child) in &self.nodes[node].children {
            line.push(game.name(mv));
            game.play(mv);
            self.visit(child, game, line, show);
            game.undo();
            line.pop();
        }
    }

    /// Returns the same overlay with its scores multiplied, or `None` if a score would be out of range.
    pub fn times(&self, by: u32) -> Option<Self> {
        let mut overlay = Self { nodes: self.nodes.clone() };
        for score in overlay.nodes.iter_mut().filter_map(|node| node.score.as_mut()) {
            *score = score.times(by)?;
        }
        Some(overlay)
    }

    /// Returns the same overlay for a game with different moves.
    ///
    /// # Errors
    /// The first error from `translate`.
    pub fn translate<N, E>(&self, translate: impl Fn(M) -> Result<N, E>) -> Result<Overlay<N>, E> {
        let node = |node: &OverlayNode<M>| {
            let listed =
                node.listed.as_ref().map(|moves| moves.iter().map(|&mv| translate(mv)).collect()).transpose()?;
            let child = |&(mv, index): &(M, usize)| Ok((translate(mv)?, index));
            let children = node.children.iter().map(child).collect::<Result<_, E>>()?;
            Ok(OverlayNode { score: node.score, listed, children })
        };
        Ok(Overlay { nodes: self.nodes.iter().map(node).collect::<Result<_, E>>()? })
    }

    fn node_or_new(&mut self, line: &[M]) -> usize {
        let mut node = 0;
        for &mv in line {
            node = self.child(node, mv).unwrap_or_else(|| {
                let child = self.nodes.len();
                self.nodes.push(OverlayNode::default());
                self.nodes[node].children.push((mv, child));
                child
            });
        }
        node
    }

    /// Uses loops, because this is called for every searched node, and loops remain fast in builds optimized for size.
    #[inline(always)]
    fn find(&self, line: &[M]) -> Option<&OverlayNode<M>> {
        let mut node = 0;
        for &mv in line {
            node = self.child(node, mv)?;
        }
        Some(&self.nodes[node])
    }

    #[inline(always)]
    fn child(&self, node: usize, mv: M) -> Option<usize> {
        for &(other, child) in &self.nodes[node].children {
            if other == mv {
                return Some(child);
            }
        }
        None
    }
}

impl<G: Game> Hooks<G> for Overlay<G::Move> {
    fn moves(&mut self, at: Line<'_, G>, moves: &mut Vec<G::Move>) -> Flow {
        if let Some(listed) = self.find(at.moves).and_then(|node| node.listed.as_ref()) {
            moves.clear();
            moves.extend_from_slice(listed);
        }
        Flow::Continue(())
    }

    fn score(&mut self, at: Line<'_, G>, score: Score) -> Flow<Score> {
        let replaced = self.find(at.moves).and_then(|node| node.score);
        Flow::Continue(replaced.map_or(score, |white| of_side(white, at.game.turn())))
    }

    fn do_nothing(&self) -> bool {
        self.is_empty()
    }
}

/// Returns the side that moved to a position `plies` plies from the root or, at the root, the side to move.
fn side_of_score<G: Game>(game: &G, plies: usize) -> Side {
    if plies == 0 { game.turn() } else { game.turn().other() }
}

/// Converts a score from White's view to `side`'s view, and back.
fn of_side(score: Score, side: Side) -> Score {
    match side {
        Side::First => score,
        Side::Second => -score,
    }
}

named! {
    /// The kind of a chess move. One move may be of several kinds.
    pub enum KindOfMove: "kind of move" {
        /// A king move, including castling.
        King = "king", "moves of the king, castling among them";
        /// A queen move.
        Queen = "queen", "moves of queens";
        /// A rook move.
        Rook = "rook", "moves of rooks";
        /// A bishop move.
        Bishop = "bishop", "moves of bishops";
        /// A knight move.
        Knight = "knight", "moves of knights";
        /// A pawn move, including promotions.
        Pawn = "pawn", "moves of pawns";
        /// A capture.
        Capture = "capture", "captures";
        /// A check or mate.
        Check = "check", "moves that give check";
    }
}

impl KindOfMove {
    /// Returns whether the move with this SAN name is of this kind.
    #[must_use]
    pub fn is_of(self, name: &str) -> bool {
        match self {
            Self::King => name.starts_with(['K', 'O']),
            Self::Queen => name.starts_with('Q'),
            Self::Rook => name.starts_with('R'),
            Self::Bishop => name.starts_with('B'),
            Self::Knight => name.starts_with('N'),
            Self::Pawn => name.starts_with(|c: char| c.is_ascii_lowercase()),
            Self::Capture => name.contains('x'),
            Self::Check => name.ends_with(['+', '#']),
        }
    }
}

/// Hooks that remove moves of some kinds everywhere. A position that loses all its moves becomes a leaf.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Without(pub Vec<KindOfMove>);

impl<G: Game> Hooks<G> for Without {
    fn moves(&mut self, at: Line<'_, G>, moves: &mut Vec<G::Move>) -> Flow {
        if !self.0.is_empty() {
            moves.retain(|&mv| {
                let name = at.game.name(mv);
                !self.0.iter().any(|kind| kind.is_of(&name))
            });
        }
        Flow::Continue(())
    }

    fn do_nothing(&self) -> bool {
        self.0.is_empty()
    }
}
