//! What an engine author does with traces: verify them, compare them, and run both in CI.

use crate::support::{self, is_long, path};
use crate::{Folder, output};
use serde_json::Value;

/// Exit code, standard output and standard error of a command in the folder.
fn run(folder: &Folder, arguments: &[&str]) -> (i32, String, String) {
    let output = folder.plywood(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Returns a text on one line.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn recorded(name: &str, search: &[&str]) -> Folder {
    let folder = Folder::new();
    output(&mut folder.plywood(&[&["explain"], search, &["-o", name]].concat()));
    folder
}

/// The report counts the claims that hold only within the header's tolerance, and gives the largest difference.
#[test]
fn a_report_says_what_holds_only_within_the_tolerance() {
    let exact = std::fs::read_to_string(support::path("adapters/vectors/header.jsonl")).unwrap();
    let rounded = exact.replace("\"number\":2,\"score\":0.25", "\"number\":2,\"score\":0.252");
    for (trace, tolerated) in [(exact, (0, 0.0)), (rounded, (1, 0.002))] {
        let folder = Folder::with("mine.jsonl", trace);
        let (_, json, _) = run(&folder, &["verify", "mine.jsonl", "--format", "json"]);
        let found = &serde_json::from_str::<Value>(&json).unwrap()["tolerated"];
        assert_eq!((&found["claims"], &found["most"]), (&tolerated.0.into(), &tolerated.1.into()));
    }
}

/// The report counts the leaves whose evaluation the engine did not tell, and no others.
#[test]
fn only_leaves_without_a_score_of_their_own_are_not_judged() {
    let told = std::fs::read_to_string(support::path("adapters/vectors/header.jsonl")).unwrap();
    let untold = told.replace("\"number\":2,\"score\":0.25", "\"number\":2");
    assert_ne!(told, untold);
    for (trace, is_missing) in [(&told, false), (&untold, true)] {
        let folder = Folder::with("mine.jsonl", trace);
        let (code, page, _) = run(&folder, &["verify", "mine.jsonl"]);
        assert_eq!(
            (code, page.contains("\n1  scores of leaves: the field `score` of `created`")),
            (0, is_missing),
            "{page}"
        );
        assert_eq!(page.matches("scores of leaves: ").count(), usize::from(is_missing), "{page}");
    }
}

/// The trace does not say which depth was finished; its last pass was.
#[test]
fn a_search_that_is_stopped_between_two_passes_has_the_result_of_the_last_one() {
    let trace = std::fs::read_to_string(support::path("tests/data/foreign/right-stopped-after-a-finished-depth.jsonl"));
    let silent: Vec<String> = trace.unwrap().lines().map(str::to_owned).collect();
    let (result, events) = silent.split_last().unwrap();
    assert!(result.contains("\"finished_depth\":2"), "{result}");
    for end in [result, r#"{"event":"result","complete":false}"#] {
        let folder = Folder::with("stopped.jsonl", [events, &[end.to_owned()]].concat().join("\n"));
        let (_, page, _) = run(&folder, &["explain", "stopped.jsonl"]);
        assert!(page.contains("Stopped     after depth 2, which was finished."), "{page}");
        assert!(page.contains("Best line   b d   2"), "{page}");
    }
}

#[test]
fn a_position_of_a_game_is_verified_with_what_was_played_before() {
    // The knights have moved out and back, so after the root either side can repeat the position.
    let game = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 *\n";
    let folder = Folder::with("game.pgn", format!("[White \"A\"]\n[Black \"B\"]\n\n{game}"));
    let search = ["game.pgn", "--ply", "6", "--depth", "2"];
    output(&mut folder.plywood(&[&["explain"][..], &search, &["-o", "trace.jsonl"]].concat()));
    let header: Value = serde_json::from_str(folder.read("trace.jsonl").lines().next().unwrap()).unwrap();
    assert_eq!(header["history"].as_array().map(Vec::len), Some(6), "{header}");
    let drawn = folder.read("trace.jsonl").matches("draw by repetition").count();
    assert!(0 < drawn, "there is something to be found wrong");
    let (code, page, error) = run(&folder, &["verify", "trace.jsonl"]);
    assert_eq!((code, error.as_str()), (0, ""), "{page}");
    // Without the game, these positions are not draws.
    let trace = folder.read("trace.jsonl");
    let (before, after) = trace.split_once("\"history\":[").unwrap();
    folder.write("forgotten.jsonl", format!("{before}{}", after.split_once("],").unwrap().1));
    assert_eq!(run(&folder, &["verify", "forgotten.jsonl"]).0, 1);
    assert_eq!(run(&folder, &[&["verify"][..], &search].concat()).0, 0);
}

#[test]
fn a_position_is_given_as_an_interface_sends_it() {
    let folder = Folder::new();
    let sent = output(&mut folder.plywood(&["explain", "position startpos moves e2e4 e7e5 g1f3", "-d", "1"]));
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    assert_eq!(sent, output(&mut folder.plywood(&["explain", fen, "-d", "1"])));
    let from_fen = ["explain", "position", "fen", "7k/8/8/8/8/8/8/R6K w - - 0 1", "moves", "a1a7", "-d", "1"];
    assert!(output(&mut folder.plywood(&from_fen)).contains("R . . . . . . ."));
    let (code, _, error) = run(&folder, &["explain", "position startpos moves e2e4 e2e4"]);
    assert!(code == 1 && error.contains("move 2") && error.contains("e2e4"), "{code} {error}");
    assert_eq!(run(&folder, &["explain", "position here"]).0, 2);
}

#[test]
fn missing_moves_are_named_and_coordinates_are_names() {
    let folder = recorded("trace.jsonl", &["startpos", "--depth", "1", "--order", "none"]);
    let trace = folder.read("trace.jsonl");
    let coordinates = trace.replace("\"e4\"", "\"e2e4\"").replace("\"Nf3\"", "\"g1f3\"");
    assert_ne!(coordinates, trace);
    folder.write("uci.jsonl", coordinates);
    let (code, page, _) = run(&folder, &["verify", "uci.jsonl"]);
    assert_eq!(code, 0, "{page}");
    let without: Vec<String> = trace
        .lines()
        .filter(|line| !line.contains("\"line\":[\"h3\"]"))
        .map(|line| line.replace(",\"h3\"", ""))
        .collect();
    folder.write("missing.jsonl", without.join("\n"));
    let (code, page, _) = run(&folder, &["verify", "missing.jsonl"]);
    assert_eq!(code, 1);
    assert!(flat(&page).contains("First cause: line 3, `enter` of the root says moves 19"), "{page}");
    assert!(flat(&page).contains("should be 20: 1 legal move missing: h3"), "{page}");
}

#[test]
fn the_first_cause_is_the_same_however_the_trace_is_read() {
    let folder = recorded("trace.jsonl", &["sargon-1", "--mistake", "missing-negation", "--format", "jsonl"]);
    let (code, page, _) = run(&folder, &["verify", "trace.jsonl"]);
    assert_eq!(code, 1);
    support::snapshot("verify@missing-negation", &page);
    let cause = |page: &str| {
        let from = page.split_once("First cause").expect(page).1;
        from.split_once("(leaf-score)").expect(page).0.to_owned()
    };
    let (code, streamed, _) = run(&folder, &["verify", "trace.jsonl", "--stream"]);
    assert_eq!((code, cause(&streamed)), (1, cause(&page)));
    let is_kept = |page: &str| !page.contains("plywood did not keep the nodes");
    assert!(is_kept(&page) && !is_kept(&streamed), "{streamed}");
    let (code, json, _) = run(&folder, &["verify", "trace.jsonl", "--format", "json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((code, &json["passes"], &json["first_cause"]["rule"]), (1, &false.into(), &"leaf-score".into()));
    assert_eq!(json["first_cause"]["file_line"], 11);
    let wrong: u64 = json["rules"].as_object().unwrap().values().filter_map(|rule| rule["wrong"].as_u64()).sum();
    assert_eq!(json["wrong"], wrong);
}

#[test]
fn a_compressed_trace_is_written_and_read() {
    let folder = recorded("trace.jsonl.gz", &["wikipedia"]);
    let bytes = std::fs::read(folder.path().join("trace.jsonl.gz")).unwrap();
    assert_eq!(bytes[..2], [0x1f, 0x8b]);
    let plain = recorded("trace.jsonl", &["wikipedia"]);
    let verified = |folder: &Folder, name| run(folder, &["verify", name]);
    assert_eq!(verified(&folder, "trace.jsonl.gz"), verified(&plain, "trace.jsonl"));
}

#[test]
fn check_tells_by_its_exit_code_whether_searches_differ() {
    let folder = recorded("stored.jsonl", &["wikipedia"]);
    output(&mut folder.plywood(&["explain", "wikipedia", "--order", "worst", "-o", "other.jsonl"]));
    let check = |arguments: &[&str]| run(&folder, &[&["compare", "--check"], arguments].concat());
    assert_eq!(check(&["stored.jsonl", "stored.jsonl"]).0, 0);
    assert_eq!(check(&["stored.jsonl", "wikipedia"]).0, 0);
    assert_eq!(check(&["stored.jsonl", "other.jsonl"]).0, 1);
    assert_eq!(check(&["stored.jsonl", "wikipedia", "--order", "worst"]).0, 1);
    assert_eq!(check(&["stored.jsonl", "no-such-thing"]).0, 2);
    assert_eq!(check(&["stored.jsonl", "wikipedia", "--order", "none,static"]).0, 2);
    assert_eq!(run(&folder, &["compare", "stored.jsonl", "other.jsonl"]).0, 0, "without --check");
}

/// Every field of the result counts, as every field of an event does.
#[test]
fn check_compares_the_whole_result() {
    let folder = recorded("stored.jsonl", &["wikipedia", "--with", "tt"]);
    let trace = folder.read("stored.jsonl");
    let (events, result) = trace.trim_end().rsplit_once('\n').unwrap();
    let result: Value = serde_json::from_str(result).unwrap();
    let mut fields: Vec<(String, Value)> = result.as_object().unwrap().clone().into_iter().collect();
    fields.retain(|(field, _)| !["event", "statistics"].contains(&field.as_str()));
    let changed = |field: &str, value: &Value| match value {
        Value::Number(number) => serde_json::json!(number.as_f64().unwrap() + 1.0),
        Value::Bool(yes) => serde_json::json!(!yes),
        Value::String(_) => serde_json::json!("A"),
        Value::Array(moves) if moves.is_empty() => serde_json::json!(["A"]),
        Value::Array(moves) => serde_json::json!(moves[..moves.len() - 1]),
        Value::Object(line) => {
            let mut line = line.clone();
            line.insert("exact".to_owned(), serde_json::json!(0));
            Value::Object(line)
        }
        Value::Null => panic!("{field} is null"),
    };
    let check = |result: &Value, options: &[&str]| {
        folder.write("other.jsonl", format!("{events}\n{result}\n"));
        run(&folder, &[&["compare", "--check", "stored.jsonl", "other.jsonl"], options].concat())
    };
    assert_eq!(check(&result, &[]).0, 0);
    let mut tried = Vec::new();
    for (field, value) in &fields {
        let mut other = result.clone();
        other[field] = changed(field, value);
        let (code, page, error) = check(&other, &[]);
        assert!(code == 1 && page.contains(field.as_str()), "{field}: exit {code}, {error}\n{page}");
        tried.push(field.as_str());
    }
    for field in ["complete", "score", "best", "pv", "leaf_score", "table_line"] {
        assert!(tried.contains(&field), "{field} is not in {tried:?}");
    }
    for (field, count) in result["statistics"].as_object().unwrap() {
        let mut other = result.clone();
        other["statistics"][field] = serde_json::json!(count.as_u64().unwrap() + 1);
        let (code, page, _) = check(&other, &[]);
        assert!(code == 1 && page.contains(&format!("statistics.{field}")), "{field}: exit {code}\n{page}");
        assert_eq!(check(&other, &["--ignore", "order"]).0, 0, "another order counts otherwise");
    }
    // An engine's own report is also compared, unless it is ignored.
    let mut other = result.clone();
    other["seconds"] = serde_json::json!(1.5);
    assert_eq!((check(&other, &[]).0, check(&other, &["--ignore", "own"]).0), (1, 0));
    other["best"] = serde_json::json!("A");
    assert_eq!(check(&other, &["--ignore", "own"]).0, 1);
    // Below a line, the result of the root is not compared.
    assert_eq!(check(&other, &["--focus", "A"]).0, 0);
}

#[test]
fn contradictions_come_first_and_a_focus_leaves_the_rest_out() {
    let folder = recorded("honest.jsonl", &["sargon-1"]);
    let mistake = ["--mistake", "missing-negation", "--format", "jsonl", "-o", "wrong.jsonl"];
    output(&mut folder.plywood(&[&["explain", "sargon-1"][..], &mistake].concat()));
    let compare = |more: &[&str]| {
        let (code, json, error) =
            run(&folder, &[&["compare", "honest.jsonl", "wrong.jsonl", "--format", "json"], more].concat());
        assert_eq!((code, error.as_str()), (0, ""));
        let json: Value = serde_json::from_str(&json).unwrap();
        json["differences"][0]["list"].as_array().unwrap().clone()
    };
    let order = ["contradiction", "verdict", "alone", "bound"];
    let all = compare(&[]);
    let ranks: Vec<usize> =
        all.iter().map(|one| order.iter().position(|word| one["dissent"] == *word).unwrap()).collect();
    assert!(ranks.is_sorted() && ranks[0] == 0 && ranks.last() != Some(&0), "{ranks:?}");
    let below = compare(&["--focus", "1.Ng6+"]);
    assert!(!below.is_empty() && below.len() < all.len());
    assert!(below.iter().all(|one| one["line"][0] == "Ng6+"), "{below:?}");
}

/// Returns the trace of a search as another engine might have written it: with `change` applied to every line.
fn foreign(search: &[&str], change: impl Fn(&str) -> String) -> Folder {
    let folder = recorded("trace.jsonl", search);
    let changed: Vec<String> = folder.read("trace.jsonl").lines().map(change).collect();
    folder.write("trace.jsonl", changed.join("\n"));
    folder
}

const ENDING: &str = "8/8/8/3k4/2p5/1P6/3K4/8 w - - 0 1";

#[test]
fn an_engine_says_when_its_games_are_drawn() {
    let search = [ENDING, "--depth", "2"];
    let at_the_end =
        |line: &str| line.replace(" w - - 0 1", " w - - 99 60").replace("\"move_number\":1", "\"move_number\":60");
    let said = |rules: &'static str| {
        move |line: &str| at_the_end(line).replacen("\"version\":1", &format!("\"version\":1,\"draws\":{rules}"), 1)
    };
    let verified = |folder: &Folder| run(folder, &["verify", "trace.jsonl"]).0;
    assert_eq!(verified(&foreign(&search, at_the_end)), 1, "the clock has run out after the first move");
    assert_eq!(verified(&foreign(&search, said(r#"{"clock":0}"#))), 0);
    assert_eq!(verified(&foreign(&search, said(r#"{"repetition":2}"#))), 1);
    let (code, _, error) = run(&foreign(&search, said(r#"{"klock":0}"#)), &["verify", "trace.jsonl"]);
    assert!(code == 1 && error.contains("klock"), "{error}");
}

#[test]
fn scores_of_an_engine_with_floats_may_differ_by_what_it_says() {
    let search = ["8/8/8/1p6/8/6k1/6p1/6K1 b - - 0 1", "--depth", "2"];
    let is_off = |line: &str| line.starts_with(r#"{"event":"leave","line":["Kf3"],"score":-3.0"#);
    let off = |line: &str| if is_off(line) { line.replacen("-3.0", "-3.002", 1) } else { line.to_owned() };
    assert_eq!(run(&foreign(&search, off), &["verify", "trace.jsonl"]).0, 1);
    let within = |most: &'static str| {
        move |line: &str| off(line).replacen("\"version\":1", &format!("\"version\":1,\"tolerance\":{most}"), 1)
    };
    let (code, page, _) = run(&foreign(&search, within("0.002")), &["verify", "trace.jsonl"]);
    assert_eq!(code, 0, "{page}");
    assert_eq!(run(&foreign(&search, within("0.001")), &["verify", "trace.jsonl"]).0, 1);
}

#[test]
fn an_engine_has_reasons_of_its_own() {
    // A move pruned by futility becomes a move pruned by its rank, for which no score can be checked.
    let pruned = r#""reason":"futility","score":-1.6,"#;
    let other = |line: &str| {
        line.replace(pruned, r#""reason":"other","why":"late move","#)
            .replace(r#""futility"]"#, r#""late move pruning"]"#)
    };
    let search = ["8/8/8/1p6/8/6k1/6p1/6K1 b - - 0 1", "--depth", "2", "--order", "static", "--with", "lmr,futility"];
    let folder = foreign(&search, other);
    assert!(folder.read("trace.jsonl").contains("late move\""));
    let (code, page, error) = run(&folder, &["verify", "trace.jsonl"]);
    assert_eq!((code, error.as_str()), (0, ""), "{page}");
    let log = output(&mut folder.plywood(&["explain", "trace.jsonl", "--log"]));
    assert!(log.contains("not searched: late move, window"), "{log}");
    // A round trip changes nothing.
    output(&mut folder.plywood(&["explain", "trace.jsonl", "-o", "again.jsonl"]));
    assert!(folder.read("again.jsonl").contains(r#""why":"late move""#), "{}", folder.read("again.jsonl"));
    // If all rules of a search are known, the report mentions no unknown rules.
    let known = |line: &str| line.replace(pruned, r#""reason":"other","#);
    let (code, page, _) = run(&foreign(&search, known), &["verify", "trace.jsonl"]);
    assert!(code == 1 && flat(&page).contains("says reason other"), "{page}");
}

#[test]
fn moves_are_held_against_the_board_whoever_evaluates_them() {
    let mine = |line: &str| line.replace(r#""evaluation":"positional""#, r#""evaluation":"mine""#);
    assert_eq!(run(&foreign(&[ENDING, "--depth", "2"], mine), &["verify", "trace.jsonl"]).0, 0);
    let illegal = |line: &str| mine(line).replace("\"Kc2\"", "\"Kd4\"");
    let (code, page, _) = run(&foreign(&[ENDING, "--depth", "2"], illegal), &["verify", "trace.jsonl"]);
    assert_eq!(code, 1);
    let cause = "line 3, `enter` of the root says moves";
    assert!(flat(&page).contains(cause) && flat(&page).contains("1 move not legal: Kd4"), "{page}");
    // Signs are optional. Pages show them, and JSON keeps the names of the trace.
    let mate = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let plain = |line: &str| line.replace("\"Ra8#\"", "\"Ra8\"");
    let folder = foreign(&[mate, "--depth", "1"], plain);
    let (code, page, _) = run(&folder, &["verify", "trace.jsonl"]);
    assert_eq!(code, 0, "{page}");
    assert!(output(&mut folder.plywood(&["explain", "trace.jsonl"])).contains("Ra8# "));
    let json = output(&mut folder.plywood(&["explain", "trace.jsonl", "--format", "jsonl"]));
    assert!(json.contains("\"Ra8\"") && !json.contains("Ra8#"), "{json}");
}

#[test]
fn a_position_of_one_of_many_games_is_verified_and_leaves_are_kept_to() {
    let games = support::path("tests/data/kasparov-deep-blue-1997.pgn");
    let folder = Folder::new();
    let verify = |more: &[&str]| run(&folder, &[&["verify", games.to_str().unwrap(), "--depth", "2"], more].concat());
    let (code, page, error) = verify(&["--game", "2", "--ply", "34"]);
    assert_eq!((code, error.as_str()), (0, ""), "{page}");
    assert_ne!(verify(&["--game", "2", "--ply", "10"]).1, page);
    let (code, page, _) = verify(&["--game", "2", "--ply", "34", "--leaves", "0"]);
    assert!(code == 0 && flat(&page).contains("without minimax"), "{page}");
    assert_ne!(verify(&["--game", "99", "--ply", "1"]).0, 0);
}

/// The events of a trace are checked in constant memory, for any length and source.
#[test]
#[cfg(target_os = "linux")]
fn long_traces_are_verified_in_little_memory() {
    const MIB: u64 = 1024;
    // Some buffers, which are smaller than the events of the shorter trace.
    let (order, few, some) = if is_long() { ("none", 18 * MIB, 114 * MIB) } else { ("static", 7 * MIB, 18 * MIB) };
    let folder = recorded("trace.jsonl.gz", &["startpos", "--depth", "5", "--order", order]);
    let file = folder.path().join("trace.jsonl.gz");
    let (streamed, page) = crate::real::peak_memory(&["verify", file.to_str().unwrap(), "--stream"]);
    assert!(flat(&page).contains("claims; none is wrong"), "{page}");
    assert!(0 < streamed && streamed < few, "{streamed} KiB for a trace of 81 MiB, or of 8");
    let (kept, page) = crate::real::peak_memory(&["verify", file.to_str().unwrap(), "--leaves", "0"]);
    assert!(flat(&page).contains("nothing is wrong") || flat(&page).contains("none of them is wrong"), "{page}");
    assert!(kept < some, "{kept} KiB with all nodes");
}

/// Returns the comparison of two traces as JSON: exit code with `--check`, and the report on the second.
fn compared(folder: &Folder, arguments: &[&str]) -> (i32, Value) {
    let (code, json, error) = run(folder, &[&["compare", "--check", "--format", "json"], arguments].concat());
    assert_eq!(error, "", "{arguments:?}");
    let json: Value = serde_json::from_str(&json).unwrap();
    (code, json["differences"][0].clone())
}

#[test]
fn a_comparison_says_how_they_were_asked_where_they_part_and_what_only_one_has() {
    let folder = recorded("honest.jsonl", &["sargon-1"]);
    let mistake = ["--mistake", "root-is-min", "--format", "jsonl", "-o", "other.jsonl"];
    output(&mut folder.plywood(&[&["explain", "sargon-1"][..], &mistake].concat()));
    let page = output(&mut folder.plywood(&["compare", "honest.jsonl", "other.jsonl"]));
    support::snapshot("compare@traces", &page);
    let places = [
        "header ",
        "Two searches",
        " first differ at event ",
        "Ply by ply",
        "Node by node",
        "visited by only one",
        "line ",
    ];
    let at: Vec<usize> = places.iter().map(|place| page.find(place).expect(place)).collect();
    assert!(at[..6].is_sorted(), "{at:?}");
}

#[test]
fn what_is_ignored_makes_no_difference_and_everything_else_does() {
    let folder = recorded("one.jsonl", &["wikipedia"]);
    let trace = folder.read("one.jsonl");
    let changed = |name: &str, from: &str, to: &str| {
        assert!(trace.contains(from), "{from}");
        folder.write(name, trace.replacen(from, to, 1));
    };
    changed("numbers.jsonl", "\"number\":3", "\"number\":4");
    changed("static.jsonl", "{\"event\":\"root\",\"score\":0.0", "{\"event\":\"root\",\"score\":0.5");
    let check = |name: &str, ignore: &[&str]| {
        let (code, found) = compared(&folder, &[&["one.jsonl", name], ignore].concat());
        assert_eq!(found["list"], serde_json::json!([]), "only events differ");
        assert_eq!(code == 1, found["parting"].is_object(), "{found}");
        code
    };
    assert_eq!(["numbers.jsonl", "static.jsonl"].map(|name| check(name, &[])), [1, 1]);
    assert_eq!(["numbers.jsonl", "static.jsonl"].map(|name| check(name, &["--ignore", "numbers"])), [0, 1]);
    assert_eq!(["numbers.jsonl", "static.jsonl"].map(|name| check(name, &["--ignore", "static"])), [1, 0]);
    assert_eq!(check("numbers.jsonl", &["--ignore", "order"]), 0);
    // Minimax finds the same scores in any order, so the order counts as a difference only if requested.
    for (name, order) in [("a.jsonl", "none"), ("b.jsonl", "worst")] {
        output(&mut folder.plywood(&["explain", "wikipedia", "-a", "minimax", "--order", order, "-o", name]));
    }
    let counts = |ignore: &[&str]| compared(&folder, &[&["a.jsonl", "b.jsonl"], ignore].concat()).1;
    let (strict, lenient) = (counts(&[]), counts(&["--ignore", "order"]));
    assert!(strict["parting"].is_object() && lenient["parting"].is_null(), "{strict}");
    assert_eq!((&lenient["counts"]["contradictions"], &lenient["counts"]["bounds"]), (&0.into(), &0.into()));
}

#[test]
fn the_table_of_plies_adds_up_to_the_statistics() {
    let search = ["startpos", "--depth", "3", "--with", "iterative,tt,quiescence"];
    let folder = recorded("one.jsonl", &search);
    output(&mut folder.plywood(&["explain", "startpos", "--depth", "3", "--order", "none", "-o", "two.jsonl"]));
    let (_, found) = compared(&folder, &["one.jsonl", "two.jsonl"]);
    for (side, name) in ["one.jsonl", "two.jsonl"].into_iter().enumerate() {
        let trace = folder.read(name);
        let result: Value = serde_json::from_str(trace.lines().last().unwrap()).unwrap();
        let total = |field: &str| -> u64 {
            found["plies"].as_array().unwrap().iter().map(|ply| ply[side][field].as_u64().unwrap()).sum()
        };
        let count = |field: &str| result["statistics"][field].as_u64().unwrap_or_default();
        assert_eq!(total("nodes"), count("entered") + count("leaves") + count("unscored"), "{name}");
        assert_eq!((total("leaves"), total("cutoffs")), (count("leaves"), count("cutoffs")), "{name}");
        assert_eq!(found["events"][side], trace.lines().count() - 2, "{name}");
    }
}

#[test]
fn subtrees_of_one_search_are_folded_and_listed_by_size() {
    let folder = recorded("static.jsonl", &["startpos", "--depth", "3"]);
    output(&mut folder.plywood(&["explain", "startpos", "--depth", "3", "--order", "none", "-o", "none.jsonl"]));
    let (code, found) = compared(&folder, &["static.jsonl", "none.jsonl"]);
    let alone: Vec<&Value> = found["list"].as_array().unwrap().iter().filter(|one| one["dissent"] == "alone").collect();
    let sizes: Vec<u64> = alone.iter().map(|one| one["nodes"].as_u64().unwrap()).collect();
    assert!(code == 1 && 1 < sizes[0] && sizes.is_sorted_by(|a, b| a >= b), "{sizes:?}");
    assert_eq!(sizes.iter().sum::<u64>(), found["counts"]["alone_nodes"].as_u64().unwrap());
    let line = |one: &Value| one["line"].as_array().unwrap().clone();
    let is_below =
        |a: &Value, b: &Value| a["second"].is_null() == b["second"].is_null() && line(a).starts_with(&line(b));
    assert!(
        alone.iter().all(|one| alone.iter().filter(|other| is_below(one, other)).count() == 1),
        "a subtree stands twice"
    );
}

/// Iterations visit the same lines again; nodes of iterations with different depths must not be compared.
#[test]
fn nodes_match_by_the_depth_of_their_pass_and_by_their_visit() {
    let folder = recorded("deeper.jsonl", &["startpos", "--depth", "3", "--with", "iterative"]);
    output(&mut folder.plywood(&["explain", "startpos", "--depth", "3", "-o", "at-once.jsonl"]));
    let (code, found) = compared(&folder, &["deeper.jsonl", "at-once.jsonl"]);
    assert_eq!((code, &found["counts"]["contradictions"]), (1, &0.into()), "{}", found["counts"]);
    assert!(0 < found["common"].as_u64().unwrap());
    let fields: Vec<&Value> = found["headers"].as_array().unwrap().iter().map(|field| &field["field"]).collect();
    assert!(fields.contains(&&"techniques".into()), "{fields:?}");
}

#[test]
fn trouble_has_an_exit_code_of_its_own() {
    let folder = recorded("one.jsonl", &["startpos", "--depth", "1"]);
    output(&mut folder.plywood(&["explain", "position startpos moves e2e4", "--depth", "1", "-o", "other.jsonl"]));
    let lines: Vec<String> = folder.read("one.jsonl").lines().map(str::to_owned).collect();
    folder.write("short.jsonl", lines[..lines.len() - 1].join("\n"));
    let trouble = |arguments: &[&str], says: &str| {
        let (code, page, error) = run(&folder, &[&["compare", "--check"], arguments].concat());
        assert_eq!((code, page.as_str()), (2, ""), "{arguments:?}");
        assert!(error.contains(says), "{arguments:?}: {error}");
    };
    trouble(&["one.jsonl", "missing.jsonl"], "missing.jsonl");
    trouble(&["one.jsonl", "short.jsonl"], "short.jsonl: line 44: the trace ends without a result");
    trouble(&["one.jsonl", "other.jsonl"], "the traces are of different positions");
    trouble(&["one.jsonl", "one.jsonl", "--focus", "Zz9"], "neither trace has an event at Zz9");
    trouble(&["one.jsonl", "one.jsonl", "--ignore", "nothing"], "order, numbers, static");
    trouble(&["startpos", "--depth", "1", "--ignore", "order"], "--ignore is for recorded traces");
}

/// An engine that crashes because of its bug leaves a truncated trace; the report names the bug before the truncation.
#[test]
fn the_first_cause_is_told_of_a_trace_that_breaks_off() {
    let wrong = |line: &str| match line.contains("\"verdict\":\"best\"") && line.contains("\"line\":[\"bxc4+\"],") {
        true => line.replace("\"verdict\":\"best\"", "\"verdict\":\"not_best\""),
        false => line.to_owned(),
    };
    let folder = foreign(&[ENDING, "--depth", "2"], wrong);
    let lines = folder.read("trace.jsonl").lines().count();
    let verify = |folder: &Folder| run(folder, &["verify", "trace.jsonl"]);
    let (code, whole, _) = verify(&folder);
    let cause =
        whole.split_once("Look:").expect("a trace with a mistake").0.split_once("First cause").unwrap().1.to_owned();
    let broken: Vec<String> = folder.read("trace.jsonl").lines().take(lines - 1).map(str::to_owned).collect();
    folder.write("trace.jsonl", format!("{}\n{{\"event\":", broken.join("\n")));
    let (broken_code, page, error) = verify(&folder);
    assert_eq!((code, broken_code), (1, 1));
    assert!(page.contains(&cause) && page.contains("Look:  plywood explain trace.jsonl --why bxc4+"), "{page}");
    assert!(
        error.contains(&format!("line {lines}")) && error.contains("the program that wrote it may have been stopped"),
        "{error}"
    );
}

/// Wherever the events split, only those before that place are shown, as if the document were cut off there.
#[test]
fn a_damaged_document_is_shown_up_to_its_damage() {
    let folder = recorded("trace.json", &["wikipedia"]);
    let text = folder.read("trace.json");
    let (head, events) = text.split_once("\"events\"").unwrap();
    let shown = |text: String| {
        folder.write("trace.json", text);
        let (code, page, error) = run(&folder, &["explain", "trace.json"]);
        assert_eq!(code, 1, "{page}");
        (page, error)
    };
    let mut pages = Vec::new();
    for (number, (at, _)) in events.match_indices(",\n").enumerate().skip(1).step_by(7).take(4) {
        let (before, behind) = (format!("{head}\"events\"{}", &events[..at]), &events[at + 1..]);
        let (page, _) = shown(before.clone());
        assert!(!pages.contains(&page), "event {number}: {page}");
        for sign in ["", ";", ",,", ": "] {
            let (damaged, error) = shown(format!("{before}{sign}{behind}"));
            assert_eq!(damaged, page, "event {number}, {sign:?}");
            assert!(error.contains("everything before this place is shown"), "{error}");
        }
        pages.push(page);
    }
    let (page, error) = shown(format!("{head}\"events\" {}", events.trim_start_matches(':')));
    assert!(page.is_empty() && error.contains("expected `:`"), "{page}{error}");
}

/// If a program is stopped while it writes its result, the last line is incomplete, and it is not reported as a wrong
/// event.
#[test]
fn a_result_that_breaks_off_is_told_so() {
    let folder = recorded("trace.jsonl", &["sargon-1"]);
    let text = folder.read("trace.jsonl");
    let (before, result) = text.trim_end().rsplit_once('\n').unwrap();
    let number = before.lines().count() + 1;
    for length in (16..result.len()).step_by(result.len() / 9) {
        folder.write("trace.jsonl", format!("{before}\n{}\n", &result[..length]));
        for command in ["verify", "explain"] {
            let (code, _, error) = run(&folder, &[command, "trace.jsonl"]);
            let said = error.contains(&format!("line {number}, column {length}: the file ends in the middle of "));
            assert!(code == 1 && said, "{command}, {length} bytes: {error}");
        }
    }
}

#[test]
fn events_without_their_header_are_told_so() {
    let folder = recorded("trace.jsonl", &["sargon-1"]);
    let events = folder.read("trace.jsonl").split_once('\n').unwrap().1.to_owned();
    folder.write("events.jsonl", events);
    let (code, _, error) = run(&folder, &["verify", "events.jsonl"]);
    assert!(code == 1 && error.contains("events of a trace without its header"), "{error}");
}

/// If one search has no nodes at the focus, the two have nothing in common, and the report names no common order.
#[test]
fn a_part_of_a_search_is_written_verified_and_shown() {
    let search = ["startpos", "--depth", "3", "--order", "none"];
    let folder = recorded("whole.jsonl", &search);
    output(&mut folder.plywood(&[&["explain"], &search[..], &["--focus", "e4 e5", "-o", "part.jsonl"]].concat()));
    output(&mut folder.plywood(&["explain", "whole.jsonl", "--focus", "1.e4 e5", "-o", "same.jsonl"]));
    assert_eq!(folder.read("part.jsonl"), folder.read("same.jsonl"));
    assert!(folder.read("part.jsonl").len() * 5 < folder.read("whole.jsonl").len());
    let (code, page, _) = run(&folder, &["verify", "part.jsonl"]);
    assert_eq!(code, 0, "{page}");
    assert!(flat(&page).contains("searches that the trace omits (`omitted`): a complete trace"), "{page}");
    output(&mut folder.plywood(&["explain", "part.jsonl", "--plies", "1", "-o", "top.json"]));
    assert_eq!(run(&folder, &["verify", "top.json"]).0, 0);
    output(&mut folder.plywood(&["explain", "whole.jsonl", "--plies", "1", "--every", "5", "-o", "some.jsonl"]));
    assert_eq!(run(&folder, &["verify", "some.jsonl"]).0, 0);
    let some = folder.read("some.jsonl").len();
    assert!(folder.read("top.json").len() < some && some * 4 < folder.read("whole.jsonl").len());
    for (rest, reason) in [
        (&["--plies", "1"][..], "--every applies to traces; write one with -o FILE.jsonl"),
        (&["--format", "jsonl"], "--every needs --plies or --focus; otherwise the trace is complete anyway"),
    ] {
        let (code, _, error) = run(&folder, &[&["explain", "whole.jsonl", "--every", "5"], rest].concat());
        assert!(code == 2 && error.contains(reason), "{error}");
    }
    let (code, _, error) = run(&folder, &["explain", "whole.jsonl", "--plies", "1", "--every", "0", "-o", "x.jsonl"]);
    assert!(code == 2 && error.contains("expected a whole number of at least 1") && error.len() < 150, "{error}");
    let result = |page: &str| {
        let rows =
            ["Best move", "Score", "nodes"].map(|row| page.lines().find(|line| line.contains(row)).map(str::to_owned));
        assert!(rows.iter().all(Option::is_some), "{page}");
        rows
    };
    let shown = |file: &str| run(&folder, &["explain", file, "--roots", "all"]).1;
    assert_eq!(result(&shown("part.jsonl")), result(&shown("whole.jsonl")));
    let (_, log, _) = run(&folder, &["explain", "part.jsonl", "--log"]);
    assert!(flat(&log).contains("is searched, but omitted from this trace ("), "{log}");
    let (_, why, _) = run(&folder, &["explain", "part.jsonl", "--why", "d4"]);
    assert!(flat(&why).contains("by a search that the trace omits"), "{why}");
    for more in [&["--at-event", "9"][..], &["--pv-scan"], &["--full"], &["-o", "part.html"], &["--focus", "d4"], &[]] {
        let (code, page, error) = run(&folder, &[&["explain", "part.jsonl"], more].concat());
        assert_eq!((code, error.as_str()), (0, ""), "{more:?}");
        assert!(!page.contains("()"), "nothing is said in brackets: {page}");
    }
    let (code, _, error) = run(&folder, &["explain", "startpos", "--roots", "3", "-o", "x.jsonl"]);
    assert_eq!(code, 2);
    assert!(
        error.contains("--roots affects only text output; as jsonl use --focus and --plies to select a part"),
        "{error}"
    );
}

#[test]
fn what_only_one_search_has_is_no_difference_between_two() {
    let folder = recorded("one.jsonl", &["sargon-1"]);
    output(&mut folder.plywood(&["explain", "sargon-1", "--order", "best", "-o", "other.jsonl"]));
    let page = output(&mut folder.plywood(&["compare", "one.jsonl", "other.jsonl", "--focus", "Nxd3 Qd6"]));
    assert!(page.contains("they have no nodes in common; 3 nodes were searched by only one"), "{page}");
    assert!(page.contains("White to move, 3 plies. This search tries"), "{page}");
    assert!(page.lines().any(|line| line.split_whitespace().eq(["2", "1", "0", "0", "0", "0", "0"])), "{page}");
    assert!(!page.lines().any(|line| line.split_whitespace().eq(["0"; 7])), "{page}");
}

/// A best move can be "no better", because it is compared with a value and not with a move.
#[test]
fn a_search_that_tests_says_what_its_moves_are_no_better_than() {
    let folder = recorded("trace.jsonl", &["all-lose"]);
    output(&mut folder.plywood(&["explain", "all-lose", "--algorithm", "mtdf", "-o", "tests.jsonl"]));
    let page = |names: &[&str]| flat(&output(&mut folder.plywood(&[&["compare"], names].concat())));
    let said = "tests.jsonl tests a value in each pass: there \"no better\" means no better than that value, even for the best move.";
    let both = page(&["trace.jsonl", "tests.jsonl"]);
    assert!(both.contains("B -3 new best <= -3 no better") && both.contains(said), "{both}");
    assert!(!both.contains("trace.jsonl tests a value"), "{both}");
    assert!(!page(&["trace.jsonl", "trace.jsonl"]).contains("in each pass"));
}

#[test]
fn compressed_lines_of_a_suite_are_lines() {
    let folder = Folder::with("suite.epd", "8/8/8/3k4/2p5/1P6/3K4/8 w - - bm bxc4+; id \"one\";\n");
    for name in ["plain.jsonl", "packed.jsonl.gz"] {
        output(&mut folder.plywood(&["explain", "suite.epd", "--depth", "1", "-o", name]));
    }
    let packed = std::fs::read(folder.path().join("packed.jsonl.gz")).unwrap();
    let mut unpacked = String::new();
    std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(packed.as_slice()), &mut unpacked).unwrap();
    assert_eq!(unpacked, folder.read("plain.jsonl"));
    assert!(unpacked.starts_with("{\"number\":1"), "{unpacked}");
}

/// A stored search is repeated with the settings of its header, except for the options given.
#[test]
fn a_trace_alone_is_searched_again() {
    let pgn = crate::support::path("tests/data/kasparov-deep-blue-1997.pgn").display().to_string();
    let own = r#"{"title":"Mine","movers":["min","max","max"],"moves":[{"move":"a","score":1,"moves":[{"move":"x","score":3},{"move":"y","score":-2.5}]},{"move":"b","moves":[{"move":"x","score":0.125}]}]}"#;
    let folder = Folder::with("own.json", own);
    let searches: [&[&str]; 13] = [
        &["equality"],
        &["sargon-1", "--depth", "2"],
        &["startpos", "--depth", "2", "--with", "tt,iterative,quiescence", "--table-answers", "deeper"],
        &[
            "8/8/8/3k4/2p5/1P6/3K4/8 w - -",
            "--depth",
            "3",
            "--evaluation",
            "material",
            "--algorithm",
            "pvs",
            "--order",
            "none",
        ],
        &["8/8/8/3k4/2p5/1P6/3K4/8 w - -", "--depth", "2", "--without", "king"],
        &["8/8/8/3k4/2p5/1P6/3K4/8 w - -", "--depth", "2", "--only", "bxc4+,b4"],
        &["ttt:XO./.X./..O", "--depth", "3", "--algorithm", "mtdf"],
        &["nim:3,4", "--with", "tt"],
        &["((3 12) (2 4))", "--cut", "gt"],
        &["((3 12) (2 4))", "--mistake", "swapped-bounds"],
        &["((3 12) (2 4))", "--set", "A1=9"],
        &["own.json", "--fail", "hard"],
        &[&pgn, "--game", "2", "--ply", "34", "--depth", "1"],
    ];
    for search in searches {
        let explained = folder.plywood(&[&["explain"], search, &["-o", "kept.jsonl"]].concat()).output().unwrap();
        if !explained.status.success() {
            panic!("{search:?}: {}", String::from_utf8_lossy(&explained.stderr));
        }
        let output = folder.plywood(&["compare", "--check", "kept.jsonl"]).output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        assert_eq!(output.status.code(), Some(0), "{search:?}: {}", String::from_utf8_lossy(&said));
        std::fs::remove_file(folder.path().join("kept.jsonl")).unwrap();
    }
    let code = |words: &[&str]| {
        let output = folder.plywood(&[&["compare", "--check", "kept.jsonl"], words].concat()).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
    };
    let stored = ["explain", "startpos", "--depth", "2", "--with", "tt", "-o", "kept.jsonl"];
    assert!(folder.plywood(&stored).output().unwrap().status.success());
    for other in [
        &["--order", "none"][..],
        &["--depth", "1"],
        &["--algorithm", "minimax", "--with", "symmetry"],
        &["--evaluation", "material"],
    ] {
        let (code, said) = code(other);
        assert!(code == 1 || code == 2 && said.contains("plywood:"), "{other:?}: {said}");
    }
    assert_eq!(code(&["--order", "none"]).0, 1);
    assert_eq!(code(&["--depth", "1"]).0, 1);
    assert_eq!(code(&["--fail-on", "contradiction", "--order", "none"]).0, 0);
    let (equal, lines) = code(&["--format", "github"]);
    assert!(equal == 0 && lines.contains("1 position: 1 equal"), "{lines}");
    let (differs, cases) = code(&["--format", "junit", "--depth", "1"]);
    assert!(differs == 1 && cases.contains("<testcase name=\"kept.jsonl\""), "{cases}");
    // plywood cannot repeat a search by another program.
    let trace = std::fs::read_to_string(folder.path().join("kept.jsonl")).unwrap();
    for (from, to, why) in [
        (r#""algorithm":"alpha-beta""#, r#""algorithm":"mine""#, "no algorithm `mine`"),
        (r#""techniques":["tt"]"#, r#""techniques":["tt","mine"]"#, "no technique `mine`"),
        (r#""evaluation":"positional""#, r#""evaluation":"uci:engine, go depth 1""#, "scored by a UCI engine"),
    ] {
        assert!(trace.contains(from), "{trace}");
        folder.write("kept.jsonl", trace.replacen(from, to, 1));
        let (code, said) = code(&[]);
        let flat = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(code == 2 && flat.contains(why) && flat.contains("plywood compare --check OLD NEW"), "{to}: {said}");
    }
}

/// The header names the tablebases. plywood builds its own ones again; the scores of files are taken as given.
#[test]
fn a_search_with_tablebases_is_verified_from_its_trace() {
    let files = path("tests/data/syzygy").display().to_string();
    let mut sources = vec!["retro"];
    sources.extend(cfg!(feature = "syzygy").then_some(files.as_str()));
    for source in sources {
        // The files contain only king and rook against king.
        let is_own = source == "retro";
        let both = [("8/8/8/5k2/8/8/1R6/K7 w - - 0 1", "3"), ("8/8/8/3k4/3r4/2K5/8/3R4 w - - 0 1", "2")];
        for (fen, depth) in both.into_iter().take(if is_own { 2 } else { 1 }) {
            let search = [fen, "--depth", depth, "--tablebases", source];
            let folder = recorded("t.jsonl", &search);
            let (code, page, error) = run(&folder, &["verify", "t.jsonl"]);
            assert_eq!((code, error.as_str()), (0, ""), "{page}");
            assert_eq!(page.contains("plain minimax over the whole tree"), is_own, "{page}");
            assert_eq!(flat(&page).contains("plywood does not have the tablebases of this search"), !is_own, "{page}");
            // The trace does not contain the tablebases, so the size of its whole tree is unknown.
            let (_, page, _) = run(&folder, &["explain", "t.jsonl"]);
            assert!(page.contains("leaves evaluated") && !page.contains("minimum"), "{page}");
            let (code, page, error) = run(&folder, &["compare", "--check", "t.jsonl"]);
            assert_eq!(code, if is_own { 0 } else { 2 }, "{page}{error}");
            // An older trace does not name the tablebases.
            let trace = folder.read("t.jsonl");
            let (header, rest) = trace.split_once('\n').unwrap();
            let mut header: Value = serde_json::from_str(header).unwrap();
            header.as_object_mut().unwrap().remove("tablebases").unwrap();
            folder.write("old.jsonl", format!("{header}\n{rest}"));
            let (code, page, error) = run(&folder, &["verify", "old.jsonl"]);
            assert_eq!((code, error.as_str()), (0, ""), "{page}");
            let (_, page, _) = run(&folder, &["explain", "old.jsonl"]);
            assert!(page.contains("leaves evaluated") && !page.contains("minimum"), "{page}");
        }
    }
}

/// Nodes are matched by the depth of their pass, so two depths have none in common.
#[test]
fn nodes_of_other_depths_are_not_matched() {
    let folder = recorded("one.jsonl", &["ttt", "--depth", "1"]);
    output(&mut folder.plywood(&["explain", "ttt", "--depth", "2", "-o", "two.jsonl"]));
    let page = flat(&run(&folder, &["compare", "one.jsonl", "two.jsonl"]).1);
    assert!(page.contains("Node by node: not matched, because the depths differ."), "{page}");
    assert!(!page.contains("in common") && !page.contains("visited by only one search"), "{page}");
}
