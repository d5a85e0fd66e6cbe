//! The signs that a picture uses, drawn once more with a word each.

use super::caption::paragraph;
use super::class::Class;
use super::figure::{Anchor, FigurePart, MARGIN, at, width};
use super::rows::{bars, star};
use super::upright::{leaf_box, triangle};
use crate::explain::legend::brief;
use crate::page::comparison::Mark;
use crate::page::row::Row;
use crate::page::words::Words;
use crate::score::Bound;

/// What the legend has to know of the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Signs<'a> {
    /// The words.
    pub words: &'a Words<'a>,
    /// Whether moves are compared with thresholds.
    pub has_window: bool,
    /// Whether the tree stands upright.
    pub is_upright: bool,
    /// Whether there is a column of steps.
    pub has_steps: bool,
}

/// Entries that begin further to the right go into the next line.
const RIGHT: i32 = 560;
/// The width of a drawn sign.
const SIGN: i32 = 40;
/// The height of a line.
const LINE: i32 = 24;

/// A sign and its meaning.
type SignMeaning = (Vec<FigurePart>, String);

/// Draws the legend of the signs below `root` that are used; returns the height where it ends.
pub(super) fn legend(root: &Row, signs: Signs<'_>, top: i32, items: &mut Vec<FigurePart>) -> i32 {
    let [first, second] = brief(signs.words, signs.has_window);
    let text = if signs.is_upright && signs.has_window { first } else { format!("{first} {second}") };
    let mut y = paragraph(&text, top, items) + 4;
    let mut x = MARGIN;
    for (sign, meaning) in entries(root, signs) {
        let text = width(&meaning, Class::Small);
        let drawn = if sign.is_empty() { 0 } else { SIGN };
        if x != MARGIN && MARGIN + RIGHT + 240 < x + drawn + text {
            (x, y) = (MARGIN, y + LINE);
        }
        items.extend(sign.into_iter().map(|item| item.moved(at(x, y + LINE / 2))));
        items.push(FigurePart::text(at(x + drawn, y + LINE / 2 + 4), Anchor::Start, meaning, Class::Small));
        x += drawn + text + 26;
    }
    y + LINE
}

fn entries(root: &Row, signs: Signs<'_>) -> Vec<SignMeaning> {
    let Signs { words, has_window, is_upright, has_steps } = signs;
    let mut used = Used::default();
    used.add(root);
    let line = |class| FigurePart::line(&[at(0, 0), at(32, 0)], class);
    let best = vec![FigurePart::line(&[at(0, 0), at(20, 0)], Class::BestBranch), star(at(28, 0))];
    let cut = [line(Class::GhostBranch)].into_iter().chain(bars(at(16, 0), at(-3, 6))).collect();
    let max = usize::from(!words.perspective.is_max(0));
    let to_move = |ply| format!("{} to move", words.perspective.side(ply));
    let outside = if has_window { "; it lies outside the window" } else { "" };
    let all: [(bool, SignMeaning); 8] = [
        (is_upright, (vec![triangle(at(16, 0), at(12, 8), true, Class::Max)], to_move(max))),
        (is_upright, (vec![triangle(at(16, 0), at(12, 8), false, Class::Min)], to_move(max + 1))),
        (is_upright, (vec![leaf_box(at(16, 0), at(10, 8), Class::Leaf)], "leaf with its score".to_owned())),
        (used.best, (best, "best play (principal variation)".to_owned())),
        (used.cut, (cut, "cut off: after a sibling's cutoff no value here could change the result".to_owned())),
        (used.ghost && !used.cut, (vec![line(Class::GhostBranch)], "not searched".to_owned())),
        (used.bound, (Vec::new(), format!("≤ or ≥ before a score: a limit{outside}"))),
        (
            is_upright && has_window,
            (Vec::new(), "(alpha,beta): the window with which the search came to the node".to_owned()),
        ),
    ];
    let first = "first: nothing to compare with yet at this node".to_owned();
    let step = "step: the order in which moves were judged".to_owned();
    let rest =
        [(used.first && has_window && !is_upright, (Vec::new(), first)), (used.step && has_steps, (Vec::new(), step))];
    all.into_iter().chain(rest).filter(|(is_used, _)| *is_used).map(|(_, entry)| entry).collect()
}

/// Which signs a picture uses.
#[derive(Default)]
struct Used {
    best: bool,
    cut: bool,
    ghost: bool,
    bound: bool,
    first: bool,
    step: bool,
}

impl Used {
    fn add(&mut self, row: &Row) {
        self.best |= row.on_pv;
        self.step |= row.step.is_some();
        self.ghost |= row.mark.is_unsearched();
        self.bound |= row.score.is_some_and(|(_, bound)| bound != Bound::Exact);
        let is_first = row.comparison.as_ref().is_some_and(|compared| compared.threshold.is_infinite());
        self.first |= is_first && row.mark == Mark::NewBest;
        for child in &row.children {
            self.cut |= child.is_cut_off(row);
            self.add(child);
        }
    }
}
