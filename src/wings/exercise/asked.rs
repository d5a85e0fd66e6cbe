//! The questions of an exercise, one by one: of which nodes they are asked, and how each is called.

use super::numbers::Range;
use super::solution::Solution;
use super::tree::PaperTree;
use crate::model::{Item, Questions};
use crate::score::{End, Score};

/// One question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// What is this inner node worth?
    Value(usize),
    /// With which window does the search come to this inner node?
    Window(usize),
    /// Which leaves are not read?
    Pruned,
    /// In which order are the leaves read?
    Order,
    /// How many cutoffs are there?
    Cutoffs,
    /// Which move set this end of the window of this node?
    Owner(usize, End),
    /// For which values of this leaf is the next one not read?
    Range(usize),
    /// Which root move is best?
    Best,
    /// What is the line of best play?
    Pv,
}

impl Question {
    /// Returns what kind it is.
    #[must_use]
    pub const fn item(self) -> Item {
        match self {
            Self::Value(_) => Item::Values,
            Self::Window(_) => Item::Windows,
            Self::Pruned => Item::Pruned,
            Self::Order => Item::Order,
            Self::Cutoffs => Item::Cutoffs,
            Self::Owner(..) => Item::Owner,
            Self::Range(_) => Item::Range,
            Self::Best => Item::Best,
            Self::Pv => Item::Pv,
        }
    }

    /// Returns its name in lists of marks.
    #[must_use]
    pub fn name(self, tree: &PaperTree) -> String {
        let name = |node: usize| tree.node(node).name.as_str();
        match self {
            Self::Value(node) => format!("value {}", name(node)),
            Self::Window(node) => format!("window {}", name(node)),
            Self::Owner(node, end) => format!("{} of {} set by", end.name(), name(node)),
            Self::Range(leaf) => format!("{} cuts if", name(leaf)),
            Self::Pruned | Self::Order | Self::Cutoffs | Self::Best | Self::Pv => self.item().name().to_owned(),
        }
    }
}

/// Returns all questions, in the order in which they are asked.
#[must_use]
pub(super) fn questions(tree: &PaperTree, key: &Solution, questions: &Questions) -> Vec<Question> {
    let visited = || (0..tree.nodes().len()).filter(|&node| key.visits[node].is_some());
    let mut asked = Vec::new();
    for item in questions.asked() {
        match item {
            Item::Values => asked.extend(visited().map(Question::Value)),
            // Everybody knows with which window a search begins.
            Item::Windows => asked.extend(visited().filter(|&node| node != 0).map(Question::Window)),
            Item::Pruned => asked.push(Question::Pruned),
            Item::Order => asked.push(Question::Order),
            Item::Cutoffs => asked.push(Question::Cutoffs),
            Item::Owner => asked.extend(inherited_bound(tree, key).map(|(node, end)| Question::Owner(node, end))),
            Item::Range => asked.extend(live_leaf(tree, key).map(Question::Range)),
            Item::Best => asked.push(Question::Best),
            Item::Pv => asked.push(Question::Pv),
        }
    }
    asked
}

/// The bound that was handed down furthest, the first of equals.
fn inherited_bound(tree: &PaperTree, key: &Solution) -> Option<(usize, End)> {
    let mut furthest: Option<(usize, (usize, End))> = None;
    for node in 0..tree.nodes().len() {
        let Some(visit) = &key.visits[node] else { continue };
        for (owner, end) in visit.set_by.into_iter().zip([End::Alpha, End::Beta]) {
            let Some(owner) = owner else { continue };
            let plies = tree.node(node).ply + 1 - tree.node(owner).ply;
            if furthest.is_none_or(|(most, _)| most < plies) {
                furthest = Some((plies, (node, end)));
            }
        }
    }
    furthest.map(|(_, bound)| bound)
}

/// The threshold at which the score of a leaf cuts at its parent, if there is one.
#[must_use]
pub(crate) fn threshold(tree: &PaperTree, key: &Solution, leaf: usize) -> Option<Score> {
    let parent = tree.node(leaf).parent?;
    let window = key.reads.iter().find(|read| read.leaf == leaf)?.window;
    let end = if tree.is_max(parent) { window.beta } else { window.alpha };
    Some(end).filter(|end| !end.is_infinite())
}

/// The first leaf that has a brother behind it and a score that would cut.
fn live_leaf(tree: &PaperTree, key: &Solution) -> Option<usize> {
    let has_next = |leaf: usize| {
        let siblings = tree.node(leaf).parent.map(|parent| &tree.node(parent).children);
        siblings.is_some_and(|siblings| siblings.last() != Some(&leaf))
    };
    tree.leaves().find(|&leaf| has_next(leaf) && threshold(tree, key, leaf).is_some())
}

/// The values with which a leaf cuts at this threshold.
pub(super) fn cutting(tree: &PaperTree, leaf: usize, threshold: Option<Score>) -> Range {
    let is_max = tree.node(leaf).parent.is_some_and(|parent| tree.is_max(parent));
    match threshold {
        None => Range { low: Score::MIN, high: Score::MAX, is_empty: true },
        Some(end) if is_max => Range { low: end, high: Score::MAX, is_empty: false },
        Some(end) => Range { low: Score::MIN, high: end, is_empty: false },
    }
}
