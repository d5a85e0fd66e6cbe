//! What a run may cost: nothing takes much more time or memory than what it reads or searches asks for.
//!
//! The limits are the kernel's, in seconds of the processor and in bytes, and far from what a run needs: what costs the square
//! of its input passes them by far.

use crate::{Folder, output};

/// What the program needs before it does anything, most of it its own code: 300 MB.
const BASE: usize = 300_000_000;

/// Runs a command on the file `input` with so many bytes of memory beyond the base and so many seconds.
fn within(bytes: usize, seconds: u32, folder: &Folder, arguments: &[&str]) -> String {
    let limits = format!("ulimit -t {seconds}; ulimit -v {}; exec < input", (BASE + bytes) / 1024);
    output(&mut folder.behind(&limits, arguments))
}

/// A tree of `n` moves with two answers each: 3 n nodes.
fn wide(n: usize) -> String {
    format!("({})", "(1 2) ".repeat(n))
}

#[cfg(target_os = "linux")]
#[test]
fn a_tree_costs_a_kilobyte_a_node() {
    let n = 60_000;
    let folder = Folder::with("input", wide(n));
    let page = within(3 * n * 1000, 30, &folder, &["explain", "-"]);
    assert!(page.contains("Best play"), "{page}");
    let outline = within(3 * n * 1000, 30, &folder, &["explain", "-", "--style", "outline"]);
    assert!(3 * n < outline.lines().count(), "every node has a row");
}

#[cfg(target_os = "linux")]
#[test]
fn a_tree_is_verified_at_a_kilobyte_a_node() {
    let n = 15_000;
    let folder = Folder::with("input", wide(n));
    let trace = within(3 * n * 1000, 30, &folder, &["explain", "-", "--format", "jsonl"]);
    folder.write("input", trace);
    let verified = within(3 * n * 1000, 30, &folder, &["verify", "-"]);
    assert!(verified.contains("claims none is wrong"), "{verified}");
}

/// A trace of `n` moves with `n` answers each, of which some end the game: more than 2 n² events, and no result.
fn long_trace(n: usize) -> String {
    let window = r#""window":{"alpha":"-inf","beta":"+inf"}"#;
    let verdict = |index: usize| if index == 0 { "best" } else { "not_best" };
    let created = |line: &str| format!(r#"{{"event":"created","line":[{line}],"number":1,"score":0.0}}"#);
    let judged = |line: &str, leaf: &str, verdict: &str| {
        let rest = format!(r#""order":1,"score":0.0,"bound":"exact",{leaf}{window},"verdict":"{verdict}""#);
        format!(r#"{{"event":"judged","line":[{line}],{rest}}}"#)
    };
    let enter = |line: &str, name: char| {
        let moves: Vec<String> = (0..n).map(|index| format!("\"{name}{index}\"")).collect();
        format!(r#"{{"event":"enter","line":[{line}],"depth":1,{window},"moves":[{}]}}"#, moves.join(","))
    };
    let leave = |line: &str| format!(r#"{{"event":"leave","line":[{line}],"score":0.0,"bound":"exact"}}"#);
    let header =
        r#"{"format":"plywood-trace","version":1,"title":"Long","depth":2,"algorithm":"minimax","order":"none"}"#;
    let mut lines = vec![header.to_owned(), r#"{"event":"root","score":0.0}"#.to_owned(), enter("", 'm')];
    for index in 0..n {
        let mv = format!("\"m{index}\"");
        lines.extend([created(&mv), enter(&mv, 'x')]);
        for answer in 0..n {
            let line = format!("{mv},\"x{answer}\"");
            let is_over = answer % 20 == 1;
            let leaf = if is_over { r#""leaf":"drawn","ending":"an agreement","# } else { r#""leaf":"horizon","# };
            lines.extend([created(&line), judged(&line, leaf, verdict(answer))]);
        }
        lines.extend([leave(&mv), judged(&mv, "", verdict(index))]);
    }
    lines.join("\n")
}

#[cfg(target_os = "linux")]
#[test]
fn a_recorded_search_is_explained_in_the_memory_of_a_page() {
    let folder = Folder::with("input", long_trace(200));
    for question in [&[][..], &["--why", "m199 x3"], &["--roots", "all"], &["--log"], &["--pv-scan=all"]] {
        let mut ran = folder.behind("ulimit -v 70000", &[&["explain", "input"], question].concat());
        let ran = ran.output().unwrap();
        let (page, message) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
        // What is right is shown, and then what is wrong is said: there is no result.
        assert!(page.contains("Long"), "{question:?}: {message}");
        assert!(message.ends_with("line 80803: the trace ends without a result\n"), "{question:?}: {message}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_game_is_found_at_the_cost_of_those_before_it() {
    let folder = Folder::with("input", "[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n".repeat(100_000));
    within(20_000_000, 5, &folder, &["explain", "-", "-d", "1", "--ply", "0", "--game", "1"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_suite_costs_two_kilobytes_a_position() {
    let n = 5000;
    let folder = Folder::with("input", "4k3/8/4K3/8/8/8/8/R7 w - - id \"one\";\n".repeat(n));
    let suite = within(n * 2000, 30, &folder, &["explain", "-", "-d", "1"]);
    assert!(n < suite.lines().count());
}
