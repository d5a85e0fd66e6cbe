//! Checks a search's claims about its nodes in two ways. The first check compares them with plain minimax, within a
//! budget. The second compares them with what the searched leaves prove on their own, whatever the skipped nodes are
//! worth. The second check proves that every cutoff is safe.

mod claims;
mod minimax;

pub(super) use claims::Claims;

use super::report::{Check, Failure, Problem, Report, Unchecked};
use crate::core::game::Movers;
use crate::core::hooks::{Leaf, Siblings};
use crate::core::recording::Label;
use crate::core::score::{Bound, Interval, Score};
use crate::core::search::algorithm::chance::MeanSoFar;
use crate::core::study::{GameTree, Limits};
use crate::core::trace::{Header, Outcome};
use claims::{ClaimedNode, ClaimedTree};
use minimax::Minimax;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::Ordering;

/// The number of nodes between checks of the stop flag.
const PERIOD: u64 = 1024;

/// Compares a search's claims with the facts about its tree.
pub(crate) struct Examiner<'a> {
    pub claims: &'a Claims,
    /// The maximum number of leaves that minimax evaluates.
    pub budget: u64,
    /// The limits of the check, which also receive its progress.
    limits: &'a Limits,
    /// The number of nodes visited since the last progress report.
    uncounted: u64,
    is_stopped: bool,
    unchecked: HashMap<Unchecked, u64>,
    pub report: Report,
}

/// The facts about the nodes of a tree. Scores are for the side that moved to the node; at the root, for the side to
/// move.
pub(crate) struct Facts {
    pub statics: Vec<Option<Score>>,
    /// The score of each node by minimax, if known.
    pub truth: Vec<Option<Score>>,
    /// For each node, the interval that follows from the searched leaves alone.
    known: Vec<Interval>,
}

impl Facts {
    fn new(tree: &ClaimedTree) -> Self {
        let size = tree.nodes.len();
        Self { statics: vec![None; size], truth: vec![None; size], known: vec![Interval::ANY; size] }
    }

    pub(crate) fn of(&self, node: usize) -> Interval {
        self.truth[node].map_or(self.known[node], Interval::point)
    }
}

impl ClaimedNode {
    /// Returns whether the node's moves are known: the search entered it, or it is a leaf because it has no moves.
    fn has_moves_listed(&self) -> bool {
        !self.moves().is_empty() || matches!(self.leaf, Some(Leaf::Childless | Leaf::Tablebase))
    }

    /// Returns whether the search entered the node, with or without an event.
    fn was_entered(&self) -> bool {
        !self.moves().is_empty() || self.leaf == Some(Leaf::Omitted)
    }

    fn is_searched(&self) -> bool {
        self.leaf.is_some() || !self.moves().is_empty() || !self.claims().is_empty()
    }
}

impl<'a> Examiner<'a> {
    pub(crate) fn new(claims: &'a Claims, header: &Header, outcome: &Outcome, budget: u64, limits: &'a Limits) -> Self {
        let report = Report { header: header.clone(), outcome: outcome.clone(), ..Report::default() };
        let unchecked = claims.unchecked.clone();
        Self { claims, budget, limits, uncounted: 0, is_stopped: false, unchecked, report }
    }

    /// Returns the range of leaf values, from MAX's view.
    fn value_range(&self) -> Interval {
        self.report.header.leaves.map_or(Interval::ANY, |[low, high]| Interval { low, high })
    }

    /// Returns who chooses at each ply.
    fn movers(&self) -> Movers {
        self.report.header.movers()
    }

    /// Counts a visited node; returns whether to stop.
    fn stops(&mut self) -> bool {
        self.uncounted += 1;
        if self.uncounted == PERIOD {
            self.limits.progress.fetch_add(self.uncounted, Ordering::Relaxed);
            self.uncounted = 0;
            self.is_stopped |= self.limits.is_stopped();
        }
        self.is_stopped
    }

