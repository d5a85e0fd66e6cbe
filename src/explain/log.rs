//! The log: a row for every comparison, in search order, with deeper moves further to the right.

use super::code::{Code, cited};
use crate::core::hooks::{Event, Ranked, Reason, Stored, Verdict, technique_event};
use crate::core::score::{Bound, Score};
use crate::core::trace::{Header, Record, Sink, line_text};
use crate::page::comparison::{Comparison, Judged, Mark, Sign, prune_word};
use crate::page::row::Row;
use crate::page::text::{columns, counted, grouped, left, paragraph, right, unbreakable, wrapped};
use crate::page::words::{Words, pass_word, re_search_word, used_word};
use std::io::{self, Write};

/// The number of columns for a step number and the space after it.
const STEP: usize = 6;
/// The number of columns for a score with its bound.
const SCORE: usize = 10;
/// The number of columns for a comparison.
const COMPARED: usize = 27;
/// The largest indentation; deeper moves are not indented further.
const DEEPEST: usize = 12;

/// Writes a log while the search runs, in constant memory.
pub(crate) struct Log<'a> {
    out: &'a mut dyn Write,
    words: Words<'a>,
    /// The log contains only events at or below the end of this line.
    focus: &'a [String],
    /// The number of columns for the moves, including their indentation.
    moves: usize,
    has_window: bool,
    /// The pseudocode whose lines the log cites, and the line for the current record.
    code: Option<Code>,
    cite: String,
    /// The depth of the node at each ply on the current line.
    depths: Vec<u32>,
    /// The ply of a node whose children were just created, and these children with their static evaluations.
    created: (usize, Vec<CreatedMove>),
    /// How many positions have been created so far.
    positions: u64,
    /// Whether the log reports each position when it is created.
    pub(super) tells_creation: bool,
}

/// A position that was just created.
struct CreatedMove {
    number: u64,
    name: String,
    score: Option<Score>,
}

impl<'a> Log<'a> {
    /// Returns the log of a search with this header. The log covers the end of the line `focus` and everything below
    /// it, and cites the lines of `code`.
    pub(crate) fn new(
        out: &'a mut dyn Write,
        words: Words<'a>,
        header: &Header,
        focus: &'a [String],
        code: Option<Code>,
    ) -> Self {
        let plies = (header.depth as usize).clamp(2, DEEPEST / 2);
        let moves = 2 * plies + if header.numbering.is_some() { 9 } else { 6 };
        let has_window = header.has_window();
        let (cite, depths, created) = (String::new(), Vec::new(), (0, Vec::new()));
        let (positions, tells_creation) = (0, false);
        Self { out, words, focus, moves, has_window, code, cite, depths, created, positions, tells_creation }
    }

    /// Returns the text before the log, which explains its rows.
    pub(crate) fn preface(
        tells_creation: bool,
        words: &Words<'_>,
        header: &Header,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let what = if tells_creation { "every new position and every comparison" } else { "every comparison" };
        let mut text = format!("Log: {what} in search order; deeper moves are indented further.");
        if header.has_window() && !words.shows_arithmetic() {
            let ((max, min), at_least) = (words.sides(), words.style.sign(Sign::AtLeast));
            text.push_str(&format!(
                " Beta is the score that {min} already has: a score {at_least} beta is no better where {min} is to move, and causes a cutoff where {max} is to move. For alpha, swap {min} and {max}, and read {} for {at_least}.",
                words.style.sign(Sign::AtMost)
            ));
        }
        paragraph(&text, words.style, out)?;
        writeln!(out)
    }

    /// Writes the headings of the columns.
    pub(crate) fn heads(&mut self) -> io::Result<()> {
        self.row("step", "move", "score", &["compared with".to_owned()], "verdict")
    }

