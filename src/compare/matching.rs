//! Matches the nodes of two recorded searches while reading the searches. A claim of one search waits until the other
//! search makes a claim about the same node.

use super::differences::{Difference, DifferenceKind, Differences, SearchClaim, gravest_first};
use crate::core::hooks::Verdict;
use crate::core::score::Score;
use crate::core::sort::{sort_by, sort_by_key};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

/// The maximum number of differences to list for each kind; further differences are only counted.
const MOST_LISTED: usize = 10_000;
/// The maximum number of visits that wait for the other search. If there are more, plywood drops the visits at the
/// deepest ply.
const MOST_KEPT: usize = 500_000;

/// A search's claim about a node at one visit.
#[derive(Clone, Debug)]
pub(super) struct NodeVisit {
    /// The depth of the pass in which the search visits the node, in plies. A search without passes counts as a single
    /// pass to its full depth.
    pub depth: u32,
    /// The moves that lead to the node.
    pub line: Vec<String>,
    /// The number of the event that makes the claim, from 1.
    pub event: u64,
    /// The claim.
    pub said: SearchClaim,
}

/// A compact line, in which a zero byte follows each name. A line is therefore a prefix of the lines below it, and
/// lines sort like lists of names.
type Packed = Box<str>;

fn packed(line: &[String]) -> Packed {
    line.iter().flat_map(|name| [name, "\0"]).collect::<String>().into()
}

fn unpacked(line: &str) -> Vec<String> {
    line.split_terminator('\0').map(str::to_owned).collect()
}

fn plies(line: &str) -> usize {
    line.matches('\0').count()
}

/// A subtree that only one search visited.
struct Subtree {
    /// The number of the event at its root.
    event: u64,
    said: SearchClaim,
    nodes: u64,
}

/// Reads the visits of two searches at the same time.
pub(super) struct Matching {
    is_order_ignored: bool,
    /// The maximum difference between scores that count as equal.
    tolerance: Score,
    most_kept: usize,
    /// Claims that wait for the other search, keyed by the depth of the pass, the line, and the event. All claims about
    /// one node come from the same search.
    waiting: BTreeMap<(u32, Packed, u64), (usize, SearchClaim)>,
    /// The subtrees that only one search has visited so far, keyed by the depth of the pass and the line. No line is a
    /// prefix of another.
    alone: [BTreeMap<(u32, Packed), Subtree>; 2],
    is_over: [bool; 2],
    /// The ply down to which all visits were kept.
    whole_to: Option<usize>,
    differences: Differences,
    /// The number of the event with the first difference so far.
    first: Option<u64>,
    /// Differences about nodes that both searches visited, for each kind.
    both: HashMap<DifferenceKind, Vec<ToldDifference>>,
}

/// A difference about a node that both searches visited, with the depth of the pass and the event.
type ToldDifference = (u32, u64, Difference);

/// Keeps only as many differences as the list may have: the first ones in the order of lines.
fn keep_first(told: &mut Vec<ToldDifference>) {
    sort_by(told, |one, other| (one.0, &one.2.line, one.1).cmp(&(other.0, &other.2.line, other.1)));
    told.truncate(MOST_LISTED);
}

impl Matching {
    /// Returns an empty matching. With `is_order_ignored`, cutoffs count as equal even if they skip different numbers
    /// of moves.
    pub(super) fn new(is_order_ignored: bool) -> Self {
        Self {
            is_order_ignored,
            tolerance: Score::ZERO,
            most_kept: MOST_KEPT,
            waiting: BTreeMap::new(),
            alone: Default::default(),
            is_over: [false; 2],
            whole_to: None,
            differences: Differences::default(),
            first: None,
            both: HashMap::new(),
        }
    }

    /// Sets how close two scores must be to count as equal.
    pub(super) fn within(self, tolerance: Score) -> Self {
        Self { tolerance, ..self }
    }

