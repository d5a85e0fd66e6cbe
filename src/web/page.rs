//! Whole browser pages: one search with all steps, two searches side by side, and several searches as a book.

use super::key::{DrawingForm, key, key_of_two};
#[cfg(feature = "cli")]
use super::key::{KeyOfAll, in_short};
use super::opponent::opponent;
use super::overview::overview;
#[cfg(feature = "cli")]
use super::parts::claimed;
use super::parts::{all_passes, claiming, drawing, end, found, question, remarks, scores, top};
use super::search::PageSearch;
use super::shell::{self, HtmlDocument, PageKind, PageLists, Shown, packed};
use super::steps::{Steps, drawn_board};
#[cfg(feature = "cli")]
use super::thumbnail::thumbnail;
use super::tour::Tour;
use super::{parts, tree, turned};
use crate::core::search::Order;
use crate::core::study::{AnyStudy, StudyError};
use crate::core::trace::Header;
use crate::explain::answer::{CHECKED, answer, cost};
use crate::explain::claim::{claim, claim_of_two};
use crate::explain::facts::{self, called, order_words, origin_sentence, subject_sentence, whose_sentence};
use crate::explain::horizon::Horizon;
use crate::lessons::model::{LONG_TREE, Model};
#[cfg(feature = "cli")]
use crate::page::document::coded;
use crate::page::escape;
use crate::page::style::Style;
use crate::page::text::{capitalized, grouped, side_to_move};
use crate::page::words::Words;
use crate::picture::Point;
use crate::picture::drawn::best_move;
use crate::picture::svg::inline_board;
#[cfg(feature = "cli")]
use serde_json::Value;
use serde_json::json;
use std::fmt::Write as _;
use std::io::{self, Write};

/// Runs the search and writes the page.
pub(crate) fn write(study: &dyn AnyStudy, style: &Style, out: &mut dyn Write) -> Result<(), StudyError> {
    Ok(out.write_all(document(PageSearch::new(study, style, true)?)?.as_bytes())?)
}

/// Returns the whole file.
fn document(mut search: PageSearch) -> Result<String, StudyError> {
    let tour = Tour::of(&search)?;
    let begin = beginning(&search);
    let Shown { body, lists, mut states } = shown(&mut search, tour.as_ref(), begin);
    let header = &search.tree.header;
    let words = Words::new(&search.style, header);
    if let (Some(states), Some(drawn)) = (&mut states, turned::narrow(&search, &words, &tree_name(&search, &words), ""))
    {
        states["narrow"] = json!(drawn);
    }
    let title = called(header);
    let below = lists.map(|lists| shell::below(Some(&lists))).unwrap_or_default();
    let mut data: Vec<String> = states.iter().map(shell::states).collect();
    data.extend(search.trace.as_ref().map(|trace| packed("trace", trace)));
    let game = opponent(&search.tree, &words);
    let foot = shell::foot(search.trace.is_some());
    let body = format!("{body}{below}{game}{foot}");
    let kind = match &search.steps {
        None => PageKind::Still,
        Some(_) => PageKind::Page { has_tour: tour.is_some() },
    };
    Ok(HtmlDocument { title, body, data, kind, has_board: header.position().is_some() }.text())
}

/// Builds the content for a search, after its beginning. Moves the states out of the search, because they are large.
pub(super) fn shown(search: &mut PageSearch, tour: Option<&Tour>, begin: String) -> Shown {
    let taken = search.steps.as_mut().map(|steps| steps.data.take());
    let search = &*search;
    let header = &search.tree.header;
    let words = Words::new(&search.style, header);
    let mut body = begin;
    body.extend(search.horizon.iter().map(|Horizon { said, .. }| {
        let label = Horizon::LABEL;
        format!("<p class=\"caveat gives-away\"><b>{label}.</b> {}.</p>\n", escape::xml(&capitalized(said)))
    }));
    let overview = overview(&search.tree, &words);
    if !overview.is_empty() && search.steps.is_some() {
        body.push_str(&shell::start(tour.is_some()));
    }
    body.push_str(&overview);
    let mut states = None;
    if let Some(steps) = &search.steps {
        let tour_widths = tour.map_or([0; 3], |tour| tour.widths);
        let widths = [0, 1, 2].map(|column: usize| steps.widths[column].max(tour_widths[column]));
        let start = if overview.is_empty() { shell::start(tour.is_some()) } else { String::new() };
        body.push_str(&stage(search, steps, &start, widths, &words));
        body.push_str(tour.map_or("", |tour| &tour.text));
        let mut data = json!({ "tour": tour.map(|tour| &tour.data) });
        data["search"] = taken.unwrap_or_default();
        data["search"]["name"] = json!(file_name(header));
        if search.nodes.is_upright() {
            let rows = tree::rows(&search.nodes, widths, &words, &tree_name(search, &words), "", search.is_narrow);
            data["rows"] = json!(rows + &key(search, &words, DrawingForm::Rows));
        }
        states = Some(data);
    }
    body.push_str(&found(&search.tree, &words, search.nodes.is_upright()));
    body.push_str(&end(header, &words));
    let lists = search.steps.as_ref().map(|steps| {
        body.push_str(&all_passes(&search.tree, &words));
        PageLists { log: parts::log(&steps.log), outline: parts::outline(&search.nodes, &words) }
    });
    Shown { body, lists, states }
}

