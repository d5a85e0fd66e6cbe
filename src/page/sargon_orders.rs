//! The two smaller listings of the Sargon document: the tree of keys with its two orders, and the list from which the
//! PV is read.

use super::sargon_listing::{ListingLabel, ListingLabels, NARROW, draw};
use crate::core::trace::node_key;
use crate::core::tree::{Node, SearchTree};
use std::collections::HashMap;
use std::io::{self, Write};

/// The number of columns before the root of each of the three small trees.
const INDENT: usize = 2;
/// The number of columns between two of these trees.
const GAP: usize = 3;
/// The column of each title, counted from the first column of its figure.
const TITLES: [usize; 3] = [4, 4, 6];
/// The underline of a title.
const RULE: &str = "==============";

/// Writes three small trees: one with keys, one with the order in which a search without cutoffs creates the nodes, and
/// one with the order in which it judges them. The trees are side by side if the page is wide enough.
pub(crate) fn orders(tree: &SearchTree, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let (mut created, mut judged) = (Numbers::new(), Numbers::new());
    number_created(&tree.root, &mut Vec::new(), &mut created);
    number_judged(&tree.root, &mut Vec::new(), &mut judged);
    let keyed = |path: &[usize]| if path.is_empty() { "(root)".to_owned() } else { node_key(path) };
    // The number comes before the key of an inner node, and after the key of a leaf.
    let numbered = |node: &Node, path: &[usize], number: Option<u64>| match number {
        None => ListingLabel::plain(keyed(path)),
        Some(number) if node.children.is_empty() => ListingLabel::plain(format!("{} {number}", keyed(path))),
        Some(number) => ListingLabel { before: format!("{number} "), ..ListingLabel::plain(keyed(path)) },
    };
    let structure = |node: &Node, _: &[&str], path: &[usize]| numbered(node, path, None);
    let creation = |node: &Node, _: &[&str], path: &[usize]| numbered(node, path, created.get(path).copied());
    let minimax = |node: &Node, _: &[&str], path: &[usize]| numbered(node, path, judged.get(path).copied());
    let figures: [(&str, &ListingLabels<'_>); 3] =
        [("Tree Structure", &structure), ("Creation Order", &creation), ("Minimax Order", &minimax)];
    let figures = figures.map(|(title, labels)| (title, draw(&tree.root, NARROW, labels).lines));
    let widest = |lines: &[String]| lines.iter().map(|line| line.chars().count()).max().unwrap_or_default();
    // Each column is wide enough for the tree of keys with the largest number after a leaf.
    let column = (INDENT + widest(&figures[0].1) + GAP).max(TITLES[1] + figures[1].0.len() + GAP);
    let is_wide = width < 2 * column + INDENT + widest(&figures[2].1);
    figures.chunks(if is_wide { 1 } else { 3 }).try_for_each(|group| write_group(group, column, out))
}

/// Writes trees side by side, each with a title.
fn write_group(group: &[(&str, Vec<String>)], column: usize, out: &mut dyn Write) -> io::Result<()> {
    let titles = || group.iter().zip(TITLES).enumerate().map(|(index, ((title, _), at))| (index * column + at, *title));
    writeln!(out, "\n{}", in_columns(titles()))?;
    writeln!(out, "{}\n", in_columns(titles().map(|(at, title)| (at, RULE.get(..title.len()).unwrap_or(RULE)))))?;
    let rows = group.iter().map(|(_, lines)| lines.len()).max().unwrap_or_default();
    (0..rows).try_for_each(|row| {
        let lines = group.iter().map(|(_, lines)| lines.get(row).map_or("", String::as_str)).enumerate();
        let parts = lines
            .map(|(index, line)| (index * column + INDENT + line.len() - line.trim_start().len(), line.trim_start()));
        writeln!(out, "{}", in_columns(parts))
    })
}

/// Returns a line with each text at its column.
fn in_columns<'t>(texts: impl Iterator<Item = (usize, &'t str)>) -> String {
    texts.filter(|(_, text)| !text.is_empty()).fold(String::new(), |line, (at, text)| format!("{line:at$}{text}"))
}

/// The numbers of the nodes below the root, by the child indices on the path to each node.
type Numbers = HashMap<Vec<usize>, u64>;

/// Numbers the nodes below `node`, from 1, in the order in which minimax without cutoffs judges them.
fn number_judged(node: &Node, path: &mut Vec<usize>, numbers: &mut Numbers) {
    for child in &node.children {
        path.push(child.index);
        number_judged(child, path, numbers);
        numbers.insert(path.clone(), numbers.len() as u64 + 1);
        path.pop();
    }
}

/// Numbers the nodes below `node`, from 1, in the order in which minimax without cutoffs creates them: all children of
/// a node at once.
fn number_created(node: &Node, path: &mut Vec<usize>, numbers: &mut Numbers) {
    for child in &node.children {
        path.push(child.index);
        numbers.insert(path.clone(), numbers.len() as u64 + 1);
        path.pop();
    }
    for child in &node.children {
        path.push(child.index);
        number_created(child, path, numbers);
        path.pop();
    }
}

/// Writes the keys of the judged nodes, with an asterisk at each new best. If the scan from the end of the list adds a
/// node to the PV, the node's key is followed by an arrow and the ply.
pub(crate) fn pv_list(rows: &[(&str, bool, Option<usize>)], out: &mut dyn Write) -> io::Result<()> {
    let widest = rows.iter().map(|(key, ..)| key.len()).max().unwrap_or_default();
    writeln!(out)?;
    for (key, is_best, picked) in rows {
        let starred = if *is_best { format!("{key} *") } else { (*key).to_owned() };
        match picked {
            Some(ply) => writeln!(out, "{starred:width$}<---- {ply}", width = widest + 5)?,
            None => writeln!(out, "{starred}")?,
        }
    }
    Ok(())
}
