//! Trees in common notations: those of textbooks, such as `((3 12 8) (2 4 6) (14 5 2))`, and those of programs.

mod adjacency;
mod annotations;
mod announced;
mod around;
mod brackets;
mod branch_players;
mod captions;
mod dict;
mod dict_keys;
mod dict_value;
mod dot;
mod dot_shapes;
mod dot_text;
mod doubts;
mod draft;
mod edge_statements;
mod edges;
mod error;
mod fields;
mod foreign;
mod heads;
mod indented;
mod label;
mod latex;
mod latex_text;
mod line_players;
mod lines;
mod list_name;
mod mermaid;
mod named;
mod own_picture;
mod probability;
mod remarks;
mod roles;
mod rows;
mod separators;
mod small_letters;
mod successors;
mod titles;
mod unread;
mod valued;
mod word;
mod wrapped;

pub use error::{TypedError, TypedProblem};
#[cfg(feature = "cli")]
pub(crate) use word::with_minus;

use super::{LONGEST_LESSON, Model, ModelMove};
use crate::core::game::{Mover, Movers};
use around::{is_one_list, without_surroundings};
use draft::Draft;
use error::TypedFault;
use named::Unique;
use std::fmt;

/// A function that returns whether a text looks like a tree in a given language.
type TextTest = fn(&str) -> bool;

/// The languages in which trees are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Language {
    /// A language that is recognized but not supported.
    Foreign,
    Dictionary,
    Dot,
    Mermaid,
    Latex,
    /// The nodes that follow each node, one node in a line.
    Successors,
    Brackets,
    Indented,
    /// Numbers without brackets.
    Numbers,
}

impl Language {
    /// Returns the language of a text, if it looks like a tree.
    fn of(text: &str) -> Option<Self> {
        if LONGEST_LESSON < text.len() {
            return is_bracketed(text.trim_start()).then_some(Self::Brackets);
        }
        let whole = text;
        let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        // The first line of an outline may be indented, too.
        let start = whole[..whole.len() - text.len()].rfind('\n').map_or(0, |end| end + 1);
        let is_it: [(Self, TextTest); 9] = [
            (Self::Foreign, |text| foreign::problem(text).is_some()),
            (Self::Dictionary, dict_keys::looks),
            (Self::Dot, dot::looks),
            (Self::Mermaid, mermaid::looks),
            (Self::Latex, latex::looks),
            (Self::Successors, successors::looks),
            (Self::Brackets, is_bracketed),
            (Self::Indented, indented::looks),
            (Self::Numbers, foreign::is_numbers),
        ];
        let language = is_it.into_iter().find(|(_, is_it)| is_it(text)).map(|(language, _)| language);
        if language == Some(Self::Brackets) && indented::looks_labelled(&whole[start..]) {
            Some(Self::Indented)
        } else {
            language
        }
    }

    fn read(self, text: &str) -> Result<Draft, TypedFault> {
        match self {
            Self::Foreign => Err(foreign::problem(text).unwrap_or((0, TypedProblem::Empty))),
            Self::Dictionary => dict::read(text),
            Self::Dot => dot::read(text),
            Self::Mermaid => mermaid::read(text),
            Self::Latex => latex::read(text),
            Self::Successors => successors::read(text),
            Self::Brackets => brackets::read(text),
            Self::Indented => indented::read(text),
            Self::Numbers => Err((text.len() - text.trim_start().len(), TypedProblem::Numbers)),
        }
    }

    /// Returns which names must be unique. In brackets, a name identifies one node; in a graph, a node has the same
    /// name on every path.
    fn unique(self, text: &str) -> Unique {
        match self {
            // As in a dictionary, the keys of an object are unique in their object only.
            Self::Brackets if dict_keys::behind_name(text).starts_with('{') => Unique::AmongSiblings,
            Self::Brackets => Unique::Everywhere,
            Self::Latex | Self::Indented | Self::Mermaid => Unique::AmongNames,
            Self::Foreign | Self::Dictionary | Self::Dot | Self::Successors | Self::Numbers => Unique::AmongSiblings,
        }
    }
}

/// Returns whether a text looks like a tree (in brackets or in another language) rather than a game or anything else.
pub(crate) fn looks_typed(text: &str) -> bool {
    Language::of(&without_surroundings(text)).is_some()
}

/// Returns whether a text begins with a bracket that does not belong to a game or lesson, or with a word and a bracket.
fn is_bracketed(text: &str) -> bool {
    let rest = || text[1..].trim_start();
    match text.chars().next() {
        Some('(') => true,
        Some('[') => !is_tag(rest()),
        // A lesson also begins with a brace, followed by its first field in quotes.
        Some('{') => !rest().starts_with(['"', '}']) && !rest().is_empty(),
        _ => is_called(text) || is_assigned(text),
    }
}

/// Returns whether a text begins with a word and a bracket: `max(3 4)`, `MIN: (3 4)`. A space or a colon before the
/// bracket is allowed only after a word that names a player.
fn is_called(text: &str) -> bool {
    let behind = text.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '\\') || word::is_sign(c));
    let word = &text[..text.len() - behind.len()];
    let is_list = |text: &str| text.starts_with(['(', '[', '{']);
    let is_role =
        word::role_or_sign(word).is_some() && is_list(behind.trim_start().trim_start_matches(':').trim_start());
    let is_file = |text: &str| text.contains(['/', '\\']) || text.trim_end().ends_with(|c: char| c.is_alphabetic());
    is_role || !word.is_empty() && is_list(behind) && behind.contains(|c: char| c.is_ascii_digit()) && !is_file(behind)
}

