//! Trees in LaTeX: with `forest`, `[MAX [MIN [3] [12]] [MIN [2] [4]]]`, and with `qtree`, `\Tree [.MAX [.MIN 3 12 ] ]`.

use super::super::NESTING_LIMIT;
use super::draft::Draft;
use super::error::{TypedFault, TypedProblem};
use super::label::NodeText;
use super::probability::beside;
use super::word::{is_whole, number};
use crate::core::game::is_unknown_leaf;
use std::iter::Peekable;
use std::str::Chars;

pub(super) fn looks(text: &str) -> bool {
    tree_start(text).is_some()
}

/// Returns the offset at which the tree begins, and whether it is a `qtree` tree.
fn tree_start(text: &str) -> Option<(usize, bool)> {
    let after = |word: &str| text.find(word).map(|at| at + word.len());
    let forest = after("\\begin{forest}").or_else(|| after("\\Forest{")).or_else(|| is_forest(text).then_some(0));
    let (from, is_qtree) = match (after("\\Tree"), forest) {
        (Some(from), _) => (from, true),
        (None, Some(from)) => (from, false),
        (None, None) => return None,
    };
    text[from..].find('[').map(|at| (from + at, is_qtree))
}

/// Returns whether a text without an environment is a tree of `forest`: each node is in square brackets, an inner node is
/// a name and the nodes below it, and leaves are single numbers.
fn is_forest(text: &str) -> bool {
    let mut depth = 0_usize;
    let mut has_number = false;
    let is_score = |label: &str| number(label).is_ok() || is_unknown_leaf(label);
    let is_name = |label: &str| {
        label.starts_with(|c: char| c.is_alphabetic() || c == '$')
            && !label.contains(NO_LABEL)
            && label.split_whitespace().all(|word| number(word).is_err())
    };
    let is_leaf = |label: &str| {
        is_score(label) || label.split_once(' ').is_some_and(|(name, score)| is_name(name) && is_score(score))
    };
    let mut rest = text.trim();
    while let Some(inside) = rest.strip_prefix('[') {
        let end = inside.find(['[', ']']).unwrap_or(inside.len());
        let label = inside[..end].trim();
        let is_last = inside[end..].starts_with(']');
        has_number |= is_last && number(label).is_ok();
        if !(if is_last { is_leaf(label) } else { is_name(label) }) {
            return false;
        }
        rest = &inside[end..];
        depth += 1;
        while let Some(behind) = rest.strip_prefix(']') {
            depth = depth.saturating_sub(1);
            rest = behind.trim_start();
        }
        if depth == 0 || rest.is_empty() {
            break;
        }
    }
    has_number && depth == 0 && rest.is_empty()
}

/// Characters that the labels of `forest` without an environment do not contain.
const NO_LABEL: [char; 9] = [',', ';', ':', '=', '"', '\'', '(', ')', '}'];

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

    /// Reads text up to the first of the characters `ends` that is outside braces.
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
        let (label, edge) = self.label()?;
        let edge = edge.map(plain).map(|edge| edge.trim().to_owned()).filter(|edge| !edge.is_empty());
        let is_name = |edge: &String| !edge.contains(char::is_whitespace) && beside(edge) == Ok(None);
        let mv = edge.clone().filter(is_name);
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
                    // In `qtree`, a label can follow the closing bracket.
                    if self.rest().starts_with('.') {
                        self.until(&['[', ']', ' ']);
                    }
                    break;
                }
                Some(_) if self.is_qtree => children.push(self.leaf(at)?),
                Some(other) => return Err((at, TypedProblem::Language("a tree of forest", other.to_string()))),
            }
        }
        let read = NodeText::read(&plain(label));
        let draft = if children.is_empty() {
            read.leaf(open)?
        } else {
            read.player(open)?;
            read.inner(open, children)?
        };
        Ok(Draft { name: draft.name.or(mv), weight: edge.or(draft.weight), ..draft })
    }

    /// Reads the label of a node, and the label of the branch to it: a probability or a move.
    fn label(&mut self) -> Result<(&'a str, Option<&'a str>), TypedFault> {
        if !self.is_qtree {
            let label = self.until(&['[', ']', ',']);
            let at = self.at;
            let mut edge = None;
            while self.rest().starts_with(',') {
                self.at += 1;
                let option = self.until(&['[', ']', ',']);
                if is_part_of_number(label, option) {
                    let number = format!("{},{}", label.trim(), option.trim());
                    let [point, braces] = [number.replace(',', "."), format!("[{}] [{}]", label.trim(), option.trim())];
                    return Err((at, TypedProblem::DecimalComma(number, point, braces)));
                }
                if option.trim_start().starts_with("edge label") {
                    let problem = TypedProblem::Foreign(
                        "the label of this branch is not read; write it as edge label={node[midway]{0.4}}",
                    );
                    edge = Some(edge_label(option).ok_or((at, problem))?);
                }
            }
            return Ok((label, edge));
        }
        let label = if self.rest().starts_with('.') { self.until(&['[', ']', ' ']) } else { "" };
        Ok((label.strip_prefix('.').unwrap_or(label), None))
    }

    /// Reads a leaf of a `qtree` tree, which is a word.
    fn leaf(&mut self, at: usize) -> Result<Draft, TypedFault> {
        let word = self.until(&['[', ']', ' ']);
        if word.starts_with("\\edge") {
            return Err((at, TypedProblem::Foreign("labels of branches are not read out of LaTeX")));
        }
        NodeText::read(&plain(word)).leaf(at)
    }
}

