//! How to read the windows that a program reports: whose view they are from, and which numbers stand for infinity.

use super::Smallest;
use super::protocol::Attempt;
use crate::core::score::{Score, Window};
use crate::core::search::Cut;
use crate::exercise::{ExerciseSearch, PaperTree, Solution};

/// Whose alpha and beta a program reports at MIN's nodes, and the largest number on its trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WindowView {
    /// Whether the windows are from the view of the side to move, as in negamax, instead of MAX's view; `None` if the
    /// windows do not show it.
    turns: Option<bool>,
    /// A program may use any larger number for infinity.
    largest: Score,
}

impl WindowView {
    /// Finds out the view from all trees on which the program ran.
    ///
    /// Compares the windows at MIN's nodes with those of a correct search. Even in a wrong search, most windows are
    /// right, or at least their infinite ends are where they should be. Windows that are the same in both views show
    /// nothing.
    pub fn of<'a>(tried: impl Iterator<Item = &'a Smallest> + Clone) -> Self {
        let sizes = tried.clone().flat_map(|tried| {
            let mut sizes = Vec::new();
            tried.task.tree.clone().each_value(&mut |value| sizes.push((*value).max(-*value)));
            sizes
        });
        let (largest, mut like) = (sizes.max().unwrap_or_default(), [0; 2]);
        for Smallest { task, attempt, .. } in tried.filter(|tried| !tried.attempt.windows.is_empty()) {
            let tree = task.searched();
            let due = due_windows(&tree);
            let views = [false, true].map(|turns| Self { turns: Some(turns), largest });
            let [plain, turned] = views.map(|view| view.windows(attempt, &tree));
            for ((plain, turned), due) in plain.into_iter().zip(turned).zip(due) {
                let (Some(plain), Some(turned), Some(due)) = (plain, turned, due) else { continue };
                // A null window at the end of the scale has the open end of the other view.
                if largest < plain.alpha || plain.beta < -largest {
                    continue;
                }
                for (view, window) in [plain, turned].into_iter().enumerate().filter(|_| plain != turned) {
                    like[view] += usize::from(window == due) + usize::from(open_ends(window) == open_ends(due));
                }
            }
        }
        let [plain, turned]: [usize; 2] = like;
        Self { turns: (plain != turned).then_some(plain < turned), largest }
    }

    /// Returns the first window that the program reported for each node, from MAX's view. If the view of the program is
    /// unknown, leaves out windows that depend on it.
    pub fn windows(&self, attempt: &Attempt, tree: &PaperTree) -> Vec<Option<Window>> {
        let mut windows = vec![None; tree.nodes().len()];
        for &(node, window) in &attempt.windows {
            let window = self.opened(window);
            let seen = match self.turns {
                _ if tree.is_max(node) || window == -window => Some(window),
                Some(turns) => Some(if turns { -window } else { window }),
                None => None,
            };
            windows[node] = windows[node].or(seen);
        }
        windows
    }

    /// Replaces a bound beyond all values with infinity, because some programs use a number such as 999 for infinity.
    fn opened(&self, window: Window) -> Window {
        Window {
            alpha: if window.alpha < -self.largest { Score::MIN } else { window.alpha },
            beta: if self.largest < window.beta { Score::MAX } else { window.beta },
        }
    }
}

/// Returns whether alpha and beta are infinite, so that they cause no cutoff.
fn open_ends(window: Window) -> [bool; 2] {
    [window.alpha == Score::MIN, window.beta == Score::MAX]
}

/// Returns the windows in which a correct search visits inner nodes.
pub(crate) fn due_windows(tree: &PaperTree) -> Vec<Option<Window>> {
    let solution = Solution::of(tree, ExerciseSearch::Right(Cut::AtBeta));
    solution.visits.iter().map(|visit| visit.as_ref().map(|visit| visit.window)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::protocol::ProgramAnswer;
    use super::super::{Evidence, ProgramVerdict, Task, TaskJudgement, Twig};
    use super::*;
    use crate::core::game::Movers;

    const INF: i32 = i32::MAX;

    fn window(ends: [i32; 2]) -> Window {
        let [alpha, beta] = ends.map(|end| match end {
            INF => Score::MAX,
            end if end == -INF => Score::MIN,
            end => Score::from_millipawns(end * 1000),
        });
        Window { alpha, beta }
    }

    /// A program on the tree `(2 (1 1))`, with the window with which it enters B, node 2.
    fn tried(ends: [i32; 2]) -> Smallest {
        let leaf = |number: i32| Twig::leaf(Score::from_millipawns(number * 1000));
        let tree = Twig::node(vec![leaf(2), Twig::node(vec![leaf(1), leaf(1)])]);
        let mut attempt = Attempt::of(Ok(ProgramAnswer { value: Score::ZERO, best: None }));
        attempt.windows = vec![(0, window([-INF, INF])), (2, window(ends))];
        let (verdict, evidence) = (ProgramVerdict::Needless, Evidence::AnswerOrReads);
        let judgement = TaskJudgement { verdict, evidence, all: Vec::new(), why: String::new() };
        Smallest { task: Task::of(tree, Movers::default()), attempt, judgement }
    }

    fn seen(others: &[[i32; 2]], own: [i32; 2]) -> Option<Window> {
        let others: Vec<Smallest> = others.iter().map(|ends| tried(*ends)).collect();
        let own = tried(own);
        let view = WindowView::of(others.iter().chain([&own]));
        view.windows(&own.attempt, &own.task.searched())[2]
    }

    #[test]
    fn windows_are_turned_for_a_program_that_takes_the_view_of_the_side_to_move() {
        assert_eq!(seen(&[], [2, INF]), Some(window([2, INF])));
        assert_eq!(seen(&[], [-INF, -2]), Some(window([2, INF])));
        // A wrong alpha still shows the view.
        assert_eq!(seen(&[], [-INF, -1]), Some(window([1, INF])));
        assert_eq!(seen(&[], [1, INF]), Some(window([1, INF])));
        // A null window at infinity, here in the view of the side to move, shows nothing.
        assert_eq!(seen(&[], [9_999, 10_000]), None);
        assert_eq!(seen(&[[-INF, -2]], [9_999, INF]), Some(window([-INF, -9_999])));
        // The other trees decide.
        assert_eq!(seen(&[[-INF, -2]; 2], [1, 2]), Some(window([-2, -1])));
    }

    #[test]
    fn a_window_is_left_out_if_the_view_is_unknown() {
        assert_eq!(seen(&[], [1, 2]), None);
        assert_eq!(seen(&[[2, INF], [-INF, -2]], [1, 2]), None);
        assert_eq!(seen(&[], [-INF, INF]), Some(Window::FULL));
        assert_eq!(seen(&[], [-1, 1]), Some(window([-1, 1])));
    }

    #[test]
    fn only_a_bound_that_no_value_reaches_stands_for_infinity() {
        assert_eq!(seen(&[[2, INF]], [-999, 999]), Some(Window::FULL));
        assert_eq!(seen(&[[2, INF]], [-2, 3]), Some(window([-2, INF])));
        assert_eq!(seen(&[[2, INF]], [-2, 2]), Some(window([-2, 2])));
    }
}
