//! Errors in a typed tree, with their positions.

use super::super::{LARGEST_LESSON, LONGEST_LESSON, NESTING_LIMIT};
use crate::core::names::Named as _;
use crate::core::search::Algorithm;

/// Why a typed tree cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct TypedError {
    /// The line number, from 1.
    pub line: usize,
    /// The column number, from 1.
    pub column: usize,
    /// The error at that position.
    pub problem: TypedProblem,
}

/// An error, and its byte offset in the text.
pub(super) type TypedFault = (usize, TypedProblem);

impl TypedError {
    /// Converts an offset in a text to a line and a column.
    pub(super) fn at(text: &str, (at, problem): TypedFault) -> Self {
        let before = &text[..at];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        Self { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1, problem }
    }
}

/// An error in a typed tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TypedProblem {
    /// A list does not end.
    #[error("this `{0}` is never closed")]
    Unclosed(char),
    /// A closing bracket has no opening bracket, or one of another kind.
    #[error("this `{0}` closes nothing")]
    Unopened(char),
    /// A list is empty.
    #[error("an empty list; a node needs a score, or moves in brackets")]
    Empty,
    /// A word is neither a number nor a list.
    #[error("`{}` is not a score; {}", .0, instead(.0))]
    NoNumber(String),
    /// A number is out of range.
    #[error("`{0}` is out of range; scores must be between -100000 and 100000")]
    Absurd(String),
    /// A number is finer than a thousandth.
    #[error("`{0}` has more than three decimals; round it, or multiply all leaves by the same number")]
    TooFine(String),
    /// A dictionary gives a node a name instead of a list of its children.
    #[error("`{0}` is not a list; a node needs a score, or a list of its children such as [\"{0}\"]")]
    NoList(String),
    /// Nothing follows a name.
    #[error("the name `{0}` has no score and no moves after it")]
    NothingNamed(String),
    /// A number is in quotation marks.
    #[error(
        "`{0}` is in quotation marks, so it is not a score; leave out the marks or, if it is a name, begin it with a letter"
    )]
    QuotedNumber(String),
    /// Two nodes have the same name.
    #[error("two nodes have the name `{0}`; rename one of them")]
    NameTwice(String),
    /// A name could be mistaken for a move number.
    #[error("`{0}` cannot be a name, because it begins like a move number; begin it with a letter")]
    NameNumbered(String),
    /// A number appears where a name is expected.
    #[error("`{0}` is a number and cannot be a name; begin the name with a letter, as in a{0}={1}")]
    NumberAsName(String, String),
    /// A list may be the moves of one node or all leaves of a tree.
    #[error(
        "the numbers of `{0}` could be the moves of one node or the leaves of a tree with two moves at each node; write \
         {1} or {2}"
    )]
    FlatLeaves(String, String, String),
    /// A text says that the tree has chance nodes, but it has none.
    #[error(
        "`{0}` says that the tree has chance nodes, but chance chooses at none of its nodes; write where chance chooses, \
         as in max(chance(3 12) chance(2 4)) or \"B (chance)\", or leave `{0}` out"
    )]
    NoChance(String),
    /// Something follows the tree.
    #[error("the tree has ended before `{0}`")]
    TextAfter(String),
    /// A second tree follows.
    #[error(
        "a second tree seems to begin here, and plywood reads one tree at a time; put each tree in a file of its own or, if \
         these are the moves of one tree, write its root as well"
    )]
    TwoTrees,
    /// A window is given at the root.
    #[error(
        "the window `{0}` at the root is not used, because each search begins with alpha = -\u{221e} and beta = +\u{221e}; leave the window out"
    )]
    Window(String),
    /// The text is too long.
    #[error("the tree has {0} bytes; the maximum is {LONGEST_LESSON}")]
    TooLong(usize),
    /// The labels are too long, each counted once per path that leads to its node.
    #[error("the labels of the tree have more than {LONGEST_LESSON} bytes, the maximum; shorten the longest one")]
    TooLongLabels,
    /// The tree is too large.
    #[error("the tree has more than {LARGEST_LESSON} nodes, the maximum")]
    TooMany,
    /// The tree is too deep.
    #[error("lists are nested deeper than {NESTING_LIMIT} plies")]
    Nesting,
    /// A score is missing before or after a comma.
    #[error("a score is missing {0} this comma; write a score there, or remove the comma")]
    EmptyPlace(&'static str),
    /// The text contains a semicolon.
    #[error(
        "`;` has no meaning in a tree: separate scores by spaces or commas, and put groups in brackets, as in \
         ((3 12) (2 4)); write numbers with a decimal point: 3.5"
    )]
    Semicolon,
    /// A text may be one number with a decimal comma, or two numbers.
    #[error(
        "`{0}` could be one number or two. Write one number with a decimal point: {1}; write two with a space between them: {2}"
    )]
    DecimalComma(String, String, String),
    /// Some scores of a list are separated by commas and others by spaces.
    #[error(
        "this list separates some scores by commas and others by spaces, so its groups are unclear; use only one of the two, \
         and put groups in brackets: ((3 12) (2 4))"
    )]
    MixedSeparators,
    /// A number has a meaningless leading 0.
    #[error("`{0}` begins with 0; write a large number without spaces, as in 1000, and a small one as 5 or 0.5")]
    LeadingZero(String),
    /// A number may be the number of an item in a list.
    #[error(
        "`{0}` could be the number of an item or a score; write a score as {1} or {1}.0, and leave out the numbers of items"
    )]
    Numbered(String, String),
    /// A sign before a number may not belong to the number.
    #[error("the sign in `{0}` could belong to the number or be a dash or bullet; write {1} or {2}")]
    UnclearSign(String, String, String),
    /// A leaf seems to have the scores of several players.
    #[error(
        "`{0}` may be the scores of {1} players at one leaf, which plywood does not support: a leaf has one score. A node \
         with {1} leaves is written {2}"
    )]
    Players(String, usize, String),
    /// A word before a list has no meaning for the node.
    #[error("`{0}` before a list is not max, min or chance; {next}", next = before_a_list(.0))]
    UnknownRole(String),
    /// A node names a different player from the other nodes of its ply.
    #[error("{0}")]
    Role(String),
    /// The name of a node may say who chooses there.
    #[error(
        "`{0}` could be a name or say that {1} chooses here; write the player before the list, as in A:{lower}(3 12), or behind the \
         name, as in \"A ({1})\", or choose another name",
        lower = .1.to_lowercase()
    )]
    UnclearPlayer(String, &'static str),
    /// A word with a colon at the beginning of a list may name the list or its first item.
    #[error(
        "`{0}:` could name this list or only its first item; write the name of a list before its bracket, as in {0}:(3 12), \
         and the name of a leaf with an equals sign, as in ({0}=3 12)"
    )]
    ListOrItem(String),
    /// A graph has a path from a node back to that node.
    #[error("`{0}` leads back to itself, so this is not a tree")]
    Circle(String),
    /// A graph has several roots.
    #[error("neither `{0}` nor `{1}` follows another node, but a tree has only one root")]
    TwoRoots(String, String),
    /// A number in a dictionary may be the name of a node or a score.
    #[error(
        "`{0}` is also a key, so it may be the node with this name or a score; begin names with a letter, as in \
         {{\"n1\": [\"n2\", \"n3\"], \"n2\": 3, \"n3\": 12}}"
    )]
    NodeOrScore(String),
    /// A key of a dictionary is a field of another program's nodes.
    #[error(
        "`{0}` is a field of a node and not a move, and plywood does not know the fields of other programs; write moves and \
         scores only, as in {{\"left\": {{\"a\": 3, \"b\": 12}}, \"right\": 4}}"
    )]
    Field(String),
    /// A leaf of a graph has no score.
    #[error("{}", no_score(.0))]
    NoScore(String),
    /// A leaf of a list of edges has no score.
    #[error("the leaf `{0}` has no score; write it after an equals sign, as in {0} = 3")]
    NoScoreInEdges(String),
    /// A list of edges has two numbers for one node.
    #[error(
        "`{0}` has the numbers {1} and {2}; write its score as in {0} = {2}, and a probability as in CHANCE -> {0} [0.3]"
    )]
    TwoScores(String, String, String),
    /// A leaf has a number in its label and another one beside it.
    #[error(
        "`{0}` is the label of this leaf, and `{1}` is beside it, so its score is unclear; write the score only once, and begin \
         the name with a letter"
    )]
    ScoreBeside(String, String),
    /// A node that is not in the tree says something.
    #[error("nothing leads to `{0}`, and nothing follows it; write which node it follows, or remove it")]
    Loose(String),
    /// A player behind the last node of a line may be that of the line.
    #[error(
        "`{0} ({2})` could say who chooses at `{0}` or at `{1}`; write the player behind the first name of a line, as in {1} ({2}) \
         or {0} ({2})"
    )]
    PlayerBehind(String, String, &'static str),
    /// A player is beside a branch.
    #[error(
        "{0} beside a branch could choose at its beginning or at its end; write the player into the label of a node"
    )]
    PlayerOnBranch(&'static str),
    /// A leaf has a player.
    #[error("{1} cannot choose at `{0}`, because `{0}` is a leaf; write the player at the node above it")]
    PlayerOfLeaf(String, &'static str),
    /// A node without branches names a player, but no group shows at which nodes.
    #[error(
        "the node `{0}` says who chooses, but has no branches; write the player into the label of each node that the player has"
    )]
    Caption(String),
    /// A key of a dictionary is also inside another dictionary.
    #[error(
        "`{0}` is inside a dictionary and also a key beside it, so this may be one tree or a list of nodes; write the nodes \
         that follow a node in a list, as in {{\"A\": [\"B\", \"C\"], \"B\": 3, \"C\": 12}}, or the whole tree as one dictionary, as \
         in {{\"B\": {{\"a\": 3, \"b\": 12}}, \"C\": 4}}"
    )]
    KeyInside(String),
    /// The label of a leaf ends with other text than its score.
    #[error("`{0}` has text after the number {1}; write the score of a leaf last, as in a: {1}")]
    ScoreNotLast(String, String),
    /// The label of a leaf has a command that plywood does not know.
    #[error(
        "plywood does not know the command `{0}`, which may change the number in this label; write the number without the command"
    )]
    Command(String),
    /// The text of a node has several numbers.
    #[error(
        "`{0}` has numbers whose meaning is unclear; write a leaf as a name and a score, and a probability before both, as in \
         0.3: a = 5"
    )]
    SeveralNumbers(String),
    /// A letter before other leaves may be a leaf or the end of the name.
    #[error("`{0}` could be a leaf or part of the name; write {1} or {2}")]
    NameOrLeaf(String, String, String),
    /// A list in brackets is the only item below a node.
    #[error(
        "`{0}` could be the moves of the node above or those of its only child; write the first on the line of the node, as in \
         A: 3, 12, and give the child a name for the second: B: 3, 12"
    )]
    OnlyItem(String),
    /// A line of an outline has connecting lines between several nodes.
    #[error(
        "`{0}` has connecting lines between its nodes; write each node on a line of its own, below its parent and further to \
         the right"
    )]
    Drawn(String),
    /// The label of a branch of a chance node is neither a probability nor a name.
    #[error(
        "the number in `{0}` is not clear as a probability; write it as 0.3, 3/10 or 30%, with at most a name beside it"
    )]
    Probability(String),
    /// The name of a move at a chance node has a number, which may be the probability.
    #[error(
        "the number in `{0}` is not clear as a probability; write the probability alone before a colon, as in 0.3: 5, 3/10: 5 \
         or 30%: 5"
    )]
    NamedProbability(String),
    /// Something appears where the graph language does not allow it.
    #[error("unexpected `{1}` in {0}")]
    Language(&'static str, String),
    /// The tree is in an unsupported language.
    #[error(
        "{0}; type the tree here as max(min(3 12 8) min(2 4 6)) or, with names, as (left:(a=3 b=12) right:(c=2 d=4))"
    )]
    Foreign(&'static str),
    /// The text is numbers without brackets.
    #[error("put scores in brackets, one pair for each node that has moves: ((3 12 8) (2 4 6))")]
    Numbers,
    /// A line of an outline is not a child of any line above it.
    #[error(
        "the indentation of this line matches neither a child of the line above nor a sibling of an earlier line; start all children of a node in the same column"
    )]
    Indented,
}