    /// Checks everything against the tree `ground`.
    pub(crate) fn examine(mut self, ground: &mut dyn GameTree) -> Report {
        let claims = self.claims;
        let root_alone = ClaimedTree::new(self.report.header.depth);
        let mut trees: Vec<&ClaimedTree> = claims.trees.iter().collect();
        // If the game is over at the root, no node is entered.
        if trees.is_empty() && self.report.outcome.complete {
            trees.push(&root_alone);
        }
        let (whole, others): (Vec<_>, Vec<_>) =
            trees.into_iter().partition(|tree| tree.depth == self.report.header.depth);
        for tree in whole.into_iter().chain(others) {
            let mut facts = Facts::new(tree);
            self.walk(ground, tree, 0, &mut facts);
            Minimax { examiner: &mut self, ground, tree, facts: &mut facts }.search();
            self.compare(tree, &mut facts);
        }
        self.result(ground);
        self.finish()
    }

    /// Returns a report that says that nothing was checked because no nodes were kept.
    pub(crate) fn not_at_all(mut self, why: Unchecked, events: u64) -> Report {
        self.skip(why, events);
        self.finish()
    }

    /// Checks the conclusions from the searched leaves, if nothing else is known about the tree.
    pub(crate) fn examine_alone(mut self) -> Report {
        self.report.is_alone = true;
        let mut leaf = Ok(None);
        for tree in &self.claims.trees {
            let mut facts = Facts::new(tree);
            for (node, visit) in tree.nodes.iter().enumerate() {
                let exact = visit.claims().iter().find(|(_, bound)| *bound == Bound::Exact);
                facts.statics[node] =
                    exact.map(|&(score, _)| score).filter(|_| visit.leaf.is_some_and(Leaf::is_static));
            }
            self.compare(tree, &mut facts);
            if tree.depth == self.report.header.depth {
                leaf = self.pv_leaf_in(tree, &facts);
            }
        }
        self.result_alone(leaf);
        self.finish()
    }

    fn finish(mut self) -> Report {
        self.report.unchecked = self.unchecked.into_iter().filter(|(_, count)| *count != 0).collect();
        self.report.unchecked.sort_unstable();
        self.report
    }

    fn count(&mut self, check: Check, times: u64) {
        self.report.checked[check as usize] += times;
    }

    fn skip(&mut self, why: Unchecked, times: u64) {
        *self.unchecked.entry(why).or_default() += times;
    }

    fn fail(&mut self, check: Check, line: Vec<String>, problem: Problem) {
        self.count(check, 1);
        let failure = Failure { check, line, problem };
        // A judgement and the `leave` before it may make the same claim.
        if self.report.failures.last() != Some(&failure) {
            self.report.failures.push(failure);
        }
    }

    /// Records the result of a check; `None` means unknown.
    fn note(&mut self, check: Check, proved: Option<bool>, failure: impl FnOnce() -> (Vec<String>, Problem)) {
        match proved {
            Some(true) => self.count(check, 1),
            Some(false) => {
                let (line, problem) = failure();
                self.fail(check, line, problem);
            }
            None if self.claims.has_omitted => self.skip(Unchecked::Omitted, 1),
            None => self.skip(Unchecked::Unknown, 1),
        }
    }

    /// Returns the moves that the search lists for a node, each with its index in the game tree, and the number of
    /// moves in the game tree.
    fn moves(&self, ground: &mut dyn GameTree, visit: &ClaimedNode) -> (Vec<(Label, usize)>, usize) {
        let mut all: Siblings<String> = ground.names().into_iter().collect();
        let find = |&label: &Label| {
            let name = self.claims.names.name(label);
            let index = all.seek(name).or_else(|| ground.read(name));
            index.map(|index| (label, index))
        };
        (visit.moves().iter().filter_map(find).collect(), all.moves().len())
    }

    /// Visits every searched node to get its static evaluations and skipped moves.
    fn walk(&mut self, ground: &mut dyn GameTree, tree: &ClaimedTree, node: usize, facts: &mut Facts) {
        let visit = &tree.nodes[node];
        if self.stops() {
            return;
        }
        if node != 0 {
            facts.statics[node] = ground.score().map(|score| self.movers().up(visit.ply(), score));
        }
        if !visit.has_moves_listed() {
            return;
        }
        let (moves, all) = self.moves(ground, visit);
        self.report.restricted += u64::from(visit.moves().len() < all);
        let mut labels: Siblings<Label> = moves.iter().map(|&(label, _)| label).collect();
        for child in visit.children() {
            if let Some(at) = tree.nodes[child].label.and_then(|label| labels.seek(&label)) {
                ground.play(moves[at].1);
                self.walk(ground, tree, child, facts);
                ground.undo();
            }
        }
    }

