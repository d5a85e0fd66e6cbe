//! Trees as people type and paste them, on the command line, in a file and from standard input.

use crate::support::{path, plywood};
use crate::{Folder, failed, feed, output, succeeded};
use plywood::model::Model;

/// Returns the page of a tree without its title, which is the text itself; the same from a file and from standard
/// input.
fn page(text: &str) -> String {
    let untitled = |page: String| page.split_once('\n').map(|(_, rest)| rest.to_owned()).unwrap();
    let by_words = untitled(output(&mut plywood(&["explain", text])));
    let folder = Folder::with("tree", text);
    assert_eq!(untitled(output(&mut folder.plywood(&["explain", "tree"]))), by_words, "{text}");
    assert_eq!(untitled(succeeded(feed(&mut plywood(&["explain", "-"]), text))), by_words, "{text}");
    by_words
}

#[test]
fn a_tree_is_the_same_however_it_is_written() {
    let expected = page("((3 12 8) (2 4 6) (14 5 2))");
    for text in [
        "max(min(3,12,8),min(2,4,6),min(14,5,2))",
        "[3, 12, 8] [2, 4, 6] [14, 5, 2]",
        "[3,12,8]\n[2,4,6]\n[14,5,2]\n",
        "{{3,12,8},{2,4,6},{14,5,2}}",
    ] {
        assert_eq!(page(text), expected, "{text}");
    }
    assert_eq!(page("((\u{2212}3 12) (\u{2013}2 4))"), page("((-3 12) (-2 4))"));
}

/// Figurines, the words of an engine's protocol without the first, and the name of the start position in a file.
#[test]
fn a_position_may_be_pasted_in_other_forms() {
    let explain = |words: &[&str]| output(&mut plywood(&[&["explain"], words, &["-d", "1"]].concat()));
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6";
    let figurines = "1. e4 e5 2. \u{2658}f3 \u{265e}c6 3. \u{2657}b5 \u{265f}a6 4. \u{2657}xc6";
    let untitled = |page: String| page.split_once('\n').unwrap().1.to_owned();
    assert_eq!(untitled(explain(&[figurines])), untitled(explain(&[moves])));
    let sent = explain(&["position startpos moves e2e4 e7e5"]);
    assert_eq!(explain(&["startpos moves e2e4 e7e5"]), sent);
    let fen = "4k3/8/8/8/8/8/8/R3K3 w - - 3 7";
    let position = untitled(explain(&[fen]));
    for (before, after) in [("Fen: ", ""), ("FEN ", ""), ("setboard ", ""), ("position fen ", "\ngo depth 3\n")] {
        assert_eq!(untitled(explain(&[&format!("{before}{fen}{after}")])), position, "{before}");
    }
    for fen in [fen.replace('-', "\u{2013}"), fen.replace('w', "W")] {
        assert_eq!(untitled(explain(&[&fen])), position, "{fen}");
    }
    let start = succeeded(feed(&mut plywood(&["explain", "-", "-d", "1"]), "startpos\n"));
    assert_eq!(start, explain(&["startpos"]));
}

/// A tree that cannot be read is rejected as a tree, wherever it comes from, and never as a FEN.
#[test]
fn a_tree_that_is_refused_is_no_position() {
    for (text, problem) in [
        ("((((1,2,3) (4,2,1)) ((6,1,2) (7,4,1))))", "line 1, column 4: `(1,2,3)` may be the scores of 3 players"),
        ("[1,,2]", "line 1, column 3: a score is missing after this comma"),
        ("((3,5 12)\n (2 4))", "line 1, column 3: `3,5` could be one number or two"),
        ("((3 12)\n (2;4))", "line 2, column 4: `;` has no meaning in a tree"),
        (
            "max(min(2 3) max(5 9))",
            "line 1, column 14: MAX chooses here, but MIN chooses at another node of the same ply",
        ),
        (
            "{\"root\": \"A\", \"A\": [3, 12]}",
            "line 1, column 10: `A` is not a list; a node needs a score, or a list of its children such as [\"A\"]",
        ),
        ("max(chance(0.5:2 0.4:3) chance(5 9))", "at `A`: the probabilities add up to 9/10, not to 1"),
        ("max(chance(0.5:2 3) chance(5 9))", "at `A`: some moves here have a probability, others none"),
    ] {
        let folder = Folder::with("tree", text);
        for message in [
            failed(plywood(&["explain", text]).output().unwrap()),
            failed(folder.plywood(&["explain", "tree"]).output().unwrap()),
            failed(feed(&mut plywood(&["explain", "-"]), text)),
        ] {
            assert!(message.contains(problem) && !message.contains("FEN"), "{text}: {message}");
        }
    }
}

