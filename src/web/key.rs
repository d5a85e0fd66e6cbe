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

/// A symbol of a drawing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Symbol {
    Max,
    Min,
    Chance,
    Best,
    Cutoff,
    NotSearched,
    Here,
    Asked,
    Differs,
}

impl Symbol {
    /// Returns the symbol as it looks in a drawing of this form.
    const fn look(self, form: DrawingForm) -> &'static str {
        match (self, form) {
            (Self::Max, DrawingForm::Upright) => {
                "<g class=\"node\"><path class=\"max\" d=\"M-12 8v-11l12-6 12 6v11z\"/></g>"
            }
            (Self::Max, DrawingForm::Rows) => "<g class=\"node none\"><path d=\"M0-7l7 12h-14z\"/></g>",
            (Self::Min, DrawingForm::Upright) => {
                "<g class=\"node\"><path class=\"min\" d=\"M-12-8v11l12 6 12-6v-11z\"/></g>"
            }
            (Self::Min, DrawingForm::Rows) => "<g class=\"node none\"><path d=\"M0 7l7-12h-14z\"/></g>",
            (Self::Chance, DrawingForm::Upright) => {
                "<g class=\"node\"><path class=\"chance\" d=\"M-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0z\"/></g>"
            }
            (Self::Chance, DrawingForm::Rows) => "<g class=\"node none\"><circle r=\"4.5\"/></g>",
            (Self::Best, _) => "<g class=\"edges\"><path class=\"pv\" d=\"M-16 0h32\"/></g>",
            (Self::Cutoff, DrawingForm::Upright) => "<g class=\"node cut\"><path d=\"M-12-7h24v14h-24z\"/></g>",
            (Self::Cutoff, DrawingForm::Rows) => {
                "<g class=\"node cut\"><path d=\"M-6-7l7 12h-14z\"/><circle cx=\"10\" r=\"4.5\"/></g>"
            }
            (Self::NotSearched, DrawingForm::Upright) => {
                "<g class=\"edges\"><path class=\"not\" d=\"M-16 0h14\"/></g>\
                 <g class=\"node not barred\"><path d=\"M-2-7h17v14h-17z\"/><path class=\"bar\" d=\"M-11 6l5-12m-1 12l5-12\"/></g>"
            }
            (Self::NotSearched, DrawingForm::Rows) => {
                "<g class=\"edges\"><path class=\"not\" d=\"M-16 0h20\"/></g>\
                 <g class=\"node not barred\"><circle cx=\"9\" r=\"4.5\"/><path class=\"bar\" d=\"M-11 6l4-12m1 12l4-12\"/></g>"
            }
            (Self::Here, DrawingForm::Upright) => "<g class=\"node here\"><path d=\"M-12-7h24v14h-24z\"/></g>",
            (Self::Here, DrawingForm::Rows) => {
                "<g class=\"node here\"><path class=\"field\" d=\"M-16-9h32v18h-32z\"/></g>"
            }
            (Self::Asked, DrawingForm::Upright) => "<g class=\"node chosen\"><path d=\"M-12-7h24v14h-24z\"/></g>",
            (Self::Asked, DrawingForm::Rows) => {
                "<g class=\"node chosen\"><path class=\"field\" d=\"M-16-9h32v18h-32z\"/></g>"
            }
            (Self::Differs, _) => "<g class=\"node differs\"><text class=\"name\" x=\"-4\" y=\"4\">A</text></g>",
        }
    }
}

/// An entry of the key.
struct KeyEntry {
    /// The symbol; an entry without one explains words or the drawing as a whole.
    symbol: Option<Symbol>,
    /// The explained words, and how nodes with little room write them.
    words: Option<[String; 2]>,
    meaning: String,
    /// Whether the entry explains something that only a step shows.
    is_of_step: bool,
}

impl KeyEntry {
    const fn new(symbol: Option<Symbol>, meaning: String) -> Self {
        Self { symbol, words: None, meaning, is_of_step: false }
    }

    fn of_step(symbol: Symbol, meaning: &str) -> Self {
        Self { is_of_step: true, ..Self::new(Some(symbol), meaning.to_owned()) }
    }

    /// Returns the entry as an item of a list.
    fn item(&self, form: DrawingForm) -> String {
        let class = if self.is_of_step { " class=\"scripted\"" } else { "" };
        let look = if form == DrawingForm::Upright { "upright" } else { "rows" };
        let symbol = self.symbol.map(|symbol| {
            let drawn = symbol.look(form);
            format!("<svg class=\"{look}\" viewBox=\"-20 -11 40 22\" aria-hidden=\"true\">{drawn}</svg> ")
        });
        let words = self.words.as_ref().map(|words| {
            let [all, few] = words.each_ref().map(|words| escape::xml(words));
            format!("<span class=\"all-words\">{all}</span><span class=\"few-words\">{few}</span>: ")
        });
        let [symbol, words] = [symbol, words].map(Option::unwrap_or_default);
        format!("<li{class}>{symbol}{words}{}</li>\n", escape::xml(&self.meaning))
    }
}

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

