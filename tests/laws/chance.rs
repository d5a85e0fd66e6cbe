//! Chance nodes compared with expectiminimax in exact fractions, and their cutoffs with an independent Star1.

use crate::support::dice::Dice;
use crate::support::runs;
use plywood::hooks::{Event, Verdict};
use plywood::internal::lessons::model::Lesson;
use plywood::internal::subject::Subject;
use plywood::search::{Algorithm, Cut, Fail, Order, Settings};
use plywood::study::{AnyStudy, Limits};
use plywood::trace::Trace;
use plywood::verify::{Effort, verify};

/// A fraction, not in lowest terms.
#[derive(Clone, Copy, Debug)]
struct Fraction(i128, i128);

impl Fraction {
    fn lowest(self) -> Self {
        let (mut a, mut b) = (self.0.abs(), self.1);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Self(self.0 / a.max(1), self.1 / a.max(1))
    }

    fn plus(self, other: Self) -> Self {
        Self(self.0 * other.1 + other.0 * self.1, self.1 * other.1).lowest()
    }

    fn times(self, part: i128, of: i128) -> Self {
        Self(self.0 * part, self.1 * of).lowest()
    }

    fn below(self, other: Self) -> bool {
        self.0 * other.1 < other.0 * self.1
    }
}

/// A node: the score of a leaf, for MAX, and the moves with their weights.
#[derive(Clone, Debug, Default)]
pub struct Node {
    score: i32,
    pub moves: Vec<(u32, Self)>,
}

pub fn grown(dice: &mut Dice, plies: usize, most: usize) -> Node {
    let score = dice.below(most + 1) as i32;
    if plies == 0 || dice.below(8) == 0 {
        return Node { score, moves: Vec::new() };
    }
    Node {
        score,
        moves: (0..=dice.below(3)).map(|_| (1 + dice.below(3) as u32, grown(dice, plies - 1, most))).collect(),
    }
}

/// Returns the tree as a lesson in JSON.
pub fn written(node: &Node, name: &str, movers: &[&str], ply: usize) -> String {
    let of: u32 = node.moves.iter().map(|(part, _)| part).sum();
    let moves = node.moves.iter().enumerate().map(|(index, (part, child))| {
        let name = format!("{name}{}", char::from(b'a' + index as u8));
        let weight = if movers[ply] == "chance" { format!(", \"weight\": \"{part}/{of}\"") } else { String::new() };
        let rest = match child.moves.is_empty() {
            true => format!("\"score\": {}", child.score),
            false => format!("\"moves\": {}", written(child, &name, movers, ply + 1)),
        };
        format!("{{\"move\": \"{name}\"{weight}, {rest}}}")
    });
    format!("[{}]", moves.collect::<Vec<_>>().join(", "))
}

/// Star1 over alpha-beta, with exact fractions: the leaves that it reads. A missing bound is infinite.
struct Star1<'a> {
    movers: &'a [&'a str],
    limits: [Option<i128>; 2],
    cuts_ties: bool,
    /// Whether the moves of each node are tried from the last to the first.
    is_reversed: bool,
    leaves: Vec<String>,
}

type Ends = [Option<Fraction>; 2];

