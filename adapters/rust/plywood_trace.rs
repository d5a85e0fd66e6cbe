//! Writes the trace of a search in plywood's format (docs/trace-format.md), version 1, as JSON Lines. One module, no dependencies.
//!
//! Scores are whole thousandths of a pawn, for the side to move (in `created`, `judged` and `pruned`: for the side that moved); a mate is
//! [`MATE`] minus the plies from the root. adapters/README.md describes the methods, which are the same in every language.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::io::{self, Write};

pub const MATE: i64 = 1_000_000_000;
pub const INF: i64 = 2 * MATE;

/// Returns the score of being mated `ply` half-moves after the root.
pub const fn mated_in(ply: u32) -> i64 {
    ply as i64 - MATE
}

/// A value in the header.
#[derive(Clone, Debug)]
pub enum Field<'a> {
    Text(&'a str),
    Number(f64),
    Bool(bool),
    List(&'a [&'a str]),
    /// Any other value as JSON, such as `{"repetition":2}` for `draws`.
    Json(&'a str),
}

impl Field<'_> {
    fn json(&self) -> String {
        match self {
            Self::Text(text) => quoted(text),
            Self::Number(number) => number.to_string(),
            Self::Bool(is) => is.to_string(),
            Self::List(texts) => list(texts.iter().copied()),
            Self::Json(json) => (*json).to_owned(),
        }
    }
}

fn quoted(text: &str) -> String {
    let mut json = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => json.extend(['\\', c]),
            '\0'..='\x1f' => json += &format!("\\u{:04x}", u32::from(c)),
            _ => json.push(c),
        }
    }
    json + "\""
}

fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.into_iter().map(quoted).collect();
    format!("[{}]", names.join(","))
}

