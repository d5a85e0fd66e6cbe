//! `plywood explain`.

use super::engine::EngineArgs;
use super::games::{self, GameArgs};
use super::output::{OutputArgs, Watched};
use super::progress::Progress;
use super::search_args::SearchArgs;
use super::several::SeveralArgs;
use super::shown::Shown;
use super::subject::Input;
use super::suite;
use anyhow::Result;
use clap::Args;
use plywood::render::Command;
use plywood::study::AnyStudy;
use std::process::ExitCode;

/// Arguments of `plywood explain`.
#[derive(Debug, Args)]
#[command(args_override_self = true)]
pub struct Explain {
    /// A lesson's name or file, a FEN (quoted or not), a file of positions (EPD) or games (PGN), `startpos`, or `-` for
    /// standard input
    #[arg(required = true, value_name = "LESSON|FILE|FEN")]
    subject: Vec<String>,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    pub engine: EngineArgs,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    several: SeveralArgs,
    #[command(flatten)]
    shown: Shown,
    #[command(flatten)]
    output: OutputArgs,
}

impl Explain {
    pub fn run(&self) -> Result<ExitCode> {
        let (subject, code) = match Input::find(&self.subject)? {
            Input::Suite { name, text } => {
                self.game.refuse()?;
                self.shown.refuse("a file of positions")?;
                self.several.refuse("a file of positions")?;
                return suite::run(&name, &text, (&self.engine, &self.search), &self.output);
            }
            Input::Games { name, text } => games::position(&name, &text, &self.game)?,
            Input::One(subject) => {
                self.game.refuse()?;
                (subject, ExitCode::SUCCESS)
            }
        };
        if self.several.is_asked() {
            self.engine.refuse_sargon("--depths and --mistake are")?;
            match self.several.alone(&self.search).filter(|_| self.shown.is_asked()) {
                Some(search) => self.explain(&*search.study(&subject)?)?,
                None => {
                    self.shown.refuse("--depths")?;
                    self.several.run(&self.search, &subject, &self.output)?;
                }
            }
            return Ok(code);
        }
        self.explain(&*self.engine.study(&self.search, &subject)?)?;
        Ok(code)
    }

    fn explain(&self, study: &dyn AnyStudy) -> Result<()> {
        let format = self.shown.format(&self.output)?;
        // Only the name of the output may be no UTF-8, and no offered command has it.
        let typed = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
        let parts = self.shown.parts(study, Command::new(typed))?;
        let mut out = self.output.open()?;
        let mut progress = Progress::start(format!("depth {}", study.header().depth), self.output.interrupt());
        let mut watched = Watched { out: &mut out, progress: &mut progress };
        (format.write)(study, &parts, &self.output.style(), &mut watched)?;
        progress.finish();
        out.close()
    }
}
