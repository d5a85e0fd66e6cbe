//! Probabilities in the text of a typed tree, alone or with other words: `0.3`, `30%`, `p=0.3`, `heads (1/3)`.

use super::word::{is_minus, is_odd_fraction, is_weight, is_whole, number, with_slash};
use crate::core::game::Weight;

/// The words before an equals sign that say that a probability follows, perhaps with an event: `P(heads)=0.5`.
const SYMBOLS: [&str; 5] = ["p", "pr", "prob", "prob.", "probability"];

/// Returns whether a field of a node or a branch holds its probability.
pub(super) fn is_field(name: &str) -> bool {
    let name = name.to_lowercase();
    name == "weight" || SYMBOLS.contains(&name.as_str())
}

/// The words other than [`SYMBOLS`] that say that a whole number beside them is a probability: `1 in 10`, `weight 1`.
const UNITS: [&str; 8] = ["percent", "pct", "in", "odds", "weight", "times", "likelihood", "frequency"];

/// Returns whether a name has a number that may be the probability of its move, so that it is not clear that it is a
/// name: `0.3`, `1e-1`, `10pct`, `1 in 10`, or an expression such as `1-p`.
pub(super) fn may_be_in(name: &str) -> bool {
    let text = plain(&name.replace('_', " "));
    let words: Vec<&str> = text.split(is_label_gap).filter(|word| !word.is_empty()).collect();
    // In `p0.3`, the number is that of a probability, and in `A0.3`, it is a part of the name.
    let is_glued = |word: &&str| {
        let number = word.trim_start_matches(char::is_alphabetic);
        let symbol = word[..word.len() - number.len()].to_lowercase();
        (symbol == "x" || SYMBOLS.contains(&symbol.as_str())) && is_fraction(number)
    };
    let is_number = |word: &&&str| word.contains(char::is_numeric) && !word.starts_with(char::is_alphabetic);
    let (whole, others): (Vec<&str>, Vec<&str>) = words.iter().filter(is_number).partition(|word| is_whole(word));
    let is_counted = 1 < whole.len() || whole.len() == 1 && words.iter().any(|word| is_unit(word));
    is_counted || others.iter().any(|word| !is_ordinal(word)) || words.iter().any(is_glued) || is_symbolic(name)
}

/// Returns whether the label of a branch says that its number is a probability, perhaps one that cannot be read: `0.3`,
/// `p = 1e-1`, `1 in 10`.
pub(super) fn is_announced(label: &str) -> bool {
    let is_part = |word: &str| word.parse::<f64>().is_ok_and(|part| 0.0 < part && part < 1.0);
    let text = plain(label);
    let mut words = text.split(is_label_gap).filter(|word| !word.is_empty());
    is_fraction(label)
        || text.contains(char::is_numeric) && words.any(|word| is_part(word) || is_odd_fraction(word) || is_unit(word))
}

fn is_unit(word: &str) -> bool {
    let word = word.to_lowercase();
    UNITS.contains(&word.as_str()) || SYMBOLS.contains(&word.as_str())
}

/// Returns whether a text is one word that begins like a number, but cannot be read: `1e-1`, `10pct`.
pub(super) fn is_odd_number(text: &str) -> bool {
    let word = text.trim().trim_matches(|c| matches!(c, '(' | ')' | '[' | ']'));
    let begins = |c: char| c.is_numeric() || matches!(c, '+' | '.' | '\u{d7}' | '~') || is_minus(c);
    word.starts_with(begins)
        && word.contains(char::is_numeric)
        && !word.contains(char::is_whitespace)
        && !is_weight(word)
        && number(word).is_err()
        && !is_ordinal(word)
}

/// Returns whether a word is a number in a series: `2nd`, or `2a` below a node with the name 2.
fn is_ordinal(word: &str) -> bool {
    let letters = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_letter = letters.len() == 1 && letters.chars().all(|c| c.is_ascii_lowercase() && !matches!(c, 'p' | 'x'));
    is_letter || ["st", "nd", "rd", "th"].contains(&letters)
}

