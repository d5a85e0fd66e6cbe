//! Runs the lines of a program over a game.

use super::Program;
use super::position::{Move, Position};
use plywood::Score;
use plywood::game::{Ending, Mover};
use plywood::internal::core::ratio::Ratio;
use plywood::score::{Bound, ScoreKind};
use std::collections::HashMap;

/// The return value of a function.
#[derive(Clone, Debug)]
pub struct Value {
    pub score: Score,
    bound: Bound,
    /// Whether no move was tried.
    is_leaf: bool,
    pub line: Vec<Move>,
}

/// The table's information about a node.
#[derive(Clone)]
struct Known {
    depth: u32,
    score: Score,
    bound: Bound,
    /// The best move, by its name in all positions that share the entry.
    best: Option<String>,
}

/// The values of a function's variables.
struct Frame {
    depth: u32,
    /// The current depth of iterative deepening.
    d: u32,
    alpha: Score,
    beta: Score,
    lower: Score,
    upper: Score,
    best: Score,
    s: Score,
    /// The kind of bound of the score that raised alpha.
    rose: Option<Bound>,
    /// The last call for the move being tried.
    child: Option<Value>,
    line: Vec<Move>,
    moves: Vec<Move>,
    /// The move being tried and its index; none before the first and after the last move.
    tried: Option<(usize, Move)>,
    has_tried: bool,
    known: Option<Known>,
    may_pass: bool,
    /// The reduction of a move, in plies.
    r: u32,
    /// The bound proved by mate-distance pruning, after a line has set it.
    distance: Option<Bound>,
    /// Whether the function calls searches of the root.
    drives: bool,
    /// Whether the move being tried was skipped.
    skips: bool,
    mean: Mean,
}

/// The variables of a chance node, as exact numbers.
#[derive(Clone, Copy)]
struct Mean {
    sum: Ratio,
    rest: Ratio,
    /// The value that a child must exceed, and the value that it must stay below; `None` if every score does.
    ends: [Option<Ratio>; 2],
}

/// A run of a program over a game.
pub struct Run<'a> {
    program: &'a Program,
    game: Box<dyn Position>,
    /// The evaluated leaves, each as moves from the root.
    pub leaves: Vec<Vec<Move>>,
    /// How many leaves were evaluated after a null move.
    pub hidden: u64,
    path: Vec<Move>,
    /// The number of null moves on the path from the root; nodes below one have no events.
    passes: usize,
    /// The best line of the previous depth.
    before: Vec<Move>,
    table: HashMap<u64, Known>,
    /// The last two quiet moves that caused a cutoff at each ply, by name.
    killers: HashMap<u32, Vec<String>>,
    history: HashMap<usize, u32>,
}

type Found = Option<Value>;

fn exact(score: Score) -> Ratio {
    let ScoreKind::Millipawns(units) = score.kind() else { panic!("{score} has no mean") };
    Ratio::whole(units.into())
}

fn floor(ratio: Ratio) -> i128 {
    ratio.part().div_euclid(ratio.of())
}

fn ceil(ratio: Ratio) -> i128 {
    -(-ratio.part()).div_euclid(ratio.of())
}

impl<'a> Run<'a> {
    pub fn new(program: &'a Program, game: Box<dyn Position>) -> Self {
        let (leaves, path, before, table) = (Vec::new(), Vec::new(), Vec::new(), HashMap::new());
        let (killers, history) = (HashMap::new(), HashMap::new());
        Self { program, game, leaves, hidden: 0, path, passes: 0, before, table, killers, history }
    }

    /// Runs the last line of the program, which calls the search.
    pub fn run(&mut self, depth: u32) -> Value {
        let call = self.program.lines.last().expect("a call");
        assert_eq!(call.aside, "the call at the root");
        let (name, inside) = call.words.split_once('(').expect("a call");
        assert!(["root, depth)", "root, depth, -inf, +inf)"].contains(&inside), "{inside}");
        let name = name.to_owned();
        self.function(&name, depth, (Score::MIN, Score::MAX), Score::ZERO, false)
    }

