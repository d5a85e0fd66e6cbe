//! Trees as Python dictionaries: either the successors of each node, `{"A": ["B", "C"], "B": [3, 12], "C": 5}`, or
//! nested dictionaries. A key may say who chooses, `{"max": [{"min": [3, 12]}, {"min": [2, 4]}]}`, or how likely a move
//! is, `{"chance": {0.3: 5, 0.7: 3}}`.

use super::adjacency::Adjacency;
use super::draft::{Draft, DraftBody};
use super::error::{TypedFault, TypedProblem};
use super::probability::is_field;
use super::roles;
use super::word::{is_missing, is_weight, number, role, with_minus};
use crate::core::game::{ANY, Mover};
use std::collections::HashSet;

/// Returns whether a text is a dictionary of this kind rather than a lesson, whose fields have fixed names.
pub(super) fn looks(text: &str) -> bool {
    let text = behind_name(text);
    let inside = text.strip_prefix('{').or_else(|| text.strip_prefix("dict("));
    let fields = ["title", "moves", "depth", "format", "event", "fen", "exercise"];
    let is_lesson = fields.iter().any(|field| text.contains(&format!("\"{field}\"")));
    let Some(inside) = inside.filter(|_| !is_lesson) else { return false };
    let rest = inside.trim_start();
    let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''));
    let behind = match quote {
        Some(quote) => rest[1..].split_once(quote).map_or("", |(_, behind)| behind).trim_start().strip_prefix(':'),
        None if text.starts_with("dict(") => {
            rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').strip_prefix('=')
        }
        None => None,
    };
    behind.is_some() && inside.contains(['[', '(', '{']) || text.starts_with('{') && !bare_keys(text).is_empty()
}

/// Returns the keys without quotes, if a list names one of them: `{a: [b, c], b: [3, 12], c: [2, 4]}`.
fn bare_keys(text: &str) -> HashSet<&str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_part) {
        let word = &rest[start..];
        let end = word.find(|c| !is_part(c)).unwrap_or(word.len());
        rest = &word[end..];
        words.push((&word[..end], rest.trim_start().starts_with(':')));
    }
    let keys: HashSet<&str> = words.iter().filter(|(_, is_key)| *is_key).map(|(word, _)| *word).collect();
    let is_named = words.iter().any(|(word, is_key)| !is_key && keys.contains(word) && number(word).is_err());
    if is_named { keys } else { HashSet::new() }
}

/// Returns the text after `tree =`.
fn behind_name(text: &str) -> &str {
    let text = text.trim_start();
    let name = text.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').trim_start();
    name.strip_prefix('=').map_or(text, str::trim_start)
}

pub(super) fn read(text: &str) -> Result<Draft, TypedFault> {
    let mut reader = DictReader { text, at: 0, depth: 0, keys: bare_keys(text) };
    let mut pairs = Vec::new();
    reader.skip();
    while reader.at < text.len() {
        let rest = reader.rest();
        reader.at += rest.len() - behind_name(rest).len();
        match reader.value()? {
            value if value.role.is_some() && pairs.is_empty() => {
                reader.skip();
                let after = reader.rest().chars().next().map(|c| (reader.at, TypedProblem::TextAfter(c.into())));
                return after.map_or_else(|| inner(&value), Err);
            }
            DictValue { what: DictContent::Pairs(more), role: None, .. } => pairs.extend(more),
            DictValue { at, .. } => return Err((at, TypedProblem::TextAfter(text[at..].chars().take(1).collect()))),
        }
        reader.skip();
    }
    let keys: HashSet<&str> = pairs.iter().map(|(key, _)| key.text.as_str()).collect();
    let names_another = |value: &DictValue| {
        value.items().any(|item| matches!(&item.what, DictContent::Text(text) if keys.contains(text.as_str())))
    };
    if 1 < pairs.len() && !pairs.iter().any(|(_, value)| names_another(value)) {
        return nested(0, &pairs);
    }
    graph(&pairs)
}

/// The name of a node and its offset.
struct DictKey {
    at: usize,
    text: String,
}

struct DictValue {
    at: usize,
    /// Who chooses at the node, if a key says so.
    role: Option<Mover>,
    /// The probability of the move to the node, if a key says so.
    weight: Option<String>,
    what: DictContent,
}

enum DictContent {
    Text(String),
    Number(f64),
    /// A leaf without a known score.
    Unknown,
    Items(Vec<DictValue>),
    Pairs(Vec<(DictKey, DictValue)>),
}

impl DictValue {
    const fn new(at: usize, what: DictContent) -> Self {
        Self { at, role: None, weight: None, what }
    }

