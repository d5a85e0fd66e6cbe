//! Ways to write lines of moves: with move numbers, or as names and keys of nodes.

use crate::core::text::HasNames;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Write};

/// A node of a tree, identified by its name or, if several nodes share that name, by the names of all moves that lead
/// to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum NodeName {
    /// The only node with this name.
    Name(String),
    /// The node at the end of this line.
    Line(Vec<String>),
}

/// The name, or the moves of the line separated by spaces.
impl fmt::Display for NodeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Line(line) => f.write_str(&line.join("\u{a0}")),
        }
    }
}

impl HasNames for NodeName {
    fn show(&mut self) {
        match self {
            Self::Name(name) => name.show(),
            Self::Line(line) => line.show(),
        }
    }
}

/// The number of the first move, and who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbering {
    /// The number of the first move.
    pub move_number: u32,
    /// Whether Black makes the first move.
    pub black_to_move: bool,
}

impl Numbering {
    /// Returns the number of the move made `ply` half-moves after the root (0 is the first move), and whether Black
    /// makes the move.
    #[must_use]
    pub const fn at(self, ply: usize) -> (u32, bool) {
        let half_moves = ply as u32 + self.black_to_move as u32;
        (self.move_number + half_moves / 2, half_moves % 2 == 1)
    }
}

/// Writes a line of moves: `1.Qg8+ Nxg8 2.Nf7#` with numbers, or the names separated by spaces.
///
/// A line whose first move is Black's begins with `1...`.
#[must_use]
pub fn line_text<S: AsRef<str>>(line: &[S], numbering: Option<Numbering>) -> String {
    let mut text = String::new();
    for (ply, name) in line.iter().enumerate() {
        if ply != 0 {
            text.push(' ');
        }
        push_move(&mut text, name.as_ref(), ply, ply == 0, numbering);
    }
    text
}

/// Writes a single move of a line: `2.Nf7#`, `1...Nxg8`, or only its name if moves have no numbers.
pub(crate) fn move_text(name: &str, ply: usize, numbering: Option<Numbering>) -> String {
    let mut text = String::new();
    push_move(&mut text, name, ply, true, numbering);
    text
}

fn push_move(text: &mut String, name: &str, ply: usize, alone: bool, numbering: Option<Numbering>) {
    if let Some(numbering) = numbering {
        let (number, black) = numbering.at(ply);
        let written = match (black, alone) {
            (false, _) => write!(text, "{number}."),
            (true, true) => write!(text, "{number}..."),
            (true, false) => Ok(()),
        };
        written.expect("writing to a string cannot fail");
    }
    text.push_str(name);
}

/// Returns the key of a node. It has a letter for each move of the line, which gives the child's place in generator
/// order: A, B, C ... for the side to move at the root, and G, H, I ... for the other side. Children after Z are
/// written as `(27)`.
///
/// ```
/// assert_eq!(plywood::trace::node_key(&[0, 1, 1]), "AHB");
/// ```
#[must_use]
pub fn node_key(indices: &[usize]) -> String {
    let mut key = String::new();
    for (ply, &index) in indices.iter().enumerate() {
        let first = if ply % 2 == 0 { b'A' } else { b'G' };
        if index <= usize::from(b'Z' - first) {
            key.push(char::from(first + index as u8));
        } else {
            write!(key, "({})", index + 1).expect("writing to a string cannot fail");
        }
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_carry_move_numbers() {
        let white = Some(Numbering { move_number: 1, black_to_move: false });
        let black = Some(Numbering { move_number: 7, black_to_move: true });
        assert_eq!(line_text(&["Qg8+", "Nxg8", "Nf7#"], white), "1.Qg8+ Nxg8 2.Nf7#");
        assert_eq!(line_text(&["Kf8", "Qf5+", "Qf6"], black), "7...Kf8 8.Qf5+ Qf6");
        assert_eq!(line_text(&["left", "right"], None), "left right");
        assert_eq!(move_text("Nxg8", 1, white), "1...Nxg8");
    }

    #[test]
    fn keys_have_letters_until_z() {
        assert_eq!(node_key(&[]), "");
        assert_eq!(node_key(&[25, 19]), "ZZ");
        assert_eq!(node_key(&[26, 20, 0]), "(27)(21)A");
    }
}
