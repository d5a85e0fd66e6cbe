//! `--evaluation uci:ENGINE`: leaves evaluated by another engine, which may misbehave, end to end. The engines are
//! shell scripts.
#![cfg(unix)]

use crate::Folder;
use crate::homework::left_behind;
use serde_json::Value;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Returns an engine with the usual greeting that scores a position with these lines of a shell script.
fn engine(go: &str) -> String {
    format!(
        "#!/bin/sh\nwhile read -r word rest; do\n  echo \"$word $rest\" >> asked\n  case \"$word\" in\n    uci) echo 'id name Scripted <1>'; \
         echo 'option name Hash type spin default 16 min 1 max 99'; echo uciok;;\n    isready) echo readyok;;\n    \
         position) fen=${{rest#fen }};;\n    go) {go};;\n  esac\ndone\n"
    )
}

const SAYS_25: &str = "echo info depth 1 score cp 25 pv e2e4; echo info string nothing; echo bestmove e2e4";

/// Runs a command with such an engine; returns its exit code, its output and its complaints.
fn asked(script: &str, words: &[&str]) -> (Option<i32>, String, String, Folder) {
    let folder = Folder::with("engine.sh", script);
    folder.write("kept.txt", "what was there\n");
    let all = [words, &["--evaluation", "uci:sh engine.sh"]].concat();
    let command = folder.plywood(&all);
    let child = command.process().stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mark = format!("PLYWOOD_STARTED={}-", child.id());
    let output = child.wait_with_output().unwrap();
    assert_eq!(left_behind(&mark), Vec::<String>::new(), "{words:?}");
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr), folder)
}

#[test]
fn scores_are_turned_and_said_to_be_from_outside() {
    let (code, page, complaint, folder) = asked(&engine(SAYS_25), &["explain", "startpos", "--depth", "1"]);
    assert_eq!((code, complaint.as_str()), (Some(0), ""), "{page}");
    assert!(page.contains("by Scripted <1>, go depth 1. Scores are"), "{page}");
    // A leaf that is good for Black by 0.25.
    assert!(page.contains("-0.25"), "{page}");
    let said = std::fs::read_to_string(folder.path().join("asked")).unwrap();
    let lines: Vec<&str> = said.lines().map(str::trim).collect();
    let goes: Vec<usize> = (0..lines.len()).filter(|&at| lines[at].starts_with("go ")).collect();
    // The root and twenty leaves.
    assert!(goes.len() == 21 && goes.iter().all(|&at| lines[at] == "go depth 1" && lines[at - 2] == "ucinewgame"));
    assert!(said.contains("setoption name Hash value 1\nisready"), "{said}");
    // One engine scores all leaves.
    assert_eq!(lines.iter().filter(|line| **line == "uci").count(), 1, "{said}");
    let words = ["explain", "startpos", "--depth", "2", "--uci-go", "nodes 5", "--format", "json"];
    let (_, text, _, folder) = asked(&engine(SAYS_25), &words);
    let trace: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&trace["score"], &trace["evaluation"]), (&0.25.into(), &"uci:Scripted <1>, go nodes 5".into()));
    // The trace contains no claims that plywood cannot know, and it can be verified.
    folder.write("mine.json", text);
    let verified = folder.plywood(&["verify", "mine.json"]).output().unwrap();
    assert!(verified.status.success(), "{verified:?}");
}

/// After knight and pawn moves in either order, the position is the same except for the number of moves since the last
/// pawn move.
#[test]
fn an_engine_may_count_the_moves_to_a_draw() {
    let script = engine("set -- $fen; echo \"info depth 1 score cp ${5}0\"; echo bestmove e2e4");
    let (_, text, _, folder) = asked(&script, &["explain", "startpos", "--depth", "3", "--format", "json"]);
    folder.write("mine.json", text);
    let verified = folder.plywood(&["verify", "mine.json"]).output().unwrap();
    assert!(verified.status.success(), "{verified:?}");
}

