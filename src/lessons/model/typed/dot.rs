//! Trees in the DOT language of Graphviz: `digraph { A -> B; A -> C; B [label="3"]; C [label="5"] }`.

use super::super::NESTING_LIMIT;
use super::adjacency::Adjacency;
use super::dot_shapes::{DotShape, is_half_turn, player_in};
use super::dot_text::{end_of_html, text_of_html, unescaped};
use super::draft::Draft;
use super::edges::{ARROWS, EdgeNumber, is_edges, no_score};
use super::error::{TypedFault, TypedProblem};
use super::label::NodeText;
use super::line_players::LinePlayers;
use super::probability::{is_field, is_fraction};
use super::titles;
use super::valued::Beside;
use super::word::is_whole;
use crate::core::game::Mover;
use std::collections::BTreeMap;

pub(super) fn looks(text: &str) -> bool {
    is_graph(text) || is_edges(text)
}

/// Returns whether a text begins like a graph in DOT.
pub(super) fn is_graph(text: &str) -> bool {
    let rest = text.strip_prefix("strict ").unwrap_or(text).trim_start();
    let rest = rest.strip_prefix("digraph").or_else(|| rest.strip_prefix("graph"));
    let name = rest.and_then(|rest| rest.split_once('{')).map(|(name, _)| name);
    let is_name = |name: &str| name.chars().all(|c| c.is_alphanumeric() || c.is_whitespace() || matches!(c, '"' | '_'));
    name.is_some_and(|name| is_name(name) && name.split_whitespace().count() <= 1 || name.trim().starts_with('"'))
}

pub(super) fn read(text: &str) -> Result<Draft, TypedFault> {
    let at = if is_graph(text.trim_start()) { text.find('{').map_or(0, |at| at + 1) } else { 0 };
    let graph = Adjacency::of_picture(text)?;
    let mut reader = DotReader {
        text,
        at,
        graph,
        settings: DotSettings::default(),
        shaped: BTreeMap::new(),
        depth: 0,
        is_list: at == 0,
        is_behind_arrow: false,
        numbers: Vec::new(),
        players: Vec::new(),
        line_players: LinePlayers::default(),
    };
    if at == 0 {
        reader.edges()?;
        reader.line_players.choose(&mut reader.graph)?;
        return reader.graph.draft().map_err(no_score);
    }
    reader.statements()?;
    reader.skip();
    if is_graph(reader.rest()) {
        return Err((reader.at, TypedProblem::TwoTrees));
    }
    reader.shape_nodes();
    reader.graph.draft()
}

pub(super) struct DotReader<'a> {
    pub text: &'a str,
    pub at: usize,
    pub graph: Adjacency,
    settings: DotSettings,
    /// The new nodes that have the shape of a player because a setting says so.
    shaped: BTreeMap<usize, Mover>,
    /// The number of open groups of statements.
    depth: usize,
    /// Whether the text is a list of edges, without the words around them.
    is_list: bool,
    /// In a list of edges, whether an arrow comes before the nodes that are read.
    pub is_behind_arrow: bool,
    /// The numbers after the nodes of a list of edges.
    pub numbers: Vec<EdgeNumber>,
    /// In a list of edges, the nodes behind the last arrow, and the players behind them.
    pub players: Vec<(usize, Option<Mover>)>,
    /// The players behind the nodes of all lines of a list of edges.
    line_players: LinePlayers,
}

/// What a group of statements says about its nodes and edges.
#[derive(Clone, Copy, Default)]
struct DotSettings {
    /// Whether nodes are records unless they have another shape.
    are_records: bool,
    /// The shape that nodes have unless they have another one.
    shape: DotShape,
    /// Who chooses at the nodes, according to an attribute that they all have.
    said: Option<Mover>,
    /// Whether edges are invisible.
    is_hidden: bool,
    /// Who chooses at the nodes of the group, according to its label.
    player: Option<Mover>,
    /// Whether the group is a legend, according to its label.
    is_legend: bool,
}

