//! A graph that is a tree: nodes, their labels, and their successors. Trees in all graph languages are converted to
//! this form.

use super::super::{LARGEST_LESSON, LONGEST_LESSON, NESTING_LIMIT};
use super::captions::{LeafForm, is_beside, is_first};
use super::draft::{Draft, PlayerDoubt};
use super::error::{TypedFault, TypedProblem};
use super::label::NodeText;
use super::own_picture::{self, is_own};
use super::probability::is_announced;
use super::valued::Beside;
use super::word::{is_weight, number};
use crate::core::game::{Mover, is_unknown_leaf};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Nodes by their names in the text.
#[derive(Debug, Default)]
pub(super) struct Adjacency {
    /// Whether the graph is one of plywood's own pictures.
    pub is_own: bool,
    /// Who moves first, according to the title of the picture.
    pub first: Option<Mover>,
    nodes: Vec<GraphNode>,
    numbers: HashMap<String, usize>,
    /// The nodes that the text puts into one group, and who chooses there, if the group's label says so. A group comes
    /// before the group around it.
    groups: Vec<(Vec<usize>, Option<Mover>)>,
    /// The place of the first edge between two nodes among the moves of the first node.
    edges: HashMap<(usize, usize), usize>,
    /// The places of edges that repeat an earlier one, and the place of the earlier one.
    again: BTreeMap<(usize, usize), usize>,
}

#[derive(Debug)]
struct GraphNode {
    /// The offset of the node's first mention in the text.
    at: usize,
    id: String,
    label: Option<NodeText>,
    /// The text beside the label, which may be the score of a leaf.
    beside: Option<Beside>,
    /// Who chooses at the node, according to its shape.
    role: Option<Mover>,
    /// Who chooses at the node, according to its group or class.
    said: Option<Mover>,
    /// A word in the name of the node that may say who chooses.
    doubt: Option<PlayerDoubt>,
    /// Whether the node is a caption unless it has branches.
    is_caption: bool,
    /// The probability of the branch to the node, if the node says so.
    weight: Option<String>,
    /// The successors, each with the label of its branch.
    moves: Vec<(usize, Option<String>)>,
    has_parent: bool,
}

impl Adjacency {
    /// Returns an empty graph for a picture, which may be one of plywood's own.
    pub(super) fn of_picture(text: &str) -> Result<Self, TypedFault> {
        Ok(Self { is_own: is_own(text)?, ..Self::default() })
    }

    /// Returns the number of the node with this name in the text.
    pub(super) fn node(&mut self, id: &str, at: usize) -> usize {
        let next = self.nodes.len();
        let number = *self.numbers.entry(id.to_owned()).or_insert(next);
        if number == next {
            self.add(id, at);
        }
        number
    }

    /// Adds a node that nothing else in the text can refer to.
    pub(super) fn add(&mut self, id: &str, at: usize) -> usize {
        self.nodes.push(GraphNode {
            at,
            id: id.to_owned(),
            label: None,
            beside: None,
            role: None,
            said: None,
            doubt: None,
            is_caption: false,
            weight: None,
            moves: Vec::new(),
            has_parent: false,
        });
        self.nodes.len() - 1
    }

    pub(super) fn label(&mut self, node: usize, text: &str) {
        let label = if self.is_own { own_picture::label(text) } else { NodeText::read(text) };
        self.nodes[node].label = Some(label);
    }

    /// Sets the text beside the label of a node.
    pub(super) fn beside(&mut self, node: usize, beside: Beside) {
        self.nodes[node].beside = Some(beside);
    }

    /// Sets who chooses at a node, according to its shape.
    pub(super) fn shape(&mut self, node: usize, role: Option<Mover>) {
        self.nodes[node].role = role;
    }

    /// Returns who chooses at a node, according to its shape.
    pub(super) fn drawn(&self, node: usize) -> Option<Mover> {
        self.nodes[node].role
    }

    /// Returns the score in the label of a node, as written.
    pub(super) fn score(&self, node: usize) -> Option<String> {
        self.nodes[node].label.as_ref()?.written.clone()
    }

    /// Returns who chooses at a node, according to its group or class or to the line in which it is.
    pub(super) fn said(&self, node: usize) -> Option<Mover> {
        self.nodes[node].said
    }

    /// Sets who chooses at a node, according to its group or class.
    pub(super) fn choose(&mut self, node: usize, role: Mover) {
        self.nodes[node].said = Some(role);
    }

    /// Sets who chooses at a node, according to its class.
    pub(super) fn choose_by_class(&mut self, node: usize, class: &str, role: Mover) {
        let node = &mut self.nodes[node];
        match PlayerDoubt::of_class(class, node.at, role) {
            Some(doubt) => node.doubt = Some(doubt),
            None => node.said = Some(role),
        }
    }

