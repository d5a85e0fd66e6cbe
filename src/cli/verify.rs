//! `plywood verify`.

use super::output::OutputArgs;
use super::recorded::{Recorded, Typed};
use super::search_args::SearchArgs;
use super::subject;
use anyhow::{Result, anyhow};
use clap::Args;
use plywood::render;
use plywood::verify::{LEAVES, verify, verify_trace};
use std::process::ExitCode;

/// Arguments of `plywood verify`.
#[derive(Debug, Args)]
pub struct Verify {
    /// A lesson's name or file, a FEN (quoted or not), `startpos`, or a trace in a file (.json, .jsonl, .gz)
    #[arg(required = true, value_name = "LESSON|FILE|FEN")]
    subject: Vec<String>,
    #[command(flatten)]
    search: SearchArgs,
    /// How many leaves plain minimax may look at; beyond that a sample is searched
    #[arg(long, value_name = "N", default_value_t = LEAVES)]
    leaves: u64,
    #[command(flatten)]
    output: OutputArgs,
    /// The options that were really typed.
    #[arg(skip)]
    pub typed: Typed,
}

impl Verify {
    pub fn run(&self) -> Result<ExitCode> {
        let report = match Recorded::find(&self.subject)? {
            Some(Recorded { name, problem: Some(error), .. }) => return Err(anyhow!(error).context(name)),
            Some(Recorded { name, trace, problem: None }) => {
                self.typed.refuse_searching(&name)?;
                verify_trace(&trace, self.leaves)?
            }
            None => verify(&*self.search.study(&subject::find(&self.subject)?)?, self.leaves)?,
        };
        let style = self.output.style();
        let mut out = self.output.open()?;
        let header = &report.header;
        let sentences = [render::search_sentence(header), render::score_sentence(header, style.view)];
        render::top(header, &sentences, &[], &style, &mut out)?;
        std::io::Write::write_all(&mut out, b"\n")?;
        render::verification(&report, &style, &mut out)?;
        out.close()?;
        Ok(if report.passes() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
