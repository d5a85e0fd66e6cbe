//! The frame of a page: its head with a policy that forbids all requests, its style and scripts, and the parts that the
//! scripts fill.

use crate::core::score::End;
use crate::core::search::Cut;
use crate::page::comparison::{Mark, Sign};
use crate::page::escape;
use crate::page::style::custom_properties;
use crate::page::words::Words;
use crate::picture::board::CLASSES;
use crate::picture::svg::rule;
use crate::web::minifier::{without_comments, without_gaps, without_spaces};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::{DeflateEncoder, GzEncoder};
use serde_json::{Value, json};
use std::io::{Read, Write};

/// Returns the content security policy: the page may load, send and frame nothing, and may use only these styles and
/// scripts.
fn policy(styles: &[String], scripts: &[String], kind: PageKind) -> String {
    // The playground runs its module in a worker, whose code is in the page.
    let (runs, workers) = match kind {
        PageKind::Playground => (" 'wasm-unsafe-eval'", "worker-src blob:; "),
        PageKind::Still | PageKind::Page { .. } | PageKind::Pair | PageKind::Book => ("", ""),
    };
    let hash = |text: &str| format!(" 'sha256-{}'", STANDARD.encode(hmac_sha256::Hash::hash(text.as_bytes())));
    let [styles, scripts] = [styles, scripts].map(|texts| texts.iter().map(|text| hash(text)).collect::<String>());
    format!(
        "default-src 'none'; style-src{styles}; script-src{scripts}{runs}; {workers}base-uri 'none'; form-action 'none'"
    )
}

/// The content of a page of one or two searches.
pub(super) struct Shown {
    /// The content of the page below the title, except the lists.
    pub body: String,
    /// The content of the lists below the body, if there are steps of one search.
    pub lists: Option<PageLists>,
    /// The data that the scripts show, if there are steps.
    pub states: Option<Value>,
}

/// The lists below a search.
pub(super) struct PageLists {
    pub log: String,
    pub outline: String,
}

/// An HTML file.
pub(super) struct HtmlDocument<'a> {
    pub title: &'a str,
    /// The content of the file's body.
    pub body: String,
    /// The data for the scripts, compressed.
    pub data: Vec<String>,
    /// The kind of page, which determines what its scripts do.
    pub kind: PageKind,
    pub has_board: bool,
}

impl HtmlDocument<'_> {
    pub(super) fn text(&self) -> String {
        let board = if self.has_board { CLASSES.as_slice() } else { &[] };
        let board: String = board.iter().map(|class| rule(class.look(), ".squares") + "\n").collect();
        let overview = if self.body.contains(OVERVIEW_BEGIN) { OVERVIEW } else { "" };
        let style = format!(
            "\n{}{board}{}{}",
            custom_properties(),
            styles(self.kind, self.has_board).collect::<String>(),
            without_comments(overview).collect::<String>()
        );
        let style = without_spaces(&style);
        let script = scripts(self.kind, self.has_board).collect::<String>();
        let script = strict(&script);
        // The scripts of the playground and their style are packed, and another script unpacks them.
        let (styles, scripts, packed) = match self.kind {
            PageKind::Playground => {
                let unpack = strict(&without_comments(UNPACK).collect::<String>());
                let later = [PLAYGROUND_STYLE, OVERVIEW].into_iter().flat_map(without_comments).collect::<String>();
                let later = without_spaces(&later);
                let packed = dense("styles", &deflated(&later)) + &dense("scripts", &deflated(&script));
                (vec![style, later], vec![unpack, script], packed)
            }
            PageKind::Still | PageKind::Page { .. } | PageKind::Pair | PageKind::Book => {
                (vec![style], vec![script], String::new())
            }
        };
        let card = if self.kind == PageKind::Playground { CARD } else { "" };
        let mut out = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n{card}<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n<main>\n{}</main>\n",
            policy(&styles, &scripts, self.kind),
            escape::xml(self.title),
            styles[0],
            self.body
        );
        out.extend(self.data.iter().map(String::as_str).chain([&*packed]));
        if self.kind != PageKind::Still {
            out.extend(["<script>", &scripts[0], "</script>\n"]);
        }
        out.push_str("</body>\n</html>\n");
        out
    }
}

