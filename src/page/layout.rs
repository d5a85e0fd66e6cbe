//! Where the nodes of a tree stand: rows and plies, and no characters, so that text and pictures share it.

/// A tree whose nodes are to be placed.
pub trait Branching {
    /// Returns the children in the order in which they are to stand.
    fn children(&self) -> &[Self]
    where
        Self: Sized;
}

/// A node with its place. Each node has a row of its own.
#[derive(Clone, Copy, Debug)]
pub struct RowPlace<'a, T> {
    /// The node.
    pub node: &'a T,
    /// Its distance from the root, which stands at 0.
    pub ply: usize,
    /// The row of its parent; none at the root.
    pub parent: Option<usize>,
    /// Which child it is of its parent, and of how many.
    pub sibling: (usize, usize),
}

/// Which of a node's children stand above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arrangement {
    /// The first half of them: the parent stands between its children, the tree grows to the side.
    Sideways,
    /// None of them: the parent stands above its children, as in an outline.
    Outline,
}

/// Returns the nodes of a tree row by row, from the top.
///
/// Takes time and memory in proportion to the tree.
pub fn places<T: Branching>(root: &T, shape: Arrangement) -> Vec<RowPlace<'_, T>> {
    let mut rows = Vec::new();
    place(root, 0, (0, 1), shape, &mut rows);
    rows
}

/// Places a subtree below everything placed so far, and returns the row of its root.
fn place<'a, T: Branching>(
    node: &'a T,
    ply: usize,
    sibling: (usize, usize),
    shape: Arrangement,
    rows: &mut Vec<RowPlace<'a, T>>,
) -> usize {
    let children = node.children();
    let count = children.len();
    let above = if shape == Arrangement::Sideways { count / 2 } else { 0 };
    let mut child_rows = Vec::with_capacity(count);
    for (index, child) in children[..above].iter().enumerate() {
        child_rows.push(place(child, ply + 1, (index, count), shape, rows));
    }
    let row = rows.len();
    rows.push(RowPlace { node, ply, parent: None, sibling });
    for (index, child) in children.iter().enumerate().skip(above) {
        child_rows.push(place(child, ply + 1, (index, count), shape, rows));
    }
    for child in child_rows {
        rows[child].parent = Some(row);
    }
    row
}

/// A node of an upright tree, in which a parent stands above the middle of its children.
#[derive(Clone, Debug)]
pub(crate) struct Spot<'a, T> {
    /// The node.
    pub node: &'a T,
    /// Where it stands, seen from its parent: to the left is negative.
    pub x: i32,
    /// How far its subtree reaches to the left and to the right.
    pub reach: (i32, i32),
    /// Those below it.
    pub children: Vec<Self>,
}

/// Places an upright tree: children side by side with a `gap` between their subtrees, the parent above their middle. `reach`
/// says how far a node by itself reaches to the left and to the right, in whatever unit.
///
/// Takes time and memory in proportion to the tree.
pub(crate) fn upright<'a, T: Branching>(node: &'a T, reach: &dyn Fn(&T) -> (i32, i32), gap: i32) -> Spot<'a, T> {
    let mut children: Vec<Spot<'a, T>> = node.children().iter().map(|child| upright(child, reach, gap)).collect();
    let mut right = 0;
    for (index, child) in children.iter_mut().enumerate() {
        child.x = right + child.reach.0 + if index == 0 { 0 } else { gap };
        right = child.x + child.reach.1;
    }
    let middle = match (children.first(), children.last()) {
        (Some(first), Some(last)) => (first.x + last.x) / 2,
        _ => 0,
    };
    children.iter_mut().for_each(|child| child.x -= middle);
    let own = reach(node);
    Spot { node, x: 0, reach: (own.0.max(middle), own.1.max(right - middle)), children }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct TestTree(&'static str, Vec<TestTree>);

    impl Branching for TestTree {
        fn children(&self) -> &[Self] {
            &self.1
        }
    }

    fn names(shape: Arrangement) -> Vec<(&'static str, usize, Option<usize>)> {
        let leaves = || vec![TestTree("x", vec![]), TestTree("y", vec![]), TestTree("z", vec![])];
        let root = TestTree("root", vec![TestTree("a", leaves()), TestTree("b", vec![])]);
        places(&root, shape).iter().map(|place| (place.node.0, place.ply, place.parent)).collect()
    }

    #[test]
    fn sideways_a_parent_stands_between_its_children() {
        let rows = names(Arrangement::Sideways);
        assert_eq!(rows.iter().map(|row| row.0).collect::<Vec<_>>(), ["x", "a", "y", "z", "root", "b"]);
        assert_eq!(rows[0], ("x", 2, Some(1)));
        assert_eq!(rows[1], ("a", 1, Some(4)));
        assert_eq!(rows[5], ("b", 1, Some(4)));
    }

    #[test]
    fn in_an_outline_a_parent_stands_above_its_children() {
        let rows = names(Arrangement::Outline);
        assert_eq!(rows.iter().map(|row| row.0).collect::<Vec<_>>(), ["root", "a", "x", "y", "z", "b"]);
        assert_eq!(rows[4], ("z", 2, Some(1)));
    }
}
