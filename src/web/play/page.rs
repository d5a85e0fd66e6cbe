//! Writes the file of the playground: the module, the scripts of other pages, and the input fields.

use super::cut::LEVELS;
use crate::core::names::Named;
use crate::core::search::{Algorithm, Cut, Fail, MAX_DEPTH, Mistake, Order, Technique};
use crate::lessons::model::builtin_names;
use crate::page::escape;
use crate::web::shell::{HtmlDocument, PageKind, dense};
use serde_json::json;
use std::fmt::Write as _;
use std::io::{self, Write};

/// An example to try first: its name, and the text to type.
const EXAMPLES: [(&str, &str); 7] = [
    ("Textbook", "((3 12 8) (2 4 6) (14 5 2))"),
    ("Equal scores", "((3 5) (5 3) (4 3 2))"),
    ("Deep cutoff", "((5 6) (((4 9 8) (7 6)) ((8 9) (1 2))))"),
    ("Four plies", "((((5 6) (7 4 5)) ((3))) (((6) (6 9)) ((7))) (((5)) ((9 8) (6))))"),
    ("An unknown leaf", "((5 x) (2 6))"),
    ("A lesson", "sargon-2"),
    ("A position", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"),
];

/// Writes the playground; `module` is this library as compressed WebAssembly. The page opens with `parts`, named as in
/// its address: `tree`, `order`, `set` ...
pub(crate) fn playground(module: &[u8], parts: &[(&str, String)], out: &mut dyn Write) -> io::Result<()> {
    let document = HtmlDocument {
        title: "Which leaves can you skip? A playground for alpha-beta",
        body: body(parts),
        data: vec![dense("module", module)],
        kind: PageKind::Playground,
        has_board: true,
    };
    out.write_all(document.text().as_bytes())
}

/// Returns the content of the page before anything has been searched.
fn body(parts: &[(&str, String)]) -> String {
    let mut examples = String::new();
    for (name, text) in EXAMPLES {
        let _ = writeln!(examples, "<button type=\"button\" data-subject=\"{}\">{name}</button>", escape::xml(text));
    }
    let lessons: String = builtin_names().into_iter().map(|name| format!("<option>{name}")).collect();
    let level = |(index, name): (usize, &&str)| {
        let number = index + 1;
        format!(
            "<button type=\"button\" role=\"radio\" aria-checked=\"false\" data-level=\"{number}\">{number} <small>{name}</small></button>\n"
        )
    };
    let levels: String = LEVELS.iter().enumerate().map(level).collect();
    let parts = escape::xml(&json!(parts).to_string());
    [
        ("{parts}", parts.as_str()),
        ("{subject}", EXAMPLES[0].1),
        ("{examples}", &examples),
        ("{lessons}", &lessons),
        ("{levels}", &levels),
        ("{rules}", &fields("")),
        ("{beside}", &fields("beside-")),
    ]
    .into_iter()
    .fold(BODY.to_owned(), |body, (place, text)| body.replacen(place, text, 1))
}

const BODY: &str = include_str!("../../../web/playground.html");

/// Returns the input fields for the search settings; their names begin with `prefix`.
fn fields(prefix: &str) -> String {
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
        select::<Cut>(prefix, "cut", "A tie", USUAL),
        select::<Fail>(prefix, "fail", "Fail", USUAL),
        select::<Mistake>(prefix, "mistake", "Mistake", "none"),
        techniques(prefix),
    ]
    .concat()
}

/// The text of a field in which the reader has chosen nothing; the script adds the actual default.
const USUAL: &str = "default";

/// Returns a selection field for a list of names. The first entry, `nothing`, selects none of the names.
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
    let mut out = format!("<label>{label} <select name=\"{prefix}{name}\"><option value=\"\">{nothing}");
    for (value, description) in all {
        let _ = write!(out, "<option value=\"{value}\" title=\"{}\">{value}", escape::xml(description));
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