    /// Writes a row. A cell that doesn't fit is written on the next line, below the comparison.
    fn row(&mut self, step: &str, mv: &str, score: &str, compared: &[String], verdict: &str) -> io::Result<()> {
        let score_at = STEP + self.moves;
        let compared_at = score_at + SCORE + 1;
        let width = self.words.style.width;
        let mut line = format!("{} {mv}", right(step, STEP - 2));
        let put = |line: &mut String, start: usize, cell: &str, out: &mut dyn Write| -> io::Result<()> {
            if cell.is_empty() {
                return Ok(());
            }
            let start = if start <= columns(line) || width < start + columns(cell) {
                writeln!(out, "{}", line.trim_end())?;
                line.clear();
                start.min(compared_at).min(width.saturating_sub(columns(cell)))
            } else {
                start
            };
            *line = format!("{}{cell}", left(line, start));
            Ok(())
        };
        let padded = if score.is_empty() { String::new() } else { right(score, SCORE - 1) };
        put(&mut line, score_at, &padded, self.out)?;
        for (index, cell) in compared.iter().enumerate() {
            // Two comparisons that don't fit next to the verdict are written one below the other.
            let is_last = index + 1 == compared.len();
            put(&mut line, compared_at, cell, self.out)?;
            if !is_last {
                writeln!(self.out, "{}", line.trim_end())?;
                line.clear();
            }
        }
        put(&mut line, compared_at + COMPARED, verdict, self.out)?;
        writeln!(self.out, "{}", line.trim_end())
    }

    /// Writes text that belongs to a particular place in the tree.
    fn say(&mut self, ply: usize, text: &str) -> io::Result<()> {
        let indent = STEP - 1 + indent(ply);
        if text.is_empty() {
            return Ok(());
        }
        for part in wrapped(&unbreakable(text), self.words.style.width.saturating_sub(indent).max(20)) {
            writeln!(self.out, "{}{part}", left("", indent))?;
        }
        Ok(())
    }

    /// Lists the positions just created, or only the static evaluations that determine the order of a node's moves.
    fn tell_created(&mut self) -> io::Result<()> {
        let (ply, created) = std::mem::take(&mut self.created);
        let shown = |score: Score| self.words.score(score, ply);
        let told = if self.tells_creation {
            // A leaf's score appears in the leaf's own row, so it is omitted here.
            let is_last = self.depths.get(ply) == Some(&1);
            let position = |CreatedMove { number, name, score }: &CreatedMove| {
                let place = format!("position {} after {}", grouped(*number), self.words.mv(name, ply));
                let score = score.filter(|_| !is_last).map(shown);
                score.map_or_else(|| place.clone(), |score| format!("{place} (static\u{a0}evaluation\u{a0}{score})"))
            };
            ("created", created.iter().map(position).collect::<Vec<_>>())
        } else {
            let scored = created.iter().filter_map(|created| Some((&created.name, created.score?)));
            let all: Vec<String> = scored.map(|(name, score)| format!("{name}\u{a0}{}", shown(score))).collect();
            ("static evaluations", if all.len() < 2 { Vec::new() } else { all })
        };
        match told {
            (_, all) if all.is_empty() => Ok(()),
            (what, all) => self.say(ply + 1, &format!("{what}: {}", all.join(", "))),
        }
    }

    fn tell(&mut self, record: &Record) -> io::Result<()> {
        let line: Vec<_> = record.names().collect();
        let name = named(&self.words, &line);
        match record.event {
            Event::Root { .. } | Event::Created { .. } => Ok(()),
            Event::Enter { depth, window, .. } => {
                let mut text = self.words.window(window, line.len());
                if self.words.shows_arithmetic() && !line.is_empty() {
                    text = format!("-{} = {text}", self.words.window(-window, line.len() - 1));
                }
                let what = if depth == 0 { "quiescence, window" } else { "window" };
                let compared = if self.has_window { vec![format!("{what} {text}")] } else { Vec::new() };
                let cite = self.cite.trim_start().to_owned();
                self.row("", &placed(&name, line.len()), "", &compared, &cite)
            }
            Event::Judged { .. } => self.judged(record, &placed(&name, line.len())),
            Event::Leave { score, bound } if line.is_empty() => {
                let (score, cite) = (self.words.bounded(score, bound, 0), self.cite.trim_start().to_owned());
                self.row("", &name, &score, &[], &cite)
            }
            Event::Leave { .. } => Ok(()),
            Event::Settled { .. } | Event::Pass { .. } | technique_event!() => {
                let text = technique(record, &self.words, &name) + &self.cite;
                // An ordering concerns the moves below the node, so its text is indented like these moves.
                let below = usize::from(matches!(record.event, Event::Ordered { .. }));
                self.say(line.len() + below, &text)
            }
        }
    }

