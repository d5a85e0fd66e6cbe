//! `plywood playground`, which `plywood explain --play` opens with its subject loaded.

use crate::cli::args::output_args::{Bare, OutputArgs};
use crate::cli::command_error::{Result, ensure};
use crate::cli::context::Context;
use crate::cli::io::output_file::{Existing, write_file};
use crate::cli::usage;
use crate::web;
use clap::Args;
use std::io::{BufRead as _, Write as _};
use std::path::Path;
use std::process::ExitCode;

/// This library as WebAssembly, compressed; `web/build` rebuilds it.
pub(in crate::cli) const MODULE: &[u8] = include_bytes!("../../../web/plywood.wasm.lzma");

/// Arguments of `plywood playground`.
#[derive(Debug, Args)]
pub(in crate::cli) struct Playground {
    /// Answer requests of the page: one on each line of standard input, its answer on the same line of the output
    ///
    /// Tests compare the module in the page with these answers.
    #[arg(long, hide = true)]
    answer: bool,
    #[command(flatten)]
    output: OutputArgs<Bare>,
}

impl Playground {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<ExitCode> {
        if !self.answer {
            self.output.format(None, &[("html", &["html", "htm"])])?;
            return write_playground(context, &self.output, &[]);
        }
        let mut out = self.output.open(context)?;
        for line in context.input().lines() {
            writeln!(out, "{}", web::answer(&line?))?;
        }
        out.close()?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The default name of a page written from a terminal.
const PAGE: &str = "playground.html";

/// Writes the playground to its destination. If output goes to a terminal, which cannot show the page, writes it to a
/// file instead.
pub(in crate::cli) fn write_playground<L: Args>(
    context: &Context,
    output: &OutputArgs<L>,
    parts: &[(&str, String)],
) -> Result<ExitCode> {
    if output.is_file() || !context.output_is_a_terminal() {
        output.with(context, |out| web::playground(MODULE, parts, out))?;
        return Ok(ExitCode::SUCCESS);
    }
    let page = Path::new(PAGE);
    ensure!(
        !context.at(page).exists(),
        usage(format!("{PAGE} is already there\n  replace it: -o {PAGE}\n  or name another file: -o FILE.html"))
    );
    let mut text = Vec::new();
    web::playground(MODULE, parts, &mut text)?;
    write_file(context, page, Existing::Kept, &text)?;
    context.tell(&format!("open {PAGE} in a browser"));
    Ok(ExitCode::SUCCESS)
}
