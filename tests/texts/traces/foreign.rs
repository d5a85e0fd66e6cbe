//! Traces of other engines: `verify` accepts correct traces, whatever the engine's own rules are, and finds everything
//! that contradicts the rules of the game, whatever the evaluation is called.

use crate::support::{path, plywood};
use plywood::internal::page::Style;
use plywood::trace::TraceReader;
use plywood::verify::{Effort, Finding, Lack, Report, Rule, page, verify_lines};
use serde_json::{Value, json};

pub(super) fn verified(text: &str) -> Report {
    let reader = TraceReader::new(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    verify_lines(reader, &Effort::default().leaves(1000)).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Returns the report as people read it.
pub(super) fn said(report: &Report) -> String {
    let mut text = Vec::new();
    page::document(report, false, None, &Style::default()).write_text(&Style::default(), &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[track_caller]
fn passes(text: &str) {
    let report = verified(text);
    assert!(report.passes(), "{}\n{text}", said(&report));
}

#[track_caller]
fn first(text: &str) -> Finding {
    let report = verified(text);
    let Some(first) = report.audit.findings.first() else { panic!("nothing is found\n{text}") };
    first.clone()
}

fn file(name: &str) -> String {
    std::fs::read_to_string(path("tests/data/foreign").join(name)).unwrap()
}

#[test]
fn what_other_engines_do_rightly_is_called_right() {
    let names = std::fs::read_dir(path("tests/data/foreign")).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let right: Vec<String> = names.filter(|name| name.starts_with("right-")).collect();
    assert!(8 <= right.len(), "{right:?}");
    for name in right {
        let report = verified(&file(&name));
        assert!(report.passes(), "{name}: {}", said(&report));
    }
}

#[test]
fn a_reduced_leaf_that_beats_alpha_must_be_searched_again() {
    let found = first(&file("wrong-reduced-leaf-not-searched-again.jsonl"));
    assert_eq!((found.rule, found.line), (Rule::ReSearch, vec!["b".to_owned()]));
}

/// Returns a trace whose lines are these objects.
fn lines(events: &[Value]) -> String {
    events.iter().map(|event| format!("{event}\n")).collect()
}

fn open() -> Value {
    json!({ "alpha": "-inf", "beta": "+inf" })
}

/// Returns a search of one ply in which one move was tried and leads to a leaf.
fn one_move(place: (&str, &str), mv: &str, leaf: &str, score: &Value, own: Option<f64>) -> String {
    let mut created = json!({ "event": "created", "line": [mv] });
    if let Some(own) = own {
        created["score"] = own.into();
    }
    let terminals = u32::from(["lost", "drawn", "won"].contains(&leaf));
    let (techniques, pats) = if leaf == "stand_pat" { (vec!["quiescence"], 1) } else { (vec![], 0) };
    lines(&[
        json!({ "format": "plywood-trace", "version": 1, place.0: place.1, "depth": 1, "algorithm": "mine", "order": "none",
                "evaluation": "mine", "restricted": [[]], "techniques": techniques }),
        json!({ "event": "root", "score": 0 }),
        json!({ "event": "enter", "line": [], "depth": 1, "window": open(), "moves": [mv] }),
        created,
        json!({ "event": "judged", "line": [mv], "score": score, "bound": "exact", "leaf": leaf, "window": open(), "verdict": "best" }),
        json!({ "event": "leave", "line": [], "score": score, "bound": "exact" }),
        json!({ "event": "result", "complete": true, "score": score, "best": mv, "pv": [mv], "statistics": {
            "created": 2, "entered": 1, "leaves": 1, "terminals": terminals, "judged": 1, "raised": 1, "cutoffs": 0,
            "first_move_cutoffs": 0, "skipped": 0, "stand_pats": pats } }),
    ])
}

/// Positions with a move, and the word for the leaf that it leads to.
const ENDS: [(&str, &str, &str, &str); 8] = [
    ("fen", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "Qf7", "drawn"),
    ("fen", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "g6g7", "lost"),
    ("fen", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "lost"),
    ("fen", "k7/P7/8/1K6/8/8/8/8 w - - 0 1", "Kb6", "drawn"),
    ("game", "ttt:XX./OO./...", "c3", "lost"),
    ("game", "ttt:XOX/XOO/OX.", "c1", "drawn"),
    ("game", "connect4:112233", "col4", "lost"),
    ("game", "nim:1", "A-1", "lost"),
];

#[test]
fn the_rules_of_the_game_judge_every_end_whatever_the_evaluation_is_called() {
    for (kind, place, mv, is) in ENDS {
        let score = |leaf: &str| match leaf {
            "lost" => json!({ "mate": 1 }),
            "won" => json!({ "mate": -1 }),
            "drawn" => json!(0),
            _ => json!(9),
        };
        passes(&one_move((kind, place), mv, is, &score(is), None));
        // The result of the game counts, not the position's evaluation.
        passes(&one_move((kind, place), mv, is, &score(is), Some(0.1)));
        for said in ["lost", "drawn", "horizon", "childless", "won"] {
            if said == is {
                continue;
            }
            let found = first(&one_move((kind, place), mv, said, &score(said), None));
            assert_eq!((found.rule, found.field), (Rule::Leaf, "leaf"), "{place} {mv}: {said}");
            if said != "childless" {
                assert!(found.follows.starts_with(is), "{place} {mv}: {said}: {}", found.follows);
            }
        }
    }
    // Without a board this is unknown.
    passes(&one_move(("x_fen", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"), "Qf7", "lost", &json!({ "mate": 1 }), None));
}

/// Returns a search that did not enter its root, which has the static evaluation -9.52.
fn nothing_but_a_root(place: (&str, &str), more: (&str, Value), score: &Value) -> String {
    lines(&[
        json!({ "format": "plywood-trace", "version": 1, place.0: place.1, "depth": 1, "algorithm": "mine", "order": "none",
                "evaluation": "mine", more.0: more.1 }),
        json!({ "event": "root", "score": -9.52 }),
        json!({ "event": "result", "complete": true, "score": score, "best": null, "pv": [], "statistics": {
            "created": 1, "entered": 0, "leaves": 0, "terminals": 0, "judged": 0, "raised": 0, "cutoffs": 0,
            "first_move_cutoffs": 0, "skipped": 0 } }),
    ])
}

#[test]
fn a_root_where_the_game_is_over_has_the_score_of_its_ending() {
    let (draw, mated, own) = (json!(0), json!({ "mate": 0 }), json!(-9.52));
    let rules = ("draws", json!({ "clock": 100 }));
    let ends = [
        (("fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), &draw),
        (("fen", "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1"), &draw),
        (("fen", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), &mated),
        // A mate on the last of the fifty moves wins.
        (("fen", "7k/6Q1/6K1/8/8/8/8/8 b - - 100 80"), &mated),
        (("fen", "8/8/2N5/8/8/3k4/8/3K4 w - - 0 80"), &draw),
        (("fen", "8/8/4R3/8/8/3k4/8/3K4 w - - 100 80"), &draw),
        (("game", "ttt:XXX/OO./..."), &mated),
        (("game", "ttt:XOX/XOO/OXX"), &draw),
    ];
    for (place, is) in ends {
        for said in [&draw, &mated, &own, &json!(0.5)] {
            let text = nothing_but_a_root(place, rules.clone(), said);
            if said == is {
                passes(&text);
            } else {
                let found = first(&text);
                assert_eq!((found.rule, found.field), (Rule::Result, "score"), "{place:?} {said}: {found:?}");
                assert!(found.follows.contains("the game is over at the root"), "{place:?} {said}: {found:?}");
            }
        }
    }
    // Wins without distance.
    passes(&nothing_but_a_root(("fen", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), ("win", json!(1000)), &json!(-1000)));
    // Without a board, any ending is possible, and the static evaluation may be that of the ending.
    for said in [&draw, &mated, &own] {
        passes(&nothing_but_a_root(("title", "no board"), ("order", json!("mine")), said));
    }
    assert_eq!(first(&nothing_but_a_root(("title", "no board"), ("order", json!("mine")), &json!(0.5))).field, "score");
}

#[test]
fn a_root_with_moves_is_entered() {
    let start = ("fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    for said in [json!(0), json!(-9.52), json!({ "mate": 0 })] {
        let found = first(&nothing_but_a_root(start, ("draws", json!({})), &said));
        assert!(found.field == "event" && found.follows.contains("the root has moves"), "{said}: {found:?}");
    }
    // By rules that the header does not name, it may be a draw.
    passes(&nothing_but_a_root(start, ("order", json!("mine")), &json!(0)));
    let found = first(&nothing_but_a_root(start, ("order", json!("mine")), &json!(-9.52)));
    assert!(found.field == "score" && found.follows.contains("so it is a draw"), "{found:?}");
}

#[test]
fn a_game_that_goes_on_is_neither_won_nor_lost() {
    for (place, mv) in
        [(("fen", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"), "g6g5"), (("game", "ttt"), "b2"), (("game", "connect4"), "col4")]
    {
        let found = first(&one_move(place, mv, "lost", &json!({ "mate": 1 }), None));
        assert!(found.rule == Rule::Leaf && found.follows.contains("the game goes on"), "{mv}: {found:?}");
        passes(&one_move(place, mv, "horizon", &json!(0.5), Some(0.5)));
    }
    // An engine may declare a draw by its own rules, except in games without draws.
    passes(&one_move(("fen", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"), "g6g5", "drawn", &json!(0), None));
    assert_eq!(first(&one_move(("game", "ttt"), "b2", "drawn", &json!(0), None)).rule, Rule::Leaf);
    // A repetition of a position before the root shows only in `history`.
    let text = one_move(("fen", "8/8/8/8/8/5k1p/7P/7K w - - 10 20"), "h1g1", "drawn", &json!(0), None);
    assert!(verified(&text).audit.remarks[1].contains("`history`"), "{text}");
    let found = first(&text.replacen('{', r#"{"draws":{"repetition":1},"#, 1));
    assert!(found.follows.contains("`history`"), "{found:?}");
}

#[test]
fn a_game_with_a_name_serves_rules_as_a_board_does() {
    let found = first(&one_move(("game", "connect4"), "col9", "horizon", &json!(0.5), Some(0.5)));
    assert!(found.rule == Rule::Moves && found.follows.contains("1 move not legal: col9"), "{found:?}");
}

#[test]
fn wins_may_have_no_distance() {
    let mate = ("fen", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    let with_win = |win: f64, score: &Value| {
        let text = one_move(mate, "a1a8", "lost", score, None);
        text.replacen("{", &format!("{{\"win\":{win},"), 1)
    };
    passes(&with_win(1000.0, &json!(1000)));
    passes(&with_win(320.0, &json!(320)));
    passes(&one_move(mate, "a1a8", "lost", &json!(1000), None));
    for score in [json!(999), json!(-1000), json!({ "mate": 1 })] {
        let found = first(&with_win(1000.0, &score));
        assert!([Rule::Leaf, Rule::LeafScore].contains(&found.rule), "{score}: {found:?}");
    }
    // Any other value is not a score.
    for score in [json!(9), json!(-1000), json!({ "mate": 2 }), json!({ "mate": -1 })] {
        let found = first(&one_move(mate, "a1a8", "lost", &score, None));
        assert!([Rule::Leaf, Rule::LeafScore].contains(&found.rule), "{score}: {found:?}");
    }
}

#[test]
fn mates_that_differ_by_a_ply_look_different() {
    let report = verified(&file("wrong-mate-one-ply-off.jsonl"));
    let found = &report.audit.findings[0];
    assert_eq!(found.said.to_string(), "exactly mate in 5 plies");
    assert!(found.follows.starts_with("exactly mate in 6 plies"), "{}", found.follows);
    let page = said(&report);
    for line in page.lines().filter(|line| line.contains(" said ") || line.starts_with("a ")) {
        let scores: Vec<&str> = line.split_whitespace().filter(|word| word.starts_with('#')).collect();
        assert!(scores.windows(2).all(|pair| pair[0] != pair[1]), "{line}");
    }
}

/// If a table treats mirrored positions as equal, the header must say so; if the header says so, the table must do it.
#[test]
fn symmetry_is_claimed_where_it_is_used() {
    for game in ["ttt", "nim:3,3", "connect4"] {
        let explained = |with: &str| {
            let words = ["explain", game, "--depth", "4", "--with", with, "--format", "jsonl"];
            String::from_utf8(plywood(&words).output().unwrap().stdout).unwrap()
        };
        let (plain, folded) = (explained("tt"), explained("tt,symmetry"));
        passes(&plain);
        passes(&folded);
        let (without, with) = (r#""techniques":["tt"]"#, r#""techniques":["tt","symmetry"]"#);
        assert!(plain.contains(without) && folded.contains(with));
        assert_eq!(first(&plain.replacen(without, with, 1)).rule, Rule::Header, "{game}: claimed, not used");
        assert_eq!(first(&folded.replacen(with, without, 1)).rule, Rule::Table, "{game}: used, not claimed");
    }
}

/// Returns a line of forced moves that repeats a position two plies later, where the table gives what an earlier visit
/// stored.
fn stored_by(visit: u32) -> String {
    let window = json!({ "alpha": "-inf", "beta": "+inf" });
    let enter = |line: &[&str], depth: u32, mv: &str| json!({ "event": "enter", "line": line, "depth": depth, "window": window, "moves": [mv] });
    let created = |line: &[&str]| json!({ "event": "created", "line": line });
    let judged = |line: &[&str], bound: &str, leaf: Value| {
        let mut event =
            json!({ "event": "judged", "line": line, "score": 0, "bound": bound, "window": window, "verdict": "best" });
        if !leaf.is_null() {
            event["leaf"] = leaf;
        }
        event
    };
    let leave = |line: &[&str]| json!({ "event": "leave", "line": line, "score": 0, "bound": "exact" });
    let pass = |depth: u32| json!({ "event": "pass", "pass": "iteration", "depth": depth, "window": window });
    lines(&[
        json!({ "format": "plywood-trace", "version": 1, "fen": "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "depth": 2, "algorithm": "mine",
                "order": "mine", "evaluation": "mine", "techniques": ["tt", "iterative"], "restricted": [[], ["Ra2"]] }),
        json!({ "event": "root", "score": 0 }),
        pass(1),
        enter(&[], 1, "Ra2"),
        created(&["Ra2"]),
        judged(&["Ra2"], "exact", json!("horizon")),
        leave(&[]),
        pass(2),
        enter(&[], 2, "Ra2"),
        created(&["Ra2"]),
        json!({ "event": "hash", "line": ["Ra2"], "depth": 1, "score": 0, "bound": "exact", "visit": visit, "cut": true }),
        judged(&["Ra2"], "exact", json!("hash")),
        leave(&[]),
        json!({ "event": "result", "complete": true, "score": 0, "best": "Ra2", "pv": ["Ra2"], "statistics": {
            "created": 3, "entered": 2, "leaves": 1, "terminals": 0, "judged": 2, "raised": 2, "cutoffs": 0,
            "first_move_cutoffs": 0, "skipped": 0, "passes": 2, "unscored": 1, "hash_hits": 1, "hash_cuts": 1 } }),
    ])
}

/// The table must tell positions apart, whichever visit the trace names.
#[test]
fn an_entry_comes_from_a_visit_of_the_same_position() {
    let text = stored_by(1);
    let found = first(&text);
    assert!(found.rule == Rule::Table && found.field == "visit" && found.follows.contains("castling"), "{found:?}");
    let folding = text.replacen(r#""tt","iterative""#, r#""tt","iterative","mirror keys""#, 1);
    assert_ne!(first_field(&folding), Some("visit"), "the engine says that its keys do not tell positions apart");
    let other = text.replacen(r#""tt","iterative""#, r#""tt","iterative","contempt""#, 1);
    assert_eq!(first_field(&other), Some("visit"), "an unknown technique says nothing about the keys");
}

fn first_field(text: &str) -> Option<&'static str> {
    verified(text).audit.findings.first().map(|finding| finding.field)
}

/// In a game that plywood does not know, a final score is whatever the game says; only its sign is known.
#[test]
fn a_game_without_a_board_may_end_with_any_score_of_the_right_sign() {
    let unknown = ("title", "Othello");
    for score in [4.0, 0.5, 64.0, 300.0] {
        passes(&one_move(unknown, "d3", "lost", &json!(score), None));
        passes(&one_move(unknown, "d3", "lost", &json!(score), Some(score)));
        passes(&one_move(unknown, "d3", "won", &json!(-score), None));
        for (leaf, score) in [("lost", -score), ("won", score), ("drawn", score), ("lost", 0.0)] {
            let found = first(&one_move(unknown, "d3", leaf, &json!(score), None));
            assert!([Rule::Leaf, Rule::LeafScore].contains(&found.rule), "{leaf} {score}: {found:?}");
        }
    }
    passes(&one_move(unknown, "d3", "lost", &json!({ "mate": 1 }), None));
    passes(&one_move(unknown, "d3", "drawn", &json!(0), None));
}

/// An engine that gives its algorithm a known name need not say how it fails.
#[test]
fn an_engine_with_a_known_algorithm_may_omit_how_it_fails() {
    let recorded = |fail: &str| {
        let words =
            ["explain", "8/8/8/3k4/2p5/1P6/3K4/8 w - -", "--depth", "4", "--algorithm", "alphabeta", "--fail", fail];
        let text = String::from_utf8(plywood(&[&words[..], &["--format", "jsonl"]].concat()).output().unwrap().stdout);
        let said = format!(r#""fail":"{fail}","evaluation":"positional""#);
        let text = text.unwrap();
        assert!(text.contains(&said), "{text}");
        let renamed = |evaluation: &str| text.replacen(&said, &format!(r#""evaluation":"{evaluation}""#), 1);
        (renamed("mine"), renamed("positional"))
    };
    let (soft, soft_by_plywood) = recorded("soft");
    let (hard, hard_by_plywood) = recorded("hard");
    passes(&soft);
    passes(&hard);
    passes(&hard_by_plywood);
    let found = first(&soft_by_plywood);
    assert!(found.follows.contains(r#"write "fail": "soft""#), "{found:?}");
}

/// A move from the table is tried first, and the finding says where it belongs.
#[test]
fn a_move_from_the_table_comes_first_whatever_the_order_is_called() {
    let words =
        ["explain", "8/8/8/3k4/2p5/1P6/3K4/8 w - -", "--depth", "3", "--with", "tt,iterative", "--format", "jsonl"];
    let text = String::from_utf8(plywood(&words).output().unwrap().stdout).unwrap();
    let mut swapped = false;
    let lines: Vec<String> = text
        .lines()
        .map(|line| {
            let mut event: Value = serde_json::from_str(line).unwrap();
            if let Some(header) = event.as_object_mut().filter(|event| event.contains_key("format")) {
                header.insert("algorithm".to_owned(), "mine".into());
                header.insert("order".to_owned(), "mine".into());
            }
            let moves = event
                .get_mut("moves")
                .and_then(Value::as_array_mut)
                .filter(|moves| moves.len() > 1 && moves[0]["reason"] == "hash");
            if let Some(moves) = moves.filter(|_| !swapped) {
                moves.swap(0, 1);
                swapped = true;
            }
            event.to_string()
        })
        .collect();
    assert!(swapped);
    let found = first(&lines.join("\n"));
    assert!(found.rule == Rule::Order && found.follows.starts_with("earlier: the move from the table"), "{found:?}");
}

/// Asserts that a changed trace breaks a rule in a field, with this explanation.
#[track_caller]
fn breaks(name: &str, (from, to): (&str, &str), (rule, field): (Rule, &str), follows: &str) {
    let text = file(name);
    assert!(text.contains(from), "{name} lacks {from}");
    let report = verified(&text.replace(from, to));
    let is_it = |found: &&Finding| (found.rule, found.field) == (rule, field) && found.follows.contains(follows);
    assert!(report.audit.findings.iter().any(|found| is_it(&found)), "{name}, {to}: {}", said(&report));
}

/// What an engine may do under a name of its own is still wrong if it contradicts the board or another event.
#[test]
fn what_an_engine_may_do_has_limits() {
    let see = "wrong-exchange-that-wins.jsonl";
    breaks(see, ("mine", "mine"), (Rule::Pruned, "reason"), "cannot lose material");
    let delta = (r#""reason":"see""#, r#""reason":"delta","score":-4"#);
    breaks(see, delta, (Rule::Pruned, "score"), "at least the static evaluation");
    // The rook on a4 is not protected.
    let plywood = "right-exchange-without-an-estimate.jsonl";
    breaks(plywood, ("3q4/1P6", "3q4/6P1"), (Rule::Pruned, "reason"), "its estimate is");
    breaks(plywood, (r#""see","window""#, r#""see","score":3,"window""#), (Rule::Pruned, "score"), "less than");
    let narrow = "right-tolerance-in-a-narrow-window.jsonl";
    breaks(narrow, (r#""tolerance":0.01"#, r#""tolerance":0"#), (Rule::Verdict, "verdict"), "not_best");
    let shallow = (r#""depth":2,"score":0.5"#, r#""depth":1,"score":0.5"#);
    breaks("right-null-move-in-a-window-narrowed-by-the-table.jsonl", shallow, (Rule::NullMove, "window"), "0.999");
    let own_rule = "right-own-rule-meets-a-table-bound.jsonl";
    breaks(own_rule, (r#""score":0.5"#, r#""score":0.6"#), (Rule::Proof, "verdict"), "not_best");
    let known = (r#""mine""#, r#""alpha-beta""#);
    let around = (Rule::Pass, "window");
    breaks("right-aspiration-around-a-mean.jsonl", known, around, "around the previous score");
    breaks("right-aspiration-around-an-older-score.jsonl", known, around, "around the previous score");
    let failed = "right-failed-high-at-a-smaller-depth.jsonl";
    breaks(failed, known, (Rule::Pass, "depth"), "3");
    breaks(failed, (r#""failed_high", "depth": 2"#, r#""failed_high", "depth": 4"#), (Rule::Pass, "depth"), "3");
    let again = "right-leaf-searched-again-from-its-score.jsonl";
    let (from, of_again) = (r#""beta":-5}"#, Rule::ReSearch);
    breaks(again, (from, r#""beta":-6}"#), (of_again, "score"), "6.000 or more: the `again` event before it");
    breaks(again, (from, r#""beta":-2}"#), (of_again, "window"), "(-inf, -3.000)");
    breaks("right-test-with-a-null-window-of-one-pawn.jsonl", ("my-mtdf", "mtdf"), around, "a null window");
    let reduced = "right-reduced-below-zero-and-extended.jsonl";
    breaks(reduced, (r#""plies":2"#, r#""plies":1"#), (Rule::Leaf, "leaf"), "1 ply is left");
    let plain = "right-table-move-not-tried-first.jsonl";
    breaks(plain, (r#"["a","b"]"#, r#"["b","a"]"#), (Rule::Order, "line"), "b is next");
    breaks(plain, (r#""none""#, r#""right-to-left""#), (Rule::Order, "event"), "give `order` a name of your own");
    // A window of eleven centipawns is not a null window.
    let unit = "right-window-of-one-unit.jsonl";
    breaks(unit, ("0.49", "0.59"), (Rule::HandedDown, "window"), "the null window");
}

/// A claim that cannot be checked is not counted as right.
#[test]
fn moves_pruned_by_an_engines_own_rules_are_not_judged() {
    let see = file("wrong-exchange-that-wins.jsonl");
    let other = see.replacen(r#""quiescence","see""#, r#""quiescence","counting""#, 1);
    for text in [see.replacen(r#""alpha-beta""#, r#""mine""#, 1), other.replacen(r#""see""#, r#""other""#, 1)] {
        let report = verified(&text);
        assert!(report.passes() && report.audit.lacks[Lack::Pruned as usize] == 1, "{}", said(&report));
    }
}
