//! The command line: turns the typed words into library calls.

mod args;
mod command_error;
mod command_line;
mod commands;
mod context;
mod io;
mod usage_error;
mod usage_option;
mod usage_words;
mod viewer;

use crate::cli::args::output_args::color_by_environment;
use crate::cli::args::values::evaluations;
use crate::cli::command_error::{CommandError, ExitKind, Result, failure};
use crate::cli::io::message::shortened;
use crate::core::game::classic::GameList;
use crate::page::document::Excerpt;
use crate::page::text::visible;
use clap::builder::TypedValueParser as _;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
pub use context::Context;
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
use std::sync::LazyLock;

/// The first commands to try; `plywood` alone and `plywood --help` print them.
const TRY: &str = "\
Try:
  plywood explain sargon-1                          a chess lesson
  plywood explain \"((3 12 8) (2 4 6) (14 5 2))\"     a tree as textbooks print it
  plywood explain startpos --depth 4                a position
  plywood lessons                                   all lessons, by topic";

/// Makes game-tree search visible.
#[derive(Debug, Parser)]
#[command(version, long_version = VERSIONS.as_str(), about, max_term_width = 80, after_help = TRY)]
pub struct Cli {
    #[command(subcommand)]
    command: CliCommand,
}

/// The versions of the program and of the formats that it reads and writes.
static VERSIONS: LazyLock<String> = LazyLock::new(|| {
    let program = env!("CARGO_PKG_VERSION");
    let (traces, lessons) = (crate::core::trace::VERSION, crate::lessons::model::VERSION);
    let formats: Vec<&str> = crate::formats::FORMATS.iter().map(|format| format.name).collect();
    format!("{program}\ntraces: version {traces}\nlessons: version {lessons}\nwrites: {}", formats.join(", "))
});

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    main_with(GameList::default())
}

/// Runs the command line of this process with these named games: `GameList::default().with::<Take>()`.
pub fn main_with(games: GameList) -> ExitCode {
    let context = Context::of_process().with_games(games);
    #[cfg(target_os = "linux")]
    if io::guard::is_guard(context.words()) {
        return io::guard::guard(context.words());
    }
    run(&context)
}

/// Runs the command line of a context, and reports errors. The exit code is 0 for success, 1 for failure, and 2 for
/// wrong usage.
pub fn run(context: &Context) -> ExitCode {
    let cli = match Cli::read(context) {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    match cli.run(context) {
        Ok(code) => code,
        Err(error) => {
            if error.kind() != ExitKind::Unread {
                context.complain(&error);
            }
            error.exit_code(context.decided())
        }
    }
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    /// Search a lesson or position, and explain what happened
    Explain(Box<commands::explain::Explain>),
    /// Step through a search, forward and back, in the terminal
    Step(Box<commands::step::StepArgs>),
    /// Compare the cost of several searches, or two traces
    Compare(Box<commands::compare::Compare>),
    /// Check a search or a trace for inconsistencies and errors
    Verify(Box<commands::verify::Verify>),
    /// Evaluate a position without searching it
    Eval(commands::eval::Eval),
    /// List the built-in lessons, or print or create a lesson file
    Lessons(commands::lessons::Lessons),
    /// Read the course, or make a handout of lessons
    Course(commands::course::Course),
    /// Turn a position into a lesson
    Distil(commands::lessons::Distil),
    /// Build a three- or four-piece endgame tablebase
    Retro(commands::retro::Retro),
    /// Look up a position in an opening book, or make, merge and print books
    Book(commands::eval::BookArgs),
    /// Write a web page for typing, changing and searching trees
    Playground(commands::playground::Playground),
    /// Write a folder of pages for a class: playground, course, lessons
    Site(commands::site::Site),
    /// Make exercises, print sheets, grade answers and programs
    Exercise(commands::exercise::ExerciseArgs),
    /// Print a completion script for your shell
    Completions(commands::completions::Completions),
    /// Print a manual page
    Man(commands::help::Manual),
    /// Count move sequences, to check a move generator
    Perft(commands::perft::Perft),
}

impl Cli {
    /// Parses the command line. If it is wrong or asks for help, prints the reply and returns the exit code.
    fn read(context: &Context) -> Result<Self, ExitCode> {
        let program = Self::program(context.games());
        let words = command_line::completed(context, &program).map_err(|text| {
            context.tell(&text);
            ExitCode::from(2)
        })?;
        context.remember_completed(&words);
        Self::parse_by(program, words.clone()).map_err(|error| {
            // The message quotes the command line, so plywood rebuilds the error from shortened words without control
            // characters.
            let shown: Vec<String> = words.iter().map(|word| visible(&shortened(&word.to_string_lossy()))).collect();
            let again = Self::parse_by(Self::program(context.games()), shown.iter().map(OsString::from).collect());
            let error = again.err().unwrap_or(error);
            match commands::help::asked(&shown, &error) {
                Some(text) => {
                    let printed = commands::help::print(context, &text);
                    printed.map_or_else(|problem| unwritten(context, problem), |()| ExitCode::SUCCESS)
                }
                None => answer(context, &error, &shown),
            }
        })
    }

    /// Parses a given command line, which starts with the program's name.
    ///
    /// # Errors
    /// The error of clap, which also reports a request for help as an error.
    pub fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        Self::parse_by(Self::command(), words.into_iter().collect())
    }

    /// Parses a command line by the definitions of `program`.
    fn parse_by(mut program: clap::Command, words: Vec<OsString>) -> Result<Self, clap::Error> {
        // One command is used, and the options of the others are not read.
        if let Some(used) = words.get(1).and_then(|word| program.find_subcommand_mut(word)) {
            *used = with_negative_numbers(std::mem::take(used));
        }
        let matches = program.try_get_matches_from(words);
        Self::from_arg_matches(&matches.map_err(without_idle_tips)?)
    }

    /// Returns the commands and options for these games.
    fn program(games: &GameList) -> clap::Command {
        if *games == GameList::default() { Self::command() } else { with_evaluations(Self::command(), games) }
    }

    /// Runs the command.
    ///
    /// # Errors
    /// If the command cannot do what the user asked for; the error knows the exit code.
    pub fn run(self, context: &Context) -> Result<ExitCode> {
        let done = self.command.run(context);
        args::tablebase_folder::complain(context);
        context.engines.end(done)
    }
}

