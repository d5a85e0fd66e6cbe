//! Trees in the DOT language of Graphviz: `digraph { A -> B; A -> C; B [label="3"]; C [label="5"] }`, and lists of edges
//! without the words around them.

use super::super::NESTING_LIMIT;
use super::adjacency::Adjacency;
use super::draft::Draft;
use super::error::{TypedFault, TypedProblem};
use super::label::NodeText;
use super::probability::{is_field, is_fraction};
use super::word::{is_whole, number};
use crate::core::game::Mover;

pub(super) fn looks(text: &str) -> bool {
    is_graph(text) || is_edges(text)
}

/// The arrows of a list of edges.
const ARROWS: [&str; 3] = ["-->", "->", "\u{2192}"];

/// Returns whether a text is a list of edges, one or several in a line: `A -> B`, `A -> B -> 3;`, `A -> B; A -> C`,
/// `A -> B, C`.
fn is_edges(text: &str) -> bool {
    let words = |end: &str| end.split_whitespace().count();
    let is_name = |end: &str| {
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '\u{2212}');
        let name = end.strip_prefix('"').and_then(|end| end.strip_suffix('"'));
        name.is_some_and(|name| !name.contains('"')) || !end.is_empty() && end.chars().all(is_part)
    };
    // Without other signs, words between two arrows are the end of one edge and the beginning of another one.
    let is_signed = |end: &str| end.contains([',', ';', '{', '=', ':', '[']);
    let is_edge = |line: &str| {
        let line = ARROWS.iter().fold(line.to_owned(), |line, arrow| line.replace(arrow, "\n"));
        let ends: Vec<&str> = line.trim_end_matches([';', ',']).split('\n').map(str::trim).collect();
        let [first, between @ .., last] = ends.as_slice() else { return false };
        let is_end = |end: &&str, most: usize| (1..=most).contains(&words(end)) || !end.is_empty() && is_signed(end);
        is_name(first) && between.iter().all(|end| is_end(end, 2)) && is_end(last, 1)
    };
    // Below the edges, lines may have the scores of leaves.
    let is_score = |line: &str| {
        let parts = line.trim_end_matches([';', ',']).split_once(['=', ':']);
        parts.is_some_and(|(name, score)| is_name(name.trim()) && number(score.trim()).is_ok())
    };
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.iter().any(|line| is_edge(line)) && lines.iter().all(|line| is_edge(line) || is_score(line))
}

fn is_graph(text: &str) -> bool {
    let rest = text.strip_prefix("strict ").unwrap_or(text).trim_start();
    let rest = rest.strip_prefix("digraph").or_else(|| rest.strip_prefix("graph"));
    let name = rest.and_then(|rest| rest.split_once('{')).map(|(name, _)| name);
    let is_name = |name: &str| name.chars().all(|c| c.is_alphanumeric() || c.is_whitespace() || matches!(c, '"' | '_'));
    name.is_some_and(|name| is_name(name) && name.split_whitespace().count() <= 1 || name.trim().starts_with('"'))
}

pub(super) fn read(text: &str) -> Result<Draft, TypedFault> {
    let at = if is_graph(text.trim_start()) { text.find('{').map_or(0, |at| at + 1) } else { 0 };
    let graph = Adjacency::of_picture(text)?;
    let mut reader = DotReader { text, at, graph, are_records: false, depth: 0, is_list: at == 0 };
    if at == 0 {
        reader.edges()?;
    } else {
        reader.statements()?;
        reader.skip();
        if is_graph(reader.rest()) {
            return Err((reader.at, TypedProblem::TwoTrees));
        }
    }
    reader.graph.draft()
}

struct DotReader<'a> {
    text: &'a str,
    at: usize,
    graph: Adjacency,
    /// Whether nodes are records unless they have another shape.
    are_records: bool,
    /// The number of open groups of statements.
    depth: usize,
    /// Whether the text is a list of edges, without the words around them.
    is_list: bool,
}

