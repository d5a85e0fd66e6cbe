//! The tree of an exercise on paper, in which every node has a unique name and every leaf a value; and numbers in the
//! notations of students: values with signs, infinities, intervals.

use super::is_word;
use crate::core::game::{Game, Mover, Movers, TreeGame, TreeMove, made_name};
use crate::core::score::{Bound, Score, Window};
use crate::core::trace::{Header, Numbering, Shape};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperNode {
    /// Its unique name; `root` at the root.
    pub name: String,
    /// The move that leads to it, if names are not the moves; otherwise the same as the name.
    pub mv: String,
    /// Its parent; none at the root.
    pub parent: Option<usize>,
    pub children: Vec<usize>,
    pub ply: usize,
    /// The value of a leaf as MAX sees it; for an inner node, a static evaluation, which matters only in a shallower
    /// search.
    pub value: Score,
}

/// A tree with names. Nodes are numbered depth first from the left, the root being 0; all scores are MAX's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperTree {
    nodes: Vec<PaperNode>,
    /// Who chooses at each ply.
    movers: Movers,
    numbering: Option<Numbering>,
    /// The names of the sides of a classroom game, the first player's first.
    players: Option<[&'static str; 2]>,
}

/// The lowest and the highest possible value of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueRange {
    pub low: Score,
    pub high: Score,
}

impl ValueRange {
    pub const ALL: Self = Self { low: Score::MIN, high: Score::MAX };

    pub const fn exactly(score: Score) -> Self {
        Self { low: score, high: score }
    }

    pub fn exact(self) -> Option<Score> {
        (self.low == self.high).then_some(self.low)
    }
}

/// A name as people write it, without surrounding brackets.
fn bare(name: &str) -> &str {
    name.trim_matches(['(', ')'])
}

pub(crate) const ROOT: &str = "root";

impl PaperTree {
    /// Returns the tree of a search whose whole tree is known; otherwise nothing.
    pub fn of(header: &Header) -> Option<Self> {
        // Exercises on paper have only MAX and MIN nodes.
        let shape = header.shape.as_ref().filter(|_| !header.movers().has_chance())?;
        let movers = header.movers();
        let players = header.named_game().ok().flatten().map(|game| game.sides());
        let mut tree = Self { nodes: Vec::new(), movers, numbering: header.numbering, players };
        tree.grow(shape, 0, None);
        let names_do = tree.names_are_unique();
        if !names_do {
            for index in 1..tree.nodes.len() {
                tree.name(index);
            }
        }
        Some(tree)
    }

    /// Returns a tree from nodes depth first from the left, each with its parent and its value as MAX sees it.
    pub(crate) fn planted(movers: Movers, nodes: &[(Option<usize>, Score)]) -> Self {
        let mut tree = Self { nodes: Vec::with_capacity(nodes.len()), movers, numbering: None, players: None };
        for (index, &(parent, value)) in nodes.iter().enumerate() {
            let ply = parent.map_or(0, |parent| tree.nodes[parent].ply + 1);
            let (name, children) = (ROOT.to_owned(), Vec::new());
            tree.nodes.push(PaperNode { mv: name.clone(), name, parent, children, ply, value });
            if let Some(parent) = parent {
                tree.nodes[parent].children.push(index);
            }
        }
        for index in 1..nodes.len() {
            tree.name(index);
            tree.nodes[index].mv = tree.nodes[index].name.clone();
        }
        tree
    }

    fn grow(&mut self, shape: &Shape, at: usize, parent: Option<usize>) -> usize {
        let index = self.nodes.len();
        let ply = parent.map_or(0, |parent| self.nodes[parent].ply + 1);
        let name = if ply == 0 { ROOT } else { shape.name(at) }.to_owned();
        // The score is for the side that moved here.
        let score = shape.score(at).unwrap_or_default();
        let value = if ply == 0 { -score } else { self.movers.at_max(ply - 1, score) };
        self.nodes.push(PaperNode { mv: name.clone(), name, parent, children: Vec::new(), ply, value });
        for child in shape.children(at) {
            let child = self.grow(shape, child, Some(index));
            self.nodes[index].children.push(child);
        }
        index
    }

