//! `explain --check`: compares the current output with a stored text.

use crate::support::{every, plywood};
use crate::{Folder, failed, output};
use std::process::Command;

/// Stored outputs: the name of the file, and the command without it.
const STORED: [(&str, &[&str]); 12] = [
    ("page.txt", &["explain", "wikipedia"]),
    ("log", &["explain", "sargon-1", "--log"]),
    ("trace.jsonl", &["explain", "startpos", "--depth", "2", "--with", "tt"]),
    ("trace.json", &["explain", "((3 12 8) (2 4 6))"]),
    ("packed.jsonl.gz", &["explain", "wikipedia"]),
    ("page.html", &["explain", "wikipedia"]),
    ("tree.svg", &["explain", "wikipedia"]),
    ("page.md", &["explain", "wikipedia", "--step", "2"]),
    ("why.txt", &["explain", "startpos", "--depth", "2", "--why", "a3"]),
    ("depths.txt", &["explain", "startpos", "--depths", "1..2"]),
    ("wide.txt", &["explain", "sargon-1", "--columns", "120", "--charset", "unicode", "--color", "always"]),
    ("own.txt", &["explain", "startpos", "--depth", "1", "--format", "json"]),
];

fn with(command: &[&str], option: &str, file: &str) -> Vec<String> {
    command.iter().copied().chain([option, file]).map(str::to_owned).collect()
}

fn run(folder: &Folder, words: &[String]) -> (i32, String, String) {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = folder.plywood(&words).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (done.status.code().unwrap(), text(done.stdout), text(done.stderr))
}

#[test]
fn what_was_stored_is_compared_with_what_is_printed_now_and_nothing_is_written() {
    let folder = Folder::new();
    for (index, (name, command)) in STORED.into_iter().enumerate() {
        // If the file is missing, the message gives the exact command that creates it.
        let (code, printed, said) = run(&folder, &with(command, "--check", name));
        assert_eq!((code, printed.as_str()), (2, ""), "{name}: {said}");
        assert!(said.contains(&format!("{name} does not exist")), "{said}");
        assert!(folder.names().iter().all(|other| other != name), "{name} was written");
        let make = said.lines().last().unwrap().trim().strip_prefix("plywood ").unwrap().to_owned();
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("\"$0\" {make}"), env!("CARGO_BIN_EXE_plywood")]).current_dir(folder.path());
        assert_eq!(output(&mut shell), "", "{make}");
        let (code, printed, said) = run(&folder, &with(command, "--check", name));
        assert_eq!((code, printed.as_str(), said.as_str()), (0, "", ""), "{name}");
        if index % every(3) != 0 || name.ends_with(".gz") {
            continue;
        }
        let stored = folder.read(name);
        // One changed character is enough for a failure, and so is an additional or missing line. Line endings are
        // ignored.
        let last = stored.trim_end().rfind(|c: char| c.is_ascii_digit()).unwrap();
        let other = format!("{}x{}", &stored[..last], &stored[last + 1..]);
        for (changed, expected) in [(other, 1), (format!("{stored}more\n"), 1), (stored.replace('\n', "\r\n"), 0)] {
            folder.write(name, &changed);
            let (code, diff, said) = run(&folder, &with(command, "--check", name));
            assert_eq!((code, said.as_str()), (expected, ""), "{name}");
            let is_shown = diff.contains("\n-") && diff.contains("@@ line") && diff.contains("-o ");
            assert_eq!(is_shown, expected == 1, "{name}: {diff}");
            assert_eq!(folder.read(name), changed, "{name} was written");
        }
    }
}

/// Piped output equals written files, so either can be stored.
#[test]
fn a_redirected_page_can_be_stored() {
    let folder = Folder::new();
    folder.write("page.txt", output(&mut plywood(&["explain", "sargon-2", "--log"])));
    assert_eq!(output(&mut folder.plywood(&["explain", "sargon-2", "--log", "--check", "page.txt"])), "");
}

/// A build server often forces colours, which must not change what is stored.
#[test]
fn a_file_has_colours_only_if_an_option_asks_for_them() {
    let folder = Folder::new();
    let written = |words: &[&str], name: &str| {
        let forced = [("CLICOLOR_FORCE", "1"), ("FORCE_COLOR", "1")];
        output(folder.plywood(words).args(["-o", name]).envs(forced));
        folder.read(name)
    };
    for (index, command) in [
        &["explain", "wikipedia"][..],
        &["explain", "wikipedia", "--step", "3"],
        &["explain", "startpos", "--depths", "1..2"],
        &["compare", "wikipedia"],
        &["verify", "wikipedia"],
        &["exercise", "sheet", "wikipedia", "--key"],
    ]
    .into_iter()
    .enumerate()
    {
        let text = written(command, &format!("page-{index}.txt"));
        assert!(!text.contains('\x1b'), "{command:?}: {text}");
    }
    assert!(written(&["explain", "wikipedia", "--color", "always"], "coloured.txt").contains('\x1b'));
    let check = ["explain", "wikipedia", "--check", "page-0.txt"];
    assert_eq!(output(folder.plywood(&check).env("CLICOLOR_FORCE", "1")), "", "what was stored is the same");
}

#[test]
fn a_diff_reads_as_one() {
    let folder = Folder::new();
    let stored = output(&mut plywood(&["explain", "((3 12) (2 4))"]));
    folder.write("tree.txt", stored.replace("A2", "A3"));
    let (code, diff, said) = run(&folder, &with(&["explain", "((3 12) (2 4))"], "--check", "tree.txt"));
    assert_eq!((code, said.as_str()), (1, ""));
    crate::support::snapshot("check-diff", &diff);
}

#[test]
fn a_check_writes_nothing_and_so_goes_with_no_output() {
    for words in [
        &["explain", "wikipedia", "--check", "a.txt", "-o", "b.txt"][..],
        &["explain", "wikipedia", "--check", "a.txt", "--steps", "b"],
        &["explain", "no-such-lesson", "--check", "main.rs"],
    ] {
        let folder = Folder::with("main.rs", "");
        let said = failed(folder.plywood(words).output().unwrap());
        assert!(!said.contains("does not exist") && folder.names() == ["main.rs"], "{said}");
    }
}