    fn judged(&mut self, record: &Record, name: &str) -> io::Result<()> {
        let Event::Judged { ref mv, weight, score, bound, leaf, window, verdict } = record.event else { return Ok(()) };
        let (words, ply) = (self.words, record.line.len());
        let mut shown = words.bounded(score, bound, ply);
        if words.shows_arithmetic() {
            shown = format!("-({}) = {shown}", words.bounded(-score, -bound, ply + 1));
        }
        let owners = [&record.notes.alpha_set_by, &record.notes.beta_set_by];
        let owners = owners.map(|owner| owner.as_deref().map(|owner| words.owner(owner, ply)));
        let mark = Mark::of(verdict, ply, words.perspective).word();
        let leaf = record.notes.why.as_deref().or(words.leaf(leaf, record.notes.ending.as_deref(), mv));
        let verdict_text = leaf.map_or_else(|| mark.clone(), |leaf| format!("{mark}, {leaf}")) + &self.cite;
        if let (Some(weight), Some(step)) = (weight, record.notes.step) {
            let row = Row::drawn(&words, weight, (score, window), verdict, ply);
            let verdict = row.verdict() + &self.cite;
            return self.row(&grouped(step), name, &shown, &[row.compared(&words)], &verdict);
        }
        let Some(step) = record.notes.step else { return self.row("", name, &shown, &[], &verdict_text) };
        let (first, second) =
            Judged { ply, score, window, owners, verdict }.comparisons(words.perspective, words.rules);
        let (step, seen) = (grouped(step), words.perspective.score(score, ply));
        let is_first = verdict == Verdict::Best && first.threshold.is_infinite();
        let second = second.filter(|_| self.has_window);
        let compared = match second {
            // The first move had no score to compare with; the log says so with the same word as the tree.
            _ if is_first && second.as_ref().is_none_or(|second| second.threshold.is_infinite()) => {
                vec!["first".to_owned()]
            }
            // The search compared the move only with the other side's bound.
            Some(second) if is_first => vec![format!("first, {}", self.compared(&second, seen))],
            Some(second) => self.both([&first, &second], seen),
            None => vec![self.compared(&first, seen)],
        };
        self.row(&step, name, &shown, &compared, &verdict_text)
    }

    /// Writes both comparisons, one below the other if they are too long.
    fn both(&self, both: [&Comparison<String>; 2], score: Score) -> Vec<String> {
        let [one, other] = both.map(|comparison| self.compared(comparison, score));
        if columns(&one) + columns(&other) + 2 < COMPARED {
            vec![format!("{one}, {other}")]
        } else {
            vec![one + ",", other]
        }
    }

    /// Writes one comparison: `<= alpha 12.00 of 2.Nf7#`, or `no beta` if beta is not set.
    fn compared(&self, comparison: &Comparison<String>, score: Score) -> String {
        let Comparison { sign, threshold, opposite, end, owner } = comparison;
        if self.has_window && threshold.is_infinite() {
            return format!("no {}", end.name());
        }
        let end = if self.has_window { format!("{} ", end.name()) } else { String::new() };
        let by = match owner {
            Some(owner) => format!(" of {owner}"),
            None if threshold.is_infinite() => String::new(),
            None => format!(" {}", self.words.bound_label(*threshold).name()),
        };
        format!("{} {end}{}{by}", self.words.style.sign(*sign), self.words.style.among(*threshold, [score, *opposite]))
    }
}

impl Sink for Log<'_> {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        if matches!(record.event, Event::Created { .. }) {
            self.positions += 1;
        }
        if let Event::Omitted { created, .. } = record.event {
            self.positions = self.positions.saturating_add(created);
        }
        if !record.names().take(self.focus.len()).eq(self.focus) {
            return Ok(());
        }
        if let Event::Created { ref mv, score } = record.event {
            self.created.0 = record.line.len();
            self.created.1.push(CreatedMove { number: self.positions, name: mv.to_owned(), score });
            return Ok(());
        }
        self.tell_created()?;
        let ply = record.line.len();
        if let Event::Enter { depth, .. } = record.event {
            self.depths.resize(ply + 1, depth);
            self.depths[ply] = depth;
        }
        // A leaf gets its row when it is judged.
        let depth = self.depths.get(ply).copied().filter(|&depth| depth == 0);
        self.cite = self.code.as_ref().map(|code| cited(code.line(&record.event, ply, depth))).unwrap_or_default();
        self.tell(record)
    }
}

/// Returns the indentation of a move that leads to `ply`.
fn indent(ply: usize) -> usize {
    2 * ply.saturating_sub(1).min(DEEPEST)
}

fn placed(name: &str, ply: usize) -> String {
    format!("{}{name}", " ".repeat(indent(ply)))
}

/// Returns the last move of a line.
fn named(words: &Words<'_>, line: &[&String]) -> String {
    line.split_last().map_or_else(|| "(root)".to_owned(), |(name, before)| words.mv(name, before.len()))
}

