//! `plywood explain`.

use super::engine::EngineArgs;
use super::games::{self, GameArgs};
use super::output::{OutputArgs, Watched};
use super::progress::{Interrupt, Progress};
use super::recorded::{self, Recorded, Typed};
use super::search_args::SearchArgs;
use super::several::SeveralArgs;
use super::shown::Shown;
use super::stage::StageArgs;
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
    stage: StageArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// The options that were really typed.
    #[arg(skip)]
    pub typed: Typed,
}

impl Explain {
    pub fn run(&self) -> Result<ExitCode> {
        if let Some(recorded) = Recorded::find(&self.subject)? {
            return self.recorded(recorded);
        }
        let (subject, code) = match Input::find(&self.subject)? {
            Input::Suite { name, text } => {
                self.game.refuse()?;
                self.shown.refuse("a file of positions")?;
                self.several.refuse("a file of positions")?;
                self.stage.refuse("a file of positions")?;
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
            let is_asked = self.shown.is_asked() || self.stage.is_asked();
            match self.several.alone(&self.search).filter(|_| is_asked) {
                Some(search) => self.explain(&*search.study(&subject)?, true)?,
                None => {
                    self.stage.refuse("--depths")?;
                    self.shown.refuse("--depths")?;
                    self.several.run(&self.search, &subject, &self.output)?;
                }
            }
            return Ok(code);
        }
        self.explain(&*self.engine.study(&self.search, &subject)?, true)?;
        Ok(code)
    }

    /// Shows a search that is over. A command that searches a line of it cannot be offered.
    fn recorded(&self, recorded: Recorded) -> Result<ExitCode> {
        self.typed.refuse_searching(&recorded.name)?;
        if self.stage.is_asked() {
            let format = self.shown.state_format(&self.output)?;
            if let Some((_, mut cursor)) = recorded::cursor(&self.subject)? {
                self.stage.write(&mut cursor, format, &self.output)?;
            }
        } else {
            self.explain(&recorded.trace, false)?;
        }
        recorded.finish().map(|()| ExitCode::SUCCESS)
    }

    fn explain(&self, study: &dyn AnyStudy, can_search: bool) -> Result<()> {
        if self.stage.is_asked() {
            let format = self.shown.state_format(&self.output)?;
            let mut progress = Progress::start(format!("depth {}", study.header().depth), Interrupt::Shows);
            let mut cursor = recorded::cursor_of(study)?;
            progress.finish();
            return self.stage.write(&mut cursor, format, &self.output);
        }
        let format = self.shown.format(&self.output)?;
        // Only the name of the output may be no UTF-8, and no offered command has it.
        let words = || std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
        let parts = self.shown.parts(study, can_search.then(|| Command::new(words())))?;
        let mut out = self.output.open()?;
        let mut progress = Progress::start(format!("depth {}", study.header().depth), self.output.interrupt());
        let mut watched = Watched { out: &mut out, progress: &mut progress };
        (format.write)(study, &parts, &self.output.style(), &mut watched)?;
        progress.finish();
        out.close()
    }
}
