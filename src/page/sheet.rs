//! Writes a tree with its columns: branches on the left, then the step, score, comparison and verdict of each row.

use super::comparison::Mark;
use super::layout::Branch;
use super::row::{FIRST, Row, TIMES, names_reply};
use super::style::Paint;
use super::text::{columns, grouped, left, noun, right, unbreakable, wrapped};
use super::words::Words;
use crate::core::game::Weight;
use crate::core::score::End;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Which columns a page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Columns {
    /// The order in which the nodes were judged.
    pub step: bool,
    /// The bound, and the move that set it.
    pub comparison: bool,
    /// The verdict.
    pub verdict: bool,
    pub nodes: bool,
}

/// The columns, in order. The comparison sign has its own column between the two scores.
const STEP: usize = 0;
const SCORE: usize = 1;
pub(crate) const SIGN: usize = 2;
pub(crate) const THRESHOLD: usize = 3;
pub(crate) const OWNER: usize = 4;
pub(crate) const VERDICT: usize = 5;
const NODES: usize = 6;
/// The spaces before each column.
const GAPS: Widths = [2, 2, 1, 1, 1, 2, 2];

/// The cells of one row.
#[derive(Clone, Debug, Default)]
pub(crate) struct RowCells(pub [String; 7]);

impl RowCells {
    pub(crate) fn of(row: &Row, shown: Columns, words: &Words<'_>) -> Self {
        let mut cells: [String; 7] = Default::default();
        cells[STEP] = row.step.filter(|_| shown.step).map(grouped).unwrap_or_default();
        cells[SCORE] = score(row, words);
        cells[VERDICT] = if shown.verdict { row.verdict() } else { String::new() };
        cells[NODES] = if shown.nodes && row.nodes != 0 { grouped(row.nodes) } else { String::new() };
        match &row.comparison {
            _ if row.weight.is_some() => {
                let weight = row.weight.map(Weight::text).unwrap_or_default();
                (cells[SIGN], cells[THRESHOLD]) = (TIMES.to_owned(), weight);
            }
            _ if !shown.comparison => {}
            Some(compared) if !row.is_first() => {
                cells[SIGN] = words.style.sign(compared.sign).to_owned();
                cells[THRESHOLD] = row.threshold(compared, words);
                cells[OWNER] = match &compared.owner {
                    Some(owner) => owner.clone(),
                    None if compared.threshold.is_infinite() => String::new(),
                    None => words.bound_label(compared.threshold).name().to_owned(),
                };
            }
            _ => cells[THRESHOLD] = row.compared(words),
        }
        Self(cells)
    }

    /// Returns whether the text in the bound's column also covers the owner's column.
    pub(crate) fn spans(&self) -> bool {
        self.0[THRESHOLD] == FIRST || names_reply(&self.0[THRESHOLD])
    }

    /// Returns the widths of the verdict, and of the text that replaces a comparison together with the node count, if
    /// there is such a text.
    fn spanning(&self) -> Option<(usize, usize)> {
        let [.., threshold, _, verdict, nodes] = &self.0;
        names_reply(threshold).then(|| (columns(verdict), columns(threshold) + columns(nodes)))
    }
}

/// Returns the score, written as a negation if the view shows arithmetic.
fn score(row: &Row, words: &Words<'_>) -> String {
    let Some((score, bound)) = row.score else { return String::new() };
    match row.negated {
        Some((score, bound)) => format!("-({})", words.style.bounded(score, bound)),
        None => words.style.apart(score, bound),
    }
}

type Widths = [usize; 7];

/// The headings of the columns: one for score and sign, one for bound and owner.
pub(crate) const HEADS: [&str; 5] = ["step", "score", "compared with", "verdict", "nodes"];
/// If fewer columns than this are left for the tree, the tree gets whole lines, and the columns become text below each
/// name.
const LEAST_ROOM: usize = 16;

/// The widths of the cells of a tree.
#[derive(Debug, Default)]
pub(crate) struct CellWidths {
    widest: Widths,
    /// The maximum width of the texts that replace comparisons, including the node counts, for each width of a verdict
    /// next to them.
    spanning: BTreeMap<usize, usize>,
}

