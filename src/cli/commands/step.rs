//! `plywood step`. With `--min`, the search plays MAX, and the reader chooses MIN's moves.

use crate::cli::args::cost;
use crate::cli::args::engine_args::EngineArgs;
use crate::cli::args::game_args::GameArgs;
use crate::cli::args::moment_args::MomentArgs;
use crate::cli::args::output_args::{Looks, PageTarget, Styled, refuse_negamax};
use crate::cli::args::search_args::SearchArgs;
use crate::cli::args::subject_args::{self, Input};
use crate::cli::args::trace_source::{self, FileCursor};
use crate::cli::args::values::{Typed, variants};
use crate::cli::command_error::{CommandError, Result, ensure};
use crate::cli::commands::explain::refuse_searching;
use crate::cli::commands::tree_opponent;
use crate::cli::context::Context;
use crate::cli::io::progress::{Interrupt, Progress};
use crate::cli::io::prompt::{PromptReply, ask};
use crate::cli::usage;
use crate::cli::viewer::{Mode, Session, view};
use crate::core::cursor::Goal;
use crate::core::study::line_words;
use crate::core::trace::{Header, Outcome};
use crate::page::escape;
use crate::page::text::{position as drawn, wrapped};
use crate::page::words::{SeenPosition, game_is_over, judged_answer, who_plays};
use crate::page::{Style, View, Words};
use crate::step::exact;
use crate::subject::{LineOptions, Subject};
use clap::Args;
use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::time::Duration;

/// Arguments of `plywood step`.
#[derive(Debug, Args)]
#[command(
    after_help = "Keys: arrows step, ] [ skip a subtree, o out, c b p next cutoff, new best, best line, ? all keys, q quit"
)]
pub(in crate::cli) struct StepArgs {
    #[command(flatten)]
    typed: Typed,
    /// A tree in brackets, a lesson's name or file, a FEN (quoted or not), a game file (PGN), `startpos`, a game such
    /// as
    /// `ttt`, or a recorded trace (.json, .jsonl, .gz)
    #[arg(required = true, value_name = "TREE|LESSON|FILE|FEN")]
    subject: Vec<String>,
    /// Ask you to predict each verdict, and count your right answers
    #[arg(long)]
    ask: bool,
    /// What to do after a wrong answer
    #[arg(long, value_enum, value_parser = variants::<Mode>(), default_value_t, requires = "ask")]
    mode: Mode,
    /// Make every event a step, even move ordering
    #[arg(long)]
    every_event: bool,
    /// Show pseudocode; each step cites its lines
    #[arg(long)]
    code: bool,
    /// Play MIN against the search; works without a terminal
    #[arg(long, conflicts_with_all = ["ask", "every_event", "code", "film"])]
    min: bool,
    /// Play automatically, one step every SECONDS; any key stops it, Space resumes it
    #[arg(long, alias = "play", value_name = "SECONDS", value_parser = seconds, conflicts_with = "ask")]
    film: Option<Duration>,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    moment: MomentArgs,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    looks: Looks,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds, such as 1.5".to_owned())?;
    let range = 0.05..=3600.0;
    if range.contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err("from 0.05 to 3600 seconds".to_owned())
    }
}

impl StepArgs {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<ExitCode> {
        if self.typed.of::<Looks>().any(|option| option == "--columns") {
            return Err(usage("--columns has no effect here: plywood step is as wide as the terminal"));
        }
        if self.min {
            self.moment.refuse("--min")?;
            return self.against_min(context);
        }
        if !context.output_is_a_terminal() {
            return Err(self.without_terminal(context)?);
        }
        let (name, mut cursor, code) = self.cursor(context)?;
        self.moment.go(&mut cursor)?;
        let problem = cursor.problem().map(ToString::to_string);
        refuse_negamax(cursor.header(), self.looks.style(context, PageTarget::Terminal).view)?;
        let style = exact(cursor.header(), cursor.decimals(), self.looks.style(context, PageTarget::Terminal));
        let stop = if self.every_event { Goal::Event } else { Goal::Step };
        view(context, Session::new(cursor, style, (stop, self.ask.then_some(self.mode)), self.code), self.film)?;
        trace_source::undamaged(&name, problem, Some("shown"))?;
        Ok(code)
    }

