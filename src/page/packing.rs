//! The layout of an upright tree: the place of each node, with as little room as possible between subtrees, and whether
//! a tree is small enough for this layout.

use super::layout::Branching;
use super::row::Row;

/// The maximum number of leaves of a tree that is drawn upright by default.
pub(crate) const MOST_UPRIGHT: usize = 24;
/// If an upright picture has more leaves than this, the words next to a node are shorter.
pub(crate) const MOST_LEAVES_WITH_WORDS: usize = 12;

/// Returns whether a tree is small enough to be drawn upright by default: it has few leaves and no remarks. Only trees
/// with a row for each node have room for remarks.
pub(crate) fn is_small(root: &Row) -> bool {
    let (mut leaves, mut has_notes) = (0, false);
    root.walk(&mut |row| {
        leaves += usize::from(row.children.is_empty());
        has_notes |= !row.notes.is_empty();
    });
    leaves <= MOST_UPRIGHT && !has_notes
}
/// A node of an upright tree, in which a parent is centred above its children.
#[derive(Clone, Debug)]
pub(crate) struct Spot<'a, T> {
    pub node: &'a T,
    /// The node's position relative to its parent; negative is to the left.
    pub x: i32,
    /// How far the node's subtree extends to the left and right.
    pub reach: (i32, i32),
    /// The same for each ply of the subtree.
    plies: Vec<(i32, i32)>,
    pub children: Vec<Self>,
}

/// How close the subtrees of an upright tree may come to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    /// No part of a subtree is below or above a part of its neighbour.
    Apart,
    /// Only nodes of the same ply keep their distance, which is larger between cousins; nothing is below a leaf.
    Tight,
}

/// Lays out an upright tree: children side by side with a `gap` between their subtrees, the parent centred above them.
/// `reach` returns how far a single node extends to the left and to the right, in any unit.
///
/// Takes time proportional to the size of the tree times its height, and memory proportional to its size.
pub(crate) fn upright<'a, T: Branching>(
    node: &'a T,
    reach: &dyn Fn(&T) -> (i32, i32),
    gap: i32,
    packing: Packing,
) -> Spot<'a, T> {
    let below = node.children().iter().map(|child| upright(child, reach, gap, packing));
    let mut children: Vec<Spot<'a, T>> = below.collect();
    // How far the children placed so far extend, ply by ply, from the left end of the first child.
    let mut placed: Vec<(i32, i32)> = Vec::new();
    for child in &mut children {
        let between_cousins = if child.children.is_empty() { gap } else { gap * 3 / 2 };
        let clear = placed.iter().zip(&child.plies).enumerate();
        let clear = clear.map(|(ply, (before, own))| before.1 + own.0 + if ply == 0 { gap } else { between_cousins });
        let apart = placed.iter().map(|before| before.1 + gap + child.reach.0).max();
        child.x = match packing {
            Packing::Apart => apart,
            Packing::Tight => clear.max(),
        }
        .unwrap_or(child.reach.0);
        for (ply, own) in child.plies.iter().enumerate() {
            let (from, to) = (own.0 - child.x, own.1 + child.x);
            match placed.get_mut(ply) {
                Some(before) => *before = (before.0.max(from), before.1.max(to)),
                None => placed.push((from, to)),
            }
        }
    }
    let middle = match (children.first(), children.last()) {
        (Some(first), Some(last)) => (first.x + last.x) / 2,
        _ => 0,
    };
    children.iter_mut().for_each(|child| child.x -= middle);
    let below = placed.into_iter().map(|(left, right)| (left + middle, right - middle));
    let mut plies: Vec<_> = std::iter::once(reach(node)).chain(below).collect();
    // The name of a leaf is below the leaf.
    if children.is_empty() {
        plies.push(plies[0]);
    }
    let widest = |side: fn(&(i32, i32)) -> i32| plies.iter().map(side).max().unwrap_or(0);
    Spot { node, x: 0, reach: (widest(|ply| ply.0), widest(|ply| ply.1)), plies, children }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct TestTree(Vec<TestTree>);

    impl Branching for TestTree {
        fn children(&self) -> &[Self] {
            &self.0
        }
    }

    #[test]
    fn tight_subtrees_use_the_room_above_and_below_each_other() {
        let leaf = || TestTree(vec![]);
        let inner = || TestTree(vec![leaf(), leaf(), leaf()]);
        // Text to the left of an inner node makes it wider than its children.
        let reach = |tree: &TestTree| if tree.0.is_empty() { (5, 5) } else { (20, 5) };
        let middles = |root: &TestTree, packing| -> Vec<i32> {
            upright(root, &reach, 2, packing).children.iter().map(|child| child.x).collect()
        };
        let root = TestTree(vec![inner(), inner()]);
        assert_eq!(middles(&root, Packing::Apart), [-19, 20]);
        assert_eq!(middles(&root, Packing::Tight), [-18, 19]);
        // Nothing moves below a leaf, where its name is.
        let root = TestTree(vec![leaf(), inner()]);
        assert_eq!(middles(&root, Packing::Tight), middles(&root, Packing::Apart));
    }
}
