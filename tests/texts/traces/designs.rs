//! Engines that break a rule by design: the name of the rule can be ignored without hiding a bug of another kind.

use super::foreign::{said, verified};
use crate::support::plywood;
use plywood::verify::Rule;
use serde_json::{Value, json};

/// A search of one ply with quiescence: White gives check, Black tries these moves in quiescence. Legal are Bxa8
/// (c6a8), the only capture, Be8 (c6e8) and Kh7 (g8h7).
fn in_check(tried: &[&str], more: &[Value]) -> String {
    let open = json!({ "alpha": "-inf", "beta": "+inf" });
    let mut events = vec![
        json!({ "format": "plywood-trace", "version": 1, "fen": "6k1/5pp1/2b5/8/8/8/8/R5K1 w - - 0 1", "depth": 1,
                "algorithm": "mine", "order": "mine", "evaluation": "mine", "restricted": [[]], "techniques": ["quiescence"] }),
        json!({ "event": "root", "score": 0 }),
        json!({ "event": "enter", "line": [], "depth": 1, "window": open, "moves": ["a1a8"] }),
        json!({ "event": "created", "line": ["a1a8"] }),
        json!({ "event": "enter", "line": ["a1a8"], "depth": 0, "window": open, "moves": tried }),
    ];
    events.extend_from_slice(more);
    let (mut best, stands) = (f64::NEG_INFINITY, !more.is_empty());
    if stands {
        best = 0.5;
    }
    for (at, mv) in tried.iter().enumerate() {
        let (line, score) = (json!(["a1a8", mv]), 4.0 - at as f64);
        let alpha = if best.is_finite() { json!(best) } else { json!("-inf") };
        let verdict = if best < score { "best" } else { "not_best" };
        events.push(json!({ "event": "created", "line": line, "score": score }));
        events.push(json!({ "event": "judged", "line": line, "score": score, "bound": "exact", "leaf": "horizon",
                            "window": { "alpha": alpha, "beta": "+inf" }, "verdict": verdict }));
        best = best.max(score);
    }
    events.extend([
        json!({ "event": "leave", "line": ["a1a8"], "score": best, "bound": "exact" }),
        json!({ "event": "judged", "line": ["a1a8"], "score": -best, "bound": "exact", "window": open, "verdict": "best" }),
        json!({ "event": "leave", "line": [], "score": -best, "bound": "exact" }),
        json!({ "event": "result", "complete": true }),
    ]);
    events.iter().map(|event| format!("{event}\n")).collect()
}

#[track_caller]
fn found(text: &str) -> Vec<Rule> {
    verified(text).audit.findings.iter().map(|finding| finding.rule).collect()
}

fn stands(score: f64) -> Value {
    json!({ "event": "stand_pat", "line": ["a1a8"], "score": score, "window": { "alpha": "-inf", "beta": "+inf" }, "verdict": "best" })
}

#[test]
fn captures_alone_in_check_have_a_rule_of_their_own() {
    let all = verified(&in_check(&["c6a8", "c6e8", "g8h7"], &[]));
    assert!(all.passes(), "{}", said(&all));
    let report = verified(&in_check(&["c6a8"], &[]));
    assert_eq!(report.audit.findings[0].rule, Rule::MovesInCheck, "{}", said(&report));
    let page = said(&report);
    assert!(page.contains("(moves-in-check)") && page.contains("Kh7"), "{page}");
    let words: Vec<&str> = page.split_whitespace().collect();
    assert!(words.join(" ").contains("by design, use --ignore moves-in-check,stand-pat-in-check."), "{page}");
}

#[test]
fn a_side_in_check_that_stands_pat_has_a_rule_of_its_own() {
    let both = found(&in_check(&["c6a8"], &[stands(0.5)]));
    assert_eq!(both, [Rule::MovesInCheck, Rule::StandPatInCheck]);
}

/// What ignoring the design must not hide: a forgotten capture or a single forgotten move, an illegal move, and a wrong
/// score of standing pat.
#[test]
fn a_bug_in_check_is_not_taken_for_the_design() {
    for tried in [&["c6e8", "g8h7"][..], &["c6a8", "g8h7"], &["c6a8", "g8f8"], &["c6b5"]] {
        assert_eq!(found(&in_check(tried, &[])).first(), Some(&Rule::Moves), "{tried:?}");
    }
    let text = in_check(&["c6a8"], &[stands(0.5)])
        .replace("\"created\",\"line\":[\"a1a8\"]", "\"created\",\"line\":[\"a1a8\"],\"score\":-0.25");
    assert!(found(&text).contains(&Rule::StandPat), "{:?}", found(&text));
}

