//! The log in the default style: an event per line, in the words of the tree.

use super::sargon;
use super::style::Style;
use super::words::Words;
use crate::hooks::Flow;
use crate::score::Score;
use crate::trace::{Event, LineRef, Numbering, Sink, Verdict};
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
        let written = match self.style {
            Some(style) => annotated_event(&event, self.numbering, style, self.out),
            None => sargon::log_event(&event, self.numbering, self.out),
        };
        match written {
            Ok(()) => Flow::Continue(()),
            Err(error) => {
                self.error = Some(error);
                Flow::Break(())
            }
        }
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
            let window = style.window(*window, line.len(), numbering);
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
        Event::Leave { line, score, bound } => {
            let value = style.bounded(*score, *bound, line.len(), numbering);
            let bound = style.view.bound(*bound, line.len(), numbering);
            writeln!(out, "leave {}: {value} ({})", place(*line, numbering), super::report::bound_word(bound))
        }
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
    let shown = style.bounded(*score, *bound, ply, numbering);
    let kind = match (leaf, ending) {
        (_, Some(ending)) => format!(" ({ending})"),
        (leaf, None) if words.is_closed(*leaf) => " (closed)".to_owned(),
        _ => String::new(),
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