/// Returns whether a text assigns a list to a name: `tree = [[3, 12], [2, 4]]`, `Tree: ((3 12) (2 4))`.
fn is_assigned(text: &str) -> bool {
    let behind = text.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
    let is_whole = |list: &&str| {
        !list.contains([':', '"'])
            && list.contains(|c: char| c.is_ascii_digit())
            && list.trim_end().ends_with([')', ']', '}'])
    };
    // With names inside, as in `A:(B:(3 12) C:(2 4))`, the text ends with the list.
    let is_list_of_names = |list: &&str| {
        let list = list.trim();
        list.starts_with('(') && !list.contains('"') && list.contains(|c: char| c.is_ascii_digit()) && is_one_list(list)
    };
    let behind_colon = behind.strip_prefix(':').filter(|list| is_whole(list) || is_list_of_names(list));
    let list = behind.trim_start().strip_prefix('=').or(behind_colon).map(str::trim_start);
    behind.len() < text.len() && list.is_some_and(|list| list.starts_with(['(', '[', '{']))
}

/// Returns whether the first bracket begins a PGN tag: a name, and a value in quotes.
fn is_tag(rest: &str) -> bool {
    let rest = rest.trim_start();
    let value = rest.trim_start_matches(|c: char| !c.is_whitespace() && !"\"'[](),:=".contains(c));
    rest.starts_with(char::is_alphabetic) && value.trim_start().starts_with('"')
}

impl Model {
    /// Reads a tree in brackets of any kind: a list is a node with moves, a number is a leaf, and spaces or commas
    /// separate them. A list or a number may have a name: `B:(3 12 8)`, `a1=3`. Nodes without a name are called A, B,
    /// C; A1, A2; A1a, A1b; and so on, one letter or number for each ply. Scores are MAX's. As in programs, a list may
    /// begin with the name of its node, and `max` or `min` before a list says who chooses.
    ///
    /// A tree may also be a Python dictionary, a graph in DOT or Mermaid, an outline, or a LaTeX drawing; see
    /// `docs/model-format.md`. Ambiguous text and unsupported languages are rejected with an explanation.
    ///
    /// # Errors
    /// [`TypedError`] with line and column.
    ///
    /// ```
    /// use plywood::model::Model;
    /// let model = Model::from_typed("((3 12 8) (2 4 6) (14 5 2))")?;
    /// assert_eq!(model.moves[1].moves.as_ref().map(|moves| moves[0].name.as_str()), Some("B1"));
    /// # Ok::<(), plywood::model::TypedError>(())
    /// ```
    pub fn from_typed(text: &str) -> Result<Self, TypedError> {
        if LONGEST_LESSON < text.len() {
            return Err(TypedError { line: 1, column: 1, problem: TypedProblem::TooLong(text.len()) });
        }
        let bare = without_surroundings(text);
        let language = Language::of(&bare).unwrap_or(Language::Brackets);
        let draft = fields::in_objects(&bare).map_or_else(|| language.read(&bare), Err);
        let has_remarks = matches!(language, Language::Brackets | Language::Dictionary);
        let draft =
            draft.and_then(|draft| if has_remarks { remarks::with_players(draft, text, &bare) } else { Ok(draft) });
        let draft = draft.and_then(|draft| roles::check_words(&draft, &bare).map(|()| draft));
        let model = draft.and_then(|draft| named::model(draft, language.unique(&bare)));
        let model = model.and_then(|model| match has_remarks {
            true => Ok(model),
            false => titles::check(text, model.movers).map(|()| model),
        });
        let model = model.and_then(|model| announced::check(text, &bare, language, &model).map(|()| model));
        let model = model.map_err(|fault| TypedError::at(text, fault))?;
        let one_line = bare.split_whitespace().collect::<Vec<_>>().join(" ");
        // Lines of other languages are not readable in one line, and their marks may show the solution.
        let is_readable = language == Language::Brackets || !bare.trim().contains('\n');
        let title =
            if is_readable && one_line.chars().count() <= LONGEST_TITLE { one_line } else { LONG_TREE.to_owned() };
        Ok(Self { title, ..model })
    }
}

/// The title of a tree that is longer or has several lines.
pub(crate) const LONG_TREE: &str = "A typed tree";

/// The maximum length of a tree that is used as a title.
const LONGEST_TITLE: usize = 64;

