//! The examples in the help of each command work, and shells complete them.

use crate::support::{in_turn, plywood};
use crate::{Folder, QUOTED, output};
use std::collections::BTreeSet;
use std::process::{Command, Stdio};

/// Returns the commands listed in the help of a command.
fn listed(path: &[&str]) -> Vec<String> {
    let help = output(&mut plywood(&[path, &["--help"]].concat()));
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = commands.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").map(str::to_owned).collect()
}

/// All commands and subcommands.
fn paths() -> Vec<Vec<String>> {
    let inner = |name: String| {
        let subcommands = listed(&[&name]);
        let nested = subcommands.into_iter().map(|inner| vec![name.clone(), inner]).collect::<Vec<_>>();
        [vec![vec![name.clone()]], nested].concat()
    };
    listed(&[]).into_iter().flat_map(inner).collect()
}

/// Returns the examples at the end of a command's help.
fn examples(path: &[String]) -> Vec<String> {
    let words: Vec<&str> = path.iter().map(String::as_str).chain(["--help"]).collect();
    let help = output(&mut plywood(&words));
    let (_, below) = help.split_once("\nTry:\n").unwrap_or_else(|| panic!("{path:?} has no examples\n{help}"));
    let lines: Vec<&str> = below.lines().take_while(|line| line.starts_with("  ")).collect();
    assert!(lines.iter().all(|line| line.len() <= 80), "{path:?}: {lines:?}");
    lines.iter().map(|line| line.trim().split("  ").next().unwrap().to_owned()).collect()
}

/// Returns a folder with the files that the examples name.
fn folder() -> Folder {
    let folder = Folder::new();
    let game = "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 1-0\n";
    for name in ["games.pgn", "more.pgn"] {
        folder.write(name, game);
    }
    for words in [
        &["explain", "startpos", "-d", "2", "-o", "trace.jsonl"][..],
        &["explain", "wide", "-o", "one.jsonl"],
        &["explain", "wide", "--order", "worst", "-o", "two.jsonl"],
        &["exercise", "new", "wide", "-o", "ex.json"],
        &["book", "make", "games.pgn", "-o", "games.bin"],
    ] {
        output(&mut folder.plywood(words));
    }
    for name in ["a.bin", "b.bin", "c.bin", "two.bin"] {
        std::fs::copy(folder.path().join("games.bin"), folder.path().join(name)).unwrap();
    }
    std::fs::create_dir(folder.path().join("class")).unwrap();
    for name in ["answers.txt", "class/a.txt", "class/b.txt"] {
        folder.write(name, "name: A\nbest: A\n");
    }
    folder
}

/// Examples that need a terminal, or whose subject is wrong or missing.
const OTHERS: [(&str, i32); 3] =
    [("plywood step ", 2), ("plywood compare one.jsonl two.jsonl", 0), ("plywood exercise run ", 1)];

