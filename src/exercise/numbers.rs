//! Numbers as students write them: values with signs, infinities, intervals.

use super::{PaperTree, is_dash};
use crate::core::score::{Bound, Score, Window};

/// A student's claim about a value, as MAX sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    pub score: Score,
    /// Whether the claim gives the value or a bound.
    pub bound: Bound,
}

impl Claim {
    /// Returns the claim from the other side's view.
    pub fn turned(self) -> Self {
        Self { score: -self.score, bound: -self.bound }
    }

    /// Writes the claim: `= 3`, `<= 2`.
    pub fn text(self, tree: &PaperTree) -> String {
        let sign = if self.bound == Bound::Exact { "=" } else { self.bound.sign() };
        format!("{sign} {}", tree.text(self.score))
    }
}

/// An end of a range of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RangeEnd {
    /// Infinite if the range has no bound on this side.
    pub score: Score,
    /// Whether the range excludes `score` itself; true if `score` is infinite.
    pub is_open: bool,
}

impl RangeEnd {
    pub(crate) const fn new(score: Score, is_open: bool) -> Self {
        Self { score, is_open: is_open || score.is_infinite() }
    }
}

/// The values between two ends, or no values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub low: RangeEnd,
    pub high: RangeEnd,
    pub is_empty: bool,
}

impl Range {
    pub(crate) const ALL: Self =
        Self { low: RangeEnd::new(Score::MIN, true), high: RangeEnd::new(Score::MAX, true), is_empty: false };
    pub(crate) const NONE: Self = Self { is_empty: true, ..Self::ALL };
}

