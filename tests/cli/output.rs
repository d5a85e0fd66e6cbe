//! The destination, colours and width of output.

use crate::support::{every, in_turn, plywood, searched_lessons};
use crate::{Folder, failed, output};
use insta::assert_snapshot;
use std::io::Read;
use std::process::Stdio;

/// Returns the text without colours.
fn plain(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').unwrap().1)
}

#[test]
fn a_file_gets_what_standard_output_would_get_and_is_replaced_as_a_whole() {
    let folder = Folder::with("out.txt", "old");
    assert_eq!(output(&mut folder.plywood(&["explain", "sargon-2", "-o", "out.txt"])), "");
    assert_eq!(folder.read("out.txt"), output(&mut plywood(&["explain", "sargon-2"])));
    assert_eq!(output(&mut folder.plywood(&["lessons", "--output", "new.txt"])), "");
    assert_eq!(folder.read("new.txt"), output(&mut plywood(&["lessons"])));
    assert_eq!(folder.names(), ["new.txt", "out.txt"], "nothing else is left behind");
}

#[test]
fn bad_input_leaves_an_existing_file_alone() {
    let folder = Folder::with("out.txt", "old");
    folder.write("lesson.json", "{");
    failed(folder.plywood(&["explain", "lesson.json", "-o", "out.txt"]).output().unwrap());
    failed(folder.plywood(&["explain", "sargon-2", "--only", "Qh8", "-o", "out.txt"]).output().unwrap());
    assert_eq!((folder.read("out.txt").as_str(), folder.names().len()), ("old", 2));
}

