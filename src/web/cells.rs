//! The nodes on a page, as a list, and the text next to each node at each step. A step contains only the changes.

use crate::core::cursor::State;
use crate::core::hash::QuickMap;
use crate::core::hooks::Event;
use crate::core::tree::Node;
use crate::page::comparison::Mark;
use crate::page::escape;
use crate::page::layout::Branching;
use crate::page::packing::{MOST_LEAVES_WITH_WORDS, MOST_UPRIGHT};
use crate::page::row::Row;
use crate::page::text::columns;
use crate::page::words::Words;
use crate::step::so_far;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::Range;

/// A node on the page; its number is its index in a list with parents first.
#[derive(Clone, Debug)]
pub(super) struct PageNode {
    /// The number of the node's parent; `None` at the root.
    pub parent: Option<usize>,
    /// The number of half-moves from the root.
    pub ply: usize,
    /// One more than the number of the last node in its subtree.
    pub end: usize,
    /// The node's row in the finished tree, without the rows below it.
    pub row: Row,
}

impl PageNode {
    /// Returns whether this is one node rather than a row for several.
    pub(super) const fn is_node(&self) -> bool {
        self.row.lines.len() == 1
    }
}

/// A node in the form that layouts use.
pub(super) struct PageTwig {
    pub number: usize,
    pub children: Vec<Self>,
}

impl Branching for PageTwig {
    fn children(&self) -> &[Self] {
        &self.children
    }
}

impl PageTwig {
    pub(super) fn of(nodes: &Nodes, number: usize) -> Self {
        Self { number, children: nodes.children(number).map(|child| Self::of(nodes, child)).collect() }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Nodes {
    /// The nodes, the root first.
    pub all: Vec<PageNode>,
    by_line: QuickMap<Vec<String>, usize>,
}

impl Nodes {
    /// Lists the rows of a finished tree.
    pub(super) fn of(root: &Row) -> Self {
        let mut nodes = Self::default();
        nodes.add(root, None, 0);
        nodes
    }

    fn add(&mut self, row: &Row, parent: Option<usize>, ply: usize) {
        let number = self.all.len();
        self.by_line.extend(row.lines.iter().map(|line| (line.clone(), number)));
        let alone = Row { children: Vec::new(), ..row.clone() };
        self.all.push(PageNode { parent, ply, end: number, row: alone });
        for child in &row.children {
            self.add(child, Some(number), ply + 1);
        }
        self.all[number].end = self.all.len();
    }

    /// Returns the number of the node at the end of a line, if the page shows it.
    pub(super) fn at(&self, line: &[String]) -> Option<usize> {
        self.by_line.get(line).copied()
    }

    pub(super) fn children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let mut next = node + 1;
        std::iter::from_fn(move || {
            let child = next;
            (child < self.all[node].end).then(|| {
                next = self.all[child].end;
                child
            })
        })
    }

    /// Returns the searched children of a node, each after the number of its first step.
    pub(super) fn tried(&self, node: usize) -> impl Iterator<Item = (u64, usize)> + '_ {
        let first = |child: usize| self.all[child..self.all[child].end].iter().filter_map(|shown| shown.row.step).min();
        self.children(node).filter_map(move |child| Some((first(child)?, child)))
    }

    /// Returns all nodes except the root, with the nodes of the best line last, so that they are drawn above the
    /// others.
    pub(super) fn best_last(&self) -> impl Iterator<Item = usize> + '_ {
        let of = |is_best: bool| (1..self.all.len()).filter(move |&node| self.all[node].row.on_pv == is_best);
        of(false).chain(of(true))
    }

    /// Returns whether the page shows all nodes, and there are few enough to draw the tree upright.
    pub(super) fn is_upright(&self) -> bool {
        self.all.iter().all(|shown| shown.is_node()) && self.leaves() <= MOST_UPRIGHT
    }

    /// Returns whether the tree is upright and so wide that there is little room for text.
    pub(super) fn is_wide(&self) -> bool {
        self.is_upright() && MOST_LEAVES_WITH_WORDS < self.leaves()
    }

    fn leaves(&self) -> usize {
        (0..self.all.len()).filter(|&node| self.is_leaf(node)).count()
    }

    /// Returns whether no other node is below this one.
    pub(super) fn is_leaf(&self, node: usize) -> bool {
        self.all[node].end == node + 1
    }
}

