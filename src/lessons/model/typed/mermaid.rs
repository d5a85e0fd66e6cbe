//! Trees in Mermaid: flowcharts, `flowchart TB`, `A[MAX] --> B[3] & C[5]`, and mindmaps.

use super::adjacency::Adjacency;
use super::draft::Draft;
use super::error::{TypedFault, TypedProblem};
use super::indented;
use super::label::{NodeText, with_signs};
use super::titles;
use super::word::player_of_class;
use crate::core::game::Mover;

/// The diagrams of Mermaid that are not trees or not read.
const OTHERS: [&str; 13] = [
    "architecture-beta",
    "block-beta",
    "classDiagram",
    "erDiagram",
    "gantt",
    "gitGraph",
    "journey",
    "kanban",
    "quadrantChart",
    "sequenceDiagram",
    "stateDiagram-v2",
    "timeline",
    "treemap-beta",
];

pub(super) fn looks(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let has_direction = text
        .split_whitespace()
        .nth(1)
        .is_some_and(|word| ["TB", "TD", "BT", "LR", "RL"].contains(&word.trim_end_matches(';')));
    first == "flowchart" || first == "graph" && (has_direction || text.contains("-->")) || diagram(text).is_some()
}

/// Returns the kind of diagram that is not a flowchart, if its name is alone in the first line.
fn diagram(text: &str) -> Option<&str> {
    let (first, below) = text.trim_start().split_once('\n')?;
    let kind = first.trim();
    (!below.trim().is_empty() && (kind == "mindmap" || OTHERS.contains(&kind))).then_some(kind)
}

pub(super) fn read(text: &str) -> Result<Draft, TypedFault> {
    match diagram(text) {
        Some("mindmap") => return indented::read(&outline(text)),
        Some(_) => {
            let problem = "plywood reads flowcharts and mindmaps of Mermaid, but not its other diagrams";
            return Err((text.len() - text.trim_start().len(), TypedProblem::Foreign(problem)));
        }
        None => {}
    }
    let mut graph = Adjacency::of_picture(text)?;
    // Who chooses in each open group, and the first node of a legend.
    let mut groups: Vec<(Option<Mover>, Option<usize>)> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let (first, content) = (line.split_whitespace().next().unwrap_or_default(), line.trim());
        let is_setting = ["flowchart", "graph", "subgraph", "end", "direction"].contains(&first.trim_end_matches(';'));
        // After the direction, the first line may continue with nodes.
        let skipped = if matches!(first, "flowchart" | "graph") { line.find(';').map(|at| at + 1) } else { None };
        if !content.is_empty() && !content.starts_with("%%") && (!is_setting || skipped.is_some()) {
            let mut reader =
                MermaidReader { text, at: start + skipped.unwrap_or(0), end: start + line.trim_end().len() };
            reader.line(&mut graph, groups.last().and_then(|group| group.0))?;
        }
        match first.trim_end_matches(';') {
            "subgraph" => {
                let role = title_of_group(content).and_then(|title| NodeText::read(title).role);
                groups.push((role, titles::is_legend(content).then(|| graph.count())));
            }
            "end" => {
                let first = groups.pop().and_then(|group| group.1);
                let count = graph.count();
                (first.unwrap_or(count)..count).for_each(|node| graph.caption(node));
            }
            _ => {}
        }
        start += line.len();
    }
    graph.draft()
}

/// Returns the title of a group: `MIN` in `subgraph MIN` and in `subgraph two [MIN]`.
fn title_of_group(line: &str) -> Option<&str> {
    let title = line.strip_prefix("subgraph")?.trim();
    Some(title.split_once('[').map_or(title, |(_, title)| title.trim_end_matches(']')))
}

/// Reads a statement with the classes of nodes, which may say who chooses there: `class A,B min`.
fn class(statement: &str, at: usize, graph: &mut Adjacency) {
    let names: Vec<&str> = statement.split([' ', ',']).filter(|name| !name.is_empty()).collect();
    let ["class", nodes @ .., class] = names.as_slice() else { return };
    for id in player_of_class(class).iter().flat_map(|role| nodes.iter().map(move |id| (*id, *role))) {
        let node = graph.node(id.0, at);
        graph.choose_by_class(node, class, id.1);
    }
}

