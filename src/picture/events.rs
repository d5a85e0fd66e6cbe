//! When something happened to the nodes of a picture: the numbers of events, as a cursor counts them.

use crate::hooks::{Event, technique_event};
use crate::trace::{Record, Sink};
use crate::tree::{Node, SearchTree};
use std::collections::HashMap;
use std::io;

/// What happened to a node, and at which event.
pub(super) type Happened = Vec<(&'static str, usize)>;

/// The events of the nodes that a tree keeps: `created`, `entered`, `judged`, `left`. Where the search came to a node more
/// than once, the last time counts.
#[derive(Clone, Debug, Default)]
pub(super) struct NodeEvents {
    /// The number of the last event.
    last: usize,
    /// The path of each kept node, by its line.
    paths: HashMap<Vec<String>, Vec<usize>>,
    happened: HashMap<Vec<usize>, Happened>,
}

impl NodeEvents {
    /// Returns what waits for the events of this tree.
    pub(super) fn of(tree: &SearchTree) -> Self {
        let mut events = Self::default();
        events.wait(&tree.root, &mut Vec::new(), &mut Vec::new());
        events
    }

    fn wait(&mut self, node: &Node, line: &mut Vec<String>, path: &mut Vec<usize>) {
        self.paths.insert(line.clone(), path.clone());
        for child in &node.children {
            line.push(child.name().to_owned());
            path.push(child.index);
            self.wait(child, line, path);
            path.pop();
            line.pop();
        }
    }

    /// Returns what happened to the node with this path.
    pub(super) fn at(&self, path: &[usize]) -> Happened {
        self.happened.get(path).cloned().unwrap_or_default()
    }
}

impl Sink for NodeEvents {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        self.last += 1;
        let what = match record.event {
            Event::Created { .. } => "created",
            Event::Enter { .. } => "entered",
            Event::Judged { .. } => "judged",
            Event::Leave { .. } => "left",
            Event::Root { .. } | Event::Settled { .. } | Event::Pass { .. } | technique_event!() => return Ok(()),
        };
        if let Some(path) = self.paths.get(&record.subject()) {
            let happened = self.happened.entry(path.clone()).or_default();
            happened.retain(|(other, _)| *other != what);
            happened.push((what, self.last));
        }
        Ok(())
    }
}
