//! Searches that cannot finish in time: estimates the cost of a search from its first plies, and finds the deepest
//! affordable answer for a search that was stopped before it had an answer.

use crate::core::search::Technique;
use crate::core::study::AnyStudy;
use crate::core::trace::Outcome;
use crate::page::text::{counted, grouped};

/// The maximum number of nodes for a probe of the first plies. Such a probe takes a fraction of a second.
const PROBED: u64 = 50_000;
/// The smallest depth that is worth a probe.
const DEEP: u32 = 7;
/// A search of this many nodes or more is hopeless: it takes three hours at a million nodes per second.
const HOPELESS: f64 = 1e10;
/// The number of nodes that plywood can search in less than a minute.
const PATIENT: f64 = 3e7;
/// The maximum number of nodes to search again for the answer of a stopped search. This takes a few seconds.
const MOST_AGAIN: u64 = 2_000_000;

/// The cost of a search, estimated from its first plies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostEstimate {
    /// The requested depth.
    pub depth: u32,
    /// The estimated number of nodes.
    pub nodes: f64,
    /// The depth of the deepest search that finished during the probe, and its number of nodes.
    pub probed: (u32, u64),
    /// The factor by which each further ply multiplies the number of nodes.
    pub growth: f64,
}

impl CostEstimate {
    /// Estimates the cost of a search that takes too long. Returns `None` if the search finishes in time, if its tree
    /// is known, or if each finished depth gives an answer.
    pub fn of_hopeless(study: &dyn AnyStudy) -> Option<Self> {
        let header = study.header();
        let is_asked_outside = header.evaluation.starts_with("uci:");
        let has_answers = header.technique_set().has(Technique::Iterative);
        if header.depth < DEEP || header.shape.is_some() || is_asked_outside || has_answers {
            return None;
        }
        let ended = ended_depths(study, PROBED);
        let (probed, growth) = (*ended.last()?, growth(&ended)?);
        if header.depth <= probed.0 {
            return None;
        }
        let plies = f64::from(header.depth - probed.0);
        let estimate = Self { depth: header.depth, nodes: probed.1 as f64 * growth.powf(plies), probed, growth };
        (HOPELESS <= estimate.nodes).then_some(estimate)
    }

    /// Returns the greatest depth that finishes within a minute.
    #[must_use]
    pub fn patient_depth(&self) -> u32 {
        let (depth, nodes) = self.probed;
        let plies = (PATIENT / nodes as f64).max(1.0).ln() / self.growth.max(1.01).ln();
        (depth + plies as u32).min(self.depth - 1)
    }

    /// Returns a sentence about the cost of the search.
    #[must_use]
    pub fn sentence(&self) -> String {
        let (depth, nodes) = self.probed;
        format!(
            "a search of {} plies takes about {} nodes: {depth} plies take {}, and each further ply about {:.0} times as many",
            self.depth,
            rounded(self.nodes),
            grouped(nodes),
            self.growth
        )
    }
}

/// Returns a large number in words.
fn rounded(number: f64) -> String {
    match number {
        ..1e12 => format!("{:.0} billion", number / 1e9),
        ..1e15 => format!("{:.0} trillion", number / 1e12),
        _ => format!("10^{:.0}", number.log10()),
    }
}

/// Returns the depths, starting at 1, that finish within `most` nodes in total, with the number of nodes of each.
fn ended_depths(study: &dyn AnyStudy, most: u64) -> Vec<(u32, u64)> {
    let mut left = most;
    let mut ended = Vec::new();
    for depth in 1..study.header().depth {
        let Some(Ok(outcome)) = study.to_depth(depth, left).map(|study| study.solve()) else { break };
        if !outcome.complete {
            break;
        }
        let nodes = outcome.statistics.nodes();
        ended.push((depth, nodes));
        left = left.saturating_sub(nodes);
    }
    ended
}

/// Returns the factor by which a ply multiplies the number of nodes. It is the mean over the last two plies, because
/// odd and even plies differ.
fn growth(ended: &[(u32, u64)]) -> Option<f64> {
    let [.., (_, before), _, (_, last)] = ended else { return None };
    Some((*last as f64 / (*before).max(1) as f64).sqrt())
}

/// The shallower search whose answer the page shows if the requested search was stopped before it had an answer.
pub(crate) struct Fallback<'a> {
    pub study: Box<dyn AnyStudy + 'a>,
    /// A sentence that says which search was stopped and which search is shown instead.
    pub said: String,
}

impl<'a> Fallback<'a> {
    /// Searches to the greatest depth that finishes; returns `None` if the search already has an answer.
    pub(crate) fn of(study: &'a dyn AnyStudy, outcome: &Outcome) -> Option<Self> {
        let is_without = !outcome.complete && outcome.best.is_none() && outcome.ending.is_none();
        if !is_without || study.header().shape.is_some() {
            return None;
        }
        let (asked, nodes) = (study.header().depth, outcome.statistics.nodes());
        let most = nodes.min(MOST_AGAIN);
        let (depth, _) = *ended_depths(study, most).last()?;
        let said = format!(
            "the search was stopped after {} at depth {asked}, before any move was judged. Everything below comes from a second search, \
             to {}: the deepest that finishes within {}.",
            counted(nodes, "node", "nodes"),
            counted(u64::from(depth), "ply", "plies"),
            counted(most, "node", "nodes")
        );
        Some(Self { study: study.to_depth(depth, u64::MAX)?, said })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cost_grows_by_the_same_factor() {
        let probed = [(1, 21), (2, 60), (3, 500), (4, 2000)];
        let growth = growth(&probed).unwrap();
        assert!((5.7..5.8).contains(&growth), "{growth}");
        let estimate = CostEstimate { depth: 20, nodes: 2000.0 * growth.powf(16.0), probed: (4, 2000), growth };
        assert!(
            estimate.sentence().starts_with("a search of 20 plies takes about 10^15 nodes: 4 plies take 2,000,"),
            "{}",
            estimate.sentence()
        );
        assert_eq!(estimate.patient_depth(), 9);
        assert_eq!(super::growth(&probed[..2]), None);
    }
}
