//! Reports on many positions that were each searched twice, for example before and after a change to an engine. A
//! report has a line for each position, or is in a format for CI systems.

use super::recordings::Recordings;
use crate::core::score::Score;
use crate::core::trace::{Header, Outcome};
use crate::page::Style;
use crate::page::document::{Column, Document, Table};
use crate::page::escape::{github as escaped, github_property};
use crate::page::junit::{self, TestCase, TestOutcome, TestProblem, TestSuite};
use crate::page::text::{counted, grouped, visible};
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::fmt::Write as _;
use std::path::Path;

/// The name of the format in the JSON document.
pub const FORMAT: &str = "plywood-compare-suite";

/// How two searches of one position differ, from the least to the most serious difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PositionVerdict {
    /// The searches are equal event by event.
    Equal,
    /// The searches have the same result and no contradictory bounds, but try moves in a different order or skip
    /// different moves.
    Reordered,
    /// The results differ, but both may be right.
    Different,
    /// The searches cannot both be right.
    Contradiction,
    /// The searches cannot be compared: one is missing or cannot be read.
    Incomparable,
}

impl PositionVerdict {
    const ALL: [Self; 5] = [Self::Equal, Self::Reordered, Self::Different, Self::Contradiction, Self::Incomparable];

    /// Returns the name of the verdict.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::Reordered => "reordered",
            Self::Different => "different",
            Self::Contradiction => "contradiction",
            Self::Incomparable => "incomparable",
        }
    }
}

/// A position that was searched twice.
#[derive(Clone, Debug, Serialize)]
pub struct ComparedPosition {
    /// The name that the files of the two searches share.
    pub name: String,
    /// How the searches differ.
    pub verdict: PositionVerdict,
    /// The differences, in words.
    pub about: String,
    /// The number of nodes in each search.
    pub nodes: [u64; 2],
    /// The command that compares the two searches, if each has its own file.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub command: String,
    /// Whether the position passes whatever its verdict, because the check compares less than the verdict does.
    #[serde(skip)]
    pub passes: bool,
}

/// What makes a comparison fail.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FailOn {
    /// Any difference.
    Difference,
    /// Claims that cannot both be right.
    Contradiction,
    /// An increase in the total number of nodes by more than this many percent.
    Nodes(f64),
}

impl std::str::FromStr for FailOn {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let percent = |text: &str| text.strip_suffix('%').and_then(|number| number.trim().parse::<f64>().ok());
        match text.split_once(':') {
            None if text == "difference" => Ok(Self::Difference),
            None if text == "contradiction" => Ok(Self::Contradiction),
            Some(("nodes", most)) => match percent(most).filter(|most| (0.0..=1e6).contains(most)) {
                Some(most) => Ok(Self::Nodes(most)),
                None => Err(format!("`{most}` is not a percentage. Write, for example, nodes:5%")),
            },
            _ => Err("expected difference, contradiction, or nodes:5%".to_owned()),
        }
    }
}

impl ComparedPosition {
    /// Returns a position that cannot be compared.
    #[must_use]
    pub fn incomparable(name: String, about: String) -> Self {
        Self {
            name,
            verdict: PositionVerdict::Incomparable,
            about,
            nodes: [0; 2],
            command: String::new(),
            passes: false,
        }
    }

    /// Returns a position that only one of the two runs contains; `place` names its file.
    #[must_use]
    pub fn of_one_run(name: String, run: &str, place: &str) -> Self {
        Self::incomparable(name, format!("only in the {run} results: {place}"))
    }

