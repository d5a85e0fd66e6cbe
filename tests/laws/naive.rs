//! An independent textbook alpha-beta: separate code for MAX and MIN, and all scores for the side to move at the root.

use crate::support::trees::{NAMES, Tree, in_order};
use plywood::Score;
use plywood::hooks::{Event, Verdict};
use plywood::score::ScoreKind;
use plywood::trace::Trace;

/// The comparison of a score with the window between `low`, the score that MAX already has, and `high`, the score that
/// MIN already has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    pub line: Vec<String>,
    pub score: i64,
    pub low: i64,
    pub high: i64,
    pub verdict: Verdict,
}

/// Infinities are beyond every score.
const INFINITY: i64 = i64::MAX;

/// Searches `tree` and returns all comparisons in order, and the score.
pub fn alpha_beta(tree: &Tree, depth: u32, static_order: bool) -> (i64, Vec<Comparison>) {
    let mut naive = Naive { static_order, line: Vec::new(), comparisons: Vec::new() };
    let score = naive.visit(tree, depth, true, -INFINITY, INFINITY);
    (score, naive.comparisons)
}

struct Naive {
    static_order: bool,
    line: Vec<String>,
    comparisons: Vec<Comparison>,
}

impl Naive {
    fn visit(&mut self, tree: &Tree, depth: u32, max: bool, mut low: i64, mut high: i64) -> i64 {
        if depth == 0 || tree.children.is_empty() {
            return i64::from(tree.score);
        }
        let mut order: Vec<usize> = (0..tree.children.len()).collect();
        if self.static_order && depth != 1 {
            let sign = if max { -1 } else { 1 };
            order = in_order(&tree.children.iter().map(|child| child.score * sign).collect::<Vec<i32>>());
        }
        for index in order {
            self.line.push(NAMES[index].to_owned());
            let score = self.visit(&tree.children[index], depth - 1, !max, low, high);
            let (cuts, improves) = if max { (score >= high, score > low) } else { (score <= low, score < high) };
            let verdict = match (cuts, improves) {
                (true, _) => Verdict::Cutoff { skipped: 0 },
                (false, true) => Verdict::Best,
                (false, false) => Verdict::NotBest,
            };
            self.comparisons.push(Comparison { line: self.line.clone(), score, low, high, verdict });
            self.line.pop();
            match (cuts, improves, max) {
                (true, _, true) => return high,
                (true, _, false) => return low,
                (false, true, true) => low = score,
                (false, true, false) => high = score,
                (false, false, _) => {}
            }
        }
        if max { low } else { high }
    }
}

/// All comparisons in a trace, in order.
pub fn comparisons(trace: &Trace) -> Vec<Comparison> {
    let judged = trace.records.iter().filter_map(|record| match record.event {
        Event::Judged { score, window, verdict: Verdict::Cutoff { .. }, .. } => {
            Some((record.subject(), score, window, Verdict::Cutoff { skipped: 0 }))
        }
        Event::Judged { score, window, verdict, .. } => Some((record.subject(), score, window, verdict)),
        _ => None,
    });
    judged
        .map(|(line, score, window, verdict)| {
            let by_root = line.len() % 2 == 1;
            let (score, window) = if by_root { (score, window) } else { (-score, -window) };
            let (score, low, high) = (number(score), number(window.alpha), number(window.beta));
            Comparison { line, score, low, high, verdict }
        })
        .collect()
}

/// Returns a score as a number; no tree here has mates.
pub fn number(score: Score) -> i64 {
    match score.kind() {
        ScoreKind::Millipawns(number) => i64::from(number),
        ScoreKind::PlusInfinity => INFINITY,
        ScoreKind::MinusInfinity => -INFINITY,
        kind => panic!("{kind:?} in a tree without mates"),
    }
}
