//! A search as one page for browsers: the finished tree, and all steps to look at.

use super::assets::PageKind;
use super::key::{DrawingForm, key};
use super::list;
use super::opponent::opponent;
use super::packed::packed;
use super::parts::{all_passes, drawing, end, found, question, top};
use super::search::PageSearch;
use super::shell::{self, HtmlDocument, PageLists, Shown};
use super::steps::{Steps, board};
use super::tour::Tour;
use super::tree;
use crate::explain::facts::{self, called};
use crate::explain::horizon::Horizon;
use crate::page::escape;
use crate::page::style::Style;
use crate::page::text::{capitalized, grouped, side_to_move};
use crate::page::words::Words;
use crate::picture::drawn::best_move;
use crate::study::{AnyStudy, StudyError};
use crate::trace::Header;
use serde_json::json;
use std::io::Write;

/// Runs the search and writes the page.
///
/// # Errors
/// [`StudyError`] if the search cannot be run, or told twice.
pub(crate) fn write(study: &dyn AnyStudy, style: &Style, out: &mut dyn Write) -> Result<(), StudyError> {
    Ok(out.write_all(document(PageSearch::new(study, style, true)?)?.as_bytes())?)
}

/// The whole file.
fn document(mut search: PageSearch) -> Result<String, StudyError> {
    let tour = Tour::of(&search)?;
    let Shown { body, lists, states } = shown(&mut search, tour.as_ref());
    let header = &search.tree.header;
    let title = called(header);
    let below = lists.map(|lists| shell::below(Some(&lists))).unwrap_or_default();
    let mut data: Vec<String> = states.iter().map(shell::states).collect();
    data.extend(search.trace.as_ref().map(|trace| packed("trace", trace)));
    let game = opponent(&search.tree, &Words::new(&search.style, header));
    let foot = shell::foot(search.trace.is_some());
    let body = format!("<h1><bdi>{}</bdi></h1>\n{body}{below}{game}{foot}", escape::xml(&heading(header)));
    let kind = match &search.steps {
        None => PageKind::Still,
        Some(_) => PageKind::Page { has_tour: tour.is_some() },
    };
    Ok(HtmlDocument { title, body, data, kind, has_board: header.position().is_some() }.write())
}

/// Puts together what is shown of a search, and takes its states for that: they are large.
pub(super) fn shown(search: &mut PageSearch, tour: Option<&Tour>) -> Shown {
    let taken = search.steps.as_mut().map(|steps| steps.data.take());
    let search = &*search;
    let header = &search.tree.header;
    let words = Words::new(&search.style, header);
    let mut body = top(&search.tree, &words);
    body.extend(search.horizon.iter().map(|Horizon { said, .. }| {
        let label = Horizon::LABEL;
        format!("<p class=\"caveat gives-away\"><b>{label}.</b> {}.</p>\n", escape::xml(&capitalized(said)))
    }));
    let mut states = None;
    if let Some(steps) = &search.steps {
        let tour_widths = tour.map_or([0; 3], |tour| tour.widths);
        let widths = [0, 1, 2].map(|column: usize| steps.widths[column].max(tour_widths[column]));
        body.push_str(&stage(search, steps, tour.is_some(), widths, &words));
        body.push_str(tour.map_or("", |tour| &tour.text));
        let mut data = json!({ "tour": tour.map(|tour| &tour.data) });
        data["search"] = taken.unwrap_or_default();
        data["search"]["name"] = json!(file_name(header));
        if search.nodes.is_upright() {
            let rows = tree::rows(&search.nodes, widths, &words, &tree_name(search, &words), "");
            data["rows"] = json!(rows + &key(search, &words, DrawingForm::Rows));
        }
        states = Some(data);
    }
    body.push_str(&found(&search.tree, &words));
    body.push_str(&end(header));
    let lists = search.steps.as_ref().map(|steps| {
        body.push_str(&all_passes(&search.tree, &words));
        PageLists { log: list::log(&steps.told), outline: list::outline(&search.nodes, &words) }
    });
    Shown { body, lists, states }
}

/// What stands above all: nobody knows a position by its squares.
fn heading(header: &Header) -> String {
    match (facts::heading(header), header.position(), side_to_move(header)) {
        ("", Some(_), Some(side)) => format!("A position, {side} to move"),
        _ => called(header).to_owned(),
    }
}

/// The tree and what stands beside it.
fn stage(search: &PageSearch, steps: &Steps, has_tour: bool, widths: [usize; 3], words: &Words<'_>) -> String {
    let header = &search.tree.header;
    let mut left_out = String::new();
    if !search.is_whole {
        left_out = format!(
            "<p class=\"about how\">Moves that the same answer holds share a row; {} of {} steps are shown, those at nodes that are drawn.</p>\n",
            grouped(steps.told.len() as u64),
            grouped(search.events as u64)
        );
    }
    let stage = shell::StagePart {
        tree: drawing(search, widths, words, &tree_name(search, words), ""),
        start: question(header) + &shell::start(has_tour),
        shows_moves: header.fen.is_some(),
        board: header.position().map(|fen| board(fen, best_move(&search.tree))),
        steps: steps.told.len(),
        sentence: steps.told.last().map(|one| one.sentence.as_str()).unwrap_or_default(),
    };
    stage.write() + &key(search, words, DrawingForm::of(search)) + &left_out
}

fn tree_name(search: &PageSearch, words: &Words<'_>) -> String {
    format!("The search tree, {} nodes; best play {}.", search.nodes.all.len(), words.line(&search.tree.outcome.pv))
}

/// The name of a file for the trace, of letters that every system takes.
fn file_name(header: &Header) -> String {
    let name: String = header.name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(60).collect();
    if name.is_empty() { "trace".to_owned() } else { name }
}
