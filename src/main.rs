//! The `plywood` command.

mod cli;

use plywood::study::StudyError;
use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = match cli::Cli::read() {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    match cli.run() {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let code = if cli::is_usage(&error) { 2 } else { 1 };
            cli::complain(&error);
            ExitCode::from(code)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io_error = |cause: &(dyn std::error::Error + 'static)| match cause.downcast_ref::<StudyError>() {
        Some(StudyError::Io(error)) => Some(error.kind()),
        _ => cause.downcast_ref::<io::Error>().map(io::Error::kind),
    };
    error.chain().any(|cause| io_error(cause) == Some(io::ErrorKind::BrokenPipe))
}
