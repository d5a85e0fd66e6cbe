//! Messages on standard error: on separate lines, without system error numbers, and not too long.

use crate::cli::command_error::CommandError;
use crate::page::text::{visible, visible_lines};
use std::borrow::Cow;

/// The line break and indentation before each further line of a message.
const FURTHER: &str = "\n  ";

/// Returns a message whose further lines are indented; a line break within one of the quoted `arguments` does not begin
/// a new line.
pub(in crate::cli) fn in_own_lines(message: &str, arguments: impl Iterator<Item = String>) -> String {
    let mut message = message.to_owned();
    for argument in arguments.filter(|argument| argument.contains(FURTHER)) {
        let value = argument.split_once('=').map_or(&*argument, |(_, value)| value);
        message = message.replace(&argument, &visible(&argument)).replace(value, &visible(value));
    }
    let own: Vec<String> =
        message.split(FURTHER).map(|line| visible_lines(line).replace('\n', &visible("\n"))).collect();
    own.join(FURTHER)
}

/// Returns the text of an error, with its causes.
pub(in crate::cli) fn said(error: &CommandError) -> String {
    without_numbers(&format!("{error:#}"))
}

/// Returns a message without the system's error numbers, such as `(os error 2)`.
pub(in crate::cli) fn without_numbers(message: &str) -> String {
    const START: &str = " (os error ";
    let mut parts = message.split(START);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let number = part.split(')').next().unwrap_or_default();
        let is_number = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()) && part != number;
        let rest = part.strip_prefix(number).and_then(|rest| rest.strip_prefix(')'));
        match rest.filter(|_| is_number) {
            Some(rest) => text += rest,
            None => text = text + START + part,
        }
    }
    text
}

/// Words, lines and messages that exceed these lengths lose their middle.
const LONGEST_WORD: usize = 300;
const LONGEST_LINE: usize = 2000;
const LONGEST_MESSAGE: usize = 20_000;

/// Returns a message with the middle of anything too long removed; for example, a quoted word may be a whole file.
pub(in crate::cli) fn shortened(message: &str) -> String {
    let line = |line: &str| {
        let words: Vec<_> = line.split(' ').map(|word| cut(word, LONGEST_WORD)).collect();
        cut(&words.join(" "), LONGEST_LINE).into_owned()
    };
    let lines: Vec<String> = message.split('\n').map(line).collect();
    cut(&lines.join("\n"), LONGEST_MESSAGE).into_owned()
}

/// Returns a text of at most this many characters; a longer one loses its middle.
fn cut(text: &str, most: usize) -> Cow<'_, str> {
    let at = |index: usize| text.char_indices().nth(index).map(|(at, _)| at);
    if at(most).is_none() {
        return Cow::Borrowed(text);
    }
    let behind = most / 3;
    let end = text.char_indices().rev().nth(behind - 1).map_or(0, |(at, _)| at);
    let start = at(most - behind - GAP.len()).unwrap_or(end);
    Cow::Owned(format!("{}{GAP}{}", &text[..start], &text[end..]))
}

const GAP: &str = "...";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_no_numbers_of_the_system() {
        assert_eq!(
            without_numbers("cannot read x: No such file or directory (os error 2)"),
            "cannot read x: No such file or directory"
        );
        assert_eq!(without_numbers("a (os error 2): b (os error 13)"), "a: b");
        for other in ["", "plain (text)", "x (os error two)", "x (os error 2"] {
            assert_eq!(without_numbers(other), other);
        }
    }

    #[test]
    fn what_is_too_long_loses_its_middle() {
        let usual = "plywood: `Qg7` is not legal; legal here: Kf1 Kh1\n  second line\n";
        assert_eq!(shortened(usual), usual);
        let word = format!("a{}z", "\u{e9}".repeat(1 << 20));
        let quoted = shortened(&format!("line 3: `{word}` is not a move"));
        assert!(quoted.starts_with("line 3: `a\u{e9}") && quoted.ends_with("\u{e9}z` is not a move"), "{quoted}");
        assert_eq!(quoted.chars().count(), LONGEST_WORD + "line 3:  is not a move".len());
        assert_eq!(shortened(&"a b ".repeat(1 << 16)).len(), LONGEST_LINE);
        assert_eq!(shortened(&"a\n".repeat(1 << 16)).len(), LONGEST_MESSAGE);
    }

    #[test]
    fn what_a_message_quotes_stays_in_its_line() {
        let lines = |argument: &str| {
            let arguments = ["explain", argument].map(str::to_owned).into_iter();
            in_own_lines(&format!("`{argument}` is not a move\n  legal here: a b"), arguments)
        };
        assert_eq!(lines("x y"), "`x y` is not a move\n  legal here: a b");
        assert_eq!(lines("x\ny"), "`x[U+000A]y` is not a move\n  legal here: a b");
        assert_eq!(lines("\n"), "`[U+000A]` is not a move\n  legal here: a b");
        assert_eq!(lines("x\n  y"), "`x[U+000A]  y` is not a move\n  legal here: a b");
        let arguments = ["--only=x\n  y".to_owned()].into_iter();
        assert_eq!(in_own_lines("`x\n  y` is not a move", arguments), "`x[U+000A]  y` is not a move");
    }
}
