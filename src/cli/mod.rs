//! The command line: what was typed, turned into library calls.

mod book;
mod compare;
mod distil;
mod engine;
mod eval;
mod explain;
mod games;
mod lessons;
mod output;
mod perft;
mod progress;
mod retro;
mod search_args;
mod several;
mod shown;
mod subject;
mod suite;
mod tables;
mod verify;

use anyhow::Result;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use plywood::search::{SearchError, SettingsError};
use plywood::study::StudyError;
use plywood::subject::SubjectError;
use plywood::verify::VerifyError;
use std::io::{self, Write};
use std::process::ExitCode;

/// Makes a game-tree search visible.
#[derive(Debug, Parser)]
#[command(version, about, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Show what an opening book knows of a position; make, merge and dump books
    Book(book::BookArgs),
    /// Search a lesson or a position in several ways and show what each is worth
    Compare(Box<compare::Compare>),
    /// Make a lesson of a position: the moves of which one can learn, with what the search found
    Distil(distil::Distil),
    /// Search a lesson or a position and show what the search did
    Explain(Box<explain::Explain>),
    /// Show what a position is worth without a search, and what that worth is made of
    Eval(eval::Eval),
    /// List the built-in lessons
    Lessons(lessons::Lessons),
    /// Count the lines of legal moves, to check the rules
    Perft(perft::Perft),
    /// Solve an ending of three or four men from the mates backwards
    Retro(retro::Retro),
    /// Check a search, or a recorded trace, against plain minimax, node by node
    Verify(Box<verify::Verify>),
}

impl Cli {
    /// Reads the command line; ends the program if it is wrong or asks for help.
    pub fn read() -> Self {
        let matches = Self::command().get_matches();
        let mut cli = Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
        if let (Command::Explain(explain), Some((_, given))) = (&mut cli.command, matches.subcommand()) {
            explain.engine.take_note(given);
        }
        cli
    }

    /// Runs the command.
    pub fn run(self) -> Result<ExitCode> {
        let done = self.command.run();
        tables::complain();
        done
    }
}

impl Command {
    fn run(self) -> Result<ExitCode> {
        match self {
            Command::Book(book) => book.run(),
            Command::Compare(compare) => compare.run(),
            Command::Distil(distil) => distil.run(),
            Command::Explain(explain) => explain.run(),
            Command::Eval(eval) => eval.run(),
            Command::Lessons(lessons) => lessons.run(),
            Command::Perft(perft) => perft.run(),
            Command::Retro(retro) => retro.run(),
            Command::Verify(verify) => verify.run(),
        }
    }
}

/// The command was used wrongly: exit code 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Usage(pub String);

/// Returns whether what was asked for makes no sense, so that the exit code is 2.
pub fn is_usage(error: &anyhow::Error) -> bool {
    let search =
        |error: &StudyError| matches!(error, StudyError::Search(error) if !matches!(error, SearchError::Stopped(_)));
    error.is::<Usage>()
        || error.is::<SettingsError>()
        || matches!(error.downcast_ref::<SubjectError>(), Some(error) if !matches!(error, SubjectError::Line(_)))
        || error.downcast_ref::<StudyError>().is_some_and(search)
        || matches!(error.downcast_ref::<VerifyError>(), Some(VerifyError::Study(error)) if search(error))
}

/// Says on standard error what went wrong.
pub fn complain(error: &anyhow::Error) {
    // Nobody is left to tell if standard error is closed, too.
    let _ = writeln!(io::stderr(), "plywood: {error:#}");
}
