//! Plain English: no text may use the home-made words of the list.

use super::commands::run;
use crate::support::path;
use std::fs;
use std::path::{Path, PathBuf};

/// A word or phrase that plywood does not use, and its replacement. Both are lower-case; a phrase matches whole words.
pub(super) const HOME_MADE: &[(&str, &str)] = &[
    ("is no", "is not a"),
    ("are no", "are not"),
    ("wanted", "expected, requires"),
    ("is to be", "must be"),
    ("are to be", "must be"),
    ("in place of", "instead of"),
    ("in the place of", "instead of"),
    ("less deep", "shallower, reduced"),
    ("mend", "fix"),
    ("mended", "fixed"),
    ("mends", "fixes"),
    ("anew", "again, regenerate, rebuild"),
    ("stands", "is, appears, is listed"),
    ("men", "pieces"),
    ("a lie", "a false claim, an injected error"),
    ("single lies", "false claims, injected errors"),
    ("hunt", "fuzzing, property tests"),
    ("hunted", "fuzzed"),
    ("hunts", "fuzzes"),
    ("spine", "core"),
    ("wings", "modules"),
    ("told again", "replayed"),
    ("tell again", "replay"),
    ("held against", "verified, checked against"),
    ("holds against", "verifies, checks against"),
    ("hold against", "verify, check against"),
    ("passed over", "ignored, skipped"),
    ("passes over", "ignores, skips"),
    ("read over", "ignored, skipped"),
    ("leave away", "omit"),
    ("leaves away", "omits"),
    ("left away", "omitted"),
    ("drawn by chance", "random"),
    ("by chance", "at random"),
    ("goes home", "homework, assignment"),
    ("has the word", "wins, decides"),
    ("have the word", "win, decide"),
    ("some hundred", "about a hundred"),
    ("whoever", "if you, anyone who"),
    ("wholly", "completely"),
    ("turned round", "swapped and negated; reversed"),
    ("the longest that", "at most"),
    ("order of moves", "move ordering"),
    ("best play", "principal variation, best line"),
    ("static score", "static evaluation"),
    ("static scores", "static evaluations"),
    ("limit is not a score", "bound is not a score"),
    ("is enough against", "refutes"),
    ("was enough against", "refuted"),
    ("holds it", "refutes it"),
    ("held by", "refuted by"),
    ("that hold them", "that refute them"),
    ("they part", "they diverge"),
    ("makes no sense", "is a usage error"),
    ("mistyped", "misspelled"),
    ("confusions", "misconceptions"),
    ("settles", "addresses"),
    ("tells what", "describes, explains"),
    ("tell what", "describe, explain"),
    ("says what", "explains, lists"),
    ("of one's own", "of your own"),
    ("hangs on", "depends on"),
    ("hang on", "depend on"),
    ("beforehand", "first"),
    ("not any more", "no longer"),
    ("by itself alone", "alone"),
    ("mutants that live", "surviving mutants"),
    ("and no others", "and nothing else"),
    ("a tie cuts", "a tie causes a cutoff"),
    ("tie does not cut", "tie causes no cutoff"),
    ("ties do not cut", "ties cause no cutoff"),
    ("never at work", "never acts"),
    ("still to be written", "write ... first"),
    ("with blanks", "with spaces"),
    ("best case", "minimum"),
    ("but for the last", "except at the last"),
    ("misspelt", "misspelled"),
    ("telephone", "phone"),
    ("telephones", "phones"),
];

/// Uses of these words that are plain English, each with the reason.
const FINE: &[(&str, &str)] = &[
    ("there is no", "the idiom"),
    ("there are no", "the idiom"),
    ("is no longer", "the idiom"),
    ("are no longer", "the idiom"),
    ("is no better", "the verdict `no better`"),
    ("are no better", "the verdict `no better`"),
    ("is no more", "a comparison: no more than"),
    ("stands pat", "the field's word"),
    ("passes over the", "passes of a search over the tree"),
    ("a pass has the word", "the field `pass` of a trace"),
    ("an error says what", "a subject that can say something"),
    ("it says what", "a subject that can say something"),
    ("make several passes over a tree", "passes of a search over the tree"),
    ("stands for", "the idiom"),
    ("holds it to", "the idiom"),
    ("refers to a misconception twice | settles", "the field `settles`"),
    ("an unknown misconception | settles", "the field `settles`"),
];

/// Prefixes of the paths of files that are not rewritten yet.
const NOT_YET: &[&str] = &[];

/// Returns the words of a text in lower case, separated by single spaces. A punctuation mark becomes `|`, so that no
/// phrase crosses it. A single word in backticks or quotes also becomes `|`, because the name of an option or field
/// must not change; so does an argument of a format string in braces.
fn plain(text: &str) -> String {
    let mut words = String::from(" ");
    let mark = |words: &mut String| {
        if !words.ends_with("| ") {
            words.push_str("| ");
        }
    };
    for word in text.split_whitespace() {
        let is_mark = |c: char| !c.is_alphanumeric() && c != '\'' && c != '-';
        let bare = word.trim_matches(is_mark);
        let is_name =
            |quote| word.trim_start_matches(['(', '[', '{']).starts_with(quote) && 1 < word.matches(quote).count();
        if bare.is_empty() || is_name('`') || is_name('"') || (word.starts_with('{') && word.contains('}')) {
            mark(&mut words);
            continue;
        }
        if word.starts_with(['(', '[', '`', '*', '"']) {
            mark(&mut words);
        }
        words.push_str(&bare.to_lowercase());
        words.push(' ');
        if word.ends_with(is_mark) {
            mark(&mut words);
        }
    }
    words
}