/// Returns whether a name is an expression with a letter, such as `1-p` or `p/2`, so that it may be a probability.
fn is_symbolic(name: &str) -> bool {
    let name = with_slash(name).replace('_', "");
    let is_sign = |c: char| is_minus(c) || matches!(c, '/' | '*' | '\u{b7}' | '\u{d7}');
    let parts: Vec<&str> = name.split(is_sign).collect();
    let is_letter = |part: &&str| part.chars().count() == 1 && part.chars().all(char::is_alphabetic);
    parts.len() == 2 && parts.iter().any(|part| is_whole(part)) && parts.iter().any(is_letter)
}

/// A text whose probability has been taken out.
pub(super) struct Parted {
    /// The probability, in plain characters.
    pub weight: Option<String>,
    pub rest: String,
}

/// Returns the text in plain characters, without spaces inside a fraction, a percentage, or `p = 0.3`.
fn plain(text: &str) -> String {
    let text = with_slash(text).replace('\u{a0}', " ");
    [" %", "/ ", " /", " =", "= "].into_iter().fold(text, |text, spaced| text.replace(spaced, spaced.trim()))
}

const fn is_label_gap(c: char) -> bool {
    c.is_whitespace() || matches!(c, '=' | ':' | ',' | ';' | '(' | ')' | '[' | ']' | '{' | '}' | '"')
}

/// Reads the label of a branch: its probability, or `None` if the label has only words.
///
/// # Errors
/// Returns an error if it is not clear what a number in the label means.
pub(super) fn beside(label: &str) -> Result<Option<String>, ()> {
    let label = plain(label);
    let mut numbers = label.split(is_label_gap).filter(|word| {
        let is_name = word.starts_with(char::is_alphabetic) && !word.contains(['.', '/']);
        is_odd_fraction(word) || !is_name && word.contains(char::is_numeric)
    });
    match (numbers.next(), numbers.next()) {
        (None, _) => Ok(None),
        (Some(number), None) if is_weight(number) => Ok(Some(number.to_owned())),
        _ => Err(()),
    }
}

/// Returns whether the label of a branch has a number between 0 and 1, which must be a probability.
pub(super) fn is_fraction(label: &str) -> bool {
    let weight = beside(label).ok().flatten().and_then(|text| text.parse::<Weight>().ok());
    weight.is_some_and(|weight| weight.part() < weight.of())
}

/// Reads a text that consists of a probability and the word for it: `p=0.3`, `(P(heads) = 0.3)`.
pub(super) fn of_symbol(text: &str) -> Option<String> {
    let text = plain(text);
    let text = text.trim().trim_matches(|c| matches!(c, '[' | ']' | '{' | '}')).trim_start_matches('(');
    let (symbol, part) = text.split_once(['=', ':'])?;
    let part = part.trim().trim_end_matches(')');
    let symbol = symbol.to_lowercase();
    let symbol = symbol.split('(').next().unwrap_or_default().trim();
    (SYMBOLS.contains(&symbol) && is_weight(part)).then(|| part.to_owned())
}

/// Takes the probability out of the text of a node. It comes before a colon, has a slash or a percent sign, follows
/// `p=`, or is in brackets beside another number.
pub(super) fn without_probability(text: &str) -> Parted {
    let plain = plain(text);
    if let Some((head, rest)) = plain.split_once(':')
        && is_weight(head)
        && !is_whole(head)
        && !rest.trim().is_empty()
    {
        return Parted { weight: Some(head.to_owned()), rest: rest.trim().to_owned() };
    }
    let mut words: Vec<&str> = plain.split_whitespace().collect();
    let has_others = 1 < words.len();
    let has_score = 1 < plain.split(is_label_gap).filter(|word| number(word).is_ok()).count();
    let weight = |word: &str| {
        let part = word.trim_matches(|c: char| is_label_gap(c) && c != '=');
        let is_bracketed = has_score && word.starts_with(['(', '[']) && number(part).is_ok() && is_fraction(part);
        if part.contains(['/', '%']) && is_weight(part) || is_bracketed {
            return Some(part.to_owned());
        }
        of_symbol(part).filter(|_| has_others && part.contains('='))
    };
    let found = words.iter().enumerate().find_map(|(place, word)| Some((place, weight(word)?)));
    let Some((place, weight)) = found else { return Parted { weight: None, rest: text.to_owned() } };
    words.remove(place);
    Parted { weight: Some(weight), rest: words.join(" ") }
}

