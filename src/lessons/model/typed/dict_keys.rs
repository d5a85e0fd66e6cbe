//! Recognizes Python dictionaries, and their keys that lists name without quotes.

use super::separators::close_quote;
use std::collections::HashSet;

/// Returns whether a text is a dictionary of this kind rather than a lesson, whose fields have fixed names.
pub(super) fn looks(text: &str) -> bool {
    let text = behind_name(text);
    let inside = text.strip_prefix('{').or_else(|| text.strip_prefix("dict("));
    let fields = ["title", "moves", "depth", "format", "event", "fen", "exercise"];
    let is_lesson = fields.iter().any(|field| text.contains(&format!("\"{field}\"")));
    let Some(inside) = inside.filter(|_| !is_lesson) else { return false };
    let rest = inside.trim_start();
    let quote = rest.chars().next().and_then(|quote| Some((quote, close_quote(quote)?)));
    let behind = match quote {
        Some((quote, close)) => {
            rest[quote.len_utf8()..].split_once(close).map_or("", |(_, behind)| behind).trim_start().strip_prefix(':')
        }
        None if text.starts_with("dict(") => {
            rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').strip_prefix('=')
        }
        None => None,
    };
    behind.is_some() && inside.contains(['[', '(', '{']) || text.starts_with('{') && !named_keys(text).is_empty()
}

/// Returns the keys without quotes, if a list names one of them: `{a: [b, c], b: [3, 12], c: [2, 4]}`.
pub(super) fn named_keys(text: &str) -> HashSet<&str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_part) {
        let word = &rest[start..];
        let end = word.find(|c| !is_part(c)).unwrap_or(word.len());
        rest = &word[end..];
        words.push((&word[..end], rest.trim_start().starts_with(':')));
    }
    let keys: HashSet<&str> = words.iter().filter(|(_, is_key)| *is_key).map(|(word, _)| *word).collect();
    let is_named = words.iter().any(|(word, is_key)| !is_key && keys.contains(word));
    if is_named { keys } else { HashSet::new() }
}

/// Returns the text after `tree =`.
pub(super) fn behind_name(text: &str) -> &str {
    let text = text.trim_start();
    let name = text.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').trim_start();
    name.strip_prefix('=').map_or(text, str::trim_start)
}

/// Returns the first key inside a dictionary that is also a key beside it, if the dictionaries may be lists of the
/// nodes that follow. `is_graph` says that other keys have such lists. Otherwise, only one of the outer keys is not
/// inside another dictionary.
pub(super) fn key_inside(keys: &HashSet<String>, inner: &[(usize, String)], is_graph: bool) -> Option<(usize, String)> {
    let inside: HashSet<&String> = inner.iter().map(|(_, key)| key).collect();
    let has_one_root = keys.iter().filter(|key| !inside.contains(key)).count() == 1;
    inner.iter().find(|(_, key)| (is_graph || has_one_root) && keys.contains(key)).cloned()
}