impl DotReader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            if self.rest().starts_with("//") || self.rest().starts_with('#') {
                self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            } else if self.rest().starts_with("/*") {
                self.at += self.rest().find("*/").map_or(self.rest().len(), |end| end + 2);
            } else {
                return;
            }
        }
    }

    fn eat(&mut self, sign: &str) -> bool {
        self.skip();
        let is_there = self.rest().starts_with(sign);
        self.at += if is_there { sign.len() } else { 0 };
        is_there
    }

    /// Reads the name of a node, and skips its ports, which say on which side of the node an edge begins.
    fn id(&mut self) -> Result<String, TypedFault> {
        let id = self.word()?;
        while !self.is_list && self.eat(":") {
            self.word()?;
        }
        Ok(id)
    }

    /// Reads a word, with or without quotes.
    fn word(&mut self) -> Result<String, TypedFault> {
        self.skip();
        let (at, rest) = (self.at, self.rest());
        if let Some(inside) = rest.strip_prefix('"') {
            let mut is_escaped = false;
            let end = inside.find(|c| {
                let is_end = c == '"' && !is_escaped;
                is_escaped = c == '\\' && !is_escaped;
                is_end
            });
            let end = end.ok_or((at, TypedProblem::Unclosed('"')))?;
            let text = unescaped(&inside[..end]);
            self.at += end + 2;
            return Ok(text);
        }
        let is_minus = usize::from(rest.starts_with('-') && rest[1..].starts_with(|c: char| c.is_ascii_digit()));
        let is_end = |c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | '\u{2212}'));
        let end = rest[is_minus..].find(is_end).map_or(rest.len(), |end| end + is_minus);
        if end == 0 {
            let found = rest.chars().next().map_or_else(|| "the end".to_owned(), String::from);
            return Err((at, TypedProblem::Language("DOT", found)));
        }
        let id = rest[..end].to_owned();
        self.at += end;
        Ok(id)
    }

    /// Reads statements up to the end of the text.
    fn edges(&mut self) -> Result<(), TypedFault> {
        loop {
            self.skip();
            if self.rest().is_empty() {
                return Ok(());
            }
            if !self.eat(";") && !self.eat(",") {
                self.statement()?;
            }
        }
    }

    /// Reads statements up to the bracket that closes them.
    fn statements(&mut self) -> Result<Vec<usize>, TypedFault> {
        if NESTING_LIMIT < self.depth {
            return Err((self.at, TypedProblem::Nesting));
        }
        self.depth += 1;
        let mut named = Vec::new();
        while !self.eat("}") {
            if self.rest().is_empty() {
                return Err((self.text.find('{').unwrap_or(0), TypedProblem::Unclosed('{')));
            }
            if !self.eat(";") {
                named.extend(self.statement()?);
            }
        }
        self.depth -= 1;
        Ok(named)
    }

    fn statement(&mut self) -> Result<Vec<usize>, TypedFault> {
        self.skip();
        let at = self.at;
        let mut ends = self.nodes()?;
        let Some(first) = ends.clone() else { return Ok(Vec::new()) };
        let mut branches = Vec::new();
        while self.arrow() {
            let next = self.nodes()?.unwrap_or_default();
            branches.extend(ends.iter().flatten().flat_map(|&from| next.iter().map(move |&to| (from, to))));
            ends = Some(next);
        }
        let attributes = self.attributes()?;
        let labelled = |name: &str| attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
        // In a chance node, only a fraction can be meant in the attribute that also sets the layout.
        let is_number = |value: &str| value.contains(char::is_numeric) && !is_whole(value);
        let is_drawn = |key: &str, value: &str| is_fraction(value) || key != "weight" && is_number(value);
        let drawn = attributes.iter().find(|(key, value)| is_field(key) && is_drawn(key, value));
        let drawn = drawn.map(|(_, value)| value.as_str());
        let beside = ["label", "xlabel", "headlabel", "taillabel"].into_iter().find_map(labelled).or(drawn);
        for &(from, to) in &branches {
            self.graph.branch(from, to, beside);
        }
        if let (true, [node]) = (branches.is_empty(), first.as_slice()) {
            if let Some(weight) = drawn {
                self.graph.weigh(*node, weight);
            }
            // Programs write the score of a node beside its label, or in an attribute of their own.
            let beside = ["xlabel", "value", "score", "utility", "payoff"].into_iter().find_map(labelled);
            let beside = beside.filter(|_| labelled("label").is_none_or(|label| NodeText::read(label).score.is_none()));
            let name = || labelled("label").unwrap_or_else(|| self.graph.id(*node));
            let label = beside.map(|score| format!("{}\n{score}", name()));
            if let Some(label) = label.as_deref().or_else(|| labelled("label")) {
                let is_record = labelled("shape").map_or(self.are_records, is_record) || label.contains('<');
                if is_record && label.contains('|') && !self.graph.is_own {
                    let problem =
                        "a label with several fields, as of the shape record, is not read; draw a node for each leaf";
                    return Err((at, TypedProblem::Foreign(problem)));
                }
                self.graph.label(*node, label);
            }
            // Shapes as in plywood's drawings: a house points up for MAX and down for MIN, and a chance node is a
            // circle.
            let role = match labelled("shape") {
                Some("house" | "triangle") => Some(Mover::Max),
                Some("invhouse" | "invtriangle") => Some(Mover::Min),
                Some("circle" | "ellipse" | "oval") => Some(Mover::Chance),
                _ => None,
            };
            self.graph.shape(*node, role);
        }
        Ok(first)
    }

    fn arrow(&mut self) -> bool {
        if self.is_list { ARROWS.iter().any(|arrow| self.eat(arrow)) } else { self.eat("->") || self.eat("--") }
    }

    /// Reads the nodes of a list of edges, of which each may have a score: `B, C`, `a = 3`. A node before an arrow begins
    /// another edge.
    fn listed(&mut self) -> Result<Vec<usize>, TypedFault> {
        let mut nodes = Vec::new();
        loop {
            self.skip();
            let at = self.at;
            let id = self.word()?;
            if !nodes.is_empty() && self.arrow() {
                self.at = at;
                return Ok(nodes);
            }
            let node = self.graph.node(&id, at);
            if self.eat("=") || self.eat(":") {
                let score = self.word()?;
                self.graph.label(node, &format!("{id}\n{score}"));
            }
            nodes.push(node);
            if !self.eat(",") || self.rest().trim_start().is_empty() {
                return Ok(nodes);
            }
        }
    }

    /// Reads a node or a group of nodes; returns `None` if the statement is a setting.
    fn nodes(&mut self) -> Result<Option<Vec<usize>>, TypedFault> {
        if self.eat("{") {
            return self.statements().map(Some);
        }
        if self.is_list {
            return self.listed().map(Some);
        }
        self.skip();
        let at = self.at;
        let is_quoted = self.rest().starts_with('"');
        let id = self.id()?;
        if !is_quoted && id == "subgraph" {
            if !self.eat("{") {
                self.id()?;
                self.eat("{");
            }
            return self.statements().map(Some);
        }
        if self.eat("=") {
            self.id()?;
            return Ok(None);
        }
        if !is_quoted && matches!(id.as_str(), "graph" | "node" | "edge") {
            let attributes = self.attributes()?;
            if let Some((_, shape)) = attributes.iter().find(|(name, _)| id == "node" && name == "shape") {
                self.are_records = is_record(shape);
            }
            return Ok(None);
        }
        Ok(Some(vec![self.graph.node(&id, at)]))
    }

    fn attributes(&mut self) -> Result<Vec<(String, String)>, TypedFault> {
        let mut attributes = Vec::new();
        while self.eat("[") {
            while !self.eat("]") {
                let name = self.id()?;
                let value = if self.eat("=") { self.id()? } else { String::new() };
                attributes.push((name, value));
                let _ = self.eat(",") || self.eat(";");
            }
        }
        Ok(attributes)
    }
}

