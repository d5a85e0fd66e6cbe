//! Outlines, lists of edges and dictionaries have the values that their writers mean, or are rejected.

use crate::support::plywood;
use crate::{failed, feed, succeeded};
use serde_json::Value;

/// Returns the move that is best, the value of the tree, and the leaves that alpha-beta prunes.
fn found(text: &str) -> (String, f64, String) {
    let page = succeeded(feed(&mut plywood(&["explain", "-", "--format", "json", "--order", "none"]), text));
    let result: Value = serde_json::from_str(&page).unwrap();
    let pruned = result["pruned"].as_array().unwrap().iter().map(|leaf| leaf.as_str().unwrap());
    (
        result["best"].as_str().unwrap().to_owned(),
        result["score"].as_f64().unwrap(),
        pruned.collect::<Vec<_>>().join(" "),
    )
}

fn error(text: &str) -> String {
    failed(feed(&mut plywood(&["explain", "-"]), text))
}

/// MAX picks the larger minimum: min(3 12) = 3, and after 2 the leaf 4 is pruned.
#[test]
fn every_spelling_of_one_tree_has_its_value() {
    for (text, best, pruned) in [
        // Lists as items.
        ("root:\n- [3, 12]\n- [2, 4]\n", "A", "B2"),
        ("MAX\n  - [3, 12]\n  - [2, 4]\n", "A", "B2"),
        ("MAX\n  1. [3, 12]\n  2. [2, 4]\n", "A", "B2"),
        ("root\n├── [3, 12]\n└── [2, 4]\n", "A", "B2"),
        ("root\n├── (3 12)\n└── (2 4)\n", "A", "B2"),
        ("mindmap\n  root\n    3 12\n    2 4\n", "A", "B2"),
        ("MAX\n  [3, 12]\n  [2, 4]\n", "A", "B2"),
        ("- [3, 12]\n- [2, 4]\n", "A", "B2"),
        ("A: [3, 12]\nB: [2, 4]\n", "A", "B2"),
        // A leaf has one score if the players are MAX and MIN, or if there are more scores than players.
        ("MAX\n  A: (3, 12)\n  B: (2, 4)\n", "A", "B2"),
        ("A: (3, 12, 8)\nB: (2, 4, 6)\n", "A", "B2 B3"),
        ("MAX\n  A: D=3, 12\n  B: 2, E=4\n", "A", "E"),
        ("MAX\n  A: D 3, 12\n  B: [2, E: 4]\n", "A", "E"),
        ("MAX\n  A: {3, 12}\n  B: {D: 2, E: 4}\n", "A", "E"),
        // A value or a word in brackets at the first node.
        (
            "MAX (root)\n├── MIN (left)\n│   ├── 3\n│   └── 12\n└── MIN (right)\n    ├── 2\n    └── 4\n",
            "left",
            "right2",
        ),
        ("MAX (3)\n  MIN (3)\n    3\n    12\n  MIN (2)\n    2\n    4\n", "A", "B2"),
        ("MAX(3)\n  MIN(3)\n    3\n    12\n  MIN(2)\n    2\n    4\n", "A", "B2"),
        ("(3)\n  (3)\n    (3)\n    (12)\n  (2)\n    (2)\n    (4)\n", "3", "2b"),
        // Backticks, marks and remarks.
        ("MAX\n  A\n    D: 3\n    E: 12\n  B\n    F: 2\n    `G: 4`\n", "A", "G"),
        ("MAX\n  A\n    D: 3\n    E: 12\n  B\n    **F: 2**\n    ~~4~~\n", "A", "B2"),
        ("A: # left\n  - 3 # x\n  - 12\nB:\n  - 2 # leaf 1\n  - 4 #pruned\n", "A", "B2"),
        // Edges.
        ("A -> B; A -> C\nB -> 3; B -> 12\nC -> 2; C -> 4\n", "B", "C2"),
        ("A -> B, A -> C\nB -> 3, B -> 12\nC -> 2, C -> 4\n", "B", "C2"),
        ("A -> B A -> C\nB -> 3 B -> 12\nC -> 2 C -> 4\n", "B", "C2"),
        ("A -> {B C}\nB -> {3 12}\nC -> {2, 4}\n", "B", "C2"),
        ("A -> B, C\nB -> 3, 12\nC -> 2, 4\n", "B", "C2"),
        ("A → B\nA → C\nB → 3\nB → 12\nC → 2\nC → 4\n", "B", "C2"),
        ("A -> B, C\nB -> a, b\nC -> c, d\na = 3\nb = 12\nc: 2\nd: 4\n", "B", "d"),
        ("A --> B -> 3; A -> C -> c1 = 2\nB -> 12\nC -> c2 = 4\n", "B", "c2"),
    ] {
        assert_eq!(found(text), (best.to_owned(), 3.0, pruned.to_owned()), "{text}");
    }
    // With one more ply, MIN gets max(3 12) = 12 or max(2 4) = 4 from A, and 6 or 1 from B: 4 and 1.
    let deep = "MAX\n  MIN\n    [3, 12]\n    [2, 4]\n  MIN\n    [5, 6]\n    [1, 0]\n";
    assert_eq!(found(deep), ("A".to_owned(), 4.0, String::new()));
    assert_eq!(found("root:\n- - [3, 12]\n  - [2, 4]\n- - [5, 6]\n  - [1, 0]\n"), found(deep));
}

