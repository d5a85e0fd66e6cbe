//! Who chooses at a node of DOT, according to its shape and its attributes.

use super::roles::opposite;
use super::word::player_of_class;
use crate::core::game::Mover;

/// The player that a shape stands for, and whether the shape is turned upside down.
#[derive(Clone, Copy, Default)]
pub(super) struct DotShape {
    upright: Option<Mover>,
    pub is_turned: bool,
}

impl DotShape {
    /// Reads the name of a shape. As in plywood's drawings, a house points up for MAX and down for MIN, and a chance
    /// node is a circle.
    pub(super) fn read(shape: &str) -> Self {
        let upright = match shape {
            "house" | "triangle" | "trapezium" => Some(Mover::Max),
            "invhouse" | "invtriangle" | "invtrapezium" => Some(Mover::Min),
            "circle" | "ellipse" | "oval" => Some(Mover::Chance),
            _ => None,
        };
        Self { upright, is_turned: false }
    }

    /// Reads the name of the shape of all nodes. An ellipse says nothing, because every node is one without it, too.
    pub(super) fn read_default(shape: &str) -> Self {
        if ["ellipse", "oval"].contains(&shape) { Self::default() } else { Self::read(shape) }
    }

    /// Returns the shape of a player.
    pub(super) const fn of(player: Mover) -> Self {
        Self { upright: Some(player), is_turned: false }
    }

    pub(super) const fn turned(self, is_turned: bool) -> Self {
        Self { is_turned, ..self }
    }

    /// Returns who chooses at a node with this shape.
    pub(super) fn player(self) -> Option<Mover> {
        self.upright.map(|player| if self.is_turned && player != Mover::Chance { opposite(player) } else { player })
    }
}

/// Returns whether the attribute `orientation` turns a shape upside down.
pub(super) fn is_half_turn(degrees: &str) -> bool {
    degrees.parse::<f64>().is_ok_and(|degrees| degrees.rem_euclid(360.0) == 180.0)
}

/// Returns who chooses at a node, if an attribute of a program says so: `player=min`, `class="max"`. The word is that of a
/// class, unless the attribute can only name a player.
pub(super) fn player_in<'a>(name: &str, value: &'a str) -> Option<(&'a str, Mover)> {
    let name = name.to_lowercase().replace('_', "");
    let told =
        ["player", "class", "type", "role", "kind", "turn", "owner", "mover", "level", "nodetype", "agent", "tomove"];
    let is_told = told.contains(&name.as_str());
    // The fields of programs: `is_max=false`, `maximizing=true`.
    if let Some(player) = player_of_class(name.trim_start_matches("is")).filter(|player| *player != Mover::Chance) {
        match value.to_lowercase().as_str() {
            "true" | "yes" => return Some(("", player)),
            "false" | "no" => return Some(("", opposite(player))),
            _ => {}
        }
    }
    // In `max-width`, the word is not the name of a player.
    let words = value.split_whitespace().filter(|word| is_told && word.chars().all(char::is_alphanumeric));
    let class = |word| if ["player", "turn", "owner", "mover", "tomove"].contains(&name.as_str()) { "" } else { word };
    words.filter_map(|word| Some((class(word), player_of_class(word)?))).next()
}