    /// Whether every name can be used in an answer and identifies exactly one node.
    fn names_are_unique(&self) -> bool {
        let plain = |c: char| c.is_alphanumeric() || ".'_".contains(c);
        let mut names: Vec<String> = self.nodes.iter().map(|node| node.name.to_lowercase()).collect();
        let is_plain =
            |name: &String| name.chars().all(plain) && name.chars().any(char::is_alphabetic) && !is_word(name);
        let are_plain = self.numbering.is_none() && names.iter().all(is_plain);
        names.sort_unstable();
        are_plain && names.windows(2).all(|pair| pair[0] != pair[1])
    }

    /// Names a node by its position: A, A1, A1a.
    fn name(&mut self, index: usize) {
        let PaperNode { parent, ply, .. } = self.nodes[index];
        let Some(parent) = parent else { return };
        let place = self.nodes[parent].children.iter().position(|&child| child == index).unwrap_or_default();
        let above = if parent == 0 { "" } else { &self.nodes[parent].name };
        let name = made_name(above, place, ply);
        // In a wide tree, such a name can be a keyword such as PV.
        self.nodes[index].name = if is_word(&name) { name + "'" } else { name };
    }

    pub fn nodes(&self) -> &[PaperNode] {
        &self.nodes
    }

    pub fn node(&self, index: usize) -> &PaperNode {
        &self.nodes[index]
    }

    /// Returns where move numbers begin, if the moves are chess moves.
    pub const fn numbering(&self) -> Option<Numbering> {
        self.numbering
    }

    /// Returns whether nodes have other names than their moves.
    pub fn has_moves(&self) -> bool {
        self.nodes.iter().any(|node| node.name != node.mv)
    }

    /// Returns who chooses at each ply.
    pub const fn movers(&self) -> Movers {
        self.movers
    }

    /// Returns the names of MAX and MIN.
    pub fn sides(&self) -> [&'static str; 2] {
        let plain = if self.numbering().is_some() { ["White", "Black"] } else { ["MAX", "MIN"] };
        self.players.unwrap_or(plain)
    }

    pub fn is_max(&self, index: usize) -> bool {
        self.movers.at(self.nodes[index].ply) == Mover::Max
    }

    pub fn is_leaf(&self, index: usize) -> bool {
        self.nodes[index].children.is_empty()
    }

