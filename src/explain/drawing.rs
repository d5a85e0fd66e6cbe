//! How the tree is drawn: as rows, upright, with how many names.

use crate::names::named;

named! {
    /// How the tree is drawn.
    #[derive(Default)]
    pub enum Drawing: "style" {
        /// With rows as text, and upright in pictures of small trees.
        #[default]
        Auto = "auto", "With rows as text; in pictures upright where there are few leaves";
        /// A small tree grows to the side, with a row for each node; a big one is folded to what decided it.
        Annotated = "annotated", "A row for each node of a small tree; a big one folded to what decided it";
        /// Indented, in the order of the search.
        Outline = "outline", "Indented, in the order of the search";
        /// As in the Sargon document.
        Sargon = "sargon", "As in the Sargon document";
        /// As textbooks draw it, the root above.
        Upright = "upright", "As textbooks draw it, the root above, values at the nodes";
    }
}

named! {
    /// At which nodes of a picture names stand.
    #[derive(Default)]
    pub enum NamesAt: "names" {
        /// At all of them.
        #[default]
        All = "all", "At every node";
        /// Not at leaves.
        Inner = "inner", "At inner nodes, none at leaves";
        /// At none of them.
        None = "none", "Nowhere: values only";
    }
}

/// How the tree of a picture looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreeLook {
    /// How it is drawn.
    pub drawing: Drawing,
    /// Whether it stands alone, without title and legend.
    pub bare: bool,
    /// At which nodes names stand.
    pub names: NamesAt,
}