    /// Compares every claim with the facts.
    fn compare(&mut self, tree: &ClaimedTree, facts: &mut Facts) {
        // The scores of a given tree need not count mates from its root.
        let has_rules = self.report.header.shape.is_none();
        // Parents come before their children, so go backwards.
        for node in (0..tree.nodes.len()).rev() {
            facts.known[node] = known(tree, facts, node, (self.movers(), self.value_range()), has_rules);
        }
        for (node, visit) in tree.nodes.iter().enumerate().filter(|(_, visit)| !visit.claims().is_empty()) {
            self.report.by_minimax.0 += u64::from(facts.truth[node].is_some());
            self.report.by_minimax.1 += 1;
            let is = facts.of(node);
            for &(said, bound) in visit.claims() {
                let check = if bound == Bound::Exact { Check::Exact } else { Check::Bound };
                let claims = self.claims;
                let failure = || (claims.line(tree, node), Problem::Score { said, bound, is });
                self.note(check, is.proves(said, bound, self.report.header.tolerance), failure);
            }
        }
        if tree.depth == self.report.header.depth {
            self.root(tree, facts);
        }
    }

    /// Checks the result, and checks that no skipped child could have changed it.
    fn root(&mut self, tree: &ClaimedTree, facts: &Facts) {
        let skipped = |visit: &ClaimedNode| {
            let searched = visit.children().filter(|&child| tree.nodes[child].is_searched()).count();
            (visit.moves().len() - searched.min(visit.moves().len())) as u64
        };
        let skipped: u64 = tree.nodes.iter().map(skipped).sum();
        let is_open = self.claims.has_omitted && facts.truth[0].is_none();
        let taint = match self.report.outcome.complete {
            true => tree.root_taint.or(is_open.then_some(Unchecked::Omitted)),
            false => Some(Unchecked::Stopped),
        };
        if let Some(why) = taint {
            return self.skip(why, 2 + skipped);
        }
        let is = facts.of(0);
        let Some(said) = self.report.outcome.score else { return };
        let by = self.report.header.tolerance;
        if self.movers().is_chance(0) {
            return self
                .note(Check::Root, is.proves(said, Bound::Exact, by), || (Vec::new(), Problem::Root { said, is }));
        }
        self.note(Check::Root, is.proves(said, Bound::Exact, by), || (Vec::new(), Problem::Root { said, is }));
        if is.is_point() {
            self.best(tree, facts, is.low);
        }
        // No score is better than a mate in one, and none is worse than being mated by the first reply.
        let Interval { low, high } = facts.known[0];
        match self.is_settled(low, high) || low == Score::mate_in(1) || high == Score::mated_in(2) {
            true => self.count(Check::Skipped, skipped),
            false if skipped == 0 => {}
            false => {
                self.count(Check::Skipped, skipped - 1);
                let line = self.loose_end(tree, facts);
                self.fail(Check::Skipped, line, Problem::Skipped { root: facts.known[0] });
            }
        }
    }

    /// Returns whether the root's score is known up to the rounding of means, which adds at most a thousandth at each
    /// ply of chance nodes.
    fn is_settled(&self, low: Score, high: Score) -> bool {
        let (movers, plies) = (self.movers(), self.report.header.depth as usize);
        let rounded = (0..plies).filter(|&ply| movers.is_chance(ply)).count();
        low == high || rounded != 0 && low.is_near(high, Score::from_millipawns(rounded as i32))
    }

