//! Outlines of trees, row by row: a row is drawn from its place in the tree alone, so no other row needs to be in
//! memory.

use super::layout::{BAR, Branch, Weights, branch, put_if_blank, set};
use super::row::Row;
use super::style::Style;
use super::words::Words;
use crate::core::tree::Node;
use std::io;

/// What is drawn for one ply on the path to a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutlineLevel {
    /// Whether the node on the path has a later sibling.
    continues: bool,
    /// Whether a later sibling is on the best line.
    leads_to_best: bool,
}

impl OutlineLevel {
    /// Returns the level of the child `index` of `count`; `best` is the index of the last child on the best line.
    fn new(index: usize, count: usize, best: Option<usize>) -> Self {
        Self { continues: index + 1 < count, leads_to_best: best.is_some_and(|best| index < best) }
    }
}

/// The place of a row in an outline.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutlinePlace<'a> {
    /// The plies on the path to the row, from ply 1 to the row's own.
    levels: &'a [OutlineLevel],
    /// What is drawn from the row to its children.
    children: OutlineLevel,
}

impl OutlinePlace<'_> {
    /// Returns the row's distance from the root.
    pub(crate) fn ply(&self) -> usize {
        self.levels.len()
    }

    /// Draws the branches to a row; `column` returns the column where the branches to the nodes of a ply begin.
    pub(crate) fn branch<'a>(&self, row: &'a Row, style: &Style, column: &dyn Fn(usize) -> usize) -> Branch<'a> {
        let (mut cells, mut below): (Vec<Weights>, Vec<Weights>) = (Vec::new(), Vec::new());
        if let Some(own) = self.levels.last() {
            set(&mut cells, column(self.ply()), [1, u8::from(own.continues), 0, 1]);
        }
        let path = || self.levels.iter().zip(1..);
        let children = || [(&self.children, self.ply() + 1)];
        for (_, ply) in path().filter(|(level, _)| level.continues) {
            put_if_blank(&mut cells, column(ply), BAR);
        }
        for (_, ply) in path().chain(children()).filter(|(level, _)| level.continues) {
            put_if_blank(&mut below, column(ply), BAR);
        }
        if row.on_pv && self.ply() != 0 {
            set(&mut cells, column(self.ply()), [2, 0, 0, 2]);
        }
        for (_, ply) in path().filter(|(level, _)| level.leads_to_best) {
            set(&mut cells, column(ply), [2, 2, 0, 0]);
        }
        for (_, ply) in path().chain(children()).filter(|(level, _)| level.leads_to_best) {
            set(&mut below, column(ply), [2, 2, 0, 0]);
        }
        branch((row, self.ply()), cells, &below, (column, None), style)
    }
}

/// A tree that can be written as an outline.
pub(crate) trait OutlineRows {
    /// Calls `visit` for each row, parents first.
    ///
    /// # Errors
    /// The first error that `visit` returns.
    fn each(&self, visit: &mut dyn FnMut(&Row, OutlinePlace<'_>) -> io::Result<()>) -> io::Result<()>;
}

/// Rows that are in memory.
impl OutlineRows for Row {
    fn each(&self, visit: &mut dyn FnMut(&Row, OutlinePlace<'_>) -> io::Result<()>) -> io::Result<()> {
        each_row(self, &mut Vec::new(), &mut |row, place| visit(row, place))
    }
}

/// Draws an outline of rows that are in memory; `column` returns the column where the branches to the nodes of a ply
/// begin, from ply 1 on.
pub(crate) fn outlined<'a>(root: &'a Row, style: &Style, column: &dyn Fn(usize) -> usize) -> Vec<Branch<'a>> {
    let mut branches = Vec::new();
    let drawn = each_row(root, &mut Vec::new(), &mut |row, place| {
        branches.push(place.branch(row, style, column));
        Ok(())
    });
    debug_assert!(drawn.is_ok(), "keeping a branch cannot fail");
    branches
}

/// Calls `visit` for `row` and each row below it, parents first.
fn each_row<'a>(
    row: &'a Row,
    levels: &mut Vec<OutlineLevel>,
    visit: &mut dyn FnMut(&'a Row, OutlinePlace<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let (count, best) = (row.children.len(), row.children.iter().rposition(|child| child.on_pv));
    visit(
        row,
        OutlinePlace { levels, children: OutlineLevel { continues: count != 0, leads_to_best: best.is_some() } },
    )?;
    for (index, child) in row.children.iter().enumerate() {
        levels.push(OutlineLevel::new(index, count, best));
        each_row(child, levels, visit)?;
        levels.pop();
    }
    Ok(())
}

/// The rows of a search in search order, with unsearched nodes last. Each row is made when it is needed, because there
/// may be hundreds of thousands of rows, and a row is large.
pub(crate) struct SearchOutline<'a> {
    pub words: &'a Words<'a>,
    pub root: &'a Node,
    /// The row of the root.
    pub first: Row,
}

