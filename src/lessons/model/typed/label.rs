//! The text at a node of a picture or an outline: its name, its score, and the player who chooses at the node.

use super::draft::{Draft, DraftBody};
use super::word::{number, role};
use crate::core::game::{Mover, is_unknown_leaf};

/// The text of a label, split into its parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct NodeText {
    pub role: Option<Mover>,
    pub score: Option<f64>,
    /// The words other than the role and the score.
    words: Vec<String>,
    /// The score as written.
    written: Option<String>,
}

impl NodeText {
    /// Reads a label of one line, `A = 3`, or of several lines: the name, then the score and other text.
    pub(super) fn read(text: &str) -> Self {
        let is_star = |word: &&str| !matches!(*word, "★" | "*" | "▶");
        let lines: Vec<Vec<&str>> = text
            .lines()
            .map(|line| line.split(|c: char| c.is_whitespace() || matches!(c, ':' | '=' | ',')))
            .map(|words| words.map(bare).filter(|word| !word.is_empty()).filter(is_star).collect())
            .filter(|words: &Vec<&str>| !words.is_empty())
            .collect();
        let is_number = |word: &&&str| number(word).is_ok();
        let below = lines.iter().skip(1).flatten().find(is_number);
        let score = below.or_else(|| lines.first().and_then(|words| words.last()).filter(is_number)).copied();
        let mut label = Self {
            score: score.and_then(|word| number(word).ok()),
            written: score.map(str::to_owned),
            ..Self::default()
        };
        let first = lines.first().map_or(&[] as &[&str], Vec::as_slice);
        let name = if below.is_none() && score.is_some() { &first[..first.len() - 1] } else { first };
        for word in name {
            match role(word).filter(|_| label.role.is_none()) {
                Some(role) => label.role = Some(role),
                None => label.words.push((*word).to_owned()),
            }
        }
        label.role = label.role.or_else(|| lines.iter().skip(1).flatten().find_map(|word| role(word)));
        label
    }

    /// Returns the name that the text gives to its node, which may be a leaf or have moves.
    pub(super) fn name(&self) -> Option<String> {
        (!self.words.is_empty()).then(|| self.words.join("_"))
    }

    /// Returns the name that the text gives to a node with moves. The name of such a node can also be a number.
    pub(super) fn inner_name(&self) -> Option<String> {
        self.name().or_else(|| self.written.clone())
    }

    /// Returns the leaf that the text describes, if it contains a score or marks the score as unknown.
    pub(super) fn leaf(&self, at: usize) -> Option<Draft> {
        if let Some(score) = self.score {
            return Some(Draft { name: self.name(), ..Draft::new(at, DraftBody::Score(score)) });
        }
        let (last, name) = self.words.split_last().filter(|(last, _)| is_unknown_leaf(last))?;
        let name = (!name.is_empty()).then(|| name.join("_"));
        Some(Draft { name, ..Draft::new(at, DraftBody::Unknown(last.clone())) })
    }
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
