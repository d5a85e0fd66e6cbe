//! `plywood explain --depths` and `--mistake`: several searches instead of one.

use super::Usage;
use super::form;
use super::named::names;
use super::output::OutputArgs;
use super::progress::{self, Progress};
use super::search_args::SearchArgs;
use crate::compare::page::{self, MoveAtDepth};
use crate::compare::{Ran, SearchRow, SearchRows};
use crate::page::{Document, Form, Style};
use crate::search::{Fail, MAX_DEPTH, Mistake, Technique};
use crate::subject::Subject;
use crate::tree::Keep;
use anyhow::{Context, Result};
use clap::Args;
use std::ops::RangeInclusive;

/// Options that ask for several searches.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Several searches")]
pub(super) struct SeveralArgs {
    /// Search to each of these depths and compare: 1..6
    #[arg(long, value_name = "A..B", value_parser = depths, conflicts_with_all = ["depth", "mistake"])]
    depths: Option<(u32, u32)>,
    /// Make a well-known mistake, and show where it leads
    #[arg(long, value_name = "NAME", value_parser = names::<Mistake>(), hide_short_help = true)]
    mistake: Option<Mistake>,
}

fn depths(text: &str) -> Result<(u32, u32), String> {
    let wanted = || format!("two depths from 1 to {MAX_DEPTH} are wanted, such as 1..6");
    let (first, last) = text.split_once("..").ok_or_else(wanted)?;
    let read = |text: &str| text.trim_start_matches('=').parse::<u32>().ok();
    let (first, last) = read(first).zip(read(last)).ok_or_else(wanted)?;
    if 1 <= first && first <= last && last <= MAX_DEPTH { Ok((first, last)) } else { Err(wanted()) }
}

impl SeveralArgs {
    /// Returns whether one of them was given.
    pub(super) fn is_asked(&self) -> bool {
        self.depths.is_some() || self.mistake.is_some()
    }

    /// Returns the depths to which each position of `what`, a file of them, is searched, if several; refuses a mistake.
    pub(super) fn of_suite(&self, what: &str) -> Result<Option<RangeInclusive<u32>>> {
        if self.mistake.is_some() {
            return Err(Usage(format!("--mistake is for one position, not for {what}")).into());
        }
        Ok(self.depths.map(|(first, last)| first..=last))
    }

    /// Returns the search that makes the mistake, to be looked at by itself.
    pub(super) fn alone(&self, search: &SearchArgs) -> Option<SearchArgs> {
        let mut search = search.clone();
        search.mistake = Some(self.mistake?);
        Some(search)
    }

    /// Runs the searches and writes what they came to.
    pub(super) fn run(&self, search: &SearchArgs, subject: &Subject, to: (&Form, &OutputArgs)) -> Result<()> {
        match (self.depths, self.mistake) {
            (Some((first, last)), _) => by_depth(first..=last, search, subject, to),
            (None, Some(mistake)) => with_mistake(mistake, search, subject, to),
            (None, None) => Err(Usage("--depths or --mistake is wanted".to_owned()).into()),
        }
    }

    /// Writes what the search thinks of the last move of `line` at each depth.
    pub(super) fn history(
        &self,
        line: &str,
        search: &SearchArgs,
        subject: &Subject,
        to: (&Form, &OutputArgs),
    ) -> Result<()> {
        let (first, last) = self.depths.unwrap_or_default();
        let (mut seen, mut header, mut names) = (Vec::new(), None, Vec::new());
        let mut progress = Progress::start(String::new(), to.1.interrupt());
        for depth in first..=last {
            progress.say(format!("depth {depth}"));
            let study = search.to_depth(depth).study(subject)?;
            names = study.read_line(line).with_context(|| format!("--why \"{line}\""))?;
            if names.is_empty() {
                return Err(Usage("--why needs a move".to_owned()).into());
            }
            let tree = study.explain(&Keep { focus: names.clone(), ..Keep::FOLDED })?;
            seen.push(MoveAtDepth::new(&tree, &names));
            header = Some(tree.header);
            if progress::is_stopped() {
                break;
            }
        }
        progress.finish();
        let Some(header) = header else { return Ok(()) };
        write(to, |style| page::history(&header, &names, &seen, style))
    }
}

/// A row for each depth.
fn by_depth(
    depths: RangeInclusive<u32>,
    search: &SearchArgs,
    subject: &Subject,
    to: (&Form, &OutputArgs),
) -> Result<()> {
    let (mut ran, mut at_once) = (Vec::new(), Vec::new());
    let mut alone = search.clone();
    alone.with.retain(|&technique| technique != Technique::Iterative);
    let is_iterative = search.with.contains(&Technique::Iterative);
    let mut progress = Progress::start(String::new(), to.1.interrupt());
    for depth in depths {
        progress.say(format!("depth {depth}"));
        let study = search.to_depth(depth).study(subject)?;
        ran.push(Ran::of(depth.to_string(), Vec::new(), &*study, false)?);
        if is_iterative && !progress::is_stopped() {
            let study = alone.to_depth(depth).study(subject)?;
            at_once.push(Ran::of(depth.to_string(), Vec::new(), &*study, false)?.row);
        }
        if progress::is_stopped() {
            break;
        }
    }
    progress.finish();
    let rows: Vec<SearchRow> = ran.iter().map(|one| one.row.clone()).collect();
    let Some(last) = ran.last() else { return Ok(()) };
    write(to, |style| page::depths(&last.header, &rows, &at_once, style))
}

/// The right search and the one with a mistake.
fn with_mistake(mistake: Mistake, search: &SearchArgs, subject: &Subject, to: (&Form, &OutputArgs)) -> Result<()> {
    let mut subject = subject.clone();
    // A mistake is made in what fails hard, and so is what it is compared with.
    subject.caption.fail = subject.caption.fail.map(|_| Fail::Hard);
    let one = |mistake: Option<Mistake>, name: &str| {
        let mut args = search.clone();
        args.mistake = mistake;
        let inexact = mistake.map(|mistake| mistake.name().to_owned()).into_iter().collect();
        anyhow::Ok(Ran::of(name.to_owned(), inexact, &*args.study(&subject)?, true)?)
    };
    let mut progress = Progress::start(mistake.name().to_owned(), to.1.interrupt());
    let (wrong, right) = (one(Some(mistake), mistake.name())?, one(None, "right")?);
    progress.finish();
    let (Some(right_tree), Some(wrong_tree)) = (&right.tree, &wrong.tree) else { return Ok(()) };
    let compared = SearchRows::new(right.header, vec![right.row, wrong.row], Vec::new(), None);
    write(to, |style| page::mistake(mistake, &compared, [right_tree, wrong_tree], style))
}

fn write((form, output): (&Form, &OutputArgs), page: impl FnOnce(&Style) -> Document) -> Result<()> {
    let mut out = output.open()?;
    form::write(form, &output.style(), page, &mut out)?;
    out.close()
}
