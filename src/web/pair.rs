//! Two searches of the same tree side by side, in step: what differs between the finished trees is marked.

use super::assets::PageKind;
use super::key::key_of_two;
use super::parts::{drawing, scores};
use super::search::PageSearch;
use super::shell::{self, HtmlDocument, Shown};
use super::steps::Steps;
use crate::explain::answer::{answer, cost};
use crate::explain::claim::claim_of_two;
use crate::explain::facts::{called, origin_sentence, subject_sentence, whose_sentence};
use crate::page::escape;
use crate::page::style::Style;
use crate::page::words::Words;
use crate::study::{AnyStudy, StudyError};
use std::fmt::Write as _;
use std::io::{self, Write};

/// Runs two searches, each with its name, and writes them side by side.
///
/// # Errors
/// [`StudyError`] if a search cannot be run, or if their trees are not the same small tree.
pub(crate) fn pair(sides: [(&str, &dyn AnyStudy); 2], style: &Style, out: &mut dyn Write) -> Result<(), StudyError> {
    let [one, other] = sides.map(|(_, study)| PageSearch::new(study, style, false));
    let searches = [one?, other?];
    let header = &searches[0].tree.header;
    let title = called(header);
    let Shown { body, states, .. } = shown(sides.map(|(name, _)| name), &searches)?;
    let body = format!("<h1><bdi>{}</bdi></h1>\n{body}", escape::xml(title));
    let data = states.iter().map(shell::states).collect();
    Ok(out.write_all(
        HtmlDocument { title, body, data, kind: PageKind::Pair, has_board: header.position().is_some() }
            .write()
            .as_bytes(),
    )?)
}

/// Puts together what is shown of two searches.
///
/// # Errors
/// [`StudyError`] if their trees are not the same small tree.
pub(super) fn shown(names: [&str; 2], searches: &[PageSearch; 2]) -> Result<Shown, StudyError> {
    let lines = |search: &PageSearch| search.nodes.all.iter().map(|shown| shown.row.lines.clone()).collect::<Vec<_>>();
    if !searches.iter().all(|search| search.is_whole) || lines(&searches[0]) != lines(&searches[1]) {
        let text = "a page shows two searches side by side only of a small tree, such as a lesson";
        return Err(io::Error::other(text).into());
    }
    let words = Words::new(&searches[0].style, &searches[0].tree.header);
    let claim = claim_of_two([0, 1].map(|number: usize| (names[number], &searches[number].tree)), &words);
    let header = &searches[0].tree.header;
    let origin = origin_sentence(header).unwrap_or_default();
    let about = scores(&subject_sentence(header, false), &whose_sentence(header, words.style.view), &origin, "");
    let mut body = format!("<p class=\"claim gives-away\">{}</p>\n{about}{}", escape::xml(&claim), shell::start(false));
    body.push_str("<div class=\"pair\">\n");
    let mut states = Vec::new();
    for (number, (name, search)) in names.iter().zip(searches).enumerate() {
        body.push_str(&side(search, name, number));
        states.extend(search.steps.as_ref().map(Steps::alone));
    }
    let steps = searches.iter().filter_map(|search| search.steps.as_ref()).map(|steps| steps.told.len()).max();
    let _ = write!(body, "</div>\n{}", key_of_two(searches, &words));
    body.push_str(&shell::controls(steps.unwrap_or(1), ""));
    body.push_str(shell::KEYS);
    Ok(Shown { body, lists: None, states: Some(states.into()) })
}

/// One of the two.
fn side(search: &PageSearch, name: &str, number: usize) -> String {
    let words = Words::new(&search.style, &search.tree.header);
    let widths = search.steps.as_ref().map_or([0; 3], |steps| steps.widths);
    let mut out = format!("<section>\n<h2>{}</h2>\n<dl class=\"facts gives-away\">\n", escape::xml(name));
    for (label, text) in answer(&search.tree, &words, false).into_iter().chain(cost(&search.tree, None)) {
        let _ = writeln!(out, "<dt>{}</dt><dd>{}</dd>", escape::xml(label), escape::xml(&text));
    }
    let drawing = drawing(search, widths, &words, &format!("The search tree of {name}."), &format!("-{number}"));
    let board = search.tree.header.position().map(|_| "");
    let _ = write!(
        out,
        "</dl>\n<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"The tree of {}, drawn\">\n{drawing}</div>\n\
         <div class=\"scripted\">{}{}</div>\n</section>\n",
        escape::xml(name),
        shell::sentence(""),
        shell::beside(board, search.tree.header.fen.is_some())
    );
    out
}
