//! Interprets the words after the program's name, before options are parsed: `plywood SUBJECT` explains the subject,
//! and a word that is neither a command nor a subject gets a suggestion for the command that was probably meant.

use super::args::similar::{did_you_mean, similar};
use super::args::unknown_subject::{is_meant_for_subject, is_subject};
use crate::cli::context::Context;
use crate::core::names::normalize;
use crate::lessons::model::builtin_names;
use crate::page::escape;
use clap::Command;
use std::ffi::OsString;

const EXPLAIN: &str = "explain";
const HELP: &str = "help";

/// Other names for commands.
const SYNONYMS: &[(&[&str], &str)] = &[
    (&["grade", "mark"], "exercise grade"),
    (&["starter", "template", "skeleton"], "exercise starter"),
    (&["sheet", "worksheet"], "exercise sheet"),
    (&["quiz", "homework", "assignment", "exam", "generate"], "exercise new"),
    (&["plan"], "lessons plan"),
    (&["play", "gui", "open", "web", "app", "browser", "editor", "interactive"], "playground"),
    (&["website", "pages", "publish", "export", "class-site"], "site"),
    (&["list", "ls", "models", "examples", "example"], "lessons"),
    (&["tutorial", "learn", "intro", "guide", "demo", "docs", "teach", "begin"], "course"),
    (&["check", "test", "validate", "audit"], "verify"),
    (&["bench", "benchmark", "diff", "versus", "vs"], "compare"),
    (&["evaluate", "score", "static"], "eval"),
    (&["walk", "next", "debug"], "step"),
    (&["manual", "manpage"], "man"),
    (&["autocomplete", "complete", "completion"], "completions"),
    (&["tablebase", "tablebases", "syzygy", "endgame", "ending"], "retro"),
    (&["opening", "openings"], "book"),
    (&["movegen", "divide"], "perft"),
    (
        &[
            "solve",
            "search",
            "analyse",
            "analyze",
            "analysis",
            "best",
            "bestmove",
            "run",
            "show",
            "draw",
            "tree",
            "print",
            "view",
            "think",
            "find",
            "visualize",
            "visualise",
            "trace",
            "render",
            "why",
            "prune",
        ],
        EXPLAIN,
    ),
    (&["commands", "options", "usage"], "--help"),
];

/// Commands of UCI, the protocol for chess engines.
const UCI: [&str; 6] = ["uci", "isready", "ucinewgame", "go", "setoption", "xboard"];

/// Inserts the omitted command of `program` into a command line (the program's name first), or returns an error
/// message.
pub(super) fn completed(context: &Context, program: &Command) -> Result<Vec<OsString>, String> {
    let mut words = to_standard_output(context.words());
    let shown: Vec<String> = words.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let Some(first) = shown.first().map(|first| first.trim()) else { return Ok(words) };
    // A file can be named like a command, and its path then begins with `./`. Only the exact name means the command.
    let is_command = |command: &&Command| {
        let name = command.get_name();
        name == first || normalize(name) == normalize(first) && !context.at(first).is_file()
    };
    if first.eq_ignore_ascii_case(HELP) {
        return Ok(help_for(&words[..1], &shown[1..]));
    }
    if first == "--" && 1 < shown.len() {
        words.insert(1, EXPLAIN.into());
        return Ok(words);
    }
    if is_own_option(first) {
        return Ok(words);
    }
    if ["?", "/?", "-?", "/h", "/help", "-help", "--h"].contains(&first) {
        words[1] = "--help".into();
        return Ok(words);
    }
    if !first.starts_with('-')
        && let Some(command) = program.get_subcommands().find(is_command)
    {
        words[1] = command.get_name().into();
        if command.has_subcommands()
            && let Some((word, rest)) = shown[1..].split_first()
            && word.eq_ignore_ascii_case(HELP)
        {
            return Ok(help_for(&words[..1], &[&[command.get_name().to_owned()], rest].concat()));
        }
        if asks_for_help(context, command, &shown[1..]) {
            words.pop();
            words.push("--help".into());
        }
        return Ok(words);
    }
    match (first, shown.len()) {
        ("-v" | "version" | "Version" | "VERSION", 1) => {
            words[1] = "--version".into();
            return Ok(words);
        }
        ("-v" | "--verbose", _) => return Err(verbose("", None)),
        _ => {}
    }
    if is_explained(context, first, &shown, program) {
        words.insert(1, EXPLAIN.into());
        return Ok(words);
    }
    if first.starts_with('-') { Ok(words) } else { Err(unknown_command(context, program, first, &shown[1..])) }
}

