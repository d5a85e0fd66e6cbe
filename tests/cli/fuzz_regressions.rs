//! Regression tests for crashes, hangs and false claims found by fuzzing.

use crate::arguments::{is_cheap, words};
use crate::support::{every, plywood};
use crate::{Folder, failed, feed, output, refused, succeeded};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

fn says(arguments: &[&str]) -> String {
    output(&mut plywood(arguments))
}

/// Writes a trace and pipes it to `verify`: nothing in it may be rejected or wrong.
fn is_believed(arguments: &[&str]) {
    for format in ["jsonl", "json"] {
        let trace = says(&[&["explain"], arguments, &["--format", format]].concat());
        let page = succeeded(feed(&mut plywood(&["verify", "-"]), &trace));
        assert!(!page.contains("WRONG"), "{arguments:?}: {page}");
    }
}

#[test]
fn a_time_that_no_clock_can_tell_is_no_limit() {
    assert!(says(&["explain", "startpos", "-d", "1", "--time", "1e19"]).contains("Best move"));
    assert!(refused(&["startpos", "--time", "1e300"]).starts_with("exit 2\n"));
}

#[test]
fn an_output_whose_name_is_not_utf_8_harms_no_offer() {
    let folder = Folder::new();
    let mut command = folder.plywood(&["explain", "startpos", "-d", "2", "--why", "a3", "-o"]);
    command.arg(OsStr::from_bytes(b"out\xff.txt"));
    assert_eq!(output(&mut command), "");
    let written = std::fs::read_to_string(folder.path().join(OsStr::from_bytes(b"out\xff.txt"))).unwrap();
    assert!(written.contains("plywood explain startpos"), "{written}");
}

#[test]
fn every_trace_that_is_written_can_be_read() {
    is_believed(&["7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", "-d", "1", "-a", "mtdf"]);
    is_believed(&["mate-distance", "-a", "pvs"]);
    is_believed(&["mate-distance", "-a", "mtdf"]);
    is_believed(&["((100000 -100000) (99999 3))", "-a", "mtdf"]);
    is_believed(&["((-100000 -100000) (-100000 -99999.999))", "-a", "pvs", "--with", "iterative,aspiration"]);
    is_believed(&["k7/8/8/8/8/8/8/7K w - - 0 1000000", "-d", "2"]);
    // If a lesson is searched beyond its end, its trace doesn't know the tree there.
    is_believed(&["stalemate-trap", "--with", "check-extension"]);
    is_believed(&["stalemate-trap", "--with", "check-extension,quiescence"]);
    is_believed(&["single-reply", "-d", "3", "--with", "check-extension"]);
}