/// The name of the whole rule goes on covering its part; the name of the part covers nothing else.
#[test]
fn ignoring_the_part_does_not_ignore_the_whole() {
    let run = |text: &str, ignored: &str| {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("t.jsonl"), text).unwrap();
        let done = plywood(&["verify", "t.jsonl", "--ignore", ignored]).current_dir(folder.path()).output().unwrap();
        (done.status.code().unwrap(), String::from_utf8(done.stdout).unwrap())
    };
    let design = in_check(&["c6a8"], &[stands(0.5)]);
    for names in ["moves-in-check,stand-pat-in-check", "moves,stand-pat"] {
        let (code, page) = run(&design, names);
        assert!(code == 0 && page.contains("ignored 1 finding."), "{names}: {page}");
    }
    assert_eq!(run(&design, "moves-in-check").0, 1);
    let bug = in_check(&["g8h7"], &[]);
    assert_eq!(run(&bug, "moves-in-check,stand-pat-in-check").0, 1);
    assert_eq!(run(&bug, "moves").0, 0);
}

/// The lines of a trace without a board.
fn lines(techniques: &[&str], depth: u32, events: &[Value]) -> String {
    let header = json!({ "format": "plywood-trace", "version": 1, "depth": depth, "algorithm": "mine", "order": "mine",
                         "techniques": techniques });
    let ends = [json!({ "event": "result", "complete": true })];
    let all = [header, json!({ "event": "root", "score": 0 })];
    all.iter().chain(events).chain(&ends).map(|event| format!("{event}\n")).collect()
}

fn window(alpha: Value, beta: Value) -> Value {
    json!({ "alpha": alpha, "beta": beta })
}

/// Delta raises the score that a node returns, and another rule of the same engine skips moves without an estimate.
#[test]
fn an_engine_may_count_the_estimates_of_some_rules_only() {
    let open = || window(json!("-inf"), json!("+inf"));
    let (of_y, of_p) = (window(json!("-inf"), json!(0)), window(json!(0), json!("+inf")));
    let trace = |returned: f64| {
        lines(
            &["futility", "see"],
            3,
            &[
                json!({ "event": "enter", "line": [], "depth": 3, "window": open(), "moves": ["x", "y"] }),
                json!({ "event": "created", "line": ["x"] }),
                json!({ "event": "judged", "line": ["x"], "score": 0, "bound": "exact", "leaf": "other", "window": open(), "verdict": "best" }),
                json!({ "event": "created", "line": ["y"] }),
                json!({ "event": "enter", "line": ["y"], "depth": 2, "window": of_y, "moves": ["p"] }),
                json!({ "event": "created", "line": ["y", "p"] }),
                json!({ "event": "enter", "line": ["y", "p"], "depth": 1, "window": of_p, "moves": ["a", "b", "c"] }),
                json!({ "event": "created", "line": ["y", "p", "a"] }),
                json!({ "event": "judged", "line": ["y", "p", "a"], "score": -5, "bound": "exact", "leaf": "horizon", "window": of_p, "verdict": "not_best" }),
                json!({ "event": "pruned", "line": ["y", "p", "b"], "reason": "futility", "score": -2, "window": of_p }),
                json!({ "event": "pruned", "line": ["y", "p", "c"], "reason": "see", "window": of_p }),
                json!({ "event": "leave", "line": ["y", "p"], "score": returned, "bound": "upper" }),
                json!({ "event": "judged", "line": ["y", "p"], "score": -returned, "bound": "lower", "window": of_y, "verdict": "cutoff" }),
                json!({ "event": "leave", "line": ["y"], "score": -returned, "bound": "lower" }),
                json!({ "event": "judged", "line": ["y"], "score": returned, "bound": "upper", "window": of_p, "verdict": "not_best" }),
                json!({ "event": "leave", "line": [], "score": 0, "bound": "exact" }),
            ],
        )
    };
    for returned in [-5.0, -2.0, 0.0] {
        let report = verified(&trace(returned));
        assert!(report.passes(), "{returned}: {}", said(&report));
    }
    for returned in [-6.0, -3.0, -1.0] {
        assert_eq!(found(&trace(returned)).first(), Some(&Rule::NodeScore), "{returned}");
    }
}

