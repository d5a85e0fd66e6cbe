//! The differences between two searches of one tree, and how serious each of them is.

use super::SearchRows;
use crate::core::hooks::{Leaf, Verdict};
use crate::core::score::{Bound, Score};
use crate::core::sort::sort_by_key;
use crate::core::tree::{Node, SearchTree};
use serde::Serialize;

/// One search's claim about a node. The score and the bound are for the side that moved to the node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SearchClaim {
    /// The node's score.
    pub score: Score,
    /// The bound of the score.
    pub bound: Bound,
    /// The verdict, and how many siblings were skipped because of it.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// The reason why the node is a leaf, if it is one.
    pub leaf: Option<Leaf>,
}

impl SearchClaim {
    /// Returns what a search claims about a judged node.
    pub(crate) fn of(node: &Node) -> Option<Self> {
        let judgement = node.judgement.as_ref()?;
        let (score, bound, verdict) = (judgement.score, judgement.bound, judgement.verdict);
        Some(Self { score, bound, verdict, leaf: node.leaf })
    }

    /// Returns the claim, but with the score of `other` if the two scores differ by at most `by`.
    pub(super) fn near(self, other: &Self, by: Score) -> Self {
        if self.score.is_near(other.score, by) { Self { score: other.score, ..self } } else { self }
    }

    /// Returns the lowest and the highest possible true score.
    const fn range(&self) -> (Score, Score) {
        match self.bound {
            Bound::Exact => (self.score, self.score),
            Bound::Lower => (self.score, Score::MAX),
            Bound::Upper => (Score::MIN, self.score),
        }
    }
}

/// How the claims of two searches about a node differ, from the most to the least serious difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DifferenceKind {
    /// The scores cannot both be true: no score satisfies both bounds.
    Contradiction,
    /// The verdicts differ, or the reasons why the node is a leaf differ.
    Verdict,
    /// Only one search visited the node.
    Alone,
    /// The bounds differ, or the numbers of skipped moves differ.
    Bound,
}

/// Sorts differences by severity, and keeps the order of equally serious differences.
pub(super) fn gravest_first(list: &mut [Difference]) {
    sort_by_key(list, |difference| difference.dissent);
}

impl DifferenceKind {
    /// Returns how two claims about a node differ, or `None` if they agree.
    pub(super) fn of(first: Option<SearchClaim>, second: Option<SearchClaim>) -> Option<Self> {
        if first == second {
            return None;
        }
        let (Some(first), Some(second)) = (first, second) else { return Some(Self::Alone) };
        let (a, b) = (first.range(), second.range());
        Some(if a.1 < b.0 || b.1 < a.0 {
            Self::Contradiction
        } else if first.verdict.name() != second.verdict.name() || first.leaf != second.leaf {
            Self::Verdict
        } else {
            Self::Bound
        })
    }
}

/// A node about which two searches make different claims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// How the claims differ.
    pub dissent: DifferenceKind,
    /// The moves that lead to the node.
    pub line: Vec<String>,
    /// The claim of the first search; `None` if that search did not visit the node.
    pub first: Option<SearchClaim>,
    /// The claim of the second search.
    pub second: Option<SearchClaim>,
    /// The number of nodes that were visited in the node's subtree, if only one search visited the node; otherwise 0.
    pub nodes: u64,
    /// Whether the node is on the best line of each search.
    #[serde(skip)]
    pub on_pv: [bool; 2],
}

/// The numbers of nodes about which two searches differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DifferenceCounts {
    /// The number of nodes about which the searches cannot both be right.
    pub contradictions: u64,
    /// The number of nodes with different verdicts or different reasons for being a leaf.
    pub verdicts: u64,
    /// The number of subtrees that only one search visited.
    pub alone: u64,
    /// The number of nodes in those subtrees.
    pub alone_nodes: u64,
    /// The number of nodes that differ only in their bounds or in the number of skipped moves.
    pub bounds: u64,
}

impl DifferenceCounts {
    /// Counts one more difference.
    pub(super) fn add(&mut self, difference: &Difference) {
        match difference.dissent {
            DifferenceKind::Contradiction => self.contradictions += 1,
            DifferenceKind::Verdict => self.verdicts += 1,
            DifferenceKind::Alone => {
                self.alone += 1;
                self.alone_nodes += difference.nodes;
            }
            DifferenceKind::Bound => self.bounds += 1,
        }
    }

    /// Returns how many nodes both searches visited but judged differently.
    pub const fn of_both(&self) -> u64 {
        self.contradictions + self.verdicts + self.bounds
    }
}

