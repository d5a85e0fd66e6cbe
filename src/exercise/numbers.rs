//! Numbers as students write them: values with signs, infinities, intervals.

use super::PaperTree;
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

/// The values from `low` to `high`, or no values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The lowest value; [`Score::MIN`] if unbounded.
    pub low: Score,
    /// The highest value; [`Score::MAX`] if unbounded.
    pub high: Score,
    pub is_empty: bool,
}

/// Parses a number: `3`, `-2.5`, `inf`, `oo`, or a mate such as `#2` that occurs in the tree.
pub(crate) fn number(text: &str, tree: &PaperTree) -> Option<Score> {
    let text = text.trim().replace(['−', '–'], "-");
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
    let is_unset = matches!(text, "" | "-" | "none" | "_") || is_infinity(text);
    if is_unset { Some(unset) } else { number(text, tree) }
}

/// Reads a value with its sign: `3`, `= 3`, `<= 2`, `≥ 5`.
pub(crate) fn read_claim(text: &str, tree: &PaperTree) -> Option<Claim> {
    let text = text.trim();
    let signs = [
        (Bound::Upper, &["<=", "=<", "≤", "⩽", "<"][..]),
        (Bound::Lower, &[">=", "=>", "≥", "⩾", ">"]),
        (Bound::Exact, &["==", "="]),
    ];
    let behind = |signs: &[&str]| signs.iter().find_map(|sign| text.strip_prefix(sign));
    let signed = signs.iter().find_map(|(bound, signs)| Some((behind(signs)?, *bound)));
    let (rest, bound) = signed.unwrap_or((text, Bound::Exact));
    Some(Claim { score: number(rest, tree)?, bound })
}

/// Reads an interval: `<= 3`, `-inf..3`, `(-inf, 3]`, `never`, `always`.
pub(crate) fn read_range(text: &str, tree: &PaperTree) -> Option<Range> {
    let text = text.trim().to_lowercase();
    let whole = Range { low: Score::MIN, high: Score::MAX, is_empty: false };
    match text.as_str() {
        "never" | "none" => return Some(Range { is_empty: true, ..whole }),
        "always" | "all" | "any" => return Some(whole),
        _ => {}
    }
    // `x <= 3` means the same as `<= 3`.
    let sign = text.find(['<', '>', '=', '≤', '≥', '⩽', '⩾']).filter(|_| !text.contains(".."));
    let text = &text[sign.unwrap_or(0)..];
    if text.starts_with(['<', '>', '=', '≤', '≥', '⩽', '⩾']) {
        // `<` means the same as `<=` here, because the rule for ties decides whether the interval includes its end.
        let Claim { score, bound } = read_claim(text, tree)?;
        return Some(match bound {
            Bound::Upper => Range { high: score, ..whole },
            Bound::Lower => Range { low: score, ..whole },
            Bound::Exact => Range { low: score, high: score, ..whole },
        });
    }
    let inside = text.trim_matches(['(', ')', '[', ']']);
    let (low, high) = ["..", ",", ";", " to "].iter().find_map(|between| inside.split_once(between))?;
    Some(Range {
        low: end_of_window(low, Score::MIN, tree)?,
        high: end_of_window(high.trim_start_matches('.').trim_start_matches('='), Score::MAX, tree)?,
        is_empty: false,
    })
}

/// Writes the values that cause a cutoff as an interval: `<= 3`, `never`.
pub(crate) fn range_text(tree: &PaperTree, Range { low, high, is_empty }: Range) -> String {
    match (is_empty, low.is_infinite(), high.is_infinite()) {
        (true, ..) => "never".to_owned(),
        (_, true, true) => "always".to_owned(),
        (_, true, false) => format!("<= {}", tree.text(high)),
        (_, false, true) => format!(">= {}", tree.text(low)),
        (_, false, false) => format!("{}..{}", tree.text(low), tree.text(high)),
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
        let ends = [Score::MIN, three, four, Score::MAX];
        let whole = Range { low: Score::MIN, high: Score::MAX, is_empty: false };
        let mut ranges = vec![Range { is_empty: true, ..whole }];
        ranges.extend(ends.iter().flat_map(|&low| ends.map(|high| Range { low, high, ..whole })));
        ranges.retain(|range| range.low <= range.high && range.low != Score::MAX && range.high != Score::MIN);
        for given in ranges {
            let text = range_text(&tree, given);
            assert_eq!(read_range(&text, &tree), Some(given), "{text}");
        }
    }
}