/// A leaf beyond the window may get its own score, or the bound of the window. A wrong bound is compared with the one
/// that belongs to the score.
#[test]
fn a_leaf_of_a_fail_hard_engine_may_get_the_bound_of_the_window() {
    let open = || window(json!("-inf"), json!("+inf"));
    let of_b = window(json!("-inf"), json!(-3));
    let trace = |score: f64, bound: &str| {
        lines(
            &[],
            2,
            &[
                json!({ "event": "enter", "line": [], "depth": 2, "window": open(), "moves": ["a", "b"] }),
                json!({ "event": "created", "line": ["a"] }),
                json!({ "event": "judged", "line": ["a"], "score": 3, "bound": "exact", "leaf": "other", "window": open(), "verdict": "best" }),
                json!({ "event": "created", "line": ["b"] }),
                json!({ "event": "enter", "line": ["b"], "depth": 1, "window": of_b, "moves": ["p"] }),
                json!({ "event": "created", "line": ["b", "p"], "score": 5 }),
                json!({ "event": "judged", "line": ["b", "p"], "score": score, "bound": bound, "leaf": "horizon", "window": of_b, "verdict": "cutoff" }),
                json!({ "event": "leave", "line": ["b"], "score": score, "bound": "lower" }),
                json!({ "event": "judged", "line": ["b"], "score": -score, "bound": "upper", "window": window(json!(3), json!("+inf")), "verdict": "not_best" }),
                json!({ "event": "leave", "line": [], "score": 3, "bound": "exact" }),
            ],
        )
    };
    for (score, bound) in [(-3.0, "lower"), (5.0, "exact")] {
        let report = verified(&trace(score, bound));
        assert!(report.passes(), "{score} {bound}: {}", said(&report));
    }
    let of_leaf = |score: f64, bound: &str| {
        let report = verified(&trace(score, bound));
        let findings = report.audit.findings.into_iter().filter(|found| found.rule == Rule::LeafScore);
        findings.map(|found| (found.field, found.follows)).collect::<Vec<_>>()
    };
    let is = "exactly 5.000: its static evaluation";
    let limited = format!("{is}, or >= -3.000: the bound of the window");
    for (score, bound, wrong) in
        [(-3.0, "upper", ("bound", &*limited)), (-3.0, "exact", ("bound", &*limited)), (4.0, "exact", ("score", is))]
    {
        assert_eq!(of_leaf(score, bound), [(wrong.0, wrong.1.to_owned())], "{score} {bound}");
    }
}

/// A table that has only bounds stores an exact score as one of them. The opposite of a bound is still wrong.
#[test]
fn a_table_may_store_an_exact_score_as_a_bound() {
    let open = || window(json!("-inf"), json!("+inf"));
    let of_b = window(json!(-1), json!("+inf"));
    let trace = |is: &str, stored: &str| {
        lines(
            &["tt"],
            2,
            &[
                json!({ "event": "enter", "line": [], "depth": 2, "window": open(), "moves": ["a", "b"] }),
                json!({ "event": "created", "line": ["a"] }),
                json!({ "event": "enter", "line": ["a"], "depth": 1, "window": open(), "moves": ["x"] }),
                json!({ "event": "created", "line": ["a", "x"] }),
                json!({ "event": "judged", "line": ["a", "x"], "score": 1, "bound": is, "leaf": "other", "window": open(), "verdict": "best" }),
                json!({ "event": "leave", "line": ["a"], "score": 1, "bound": is }),
                json!({ "event": "judged", "line": ["a"], "score": -1, "bound": if is == "lower" { "upper" } else { is }, "window": open(), "verdict": "best" }),
                json!({ "event": "created", "line": ["b"] }),
                json!({ "event": "hash", "line": ["b"], "depth": 1, "score": 1, "bound": stored, "visit": 2, "cut": true }),
                json!({ "event": "judged", "line": ["b"], "score": -1, "bound": if stored == "lower" { "upper" } else { stored }, "leaf": "hash", "window": of_b, "verdict": "not_best" }),
                json!({ "event": "leave", "line": [], "score": -1, "bound": "exact" }),
            ],
        )
    };
    let report = verified(&trace("exact", "lower"));
    assert!(report.passes(), "{}", said(&report));
    assert!(found(&trace("lower", "exact")).contains(&Rule::Table));
}

