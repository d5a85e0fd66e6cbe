//! Help: `--help`, which lists every option in a line or two; `--with help`, which explains an option's values; and
//! manual pages.

use crate::cli::args::output_args::color_by_environment;
use crate::cli::args::similar::{did_you_mean, similar};
use crate::cli::command_error::{CommandError, Result, WithContext as _};
use crate::cli::commands::examples;
use crate::cli::context::Context;
use crate::cli::io::output_file::Output;
use crate::cli::io::pager::Paging;
use crate::cli::{Cli, usage};
use crate::core::names::normalize;
use crate::page::text::wrapped;
use clap::builder::{StyledStr, Styles};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Args, Command, CommandFactory, Error};
use clap_mangen::Man;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::{self, ExitCode};

/// If an option accepts more names than this, the help lists them only on request.
const MOST_NAMES: usize = 16;

/// Returns the answer to a command line that asks for help on a command, or on the values of an option. Clap would
/// answer these questions differently. The first word is the program's name.
pub(in crate::cli) fn asked(words: &[String], error: &Error) -> Option<StyledStr> {
    let mut program = Cli::command();
    program.build();
    let (path, command) = meant(&program, &words[1..]);
    let kind = error.kind();
    let is_of_value = matches!(kind, ErrorKind::InvalidValue | ErrorKind::ValueValidation);
    if kind == ErrorKind::DisplayHelp && !words.iter().any(|word| word == "-h") {
        Some(whole(&path, command.clone()))
    } else if is_of_value && is_asked(error, ContextKind::InvalidValue, "help") {
        meanings(command, error)
    } else {
        None
    }
}

/// Returns the command named by the words, with or without a leading `help`, and its name.
pub(in crate::cli) fn meant<'a>(program: &'a Command, words: &[String]) -> (String, &'a Command) {
    let words = words.iter().skip_while(|word| *word == "help");
    let mut found = (String::new(), program);
    for word in words {
        let Some(command) = found.1.find_subcommand(word) else { break };
        found = (if found.0.is_empty() { word.clone() } else { found.0 + "-" + word }, command);
    }
    found
}

/// Prepares an option for the help, which lists the option's names only if there are few.
fn listed(option: Arg) -> Arg {
    let option = option.hide_short_help(false);
    if option.get_possible_values().len() <= MOST_NAMES {
        return option;
    }
    let help = option.get_help().map(ToString::to_string).unwrap_or_default();
    let asked = format!("{help}; `--{} help` lists the values", option.get_long().unwrap_or_default());
    option.help(asked).hide_possible_values(true)
}

/// Returns the long help, which lists every option as briefly as the short help. Clap's long help takes four lines per
/// option and one per value.
fn whole(path: &str, command: Command) -> StyledStr {
    let has_more = command.get_arguments().any(|arg| arg.is_hide_short_help_set());
    // An option with an optional value does not take the next word as its value, so `--log help` would not work.
    let takes_names = command.get_arguments().filter(|arg| 1 < arg.get_possible_values().len());
    let (joined, apart): (Vec<&Arg>, Vec<&Arg>) = takes_names.partition(|arg| arg.is_require_equals_set());
    // `--with help`, which explains the techniques, is the most useful example.
    let named = apart.into_iter().filter_map(Arg::get_long);
    let asked = named.reduce(|first, other| if other == "with" { other } else { first }).unwrap_or("format").to_owned();
    let joined: Vec<String> =
        joined.into_iter().filter_map(Arg::get_long).map(|name| format!("`--{name}=help`")).collect();
    let joined = if joined.is_empty() { String::new() } else { format!(" (but {})", joined.join(", ")) };
    let command = command.mut_args(listed);
    let page = path.replace('-', " ");
    let own = command.get_after_long_help().or(command.get_after_help()).map(ToString::to_string);
    let own: Vec<String> = examples::listed(&page).into_iter().chain(own).collect();
    let more = (has_more && !page.is_empty()).then(|| {
        format!("To list an option's values, give it the value `help`: `--{asked} help`{joined}.\nAll options with their values: `plywood man {page}`")
    });
    let command = match &more {
        Some(_) => command.mut_arg("help", |help| help.help("Print this help; -h prints a summary")),
        None => command,
    };
    let below: Vec<String> = own.into_iter().chain(more).collect();
    if below.is_empty() { command } else { command.after_help(below.join("\n\n").trim_start().to_owned()) }
        .render_help()
}

/// Writes bytes to standard output as they are.
pub(in crate::cli) fn written(context: &Context, bytes: &[u8]) -> Result<()> {
    let mut out = context.output();
    out.write_all(bytes).and_then(|()| out.flush()).context("cannot write standard output")
}

/// Writes the text to standard output, whether or not it is a terminal.
pub(in crate::cli) fn print(context: &Context, text: &StyledStr) -> io::Result<()> {
    let mut out = context.output();
    if color_by_environment(context, context.output_is_a_terminal()) {
        writeln!(out, "{}", text.ansi().to_string().trim_end())?;
    } else {
        writeln!(out, "{}", text.to_string().trim_end())?;
    }
    out.flush()
}