/// Returns the command line that asks for help on these words, which may ask for help once more.
fn help_for(program: &[OsString], topic: &[String]) -> Vec<OsString> {
    let is_request = |word: &&String| word.eq_ignore_ascii_case(HELP) || ["-h", "--help"].contains(&word.as_str());
    let topic = topic.iter().filter(|word| !is_request(word)).map(OsString::from);
    program.iter().cloned().chain([HELP.into()]).chain(topic).collect()
}

/// Removes `-o -`, because it asks for standard output, which is the default anyway.
fn to_standard_output(words: &[OsString]) -> Vec<OsString> {
    let own = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let is_pair = |at: &usize| (words[*at] == "-o" || words[*at] == "--output") && words[at + 1] == "-";
    match (1..own.saturating_sub(1)).find(is_pair) {
        Some(at) => [&words[..at], &words[at + 2..]].concat(),
        None => words.iter().filter(|word| *word != "--output=-").cloned().collect(),
    }
}

fn is_own_option(word: &str) -> bool {
    ["-h", "--help", "-V", "--version"].contains(&word)
}

/// Returns whether the words after a command are a request for help rather than a file or name.
fn asks_for_help(context: &Context, command: &Command, words: &[String]) -> bool {
    let words = match words {
        [first, rest @ ..] if command.find_subcommand(first).is_some() && first != HELP => rest,
        _ => words,
    };
    matches!(words, [word] if word.eq_ignore_ascii_case(HELP) && !context.at(word).exists())
}

/// Returns true if the words are a subject or the options of a search.
fn is_explained(context: &Context, first: &str, words: &[String], program: &Command) -> bool {
    if first == "-" {
        return true;
    }
    if first.starts_with('-') {
        return 1 < words.len() && is_option(program, first);
    }
    let subject: Vec<&str> = words.iter().map(String::as_str).take_while(|word| !word.starts_with("--")).collect();
    let joined = subject.join(" ");
    let is_known = is_subject(context, first) || is_subject(context, &joined) || joined.starts_with("position ");
    is_known || synonym(first).is_none() && is_meant_for_subject(context, first)
}

/// Returns whether `plywood explain` has this option.
fn is_option(program: &Command, word: &str) -> bool {
    let name = word.split('=').next().unwrap_or_default();
    let Some(explain) = program.find_subcommand(EXPLAIN) else { return false };
    explain.get_arguments().any(|arg| match (name.strip_prefix("--"), name.strip_prefix('-')) {
        (Some(long), _) => arg.get_long_and_visible_aliases().is_some_and(|names| names.contains(&long)),
        (None, Some(short)) => arg.get_short().is_some_and(|letter| short.starts_with(letter)),
        (None, None) => false,
    })
}

/// Returns the error message for `--verbose` and `-v`, which do not exist. The message suggests other commands.
pub(super) fn verbose(command: &str, in_full: Option<String>) -> String {
    let command = Some(command).filter(|command| !["", EXPLAIN].contains(command));
    let more = match command {
        Some(command) => format!("plywood {command} --help"),
        None => in_full.unwrap_or_else(|| "plywood explain sargon-1 --log --full".to_owned()),
    };
    let what = if command.is_some() { "all options" } else { "every comparison and every node" };
    format!("there is no --verbose\n  {what}: {more}\n  the version: plywood --version")
}

