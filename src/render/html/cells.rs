//! What stands beside each node at each step: only what changes is told.

use super::nodes::Nodes;
use crate::cursor::State;
use crate::hooks::Event;
use crate::render::comparison::Mark;
use crate::render::row::Row;
use crate::render::stage::so_far;
use crate::render::words::Words;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What stands beside a node, and the class that says how it looks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
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
    pub fn of(row: &Row, words: &Words<'_>) -> Self {
        let score = row.score.map(|(score, bound)| words.style.bounded(score, bound)).unwrap_or_default();
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
    pub fn json(&self) -> Value {
        if self.score.is_empty() && self.verdict.is_empty() {
            return json!(self.class);
        }
        json!([self.score, self.compared, self.verdict, self.class])
    }
}

/// The cells of all nodes, step after step.
pub struct Cells<'a> {
    nodes: &'a Nodes,
    words: &'a Words<'a>,
    /// What stands beside each node.
    pub now: Vec<Cell>,
    /// The most characters that each of the three columns had.
    pub widths: [usize; 3],
}

impl<'a> Cells<'a> {
    /// Returns empty cells.
    pub fn new(nodes: &'a Nodes, words: &'a Words<'a>) -> Self {
        Self { nodes, words, now: vec![Cell::default(); nodes.all.len()], widths: [0; 3] }
    }

    /// Takes a state, and returns the cells that it changes.
    pub fn take(&mut self, state: &State) -> BTreeMap<usize, Cell> {
        let mut next = self.now.clone();
        let subject = state.subject();
        let place = self.nodes.at(&subject);
        match state.event.event {
            // What an earlier pass found is not known in this one.
            Event::Pass { .. } => next.fill(Cell::default()),
            Event::Enter { .. } => {
                if let Some(node) = place {
                    next[node + 1..self.nodes.all[node].end].fill(Cell::default());
                }
            }
            Event::Leave { .. } => {
                let folds = place.into_iter().flat_map(|node| self.nodes.children(node));
                for fold in folds.filter(|&child| self.nodes.all[child].line.is_none()) {
                    self.finish(&mut next, fold);
                }
            }
            _ => {}
        }
        self.stand(state, &subject, &mut next);
        self.turn(next)
    }

    /// Takes the finished tree, and returns the cells that differ from what was known.
    pub fn last(&mut self) -> BTreeMap<usize, Cell> {
        let next = self.nodes.all.iter().map(|shown| Cell::of(&shown.row, self.words)).collect();
        self.turn(next)
    }

    /// What is known of the children of the nodes on the current line.
    fn stand(&self, state: &State, subject: &[String], next: &mut [Cell]) {
        if let Some(root) = state.line.first() {
            next[0] = Cell { class: "", ..Cell::of(&so_far(&root.node, self.words, &[], subject), self.words) };
        }
        for (ply, standing) in state.line.iter().enumerate() {
            let mut line: Vec<String> = subject.iter().take(ply).cloned().collect();
            for child in &standing.node.children {
                line.push(child.name().to_owned());
                if let Some(node) = self.nodes.at(&line) {
                    let names: Vec<&str> = line.iter().map(String::as_str).collect();
                    next[node] = Cell::of(&so_far(child, self.words, &names, subject), self.words);
                    if next[node].class.is_empty() {
                        let is_made = child.created.is_some();
                        next[node].class = if child.window.is_some() {
                            "open"
                        } else if is_made {
                            "made"
                        } else {
                            ""
                        };
                    }
                    if child.unsearched.is_some() {
                        next[node + 1..self.nodes.all[node].end].fill(Cell::not_searched());
                    }
                }
                line.pop();
            }
        }
    }

    /// Shows a row for several moves, and what stands below it, as in the finished tree.
    fn finish(&self, next: &mut [Cell], fold: usize) {
        let range = fold..self.nodes.all[fold].end;
        for (cell, shown) in next[range.clone()].iter_mut().zip(&self.nodes.all[range]) {
            *cell = Cell::of(&shown.row, self.words);
        }
    }

    /// Puts other cells in the place of those that are known, and returns what that changes.
    pub fn turn(&mut self, next: Vec<Cell>) -> BTreeMap<usize, Cell> {
        let differs = |(node, cell): (usize, &Cell)| (self.now[node] != *cell).then(|| (node, cell.clone()));
        let changed: BTreeMap<usize, Cell> = next.iter().enumerate().filter_map(differs).collect();
        for cell in changed.values() {
            for (width, text) in self.widths.iter_mut().zip([&cell.score, &cell.compared, &cell.verdict]) {
                *width = (*width).max(crate::render::text::columns(text));
            }
        }
        self.now = next;
        changed
    }
}
