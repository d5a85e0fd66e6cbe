//! Real positions on the command line: the page, the suggested commands, and searches that end early.

#[cfg(unix)]
use crate::QUOTED;
use crate::fuzz_regressions::until_busy;
use crate::support::{is_long, plywood, snapshot};
use std::fmt::Write;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;
use std::time::Duration;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const ROOK_ENDING: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
const WAC_002: &str = "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 0 1";
const MATE_IN_2: &str = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1";
const GAMES: &str = "tests/data/kasparov-deep-blue-1997.pgn";

/// The page's text about a search that did not finish.
const STOPPED: &str = "    Stopped     the search was stopped";

/// Returns a text on one line.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn run(arguments: &[&str]) -> Output {
    plywood(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap()
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

/// Returns the output of a command that succeeds.
fn output(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!((output.status.code(), text(output.stderr).as_str()), (Some(0), ""), "{arguments:?}");
    text(output.stdout)
}

/// Returns the output of a suite with a missed solution.
fn missed(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!((output.status.code(), text(output.stderr).as_str()), (Some(1), ""), "{arguments:?}");
    text(output.stdout)
}

fn explain(arguments: &[&str]) -> String {
    output(&[&["explain"], arguments].concat())
}

/// Returns the standard error and exit code of a rejected command.
fn refused(arguments: &[&str]) -> (String, i32) {
    let output = run(arguments);
    assert_eq!(text(output.stdout), "", "{arguments:?}");
    (text(output.stderr), output.status.code().unwrap())
}

/// Returns a file in a temporary folder.
fn file(name: &str, content: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, content).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

fn command_and_output(arguments: &[&str]) -> String {
    let shown: Vec<String> = arguments
        .iter()
        .map(|word| if word.contains(' ') { format!("\"{word}\"") } else { (*word).to_owned() })
        .collect();
    format!("$ plywood {}\n{}", shown.join(" "), output(arguments))
}

#[test]
fn positions_are_explained() {
    let commands: [(&str, &[&str]); 5] = [
        ("start", &["startpos", "--depth", "3"]),
        ("kiwipete", &[KIWIPETE, "--depth", "4", "--width", "1", "--plies", "2"]),
        ("rook-ending", &[ROOK_ENDING, "--depth", "3", "--evaluation", "material"]),
        ("wac-002", &[WAC_002, "--depth", "4", "--view", "negamax", "--charset", "unicode"]),
        ("mate", &[MATE_IN_2, "--depth", "3", "--only", "Qg6, Rf3, Kh1"]),
    ];
    for (name, arguments) in commands {
        snapshot(&format!("real@{name}"), &command_and_output(&[&["explain"], arguments].concat()));
    }
}

#[test]
fn one_line_is_looked_at() {
    let mut text = String::new();
    let looks: [&[&str]; 7] = [
        &["--why", "Qxf6"],
        &["--why", "Bxa6"],
        &["--why", "Nd3 Bxd3"],
        &["--why", "Nd3 c5 Nxc5"],
        &["--line", "Nd3 Bxd3 Bxd3 bxc3"],
        &["--line", "Bxa6 bxc3"],
        &["--focus", "Nd3 Bxd3", "--width", "2", "--plies", "2"],
    ];
    for look in looks {
        let all = command_and_output(&[&["explain", KIWIPETE, "--depth", "4"], look].concat());
        // The heading is always the same.
        let (command, rest) = all.split_once('\n').unwrap();
        let body = rest.split_once("\n\n").unwrap().1;
        assert_eq!(body.lines().find(|line| 80 < line.chars().count()), None);
        writeln!(text, "{command}\n{}\n", body.trim_end()).unwrap();
    }
    snapshot("real-lines", text.trim_end());
}

#[test]
fn numbers_are_shown() {
    snapshot("real-eval", &command_and_output(&["eval", WAC_002]));
    snapshot("real-perft", &command_and_output(&["perft", ROOK_ENDING, "--depth", "3", "--divide"]));
    snapshot(
        "real-game",
        &command_and_output(&["explain", GAMES, "--game", "6", "--ply", "14", "--depth", "2", "--plies", "1"]),
    );
}

#[test]
fn a_suite_has_a_line_for_each_position_and_totals() {
    let wac = std::fs::read_to_string(crate::support::path("tests/data/wac.epd")).unwrap();
    let positions: Vec<&str> = wac.lines().filter(|line| !line.starts_with('#')).take(10).collect();
    let more = "6k1/5ppp/8/8/8/8/8/R5K1 w - - am Ra7; id \"avoid\";\n7k/6Q1/6K1/8/8/8/8/8 b - - id \"over\";\n\
                6k1/5ppp/8/8/8/8/8/R5K1 w - - dm 1; id \"mate\";";
    let (_folder, path) = file("suite.epd", &format!("{}\n{more}\n", positions.join("\n")));
    let all = missed(&["explain", &path, "--depth", "4"]);
    assert!(all.lines().all(|line| line.chars().count() <= 80), "{all}");
    snapshot("real-suite", &all);
    let narrow = missed(&["explain", &path, "--depth", "4", "--columns", "50"]);
    assert!(narrow.lines().all(|line| line.chars().count() <= 50), "{narrow}");
}

#[test]
fn bad_records_are_named_and_the_good_ones_processed() {
    let (_folder, path) =
        file("some.epd", "nonsense\n4k3/8/8/8/8/8/8/R3K3 w - - bm Ra9;\n4k3/8/8/8/8/8/8/R3K3 w - - id \"good\";\n");
    let output = run(&["explain", &path, "--depth", "1"]);
    let (out, error) = (text(output.stdout), text(output.stderr));
    assert_eq!(output.status.code(), Some(1));
    assert!(out.starts_with("good ") && out.contains("1 position, 2 lines rejected"), "{out}");
    assert!(error.contains("some.epd: record 1, line 1: field 1 of the FEN"), "{error}");
    assert!(error.contains("record 2, line 2: in `bm`: `Ra9`") && error.contains("legal here: Kd1 "), "{error}");

    let (_folder, path) = file("some.pgn", "[White \"a\"]\n\n1. e4 e5\n2. Ke3 *\n\n[White \"b\"]\n\n1. d4 *\n");
    let output = run(&["explain", &path, "--game", "2", "--ply", "1", "--depth", "1"]);
    let (out, error) = (text(output.stdout), text(output.stderr));
    assert_eq!(output.status.code(), Some(1));
    assert!(out.contains("b - ?, after 1 ply\n") && out.contains("Best move   1..."), "{out}");
    assert!(
        error.contains("some.pgn: record 1, line 4: White's move 2: `Ke3` is not legal; legal here: Ba6"),
        "{error}"
    );

    let (message, code) = refused(&["explain", GAMES, "--ply", "200"]);
    assert!(code == 2 && message.contains("has 89 plies; --ply 200 is beyond its end"), "{message}");
    let (message, code) = refused(&["explain", GAMES, "--game", "9", "--ply", "1"]);
    assert!(code == 2 && message.contains("has 6 games; there is no game 9"), "{message}");
    let (_folder, empty) = file("empty.epd", "\n# nothing\n");
    assert!(refused(&["explain", &empty]).0.contains("empty"));
}

#[test]
fn an_illegal_move_is_refused_with_its_place_and_the_legal_moves() {
    let cases: [(&[&str], &str); 6] = [
        (&["--why", "Nxd4"], "--why \"Nxd4\": at the root: `Nxd4` is not legal; legal here: Bb5 Bc1"),
        (&["--line", "Nd3 Qxd3"], "--line \"Nd3 Qxd3\": after Nd3: `Qxd3` is not legal; legal here: Bb5 Bb7"),
        (&["--focus", "Nd3 Bxd3 Kd4"], "after Nd3 Bxd3: `Kd4` is not legal"),
        (&["--only", "Nd3, Qh8"], "--only \"Nd3, Qh8\": at the root: `Qh8` is not legal; legal here: Bb5"),
        (
            &["--only-at", "Nd3: Bxd3, Qh8"],
            "--only-at \"Nd3: Bxd3, Qh8\": after Nd3: `Qh8` is not legal; legal here: Bb5 Bb7",
        ),
        (&["--set", "Nd3 Kd4=1"], "--set \"Nd3 Kd4=1\": after Nd3: `Kd4` is not legal"),
    ];
    for (options, wanted) in cases {
        let (message, code) = refused(&[&["explain", KIWIPETE], options].concat());
        assert!(code == 1 && message.contains(wanted), "{options:?}: {message}");
    }
}

/// Runs the suggested command in a shell, as a person would: it searches the line, which becomes the best line.
#[cfg(unix)]
#[track_caller]
fn follow_offer(text: &str, line: &str) {
    let (_, offer) = text.split_once("\n\nThis command gives its true score:\n  plywood ").expect(text);
    assert!(offer.lines().all(|line| line.len() <= 80), "{offer}");
    let command = format!("{QUOTED} {}", offer.trim_end());
    let run = |command: &str| {
        let output = Command::new("sh").args(["-c", command]).output().unwrap();
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(run(&command).contains("Best line   "), "{command}");
    let found: serde_json::Value = serde_json::from_str(&run(&format!("{command} --format json"))).unwrap();
    let pv: Vec<&str> = found["pv"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    assert!(found["score"].is_number(), "{command}: {}", found["score"]);
    assert!(pv.join(" ").starts_with(line), "{command}: {pv:?}");
}

#[test]
#[cfg(unix)]
fn the_command_that_is_offered_for_an_unsearched_line_searches_it() {
    let cases: [(&[&str], &str); 6] = [
        (&[KIWIPETE, "--depth", "4"], "Nd3 c5"),
        (&[KIWIPETE, "--depth", "4"], "Nd3 c5 Nxc5 Qxc5"),
        (&[KIWIPETE, "--depth", "2"], "a3 c5 a4 c4"),
        (&[KIWIPETE, "--depth", "3", "--only", "Qxf6"], "Nd3 c5"),
        (&[WAC_002, "--depth", "4"], "Ke7 h4 Rb8"),
        (&["deep-cutoff"], "B B2 B2b"),
    ];
    for (subject, line) in cases {
        for question in ["--why", "--line"] {
            let answer = explain(&[subject, &[question, line]].concat());
            assert!(answer.contains("Why was ") && answer.contains(" not searched?\n"), "{answer}");
            follow_offer(&answer, line);
        }
    }
}

/// A move that was only shown to be no better has a bound; the suggested command finds its score.
#[test]
#[cfg(unix)]
fn the_command_that_is_offered_for_a_limit_gives_the_score() {
    let text = explain(&["sargon-2", "--why", "Qa1 Rc6"]);
    assert!(text.contains("<= 12.00") || text.contains("<= 0.00"), "{text}");
    follow_offer(&text, "Qa1 Rc6");
}

#[test]
fn a_search_that_is_stopped_shows_what_it_found() {
    let stopped = explain(&["startpos", "--depth", "5", "--nodes", "3000"]);
    assert!(stopped.contains(STOPPED) && stopped.contains(" 17 moves:  "), "{stopped}");
    let left_out: Vec<&str> = stopped.lines().filter(|line| line.ends_with(" not searched")).collect();
    assert!(left_out.len() == 1 && left_out[0].starts_with("`- 17 moves:  "), "{stopped}");
    assert!(stopped.contains("    Cost        3,000 nodes\n"), "{stopped}");
    assert_eq!(stopped, explain(&["startpos", "--depth", "5", "--nodes", "3000"]));
    let timed = explain(&["startpos", "--depth", "30", "--time", "0.2"]);
    assert!(timed.contains(STOPPED), "{timed}");
    let nothing = explain(&["startpos", "--depth", "5", "--nodes", "3"]);
    assert!(nothing.contains("    Best move   none: the search finished no move.\n"), "{nothing}");
    assert!(nothing.contains(STOPPED) && !nothing.contains("Best line"), "{nothing}");
}

#[cfg(unix)]
fn interrupted(arguments: &[&str]) -> Output {
    let child = plywood(arguments)
        .process()
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let process = child.id();
    let interrupter = std::thread::spawn(move || {
        until_busy(process, 0.1);
        assert!(Command::new("kill").args(["-INT", &process.to_string()]).status().unwrap().success());
    });
    let output = child.wait_with_output().unwrap();
    interrupter.join().unwrap();
    output
}

#[test]
#[cfg(unix)]
fn ctrl_c_shows_what_was_found() {
    let output = interrupted(&["explain", "startpos", "--depth", "30"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(output.stdout).contains(STOPPED));
    let output = interrupted(&["explain", "startpos", "--depth", "30", "--format", "jsonl"]);
    assert_eq!(output.status.code(), Some(0));
    // It would take too long to verify millions of events, so only the form of each line and the last line are checked.
    let lines = text(output.stdout);
    let last = lines.lines().last().unwrap();
    assert!(lines.ends_with('\n') && last.contains("\"complete\":false"), "{last}");
    for line in lines.lines().step_by(1000) {
        serde_json::from_str::<serde_json::Value>(line).expect(line);
    }
}

#[test]
#[cfg(unix)]
fn ctrl_c_shows_what_was_found_by_several_searches() {
    let output = interrupted(&["explain", "startpos", "--depths", "3..30"]);
    assert_eq!(output.status.code(), Some(0));
    let shown = text(output.stdout);
    assert!(shown.contains("\n    3 ") && shown.contains("(stopped)") && !shown.contains("\n   30 "), "{shown}");
    let output = interrupted(&["explain", "tests/data/bratko-kopec.epd", "--depth", "30"]);
    // A stopped run missed solutions, and its exit code says so.
    assert_eq!(output.status.code(), Some(1));
    let shown = text(output.stdout);
    assert!(shown.contains("(stopped)") && shown.contains("stopped before 22 others"), "{shown}");
    let output = interrupted(&["compare", "startpos", "--depth", "30", "--algorithm", "alpha-beta,pvs"]);
    assert_eq!(output.status.code(), Some(0));
    let shown = text(output.stdout);
    assert!(shown.matches(" stopped\n").count() == 2 && !shown.contains("agree"), "{shown}");
    let output = interrupted(&["distil", "startpos", "--depth", "12"]);
    assert_eq!((output.status.code(), text(output.stdout).as_str()), (Some(1), ""));
    assert_eq!(text(output.stderr), "plywood: stopped before the lesson was finished\n");
}

/// Returns the number of nodes in a log: inner nodes are counted when they are entered, leaves when their score is
/// compared.
fn logged_nodes(log: &str) -> u64 {
    // The inner nodes on the line: with move numbers, no name occurs twice.
    let mut entered: Vec<&str> = Vec::new();
    let (mut inner, mut leaves) = (0, 0);
    for row in log.lines() {
        let words: Vec<&str> = row.split_whitespace().collect();
        let is_step = |word: &&&str| word.chars().all(|c| c.is_ascii_digit() || c == ',');
        let has_step = words.first().filter(is_step).is_some();
        let words = &words[usize::from(has_step)..];
        let is_open = entered.last().is_some_and(|name| words.first() == Some(name));
        match words {
            [name, "window", ..] => {
                entered.push(name);
                inner += 1;
            }
            _ if is_open => drop(entered.pop()),
            _ => leaves += u64::from(has_step),
        }
    }
    inner + leaves
}

#[test]
fn the_log_of_a_stopped_search_is_that_of_the_search() {
    for nodes in ["1000", "3456"] {
        let shown = explain(&["startpos", "--depth", "5", "--nodes", nodes, "--log"]);
        let (report, log) = shown.split_once("\nstep move ").unwrap();
        assert!(report.contains(STOPPED), "{report}");
        let cost = report.split_once("    Cost        ").unwrap().1.split_once(" nodes\n").unwrap().0;
        assert_eq!((cost.replace(',', "").as_str(), logged_nodes(log).to_string().as_str()), (nodes, nodes));
    }
}

#[test]
fn a_question_about_a_stopped_search_says_that_it_was_stopped() {
    let fork = "7k/R1ppp1p1/1p6/4q3/5N1r/3b3P/PP3PP1/Q5K1 w - - 0 1";
    let text = explain(&[fork, "--depth", "3", "--nodes", "700", "--why", "Nxd3"]);
    assert!(text.contains("\nThe search was stopped; this is what it had found.\n"), "{text}");
    assert!(flat(&text).contains("it was the new best, and nothing better was found."), "{text}");
    let text = explain(&[fork, "--depth", "3", "--nodes", "500", "--line", "Nxd3 Qd5 Rxc7"]);
    assert!(text.contains("\nThe search was stopped; this is what it had found.\n"), "{text}");
    assert!(text.ends_with("\nThe search did not finish this line.\n"), "{text}");
}

/// All scores of an answer are from White's point of view, whoever made the last move of a line; with `--view negamax`
/// they are from the point of view of the side that moved.
#[test]
fn why_has_one_view() {
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let text = explain(&[castling, "--depth", "2", "--why", "O-O"]);
    assert!(
        text.contains(
            "\nA possible continuation (not the best line), with the score at its end:\n  1.O-O Rxa1   -4.995\n"
        ),
        "{text}"
    );
    let text = explain(&[castling, "--depth", "2", "--why", "O-O", "--view", "negamax"]);
    assert!(
        text.contains(
            "\nA possible continuation (not the best line), with the score at its end:\n  1.O-O Rxa1   4.995\n"
        ),
        "{text}"
    );
}

#[test]
fn a_trace_of_a_stopped_search_is_read_back() {
    let jsonl = explain(&["startpos", "--depth", "5", "--nodes", "2000", "--format", "jsonl"]);
    let trace = plywood::trace::Trace::read_json_lines(jsonl.as_bytes()).unwrap();
    assert!(!trace.outcome.complete);
    assert_eq!(trace.outcome.statistics.nodes(), 2000);
}

/// Returns the peak memory of a command that succeeds, in KiB, as reported by the system while it runs, and its output.
/// What is loaded of the program itself is not counted.
#[cfg(target_os = "linux")]
pub fn peak_memory(arguments: &[&str]) -> (u64, String) {
    let command = plywood(arguments);
    let mut child =
        command.process().stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut out = child.stdout.take().unwrap();
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        out.read_to_string(&mut text).unwrap();
        text
    });
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        peak = peak.max(kib.unwrap_or(0));
        std::thread::sleep(Duration::from_millis(2));
    }
    crate::succeeded(child.wait_with_output().unwrap());
    (peak, reader.join().unwrap())
}

#[test]
#[cfg(target_os = "linux")]
fn memory_stays_bounded() {
    const MIB: u64 = 1024;
    let (peak, text) = peak_memory(&["explain", "startpos", "--depth", "5", "--order", "none"]);
    let score = text.split_once("Best move   ").unwrap().1.split_whitespace().nth(1).unwrap();
    let checked = text.split_once("Checked     the position after ").unwrap().1.lines().next().unwrap();
    assert!(checked.ends_with(&format!(" is worth {score}")), "{text}");
    assert!(0 < peak && peak < 18 * MIB, "{peak} KiB");
    let (peak, text) = &*FULL;
    assert!(text.lines().count() > 100_000);
    assert!(0 < *peak && *peak < 242 * MIB, "{peak} KiB with --full");
}

/// A tree that is too big to be shown completely, and its memory.
#[cfg(target_os = "linux")]
static FULL: LazyLock<(u64, String)> = LazyLock::new(|| {
    // Minimax has 206,604 nodes at depth 4.
    let search: &[&str] =
        if is_long() { &["--depth", "5", "--order", "none"] } else { &["--depth", "4", "--algorithm", "minimax"] };
    peak_memory(&[&["explain", "startpos", "--full"], search].concat())
});

#[test]
#[cfg(target_os = "linux")]
fn a_tree_that_is_too_big_for_full_says_so() {
    let (_, out) = &*FULL;
    let told = "The tree is too large to show in full: you see the first 200,000 nodes, and below them only the moves that decided.";
    assert!(flat(&out[out.len() - 200..]).ends_with(told));
    assert!(out.lines().all(|line| line.chars().count() <= 80));
}

#[test]
fn a_lesson_is_distilled_and_explained() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lesson.json");
    let path = path.to_str().unwrap();
    assert_eq!(output(&["distil", KIWIPETE, "--width", "2", "--depth", "3", "-o", path]), "");
    let lesson = std::fs::read_to_string(path).unwrap();
    let answer = |text: &str| text.split_once("Best move   ").unwrap().1.lines().next().unwrap().to_owned();
    assert_eq!(answer(&explain(&[path])), answer(&explain(&[KIWIPETE, "--depth", "3"])));
    snapshot("real-distil", &format!("{lesson}\n{}", explain(&[path])));
    let mated = refused(&["distil", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"]);
    assert_eq!(mated, ("plywood: there is nothing to learn here, because the game is over: checkmate\n".to_owned(), 1));
    assert_eq!(refused(&["distil", "sargon-2"]).1, 2);
    assert!(refused(&["distil", "startpos", "--depth", "30"]).0.contains("100000 moves in all"));
    assert!(!Path::new("lesson.json").exists());
}

#[test]
fn what_cannot_be_shown_is_refused() {
    let refused = |arguments: &[&str], reason: &str| {
        let output = plywood(arguments).output().unwrap();
        assert_eq!((output.status.code(), text(output.stdout).as_str()), (Some(2), ""), "{arguments:?}");
        let error = text(output.stderr);
        assert!(error.contains(reason), "{arguments:?}: {error}");
    };
    let suite = "tests/data/bratko-kopec.epd";
    for option in [&["--why", "e4"][..], &["--log"], &["--width", "2"], &["--style", "sargon"]] {
        refused(
            &[&["explain", suite], option].concat(),
            "is for the search of one position, not for a file of positions",
        );
    }
    refused(&["explain", suite, "--ply", "3"], "files of games");
    refused(&["explain", suite, "--mistake", "root-ge"], "not for a file of positions");
    refused(&["explain", "sargon-1", "--depths", "1..2", "--format", "jsonl"], "HTML, not jsonl");
    refused(&["explain", suite, "--format", "json"], "--format text or jsonl, not json");
    refused(&["explain", "sargon-1", "--why", "Ng6+", "--format", "json"], "--why affects only text output");
    refused(&["explain", "sargon-1", "--why", "Ng6+", "--log"], "cannot be combined");
    refused(&["explain", "sargon-1", "--why", "Ng6+", "--style", "outline"], "cannot be combined");
    let mistaken = explain(&["sargon-1", "--mistake", "swapped-bounds", "--log"]);
    assert!(
        mistaken.contains("mistake swapped-bounds. ") && mistaken.contains("\nLog: every comparison"),
        "{mistaken}"
    );
    assert!(mistaken.contains("    Checked     no: the line does not reach a leaf\n"), "{mistaken}");
}

#[test]
fn scores_that_were_given_are_named() {
    let text = explain(&["6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "--depth", "1", "--set", "Ra8=-9", "--columns", "200"]);
    assert!(text.contains("Changed for this run: 1.Ra8# = -9.000 (static evaluation).\n"), "{text}");
}

#[test]
fn an_offered_command_searches_what_a_limit_left_out() {
    let text = explain(&["startpos", "--depth", "3", "--nodes", "100", "--why", "e4"]);
    assert!(text.contains("\n\nThe search had not reached the move.\n"), "{text}");
    let offer = "\n\nThis command gives its true score:\n  plywood explain startpos --depth 3 --only e4\n";
    assert!(text.ends_with(offer), "{text}");
}

#[test]
fn a_focus_that_was_not_searched_says_why_not() {
    let fork = "7k/R1ppp1p1/1p6/4q3/5N1r/3b3P/PP3PP1/Q5K1 w - - 0 1";
    let focus = |depth, line| flat(&explain(&[fork, "--depth", depth, "--focus", line]));
    let text = focus("3", "Ng6+ Kh7 Rxc7");
    assert!(text.contains("Why was 1.Ng6+ Kh7 not searched? 1.Ng6+ Bxg6 was searched first: <= 5.029 <= 5.029 of"));
    assert!(text.contains("This command gives its true score: plywood explain"), "{text}");
    let text = focus("2", "Nxd3 Qg5 Rxc7");
    assert!(text.contains("Why was 1.Nxd3 Qg5 2.Rxc7 not searched? It lies beyond the depth."), "{text}");
    let text = explain(&[fork, "--depth", "2", "--only", "Nxd3", "--why", "Ng6+"]);
    assert!(text.contains("The search was restricted to other moves there."), "{text}");
}

#[test]
fn a_deep_outline_stays_narrow_and_bounded() {
    let (nodes, most) = if is_long() { ("20000", 60_000) } else { ("5000", 18_000) };
    let text = explain(&["startpos", "--depth", "64", "--nodes", nodes, "--full"]);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(text.lines().count() < most, "{}", text.lines().count());
}

/// plywood suggests commands that switch off a technique or rule, and they search the line.
#[test]
#[cfg(unix)]
fn offered_commands_search_the_line() {
    let fork = "7k/R1ppp1p1/1p6/4q3/5N1r/3b3P/PP3PP1/Q5K1 w - - 0 1";
    let ending = "8/8/8/8/2K5/4k1pN/8/8 w - - 0 1";
    for arguments in [
        &[fork, "--depth", "3", "--with", "null-move", "--why", "Rxc7 Kg8"][..],
        &[ending, "--depth", "2", "--with", "lmr", "--order", "mvv-lva", "--why", "Kc5 g2"],
        &["wikipedia", "--with", "tt", "--line", "C C2 C2b"],
        &["wikipedia", "--cut", "gt", "--line", "C C2 C2b"],
        &[fork, "--depth", "2", "--only", "Nxd3", "--why", "Ng6+"],
    ] {
        follow_offer(&explain(arguments), arguments.last().unwrap());
    }
    let text = explain(&["k7/8/8/8/8/8/6q1/7K w - - 0 1", "--depth", "2", "--why", "Kxg2 Kb8"]);
    assert!(text.contains("The game is already over before it") && !text.contains("This command"), "{text}");
}
