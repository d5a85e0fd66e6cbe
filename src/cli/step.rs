//! `plywood step`.

use super::Usage;
use super::engine::EngineArgs;
use super::games::{self, GameArgs};
use super::opponent::OpponentGame;
use super::output::{Looks, Styled};
use super::progress::{self, Interrupt, Progress};
use super::recorded::{self, FileCursor};
use super::search_args::SearchArgs;
use super::subject::{self, Input};
use super::typed::Typed;
use super::viewer::{Mode, Session, view};
use crate::cursor::Goal;
use crate::steps::stage::exact;
use crate::subject::Subject;
use anyhow::Result;
use clap::Args;
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::time::Duration;

/// Arguments of `plywood step`.
#[derive(Debug, Args)]
#[command(
    after_help = "Keys: arrows step, ] [ over a subtree, o out, c b p next cutoff, new best, best play, ? all keys, q quit"
)]
pub(super) struct StepArgs {
    #[command(flatten)]
    typed: Typed,
    /// A lesson's name or file, a FEN (quoted or not), a file of a game (PGN), `startpos`, a game such as
    /// `ttt`, or a recorded trace (.json, .jsonl, .gz)
    #[arg(required = true, value_name = "LESSON|FILE|FEN")]
    subject: Vec<String>,
    /// Ask before each verdict what it will be, and count the right answers
    #[arg(long)]
    ask: bool,
    /// What happens after a wrong answer
    #[arg(long, value_enum, default_value_t, requires = "ask")]
    mode: Mode,
    /// Make a step of every event: of what is created, of orders, and of nodes with a single move
    #[arg(long)]
    every_event: bool,
    /// Cite the lines of the pseudocode that explain --code prints
    #[arg(long)]
    code: bool,
    /// Play MIN: choose MIN's answers and see what the search says to them; needs no terminal
    #[arg(long, conflicts_with_all = ["ask", "every_event", "code", "play"])]
    min: bool,
    /// Go on by itself, a step every so many seconds; any key stops that, Space starts it again
    #[arg(long, value_name = "SECONDS", value_parser = seconds, conflicts_with = "ask")]
    play: Option<Duration>,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    looks: Looks,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "a number of seconds such as 1.5 is wanted".to_owned())?;
    let range = 0.05..=3600.0;
    if range.contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err("from 0.05 to 3600 seconds".to_owned())
    }
}

impl StepArgs {
    pub(super) fn run(&self) -> Result<ExitCode> {
        if self.typed.of::<Looks>().any(|option| option == "--columns") {
            return Err(Usage("--columns does nothing here: plywood step is as wide as the terminal".to_owned()).into());
        }
        if self.min {
            return self.against_min();
        }
        if !io::stdout().is_terminal() {
            let text = "plywood step needs a terminal; without one, `plywood explain SUBJECT --step N` writes a step, and \
                        --steps DIR all of them";
            return Err(Usage(text.to_owned()).into());
        }
        let (name, cursor, code) = self.cursor()?;
        let problem = cursor.problem().map(ToString::to_string);
        let style = exact(cursor.header(), cursor.decimals(), self.looks.style(true));
        let stop = if self.every_event { Goal::Event } else { Goal::Step };
        view(Session::new(cursor, style, (stop, self.ask.then_some(self.mode)), self.code), self.play)?;
        recorded::undamaged(&name, problem)?;
        Ok(code)
    }

    /// Lets the reader choose MIN's answers.
    fn against_min(&self) -> Result<ExitCode> {
        self.engine.refuse_sargon("--min is")?;
        let (subject, code) = self.position()?;
        let opponent = OpponentGame::new(&self.search, subject, self.looks.style(true))?;
        opponent.play(&mut io::stdin().lock(), &mut io::stdout().lock())?;
        Ok(code)
    }

    /// The one position that the arguments name.
    fn position(&self) -> Result<(Subject, ExitCode)> {
        match Input::find(&self.subject)? {
            Input::Suite { name, .. } => Err(subject::too_many(&name).into()),
            Input::Games { name, text } => games::position(&name, &text, &self.game),
            Input::One(subject) => {
                self.game.refuse()?;
                Ok((*subject, ExitCode::SUCCESS))
            }
        }
    }

    fn cursor(&self) -> Result<(String, FileCursor, ExitCode)> {
        let mut progress = Progress::start("recording".to_owned(), Interrupt::Shows);
        if let Some((name, cursor)) = recorded::cursor(&self.subject, true)? {
            recorded::refuse_searching(&self.typed, &name)?;
            return Ok((name, cursor, ExitCode::SUCCESS));
        }
        let (subject, code) = self.position()?;
        let cursor = recorded::cursor_of(&*self.engine.study(&self.search, &subject)?)?;
        progress.finish();
        progress::forget_stop();
        Ok((subject.caption.title.clone(), cursor, code))
    }
}