    /// Returns the error for an output that is not a terminal, with commands that write the steps.
    fn without_terminal(&self, context: &Context) -> Result<CommandError> {
        let subject = escape::shell(&self.subject.join(" "));
        if trace_source::open(context, &self.subject)?.is_none()
            && let Input::One(position) = Input::find(context, &self.subject)?
            && self.search.study(context, &position)?.game_tree().is_some_and(|tree| tree.ending().is_some())
        {
            return Ok(usage(format!("the game is over, so its search has no steps:\n  plywood explain {subject}")));
        }
        Ok(usage(format!(
            "plywood step needs a terminal\n  to print one step: plywood explain {subject} --step 1\n  to write all steps to a folder: \
             plywood explain {subject} --steps steps"
        )))
    }

    fn against_min(&self, context: &Context) -> Result<ExitCode> {
        self.engine.refuse_sargon("--min is")?;
        let (subject, code) = self.game.choose(context, Input::find(context, &self.subject)?)?;
        let style = self.looks.style(context, PageTarget::of_output(context));
        if subject.is_lesson() {
            let study = self.search.study(context, &subject)?;
            let input: (&mut dyn BufRead, bool) = (&mut context.input(), context.input_is_a_terminal());
            tree_opponent::play(study.header(), &style, input, &mut context.output())?;
            return Ok(code);
        }
        let opponent = OpponentGame::new(context, &self.search, subject, style)?;
        opponent.play(context, &mut context.input(), &mut context.output())?;
        Ok(code)
    }

    fn cursor(&self, context: &Context) -> Result<(String, FileCursor, ExitCode)> {
        let mut progress = Progress::start(context, "recording".to_owned(), Interrupt::Shows);
        if let Some((name, cursor)) = trace_source::cursor(context, &self.subject, true)? {
            refuse_searching(&self.typed, &name)?;
            return Ok((name, cursor, ExitCode::SUCCESS));
        }
        let (subject, code) = self.game.choose(context, Input::find(context, &self.subject)?)?;
        let study = self.engine.study(context, &self.search, &subject)?;
        if !self.search.has_limit() {
            cost::warn(context, &*study);
        }
        let cursor = trace_source::cursor_of(&*study)?;
        progress.finish();
        context.interruption().forget();
        Ok((subject.caption.title.clone(), cursor, code))
    }
}

const KEYS: &str = "Type back to take back a move, quit to stop";

/// A position of the game so far, and the search's result for it.
struct Here {
    subject: Subject,
    header: Header,
    outcome: Outcome,
    moves: Vec<String>,
    /// Whether MAX is to move in this position.
    is_max: bool,
}

pub(in crate::cli) struct OpponentGame<'a> {
    search: &'a SearchArgs,
    style: Style,
    /// The names of MAX and MIN.
    sides: (&'static str, &'static str),
    /// The positions from the root to the current one.
    line: Vec<Here>,
}

impl<'a> OpponentGame<'a> {
    pub(in crate::cli) fn new(
        context: &Context,
        search: &'a SearchArgs,
        subject: Subject,
        style: Style,
    ) -> Result<Self> {
        ensure!(
            !subject.is_lesson() && !subject.is_changed(),
            usage("--min searches the whole game, so --only, --without and --set do nothing here")
        );
        let style = Style { view: View::Minimax, ..style };
        let mut opponent = Self { search, style, sides: ("", ""), line: Vec::new() };
        let root = opponent.look(context, subject, true)?;
        let words = Words::new(&opponent.style, &root.header);
        let is_max = words.perspective.is_max(0);
        opponent.sides = words.sides();
        opponent.line.push(Here { is_max, ..root });
        Ok(opponent)
    }

    fn look(&self, context: &Context, subject: Subject, is_max: bool) -> Result<Here> {
        let study = self.search.study(context, &subject)?;
        let moves = study.game_tree().map(|mut tree| tree.names()).unwrap_or_default();
        let (header, outcome) = (study.header().clone(), study.solve()?);
        Ok(Here { subject, header, outcome, moves, is_max })
    }

    fn here(&self) -> &Here {
        &self.line[self.line.len() - 1]
    }

