//! Output of `plywood explain` other than the page about one search: single steps (`--step`, `--steps`, `--strip`) and
//! the results of several searches (`--depths`, `--mistake`).

use crate::cli::args::display_args::ShownSearch;
use crate::cli::args::output_args::OutputArgs;
use crate::cli::args::search_args::SearchArgs;
use crate::cli::args::trace_source::FileCursor;
use crate::cli::args::values::names;
use crate::cli::command_error::{CommandError, Result, WithContext as _, ensure};
use crate::cli::context::Context;
use crate::cli::io::input_file::{inside, shown_name};
use crate::cli::io::output_file::{Existing, write_file};
use crate::cli::io::progress::{Interrupt, Progress};
use crate::cli::usage;
use crate::compare::page::{self, MoveAtDepth};
use crate::compare::{Ran, SearchRow, SearchRows};
use crate::core::cursor::CursorError;
use crate::core::hooks::{Event, Verdict};
use crate::core::search::{Fail, MAX_DEPTH, Mistake, Technique};
use crate::core::tree::Keep;
use crate::explain::{Code, TreeLook, TreeStyle};
use crate::formats::Format;
use crate::page::{Document, Form, Style};
use crate::step::{Scene, exact, kept};
use crate::subject::Subject;
use clap::Args;
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Options that ask for single steps.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Step by step")]
pub(in crate::cli) struct StageArgs {
    /// Show the search at step N (column `step` of the text page)
    #[arg(long, value_name = "N", conflicts_with = "steps")]
    step: Option<u64>,
    /// Show the search at event N, even between two steps
    #[arg(long, value_name = "N", hide_short_help = true, conflicts_with_all = ["step", "steps"])]
    at_event: Option<usize>,
    /// Write one file per step into the folder DIR
    #[arg(long, value_name = "DIR", hide_short_help = true, conflicts_with = "output")]
    steps: Option<PathBuf>,
    /// Make every event a step, even move ordering
    #[arg(long, hide_short_help = true, requires = "steps")]
    every_event: bool,
    /// Draw six moments of the search side by side, or these events: --strip=1,4,7 (.svg, .tex)
    #[arg(long, value_name = "N,N...", num_args = 0..=1, require_equals = true, default_missing_value = "", value_parser = moments,
          hide_short_help = true, conflicts_with_all = ["step", "at_event", "steps"])]
    strip: Option<Moments>,
}

/// The steps to draw side by side; if empty, plywood chooses the most informative steps.
#[derive(Clone, Debug)]
struct Moments(Vec<usize>);

fn moments(text: &str) -> Result<Moments, String> {
    let numbers = text.split(',').filter(|_| !text.is_empty()).map(|number| number.trim().parse());
    let numbers: Result<Vec<usize>, _> = numbers.collect();
    let numbers = numbers.map_err(|_| "expected the numbers of events, such as 1,4,7".to_owned())?;
    if MOST_MOMENTS < numbers.len() {
        Err(format!("expected at most {MOST_MOMENTS} events"))
    } else {
        Ok(Moments(numbers))
    }
}

const MOST_FILES: usize = 10_000;
/// The number of steps that can be labelled with letters.
const MOST_MOMENTS: usize = 26;
/// The number of steps chosen if none are given.
const SIX: usize = 6;
const FILE: &str = "event";
const NO_STEPS: &str = "the search has no steps, because it judged no move";

impl StageArgs {
    pub(in crate::cli) const fn is_asked(&self) -> bool {
        self.step.is_some() || self.at_event.is_some() || self.steps.is_some() || self.strip.is_some()
    }

    /// Rejects options that cannot be satisfied, before searching anything.
    pub(in crate::cli) fn check(&self, shown: &ShownSearch, output: &OutputArgs) -> Result<()> {
        if self.strip.is_some() { shown.strip_format(output) } else { shown.state_format(output) }.map(drop)
    }

    pub(in crate::cli) fn refuse(&self, what: &str) -> Result<()> {
        ensure!(
            !self.is_asked(),
            usage(format!(
                "--step, --at-event, --steps and --strip are for the search of one position, not for {what}"
            ))
        );
        Ok(())
    }

    /// Says where the requested steps are; see [`OutputArgs::place`].
    pub(in crate::cli) fn place(&self, output: &OutputArgs) -> Option<String> {
        let folder = self.steps.as_ref().map(|folder| format!("in {}", shown_name(folder)));
        folder.or_else(|| output.place())
    }

