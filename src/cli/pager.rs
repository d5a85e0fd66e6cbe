//! A pager: what is longer than the terminal is read page by page.

use clap::ValueEnum;
use std::env;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::process::{Child, ChildStdin, Command, Stdio};

/// When output goes through a pager.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Paging {
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
pub enum Paged {
    /// Without one.
    Straight(BufWriter<StdoutLock<'static>>),
    /// The beginning, until it is known whether everything fits.
    Held {
        /// What was written so far.
        text: Vec<u8>,
        /// How many lines may still come.
        room: usize,
        /// The words of the command that shows more.
        pager: Vec<String>,
    },
    /// With one.
    Pager {
        /// Nothing once everything was written.
        input: Option<BufWriter<ChildStdin>>,
        /// The pager.
        child: Child,
    },
}

impl Paged {
    /// Opens standard output.
    pub fn new(paging: Paging) -> Self {
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

    /// Writes what was held: to `next`, which takes what follows, too.
    fn release(&mut self, next: Self) -> io::Result<()> {
        let Self::Held { text, .. } = self else { return Ok(()) };
        let text = std::mem::take(text);
        *self = next;
        self.write_all(&text)
    }
}

/// The words of the pager's command; none if nobody wants one.
fn pager() -> Option<Vec<String>> {
    let command = env::var("PAGER").unwrap_or_else(|_| USUAL.to_owned());
    let words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
    (!words.is_empty() && words != ["cat"]).then_some(words)
}

/// Starts a pager. If it is not there, everything is written without.
fn started(pager: &[String]) -> Paged {
    let mut command = Command::new(&pager[0]);
    command.args(&pager[1..]).stdin(Stdio::piped());
    if env::var_os("LESS").is_none() {
        command.env("LESS", LESS);
    }
    let Ok(mut child) = command.spawn() else { return Paged::straight() };
    let input = child.stdin.take().map(BufWriter::new);
    Paged::Pager { input, child }
}

impl Write for Paged {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self {
            Self::Straight(out) => out.write(buffer),
            Self::Pager { input, .. } => input.as_mut().map_or(Ok(0), |input| input.write(buffer)),
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
            Self::Pager { input, .. } => input.as_mut().map_or(Ok(()), BufWriter::flush),
            Self::Held { .. } => {
                self.release(Self::straight())?;
                self.flush()
            }
        }
    }
}

impl Drop for Paged {
    /// Waits for the reader: the terminal is the pager's until then. Nobody is left to tell if that fails.
    fn drop(&mut self) {
        if !matches!(self, Self::Held { text, .. } if text.is_empty()) {
            let _ = self.flush();
        }
        if let Self::Pager { input, child } = self {
            drop(input.take());
            let _ = child.wait();
        }
    }
}