/// Returns the heading of a page and the text below it. A page without a title of its own begins with the result.
fn beginning(search: &PageSearch) -> String {
    let (tree, header) = (&search.tree, &search.tree.header);
    let words = Words::new(&search.style, header);
    match unnamed(header) {
        Some(name) => claiming(&claim(tree, &words), &name) + &remarks(tree, &words),
        None => format!("<h1><bdi>{}</bdi></h1>\n{}", escape::xml(called(header)), top(tree, &words)),
    }
}

/// Returns what a page without a title calls its subject: a typed tree, or a position and its side to move. It is never
/// the FEN, because few readers recognize a position by its FEN.
fn unnamed(header: &Header) -> Option<String> {
    match (facts::heading(header), header.position(), side_to_move(header)) {
        ("", Some(_), Some(side)) => Some(format!("<small><bdi>A position, {side} to move</bdi></small>")),
        (LONG_TREE, None, _) if header.name.is_empty() => Some(format!("<small>{LONG_TREE}</small>")),
        _ if Model::from_typed(called(header)).is_ok() => {
            Some(format!("<code><bdi>{}</bdi></code>", escape::xml(called(header))))
        }
        _ => None,
    }
}

/// Returns the tree and the text next to it.
fn stage(search: &PageSearch, steps: &Steps, start: &str, widths: [usize; 3], words: &Words<'_>) -> String {
    let header = &search.tree.header;
    let mut left_out = String::new();
    if !search.is_whole {
        left_out = format!(
            "<p class=\"about how\">Moves refuted by the same reply share a row. The page shows {} of {} steps, those at the nodes drawn.</p>\n",
            grouped(steps.log.len() as u64),
            grouped(search.events as u64)
        );
    }
    let drawn = header.position().map(|fen| drawn_board((&header.games, fen), best_move(&search.tree)));
    let board = drawn.map(|board| inline_board(&board, Point::default()));
    let sentence = steps.log.last().map(|one| one.sentence.as_str()).unwrap_or_default();
    format!(
        "<section class=\"stage\" aria-label=\"The search, step by step\">\n<figure class=\"drawing\">\n{}\
         <div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"The tree, drawn\">\n{}</div>\n{start}</figure>\n{}{}</section>\n{}{left_out}",
        question(header),
        drawing(search, widths, words, &tree_name(search, words), ""),
        shell::beside(board.as_deref(), header.fen.is_some()),
        shell::controls(steps.log.len(), &shell::sentence(sentence)),
        key(search, words, DrawingForm::of(search))
    )
}

fn tree_name(search: &PageSearch, words: &Words<'_>) -> String {
    format!("The search tree, {} nodes; best line {}.", search.nodes.all.len(), words.line(&search.tree.outcome.pv))
}

/// Returns the file name of the trace, using only characters that every system allows.
fn file_name(header: &Header) -> String {
    let name: String = header.name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(60).collect();
    if name.is_empty() { "trace".to_owned() } else { name }
}

/// Runs two searches, each with its name, and writes them side by side.
#[cfg(feature = "cli")]
pub(crate) fn pair(sides: [(&str, &dyn AnyStudy); 2], style: &Style, out: &mut dyn Write) -> Result<(), StudyError> {
    let [one, other] = sides.map(|(_, study)| PageSearch::new(study, style, false));
    let searches = [one?, other?];
    let header = &searches[0].tree.header;
    let title = called(header);
    let begin = |result: &str| match unnamed(header) {
        // As on other pages, the result is the heading of a page without a title.
        Some(name) => claiming(result, &name),
        None => format!("<h1><bdi>{}</bdi></h1>\n{}", escape::xml(title), claimed(result)),
    };
    let Shown { body, mut states, .. } = shown_pair(sides.map(|(name, _)| name), &searches, begin)?;
    let words = Words::new(&searches[0].style, header);
    let stepped = searches.iter().enumerate().filter(|(_, search)| search.steps.is_some());
    for ((number, search), alone) in stepped.zip(states.iter_mut().filter_map(Value::as_array_mut).flatten()) {
        alone["narrow"] = json!(turned::narrow(search, &words, &tree_name(search, &words), &format!("-{number}")));
    }
    let data = states.iter().map(shell::states).collect();
    let document = HtmlDocument { title, body, data, kind: PageKind::Pair, has_board: header.position().is_some() };
    Ok(out.write_all(document.text().as_bytes())?)
}

