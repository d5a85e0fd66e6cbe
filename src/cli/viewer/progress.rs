//! The progress bar above a step on a tall terminal, with marks at the cutoffs.

use crate::page::style::{Charset, Paint, Style};

/// Draws the bar in `width` columns for event `step` of `of`, with a mark at each cutoff.
pub(super) fn bar(step: usize, of: usize, cutoffs: &[usize], width: usize, style: &Style) -> String {
    let place = |event: usize| event.saturating_sub(1) * width.saturating_sub(1) / of.saturating_sub(1).max(1);
    let (past, coming, cut) = if style.charset == Charset::Ascii { ('=', '-', '|') } else { ('━', '─', '┃') };
    let marks: Vec<usize> = cutoffs.iter().map(|&event| place(event)).collect();
    let here = place(step);
    let cell = |column: usize| match column {
        _ if marks.contains(&column) => (cut, Paint::Cutoff),
        _ if column <= here => (past, Paint::Heading),
        _ => (coming, Paint::Quiet),
    };
    let cells: Vec<(char, Paint)> = (0..width).map(cell).collect();
    let runs = cells.chunk_by(|one, other| one.1 == other.1);
    runs.map(|run| style.paint(&run.iter().map(|cell| cell.0).collect::<String>(), run[0].1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_ends_at_the_step_and_marks_each_cutoff() {
        let style = Style { charset: Charset::Ascii, ..Style::default() };
        assert_eq!(bar(1, 11, &[], 11, &style), "=----------");
        assert_eq!(bar(6, 11, &[4, 9], 11, &style), "===|==--|--");
        assert_eq!(bar(11, 11, &[11], 11, &style), "==========|");
        assert_eq!(bar(1, 1, &[], 3, &style), "=--");
    }
}
