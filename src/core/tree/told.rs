//! A tree folded from records, as a trace has them: moves are numbers on the way in, and get their names back at the end.

use super::{Keep, SearchTree, TreeBuilder};
use crate::hooks::Event;
use crate::recording::{Label, Replay};
use crate::trace::{Header, Outcome, Record, Sink, Trace};
use std::io;

/// Folds records into a tree, in memory that depends on what is kept and on how many names there are.
#[derive(Clone, Debug)]
pub(crate) struct ToldTree {
    names: Replay,
    builder: TreeBuilder<Label>,
}

impl ToldTree {
    /// Returns a tree that keeps what `keep` says.
    pub(crate) fn new(keep: &Keep<String>) -> Self {
        let mut names = Replay::default();
        let focus = keep.focus.iter().map(|name| names.label(name)).collect();
        let &Keep { at_focus, width, plies, limit, .. } = keep;
        let builder = TreeBuilder::new(Keep { focus, at_focus, width, plies, limit });
        Self { names, builder }
    }

    /// Returns the tree.
    pub(crate) fn finish(mut self, header: Header, outcome: Outcome) -> SearchTree {
        self.builder.finish(&mut self.names, header, outcome)
    }
}

impl Sink for ToldTree {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        self.names.show(record, &mut self.builder);
        // Words for endings are kept with their node, not with the names, which stay for good.
        if let (Some(ending), Event::Judged { mv, .. }) = (&record.notes.ending, &record.event) {
            let mv = self.names.label(mv);
            self.builder.ended(record.line.len(), mv, ending);
        }
        Ok(())
    }
}

impl Trace {
    /// Folds the trace into a tree.
    ///
    /// Takes time in proportion to the length of the trace.
    #[must_use]
    pub fn tree(&self) -> SearchTree {
        let mut tree = ToldTree::new(&Keep::ALL);
        // Folding does not fail.
        let _ = self.tell(&mut tree);
        tree.finish(self.header.clone(), self.outcome.clone())
    }
}