/// Returns a mindmap as an outline of the same length: without its first line, icons and classes, and with the text of
/// each node instead of its identifier and brackets.
fn outline(text: &str) -> String {
    let (mut outline, mut is_below) = (String::with_capacity(text.len()), false);
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        let is_node = is_below && ![":::", "::icon", "%%"].iter().any(|mark| content.starts_with(mark));
        is_below |= !content.is_empty();
        let shown = if is_node { mindmap_text(content) } else { String::new() };
        let start = line.len() - line.trim_start().len();
        outline.push_str(&line[..start]);
        outline.push_str(&shown);
        outline.push_str(&" ".repeat(content.len().saturating_sub(shown.len())));
        outline.push_str(&line[(start + content.len()).min(line.len())..]);
    }
    outline
}

/// Returns the text of a node of a mindmap: `A` for `a((A))`.
fn mindmap_text(node: &str) -> String {
    let shape = node.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
    let brackets = [("((", "))"), ("{{", "}}"), ("))", "(("), (")", "("), ("[", "]"), ("(", ")")];
    let inside = brackets.iter().find_map(|(open, close)| shape.strip_prefix(open)?.strip_suffix(close));
    let text = unescaped(inside.unwrap_or(node).trim_matches(['"', '`'])).replace('\n', " ");
    // Without a space, a minus sign is not a bullet.
    with_signs(&text).text
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

    /// Reads a line of a group in which a player may choose.
    fn line(&mut self, graph: &mut Adjacency, player: Option<Mover>) -> Result<(), TypedFault> {
        self.skip();
        while !self.rest().is_empty() {
            if let Some(setting) = self.setting() {
                class(setting, self.at, graph);
                self.at += setting.len();
                self.skip();
                continue;
            }
            let mut from = self.nodes(graph)?;
            graph.group(from.clone(), player);
            while self.is_link() {
                // An invisible link is not a branch.
                let is_branch = !self.rest().starts_with('~');
                let beside = if is_branch { self.link()? } else { self.invisible_link() };
                let to = self.nodes(graph)?;
                let beside = beside.map(unescaped);
                let branches =
                    from.iter().filter(|_| is_branch).flat_map(|&node| to.iter().map(move |&next| (node, next)));
                graph.edges(branches, beside.as_deref());
                from = to;
            }
        }
        Ok(())
    }

    /// Returns the statement that follows if it sets the style of nodes: `style A fill:#f00`, `class A,B min`.
    fn setting(&self) -> Option<&'a str> {
        let rest = self.rest();
        let word = rest.split([' ', '\t', ';']).next().unwrap_or_default();
        let mut is_quoted = false;
        let end = rest.find(|c: char| {
            is_quoted ^= c == '"';
            c == ';' && !is_quoted
        });
        let is_setting = ["class", "classDef", "click", "linkStyle", "style"].contains(&word);
        is_setting.then(|| &rest[..end.unwrap_or(rest.len())])
    }

    /// Returns whether a link follows. It may begin with a cross or a circle: `x--x`, `o--o`.
    fn is_link(&self) -> bool {
        let rest = self.rest();
        let line = rest.strip_prefix(['x', 'o']).unwrap_or(rest);
        rest.starts_with(['-', '=', '<'])
            || ["--", "==", "-."].iter().any(|sign| line.starts_with(sign))
            || rest.starts_with("~~~")
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
            self.properties(graph, node)?;
            if let Some((text, role)) = self.shape()? {
                graph.label(node, &unescaped(text));
                graph.shape(node, role);
            }
            if self.rest().starts_with(":::") {
                let class = self.rest().trim_start_matches(':');
                let behind = class.trim_start_matches(|c: char| c == '_' || c.is_alphanumeric());
                let class = &class[..class.len() - behind.len()];
                if let Some(role) = player_of_class(class) {
                    graph.choose_by_class(node, class, role);
                }
                self.at = self.end - behind.len();
            }
            nodes.push(node);
            self.skip();
            if !self.rest().starts_with('&') {
                return Ok(nodes);
            }
            self.at += 1;
        }
    }

    /// Reads the properties of a node, if it has some: `@{ shape: tri, label: "MAX" }`.
    fn properties(&mut self, graph: &mut Adjacency, node: usize) -> Result<(), TypedFault> {
        let Some(behind) = self.rest().strip_prefix("@{") else { return Ok(()) };
        let mut is_quoted = false;
        let end = behind.find(|c| {
            is_quoted ^= c == '"';
            c == '}' && !is_quoted
        });
        let inside = &behind[..end.ok_or((self.at + 1, TypedProblem::Unclosed('{')))?];
        self.at += "@{".len() + inside.len() + "}".len();
        let property = |name: &str| {
            let value = inside.split_once(name)?.1.trim_start().strip_prefix(':')?.trim_start();
            let quoted = value.strip_prefix('"').and_then(|value| value.split('"').next());
            quoted.or_else(|| value.split(',').next()).map(str::trim)
        };
        if let Some(label) = property("label") {
            graph.label(node, &unescaped(label));
        }
        let role = property("shape").and_then(|shape| match shape {
            "tri" | "triangle" | "extract" | "trap-b" | "trapezoid" | "trapezoid-bottom" | "priority" => {
                Some(Mover::Max)
            }
            "flip-tri" | "flipped-triangle" | "manual-file" | "trap-t" | "inv-trapezoid" | "trapezoid-top"
            | "manual" => Some(Mover::Min),
            "circle" | "circ" => Some(Mover::Chance),
            _ => None,
        });
        graph.shape(node, role);
        Ok(())
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

    /// Reads a link between nodes, `-->`, `-.-` or `==>`, with an optional text: `-- text -->`, `-->|text|`. A cross or
    /// a circle at its end, `--x`, is only a mark.
    fn link(&mut self) -> Result<Option<&'a str>, TypedFault> {
        let is_line = |c: char| matches!(c, '-' | '=' | '.' | '<' | '>');
        let behind_line = |text: &'a str| {
            let behind = text.trim_start_matches(is_line);
            behind
                .strip_prefix(['x', 'o'])
                .filter(|end| !end.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
                .unwrap_or(behind)
        };
        let rest = self.rest().trim_start_matches(['x', 'o']);
        let behind = behind_line(rest);
        self.at = self.end - behind.len();
        if matches!(&rest[..rest.len() - behind.len()], "--" | "==" | "-.") {
            let end =
                ["--", "==", ".-"].iter().filter_map(|line| behind.find(line)).min().ok_or_else(|| self.problem())?;
            self.at = self.end - behind_line(&behind[end..]).len();
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

#[cfg(test)]
mod tests {
    use super::super::tests::{error, names, tree};
    use crate::model::Model;

    #[test]
    fn groups_and_classes_say_who_chooses() {
        let edges = "A --> B & C\nB --> 5 & 6\nC --> 1 & 2";
        for nodes in [
            "A:::min",
            "B:::maxNode",
            "class B,C max;",
            "class B max; class C max; style A fill:#f00,stroke:#333; linkStyle 0 stroke:#f66",
            "click A \"https://example.org/;\"; A:::min",
            "subgraph MIN\nA\nend",
            "subgraph one [MIN nodes]\n direction LR\n A --> D[7]\nend",
            "subgraph MAX\n subgraph s\n A\n end\n B & C\nend",
        ] {
            let tree = tree(&format!("flowchart TD\n{nodes}\n{edges}"));
            assert!(tree.starts_with("min("), "{nodes}: {tree}");
        }
        assert_eq!(tree(&format!("flowchart TD\nB:::chance\n{edges}")), "max(chance(5 6) chance(1 2))");
        let caption = error(&format!("flowchart TD\nMIN ~~~ MAX\n{edges}"));
        assert!(caption.contains("the node `MIN` says who chooses, but has no branches"), "{caption}");
    }

    #[test]
    fn styles_may_be_in_the_line_of_links() {
        for styles in ["style R fill:#f00", "classDef x fill:#f9f,stroke:#333;class A x", "linkStyle 0 stroke:#f66;"] {
            let links = "R-->A; R-->B; A-->3; A-->12; B-->2; B-->4";
            for text in [format!("graph TD; {links}; {styles}"), format!("graph TD\n{styles}; {links}")] {
                assert_eq!(tree(&text), "((3 12) (2 4))", "{text}");
            }
        }
    }

    #[test]
    fn properties_are_the_label_and_the_shape_of_a_node() {
        let edges = "A --> B & C\nB --> 5 & 6\nC --> 1 & 2";
        for (nodes, same) in [
            ("A@{ shape: tri, label: \"MAX\" }\nB@{ label: \"MIN {B}\", shape: flip-tri }", "((5 6) (1 2))"),
            ("A@{ shape: rect, label: MIN }", "min(max(5 6) max(1 2))"),
            ("A@{shape: tri}\nB@{ shape: circle }", "max(chance(5 6) chance(1 2))"),
            ("A@{ shape: trap-t }", "min(max(5 6) max(1 2))"),
        ] {
            assert_eq!(tree(&format!("flowchart TD\n{nodes}\n{edges}")), same, "{nodes}");
        }
        let read = "flowchart TD\nr --> A@{ shape: circle, label: \"3\" } & B@{ label: \"b = 4\" }";
        assert_eq!((tree(read).as_str(), names(read).join(" ")), ("(3 4)", "A b".to_owned()));
        assert!(error("flowchart TD\nr --> A@{ shape: tri").contains("line 2, column 9: this `{` is never closed"));
    }

    #[test]
    fn a_circle_beside_triangles_is_a_chance_node() {
        let edges = "B --> 5 & 6\nC --> 1 & 2";
        assert_eq!(
            tree(&format!("flowchart TD\nR[/A\\] --> B((B)) & C((C))\n{edges}")),
            "max(chance(5 6) chance(1 2))"
        );
        assert_eq!(
            tree(&format!("flowchart TD\nR[\\A/] --> B((B)) & C((C))\n{edges}")),
            "min(chance(5 6) chance(1 2))"
        );
        assert_eq!(tree(&format!("flowchart TD\nR((A)) --> B((B)) & C((C))\n{edges}")), "((5 6) (1 2))");
    }

    /// A cross often marks a pruned branch.
    #[test]
    fn links_may_end_with_a_cross_or_a_circle() {
        for links in [
            "A --> B & C\nB --> D[5] & E[6]\nC --> F[1]\nC --x G[2]",
            "A --o B\nA ---x C\nB x--x D[5]\nB o--o|b| E[6]\nC -.-x F[1]\nC ==x G[2]",
            "A --> B & C\nB -- x --> D[5]\nB --option--> E[6]\nC --> F[1]\nC --pruned --x G[2]",
            "A --> B & C\nB --> D[5] & E[6]\nC -.pruned.-x G[2]\nC---F[1]",
        ] {
            let read = tree(&format!("flowchart TD\n{links}"));
            assert!(["((5 6) (1 2))", "((5 6) (2 1))"].contains(&read.as_str()), "{links}: {read}");
        }
        assert_eq!(names("flowchart TD\nr --> x & o\nx --- 5 & 6\no---oak[1]"), ["x", "x1", "x2", "o", "oak"]);
    }

    #[test]
    fn a_mindmap_is_a_tree() {
        let expected = Model::from_typed("(A:(3 12) B:(2 -4))").unwrap().moves;
        for text in [
            "mindmap\n  root\n    A\n      3\n      12\n    B\n      2\n      -4",
            "mindmap\n  root((MAX))\n    a[A]\n    ::icon(fa fa-book)\n      3\n      x(12)\n    b)B(\n    :::urgent\n      y))2((\n      {{#45;4}}\n",
            "%% exercise 1\nmindmap\nroot\n\tA\n\t\tid1[\"`3`\"]\n\t\t12\n\tB\n\t\t2\n\t\t-4\n",
        ] {
            assert_eq!(Model::from_typed(text).map(|model| model.moves).as_ref(), Ok(&expected), "{text}");
        }
        assert!(Model::from_typed("graph\n  R --> A & B\n  A --> 3 & 12\n  B --> 2 & b[-4]\n").is_ok());
        let error = Model::from_typed("mindmap\n  root\n    A\n      3\n    B\n").unwrap_err().to_string();
        assert_eq!(error, "line 5, column 5: the leaf `B` has no score; write one into its label");
        let error = Model::from_typed("timeline\n  2001 : 3\n  2002 : 4\n").unwrap_err().to_string();
        assert!(error.contains("flowcharts and mindmaps of Mermaid, but not its other diagrams"), "{error}");
    }
}
