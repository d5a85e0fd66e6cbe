//! The results of a suite in a file, with those of the runs that were interrupted before this one.

use crate::cli::command_error::{Result, WithContext as _, bail, ensure, failure};
use crate::cli::context::Context;
use crate::cli::io::growing_file::{GrowingFile, complete_lines};
use crate::cli::io::interruption::Written;
use crate::cli::io::output_file::{Existing, write_file};
use crate::cli::io::streams::lock;
use crate::core::sort::sort_by_key;
use crate::explain::{Earlier, SearchSettings};
use crate::page::text::visible;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The beginning of each line of a file to which runs append.
const START: &[u8] = b"{\"number\":";

/// A file to which a run appends results, with the results of earlier runs.
pub(in crate::cli) struct SuiteResults<'a> {
    context: &'a Context,
    name: PathBuf,
    file: Mutex<GrowingFile>,
    /// The results of earlier runs, keyed by the number of the position.
    pub earlier: HashMap<usize, Earlier>,
}

impl<'a> SuiteResults<'a> {
    /// Opens the file, which need not exist yet, and reads the results of earlier runs. An incomplete last line is
    /// removed; anything else that is not a result is an error and is left unchanged.
    pub(in crate::cli) fn open(context: &'a Context, name: &Path) -> Result<Self> {
        context.refuse_input(name)?;
        let (file, content) = GrowingFile::open(&context.at(name), name.display().to_string(), "resume")?;
        let whole = complete_lines(&content);
        let torn = &content[whole..];
        if !START.starts_with(torn) && !torn.starts_with(START) {
            bail!("the end of {} is not a result of a position; the file is unchanged", name.display());
        }
        let mut earlier = HashMap::new();
        for (at, line) in content[..whole].split_inclusive(|&byte| byte == b'\n').enumerate() {
            let read = std::str::from_utf8(line).ok().and_then(Earlier::read);
            let result =
                read.ok_or_else(|| failure!("{}, line {} is not a result of a position", name.display(), at + 1))?;
            let number = result.number;
            // If the result for a position is incomplete, plywood searches the position again, and appends a new line
            // at the end of the file.
            if earlier.insert(number, result).is_some_and(|earlier| earlier.is_complete()) {
                bail!("{} has position {number} twice", name.display());
            }
        }
        if whole < content.len() {
            file.cut(whole).with_context(|| format!("cannot resume {}", name.display()))?;
        }
        context.writes(Written::InPlace(name.display().to_string()));
        Ok(Self { context, name: name.to_owned(), file: Mutex::new(file), earlier })
    }

    /// Returns the result for a position if it is complete, or an error if the result is for another position, or if
    /// its search used different depths or settings.
    pub(in crate::cli) fn found(
        &self,
        number: usize,
        fen: Option<&str>,
        depths: &[u32],
        settings: &SearchSettings,
    ) -> Result<Option<&Earlier>> {
        let Some(earlier) = self.earlier.get(&number) else { return Ok(None) };
        let name = self.name.display();
        if earlier.fen() != fen {
            let other = visible(earlier.fen().unwrap_or("none"));
            bail!("position {number} in {name} is {other}; the file belongs to another suite or other options");
        }
        ensure!(
            earlier.depths() == depths,
            "in {name}, position {number} was searched to other depths; use another file for these depths"
        );
        let Some(its) = &earlier.settings else {
            bail!("{name} does not say by which settings position {number} was searched; name another file");
        };
        // The most important settings come first; otherwise the error could name a detail of the transposition table.
        let first = ["algorithm", "with"].map(str::to_owned);
        let mut names = first.iter().chain(its.keys()).chain(settings.keys());
        if let Some(setting) = names.find(|&name| its.get(name) != settings.get(name)) {
            let said = |value: Option<&String>| match value {
                Some(value) if value.is_empty() => format!("with --{setting}"),
                Some(value) => format!("with --{setting} {}", visible(value)),
                None => format!("without --{setting}"),
            };
            let (before, now) = (said(its.get(setting)), said(settings.get(setting)));
            bail!(
                "in {name}, position {number} was searched {before}, and this run searches {now}; name another file for it"
            );
        }
        Ok(Some(earlier).filter(|earlier| earlier.is_complete()))
    }

    /// Appends a line.
    pub(in crate::cli) fn add(&self, line: &str) -> Result<()> {
        lock(&self.file).append(format!("{line}\n").as_bytes())
    }

    /// Sorts the lines by number, because parallel searches append them as they finish.
    pub(in crate::cli) fn close(self) -> Result<()> {
        let content = std::fs::read_to_string(self.context.at(&self.name))?;
        let mut lines: Vec<(usize, &str)> = Vec::new();
        for line in content.split_inclusive('\n') {
            lines.push((Earlier::read(line).map_or(usize::MAX, |earlier| earlier.number), line));
        }
        if !lines.is_sorted_by(|(one, _), (other, _)| one < other) {
            // If a position has several lines, the last one is the result.
            lines.reverse();
            sort_by_key(&mut lines, |&(number, _)| number);
            lines.dedup_by_key(|(number, _)| *number);
            let sorted: String = lines.iter().map(|&(_, line)| line).collect();
            write_file(self.context, &self.name, Existing::Replaced, sorted.as_bytes())?;
        }
        Ok(())
    }
}
