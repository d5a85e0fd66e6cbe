//! What one search says on the tree of an exercise: the right search, and each of the wrong ones.

use super::tree::{PaperTree, ValueRange};
use crate::game::TreeMove;
use crate::hooks::{Event, Observer, Owner, SearchEvent, Tracker, Verdict, Watch};
use crate::score::{Bound, Score, Window};
use crate::search::{Cut, Fail, MAX_DEPTH, Mistake, Order, Settings};

/// A search of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExerciseSearch {
    Right(Cut),
    Wrong(Mistake),
}

/// What a search did at an inner node. Scores are MAX's: alpha is what MAX has already, beta what MIN has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InnerVisit {
    pub window: Window,
    /// Who set alpha and beta of that window: the node that the move leads to.
    pub set_by: [Option<usize>; 2],
    /// What the search returned, as it fails.
    pub value: (Score, Bound),
    /// The best of the scores that were compared here, which is what failing soft returns.
    pub found: Score,
    /// The child that cut, if one did.
    pub cut_by: Option<usize>,
}

/// The comparison that a leaf went through, as MAX sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeafRead {
    pub leaf: usize,
    pub window: Window,
}

/// What one search says on the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    pub search: ExerciseSearch,
    /// What happened at the nodes; none where the search did not come, and at leaves.
    pub visits: Vec<Option<InnerVisit>>,
    pub reads: Vec<LeafRead>,
    /// The nodes where a child cut, in order, with how many children that skipped.
    pub cutoffs: Vec<(usize, u32)>,
    pub pv: Vec<usize>,
}

impl Solution {
    /// Searches the tree.
    ///
    /// Takes as long as the search.
    pub fn of(tree: &PaperTree, search: ExerciseSearch) -> Self {
        Self::to_depth(tree, search, None, tree.height())
    }

    /// Searches the tree as [`of`](Self::of) does, but says how a search with a mistake fails, and how many plies are searched.
    pub(super) fn to_depth(tree: &PaperTree, search: ExerciseSearch, fail: Option<Fail>, plies: usize) -> Self {
        let depth = (plies as u32).clamp(1, MAX_DEPTH);
        let settings = match search {
            // Who does not cut on a tie has to know by how much a node fails.
            ExerciseSearch::Right(Cut::AboveBeta) => {
                Settings { cut: Cut::AboveBeta, fail: Some(Fail::Soft), ..plain(depth) }
            }
            ExerciseSearch::Right(cut) => Settings { cut, ..plain(depth) },
            ExerciseSearch::Wrong(mistake) => Settings { mistake: Some(mistake), fail, ..plain(depth) },
        };
        let mut watch = Watch(Watcher::new(tree));
        let found = settings.search(&mut tree.game(), &mut watch);
        let Watch(watcher) = watch;
        let best = found.ok().and_then(|result| result.best).map(TreeMove::number);
        watcher.finish(search, best)
    }

    pub fn reads(&self, leaf: usize) -> bool {
        self.reads.iter().any(|read| read.leaf == leaf)
    }

    /// Returns the leaves that were not read, from left to right.
    pub fn pruned(&self, tree: &PaperTree) -> Vec<usize> {
        tree.leaves().filter(|&leaf| !self.reads(leaf)).collect()
    }

    pub fn best(&self) -> Option<usize> {
        self.pv.first().copied()
    }

    pub fn real_cutoffs(&self) -> usize {
        self.cutoffs.iter().filter(|(_, skipped)| *skipped != 0).count()
    }

    /// Returns what is known of the value of a node by the leaves that were read.
    pub fn interval(&self, tree: &PaperTree, index: usize) -> ValueRange {
        tree.interval(index, &|leaf| match self.reads(leaf) {
            true => ValueRange::exactly(tree.node(leaf).value),
            false => ValueRange::ALL,
        })
    }
}

fn plain(depth: u32) -> Settings {
    Settings { depth, order: Order::None, ..Settings::default() }
}

