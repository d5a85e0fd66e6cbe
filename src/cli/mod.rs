//! The command line: what was typed, turned into library calls.

mod args;
mod commands;
mod io;
mod viewer;

use crate::cli::io::pager::{in_own_lines, shortened};
use crate::core::search::{SearchError, SettingsError};
use crate::core::study::StudyError;
use crate::exercise::ExerciseSpecError;
use crate::page::Style;
use crate::page::text::visible;
use crate::subject::SubjectError;
use crate::verify::VerifyError;
use anyhow::Result;
use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
use std::sync::LazyLock;

/// What to try first: printed by `plywood` alone and by `plywood --help`.
const TRY: &str = "\
Try:
  plywood explain sargon-1                          a chess lesson
  plywood explain \"((3 12 8) (2 4 6) (14 5 2))\"     a tree as textbooks print it
  plywood explain startpos --depth 4                a position
  plywood lessons                                   all lessons, in course order";

/// Makes a game-tree search visible.
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

/// Reads the command line of this process, runs it, and says what went wrong: 0 fine, 1 failed, 2 wrong usage.
pub fn main() -> ExitCode {
    let cli = match Cli::read() {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    match cli.run() {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error);
            ExitCode::from(if is_usage(&error) { 2 } else { 1 })
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io_error = |cause: &(dyn std::error::Error + 'static)| match cause.downcast_ref::<StudyError>() {
        Some(StudyError::Io(error)) => Some(error.kind()),
        _ => cause.downcast_ref::<std::io::Error>().map(std::io::Error::kind),
    };
    error.chain().any(|cause| io_error(cause) == Some(std::io::ErrorKind::BrokenPipe))
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    /// Search a lesson or a position, and show what was done and why
    Explain(Box<commands::explain::Explain>),
    /// Walk through a search, forward and back, in the terminal
    Step(Box<commands::step::StepArgs>),
    /// Search in several ways, and show what each costs
    Compare(Box<commands::compare::Compare>),
    /// Check a search, or a recorded trace, against plain minimax
    Verify(Box<commands::verify::Verify>),
    /// Show what a position is worth without a search
    Eval(commands::eval::Eval),
    /// List the built-in lessons; show one's source; write a new one
    Lessons(commands::lessons::Lessons),
    /// Read the course, a chapter or the whole; make a text of lessons
    Course(commands::course::Course),
    /// Make a lesson of a position
    Distil(commands::lessons::Distil),
    /// Solve an ending of three or four men, from mate backwards
    Retro(commands::retro::Retro),
    /// Ask an opening book; make, merge and dump books
    Book(commands::eval::BookArgs),
    /// Write a page in which trees are typed, changed and searched
    Playground(commands::explain::Playground),
    /// Make exercises, print their sheets, and mark the answers
    Exercise(commands::exercise::ExerciseArgs),
    /// Print a script that completes options in your shell
    Completions(commands::help::Completions),
    /// Print a manual page
    Man(commands::help::Manual),
    /// Count the lines of legal moves, to check the rules
    Perft(commands::verify::Perft),
}

impl Cli {
    /// Reads the command line. If it is wrong or asks for help, that was answered, and the program ends.
    fn read() -> Result<Self, ExitCode> {
        let words: Vec<OsString> = std::env::args_os().collect();
        Self::parse(words.clone()).map_err(|error| {
            // The message quotes what was typed, so it is made again of short words in which nothing acts.
            let shown: Vec<String> = words.iter().map(|word| visible(&shortened(&word.to_string_lossy()))).collect();
            let error = Self::parse(shown.iter().map(OsString::from)).err().unwrap_or(error);
            match commands::help::asked(&shown, &error) {
                Some(text) => commands::help::print(&text).map_or_else(unwritten, |()| ExitCode::SUCCESS),
                None => answer(&error),
            }
        })
    }

    /// Reads a command line that is given, the program's name first.
    pub fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let matches = with_negative_numbers(Self::command()).try_get_matches_from(words);
        Self::from_arg_matches(&matches.map_err(without_idle_tips)?)
    }

    /// Runs the command.
    pub fn run(self) -> Result<ExitCode> {
        let done = self.command.run();
        args::search_args::complain();
        io::uci_engine::end(done)
    }
}

