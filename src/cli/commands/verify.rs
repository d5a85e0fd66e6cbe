//! `plywood verify` checks a search, `plywood perft` the rules.

use crate::cli::args::output_args::{Bare, FormArgs, OutputArgs, TEXT, refuse_promised};
use crate::cli::args::search_args::SearchArgs;
use crate::cli::args::subject_args::{self, GameArgs, Input};
use crate::cli::args::trace_source;
use crate::cli::args::values::Typed;
use crate::cli::commands::explain::refuse_searching;
use crate::cli::context::Context;
use crate::cli::io::progress::{Interrupt, Progress};
use crate::cli::usage;
use crate::core::game::chess::{ChessGame, Material, divide, perft};
use crate::core::game::classic::AnyGame;
use crate::core::game::{self, Game};
use crate::core::text::write_json;
use crate::core::trace::{Header, TraceReader};
use crate::verify::{Audited, Effort, LEAVES, Report, VerifyError, page, verify, verify_lines};
use anyhow::{Context as _, Result, anyhow, ensure};
use clap::Args;
use std::fs::File;
use std::io::{BufReader, Write};
use std::process::ExitCode;

/// Arguments of `plywood verify`.
#[derive(Debug, Args)]
pub(in crate::cli) struct Verify {
    #[command(flatten)]
    typed: Typed,
    /// A lesson's name or file, a FEN (quoted or not), `startpos`, a game such as `ttt`, a trace in a file (.json, .jsonl,
    /// .gz), or `-` for standard input
    #[arg(required = true, value_name = "LESSON|FILE|FEN")]
    subject: Vec<String>,
    #[command(flatten)]
    search: SearchArgs,
    /// Maximum leaves for plain minimax; beyond that, check a sample
    #[arg(long, value_name = "N", default_value_t = LEAVES)]
    leaves: u64,
    /// Show all findings, not just the first
    #[arg(long)]
    all: bool,
    /// Verify a trace in little memory, without minimax [default: beyond 256 MiB]
    #[arg(long, hide_short_help = true)]
    stream: bool,
    #[command(flatten)]
    form: FormArgs,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// The nodes of larger traces are not kept.
const MOST_KEPT: u64 = 256 << 20;

impl Verify {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<ExitCode> {
        self.form.form(&self.output)?;
        let mut progress = Progress::start(context, "verify".to_owned(), Interrupt::Stops);
        let report = self.verified(context, &mut progress)?;
        progress.finish();
        let document = page::json(&report, self.all, &self.output.style(context));
        self.form.write(
            context,
            &self.output,
            |style| page::document(&report, self.all, self.file(context), style),
            |out| write_json(&document, out),
        )?;
        Ok(if report.passes() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// The file of a trace, which other commands can open, too.
    fn file(&self, context: &Context) -> Option<&str> {
        match self.subject.as_slice() {
            [file] if context.at(file).is_file() => Some(file),
            _ => None,
        }
    }

    /// Writes what was found in a trace that breaks off. Who wrote it may have been stopped by what is wrong there.
    fn write_first(&self, context: &Context, audit: &Audited, header: &Header) -> Result<()> {
        if audit.findings.is_empty() || self.form.form(&self.output)?.is_none() {
            return Ok(());
        }
        self.form.write(context, &self.output, |_| page::first_cause(audit, header, self.file(context)), |_| Ok(()))
    }

    fn lines(
        &self,
        context: &Context,
        name: String,
        file: File,
        effort: &Effort,
        progress: &mut Progress,
    ) -> Result<Report> {
        let size = file.metadata().with_context(|| name.clone())?.len();
        let reader = TraceReader::new(BufReader::new(file)).with_context(|| name.clone())?;
        refuse_searching(&self.typed, &name)?;
        match verify_lines(reader, &Effort { keeps_nodes: !self.stream && size <= MOST_KEPT, ..effort.clone() }) {
            Err(VerifyError::Trace { problem, header, audit }) => {
                progress.finish();
                self.write_first(context, &audit, &header)?;
                Err(anyhow!(problem).context(name))
            }
            done => Ok(done?),
        }
    }

    /// Verifies a trace, read line by line if it has lines, or something to be searched.
    fn verified(&self, context: &Context, progress: &mut Progress) -> Result<Report> {
        let effort = &Effort { limits: context.limits(), ..Effort::with_leaves(self.leaves) };
        let mut found = trace_source::open(context, &self.subject)?;
        let is_document = found.as_mut().map_or(Ok(false), |(_, file)| trace_source::is_document(file))?;
        let found = match found {
            Some((name, mut file)) if is_document => {
                let (trace, problem) = trace_source::document(&name, &mut file)?;
                Some((name, trace, problem))
            }
            Some((name, file)) => return self.lines(context, name, file, effort, progress),
            None => None,
        };
        ensure!(!self.stream, usage("--stream has no effect here: it is for traces in JSON Lines (.jsonl)"));
        if let Some((name, trace, problem)) = found {
            refuse_searching(&self.typed, &name)?;
            return match problem {
                Some(problem) => Err(anyhow!(problem).context(name)),
                None => Ok(verify(&trace, effort)?),
            };
        }
        let input = Input::find(context, &self.subject)?;
        if !matches!(input, Input::Games { .. }) {
            self.game.refuse()?;
        }
        let (subject, _) = self.game.choose(context, input)?;
        Ok(verify(&*self.search.study(context, &subject)?, effort)?)
    }
}

/// Arguments of `plywood perft`.
#[derive(Debug, Args)]
pub(in crate::cli) struct Perft {
    /// A position: FEN (quoted or not), `startpos`, a game such as `connect4`, or `-` for standard input
    #[arg(required = true, value_name = "FEN")]
    subject: Vec<String>,
    /// Search depth in plies
    #[arg(short, long, value_name = "N", default_value_t = 4,
          value_parser = clap::value_parser!(u32).range(1..=15))]
    depth: u32,
    /// Show the count after each root move
    #[arg(long)]
    divide: bool,
    #[command(flatten)]
    output: OutputArgs<Bare>,
}

impl Perft {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<ExitCode> {
        refuse_promised(&self.output, None, &[TEXT])?;
        let subject = subject_args::find(context, &self.subject)?;
        if let Some(game) = subject.game() {
            return self.of_game(context, game.clone());
        }
        let game = ChessGame::new(subject_args::board(&subject, "perft")?.clone(), Material);
        let rows = || {
            let moves = divide(game.position(), self.depth).into_iter();
            let mut rows: Vec<(String, u64)> = moves.map(|(mv, lines)| (game.name(mv), lines)).collect();
            rows.sort_unstable();
            rows
        };
        self.write(context, rows, |depth| perft(game.position(), depth))
    }

    fn of_game(&self, context: &Context, mut game: AnyGame) -> Result<ExitCode> {
        let mut other = game.clone();
        let rows = || {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            let row = |mv| {
                let name = game.name(mv);
                game.play(mv);
                let lines = game::perft(&mut game, self.depth - 1);
                game.undo();
                (name, lines)
            };
            moves.into_iter().map(row).collect()
        };
        self.write(context, rows, |depth| game::perft(&mut other, depth))
    }

    /// Writes how many lines there are to each depth, or after each move and in all.
    fn write(
        &self,
        context: &Context,
        rows: impl FnOnce() -> Vec<(String, u64)>,
        mut perft: impl FnMut(u32) -> u64,
    ) -> Result<ExitCode> {
        self.output.with(context, |out| {
            if !self.divide {
                return (1..=self.depth).try_for_each(|depth| writeln!(out, "perft({depth}) = {}", perft(depth)));
            }
            let rows = rows();
            rows.iter().try_for_each(|(name, lines)| writeln!(out, "{name:<8}{lines:>14}"))?;
            let total: u64 = rows.iter().map(|(_, lines)| lines).sum();
            writeln!(out, "{:<8}{total:>14}", "total")
        })?;
        Ok(ExitCode::SUCCESS)
    }
}
