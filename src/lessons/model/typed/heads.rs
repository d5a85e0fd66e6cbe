//! The words before and at the beginning of lists in brackets: names, with or without quotes, and players.

use super::brackets::BracketReader;
use super::error::{TypedFault, TypedProblem};
use super::list_name::ListName;
use super::separators::{close_of, close_quote};
use super::small_letters::{is_blank, is_bracket};
use super::word::{is_label, is_weight, is_whole, number, role_or_sign};
use crate::core::game::is_unknown_leaf;

impl BracketReader<'_> {
    /// Reads a name in quotes.
    pub(super) fn quoted(&mut self) -> Result<String, TypedFault> {
        let (at, rest) = (self.at, self.rest());
        let quote = rest.chars().next().unwrap_or('"');
        let inside = &rest[quote.len_utf8()..];
        let close = close_quote(quote).unwrap_or(quote);
        let end = inside.find(close).ok_or((at, TypedProblem::Unclosed(quote)))?;
        self.at += quote.len_utf8() + end + close.len_utf8();
        let name = inside[..end].trim().to_owned();
        // Only before a colon or an equals sign is a number a name.
        let is_key = self.rest().trim_start_matches(is_blank).starts_with([':', '=']);
        match number(&name) {
            _ if name.is_empty() => Err((at, TypedProblem::NoNumber(format!("{quote}{close}")))),
            Ok(_) if !is_key => Err((at, TypedProblem::QuotedNumber(name))),
            _ => Ok(name),
        }
    }

    /// Reads the text before a colon or an equals sign, if one follows.
    pub(super) fn head(&mut self) -> Result<Option<(String, char)>, TypedFault> {
        let start = self.at;
        let head = if self.is_quoted() {
            self.quoted()?
        } else {
            let word = self.word();
            // In `<=5` the equals sign belongs to a bound, so there is no name before it.
            let is_bound = word.starts_with(['<', '>', '\u{2264}', '\u{2265}']);
            let end = if is_bound { None } else { word.find([':', '=']) }.unwrap_or(word.len());
            self.at += end;
            word[..end].to_owned()
        };
        self.skip_blanks();
        match self.peek().filter(|c| matches!(c, ':' | '=')) {
            Some(sign) if !head.is_empty() => {
                self.at += 1;
                self.skip_blanks();
                Ok(Some((head, sign)))
            }
            _ => {
                self.at = start;
                Ok(None)
            }
        }
    }

    pub(super) fn is_quoted(&self) -> bool {
        self.peek().is_some_and(|c| close_quote(c).is_some())
    }

    /// Returns whether a dictionary of one key begins here whose key describes the dictionary itself: a key that says
    /// who chooses or, around the whole tree, the name of the root.
    pub(super) fn is_object(&mut self, ply: usize) -> bool {
        let start = self.at;
        let head = self.head();
        self.at = start;
        let before = self.text[..start].trim_end().trim_end_matches('{').trim_end();
        let is_whole_tree =
            ply == 1 && (before.is_empty() || before.ends_with('=')) && self.text.trim_end().ends_with('}');
        let is_key = |(word, sign): (String, char)| {
            sign == ':'
                && (ListName::lone_player(&word).is_some() || is_whole_tree && (!is_weight(&word) || is_whole(&word)))
        };
        head.is_ok_and(|head| head.is_some_and(is_key))
    }

    /// Reads the player of a list if it comes first, with a colon, and is not before another list: `(MIN: 3 12)`.
    pub(super) fn player(&mut self) -> Result<Option<String>, TypedFault> {
        let start = self.at;
        let head = self.head()?.filter(|(word, sign)| *sign == ':' && ListName::lone_player(word).is_some());
        let is_alone = |c: char| is_bracket(c) || matches!(c, ',' | ';');
        // In `min1:min(3 5)`, the first word is a name.
        let next = self.word();
        let is_name = role_or_sign(next).is_some()
            && self.rest()[next.len()..].starts_with(is_bracket)
            && self.text[..self.at].ends_with(':');
        match head.filter(|_| !is_name && self.peek().is_some_and(|c| !is_alone(c))) {
            Some((word, _)) => Ok(Some(word)),
            None => {
                self.at = start;
                Ok(None)
            }
        }
    }

    /// Reads the name of a node if it is the first word of its list, with or without quotes.
    pub(super) fn label(&mut self, ply: usize) -> Result<Option<String>, TypedFault> {
        let start = self.at;
        if self.is_quoted() {
            let name = self.quoted()?;
            self.skip_blanks();
            if self.peek().is_some_and(|c| matches!(c, ':' | '=')) {
                self.at = start;
                return Ok(None);
            }
            self.skip_comma();
            return Ok(Some(name));
        }
        let word = self.word();
        let is_letter = self.names_lists && is_unknown_leaf(word);
        if !is_label(word) && !is_letter && role_or_sign(word).is_none() || word.contains([':', '=']) {
            return Ok(None);
        }
        self.at += word.len();
        let is_called = self.peek().is_some_and(|c| close_of(c).is_some());
        self.skip_blanks();
        let is_signed = self.peek().is_some_and(|c| matches!(c, ':' | '='));
        let is_list = self.peek().is_some_and(|c| close_of(c).is_some());
        let is_end = self.peek().is_none_or(|c| is_bracket(c) && close_of(c).is_none());
        if is_called || is_signed || is_end || role_or_sign(word).is_some() && is_list {
            self.at = start;
            return Ok(None);
        }
        if ListName::lone_player(word).is_none() {
            self.has_labels |= ply == 1;
            self.label.get_or_insert_with(|| (start, word.to_owned()));
        }
        self.skip_comma();
        Ok(Some(word.to_owned()))
    }

    /// Skips the comma after the name of a list.
    fn skip_comma(&mut self) {
        self.skip_blanks();
        if self.peek() == Some(',') {
            self.at += 1;
            self.skip_blanks();
        }
    }
}
