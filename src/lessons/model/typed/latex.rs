//! Trees in LaTeX: with `forest`, `[MAX [MIN [3] [12]] [MIN [2] [4]]]`, and with `qtree`, `\Tree [.MAX [.MIN 3 12 ] ]`.

use super::super::NESTING_LIMIT;
use super::draft::{Draft, DraftBody};
use super::error::{TypedFault, TypedProblem};
use super::label::NodeText;

pub(super) fn looks(text: &str) -> bool {
    tree_start(text).is_some()
}

/// Where the tree begins, and whether it is a `qtree` tree.
fn tree_start(text: &str) -> Option<(usize, bool)> {
    let after = |word: &str| text.find(word).map(|at| at + word.len());
    let forest = after("\\begin{forest}").or_else(|| after("\\Forest{"));
    let (from, is_qtree) = match (after("\\Tree"), forest) {
        (Some(from), _) => (from, true),
        (None, Some(from)) => (from, false),
        (None, None) => return None,
    };
    text[from..].find('[').map(|at| (from + at, is_qtree))
}

pub(super) fn read(text: &str) -> Result<Draft, TypedFault> {
    let (at, is_qtree) = tree_start(text).unwrap_or_default();
    let mut reader = LatexReader { text, at: at + 1, is_qtree };
    reader.node(at, 0)
}

struct LatexReader<'a> {
    text: &'a str,
    at: usize,
    is_qtree: bool,
}

impl<'a> LatexReader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip(&mut self) {
        loop {
            self.at = self.text.len() - self.rest().trim_start().len();
            if !self.rest().starts_with('%') {
                return;
            }
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        }
    }

    /// Reads text up to a character of `ends` outside braces.
    fn until(&mut self, ends: &[char]) -> &'a str {
        let rest = self.rest();
        let mut depth = 0_usize;
        let end = rest.find(|c: char| {
            match c {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && (ends.contains(&c) || ends.contains(&' ') && c.is_whitespace())
        });
        let text = &rest[..end.unwrap_or(rest.len())];
        self.at += text.len();
        text
    }

    /// Reads a node after its opening bracket.
    fn node(&mut self, open: usize, ply: usize) -> Result<Draft, TypedFault> {
        if NESTING_LIMIT < ply {
            return Err((open, TypedProblem::Nesting));
        }
        self.skip();
        let label = self.label()?;
        let mut children = Vec::new();
        loop {
            self.skip();
            let at = self.at;
            match self.rest().chars().next() {
                None => return Err((open, TypedProblem::Unclosed('['))),
                Some('[') => {
                    self.at += 1;
                    children.push(self.node(at, ply + 1)?);
                }
                Some(']') => {
                    self.at += 1;
                    // In qtree a label can follow the closing bracket.
                    if self.rest().starts_with('.') {
                        self.until(&['[', ']', ' ']);
                    }
                    break;
                }
                Some(_) if self.is_qtree => children.push(self.leaf(at)?),
                Some(other) => return Err((at, TypedProblem::Language("a tree of forest", other.to_string()))),
            }
        }
        let text = plain(label);
        let read = NodeText::read(&text);
        if children.is_empty() {
            return read.leaf(open).ok_or_else(|| (open, TypedProblem::NoScore(text.trim().to_owned())));
        }
        Ok(Draft { name: read.inner_name(), role: read.role, ..Draft::new(open, DraftBody::Moves(children)) })
    }

    fn label(&mut self) -> Result<&'a str, TypedFault> {
        if !self.is_qtree {
            let label = self.until(&['[', ']', ',']);
            let (at, options) = (self.at, self.until(&['[', ']']));
            // The label of a branch may be a probability.
            let is_labelled = options.contains("edge label") && options.contains(|c: char| c.is_ascii_digit());
            let problem = TypedProblem::Foreign("labels of branches are not read out of LaTeX");
            return if is_labelled { Err((at, problem)) } else { Ok(label) };
        }
        let label = if self.rest().starts_with('.') { self.until(&['[', ']', ' ']) } else { "" };
        Ok(label.strip_prefix('.').unwrap_or(label))
    }

    /// Reads a leaf of qtree: a word.
    fn leaf(&mut self, at: usize) -> Result<Draft, TypedFault> {
        let word = self.until(&['[', ']', ' ']);
        if word.starts_with("\\edge") {
            return Err((at, TypedProblem::Foreign("labels of branches are not read out of LaTeX")));
        }
        let text = plain(word);
        NodeText::read(&text).leaf(at).ok_or_else(|| (at, TypedProblem::NoScore(text.trim().to_owned())))
    }
}

/// The text of a label without commands: `$\max$` becomes `max`, and `A\\3` has two lines.
fn plain(label: &str) -> String {
    let mut plain = String::new();
    let label = label.replace("\\\\", "\n").replace("\\(", "").replace("\\)", "");
    let mut chars = label.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                let mut word = String::new();
                while let Some(letter) = chars.next_if(char::is_ascii_alphabetic) {
                    word.push(letter);
                }
                // Other commands control the appearance.
                if matches!(word.as_str(), "max" | "min") {
                    plain.push_str(&word);
                }
            }
            '$' | '{' | '}' => plain.push(' '),
            '~' => plain.push(' '),
            c => plain.push(c),
        }
    }
    plain
}