/// The differences between two searches of one tree, node by node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Differences {
    /// The number of nodes that both searches visited.
    pub common: u64,
    /// The first difference, in search order.
    pub first: Option<Difference>,
    /// The number of nodes about which the searches differ.
    pub counts: DifferenceCounts,
    /// The differences: contradictions first, then verdicts, then subtrees that only one search visited, then bounds.
    /// In each group, a node comes before the nodes below it. The list contains nothing below a node that only one
    /// search visited.
    pub list: Vec<Difference>,
}

impl Differences {
    /// Compares all nodes that the trees keep.
    pub(crate) fn of(first: &SearchTree, second: &SearchTree) -> Self {
        let mut differences = Self::default();
        differences.walk(&first.root, &second.root, &mut Vec::new());
        gravest_first(&mut differences.list);
        differences.count();
        differences.first = parting(&first.root, &second.root, &mut Vec::new());
        for one in differences.list.iter_mut().chain(&mut differences.first) {
            one.on_pv = [first, second].map(|tree| tree.outcome.pv.starts_with(&one.line));
        }
        differences
    }

    /// Compares the trees of finished searches with the first tree. Returns an empty list if a search was stopped.
    pub(crate) fn of_rows(compared: &SearchRows, trees: &[SearchTree]) -> Vec<Self> {
        match trees.split_first() {
            Some((first, others)) if compared.is_complete() => {
                others.iter().map(|other| Self::of(first, other)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Keeps only the differences at the node after `line` and below this node.
    #[cfg(feature = "cli")]
    pub(crate) fn keep_below(&mut self, line: &[String]) {
        self.list.retain(|difference| difference.line.starts_with(line));
        self.count();
        self.first = self.first.take().filter(|first| first.line.starts_with(line));
    }

    fn count(&mut self) {
        self.counts = DifferenceCounts::default();
        self.list.iter().for_each(|difference| self.counts.add(difference));
    }

    fn walk(&mut self, first: &Node, second: &Node, line: &mut Vec<String>) {
        let of_first = first.children.iter().map(|child| (Some(child), find(second, child.name())));
        let only_second = second.children.iter().filter(|child| find(first, child.name()).is_none());
        let pairs = of_first.chain(only_second.map(|child| (None, Some(child))));
        pairs.for_each(|(first, second)| self.child(first, second, line));
    }

    fn child(&mut self, first: Option<&Node>, second: Option<&Node>, line: &mut Vec<String>) {
        let Some(name) = first.or(second).map(|node| node.name().to_owned()) else { return };
        line.push(name);
        self.list.extend(difference(first, second, line));
        let is_judged = |node: &&Node| node.judgement.is_some();
        if let (Some(first), Some(second)) = (first.filter(is_judged), second.filter(is_judged)) {
            self.common += 1;
            self.walk(first, second, line);
        }
        line.pop();
    }
}

/// Returns the difference between two searches at the node after `line`, if there is one.
fn difference(first: Option<&Node>, second: Option<&Node>, line: &[String]) -> Option<Difference> {
    let said = [first, second].map(|node| node.and_then(SearchClaim::of));
    let alone = match said {
        [Some(_), None] => first,
        [None, Some(_)] => second,
        _ => None,
    };
    let nodes = alone.map_or(0, |node| node.nodes);
    let dissent = DifferenceKind::of(said[0], said[1])?;
    Some(Difference { dissent, line: line.to_vec(), first: said[0], second: said[1], nodes, on_pv: [false; 2] })
}

/// Returns the first difference in search order. A search judges a node only after the nodes below it, so differences
/// below a node come first.
fn parting(first: &Node, second: &Node, line: &mut Vec<String>) -> Option<Difference> {
    let searched = |node: &'_ Node| -> Vec<String> {
        let children = node.in_search_order().into_iter().filter(|child| child.judgement.is_some());
        children.map(|child| child.name().to_owned()).collect()
    };
    let (one, other) = (searched(first), searched(second));
    for index in 0..one.len().max(other.len()) {
        let name = one.get(index).or(other.get(index))?;
        let (a, b) = (find(first, name), find(second, name));
        line.push(name.clone());
        let below = a.zip(b).filter(|_| one.get(index) == other.get(index)).and_then(|(a, b)| parting(a, b, line));
        let found = below.or_else(|| difference(a, b, line));
        line.pop();
        if found.is_some() {
            return found;
        }
    }
    None
}

fn find<'a>(node: &'a Node, name: &str) -> Option<&'a Node> {
    node.children.iter().find(|child| child.name() == name)
}
