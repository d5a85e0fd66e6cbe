//! Changes to the overlay of a subject: restricted moves and replaced static evaluations, given as lines of names.

use super::SubjectError;
use crate::core::game::Game;
use crate::core::score::Score;
use crate::core::study::{LineError, Played, play_line};
use crate::lessons::model::Overlay;

/// The names of moves.
type MoveNames = Vec<String>;

/// Adds a line to those that were given, and rejects a line that was given before.
pub(super) fn once(known: &mut Vec<Vec<String>>, names: Vec<String>, line: &str) -> Result<(), SubjectError> {
    if known.contains(&names) {
        return Err(SubjectError::LineTwice { line: line.trim().to_owned() });
    }
    known.push(names);
    Ok(())
}

/// Restricts the moves after a line. Returns the names of the line and of the moves, and whether the overlay listed
/// other moves there but not all of these.
pub(super) fn restrict<G: Game + Clone>(
    root: &G,
    overlay: &mut Overlay<G::Move>,
    line: &str,
    moves: &[&str],
) -> Result<(MoveNames, MoveNames, bool), SubjectError> {
    let Played { game, moves: line, names } = play_line(root, line)?;
    let mut listed = Vec::with_capacity(moves.len());
    for &name in moves {
        let mv = game.read(name).map_err(|source| LineError { after: names.clone(), source })?;
        if listed.contains(&mv) {
            return Err(SubjectError::MoveTwice { name: name.to_owned() });
        }
        listed.push(mv);
    }
    let listed_names = listed.iter().map(|&mv| game.name(mv)).collect();
    let is_new = overlay.listed(&line).is_some_and(|known| !listed.iter().all(|mv| known.contains(mv)));
    overlay.restrict(&line, listed);
    Ok((names, listed_names, is_new))
}

/// Replaces the static evaluation after a line, and returns the names of its moves.
pub(super) fn set_score<G: Game + Clone>(
    root: &G,
    overlay: &mut Overlay<G::Move>,
    line: &str,
    score: Score,
) -> Result<Vec<String>, SubjectError> {
    let Played { moves, names, .. } = play_line(root, line)?;
    refuse_untried(root, overlay, &moves)?;
    overlay.set_score(&moves, score);
    Ok(names)
}

/// Rejects a line with a move that a lesson or `--only` keeps out of the search.
pub(super) fn refuse_untried<G: Game + Clone>(
    root: &G,
    overlay: &Overlay<G::Move>,
    moves: &[G::Move],
) -> Result<(), SubjectError> {
    let (mut game, mut after) = (root.clone(), Vec::new());
    for (ply, &mv) in moves.iter().enumerate() {
        if let Some(tried) = overlay.listed(&moves[..ply]).filter(|tried| !tried.contains(&mv)) {
            let tried = tried.iter().map(|&mv| game.name(mv)).collect();
            return Err(SubjectError::NotTried { after, name: game.name(mv), tried });
        }
        after.push(game.name(mv));
        game.play(mv);
    }
    Ok(())
}