impl fmt::Display for Model {
    /// Writes the tree of the model in round brackets, without names, but with the players if MAX and MIN do not
    /// alternate.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn list(moves: &[ModelMove], movers: Option<Movers>, ply: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let word = movers.map_or("", |movers| match movers.at(ply) {
                Mover::Max => "max",
                Mover::Min => "min",
                Mover::Chance => "chance",
            });
            write!(f, "{word}(")?;
            for (index, mv) in moves.iter().enumerate() {
                f.write_str(if index == 0 { "" } else { " " })?;
                if let Some(weight) = mv.weight {
                    write!(f, "{}: ", weight.text())?;
                }
                match mv.moves.as_deref().filter(|moves| !moves.is_empty()) {
                    Some(moves) => list(moves, movers, ply + 1, f)?,
                    None => match &mv.unknown {
                        Some(letter) => f.write_str(letter)?,
                        None => write!(f, "{}", mv.score.unwrap_or_default())?,
                    },
                }
            }
            f.write_str(")")
        }
        list(&self.moves, self.movers, 0, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn error(text: &str) -> String {
        Model::from_typed(text).err().map(|error| error.to_string()).unwrap_or_default()
    }

    pub(super) fn tree(text: &str) -> String {
        Model::from_typed(text).unwrap_or_else(|error| panic!("{text}: {error}")).to_string()
    }

    pub(super) fn names(text: &str) -> Vec<String> {
        fn collect(moves: &[ModelMove], names: &mut Vec<String>) {
            for mv in moves {
                names.push(mv.name.clone());
                collect(mv.moves.as_deref().unwrap_or_default(), names);
            }
        }
        let mut names = Vec::new();
        collect(&Model::from_typed(text).unwrap().moves, &mut names);
        names
    }

    #[test]
    fn names_alternate_between_letters_and_numbers() {
        assert_eq!(names("((3 (1 2)) 5)"), ["A", "A1", "A2", "A2a", "A2b", "B"]);
        assert_eq!(names("(((((1)))))"), ["A", "A1", "A1a", "A1a1", "A1a1a"]);
    }

    #[test]
    fn a_tree_in_one_line_is_its_own_title() {
        let marked = "A\n  B = 3\n    3\n    12\n  C <= 2\n    2\n    4 (pruned)\n";
        for (text, title) in [
            ("((3 12)\n (2 4))\n", "((3 12) (2 4))"),
            ("graph LR; A --> B[3]; A --> C[5]\n", "graph LR; A --> B[3]; A --> C[5]"),
            (marked, LONG_TREE),
            ("A -> B, C\nB = 3\nC = 5", LONG_TREE),
        ] {
            assert_eq!(Model::from_typed(text).unwrap().title, title, "{text}");
        }
    }

    #[test]
    fn names_may_be_given_and_others_avoid_them() {
        assert_eq!(names("(B:(3 12 8) x=2 y= 4 z : (1))"), ["B", "B1", "B2", "B3", "x", "y", "z", "z1"]);
        assert_eq!(names("(a1:(x:(3) 4))"), ["a1", "x", "xa", "a1.2"]);
        assert_eq!(names("(B=1 2 3)"), ["B", "C", "D"]);
        assert_eq!(names("(1 A=2)"), ["B", "A"]);
        assert_eq!(names("((1 2) A1:(5))"), ["A", "A2", "A3", "A1", "A1.1"]);
        assert_eq!(names("(a = 3 b : (4))"), ["a", "b", "b1"]);
        assert_eq!(names("(1=3 2:(4))"), ["1", "2", "2a"]);
    }

    #[test]
    fn lists_of_programs_have_names_at_their_beginning() {
        assert_eq!(names("['A', ('B', 5), ['C', ('D', 2), ('E', 7)]]"), ["B", "C", "D", "E"]);
        let quoted = "(\"root\", (\"left side\", 3), (\"b\", (\"c\", -1.5)), 4)";
        assert_eq!(names(quoted), ["left_side", "b", "c", "C"]);
        assert_eq!(tree("['A', ('B', 5), ['C', ('D', 2), ('E', 7)]]"), "(5 (2 7))");
        assert_eq!(tree("((5 x) (2 6))"), "((5 x) (2 6))");
        assert_eq!(tree("[\n ['A', 3, 12,],\n ['B', 2, 4],\n]\n".replace("12,]", "12]").as_str()), "((3 12) (2 4))");
        // Without a name, a list with one number is a node with one move.
        assert_eq!(tree("((5) (2 7))"), "((5) (2 7))");
        assert_eq!(tree("((5,), (2, 7))"), "((5) (2 7))");
        // Names without quotes, as in Lisp and LaTeX.
        assert_eq!(tree("(Root (Left 3 12) (Right 2 (Low 4)))"), "((3 12) (2 4))");
        assert_eq!(names("(Root (Left 3 12) (Right 2 (Low 4)))"), ["Left", "Left1", "Left2", "Right", "Right1", "Low"]);
        assert_eq!(tree("[A [3] [5]]"), "(3 5)");
        // Small letters too, if each list begins with another one.
        assert_eq!(names("(a (b 3 12) (c 2 (d 4)))"), ["b", "b1", "b2", "c", "c1", "d"]);
        assert_eq!(names("[root, [l, 3, 12], [r, 2, 4]]"), ["l", "l1", "l2", "r", "r1", "r2"]);
        assert_eq!(tree("((x 12) (y 4))"), "((x 12) (y 4))");
        assert_eq!(tree("(x (3 12) (2 4))"), "(x (3 12) (2 4))");
        assert_eq!(tree("(x 5)"), "(x 5)");
        assert_eq!(
            error("['A', ('B')]"),
            "line 1, column 7: an empty list; a node needs a score, or moves in brackets"
        );
        assert_eq!(
            error("['A', ('B', 5), ('B', 2)]"),
            "line 1, column 17: two nodes have the name `B`; rename one of them"
        );
        assert_eq!(error("['A, (1 2)]"), "line 1, column 2: this `'` is never closed");
    }

    #[test]
    fn a_tag_of_a_game_is_no_list() {
        for tree in [
            "[\"A\", [\"B\", 5]]",
            "[ \"A\", 3]",
            "[['A', \"b\"]]",
            "[B: [\"x\", 5]]",
            "[3, [\"x\", 5]]",
            "[B=3 \"x\"",
            "[",
            "max(3 4)",
            "MIN {3, 4}",
            "avg: [3 4]",
            "{{3,12},{2,4}}",
            "{3, 4}",
            "{A:(3 4) 5}",
        ] {
            assert!(looks_typed(tree), "{tree}");
        }
        for game in ["[Event \"?\"]", "[ Event  \"?\"]", "[White-Elo\t\"1\"]", "[FEN\"8\"]", "1. e4", "max"] {
            assert!(!looks_typed(game), "{game}");
        }
    }

    #[test]
    fn all_brackets_commas_and_minus_signs_are_the_same_tree() {
        for text in [
            "((3 12 8) (2 -4.5 6))",
            "[[3,12,8],\n [2, -4.5, 6]]",
            "{{3,12,8},{2,-4.5,6}}",
            "[3, 12, 8] [2, -4.5, 6]",
            "3 12 8\n".replace("3 12 8\n", "(3 12 8)\n(2 \u{2212}4.5 6)\n").as_str(),
            "max(min(3,12,8),min(2,\u{2013}4.5,6))",
            "MAX (MIN (3 12 8) MIN (2 -4.5 6))",
            "(max (min 3 12 8) (min 2 -4.5 6))",
            "(max, (3, 12, 8), (2, -4.5, 6))",
            "Max: [Min: [3 12 8], Min: [2 -4.5 6]]",
            "tree = [[3, 12, 8], [2, -4.5, 6]]",
            "# Figure 5.2\n\n((3 12 8)\n (2 -4.5 6))\n",
            "// one\n% two\n((3 12 8) (2 -4.5 6))",
            "```python\n[[3, 12, 8], [2, -4.5, 6]]\n```\n",
            "`((3 12 8) (2 -4.5 6))`",
            "```mermaid\nflowchart TB\n a --> b & c\n b --> 1[3] & 2[12] & 3[8]\n c --> 4[2] & 5[-4.5] & 6[6]\n```",
            "(A (B 3 12 8) (C 2 -4.5 6))",
            "((3\u{a0}12\u{2009}8) (2 \u{ff0d}4.5\u{200b} 6))",
        ] {
            assert_eq!(tree(text), "((3 12 8) (2 -4.5 6))", "{text}");
        }
    }

    #[test]
    fn moves_in_a_list_of_their_own_are_taken_out() {
        for (text, same) in [
            ("('A', [('B', [3, 5]), ('C', [2, 9])])", "(B:(3 5) C:(2 9))"),
            ("['A', [['B', [3, 5]], ['C', [2, 9]]]]", "(B:(3 5) C:(2 9))"),
            ("max([min([3, 5]), min([2, 9])])", "((3 5) (2 9))"),
            ("min([chance([3, 5]), chance([2, 9])])", "min(chance(3 5) chance(2 9))"),
        ] {
            assert_eq!((tree(text), names(text)), (tree(same), names(same)), "{text}");
        }
        // A single move that leads to a list is kept.
        assert_eq!(names("max((3 5))"), ["A", "A1", "A2"]);
        assert_eq!(names("[[[3, 5]], [2]]"), ["A", "A1", "A1a", "A1b", "B", "B1"]);
    }

    #[test]
    fn fractions_in_lists_below_a_chance_node_are_refused() {
        for text in [
            "max(chance((0.4, 6), (0.6, 3)), chance(8, 1))",
            "max(chance((6 0.4) (3 0.6)) 4)",
            "('max', [('chance', [(0.4, 6), (0.6, 3)]), 4])",
            "max(chance([0.4, 0.6], [6, 3]), 4)",
            "{\"chance\": {\"heads\": [0.3, 5], \"tails\": [0.7, 6]}}",
            "{\"chance\": {\"heads\": (0.3, 5), \"tails\": (0.7, 6)}}",
            "{\"chance\": [{\"heads\": [0.3, 5]}, {\"tails\": [0.7, 6]}]}",
            "{\"chance\": {\"p\": [0.3, 0.7], \"v\": [5, 6]}}",
            "max(chance((\"H\",0.3,5),(\"T\",0.7,6)),4)",
            "MAX\n  A [chance]\n    heads, 0.3, 5\n    tails, 0.7, 3\n  B 4",
            "max(chance(0.3, min(5,7), 0.7, min(6,1)), 2)",
            "max(chance(0.3 (5 7) 0.7 (6 1)) 2)",
            "max(chance(a=5 0.3 b=6 0.7) 2)",
        ] {
            assert!(
                error(text).contains("may be probabilities; write a probability before its move"),
                "{text}: {}",
                error(text)
            );
        }
        assert_eq!(error("max(chance((0.4 6) (0.5 3)) 4)"), "");
        assert_eq!(error("max(chance(min(0.4 6) min(0.6 3)) 4)"), "");
        assert_eq!(error("max(chance(0.5:(0.4 6) 0.5:(0.6 3)) 4)"), "");
        assert_eq!(error("chance(0.25 0.25 0.5)"), "");
        assert_eq!(error("max(min(0.4 6) min(0.6 3))"), "");
    }

    #[test]
    fn outlines_have_probabilities_too() {
        for weights in [["0.4", "0.6"], ["2/5", "3/5"], ["40%", "60%"]] {
            let [a, b] = weights;
            let text = format!("max\n  chance\n    {a}: min\n      6\n      10\n    {b}: 3\n  4\n");
            assert_eq!(tree(&text), tree("max(chance(0.4: min(6 10) 0.6: 3) 4)"), "{text}");
        }
    }

    #[test]
    fn what_is_not_one_number_or_letter_is_refused_by_name() {
        for word in ["x+1", "2x", "-x", "3*x", "x/2", "1-x", "a+b", "\u{2212}x"] {
            assert!(error(&format!("((3 {word}) (2 4))")).contains("an expression cannot be a leaf"), "{word}");
        }
        for word in ["<=5", ">3", "\u{2265}5"] {
            let said = error(&format!("((3 {word}) (2 4))"));
            assert!(said.contains("not a bound"), "{word}: {said}");
        }
        assert!(error("((3 1/2) (2 4))").contains("write a decimal number such as 0.5"));
        assert!(!error("((3 a1) (2 4))").contains("expression"));
    }

    #[test]
    fn programs_write_unknown_leaves_in_their_own_way() {
        assert_eq!(tree("[[5, \"x\"], [2, 6]]"), tree("((5 x) (2 6))"));
        assert_eq!(tree("[[3, 4], [2, None]]"), tree("((3 4) (2 ?))"));
        assert_eq!(tree("[[3, 4], [2, null]]"), tree("((3 4) (2 ?))"));
        for missing in ["None", "null", "NaN", "nil", "NULL"] {
            for (written, read) in [
                ("[[_, 4], [2, 6]]", "((? 4) (2 6))"),
                ("[_, 4]", "(? 4)"),
                ("[[_, 4], [_, _], _]", "((? 4) (? ?) ?)"),
                ("[[3, [_, 2]], [[[_]], 4]]", "((3 (? 2)) (((?)) 4))"),
                ("{{3,12},{_,4}}", "((3 12) (? 4))"),
                ("[\"A\", [\"B\", _], 4]", "(? 4)"),
                ("max(min(_, 6), min(3, _))", "((? 6) (3 ?))"),
                ("[3, 4], [_, 2]", "((3 4) (? 2))"),
                ("{\"A\": [\"B\", \"C\"], \"B\": [_, 3], \"C\": _}", "((? 3) ?)"),
                ("{\"A\": {\"a\": _, \"b\": 3}, \"B\": {\"c\": 4, \"d\": _}}", "((? 3) (4 ?))"),
            ] {
                assert_eq!(tree(&written.replace('_', missing)), read, "{written} {missing}");
            }
        }
        assert_eq!(tree("[('A', 'x'), ('B', 'y')]"), "(x y)");
        assert!(error("(X 5 3)").contains("an unknown score is a lowercase letter: x"));
    }

    #[test]
    fn words_say_who_chooses() {
        assert_eq!(tree("max(min(max(1 2) 3) 4)"), "(((1 2) 3) 4)");
        assert_eq!(names("max(min(3 12) C=4)"), ["A", "A1", "A2", "C"]);
        assert_eq!(tree("((J(10) K(20)) (L(5) M1[-7]))"), "((10 20) (5 -7))");
        assert_eq!(names("max(min(J(10), K(20)), M(4))"), ["A", "J", "K", "M"]);
        let movers = |text: &str| {
            let list = Model::from_typed(text).unwrap_or_else(|error| panic!("{text}: {error}")).movers;
            list.map(Vec::from).unwrap_or_default()
        };
        use Mover::{Max, Min};
        assert_eq!(movers("max(min(max(1 2) 3) 4)"), []);
        assert_eq!(movers("(3 min(4 5))"), []);
        for text in
            ["min((3 12) (2 4))", "(max(3 12) (2 4))", "min(max(3 12) max(2 4))", "max(3 12) max(2 4)", "MIN: (3 4)"]
        {
            assert_eq!(movers(text), [Min, Max], "{text}");
        }
        assert_eq!(movers("min(((1 2) (3 4)) 5)"), [Min, Max]);
        assert_eq!(movers("max(min(min(3 12) min(2 4)) min(min(5 6) 7))"), [Max, Min, Min]);
        assert_eq!(movers("(min(min(3 (1 12)) 4))"), [Max, Min, Min, Max]);
        assert_eq!(movers("max(max(3 12) 4)"), [Max]);
        assert_eq!(tree("(max(3 12) (2 4))"), "min(max(3 12) max(2 4))");
        let refused = |text: &str, problem: &str| assert!(error(text).contains(problem), "{text}: {}", error(text));
        refused(
            "max(min(3 12) max(2 4))",
            "line 1, column 15: MAX chooses here, but MIN chooses at another node of the same ply",
        );
        assert_eq!(movers("max(chance(3 12) 4)"), [Max, Mover::Chance]);
        assert_eq!(tree("max(avg(40%: 3 0.6:(A:5 6)) 4)"), "max(chance(0.4: 3 0.6: min(5 6)) 4)");
        assert_eq!(tree("max(chance(0.4:-3 0.6:-12) 4)"), tree("max(chance(0.4: -3 0.6: -12) 4)"));
        assert_eq!(movers("max(chance((3 12) 4) 4)"), [Max, Mover::Chance, Min]);
        refused("max(chance(0:3 1:12) 4)", "is not a probability");
        refused("max(min(0.4:3 0.6:12) 4)", "line 1, column 9: `0.4:` is a fraction, so it says how likely");
        refused("max(minimum(3 12) 4)", "`minimum` before a list is not max, min or chance");
        refused("Mini(B:(3 12) C:(2 4))", "; write min(3 12) or, after a name, a colon: Mini:(3 12)");
        refused("(A(3 12) B(2 4))", "write a colon after a name: A:(3 12)");
    }

    /// Text that could be read as a different tree from the intended one is rejected.
    #[test]
    fn what_may_mean_something_else_is_refused() {
        let players = "may be the scores of";
        let decimal = "could be one number or two";
        let mixed = "separates some scores by commas and others by spaces";
        for (text, place, problem) in [
            ("((((1,2,3) (4,2,1)) ((6,1,2) (7,4,1))))", 4, players),
            ("((1,2) (4,2))", 2, players),
            ("((1, 2, 3) (4, 2, 1))", 2, players),
            ("(B:(1,2,3) C:(4,2,1))", 4, players),
            ("max((1,2) (4,2))", 5, players),
            ("[(1,2), (3,4)]", 2, players),
            ("[[(1, 2), (3, 4)], [(5, 6), (0, 1)]]", 3, players),
            ("{(1,2),(3,4)}", 2, players),
            ("[1,,2]", 3, "a score is missing after this comma"),
            ("[1, , 2]", 3, "a score is missing after this comma"),
            ("(,3 4)", 2, "a score is missing before this comma"),
            ("[[3,12],,[2,4]]", 8, "a score is missing after this comma"),
            ("(3 4,)", 5, "a score is missing after this comma"),
            ("[3,4,]", 5, "a score is missing after this comma"),
            ("[[3,4],[2,6]],", 14, "a score is missing after this comma"),
            (",[3,4]", 1, "a score is missing before this comma"),
            ("((3,5 12) (2 4))", 3, decimal),
            ("((3 12,5) (2 4))", 5, decimal),
            ("((3,5) (2 4))", 3, decimal),
            ("((3,5 2,5) (1,5 4,5))", 3, decimal),
            ("((3,5, 12,5), (2,0, 4,0))", 3, decimal),
            ("(a=3,5 b=4)", 4, decimal),
            ("(1,000 2)", 2, decimal),
            ("(1,000, 2,000)", 2, decimal),
            ("(3,05)", 2, decimal),
            ("(3 12 8, 2 4 6)", 1, mixed),
            ("[3, 12 8]", 1, mixed),
            ("((3;12) (2;4))", 4, "`;` has no meaning in a tree"),
            ("((3 12); (2 4))", 8, "`;` has no meaning in a tree"),
            ("(0.3:4 5)", 2, "`0.3:` is a fraction, so it says how likely a branch is"),
            ("(3/5:4 5)", 2, "`3/5:` is a fraction, so it says how likely a branch is"),
            ("(0.3=4 5)", 2, "`0.3` is a number and cannot be a name; begin the name with a letter, as in a0.3=4"),
            ("(1 000 2 000)", 4, "`000` begins with 0"),
            ("(3 05)", 4, "`05` begins with 0"),
            ("(1. 3 2. 5)", 2, "`1.` could be the number of an item or a score"),
            ("(1 (X 3))", 5, "`X` is not a score"),
            ("((5 X) (x 6))", 5, "`X` is not a score"),
            ("(X 5 3)", 2, "`X` is not a score"),
            ("(MAX A (MIN B 3 12) (MIN C 2 4))", 6, "`A` is not a score"),
            ("(MAX A (MIN 3 12) (MIN 2 4))", 6, "`A` is not a score"),
            ("max(A)[min(B)[3, 12], min(C)[2, 4]]", 5, "`A` is not a score"),
            ("(A:(B 5) B=3)", 5, "`B` is not a score"),
            ("(1.a=4 5)", 2, "`1.a` cannot be a name"),
        ] {
            let error = error(text);
            assert!(
                error.starts_with(&format!("line 1, column {place}: ")) && error.contains(problem),
                "{text}: {error}"
            );
        }
        // A capital letter that can only be a score represents an unknown score.
        for (text, small) in [
            ("((5 X) (2 6))", "((5 x) (2 6))"),
            ("((X 5) (2 6))", "((x 5) (2 6))"),
            ("((5 X1) (2 X1) (Y 6))", "((5 x1) (2 x1) (y 6))"),
            ("max(avg(50 20) avg(X 36 30))", "max(avg(50 20) avg(x 36 30))"),
        ] {
            assert_eq!(Model::from_typed(text).unwrap().moves, Model::from_typed(small).unwrap().moves, "{text}");
        }
        // Only unambiguous text is accepted.
        for text in [
            "((1,2,3), (4,5,6))",
            "[[3. 12.] [0. 4.5]]",
            "(0 -0.5 .5 0.0)",
            "(1,2,3)",
            "[1,2,3] [4,5,6]",
            "(1,2) (3,4)",
            "((1,2) (3,4,5))",
            "max(min(1,2) min(3,4))",
            "[\n  [3, 12],\n  [2, 4],\n]",
            "[3,12],\n[2,4],\n",
            "((1 2) (3 4), (5 6))",
            "(((1,2) ((4,2))) 5)",
            "((1,2,3))",
        ] {
            assert!(Model::from_typed(text).is_ok(), "{text}: {}", error(text));
        }
    }

    #[test]
    fn graphs_and_outlines_are_trees() {
        let expected = Model::from_typed("(Left:(a=3 b=12) Right:(c=2 d=-4))").unwrap().moves;
        let same = |text: &str| {
            let read = Model::from_typed(text).map_err(|error| error.to_string());
            assert_eq!(read.map(|model| model.moves).as_ref(), Ok(&expected), "{text}");
        };
        let leaves = "a [label=\"3\"]; b [label=\"b\\n12\"] c [label=2] d [label=\"d: \u{2212}4\", shape=box];";
        for text in [
            "digraph { LEAVES root -> Left; root -> Right\n Left -> { a b }; Right -> c; Right -> d }",
            "graph g {\n root -- {Left Right}; Left -- a; Left -- b; Right -- c; Right -- d; LEAVES }",
            "strict digraph \"t\" { rankdir=LR; node [shape=box]; subgraph cluster_0 { root } root->Left->a; Left->b; // c\n \
             root->Right; Right->{c d}; edge [color=red] LEAVES }",
        ] {
            same(&text.replace("LEAVES", leaves));
        }
        for text in [
            "flowchart TB\n root[MAX] --> Left & Right\n Left --> a[3]\n Left --> b([12]):::best\n Right --> c{{c<br/>2}} & d[\"d: -4\"]\n classDef best x\n",
            "graph LR; root-->Left; root-->Right; Left-->a((3)); Left---b[/12\\]; Right-.->c(2); Right==>d{-4};",
            "graph TD\n root -->|x| Left -- text --> a[3]\n %% remark\n Left --> b[12]\n root --> Right --> c[2]\n Right --> d[#45;4]\n",
        ] {
            same(text);
        }
        for text in [
            "{\"root\": [\"Left\", \"Right\"], \"Left\": [\"a\", \"b\"], \"Right\": [\"c\", \"d\"], \"a\": 3, \"b\": 12, \"c\": 2, \"d\": -4}",
            "tree = {\n  'root': ('Left', 'Right'),\n  'Left': ['a', 'b'], # MIN\n  'Right': {'c', 'd'},\n}\nvalues = {'a': 3, 'b': 12, 'c': 2, 'd': -4}\n",
            "{'Left': {'a': 3, 'b': 12}, 'Right': {'c': 2, 'd': -4}}",
            "succs = dict(root=dict(l='Left', r='Right'), Left=dict(x='a', y='b'), Right=dict(x='c', y='d'))\nutils = dict(a=3, b=12, c=2, d=-4)",
        ] {
            same(text);
        }
        for text in [
            "root\n  Left\n    a 3\n    b 12\n  Right\n    c 2\n    d -4\n",
            "Left\n\ta: 3\n\tb: 12\nRight\n\tc: 2\n\td: -4",
            "- Left\n  - a = 3\n  - b = 12\n- Right\n  - c = 2\n  - d = \u{2212}4\n",
            "root\n├── Left\n│   ├── a (3)\n│   └── b (12)\n└── Right\n    ├── c (2)\n    └── d (-4)\n",
            "root\n|-- Left\n|   |-- a: 3\n|   `-- b: 12\n`-- Right\n    |-- c: 2\n    `-- d: -4\n",
            "MAX\n  MIN Left\n    a 3\n    b 12\n  MIN Right\n    c 2\n    d -4\n",
        ] {
            same(text);
        }
        for text in [
            "\\begin{forest}\n for tree={circle, draw}\n[MAX, name=r [Left [a: 3][{$b$ 12}]] [Right, draw [c 2] [$d = -4$]]]\n\\end{forest}",
            "\\Tree [.MAX [.Left {a 3} {b 12} ] [.Right {$c$: $2$} {d -4} ] ]",
            "\\Tree[.{$\\max$} [.{Left\\\\$\\min$} {a 3} {b 12} ].x [.Right {c 2} {d -4} ]]",
        ] {
            same(text);
        }
        assert_eq!(tree("digraph { A -> B; A -> C; B -> 3; B -> 12; C -> 2; C -> 4 }"), "((3 12) (2 4))");
        assert_eq!(
            tree("{\"A\": [\"B\", \"C\"], \"B\": [9, \"F\"], \"C\": [1, 2], \"F\": [3, 4]}"),
            "((9 (3 4)) (1 2))"
        );
        assert_eq!(tree("{\"A\": [3, 12], \"B\": [2, 4]}"), "((3 12) (2 4))");
        assert_eq!(tree("{\"A\": [[3, 12], [2, 4]]}"), "((3 12) (2 4))");
        assert_eq!(tree("\\Tree [.A 3 [.B 4 5 ] ]"), "(3 (4 5))");
        for text in [
            "flowchart TB\n A[MIN] --> B[3]",
            "flowchart TB\n A[\\A/] --> B[3]",
            "digraph { A [shape=invhouse]; A -> B; B [label=3] }",
            "MIN\n  B 3\n",
            "\\Tree [.{$\\min$} 3 4 ]",
        ] {
            assert_eq!(
                Model::from_typed(text).unwrap().movers.map(Vec::from),
                Some(vec![Mover::Min, Mover::Max]),
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_no_tree_here_is_named() {
        for (text, problem) in [
            ("EFG 2 R \"x\" { \"1\" \"2\" }", "line 1, column 1: this is a game of Gambit"),
            ("((A:3,B:5)C:1,D);", "line 1, column 1: this is a tree in Newick form"),
            ("node(leaf(3),leaf(4))", "this is a term of Prolog"),
            ("t(l(3),\n  l(4)).", "this is a term of Prolog"),
            ("value(X) :- max(X, 3)", "this is a term of Prolog"),
            ("<node><leaf>3</leaf></node>", "this is XML"),
            ("(;GM[1]SZ[9];B[ee])", "this is a game in SGF"),
            ("{\"name\": \"A\", \"children\": [{\"value\": 3}]}", "JSON of another program"),
            ("[('A', 'B'), ('A', 'C'), ('B', 'D')]", "plywood does not read edges in pairs; write each edge as A -> B"),
            ("t = [[\"A\",\"B\"],\n [\"A\",\"C\"],\n]\nv = {\"B\": 3}", "plywood does not read edges in pairs"),
            ("3 12 8\n2 4 6\n", "put scores in brackets"),
            ("minimum(3 12)", "`minimum` before a list is not max, min or chance; write min(3 12)"),
            (
                "expectimax((3 12) 4)",
                "that is a search, not a player; write max and chance, as in max(chance(3 12) chance(2 4))",
            ),
            ("AlphaBeta((3 12) 4)", "that is a search, not a player; write max"),
            ("@startmindmap\n* MAX\n** 3\n@endmindmap", "plywood does not read PlantUML"),
            ("@startwbs\n* MAX\n** 3\n@endwbs", "plywood does not read PlantUML"),
            ("| node | value |\n|---|---|\n| A | 3 |\n| B | 12 |", "plywood does not read tables"),
            ("   MAX\n  /   \\\nMIN   MIN\n/ \\   / \\\n3 12 2 4", "trees that are drawn with slashes"),
            ("<<3,12>,<2,4>>", "a tree cannot be in angle brackets; type the tree here as max("),
            ("<?xml version=\"1.0\"?><t/>", "this is XML"),
            ("digraph { A -> B; B -> A }", "`A` leads back to itself"),
            ("digraph { R -> A; A -> B; B -> A }", "`A` leads back to itself"),
            ("digraph { R -> 3; R -> 4; A -> B; B -> A }", "`A` leads back to itself"),
            ("digraph { A -> 3; B -> 4 }", "line 1, column 19: neither `A` nor `B` follows another node"),
            ("digraph { A -> B;\n A -> C\n}", "line 1, column 16: the leaf `B` has no score"),
            ("digraph { 1 -> 2; 1 -> 3; 2 -> 4; 3 -> 5 }", "the leaf `4` has no score"),
            (
                "digraph { A -> B [label=0.4]; A -> C; B [label=3]; C [label=4] }",
                "`0.4:` is a fraction, so it says how likely",
            ),
            ("digraph { A -> ", "in DOT"),
            ("flowchart TB\n A --> ", "in Mermaid"),
            ("flowchart TB\n A --> B[3", "is never closed"),
            ("{\"A\": [\"B\", \"C\"], \"B\": 3}", "line 1, column 13: the leaf `C` has no score"),
            ("{'A': ['B'], 'B': ['A']}", "leads back to itself"),
            ("{'A': [3, xy]}", "line 1, column 11: `xy` is not a score"),
            ("A\n  3\n x\n   4\n", "line 3"),
            (
                "\\begin{forest}[A [3, edge label={node{0.4}}] [4]]\\end{forest}",
                "`0.4:` is a fraction, so it says how likely",
            ),
            ("\\Tree [.A \\edge node{0.4}; 3 4 ]", "`0.4:` is a fraction, so it says how likely"),
            ("\\Tree [.A 3 B ]", "the leaf `B` has no score"),
        ] {
            assert!(looks_typed(text), "{text}");
            assert!(error(text).contains(problem), "{text}: {}", error(text));
        }
    }

    /// Such words also begin terms of programs.
    #[test]
    fn the_root_may_be_called_node_or_tree() {
        for text in [
            "Node (MAX)\n  A: 3, 12\n  B: 2, 4",
            "T(MAX)\n  A: 3, 12\n  B: 2, 4",
            "Leaf [max]\n  A: 3, 12\n  B: 2, 4",
            "Tree (root)\n  A: 3, 12\n  B: 2, 4",
            "n (3)\n  A: 3, 12\n  B: 2, 4",
            "T (MAX)\nT -> A, B; A -> 3, 12; B -> 2, 4",
            "Node (max)\n|-- Node (min)\n|   |-- 3\n|   `-- 12\n`-- Node (min)\n    |-- 2\n    `-- 4\n",
        ] {
            assert!(looks_typed(text), "{text}");
            assert_eq!(tree(text), "((3 12) (2 4))", "{text}");
        }
        for text in ["Node (Leaf 3) (Leaf 12)", "Node [Leaf 3, Leaf 12]", "node (3, 12)", "tree(3)"] {
            assert!(error(text).contains("this is a term of Prolog or of a program"), "{text}: {}", error(text));
        }
    }

    #[test]
    fn two_trees_in_one_text_are_refused() {
        for (text, place) in [
            ("max(min(3 12) min(2 4))\nmax(min(5 6) min(7 8))", "line 2, column 1"),
            ("tree1 = [[3, 12], [2, 4]]\ntree2 = [[5, 6], [7, 8]]", "line 2, column 1"),
            ("[MAX [MIN [3] [12]] [MIN [2] [4]]]\n[MAX [MIN [5] [6]] [MIN [7] [8]]]", "line 2, column 1"),
            (
                "\\begin{forest}[MAX [3] [4]]\\end{forest}\n\\begin{forest}[MAX [5] [6]]\\end{forest}",
                "line 2, column 1",
            ),
            ("\\Tree [.MAX 3 4 ]\n\\Tree [.MIN 5 6 ]", "line 2, column 1"),
            ("digraph { A -> 3; A -> 4 }\n// the next\ndigraph { A -> 5; A -> 6 }", "line 3, column 1"),
            ("MAX\n  3\n  4\n\nMAX\n  5\n  6", "line 5, column 1"),
        ] {
            let problem = error(text);
            assert!(
                problem.starts_with(place) && problem.contains("a second tree seems to begin here"),
                "{text}: {problem}"
            );
        }
        // Lists below each other are the moves at the root.
        assert_eq!(tree("min(3 12)\nmin(2 4)"), "((3 12) (2 4))");
        assert_eq!(tree("MIN\n  3\n  12\n\nMIN\n  2\n  4"), "((3 12) (2 4))");
    }

    #[test]
    fn labels_of_branches_in_forest_are_probabilities_or_moves() {
        for (forest, typed) in [
            (
                "\\begin{forest}[chance [6, edge label={node[midway,left]{0.4}}] [3, edge label={node[midway, right]{$0.6$}}]]\\end{forest}",
                "chance(0.4: 6 0.6: 3)",
            ),
            (
                "\\begin{forest}[MAX [6, edge label={node[midway]{$a$}}] [3, draw, edge label={node{b}}, circle]]\\end{forest}",
                "max(a: 6 b: 3)",
            ),
        ] {
            let [forest, typed] = [forest, typed].map(|text| Model::from_typed(text).unwrap());
            assert_eq!((forest.movers, forest.moves), (typed.movers, typed.moves));
        }
    }

    #[test]
    fn errors_name_line_and_column() {
        let begins = |text: &str| error(text).split(';').next().map(str::to_owned);
        assert_eq!(error("((3 12 8) (2 4 6)"), "line 1, column 1: this `(` is never closed");
        assert_eq!(error("((3 12]) "), "line 1, column 7: this `]` closes nothing");
        assert_eq!(begins("((3\n  Xy) 2)").as_deref(), Some("line 2, column 3: `Xy` is not a score"));
        assert_eq!(begins("(1 ())").as_deref(), Some("line 1, column 4: an empty list"));
        assert_eq!(error("# \u{e9}\n`\u{a0}(1 2) 3`"), "line 2, column 9: the tree has ended before `3`");
        assert_eq!(error("(1 2) 3"), "line 1, column 7: the tree has ended before `3`");
        assert_eq!(begins("(B=1 B=2)").as_deref(), Some("line 1, column 6: two nodes have the name `B`"));
        assert_eq!(error("(a=)"), "line 1, column 2: the name `a` has no score and no moves after it");
        assert_eq!(begins("(1e9)").as_deref(), Some("line 1, column 2: `1e9` is not a score"));
        assert_eq!(begins("(3 (a:b:4))").as_deref(), Some("line 1, column 7: `b:4` is not a score"));
        assert_eq!(begins("(200000)").as_deref(), Some("line 1, column 2: `200000` is out of range"));
        assert_eq!(begins("").as_deref(), Some("line 1, column 1: an empty list"));
        assert!(error(&"(".repeat(100)).ends_with("nested deeper than 60 plies"));
    }
}