impl DotReader<'_> {
    pub(super) fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    pub(super) fn skip(&mut self) {
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

    pub(super) fn eat(&mut self, sign: &str) -> bool {
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
    pub(super) fn word(&mut self) -> Result<String, TypedFault> {
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
        if !self.is_list && rest.starts_with('<') {
            let end = end_of_html(rest).ok_or((at, TypedProblem::Unclosed('<')))?;
            let text = text_of_html(&rest[1..end]);
            self.at += end + 1;
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

    /// Reads statements up to the bracket that closes them.
    fn statements(&mut self) -> Result<Vec<usize>, TypedFault> {
        if NESTING_LIMIT < self.depth {
            return Err((self.at, TypedProblem::Nesting));
        }
        self.depth += 1;
        let outer = self.settings;
        (self.settings.player, self.settings.is_legend) = (None, false);
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
        // The label of the whole graph is a title.
        if 0 < self.depth {
            self.graph.group(named.clone(), self.settings.player);
        }
        if self.settings.is_legend {
            named.iter().for_each(|&node| self.graph.caption(node));
        }
        self.settings = outer;
        Ok(named)
    }

    pub(super) fn statement(&mut self) -> Result<Vec<usize>, TypedFault> {
        self.skip();
        let at = self.at;
        let is_group = self.rest().starts_with('{') || self.rest().starts_with("subgraph");
        let mut ends = self.nodes()?;
        let Some(first) = ends.clone() else { return Ok(Vec::new()) };
        let mut branches = Vec::new();
        while self.arrow() {
            let next = self.nodes()?.unwrap_or_default();
            let players = std::mem::take(&mut self.players);
            ends.iter().flatten().for_each(|&from| self.line_players.add(at, from, &players));
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
        // An invisible edge only places its nodes.
        let is_hidden = labelled("style").map_or(self.settings.is_hidden, is_invisible);
        self.graph.edges(branches.iter().copied().filter(|_| !is_hidden), beside);
        // The attributes after a group are not those of its nodes.
        let described = if branches.is_empty() && !(is_group && 1 < first.len()) { first.as_slice() } else { &[] };
        for node in described {
            if let Some(weight) = drawn {
                self.graph.weigh(*node, weight);
            }
            // Programs write the score of a node beside its label, or in an attribute of their own.
            let player = labelled("xlabel").and_then(|text| NodeText::read(text).lone_player());
            let score = ["value", "score", "utility", "payoff"].into_iter().find_map(labelled);
            if let Some(text) = score.or_else(|| labelled("xlabel").filter(|_| player.is_none())) {
                self.graph.beside(*node, Beside { text: text.to_owned(), is_score: score.is_some() });
            }
            if let Some(player) = player {
                self.graph.choose(*node, player);
            }
            if let Some(label) = labelled("label") {
                let is_record = labelled("shape").map_or(self.settings.are_records, is_record) || label.contains('<');
                if is_record && label.contains('|') && !self.graph.is_own {
                    let problem =
                        "a label with several fields, as of the shape record, is not read; draw a node for each leaf";
                    return Err((at, TypedProblem::Foreign(problem)));
                }
                self.graph.label(*node, label);
            }
            if let Some((class, role)) = attributes.iter().find_map(|(key, value)| player_in(key, value)) {
                self.graph.choose_by_class(*node, class, role);
            }
            let is_bare =
                labelled("shape").is_some_and(|shape| ["none", "plain", "plaintext", "note"].contains(&shape));
            if is_bare || labelled("style").is_some_and(is_invisible) {
                self.graph.caption(*node);
            }
            self.shape(*node, labelled("shape"), labelled("orientation"));
        }
        Ok(first)
    }

    pub(super) fn arrow(&mut self) -> bool {
        let is_there =
            if self.is_list { ARROWS.iter().any(|arrow| self.eat(arrow)) } else { self.eat("->") || self.eat("--") };
        self.is_behind_arrow |= is_there;
        is_there
    }

    /// Gives nodes the players of the shapes that come from settings. A shape that all inner nodes share says nothing.
    fn shape_nodes(&mut self) {
        let inner: Vec<usize> = (0..self.graph.count()).filter(|&node| 0 < self.graph.width(node)).collect();
        let first = self.shaped.values().next();
        if inner.len() < 2 || !inner.iter().all(|node| first.is_some() && self.shaped.get(node) == first) {
            self.shaped.iter().for_each(|(&node, &role)| self.graph.shape(node, Some(role)));
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
            self.skip();
            let name = if self.rest().starts_with('{') { String::new() } else { self.id()? };
            self.eat("{");
            let nodes = self.statements()?;
            nodes.iter().filter(|_| titles::is_legend(&name)).for_each(|&node| self.graph.caption(node));
            return Ok(Some(nodes));
        }
        if self.eat("=") {
            let value = self.id()?;
            self.set("graph", &id, &value);
            return Ok(None);
        }
        if !is_quoted && matches!(id.as_str(), "graph" | "node" | "edge") {
            for (name, value) in self.attributes()? {
                self.set(&id, &name, &value);
            }
            return Ok(None);
        }
        let mut nodes = vec![self.node(&id, at)];
        while self.eat(",") {
            self.skip();
            let at = self.at;
            let id = self.id()?;
            nodes.push(self.node(&id, at));
        }
        Ok(Some(nodes))
    }

    /// Records the shape of a node, and whether it is turned.
    fn shape(&mut self, node: usize, shape: Option<&str>, orientation: Option<&str>) {
        let is_turned = orientation.map(is_half_turn);
        let role = match shape {
            Some(shape) => DotShape::read(shape).turned(is_turned.unwrap_or(self.settings.shape.is_turned)).player(),
            None if is_turned == Some(true) => {
                let role = self.shaped.get(&node).copied().or(self.graph.drawn(node));
                role.and_then(|role| DotShape::of(role).turned(true).player())
            }
            None => return,
        };
        self.graph.shape(node, role);
        self.shaped.remove(&node);
    }

    /// Returns the node with this identifier. A new node has the shape of the current settings.
    fn node(&mut self, id: &str, at: usize) -> usize {
        let count = self.graph.count();
        let node = self.graph.node(id, at);
        if let Some(role) = self.settings.shape.player().filter(|_| node == count) {
            self.shaped.insert(node, role);
        }
        if let Some(role) = self.settings.said.filter(|_| node == count) {
            self.graph.choose(node, role);
        }
        node
    }

    /// Changes a setting of the current group, or of all new nodes or edges in it.
    fn set(&mut self, of: &str, name: &str, value: &str) {
        match (of, name) {
            // The label of the whole graph is a title.
            ("graph", "label") if self.depth == 1 => self.graph.first = titles::mover(value),
            ("graph", "label") => {
                self.settings.player = NodeText::read(value).role;
                self.settings.is_legend = titles::is_legend(value);
            }
            ("node", "shape") => {
                self.settings.are_records = is_record(value);
                self.settings.shape = DotShape::read_default(value).turned(self.settings.shape.is_turned);
            }
            ("node", "orientation") => self.settings.shape.is_turned = is_half_turn(value),
            ("node", name) => self.settings.said = player_in(name, value).map(|(_, role)| role).or(self.settings.said),
            ("edge", "style") => self.settings.is_hidden = is_invisible(value),
            _ => {}
        }
    }

    fn attributes(&mut self) -> Result<Vec<(String, String)>, TypedFault> {
        let mut attributes = Vec::new();
        while self.eat("[") {
            // Text that is alone in brackets is a label: `A -> B [0.3]`.
            let inside = self.rest().split(']').next().unwrap_or_default().to_owned();
            if !inside.contains(['=', '"']) && (self.is_list || inside.contains(char::is_numeric)) {
                self.at += inside.len();
                attributes.push(("label".to_owned(), inside));
            }
            while !self.eat("]") {
                let name = self.id()?;
                let attribute = match self.eat("=") {
                    true => (name, self.id()?),
                    false if name.contains(char::is_numeric) => ("label".to_owned(), name),
                    false => (name, String::new()),
                };
                attributes.push(attribute);
                let _ = self.eat(",") || self.eat(";");
            }
        }
        Ok(attributes)
    }
}

fn is_record(shape: &str) -> bool {
    matches!(shape, "record" | "Mrecord")
}

fn is_invisible(style: &str) -> bool {
    style.contains("invis")
}

#[cfg(test)]
mod tests {
    use super::super::tests::{error, tree};
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

    /// An invisible edge only places its nodes, such as siblings from left to right.
    #[test]
    fn an_invisible_edge_is_not_a_move() {
        let edges = "A->B; A->C; B->5; B->6; C->1; C->2";
        for hidden in [
            "B->C [style=invis]",
            "B->C [style=\"dotted,invis\"]",
            "{ rank=same; edge [style=invis]; B->C }",
            "edge [style=invis] B->C->D",
        ] {
            assert_eq!(tree(&format!("digraph {{ {edges}; {hidden} }}")), "((5 6) (1 2))", "{hidden}");
        }
    }

    /// A player may belong to a group of nodes.
    #[test]
    fn groups_of_nodes_say_who_chooses() {
        let edges = "A->B; A->C; B->5; B->6; C->1; C->2";
        for nodes in [
            "node [shape=invtriangle]; A; node [shape=triangle]; B; C; node [shape=none]",
            "{ node [shape=invtriangle] A } { node [shape=triangle] B; C }",
            "node [shape=triangle]; A [shape=invtriangle]; A [color=red]",
            "subgraph cluster_0 { label=\"MIN\"; A }",
            "subgraph cluster_0 { graph [label=\"MAX level\"]; B; C }",
            "{ rank=same; MIN; A } { rank=same; MAX; B; C } MIN -> MAX [style=invis]",
            "subgraph cluster_0 { label=\"MIN\"; A; subgraph cluster_1 { label=\"MAX\"; B; C } }",
            "{ MIN; A; { MAX; B; C } }",
        ] {
            assert_eq!(tree(&format!("digraph {{ {nodes}; {edges} }}")), "min(max(5 6) max(1 2))", "{nodes}");
        }
        // The title of the graph and a shape that all nodes share say nothing.
        for nodes in ["label=\"MIN\"", "node [shape=invtriangle]", "node [shape=circle]"] {
            assert_eq!(tree(&format!("digraph {{ {nodes}; {edges} }}")), "((5 6) (1 2))", "{nodes}");
        }
        let caption = error(&format!("digraph {{ MIN -> MAX [style=invis]; {edges} }}"));
        assert!(caption.contains("column 11: the node `MIN` says who chooses, but has no branches"), "{caption}");
    }

    /// Beside triangles, a circle is a chance node, also without probabilities on its branches.
    #[test]
    fn shapes_and_attributes_say_who_chooses() {
        let edges = "A->B; A->C; B->5; B->6; C->1; C->2";
        for (nodes, same) in [
            ("A[shape=triangle]; B[shape=circle]; C[shape=circle]", "max(chance(5 6) chance(1 2))"),
            ("A[shape=triangle]; node [shape=circle]; B; C", "max(chance(5 6) chance(1 2))"),
            ("A[shape=invtrapezium]; B[shape=ellipse]", "min(chance(5 6) chance(1 2))"),
            ("A[shape=triangle]; B, C [shape=triangle, orientation=180]", "((5 6) (1 2))"),
            ("A[orientation=-180, shape=triangle]", "min(max(5 6) max(1 2))"),
            ("A[shape=triangle]; A[orientation=180.0]", "min(max(5 6) max(1 2))"),
            ("A[shape=triangle]; B, C [shape=triangle, orientation=360]", "max(max(5 6) max(1 2))"),
            ("node [shape=triangle]; A[orientation=180]; B", "min(max(5 6) max(1 2))"),
            ("{ node [orientation=180, shape=triangle]; A }", "min(max(5 6) max(1 2))"),
            ("A[player=min]", "min(max(5 6) max(1 2))"),
            ("A[type=\"MIN\", label=\"A\"]; B[type=leaf]", "min(max(5 6) max(1 2))"),
            ("A[class=\"wide minNode\"]", "min(max(5 6) max(1 2))"),
            ("{ node [class=chance, color=red]; B; C }", "max(chance(5 6) chance(1 2))"),
        ] {
            assert_eq!(tree(&format!("digraph {{ {nodes}; {edges} }}")), tree(same), "{nodes}");
        }
        // A label counts more than a shape, and circles alone say nothing.
        let labelled = "A[shape=triangle]; B, C [shape=circle, label=\"MIN\"]";
        assert_eq!(tree(&format!("digraph {{ {labelled}; {edges} }}")), "((5 6) (1 2))");
        assert_eq!(tree(&format!("digraph {{ A[shape=circle]; B[shape=circle]; {edges} }}")), "((5 6) (1 2))");
    }

    #[test]
    fn nodes_may_be_in_a_list_with_commas() {
        let leaves = "D, G [label=3] E [label=12]; F [label=2]";
        for edges in ["A -> {B, C}; B -> D, E; C -> {F G}", "A -> B, C; { B } -> \"D\",E; C -> F, G"] {
            assert_eq!(tree(&format!("digraph {{ {edges}; {leaves} }}")), "((3 12) (2 3))", "{edges}");
        }
    }

    #[test]
    fn a_label_in_html_is_the_text_that_it_shows() {
        let edges = "A->B; A->C; B->5; B->d; C->1; C->2";
        for labels in [
            "A[label=<<b>MIN</b>>]; d[label=<6>]",
            "A[label=<MIN<br/>A>, shape=box]; d[label=< <i>d</i><BR ALIGN=\"left\"/><font color=\"red\">6</font> >]",
            "A[label=<<table><tr><td>MIN</td></tr><tr><td>A &lt;</td></tr></table>>]; d[label=<d = <sub>6</sub>>]",
        ] {
            assert_eq!(tree(&format!("digraph {{ {labels}; {edges} }}")), "min(max(5 6) max(1 2))", "{labels}");
        }
        assert_eq!(error("digraph { A[label=<<b>MIN</b>] }"), "line 1, column 19: this `<` is never closed");
        let several = error(&format!("digraph {{ d[label=<<table><tr><td>3</td><td>6</td></tr></table>>]; {edges} }}"));
        assert!(several.contains("has numbers whose meaning is unclear"), "{several}");
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