/// An unknown leaf among other leaves is a leaf. The table of cases is that of the same tree in brackets.
#[test]
fn an_unknown_leaf_in_a_row_is_a_leaf() {
    let page = |text: &str| {
        let page = succeeded(feed(&mut plywood(&["explain", "-"]), text));
        page.split_once('\n').map(|(_, rest)| rest.to_owned()).unwrap()
    };
    for (text, same) in [
        ("MAX\n  A: x, 12, 8\n  B: 2, 4\n", "((x 12 8) (2 4))"),
        ("max:\n  - min: [x, 12, 8]\n  - min: [2, 4]\n", "((x 12 8) (2 4))"),
        ("MAX\n  A: 5, 12\n  B: 2, ?\n", "((5 12) (2 ?))"),
        ("MAX\n  A: 5, 12\n  B: [2, null, 7]\n", "((5 12) (2 ? 7))"),
        ("MAX\n  A: 5, 12\n  B: x, 2\n", "((5 12) (x 2))"),
        ("MAX\n  A: 5, 12\n  B: 2, x\n", "((5 12) (2 x))"),
        ("MAX\n  A 5 12\n  B 2 x\n", "((5 12) (2 x))"),
        ("MAX\n  A: 5, 6, x\n  B: 2, 4\n", "((5 6 x) (2 4))"),
        ("{\"A\": [5, 12], \"B\": [2, \"x\"]}", "((5 12) (2 x))"),
        ("{\"root\": [\"A\", \"B\"], \"A\": \"x\", \"B\": [2, 4]}", "(x (2 4))"),
    ] {
        assert_eq!(page(text), page(same), "{text}");
    }
}

#[test]
fn what_is_not_a_leaf_does_not_become_a_name() {
    for (item, problem) in [
        ("_", "`_` is not a score"),
        ("-∞", "`-∞` is not a score; write a number that is large enough"),
        ("inf", "`inf` is not a score; write a number that is large enough"),
        ("1e3", "`1e3` is not a score; write it as a plain number"),
        ("3.14159", "`3.14159` has more than three decimals"),
        ("1000000", "`1000000` is out of range"),
        ("win", "`win` is not a score; write numbers for results"),
        ("3*", "`3*` is not a score"),
        ("~3", "`~3` is not a score"),
        ("≤3", "`≤3` is not a score; a leaf has one value, not a bound"),
        (">=3", "`>=3` is not a score; a leaf has one value, not a bound"),
        ("X", "`X` is not a score"),
    ] {
        for row in [format!("A: {item}, 5, 6"), format!("A: 5, {item}"), format!("MIN [5, {item}, 6]")] {
            let text = format!("MAX\n  {row}\n  B: 2, 4\n");
            assert!(error(&text).contains(&format!("line 2, column 3: {problem}")), "{text}: {}", error(&text));
        }
    }
}

#[test]
fn an_outline_that_may_be_another_tree_is_rejected() {
    let players = "may be the scores of 2 players at one leaf";
    let drawn = "has connecting lines between its nodes";
    let field = "is a field of a node and not a move";
    for (text, problem) in [
        ("MAX\n  A: 3; 5, 6\n  B: 2, 4\n", "`;` has no meaning in a tree"),
        ("MAX\n  A x 5\n  B 4\n", "`x` could be a leaf or part of the name; write A x: 5 or A: x 5"),
        ("MAX\n  Move 1 3 12\n  Move 2 2 4\n", "`Move 2 2 4` has numbers whose meaning is unclear"),
        ("MAX\n  A: 3 12, 8\n  B: 2, 4\n", "separates some scores by commas and others by spaces"),
        ("MAX\n  A - 3, 12\n  B: 2, 4\n", "the sign in `A - 3, 12` could belong to the number"),
        ("MAX\n  A: {value: 3}\n  B: {value: 4}\n", field),
        ("flowchart TD\n a --> b[\"B: x, 12\"] & c[4]\n", "`B: x, 12` has numbers whose meaning is unclear"),
        (
            "digraph { a -> b; a -> c; b [label=\"B ? 5\"]; c [label=4] }",
            "`B ? 5` has numbers whose meaning is unclear",
        ),
        ("digraph { a -> b; a -> c; b [label=\"inf 3\"]; c [label=4] }", "`inf` is not a score"),
        ("MAX\n  3 12\n  8\n", "`3 12` has numbers whose meaning is unclear"),
        (
            "MAX\n  A\n    - [3, 12]\n  B: 2, 4\n",
            "`[3, 12]` could be the moves of the node above or those of its only child",
        ),
        ("P1\n  L\n    (1,2)\n    (3,0)\n  R\n    (2,2)\n    (0,1)\n", players),
        ("root\n├── (3, 12)\n└── (2, 4)\n", players),
        ("P1\n  L: (1,2)\n  R: (3,0)\n", players),
        ("L: (1,2)\nR: (3,0)\n", players),
        ("root\n├─A─┬─3\n│   └─12\n└─B─┬─2\n    └─4\n", drawn),
        ("A ┬ 3\n  └ 12\nB ┬ 2\n  └ 4\n", drawn),
        ("A\n|\\\n| B\n|  3\n|  12\n C\n  2\n  4\n", drawn),
        ("root:\n  - name: A\n    children: [3, 12]\n  - name: B\n    children: [2, 4]\n", field),
        ("root:\n  - id: 1\n    value: 3\n  - id: 2\n    value: 4\n", field),
        ("A:\n  depth: 1\n  leaves: [3, 12]\nB:\n  depth: 1\n  leaves: [2, 4]\n", field),
        ("{\"A\": {\"leaves\": [3, 12]}, \"B\": {\"leaves\": [2, 4]}}", field),
        ("MAX\n  A\n    F: 3\n    G: 4 (best)\n  B: 5\n", "`G: 4 (best)` has text after the number 4"),
        ("A -> B; A -> C; B -> 3; B -> 12; C\n", "the leaf `C` has no score"),
    ] {
        let error = error(text);
        assert!(error.contains(problem) && !error.contains("FEN"), "{text}: {error}");
    }
}
