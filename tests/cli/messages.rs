//! Rare texts of pages and messages, which no other test reads and no page of the gallery contains.

use super::Folder;
use std::process::Output;

const ITALIAN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
const SUITE: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - bm Nf6; id \"a\";
r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - id \"b\";
";
const EXERCISE: &[&str] = &["exercise", "new", "((3 12 8) (2 4 6) (14 5 2))", "--all-items", "-o", "ex.json"];

/// Commands, and a part of their output, ignoring line breaks and gaps.
const SAID: &[(&[&str], &[&str])] = &[
    (&["compare", "t.jsonl"], &["plywood: one trace cannot be compared; give at least two"]),
    (&["eval", "wikipedia"], &["plywood: eval needs a chess position, but this is a tree without a board"]),
    (
        &["step", "sargon-2", "--film", "x"],
        &["invalid value `x` for --film: expected a number of seconds, such as 1.5"],
    ),
    (
        &["compare", "startpos", "--depth", "1", "--algorithm", "mtdf", "--with", "aspiration"],
        &["plywood: nothing to compare mtdf +aspiration: mtdf cannot use aspiration"],
    ),
    (&["explain", "startpos", "--evaluation", "help"], &["uci:ENGINE Scores from a UCI engine, such as uci:stockfish"]),
    (
        &["explain", "sargon-2", "--why", "Qg8", "--line", "Qg8"],
        &["plywood: --why and --line cannot be combined; use one at a time"],
    ),
    (&["explain", "--help"], &["-h, --help Print this help; -h prints a summary"]),
    (
        &["explain", "(3 12 8)", "--with", "tt"],
        &["B (the same line; 1 move from exact entries, to the end of the game) Cost"],
    ),
    (
        &["explain", "((3 12 8) (2 4 6))", "--only-at", "B: B1, B2"],
        &["After B, this run searched only B1 and B2. Best line"],
    ),
    (&["explain", "wikipedia", "--pv-scan=all"], &["The first way again, entry by entry: read ply N B 1 1 taken"]),
    (
        &["eval", ITALIAN, "--engine", "sargon", "--square", "c4"],
        &["Black 0: nobody 1. No attacker is left. Nothing is lost"],
    ),
    (&["exercise", "grade", "ex.json", "class"], &["Full marks by item value root 0 of 2", "best 1 of 2", "pv 2 of 2"]),
    (
        &["exercise", "grade", "ex.json", "torn.json"],
        &[
            "1/1 alpha of B set by right",
            "set_by.what: expected a key such as \"beta of C2\"",
            "windows.B: a window is {\"alpha\": 3, \"beta\": \"inf\"} or [3, \"inf\"]",
        ],
    ),
    (&["exercise", "grade", "ex.json", "leaves.txt"], &["line 1: A1 is a leaf; the sheet gives its value, 3"]),
    (&["exercise", "grade", "ex.json", "tab.txt"], &["line 1: `x y` is not a value; write = 3, <= 3 or >= 3"]),
    (
        &["exercise", "grade", "ex.json", "order.txt"],
        &["2/2 order carried follows from the leaves that you skipped, so no points lost"],
    ),
    (&["exercise", "sheet", "wide.json"], &["; MAX chooses at the root, MIN after one move. All scores"]),
    (
        &["explain", "sargon-2", "--every", "2", "-o", "part.jsonl"],
        &["plywood: --every needs --plies or --focus; otherwise the trace is complete anyway"],
    ),
    (
        &["compare", "sargon-1", "--order", "static,best,none", "-o", "three.html"],
        &[
            "plywood: a page shows two searches side by side, but these are 3; give two values to --order or --algorithm, separated by a comma",
        ],
    ),
    (
        &["exercise", "grade", "ex.json", "list.json"],
        &["nonsense: a list is not allowed here", "4/4 pruned right", "1/1 best right"],
    ),
    (
        &["explain", ITALIAN, "--depth", "3", "--with", "futility", "--why", "3...d5 4.Nxe5 d4"],
        &[
            "not searched? The rule futility (a quiet move can't make up that much at the last ply) estimates it at >= -0.450, and",
        ],
    ),
    (&["explain", "startpos", "--depth", "4", "--with", "null-move"], &[" 12 null moves tried (0 cutoffs, 54 nodes) "]),
    (
        &["explain", "startpos", "--depth", "3", "--nodes", "300", "--roots", "all"],
        &[" 1.Nh3 (<= 0.64) refuted by 1...Nc6 1...Nc6 22 7.3% 1.b4 not finished 2 0.7% 11 moves were not searched"],
    ),
    (&["explain", "suite.epd", "--depths", "1..2"], &["a bm Nf6 - - never b . . no solution given 2 positions"]),
    (&["exercise", "grade", "tie.json", "tie.txt"], &["0.5/1 best wrong equally good, but the search keeps the first"]),
    (&["exercise", "new", ITALIAN], &["exercise new FEN --depth 3 --width 3"]),
    (
        &["explain", "sargon-2", "--time", "-1"],
        &["invalid value `-1` for --time: expected a positive number of seconds"],
    ),
    (
        &["explain", "sargon-2", "--depths", "1..2", "--why", "Qh9"],
        &["plywood: --why \"Qh9\": at the root: `Qh9` is not a move"],
    ),
    (
        &["explain", "sargon-2", "--engine", "sargon", "--carrier"],
        &[
            "is worth? The carrier, which is the board that Sargon saw. One callback removes king moves; the remaining moves",
        ],
    ),
    (
        &["explain", "carrier.json", "--engine", "sargon"],
        &[
            "cannot be the carrier of this tree: at the root the lesson has 3 moves, but the pawns have 2; correct the field `carrier`, or remove it",
        ],
    ),
    (
        &["explain", "sargon-4", "--step", "2"],
        &["White to move after 1.Nf5+ Kg8: 2.h3 = 0.125 against 5.125 of 2.Nxh6+; 0.125 <= alpha: no better."],
    ),
    (&["retro", "KRK", "--format", "help"], &["jsonl one line per iteration, then the totals"]),
    (&["verify", "--help"], &["--leaves", "the maximum number of leaves for the minimax check"]),
    (&["explain", "((3 12 8) (2 4 6))", "--set", "A1=5"], &["Changed for this run: A1 = 5. Best line"]),
    (
        &["explain", "((3 12 8) (2 4 6))", "--set", "A1=5", "--set", "B1=1"],
        &["Changed for this run: A1 = 5, B1 = 1. Best line"],
    ),
    (
        &["explain", "((3 12) (2 4))", "--depth", "1", "--set", "A=3", "--set", "B=4", "--set", "A1=5"],
        &["Changed for this run: A = 3; B = 4; A1 = 5, which has no effect, because it is deeper than this search."],
    ),
    (
        &["explain", "((3 12 8) (2 4 6))", "--set", "A=5"],
        &[
            "Changed for this run: A = 5, which is not a leaf: this search does not use its static evaluation. Best line",
        ],
    ),
];