fn no_score(leaf: &str) -> String {
    match leaf.is_empty() {
        true => "this leaf has no text and no score; write its score there, or remove the leaf".to_owned(),
        false => format!("the leaf `{leaf}` has no score; write one into its label"),
    }
}

/// Returns whether a word is an expression with an unknown score: `x+1`, `2x`, `-x`, `3*x`, `x/2`.
fn is_expression(word: &str) -> bool {
    let letters: Vec<char> = word.chars().filter(|c| c.is_alphabetic()).collect();
    let is_part = |c: char| c.is_alphanumeric() || "+-*/^.\u{2212}\u{b7}\u{d7}".contains(c);
    let begins = |c: char| c.is_ascii_digit() || "+-\u{2212}".contains(c);
    let has_sign = word.contains(['+', '-', '*', '/', '^', '\u{2212}', '\u{b7}', '\u{d7}']);
    (1..=2).contains(&letters.len()) && word.chars().all(is_part) && (word.starts_with(begins) || has_sign)
}

/// Returns whether a word is a number as only programs write it: `1e-05`, `3.0f`, `3L`.
fn is_written_by_program(word: &str) -> bool {
    let plain = word.strip_suffix(['f', 'l']).unwrap_or(word);
    word.starts_with(|c: char| c.is_ascii_digit() || c == '.') && plain.parse::<f64>().is_ok()
}