    /// Compares two searches of a position.
    #[must_use]
    pub fn of(name: String, headers: [&Header; 2], outcomes: [&Outcome; 2], found: &Recordings) -> Self {
        let [one, other] = outcomes;
        let by = headers[0].tolerance.max(headers[1].tolerance);
        let nodes = outcomes.map(|outcome| outcome.statistics.nodes());
        let mut about = Vec::new();
        let same_depth = headers[0].depth == headers[1].depth;
        let is_exact = headers.iter().all(|header| header.is_exact());
        let same_score = near(one.score, other.score, by);
        let both_whole = one.complete && other.complete && same_depth;
        let mut verdict = PositionVerdict::Equal;
        let mut note = |is: PositionVerdict, text: String| {
            about.push(text);
            verdict = verdict.max(is);
        };
        if !same_score {
            let is = if both_whole && is_exact { PositionVerdict::Contradiction } else { PositionVerdict::Different };
            note(is, format!("score {}", change(one.score, other.score)));
        }
        if one.best != other.best {
            let name = |best: &Option<String>| best.clone().unwrap_or_else(|| "none".to_owned());
            note(PositionVerdict::Different, format!("best {} -> {}", name(&one.best), name(&other.best)));
        } else if one.pv != other.pv {
            note(PositionVerdict::Reordered, format!("pv {} -> {}", one.pv.join(" "), other.pv.join(" ")));
        }
        if one.complete != other.complete || !same_depth {
            let word = |outcome: &Outcome| if outcome.complete { "whole" } else { "stopped" };
            let [a, b] = [0, 1].map(|side| format!("depth {} {}", headers[side].depth, word(outcomes[side])));
            note(PositionVerdict::Different, format!("{a} -> {b}"));
        }
        if !near(one.leaf_score, other.leaf_score, by)
            && same_score
            && one.leaf_score.is_some() == other.leaf_score.is_some()
        {
            note(PositionVerdict::Different, format!("leaf_score {}", change(one.leaf_score, other.leaf_score)));
        }
        let contradictions = found.nodes.counts.contradictions;
        if contradictions != 0 {
            if is_exact {
                note(PositionVerdict::Contradiction, counted(contradictions, "contradiction", "contradictions"));
            } else {
                let nodes = counted(contradictions, "node with conflicting scores", "nodes with conflicting scores");
                note(PositionVerdict::Different, format!("{nodes}, as inexact techniques allow"));
            }
        }
        if found.differ() || one.statistics != other.statistics {
            let text = match &found.parting {
                Some(parting) => format!("they diverge at event {}", parting.events[0]),
                None => "other counts".to_owned(),
            };
            note(PositionVerdict::Reordered, text);
        }
        Self { name, verdict, about: about.join("; "), nodes, command: String::new(), passes: false }
    }

    /// Returns a line with the command that shows the difference.
    fn look(&self) -> String {
        if self.command.is_empty() { String::new() } else { format!("\nTo see this: {}", self.command) }
    }

    /// Describes the change in nodes: "1,234 -> 1,300 (+5.3%)".
    fn cost(&self) -> String {
        cost(self.nodes)
    }
}

fn near(one: Option<Score>, other: Option<Score>, by: Score) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => one.is_near(other, by),
        (one, other) => one == other,
    }
}

/// Returns text such as "3.000 -> 2.500". If both scores would otherwise look the same, the text includes the plies to
/// mate.
pub(super) fn change(one: Option<Score>, other: Option<Score>) -> String {
    let shown = |score: Option<Score>, other: Option<Score>| {
        score.map_or_else(|| "none".to_owned(), |score| Style::default().among(score, other))
    };
    format!("{} -> {}", shown(one, other), shown(other, one))
}

fn growth([before, after]: [u64; 2]) -> f64 {
    if before == 0 { if after == 0 { 0.0 } else { 100.0 } } else { (after as f64 / before as f64 - 1.0) * 100.0 }
}

fn cost(nodes: [u64; 2]) -> String {
    match nodes {
        [before, after] if before == after => format!("{} nodes", grouped(before)),
        [before, after] => format!("{} -> {} nodes ({:+.1}%)", grouped(before), grouped(after), growth(nodes)),
    }
}

/// All positions, and the conditions under which the comparison fails.
#[derive(Debug)]
pub struct ComparedSuite {
    /// The positions, by name.
    pub positions: Vec<ComparedPosition>,
    /// The conditions, each of which makes the comparison fail.
    pub fail_on: Vec<FailOn>,
    /// True if several searches of one position are compared with the first of them.
    pub is_of_one_position: bool,
}

impl ComparedSuite {
    fn nodes(&self) -> [u64; 2] {
        [0, 1].map(|side| self.positions.iter().map(|position| position.nodes[side]).sum())
    }

    fn count(&self, verdict: PositionVerdict) -> u64 {
        self.positions.iter().filter(|position| position.verdict == verdict).count() as u64
    }

    /// Returns whether this position makes the comparison fail.
    fn is_red(&self, position: &ComparedPosition) -> bool {
        !position.passes
            && self.fail_on.iter().any(|on| match on {
                FailOn::Difference => PositionVerdict::Equal < position.verdict,
                FailOn::Contradiction => PositionVerdict::Contradiction <= position.verdict,
                FailOn::Nodes(_) => false,
            })
    }

    /// Returns whether any position could not be compared.
    #[must_use]
    pub fn has_trouble(&self) -> bool {
        self.count(PositionVerdict::Incomparable) != 0
    }

    /// Returns whether the comparison fails.
    #[must_use]
    pub fn fails(&self) -> bool {
        self.positions.iter().any(|position| self.is_red(position)) || self.too_many_nodes().is_some()
    }

    /// If the number of nodes has grown too much, returns a sentence that says so.
    fn too_many_nodes(&self) -> Option<String> {
        let grown = growth(self.nodes());
        let mut limits = self.fail_on.iter();
        limits.find_map(|on| match on {
            FailOn::Nodes(most) if *most < grown => {
                Some(format!("The nodes have grown by {grown:.1}%, which is more than {most}%."))
            }
            FailOn::Nodes(_) | FailOn::Difference | FailOn::Contradiction => None,
        })
    }