impl CellWidths {
    /// Widens the columns to fit a row.
    pub(crate) fn add(&mut self, cells: &RowCells) {
        for (at, (width, cell)) in self.widest.iter_mut().zip(&cells.0).enumerate() {
            let own = if at == THRESHOLD && cells.spans() { 1 } else { columns(cell) };
            *width = (*width).max(own);
        }
        if let Some((verdict, others)) = cells.spanning() {
            let widest = self.spanning.entry(verdict).or_default();
            *widest = others.max(*widest);
        }
    }
}

/// The columns of a tree. They are measured before the tree is drawn, because they determine how much room is left for
/// it.
pub(crate) struct Sheet<'a> {
    words: &'a Words<'a>,
    columns: Columns,
    widths: Widths,
}

impl<'a> Sheet<'a> {
    /// Measures the columns of the tree below `root`. A verdict wider than `most` continues on the next line.
    pub(crate) fn new(words: &'a Words<'a>, columns: Columns, root: &Row, most: usize) -> Self {
        let mut cells = CellWidths::default();
        root.walk(&mut |row| cells.add(&RowCells::of(row, columns, words)));
        Self::of(words, columns, &cells, most)
    }

    /// Returns the columns for cells of these widths. A verdict wider than `most` continues on the next line.
    pub(crate) fn of(words: &'a Words<'a>, columns: Columns, cells: &CellWidths, most: usize) -> Self {
        let mut widths = cells.widest;
        widths[VERDICT] = widths[VERDICT].min(most);
        let spanning = cells.spanning.iter().map(|(&verdict, &others)| others + verdict.min(most)).max().unwrap_or(0);
        Self { words, columns, widths: spanned(with_heads(widths), spanning) }
    }

    /// Returns how many columns are left for the tree.
    pub(crate) fn room(&self) -> usize {
        self.words.style.width.saturating_sub(total(&self.widths))
    }

    /// Returns whether the tree fits next to its columns.
    pub(crate) fn has_room(&self) -> bool {
        LEAST_ROOM <= self.room()
    }

