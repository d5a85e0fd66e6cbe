//! A row of a sheet: a node with what stands at it, or what is to be filled in there.

/// A row of the tree: the drawing, and what stands behind it.
#[derive(Clone, Debug, Default)]
pub(crate) struct SheetRow {
    /// Branches and name.
    pub tree: String,
    /// The value of a leaf.
    pub leaf: String,
    /// On a key: whether the leaf is read.
    pub read: String,
    /// The window of an inner node, a blank, or nothing if it is not asked.
    pub window: String,
    /// The value of an inner node, or a blank.
    pub value: String,
    /// Whether it is an inner node, so that there is something to fill in.
    pub is_inner: bool,
    /// The node; 0 for the root and for the heads.
    pub node: usize,
}
