//! A search in the form that pictures and graphs need: the rows of the tree and the text around them.

use super::board::BoardMoves;
use crate::core::game::Mover;
use crate::core::game::classic::GameList;
use crate::core::hooks::{Event, technique_event};
use crate::core::trace::{Record, Sink};
use crate::core::tree::{Node, SearchTree};
use crate::explain::Extent;
use crate::explain::annotated::{OUTLINE, columns_of, valued};
use crate::explain::answer::Fact;
use crate::explain::facts::{heading, sentences};
use crate::explain::folded::{HEAD, folded_columns, folded_rows};
use crate::explain::{NamesAt, Page, PageOptions, TreeLook, TreeStyle};
use crate::page::comparison::{Mark, Perspective};
use crate::page::layout::Arrangement;
use crate::page::packing::is_small;
use crate::page::row::Row;
use crate::page::sheet::Columns;
use crate::page::text::grouped;
use crate::page::words::Words;
use crate::step::{Scene, counter, counts, ends, played, seen, sentence, tree_rows};
use std::collections::HashMap;
use std::io;

/// A tree as rows, with the text around it.
#[derive(Clone, Debug)]
pub(crate) struct Drawn {
    /// The title of the lesson or position; it may be empty.
    pub title: String,
    /// The subject and settings of the search, and the view of its scores.
    pub text: String,
    /// The result and its cost.
    pub facts: Vec<Fact>,
    pub root: Row,
    /// How a node's children are arranged around it.
    pub shape: Arrangement,
    pub columns: Columns,
    /// The heading of an outline.
    pub head: &'static str,
    /// A sentence that says why the tree is incomplete, if it is.
    pub left_out: Option<String>,
    pub look: TreeLook,
    /// Whether the tree is upright, with the root on top as in textbooks.
    pub is_upright: bool,
    pub moves: BoardMoves,
    /// The position on the board, as a FEN or in another game's notation, if there is a board.
    pub fen: Option<String>,
    /// The games other than chess that the position may belong to.
    pub games: GameList,
}

impl Drawn {
    /// Returns the drawing of a page, with at most this many rows; the rows furthest from the root are omitted.
    pub(crate) fn of(page: &Page<'_>, parts: &PageOptions, words: &Words<'_>, most: usize) -> Self {
        let tree = page.tree();
        let header = &tree.header;
        let (mut root, shape, columns, head) = match page.extent() {
            Extent::Whole => (Row::of(words, &tree.root), Arrangement::Sideways, columns_of(tree), ""),
            Extent::Folded => {
                let root = folded_rows(tree, parts.question.line(), words);
                (root, Arrangement::Outline, folded_columns(tree), HEAD)
            }
            Extent::Outline => {
                (Row::in_search_order(words, &tree.root), Arrangement::Outline, columns_of(tree), OUTLINE)
            }
        };
        root = valued(root, tree, words);
        let look = parts.look();
        let is_upright =
            look.drawing == TreeStyle::Upright || page.extent() == Extent::Whole && stands_upright(&root, look);
        if is_upright {
            drop_remarks(&mut root);
        }
        unname(&mut root, look.names);
        let left_out =
            trim(&mut root, most).map(|left_out| format!("{left_out}; choose others with --focus and --plies."));
        Self {
            title: heading(header).to_owned(),
            text: sentences(tree, words).join(" "),
            facts: page.facts(words),
            root,
            shape,
            columns,
            head,
            left_out,
            look,
            is_upright,
            moves: best_move(tree),
            fen: header.position().map(str::to_owned),
            games: header.games.clone(),
        }
    }

    /// Returns the drawing of a state, with at most this many rows.
    pub(crate) fn at_step(scene: &Scene<'_>, words: &Words<'_>, most: usize) -> Self {
        let (state, header) = (scene.state, scene.header);
        let (mut root, shape) = tree_rows(state, scene.tree, words);
        let look = scene.look;
        let is_upright = scene.tree.is_some() && (look.drawing == TreeStyle::Upright || stands_upright(&root, look));
        unname(&mut root, look.names);
        let left_out = trim(&mut root, most).map(|left_out| left_out + ".");
        let has_window = header.has_window();
        let window = seen(state, words).map(|seen| ("Window", ends(&seen, words, has_window).join(", ")));
        let so_far = [("Best so far", played(state, words)), ("Cost so far", counts(state))];
        Self {
            title: format!("{}   {}", heading(header), counter(state)).trim_start().to_owned(),
            text: sentence(state, header, words),
            facts: window.into_iter().chain(so_far).collect(),
            root,
            shape,
            columns: Columns { step: true, comparison: has_window, verdict: true, nodes: false },
            head: "The current line",
            left_out,
            look,
            is_upright,
            moves: BoardMoves { played: state.board.as_ref().and_then(|board| board.last), ..BoardMoves::default() },
            fen: state.board.as_ref().map(|board| board.fen.clone()),
            games: header.games.clone(),
        }
    }

    /// Returns the facts, with the lines of each fact joined.
    pub(crate) fn joined(&self) -> Vec<Fact> {
        let mut joined: Vec<Fact> = Vec::new();
        for (label, text) in &self.facts {
            match joined.last_mut().filter(|_| label.is_empty()) {
                Some((_, before)) => *before = format!("{before}; {text}"),
                None => joined.push((*label, text.clone())),
            }
        }
        joined
    }

