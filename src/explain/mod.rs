//! The page of one search: answer and cost, the tree, the log, and what is asked further of a move or a line.
//!
//! Invariant: what draws knows only plain data (the trace, the tree folded from it), and changes nothing. [`Page`] alone asks a
//! study, for the tree and for the log.

pub(crate) mod affordable;
pub(crate) mod annotated;
pub(crate) mod answer;
pub(crate) mod asked;
pub(crate) mod claim;
pub(crate) mod code;
pub(crate) mod eval;
pub(crate) mod facts;
pub(crate) mod folded;
pub(crate) mod legend;
pub(crate) mod log;
pub(crate) mod new_bests;
pub(crate) mod page;
pub(crate) mod sargon;
pub(crate) mod scan;
pub(crate) mod suite;
pub(crate) mod tables;
pub(crate) mod why;

pub use affordable::CostEstimate;
pub use annotated::{outline, sideways};
pub(crate) use answer::decimals as tree_decimals;
pub use answer::{exact_style, least_decimals};
pub use asked::path;
pub use code::Code;
pub(crate) use eval::Evaluated;
pub use eval::Refuted;
pub(crate) use facts::{score_sentence, search_sentence, subject_sentence, top};
pub use page::Page;
pub(crate) use page::most_counted;
pub(crate) use sargon::Inspection;
pub(crate) use suite::{Earlier, SearchSettings, SuiteLine, SuiteRow, SuiteTotals, search_settings};
pub use why::{follow, why};

use crate::core::names::named;
use crate::core::tree::Keep;
use crate::page::command::Command;
use std::num::NonZeroU64;

/// More kept nodes than this are not shown one by one.
pub(crate) const FULL_LIMIT: usize = 200_000;

/// What a page is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PageQuestion {
    /// The actions of the search.
    #[default]
    Search,
    /// Its verdict on the last move of a line.
    Why(Vec<String>),
    /// Its verdict on each move of a line.
    Line(Vec<String>),
    /// What it did after a line.
    Focus(Vec<String>),
}

impl PageQuestion {
    /// Returns the line that it is about; empty for the root.
    #[must_use]
    pub fn line(&self) -> &[String] {
        match self {
            Self::Search => &[],
            Self::Why(line) | Self::Line(line) | Self::Focus(line) => line,
        }
    }
}

/// How much of a tree is drawn, and in which form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// All of a small tree, grown to the side.
    Whole,
    Folded,
    /// All that was kept, in the order of the search.
    Outline,
}

/// The content of a page.
#[derive(Clone, Debug, Default)]
pub struct PageOptions {
    /// What it is asked.
    pub question: PageQuestion,
    /// How the tree is drawn.
    pub drawing: TreeStyle,
    /// Whether a picture shows only the tree, without title and legend.
    pub bare: bool,
    /// At which nodes of a picture names stand.
    pub names: NamesAt,
    /// Whether every node is shown, as far as that is sensible.
    pub full: bool,
    /// How many children of each node are shown.
    pub width: Option<usize>,
    /// How many plies after the focus are shown.
    pub plies: Option<usize>,
    /// Of a trace: of the subtrees that are left out, every Nth is told, see [`TraceSelection`](crate::core::recording::TraceSelection).
    pub every: Option<NonZeroU64>,
    /// A table of so many root moves instead of the tree; all of them if it is large.
    pub roots: Option<usize>,
    /// Whether the log is added.
    pub log: bool,
    /// Whether the search is added in pseudocode, whose lines the log cites.
    pub code: bool,
    /// Whether the tree with keys is added.
    pub orders: bool,
    /// Whether the board on which Sargon searched a lesson is added.
    pub carrier: bool,
    /// Whether it is shown how the PV is read from the list of new bests.
    pub pv_scan: bool,
    /// Whether the other two ways to the PV are shown below it.
    pub pv_ways: bool,
    /// Whether the signs of the page are explained.
    pub legend: bool,
    /// Whether the lesson's question is answered.
    pub answers: bool,
    /// The event up to which the search is shown, if that is not its end.
    pub until: Option<usize>,
    /// The command that asks for the page, so that others like it can be offered.
    pub command: Option<Command>,
}

impl PageOptions {
    /// Returns how the tree of a picture looks.
    #[must_use]
    pub const fn look(&self) -> TreeLook {
        TreeLook { drawing: self.drawing, bare: self.bare, names: self.names }
    }

    /// Returns whether the page is about the search as a whole, and not about some of its events.
    pub(super) fn is_plain(&self) -> bool {
        let tells_events = self.log || self.orders || self.pv_scan || self.carrier;
        self.question == PageQuestion::Search && !tells_events
    }

    /// Returns whether the tree is unfolded on request.
    pub(super) const fn is_unfolded(&self) -> bool {
        self.full || self.width.is_some() || self.plies.is_some()
    }

    pub(super) fn keep(&self, is_known: bool) -> Keep<String> {
        let width = self.width.or(if is_known || self.full { None } else { Some(1) });
        let at_focus = if self.is_unfolded() { width } else { None };
        Keep { focus: self.question.line().to_vec(), at_focus, width, plies: self.plies, limit: FULL_LIMIT }
    }
}

named! {
    /// How the tree is drawn.
    #[derive(Default)]
    pub enum TreeStyle: "style" {
        /// With rows as text, and upright in pictures of small trees.
        #[default]
        Auto = "auto", "Text with rows; pictures upright if there are few leaves";
        /// A small tree grows to the side, with a row for each node; a big one is folded to what decided it.
        Annotated = "annotated", "One row per node; a large tree folded to key moves";
        /// Indented, in the order of the search.
        Outline = "outline", "Indented, in the order of the search";
        /// As in the Sargon document.
        Sargon = "sargon", "As in the Sargon document";
        /// As textbooks draw it, the root above.
        Upright = "upright", "As textbooks draw it, root on top, values at the nodes";
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
        Inner = "inner", "At inner nodes, not at leaves";
        /// At none of them.
        None = "none", "Nowhere: values only";
    }
}

/// How the tree of a picture looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreeLook {
    /// How it is drawn.
    pub drawing: TreeStyle,
    /// Whether it is drawn without title and legend.
    pub bare: bool,
    /// At which nodes names stand.
    pub names: NamesAt,
}
