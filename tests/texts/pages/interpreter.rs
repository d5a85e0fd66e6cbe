//! The printed pseudocode is what is run: its lines are interpreted on random trees, and give the engine's score and leaves.

use crate::support::trees::{Tree, check, uneven};
use plywood::Score;
use plywood::explain::Code;
use plywood::hooks::Event;
use plywood::page::View;
use plywood::search::{Algorithm, Cut, Fail, Mistake, Order, Settings};
use plywood::study::{AnyStudy, Study};
use plywood::trace::{Header, Trace};
use proptest::prelude::*;

/// As good as infinity for the scores of the trees.
const INFINITE: i64 = 1 << 40;
/// The smallest step between two scores, in thousandths.
const STEP: i64 = 1;

/// One line of pseudocode: how far it is indented, and its words, without what stands behind two blanks.
struct Line {
    indent: usize,
    words: String,
    /// What stands behind: where a changed line holds.
    aside: String,
}

/// Pseudocode as it was printed, and the lines before a mistake changed one of them.
struct Program {
    lines: Vec<Line>,
    usual: Vec<Line>,
}

impl Program {
    fn of(header: &Header, view: View) -> Self {
        let read = |header: &Header, view| -> Vec<Line> {
            Code::of(header, view).listing(None, 200).iter().map(|line| Line::of(line)).collect()
        };
        let lines = read(header, view);
        // What a mistake or another rule of cutoffs changed stood otherwise in the code of a negamax search.
        let fails = [Fail::Hard, Fail::Soft].map(|fail| {
            let fail = fail.name().to_owned();
            Header { mistake: String::new(), cut: String::new(), fail, ..header.clone() }
        });
        let different = |usual: &Vec<Line>| {
            let pairs = lines.iter().zip(usual);
            pairs.filter(|(line, usual)| line.words != usual.words).count() + lines.len().abs_diff(usual.len())
        };
        let usual = fails.iter().flat_map(|header| [read(header, View::Minimax), read(header, View::Negamax)]);
        let usual = usual.min_by_key(different).expect("there are four");
        assert!(different(&usual) <= 1, "{header:?}");
        Self { lines, usual }
    }

    fn is_negamax(&self) -> bool {
        !self.lines[0].aside.contains("MAX")
    }
}

impl Line {
    fn of(printed: &str) -> Self {
        let text = &printed[7..];
        let indent = text.len() - text.trim_start().len();
        let (words, aside) = text.trim().split_once("  ").unwrap_or((text.trim(), ""));
        Self { indent, words: words.trim().to_owned(), aside: aside.trim().to_owned() }
    }
}

/// What a node's variables are worth.
struct Frame<'a> {
    node: &'a Tree,
    ply: usize,
    depth: i64,
    alpha: i64,
    beta: i64,
    best: i64,
    s: i64,
    /// Which of the moves is tried, in the order in which they are tried.
    index: usize,
}

/// A run of a program over a tree.
struct Run<'a> {
    program: &'a Program,
    /// The leaves that were scored, each by the ways taken from the root.
    leaves: Vec<Vec<usize>>,
    line: Vec<usize>,
}

impl<'a> Run<'a> {
    fn search(&mut self, node: &'a Tree, ply: usize, depth: i64, alpha: i64, beta: i64) -> i64 {
        let mut frame = Frame { node, ply, depth, alpha, beta, best: 0, s: 0, index: 0 };
        self.block(1, &mut frame).expect("the code returns a score")
    }

    /// Runs the lines from `first` that are indented like it; returns what they return.
    fn block(&mut self, first: usize, frame: &mut Frame<'a>) -> Option<i64> {
        let indent = self.program.lines[first].indent;
        let mut at = first;
        while let Some(line) = self.program.lines.get(at).filter(|line| indent <= line.indent) {
            if line.indent == indent
                && let Some(score) = self.line(at, frame)
            {
                return Some(score);
            }
            at += 1;
        }
        None
    }

    fn line(&mut self, at: usize, frame: &mut Frame<'a>) -> Option<i64> {
        let changed = &self.program.lines[at];
        let holds = match changed.aside.as_str() {
            "at the root" => frame.ply == 0,
            "below the root, second move on" => frame.ply != 0 && frame.index != 0,
            _ => true,
        };
        let line = if holds { changed } else { &self.program.usual[at] };
        self.words(&line.words, at, frame)
    }