#[test]
fn mates_are_counted_from_the_root() {
    let mated = "case \"$fen\" in *' b '*) echo info depth 1 score mate -2;; *) echo info depth 1 score cp 0;; esac; echo bestmove e2e4";
    let (_, text, _, _) = asked(&engine(mated), &["explain", "startpos", "--depth", "1", "--format", "json"]);
    let trace: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(trace["score"], serde_json::json!({ "mate": 5 }));
    let (code, lesson, complaint, folder) = asked(&engine(mated), &["distil", "startpos", "--depth", "1"]);
    assert_eq!(code, Some(0), "{complaint}");
    assert!(lesson.contains("The leaves were evaluated by Scripted <1>, go depth 1."), "{lesson}");
    folder.write("lesson.json", lesson);
    let read = folder.plywood(&["explain", "lesson.json"]).output().unwrap();
    assert!(read.status.success(), "{read:?}");
}

/// The engine gives a continuation for each move, and the page shows the reply that refutes it.
#[test]
fn every_root_move_has_its_score_and_its_answer() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
    let says = "echo 'info depth 1 multipv 1 score cp 99 pv g8f6'; echo 'info depth 2 multipv 1 score cp -18 pv g8f6 d2d3'; \
                echo 'info depth 2 multipv 2 score mate -1 pv a7a6 f3f7'; echo 'info depth 2 multipv 3 score cp 5 lowerbound pv b7b6'; \
                echo 'info depth 2 multipv 4 score cp -60 pv d8e7 b1c3 d7d5 c4d5 c6b4 d5b3 a7a5 a2a3 b4a6 d2d3 a6c5 b3a2 h7h6 h2h3 g7g6 g2g4 \
                f7f6 c1e3 z9z9'; echo bestmove g8f6";
    let script =
        engine(says).replace("echo uciok", "echo 'option name MultiPV type spin default 1 min 1 max 500'; echo uciok");
    let (code, page, complaint, folder) = asked(&script, &["eval", fen]);
    assert_eq!((code, complaint.as_str()), (Some(0), ""), "{page}");
    let said = std::fs::read_to_string(folder.path().join("asked")).unwrap();
    assert!(said.contains("setoption name MultiPV value 31") && said.contains("go depth 1"), "{said}");
    let rows: Vec<Vec<&str>> = page.lines().map(|line| line.split_whitespace().collect()).collect();
    // The table is separate; text that doesn't fit on a line continues on the next line, slightly indented.
    let table = page.split("\n\n").find(|part| part.starts_with("move ")).unwrap();
    let table: Vec<&str> = table.lines().collect();
    let begins = |line: usize, text: &str| table[line].find(text).unwrap();
    assert_eq!((table.len(), begins(0, "and then") + 2), (5, begins(4, "f6")), "{page}");
    assert_eq!(begins(0, "and then"), begins(3, "d5 "), "{page}");
    for row in [&["Nf6", "0.18", "d3"][..], &["a6", "#1", "Qxf7#"], &["f6", "Be3"]] {
        assert!(rows.iter().any(|found| found == row), "{row:?}: {page}");
    }
    assert!(table[3].starts_with("Qe7    0.60  Nc3     d5 Bxd5 "), "{page}");
    let flat = page.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("scores from Scripted <1>, go depth 1"), "{page}");
    assert!(flat.contains("gave no score for") && flat.contains(" b6,"), "{page}");
    let (_, text, _, _) = asked(&script, &["eval", fen, "--format", "json"]);
    let json: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["moves"][1], serde_json::json!({ "line": ["a6", "Qxf7#"], "score": { "mate": -2 } }));
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let (code, page, complaint, folder) = asked(&script, &["eval", mated]);
    assert!(code == Some(0) && page.contains("The game is over") && !page.contains("nothing of"), "{page}{complaint}");
    assert!(!std::fs::read_to_string(folder.path().join("asked")).unwrap().contains("position"));
    let slow = script.replace(says, "sleep 60");
    let (code, _, complaint, _) = asked(&slow, &["eval", fen, "--uci-time", "1"]);
    assert!(code == Some(1) && complaint.contains("did not answer for 1 s"), "{complaint}");
}

