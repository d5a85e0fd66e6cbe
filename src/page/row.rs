//! The row of a node, in a tree or an outline: its step, score, comparison and verdict.

use super::comparison::{Comparison, Judged, Mark};
use super::style::{Paint, Style};
use super::text::grouped;
use super::words::{Words, leaf_word};
use crate::core::game::{ANY, Mover, Weight};
use crate::core::hooks::Verdict;
use crate::core::score::{Bound, Score, Window};
use crate::core::tree::{Fold, Judgement, Node, Unsearched};

/// The sign between a score and its probability.
pub(crate) const TIMES: &str = "x";

/// The text shown if there was nothing to compare with.
pub(crate) const FIRST: &str = "first";
/// The text shown before the reply that refuted a move, if the move itself was not compared.
const REFUTED: &str = "refuted by ";
/// The text shown before a reply that only bounds the best move's score and does not refute the move.
const HELD: &str = "bounded by ";

/// Returns whether a text in the column for comparisons names a reply.
pub(crate) fn names_reply(compared: &str) -> bool {
    compared.starts_with(REFUTED) || compared.starts_with(HELD)
}

/// The verdict on the best move of an earlier pass, if this pass only proves that no move is better.
const BEST_BEFORE: &str = "best before";

/// Returns the word for the verdict on a move, which depends on whether the move is on the best line.
pub(crate) fn verdict_word(mark: &Mark, on_pv: bool) -> String {
    if is_best_of_earlier(mark, on_pv) { BEST_BEFORE.to_owned() } else { mark.word() }
}

fn is_best_of_earlier(mark: &Mark, on_pv: bool) -> bool {
    on_pv && *mark == Mark::NoBetter
}

/// The row of a node. Scores are in the page's view.
#[derive(Clone, Debug)]
pub struct Row {
    /// The move that leads to the node, or a text for several moves.
    pub name: String,
    /// Whether the node is on the principal variation.
    pub on_pv: bool,
    /// The node's number in the order of judgement, from 1; `None` if nothing was compared.
    pub step: Option<u64>,
    /// The node's score and bound.
    pub score: Option<(Score, Bound)>,
    /// The score of an unsearched leaf, if the full tree is known.
    pub known: Option<Score>,
    /// The score for the side to move at the node, if the view shows both this score and its negation, which is
    /// `score`.
    pub negated: Option<(Score, Bound)>,
    /// The decisive comparison, if there was one.
    pub comparison: Option<Comparison<String>>,
    /// The probability of the move, if it is drawn at random.
    pub weight: Option<Weight>,
    /// The amount that the move adds to the mean, as written on the page.
    pub adds: Option<String>,
    /// The reply that refuted the move, if the move itself has no comparison.
    pub refuted_by: Option<String>,
    /// The verdict.
    pub mark: Mark,
    /// The window that the node was given, if it was entered.
    pub window: Option<Window>,
    /// Whether the current step is about this node.
    pub is_current: bool,
    /// The reason why the node is a leaf, if that needs to be shown.
    pub leaf: Option<LeafWord>,
    /// The number of searched nodes in the node's subtree, including the node itself.
    pub nodes: u64,
    /// Remarks about the effects of techniques at this node, one paragraph each.
    pub notes: Vec<String>,
    /// The node's number in the order of creation, if the node was created.
    pub created: Option<u64>,
    /// The child index of each node on the path from the root to this node, in generator order; empty for a row of
    /// several nodes.
    pub path: Vec<usize>,
    /// The moves from the root to each node of the row; several nodes can share a row. Empty if the row only counts
    /// nodes, or if [`Words::with_lines`] was not called.
    pub lines: Vec<Vec<String>>,
    /// The rows below this row.
    pub children: Vec<Self>,
}

fn owned(line: &[&str]) -> Vec<String> {
    line.iter().map(|&name| name.to_owned()).collect()
}

/// The reason why a node is a leaf, in the words of a row and of the legend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeafWord {
    /// The words in the row, such as "from the table" or "stalemate".
    pub word: String,
    /// The explanation in the legend.
    pub meaning: &'static str,
}