    fn function(&mut self, name: &str, depth: u32, (alpha, beta): (Score, Score), s: Score, may_pass: bool) -> Value {
        let mut frame = Frame {
            depth,
            d: 0,
            alpha,
            beta,
            lower: Score::MIN,
            upper: Score::MAX,
            best: Score::MIN,
            s,
            rose: None,
            child: None,
            line: Vec::new(),
            moves: Vec::new(),
            tried: None,
            has_tried: false,
            known: None,
            may_pass,
            r: 0,
            distance: None,
            drives: false,
            skips: false,
            mean: Mean { sum: Ratio::ZERO, rest: Ratio::ZERO, ends: [None, None] },
        };
        self.block(self.program.function(name) + 1, &mut frame).unwrap_or_else(|| panic!("{name} returns nothing"))
    }

    fn ply(&self) -> u32 {
        (self.path.len() + self.passes) as u32
    }

    /// Returns whether scores here are MAX's in a game that does not name its players.
    fn is_max(&self) -> bool {
        match self.game.mover(self.ply()) {
            Some(mover) => mover != Mover::Min,
            None => self.ply().is_multiple_of(2),
        }
    }

    /// Runs the lines from `first` with its indentation; returns their result.
    fn block(&mut self, first: usize, frame: &mut Frame) -> Found {
        let indent = self.program.lines[first].indent;
        for at in first..self.program.lines.len() {
            let line = &self.program.lines[at];
            if line.indent < indent {
                break;
            }
            if line.indent == indent
                && let Some(value) = self.line(at, frame)
            {
                return Some(value);
            }
            if frame.skips {
                return None;
            }
        }
        None
    }

    fn line(&mut self, at: usize, frame: &mut Frame) -> Found {
        let program = self.program;
        let changed = &program.lines[at];
        let holds = match changed.aside.as_str() {
            "at the root" => self.ply() == 0,
            "below the root, second move on" => self.ply() != 0 && frame.tried.is_some_and(|(index, _)| index != 0),
            _ => true,
        };
        let line = if holds { changed } else { &program.usual[at] };
        let words = line.words.as_str();
        if words.starts_with("list ") {
            frame.moves = self.moves(words, frame);
            return None;
        }
        if let Some(first) = words.strip_prefix("put ") {
            self.put_first(first, frame);
            return None;
        }
        if words.ends_with(':') && ["for ", "while ", "repeat"].iter().any(|loops| words.starts_with(loops)) {
            return self.repeat(words, at + 1, frame);
        }
        if let Some(rest) = words.strip_prefix("if alpha < s < beta, inexact: again with ") {
            let child = frame.child.as_ref().expect("a child");
            if frame.alpha < frame.s && frame.s < frame.beta && child.bound != Bound::Exact {
                let sign = if self.program.is_negamax() { "-" } else { "" };
                let window = rest.trim_matches(['(', ')']);
                self.statement(&format!("s = {sign}search(it, depth - 1, {window})"), frame);
            }
            return None;
        }
        if words.starts_with("below the root, if known is exact") {
            return self.settled(frame);
        }
        if let Some(condition) = words.strip_prefix("if ") {
            let (condition, then) = condition.split_once(':').expect("a condition");
            return self.conditional(condition, then.trim(), at + 1, frame);
        }
        if let Some((who, call)) = words.split_once(": ").filter(|(who, _)| !who.contains(' ') || who.contains("first"))
        {
            let runs = match who {
                "first move" => frame.tried.is_some_and(|(index, _)| index == 0),
                "first or depth = 1" => frame.tried.is_some_and(|(index, _)| index == 0) || frame.depth == 1,
                "others" => frame.child.is_none(),
                "store" => return self.store(call, frame),
                _ => panic!("{words}"),
            };
            if runs {
                self.statement(call, frame);
                return if who == "others" { self.block(at + 1, frame) } else { None };
            }
            return None;
        }
        self.statement(words, frame)
    }

    /// Puts moves before the others, except for the next move of the previous depth's line.
    fn put_first(&mut self, words: &str, frame: &mut Frame) {
        let key = |game: &dyn Position, mv: Move| game.stored(mv, false);
        let before = self.first_of_line();
        let game = &*self.game;
        let rank = |mv: &Move| -> i64 {
            if before == Some(*mv) {
                return i64::MIN;
            }
            match words {
                "the table's move first" => {
                    let best = frame.known.as_ref().and_then(|known| known.best.as_ref());
                    -i64::from(best == Some(&game.stored(*mv, self.is_folded())))
                }
                "the two killers of this ply first" => {
                    let killers = self.killers.get(&self.ply()).map_or(&[][..], Vec::as_slice);
                    let place = killers.iter().position(|killer| *killer == key(game, *mv) && game.is_quiet(*mv));
                    place.map_or(0, |place| place as i64 - 2)
                }
                "quiet moves with a history first, highest first" if game.is_quiet(*mv) => {
                    -i64::from(self.history.get(&game.history_index(*mv)).copied().unwrap_or(0))
                }
                "quiet moves with a history first, highest first" => 0,
                _ => panic!("{words}"),
            }
        };
        let mut ranked: Vec<(i64, Move)> = frame.moves.iter().map(|mv| (rank(mv), *mv)).collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        frame.moves = ranked.into_iter().map(|(_, mv)| mv).collect();
    }

