//! Moves that are the same by symmetry, such as all corners of an empty board: what a table with symmetry knew of them.

use crate::game::Game;
use crate::game::classic::AnyGame;
use crate::hooks::Leaf;
use crate::search::Technique;
use crate::trace::Header;
use crate::tree::Node;

/// The game after a line of moves; nothing if it is none of the table.
fn after<'a>(header: &Header, line: impl IntoIterator<Item = &'a str>) -> Option<AnyGame> {
    let mut game = header.named_game().ok().flatten()?;
    for name in line {
        let mv = game.read(name).ok()?;
        game.play(mv);
    }
    Some(game)
}

/// Returns the sibling of `node` that is the same by symmetry and was searched, where the table knew `node` by it.
pub(crate) fn twin<'a>(header: &Header, line: &[&str], node: &Node, siblings: &'a [Node]) -> Option<&'a Node> {
    if node.leaf != Some(Leaf::Table) || !header.technique_set().has(Technique::Symmetry) {
        return None;
    }
    let parent = after(header, line.iter().copied())?;
    let folded = |name: &str| {
        let mut game = parent.clone();
        let mv = game.read(name).ok()?;
        game.play(mv);
        Some(game.folded().0)
    };
    let own = folded(node.name())?;
    let is_twin =
        |other: &&Node| other.judgement.is_some() && other.leaf.is_none() && folded(other.name()) == Some(own);
    siblings.iter().find(is_twin)
}

/// Returns whether two lines lead to different positions: what the table knows of one by the other is so by symmetry.
pub(crate) fn differ(header: &Header, one: &[String], other: &[String]) -> bool {
    let key = |line: &[String]| Some(after(header, line.iter().map(String::as_str))?.key());
    matches!((key(one), key(other)), (Some(one), Some(other)) if one != other)
}
