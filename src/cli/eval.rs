//! `plywood eval`.

use super::Usage;
use super::engine::EngineName;
use super::named::{moves, names};
use super::output::{FormatName, OutputArgs};
use super::place::Output;
use super::{subject, tables};
use crate::explain::{Evaluated, Inspection};
use crate::game::chess::{Chess, ChessGame, Evaluation, Material};
use crate::page::Style;
use crate::tables::{Tables, TablesPage};
use anyhow::{Context, Result};
use clap::Args;
use shakmaty::Square;
use std::io::Write;
use std::process::ExitCode;

/// Arguments of `plywood eval`.
#[derive(Debug, Args)]
pub(super) struct Eval {
    /// A position: FEN (quoted or not), `startpos`, or `-` for standard input
    #[arg(required = true, value_name = "FEN")]
    subject: Vec<String>,
    /// Play this line first, and show the FEN there; `--` is a pass
    #[arg(long, value_name = "LINE", value_parser = moves, allow_hyphen_values = true)]
    line: Option<String>,
    /// Which evaluation [default: positional]
    #[arg(long, value_name = "NAME", value_parser = names::<Evaluation>())]
    evaluation: Option<Evaluation>,
    /// Whose static score: plywood's, or that of Sargon as of 1978
    #[arg(long, value_enum, default_value_t = EngineName::Plywood, value_name = "NAME")]
    engine: EngineName,
    /// Sargon: score every root move and list them as the program sorts them
    #[arg(long, conflicts_with = "square")]
    moves: bool,
    /// Sargon: show the exchange on a square, step by step
    #[arg(long, value_name = "SQUARE")]
    square: Option<Square>,
    /// Ask tables of solved endings: a folder of Syzygy files, or `retro` for three men
    #[arg(long, value_name = "DIR|retro", conflicts_with_all = ["evaluation", "engine", "moves", "square"])]
    tables: Option<String>,
    /// What to write
    #[arg(long, value_enum, default_value_t = FormatName::Text)]
    format: FormatName,
    #[command(flatten)]
    output: OutputArgs,
}

impl Eval {
    pub(super) fn run(&self) -> Result<ExitCode> {
        let mut subject = subject::find(&self.subject)?;
        if let Some(line) = &self.line {
            subject = subject::after(&subject, line).with_context(|| format!("--line \"{line}\""))?;
        }
        let Some(position) = subject.position().cloned() else {
            return Err(Usage("eval needs a board; this lesson is a tree without one".to_owned()).into());
        };
        if let Some(folder) = &self.tables {
            return self.ask(&tables::open(folder)?, &position);
        }
        let mut out = self.output.open()?;
        self.place(&position, &mut out)?;
        match self.engine {
            EngineName::Sargon => self.sargon(&position, &mut out)?,
            EngineName::Plywood => self.plywood(&position, &mut out)?,
        }
        out.close()?;
        Ok(ExitCode::SUCCESS)
    }

    /// Says which position the line leads to; a JSON document says so itself.
    fn place(&self, position: &Chess, out: &mut Output) -> Result<()> {
        if let (Some(line), FormatName::Text) = (&self.line, self.format) {
            let fen = ChessGame::new(position.clone(), Material).fen();
            writeln!(out, "After {line}:\n{fen}\n")?;
        }
        Ok(())
    }

    /// Shows what tables know; a position that they do not know is no success.
    fn ask(&self, tables: &Tables, position: &Chess) -> Result<ExitCode> {
        let page = TablesPage::new(position, tables);
        let mut out = self.output.open()?;
        self.place(position, &mut out)?;
        match self.format {
            FormatName::Json => page.json(&mut out)?,
            FormatName::Text => page.text(&self.output.style(), &mut out)?,
        }
        out.close()?;
        Ok(if page.is_known() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn sargon(&self, position: &Chess, out: &mut Output) -> Result<()> {
        if self.evaluation.is_some() {
            let text = "--evaluation makes no sense with --engine sargon: it has its own static score";
            return Err(Usage(text.to_owned()).into());
        }
        let style = self.output.style();
        let inspection = Inspection::new(position);
        match (self.format, self.square) {
            (FormatName::Json, Some(square)) => return Ok(inspection.square_json(square, out)?),
            (FormatName::Json, None) if self.moves => return Ok(inspection.moves_json(out)?),
            (FormatName::Json, None) => return Ok(inspection.json(out)?),
            (FormatName::Text, _) => inspection.preface(&style, out)?,
        }
        match self.square {
            Some(square) => inspection.square(square, &style, out)?,
            None if self.moves => {
                inspection.moves(out)?;
                inspection.moves_legend(&style, out)?;
            }
            None => inspection.position(&style, out)?,
        }
        Ok(())
    }

    fn plywood(&self, position: &Chess, out: &mut Output) -> Result<()> {
        if self.moves || self.square.is_some() {
            let option = if self.moves { "--moves" } else { "--square" };
            return Err(Usage(format!("{option} is for --engine sargon")).into());
        }
        let evaluated = Evaluated::new(position, self.evaluation.unwrap_or_default());
        match self.format {
            FormatName::Json => evaluated.json(out)?,
            FormatName::Text => evaluated.text(&Style { decimals: 3, ..self.output.style() }, out)?,
        }
        Ok(())
    }
}