/// The preview of a link to the playground in a chat or on a course page. It has no picture, because a picture would
/// need a request.
const CARD: &str = "<meta name=\"description\" content=\"Change a leaf of a game tree and watch alpha-beta cut, or cut the tree yourself.\">\n\
    <meta property=\"og:type\" content=\"website\">\n\
    <meta property=\"og:title\" content=\"Which leaves can you skip?\">\n\
    <meta property=\"og:description\" content=\"A playground for alpha-beta: change a leaf, follow the search, or cut the tree yourself.\">\n\
    <meta name=\"twitter:card\" content=\"summary\">\n";

/// Returns the states that the page's script shows, packed.
pub(super) fn states(data: &Value) -> String {
    packed("states", &data.to_string())
}

/// Returns the three possible positions of a score relative to a window, each with the word for its consequence: first
/// for a maximizing node, then for a minimizing node.
pub(super) fn cases(words: &Words<'_>) -> Value {
    let [best, none] = [Mark::NewBest, Mark::NoBetter].map(Mark::word);
    let strict = words.rules.cut == Cut::AboveBeta;
    let sign = |sign| words.style.sign(sign);
    let [at_most, at_least] = [sign(Sign::AtMost), sign(Sign::AtLeast)];
    let [below, above] = if strict { [sign(Sign::Less), sign(Sign::Greater)] } else { [at_most, at_least] };
    let cutoff = |end: End| format!("{} cutoff", end.name());
    json!([
        [
            [format!("{at_most} alpha"), none],
            ["between".to_owned(), best],
            [format!("{above} beta"), cutoff(End::Beta)]
        ],
        [
            [format!("{below} alpha"), cutoff(End::Alpha)],
            ["between".to_owned(), best],
            [format!("{at_least} beta"), none]
        ],
    ])
}

/// Returns the links next to a finished tree, which say where to continue.
pub(super) fn start(has_tour: bool) -> String {
    let tour = if has_tour { "<a class=\"button\" href=\"#tour=1\">Take the tour</a>\n" } else { "" };
    format!(
        "<p class=\"start scripted\"><button type=\"button\" class=\"main\" data-go=\"watch\">Watch it</button>\n\
         <button type=\"button\" data-go=\"guess\">Predict it</button>\n{tour}</p>\n"
    )
}

/// Returns the part next to a tree: the board, if there is one, the window, the best line so far, and the counts. An
/// empty `board` means that a script draws it later. The boards of games other than chess show moves by colours.
pub(super) fn beside(board: Option<&str>, is_chess: bool) -> String {
    let moves = match is_chess {
        true => {
            "<span class=\"of-move\"> Framed: the last move.</span><span class=\"of-arrow\"> Arrow: the best move found there.</span>"
        }
        false => {
            "<span class=\"of-move\"> Yellow: the last move.</span><span class=\"of-arrow\"> Blue: the best move found there.</span>"
        }
    };
    let board = board.map_or_else(String::new, |board| {
        format!(
            "<figure class=\"position\"><div class=\"board\">{board}</div><figcaption><span class=\"place\">The board</span>.\
             {moves}</figcaption></figure>\n"
        )
    });
    format!("<div class=\"beside\">\n{board}{WINDOW}</div>\n")
}

pub(super) fn sentence(text: &str) -> String {
    format!("<p class=\"sentence\" aria-live=\"polite\">{}</p>\n", escape::xml(text))
}

/// Returns the controls that move a page from step to step, with the text above the slider.
pub(super) fn controls(last: usize, above: &str) -> String {
    format!(
        "<div class=\"controls scripted\">\n{above}<p class=\"question\" aria-live=\"polite\"></p>\n\
         <p class=\"answers\" hidden></p>\n<p class=\"slide\"><input type=\"range\" min=\"1\" max=\"{last}\" value=\"{last}\" \
         aria-label=\"Stop\"><span class=\"counter\">stop {last} of {last}</span></p>\n{BUTTONS}</div>\n"
    )
}

