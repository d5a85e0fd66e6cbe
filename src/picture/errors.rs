//! Trees with errors at their nodes: in the pages of `verify`, and in the reports about programs.

use super::drawn::NodeEvents;
use super::figure::{Class, Figure, FigurePart};
use super::rows::RowTable;
use super::search::pictured;
#[cfg(feature = "cli")]
use super::upright::NodeErrors;
use super::upright::UprightPicture;
use crate::core::study::{AnyStudy, StudyError};
use crate::core::tree::Node;
use crate::explain::annotated::valued;
use crate::explain::folded::{HEAD, folded_columns, folded_rows};
use crate::explain::{NamesAt, Page, PageOptions, PageQuestion};
use crate::page::layout::Arrangement;
use crate::page::packing::MOST_UPRIGHT;
use crate::page::row::Row;
use crate::page::style::Style;
use crate::page::words::Words;

/// Draws the tree of a search without any text around it, with errors in a few words at their nodes. A large tree is
/// folded. Returns `None` if there is no tree.
pub(crate) fn with_errors(
    study: &dyn AnyStudy,
    errors: &[(Vec<String>, String)],
    title: &str,
    style: &Style,
) -> Result<Option<Figure>, StudyError> {
    let parts = PageOptions::default();
    let page = Page::new(study, &parts, &pictured(style))?;
    let (style, tree) = (page.style(), page.tree());
    let words = Words::new(&style, &tree.header);
    let mut root = valued(Row::of(&words, &tree.root), tree, &words);
    if root.children.is_empty() {
        return Ok(None);
    }
    let (mut leaves, mut groups) = (0, Vec::new());
    root.walk(&mut |row| leaves += usize::from(row.is_leaf()));
    if leaves <= MOST_UPRIGHT && tree.root.fold.is_empty() {
        let at = |(line, said): &(Vec<String>, String)| Some((path(&tree.root, line)?, said.clone()));
        let errors: Vec<_> = errors.iter().filter_map(at).collect();
        let picture = UprightPicture {
            words: &words,
            has_window: tree.header.has_window(),
            names: NamesAt::All,
            errors: &errors,
        };
        picture.draw(&root, &NodeEvents::default(), 0, &mut groups);
    } else {
        // Search again and keep the node of the first error.
        let first = errors.first().map(|(line, _)| line.as_slice()).unwrap_or_default();
        let focus = first.split_last().map(|(_, before)| before).unwrap_or_default();
        let parts = PageOptions { question: PageQuestion::Focus(focus.to_vec()), ..PageOptions::default() };
        let page = Page::new(study, &parts, &style)?;
        let tree = page.tree();
        let words = Words::new(&style, &tree.header).with_lines();
        root = valued(folded_rows(tree, focus, &words), tree, &words);
        note(&mut root, errors);
        let columns = folded_columns(tree);
        let table = RowTable { words: &words, shape: Arrangement::Outline, columns, head: HEAD };
        table.draw(&root, &NodeEvents::default(), 0, &mut groups);
        for item in groups.iter_mut().flat_map(|group| &mut group.items) {
            if let FigurePart::Text { text, class, .. } = item
                && errors.iter().any(|(_, said)| said == text)
            {
                *class = Class::Error;
            }
        }
    }
    Ok(Some(Figure { title: title.to_owned(), description: described(&root, &words), groups }))
}

/// Returns the path of a kept node.
fn path(node: &Node, line: &[String]) -> Option<Vec<usize>> {
    let Some((name, rest)) = line.split_first() else { return Some(Vec::new()) };
    let child = node.children.iter().find(|child| child.name() == name)?;
    Some([vec![child.index], path(child, rest)?].concat())
}

/// Adds the errors to the rows of their nodes.
fn note(row: &mut Row, errors: &[(Vec<String>, String)]) {
    for (line, said) in errors {
        if matches!(row.lines.as_slice(), [own] if own == line) {
            row.notes.push(said.clone());
        }
    }
    row.children.iter_mut().for_each(|child| note(child, errors));
}

/// Draws an upright tree of these rows, without any text around it.
#[cfg(feature = "cli")]
pub(crate) fn of_rows(root: &Row, words: &Words<'_>, title: &str, errors: &NodeErrors) -> Figure {
    let mut groups = Vec::new();
    let picture = UprightPicture { words, has_window: true, names: NamesAt::All, errors };
    picture.draw(root, &NodeEvents::default(), 0, &mut groups);
    Figure { title: title.to_owned(), description: described(root, words), groups }
}

/// Describes the nodes of a tree in a sentence, for readers who cannot see the tree.
fn described(root: &Row, words: &Words<'_>) -> String {
    let mut said = Vec::new();
    root.walk(&mut |row| {
        let value = row.value(words.style);
        let skipped = if row.mark.is_unsearched() { ", skipped" } else { "" };
        said.push(if value.is_empty() {
            format!("{}{skipped}", row.name)
        } else {
            format!("{} {value}{skipped}", row.name)
        });
    });
    said.join("; ")
}
