//! Who chooses at each ply of a typed tree, as its words say it.

use super::draft::{Body, Draft};
use super::error::{Fault, TypedProblem};
use super::word::{Role, is_whole};
use crate::core::game::{Mover, Movers};

/// Returns who chooses at each ply, if that need not be MAX and MIN in turn. A ply of which no word speaks belongs to the player whose
/// turn it is after the ply before it.
pub(super) fn movers(root: &mut Draft) -> Result<Option<Movers>, Fault> {
    let mut said = Vec::new();
    collect(root, 0, &mut said)?;
    let list = filled(&said);
    check(root, 0, &list)?;
    let movers = Movers::new(&list).map(|movers| movers.within(list.len()));
    Ok(movers.filter(|&movers| movers != Movers::default()))
}

/// Collects what is said of each ply that has moves.
fn collect(node: &Draft, ply: usize, said: &mut Vec<Option<Mover>>) -> Result<(), Fault> {
    let Body::Moves(moves) = &node.body else { return Ok(()) };
    if said.len() <= ply {
        said.push(None);
    }
    let mover = node.role.map(|role| match role {
        Role::Max => Mover::Max,
        Role::Min => Mover::Min,
        Role::Chance => Mover::Chance,
    });
    match (said[ply], mover) {
        (Some(one), Some(other)) if one != other => {
            let problem = format!(
                "{} moves here, but {} at another node of this ply; all nodes of a ply have one player",
                word(other),
                word(one)
            );
            return Err((node.at, TypedProblem::Role(problem)));
        }
        (None, Some(_)) => said[ply] = mover,
        _ => {}
    }
    moves.iter().try_for_each(|child| collect(child, ply + 1, said))
}

const fn word(mover: Mover) -> &'static str {
    match mover {
        Mover::Max => "MAX",
        Mover::Min => "MIN",
        Mover::Chance => "chance",
    }
}

const fn other(mover: Mover) -> Mover {
    match mover {
        Mover::Max => Mover::Min,
        Mover::Min => Mover::Max,
        Mover::Chance => Mover::Chance,
    }
}

/// Fills in the plies of which nothing is said: players take turns, and a chance ply is nobody's turn.
fn filled(said: &[Option<Mover>]) -> Vec<Mover> {
    let first = said.iter().position(|mover| mover.is_some_and(|mover| mover != Mover::Chance));
    let first = first.and_then(|ply| {
        let turns = said[..ply].iter().filter(|mover| mover.is_none()).count();
        said[ply].map(|mover| if turns.is_multiple_of(2) { mover } else { other(mover) })
    });
    let mut turn = first.unwrap_or(Mover::Max);
    let mover = |said: &Option<Mover>| {
        let mover = said.unwrap_or(turn);
        if mover != Mover::Chance {
            turn = other(mover);
        }
        mover
    };
    said.iter().map(mover).collect()
}

/// Refuses probabilities where nothing is drawn.
fn check(node: &mut Draft, ply: usize, movers: &[Mover]) -> Result<(), Fault> {
    let refused = |problem: String| Err((node.at, TypedProblem::Role(problem)));
    if ply.checked_sub(1).and_then(|parent| movers.get(parent)) != Some(&Mover::Chance) {
        // Where nothing is drawn, a whole number is a name.
        if node.name.is_none() && node.weight.as_ref().is_some_and(|weight| is_whole(weight)) {
            node.name = node.weight.take();
        }
        if let Some(weight) = &node.weight {
            return refused(format!(
                "`{weight}:` is a fraction, so it says how likely a branch is, and only chance nodes have such branches; a name \
                 begins with a letter"
            ));
        }
    }
    match &mut node.body {
        Body::Unknown(word) => Err((node.at, TypedProblem::NoNumber(word.clone()))),
        Body::Score(_) => Ok(()),
        Body::Moves(_) if movers.get(ply) == Some(&Mover::Chance) => {
            refused("chance nodes are not searched here; type a tree of MAX and MIN".to_owned())
        }
        Body::Moves(moves) => moves.iter_mut().try_for_each(|child| check(child, ply + 1, movers)),
    }
}
