//! The prompt of a game against the search.

use crate::cli::command_error::Result;
use crate::page::text::visible;
use std::io::{BufRead, Write};

/// What the reader typed.
pub(in crate::cli) enum PromptReply {
    /// The reader stops, or the input has ended.
    Quit,
    /// The reader takes the last move back.
    Back,
    /// The reader names a move.
    Move(String),
}

/// Prints the prompt until the reader types something. Input from a pipe is not visible, so it is echoed. A move may
/// have the name of a command, such as `b`; then the text means the move.
pub(in crate::cli) fn ask(
    prompt: &str,
    is_move: impl Fn(&str) -> bool,
    (input, is_shown): (&mut dyn BufRead, bool),
    out: &mut dyn Write,
) -> Result<PromptReply> {
    loop {
        write!(out, "{prompt}")?;
        out.flush()?;
        let mut text = String::new();
        if input.read_line(&mut text)? == 0 {
            writeln!(out)?;
            return Ok(PromptReply::Quit);
        }
        if !is_shown {
            writeln!(out, "{}", visible(text.trim()))?;
        }
        match text.trim() {
            "" => {}
            name if is_move(name) => return Ok(PromptReply::Move(name.to_owned())),
            "quit" | "q" => return Ok(PromptReply::Quit),
            "back" | "b" => return Ok(PromptReply::Back),
            name => return Ok(PromptReply::Move(name.to_owned())),
        }
    }
}