/// Returns a score as a trace writes it. No score is beyond [`MATE`], so a larger number is infinite.
fn number(score: i64) -> String {
    let size = score.abs();
    match score {
        _ if MATE < score => r#""+inf""#.to_owned(),
        _ if score < -MATE => r#""-inf""#.to_owned(),
        MATE => r#"{"won":0}"#.to_owned(),
        _ if MATE - 1000 <= size => format!(r#"{{"mate":{}}}"#, if 0 < score { MATE - score } else { -(score + MATE) }),
        _ => format!("{}{}.{:03}", if score < 0 { "-" } else { "" }, size / 1000, size % 1000),
    }
}

/// Returns a window as a trace writes it. An end at or beyond [`MATE`] is not a bound, so it is infinite.
fn window(alpha: i64, beta: i64) -> String {
    let end = |score| match score {
        MATE.. => number(INF),
        _ if score <= -MATE => number(-INF),
        _ => number(score),
    };
    format!(r#","window":{{"alpha":{},"beta":{}}}"#, end(alpha), end(beta))
}

fn text(name: &str, value: Option<&str>) -> String {
    value.map_or_else(String::new, |value| format!(r#","{name}":{}"#, quoted(value)))
}

fn scored(score: impl Into<Option<i64>>) -> String {
    score.into().map_or_else(String::new, |score| format!(r#","score":{}"#, number(score)))
}

struct Node {
    moves: usize,
    judged: usize,
    pruned: usize,
}

/// Writes a trace to `out`. A write error is kept, and returned by [`result`](Self::result).
pub struct Trace<W: Write> {
    out: W,
    error: Option<io::Error>,
    line: Vec<String>,
    nodes: Vec<Node>,
    counts: BTreeMap<&'static str, u64>,
    silence: u32,
    untold_entered: u64,
    untold_leaves: u64,
}

impl<W: Write> Trace<W> {
    /// Writes the header; `more` has further fields, such as `("techniques", Field::List(&["tt", "null"]))`.
    pub fn new(out: W, depth: u32, algorithm: &str, more: &[(&str, Field<'_>)]) -> Self {
        let names = "created entered leaves terminals judged raised cutoffs first_move_cutoffs skipped";
        let counts = names.split(' ').map(|name| (name, 0)).collect();
        let (line, nodes) = (Vec::new(), Vec::new());
        let mut trace = Self { out, error: None, line, nodes, counts, silence: 0, untold_entered: 0, untold_leaves: 0 };
        let mut header = String::from(r#"{"format":"plywood-trace","version":1"#);
        let mut order = quoted("none");
        for (name, field) in more {
            match *name {
                "order" => order = field.json(),
                _ => header += &format!(",{}:{}", quoted(name), field.json()),
            }
        }
        trace.write(&format!(r#"{header},"depth":{depth},"algorithm":{},"order":{order}}}"#, quoted(algorithm)));
        trace
    }

    fn write(&mut self, line: &str) {
        if self.error.is_none() {
            self.error = writeln!(self.out, "{line}").err();
        }
    }

    fn count(&mut self, name: &'static str, times: impl Into<u64>) {
        let times = times.into();
        if times != 0 {
            *self.counts.entry(name).or_default() += times;
        }
    }

    fn event(&mut self, kind: &str, move_: Option<&str>, fields: &str) {
        let line = list(self.line.iter().map(String::as_str).chain(move_));
        self.write(&format!(r#"{{"event":"{kind}","line":{line}{fields}}}"#));
    }

    /// Stops writing until [`aloud`](Self::aloud) has been called equally often. Use it around the search below a null move.
    pub fn quiet(&mut self) {
        if self.silence == 0 {
            (self.untold_entered, self.untold_leaves) = (0, 0);
        }
        self.silence += 1;
    }

    pub fn aloud(&mut self) {
        self.silence -= 1;
    }

    /// Records that the search begins; `score` is the static evaluation of the root.
    pub fn root(&mut self, score: i64) {
        self.count("created", 1u64);
        self.write(&format!(r#"{{"event":"root"{}}}"#, scored(score)));
    }

    /// Records that the whole tree will be searched, for the first time or again: `iteration`, `aspiration`, `test` ...
    pub fn new_pass(&mut self, word: &str, depth: u32, alpha: i64, beta: i64) {
        self.count("passes", 1u64);
        self.write(&format!(r#"{{"event":"pass","pass":{},"depth":{depth}{}}}"#, quoted(word), window(alpha, beta)));
    }

    /// Records that the search enters the node after `move_` (`None` at the root) and will try these moves.
    pub fn enter(&mut self, move_: Option<&str>, depth: u32, alpha: i64, beta: i64, moves: &[&str]) {
        self.untold_entered += 1;
        if self.silence != 0 {
            return;
        }
        self.count("entered", 1u64);
        self.line.extend(move_.map(str::to_owned));
        self.nodes.push(Node { moves: moves.len(), judged: 0, pruned: 0 });
        let moves = list(moves.iter().copied());
        self.event("enter", None, &format!(r#","depth":{depth}{},"moves":{moves}"#, window(alpha, beta)));
    }

    /// Records that the engine made `move_`; pass the static evaluation of the position if the engine has computed it.
    pub fn created(&mut self, move_: &str, score: Option<i64>) {
        if self.silence != 0 {
            return;
        }
        let number = self.counts["created"];
        self.count("created", 1u64);
        self.event("created", Some(move_), &format!(r#","number":{number}{}"#, scored(score)));
    }

    /// Records the comparison of the score of `move_` with the window: `best`, `not_best` or `cutoff`.
    #[allow(clippy::too_many_arguments)]
    pub fn judged(
        &mut self,
        move_: &str,
        score: i64,
        bound: &str,
        alpha: i64,
        beta: i64,
        verdict: &str,
        leaf: Option<&str>,
        why: Option<&str>,
    ) {
        let is_over = matches!(leaf, Some("lost" | "drawn" | "won"));
        let is_scored = is_over || matches!(leaf, Some("horizon" | "childless" | "tablebase" | "stand_pat"));
        self.untold_leaves += u64::from(is_scored);
        if self.silence != 0 {
            return;
        }
        let Some(node) = self.nodes.last_mut() else { return };
        node.judged += 1;
        let (is_first, left) = (node.judged == 1, (node.moves - node.judged - node.pruned) as u64);
        self.count("judged", 1u64);
        self.count("leaves", is_scored);
        self.count("unscored", leaf.is_some() && !is_scored && leaf != Some("omitted"));
        self.count("terminals", is_over);
        self.count("tablebase", leaf == Some("tablebase"));
        self.count("stand_pats", leaf == Some("stand_pat"));
        self.count("raised", verdict == "best");
        let mut skipped = String::new();
        if verdict == "cutoff" {
            self.count("cutoffs", 1u64);
            self.count("first_move_cutoffs", is_first);
            self.count("skipped", left);
            if left != 0 {
                skipped = format!(r#","skipped":{left}"#);
            }
        }
        let reason = text("leaf", leaf) + &text("why", why);
        let (bound, verdict) = (quoted(bound), quoted(verdict));
        let window = window(alpha, beta);
        self.event(
            "judged",
            Some(move_),
            &format!(r#"{},"bound":{bound}{reason}{window},"verdict":{verdict}{skipped}"#, scored(score)),
        );
    }

    /// Records that the search leaves the node that it entered last.
    pub fn leave(&mut self, score: i64, bound: &str) {
        if self.silence != 0 {
            return;
        }
        self.event("leave", None, &format!(r#"{},"bound":{}"#, scored(score), quoted(bound)));
        self.nodes.pop();
        self.line.pop();
    }

    /// Records that the transposition table has an entry for the position after `move_`; `score` is for the side to move there.
    #[allow(clippy::too_many_arguments)]
    pub fn hash(
        &mut self,
        move_: Option<&str>,
        depth: u32,
        score: i64,
        bound: &str,
        cut: bool,
        best: Option<&str>,
        is_untold: bool,
    ) {
        if self.silence != 0 {
            return;
        }
        self.count("hash_hits", 1u64);
        self.count("hash_cuts", cut);
        let rest = text("move", best) + if is_untold { r#","untold":true"# } else { "" };
        let bound = quoted(bound);
        self.event("hash", move_, &format!(r#","depth":{depth}{},"bound":{bound},"cut":{cut}{rest}"#, scored(score)));
    }

    /// Records the score of a null move after `move_`. The search below it ran between [`quiet`](Self::quiet) and [`aloud`](Self::aloud).
    pub fn null_move(&mut self, move_: Option<&str>, depth: u32, alpha: i64, beta: i64, score: i64, cut: bool) {
        if self.silence != 0 {
            return;
        }
        let (entered, leaves) = (std::mem::take(&mut self.untold_entered), std::mem::take(&mut self.untold_leaves));
        self.count("null_moves", 1u64);
        self.count("null_cuts", cut);
        self.count("null_nodes", entered + leaves);
        let found =
            format!(r#"{}{},"cut":{cut},"entered":{entered},"leaves":{leaves}"#, window(alpha, beta), scored(score));
        self.event("null_move", move_, &format!(r#","depth":{depth}{found}"#));
    }

    /// Records that the node after `move_` is searched some plies deeper.
    pub fn extended(&mut self, move_: Option<&str>, plies: u32, why: Option<&str>) {
        self.deeper("extended", move_, plies, why);
    }

    /// Records that the node after `move_` is searched some plies shallower.
    pub fn reduced(&mut self, move_: Option<&str>, plies: u32, why: Option<&str>) {
        self.deeper("reduced", move_, plies, why);
    }

    fn deeper(&mut self, kind: &'static str, move_: Option<&str>, plies: u32, why: Option<&str>) {
        if self.silence == 0 {
            self.count(kind, 1u64);
            self.event(kind, move_, &format!(r#","plies":{plies}{}"#, text("why", why)));
        }
    }

    /// Records that the node after `move_` is searched again: `scout`, `reduced` or `other`.
    pub fn again(&mut self, move_: &str, reason: &str, depth: u32, alpha: i64, beta: i64, why: Option<&str>) {
        if self.silence == 0 {
            self.count("searched_again", 1u64);
            let (reason, why) = (quoted(reason), text("why", why));
            self.event(
                "again",
                Some(move_),
                &format!(r#","reason":{reason}{why},"depth":{depth}{}"#, window(alpha, beta)),
            );
        }
    }

    /// Records that, in quiescence, the static evaluation of the node entered last causes no cutoff.
    pub fn stand_pat(&mut self, score: i64, alpha: i64, beta: i64, verdict: &str) {
        if self.silence == 0 {
            self.count("stand_pats", verdict == "best");
            self.event(
                "stand_pat",
                None,
                &format!(r#"{}{},"verdict":{}"#, scored(score), window(alpha, beta), quoted(verdict)),
            );
        }
    }

    /// Records that `move_` is not searched; `score` is the highest expected score, if known.
    pub fn pruned(&mut self, move_: &str, reason: &str, score: Option<i64>, alpha: i64, beta: i64, why: Option<&str>) {
        if self.silence != 0 {
            return;
        }
        self.count("pruned", 1u64);
        if let Some(node) = self.nodes.last_mut() {
            node.pruned += 1;
        }
        let (reason, why) = (quoted(reason), text("why", why));
        self.event(
            "pruned",
            Some(move_),
            &format!(r#","reason":{reason}{why}{}{}"#, scored(score), window(alpha, beta)),
        );
    }

    /// Writes the result of the search; the adapter has counted everything itself. Returns the first write error, if any.
    pub fn result(&mut self, score: i64, pv: &[&str], is_complete: bool) -> io::Result<()> {
        let counts: Vec<String> = self.counts.iter().map(|(name, count)| format!(r#""{name}":{count}"#)).collect();
        let (best, pv) = (pv.first().map_or_else(|| "null".to_owned(), |best| quoted(best)), list(pv.iter().copied()));
        let (score, counts) = (scored(score), counts.join(","));
        self.write(&format!(
            r#"{{"event":"result","complete":{is_complete}{score},"best":{best},"pv":{pv},"statistics":{{{counts}}}}}"#
        ));
        self.error.take().map_or_else(|| self.out.flush(), Err)
    }
}
