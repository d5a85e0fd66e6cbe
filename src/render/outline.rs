//! The tree as an indented outline, a line for each node, in the order of the search.

use super::style::{Charset, Paint, Style};
use super::words::Words;
use crate::trace::{Node, SearchTree};
use std::io::{self, Write};

/// The pieces that an outline is drawn with.
struct Pieces {
    branch: &'static str,
    last: &'static str,
    bar: &'static str,
    blank: &'static str,
}

const ASCII: Pieces = Pieces { branch: "|-", last: "`-", bar: "| ", blank: "  " };
const UNICODE: Pieces = Pieces { branch: "├─", last: "└─", bar: "│ ", blank: "  " };

/// Writes the tree as an outline. Lines that are wider than the style go on in the next row, indented.
///
/// # Errors
/// What writing gives.
pub fn tree(tree: &SearchTree, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let words = Words { style, numbering: tree.header.numbering };
    let pieces = if style.charset == Charset::Unicode { &UNICODE } else { &ASCII };
    let mut outline = Outline { words, pieces, line: Vec::new(), indent: String::new(), out };
    writeln!(outline.out, "(root)")?;
    outline.children(&tree.root)
}

struct Outline<'a, 'o> {
    words: Words<'a>,
    pieces: &'static Pieces,
    line: Vec<&'a str>,
    indent: String,
    out: &'o mut dyn Write,
}

impl<'a> Outline<'a, '_> {
    fn children(&mut self, node: &'a Node) -> io::Result<()> {
        let children = node.in_search_order();
        let folded = !node.fold.is_empty();
        let count = children.len();
        for (index, child) in children.into_iter().enumerate() {
            self.line.push(child.name());
            let (label, paint) = self.words.node(child, &self.line);
            let star = if child.on_pv { self.words.style.glyph('*') } else { ' ' };
            let last = index + 1 == count && !folded;
            self.row(&format!("{star}{label}"), paint, last)?;
            let depth = self.indent.len();
            self.indent.push_str(if last { self.pieces.blank } else { self.pieces.bar });
            self.children(child)?;
            self.indent.truncate(depth);
            self.line.pop();
        }
        if folded {
            let label = format!(" {}", self.words.fold(&node.fold, self.line.len()));
            self.row(&label, Paint::Unsearched, true)?;
        }
        Ok(())
    }

    /// Writes a row, broken between words where it is too wide.
    fn row(&mut self, text: &str, paint: Paint, last: bool) -> io::Result<()> {
        let style = self.words.style;
        let piece = if last { self.pieces.last } else { self.pieces.branch };
        let indent = self.shown_indent();
        let used = indent.chars().count() + 2;
        let room = style.width.saturating_sub(used).max(20);
        if text.chars().count() <= room {
            return writeln!(self.out, "{indent}{piece}{}", style.paint(text, paint));
        }
        let below = if last { self.pieces.blank } else { self.pieces.bar };
        let options = textwrap::Options::new(room).subsequent_indent("     ").break_words(false);
        for (index, part) in textwrap::wrap(text, options).iter().enumerate() {
            let piece = if index == 0 { piece } else { below };
            writeln!(self.out, "{indent}{piece}{}", style.paint(part, paint))?;
        }
        Ok(())
    }

    /// The indent of the current row. Of deep rows only the last part is shown, behind the number of plies.
    fn shown_indent(&self) -> String {
        let most = (self.words.style.width / 2).max(20);
        let plies = self.indent.chars().count() / 2;
        if plies * 2 <= most {
            return self.indent.clone();
        }
        let tail: String = self.indent.chars().skip(plies * 2 - (most - 8)).collect();
        format!("({plies:>2}) .. {tail}")
    }
}
