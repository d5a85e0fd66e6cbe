//! The picture of a whole search: caption, tree, legend.

use super::caption::{Caption, paragraph};
use super::drawn::Drawn;
use super::events::Events;
use super::figure::{Figure, Group};
use super::legend::{Signs, legend};
use super::rows::Table;
use super::upright::Upright;
use crate::explain::page::{Page, Parts};
use crate::page::comparison::Mark;
use crate::page::row::Row;
use crate::page::style::{Charset, Style};
use crate::page::words::Words;
use crate::score::Bound;
use crate::study::{AnyStudy, StudyError};

/// Pixels between the parts of a picture.
pub(super) const APART: i32 = 14;
/// More rows than this are not drawn.
pub const MOST_ROWS: usize = 500;

/// Returns a style as pictures have it: the letters beyond ASCII are those that every font has, `≤`, `≥`, `∞`.
#[must_use]
pub fn pictured(style: &Style) -> Style {
    Style { charset: Charset::Unicode, color: false, ..*style }
}

/// Searches and draws what the page would show.
///
/// # Errors
/// [`StudyError`] if the search cannot be run.
pub fn search(study: &dyn AnyStudy, parts: &Parts, style: &Style) -> Result<Figure, StudyError> {
    let page = Page::focused(study, parts, &pictured(style))?;
    let mut events = Events::of(page.tree());
    page.again().record(&mut events)?;
    let (style, header) = (page.style(), &page.tree().header);
    let words = Words::new(&style, header);
    let mut drawn = Drawn::of(&page, parts, &words, MOST_ROWS);
    let caption = Caption { title: &drawn.title, fen: drawn.fen.as_deref(), text: &drawn.text, facts: &drawn.facts };
    let mut top = Group::default();
    let y = caption.draw(&mut top.items) + APART;
    let mut groups = vec![top];
    let (description, title) = (drawn.description().join(" "), drawn.title.clone());
    // Where the game is over, or a book knows the move, there is no tree.
    if !drawn.root.children.is_empty() {
        let is_upright = drawn.is_upright;
        if is_upright {
            // The value of the root, which no row compares, is what the search is for.
            let score = page.tree().outcome.score;
            drawn.root.score = score.map(|score| (words.perspective.score(score, 0), Bound::Exact));
            drop_remarks(&mut drawn.root);
        }
        let has_window = header.has_window();
        tree(&drawn, Signs { words: &words, has_window, is_upright, has_steps: false }, &events, y, &mut groups);
    }
    Ok(Figure { title, description, groups })
}

/// Drops the rows that say something of the row above and are no nodes.
fn drop_remarks(row: &mut Row) {
    row.children.retain(|child| child.mark != Mark::Root || child.score.is_some());
    row.children.iter_mut().for_each(drop_remarks);
}

/// Draws the tree and below it the legend.
fn tree(drawn: &Drawn, signs: Signs<'_>, events: &Events, top: i32, groups: &mut Vec<Group>) {
    let Signs { words, has_window, is_upright, .. } = signs;
    let y = if is_upright {
        Upright { words, has_window }.draw(&drawn.root, events, top, groups)
    } else {
        let table = Table { words, shape: drawn.shape, columns: drawn.columns, head: drawn.head };
        table.draw(&drawn.root, events, top, groups)
    };
    let mut below = Group::default();
    let signs = Signs { has_steps: drawn.columns.step && !is_upright, ..signs };
    let y = legend(&drawn.root, signs, y + APART, &mut below.items);
    paragraph(drawn.left_out.as_deref().unwrap_or_default(), y, &mut below.items);
    groups.push(below);
}