#[test]
fn every_command_has_three_examples_that_work() {
    let folder = folder();
    let (mut seen, mut wrong) = (BTreeSet::new(), Vec::new());
    for (turn, path) in paths().into_iter().enumerate() {
        let examples = examples(&path);
        assert_eq!(examples.len(), 3, "{path:?}: {examples:?}");
        seen.extend(examples.iter().cloned());
        for example in in_turn(examples, turn, 3) {
            // A file written by another example may be overwritten.
            let written = example.split(" -o ").nth(1).filter(|_| !example.contains("playground"));
            let _ = written.map(|name| std::fs::remove_file(folder.path().join(name)));
            let script = format!("plywood() {{ \"$PLYWOOD\" \"$@\"; }}\n{example}");
            let mut command = Command::new("sh");
            command.args(["-c", &script]).env("PLYWOOD", env!("CARGO_BIN_EXE_plywood"));
            let shown = command.current_dir(folder.path()).stdin(Stdio::null()).output().unwrap();
            let wanted = OTHERS.iter().find(|(start, _)| example.starts_with(start)).map_or(0, |(_, code)| *code);
            let message = String::from_utf8_lossy(&shown.stderr).into_owned();
            let is_played = example.ends_with("--min");
            if shown.status.code() != Some(if is_played { 0 } else { wanted }) {
                wrong.push(format!("{example}: {:?}\n{message}", shown.status));
            }
            let is_page = example == "plywood playground";
            if !(shown.stdout.is_ascii() || is_page) {
                wrong.push(format!("{example} writes more than ASCII into a pipe"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(60 < seen.len(), "{}", seen.len());
}

/// Pipes receive only ASCII, for every command and subject.
#[test]
fn pipes_get_ascii_from_all_commands() {
    let folder = folder();
    output(&mut folder.plywood(&["exercise", "new", "((3 12 8) (2 4 6))", "--all-items", "-o", "all.json"]));
    let mut wrong = Vec::new();
    for line in [
        "step ttt --min",
        "step nim:1,2 --min",
        "step connect4@4x4 --min",
        "explain ttt -d 3 --full",
        "explain ttt --legend -d 2",
        "explain connect4@4x4 -d 3 --log",
        "explain nim:1,2 --orders",
        "explain ttt -d 2 --roots all",
        "explain ttt -d 2 --why b2",
        "explain wide --style upright",
        "explain wide --style outline",
        "explain sargon-2 --style sargon --log",
        "explain tour --answers",
        "explain wide --step 3",
        "explain sargon-2 --pv-scan=all",
        "explain startpos -d 2 --depths 1..2",
        "explain wide --mistake strict",
        "explain sargon-2 --engine sargon --carrier",
        "compare ttt -d 2",
        "compare wide --order best,worst",
        "compare startpos -d 1",
        "verify ttt -d 2",
        "verify trace.jsonl --all",
        "eval startpos --engine sargon --moves",
        "eval startpos --after e4",
        "lessons",
        "lessons plan 45",
        "course --whole",
        "course sargon-1 --log",
        "distil ttt:XO./.X./..O",
        "retro KRK --board 4x4 --examples",
        "book games.bin startpos --zobrist",
        "book dump games.bin",
        "exercise new",
        "exercise sheet all.json --key",
        "exercise sheet all.json --format answers",
        "exercise grade all.json answers.txt",
        "perft connect4 -d 2",
        "lessons show tour",
        "explain wide --format tikz",
        "explain wide --charset help",
        "man explain",
        "explain --help",
        "explain wide --format json",
        "--version",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        for locale in ["C", "C.UTF-8"] {
            let mut command = folder.plywood(&words);
            let shown = command.env("LC_ALL", locale).env("TERM", "xterm").stdin(Stdio::null()).output().unwrap();
            let text = String::from_utf8([shown.stdout, shown.stderr].concat()).unwrap();
            let other: String = text.chars().filter(|letter| !letter.is_ascii()).take(8).collect();
            if !other.is_empty() || text.starts_with("plywood: unknown") || text.starts_with("plywood: there is no") {
                wrong.push(format!("{line} ({locale}): {other} {}", text.lines().next().unwrap_or_default()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What a terminal shows of a script, or `None` if no program can emulate a terminal.
#[cfg(target_os = "linux")]
fn on_a_terminal(folder: &Folder, arguments: &str) -> Option<String> {
    let script = format!("stty rows 24 cols 80; {QUOTED} {arguments}; echo exit $?");
    let mut command = Command::new("script");
    command.args(["-qec", &script, "/dev/null"]).env("PAGER", "cat").env("MANPAGER", "cat").env("TERM", "dumb");
    let shown = command.env("SHELL", "/bin/sh").current_dir(folder.path()).stdin(Stdio::null()).output().ok()?;
    Some(String::from_utf8_lossy(&shown.stdout).into_owned())
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_gets_a_file_of_the_playground_and_a_page_of_the_manual() {
    let folder = Folder::new();
    let Some(shown) = on_a_terminal(&folder, "playground") else { return };
    assert!(shown.contains("open playground.html in a browser") && shown.contains("exit 0"), "{shown}");
    assert!(folder.read("playground.html").contains("<html"), "the page is in the file");
    folder.write("playground.html", "mine");
    let shown = on_a_terminal(&folder, "playground").unwrap();
    assert!(shown.contains("playground.html is already there") && shown.contains("exit 2"), "{shown}");
    assert_eq!(folder.read("playground.html"), "mine");
    std::fs::remove_file(folder.path().join("playground.html")).unwrap();
    let shown = on_a_terminal(&folder, "explain equality --play").unwrap();
    assert!(shown.contains("exit 0") && folder.read("playground.html").contains("equality"), "{shown}");
    for topic in ["", "explain", "exercise grade"] {
        let shown = on_a_terminal(&folder, &format!("man {topic}")).unwrap();
        assert!(!shown.contains(".TH") && !shown.contains(".SH"), "{topic}: {shown}");
        assert!(
            shown.contains("plywood") && shown.contains("exit 0") && 10 < shown.lines().count(),
            "{topic}: {shown}"
        );
    }
}

/// No message shows the system's error numbers.
#[test]
fn messages_have_no_numbers_of_the_system() {
    let folder = folder();
    for words in [
        &["explain", "none.json"][..],
        &["book", "startpos"],
        &["book", "dump", "none.bin"],
        &["book", "make", "none.pgn", "-o", "x.bin"],
        &["book", "merge", "none.bin", "other.bin", "-o", "x.bin"],
        &["explain", "startpos", "--book", "none.bin"],
        &["exercise", "grade", "ex.json", "none.txt"],
        &["exercise", "grade", "none.json", "answers.txt"],
        &["exercise", "sheet", "none.json"],
        &["exercise", "run", "--", "none-such-program"],
        &["exercise", "run", "--each", "none", "--", "x"],
        &["explain", "startpos", "-d", "1", "--evaluation", "uci:none-such-program"],
        &["explain", "wide", "-o", "none/x.txt"],
        &["explain", "wide", "-o", "class"],
        &["explain", "wide", "--steps", "ex.json"],
        &["explain", "startpos", "-d", "1", "--tablebases", "none"],
        &["verify", "none.jsonl"],
        &["compare", "none.jsonl", "two.jsonl"],
        &["retro", "none.tbl"],
        &["eval", "none.fen"],
        &["explain", "class"],
    ] {
        let shown = folder.plywood(words).stdin(Stdio::null()).output().unwrap();
        let text = String::from_utf8([shown.stdout, shown.stderr].concat()).unwrap();
        assert_ne!(shown.status.code(), Some(0), "{words:?}: {text}");
        assert!(!text.contains("os error"), "{words:?}: {text}");
    }
}

/// Typed text, and the completion of its last word.
const COMPLETED: [(&str, &str); 10] = [
    ("plywood expl", "explain"),
    ("plywood wikip", "wikipedia"),
    ("plywood explain wikip", "wikipedia"),
    ("plywood explain connec", "connect4"),
    ("plywood explain sargon-2 --with tt,kil", "tt,killers"),
    ("plywood explain --with iterative,tt,asp", "iterative,tt,aspiration"),
    ("plywood compare wide --algorithm minimax,pv", "minimax,pvs"),
    ("plywood lessons show wikip", "wikipedia"),
    ("plywood man expl", "explain"),
    ("plywood exercise gra", "grade"),
];

/// Returns a folder with the script of a shell.
fn script(shell: &str) -> Folder {
    Folder::with("script", output(&mut plywood(&["completions", shell])))
}

/// What a shell prints, or `None` if the shell is not installed.
fn shell(folder: &Folder, words: &[&str]) -> Option<String> {
    let found =
        Command::new(words[0]).args(&words[1..]).current_dir(folder.path()).stdin(Stdio::null()).output().ok()?;
    Some(String::from_utf8_lossy(&found.stdout).into_owned())
}

#[test]
fn bash_completes_lessons_topics_and_lists() {
    let folder = script("bash");
    let complete = |line: &str| {
        let code = format!(
            "source ./script; COMP_WORDS=({line}); COMP_CWORD=$((${{#COMP_WORDS[@]}}-1))\n\
             $(complete -p plywood | sed 's/.*-F \\([^ ]*\\).*/\\1/') plywood \"${{COMP_WORDS[COMP_CWORD]}}\" \
             \"${{COMP_WORDS[COMP_CWORD-1]}}\"\nprintf '%s\\n' \"${{COMPREPLY[@]}}\""
        );
        shell(&folder, &["bash", "--norc", "-c", &code])
    };
    for (line, last) in COMPLETED {
        let Some(found) = complete(line) else { return };
        assert_eq!(found.trim(), last, "{line}");
    }
    // A name already on the list is not offered again, and a file may be a subject.
    let found = complete("plywood explain wide --with tt,").unwrap();
    assert!(found.contains("tt,killers\n") && !found.contains("tt,tt"), "{found}");
    assert_eq!(complete("plywood explain scr").unwrap().trim(), "script");
    assert_eq!(complete("plywood explain wide --with = tt,kil").unwrap().trim(), "tt,killers");
}

#[test]
fn fish_completes_lessons_topics_and_lists() {
    let folder = script("fish");
    for (line, last) in COMPLETED {
        let code = format!("source ./script; complete -C '{line}'");
        let Some(found) = shell(&folder, &["fish", "--no-config", "-c", &code]) else { return };
        let found: Vec<&str> = found.lines().filter_map(|line| line.split('\t').next()).collect();
        assert_eq!(found, [last], "{line}");
    }
}

#[test]
fn zsh_completes_lessons_topics_and_lists() {
    let folder = script("zsh");
    let typed: Vec<String> = COMPLETED.iter().map(|(line, _)| format!("'{line}'")).collect();
    let code = format!(
        "zmodload zsh/zpty || exit 0\nzpty z zsh -f -i\n\
         zpty -w z 'PS1=; autoload -U compinit; compinit -D -u; source ./script; plywood() {{ print -r -- \"GOT:$*:\" }}; print READY'\n\
         zpty -r z out '*READY*READY*'\n\
         for line in {}; do zpty -w -n z \"$line\"$'\\t\\n'; zpty -r z out '*GOT:*:*'; print -r -- \"${{${{out##*GOT:}}%%:*}}\"; done\n\
         zpty -d z\n",
        typed.join(" ")
    );
    let Some(found) = shell(&folder, &["zsh", "-f", "-c", &code]) else { return };
    let wanted: Vec<String> = COMPLETED
        .iter()
        .map(|(line, last)| {
            let (before, _) = line.strip_prefix("plywood ").unwrap().rsplit_once(' ').unwrap_or_default();
            if before.is_empty() { (*last).to_owned() } else { format!("{before} {last}") }
        })
        .collect();
    assert_eq!(found.lines().collect::<Vec<_>>(), wanted);
}
