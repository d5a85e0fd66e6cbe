//! The log in the default style: an event per line, in the words of the tree.

use super::sargon;
use super::style::Style;
use super::words::{Words, again_word, pass_word, prune_word};
use crate::hooks::Flow;
use crate::score::Score;
use crate::trace::{Event, LineRef, Numbering, RankedName, ReasonName, Sink, Verdict, View, written};
use std::io::{self, Write};

/// Writes a log while the search runs, in constant memory.
pub struct Log<'a> {
    out: &'a mut dyn Write,
    numbering: Option<Numbering>,
    /// The default style, or none for the look of the Sargon document.
    style: Option<&'a Style>,
    error: Option<io::Error>,
}

impl<'a> Log<'a> {
    /// Returns a log in the default style.
    pub fn annotated(out: &'a mut dyn Write, numbering: Option<Numbering>, style: &'a Style) -> Self {
        Self { out, numbering, style: Some(style), error: None }
    }

    /// Returns a log that looks like the Sargon document's.
    pub fn sargon(out: &'a mut dyn Write, numbering: Option<Numbering>) -> Self {
        Self { out, numbering, style: None, error: None }
    }

    /// Ends the log.
    ///
    /// # Errors
    /// What writing gave when it stopped the search.
    pub fn finish(self) -> io::Result<()> {
        self.error.map_or(Ok(()), Err)
    }
}

/// Writes an event; an error stops the search and is given by [`Log::finish`].
impl Sink for Log<'_> {
    fn take(&mut self, event: Event<LineRef<'_>>) -> Flow {
        let result = match self.style {
            Some(style) => annotated_event(&event, self.numbering, style, self.out),
            None => sargon::log_event(&event, self.numbering, self.out),
        };
        written(result, &mut self.error)
    }
}

/// Writes what there is to say about one event in the default style.
fn annotated_event(
    event: &Event<LineRef<'_>>,
    numbering: Option<Numbering>,
    style: &Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    let words = Words { style, numbering };
    let score_of = |score: Score, ply: usize| style.score(style.view.score(score, ply, numbering));
    match event {
        Event::Root { score } => writeln!(out, "create 0 (root), static score {}", score_of(*score, 0)),
        Event::Enter { line, depth, window, moves, .. } => {
            let window = match style.view {
                View::Negamax if !line.is_empty() => {
                    let above = style.window(-*window, line.len() - 1, numbering);
                    format!("-{above} = {}", style.window(*window, line.len(), numbering))
                }
                _ => style.window(*window, line.len(), numbering),
            };
            let (count, plural) = (moves.len(), if moves.len() == 1 { "move" } else { "moves" });
            writeln!(out, "enter {}: {count} {plural}, depth {depth}, window {window}", place(*line, numbering))
        }
        Event::Created { line, number, score } => {
            let score = score.map(|score| format!(", static score {}", score_of(score, line.len() - 1)));
            writeln!(out, "create {number} {}{}", place(*line, numbering), score.unwrap_or_default())
        }
        Event::Judged { line, order, .. } => {
            let name = place(*line, numbering);
            match order {
                Some(order) => writeln!(out, "({order}) {name}: {}", judged(&words, event)),
                None => writeln!(out, "drop {name}: {}", judged(&words, event)),
            }
        }
        Event::Settled { skipped } => {
            writeln!(out, "settled: the best move wins by force, {skipped} root moves are not tried")
        }
        Event::Pass { .. } | Event::Ordered { .. } | Event::StandPat { .. } => within(&words, event, out),
        Event::Hash { .. } | Event::Extended { .. } | Event::Reduced { .. } => before(&words, event, out),
        Event::Again { .. } | Event::NullMove { .. } | Event::Pruned { .. } => before(&words, event, out),
        Event::Leave { line, score, bound } => {
            let value = style.bounded(*score, *bound, line.len(), numbering);
            let bound = style.view.bound(*bound, line.len(), numbering);
            writeln!(out, "leave {}: {value} ({})", place(*line, numbering), super::report::bound_word(bound))
        }
    }
}

/// Writes what a technique did with the whole tree or at a node.
fn within(words: &Words<'_>, event: &Event<LineRef<'_>>, out: &mut dyn Write) -> io::Result<()> {
    let (style, numbering) = (words.style, words.numbering);
    match event {
        Event::Pass { pass, depth, window } => {
            writeln!(out, "pass ({}): depth {depth}, window {}", pass_word(*pass), style.window(*window, 0, numbering))
        }
        Event::Ordered { line, moves } => {
            let ply = line.len();
            let names: Vec<String> = moves.iter().map(|ranked| ranked_text(words, ranked, ply)).collect();
            writeln!(out, "order at {}: {}", place(*line, numbering), names.join(", "))
        }
        Event::StandPat { line, score, window, verdict } => {
            let ply = line.len();
            let effect = if *verdict == Verdict::Best { "raises alpha" } else { "does not beat alpha" };
            let score = style.score(style.view.score(*score, ply, numbering));
            let window = style.window(*window, ply, numbering);
            writeln!(out, "stand pat at {}: {score} {effect} in {window}", place(*line, numbering))
        }
        _ => Ok(()),
    }
}

