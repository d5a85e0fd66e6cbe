//! The completions for shells and the manual pages.

use crate::support::plywood;
use crate::{failed, output};

#[test]
fn every_shell_gets_completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = output(&mut plywood(&["completions", shell]));
        for word in ["plywood", "explain", "algorithm", "verify"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    assert!(failed(plywood(&["completions", "tcsh"]).output().unwrap()).starts_with("exit 2\n"));
}

#[test]
fn every_command_has_a_manual_page() {
    let page = output(&mut plywood(&["man"]));
    assert!(page.contains(".TH plywood 1"), "{page}");
    for command in ["compare", "completions", "distil", "explain", "eval", "lessons", "man", "perft", "verify"] {
        assert!(page.contains(command), "{command}");
        let own = output(&mut plywood(&["man", command]));
        assert!(
            own.contains(&format!(".TH plywood\\-{command} 1")) || own.contains(&format!(".TH plywood-{command} 1")),
            "{own}"
        );
        assert!(own.contains(".SH SYNOPSIS"), "{own}");
    }
    let message = failed(plywood(&["man", "moonshine"]).output().unwrap());
    assert!(
        message.starts_with("exit 2\nplywood: there is no command `moonshine`\n  all commands: plywood --help"),
        "{message}"
    );
}

/// The manual page that the help of a command names describes every option of that command.
#[test]
fn the_manual_describes_every_option() {
    let commands =
        ["explain", "step", "compare", "verify", "exercise new", "exercise sheet", "exercise grade", "exercise run"];
    for command in commands {
        let words: Vec<&str> = command.split(' ').collect();
        let help = output(&mut plywood(&[&words[..], &["--help"]].concat()));
        assert!(help.contains(&format!("All options with their values: `plywood man {command}`")), "{help}");
        let page = output(&mut plywood(&[&["man"], &words[..]].concat()));
        let (_, options) = page.split_once(".SH OPTIONS\n.TP\n").unwrap();
        let options: Vec<(&str, &str)> =
            options.split("\n.TP\n").filter_map(|option| option.split_once('\n')).collect();
        let count = help.lines().filter(|line| line.starts_with("  -") || line.starts_with("      --")).count();
        assert!(5 < count && count <= options.len(), "{command}: {} of {count}", options.len());
        for (option, description) in options {
            // A line that starts with a dot is a macro, so it describes nothing.
            assert!(!description.is_empty() && !description.starts_with('.'), "{command} {option}: {description}");
        }
    }
}

#[test]
fn the_version_names_the_formats() {
    let short = format!("plywood {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(output(&mut plywood(&["-V"])), short);
    // The module for Python has the same version, also where it is copied alone.
    let module = output(&mut plywood(&["exercise", "starter", "python-trace"]));
    assert!(module.contains(&format!("\n__version__ = \"{}\"\n", env!("CARGO_PKG_VERSION"))), "{module}");
    let writes = "writes: text, json, jsonl, csv, svg, tikz, dot, mermaid, markdown, html";
    let versions = format!("{short}traces: version 2\nlessons: version 1\n{writes}\n");
    assert_eq!(output(&mut plywood(&["--version"])), versions);
}
