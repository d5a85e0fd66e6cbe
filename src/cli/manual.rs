//! `plywood completions` and `plywood man`: what a shell and a reader need to know of the command line.

use super::{Cli, Usage};
use anyhow::Result;
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use std::io::{self, Write};
use std::process::ExitCode;

/// Arguments of `plywood completions`.
#[derive(Debug, Args)]
pub(super) struct Completions {
    /// For which shell
    shell: Shell,
}

/// Arguments of `plywood man`.
#[derive(Debug, Args)]
pub(super) struct Manual {
    /// The page of one command, such as `explain` [default: that of the program]
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

impl Completions {
    pub(super) fn run(&self) -> Result<ExitCode> {
        // By way of memory, as a closed pipe would be a panic otherwise.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "plywood", &mut script);
        print(&script)
    }
}

impl Manual {
    pub(super) fn run(&self) -> Result<ExitCode> {
        let mut program = Cli::command();
        program.build();
        let (title, command) = match &self.command {
            None => ("plywood".to_owned(), program),
            Some(name) => {
                let found = program.find_subcommand(name);
                let unknown = || Usage(format!("there is no command `{name}`; `plywood help` lists them all"));
                (format!("plywood-{name}"), found.ok_or_else(unknown)?.clone())
            }
        };
        let mut page = Vec::new();
        Man::new(command).title(title).render(&mut page)?;
        print(&page)
    }
}

fn print(bytes: &[u8]) -> Result<ExitCode> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