impl Star1<'_> {
    /// Returns whether a score causes a cutoff at a bound of the window; `is_high` means the upper bound.
    fn ends(&self, score: Fraction, end: Option<Fraction>, is_high: bool) -> bool {
        end.is_some_and(|end| {
            let beyond = if is_high { end.below(score) } else { score.below(end) };
            beyond || self.cuts_ties && !score.below(end) && !end.below(score)
        })
    }

    /// As in a fail-soft search, the returned bound is the best score found.
    fn value(&mut self, node: &Node, name: &str, ply: usize, [mut low, mut high]: Ends) -> Fraction {
        if node.moves.is_empty() {
            self.leaves.push(name.to_owned());
            return Fraction(node.score.into(), 1);
        }
        let mut moves: Vec<(String, u32, &Node)> = (b'a'..)
            .zip(&node.moves)
            .map(|(letter, (part, child))| (format!("{name}{}", char::from(letter)), *part, child))
            .collect();
        if self.is_reversed {
            moves.reverse();
        }
        if self.movers[ply] == "chance" {
            let of: i128 = node.moves.iter().map(|(part, _)| i128::from(*part)).sum();
            let (mut sum, mut left) = (Fraction(0, 1), of);
            for (name, part, child) in moves {
                let part = i128::from(part);
                left -= part;
                let end = |end: Option<Fraction>, limit: Option<i128>| {
                    let (end, limit) = end.zip(limit)?;
                    let rest = Fraction(-limit * left, of);
                    Some(end.plus(Fraction(-sum.0, sum.1)).plus(rest).times(of, part))
                };
                let inside = [end(low, self.limits[1]), end(high, self.limits[0])];
                let score = self.value(child, &name, ply + 1, inside);
                sum = sum.plus(score.times(part, of));
                let is_low = self.ends(score, inside[0], false);
                if is_low || self.ends(score, inside[1], true) {
                    let limit = self.limits[usize::from(is_low)].unwrap();
                    return sum.plus(Fraction(limit * left, of));
                }
            }
            return sum;
        }
        let is_max = self.movers[ply] == "max";
        if let Some(limit) = self.limits[usize::from(is_max)].map(|limit| Fraction(limit, 1)) {
            match is_max {
                true => high = Some(high.filter(|high| high.below(limit)).unwrap_or(limit)),
                false => low = Some(low.filter(|low| limit.below(*low)).unwrap_or(limit)),
            }
        }
        let mut best: Option<Fraction> = None;
        for (name, _, child) in moves {
            let score = self.value(child, &name, ply + 1, [low, high]);
            let is_better = best.is_none_or(|best| if is_max { best.below(score) } else { score.below(best) });
            best = if is_better { Some(score) } else { best };
            if self.ends(score, if is_max { high } else { low }, is_max) {
                break;
            }
            let end = if is_max { &mut low } else { &mut high };
            let raises = end.is_none_or(|end| if is_max { end.below(score) } else { score.below(end) });
            *end = if raises { Some(score) } else { *end };
        }
        best.unwrap()
    }
}

/// Expectiminimax, from its definition.
fn worth(node: &Node, movers: &[&str], ply: usize) -> Fraction {
    if node.moves.is_empty() {
        return Fraction(node.score.into(), 1);
    }
    let of: u32 = node.moves.iter().map(|(part, _)| part).sum();
    let values = node.moves.iter().map(|(part, child)| (*part, worth(child, movers, ply + 1)));
    match movers[ply] {
        "chance" => values.fold(Fraction(0, 1), |sum, (part, value)| sum.plus(value.times(part.into(), of.into()))),
        "max" => values.map(|(_, value)| value).reduce(|a, b| if a.below(b) { b } else { a }).unwrap(),
        _ => values.map(|(_, value)| value).reduce(|a, b| if b.below(a) { b } else { a }).unwrap(),
    }
}

const MOST: usize = 10;

fn drawn(mut with: impl FnMut(&Node, &[&str], &Subject)) {
    let mut dice = Dice(51);
    for _ in 0..runs(500) {
        let plies = 1 + dice.below(4);
        let movers: Vec<&str> = (0..plies).map(|_| *dice.pick(&["max", "min", "chance", "chance"])).collect();
        let tree = grown(&mut dice, plies, MOST);
        if tree.moves.is_empty() || !movers.contains(&"chance") {
            continue;
        }
        let listed: Vec<String> = movers.iter().map(|mover| format!("\"{mover}\"")).collect();
        let moves = written(&tree, "", &movers, 0);
        let text = format!("{{\"title\": \"t\", \"movers\": [{}], \"moves\": {moves}}}", listed.join(", "));
        with(&tree, &movers, &Subject::from(Lesson::from_json(&text).unwrap()));
    }
}

fn study(subject: &Subject, settings: Settings) -> Box<dyn AnyStudy> {
    let settings = settings.depth(subject.depth.unwrap()).fail(settings.fail.or(Some(Fail::Soft)));
    let settings = if settings.algorithm == Algorithm::Minimax { settings.fail(None) } else { settings };
    subject.study(&settings, None, Limits::default()).unwrap()
}

