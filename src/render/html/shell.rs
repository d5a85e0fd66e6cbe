//! The frame of a page: its head with what forbids every request, its style and scripts, and the parts that the scripts fill.

use crate::render::comparison::Mark;
use crate::render::sign::Sign;
use crate::render::text::escaped;
use crate::render::words::Words;
use crate::score::End;
use crate::search::Cut;
use serde_json::{Value, json};
use std::fmt::Write;

const STYLE: &str = include_str!("../../../web/page.css");

/// The scripts of a search's page, in the order in which they need each other.
pub const PAGE_SCRIPTS: [&str; 9] = [
    STATES,
    DRAWING,
    include_str!("../../../web/tree.js"),
    include_str!("../../../web/outline.js"),
    include_str!("../../../web/board.js"),
    include_str!("../../../web/window.js"),
    include_str!("../../../web/log.js"),
    include_str!("../../../web/predict.js"),
    include_str!("../../../web/player.js"),
];

/// Those of two searches side by side.
pub const PAIR_SCRIPTS: [&str; 3] = [STATES, DRAWING, include_str!("../../../web/pair.js")];

const STATES: &str = include_str!("../../../web/states.js");
const DRAWING: &str = include_str!("../../../web/drawing.js");

/// Nothing is loaded, sent or framed; style and scripts are those of the file.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// What stands before the trace in a page.
const TRACE: &str = "<script type=\"application/json\" id=\"trace\">";

/// A file for browsers.
pub struct Document<'a> {
    /// Its title.
    pub title: &'a str,
    /// What stands in it.
    pub body: String,
    /// What the scripts read, embedded.
    pub data: Vec<String>,
    /// Its scripts.
    pub scripts: &'a [&'a str],
}

impl Document<'_> {
    /// Returns the text of the file.
    pub fn write(&self) -> String {
        let mut out = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" \
             content=\"light dark\">\n<title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n{}</main>\n",
            tame(&escaped(self.title)),
            tame(&self.body)
        );
        out.extend(self.data.iter().map(String::as_str));
        if !self.scripts.is_empty() {
            out.push_str("<script>\n\"use strict\";\n");
            out.extend(self.scripts.iter().copied());
            out.push_str("</script>\n");
        }
        out.push_str("</body>\n</html>\n");
        out
    }
}

/// Embeds JSON that scripts read. No text in it can end the element.
pub fn embedded(id: &str, json: &str) -> String {
    let mut text = json.trim_end().replace('<', "\\u003c");
    for sign in TURNS {
        text = text.replace(sign, &format!("\\u{:04x}", u32::from(sign)));
    }
    format!("<script type=\"application/json\" id=\"{id}\">{text}</script>\n")
}

/// Signs that turn the direction of what stands behind them: in a name they would turn the sentence around it.
const TURNS: [char; 9] =
    ['\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}', '\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}'];

/// Returns a text whose names cannot turn what stands around them.
pub fn tame(text: &str) -> String {
    text.replace(TURNS, "\u{fffd}")
}

/// The three cases in which a score can stand beside a window, with the words for what follows: where the high score is
/// wanted, and turned, where the low one is.
pub fn cases(words: &Words<'_>) -> Value {
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

/// Returns the trace that a page carries, as JSON; nothing if it carries none.
#[must_use]
pub fn trace_in(page: &str) -> Option<&str> {
    let (_, behind) = page.split_once(TRACE)?;
    Some(behind.split_once("</script>")?.0)
}

/// The part of the page that the scripts move.
pub struct Stage<'a> {
    /// How a row of the tree is read.
    pub how_to_read: String,
    /// The drawing.
    pub tree: String,
    /// The board at the root, for readers without scripts.
    pub board: Option<String>,
    /// How many steps there are.
    pub steps: usize,
    /// The sentence of the last one.
    pub sentence: &'a str,
}

