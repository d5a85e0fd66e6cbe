//! Lists of names, as students write them: `B2, B3`, `B2-C1`, `A->A1`, `B2 and B3 (because 2 <= 3)`.

use super::super::numbers::number;
use super::super::{is_between, is_dash, is_no_leaf};
use super::answers::{AnswerReader, shortened};
use std::collections::BTreeSet;

/// Words with which the reason for a list begins.
const REASONS: [&str; 4] = ["because", "since", "as", "weil"];

/// Returns the words of a list.
pub(in super::super) fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_end = |c: char| c.is_whitespace() || ",;{}".contains(c);
    text.split(is_end).filter(|name| !name.is_empty() && !is_between(name))
}

impl AnswerReader<'_> {
    /// Splits a list into names, without what a student adds in brackets. A name may contain spaces.
    pub(crate) fn names(&mut self, text: &str) -> Vec<String> {
        let text = self.without_remarks(&text.replace("-->", " ").replace("->", " ").replace('→', " "));
        let mut names: Vec<String> = Vec::new();
        for part in text.split([',', ';', '{', '}']).map(str::trim) {
            match self.find(part) {
                Some(_) => names.push(part.to_owned()),
                None => names.extend(words(part).map(str::to_owned)),
            }
        }
        names
    }

    /// Removes each pair of brackets that follows a name and contains something other than names and numbers.
    fn without_remarks(&mut self, text: &str) -> String {
        let tree = self.tree;
        let is_name = |word: &str| is_dash(word) || tree.find(word).is_some();
        let is_number = |word: &str| number(word.trim_start_matches('='), tree).is_some();
        let (mut kept, mut rest) = (String::new(), text);
        while let Some((before, (inside, after))) =
            rest.split_once('(').and_then(|(before, rest)| Some((before, rest.split_once(')')?)))
        {
            kept += before;
            if kept.trim().is_empty() || words(inside).all(|word| is_name(word) || is_number(word)) {
                kept += &format!("({inside})");
            } else if words(inside).any(is_name) && !words(inside).next().is_some_and(|word| REASONS.contains(&word)) {
                self.complain(format!("`({})` is a remark and is not read", shortened(inside)));
            }
            rest = after;
        }
        kept + rest
    }

    /// Separates names that are joined by dashes, dots or other signs: `B1-B3`, `B1..B3`, `B1+B3`.
    pub(crate) fn separated(&self, names: &[String]) -> Vec<String> {
        let mut parts = Vec::new();
        for name in names {
            let spaced = name.replace("...", "-").replace("..", "-").replace(['-', '–', '—', '−'], " - ");
            let spaced = spaced.replace(['+', '&', '/', '='], " ");
            let is_joined = self.find(name).is_none()
                && spaced.split_whitespace().all(|part| is_dash(part) || self.find(part).is_some());
            match is_joined {
                true => parts.extend(spaced.split_whitespace().map(str::to_owned)),
                false => parts.push(name.clone()),
            }
        }
        parts
    }

    /// Returns the parts of a list that mean something, and complains of the others. If a word among the names can
    /// change what they mean, as in `B except B1`, returns `None`.
    fn understood(&mut self, names: &[String]) -> Option<Vec<String>> {
        let names = self.separated(names);
        let value = |name: &str| number(name.trim_matches(['(', ')']), self.tree);
        let mut read: Vec<String> = Vec::new();
        for (index, name) in names.iter().enumerate() {
            if is_no_leaf(name) || self.find(name).is_some() {
                read.push(name.clone());
                continue;
            }
            // The value of a leaf may follow its name.
            let before = read.last().and_then(|before| self.find(before));
            if before.is_some_and(|before| {
                value(name).is_some_and(|value| name.starts_with('(') || value == self.tree.node(before).value)
            }) {
                continue;
            }
            let is_after = |other: &String| self.find(other).is_some();
            let is_last = !names[index..].iter().any(is_after);
            if REASONS.contains(&name.as_str()) && !read.is_empty() {
                break;
            }
            if is_last && !read.is_empty() && !name.contains(|c: char| c.is_ascii_digit()) {
                self.complain(format!(
                    "`{}` is not read; the names before it count",
                    shortened(&names[index..].join(" "))
                ));
                break;
            }
            let neighbours = [index.checked_sub(1), Some(index + 1)].into_iter().flatten();
            let is_in_range = neighbours.filter_map(|at| names.get(at)).any(|name| is_dash(name));
            let is_alone = read.is_empty() && is_last;
            if is_alone || is_in_range || !name.contains(|c: char| c.is_ascii_digit()) {
                match is_alone || is_in_range {
                    true => drop(self.node(name)),
                    false => self.complain(format!(
                        "`{}` cannot be read as a list; write only the names of nodes, with spaces between them",
                        shortened(&names.join(" "))
                    )),
                }
                return None;
            }
            self.complain(format!("there is no node `{}`; the other names of the list count", shortened(name)));
        }
        Some(read)
    }

    /// Reads a list of leaves; an inner node means all leaves below it, and a dash between two nodes also means the
    /// leaves between them.
    pub(crate) fn leaves(&mut self, names: &[String]) -> Option<Vec<usize>> {
        let names = self.understood(names)?;
        let mut leaves: Vec<usize> = Vec::new();
        let is_dash_at =
            |index: Option<usize>| index.and_then(|index| names.get(index)).is_some_and(|name| is_dash(name));
        let mut before = None;
        for (index, name) in names.iter().enumerate().filter(|(_, name)| !is_no_leaf(name)) {
            let node = self.node(name)?;
            // Several dashes in a row only separate the names.
            let [left, further] = [1, 3].map(|count| is_dash_at(index.checked_sub(count)));
            let from = before.filter(|_| left && !further && !is_dash_at(Some(index + 1))).unwrap_or(node);
            let ends: BTreeSet<usize> = [from, node].into_iter().flat_map(|end| self.tree.leaves_below(end)).collect();
            let (first, last) = (*ends.first()?, *ends.last()?);
            let more = (first..=last).filter(|leaf| self.tree.is_leaf(*leaf) && !leaves.contains(leaf));
            leaves.extend(more.collect::<Vec<_>>());
            before = Some(node);
        }
        Some(leaves)
    }
}
