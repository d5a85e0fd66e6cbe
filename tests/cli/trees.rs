//! Exam questions about a tree: the pruned leaves, the tied moves and their order; and course files that are read as
//! intended.

use crate::support::{plywood, snapshot};
use crate::{Folder, failed, output};
use serde_json::Value;

fn says(arguments: &[&str]) -> String {
    output(&mut plywood(arguments))
}

/// Returns the result of a search, as JSON.
fn result(arguments: &[&str]) -> Value {
    let arguments = [&["explain", "--format", "json"], arguments].concat();
    serde_json::from_str(&says(&arguments)).unwrap()
}

/// Returns the text on the row of a page with this label.
fn row(page: &str, label: &str) -> Option<String> {
    let rest = page.lines().find_map(|line| line.strip_prefix(label))?;
    Some(rest.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[test]
fn the_head_lists_what_was_pruned_and_what_ties() {
    let cases: [(&[&str], &str, Option<&str>); 8] = [
        (&["((3 12 8) (2 4 6) (14 5 2))"], "B2 B3", None),
        (&["((3 12 8) (2 4 6) (14 5 2))", "-a", "minimax"], "none", None),
        (&["((3 12 8) (2 4 6) (14 5 2))", "--order", "right-to-left"], "none", None),
        (&["((1 12) (2 4))", "--order", "right-to-left"], "none", None),
        (&["((9 1) (4 2))", "--order", "right-to-left"], "A1", None),
        (&["((5 5) (5 9) 5)"], "B2", Some("B C (5)")),
        (&["((5 5) (5 9) 5)", "--cut", "gt"], "none", Some("B C (5)")),
        (&["(9 (8 8 (4 7)))"], "B2 B3a B3b", None),
    ];
    for (arguments, pruned, ties) in cases {
        let page = says(&[&["explain"], arguments].concat());
        assert_eq!(row(&page, "Pruned").as_deref(), Some(pruned), "{arguments:?}: {page}");
        assert_eq!(row(&page, "Also best").as_deref(), ties, "{arguments:?}: {page}");
        let found = result(arguments);
        let names = |list: &Value| {
            list.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let said = names(&found["pruned"]).join(" ");
        assert_eq!(if said.is_empty() { "none" } else { &said }, pruned, "{arguments:?}");
        let tied = names(&found["also_best"]).join(" ");
        assert_eq!(tied, ties.map_or("", |ties| ties.split(" (").next().unwrap()), "{arguments:?}");
    }
    // If several leaves have the same name, the line to each leaf is shown.
    let twice = r#"{"title": "t", "moves": [
        {"move": "a", "moves": [{"move": "x", "score": 3}, {"move": "y", "score": 4}]},
        {"move": "b", "moves": [{"move": "x", "score": 2}, {"move": "y", "score": 9}]}]}"#;
    assert_eq!(result(&[twice, "--order", "none"])["pruned"], serde_json::json!([["b", "y"]]));
    // Trees that are too large for a list, and boards, have no such line.
    let large = format!("({})", (0..61).map(|leaf| leaf.to_string()).collect::<Vec<_>>().join(" "));
    for subject in [large.as_str(), "sargon-1", "ttt"] {
        assert_eq!(row(&says(&["explain", subject]), "Pruned"), None, "{subject}");
        assert_eq!(result(&[subject]).get("pruned"), None, "{subject}");
    }
}

#[test]
fn compare_searches_a_subject_in_the_order_in_which_explain_does() {
    for subject in ["(va=10 (vb=20 (vc=1 (vd=4 vx=2))))", "((1 9) (5 (2 8)) (7 (6 (3 4))))"] {
        let explained = result(&[subject, "-a", "alpha-beta"])["statistics"]["leaves"].as_u64();
        let compared = says(&["compare", subject, "-a", "alpha-beta,negamax", "--format", "json"]);
        let compared: Value = serde_json::from_str(&compared).unwrap();
        let leaves: Vec<_> =
            compared["rows"].as_array().unwrap().iter().map(|row| row["statistics"]["leaves"].as_u64()).collect();
        assert!(leaves.contains(&explained), "{subject}: {explained:?} {leaves:?}");
    }
}

/// Returns a CS 188 autograder file with this agent, and leaves of which two tie.
fn graph(agent: &str) -> String {
    format!(
        "class: \"GraphGameTreeTest\"\nalg: \"{agent}\"\ndepth: \"3\"\nnum_agents: \"2\"\nstart_state: \"top\"\n\
         win_states: \"p q r s\"\nlose_states: \"\"\nsuccessors: \"\"\"\ntop go one\ntop stay two\none go p\none stay q\n\
         two go r\ntwo stay s\n\"\"\"\nevaluation: \"\"\"\np 6\nq 8\nr 6\ns 1\n\"\"\"\n"
    )
}

#[test]
fn a_file_of_cs_188_is_searched_by_its_own_agent() {
    let folder = Folder::new();
    let write = |agent: &str| {
        let name = format!("{agent}.test");
        folder.write(&name, graph(agent));
        folder.path().join(&name).to_str().unwrap().to_owned()
    };
    let [minimax, strict] = ["MinimaxAgent", "AlphaBetaAgent"].map(write);
    assert_eq!(result(&[&minimax])["algorithm"], "minimax");
    // The course CS 188 doesn't prune at a tie.
    assert_eq!(result(&[&strict])["cut"], "gt");
    assert_eq!(result(&[&strict])["pruned"], serde_json::json!([]));
    // Options override it.
    assert_eq!(result(&[&strict, "--cut", "ge"])["pruned"], serde_json::json!(["s"]));
    assert_eq!(result(&[&minimax, "-a", "alpha-beta"])["pruned"], serde_json::json!(["s"]));
    assert_eq!(result(&[&strict, "-a", "pvs"])["algorithm"], "pvs");
    let found = result(&[&write("ExpectimaxAgent")]);
    assert_eq!((found["movers"].clone(), found["best"].as_str()), (serde_json::json!(["max", "chance"]), Some("one")));
    for agent in ["ReflexAgent", "expectimax"] {
        let found = plywood(&["explain", &write(agent)]).output().unwrap();
        let message = String::from_utf8(found.stderr).unwrap();
        assert!(found.status.code() == Some(1) && message.contains(agent) && found.stdout.is_empty(), "{message}");
    }
}

/// Returns a lesson with these movers.
fn lesson(movers: &str, moves: &str) -> String {
    format!(r#"{{"title": "t", "movers": {movers}, "moves": {moves}}}"#)
}

#[test]
fn min_may_move_first_and_several_opponents_may_follow_each_other() {
    let two = |a: [i32; 2], b: [i32; 2]| {
        let leaf = |name: &str, score| format!(r#"{{"move": "{name}", "score": {score}}}"#);
        format!(
            r#"[{{"move": "A", "moves": [{}, {}]}}, {{"move": "B", "moves": [{}, {}]}}]"#,
            leaf("A1", a[0]),
            leaf("A2", a[1]),
            leaf("B1", b[0]),
            leaf("B2", b[1])
        )
    };
    let min_first = lesson(r#"["min", "max"]"#, &two([2, 3], [5, 9]));
    let page = says(&["explain", &min_first, "--style", "upright", "--order", "none"]);
    assert!(page.contains("MIN moves first"), "{page}");
    assert_eq!(row(&page, "Best line").as_deref(), Some("A A2 3 (marked * below)"), "{page}");
    assert_eq!(row(&page, "Pruned").as_deref(), Some("B2"), "{page}");
    assert!(page.contains("At B: B1 is 5, >= the 3 of A: beta cutoff, skips 1"), "{page}");
    // The score of the result is for the side to move, as it is for Black.
    let found = result(&[&min_first, "--order", "none"]);
    assert_eq!((found["score"].as_f64(), found["version"].as_u64()), (Some(-3.0), Some(2)));
    let ghosts = lesson(
        r#"["max", "min", "min"]"#,
        &format!(r#"[{{"move": "a", "moves": {}}}]"#, two([2, 4], [1, 7]).replace("\"A", "\"x").replace("\"B", "\"y")),
    );
    let page = says(&["explain", &ghosts, "--order", "none"]);
    assert_eq!(row(&page, "Best line").as_deref(), Some("a y y1 1 (marked * below)"), "{page}");
    assert!(page.contains("MAX MIN MIN"), "{page}");
    // Options that assume alternating sides are rejected, with what to do instead.
    for (arguments, words) in [
        (&["--view", "negamax"][..], "--view minimax"),
        (&["--mistake", "strict"], "move in turn"),
        (&["-a", "negamax"], "use minimax"),
        (&["--engine", "sargon"], "move in turn"),
    ] {
        let found = plywood(&[&["explain", &ghosts], arguments].concat()).output().unwrap();
        let message = String::from_utf8(found.stderr).unwrap();
        assert!(!found.status.success() && message.contains(words), "{arguments:?}: {message}");
    }
    let found = plywood(&["explain", r#"{"title": "t", "movers": [], "moves": []}"#]).output().unwrap();
    assert!(String::from_utf8(found.stderr).unwrap().contains("`movers` must have 1 to 64 entries"));
}

#[test]
fn two_ghosts_expand_the_states_that_the_course_publishes() {
    let file = "class: \"GraphGameTreeTest\"\nalg: \"AlphaBetaAgent\"\ndepth: \"3\"\nnum_agents: \"3\"\nstart_state: \"s\"\n\
                win_states: \"e f g h i j k l\"\nlose_states: \"\"\nsuccessors: \"\"\"\ns L t1\ns R t2\nt1 L u1\nt1 R u2\n\
                t2 L u3\nt2 R u4\nu1 L e\nu1 R f\nu2 L g\nu2 R h\nu3 L i\nu3 R j\nu4 L k\nu4 R l\n\"\"\"\n\
                evaluation: \"\"\"\ne 6\nf 8\ng 7\nh 9\ni 5\nj 1\nk 9\nl 9\n\"\"\"\n";
    let folder = Folder::with("ghosts.test", file);
    let found = result(&[folder.path().join("ghosts.test").to_str().unwrap()]);
    assert_eq!(found["movers"], serde_json::json!(["max", "min", "min"]));
    assert_eq!((found["best"].as_str(), found["pv"].as_array().unwrap().len()), (Some("t1"), 3));
    assert_eq!(found["pruned"], serde_json::json!(["j", "k", "l"]));
}

#[test]
fn words_before_lists_say_who_moves() {
    let page = says(&["explain", "min((2 3) (5 9) (0 1))", "--style", "upright"]);
    let is_root = |line: &str| line.starts_with("MIN ") && line.ends_with(" v 1");
    assert!(page.contains("MIN moves first") && page.lines().any(is_root), "{page}");
    assert_eq!(
        (row(&page, "Best line").as_deref(), row(&page, "Pruned").as_deref()),
        (Some("C C2 1 (marked * below)"), Some("B2"))
    );
    let page = says(&["explain", "max(min(min(2 4) min(1 7)) min(min(0 9) min(5 6)))"]);
    assert_eq!(row(&page, "Pruned").as_deref(), Some("B1b B2a B2b"), "{page}");
    // The same tree, written as a lesson.
    let lesson = says(&["lessons", "new", "min((2 3) (5 9) (0 1))"]);
    assert!(lesson.contains("\"movers\": [\"min\",\"max\"]"), "{lesson}");
    assert_eq!(result(&[&lesson, "--order", "none"])["pruned"], serde_json::json!(["B2"]));
}

/// A lesson made from a typed tree is searched like the tree, also if a leaf is beside inner nodes.
#[test]
fn a_lesson_of_a_tree_tries_moves_in_the_same_order() {
    for (tree, has_order) in [
        ("((3 12) 7 (2 4))", true),
        ("(3 9 (4 5))", true),
        ("(((1 2) 5) ((3 4) (9 7)))", true),
        ("((3 12) (2 4))", false),
    ] {
        let lesson = says(&["lessons", "new", tree]);
        assert_eq!(lesson.contains("\"order\": \"none\""), has_order, "{lesson}");
        assert_eq!(result(&[&lesson])["pruned"], result(&[tree])["pruned"], "{tree}");
    }
    let lesson = says(&["lessons", "new", "(3 9 (4 5))"]);
    // The note is about this search.
    let page = says(&["explain", &lesson.replacen("\"order\"", "\"note\": \"Look.\", \"order\"", 1)]);
    assert!(page.contains("\n\nLook.\n") && !page.contains("unchanged lesson"), "{page}");
    let lesson = lesson.replace("\"none\"", "\"sideways\"");
    let error = failed(plywood(&["explain", &lesson]).output().unwrap());
    assert!(error.contains("`order`: unknown move order `sideways`"), "{error}");
}

/// The last line of the error says how to search a tree with several unknown leaves. A table of cases has room for one
/// letter, and a leaf written as `?` cannot be its letter.
#[test]
fn of_several_unknown_leaves_all_but_one_need_a_value() {
    for (tree, hint) in [
        ("((3 x) (y 6))", "give values to all but one of x, y: --set x=3"),
        ("((3 x) (? 6))", "give it a value: --set x=3"),
    ] {
        let error = failed(plywood(&["explain", tree]).output().unwrap());
        assert_eq!(error.lines().last().map(str::trim), Some(hint), "{error}");
    }
}

#[test]
fn an_unknown_leaf_gets_its_value_by_a_capital_letter_too() {
    let tail =
        |set: &str| says(&["explain", "((5 X) (2 6))", "--set", set]).split_once("MAX picks").unwrap().1.to_owned();
    assert_eq!(tail("X=3"), tail("x=3"));
    assert_ne!(tail("X=7"), tail("x=3"));
}

#[test]
fn a_chance_node_is_worth_the_mean_and_the_page_shows_the_sum() {
    let page = says(&["explain", "max(chance(0.4: min(6 10) 0.6: min(3 9)) chance(8 1))", "--style", "upright"]);
    assert_eq!(row(&page, "Best line").as_deref(), Some("B 4.5 on average (marked * below)"), "{page}");
    for part in [
        "At A: 0.4 * 6.0 + 0.6 * 3.0 = 4.2",
        "At B: (8.0 + 1.0) / 2 = 4.5",
        "CHANCE",
        "chance node passes no bounds down",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(row(&page, "Checked").is_none(), "{page}");
    let key = says(&["exercise", "sheet", "max(chance(8 1) 2)", "--key"]);
    let why = "none\n   (by the rule in the question, a chance node passes no bounds down)\n";
    assert!(key.contains(why), "{key}");
    // Every value is exact.
    for (tree, value) in [
        ("max(avg(10 8 3) avg(2 15 7) avg(6 5 4))", "B 8 on average"),
        ("max(avg(9 5 5) avg(1 1 1))", "A 19/3 on average"),
        ("max(chance(1/3: 8 2/3: 7.5) 2)", "A 23/3 on average"),
        ("max(exp(40%: 1 60%: 2) avg(1 1))", "A 1.6 on average"),
        ("max(CHANCE(-1 -1 -2) avg(-5 -5))", "A -4/3 on average"),
    ] {
        let page = says(&["explain", tree]);
        assert!(row(&page, "Best line").is_some_and(|row| row.starts_with(value)), "{tree}: {page}");
    }
    // At a chance node there is no reply and no continuation of the line.
    let page = says(&["explain", "max(avg(10 8 3) avg(2 15 7) avg(6 5 4))", "--leaves", "..10", "--why", "C"]);
    assert!(!page.contains("answers") && !page.contains("continuation"), "{page}");
    let worth = row(&page, "This move is worth");
    assert!(worth.is_some_and(|said| said.starts_with("7 or less: chance picks a move there")), "{page}");
    let page = says(&["explain", "chance(0.5: 3 0.5: 4)"]);
    assert!(row(&page, "Value").is_some_and(|row| row.starts_with("3.5 on average")), "{page}");
    for (tree, words) in [
        ("max(chance(0.5:2 0.4:3) chance(5 9))", "the probabilities add up to 9/10, not to 1"),
        ("max(chance(0.5:2 3) chance(5 9))", "some moves here have a probability, others none"),
        ("max(chance(0:2 1:3) chance(5 9))", "is not a probability"),
        ("max(chance(2 3) min(5 9))", "all nodes of a ply belong to one player"),
    ] {
        let found = plywood(&["explain", tree]).output().unwrap();
        let message = String::from_utf8(found.stderr).unwrap();
        assert!(!found.status.success() && message.contains(words), "{tree}: {message}");
    }
    for arguments in [&["-a", "pvs"][..], &["--with", "tt"], &["--order", "best"]] {
        let found = plywood(&[&["explain", "max(avg(1 2) avg(3 4))"], arguments].concat()).output().unwrap();
        assert!(String::from_utf8(found.stderr).unwrap().contains("chance nodes"), "{arguments:?}");
    }
}

/// A move that reaches the end of the range is best, although it causes a cutoff.
#[test]
fn the_best_line_goes_through_a_move_that_reaches_the_end_of_the_range() {
    for (tree, line) in [
        ("((3 0 5) (0 3))", "A A2 0 (marked * below)"),
        ("((0 5) (0 3))", "A A1 0 (marked * below)"),
        ("(3 10 4)", "B 10 (marked * below)"),
        ("max(max(10 3) 4)", "A A1 10 (marked * below)"),
        ("min((10 3) (10 10))", "A A1 10 (marked * below)"),
        ("min(3 (1 2) 0)", "C 0 (marked * below)"),
    ] {
        for options in
            [&[][..], &["--fail", "hard"], &["--cut", "gt"], &["--with", "iterative"], &["--with", "killers"]]
        {
            if options == ["--cut", "gt"] && tree.starts_with("min((") {
                continue;
            }
            let page = says(&[&["explain", tree, "--leaves", "0..10"], options].concat());
            let found = row(&page, "Best line").unwrap();
            assert!(found.starts_with(line.split(" (").next().unwrap()), "{tree} {options:?}: {page}");
            assert_eq!(row(&page, "Checked"), None, "{tree} {options:?}: {page}");
        }
    }
    let scan = says(&["explain", "((3 0 5) (0 3))", "--leaves", "0..10", "--pv-scan=all"]);
    assert!(scan.contains("Read from the end, the arrows give the best line: A A2."), "{scan}");
    let code = says(&["explain", "((3 0 5) (0 3))", "--leaves", "0..10", "--code"]);
    assert!(code.contains("if s >= most: pv = the move, then the pv below it"), "{code}");
    let beyond = says(&["explain", "(12 3)", "--leaves", "0..10", "--fail", "hard"]);
    assert_eq!(
        row(&beyond, "Checked").as_deref(),
        Some("no: the leaf A is worth 12, outside the range of leaf values")
    );
    // The window opens only once.
    for fail in ["soft", "hard"] {
        let aspiration = ["explain", "((3 0 5) (0 3))", "--leaves", "0..10", "--with", "iterative,aspiration"];
        let page = says(&[&aspiration[..], &["--fail", fail]].concat());
        assert!(row(&page, "Best line").unwrap().starts_with("A A2 0"), "{page}");
    }
}

/// In the first iterations, inner nodes stand in for their leaves. 0 is outside these ranges, so they cannot be worth
/// 0.
#[test]
fn searches_with_a_range_of_leaves_are_not_called_wrong() {
    let folder = Folder::new();
    for (tree, options) in [
        ("min(max(min(-6 -3 -6)))", ["--leaves", "..-3", "--with", "iterative", "--order", "right-to-left"]),
        ("max(chance(2 4) chance(8 2))", ["--leaves", "2..", "--with", "iterative", "--order", "none"]),
        (
            "min(chance(0.5:max(-3 1 4) 0.5:max(3 -5)) chance(0.9:max(-4 -2 4) 0.1:max(4 -2 2)))",
            ["--leaves", "-7..", "--fail", "soft", "--order", "none"],
        ),
    ] {
        let trace = says(&[&["explain", tree, "--format", "jsonl"], &options[..]].concat());
        folder.write("trace.jsonl", &trace);
        output(&mut folder.plywood(&["verify", "trace.jsonl"]));
    }
}

#[test]
fn the_range_of_leaves_cuts_at_every_node() {
    // CS 188, discussion 4: with leaves of at most 10, exactly the last one is skipped.
    let page = says(&["explain", "max(avg(10 8 3) avg(2 15 7) avg(6 5 4))", "--leaves", "..10", "--style", "upright"]);
    assert_eq!(row(&page, "Pruned").as_deref(), Some("C3"), "{page}");
    assert!(page.contains("At C: (6 + 5 + at most 10) / 3 = 7, <= alpha 8: alpha cutoff, skips 1"), "{page}");
    let page = says(&["explain", "((10 10) (3 4))", "--leaves", "0..10"]);
    assert_eq!(row(&page, "Pruned").as_deref(), Some("B1 B2"), "{page}");
    assert_eq!(
        row(&page, "Checked").as_deref(),
        Some("no: at A an end of the range of leaf values decides the score"),
        "{page}"
    );
    assert!(page.contains(">= 10 (range)") && !page.contains("(no move)"), "{page}");
    // With a range of leaf values or with chance nodes, the minimum number of leaves is meaningless.
    for arguments in [
        &["explain", "((10 10) (3 4))", "--leaves", "0..10"][..],
        &["explain", "max(avg(1 2) avg(3 4))"],
        &["compare", "max(avg(1 2) avg(3 4))"],
    ] {
        let page = says(arguments);
        assert!(!["perfect ordering", "Knuth", "minimum"].iter().any(|word| page.contains(word)), "{page}");
    }
    let page = says(&["explain", "((10 10) (3 4))", "--leaves", "0..10", "--cut", "gt"]);
    assert_eq!(row(&page, "Pruned").as_deref(), Some("B2"), "{page}");
    let page = says(&["explain", "max(avg(10 8 3) avg(2 15 7) avg(6 5 4))", "--leaves", "..10"]);
    assert!(page.contains("B2 is 15, though"), "{page}");
    for text in ["", "..", "10..0", "x..1", "5"] {
        let found = plywood(&["explain", "((1 2) (3 4))", "--leaves", text]).output().unwrap();
        assert!(found.status.code() == Some(2), "{text}");
    }
    for (text, hint) in [
        ("0...10", "write two dots between the lowest and the highest leaf value: 0..10 or 0..0.10"),
        ("10..0", "the lowest leaf value comes first: 0..10"),
        ("inf..3", "expected the lowest and highest leaf value, such as 0..10, ..10 or 0.."),
    ] {
        let found = failed(plywood(&["explain", "((1 2) (3 4))", "--leaves", text]).output().unwrap());
        assert!(found.contains(hint), "{text}: {found}");
    }
    for (open, same) in [("-inf..10", "..10"), ("0..inf", "0.."), ("0..+inf", "0..")] {
        let page = |leaves: &str| says(&["explain", "((3 4) (10 9))", "--leaves", leaves]);
        assert_eq!(page(open), page(same), "{open}");
    }
    // A bound that equals an end of the range of leaf values is exact, because no score lies beyond it.
    let page = says(&["explain", "leaf-range", "--style", "upright"]);
    assert!(page.contains("At the root: C is at least 10.0, >= 10.0 (range)"), "{page}");
    for order in ["random:7", "right-to-left"] {
        // The children of chance nodes are put in order, too.
        let page = says(&["verify", "leaf-range", "--order", order]);
        assert!(page.contains("claims; none is wrong"), "{order}: {page}");
    }
    for tree in ["((0 5) (3 4))", "((3 4) (10 1) (2 2))", "min((10 1) (3 4))", "chance(max(min(0 2) min(0 7)) 5)"] {
        for options in [&[][..], &["--fail", "hard"]] {
            let page = says(&[&["verify", tree, "--leaves", "0..10"], options].concat());
            assert!(page.contains("claims; none is wrong") && page.contains("nothing is wrong"), "{tree}: {page}");
        }
    }
    // The guess before the first pass is 0, which is outside this range.
    for tree in ["max(min(-9 -4) -5)", "min(-9 -4)"] {
        let page = says(&["verify", tree, "--leaves", "..-3", "--with", "iterative,aspiration", "--fail", "hard"]);
        assert!(page.contains("claims; none is wrong") && page.contains("nothing is wrong"), "{tree}: {page}");
    }
    // At an end of the range, a null window is empty: MTD(f) would test the same bound forever.
    for algorithm in ["pvs", "mtdf"] {
        let found = plywood(&["explain", "((0 5) (10 10))", "--leaves", "0..10", "-a", algorithm]).output().unwrap();
        let message = String::from_utf8(found.stderr).unwrap();
        let expected = format!("{algorithm} does not use the range of leaf values (--leaves); use alpha-beta");
        assert!(message.contains(&expected), "{message}");
    }
    let found = plywood(&["explain", "sargon-1", "--leaves", "0..10"]).output().unwrap();
    assert!(String::from_utf8(found.stderr).unwrap().contains("--leaves is for trees without a board"));
}

#[test]
fn an_unknown_leaf_has_a_table_of_cases() {
    let cases = |arguments: &[&str]| {
        let found = result(arguments);
        let list = found["cases"].as_array().unwrap().clone();
        assert!(list[0]["from"].is_null() && list.last().unwrap()["to"].is_null(), "{found}");
        let text = |case: &Value| {
            let names = |case: &Value| {
                case["pruned"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|name| name.as_str().unwrap().to_owned())
                    .collect::<Vec<_>>()
            };
            format!(
                "{}{} {}{} {}x+{} {} {}",
                case["from"],
                if case["from_included"] == true { "=" } else { "" },
                case["to"],
                if case["to_included"] == true { "=" } else { "" },
                case["value"]["slope"],
                case["value"]["constant"],
                case["best"].as_str().unwrap(),
                names(case).join(",")
            )
        };
        list.iter().map(text).collect::<Vec<_>>()
    };
    assert_eq!(cases(&["((5 x) (2 6))"]), ["null 2 0x+2 B ", "2= 5 1x+0 A B2", "5= null 0x+5 A B2"]);
    assert_eq!(
        cases(&["((5 x) (2 6))", "--cut", "gt"]),
        ["null 2 0x+2 B ", "2= 2= 0x+2 A ", "2 5 1x+0 A B2", "5= null 0x+5 A B2"]
    );
    // A course publishes the first limit: x < 24.
    let chance = "min(max(avg(50 20) avg(50 30)) max(avg(25 35) avg(x 36 30)))";
    assert_eq!(cases(&[chance]), ["null 24 0x+30 B ", "24= 54 \"1/3\"x+22 B ", "54= null 0x+40 A "]);
    let page = says(&["explain", chance]);
    assert!(page.contains("24 <= x < 54  (x + 66) / 3  B"), "{page}");
    let page = says(&["explain", "((5 x) (2 6))"]);
    assert!(page.contains("B2 is pruned if and only if x >= 2 (--cut gt: x > 2)."), "{page}");
    assert!(page.contains("2 <= x < 5  x      A     B2"), "{page}");
    // If the letter has a value, the tree is an ordinary tree; several leaves may have the same letter.
    assert_eq!(result(&["((5 x) (2 6))", "--set", "x=3"])["score"].as_f64(), Some(3.0));
    assert_eq!(result(&["((5 x) (2 6))", "--set", "A2=3"])["score"].as_f64(), Some(3.0));
    assert_eq!(cases(&["((5 x) (x 6))"]), ["null 5= 1x+0 A B2", "5 6 1x+0 B ", "6= null 0x+6 B "]);
}

#[test]
fn unknown_leaves_are_allowed_where_the_search_does_not_read_them() {
    let tree = "((3 12 8) (2 x y) (14 5 2))";
    let page = says(&["explain", tree]);
    assert_eq!(
        (row(&page, "Pruned").as_deref(), row(&page, "Best line").as_deref()),
        (Some("B2 B3"), Some("A A1 3 (marked * below)"))
    );
    assert!(says(&["verify", tree]).contains("nothing is wrong"));
    assert_eq!(row(&says(&["explain", "((3 12 8) (2 ? ?) (14 5 2))"]), "Pruned").as_deref(), Some("B2 B3"));
    for (arguments, words) in [
        (
            &["((3 12 8) (4 ? 6) (14 5 2))"][..],
            "the search reads the unknown leaf B2: B1 is 4, which is not <= the 3 of A",
        ),
        (&["((5 x) (2 y))"], "the search reads x (at A2): A1 is 5, and MAX has no other move yet"),
        (&["((x 5) (2 y))"], "the search reads x (at A1): it is the first move at A"),
        (&["((3 12) (2 x) (y 1))", "-a", "minimax"], "the search reads x (at B2): minimax reads every leaf"),
        (&["((3 12) (2 x))", "-a", "pvs"], "--set x=3"),
    ] {
        let found = plywood(&[&["explain"], arguments].concat()).output().unwrap();
        let message = String::from_utf8(found.stderr).unwrap();
        assert!(!found.status.success() && message.contains(words), "{arguments:?}: {message}");
    }
    // Other commands need a number.
    for command in ["verify", "compare"] {
        let found = plywood(&[command, "((5 x) (2 6))"]).output().unwrap();
        let message = String::from_utf8(found.stderr).unwrap();
        assert!(!found.status.success() && message.contains("--set x=3"), "{command}: {message}");
    }
    for arguments in [&["--log"][..], &["--format", "svg"], &["--with", "tt"], &["--order", "best"], &["--step", "2"]] {
        let found = plywood(&[&["explain", "((5 x) (2 6))"], arguments].concat()).output().unwrap();
        let message = String::from_utf8(found.stderr).unwrap();
        assert!(!found.status.success() && found.stdout.is_empty() && !message.is_empty(), "{arguments:?}");
    }
}

#[test]
fn pictures_of_chance_nodes_have_circles_and_weights_and_are_read_back() {
    let tree = "max(chance(0.4: min(6 10) 1/3: min(3 9) 4/15: 5) chance(8 1 1))";
    let value = result(&[tree])["score"].clone();
    let folder = Folder::new();
    for (format, circle, weight) in [("dot", "shape=circle", "label=\"1/3\""), ("mermaid", "((\"", "|1/3|")] {
        let picture = says(&["explain", tree, "--format", format]);
        assert!(picture.contains(circle) && picture.contains(weight), "{picture}");
        folder.write(format, &picture);
        let read = result(&[folder.path().join(format).to_str().unwrap()]);
        assert_eq!(
            (&read["score"], &read["movers"]),
            (&value, &serde_json::json!(["max", "chance", "min"])),
            "{picture}"
        );
    }
    for (format, circle) in [("svg", "<circle"), ("tikz", "circle[radius")] {
        let picture = says(&["explain", tree, "--format", format, "--style", "upright"]);
        assert!(picture.contains(circle) && picture.contains("1/3"), "{picture}");
    }
    // If all nodes are circles, the circle has no meaning.
    let circles = "digraph { node [shape=circle]; A -> B; A -> C; A [shape=circle]; B [label=3]; C [label=5] }";
    assert_eq!(result(&[circles])["score"].as_f64(), Some(5.0));
}

#[test]
fn a_sheet_may_begin_with_min_or_say_why_it_cannot() {
    let folder = Folder::new();
    let new = output(&mut plywood(&["exercise", "new", "min((2 3) (5 9) (0 1))"]));
    folder.write("min.json", new);
    let file = folder.path().join("min.json");
    let sheet = says(&["exercise", "sheet", file.to_str().unwrap()]);
    assert!(sheet.contains("MIN"), "{sheet}");
    for tree in ["max(avg(1 2) avg(3 4))", "((5 x) (2 6))"] {
        let found = plywood(&["exercise", "new", tree]).output().unwrap();
        let message = String::from_utf8(found.stderr).unwrap();
        assert!(
            !found.status.success() && !message.contains("panicked") && message.starts_with("plywood: "),
            "{tree}: {message}"
        );
    }
}

#[test]
fn a_sheet_of_an_unknown_leaf_asks_for_the_condition_and_the_key_gives_it() {
    for subject in ["((5 x) (2 6))", "unknown-leaf"] {
        let (sheet, key) = (says(&["exercise", "sheet", subject]), says(&["exercise", "sheet", "--key", subject]));
        assert!(
            sheet.contains("Which leaves does it skip, and for which values of x?") && sheet.contains("x   2   6"),
            "{sheet}"
        );
        assert!(!sheet.contains(">= 2"), "the sheet gives nothing away: {sheet}");
        assert!(key.contains("B2 is pruned if and only if x >= 2 (if a tie causes no cutoff: x > 2)."), "{key}");
        assert!(key.contains("x < 2: B 2; 2 <= x < 5: A x; 5 <= x: A 5"), "{key}");
    }
    let key = says(&["exercise", "sheet", "--key", "((3 12 8) (2 ? ?) (14 5 2))"]);
    assert!(key.contains("B2 B3\n") && key.contains("never reads these leaves"), "{key}");
}

#[test]
fn a_sheet_of_chance_nodes_asks_for_values_and_the_key_has_reasons() {
    let tree = "max(chance(0.4: min(6 10) 0.6: min(3 9)) chance(8 1))";
    let (sheet, key) = (says(&["exercise", "sheet", tree]), says(&["exercise", "sheet", "--key", tree]));
    assert!(
        sheet.contains("0.4       0.6") && sheet.contains("A1        ________") && !sheet.contains("4.2"),
        "{sheet}"
    );
    for line in
        ["A         4.2    0.4 * 6.0 + 0.6 * 3.0", "B         4.5    (8.0 + 1.0) / 2", "the root  4.5    max(4.2, 4.5)"]
    {
        assert!(key.contains(line), "{line}: {key}");
    }
    let key = says(&["exercise", "sheet", "--key", "leaf-range"]);
    assert!(key.contains("B2 D1 D2\n") && key.contains("<= alpha 8.0: alpha cutoff, skips 1"), "{key}");
    // Thirds are exact.
    let key = says(&["exercise", "sheet", "--key", "chance(1/3: 5 2/3: min(3 8))"]);
    assert!(key.contains("11/3   1/3 * 5 + 2/3 * 3"), "{key}");
    let found = plywood(&["exercise", "sheet", tree, "--format", "moodle-xml"]).output().unwrap();
    let message = String::from_utf8(found.stderr).unwrap();
    assert!(!found.status.success() && message.contains("text, markdown, html or tex, not moodle-xml"), "{message}");
}

/// The table has no header with the factor of the scores, so its scores are those of the tree.
#[test]
fn a_table_of_events_has_the_scores_of_the_tree_even_with_thirds() {
    let csv = says(&["explain", "chance(1/3: 5 2/3: min(3 8))", "--format", "csv"]);
    let heads: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    let at = |name: &str| heads.iter().position(|head| *head == name).unwrap();
    let of = |event: &str, path: &str| -> Vec<String> {
        let is_one = |row: &&Vec<&str>| row[at("event")] == event && row[at("path")] == path;
        let rows = csv.lines().map(|line| line.split(',').collect::<Vec<_>>()).collect::<Vec<_>>();
        rows.iter().filter(is_one).map(|row| row[at("score")].trim_start_matches('-').to_owned()).collect()
    };
    assert_eq!(of("judged", "A"), ["5.0"], "{csv}");
    assert_eq!(of("judged", "B"), ["3.0"], "{csv}");
    let root: f64 = of("leave", "")[0].parse().unwrap();
    assert!((root - 11.0 / 3.0).abs() < 1e-12, "{csv}");
}

#[test]
fn sheets_that_are_not_graded_have_every_page_format() {
    let trees = ["((5 x) (2 6))", "max(chance(1 2) chance(3 4))"];
    for tree in trees {
        for format in ["markdown", "html", "tex"] {
            let page = says(&["exercise", "sheet", tree, "--key", "--format", format]);
            assert!(page.contains("pruned") || page.contains("3.5"), "{tree} {format}: {page}");
        }
    }
}

#[test]
fn a_lesson_with_an_unknown_leaf_shows_its_cases_note_and_answer() {
    snapshot("explain@unknown-leaf.json", &says(&["explain", "unknown-leaf", "--answers"]));
}

/// Regression: a move that was not searched to its end may tie, but only for some values of an unknown leaf.
#[test]
fn a_tie_that_depends_on_an_unknown_leaf_is_not_claimed() {
    for (tree, ties) in [
        ("((3 12) (2 ?) (3 4))", Some("C (3)")),
        ("((3 12) (3 ?) (3 4))", None),
        ("((3 12) (3 x) (2 y))", None),
        ("((3 12) (2 x) (2 y))", None),
        ("min((3 1) (3 ?) (2 3))", None),
        ("min((3 1) (4 ?) (2 3))", Some("C (3)")),
    ] {
        let page = says(&["explain", tree]);
        assert_eq!(row(&page, "Also best").as_deref(), ties, "{tree}: {page}");
    }
    assert!(result(&["((3 12) (3 ?) (3 4))"]).get("also_best").is_none());
}

#[test]
fn what_cannot_show_chance_nodes_says_so() {
    let found = plywood(&["explain", "dice-race", "--style", "sargon"]).output().unwrap();
    let message = String::from_utf8(found.stderr).unwrap();
    assert!(!found.status.success() && message.contains("this one has chance nodes"), "{message}");
    let page = says(&["compare", "leaf-range"]);
    assert!(page.contains("Not run: pvs: pvs does not use the range of leaf values"), "{page}");
}

/// Regression: bounds that no leaf can reach were shown as thresholds, and rounded.
#[test]
fn a_bound_beyond_the_range_is_none() {
    let tree = "max(chance(0.4: min(6 10) 0.6: min(3 9)) chance(8 1) chance(2 3))";
    let page = says(&["explain", tree, "--leaves", "0..10"]);
    assert!(!page.contains("25") && !page.contains("12.667") && page.contains("4.2 "), "{page}");
    let step = says(&["explain", "leaf-range", "--step", "4"]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(step.contains("Whatever the rest") && step.contains("B does not exceed alpha"), "{step}");
}

/// The amounts that the moves of a chance node add to its mean are exact, and their sum is its value.
#[test]
fn what_drawn_moves_add_is_exact() {
    for (tree, adds) in [
        ("max(chance(9 9) chance(0.5: 0 0.3: 1 0.2: 2))", &["4.5", "4.5", "0.0", "0.3", "0.4"][..]),
        ("max(chance(0.5: 0.3 0.5: 0.7) 0.4)", &["0.15", "0.35"]),
        ("max(chance(1/3: 1 2/3: 2) chance(0.001 0))", &["1/3", "4/3", "1/2000", "0"]),
        ("max(chance(-9 2) chance(1 2))", &["-4.5", "1.0", "0.5", "1.0"]),
    ] {
        let page = says(&["explain", tree]);
        let found: Vec<&str> =
            page.split(" adds ").skip(1).map(|rest| rest.split_whitespace().next().unwrap()).collect();
        assert_eq!(found, adds, "{page}");
    }
}

/// The range of leaf values plays no part in the bound of a move that is drawn last; its bound comes from the mean.
#[test]
fn a_bound_from_the_mean_is_not_named_after_the_range() {
    let tree = "min(5 chance(3 max(8 1)))";
    let page = says(&["explain", tree, "--leaves", "0..10", "--why", "B B2 B2a"]);
    assert!(page.contains("the mean of the chance node above") && !page.contains("what a leaf can be worth"), "{page}");
    let page = says(&["explain", tree, "--leaves", "0..10"]);
    assert!(page.contains("(mean)") && !page.contains("(range)"), "{page}");
    let page = says(&["explain", tree, "--leaves", "0..10", "--why", "B B2"]);
    assert!(page.contains("This move is worth") && !page.contains("CHANCE then gets"), "{page}");
    // An end of the range still has its name.
    let page = says(&["explain", "max(10 chance(3 max(8 1)))", "--leaves", "0..10"]);
    assert!(page.contains("(range)") && !page.contains("(mean)"), "{page}");
}

/// Chance nodes follow the order, too: read from right to left, no leaf of this tree can be skipped.
#[test]
fn drawn_moves_are_tried_in_the_order_that_is_asked_for() {
    let tree = "min(chance(10 7 6) chance(0 5 10) chance(10 4))";
    let mirrored = "min(chance(4 10) chance(10 5 0) chance(6 7 10))";
    for leaves in [&[][..], &["--leaves", "0..10"]] {
        let reversed = result(&[&[tree, "--order", "right-to-left"], leaves].concat());
        let listed = result(&[&[mirrored], leaves].concat());
        assert_eq!(reversed["pruned"].as_array().unwrap().len(), listed["pruned"].as_array().unwrap().len());
        assert_eq!(reversed["score"], listed["score"]);
    }
    let log = says(&["explain", tree, "--leaves", "0..10", "--order", "right-to-left", "--log"]);
    assert!(log.contains("order: C2, C1\n"), "{log}");
}
