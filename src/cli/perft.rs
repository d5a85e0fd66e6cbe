//! `plywood perft`.

use super::Usage;
use super::form::{TEXT, refuse_promised};
use super::output::{Bare, OutputArgs};
use super::subject;
use crate::game::chess::{ChessGame, Material, divide, perft};
use crate::game::classic::AnyGame;
use crate::game::{self, Game};
use anyhow::Result;
use clap::Args;
use std::io::Write;
use std::process::ExitCode;

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