/// Other languages for trees.
#[test]
fn a_tree_is_read_out_of_other_languages() {
    let expected = page("(Left:(a=3 b=12) Right:(c=2 d=4))");
    for text in [
        "{'root': ['Left', 'Right'], 'Left': ['a', 'b'], 'Right': ['c', 'd'], 'a': 3, 'b': 12, 'c': 2, 'd': 4}",
        "{\"Left\": {\"a\": 3, \"b\": 12}, \"Right\": {\"c\": 2, \"d\": 4}}",
        "digraph { R -> Left; R -> Right; Left -> a; Left -> b; Right -> c; Right -> d; a [label=\"3\"]; b [label=\"12\"]; \
         c [label=\"2\"]; d [label=\"4\"] }",
        "flowchart TB\n  R[MAX] --> Left & Right\n  Left --> a[3] & b[12]\n  Right --> c[2] & d[4]\n",
        "MAX\n  Left\n    a 3\n    b 12\n  Right\n    c 2\n    d 4\n",
        "\\begin{forest}\n[MAX [Left [a 3] [b 12]] [Right [c 2] [d 4]]]\n\\end{forest}\n",
        "\\Tree [.MAX [.Left {a 3} {b 12} ] [.Right {c 2} {d 4} ] ]",
    ] {
        assert_eq!(page(text), expected, "{text}");
    }
}

/// The signs and numbers of outlines, and the words that say who chooses, decide the result.
#[test]
fn an_outline_has_the_result_of_the_same_tree_in_brackets() {
    for (text, same) in [
        ("root\n  A\n    -4\n    +6\n  B\n    -1\n    +9\n", "((-4 6) (-1 9))"),
        ("root\n\u{251c}\u{2500}\u{2500} -5\n\u{2514}\u{2500}\u{2500} -7\n", "(-5 -7)"),
        ("root\n  A = - 5\n  B: - 3\n", "(A=-5 B=-3)"),
        ("1. A\n   1. 3\n   2. 12\n2. B\n   1. 2\n   2. 4\n", "((3 12) (2 4))"),
        ("max:\n  A:\n    min: [3, 12]\n  B:\n    min: [2, 4]\n", "max(min(3 12) min(2 4))"),
        ("\u{25bd}\n  \u{25b3} A\n    3\n    12\n  \u{25b3} B\n    2\n    4\n", "min(max(3 12) max(2 4))"),
        ("[MAX [MIN [3] [12]] [MIN [2] [4]]]", "max(min(3 12) min(2 4))"),
    ] {
        assert_eq!(page(text), page(same), "{text}");
    }
}

/// plywood's own pictures of any search can be read back.
#[test]
fn its_own_graphs_are_read() {
    for tree in [
        "((3 12 8) (2 4 6) (14 5 2))",
        "((9 8) ((1 2) (3 4) 5))",
        "(left:(a=-3.125 b=0) right:(7 (c=1 2)))",
        "min((3 12) (2 4))",
        "max(min(min(3 12) min(2 4)) min(min(5 6) 7))",
    ] {
        let wanted = output(&mut plywood(&["lessons", "new", tree]));
        // After the title.
        let moves = |lesson: &str| lesson.lines().skip(2).map(str::to_owned).collect::<Vec<_>>();
        for form in ["dot", "mermaid"] {
            for style in ["upright", "annotated"] {
                let graph = output(&mut plywood(&["explain", tree, "--format", form, "--style", style]));
                let folder = Folder::with("graph", &graph);
                let read = output(&mut folder.plywood(&["lessons", "new", &graph]));
                assert_eq!(moves(&read), moves(&wanted), "{graph}");
                let page = output(&mut folder.plywood(&["explain", "graph"]));
                assert!(page.contains("Best line"), "{page}");
            }
        }
    }
}

/// Pictures are read back whatever is in their titles, and with unknown leaves.
#[test]
fn its_own_graphs_are_read_whatever_their_titles_are() {
    for (tree, same) in [
        ("['root', ['A', 3, 12], ['B', 2, 4]]", "((3 12) (2 4))"),
        ("{\"A\": [3, 12], \"B\": [2, 4]}", "((3 12) (2 4))"),
        ("\\Tree [.MAX [.<C> 3 12 ] [.MIN 2 4 ] ]", "('<C>':(3 12) B:(2 4))"),
        ("((3 12) (2 ?))", "((3 12) (2 ?))"),
        ("max(chance(0.5: 3 0.5: 12) chance(0.5: 2 0.5: 4))", "max(chance(0.5: 3 0.5: 12) chance(0.5: 2 0.5: 4))"),
    ] {
        let expected = Model::from_typed(same).unwrap();
        for form in ["dot", "mermaid"] {
            for names in ["all", "inner", "none"] {
                let graph = output(&mut plywood(&["explain", tree, "--format", form, "--names", names]));
                let read = Model::from_typed(&graph).unwrap_or_else(|error| panic!("{error}: {graph}"));
                assert_eq!(read.to_string(), expected.to_string(), "{graph}");
                assert!(names != "all" || read.moves == expected.moves, "{graph}");
            }
        }
    }
}