    /// Processes the next visit of the search `side`, and returns whether this search must wait for the other one.
    pub(super) fn take(&mut self, side: usize, visit: NodeVisit) -> bool {
        let NodeVisit { depth, line, event, said } = visit;
        if self.whole_to.is_some_and(|ply| ply < line.len()) {
            return false;
        }
        let from = (depth, packed(&line), 0);
        let next = self.waiting.range(&from..).next();
        let match_of = next.filter(|(key, (other, _))| (key.0, &key.1) == (depth, &from.1) && *other != side);
        let match_of = match_of.map(|(key, _)| key.clone());
        let Some((key, (_, its))) = match_of.and_then(|key| self.waiting.remove_entry(&key)) else {
            let waits = !self.is_over[1 - side];
            if waits {
                self.waiting.insert((depth, from.1, event), (side, said));
            } else {
                self.alone(side, (depth, from.1, event), said);
            }
            self.give_up_deepest();
            return waits;
        };
        let (event, said) = if side == 0 { (event, [said, its]) } else { (key.2, [its, said]) };
        self.both(depth, line, event, said);
        false
    }

    /// Records that the search `side` has ended, so the other search no longer has to wait for it.
    pub(super) fn end(&mut self, side: usize) {
        self.is_over[side] = true;
        for (key, (of, said)) in std::mem::take(&mut self.waiting) {
            if of == side {
                self.waiting.insert(key, (of, said));
            } else {
                self.alone(of, key, said);
            }
        }
    }

    /// Drops the visits at the deepest ply if too many visits are waiting.
    fn give_up_deepest(&mut self) {
        while self.most_kept < self.waiting.len() + self.alone.iter().map(BTreeMap::len).sum::<usize>() {
            let alone = self.alone.iter().flat_map(BTreeMap::keys).map(|(_, line)| plies(line));
            let deepest = self.waiting.keys().map(|(_, line, _)| plies(line)).chain(alone).max().unwrap_or(0);
            self.waiting.retain(|(_, line, _), _| plies(line) < deepest);
            self.alone.iter_mut().for_each(|alone| alone.retain(|(_, line), _| plies(line) < deepest));
            self.whole_to = Some(deepest.saturating_sub(1));
        }
    }

    fn both(&mut self, depth: u32, line: Vec<String>, event: u64, said: [SearchClaim; 2]) {
        self.differences.common += 1;
        let compared = |mut said: SearchClaim| {
            if self.is_order_ignored && said.verdict.is_cutoff() {
                said.verdict = Verdict::Cutoff { skipped: 0 };
            }
            Some(said)
        };
        let (one, other) = (compared(said[0]), compared(said[1]).map(|other| other.near(&said[0], self.tolerance)));
        let Some(dissent) = DifferenceKind::of(one, other) else { return };
        let [first, second] = said.map(Some);
        let difference = Difference { dissent, line, first, second, nodes: 0, on_pv: [false; 2] };
        self.differences.counts.add(&difference);
        self.note_first(event, || difference.clone());
        let told = self.both.entry(dissent).or_default();
        told.push((depth, event, difference));
        if 2 * MOST_LISTED < told.len() {
            keep_first(told);
        }
    }

    /// Keeps a difference if its event comes before that of the first difference so far.
    fn note_first(&mut self, event: u64, difference: impl FnOnce() -> Difference) {
        if self.first.is_none_or(|first| event < first) {
            (self.first, self.differences.first) = (Some(event), Some(difference()));
        }
    }

    /// Records a visit that only the search `side` made. The nodes below the visited node, and all later visits to
    /// them, belong to the same subtree.
    fn alone(&mut self, side: usize, (depth, line, event): (u32, Packed, u64), said: SearchClaim) {
        let (alone, key) = (&mut self.alone[side], (depth, line));
        if let Some((above, subtree)) = alone.range_mut(..=&key).next_back()
            && above.0 == depth
            && key.1.starts_with(&*above.1)
        {
            subtree.nodes += 1;
            return;
        }
        let mut nodes = 1;
        while let Some((below, subtree)) = alone.range(&key..).next()
            && below.0 == depth
            && below.1.starts_with(&*key.1)
        {
            nodes += subtree.nodes;
            let below = below.clone();
            alone.remove(&below);
        }
        alone.insert(key, Subtree { event, said, nodes });
    }

