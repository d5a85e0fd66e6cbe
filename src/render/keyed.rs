//! Small diagrams with keys instead of moves: the three orders, and the list that the PV is read from.

use super::drawing::{Drawn, Picture, Spacing};
use super::report::paragraph;
use super::style::Style;
use crate::hooks::Verdict;
use crate::pv::ReverseScan;
use crate::trace::{Label, Node, SearchTree, Trace, line_text, node_key};
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
    paragraph(text, style, out)
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
/// arrow at each that the reverse scan takes into the PV. Says so if the document's plain rule would err.
///
/// # Errors
/// What writing gives.
pub fn pv_scan(trace: &Trace, tree: &SearchTree, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let mut scan: ReverseScan<Label> = ReverseScan::default();
    trace.replay(&mut scan);
    let (picks, naive) = (scan.picks(), scan.naive_picks());
    let mut judged = Vec::new();
    collect(&tree.root, &mut Vec::new(), &mut Vec::new(), &mut judged);
    judged.sort_by_key(|row| row.order);
    let keys = judged.iter().map(|row| row.key.len()).max().unwrap_or(0);
    let mut best = 0;
    for row in &judged {
        let mut mark = String::new();
        if row.best {
            let pick = picks.iter().position(|&pick| pick == best);
            mark = pick.map_or_else(|| "*".to_owned(), |pick| format!("*   <---- {}", pick + 1));
            if pick.is_none() && naive.contains(&best) {
                mark = "*   (the plain rule would take this one)".to_owned();
            }
            best += 1;
        }
        let line = line_text(&row.line, tree.header.numbering);
        let text = format!("{:<keys$} {:<1}", row.key, mark);
        let text = format!("{text:<width$} {line}", width = keys + 13);
        writeln!(out, "{}", text.trim_end())?;
    }
    writeln!(out)?;
    let pv = line_text(&tree.outcome.pv, tree.header.numbering);
    paragraph(&format!("Read from the end: PV = {pv}."), style, out)?;
    if naive == picks {
        return Ok(());
    }
    let text = "The plain rule (take the next entry at ply 1, 2, 3 ...) goes wrong here: it picks up a move that does \
                not continue the line. An entry must also continue the line found so far.";
    paragraph(text, style, out)
}

struct Row<'a> {
    order: (u64, usize),
    key: String,
    line: Vec<&'a str>,
    best: bool,
}

/// Collects the judged nodes; one that was dropped was no judgement and is not in the list.
fn collect<'a>(node: &'a Node, line: &mut Vec<&'a str>, indices: &mut Vec<usize>, rows: &mut Vec<Row<'a>>) {
    for child in &node.children {
        line.push(child.name());
        indices.push(child.index);
        if let Some(judgement) = &child.judgement
            && let Some(order) = judgement.order
        {
            let (key, best) = (node_key(indices), judgement.verdict == Verdict::Best);
            rows.push(Row { order: (order, rows.len()), key, line: line.clone(), best });
        }
        collect(child, line, indices, rows);
        indices.pop();
        line.pop();
    }
}