fn judged(trace: &Trace) -> Vec<String> {
    let leaf = |event: &Event<String>| match event {
        Event::Judged { mv, leaf: Some(_), .. } => Some(mv.clone()),
        _ => None,
    };
    trace.records.iter().filter_map(|record| leaf(&record.event)).collect()
}

/// Returns the score of the root for MAX, as a fraction of a whole score.
fn found(trace: &Trace) -> Fraction {
    let score = trace.header.movers().at_max(0, trace.outcome.score.unwrap());
    let text = serde_json::to_string(&score).unwrap();
    let thousandths = (text.parse::<f64>().unwrap() * 1000.0).round() as i128;
    Fraction(thousandths, 1000 * i128::from(trace.header.scale())).lowest()
}

#[test]
fn the_value_is_the_mean_exactly_and_every_event_keeps_the_rules() {
    drawn(|tree, movers, subject| {
        let is = worth(tree, movers, 0).lowest();
        for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta] {
            let study = study(subject, Settings::default().order(Order::None).algorithm(algorithm));
            let trace = study.trace().unwrap();
            let said = found(&trace);
            assert_eq!((said.0, said.1), (is.0, is.1), "{movers:?} {tree:?}");
            for report in [verify(&*study, &Effort::default()), verify(&trace, &Effort::default())] {
                let report = report.unwrap();
                assert!(report.passes(), "{movers:?} {tree:?} {:?} {:?}", report.failures, report.audit.findings);
            }
            let mut text = Vec::new();
            trace.write_json_lines(&mut text).unwrap();
            assert_eq!(Trace::read_json_lines(&text[..]).unwrap(), trace);
        }
    });
}

#[test]
fn with_limits_the_leaves_that_are_read_are_those_of_star1() {
    let mut cuts = 0;
    drawn(|tree, movers, subject| {
        let is = worth(tree, movers, 0).lowest();
        let rules = [
            (Cut::AtBeta, Fail::Soft),
            (Cut::AboveBeta, Fail::Soft),
            (Cut::AtBeta, Fail::Hard),
            (Cut::AboveBeta, Fail::Hard),
        ];
        let ranges = [[true, true], [true, false], [false, true]];
        let ranges = ranges.into_iter().flat_map(|known| [Order::None, Order::RightToLeft].map(|order| (known, order)));
        for ((cut, fail), (known, order)) in
            rules.into_iter().flat_map(|rule| ranges.clone().map(move |range| (rule, range)))
        {
            let limits = [known[0].then_some(0), known[1].then_some(MOST as i128)];
            let mut limited = subject.clone();
            limited.limit_leaves(limits.map(|limit| limit.map(|limit| limit as f64))).unwrap();
            let study = study(&limited, Settings::default().order(order).cut(cut).fail(fail));
            let trace = study.trace().unwrap();
            let is_reversed = order == Order::RightToLeft;
            let mut star1 = Star1 { movers, limits, cuts_ties: cut == Cut::AtBeta, is_reversed, leaves: Vec::new() };
            star1.value(tree, "", 0, [None, None]);
            let said = found(&trace);
            let mut read = judged(&trace);
            // A bound that a fail-hard node returns ties. If a tie causes no cutoff, the search reads more leaves.
            if (cut, fail) == (Cut::AboveBeta, Fail::Hard) {
                read.retain(|leaf| star1.leaves.contains(leaf));
            }
            assert_eq!(
                (said.0, said.1, read),
                (is.0, is.1, star1.leaves),
                "{cut:?} {order} {limits:?} {movers:?} {tree:?}"
            );
            let is_cut = |event: &Event<String>| {
                matches!(event, Event::Judged { weight: Some(_), verdict: Verdict::Cutoff { skipped: 1.. }, .. })
            };
            cuts += trace.records.iter().filter(|record| is_cut(&record.event)).count();
            let report = verify(&*study, &Effort::default()).unwrap();
            assert!(
                report.passes(),
                "{cut:?} {fail:?} {order} {limits:?} {movers:?} {tree:?} {:?} {:?}",
                report.failures,
                report.audit.findings
            );
        }
    });
    assert!(0 < cuts);
}
