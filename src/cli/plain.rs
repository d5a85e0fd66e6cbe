//! Text on its way to a terminal: whatever a file says, nothing in it gives the terminal orders.

use std::io::{self, Write};

/// Writes text and hides control characters, but for line feeds, tabs and what sets colours.
///
/// Titles, notes, tags and names come from files, and a terminal obeys what stands in them: it moves its cursor, renames its
/// window, or answers as if somebody typed. The colours are our own.
#[derive(Debug)]
pub struct Plain<W> {
    out: W,
    state: State,
}

/// What the last bytes may turn out to be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Text,
    /// An escape character, and what may make it a colour.
    Escape(Vec<u8>),
    /// The first byte of a character of two bytes, which may be a control character (U+0080 to U+009F).
    First,
}

/// What stands for a control character.
const HIDDEN: &[u8] = b"?";
/// A colour is not longer.
const LONGEST: usize = 16;

impl<W: Write> Plain<W> {
    /// Writes to `out`.
    pub const fn new(out: W) -> Self {
        Self { out, state: State::Text }
    }

    fn byte(&mut self, byte: u8, kept: &mut Vec<u8>) {
        match std::mem::take(&mut self.state) {
            State::Text => self.text(byte, kept),
            State::First if (0x80..0xa0).contains(&byte) => kept.extend(HIDDEN),
            State::First => kept.extend([0xc2, byte]),
            State::Escape(mut sequence) => {
                sequence.push(byte);
                match byte {
                    b'm' if sequence.get(1) == Some(&b'[') => kept.extend(sequence),
                    b'[' if sequence.len() == 2 => self.state = State::Escape(sequence),
                    b'0'..=b'9' | b';' if 2 < sequence.len() && sequence.len() < LONGEST => {
                        self.state = State::Escape(sequence);
                    }
                    _ => {
                        kept.extend(HIDDEN);
                        // What follows is text, whatever it was meant to be.
                        sequence.drain(1..).for_each(|byte| self.byte(byte, kept));
                    }
                }
            }
        }
    }

    fn text(&mut self, byte: u8, kept: &mut Vec<u8>) {
        match byte {
            b'\n' | b'\t' => kept.push(byte),
            0x1b => self.state = State::Escape(vec![byte]),
            0xc2 => self.state = State::First,
            0..0x20 | 0x7f => kept.extend(HIDDEN),
            _ => kept.push(byte),
        }
    }
}

impl<W: Write> Write for Plain<W> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        // Most text has nothing that needs a second look.
        let is_plain = |&byte: &u8| matches!(byte, b'\n' | 0x20..=0x7e | 0x80..=0xc1 | 0xc3..);
        if self.state == State::Text && buffer.iter().all(is_plain) {
            return self.out.write(buffer);
        }
        let mut kept = Vec::with_capacity(buffer.len());
        buffer.iter().for_each(|&byte| self.byte(byte, &mut kept));
        self.out.write_all(&kept)?;
        Ok(buffer.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Returns a text as [`Plain`] writes it.
pub fn plain(text: &str) -> String {
    let mut plain = Plain::new(Vec::new());
    // Writing to memory does not fail.
    let _ = plain.write_all(text.as_bytes());
    String::from_utf8_lossy(&plain.out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_hidden_and_colours_are_not() {
        assert_eq!(plain("a\tb\nc"), "a\tb\nc");
        assert_eq!(plain("\x1b[1;32mgreen\x1b[0m"), "\x1b[1;32mgreen\x1b[0m");
        assert_eq!(plain("\x1b[2J\x1b]0;title\x07\r\x08\0\x7f"), "?[2J?]0;title?????");
        assert_eq!(plain("\u{9b}2J \u{85} \u{a0}\u{e9}\u{265e}"), "?2J ? \u{a0}\u{e9}\u{265e}");
        assert_eq!(plain("\x1b\x1b[31mred"), "?\x1b[31mred");
        assert_eq!(plain("\x1b[;m\x1b[99999999999999999999m"), "\x1b[;m?[99999999999999999999m");
    }

    #[test]
    fn it_does_not_matter_how_the_text_is_cut() {
        let text = "\x1b[1;32mgreen\x1b[0m \u{9b} \x1b]x \u{e9}".as_bytes();
        let mut plain = Plain::new(Vec::new());
        text.iter().for_each(|&byte| plain.write_all(&[byte]).unwrap());
        assert_eq!(String::from_utf8(plain.out).unwrap(), "\x1b[1;32mgreen\x1b[0m ? ?]x \u{e9}");
    }
}
