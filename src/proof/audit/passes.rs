//! Passes over the whole tree, and the result.

use super::finding::{Audited, Value};
use super::rule::Rule;
use super::state::{Audit, Passes};
use crate::hooks::{Event, Pass};
use crate::score::{Bound, Score, Window};
use crate::search::{Algorithm, Technique};
use crate::trace::{Outcome, Record, Sink, Statistics};
use serde_json::Value as Json;
use std::io;

impl Passes {
    /// The root is left.
    pub fn finish(&mut self, (score, bound): (Score, Bound), pv: Vec<String>) {
        self.left = Some((score, bound));
        if !pv.is_empty() {
            self.pv = pv;
        }
        match bound {
            Bound::Exact => (self.lower, self.upper) = (Some(score), Some(score)),
            Bound::Lower => self.lower = self.lower.max(Some(score)),
            Bound::Upper => self.upper = Some(self.upper.map_or(score, |upper| upper.min(score))),
        }
    }

    /// Why a pass cannot be the next, if it cannot.
    fn why_not(&self, pass: Pass, depth: u32, window: Window) -> Option<(&'static str, String)> {
        let same = self.now.is_some_and(|(_, before, _)| before == depth);
        let next = self.now.map_or(1, |(_, before, _)| before + 1);
        let (left, before) = (self.left, self.now.map(|(_, _, window)| window));
        let depths = |holds: bool, is: u32| (!holds).then(|| ("depth", is.to_string()));
        match pass {
            Pass::Iteration if window != Window::FULL => Some(("window", Value::Window(Window::FULL).to_string())),
            Pass::Iteration => depths(next <= depth, next),
            Pass::Aspiration => {
                let guess = left.map(|(score, _)| score).or(self.root_score);
                let is_around = guess.is_none_or(|guess| window.alpha < guess && guess < window.beta);
                let is_open = window == Window::FULL && !guess.is_some_and(Score::is_mate);
                let wrong = (!is_around || is_open).then(|| ("window", "one around the score before".to_owned()));
                wrong.or_else(|| depths(next <= depth || self.now.is_none(), next))
            }
            Pass::FailedLow | Pass::FailedHigh => {
                let bound = if pass == Pass::FailedLow { Bound::Upper } else { Bound::Lower };
                let is_so = left.is_some_and(|(_, left)| left == bound);
                let wider = before.is_some_and(|before| match pass {
                    Pass::FailedLow => window.alpha < before.alpha,
                    _ => before.beta < window.beta,
                });
                let wrong = (!is_so).then(|| ("pass", "another word: the pass before has not failed so".to_owned()));
                let narrow = (!wider).then(|| ("window", "one that is open where it failed".to_owned()));
                wrong.or(narrow).or_else(|| depths(same, next - 1))
            }
            Pass::Test => {
                let inside = self.lower.is_none_or(|lower| !same || lower < window.beta)
                    && self.upper.is_none_or(|upper| !same || window.alpha < upper);
                let wrong = !window.is_null() || !inside;
                let wrong = wrong.then(|| ("window", "a null window between the bounds that are known".to_owned()));
                wrong.or_else(|| depths(same || next <= depth, next))
            }
        }
    }
}

impl Audit {
    pub(super) fn pass(&mut self, record: &Record<'_>) {
        let Event::Pass { pass, depth, window } = record.event else { return };
        self.observe(record);
        match pass {
            Pass::Iteration => self.technique(record, Technique::Iterative),
            Pass::Aspiration | Pass::FailedLow | Pass::FailedHigh => self.technique(record, Technique::Aspiration),
            Pass::Test => {
                let holds = self.manner.algorithm.is_none_or(|algorithm| algorithm == Algorithm::MtdF);
                let word = || ("pass", Value::Word("test".to_owned()), "another word: only MTD(f) tests".to_owned());
                self.hold(Rule::Pass, record, holds, word);
            }
        }
        let why = self.passes.why_not(pass, depth, window);
        let holds = why.is_none();
        self.hold(Rule::Pass, record, holds, || {
            let (field, follows) = why.unwrap_or(("pass", String::new()));
            let said = match field {
                "depth" => Value::Number(u64::from(depth)),
                "window" => Value::Window(window),
                _ => Value::word(pass),
            };
            (field, said, follows)
        });
        let is_new = self.passes.now.is_none_or(|(_, before, _)| before != depth);
        if is_new {
            (self.passes.lower, self.passes.upper) = (None, None);
            self.passes.previous = self.passes.pv.clone();
        }
        self.passes.now = Some((pass, depth, window));
    }

