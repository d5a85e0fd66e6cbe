//! The answers of a student: what is said of which node, and what could not be read.

use super::language::{is_no_leaf, is_nobody};
use super::numbers::{self, Claim, Range};
use super::tree::{Interval, PaperTree};
use crate::score::{Bound, End, Score};
use crate::text::visible;
use std::collections::{BTreeMap, BTreeSet};

/// Something in the answers that cannot be read; it counts as not answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// Where: `line 3`, or the path in a JSON document.
    pub place: String,
    /// What is wrong there.
    pub problem: String,
}

/// What a student answered. All scores are MAX's, whatever view they were written in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// Who answers.
    pub student: Option<String>,
    /// The exercise that is answered, by its fingerprint.
    pub exercise: Option<String>,
    /// The values of nodes.
    pub values: BTreeMap<usize, Claim>,
    /// The windows of nodes, alpha and beta; a half may be missing.
    pub windows: BTreeMap<usize, [Option<Score>; 2]>,
    /// The leaves that are not read.
    pub pruned: Option<BTreeSet<usize>>,
    /// The leaves that are read, in the order in which they are named.
    pub read: Option<Vec<usize>>,
    /// What `pruned` and `read` say against each other.
    pub conflict: Option<String>,
    /// The leaves in the order in which they are read.
    pub order: Option<Vec<usize>>,
    /// How many cutoffs there are.
    pub cutoffs: Option<u64>,
    /// Which node's move set an end of a window; none if nobody did.
    pub owners: BTreeMap<(usize, End), Option<usize>>,
    /// For which values of a leaf the next one is not read.
    pub ranges: BTreeMap<usize, Range>,
    /// The best move.
    pub best: Option<usize>,
    /// The line of best play.
    pub pv: Option<Vec<usize>>,
    /// What could not be read.
    pub complaints: Vec<Complaint>,
}

