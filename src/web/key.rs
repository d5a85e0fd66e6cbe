//! What the signs and colours of a drawing mean: those that it has.

use super::cells::PageNode;
use super::search::PageSearch;
use crate::explain::legend::{OUTSIDE, brief};
use crate::page::comparison::{Mark, View};
use crate::page::escape;
use crate::page::words::Words;
use crate::score::Bound;

/// Signs as they are drawn, upright and in rows, if it has any, and what it means.
type KeyEntry = ([&'static str; 2], String);

const MAX: [&str; 2] = [
    "<g class=\"node\"><path class=\"max\" d=\"M-12 8v-11l12-6 12 6v11z\"/></g>",
    "<g class=\"node none\"><path d=\"M0-7l7 12h-14z\"/></g>",
];
const MIN: [&str; 2] = [
    "<g class=\"node\"><path class=\"min\" d=\"M-12-8v11l12 6 12-6v-11z\"/></g>",
    "<g class=\"node none\"><path d=\"M0 7l7-12h-14z\"/></g>",
];
const LEAF: [&str; 2] = ["", "<g class=\"node none\"><circle r=\"4.5\"/></g>"];
const BEST: [&str; 2] = ["<g class=\"edges\"><path class=\"pv\" d=\"M-16 0h32\"/></g>"; 2];
const WINDOW: [&str; 2] = [
    "<text class=\"given\" x=\"-16\" y=\"4\"><tspan class=\"alpha\">a</tspan> … <tspan class=\"beta\">b</tspan></text>",
    "",
];
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

/// The two forms of a drawing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DrawingForm {
    /// As textbooks draw it.
    Upright,
    /// A row for each node.
    Rows,
}

impl DrawingForm {
    /// Returns the form in which a search is drawn at first.
    pub(super) fn of(search: &PageSearch) -> Self {
        if search.nodes.is_upright() { Self::Upright } else { Self::Rows }
    }
}

fn entries(search: &PageSearch, words: &Words<'_>, form: DrawingForm) -> Vec<KeyEntry> {
    let has_window = search.tree.header.has_window();
    let is_upright = form == DrawingForm::Upright;
    let has = |is_wanted: fn(&Mark) -> bool| search.nodes.all.iter().any(|shown| is_wanted(&shown.row.mark));
    let mut entries = Vec::new();
    let star = words.star();
    let [sides, row] = brief(words, has_window);
    if words.perspective.view == View::Minimax {
        let side = |is_max: bool, name: &str| {
            let ply = usize::from(words.perspective.is_max(0) != is_max);
            let side = words.perspective.side(ply);
            if side == name { side.to_owned() } else { format!("{side} ({name})") }
        };
        entries.push((MAX, format!("{} picks the highest score.", side(true, "MAX"))));
        entries.push((MIN, format!("{} picks the lowest.", side(false, "MIN"))));
        entries.extend((!is_upright).then(|| (LEAF, "A leaf.".to_owned())));
        entries.push((BEST, format!("{star} Best play.")));
    } else {
        entries.push((BEST, sides));
    }
    if !is_upright {
        entries.push((NO_SIGN, row));
    } else if has_window {
        entries.push((WINDOW, "The window that a node was given.".to_owned()));
    }
    let has_limit = |shown: &PageNode| shown.row.score.is_some_and(|(_, bound)| bound != Bound::Exact);
    if has_window && search.nodes.all.iter().any(has_limit) {
        entries.push((NO_SIGN, format!("≤, ≥: at most, at least. {OUTSIDE}.")));
    }
    if has(|mark| matches!(mark, Mark::Cutoff { .. })) {
        entries.push((CUT, "Orange: its score made a cutoff.".to_owned()));
    }
    if has(|mark| mark.is_unsearched()) {
        let known = if is_upright { "; in grey its score, which nobody asked for" } else { "" };
        entries.push((NOT, format!("Dashed, behind a double bar: not searched{known}.")));
    }
    entries.extend(order(search).map(|said| (NO_SIGN, said.to_owned())));
    entries
}

/// Says that moves do not stand in the order in which they were searched, if so.
fn order(search: &PageSearch) -> Option<&'static str> {
    let nodes = &search.nodes;
    if !nodes.all.iter().all(PageNode::is_node) {
        return Some("What decided the search stands first: it was not always searched first.");
    }
    let steps = |node: usize| nodes.children(node).filter_map(|child| nodes.all[child].row.step);
    let is_other = (0..nodes.all.len()).any(|node| !steps(node).is_sorted());
    is_other.then_some("Moves stand as they are listed; they were searched in another order: watch it.")
}

