//! Reads the values of Python dictionaries, and tells names, players and probabilities apart in their keys.

use super::error::{TypedFault, TypedProblem};
use super::fields;
use super::list_name::{ListName, may_be_person};
use super::probability::is_field;
use super::separators::close_quote;
use super::word::{is_missing, is_weight, number, with_minus};
use crate::core::game::{Mover, is_unknown_leaf};
use std::collections::HashSet;

/// What a key says about its value, and the probability of the move.
pub(super) type ToldByKey = (ListName, Option<String>);

/// The name of a node and its offset.
pub(super) struct DictKey {
    pub at: usize,
    pub text: String,
}

pub(super) struct DictValue {
    pub at: usize,
    /// The name of the move to the node, if it is the only key of a dictionary in a list.
    pub name: Option<String>,
    /// Who chooses at the node, if a key says so.
    pub role: Option<Mover>,
    /// A word in the name that may say who chooses, and the player.
    pub unclear: Option<(String, Mover)>,
    /// The probability of the move to the node, if a key says so.
    pub weight: Option<String>,
    pub what: DictContent,
}

pub(super) enum DictContent {
    Text(String),
    Number(f64),
    /// A leaf without a known score.
    Unknown,
    Items(Vec<DictValue>),
    Pairs(Vec<(DictKey, DictValue)>),
}

impl DictValue {
    const fn new(at: usize, what: DictContent) -> Self {
        Self { at, name: None, role: None, unclear: None, weight: None, what }
    }

    /// Turns a dictionary into the node that it describes, if its only key says who chooses: `{"min": [3, 12]}`.
    fn ruled(mut self) -> Self {
        let DictContent::Pairs(pairs) = &mut self.what else { return self };
        let [(key, value)] = pairs.as_slice() else { return self };
        let is_node = value.role.is_none() && value.items().next().is_some();
        let Some(role) = ListName::lone_player(&key.text).filter(|_| is_node) else { return self };
        let Some((_, value)) = pairs.pop() else { return self };
        Self { role: Some(role), what: value.what, ..self }
    }

    /// Turns a dictionary of one key in a list into the move that the key names: `[{"A": [3, 12]}, {"B": 5}]`.
    fn named_by_key(mut self) -> Result<Self, TypedFault> {
        let DictContent::Pairs(pairs) = &mut self.what else { return Ok(self) };
        let [(key, value)] = pairs.as_slice() else { return Ok(self) };
        // A text is the name of a node elsewhere.
        if matches!(value.what, DictContent::Text(_)) {
            return Ok(self);
        }
        let (told, weight) = value.told_by(key)?;
        let what = pairs.pop().map(|(_, value)| value.what);
        let (role, unclear) = (told.role, told.unclear);
        Ok(Self { name: told.name, role, unclear, weight, what: what.unwrap_or(self.what), ..self })
    }

    /// Turns the moves of a chance node that are dictionaries of a probability and a value into drawn moves.
    fn with_drawn_moves(mut self) -> Self {
        match &mut self.what {
            DictContent::Items(items) => *items = std::mem::take(items).into_iter().map(Self::drawn).collect(),
            DictContent::Pairs(pairs) => {
                *pairs = std::mem::take(pairs).into_iter().map(|(key, value)| (key, value.drawn())).collect();
            }
            DictContent::Text(_) | DictContent::Number(_) | DictContent::Unknown => {}
        }
        self
    }

    /// Turns a dictionary of a probability and a value into a move of a chance node: `{"p": 0.3, "value": 5}`.
    fn drawn(mut self) -> Self {
        let DictContent::Pairs(pairs) = &mut self.what else { return self };
        let is_probability = |(key, value): &(DictKey, Self)| {
            (is_field(&key.text) || key.text == "chance") && matches!(value.what, DictContent::Number(_))
        };
        let place = pairs.iter().position(is_probability).filter(|_| pairs.len() == 2);
        let Some((_, probability)) = place.map(|place| pairs.remove(place)) else { return self };
        match (pairs.pop(), probability.what) {
            (Some((_, value)), DictContent::Number(weight)) => Self { weight: Some(weight.to_string()), ..value },
            _ => self,
        }
    }

