//! The exit code of a result that nobody reads to the end, as in `plywood verify trace.jsonl --all | head`.

use crate::support::{path, plywood};
use crate::{Folder, start};

/// Returns the exit code of a run in a folder whose output is closed at once. The run must not complain.
fn unread(folder: &Folder, arguments: &[&str]) -> Option<i32> {
    let mut child = start(&mut folder.plywood(arguments));
    drop(child.stdout.take());
    let ended = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(ended.stderr).unwrap(), "", "{arguments:?}");
    ended.status.code()
}

const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

fn folder() -> Folder {
    let folder = Folder::with("old.txt", "something else\n");
    folder.write("wrong.epd", format!("{KINGS} ;D1 6\n"));
    folder.write("right.epd", format!("{KINGS} ;D1 5\n"));
    folder.write("missed.epd", "7k/8/8/8/8/8/8/KQ6 w - - bm Ka2; id \"1\";\n".repeat(2));
    let swapped = std::fs::read(path("tests/data/bugs/engine-swapped-window.jsonl")).unwrap();
    folder.write("bad.jsonl", swapped);
    let tree = plywood(&["explain", "wikipedia", "--format", "jsonl"]).output().unwrap().stdout;
    folder.write("cut.jsonl", &tree[..tree.len() / 2]);
    folder
}

#[test]
fn a_negative_result_stays_negative() {
    let folder = folder();
    for arguments in [
        &["verify", "bad.jsonl", "--all"][..],
        &["verify", "bad.jsonl", "--format", "json"],
        &["perft", "wrong.epd"],
        &["explain", "wikipedia", "--check", "old.txt"],
        &["explain", "missed.epd", "-d", "1"],
        &["explain", "cut.jsonl"],
        &["eval", "startpos", "--tablebases", "retro"],
        &["compare", "((3 5) (1 4))", "((2 5) (1 4))", "--check"],
    ] {
        assert_eq!(unread(&folder, arguments), Some(1), "{arguments:?}");
    }
}

#[test]
fn a_positive_result_stays_positive() {
    let folder = folder();
    for arguments in [
        &["verify", "wikipedia"][..],
        &["perft", "right.epd"],
        &["perft", "startpos", "-d", "2"],
        &["explain", "wikipedia", "--log"],
        &["explain", "right.epd", "-d", "1"],
        &["compare", "((3 5) (1 4))", "((2 5) (1 4))"],
        &["lessons"],
    ] {
        assert_eq!(unread(&folder, arguments), Some(0), "{arguments:?}");
    }
}

/// The first positions are right, but nobody knows about the others, which this run did not search.
#[test]
fn a_result_that_is_still_unknown_is_not_positive() {
    let folder = folder();
    folder.write("many.epd", format!("{KINGS}\n").repeat(200));
    assert_eq!(unread(&folder, &["explain", "many.epd", "-d", "1"]), Some(141));
}
