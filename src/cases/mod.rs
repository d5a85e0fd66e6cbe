//! Trees with one unknown leaf: the result of the search for each value of that leaf, and worksheets with such trees.
//!
//! The method does not depend on minimax. plywood runs the search for a value of x and for a nearby value. As long as
//! both searches make the same decisions, every score and every bound of a window is a linear function of x, so each
//! comparison shows at which x its result would change. The nearest such values on either side are the ends of the
//! case.

#[cfg(feature = "cli")]
mod json;
mod page;
mod unsearched;
#[cfg(feature = "cli")]
mod worksheet;

#[cfg(feature = "cli")]
pub(crate) use json::json;
#[cfg(feature = "cli")]
pub(crate) use page::document;
pub(crate) use page::{CaseRow, CasesText, HEADS, rule};
pub(crate) use unsearched::UnsearchedTree;
#[cfg(feature = "cli")]
pub use worksheet::Worksheet;

use crate::core::hooks::{Event, Verdict};
use crate::core::ratio::Ratio;
use crate::core::score::{Bound, Score, ScoreKind};
use crate::core::search::{Algorithm, Cut, Order, Settings};
use crate::core::study::{Limits, StudyError};
use crate::core::trace::{Header, NodeName, Trace};
use crate::subject::{Subject, SubjectError};
use std::collections::VecDeque;

/// The maximum number of searches to run for one leaf.
const MOST_SEARCHES: usize = 20_000;

/// A range of values of x, and the result of the search in that range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The lower end, or `None` if the range has no lower end.
    pub from: Option<Ratio>,
    /// Whether the case includes the lower end.
    pub from_included: bool,
    /// The upper end, or `None` if the range has no upper end.
    pub to: Option<Ratio>,
    /// Whether the case includes the upper end.
    pub to_included: bool,
    /// The value of the root for MAX.
    pub value: CaseValue,
    /// The best move; `None` if the root is a chance node.
    pub best: Option<String>,
    /// The leaves that the search does not read.
    pub pruned: Vec<NodeName>,
}

/// A value that depends on x: `slope * x + constant`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaseValue {
    /// Its increase per unit of x.
    pub slope: Ratio,
    /// Its value at x = 0.
    pub constant: Ratio,
}

impl CaseValue {
    /// Returns the value for this x.
    #[must_use]
    pub fn at(self, x: Ratio) -> Ratio {
        self.slope * x + self.constant
    }
}

/// The cases of one search.
#[derive(Clone, Debug)]
pub struct Cases {
    /// The letter of the leaf.
    pub letter: String,
    /// The leaves with this letter.
    pub leaves: Vec<String>,
    /// The lines to these leaves.
    pub lines: Vec<Vec<String>>,
    /// The subject and settings of the search, with an arbitrary value for x.
    pub header: Header,
    /// The cases from left to right, without gaps.
    pub list: Vec<Case>,
    /// The other rule for ties, and the cases under that rule; `None` if the search cannot use that rule.
    pub other: Option<(Cut, Vec<Case>)>,
}

/// The reason why plywood cannot list the cases.
#[derive(Debug, thiserror::Error)]
pub enum CasesError {
    /// The subject cannot be searched with these settings.
    #[error(transparent)]
    Subject(#[from] SubjectError),
    /// The search could not be run.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// The subject does not have exactly one unknown letter.
    #[error("there is no unknown leaf whose cases could be listed")]
    NoLetter,
    /// The search depends on something other than scores.
    #[error(
        "the cases of {0} are listed for minimax and alpha-beta, without techniques, in the order none, right-to-left or random\n  for another search, give it a value: --set {0}=3"
    )]
    Search(String),
    /// Under a strict rule, a window would need a bound that is not a score.
    #[error("with chance nodes and --leaves, the cases of {0} are listed for --cut ge")]
    Strict(String),
    /// The tree is too large.
    #[error("the cases of {0} are listed for trees with at most 60 leaves")]
    Large(String),
    /// There are too many cases to read.
    #[error("there are too many cases of {0}; give it a value: --set {0}=3")]
    Many(String),
}