/// Builds the content for two searches. `begin` returns its beginning from the result.
pub(super) fn shown_pair(
    names: [&str; 2],
    searches: &[PageSearch; 2],
    begin: impl FnOnce(&str) -> String,
) -> Result<Shown, StudyError> {
    let lines = |search: &PageSearch| search.nodes.all.iter().map(|shown| shown.row.lines.clone()).collect::<Vec<_>>();
    if !searches.iter().all(|search| search.is_whole) || lines(&searches[0]) != lines(&searches[1]) {
        let text = "a page shows two searches side by side only of a small tree, such as a lesson";
        return Err(io::Error::other(text).into());
    }
    let words = Words::new(&searches[0].style, &searches[0].tree.header);
    let orders = orders(searches);
    let names = orders.as_ref().map_or(names, |[one, other]| [one, other]);
    let result = claim_of_two([0, 1].map(|number: usize| (names[number], &searches[number].tree)), &words);
    let header = &searches[0].tree.header;
    let origin = origin_sentence(header).unwrap_or_default();
    let about = scores(&subject_sentence(header, false), &whose_sentence(header, words.style.view), &origin, "");
    let stacked = if searches[0].nodes.is_wide() { " stacked" } else { "" };
    let mut body = format!("{}{about}{}<div class=\"pair{stacked}\">\n", begin(&result), shell::start(false));
    let mut states = Vec::new();
    for (number, (name, search)) in names.iter().zip(searches).enumerate() {
        body.push_str(&side(search, name, number));
        states.extend(search.steps.as_ref().map(Steps::alone));
    }
    let steps = searches.iter().filter_map(|search| search.steps.as_ref()).map(|steps| steps.log.len()).max();
    let _ = write!(body, "</div>\n{}", key_of_two(searches, &words));
    body.push_str(&shell::controls(steps.unwrap_or(1), ""));
    body.push_str(shell::KEYS);
    Ok(Shown { body, lists: None, states: Some(states.into()) })
}

/// Returns the orders of two searches as their names, if the searches differ in nothing else.
fn orders(searches: &[PageSearch; 2]) -> Option<[String; 2]> {
    let [one, other] = [0, 1].map(|number: usize| &searches[number].tree.header);
    let is_alike = one.algorithm == other.algorithm && one.order != other.order && one.techniques == other.techniques;
    let words = |search: &PageSearch| {
        let header = &search.tree.header;
        let is_listed = (0..search.nodes.all.len()).all(|node| search.nodes.tried(node).is_sorted());
        // The static evaluations of a small tree often confirm the order of its moves.
        let is_static = header.order == Order::Static.to_string();
        if is_static && is_listed { "moves as listed".to_owned() } else { order_words(header) }
    };
    is_alike.then(|| [0, 1].map(|number: usize| capitalized(&words(&searches[number]))))
}

/// Returns the part of the page for one of two searches side by side.
fn side(search: &PageSearch, name: &str, number: usize) -> String {
    let words = Words::new(&search.style, &search.tree.header);
    let widths = search.steps.as_ref().map_or([0; 3], |steps| steps.widths);
    let mut out = format!("<section>\n<h2>{}</h2>\n<dl class=\"facts gives-away\">\n", escape::xml(name));
    let facts = answer(&search.tree, &words, false).into_iter().chain(cost(&search.tree, None));
    for (label, text) in facts.filter(|(label, _)| *label != CHECKED) {
        let _ = writeln!(out, "<dt>{}</dt><dd>{}</dd>", escape::xml(label), escape::xml(&text));
    }
    let drawing = drawing(search, widths, &words, &format!("The search tree of {name}."), &format!("-{number}"));
    let board = search.tree.header.position().map(|_| "");
    let _ = write!(
        out,
        "</dl>\n<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"The tree of {}, drawn\">\n{drawing}</div>\n\
         <details class=\"listed\"><summary>The tree as a list</summary>\n{}</details>\n\
         <div class=\"scripted\">{}{}</div>\n</section>\n",
        escape::xml(name),
        parts::still_outline(&search.nodes, &words),
        shell::sentence(""),
        shell::beside(board, search.tree.header.fen.is_some())
    );
    out
}

