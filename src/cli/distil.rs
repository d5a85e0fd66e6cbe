//! `plywood distil`.

use super::Usage;
use super::games::{self, GameArgs};
use super::named::{evaluations, orders};
use super::output::{Bare, OutputArgs};
use super::progress::{self, Interrupt, Progress};
use super::scores::{UCI, UciArgs};
use super::search_args::evaluated;
use super::subject::{Input, too_many};
use crate::distil::{Recipe, distil_from, distil_game};
use crate::game::chess::Evaluation;
use crate::model::Model;
use crate::page::text::visible_lines;
use crate::search::{MAX_DEPTH, Order};
use crate::subject::Subject;
use anyhow::{Context, Result};
use clap::Args;
use std::io::Write;
use std::process::ExitCode;

/// Arguments of `plywood distil`.
#[derive(Debug, Args)]
pub(super) struct Distil {
    /// A position: FEN (quoted or not), `startpos`, a game such as `ttt`, a file with a position or games, or `-`
    /// for standard input
    #[arg(required = true, value_name = "FEN|FILE")]
    subject: Vec<String>,
    /// At most so many moves of each node
    #[arg(short, long, value_name = "K", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=300))]
    width: u16,
    /// How many plies to search
    #[arg(short, long, value_name = "N", default_value_t = 3,
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: u32,
    /// Order of moves
    #[arg(long, value_name = "NAME", default_value = "static", value_parser = orders())]
    order: Order,
    /// What a leaf of a board is worth [default: positional, of a game its first]
    #[arg(long, value_name = "NAME", value_parser = evaluations())]
    evaluation: Option<String>,
    #[command(flatten)]
    uci: UciArgs,
    /// The title of what is made [default: a question made of the root moves]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    output: OutputArgs<Bare>,
}

impl Distil {
    pub(super) fn run(&self) -> Result<ExitCode> {
        self.output.refuse_other_than_lesson()?;
        let (mut subject, code) = match Input::find(&self.subject)? {
            Input::Games { name, text } => games::position(&name, &text, &self.game)?,
            Input::One(subject) => {
                self.game.refuse()?;
                (*subject, ExitCode::SUCCESS)
            }
            Input::Suite { name, .. } => return Err(too_many(&name).into()),
        };
        let own = evaluated(self.evaluation.as_deref(), &self.uci, &mut subject)?.unwrap_or_default();
        let recipe = Recipe { width: usize::from(self.width), depth: self.depth, order: self.order };
        let mut progress = Progress::start(format!("lesson of depth {}", self.depth), Interrupt::Stops);
        let mut model = Self::model(&subject, own, recipe)?;
        progress.finish();
        if let Some(outside) = &subject.outside {
            let by = format!("The leaves were scored from outside ({}).", outside.name().trim_start_matches(UCI));
            model.note = Some(model.note.map_or(by.clone(), |note| format!("{note} {by}")));
        }
        if let Some(title) = self.title.as_ref().or(Some(&subject.caption.title)).filter(|title| !title.is_empty()) {
            model.title = visible_lines(title);
        }
        let mut out = self.output.open()?;
        out.write_all(model.to_json().as_bytes()).context("cannot write the lesson")?;
        out.close()?;
        Ok(code)
    }

    /// Makes the lesson of a position of chess or of another game.
    fn model(subject: &Subject, own: Evaluation, recipe: Recipe) -> Result<Model> {
        if let Some(game) = subject.game().filter(|_| !subject.is_lesson()) {
            return Ok(distil_game(game, recipe, &progress::limits())?);
        }
        let Some(position) = subject.position().filter(|_| !subject.is_lesson()) else {
            return Err(Usage("this is a lesson already; distil wants a position".to_owned()).into());
        };
        Ok(distil_from(position, own, subject.outside.clone(), recipe, &progress::limits())?)
    }
}