/// A picture that does not show the scores of a whole tree is not read as one.
#[test]
fn its_own_graphs_of_other_scores_are_refused() {
    let refused = |arguments: &[&str], problem: &str| {
        for form in ["dot", "mermaid"] {
            let graph = output(&mut plywood(&[arguments, &["--format", form]].concat()));
            let error = Model::from_typed(&graph).unwrap_err().to_string();
            assert!(error.contains(problem), "{error}: {graph}");
        }
    };
    let tree = "((3 12) (2 4))";
    for bare in [&[][..], &["--bare"]] {
        let negamax = [&["explain", tree, "--view", "negamax"], bare].concat();
        refused(&negamax, "from the view of the side that moved; draw it with --view minimax");
    }
    refused(&["explain", "(((3 1) 12) (2 4))", "--plies", "2"], "leaves out the moves of a node");
    refused(&["explain", "connect4", "-d", "2"], "leaves out the moves of a node");
}

/// The picture of a chance node shows the probability of each move, also of those that were skipped.
#[test]
fn its_own_graphs_of_chance_nodes_are_read() {
    for tree in [
        "max(chance(9 9) chance(0.5: 0 0.3: 1 0.2: 2))",
        "max(chance(9 9) chance(0 1 2))",
        "max(chance(9 9) chance(1/2: 0 1/3: min(min(1 2) 3) 1/6: min(min(4 5) 6)))",
        "chance(0.5: max(10 chance(1 2)) 0.5: max(3 4))",
    ] {
        let page = |text: &str| {
            let page = output(&mut plywood(&["explain", text, "--leaves", "0..10"]));
            page.split_once('\n').map(|(_, rest)| rest.to_owned()).unwrap()
        };
        for form in ["dot", "mermaid"] {
            let graph = output(&mut plywood(&["explain", tree, "--leaves", "0..10", "--format", form]));
            assert!(graph.contains("not searched"), "{graph}");
            assert_eq!(page(&graph), page(tree), "{graph}");
        }
    }
}

#[test]
fn what_is_not_read_is_named_with_how_to_write_it() {
    for (text, problem) in [
        (
            "EFG 2 R \"game\" { \"1\" \"2\" }\np \"\" 1 1 \"\" { \"L\" \"R\" } 0\nt \"\" 1 \"\" { 3, -3 }\n",
            "a game of Gambit",
        ),
        ("((A:3,B:5)C:1,D:2);", "Newick"),
        ("node(leaf(3), node(leaf(4), leaf(5))).", "a term of Prolog"),
        ("[(1, 2), (3, 4)]", "may be the scores of 2 players"),
        ("3 12 8\n2 4 6\n", "put scores in brackets"),
        ("digraph { A -> B; A -> C }", "the leaf `B` has no score"),
    ] {
        let folder = Folder::with("tree", text);
        for message in [
            failed(plywood(&["explain", text]).output().unwrap()),
            failed(folder.plywood(&["explain", "tree"]).output().unwrap()),
            failed(feed(&mut plywood(&["explain", "-"]), text)),
        ] {
            assert!(message.contains(problem) && message.contains("line 1, column "), "{text}: {message}");
            assert!(!message.contains("FEN"), "{text}: {message}");
        }
    }
    // For a text that is not a subject, the message lists what a subject can be.
    let message = failed(feed(&mut plywood(&["explain", "-"]), "some words\nthat mean nothing\n"));
    assert!(message.contains("is not a lesson") && !message.contains("field"), "{message}");
}

/// The examples in docs/model-format.md of what can be pasted and what is rejected are correct.
#[test]
fn the_examples_of_the_page_are_read_and_refused_as_it_says() {
    let text = std::fs::read_to_string(path("docs/model-format.md")).unwrap();
    let examples: Vec<&str> = text.split("```tree\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert!(10 <= examples.len(), "{}", examples.len());
    let expected = Model::from_typed(examples[0]).unwrap().to_string();
    for example in &examples {
        let read = Model::from_typed(example).unwrap_or_else(|error| panic!("{error}: {example}"));
        assert_eq!(read.to_string(), expected, "{example}");
        page(example);
    }
    let table = text.split("| text | why plywood rejects it |\n").nth(1).unwrap();
    let rows: Vec<&str> = table.lines().skip(1).take_while(|line| line.starts_with('|')).collect();
    assert!(10 <= rows.len(), "{}", rows.len());
    for row in rows {
        let (typed, why) = row.trim_matches(['|', ' ']).split_once(" | ").unwrap();
        let message = failed(plywood(&["explain", typed.trim_matches('`')]).output().unwrap());
        assert!(message.contains(why), "{row}: {message}");
    }
}
