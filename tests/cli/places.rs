//! Output to destinations that are not files and cannot be replaced: descriptors opened by the shell, pipes, devices.

use crate::support::plywood;
use crate::{Folder, failed, output};
use insta::assert_snapshot;

/// A command of each kind, without its destination.
const COMMANDS: [&[&str]; 12] = [
    &["explain", "wikipedia"],
    &["explain", "wikipedia", "--at-event", "3"],
    &["explain", "startpos", "-d", "1", "--format", "jsonl"],
    &["compare", "wikipedia", "--algorithm", "minimax,alpha-beta"],
    &["verify", "wikipedia"],
    &["eval", "startpos"],
    &["lessons", "show", "wikipedia"],
    &["course", "wikipedia"],
    &["distil", "startpos", "-d", "1"],
    &["retro", "KQK", "--board", "4x4"],
    &["exercise", "new", "--seed", "3"],
    &["perft", "startpos", "-d", "2"],
];

/// Runs a shell script in a folder; the command is `$0`, its arguments are `$@`.
fn shell(folder: &Folder, script: &str, arguments: &[&str]) -> String {
    let mut command = std::process::Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_plywood")]).args(arguments).current_dir(folder.path());
    output(&mut command)
}

#[test]
fn what_the_shell_has_opened_is_written_on() {
    for command in COMMANDS {
        let page = output(&mut plywood(command));
        let folder = Folder::with("log", "old\n");
        shell(&folder, "\"$0\" \"$@\" -o /dev/stdout >> log", command);
        assert_eq!(folder.read("log"), format!("old\n{page}"), "{command:?}");
        assert_eq!(shell(&folder, "\"$0\" \"$@\" -o /dev/stdout | cat", command), page, "{command:?}");
        assert_eq!(folder.names(), ["log"], "{command:?}");
    }
}

#[test]
fn every_name_of_what_is_open_means_it() {
    let command = ["explain", "wikipedia"];
    let page = output(&mut plywood(&command));
    for (name, opened) in [
        ("/dev/stderr", "2>>log"),
        ("/dev/fd/1", ">>log"),
        ("/proc/self/fd/1", ">>log"),
        ("/dev/../proc/thread-self/fd/1", ">>log"),
        ("/dev/fd/3", "3>>log"),
        ("/proc/self/fd/5", "5>>log"),
        ("link", ">>log"),
    ] {
        let folder = Folder::with("log", "old\n");
        std::os::unix::fs::symlink("/dev/stdout", folder.path().join("link")).unwrap();
        shell(&folder, &format!("\"$0\" \"$@\" -o {name} {opened}"), &command);
        assert_eq!(folder.read("log"), format!("old\n{page}"), "{name}");
    }
    let folder = Folder::new();
    shell(&folder, "{ echo before; \"$0\" \"$@\" -o /dev/stdout; echo behind; } > log", &command);
    assert_eq!(folder.read("log"), format!("before\n{page}behind\n"));
    let closed = failed(plywood(&["explain", "wikipedia", "-o", "/dev/fd/77"]).output().unwrap());
    assert_snapshot!(closed, @r"
    exit 1
    plywood: cannot write /dev/fd/77: No such file or directory
    ");
}

#[test]
fn a_named_pipe_and_a_book_are_written_in_place() {
    let folder = Folder::with("games.pgn", "[Event \"One\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n");
    shell(&folder, "\"$0\" \"$@\" -o book.bin", &["book", "make", "games.pgn"]);
    shell(&folder, "mkfifo pipe; cat pipe > piped.bin & \"$0\" \"$@\" -o pipe; wait", &["book", "make", "games.pgn"]);
    shell(&folder, "\"$0\" \"$@\" -o /dev/stdout > opened.bin", &["book", "make", "games.pgn"]);
    let book = std::fs::read(folder.path().join("book.bin")).unwrap();
    for name in ["piped.bin", "opened.bin"] {
        assert_eq!(std::fs::read(folder.path().join(name)).unwrap(), book, "{name}");
    }
}

#[test]
fn several_files_are_files() {
    let folder = Folder::with("log", "old\n");
    std::fs::create_dir(folder.path().join("all")).unwrap();
    for (name, target) in [("all/event-1.txt", "/dev/stdout"), ("ex-01.json", "/dev/stdout")] {
        std::os::unix::fs::symlink(target, folder.path().join(name)).unwrap();
    }
    let tree = ["explain", "(1 2)", "--steps", "all", "--every-event"];
    shell(&folder, "\"$0\" \"$@\" >> log", &tree);
    let step = output(&mut plywood(&["explain", "(1 2)", "--at-event", "1"]));
    assert_eq!(folder.read("log"), format!("old\n{step}"));
    shell(&folder, "\"$0\" \"$@\" > log", &["exercise", "new", "--seed", "1", "--count", "1", "-o", "ex.json"]);
    assert_eq!(folder.read("log"), output(&mut plywood(&["exercise", "new", "--seed", "1"])));
    let refused = failed(plywood(&["exercise", "new", "--count", "2", "-o", "/dev/stdout"]).output().unwrap());
    assert_snapshot!(refused, @r"
    exit 2
    plywood: this writes several files, but /dev/stdout is not a file name; use a name such as ex.json
    ");
    let both = failed(plywood(&["explain", "wikipedia", "--steps", "all", "-o", "x.txt"]).output().unwrap());
    assert_snapshot!(both, @r"
    exit 2
    plywood: --steps cannot be used together with --output
      all options: plywood explain --help
    ");
}