    pub fn leaves(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.nodes.len()).filter(|&index| self.is_leaf(index))
    }

    /// Returns the leaves below a node, or the node if it is a leaf, from left to right.
    pub fn leaves_below(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        let ply = self.nodes[index].ply;
        let below = (index..self.nodes.len()).take_while(move |&at| at == index || ply < self.nodes[at].ply);
        below.filter(|&at| self.is_leaf(at))
    }

    pub fn height(&self) -> usize {
        self.nodes.iter().map(|node| node.ply).max().unwrap_or(0)
    }

    /// Returns the node with this name, ignoring case unless two names differ only in case.
    pub fn find(&self, name: &str) -> Option<usize> {
        let lower = bare(name).to_lowercase();
        self.find_exactly(name).or_else(|| self.nodes.iter().position(|node| node.name.to_lowercase() == lower))
    }

    pub(crate) fn find_exactly(&self, name: &str) -> Option<usize> {
        self.nodes.iter().position(|node| node.name == bare(name))
    }

    /// Returns the nodes on the path to this one, without the root.
    pub fn path(&self, index: usize) -> Vec<usize> {
        let above = |&at: &usize| self.nodes[at].parent;
        let mut path: Vec<usize> = std::iter::successors(Some(index), above).filter(|&at| at != 0).collect();
        path.reverse();
        path
    }

    /// Returns the minimum and maximum value of the node if each leaf has the range given by `leaf`.
    ///
    /// Minimax is monotone in every leaf, so these are its values with all unknown leaves at minus and at plus
    /// infinity. Takes time in proportion to the tree.
    pub fn interval(&self, index: usize, leaf: &impl Fn(usize) -> ValueRange) -> ValueRange {
        if self.is_leaf(index) {
            return leaf(index);
        }
        let children = self.nodes[index].children.iter().map(|&child| self.interval(child, leaf));
        self.choice(index, children)
    }

    /// Returns the value of a node whose children have these values.
    pub fn choice(&self, index: usize, children: impl Iterator<Item = ValueRange>) -> ValueRange {
        let pick = |a: Score, b: Score| if self.is_max(index) { a.max(b) } else { a.min(b) };
        let both = |a: ValueRange, b: ValueRange| ValueRange { low: pick(a.low, b.low), high: pick(a.high, b.high) };
        children.reduce(both).unwrap_or(ValueRange::ALL)
    }

    pub fn minimax(&self, index: usize) -> Score {
        self.interval(index, &|leaf| ValueRange::exactly(self.nodes[leaf].value)).low
    }

    /// Returns the tree as a game whose moves are numbered like the nodes that they lead to.
    pub fn game(&self) -> TreeGame {
        let mut game = TreeGame::new().with_movers(self.movers);
        self.add_to(&mut game, 0);
        game
    }

    fn add_to(&self, game: &mut TreeGame, index: usize) {
        for &child in &self.nodes[index].children {
            let value = self.nodes[child].value;
            let mv: TreeMove = game.add(&self.nodes[child].name, value);
            game.play(mv);
            self.add_to(game, child);
            game.undo();
        }
    }

    /// Returns the smallest number of decimals with which all values print exactly.
    pub fn decimals(&self) -> usize {
        self.leaves().map(|leaf| self.nodes[leaf].value.decimals()).max().unwrap_or(0)
    }

    /// Writes a score of this tree: `3`, `2.5`, `-inf`, `#2`.
    pub fn text(&self, score: Score) -> String {
        format!("{score:.*}", self.decimals())
    }

    /// Returns a fingerprint of the tree, of six letters and digits.
    pub fn fingerprint(&self) -> String {
        let mut sum = u64::from(self.is_max(0));
        if !self.movers.in_turn() {
            let plies = self.nodes.iter().map(|node| node.ply + 1).max().unwrap_or_default();
            sum = (0..plies).fold(sum, |sum, ply| crate::core::random::splitmix64(sum ^ self.movers.at(ply) as u64));
        }
        for node in &self.nodes {
            let value = if node.children.is_empty() { node.value.ordinal() as u64 } else { u64::MAX };
            for part in [node.ply as u64, value] {
                sum = crate::core::random::splitmix64(sum ^ part);
            }
        }
        format!("{:06x}", sum >> 40)
    }
}

/// A student's claim about a value, as MAX sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    pub score: Score,
    /// Whether it is the value or a bound.
    pub bound: Bound,
}

impl Claim {
    /// The same from the other side's view.
    pub fn turned(self) -> Self {
        Self { score: -self.score, bound: -self.bound }
    }

    /// Writes it: `= 3`, `<= 2`.
    pub fn text(self, tree: &PaperTree) -> String {
        let sign = if self.bound == Bound::Exact { "=" } else { self.bound.sign() };
        format!("{sign} {}", tree.text(self.score))
    }
}

/// The values from `low` to `high`, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The lowest value; [`Score::MIN`] if unbounded.
    pub low: Score,
    /// The highest value; [`Score::MAX`] if unbounded.
    pub high: Score,
    pub is_empty: bool,
}

/// Parses a number: `3`, `-2.5`, `inf`, `oo`, or a mate such as `#2` that occurs in the tree.
pub(crate) fn number(text: &str, tree: &PaperTree) -> Option<Score> {
    let text = text.trim().replace(['−', '–'], "-");
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(&text)),
    };
    if is_infinity(rest) {
        return Some(if sign < 0 { Score::MIN } else { Score::MAX });
    }
    if text.contains('#') {
        return tree.leaves().map(|leaf| tree.node(leaf).value).find(|&value| tree.text(value) == text);
    }
    let is_plain = rest.chars().all(|c| c.is_ascii_digit() || c == '.') && rest.chars().any(|c| c.is_ascii_digit());
    let pawns = text.strip_prefix('+').unwrap_or(&text).parse::<f64>().ok().filter(|_| is_plain)?;
    Score::from_pawns(pawns)
}

fn is_infinity(text: &str) -> bool {
    matches!(text.to_lowercase().as_str(), "inf" | "infinity" | "infinite" | "oo" | "∞" | "infty" | "\\infty")
}

/// Reads one bound of a window. A dash, nothing, or infinity without a sign means a bound that is not set.
pub(crate) fn end_of_window(text: &str, unset: Score, tree: &PaperTree) -> Option<Score> {
    let text = text.trim();
    let is_unset = matches!(text, "" | "-" | "none" | "_") || is_infinity(text);
    if is_unset { Some(unset) } else { number(text, tree) }
}

