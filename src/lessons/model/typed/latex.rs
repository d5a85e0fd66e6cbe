//! Trees in LaTeX: with `forest`, `[MAX [MIN [3] [12]] [MIN [2] [4]]]`, and with `qtree`, `\Tree [.MAX [.MIN 3 12 ] ]`.

use super::super::NESTING_LIMIT;
use super::draft::{Draft, PlayerDoubt};
use super::error::{TypedFault, TypedProblem};
use super::label::NodeText;
use super::latex_text::{LatexText, with_index, without_remarks};
use super::probability::{beside, is_field, is_fraction};
use super::valued::Beside;
use super::word::{is_minus, is_whole, number, player_of_class};
use crate::core::game::{Mover, Weight, is_unknown_leaf};

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

/// Returns whether a text without an environment is a tree of `forest`: each node is in square brackets, an inner node
/// is a name and the nodes below it, and leaves are single numbers.
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
        // A second tree may follow; `read` rejects it.
        if depth == 0 || rest.is_empty() {
            break;
        }
    }
    has_number && depth == 0 && (rest.is_empty() || rest.starts_with('['))
}

/// Characters that the labels of `forest` without an environment do not contain.
const NO_LABEL: [char; 9] = [',', ';', ':', '=', '"', '\'', '(', ')', '}'];

