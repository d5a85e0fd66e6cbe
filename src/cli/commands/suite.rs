//! `plywood explain` for a file of positions or all positions of games: a line for each position, and totals.

use crate::cli::args::engine_args::EngineArgs;
use crate::cli::args::game_args::all_of_games;
use crate::cli::args::output_args::OutputArgs;
use crate::cli::args::search_args::SearchArgs;
use crate::cli::command_error::{CommandError, ExitKind, Result, WithContext as _, bail, ensure};
use crate::cli::context::Context;
use crate::cli::io::output_file::Output;
use crate::cli::io::progress::Progress;
use crate::cli::io::suite_results::SuiteResults;
use crate::cli::usage;
use crate::core::tree::Keep;
use crate::explain::{Earlier, SearchSettings, SuiteLine, SuiteRow, SuiteTotals, search_settings};
use crate::input::{Epd, InputRecord, read_epd};
use crate::page::{Style, text};
use crate::subject::Subject;
use clap::Args;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::io::Write;
use std::ops::RangeInclusive;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The number of positions searched per batch before results are written.
const BATCH: usize = 64;

/// Options for a file of positions.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Files of positions (EPD, PGN)")]
pub(in crate::cli) struct SuiteArgs {
    /// Search the position after each ply of the games (PGN)
    #[arg(long, conflicts_with = "ply", hide_short_help = true)]
    pub all_plies: bool,
    /// Search only every Nth position, starting with the Ith: 3/16
    #[arg(long, value_name = "I/N", value_parser = shard, hide_short_help = true)]
    shard: Option<Shard>,
    /// Positions to search in parallel [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), hide_short_help = true)]
    jobs: Option<u16>,
    /// Append each result to FILE.jsonl (--output) and skip positions that already have one
    #[arg(long, requires = "output", hide_short_help = true)]
    resume: bool,
}

/// A part of a file of positions: every Nth position.
#[derive(Clone, Copy, Debug)]
struct Shard {
    first: usize,
    step: usize,
}

fn shard(text: &str) -> Result<Shard, String> {
    let read = |(first, step): (&str, &str)| Some((first.parse().ok()?, step.parse().ok()?));
    match text.split_once('/').and_then(read) {
        Some((first, step)) if 1 <= first && first <= step => Ok(Shard { first, step }),
        Some((first, step)) => Err(format!(
            "part {first} of {step} does not exist; expected a part from 1 to the number of parts, such as 3/16"
        )),
        None => Err("expected a part and the number of parts, such as 3/16".to_owned()),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum SuiteFormat {
    Text,
    Lines,
}

/// How to search each position: the program, the settings, and the range of depths if `--depths` gives one.
pub(in crate::cli) type HowEach<'a> = (&'a EngineArgs, &'a SearchArgs, Option<RangeInclusive<u32>>);

pub(in crate::cli) enum PositionSource<'a> {
    Epd(&'a str),
    Pgn(&'a str, Option<u32>),
}

struct AskedPosition {
    subject: Subject,
    epd: Epd,
}

impl<'a> PositionSource<'a> {
    /// Returns all positions, each with its number in the file; a position that cannot be read yields an error, which
    /// also has a number.
    fn each(&self) -> impl Iterator<Item = NumberedPosition> + Send + use<'a> {
        let all: Box<dyn Iterator<Item = Result<AskedPosition>> + Send + 'a> = match *self {
            Self::Epd(text) => Box::new(read_epd(text).map(|record| {
                let InputRecord { number, content: epd, .. } = record?;
                let id = epd.id().map_or_else(|| format!("position {number}"), str::to_owned);
                Ok(AskedPosition { subject: Subject::of_game(id, vec![epd.position.clone()]), epd })
            })),
            Self::Pgn(text, game) => Box::new(all_of_games(text, game).map(|subject| {
                let subject = subject?;
                let position = subject.position().cloned().unwrap_or_default();
                Ok(AskedPosition { subject, epd: Epd { position, ..Epd::default() } })
            })),
        };
        (1..).zip(all)
    }
}

/// The number of a position, and the position or the reason why it cannot be read.
type NumberedPosition = (usize, Result<AskedPosition>);

impl SuiteArgs {
    /// Rejects these options for a subject that is not a file of positions.
    pub(in crate::cli) fn refuse(&self) -> Result<()> {
        let given = [
            (self.all_plies, "--all-plies is for files of games (PGN)"),
            (self.shard.is_some(), "--shard is for files of positions (EPD), or games (PGN) with --all-plies"),
            (self.jobs.is_some(), "--jobs is for files of positions (EPD), or games (PGN) with --all-plies"),
            (self.resume, "--resume is for files of positions (EPD), or games (PGN) with --all-plies"),
        ];
        match given.into_iter().find(|(given, _)| *given) {
            Some((_, text)) => Err(usage(text)),
            None => Ok(()),
        }
    }

    /// Searches the positions of a file in parallel and writes their lines in order.
    pub(in crate::cli) fn run(
        &self,
        context: &Context,
        (name, positions): (&str, &PositionSource<'_>),
        search: HowEach<'_>,
        (format, output): (SuiteFormat, &OutputArgs),
    ) -> Result<ExitCode> {
        if self.all_plies && matches!(positions, PositionSource::Epd(_)) {
            return Err(usage("--all-plies is for files of games (PGN)"));
        }
        ensure!(positions.each().next().is_some(), "{name} contains no position");
        refuse_for_all(context, positions, &search)?;
        let pool = ThreadPoolBuilder::new().num_threads(self.jobs.unwrap_or(0).into()).build()?;
        let count = self.share(positions).count();
        let searched = AtomicUsize::new(0);
        let say = |done: usize| format!("{done} of {count} positions");
        let mut progress = Progress::start(context, say(0), output.interrupt(context));
        let run = SuiteRun { name, search, style: Style { decimals: 2, ..output.style(context) }, pool };
        let count_one = || progress.say(say(searched.fetch_add(1, Ordering::Relaxed) + 1));
        let totals = if self.resume {
            run.onto(
                context,
                output.suite_results(context, format == SuiteFormat::Lines)?,
                self.share(positions),
                (count, count_one, &progress),
            )?
        } else {
            let mut out = output.open(context)?;
            let totals = run.to(context, (&mut out, format), self.share(positions), (count_one, &progress))?;
            progress.finish();
            if format == SuiteFormat::Text {
                text::paragraph(&totals.text(run.style.view), &run.style, &mut out)?;
            }
            out.close()?;
            totals
        };
        progress.finish();
        Ok(context.judge(is_right(&totals)))
    }

    /// Returns the positions of this shard.
    fn share<'a>(&self, positions: &PositionSource<'a>) -> impl Iterator<Item = NumberedPosition> + Send + 'a {
        let Shard { first, step } = self.shard.unwrap_or(Shard { first: 1, step: 1 });
        positions.each().skip(first - 1).step_by(step)
    }
}

