//! Trees in brackets, as in textbooks and programs: `((3 12 8) (2 4 6))`, `max(min(3, 12), min(2, 4))`.

use super::super::{LARGEST_LESSON, NESTING_LIMIT};
use super::draft::{Draft, DraftBody};
use super::error::{TypedFault, TypedProblem};
use super::list_name::{ListName, assign_roles, check_first, keep_roles, may_be_person, name_people};
use super::separators::{Gap, OpenBracket, ReadItem, ReadList, check, close_of, close_quote};
use super::small_letters::{is_blank, is_bracket, names_lists, with_small_letter};
use super::titles::named;
use super::word::{is_label, is_missing, is_sign, is_weight, is_whole, number, role, role_or_sign};
use super::wrapped;
use crate::core::game::{ANY, is_unknown_leaf};
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
    name_people(&mut rows);
    let root_role = if 1 < rows.len() { assign_roles(&mut rows) } else { None };
    if root_role.is_none() {
        keep_roles(&mut rows, &mut reader.lists)?;
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

/// Reads the text from left to right.
#[derive(Default)]
pub(super) struct BracketReader<'a> {
    pub text: &'a str,
    /// The offset at which reading continues.
    pub at: usize,
    nodes: usize,
    /// Whether the first word of each list is the name of its node.
    pub has_labels: bool,
    /// Whether small letters at the beginning of lists are names.
    pub names_lists: bool,
    /// The first unquoted name at the beginning of a list, and its offset.
    pub label: Option<(usize, String)>,
    /// Whether some list does not begin with a word.
    is_unlabelled: bool,
    lists: Vec<ReadList>,
}

impl<'a> BracketReader<'a> {
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn skip_blanks(&mut self) {
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
    pub(super) fn word(&self) -> &'a str {
        let rest = self.rest();
        let is_end = |c: char| is_bracket(c) || is_blank(c) || matches!(c, ',' | ';') || close_quote(c).is_some();
        &rest[..rest.find(is_end).unwrap_or(rest.len())]
    }