/// Reads a value with its sign: `3`, `= 3`, `<= 2`, `≥ 5`.
pub(crate) fn read_claim(text: &str, tree: &PaperTree) -> Option<Claim> {
    let text = text.trim();
    let signs = [
        (Bound::Upper, &["<=", "=<", "≤", "⩽", "<"][..]),
        (Bound::Lower, &[">=", "=>", "≥", "⩾", ">"]),
        (Bound::Exact, &["==", "="]),
    ];
    let behind = |signs: &[&str]| signs.iter().find_map(|sign| text.strip_prefix(sign));
    let signed = signs.iter().find_map(|(bound, signs)| Some((behind(signs)?, *bound)));
    let (rest, bound) = signed.unwrap_or((text, Bound::Exact));
    Some(Claim { score: number(rest, tree)?, bound })
}

/// Reads an interval: `<= 3`, `-inf..3`, `(-inf, 3]`, `never`, `always`.
pub(crate) fn read_range(text: &str, tree: &PaperTree) -> Option<Range> {
    let text = text.trim().to_lowercase();
    let whole = Range { low: Score::MIN, high: Score::MAX, is_empty: false };
    match text.as_str() {
        "never" | "none" => return Some(Range { is_empty: true, ..whole }),
        "always" | "all" | "any" => return Some(whole),
        _ => {}
    }
    // `x <= 3` means the same as `<= 3`.
    let sign = text.find(['<', '>', '=', '≤', '≥', '⩽', '⩾']).filter(|_| !text.contains(".."));
    let text = &text[sign.unwrap_or(0)..];
    if text.starts_with(['<', '>', '=', '≤', '≥', '⩽', '⩾']) {
        // The rule for ties determines whether the bound itself belongs to the range.
        let Claim { score, bound } = read_claim(text, tree)?;
        return Some(match bound {
            Bound::Upper => Range { high: score, ..whole },
            Bound::Lower => Range { low: score, ..whole },
            Bound::Exact => Range { low: score, high: score, ..whole },
        });
    }
    let inside = text.trim_matches(['(', ')', '[', ']']);
    let (low, high) = ["..", ",", ";", " to "].iter().find_map(|between| inside.split_once(between))?;
    Some(Range {
        low: end_of_window(low, Score::MIN, tree)?,
        high: end_of_window(high.trim_start_matches('.').trim_start_matches('='), Score::MAX, tree)?,
        is_empty: false,
    })
}

/// Writes the values that cause a cutoff as an interval: `<= 3`, `never`.
pub(crate) fn range_text(tree: &PaperTree, Range { low, high, is_empty }: Range) -> String {
    match (is_empty, low.is_infinite(), high.is_infinite()) {
        (true, ..) => "never".to_owned(),
        (_, true, true) => "always".to_owned(),
        (_, true, false) => format!("<= {}", tree.text(high)),
        (_, false, true) => format!(">= {}", tree.text(low)),
        (_, false, false) => format!("{}..{}", tree.text(low), tree.text(high)),
    }
}

/// Writes a window: `(3, +inf)`.
pub(crate) fn window_text(tree: &PaperTree, window: Window) -> String {
    format!("({}, {})", tree.text(window.alpha), tree.text(window.beta))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::homework::{Task, Twig};

    #[test]
    fn what_is_written_of_an_interval_is_read_as_that_interval() {
        let [three, four] = [-3500, 4000].map(Score::from_millipawns);
        let tree = Twig { value: Score::ZERO, children: vec![Twig::leaf(three), Twig::leaf(four)] };
        let tree = Task { tree, root_is_max: true, depth: None }.searched();
        let ends = [Score::MIN, three, four, Score::MAX];
        let whole = Range { low: Score::MIN, high: Score::MAX, is_empty: false };
        let mut ranges = vec![Range { is_empty: true, ..whole }];
        ranges.extend(ends.iter().flat_map(|&low| ends.map(|high| Range { low, high, ..whole })));
        ranges.retain(|range| range.low <= range.high && range.low != Score::MAX && range.high != Score::MIN);
        for given in ranges {
            let text = range_text(&tree, given);
            assert_eq!(read_range(&text, &tree), Some(given), "{text}");
        }
    }
}
