//! Many traces at once: `plywood verify FILE...`, folders, CI formats, and `plywood compare --check` for suites.

use crate::{Folder, output};
use serde_json::Value;
use std::fs;

const ENDING: &str = "8/8/8/3k4/2p5/1P6/3K4/8 w - -";
const OTHER: &str = "7k/R1ppp1p1/1p6/4q3/5N1r/3b3P/PP3PP1/Q5K1 w - - 0 1";

fn run(folder: &Folder, arguments: &[&str]) -> (i32, String, String) {
    let done = folder.plywood(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (done.status.code().unwrap(), text(done.stdout), text(done.stderr))
}

/// Returns a folder with two correct traces and a wrong one in `all`, and a file that is not a trace.
fn traces() -> Folder {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("all")).unwrap();
    output(&mut folder.plywood(&["explain", ENDING, "--depth", "2", "-o", "all/a.jsonl"]));
    output(&mut folder.plywood(&["explain", "sargon-1", "-o", "all/b.jsonl.gz"]));
    folder.write("all/c.jsonl", include_str!("../data/bugs/root-leave.jsonl"));
    folder.write("all/notes.txt", "nothing");
    folder.write("two.epd", "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n4k3/8/8/8/8/8/8/4K2R b K - 0 1\n");
    folder
}

#[test]
fn several_traces_have_a_line_each_and_a_summary() {
    let folder = traces();
    for subject in [&["all/a.jsonl", "all/b.jsonl.gz", "all/c.jsonl"][..], &["all"]] {
        let (code, page, error) = run(&folder, &[&["verify"], subject].concat());
        assert_eq!((code, error.as_str()), (1, ""), "{page}");
        assert!(page.contains("right  all/a.jsonl") && page.contains("wrong  all/c.jsonl"), "{page}");
        assert!(page.contains("line 75") && page.contains("(node-score)"), "{page}");
        assert!(page.contains("3 traces: 2 right, 1 wrong, 0 unreadable."), "{page}");
        assert!(page.lines().all(|line| line.len() <= 80), "{page}");
    }
    let (code, page, _) = run(&folder, &["verify", "all/a.jsonl", "all/b.jsonl.gz"]);
    assert_eq!(code, 0, "{page}");
    for (name, text) in
        [("empty.jsonl", ""), ("crash.jsonl", "Segmentation fault\n"), ("head.jsonl", "{\"depth\": 3}\n")]
    {
        folder.write(&format!("all/{name}"), text);
        let (code, page, _) = run(&folder, &["verify", "all"]);
        assert!(code == 1 && page.contains(&format!("unreadable  all/{name}")), "{page}");
        fs::remove_file(folder.path().join("all").join(name)).unwrap();
    }
    output(&mut folder.plywood(&["explain", "two.epd", "--depth", "1", "-o", "all/results.jsonl"]));
    let (code, page, _) = run(&folder, &["verify", "all"]);
    assert!(code == 1 && page.contains("3 traces: 2 right, 1 wrong, 0 unreadable."), "{page}");
    folder.write("half.jsonl", folder.read("all/a.jsonl").lines().take(9).collect::<Vec<_>>().join("\n"));
    let (code, page, _) = run(&folder, &["verify", "all/a.jsonl", "half.jsonl"]);
    assert!(code == 1 && page.contains("half.jsonl") && page.contains("1 unreadable"), "{page}");
    assert_eq!(page.matches("half.jsonl").count(), 1, "{page}");
    let (code, page, _) = run(&folder, &["verify", "all/a.jsonl", "all/missing.jsonl"]);
    assert_eq!(code, 1, "{page}");
    assert!(page.contains("right       all/a.jsonl") && page.contains("unreadable  all/missing.jsonl"), "{page}");
    assert!(!page.contains("(unreadable)"), "{page}");
}