    fn words(&mut self, words: &str, at: usize, frame: &mut Frame<'a>) -> Option<i64> {
        let is_max = frame.ply.is_multiple_of(2);
        if words.starts_with("list the moves") {
            return None;
        }
        if let Some(what) = words.strip_prefix("if depth = 0 or there is no move: return ") {
            if frame.depth != 0 && !frame.node.children.is_empty() {
                return None;
            }
            self.leaves.push(self.line.clone());
            let score = i64::from(frame.node.score);
            let score = if self.program.is_negamax() && !is_max { -score } else { score };
            return Some(if what == "minus the static score" { -score } else { score });
        }
        if let Some(order) = words.strip_prefix("for each move") {
            let count = frame.node.children.len();
            return (0..count).find_map(|index| {
                frame.index = index;
                let child = if order.contains("from the last") { count - 1 - index } else { index };
                self.moves(at + 1, child, frame)
            });
        }
        match words {
            "if MAX moves here:" => return if is_max { self.block(at + 1, frame) } else { None },
            "if MIN moves here:" => return if is_max { None } else { self.block(at + 1, frame) },
            "best = -inf if MAX moves here, +inf if MIN does" => {
                frame.best = if is_max { -INFINITE } else { INFINITE };
                return None;
            }
            _ => {}
        }
        if let Some(value) = words.strip_prefix("return ") {
            return Some(self.value(value, frame));
        }
        if let Some((name, value)) = words.split_once(" = ") {
            let value = self.value(value, frame);
            match name {
                "best" => frame.best = value,
                "alpha" => frame.alpha = value,
                "beta" => frame.beta = value,
                _ => panic!("{words}"),
            }
            return None;
        }
        panic!("the code says {words:?}, which nobody can run")
    }

    fn value(&self, text: &str, frame: &Frame<'_>) -> i64 {
        match text {
            "-inf" => -INFINITE,
            "+inf" => INFINITE,
            "alpha" => frame.alpha,
            "-alpha" => -frame.alpha,
            "alpha + 1" => frame.alpha + STEP,
            "-alpha - 1" => -frame.alpha - STEP,
            "beta" => frame.beta,
            "-beta" => -frame.beta,
            "beta - 1" => frame.beta - STEP,
            "best" => frame.best,
            "s" => frame.s,
            "the larger of best and s" => frame.best.max(frame.s),
            "the smaller of best and s" => frame.best.min(frame.s),
            _ => panic!("{text}"),
        }
    }

    /// The body of a loop for one move.
    fn moves(&mut self, first: usize, child: usize, frame: &mut Frame<'a>) -> Option<i64> {
        let indent = self.program.lines[first].indent;
        let mut at = first;
        while let Some(line) = self.program.lines.get(at).filter(|line| indent <= line.indent) {
            if line.indent != indent {
                at += 1;
                continue;
            }
            let holds = match line.aside.as_str() {
                "at the root" => frame.ply == 0,
                "below the root, second move on" => frame.ply != 0 && frame.index != 0,
                _ => true,
            };
            let line = if holds { line } else { &self.program.usual[at] };
            let words = line.words.clone();
            let (again, nested) = (self.program.lines.get(at + 1), at + 1);
            if let Some(call) = words.strip_prefix("first move: ").filter(|_| frame.index == 0) {
                self.call(call, child, frame);
            } else if words.starts_with("first move: ") {
            } else if let Some(call) = words.strip_prefix("others: ").filter(|_| frame.index != 0) {
                self.call(call, child, frame);
                let again = again.expect("what is searched again").words.clone();
                let call = again.strip_prefix("if alpha < s < beta, no leaf: again with ").expect("searched again");
                let is_leaf = frame.depth == 1 || frame.node.children[child].children.is_empty();
                if frame.alpha < frame.s && frame.s < frame.beta && !is_leaf {
                    let sign = if self.program.is_negamax() { "-" } else { "" };
                    let window = call.trim_matches(['(', ')']);
                    self.call(&format!("s = {sign}search(after it, depth - 1, {window})"), child, frame);
                }
            } else if words.starts_with("others: ") {
            } else if words.contains("search(after") {
                self.call(&words, child, frame);
            } else if let Some(condition) = words.strip_prefix("if ") {
                let (condition, then) = condition.split_once(':').expect("a condition");
                let holds = self.condition(condition, frame);
                let then = then.trim();
                // A return that only some nodes have leaves the line below for when it does not hold.
                let is_guard = then.starts_with("return") && self.is_nested(nested, indent);
                match (then.is_empty(), holds) {
                    (true, true) => {
                        if let Some(score) = self.block(nested, frame) {
                            return Some(score);
                        }
                    }
                    (false, true) => {
                        if let Some(score) = self.words(then, at, frame) {
                            return Some(score);
                        }
                    }
                    (false, false) if is_guard => {
                        if let Some(score) = self.block(nested, frame) {
                            return Some(score);
                        }
                    }
                    _ => {}
                }
            } else if let Some(score) = self.words(&words, at, frame) {
                return Some(score);
            }
            at += 1;
        }
        None
    }