    /// Writes the requested step, several steps side by side, or each step to its own file, as `shown` specifies.
    pub(in crate::cli) fn write(
        &self,
        context: &Context,
        cursor: &mut FileCursor,
        shown: &ShownSearch,
        output: &OutputArgs,
    ) -> Result<()> {
        let style = exact(cursor.header(), cursor.decimals(), output.style(context));
        if let Some(Moments(steps)) = &self.strip {
            return strip(context, cursor, steps, (shown, output), &style);
        }
        let form = (shown.state_format(output)?, shown);
        if let Some(event) = self.one_event(cursor)? {
            let text = text(cursor, event, form, &style)?;
            return output.write(context, &text);
        }
        let Some(folder) = &self.steps else { return Ok(()) };
        let steps: Vec<usize> = if self.every_event { (1..=cursor.len()).collect() } else { cursor.steps().collect() };
        ensure!(
            steps.len() <= MOST_FILES,
            usage(format!("--steps would write {} files; write a single one with --step N", steps.len()))
        );
        ensure!(!steps.is_empty() || cursor.problem().is_some(), usage(NO_STEPS));
        let style = Style { color: false, ..style };
        fs::create_dir_all(context.at(folder))
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let (digits, ending) = (cursor.len().to_string().len(), form.0.suffixes[0]);
        let path = |step: usize| folder.join(format!("{FILE}-{step:0digits$}.{ending}"));
        // Check every name first, so that plywood writes either all files or none.
        steps.iter().try_for_each(|&step| context.refuse_input(&path(step)))?;
        let paths: Vec<PathBuf> = steps.iter().map(|&step| path(step)).collect();
        refuse_other_steps(context, folder, ending, &paths)?;
        for step in steps {
            write_file(context, &path(step), Existing::Replaced, &text(cursor, step, form, &style)?)?;
        }
        Ok(())
    }
}

/// Rejects a folder with steps that this run would not replace, because the folder would mix two searches.
fn refuse_other_steps(context: &Context, folder: &Path, ending: &str, own: &[PathBuf]) -> Result<()> {
    let is_step = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(&format!("{FILE}-")) && name.ends_with(&format!(".{ending}"))
    };
    let other = inside(context, folder)?.into_iter().find(|path| is_step(path) && !own.contains(path));
    other.map_or(Ok(()), |path| {
        Err(usage(format!(
            "{} is a step of another search; name another folder, or first delete {FILE}-*.{ending} in this one",
            shown_name(path)
        )))
    })
}

impl StageArgs {
    /// Returns the number of the event that `--step` or `--at-event` requests.
    fn one_event(&self, cursor: &FileCursor) -> Result<Option<usize>> {
        let Some(step) = self.step else { return Ok(self.at_event) };
        let missing = || match cursor.last_step() {
            0 if cursor.problem().is_none() => usage(NO_STEPS),
            last if 1 <= step && step <= last => usage(format!("the trace leaves out step {step}")),
            last => {
                let damaged = cursor.problem().map(|problem| format!("; the trace is damaged after that: {problem}"));
                let events = "to count every event instead, use --at-event N";
                usage(format!(
                    "step {step} is out of range; the steps go from 1 to {last}; {events}{}",
                    damaged.unwrap_or_default()
                ))
            }
        };
        Ok(Some(cursor.event_of(step).ok_or_else(missing)?))
    }
}

fn strip(
    context: &Context,
    cursor: &mut FileCursor,
    steps: &[usize],
    (shown, output): (&ShownSearch, &OutputArgs),
    style: &Style,
) -> Result<()> {
    let format = shown.strip_format(output)?;
    let Some(keep) = kept(cursor) else {
        let why = match cursor.header().shape {
            Some(_) => "is too large",
            None => "was not known before the search (the header has no `shape`)",
        };
        return Err(usage(format!("--strip draws the whole tree at each step, but this tree {why}")));
    };
    let steps = if steps.is_empty() { six(cursor)? } else { steps.to_vec() };
    let mut moments = Vec::new();
    for step in steps {
        go(cursor, step)?;
        moments.push((cursor.state(), cursor.tree(&keep)?));
    }
    let look = TreeLook { drawing: TreeStyle::Upright, ..shown.look() };
    let scenes: Vec<Scene<'_>> =
        moments.iter().map(|(state, tree)| Scene::new(cursor.header(), state, *style).tree(tree).look(look)).collect();
    output.with(context, |out| format.write_strip.map_or(Ok(()), |write| write(&scenes, out)))
}

