//! The behaviour of the correct search and of each wrong search on the tree of an exercise, and the exact test of a set
//! of skipped leaves: whether the result is safe, and whether a search could have known that.

use super::tree::PaperTree;
use crate::core::game::TreeMove;
use crate::core::hooks::{Event, Observer, Owner, SearchEvent, Tracker, Verdict, Watch};
use crate::core::names::named;
use crate::core::score::{Bound, Interval, Score, Window};
use crate::core::search::{Cut, Fail, MAX_DEPTH, Mistake, Order, Settings};
use std::collections::BTreeSet;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExerciseSearch {
    Right(Cut),
    /// The correct fail-hard search in which a tie causes no cutoff. Both are right, but together they read more leaves.
    HardStrict,
    Wrong(Mistake),
}

impl ExerciseSearch {
    /// Returns whether a tie causes no cutoff.
    pub(crate) const fn is_strict(self) -> bool {
        matches!(self, Self::Right(Cut::AboveBeta) | Self::HardStrict | Self::Wrong(Mistake::Strict))
    }
}

/// The behaviour of a search at an inner node. Scores are for MAX: alpha is MAX's bound, and beta is MIN's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InnerVisit {
    pub window: Window,
    /// The owners of alpha and beta in `window`, each given as the node to which the owning move leads.
    pub set_by: [Option<usize>; 2],
    /// The returned value, fail-hard or fail-soft.
    pub value: (Score, Bound),
    /// The best of the scores compared at the node. A fail-soft search returns this score.
    pub found: Score,
    pub cut_by: Option<usize>,
}

/// A leaf that the search read, and the comparison of its score, from MAX's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeafRead {
    pub leaf: usize,
    pub window: Window,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    pub search: ExerciseSearch,
    /// The visit to each inner node; `None` at leaves and at nodes that the search did not visit.
    pub visits: Vec<Option<InnerVisit>>,
    pub reads: Vec<LeafRead>,
    /// The nodes where a child caused a cutoff, in order, with the number of children skipped.
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

    /// Searches the tree like [`of`](Self::of), but to the given number of plies and, for a search with a mistake, with
    /// the given fail rule.
    pub(crate) fn to_depth(tree: &PaperTree, search: ExerciseSearch, fail: Option<Fail>, plies: usize) -> Self {
        let depth = (plies as u32).clamp(1, MAX_DEPTH);
        let settings = match search {
            // If ties cause no cutoffs, a fail-soft search skips more: a fail-hard node returns the bound itself, which is
            // a tie and causes no cutoff.
            ExerciseSearch::Right(Cut::AboveBeta) => {
                Settings { cut: Cut::AboveBeta, fail: Some(Fail::Soft), ..plain(depth) }
            }
            ExerciseSearch::HardStrict => Settings { cut: Cut::AboveBeta, fail: Some(Fail::Hard), ..plain(depth) },
            ExerciseSearch::Right(cut) => Settings { cut, ..plain(depth) },
            ExerciseSearch::Wrong(mistake) => Settings { mistake: Some(mistake), fail, ..plain(depth) },
        };
        let mut watch = Watch(Watcher::new(tree, search));
        let found = settings.search(&mut tree.game(), &mut watch);
        let Watch(watcher) = watch;
        let best = found.ok().and_then(|result| result.best).map(TreeMove::number);
        watcher.finish(best)
    }

    pub fn reads(&self, leaf: usize) -> bool {
        self.reads.iter().any(|read| read.leaf == leaf)
    }

    /// Returns the leaves in the order in which they were read.
    pub(crate) fn order(&self) -> Vec<usize> {
        self.reads.iter().map(|read| read.leaf).collect()
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

    /// Returns what the leaves read so far prove about the value of a node.
    pub fn interval(&self, tree: &PaperTree, index: usize) -> Interval {
        tree.interval(index, &|leaf| match self.reads(leaf) {
            true => Interval::point(tree.node(leaf).value),
            false => Interval::ANY,
        })
    }

    /// Converts all scores to the other side's view.
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

fn plain(depth: u32) -> Settings {
    Settings { depth, order: Order::None, ..Settings::default() }
}

struct Watcher<'a> {
    tree: &'a PaperTree,
    tracker: Tracker<TreeMove>,
    solution: Solution,
    /// For each node, the best child so far.
    best: Vec<Option<usize>>,
}

impl<'a> Watcher<'a> {
    fn new(tree: &'a PaperTree, search: ExerciseSearch) -> Self {
        let count = tree.nodes().len();
        let (reads, cutoffs, pv) = (Vec::new(), Vec::new(), Vec::new());
        let solution = Solution { search, visits: vec![None; count], reads, cutoffs, pv };
        Self { tree, tracker: Tracker::default(), solution, best: vec![None; count] }
    }

