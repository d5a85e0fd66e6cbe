//! Writes the events of the engine as JSON Lines, and counts them.

use super::{Bound, INFINITE, Leaf, MATE, MATES, Value};
use serde_json::{Value as Json, json};

/// The current place of the search, and what was written so far.
#[derive(Default)]
pub(super) struct Writer {
    lines: Vec<String>,
    /// The moves to the open node, including the child that was created last.
    path: Vec<String>,
    child: Option<String>,
    child_line: Option<usize>,
    silence: u32,
    /// Nodes entered and leaves evaluated without events.
    untold: [u64; 2],
    counts: std::collections::BTreeMap<&'static str, u64>,
    root_move: Option<String>,
    first: Vec<bool>,
}

fn score(score: i32) -> Json {
    match score {
        _ if INFINITE <= score => json!("+inf"),
        _ if score <= -INFINITE => json!("-inf"),
        // No real score is this high.
        _ if MATE <= score => json!("+inf"),
        _ if score < -MATE => json!("-inf"),
        _ if MATES < score => json!({ "mate": MATE - score }),
        _ if score < -MATES => json!({ "mate": -(MATE + score) }),
        _ => json!(f64::from(score) / 100.0),
    }
}

fn window((alpha, beta): (i32, i32)) -> Json {
    json!({ "alpha": score(alpha), "beta": score(beta) })
}

impl Writer {
    fn write(&mut self, event: &Json) {
        if self.silence == 0 {
            self.lines.push(event.to_string());
        }
    }

    fn count(&mut self, name: &'static str, times: u64) {
        if self.silence == 0 {
            *self.counts.entry(name).or_default() += times;
        }
    }

    /// Writes nothing until [`aloud`](Self::aloud); returns the result of `before`, which reads the counts so far.
    pub fn silent<T>(&mut self, before: impl FnOnce(&Self) -> T) -> T {
        if self.silence == 0 {
            self.untold = [0; 2];
        }
        self.silence += 1;
        before(self)
    }

    pub fn aloud(&mut self) {
        self.silence -= 1;
    }

    pub const fn is_silent(&self) -> bool {
        self.silence != 0
    }

    pub const fn counts(&self) -> [u64; 2] {
        self.untold
    }

    pub fn header(&mut self, header: &Json) {
        self.lines.push(header.to_string());
    }

    pub fn root(&mut self, own: i32) {
        self.count("created", 1);
        self.write(&json!({ "event": "root", "score": score(own) }));
    }

    pub fn pass(&mut self, word: &str, depth: u32, (alpha, beta): (i32, i32)) {
        self.count("passes", 1);
        self.write(&json!({ "event": "pass", "pass": word, "depth": depth, "window": window((alpha, beta)) }));
    }

    /// Returns the line of the current child.
    fn here(&self) -> Vec<&String> {
        self.path.iter().chain(&self.child).collect()
    }

    pub fn enter(&mut self, depth: u32, (alpha, beta): (i32, i32), moves: &[String]) {
        self.untold[0] += 1;
        if self.silence != 0 {
            return;
        }
        self.count("entered", 1);
        self.path.extend(self.child.take());
        let line = self.path.clone();
        self.write(
            &json!({ "event": "enter", "line": line, "depth": depth, "window": window((alpha, beta)), "moves": moves }),
        );
        self.first.push(true);
    }

    pub fn created(&mut self, name: &str, own: Option<i32>) {
        if self.silence != 0 {
            return;
        }
        self.count("created", 1);
        self.child = Some(name.to_owned());
        let line = self.here();
        let event = match own {
            Some(own) => json!({ "event": "created", "line": line, "score": score(own) }),
            None => json!({ "event": "created", "line": line }),
        };
        self.child_line = own.is_none().then_some(self.lines.len());
        self.write(&event);
    }

    /// Returns whether a static evaluation was written for the current child, or no longer can be.
    pub const fn is_scored(&self) -> bool {
        self.silence != 0 || self.child_line.is_none()
    }

    /// Records the static evaluation of the last created child, for its side to move.
    pub fn scored(&mut self, own: i32) {
        let (0, Some(at)) = (self.silence, self.child_line.take()) else { return };
        let mut event: Json = serde_json::from_str(&self.lines[at]).unwrap();
        event["score"] = score(-own);
        self.lines[at] = event.to_string();
    }

    fn of_child(&mut self, kind: &str, mut event: Json) {
        if self.silence != 0 {
            return;
        }
        event["event"] = kind.into();
        event["line"] = json!(self.here());
        self.write(&event);
    }

    pub fn extended(&mut self, plies: u32) {
        self.count("extended", 1);
        self.of_child("extended", json!({ "plies": plies }));
    }

    pub fn reduced(&mut self, plies: u32) {
        self.count("reduced", 1);
        self.of_child("reduced", json!({ "plies": plies }));
    }

    /// Records a reduction for the engine's own reason.
    pub fn reduced_because(&mut self, plies: u32, why: &str) {
        self.count("reduced", 1);
        self.of_child("reduced", json!({ "plies": plies, "why": why }));
    }

    pub fn again(&mut self, reason: &str, depth: u32, asked: (i32, i32)) {
        self.count("searched_again", 1);
        self.of_child("again", json!({ "reason": reason, "depth": depth, "window": window(asked) }));
    }

