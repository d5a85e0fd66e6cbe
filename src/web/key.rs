//! The meaning of the symbols and colours of a drawing.

use super::cells::PageNode;
use super::search::PageSearch;
use crate::core::game::Mover;
use crate::core::score::Bound;
use crate::explain::legend::{OUTSIDE, brief};
use crate::page::comparison::{Mark, View};
use crate::page::escape;
use crate::page::text::without_zeros;
use crate::page::words::Words;

/// A symbol as it looks in upright trees and in rows (either may be empty), and its meaning.
type KeyEntry = ([&'static str; 2], String);

const MAX: [&str; 2] = [
    "<g class=\"node\"><path class=\"max\" d=\"M-12 8v-11l12-6 12 6v11z\"/></g>",
    "<g class=\"node none\"><path d=\"M0-7l7 12h-14z\"/></g>",
];
const CHANCE: [&str; 2] = [
    "<g class=\"node\"><path class=\"chance\" d=\"M-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0z\"/></g>",
    "<g class=\"node none\"><circle r=\"4.5\"/></g>",
];
const MIN: [&str; 2] = [
    "<g class=\"node\"><path class=\"min\" d=\"M-12-8v11l12 6 12-6v-11z\"/></g>",
    "<g class=\"node none\"><path d=\"M0 7l7-12h-14z\"/></g>",
];
const BEST: [&str; 2] = ["<g class=\"edges\"><path class=\"pv\" d=\"M-16 0h32\"/></g>"; 2];
const WINDOW: [&str; 2] = NO_SIGN;
const CUT: [&str; 2] = [
    "<g class=\"node cut\"><path d=\"M-12-7h24v14h-24z\"/></g>",
    "<g class=\"node cut\"><path d=\"M-6-7l7 12h-14z\"/><circle cx=\"10\" r=\"4.5\"/></g>",
];
const NOT: [&str; 2] = [
    "<g class=\"edges\"><path class=\"not\" d=\"M-16 0h14\"/></g>\
     <g class=\"node not barred\"><path d=\"M-2-7h17v14h-17z\"/><path class=\"bar\" d=\"M-11 6l5-12m-1 12l5-12\"/></g>",
    "<g class=\"edges\"><path class=\"not\" d=\"M-16 0h20\"/></g>\
     <g class=\"node not barred\"><circle cx=\"9\" r=\"4.5\"/><path class=\"bar\" d=\"M-11 6l4-12m1 12l4-12\"/></g>",
];
const HERE: [&str; 2] = [
    "<g class=\"node here\"><path d=\"M-12-7h24v14h-24z\"/></g>",
    "<g class=\"node here\"><path class=\"field\" d=\"M-16-9h32v18h-32z\"/></g>",
];
const ASKED: [&str; 2] = [
    "<g class=\"node chosen\"><path d=\"M-12-7h24v14h-24z\"/></g>",
    "<g class=\"node chosen\"><path class=\"field\" d=\"M-16-9h32v18h-32z\"/></g>",
];
const DIFFERS: [&str; 2] = ["<g class=\"node differs\"><text class=\"name\" x=\"-4\" y=\"4\">A</text></g>"; 2];
const NO_SIGN: [&str; 2] = [""; 2];

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DrawingForm {
    /// Upright, as in textbooks.
    Upright,
    Rows,
}

impl DrawingForm {
    /// Returns the form in which a page first draws a search.
    pub(super) fn of(search: &PageSearch) -> Self {
        if search.nodes.is_upright() { Self::Upright } else { Self::Rows }
    }
}

fn entries(search: &PageSearch, words: &Words<'_>, form: DrawingForm) -> Vec<KeyEntry> {
    let has_window = search.tree.header.has_window();
    let is_upright = form == DrawingForm::Upright;
    let has = |is_wanted: fn(&Mark) -> bool| search.nodes.all.iter().any(|shown| is_wanted(&shown.row.mark));
    let nodes = &search.nodes;
    let ends = |node: usize| nodes.all[node].row.window.and_then(|window| words.cut_if(window, nodes.all[node].ply));
    let end = (1..nodes.all.len()).filter(|&node| !nodes.is_leaf(node)).find_map(ends);
    let mut entries = Vec::new();
    let star = words.star();
    let [sides, row] = brief(words, has_window);
    if words.perspective.view == View::Minimax {
        let (max, min) = words.sides();
        let side = |side: &str, name: &str| {
            if side == name { side.to_owned() } else { format!("{side} ({name})") }
        };
        let what = |name: String, does: &str| match is_upright {
            true => format!("{name} {does}"),
            false => format!("A move of {name}, who {does}"),
        };
        // In rows, a leaf has the sign of the side that moved there; an upright tree may have no node of a side.
        let chooses = |mover: Mover| {
            let is_choice = |node: usize| !nodes.is_leaf(node) && words.perspective.mover(nodes.all[node].ply) == mover;
            !is_upright || (0..nodes.all.len()).any(is_choice)
        };
        let (picks_max, picks_min) = (chooses(Mover::Max), chooses(Mover::Min));
        if picks_max {
            entries.push((MAX, what(side(max, "MAX"), "picks the highest score.")));
        }
        if picks_min {
            let picks = if picks_max { "picks the lowest." } else { "picks the lowest score." };
            entries.push((MIN, what(side(min, "MIN"), picks)));
        }
        if words.perspective.movers.has_chance() {
            entries.push((CHANCE, "CHANCE draws a move, and is worth the mean of its moves.".to_owned()));
        }
        entries.push((BEST, format!("{star} Best line.")));
    } else {
        entries.push((BEST, sides));
    }
    if !is_upright {
        entries.push((NO_SIGN, row));
    } else if let Some((sign, score)) = end.filter(|_| has_window) {
        let end = without_zeros(&words.style.score(score));
        entries.push((
            WINDOW,
            format!(
                "{CUT_IF}{sign} {end}: the bound of the window that a node was given; such a score ends its search."
            ),
        ));
    }
    let has_limit = |shown: &PageNode| shown.row.score.is_some_and(|(_, bound)| bound != Bound::Exact);
    if has_window && search.nodes.all.iter().any(has_limit) {
        entries.push((NO_SIGN, format!("≤, ≥: at most, at least. {OUTSIDE}.")));
    }
    if has(|mark| matches!(mark, Mark::Cutoff { skipped: 1.., .. })) {
        entries.push((CUT, format!("Orange{}: the move caused a cutoff.", if is_upright { " frame" } else { "" })));
    }
    if has(|mark| mark.is_unsearched()) {
        let known = if is_upright { "; a score that the search did not see is grey" } else { "" };
        entries.push((NOT, format!("Dashed, with a double bar: not searched{known}.")));
    }
    entries
}

/// Returns a remark if the moves are not in search order.
fn order(search: &PageSearch, has_ranks: bool) -> Option<&'static str> {
    let nodes = &search.nodes;
    if !nodes.all.iter().all(PageNode::is_node) {
        return Some(
            "The moves that decided the search come first; the search may have tried other moves before them.",
        );
    }
    let is_other = (0..nodes.all.len()).any(|node| !nodes.tried(node).is_sorted());
    is_other.then_some(if has_ranks { RANKS } else { LISTED })
}

const LISTED: &str = "The moves are in the order given; the search tried them in a different order.";
const RANKS: &str = "Small numbers on the branches: the order in which the search tried the moves.";

/// Describes the symbols of one tree in a book. For an upright tree, these are only the special symbols, because the
/// book has one key for all upright trees. For rows, they are all symbols.
#[cfg(feature = "cli")]
pub(super) fn in_short(search: &PageSearch, words: &Words<'_>) -> String {
    let form = DrawingForm::of(search);
    let is_upright = form == DrawingForm::Upright;
    let entries = entries(search, words, form);
    let sides = entries.iter().take_while(|(signs, _)| [MAX, MIN].contains(signs)).count().max(1);
    let most = if is_upright { sides } else { usize::MAX };
    let said = entries.into_iter().map(|(_, text)| text).take(most);
    let order = order(search, is_upright).map(str::to_owned);
    said.chain(order).collect::<Vec<_>>().join(" ")
}

/// How the sign of a bound in an upright tree begins.
const CUT_IF: &str = "cut if ";

/// Returns the meaning of the symbols, followed by `more`.
fn key_list(search: &PageSearch, words: &Words<'_>, form: DrawingForm, more: &[(&str, KeyEntry)]) -> String {
    let own = entries(search, words, form);
    let all = own.iter().map(|entry| ("", entry)).chain(more.iter().map(|(class, entry)| (*class, entry)));
    let item = |(class, (signs, text)): (&str, &KeyEntry)| {
        let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
        let look = if form == DrawingForm::Upright { "upright" } else { "rows" };
        let sign = match signs[form as usize] {
            "" => String::new(),
            sign => format!("<svg class=\"{look}\" viewBox=\"-20 -11 40 22\" aria-hidden=\"true\">{sign}</svg> "),
        };
        let text = escape::xml(text);
        // If the words at a node have little room, they are shorter.
        let text = match text.strip_prefix(CUT_IF).and_then(|rest| rest.split_once(": ")) {
            Some((end, meaning)) => format!(
                "<span class=\"all-words\">{CUT_IF}{end}</span><span class=\"few-words\">cut {}</span>: {meaning}",
                end.replacen(' ', "", 1)
            ),
            None => text,
        };
        format!("<li{class}>{sign}{text}</li>\n")
    };
    format!("<ul class=\"key\">\n{}</ul>\n", all.map(item).collect::<String>())
}

/// Explains how to read the drawing of a page, including what a step adds to it.
pub(super) fn key(search: &PageSearch, words: &Words<'_>, form: DrawingForm) -> String {
    let here = "Highlighted: the node of this step. α, β: the move that set that bound.".to_owned();
    let asked = "Heavy frame: asked, or chosen.".to_owned();
    let order = order(search, false).map(|said| ("", (NO_SIGN, said.to_owned())));
    let signs = [("scripted", (HERE, here)), ("scripted", (ASKED, asked))];
    key_list(search, words, form, &order.into_iter().chain(signs).collect::<Vec<_>>())
}

/// Explains how to read the upright trees of a book, based on the tree with the most symbols.
#[cfg(feature = "cli")]
#[derive(Default)]
pub(super) struct KeyOfAll {
    signs: usize,
    pub(super) text: String,
}

#[cfg(feature = "cli")]
impl KeyOfAll {
    /// Takes another tree into account.
    #[cfg(feature = "cli")]
    pub(super) fn take(&mut self, search: &PageSearch, words: &Words<'_>) {
        let signs =
            entries(search, words, DrawingForm::Upright).iter().filter(|(signs, _)| !signs[0].is_empty()).count();
        if self.signs < signs && DrawingForm::of(search) == DrawingForm::Upright {
            *self = Self { signs, text: key(search, words, DrawingForm::Upright) };
        }
    }
}

/// Explains how to read two drawings side by side.
pub(super) fn key_of_two(searches: &[PageSearch; 2], words: &Words<'_>) -> String {
    let [one, other] = searches;
    let form = DrawingForm::of(one);
    // Take the search with more symbols, so that a symbol that only one of them has, such as that of a cutoff, is
    // explained.
    let signs = |search| entries(search, words, form).len();
    let richer = if signs(one) < signs(other) { other } else { one };
    let differs = "Underlined: the final scores differ, or only one search visited the node.".to_owned();
    let order = searches.iter().find_map(|search| order(search, form == DrawingForm::Upright));
    let order = order.map(|said| ("", (NO_SIGN, said.to_owned())));
    key_list(richer, words, form, &order.into_iter().chain([("", (DIFFERS, differs))]).collect::<Vec<_>>())
}
