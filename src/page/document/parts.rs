//! The named parts of pages, so that a text can show a part of another page.

use crate::core::names::named;
use std::io::{self, Write};

named! {
    /// A part of a page. It ends where the next part begins.
    pub enum PagePart: "part of a page" {
        /// The board with the result and the cost.
        Board = "board", "the board with the result and the cost";
        /// The verdict of a check or a tablebase.
        Result = "result", "the verdict of a check or a tablebase";
        /// A table of moves, passes, searches or terms.
        Table = "table", "a table of moves, passes, searches or terms";
        /// Remarks that explain a table or the pseudocode.
        Remarks = "remarks", "what explains a table or the pseudocode";
        /// How to read the tree.
        Reading = "reading", "how to read the tree";
        /// The tree, with the heads of its columns.
        Tree = "tree", "the tree, with the heads of its columns";
        /// What each cutoff of an upright tree skipped.
        Cuts = "cuts", "what each cutoff of an upright tree skipped";
        /// The note and the question of a lesson.
        Note = "note", "the note of a lesson, and its question";
        /// Further questions.
        Hints = "hints", "further questions";
        /// The board on which Sargon searched a lesson.
        Carrier = "carrier", "the board on which Sargon searched a lesson";
        /// The orders of creation and of judgement, as trees.
        Orders = "orders", "the orders of creation and of judgement, as trees";
        /// The keys of the positions.
        Keys = "keys", "the keys of the positions";
        /// How to read the principal variation from a list.
        Scan = "scan", "how to read the principal variation from a list";
        /// The list from which the principal variation can be read.
        List = "list", "that list";
        /// The second and third ways to find the principal variation.
        Ways = "ways", "the second and the third way to the principal variation";
        /// The search in pseudocode.
        Listing = "listing", "the search in pseudocode";
        /// Every comparison, in order.
        Log = "log", "every comparison, in order";
        /// The meaning of the symbols.
        Legend = "legend", "the meaning of the symbols";
    }
}

/// The part of a page that a text shows: from the beginning of one part to the beginning of another.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Excerpt {
    /// The first part to show; everything before it is omitted.
    pub from: Option<PagePart>,
    /// The part before which the excerpt ends.
    pub until: Option<PagePart>,
}

#[cfg(feature = "cli")]
impl Excerpt {
    /// Returns the excerpt from a part to the end of the page.
    pub(crate) const fn from(part: PagePart) -> Self {
        Self { from: Some(part), until: None }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Before,
    Inside,
    After,
}

/// Forwards a page, or an excerpt of it, while the page is being written.
pub(crate) struct PartWriter<'a> {
    out: &'a mut dyn Write,
    excerpt: Excerpt,
    stage: Stage,
}

impl<'a> PartWriter<'a> {
    /// Returns a writer that forwards the whole page.
    pub(crate) fn whole(out: &'a mut dyn Write) -> Self {
        Self::of(Excerpt::default(), out)
    }

    /// Returns a writer that omits everything outside the excerpt.
    pub(crate) fn of(excerpt: Excerpt, out: &'a mut dyn Write) -> Self {
        let stage = if excerpt.from.is_some() { Stage::Before } else { Stage::Inside };
        Self { out, excerpt, stage }
    }

    /// Begins a part of the page.
    pub(crate) fn begin(&mut self, part: PagePart) {
        if self.stage == Stage::Before && self.excerpt.from == Some(part) {
            self.stage = Stage::Inside;
        } else if self.stage == Stage::Inside && self.excerpt.until == Some(part) {
            self.stage = Stage::After;
        }
    }
}

impl Write for PartWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.stage == Stage::Inside { self.out.write(bytes) } else { Ok(bytes.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