pub(crate) fn technique(record: &Record, words: &Words<'_>, name: &str) -> String {
    let ply = record.line.len();
    let shown = |score: Score| words.score(score, ply);
    let window_text = |window| words.window(window, ply);
    match record.event {
        Event::Settled { skipped } => {
            let moves = counted(u64::from(skipped), "root move is", "root moves are");
            format!("The best move wins by force: {moves} not searched.")
        }
        Event::Pass { pass, depth, window } => {
            format!("Pass ({}): depth {depth}, window {}", pass_word(pass), window_text(window))
        }
        Event::Ordered { ref moves } => {
            let names: Vec<String> = moves.iter().map(|ranked| ranked_text(words, ranked, ply)).collect();
            format!("order: {}", names.join(", "))
        }
        Event::StandPat { score, window, verdict } => {
            let effect = if verdict == Verdict::Best { "narrows the window" } else { "does not narrow the window" };
            format!("standing pat at {name}: {} {effect} {}", shown(score), window_text(window))
        }
        Event::TableHit { ref stored, cut, not_used } => {
            table_hit(stored, used_word(cut, not_used), record, words, name)
        }
        Event::Extended { plies } => format!("{name} is searched {plies} deeper"),
        Event::Reduced { plies } => format!("{name} is searched {plies} shallower"),
        Event::ReSearch { reason, depth, window } => {
            format!("{name} is {}, depth {depth}, window {}", re_search_word(reason), window_text(window))
        }
        Event::NullMove { depth, window, score, cut, entered, leaves } => {
            let (score, window) = (shown(score), window_text(window));
            let effect = if cut { "enough" } else { "not enough" };
            let nodes = counted(entered.saturating_add(leaves), "node", "nodes");
            format!("a null move at {name} gives {score} at depth {depth} in {window}: {effect} ({nodes}, not listed)")
        }
        Event::Omitted { entered, leaves, .. } => {
            let nodes = counted(entered.saturating_add(leaves), "node", "nodes");
            format!("{name} is searched, but omitted from this trace ({nodes})")
        }
        Event::Pruned { reason, score, window, .. } => {
            let rule = record.notes.why.as_deref().unwrap_or(prune_word(reason));
            let most = score.map(|score| words.bounded(score, Bound::Upper, ply));
            let estimate = most.map(|most| format!(" estimates {most}")).unwrap_or_default();
            format!("{name} is not searched: {rule}{estimate}, window {}", window_text(window))
        }
        Event::Root { .. }
        | Event::Enter { .. }
        | Event::Created { .. }
        | Event::Judged { .. }
        | Event::Leave { .. } => String::new(),
    }
}

fn table_hit(stored: &Stored<String>, used: &str, record: &Record, words: &Words<'_>, name: &str) -> String {
    let ply = record.line.len();
    let score = words.bounded(stored.score, stored.bound, ply);
    let best = stored.best.as_ref().map(|best| format!(", best {best}")).unwrap_or_default();
    let by = match &record.notes.stored_by {
        Some(by) => format!(", stored at {}", line_text(by, words.perspective.numbering)),
        None if stored.is_unreported && words.omits_null_moves_only => ", stored below a null move".to_owned(),
        None if stored.is_unreported => ", stored by a search that the trace omits".to_owned(),
        None if stored.visit == 0 => String::new(),
        None => format!(", stored by visit {}", stored.visit),
    };
    format!("the table has {name}: {score} from depth {}{best}{by}: {used}", stored.depth)
}

fn ranked_text(words: &Words<'_>, Ranked { mv, reason }: &Ranked<String>, ply: usize) -> String {
    let shown = |score: Score| words.score(score, ply);
    let reason = match *reason {
        Reason::Generator | Reason::Reversed => return mv.clone(),
        Reason::Previous => "best before".to_owned(),
        Reason::Table => "from the table".to_owned(),
        Reason::Killer => "killer".to_owned(),
        Reason::History { rank } => format!("history {rank}"),
        Reason::MvvLva { rank } => format!("mvv-lva {rank}"),
        Reason::Centre { .. } => "by the middle".to_owned(),
        Reason::See { score } => format!("see {}", shown(score)),
        Reason::Static { score } => format!("static {}", shown(score)),
        Reason::Random => "random".to_owned(),
        Reason::True { score } => format!("true {}", shown(score)),
    };
    format!("{mv} ({reason})")
}