    fn is_nested(&self, at: usize, indent: usize) -> bool {
        self.program.lines.get(at).is_some_and(|line| indent < line.indent)
    }

    fn condition(&self, text: &str, frame: &Frame<'_>) -> bool {
        if text == "s > best for MAX, s < best for MIN" {
            return if frame.ply.is_multiple_of(2) { frame.best < frame.s } else { frame.s < frame.best };
        }
        let words: Vec<&str> = text.split(' ').collect();
        let [left, sign, right] = words.as_slice() else { panic!("{text}") };
        let (left, right) = (self.value(left, frame), self.value(right, frame));
        match *sign {
            ">=" => right <= left,
            ">" => right < left,
            "<=" => left <= right,
            "<" => left < right,
            _ => panic!("{text}"),
        }
    }

    /// `s = -search(after the move, depth - 1, -beta, -alpha)`.
    fn call(&mut self, words: &str, child: usize, frame: &mut Frame<'a>) {
        let call = words.strip_prefix("s = ").expect("s is found");
        let (is_negated, call) = call.strip_prefix('-').map_or((false, call), |call| (true, call));
        let inside = call.split_once('(').and_then(|(_, inside)| inside.strip_suffix(')')).expect("brackets");
        let parts: Vec<&str> = inside.split(", ").collect();
        assert_eq!(parts[1], "depth - 1");
        let (alpha, beta) = match parts[2..] {
            [] => (-INFINITE, INFINITE),
            [alpha, beta] => (self.value(alpha, frame), self.value(beta, frame)),
            _ => panic!("{words}"),
        };
        self.line.push(child);
        let score = self.search(&frame.node.children[child], frame.ply + 1, frame.depth - 1, alpha, beta);
        self.line.pop();
        frame.s = if is_negated { -score } else { score };
    }
}

/// The leaves of a recorded search, each by the ways taken from the root.
fn leaves(trace: &Trace) -> Vec<Vec<usize>> {
    let way = |name: &str| name.bytes().next().map(|letter| usize::from(letter - b'a')).expect("a name");
    let scored = trace.records.iter().filter_map(|record| match &record.event {
        Event::Judged { mv, leaf: Some(_), .. } => Some((&record.line, mv)),
        _ => None,
    });
    scored.map(|(line, mv)| line.iter().chain([mv]).map(|name| way(name)).collect()).collect()
}

/// The engine's score for a number of thousandths.
fn scored(thousandths: i64) -> Score {
    match i32::try_from(thousandths) {
        Ok(thousandths) => Score::from_millipawns(thousandths),
        Err(_) if thousandths < 0 => Score::MIN,
        Err(_) => Score::MAX,
    }
}

#[test]
fn what_is_printed_is_what_is_run() {
    let plain = |algorithm| Settings::plain(algorithm, 4, Order::None);
    let algorithms = [Algorithm::Minimax, Algorithm::Negamax, Algorithm::AlphaBeta, Algorithm::Pvs].map(plain);
    let soft = Settings { fail: Some(Fail::Soft), ..plain(Algorithm::AlphaBeta) };
    let strict = Settings { cut: Cut::AboveBeta, ..plain(Algorithm::AlphaBeta) };
    let wrong = Mistake::ALL.iter().map(|&mistake| Settings { mistake: Some(mistake), ..plain(Algorithm::AlphaBeta) });
    let all: Vec<Settings> = algorithms.into_iter().chain([soft, strict]).chain(wrong).collect();
    check(200, uneven(5), |tree| {
        for settings in &all {
            let trace = Study::new(tree.game(), (), *settings).unwrap().trace().unwrap();
            for view in [View::Minimax, View::Negamax] {
                let program = Program::of(&trace.header, view);
                let mut run = Run { program: &program, leaves: Vec::new(), line: Vec::new() };
                if tree.children.is_empty() {
                    continue;
                }
                let score = run.search(&tree, 0, 4, -INFINITE, INFINITE);
                prop_assert_eq!(&run.leaves, &leaves(&trace), "{:?}, {:?}", settings, view);
                prop_assert_eq!(Some(scored(score)), trace.outcome.score, "{:?}, {:?}", settings, view);
            }
        }
        Ok(())
    });
}