/// Returns the meaning of each symbol in the drawing of a search.
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
            entries.push(KeyEntry::new(Some(Symbol::Max), what(side(max, "MAX"), "picks the highest score.")));
        }
        if picks_min {
            let picks = if picks_max { "picks the lowest." } else { "picks the lowest score." };
            entries.push(KeyEntry::new(Some(Symbol::Min), what(side(min, "MIN"), picks)));
        }
        if words.perspective.movers.has_chance() {
            entries.push(KeyEntry::new(
                Some(Symbol::Chance),
                "CHANCE picks a move at random; the node is worth the mean of its moves.".to_owned(),
            ));
        }
        if nodes.all.iter().any(|shown| shown.row.on_pv) {
            entries.push(KeyEntry::new(Some(Symbol::Best), format!("{star} Best line.")));
        }
    } else {
        entries.push(KeyEntry::new(Some(Symbol::Best), sides));
    }
    if !is_upright {
        entries.push(KeyEntry::new(None, row));
    } else if let Some((sign, score)) = end.filter(|_| has_window) {
        let end = without_zeros(&words.style.score(score));
        let scores = match sign {
            "<" => format!("below {end}"),
            ">" => format!("above {end}"),
            "≤" | "<=" => format!("of {end} or less"),
            _ => format!("of {end} or more"),
        };
        let meaning = format!("a score {scores} ends the search of this node.");
        let chip = [format!("cut if {sign} {end}"), format!("cut {sign}{end}")];
        entries.push(KeyEntry { words: Some(chip), ..KeyEntry::new(None, meaning) });
    }
    let has_bound = |shown: &PageNode| shown.row.score.is_some_and(|(_, bound)| bound != Bound::Exact);
    if has_window && search.nodes.all.iter().any(has_bound) {
        entries.push(KeyEntry::new(None, format!("≤, ≥: at most, at least. {OUTSIDE}.")));
    }
    if has(|mark| matches!(mark, Mark::Cutoff { skipped: 1.., .. })) {
        let what = if is_upright { "Orange frame" } else { "Orange" };
        entries.push(KeyEntry::new(Some(Symbol::Cutoff), format!("{what}: the move caused a cutoff.")));
    }
    if has(|mark| mark.is_unsearched()) {
        let known = if is_upright { "; a score that the search did not see is grey" } else { "" };
        entries
            .push(KeyEntry::new(Some(Symbol::NotSearched), format!("Dashed, with a double bar: not searched{known}.")));
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
    let is_side = |entry: &&KeyEntry| matches!(entry.symbol, Some(Symbol::Max | Symbol::Min));
    let sides = entries.iter().take_while(is_side).count().max(1);
    let most = if is_upright { sides } else { usize::MAX };
    let said = entries.into_iter().map(|entry| entry.meaning).take(most);
    let order = order(search, is_upright).map(str::to_owned);
    said.chain(order).collect::<Vec<_>>().join(" ")
}

/// Explains how to read the drawing of a page, including what a step adds to it.
pub(super) fn key(search: &PageSearch, words: &Words<'_>, form: DrawingForm) -> String {
    key_of_page(search, form, entries(search, words, form))
}

/// Returns the key of a page whose drawing has the symbols of these entries.
fn key_of_page(search: &PageSearch, form: DrawingForm, mut entries: Vec<KeyEntry>) -> String {
    entries.extend(order(search, false).map(|said| KeyEntry::new(None, said.to_owned())));
    let here = "Highlighted: the node of this step. α, β: the move that set that bound.";
    entries.push(KeyEntry::of_step(Symbol::Here, here));
    entries.push(KeyEntry::of_step(
        Symbol::Asked,
        "Heavy frame: the node that the question is about, or the one that you chose.",
    ));
    list(&entries, form)
}

fn list(entries: &[KeyEntry], form: DrawingForm) -> String {
    format!("<ul class=\"key\">\n{}</ul>\n", entries.iter().map(|entry| entry.item(form)).collect::<String>())
}

/// Explains how to read the upright trees of a book, based on the tree with the most symbols.
#[cfg(feature = "cli")]
#[derive(Default)]
pub(super) struct KeyOfAll {
    symbols: usize,
    pub(super) text: String,
}

#[cfg(feature = "cli")]
impl KeyOfAll {
    /// Takes another tree into account.
    pub(super) fn take(&mut self, search: &PageSearch, words: &Words<'_>) {
        let form = DrawingForm::Upright;
        if DrawingForm::of(search) != form {
            return;
        }
        let entries = entries(search, words, form);
        let symbols = entries.iter().filter(|entry| entry.symbol.is_some()).count();
        if self.symbols < symbols {
            *self = Self { symbols, text: key_of_page(search, form, entries) };
        }
    }
}

/// Explains how to read two drawings side by side.
pub(super) fn key_of_two(searches: &[PageSearch; 2], words: &Words<'_>) -> String {
    let form = DrawingForm::of(&searches[0]);
    // Take the search with more symbols, so that a symbol that only one of them has, such as that of a cutoff, is
    // explained.
    let [one, other] = searches.each_ref().map(|search| entries(search, words, form));
    let mut entries = if one.len() < other.len() { other } else { one };
    let order = searches.iter().find_map(|search| order(search, form == DrawingForm::Upright));
    entries.extend(order.map(|said| KeyEntry::new(None, said.to_owned())));
    let differs = "Underlined: the final scores differ, or only one search visited the node.".to_owned();
    entries.push(KeyEntry::new(Some(Symbol::Differs), differs));
    list(&entries, form)
}