/// Returns the home-made words of a text, each with its context and what to write instead.
pub(super) fn home_made(text: &str) -> Vec<String> {
    let text = plain(text);
    let mut found = Vec::new();
    for (words, better) in HOME_MADE {
        let phrase = format!(" {words} ");
        for (at, _) in text.match_indices(&phrase) {
            let is_fine = FINE.iter().any(|(fine, _)| {
                let fine = format!(" {fine} ");
                let offset = fine.find(words.to_owned());
                offset.is_some_and(|offset| {
                    (at + 1).checked_sub(offset).is_some_and(|from| text[from..].starts_with(&fine))
                })
            });
            if !is_fine {
                let from = text[..at].rmatch_indices(' ').nth(3).map_or(0, |(from, _)| from);
                let to = text[at + phrase.len()..]
                    .match_indices(' ')
                    .nth(3)
                    .map_or(text.len(), |(to, _)| at + phrase.len() + to);
                found.push(format!("`{words}` (write: {better}) in: {}", text[from..to].trim()));
            }
        }
    }
    found
}

/// Returns the comments and the quoted sentences of a source file.
fn said(source: &str) -> String {
    let mut text = String::new();
    for line in source.lines() {
        if let Some((_, comment)) = line.split_once("//") {
            text.push_str(comment.trim_start_matches(['/', '!']));
        } else {
            // Between quotes; identifiers and keys are one word, so longer phrases don't match them.
            let quoted = line.split('"').skip(1).step_by(2).filter(|part| part.contains(' '));
            quoted.for_each(|part| text.push_str(&format!(" | {part} |")));
        }
        text.push('\n');
    }
    text
}

/// Returns a document without its blocks of program output, which other tests compare with the program.
fn without_output(document: &str) -> String {
    let mut text = String::new();
    let mut is_output = false;
    for line in document.lines() {
        is_output = if is_output { line.trim_start() != "```" } else { line.trim_start() == "```text" };
        if !is_output {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        if file.is_dir() {
            files(&file, found);
        } else {
            found.push(file);
        }
    }
}

#[test]
fn no_text_has_a_home_made_word() {
    let mut all: Vec<PathBuf> =
        ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md"].into_iter().map(path).collect();
    for folder in ["adapters", "assets", "course", "docs", "examples", "models", "snapshots", "src", "tests/data/bugs"]
    {
        // The course is moving to `assets`.
        if path(folder).exists() {
            files(&path(folder), &mut all);
        }
    }
    let mut wrong = Vec::new();
    let mut count = 0;
    for file in all {
        let name = file.strip_prefix(path(".")).unwrap_or(&file).to_string_lossy().trim_start_matches("./").to_owned();
        if NOT_YET.iter().any(|begin| name.starts_with(begin)) {
            continue;
        }
        let text = match file.extension().and_then(|extension| extension.to_str()) {
            Some("md") => without_output(&fs::read_to_string(&file).unwrap()),
            Some("txt" | "json" | "snap") => fs::read_to_string(&file).unwrap(),
            Some("rs") => said(&fs::read_to_string(&file).unwrap()),
            _ => continue,
        };
        count += 1;
        wrong.extend(home_made(&text).into_iter().map(|hit| format!("{name}: {hit}")));
    }
    if !NOT_YET.contains(&"help") {
        for command in HELPED {
            let output = run(&[&command.split_whitespace().collect::<Vec<_>>()[..], &["--help"]].concat(), "");
            let text = String::from_utf8(output.stdout).unwrap();
            assert!(text.contains("Usage:"), "{command}: {text}");
            wrong.extend(home_made(&text).into_iter().map(|hit| format!("{command} --help: {hit}")));
        }
    }
    assert!(wrong.is_empty(), "{} home-made words in {count} files:\n{}", wrong.len(), wrong.join("\n"));
}

/// Commands whose help the test reads.
const HELPED: [&str; 18] = [
    "",
    "book",
    "compare",
    "completions",
    "course",
    "distil",
    "eval",
    "exercise grade",
    "exercise new",
    "exercise run",
    "exercise sheet",
    "exercise starter",
    "explain",
    "lessons",
    "perft",
    "playground",
    "retro",
    "step",
];

#[test]
fn a_home_made_word_is_found_and_an_idiom_is_not() {
    assert_eq!(home_made("`x` is no score. There is no score.").len(), 1);
    assert_eq!(home_made("It is\n  wanted, and stands for much; it stands.").len(), 2);
    assert_eq!(home_made("That is it. No score is better."), Vec::<String>::new());
    assert_eq!(home_made(&said("let wanted = 3; // what is wanted")).len(), 1);
    assert_eq!(home_made(&said("let wanted = \"a number is wanted\";")).len(), 1);
}
