//! Messages for an option that a command does not have: what to type instead.

use super::args::similar::{did_you_mean, similar};
use super::command_line::verbose;
use super::usage_error::Mistyped;
use super::usage_words::{OTHER_OPTIONS, PLAYER_OPTIONS, SUBJECT_OPTIONS};
use crate::core::names::normalize;
use clap::error::{ContextKind, ErrorKind};
use clap::{Arg, Command};

impl Mistyped<'_> {
    pub(super) fn argument(&self) -> Option<String> {
        let typed = self.one(ContextKind::InvalidArg)?;
        if !typed.starts_with('-') {
            let text = format!("unexpected argument `{typed}`: {} takes no further arguments", self.path);
            return Some(format!("{text}{}\n  all options: {}", self.first_example(), self.help()));
        }
        if typed.starts_with("- ") {
            let path = &self.path;
            return Some(format!(
                "a text that begins with `-` looks like an option; write `--` before it, or read it from a file:\n  plywood {path} -- \
                 \"- A ..\"\n  plywood {path} outline.txt"
            ));
        }
        let is_file = |word: &&String| word.starts_with(typed) && self.context.at(word).is_file();
        if let Some((at, word)) = self.words.iter().enumerate().find(|(_, word)| is_file(word)) {
            let right = self.corrected(at, 1, &[&format!("./{word}")]);
            return Some(format!("`{word}` looks like an option; to name the file, begin with its folder:\n  {right}"));
        }
        if ["-v", "--verbose"].contains(&typed) {
            let in_full = self.position(typed).filter(|_| 3 < self.words.len() && !self.has_option("log"));
            let in_full = in_full.map(|at| self.corrected(at, 1, &["--log", "--full"]));
            return Some(verbose(&self.path, in_full));
        }
        if let Some(said) = self.one_hyphen().or_else(|| self.one_word(typed)) {
            return Some(said);
        }
        let (at, bare) = (self.position(typed), typed.trim_start_matches('-'));
        if at == Some(1) && self.program.find_subcommand(bare).is_some() {
            let right = self.corrected(1, 1, &[bare]);
            return Some(format!("`{bare}` is a command, so write it without hyphens:\n  {right}"));
        }
        let known = |at, count, by: &[&str]| format!("\n  {}", self.corrected(at, count, by));
        let other = OTHER_OPTIONS.iter().find(|(others, _)| others.contains(&bare));
        let elsewhere = self.elsewhere(bare).filter(|_| other.is_none() && typed.starts_with("--"));
        let has_number = at.and_then(|at| self.words.get(at + 1)).is_some_and(|word| word.parse::<u32>().is_ok());
        if let Some(at) = at.filter(|_| elsewhere.is_none() && (!has_number || other.is_none()))
            && let Some((option, name)) = self.named_by(typed)
        {
            // A file that exists is what to read, and must not be replaced.
            let is_new = |word: &&String| word.contains('.') && !self.context.at(word).exists();
            let file = self.words.get(at + 1).filter(|word| option == "--format" && is_new(word));
            let right = match file {
                Some(file) => known(at, 2, &["-o", file]),
                None => {
                    let words = self.with_value(&option, &name);
                    let count = 1 + usize::from(has_number);
                    known(at, count, &words.iter().map(String::as_str).collect::<Vec<_>>())
                }
            };
            return Some(format!("there is no option `{typed}`; `{name}` is a value of {option}:{right}"));
        }
        if let Some(at) = at.filter(|at| SUBJECT_OPTIONS.contains(&bare) && self.takes_subject(*at)) {
            let right = known(at, 1, &[]);
            return Some(format!("there is no option `{typed}`; what to search is given without an option:{right}"));
        }
        if PLAYER_OPTIONS.contains(&bare) {
            return Some(format!(
                "there is no option `{typed}`; a typed tree says who moves: min((3 12) (2 4))\n  all options: {}",
                self.help()
            ));
        }
        // An option that was given already is not the one that was meant.
        let is_alone = at.is_none_or(|at| !self.words[at].contains('='));
        let longs = self.command.get_arguments().filter(|arg| is_alone || arg.get_action().takes_values());
        let longs = longs.filter_map(Arg::get_long).filter(|name| !self.has_option(name));
        let longs: Vec<String> = longs.map(str::to_owned).collect();
        let near = match other {
            Some((_, option)) if option.split(' ').next().is_some_and(|name| longs.iter().any(|long| long == name)) => {
                vec![*option]
            }
            _ if elsewhere.is_some() => Vec::new(),
            _ => similar(typed, longs.iter().map(String::as_str)),
        };
        let options: Vec<String> = near.iter().map(|name| format!("--{name}")).collect();
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        let right =
            at.and_then(|at| options.iter().find_map(|option| self.with_option(at, option))).unwrap_or_default();
        let elsewhere = self.elsewhere(bare).filter(|_| options.is_empty());
        let elsewhere = elsewhere.map(|name| format!("; leave it out, or use {name}, which has it"));
        let path = if self.path.is_empty() { "plywood" } else { &self.path };
        Some(format!(
            "{path} has no option `{typed}`{}{}{right}\n  all options: {}",
            elsewhere.unwrap_or_default(),
            did_you_mean(&options),
            self.help()
        ))
    }

    /// Returns the command line with another option at `at`, unless the value of that option is missing or invalid.
    fn with_option(&self, at: usize, option: &str) -> Option<String> {
        let typed = &self.words[at];
        let is_number = |value: &&str| !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
        let by: Vec<String> = match (typed.split_once('='), typed.strip_prefix(option).filter(is_number)) {
            (Some((_, value)), _) if !option.contains(' ') => vec![format!("{option}={value}")],
            // The value follows without a space, as in `--depth2`.
            (None, Some(value)) => vec![option.to_owned(), value.to_owned()],
            _ => option.split(' ').map(str::to_owned).collect(),
        };
        let words = [&self.words[..at], &by, &self.words[at + 1..]].concat();
        let error = self.program.clone().try_get_matches_from(words).err();
        // If another option is unknown as well, the next message corrects that one.
        let works = error.is_none_or(|error| error.kind() == ErrorKind::UnknownArgument);
        let by: Vec<&str> = by.iter().map(String::as_str).collect();
        works.then(|| format!("\n  {}", self.corrected(at, 1, &by)))
    }

    /// Returns the name of the first command that has this option.
    fn elsewhere(&self, long: &str) -> Option<String> {
        let has = |command: &Command| command.get_arguments().any(|arg| arg.get_long() == Some(long));
        let inside = |command: &Command| {
            let inner = command.get_subcommands().find(|inner| has(inner));
            inner.map(|inner| format!("{} {}", command.get_name(), inner.get_name()))
        };
        let of = |command: &Command| if has(command) { Some(command.get_name().to_owned()) } else { inside(command) };
        self.program.get_subcommands().find_map(of)
    }

    /// Returns whether the word after the option at `at` is a subject that the command takes without the option.
    fn takes_subject(&self, at: usize) -> bool {
        let is_subject = self.words.get(at + 1).is_some_and(|word| word.parse::<u32>().is_err());
        let words = [&self.words[..at], &self.words[at + 1..]].concat();
        is_subject && self.path != "exercise new" && self.program.clone().try_get_matches_from(words).is_ok()
    }

    /// Returns the words that give `value` to an option; an option whose value is optional takes it after `=`.
    pub(super) fn with_value(&self, option: &str, value: &str) -> Vec<String> {
        let is_option = |arg: &&Arg| arg.get_long().is_some_and(|long| option.strip_prefix("--") == Some(long));
        match self.command.get_arguments().find(is_option).is_some_and(Arg::is_require_equals_set) {
            true => vec![format!("{option}={value}")],
            false => vec![option.to_owned(), value.to_owned()],
        }
    }

    /// Returns the message if a long option was typed with one hyphen, as in `-depth`, which is read as `-d epth`.
    pub(super) fn one_hyphen(&self) -> Option<String> {
        let is_long = |word: &String| {
            let name = word.strip_prefix('-').filter(|name| !name.starts_with('-') && 1 < name.len());
            let name = name.and_then(|name| name.split('=').next());
            name.is_some_and(|name| self.command.get_arguments().any(|arg| arg.get_long() == Some(name)))
        };
        let at = self.words.iter().position(is_long)?;
        let option = format!("-{}", self.words[at]);
        let right = self.corrected(at, 1, &[&option]);
        Some(format!("`{}` has one hyphen too few:\n  {right}", self.words[at]))
    }

    /// Returns the message if an option and its value were typed as one word, as in `"--depth 2"`.
    fn one_word(&self, typed: &str) -> Option<String> {
        let (name, value) = typed.split_once(char::is_whitespace)?;
        let is_option = |arg: &Arg| {
            let is_short = arg.get_short().is_some_and(|letter| name == format!("-{letter}"));
            arg.get_action().takes_values()
                && (is_short || arg.get_long().is_some_and(|long| name.strip_prefix("--") == Some(long)))
        };
        let at = self.position(typed).filter(|_| self.command.get_arguments().any(is_option))?;
        let right = self.corrected(at, 1, &[name, value.trim()]);
        Some(format!(
            "`{typed}` is one word here; leave out the quotation marks around an option and its value:\n  {right}"
        ))
    }

    /// Returns the option that accepts the typed word as a value, and the value as the option spells it.
    pub(super) fn named_by(&self, typed: &str) -> Option<(String, String)> {
        let name = normalize(typed);
        let value = |arg: &Arg| {
            let value = arg.get_possible_values().into_iter().find(|value| normalize(value.get_name()) == name)?;
            Some((format!("--{}", arg.get_long()?), value.get_name().to_owned()))
        };
        self.command.get_arguments().find_map(value)
    }
}