    /// Takes the next record.
    fn add(&mut self, record: &Record<'_>) {
        self.report.events += 1;
        match record.event {
            Event::Root { score } => {
                self.observe(record);
                self.passes.root_score = Some(score);
            }
            Event::Enter { .. } => self.enter(record),
            Event::Created { .. } => self.created(record),
            Event::Judged { .. } => self.judge(record),
            Event::Leave { .. } => self.leave(record),
            Event::Settled { .. } => self.observe(record),
            Event::Pass { .. } => self.pass(record),
            Event::Ordered { .. } => self.ordered(record),
            Event::TableHit { .. } => self.table_hit(record),
            Event::Extended { plies } => self.extended(record, plies),
            Event::Reduced { plies } => self.reduced(record, plies),
            Event::Again { .. } => self.again(record),
            Event::NullMove { .. } => self.null_move(record),
            Event::StandPat { .. } => self.stand_pat(record),
            Event::Pruned { .. } => self.pruned(record),
        }
    }

    /// Returns what was found in the events of a search that has no result.
    #[must_use]
    pub fn stop(self) -> Audited {
        self.report
    }

    /// Holds the result against the events, and returns what was found.
    #[must_use]
    pub fn finish(mut self, outcome: &Outcome) -> Audited {
        self.place = self.place.map(|line| line + 1);
        let wrong = different(&outcome.statistics, &self.counter.statistics);
        let holds = wrong.is_empty();
        self.hold_at(Rule::Statistics, None, holds, || {
            let said: Vec<String> = wrong.iter().map(|(name, said, _)| format!("{name} {said}")).collect();
            let is: Vec<String> = wrong.iter().map(|(name, _, is)| format!("{name} {is}")).collect();
            (Vec::new(), ("statistics", Value::Word(said.join(", ")), is.join(", ")))
        });
        if outcome.complete {
            self.result(outcome);
        }
        self.report
    }

    /// Whether score, best move and PV are those of the root's last pass.
    fn result(&mut self, outcome: &Outcome) {
        let Some((score, _)) = self.passes.left else { return };
        let value = |score: Option<Score>| score.map_or(Value::Nothing, Value::Score);
        let is_near = |said: Score| self.manner.same(said, score);
        let (is_score, is_leaf) = (outcome.score.is_some_and(is_near), outcome.leaf_score.is_some_and(is_near));
        self.hold_at(Rule::Result, None, is_score, || {
            (Vec::new(), ("score", value(outcome.score), format!("{score}: so the root was left")))
        });
        let best = self.passes.best.clone();
        self.hold_at(Rule::Result, None, best.is_none() || outcome.best == best, || {
            let said = outcome.best.clone().map_or(Value::Nothing, Value::Word);
            (Vec::new(), ("best", said, format!("{}: the last new best at the root", best.unwrap_or_default())))
        });
        let pv = self.passes.pv.clone();
        self.hold_at(Rule::Result, None, pv.starts_with(&outcome.pv) || outcome.pv.starts_with(&pv), || {
            let follows = format!("{}: the line of new best moves", Value::Line(pv));
            (Vec::new(), ("pv", Value::Line(outcome.pv.clone()), follows))
        });
        if let Some(leaf) = outcome.leaf_score {
            self.hold_at(Rule::Result, None, is_leaf, || {
                (Vec::new(), ("leaf_score", Value::Score(leaf), format!("{score}, which comes from there")))
            });
        }
    }
}

/// The counts in which two statistics differ, by name, with both.
fn different(said: &Statistics, is: &Statistics) -> Vec<(String, u64, u64)> {
    let counts = |statistics: &Statistics| match serde_json::to_value(statistics) {
        Ok(Json::Object(fields)) => fields,
        _ => serde_json::Map::new(),
    };
    let (said, is) = (counts(said), counts(is));
    let mut names: Vec<&String> = said.keys().chain(is.keys()).collect();
    names.sort();
    names.dedup();
    let of = |counts: &serde_json::Map<String, Json>, name: &str| counts.get(name).and_then(Json::as_u64).unwrap_or(0);
    let both = names.into_iter().map(|name| (name.clone(), of(&said, name), of(&is, name)));
    both.filter(|(_, said, is)| said != is).collect()
}

impl Sink for Audit {
    fn take(&mut self, record: Record<'_>) -> io::Result<()> {
        self.add(&record);
        Ok(())
    }
}
