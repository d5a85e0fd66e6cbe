//! The names on a list that most resemble a misspelled word.

use crate::core::names::normalize;
use crate::core::sort::sort_by_key;

/// The maximum length of a word to compare. Every name is shorter, so a longer word cannot be a typo, and comparing it
/// would take too long.
const LONGEST: usize = 100;
/// The maximum number of suggestions.
const MOST: usize = 3;

/// Returns the names that the user may have meant by a word, best first: those that differ by one or two typing errors,
/// and those that begin or end with the word.
pub(in crate::cli) fn similar<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let word = normalize(word);
    if word.is_empty() || LONGEST < word.len() {
        return Vec::new();
    }
    let mut found: Vec<(usize, &str)> =
        names.into_iter().filter_map(|name| Some((difference(&word, &normalize(name))?, name))).collect();
    sort_by_key(&mut found, |(difference, _)| *difference);
    found.dedup();
    found.into_iter().take(MOST).map(|(_, name)| name).collect()
}

/// Returns the number of letters that differ, or `None` if too many differ.
fn difference(word: &str, name: &str) -> Option<usize> {
    let slips = strsim::damerau_levenshtein(word, name);
    let most = match word.len() {
        0..=2 => 0,
        3..=5 => 1,
        6..=8 => 2,
        _ => 3,
    };
    let is_part = |whole: &str, part: &str| 3 <= part.len() && (whole.starts_with(part) || whole.ends_with(part));
    let is_like = slips <= most || is_part(name, word) || 4 <= name.len() && is_part(word, name);
    is_like.then_some(slips)
}

/// Returns `; did you mean ...?` for the similar names, or nothing if there are none.
pub(in crate::cli) fn did_you_mean(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        None => String::new(),
        Some((last, [])) => format!("; did you mean {last}?"),
        Some((last, others)) => format!("; did you mean {} or {last}?", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_fingers_are_similar_and_other_words_are_not() {
        const COMMANDS: [&str; 6] = ["explain", "step", "compare", "eval", "lessons", "completions"];
        for (word, found) in [
            ("explian", &["explain"][..]),
            ("expalin", &["explain"]),
            ("EXPLAN", &["explain"]),
            ("lesson", &["lessons"]),
            ("compre", &["compare"]),
            ("steps", &["step"]),
            ("list", &[]),
            ("", &[]),
            ("--", &[]),
        ] {
            assert_eq!(similar(word, COMMANDS), found, "{word}");
        }
        assert_eq!(similar(&"a".repeat(10_000), COMMANDS), [""; 0]);
        assert_eq!(did_you_mean(&["a", "b", "c"]), "; did you mean `a`, `b` or `c`?");
        assert_eq!(did_you_mean(&["a"]), "; did you mean `a`?");
        assert_eq!(did_you_mean(&[]), "");
    }
}
