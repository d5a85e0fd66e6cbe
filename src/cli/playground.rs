//! `plywood playground`.

use super::output::{Bare, OutputArgs};
use crate::web;
use anyhow::Result;
use clap::Args;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;

/// This library as WebAssembly, compressed; `web/build` makes it anew.
pub(super) const MODULE: &[u8] = include_bytes!("../../web/plywood.wasm.gz");

/// Arguments of `plywood playground`.
#[derive(Debug, Args)]
pub(super) struct Playground {
    /// Answer what the page asks: a request of standard input in each line, its answer in the same line of the output
    ///
    /// The module in the page is held against these answers.
    #[arg(long, hide = true)]
    answer: bool,
    #[command(flatten)]
    output: OutputArgs<Bare>,
}

impl Playground {
    pub(super) fn run(&self) -> Result<ExitCode> {
        if !self.answer {
            self.output.format(None, &[("html", &["html", "htm"])])?;
        }
        let mut out = self.output.open()?;
        if self.answer {
            for line in io::stdin().lock().lines() {
                writeln!(out, "{}", web::answer(&line?))?;
            }
        } else {
            web::playground(MODULE, &[], &mut out)?;
        }
        out.close()?;
        Ok(ExitCode::SUCCESS)
    }
}
