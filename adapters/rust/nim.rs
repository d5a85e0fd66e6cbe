//! Nim with one heap: the player who takes the last match wins. Alpha-beta, fail-soft; writes its trace to standard output.

mod plywood_trace;

use plywood_trace::{Field, INF, Trace, mated_in};
use std::io::{self, Write};

/// The value of a node for the side to move, the bound that it proves, and the best line below the node.
struct Value {
    score: i64,
    bound: &'static str,
    line: Vec<&'static str>,
}

impl Value {
    /// Converts the value to the view of the other side.
    fn turned(self) -> Self {
        let bound = match self.bound {
            "lower" => "upper",
            "upper" => "lower",
            exact => exact,
        };
        Self { score: -self.score, bound, line: self.line }
    }
}

fn search<W: Write>(
    trace: &mut Trace<W>,
    heap: usize,
    name: Option<&str>,
    depth: u32,
    ply: u32,
    (mut alpha, beta): (i64, i64),
) -> Value {
    let moves = &["1", "2", "3"][..heap.min(3)];
    trace.enter(name, depth, alpha, beta, moves);
    let mut best = Value { score: -INF, bound: "upper", line: Vec::new() };
    for (taken, name) in (1..).zip(moves) {
        let rest = heap - taken;
        let (child, leaf) = if rest == 0 || depth == 1 {
            let (score, leaf) = if rest == 0 { (-mated_in(ply + 1), "lost") } else { (0, "horizon") };
            trace.created(name, Some(score));
            (Value { score, bound: "exact", line: Vec::new() }, Some(leaf))
        } else {
            trace.created(name, None);
            (search(trace, rest, Some(name), depth - 1, ply + 1, (-beta, -alpha)).turned(), None)
        };
        let verdict = match child.score {
            score if beta <= score => "cutoff",
            score if alpha < score => "best",
            _ => "not_best",
        };
        trace.judged(name, child.score, child.bound, alpha, beta, verdict, leaf, None);
        best.score = best.score.max(child.score);
        if verdict != "not_best" {
            best.bound = if verdict == "cutoff" { "lower" } else { child.bound };
            best.line = [&[*name], &child.line[..]].concat();
        }
        if verdict == "cutoff" {
            break;
        }
        alpha = alpha.max(child.score);
    }
    trace.leave(best.score, best.bound);
    best
}

fn main() -> io::Result<()> {
    let header = [("title", Field::Text("Nim, ten matches")), ("fail", Field::Text("soft"))];
    let mut trace = Trace::new(io::stdout(), 6, "alpha-beta", &header);
    trace.root(0);
    let found = search(&mut trace, 10, None, 6, 0, (-INF, INF));
    trace.result(found.score, &found.line, true)
}
