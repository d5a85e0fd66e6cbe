//! The picture of a whole search: caption, tree, legend.

use super::caption::Caption;
use super::class::Class;
use super::events::Events;
use super::figure::{Figure, Group};
use super::rows::Table;
use crate::render::annotated::{OUTLINE, columns_of};
use crate::render::facts::{change_sentences, score_sentence, search_sentence};
use crate::render::folded::{HEAD, folded_columns, folded_rows};
use crate::render::layout::Shape;
use crate::render::page::{Extent, Page, Parts};
use crate::render::row::Row;
use crate::render::style::{Charset, Style};
use crate::render::words::Words;
use crate::study::{AnyStudy, StudyError};

/// Pixels between the parts of a picture.
pub const APART: i32 = 14;

/// Searches and draws what the page would show. Letters beyond ASCII are those that every font has: `≤`, `≥`, `∞`.
///
/// # Errors
/// [`StudyError`] if the search cannot be run.
pub fn search(study: &dyn AnyStudy, parts: &Parts, style: &Style) -> Result<Figure, StudyError> {
    let style = Style { charset: Charset::Unicode, color: false, ..*style };
    let mut page = Page::new(study, parts, &style)?;
    page.focus();
    let mut events = Events::of(page.tree());
    page.again().record(&mut events)?;
    let (style, header) = (page.style(), &page.tree().header);
    let words = Words::new(&style, header);
    let mut sentences = vec![search_sentence(header), score_sentence(header, style.view)];
    sentences.extend(change_sentences(header, &words));
    let title = if header.title.is_empty() { &header.name } else { &header.title };
    let facts = page.facts(&words);
    let mut figure = Figure { title: title.clone(), description: described(&facts), groups: Vec::new() };
    let caption = Caption { title, fen: header.fen.as_deref(), text: sentences.join(" "), facts };
    let mut top = Group::default();
    let mut y = caption.draw(&mut top.items) + APART;
    figure.groups.push(top);
    let (root, table) = table(&page, parts, &words);
    y = table.draw(&root, &events, y, &mut figure.groups) + APART;
    let _ = (y, Class::Paper);
    Ok(figure)
}

/// The rows of the tree, and how they become a table.
fn table<'a>(page: &Page<'_>, parts: &Parts, words: &'a Words<'a>) -> (Row, Table<'a>) {
    let tree = page.tree();
    let table = |shape, columns, head| Table { words, shape, columns, head };
    match page.extent() {
        Extent::Whole => (Row::of(words, &tree.root), table(Shape::Sideways, columns_of(tree), "")),
        Extent::Folded => {
            let root = folded_rows(tree, parts.question.line(), words);
            (root, table(Shape::Outline, folded_columns(tree), HEAD))
        }
        Extent::Outline => (Row::in_search_order(words, &tree.root), table(Shape::Outline, columns_of(tree), OUTLINE)),
    }
}

/// The facts in a sentence.
fn described(facts: &[(&str, String)]) -> String {
    let said: Vec<String> = facts
        .iter()
        .map(|(label, text)| if label.is_empty() { text.clone() } else { format!("{label}: {text}") })
        .collect();
    said.join("; ")
}
