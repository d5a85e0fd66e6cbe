//! The pager shows output that is longer than the terminal page by page.

use crate::support::plywood;
use crate::{Folder, QUOTED, failed, output};
use std::io::Read;
use std::process::{Command, Stdio};

/// A pager that marks its output.
const MARKING: &str = "sed s/^/@/";

#[test]
fn a_pipe_has_no_pager_unless_it_is_asked_for() {
    let page = output(plywood(&["lessons"]).env("PAGER", MARKING));
    assert!(page.lines().all(|line| !line.starts_with('@')), "{page}");
    let paged = output(plywood(&["lessons", "--pager", "always"]).env("PAGER", MARKING));
    assert_eq!(paged, page.lines().map(|line| format!("@{line}\n")).collect::<String>());
    for pager in ["", "cat"] {
        assert_eq!(output(plywood(&["lessons", "--pager", "always"]).env("PAGER", pager)), page, "{pager}");
    }
    assert_eq!(output(plywood(&["lessons", "--pager", "never"]).env("PAGER", MARKING)), page);
}

#[cfg(unix)]
#[test]
fn a_pager_is_a_command_of_the_shell_and_the_page_is_there_if_it_fails() {
    let page = output(&mut plywood(&["lessons"]));
    let paged = |pager: &str| plywood(&["lessons", "--pager", "always"]).env("PAGER", pager).output().unwrap();
    let text = |pager: &str| String::from_utf8(paged(pager).stdout).unwrap();
    assert_eq!(
        text("sed 's/^/@ /' | sed 's/^@ /& /'"),
        page.lines().map(|line| format!("@  {line}\n")).collect::<String>()
    );
    for pager in ["false", "sh -c \"exit 3\"", "no-such-program --at-all", "cat # all of it", "cat; true"] {
        assert_eq!((text(pager), paged(pager).status.code()), (page.clone(), Some(0)), "{pager}");
    }
    let message = failed(paged("for"));
    assert!(message.starts_with("exit 1\n") && message.contains("the pager failed"), "{message}");
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

/// What a terminal with this many lines shows of a command, or `None` if no program can emulate a terminal.
#[cfg(target_os = "linux")]
fn on_a_terminal(lines: u32, arguments: &str) -> Option<String> {
    on_a_terminal_in("C", lines, arguments)
}

#[cfg(target_os = "linux")]
fn on_a_terminal_in(locale: &str, lines: u32, arguments: &str) -> Option<String> {
    let script = format!("stty rows {lines} cols 80; exec {QUOTED} {arguments}");
    let mut command = Command::new("script");
    command.args(["-qec", &script, "/dev/null"]).env("PAGER", MARKING).env("TERM", "xterm").env("SHELL", "/bin/sh");
    command
        .env("LC_ALL", locale)
        .env_remove("NO_COLOR")
        .env_remove("COLUMNS")
        .stdin(Stdio::null())
        .stdout(Stdio::piped());
    let mut child = command.spawn().ok()?;
    let mut shown = String::new();
    child.stdout.take().unwrap().read_to_string(&mut shown).unwrap();
    assert!(child.wait().unwrap().success(), "{shown}");
    Some(shown)
}

/// Returns a command on a terminal that runs until it has shown `wanted`, and then gets a signal; returns everything
/// shown.
#[cfg(target_os = "linux")]
fn struck_on_a_terminal(arguments: &str, wanted: &str, signal: &str) -> Option<String> {
    let script = format!("stty rows 24 cols 80; echo $$; exec {QUOTED} {arguments}");
    let mut command = Command::new("script");
    command.args(["-qec", &script, "/dev/null"]).env("TERM", "xterm").env("SHELL", "/bin/sh");
    // With one core, the search doesn't get far before the signal.
    command.env("RAYON_NUM_THREADS", "1");
    // The viewer ends at the end of its input.
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    let _input = child.stdin.take();
    let (mut shown, mut out) = (Vec::new(), child.stdout.take().unwrap());
    let text = |shown: &[u8]| String::from_utf8_lossy(shown).into_owned();
    let mut part = [0; 4096];
    while !text(&shown).contains(wanted) {
        let read = out.read(&mut part).unwrap();
        assert!(read != 0, "{}", text(&shown));
        shown.extend_from_slice(&part[..read]);
    }
    let pid = text(&shown).lines().next().unwrap().trim().to_owned();
    assert!(Command::new("kill").args([&format!("-{signal}"), &pid]).status().unwrap().success());
    out.read_to_end(&mut shown).unwrap();
    child.wait().unwrap();
    Some(text(&shown))
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_gets_the_characters_of_its_locale() {
    let shown = |locale| on_a_terminal_in(locale, 100, "explain equality");
    let Some(plain) = shown("C") else { return };
    assert!(plain.is_ascii() && plain.contains("`- "), "{plain}");
    let unicode = shown("C.UTF-8").unwrap();
    assert!(unicode.contains("━★B2") && !unicode.contains("`- "), "{unicode}");
    let asked = on_a_terminal_in("C.UTF-8", 100, "explain equality --charset ascii").unwrap();
    assert!(asked.is_ascii(), "{asked}");
}

#[cfg(target_os = "linux")]
#[test]
fn who_sits_at_a_terminal_is_told_of_a_file_that_was_written() {
    let folder = Folder::new();
    let file = folder.path().join("a page.svg");
    let Some(shown) = on_a_terminal(24, &format!("explain equality -o '{}'", file.display())) else { return };
    let length = std::fs::metadata(&file).unwrap().len();
    let said = shown.replace(['\r', '\n', ','], "");
    assert!(said.contains(&format!("wrote {} {length} bytes", file.display())), "{shown}");
}

/// The commands in a chapter print into the chapter and write no files, so the reader sees no messages about files.
#[cfg(target_os = "linux")]
#[test]
fn who_reads_a_chapter_is_told_of_no_file() {
    let Some(shown) = on_a_terminal(1000, "course 8") else { return };
    assert!(shown.contains("$ plywood compare fail-low") && !shown.contains("wrote"), "{shown}");
}

#[cfg(target_os = "linux")]
#[test]
fn whatever_ends_the_viewer_the_terminal_is_given_back() {
    const OTHER_SCREEN: &str = "\u{1b}[?1049h";
    const SCREEN: &str = "\u{1b}[?1049l";
    const CURSOR: &str = "\u{1b}[?25h";
    for signal in ["QUIT", "TERM", "HUP", "INT"] {
        let Some(shown) = struck_on_a_terminal("step sargon-2", OTHER_SCREEN, signal) else { return };
        let behind = shown.rsplit(OTHER_SCREEN).next().unwrap();
        assert!(behind.contains(SCREEN) && behind.contains(CURSOR), "{signal}: {shown}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn tables_that_take_long_say_how_far_they_are_and_end_at_the_first_signal() {
    let Some(shown) = struck_on_a_terminal("retro KPPK", "iteration", "INT") else { return };
    assert!(shown.contains(" of 21: ") && shown.contains("Ctrl-C stops"), "{shown}");
    let ends = ["plywood: stopped before the tablebase was complete", "plywood: interrupted"];
    assert!(ends.iter().any(|end| shown.trim_end().ends_with(end)), "{shown}");
}

/// An engine that thinks for a while about the first position that it gets.
#[cfg(target_os = "linux")]
const SLOW: &str = "while read -r word rest; do case $word in uci) echo uciok;; isready) echo readyok;; \
    go) [ -e known ] || sleep 2; touch known; echo info score cp 25; echo bestmove e2e4;; esac; done";

/// A slow run shows its progress and clears this line before the page; the rest of the output equals that of a fast
/// run.
#[cfg(target_os = "linux")]
#[test]
fn signs_of_life_are_gone_before_the_page_is_there() {
    let folder = Folder::with("slow.sh", SLOW);
    let recorded = output(&mut plywood(&["explain", "sargon-2", "--format", "jsonl"]));
    // A trace with a wrong best move, and a truncated trace.
    let torn: Vec<&str> = recorded.lines().take(recorded.lines().count() - 1).collect();
    folder.write("torn.jsonl", torn.join("\n").replace("\"verdict\":\"best\"", "\"verdict\":\"not_best\""));
    let (ending, engine) = ("'8/8/8/4k3/8/8/4P3/4K3 w - - 0 1'", "--evaluation 'uci:sh slow.sh'");
    for command in [
        format!("plywood explain {ending} --depths 1..1 --why e4 {engine}"),
        format!("plywood compare {ending} --depth 1 -a minimax,alpha-beta {engine}"),
        "{ [ -e known ] || sleep 2; touch known; cat torn.jsonl; } | plywood verify -".to_owned(),
    ] {
        let shown = || {
            let script = format!("stty rows 100 cols 80; {}", command.replace("plywood", QUOTED));
            let mut terminal = Command::new("script");
            terminal.args(["-qec", &script, "/dev/null"]).env("TERM", "xterm").env("SHELL", "/bin/sh");
            let shown = terminal.current_dir(folder.path()).output().ok()?;
            Some(String::from_utf8(shown.stdout).unwrap())
        };
        let (Some(slow), Some(quick)) = (shown(), shown()) else { return };
        std::fs::remove_file(folder.path().join("known")).unwrap();
        assert!(slow.contains(" s; Ctrl-C ") && !quick.contains("Ctrl-C"), "{command}: {slow}");
        assert!(quick.lines().count() > 5, "{command}: {quick}");
        assert_eq!(slow.rsplit("\u{1b}[2K").next().unwrap(), quick, "{command}");
    }
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