pub(super) fn read(text: &str) -> Result<Draft, TypedFault> {
    let text = &without_remarks(text);
    let (at, is_qtree) = tree_start(text).unwrap_or_default();
    let mut reader = LatexReader { text, at: at + 1, is_qtree };
    let root = reader.node(at, 0)?;
    let behind = reader.rest();
    let is_bare = behind.trim_start().starts_with('[').then(|| behind.len() - behind.trim_start().len());
    match ["\\Tree", "\\begin{forest}", "\\Forest{"].iter().filter_map(|word| behind.find(word)).min().or(is_bare) {
        Some(second) => Err((reader.at + second, TypedProblem::TwoTrees)),
        None => Ok(root),
    }
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
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Reads text up to the first of the characters `ends` that is outside braces and formulas.
    fn until(&mut self, ends: &[char]) -> &'a str {
        let rest = self.rest();
        let mut depth = 0_usize;
        // In `\,`, the comma is a part of the command.
        let mut is_command = false;
        let mut is_formula = false;
        let end = rest.find(|c: char| {
            if is_command {
                is_command = false;
                return false;
            }
            match c {
                '\\' => is_command = true,
                '$' => is_formula = !is_formula,
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && !is_formula && (ends.contains(&c) || ends.contains(&' ') && c.is_whitespace())
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
        let LatexLabel { mut label, edge, hint, player, class, score } = self.label()?;
        let mut children = Vec::new();
        // The label of the branch to the next node, which `qtree` writes before the node.
        let mut next_edge = None;
        loop {
            self.skip();
            let at = self.at;
            match self.rest().chars().next() {
                None => return Err((open, TypedProblem::Unclosed('['))),
                Some('[') => {
                    self.at += 1;
                    let child = self.node(at, ply + 1)?;
                    children.push(with_edge(child, next_edge.take())?);
                }
                Some(']') => {
                    self.at += 1;
                    // In `qtree`, the label can follow the closing bracket.
                    if let Some(behind) = self.rest().strip_prefix('.') {
                        self.at = self.text.len() - behind.len();
                        let below = self.until(&['[', ']', ' ']);
                        label = one_label(label, below, at)?;
                    }
                    break;
                }
                Some(_) if self.rest().starts_with("\\edge") && self.is_qtree => next_edge = self.edge(at)?,
                Some(_) if self.is_qtree => {
                    let leaf = self.leaf(at)?;
                    children.push(with_edge(leaf, next_edge.take())?);
                }
                Some(other) => return Err((at, TypedProblem::Language("a tree of forest", other.to_string()))),
            }
        }
        let_parts_be_probabilities(&mut children);
        let draft = if children.is_empty() {
            let read = NodeText::read(&LatexText::read(label).text);
            // A fraction beside a score is a probability.
            let is_part = score == hint && read.has_score();
            if let Some(part) = score.as_ref().filter(|_| is_part && read.is_numbered) {
                return Err((open, TypedProblem::ScoreBeside(read.text, part.clone())));
            }
            leaf(label, score.filter(|_| !is_part), open)?
        } else {
            let mut read = NodeText::read(&LatexText::read(label).text);
            let styled = class.filter(|_| read.role.is_none() && player.is_none());
            let vague = styled.and_then(|(class, role)| PlayerDoubt::of_class(class, open, role));
            let styled = styled.filter(|_| vague.is_none()).map(|(_, role)| role);
            read.role = read.role.or(player).or(styled);
            let inner = read.inner(open, children)?;
            Draft { doubt: vague.or(inner.doubt), ..inner }
        };
        let draft = with_edge(draft, edge.map(|edge| (open, edge)))?;
        Ok(Draft { hint: draft.hint.or(hint), ..draft })
    }

    /// Reads the label and the options of a node.
    fn label(&mut self) -> Result<LatexLabel<'a>, TypedFault> {
        if !self.is_qtree {
            let mut read = LatexLabel { label: self.until(&['[', ']', ',']), ..LatexLabel::default() };
            let at = self.at;
            while self.rest().starts_with(',') {
                self.at += 1;
                let option = self.until(&['[', ']', ',']);
                if is_part_of_number(read.label, option) {
                    return Err((at, decimal_comma(read.label, option)));
                }
                if option.trim_start().starts_with("edge label") {
                    let problem = TypedProblem::Foreign(
                        "the label of this branch is not read; write it as edge label={node[midway]{0.4}}",
                    );
                    read.edge = Some(edge_label(option).ok_or((at, problem))?);
                } else if let Some((key, value)) = option.split_once('=') {
                    let value = value.trim().trim_matches(['{', '}']);
                    // `el` is what courses call a style for the label of a branch.
                    let is_beside = is_field(key.trim()) || key.trim() == "el" && fraction(value).is_some();
                    if is_beside && value.contains(char::is_numeric) && !is_whole(value) {
                        read.edge = Some(value);
                    } else if !is_layout(key) {
                        read.hint = read.hint.or_else(|| fraction(value));
                        read.beside(key, value);
                    }
                } else {
                    read.class = read.class.or_else(|| player_of_style(option));
                }
            }
            return Ok(read);
        }
        if !self.rest().starts_with('.') {
            return Ok(LatexLabel::default());
        }
        self.at += 1;
        let at = self.at;
        let label = self.word()?;
        let style = self.text[at..self.at].strip_prefix("\\node").and_then(|node| node.trim_start().strip_prefix('['));
        let class = style.and_then(|style| player_of_style(style.split(']').next()?));
        Ok(LatexLabel { label, class, ..LatexLabel::default() })
    }

    /// Reads the label of a `qtree` node: a word, or text with a style of its own, `\node[draw]{MAX};`.
    fn word(&mut self) -> Result<&'a str, TypedFault> {
        if !self.rest().starts_with("\\node") {
            return Ok(self.until(&['[', ']', ' ']));
        }
        let at = self.at;
        let label = edge_label(self.until(&[';'])).filter(|_| !self.rest().is_empty());
        self.at += usize::from(label.is_some());
        let problem = "the label of this node is not read; write it as \\node[draw]{MAX}";
        label.ok_or((at, TypedProblem::Foreign(problem)))
    }

    /// Reads the label of a branch of a `qtree` tree: `\edge node[left]{0.4};`. Without a label, it says how the branch
    /// is drawn.
    fn edge(&mut self, at: usize) -> Result<Option<(usize, &'a str)>, TypedFault> {
        let statement = self.until(&[';']);
        let problem =
            TypedProblem::Foreign("the label of this branch is not read; write it as \\edge node[left]{0.4};");
        let behind = &statement["\\edge".len()..];
        let style = behind.split_once("node").map_or(behind, |(style, _)| style).trim();
        let is_style = style.is_empty() || style.starts_with('[') && style.find(']') == Some(style.len() - 1);
        if self.rest().is_empty() || !is_style {
            return Err((at, problem));
        }
        self.at += 1;
        if behind.trim() == style {
            return Ok(None);
        }
        edge_label(behind).map(|label| Some((at, label))).ok_or((at, problem))
    }

    /// Reads a leaf of a `qtree` tree.
    fn leaf(&mut self, at: usize) -> Result<Draft, TypedFault> {
        leaf(self.word()?, None, at)
    }
}