type Words = &'static [&'static str];

/// Text that another program may write in its trace instead of plywood's: a search, the replaced text, its replacement,
/// and the text that a page then shows.
const TOLD: &[(Words, [&str; 2], Words, &str)] = &[
    (
        &["startpos", "--depth", "2"],
        [r#""leaf":"horizon""#, r#""leaf":"other""#],
        &["--why", "e4 e5"],
        "This move is worth 0.00 (by a rule of the engine's own).",
    ),
    (
        &["startpos", "--depth", "4", "--with", "tt"],
        [r#","stored_by":["Nc3","Nc6","Nf3"]"#, ""],
        &["--why", "Nf3 Nc6 Nc3"],
        "for this position; it was stored by the node entered as number 4. That was enough",
    ),
    (
        &["startpos", "--depth", "4", "--with", "null-move"],
        [r#""event":"null_move","line":["b4"],"depth":1"#, r#""event":"null_move","line":["b4"],"depth":0"#],
        &["--why", "b4"],
        "The search tried a null move for Black: without a further search, it gave 0.00, not enough for a cutoff.",
    ),
    (
        &["startpos", "--depth", "2"],
        [r#""leaf_score":0.0"#, r#""leaf_score":1.25"#],
        &[],
        "FALSE: the position after 1...Nc6 is worth 1.25, but the search gives the root 0.00",
    ),
    // If Black moves at the root, a good score is negative in both.
    (
        &["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "--depth", "1"],
        [r#""leaf_score":"#, r#""leaf_score":1"#],
        &[],
        "FALSE: the position after 1...Nc6 is worth -10.",
    ),
];

fn folder() -> Folder {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("class")).unwrap();
    for (name, text) in [
        ("class/a.txt", "name: A\nbest: A\npv: A A1\n"),
        ("class/b.txt", "name: B\nbest: B\npv: A A1\n"),
        ("leaves.txt", "A1 = 5\nA2 = 12\nA = 3\n"),
        ("tab.txt", "A = x\ty\n"),
        ("order.txt", "pruned: B2\norder: A1 A2 A3 B1 B3 C1 C2 C3\n"),
        ("list.json", r#"{"pruned": ["B2", "B3"], "nonsense": ["A"], "best": "A"}"#),
        ("tie.txt", "best: B\n"),
        (
            "carrier.json",
            r#"{"title": "T", "depth": 1, "carrier": "7k/8/6pp/8/1P6/P7/8/K7 w - - 0 1",
                "moves": [{"move": "A", "score": 1}, {"move": "B", "score": 2}, {"move": "C", "score": 3}]}"#,
        ),
        ("suite.epd", SUITE),
        ("torn.json", r#"{"set_by": {"alpha of B": "A", "what": "A"}, "windows": {"B": 3}}"#),
    ] {
        folder.write(name, text);
    }
    for words in [
        EXERCISE,
        &["exercise", "new", "--shape", "9x2", "-o", "wide.json"],
        &["exercise", "new", "((3 4) (3 5) (1 2))", "--all-items", "-o", "tie.json"],
        &["explain", "sargon-2", "-o", "t.jsonl"],
    ] {
        assert!(run(&folder, words).status.success(), "{words:?}");
    }
    folder
}

fn run(folder: &Folder, words: &[&str]) -> Output {
    folder.plywood(words).output().unwrap()
}

/// Returns the whole output of a command, with each gap reduced to one space.
fn printed(folder: &Folder, words: &[&str]) -> String {
    let Output { stdout, stderr, .. } = run(folder, words);
    let text = String::from_utf8([stdout, stderr].concat()).unwrap();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn what_is_said_rarely_is_said_right() {
    let folder = folder();
    for (words, wanted) in SAID {
        let text = printed(&folder, words);
        for wanted in *wanted {
            assert!(text.contains(wanted), "plywood {}: no `{wanted}` in\n{text}", words.join(" "));
        }
    }
}

#[test]
fn what_another_program_writes_into_its_trace_is_told() {
    let folder = Folder::new();
    for (search, [from, to], asked, wanted) in TOLD {
        let recorded = run(&folder, &[&["explain"], *search, &["--format", "jsonl"]].concat()).stdout;
        let recorded = String::from_utf8(recorded).unwrap();
        assert!(recorded.contains(from), "plywood writes no `{from}`");
        folder.write("told.jsonl", recorded.replace(from, to));
        // Sentences next to a board are wrapped, so the page is wide here.
        let page = run(&folder, &[&["explain", "told.jsonl", "--columns", "200"], *asked].concat()).stdout;
        let page = String::from_utf8(page).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(page.contains(wanted), "{wanted}\n{page}");
    }
}

#[test]
fn only_what_is_wrong_is_complained_of() {
    let folder = folder();
    // Text printed on the sheet may be copied into an answer.
    let text = printed(&folder, &["exercise", "grade", "ex.json", "leaves.txt"]);
    assert_eq!(text.matches("is a leaf").count(), 1, "{text}");
    let text = printed(&folder, &["exercise", "grade", "ex.json", "torn.json"]);
    assert_eq!(text.matches("set_by.").count(), 1, "{text}");
    // If a single file is graded, its name is not printed; in a class, the name of each file is.
    let text = printed(&folder, &["exercise", "grade", "ex.json", "class/a.txt", "--format", "json"]);
    assert!(!text.contains("\"student\""), "{text}");
    let text = printed(&folder, &["exercise", "grade", "ex.json", "class", "--format", "json"]);
    assert!(text.contains("\"student\": \"A\"") && text.contains("\"student\": \"B\""), "{text}");
}

/// The states of moves in the JSON of a step.
#[test]
fn a_step_tells_what_is_known_of_each_move() {
    let folder = Folder::new();
    let mut seen = std::collections::BTreeSet::new();
    for step in 1..=21 {
        let text = run(&folder, &["explain", "sargon-2", "--at-event", &step.to_string(), "--format", "json"]).stdout;
        let state: serde_json::Value = serde_json::from_str(&String::from_utf8_lossy(&text)).unwrap();
        for child in state["nodes"].as_array().unwrap().iter().flat_map(|node| node["moves"].as_array().unwrap()) {
            let kind = child["state"].as_str().unwrap().to_owned();
            // The lesson gives a score to each position that the search creates.
            assert_eq!(
                child.get("static_score").is_some(),
                !["unknown", "not_searched"].contains(&&*kind),
                "step {step}: {child}"
            );
            assert_eq!(child.get("value").is_some(), kind == "judged", "step {step}: {child}");
            assert!(child["move"].is_string(), "step {step}: {child}");
            seen.insert(kind);
        }
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), ["created", "judged", "not_searched", "open", "unknown"]);
}

#[test]
fn names_that_are_not_to_be_shown_stand_nowhere() {
    let folder = Folder::new();
    for form in ["svg", "dot", "mermaid"] {
        for step in [&[][..], &["--at-event", "5"]] {
            let words = ["explain", "((31 42) (57 68))", "--format", form, "--bare", "--names"];
            let shown = |names| printed(&folder, &[&words, &[names][..], step].concat());
            assert!(shown("all").contains("B2") && shown("all").contains('A'), "{form} {step:?}");
            assert!(!shown("none").contains("B2") && !shown("inner").contains("B2"), "{form} {step:?}");
        }
    }
}