impl LeafWord {
    /// Returns the words for a leaf, or `None` if the node needs none or is not a leaf.
    pub(crate) fn of(node: &Node, words: &Words<'_>) -> Option<Self> {
        let word =
            node.why.as_deref().or_else(|| words.leaf(node.leaf, node.ending.as_deref(), node.name()))?.to_owned();
        let rule = node.leaf.filter(|_| node.ending.is_none()).and_then(leaf_word);
        Some(Self { word, meaning: rule.map_or("the game is over", |(_, meaning)| meaning) })
    }
}

impl Row {
    /// Returns the row of the root with the rows of all kept nodes below it, in generator order.
    pub fn of(words: &Words<'_>, root: &Node) -> Self {
        Self::with(words, root, (&mut Vec::new(), &mut Vec::new()), &|node| node.children.iter().collect())
    }

    /// Like [`Self::of`], but in search order, with unsearched nodes last.
    pub fn in_search_order(words: &Words<'_>, root: &Node) -> Self {
        Self::with(words, root, (&mut Vec::new(), &mut Vec::new()), &Node::in_search_order)
    }

    fn with<'a>(
        words: &Words<'_>,
        node: &'a Node,
        (line, path): (&mut Vec<&'a str>, &mut Vec<usize>),
        order: &dyn Fn(&'a Node) -> Vec<&'a Node>,
    ) -> Self {
        let mut row = Self::of_node(words, node, (line, path));
        let (children, folded) = (order(node), Self::folded(words, &node.fold, line.len()));
        // Rows are large, and there may be hundreds of thousands of them.
        row.children.reserve_exact(children.len() + usize::from(folded.is_some()));
        for child in children {
            line.push(child.name());
            path.push(child.index);
            row.children.push(Self::with(words, child, (line, path), order));
            path.pop();
            line.pop();
        }
        row.children.extend(folded);
        row
    }

    /// Returns the row of one node, with its path and the known score of an unsearched leaf, without the rows below it.
    pub(crate) fn of_node(words: &Words<'_>, node: &Node, (line, path): (&[&str], &[usize])) -> Self {
        let row = Self { path: path.to_vec(), ..Self::alone(words, node, line) };
        let is_leaf = row.mark == Mark::NotSearched && node.children.is_empty() && node.fold.is_empty();
        Self { known: if is_leaf { words.known_score(path) } else { None }, ..row }
    }

    /// Returns the row of one node, without the rows below it.
    pub fn alone(words: &Words<'_>, node: &Node, line: &[&str]) -> Self {
        let ply = line.len();
        let bare = Self {
            on_pv: node.on_pv && ply != 0,
            window: node.window.map(|window| words.perspective.window(window, ply)),
            leaf: LeafWord::of(node, words),
            nodes: node.nodes,
            notes: node.techniques.as_deref().map(|applied| words.techniques(applied, ply)).into_iter().collect(),
            created: node.created,
            lines: if words.has_lines { vec![owned(line)] } else { Vec::new() },
            ..Self::named(line.last().map_or_else(|| "(root)".to_owned(), |name| words.mv(name, ply - 1)))
        };
        match (&node.judgement, node.unsearched.as_deref()) {
            _ if ply == 0 => Self { mark: Mark::Root, ..bare },
            (Some(judgement), _) => {
                let is_reply = |child: &&Node| {
                    judgement.order.is_none() && child.judgement.as_ref().is_some_and(|reply| reply.verdict.is_cutoff())
                };
                let reply = node.children.iter().find(is_reply);
                let refuted_by = reply.map(|reply| words.mv(reply.name(), ply));
                Self { refuted_by, ..bare.judged(words, judgement, line) }
            }
            (None, Some(Unsearched::Pruned(rule, most, _))) => {
                let bound = words.perspective.bound(Bound::Upper, ply - 1);
                let score = most.map(|most| (words.perspective.score(most, ply - 1), bound));
                Self { mark: Mark::Pruned(*rule), score, ..bare }
            }
            (None, Some(_)) => Self { mark: Mark::NotSearched, ..bare },
            (None, None) => Self { mark: Mark::Unfinished, ..bare },
        }
    }

    /// Returns the row of a randomly drawn move, without a name: its weight, and what it adds to the mean.
    pub(crate) fn drawn(
        words: &Words<'_>,
        weight: Weight,
        (score, window): (Score, Window),
        verdict: Verdict,
        ply: usize,
    ) -> Self {
        let is_added = verdict == Verdict::Weighed;
        Self {
            weight: Some(weight),
            adds: is_added.then(|| words.style.share(words.perspective.score(score, ply), weight)),
            mark: Mark::judged(verdict, ply, words.perspective, (score, window)),
            ..Self::named(String::new())
        }
    }

    fn judged(self, words: &Words<'_>, judgement: &Judgement, line: &[&str]) -> Self {
        let ply = line.len() - 1;
        let see = |score, bound, ply| (words.perspective.score(score, ply), words.perspective.bound(bound, ply));
        let Judgement { order, weight, score, bound, window, verdict, .. } = judgement;
        let owners = words.owners(judgement, line);
        let judged = Judged { ply, score: *score, window: *window, owners, verdict: *verdict };
        let drawn = weight.map(|weight| Self::drawn(words, weight, (*score, *window), *verdict, ply));
        Self {
            weight: *weight,
            adds: drawn.and_then(|drawn| drawn.adds),
            step: *order,
            score: Some(see(*score, *bound, ply)),
            negated: (words.shows_arithmetic()).then(|| see(-*score, -*bound, ply + 1)),
            // If a reply refuted the child, the search compared the reply's score, not the child's score.
            comparison: order
                .filter(|_| weight.is_none())
                .map(|_| judged.comparisons(words.perspective, words.rules).0),
            mark: Mark::judged(*verdict, ply, words.perspective, (*score, *window)),
            ..self
        }
    }

    /// Returns the row for children of a node at `ply` that are not shown individually, or `None` if there are no such
    /// children.
    pub fn folded(words: &Words<'_>, fold: &Fold, ply: usize) -> Option<Self> {
        let others = u64::from(fold.searched);
        let unsearched = u64::from(fold.skipped) + u64::from(fold.pruned);
        let other = |count: u64| if count == 1 { "1 other".to_owned() } else { format!("{} others", grouped(count)) };
        let has_best = fold.has_best && words.perspective.mover(ply) != Mover::Chance;
        let (best, searched) = match (has_best, others) {
            (false, _) => ("", Mark::NoBetter),
            (true, 1) => (", the best", Mark::Open),
            (true, _) => (", with the best", Mark::Open),
        };
        let (name, mark) = match (others, unsearched) {
            (0, 0) => return None,
            (0, _) => (other(unsearched), Mark::NotSearched),
            (_, 0) => (format!("{}{best}", other(others)), searched),
            _ => (format!("{}{best}, {} not searched", other(others), grouped(unsearched)), searched),
        };
        // A row of several moves shows their best score. This is an upper bound for all of them, whatever the bound of
        // that one score is.
        let bound = |bound| if others == 1 { bound } else { Bound::Upper };
        let see = |(score, of)| (words.perspective.score(score, ply), words.perspective.bound(bound(of), ply));
        Some(Self { score: fold.best.map(see), mark, nodes: fold.nodes, ..Self::named(name) })
    }

    /// Returns a row that contains only a name.
    pub fn named(name: String) -> Self {
        Self {
            name,
            on_pv: false,
            step: None,
            score: None,
            known: None,
            negated: None,
            comparison: None,
            weight: None,
            adds: None,
            refuted_by: None,
            mark: Mark::Open,
            window: None,
            is_current: false,
            leaf: None,
            nodes: 0,
            notes: Vec::new(),
            created: None,
            path: Vec::new(),
            lines: Vec::new(),
            children: Vec::new(),
        }
    }

    /// Returns the verdict on the node, with the reason why it is a leaf.
    pub fn verdict(&self) -> String {
        let word = self.adds.as_ref().map(|adds| format!("adds {adds}"));
        let word = word.unwrap_or_else(|| verdict_word(&self.mark, self.on_pv));
        match &self.leaf {
            Some(leaf) if !matches!(self.mark, Mark::Root | Mark::Open) => format!("{word}, {}", leaf.word),
            _ => word,
        }
    }

    /// Returns true if the row's move is the best move of an earlier pass, and this pass only proved that no move is
    /// better. In this pass, the verdict on the move itself is "no better".
    pub(crate) fn is_best_of_earlier(&self) -> bool {
        is_best_of_earlier(&self.mark, self.on_pv)
    }

    /// Returns true if the move is a new best without an earlier score to compare it with.
    pub(crate) fn is_first(&self) -> bool {
        self.mark == Mark::NewBest && self.comparison.as_ref().is_some_and(|compared| compared.threshold.is_infinite())
    }

    /// Returns the comparison as a single string: `<= 12.00 of 2.Nf7#`.
    pub fn compared(&self, words: &Words<'_>) -> String {
        if let Some(weight) = self.weight {
            return format!("{TIMES} {}", weight.text());
        }
        let Some(compared) = &self.comparison else {
            let what = if self.is_best_of_earlier() { HELD } else { REFUTED };
            return self.refuted_by.as_ref().map(|reply| format!("{what}{reply}")).unwrap_or_default();
        };
        if self.is_first() {
            return FIRST.to_owned();
        }
        let owner = match &compared.owner {
            Some(owner) => format!(" of {owner}"),
            None if compared.threshold.is_infinite() => String::new(),
            None => format!(" {}", words.bound_label(compared.threshold).name()),
        };
        format!("{} {}{owner}", words.style.sign(compared.sign), self.threshold(compared, words))
    }

    /// Returns the bound with which the score is compared. If the bound and the score differ, they also look different
    /// in the text.
    pub(crate) fn threshold(&self, compared: &Comparison<String>, words: &Words<'_>) -> String {
        words.style.among(compared.threshold, self.score.map(|(score, _)| score).into_iter().chain([compared.opposite]))
    }

    /// Returns the text in a node of a graph: the name, the score with its comparison, and the verdict.
    pub fn lines(&self, words: &Words<'_>) -> Vec<String> {
        let star = if self.on_pv { format!("{} ", words.star()) } else { String::new() };
        let score = self.score.map(|(score, bound)| words.style.apart(score, bound)).unwrap_or_default();
        let is_first = self.comparison.as_ref().is_some_and(|compared| compared.threshold.is_infinite());
        let compared = if is_first { score } else { format!("{score} {}", self.compared(words)).trim().to_owned() };
        let known = self.known.filter(|_| self.score.is_none());
        let is_unknown = self.mark == Mark::NotSearched && words.is_unknown(&self.path);
        let compared = if is_unknown { ANY.to_owned() } else { compared };
        let compared = known.map_or(compared, |known| format!("({})", words.style.score(known)));
        [format!("{star}{}", self.name), compared, self.verdict()]
            .into_iter()
            .chain(self.notes.iter().cloned())
            .filter(|line| !line.is_empty())
            .collect()
    }

    /// Returns the look of the name and score: that of the best line, or dim if the mark is dim.
    pub(crate) fn paint(&self) -> Paint {
        if self.mark.paint() == Paint::Quiet {
            Paint::Quiet
        } else if self.on_pv || self.is_root() {
            Paint::Best
        } else {
            Paint::Plain
        }
    }

    pub(crate) fn is_root(&self) -> bool {
        self.mark == Mark::Root && self.path.is_empty()
    }

    /// Returns whether the node has neither known nor tried replies.
    pub(crate) const fn is_leaf(&self) -> bool {
        self.children.is_empty() && self.window.is_none()
    }

    /// Returns how many plies of rows are below this row.
    pub(crate) fn plies(&self) -> usize {
        self.children.iter().map(|child| 1 + child.plies()).max().unwrap_or(0)
    }

    /// Returns the text at the node of an upright tree: its score, or the known score if it is an unsearched leaf.
    pub(crate) fn value(&self, style: &Style) -> String {
        match (self.score, self.known) {
            _ if matches!(self.mark, Mark::Pruned(_)) => String::new(),
            (Some((score, bound)), _) => style.bounded(score, bound).replace(' ', ""),
            (None, Some(known)) => style.score(known),
            (None, None) => String::new(),
        }
    }

    /// Returns the window that the node was given, unless that was the full window.
    pub(crate) fn narrowed(&self) -> Option<Window> {
        self.window.filter(|window| !(window.alpha.is_infinite() && window.beta.is_infinite()))
    }

    /// Returns true if the node was skipped because one of its siblings caused a cutoff.
    pub(crate) fn is_cut_off(&self, parent: &Self) -> bool {
        self.mark == Mark::NotSearched && parent.children.iter().any(|child| matches!(child.mark, Mark::Cutoff { .. }))
    }

    /// Returns the number of rows, including this one.
    pub fn size(&self) -> usize {
        1 + self.children.iter().map(Self::size).sum::<usize>()
    }

    /// Calls `visit` for this row and all rows below it, parents first.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Self)) {
        visit(self);
        for child in &self.children {
            child.walk(visit);
        }
    }
}
