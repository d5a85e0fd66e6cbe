//! The labels of pasted trees have the numbers that their writers mean, or the tree is rejected.

use crate::support::plywood;
use crate::{failed, feed, succeeded};
use serde_json::Value;

/// Returns the best move and the value of a tree.
fn found(text: &str) -> (String, Value) {
    let page = succeeded(feed(&mut plywood(&["explain", "-", "--format", "json"]), text));
    let result: Value = serde_json::from_str(&page).unwrap();
    (result["best"].as_str().unwrap_or_default().to_owned(), result["score"].clone())
}

/// MAX picks A, min(3 12) = 3, not B, which is at most 2 or -2.
#[test]
fn latex_labels_have_the_scores_that_they_show() {
    for (text, value) in [
        (r"\begin{forest}[MAX [MIN [\phantom{-}3] [12]] [MIN [-2] [4]]]\end{forest}", 3.0),
        (r"\begin{forest}[MAX [MIN [\color{red}3] [\color{red}12]] [MIN [\color{blue}2] [4]]]\end{forest}", 3.0),
        (r"\Tree [.MAX [.MIN \textminus3 12 ] [.MIN \textminus4 4 ] ]", -3.0),
        (r"\Tree [.MAX \edge[blue]; [.MIN 3 12 ] \edge[red]; [.MIN 2 4 ] ]", 3.0),
        ("\\begin{forest}[MAX % root\n [MIN % left\n [3] [12]]\n [MIN [2] [4]]]\\end{forest}", 3.0),
    ] {
        assert_eq!(found(text), ("A".to_owned(), value.into()), "{text}");
    }
    // A is worth min(x 12), so it is better than the 2 of B if x is at least 2.
    let cases = succeeded(feed(&mut plywood(&["explain", "-"]), r"\Tree [.MAX [.MIN $x_{1}$ 12 ] [.MIN 2 4 ] ]"));
    for row in ["x1 < 2        2      B", "2 <= x1 < 12  x1     A", "12 <= x1      12     A"] {
        assert!(cases.contains(row), "{cases}");
    }
}

/// The value of a chance node is the sum of each probability times its value.
#[test]
fn probabilities_in_labels_and_fields_count() {
    for (text, value) in [
        // 0.2 * 3 + 0.8 * 5
        ("flowchart TD\n a((CHANCE)) --> b[\"3<br/>(0.2)\"] & c[\"5<br/>(0.8)\"]", 4.6),
        ("flowchart TD\n a((CHANCE)) --> b[\"3<br/>p=0.2\"] & c[\"5<br/>p=0.8\"]", 4.6),
        ("flowchart TD\n a((CHANCE)) --> b[\"0.2<br/>3\"] & c[\"0.8<br/>5\"]", 4.6),
        ("digraph{a->b;a->c;a[label=chance];b[label=\"3\\n(0.2)\"];c[label=\"5\\n(0.8)\"]}", 4.6),
        ("digraph{a->b;a->c;a[label=chance];b[label=3,prob=0.2];c[label=5,prob=0.8]}", 4.6),
        (r"\begin{forest}[CHANCE [3\\(0.2)] [5\\(0.8)]]\end{forest}", 4.6),
        // 0.3 * 3 + 0.7 * 12
        (r"\begin{forest}[CHANCE [3,prob=0.3] [12,prob=0.7]]\end{forest}", 9.3),
        (r"\begin{forest}[CHANCE [3,el=0.3] [12,el=0.7]]\end{forest}", 9.3),
        (r"\begin{forest}[CHANCE [3,label={left:0.3}] [12,label={left:0.7}]]\end{forest}", 9.3),
        (r"\Tree [.CHANCE \edge node[left]{0.3}; 3 \edge node[right]{0.7}; 12 ]", 9.3),
        // 0.3 * 5 + 0.7 * 6
        ("{\"chance\": {\"heads\": {\"p\": 0.3, \"v\": 5}, \"tails\": {\"p\": 0.7, \"v\": 6}}}", 5.7),
        // 0.2 * min(3 4) + 0.8 * min(5 6)
        ("chance\n  0.2 MIN\n    3\n    4\n  0.8 MIN\n    5\n    6", 4.6),
    ] {
        assert_eq!(found(text).1, Value::from(value), "{text}");
    }
}

#[test]
fn probabilities_that_are_not_clear_are_rejected() {
    for (text, problem) in [
        ("max(chance(1e-1: 1 9e-1: 2) 1.7)", "column 12: the number in `1e-1` is not clear as a probability"),
        ("max(chance(\u{b9}\u{2044}\u{2083}: 1 \u{b2}\u{2044}\u{2083}: 2) 1.7)", "is not clear as a probability"),
        ("{'chance': {4e-1: 1, 6e-1: 2}}", "column 13: the number in `4e-1`"),
        ("{'chance': {'0,4': 1, '0,6': 2}}", "column 13: the number in `0,4`"),
        ("chance\n  A (1 in 10)\n    3\n    4\n  B (9 in 10)\n    5\n    6", "is not clear as a probability"),
        ("chance\n  A (1:9)\n    3\n    4\n  B (9:1)\n    5\n    6", "has numbers whose meaning is unclear"),
        (
            "{\"chance\": {\"heads 0.3\": 5, \"tails 0.7\": 6}}",
            "write the probability alone before a colon, as in 0.3: 5",
        ),
        ("{\"chance\": {\"heads\": [0.3, 5], \"tails\": [0.7, 6]}}", "may be probabilities"),
        ("max(chance((\"H\",0.3,5),(\"T\",0.7,6)),4)", "may be probabilities"),
        ("MAX\n  A [chance]\n    heads, 0.3, 5\n    tails, 0.7, 3\n  B 4", "may be probabilities"),
        ("max(chance(0.3, min(5,7), 0.7, min(6,1)), 2)", "may be probabilities"),
        (r"\begin{forest}[CHANCE [3,prob=3e-1] [12,prob=7e-1]]\end{forest}", "is not clear as a probability"),
        (r"\Tree [.MAX $3\times4$ 3 ]", "`3\u{d7}4`"),
        (r"\Tree [.MAX $10^{2}$ 3 ]", "`10^2`"),
        (r"\Tree [.MAX \mybox{3} 4 ]", "does not know the command `\\mybox`"),
    ] {
        let message = failed(feed(&mut plywood(&["explain", "-"]), text));
        assert!(message.contains(problem), "{text}: {message}");
    }
}

/// Node c is worth 4; node b is worth 3, and 5 is only its alpha.
#[test]
fn the_bounds_of_a_search_are_not_scores() {
    let text = "digraph{a->b;a->c;b[label=\"3\\n\u{3b1}=5\"];c[label=\"4\"]}";
    assert_eq!(found(text), ("c".to_owned(), 4.0.into()));
}
