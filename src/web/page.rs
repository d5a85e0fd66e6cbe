//! A search as one page for browsers: the finished tree, and all steps to look at.

use super::assets::Kind;
use super::list;
use super::packed::packed;
use super::parts::{all_passes, end, top};
use super::search::Search;
use super::shell::{self, Document};
use super::steps::Steps;
use super::tour::Tour;
use super::tree::drawing;
use crate::explain::facts::called;
use crate::explain::legend::brief;
use crate::page::board::board;
use crate::page::escape;
use crate::page::style::{Charset, Style};
use crate::page::text::grouped;
use crate::page::words::Words;
use crate::study::{AnyStudy, StudyError};
use crate::trace::Header;
use serde_json::json;
use std::io::Write;

/// Runs the search and writes the page.
///
/// # Errors
/// [`StudyError`] if the search cannot be run, or told twice.
pub(crate) fn write(study: &dyn AnyStudy, style: &Style, out: &mut dyn Write) -> Result<(), StudyError> {
    let style = Style { charset: Charset::Unicode, color: false, ..*style };
    Ok(out.write_all(document(&Search::new(study, style, true)?)?.as_bytes())?)
}

/// The whole file.
fn document(search: &Search) -> Result<String, StudyError> {
    let header = &search.tree.header;
    let words = Words::new(&search.style, header);
    let tour = Tour::of(search)?;
    let title = called(header);
    let mut body = format!("<h1><bdi>{}</bdi></h1>\n", escape::xml(title));
    body.push_str(&top(&search.tree, &words));
    let mut data = Vec::new();
    if let Some(steps) = &search.steps {
        body.push_str(tour.as_ref().map_or("", |tour| &tour.text));
        let tour_widths = tour.as_ref().map_or([0; 3], |tour| tour.widths);
        let widths = [0, 1, 2].map(|column: usize| steps.widths[column].max(tour_widths[column]));
        body.push_str(&stage(search, steps, widths, &words));
        body.push_str(&all_passes(&search.tree, &words));
        body.push_str(&shell::below(&list::log(&steps.told), &list::outline(&search.nodes, &words)));
        let mut states = json!({ "search": steps.data, "tour": tour.as_ref().map(|tour| &tour.data) });
        states["search"]["name"] = json!(file_name(header));
        data.push(shell::states(&states));
    }
    data.extend(search.trace.as_ref().map(|trace| packed("trace", trace)));
    body.push_str(&end(header));
    body.push_str(&shell::foot(search.trace.is_some()));
    let kind = match &search.steps {
        None => Kind::Still,
        Some(_) => Kind::Page { has_tour: tour.is_some() },
    };
    Ok(Document { title, body, data, kind, has_board: header.fen.is_some() }.write())
}

/// The tree and what stands beside it.
fn stage(search: &Search, steps: &Steps, widths: [usize; 3], words: &Words<'_>) -> String {
    let header = &search.tree.header;
    let nodes = &search.nodes.all;
    let play = words.line(&search.tree.outcome.pv);
    let name = format!("The search tree, {} rows; best play {play}.", nodes.len());
    let mut said: Vec<String> = brief(words, header.has_window()).into();
    if !search.is_whole {
        said.push(format!(
            "Drawn are best play, and of the other moves the answer that decided; {} of {} steps are shown, those at nodes that are drawn.",
            grouped(steps.told.len() as u64),
            grouped(search.events as u64)
        ));
    }
    let first = steps.told.last().map(|one| one.sentence.as_str()).unwrap_or_default();
    shell::Stage {
        how_to_read: said.join(" "),
        tree: drawing(&search.nodes, widths, words, &name, ""),
        board: header.fen.as_ref().map(|fen| board(fen, &Style { charset: Charset::Ascii, ..search.style }).join("\n")),
        steps: steps.told.len(),
        sentence: first,
    }
    .write()
}

/// The name of a file for the trace, of letters that every system takes.
fn file_name(header: &Header) -> String {
    let name: String = header.name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(60).collect();
    if name.is_empty() { "trace".to_owned() } else { name }
}
