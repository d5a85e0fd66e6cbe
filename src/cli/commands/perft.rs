//! `plywood perft`: counts the lines of moves, which checks the rules.

use crate::cli::args::form_args::{TEXT, refuse_promised};
use crate::cli::args::output_args::{Bare, OutputArgs};
use crate::cli::args::subject_args;
use crate::cli::command_error::{Result, ensure};
use crate::cli::context::Context;
use crate::cli::io::progress::Progress;
use crate::cli::usage;
use crate::core::game::chess::{Chess, ChessGame, Material, divide, perft};
use crate::core::game::classic::AnyGame;
use crate::core::game::{self, Game};
use crate::core::parallel::map;
use crate::input::perft_suite::{has_counts, read_perft_suite};
use crate::page::text::{self, grouped, visible};
use crate::subject::Subject;
use clap::Args;
use shakmaty::EnPassantMode;
use shakmaty::fen::Fen;
use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Arguments of `plywood perft`.
#[derive(Debug, Args)]
pub(in crate::cli) struct Perft {
    /// A position: FEN (quoted or not), `startpos`, a game such as `connect4`, or `-` for standard input
    #[arg(required = true, value_name = "FEN")]
    subject: Vec<String>,
    /// Depth in plies
    #[arg(short, long, value_name = "N", default_value_t = 4,
          value_parser = clap::value_parser!(u32).range(1..=15))]
    depth: u32,
    /// Show the count for each root move
    #[arg(long)]
    divide: bool,
    #[command(flatten)]
    output: OutputArgs<Bare>,
}

impl Perft {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<ExitCode> {
        refuse_promised(&self.output, None, &[TEXT])?;
        if let Some((name, text)) = subject_args::text(context, &self.subject)?
            && has_counts(&text)
        {
            return self.suite(context, &name, &text);
        }
        let subject = subject_args::find(context, &self.subject)?;
        if let Some(game) = subject.game() {
            return self.of_game(context, game.clone());
        }
        let game = ChessGame::new(position(&subject)?.clone(), Material);
        let rows = || {
            let moves = divide(game.position(), self.depth).into_iter();
            let mut rows: Vec<(String, u64)> = moves.map(|(mv, lines)| (game.name(mv), lines)).collect();
            rows.sort_unstable();
            rows
        };
        self.write(context, rows, |depth| perft(game.position(), depth))
    }

    /// Recomputes the perft counts given in a file of positions, and reports wrong counts.
    fn suite(&self, context: &Context, name: &str, content: &str) -> Result<ExitCode> {
        ensure!(!self.divide, usage("--divide is for one position, not for a suite"));
        let (mut entries, mut said, mut unread) = (Vec::new(), Vec::new(), 0_u64);
        for entry in read_perft_suite(content) {
            match entry {
                Ok(entry) => entries.push(entry),
                Err(error) => {
                    unread += 1;
                    context.tell(&format!("{name}, {error}"));
                }
            }
        }
        let progress = Progress::start(context, format!("{} positions", entries.len()), self.output.interrupt(context));
        let done = AtomicUsize::new(0);
        let counted = map(&entries, |entry| {
            let mut found = Vec::new();
            for &(depth, lines) in entry.counts.iter().filter(|(depth, _)| *depth <= self.depth) {
                if context.is_stopped() {
                    return Err(context.interrupted());
                }
                found.push((depth, lines, perft(&entry.position, depth)));
            }
            let number = done.fetch_add(1, Ordering::Relaxed) + 1;
            progress.say(format!("{number} of {} positions", entries.len()));
            Ok(found)
        })?;
        drop(progress);
        let (mut checked, mut wrong) = (0, 0_u64);
        for (entry, counts) in entries.iter().zip(&counted) {
            for &(depth, lines, found) in counts {
                checked += 1;
                if lines != found {
                    wrong += 1;
                    let fen = Fen::from_position(&entry.position, EnPassantMode::Legal);
                    let (lines, found) = (grouped(lines), grouped(found));
                    said.push(format!(
                        "{}, depth {depth}: {found} move sequences; the file says {lines}\n  {fen}",
                        visible(&entry.name)
                    ));
                }
            }
        }
        ensure!(
            checked != 0,
            usage(format!("{name} has no count to depth {}; --depth sets how far it is checked", self.depth))
        );
        let [positions, counts] = [(entries.len() as u64, "position"), (checked, "count")]
            .map(|(count, what)| text::counted(count, what, &format!("{what}s")));
        let verdict = match wrong {
            0 => "all are right".to_owned(),
            1 => "1 is wrong".to_owned(),
            _ => format!("{} are wrong", grouped(wrong)),
        };
        said.push(format!("{name}: {positions}, {counts} to depth {}: {verdict}.", self.depth));
        if unread != 0 {
            said.push(format!("{} could not be read.", text::counted(unread, "line", "lines")));
        }
        let code = context.judge(wrong == 0 && unread == 0);
        self.output.with(context, |out| said.iter().try_for_each(|line| writeln!(out, "{line}")))?;
        Ok(code)
    }

    /// Returns the number of lines to each depth.
    pub(in crate::cli) fn counts(&self, context: &Context) -> Result<Vec<u64>> {
        let subject = subject_args::find(context, &self.subject)?;
        if let Some(mut game) = subject.game().cloned() {
            return Ok((1..=self.depth).map(|depth| game::perft(&mut game, depth)).collect());
        }
        let position = position(&subject)?;
        Ok((1..=self.depth).map(|depth| perft(position, depth)).collect())
    }

    /// Returns the page that the command prints: the numbers of lines.
    pub(in crate::cli) fn page(&self, context: &Context) -> Result<String> {
        let counts = self.counts(context)?;
        Ok((1..).zip(counts).map(|(depth, lines)| counted_line(depth, lines) + "\n").collect())
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

    /// Writes the number of lines to each depth, or after each move and in total.
    fn write(
        &self,
        context: &Context,
        rows: impl FnOnce() -> Vec<(String, u64)>,
        mut perft: impl FnMut(u32) -> u64,
    ) -> Result<ExitCode> {
        self.output.with(context, |out| {
            if !self.divide {
                return (1..=self.depth).try_for_each(|depth| writeln!(out, "{}", counted_line(depth, perft(depth))));
            }
            let rows = rows();
            rows.iter().try_for_each(|(name, lines)| writeln!(out, "{name:<8}{lines:>14}"))?;
            let total: u64 = rows.iter().map(|(_, lines)| lines).sum();
            writeln!(out, "{:<8}{total:>14}", "total")
        })?;
        Ok(ExitCode::SUCCESS)
    }
}

fn position(subject: &Subject) -> Result<&Chess> {
    let wrong = || usage("perft needs a position of chess or another game, but this is a tree without a board");
    subject.position().ok_or_else(wrong)
}

fn counted_line(depth: u32, lines: u64) -> String {
    format!("perft({depth}) = {lines}")
}