    /// Turns a dictionary into the node that it describes, if its only key says who chooses: `{"min": [3, 12]}`.
    fn ruled(mut self) -> Self {
        let DictContent::Pairs(pairs) = &mut self.what else { return self };
        let [(key, value)] = pairs.as_slice() else { return self };
        let is_node = value.role.is_none() && value.items().next().is_some();
        let Some(role) = role(&key.text).filter(|_| is_node) else { return self };
        let Some((_, value)) = pairs.pop() else { return self };
        let mut what = value.what;
        if let DictContent::Items(items) = &mut what
            && role == Mover::Chance
        {
            *items = std::mem::take(items).into_iter().map(Self::drawn).collect();
        }
        Self { role: Some(role), what, ..self }
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

    /// Returns what a key says about its value: the name of the node, who chooses there, or the probability of the move.
    fn told_by(&self, key: &str) -> (Option<String>, Option<Mover>, Option<String>) {
        match role(key).filter(|_| self.items().next().is_some()) {
            Some(role) => (None, self.role.or(Some(role)), self.weight.clone()),
            None if is_weight(key) => (None, self.role, Some(key.to_owned())),
            None => (Some(key.to_owned()), self.role, self.weight.clone()),
        }
    }

    /// Returns the items of a list, or the values of a dictionary.
    fn items(&self) -> Box<dyn Iterator<Item = &Self> + '_> {
        match &self.what {
            DictContent::Items(items) => Box::new(items.iter()),
            DictContent::Pairs(pairs) => Box::new(pairs.iter().map(|(_, value)| value)),
            DictContent::Text(_) | DictContent::Number(_) | DictContent::Unknown => Box::new(std::iter::empty()),
        }
    }
}

/// Reads a dictionary whose values name the successors.
fn graph(pairs: &[(DictKey, DictValue)]) -> Result<Draft, TypedFault> {
    let mut graph = Adjacency::default();
    for (key, value) in pairs {
        let node = graph.node(&key.text, key.at);
        if graph.width(node) != 0 {
            return Err((key.at, TypedProblem::NameTwice(key.text.clone())));
        }
        let is_inner = value.items().next().is_some();
        if let Some(role) = value.role.or_else(|| role(&key.text)).filter(|_| is_inner) {
            graph.label(node, roles::word(role));
        }
        match &value.what {
            DictContent::Number(score) => graph.label(node, &score.to_string()),
            DictContent::Unknown => graph.label(node, ANY),
            DictContent::Text(_) => {
                return Err((
                    value.at,
                    TypedProblem::Foreign("a text where a list of the nodes that follow is expected"),
                ));
            }
            DictContent::Items(_) | DictContent::Pairs(_) => follow(&mut graph, node, value)?,
        }
    }
    graph.draft()
}

/// Adds the successors of a node.
fn follow(graph: &mut Adjacency, node: usize, value: &DictValue) -> Result<(), TypedFault> {
    let names: Vec<&str> = match &value.what {
        DictContent::Pairs(pairs) => pairs.iter().map(|(key, _)| key.text.as_str()).collect(),
        DictContent::Text(_) | DictContent::Number(_) | DictContent::Unknown | DictContent::Items(_) => Vec::new(),
    };
    for (index, item) in value.items().enumerate() {
        let (name, role, weight) =
            names.get(index).map_or_else(|| (None, item.role, item.weight.clone()), |key| item.told_by(key));
        let name = name.as_deref().unwrap_or_default();
        let child = match &item.what {
            DictContent::Text(text) => graph.node(text, item.at),
            DictContent::Number(_) | DictContent::Unknown | DictContent::Items(_) | DictContent::Pairs(_) => {
                graph.add(name, item.at)
            }
        };
        match &item.what {
            DictContent::Number(score) => graph.label(child, &score.to_string()),
            DictContent::Unknown => graph.label(child, ANY),
            DictContent::Text(_) => {}
            DictContent::Items(_) | DictContent::Pairs(_) => {
                if let Some(role) = role {
                    graph.label(child, roles::word(role));
                }
                follow(graph, child, item)?;
            }
        }
        graph.branch(node, child, weight.as_deref());
    }
    Ok(())
}

/// Reads a dictionary in which each node contains the nodes below it.
fn nested(at: usize, pairs: &[(DictKey, DictValue)]) -> Result<Draft, TypedFault> {
    let child = |(key, value): &(DictKey, DictValue)| {
        let (name, role, weight) = value.told_by(&key.text);
        Ok(Draft { name, role, weight, ..inner(value)? })
    };
    Ok(Draft::new(at, DraftBody::Moves(pairs.iter().map(child).collect::<Result<_, TypedFault>>()?)))
}

fn inner(value: &DictValue) -> Result<Draft, TypedFault> {
    let draft = match &value.what {
        DictContent::Number(score) => Draft::new(value.at, DraftBody::Score(*score)),
        DictContent::Unknown => Draft::new(value.at, DraftBody::Unknown(ANY.to_owned())),
        DictContent::Text(text) => return Err((value.at, TypedProblem::NoScore(text.clone()))),
        DictContent::Items(items) => {
            Draft::new(value.at, DraftBody::Moves(items.iter().map(inner).collect::<Result<_, TypedFault>>()?))
        }
        DictContent::Pairs(pairs) => nested(value.at, pairs)?,
    };
    Ok(Draft { role: value.role, weight: value.weight.clone(), ..draft })
}

