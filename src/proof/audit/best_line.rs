//! The best line of a node, as events tell it.

use crate::hooks::Leaf;
use crate::score::Score;

/// The best line of a node, as the result tells that of the root.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClaimedLine {
    pub moves: Vec<String>,
    /// Of its first move.
    pub score: Option<Score>,
    /// For the side that made its last move; none if it does not end in a position that was evaluated.
    pub leaf_score: Option<Score>,
    pub cut_short: Option<Leaf>,
}

impl ClaimedLine {
    /// A move is the new best; if it is no leaf, `below` goes on behind it.
    pub(crate) fn raise(&mut self, mv: &str, score: Score, leaf: Option<Leaf>, below: Self) {
        let ends = |leaf_score, cut_short| Self { leaf_score, cut_short, ..Self::default() };
        let below = match leaf {
            None => below,
            Some(leaf) if leaf.is_scored() => ends(Some(score), None),
            Some(leaf) => ends(None, Some(leaf)),
        };
        self.moves.clear();
        self.moves.push(mv.to_owned());
        self.moves.extend(below.moves);
        (self.score, self.leaf_score, self.cut_short) = (Some(score), below.leaf_score, below.cut_short);
    }

    pub(crate) fn leaf_score_at_root(&self) -> Option<Score> {
        self.leaf_score.map(|score| if self.moves.len() % 2 == 1 { score } else { -score })
    }
}

/// The line that the next pass follows first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lead {
    pub moves: Vec<String>,
    /// Whether its end is what the trace leaves out, so that nobody knows how it goes on.
    pub is_open: bool,
}

impl Lead {
    /// A move is the new best or has cut.
    pub(super) fn raise(&mut self, mv: &str, leaf: Option<Leaf>, below: &Self) {
        self.moves.clear();
        self.moves.push(mv.to_owned());
        self.moves.extend_from_slice(&below.moves);
        self.is_open = leaf == Some(Leaf::Omitted) || below.is_open;
    }

    /// The move that it has behind `path`; none if it does not lead there.
    pub(super) fn next(&self, path: &[String]) -> Option<&String> {
        self.moves.get(path.len()).filter(|_| self.moves.starts_with(path))
    }

    /// Whether it may have a move there that nobody told.
    pub(super) fn may_go_on(&self, path: &[String]) -> bool {
        self.is_open && path.starts_with(&self.moves)
    }
}

/// What a search knew when a depth was finished.
#[derive(Clone, Debug)]
pub(super) struct FinishedDepth {
    pub depth: u32,
    pub score: Option<Score>,
    pub best: Option<String>,
    pub line: ClaimedLine,
}
