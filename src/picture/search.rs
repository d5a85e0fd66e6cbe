//! The picture of a whole search: caption, tree, legend.

use super::caption::{PictureCaption, paragraph};
use super::drawn::Drawn;
use super::events::NodeEvents;
use super::figure::{Figure, Group};
use super::legend::{Signs, legend};
use super::rows::RowTable;
use super::upright::UprightPicture;
use crate::explain::{Page, Parts};
use crate::page::style::{Charset, Style};
use crate::page::words::Words;
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
    let mut events = NodeEvents::of(page.tree());
    page.again().record(&mut events)?;
    let (style, header) = (page.style(), &page.tree().header);
    let words = Words::new(&style, header);
    let drawn = Drawn::of(&page, parts, &words, MOST_ROWS);
    let caption = PictureCaption {
        title: &drawn.title,
        fen: drawn.fen.as_deref(),
        moves: drawn.moves,
        text: &drawn.text,
        facts: &drawn.facts,
    };
    let mut top = Group::default();
    let y = if drawn.look.bare { 0 } else { caption.draw(&mut top.items) + APART };
    let mut groups = vec![top];
    let (description, title) = (drawn.description().join(" "), drawn.title.clone());
    // Where the game is over, or a book knows the move, there is no tree.
    if !drawn.root.children.is_empty() {
        let y = tree(&drawn, &words, &events, y, &mut groups);
        let mut below = Group::default();
        paragraph(drawn.left_out.as_deref().unwrap_or_default(), y, &mut below.items);
        groups.push(below);
    }
    Ok(Figure { title, description, groups })
}

/// Draws the tree and below it the legend; returns the height where it ends.
pub(super) fn tree(drawn: &Drawn, words: &Words<'_>, events: &NodeEvents, top: i32, groups: &mut Vec<Group>) -> i32 {
    let (has_window, is_upright) = (drawn.columns.comparison, drawn.is_upright);
    let y = if is_upright {
        UprightPicture { words, has_window, names: drawn.look.names }.draw(&drawn.root, events, top, groups)
    } else {
        let table = RowTable { words, shape: drawn.shape, columns: drawn.columns, head: drawn.head };
        table.draw(&drawn.root, events, top, groups)
    };
    if drawn.look.bare {
        return y;
    }
    let mut below = Group::default();
    let signs = Signs { words, has_window, is_upright, has_steps: drawn.columns.step && !is_upright };
    let y = legend(&drawn.root, signs, y + APART, &mut below.items);
    groups.push(below);
    y
}