    /// Records a word in the name of a node that may say who chooses.
    pub(super) fn doubt(&mut self, node: usize, doubt: Option<PlayerDoubt>) {
        self.nodes[node].doubt = doubt;
    }

    /// Returns the label of a node or, without one, its name in the text.
    pub(super) fn text(&self, node: usize) -> &str {
        let GraphNode { id, label, .. } = &self.nodes[node];
        label.as_ref().map_or(id, |label| &label.text)
    }

    /// Records that nodes are in a group, whose label may say who chooses there.
    pub(super) fn group(&mut self, nodes: Vec<usize>, role: Option<Mover>) {
        self.groups.push((nodes, role));
    }

    /// Finds out who chooses at the nodes of groups. Besides the label of a group, a node without branches may say so:
    /// `{ rank=same; MIN; B; C }`. An inner group and what a node says itself count more.
    fn read_groups(&mut self) -> Result<(), TypedFault> {
        let caption = |node: &GraphNode| {
            let is_alone = node.moves.is_empty() && !node.has_parent && !self.is_own;
            is_alone.then(|| node.label.clone().unwrap_or_else(|| NodeText::read(&node.id)).lone_player()).flatten()
        };
        let captions: BTreeMap<usize, Mover> =
            self.nodes.iter().enumerate().filter_map(|(index, node)| Some((index, caption(node)?))).collect();
        let mut placed = HashSet::new();
        for (nodes, role) in std::mem::take(&mut self.groups) {
            let beside = nodes.iter().filter(|node| !placed.contains(*node)).find_map(|node| captions.get(node));
            if let Some(role) = role.or(beside.copied()) {
                for &node in &nodes {
                    self.nodes[node].said.get_or_insert(role);
                }
            }
            if 1 < nodes.len() {
                placed.extend(nodes.into_iter().filter(|node| captions.contains_key(node)));
            }
        }
        match captions.keys().find(|node| !placed.contains(*node)) {
            Some(&node) => Err((self.nodes[node].at, TypedProblem::Caption(self.nodes[node].id.clone()))),
            None => Ok(()),
        }
    }

    /// Returns the node outside the tree with the player of the root, whose name is a word such as `turn`, and the problem
    /// of the first one that looks like a part of the tree. Other nodes are captions.
    fn read_loose(&self) -> (Option<usize>, Option<TypedFault>) {
        let form = |node: &GraphNode| LeafForm::of(&node.id, node.label.as_ref()?);
        let leaves = self.nodes.iter().filter(|node| node.has_parent && node.moves.is_empty());
        let forms: HashSet<LeafForm> = leaves.filter_map(form).collect();
        let mut first = None;
        for (index, node) in self.nodes.iter().enumerate() {
            let GraphNode { at, id, label, beside, said, is_caption, .. } = node;
            let words = label.as_ref().map_or(&[] as &[String], |label| &label.words);
            let is_loose = node.moves.is_empty() && !node.has_parent && !is_caption && !self.is_own;
            if !is_loose || is_beside(id) || words.iter().any(|word| is_beside(word)) {
                continue;
            }
            let is_first = is_first(id);
            let is_leaf = form(node).is_some_and(|form| form.is_sure() || forms.contains(&form))
                || beside.as_ref().is_some_and(|beside| beside.is_score);
            let is_described = label.as_ref().is_some_and(|label| label.text != *id);
            let is_lost = said.is_some() && !(is_described || is_first && first.is_none());
            if is_leaf || is_lost {
                return (first, Some((*at, TypedProblem::Loose(id.clone()))));
            }
            first = first.or(said.filter(|_| is_first).map(|_| index));
        }
        (first, None)
    }

    /// Records that a node is a caption, as its shape or its group says.
    pub(super) fn caption(&mut self, node: usize) {
        self.nodes[node].is_caption = true;
    }

    /// Gives the root the player that another node names. The root must not have a different one.
    fn choose_first(&mut self, root: usize, node: usize) -> Result<(), TypedFault> {
        let player = self.nodes[node].said;
        let other = self.nodes[root].said.or_else(|| NodeText::read(self.text(root)).role);
        if other.is_some() && other != player {
            return Err((self.nodes[node].at, TypedProblem::Loose(self.nodes[node].id.clone())));
        }
        self.nodes[root].said = player;
        Ok(())
    }

    /// Sets the probability of the branch to a node.
    pub(super) fn weigh(&mut self, node: usize, weight: &str) {
        self.nodes[node].weight = Some(weight.to_owned());
    }

