//! Who chooses at each ply of a typed tree, as its words say it.

use super::draft::{Draft, DraftBody};
use super::error::{TypedFault, TypedProblem};
use super::word::is_whole;
use crate::core::game::{Mover, Movers};

/// Returns who chooses at each ply; nothing if that is MAX and MIN in turn. All nodes of a ply belong to one player.
pub(super) fn movers(root: &mut Draft) -> Result<Option<Movers>, TypedFault> {
    let mut said = Vec::new();
    collect(root, 0, &mut said)?;
    let Some(first) = said.iter().position(|word| matches!(word, Some(Mover::Max | Mover::Min))) else {
        return Ok(in_turn(&said, Mover::Max));
    };
    // Above the first word the players move in turn towards it, and below each word until the next one.
    let above = said[..first].iter().filter(|word| word.is_none()).count();
    let player = said[first].unwrap_or(Mover::Max);
    Ok(in_turn(&said, if above.is_multiple_of(2) { player } else { opposite(player) }))
}

const fn opposite(mover: Mover) -> Mover {
    match mover {
        Mover::Min => Mover::Max,
        Mover::Max | Mover::Chance => Mover::Min,
    }
}

/// Fills the plies of which nothing is said: the first of them is `next`'s, and the players move in turn.
fn in_turn(said: &[Option<Mover>], mut next: Mover) -> Option<Movers> {
    let mut movers = Vec::with_capacity(said.len());
    for word in said {
        let mover = word.unwrap_or(next);
        if mover != Mover::Chance {
            next = opposite(mover);
        }
        movers.push(mover);
    }
    let movers = Movers::new(&movers).map(|list| list.within(movers.len()));
    movers.filter(|&movers| movers != Movers::default())
}

/// Notes what is said of each ply, and refuses what contradicts it or is not searched.
fn collect(node: &mut Draft, ply: usize, said: &mut Vec<Option<Mover>>) -> Result<(), TypedFault> {
    let at = node.at;
    let refused = |problem: String| Err((at, TypedProblem::Role(problem)));
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
    let moves = match &mut node.body {
        DraftBody::Score(_) => return Ok(()),
        DraftBody::Unknown(word) => return Err((at, TypedProblem::NoNumber(word.clone()))),
        DraftBody::Moves(moves) => moves,
    };
    if said.len() <= ply {
        said.resize(ply + 1, None);
    }
    if let Some(mover) = node.role {
        if mover == Mover::Chance {
            return refused(
                "chance nodes are not searched here; type a tree in which only MAX and MIN move".to_owned(),
            );
        }
        let word = |mover: Mover| match mover {
            Mover::Max => "MAX",
            Mover::Min => "MIN",
            Mover::Chance => "chance",
        };
        match said[ply].replace(mover) {
            Some(other) if other != mover => {
                return refused(format!(
                    "{} chooses here, but {} chooses at another node of the same ply; all nodes of a ply belong to one player",
                    word(mover),
                    word(other)
                ));
            }
            _ => {}
        }
    }
    moves.iter_mut().try_for_each(|child| collect(child, ply + 1, said))
}