/// A CI shows annotations at files, so their names need the folder.
#[test]
fn annotations_of_compare_name_files_with_their_folder() {
    let folder = traces();
    fs::create_dir(folder.path().join("now")).unwrap();
    folder.write("now/a.jsonl", folder.read("all/c.jsonl"));
    for [old, new] in [["all", "now"], ["all/a.jsonl", "now/a.jsonl"]] {
        let (_, annotations, error) = run(&folder, &["compare", "--check", old, new, "--format", "github"]);
        assert!(annotations.contains(" file=now/a.jsonl,"), "{annotations}{error}");
    }
}

#[test]
fn a_ci_reads_what_is_wrong() {
    let folder = traces();
    let (code, annotations, _) = run(&folder, &["verify", "all", "--format", "github"]);
    assert_eq!(code, 1);
    assert!(
        annotations.starts_with("::error file=all/c.jsonl,line=75,title=plywood verify%3A node-score::"),
        "{annotations}"
    );
    let (_, single, _) = run(&folder, &["verify", "all/c.jsonl", "--format", "github"]);
    assert_eq!(single, annotations);
    let (code, xml, _) = run(&folder, &["verify", "all", "--format", "junit"]);
    let suite = roxmltree::Document::parse(&xml).unwrap();
    let counts = |name: &str| {
        suite.descendants().find(|node| node.has_tag_name("testsuite")).unwrap().attribute(name).unwrap().to_owned()
    };
    assert_eq!((code, counts("tests"), counts("failures"), counts("errors")), (1, "3".into(), "1".into(), "0".into()));
    let failure = suite.descendants().find(|node| node.has_tag_name("failure")).unwrap();
    assert!(
        failure.attribute("type") == Some("node-score") && failure.text().is_some_and(|text| text.contains("line 75"))
    );
    assert!(failure.text().unwrap().ends_with("\nTo see this: plywood verify all/c.jsonl"));
    // A name of several lines is one name, and a control character is not XML.
    let hostile = "all/\u{1}n\n<l>.jsonl";
    std::fs::copy(folder.path().join("all/c.jsonl"), folder.path().join(hostile)).unwrap();
    let (_, xml, _) = run(&folder, &["verify", "all", "--format", "junit"]);
    let hostile_suite = roxmltree::Document::parse(&xml).unwrap_or_else(|error| panic!("{error}: {xml}"));
    let mut names = hostile_suite.descendants().filter_map(|node| node.attribute("name"));
    assert!(names.any(|name| name == "all/[U+0001]n[U+000A]<l>.jsonl"), "{xml}");
    std::fs::remove_file(folder.path().join(hostile)).unwrap();
    let (code, json, _) = run(&folder, &["verify", "all", "--format", "json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (code, &json["format"], &json["passes"], &json["right"]),
        (1, &"plywood-verify".into(), &false.into(), &2.into())
    );
    let (_, json, _) = run(&folder, &["verify", "all/a.jsonl", "--format", "json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&json["format"], &json["version"], &json["passes"]),
        (&"plywood-verify".into(), &1.into(), &true.into())
    );
}

#[test]
fn a_known_deviation_is_ignored_and_counted() {
    let folder = traces();
    let (code, page, _) =
        run(&folder, &["verify", "all/c.jsonl", "--ignore", "node-score", "--ignore", "result", "--ignore", "minimax"]);
    assert!(page.contains("--ignore node-score ignored 1 finding."), "{page}");
    assert_eq!(code, 0, "{page}");
    let (code, page, _) = run(&folder, &["verify", "all/c.jsonl", "--ignore", "hash"]);
    assert!(code == 1 && page.contains("--ignore hash ignored nothing."), "{page}");
    let (code, _, error) = run(&folder, &["verify", "all/c.jsonl", "--ignore", "nothing"]);
    assert!(code == 2 && error.contains("node-score"), "{error}");
    let (_, json, _) = run(&folder, &["verify", "all/c.jsonl", "--ignore", "node-score", "--format", "json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["ignored"]["node-score"], 1);
}

/// Two folders with the searches of two positions; `new` has other options.
fn suites(new: &[&str]) -> Folder {
    let folder = Folder::new();
    for (side, more) in [("old", &[][..]), ("new", new)] {
        fs::create_dir(folder.path().join(side)).unwrap();
        for (name, fen) in [("ending", ENDING), ("tactics", OTHER)] {
            let file = format!("{side}/{name}.jsonl");
            output(&mut folder.plywood(&[&["explain", fen, "--depth", "3"][..], more, &["-o", &file]].concat()));
        }
    }
    folder
}

const CHECK: [&str; 4] = ["compare", "--check", "old", "new"];

#[test]
fn two_suites_have_a_line_for_each_position_and_a_summary() {
    let folder = suites(&[]);
    let (code, page, error) = run(&folder, &CHECK);
    assert_eq!((code, error.as_str()), (0, ""), "{page}");
    assert!(page.contains("equal  ending.jsonl") && page.contains("2 positions: 2 equal"), "{page}");
    // A different move ordering is not a contradiction.
    let folder = suites(&["--order", "none"]);
    let (code, page, _) = run(&folder, &CHECK);
    assert!(code == 1 && !page.contains("contradiction"), "{page}");
    let (code, page, _) = run(&folder, &[&CHECK[..], &["--fail-on", "contradiction"]].concat());
    assert_eq!(code, 0, "{page}");
    let (code, page, _) = run(&folder, &[&CHECK[..], &["--fail-on", "contradiction,nodes:1%"]].concat());
    assert!(code == 1 && page.contains('%'), "{page}");
    let (code, page, _) = run(&folder, &[&CHECK[..], &["--fail-on", "nodes:100000%"]].concat());
    assert!(code == 0 && !page.contains("have grown"), "{page}");
    // Every format says why nodes alone make the comparison fail.
    for (format, text) in [
        ("text", "The nodes have grown by "),
        ("github", "::error title=plywood compare%3A nodes::The nodes have grown by "),
        ("junit", "<failure type=\"nodes\" message=\"The nodes have grown by "),
        ("json", "\"fails\": true"),
    ] {
        let (code, page, _) = run(&folder, &[&CHECK[..], &["--fail-on", "nodes:1%", "--format", format]].concat());
        assert!(code == 1 && page.contains(text), "{page}");
        assert_eq!(page.matches("failure type=").count(), usize::from(format == "junit"), "{page}");
    }
    // A different evaluation is a contradiction.
    let folder = suites(&["--evaluation", "material"]);
    let (code, page, _) = run(&folder, &[&CHECK[..], &["--fail-on", "contradiction"]].concat());
    assert!(code == 1 && page.contains("contradiction"), "{page}");
    let (code, json, _) = run(&folder, &[&CHECK[..], &["--format", "json"]].concat());
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((code, &json["format"], &json["fails"]), (1, &"plywood-compare-suite".into(), &true.into()));
    let (_, xml, _) = run(&folder, &[&CHECK[..], &["--format", "junit"]].concat());
    assert!(roxmltree::Document::parse(&xml).unwrap().descendants().any(|node| node.has_tag_name("failure")), "{xml}");
}

#[test]
fn trouble_is_told_apart_from_differences() {
    let folder = suites(&[]);
    fs::remove_file(folder.path().join("new/ending.jsonl")).unwrap();
    let (code, page, _) = run(&folder, &CHECK);
    assert!(code == 2 && page.contains("only in the old results: old/ending.jsonl"), "{page}");
    let (code, _, error) = run(&folder, &["compare", "--check", "old", "nothing"]);
    assert!(code == 2 && error.contains("folder"), "{error}");
    for wrong in ["nodes", "nodes:x%", "anything", "nodes:5"] {
        let (code, _, error) = run(&folder, &[&CHECK[..], &["--fail-on", wrong]].concat());
        assert!(code == 2 && error.contains("--fail-on"), "{wrong}: {error}");
    }
}

#[test]
fn two_traces_may_fail_on_contradictions_only_and_floats_may_differ() {
    let folder = suites(&["--order", "none"]);
    let files = ["compare", "--check", "old/ending.jsonl", "new/ending.jsonl", "--fail-on", "contradiction"];
    let (code, page, _) = run(&folder, &files);
    assert!(code == 0 && page.contains("1 position:"), "{page}");
    // A thousandth more at every leaf is within the tolerance.
    let old = folder.read("old/ending.jsonl");
    let new = old.replace("-0.55", "-0.551").replacen('{', "{\"tolerance\":0.001,", 1);
    assert_ne!(old, new);
    folder.write("old/float.jsonl", old.replacen('{', "{\"tolerance\":0.001,", 1));
    folder.write("new/float.jsonl", &new);
    let (code, page, _) = run(&folder, &["compare", "--check", "old/float.jsonl", "new/float.jsonl"]);
    assert_eq!(code, 0, "{page}");
}

/// A condition of `--fail-on` holds whether the searches are recorded or run now.
#[test]
fn the_conditions_of_a_check_hold_for_searches_that_run_now() {
    let folder = Folder::new();
    let check =
        |subject: &[&str], options: &[&str]| run(&folder, &[&["compare", "--check"], subject, options].concat());
    let rules = ["wikipedia", "--cut", "ge,gt"];
    assert_eq!(check(&rules, &[]).0, 1);
    for (most, code) in [("nodes:5%", 0), ("nodes:3%", 1), ("contradiction", 0), ("difference", 1)] {
        let (exit, page, error) = check(&rules, &["--fail-on", most]);
        assert_eq!((exit, error.as_str()), (code, ""), "{most}: {page}");
        assert!(page.contains("25 -> 26 nodes (+4.0%)"), "{page}");
    }
    let three = ["wikipedia", "--algorithm", "alpha-beta,minimax,pvs"];
    assert_eq!(check(&three, &[]).0, 0, "without a condition, the scores of a table count");
    for (most, code) in [("nodes:5%", 1), ("nodes:90%", 0), ("contradiction", 0)] {
        let (exit, page, _) = check(&three, &["--fail-on", most]);
        assert_eq!(exit, code, "{most}: {page}");
        assert!(page.contains("2 comparisons:") && page.contains("25 -> 33 nodes"), "{page}");
    }
    let (code, page, _) = check(&["wikipedia", "--order", "best,worst"], &["--fail-on", "nodes:5%"]);
    assert!(code == 1 && page.contains("The nodes have grown by 12.5%"), "{page}");
    let (code, page, _) = check(&three, &["--format", "github", "--fail-on", "difference"]);
    assert!(code == 1 && page.contains("::error title=plywood compare%3A reordered::minimax: "), "{page}");
    // The page of two searches says whether they differ.
    assert_eq!(check(&rules, &["-o", "pair.html"]).0, 1);
    assert_eq!(check(&["wikipedia", "--algorithm", "alpha-beta,minimax", "--cut", "ge"], &["-o", "pair.html"]).0, 1);
    let (code, _, error) = check(&rules, &["--focus", "A", "-o", "pair.html"]);
    assert!(code == 2 && error.contains("--focus has no effect on a browser page"), "{error}");
    let (code, _, error) = check(&[OTHER, "--depth", "1", "--engine", "sargon,plywood"], &["--fail-on", "difference"]);
    assert!(code == 2 && error.contains("--check has no effect here"), "{error}");
}

/// The format does not change the verdict of a check.
#[test]
fn a_check_of_searches_has_one_verdict_in_every_format() {
    let folder = Folder::new();
    for (subject, expected) in [
        (&["sargon-1"][..], 0),
        (&["sargon-1", "--algorithm", "minimax,pvs,mtdf"], 0),
        (&["sargon-1", "--algorithm", "minimax,alpha-beta"], 0),
        (&["wikipedia", "--algorithm", "minimax,alpha-beta"], 1),
        (&["wikipedia", "--cut", "ge,gt", "--fail", "hard,soft"], 1),
    ] {
        for format in ["text", "json", "markdown", "junit", "github", "html"] {
            let words = [&["compare", "--check", "--format", format], subject].concat();
            if format == "html" && subject.last() != Some(&"minimax,alpha-beta") {
                continue;
            }
            let (code, page, error) = run(&folder, &words);
            assert_eq!((code, error.as_str()), (expected, ""), "{words:?}: {page}");
            assert_eq!(
                page.contains("<failure") || page.contains("::error"),
                expected == 1 && ["junit", "github"].contains(&format),
                "{words:?}: {page}"
            );
        }
    }
}

/// A trace may be compared with a search, and a lesson with a lesson, under the same conditions as two traces.
#[test]
fn the_conditions_of_a_check_hold_for_a_trace_and_a_search() {
    let folder = Folder::new();
    output(&mut folder.plywood(&["explain", ENDING, "--depth", "2", "-o", "base.jsonl"]));
    output(&mut folder.plywood(&["explain", "wikipedia", "-o", "tree.jsonl"]));
    let check = |subject: &[&str], format: &str| {
        let options = ["--fail-on", "contradiction", "--format", format];
        run(&folder, &[&["compare", "--check"], subject, &options].concat())
    };
    for format in ["text", "json", "junit", "github"] {
        for subject in [
            &["base.jsonl", ENDING, "--depth", "2"][..],
            &["base.jsonl", ENDING, "--depth", "2", "--order", "none"],
            &["tree.jsonl", "wikipedia"],
            &["tree.jsonl", "wikipedia", "--algorithm", "minimax"],
            &["tree.jsonl", "tree.jsonl", "tree.jsonl"],
            &["wikipedia", "wikipedia"],
        ] {
            let (code, page, error) = check(subject, format);
            assert_eq!((code, error.as_str()), (0, ""), "{subject:?} {format}: {page}");
        }
    }
    let (code, page, _) = check(&["tree.jsonl", "wikipedia", "--algorithm", "minimax"], "text");
    assert!(code == 0 && page.contains("reordered  tree.jsonl"), "{page}");
    let (code, page, _) = check(&["((3 12) (2 4))", "((5 12) (2 4))"], "text");
    assert!(code == 1 && page.contains("contradiction"), "{page}");
    // With inexact techniques, both scores of a node may be right.
    output(&mut folder.plywood(&["explain", ENDING, "--depth", "2", "--with", "null-move", "-o", "passed.jsonl"]));
    let other = folder.read("passed.jsonl").replacen(
        "\"score\":0.0,\"bound\":\"exact\"",
        "\"score\":9.0,\"bound\":\"exact\"",
        1,
    );
    folder.write("other.jsonl", other);
    let (code, page, _) = check(&["passed.jsonl", "other.jsonl"], "text");
    assert!(code == 0 && page.contains("1 node with conflicting scores, as inexact"), "{page}");
    assert!(!page.contains("contradiction"), "{page}");
    // A trace that was not written is trouble, and the report names it.
    folder.write("empty.jsonl", "");
    for missing in ["empty.jsonl", "missing.jsonl"] {
        let (code, page, _) = check(&["tree.jsonl", missing], "junit");
        assert!(code == 2 && page.contains("<error type=\"incomparable\""), "{missing}: {page}");
    }
}

#[test]
fn results_of_a_file_of_positions_are_compared_position_by_position() {
    let folder = Folder::new();
    let mate = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";
    folder.write(
        "suite.epd",
        format!("{ENDING} bm bxc4+; id \"ending\";\n{OTHER} id \"tactics\";\n{mate} bm Ra8#; id \"mate\";\n"),
    );
    for (name, options) in [
        ("old.jsonl", &[][..]),
        ("same.jsonl", &[]),
        ("reordered.jsonl", &["--order", "none"]),
        ("deeper.jsonl", &["--depth", "3"]),
        ("reduced.jsonl", &["--with", "lmr,null-move"]),
    ] {
        let depth: &[&str] = if options.contains(&"--depth") { &[] } else { &["--depth", "2"] };
        let words = [&["explain", "suite.epd", "--format", "jsonl", "-o", name], depth, options].concat();
        let done = folder.plywood(&words).output().unwrap();
        assert!(folder.path().join(name).exists(), "{done:?}");
    }
    let compared =
        |new: &str, options: &[&str]| run(&folder, &[&["compare", "--check", "old.jsonl", new], options].concat());
    let (code, page, _) = compared("same.jsonl", &[]);
    assert!(code == 0 && page.contains("3 positions: 3 equal"), "{page}");
    let (code, page, _) = compared("reordered.jsonl", &["--fail-on", "contradiction"]);
    assert!(code == 0 && !page.contains("contradiction") && page.contains("reordered  tactics"), "{page}");
    assert_eq!(compared("reordered.jsonl", &[]).0, 1);
    let (code, page, _) = compared("deeper.jsonl", &["--fail-on", "contradiction"]);
    assert!(code == 0 && page.contains("depth 2 -> depth 3"), "{page}");
    let (_, text, _) = compared("reduced.jsonl", &["--format", "json"]);
    let json: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (&json["format"], &json["counts"]["contradiction"]),
        (&"plywood-compare-suite".into(), &0.into()),
        "{text}"
    );
    // A trace that cannot be right, a missing trace, and a trace of another position.
    let lines: Vec<String> = folder.read("old.jsonl").lines().map(str::to_owned).collect();
    let mut wrong: Value = serde_json::from_str(&lines[0]).unwrap();
    wrong["score"] = 7.into();
    folder.write("wrong.jsonl", format!("{wrong}\n{}\n{}\n", lines[1], lines[2]));
    let (code, page, _) = compared("wrong.jsonl", &["--fail-on", "contradiction"]);
    assert!(code == 1 && page.contains("contradiction") && page.contains("score"), "{page}");
    folder.write("short.jsonl", lines[..2].join("\n"));
    let (code, page, _) = compared("short.jsonl", &[]);
    assert!(
        code == 2 && page.contains("incomparable") && page.contains("only in the old results: old.jsonl"),
        "{page}"
    );
    folder.write("damaged.jsonl", format!("{}\nnothing\n", lines[0]));
    let (code, _, error) = compared("damaged.jsonl", &[]);
    assert!(code == 2 && error.contains("damaged.jsonl: line 2"), "{error}");
}

/// An error names the file that has it, and what a file calls a position cannot act on a terminal.
#[test]
fn results_that_are_wrong_are_reported_with_their_file_and_line() {
    let line = |number: usize, id: &str, right: &str| {
        format!(
            "{{\"number\":{number},\"id\":\"{id}\",\"depth\":2,\"complete\":true,\"score\":1.5,\"nodes\":9,\"right\":{right}}}\n"
        )
    };
    let folder = Folder::with("right.jsonl", line(1, "a", "null") + &line(2, "b\\u001b[31m\\u202e", "true"));
    folder.write("damaged.jsonl", line(1, "a", "null") + "{\"number\":2,\"depth\":true}\n");
    folder.write("twice.jsonl", line(1, "a", "null") + &line(2, "b", "true") + &line(1, "c", "null"));
    let compared = |old: &str, new: &str| run(&folder, &["compare", "--check", old, new]);
    for [old, new] in [["damaged.jsonl", "right.jsonl"], ["right.jsonl", "damaged.jsonl"]] {
        let (code, _, error) = compared(old, new);
        assert!(code == 2 && error.contains("damaged.jsonl: line 2, column 24: invalid type: boolean"), "{error}");
        assert!(!error.contains("at line"), "{error}");
    }
    let (code, _, error) = compared("right.jsonl", "twice.jsonl");
    assert!(
        code == 2 && error.contains("twice.jsonl: line 3, column 1: this is a second result of position 1"),
        "{error}"
    );
    folder.write("judged.jsonl", line(1, "a", "false") + &line(2, "b\\u001b[31m\\u202e", "true"));
    let (code, page, _) = compared("right.jsonl", "judged.jsonl");
    assert!(code == 1 && page.contains("no solution given -> not solved"), "{page}");
    assert!(page.contains("b[U+001B][31m[U+202E]"), "{page}");
}

/// Another best line with the same best move is a new order, and files that are not traces are ignored.
#[test]
fn a_suite_of_traces_may_have_other_files_and_other_lines() {
    let folder = Folder::new();
    let trace = crate::output(&mut folder.plywood(&["explain", "((1 2) (5 3 3))", "--format", "jsonl"]));
    assert!(trace.contains(r#""pv":["B","B2"]"#), "{trace}");
    for (name, text) in [("old", trace.clone()), ("new", trace.replace(r#""pv":["B","B2"]"#, r#""pv":["B","B3"]"#))] {
        std::fs::create_dir(folder.path().join(name)).unwrap();
        folder.write(&format!("{name}/tree.jsonl"), text);
        folder.write(&format!("{name}/README.md"), "Traces of one tree.");
    }
    let (_, page, _) = run(&folder, &["compare", "old", "new"]);
    assert!(page.contains("pv B B2 -> B B3") && page.contains("reordered"), "{page}");
    assert!(!page.contains("README"), "{page}");
}

#[test]
fn a_trace_may_be_compressed_in_one_of_the_folders() {
    let folder = traces();
    fs::create_dir(folder.path().join("now")).unwrap();
    output(&mut folder.plywood(&["explain", "all/a.jsonl", "-o", "now/a.jsonl.gz"]));
    output(&mut folder.plywood(&["explain", "all/b.jsonl.gz", "-o", "now/b.jsonl"]));
    fs::remove_file(folder.path().join("all/c.jsonl")).unwrap();
    let (code, page, error) = run(&folder, &["compare", "--check", "all", "now"]);
    assert_eq!((code, error.as_str()), (0, ""), "{page}");
    folder.write("now/a.jsonl", folder.read("all/a.jsonl"));
    let (code, _, error) = run(&folder, &["compare", "--check", "all", "now"]);
    assert_eq!(code, 2);
    assert_eq!(error, "plywood: now/a.jsonl and now/a.jsonl.gz are the same position; remove one of them\n");
}

/// The wrong number of files or folders, or files in the wrong order: the message says what to type.
#[test]
fn what_cannot_be_compared_has_a_command_that_can() {
    let folder = traces();
    folder.write("s.epd", format!("{ENDING}\n{OTHER}\n"));
    fs::create_dir(folder.path().join("now")).unwrap();
    for name in ["r1.jsonl", "r2.jsonl", "r3.jsonl"] {
        folder.plywood(&["explain", "s.epd", "-d", "1", "--format", "jsonl", "-o", name]).output().unwrap();
    }
    let results = "r1.jsonl holds the results of a file of positions; two such files can be compared:\n  \
                   plywood compare r1.jsonl NEW.jsonl\n";
    let tree = "((3 12 8) (2 4 6))";
    for (arguments, expected) in [
        (&["explain", "r1.jsonl"][..], results),
        (&["verify", "r1.jsonl"], results),
        (&["compare", "r1.jsonl"], results),
        (
            &["compare", "r1.jsonl", "r2.jsonl", "r3.jsonl"],
            "results of a file of positions are compared two at a time:\n  plywood compare r1.jsonl r2.jsonl\n",
        ),
        (
            &["compare", tree, "all/a.jsonl", "-d", "2"],
            "the recorded trace comes before the search that is compared with it:\n  \
             plywood compare all/a.jsonl '((3 12 8) (2 4 6))' -d 2\n",
        ),
        (&["compare", "all", "now", "all"], "compare takes two folders, the old one and the new one, but you gave 3\n"),
        (
            &["compare", "all", "--check"],
            "all is one folder; name a second one with the new traces:\n  plywood compare all NEW --check\n",
        ),
        (
            &["compare", "-", "-"],
            "`-` is standard input, which can be read only once; write the other input to a file\n",
        ),
        (
            &["verify", "all/a.jsonl", "-", "-"],
            "`-` is standard input, which can be read only once; write the other input to a file\n",
        ),
    ] {
        let (code, _, error) = run(&folder, arguments);
        assert_eq!((code, error), (2, format!("plywood: {expected}")), "{arguments:?}");
    }
}

#[test]
fn standard_input_may_be_one_of_several_traces() {
    let folder = traces();
    let trace = folder.read("all/a.jsonl");
    let done = crate::feed(&mut folder.plywood(&["verify", "all/a.jsonl", "-"]), trace.as_bytes());
    let page = String::from_utf8(done.stdout).unwrap();
    assert!(done.status.success() && page.contains("right  standard input"), "{page}");
}