struct DictReader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    /// The keys that lists may name without quotes.
    keys: HashSet<&'a str>,
}

impl<'a> DictReader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip(&mut self) {
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
        if let Some(quote) = rest.chars().next().filter(|quote| matches!(quote, '"' | '\'')) {
            let end = rest[1..].find(quote).ok_or((at, TypedProblem::Unclosed(quote)))?;
            self.at += end + 2;
            return Ok((rest[1..=end].to_owned(), true));
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

    fn value(&mut self) -> Result<DictValue, TypedFault> {
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
                    if is_text || self.keys.contains(word.as_str()) {
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

    fn items(&mut self, at: usize, open: char) -> Result<Vec<DictValue>, TypedFault> {
        let close = match open {
            '[' => ']',
            '(' => ')',
            _ => '}',
        };
        let mut items = Vec::new();
        while !self.eat(close) {
            self.ends(at, open)?;
            items.push(self.value()?);
            self.comma(close, items.len())?;
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
            pairs.push((DictKey { at: key, text }, self.value()?));
            self.comma(close, pairs.len())?;
        }
        Ok(pairs)
    }

    fn ends(&mut self, at: usize, open: char) -> Result<(), TypedFault> {
        self.skip();
        if self.rest().is_empty() { Err((at, TypedProblem::Unclosed(open))) } else { Ok(()) }
    }

    /// Reads the comma after an item. The last item needs no comma.
    fn comma(&mut self, close: char, _: usize) -> Result<(), TypedFault> {
        let is_there = self.eat(',');
        self.skip();
        let found = self.rest().chars().next();
        if is_there || found == Some(close) || found.is_none() {
            return Ok(());
        }
        Err((self.at, TypedProblem::Language("a dictionary", found.map(String::from).unwrap_or_default())))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{error, names};
    use crate::model::Model;

    /// The nodes of a dictionary may say who chooses and how likely a move is.
    #[test]
    fn keys_of_dictionaries_may_be_players_and_probabilities() {
        for (text, typed) in [
            ("{\"max\": [{\"min\": [3, 12]}, {\"min\": [2, 4]}]}", "max(min(3 12) min(2 4))"),
            ("[{\"min\":[3,12]},{\"min\":[2,4]}]", "max(min(3 12) min(2 4))"),
            ("{min: [{max: [3, 12]}, {max: [2, 4]}]}", "min(max(3 12) max(2 4))"),
            ("{\"min\": [[3, 12], [2, 4]]}", "min(max(3 12) max(2 4))"),
            ("{'MIN': {'A': {'max': [3, 12]}, 'B': {'max': [2, 4]}}}", "min(A:(3 12) B:(2 4))"),
            ("{'A': {'max': [3, 12]}, 'B': {'max': [2, 4]}}", "min(A:(3 12) B:(2 4))"),
            ("{\"root\": [{\"chance\": [3, 12]}, {\"chance\": [2, 4]}]}", "max(chance(3 12) chance(2 4))"),
            ("{\"min\": [\"A\", \"B\"], \"A\": [3, 12], \"B\": [2, 4]}", "min(A:(3 12) B:(2 4))"),
            ("{'chance': {0.3: 5, 0.7: 3}}", "chance(0.3: 5 0.7: 3)"),
            ("{chance: {0.3: 5, 0.7: 3}}", "chance(0.3: 5 0.7: 3)"),
            ("{\"max\": [{\"chance\": {\"30%\": 5, \"70%\": [2, 3]}}, 4]}", "max(chance(0.3: 5 0.7: (2 3)) 4)"),
            ("{\"chance\": [{\"p\": 0.3, \"v\": 5}, {\"value\": [2, 3], \"prob\": 0.7}]}", "chance(0.3: 5 0.7: (2 3))"),
        ] {
            let [dict, typed] = [text, typed].map(|text| {
                let model = Model::from_typed(text).unwrap_or_else(|error| panic!("{text}: {error}"));
                (model.movers, model.moves)
            });
            assert_eq!(dict, typed, "{text}");
        }
        assert_eq!(names("{a: [b, c], b: [3, 12], c: [2, 4]}"), ["b", "b1", "b2", "c", "c1", "c2"]);
        assert_eq!(names("{'A': {'p': 3, 'v': 5}, 'B': {1: 2, 2: 4}}"), ["A", "p", "v", "B", "1", "2"]);
        assert!(error("{'A': {0.3: 5, 0.7: 3}, 'B': 1}").contains("`0.3:` is a fraction, so it says how likely"));
        assert!(error("{\"max\": [3, 4]} x").contains("the tree has ended before `x`"));
    }
}
