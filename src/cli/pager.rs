//! A pager: what is longer than the terminal is read page by page.

use super::progress::{self, Written};
use clap::ValueEnum;
use std::env;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::process::{Child, ChildStdin, Command, Stdio};

/// When output goes through a pager.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Paging {
    /// If it is longer than the terminal
    Auto,
    /// Also if it is short, or does not go to a terminal
    Always,
    /// Never
    Never,
}

/// The pager unless PAGER names another one.
const USUAL: &str = "less";
/// What `less` is told unless LESS says something: leave at once if all of it fits, keep colours, leave the text there.
const LESS: &str = "FRX";

/// Standard output, by way of a pager if that is wanted.
pub(super) enum Paged {
    /// Without one.
    Straight(BufWriter<StdoutLock<'static>>),
    /// The beginning, until it is known whether everything fits.
    Held {
        /// What was written so far.
        text: Vec<u8>,
        /// How many lines may still come.
        room: usize,
        /// What shows more.
        pager: Pager,
    },
    /// With one.
    Pager {
        /// Nothing once everything was written.
        input: Option<BufWriter<ChildStdin>>,
        /// The pager.
        child: Child,
    },
}

/// A program that shows text page by page.
pub(super) enum Pager {
    /// `less`, as nobody wants another one.
    Usual,
    /// A command for the shell.
    Named(String),
}

impl Paged {
    /// Opens standard output.
    pub(super) fn new(paging: Paging) -> Self {
        let height = || terminal_size::terminal_size().map(|(_, height)| usize::from(height.0));
        let is_dumb = || env::var_os("TERM").is_some_and(|term| term == "dumb");
        let room = match paging {
            Paging::Always => Some(0),
            // The shell's prompt needs a line, too.
            Paging::Auto if io::stdout().is_terminal() && !is_dumb() => height().map(|height| height.saturating_sub(1)),
            Paging::Auto | Paging::Never => None,
        };
        match (room, pager()) {
            (Some(room), Some(pager)) => Self::Held { text: Vec::new(), room, pager },
            _ => Self::straight(),
        }
    }

    fn straight() -> Self {
        Self::Straight(BufWriter::new(io::stdout().lock()))
    }

    /// Writes what is left, and waits for the reader, whose terminal it is until then.
    pub(super) fn close(&mut self) -> io::Result<()> {
        self.flush()?;
        match self {
            Self::Pager { input, child } => ended(input, child),
            Self::Straight(_) | Self::Held { .. } => Ok(()),
        }
    }

    /// Writes what was held: to `next`, which takes what follows, too.
    fn release(&mut self, next: Self) -> io::Result<()> {
        let Self::Held { text, .. } = self else { return Ok(()) };
        let text = std::mem::take(text);
        *self = next;
        self.write_all(&text)
    }
}

/// The pager; none if nobody wants one.
fn pager() -> Option<Pager> {
    let Ok(command) = env::var("PAGER") else { return Some(Pager::Usual) };
    (!["", "cat"].contains(&command.trim())).then_some(Pager::Named(command))
}

/// Starts a pager. If it is not there, everything is written without.
fn started(pager: &Pager) -> Paged {
    let mut command = match pager {
        Pager::Usual => Command::new(USUAL),
        Pager::Named(command) => by_shell(command),
    };
    command.stdin(Stdio::piped());
    if env::var_os("LESS").is_none() {
        command.env("LESS", LESS);
    }
    let Ok(mut child) = command.spawn() else { return Paged::straight() };
    let input = child.stdin.take().map(BufWriter::new);
    progress::writes(Written::Paged);
    Paged::Pager { input, child }
}

/// A command of the shell's. What a pager leaves unread that fails, or is not there, is shown without it.
#[cfg(unix)]
fn by_shell(pager: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{{ {pager}\n}} || cat")]);
    command
}

#[cfg(not(unix))]
fn by_shell(pager: &str) -> Command {
    let mut words = pager.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or(USUAL));
    command.args(words);
    command
}

/// Waits for the end of a pager, and tells of one that failed.
fn ended(input: &mut Option<BufWriter<ChildStdin>>, child: &mut Child) -> io::Result<()> {
    drop(input.take());
    let status = child.wait()?;
    let has_failed = status.code().is_some_and(|code| code != 0);
    let problem = || io::Error::other(format!("the pager failed ({status}); --pager never does without it"));
    if has_failed { Err(problem()) } else { Ok(()) }
}

impl Write for Paged {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self {
            Self::Straight(out) => out.write(buffer),
            Self::Pager { input, child } => match input.as_mut().map_or(Ok(0), |input| input.write(buffer)) {
                // Who left early has seen enough, unless something is wrong with him.
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ended(input, child).and(Err(error)),
                written => written,
            },
            Self::Held { text, room, pager } => {
                text.extend_from_slice(buffer);
                let lines = buffer.iter().filter(|&&byte| byte == b'\n').count();
                match room.checked_sub(lines) {
                    Some(left) => *room = left,
                    None => {
                        let next = started(pager);
                        self.release(next)?;
                    }
                }
                Ok(buffer.len())
            }
        }
    }

    /// Who wants to see now what was written wants no pager.
    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Straight(out) => out.flush(),
            Self::Pager { input, child } => match input.as_mut().map_or(Ok(()), BufWriter::flush) {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ended(input, child).and(Err(error)),
                flushed => flushed,
            },
            Self::Held { .. } => {
                self.release(Self::straight())?;
                self.flush()
            }
        }
    }
}

impl Drop for Paged {
    /// What was not closed has gone wrong already.
    fn drop(&mut self) {
        if !matches!(self, Self::Held { text, .. } if text.is_empty()) {
            let _ = self.close();
        }
    }
}