/// Removes clap's tip to put `--` before an unknown option. With `--`, the command would take the option for a lesson
/// or file, and fail.
fn without_idle_tips(mut error: clap::Error) -> clap::Error {
    if let Some(ContextValue::StyledStrs(mut tips)) = error.remove(ContextKind::Suggested) {
        tips.retain(|tip| !tip.to_string().contains("as a value"));
        if !tips.is_empty() {
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
        }
    }
    error
}

/// Lets every option take a negative number as its value, so that the error can say what is wrong with the number.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let takes_value = |arg: &clap::Arg| !arg.is_positional() && arg.get_action().takes_values();
    let command = command.mut_args(|arg| if takes_value(&arg) { arg.allow_negative_numbers(true) } else { arg });
    command.mut_subcommands(with_negative_numbers)
}

/// Makes options that accept the static evaluations of built-in games accept the evaluations of `games` instead.
fn with_evaluations(command: clap::Command, games: &GameList) -> clap::Command {
    let own = evaluations(&GameList::default());
    let own: Vec<_> = own.possible_values().into_iter().flatten().collect();
    let takes_them = |arg: &clap::Arg| arg.get_possible_values() == own;
    let command = command.mut_args(|arg| if takes_them(&arg) { arg.value_parser(evaluations(games)) } else { arg });
    command.mut_subcommands(|command| with_evaluations(command, games))
}

/// Reports what is wrong with the command line, or shows the requested help, which is normal output.
fn answer(context: &Context, error: &clap::Error, words: &[String]) -> ExitCode {
    if error.use_stderr() && error.kind() != ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let mut program = Cli::program(context.games());
        program.build();
        context.tell(&usage_error::message(context, error, &program, words));
        return ExitCode::from(2);
    }
    let (text, is_output) = (error.render(), !error.use_stderr());
    let is_terminal = if is_output { context.output_is_a_terminal() } else { context.errors_are_a_terminal() };
    let mut out = if is_output { context.output() } else { context.errors() };
    let text = if color_by_environment(context, is_terminal) { text.ansi().to_string() } else { text.to_string() };
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(problem) if is_output => unwritten(context, problem),
        _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(1)),
    }
}

fn unwritten(context: &Context, problem: std::io::Error) -> ExitCode {
    if problem.kind() == std::io::ErrorKind::BrokenPipe {
        return ExitCode::SUCCESS;
    }
    context.complain(&CommandError::from(problem).context("cannot write standard output"));
    ExitCode::FAILURE
}

/// Parses a command shown in a text, without the program's name.
fn parsed(context: &Context, words: &[String]) -> Result<CliCommand> {
    let words = ["plywood".into()].into_iter().chain(words.iter().map(OsString::from));
    Ok(Cli::parse_by(Cli::program(context.games()), words.collect())?.command)
}

impl CliCommand {
    /// Runs a command that appears in a text, and returns part of its page.
    fn excerpt(&self, context: &Context, excerpt: Excerpt) -> Result<String> {
        match self {
            CliCommand::Compare(compare) => compare.excerpt(context, excerpt),
            CliCommand::Explain(explain) => explain.excerpt(context, excerpt),
            CliCommand::Eval(eval) => eval.excerpt(context, excerpt),
            CliCommand::Perft(perft) => perft.page(context),
            CliCommand::Retro(retro) => retro.excerpt(context, excerpt),
            CliCommand::Verify(verify) => verify.excerpt(context, excerpt),
            CliCommand::Book(_)
            | CliCommand::Completions(_)
            | CliCommand::Course(_)
            | CliCommand::Distil(_)
            | CliCommand::Exercise(_)
            | CliCommand::Lessons(_)
            | CliCommand::Man(_)
            | CliCommand::Playground(_)
            | CliCommand::Site(_)
            | CliCommand::Step(_) => Err(failure!("a text shows only pages of searches and positions")),
        }
    }

    fn run(self, context: &Context) -> Result<ExitCode> {
        match self {
            CliCommand::Book(book) => book.run(context),
            CliCommand::Compare(compare) => compare.run(context),
            CliCommand::Completions(completions) => completions.run(context),
            CliCommand::Course(course) => course.run(context),
            CliCommand::Distil(distil) => distil.run(context),
            CliCommand::Exercise(exercise) => exercise.run(context),
            CliCommand::Explain(mut explain) => explain.run(context),
            CliCommand::Eval(eval) => eval.run(context),
            CliCommand::Lessons(lessons) => lessons.run(context),
            CliCommand::Man(manual) => manual.run(context),
            CliCommand::Perft(perft) => perft.run(context),
            CliCommand::Step(step) => step.run(context),
            CliCommand::Playground(playground) => playground.run(context),
            CliCommand::Retro(retro) => retro.run(context),
            CliCommand::Site(site) => site.run(context),
            CliCommand::Verify(verify) => verify.run(context),
        }
    }
}

/// Returns a usage error.
fn usage(text: impl Into<String>) -> CommandError {
    CommandError::new(ExitKind::Usage, text)
}