    /// Returns the lines that describe the search: the settings, the facts, and what is omitted.
    pub(crate) fn description(&self) -> Vec<String> {
        let facts = self.joined().into_iter().map(|(label, text)| format!("{label}: {text}"));
        [self.text.clone()].into_iter().chain(facts).chain(self.left_out.clone()).collect()
    }

    /// Returns the lines above a graph: the title and the description.
    pub(crate) fn above(&self) -> Vec<String> {
        let lines = [self.title.clone()].into_iter().chain(self.description()).filter(|_| !self.look.bare);
        lines.filter(|line| !line.is_empty()).collect()
    }
}

/// Returns the best move at the root, for the board.
pub(crate) fn best_move(tree: &SearchTree) -> BoardMoves {
    match (tree.header.position(), &tree.outcome.best) {
        (Some(position), Some(best)) => BoardMoves::default().with_best(&tree.header.games, position, best),
        _ => BoardMoves::default(),
    }
}

/// Returns true if a whole tree is drawn upright by default. If the picture does not show all names, every tree is
/// drawn upright, because rows without names would be empty.
fn stands_upright(root: &Row, look: TreeLook) -> bool {
    look.drawing == TreeStyle::Auto && (look.names != NamesAt::All || is_small(root))
}

/// Removes the names that the picture does not show.
fn unname(row: &mut Row, names: NamesAt) {
    if names == NamesAt::None || names == NamesAt::Inner && row.is_leaf() {
        row.name.clear();
    }
    row.children.iter_mut().for_each(|child| unname(child, names));
}

/// Removes the rows that only comment on the row above them.
fn drop_remarks(row: &mut Row) {
    row.children.retain(|child| child.mark != Mark::Open || child.score.is_some());
    row.children.iter_mut().for_each(drop_remarks);
}

/// A row as a node of a graph.
#[derive(Clone, Debug)]
pub(crate) struct Vertex<'a> {
    pub row: &'a Row,
    /// A unique name: `n` and the child indices on the path.
    pub id: String,
    /// The id of the node's parent; `None` at the root.
    pub parent: Option<String>,
    /// The side that chooses at the node; `None` at a leaf.
    pub mover: Option<Mover>,
}

/// Returns the rows of a tree as the nodes of a graph, parents first.
pub(crate) fn vertices<'a>(root: &'a Row, words: &Words<'_>) -> Vec<Vertex<'a>> {
    fn add<'a>(row: &'a Row, id: String, parent: Option<String>, at: (Perspective, usize), all: &mut Vec<Vertex<'a>>) {
        let (perspective, ply) = at;
        let is_inner = row.window.is_some() || row.mark.is_unsearched() && !row.children.is_empty();
        let mover = is_inner.then(|| perspective.mover(ply));
        all.push(Vertex { row, id: id.clone(), parent, mover });
        for (index, child) in row.children.iter().enumerate() {
            add(child, format!("{id}_{index}"), Some(id.clone()), (perspective, ply + 1), all);
        }
    }
    let mut all = Vec::new();
    add(root, "n".to_owned(), None, (words.perspective, 0), &mut all);
    all
}

/// Removes the rows furthest from the root until at most `most` are left, and adds the number of removed children to
/// the names of their parents. Returns a sentence that says how many rows were removed.
fn trim(root: &mut Row, most: usize) -> Option<String> {
    fn count(row: &Row, ply: usize, plies: &mut Vec<usize>) {
        if plies.len() <= ply {
            plies.push(0);
        }
        plies[ply] += 1;
        row.children.iter().for_each(|child| count(child, ply + 1, plies));
    }
    fn cut(row: &mut Row, ply: usize, last: usize, room: &mut usize) -> usize {
        let mut dropped = 0;
        row.children.retain_mut(|child| {
            let stays = ply + 1 < last || ply + 1 == last && *room != 0;
            if ply + 1 == last && stays {
                *room -= 1;
            }
            dropped += if stays { 0 } else { child.size() };
            stays
        });
        if dropped != 0 {
            row.name = format!("{} (+{} not drawn)", row.name, grouped(dropped as u64));
        }
        dropped + row.children.iter_mut().map(|child| cut(child, ply + 1, last, room)).sum::<usize>()
    }
    let mut plies = Vec::new();
    count(root, 0, &mut plies);
    let mut room = most;
    for (ply, &count) in plies.iter().enumerate() {
        if room < count {
            let dropped = cut(root, 0, ply, &mut room);
            let all = grouped((dropped + most) as u64);
            return Some(format!(
                "{} of the {all} rows are omitted, those furthest from the root",
                grouped(dropped as u64)
            ));
        }
        room -= count;
    }
    None
}

/// The kinds of events at a node, with the numbers of the events.
type Happened = Vec<(&'static str, usize)>;

/// The events of the nodes that a tree keeps: `created`, `entered`, `judged`, `left`. If the search visited a node more
/// than once, the last visit counts.
#[derive(Clone, Debug, Default)]
pub(super) struct NodeEvents {
    /// The number of the last event.
    last: usize,
    /// The path of each kept node, keyed by the node's line.
    paths: HashMap<Vec<String>, Vec<usize>>,
    happened: HashMap<Vec<usize>, Happened>,
}

impl NodeEvents {
    /// Returns a collector for the events of this tree.
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
