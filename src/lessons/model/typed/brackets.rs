//! Trees in brackets, as in textbooks and programs: `((3 12 8) (2 4 6))`, `max(min(3, 12), min(2, 4))`.

use super::super::{LARGEST_LESSON, NESTING_LIMIT};
use super::draft::{Draft, DraftBody};
use super::error::{TypedFault, TypedProblem};
use super::separators::{Gap, OpenBracket, ReadItem, ReadList, check, close_of, close_quote};
use super::small_letters::{is_blank, is_bracket, names_lists, with_small_letter};
use super::word::{is_label, is_missing, is_weight, is_whole, number, role};
use super::wrapped;
use crate::core::game::{ANY, Mover, is_unknown_leaf};
use std::borrow::Cow;

/// Reads a tree: a list, or several lists that are the moves at the root. A capital letter that can only represent a
/// score is read as a small letter.
pub(super) fn read(text: &str) -> Result<Draft, TypedFault> {
    let mut text = Cow::Borrowed(text);
    loop {
        let read = read_as_written(&text);
        let small = match &read {
            Err((_, TypedProblem::NoNumber(word))) => with_small_letter(&text, word),
            _ => None,
        };
        match small {
            Some(small) => text = Cow::Owned(small),
            None => return read,
        }
    }
}

fn read_as_written(text: &str) -> Result<Draft, TypedFault> {
    let mut reader = BracketReader { text, names_lists: names_lists(text), ..BracketReader::default() };
    let mut rows = reader.items(None, 0)?;
    if let Some(second) = second_tree(text, &rows) {
        return Err((second, TypedProblem::TwoTrees));
    }
    let root_role = if 1 < rows.len() { reader.assign_roles(&mut rows) } else { None };
    if root_role.is_none() {
        reader.keep_roles(&mut rows)?;
    }
    if let Some(first) = rows.first().filter(|first| first.draft.moves().is_empty()) {
        let word = &text[first.draft.at..first.end];
        return Err((first.draft.at, TypedProblem::NoNumber(word.to_owned())));
    }
    if let Some(leaf) = rows.iter().find(|row| row.draft.moves().is_empty()) {
        return Err((leaf.draft.at, TypedProblem::TextAfter(text[leaf.draft.at..leaf.end].to_owned())));
    }
    let mut rows: Vec<Draft> = rows.into_iter().map(|row| row.draft).collect();
    let is_weighted = rows.iter().any(|row| row.weight.is_some());
    // Either all lists begin with an unquoted name or none does. In `(1 (X 3))`, X is therefore a leaf.
    let is_alone = |label: &str| reader.lists.len() == 1 && label.chars().count() == 1;
    if let Some((at, label)) = reader.label.take_if(|(_, label)| reader.is_unlabelled || is_alone(label)) {
        return Err((at, TypedProblem::NoNumber(label)));
    }
    check(text, &reader.lists)?;
    match rows.pop() {
        None => Err((0, TypedProblem::Empty)),
        Some(only) if rows.is_empty() && !is_weighted => Ok(wrapped::unwrapped(only, text)),
        Some(last) => {
            rows.push(last);
            let at = rows.first().map_or(0, |first| first.at);
            let root = Draft { role: root_role, ..Draft::new(at, DraftBody::Moves(rows)) };
            Ok(wrapped::unwrapped(root, text))
        }
    }
}

/// Returns where a second tree begins: in a line of its own, a list with a player, or one that a program calls a tree.
fn second_tree(text: &str, rows: &[ReadItem]) -> Option<usize> {
    let starts = |row: &ReadItem| text[..row.draft.at].rfind('\n').map_or(0, |end| end + 1);
    let is_deep = |row: &ReadItem| row.draft.moves().iter().any(|child| !child.moves().is_empty());
    let is_tree = |row: &ReadItem| {
        let name = row.draft.name.as_deref().unwrap_or_default().to_lowercase();
        is_deep(row) && (row.role.is_some() || ["tree", "game", "root"].iter().any(|word| name.starts_with(word)))
    };
    let [first, second, ..] = rows else { return None };
    (starts(first) < starts(second) && rows.iter().all(is_tree)).then_some(second.draft.at)
}

#[derive(Default)]
struct BracketReader<'a> {
    text: &'a str,
    /// The offset at which reading continues.
    at: usize,
    nodes: usize,
    /// Whether the first word of each list is the name of its node.
    has_labels: bool,
    /// Whether small letters at the beginning of lists are names.
    names_lists: bool,
    /// The first unquoted name at the beginning of a list, and its offset.
    label: Option<(usize, String)>,
    /// Whether some list does not begin with a word.
    is_unlabelled: bool,
    lists: Vec<ReadList>,
}

