//! Sargon 1978 on the command line: its results compared with reference data, and its pages.

use crate::support::{every, plywood, snapshot};
use plywood::game::Game;
use plywood::internal::sargon::{BookUse, SargonReport};
use plywood::internal::subject::Subject;
use plywood::study::Limits;
use plywood::trace::Trace;
use plywood::tree::Keep;
use serde_json::Value;

const SEARCHES: &str = include_str!("../data/sargon/searches.txt");
const PUBLISHED: &str = include_str!("../data/sargon/published.txt");
const STATIC: &str = include_str!("../data/sargon/static.txt");
/// The position of `docs/sargon.md`.
const PAGE: &str = "r2n2k1/5ppp/b5q1/1P3N2/8/8/3Q1PPP/3R2K1 w - - 0 1";
const STALEMATE: &str = "7k/5Q2/8/6K1/8/8/8/8 b - - 0 60";
const MATE: &str = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 60";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Returns the output of a command, which must succeed.
fn output(arguments: &[&str]) -> String {
    let output = plywood(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_documents_signs_have_a_key() {
    let page = output(&["explain", "sargon-2", "--style", "sargon", "--legend"]);
    let (listing, key) = page.split_once("\nKey\n").unwrap();
    assert_eq!(listing, output(&["explain", "sargon-2", "--style", "sargon"]));
    snapshot("sargon-key", key);
}

/// The trees of keys don't depend on which moves the search skipped; `.ci/sargon_figures` compares them with the
/// document itself.
#[test]
fn the_documents_smaller_figures_are_drawn_for_any_tree() {
    let figures = |subject: &str| output(&["explain", subject, "--style", "sargon", "--orders", "--pv-scan"]);
    let listing = output(&["explain", "sargon-2", "--style", "sargon"]);
    let page = figures("sargon-2");
    snapshot("sargon-figures", page.strip_prefix(&listing).unwrap());
    let trees =
        |page: &str| page.split_once("\n    Tree Structure").unwrap().1.split_once("\nAGA").unwrap().0.to_owned();
    assert_eq!(trees(&page), trees(&figures("sargon-1")));
    let uneven = figures("(1 (2 3) ((4 5) 6))");
    for label in ["3 C", "9 C", "CGA 8", "CGA 5", "CGB *   <---- 3"] {
        assert!(uneven.contains(label), "{label}: {uneven}");
    }
    // If three trees do not fit next to each other, they are drawn one below the other.
    let wide = figures("((1 2 3 4) (1 2 3 4) (1 2 3 4) (1 2 3 4))");
    assert!(wide.lines().all(|line| line.matches("====").count() < 4), "{wide}");
    assert!(wide.contains("\n    Creation Order\n    ==============\n"), "{wide}");
    let (code, said) = refusal(&["explain", "sargon-2", "--style", "sargon", "--pv-scan=all"]);
    assert_eq!((code, said.contains("write --pv-scan")), (Some(2), true), "{said}");
    let (code, said) = refusal(&["explain", "sargon-2", "--style", "sargon", "--roots", "3"]);
    assert_eq!((code, said.contains("--roots has no effect with --style sargon")), (Some(2), true), "{said}");
}

/// Chapter 5 of the course and docs/sargon.md say which pawns the document names, which pawns its program has, and why
/// the difference matters.
#[test]
fn the_order_of_the_carriers_pawns_decides_which_moves_come_first() {
    let pawn_moves = |pawns: &str| -> Vec<String> {
        let fen = format!("7k/8/6pp/8/{pawns}/8/K7 w - - 0 1");
        let list = output(&["eval", &fen, "--engine", "sargon", "--moves", "--format", "json"]);
        let list: serde_json::Value = serde_json::from_str(&list).unwrap();
        let moves = list.as_array().unwrap().iter().filter_map(|row| row["move"].as_str());
        moves.filter(|mv| mv.starts_with(['a', 'b']) && !mv.starts_with("a1")).map(str::to_owned).collect()
    };
    assert_eq!(pawn_moves("1P6/P7"), ["a3a4", "b4b5"]);
    assert_eq!(pawn_moves("P7/1P6"), ["b3b4", "a4a5"]);
}

#[test]
fn the_documents_tree_has_colours_and_says_how_to_get_a_small_one() {
    let coloured = output(&["explain", "sargon-2", "--style", "sargon", "--color", "always"]);
    assert!(coloured.contains("\u{1b}[1;94m*1.Qg8+ (5): 12.000"), "{coloured}");
    assert!(coloured.contains("ALPHA BETA CUTOFF\u{1b}[0m"), "{coloured}");
    let plain: String = coloured
        .split('\u{1b}')
        .map(|part| part.strip_prefix('[').map_or(part, |code| &code[code.find('m').unwrap() + 1..]))
        .collect();
    assert_eq!(plain, output(&["explain", "sargon-2", "--style", "sargon"]));
    let advice = "columns wide. For a small one, keep a few moves with --only";
    assert!(output(&["explain", "startpos", "--style", "sargon", "--depth", "3"]).contains(advice));
    assert!(!output(&["explain", "startpos", "--style", "sargon", "--depth", "3", "--only", "e4"]).contains(advice));
}

/// Returns the exit code and standard error.
fn refusal(arguments: &[&str]) -> (Option<i32>, String) {
    let output = plywood(arguments).output().unwrap();
    assert!(output.stdout.is_empty(), "{arguments:?} wrote something");
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

fn explain(fen: &str, rest: &[&str]) -> String {
    output(&[&["explain", fen, "--engine", "sargon"], rest].concat())
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Returns the columns of a search in the layout of `searches.txt`.
fn columns(result: &Value, fen: &str) -> String {
    let pv: Vec<String> = result["pv"].as_array().unwrap().iter().map(text).collect();
    let counters =
        ["positions_created", "leaf_positions", "move_lists", "ab_tests", "cutoffs", "new_best", "root_SCORE1"]
            .map(|name| text(&result[name]));
    format!(
        "{fen}; {}; {}; {}; {}; {}",
        result["plymax"],
        text(&result["best_move"]),
        pv.join(" "),
        result["value"],
        counters.join(" ")
    )
}

/// Returns the data lines of a file, with FEN and depth of each.
fn rows(text: &str) -> impl Iterator<Item = (&str, &str, &str)> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut fields = line.split("; ");
        (line, fields.next().unwrap(), fields.next().unwrap())
    })
}

#[test]
fn json_of_a_search_carries_every_column() {
    let mut count = 0;
    for (index, (line, fen, depth)) in rows(SEARCHES).enumerate() {
        let is_deep = 3 < depth.parse::<u32>().unwrap();
        if index % if is_deep { 4 * every(6) } else { every(6) } != 0 {
            continue;
        }
        let written = explain(fen, &["--depth", depth, "--format", "json"]);
        let result: Value = serde_json::from_str(&written).unwrap();
        assert_eq!(columns(&result, &text(&result["fen"])), line);
        assert_eq!(SargonReport::of(&Trace::read_json(&written).unwrap().outcome).unwrap().plymax.to_string(), depth);
        count += 1;
    }
    assert!(80 / every(6) < count, "{count}");
}

#[test]
fn book_moves_carry_the_columns_too() {
    let mut count = 0;
    for (line, fen, depth) in rows(PUBLISHED).filter(|(line, ..)| line.contains("; 0; 0 0 0 0 0 0 0")) {
        // Each run of the program gets its first request, but in the data the second game from the start position is
        // the second request.
        if line.contains("; e2e4; ") {
            continue;
        }
        let written = explain(fen, &["--depth", depth, "--format", "json"]);
        let result: Value = serde_json::from_str(&written).unwrap();
        assert_eq!(columns(&result, &text(&result["fen"])), line);
        assert_eq!((&result["book"], &result["score"]), (&Value::Bool(true), &Value::Null));
        Trace::read_json(&written).unwrap();
        count += 1;
    }
    assert!(2 < count);
}

#[test]
fn json_lines_end_with_the_same_columns() {
    let lines = explain(PAGE, &["--depth", "3", "--format", "jsonl"]);
    let last: Value = serde_json::from_str(lines.lines().last().unwrap()).unwrap();
    let document: Value = serde_json::from_str(&explain(PAGE, &["--depth", "3", "--format", "json"])).unwrap();
    assert_eq!(columns(&last, PAGE), columns(&document, PAGE));
    let trace = Trace::read_json_lines(lines.as_bytes()).unwrap();
    assert_eq!(trace, Trace::read_json(&explain(PAGE, &["--depth", "3", "--format", "json"])).unwrap());
    let mut again = Vec::new();
    trace.write_json_lines(&mut again).unwrap();
    assert_eq!(String::from_utf8(again).unwrap(), lines);
}

/// Returns a row of `eval --moves` in the layout of `static.txt`.
fn row(row: &Value) -> String {
    let names = ["material", "board_control", "pts_lost", "pts_won1", "pts_won2", "moving_piece_lost", "score_byte"];
    let numbers = names.map(|name| text(&row[name])).join(" ");
    let note = text(&row["note"]);
    if let Some((moveno, pins)) = note.split_once(" NPINS=") {
        assert_eq!((text(&row["index"]), text(&row["move"])), ("root".to_owned(), "-".to_owned()));
        return format!("root {numbers} {pins} {}", moveno.strip_prefix("MOVENO=").unwrap());
    }
    let mv = text(&row["move"]);
    match note.strip_prefix("pins=") {
        Some(pins) => format!("{mv} {numbers} {pins}"),
        None => {
            assert!(names.iter().all(|name| row[name].is_null()));
            format!("{mv} {note}")
        }
    }
}

#[test]
fn json_of_root_moves_carries_every_column() {
    let mut positions = 0;
    for block in STATIC.split("\n\nposition ").skip(1) {
        let (fen, expected) = block.split_once('\n').unwrap();
        let written = output(&["eval", fen, "--engine", "sargon", "--moves", "--format", "json"]);
        let list: Vec<Value> = serde_json::from_str(&written).unwrap();
        let got: Vec<String> = list.iter().map(row).collect();
        assert_eq!(got, expected.lines().collect::<Vec<_>>(), "{fen}");
        assert!(list.iter().all(|row| row["fen"] == fen));
        assert!(list[1..].iter().enumerate().all(|(index, row)| row["index"] == index));
        positions += 1;
    }
    assert_eq!(positions, 39);
}

#[test]
fn people_see_the_search() {
    snapshot("cli_sargon_explain", &explain(PAGE, &["--depth", "3", "--only", "Ne7+ Qd5 Qxd8+ h3"]));
    snapshot(
        "cli_sargon_style",
        &explain(PAGE, &["--depth", "2", "--style", "sargon", "--only", "Ne7+ Qd5", "--full", "--log"]),
    );
    snapshot("cli_sargon_why", &explain(PAGE, &["--depth", "2", "--why", "Qxd8+"]));
    snapshot("cli_sargon_line", &explain(PAGE, &["--depth", "3", "--line", "Qxd8+ Rxd8 Rxd8#"]));
    snapshot("cli_sargon_lesson", &explain("sargon-1", &[]));
}

#[test]
fn people_see_the_static_score() {
    let eval = |rest: &[&str]| output(&[&["eval", PAGE, "--engine", "sargon"], rest].concat());
    snapshot("cli_sargon_eval", &eval(&[]));
    snapshot("cli_sargon_moves", &eval(&["--moves"]));
    snapshot("cli_sargon_square", &eval(&["--square", "d8"]));
    for shown in [eval(&[]), eval(&["--moves"]), eval(&["--square", "g7"])] {
        assert!(shown.lines().all(|line| line.len() <= 80), "{shown}");
    }
}

#[test]
fn plain_evaluations_are_there_as_json() {
    let sargon: Value =
        serde_json::from_str(&output(&["eval", PAGE, "--engine", "sargon", "--format", "json"])).unwrap();
    assert_eq!(
        (&sargon["score_byte"], &sargon["centipawns"], &sargon["MOVENO"]),
        (&162.into(), &(-425).into(), &12.into())
    );
    assert_eq!(sargon["pin_list"][0]["pinned"], "g2");
    let square = output(&["eval", PAGE, "--engine", "sargon", "--square", "d8", "--format", "json"]);
    let square: Value = serde_json::from_str(&square).unwrap();
    assert_eq!((&square["lost"], &square["exchange"][0]["step"]), (&0.into(), &"refused".into()));
    let own: Value =
        serde_json::from_str(&output(&["eval", PAGE, "--evaluation", "material", "--format", "json"])).unwrap();
    let balances: f64 = own["terms"].as_array().unwrap().iter().map(|term| term["balance"].as_f64().unwrap()).sum();
    assert_eq!(own["total"].as_f64().unwrap(), balances);
}

#[test]
fn a_game_that_is_over_is_reported_and_not_searched() {
    for (fen, word) in [(MATE, "checkmate"), (STALEMATE, "stalemate")] {
        let shown = explain(fen, &[]);
        assert!(shown.contains(&format!("    Game over   {word}; there is nothing to search.\n")), "{shown}");
        assert!(!shown.contains("Best move") && !shown.contains("book"), "{shown}");
        assert!(explain(fen, &["--style", "sargon"]).ends_with(&format!("The game is over: {word}.\n")));
        let trace = Trace::read_json(&explain(fen, &["--format", "json"])).unwrap();
        assert_eq!((trace.records.len(), trace.outcome.best, trace.outcome.ending.as_deref()), (1, None, Some(word)));
    }
}

#[test]
fn the_book_is_open_unless_it_is_closed_or_something_lies_over_the_search() {
    assert!(explain("startpos", &[]).contains("    Best move   1.d4 (d2d4), out of its opening book, "));
    assert!(explain(START, &["--no-book", "--depth", "1"]).contains("    Cost        21 positions created, "));
    assert!(explain(START, &["--only", "e4 d4", "--depth", "1"]).contains("    Cost        3 positions created, "));
    assert!(explain(START, &["--style", "sargon"]).contains("out of its opening book"));
}

#[test]
fn what_makes_no_sense_is_refused_with_the_reason() {
    let foreign = [
        ["--algorithm", "alpha-beta"],
        ["--order", "static"],
        ["--with", "tt"],
        ["--cut", "ge"],
        ["--fail", "hard"],
        ["--hash", "16"],
        ["--evaluation", "material"],
    ];
    for [option, value] in foreign {
        let (code, message) = refusal(&["explain", PAGE, "--engine", "sargon", option, value]);
        assert_eq!(code, Some(2));
        assert!(
            message.starts_with(&format!("plywood: {option} cannot be used with --engine sargon: it")),
            "{message}"
        );
    }
    let cases: [(&[&str], i32, &str); 11] = [
        (
            &["explain", "(1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7 8)", "--engine", "sargon"],
            2,
            "the lesson has 17 moves, but the pawns",
        ),
        (&["explain", "wide", "--without", "king"], 2, "--without needs a chess position"),
        (&["explain", PAGE, "--no-book"], 2, "--no-book is for --engine sargon"),
        (&["explain", PAGE, "--engine", "sargon", "--only", "Qd9"], 1, "is not a move in algebraic notation"),
        (&["explain", PAGE, "--engine", "sargon", "--why", "Qh5"], 1, "`Qh5` is not legal; legal here: "),
        (&["explain", "8/8/8/8/8/8/8/K7 w - - 0 1", "--engine", "sargon"], 1, "each side needs a king"),
        (&["explain", "8/8/8/8/8/8/8/K8 w - - 0 1", "--engine", "sargon"], 1, "rank 1, `K8`, has 9 squares, not 8"),
        (&["eval", PAGE, "--moves"], 2, "--moves is for --engine sargon"),
        (&["eval", PAGE, "--square", "e5"], 2, "--square is for --engine sargon"),
        (&["eval", PAGE, "--engine", "sargon", "--evaluation", "material"], 2, "cannot be used"),
        (&["eval", PAGE, "--engine", "sargon", "--square", "z9"], 2, "invalid value `z9`"),
    ];
    for (arguments, code, part) in cases {
        let (got, message) = refusal(arguments);
        assert!(message.contains(part), "{arguments:?}: {message}");
        assert_eq!(got, Some(code), "{arguments:?}");
    }
}

/// Every trace keeps the order of events, survives a JSON round trip, and its tree has the result at the root.
#[test]
fn traces_and_trees_agree_with_the_result_on_random_positions() {
    let mut random = 1978_u64;
    let mut next = |below: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % below
    };
    let fens = STATIC.split("\n\nposition ").skip(1).map(|block| block.lines().next().unwrap());
    let mut searched = 0;
    for fen in fens.step_by(every(3)) {
        let mut chess = plywood::game::chess::ChessGame::new(
            plywood::game::chess::parse_fen(fen).unwrap(),
            plywood::game::chess::Material,
        );
        for _ in 0..next(12) {
            let mut moves = Vec::new();
            chess.moves(&mut moves);
            if !moves.is_empty() {
                chess.play(moves[next(moves.len())]);
            }
        }
        let subject = Subject::from(chess.position().clone());
        let study = subject.study_by_sargon(1 + next(3) as u32, BookUse::Closed, Limits::default()).unwrap();
        let trace = study.trace().unwrap();
        assert_eq!(trace.check(), Ok(()), "{}", chess.fen());
        let mut written = Vec::new();
        trace.write_json(&mut written).unwrap();
        assert_eq!(Trace::read_json(std::str::from_utf8(&written).unwrap()).unwrap(), trace);
        let tree = study.explain(&Keep::ALL).unwrap();
        assert_eq!(tree, trace.tree(), "{}", chess.fen());
        if trace.outcome.ending.is_none() {
            assert_eq!(tree.root.value.map(|(score, _)| score), trace.outcome.score, "{}", chess.fen());
            searched += 1;
        }
    }
    assert!(30 / every(3) < searched);
}

/// The line ends early after the better reply, and the list of the ports continues with a move that follows the other
/// reply.
#[test]
fn a_pv_that_mixes_subtrees_is_shown_with_the_line_that_was_searched() {
    let lesson = r#"{"title": "a line that ends early", "fen": "k7/7p/8/8/8/8/P7/7K w - - 0 40", "depth": 3, "moves": [
        {"move": "Kg1", "moves": [
            {"move": "Kb8", "score": -12, "moves": [{"move": "a3", "score": 5}]},
            {"move": "h6", "score": -9, "moves": []}]}]}"#;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("early.json");
    std::fs::write(&path, lesson).unwrap();
    let shown = explain(path.to_str().unwrap(), &[]);
    assert!(shown.contains("    Best line   40.Kg1 h6 41.a3   (as in Sargon's ports)\n"), "{shown}");
    assert!(shown.contains("    Searched    40.Kg1 h6; "), "{shown}");
    let trace = Trace::read_json(&explain(path.to_str().unwrap(), &["--format", "json"])).unwrap();
    assert_eq!(trace.outcome.pv, ["Kg1", "h6", "a3"]);
    assert_eq!(SargonReport::of(&trace.outcome).unwrap().searched_line.unwrap(), ["Kg1", "h6"]);
}
