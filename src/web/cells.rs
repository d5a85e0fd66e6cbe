//! What stands beside each node at each step: only what changes is told.

use super::nodes::Nodes;
use crate::cursor::State;
use crate::hooks::Event;
use crate::page::comparison::Mark;
use crate::page::row::Row;
use crate::page::text::columns;
use crate::page::words::Words;
use crate::steps::stage::so_far;
use crate::tree::Node;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// What stands beside a node, and the class that says how it looks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cell {
    /// Its score with its bound.
    pub score: String,
    /// What the score was compared with.
    pub compared: String,
    /// What became of it.
    pub verdict: String,
    /// `best`, `none`, `cut`, `not`, `open`, `made` or nothing.
    pub class: &'static str,
}

impl Cell {
    /// Returns what stands beside a row.
    pub(super) fn of(row: &Row, words: &Words<'_>) -> Self {
        let score = row.score.map(|(score, bound)| words.style.apart(score, bound)).unwrap_or_default();
        let class = match row.mark {
            Mark::Root | Mark::ToCome => "",
            Mark::NewBest => "best",
            Mark::NoBetter | Mark::NotBest => "none",
            Mark::Cutoff { .. } => "cut",
            Mark::NotSearched | Mark::Pruned(_) => "not",
            Mark::Unfinished => "open",
        };
        Self { score, compared: row.compared(words), verdict: row.verdict(), class }
    }

    fn not_searched() -> Self {
        Self { verdict: Mark::NotSearched.word(), class: "not", ..Self::default() }
    }

    /// Returns it as the page's script takes it: the class alone where nothing else is known.
    pub(super) fn json(&self) -> Value {
        if self.score.is_empty() && self.verdict.is_empty() {
            return json!(self.class);
        }
        json!([self.score, self.compared, self.verdict, self.class])
    }
}

/// The cells of all nodes, event after event. What an event costs depends on what it changes, not on how many nodes there are.
pub(super) struct Cells<'a> {
    nodes: &'a Nodes,
    words: &'a Words<'a>,
    /// What stands beside each node.
    pub now: Vec<Cell>,
    /// What stood there when it was told last.
    told: Vec<Cell>,
    /// The nodes whose cells were changed since then.
    touched: BTreeSet<usize>,
    /// The most characters that each of the three columns had.
    pub widths: [usize; 3],
}

impl<'a> Cells<'a> {
    /// Returns empty cells.
    pub(super) fn new(nodes: &'a Nodes, words: &'a Words<'a>) -> Self {
        let empty = vec![Cell::default(); nodes.all.len()];
        Self { nodes, words, now: empty.clone(), told: empty, touched: BTreeSet::new(), widths: [0; 3] }
    }

    /// Takes the state behind an event; the moves that the event did not change may be left out of it.
    pub(super) fn take(&mut self, state: &State) {
        let subject = state.subject();
        let place = self.nodes.at(&subject);
        match state.event.event {
            // What an earlier pass found is not known in this one.
            Event::Pass { .. } => self.fill(0..self.now.len(), &Cell::default()),
            Event::Enter { .. } => {
                if let Some(node) = place {
                    self.fill(self.below(node), &Cell::default());
                }
            }
            Event::Leave { .. } => {
                let folds: Vec<usize> = place.into_iter().flat_map(|node| self.nodes.children(node)).collect();
                for fold in folds.into_iter().filter(|&child| self.nodes.all[child].line.is_none()) {
                    self.finish(fold..self.nodes.all[fold].end);
                }
            }
            _ => {}
        }
        self.stand(state, &subject);
    }

    /// Takes the finished tree.
    pub(super) fn take_finished(&mut self) {
        self.finish(0..self.now.len());
    }

    /// Takes other cells in the place of all that are known.
    pub(super) fn take_all(&mut self, cells: Vec<Cell>) {
        cells.into_iter().enumerate().for_each(|(node, cell)| self.put(node, cell));
    }

    /// Returns the cells that differ from what was told last, and counts them as told.
    pub(super) fn changed(&mut self) -> BTreeMap<usize, Cell> {
        let mut changed = BTreeMap::new();
        for node in std::mem::take(&mut self.touched) {
            let cell = &self.now[node];
            if self.told[node] == *cell {
                continue;
            }
            for (width, text) in self.widths.iter_mut().zip([&cell.score, &cell.compared, &cell.verdict]) {
                *width = (*width).max(columns(text));
            }
            self.told[node].clone_from(cell);
            changed.insert(node, cell.clone());
        }
        changed
    }

    fn put(&mut self, node: usize, cell: Cell) {
        if self.now[node] != cell {
            self.now[node] = cell;
            self.touched.insert(node);
        }
    }

    fn fill(&mut self, nodes: Range<usize>, cell: &Cell) {
        nodes.for_each(|node| self.put(node, cell.clone()));
    }

    /// The nodes below a node.
    fn below(&self, node: usize) -> Range<usize> {
        node + 1..self.nodes.all[node].end
    }

    /// What is known of the children of the nodes on the current line.
    fn stand(&mut self, state: &State, subject: &[String]) {
        if let Some(root) = state.line.first() {
            self.put(0, Cell { class: "", ..Cell::of(&so_far(&root.node, self.words, &[], subject), self.words) });
        }
        for (ply, standing) in state.line.iter().enumerate() {
            let mut line: Vec<String> = subject.iter().take(ply).cloned().collect();
            for child in &standing.node.children {
                line.push(child.name().to_owned());
                if let Some(node) = self.nodes.at(&line) {
                    self.put(node, self.child(child, &line, subject));
                    if child.unsearched.is_some() {
                        self.fill(self.below(node), &Cell::not_searched());
                    }
                }
                line.pop();
            }
        }
    }

    /// The cell of a child at the end of `line`.
    fn child(&self, child: &Node, line: &[String], subject: &[String]) -> Cell {
        let names: Vec<&str> = line.iter().map(String::as_str).collect();
        let cell = Cell::of(&so_far(child, self.words, &names, subject), self.words);
        let class = match cell.class {
            "" if child.window.is_some() => "open",
            "" if child.created.is_some() => "made",
            class => class,
        };
        Cell { class, ..cell }
    }

    /// Shows nodes as in the finished tree.
    fn finish(&mut self, nodes: Range<usize>) {
        for node in nodes {
            self.put(node, Cell::of(&self.nodes.all[node].row, self.words));
        }
    }
}
