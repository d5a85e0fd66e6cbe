//! Limits on the cost of a run: nothing takes much more time or memory than its input or search requires.
//!
//! The kernel enforces the limits, in processor seconds and bytes. They are far higher than a run needs, and far lower
//! than quadratic costs.

use crate::support::{every, in_turn, is_long};
use crate::{Folder, failed, output};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write as _;

/// The memory that the program needs before it does anything, most of it for its code: 300 MB.
const BASE: usize = 300_000_000;

/// Runs a command on the file `input` with this many bytes of memory beyond the base and this many seconds.
fn within(bytes: usize, seconds: u32, folder: &Folder, arguments: &[&str]) -> String {
    let limits = format!("ulimit -t {seconds}; ulimit -v {}; exec < input", (BASE + bytes) / 1024);
    output(&mut folder.behind(&limits, arguments))
}

/// Returns a tree of `n` moves with two replies each: 3 n nodes.
fn wide(n: usize) -> String {
    format!("({})", "(1 2) ".repeat(n))
}

#[cfg(target_os = "linux")]
#[test]
fn a_tree_costs_a_kilobyte_a_node() {
    let n = 60_000 / every(12);
    let folder = Folder::with("input", wide(n));
    let page = within(3 * n * 1000, 30, &folder, &["explain", "-"]);
    assert!(page.contains("Best line"), "{page}");
    let outline = within(3 * n * 1000, 30, &folder, &["explain", "-", "--style", "outline"]);
    assert!(3 * n < outline.lines().count(), "every node has a row");
}

#[cfg(target_os = "linux")]
#[test]
fn a_tree_is_verified_at_a_kilobyte_a_node() {
    let n = 15_000 / every(6);
    let folder = Folder::with("input", wide(n));
    let trace = within(3 * n * 1000, 30, &folder, &["explain", "-", "--format", "jsonl"]);
    folder.write("input", trace);
    let verified = within(3 * n * 1000, 30, &folder, &["verify", "-"]);
    assert!(verified.contains("claims; none is wrong"), "{verified}");
}

