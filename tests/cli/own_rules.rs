//! Pages of traces in which another engine's own rules decide scores, and in which a node is searched again.

use crate::{Folder, output};

const NULL_MOVE: &str = include_str!("../data/foreign/right-searched-again-until-a-null-move-cuts.jsonl");
const TABLE: &str = include_str!("../data/foreign/right-searched-again-until-the-table-decides.jsonl");
const NO_ESTIMATE: &str = include_str!("../data/foreign/right-exchange-without-an-estimate.jsonl");

const CONTEMPT: &str = include_str!("../data/foreign/right-contempt-at-the-end-of-the-best-line.jsonl");
const EXTRA_TURN: &str = include_str!("../data/foreign/wrong-extra-turn.jsonl");

/// Returns what `plywood verify` says about a trace.
fn verified(trace: &str) -> String {
    let folder = Folder::with("t.jsonl", trace);
    let done = folder.plywood(&["verify", "t.jsonl"]).output().unwrap();
    let text = [done.stdout, done.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn explained(trace: &str, arguments: &[&str]) -> String {
    let folder = Folder::with("t.jsonl", trace);
    let page = output(&mut folder.plywood(&[&["explain", "t.jsonl"], arguments].concat()));
    page.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_node_that_became_a_leaf_has_no_moves_of_an_earlier_search() {
    for (trace, word, reason) in [
        (NULL_MOVE, "null move", "(even a null move is good enough for MIN)"),
        (TABLE, "from the table", "(from the transposition table)"),
    ] {
        for arguments in [&[][..], &["--full"]] {
            let page = explained(trace, arguments);
            assert!(page.contains("<= -0.5") && page.contains(word), "{page}");
            assert!(!page.contains("holds it") && !page.contains("2.0"), "{page}");
        }
        let why = explained(trace, &["--why", "b"]);
        assert!(why.contains(reason) && !why.contains("MIN answers") && !why.contains("continuation"), "{why}");
    }
}

#[test]
fn an_entry_of_an_omitted_search_need_not_come_from_a_null_move() {
    for arguments in [&["--why", "b"][..], &["--log"]] {
        let page = explained(TABLE, arguments);
        assert!(page.contains("stored by a search that the trace omits") && !page.contains("null move"), "{page}");
    }
}

#[test]
fn the_reason_of_an_engines_own_rule_is_quoted() {
    let why = explained(TABLE, &["--why", "a"]);
    assert!(why.contains("(by a rule of the engine's own: book)"), "{why}");
    for arguments in [&[][..], &["--full"], &["--log"]] {
        let page = explained(TABLE, arguments);
        assert!(page.contains("new best, book"), "{page}");
    }
}

#[test]
fn an_estimate_that_a_trace_omits_is_not_shown() {
    let why = explained(NO_ESTIMATE, &["--why", "Ra4 Qxa4"]);
    assert!(why.contains("left it out, without an estimate of its score") && !why.contains("3.00"), "{why}");
    let log = explained(NO_ESTIMATE, &["--log"]);
    assert!(log.contains("Qxa4 is not searched: see, window"), "{log}");
    assert!(explained(NO_ESTIMATE, &["--full"]).contains("Qxa4 not searched: see"));
}

#[test]
fn a_best_line_that_ends_by_an_engines_own_rule_is_not_checked() {
    let page = verified(CONTEMPT);
    assert!(page.contains("6 depends on a rule of the engine's own"), "{page}");
    // Without the rule, the leaf is worth 0.
    let drawn = CONTEMPT.replace(r#""leaf":"other","why":"contempt""#, r#""leaf":"drawn""#);
    let page = verified(&drawn);
    assert!(page.contains("the best line ends in a leaf worth 0.00"), "{page}");
}

#[test]
fn a_side_that_moves_again_is_told_what_to_write() {
    let page = verified(EXTRA_TURN);
    assert!(page.contains("(if the same side moves again, write its whole turn as one move)"), "{page}");
}

#[test]
fn a_file_of_another_program_gets_advice_in_plain_words() {
    let whole = CONTEMPT.replacen(r#""depth":1"#, r#""depth":1.0"#, 1);
    let text = CONTEMPT.replacen(r#""moves":["e1e2","e1d2","e1f2"]"#, r#""moves":"e1e2""#, 1);
    let wide = CONTEMPT.replacen(r#"{"alpha":"-inf","beta":"+inf"}"#, r#"{"alpha":-1000000,"beta":1000000}"#, 1);
    let list = format!("[{}]", CONTEMPT.trim_end().replace('\n', ","));
    for (trace, problem) in [
        (whole, "line 1, column 138: invalid type: decimal number `1.0`, expected a whole number"),
        (text, "expected a list"),
        (wide, r#"-1000000 pawns are out of range; write "-inf" or "+inf" for an open end of a window"#),
        (list, "t.jsonl is a list, but a trace is written as one object per line"),
        (format!("info depth 1\n{CONTEMPT}"), "t.jsonl: line 2 is the header of a trace"),
    ] {
        let page = verified(&trace);
        assert!(page.contains(problem), "{page}\n{problem}");
    }
}
