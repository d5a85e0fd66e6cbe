//! A claim of a search that does not fit the others, and what was counted on the way.

use super::lack::Lack;
use super::rule::Rule;
use crate::hooks::Kind;
use crate::score::{Bound, Score, Window};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::fmt;

/// So many findings are kept; the others are counted.
pub(crate) const MOST_FINDINGS: usize = 10_000;

/// What an event says, or what should stand there, as the trace writes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "the variants are the types of the fields")]
pub enum TraceValue {
    Score(Score),
    Proved {
        score: Score,
        bound: Bound,
    },
    Bound(Bound),
    Window(Window),
    Number(u64),
    Flag(bool),
    Word(String),
    Line(Vec<String>),
    /// Nothing stands there.
    Nothing,
}

impl TraceValue {
    /// Returns the word that a trace has for something, such as a kind of leaf.
    pub(crate) fn word(named: impl Serialize) -> Self {
        let word = serde_json::to_value(named).ok().and_then(|word| word.as_str().map(str::to_owned));
        Self::Word(word.unwrap_or_default())
    }
}

impl fmt::Display for TraceValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Score(score) => write!(f, "{score}"),
            Self::Proved { score, bound: Bound::Exact } => write!(f, "exactly {score}"),
            Self::Proved { score, bound } => write!(f, "{} {score}", bound.sign()),
            Self::Bound(bound) => f.write_str(bound_word(*bound)),
            Self::Window(Window { alpha, beta }) => write!(f, "({alpha}, {beta})"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Word(word) => f.write_str(word),
            Self::Line(line) if line.is_empty() => f.write_str("(root)"),
            Self::Line(line) => f.write_str(&line.join(" ")),
            Self::Nothing => f.write_str("nothing"),
        }
    }
}

const fn bound_word(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    }
}

/// What a claim stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// The header.
    Header,
    /// An event of this kind.
    Event(Kind),
    /// The result.
    Result,
}

impl About {
    /// Returns its name in traces.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Event(kind) => kind.name(),
            Self::Result => "result",
        }
    }
}

/// A claim that does not fit the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Which event it is, counted from 1; 0 if it is the header, one more than there are, if it is the result.
    pub event: u64,
    /// The line of the file, from 1, where events have lines.
    #[serde(rename = "file_line", skip_serializing_if = "Option::is_none")]
    pub place: Option<u64>,
    /// What the claim stands in.
    #[serde(rename = "kind", serialize_with = "about_name")]
    pub about: About,
    /// The moves to what the event is about.
    pub line: Vec<String>,
    /// The field that is wrong, by its name in the trace.
    pub field: &'static str,
    /// What it says.
    pub said: TraceValue,
    /// What follows instead, and from what, in words.
    pub follows: String,
    /// The rule.
    #[serde(serialize_with = "rule_name")]
    pub rule: Rule,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn about_name<S: Serializer>(about: &About, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(about.name())
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn rule_name<S: Serializer>(rule: &Rule, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(rule.name())
}

/// How often each rule was applied, how often it was broken, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audited {
    /// How often each rule was applied, in the order of [`Rule::ALL`].
    pub checked: Vec<u64>,
    /// How often it was broken.
    pub wrong: Vec<u64>,
    /// How often it could not be applied, because the trace or this program does not know enough.
    pub unknown: Vec<u64>,
    /// What was lacking then, and how often, in the order of [`Lack::ALL`].
    pub lacks: Vec<u64>,
    /// What is wrong, in the order of the events: the first is the first cause, since all before it is right. No more than
    /// `MOST_FINDINGS`.
    pub findings: Vec<Finding>,
    /// How many events there were.
    pub events: u64,
}

impl Default for Audited {
    fn default() -> Self {
        let none = vec![0; Rule::ALL.len()];
        let lacks = vec![0; Lack::ALL.len()];
        Self { checked: none.clone(), wrong: none.clone(), unknown: none, lacks, findings: Vec::new(), events: 0 }
    }
}

impl Audited {
    /// How many claims were checked.
    #[must_use]
    pub fn all_checked(&self) -> u64 {
        self.checked.iter().sum()
    }

    /// How many claims could not be checked, because the trace or this program does not know enough.
    #[must_use]
    pub fn all_unknown(&self) -> u64 {
        self.unknown.iter().sum()
    }

    /// How many claims are wrong.
    #[must_use]
    pub fn all_wrong(&self) -> u64 {
        self.wrong.iter().sum()
    }
}

/// The counts, rule by rule; the findings are written by whoever knows how many are asked for.
impl Serialize for Audited {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct FindingCounts {
            checked: u64,
            wrong: u64,
            unknown: u64,
        }
        let mut rules = serializer.serialize_map(None)?;
        for &rule in Rule::ALL {
            let at = rule as usize;
            let counts = FindingCounts { checked: self.checked[at], wrong: self.wrong[at], unknown: self.unknown[at] };
            rules.serialize_entry(rule.name(), &counts)?;
        }
        rules.end()
    }
}