impl OutlineRows for SearchOutline<'_> {
    fn each(&self, visit: &mut dyn FnMut(&Row, OutlinePlace<'_>) -> io::Result<()>) -> io::Result<()> {
        self.below(self.root, &self.first, &mut OutlinePath::default(), visit)
    }
}

/// The path to a row.
#[derive(Default)]
struct OutlinePath<'a> {
    line: Vec<&'a str>,
    indices: Vec<usize>,
    levels: Vec<OutlineLevel>,
}

impl SearchOutline<'_> {
    fn below<'a>(
        &self,
        node: &'a Node,
        row: &Row,
        path: &mut OutlinePath<'a>,
        visit: &mut dyn FnMut(&Row, OutlinePlace<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        let (children, folded) = (node.in_search_order(), Row::folded(self.words, &node.fold, path.line.len()));
        let (count, best) =
            (children.len() + usize::from(folded.is_some()), children.iter().rposition(|child| child.on_pv));
        let level = OutlineLevel { continues: count != 0, leads_to_best: best.is_some() };
        visit(row, OutlinePlace { levels: &path.levels, children: level })?;
        for (index, child) in children.into_iter().enumerate() {
            path.line.push(child.name());
            path.indices.push(child.index);
            path.levels.push(OutlineLevel::new(index, count, best));
            let row = Row::of_node(self.words, child, (&path.line, &path.indices));
            self.below(child, &row, path, visit)?;
            path.levels.pop();
            path.indices.pop();
            path.line.pop();
        }
        if let Some(folded) = folded {
            path.levels.push(OutlineLevel::new(count - 1, count, best));
            let children = OutlineLevel { continues: false, leads_to_best: false };
            visit(&folded, OutlinePlace { levels: &path.levels, children })?;
            path.levels.pop();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::style::Charset;

    fn row(name: &str, children: Vec<Row>) -> Row {
        Row { children, ..Row::named(name.to_owned()) }
    }

    fn lines(charset: Charset, column: &dyn Fn(usize) -> usize) -> Vec<[String; 2]> {
        let leaves = |names: [&str; 3]| names.map(|name| row(name, vec![])).into();
        let b = Row { on_pv: true, ..row("b", vec![row("b1", vec![])]) };
        let root = row("(root)", vec![row("a", leaves(["a1", "a2", "a3"])), b, row("c", vec![])]);
        let style = Style { charset, ..Style::default() };
        outlined(&root, &style, column).into_iter().map(|branch| [branch.text, branch.below]).collect()
    }

    #[test]
    fn bars_lead_to_the_next_sibling() {
        let drawn = lines(Charset::Ascii, &|ply| 2 * (ply - 1));
        let expected = ["(root)", "|- a", "| |- a1", "| |- a2", "| `- a3", "|-*b", "| `- b1", "`- c"];
        assert_eq!(drawn.iter().map(|[text, _]| text).collect::<Vec<_>>(), expected);
        let below: Vec<&String> = drawn.iter().map(|[_, below]| below).collect();
        assert_eq!(below, ["|", "| |", "| |", "| |", "|", "| |", "|", ""]);
    }

    #[test]
    fn the_best_line_is_heavy_from_its_parent_down() {
        let drawn = lines(Charset::Unicode, &|ply| 2 * (ply - 1));
        let expected = [
            ["(root)", "┃"],
            ["┠─ a", "┃ │"],
            ["┃ ├─ a1", "┃ │"],
            ["┃ ├─ a2", "┃ │"],
            ["┃ └─ a3", "┃"],
            ["┡━★b", "│ │"],
            ["│ └─ b1", "│"],
            ["└─ c", ""],
        ];
        assert_eq!(drawn, expected);
    }

    #[test]
    fn where_plies_share_a_column_corners_stay_except_on_the_best_line() {
        let drawn = lines(Charset::Ascii, &|_| 0);
        let texts: Vec<&String> = drawn.iter().map(|[text, _]| text).collect();
        assert_eq!(texts, ["(root)", "|- a", "|- a1", "|- a2", "|- a3", "|-*b", "`- b1", "`- c"]);
    }
}
