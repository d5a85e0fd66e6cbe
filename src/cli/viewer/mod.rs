//! The terminal viewer: reads keys, draws frames, asks questions, and always restores the terminal.

mod progress;
mod session;

pub(crate) use session::Session;

use crate::cli::command_error::{Result, WithContext as _};
use crate::cli::context::Context;
use crate::cli::io::interruption::Interruption;
use crate::step::YesNoQuestion;
use clap::ValueEnum;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::terminal::{self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen};
use crossterm::{cursor, queue};
use session::After;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often the viewer checks for signals while it waits for a key.
const PATIENCE: Duration = Duration::from_millis(100);

/// Shows a session until the user quits. With `play`, the viewer plays automatically and shows each step for this
/// duration.
pub(in crate::cli) fn view(context: &Context, mut session: Session, play: Option<Duration>) -> Result<()> {
    restore_on_panic();
    let quit = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGQUIT, quit.clone())?;
    let run = context.interruption().clone();
    std::thread::spawn(move || watch_for_the_end(&run, &quit));
    let mut terminal = Terminal::open()?;
    let mut next = play.map(|play| Instant::now() + play);
    terminal.draw(&mut session)?;
    // In the viewer, the signal that stops searches ends the program.
    while !context.is_stopped() {
        let patience = next.map_or(PATIENCE, |next| next.saturating_duration_since(Instant::now()).min(PATIENCE));
        if !event::poll(patience)? {
            if let (Some(play), Some(due)) = (play, next)
                && due <= Instant::now()
            {
                next = session.play()?.then(|| Instant::now() + play);
                terminal.draw(&mut session)?;
            }
            continue;
        }
        match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                let was_playing = next.take().is_some();
                if is_end(key) {
                    break;
                }
                if is_control(key, 'z') {
                    terminal.suspend()?;
                } else if play.is_some() && key.code == KeyCode::Char(' ') && !session.is_typing() {
                    next = play.filter(|_| !was_playing).map(|play| Instant::now() + play);
                } else if session.press(key)? == After::Quit {
                    break;
                }
            }
            Event::Resize(..) => {}
            Event::FocusGained | Event::FocusLost | Event::Key(_) | Event::Mouse(_) => continue,
        }
        terminal.draw(&mut session)?;
    }
    drop(terminal);
    Ok(())
}

/// Ends the program soon after a signal or the loss of the terminal, even if the main thread is waiting for a key. If
/// `quit` is set, restores the terminal and ends the program at once.
fn watch_for_the_end(run: &Interruption, quit: &AtomicBool) {
    while !run.is_stopped() && io::stdout().is_terminal() {
        if quit.load(Ordering::Relaxed) {
            give_back();
            #[cfg(unix)]
            let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGQUIT);
        }
        std::thread::sleep(PATIENCE);
    }
    std::thread::sleep(4 * PATIENCE);
    give_back();
    std::process::exit(130);
}

/// Returns whether a key ends the viewer in any state: Ctrl-C, or the end of the input. An end of the input that came
/// before the viewer opened is read as a zero byte, which is Ctrl-Space.
fn is_end(key: KeyEvent) -> bool {
    ['c', 'd', ' '].into_iter().any(|letter| is_control(key, letter))
}

fn is_control(key: KeyEvent, letter: char) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char(letter)
}

/// The terminal, in the state that the viewer needs; restored on drop.
struct Terminal;

impl Terminal {
    fn open() -> Result<Self> {
        let problem = "the terminal cannot be used; `plywood explain SUBJECT --step N` writes a step as text";
        terminal::enable_raw_mode().context(problem)?;
        let terminal = Self;
        queue!(io::stdout(), EnterAlternateScreen, cursor::Hide)?;
        Ok(terminal)
    }

    /// Draws over the previous frame, line by line, to avoid flicker.
    fn draw(&mut self, session: &mut Session) -> Result<()> {
        let (width, height) = terminal::size().unwrap_or((80, 24));
        let lines = session.frame(usize::from(width).max(20), usize::from(height).max(8))?;
        let mut out = io::stdout().lock();
        for (row, line) in lines.iter().take(usize::from(height)).enumerate() {
            queue!(out, cursor::MoveTo(0, row as u16))?;
            write!(out, "{line}")?;
            queue!(out, Clear(ClearType::UntilNewLine))?;
        }
        queue!(out, Clear(ClearType::FromCursorDown))?;
        Ok(out.flush()?)
    }

    /// Suspends the program, as Ctrl-Z does, until the user resumes it.
    fn suspend(&mut self) -> Result<()> {
        give_back();
        #[cfg(unix)]
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        terminal::enable_raw_mode()?;
        queue!(io::stdout(), EnterAlternateScreen, cursor::Hide)?;
        Ok(())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        give_back();
    }
}

/// Restores the terminal, unless the terminal is gone.
fn give_back() {
    let mut out = io::stdout();
    let _ = queue!(out, LeaveAlternateScreen, cursor::Show);
    let _ = out.flush();
    let _ = terminal::disable_raw_mode();
}

/// Restores the terminal before a panic message, which must appear on the normal screen.
fn restore_on_panic() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        give_back();
        before(info);
    }));
}

/// What happens after a wrong answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mode {
    /// The answer is shown, and the search goes on
    #[default]
    Fix,
    /// The question is asked again, this time for no points
    Undo,
    /// Nothing is said before the last step; then all marks are shown
    Final,
}

