//! Small diagrams with keys instead of moves: the three orders, and the list that the PV is read from.

use super::drawing::{Drawn, Picture, Spacing};
use super::report::paragraph;
use super::style::Style;
use crate::pv::ReverseScan;
use crate::trace::{Event, Label, Node, SearchTree, Trace, Verdict, line_text, node_key};
use std::io::{self, Write};

const SMALL: Spacing = Spacing { siblings: 4, cousins: 4, reach: usize::MAX, margin: 2, overwrite: false };
/// More nodes are not worth drawing with keys.
const MOST_NODES: usize = 200;

/// Writes structure, creation order and minimax order side by side, or one below the other where they do not fit.
///
/// # Errors
/// What writing gives.
pub fn orders(tree: &SearchTree, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    if MOST_NODES < tree.root.size() {
        return paragraph("The tree is too big for diagrams with keys.", style, out);
    }
    let titles = ["Tree structure", "Creation order", "Minimax order"];
    let numbers: [fn(&Node) -> Option<u64>; 3] =
        [|_| None, |node| node.number, |node| node.judgement.as_ref().and_then(|judgement| judgement.order)];
    let pictures: Vec<Picture> = numbers
        .iter()
        .enumerate()
        .map(|(index, number)| Picture::of(&keyed(&tree.root, &mut Vec::new(), *number, 0 < index), SMALL, style))
        .collect();
    let column = pictures.iter().map(Picture::width).max().unwrap_or(0).max(16);
    let per_row = (style.width + 2) / (column + 2);
    for group in (0..pictures.len()).collect::<Vec<_>>().chunks(per_row.clamp(1, 3)) {
        let row = |cell: &dyn Fn(usize) -> String| {
            let cells: Vec<String> = group.iter().map(|&index| format!("{:<column$}", cell(index))).collect();
            cells.join("  ").trim_end().to_owned()
        };
        writeln!(out, "{}", row(&|index| format!("  {}", titles[index])))?;
        writeln!(out, "{}", row(&|index| format!("  {}", "=".repeat(titles[index].len()))))?;
        writeln!(out)?;
        let height = group.iter().map(|&index| pictures[index].height()).max().unwrap_or(0);
        for line in 0..height {
            writeln!(out, "{}", row(&|index| pictures[index].text(line)))?;
        }
        writeln!(out)?;
    }
    let text = "Creation order: the number of the position in the full tree. Minimax order: which judgement of this \
                search the node got; a node with - got none.";
    paragraph(text, style, out)?;
    if is_folded(&tree.root) {
        paragraph("Where moves are not shown one by one, they are missing here too.", style, out)?;
    }
    Ok(())
}

fn is_folded(node: &Node) -> bool {
    !node.fold.is_empty() || node.children.iter().any(is_folded)
}

fn keyed(node: &Node, indices: &mut Vec<usize>, number: fn(&Node) -> Option<u64>, numbered: bool) -> Drawn {
    let key = if indices.is_empty() { "(root)".to_owned() } else { node_key(indices) };
    let label = match (numbered && !indices.is_empty(), number(node)) {
        (false, _) => key,
        (true, Some(number)) => format!("{key} {number}"),
        (true, None) => format!("{key} -"),
    };
    let mut children = Vec::with_capacity(node.children.len());
    for child in &node.children {
        indices.push(child.index);
        children.push(keyed(child, indices, number, numbered));
        indices.pop();
    }
    Drawn { label, children, ..Drawn::default() }
}

/// Writes the list of judged nodes in the order of the search, an asterisk at each that was the best so far, and an
/// arrow at each that the reverse scan takes into the PV. Says so if the document's plain rule would err. Of a long list
/// only the best ones are written.
///
/// # Errors
/// What writing gives.
pub fn pv_scan(trace: &Trace, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let mut scan: ReverseScan<Label> = ReverseScan::default();
    trace.replay(&mut scan);
    let (picks, naive) = (scan.picks(), scan.naive_picks());
    let mut rows = judged(trace);
    let count = rows.len();
    if MOST_NODES < count {
        rows.retain(|row| row.best);
        let text = format!("The best moves so far, in the order of the search ({} of {count} judgements).", rows.len());
        paragraph(&text, style, out)?;
    } else {
        paragraph("The judged moves in the order of the search; * was the best of its node so far.", style, out)?;
    }
    writeln!(out)?;
    let keys = rows.iter().map(|row| row.key.len()).max().unwrap_or(0);
    let mut best = 0;
    for row in &rows {
        let mut mark = String::new();
        if row.best {
            mark = match (picked(&picks, best), picked(&naive, best)) {
                (Some(ply), _) => format!("*   <---- {ply}"),
                (None, Some(ply)) => format!("*   <~~~~ {ply}"),
                (None, None) => "*".to_owned(),
            };
            best += 1;
        }
        let line = line_text(row.line, trace.header.numbering);
        writeln!(out, "{:<keys$} {mark:<12}{line}", row.key)?;
    }
    writeln!(out)?;
    let pv = line_text(&trace.outcome.pv, trace.header.numbering);
    let passes = trace.outcome.statistics.passes;
    if 1 < passes {
        let text =
            format!("The search made {passes} passes, which stand one behind the other; the scan is of the last.");
        paragraph(&text, style, out)?;
    }
    if picks.is_empty() {
        let text = "No move of the last pass was ever best, so the scan gives no line.";
        let before = if pv.is_empty() { String::new() } else { format!(" PV = {pv} was found before.") };
        return paragraph(&format!("{text}{before}"), style, out);
    }
    paragraph(&format!("Read from the end: PV = {pv}."), style, out)?;
    if naive == picks {
        return Ok(());
    }
    let text = "The plain rule (take the next entry at ply 1, 2, 3 ...) goes wrong here: it takes what is marked <~~~~ \
                as well, which does not continue the line. An entry must also continue the line found so far.";
    paragraph(text, style, out)
}

/// Which move of the PV the entry `index` of the list gives, from 1.
fn picked(picks: &[usize], index: usize) -> Option<usize> {
    picks.iter().position(|&pick| pick == index).map(|ply| ply + 1)
}

/// A judgement as the list shows it.
struct Row<'a> {
    key: String,
    line: &'a [String],
    best: bool,
}

/// Collects the judgements; a child that was dropped was no judgement and is not in the list.
fn judged(trace: &Trace) -> Vec<Row<'_>> {
    let mut moves: Vec<&[String]> = Vec::new();
    let mut rows = Vec::new();
    for event in &trace.events {
        match event {
            Event::Enter { line, moves: here, .. } => {
                moves.truncate(line.len());
                moves.push(here);
            }
            Event::Judged { line, order: Some(_), verdict, .. } => {
                let index = |(name, list): (&String, &&[String])| list.iter().position(|other| other == name);
                let indices: Vec<usize> = line.iter().zip(&moves).filter_map(index).collect();
                rows.push(Row { key: node_key(&indices), line, best: *verdict == Verdict::Best });
            }
            _ => {}
        }
    }
    rows
}