/// Returns whether a decimal comma has split a number into a label and what looks like an option.
fn is_part_of_number(label: &str, option: &str) -> bool {
    number(label.trim()).is_ok() && is_whole(option.trim())
}

/// Returns the text of the last braces in `edge label={node[midway, left]{0.4}}`.
fn edge_label(option: &str) -> Option<&str> {
    let inside = option.split_once("node")?.1.trim_start();
    let text = match inside.strip_prefix('[') {
        Some(style) => style.split_once(']')?.1,
        None => inside,
    };
    let text = text.trim_start().strip_prefix('{')?;
    let mut depth = 0_usize;
    let end = text.find(|c: char| {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => return true,
            '}' => depth -= 1,
            _ => {}
        }
        false
    })?;
    let rest = text[end + 1..].trim_matches(|c: char| c.is_whitespace() || matches!(c, '}' | ';'));
    rest.is_empty().then_some(&text[..end])
}

/// The commands for triangles, which say who chooses, and for the signs of bounds.
const SIGNS: [(&str, char); 17] = [
    ("nabla", '\u{25bd}'),
    ("triangledown", '\u{25bd}'),
    ("bigtriangledown", '\u{25bd}'),
    ("blacktriangledown", '\u{25bd}'),
    ("triangle", '\u{25b3}'),
    ("vartriangle", '\u{25b3}'),
    ("bigtriangleup", '\u{25b3}'),
    ("blacktriangle", '\u{25b3}'),
    ("Delta", '\u{25b3}'),
    ("le", '\u{2264}'),
    ("leq", '\u{2264}'),
    ("leqslant", '\u{2264}'),
    ("lt", '<'),
    ("ge", '\u{2265}'),
    ("geq", '\u{2265}'),
    ("geqslant", '\u{2265}'),
    ("gt", '>'),
];

/// Returns the text of a label without commands: `$\max$` becomes `max`, and `A\\3` has two lines.
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
                // All other commands control the appearance.
                if matches!(word.as_str(), "max" | "min") {
                    plain.push_str(&word);
                } else if let Some((_, sign)) = SIGNS.iter().find(|(command, _)| *command == word) {
                    plain.push_str(&format!(" {sign} "));
                } else if word.ends_with("frac") {
                    let (part, of) = (argument(&mut chars), argument(&mut chars));
                    plain.push_str(&format!(" {part}/{of} "));
                }
            }
            '$' | '{' | '}' => plain.push(' '),
            '~' => plain.push(' '),
            c => plain.push(c),
        }
    }
    plain
}

/// Reads the argument of a command: text in braces, or one character.
fn argument(chars: &mut Peekable<Chars<'_>>) -> String {
    while chars.next_if(|c| c.is_whitespace()).is_some() {}
    match chars.next() {
        Some('{') => chars.take_while(|&c| c != '}').filter(|c| !c.is_whitespace()).collect(),
        c => c.into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{error, names, tree};

    #[test]
    fn forest_needs_no_environment() {
        for text in [
            "[MAX [MIN [3][12]][MIN [2][4]]]",
            "[root [A [3] [12]] [B [2] [4]]]",
            "[$\\max$\n  [$\\min$\n    [3]\n    [12]\n  ]\n  [$\\min$\n    [2]\n    [4]\n  ]\n]\n",
        ] {
            assert_eq!(tree(text), "((3 12) (2 4))", "{text}");
        }
        assert_eq!(names("[left side [x 3] [4]]"), ["x", "B"]);
        // Lists of numbers stay lists.
        assert_eq!(tree("[MAX [MIN 3 12] [MIN 2 4]]"), "((3 12) (2 4))");
        assert_eq!(tree("[MAX [[3][12]] [[2][4]]]"), "(((3) (12)) ((2) (4)))");
        assert!(error("[MAX [MIN [3]] [4]").contains("is never closed"));
    }
}
