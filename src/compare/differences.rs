//! Two searches of one tree, node by node.

use crate::hooks::{Leaf, Verdict};
use crate::score::{Bound, Score};
use crate::tree::{Node, SearchTree};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// What one of two searches says of a node, for the side that moved to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Said {
    /// Its score.
    pub score: Score,
    /// What that proves.
    pub bound: Bound,
    /// The verdict, and how many siblings were skipped because of it.
    #[serde(flatten, serialize_with = "verdict_fields")]
    pub verdict: Verdict,
    /// Why it is a leaf, if it is one.
    pub leaf: Option<Leaf>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn verdict_fields<S: Serializer>(verdict: &Verdict, serializer: S) -> Result<S::Ok, S::Error> {
    let mut fields = serializer.serialize_map(Some(2))?;
    fields.serialize_entry("verdict", verdict.name())?;
    fields.serialize_entry("skipped", &verdict.skipped())?;
    fields.end()
}

impl Said {
    /// The lowest and the highest score that the true one may have.
    const fn range(&self) -> (Score, Score) {
        match self.bound {
            Bound::Exact => (self.score, self.score),
            Bound::Lower => (self.score, Score::MAX),
            Bound::Upper => (Score::MIN, self.score),
        }
    }

    fn differs(first: Option<Self>, second: Option<Self>) -> Dissent {
        let (Some(first), Some(second)) = (first, second) else { return Dissent::Alone };
        let (a, b) = (first.range(), second.range());
        if a.1 < b.0 || b.1 < a.0 {
            Dissent::Contradiction
        } else if first.verdict.name() != second.verdict.name() || first.leaf != second.leaf {
            Dissent::Verdict
        } else {
            Dissent::Bound
        }
    }

    fn of(node: &Node) -> Option<Self> {
        let judgement = node.judgement.as_ref()?;
        let (score, bound, verdict) = (judgement.score, judgement.bound, judgement.verdict);
        Some(Self { score, bound, verdict, leaf: node.leaf })
    }
}

/// How two searches differ about a node, the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Dissent {
    /// Not both scores can be true: what they prove has no score in common.
    Contradiction,
    /// Another verdict, another leaf.
    Verdict,
    /// Only one of them searched it.
    Alone,
    /// Bounds that are not the same, or more or fewer moves that were skipped.
    Bound,
}

/// A node of which two searches say different things.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// How they differ.
    pub dissent: Dissent,
    /// The moves that lead to it.
    pub line: Vec<String>,
    /// What the first search says; nothing if it did not search the node.
    pub first: Option<Said>,
    /// What the second search says.
    pub second: Option<Said>,
    /// If only one searched it, how many nodes that searched there.
    pub nodes: u64,
}

/// Two searches of one tree, node by node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Differences {
    /// Nodes that both searched.
    pub common: u64,
    /// Where they first differ, in the order in which they search.
    pub first: Option<Difference>,
    /// Where they differ: contradictions first, then other verdicts, then what only one searched, then bounds; in each of these
    /// groups a node before those below it. Below a node that only one searched nothing is listed.
    pub list: Vec<Difference>,
}

impl Differences {
    /// Compares all nodes that the trees keep.
    #[must_use]
    pub fn of(first: &SearchTree, second: &SearchTree) -> Self {
        let mut differences = Self::default();
        differences.walk(&first.root, &second.root, &mut Vec::new());
        differences.list.sort_by_key(|difference| difference.dissent);
        differences.first = parting(&first.root, &second.root, &mut Vec::new());
        differences
    }

    /// Forgets what is not at the end of `line` or below.
    pub fn keep_below(&mut self, line: &[String]) {
        self.list.retain(|difference| difference.line.starts_with(line));
        self.first = self.first.take().filter(|first| first.line.starts_with(line));
    }

    /// How many nodes there are about which not both searches can be right.
    #[must_use]
    pub fn contradictions(&self) -> usize {
        self.list.iter().filter(|difference| difference.dissent == Dissent::Contradiction).count()
    }

    fn walk(&mut self, first: &Node, second: &Node, line: &mut Vec<String>) {
        let only_second = second.children.iter().filter(|child| find(first, child.name()).is_none());
        for (a, b) in first.children.iter().map(|child| (Some(child), find(second, child.name()))) {
            self.child(a, b, line);
        }
        for b in only_second {
            self.child(None, Some(b), line);
        }
    }

    fn child(&mut self, first: Option<&Node>, second: Option<&Node>, line: &mut Vec<String>) {
        let Some(name) = first.or(second).map(|node| node.name().to_owned()) else { return };
        line.push(name);
        self.list.extend(difference(first, second, line));
        let said = [first, second].map(|node| node.and_then(Said::of));
        if let ([Some(_), Some(_)], Some(first), Some(second)) = (said, first, second) {
            self.common += 1;
            self.walk(first, second, line);
        }
        line.pop();
    }
}

/// What two searches say differently of the node after `line`, if they do.
fn difference(first: Option<&Node>, second: Option<&Node>, line: &[String]) -> Option<Difference> {
    let said = [first, second].map(|node| node.and_then(Said::of));
    let nodes = match said {
        [Some(_), None] => first.map_or(0, |node| node.nodes),
        [None, Some(_)] => second.map_or(0, |node| node.nodes),
        _ => 0,
    };
    let dissent = Said::differs(said[0], said[1]);
    (said[0] != said[1]).then(|| Difference { dissent, line: line.to_vec(), first: said[0], second: said[1], nodes })
}

/// Goes along with both searches until they differ: a node is judged after those below it.
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
