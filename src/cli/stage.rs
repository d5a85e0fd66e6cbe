//! `plywood explain --step` and `--steps`: states of a search as text or JSON.

use super::Usage;
use super::output::OutputArgs;
use super::place::write_file;
use super::recorded::FileCursor;
use super::shown::Shown;
use crate::cursor::CursorError;
use crate::explain::Code;
use crate::formats::Format;
use crate::page::Style;
use crate::steps::stage::{Scene, exact};
use crate::trace::TraceError;
use crate::tree::Keep;
use anyhow::{Context, Result};
use clap::Args;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// Options that ask for single steps.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Step by step")]
pub(super) struct StageArgs {
    /// Show the state at event N; `plywood step` shows all
    #[arg(long, value_name = "N", conflicts_with = "steps")]
    step: Option<usize>,
    /// Write every step into a file of its own in this folder, which is made if need be
    #[arg(long, value_name = "DIR", hide_short_help = true, conflicts_with = "output")]
    steps: Option<PathBuf>,
}

/// More files than this are not written at once.
const MOST_FILES: usize = 10_000;
/// The tree of a search with more events is not drawn whole.
const MOST_EVENTS: usize = 2000;
/// The name of a step's file before its number.
const FILE: &str = "step";

/// Returns how the tree is kept at each step, if it is small enough to be drawn whole.
pub(super) fn kept(cursor: &FileCursor) -> Option<Keep<String>> {
    (cursor.header().shape.is_some() && cursor.len() <= MOST_EVENTS).then_some(Keep::ALL)
}

impl StageArgs {
    /// Returns whether a step is asked for.
    pub(super) const fn is_asked(&self) -> bool {
        self.step.is_some() || self.steps.is_some()
    }

    /// Refuses them for `what`.
    pub(super) fn refuse(&self, what: &str) -> Result<()> {
        if self.is_asked() {
            return Err(Usage(format!("--step and --steps are for the search of one position, not for {what}")).into());
        }
        Ok(())
    }

    /// Writes the step, or all of them, as `shown` says.
    pub(super) fn write(&self, cursor: &mut FileCursor, shown: &Shown, output: &OutputArgs) -> Result<()> {
        let (format, code) = (shown.state_format(output)?, shown.has_code());
        let style = exact(cursor.header(), cursor.decimals(), output.style());
        if let Some(step) = self.step {
            let text = text(cursor, step, (format, code), &style)?;
            let mut out = output.open()?;
            out.write_all(&text)?;
            return out.close();
        }
        let Some(folder) = &self.steps else { return Ok(()) };
        if MOST_FILES < cursor.len() {
            let text = format!("--steps would write {} files; --step N writes one of them", cursor.len());
            return Err(Usage(text).into());
        }
        let style = Style { color: false, ..style };
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let (digits, ending) = (cursor.len().to_string().len(), format.suffixes[0]);
        for step in 1..=cursor.len() {
            let path = folder.join(format!("{FILE}-{step:0digits$}.{ending}"));
            write_file(&path, &text(cursor, step, (format, code), &style)?)?;
        }
        Ok(())
    }
}

/// One step as it is written.
fn text(cursor: &mut FileCursor, step: usize, (format, code): (&Format, bool), style: &Style) -> Result<Vec<u8>> {
    match cursor.go(step) {
        Err(error @ CursorError::Range { .. }) => return Err(Usage(out_of_range(&error, cursor.problem())).into()),
        result => result?,
    }
    let state = cursor.state();
    let tree = kept(cursor).map(|keep| cursor.tree(&keep)).transpose()?;
    let scene = Scene {
        header: cursor.header(),
        state: &state,
        tree: tree.as_ref(),
        style: *style,
        instead: None,
        hint: "",
        message: None,
        code: code.then(|| Code::of(cursor.header(), style.view)),
    };
    let mut text = Vec::new();
    if let Some(write) = format.write_step {
        write(&scene, &mut text)?;
    }
    Ok(text)
}

/// Says which steps there are, and why there are no more.
fn out_of_range(error: &CursorError, problem: Option<&TraceError>) -> String {
    match problem {
        Some(problem) => format!("{error}; the trace is damaged behind that: {problem}"),
        None => error.to_string(),
    }
}