    /// Returns the first skipped child on which the score of the root may depend.
    fn loose_end(&self, tree: &ClaimedTree, facts: &Facts) -> Vec<String> {
        let mut node = 0;
        loop {
            let visit = &tree.nodes[node];
            let searched = visit.children().map(|child| &tree.nodes[child]).filter(|child| child.is_searched());
            let searched: HashSet<Label> = searched.filter_map(|child| child.label).collect();
            let low = self.movers().up(visit.ply(), facts.known[node]).low;
            let open = |&child: &usize| !facts.known[child].is_point() && low < facts.known[child].high;
            let mut line = self.claims.line(tree, node);
            if let Some(&label) = visit.moves().iter().find(|label| !searched.contains(label)) {
                line.push(self.claims.names.name(label).to_owned());
                return line;
            }
            match visit.children().find(open) {
                Some(child) => node = child,
                None => return line,
            }
        }
    }
}

/// Returns the interval that follows if a search's claim about a node is true.
fn at_its_word(visit: &ClaimedNode) -> Interval {
    visit.claims().iter().fold(Interval::ANY, |known, &(score, bound)| known.and(Interval::of(score, bound)))
}

/// Returns the interval that follows from the searched leaves below a node, whatever the scores of skipped nodes. If
/// the tree `has_rules`, no move can be better than a mate with this move.
fn known(
    tree: &ClaimedTree,
    facts: &Facts,
    node: usize,
    (movers, limits): (Movers, Interval),
    has_rules: bool,
) -> Interval {
    let visit = &tree.nodes[node];
    let mut known = match (visit.leaf, facts.statics[node]) {
        (Some(leaf), Some(score)) if leaf.is_static() => Interval::point(score),
        (Some(Leaf::Omitted), _) => facts.truth[node].map_or(Interval::ANY, Interval::point),
        // Another check compares scores from a table or a rule with minimax. Here they are taken as given, and so are
        // leaves for which a fail-hard search returned only a bound.
        (Some(Leaf::Table | Leaf::MateDistance), _) => at_its_word(visit),
        (Some(leaf), None) if leaf.is_static() => at_its_word(visit),
        _ => Interval::ANY,
    };
    if !visit.moves().is_empty() && movers.is_chance(visit.ply()) {
        return known.and(movers.up(visit.ply(), mean(tree, facts, node, limits)));
    }
    if !visit.moves().is_empty() {
        let mut value = Interval { low: Score::MIN, high: Score::MIN };
        for child in visit.children() {
            let child = facts.known[child];
            value = Interval { low: value.low.max(child.low), high: value.high.max(child.high) };
        }
        if visit.children().len() < visit.moves().len() {
            let mate = Score::mate_in(visit.ply() as u32 + 1);
            let most = movers.at_max(visit.ply(), limits).high;
            value.high = if has_rules { most.min(mate) } else { most };
        }
        known = known.and(movers.up(visit.ply(), value));
    }
    known
}

/// Returns the interval of a chance node, for MAX.
fn mean(tree: &ClaimedTree, facts: &Facts, node: usize, limits: Interval) -> Interval {
    let visit = &tree.nodes[node];
    let searched = || visit.children().filter_map(|child| Some((tree.weight(child)?, facts.known[child])));
    let Some(of) = searched().next().map(|(weight, _)| weight.of()) else { return Interval::ANY };
    let both = Some([limits.low, limits.high]);
    let (mut low, mut high) = (MeanSoFar::new(of, both), MeanSoFar::new(of, both));
    for (weight, known) in searched() {
        // What is not known about a child stays open, within the range of leaf values.
        if !known.low.is_infinite() {
            low.add(weight, known.low);
        }
        if !known.high.is_infinite() {
            high.add(weight, known.high);
        }
    }
    Interval { low: low.least(), high: high.most() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flag_is_looked_at_once_in_a_period_of_nodes() {
        let (header, limits) = (Header::default(), Limits::default());
        let claims = Claims::new(&header);
        let mut examiner = Examiner::new(&claims, &header, &Outcome::default(), 0, &limits);
        limits.stop.store(true, Ordering::Relaxed);
        assert!((1..PERIOD).all(|_| !examiner.stops()));
        assert_eq!(limits.progress.load(Ordering::Relaxed), 0);
        assert!(examiner.stops());
        assert_eq!(limits.progress.load(Ordering::Relaxed), PERIOD);
        // The check remains stopped, whatever the flag says later.
        limits.stop.store(false, Ordering::Relaxed);
        assert!((0..PERIOD).all(|_| examiner.stops()));
    }
}
