//! The smallest tree as textbooks draw it: what was not read stands in brackets, and windows where the program told of them.

use super::super::super::PaperTree;
use super::super::super::run::Smallest;
use crate::page::Style;
use crate::page::comparison::Mark;
use crate::page::row::Row;
use crate::page::upright::{NodeLabel, Upright};
use crate::page::words::Words;
use crate::score::{Bound, Score, Window};
use crate::trace::Header;

/// A report fits on one screen, so a drawing has no more lines.
const LINES: usize = 8;

/// Draws it; nothing if it is too large for a screen, or if MIN moves at the root, which a drawing cannot say.
pub(super) fn drawn(smallest: &Smallest, tree: &PaperTree, style: &Style) -> Option<Vec<String>> {
    if !smallest.task.root_is_max || tree.is_leaf(0) {
        return None;
    }
    let style = Style { color: false, decimals: tree.decimals(), ..*style };
    let header = Header::default();
    let words = Words::new(&style, &header);
    let windows = windows(smallest, tree);
    let root = row(smallest, tree, &windows, 0);
    let ways = [NodeLabel::Windows, NodeLabel::Scores].map(|label| Upright {
        style: words.style,
        perspective: words.perspective,
        label,
    });
    let way = ways.iter().find(|way| way.width(&root) <= style.width)?;
    let lines = way.draw(&root);
    (lines.len() <= LINES).then_some(lines)
}

fn row(smallest: &Smallest, tree: &PaperTree, windows: &[Option<Window>], at: usize) -> Row {
    let (node, value) = (tree.node(at), tree.minimax(at));
    let is_read = tree.leaves_below(at).any(|leaf| smallest.attempt.reads.contains(&leaf));
    Row {
        score: is_read.then_some((value, Bound::Exact)),
        known: Some(value),
        mark: if at == 0 || is_read { Mark::Root } else { Mark::NotSearched },
        window: windows[at].filter(|_| !tree.is_leaf(at)),
        path: if at == 0 { Vec::new() } else { vec![at] },
        children: node.children.iter().map(|&child| row(smallest, tree, windows, child)).collect(),
        ..Row::named(node.name.clone())
    }
}

/// The window with which the program came to each node, where it told, as MAX sees it: some programs have MAX's alpha and beta
/// everywhere, others those of the side to move. Which of both it is shows where they are the right ones.
pub(super) fn windows(smallest: &Smallest, tree: &PaperTree) -> Vec<Option<Window>> {
    let told = |turns: bool| {
        let mut windows = vec![None; tree.nodes().len()];
        for &(node, window) in &smallest.attempt.windows {
            let seen = open(if turns && !tree.is_max(node) { -window } else { window }, tree);
            windows[node] = windows[node].or(Some(seen));
        }
        windows
    };
    let due = due(tree);
    let right = |windows: &[Option<Window>]| {
        windows.iter().zip(&due).filter(|(yours, due)| yours.is_some() && yours == due).count()
    };
    let [plain, turned] = [told(false), told(true)];
    if right(&plain) < right(&turned) { turned } else { plain }
}

/// An end beyond all values is no end: some take 999 for infinity.
fn open(window: Window, tree: &PaperTree) -> Window {
    let values = || tree.leaves().map(|leaf| tree.node(leaf).value);
    let (is_low, is_high) =
        (|end: Score| values().all(|value| end < value), |end: Score| values().all(|value| value < end));
    Window {
        alpha: if is_low(window.alpha) { Score::MIN } else { window.alpha },
        beta: if is_high(window.beta) { Score::MAX } else { window.beta },
    }
}

/// The windows with which the right search comes to inner nodes.
pub(super) fn due(tree: &PaperTree) -> Vec<Option<Window>> {
    use super::super::super::{ExerciseSearch, Solution};
    use crate::search::Cut;
    let solution = Solution::of(tree, ExerciseSearch::Right(Cut::AtBeta));
    solution.visits.iter().map(|visit| visit.as_ref().map(|visit| visit.window)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{smallest, task};
    use super::*;

    #[test]
    fn a_tree_that_fits_exactly_is_drawn() {
        let smallest = smallest(task(&[&[3, 12, 8], &[2, 4, 6]], true), &[2, 3]);
        let tree = smallest.task.searched();
        let of_width = |width: usize| drawn(&smallest, &tree, &Style { width, ..Style::default() });
        let style = Style { decimals: tree.decimals(), ..Style::default() };
        let header = Header::default();
        let words = Words::new(&style, &header);
        let root = row(&smallest, &tree, &windows(&smallest, &tree), 0);
        let way = Upright { style: words.style, perspective: words.perspective, label: NodeLabel::Scores };
        let least = way.width(&root);
        assert!(of_width(least).is_some() && of_width(least - 1).is_none(), "{least}");
    }

    #[test]
    fn an_end_of_a_window_is_infinite_only_beyond_all_values() {
        let mut smallest = smallest(task(&[&[3, 12, 8], &[2, 4, 6]], true), &[2, 3]);
        let tree = smallest.task.searched();
        let window = |[alpha, beta]: [i32; 2]| Window::new(Score::from_millipawns(alpha), Score::from_millipawns(beta));
        smallest.attempt.windows = vec![(1, window([-999_000, 999_000])), (5, window([3000, 999_000]))];
        let [a, b] = [1, 5].map(|node| windows(&smallest, &tree)[node]);
        assert_eq!((a, b), (Some(Window::FULL), Some(Window { alpha: Score::from_millipawns(3000), ..Window::FULL })));
        smallest.attempt.windows = vec![(5, window([2000, 12_000])), (1, window([1999, 12_001]))];
        let [a, b] = [1, 5].map(|node| windows(&smallest, &tree)[node]);
        assert_eq!((a, b), (Some(Window::FULL), Some(window([2000, 12_000]))));
    }
}