/// The text next to a node, and the CSS class that sets its style.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cell {
    /// The node's score with its bound.
    pub score: String,
    /// The bound that the score was compared with.
    pub compared: String,
    /// The verdict.
    pub verdict: String,
    /// `best`, `none`, `cut`, `not`, `open`, `made` or nothing.
    pub class: &'static str,
    /// Both bounds of the window that the node was given, unless that was the full window.
    pub window: [String; 2],
}

impl Cell {
    /// Returns the text next to a row.
    pub(super) fn of(row: &Row, words: &Words<'_>) -> Self {
        let score = row.score.map(|(score, bound)| words.style.apart(score, bound)).unwrap_or_default();
        let class = match row.mark {
            Mark::Root | Mark::Open | Mark::ToCome => "",
            Mark::NewBest => "best",
            Mark::NoBetter | Mark::Weighed | Mark::Cutoff { skipped: 0, .. } => "none",
            Mark::Cutoff { .. } => "cut",
            Mark::NotSearched | Mark::Pruned(_) => "not",
            Mark::Unfinished => "open",
        };
        let window = row.narrowed().map(|window| [window.alpha, window.beta].map(|end| words.style.score(end)));
        Self { score, compared: row.compared(words), verdict: row.verdict(), class, window: window.unwrap_or_default() }
    }

    /// Returns the cell for one of several moves that share a row.
    fn of_one(self, name: &str) -> Self {
        let verdict = if self.verdict.is_empty() { String::new() } else { format!("{name}: {}", self.verdict) };
        Self { verdict, ..self }
    }

    fn not_searched() -> Self {
        Self { verdict: Mark::NotSearched.word(), class: "not", ..Self::default() }
    }

    /// Returns the cell in the form that the page's script uses: only the class if there is no score and no verdict.
    /// Includes the window if the drawing shows it.
    pub(super) fn json(&self, has_window: bool) -> Value {
        let Self { score, compared, verdict, class, window: [low, high] } = self;
        match () {
            () if has_window && !low.is_empty() => json!([score, compared, verdict, class, low, high]),
            () if score.is_empty() && verdict.is_empty() => json!(class),
            () => json!([score, compared, verdict, class]),
        }
    }
}

/// Returns the class attribute of the branch to a node in the finished tree: on the best line, or not searched.
pub(super) const fn edge_class(row: &Row) -> &'static str {
    match row.on_pv {
        true => " class=\"pv\"",
        false if row.mark.is_unsearched() => " class=\"not\"",
        false => "",
    }
}

/// Writes the texts at a node, each with its class and position.
pub(super) fn texts(texts: &[(&str, usize, String)], out: &mut String) {
    for (class, x, text) in texts {
        let _ = write!(out, "<text class=\"{class}\" x=\"{x}\">{}</text>", escape::xml(text));
    }
}

/// Returns a name with the star of the best line, which scripts remove and add.
pub(super) fn starred(name: String, row: &Row, words: &Words<'_>) -> String {
    if row.on_pv { format!("{name}\u{a0}{}", words.star()) } else { name }
}

