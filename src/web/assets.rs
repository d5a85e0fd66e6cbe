//! Which styles and scripts of `web/` a page takes: only those that it needs.

/// A file of `web/`, and what a page has that needs it.
type Asset = (AssetNeed, &'static str);

#[derive(Clone, Copy, PartialEq, Eq)]
enum AssetNeed {
    Always,
    Board,
    Steps,
    Page,
    Tour,
    Several,
    Pair,
    Book,
    Sides,
    Playground,
    Carried,
}

/// What sort of page it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PageKind {
    /// One search, of which there is nothing to show step by step.
    Still,
    /// One search.
    Page {
        /// Whether it begins with a tour.
        has_tour: bool,
    },
    /// Two searches side by side.
    Pair,
    /// Several searches one behind the other.
    Book,
    /// Whatever is typed.
    Playground,
}

macro_rules! web {
    ($($need:ident $file:literal),* $(,)?) => {
        [$((AssetNeed::$need, include_str!(concat!("../../web/", $file)))),*]
    };
}

const STYLES: [Asset; 5] =
    web![Always "page.css", Board "board.css", Tour "tour.css", Several "book.css", Playground "playground.css"];

/// The scripts in the order in which they need each other.
const SCRIPTS: [Asset; 19] = web![
    Steps "states.js", Steps "drawing.js", Board "board.js", Steps "window.js", Steps "view.js", Steps "predict.js",
    Steps "player.js", Page "outline.js", Page "log.js", Tour "tour.js", Page "page.js", Sides "sides.js", Pair "pair.js", Book "book.js",
    Playground "engine.js", Playground "link.js", Playground "redraw.js", Playground "playground.js", Carried "start.js",
];

/// Returns the lines of the styles of such a page.
pub(super) fn styles(kind: PageKind, has_board: bool) -> impl Iterator<Item = &'static str> {
    picked(STYLES, kind, has_board)
}

/// Returns the lines of the scripts of such a page.
pub(super) fn scripts(kind: PageKind, has_board: bool) -> impl Iterator<Item = &'static str> {
    picked(SCRIPTS, kind, has_board)
}

/// Comments stay with the sources.
fn is_comment(line: &str) -> bool {
    let line = line.trim();
    line.starts_with("//") || line.starts_with("/*") && line.ends_with("*/")
}

fn picked<const N: usize>(assets: [Asset; N], kind: PageKind, has_board: bool) -> impl Iterator<Item = &'static str> {
    let is_needed = move |need: AssetNeed| match need {
        AssetNeed::Always => true,
        AssetNeed::Board => has_board && kind != PageKind::Still,
        AssetNeed::Steps => kind != PageKind::Still,
        AssetNeed::Page => matches!(kind, PageKind::Page { .. } | PageKind::Playground),
        AssetNeed::Tour => kind == PageKind::Page { has_tour: true },
        AssetNeed::Several => matches!(kind, PageKind::Pair | PageKind::Book | PageKind::Playground),
        AssetNeed::Sides => matches!(kind, PageKind::Pair | PageKind::Playground),
        AssetNeed::Pair => kind == PageKind::Pair,
        AssetNeed::Playground => kind == PageKind::Playground,
        AssetNeed::Carried => !matches!(kind, PageKind::Still | PageKind::Playground),
        AssetNeed::Book => kind == PageKind::Book,
    };
    let picked = assets.into_iter().filter(move |(need, _)| is_needed(*need));
    picked.flat_map(|(_, text)| text.split_inclusive('\n').filter(|line| !is_comment(line)))
}