#[cfg(test)]
mod tests {
    use crate::model::Model;

    fn tree(text: &str) -> String {
        Model::from_typed(text).map_or_else(|error| error.to_string(), |model| model.to_string())
    }

    #[test]
    fn probabilities_are_read_in_every_spelling() {
        for (text, same) in [
            ("max(chance(⅓: 3, ⅔: 5), 4)", "max(chance(1/3: 3 2/3: 5) 4)"),
            ("chance(½: 3 ½: 5)", "chance(0.5: 3 0.5: 5)"),
            ("chance(1⁄3: 3 2⁄3: 5)", "chance(1/3: 3 2/3: 5)"),
            (
                "\\begin{forest} [MAX [chance [10, edge label={node[midway,left]{$\\frac{1}{3}$}}] \
                 [0, edge label={node[midway,right]{$\\tfrac23$}}]] [4]] \\end{forest}",
                "max(chance(1/3: 10 2/3: 0) 4)",
            ),
            (
                "\\begin{forest} [chance [10, edge label={node[midway]{$p=0.3$}}] [0, edge label={node{heads (70\\%)}}]] \\end{forest}",
                "chance(0.3: 10 0.7: 0)",
            ),
            ("\\Tree [.chance {10 ($\\frac{1}{3}$)} {0 ($\\frac{2}{3}$)} ]", "chance(1/3: 10 2/3: 0)"),
            (
                "digraph{a->b [label=\"p=0.3\"]; a->c [label=\"p = 0.7\"]; a[label=chance]; b[label=3]; c[label=4]}",
                "chance(0.3: 3 0.7: 4)",
            ),
            (
                "digraph{a->b [xlabel=\"heads 30 %\"]; a->c [prob=0.7]; a[shape=circle]; b[label=3]; c[label=4]}",
                "chance(0.3: 3 0.7: 4)",
            ),
            (
                "digraph{a->{b c}; a[label=chance]; b[label=\"3 (0.3)\"]; c[label=\"C\\n4\\n70%\"]}",
                "chance(0.3: 3 0.7: 4)",
            ),
            ("flowchart TB\n a[chance] -->|30#37;| b[3]\n a -- \"tails 7/10\" --> c[4]\n", "chance(0.3: 3 0.7: 4)"),
            ("chance\n  30% 5\n  70% 3", "chance(0.3: 5 0.7: 3)"),
            ("chance\n  ⅓: A 5\n  ⅔ 3", "chance(1/3: 5 2/3: 3)"),
            ("chance\n  A (30%): 5\n  B (70 %): 3", "chance(0.3: 5 0.7: 3)"),
            ("chance\n  p=0.3 5\n  (p=0.7) 3", "chance(0.3: 5 0.7: 3)"),
            ("chance\n  0.4: 3 12\n  60%: 3", "chance(0.4: (3 12) 0.6: 3)"),
            ("chance\n  A (1/4)\n    3\n    12\n  B 0.75\n    2\n    4", "chance(1/4: (3 12) 0.75: (2 4))"),
            (
                "MAX\n  CHANCE\n    D 3 (0.3)\n    E 12 (0.7)\n  CHANCE\n    F 2 (0.5)\n    G 4 (0.5)",
                "max(chance(0.3: 3 0.7: 12) chance(0.5: 2 0.5: 4))",
            ),
            ("chance\n  A = 5 (p = 0.3)\n  B = 3 (p = 0.7)", "chance(0.3: 5 0.7: 3)"),
            ("chance\n  P(A)=0.3 5\n  0.7: state 2: 3", "chance(0.3: 5 0.7: 3)"),
            ("digraph{a->b; a->c; a[label=\"MAX\\n2/3\"]; b[label=3]; c[label=4]}", "(3 4)"),
            ("digraph{a->b [label=1]; a->c [label=2]; b[label=3]; c[label=4]}", "(3 4)"),
            ("MAX\n  CHANCE 3 12\n  CHANCE 1\n    2\n    4", "max(chance(3 12) chance(2 4))"),
            ("MAX\n  state 2: 7\n  state 3: 8", "(7 8)"),
            ("flowchart TD\n a((C)) -->|move 1| b[3]\n a -->|1.e4| c[5]\n", "(3 5)"),
            ("chance\n  0.2 MIN\n    3\n    4\n  0.8 MIN\n    5\n    6", "chance(0.2: min(3 4) 0.8: min(5 6))"),
            ("flowchart TB\n a[chance] --> b[\"0.2<br/>3\"] & c[\"0.8<br/>5\"]\n", "chance(0.2: 3 0.8: 5)"),
            (
                "digraph{a->b; a->c; a[label=chance]; b[label=3, prob=0.3]; c[label=4, prob=0.7]}",
                "chance(0.3: 3 0.7: 4)",
            ),
            (
                "{'max': {'chance': {'heads': {'p': 0.3, 'v': 5}, 'tails': {'p': 0.7, 'v': 6}}, 'b': 4}}",
                "max(chance(0.3: 5 0.7: 6) 4)",
            ),
            (
                "{'chance': {'heads': {'prob': 0.3, 'value': 5}, 'tails': {'prob': 0.7, 'value': 6}}}",
                "chance(0.3: 5 0.7: 6)",
            ),
        ] {
            assert_eq!(tree(text), tree(same), "{text}");
        }
    }

