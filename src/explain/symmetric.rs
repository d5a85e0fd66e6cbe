//! Moves that are the same by symmetry, such as all corners of an empty board: what a table with symmetry knew of them.

use crate::game::Game;
use crate::hooks::Leaf;
use crate::search::Technique;
use crate::trace::Header;
use crate::tree::Node;

/// Returns the sibling of `node` that is the same by symmetry and was searched, where the table knew `node` by it.
pub(crate) fn twin<'a>(header: &Header, line: &[&str], node: &Node, siblings: &'a [Node]) -> Option<&'a Node> {
    if node.leaf != Some(Leaf::Table) || !header.technique_set().has(Technique::Symmetry) {
        return None;
    }
    let parent = header.game_after(line)?;
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
    let key = |line: &[String]| Some(header.game_after(line)?.key());
    matches!((key(one), key(other)), (Some(one), Some(other)) if one != other)
}