const WINDOW: &str = r#"<div class="scripted window">
<p class="head">The window</p>
<div class="axis" aria-hidden="true"><div class="zone"></div><div class="zone"></div><div class="zone"></div><div class="mark alpha"></div><div class="mark beta"></div><div class="dot"><span></span></div></div>
<p class="end alpha"></p>
<p class="end beta"></p>
<ol class="cases"></ol>
<p class="window-note"></p>
</div>
<dl class="facts so-far scripted"><dt>Best line so far</dt><dd class="play"></dd><dt>Counts so far</dt><dd class="counts"></dd></dl>
"#;

const BUTTONS: &str = r#"<p class="buttons">
<button type="button" data-go="first" class="wide">First</button>
<button type="button" data-go="back">Back</button>
<button type="button" data-go="next" class="main">Next</button>
<button type="button" data-go="last" class="wide">Last</button>
<button type="button" data-go="cutoff">Next cutoff</button>
<label class="wide"><input type="checkbox" class="predict"> Ask me first</label>
<span class="tally"></span>
</p>
"#;

/// The list of keys, which `?` opens.
pub(super) const KEYS: &str = r#"<details id="keys" class="scripted"><summary>Keys</summary>
<p><kbd>Right</kbd> <kbd>Space</kbd> next, <kbd>Left</kbd> back, <kbd>Home</kbd> <kbd>End</kbd> first and last,
<kbd>c</kbd> <kbd>C</kbd> next and previous cutoff, <kbd>q</kbd> next question, <kbd>b</kbd> <kbd>B</kbd> new best,
<kbd>p</kbd> <kbd>P</kbd> change of the best line, <kbd>]</kbd> <kbd>[</kbd> skip a subtree, <kbd>o</kbd> <kbd>O</kbd> out to the parent,
<kbd>y</kbd> <kbd>n</kbd> <kbd>1</kbd> <kbd>2</kbd> <kbd>3</kbd> answer, <kbd>?</kbd> these keys. Click a node to go to the step that decided it.</p>
</details>
"#;

/// Returns three collapsed parts: the list of keys, the log, and the tree as a list. A page may omit the content of the
/// log and the tree until the reader opens them.
pub(super) fn below(lists: Option<&PageLists>) -> String {
    let [log, outline] = lists.map_or([""; 2], |PageLists { log, outline }| [log, outline]);
    format!(
        "{KEYS}<details class=\"listed\"><summary>All steps</summary>\n\
         <p class=\"scripted\"><label><input type=\"checkbox\" id=\"every\"> Stop at every event</label></p>\n\
         <div class=\"scroll\" id=\"steps\" tabindex=\"0\" role=\"group\" aria-label=\"All steps\">\n{log}</div>\n</details>\n\
         <details class=\"listed\"><summary>The tree as a list</summary>\n{outline}</details>\n"
    )
}

/// Returns the last line of the page, which says where to find the trace.
pub(super) fn foot(has_trace: bool) -> String {
    let trace = if has_trace {
        "This file contains the trace of the search; <code>plywood verify</code> can read it. \
         <button type=\"button\" id=\"download\" class=\"scripted\">Save it as JSON</button>"
    } else {
        "The trace is too long for this file; write it with <code>plywood explain ... -o trace.jsonl</code>."
    };
    format!("<footer><p>Made by plywood. {trace}</p></footer>\n")
}

/// A file of `web/`, and the pages that need it.
type Asset = (AssetNeed, &'static str);

#[derive(Clone, Copy, PartialEq, Eq)]
enum AssetNeed {
    Always,
    Cover,
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PageKind {
    /// One search without steps.
    Still,
    Page {
        has_tour: bool,
    },
    /// Two searches side by side.
    Pair,
    /// Several searches one after another.
    Book,
    Playground,
}

macro_rules! web {
    ($($need:ident $file:literal),* $(,)?) => {
        [$((AssetNeed::$need, include_str!(concat!("../../web/", $file)))),*]
    };
}

const STYLES: [Asset; 8] = web![
    Always "page.css", Cover "cover.css", Board "board.css", Tour "tour.css", Several "pair.css", Pair "compare.css", Book "book.css", Book "site-nav.css",
];

/// The beginning of the overview of a position.
pub(super) const OVERVIEW_BEGIN: &str = "<section class=\"overview";

/// The style of an overview.
const OVERVIEW: &str = include_str!("../../web/overview.css");

/// The style of what the playground has beside a page.
const PLAYGROUND_STYLE: &str = include_str!("../../web/playground.css");

/// The scripts, each after the scripts that it depends on.
const SCRIPTS: [Asset; 27] = web![
    Steps "states.js", Steps "drawing.js", Board "board.js", Steps "window.js", Steps "view.js", Steps "predict.js",
    Steps "player.js", Page "outline.js", Page "log.js", Tour "tour.js", Page "page.js", Sides "sides.js", Pair "pair.js", Book "book.js",
    Playground "lzma.js", Playground "engine.js", Playground "link.js", Playground "redraw.js", Playground "rail.js", Playground "past.js", Playground "outlined.js",
    Playground "goals.js", Playground "cutting.js", Playground "playground.js", Playground "frame.js", Carried "room.js", Carried "start.js",
];

/// The script that unpacks the styles and scripts of the playground.
const UNPACK: &str = include_str!("../../web/unpack.js");

pub(super) fn styles(kind: PageKind, has_board: bool) -> impl Iterator<Item = &'static str> {
    picked(STYLES, kind, has_board)
}

pub(super) fn scripts(kind: PageKind, has_board: bool) -> impl Iterator<Item = &'static str> {
    picked(SCRIPTS, kind, has_board)
}

fn picked<const N: usize>(assets: [Asset; N], kind: PageKind, has_board: bool) -> impl Iterator<Item = &'static str> {
    let is_needed = move |need: AssetNeed| match need {
        AssetNeed::Always => true,
        AssetNeed::Cover => kind != PageKind::Playground,
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
    picked.flat_map(|(_, text)| without_comments(text))
}

/// The maximum size of an unpacked page, in bytes.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// Compresses text into an element that scripts read.
pub(super) fn packed(id: &str, text: &str) -> String {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let bytes = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish());
    let letters = STANDARD.encode(bytes.expect("memory takes what is written"));
    format!("{}{letters}</script>\n", before_data(id))
}