#[test]
fn a_place_that_cannot_be_written_is_named() {
    let folder = Folder::with("file", "old");
    let explain = |place| failed(folder.plywood(&["explain", "sargon-2", "-o", place]).output().unwrap());
    assert_snapshot!(explain("."), @r"
    exit 1
    plywood: cannot write .: is a directory
    ");
    assert_snapshot!(explain("missing/out.txt"), @r"
    exit 1
    plywood: cannot write missing/out.txt: there is no folder missing
    ");
    assert_snapshot!(explain("file/out.txt"), @r"
    exit 1
    plywood: cannot write file/out.txt: there is no folder file
    ");
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::PermissionsExt;
    use std::process::Command;

    fn set_mode(folder: &Folder, name: &str, mode: u32) {
        let permissions = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(folder.path().join(name), permissions).unwrap();
    }

    #[test]
    fn a_write_that_fails_halfway_leaves_an_existing_file_alone() {
        let folder = Folder::with("out.txt", "old");
        let script = "trap '' XFSZ; ulimit -f 4; exec \"$0\" explain startpos -d 2 --format jsonl -o out.txt";
        let binary = env!("CARGO_BIN_EXE_plywood");
        let message =
            failed(Command::new("sh").args(["-c", script, binary]).current_dir(folder.path()).output().unwrap());
        assert_snapshot!(message, @r"
        exit 1
        plywood: cannot write out.txt: File too large
        ");
        assert_eq!((folder.read("out.txt").as_str(), folder.names()), ("old", vec!["out.txt".to_owned()]));
    }

    #[test]
    fn a_read_only_folder_is_refused() {
        let folder = Folder::new();
        std::fs::create_dir(folder.path().join("locked")).unwrap();
        set_mode(&folder, "locked", 0o555);
        // Permissions don't stop the superuser.
        if std::fs::write(folder.path().join("locked/probe"), "").is_err() {
            let refusal = failed(folder.plywood(&["explain", "sargon-2", "-o", "locked/out.txt"]).output().unwrap());
            assert_snapshot!(refusal, @r"
            exit 1
            plywood: cannot write locked/out.txt: permission denied
            ");
        }
        set_mode(&folder, "locked", 0o755);
    }

    #[test]
    fn a_replaced_file_keeps_its_permissions_and_its_links() {
        let folder = Folder::with("out.txt", "old");
        set_mode(&folder, "out.txt", 0o640);
        std::os::unix::fs::symlink("out.txt", folder.path().join("link.txt")).unwrap();
        output(&mut folder.plywood(&["lessons", "-o", "link.txt"]));
        let kept = std::fs::symlink_metadata(folder.path().join("link.txt")).unwrap().is_symlink();
        let mode = std::fs::metadata(folder.path().join("out.txt")).unwrap().permissions().mode() & 0o777;
        assert_eq!((kept, mode), (true, 0o640));
        assert_eq!(folder.read("out.txt"), output(&mut plywood(&["lessons"])));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_device_is_an_error_whoever_opened_it() {
        let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let run = |arguments: &[&str]| failed(plywood(arguments).process().stdout(full()).output().unwrap());
        assert_snapshot!(run(&["explain", "sargon-2"]), @r"
        exit 1
        plywood: cannot write standard output: No space left on device
        ");
        assert_snapshot!(run(&["explain", "sargon-2", "--format", "jsonl"]), @r"
        exit 1
        plywood: cannot write standard output: No space left on device
        ");
        assert_snapshot!(failed(plywood(&["explain", "sargon-2", "-o", "/dev/full"]).output().unwrap()), @r"
        exit 1
        plywood: cannot write /dev/full: No space left on device
        ");
        assert_snapshot!(run(&["--help"]), @r"
        exit 1
        plywood: cannot write standard output: No space left on device
        ");
        for help in [&["--version"][..], &["-h"], &["help", "explain"], &["exercise", "new", "--help"]] {
            assert_eq!(run(help), run(&["--help"]), "{help:?}");
        }
    }
}

#[test]
fn a_reader_who_has_seen_enough_is_no_error() {
    for arguments in [&["--format", "jsonl"][..], &["--log"], &["--format", "json"]] {
        let mut child = plywood(&["explain", "startpos", "--depth", "3"])
            .args(arguments)
            .process()
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut start = [0; 10];
        child.stdout.take().unwrap().read_exact(&mut start).unwrap();
        let rest = child.wait_with_output().unwrap();
        assert_eq!((rest.status.code(), rest.stderr.len()), (Some(0), 0), "{arguments:?}");
    }
}

#[test]
fn colour_is_for_terminals_unless_somebody_says_otherwise() {
    let is_coloured = |options: &[&str], environment: &[(&str, &str)]| {
        let text = output(plywood(&["explain", "sargon-2"]).args(options).envs(environment.iter().copied()));
        assert_eq!(plain(&text), output(&mut plywood(&["explain", "sargon-2"])), "colour changes no text");
        text.contains('\x1b')
    };
    assert!(!is_coloured(&[], &[]));
    assert!(!is_coloured(&["--color", "auto"], &[]));
    assert!(is_coloured(&["--color", "always"], &[]));
    assert!(is_coloured(&["--color", "always"], &[("NO_COLOR", "1")]));
    assert!(!is_coloured(&["--color", "never"], &[("CLICOLOR_FORCE", "1")]));
    assert!(is_coloured(&[], &[("CLICOLOR_FORCE", "1")]));
    assert!(!is_coloured(&[], &[("CLICOLOR_FORCE", "0")]));
    assert!(!is_coloured(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
    assert!(is_coloured(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "")]));
    for force in ["1", "3", "true"] {
        assert!(is_coloured(&[], &[("FORCE_COLOR", force)]), "{force}");
        assert!(!is_coloured(&["--color", "never"], &[("FORCE_COLOR", force)]), "{force}");
        assert!(!is_coloured(&[], &[("FORCE_COLOR", force), ("NO_COLOR", "1")]), "{force}");
    }
    assert!(is_coloured(&[], &[("FORCE_COLOR", "1"), ("CLICOLOR_FORCE", "0")]), "one of them forces it");
    assert!(is_coloured(&["--color", "always"], &[("NO_COLOR", "1")]), "the option comes first");
    for empty in ["", "0"] {
        assert!(!is_coloured(&[], &[("FORCE_COLOR", empty)]), "{empty}");
    }
}

#[test]
fn colour_is_for_best_play_cuts_and_ends_of_windows() {
    let text = output(&mut plywood(&["explain", "sargon-2", "--color", "always"]));
    for part in
        ["\x1b[1;94m1.Qg8+", "\x1b[1;31mbeta cutoff, skips 1", "\x1b[35m12.00", "\x1b[32m12.00", "\x1b[2mnot searched"]
    {
        assert!(text.contains(part), "{part:?}: {text}");
    }
    assert!(text.contains(" no better"), "what most moves are is plain");
    assert!(text.contains("\x1b[48;5;242;30m r"), "pieces are on coloured squares: {text}");
}

#[test]
fn only_the_unicode_charset_leaves_ascii() {
    for name in searched_lessons().into_iter().step_by(every(2)) {
        let text = output(&mut plywood(&["explain", name, "--log", "--orders", "--pv-scan", "--legend"]));
        assert!(text.is_ascii(), "{name}");
        let unicode = output(&mut plywood(&["explain", name, "--charset", "unicode"]));
        assert!(!unicode.is_ascii(), "{name}");
    }
}

#[test]
fn no_line_but_those_of_the_log_is_wider_than_asked_for() {
    for (index, name) in searched_lessons().into_iter().enumerate() {
        // Each lesson in all widths, or in only one.
        for columns in in_turn([60, 80, 100, 200], index, 4) {
            let options = ["--columns", &columns.to_string(), "--pv-scan", "--legend"];
            for line in output(plywood(&["explain", name]).args(options)).lines() {
                assert!(line.chars().count() <= columns, "{name} at {columns} columns: {line}");
            }
        }
    }
}

#[test]
fn the_views_turn_the_signs_of_black() {
    let answer = |view| {
        let text = output(&mut plywood(&["explain", "black-to-move", "--view", view]));
        text.lines().find_map(|line| Some(line.split_once("Best move")?.1.trim().to_owned())).unwrap()
    };
    assert_snapshot!(answer("negamax"), @"1...Nf3+   4.00");
    assert_snapshot!(answer("minimax"), @"1...Nf3+   -4.00");
}

/// The usual number of lines of a terminal on a large screen.
const SCREEN: usize = 50;

#[test]
fn short_help_fits_a_screen_and_the_whole_three() {
    let commands =
        ["explain", "step", "compare", "verify", "eval", "lessons", "course", "distil", "retro", "book", "exercise"];
    for (index, command) in commands.into_iter().enumerate() {
        // All ways to ask, or only one.
        let ways = [([command, "-h"], SCREEN), ([command, "--help"], 3 * SCREEN), (["help", command], 3 * SCREEN)];
        for (arguments, most) in in_turn(ways, index, 3) {
            let help = output(&mut plywood(&arguments));
            assert!(help.lines().count() <= most, "{arguments:?}: {} lines", help.lines().count());
            assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
        }
    }
    let [short, whole] = ["-h", "--help"].map(|flag| output(&mut plywood(&["explain", flag])));
    assert!(!short.contains("--null") && !short.contains("--mistake") && whole.contains("--mistake"), "{short}");
    assert_eq!(whole, output(&mut plywood(&["help", "explain"])));
}

#[test]
fn help_names_a_way_to_the_names_that_its_command_has() {
    let commands =
        ["explain", "step", "compare", "verify", "eval", "course", "retro", "book", "exercise new", "exercise run"];
    for command in commands {
        let words: Vec<&str> = command.split(' ').collect();
        let help = output(&mut plywood(&[&words[..], &["--help"]].concat()));
        let named = help
            .split_once("To list an option's values, give it the value `help`: `")
            .unwrap_or_else(|| panic!("{command}: {help}"))
            .1;
        let asked: Vec<&str> = named.split_once('`').unwrap().0.split(' ').collect();
        let told = output(&mut plywood(&[&words[..], &asked].concat()));
        assert!(told.contains(&format!("\n{} <", asked[0])), "{command} {asked:?}: {told}");
    }
}

#[test]
fn an_option_says_what_its_values_mean() {
    assert_snapshot!(output(&mut plywood(&["explain", "--cut=help"])), @r"
    Whether a tie causes a cutoff [default: the lesson's, or ge]

    --cut <RULE>:
      ge  a score that reaches beta causes a cutoff
      gt  only a score above beta causes a cutoff
    ");
    assert_snapshot!(output(&mut plywood(&["exercise", "run", "--algorithm", "help", "--", "true"])), @r"
    Search algorithm

    --algorithm <NAME>:
      alpha-beta  skips what cannot change the result
      minimax     reads every leaf
      expectimax  reads every leaf; a chance node is worth the weighted mean of
                  its children
    ");
    let forms = output(&mut plywood(&["exercise", "sheet", "--format", "help", "x"]));
    assert!(forms.contains("  answers     an answer file, blank or filled in\n"), "{forms}");
    let wrong = plywood(&["explain", "--cut", "helf"]).output().unwrap();
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8(wrong.stderr).unwrap().contains("expected one of: ge, gt"));
}

/// The message names the input only if the output has a different name.
#[test]
fn an_input_is_named_once_if_the_output_has_its_name() {
    let folder = Folder::with("tree.txt", "(1 2)");
    let message = failed(folder.plywood(&["explain", "tree.txt", "-o", "tree.txt"]).output().unwrap());
    assert!(message.contains("tree.txt is an input of this command, so it cannot be its output"), "{message}");
    let message = failed(folder.plywood(&["explain", "tree.txt", "-o", "./tree.txt"]).output().unwrap());
    assert!(message.contains("./tree.txt is an input of this command (tree.txt), so"), "{message}");
}

#[test]
fn a_format_is_not_the_name_of_a_file() {
    let folder = Folder::new();
    for (arguments, name) in [
        (&["explain", "wikipedia"][..], "json"),
        (&["explain", "wikipedia"], "svg"),
        (&["lessons"], "html"),
        (&["verify", "wikipedia"], "json"),
        (&["retro", "KQK"], "json"),
    ] {
        let message = failed(folder.plywood(&[arguments, &["-o", name]].concat()).output().unwrap());
        let wanted = format!("for the format write --format {name}, or name a file such as -o FILE.{name}");
        assert!(message.starts_with("exit 2\n") && message.contains(&wanted), "{message}");
    }
    assert!(folder.names().is_empty());
    output(&mut folder.plywood(&["explain", "wikipedia", "-o", "./json"]));
    assert_eq!(folder.names(), ["json"]);
}

#[test]
fn a_folder_of_steps_is_of_one_search() {
    let folder = Folder::new();
    let steps = |lesson: &str| folder.plywood(&["explain", lesson, "--steps", "slides"]).output().unwrap();
    assert!(steps("sargon-1").status.success() && steps("sargon-1").status.success());
    let message = failed(steps("sargon-2"));
    assert!(message.contains("is a step of another search; name another folder"), "{message}");
}