    pub fn hash(&mut self, depth: u32, found: i32, bound: Bound, best: Option<&String>, cut: bool, untold: bool) {
        self.count("hash_hits", 1);
        self.count("hash_cuts", u64::from(cut));
        let mut event = json!({ "depth": depth, "score": score(found), "bound": bound.name(), "cut": cut });
        if let Some(best) = best {
            event["move"] = best.as_str().into();
        }
        if untold {
            event["untold"] = true.into();
        }
        self.of_child("hash", event);
    }

    pub fn null_move(&mut self, depth: u32, asked: (i32, i32), found: i32, cut: bool, before: [u64; 2]) {
        let [entered, leaves] = [0, 1].map(|at| self.untold[at] - before[at]);
        self.count("null_moves", 1);
        self.count("null_cuts", u64::from(cut));
        self.count("null_nodes", entered + leaves);
        let event = json!({
            "depth": depth, "window": window(asked), "score": score(found), "cut": cut, "entered": entered, "leaves": leaves,
        });
        self.of_child("null_move", event);
    }

    pub fn pruned(&mut self, name: &str, reason: &str, why: &str, expected: Option<i32>, now: (i32, i32)) {
        if self.silence != 0 {
            return;
        }
        self.count("pruned", 1);
        let line: Vec<&str> = self.path.iter().map(String::as_str).chain([name]).collect();
        let mut event = json!({ "event": "pruned", "line": line, "reason": reason, "window": window(now) });
        if !why.is_empty() {
            event["why"] = why.into();
        }
        if let Some(expected) = expected {
            event["score"] = score(expected);
        }
        self.write(&event);
    }

    pub fn stand_pat(&mut self, own: i32, now: (i32, i32), verdict: &str) {
        self.count("stand_pats", u64::from(verdict == "best"));
        let line = self.path.clone();
        self.write(&json!({ "event": "stand_pat", "line": line, "score": score(own), "window": window(now), "verdict": verdict }));
    }

    pub fn judged(
        &mut self,
        name: &str,
        (found, bound): (i32, Bound),
        now: (i32, i32),
        verdict: &str,
        skipped: usize,
        leaf: Leaf,
    ) {
        let is_scored = matches!(leaf, Some(("horizon" | "lost" | "drawn" | "stand_pat", _)));
        self.untold[1] += u64::from(is_scored);
        if self.silence != 0 {
            return;
        }
        self.count("judged", 1);
        self.count("leaves", u64::from(is_scored));
        self.count("unscored", u64::from(leaf.is_some() && !is_scored));
        self.count("terminals", u64::from(matches!(leaf, Some(("lost" | "drawn", _)))));
        self.count("stand_pats", u64::from(matches!(leaf, Some(("stand_pat", _)))));
        self.count("raised", u64::from(verdict == "best"));
        let is_cut = verdict == "cutoff";
        self.count("cutoffs", u64::from(is_cut));
        self.count("first_move_cutoffs", u64::from(is_cut && self.first.last() == Some(&true)));
        self.count("skipped", skipped as u64);
        if let Some(first) = self.first.last_mut() {
            *first = false;
        }
        let line: Vec<&str> = self.path.iter().map(String::as_str).chain([name]).collect();
        let mut event = json!({
            "event": "judged", "line": line, "score": score(found), "bound": bound.name(), "window": window(now), "verdict": verdict,
        });
        if let Some((word, why)) = leaf {
            event["leaf"] = word.into();
            if !why.is_empty() {
                event["why"] = why.into();
            }
        }
        if skipped != 0 {
            event["skipped"] = skipped.into();
        }
        if self.path.is_empty() {
            self.root_move = Some(name.to_owned());
        }
        self.child = None;
        self.child_line = None;
        self.write(&event);
    }

    pub fn leave(&mut self, (found, bound): (i32, Bound)) {
        if self.silence != 0 {
            return;
        }
        let line = self.path.clone();
        self.first.pop();
        self.write(&json!({ "event": "leave", "line": line, "score": score(found), "bound": bound.name() }));
        // From now on, the current child is again a child of the parent node.
        self.child = self.path.pop();
        self.child_line = None;
    }

    pub fn last_root_move(&self) -> Option<String> {
        self.root_move.clone()
    }

    pub fn result(&mut self, value: &Value, best: Option<&String>) {
        let statistics: Json = [
            "created",
            "entered",
            "leaves",
            "terminals",
            "judged",
            "raised",
            "cutoffs",
            "first_move_cutoffs",
            "skipped",
        ]
        .into_iter()
        .map(|name| (name.to_owned(), json!(0)))
        .chain(
            self.counts
                .iter()
                .filter(|(_, count)| **count != 0)
                .map(|(name, count)| ((*name).to_owned(), json!(count))),
        )
        .collect::<serde_json::Map<String, Json>>()
        .into();
        self.lines.push(
            json!({
                "event": "result", "complete": true, "score": score(value.score), "best": best, "pv": value.pv, "statistics": statistics,
            })
            .to_string(),
        );
    }

    pub fn text(self) -> String {
        self.lines.join("\n") + "\n"
    }
}
