//! Several searches as one book: contents, and for each the finished tree, the question and the folded answer.

use super::cells::Cell;
use super::nodes::Nodes;
use super::parts::{end, rows, top};
use super::shell::Document;
use super::tree::drawing;
use crate::render::answer::{exact_style, has_no_window};
use crate::render::facts::called;
use crate::render::legend::brief;
use crate::render::style::{Charset, Style};
use crate::render::text::{columns, escaped};
use crate::render::words::Words;
use crate::study::{AnyStudy, StudyError};
use crate::tree::{Keep, SearchTree};
use std::fmt::Write as _;
use std::io::Write;

/// A chapter of a book.
pub struct Chapter {
    /// The part of the book that it belongs to.
    pub topic: String,
    /// Its search.
    pub study: Box<dyn AnyStudy>,
}

/// Runs the searches and writes a book of them. Chapters of one topic have to stand together.
///
/// # Errors
/// [`StudyError`] if a search cannot be run.
pub fn book(name: &str, chapters: &[Chapter], style: &Style, out: &mut dyn Write) -> Result<(), StudyError> {
    let style = Style { charset: Charset::Unicode, color: false, ..*style };
    let mut contents = String::from("<nav aria-label=\"Contents\">\n");
    let mut body = String::new();
    let mut topic = "";
    for (number, chapter) in chapters.iter().enumerate() {
        let tree = chapter.study.explain(&Keep::ALL)?;
        if chapter.topic != topic {
            contents.push_str(if topic.is_empty() { "" } else { "</ol>\n" });
            topic = &chapter.topic;
            let _ = writeln!(contents, "<p>{}</p>\n<ol start=\"{}\">", escaped(topic), number + 1);
        }
        let title = escaped(called(&tree.header));
        let _ = writeln!(contents, "<li><a href=\"#{number}\">{title}</a></li>");
        body.push_str(&section(&tree, number, &title, &style));
    }
    contents.push_str(if topic.is_empty() { "</nav>\n" } else { "</ol>\n</nav>\n" });
    let body = format!("<h1>{}</h1>\n{contents}{body}", escaped(name));
    let document = Document { title: name, body, data: Vec::new(), scripts: &[] };
    Ok(out.write_all(document.write().as_bytes())?)
}

/// A chapter; `title` is escaped.
fn section(tree: &SearchTree, number: usize, title: &str, style: &Style) -> String {
    let header = &tree.header;
    let style = exact_style(tree, style);
    let words = Words::new(&style, header);
    let nodes = Nodes::of(&tree.root, &rows(tree, true, &style));
    let name = format!("The search tree; best play {}.", words.line(&tree.outcome.pv));
    let key = format!("-{number}");
    let mut out =
        format!("<section class=\"chapter\" id=\"{number}\">\n<h2><bdi>{title}</bdi></h2>\n{}", top(tree, &words));
    let _ = write!(
        out,
        "<figure class=\"drawing\">\n<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"The tree, drawn\">\n{}</div>\n\
         <figcaption>{}</figcaption>\n</figure>\n{}",
        drawing(&nodes, widths(&nodes, &words), &words, &name, &key),
        escaped(&brief(&words, !has_no_window(header)).join(" ")),
        end(header)
    );
    if !header.name.is_empty() {
        let name = escaped(&header.name);
        let _ = writeln!(out, "<p>Step by step: <code>plywood explain {name} -o {name}.html</code></p>");
    }
    out.push_str("</section>\n");
    out
}

/// The widths of the columns behind a finished tree.
fn widths(nodes: &Nodes, words: &Words<'_>) -> [usize; 3] {
    let mut widths = [0; 3];
    for shown in &nodes.all {
        let cell = Cell::of(&shown.row, words);
        for (width, text) in widths.iter_mut().zip([&cell.score, &cell.compared, &cell.verdict]) {
            *width = columns(text).max(*width);
        }
    }
    widths
}
