//! The results of two runs over a file of positions (`plywood explain suite.epd --format jsonl`), position by position.

use super::suite::{ComparedPosition, PositionVerdict, change};
use crate::core::score::Score;
use crate::core::text::names;
use crate::core::trace::{Header, TraceError};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A line of a file of results.
#[derive(Clone, Debug, Deserialize)]
struct ResultLine {
    number: usize,
    #[serde(default, deserialize_with = "names")]
    id: String,
    #[serde(default, deserialize_with = "names")]
    fen: Option<String>,
    depth: u32,
    complete: bool,
    score: Option<Score>,
    #[serde(default, deserialize_with = "names")]
    best: Option<String>,
    #[serde(default, deserialize_with = "names")]
    pv: Vec<String>,
    right: Option<bool>,
    nodes: u64,
    #[serde(default)]
    settings: BTreeMap<String, String>,
}

impl ResultLine {
    fn name(&self) -> String {
        if self.id.is_empty() { format!("position {}", self.number) } else { self.id.clone() }
    }

    /// Returns whether the search reports only exact scores and correct bounds.
    fn is_exact(&self) -> bool {
        let setting = |name: &str| self.settings.get(name).cloned().unwrap_or_default();
        let techniques = setting("with").split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect();
        Header { algorithm: setting("algorithm"), techniques, ..Header::default() }.is_exact()
    }
}

/// The results of a run, keyed by the number of the position.
#[derive(Debug)]
pub struct PositionResults(BTreeMap<usize, ResultLine>);

/// Returns whether a text begins with a line of results.
pub fn is_results(text: &str) -> bool {
    text.lines().find(|line| !line.trim().is_empty()).is_some_and(|line| line_of(line).is_ok())
}

fn line_of(line: &str) -> serde_json::Result<ResultLine> {
    serde_json::from_str(line)
}

impl PositionResults {
    /// Reads the results of a run.
    ///
    /// # Errors
    /// Returns the place of the first line that is not a result, or that has the same position as an earlier line.
    pub fn read(text: &str) -> Result<Self, TraceError> {
        let mut all = BTreeMap::new();
        for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let result = line_of(line).map_err(|error| TraceError::json(line, &error, at))?;
            let number = result.number;
            if all.insert(number, result).is_some() {
                let problem = format!("this is a second result of position {number}; remove one of the two");
                return Err(TraceError::Json { line: at + 1, column: 1, problem });
            }
        }
        Ok(Self(all))
    }
}

/// Compares the results of two runs, position by position, in the order of the old results. `files` are the files of
/// the old and the new results.
#[must_use]
pub fn compared(
    files: [&str; 2],
    PositionResults(old): PositionResults,
    PositionResults(mut new): PositionResults,
) -> Vec<ComparedPosition> {
    let mut positions: Vec<ComparedPosition> = old
        .into_iter()
        .map(|(number, old)| match new.remove(&number) {
            Some(new) => one(&old, &new),
            None => ComparedPosition::of_one_run(old.name(), "old", files[0]),
        })
        .collect();
    positions.extend(new.into_values().map(|new| ComparedPosition::of_one_run(new.name(), "new", files[1])));
    positions
}

fn one(old: &ResultLine, new: &ResultLine) -> ComparedPosition {
    if old.fen != new.fen {
        let shown = |line: &ResultLine| line.fen.clone().unwrap_or_else(|| "no position".to_owned());
        let about = format!("two positions cannot be compared: {} and {}", shown(old), shown(new));
        return ComparedPosition::incomparable(old.name(), about);
    }
    let mut notes = Vec::new();
    let is_same_search = old.complete && new.complete && old.depth == new.depth;
    let same = |name: &str| old.settings.get(name) == new.settings.get(name);
    if old.score != new.score {
        let is_wrong = is_same_search && same("evaluation") && old.is_exact() && new.is_exact();
        let verdict = if is_wrong { PositionVerdict::Contradiction } else { PositionVerdict::Different };
        notes.push((verdict, format!("score {}", change(old.score, new.score))));
    }
    let best = |line: &ResultLine| line.best.clone().unwrap_or_else(|| "none".to_owned());
    if old.best != new.best {
        notes.push((PositionVerdict::Different, format!("best {} -> {}", best(old), best(new))));
    } else if old.pv != new.pv {
        notes.push((PositionVerdict::Reordered, format!("pv {} -> {}", old.pv.join(" "), new.pv.join(" "))));
    }
    if old.right != new.right {
        let word = |right| match right {
            Some(true) => "solved",
            Some(false) => "not solved",
            None => "no solution given",
        };
        notes.push((PositionVerdict::Different, format!("{} -> {}", word(old.right), word(new.right))));
    }
    if !is_same_search && (old.complete != new.complete || old.depth != new.depth) {
        let depth = |line: &ResultLine| format!("depth {}{}", line.depth, if line.complete { "" } else { ", stopped" });
        notes.push((PositionVerdict::Different, format!("{} -> {}", depth(old), depth(new))));
    }
    if old.nodes != new.nodes {
        notes.push((PositionVerdict::Reordered, "other counts".to_owned()));
    }
    let verdict = notes.iter().map(|(verdict, _)| *verdict).max().unwrap_or(PositionVerdict::Equal);
    let about = notes.into_iter().map(|(_, note)| note).collect::<Vec<_>>().join("; ");
    ComparedPosition {
        name: old.name(),
        verdict,
        about,
        nodes: [old.nodes, new.nodes],
        command: String::new(),
        passes: false,
    }
}
