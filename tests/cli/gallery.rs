//! The gallery end to end: `compare`, `verify`, and searches side by side in `explain`.

use crate::support::{every, in_turn, lessons_without_chance, path, plywood, searched_lessons, snapshot};
use std::fs;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
const ALGORITHMS: [&str; 5] = ["minimax", "negamax", "alpha-beta", "pvs", "mtdf"];

/// Exit code, standard output, standard error.
fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = plywood(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[track_caller]
fn fine(arguments: &[&str]) -> String {
    let (code, out, error) = run(arguments);
    assert_eq!((code, error.as_str()), (0, ""), "{arguments:?}\n{out}");
    out
}

/// The arguments are a usage error, and the message says what is wrong.
#[track_caller]
fn refused(arguments: &[&str], message: &str) {
    let (code, _, error) = run(arguments);
    assert_eq!(code, 2, "{arguments:?} {error}");
    assert!(error.contains(message), "{arguments:?} {error}");
}

/// Returns a text on one line.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the wrong claims in a report of `verify`, by kind; the table has a row only for kinds that were checked.
fn wrong_claims(text: &str) -> Vec<&str> {
    let table = text.split_once("checked  wrong  claim\n").expect(text).1;
    let claims = table.lines().take_while(|line| !line.is_empty());
    let wrong: Vec<&str> = claims.filter(|line| line.split_whitespace().nth(1) != Some("-")).collect();
    assert!(table.lines().next().is_some_and(|line| !line.is_empty()), "{text}");
    wrong
}

/// Both above the table and in it, the report of `verify` says that something was checked and nothing is wrong.
#[track_caller]
fn verified(text: &str) {
    let said = [
        "): nothing is wrong. checked wrong claim",
        "claims could be checked, none of them is wrong. checked wrong claim",
    ];
    assert!(said.iter().any(|said| flat(text).contains(said)), "{text}");
    assert_eq!(wrong_claims(text), [""; 0], "{text}");
}

#[test]
fn every_algorithm_explained_with_its_log() {
    for algorithm in ALGORITHMS {
        for lesson in ["sargon-1", "sargon-5", "wikipedia"] {
            let text = fine(&["explain", lesson, "--algorithm", algorithm, "--log"]);
            snapshot(&format!("gallery-{algorithm}@{lesson}"), &text);
        }
    }
}

/// An ending with few moves, small enough that each log can be read completely.
const PAWN_ENDING: &str = "8/8/8/8/8/k1p5/2P5/K7 b - -";

#[test]
fn every_algorithm_explained_on_a_real_position() {
    let ways: [(&str, &[&str]); 9] = [
        ("minimax", &["--algorithm", "minimax"]),
        ("negamax", &["--algorithm", "negamax"]),
        ("alpha-beta", &[]),
        ("fail-soft", &["--fail", "soft"]),
        ("pvs", &["--algorithm", "negascout"]),
        ("mtdf", &["--algorithm", "mtdf"]),
        ("iterative", &["--with", "iterative"]),
        ("aspiration", &["--with", "iterative,aspiration"]),
        ("tt", &["--with", "tt"]),
    ];
    for (name, way) in ways {
        // Two lines reach the same position only at the fourth ply.
        let depth = if name == "tt" { "4" } else { "3" };
        let text = fine(&[&["explain", PAWN_ENDING, "--depth", depth, "--full", "--log"], way].concat());
        snapshot(&format!("gallery-{name}@pawn-ending"), &text);
    }
}

#[test]
fn techniques_may_search_below_the_end_of_a_lesson() {
    let sets =
        ["check-extension", "quiescence", "quiescence,delta,exchange", "lmr,quiescence", "futility,mate-distance"];
    let mut explained = 0;
    for (index, lesson) in searched_lessons().into_iter().enumerate() {
        let ways = sets.iter().flat_map(|set| [(set, "alpha-beta"), (set, "pvs")]);
        for (set, algorithm) in in_turn(ways, index, 10) {
            let (code, _, error) =
                run(&["explain", lesson, "--with", set, "--algorithm", algorithm, "--log", "--orders"]);
            assert!(code == 0 || code == 2, "{lesson} {set} {algorithm}: {error}");
            explained += usize::from(code == 0);
        }
    }
    assert!(100 / every(10) < explained, "{explained}");
    let text = fine(&["explain", "sargon-1", "--with", "quiescence"]);
    snapshot("gallery-quiescence@sargon-1", &text);
}

#[test]
fn compared_on_lessons() {
    for lesson in ["sargon-1", "wikipedia"] {
        snapshot(&format!("compare@{lesson}"), &fine(&["compare", lesson]));
    }
    let mate = fine(&["compare", "sargon-2"]);
    assert!(mate.contains("one answer: 1.Qg8+, 12.00 (given for mate)."), "{mate}");
    assert!(mate.contains("every pass, every"), "{mate}");
    let tests = fine(&["compare", "wikipedia", "--algorithms", "alpha-beta,mtdf"]);
    assert!(tests.contains("B     6.000 new best                <= 6.000 best before\n"), "{tests}");
    let once = fine(&["compare", "sargon-1", "--algorithms", "alpha-beta"]);
    assert!(!once.contains("every pass, every"), "{once}");
    snapshot("compare-cut@wikipedia", &fine(&["compare", "wikipedia", "--cut", "ge,gt"]));
    snapshot("compare-fail@wikipedia", &fine(&["compare", "wikipedia", "--fail", "hard,soft"]));
}

#[test]
fn mistakes_beside_the_right_search() {
    for (mistake, lesson) in [
        ("root-window", "wikipedia"),
        ("swapped-bounds", "equality"),
        ("missing-negation", "equality"),
        ("root-ge", "equality"),
    ] {
        snapshot(&format!("mistake@{mistake}"), &fine(&["explain", lesson, "--mistake", mistake]));
    }
}

#[test]
fn depths_as_a_table() {
    snapshot("depths", &fine(&["explain", KIWIPETE, "--depths", "1..3"]));
}

#[test]
fn all_lessons_are_verified() {
    let ways: [&[&str]; 4] = [
        &[],
        &["--algorithm", "pvs", "--with", "tt,iterative,killers,aspiration"],
        &["--algorithm", "mtdf", "--with", "tt"],
        &["--fail", "soft", "--cut", "gt"],
    ];
    let chosen = lessons_without_chance();
    for (index, name) in searched_lessons().into_iter().enumerate() {
        let file = path(&format!("models/{name}.json"));
        // Each lesson in all ways, or in one.
        for way in in_turn(ways, index, 4) {
            // Null windows have no meaning through a mean.
            let way = if chosen.contains(&name) { way } else { &[] };
            let text = fine(&[&["verify", file.to_str().unwrap()], way].concat());
            verified(&text);
        }
    }
    snapshot("verify@wikipedia", &fine(&["verify", "wikipedia"]));
}

#[test]
fn real_positions_are_verified() {
    for way in
        [&["--algorithm", "alpha-beta"][..], &["--algorithm", "mtdf", "--with", "tt"], &["--with", "null-move,lmr"]]
    {
        verified(&fine(&[&["verify", KIWIPETE, "--depth", "3"], way].concat()));
    }
    let text = fine(&["verify", KIWIPETE, "--depth", "3", "--leaves", "20000"]);
    verified(&text);
    let text = flat(&text);
    assert!(text.contains("a sample of plain minimax, because the whole tree is too large"), "{text}");
    assert!(text.contains("of 2,638 nodes compared with minimax"), "{text}");
}

#[test]
fn positions_of_a_suite_are_verified() {
    let suite = fs::read_to_string(path("tests/data/bratko-kopec.epd")).unwrap();
    let records = suite.lines().filter(|line| !line.starts_with('#') && line.contains('/')).step_by(6);
    let fens: Vec<String> = records.map(|line| line.split(' ').take(4).collect::<Vec<_>>().join(" ")).collect();
    assert!(3 <= fens.len());
    for fen in &fens {
        for way in [&["--algorithm", "minimax"][..], &["--algorithm", "pvs", "--with", "tt,iterative,killers"]] {
            let text = fine(&[&["verify", fen, "--depth", "2"], way].concat());
            verified(&text);
        }
    }
}

#[test]
fn a_table_that_misses_a_repetition_is_found_out() {
    let arguments = ["verify", "8/8/8/8/2K5/4k1pN/8/8 w - -", "--depth", "6", "--evaluation", "material"];
    fine(&arguments);
    let (code, text, error) = run(&[&arguments[..], &["--with", "tt"]].concat());
    assert_eq!((code, error.as_str()), (1, ""), "{text}");
    snapshot("verify@graph-history", &text);
}

#[test]
fn falsified_traces_are_found_out() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("trace.jsonl");
    let name = file.to_str().unwrap();
    let honest = fine(&["explain", "wikipedia", "--fail", "hard", "--format", "jsonl"]);
    let lies = [
        // A leaf, a bound, the result.
        (
            r#""score":-4.0,"bound":"exact","leaf""#,
            r#""score":-4.5,"bound":"exact","leaf""#,
            "line said is A1b2 4.5 4.0 <- all below it is right",
        ),
        (r#""bound":"upper""#, r#""bound":"exact""#, "line said is A1b 5 4 <- all below it is right"),
        (r#""bound":"upper""#, r#""bound":"lower""#, "line said is A1b >= 5 4 <- all below it is right"),
        (
            r#""complete":true,"score":6.0"#,
            r#""complete":true,"score":5.0"#,
            "line said is (root) 5 6 <- all below it is right WRONG B1a1: the best line ends in a leaf worth 6",
        ),
        (
            r#""best":"B","pv":["B""#,
            r#""best":"A","pv":["A""#,
            "WRONG A: claimed as best, but it is worth 3 and another move 6.",
        ),
    ];
    for (truth, lie, found) in lies {
        assert!(honest.contains(truth), "{truth}");
        fs::write(&file, honest.replacen(truth, lie, 1)).unwrap();
        let (code, out, error) = run(&["verify", name]);
        assert_eq!((code, error.as_str()), (1, ""), "{lie}\n{out}");
        assert!(!wrong_claims(&out).is_empty() && flat(&out).contains(found), "{lie}\n{out}");
    }
    // An inconsistent event is reported once, at the place where it is compared with the others.
    fs::write(&file, honest.replacen(r#""verdict":"not_best""#, r#""verdict":"best""#, 1)).unwrap();
    let (code, out, _) = run(&["verify", name]);
    let cause = "`judged` of A A1 A1a A1a2 says verdict best should be not_best: -6.000 in the window (-5.000, +inf)";
    assert!(code == 1 && flat(&out).contains(cause) && wrong_claims(&out).is_empty(), "{out}");
    fs::write(&file, honest).unwrap();
    fine(&["verify", name]);
}

#[test]
fn a_falsified_result_is_found_out() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("trace.jsonl");
    let name = file.to_str().unwrap();
    let honest = fine(&["explain", "sargon-5", "--format", "jsonl"]);
    let lies = [
        (
            r#""leaf_score":9.0"#,
            r#""leaf_score":-4.0"#,
            "1.Ng6+ Kg8 2.Nxe5: the leaf of the best line is claimed to be worth -4.00, but it is 9.00.",
        ),
        (r#""pv":["Ng6+","Kg8","Nxe5"]"#, r#""pv":[]"#, "The root: it has moves, but the best line is empty."),
        (
            r#""pv":["Ng6+","Kg8","Nxe5"]"#,
            r#""pv":["Nxd3"]"#,
            "1.Nxd3: the best line begins with it, but the claimed best move is 1.Ng6+.",
        ),
        (r#""best":"Ng6+""#, r#""best":null"#, "The root: it has moves, but none is claimed as best."),
        (r#""best":"Ng6+""#, r#""best":"zzz""#, "1.zzz: claimed as best, but it is not legal."),
    ];
    // Once with the tree, and once with only the search itself.
    let alone = honest.replacen("\"evaluation\":\"material\"", "\"evaluation\":\"mine\"", 1);
    let shape = alone.find(",\"shape\":").unwrap()..alone.find("}\n").unwrap();
    let alone = format!("{}{}", &alone[..shape.start], &alone[shape.end..]);
    // Only the tree showed that moves were restricted; without it, the rules of the board say that moves are missing.
    let lines =
        alone.split("{\"event\":\"enter\",\"line\":").skip(1).map(|event| event.split_inclusive(']').next().unwrap());
    let lines = lines.collect::<Vec<_>>().join(",");
    let alone = alone.replacen("\"fen\":", &format!("\"restricted\":[{lines}],\"fen\":"), 1);
    // Positions are numbered by their places in the tree, which is then unknown.
    let mut parts = alone.split(",\"number\":");
    let first = parts.next().unwrap_or_default().to_owned();
    let alone = parts.fold(first, |text, part| text + part.trim_start_matches(|c: char| c.is_ascii_digit()));
    for honest in [honest, alone] {
        for (truth, lie, problem) in lies {
            assert!(honest.contains(truth), "{truth}");
            fs::write(&file, honest.replacen(truth, lie, 1)).unwrap();
            let (code, out, error) = run(&["verify", name, "--columns", "200"]);
            assert_eq!((code, error.as_str()), (1, ""), "{lie}\n{out}");
            assert!(out.contains(&format!("WRONG {problem}\n")), "{out}");
        }
        fs::write(&file, honest).unwrap();
        fine(&["verify", name]);
    }
}

#[test]
fn a_game_that_is_over_at_the_root_is_verified() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("trace.jsonl");
    let name = file.to_str().unwrap();
    for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "R6k/6pp/8/8/8/8/8/6K1 b - - 0 1"] {
        let text = fine(&["verify", fen]);
        verified(&text);
        assert!(text.contains("\n      1      -  root score equals minimax\n"), "{text}");
        let trace = fine(&["explain", fen, "--format", "jsonl"]);
        fs::write(&file, trace.replacen("\"complete\":true,\"score\":", "\"complete\":true,\"score\":1,\"x_\":", 1))
            .unwrap();
        let (code, text, _) = run(&["verify", name]);
        assert_eq!(code, 1, "{text}");
        assert!(flat(&text).contains("line said is (root) -1.00 "), "{text}");
    }
}

#[test]
fn who_has_checked_nothing_does_not_say_verified() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("trace.jsonl");
    let trace = fine(&["explain", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "--format", "jsonl"]);
    fs::write(&file, trace.replacen("\"positional\"", "\"mine\"", 1)).unwrap();
    let text = fine(&["verify", file.to_str().unwrap()]);
    assert!(flat(&text).contains(": nothing could be checked. Consistency:"), "{text}");
}

#[test]
fn a_trace_remembers_which_static_scores_were_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("trace.jsonl");
    let name = file.to_str().unwrap();
    let replaced: &[&str] = &[PAWN_ENDING, "--depth", "2", "--set", "Kb4 Kb1=5.5", "--set", "=-1"];
    // The root, a leaf, a node after one of Black's moves, and a lesson that doesn't give all moves.
    for search in [replaced, &[PAWN_ENDING, "--depth", "3", "--set", "Kb4 Kb1 Kc4=5.5"], &["smothered"]] {
        fs::write(&file, fine(&[&["explain"], search, &["--format", "jsonl"]].concat())).unwrap();
        // A trace cannot show that the lesson restricted the moves.
        let restricted = "\n2 nodes list fewer moves than the rules allow; only the listed moves count.\n";
        let text = fine(&["verify", name]).replace(restricted, "");
        assert_eq!(text, fine(&[&["verify"], search].concat()), "{search:?}");
    }
    let trace = fine(&[&["explain"], replaced, &["--format", "jsonl"]].concat());
    let line = r#""line":["Kb4","Kb1"],"score":5.5"#;
    // The first of the two places is the request, the second the score that the search used.
    let places: Vec<usize> = trace.match_indices(&format!("{{{line}}}")).map(|(at, _)| at).collect();
    assert_eq!(places.len(), 2, "for White, who made the last move: {trace}");
    let (before, given) = trace.split_at(places[1]);
    let falsified = |lie: &str| format!("{before}{}", given.replacen(line, lie, 1));
    fs::write(&file, falsified(&line.replace("5.5", "4.5"))).unwrap();
    let (code, text, _) = run(&["verify", name]);
    assert_eq!(code, 1);
    let text = flat(&text);
    assert!(text.contains("the header says changes 5.500 should be 4.500: as in `replaced_scores`"), "{text}");
    assert!(text.contains("of 1...Kb4 2.Kb1: score 5.500, should be 4.500, by the evaluation"), "{text}");
    fs::write(&file, falsified(&line.replace("Kb1", "Kh1"))).unwrap();
    let (code, _, error) = run(&["verify", name]);
    assert_eq!(code, 1);
    assert!(
        error.contains("static evaluation after 1...Kb4 2.Kh1: `Kh1` is not legal; legal here: Ka2 Kb1"),
        "{error}"
    );
}

/// Each technique acts on some move of these searches, and `--why` describes what it did.
#[test]
fn why_tells_what_techniques_did() {
    let fork = "7k/R1ppp1p1/1p6/4q3/5N1r/3b3P/PP3PP1/Q5K1 w - - 0 1";
    let asked: [(&[&str], &str, &str); 8] = [
        (&[fork, "--depth", "3", "--with", "check-extension"], "Ng6+", "Techniques Searched 1 ply deeper."),
        (&[fork, "--depth", "4", "--with", "lmr", "--order", "none"], "a4", "Techniques Searched 1 ply shallower."),
        (
            &[fork, "--depth", "3", "--with", "quiescence"],
            "Nxd3 Rxh3 a3",
            "<= 2.759 (Black may stand pat). So 1.Nxd3 Rxh3 2.a3 is worse.",
        ),
        (
            &[fork, "--depth", "5", "--with", "null-move", "--order", "mvv-lva"],
            "a3",
            "<= 4.925 (even a null move is good enough for Black). So an inexact search did not find 1.a3 better.",
        ),
        (&["sargon-5", "--algorithm", "pvs"], "Ng6+ Kg8", "Techniques Searched again with the full window."),
        (
            &["mate-distance", "--with", "mate-distance"],
            "Kh6",
            "<= #1 (a mate that was found is shorter than any here)",
        ),
        (
            &[fork, "--depth", "3", "--with", "futility", "--order", "none"],
            "Nxd3 Rxh3 a3",
            "The rule futility (a quiet move can't make up that much at the last ply) estimates it at <= 4.274",
        ),
        (
            &[PAWN_ENDING, "--depth", "4", "--with", "tt"],
            "Ka4 Kb1 Kb5",
            ">= -0.50 (from the transposition table). So 1...Ka4 2.Kb1 Kb5 is worse.",
        ),
    ];
    for (search, line, wanted) in asked {
        let text = fine(&[&["explain"], search, &["--why", line]].concat());
        assert!(flat(&text).contains(wanted), "{search:?} {line}: {text}");
    }
}

#[test]
fn several_passes_of_inexact_searches_raise_no_false_alarm() {
    for arguments in [
        &["mate-distance", "-a", "mtdf", "--with", "mate-distance"][..],
        &["mate-distance", "-a", "mtdf", "--with", "tt,mate-distance"],
        &["7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "--depth", "3", "-a", "mtdf", "--with", "mate-distance"],
        &["8/8/8/8/4k3/8/R7/4K3 w - - 98 80", "--depth", "3", "-a", "mtdf", "--with", "check-extension"],
        &["8/8/8/8/4k3/8/R7/4K3 w - - 98 80", "--depth", "3", "-a", "mtdf", "--with", "lmr"],
        &["8/8/8/8/2K5/4k1pN/8/8 w - - 0 1", "--depth", "3", "-a", "mtdf", "--with", "check-extension"],
    ] {
        let text = fine(&[&["verify"], arguments].concat());
        verified(&text);
    }
}

#[test]
fn why_follows_nobody_who_stands_pat() {
    let text = fine(&["explain", "horizon", "--with", "quiescence", "--why", "Qd3"]);
    assert!(text.ends_with("\nBest line from here:\n  1.Qd3 Kg7   7.00\n"), "{text}");
    // In the first iteration, the quiescence search has only captures after this move.
    let position = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 0 3";
    let text = fine(&["explain", position, "-d", "2", "--with", "iterative,quiescence", "--why", "Nf6 d3"]);
    assert!(text.contains("Why not 3...Nf6 4.d3?"), "{text}");
    let text = fine(&["explain", "equality", "--mistake", "root-ge", "--why", "C"]);
    let text = flat(&text);
    assert!(
        text.contains("MAX already has 3 with B.") && text.contains("So it only equals that score, but replaces"),
        "{text}"
    );
}

#[test]
fn what_makes_no_sense_is_refused_with_the_reason() {
    refused(&["explain", "wikipedia", "--with", "null-move"], "null-move cannot be used: this tree has no null move");
    refused(&["explain", "sargon-1", "--with", "null-move"], "no moves or scores after a null move");
    refused(&["explain", "wikipedia", "--with", "tt", "--hash", "99999999"], "MiB");
    let idle = "has no effect without a transposition table; add --with tt";
    for option in [["--hash", "32"], ["--table-answers", "deeper"], ["--table-answers", "equal"]] {
        for command in [
            &["explain", "wikipedia"][..],
            &["explain", "tests/data/wac.epd"],
            &["verify", "startpos"],
            &["compare", "wikipedia", "--algorithm", "alpha-beta,pvs"],
            &["compare", "startpos", "--engine", "sargon,plywood"],
        ] {
            refused(&[command, &option].concat(), &format!("{} {idle}", option[0]));
        }
        fine(&[&["explain", "wikipedia", "--with", "tt"], &option[..]].concat());
        // Some of the ten searches have a table.
        fine(&[&["compare", "wikipedia"], &option[..]].concat());
    }
    refused(
        &["explain", "wikipedia", "--evaluation", "material"],
        "--evaluation has no effect here: this tree has no board",
    );
    refused(&["compare", "wikipedia", "--evaluation", "material"], "--evaluation has no effect here");
    refused(&["compare", "wikipedia", "--algorithm", "mtdf", "--fail", "hard"], "fail-soft");
    refused(&["explain", "wikipedia", "--mistake", "typo"], "root-window, swapped-bounds");
    refused(&["explain", "wikipedia", "--depths", "3"], "such as 1..6");
    refused(
        &["compare", "wikipedia", "--algorithm", "pvs,mtdf", "--cut", "gt"],
        "need cutoffs on ties; leave out --cut gt, or use alpha-beta",
    );
    refused(&["compare", "wikipedia", "--algorithm", "alpha-beta", "--with", "null-move"], "no null move");
    refused(&["compare", "wikipedia", "--algorithm", "alpha-beta", "--order", "see"], "distinguish captures");
    refused(&["compare", "wikipedia", "--order", "random:x"], "a whole number");
    refused(&["compare", KIWIPETE, "--engine", "sargon"], "two programs: sargon,plywood");
    refused(&["compare", KIWIPETE, "--engine", "sargon,plywood", "--algorithm", "pvs,mtdf"], "one algorithm");
    refused(&["compare", "wikipedia", "--engine", "sargon,plywood"], "needs a chess position");
    refused(&["compare", "sargon-1", "--engine", "sargon,plywood"], "cannot search lessons");
    // Valid combinations are run, and the rest are listed.
    let text = fine(&["compare", "wikipedia", "--algorithm", "alpha-beta,mtdf", "--fail", "hard"]);
    assert!(text.contains("Not run: mtdf fail-hard: mtdf searches with null windows"), "{text}");
}

#[test]
fn an_order_by_chance_says_its_seed() {
    for orders in ["random", "none,random"] {
        let text = fine(&["compare", "wikipedia", "--order", orders]);
        assert!(text.contains("random:0"), "{orders}: {text}");
        assert_eq!(text, fine(&["compare", "wikipedia", "--order", &orders.replace("random", "random:0")]));
    }
    let text = fine(&["compare", KIWIPETE, "--engine", "sargon,plywood", "--depth", "1", "--order", "random"]);
    assert!(text.contains("plywood random:0"), "{text}");
}

/// Returns the rows of the first table of a text, without their heading: words by column, separated by two spaces.
fn rows(text: &str, heading: &str) -> Vec<Vec<String>> {
    let table = text.lines().skip_while(|line| !line.starts_with(heading)).skip(1);
    let cells =
        |line: &str| line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).map(str::to_owned).collect();
    table.take_while(|line| !line.is_empty()).map(cells).collect()
}

/// A row of the picture that `compare` draws.
#[derive(Debug, Default)]
struct Bar {
    names: String,
    nodes: u64,
    scored: u64,
    bar: usize,
    known: u64,
}

/// Returns the rows of the picture drawn by `compare`. Names continued on the next line are joined.
fn bars(text: &str) -> Vec<Bar> {
    let mut bars: Vec<Bar> = Vec::new();
    for (row, cells) in text.lines().skip_while(|line| !line.starts_with("search ")).skip(1).zip(rows(text, "search "))
    {
        if row.starts_with("  ") {
            bars.last_mut().unwrap().names.push_str(&format!(" {}", cells[0]));
            continue;
        }
        let (drawn, known) = cells.last().unwrap().split_once(" +").unwrap_or((cells.last().unwrap(), "0 hits"));
        let has_nodes = cells.len() == 4;
        bars.push(Bar {
            names: cells[0].clone(),
            nodes: if has_nodes { number(&cells[1]) } else { 0 },
            scored: number(&cells[cells.len() - 2]),
            bar: drawn.matches('#').count(),
            known: number(known.trim_end_matches(" hits").trim_end_matches(" hit")),
        });
    }
    bars
}

/// Returns a number with thousands separators.
fn number(text: &str) -> u64 {
    text.replace(',', "").parse().expect(text)
}

/// Thousandths of a pawn, from a table or from JSON.
fn millipawns(pawns: &str) -> i64 {
    (1000.0 * pawns.parse::<f64>().unwrap()).round() as i64
}

#[test]
fn a_comparison_in_json_has_the_numbers_of_the_table() {
    for arguments in [
        &["compare", "wikipedia"][..],
        &["compare", "sargon-1"],
        &["compare", KIWIPETE, "--depth", "2", "--order", "mvv-lva"],
    ] {
        let text = fine(arguments);
        let bars = bars(&text);
        let json = fine(&[arguments, &["--format", "json"]].concat());
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        let list = json["rows"].as_array().unwrap();
        let measures = [bars[0].names.as_str(), bars[1].names.as_str()];
        assert_eq!((list.len(), measures), (10, ["full tree", "minimum for a tree of this shape"]));
        let names: Vec<&str> = bars[2..].iter().flat_map(|bar| bar.names.split(", ")).collect();
        assert_eq!(names.len(), 10, "{names:?}");
        let (_, answer) = text.split_once("\nTen searches, one answer: ").expect(&text);
        let (best, score) = answer.lines().next().unwrap().trim_end_matches('.').split_once(", ").unwrap();
        for row in list {
            let count = |name: &str| row["statistics"].get(name).map_or(0, |count| count.as_u64().unwrap());
            let name = row["name"].as_str().unwrap().replace(" +", "+").replace('+', " + ");
            let its = bars[2..].iter().find(|bar| bar.names.split(", ").any(|one| one == name)).expect(&name);
            assert_eq!(millipawns(score), millipawns(&row["score"].to_string()));
            assert!(best.trim_start_matches("1.") == row["best"] && row["pv"][0] == row["best"], "{best} {row}");
            assert_eq!(its.nodes, count("entered") + count("leaves") + count("unscored"), "{name}");
            // Transposition table hits were not evaluated again.
            assert_eq!((its.scored, its.known), (count("leaves"), count("hash_cuts")), "{name}");
        }
        let drawn = &bars[1..];
        for pair in drawn.iter().flat_map(|a| drawn.iter().map(move |b| (a, b))) {
            assert!(pair.0.scored > pair.1.scored || pair.0.bar <= pair.1.bar, "{pair:?}");
        }
        assert_eq!(list[0]["statistics"]["leaves"], json["leaves"], "minimax scores every leaf");
        assert_eq!(bars[0].scored, json["leaves"].as_u64().unwrap());
    }
}

#[test]
fn the_rules_for_ties_and_failing_are_compared_node_by_node() {
    let arguments = ["compare", "equality", "--cut", "ge,gt", "--fail", "hard,soft"];
    let text = fine(&arguments);
    assert_eq!(text.matches(" against alpha-beta fail-hard ge:\nNode by node: ").count(), 3, "{text}");
    let json: serde_json::Value =
        serde_json::from_str(&fine(&[&arguments[..], &["--format", "json"]].concat())).unwrap();
    let differences = json["differences"].as_array().unwrap();
    assert_eq!(differences.len(), json["rows"].as_array().unwrap().len() - 1);
    // With the rule `>`, the last move of the lesson `equality` is searched completely, so its bound is different.
    assert_eq!(differences[2]["first"]["line"], serde_json::json!(["C", "C2"]));
    assert_eq!(differences[2]["first"]["first"]["verdict"], "cutoff");
}

#[test]
fn a_reference_that_is_not_exact_is_none() {
    let text = fine(&["compare", KIWIPETE, "--depth", "2", "--algorithm", "alpha-beta,pvs", "--with", "quiescence"]);
    let text = text.replace('\n', " ");
    assert!(text.contains("this comparison has no exact search to show whether it did."), "{text}");
    assert!(!text.contains("changed nothing"), "{text}");
}

#[test]
fn any_exact_search_is_a_reference() {
    let fork = "7k/R1ppp1p1/1p6/4q3/5N1r/3b3P/PP3PP1/Q5K1 w - - 0 1";
    for (techniques, changed) in [("lmr,null-move", "here they changed nothing"), ("quiescence", "here it changed")] {
        let arguments =
            ["compare", fork, "--depth", "3", "--with", techniques, "--algorithm", "alpha-beta,pvs,minimax"];
        let text = fine(&arguments).replace('\n', " ");
        assert!(text.contains(changed) && !text.contains("no exact search"), "{text}");
    }
}

#[test]
fn engines_in_json_have_the_numbers_of_the_table() {
    let arguments = ["compare", KIWIPETE, "--engine", "sargon,plywood", "--depth", "2"];
    let text = fine(&arguments);
    let json = fine(&[&arguments[..], &["--format", "json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let table = rows(&text, "      ");
    assert_eq!((table.len(), json["depth"].as_u64()), (5, Some(2)));
    for (index, name) in ["sargon", "plywood"].into_iter().enumerate() {
        let one = &json["engines"][index];
        assert_eq!(one["name"], name);
        assert_eq!(table[0][index + 1], format!("1.{}", one["best"].as_str().unwrap()));
        assert_eq!(millipawns(&table[1][index + 1]), millipawns(&one["score"].to_string()));
        for (row, field) in [(2, "created"), (3, "leaves"), (4, "cutoffs")] {
            assert_eq!(number(&table[row][index + 1]), one[field].as_u64().unwrap());
        }
        let pv: Vec<&str> = one["pv"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
        assert_eq!(pv.len(), 2);
        assert!(text.contains(&format!("Best line of {name}: 1.{}\n", pv.join(" "))), "{text}");
    }
    // If the two are swapped, the result is the same pair in reverse order.
    let swapped = fine(&["compare", KIWIPETE, "--engine", "plywood,sargon", "--depth", "2", "--format", "json"]);
    let swapped: serde_json::Value = serde_json::from_str(&swapped).unwrap();
    assert_eq!((&swapped["engines"][0], &swapped["engines"][1]), (&json["engines"][1], &json["engines"][0]));
}

#[test]
fn negamax_shows_its_arithmetic() {
    snapshot("negamax-view@sargon-2", &fine(&["explain", "sargon-2", "--log", "--view", "negamax"]));
}

#[test]
fn trees_stand_upright() {
    let textbook = "((3 12 8) (2 4 6) (14 5 2))";
    for (name, search) in [
        ("textbook", &[textbook, "--legend"][..]),
        ("textbook-unicode", &[textbook, "--charset", "unicode"]),
        ("wikipedia", &["wikipedia"]),
        ("tour", &["tour"]),
        ("sargon-1-negamax", &["sargon-1", "--view", "negamax"]),
        ("too-wide", &["wikipedia", "--columns", "60"]),
    ] {
        snapshot(&format!("upright@{name}"), &fine(&[&["explain", "--style", "upright"], search].concat()));
    }
}
