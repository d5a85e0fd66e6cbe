//! A recorded trace, run again past an [`Observer`].

use super::event::{Event, Verdict};
use super::{Names, Observer, RankedName, Trace};
use crate::hooks;
use std::collections::HashMap;

/// A move of a trace: its name, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Label(u32);

/// The names behind the [`Label`]s of a trace, and the words for how games ended.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels<'a> {
    names: Vec<&'a str>,
    numbers: HashMap<&'a str, Label>,
    endings: HashMap<Vec<Label>, &'a str>,
}

impl<'a> Labels<'a> {
    fn label(&mut self, name: &'a str) -> Label {
        let next = Label(u32::try_from(self.names.len()).expect("a trace in memory has fewer than 2^32 names"));
        *self.numbers.entry(name).or_insert_with(|| {
            self.names.push(name);
            next
        })
    }

    fn line(&mut self, line: &'a [String], into: &mut Vec<Label>) {
        into.clear();
        into.extend(line.iter().map(|name| self.label(name)));
    }
}

impl<'a> Labels<'a> {
    /// Shows one of the events that only some techniques have.
    fn technique(&mut self, event: &'a Event, line: &mut Vec<Label>, observer: &mut impl Observer<Label>) {
        use hooks::Event as E;
        match event {
            Event::Settled { skipped } => observer.observe(&[], E::Settled { skipped: *skipped }),
            Event::Pass { pass, depth, window } => {
                observer.observe(&[], E::Pass { pass: *pass, depth: *depth, window: *window });
            }
            Event::Ordered { line: names, moves } => {
                self.line(names, line);
                let ranked =
                    |ranked: &'a RankedName| hooks::Ranked { mv: self.label(&ranked.name), reason: ranked.reason() };
                let moves: Vec<hooks::Ranked<Label>> = moves.iter().map(ranked).collect();
                observer.observe(line, E::Ordered { moves: &moves });
            }
            Event::Hash { line: names, depth, score, bound, best, visit, cut, .. } => {
                self.line(names, line);
                let best = best.as_ref().map(|name| self.label(name));
                let stored = hooks::Stored { depth: *depth, score: *score, bound: *bound, best, visit: *visit };
                observer.observe(line, E::Hash { stored, cut: *cut });
            }
            Event::Extended { line: names, plies } => {
                self.line(names, line);
                observer.observe(line, E::Extended { plies: *plies });
            }
            Event::Reduced { line: names, plies } => {
                self.line(names, line);
                observer.observe(line, E::Reduced { plies: *plies });
            }
            Event::Again { line: names, reason, depth, window } => {
                self.line(names, line);
                observer.observe(line, E::Again { reason: *reason, depth: *depth, window: *window });
            }
            Event::NullMove { line: names, depth, window, score, cut, entered, leaves } => {
                self.line(names, line);
                let (depth, window, score, cut, entered, leaves) = (*depth, *window, *score, *cut, *entered, *leaves);
                observer.observe(line, E::NullMove { depth, window, score, cut, entered, leaves });
            }
            Event::StandPat { line: names, score, window, verdict } => {
                self.line(names, line);
                let verdict = if *verdict == Verdict::Best { hooks::Verdict::Best } else { hooks::Verdict::NotBest };
                observer.observe(line, E::StandPat { score: *score, window: *window, verdict });
            }
            Event::Pruned { line: names, reason, score, window } => {
                self.line(names, line);
                if let Some((&mv, parent)) = line.split_last() {
                    observer.observe(parent, E::Pruned { mv, reason: *reason, score: *score, window: *window });
                }
            }
            Event::Root { .. } | Event::Enter { .. } | Event::Created { .. } => {}
            Event::Judged { .. } | Event::Leave { .. } => {}
        }
    }
}

impl Names<Label> for Labels<'_> {
    fn name(&mut self, line: &[Label]) -> String {
        line.last().map(|label| self.names[label.0 as usize].to_owned()).unwrap_or_default()
    }

    fn ending(&mut self, line: &[Label]) -> Option<String> {
        self.endings.get(line).map(|&ending| ending.to_owned())
    }
}

impl Trace {
    /// Shows every event of the trace to `observer`, as the search did when it ran.
    ///
    /// Takes time in proportion to the length of the trace.
    pub fn replay(&self, observer: &mut impl Observer<Label>) {
        self.replay_with_labels(observer);
    }

    pub(super) fn replay_with_labels(&self, observer: &mut impl Observer<Label>) -> Labels<'_> {
        let mut labels = Labels::default();
        let mut line = Vec::new();
        let mut list = Vec::new();
        for event in &self.events {
            match event {
                Event::Root { score } => observer.observe(&[], hooks::Event::Root { score: *score }),
                Event::Enter { line: names, depth, window, moves, .. } => {
                    labels.line(names, &mut line);
                    labels.line(moves, &mut list);
                    observer.observe(&line, hooks::Event::Enter { depth: *depth, window: *window, moves: &list });
                }
                Event::Created { line: names, score, .. } => {
                    labels.line(names, &mut line);
                    if let Some((&mv, parent)) = line.split_last() {
                        observer.observe(parent, hooks::Event::Created { mv, score: *score });
                    }
                }
                Event::Judged { line: names, score, bound, leaf, ending, window, verdict, skipped, .. } => {
                    labels.line(names, &mut line);
                    if let Some(ending) = ending {
                        labels.endings.insert(line.clone(), ending);
                    }
                    let verdict = match verdict {
                        Verdict::Best => hooks::Verdict::Best,
                        Verdict::NotBest => hooks::Verdict::NotBest,
                        Verdict::Cutoff => hooks::Verdict::Cutoff { skipped: *skipped },
                    };
                    if let Some((&mv, parent)) = line.split_last() {
                        let (score, bound, window, leaf) = (*score, *bound, *window, leaf.map(Into::into));
                        observer.observe(parent, hooks::Event::Judged { mv, score, bound, leaf, window, verdict });
                    }
                }
                Event::Leave { line: names, score, bound } => {
                    labels.line(names, &mut line);
                    observer.observe(&line, hooks::Event::Leave { score: *score, bound: *bound });
                }
                technique => labels.technique(technique, &mut line, observer),
            }
        }
        labels
    }
}