/// Returns what to write instead of a word that comes before a list but does not name a player.
fn before_a_list(word: &str) -> String {
    let lower = word.to_lowercase();
    if lower == "expectimax" {
        return "that is a search, not a player; write max and chance, as in max(chance(3 12) chance(2 4))".to_owned();
    }
    if Algorithm::meant(word).is_some() {
        return "that is a search, not a player; write max, as in max((3 12) (2 4))".to_owned();
    }
    match ["max", "min", "chance"].into_iter().find(|player| lower.starts_with(player)) {
        Some(player) => format!("write {player}(3 12) or, after a name, a colon: {word}:(3 12)"),
        None => format!("write a colon after a name: {word}:(3 12)"),
    }
}

/// Returns what to write instead of a word that is not a score.
fn instead(word: &str) -> &'static str {
    match word.to_lowercase().trim_start_matches(['+', '-']) {
        "inf" | "infinity" | "oo" | "\u{221e}" => "write a number that is large enough, up to 100000",
        "win" | "won" | "w" | "loss" | "lose" | "lost" | "l" | "draw" | "drawn" => {
            "write numbers for results, such as 1 for a win, 0 for a draw and -1 for a loss"
        }
        word if is_written_by_program(word) => {
            "write it as a plain number with at most three decimals, such as 3 or 0.5"
        }
        _ if is_expression(word) => {
            "an expression cannot be a leaf; write one letter, such as x, and the table lists what follows for each value of x"
        }
        word if word.starts_with(['<', '>', '=', '\u{2264}', '\u{2265}']) => {
            "a leaf has one value, not a bound; write one letter, such as x, for an unknown value"
        }
        word if word.strip_suffix('%').is_some_and(|number| number.parse::<f64>().is_ok()) => {
            "write a probability before its move, with a colon: 30%: 3"
        }
        word if word.contains(['/', '\u{bd}', '\u{bc}', '\u{be}', '\u{2153}', '\u{2154}'])
            && word.contains(char::is_numeric)
            && word.chars().all(|c| c.is_numeric() || c == '/') =>
        {
            "write a decimal number such as 0.5; to avoid thirds, multiply all leaves by 3"
        }
        word if word.chars().any(char::is_alphabetic) && word.chars().count() <= 3 => {
            "a leaf is a number such as 3 or -2.5, with a name before it if you like: a1=3; an unknown score is a lowercase letter: x"
        }
        _ => "a leaf is a number such as 3 or -2.5, with a name before it if you like: a1=3",
    }
}