/// Returns the classes of a node in the finished tree. The first skipped node has a class of its own, because a double
/// bar crosses its branch.
pub(super) fn classes(nodes: &Nodes, node: usize, words: &Words<'_>) -> String {
    let is_skipped = |node: usize| Cell::of(&nodes.all[node].row, words).class == "not";
    let begins = is_skipped(node) && !nodes.all[node].parent.is_some_and(is_skipped);
    let row = &nodes.all[node].row;
    let all = [Cell::of(row, words).class, if row.on_pv { "pv" } else { "" }, if begins { "barred" } else { "" }];
    all.into_iter().filter(|class| !class.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Tracks the cells of all nodes from event to event. The cost of an event depends on what it changes, not on the
/// number of nodes.
pub(super) struct Cells<'a> {
    nodes: &'a Nodes,
    words: &'a Words<'a>,
    /// The text next to each node.
    pub now: Vec<Cell>,
    /// The cells that were sent last.
    sent: Vec<Cell>,
    /// The nodes whose cells have changed since they were sent.
    touched: BTreeSet<usize>,
    /// The maximum number of characters in each of the three columns.
    pub widths: [usize; 3],
}

impl<'a> Cells<'a> {
    /// Returns empty cells.
    pub(super) fn new(nodes: &'a Nodes, words: &'a Words<'a>) -> Self {
        let empty = vec![Cell::default(); nodes.all.len()];
        Self { nodes, words, now: empty.clone(), sent: empty, touched: BTreeSet::new(), widths: [0; 3] }
    }

    /// Updates the cells to the state after an event; the state may omit moves that the event did not change.
    pub(super) fn take(&mut self, state: &State) {
        let subject = state.subject();
        let place = self.nodes.at(&subject);
        if let Event::Pass { .. } = state.event.event {
            // A new pass starts without the results of earlier passes.
            self.fill(0..self.now.len(), &Cell::default());
        } else if let Event::Enter { .. } = state.event.event {
            if let Some(node) = place {
                self.fill(self.below(node), &Cell::default());
            }
        } else if let Event::Leave { .. } = state.event.event {
            let folds: Vec<usize> = place.into_iter().flat_map(|node| self.nodes.children(node)).collect();
            for fold in folds.into_iter().filter(|&child| !self.nodes.all[child].is_node()) {
                self.finish(fold..self.nodes.all[fold].end);
            }
        }
        self.take_line(state, &subject);
    }

    pub(super) fn take_finished(&mut self) {
        self.finish(0..self.now.len());
    }

    /// Replaces all known cells.
    pub(super) fn take_all(&mut self, cells: &[Cell]) {
        cells.iter().enumerate().for_each(|(node, cell)| self.put(node, cell));
    }

    /// Returns the cells that differ from those sent last, and records them as sent.
    pub(super) fn changed(&mut self) -> Vec<(usize, Cell)> {
        let mut changed = Vec::new();
        for node in std::mem::take(&mut self.touched) {
            let cell = &self.now[node];
            if self.sent[node] == *cell {
                continue;
            }
            for (width, text) in self.widths.iter_mut().zip([&cell.score, &cell.compared, &cell.verdict]) {
                *width = (*width).max(columns(text));
            }
            self.sent[node].clone_from(cell);
            changed.push((node, cell.clone()));
        }
        changed
    }

    fn put(&mut self, node: usize, cell: &Cell) {
        if self.now[node] != *cell {
            self.now[node].clone_from(cell);
            self.touched.insert(node);
        }
    }

    fn fill(&mut self, nodes: Range<usize>, cell: &Cell) {
        nodes.for_each(|node| self.put(node, cell));
    }

    fn below(&self, node: usize) -> Range<usize> {
        node + 1..self.nodes.all[node].end
    }

    /// Updates the cells of the children of the nodes on the current line.
    fn take_line(&mut self, state: &State, subject: &[String]) {
        if let Some(root) = state.line.first() {
            self.put(0, &Cell { class: "", ..Cell::of(&so_far(&root.node, self.words, &[], subject), self.words) });
        }
        let mut line: Vec<String> = Vec::with_capacity(subject.len() + 1);
        for (ply, on_line) in state.line.iter().enumerate() {
            for child in &on_line.node.children {
                line.push(child.name().to_owned());
                // A row of several moves names the current move until all of its moves are known.
                let is_known = |node: usize| self.nodes.all[node].is_node() || child.unsearched.is_some();
                if let Some(node) = self.nodes.at(&line).filter(|&node| is_known(node) || subject.starts_with(&line)) {
                    let cell = self.child(child, &line, subject);
                    self.put(node, &if is_known(node) { cell } else { cell.of_one(child.name()) });
                    if child.unsearched.is_some() {
                        self.fill(self.below(node), &Cell::not_searched());
                    }
                }
                line.pop();
            }
            line.extend(subject.get(ply).cloned());
        }
    }

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

    /// Sets the cells of nodes to those of the finished tree.
    fn finish(&mut self, nodes: Range<usize>) {
        for node in nodes {
            self.put(node, &Cell::of(&self.nodes.all[node].row, self.words));
        }
    }
}