    fn item(&mut self, open: Option<OpenBracket>, ply: usize) -> Result<ReadItem, TypedFault> {
        let start = self.at;
        if LARGEST_LESSON < self.nodes {
            return Err((start, TypedProblem::TooMany));
        }
        self.nodes += 1;
        let mut draft = Draft::new(start, DraftBody::Moves(Vec::new()));
        let is_quoted = self.is_quoted();
        let mut is_signed = false;
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
                is_signed = sign == ':';
            }
        }
        let at = self.at;
        let mut word = self.word();
        let (mut prefix, mut list, mut person) = (None, None, None);
        let mut is_spaced = is_signed && self.text[..at].ends_with(is_blank);
        if let Some(found) = role_or_sign(word) {
            self.at += word.len();
            self.skip_blanks();
            if self.peek().is_some_and(|c| close_of(c).is_some()) {
                prefix = Some(found);
                is_spaced = self.at != at + word.len();
                draft.sign = word.chars().next().filter(|&c| is_sign(c));
                word = "";
            } else {
                self.at = at;
            }
        }
        match self.peek() {
            Some(bracket) if word.is_empty() && close_of(bracket).is_some() => {
                // In `MIN: (..)`, the name says who chooses.
                if let Some(name) = draft.name.take_if(|_| prefix.is_none()) {
                    person = Some(name.clone()).filter(|name| is_quoted && may_be_person(name));
                    // In `min_tree = [..]`, the name is that of a variable.
                    let is_variable = !is_signed && role(&name).is_none() && named(&name.to_lowercase()).is_none();
                    let told = if is_variable { ListName::named(&name) } else { ListName::read(&name) };
                    draft.doubt = told.doubt(start);
                    draft.lone = told.lone.filter(|_| person.is_none());
                    (draft.name, prefix, draft.sign) = (told.name, told.role, told.sign);
                }
                let inside = self.list(&mut draft, (self.at, bracket), open.map(|(_, bracket)| bracket), ply + 1)?;
                person = person.or(inside);
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
            _ => match called_leaf(self.rest(), word).filter(|_| open.is_some() && draft.name.is_none()) {
                Some((score, length)) => {
                    (draft.name, draft.body) = (Some(word.to_owned()), DraftBody::Score(score));
                    self.at += length;
                }
                None => {
                    draft.body = self.leaf(word)?;
                    self.at += word.len();
                }
            },
        }
        Ok(ReadItem { draft, end: self.at, gap: Gap::Blank, list, role: prefix, person, is_signed, is_spaced })
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

    /// Reads a list, starting at its bracket. Returns the name in it that may be that of a person.
    fn list(
        &mut self,
        draft: &mut Draft,
        open: OpenBracket,
        parent: Option<char>,
        ply: usize,
    ) -> Result<Option<String>, TypedFault> {
        if NESTING_LIMIT < ply {
            return Err((open.0, TypedProblem::Nesting));
        }
        self.at += 1;
        self.skip_blanks();
        let start = self.at;
        let is_object = open.1 == '{' && self.is_object(ply);
        let is_move = (parent, open.1) == (Some('['), '{');
        let is_quoted = self.is_quoted();
        let player = self.player()?;
        let label = if player.is_some() { player.clone() } else { self.label(ply)? };
        let is_labelled = label.is_some();
        let mut items = self.items(Some(open), ply)?;
        self.at += 1;
        if items.is_empty() {
            return Err((open.0, TypedProblem::Empty));
        }
        // As in programs, `{min: [3, 12]}` is the list itself, `{A: {B: 3, C: 4}}` is the tree below A, and in
        // `[{A: 3}, {B: 4}]`, the keys are the moves.
        let is_itself = |item: &ReadItem| {
            !item.draft.moves().is_empty() && is_object || is_move && item.is_signed && item.draft.name.is_some()
        };
        if items.len() == 1 && is_itself(&items[0]) {
            keep_roles(&mut items, &mut self.lists)?;
            let inner = items.remove(0).draft;
            let name = inner.name.filter(|_| is_move).or_else(|| draft.name.take());
            let weight = inner.weight.filter(|_| is_move).or_else(|| draft.weight.take());
            let doubt = inner.doubt.or_else(|| draft.doubt.take());
            *draft = Draft { at: draft.at, name, weight, doubt, ..inner };
            return Ok(None);
        }
        if player.is_some() || !is_labelled {
            check_first(&items, player.as_deref().map(|word| (start, word)))?;
        }
        name_people(&mut items);
        draft.role = assign_roles(&mut items);
        if draft.role.is_none() {
            keep_roles(&mut items, &mut self.lists)?;
        }
        let only = items.len() == 1 && items[0].draft.name.is_none() && items[0].draft.moves().is_empty();
        let is_pair = only && ply != 1;
        let mut is_leaf = false;
        let mut person = None;
        if let Some(label) = label {
            person = Some(label.clone()).filter(|label| is_quoted && may_be_person(label));
            let told = ListName::read(&label);
            if told.role.is_some() && !(is_pair && told.name.is_some()) {
                (draft.role, draft.sign) = (told.role, told.sign);
                draft.lone = told.lone.filter(|_| person.is_none());
                draft.name = told.name.or_else(|| draft.name.take());
            } else {
                is_leaf = ply != 1;
                draft.doubt = told.doubt(start);
                draft.name = Some(label);
            }
        }
        let has_role = draft.role.is_some();
        let is_wrapped = self.has_labels && ply != 1 && !has_role;
        let listed = items.iter().map(|read| read.listed(is_leaf)).collect();
        let span = (open.0, self.at);
        self.lists.push(ReadList { span, open: Some(open.1), parent, has_role, items: listed });
        self.is_unlabelled |= !(is_labelled || only && is_wrapped);
        if only && (is_leaf || is_wrapped) {
            draft.body = items.remove(0).draft.body;
        } else {
            draft.body = DraftBody::Moves(items.into_iter().map(|read| read.draft).collect());
        }
        Ok(person)
    }
}

/// Returns the score of a leaf that is in brackets directly behind its name, and the length of both: `J(10)`. A word in small
/// letters may be a function: `neg(3)`.
fn called_leaf(text: &str, name: &str) -> Option<(f64, usize)> {
    let inside = text[name.len()..].strip_prefix(['(', '['])?;
    let end = inside.find([')', ']'])?;
    let is_name = is_label(name) && name.starts_with(char::is_uppercase) && name.chars().all(char::is_alphanumeric);
    let score = number(inside[..end].trim()).ok().filter(|_| is_name)?;
    Some((score, name.len() + end + 2))
}