#[cfg(feature = "cli")]
pub(crate) struct Chapter {
    /// The part of the book to which the chapter belongs.
    pub topic: String,
    pub study: Box<dyn AnyStudy>,
}

/// What the first lines of the book say about it.
#[cfg(feature = "cli")]
const ABOUT_BOOK: &str = "Each lesson is one small tree about one idea. Choose a lesson, read its finished tree, and then go through \
    its search step by step.";

/// Runs the searches and writes them as a book. Chapters on the same topic must be consecutive.
#[cfg(feature = "cli")]
pub(crate) fn book(name: &str, chapters: &[Chapter], style: &Style, out: &mut dyn Write) -> Result<(), StudyError> {
    let mut contents = String::from("<nav aria-label=\"Contents\">\n");
    let (mut body, mut states) = (String::new(), Vec::new());
    let (mut topic, mut key) = ("", KeyOfAll::default());
    for (number, chapter) in chapters.iter().enumerate() {
        let search = PageSearch::new(&*chapter.study, style, false)?;
        if chapter.topic != topic {
            contents.push_str(if topic.is_empty() { "" } else { "</ol>\n" });
            topic = &chapter.topic;
            let _ = writeln!(contents, "<p>{}</p>\n<ol start=\"{}\">", escape::xml(topic), number + 1);
        }
        let title = escape::xml(called(&search.tree.header));
        let about = beginning_of(&search.tree.header.note);
        let _ = writeln!(
            contents,
            "<li><a href=\"#{number}\">{}<span><b>{title}</b><small>{about}</small></span></a></li>",
            thumbnail(&search.nodes, &Words::new(&search.style, &search.tree.header))
        );
        body.push_str(&section(&search, number, &title));
        key.take(&search, &Words::new(&search.style, &search.tree.header));
        states.push(search.steps.as_ref().map(Steps::alone));
    }
    contents.push_str(if topic.is_empty() { "</nav>\n" } else { "</ol>\n</nav>\n" });
    let stage = format!("{}{}", shell::beside(Some(""), true), shell::controls(1, &shell::sentence("")));
    let body = format!(
        "<h1>{}</h1>\n<p>{ABOUT_BOOK}</p>\n{contents}<h2 id=\"key\">How to read the trees</h2>\n{}{}{body}<template id=\"stage\">\n{stage}</template>\n",
        escape::xml(name),
        key.text,
        shell::KEYS
    );
    let data = vec![shell::states(&json!(states))];
    let document = HtmlDocument { title: name, body, data, kind: PageKind::Book, has_board: true };
    Ok(out.write_all(document.text().as_bytes())?)
}

/// Returns the first sentence of a lesson's note as HTML, or the first two if the first one is too short to say what
/// the lesson is about.
#[cfg(feature = "cli")]
fn beginning_of(note: &str) -> String {
    const SHORT: usize = 25;
    let ends = note.match_indices(". ").map(|(at, _)| at + 1);
    let end = ends.into_iter().find(|&end| SHORT < end).unwrap_or(note.len());
    coded(&note[..end])
}

/// Returns a chapter; `title` is already escaped.
#[cfg(feature = "cli")]
fn section(search: &PageSearch, number: usize, title: &str) -> String {
    let tree = &search.tree;
    let header = &tree.header;
    let words = Words::new(&search.style, header);
    let name = format!("The search tree; best line {}.", words.line(&tree.outcome.pv));
    let widths = search.steps.as_ref().map_or([0; 3], |steps| steps.widths);
    let open = "<p class=\"scripted\"><button type=\"button\" class=\"open\">Step by step</button></p>\n";
    let mut out =
        format!("<section class=\"chapter\" id=\"{number}\">\n<h2><bdi>{title}</bdi></h2>\n{}", top(tree, &words));
    let _ = write!(
        out,
        "<div class=\"stage\">\n<figure class=\"drawing\">\n<div class=\"scroll\" tabindex=\"0\" role=\"group\" \
         aria-label=\"The tree, drawn\">\n{}</div>\n<figcaption>{} <a href=\"#key\">Signs</a></figcaption>\n</figure>\n</div>\n{}{}",
        drawing(search, widths, &words, &name, &format!("-{number}")),
        escape::xml(&in_short(search, &words)),
        if search.steps.is_some() { open } else { "" },
        question(header) + &found(tree, &words, search.nodes.is_upright()) + &end(header, &words)
    );
    if !header.name.is_empty() {
        let name = escape::xml(&header.name);
        let _ = writeln!(out, "<p>As its own page: <code>plywood explain {name} -o {name}.html</code></p>");
    }
    out.push_str("</section>\n");
    out
}