/// Writes down what a search does.
struct Watcher<'a> {
    tree: &'a PaperTree,
    tracker: Tracker<TreeMove>,
    visits: Vec<Option<InnerVisit>>,
    reads: Vec<LeafRead>,
    cutoffs: Vec<(usize, u32)>,
    /// The last child of each node that was the best so far.
    best: Vec<Option<usize>>,
}

impl<'a> Watcher<'a> {
    fn new(tree: &'a PaperTree) -> Self {
        let count = tree.nodes().len();
        Self {
            tree,
            tracker: Tracker::default(),
            visits: vec![None; count],
            reads: Vec::new(),
            cutoffs: Vec::new(),
            best: vec![None; count],
        }
    }

    fn finish(self, search: ExerciseSearch, best: Option<usize>) -> Solution {
        let Self { visits, reads, cutoffs, best: best_of, .. } = self;
        let next = |&at: &usize| best_of[at];
        let pv = std::iter::successors(best, next).collect();
        let solution = Solution { search, visits, reads, cutoffs, pv };
        // A student who takes MAX for MIN writes the values as they stand on the sheet.
        if search == ExerciseSearch::Wrong(Mistake::RootIsMin) { solution.turned() } else { solution }
    }

    fn score(&self, node: usize, score: Score) -> Score {
        if self.tree.is_max(node) { score } else { -score }
    }

    fn window(&self, node: usize, window: Window) -> Window {
        if self.tree.is_max(node) { window } else { -window }
    }

    fn enter(&mut self, here: usize, line: &[TreeMove], window: Window) {
        let ply = line.len();
        let node = |owner: Option<Owner<TreeMove>>| owner.map(|owner| owner.mv.number());
        let own = self.tracker.owners(ply).map(node);
        let set_by = if self.tree.is_max(here) { own } else { [own[1], own[0]] };
        let window = self.window(here, window);
        let worst = if self.tree.is_max(here) { Score::MIN } else { Score::MAX };
        self.visits[here] =
            Some(InnerVisit { window, set_by, value: (worst, Bound::Exact), found: worst, cut_by: None });
    }

    fn judged(&mut self, here: usize, child: usize, score: Score, window: Window, verdict: Verdict) {
        let (score, window) = (self.score(here, score), self.window(here, window));
        if self.tree.is_leaf(child) {
            self.reads.push(LeafRead { leaf: child, window });
        }
        let is_max = self.tree.is_max(here);
        let Some(visit) = &mut self.visits[here] else { return };
        visit.found = if is_max { visit.found.max(score) } else { visit.found.min(score) };
        match verdict {
            Verdict::Best => self.best[here] = Some(child),
            Verdict::Cutoff { skipped } => {
                visit.cut_by = Some(child);
                self.cutoffs.push((here, skipped));
            }
            Verdict::NotBest => {}
        }
    }

    fn leave(&mut self, here: usize, score: Score, bound: Bound) {
        let is_max = self.tree.is_max(here);
        let value = if is_max { (score, bound) } else { (-score, -bound) };
        if let Some(visit) = &mut self.visits[here] {
            visit.value = value;
        }
    }
}

impl Observer<TreeMove> for Watcher<'_> {
    fn observe(&mut self, line: &[TreeMove], event: SearchEvent<'_, TreeMove>) {
        self.tracker.observe(line.len(), &event);
        let here = line.last().map_or(0, |mv| mv.number());
        if let Event::Enter { window, .. } = event {
            self.enter(here, line, window);
        } else if let Event::Judged { mv, score, window, verdict, .. } = event {
            self.judged(here, mv.number(), score, window, verdict);
        } else if let Event::Leave { score, bound } = event {
            self.leave(here, score, bound);
        }
    }
}

impl Solution {
    /// The same with all scores seen by the other side.
    fn turned(mut self) -> Self {
        for visit in self.visits.iter_mut().flatten() {
            visit.window = -visit.window;
            visit.set_by.reverse();
            visit.value = (-visit.value.0, -visit.value.1);
            visit.found = -visit.found;
        }
        for read in &mut self.reads {
            read.window = -read.window;
        }
        self
    }
}
