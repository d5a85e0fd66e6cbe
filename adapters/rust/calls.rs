//! Makes the calls that standard input lists, one per line, and writes the trace. adapters/README.md describes the lines.

mod plywood_trace;

use plywood_trace::{Field, Trace};
use std::io;

/// A call: its name and arguments. A dash, or the end of the line, means that the argument is omitted.
struct Call<'a>(Vec<&'a str>);

impl<'a> Call<'a> {
    fn text(&self, at: usize) -> Option<&'a str> {
        self.0.get(at).copied().filter(|word| *word != "-")
    }
    fn score(&self, at: usize) -> Option<i64> {
        self.text(at).map(|word| word.parse().unwrap())
    }
    fn number(&self, at: usize) -> i64 {
        self.score(at).unwrap()
    }
    fn plies(&self, at: usize) -> u32 {
        self.number(at).try_into().unwrap()
    }
    fn is(&self, at: usize) -> bool {
        self.text(at) == Some("true")
    }
}

fn main() -> io::Result<()> {
    let calls = io::read_to_string(io::stdin())?;
    let calls: Vec<Call<'_>> = calls.lines().map(|row| Call(row.split('\t').collect())).collect();
    let mut header = Vec::new();
    let mut opened = None;
    for call in &calls {
        let words = &call.0;
        let field = match words[0] {
            "text" => Field::Text(words[2]),
            "list" => Field::List(&words[2..]),
            "number" => Field::Number(words[2].parse().unwrap()),
            "json" => Field::Json(words[2]),
            "open" => {
                opened = Some(Trace::new(io::stdout(), call.plies(1), words[2], &header));
                continue;
            }
            _ => {
                make(opened.as_mut().unwrap(), call)?;
                continue;
            }
        };
        header.push((words[1], field));
    }
    Ok(())
}

fn make(trace: &mut Trace<io::Stdout>, call: &Call<'_>) -> io::Result<()> {
    let words = &call.0;
    let (text, score, number, plies, is) =
        (|at| call.text(at), |at| call.score(at), |at| call.number(at), |at| call.plies(at), |at| call.is(at));
    match words[0] {
        "root" => trace.root(number(1)),
        "new_pass" => trace.new_pass(words[1], plies(2), number(3), number(4)),
        "enter" => trace.enter(text(1), plies(2), number(3), number(4), &words[5..]),
        "created" => trace.created(words[1], score(2)),
        "judged" => trace.judged(words[1], number(2), words[3], number(4), number(5), words[6], text(7), text(8)),
        "leave" => trace.leave(number(1), words[2]),
        "hash" => trace.hash(text(1), plies(2), number(3), words[4], is(5), text(6), is(7)),
        "quiet" => trace.quiet(),
        "aloud" => trace.aloud(),
        "null_move" => trace.null_move(text(1), plies(2), number(3), number(4), number(5), is(6)),
        "extended" => trace.extended(text(1), plies(2), text(3)),
        "reduced" => trace.reduced(text(1), plies(2), text(3)),
        "again" => trace.again(words[1], words[2], plies(3), number(4), number(5), text(6)),
        "stand_pat" => trace.stand_pat(number(1), number(2), number(3), words[4]),
        "pruned" => trace.pruned(words[1], words[2], score(3), number(4), number(5), text(6)),
        "result" => return trace.result(number(1), &words[3..], is(2)),
        other => panic!("no call is named {other}"),
    }
    Ok(())
}
