//! The tree that the header of a trace describes: its shape, its board, or a named game.

use super::{GameTree, PlayedTree, ShapeTree};
use crate::core::game::chess::{ChessGame, Evaluation};
use crate::core::trace::Header;

/// Returns the tree in the trace. If there is none and the search was given all moves of each position, returns the
/// tree of the game on the trace's board.
pub(super) fn header_ground(header: &Header) -> Option<Box<dyn GameTree + '_>> {
    match &header.shape {
        Some(shape) => Some(Box::new(ShapeTree::new(shape, header.movers()))),
        None => board(header).or_else(|| game_board(header)).filter(|_| header.restricted.is_empty()),
    }
}

/// Returns the tree of the game on the board, if plywood knows the evaluation. Where tablebases end the tree is not
/// known here.
pub(super) fn board(header: &Header) -> Option<Box<dyn GameTree + '_>> {
    let is_own = header.replaced_scores.is_empty() && header.tablebases.is_empty();
    let evaluation = header.evaluation.parse::<Evaluation>().ok().filter(|_| is_own)?;
    let positions = header.positions().ok().filter(|positions| !positions.is_empty())?;
    let game = ChessGame::with_history(positions, evaluation);
    Some(Box::new(PlayedTree::new(game.drawn_by(header.draws.unwrap_or_default()), ())))
}

/// Returns the tree of a named game on its board, if plywood knows the static evaluation.
fn game_board(header: &Header) -> Option<Box<dyn GameTree + '_>> {
    let game = header.scored_game()?;
    header.replaced_scores.is_empty().then(|| Box::new(PlayedTree::new(game, ())) as Box<dyn GameTree>)
}