/// Returns the command line of a student's program, if the words are one.
fn of_program(words: &[String]) -> Option<String> {
    let own = words.iter().position(|word| word == "--").map(|at| &words[at + 1..]);
    let own = own.or(Some(words)).filter(|own| !own.is_empty())?;
    let right = own.iter().map(|word| escape::shell(word)).collect::<Vec<_>>().join(" ");
    match words {
        [file] if file.ends_with(".py") => Some(format!("python3 {right}")),
        _ => words.iter().any(|word| word == "--").then_some(right),
    }
}

fn synonym(word: &str) -> Option<&'static str> {
    let word = normalize(word);
    SYNONYMS.iter().find(|(words, _)| words.contains(&&*word)).map(|(_, command)| *command)
}

/// Returns the error for a first word that is neither a command nor a subject.
fn unknown_command(context: &Context, program: &Command, first: &str, rest: &[String]) -> String {
    const ALL: &str = "\n  all commands: plywood --help";
    let escaped: Vec<String> = rest.iter().map(|word| escape::shell(word)).collect();
    let line = |command: &str| {
        let example = if rest.is_empty() && command == EXPLAIN { vec!["sargon-1".to_owned()] } else { escaped.clone() };
        [vec!["plywood".to_owned(), command.to_owned()], example].concat().join(" ")
    };
    if first.is_empty() {
        return format!("the first word is empty\n  for example: plywood explain sargon-1{ALL}");
    }
    if UCI.contains(&first) {
        return "plywood explains searches and is not a UCI engine\n  a search: plywood explain startpos --depth 5\n  static \
                scores of an engine: plywood explain startpos --evaluation uci:stockfish"
            .to_owned();
    }
    let subject = escaped.join(" ");
    if first == "play" && !rest.is_empty() {
        let text = "there is no command `play`; `step` can play against you";
        return format!("{text}:\n  plywood step {subject} --min{ALL}");
    }
    let near = similar(first, program.get_subcommands().map(Command::get_name).chain([HELP]));
    let is_of_lessons = |word: &String| {
        program.find_subcommand("lessons").is_some_and(|lessons| lessons.find_subcommand(word).is_some())
    };
    if let (["lessons", ..], Some(word)) = (near.as_slice(), rest.first())
        && !is_of_lessons(word)
    {
        let text = format!("there is no command `{first}`; `explain` searches a lesson");
        return format!("{text}:\n  plywood explain {subject}\n  all lessons: plywood lessons{ALL}");
    }
    if let [command, ..] = near.as_slice() {
        return format!("there is no command `{first}`{}\n  {}{ALL}", did_you_mean(&near), line(command));
    }
    if ["run", "test"].contains(&first)
        && let Some(right) = of_program(rest)
    {
        let text = format!("there is no command `{first}`; `exercise run` tests a program");
        return format!("{text}:\n  plywood exercise run -- {right}{ALL}");
    }
    // A site has every lesson, and only a search is about one subject.
    let of_one = |command: &&str| *command != "site" || !rest.iter().any(|word| is_subject(context, word));
    if let Some(command) = synonym(first).map(|command| if of_one(&command) { command } else { EXPLAIN }) {
        return format!("there is no command `{first}`; the nearest is `{command}`:\n  {}{ALL}", line(command));
    }
    let lessons = similar(first, builtin_names());
    if let [lesson, ..] = lessons.as_slice() {
        let near = did_you_mean(&lessons);
        return format!("`{first}` is neither a command nor a lesson{near}\n  plywood explain {lesson}{ALL}");
    }
    format!(
        "`{first}` is neither a command nor something to search\n  for example: plywood explain sargon-1\n  all lessons: plywood \
         lessons\n  how search works: plywood course{ALL}"
    )
}