/// Says in a book, which has a key for all of its upright trees, what one of them does not share with the others; of rows
/// everything.
pub(super) fn in_short(search: &PageSearch, words: &Words<'_>) -> String {
    let form = DrawingForm::of(search);
    let is_upright = form == DrawingForm::Upright;
    let sides = if words.perspective.view == View::Minimax { 2 } else { 1 };
    let most = if is_upright { sides } else { usize::MAX };
    let said = entries(search, words, form).into_iter().map(|(_, text)| text).take(most);
    let order = order(search).filter(|_| is_upright).map(str::to_owned);
    said.chain(order).collect::<Vec<_>>().join(" ")
}

/// Returns what the signs mean; `more` is said behind that.
fn list(search: &PageSearch, words: &Words<'_>, form: DrawingForm, more: &[(&str, KeyEntry)]) -> String {
    let own = entries(search, words, form);
    let all = own.iter().map(|entry| ("", entry)).chain(more.iter().map(|(class, entry)| (*class, entry)));
    let item = |(class, (signs, text)): (&str, &KeyEntry)| {
        let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
        let look = if form == DrawingForm::Upright { "upright" } else { "rows" };
        let sign = match signs[form as usize] {
            "" => String::new(),
            sign => format!("<svg class=\"{look}\" viewBox=\"-20 -11 40 22\" aria-hidden=\"true\">{sign}</svg> "),
        };
        format!("<li{class}>{sign}{}</li>\n", escape::xml(text))
    };
    format!("<ul class=\"key\">\n{}</ul>\n", all.map(item).collect::<String>())
}

/// Says how the drawing of a page is read, with what a step adds to it.
pub(super) fn key(search: &PageSearch, words: &Words<'_>, form: DrawingForm) -> String {
    let here = "Highlighted: what the step is about. α, β: who set that end of its window.".to_owned();
    let asked = "Heavy frame: asked, or chosen.".to_owned();
    list(search, words, form, &[("scripted", (HERE, here)), ("scripted", (ASKED, asked))])
}

/// Says how the upright trees of a book are read, whichever of them has the most signs.
#[derive(Default)]
pub(super) struct KeyOfAll {
    signs: usize,
    pub(super) text: String,
}

impl KeyOfAll {
    /// Takes another tree into account.
    pub(super) fn take(&mut self, search: &PageSearch, words: &Words<'_>) {
        let signs =
            entries(search, words, DrawingForm::Upright).iter().filter(|(signs, _)| !signs[0].is_empty()).count();
        if self.signs < signs && DrawingForm::of(search) == DrawingForm::Upright {
            *self = Self { signs, text: key(search, words, DrawingForm::Upright) };
        }
    }
}

/// Says the same of two drawings side by side.
pub(super) fn key_of_two(searches: &[PageSearch; 2], words: &Words<'_>) -> String {
    let [one, other] = searches;
    let form = DrawingForm::of(one);
    // What one of the two has, cutoffs above all, has to be explained.
    let signs = |search| entries(search, words, form).len();
    let richer = if signs(one) < signs(other) { other } else { one };
    let differs = "Underlined: has another score in the end, or is searched in one of the two only.".to_owned();
    list(richer, words, form, &[("", (DIFFERS, differs))])
}
