//! The tree and the log as the Sargon document prints them, byte for byte, its quirks included.
//!
//! Scores have three decimals and are from the view of the side that just moved, infinities are `MAX` and `-MAX`.

mod drawing;

use self::drawing::{FacsimileNode, draw};
use super::board::ranks;
use super::document::{Block, Document};
use super::text::{side_to_move, wrapped};
use crate::hooks::{Event, Verdict};
use crate::score::Score;
use crate::trace::{Header, Notes, Numbering, Record, line_text};
use crate::tree::{Judgement, Node, SearchTree};
use std::io::{self, Write};

/// Writes title, side to move and board.
pub(crate) fn heading(header: &Header, out: &mut dyn Write) -> io::Result<()> {
    if !header.title.is_empty() {
        writeln!(out, "{}", header.title)?;
    }
    if let Some(fen) = &header.fen {
        writeln!(out, "{} to move", side_to_move(header).unwrap_or_default())?;
        for rank in ranks(fen) {
            writeln!(out, "{}", rank.collect::<String>())?;
        }
    }
    writeln!(out)
}

/// Writes the lesson's note, and says so where the tree is not shown whole.
pub(crate) fn note(tree: &SearchTree, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let mut said = vec![tree.header.note.as_str()];
    if has_folds(&tree.root) {
        said.push("Only the moves that decide are drawn; --width K draws more of them, --full all.");
    }
    for line in said.iter().flat_map(|text| wrapped(text, width)).filter(|line| !line.is_empty()) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Returns what the signs of the document mean, which its own list at "Moves (N) [A,M] Score Result" says in part.
pub(crate) fn key() -> Document {
    let signs = [
        ("  1.Nxd3 Qd6", "the moves that lead to a node; * marks best play, the PV"),
        (
            "  (N)",
            "the node was the Nth to be judged; without it, it was never tried, or one of its replies cut it off",
        ),
        ("  3.375", "its score, for the side that made the last move"),
        ("  [A,M]", "the thresholds when it was judged, for that side, too"),
        ("  A", "what the other side can already get elsewhere: the beta of negamax"),
        ("  M", "the best that this side has so far: the alpha of negamax"),
        ("  MAX  -MAX", "nothing yet: no such threshold"),
        ("  >=A so", "ALPHA BETA CUTOFF: the other side avoids this, so the moves beside it are not tried"),
        ("  <=M so", "discard: it changes nothing"),
        ("  >M so", "NEW BEST MOVE: it is the next M"),
    ];
    let mut page = Document::default();
    page.gap();
    page.text("Key");
    page.push(Block::Facts(14, signs.map(|(sign, meaning)| (sign.to_owned(), meaning.to_owned())).into()));
    page
}

/// Returns whether the tree does not show every node.
fn has_folds(node: &Node) -> bool {
    !node.fold.is_empty() || node.children.iter().any(has_folds)
}

/// Writes the tree and the PV line.
pub(crate) fn tree(tree: &SearchTree, out: &mut dyn Write) -> io::Result<()> {
    for line in draw(&drawn(tree, &tree.root, &mut Vec::new())) {
        writeln!(out, "{line}")?;
    }
    let pv = line_text(&tree.outcome.pv, tree.header.numbering);
    writeln!(out, "\nPV = {pv}, note that the PV nodes are asterisked")
}

fn drawn<'a>(tree: &SearchTree, node: &'a Node, line: &mut Vec<&'a str>) -> FacsimileNode {
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
    FacsimileNode { label, starred, children: children.collect() }
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

/// Writes the lines that the document's log has for one record.
pub(crate) fn log_record(record: &Record, numbering: Option<Numbering>, out: &mut dyn Write) -> io::Result<()> {
    let line: Vec<_> = record.names().collect();
    match (&record.event, &record.notes) {
        (Event::Root { .. }, _) => writeln!(out, "Position 0, \"\" created in tree"),
        (Event::Created { .. }, Notes { number, .. }) => {
            let number = number.unwrap_or_default();
            writeln!(out, "Position {number}, \"{}\" created in tree", line_text(&line, numbering))
        }
        (&Event::Judged { score, window, verdict, .. }, Notes { step: Some(_), .. }) => {
            writeln!(out, "Eval (ply {}), {}", line.len(), line_text(&line, numbering))?;
            let two_lower = max(window.beta);
            if verdict.is_cutoff() {
                return writeln!(
                    out,
                    "Alpha beta cutoff because move value={score} >= two lower ply value={two_lower}"
                );
            }
            writeln!(out, "No alpha beta cutoff because move value={score} < two lower ply value={two_lower}")?;
            let (negated, one_lower) = (-score, max(-window.alpha));
            if verdict == Verdict::Best {
                writeln!(out, "Best move because negated move value={negated} < one lower ply value={one_lower}")?;
                writeln!(out, "(Confirming best move)")
            } else {
                writeln!(out, "Not best move because negated move value={negated} >= one lower ply value={one_lower}")
            }
        }
        _ => Ok(()),
    }
}