fn is_record(shape: &str) -> bool {
    matches!(shape, "record" | "Mrecord")
}

/// Returns the text of a label, in which `\n`, `\l` and `\r` end a line and entities represent characters.
fn unescaped(text: &str) -> String {
    let mut plain = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, if c == '\\' { chars.next() } else { None }) {
            ('\\', Some('n' | 'l' | 'r')) => plain.push('\n'),
            ('\\', next) => plain.extend(next),
            (c, _) => plain.push(c),
        }
    }
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
        .into_iter()
        .fold(plain, |plain, (name, sign)| plain.replace(name, sign))
}

#[cfg(test)]
mod tests {
    use crate::model::Model;

    /// Returns the names of the root's moves.
    fn names(text: &str) -> Vec<String> {
        let model = Model::from_typed(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        model.moves.into_iter().map(|mv| mv.name).collect()
    }

    #[test]
    fn a_number_beside_the_player_is_not_a_name() {
        let leaves = "b->{d e}; c->{f g}; d[label=3]; e[label=12]; f[label=2]; g[label=4]";
        assert_eq!(
            names(&format!("digraph{{a->{{b c}}; b[label=\"MIN\\n3\"]; c[label=\"MIN 2\"]; {leaves}}}")),
            ["b", "c"]
        );
        assert_eq!(names("MAX\n  CHANCE 1\n    3\n    12\n  CHANCE 2\n    2\n    4"), ["A", "B"]);
        assert_eq!(names("\\Tree [.MAX [.{MIN\\\\3} 3 12 ] [.{MIN\\\\2} 2 4 ] ]"), ["A", "B"]);
        // Without a player, the number is the name, as in trees whose nodes are numbered.
        assert_eq!(names(&format!("digraph{{a->{{b c}}; b[label=1]; c[label=2]; {leaves}}}")), ["1", "2"]);
    }

    #[test]
    fn a_score_may_be_beside_the_label_of_a_leaf() {
        let read = |text: &str| Model::from_typed(text).map(|model| model.moves).map_err(|error| error.to_string());
        let expected = read("(b=3 c=-4)");
        for text in [
            "digraph{a->b; a->c; b[xlabel=3]; c[xlabel=\"\u{2212}4\"]}",
            "digraph{a->b; a->c; b[value=3]; c[score=-4]}",
            "digraph{a->{1 2}; 1[label=b, xlabel=3]; 2[label=\"c = -4\", xlabel=7]}",
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
        assert_eq!(read("digraph{a->b; a->1; b[label=3, value=3]; 1[label=-4]}"), read("(b=3 -4)"));
    }

    #[test]
    fn a_list_of_edges_is_a_graph() {
        let expected = Model::from_typed("(B:(3 12) C:(-2 4))").unwrap().moves;
        for text in ["A -> B\nA -> C\nB -> 3\nB -> 12\nC -> -2\nC -> 4\n", "A->B->3;\nB->12;\n\nA->C->-2;\nC->4;"] {
            assert_eq!(Model::from_typed(text).map(|model| model.moves).as_ref(), Ok(&expected), "{text}");
        }
        let error = Model::from_typed("A -> B\nA -> C\nB -> 3\n").unwrap_err().to_string();
        assert_eq!(error, "line 2, column 6: the leaf `C` has no score; write one into its label");
        assert!(!super::looks("the left -> B\nA -> C"));
        assert!(!super::looks("{\"title\":\"a->b\",\"moves\":[{\"move\":\"-->\",\"score\":1}]}"));
    }

    #[test]
    fn a_record_is_not_read_as_one_leaf() {
        for text in [
            "digraph{a->b; a->c; b[label=\"<f0> 3|<f1> 12\"]; c[label=4]}",
            "digraph{node [shape=record]; a->b; a->c; b[label=\"3|12\"]; c[label=4]}",
            "digraph{a->b; a->c; b[shape=Mrecord, label=\"{3|12}\"]; c[label=4]}",
        ] {
            let error = Model::from_typed(text).unwrap_err().to_string();
            assert!(error.contains("a label with several fields"), "{text}: {error}");
        }
        assert_eq!(names("digraph{a->b; a->c; b[label=\"b|c\\n3\"]; c[label=4]}"), ["b|c", "c"]);
    }
}