/// Chooses the most informative steps of a search: its end and its decisive verdicts. If there are too few decisive
/// verdicts, it adds others.
fn six(cursor: &mut FileCursor) -> Result<Vec<usize>> {
    let (mut decisive, mut others) = (Vec::new(), Vec::new());
    for step in 1..cursor.len() {
        cursor.go(step)?;
        if let Event::Judged { verdict, .. } = cursor.state().event.event {
            if verdict == Verdict::NotBest { &mut others } else { &mut decisive }.push(step);
        }
    }
    let mut chosen = evenly(&decisive, SIX - 1);
    chosen.extend(evenly(&others, SIX - 1 - chosen.len()));
    chosen.sort_unstable();
    chosen.push(cursor.len());
    Ok(chosen)
}

fn evenly(all: &[usize], most: usize) -> Vec<usize> {
    if all.len() <= most {
        return all.to_vec();
    }
    (0..most).map(|index| all[index * (all.len() - 1) / most.saturating_sub(1).max(1)]).collect()
}

fn go(cursor: &mut FileCursor, step: usize) -> Result<()> {
    match cursor.go(step) {
        Err(error @ CursorError::Range { .. }) => Err(usage(match cursor.problem() {
            Some(problem) => format!("{error}; the trace is damaged after that: {problem}"),
            None => error.to_string(),
        })),
        result => Ok(result?),
    }
}

fn text(
    cursor: &mut FileCursor,
    step: usize,
    (format, shown): (&Format, &ShownSearch),
    style: &Style,
) -> Result<Vec<u8>> {
    go(cursor, step)?;
    let state = cursor.state();
    let tree = kept(cursor).map(|keep| cursor.tree(&keep)).transpose()?;
    let code = shown.code.then(|| Code::of(cursor.header(), style.view));
    let scene = Scene::new(cursor.header(), &state, *style).tree(tree.as_ref()).look(shown.look()).code(code);
    let mut text = Vec::new();
    if let Some(write) = format.write_step {
        write(&scene, &mut text)?;
    }
    Ok(text)
}

/// Options that ask for several searches.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Several searches")]
pub(in crate::cli) struct SeveralArgs {
    /// Search to each of these depths and compare them: 1..6
    #[arg(long, value_name = "A..B", value_parser = depths, conflicts_with_all = ["depth", "mistake"])]
    depths: Option<(u32, u32)>,
    /// Search with a well-known mistake and show the effect
    #[arg(long, value_name = "NAME", value_parser = names::<Mistake>(), hide_short_help = true)]
    mistake: Option<Mistake>,
}

fn depths(text: &str) -> Result<(u32, u32), String> {
    let wanted = || format!("expected a range of depths from 1 to {MAX_DEPTH}, lower first, such as 1..6");
    let (first, last) = text.split_once("..").ok_or_else(wanted)?;
    let read = |text: &str| text.trim_start_matches('=').parse::<u32>().ok();
    let (first, last) = read(first).zip(read(last)).ok_or_else(wanted)?;
    if 1 <= first && first <= last && last <= MAX_DEPTH { Ok((first, last)) } else { Err(wanted()) }
}

impl SeveralArgs {
    pub(in crate::cli) fn is_asked(&self) -> bool {
        self.depths.is_some() || self.mistake.is_some()
    }

    /// Returns the depths to which to search each position in the file `what`, or `None` if `--depths` is not given.
    /// Rejects `--mistake`.
    pub(in crate::cli) fn of_suite(&self, what: &str) -> Result<Option<RangeInclusive<u32>>> {
        ensure!(self.mistake.is_none(), usage(format!("--mistake is for one position, not for {what}")));
        Ok(self.depths.map(|(first, last)| first..=last))
    }

    fn depths(&self) -> RangeInclusive<u32> {
        let (first, last) = self.depths.unwrap_or_default();
        first..=last
    }

    /// Returns the search that makes the mistake, for a page that shows only this search.
    pub(in crate::cli) fn alone(&self, search: &SearchArgs) -> Option<SearchArgs> {
        let mut search = search.clone();
        search.mistake = Some(self.mistake?);
        Some(search)
    }

    pub(in crate::cli) fn run(
        &self,
        context: &Context,
        search: &SearchArgs,
        subject: &Subject,
        to: (&Form, &OutputArgs),
    ) -> Result<()> {
        let style = to.0.style(&to.1.style(context));
        match self.document(context, search, subject, to.1.interrupt(context), &style)? {
            Some(page) => to.1.page(context, to.0, |_| page),
            None => Ok(()),
        }
    }