    /// Returns the differences between the searches and, unless all nodes were matched, the last ply down to which they
    /// were.
    pub(super) fn finish(mut self) -> (Differences, Option<usize>) {
        self.end(0);
        self.end(1);
        let of_side =
            |(side, alone): (usize, BTreeMap<_, _>)| alone.into_iter().map(move |(key, top)| (key, side, top));
        let mut tops: Vec<_> = std::mem::take(&mut self.alone).into_iter().enumerate().flat_map(of_side).collect();
        tops.sort_unstable_by(|one, other| (&one.0, one.1).cmp(&(&other.0, other.1)));
        // Each subtree of a search ends where the next subtree of the same search starts.
        let (mut open, mut alone) = ([None, None], Vec::with_capacity(tops.len()));
        for ((_, line), side, top) in tops {
            alone.extend(open[side].replace((line, side, top)));
        }
        alone.extend(open.into_iter().flatten());
        let difference = |(line, side, top): &(Packed, usize, Subtree)| {
            let [first, second] = [0, 1].map(|at| Some(top.said).filter(|_| at == *side));
            Difference {
                dissent: DifferenceKind::Alone,
                line: unpacked(line),
                first,
                second,
                nodes: top.nodes,
                on_pv: [false; 2],
            }
        };
        for one in &alone {
            self.differences.counts.alone += 1;
            self.differences.counts.alone_nodes += one.2.nodes;
            self.note_first(one.2.event, || difference(one));
        }
        sort_by_key(&mut alone, |(_, _, top)| Reverse(top.nodes));
        let list = &mut self.differences.list;
        // The differences of each kind are in order; the code below sorts the kinds.
        for mut told in self.both.into_values() {
            keep_first(&mut told);
            list.extend(told.into_iter().map(|(_, _, difference)| difference));
        }
        list.extend(alone.iter().take(MOST_LISTED).map(difference));
        gravest_first(list);
        (self.differences, self.whole_to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::score::{Bound, Score};

    fn visit(event: u64, line: &str, pawns: i32) -> NodeVisit {
        let (score, verdict) = (Score::from_millipawns(1000 * pawns), Verdict::Cutoff { skipped: 2 });
        let said = SearchClaim { score, bound: Bound::Exact, verdict, leaf: None };
        NodeVisit { depth: 3, line: line.split(' ').map(str::to_owned).collect(), event, said }
    }

    #[test]
    fn visits_match_in_whatever_order_they_come() {
        let mut matching = Matching::new(false);
        assert!(matching.take(0, visit(1, "a b", 1)));
        assert!(matching.take(0, visit(2, "a b", 2)));
        assert!(matching.take(1, visit(1, "a", 5)));
        // The first visit of one search matches the first visit of the other, and the second visit matches the second.
        assert!(!matching.take(1, visit(2, "a b", 1)));
        assert!(!matching.take(1, visit(3, "a b", 3)));
        assert!(!matching.take(0, visit(3, "a", 5)));
        assert!(matching.take(0, visit(4, "a b", 2)));
        let (found, whole_to) = matching.finish();
        assert_eq!((found.common, found.counts.contradictions, found.counts.alone, whole_to), (3, 1, 1, None));
        assert_eq!(found.first.map(|first| first.line.join(" ")).as_deref(), Some("a b"));
    }

    /// The result is the same whether the visits come before or after the end of the other search, and whether the root
    /// of the subtree comes first or last.
    #[test]
    fn what_only_one_search_has_is_folded_into_its_subtrees() {
        let told = ["a b c", "a b d", "a b", "a c", "b", "b a", "ab"];
        for end in 0..=told.len() {
            let mut matching = Matching::new(false);
            matching.take(0, visit(1, "a", 0));
            for (at, line) in told.into_iter().enumerate() {
                if at == end {
                    matching.end(0);
                }
                assert_eq!(matching.take(1, visit(at as u64 + 1, line, 0)), at < end, "{line}");
            }
            matching.take(1, visit(8, "a", 0));
            let (found, _) = matching.finish();
            let list: Vec<_> = found.list.iter().map(|one| (one.line.join(" "), one.nodes)).collect();
            let subtrees = [("a b", 3), ("b", 2), ("a c", 1), ("ab", 1)].map(|(line, nodes)| (line.to_owned(), nodes));
            assert_eq!((found.common, list), (1, subtrees.to_vec()), "{end}");
        }
    }

    #[test]
    fn what_does_not_fit_is_given_up_ply_by_ply() {
        let mut matching = Matching { most_kept: 3, ..Matching::new(false) };
        let told = ["a b c", "a b", "a", "b a c", "b a", "b"];
        for (event, line) in (1..).zip(told) {
            assert!(matching.take(0, visit(event, line, 0)), "{line}");
        }
        for (event, line) in (1..).zip(told) {
            matching.take(1, visit(event, line, i32::from(line == "b")));
        }
        let (found, whole_to) = matching.finish();
        assert_eq!((found.common, found.counts.contradictions, found.counts.alone, whole_to), (2, 1, 0, Some(1)));
    }
}