/// Returns a script without the parts that browsers don't need, in the mode in which mistakes are errors.
fn strict(script: &str) -> String {
    format!("\n\"use strict\";\n{}", without_gaps(script))
}

/// Compresses text without a header, as one of the page's scripts reads it.
fn deflated(text: &str) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    let bytes = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish());
    bytes.expect("memory takes what is written")
}

/// Puts compressed data into an element that scripts read, in fewer characters than base64 needs: two digits in base 91
/// encode 13 bits. The digits are all printable characters except `&`, `/` and `<`, so that they cannot form a tag, an
/// entity or an address. The script that decodes them may find up to two zeros after the bytes, which pad the last
/// digits.
pub(super) fn dense(id: &str, bytes: &[u8]) -> String {
    let digits: Vec<char> = ('!'..='~').filter(|digit| !"&/<".contains(*digit)).collect();
    let mut out = before_data(id);
    let (mut bits, mut count) = (0, 0);
    for byte in bytes.iter().copied().chain([0, 0]) {
        (bits, count) = (bits << 8 | usize::from(byte), count + 8);
        if count >= 13 {
            count -= 13;
            let pair: usize = bits >> count;
            out.extend([digits[pair / 91], digits[pair % 91]]);
            bits &= (1 << count) - 1;
        }
    }
    out + "</script>\n"
}

fn before_data(id: &str) -> String {
    format!("<script type=\"text/plain\" id=\"{id}\">")
}

/// Returns data in a page: `trace`, the trace of its search as JSON, or `states`, the states that its scripts show.
/// Returns `None` if the page has no such data or the data is damaged.
pub fn data_in(page: &str, id: &str) -> Option<String> {
    let (_, behind) = page.split_once(&before_data(id))?;
    let bytes = STANDARD.decode(behind.split_once("</script>")?.0).ok()?;
    let mut text = String::new();
    GzDecoder::new(bytes.as_slice()).take(MOST_BYTES).read_to_string(&mut text).ok()?;
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_in_a_script_contains_the_spaces_that_pages_omit() {
        for (_, script) in SCRIPTS {
            for line in without_comments(script) {
                for text in line.split('"').skip(1).step_by(2) {
                    assert_eq!(without_gaps(&format!("\"{text}\"")), format!("\"{text}\""), "{line}");
                }
            }
        }
    }
}