    /// Records that `to` follows `from`. `beside` is the label of the branch.
    pub(super) fn branch(&mut self, from: usize, to: usize, beside: Option<&str>) {
        self.nodes[from].moves.push((to, beside.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)));
        self.nodes[to].has_parent = true;
    }

    /// Records that an edge leads from one node to another. An edge without a label that was there before is the same
    /// edge again, as in a list of paths: `A -> B -> 3`, `A -> B -> 12`.
    pub(super) fn edge(&mut self, from: usize, to: usize, beside: Option<&str>) {
        let beside = beside.filter(|text| !text.trim().is_empty());
        let index = self.width(from);
        let first = self.edges.entry((from, to)).or_insert(index);
        if *first != index && (beside.is_none() || self.nodes[from].moves[*first].1.is_none()) {
            self.again.insert((from, index), *first);
            *first = if beside.is_some() { index } else { *first };
        }
        self.branch(from, to, beside);
    }

    /// Records the edges of one statement. One that it repeats is another branch: `R -> a, a, b`.
    pub(super) fn edges(&mut self, edges: impl IntoIterator<Item = (usize, usize)>, beside: Option<&str>) {
        let mut seen = HashSet::new();
        for (from, to) in edges {
            match seen.insert((from, to)) {
                true => self.edge(from, to, beside),
                false => self.branch(from, to, beside),
            }
        }
    }

    /// Removes the edges that are there already. The numbers of leaves may be the same, as in `A -> 3`, `A -> 3`.
    fn merge_edges(&mut self) {
        for ((from, index), first) in std::mem::take(&mut self.again).into_iter().rev() {
            let next = &self.nodes[self.nodes[from].moves[index].0];
            let is_value = number(&next.id).is_ok() || is_unknown_leaf(&next.id);
            if !(is_value && next.moves.is_empty() && next.label.is_none() && next.beside.is_none()) {
                let (_, beside) = self.nodes[from].moves.remove(index);
                let label = &mut self.nodes[from].moves[first].1;
                *label = label.take().or(beside);
            }
        }
    }

    /// Returns the name of a node in the text.
    pub(super) fn id(&self, node: usize) -> &str {
        &self.nodes[node].id
    }

    /// Returns the number of moves that a node has so far.
    pub(super) fn width(&self, node: usize) -> usize {
        self.nodes[node].moves.len()
    }

    /// Returns the number of nodes.
    pub(super) fn count(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the tree below the node that has no predecessor.
    pub(super) fn draft(mut self) -> Result<Draft, TypedFault> {
        let (first, loose) = self.read_loose();
        self.read_groups()?;
        self.merge_edges();
        let mut roots = (0..self.nodes.len()).filter(|&node| !self.nodes[node].has_parent && 0 < self.width(node));
        let Some(root) = roots.next() else {
            let first = self.nodes.iter().find(|node| !node.moves.is_empty());
            let problem = first.map_or(TypedProblem::Empty, |node| TypedProblem::Circle(node.id.clone()));
            return Err((first.map_or(0, |node| node.at), problem));
        };
        if let Some(other) = roots.next() {
            let [root, other] = [root, other].map(|node| &self.nodes[node]);
            return Err((other.at, TypedProblem::TwoRoots(root.id.clone(), other.id.clone())));
        }
        if let Some(node) = first {
            self.choose_first(root, node)?;
        }
        self.nodes[root].said = self.nodes[root].said.or(self.first);
        // If an inner node has a number as its name, numbers are names in this graph, so the number of a leaf is not
        // its score.
        let are_scores =
            !self.nodes.iter().any(|node| !node.moves.is_empty() && node.label.is_none() && number(&node.id).is_ok());
        let is_triangle =
            |node: &GraphNode| !node.moves.is_empty() && matches!(node.role, Some(Mover::Max | Mover::Min));
        let has_triangles = self.nodes.iter().any(is_triangle);
        let (above, seen) = (HashSet::new(), HashSet::new());
        let mut walk = GraphWalk { graph: &self, are_scores, has_triangles, nodes: 0, bytes: 0, above, seen };
        let draft = walk.draft(root, 0)?;
        // Nodes that are not below the root, although each of them follows another node, lead back to themselves.
        match (0..self.nodes.len()).find(|node| 0 < self.width(*node) && !walk.seen.contains(node)) {
            Some(node) => Err((self.nodes[node].at, TypedProblem::Circle(self.nodes[node].id.clone()))),
            None => loose.map_or(Ok(draft), Err),
        }
    }
}

struct GraphWalk<'a> {
    graph: &'a Adjacency,
    /// Whether a leaf whose name is a number has that number as its score.
    are_scores: bool,
    /// Whether the shape of another node says that MAX or MIN chooses there.
    has_triangles: bool,
    nodes: usize,
    /// The length of all labels. A node that is reached on several paths counts each time.
    bytes: usize,
    /// The nodes on the path from the root.
    above: HashSet<usize>,
    /// All nodes that the walk has reached.
    seen: HashSet<usize>,
}

