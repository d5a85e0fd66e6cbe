//! The words of a typed tree: numbers (with any minus sign), weights, roles, and unknown leaves.

use super::error::TypedProblem;
use crate::core::game::{Mover, Weight, is_unknown_leaf};
use crate::core::score::Score;

/// Returns who chooses, if the word names a player, also with a number or as an operator of LaTeX: `max`, `MIN2`,
/// `\max`.
pub(super) fn role(word: &str) -> Option<Mover> {
    let word = word.strip_prefix('\\').unwrap_or(word).trim_end_matches(|c: char| c.is_ascii_digit());
    match word.trim_end_matches('_').to_lowercase().as_str() {
        "max" | "m\u{e1}x" => Some(Mover::Max),
        "min" | "m\u{ed}n" => Some(Mover::Min),
        "chance" | "avg" | "average" | "mean" | "exp" | "expect" | "expected" | "random" => Some(Mover::Chance),
        _ => None,
    }
}

/// Circles, which are chance nodes beside triangles.
pub(super) const CIRCLES: [char; 4] = ['\u{25cb}', '\u{25ef}', '\u{26aa}', '\u{2b58}'];

/// Triangles, which say that MAX or MIN chooses.
pub(super) const TRIANGLES: [char; 5] = ['\u{25b2}', '\u{25b3}', '\u{25bc}', '\u{25bd}', '\u{2207}'];

/// Returns who chooses, if the word before a list names a player or is a triangle or a circle: `max`, `▽`.
pub(super) fn role_or_sign(word: &str) -> Option<Mover> {
    match player(word) {
        Some(PlayerWord::Clear(role)) if !word.is_empty() && word.chars().all(is_sign) => Some(role),
        _ => role(word),
    }
}

/// Returns whether a character is a triangle or a circle.
pub(super) fn is_sign(c: char) -> bool {
    TRIANGLES.contains(&c) || CIRCLES.contains(&c)
}

/// How words begin that say who chooses, in several languages.
const STEMS: [(&str, Mover); 12] = [
    ("minimiz", Mover::Min),
    ("minimis", Mover::Min),
    ("minimier", Mover::Min),
    ("minimum", Mover::Min),
    ("maximiz", Mover::Max),
    ("maximis", Mover::Max),
    ("maximier", Mover::Max),
    ("maximum", Mover::Max),
    ("massimizz", Mover::Max),
    ("expectation", Mover::Chance),
    ("erwartung", Mover::Chance),
    ("zufall", Mover::Chance),
];

/// Words that may say who chooses, or be names.
const UNCLEAR_WORDS: [(&str, Mover); 10] = [
    ("mini", Mover::Min),
    ("maxi", Mover::Max),
    ("coin", Mover::Chance),
    ("coinflip", Mover::Chance),
    ("dice", Mover::Chance),
    ("expecti", Mover::Chance),
    ("expectimax", Mover::Chance),
    ("expectiminimax", Mover::Chance),
    ("natur", Mover::Chance),
    ("nature", Mover::Chance),
];

/// Words for a node that are written in one word with its player, as in `minnode`.
const NODE_WORDS: [&str; 6] = ["node", "knoten", "player", "spieler", "level", "layer"];

/// A word of a label that has the name of a player in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlayerWord {
    /// The word says who chooses: `MIN`, `<min>`, `▽`, `minimizer`, `MIN's`.
    Clear(Mover),
    /// The word may be a name: `A_min`, `minNode`.
    Unclear(Mover),
}

