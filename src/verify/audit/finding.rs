//! The rules for events, and the counts of claims that break a rule and of claims that could not be checked.

use crate::core::hooks::Kind;
use crate::core::names::named;
use crate::core::score::{Bound, Plies, Score, Window};
use crate::core::text::json_value;
use serde::{Serialize, Serializer};
use std::fmt;

/// The maximum number of findings to keep; further findings are only counted.
pub(crate) const MOST_FINDINGS: usize = 10_000;

/// The number of findings that are kept for each rule, however many findings other rules have.
pub(crate) const MOST_OF_EACH: u64 = 100;

/// A value in an event, or the value that the event should have, in the trace's notation.
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
    /// No value.
    Nothing,
}

/// Returns a line as sentences name it.
pub(super) fn line_name(line: &[String]) -> String {
    if line.is_empty() { "the root".to_owned() } else { TraceValue::Line(line.to_vec()).to_string() }
}

impl TraceValue {
    pub(crate) const fn proved((score, bound): (Score, Bound)) -> Self {
        Self::Proved { score, bound }
    }

    /// Returns the word that a trace uses for something, such as a kind of leaf.
    pub(crate) fn word(named: impl Serialize) -> Self {
        Self::Word(json_value(&named).as_str().unwrap_or_default().to_owned())
    }
}

impl fmt::Display for TraceValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Score(score) => Plies(*score).fmt(f),
            Self::Proved { score, bound: Bound::Exact } => write!(f, "exactly {}", Plies(*score)),
            Self::Proved { score, bound } => write!(f, "{} {}", bound.sign(), Plies(*score)),
            Self::Bound(bound) => Self::word(bound).fmt(f),
            Self::Window(Window { alpha, beta }) => write!(f, "({}, {})", Plies(*alpha), Plies(*beta)),
            Self::Number(number) => write!(f, "{number}"),
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Word(word) => f.write_str(word),
            Self::Line(line) if line.is_empty() => f.write_str("(root)"),
            Self::Line(line) => f.write_str(&line.join(" ")),
            Self::Nothing => f.write_str("absent"),
        }
    }
}

/// The part of a trace that makes a claim.
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
    /// Returns the name that traces use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Event(kind) => kind.name(),
            Self::Result => "result",
        }
    }
}

/// A claim that contradicts others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The number of the event, starting at 1; 0 for the header, and the number of events plus 1 for the result.
    pub event: u64,
    /// The line of the file, starting at 1, if events have lines.
    #[serde(rename = "file_line", skip_serializing_if = "Option::is_none")]
    pub place: Option<u64>,
    /// The part of the trace that makes the claim.
    #[serde(rename = "kind", serialize_with = "about_name")]
    pub about: About,
    /// The moves to the node of the event.
    pub line: Vec<String>,
    /// The wrong field, by the name that it has in the trace.
    pub field: &'static str,
    /// The claimed value.
    pub said: TraceValue,
    /// Describes the correct value and the reason for it.
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

/// The result of an audit: how often each rule was applied, how often it was broken, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audited {
    /// How often each rule was applied, in the order of [`Rule::ALL`].
    pub checked: [u64; Rule::ALL.len()],
    /// How often each rule was broken.
    pub wrong: [u64; Rule::ALL.len()],
    /// How often each rule could not be applied because the trace lacks data or because plywood does not know
    /// something, such as the evaluation.
    pub unknown: [u64; Rule::ALL.len()],
    /// How often each kind of data was missing, in the order of [`Lack::ALL`].
    pub lacks: [u64; Lack::ALL.len()],
    /// The findings, in the order of the events. The first finding is the first cause, because everything before it is
    /// consistent. The list has at most `MOST_FINDINGS` entries.
    pub findings: Vec<Finding>,
    /// The number of events.
    pub events: u64,
    /// How many claims are right only within the header's tolerance, and the largest deviation.
    pub tolerated: (u64, Score),
    /// Facts that are worth knowing but are not mistakes, each as a sentence.
    pub remarks: Vec<String>,
    /// Rules whose findings are ignored, and how often each was broken.
    pub ignored: Vec<(Rule, u64)>,
}

impl Audited {
    /// Returns the kinds of missing data, and how often each was missing.
    pub(crate) fn lacking(&self) -> impl Iterator<Item = (Lack, u64)> {
        Lack::ALL.iter().map(|&lack| (lack, self.lacks[lack as usize])).filter(|&(_, count)| count != 0)
    }

    /// Counts the findings of some rules separately, as known deviations of a search that breaks them by design.
    pub fn ignore(&mut self, rules: &[Rule]) {
        for &rule in rules {
            if !self.ignored.iter().any(|&(ignored, _)| ignored == rule) {
                let mut take = |rule: Rule| std::mem::take(&mut self.wrong[rule as usize]);
                let count = take(rule) + rule.part().map_or(0, take);
                self.ignored.push((rule, count));
                self.findings.retain(|finding| finding.rule != rule && Some(finding.rule) != rule.part());
            }
        }
    }

    /// Returns how many claims are wrong.
    pub fn all_wrong(&self) -> u64 {
        self.wrong.iter().sum()
    }
}

