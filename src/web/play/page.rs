//! The playground file: the module, the scripts of other pages, and the input fields.

use crate::core::names::Named;
use crate::core::search::{Algorithm, Cut, Fail, MAX_DEPTH, Mistake, Order, Technique};
use crate::lessons::model::builtin_names;
use crate::page::escape;
use crate::web::shell::{HtmlDocument, PageKind, dense};
use serde_json::json;
use std::fmt::Write as _;
use std::io::{self, Write};

/// An example to try first: its name, and the text to type.
const EXAMPLES: [(&str, &str); 6] = [
    ("Textbook", "((3 12 8) (2 4 6) (14 5 2))"),
    ("Equal scores", "((3 5) (5 3) (4 3 2))"),
    ("Deep cutoff", "((5 6) (((4 9 8) (7 6)) ((8 9) (1 2))))"),
    ("Four plies", "((((5 6) (7 4 5)) ((3))) (((6) (6 9)) ((7))) (((5)) ((9 8) (6))))"),
    ("A lesson", "sargon-2"),
    ("A position", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"),
];

/// Writes the playground; `module` is this library as WebAssembly, compressed. It opens with `parts`, named as in its
/// address: `tree`, `order`, `set` ...
pub(crate) fn playground(module: &[u8], parts: &[(&str, String)], out: &mut dyn Write) -> io::Result<()> {
    let body = format!(
        "<h1>Playground</h1>\n<p class=\"lead\">Change anything here, and plywood searches again immediately.</p>\n{}{}{STATUS}<div id=\"shown\"></div>\n{BELOW}",
        typed(parts),
        rules()
    );
    let document = HtmlDocument {
        title: "plywood playground",
        body,
        data: vec![dense("module", module)],
        kind: PageKind::Playground,
        has_board: true,
    };
    out.write_all(document.text().as_bytes())
}

fn typed(parts: &[(&str, String)]) -> String {
    let mut out = format!(
        "<div class=\"typed\"><label for=\"subject\">A tree, a lesson or a position</label>\n\
         <textarea id=\"subject\" rows=\"1\" spellcheck=\"false\" autocapitalize=\"off\" autocomplete=\"off\" \
         aria-describedby=\"error\" data-parts=\"{}\">{}</textarea></div>\n\
         <div id=\"wrong\"><p id=\"error\" role=\"alert\"></p>\n<pre id=\"where\" aria-hidden=\"true\"></pre></div>\n\
         <details id=\"choice\" open><summary>Examples and settings</summary>\n<p class=\"examples\">\n",
        escape::xml(&json!(parts).to_string()),
        EXAMPLES[0].1
    );
    for (name, text) in EXAMPLES {
        let _ = writeln!(out, "<button type=\"button\" data-subject=\"{}\">{name}</button>", escape::xml(text));
    }
    out.push_str("<button type=\"button\" id=\"random\">New random tree</button>\n<label>Lesson <select id=\"lessons\">\n<option value=\"\">choose one</option>\n");
    for name in builtin_names() {
        let _ = writeln!(out, "<option>{name}</option>");
    }
    out.push_str("</select></label></p>\n");
    out
}

/// The fields for how to search, and for a second search.
fn rules() -> String {
    let fields = |prefix: &str| -> String {
        [
            select::<Algorithm>(prefix, "algorithm", "Algorithm", USUAL),
            format!(
                "<label>Depth <input type=\"number\" name=\"{prefix}depth\" min=\"1\" max=\"{MAX_DEPTH}\" placeholder=\"{USUAL}\"></label>\n"
            ),
            options(
                prefix,
                "order",
                "Order",
                USUAL,
                Order::ALL.iter().map(|order| (order.to_string(), order.description())),
            ),
            select::<Cut>(prefix, "cut", "Cut", USUAL),
            select::<Fail>(prefix, "fail", "Fail", USUAL),
            select::<Mistake>(prefix, "mistake", "Mistake", "none"),
            techniques(prefix),
        ]
        .concat()
    };
    format!(
        "<form id=\"rules\">\n<div class=\"rules\">\n{}</div>\n\
         <label><input type=\"checkbox\" id=\"beside\"> A second search beside it</label>\n\
         <div class=\"rules\" id=\"beside-rules\" hidden>\n{}</div>\n</form>\n</details>\n",
        fields(""),
        fields("beside-")
    )
}

/// The text of a field that is left at its default; the script adds what the default is.
const USUAL: &str = "as usual";

/// A choice from a list of names; `nothing` selects none of them.
fn select<T: Named>(prefix: &str, name: &str, label: &str, nothing: &str) -> String {
    options(prefix, name, label, nothing, T::ALL.iter().map(|one| (one.name().to_owned(), one.description())))
}

fn options(
    prefix: &str,
    name: &str,
    label: &str,
    nothing: &str,
    all: impl Iterator<Item = (String, &'static str)>,
) -> String {
    let mut out = format!("<label>{label} <select name=\"{prefix}{name}\">\n<option value=\"\">{nothing}</option>\n");
    for (value, description) in all {
        let _ = writeln!(out, "<option value=\"{value}\" title=\"{}\">{value}</option>", escape::xml(description));
    }
    out + "</select></label>\n"
}

fn techniques(prefix: &str) -> String {
    let mut out = "<details class=\"techniques\"><summary>Techniques</summary>\n".to_owned();
    for technique in Technique::ALL {
        let (name, description) = (technique.name(), escape::xml(technique.description()));
        let _ = writeln!(
            out,
            "<label><input type=\"checkbox\" name=\"{prefix}with\" value=\"{name}\"> {name} <small>{description}</small></label>"
        );
    }
    out + "</details>\n"
}

/// The result, for programs that read the page, and what is still running.
const STATUS: &str = "<p id=\"result\" hidden></p>\n\
    <p id=\"hint\" aria-live=\"polite\" hidden></p>\n\
    <p id=\"busy\" role=\"status\" hidden>Searching for <span id=\"seconds\"></span> s \
    <button type=\"button\" id=\"stop\">Stop</button></p>\n";

const BELOW: &str = "<section class=\"aside\">\n<h2>What other searches cost</h2>\n\
    <table><thead><tr><th scope=\"col\">search</th><th scope=\"col\">leaves</th><td></td></tr></thead><tbody id=\"costs\"></tbody></table>\n\
    <h2>Share it</h2>\n<p><code id=\"command\"></code></p>\n\
    <p class=\"buttons\"><button type=\"button\" id=\"copy-command\">Copy the command</button>\n\
    <button type=\"button\" id=\"link\">Copy the link</button>\n\
    <button type=\"button\" id=\"picture\">Save as SVG</button></p>\n</section>\n\
    <noscript><p>The playground searches in your browser and needs JavaScript.</p></noscript>\n\
    <footer><p>Made by plywood. What you type never leaves this page.</p></footer>\n";
