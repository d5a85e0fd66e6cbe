//! `plywood explain --check`: compares a page with the one that was stored in a file.

use crate::cli::command_error::{ExitKind, Result, bail};
use crate::cli::context::Context;
use crate::cli::io::input_file::{self, shown_name};
use crate::cli::io::output_file::Output;
use crate::cli::io::pager::Paging;
use crate::page::text::visible;
use crate::page::text_diff::text_diff;
use crate::page::{Command, Style};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// Compares what `print` writes with the stored page, and writes the difference. The exit code is 1 if they differ, and
/// 2 if they cannot be compared.
pub(super) fn check(context: &Context, stored: &Path, print: impl FnOnce(&Context) -> Result<()>) -> Result<ExitCode> {
    match compared(context, stored, print) {
        Err(error) if error.kind() != ExitKind::Unread => {
            context.complain(&error);
            Ok(ExitCode::from(2))
        }
        done => done,
    }
}

fn compared(context: &Context, stored: &Path, print: impl FnOnce(&Context) -> Result<()>) -> Result<ExitCode> {
    let text = stored_text(context, stored)?;
    let inside = context.inside(Style::default());
    let done = print(&inside);
    let (now, said) = inside.written();
    context.errors().write_all(&said)?;
    done?;
    let Some(diff) = text_diff(&text, &String::from_utf8_lossy(&now)) else { return Ok(ExitCode::SUCCESS) };
    let code = context.judge(false);
    let mut out = Output::standard(context, Paging::Auto);
    let shown = shown_name(stored);
    write!(out, "{shown} differs from what is printed now; `-` is the stored text, `+` the new one.\n{diff}")?;
    writeln!(out, "If the change is right, store it:\n  {}", storing(context, stored))?;
    out.close()?;
    Ok(code)
}

/// Reads the stored page; if there is none, the error says how to create it.
fn stored_text(context: &Context, stored: &Path) -> Result<String> {
    let Some(bytes) = input_file::read_if_any(context, stored)? else {
        let shown = shown_name(stored);
        bail!(
            "{shown} does not exist, so there is nothing to compare with; make it with\n  {}",
            storing(context, stored)
        );
    };
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns the command that stores the page to compare with: the user's command with `-o` instead of `--check`.
fn storing(context: &Context, stored: &Path) -> String {
    let output = ["-o".to_owned(), stored.display().to_string()];
    visible(&Command::new(context.arguments()).without_output().with(output).lines(usize::MAX).concat())
}