    fn finish(self, best: Option<usize>) -> Solution {
        let pv = std::iter::successors(best, |&at| self.best[at]).collect();
        let solution = Solution { pv, ..self.solution };
        // A student who swaps MAX and MIN still writes the values with the signs on the sheet.
        if solution.search == ExerciseSearch::Wrong(Mistake::RootIsMin) { solution.turned() } else { solution }
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
        self.solution.visits[here] =
            Some(InnerVisit { window, set_by, value: (worst, Bound::Exact), found: worst, cut_by: None });
    }

    fn judged(&mut self, here: usize, child: usize, score: Score, window: Window, verdict: Verdict) {
        let (score, window) = (self.score(here, score), self.window(here, window));
        if self.tree.is_leaf(child) {
            self.solution.reads.push(LeafRead { leaf: child, window });
        }
        let is_max = self.tree.is_max(here);
        let Some(visit) = &mut self.solution.visits[here] else { return };
        visit.found = if is_max { visit.found.max(score) } else { visit.found.min(score) };
        match verdict {
            Verdict::Best => self.best[here] = Some(child),
            Verdict::Cutoff { skipped } => {
                visit.cut_by = Some(child);
                self.solution.cutoffs.push((here, skipped));
            }
            Verdict::NotBest | Verdict::Weighed => {}
        }
    }