/// An engine that reports only one line is asked about each move; the ends of the game need no question.
#[test]
fn an_engine_without_multipv_searches_each_move() {
    // Black can take, or be mated; White's queen may also take the last pawn, which is stalemate.
    let says = "case \"$fen\" in *' b '*) echo info depth 1 score mate -2 pv h8h7 g6f7;; *) echo info depth 1 score cp 40;; esac; \
                echo bestmove h8h7";
    let (code, page, complaint, folder) =
        asked(&engine(says), &["eval", "7k/7p/5KQ1/8/8/8/8/8 w - - 0 1", "--format", "json"]);
    assert_eq!((code, complaint.as_str()), (Some(0), ""), "{page}");
    let json: Value = serde_json::from_str(&page).unwrap();
    let moves = json["moves"].as_array().unwrap();
    let row = |line: Value, score: Value| serde_json::json!({ "line": line, "score": score });
    let games = std::fs::read_to_string(folder.path().join("asked")).unwrap().matches("go depth 1").count();
    assert_eq!(moves[0], row(serde_json::json!(["Qg7#"]), serde_json::json!({ "mate": 1 })), "{page}");
    assert!(moves.contains(&row(serde_json::json!(["Qb1"]), serde_json::json!({ "mate": 5 }))), "{page}");
    assert_eq!((json["unsaid"].as_array().unwrap().len(), games < moves.len()), (0, true), "{page}");
}

/// Engines write more than the score of the best line.
#[test]
fn only_the_first_line_of_an_engine_counts() {
    let says = [
        "echo info depth 1 score cp 25; echo 'info string final score cp 900 (white side)'",
        "echo info depth 1 score cp 25 string score cp 900",
        "echo info depth 1 multipv 1 score cp 25 pv e2e4; echo info depth 1 multipv 2 score cp -300 pv d2d4",
        "echo info depth 1 multipv 2 score cp -300 pv d2d4; echo info depth 1 multipv 1 score cp 25 pv e2e4",
        "echo info depth 1 score cp 25; echo info depth 2 score cp 90 lowerbound",
    ];
    for say in says {
        let (code, page, complaint, _) =
            asked(&engine(&format!("{say}; echo bestmove e2e4")), &["explain", "startpos", "--depth", "1"]);
        assert_eq!((code, complaint.as_str()), (Some(0), ""), "{say}");
        assert!(page.contains("-0.25") && !page.contains("9.00") && !page.contains("3.00"), "{say}: {page}");
    }
    let (_, text, _, _) = asked(
        &engine("echo info score cp -9999999; echo bestmove e2e4"),
        &["explain", "startpos", "--depth", "1", "--format", "json"],
    );
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap()["score"], 99999.99);
}

#[test]
fn options_are_set_before_the_engine_is_asked() {
    let script = engine(SAYS_25).replace("echo uciok", "echo 'option name Clear Hash type button'; echo uciok");
    let words = ["explain", "startpos", "--depth", "1", "--format", "json"];
    let set = ["--uci-option", "hash=7", "--uci-option", " Clear Hash "];
    let (code, text, complaint, folder) = asked(&script, &[&words[..], &set].concat());
    assert_eq!((code, complaint.as_str()), (Some(0), ""), "{text}");
    let said = std::fs::read_to_string(folder.path().join("asked")).unwrap();
    assert!(said.contains("setoption name hash value 7\nsetoption name Clear Hash\nisready"), "{said}");
    let trace: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(trace["evaluation"], "uci:Scripted <1>, go depth 1, hash=7, Clear Hash");
    let (code, _, complaint, _) = asked(&script, &[&words[..], &["--uci-option", "Hush=7"]].concat());
    let flat = complaint.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(code == Some(2) && flat.contains("has no option Hush; it has the options Hash, Clear Hash"), "{flat}");
    for wrong in ["=7", "", " =", "Hash=1\nquit"] {
        let (code, _, complaint, _) = asked(&script, &[&words[..], &["--uci-option", wrong]].concat());
        assert!(code == Some(2) && complaint.contains("expected NAME=VALUE"), "{wrong:?}: {complaint}");
    }
}