/// Parses a number: `3`, `-2.5`, `2,5`, `inf`, `minus infinity`, `oo`, or a mate such as `#2` that occurs in the tree.
pub(crate) fn number(text: &str, tree: &PaperTree) -> Option<Score> {
    let text = text.trim().to_lowercase().replace(['−', '–'], "-").replace("minus ", "-").replace("plus ", "+");
    // Three digits after a comma may be thousands.
    let is_decimal = text.split_once(',').is_some_and(|(_, digits)| digits.len() < 3);
    let text = if is_decimal { text.replace(',', ".") } else { text };
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

/// Reads one bound of a window. A dash, no text, or infinity without a sign means a bound that is not set.
pub(crate) fn end_of_window(text: &str, unset: Score, tree: &PaperTree) -> Option<Score> {
    let text = text.trim();
    let is_unset = matches!(text, "" | "none" | "_") || is_dash(text) || is_infinity(text);
    if is_unset { Some(unset) } else { number(text, tree) }
}

/// Splits a bound in words into its number and what the words say: `at most 2`, `5 or more`.
fn in_words(text: &str) -> Option<(&str, Bound)> {
    let words = [
        (Bound::Upper, ["at most ", "no more than "], [" or less", " or lower"]),
        (Bound::Lower, ["at least ", "no less than "], [" or more", " or higher"]),
    ];
    words.into_iter().find_map(|(bound, before, behind)| {
        let said = before.iter().find_map(|words| text.strip_prefix(words));
        Some((said.or_else(|| behind.iter().find_map(|words| text.strip_suffix(words)))?, bound))
    })
}

/// Reads a value with its sign or words: `3`, `= 3`, `<= 2`, `≥ 5`, `at most 2`, `5 or more`. A bound that excludes its
/// number, such as `< 3`, is the nearest bound with the decimals of the tree that includes its number: `<= 2`.
pub(crate) fn read_claim(text: &str, tree: &PaperTree) -> Option<Claim> {
    let (Claim { score, bound }, is_open) = signed(text, tree)?;
    if !is_open || score.is_infinite() {
        return Some(Claim { score, bound });
    }
    let unit = 1000 / 10_i64.pow(tree.decimals().min(3) as u32);
    let below = |millipawns: i64| (millipawns - 1).div_euclid(unit) * unit;
    let at = if score.is_mate() { None } else { Some(score.ordinal()) }?;
    let nearest = if bound == Bound::Upper { below(at) } else { -below(-at) };
    Some(Claim { score: Score::from_millipawns(nearest.try_into().ok()?), bound })
}

/// Reads a number with its sign or words, and whether the sign is `<` or `>`.
fn signed(text: &str, tree: &PaperTree) -> Option<(Claim, bool)> {
    let text = text.trim().to_lowercase();
    if let Some((said, bound)) = in_words(&text) {
        return Some((Claim { score: number(said, tree)?, bound }, false));
    }
    let is_open = text.starts_with(['<', '>']) && !text[1..].starts_with('=');
    let signs = [
        (Bound::Upper, &["<=", "=<", "≤", "⩽", "<"][..]),
        (Bound::Lower, &[">=", "=>", "≥", "⩾", ">"]),
        (Bound::Exact, &["==", "="]),
    ];
    let behind = |signs: &[&str]| signs.iter().find_map(|sign| text.strip_prefix(sign));
    let found = signs.iter().find_map(|(bound, signs)| Some((behind(signs)?, *bound)));
    let (rest, bound) = found.unwrap_or((&text, Bound::Exact));
    Some((Claim { score: number(rest, tree)?, bound }, is_open))
}

/// Reads an interval: `<= 3`, `< 3`, `-inf..3`, `(-inf, 3]`, `never`, `always`.
pub(crate) fn read_range(text: &str, tree: &PaperTree) -> Option<Range> {
    let text = text.trim().to_lowercase();
    match text.as_str() {
        "never" | "none" => return Some(Range::NONE),
        "always" | "all" | "any" => return Some(Range::ALL),
        _ => {}
    }
    // `x <= 3` means the same as `<= 3`.
    let sign = text.find(['<', '>', '=', '≤', '≥', '⩽', '⩾']).filter(|_| !text.contains(".."));
    let text = &text[sign.unwrap_or(0)..];
    if text.starts_with(['<', '>', '=', '≤', '≥', '⩽', '⩾']) || in_words(text).is_some() {
        let (Claim { score, bound }, is_open) = signed(text, tree)?;
        let end = RangeEnd::new(score, is_open);
        return Some(match bound {
            Bound::Upper => Range { high: end, ..Range::ALL },
            Bound::Lower => Range { low: end, ..Range::ALL },
            Bound::Exact => Range { low: end, high: end, ..Range::ALL },
        });
    }
    // Outward brackets, as in `]3, 4[`, mean the same as `(3, 4)`. Without brackets, both ends belong to the range.
    let is_open = [text.starts_with(['(', ']']), text.ends_with([')', '['])];
    let inside = text.trim_matches(['(', ')', '[', ']']);
    let listed = || [";", " to ", ","].iter().find_map(|between| inside.split_once(between));
    let (low, high) = split_at_dots(inside).or_else(listed)?;
    Some(Range {
        low: RangeEnd::new(end_of_window(low, Score::MIN, tree)?, is_open[0]),
        high: RangeEnd::new(end_of_window(high, Score::MAX, tree)?, is_open[1]),
        is_empty: false,
    })
}

/// Splits `3..5`, `3...5` or `3..=5`.
pub(crate) fn split_at_dots(text: &str) -> Option<(&str, &str)> {
    let (low, high) = text.split_once("..")?;
    Some((low, high.trim_start_matches('.').trim_start_matches('=')))
}

/// Writes the values that cause a cutoff as an interval: `<= 3`, `< 3`, `never`.
pub(crate) fn range_text(tree: &PaperTree, Range { low, high, is_empty }: Range) -> String {
    let sign =
        |sign: &str, end: RangeEnd| format!("{sign}{} {}", if end.is_open { "" } else { "=" }, tree.text(end.score));
    match (is_empty, low.score.is_infinite(), high.score.is_infinite()) {
        (true, ..) => "never".to_owned(),
        (_, true, true) => "always".to_owned(),
        (_, true, false) => sign("<", high),
        (_, false, true) => sign(">", low),
        (_, false, false) => {
            let brackets = (if low.is_open { '(' } else { '[' }, if high.is_open { ')' } else { ']' });
            format!("{}{}, {}{}", brackets.0, tree.text(low.score), tree.text(high.score), brackets.1)
        }
    }
}

/// Writes a window: `(3, +inf)`.
pub(crate) fn window_text(tree: &PaperTree, window: Window) -> String {
    format!("({}, {})", tree.text(window.alpha), tree.text(window.beta))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::game::Movers;
    use crate::homework::{Task, Twig};

    #[test]
    fn what_is_written_of_an_interval_is_read_as_that_interval() {
        let [three, four] = [-3500, 4000].map(Score::from_millipawns);
        let tree = Twig::node(vec![Twig::leaf(three), Twig::leaf(four)]);
        let tree = Task::of(tree, Movers::default()).searched();
        let ends = [Score::MIN, three, four, Score::MAX].into_iter();
        let ends: Vec<RangeEnd> = ends.flat_map(|score| [true, false].map(|open| RangeEnd::new(score, open))).collect();
        let mut ranges = vec![Range::NONE];
        let from = |low: RangeEnd| ends.iter().map(move |&high| Range { low, high, is_empty: false });
        ranges.extend(ends.iter().flat_map(|&low| from(low)));
        ranges.retain(|Range { low, high, .. }| {
            low.score <= high.score && low.score != Score::MAX && high.score != Score::MIN
        });
        for given in ranges {
            let text = range_text(&tree, given);
            assert_eq!(read_range(&text, &tree), Some(given), "{text}");
        }
        for (text, same) in [
            ("]-3.5, 4[", "(-3.5, 4)"),
            ("-3.5...4", "[-3.5, 4]"),
            ("(-3.5, .5)", "(-3.5, 0.5)"),
            ("x<4", "< 4"),
            ("(-inf,4)", "< 4"),
        ] {
            assert_eq!(read_range(text, &tree), read_range(same, &tree), "{text}");
        }
    }
}
