//! What the signs and colours of a drawing mean: those that it has.

use super::nodes::Shown;
use super::search::Search;
use crate::explain::legend::brief;
use crate::page::comparison::Mark;
use crate::page::escape;
use crate::page::view::View;
use crate::page::words::Words;
use crate::score::Bound;

/// A sign as it is drawn, if it is one, and what it means.
type Entry = (&'static str, String);

const MAX: &str = "<g class=\"node\"><path class=\"max\" d=\"M-12 8v-11l12-6 12 6v11z\"/></g>";
const MIN: &str = "<g class=\"node\"><path class=\"min\" d=\"M-12-8v11l12 6 12-6v-11z\"/></g>";
const BEST: &str = "<g class=\"edges\"><path class=\"pv\" d=\"M-16 0h32\"/></g>";
const WINDOW: &str =
    "<text class=\"given\" x=\"-16\" y=\"4\"><tspan class=\"alpha\">a</tspan> … <tspan class=\"beta\">b</tspan></text>";
const CUT: &str = "<g class=\"node cut\"><path d=\"M-12-7h24v14h-24z\"/></g>";
const NOT: &str = "<g class=\"edges\"><path class=\"not\" d=\"M-16 0h14\"/></g>\
    <g class=\"node not barred\"><path d=\"M-2-7h17v14h-17z\"/><path class=\"bar\" d=\"M-11 6l5-12m-1 12l5-12\"/></g>";
const HERE: &str = "<g class=\"node here\"><path d=\"M-12-7h24v14h-24z\"/></g>";

fn entries(search: &Search, words: &Words<'_>) -> Vec<Entry> {
    let has_window = search.tree.header.has_window();
    let is_upright = search.nodes.is_upright();
    let has = |is_wanted: fn(&Mark) -> bool| search.nodes.all.iter().any(|shown| is_wanted(&shown.row.mark));
    let mut entries = Vec::new();
    let star = words.star();
    if words.perspective.view == View::Minimax && is_upright {
        let side = |is_max: bool, name: &str| {
            let ply = usize::from(words.perspective.is_max(0) != is_max);
            let side = words.perspective.side(ply);
            if side == name { side.to_owned() } else { format!("{side} ({name})") }
        };
        entries.push((MAX, format!("{} picks the highest score.", side(true, "MAX"))));
        entries.push((MIN, format!("{} picks the lowest.", side(false, "MIN"))));
        entries.push((BEST, format!("{star} Best play.")));
    } else {
        let [sides, row] = brief(words, has_window);
        entries.push((BEST, sides));
        entries.extend((!is_upright).then_some(("", row)));
    }
    if has_window && is_upright {
        entries.push((WINDOW, "The window that a node was given.".to_owned()));
    }
    let has_limit = |shown: &Shown| shown.row.score.is_some_and(|(_, bound)| bound != Bound::Exact);
    if is_upright && search.nodes.all.iter().any(has_limit) {
        entries.push(("", "≤, ≥: at most, at least; more need not be known.".to_owned()));
    }
    if has(|mark| matches!(mark, Mark::Cutoff { .. })) {
        entries.push((CUT, "Thick orange: its score made a cutoff.".to_owned()));
    }
    if has(|mark| mark.is_unsearched()) {
        let known = if is_upright { "; in grey its score, if that is known" } else { "" };
        entries.push((NOT, format!("Dashed, behind a double bar: not searched{known}.")));
    }
    entries
}

/// Says how a drawing is read, in words alone.
pub(super) fn how_to_read(search: &Search, words: &Words<'_>) -> String {
    entries(search, words).into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(" ")
}

/// Returns the same with the signs, and with what a step adds to them.
pub(super) fn key(search: &Search, words: &Words<'_>) -> String {
    let entry = |(sign, text): &Entry| {
        let sign = if sign.is_empty() {
            String::new()
        } else {
            format!("<svg class=\"upright\" viewBox=\"-20 -11 40 22\" aria-hidden=\"true\">{sign}</svg> ")
        };
        format!("{sign}{}</li>\n", escape::xml(text))
    };
    let mut out = "<ul class=\"key\">\n".to_owned();
    out.extend(entries(search, words).iter().map(|one| format!("<li>{}", entry(one))));
    let owners = if search.nodes.is_upright() { "α, β" } else { "alpha, beta" };
    let step = format!(
        "Filled: what the step is about. {owners}: who set that end of its window. Dashed frame: asked, or chosen."
    );
    out + &format!("<li class=\"scripted\">{}", entry(&(HERE, step))) + "</ul>\n"
}