#[test]
fn a_path_may_have_blanks() {
    let folder = Folder::with("my engine.sh", engine(SAYS_25));
    let program = folder.path().join("my engine.sh");
    std::fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let program = program.display();
    for name in [
        format!("uci:{program}"),
        format!("uci:\"{program}\""),
        format!("uci:'{program}' --quiet"),
        format!("uci:sh '{program}' ''"),
        format!("uci: sh \"{program}\""),
    ] {
        let output = folder.plywood(&["explain", "startpos", "--depth", "1", "--evaluation", &name]).output().unwrap();
        assert!(output.status.success(), "{name}: {output:?}");
    }
}

/// Engines that misbehave when asked, and the messages about them.
const ROGUES: [(&str, &str); 11] = [
    ("exit 3", "the engine sh engine.sh ended with exit code 3"),
    ("kill -9 $$", "was ended by signal 9"),
    ("echo 'info string ERROR: The network file was not loaded'; exit 1", "ERROR: The network file was not loaded"),
    ("sleep 60", "did not answer for 1 s (set the limit with --uci-time)"),
    ("sleep 60 & exec sleep 60 1>&- 2>&1", "did not answer for 1 s"),
    ("exec 1>&-; sleep 60", "closed its standard output"),
    ("echo bestmove e2e4", "gave no score for rnbqkbnr/"),
    (
        "echo info depth 1 score cp 5 upperbound; echo bestmove e2e4",
        "sent only bounds (lowerbound, upperbound) and no score",
    ),
    ("echo info depth 1 score cp 10000001; echo bestmove e2e4", "gave the score cp 10000001 for rnbqkbnr/"),
    ("echo info depth 1 score mate -999; echo bestmove e2e4", "The limits are 100000 pawns and mate in 450 moves"),
    ("while :; do printf 'x%.0s' 1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7 8 9; done", "wrote a line of more than 64 KiB"),
];

#[test]
fn an_engine_that_fails_is_an_error_and_destroys_no_file() {
    for (go, sentence) in ROGUES {
        let start = Instant::now();
        let words = ["explain", "startpos", "--depth", "2", "--uci-time", "1", "-o", "kept.txt"];
        let (code, page, complaint, folder) = asked(&engine(go), &words);
        assert_eq!((code, page.as_str()), (Some(1), ""), "{go}: {complaint}");
        assert!(complaint.replace('\n', " ").contains(sentence), "{go}: {complaint}");
        assert_eq!(std::fs::read_to_string(folder.path().join("kept.txt")).unwrap(), "what was there\n", "{go}");
        assert!(start.elapsed() < Duration::from_secs(30), "{go}");
    }
    let (code, page, complaint, _) = asked(&engine("exit 3"), &["explain", "startpos", "--depth", "2"]);
    assert_eq!((code, page.as_str()), (Some(1), ""), "{complaint}");
    let (code, _, complaint, _) = asked(&engine("exit 3"), &["distil", "startpos", "--depth", "2"]);
    assert!(code == Some(1) && complaint.contains("exit code 3"), "{complaint}");
}

#[test]
fn an_engine_that_is_none_is_an_error() {
    let explain = ["explain", "startpos", "--depth", "1", "--uci-time", "1"];
    let (code, _, complaint, folder) = asked("exit 0", &explain);
    assert!(code == Some(1) && complaint.contains("when asked whether it speaks UCI"), "{complaint}");
    let (code, _, complaint, _) = asked("sleep 60", &explain);
    assert!(code == Some(1) && complaint.contains("did not answer for 1 s"), "{complaint}");
    let usage = |words: &[&str]| {
        let output = folder.plywood(&[&["explain"], words].concat()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(usage(&["startpos", "--evaluation", "uci:./nobody"]).contains("cannot be started: ./nobody"));
    assert!(usage(&["startpos", "--uci-go", "depth 2"]).contains("are for --evaluation uci:ENGINE"));
    assert!(usage(&["startpos", "--uci-option", "Threads=2"]).contains("are for --evaluation uci:ENGINE"));
    assert!(usage(&["((1 2) (3 4))", "--evaluation", "uci:sh"]).contains("this tree has no board"));
    assert!(usage(&["startpos", "--evaluation", "uci:"]).contains("uci:ENGINE"));
}