fn is_asked(error: &Error, kind: ContextKind, value: &str) -> bool {
    matches!(error.get(kind), Some(ContextValue::String(given)) if given == value)
}

/// Returns the description of the option that the error names, and a line for each of its values.
fn meanings(command: &Command, error: &Error) -> Option<StyledStr> {
    let of_error = |arg: &&Arg| is_asked(error, ContextKind::InvalidArg, &arg.to_string());
    let option = command.get_arguments().find(of_error)?;
    let values = option.get_possible_values();
    let width = values.iter().map(|value| value.get_name().len()).max().unwrap_or_default();
    let styles = Styles::default();
    let heading = styles.get_header();
    let mut shown = StyledStr::new();
    let title = option.get_long_help().or(option.get_help()).map(ToString::to_string).unwrap_or_default();
    for line in title.lines().flat_map(|line| wrapped(line, 80)) {
        let _ = writeln!(shown, "{line}");
    }
    if !values.is_empty() {
        let _ = writeln!(shown, "\n{heading}{option}:{heading:#}");
    }
    for value in values {
        let help = value.get_help().map(ToString::to_string).unwrap_or_default();
        for (number, line) in wrapped(&help, 76 - width).iter().enumerate() {
            let name = if number == 0 { value.get_name() } else { "" };
            let _ = writeln!(shown, "{}", format!("  {name:width$}  {line}").trim_end());
        }
    }
    Some(shown)
}

/// Arguments of `plywood man`.
#[derive(Debug, Args)]
pub(in crate::cli) struct Manual {
    /// Command to document, such as `explain` or `exercise grade` [default: plywood itself]
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
}