/// Lists the cases of a subject's only unknown leaf.
///
/// # Errors
/// [`CasesError`].
pub fn cases(subject: &Subject, settings: &Settings, limits: &Limits) -> Result<Cases, CasesError> {
    let letter = subject.letter().ok_or(CasesError::NoLetter)?;
    let is_plain = settings.techniques.is_empty() && settings.mistake.is_none();
    let is_known = matches!(settings.algorithm, Algorithm::Minimax | Algorithm::AlphaBeta | Algorithm::Negamax);
    if !(is_plain && is_known && matches!(settings.order, Order::None | Order::RightToLeft | Order::Random(_))) {
        return Err(CasesError::Search(letter));
    }
    let (is_strict, has_ties) = (settings.cut == Cut::AboveBeta, settings.algorithm == Algorithm::AlphaBeta);
    if is_strict && subject.cuts_at_chance() {
        return Err(CasesError::Strict(letter));
    }
    let mut sweep = Sweep::new(subject, settings, limits, &letter);
    let (mut header, list) = (sweep.sample(Ratio::ZERO)?.header, sweep.cases()?);
    let lines = subject.lines_of(&letter);
    if let Some(shape) = &mut header.shape {
        lines.iter().for_each(|line| shape.forget_score(line));
    }
    let other = if is_strict { Cut::AtBeta } else { Cut::AboveBeta };
    let fail = settings.fail.filter(|_| is_strict);
    let others = Settings { cut: other, fail, ..*settings };
    let asked = has_ties && !subject.cuts_at_chance();
    let other = match asked {
        true => Some((other, Sweep::new(subject, &others, limits, &letter).cases()?)),
        false => None,
    };
    Ok(Cases { leaves: subject.leaves_of(&letter), lines, letter, header, list, other })
}

/// The result of a search for one value of x.
#[derive(Clone, Debug)]
struct Sample {
    header: Header,
    /// Every comparison, in order: the line to its node, the move, and its result.
    decisions: Vec<(Vec<String>, String, Verdict)>,
    /// The distances of the compared scores from the bounds of their windows.
    distances: Vec<Option<Ratio>>,
    value: Ratio,
    best: Option<String>,
    pruned: Vec<NodeName>,
}

struct Sweep<'a> {
    subject: &'a Subject,
    settings: &'a Settings,
    limits: &'a Limits,
    letter: &'a str,
    searches: usize,
}

impl<'a> Sweep<'a> {
    const fn new(subject: &'a Subject, settings: &'a Settings, limits: &'a Limits, letter: &'a str) -> Self {
        Self { subject, settings, limits, letter, searches: 0 }
    }

    /// Returns all cases, from left to right, without gaps.
    fn cases(&mut self) -> Result<Vec<Case>, CasesError> {
        let [least, most] = self.subject.value_range();
        let mut list = Vec::new();
        let ends = |end: Option<Ratio>| end.into_iter().collect::<Vec<_>>();
        for end in ends(least) {
            list.push(self.point(end)?);
        }
        if least.is_none() || least != most {
            self.fill(least, most, &mut list)?;
            for end in ends(most) {
                list.push(self.point(end)?);
            }
        }
        Ok(merged(list))
    }

    /// Adds the cases between two ends, without the ends themselves.
    fn fill(&mut self, low: Option<Ratio>, high: Option<Ratio>, list: &mut Vec<Case>) -> Result<(), CasesError> {
        // The ranges still to search, from left to right; a point is a range with equal ends.
        let mut open = VecDeque::from([(low, high)]);
        while let Some((low, high)) = open.pop_front() {
            if let (Some(low), Some(high)) = (low, high)
                && low == high
            {
                list.push(self.point(low)?);
                continue;
            }
            let x = Ratio::simplest_between(low, high);
            let sample = self.sample(x)?;
            let Some((near, other)) = self.neighbour(x, &sample, (low, high))? else {
                // The search makes these decisions only at this x.
                for part in [(Some(x), high), (Some(x), Some(x)), (low, Some(x))] {
                    open.push_front(part);
                }
                continue;
            };
            let (left, right) = ends((x, &sample), (near, &other), (low, high));
            let is_part = |from: Option<Ratio>, to: Option<Ratio>| from.is_none() || to.is_none() || from < to;
            // The case around x ends at `left` and `right`. The ranges on both sides of it are still to be searched.
            if left != low && is_part(low, left) {
                // The part on the left comes first. The case around x is dropped for now and found again in (left,
                // high).
                open.push_front((left, high));
                open.push_front((left, left));
                open.push_front((low, left));
                continue;
            }
            let slope = (other.value - sample.value) / (near - x);
            list.push(Case {
                from: left,
                from_included: false,
                to: right,
                to_included: false,
                value: CaseValue { slope, constant: sample.value - slope * x },
                best: sample.best,
                pruned: sample.pruned,
            });
            if right != high {
                open.push_front((right, high));
                open.push_front((right, right));
            }
        }
        Ok(())
    }

    /// Looks for another value near x at which the search makes the same decisions as at x.
    fn neighbour(
        &mut self,
        x: Ratio,
        sample: &Sample,
        (low, high): (Option<Ratio>, Option<Ratio>),
    ) -> Result<Option<(Ratio, Sample)>, CasesError> {
        for halvings in 0..10 {
            let step = Ratio::new(1, 1 << halvings);
            for near in [x + step, x - step] {
                if low.is_some_and(|low| near <= low) || high.is_some_and(|high| high <= near) {
                    continue;
                }
                let other = self.sample(near)?;
                if other.decisions == sample.decisions {
                    return Ok(Some((near, other)));
                }
            }
        }
        Ok(None)
    }