/// Whatever the order of the moves, a node with many moves costs as much a move as one with few.
#[cfg(target_os = "linux")]
#[test]
fn wide_nodes_are_verified_in_linear_time() {
    for (order, n) in [("none", 100_000), ("right-to-left", 40_000), ("random:1", 40_000)] {
        let n = n / every(10);
        let folder = Folder::with("input", format!("({})", "1 ".repeat(n)));
        let trace = within(400_000_000, 8, &folder, &["explain", "-", "--order", order, "--format", "jsonl"]);
        folder.write("input", trace);
        let verified = within(400_000_000, 8, &folder, &["verify", "-"]);
        assert!(verified.contains("claims; none is wrong"), "{order}: {verified}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn graphs_on_one_line_and_in_deep_groups_are_read() {
    let leaves: String = (0..20_000 / every(4)).map(|leaf| format!("r->l{leaf}; l{leaf}[label={leaf}]; ")).collect();
    let folder = Folder::with("input", format!("digraph {{ {leaves}}}"));
    let page = within(400_000_000, 10, &folder, &["explain", "-"]);
    assert!(page.contains("Best line"), "{page}");
    folder.write("input", format!("digraph {{ r -> a{}; a[label=3] }}", ":p".repeat(100_000)));
    let page = within(0, 10, &folder, &["explain", "-"]);
    assert!(page.contains("Best line   a"), "{page}");
    for open in ["{", "subgraph {"] {
        folder.write("input", format!("digraph {{ {} a -> b {} }}", open.repeat(50_000), "}".repeat(50_000)));
        let message = failed(folder.behind("exec < input", &["explain", "-"]).output().unwrap());
        assert!(message.contains("nested deeper than"), "{message}");
    }
}

/// However many children a node has, and whether they have names or not.
#[cfg(target_os = "linux")]
#[test]
fn wide_outlines_and_dictionaries_are_read_in_linear_time() {
    let n = 40_000 / every(10);
    let lines = |line: &dyn Fn(usize) -> String| (0..n).map(line).collect::<String>();
    let names: Vec<String> = (0..n).map(|leaf| format!("\"n{leaf}\"")).collect();
    let unknown: Vec<String> = names.iter().map(|name| format!("{name}: \"x\"")).collect();
    for text in [
        format!("MAX\n{}", lines(&|leaf| format!("  n{leaf}: {}\n", leaf % 977))),
        format!("MAX\n{}", lines(&|row| format!("  n{row} {} 3\n", row % 977))),
        format!("{{\"r\": [{}], {}}}", names.join(", "), unknown.join(", ")),
        format!("{}{}", lines(&|leaf| format!("r n{leaf}\n")), lines(&|leaf| format!("n{leaf} {}\n", leaf % 977))),
    ] {
        let folder = Folder::with("input", text);
        within(400_000_000, 8, &folder, &["lessons", "new", "-"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn long_labels_are_read_in_linear_time() {
    let folder = Folder::with("input", format!("MAX\n  A: 3\n  {}", "a - 3 ".repeat(60_000 / every(10))));
    let explain =
        |folder: &Folder| failed(folder.behind("ulimit -t 3; exec < input", &["explain", "-"]).output().unwrap());
    let message = explain(&folder);
    assert!(message.contains("is not a lesson"), "{message}");
    let paths: String = (0..500).map(|node| format!("r -> n{node}; n{node} -> leaf; ")).collect();
    folder.write("input", format!("digraph {{ {paths} leaf [label=\"{} = 3\"] }}", "x".repeat(100_000)));
    let message = explain(&folder);
    assert!(message.contains("the labels of the tree have more than 16777216 bytes"), "{message}");
}

/// The moves of a node may all be created first, and each may raise alpha.
#[cfg(target_os = "linux")]
#[test]
fn a_wide_node_whose_moves_all_raise_alpha_is_read_in_linear_time() {
    let n = 40_000 / every(4);
    let window = |alpha: &str| format!(r#""window":{{"alpha":{alpha},"beta":"+inf"}}"#);
    let open = window("\"-inf\"");
    let moves: Vec<String> = (0..n).map(|index| format!("\"m{index}\"")).collect();
    let created: Vec<String> =
        moves.iter().map(|mv| format!(r#"{{"event":"created","number":1,"line":["a",{mv}]}}"#)).collect();
    let judged = |line: &str, score: &str, window: &str, leaf: &str| {
        let (rest, word) = (format!(r#""score":{score},"bound":"exact",{leaf}{window}"#), "best");
        format!(r#"{{"event":"judged","line":[{line}],{rest},"verdict":"{word}"}}"#)
    };
    let score = |index: usize| format!("{}", index as f64 / 1000.0);
    let best = |index: usize| {
        let alpha = index.checked_sub(1).map_or_else(|| "\"-inf\"".to_owned(), score);
        judged(&format!("\"a\",{}", moves[index]), &score(index), &window(&alpha), r#""leaf":"horizon","#)
    };
    let top = score(n - 1);
    let lines = [
        r#"{"format":"plywood-trace","version":1,"title":"Wide","depth":2,"algorithm":"alpha-beta","order":"none"}"#
            .to_owned(),
        r#"{"event":"root","score":0}"#.to_owned(),
        format!(r#"{{"event":"enter","line":[],"depth":2,{open},"moves":["a"]}}"#),
        r#"{"event":"created","number":1,"line":["a"]}"#.to_owned(),
        format!(r#"{{"event":"enter","line":["a"],"depth":1,{open},"moves":[{}]}}"#, moves.join(",")),
        created.join("\n"),
        (0..n).map(best).collect::<Vec<_>>().join("\n"),
        format!(r#"{{"event":"leave","line":["a"],"score":{top},"bound":"exact"}}"#),
        judged("\"a\"", &format!("-{top}"), &open, ""),
        format!(r#"{{"event":"leave","line":[],"score":-{top},"bound":"exact"}}"#),
        format!(r#"{{"event":"result","complete":true,"score":-{top}}}"#),
    ];
    let folder = Folder::with("input", lines.join("\n"));
    let page = within(400_000_000, 3, &folder, &["explain", "-"]);
    assert!(page.contains("Best line   a"), "{page}");
}

/// Returns a trace of `n` moves with `n` replies each, some of which end the game: more than 2 n² events, and no
/// result.
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
    // The events would fill all memory that is left after what a page needs.
    let (n, most) = if is_long() { (200, 70_000) } else { (100, 46_000) };
    let last = 2 * n * n + 4 * n + 3;
    let folder = Folder::with("input", long_trace(n));
    let questions = [&[][..], &["--why", "m99 x3"], &["--roots", "all"], &["--log"], &["--pv-scan=all"]];
    for question in questions.into_iter().step_by(every(2)) {
        let mut ran = folder.behind(&format!("ulimit -v {most}"), &[&["explain", "input"], question].concat());
        let ran = ran.output().unwrap();
        let (page, message) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
        // The page shows the intact part and then the error that there is no result.
        assert!(page.contains("Long"), "{question:?}: {message}");
        assert!(
            message.ends_with(&format!(
                "line {last}: the trace ends without a result; everything before this place is shown\n"
            )),
            "{question:?}: {message}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_step_costs_a_kilobyte_an_event() {
    let n = 50_000 / every(5);
    let folder = Folder::with("input", format!("({})", "1 ".repeat(n)));
    let step = within(3 * n * 1000, 30, &folder, &["explain", "-", "--at-event", "1"]);
    assert!(step.contains(&format!("event 1 of {}", 2 * n + 3)), "{step}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_page_for_browsers_costs_ten_kilobytes_a_node() {
    let n = 4000 / every(2);
    let folder = Folder::with("input", wide(n));
    let page = within(3 * n * 10_000, 30, &folder, &["explain", "-", "--format", "html"]);
    assert!(
        page.contains(&format!("{},999 moves", n / 1000 - 1)) && page.contains("each with the reply"),
        "all root moves are told"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_game_is_found_at_the_cost_of_those_before_it() {
    let folder =
        Folder::with("input", "[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n".repeat(100_000 / every(10)));
    within(20_000_000, 5, &folder, &["explain", "-", "-d", "1", "--ply", "0", "--game", "1"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_suite_costs_no_memory_however_long_it_is() {
    let n = 5000 / every(5);
    let folder = Folder::with("input", "4k3/8/4K3/8/8/8/8/R7 w - - id \"one\";\n".repeat(n));
    let suite = within(0, 30, &folder, &["explain", "input", "-d", "1"]);
    assert!(n < suite.lines().count());
}

/// Every command that reads a subject.
#[cfg(target_os = "linux")]
const READERS: [&[&str]; 14] = [
    &["explain", "FILE"],
    &["explain", "FILE", "--at-event", "1"],
    &["explain", "startpos", "--book", "FILE"],
    &["verify", "FILE"],
    &["compare", "FILE"],
    &["eval", "FILE"],
    &["perft", "FILE"],
    &["course", "FILE"],
    &["distil", "FILE"],
    &["book", "FILE"],
    &["book", "make", "FILE", "-o", "made.bin"],
    &["retro", "FILE"],
    &["exercise", "sheet", "FILE"],
    &["exercise", "grade", "wikipedia", "FILE"],
];

/// Every command, or every fourth command starting with this one.
#[cfg(target_os = "linux")]
fn readers(first: usize) -> impl Iterator<Item = &'static &'static [&'static str]> {
    in_turn(READERS.iter(), first, 4)
}

/// Passes `file` to commands, which must reject it within a few seconds and with at most 300 MB; `script` sets standard
/// input.
#[cfg(target_os = "linux")]
fn refused_by<'a>(
    readers: impl IntoIterator<Item = &'a &'a [&'a str]>,
    folder: &Folder,
    script: &str,
    file: &str,
    problem: &str,
) {
    for reader in readers {
        let arguments: Vec<&str> = reader.iter().map(|word| if *word == "FILE" { file } else { word }).collect();
        let script = format!("ulimit -t 10; ulimit -v {}; {script}", BASE / 1024);
        let ran = folder.behind(&script, &arguments).output().unwrap();
        let message = String::from_utf8(ran.stderr).unwrap();
        assert!(ran.status.code() == Some(1) && message.contains(problem), "{arguments:?}: {message}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_never_ends_is_refused() {
    let folder = Folder::new();
    refused_by(readers(0), &folder, "exec < /dev/null", "/dev/zero", "/dev/zero has more than 128 MiB");
    refused_by(
        &READERS[..1],
        &folder,
        "mkfifo pipe 2>/dev/null; yes > pipe & exec < pipe",
        "-",
        "standard input has more than 128 MiB",
    );
}

/// Input that begins as a recorded search may be as large as sixteen gigabytes; all other input is rejected early.
#[cfg(target_os = "linux")]
#[test]
fn what_begins_as_a_trace_and_never_ends_is_refused_where_it_is_wrong() {
    let trace = long_trace(1);
    let mut lines = trace.lines();
    let folder = Folder::with("header", lines.next().unwrap().to_owned() + "\n");
    folder.write("event", lines.next().unwrap());
    for (index, (more, problem)) in [
        ("yes", "line 2, column 1: an event is an object"),
        ("yes '{\"x\":1}'", "line 2, column 7: missing field `event`"),
        ("yes \"$(cat event)\"", "line 3, column 1: "),
        ("yes ''", "column 1: more than 1 MiB of empty lines come before it"),
        ("cat /dev/zero", "line 2, column 1: the line has more than 64 MiB"),
    ]
    .into_iter()
    .enumerate()
    {
        // Both cases, or one of them in turn.
        for reader in in_turn(["explain", "verify"], index, 2) {
            let script = format!("rm -f pipe; mkfifo pipe; {{ cat header; {more}; }} > pipe & exec < pipe");
            let ran = folder.behind(&format!("ulimit -t 10; {script}"), &[reader, "-"]).output().unwrap();
            let text = String::from_utf8(ran.stdout).unwrap() + &String::from_utf8(ran.stderr).unwrap();
            assert!(ran.status.code() == Some(1) && text.contains(problem), "{reader} {more}: {text}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_becomes_too_long_is_refused() {
    let folder = Folder::new();
    let file = std::fs::File::create(folder.path().join("long")).unwrap();
    file.set_len(1 << 40).unwrap();
    refused_by(readers(1), &folder, "exec < /dev/null", "long", "long has more than 128 MiB");
    // Four megabytes of zeros per member, again and again.
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(&vec![0; 4 << 20]).unwrap();
    folder.write("bomb.gz", packed.finish().unwrap().repeat(1000));
    refused_by(&READERS[..1], &folder, "exec < /dev/null", "bomb.gz", "bomb.gz has more than 128 MiB");
    refused_by(&READERS[..1], &folder, "exec < bomb.gz", "-", "standard input has more than 128 MiB");
}

#[cfg(target_os = "linux")]
#[test]
fn trees_and_lines_of_traces_have_a_longest() {
    let folder = Folder::with("tree", wide(100_000));
    let refused = |script: &str, arguments: &[&str]| {
        let script = format!("ulimit -t 10; ulimit -v {}; {script}", BASE / 1024);
        failed(folder.behind(&script, arguments).output().unwrap())
    };
    let message = refused("exec < tree", &["explain", "-"]);
    assert!(message.contains("the tree has more than 250000 nodes, the maximum"), "{message}");
    let moves = r#"{"move":"a"},"#.repeat(300_000);
    folder.write("tree", format!(r#"{{"title":"t","moves":[{}]}}"#, moves.trim_end_matches(',')));
    let message = refused("exec < tree", &["explain", "-"]);
    assert!(message.contains("the lesson has 300000 moves; the maximum is 250000"), "{message}");
    let header = long_trace(1).lines().next().unwrap().to_owned();
    folder.write("trace", header + "\n" + &" ".repeat(65 << 20));
    for reader in READERS[..4].iter().step_by(every(3)) {
        let arguments: Vec<&str> = reader.iter().map(|word| if *word == "FILE" { "trace" } else { word }).collect();
        if !arguments.contains(&"--book") {
            let message = refused("exec < /dev/null", &arguments);
            assert!(message.contains("line 2, column 1: the line has more than 64 MiB"), "{arguments:?}: {message}");
        }
    }
}
