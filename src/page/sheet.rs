//! A tree with its columns: branches at the left, then step, score, comparison and verdict of each row.

use super::branches::Branch;
use super::comparison::Mark;
use super::row::{Row, names_reply};
use super::style::Paint;
use super::text::{columns, grouped, left, noun, right, unbreakable, wrapped};
use super::words::Words;
use crate::score::End;
use std::io::{self, Write};

/// Which columns a page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Columns {
    /// The order of judgement.
    pub step: bool,
    /// The threshold and who set it.
    pub comparison: bool,
    /// What became of it.
    pub verdict: bool,
    /// What it cost.
    pub nodes: bool,
}

/// What stands in the columns of one row. The sign of a comparison stands between the two scores that it compares.
#[derive(Clone, Debug, Default)]
pub(crate) struct RowCells {
    pub step: String,
    pub score: String,
    pub sign: String,
    pub threshold: String,
    pub owner: String,
    pub verdict: String,
    pub nodes: String,
}

impl RowCells {
    /// Returns what stands in these columns of the row.
    pub(crate) fn of(row: &Row, columns: Columns, words: &Words<'_>) -> Self {
        let style = words.style;
        let Columns { step, comparison, verdict, nodes } = columns;
        let mut cells = Self {
            step: row.step.filter(|_| step).map(grouped).unwrap_or_default(),
            score: score(row, words),
            verdict: if verdict { row.verdict() } else { String::new() },
            nodes: if nodes && row.nodes != 0 { grouped(row.nodes) } else { String::new() },
            ..Self::default()
        };
        let Some(compared) = row.comparison.as_ref().filter(|_| comparison) else {
            cells.threshold = if comparison { row.compared(words) } else { String::new() };
            return cells;
        };
        if row.mark == Mark::NewBest && compared.threshold.is_infinite() {
            cells.threshold = FIRST.to_owned();
            return cells;
        }
        cells.sign = style.sign(compared.sign).to_owned();
        cells.threshold = style.score(compared.threshold);
        cells.owner = match &compared.owner {
            Some(owner) => owner.clone(),
            None if compared.threshold.is_infinite() => String::new(),
            None => words.nobody().name().to_owned(),
        };
        cells
    }

    /// Returns whether what stands in the place of the threshold takes that of its owner, too.
    pub(crate) fn spans(&self) -> bool {
        self.threshold == FIRST || names_reply(&self.threshold)
    }

    /// What a text in place of a comparison needs together with the columns behind it; `most` is the widest verdict.
    fn spanning(&self, most: usize) -> usize {
        if !names_reply(&self.threshold) {
            return 0;
        }
        columns(&self.threshold) + columns(&self.verdict).min(most) + columns(&self.nodes)
    }
}

/// The score; where the view shows arithmetic, as the negation that it is.
fn score(row: &Row, words: &Words<'_>) -> String {
    let Some((score, bound)) = row.score else { return String::new() };
    match row.negated {
        Some((score, bound)) => format!("-({})", words.style.bounded(score, bound)),
        None => words.style.apart(score, bound),
    }
}

/// The widths of the columns.
#[derive(Clone, Copy, Debug, Default)]
struct Widths {
    step: usize,
    score: usize,
    sign: usize,
    threshold: usize,
    owner: usize,
    verdict: usize,
    nodes: usize,
}

/// What stands in place of a comparison where there was nothing to compare with.
pub(crate) const FIRST: &str = "first";
/// What stands above the columns: above score and sign, threshold and owner together.
pub(crate) const HEADS: [&str; 5] = ["step", "score", "compared with", "verdict", "nodes"];
/// A tree that has less room than this stands alone in its lines, with the columns below as text.
const LEAST_ROOM: usize = 16;

/// The columns of a tree, measured before the tree is drawn, since they leave it its room.
pub(crate) struct Sheet<'a> {
    words: &'a Words<'a>,
    columns: Columns,
    widths: Widths,
}

