//! The search that a tour shows: alpha-beta over the tree as it stands on paper, with letters for moves.

use super::super::cells::{Cell, Cells};
use super::super::nodes::Nodes;
use crate::cursor::{Follower, State};
use crate::exercise::{PaperTree, ValueRange};
use crate::game::TreeGame;
use crate::hooks::Event;
use crate::page::comparison::View;
use crate::page::row::Row;
use crate::page::style::Style;
use crate::page::words::Words;
use crate::score::Score;
use crate::search::{Fail, Order, Settings};
use crate::steps::stage::exact;
use crate::study::{AnyStudy, Study, StudyError};
use crate::trace::{Header, Record};
use crate::tree::{Keep, SearchTree};
use std::io;

/// The tree with its search, event by event. Nodes have the numbers of the tree.
pub(super) struct Letters<'a> {
    /// The tree.
    pub tree: &'a PaperTree,
    /// What was searched and how.
    pub header: Header,
    /// The nodes as they are drawn.
    pub nodes: Nodes,
    /// All scores of the number line, in their order.
    pub scale: Vec<Score>,
    /// All events.
    pub moments: Vec<Moment>,
    style: Style,
}

/// What is known behind an event.
pub(super) struct Moment {
    /// The state.
    pub state: State,
    /// What stands beside the nodes.
    pub cells: Vec<Cell>,
}

impl<'a> Letters<'a> {
    /// Searches the tree as it stands.
    ///
    /// # Errors
    /// [`StudyError`] if it cannot be searched.
    pub(super) fn new(tree: &'a PaperTree, style: Style) -> Result<Self, StudyError> {
        let study = study(tree, Order::None)?;
        let trace = study.trace()?;
        let finished = trace.explain(&Keep::ALL)?;
        let mut follower = Follower::new(None);
        let follow = |record: &Record| {
            follower.take(record);
            follower.change(record)
        };
        let states: Vec<State> = trace.records.iter().map(follow).collect();
        let style = exact(&finished.header, follower.decimals(), Style { view: View::Minimax, ..style });
        let words = Words::new(&style, &finished.header).with_lines();
        let nodes = Nodes::of(&Row::of(&words, &finished.root));
        let mut cells = Cells::new(&nodes, &words);
        let moment = |state: State| {
            cells.take(&state);
            Moment { state, cells: cells.now.clone() }
        };
        let moments = states.into_iter().map(moment).collect();
        let mut scale: Vec<Score> = tree.leaves().map(|leaf| tree.node(leaf).value).collect();
        scale.extend([Score::MIN, Score::MAX]);
        scale.sort_unstable();
        scale.dedup();
        Ok(Self { tree, header: finished.header, nodes, scale, moments, style })
    }

    /// Returns the words of this search.
    pub(super) fn words(&self) -> Words<'_> {
        Words::new(&self.style, &self.header)
    }

    /// Writes a score.
    pub(super) fn score(&self, score: Score) -> String {
        self.style.score(score)
    }

    /// Returns the name of a node.
    pub(super) fn name(&self, node: usize) -> &str {
        if node == 0 { "the root" } else { &self.tree.node(node).name }
    }

    /// Returns who chooses at a node.
    pub(super) fn side(&self, node: usize) -> &'static str {
        self.words().perspective.side(self.tree.node(node).ply)
    }

    /// Returns the number of the node at the end of a line.
    pub(super) fn node(&self, line: &[String]) -> usize {
        self.nodes.at(line).unwrap_or_default()
    }

    /// Returns the least number that scores of this tree tell apart.
    pub(super) fn unit(&self) -> i32 {
        [1000, 100, 10, 1][self.style.decimals.min(3)]
    }

    /// Returns the minimax values of all nodes, if the leaf `changed` has another value than its own.
    pub(super) fn values(&self, changed: Option<(usize, Score)>) -> Vec<Score> {
        let own = |leaf: usize| match changed {
            Some((other, score)) if other == leaf => ValueRange::exactly(score),
            _ => ValueRange::exactly(self.tree.node(leaf).value),
        };
        (0..self.tree.nodes().len()).map(|node| self.tree.interval(node, &own).low).collect()
    }

    /// Returns best play if the nodes have these values, the first of equals.
    pub(super) fn best_play(&self, values: &[Score]) -> Vec<usize> {
        let next =
            |&node: &usize| self.tree.node(node).children.iter().copied().find(|&child| values[child] == values[node]);
        std::iter::successors(Some(0), next).skip(1).collect()
    }

    /// Returns the number of the event with which a node is entered.
    pub(super) fn entered(&self, node: usize) -> Option<usize> {
        let is_it = |moment: &Moment| {
            matches!(moment.state.event.event, Event::Enter { .. }) && self.node(&moment.state.subject()) == node
        };
        self.moments.iter().position(is_it)
    }

    /// Returns the finished tree of a search in another order, and how many leaves it scored.
    ///
    /// # Errors
    /// [`StudyError`] if it cannot be searched.
    pub(super) fn in_order(&self, order: Order) -> Result<(Vec<Cell>, u64), StudyError> {
        let SearchTree { root, outcome, .. } = study(self.tree, order)?.explain(&Keep::ALL)?;
        let words = self.words().with_lines();
        let nodes = Nodes::of(&Row::of(&words, &root));
        Ok((nodes.all.iter().map(|shown| Cell::of(&shown.row, &words)).collect(), outcome.statistics.leaves))
    }
}

/// Alpha-beta over the tree, failing soft as in every lesson.
fn study(tree: &PaperTree, order: Order) -> Result<Study<TreeGame>, StudyError> {
    let settings = Settings { depth: tree.height() as u32, order, fail: Some(Fail::Soft), ..Settings::default() };
    let study = Study::new(tree.game(), (), settings).map_err(io::Error::other)?;
    Ok(study.with_whole_tree())
}