/// The label of a node, and what its options say.
#[derive(Default)]
struct LatexLabel<'a> {
    label: &'a str,
    /// The label of the branch to the node, which is a probability or a move.
    edge: Option<&'a str>,
    /// A fraction in another option, which is the probability if the node is drawn.
    hint: Option<String>,
    /// Who chooses at the node, according to the label beside it.
    player: Option<Mover>,
    /// The style that says who chooses.
    class: Option<(&'a str, Mover)>,
    /// The number beside the node, which is the score of a leaf without another one.
    score: Option<String>,
}

impl LatexLabel<'_> {
    /// Reads a label beside the node: `label=left:MIN`, `label={below:3}`.
    fn beside(&mut self, key: &str, value: &str) {
        let text = LatexText::read(value).text;
        let text = text.rsplit([':', ']']).next().unwrap_or_default().trim();
        if matches!(key.trim(), "label" | "pin") {
            self.player = self.player.or(NodeText::read(text).lone_player());
            self.score = self.score.take().or_else(|| Some(text.to_owned()).filter(|text| number(text).is_ok()));
        }
    }
}

/// Returns who chooses at a node with these options, among which courses have styles such as `min` and `max node`.
fn player_of_style(options: &str) -> Option<(&str, Mover)> {
    let styles = options.split(',').filter(|option| !option.contains('='));
    styles.flat_map(str::split_whitespace).find_map(|style| Some((style, player_of_class(style)?)))
}

/// Reads the label of a leaf, in which each command must be known, because it may change the number, and the score
/// beside the label.
fn leaf(label: &str, score: Option<String>, at: usize) -> Result<Draft, TypedFault> {
    let LatexText { text, unknown } = LatexText::read(label);
    if let Some(command) = unknown {
        return Err((at, TypedProblem::Command(command)));
    }
    let text = with_index(&text);
    let beside = score.map(|text| Beside { text, is_score: false });
    beside
        .map_or_else(|| Ok(NodeText::read(&text)), |beside| beside.leaf(&text))
        .map_err(|problem| (at, problem))?
        .leaf(at)
}

/// Gives a node the label of the branch to it: a probability or, if it has no number, a name.
fn with_edge(node: Draft, edge: Option<(usize, &str)>) -> Result<Draft, TypedFault> {
    let Some((at, label)) = edge else { return Ok(node) };
    let LatexText { text, unknown } = LatexText::read(label);
    if let Some(command) = unknown.filter(|_| text.contains(char::is_numeric)) {
        return Err((at, TypedProblem::Command(command)));
    }
    let edge = Some(text.trim().to_owned()).filter(|edge| !edge.is_empty());
    // A cross or two slashes across a branch mark a cutoff.
    let is_name = |edge: &String| {
        edge.contains(char::is_alphanumeric) && !edge.contains(char::is_whitespace) && beside(edge) == Ok(None)
    };
    let name = node.name.or_else(|| edge.clone().filter(is_name));
    Ok(Draft { name, weight: edge.or(node.weight), ..node })
}