impl<'a> Sheet<'a> {
    /// Measures the columns of the tree below `root`. A verdict that is wider than `most` goes on in the next line.
    pub(crate) fn new(words: &'a Words<'a>, columns: Columns, root: &Row, most: usize) -> Self {
        let mut sheet = Self { words, columns, widths: Widths::default() };
        let mut widths = Widths::default();
        let mut spanning = 0;
        root.walk(&mut |row| {
            let cells = sheet.cells(row);
            widths.hold(&cells);
            spanning = spanning.max(cells.spanning(most));
        });
        widths.verdict = widths.verdict.min(most);
        sheet.widths = widths.with_heads().spanned(spanning);
        sheet
    }

    /// Returns how many columns are left for the tree.
    pub(crate) fn room(&self) -> usize {
        self.words.style.width.saturating_sub(self.widths.total())
    }

    /// Returns whether the tree has enough room to stand beside its columns.
    pub(crate) fn has_room(&self) -> bool {
        LEAST_ROOM <= self.room()
    }

    /// Writes the tree; `heads` stands above its branches.
    ///
    /// # Errors
    /// What writing gives.
    pub(crate) fn write(&self, heads: &str, branches: &[Branch<'_>], out: &mut dyn Write) -> io::Result<()> {
        let room = self.room();
        if !self.has_room() {
            return self.write_below(heads, branches, out);
        }
        let tree =
            branches.iter().map(|branch| columns(&branch.text)).filter(|&width| width <= room).max().unwrap_or(0);
        let tree = tree.max(columns(heads)).min(room);
        let heads = format!("{}{}", left(heads, tree), self.heads());
        writeln!(out, "{}", self.words.style.paint(&heads, Paint::Quiet))?;
        for branch in branches {
            self.row(branch, tree, out)?;
        }
        Ok(())
    }

    fn row(&self, branch: &Branch<'_>, tree: usize, out: &mut dyn Write) -> io::Result<()> {
        let style = self.words.style;
        let row = branch.row;
        let cells = self.cells(row);
        let mut verdict = wrapped(&cells.verdict, self.widths.verdict.max(1)).into_iter();
        let first = self.line(&RowCells { verdict: verdict.next().unwrap_or_default(), ..cells }, row);
        let below = branch.below.chars().take(tree).collect::<String>();
        let below = left(&branch.painted_below(&below, style), tree);
        if columns(&branch.text) <= tree {
            let text = format!("{}{first}", left(&branch.painted(&branch.text, row.paint(), style), tree));
            writeln!(out, "{}", text.trim_end())?;
        } else {
            // A name that is too long has lines of its own, and leaves the tree as it is.
            let room = style.width.saturating_sub(branch.name_at).max(1);
            let (stem, name) = split_at(&branch.text, branch.name_at);
            for (index, part) in wrapped(name, room).iter().enumerate() {
                let before = if index == 0 { stem.to_owned() } else { left(&branch.below, branch.name_at) };
                writeln!(out, "{before}{}", style.paint(part, row.paint()))?;
            }
            if !first.trim_end().is_empty() {
                writeln!(out, "{}", format!("{below}{first}").trim_end())?;
            }
        }
        for part in verdict {
            let text = self.line(&RowCells { verdict: part, ..RowCells::default() }, row);
            writeln!(out, "{}", format!("{below}{text}").trim_end())?;
        }
        self.notes(branch, out)
    }

    /// Writes what else there is to say, below the name.
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

    /// Writes the tree with the columns below each name, as text: for narrow pages.
    fn write_below(&self, heads: &str, branches: &[Branch<'_>], out: &mut dyn Write) -> io::Result<()> {
        let width = self.words.style.width;
        if !heads.is_empty() {
            writeln!(out, "{}\n", heads.chars().take(width).collect::<String>().trim_end())?;
        }
        for branch in branches {
            let (stem, name) = split_at(&branch.text, branch.name_at);
            // The columns stand off the bar to the first child.
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
            self.notes(branch, out)?;
        }
        Ok(())
    }

    /// The columns of a row as one text.
    fn sentence(&self, row: &Row) -> String {
        let RowCells { step, score, sign, threshold, owner, verdict, nodes } = self.cells(row);
        let step = if step.is_empty() { step } else { format!("({step})") };
        let nodes = if nodes.is_empty() { nodes } else { format!("({nodes} {})", noun(row.nodes, "node", "nodes")) };
        let parts = [step, score, sign, threshold, owner, verdict, nodes];
        let parts: Vec<&str> = parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty()).collect();
        parts.join(" ")
    }

    fn cells(&self, row: &Row) -> RowCells {
        RowCells::of(row, self.columns, self.words)
    }

    /// The columns of a row, each in its colour.
    fn line(&self, cells: &RowCells, row: &Row) -> String {
        let Widths { step, score, sign, threshold, owner, verdict, nodes } = self.widths;
        let (spans, from_sign) = (cells.spans(), names_reply(&cells.threshold) && sign != 0);
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
            (&cells.step, step, true, 2, Paint::Quiet),
            (&cells.score, score, true, 2, row.paint()),
            (if from_sign { &cells.threshold } else { &cells.sign }, signs, !from_sign, 1, Paint::Plain),
            (&cells.threshold, first, !spans, 1, end),
            (&cells.owner, rest, false, 1, Paint::Quiet),
            (&cells.verdict, verdict, false, 2, verdict_paint(row)),
            (&cells.nodes, nodes, true, 2, Paint::Quiet),
        ];
        let shown = columns_of.into_iter().filter(|&(_, width, ..)| width != 0);
        // What is too wide for its place pushes the next one aside.
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
        let Widths { step, score, sign, threshold, owner, verdict, nodes } = self.widths;
        let compared = [sign, threshold, owner].into_iter().filter(|&width| width != 0).map(|width| width + 1).sum();
        // "compared with" stands above what the score is compared with, so behind the sign.
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

impl Widths {
    fn hold(&mut self, cells: &RowCells) {
        let blank = " ".to_owned();
        let pairs = [
            (&mut self.step, &cells.step),
            (&mut self.score, &cells.score),
            (&mut self.sign, &cells.sign),
            (&mut self.threshold, if cells.spans() { &blank } else { &cells.threshold }),
            (&mut self.owner, &cells.owner),
            (&mut self.verdict, &cells.verdict),
            (&mut self.nodes, &cells.nodes),
        ];
        for (width, cell) in pairs {
            *width = (*width).max(columns(cell));
        }
    }

    /// Makes the columns that are used wide enough for their heads.
    fn with_heads(mut self) -> Self {
        let [step, score, compared, verdict, nodes] = HEADS.map(columns);
        for (width, least) in
            [(&mut self.step, step), (&mut self.score, score), (&mut self.verdict, verdict), (&mut self.nodes, nodes)]
        {
            *width = if *width == 0 { 0 } else { (*width).max(least) };
        }
        if self.threshold != 0 {
            let rest = if self.owner == 0 { 0 } else { self.owner + 1 };
            self.owner += compared.saturating_sub(self.threshold + rest);
        }
        self
    }

    /// Makes room for a text in place of a comparison: `spanning` is what it needs together with the columns behind it, into
    /// whose blanks it may reach.
    fn spanned(mut self, spanning: usize) -> Self {
        let Self { sign, threshold, owner, verdict, nodes, .. } = self;
        let gaps = [sign, owner].into_iter().filter(|&width| width != 0).count();
        self.owner += spanning.saturating_sub(sign + threshold + owner + gaps + verdict + nodes);
        self
    }

    /// All columns with the blanks before them.
    fn total(&self) -> usize {
        let Self { step, score, sign, threshold, owner, verdict, nodes } = *self;
        let gaps = [(step, 2), (score, 2), (sign, 1), (threshold, 1), (owner, 1), (verdict, 2), (nodes, 2)];
        gaps.into_iter().filter(|(width, _)| *width != 0).map(|(width, gap)| width + gap).sum()
    }
}

/// How the verdict of a row looks: no better is what most moves are, and so is plain.
fn verdict_paint(row: &Row) -> Paint {
    if matches!(row.mark, Mark::Cutoff { .. }) {
        Paint::Cutoff
    } else if row.mark == Mark::NoBetter {
        Paint::Plain
    } else {
        row.paint()
    }
}

/// Splits behind a number of characters.
fn split_at(text: &str, at: usize) -> (&str, &str) {
    let byte = text.char_indices().nth(at).map_or(text.len(), |(byte, _)| byte);
    text.split_at(byte)
}
