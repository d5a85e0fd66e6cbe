//! Several searches as one book: contents, and for each the finished tree, the question and the folded answer.

use super::assets::PageKind;
use super::key::{KeyOfAll, in_short};
use super::parts::{drawing, end, found, question, top};
use super::search::PageSearch;
use super::shell::{self, HtmlDocument};
use super::steps::Steps;
use super::thumbnail::thumbnail;
use crate::explain::facts::called;
use crate::model::CONFUSIONS;
use crate::page::escape;
use crate::page::style::Style;
use crate::page::words::Words;
use crate::study::{AnyStudy, StudyError};
use serde_json::json;
use std::fmt::Write as _;
use std::io::Write;

/// A chapter of a book.
pub(crate) struct Chapter {
    /// The part of the book that it belongs to.
    pub topic: String,
    /// Its search.
    pub study: Box<dyn AnyStudy>,
}

/// Runs the searches and writes a book of them. Chapters of one topic have to stand together.
///
/// # Errors
/// [`StudyError`] if a search cannot be run.
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
        let settles = confusions(&search.tree.header.name);
        let _ = writeln!(
            contents,
            "<li><a href=\"#{number}\">{}<span>{title}{settles}</span></a></li>",
            thumbnail(&search.nodes)
        );
        body.push_str(&section(&search, number, &title));
        key.take(&search, &Words::new(&search.style, &search.tree.header));
        states.push(search.steps.as_ref().map(Steps::alone));
    }
    contents.push_str(if topic.is_empty() { "</nav>\n" } else { "</ol>\n</nav>\n" });
    let stage = format!("{}{}", shell::beside(Some(""), true), shell::controls(1, &shell::sentence("")));
    let body = format!(
        "<h1>{}</h1>\n{contents}<h2 id=\"key\">How the trees are read</h2>\n{}{}{body}<template id=\"stage\">\n{stage}</template>\n",
        escape::xml(name),
        key.text,
        shell::KEYS
    );
    let data = vec![shell::states(&json!(states))];
    let document = HtmlDocument { title: name, body, data, kind: PageKind::Book, has_board: true };
    Ok(out.write_all(document.write().as_bytes())?)
}

/// What students get wrong that a lesson settles.
fn confusions(lesson: &str) -> String {
    let settled = CONFUSIONS.iter().filter(|confusion| confusion.lessons().contains(&lesson));
    let settled: Vec<String> = settled.map(|confusion| escape::xml(confusion.words)).collect();
    if settled.is_empty() { String::new() } else { format!("<small>{}</small>", settled.join(" ")) }
}

/// A chapter; `title` is escaped.
fn section(search: &PageSearch, number: usize, title: &str) -> String {
    let tree = &search.tree;
    let header = &tree.header;
    let words = Words::new(&search.style, header);
    let name = format!("The search tree; best play {}.", words.line(&tree.outcome.pv));
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
        question(header) + &found(tree, &words) + &end(header)
    );
    if !header.name.is_empty() {
        let name = escape::xml(&header.name);
        let _ = writeln!(out, "<p>As a page of its own: <code>plywood explain {name} -o {name}.html</code></p>");
    }
    out.push_str("</section>\n");
    out
}