impl Stage<'_> {
    /// Returns its text.
    pub fn write(&self) -> String {
        let mut out = format!(
            "<section class=\"stage\" aria-label=\"The search, step by step\">\n<figure class=\"drawing\">\n\
             <div class=\"scroll\" id=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"The tree, drawn\">\n{}</div>\n\
             <figcaption>{}</figcaption>\n</figure>\n<div class=\"beside\">\n",
            self.tree,
            escaped(&self.how_to_read)
        );
        if let Some(board) = &self.board {
            let _ = writeln!(
                out,
                "<figure class=\"position\"><div id=\"board\"><pre>{}</pre></div><figcaption id=\"place\"></figcaption></figure>",
                escaped(board)
            );
        }
        out.push_str(WINDOW);
        out.push_str("</div>\n");
        let sentence = format!(
            "<p id=\"sentence\" aria-live=\"polite\">{}</p>\n<p class=\"answers\" id=\"answers\" hidden></p>\n",
            escaped(self.sentence)
        );
        out.push_str(&controls(self.steps, &sentence, BUTTONS));
        out.push_str("</section>\n");
        out
    }
}

/// What moves a page from step to step, with what stands above the slider and the buttons below it.
pub fn controls(last: usize, above: &str, buttons: &str) -> String {
    format!(
        "<div class=\"controls scripted\">\n{above}<p class=\"slide\"><input type=\"range\" id=\"slider\" min=\"1\" max=\"{last}\" \
         value=\"{last}\" aria-label=\"Step\"><span id=\"counter\">step {last} of {last}</span></p>\n{buttons}</div>\n"
    )
}

const WINDOW: &str = r#"<div class="scripted" id="window">
<h2>The window</h2>
<div id="axis" aria-hidden="true"><div class="inside"></div><div class="mark alpha"></div><div class="mark beta"></div><div class="dot"><span></span></div></div>
<p class="end alpha" id="alpha"></p>
<p class="end beta" id="beta"></p>
<ol id="cases"></ol>
<p id="window-note"></p>
</div>
<dl class="facts scripted"><dt>Best play so far</dt><dd id="play"></dd><dt>Counts so far</dt><dd id="counts"></dd></dl>
"#;

/// The buttons beside two searches.
pub const PAIR_BUTTONS: &str = r#"<p class="buttons">
<button type="button" data-go="first">First</button>
<button type="button" data-go="back">Back</button>
<button type="button" data-go="next" class="main">Next</button>
<button type="button" data-go="last">Last</button>
</p>
"#;

const BUTTONS: &str = r#"<p class="buttons">
<button type="button" data-go="first">First</button>
<button type="button" data-go="back">Back</button>
<button type="button" data-go="next" class="main">Next</button>
<button type="button" data-go="last">Last</button>
<button type="button" data-go="cutoff">Next cutoff</button>
<label><input type="checkbox" id="predict"> Ask me first</label>
<span id="tally"></span>
</p>
"#;

const KEYS: &str = r#"<details id="keys" class="scripted"><summary>Keys</summary>
<p><kbd>Right</kbd> <kbd>Space</kbd> next, <kbd>Left</kbd> back, <kbd>Home</kbd> <kbd>End</kbd> first and last,
<kbd>c</kbd> <kbd>C</kbd> next cutoff and the one before, <kbd>b</kbd> <kbd>B</kbd> new best, <kbd>p</kbd> <kbd>P</kbd> change of best play,
<kbd>y</kbd> <kbd>n</kbd> <kbd>1</kbd> <kbd>2</kbd> <kbd>3</kbd> answer, <kbd>?</kbd> these keys. A click on a node goes to the step that decided it.</p>
</details>
"#;

/// The keys, the log and the tree as a list.
pub fn below(log: &str, outline: &str) -> String {
    format!(
        "{KEYS}<section>\n<h2>All steps</h2>\n<div class=\"scroll\" id=\"steps\" tabindex=\"0\" role=\"group\" \
         aria-label=\"All steps\">\n{log}</div>\n</section>\n<section>\n<h2>The tree as a list</h2>\n{outline}</section>\n"
    )
}

/// What stands last: where the trace is.
pub fn foot(has_trace: bool) -> String {
    let trace = if has_trace {
        "The trace of the search is in this file: <code>plywood verify</code> and <code>plywood explain</code> read it. \
         <button type=\"button\" id=\"download\" class=\"scripted\">Save it as JSON</button>"
    } else {
        "The trace of the search is too long to be in this file; <code>plywood explain ... -o trace.jsonl</code> writes it."
    };
    format!("<footer><p>Made by plywood. {trace}</p></footer>\n")
}