/// Takes answers piece by piece.
pub(super) struct Reader<'a> {
    pub tree: &'a PaperTree,
    answers: Answers,
    /// Where the piece stands that is being read.
    pub place: String,
    is_negamax: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(tree: &'a PaperTree) -> Self {
        Self { tree, answers: Answers::default(), place: String::new(), is_negamax: false }
    }

    pub(super) fn complain(&mut self, problem: impl Into<String>) {
        self.answers.complaints.push(Complaint { place: self.place.clone(), problem: problem.into() });
    }

    /// Finds a node by its name, or complains.
    pub(super) fn node(&mut self, name: &str) -> Option<usize> {
        let found = self.tree.find(name);
        if found.is_none() {
            self.complain(format!("there is no node `{}`", shortened(name)));
        }
        found
    }

    /// Takes a value with its sign. Blanks are no answer.
    pub(super) fn value(&mut self, node: usize, text: &str) {
        // A dash says that the search never comes here.
        let bare = text.trim_start_matches(['=', '<', '>', '≤', '≥']).trim();
        if is_blank(bare) || bare == "-" {
            return;
        }
        let Some(claim) = numbers::claim(text, self.tree) else {
            return self.complain(format!("`{}` is no value; write = 3, <= 3 or >= 3", shortened(text)));
        };
        if self.tree.is_leaf(node) {
            let name = &self.tree.node(node).name;
            let value = self.tree.node(node).value;
            if claim.score != value {
                self.complain(format!("{name} is a leaf, and is worth {} on the sheet", self.tree.text(value)));
            }
            return;
        }
        if self.answers.values.insert(node, claim).is_some_and(|before| before != claim) {
            self.complain(format!("a second value of {}; this one counts", self.tree.node(node).name));
        }
    }

    /// Takes the ends of a window; none where nothing is said.
    pub(super) fn window(&mut self, node: usize, ends: [Option<&str>; 2]) {
        // Who fills in one end and leaves the other one blank says that it is not set.
        if ends.iter().flatten().all(|text| is_blank(text)) {
            return;
        }
        let unset = [Score::MIN, Score::MAX];
        let mut read = [None; 2];
        for (index, text) in ends.into_iter().enumerate() {
            let Some(text) = text else { continue };
            read[index] = numbers::end_of_window(text.trim_matches('_'), unset[index], self.tree);
            if read[index].is_none() {
                self.complain(format!("`{}` is no end of a window; write 3, -inf or inf", shortened(text)));
            }
        }
        let known = self.answers.windows.entry(node).or_default();
        for (known, read) in known.iter_mut().zip(read) {
            *known = read.or(*known);
        }
    }

    /// Takes a list of leaves; an inner node stands for all leaves below it.
    pub(super) fn leaves(&mut self, names: &[&str]) -> Option<Vec<usize>> {
        let mut leaves = Vec::new();
        for name in names.iter().filter(|name| !is_no_leaf(name)) {
            let node = self.node(name)?;
            leaves.extend(self.tree.leaves_below(node).filter(|leaf| !leaves.contains(leaf)).collect::<Vec<_>>());
        }
        Some(leaves)
    }

    pub(super) fn pruned(&mut self, names: &[&str]) {
        if let Some(leaves) = self.leaves(names) {
            self.answers.pruned = Some(leaves.into_iter().collect());
        }
    }

    pub(super) fn read(&mut self, names: &[&str]) {
        if let Some(leaves) = self.leaves(names) {
            self.answers.read = Some(leaves);
        }
    }

    pub(super) fn order(&mut self, names: &[&str]) {
        // Who names inner nodes, too, means the moments when they are entered.
        let inner = |name: &&&str| self.tree.find(name).is_none_or(|node| self.tree.is_leaf(node));
        let leaves: Vec<&str> = names.iter().filter(inner).copied().collect();
        if let Some(leaves) = self.leaves(&leaves) {
            self.answers.order = Some(leaves);
        }
    }

    pub(super) fn cutoffs(&mut self, text: &str) {
        match text.trim().to_lowercase().as_str() {
            "none" | "no" => self.answers.cutoffs = Some(0),
            text => match text.parse() {
                Ok(count) => self.answers.cutoffs = Some(count),
                Err(_) => self.complain(format!("`{}` is no number of cutoffs", shortened(text))),
            },
        }
    }

    pub(super) fn owner(&mut self, node: usize, end: End, name: &str) {
        let owner = if is_nobody(name) { Some(None) } else { self.node(name).map(Some) };
        if let Some(owner) = owner {
            self.answers.owners.insert((node, end), owner);
        }
    }

    pub(super) fn range(&mut self, leaf: usize, text: &str) {
        match numbers::range(text, self.tree) {
            Some(range) => drop(self.answers.ranges.insert(leaf, range)),
            None => self.complain(format!("`{}` is no range of values; write <= 3 or -inf..3", shortened(text))),
        }
    }

    pub(super) fn best(&mut self, name: &str) {
        if let Some(node) = self.step(0, name) {
            self.answers.best = Some(node);
        }
    }

    pub(super) fn pv(&mut self, names: &[&str]) {
        let mut line = Vec::new();
        for name in names {
            let above = line.last().copied().unwrap_or(0);
            // Who begins at the root says where everybody is.
            if line.is_empty() && self.tree.find(name) == Some(0) {
                continue;
            }
            let Some(node) = self.step(above, name) else { return };
            line.push(node);
        }
        self.answers.pv = Some(line);
    }

    /// Finds a node by its name, or as the move from `above` that leads to it. What the sheet calls a node means no other.
    fn step(&mut self, above: usize, name: &str) -> Option<usize> {
        if let Some(node) = self.tree.find_exactly(name) {
            return Some(node);
        }
        let bare = name.rsplit('.').next().unwrap_or(name).trim_end_matches(['+', '#']);
        let children = &self.tree.node(above).children;
        let is_move = |&&child: &&usize| self.tree.node(child).mv.trim_end_matches(['+', '#']) == bare;
        let by_move = children.iter().find(is_move).copied().filter(|_| self.tree.has_moves());
        by_move.or_else(|| self.node(name))
    }

    pub(super) fn view(&mut self, text: &str) {
        match text.trim().to_lowercase().as_str() {
            "negamax" => self.is_negamax = true,
            "minimax" | "max" | "max/min" => self.is_negamax = false,
            _ => self.complain("a view is minimax (all scores are MAX's) or negamax (those of the player to move)"),
        }
    }

    pub(super) fn student(&mut self, text: &str) {
        self.answers.student = Some(shortened(text)).filter(|name| !name.is_empty());
    }

    pub(super) fn exercise(&mut self, text: &str) {
        self.answers.exercise = Some(shortened(text).to_lowercase()).filter(|name| !name.is_empty());
    }

    /// Returns what was taken, as MAX sees it.
    pub(super) fn finish(mut self) -> Answers {
        let tree = self.tree;
        if self.is_negamax {
            let turned = |node: &usize| !tree.is_max(*node);
            for (_, claim) in self.answers.values.iter_mut().filter(|(node, _)| turned(node)) {
                *claim = claim.turned();
            }
            for (_, ends) in self.answers.windows.iter_mut().filter(|(node, _)| turned(node)) {
                *ends = [ends[1].map(|beta| -beta), ends[0].map(|alpha| -alpha)];
            }
        }
        let answers = &mut self.answers;
        if let Some(read) = &answers.read {
            let rest: BTreeSet<usize> = tree.leaves().filter(|leaf| !read.contains(leaf)).collect();
            let against = answers.pruned.as_ref().and_then(|pruned| pruned.symmetric_difference(&rest).next().copied());
            match against {
                Some(leaf) => answers.conflict = Some(tree.node(leaf).name.clone()),
                None => answers.pruned = Some(rest),
            }
            answers.order = answers.order.take().or_else(|| answers.read.clone());
        }
        self.answers
    }
}

impl Answers {
    /// Returns whether nothing is answered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let Self { values, windows, owners, ranges, .. } = self;
        let lists = [self.pruned.is_some(), self.order.is_some(), self.pv.is_some(), self.conflict.is_some()];
        let maps = [values.is_empty(), windows.is_empty(), owners.is_empty(), ranges.is_empty()];
        maps.into_iter().all(|is_empty| is_empty)
            && !lists.into_iter().any(|is_given| is_given)
            && self.best.is_none()
            && self.cutoffs.is_none()
    }

    /// Returns the value that is claimed for a node, as limits of what it can be.
    pub(super) fn interval(&self, node: usize) -> Option<Interval> {
        let Claim { score, bound } = *self.values.get(&node)?;
        Some(Interval {
            low: if bound == Bound::Upper { Score::MIN } else { score },
            high: if bound == Bound::Lower { Score::MAX } else { score },
        })
    }
}

/// Whether nothing was filled in.
pub(super) fn is_blank(text: &str) -> bool {
    text.trim().chars().all(|c| c == '_' || c == '.' || c.is_whitespace())
}

/// The beginning of a text that a student typed, in one line in which nothing acts.
pub(super) fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    let clean = visible(&text.trim().replace(['\t', '\n', '\r'], " "));
    if clean.chars().count() <= MOST {
        return clean;
    }
    let start: String = clean.chars().take(MOST).collect();
    format!("{start}...")
}