fn ranked_text(words: &Words<'_>, ranked: &RankedName, ply: usize) -> String {
    let reason = match ranked.reason {
        ReasonName::Generator => return ranked.name.clone(),
        ReasonName::Previous => "best before",
        ReasonName::Hash => "hash",
        ReasonName::Killer => "killer",
        ReasonName::History => "history",
        ReasonName::MvvLva => "mvv-lva",
        ReasonName::See => "see",
        ReasonName::Static => "static",
        ReasonName::Random => "random",
        ReasonName::True => "true",
    };
    let score = ranked.score.map(|score| words.style.score(words.style.view.score(score, ply, words.numbering)));
    let number = score.or_else(|| ranked.rank.map(|rank| rank.to_string()));
    format!("{} ({reason}{})", ranked.name, number.map(|number| format!(" {number}")).unwrap_or_default())
}

/// Writes what a technique did at a child before it was searched, or instead.
fn before(words: &Words<'_>, event: &Event<LineRef<'_>>, out: &mut dyn Write) -> io::Result<()> {
    let (style, numbering) = (words.style, words.numbering);
    match event {
        Event::Hash { line, depth, score, bound, best, visit, stored_by, cut } => {
            let score = style.bounded(*score, *bound, line.len(), numbering);
            let best = best.as_ref().map(|best| format!(", best {best}")).unwrap_or_default();
            let by = match stored_by {
                Some(by) => format!("stored by {}", place(*by, numbering)),
                None => format!("stored by visit {visit}"),
            };
            let use_ = if *cut { "that is enough" } else { "not enough" };
            writeln!(out, "hash {}: {score} at depth {depth}{best}, {by}: {use_}", place(*line, numbering))
        }
        Event::Extended { line, plies } => writeln!(out, "extend {} by {plies}", place(*line, numbering)),
        Event::Reduced { line, plies } => writeln!(out, "reduce {} by {plies}", place(*line, numbering)),
        Event::Again { line, reason, depth, window } => {
            let window = style.window(*window, line.len(), numbering);
            let why = again_word(*reason);
            writeln!(out, "again {}: {why}, depth {depth}, window {window}", place(*line, numbering))
        }
        Event::NullMove { line, depth, window, score, cut, entered, leaves } => {
            let ply = line.len();
            let score = style.score(style.view.score(*score, ply, numbering));
            let window = style.window(*window, ply, numbering);
            let (name, effect) = (place(*line, numbering), if *cut { "cuts" } else { "does not cut" });
            let nodes = entered.saturating_add(*leaves);
            writeln!(
                out,
                "null move at {name}: {score} at depth {depth} in {window} {effect} ({nodes} nodes, not told)"
            )
        }
        Event::Pruned { line, reason, score, window } => {
            let ply = line.len() - 1;
            let score = style.score(style.view.score(*score, ply, numbering));
            let window = style.window(*window, ply, numbering);
            let rule = prune_word(*reason);
            writeln!(out, "prune {}: {rule} expects {score} at most, window {window}", place(*line, numbering))
        }
        _ => Ok(()),
    }
}

fn place(line: LineRef<'_>, numbering: Option<Numbering>) -> String {
    if line.is_empty() { "(root)".to_owned() } else { line.text(numbering) }
}

fn judged(words: &Words<'_>, event: &Event<LineRef<'_>>) -> String {
    let Event::Judged { line, order, score, bound, leaf, ending, window, alpha_set_by, beta_set_by, verdict, skipped } =
        event
    else {
        return String::new();
    };
    let (style, numbering, ply) = (words.style, words.numbering, line.len() - 1);
    let mut shown = style.bounded(*score, *bound, ply, numbering);
    if style.view == View::Negamax && leaf.is_none() {
        shown = format!("-({}) = {shown}", style.bounded(-*score, -*bound, line.len(), numbering));
    }
    let kind = match (leaf, ending) {
        (_, Some(ending)) => format!(" ({ending})"),
        (leaf, None) => words.leaf(*leaf).map(|kind| format!(" ({kind})")).unwrap_or_default(),
    };
    let flipped = style.view.flips(ply, numbering);
    let threshold = |score: Score| style.score(style.view.score(score, ply, numbering));
    let setter = |line: &Option<LineRef<'_>>| match line {
        Some(line) => format!(", set by {}", line.text(numbering)),
        None => String::new(),
    };
    let sign = |mover: &'static str, other: &'static str| style.sign(if flipped { other } else { mover });
    match verdict {
        _ if order.is_none() => {
            format!(
                "{shown}{kind}, because a reply cut; it cannot beat {}{}",
                threshold(window.alpha),
                setter(alpha_set_by)
            )
        }
        Verdict::Best => {
            let (sign, alpha) = (sign(">", "<"), threshold(window.alpha));
            format!("{shown}{kind} {sign} alpha {alpha}{}: BEST so far", setter(alpha_set_by))
        }
        Verdict::NotBest => {
            let (sign, alpha) = (sign("<=", ">="), threshold(window.alpha));
            format!("{shown}{kind} {sign} alpha {alpha}{}: discard", setter(alpha_set_by))
        }
        Verdict::Cutoff => {
            let (sign, beta) = (sign(">=", "<="), threshold(window.beta));
            let skipped = match skipped {
                0 => "nothing is left to skip".to_owned(),
                n => format!("{n} skipped"),
            };
            format!("{shown}{kind} {sign} beta {beta}{}: CUTOFF, {skipped}", setter(beta_set_by))
        }
    }
}
