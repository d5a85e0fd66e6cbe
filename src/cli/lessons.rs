//! `plywood lessons`.

use super::output::OutputArgs;
use anyhow::{Context, Result};
use clap::Args;
use plywood::model::{Lesson, builtin, builtin_names};
use std::io::Write;
use std::process::ExitCode;

/// Arguments of `plywood lessons`.
#[derive(Debug, Args)]
pub struct Lessons {
    #[command(flatten)]
    output: OutputArgs,
}

impl Lessons {
    pub fn run(&self) -> Result<ExitCode> {
        let mut out = self.output.open()?;
        let names = builtin_names();
        let width = names.iter().map(|name| name.len()).max().unwrap_or(0);
        for name in names {
            let text = builtin(name).unwrap_or_default();
            let lesson = Lesson::from_json(text).with_context(|| format!("built-in lesson {name}"))?;
            writeln!(out, "{name:<width$}  {}", lesson.title)?;
        }
        out.close()?;
        Ok(ExitCode::SUCCESS)
    }
}
