//! Standard output: text without terminal control sequences, shown page by page if it is longer than the terminal.

use crate::cli::context::Context;
use crate::cli::io::interruption::Written;
use crate::page::text::visible_lines;
use clap::ValueEnum;
use std::ffi::OsStr;
use std::io::{self, BufWriter, Write};
use std::process::{Child, ChildStdin, Command, Stdio};

/// When output goes through a pager.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Paging {
    /// If it is longer than the terminal
    Auto,
    /// Also if it is short, or does not go to a terminal
    Always,
    /// Never
    Never,
}

/// The default pager, unless PAGER names another one.
const USUAL: &str = "less";
/// The options for `less` unless LESS is set: quit if everything fits, keep colours, and leave the text on the screen.
const LESS: &str = "FRX";

/// Standard output, through a pager if requested.
pub(in crate::cli) enum Paged<'a> {
    Straight(BufWriter<Box<dyn Write + 'a>>),
    /// The beginning of the output, held until plywood knows whether everything fits on the screen.
    Held {
        text: Vec<u8>,
        /// The number of lines that still fit on the screen.
        room: usize,
        pager: Pager,
        context: &'a Context,
    },
    Pager {
        /// `None` once everything has been written.
        input: Option<BufWriter<ChildStdin>>,
        child: Child,
    },
}

/// A program that shows text page by page.
pub(in crate::cli) enum Pager {
    /// `less`, since PAGER does not name another pager.
    Usual,
    Named(String),
}

impl<'a> Paged<'a> {
    pub(in crate::cli) fn new(context: &'a Context, paging: Paging) -> Self {
        let height = || terminal_size::terminal_size().map(|(_, height)| usize::from(height.0));
        let is_dumb = || context.variable("TERM").is_some_and(|term| term == "dumb");
        let room = match paging {
            Paging::Always => Some(0),
            // The shell's prompt takes one line.
            Paging::Auto if context.output_is_a_terminal() && !is_dumb() => {
                height().map(|height| height.saturating_sub(1))
            }
            Paging::Auto | Paging::Never => None,
        };
        match (room, pager(context)) {
            (Some(room), Some(pager)) => Self::Held { text: Vec::new(), room, pager, context },
            _ => Self::straight(context),
        }
    }

    fn straight(context: &'a Context) -> Self {
        Self::Straight(BufWriter::new(context.output()))
    }

    /// Writes the rest of the output, and waits for the pager to exit, since the pager owns the terminal until then.
    pub(in crate::cli) fn close(&mut self) -> io::Result<()> {
        self.flush()?;
        match self {
            Self::Pager { input, child } => ended(input, child),
            Self::Straight(_) | Self::Held { .. } => Ok(()),
        }
    }

    /// Writes the held text to `next`, which also receives everything after it.
    fn release(&mut self, next: Self) -> io::Result<()> {
        let Self::Held { text, .. } = self else { return Ok(()) };
        let text = std::mem::take(text);
        *self = next;
        self.write_all(&text)
    }
}

/// Returns the pager, or `None` if PAGER turns paging off.
fn pager(context: &Context) -> Option<Pager> {
    let Some(command) = context.variable("PAGER").and_then(OsStr::to_str) else { return Some(Pager::Usual) };
    (!["", "cat"].contains(&command.trim())).then(|| Pager::Named(command.to_owned()))
}

/// Starts a pager. If it doesn't exist, everything is written directly.
fn started<'a>(context: &'a Context, pager: &Pager) -> Paged<'a> {
    let mut command = match pager {
        Pager::Usual => Command::new(USUAL),
        Pager::Named(command) => by_shell(command),
    };
    command.stdin(Stdio::piped());
    if context.variable("LESS").is_none() {
        command.env("LESS", LESS);
    }
    let Ok(mut child) = command.spawn() else { return Paged::straight(context) };
    let input = child.stdin.take().map(BufWriter::new);
    context.interruption().writes(Written::Paged);
    Paged::Pager { input, child }
}

/// Returns a shell command that runs the pager, or prints the text itself if the pager fails or doesn't exist.
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

/// Waits for a pager to end, and reports an error if it failed.
fn ended(input: &mut Option<BufWriter<ChildStdin>>, child: &mut Child) -> io::Result<()> {
    drop(input.take());
    let status = child.wait()?;
    let has_failed = status.code().is_some_and(|code| code != 0);
    let problem = || io::Error::other(format!("the pager failed ({status}); turn it off with --pager never"));
    if has_failed { Err(problem()) } else { Ok(()) }
}

impl Write for Paged<'_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self {
            Self::Straight(out) => out.write(buffer),
            Self::Pager { input, child } => match input.as_mut().map_or(Ok(0), |input| input.write(buffer)) {
                // A pager that quits early is fine unless it exited with an error.
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ended(input, child).and(Err(error)),
                written => written,
            },
            Self::Held { text, room, pager, context } => {
                text.extend_from_slice(buffer);
                let lines = buffer.iter().filter(|&&byte| byte == b'\n').count();
                match room.checked_sub(lines) {
                    Some(left) => *room = left,
                    None => {
                        let next = started(context, pager);
                        self.release(next)?;
                    }
                }
                Ok(buffer.len())
            }
        }
    }

    /// A caller that needs its output at once cannot use a pager.
    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Straight(out) => out.flush(),
            Self::Pager { input, child } => match input.as_mut().map_or(Ok(()), BufWriter::flush) {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ended(input, child).and(Err(error)),
                flushed => flushed,
            },
            Self::Held { context, .. } => {
                let next = Self::straight(context);
                self.release(next)?;
                self.flush()
            }
        }
    }
}