/// The questions and answers so far.
#[derive(Debug, Default)]
pub(super) struct Quiz {
    mode: Mode,
    /// The unanswered questions before the next step.
    open: Vec<YesNoQuestion>,
    /// The response to the last answer.
    reply: String,
    /// Whether the first open question has already been answered incorrectly.
    is_repeated: bool,
    asked: usize,
    right: usize,
    /// For each wrong answer, a text that corrects it.
    wrong: Vec<String>,
}

impl Quiz {
    pub(super) fn new(mode: Mode) -> Self {
        Self { mode, ..Self::default() }
    }

    pub(super) fn ask(&mut self, questions: Vec<YesNoQuestion>) {
        self.forget();
        self.open = questions;
    }

    pub(super) const fn is_waiting(&self) -> bool {
        !self.open.is_empty()
    }

    pub(super) fn forget(&mut self) {
        self.open.clear();
        self.reply.clear();
        self.is_repeated = false;
    }

    /// Accepts an answer to the first open question, which precedes step `step`.
    pub(super) fn answer(&mut self, said: bool, step: usize) {
        let Some(question) = self.open.first() else { return };
        let is_right = said == question.answer;
        self.asked += usize::from(!self.is_repeated);
        self.right += usize::from(is_right && !self.is_repeated);
        if !is_right && !self.is_repeated {
            let said = if said { "yes" } else { "no" };
            self.wrong.push(format!("Event {step}: {} You said {said}, but {}.", question.text, question.reason));
        }
        let word = if is_right { "Right" } else { "No" };
        self.is_repeated = !is_right && self.mode == Mode::Undo;
        // After the last answer, omit the reason, because the step's sentence gives it in more detail.
        self.reply = match self.mode {
            Mode::Final => String::new(),
            Mode::Undo if !is_right => "No. Compare once more:".to_owned(),
            _ if self.open.len() == 1 => format!("{word}."),
            Mode::Fix | Mode::Undo => format!("{word}: {}.", question.reason),
        };
        if !self.is_repeated {
            self.open.remove(0);
        }
    }

    /// Returns the text shown instead of the step's `sentence`, if any.
    pub(super) fn spoken(&self, sentence: impl FnOnce() -> String) -> Option<String> {
        match self.open.first() {
            Some(question) => Some(format!("{} {} (y/n)", self.reply, question.text).trim().to_owned()),
            None if self.reply.is_empty() => None,
            None => Some(format!("{} {}", self.reply, sentence())),
        }
    }

    /// Returns a text that says how many answers were right. While the marks are withheld, it says only how many
    /// answers there were.
    pub(super) fn tally(&self) -> String {
        match self.mode {
            Mode::Final => format!("{} answered", self.asked),
            Mode::Fix | Mode::Undo => format!("{} of {} right", self.right, self.asked),
        }
    }

    /// Returns the marks to show at the end of the search, if they were withheld until then.
    pub(super) fn marks(&self) -> Option<Vec<String>> {
        let first = format!("{} of {} right.", self.right, self.asked);
        (self.mode == Mode::Final && 0 < self.asked).then(|| [first].into_iter().chain(self.wrong.clone()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(answer: bool) -> YesNoQuestion {
        YesNoQuestion { text: "3 against beta 3: cutoff?".into(), answer, reason: "3 >= 3".into() }
    }

    fn asked(mode: Mode, answers: &[bool]) -> Quiz {
        let mut quiz = Quiz::new(mode);
        quiz.ask(vec![question(true), question(false)]);
        for &said in answers {
            quiz.answer(said, 7);
        }
        quiz
    }

    #[test]
    fn fix_shows_the_answer_and_goes_on() {
        let quiz = asked(Mode::Fix, &[false]);
        let spoken = quiz.spoken(String::new).unwrap();
        assert_eq!(spoken, "No: 3 >= 3. 3 against beta 3: cutoff? (y/n)");
        let quiz = asked(Mode::Fix, &[false, false]);
        assert!(!quiz.is_waiting());
        assert_eq!((quiz.tally().as_str(), quiz.marks()), ("1 of 2 right", None));
    }

    #[test]
    fn undo_asks_again_and_the_point_is_lost() {
        let quiz = asked(Mode::Undo, &[false]);
        assert_eq!(quiz.spoken(String::new).unwrap(), "No. Compare once more: 3 against beta 3: cutoff? (y/n)");
        let quiz = asked(Mode::Undo, &[false, false, true, false]);
        assert!(!quiz.is_waiting());
        assert_eq!(quiz.tally(), "1 of 2 right");
    }

    #[test]
    fn final_says_nothing_before_the_end() {
        let quiz = asked(Mode::Final, &[false]);
        assert_eq!(quiz.spoken(String::new).unwrap(), "3 against beta 3: cutoff? (y/n)");
        assert_eq!(quiz.tally(), "1 answered");
        let marks = asked(Mode::Final, &[false, false]).marks().unwrap();
        assert_eq!(marks, ["1 of 2 right.", "Event 7: 3 against beta 3: cutoff? You said no, but 3 >= 3."]);
    }

    #[test]
    fn the_end_of_the_input_ends_the_viewer() {
        let key = |letter, held| KeyEvent::new(KeyCode::Char(letter), held);
        assert!(['c', 'd', ' '].into_iter().all(|letter| is_end(key(letter, KeyModifiers::CONTROL))));
        assert!(['c', 'd', ' '].into_iter().all(|letter| !is_end(key(letter, KeyModifiers::NONE))));
    }
}
