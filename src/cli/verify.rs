//! `plywood verify` checks a search, `plywood perft` the rules.

use super::Usage;
use super::explain::refuse_searching;
use super::options::Typed;
use super::output::{Bare, FormArgs, OutputArgs, TEXT, refuse_promised};
use super::progress::{self, Interrupt, Progress};
use super::recorded::{OpenedTrace, TraceDocument, TraceLines};
use super::search_args::SearchArgs;
use super::subject::{self, GameArgs, Input};
use crate::game::chess::{ChessGame, Material, divide, perft};
use crate::game::classic::AnyGame;
use crate::game::{self, Game};
use crate::proof::{Audited, Effort, LEAVES, Report, VerifyError, page, verify, verify_lines};
use crate::trace::Header;
use anyhow::{Result, anyhow};
use clap::Args;
use std::io::Write;
use std::process::ExitCode;

/// Arguments of `plywood verify`.
#[derive(Debug, Args)]
pub(super) struct Verify {
    #[command(flatten)]
    typed: Typed,
    /// A lesson's name or file, a FEN (quoted or not), `startpos`, a game such as `ttt`, a trace in a file (.json, .jsonl,
    /// .gz), or `-` for standard input
    #[arg(required = true, value_name = "LESSON|FILE|FEN")]
    subject: Vec<String>,
    #[command(flatten)]
    search: SearchArgs,
    /// How many leaves plain minimax may look at in all; beyond that a sample is searched
    #[arg(long, value_name = "N", default_value_t = LEAVES)]
    leaves: u64,
    /// Show everything that is wrong, not only the first of it
    #[arg(long)]
    all: bool,
    /// Keep no node of a trace, which then takes little memory and is not held against minimax [default: beyond 256 MiB]
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
    pub(super) fn run(&self) -> Result<ExitCode> {
        self.form.form(&self.output)?;
        let mut progress = Progress::start("verify".to_owned(), Interrupt::Stops);
        let report = self.verified(&mut progress)?;
        progress.finish();
        let document = page::json(&report, self.all, &self.output.style())?;
        self.form.write(
            &self.output,
            |style| page::document(&report, self.all, self.file(), style),
            |out| {
                serde_json::to_writer_pretty(&mut *out, &document)?;
                writeln!(out)
            },
        )?;
        Ok(if report.passes() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// The file of a trace, which other commands can open, too.
    fn file(&self) -> Option<&str> {
        match self.subject.as_slice() {
            [file] if std::path::Path::new(file).is_file() => Some(file),
            _ => None,
        }
    }

    /// Writes what was found in a trace that breaks off. Who wrote it may have been stopped by what is wrong there.
    fn write_first(&self, audit: &Audited, header: &Header) -> Result<()> {
        if audit.findings.is_empty() || self.form.form(&self.output)?.is_none() {
            return Ok(());
        }
        self.form.write(&self.output, |_| page::first_cause(audit, header, self.file()), |_| Ok(()))
    }

    /// Verifies a trace, read line by line if it has lines, or something to be searched.
    fn verified(&self, progress: &mut Progress) -> Result<Report> {
        let effort = &Effort { limits: progress::limits(), ..Effort::with_leaves(self.leaves) };
        match OpenedTrace::find(&self.subject)? {
            Some(OpenedTrace::Lines(TraceLines { name, reader, size })) => {
                refuse_searching(&self.typed, &name)?;
                let effort = &Effort { keeps_nodes: !self.stream && size <= MOST_KEPT, ..effort.clone() };
                return match verify_lines(reader, effort) {
                    Err(VerifyError::Trace { problem, header, audit }) => {
                        progress.finish();
                        self.write_first(&audit, &header)?;
                        Err(anyhow!(problem).context(name))
                    }
                    done => Ok(done?),
                };
            }
            _ if self.stream => {
                Err(Usage(
                    "--stream does nothing here: it is for a trace that is read line by line (.jsonl)".to_owned(),
                ))?;
            }
            Some(OpenedTrace::Document(TraceDocument { name, trace, problem })) => {
                refuse_searching(&self.typed, &name)?;
                if let Some(problem) = problem {
                    return Err(anyhow!(problem).context(name));
                }
                return Ok(verify(&trace, effort)?);
            }
            None => {}
        }
        let input = Input::find(&self.subject)?;
        if !matches!(input, Input::Games { .. }) {
            self.game.refuse()?;
        }
        let (subject, _) = self.game.choose(input)?;
        Ok(verify(&*self.search.study(&subject)?, effort)?)
    }
}

/// Arguments of `plywood perft`.
#[derive(Debug, Args)]
pub(super) struct Perft {
    /// A position: FEN (quoted or not), `startpos`, a game such as `connect4`, or `-` for standard input
    #[arg(required = true, value_name = "FEN")]
    subject: Vec<String>,
    /// How many plies to search
    #[arg(short, long, value_name = "N", default_value_t = 4,
          value_parser = clap::value_parser!(u32).range(1..=15))]
    depth: u32,
    /// Count the lines after each move
    #[arg(long)]
    divide: bool,
    #[command(flatten)]
    output: OutputArgs<Bare>,
}

impl Perft {
    pub(super) fn run(&self) -> Result<ExitCode> {
        refuse_promised(&self.output, None, &[TEXT])?;
        let subject = subject::find(&self.subject)?;
        if let Some(game) = subject.game() {
            return self.of_game(game.clone());
        }
        let Some(position) = subject.position().cloned() else {
            return Err(Usage("perft needs a board; this lesson is a tree without one".to_owned()).into());
        };
        let mut out = self.output.open()?;
        if self.divide {
            let game = ChessGame::new(position, Material);
            let mut rows: Vec<(String, u64)> =
                divide(game.position(), self.depth).into_iter().map(|(mv, lines)| (game.name(mv), lines)).collect();
            rows.sort();
            divided(&rows, &mut out)?;
        } else {
            for depth in 1..=self.depth {
                writeln!(out, "perft({depth}) = {}", perft(&position, depth))?;
            }
        }
        out.close()?;
        Ok(ExitCode::SUCCESS)
    }

    /// Counts the lines of a game of the table.
    fn of_game(&self, mut game: AnyGame) -> Result<ExitCode> {
        let mut out = self.output.open()?;
        if self.divide {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            let mut rows = Vec::with_capacity(moves.len());
            for mv in moves {
                let name = game.name(mv);
                game.play(mv);
                rows.push((name, game::perft(&mut game, self.depth - 1)));
                game.undo();
            }
            divided(&rows, &mut out)?;
        } else {
            for depth in 1..=self.depth {
                writeln!(out, "perft({depth}) = {}", game::perft(&mut game, depth))?;
            }
        }
        out.close()?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Writes the lines after each move, and their sum.
fn divided(rows: &[(String, u64)], out: &mut impl Write) -> Result<()> {
    for (name, lines) in rows {
        writeln!(out, "{name:<8}{lines:>14}")?;
    }
    let total: u64 = rows.iter().map(|(_, lines)| lines).sum();
    writeln!(out, "{:<8}{total:>14}", "total")?;
    Ok(())
}