impl Manual {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<ExitCode> {
        let mut program = Cli::command();
        program.build();
        let mut found: &Command = &program;
        let mut title = "plywood".to_owned();
        let words = self.command.iter().flat_map(|word| word.split([' ', '-']));
        for word in words.filter(|word| !word.eq_ignore_ascii_case("plywood")) {
            let is_meant = |command: &&Command| normalize(command.get_name()) == normalize(word);
            found = found
                .get_subcommands()
                .find(is_meant)
                .ok_or_else(|| unknown_topic(found, word, &self.command.join(" "), &title))?;
            title = format!("{title}-{}", found.get_name());
        }
        // The manual leaves out the description of an option that `-h` hides.
        let command = found.clone().mut_args(|option| option.hide_short_help(false));
        let mut page = Vec::new();
        let source = concat!("plywood ", env!("CARGO_PKG_VERSION"));
        Man::new(command).title(title).source(source).manual("plywood").render(&mut page)?;
        if !context.output_is_a_terminal() {
            written(context, &page)?;
        } else if !is_shown_by_man(&page) {
            let path = self.command.join("-");
            let mut out = Output::standard(context, Paging::Auto);
            writeln!(out, "{}", whole(&path, found.clone()))?;
            out.close()?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Shows a page with the system's `man`; returns whether that worked.
fn is_shown_by_man(page: &[u8]) -> bool {
    let Ok(mut file) = tempfile::Builder::new().prefix("plywood-").suffix(".1").tempfile() else { return false };
    let is_written = file.write_all(page).and_then(|()| file.flush()).is_ok();
    is_written && process::Command::new("man").arg("-l").arg(file.path()).status().is_ok_and(|status| status.success())
}

/// Returns the error for `word`, which does not name a command of `command`, whose page has this title.
fn unknown_topic(command: &Command, word: &str, typed: &str, title: &str) -> CommandError {
    let near = similar(word, command.get_subcommands().map(Command::get_name));
    let above = title.strip_prefix("plywood").unwrap_or_default().replace('-', " ");
    let example = near.first().map(|name| format!("\n  plywood man{above} {name}")).unwrap_or_default();
    let all = "\n  all commands: plywood --help\n  what a technique does: plywood explain --with help";
    usage(format!("there is no command `{typed}`{}{example}{all}", did_you_mean(&near)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Lists of names that one command defines differently, each with the reason.
    const OWN_NAMES: [(&str, &str, &str); 2] = [
        ("algorithm", "run", "a program may search for means"),
        ("ignore", "compare", "it ignores differences, and verify rules"),
    ];

    /// Descriptions that one command defines differently, each with the reason.
    const OWN_WORDS: [(&str, &str, &str); 7] = [
        ("leaves", "verify", "a number is the maximum number of leaves for the check against minimax"),
        ("plies", "make", "it limits how much of each game goes into a book"),
        ("width", "distil", "it limits the lesson, and explain limits what is shown"),
        ("width", "new", "it limits the exercise, and explain limits what is shown"),
        ("style", "course", "a handout may be the whole document of Sargon"),
        ("jobs", "run", "it runs programs, and the others search positions"),
        ("resume", "run", "it skips students, and the others positions"),
    ];

    /// Defaults that one command defines differently, each with the reason.
    const OWN: [(&str, &str, &str); 17] = [
        ("algorithm", "compare", "a comparison needs several"),
        ("algorithm", "run", "a program implements one of three"),
        ("cut", "compare", "one rule for all searches of a table"),
        ("depth", "distil", "a lesson is small"),
        ("depth", "new", "a sheet is small"),
        ("depth", "perft", "it takes no lesson"),
        ("depth", "run", "a program searches to the leaves"),
        ("evaluation", "distil", "it takes no lesson"),
        ("evaluation", "eval", "it takes no lesson"),
        ("jobs", "run", "a class may share the machine with its teacher"),
        ("log", "course", "a text of lessons has the log or not"),
        ("order", "distil", "it takes no lesson"),
        ("plies", "make", "a book knows openings"),
        ("plies", "retro", "a proof branches"),
        ("time", "run", "a program may never end"),
        ("width", "distil", "a lesson is small"),
        ("width", "new", "a sheet is small"),
    ];

    /// A command's definition of an option: its description, its default, and the names that it accepts.
    type Said = (String, String, Vec<String>);

    /// Adds every option of every command: for each name, the commands that have the option, with their descriptions.
    fn collect(command: &Command, options: &mut BTreeMap<String, Vec<(String, Said)>>) {
        for option in command.get_arguments().filter(|option| !option.is_positional() && option.get_id() != "help") {
            let help = option.get_help().map(ToString::to_string).unwrap_or_default();
            let (words, told) = help.split_once(" [default: ").unwrap_or((&help, "]"));
            // A description may end by saying that the option takes several values, or that it applies only to
            // exercises of positions.
            let words = words.trim_end_matches(", with commas between").trim_end_matches(", in exercises of positions");
            let given: Vec<_> = option.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
            let default = if told == "]" { given.join(",") } else { told.trim_end_matches(']').to_owned() };
            let names = option.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
            let said = (words.to_owned(), default, names);
            options.entry(option.get_id().to_string()).or_default().push((command.get_name().to_owned(), said));
        }
        for command in command.get_subcommands() {
            collect(command, options);
        }
    }

    /// Adds all option values that have no description.
    fn undescribed(command: &Command, found: &mut Vec<String>) {
        let options =
            command.get_arguments().filter(|option| !option.is_positional() && option.get_action().takes_values());
        for option in options {
            let values = option.get_possible_values().into_iter().filter(|value| value.get_help().is_none());
            found.extend(values.map(|value| format!("{} {option}: {}", command.get_name(), value.get_name())));
        }
        command.get_subcommands().for_each(|command| undescribed(command, found));
    }

    #[test]
    fn every_name_that_an_option_takes_is_described() {
        let mut program = Cli::command();
        program.build();
        let mut found = Vec::new();
        undescribed(&program, &mut found);
        assert_eq!(found, [""; 0]);
    }

    /// Messages name an option by its id.
    #[test]
    fn the_id_of_an_option_is_its_name() {
        fn others(command: &Command, found: &mut Vec<String>) {
            let is_other =
                |arg: &&Arg| arg.get_long().is_some_and(|long| arg.get_id().as_str().replace('_', "-") != long);
            found.extend(command.get_arguments().filter(is_other).map(|arg| arg.get_id().to_string()));
            command.get_subcommands().for_each(|command| others(command, found));
        }
        let mut found = Vec::new();
        others(&Cli::command(), &mut found);
        // No message about options names `explain --check FILE`.
        assert_eq!(found, ["stored"]);
    }

    #[test]
    fn an_option_means_one_thing() {
        let mut program = Cli::command();
        program.build();
        let mut options = BTreeMap::new();
        collect(&program, &mut options);
        assert!(60 < options.len(), "{}", options.len());
        for (option, said) in &options {
            let has_own = |command: &str| OWN.iter().any(|(own, of, _)| (*own, *of) == (option, command));
            let (_, (words, default, _)) = said.iter().find(|(command, _)| !has_own(command)).unwrap_or(&said[0]);
            let all = said.iter().map(|(_, (_, _, names))| names).max_by_key(|names| names.len()).unwrap();
            for (command, (own_words, own_default, names)) in said {
                let has_own_words =
                    OWN_WORDS.iter().any(|(own, of, _)| (*own, *of) == (option.as_str(), command.as_str()));
                assert_ne!(own_words == words, has_own_words, "--{option} of {command}: {own_words}, {words}");
                assert!(
                    own_default == default || has_own(command),
                    "--{option} of {command}: {own_default}, not {default}"
                );
                // Every name must be in the option's longest list of names. Formats differ because each command writes
                // different output.
                let has_own_names =
                    OWN_NAMES.iter().any(|(own, of, _)| (*own, *of) == (option.as_str(), command.as_str()));
                let is_known = |name: &String| all.contains(name) || option == "format" || has_own_names;
                assert!(names.iter().all(is_known), "--{option} of {command}: {names:?}, not {all:?}");
            }
        }
        let is_needless = |(option, command, _): &&(&str, &str, &str)| {
            let (own, others): (Vec<_>, Vec<_>) = options[*option].iter().partition(|(name, _)| name == command);
            others.iter().all(|(_, (_, default, _))| *default == own[0].1.1)
        };
        let needless: Vec<_> = OWN.iter().filter(is_needless).collect();
        assert!(needless.is_empty(), "these have the default of the others: {needless:?}");
    }
}
