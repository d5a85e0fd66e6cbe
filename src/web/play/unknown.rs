//! A tree with an unknown leaf, in the playground: the tree before the search, and the search's result for each value
//! of the leaf.

use super::request::{Request, RequestError};
use crate::cases::{CaseRow, Cases, CasesText, HEADS, UnsearchedTree, cases, rule};
use crate::core::ratio::Ratio;
use crate::core::study::Limits;
use crate::explain::facts::heading;
use crate::page::escape;
use crate::page::{Charset, Style, View, Words};
use crate::subject::Subject;
use crate::web::cells::Nodes;
use crate::web::parts::{end, unsearched};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Answers a request for a tree with one unknown letter; returns `None` for other subjects.
pub(super) fn states(request: &Request, subject: &Subject) -> Result<Option<Value>, RequestError> {
    let Some(letter) = subject.letter() else { return Ok(None) };
    if request.beside.is_some() {
        let text = format!("a second search needs a value for {letter}; replace {letter} by a number");
        return Err(text.into());
    }
    let settings = request.settings(&request.search, subject)?;
    let cases = cases(subject, &settings, &Limits { nodes: request.nodes, ..Limits::default() })?;
    let header = &cases.header;
    let cut = settings.cut.name();
    Ok(Some(json!({
        "value": null,
        "leaves": 0,
        "lines": [],
        "is_tree": true,
        "unknown": letter,
        "body": body(&cases, request.narrow)?,
        "lists": null,
        "states": null,
        "names": null,
        "settings": [{
            "algorithm": header.algorithm, "depth": header.depth, "order": header.order, "cut": cut, "fail": header.fail,
        }],
        "command": request.command(),
    })))
}

fn body(cases: &Cases, is_narrow: bool) -> Result<String, RequestError> {
    let style = Style { charset: Charset::Unicode, view: View::Minimax, ..Style::default() };
    let mut out = format!(
        "<section class=\"stage\" aria-label=\"The tree\">\n<figure class=\"drawing\">\n\
         <div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"The tree, drawn\">\n{}</div>\n</figure>\n</section>\n",
        drawing(cases, &style, is_narrow)
    );
    let CasesText { search, about, rows, conditions, other } =
        CasesText::of(cases, &|cut| rule(cut).to_owned(), &style);
    let conditions: String = conditions.iter().map(|said| format!("<p><b>{}</b></p>\n", escape::xml(said))).collect();
    let header = &cases.header;
    let _ = write!(
        out,
        "<div class=\"cases-of\">\n<h2>{}</h2>\n<p>{} {}</p>\n{}{}{conditions}",
        escape::xml(heading(header)),
        escape::xml(&search.join(" ")),
        escape::xml(&about),
        table(&cases.letter, &rows),
        buttons(cases)?
    );
    if let Some((said, rows)) = other {
        let _ = write!(out, "<p>{}</p>\n{}", escape::xml(&said), table(&cases.letter, &rows));
    }
    Ok(out + &end(header, &Words::new(&style, header)) + "</div>\n")
}

fn table(letter: &str, rows: &[CaseRow]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let cells = |tag: &str, texts: &[&str]| {
        let cells: String = texts.iter().map(|text| format!("<{tag}>{}</{tag}>", escape::xml(text))).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let [value, best, pruned] = HEADS;
    let body: String = rows.iter().map(|row| cells("td", &row.each_ref().map(String::as_str))).collect();
    format!("<table>\n{}{body}</table>\n", cells("th", &[letter, value, best, pruned]))
}

/// Returns the tree with the letter in its leaf.
fn drawing(cases: &Cases, style: &Style, is_narrow: bool) -> String {
    let header = &cases.header;
    let root = UnsearchedTree { header, unknown: &cases.unknown(), values: None }.root();
    let style = Style { scale: header.scale(), ..*style };
    let words = Words::new(&style, header);
    let title = format!("The tree before the search, with the unknown score {}.", cases.letter);
    unsearched(&Nodes::of(&root), is_narrow, &words, &title)
}

/// Returns a button for each case. The button gives the unknown leaf a value and shows the resulting search step by
/// step.
fn buttons(cases: &Cases) -> Result<String, RequestError> {
    let mut out = "<p class=\"buttons scripted\">Step through the search with ".to_owned();
    for case in &cases.list {
        let x =
            case.from.filter(|_| case.from == case.to).unwrap_or_else(|| Ratio::simplest_between(case.from, case.to));
        let value: f64 = match x.to_string().parse() {
            Ok(value) => value,
            // The field of a leaf accepts only decimals.
            Err(_) => continue,
        };
        let set: Vec<_> = cases.leaves.iter().map(|leaf| json!([leaf, value])).collect();
        let set = escape::xml(&serde_json::to_string(&set)?).to_string();
        let _ = write!(out, "<button type=\"button\" data-set=\"{set}\">{} = {value}</button> ", cases.letter);
    }
    Ok(out + "</p>\n")
}
