//! Lessons made of positions of other games than chess: the best move of each position, and others beside it.

use super::{DistilError, Recipe, check_size};
use crate::game::classic::{AnyGame, PlayableMove};
use crate::game::{Game, Side};
use crate::model::{Model, ModelMove};
use crate::score::{Score, ScoreKind};
use crate::search::{Order, alpha_beta};
use crate::study::Limits;

/// Makes a lesson of a position: of each position its best move is kept, and the first of the others, as the rules give them.
/// So every kept position has in the lesson the score that it has in the full tree.
///
/// # Errors
/// [`DistilError`], see there.
///
/// # Complexity
/// A search with an open window for each move of each kept position.
pub fn distil_game(game: &AnyGame, recipe: Recipe, limits: &Limits) -> Result<Model, DistilError> {
    if let Some(ending) = game.ending_name() {
        return Err(DistilError::GameOver(ending));
    }
    check_size(recipe)?;
    let mut writer = GameWriter { game: game.clone(), recipe, limits };
    let moves = writer.moves(recipe.depth)?;
    let result = alpha_beta(&mut writer.game, &mut (limits.guard(), ()), recipe.depth, recipe.order)?;
    let best = result.best.map(|mv| game.name(mv)).unwrap_or_default();
    Ok(Model {
        title: format!("Why {best}?"),
        game: Some(game.position()),
        depth: Some(recipe.depth),
        note: Some(format!(
            "Of each position the best move of a search to {} plies is kept here, and up to {} beside it.",
            recipe.depth,
            recipe.width - 1
        )),
        moves,
        ..Model::default()
    })
}

struct GameWriter<'a> {
    game: AnyGame,
    recipe: Recipe,
    limits: &'a Limits,
}

impl GameWriter<'_> {
    /// The kept moves of the position, which is searched so many plies deep.
    fn moves(&mut self, depth: u32) -> Result<Vec<ModelMove>, DistilError> {
        let mut all = Vec::new();
        self.game.moves(&mut all);
        let mut scored = Vec::with_capacity(all.len());
        for mv in all {
            scored.push((mv, self.score(mv, depth)?));
        }
        let Some(best) = scored.iter().map(|(_, score)| *score).max() else { return Ok(Vec::new()) };
        let best = scored.iter().position(|(_, score)| *score == best).unwrap_or(0);
        let mut room = self.recipe.width - 1;
        let mut kept = Vec::new();
        for (index, (mv, _)) in scored.into_iter().enumerate() {
            if index == best || room != 0 {
                room -= usize::from(index != best);
                kept.push(self.written(mv, depth)?);
            }
        }
        Ok(kept)
    }

    /// A move with all that is kept behind it.
    fn written(&mut self, mv: PlayableMove, depth: u32) -> Result<ModelMove, DistilError> {
        let name = self.game.name(mv);
        self.game.play(mv);
        let is_over = self.game.ending().is_some();
        let score = if is_over { None } else { max_score(&self.game) };
        let moves = if is_over || depth == 1 { None } else { Some(self.moves(depth - 1)?) };
        self.game.undo();
        Ok(ModelMove { name, score, moves, ..ModelMove::default() })
    }

    /// The score of a move for the side that makes it.
    fn score(&mut self, mv: PlayableMove, depth: u32) -> Result<Score, DistilError> {
        self.game.play(mv);
        let score = match (self.game.ending(), depth) {
            (Some(ending), _) => ending.score(0),
            (None, 1) => self.game.evaluate(),
            (None, depth) => {
                alpha_beta(&mut self.game, &mut (self.limits.guard(), ()), depth - 1, Order::Static)?.score
            }
        };
        self.game.undo();
        Ok(-score)
    }
}

/// The static score of a position from the view of the side that began.
fn max_score(game: &AnyGame) -> Option<f64> {
    let score = game.evaluate();
    let score = if game.turn() == Side::First { score } else { -score };
    if let ScoreKind::Millipawns(millipawns) = score.kind() { Some(f64::from(millipawns) / 1000.0) } else { None }
}