    /// Returns the next move of the previous depth's line, if all moves so far belong to that line.
    fn first_of_line(&self) -> Option<Move> {
        let on_line = self.passes == 0 && self.before.starts_with(&self.path);
        self.before.get(self.path.len()).copied().filter(|_| on_line)
    }

    /// Returns whether rotated and reflected positions share a table entry.
    fn is_folded(&self) -> bool {
        self.program.lines.iter().any(|line| line.words.contains("turned or mirrored"))
    }

    /// Returns whether a move is late and quiet, and neither gives check nor escapes one.
    fn is_late(&mut self, frame: &Frame) -> bool {
        let Some((index, mv)) = frame.tried else { return false };
        index != 0 && !self.game.in_check() && self.game.is_quiet(mv) && !self.game.gives_check(mv)
    }

    /// Returns the moves of the node in the order in which they are tried.
    fn moves(&mut self, words: &str, frame: &Frame) -> Vec<Move> {
        let mut moves = match words.starts_with("list captures") {
            true => self.game.captures(),
            false => (0..self.game.moves()).collect(),
        };
        let table = frame.known.as_ref().filter(|_| words.ends_with("the table's move first"));
        let table = table.and_then(|known| known.best.as_ref());
        let is_folded = self.is_folded();
        let table = table.and_then(|best| moves.iter().copied().find(|&mv| self.game.stored(mv, is_folded) == *best));
        let before = self.first_of_line();
        for first in [table, before].into_iter().flatten() {
            if let Some(index) = moves.iter().position(|&mv| mv == first) {
                moves[..=index].rotate_right(1);
            }
        }
        moves
    }

    fn repeat(&mut self, words: &str, body: usize, frame: &mut Frame) -> Found {
        if words == "for d = 1 to depth:" {
            for d in 1..=frame.depth {
                frame.d = d;
                self.block(body, frame);
                let line = &frame.child.as_ref().expect("a score").line;
                if !line.is_empty() {
                    self.before.clone_from(line);
                }
            }
            return None;
        }
        if words == "repeat:" {
            loop {
                if let Some(value) = self.block(body, frame) {
                    return Some(value);
                }
            }
        }
        if words == "while lower < upper:" {
            while frame.lower < frame.upper {
                self.block(body, frame);
            }
            return None;
        }
        let mut moves = frame.moves.clone();
        if words.contains("from the last") {
            moves.reverse();
        }
        frame.has_tried = true;
        for (index, mv) in moves.into_iter().enumerate() {
            (frame.tried, frame.child) = (Some((index, mv)), None);
            let returned = self.block(body, frame);
            if std::mem::take(&mut frame.skips) {
                continue;
            }
            if frame.child.as_ref().is_some_and(|child| child.is_leaf) {
                match self.passes {
                    0 => self.leaves.push(self.path.iter().copied().chain([mv]).collect()),
                    _ => self.hidden += 1,
                }
            }
            if returned.is_some() {
                return returned;
            }
        }
        frame.tried = None;
        None
    }

    fn conditional(&mut self, condition: &str, then: &str, nested: usize, frame: &mut Frame) -> Found {
        let holds = self.holds(condition, frame);
        let has_nested =
            self.program.lines.get(nested).is_some_and(|line| self.program.lines[nested - 1].indent < line.indent);
        match (then.is_empty(), holds) {
            (true, true) => {
                // The score of the reduced search is discarded.
                if condition == "r = 0 or s > alpha" {
                    frame.child = None;
                }
                self.block(nested, frame)
            }
            (false, true) => self.statement(then, frame),
            // The lines below a conditional return are for the other case.
            (false, false) if then.starts_with("return") && has_nested => self.block(nested, frame),
            _ => None,
        }
    }

