//! Output that is longer than the terminal is shown page by page.

use crate::support::plywood;
use crate::{Folder, failed, output};
use std::io::Read;
use std::process::{Command, Stdio};

/// A pager that marks what went through it.
const MARKING: &str = "sed s/^/@/";

#[test]
fn a_pipe_has_no_pager_unless_it_is_asked_for() {
    let page = output(plywood(&["lessons"]).env("PAGER", MARKING));
    assert!(page.lines().all(|line| !line.starts_with('@')), "{page}");
    let paged = output(plywood(&["lessons", "--pager", "always"]).env("PAGER", MARKING));
    assert_eq!(paged, page.lines().map(|line| format!("@{line}\n")).collect::<String>());
    for pager in ["", "cat", "no-such-program --at-all"] {
        assert_eq!(output(plywood(&["lessons", "--pager", "always"]).env("PAGER", pager)), page, "{pager}");
    }
    assert_eq!(output(plywood(&["lessons", "--pager", "never"]).env("PAGER", MARKING)), page);
}

#[test]
fn a_file_has_no_pager() {
    let folder = Folder::new();
    let command = &["lessons", "--pager", "always", "-o", "lessons.txt"];
    assert_eq!(output(folder.plywood(command).env("PAGER", MARKING)), "");
    assert_eq!(folder.read("lessons.txt"), output(&mut plywood(&["lessons"])));
}

#[test]
fn a_reader_who_leaves_the_pager_early_is_no_error() {
    let command = &["explain", "startpos", "--depth", "3", "--log", "--pager", "always"];
    let page = output(plywood(command).env("PAGER", "head -n 2"));
    assert_eq!(page.lines().count(), 2, "{page}");
}

#[test]
fn an_error_is_no_matter_for_a_pager() {
    let command = &["explain", "moonshine", "--pager", "always"];
    assert!(failed(plywood(command).env("PAGER", MARKING).output().unwrap()).starts_with("exit 2\n"));
}

/// What a terminal of so many lines shows of a command; nothing if there is no program that plays a terminal.
#[cfg(target_os = "linux")]
fn on_a_terminal(lines: u32, arguments: &str) -> Option<String> {
    let binary = env!("CARGO_BIN_EXE_plywood");
    let script = format!("stty rows {lines} cols 80; exec {binary} {arguments}");
    let mut command = Command::new("script");
    command.args(["-qec", &script, "/dev/null"]).env("PAGER", MARKING).env("TERM", "xterm").env("SHELL", "/bin/sh");
    command.env_remove("NO_COLOR").env_remove("COLUMNS").stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = command.spawn().ok()?;
    let mut shown = String::new();
    child.stdout.take().unwrap().read_to_string(&mut shown).unwrap();
    assert!(child.wait().unwrap().success(), "{shown}");
    Some(shown)
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_longer_than_the_terminal_is_paged_in_colour() {
    let Some(long) = on_a_terminal(10, "explain sargon-2") else { return };
    assert!(long.lines().all(|line| line.starts_with('@')), "{long}");
    assert!(long.contains("\u{1b}["), "{long}");
    let short = on_a_terminal(100, "explain sargon-2").unwrap();
    assert!(short.lines().all(|line| !line.starts_with('@')), "{short}");
    assert_eq!(long.replace('@', ""), short, "the same text");
    let never = on_a_terminal(10, "explain sargon-2 --pager never").unwrap();
    assert_eq!(never, short);
}
