//! Who chooses at each node of a typed tree, as its words say it.

use super::draft::{Body, Draft};
use super::error::{Fault, TypedProblem};
use super::word::{Role, is_whole};

/// Refuses words that contradict a search in which MAX begins and the sides move in turn.
pub(super) fn check(root: &mut Draft) -> Result<(), Fault> {
    at_ply(root, 0)
}

fn at_ply(node: &mut Draft, ply: usize) -> Result<(), Fault> {
    let at = node.at;
    let refused = |problem: String| Err((at, TypedProblem::Role(problem)));
    let usual = if ply.is_multiple_of(2) { Role::Max } else { Role::Min };
    match node.role {
        Some(Role::Chance) => {
            return refused(
                "chance nodes are not searched here; type a tree in which MAX and MIN move in turn".to_owned(),
            );
        }
        Some(Role::Min) if ply == 0 => {
            return refused(
                "MIN cannot move first here; type the tree with max(..) around it, or without the word".to_owned(),
            );
        }
        Some(role) if role != usual => {
            let (found, expected) = if role == Role::Max { ("MAX", "MIN") } else { ("MIN", "MAX") };
            return refused(format!(
                "{found} moves here, but MAX and MIN move in turn, and this is a move of {expected}"
            ));
        }
        _ => {}
    }
    // Where nothing is drawn, a whole number is a name.
    if node.name.is_none() && node.weight.as_ref().is_some_and(|weight| is_whole(weight)) {
        node.name = node.weight.take();
    }
    if let Some(weight) = &node.weight {
        return refused(format!(
            "`{weight}:` is a fraction, so it says how likely a branch is, and only chance nodes have such branches; a name begins \
             with a letter"
        ));
    }
    match &mut node.body {
        Body::Unknown(word) => Err((node.at, TypedProblem::NoNumber(word.clone()))),
        Body::Score(_) => Ok(()),
        Body::Moves(moves) => moves.iter_mut().try_for_each(|child| at_ply(child, ply + 1)),
    }
}
