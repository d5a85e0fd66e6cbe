//! `plywood verify`.

use super::output::OutputArgs;
use super::progress::{self, Interrupt, Progress};
use super::recorded::{Recorded, Typed};
use super::search_args::SearchArgs;
use super::subject;
use anyhow::{Result, anyhow};
use clap::Args;
use plywood::render;
use plywood::subject::Subject;
use plywood::trace::Trace;
use plywood::verify::{LEAVES, verify_trace_within, verify_within};
use std::process::ExitCode;

/// Arguments of `plywood verify`.
#[derive(Debug, Args)]
pub struct Verify {
    /// A lesson's name or file, a FEN (quoted or not), `startpos`, a trace in a file (.json, .jsonl, .gz), or `-` for
    /// standard input
    #[arg(required = true, value_name = "LESSON|FILE|FEN")]
    subject: Vec<String>,
    #[command(flatten)]
    search: SearchArgs,
    /// How many leaves plain minimax may look at in all; beyond that a sample is searched
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
        let mut progress = Progress::start("verify".to_owned(), Interrupt::Stops);
        let limits = progress::limits();
        let report = match self.read()? {
            Found::Trace(trace) => verify_trace_within(&trace, self.leaves, &limits)?,
            Found::Subject(subject) => verify_within(&*self.search.study(&subject)?, self.leaves, &limits)?,
        };
        progress.finish();
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

    /// Reads what is verified: a trace, or something to be searched.
    fn read(&self) -> Result<Found> {
        if let Some(Recorded { name, trace, problem }) = Recorded::find(&self.subject)? {
            self.typed.refuse_searching(&name)?;
            return match problem {
                Some(error) => Err(anyhow!(error).context(name)),
                None => Ok(Found::Trace(Box::new(trace))),
            };
        }
        Ok(Found::Subject(Box::new(subject::find(&self.subject)?)))
    }
}

/// What is verified.
enum Found {
    Trace(Box<Trace>),
    Subject(Box<Subject>),
}