/// A re-search of a leaf may begin at its score or, if the leaf failed hard, at any score that its null window proved.
#[test]
fn a_leaf_may_be_searched_again_from_any_proved_score() {
    let text = include_str!("../../data/foreign/right-leaf-searched-again-from-its-score.jsonl");
    for (beta, is_right) in [(-3.0, true), (-3.001, true), (-4.0, true), (-5.0, true), (-5.001, false), (-2.0, false)] {
        for algorithm in ["negascout", "mine"] {
            let text = text.replace(r#""beta":-5}"#, &format!(r#""beta":{beta}}}"#)).replace("negascout", algorithm);
            let report = verified(&text);
            assert_eq!(report.passes(), is_right, "{algorithm} {beta}: {}", said(&report));
        }
    }
}

/// Some engines raise a reduced depth to 0 before they extend it.
#[test]
fn a_node_reduced_below_zero_and_extended_has_one_of_two_depths() {
    let text = include_str!("../../data/foreign/right-reduced-below-zero-and-extended.jsonl");
    let (before, after) = text.split_once(r#"{"event":"judged","line":["b"]"#).unwrap();
    let of_b = window(json!("-inf"), json!(-3));
    for (depth, is_right) in [(1, true), (0, true), (2, false)] {
        let inner = [
            json!({ "event": "enter", "line": ["b"], "depth": depth, "window": of_b, "moves": ["p"] }),
            json!({ "event": "created", "line": ["b", "p"] }),
            json!({ "event": "judged", "line": ["b", "p"], "score": 1, "bound": "exact", "leaf": "drawn", "window": of_b, "verdict": "cutoff" }),
            json!({ "event": "leave", "line": ["b"], "score": 1, "bound": "lower" }),
        ];
        let inner: String = inner.iter().map(|event| format!("{event}\n")).collect();
        let after = after.replacen(r#""leaf":"horizon","#, "", 1).replacen(
            r#""score":1,"bound":"exact""#,
            r#""score":-1,"bound":"upper""#,
            1,
        );
        let found = found(&format!("{before}{inner}{{\"event\":\"judged\",\"line\":[\"b\"]{after}"));
        assert_eq!(!found.contains(&Rule::Depth), is_right, "{depth}: {found:?}");
    }
}

/// The null window of MTD(f) is one unit of the engine's scores, and a remark says if it is wider.
#[test]
fn a_test_with_a_window_wider_than_a_step_of_the_scores_is_a_remark() {
    let text = include_str!("../../data/foreign/right-test-with-a-null-window-of-one-pawn.jsonl");
    let report = verified(text);
    assert!(report.passes() && report.audit.remarks.is_empty(), "{}", said(&report));
    let report = verified(&text.replace(r#""beta":0}"#, r#""beta":1}"#));
    let remark = "1 null window is 2.000 wide or more, although scores have steps of 1.000 (first: the root)";
    assert!(report.passes() && report.audit.remarks[0].starts_with(remark), "{:?}", report.audit.remarks);
    for open in [r#""alpha":"-inf","beta":0}"#, r#""alpha":0,"beta":0}"#] {
        let found = found(&text.replace(r#""alpha":-1,"beta":0}"#, open));
        assert_eq!(found.first(), Some(&Rule::Pass), "{open}");
    }
}

/// A technique that searches no node without an event explains no table entry, whether plywood has it or not.
#[test]
fn only_a_technique_that_may_search_nodes_without_events_explains_table_entries() {
    let open = || window(json!("-inf"), json!("+inf"));
    let pass = |depth: u32| json!({ "event": "pass", "pass": "iteration", "depth": depth, "window": open() });
    let enter =
        |depth: u32| json!({ "event": "enter", "line": [], "depth": depth, "window": open(), "moves": ["h1g1"] });
    let hash = |line: &[&str], depth: u32, score: f64, cut: bool| json!({ "event": "hash", "line": line, "depth": depth, "score": score, "bound": "exact", "cut": cut });
    let judged = |score: f64, leaf: &str| json!({ "event": "judged", "line": ["h1g1"], "score": score, "bound": "exact", "leaf": leaf, "window": open(), "verdict": "best" });
    let leave = |score: f64| json!({ "event": "leave", "line": [], "score": score, "bound": "exact" });
    let created = || json!({ "event": "created", "line": ["h1g1"], "score": -0.1 });
    let first_pass = [pass(1), enter(1), created(), judged(-0.1, "horizon"), leave(-0.1)];
    let second_pass = [
        pass(2),
        hash(&[], 1, 7.0, false),
        enter(2),
        created(),
        hash(&["h1g1"], 1, 3.0, true),
        judged(-3.0, "hash"),
        leave(-3.0),
    ];
    let trace = |technique: &str| {
        let text = lines(&["iterative", "tt", technique], 2, &[&first_pass[..], &second_pass[..]].concat());
        text.replacen('{', r#"{"fen":"8/8/8/8/8/5k1p/7P/7K w - - 0 1","evaluation":"mine","#, 1)
    };
    let ordering = ["killer moves", "Killers", "mvv-lva", "MVV/LVA", "move ordering", "history heuristic", "lmp"];
    let others =
        ["iterative deepening", "Transposition Table", "null move", "late move reductions", "check extensions"];
    for name in ordering.into_iter().chain(others) {
        assert_eq!(found(&trace(name)).first(), Some(&Rule::Table), "{name}");
    }
    for name in ["razoring", "iid", "singular extension", "probcut"] {
        let report = verified(&trace(name));
        assert!(report.passes(), "{name}: {}", said(&report));
        let remark = report.audit.remarks.iter().find(|remark| remark.contains(&format!("`{name}`")));
        assert!(
            remark.is_some_and(|remark| remark.starts_with("No visit explains 2 table entries (first: the root)")),
            "{name}"
        );
    }
}

/// If a search was stopped, the result is what its last finished depth has found, whatever the algorithm is called.
#[test]
fn the_result_of_a_stopped_search_is_checked_whatever_its_algorithm_is_called() {
    let open = || window(json!("-inf"), json!("+inf"));
    let above = || window(json!(0.25), json!("+inf"));
    let pass = |depth: u32| json!({ "event": "pass", "pass": "iteration", "depth": depth, "window": open() });
    let enter =
        |depth: u32| json!({ "event": "enter", "line": [], "depth": depth, "window": open(), "moves": ["a", "b"] });
    let trace = |first: u32, result: Value| {
        let events = [
            pass(first),
            enter(first),
            json!({ "event": "created", "line": ["a"], "score": 0.25 }),
            json!({ "event": "judged", "line": ["a"], "score": 0.25, "bound": "exact", "leaf": "other", "window": open(), "verdict": "best" }),
            json!({ "event": "created", "line": ["b"], "score": 0.1 }),
            json!({ "event": "judged", "line": ["b"], "score": 0.1, "bound": "exact", "leaf": "other", "window": above(), "verdict": "not_best" }),
            json!({ "event": "leave", "line": [], "score": 0.25, "bound": "exact" }),
            pass(first + 1),
            enter(first + 1),
        ];
        let text = lines(&["iterative"], 5, &events);
        text.replace(&json!({ "event": "result", "complete": true }).to_string(), &result.to_string())
    };
    let result = |depth: Value, score: f64, best: &str| {
        let mut result = json!({ "event": "result", "complete": false, "score": score, "best": best, "pv": [best] });
        if !depth.is_null() {
            result["finished_depth"] = depth;
        }
        result
    };
    let right = [
        trace(1, result(json!(1), 0.25, "a")),
        trace(3, result(json!(3), 0.25, "a")),
        // What the unfinished depth has found so far.
        trace(1, result(Value::Null, 0.5, "b")),
        trace(1, json!({ "event": "result", "complete": false })),
    ];
    for text in right {
        let report = verified(&text);
        assert!(report.passes(), "{}\n{text}", said(&report));
    }
    for (depth, score, best) in [
        (json!(4), 0.25, "a"),
        (json!(2), 0.25, "a"),
        (json!(1), 7.5, "a"),
        (json!(1), 0.25, "b"),
        (Value::Null, 0.25, "z"),
    ] {
        let text = trace(1, result(depth, score, best));
        assert_eq!(found(&text).first(), Some(&Rule::Result), "{text}");
    }
}