    fn summary(&self) -> String {
        let counts = PositionVerdict::ALL.iter().map(|&verdict| (verdict, self.count(verdict)));
        let counts = counts.filter(|&(_, count)| count != 0).map(|(verdict, count)| match (verdict, count) {
            (PositionVerdict::Contradiction, 2..) => format!("{} contradictions", grouped(count)),
            _ => format!("{} {}", grouped(count), verdict.name()),
        });
        let [one, many] =
            if self.is_of_one_position { ["comparison", "comparisons"] } else { ["position", "positions"] };
        let all = counted(self.positions.len() as u64, one, many);
        format!("{all}: {}; {}.", counts.collect::<Vec<_>>().join(", "), cost(self.nodes()))
    }

    /// Returns a line for each position, and the summary.
    #[must_use]
    pub fn document(&self) -> Document {
        let mut page = Document::default();
        let row = |position: &ComparedPosition| {
            let about = match (position.verdict, position.about.is_empty()) {
                (PositionVerdict::Incomparable, _) => position.about.clone(),
                (_, true) => position.cost(),
                (_, false) => format!("{}; {}", position.about, position.cost()),
            };
            [position.verdict.name().to_owned(), visible(&position.name), about]
        };
        let rows = self.positions.iter().map(row);
        page.table(Table::new([Column::Left, Column::Left, Column::Rest(0, 2)], ["", "", ""], rows));
        page.gap();
        page.text(self.summary());
        self.too_many_nodes().into_iter().for_each(|text| page.text(text));
        // Show the command for the position with the most serious difference.
        let worst = self.positions.iter().filter(|position| !position.command.is_empty()).rev();
        if let Some(worst) = worst.max_by_key(|position| position.verdict) {
            page.typed([format!("Look:  {}", worst.command)]);
        }
        page
    }

    /// Returns the comparison as JSON.
    #[must_use]
    pub fn json(&self) -> Json {
        let counts =
            PositionVerdict::ALL.iter().map(|&verdict| (verdict.name().to_owned(), self.count(verdict).into()));
        json!({
            "format": FORMAT, "version": 1, "fails": self.fails(), "nodes": self.nodes(),
            "counts": counts.collect::<serde_json::Map<_, _>>(), "positions": self.positions,
        })
    }

    /// Returns a test suite in the format that Jenkins reads (junit-10.xsd), with a case for each position.
    #[must_use]
    pub fn junit(&self) -> String {
        let class = "plywood compare";
        let mut cases: Vec<_> = self
            .positions
            .iter()
            .map(|position| TestCase { name: position.name.clone(), class, outcome: self.outcome(position) })
            .collect();
        cases.extend(self.too_many_nodes().map(|text| {
            let problem = TestProblem { kind: "nodes".to_owned(), message: text.clone(), body: text };
            TestCase { name: "nodes of all positions".to_owned(), class, outcome: TestOutcome::Failed(problem) }
        }));
        junit::document(&[TestSuite { name: class.to_owned(), cases, output: Some(self.summary()) }])
    }

    fn outcome(&self, position: &ComparedPosition) -> TestOutcome {
        let kind = position.verdict.name().to_owned();
        if position.verdict == PositionVerdict::Incomparable {
            let about = position.about.clone();
            return TestOutcome::Error(TestProblem { kind, message: about.clone(), body: about });
        }
        let parts = [position.about.clone(), position.cost()];
        let text = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ");
        if self.is_red(position) {
            let body = format!("{text}{}", position.look());
            return TestOutcome::Failed(TestProblem { kind, message: text, body });
        }
        TestOutcome::Passed(Some(format!("{kind}: {text}")))
    }

    /// Returns annotations for GitHub workflows. The annotations refer to the files in `folder`, if the searches have
    /// files.
    #[must_use]
    pub fn github(&self, folder: Option<&Path>) -> String {
        let mut out = String::new();
        for position in &self.positions {
            let word = if self.is_red(position) { "error" } else { "notice" };
            if position.verdict != PositionVerdict::Equal {
                let file = folder.map(|folder| folder.join(&position.name));
                let file = file.map(|file| format!("file={},", github_property(&file.to_string_lossy())));
                let name = if file.is_none() { format!("{}: ", visible(&position.name)) } else { String::new() };
                let about = escaped(&(name + &position.about + &position.look()));
                let (verdict, file) = (position.verdict.name(), file.unwrap_or_default());
                let _ = writeln!(out, "::{word} {file}title=plywood compare%3A {verdict}::{about}");
            }
        }
        let _ = writeln!(out, "::notice title=plywood compare::{}", escaped(&self.summary()));
        if let Some(text) = self.too_many_nodes() {
            let _ = writeln!(out, "::error title=plywood compare%3A nodes::{}", escaped(&text));
        }
        out
    }
}
