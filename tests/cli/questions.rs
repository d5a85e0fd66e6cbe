//! Engine authors' questions: the visit that stored an entry, the search after a null move, a move over several depths,
//! suites on several machines.

use crate::{Folder, output};
use serde_json::Value;

const ENDING: &str = "8/8/8/3k4/2p5/1P6/3K4/8 w - -";
const MIDDLE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";

/// Returns the events of a search.
fn events(search: &[&str]) -> Vec<Value> {
    let folder = Folder::new();
    let lines = output(&mut folder.plywood(&[&["explain"], search, &["--format", "jsonl"]].concat()));
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn names(line: &Value) -> String {
    line.as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect::<Vec<_>>().join(" ")
}

/// Returns the output of `--why`, on one line.
fn why(search: &[&str], line: &str) -> String {
    let page = output(&mut Folder::new().plywood(&[&["explain"], search, &["--why", line]].concat()));
    page.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_table_hit_says_who_stored_it() {
    let search = [ENDING, "--depth", "5", "--with", "tt"];
    let events = events(&search);
    let hit = events.iter().rfind(|event| event["event"] == "hash" && event["cut"] == true).unwrap();
    let (visit, by) = (hit["visit"].as_u64().unwrap(), names(&hit["stored_by"]));
    // The visit is the number of an entered node, and the page names that node.
    let entered: Vec<&Value> = events.iter().filter(|event| event["event"] == "enter").collect();
    assert_eq!(names(&entered[visit as usize - 1]["line"]), by);
    let page = why(&search, &names(&hit["line"]));
    assert!(page.contains(&format!("entered as number {visit}. That was enough")), "{page}");
    let last = by.split(' ').next_back().unwrap();
    assert!(page.contains(&format!("{last}, entered as")), "{page}");
}

#[test]
fn what_happens_after_a_null_move_is_searched_by_the_command_that_is_offered() {
    let search = ["startpos", "--depth", "5", "--with", "null-move"];
    let events = events(&search);
    let leaf = events.iter().find(|event| event["event"] == "null_move" && event["cut"] == true).unwrap();
    let page = why(&search, &names(&leaf["line"]));
    assert!(page.contains("tried a null move for "), "{page}");
    let offered = page.split_once("after the null move: plywood explain ").unwrap().1.replace('\\', "");
    let (after, depth) = offered.split_once("--after '").unwrap().1.split_once("' --depth ").unwrap();
    assert_eq!(after, format!("{} --", names(&leaf["line"])));
    let told = self::events(&["startpos", "--after", after, "--depth", depth]);
    let result = told.last().unwrap();
    let (score, beta) = (-result["score"].as_f64().unwrap(), leaf["window"]["beta"].as_f64().unwrap());
    assert!(beta <= score, "the null move is worth {score}, and was to reach {beta}");
}

#[test]
fn best_play_that_ends_in_an_exchange_is_warned_of() {
    let page = |search: &[&str]| {
        let page = output(&mut Folder::new().plywood(&[&["explain", "startpos", "--roots", "1"], search].concat()));
        // The board is next to the text.
        let beside = page.lines().map(|line| line.get(21..).unwrap_or_default());
        beside.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
    };
    let warned = page(&["--depth", "5"]);
    let warning = "Horizon the best line ends with the capture 3.Bxe6. If you also search the captures that follow, the score there changes from 0.870 to -2.895 (--with quiescence)";
    assert!(warned.contains(warning), "{warned}");
    // The warning ends with advice; for a quiet position there is no warning.
    for quiet in
        [&["--depth", "2", "--with", "quiescence"][..], &["--depth", "4"], &["--depth", "4", "--algorithm", "minimax"]]
    {
        let page = page(quiet);
        assert!(page.contains("Checked") && !page.contains("Horizon"), "{page}");
    }
}

#[test]
fn a_move_is_followed_over_the_depths() {
    let page = output(&mut Folder::new().plywood(&["explain", MIDDLE, "--depths", "1..3", "--why", "Nxd7"]));
    crate::support::snapshot("history@middlegame", &page);
    for depth in 1..=3 {
        let depth = depth.to_string();
        let events = events(&[MIDDLE, "--depth", &depth]);
        let judged = events.iter().rfind(|event| event["event"] == "judged" && names(&event["line"]) == "Nxd7");
        let score = judged.unwrap()["score"].as_f64().unwrap();
        let row = page.lines().find(|line| line.trim_start().starts_with(&format!("{depth}  "))).unwrap();
        assert!(row.contains(&format!("{score:.2}")), "{row}: {score}");
    }
    let refused = crate::refused(&[MIDDLE, "--depths", "1..2", "--why", "Nxd8"]);
    assert!(refused.contains("--why \"Nxd8\""), "{refused}");
}

#[test]
fn a_line_is_played_before_a_position_is_evaluated() {
    let run = |arguments: &[&str]| output(&mut Folder::new().plywood(arguments));
    let page = run(&["eval", "startpos", "--after", "1.e4 e5 2.Nf3"]);
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    let (place, evaluation) = page.split_once("\n\n").unwrap();
    assert_eq!(place, format!("After 1.e4 e5 2.Nf3:\n{fen}"));
    assert_eq!(evaluation, run(&["eval", fen]));
    let json: Value =
        serde_json::from_str(&run(&["eval", "startpos", "--after", "e4 --", "--format", "json"])).unwrap();
    assert_eq!(
        (&json["fen"], &json["side_to_move"]),
        (&"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2".into(), &"white".into())
    );
    let refused = |arguments: &[&str]| crate::failed(Folder::new().plywood(arguments).output().unwrap());
    let check = "rnbqkbnr/ppppp1pp/8/5p1Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2";
    assert!(refused(&["eval", check, "--after", "--"]).contains("a null move is not allowed in check"));
    assert!(refused(&["eval", "startpos", "--after", "e4 e4"]).contains("move 2"));
    assert!(refused(&["explain", "sargon-1", "--after", "Ng6+"]).starts_with("exit 2"));
}

/// Returns the first positions of a suite; none of three shards is empty.
fn suite(positions: usize) -> Folder {
    let wac = std::fs::read_to_string(crate::support::path("tests/data/wac.epd")).unwrap();
    let lines: Vec<&str> =
        wac.lines().filter(|line| line.contains('/') && !line.starts_with('#')).take(positions).collect();
    Folder::with("suite.epd", lines.join("\n"))
}

/// Exit code and lines of a run on the suite.
fn lines(folder: &Folder, arguments: &[&str]) -> (i32, Vec<String>) {
    let output =
        folder.plywood(&[&["explain", "suite.epd", "--format", "jsonl"], arguments].concat()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (output.status.code().unwrap(), text.lines().map(str::to_owned).collect())
}

#[test]
fn the_shards_of_a_suite_are_the_whole_of_it() {
    let folder = suite(8);
    let (_, whole) = lines(&folder, &["--depth", "2"]);
    assert_eq!(whole.len(), 8);
    let mut all = Vec::new();
    for part in ["1/3", "2/3", "3/3"] {
        let (_, share) = lines(&folder, &["--depth", "2", "--shard", part]);
        assert!((2..=3).contains(&share.len()), "{part}: {share:?}");
        all.extend(share);
    }
    crate::resume::sort_by_number(&mut all);
    assert_eq!(all, whole);
    for wrong in ["0/3", "4/3", "3", "a/b"] {
        assert_eq!(lines(&folder, &["--shard", wrong]).0, 2, "{wrong}");
    }
    assert!(crate::refused(&["startpos", "--shard", "1/2"]).contains("files of positions"));
}

#[test]
fn a_missed_solution_is_an_exit_code() {
    let folder = suite(6);
    let (code, all) = lines(&folder, &["--depth", "3"]);
    for right in ["\"right\":false", "\"right\":true"] {
        assert!(all.iter().any(|line| line.contains(right)), "{right} in none of {all:?}");
    }
    assert_eq!(code, 1);
    let solved = all.iter().position(|line| line.contains("\"right\":true")).unwrap();
    let only = folder.read("suite.epd").lines().nth(solved).unwrap().to_owned();
    folder.write("suite.epd", only);
    assert_eq!(lines(&folder, &["--depth", "3"]).0, 0);
}

#[test]
fn a_suite_tells_at_which_depth_a_position_is_solved_and_stays_solved() {
    let folder = suite(6);
    let run = folder.plywood(&["explain", "suite.epd", "--depths", "1..3"]).output().unwrap();
    assert_eq!((run.status.code(), run.stderr.len()), (Some(1), 0));
    let page = String::from_utf8(run.stdout).unwrap();
    crate::support::snapshot("suite@depths", &page);
    let (_, all) = lines(&folder, &["--depths", "1..3"]);
    let at: Vec<Vec<String>> = ["1", "2", "3"].iter().map(|depth| lines(&folder, &["--depth", depth]).1).collect();
    for (index, line) in all.iter().enumerate() {
        let line: Value = serde_json::from_str(line).unwrap();
        let mut alone: Vec<Value> = at.iter().map(|lines| serde_json::from_str(&lines[index]).unwrap()).collect();
        // Each line names its format and has the settings once.
        for one in &mut alone {
            for field in ["format", "version", "settings"] {
                assert_eq!(one.as_object_mut().unwrap().remove(field).as_ref(), line.get(field), "{field}");
            }
        }
        assert_eq!(line["depths"], Value::from(alone.clone()));
        let is_solved = |depth: u64| {
            let found = &alone[depth as usize - 1];
            found["right"] == true && found["mate"] != false
        };
        let solved: Vec<u64> = (1..=3).filter(|&depth| is_solved(depth)).collect();
        assert_eq!(line["solved_first"].as_u64(), solved.first().copied());
        let from = (1..=3).find(|depth| (*depth..=3).all(|depth| solved.contains(&depth)));
        assert_eq!(line["solved_from"].as_u64(), from);
    }
}

/// Returns the output of `explain`, on one line.
fn explained(search: &[&str], more: &[&str]) -> String {
    let page = output(&mut Folder::new().plywood(&[&["explain"], search, more].concat()));
    page.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn what_the_table_knows_and_does_not_use_has_its_reason() {
    let ending = "8/5k2/8/5K2/5P2/8/8/8 w - - 0 1";
    let (search, line) = ([ending, "--depth", "7", "--with", "tt"], ["--line", "Ke5 Ke7 f5 Kd7 Ke4 Kd6"]);
    let (equal, deeper) =
        (explained(&search, &line), explained(&search, &[&line[..], &["--table-answers", "deeper"]].concat()));
    let reason = "not used: too deep, only the same depth counts";
    assert!(equal.contains(reason), "{equal}");
    assert!(!deeper.contains(reason), "{deeper}");
    assert!(deeper.contains("with tt, deeper table entries also answer, static order"), "{deeper}");
    let mut log = explained(&["startpos", "--depth", "3", "--with", "tt,iterative"], &["--log"]);
    log += &explained(&[ending, "--depth", "6", "-a", "mtdf", "--with", "tt"], &["--log"]);
    for reason in ["the root needs a best move", "too shallow", "its bound does not decide"] {
        assert!(log.contains(&format!("not used: {reason}")), "{reason}");
    }
}

#[test]
fn what_was_stored_behind_a_null_move_has_no_visit() {
    let search = ["6k1/5p2/6p1/8/8/1N6/5PK1/8 w - - 0 1", "--depth", "6", "--with", "tt,null-move,iterative"];
    let log = explained(&search, &["--log"]);
    assert!(!log.contains("visit 0") && log.contains("stored below a null move"));
    let hit = events(&search).into_iter().rfind(|event| event["untold"] == true).unwrap();
    let page = why(&search, &names(&hit["line"]));
    assert!(page.contains("it was stored below a null move, which the trace omits"), "{page}");
}

#[test]
fn the_warning_says_what_the_next_moves_do() {
    let said = |fen: &str| {
        let page = output(&mut Folder::new().plywood(&["explain", fen, "--depth", "1", "--roots", "1"]));
        let beside = page.lines().map(|line| line.get(21..).unwrap_or_default());
        beside.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
    };
    let page = said("8/P6k/8/8/8/8/8/K7 b - - 0 1");
    assert!(page.contains(", which lets a pawn promote. If you also search the promotions that follow,"), "{page}");
    let page = said("7r/1P5k/8/8/8/8/8/6K1 w - - 0 1");
    assert!(page.contains("ends with the promotion 1.b8=Q. If you also search the captures that follow,"), "{page}");
}

/// The advised command must be able to search the move.
#[test]
fn an_excluded_move_is_searched_by_the_command_that_is_offered() {
    const ITALIAN: &str = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQ1RK1 b kq - 0 5";
    for line in ["Nxe4", "d6 Bxf7+"] {
        let page = why(&[ITALIAN, "--depth", "2", "--without", "capture"], line);
        let offered = page.split_once("gives its true score: plywood explain ").unwrap().1;
        assert!(!offered.contains("--without"), "{page}");
    }
}

/// Below the root, a position counts as a draw when it is repeated for the first time. The game is not over then.
#[test]
fn a_repeated_position_counts_as_a_draw() {
    let page = why(&["position startpos moves g1f3 g8f6 f3g1", "--depth", "1"], "Ng8");
    assert!(page.contains("0.00 (the position is repeated, which counts as a draw)"), "{page}");
}
