//! Commands in documents: they are parsed as in a shell, and run.

use crate::support::{path, plywood};
use plywood::trace::Trace;
use std::collections::{BTreeMap, HashMap};
use std::process::Output;
use std::sync::{LazyLock, Mutex, OnceLock};

/// A fenced block of a document.
pub(super) struct Block<'a> {
    pub language: &'a str,
    pub text: &'a str,
}

pub(super) fn blocks(document: &str) -> Vec<Block<'_>> {
    let mut fences = document.split("```").skip(1);
    std::iter::from_fn(|| {
        let (language, text) = fences.next()?.split_once('\n')?;
        fences.next();
        Some(Block { language, text })
    })
    .collect()
}

/// The output so far, by arguments and input.
static PRINTED: LazyLock<Mutex<HashMap<String, &'static OnceLock<Output>>>> = LazyLock::new(Mutex::default);

/// Runs the program in the root of the repository with a text on standard input. Several tests need the same pages, so
/// each page is made only once, unless the command writes a file or reads a file that another command wrote.
pub(super) fn run(arguments: &[&str], input: &str) -> Output {
    let is_of_files = |word: &&str| *word == "-o" || *word == "--steps" || word.contains(env!("CARGO_TARGET_TMPDIR"));
    if arguments.iter().any(is_of_files) {
        return run_anew(arguments, input);
    }
    let key = format!("{}\0{input}", arguments.join("\n"));
    let place = *PRINTED.lock().unwrap().entry(key).or_insert_with(|| Box::leak(Box::default()));
    place.get_or_init(|| run_anew(arguments, input)).clone()
}

fn run_anew(arguments: &[&str], input: &str) -> Output {
    let mut command = plywood(arguments);
    command.current_dir(path(".")).run(input.as_bytes()).unwrap()
}

/// The traces so far, by lesson and options; many texts refer to the same traces.
static TOLD: LazyLock<Mutex<HashMap<String, &'static OnceLock<Trace>>>> = LazyLock::new(Mutex::default);

/// Returns the trace of a lesson searched with options.
pub(super) fn told(lesson: &str, options: &[&str]) -> &'static Trace {
    let arguments = [&["explain", lesson], options, &["--format", "json"]].concat();
    let place = *TOLD.lock().unwrap().entry(arguments.join("\n")).or_insert_with(|| Box::leak(Box::default()));
    place.get_or_init(|| {
        let output = plywood(&arguments).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Trace::read_json(&String::from_utf8(output.stdout).unwrap()).unwrap()
    })
}

/// The part of a shell that the documents need: comments, quotes, variables, and files written by earlier commands.
#[derive(Default)]
pub(super) struct Shell {
    variables: BTreeMap<String, String>,
    pub(super) written: BTreeMap<String, String>,
}

impl Shell {
    /// Takes a line; returns the words of a command.
    pub(super) fn line(&mut self, line: &str) -> Vec<String> {
        let mut line = line.split(" # ").next().unwrap_or_default().trim().to_owned();
        for (name, value) in &self.variables {
            line = line.replace(&format!("${name}"), value);
        }
        let mut words = split(&line);
        if let [assignment] = words.as_slice()
            && let Some((name, value)) = assignment.split_once('=')
        {
            self.variables.insert(name.to_owned(), value.to_owned());
            return Vec::new();
        }
        if let Some(option) = words.iter().position(|word| word == "-o" || word == "--steps") {
            let name = words[option + 1].clone();
            let path = format!("{}/{name}", env!("CARGO_TARGET_TMPDIR"));
            self.written.insert(name, path);
        }
        for word in &mut words {
            if let Some(path) = self.written.get(word) {
                word.clone_from(path);
            }
        }
        words
    }
}

/// Splits a line into words, with quotes as in a shell.
pub(super) fn split(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().unwrap().push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
