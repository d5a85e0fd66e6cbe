//! Shapes of trees: `3x3x2`, `3x1..3x2`, or brackets with a dot for each leaf.

use super::MOST_NODES;
use crate::random::splitmix64;
use std::fmt;
use std::str::FromStr;

/// How many moves the nodes of a tree have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeShape {
    /// For each ply the least and the greatest number of moves.
    Plies(Vec<(usize, usize)>),
    Exactly(Bush),
}

/// A tree without values: the subtrees of a node; none at a leaf.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bush(pub Vec<Bush>);

/// A text is no shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeShapeError {
    #[error(
        "`{0}` is no shape; write 3x3x2 (moves at each ply), 3x1..3x2 for an uneven tree, or brackets with a dot for each leaf: ((. . .) (. .))"
    )]
    Unknown(String),
    #[error("a tree of shape {0} can have more than {MOST_NODES} nodes")]
    Big(String),
    #[error("a tree of shape {0} has one ply; an exercise needs two at least")]
    Flat(String),
}

impl FromStr for TreeShape {
    type Err = TreeShapeError;

    fn from_str(text: &str) -> Result<Self, TreeShapeError> {
        let unknown = || TreeShapeError::Unknown(text.to_owned());
        let text = text.trim();
        let shape = if text.starts_with(['(', '[']) {
            let round = text.replace('[', "(").replace(']', ")");
            Self::Exactly(bush(&round).ok_or_else(unknown)?)
        } else {
            let plies = text.to_lowercase().replace('-', "x");
            let plies: Option<Vec<_>> = plies.split('x').map(ply).collect();
            Self::Plies(plies.ok_or_else(unknown)?)
        };
        if shape.height() < 2 {
            return Err(TreeShapeError::Flat(text.to_owned()));
        }
        if MOST_NODES < shape.most_nodes() {
            return Err(TreeShapeError::Big(text.to_owned()));
        }
        Ok(shape)
    }
}

fn ply(text: &str) -> Option<(usize, usize)> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let (least, most) = (least.parse().ok()?, most.parse().ok()?);
    (1 <= least && least <= most && most <= MOST_NODES).then_some((least, most))
}

/// Reads `((. .) .)`.
fn bush(text: &str) -> Option<Bush> {
    let mut open = vec![Vec::new()];
    for c in text.chars() {
        match c {
            '(' => open.push(Vec::new()),
            ')' => {
                let children = open.pop().filter(|children: &Vec<Bush>| !children.is_empty())?;
                open.last_mut()?.push(Bush(children));
            }
            '.' | '*' | '?' if 1 < open.len() => open.last_mut()?.push(Bush::default()),
            c if c.is_whitespace() || c == ',' => {}
            _ => return None,
        }
    }
    let mut whole = open.pop().filter(|_| open.is_empty())?;
    whole.pop().filter(|bush| whole.is_empty() && !bush.0.is_empty())
}

impl TreeShape {
    pub fn height(&self) -> usize {
        fn height(bush: &Bush) -> usize {
            bush.0.iter().map(|child| 1 + height(child)).max().unwrap_or(0)
        }
        match self {
            Self::Plies(plies) => plies.len(),
            Self::Exactly(bush) => height(bush),
        }
    }

    fn most_nodes(&self) -> usize {
        fn nodes(bush: &Bush) -> usize {
            1 + bush.0.iter().map(nodes).sum::<usize>()
        }
        match self {
            Self::Exactly(bush) => nodes(bush),
            Self::Plies(plies) => {
                let level = |(level, all): (usize, usize), &(_, most): &(usize, usize)| {
                    let level = level.saturating_mul(most);
                    (level, all.saturating_add(level))
                };
                plies.iter().fold((1, 1), level).1
            }
        }
    }

    /// Returns the most moves that a node can have.
    pub fn width(&self) -> usize {
        fn width(bush: &Bush) -> usize {
            bush.0.iter().map(width).fold(bush.0.len(), usize::max)
        }
        match self {
            Self::Plies(plies) => plies.iter().map(|(_, most)| *most).max().unwrap_or(0),
            Self::Exactly(bush) => width(bush),
        }
    }

    /// Makes a tree of this shape.
    pub(super) fn grow(&self, dice: &mut Dice) -> Bush {
        fn grow(plies: &[(usize, usize)], dice: &mut Dice) -> Bush {
            let Some((&(least, most), below)) = plies.split_first() else { return Bush::default() };
            let moves = least + dice.below(most - least + 1);
            Bush((0..moves).map(|_| grow(below, dice)).collect())
        }
        match self {
            Self::Plies(plies) => grow(plies, dice),
            Self::Exactly(bush) => bush.clone(),
        }
    }
}

impl fmt::Display for TreeShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn list(bush: &Bush, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            if bush.0.is_empty() {
                return f.write_str(".");
            }
            f.write_str("(")?;
            for (index, child) in bush.0.iter().enumerate() {
                f.write_str(if index == 0 { "" } else { " " })?;
                list(child, f)?;
            }
            f.write_str(")")
        }
        match self {
            Self::Exactly(bush) => list(bush, f),
            Self::Plies(plies) => {
                for (index, (least, most)) in plies.iter().enumerate() {
                    f.write_str(if index == 0 { "" } else { "x" })?;
                    if least == most { write!(f, "{least}")? } else { write!(f, "{least}..{most}")? }
                }
                Ok(())
            }
        }
    }
}

/// Numbers that look random, the same for the same seed.
#[derive(Clone, Debug)]
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(splitmix64(seed))
    }

    /// Returns a number below `end`, which is not 0.
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        (splitmix64(self.0) % end as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_read_and_written() {
        for text in ["3x3x2", "3x1..3x2", "((. . .) (. .))"] {
            assert_eq!(text.parse::<TreeShape>().unwrap().to_string(), text);
        }
        assert_eq!("3-2-2".parse::<TreeShape>().unwrap().to_string(), "3x2x2");
        let uneven: TreeShape = "((. . .) ((. .) .))".parse().unwrap();
        assert_eq!((uneven.height(), uneven.width()), (3, 3));
    }

    #[test]
    fn what_is_no_shape_is_refused() {
        let error = |text: &str| text.parse::<TreeShape>().unwrap_err();
        for text in ["", "3x", "0x3", "3x4..2", "(. ()", "()", "((. .) (. .)", "(. .)) (", "3xax2"] {
            assert!(matches!(error(text), TreeShapeError::Unknown(_)), "{text}");
        }
        assert!(matches!(error("5"), TreeShapeError::Flat(_)));
        assert!(matches!(error("30x30x30"), TreeShapeError::Big(_)));
        assert!(matches!(error("9x9x9x9x9x9x9x9x9x9x9x9x9x9x9x9x9x9x9x9x9x9x9x9x9"), TreeShapeError::Big(_)));
    }
}
