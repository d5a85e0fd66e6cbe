//! The page of one search: result and cost, the tree, the log, and further questions about a move or a line.
//!
//! Invariant: renderers see only plain data (the trace and the tree folded from it) and change nothing. Only [`Page`]
//! runs a study, for the tree and for the log.

pub(crate) mod affordable;
pub(crate) mod annotated;
pub(crate) mod answer;
pub(crate) mod claim;
pub(crate) mod code;
#[cfg(feature = "cli")]
pub(crate) mod eval;
pub(crate) mod facts;
pub(crate) mod folded;
pub(crate) mod horizon;
#[cfg(feature = "cli")]
mod inspection;
pub(crate) mod legend;
pub(crate) mod log;
pub(crate) mod move_question;
pub(crate) mod new_bests;
pub(crate) mod page;
pub(crate) mod sargon;
mod sargon_page;
pub(crate) mod scan;
mod skips;
#[cfg(feature = "cli")]
pub(crate) mod suite;
pub(crate) mod tables;
pub(crate) mod why;

pub use affordable::CostEstimate;
#[cfg(feature = "cli")]
pub(crate) use annotated::cutoff_sentences;
pub use annotated::{outline, sideways};
pub(crate) use answer::decimals as tree_decimals;
pub use answer::{exact_style, least_decimals};
pub use code::Code;
#[cfg(feature = "cli")]
pub(crate) use eval::Evaluated;
#[cfg(feature = "cli")]
pub use eval::Refuted;
#[cfg(feature = "cli")]
pub(crate) use facts::note;
pub(crate) use facts::{limit_sentence, score_sentence, search_sentence, subject_sentence, top};
#[cfg(feature = "cli")]
pub(crate) use inspection::Inspection;
pub use move_question::path;
pub use page::Page;
pub(crate) use page::most_counted;
#[cfg(feature = "cli")]
pub(crate) use suite::{Earlier, SearchSettings, SuiteLine, SuiteRow, SuiteTotals, search_settings};
pub use why::{follow, why};

use crate::core::names::named;
use crate::core::setters::setters;
use crate::core::study::Until;
use crate::core::tree::Keep;
use crate::page::command::Command;
use std::num::NonZeroU64;

/// The maximum number of kept nodes that are shown individually.
pub(crate) const FULL_LIMIT: usize = 200_000;

/// The question that a page answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PageQuestion {
    /// What the search did.
    #[default]
    Search,
    /// The search's verdict on the last move of a line.
    Why(Vec<String>),
    /// The search's verdict on each move of a line.
    Line(Vec<String>),
    /// What the search did after a line.
    Focus(Vec<String>),
}

impl PageQuestion {
    /// Returns the line of the question; empty for the root.
    #[must_use]
    pub fn line(&self) -> &[String] {
        match self {
            Self::Search => &[],
            Self::Why(line) | Self::Line(line) | Self::Focus(line) => line,
        }
    }
}

/// How much of a tree to draw, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// All of a small tree, sideways.
    Whole,
    Folded,
    /// All kept nodes, in search order.
    Outline,
}

/// The content of a page.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct PageOptions {
    /// The question that the page answers.
    pub question: PageQuestion,
    /// How the tree is drawn.
    pub drawing: TreeStyle,
    /// Whether a person reads the text in a terminal. If so, a small typed tree is drawn as on a whiteboard; otherwise,
    /// it is written as rows, which programs can read.
    pub in_terminal: bool,
    /// Whether a picture shows only the tree, without a title or legend.
    pub bare: bool,
    /// Which nodes of a picture are labelled.
    pub names: NamesAt,
    /// Whether every node is shown, up to 200,000 of them.
    pub full: bool,
    /// How many children of each node are shown.
    pub width: Option<usize>,
    /// How many plies after the focus are shown.
    pub plies: Option<usize>,
    /// For a trace: every Nth of the omitted subtrees is still written; see
    /// [`TraceSelection`](crate::core::recording::TraceSelection).
    pub every: Option<NonZeroU64>,
    /// The number of root moves in a table that replaces the tree; if the number is large, the table lists all root
    /// moves.
    pub roots: Option<usize>,
    /// Whether the log is added.
    pub log: bool,
    /// Whether the log also shows when each position is created.
    pub log_creation: bool,
    /// Whether the search is added as pseudocode, whose lines the log cites.
    pub code: bool,
    /// Whether to add the tree whose numbers show when each position was created and when its score was compared.
    pub orders: bool,
    /// Whether the board on which Sargon searched a lesson is added.
    pub carrier: bool,
    /// Whether the page shows how to read the PV from the list of new bests.
    pub pv_scan: bool,
    /// Whether the page also shows two other ways to find the PV: returned lines, and the triangular table.
    pub pv_ways: bool,
    /// Whether the symbols of the page are explained.
    pub legend: bool,
    /// Whether the lesson's question is answered.
    pub answers: bool,
    /// The event at which the displayed search ends, unless the whole search is shown.
    pub until: Option<Until>,
    /// The command that produced the page, so that the page can suggest similar commands.
    pub command: Option<Command>,
}

impl PageOptions {
    setters! {
        question: PageQuestion,
        drawing: TreeStyle,
        in_terminal: bool,
        bare: bool,
        names: NamesAt,
        full: bool,
        width: impl Into<Option<usize>>,
        plies: impl Into<Option<usize>>,
        every: impl Into<Option<NonZeroU64>>,
        roots: impl Into<Option<usize>>,
        log: bool,
        log_creation: bool,
        code: bool,
        orders: bool,
        carrier: bool,
        pv_scan: bool,
        pv_ways: bool,
        legend: bool,
        answers: bool,
        until: impl Into<Option<Until>>,
        command: impl Into<Option<Command>>,
    }

    /// Returns how the tree of a picture looks.
    #[must_use]
    pub const fn look(&self) -> TreeLook {
        TreeLook { drawing: self.drawing, bare: self.bare, names: self.names }
    }

    /// Returns whether the page is about the search as a whole, rather than some of its events.
    pub(super) fn is_plain(&self) -> bool {
        let tells_events = self.log || self.orders || self.pv_scan || self.carrier;
        self.question == PageQuestion::Search && !tells_events
    }

    /// Returns whether the whole tree was requested.
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
        /// Rows in text, upright in pictures of small trees.
        #[default]
        Auto = "auto", "Upright for small trees in a terminal and in pictures, otherwise rows";
        /// A small tree sideways, with a row for each node; a big tree folded to key moves.
        Annotated = "annotated", "One row per node; a large tree folded to key moves";
        /// Indented, in search order.
        Outline = "outline", "Indented, in the order of the search";
        /// As in the Sargon document.
        Sargon = "sargon", "As in the Sargon document";
        /// As in textbooks, with the root on top.
        Upright = "upright", "As textbooks draw it, root on top, values at the nodes";
    }
}

named! {
    /// Which nodes of a picture are labelled.
    #[derive(Default)]
    pub enum NamesAt: "names" {
        /// All nodes.
        #[default]
        All = "all", "At every node";
        /// Inner nodes, but not leaves.
        Inner = "inner", "At inner nodes, not at leaves";
        /// No nodes.
        None = "none", "Nowhere: values only";
    }
}

/// How the tree of a picture looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TreeLook {
    /// How the tree is drawn.
    pub drawing: TreeStyle,
    /// Whether the tree is drawn without a title or legend.
    pub bare: bool,
    /// Which nodes are labelled.
    pub names: NamesAt,
}

impl TreeLook {
    setters! { drawing: TreeStyle, bare: bool, names: NamesAt }
}
