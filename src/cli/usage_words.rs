//! The words of usage errors: what other programs call plywood's options, and placeholders, options and reasons as
//! plywood writes them.

use clap::error::Error;
use std::error::Error as _;

/// Options with which other programs say which player moves first.
pub(super) const PLAYER_OPTIONS: [&str; 10] =
    ["root", "player", "players", "first", "first-player", "min", "max", "minimizing", "maximizing", "to-move"];

/// Other names for options.
pub(super) const OTHER_OPTIONS: [(&[&str], &str); 10] = [
    (&["move", "moves", "after-move", "position"], "after"),
    (&["out", "file", "save", "write", "to"], "output"),
    (&["engine-eval", "eval", "score", "heuristic"], "evaluation"),
    (&["search", "method", "algo"], "algorithm"),
    (&["max-depth", "maxdepth", "levels", "ply"], "depth"),
    (&["timeout", "seconds", "limit", "movetime"], "time"),
    (&["multipv", "lines", "top"], "roots"),
    (&["number", "amount", "copies"], "count"),
    (&["solution", "solutions", "answers"], "key"),
    (&["no-color", "no-colour", "nocolor", "monochrome"], "color never"),
];

/// Programs that run a student's program.
pub(super) const INTERPRETERS: [&str; 10] =
    ["python", "python3", "py", "java", "node", "dotnet", "ruby", "sh", "bash", "cargo"];

/// Options that people try for the subject, which plywood takes without an option.
pub(super) const SUBJECT_OPTIONS: [&str; 6] = ["fen", "epd", "pgn", "game", "tree", "lesson"];

/// Other names for values, and what they mean.
pub(super) const OTHER_VALUES: [(&str, &str); 10] = [
    ("latex", "tikz"),
    ("latex", "tex"),
    ("tex", "tikz"),
    ("mmd", "mermaid"),
    ("graphviz", "dot"),
    ("gv", "dot"),
    ("md", "markdown"),
    ("htm", "html"),
    ("txt", "text"),
    ("pwsh", "powershell"),
];

/// Returns the name of an option without its value: `--depth` for `--depth <N>`.
pub(super) fn option_name(text: &str) -> &str {
    let positional = text.strip_prefix(['[', '<']).and_then(|rest| rest.split([']', '>']).next());
    positional.unwrap_or_else(|| text.split([' ', '[', '=']).next().unwrap_or_default())
}

/// Returns a placeholder of the help as words for a sentence: `a lesson` for `LESSON`.
pub(super) fn noun(placeholder: &str, is_several: bool) -> String {
    let lower = placeholder.to_lowercase();
    match placeholder {
        "FEN" => "a FEN".to_owned(),
        "ANSWERS" => lower,
        "DIR" => "a folder".to_owned(),
        "MINUTES" => "a number of minutes".to_owned(),
        name if name.starts_with("FILE.") => format!("{} {name}", if is_several { "files" } else { "a file" }),
        name if name.starts_with(['A', 'E', 'I', 'O', 'U']) && name.chars().all(|c| c.is_ascii_uppercase()) => {
            format!("an {lower}")
        }
        name if name.chars().all(|c| c.is_ascii_uppercase()) => format!("a {lower}"),
        name => name.to_owned(),
    }
}

/// Returns why a value was rejected.
pub(super) fn reason(error: &Error) -> String {
    error.source().map(|reason| reworded(&reason.to_string())).unwrap_or_default()
}

/// Rewords the reason why a value was rejected, if it is one of the libraries' messages.
fn reworded(reason: &str) -> String {
    let number = "expected a whole number";
    let range = reason.split_once(" is not in ").and_then(|(_, range)| range.split_once(".."));
    match (reason, range) {
        (_, Some((least, ""))) => format!("{number} of at least {least}"),
        (_, Some((least, most))) => format!("{number} from {least} to {}", most.trim_start_matches('=')),
        ("invalid digit found in string" | "cannot parse integer from empty string", None) => number.to_owned(),
        ("invalid square name", None) => "expected a square such as e4".to_owned(),
        _ if reason.starts_with("number too") => format!("{number} that is not so large"),
        _ => reason.to_owned(),
    }
}