impl Drop for Paged<'_> {
    /// If the output was not closed, an error has already occurred.
    fn drop(&mut self) {
        if !matches!(self, Self::Held { text, .. } if text.is_empty()) {
            let _ = self.close();
        }
    }
}

/// Writes text and makes control characters visible, except line feeds, tabs and colour sequences. Only plywood itself
/// writes colour sequences.
///
/// Control characters in names, titles and notes are made visible when the names, titles and notes are read. This
/// writer handles all other text.
#[derive(Debug)]
pub(in crate::cli) struct PlainWriter<W> {
    out: W,
    /// The beginning of a character or colour sequence whose rest is still to come.
    held: Vec<u8>,
}

/// The maximum length of a colour sequence.
const LONGEST: usize = 16;

impl<W: Write> PlainWriter<W> {
    pub(in crate::cli) const fn new(out: W) -> Self {
        Self { out, held: Vec::new() }
    }

    pub(in crate::cli) const fn inner(&mut self) -> &mut W {
        &mut self.out
    }
}

impl<W: Write> Write for PlainWriter<W> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        // Most text needs no further checks.
        let is_plain = |&byte: &u8| matches!(byte, b'\n' | b' '..=b'~');
        if self.held.is_empty() && buffer.iter().all(is_plain) {
            return self.out.write(buffer);
        }
        self.held.extend(buffer);
        let rest = self.held.split_off(complete(&self.held));
        let text = std::mem::replace(&mut self.held, rest);
        self.out.write_all(plain(&String::from_utf8_lossy(&text)).as_bytes())?;
        Ok(buffer.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Returns the number of bytes before an incomplete character or colour sequence at the end.
fn complete(bytes: &[u8]) -> usize {
    let letters = match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        _ => bytes.len(),
    };
    let escape = bytes[..letters].iter().rposition(|&byte| byte == 0x1b);
    let is_open = |from: usize| match &bytes[from + 1..letters] {
        [] => true,
        [b'[', inside @ ..] => inside.len() <= LONGEST && inside.iter().all(is_in_colour),
        _ => false,
    };
    escape.filter(|&from| is_open(from)).unwrap_or(letters)
}

const fn is_in_colour(byte: &u8) -> bool {
    matches!(byte, b'0'..=b'9' | b';')
}

/// Returns a text in the form in which [`PlainWriter`] writes it.
fn plain(text: &str) -> String {
    let mut parts = text.split('\x1b');
    let mut safe = visible_lines(parts.next().unwrap_or_default());
    for part in parts {
        let (colour, text) = part.split_at(colour(part));
        safe += if colour.is_empty() { "[U+001B]" } else { "\x1b" };
        safe += colour;
        safe += &visible_lines(text);
    }
    safe
}

/// Returns the length of the colour sequence after an escape character at the start of this text, or 0 if there is no
/// such sequence.
fn colour(text: &str) -> usize {
    let Some(inside) = text.strip_prefix('[') else { return 0 };
    let length = inside.bytes().take_while(is_in_colour).count();
    if length <= LONGEST && inside[length..].starts_with('m') { "[m".len() + length } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_is_made_visible_and_colours_stay() {
        assert_eq!(plain("a\tb\nc"), "a\tb\nc");
        assert_eq!(plain("\x1b[1;32mgreen\x1b[0m"), "\x1b[1;32mgreen\x1b[0m");
        assert_eq!(plain("\x1b[2J\x1b]0;x\x07"), "[U+001B][2J[U+001B]]0;x[U+0007]");
        assert_eq!(plain("\u{9b}2J \u{202e} \u{a0}\u{e9}\u{265e}"), "[U+009B]2J [U+202E] \u{a0}\u{e9}\u{265e}");
        assert_eq!(plain("\x1b\x1b[31mred"), "[U+001B]\x1b[31mred");
        assert_eq!(plain("\x1b[;m\x1b[99999999999999999999m"), "\x1b[;m[U+001B][99999999999999999999m");
    }

    #[test]
    fn it_does_not_matter_how_the_text_is_cut() {
        let text = "\x1b[1;32mgreen\x1b[0m \u{9b} \x1b]x \u{e9} \u{202e}\x1b[2J\x1b[";
        let mut plain = PlainWriter::new(Vec::new());
        text.bytes().for_each(|byte| plain.write_all(&[byte]).unwrap());
        let expected = "\x1b[1;32mgreen\x1b[0m [U+009B] [U+001B]]x \u{e9} [U+202E][U+001B][2J";
        assert_eq!(String::from_utf8(plain.out).unwrap(), expected);
    }
}
