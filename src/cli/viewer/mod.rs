//! The terminal viewer: reads keys, draws frames, and gives the terminal back whatever happens.

mod prompt;
mod quiz;
mod session;

pub(crate) use quiz::Mode;
pub(crate) use session::Session;

use super::progress;
use anyhow::{Context, Result};
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::terminal::{self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen};
use crossterm::{cursor, queue};
use session::After;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once};
use std::time::{Duration, Instant};

/// How often signals are looked for while no key is pressed.
const PATIENCE: Duration = Duration::from_millis(100);

/// Shows a session until it is quit; `play` says how long a step is shown if it goes on by itself.
pub(super) fn view(mut session: Session, play: Option<Duration>) -> Result<()> {
    restore_on_panic();
    let quit = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGQUIT, quit.clone())?;
    std::thread::spawn(move || watch_for_the_end(&quit));
    let mut terminal = Terminal::open()?;
    let mut next = play.map(|play| Instant::now() + play);
    terminal.draw(&mut session)?;
    // The handler that stops searches says here that the program is to end.
    while !progress::is_stopped() {
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
                if is_control(key, 'c') {
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
    terminal.close()
}

/// Ends the program soon after a signal or without a terminal, even if the main thread waits for keys of one that is gone.
/// To `quit` means at once, as ever, but for the terminal.
fn watch_for_the_end(quit: &AtomicBool) {
    while !progress::is_stopped() && io::stdout().is_terminal() {
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

fn is_control(key: KeyEvent, letter: char) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char(letter)
}

/// The terminal, in the state that the viewer needs; given back when it is dropped.
struct Terminal;

impl Terminal {
    fn open() -> Result<Self> {
        let context = "the terminal cannot be used; `plywood explain SUBJECT --step N` writes a step as text";
        terminal::enable_raw_mode().context(context)?;
        let terminal = Self;
        queue!(io::stdout(), EnterAlternateScreen, cursor::Hide)?;
        Ok(terminal)
    }

    /// Draws over what was there before, line by line, so that nothing flickers.
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

    /// Stops the program as Ctrl-Z does, until it is taken up again.
    fn suspend(&mut self) -> Result<()> {
        give_back();
        #[cfg(unix)]
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        terminal::enable_raw_mode()?;
        queue!(io::stdout(), EnterAlternateScreen, cursor::Hide)?;
        Ok(())
    }

    fn close(self) -> Result<()> {
        drop(self);
        Ok(())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        give_back();
    }
}

/// Brings the terminal back to where it was. If it is gone, there is nothing to be done about it.
fn give_back() {
    let mut out = io::stdout();
    let _ = queue!(out, LeaveAlternateScreen, cursor::Show);
    let _ = out.flush();
    let _ = terminal::disable_raw_mode();
}

/// A message of a panic is to be read in the usual terminal.
fn restore_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            give_back();
            before(info);
        }));
    });
}