    /// Writes the tree; `heads` are the headings above its branches.
    pub(crate) fn write(&self, heads: &str, branches: &[Branch<'_>], out: &mut dyn Write) -> io::Result<()> {
        let tree = self.begin(heads, branches.iter().map(|branch| columns(&branch.text)), out)?;
        branches.iter().try_for_each(|branch| self.write_row(branch, tree, out))
    }

    /// Writes the headings of a tree whose branches, with their names, have these widths. Returns the width of the
    /// tree's own column, or `None` if other columns do not fit.
    pub(crate) fn begin(
        &self,
        heads: &str,
        branches: impl Iterator<Item = usize>,
        out: &mut dyn Write,
    ) -> io::Result<Option<usize>> {
        let (room, width) = (self.room(), self.words.style.width);
        if !self.has_room() {
            if !heads.is_empty() {
                writeln!(out, "{}\n", heads.chars().take(width).collect::<String>().trim_end())?;
            }
            return Ok(None);
        }
        let tree = branches.filter(|&width| width <= room).max().unwrap_or(0);
        let tree = tree.max(columns(heads)).min(room);
        let heads = format!("{}{}", left(heads, tree), self.heads());
        writeln!(out, "{}", self.words.style.paint(&heads, Paint::Quiet))?;
        Ok(Some(tree))
    }

    /// Writes one row of a tree that was [begun](Self::begin) with the width `tree`.
    pub(crate) fn write_row(&self, branch: &Branch<'_>, tree: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
        match tree {
            Some(tree) => self.row(branch, tree, out),
            None => self.row_below(branch, out),
        }
    }

    fn row(&self, branch: &Branch<'_>, tree: usize, out: &mut dyn Write) -> io::Result<()> {
        let style = self.words.style;
        let row = branch.row;
        let mut cells = self.cells(row);
        let mut verdict = wrapped(&cells.0[VERDICT], self.widths[VERDICT].max(1)).into_iter();
        cells.0[VERDICT] = verdict.next().unwrap_or_default();
        let first = self.line(&cells, row);
        let below = branch.below.chars().take(tree).collect::<String>();
        let below = left(&branch.painted_below(&below, style), tree);
        if columns(&branch.text) <= tree {
            let text = format!("{}{first}", left(&branch.painted(&branch.text, row.paint(), style), tree));
            writeln!(out, "{}", text.trim_end())?;
        } else {
            // A name that is too long continues on further lines and doesn't change the tree.
            let room = style.width.saturating_sub(branch.name_at).max(1);
            let (stem, name) = branch.parts();
            for (index, part) in wrapped(name, room).iter().enumerate() {
                let before = if index == 0 { stem.to_owned() } else { left(&branch.below, branch.name_at) };
                writeln!(out, "{before}{}", style.paint(part, row.paint()))?;
            }
            if !first.trim_end().is_empty() {
                writeln!(out, "{}", format!("{below}{first}").trim_end())?;
            }
        }
        for part in verdict {
            let mut cells = RowCells::default();
            cells.0[VERDICT] = part;
            let text = self.line(&cells, row);
            writeln!(out, "{}", format!("{below}{text}").trim_end())?;
        }
        self.notes(branch, out)
    }

    /// Writes additional remarks below the name.
    fn notes(&self, branch: &Branch<'_>, out: &mut dyn Write) -> io::Result<()> {
        let width = self.words.style.width;
        let at = (branch.name_at + 2).min(width.saturating_sub(20));
        for note in &branch.row.notes {
            for part in wrapped(&unbreakable(note), width.saturating_sub(at)) {
                let before: String = branch.below.chars().take(at).collect();
                writeln!(out, "{}{part}", left(&before, at))?;
            }
        }
        Ok(())
    }

    /// Writes a row with the columns below its name, as text: for narrow pages.
    fn row_below(&self, branch: &Branch<'_>, out: &mut dyn Write) -> io::Result<()> {
        let width = self.words.style.width;
        let (stem, name) = branch.parts();
        // The columns must not touch the bar to the first child.
        let at = (branch.name_at + 2).min(width.saturating_sub(20));
        let text = unbreakable(&self.sentence(branch.row));
        let names = wrapped(name, width.saturating_sub(branch.name_at).max(1));
        let names = names.iter().map(|line| (branch.name_at, line));
        let texts = wrapped(&text, width.saturating_sub(at));
        let lines = names.chain(texts.iter().map(|line| (at, line))).filter(|(_, line)| !line.is_empty());
        for (index, (at, line)) in lines.enumerate() {
            let below: String = branch.below.chars().take(at).collect();
            let before = if index == 0 { stem.to_owned() } else { left(&below, at) };
            let paint = if index == 0 { branch.row.paint() } else { verdict_paint(branch.row) };
            writeln!(out, "{before}{}", self.words.style.paint(line, paint))?;
        }
        self.notes(branch, out)
    }

    /// Returns the columns of a row as a sentence.
    fn sentence(&self, row: &Row) -> String {
        let RowCells(mut parts) = self.cells(row);
        if !parts[STEP].is_empty() {
            parts[STEP] = format!("({})", parts[STEP]);
        }
        if !parts[NODES].is_empty() {
            parts[NODES] = format!("({} {})", parts[NODES], noun(row.nodes, "node", "nodes"));
        }
        parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }

    fn cells(&self, row: &Row) -> RowCells {
        RowCells::of(row, self.columns, self.words)
    }

    /// Returns the columns of a row, each in its own colour.
    fn line(&self, cells: &RowCells, row: &Row) -> String {
        let [step, score, sign, threshold, owner, verdict, nodes] = self.widths;
        let texts = &cells.0;
        let (spans, from_sign) = (cells.spans(), names_reply(&texts[THRESHOLD]) && sign != 0);
        let whole = threshold + if owner == 0 { 0 } else { owner + 1 };
        let (signs, first, rest) = match (spans, from_sign) {
            (_, true) => (sign + 1 + whole, 0, 0),
            (true, false) => (sign, whole, 0),
            (false, false) => (sign, threshold, owner),
        };
        let is_alpha = row.comparison.as_ref().is_some_and(|compared| compared.end == End::Alpha);
        let end = if spans || row.paint() == Paint::Quiet {
            Paint::Quiet
        } else if is_alpha {
            Paint::Alpha
        } else {
            Paint::Beta
        };
        let columns_of = [
            (&texts[STEP], step, true, 2, Paint::Quiet),
            (&texts[SCORE], score, true, 2, row.paint()),
            (&texts[if from_sign { THRESHOLD } else { SIGN }], signs, !from_sign, 1, Paint::Plain),
            (&texts[THRESHOLD], first, !spans, 1, end),
            (&texts[OWNER], rest, false, 1, Paint::Quiet),
            (&texts[VERDICT], verdict, false, 2, verdict_paint(row)),
            (&texts[NODES], nodes, true, 2, Paint::Quiet),
        ];
        let shown = columns_of.into_iter().filter(|&(_, width, ..)| width != 0);
        // A cell that is too wide moves the following cells to the right.
        let mut too_wide = 0;
        shown
            .map(|(cell, width, is_right, gap, paint)| {
                let width = width.saturating_sub(too_wide);
                too_wide = columns(cell).saturating_sub(width);
                let cell = if is_right { right(cell, width) } else { left(cell, width) };
                format!("{}{}", " ".repeat(gap), self.words.style.paint(&cell, paint))
            })
            .collect()
    }

    fn heads(&self) -> String {
        let [step, score, sign, threshold, owner, verdict, nodes] = self.widths;
        let compared = [sign, threshold, owner].into_iter().filter(|&width| width != 0).map(|width| width + 1).sum();
        // "compared with" is above the bound, which comes after the sign.
        let indent = if sign == 0 { 1 } else { sign + 2 };
        let parts = [
            (step, right(HEADS[0], step + 2)),
            (score, right(HEADS[1], score + 2)),
            (threshold, left(&format!("{}{}", " ".repeat(indent), HEADS[2]), compared)),
            (verdict, format!("  {}", left(HEADS[3], verdict))),
            (nodes, right(HEADS[4], nodes + 2)),
        ];
        let text: String = parts.into_iter().filter(|(width, _)| *width != 0).map(|(_, text)| text).collect();
        text.trim_end().to_owned()
    }
}

/// Widens the columns in use to fit their headings.
fn with_heads(mut widths: Widths) -> Widths {
    let [step, score, compared, verdict, nodes] = HEADS.map(columns);
    for (at, least) in [(STEP, step), (SCORE, score), (VERDICT, verdict), (NODES, nodes)] {
        widths[at] = if widths[at] == 0 { 0 } else { widths[at].max(least) };
    }
    if widths[THRESHOLD] != 0 {
        let rest = if widths[OWNER] == 0 { 0 } else { widths[OWNER] + 1 };
        widths[OWNER] += compared.saturating_sub(widths[THRESHOLD] + rest);
    }
    widths
}

/// Makes room for a text that replaces a comparison. The text needs the width `spanning` and may use the following
/// columns.
fn spanned(mut widths: Widths, spanning: usize) -> Widths {
    let gaps = [SIGN, OWNER].into_iter().filter(|&at| widths[at] != 0).count();
    widths[OWNER] += spanning.saturating_sub(gaps + widths[SIGN..].iter().sum::<usize>());
    widths
}

/// Returns the total width of all columns, including the spaces before them.
fn total(widths: &Widths) -> usize {
    widths.iter().zip(GAPS).filter(|(width, _)| **width != 0).map(|(width, gap)| width + gap).sum()
}

/// Returns the look of a row's verdict: "no better" applies to most moves, so it is plain.
fn verdict_paint(row: &Row) -> Paint {
    if matches!(row.mark, Mark::Cutoff { skipped: 1.., .. }) {
        Paint::Cutoff
    } else if matches!(row.mark, Mark::NoBetter | Mark::Cutoff { .. }) {
        Paint::Plain
    } else {
        row.paint()
    }
}
