//! The text at a node of a picture or an outline: its name, its score, and the player who chooses at the node.

use super::draft::{Draft, DraftBody};
use super::error::{TypedFault, TypedProblem};
use super::probability::{Parted, taken_out};
use super::word::{is_odd_fraction, is_weight, is_whole, number, role};
use crate::core::game::{Mover, is_unknown_leaf};

/// The text of a label, split into its parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct NodeText {
    pub role: Option<Mover>,
    pub score: Option<f64>,
    /// The probability of the branch to the node, from the first line.
    weight: Option<String>,
    /// A fraction alone in a line below: the probability of the branch, or the value of a node with moves.
    weight_below: Option<String>,
    /// The words other than the role, the score and the probability.
    words: Vec<String>,
    /// The score as written.
    written: Option<String>,
    /// Whether several numbers could be the score.
    has_several: bool,
    /// Whether a fraction or a percentage cannot be read.
    is_odd: bool,
    /// The whole text.
    text: String,
}

impl NodeText {
    /// Reads a label of one line, `A = 3`, or of several lines: the name, then the score and other text.
    pub(super) fn read(text: &str) -> Self {
        let mut label = Self { text: text.trim().to_owned(), ..Self::default() };
        let is_number = |word: &String| number(word).is_ok();
        let mut lines: Vec<Vec<String>> = Vec::new();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let Parted { weight, rest } = taken_out(line);
            let rest = words(&rest);
            if lines.is_empty() {
                label.weight = weight;
                lines.push(rest);
            } else if rest.iter().all(is_number) {
                label.weight_below = label.weight_below.take().or(weight);
                lines.push(rest);
            } else {
                // Other words may explain a number, as in `9 x 1/3`.
                lines.push(words(line));
            }
        }
        lines.retain(|words| !words.is_empty());
        let first = lines.first().map_or(&[] as &[String], Vec::as_slice);
        let below = lines.iter().skip(1).flatten().find(|word| is_number(word));
        let score = below.or_else(|| first.last().filter(|word| is_number(word)));
        label.score = score.and_then(|word| number(word).ok());
        label.written = score.cloned();
        let name = if below.is_none() && score.is_some() { &first[..first.len() - 1] } else { first };
        for word in name {
            match role(word).filter(|_| label.role.is_none()) {
                Some(role) => label.role = Some(role),
                None => label.words.push(word.clone()),
            }
        }
        label.role = label.role.or_else(|| lines.iter().skip(1).flatten().find_map(|word| role(word)));
        let alone = lines.iter().skip(1).filter(|words| words.iter().all(is_number)).flatten().count();
        // In `state 2: 7`, the name ends with a number.
        let is_numbered = name.last().is_some_and(|word| is_whole(word)) && is_signed(text);
        let others = &name[..name.len() - usize::from(is_numbered)];
        let has_two = below.is_none() && score.is_some() && others.iter().any(is_number);
        label.has_several = 1 < alone || has_two;
        label.is_odd = name.iter().any(|word| is_odd_fraction(word) || word.contains('/') && is_weight(word));
        label
    }

    /// Returns the name that the text gives to its node, which may be a leaf or have moves.
    pub(super) fn name(&self) -> Option<String> {
        (!self.words.is_empty()).then(|| self.words.join("_"))
    }

    /// Returns the node with these moves. A number is its name if the text has no other words, and otherwise its value
    /// or its probability.
    pub(super) fn inner(&self, at: usize, moves: Vec<Draft>) -> Result<Draft, TypedFault> {
        self.check(at, self.is_odd)?;
        let is_alone = self.words.is_empty() && self.role.is_none();
        let number = self.written.clone().or_else(|| self.weight.clone().filter(|_| is_alone));
        let name = self.name().or_else(|| number.clone().filter(|_| is_alone));
        let hint = number.or_else(|| self.weight_below.clone());
        let weight = self.weight.clone().filter(|_| self.written.is_some() || !is_alone);
        Ok(Draft { name, role: self.role, weight, hint, ..Draft::new(at, DraftBody::Moves(moves)) })
    }

    /// Returns the leaf that the text describes; it must contain a score or mark the score as unknown.
    pub(super) fn leaf(&self, at: usize) -> Result<Draft, TypedFault> {
        self.check(at, self.is_odd || self.has_several)?;
        let weight = self.weight.clone().or_else(|| self.weight_below.clone());
        if let Some(score) = self.score {
            return Ok(Draft { name: self.name(), weight, ..Draft::new(at, DraftBody::Score(score)) });
        }
        let unknown = self.words.split_last().filter(|(last, _)| is_unknown_leaf(last));
        let (last, name) = unknown.ok_or_else(|| (at, TypedProblem::NoScore(self.text.clone())))?;
        let name = (!name.is_empty()).then(|| name.join("_"));
        Ok(Draft { name, weight, ..Draft::new(at, DraftBody::Unknown(last.clone())) })
    }

    fn check(&self, at: usize, is_unclear: bool) -> Result<(), TypedFault> {
        if is_unclear { Err((at, TypedProblem::SeveralNumbers(self.text.clone()))) } else { Ok(()) }
    }
}

/// Returns the words of a line.
fn words(line: &str) -> Vec<String> {
    let words = line.split(|c: char| c.is_whitespace() || matches!(c, ':' | '=' | ',')).map(bare);
    words.filter(|word| !matches!(*word, "" | "★" | "*" | "▶")).map(str::to_owned).collect()
}

/// Returns whether a colon or an equals sign comes before the last word of a line.
fn is_signed(line: &str) -> bool {
    let name = line.trim_end().trim_end_matches(|c: char| !c.is_whitespace() && !matches!(c, ':' | '='));
    name.trim_end().ends_with([':', '='])
}

/// Returns a word without surrounding brackets.
fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| matches!(c, '(' | ')' | '[' | ']' | '{' | '}' | '"' | '\'' | ';'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_has_a_name_and_a_score_in_many_ways() {
        for (text, name, score) in [
            ("3", None, Some(3.0)),
            ("A", Some("A"), None),
            ("A 3", Some("A"), Some(3.0)),
            ("A = \u{2212}3", Some("A"), Some(-3.0)),
            ("A: 3", Some("A"), Some(3.0)),
            ("A (3)", Some("A"), Some(3.0)),
            ("left side\n3", Some("left_side"), Some(3.0)),
            ("★ A2\n12 ≥ 3 of A1\nno better", Some("A2"), Some(12.0)),
            ("B2\nnot searched", Some("B2"), None),
            ("B2\n(4)\nnot searched", Some("B2"), Some(4.0)),
            ("1\n7", Some("1"), Some(7.0)),
            ("", None, None),
        ] {
            let label = NodeText::read(text);
            assert_eq!((label.name().as_deref(), label.score), (name, score), "{text}");
        }
        assert_eq!(NodeText::read("MAX").role, Some(Mover::Max));
        assert_eq!(NodeText::read("B\nmin").role, Some(Mover::Min));
        assert_eq!(NodeText::read("Min B").name().as_deref(), Some("B"));
    }
}