impl GraphWalk<'_> {
    fn draft(&mut self, node: usize, ply: usize) -> Result<Draft, TypedFault> {
        let GraphNode { at, id, label, beside, role, said, doubt, moves, .. } = &self.graph.nodes[node];
        self.nodes += 1;
        self.seen.insert(node);
        if LARGEST_LESSON < self.nodes {
            return Err((*at, TypedProblem::TooMany));
        }
        self.bytes +=
            label.as_ref().map_or(id.len(), NodeText::length) + beside.as_ref().map_or(0, |beside| beside.text.len());
        if LONGEST_LESSON < self.bytes {
            return Err((*at, TypedProblem::TooLongLabels));
        }
        if NESTING_LIMIT < ply {
            return Err((*at, TypedProblem::Nesting));
        }
        // The identifiers in plywood's own pictures are not names.
        let own = Some(id.clone()).filter(|id| !id.is_empty() && !self.graph.is_own);
        if moves.is_empty() {
            // A leaf with the shape of an inner node, or with a space in its name, represents other nodes.
            let name = label.as_ref().and_then(NodeText::name).unwrap_or_default();
            if self.graph.is_own && (role.is_some() || name.contains(' ')) {
                let problem = "this picture leaves out the moves of a node, so it does not show the whole tree";
                return Err((*at, TypedProblem::Foreign(problem)));
            }
            let written = match (beside, label) {
                // In `4 [value=3]`, the number 4 is the name.
                (Some(beside), None) if number(id).is_ok() && number(&beside.text).is_ok() => {
                    NodeText::of(Some(id), Some(&beside.text), id)
                }
                (Some(beside), _) => beside.leaf(self.graph.text(node)).map_err(|problem| (*at, problem))?,
                (None, Some(label)) => label.clone(),
                (None, None) if self.are_scores => NodeText::read(id),
                (None, None) => NodeText::default(),
            };
            let named = || TypedProblem::NoScore(id.clone());
            let leaf = written.leaf(*at).map_err(|(at, problem)| {
                (at, if matches!(problem, TypedProblem::NoScore(_)) { named() } else { problem })
            })?;
            let name = leaf.name.clone().or(own.filter(|id| number(id).is_err()));
            return Ok(Draft { name, ..leaf });
        }
        if !self.above.insert(node) {
            return Err((*at, TypedProblem::Circle(id.clone())));
        }
        let mut children = Vec::with_capacity(moves.len());
        for (child, weight) in moves {
            let told = &self.graph.nodes[*child].weight;
            let child = self.draft(*child, ply + 1)?;
            children.push(Draft { weight: weight.clone().or(told.clone()).or(child.weight.clone()), ..child });
        }
        self.above.remove(&node);
        self.tell_apart(&mut children, moves);
        // A node drawn as a circle is a chance node only beside triangles, or if its branches have probabilities.
        let is_weighted =
            |child: &Draft| child.weight.as_ref().is_some_and(|text| is_weight(text) || is_announced(text));
        let is_sign = |role: Mover| role != Mover::Chance || self.has_triangles || children.iter().any(is_weighted);
        let drawn = said.or(role.filter(|&role| is_sign(role)));
        let label = beside.as_ref().map(|beside| beside.inner(self.graph.text(node))).or_else(|| label.clone());
        // Without a label, the identifier may say who chooses.
        let text = label.clone().unwrap_or_else(|| NodeText::read(id));
        let role = text.role.or(drawn);
        let inner = label.unwrap_or_default().inner(*at, children)?;
        let doubt = doubt.clone().or_else(|| text.doubt(*at)).filter(|_| role.is_none());
        let lone = text.lone().filter(|_| drawn.is_none());
        Ok(Draft { name: inner.name.or(own), role, doubt, lone, ..inner })
    }

    /// If several children have the same label, replaces their labels with the names that these nodes have in the text.
    fn tell_apart(&self, children: &mut [Draft], moves: &[(usize, Option<String>)]) {
        let mut counts: HashMap<String, usize> = HashMap::new();
        for name in children.iter().filter_map(|child| child.name.clone()) {
            *counts.entry(name).or_default() += 1;
        }
        for (child, (node, _)) in children.iter_mut().zip(moves) {
            if child.name.as_ref().is_some_and(|name| 1 < counts[name]) {
                let id = self.graph.nodes[*node].id.clone();
                let is_new = !id.is_empty() && !counts.contains_key(&id);
                child.name = Some(id).filter(|_| is_new);
            }
        }
    }
}
