//! Messages for a command line that cannot be parsed: what is wrong, and what to type instead.

use super::args::similar::{did_you_mean, similar};
use super::command_line::verbose;
use super::commands::examples::examples;
use super::commands::help::meant;
use super::usage_words::{OTHER_OPTIONS, OTHER_VALUES, PLAYER_OPTIONS, SUBJECT_OPTIONS, noun, option_name, reason};
use crate::cli::args::unknown_subject::is_subject;
use crate::cli::context::Context;
use crate::core::names::{Named, normalize};
use crate::core::search::Technique;
use crate::core::text::listed_with;
use crate::lessons::model::meant_lesson;
use crate::page::escape;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{Arg, Command};

/// A command line that cannot be parsed, and clap's error.
struct Mistyped<'a> {
    context: &'a Context,
    error: &'a Error,
    program: &'a Command,
    /// The command that the user typed; `path` is its name, such as `exercise grade`.
    command: &'a Command,
    path: String,
    /// The whole command line, starting with the program's name.
    words: &'a [String],
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
    fn one(&self, kind: ContextKind) -> Option<&str> {
        if let ContextValue::String(text) = self.error.get(kind)? { Some(text) } else { None }
    }

    fn several(&self, kind: ContextKind) -> Vec<&str> {
        let found = self.error.get(kind);
        if let Some(ContextValue::Strings(texts)) = found {
            return texts.iter().map(String::as_str).collect();
        }
        self.one(kind).into_iter().collect()
    }

    fn help(&self) -> String {
        ["plywood", &self.path, "--help"].into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// Returns the command line with `count` words, starting at `at`, replaced by `by`.
    fn corrected(&self, at: usize, count: usize, by: &[&str]) -> String {
        let before = self.words[1..at].iter().map(String::as_str);
        let words = before.chain(by.iter().copied()).chain(self.words.iter().skip(at + count).map(String::as_str));
        let words: Vec<String> = words.map(escape::shell).collect();
        format!("plywood {}", words.join(" "))
    }

    fn position(&self, word: &str) -> Option<usize> {
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
    fn has_option(&self, long: &str) -> bool {
        let arg = self.command.get_arguments().find(|arg| arg.get_long() == Some(long));
        let short = arg.and_then(Arg::get_short).map(|letter| format!("-{letter}"));
        self.position(&format!("--{long}")).or_else(|| self.position(&short?)).is_some()
    }

    fn first_example(&self) -> String {
        examples(&self.path).first().map(|(example, _)| format!("\n  for example: {example}")).unwrap_or_default()
    }

    fn argument(&self) -> Option<String> {
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
        let known = |at, count, by: &[&str]| format!("\n  {}", self.corrected(at, count, by));
        let other = OTHER_OPTIONS.iter().find(|(others, _)| others.contains(&bare));
        let has_number = at.and_then(|at| self.words.get(at + 1)).is_some_and(|word| word.parse::<u32>().is_ok());
        if let Some(at) = at.filter(|_| !has_number || other.is_none())
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
            _ => similar(typed, longs.iter().map(String::as_str)),
        };
        let options: Vec<String> = near.iter().map(|name| format!("--{name}")).collect();
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        let right = match (at, options.as_slice()) {
            (Some(at), [option, ..]) => match self.words[at].split_once('=') {
                Some((_, value)) if !option.contains(' ') => known(at, 1, &[&format!("{option}={value}")]),
                _ => known(at, 1, &option.split(' ').collect::<Vec<_>>()),
            },
            _ => String::new(),
        };
        let has = |command: &&Command| command.get_arguments().any(|arg| arg.get_long() == Some(bare));
        let elsewhere = self.program.get_subcommands().find(has).filter(|_| options.is_empty());
        let elsewhere = elsewhere.map(|command| format!("; leave it out, or use {}, which has it", command.get_name()));
        let path = if self.path.is_empty() { "plywood" } else { &self.path };
        Some(format!(
            "{path} has no option `{typed}`{}{}{right}\n  all options: {}",
            elsewhere.unwrap_or_default(),
            did_you_mean(&options),
            self.help()
        ))
    }

    /// Returns whether the word after the option at `at` is a subject that the command takes without the option.
    fn takes_subject(&self, at: usize) -> bool {
        let is_subject = self.words.get(at + 1).is_some_and(|word| word.parse::<u32>().is_err());
        let words = [&self.words[..at], &self.words[at + 1..]].concat();
        is_subject && self.path != "exercise new" && self.program.clone().try_get_matches_from(words).is_ok()
    }

    /// Returns the words that give `value` to an option; an option whose value is optional takes it after `=`.
    fn with_value(&self, option: &str, value: &str) -> Vec<String> {
        let is_option = |arg: &&Arg| arg.get_long().is_some_and(|long| option.strip_prefix("--") == Some(long));
        match self.command.get_arguments().find(is_option).is_some_and(Arg::is_require_equals_set) {
            true => vec![format!("{option}={value}")],
            false => vec![option.to_owned(), value.to_owned()],
        }
    }

    /// Returns the message if a long option was typed with one hyphen, as in `-depth`, which is read as `-d epth`.
    fn one_hyphen(&self) -> Option<String> {
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
    fn named_by(&self, typed: &str) -> Option<(String, String)> {
        let name = normalize(typed);
        let value = |arg: &Arg| {
            let value = arg.get_possible_values().into_iter().find(|value| normalize(value.get_name()) == name)?;
            Some((format!("--{}", arg.get_long()?), value.get_name().to_owned()))
        };
        self.command.get_arguments().find_map(value)
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