/// Returns what a word of a label says about who chooses.
pub(super) fn player(word: &str) -> Option<PlayerWord> {
    let word = word.trim_matches(['<', '>']);
    let stem = word.strip_suffix("'s").or_else(|| word.strip_suffix("\u{2019}s")).unwrap_or(word);
    let lower = stem.to_lowercase();
    let begun = STEMS.into_iter().find(|(begin, _)| lower.starts_with(begin)).map(|(_, role)| role);
    if let Some(role) = role(stem).or(begun) {
        return Some(PlayerWord::Clear(role));
    }
    if ["\u{25bd}", "\u{25bc}", "\u{2207}"].contains(&stem) {
        return Some(PlayerWord::Clear(Mover::Min));
    }
    if stem.chars().all(|c| CIRCLES.contains(&c)) && !stem.is_empty() {
        return Some(PlayerWord::Clear(Mover::Chance));
    }
    if ["\u{25b3}", "\u{25b2}", "\u{2206}", "\u{394}"].contains(&stem) {
        return Some(PlayerWord::Clear(Mover::Max));
    }
    let parts = parts(stem);
    let part = |part: &str| role(part).filter(|role| *role != Mover::Chance || part.eq_ignore_ascii_case("chance"));
    let lower = lower.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
    let unclear = UNCLEAR_WORDS.into_iter().find(|(word, _)| *word == lower).map(|(_, role)| role);
    let compound = NODE_WORDS.into_iter().find_map(|node| part(lower.strip_suffix(node)?));
    // In `Rmin`, a capital letter is the name.
    let initial = lower.get(1..).filter(|_| stem.starts_with(char::is_uppercase) && lower.len() == 4).and_then(part);
    parts.split_whitespace().find_map(part).or(unclear).or(compound).or(initial).map(PlayerWord::Unclear)
}

/// Returns the parts of a name such as `A_min`, `min-1` or `minNode`, with spaces between them.
pub(super) fn parts(name: &str) -> String {
    let mut parts = String::new();
    for c in name.chars() {
        let is_hump = c.is_uppercase() && parts.ends_with(char::is_lowercase);
        parts.extend(is_hump.then_some(' '));
        parts.push(if c.is_alphabetic() { c } else { ' ' });
    }
    parts
}

/// Returns whether a word that may say who chooses looks like an ordinary name: `Amin`, `Mini`, but not `A_min`, `MINI`.
pub(super) fn is_ordinary(word: &str) -> bool {
    let lower = word.to_lowercase();
    word.chars().all(char::is_alphabetic)
        && !word.chars().skip(1).any(char::is_uppercase)
        && !NODE_WORDS.iter().any(|node| lower.ends_with(node))
}

/// Returns whether a word for chance has other meanings, too.
pub(super) fn is_vague(word: &str) -> bool {
    ["average", "mean", "expected", "random"].iter().any(|other| word.eq_ignore_ascii_case(other))
}

/// Returns whether a word that is the whole label of a node may be its name, although it also names a player.
pub(super) fn may_be_name(word: &str) -> bool {
    ["Max", "Min"].contains(&word) || is_vague(word)
}

/// Words that follow a player and are not a name: `MIN node`, `MIN to move`.
pub(super) fn is_behind_player(word: &str) -> bool {
    ["node", "player", "level", "layer", "ply", "turn", "to", "move"]
        .iter()
        .any(|other| word.eq_ignore_ascii_case(other))
}

/// Returns who chooses at the nodes of a class or a style, according to its name: `min`, `maxNode`.
pub(super) fn player_of_class(class: &str) -> Option<Mover> {
    player(class).map(|(PlayerWord::Clear(role) | PlayerWord::Unclear(role))| role)
}

/// The characters that word processors and web pages use as a minus sign.
const MINUS_SIGNS: [char; 10] = [
    '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2015}', '\u{2212}', '\u{fe58}', '\u{fe63}',
    '\u{ff0d}',
];

pub(super) fn is_minus(c: char) -> bool {
    c == '-' || MINUS_SIGNS.contains(&c)
}

/// Returns whether a word is the sign of a bound: `<`, `≥`.
pub(super) fn is_bound(word: &str) -> bool {
    ["<", ">", "\u{2264}", "\u{2265}", "\u{2a7d}", "\u{2a7e}"].contains(&word)
}

