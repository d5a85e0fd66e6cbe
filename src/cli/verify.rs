//! `plywood verify`.

use super::output::OutputArgs;
use super::progress::{self, Interrupt, Progress};
use super::search_args::SearchArgs;
use super::subject;
use anyhow::{Context, Result};
use clap::Args;
use plywood::input::without_mark;
use plywood::render;
use plywood::trace::Trace;
use plywood::verify::{LEAVES, verify_trace_within, verify_within};
use std::fs;
use std::path::Path;
use std::process::ExitCode;

/// Arguments of `plywood verify`.
#[derive(Debug, Args)]
pub struct Verify {
    /// A lesson's name or file, a FEN (quoted or not), `startpos`, or a trace in a file (.json or .jsonl)
    #[arg(required = true, value_name = "LESSON|FILE|FEN")]
    subject: Vec<String>,
    #[command(flatten)]
    search: SearchArgs,
    /// How many leaves plain minimax may look at in all; beyond that a sample is searched
    #[arg(long, value_name = "N", default_value_t = LEAVES)]
    leaves: u64,
    #[command(flatten)]
    output: OutputArgs,
}

impl Verify {
    pub fn run(&self) -> Result<ExitCode> {
        let mut progress = Progress::start("verify".to_owned(), Interrupt::Stops);
        let limits = progress::limits();
        let report = match self.trace()? {
            Some(trace) => verify_trace_within(&trace, self.leaves, &limits)?,
            None => verify_within(&*self.search.study(&subject::find(&self.subject)?)?, self.leaves, &limits)?,
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

    /// Reads the file if it is a trace.
    fn trace(&self) -> Result<Option<Trace>> {
        let [word] = self.subject.as_slice() else { return Ok(None) };
        if !Path::new(word).is_file() {
            return Ok(None);
        }
        let Ok(text) = fs::read_to_string(word) else { return Ok(None) };
        let start = without_mark(&text).trim_start();
        if !start.starts_with('{') || !text.contains("plywood-trace") {
            return Ok(None);
        }
        let is_lines = serde_json::from_str::<serde::de::IgnoredAny>(&text).is_err();
        let trace = if is_lines { Trace::read_json_lines(text.as_bytes()) } else { Trace::read_json(&text) };
        trace.map(Some).with_context(|| word.clone())
    }
}