impl<'a> BracketReader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start_matches(is_blank).len();
    }

    /// Skips the separator between two items: spaces, and a comma if there are `items` before it.
    fn gap(&mut self, open: Option<OpenBracket>, items: usize) -> Result<Gap, TypedFault> {
        let start = self.at;
        self.skip_blanks();
        let comma = self.at;
        if self.peek() != Some(',') {
            return Ok(Gap::Blank);
        }
        if items == 0 {
            return Err((comma, TypedProblem::EmptyPlace("before")));
        }
        self.at += 1;
        let behind = self.at;
        self.skip_blanks();
        let is_end = self.peek().is_none_or(|c| close_of(c).is_none() && is_bracket(c));
        // Programs may write a comma after the last line, and after the only item of a list.
        let may_end =
            items == 1 && open.is_some() || self.text[behind..self.at].contains('\n') || open.is_none() && 1 < items;
        if self.peek() == Some(',') || is_end && !may_end {
            return Err((comma, TypedProblem::EmptyPlace("after")));
        }
        Ok(if start == comma && behind == self.at { Gap::TightComma } else { Gap::Comma })
    }

    /// Reads items up to the bracket that closes the one at `open`, or to the end of the text.
    fn items(&mut self, open: Option<OpenBracket>, ply: usize) -> Result<Vec<ReadItem>, TypedFault> {
        let mut items = Vec::new();
        loop {
            let gap = self.gap(open, items.len())?;
            match (self.peek(), open) {
                (None, None) => return Ok(items),
                (None, Some((at, bracket))) => return Err((at, TypedProblem::Unclosed(bracket))),
                (Some(c), Some((_, bracket))) if Some(c) == close_of(bracket) => return Ok(items),
                (Some(c @ (')' | ']' | '}')), _) => return Err((self.at, TypedProblem::Unopened(c))),
                (Some(';'), _) => return Err((self.at, TypedProblem::Semicolon)),
                (Some(_), _) => items.push(ReadItem { gap, ..self.item(open, ply)? }),
            }
        }
    }

    /// Reads a word: the text up to the next bracket, space or comma.
    fn word(&self) -> &'a str {
        let rest = self.rest();
        let is_end = |c: char| is_bracket(c) || is_blank(c) || matches!(c, ',' | ';') || close_quote(c).is_some();
        &rest[..rest.find(is_end).unwrap_or(rest.len())]
    }

    /// Reads a name in quotes.
    fn quoted(&mut self) -> Result<String, TypedFault> {
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
    fn head(&mut self) -> Result<Option<(String, char)>, TypedFault> {
        let start = self.at;
        let head = if self.peek().is_some_and(|c| close_quote(c).is_some()) {
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

    fn item(&mut self, open: Option<OpenBracket>, ply: usize) -> Result<ReadItem, TypedFault> {
        let start = self.at;
        if LARGEST_LESSON < self.nodes {
            return Err((start, TypedProblem::TooMany));
        }
        self.nodes += 1;
        let mut draft = Draft::new(start, DraftBody::Moves(Vec::new()));
        while let Some((head, sign)) = self.head()? {
            if is_weight(&head) && sign == ':' && draft.weight.is_none() && draft.name.is_none() {
                draft.weight = Some(head);
            } else if is_weight(&head) && !is_whole(&head) {
                let value = self.word();
                let value = if value.is_empty() { "3" } else { value };
                return Err((start, TypedProblem::NumberAsName(head, value.to_owned())));
            } else if draft.name.is_some() {
                let at = self.text[..self.at].rfind(&head).unwrap_or(start);
                return Err((at, TypedProblem::NoNumber(format!("{head}{sign}{}", self.word()))));
            } else {
                draft.name = Some(head);
            }
        }
        let at = self.at;
        let mut word = self.word();
        let named = draft.name.clone().filter(|name| role(name).is_some());
        let (mut prefix, mut list, mut is_spaced) = (None, None, false);
        if let Some(found) = role(word) {
            self.at += word.len();
            self.skip_blanks();
            if self.peek().is_some_and(|c| close_of(c).is_some()) {
                prefix = Some(found);
                is_spaced = self.at != at + word.len();
                word = "";
            } else {
                self.at = at;
            }
        }
        match self.peek() {
            Some(bracket) if word.is_empty() && close_of(bracket).is_some() => {
                // In `MIN: (..)`, the name says who chooses.
                if let Some(name) = named.filter(|_| prefix.is_none()) {
                    prefix = role(&name);
                    draft.name = None;
                }
                self.list(&mut draft, (self.at, bracket), open.map(|(_, bracket)| bracket), ply + 1)?;
                list = self.lists.len().checked_sub(1);
            }
            _ if word.is_empty() => {
                let quote = self.peek().filter(|&c| close_quote(c).is_some());
                let name = if quote.is_some() { self.quoted()? } else { draft.name.clone().unwrap_or_default() };
                draft.body = match name.is_empty() {
                    true => return Err((start, TypedProblem::NoNumber(self.rest().chars().take(1).collect()))),
                    false if quote.is_some() && is_unknown_leaf(&name) => DraftBody::Unknown(name),
                    false => return Err((start, TypedProblem::NothingNamed(name))),
                };
            }
            _ => {
                draft.body = self.leaf(word)?;
                self.at += word.len();
            }
        }
        Ok(ReadItem { draft, end: self.at, gap: Gap::Blank, list, role: prefix, is_spaced })
    }

    /// Reads a word as a leaf.
    fn leaf(&self, word: &str) -> Result<DraftBody, TypedFault> {
        let behind = self.text[self.at + word.len()..].chars().next();
        if behind.is_some_and(|c| close_of(c).is_some())
            && word.chars().all(char::is_alphanumeric)
            && number(word).is_err()
        {
            return Err((self.at, TypedProblem::UnknownRole(word.to_owned())));
        }
        if is_unknown_leaf(word) || is_missing(word) {
            return Ok(DraftBody::Unknown(if is_missing(word) { ANY } else { word }.to_owned()));
        }
        number(word).map(DraftBody::Score).map_err(|problem| (self.at, problem))
    }

    /// Reads a list, starting at its bracket.
    fn list(
        &mut self,
        draft: &mut Draft,
        open: OpenBracket,
        parent: Option<char>,
        ply: usize,
    ) -> Result<(), TypedFault> {
        if NESTING_LIMIT < ply {
            return Err((open.0, TypedProblem::Nesting));
        }
        self.at += 1;
        self.skip_blanks();
        let is_object = open.1 == '{' && self.head_is_role();
        let label = self.label(ply)?;
        let is_labelled = label.is_some();
        let mut items = self.items(Some(open), ply)?;
        self.at += 1;
        if items.is_empty() {
            return Err((open.0, TypedProblem::Empty));
        }
        // As in programs, `{min: [3, 12]}` is the list itself.
        if is_object && items.len() == 1 && !items[0].draft.moves().is_empty() {
            self.keep_roles(&mut items)?;
            let inner = items.remove(0).draft;
            (draft.role, draft.body) = (inner.role, inner.body);
            return Ok(());
        }
        draft.role = self.assign_roles(&mut items);
        if draft.role.is_none() {
            self.keep_roles(&mut items)?;
        }
        let mut is_leaf = false;
        if let Some(label) = label {
            match role(&label) {
                Some(role) => draft.role = Some(role),
                None => {
                    is_leaf = ply != 1;
                    draft.name = Some(label);
                }
            }
        }
        let has_role = draft.role.is_some();
        let is_wrapped = self.has_labels && ply != 1 && !has_role;
        let listed = items.iter().map(|read| read.listed(is_leaf)).collect();
        let span = (open.0, self.at);
        self.lists.push(ReadList { span, open: Some(open.1), parent, has_role, items: listed });
        let only = items.len() == 1 && items[0].draft.name.is_none() && items[0].draft.moves().is_empty();
        self.is_unlabelled |= !(is_labelled || only && is_wrapped);
        if only && (is_leaf || is_wrapped) {
            draft.body = items.remove(0).draft.body;
        } else {
            draft.body = DraftBody::Moves(items.into_iter().map(|read| read.draft).collect());
        }
        Ok(())
    }

    /// Returns the role of the list around these items, if the word before the first item refers to that list: `(max (3
    /// 4) (5 6))`.
    fn assign_roles(&mut self, items: &mut [ReadItem]) -> Option<Mover> {
        let (first, others) = items.split_first_mut()?;
        if first.is_spaced && others.iter().all(|item| item.role.is_none()) { first.role.take() } else { None }
    }

    /// Returns whether a word that says who chooses comes next, with a colon.
    fn head_is_role(&self) -> bool {
        let mut ahead = BracketReader { text: self.text, at: self.at, ..Self::default() };
        ahead.head().is_ok_and(|head| head.is_some_and(|(word, sign)| sign == ':' && role(&word).is_some()))
    }

    /// Gives each list the role named by the word before it.
    fn keep_roles(&mut self, items: &mut [ReadItem]) -> Result<(), TypedFault> {
        for item in items {
            let Some(found) = item.role.take() else { continue };
            if item.draft.role.replace(found).is_some_and(|inner| inner != found) {
                let problem = "two words say who chooses here; write one of them before each list: max(min(3 12) 5)";
                return Err((item.draft.at, TypedProblem::Role(problem.to_owned())));
            }
            if let Some(list) = item.list {
                self.lists[list].has_role = true;
            }
        }
        Ok(())
    }

    /// Reads the name of a node if it is the first word of its list, with or without quotes.
    fn label(&mut self, ply: usize) -> Result<Option<String>, TypedFault> {
        let start = self.at;
        if self.peek().is_some_and(|c| close_quote(c).is_some()) {
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
        if !is_label(word) && !is_letter && role(word).is_none() || word.contains([':', '=']) {
            return Ok(None);
        }
        self.at += word.len();
        let is_called = self.peek().is_some_and(|c| close_of(c).is_some());
        self.skip_blanks();
        let is_signed = self.peek().is_some_and(|c| matches!(c, ':' | '='));
        let is_list = self.peek().is_some_and(|c| close_of(c).is_some());
        let is_end = self.peek().is_none_or(|c| is_bracket(c) && close_of(c).is_none());
        if is_called || is_signed || is_end || role(word).is_some() && is_list {
            self.at = start;
            return Ok(None);
        }
        if role(word).is_none() {
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