/// Returns the word with the usual minus sign before a number, and without invisible characters.
pub(crate) fn with_minus(word: &str) -> String {
    let word = word.trim_matches(['\u{200b}', '\u{2060}', '\u{feff}']);
    match word.strip_prefix(MINUS_SIGNS) {
        Some(rest) => format!("-{rest}"),
        None => word.to_owned(),
    }
}

/// Reads the score of a leaf.
pub(super) fn number(word: &str) -> Result<f64, TypedProblem> {
    let plain = with_minus(word);
    let is_number = plain.chars().all(|c| c.is_ascii_digit() || "+-.".contains(c));
    let Some(number) = plain.parse::<f64>().ok().filter(|_| is_number) else {
        return Err(TypedProblem::NoNumber(word.to_owned()));
    };
    match Score::from_pawns(number) {
        Some(_) if Score::is_exact(number) => Ok(number),
        Some(_) => Err(TypedProblem::TooFine(word.to_owned())),
        None => Err(TypedProblem::Absurd(word.to_owned())),
    }
}

/// Returns whether programs write this word for a missing value.
pub(super) fn is_missing(word: &str) -> bool {
    ["none", "null", "nan", "nil", "undefined"].iter().any(|missing| word.eq_ignore_ascii_case(missing))
}

pub(super) fn is_whole(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Fractions that have a character of their own.
const FRACTIONS: [(char, &str); 18] = [
    ('\u{bd}', "1/2"),
    ('\u{2153}', "1/3"),
    ('\u{2154}', "2/3"),
    ('\u{bc}', "1/4"),
    ('\u{be}', "3/4"),
    ('\u{2155}', "1/5"),
    ('\u{2156}', "2/5"),
    ('\u{2157}', "3/5"),
    ('\u{2158}', "4/5"),
    ('\u{2159}', "1/6"),
    ('\u{215a}', "5/6"),
    ('\u{2150}', "1/7"),
    ('\u{215b}', "1/8"),
    ('\u{215c}', "3/8"),
    ('\u{215d}', "5/8"),
    ('\u{215e}', "7/8"),
    ('\u{2151}', "1/9"),
    ('\u{2152}', "1/10"),
];

/// Returns the text with fractions in plain characters: `⅓` and `1⁄3` become `1/3`. A mixed number such as `1½` stays
/// as it is, because it is not a probability.
pub(super) fn with_slash(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match FRACTIONS.iter().find(|(sign, _)| *sign == c) {
            Some((_, fraction)) if !plain.ends_with(|c: char| c.is_ascii_digit()) => plain.push_str(fraction),
            None if matches!(c, '\u{2044}' | '\u{2215}') => plain.push('/'),
            _ => plain.push(c),
        }
    }
    plain
}

/// Returns whether a word has the sign of a fraction or percentage, but is not one that can be read.
pub(super) fn is_odd_fraction(word: &str) -> bool {
    !is_weight(word) && word.contains(|c| c == '%' || FRACTIONS.iter().any(|(sign, _)| *sign == c))
}

/// Returns whether a word before a colon is the probability of a branch: `0.4`, `2/5`, `40%`, `⅖`.
pub(super) fn is_weight(word: &str) -> bool {
    let word = &with_slash(word);
    let is_plain = |part: &str| part.starts_with(|c: char| c.is_ascii_digit() || c == '.') && number(part).is_ok();
    match word.split_once('/') {
        Some((part, of)) => is_whole(part) && is_whole(of),
        // A probability may have more decimals than a score.
        None => is_plain(word.strip_suffix('%').unwrap_or(word)) || word.parse::<Weight>().is_ok(),
    }
}

/// Returns true if a word can be a name although nothing but its position marks it as a name.
pub(super) fn is_label(word: &str) -> bool {
    word.starts_with(char::is_alphabetic) && !is_unknown_leaf(word) && !is_missing(word) && role(word).is_none()
}

/// Returns whether a character is between the words of a list, or around them.
pub(super) fn is_list_gap(c: char) -> bool {
    c.is_whitespace() || ":=,[](){}".contains(c)
}