    #[test]
    fn a_number_that_may_be_a_probability_is_not_passed_over() {
        let unclear = "has numbers whose meaning is unclear";
        let label = "is not clear as a probability";
        let edges =
            |first: &str| format!("digraph{{a->b [label=\"{first}\"]; a->c; a[label=chance]; b[label=3]; c[label=4]}}");
        for (text, problem) in [
            (edges("30-40%"), label),
            (edges("-0.3"), label),
            (edges("0,3"), label),
            (edges("1/2 or 0.5"), label),
            (edges("roll 3"), "`3` is not a probability"),
            (edges("0.3").replace("chance", "max"), "is a fraction, so it says how likely"),
            (edges("p=0.3").replace("chance", "max"), "is a fraction, so it says how likely"),
            (edges("").replace("label=3", "label=\"3 7\""), unclear),
            (edges("").replace("label=3", "label=\"A\\n3\\n0.3\""), unclear),
            ("chance\n  30-40% 5\n  60% 3".to_owned(), unclear),
            ("chance\n  1½: 5\n  1½: 3".to_owned(), unclear),
            ("chance\n  0.5 10\n  0.5 4".to_owned(), unclear),
            ("chance\n  A 10 0.5\n  B 4 0.5".to_owned(), unclear),
            ("chance\n  0.5 A 5\n  0.5 B 3".to_owned(), unclear),
            ("chance\n  0,3: 5\n  0,7: 3".to_owned(), unclear),
            ("chance\n  30 percent: 5\n  70 percent: 3".to_owned(), unclear),
            ("chance\n  A:0.3:5\n  B:0.7:3".to_owned(), unclear),
            ("chance\n  A: 5 p: 0.3\n  B: 3 p: 0.7".to_owned(), unclear),
            ("chance(30% 3 70% 5)".to_owned(), "write a probability before its move, with a colon: 30%: 3"),
            ("(½ 3)".to_owned(), "write a decimal number such as 0.5"),
            ("{'chance': {'heads 0.3': 5, 'tails 0.7': 3}}".to_owned(), label),
            ("chance(\"rain 30 %\": 5 sun: 3)".to_owned(), label),
            ("MAX\n  D 3 (4)\n  E 2".to_owned(), unclear),
            ("MAX\n  D 3 (0.4)\n  E 2".to_owned(), "is a fraction, so it says how likely"),
            ("chance(0.3 5 0.7 3)".to_owned(), "may be probabilities"),
            ("max(chance(p: 10, 1-p: 0), 6)".to_owned(), label),
            ("chance(\u{3b1}: 10 1\u{2212}\u{3b1}: 0)".to_owned(), label),
            ("chance\n  p: 3\n  1 - p: 12".to_owned(), unclear),
            ("chance(p/2: 10 A: 0)".to_owned(), label),
            ("{'chance': {'p': 3, '1-p': 12}}".to_owned(), label),
            ("chance(5 (0.3) 3 (0.7))".to_owned(), "may be probabilities"),
            ("max(chance(1e-1: 1 9e-1: 2) 1.7)".to_owned(), "the number in `1e-1` is not clear as a probability"),
            ("chance(+0.1: 1 +0.9: 2)".to_owned(), label),
            ("chance(10pct: 1 90pct: 2)".to_owned(), label),
            ("chance(0\u{b7}1: 1 0\u{b7}9: 2)".to_owned(), label),
            ("chance(1\u{f7}10: 1 9\u{f7}10: 2)".to_owned(), label),
            ("chance(\\frac13: 1 \\frac23: 2)".to_owned(), label),
            ("chance(\u{b9}\u{2044}\u{2083}: 1 \u{b2}\u{2044}\u{2083}: 2)".to_owned(), label),
            ("chance(p0.3: 5 p0.7: 3)".to_owned(), label),
            ("chance(6-5: 3 1-1: 4)".to_owned(), label),
            ("chance(3=0.2 5=0.8)".to_owned(), "may be probabilities"),
            ("{'chance': {4e-1: 1, 6e-1: 2}}".to_owned(), "line 1, column 13: the number in `4e-1`"),
            ("{'chance': {'4e-1': 1, '6e-1': 2}}".to_owned(), label),
            ("{'chance': {'0,4': 1, '0,6': 2}}".to_owned(), label),
            ("chance\n  1e-1: 5\n  9e-1: 3".to_owned(), label),
            ("chance\n  0\u{b7}3: 5\n  0\u{b7}7: 3".to_owned(), label),
            ("chance\n  A 10 percent\n    3\n    4\n  B 90 percent\n    5\n    6".to_owned(), label),
            ("chance\n  A (1e-1)\n    3\n    4\n  B (9e-1)\n    5\n    6".to_owned(), label),
            ("chance\n  A (1 in 10)\n    3\n    4\n  B (9 in 10)\n    5\n    6".to_owned(), label),
            ("chance\n  A \u{d7}0.1\n    3\n    4\n  B \u{d7}0.9\n    5\n    6".to_owned(), label),
            ("chance\n  A weight 1\n    3\n    4\n  B weight 9\n    5\n    6".to_owned(), label),
            ("chance\n  A (1:9)\n    3\n    4\n  B (9:1)\n    5\n    6".to_owned(), unclear),
            (edges("").replace("label=3", "label=3, prob=\"1e-1\""), label),
            (edges("").replace("label=3", "label=\"A\\n3\\n1e-1\""), unclear),
            ("flowchart TD\n a((C)) -->|p = 1e-1| b[3]\n a -->|9e-1| c[5]\n".to_owned(), label),
            ("flowchart TD\n a((C)) -->|1 in 10| b[3]\n a -->|9 in 10| c[5]\n".to_owned(), label),
        ] {
            assert!(tree(&text).contains(problem), "{text}: {}", tree(&text));
        }
        assert_eq!(tree("max(A_0.3=5 chance(A1=5 A1.5=3 half_2=4))"), "max(5 chance(5 3 4))");
        assert_eq!(tree("chance(1st=5 2nd=3 2a=4 roll_6=7 8=9)"), "chance(5 3 4 7 9)");
        // A label without a number is a name, and so is a number at a node that is not drawn.
        assert_eq!(tree(&edges("heads")), "chance(3 4)");
        assert_eq!(tree("digraph{a->b [label=\"a1\"]; a->c [label=\"cost 3\"]; b[label=3]; c[label=4]}"), "(3 4)");
    }
}
