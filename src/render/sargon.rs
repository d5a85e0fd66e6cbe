//! The tree and the log as the Sargon document prints them, byte for byte, its quirks included.
//!
//! Scores have three decimals and are from the view of the side that just moved, infinities are `MAX` and `-MAX`.

use super::drawing::{Drawn, Picture, Spacing};
use super::style::Style;
use crate::hooks::Verdict;
use crate::score::Score;
use crate::trace::{Event, Judgement, Node, SearchTree, Verdict as Result, line_text};
use std::io::{self, Write};

/// Writes the tree, the PV line and the lesson's note.
///
/// # Errors
/// What writing gives.
pub fn tree(tree: &SearchTree, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let drawn = drawn(tree, &tree.root, &mut Vec::new());
    let spacing = Spacing { siblings: 6, cousins: 4, reach: usize::MAX, margin: 0, overwrite: true };
    Picture::of(&drawn, spacing, style).write(style, out)?;
    let pv = line_text(&tree.outcome.pv, tree.header.numbering);
    writeln!(out, "\nPV = {pv}, note that the PV nodes are asterisked")
}

fn drawn<'a>(tree: &SearchTree, node: &'a Node, line: &mut Vec<&'a str>) -> Drawn {
    let mut label = match line.as_slice() {
        [] => "(root)".to_owned(),
        line => line_text(line, tree.header.numbering),
    };
    if let Some(judgement) = &node.judgement
        && let Some(order) = judgement.order
    {
        label.push_str(&annotation(order, judgement));
    }
    let children = node.children.iter().map(|child| {
        line.push(child.name());
        let child = drawn(tree, child, line);
        line.pop();
        child
    });
    let starred = node.on_pv && node.mv.is_some();
    Drawn { label, starred, children: children.collect(), ..Drawn::default() }
}

fn annotation(order: u64, judgement: &Judgement) -> String {
    let Judgement { score, window, verdict, .. } = judgement;
    let (a, m) = (max(window.beta), max(window.alpha));
    let blank = if window.alpha == Score::MIN { " " } else { "" };
    let result = match verdict {
        Verdict::Cutoff { .. } => format!(">={a} so ALPHA BETA CUTOFF"),
        Verdict::NotBest => format!("<={blank}{m} so discard"),
        Verdict::Best => format!(">{blank}{m} so NEW BEST MOVE"),
    };
    format!(" ({order}): {score} [{a},{m}] {score}{result}")
}

/// A threshold in the document's words.
fn max(score: Score) -> String {
    match score {
        Score::MAX => "MAX".to_owned(),
        Score::MIN => "-MAX".to_owned(),
        score => score.to_string(),
    }
}

/// Writes the lines that the document's log has for one event.
pub(super) fn log_event(
    event: &Event<crate::trace::LineRef<'_>>,
    numbering: Option<crate::trace::Numbering>,
    out: &mut dyn Write,
) -> io::Result<()> {
    match event {
        Event::Root { .. } => writeln!(out, "Position 0, \"\" created in tree"),
        Event::Created { line, number, .. } => {
            writeln!(out, "Position {number}, \"{}\" created in tree", line.text(numbering))
        }
        Event::Judged { line, order: Some(_), score, window, verdict, .. } => {
            writeln!(out, "Eval (ply {}), {}", line.len(), line.text(numbering))?;
            let two_lower = max(window.beta);
            if *verdict == Result::Cutoff {
                return writeln!(
                    out,
                    "Alpha beta cutoff because move value={score} >= two lower ply value={two_lower}"
                );
            }
            writeln!(out, "No alpha beta cutoff because move value={score} < two lower ply value={two_lower}")?;
            let (negated, one_lower) = (-*score, max(-window.alpha));
            if *verdict == Result::Best {
                writeln!(out, "Best move because negated move value={negated} < one lower ply value={one_lower}")?;
                writeln!(out, "(Confirming best move)")
            } else {
                writeln!(out, "Not best move because negated move value={negated} >= one lower ply value={one_lower}")
            }
        }
        Event::Judged { .. } | Event::Enter { .. } | Event::Leave { .. } => Ok(()),
    }
}