    /// Plays until the game is over or the input ends.
    pub(in crate::cli) fn play(
        mut self,
        context: &Context,
        input: &mut dyn BufRead,
        out: &mut dyn Write,
    ) -> Result<()> {
        let max = self.sides.0;
        self.say(&format!("{} {KEYS}.", who_plays(self.sides)), out)?;
        loop {
            writeln!(out)?;
            if let Some(position) = self.here().header.position() {
                drawn(position, context.games(), &self.style).iter().try_for_each(|line| writeln!(out, "{line}"))?;
            }
            if let Some(ending) = &self.here().outcome.ending {
                let game = self.here().subject.game();
                self.say(&format!("{} Type back to take back your last move.", game_is_over(game, ending)), out)?;
            } else if self.here().is_max {
                let Some(best) = self.here().outcome.best.clone() else { return Ok(()) };
                let worth = self.worth(self.here());
                self.go(context, &best)?;
                self.say(&format!("{max} plays {best}. The search says: {worth}."), out)?;
                continue;
            }
            if !self.asked(context, input, out)? {
                return Ok(());
            }
        }
    }

    /// Asks until the reader has made or taken back a move; returns whether the game continues.
    fn asked(&mut self, context: &Context, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<bool> {
        let (prompt, moves) = (self.prompt(), self.here().moves.clone());
        loop {
            match ask(
                &prompt,
                |name| moves.iter().any(|mv| mv == name),
                (&mut *input, context.input_is_a_terminal()),
                out,
            )? {
                PromptReply::Quit => return Ok(false),
                PromptReply::Back if self.back() => return Ok(true),
                PromptReply::Back => self.say("You have no move to take back.", out)?,
                PromptReply::Move(name) => match self.answered(context, &name) {
                    Ok(said) => {
                        self.say(&said, out)?;
                        return Ok(true);
                    }
                    Err(error) => self.say(error.root_cause(), out)?,
                },
            }
        }
    }

    /// Returns the list of moves. Its last line ends with a prompt for the reader's answer.
    fn prompt(&self) -> String {
        let moves = self.here().moves.join(" ");
        let colon = if moves.is_empty() { "" } else { ":" };
        wrapped(format!("{} to move{colon} {moves}", self.sides.1).trim_end(), self.style.width - 2).join("\n") + "> "
    }

    /// Plays the reader's reply and comments on it. The reply is judged by a search of this reply alone, which looks as
    /// far ahead as the search that found the best move.
    fn answered(&mut self, context: &Context, name: &str) -> Result<String> {
        let mut words = line_words(name);
        let (word, None) = (words.next().unwrap_or(name), words.next()) else {
            return Err(usage("type one move at a time"));
        };
        let best = self.here().outcome.best.clone().unwrap_or_default();
        let (before, expected) = (self.here().outcome.score, self.worth(self.here()));
        let mut alone = self.here().subject.clone();
        self.go(context, name)?;
        alone.restrict("", &[word], &mut LineOptions::default())?;
        let mut judged = self.look(context, alone, true)?;
        let is_as_good = judged.outcome.best.as_ref() == Some(&best) || judged.outcome.score == before;
        // The score of the position after the reply, for MAX, counts the plies to a forced mate from there.
        judged.outcome.score = judged.outcome.score.map(|score| -score.counted_from_node(1));
        let is_over = self.here().outcome.ending.is_some();
        let worth = self.worth(if is_over { self.here() } else { &judged });
        Ok(judged_answer(&worth, (!is_as_good).then_some((&best, &expected))))
    }

    fn go(&mut self, context: &Context, name: &str) -> Result<()> {
        let next = subject_args::after(&self.here().subject, name)?;
        let is_max = !self.here().is_max;
        let next = self.look(context, next, is_max)?;
        self.line.push(next);
        Ok(())
    }

    /// Takes back MIN's last move and any moves of MAX after it.
    fn back(&mut self) -> bool {
        let Some(last) = self.line.iter().rposition(|here| !here.is_max).filter(|&last| last != 0) else {
            return false;
        };
        let is_answered = last + 1 < self.line.len();
        let answer = if is_answered { Some(last) } else { self.line[..last].iter().rposition(|here| !here.is_max) };
        let Some(answer) = answer else { return false };
        self.line.truncate(answer + 1);
        true
    }

    /// Describes the search's result for a position.
    fn worth(&self, here: &Here) -> String {
        let Here { subject, outcome, is_max, .. } = here;
        let (score, ending) = (outcome.score, outcome.ending.as_deref());
        SeenPosition { score, ending, is_max: *is_max, is_whole: subject.depth.is_some() }.worth(self.sides)
    }

    fn say(&self, text: &str, out: &mut dyn Write) -> Result<()> {
        Ok(wrapped(text, self.style.width).iter().try_for_each(|line| writeln!(out, "{line}"))?)
    }
}