/// Writes the counts, rule by rule, but not the findings: only the caller knows how many of them the user requested.
impl Serialize for Audited {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct FindingCounts {
            checked: u64,
            wrong: u64,
            unknown: u64,
        }
        let counts = |&rule: &Rule| {
            let [checked, wrong, unknown] =
                [&self.checked, &self.wrong, &self.unknown].map(|counts| counts[rule as usize]);
            (rule.name(), FindingCounts { checked, wrong, unknown })
        };
        serializer.collect_map(Rule::ALL.iter().map(counts))
    }
}

named! {
    /// The rules that the events of a search must obey.
    #[non_exhaustive]
    #[expect(missing_docs, reason = "the variants are described")]
    pub enum Rule: "rule" {
        Header = "header", "the search is the one that the header promises: its position, depth, techniques and changes";
        Technique = "technique", "a technique acts only if the header names it";
        Pass = "pass", "a pass has the kind, depth and window that follow from the previous pass";
        Depth = "depth", "a node is one ply shallower than its parent, except for extensions, reductions and re-searches";
        HandedDown = "window-handed-down", "a node gets its parent's window, as the side to move there sees it, or a null window at one of its bounds";
        Window = "window-now", "a comparison uses the node's current window";
        Owner = "owner", "alpha_set_by and beta_set_by name the moves whose scores are the bounds of the window";
        Number = "number", "positions and judgements are numbered in order";
        Order = "order", "moves are tried in the stated order, for valid reasons";
        Leaf = "leaf", "the word for a leaf follows from depth, techniques and earlier events";
        LeafScore = "leaf-score", "a leaf has its static evaluation, or the score of the table or rule that made it a leaf";
        ChildScore = "child-score", "a child is judged with its returned score and bound, as its parent sees them";
        Verdict = "verdict", "the verdict follows from score and window";
        Proof = "verdict-proof", "a new best move or a cutoff needs an exact score or a lower bound, any other move an exact score or an upper bound";
        NodeScore = "node-score", "a node returns the best score of its moves, pruned moves and standing pat";
        NodeBound = "node-bound", "a node returns a lower bound after a cutoff, the bound of its best move after a new best, and otherwise an upper bound";
        ReSearch = "again", "a node is searched again if the previous search shows only that the move beats alpha, because it had a null window or a reduced depth";
        NullMove = "null-move", "a null move is searched to a reduced depth with the null window at beta, and causes a cutoff if its score reaches beta";
        StandPat = "stand-pat", "standing pat happens only in quiescence, compares the static evaluation with the window, and ends the node if it causes a cutoff";
        StandPatInCheck = "stand-pat-in-check", "a side in check does not stand pat";
        Pruned = "pruned", "a move is pruned because its estimate does not exceed alpha, or, by `see`, because the exchange loses material";
        Table = "hash", "a table hit gives what its visit stored, and causes a cutoff if depth, bound and window allow it";
        Weight = "weight", "moves have weights only at chance nodes, where the weights have a common denominator";
        Mean = "mean", "a chance node returns the mean of its moves or, after a cutoff, the bound that the other moves allow";
        ChanceWindow = "chance-window", "a move at a chance node has a window within which the node's mean can stay inside the node's own window";
        Statistics = "statistics", "the statistics count the events";
        Result = "result", "the result is that of the root's last pass";
        Moves = "moves", "a node's moves are legal and, except in quiescence, complete";
        MovesInCheck = "moves-in-check", "quiescence tries all legal moves of a side in check, not only captures";
        Static = "static", "a static evaluation is what the named evaluation computes; if plywood does not know it, equal positions have equal static evaluations";
    }
}

impl Rule {
    /// Returns the rule that covers a special case of this rule and is ignored together with it, if there is one.
    const fn part(self) -> Option<Self> {
        if matches!(self, Self::Moves) {
            Some(Self::MovesInCheck)
        } else if matches!(self, Self::StandPat) {
            Some(Self::StandPatInCheck)
        } else {
            None
        }
    }

    /// If some engines break this rule by design, returns all rules that these engines break together.
    pub(crate) const fn by_design(self) -> &'static [Self] {
        if matches!(self, Self::MovesInCheck | Self::StandPatInCheck) {
            &[Self::MovesInCheck, Self::StandPatInCheck]
        } else {
            &[]
        }
    }
}

named! {
    /// The data that is missing if a claim cannot be checked.
    #[non_exhaustive]
    #[expect(missing_docs, reason = "the variants are described")]
    pub enum Lack: "lack" {
        Moves = "fen", "moves, checks and endings: `fen`, or a `shape`";
        Statics = "evaluation", "static evaluations: a known `evaluation`, or a `shape` with scores";
        Leaf = "created.score", "scores of leaves: the field `score` of `created`";
        Visit = "hash.visit", "table hits: the field `visit` of `hash`";
        Unreported = "untold", "table hits on entries that nodes without events stored: the events of these nodes";
        Order = "ordered", "the order of the moves: `ordered`, or a known `order`";
        Technique = "techniques", "the use of techniques: `techniques` with known names";
        Other = "other", "scores of leaves by a rule of the engine's own (`other`): a known word";
        Pruned = "pruned", "moves pruned by rules or piece values of the engine's own: known names in the header";
        Omitted = "omitted", "searches that the trace omits (`omitted`): a complete trace";
        Forgotten = "forgotten", "table hits on entries stored more than a million nodes earlier: a shorter search";
    }
}
