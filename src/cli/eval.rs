//! `plywood eval`.

use super::Usage;
use super::engine::{EngineName, SARGON};
use super::form::FormArgs;
use super::multipv;
use super::named::{chess_evaluations, moves};
use super::output::{OutputArgs, SignArgs};
use super::scores::UciArgs;
use super::{subject, tables};
use crate::explain::{Evaluated, Inspection};
use crate::game::chess::{Chess, ChessGame, Evaluation, Material};
use crate::names::UnknownName;
use crate::page::{Document, Style};
use crate::tables::{Tables, TablesPage};
use anyhow::{Context, Result};
use clap::Args;
use shakmaty::Square;
use std::io::{self, Write};
use std::process::ExitCode;

/// Arguments of `plywood eval`.
#[derive(Debug, Args)]
pub(super) struct Eval {
    /// A position: FEN (quoted or not), `startpos`, or `-` for standard input
    #[arg(required = true, value_name = "FEN")]
    subject: Vec<String>,
    /// The position after this line; `--` is a pass: "Nf3 --"
    #[arg(long, alias = "line", value_name = "LINE", value_parser = moves, allow_hyphen_values = true)]
    after: Option<String>,
    /// What a leaf of a board is worth [default: positional]
    #[arg(long, value_name = "NAME", value_parser = chess_evaluations())]
    evaluation: Option<String>,
    #[command(flatten)]
    uci: UciArgs,
    /// Whose static score: plywood's, or that of Sargon as of 1978
    #[arg(long, value_enum, default_value_t = EngineName::Plywood, value_name = "NAME", help_heading = SARGON)]
    engine: EngineName,
    /// Score every root move and list them as the program sorts them
    #[arg(long, conflicts_with = "square", help_heading = SARGON)]
    moves: bool,
    /// Show the exchange on a square, step by step
    #[arg(long, value_name = "SQUARE", help_heading = SARGON)]
    square: Option<Square>,
    /// Let tables score solved endings: a folder of Syzygy files, or `retro` for three men
    #[arg(long, value_name = "DIR|retro", conflicts_with_all = ["evaluation", "engine", "moves", "square"])]
    tables: Option<String>,
    #[command(flatten)]
    form: FormArgs,
    #[command(flatten)]
    output: OutputArgs<SignArgs>,
}

impl Eval {
    pub(super) fn run(&self) -> Result<ExitCode> {
        self.form.form(&self.output)?;
        self.uci.refuse_idle(self.evaluation.as_deref())?;
        let mut subject = subject::find(&self.subject)?;
        if let Some(line) = &self.after {
            subject = subject::after(&subject, line).with_context(|| format!("--after \"{line}\""))?;
        }
        subject::refuse_game(&subject, "eval")?;
        let Some(position) = subject.position().cloned() else {
            return Err(Usage("eval needs a board; this lesson is a tree without one".to_owned()).into());
        };
        if let Some(folder) = &self.tables {
            return self.ask(&tables::open(folder)?, &position);
        }
        match self.engine {
            EngineName::Sargon => self.sargon(&position)?,
            EngineName::Plywood => self.plywood(&position)?,
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Writes a page, or a document. A page says which position the line leads to; a document says so itself.
    fn write(
        &self,
        position: &Chess,
        page: impl FnOnce(&Style) -> Document,
        json: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<()> {
        let placed = |style: &Style| {
            let mut placed = Document::default();
            if let Some(line) = &self.after {
                let fen = ChessGame::new(position.clone(), Material).fen();
                placed.lines([format!("After {line}:"), fen]);
                placed.gap();
            }
            placed.append(page(style));
            placed
        };
        self.form.write(&self.output, placed, json)
    }

    /// Shows what tables know; a position that they do not know is no success.
    fn ask(&self, tables: &Tables, position: &Chess) -> Result<ExitCode> {
        let page = TablesPage::new(position, tables);
        self.write(position, |style| page.document(style), |out| page.json(out))?;
        Ok(if page.is_known() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn sargon(&self, position: &Chess) -> Result<()> {
        if self.evaluation.is_some() {
            let text = "--evaluation makes no sense with --engine sargon: it has its own static score";
            return Err(Usage(text.to_owned()).into());
        }
        let inspection = Inspection::new(position);
        let page = |style: &Style| match self.square {
            Some(square) => inspection.square(square, style),
            None if self.moves => inspection.moves(style),
            None => inspection.position(style),
        };
        self.write(position, page, |out| match self.square {
            Some(square) => inspection.square_json(square, out),
            None if self.moves => inspection.moves_json(out),
            None => inspection.json(out),
        })
    }

    fn plywood(&self, position: &Chess) -> Result<()> {
        if self.moves || self.square.is_some() {
            let option = if self.moves { "--moves" } else { "--square" };
            return Err(Usage(format!("{option} is for --engine sargon")).into());
        }
        let Some(name) = &self.evaluation else { return self.evaluate(position, Evaluation::default()) };
        if let Some(refuted) = multipv::refuted(name, &self.uci, position)? {
            return self.write(position, |style| refuted.document(style), |out| refuted.json(out));
        }
        self.evaluate(position, name.parse().map_err(|error: UnknownName| Usage(error.to_string()))?)
    }

    fn evaluate(&self, position: &Chess, evaluation: Evaluation) -> Result<()> {
        let evaluated = Evaluated::new(position, evaluation);
        self.write(position, |style| evaluated.document(style), |out| evaluated.json(out))
    }
}