/// The same error without the tip to put `--` before what is no option. The command would hold it for a lesson or a file then,
/// and fail.
fn without_idle_tips(mut error: clap::Error) -> clap::Error {
    if let Some(ContextValue::StyledStrs(mut tips)) = error.remove(ContextKind::Suggested) {
        tips.retain(|tip| !tip.to_string().contains("as a value"));
        if !tips.is_empty() {
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
        }
    }
    error
}

/// A number behind an option is its value, negative or not, so that it is refused with the reason.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let takes_value = |arg: &clap::Arg| !arg.is_positional() && arg.get_action().takes_values();
    let command = command.mut_args(|arg| if takes_value(&arg) { arg.allow_negative_numbers(true) } else { arg });
    command.mut_subcommands(with_negative_numbers)
}

/// Says what is wrong with the command line, or shows the help that it asks for, which is output as any other.
fn answer(error: &clap::Error) -> ExitCode {
    match error.print().and_then(|()| std::io::stdout().flush()) {
        Err(problem) if !error.use_stderr() => unwritten(problem),
        _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(1)),
    }
}

fn unwritten(problem: std::io::Error) -> ExitCode {
    if problem.kind() == std::io::ErrorKind::BrokenPipe {
        return ExitCode::SUCCESS;
    }
    complain(&anyhow::Error::new(problem).context("cannot write standard output"));
    ExitCode::FAILURE
}

/// Runs a command, given without the program's name, and returns what it writes; its pages have those looks.
pub fn printed(words: &[String], looks: &Style) -> Result<String> {
    let cli = Cli::parse(["plywood".into()].into_iter().chain(words.iter().map(OsString::from)))?;
    io::progress::inside(*looks, || cli.command.run())
}

impl CliCommand {
    fn run(self) -> Result<ExitCode> {
        match self {
            CliCommand::Book(book) => book.run(),
            CliCommand::Compare(compare) => compare.run(),
            CliCommand::Completions(completions) => completions.run(),
            CliCommand::Course(course) => course.run(),
            CliCommand::Distil(distil) => distil.run(),
            CliCommand::Exercise(exercise) => exercise.run(),
            CliCommand::Explain(explain) => explain.run(),
            CliCommand::Eval(eval) => eval.run(),
            CliCommand::Lessons(lessons) => lessons.run(),
            CliCommand::Man(manual) => manual.run(),
            CliCommand::Perft(perft) => perft.run(),
            CliCommand::Step(step) => step.run(),
            CliCommand::Playground(playground) => playground.run(),
            CliCommand::Retro(retro) => retro.run(),
            CliCommand::Verify(verify) => verify.run(),
        }
    }
}

/// The command was used wrongly: exit code 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Usage(String);

/// Returns the error of a command that was used wrongly.
fn usage(text: impl Into<String>) -> anyhow::Error {
    Usage(text.into()).into()
}

/// Returns whether what was asked for makes no sense, so that the exit code is 2.
fn is_usage(error: &anyhow::Error) -> bool {
    let search =
        |error: &StudyError| matches!(error, StudyError::Search(error) if !matches!(error, SearchError::Stopped(_)));
    error.is::<Usage>()
        || error.is::<SettingsError>()
        || matches!(error.downcast_ref::<ExerciseSpecError>(), Some(ExerciseSpecError::Impossible { .. }))
        || matches!(error.downcast_ref::<SubjectError>(), Some(error) if !matches!(error, SubjectError::Line(_)))
        || error.downcast_ref::<StudyError>().is_some_and(search)
        || matches!(error.downcast_ref::<VerifyError>(), Some(VerifyError::Study(error)) if search(error))
}

fn complain(error: &anyhow::Error) {
    tell(&format!("{error:#}"));
}

/// Says something on standard error. Whatever it quotes, nothing in it acts, and nothing is longer than people read. A further
/// line is indented.
pub fn tell(text: &str) {
    // Nobody is left to tell if standard error is closed, too.
    let arguments = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let _ = writeln!(std::io::stderr(), "plywood: {}", shortened(&in_own_lines(text, arguments)));
}