    /// Returns what a key says about its value, and the probability of the move. Rejects fields of a node, which are
    /// not moves.
    fn told_by(&self, key: &DictKey) -> Result<ToldByKey, TypedFault> {
        let is_score = matches!(self.what, DictContent::Number(_) | DictContent::Unknown);
        if is_score && fields::is_field(&key.text) || fields::is_part(&key.text) {
            return Err((key.at, TypedProblem::Field(key.text.clone())));
        }
        let told = match self.items().next() {
            Some(_) => ListName::read(&key.text),
            None => ListName::named(&key.text),
        };
        Ok(match told.role {
            None if is_weight(&key.text) => {
                (ListName { role: self.role, ..ListName::default() }, Some(key.text.clone()))
            }
            role => (ListName { role: self.role.or(role), ..told }, self.weight.clone()),
        })
    }

    /// Returns what the keys of a dictionary say about its values. Beside other names, `Max` is a person.
    pub(super) fn told_by_keys(pairs: &[(DictKey, Self)]) -> Result<Vec<ToldByKey>, TypedFault> {
        let told = pairs.iter().map(|(key, value)| value.told_by(key)).collect::<Result<Vec<_>, _>>()?;
        let has_names = told.iter().any(|(told, _)| told.name.is_some() && told.role.is_none());
        let named = |((key, value), (told, weight)): (&(DictKey, Self), ToldByKey)| match may_be_person(&key.text) {
            true if has_names => (ListName { role: value.role, ..ListName::named(&key.text) }, weight),
            _ => (told, weight),
        };
        Ok(pairs.iter().zip(told).map(named).collect())
    }

    /// Turns the numbers in lists that are also keys into the names of nodes. Returns the first one, and its offset.
    pub(super) fn numbers_as_names(&mut self, keys: &HashSet<String>) -> Option<(usize, String)> {
        let items: Vec<&mut Self> = match &mut self.what {
            DictContent::Items(items) => items.iter_mut().collect(),
            DictContent::Pairs(pairs) => pairs.iter_mut().map(|(_, value)| value).collect(),
            DictContent::Text(_) | DictContent::Number(_) | DictContent::Unknown => Vec::new(),
        };
        let named = items.into_iter().map(|item| {
            let DictContent::Number(number) = item.what else { return item.numbers_as_names(keys) };
            let name = Some(number.to_string()).filter(|name| keys.contains(name))?;
            item.what = DictContent::Text(name.clone());
            Some((item.at, name))
        });
        named.fold(None, Option::or)
    }

    /// Returns the keys of a dictionary, with their offsets. A key whose value is a text other than an unknown score is
    /// the name of a branch.
    pub(super) fn children_by_key(&self, keys: &HashSet<String>) -> Vec<(usize, String)> {
        let DictContent::Pairs(pairs) = &self.what else { return Vec::new() };
        let is_branch = |value: &Self| matches!(&value.what, DictContent::Text(text) if !is_unknown_leaf(text) || keys.contains(text));
        let children = pairs.iter().filter(|(_, value)| !is_branch(value));
        children.map(|(key, _)| (key.at, key.text.clone())).collect()
    }

    pub(super) fn is_text(&self, text: &str) -> bool {
        matches!(&self.what, DictContent::Text(own) if own == text)
    }

    /// Returns the items of a list, or the values of a dictionary.
    pub(super) fn items(&self) -> Box<dyn Iterator<Item = &Self> + '_> {
        match &self.what {
            DictContent::Items(items) => Box::new(items.iter()),
            DictContent::Pairs(pairs) => Box::new(pairs.iter().map(|(_, value)| value)),
            DictContent::Text(_) | DictContent::Number(_) | DictContent::Unknown => Box::new(std::iter::empty()),
        }
    }
}

pub(super) struct DictReader<'a> {
    pub text: &'a str,
    pub at: usize,
    pub depth: usize,
    /// The keys that lists may name without quotes.
    pub keys: HashSet<&'a str>,
}

impl<'a> DictReader<'a> {
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub(super) fn skip(&mut self) {
        loop {
            self.at = self.text.len() - self.rest().trim_start().len();
            if !self.rest().starts_with('#') {
                return;
            }
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        }
    }

    fn eat(&mut self, sign: char) -> bool {
        self.skip();
        let is_there = self.rest().starts_with(sign);
        self.at += if is_there { sign.len_utf8() } else { 0 };
        is_there
    }