#[test]
fn a_null_window_beside_a_mate_has_ends_that_are_in_order() {
    let trace = says(&["explain", "mate-distance", "-a", "pvs", "--format", "jsonl"]);
    // Mate in zero is not a score; it means being mated already.
    assert!(!trace.contains(r#"{"mate":0}"#), "{trace}");
}

#[test]
fn numbers_of_a_fen_beyond_sense_are_refused() {
    assert!(refused(&["k7/8/8/8/8/8/8/7K w - - 0 1000001"]).contains("must be at most 1000000"));
    assert!(refused(&["k7/8/8/8/8/8/8/7K w - - 99999999999 1"]).contains("`99999999999`"));
}

#[test]
fn verify_does_not_take_the_first_move_alone_for_a_whole_line() {
    for fen in ["K7/4k3/8/8/8/8/7p/8 w - - 0 1", "8/8/7K/2k5/8/6Q1/8/8 w - - 0 1"] {
        for with in ["quiescence", "check-extension", "quiescence,check-extension"] {
            let page = says(&["verify", fen, "-d", "1", "-a", "mtdf", "--with", with]);
            let words = page.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(words.contains("claims; none is wrong") && !words.contains("WRONG"), "{page}");
        }
    }
}

#[test]
fn a_search_that_is_made_for_the_order_heeds_the_clock() {
    for order in ["best", "worst"] {
        let start = Instant::now();
        says(&["explain", "startpos", "-d", "9", "--order", order, "--time", "0.3"]);
        // Without a limit, this search takes hours.
        assert!(start.elapsed() < Duration::from_secs(60), "{order}");
    }
}

/// Sends a signal to a child, as a shell does.
pub fn signal(name: &str, child: &std::process::Child) {
    let status = std::process::Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

/// Starts a long search that writes to `out`, and waits until it has begun.
fn long_search(folder: &Folder, out: &str) -> std::process::Child {
    let command = folder.plywood(&["explain", "startpos", "-d", "12", "--format", "jsonl", "-o", out]);
    let child = command.process().stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    until_busy(child.id(), 0.1);
    child
}

/// Waits until a process catches interruptions, or has used this many seconds of processor time, whichever is later,
/// however busy the machine is.
#[cfg(target_os = "linux")]
pub fn until_busy(process: u32, seconds: f64) {
    let start = Instant::now();
    while !catches_interruptions(process) || processor_seconds(process) < seconds {
        assert!(start.elapsed() < Duration::from_secs(60), "it has nothing to do");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Waits several times as long as a process needs to use this many seconds of processor time.
#[cfg(not(target_os = "linux"))]
pub fn until_busy(_: u32, seconds: f64) {
    std::thread::sleep(Duration::from_secs_f64(5.0 * seconds));
}

#[test]
fn an_interrupted_run_keeps_the_old_file_and_leaves_none() {
    // Two signals at the same time, to the process and to its group, count as one interruption.
    for signals in [&["-INT"][..], &["-TERM"], &["-INT", "-INT"], &["-TERM", "-HUP"]] {
        let folder = Folder::with("old.jsonl", "precious");
        let child = long_search(&folder, "old.jsonl");
        signals.iter().for_each(|name| signal(name, &child));
        let message = failed(child.wait_with_output().unwrap());
        assert_eq!(message, "exit 1\nplywood: interrupted; old.jsonl is unchanged", "{signals:?}");
        assert_eq!((folder.read("old.jsonl").as_str(), folder.names()), ("precious", vec!["old.jsonl".to_owned()]));
    }
    let folder = Folder::new();
    let child = long_search(&folder, "new.jsonl");
    signal("-INT", &child);
    assert_eq!(failed(child.wait_with_output().unwrap()), "exit 1\nplywood: interrupted; new.jsonl was not written");
    assert!(folder.names().is_empty());
}

#[cfg(target_os = "linux")]
fn catches_interruptions(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap().trim();
    // The second bit is that of SIGINT.
    u64::from_str_radix(caught, 16).unwrap() & 2 != 0
}

/// Returns the processor time of a process in seconds, as Linux counts it, in hundredths.
#[cfg(target_os = "linux")]
fn processor_seconds(process: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let behind_name: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
    behind_name[11].parse::<f64>().unwrap() / 100.0
}

/// Sends a signal to a run that is drawing a page after its search, when nothing checks the stop flag; returns its
/// message.
#[cfg(target_os = "linux")]
fn struck_while_drawing(folder: &Folder, output: &[&str], name: &str) -> String {
    folder.write("tree", format!("({})", "(1 2) ".repeat(25_000 / every(2))));
    let command = folder.plywood(&[&["explain", "tree"], output].concat());
    let child = command.process().stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The search takes at most half of this time, and the page more than twice as long.
    until_busy(child.id(), 1.2 / every(2) as f64);
    let start = Instant::now();
    signal(name, &child);
    let message = failed(child.wait_with_output().unwrap());
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    message
}

/// plywood doesn't finish the drawing, because the result could not be complete.
#[cfg(target_os = "linux")]
#[test]
fn a_page_that_is_being_made_is_not_waited_for() {
    for name in ["-INT", "-TERM", "-HUP"].into_iter().step_by(every(3)) {
        let folder = Folder::with("old.html", "precious");
        let message = struck_while_drawing(&folder, &["-o", "old.html"], name);
        assert_eq!(message, "exit 1\nplywood: interrupted; old.html is unchanged");
        assert_eq!(
            (folder.read("old.html").as_str(), folder.names()),
            ("precious", vec!["old.html".into(), "tree".into()])
        );
    }
    // An output that cannot be replaced then contains half a page.
    for (name, output, place) in [
        ("-INT", &["--format", "html"][..], "standard output"),
        ("-TERM", &["--format", "html", "-o", "/dev/stdout"], "/dev/stdout"),
    ] {
        let message = struck_while_drawing(&Folder::new(), output, name);
        assert_eq!(message, format!("exit 1\nplywood: interrupted; {place} is not complete"));
    }
}

/// A command inside the course has no separate output, so a message names only the file of the course.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_course_speaks_of_its_own_file() {
    let folder = Folder::new();
    let command = folder.plywood(&["course", "--all", "-o", "course.html"]);
    let child = command.process().stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    until_busy(child.id(), 0.1);
    signal("-INT", &child);
    let message = failed(child.wait_with_output().unwrap());
    assert_eq!(message, "exit 1\nplywood: interrupted; course.html was not written");
}

/// An interrupted search has a result, which is shown however long the drawing takes.
#[test]
fn what_an_interrupted_search_has_found_is_shown() {
    for format in ["text", "svg", "html"] {
        let interrupted = |after: f64| {
            let command = plywood(&["explain", "startpos", "-d", "12", "--format", format]);
            let child =
                command.process().stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            until_busy(child.id(), after);
            signal("-INT", &child);
            child.wait_with_output().unwrap()
        };
        // The signal comes late enough for the handler to be installed, but before there are more steps than a browser
        // page shows.
        let listened = |output: &Output| output.status.code().is_some();
        let output = [0.02, 0.1, 0.2, 0.4].into_iter().map(interrupted).find(listened).unwrap();
        let page = succeeded(output);
        assert!(page.contains("stopped"), "{format}: {page}");
    }
}

#[test]
fn verify_stops_when_it_is_interrupted() {
    let command = plywood(&["verify", "startpos", "-d", "5", "--leaves", "1000000000"]);
    let child = command.process().stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    until_busy(child.id(), 0.2);
    let start = Instant::now();
    signal("-INT", &child);
    let message = failed(child.wait_with_output().unwrap());
    assert_eq!(message, "exit 1\nplywood: stopped before all checks finished; no verdict");
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn whatever_ends_a_run_leaves_no_file_behind() {
    for name in ["-ABRT", "-KILL"] {
        let folder = Folder::with("old.jsonl", "precious");
        let mut child = long_search(&folder, "old.jsonl");
        signal(name, &child);
        assert!(!child.wait().unwrap().success());
        assert_eq!((folder.read("old.jsonl").as_str(), folder.names()), ("precious", vec!["old.jsonl".to_owned()]));
    }
}

#[test]
fn a_link_that_leads_nowhere_gets_its_file() {
    let folder = Folder::new();
    std::os::unix::fs::symlink("real.txt", folder.path().join("link.txt")).unwrap();
    assert_eq!(output(&mut folder.plywood(&["explain", "wikipedia", "-o", "link.txt"])), "");
    assert!(std::fs::symlink_metadata(folder.path().join("link.txt")).unwrap().is_symlink());
    assert!(folder.read("real.txt").contains("Best line"));
    std::os::unix::fs::symlink("circle", folder.path().join("circle")).unwrap();
    let message = failed(folder.plywood(&["explain", "wikipedia", "-o", "circle"]).output().unwrap());
    assert!(message.contains("circle"), "{message}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_takes_no_file_is_named() {
    let message = failed(plywood(&["explain", "wikipedia", "-o", "/proc/page.txt"]).output().unwrap());
    assert!(message.contains("cannot write /proc/page.txt: cannot create a file in the folder /proc: "), "{message}");
}

#[test]
fn a_trace_is_only_checked_and_says_so_to_options_of_a_search() {
    let folder = Folder::with("trace.jsonl", says(&["explain", "wikipedia", "--format", "jsonl"]));
    output(&mut folder.plywood(&["verify", "trace.jsonl"]));
    for option in [&["--depth", "2"][..], &["-a", "pvs"], &["--with", "tt"], &["--only-at", "A: A1"], &["--time", "1"]]
    {
        let message = failed(folder.plywood(&[&["verify", "trace.jsonl"], option].concat()).output().unwrap());
        assert!(message.starts_with("exit 2\n") && message.contains("trace.jsonl is a recorded trace"), "{message}");
    }
}

#[test]
fn control_characters_do_not_reach_the_reader() {
    // Colour sequences from a file are as dangerous as other control characters.
    let evil = "\\u001b]0;owned\\u0007\\u009b2J\\r\\u001b[31m";
    let said = ["title", "note", "ask", "answer"].map(|field| format!(r#""{field}": "{field}{evil}""#)).join(", ");
    let lesson = format!(r#"{{{said}, "moves": [{{"move": "a", "score": 1}}]}}"#);
    let page = succeeded(feed(&mut plywood(&["explain", "-"]), &lesson));
    assert!(page.contains("title[U+001B]]0;owned[U+0007]"), "{page}");
    let html = succeeded(feed(&mut plywood(&["explain", "-", "--format", "html"]), &lesson));
    let trace = succeeded(feed(&mut plywood(&["explain", "-", "--format", "jsonl"]), &lesson));
    let trace = trace.replacen("title[U+001B]", "title\\u001b[31m", 1);
    let trace = succeeded(feed(&mut plywood(&["explain", "-"]), trace));
    let game = "[White \"W\u{1b}[2J\u{1b}[31m\u{7}\"]\n\n1. e4 *\n";
    let game = succeeded(feed(&mut plywood(&["explain", "-", "-d", "1", "--ply", "0"]), game));
    let suite = "4k3/8/4K3/8/8/8/8/R7 w - - id \"i\u{1b}[2J\u{9b}\";\n4k3/8/4K3/8/8/8/8/R7 w - - id \"j\";\n";
    let suite = succeeded(feed(&mut plywood(&["explain", "-", "-d", "1"]), suite));
    let message = refused(&["\u{1b}[2Jx\u{9b}"]);
    for text in [page, html, trace, game, suite, message] {
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
    }
}

#[test]
fn names_that_no_line_could_tell_are_refused() {
    for name in ["a b", "1.a", " a ", "12...b", "1."] {
        let lesson = format!(r#"{{"title": "t", "moves": [{{"move": "{name}", "score": 1}}]}}"#);
        let message = failed(feed(&mut plywood(&["explain", "-"]), lesson));
        assert!(message.contains("cannot be the name of a move"), "{message}");
    }
    // A number without a full stop is a valid name.
    assert!(says(&["explain", "(1=3 2=4)", "--why", "1"]).contains('1'));
}

#[test]
fn lessons_have_limits_that_are_said() {
    let with = |field: &str, length: usize| {
        let text = "x".repeat(length);
        let title = if field == "title" { String::new() } else { r#""title": "t", "#.to_owned() };
        let lesson = format!(r#"{{{title}"{field}": "{text}", "moves": [{{"move": "a", "score": 1}}]}}"#);
        feed(&mut plywood(&["explain", "-"]), lesson)
    };
    assert!(failed(with("title", 1001)).contains("`title` has 1001 characters; the maximum is 1000"));
    assert!(failed(with("note", 20_001)).contains("`note` has 20001 characters; the maximum is 20000"));
    assert!(failed(with("note", 17 * 1024 * 1024)).contains("the maximum is 16777216"));
    succeeded(with("title", 1000));
    let typed = format!("({})", "1 ".repeat(9 * 1024 * 1024));
    assert!(failed(feed(&mut plywood(&["explain", "-"]), typed)).contains("the maximum is 16777216"));
}

#[test]
fn a_game_is_found_without_reading_what_comes_behind_it() {
    let games = "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. e4 Ke7 *\n";
    let folder = Folder::with("games.pgn", games);
    output(&mut folder.plywood(&["explain", "games.pgn", "--ply", "1", "--game", "1", "-d", "1"]));
    let message =
        failed(folder.plywood(&["explain", "games.pgn", "--ply", "1", "--game", "2", "-d", "1"]).output().unwrap());
    assert!(message.contains("record 2"), "{message}");
}

#[test]
fn lines_that_end_as_on_old_computers_are_lines() {
    let suite = "4k3/8/4K3/8/8/8/8/R7 w - - id \"one\";\r4k3/8/4K3/8/8/8/8/R7 w - - id \"two\";\r";
    let page = succeeded(feed(&mut plywood(&["explain", "-", "-d", "1"]), suite));
    assert!(page.contains("one") && page.contains("two"), "{page}");
}

#[test]
fn a_mate_that_is_not_ahead_is_refused() {
    for number in ["-1", "0"] {
        let suite = format!("4k3/8/4K3/8/8/8/8/R7 w - - dm {number};\n4k3/8/4K3/8/8/8/8/R7 w - -\n");
        let result = feed(&mut plywood(&["explain", "-", "-d", "1"]), suite);
        let message = String::from_utf8(result.stderr).unwrap();
        assert!(message.contains("the number of moves to mate"), "{message}");
    }
}

#[test]
fn every_command_line_of_the_fuzz_target_ends_in_order() {
    let folder = Folder::new();
    let seeds = std::fs::read_dir(crate::support::path("fuzz/seeds/arguments")).unwrap();
    let failed = std::fs::read_dir(crate::support::path("fuzz/regressions")).unwrap();
    let mut count = 0;
    for file in seeds.chain(failed).map(|entry| entry.unwrap().path()) {
        let is_ours = file.parent().unwrap().ends_with("arguments")
            || file.file_name().unwrap().to_string_lossy().starts_with("arguments-");
        let words = words(&std::fs::read(&file).unwrap());
        if !is_ours || !is_cheap(&words) {
            continue;
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let ended = folder.plywood(&words).output().unwrap();
        let message = String::from_utf8(ended.stderr).unwrap();
        assert!(matches!(ended.status.code(), Some(0..=2)), "{}: {message}", file.display());
        assert!(folder.names().is_empty(), "{}", file.display());
        count += 1;
    }
    assert!(4 < count, "{count}");
}
