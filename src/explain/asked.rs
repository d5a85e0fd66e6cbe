//! The line that a question is about: whose moves, what stands before its last move, what to offer.

use crate::hooks::Owner;
use crate::page::command::Command;
use crate::page::document::Document;
use crate::page::words::Words;
use crate::tree::{Node, SearchTree, Unsearched};

/// The first move of a line that was not searched, and why not.
pub(crate) type Missing<'a> = (usize, Option<&'a Unsearched>);

/// Goes down `line`.
///
/// # Errors
/// The index of the first move that was not searched, and why not.
pub fn path<'a>(tree: &'a SearchTree, line: &[String]) -> Result<Vec<&'a Node>, Missing<'a>> {
    let mut node = &tree.root;
    let mut nodes = Vec::with_capacity(line.len());
    for (index, name) in line.iter().enumerate() {
        let Some(child) = node.children.iter().find(|child| child.name() == name) else { return Err((index, None)) };
        if child.unsearched.is_some() {
            return Err((index, child.unsearched.as_ref()));
        }
        nodes.push(child);
        node = child;
    }
    Ok(nodes)
}

/// Offers the command that searches the line, if there is one.
pub(crate) fn offer(command: Option<Command>, width: usize, page: &mut Document) {
    offer_as("This command gives its true score:", command, width, page);
}

/// Offers a command, if there is one, behind a sentence that says what it does.
pub(crate) fn offer_as(sentence: &str, command: Option<Command>, width: usize, page: &mut Document) {
    let Some(command) = command else { return };
    page.gap();
    page.text(sentence);
    page.lines(command.lines(width - 2).iter().map(|line| format!("  {line}")));
}

/// A question about the last move of a line.
pub(crate) struct AskedMove<'a> {
    /// The words of the page.
    pub words: &'a Words<'a>,
    /// The search.
    pub tree: &'a SearchTree,
    /// The line that is explained.
    pub line: &'a [&'a str],
}

impl AskedMove<'_> {
    /// The ply of the position in which the move was made.
    pub(crate) fn ply(&self) -> usize {
        self.line.len() - 1
    }

    pub(crate) fn text(&self) -> String {
        self.words.place(self.line)
    }

    pub(crate) fn mover(&self) -> &'static str {
        self.words.perspective.side(self.ply())
    }

    pub(crate) fn other(&self) -> &'static str {
        self.words.perspective.side(self.ply() + 1)
    }

    /// The position before the move.
    pub(crate) fn parent(&self) -> &Node {
        let names: Vec<String> = self.line[..self.ply()].iter().map(|&name| name.to_owned()).collect();
        path(self.tree, &names).ok().and_then(|nodes| nodes.last().copied()).unwrap_or(&self.tree.root)
    }

    pub(crate) fn siblings(&self) -> usize {
        let parent = self.parent();
        parent.children.len() + parent.fold.len()
    }

    /// The line of an owner, whole.
    pub(crate) fn whole(&self, owner: &Owner<String>) -> String {
        let whole = owner.line(self.line);
        self.words.root_move(&whole, self.ply()).unwrap_or_else(|| self.words.place(&whole))
    }
}
