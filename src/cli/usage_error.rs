//! Messages for a command line that cannot be parsed: what is wrong, and what to type instead.

use super::args::similar::{did_you_mean, similar};
use super::commands::examples::examples;
use super::commands::help::meant;
use super::usage_words::{INTERPRETERS, OTHER_VALUES, noun, option_name, reason};
use crate::cli::args::unknown_subject::is_subject;
use crate::cli::context::Context;
use crate::core::names::Named;
use crate::core::search::Technique;
use crate::core::text::listed_with;
use crate::lessons::model::meant_lesson;
use crate::page::escape;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{Arg, Command};

/// A command line that cannot be parsed, and clap's error.
pub(super) struct Mistyped<'a> {
    pub(super) context: &'a Context,
    error: &'a Error,
    pub(super) program: &'a Command,
    /// The command that the user typed; `path` is its name, such as `exercise grade`.
    pub(super) command: &'a Command,
    pub(super) path: String,
    /// The whole command line, starting with the program's name.
    pub(super) words: &'a [String],
}

/// A function that returns the correction, if there is one.
type Say = fn(&Mistyped<'_>) -> Option<String>;

/// The corrections for each kind of error about which plywood can say more than clap does.
const SAID: [(ErrorKind, Say); 8] = [
    (ErrorKind::InvalidSubcommand, |mistyped| mistyped.subcommand()),
    (ErrorKind::UnknownArgument, |mistyped| mistyped.argument()),
    (ErrorKind::InvalidValue, |mistyped| mistyped.value()),
    (ErrorKind::ValueValidation, |mistyped| mistyped.invalid()),
    (ErrorKind::MissingRequiredArgument, |mistyped| mistyped.missing()),
    (ErrorKind::TooFewValues, |mistyped| mistyped.missing()),
    (ErrorKind::TooManyValues, |mistyped| mistyped.without_value()),
    (ErrorKind::ArgumentConflict, |mistyped| mistyped.conflict()),
];

/// Returns a message that explains the error in a command line that `program` cannot parse, and what to type instead.
pub(super) fn message(context: &Context, error: &Error, program: &Command, words: &[String]) -> String {
    let (path, command) = meant(program, &words[1..]);
    let mistyped = Mistyped { context, error, program, command, path: path.replace('-', " "), words };
    let of_kind = SAID.iter().find(|(kind, _)| *kind == error.kind());
    let said = of_kind.and_then(|(_, say)| say(&mistyped));
    said.unwrap_or_else(|| mistyped.usual())
}

impl Mistyped<'_> {
    pub(super) fn one(&self, kind: ContextKind) -> Option<&str> {
        if let ContextValue::String(text) = self.error.get(kind)? { Some(text) } else { None }
    }

    fn several(&self, kind: ContextKind) -> Vec<&str> {
        let found = self.error.get(kind);
        if let Some(ContextValue::Strings(texts)) = found {
            return texts.iter().map(String::as_str).collect();
        }
        self.one(kind).into_iter().collect()
    }

    pub(super) fn help(&self) -> String {
        ["plywood", &self.path, "--help"].into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// Returns the command line with `count` words, starting at `at`, replaced by `by`.
    pub(super) fn corrected(&self, at: usize, count: usize, by: &[&str]) -> String {
        let before = self.words[1..at].iter().map(String::as_str);
        let words = before.chain(by.iter().copied()).chain(self.words.iter().skip(at + count).map(String::as_str));
        let words: Vec<String> = words.map(escape::shell).collect();
        format!("plywood {}", words.join(" "))
    }

    pub(super) fn position(&self, word: &str) -> Option<usize> {
        let is_typed = |typed: &String| typed == word || typed.split('=').next() == Some(word);
        self.words.iter().position(is_typed).filter(|at| 0 < *at)
    }

    /// Returns clap's own message.
    fn usual(&self) -> String {
        let text = self.error.render().to_string();
        let text = text.strip_prefix("error: ").unwrap_or(&text);
        let own = text.split("\n\n").next().unwrap_or(text).trim();
        format!("{own}\n  all options: {}", self.help())
    }

    fn subcommand(&self) -> Option<String> {
        let typed = self.one(ContextKind::InvalidSubcommand)?;
        let at = self.position(typed)?;
        if let Some(said) = self.topic(typed) {
            return Some(said);
        }
        let names = || self.command.get_subcommands().map(Command::get_name).filter(|name| *name != "help");
        let near = similar(typed, names());
        if let [name, ..] = near.as_slice() {
            let right = self.corrected(at, 1, &[name]);
            let typed = format!("{} {typed}", self.path);
            return Some(format!("there is no command `{}`{}\n  {right}", typed.trim_start(), did_you_mean(&near)));
        }
        if names().next().is_none() {
            let text = format!("`{}` has no commands of its own, so leave `{typed}` out", self.path);
            return Some(format!("{text}\n  all options: {}", self.help()));
        }
        let all = listed_with("or", &names().collect::<Vec<_>>());
        let path = if self.path.is_empty() { "plywood" } else { &self.path };
        Some(format!("expected {all} after `{path}`, not `{typed}`{}\n  more: {}", self.first_example(), self.help()))
    }

    /// Returns the message for a word that names a lesson or something else instead of a command.
    fn topic(&self, typed: &str) -> Option<String> {
        let asks_for_help = self.words.get(1).is_some_and(|word| word == "help");
        let escaped = escape::shell(typed);
        if is_subject(self.context, typed) {
            let named = meant_lesson(typed).filter(|_| self.path == "lessons");
            return Some(match (named, self.path.as_str()) {
                (Some(name), _) => format!(
                    "`{typed}` is a lesson\n  what its search does: plywood explain {name}\n  its source: plywood lessons show \
                     {name}"
                ),
                (None, "exercise") => format!(
                    "`{typed}` can be searched, but is not a command\n  to make an exercise from it: plywood exercise new {escaped}\n  \
                     to print its sheet: plywood exercise sheet {escaped}"
                ),
                _ => format!("`{typed}` can be searched, but is not a command:\n  plywood explain {escaped}"),
            });
        }
        if self.path == "lessons" && ["list", "all", "ls"].contains(&typed) {
            return Some("to list all lessons, run the command alone:\n  plywood lessons".to_owned());
        }
        if !asks_for_help {
            return None;
        }
        let explain = self.program.find_subcommand("explain")?;
        let option = typed.trim_start_matches('-');
        if explain.get_arguments().any(|arg| arg.get_long() == Some(option)) {
            return Some(format!("`--{option}` is an option of explain:\n  plywood explain --help"));
        }
        let explained = Mistyped { command: explain, path: "explain".to_owned(), ..*self };
        let (option, name) = explained.named_by(typed)?;
        Some(format!(
            "`{name}` is a value of {option}\n  what each value means: plywood explain {}\n  an example: plywood \
             explain wikipedia {}",
            explained.with_value(&option, "help").join(" "),
            explained.with_value(&option, &name).join(" ")
        ))
    }

    /// Returns whether an option was typed, by its long or its short name.
    pub(super) fn has_option(&self, long: &str) -> bool {
        let arg = self.command.get_arguments().find(|arg| arg.get_long() == Some(long));
        let short = arg.and_then(Arg::get_short).map(|letter| format!("-{letter}"));
        self.position(&format!("--{long}")).or_else(|| self.position(&short?)).is_some()
    }

    pub(super) fn first_example(&self) -> String {
        examples(&self.path).first().map(|(example, _)| format!("\n  for example: {example}")).unwrap_or_default()
    }

    fn value(&self) -> Option<String> {
        let (arg, value) = (self.one(ContextKind::InvalidArg)?, self.one(ContextKind::InvalidValue)?);
        let (option, values) = (option_name(arg), self.several(ContextKind::ValidValue));
        if value.is_empty() {
            let typed =
                self.words.iter().any(|word| word.starts_with(',') || word.ends_with(',') || word.contains(",,"));
            return Some(if typed && !values.is_empty() {
                format!("a name is missing next to a comma in {option}\n  expected one of: {}", values.join(", "))
            } else {
                let is_typed = |one: &&Arg| one.to_string() == arg;
                let about = self.command.get_arguments().find(is_typed).and_then(Arg::get_help);
                let about = about.map(|about| format!("\n  {arg}: {about}")).unwrap_or_default();
                format!("{option} needs a value{about}\n  all options: {}", self.help())
            });
        }
        let other =
            OTHER_VALUES.iter().find(|(other, name)| value.eq_ignore_ascii_case(other) && values.contains(name));
        let near = other.map_or_else(|| similar(value, values.iter().copied()), |(_, name)| vec![*name]);
        let pieces: Vec<&str> = value.split_whitespace().collect();
        let is_list = 1 < pieces.len()
            && pieces.iter().all(|piece| similar(piece, values.iter().copied()).first() == Some(piece));
        let mut text = format!("unknown value `{value}` for {option}");
        text += &match value.to_lowercase().as_str() {
            _ if is_list => format!("; separate names with commas: {option} {}", pieces.join(",")),
            "png" | "jpg" | "jpeg" | "gif" if option == "--format" && values.contains(&"svg") => {
                "; for a picture, use -o tree.svg".to_owned()
            }
            "pdf" | "png" | "jpg" | "jpeg" | "gif" if option == "--format" => {
                "; for a PDF, write a page (-o page.html) and print it from your browser".to_owned()
            }
            "expectimax" if option == "--algorithm" => "; minimax and alpha-beta also search chance nodes".to_owned(),
            _ if option == "--algorithm" && Technique::meant(value).is_some() => {
                let name = Technique::meant(value).map_or("", Technique::name);
                format!("; it is a technique: --with {name}")
            }
            text if text.starts_with("random:") && values.contains(&"random:SEED") => {
                "; SEED is a whole number, as in random:7".to_owned()
            }
            _ if near.is_empty() && values.contains(&"uci:ENGINE") => {
                format!("; if it is a UCI engine, write {option} uci:{value}")
            }
            _ => did_you_mean(&near),
        };
        if !values.is_empty() {
            text += &format!("\n  expected one of: {}", values.join(", "));
        }
        let has_meanings = option.starts_with("--") && !values.is_empty();
        if has_meanings {
            text +=
                &format!("\n  what each means: plywood {} {}", self.path, self.with_value(option, "help").join(" "));
        } else {
            text += &format!("\n  all options: {}", self.help());
        }
        Some(text)
    }

    fn invalid(&self) -> Option<String> {
        let (arg, value) = (self.one(ContextKind::InvalidArg)?, self.one(ContextKind::InvalidValue)?);
        if let Some(said) = self.one_hyphen() {
            return Some(said);
        }
        let reason = reason(self.error);
        Some(format!("invalid value `{value}` for {}: {reason}\n  all options: {}", option_name(arg), self.help()))
    }

    fn missing(&self) -> Option<String> {
        let missing = self.several(ContextKind::InvalidArg);
        let name = missing.first()?;
        if name.starts_with("--book") && self.words.iter().any(|word| word == "--seed" || word == "--random") {
            let at = self.words.iter().position(|word| word == "--seed" || word == "--random")?;
            let seed = self.words.get(at + 1).filter(|word| word.parse::<u64>().is_ok()).map_or("3", String::as_str);
            let right = self.corrected(at, 2, &["--order", &format!("random:{seed}")]);
            let text = "--random needs an opening book: add --book FILE.bin";
            return Some(format!("{text}\n  moves in random order: {right}"));
        }
        let needing = self.needing();
        let who = needing.as_deref().unwrap_or(&self.path);
        let example = if needing.is_some() { String::new() } else { self.first_example() };
        if name.trim_matches(['<', '>', '.']) == "PROGRAM"
            && let Some(at) =
                self.words.iter().position(|word| word.starts_with("./") || INTERPRETERS.contains(&&**word))
        {
            let right = self.corrected(at, 0, &["--"]);
            return Some(format!("{who} needs `--` before the program:\n  {right}"));
        }
        if name.starts_with('-') {
            let right = listed_with("and", &missing);
            return Some(format!("{who} needs {right}{example}\n  all options: {}", self.help()));
        }
        let is_last = |name: &str| self.command.get_arguments().any(|arg| arg.is_last_set() && arg.to_string() == name);
        let words = |name: &&str| {
            // A list of at least two is written twice.
            let (plain, of) = match name.split_once(' ') {
                Some((first, _)) => (first, "at least two "),
                None => (*name, ""),
            };
            let plain = plain.trim_end_matches("...").trim_matches(['<', '>', '[', ']']);
            let after = if is_last(name) { " after --" } else { "" };
            let nouns: Vec<String> = plain.split('|').map(|name| noun(name, !of.is_empty())).collect();
            format!("{of}{}{after}", listed_with("or", &nouns.iter().map(String::as_str).collect::<Vec<_>>()))
        };
        let missing: Vec<String> = missing.iter().map(words).collect();
        let missing: Vec<&str> = missing.iter().map(String::as_str).collect();
        let needed = listed_with("and", &missing);
        let piped = if self.is_piped() { "\n  to read from the pipe, write - for it: plywood ... -" } else { "" };
        let piped = piped.replace("...", &self.path);
        Some(format!("{who} needs {needed}{piped}{example}\n  all options: {}", self.help()))
    }

    /// Returns the message for options that come before the subcommand `name`.
    fn too_early(&self, name: &str) -> Option<String> {
        self.command.find_subcommand(name)?;
        let (front, at) = (1 + self.path.split_whitespace().count(), self.position(name)?);
        let (before, after) = (self.words.get(front..at)?, &self.words[at..]);
        let moved = [&self.words[..front], after, before].concat();
        let is_right = self.program.clone().try_get_matches_from(&moved).is_ok();
        let typed = self.several(ContextKind::PriorArg).into_iter().map(option_name).collect::<Vec<_>>();
        let (typed, path) = (listed_with("and", &typed), &self.path);
        Some(if is_right {
            let right = self.corrected(front, before.len() + after.len(), &strs(&moved[front..]));
            format!("write {typed} after `{path} {name}`:\n  {right}")
        } else {
            let right = self.corrected(front, before.len(), &[]);
            format!("{path} {name} cannot use {typed} here; leave it out:\n  {right}")
        })
    }

    /// Returns the option that requires what is missing: without this option, nothing is missing.
    fn needing(&self) -> Option<String> {
        let is_missing = |words: &[String]| {
            let error = self.program.clone().try_get_matches_from(words).err();
            error.is_some_and(|error| error.kind() == ErrorKind::MissingRequiredArgument)
        };
        self.command.get_arguments().find_map(|arg| {
            let option = format!("--{}", arg.get_long()?);
            let at = self.position(&option)?;
            let has_value = arg.get_action().takes_values() && self.words[at] == option;
            let mut words = self.words.to_vec();
            words.drain(at..(at + 1 + usize::from(has_value)).min(words.len()));
            (!is_missing(&words)).then_some(option)
        })
    }

    /// Returns whether a subject may be waiting on standard input.
    fn is_piped(&self) -> bool {
        self.context.input_is_piped() && self.command.get_arguments().any(|arg| arg.get_id() == "subject")
    }

    /// Returns the message for `--flag=value` if the flag takes no value.
    fn without_value(&self) -> Option<String> {
        let (option, value) = (self.one(ContextKind::InvalidArg)?, self.one(ContextKind::InvalidValue)?);
        let at = self.words.iter().position(|word| *word == format!("{option}={value}"))?;
        let right = self.corrected(at, 1, &[option]);
        Some(format!("{option} takes no value, so leave `={value}` out:\n  {right}"))
    }

    fn conflict(&self) -> Option<String> {
        if let Some(name) = self.one(ContextKind::InvalidSubcommand) {
            return self.too_early(name).or_else(|| self.subcommand());
        }
        let one = option_name(self.one(ContextKind::InvalidArg)?);
        let others: Vec<&str> = self.several(ContextKind::PriorArg).into_iter().map(option_name).collect();
        let text = if others.is_empty() || others == [one] {
            format!("give {one} only once")
        } else {
            format!("{one} cannot be used together with {}", listed_with("and", &others))
        };
        Some(format!("{text}\n  all options: {}", self.help()))
    }
}

fn strs(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}