    /// Reads a word, with or without quotes.
    fn word(&mut self) -> Result<(String, bool), TypedFault> {
        self.skip();
        let (at, rest) = (self.at, self.rest());
        if let Some((quote, close)) = rest.chars().next().and_then(|quote| Some((quote, close_quote(quote)?))) {
            let inside = &rest[quote.len_utf8()..];
            let end = inside.find(close).ok_or((at, TypedProblem::Unclosed(quote)))?;
            self.at += quote.len_utf8() + end + close.len_utf8();
            return Ok((inside[..end].to_owned(), true));
        }
        let end = rest.find(|c: char| c.is_whitespace() || "[](){},:=;".contains(c)).unwrap_or(rest.len());
        let found = rest.chars().next().map_or_else(|| "the end".to_owned(), String::from);
        self.at += end;
        if end == 0 {
            Err((at, TypedProblem::Language("a dictionary", found)))
        } else {
            Ok((rest[..end].to_owned(), false))
        }
    }

    pub(super) fn value(&mut self) -> Result<DictValue, TypedFault> {
        self.skip();
        let at = self.at;
        self.depth += 1;
        if super::super::NESTING_LIMIT < self.depth {
            return Err((at, TypedProblem::Nesting));
        }
        let what = if self.rest().starts_with("dict(") {
            self.at += "dict(".len();
            DictContent::Pairs(self.pairs(at, ('(', ')'), '=')?)
        } else {
            match self.rest().chars().next() {
                Some('{') if self.is_dictionary() => {
                    self.at += 1;
                    DictContent::Pairs(self.pairs(at, ('{', '}'), ':')?)
                }
                Some(open @ ('[' | '(' | '{')) => {
                    self.at += 1;
                    DictContent::Items(self.items(at, open)?)
                }
                _ => {
                    let (word, is_text) = self.word()?;
                    if is_text || self.keys.contains(word.as_str()) || is_unknown_leaf(&word) {
                        DictContent::Text(word)
                    } else if is_missing(&word) {
                        DictContent::Unknown
                    } else {
                        DictContent::Number(number(&with_minus(&word)).map_err(|problem| (at, problem))?)
                    }
                }
            }
        };
        self.depth -= 1;
        Ok(DictValue::new(at, what).ruled())
    }

    /// Returns whether a colon follows the first item after a bracket.
    fn is_dictionary(&self) -> bool {
        let mut ahead = DictReader { text: self.text, at: self.at + 1, depth: 0, keys: HashSet::new() };
        ahead.word().is_ok() && ahead.eat(':')
    }

    pub(super) fn items(&mut self, at: usize, open: char) -> Result<Vec<DictValue>, TypedFault> {
        let close = match open {
            '[' => ']',
            '(' => ')',
            _ => '}',
        };
        let mut items = Vec::new();
        while !self.eat(close) {
            self.ends(at, open)?;
            items.push(self.value()?.named_by_key()?);
            self.comma(close)?;
        }
        Ok(items)
    }

    fn pairs(
        &mut self,
        at: usize,
        (open, close): (char, char),
        sign: char,
    ) -> Result<Vec<(DictKey, DictValue)>, TypedFault> {
        let mut pairs = Vec::new();
        while !self.eat(close) {
            self.ends(at, open)?;
            let key = self.at;
            let (text, _) = self.word()?;
            if !self.eat(sign) {
                return Err((key, TypedProblem::NothingNamed(text)));
            }
            let value = self.value()?;
            let is_chance = ListName::read(&text).role == Some(Mover::Chance);
            let value = if is_chance { value.with_drawn_moves() } else { value };
            pairs.push((DictKey { at: key, text }, value));
            self.comma(close)?;
        }
        Ok(pairs)
    }

    fn ends(&mut self, at: usize, open: char) -> Result<(), TypedFault> {
        self.skip();
        if self.rest().is_empty() { Err((at, TypedProblem::Unclosed(open))) } else { Ok(()) }
    }

    /// Reads the comma after an item. The last item needs no comma.
    fn comma(&mut self, close: char) -> Result<(), TypedFault> {
        let is_there = self.eat(',');
        self.skip();
        let found = self.rest().chars().next();
        if is_there || found == Some(close) || found.is_none() {
            return Ok(());
        }
        Err((self.at, TypedProblem::Language("a dictionary", found.map(String::from).unwrap_or_default())))
    }
}
