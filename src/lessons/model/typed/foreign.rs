//! Recognizes trees in unsupported languages, so that the error can explain how to type them.

use super::error::{TypedFault, TypedProblem};

/// How each language begins, and its name.
const BEGINNINGS: [(&str, &str); 7] = [
    ("EFG ", "this is a game of Gambit (.efg), which plywood does not read"),
    ("NFG ", "this is a table of Gambit (.nfg), which is not a tree"),
    ("<", "this is XML, and plywood reads no tree in XML"),
    ("(;", "this is a game in SGF, which plywood does not read"),
    ("#NEXUS", "this is a tree in NEXUS, which plywood does not read"),
    ("\\begin{tikzpicture}", "plywood reads LaTeX trees of forest and qtree, but not those of TikZ"),
    ("@startuml", "plywood does not read PlantUML"),
];

/// The words before a node in logic and functional programming languages.
const FUNCTORS: [&str; 9] = ["node", "leaf", "tree", "branch", "nd", "lf", "t", "n", "bt"];

/// Returns the language of a text, if it is a tree in an unsupported language.
pub(super) fn problem(text: &str) -> Option<TypedFault> {
    let at = text.len() - text.trim_start().len();
    let (start, end) = (text.trim_start(), text.trim_end());
    let begins = BEGINNINGS.iter().find(|(beginning, _)| start.starts_with(beginning));
    let word = &start[..start.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(start.len())];
    let is_term =
        FUNCTORS.contains(&word.to_lowercase().as_str()) && start[word.len()..].trim_start().starts_with(['(', '[']);
    let is_clause = start.starts_with(|c: char| c.is_ascii_lowercase())
        && start[word.len()..].starts_with('(')
        && (end.ends_with(").") || text.contains(":-"));
    let is_newick =
        start.starts_with('(') && end.ends_with(';') && !end[..end.len() - 1].contains(';') && start.contains(',');
    let is_json = start.starts_with('{') && text.contains("\"children\"") && !text.contains("\"title\"");
    let what = match begins {
        Some((_, what)) => what,
        None if is_term || is_clause => "this is a term of Prolog or of a program, which plywood does not read",
        None if is_newick => "this is a tree in Newick form (it ends with `;`), which plywood does not read",
        None if is_json => "this is a tree in the JSON of another program, which plywood does not read",
        None => return None,
    };
    Some((at, TypedProblem::Foreign(what)))
}

/// Returns whether a text consists only of numbers, more than one.
pub(super) fn is_numbers(text: &str) -> bool {
    let words: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()).collect();
    2 <= words.len() && words.iter().all(|word| super::word::number(word).is_ok())
}
