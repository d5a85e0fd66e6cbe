//! The command end to end: its output, where the output goes, and its messages about bad input.

#[path = "../../fuzz/src/arguments.rs"]
mod arguments;
mod bad_input;
mod check;
mod class;
mod class_results;
mod closed_pipe;
mod control_characters;
mod coordinates;
mod course;
mod document;
mod engine_traces;
mod escapes;
#[cfg(unix)]
mod examples;
mod exams;
mod exercise;
mod fair;
mod faults;
mod foreign_traces;
mod forms;
mod fuzz_regressions;
mod gallery;
mod games;
mod gzip;
mod homework;
mod hopeless;
mod idle_options;
mod input;
mod labels;
mod library;
mod limits;
mod lost_work;
mod manual;
mod matrix;
mod messages;
mod mistakes;
mod moments;
mod new_bests;
#[cfg(unix)]
mod newcomer;
mod numbers;
mod outlines;
mod output;
mod own_rules;
mod pager;
mod pasted;
mod pictures;
#[cfg(target_os = "linux")]
mod places;
mod playground;
mod questions;
mod real;
mod recorded;
mod reports;
mod resume;
mod retro;
mod right_answers;
mod sargon;
mod sentences;
mod sheets;
mod signs;
mod site;
mod starters;
mod students;
mod submissions;
mod suites;
mod suites_checked;
mod tasks;
mod tracer;
mod traces;
mod trees;
mod uci;
mod verdicts;
mod widths;

#[path = "../support/mod.rs"]
mod support;

use crate::support::command::{Plywood, Run};
use std::path::Path;
use std::process::{Child, Command, Output};
use tempfile::TempDir;

/// A separate folder, where files can be named without their full path.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Returns a folder with one file.
    fn with(name: &str, content: impl AsRef<[u8]>) -> Self {
        let folder = Self::new();
        folder.write(name, content);
        folder
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.path().join(name), content).unwrap();
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap()
    }

    /// Returns the names of all files, in alphabetical order.
    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.path()).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Returns the command, to run in this folder.
    fn plywood(&self, arguments: &[&str]) -> Plywood {
        let mut command = support::plywood(arguments);
        command.current_dir(self.path());
        command
    }

    /// Returns the command, to run in this folder after a shell script that may set limits.
    fn behind(&self, script: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{script}; exec \"$@\""), "sh", env!("CARGO_BIN_EXE_plywood")]);
        command.args(arguments).current_dir(self.path());
        command
    }
}

/// The path of the command, for a line of a shell.
const QUOTED: &str = concat!("'", env!("CARGO_BIN_EXE_plywood"), "'");

/// Starts a command without input, as a separate process.
fn start(command: &mut impl Run) -> Child {
    command.started()
}

/// Runs a command with `input`.
fn feed(command: &mut impl Run, input: impl AsRef<[u8]>) -> Output {
    command.fed(input.as_ref())
}

/// Runs a command that must succeed and print nothing but its output.
fn output(command: &mut impl Run) -> String {
    succeeded(command.fed(&[]))
}

fn succeeded(output: Output) -> String {
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap().as_str()), (Some(0), ""));
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the message of a failing command: its exit code and text, with nothing on standard output.
fn failed(output: Output) -> String {
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "");
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(!message.contains("panicked"), "{message}");
    format!("exit {}\n{}", output.status.code().unwrap(), message.trim_end())
}

/// Returns the message of `plywood explain` for arguments that it rejects.
fn refused(arguments: &[&str]) -> String {
    failed(support::plywood(&[&["explain"], arguments].concat()).output().unwrap())
}

/// Returns the message of `plywood explain` for a file that it rejects.
fn refused_file(content: impl AsRef<[u8]>) -> String {
    let folder = Folder::with("lesson.json", content);
    failed(folder.plywood(&["explain", "lesson.json"]).output().unwrap())
}