    fn has_lost(&self, max: bool) -> bool {
        let loss = if max == self.is_max() { Ending::Loss } else { Ending::Win };
        self.game.ending() == Some(loss)
    }

    fn holds(&mut self, text: &str, frame: &mut Frame) -> bool {
        match text {
            "in check and below the root" => self.game.in_check() && self.ply() != 0,
            "there is no move" => self.game.moves() == 0,
            "MATE - ply - 1 <= alpha" => {
                let holds = Score::mate_in(self.ply() + 1) <= frame.alpha;
                frame.distance = holds.then_some(Bound::Upper);
                holds
            }
            "-(MATE - ply) >= beta" => {
                let holds = frame.beta <= Score::mated_in(self.ply());
                frame.distance = holds.then_some(Bound::Lower);
                holds
            }
            "the move is quiet" => self.game.is_quiet(frame.tried.expect("a move").1),
            "depth = 1, it is late, and evaluate(node) + 1.5 <= alpha" => {
                let (score, expected) = (self.game.evaluate(), self.value("evaluate(node) + 1.5", frame));
                let is_mate = score.is_mate() || frame.alpha.is_mate();
                frame.depth == 1 && !is_mate && expected <= frame.alpha && self.is_late(frame)
            }
            "it is late, the 4th or later, and depth >= 2" => {
                2 <= frame.depth && frame.tried.is_some_and(|(index, _)| 3 <= index) && self.is_late(frame)
            }
            "it is late, the 7th or later, and depth >= 4" => {
                4 <= frame.depth && frame.tried.is_some_and(|(index, _)| 6 <= index) && self.is_late(frame)
            }
            "r > 0" => 0 < frame.r,
            "r = 0 or s > alpha" => frame.r == 0 || frame.alpha < frame.s,
            "alpha < s < beta" => frame.alpha < frame.s && frame.s < frame.beta,
            "not in check, evaluate(node) + its gain + 2 <= alpha" => {
                let expected = self.value("evaluate(node) + its gain + 2", frame);
                !self.game.in_check() && !frame.alpha.is_mate() && expected <= frame.alpha
            }
            "not in check, it loses material in the exchange" => {
                let (_, mv) = frame.tried.expect("a move");
                !self.game.in_check() && !frame.alpha.is_mate() && self.game.loses(mv)
            }
            "mated" | "lost" => self.game.ending() == Some(Ending::Loss),
            "won" => self.game.ending() == Some(Ending::Win),
            "MAX is mated" | "MAX has lost" => self.has_lost(true),
            "MIN is mated" | "MIN has lost" => self.has_lost(false),
            "drawn" => self.game.ending() == Some(Ending::Draw),
            "depth = 0" => frame.depth == 0,
            "depth = 0 or there is no move" | "depth = 1 or there is no move" => {
                frame.depth == u32::from(text.starts_with("depth = 1")) || self.game.moves() == 0
            }
            "there is none" => frame.moves.is_empty(),
            "s > best for MAX, s < best for MIN" if self.is_max() => frame.best < frame.s,
            "s > best for MAX, s < best for MIN" => frame.s < frame.best,
            "chance picks a move here" => self.game.mover(self.ply()) == Some(Mover::Chance),
            "MAX moves here" => self.is_max(),
            "MIN moves here" => !self.is_max(),
            "a null move is allowed, depth >= 3 and evaluate(node) >= beta" => {
                let beta = frame.beta;
                let is_asked = frame.may_pass && !self.game.in_check() && !beta.is_infinite() && !beta.is_mate();
                let may = is_asked && 3 <= frame.depth && beta <= self.game.evaluate() && self.game.play_null_move();
                if may {
                    self.game.undo();
                }
                may
            }
            _ => {
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
        }
    }

    /// Returns a statement alone or after a condition.
    fn statement(&mut self, words: &str, frame: &mut Frame) -> Found {
        if let Some(what) = words.strip_prefix("return ") {
            return Some(self.returned(what, frame));
        }
        match words {
            "continue with the next move" => {
                frame.skips = true;
                return None;
            }
            "make it the first killer of this ply" => {
                let killer = self.game.stored(frame.tried.expect("a move").1, false);
                let killers = self.killers.entry(self.ply()).or_default();
                if killers.first() != Some(&killer) {
                    killers.insert(0, killer);
                    killers.truncate(2);
                }
                return None;
            }
            "add depth * depth to its history" => {
                let index = self.game.history_index(frame.tried.expect("a move").1);
                *self.history.entry(index).or_default() += frame.depth * frame.depth;
                return None;
            }
            "depth = depth + 1" => {
                frame.depth += 1;
                return None;
            }
            _ => {}
        }
        let (name, value) = words.split_once(" = ").unwrap_or_else(|| panic!("the code says {words:?}"));
        if ["sum", "rest", "a", "b"].contains(&name) {
            self.weigh(name, value, frame);
            return None;
        }
        if name == "known" {
            let known = ["the node's table entry of this depth", "its entry of this depth, also turned or mirrored"];
            assert!(known.contains(&value), "{value}");
            frame.known = self.table.get(&self.game.stored_key(self.is_folded())).cloned();
            return None;
        }
        if name == "r" {
            frame.r = value.parse().expect("a number of plies");
            return None;
        }
        if name == "pv" {
            let (_, mv) = frame.tried.expect("a move");
            let child = frame.child.as_ref().expect("a child");
            frame.rose = Some(child.bound);
            frame.line = [mv].into_iter().chain(child.line.iter().copied()).collect();
            return None;
        }
        if ["search(", "quiesce(", "mtdf(", "aspire("].iter().any(|call| value.contains(call)) {
            frame.drives |= value.contains("(root");
            let mut child = self.call(value, frame);
            frame.s = child.score;
            // At the root, the result of an earlier pass remains until the next pass has a result.
            if let Some(earlier) = frame.child.take().filter(|_| frame.tried.is_none() && child.line.is_empty()) {
                child.line = earlier.line;
            }
            frame.child = Some(child);
            return None;
        }
        let value = if value == "-inf if MAX moves here, +inf if MIN does" {
            if self.is_max() { Score::MIN } else { Score::MAX }
        } else {
            self.value(value, frame)
        };
        match name {
            "best" => frame.best = value,
            "alpha" => frame.alpha = value,
            "beta" => frame.beta = value,
            "lower" => frame.lower = value,
            "upper" => frame.upper = value,
            "s" => frame.s = value,
            _ => panic!("{words}"),
        }
        None
    }

    /// A statement about the mean of a chance node.
    fn weigh(&self, name: &str, value: &str, frame: &mut Frame) {
        let p = || self.game.probability(frame.tried.expect("a move").1);
        let Mean { sum, rest, .. } = frame.mean;
        // How many units a child must be above or below a bound so that a tie counts as inside of it.
        let (value, strict) = match value.split_once(" (") {
            Some((word @ ("just below" | "just above"), _)) => (&value[word.len() + 1..], true),
            _ => (value, false),
        };
        let inverse = |of: Ratio| Ratio::new(of.of(), of.part());
        let end = |bound: Score, limit: usize| {
            let limit = self.game.value_range().expect("a range")[limit];
            // An open end of the range also leaves the window of the child open.
            let known = !bound.is_infinite() && !limit.is_infinite();
            known.then(|| (exact(bound) - sum - rest * exact(limit)) * inverse(p()))
        };
        match (name, value) {
            ("sum", "0") => frame.mean.sum = Ratio::ZERO,
            ("rest", "1") => frame.mean.rest = Ratio::whole(1),
            ("rest", "rest - p") => frame.mean.rest = rest - p(),
            ("sum", "sum + p * s") => frame.mean.sum = sum + p() * exact(frame.s),
            ("a", "(alpha - sum - rest * most) / p") => {
                let end = end(frame.alpha, 1).map(|end| if strict { Ratio::whole(ceil(end) - 1) } else { end });
                frame.mean.ends[0] = end;
            }
            ("b", "(beta - sum - rest * least) / p") => {
                let end = end(frame.beta, 0).map(|end| if strict { Ratio::whole(floor(end) + 1) } else { end });
                frame.mean.ends[1] = end;
            }
            _ => panic!("{name} = {value}"),
        }
    }

    /// Returns the mean of a chance node if the rest is worth this much, rounded up or down to a whole unit.
    fn mean(&self, is_most: bool, frame: &Frame) -> Score {
        let Mean { sum, rest, .. } = frame.mean;
        let limit = self.game.value_range().map_or(Score::ZERO, |limits| limits[usize::from(is_most)]);
        let all = if rest == Ratio::ZERO { sum } else { sum + rest * exact(limit) };
        Score::from_millipawns(if is_most { ceil(all) } else { floor(all) } as i32)
    }

    fn value(&self, text: &str, frame: &Frame) -> Score {
        let either = |text: &str| {
            let (one, other) = text.split_once(" and ").expect("two");
            (self.value(one, frame), self.value(other, frame))
        };
        if let Some(text) = text.strip_prefix("the larger of ") {
            let (one, other) = either(text);
            return one.max(other);
        }
        if let Some(text) = text.strip_prefix("the smaller of ") {
            let (one, other) = either(text);
            return one.min(other);
        }
        match text {
            "a" => frame.mean.ends[0].map_or(Score::MIN, |end| Score::from_millipawns(floor(end) as i32)),
            "b" => frame.mean.ends[1].map_or(Score::MAX, |end| Score::from_millipawns(ceil(end) as i32)),
            "most" | "least" => self.game.value_range().expect("a range")[usize::from(text == "most")],
            "sum" => Score::from_millipawns(floor(frame.mean.sum) as i32),
            "sum + rest * most" => self.mean(true, frame),
            "sum + rest * least" => self.mean(false, frame),
            "0" => Score::ZERO,
            "s - 0.5, or -inf if s is a mate" if frame.s.is_mate() => Score::MIN,
            "s - 0.5, or -inf if s is a mate" => frame.s.shifted(-500),
            "s + 0.5, or +inf if s is a mate" if frame.s.is_mate() => Score::MAX,
            "s + 0.5, or +inf if s is a mate" => frame.s.shifted(500),
            "MATE - ply - 1" => Score::mate_in(self.ply() + 1),
            "evaluate(node) + 1.5" => self.game.evaluate().shifted(1500),
            "evaluate(node) + its gain + 2" => {
                let gain = self.game.gain(frame.tried.expect("a move").1);
                self.game.evaluate().plus(gain).shifted(2000)
            }
            "-inf" => Score::MIN,
            "+inf" => Score::MAX,
            "alpha" => frame.alpha,
            "-alpha" => -frame.alpha,
            "alpha + 1" => frame.alpha.above(),
            "-alpha - 1" => (-frame.alpha).below(),
            "beta" => frame.beta,
            "-beta" => -frame.beta,
            "-beta + 1" => (-frame.beta).above(),
            "beta - 1" => frame.beta.below(),
            "lower" => frame.lower,
            "upper" => frame.upper,
            "best" => frame.best,
            "s" => frame.s,
            "s + 1 if s = lower, else s" if frame.s == frame.lower => frame.s.above(),
            "s + 1 if s = lower, else s" => frame.s,
            "-(MATE - ply)" => Score::mated_in(self.ply()),
            "evaluate(node), in check -inf" if self.game.in_check() => Score::MIN,
            "MATE - ply" => -Score::mated_in(self.ply()),
            "evaluate(node), or the result if it is over" => {
                self.game.ending().map_or_else(|| self.game.evaluate(), |ending| ending.score(self.ply()))
            }
            "evaluate(node)" | "evaluate(root)" | "evaluate(node), in check -inf" => {
                assert_eq!(self.game.ending(), None, "lines before say what the end of a game is worth");
                let score = self.game.evaluate();
                if self.program.is_negamax() || self.is_max() { score } else { -score }
            }
            "-evaluate(node)" => -self.value("evaluate(node)", frame),
            "evaluate(node) for MAX" if self.is_max() => self.value("evaluate(node)", frame),
            "evaluate(node) for MAX" => -self.value("evaluate(node)", frame),
            _ => panic!("{text}"),
        }
    }

    fn returned(&mut self, what: &str, frame: &Frame) -> Value {
        if what.starts_with("quiesce(") {
            return self.call(what, frame);
        }
        let (what, is_pass) = what.strip_suffix(", or beta if s is a mate").map_or((what, false), |what| (what, true));
        let score = self.value(what, frame);
        let (is_leaf, line) = (!frame.has_tried, frame.line.clone());
        if let Some(bound) = frame.distance {
            return Value { score, bound, is_leaf, line };
        }
        let bound = match (what, &frame.child) {
            ("sum", _) => Bound::Exact,
            ("sum + rest * most", _) => Bound::Upper,
            // A driver returns the result of its call.
            ("s", Some(child)) if frame.drives => {
                return Value { score, bound: Bound::Exact, ..child.clone() };
            }
            ("s", _) if is_pass => {
                let score = if score.is_mate() { frame.beta } else { score };
                return Value { score, bound: Bound::Lower, is_leaf, line };
            }
            ("best", _) if !frame.has_tried && frame.beta <= score => Bound::Lower,
            _ if !frame.has_tried => Bound::Exact,
            _ if frame.tried.is_some() => Bound::Lower,
            _ => frame.rose.unwrap_or(Bound::Upper),
        };
        Value { score, bound, is_leaf, line }
    }

    /// Returns the table entry, if it decides the node.
    fn settled(&self, frame: &Frame) -> Found {
        let known = frame.known.as_ref().filter(|known| self.ply() != 0 && known.depth == frame.depth)?;
        let score = known.score.counted_from_root(self.ply());
        let settles = match known.bound {
            Bound::Exact => true,
            Bound::Lower => frame.beta <= score,
            Bound::Upper => score <= frame.alpha,
        };
        settles.then_some(Value { score, bound: known.bound, is_leaf: true, line: Vec::new() })
    }

    fn store(&mut self, what: &str, frame: &Frame) -> Found {
        let is_folded = self.is_folded();
        let key = self.game.stored_key(is_folded);
        let (bound, best) = match what {
            "the node is worth >= best" => (Bound::Lower, frame.tried.map(|(_, mv)| mv)),
            "the node is worth best if alpha rose, else <= best" => {
                (frame.rose.unwrap_or(Bound::Upper), frame.line.first().copied())
            }
            _ => panic!("{what}"),
        };
        let best = best.map(|mv| self.game.stored(mv, is_folded)).or_else(|| self.table.get(&key)?.best.clone());
        let score = frame.best.counted_from_node(self.ply());
        self.table.insert(key, Known { depth: frame.depth, score, bound, best });
        None
    }

    /// `-search(after the move, depth - 1, -beta, -alpha)`.
    fn call(&mut self, call: &str, frame: &Frame) -> Value {
        let (is_negated, call) = call.strip_prefix('-').map_or((false, call), |call| (true, call));
        let (name, inside) = call.split_once('(').expect("brackets");
        let inside = inside
            .strip_suffix(')')
            .expect("brackets")
            .replace("max(depth - 3, 1)", "less")
            .replace("depth - 1 - r", "reduced");
        let mut parts: Vec<&str> = inside.split(", ").collect();
        let depth = |text: &str| match text {
            "depth - 1" => frame.depth - 1,
            "depth" => frame.depth,
            "d" => frame.d,
            "less" => frame.depth.saturating_sub(3).max(1),
            "reduced" => frame.depth - 1 - frame.r,
            _ => panic!("{call}"),
        };
        let below = if name == "quiesce" { 0 } else { depth(parts.remove(1)) };
        let s = if ["mtdf", "aspire"].contains(&name) { frame.s } else { Score::ZERO };
        let (alpha, beta) = match parts[1..] {
            [] | ["s"] => (Score::MIN, Score::MAX),
            [alpha, beta] => (self.value(alpha, frame), self.value(beta, frame)),
            _ => panic!("{call}"),
        };
        match parts[0] {
            "root" | "node" => {}
            "null move" => {
                assert!(self.game.play_null_move());
                self.passes += 1;
            }
            _ => {
                let (_, mv) = frame.tried.expect("a move");
                self.game.play(mv);
                self.path.push(mv);
            }
        }
        let may_pass = matches!(parts[0], "after the move" | "it");
        let mut value = self.function(name, below, (alpha, beta), s, may_pass);
        match parts[0] {
            "root" | "node" => {}
            "null move" => {
                self.game.undo();
                self.passes -= 1;
                self.hidden += u64::from(value.is_leaf);
            }
            _ => {
                self.game.undo();
                self.path.pop();
            }
        }
        if is_negated {
            (value.score, value.bound) = (-value.score, -value.bound);
        }
        value
    }

    /// Returns the names of the moves of a line from the root.
    pub fn names(&mut self, line: &[Move]) -> Vec<String> {
        let name = |&mv: &Move| {
            let name = self.game.name(mv);
            self.game.play(mv);
            name
        };
        let names = line.iter().map(name).collect();
        line.iter().for_each(|_| self.game.undo());
        names
    }
}