/// Rejects options that are wrong for each position of the file in the same way.
fn refuse_for_all(context: &Context, positions: &PositionSource<'_>, (engine, search, _): &HowEach<'_>) -> Result<()> {
    let read = positions.each().filter_map(|(_, asked)| asked.ok());
    let mut refused = read.map(|asked| engine.study(context, search, &asked.subject).err());
    let Some(Some(first)) = refused.next() else { return Ok(()) };
    let is_same = |other: Option<CommandError>| other.is_some_and(|other| other.to_string() == first.to_string());
    if first.kind() == ExitKind::Usage && refused.all(is_same) { Err(first) } else { Ok(()) }
}

/// Returns whether every position was read and searched, and every search found what the file expects.
const fn is_right(totals: &SuiteTotals) -> bool {
    totals.bad == 0 && totals.left == 0 && !totals.is_missed()
}

/// The exit code of a run that the reader of its output ends before the result is known: that of a program that ends
/// by the signal SIGPIPE.
const UNREAD: u8 = 128 + 13;

struct SuiteRun<'a> {
    name: &'a str,
    search: HowEach<'a>,
    style: Style,
    pool: ThreadPool,
}

impl SuiteRun<'_> {
    /// Searches and writes in batches, since a file may have many positions.
    fn to(
        &self,
        context: &Context,
        (out, format): (&mut Output, SuiteFormat),
        asked: impl Iterator<Item = NumberedPosition>,
        (count_one, progress): (impl Fn() + Sync, &Progress),
    ) -> Result<SuiteTotals> {
        let (mut totals, mut asked) = (SuiteTotals::default(), asked.peekable());
        loop {
            let batch: Vec<_> = asked.by_ref().take(BATCH).collect();
            if batch.is_empty() {
                return Ok(totals);
            }
            let solve = |(number, asked): NumberedPosition| {
                if context.is_stopped() {
                    return Ok(None);
                }
                let line = self.solve(context, number, &asked?);
                count_one();
                line.map(Some)
            };
            let solved: Vec<Result<Option<SuiteLine>>> =
                self.pool.install(|| batch.into_par_iter().map(solve).collect());
            for result in &solved {
                match result {
                    Ok(Some(line)) => totals.add(line),
                    Ok(None) => totals.left += 1,
                    Err(_) => totals.bad += 1,
                }
            }
            match is_right(&totals) {
                true if asked.peek().is_some() => context.decide(ExitCode::from(UNREAD)),
                is_right => context.judge(is_right),
            };
            progress.aside(|| self.lines(context, solved, (&mut *out, format)))?;
        }
    }

    /// Searches the positions that have no result in the file yet, and appends each line as soon as it is ready.
    fn onto(
        &self,
        context: &Context,
        results: SuiteResults,
        asked: impl Iterator<Item = NumberedPosition> + Send,
        (count, count_one, progress): (usize, impl Fn() + Sync, &Progress),
    ) -> Result<SuiteTotals> {
        let totals = Mutex::new(SuiteTotals::default());
        let count_in = |add: &dyn Fn(&mut SuiteTotals)| add(&mut totals.lock().unwrap_or_else(PoisonError::into_inner));
        let solve = |(number, asked): NumberedPosition| -> Result<()> {
            if !context.is_stopped() {
                count_one();
            }
            let asked = match asked {
                Ok(asked) => asked,
                Err(error) => {
                    count_in(&|totals| totals.bad += 1);
                    progress.aside(|| context.complain(&error.context(self.name.to_owned())));
                    return Ok(());
                }
            };
            if let Some(earlier) = self.earlier(context, &results, number, &asked)? {
                count_in(&|totals| totals.add_earlier(earlier));
                return Ok(());
            }
            let line = if context.is_stopped() { None } else { Some(self.solve(context, number, &asked)?) };
            // The next run repeats an interrupted search, so this run doesn't write a line for it.
            match line.filter(|line| line.is_complete() || !context.is_stopped()) {
                Some(line) => {
                    results.add(&line.json)?;
                    count_in(&|totals| totals.add(&line));
                }
                None => count_in(&|totals| totals.left += 1),
            }
            Ok(())
        };
        self.pool.install(|| asked.par_bridge().try_for_each(solve))?;
        let totals = totals.into_inner().unwrap_or_else(PoisonError::into_inner);
        if totals.left != 0 {
            let done = count - totals.left as usize;
            bail!("interrupted after {done} of {count} positions; repeat the command to continue");
        }
        results.close()?;
        Ok(totals)
    }

    /// Returns an earlier run's result for a position, if there is one.
    fn earlier<'g>(
        &self,
        context: &Context,
        results: &'g SuiteResults,
        number: usize,
        asked: &AskedPosition,
    ) -> Result<Option<&'g Earlier>> {
        if !results.earlier.contains_key(&number) {
            return Ok(None);
        }
        let (engine, search, depths) = &self.search;
        let header = engine.study(context, search, &asked.subject)?.header().clone();
        let depths = depths.clone().map_or_else(|| vec![header.depth], |depths| depths.collect());
        let settings = search_settings(&header, EngineArgs::beside_header(search));
        results.found(number, header.fen.as_deref(), &depths, &settings)
    }

    fn solve(&self, context: &Context, number: usize, asked: &AskedPosition) -> Result<SuiteLine> {
        let (engine, search, depths) = &self.search;
        let row = |search: &SearchArgs| {
            let study = engine.study(context, search, &asked.subject);
            let study = study.with_context(|| format!("position {number}"))?;
            let tree = study.explain(&Keep { plies: Some(0), ..Keep::FOLDED })?;
            let settings = search_settings(&tree.header, EngineArgs::beside_header(search));
            Ok::<_, CommandError>((SuiteRow::new(number, &tree, &asked.epd, &self.style), settings))
        };
        let Some(depths) = depths else {
            let (row, settings) = row(search)?;
            return Ok(SuiteLine::of(row, &settings));
        };
        let at = |depth| row(&search.to_depth(depth));
        let (rows, settings): (Vec<SuiteRow>, Vec<SearchSettings>) =
            depths.clone().map(at).collect::<Result<Vec<_>>>()?.into_iter().unzip();
        Ok(SuiteLine::of_depths(&rows, &settings.first().cloned().unwrap_or_default(), &self.style))
    }

    /// Writes the lines of these positions in order, and reports positions that cannot be read.
    fn lines(
        &self,
        context: &Context,
        solved: Vec<Result<Option<SuiteLine>>>,
        (out, format): (&mut Output, SuiteFormat),
    ) -> Result<()> {
        for result in solved {
            match result {
                Ok(Some(line)) => {
                    let text = if format == SuiteFormat::Text { line.text.trim_end() } else { &line.json };
                    writeln!(out, "{text}")?;
                }
                Err(error) => {
                    out.flush()?;
                    context.complain(&error.context(self.name.to_owned()));
                }
                Ok(None) => {}
            }
        }
        Ok(out.flush()?)
    }
}