/// Makes the fractions in the options of all moves of a node their probabilities, if the fractions add up to 1. A node
/// that does not say that chance chooses is then rejected.
fn let_parts_be_probabilities(moves: &mut [Draft]) {
    let part = |node: &Draft| {
        let hint = node.hint.as_ref().filter(|_| node.weight.is_none() && node.moves().is_empty());
        hint?.parse::<Weight>().ok().map(|weight| weight.part() as f64 / weight.of() as f64)
    };
    let parts: Option<Vec<f64>> = moves.iter().map(part).collect();
    if parts.is_some_and(|parts| 1 < parts.len() && (parts.iter().sum::<f64>() - 1.0).abs() < 0.001) {
        moves.iter_mut().for_each(|node| node.weight = node.hint.take());
    }
}

/// Returns whether an option of `forest` sets how a node looks, so that a fraction in it is not a probability.
fn is_layout(key: &str) -> bool {
    ["opacity", "scale", "width", "height", "sep", "shift", "size", "pos", "rotate"]
        .iter()
        .any(|word| key.contains(word))
        || ["l", "s", "x", "y", "edge"].contains(&key.trim())
}

/// Returns the fraction in an option such as `el=0.3` or `label={left:0.3}`.
fn fraction(value: &str) -> Option<String> {
    let text = LatexText::read(value).text;
    let label = text.rsplit(':').next().unwrap_or_default();
    beside(label).ok().flatten().filter(|number| is_fraction(number) && !label.contains(','))
}

/// Returns whether a comma has split numbers into a label and what looks like an option: `2,5`, `a = 2,5`, `(2,3)`.
fn is_part_of_number(label: &str, option: &str) -> bool {
    let [label, option] = [label, option].map(|text| LatexText::read(text).text);
    let option = option.trim();
    let is_number = |c: char| c.is_ascii_digit() || c == '.' || is_minus(c);
    label.trim_end().ends_with(|c: char| c.is_ascii_digit())
        && option.starts_with(is_number)
        && option.contains(|c: char| c.is_ascii_digit())
}

/// Returns the error for numbers that a comma separates, which may be one number or two leaves.
fn decimal_comma(first: &str, second: &str) -> TypedProblem {
    let [first, second] =
        [first, second].map(|text| text.trim_matches(|c: char| c.is_whitespace() || "()".contains(c)));
    let number = format!("{first},{second}");
    let point = number.replacen(',', ".", 1);
    TypedProblem::DecimalComma(number, point, format!("[{first}] [{second}]"))
}

/// Returns the label of a `qtree` node, which can follow the opening bracket, the closing bracket, or both.
fn one_label<'a>(above: &'a str, below: &'a str, at: usize) -> Result<&'a str, TypedFault> {
    let role = |label: &str| NodeText::read(&LatexText::read(label).text).role;
    if above.is_empty() {
        return Ok(below);
    }
    match role(below) {
        Some(player) if role(above) != Some(player) => {
            Err((at, TypedProblem::Foreign("the label after this bracket differs from the label before the node")))
        }
        _ => Ok(above),
    }
}