    fn leave(&mut self, here: usize, score: Score, bound: Bound) {
        let is_max = self.tree.is_max(here);
        let value = if is_max { (score, bound) } else { (-score, -bound) };
        if let Some(visit) = &mut self.solution.visits[here] {
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

named! {
    /// The verdict on a set of skipped leaves.
    pub enum PruningClass: "class of pruning" {
        Own = "right", "what the search skips";
        OtherRule = "other_rule", "what a search with the other rule for ties skips";
        UnderPruned = "under_pruned", "safe, but more leaves are read than necessary";
        OverPruned = "over_pruned", "the result depends on a leaf that was skipped";
        Hindsight = "hindsight", "safe, but you could not know it when reading from left to right";
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pruning {
    pub class: PruningClass,
    /// The leaves that the search skips but this set does not.
    pub needless: Vec<usize>,
    /// The leaves that this set skips but the search does not.
    pub missing: Vec<usize>,
    /// A counterexample, if the set is over-pruned.
    pub counterexample: Option<Counterexample>,
    /// The first skipped leaf that could still have mattered, with the window at that leaf.
    pub unknowable: Option<(usize, Window)>,
}

/// Two ways to fill in the skipped leaves that give different results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The leaves to fill in; the other skipped leaves may have any value.
    pub leaves: Vec<usize>,
    /// The two results.
    pub results: [Filled; 2],
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filled {
    /// The leaves with the value minus infinity; the counterexample's other leaves have plus infinity.
    pub low: BTreeSet<usize>,
    pub value: Score,
    /// The best move; the first, if several are equally good.
    pub best: usize,
}

/// Returns the range of each leaf's value if the search does not read the leaves in `left_out`.
pub(crate) fn known<'a>(tree: &'a PaperTree, left_out: &'a BTreeSet<usize>) -> impl Fn(usize) -> Interval + 'a {
    move |leaf| match left_out.contains(&leaf) {
        true => Interval::ANY,
        false => Interval::point(tree.node(leaf).value),
    }
}

/// Returns whether the value of the root is the same for all values of the leaves in `left_out`.
///
/// Minimax is monotone in every leaf, so two passes are enough: one with all of them at minus infinity, and one with
/// all at plus infinity.
pub fn value_is_safe(tree: &PaperTree, left_out: &BTreeSet<usize>) -> bool {
    tree.interval(0, &known(tree, left_out)).exact().is_some()
}

/// Returns whether the best move (the first, if several are equally good) is the same for all values of the leaves in
/// `left_out`.
///
/// No leaf is below two root moves, so each root move can have its worst value while all other moves have their best
/// values.
pub fn best_is_safe(tree: &PaperTree, left_out: &BTreeSet<usize>) -> bool {
    let ranges: Vec<Interval> = root_moves(tree, left_out);
    let best = first_best(tree, &ranges.iter().map(|range| worst(tree, *range)).collect::<Vec<_>>());
    let beats = |index: usize| {
        let (rival, own) = (finest(tree, ranges[index]), worst(tree, ranges[best]));
        let is_worse = if tree.is_max(0) { rival < own } else { own < rival };
        is_worse || (best < index && rival == own)
    };
    (0..ranges.len()).all(|index| index == best || beats(index))
}

fn root_moves(tree: &PaperTree, left_out: &BTreeSet<usize>) -> Vec<Interval> {
    let leaf = known(tree, left_out);
    tree.node(0).children.iter().map(|&child| tree.interval(child, &leaf)).collect()
}

/// Returns the end of a range that is worst for the player at the root.
fn worst(tree: &PaperTree, range: Interval) -> Score {
    if tree.is_max(0) { range.low } else { range.high }
}

/// Returns the end of a range that is best for the player at the root.
fn finest(tree: &PaperTree, range: Interval) -> Score {
    if tree.is_max(0) { range.high } else { range.low }
}

/// Returns the index of the best value for the player at the root, or of the first one if several are equal.
fn first_best(tree: &PaperTree, values: &[Score]) -> usize {
    let is_better = |a: Score, b: Score| if tree.is_max(0) { b < a } else { a < b };
    (1..values.len()).fold(0, |best, index| if is_better(values[index], values[best]) { index } else { best })
}

/// Judges a set of skipped leaves by comparing it with the searches under both rules for ties.
///
/// Takes a few passes over the tree for each skipped leaf.
pub fn judge(tree: &PaperTree, [own, other]: [&Solution; 2], left_out: &BTreeSet<usize>) -> Pruning {
    let own: BTreeSet<usize> = own.pruned(tree).into_iter().collect();
    let other: BTreeSet<usize> = other.pruned(tree).into_iter().collect();
    let mut pruning = Pruning {
        class: PruningClass::Own,
        needless: own.difference(left_out).copied().collect(),
        missing: left_out.difference(&own).copied().collect(),
        counterexample: None,
        unknowable: None,
    };
    if *left_out == own {
        return pruning;
    }
    if *left_out == other {
        return Pruning { class: PruningClass::OtherRule, ..pruning };
    }
    pruning.counterexample = counterexample(tree, left_out);
    if pruning.counterexample.is_some() {
        return Pruning { class: PruningClass::OverPruned, ..pruning };
    }
    pruning.unknowable = left_out
        .iter()
        .map(|&leaf| (leaf, window_at(tree, left_out, leaf)))
        .find(|(_, window)| window.alpha < window.beta);
    pruning.class = if pruning.unknowable.is_some() { PruningClass::Hindsight } else { PruningClass::UnderPruned };
    pruning
}

/// Returns the window at a leaf in a search from left to right that skips `left_out`. The bounds follow from the leaves
/// before `leaf`. The leaf can still change the root if and only if alpha is less than beta.
pub fn window_at(tree: &PaperTree, left_out: &BTreeSet<usize>, leaf: usize) -> Window {
    window_by(tree, leaf, &known(tree, left_out), |sibling, at| sibling < at)
}

/// Returns the window that a leaf has if, of all siblings along its path, only those count for which `counts` is true.
pub(crate) fn window_by(
    tree: &PaperTree,
    leaf: usize,
    known: &impl Fn(usize) -> Interval,
    counts: impl Fn(usize, usize) -> bool,
) -> Window {
    let mut window = Window::FULL;
    for at in tree.path(leaf) {
        let Some(parent) = tree.node(at).parent else { continue };
        for &sibling in tree.node(parent).children.iter().filter(|&&sibling| counts(sibling, at)) {
            let range = tree.interval(sibling, known);
            match tree.is_max(parent) {
                true => window.alpha = window.alpha.max(range.low),
                false => window.beta = window.beta.min(range.high),
            }
        }
    }
    window
}

/// Returns two ways to fill in the leaves that give the root different values or best moves, or `None` if the root has
/// the same value and best move in every case.
pub fn counterexample(tree: &PaperTree, left_out: &BTreeSet<usize>) -> Option<Counterexample> {
    let is_safe = |left_out: &BTreeSet<usize>| value_is_safe(tree, left_out) && best_is_safe(tree, left_out);
    if is_safe(left_out) {
        return None;
    }
    // A counterexample with few leaves is easier to understand, so leaves that it doesn't need keep their real values.
    let mut needed = left_out.clone();
    for &leaf in left_out {
        needed.remove(&leaf);
        if is_safe(&needed) {
            needed.insert(leaf);
        }
    }
    let all_low = fill(tree, needed.clone(), &needed);
    let mut ways = vec![fill(tree, BTreeSet::new(), &needed)];
    // To test the best move, give each root move in turn its best value, and the other root moves their worst values.
    for &favoured in &tree.node(0).children {
        let below: BTreeSet<usize> = tree.leaves_below(favoured).filter(|leaf| needed.contains(leaf)).collect();
        let rest = needed.difference(&below).copied().collect();
        ways.push(fill(tree, if tree.is_max(0) { rest } else { below }, &needed));
    }
    let differs = |way: &&Filled| way.value != all_low.value || way.best != all_low.best;
    let results = [all_low.clone(), ways.iter().find(differs)?.clone()];
    Some(Counterexample { leaves: needed.into_iter().collect(), results })
}

/// Gives the leaves in `needed` infinite values, and the others their real values.
fn fill(tree: &PaperTree, low: BTreeSet<usize>, needed: &BTreeSet<usize>) -> Filled {
    let leaf = |leaf: usize| {
        Interval::point(match (low.contains(&leaf), needed.contains(&leaf)) {
            (true, _) => Score::MIN,
            (false, true) => Score::MAX,
            (false, false) => tree.node(leaf).value,
        })
    };
    let children = &tree.node(0).children;
    let values: Vec<Score> = children.iter().map(|&child| tree.interval(child, &leaf).low).collect();
    let best = first_best(tree, &values);
    let value = tree.interval(0, &leaf).low;
    Filled { value, best: children.get(best).copied().unwrap_or(0), low }
}
