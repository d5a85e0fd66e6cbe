//! The command line: what was typed, turned into library calls.

mod explain;
mod lessons;
mod output;
mod subject;

use anyhow::Result;
use clap::{Parser, Subcommand};
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
    /// Search a lesson or a position and show what the search did
    Explain(Box<explain::Explain>),
    /// List the built-in lessons
    Lessons(lessons::Lessons),
}

impl Cli {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode> {
        match self.command {
            Command::Explain(explain) => explain.run(),
            Command::Lessons(lessons) => lessons.run(),
        }
    }
}

/// The command was used wrongly: exit code 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Usage(pub String);