/// Returns the text of the last braces in `edge label={node[midway, left]{0.4}}` and in `\node[draw]{MAX}`.
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

    #[test]
    fn a_label_has_the_number_that_it_shows() {
        for (text, same) in [
            ("\\begin{forest}[MAX [MIN [\\phantom{-}3] [12]] [MIN [-2] [4]]]\\end{forest}", "((3 12) (-2 4))"),
            ("\\Tree [.MAX \\textminus3 {\\textminus 4} ]", "(-3 -4)"),
            ("\\Tree [.MAX $x_{1}$ 12 ]", "(x1 12)"),
            ("\\Tree [.MAX $x_1$ 12 ]", "(x1 12)"),
            (
                "\\Tree [.MAX {\\color{red}3} \\textcolor{red}{4} \\textbf{5} \\sout{-6} $\\mathbf{-}7$ ]",
                "(3 4 5 -6 -7)",
            ),
            ("\\begin{forest}[MAX [{\\small 3}] [$a\\,=\\,4$]]\\end{forest}", "(3 4)"),
            (
                "\\begin{forest}[MAX % root\n [MIN % [left], x\n [3] [12]]\n [MIN [2] [4]] % \n]\\end{forest}",
                "((3 12) (2 4))",
            ),
            ("\\begin{forest}[CHANCE [3,prob=0.3] [12,prob=0.7]]\\end{forest}", "chance(0.3: 3 0.7: 12)"),
            ("\\begin{forest}[CHANCE [3,el=0.3] [12,el={$p=0.7$}]]\\end{forest}", "chance(0.3: 3 0.7: 12)"),
            (
                "\\begin{forest}[CHANCE [3,label={left:0.3}] [12,label={[red]left:0.7}]]\\end{forest}",
                "chance(0.3: 3 0.7: 12)",
            ),
            ("\\Tree [ [ 3 12 ].MAX [ 2 4 ].MAX ].MIN", "min(max(3 12) max(2 4))"),
            ("\\Tree [ [ 3 12 ].CHANCE 5 ].{MAX} ", "max(chance(3 12) 5)"),
            ("\\Tree [.MIN [.MAX 3 12 ].MAX [.MAX 2 4 ].x ].MIN", "min(max(3 12) max(2 4))"),
            ("\\begin{forest}[MAX [3,edge label={node{$\\times$}}] [4]]\\end{forest}", "(3 4)"),
            ("\\begin{forest}[CHANCE [3,edge={opacity=0.5}] [12,fill opacity=0.4,l=0.7]]\\end{forest}", "chance(3 12)"),
            ("\\Tree [.MAX \\edge[blue]; [.MIN 3 12 ] \\edge[red]; [.MIN 2 4 ] ]", "((3 12) (2 4))"),
            (
                "\\Tree [.\\node[draw]{MAX}; [.\\node[min,red]{MIN A}; 3 12 ] [.\\node {MIN B}; \\node[leaf]{2}; $4$ ] ]",
                "(A:(3 12) B:(2 4))",
            ),
            (
                "\\Tree [.CHANCE \\edge node[left]{0.4}; 3 \\edge[blue] node[auto]{$0.6$}; [.MIN 2 4 ] ]",
                "chance(0.4: 3 0.6: min(2 4))",
            ),
        ] {
            assert_eq!(tree(text), tree(same), "{text}");
        }
        assert_eq!(names("\\Tree [.MAX \\edge node{l}; 3 \\edge node{r}; 4 ]"), ["l", "r"]);
        assert_eq!(names("\\begin{forest}[MAX [$n_{1}$ [3]] [$n_{2}$ [2]]]\\end{forest}")[..2], ["n_1", "n_1.1"]);
        let node = error("\\Tree [.\\node(a){MAX}; 3 4 ]");
        assert!(
            node.contains("column 9: the label of this node is not read; write it as \\node[draw]{MAX};"),
            "{node}"
        );
        for (leaf, problem) in [
            ("$2,5$", "`2,5` has numbers whose meaning is unclear"),
            ("$3\\times4$", "`3\u{d7}4`"),
            ("$3\\cdot2$", "`3\u{b7}2`"),
            ("$10^{2}$", "`10^2`"),
            ("$3{,}5$", "`3,5` has numbers whose meaning is unclear"),
            ("\\mybox{3}", "does not know the command `\\mybox`"),
            ("$3\\quad12$", "has numbers whose meaning is unclear"),
        ] {
            for text in
                [format!("\\Tree [.MAX {{{leaf}}} 4 ]"), format!("\\begin{{forest}}[MAX [{leaf}] [4]]\\end{{forest}}")]
            {
                assert!(error(&text).contains(problem), "{text}: {}", error(&text));
            }
        }
        assert!(
            error("\\begin{forest}[CHANCE [3,prob=1e-1] [4]]\\end{forest}").contains("is not clear as a probability")
        );
        assert!(error("\\Tree [.MAX \\edge 3; 4 ]").contains("the label of this branch is not read"));
        assert_eq!(names("\\begin{forest}[MAX [3,edge label={node{//}}] [4]]\\end{forest}"), ["A", "B"]);
    }

    /// Courses have styles of their own for the players.
    #[test]
    fn the_options_of_a_node_say_who_chooses() {
        for (text, same) in [
            (
                "\\begin{forest} [A, max [B, chance [6][3]] [C, chance [8][1]]] \\end{forest}",
                "max(chance(6 3) chance(8 1))",
            ),
            ("\\begin{forest} [A, min [B, max [3][12]] [C, max [2][4]]] \\end{forest}", "min(max(3 12) max(2 4))"),
            ("\\begin{forest} [A,draw,min node [B [3][12]] [C [2][4]]] \\end{forest}", "min(max(3 12) max(2 4))"),
            ("\\begin{forest} [A, label=left:MIN [B [3][12]] [C [2][4]]] \\end{forest}", "min(max(3 12) max(2 4))"),
            (
                "\\begin{forest} [A, label={[red]left:$\\min$} [B [3][12]] [C [2][4]]] \\end{forest}",
                "min(max(3 12) max(2 4))",
            ),
            ("\\begin{forest} [A, minimum size=1cm, tier=min [B [3][12]] [C [2][4]]] \\end{forest}", "((3 12) (2 4))"),
            ("\\begin{forest} [MAX, min [B [3][12]] [C [2][4]]] \\end{forest}", "((3 12) (2 4))"),
            ("\\Tree [.\\node[draw,min]{A}; [.B 3 12 ] [.C 2 4 ] ]", "min(max(3 12) max(2 4))"),
            ("\\Tree [.\\node[max]{A}; [.\\node [chance] {B}; 3 12 ] [.C 2 4 ] ]", "max(chance(3 12) chance(2 4))"),
            // A number beside a leaf is its score if it has no other one.
            (
                "\\begin{forest} [A [B [D,label=below:3][12,label=below:D]] [C [x,label={below:2}][4,label=below:4]]] \\end{forest}",
                "((3 12) (2 4))",
            ),
            (
                "\\begin{forest} [A [B,label=left:9 [,label=below:$-3$][12]] [C [2][4]]] \\end{forest}",
                "((-3 12) (2 4))",
            ),
        ] {
            assert_eq!(tree(text), tree(same), "{text}");
        }
        assert_eq!(names("\\begin{forest} [A [D,label=below:3] [12]] \\end{forest}"), ["D", "B"]);
    }

    /// What decides the value must not be lost without a word.
    #[test]
    fn a_label_in_an_unusual_place_is_not_dropped() {
        let decimal = "could be one number or two. Write one number with a decimal point: ";
        for (forest, problem) in [
            ("[MAX [\\textbf{2},5] [3]]", decimal),
            ("[MAX [(2,3)] [(4,1)]]", "`2,3` could be one number or two"),
            ("[MAX [a = 2,5] [3]]", decimal),
            ("[MAX [2,-5] [3]]", decimal),
            ("[MAX [C [3,el=0.25] [12,el=0.75]] [5]]", "branches; write chance at the node above, or begin"),
            ("[MAX [C [3,label={left:0.25}] [12,label={left:0.75}]] [5]]", "only chance nodes have such branches"),
        ] {
            let text = format!("\\begin{{forest}}{forest}\\end{{forest}}");
            assert!(error(&text).contains(problem), "{text}: {}", error(&text));
        }
        let text = "\\Tree [ [.MIN 3 12 ].MAX 5 ].MAX";
        assert!(error(text).contains("differs from the label before the node"), "{}", error(text));
    }
}
