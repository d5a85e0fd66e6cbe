//! Words where a score is meant, whether or not plywood can read them, and what to write instead.

use super::error::TypedProblem;
use super::word::{is_list_gap, is_missing, is_weight, is_whole, number};
use crate::core::game::is_unknown_leaf;

/// Returns whether a word is a value, perhaps one that plywood does not read: `3`, `x`, `null`, `inf`, `~3`, `1e3`.
pub(super) fn is_value(word: &str) -> bool {
    is_unknown_leaf(word) || is_missing(word) || word == "_" || is_number(word)
}

/// Returns whether a word is a number, perhaps one that plywood does not read.
fn is_number(word: &str) -> bool {
    let plain = word.trim_matches(|c: char| "~\u{2248}\u{2264}\u{2265}<>=+-\u{2212}\u{b1}*!?^_".contains(c));
    let is_fraction = plain.contains(['/', '%']) && is_weight(plain) && !is_whole(plain);
    is_fraction || plain == "\u{221e}" || plain.parse::<f64>().is_ok()
}

/// Returns whether a word is the result of a game.
pub(super) fn is_result(word: &str) -> bool {
    ["win", "won", "loss", "lose", "lost", "draw", "drawn"].iter().any(|result| word.eq_ignore_ascii_case(result))
}

/// Returns why the label of a leaf has no score that plywood can read.
pub(super) fn problem(label: &str) -> TypedProblem {
    let words = || label.split(is_list_gap).filter(|word| !word.is_empty());
    let result = words().next_back().filter(|word| is_result(word));
    let word = words().rfind(|word| is_number(word) && !is_missing(word)).or(result);
    match word.map(|word| (word, number(word))) {
        None => TypedProblem::NoScore(label.to_owned()),
        Some((_, Err(problem))) => problem,
        Some((word, Ok(_))) => TypedProblem::ScoreNotLast(label.to_owned(), word.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{error, names, tree};

    #[test]
    fn a_label_with_another_score_says_what_to_write() {
        for (leaf, problem) in [
            ("G: 4 (best)", "`G: 4 (best)` has text after the number 4; write the score of a leaf last"),
            ("3 (a)", "`3 (a)` has text after the number 3"),
            ("G: 3 (a)", "`G: 3 (a)` has text after the number 3"),
            ("3 pts", "has text after the number 3"),
            ("A: 3.14159", "`3.14159` has more than three decimals"),
            ("A: 1/2", "`1/2` is not a score; write a decimal number such as 0.5"),
            ("A: 1e3", "`1e3` is not a score; write it as a plain number"),
            ("1000000", "`1000000` is out of range"),
            ("A: -inf", "`-inf` is not a score; write a number that is large enough"),
            ("A: win", "`win` is not a score; write numbers for results"),
            ("A", "the leaf `A` has no score; write one into its label"),
        ] {
            for text in [format!("root\n  {leaf}\n  B: 4"), format!("flowchart TB\n r --> a[\"{leaf}\"] & b[4]")] {
                let problem = if text.starts_with('f') { problem.replace("`A`", "`a`") } else { problem.to_owned() };
                assert!(error(&text).contains(&problem), "{text}: {}", error(&text));
            }
        }
        assert!(error("\\begin{forest}[r [,phantom] [4]]\\end{forest}").contains("this leaf has no text and no score"));
    }

    #[test]
    fn marks_around_a_leaf_are_left_out() {
        for leaf in ["**3**", "~~3~~", "`3`", "`a: 3`", "**~~3~~**", "a: 3 # left"] {
            assert_eq!(tree(&format!("root\n  A\n    {leaf}\n    12\n  B: 2")), "((3 12) 2)", "{leaf}");
        }
        for leaf in [
            "3 (pruned)",
            "a: 3 [pruned]",
            "3 <- pruned",
            "3 \u{2190} Pruned",
            "3 // pruned",
            "3 \u{2014} cut off",
            "a = 3 \u{2717}",
            "3\u{d7}",
            "3 \u{2702}\u{fe0f}",
            "~~3~~",
            "\u{2702}\u{fe0f} 3",
            "\u{2717} a: 3",
            "a: \u{2717} 3",
            "[pruned] 3",
            "pruned: 3",
            "3 (not visited)",
            "a = 3 (not evaluated)",
            "3 [\u{2717}]",
        ] {
            for text in [
                format!("root\n  A\n    {leaf}\n    12\n  B: 2"),
                format!("flowchart TB\n r --> A & B[2]\n A --> a[\"{leaf}\"] & b[12]"),
                format!("digraph{{r->A; r->B; A->a; A->b; a[label=\"{leaf}\"]; b[label=12]; B[label=2]}}"),
            ] {
                assert_eq!(tree(&text), "((3 12) 2)", "{text}");
            }
        }
        for row in [
            "A: 3, ~~12~~",
            "A: ~~3~~, 12 \u{2717}",
            "A: 3 (pruned), 12",
            "A (cut): 3, \u{2717} 12",
            "A \u{2702}: 3, 12",
        ] {
            let text = format!("root\n  {row}\n  B: 2");
            assert_eq!((tree(&text).as_str(), names(&text)[0].as_str()), ("((3 12) 2)", "A"), "{text}");
        }
        for inner in ["A (pruned)", "A (MIN) [pruned]", "[pruned] A", "\u{2717} A", "A \u{d7}", "~~A~~"] {
            let text = format!("root\n  {inner}\n    3\n    12\n  B: 2");
            assert_eq!(names(&text), ["A", "A1", "A2", "B"], "{text}");
        }
        // A leaf may have the name of the mark.
        assert_eq!(names("root\n  cut: 3\n  pruned a: 4"), ["cut", "pruned_a"]);
        assert!(error("root\n  9 \u{d7} 2\n  B: 2").contains("`9 \u{d7} 2`"));
        assert_eq!(tree("\\begin{forest}[r [A [3 $\\times$] [12]] [2]]\\end{forest}"), "((3 12) 2)");
    }
}