    /// Returns the page that compares the searches.
    pub(in crate::cli) fn document(
        &self,
        context: &Context,
        search: &SearchArgs,
        subject: &Subject,
        interrupt: Interrupt,
        style: &Style,
    ) -> Result<Option<Document>> {
        match self.mistake {
            Some(mistake) => with_mistake(context, mistake, (search, subject), interrupt, style),
            None => by_depth(context, self.depths(), (search, subject), interrupt, style),
        }
    }

    /// Writes the result of the last move of `line` at each depth.
    pub(in crate::cli) fn history(
        &self,
        context: &Context,
        line: &str,
        search: &SearchArgs,
        subject: &Subject,
        to: (&Form, &OutputArgs),
    ) -> Result<()> {
        let (mut seen, mut header, mut names) = (Vec::new(), None, Vec::new());
        let mut progress = Progress::start(context, String::new(), to.1.interrupt(context));
        for depth in self.depths() {
            progress.say(format!("depth {depth}"));
            let study = search.to_depth(depth).study(context, subject)?;
            names = study.read_line(line).with_context(|| format!("--why \"{line}\""))?;
            ensure!(!names.is_empty(), usage("--why needs a move"));
            let tree = study.explain(&Keep { focus: names.clone(), ..Keep::FOLDED })?;
            seen.push(MoveAtDepth::new(&tree, &names));
            header = Some(tree.header);
            if context.is_stopped() {
                break;
            }
        }
        progress.finish();
        let Some(header) = header else { return Ok(()) };
        to.1.page(context, to.0, |style| page::history(&header, &names, &seen, style))
    }
}

fn by_depth(
    context: &Context,
    depths: RangeInclusive<u32>,
    (search, subject): (&SearchArgs, &Subject),
    interrupt: Interrupt,
    style: &Style,
) -> Result<Option<Document>> {
    let (mut ran, mut at_once) = (Vec::new(), Vec::new());
    let mut alone = search.clone();
    alone.with.retain(|&technique| technique != Technique::Iterative);
    let is_iterative = search.with.contains(&Technique::Iterative);
    let mut progress = Progress::start(context, String::new(), interrupt);
    for depth in depths {
        progress.say(format!("depth {depth}"));
        let study = search.to_depth(depth).study(context, subject)?;
        ran.push(Ran::of(depth.to_string(), Vec::new(), &*study, false)?);
        if is_iterative && !context.is_stopped() {
            let study = alone.to_depth(depth).study(context, subject)?;
            at_once.push(Ran::of(depth.to_string(), Vec::new(), &*study, false)?.row);
        }
        if context.is_stopped() {
            break;
        }
    }
    progress.finish();
    let rows: Vec<SearchRow> = ran.iter().map(|one| one.row.clone()).collect();
    Ok(ran.last().map(|last| page::depths(&last.header, &rows, &at_once, style)))
}

/// Returns the correct search and the search with the mistake.
fn with_mistake(
    context: &Context,
    mistake: Mistake,
    (search, subject): (&SearchArgs, &Subject),
    interrupt: Interrupt,
    style: &Style,
) -> Result<Option<Document>> {
    let mut subject = subject.clone();
    // The search with the mistake is fail-hard, so the search it is compared with must also be fail-hard.
    subject.caption.fail = subject.caption.fail.map(|_| Fail::Hard);
    let one = |mistake: Option<Mistake>, name: &str| {
        let mut args = search.clone();
        args.mistake = mistake;
        let inexact = mistake.map(|mistake| mistake.name().to_owned()).into_iter().collect();
        Ok::<_, CommandError>(Ran::of(name.to_owned(), inexact, &*args.study(context, &subject)?, true)?)
    };
    let mut progress = Progress::start(context, mistake.name().to_owned(), interrupt);
    let (wrong, right) = (one(Some(mistake), mistake.name())?, one(None, page::CORRECT)?);
    progress.finish();
    let (Some(right_tree), Some(wrong_tree)) = (&right.tree, &wrong.tree) else { return Ok(None) };
    let compared = SearchRows::new(right.header, vec![right.row, wrong.row], Vec::new(), None);
    Ok(Some(page::mistake(mistake, &compared, [right_tree, wrong_tree], style)))
}