    fn point(&mut self, x: Ratio) -> Result<Case, CasesError> {
        let sample = self.sample(x)?;
        let value = CaseValue { slope: Ratio::ZERO, constant: sample.value };
        let (from, to) = (Some(x), Some(x));
        Ok(Case { from, from_included: true, to, to_included: true, value, best: sample.best, pruned: sample.pruned })
    }

    /// Runs the search with this value for x.
    fn sample(&mut self, x: Ratio) -> Result<Sample, CasesError> {
        self.searches += 1;
        if MOST_SEARCHES < self.searches {
            return Err(CasesError::Many(self.letter.to_owned()));
        }
        let study = self.subject.with_letter(self.letter, x)?.study(self.settings, None, self.limits.clone())?;
        Sample::of(&study.trace()?).ok_or_else(|| CasesError::Large(self.letter.to_owned()))
    }
}

/// Returns the nearest values on either side of x at which the search changes its behaviour, computed from its
/// comparisons at x and a nearby value.
fn ends(
    (x, sample): (Ratio, &Sample),
    (near, other): (Ratio, &Sample),
    (low, high): (Option<Ratio>, Option<Ratio>),
) -> (Option<Ratio>, Option<Ratio>) {
    let (mut left, mut right) = (low, high);
    for (here, there) in sample.distances.iter().zip(&other.distances) {
        let (Some(here), Some(there)) = (*here, *there) else { continue };
        if here == there {
            continue;
        }
        let zero = x + (near - x) * here / (here - there);
        if zero < x || zero == x && x < near {
            left = Some(left.map_or(zero, |left| left.max(zero)));
        } else {
            right = Some(right.map_or(zero, |right| right.min(zero)));
        }
    }
    (left, right)
}

impl Sample {
    /// Reads a trace; returns `None` if its tree has too many leaves to list.
    fn of(trace: &Trace) -> Option<Self> {
        let header = &trace.header;
        let unit = 1000 * i128::from(header.scale());
        let number = |score: Score| match score.kind() {
            ScoreKind::Millipawns(_) => Some(Ratio::new(score.ordinal().into(), unit)),
            ScoreKind::MateIn(_) | ScoreKind::MatedIn(_) | ScoreKind::PlusInfinity | ScoreKind::MinusInfinity => None,
        };
        let (mut decisions, mut distances) = (Vec::new(), Vec::new());
        for record in &trace.records {
            let Event::Judged { mv, score, bound, window, verdict, .. } = &record.event else { continue };
            decisions.push((record.line.clone(), mv.clone(), *verdict));
            // As long as the search below the child makes the same decisions, a score that is only a bound stays
            // outside the window for every x.
            if *bound != Bound::Exact {
                continue;
            }
            let distance = |end: Score| Some(number(*score)? - number(end)?);
            distances.extend([distance(window.alpha), distance(window.beta)]);
        }
        Some(Self {
            decisions,
            distances,
            value: number(header.movers().at_max(0, trace.outcome.score?))?,
            best: trace.outcome.best.clone(),
            pruned: trace.outcome.pruned.clone()?,
            header: header.clone(),
        })
    }
}

/// Joins neighbouring cases with equal results. If both neighbours have the same result at their common end, that end
/// belongs to the right case.
fn merged(list: Vec<Case>) -> Vec<Case> {
    let mut all: Vec<Case> = Vec::new();
    let mut list = list.into_iter().peekable();
    while let Some(case) = list.next() {
        if let (Some(x), Some(next)) = (case.point(), list.peek_mut())
            && next.says(&case, x)
        {
            (next.from, next.from_included) = (Some(x), true);
            continue;
        }
        let last = all.last_mut().filter(|last| match case.point() {
            Some(x) => last.says(&case, x),
            None => (&last.best, &last.pruned, last.value) == (&case.best, &case.pruned, case.value),
        });
        match last {
            Some(last) => (last.to, last.to_included) = (case.to, case.to_included),
            None => all.push(case),
        }
    }
    all
}

impl Case {
    /// Returns the only value of x in the case, if the case is a single point.
    fn point(&self) -> Option<Ratio> {
        self.from.filter(|_| self.from == self.to)
    }

    /// Returns true if this case and `other` have the same result at x.
    fn says(&self, other: &Self, x: Ratio) -> bool {
        self.best == other.best && self.pruned == other.pruned && self.value.at(x) == other.value.at(x)
    }
}
