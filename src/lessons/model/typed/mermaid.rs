//! Trees as Mermaid flowcharts: `flowchart TB`, `A[MAX] --> B[3] & C[5]`.

use super::adjacency::Adjacency;
use super::draft::Draft;
use super::error::{TypedFault, TypedProblem};

use crate::core::game::Mover;

pub(super) fn looks(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let has_direction = text
        .split_whitespace()
        .nth(1)
        .is_some_and(|word| ["TB", "TD", "BT", "LR", "RL"].contains(&word.trim_end_matches(';')));
    first == "flowchart" || first == "graph" && has_direction
}

pub(super) fn read(text: &str) -> Result<Draft, TypedFault> {
    let mut graph = Adjacency::default();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let (first, content) = (line.split_whitespace().next().unwrap_or_default(), line.trim());
        let is_setting =
            ["flowchart", "graph", "classDef", "class", "style", "linkStyle", "click", "subgraph", "end", "direction"]
                .contains(&first.trim_end_matches(';'));
        // After the direction, the first line may continue with nodes.
        let skipped = if matches!(first, "flowchart" | "graph") { line.find(';').map(|at| at + 1) } else { None };
        if !content.is_empty() && !content.starts_with("%%") && (!is_setting || skipped.is_some()) {
            let mut reader =
                MermaidReader { text, at: start + skipped.unwrap_or(0), end: start + line.trim_end().len() };
            reader.line(&mut graph)?;
        }
        start += line.len();
    }
    graph.draft()
}

struct MermaidReader<'a> {
    text: &'a str,
    at: usize,
    /// The end of the line.
    end: usize,
}

/// The brackets before and after the text of a node, by shape. Longer opening brackets come first.
const SHAPES: [(&str, &[&str]); 10] = [
    ("(((", &[")))"]),
    ("((", &["))"]),
    ("([", &["])"]),
    ("[[", &["]]"]),
    ("[(", &[")]"]),
    ("{{", &["}}"]),
    ("[", &["/]", "\\]", "]"]),
    ("(", &[")"]),
    ("{", &["}"]),
    (">", &["]"]),
];

impl<'a> MermaidReader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..self.end]
    }

    fn skip(&mut self) {
        self.at = self.end - self.rest().trim_start_matches(|c: char| c.is_whitespace() || c == ';').len();
    }

    fn problem(&self) -> TypedFault {
        let found = self.rest().chars().next().map_or_else(|| "the end of the line".to_owned(), String::from);
        (self.at, TypedProblem::Language("Mermaid", found))
    }

    fn line(&mut self, graph: &mut Adjacency) -> Result<(), TypedFault> {
        self.skip();
        while !self.rest().is_empty() {
            let mut from = self.nodes(graph)?;
            while self.rest().starts_with(['-', '=', '<']) || self.rest().starts_with("~~~") {
                // An invisible link is not a branch.
                let is_branch = !self.rest().starts_with('~');
                let beside = if is_branch { self.link()? } else { self.invisible_link() };
                let to = self.nodes(graph)?;
                for &node in from.iter().filter(|_| is_branch) {
                    to.iter().for_each(|&next| graph.branch(node, next, beside));
                }
                from = to;
            }
        }
        Ok(())
    }

    /// Skips a link that is not drawn: `~~~`.
    fn invisible_link(&mut self) -> Option<&'a str> {
        self.at = self.end - self.rest().trim_start_matches('~').len();
        None
    }

    /// Reads nodes separated by `&`.
    fn nodes(&mut self, graph: &mut Adjacency) -> Result<Vec<usize>, TypedFault> {
        let mut nodes = Vec::new();
        loop {
            self.skip();
            let at = self.at;
            let id = &self.rest()
                [..self.rest().find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(self.rest().len())];
            if id.is_empty() {
                return Err(self.problem());
            }
            self.at += id.len();
            let node = graph.node(id, at);
            if let Some((text, role)) = self.shape()? {
                graph.label(node, &unescaped(text));
                graph.shape(node, role);
            }
            if self.rest().starts_with(":::") {
                self.at = self.end
                    - self.rest().trim_start_matches(|c: char| c == ':' || c == '_' || c.is_alphanumeric()).len();
            }
            nodes.push(node);
            self.skip();
            if !self.rest().starts_with('&') {
                return Ok(nodes);
            }
            self.at += 1;
        }
    }

    /// Reads the bracketed text of a node, if it has one. The shape of the brackets shows who chooses: as in plywood's
    /// drawings, a trapezium is narrow at the top for MAX and at the bottom for MIN.
    fn shape(&mut self) -> Result<Option<(&'a str, Option<Mover>)>, TypedFault> {
        let rest = self.rest();
        let Some((open, closes)) = SHAPES.into_iter().find(|(open, _)| rest.starts_with(open)) else { return Ok(None) };
        let inside = rest[open.len()..].trim_start_matches(['/', '\\']);
        let start = rest.len() - inside.len();
        let from = inside.strip_prefix('"').and_then(|quoted| quoted.find('"')).map_or(0, |end| end + 2);
        let ends = closes.iter().filter_map(|close| Some((inside[from..].find(close)? + from, close.len())));
        let (end, length) = ends.min().ok_or((self.at, TypedProblem::Unclosed(open.chars().next().unwrap_or('['))))?;
        self.at += start + end + length;
        let role = match (&rest[..start], &inside[end..end + length]) {
            ("[/", "\\]") => Some(Mover::Max),
            ("[\\", "/]") => Some(Mover::Min),
            ("((", "))") => Some(Mover::Chance),
            _ => None,
        };
        Ok(Some((inside[..end].trim_matches('"'), role)))
    }

    /// Reads a link between nodes, `-->`, `-.-` or `==>`, with an optional text: `-- text -->`, `-->|text|`.
    fn link(&mut self) -> Result<Option<&'a str>, TypedFault> {
        let is_line = |c: char| matches!(c, '-' | '=' | '.' | '<' | '>');
        let rest = self.rest();
        let first = rest.len() - rest.trim_start_matches(is_line).len();
        self.at += first;
        if matches!(&rest[..first], "--" | "==" | "-.") {
            let behind = self.rest();
            let end =
                ["--", "==", ".-"].iter().filter_map(|line| behind.find(line)).min().ok_or_else(|| self.problem())?;
            let line = &behind[end..];
            self.at += behind.len() - line.trim_start_matches(is_line).len();
            return Ok(Some(&behind[..end]));
        }
        self.skip();
        let Some(quoted) = self.rest().strip_prefix('|') else { return Ok(None) };
        let end = quoted.find('|').ok_or((self.at, TypedProblem::Unclosed('|')))?;
        self.at += end + 2;
        Ok(Some(quoted[..end].trim().trim_matches('"')))
    }
}

/// Returns the text of a node, in which `<br/>` ends a line and characters may be written as numbers: `#60;`.
fn unescaped(text: &str) -> String {
    let text =
        ["<br/>", "<br>", "<br />", "\\n"].into_iter().fold(text.to_owned(), |text, end| text.replace(end, "\n"));
    let mut parts = text.split('#');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let sign = part.split_once(';').and_then(|(number, rest)| {
            Some((number.parse().ok().and_then(char::from_u32).or(Some('"').filter(|_| number == "quot"))?, rest))
        });
        match sign {
            Some((sign, rest)) => plain.extend([sign.to_string(), rest.to_owned()]),
            None => plain.extend(["#", part]),
        }
    }
    plain
}
