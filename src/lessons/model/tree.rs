//! Reads trees without a board: moves, scores, the probabilities of moves, and the unit that makes averages exact.

use super::{Model, ModelError, ModelMove, MovePath, MoveProblem, unreadable};
use crate::core::game::{Game, Movers, TreeGame, Weight, gcd, is_unknown_leaf};
use crate::core::score::Score;
use crate::core::text::visible;
use std::collections::HashSet;

/// The largest common denominator that the probabilities of a tree may have.
const FINEST: u64 = 1_000_000;

/// Reads the tree of a lesson.
pub(super) fn read(model: &Model) -> Result<TreeGame, ModelError> {
    let movers = model.movers.map(|movers| movers.within(model.height() as usize)).unwrap_or_default();
    let mut path = MovePath::default();
    let mut parts = vec![1; model.height() as usize];
    measure(&model.moves, (movers, 0), &mut parts, &mut path)?;
    let whole = parts.iter().try_fold(1_u64, |whole, of| Some(whole * of).filter(|&whole| whole <= FINEST));
    let whole = whole.ok_or(ModelError::Finest)?;
    // Scores are in thousandths, so probabilities such as halves or fifths need no finer unit if all leaves are whole
    // pawns.
    let unit = unit(&model.moves, 1000);
    let scale = (whole / gcd(whole, unit)) as u32;
    let tree = TreeGame::new().with_movers(movers).with_scale(scale, whole as u32);
    let mut reader = TreeReader { tree, scale, movers };
    reader.branches(&model.moves, 0, &mut path)?;
    let tree = reader.tree;
    let Some([least, most]) = model.leaves else { return Ok(tree) };
    let end = |end: Option<f64>, open: Score| match end {
        Some(pawns) => scaled(pawns, scale).filter(|_| Score::is_exact(pawns)).ok_or(ModelError::Leaves),
        None => Ok(open),
    };
    let limits = [end(least, Score::MIN)?, end(most, Score::MAX)?];
    if limits[1] < limits[0] {
        return Err(ModelError::Leaves);
    }
    Ok(tree.with_limits(Some(limits)))
}

/// Returns a score in the unit of its tree, or `None` if the score is out of range in that unit.
pub(crate) fn scaled(pawns: f64, scale: u32) -> Option<Score> {
    let thousandths = Score::from_pawns(pawns)?.ordinal() * i64::from(scale);
    let most = i64::from(Score::LIMIT_PAWNS) * 1000;
    (thousandths.abs() <= most).then(|| Score::from_millipawns(thousandths as i32))
}

/// Returns the largest number of thousandths that divides `unit` and every leaf.
fn unit(moves: &[ModelMove], unit: u64) -> u64 {
    moves.iter().fold(unit, |unit, mv| match mv.moves.as_deref().filter(|moves| !moves.is_empty()) {
        Some(moves) => self::unit(moves, unit),
        None => gcd(unit, (mv.score.unwrap_or_default() * 1000.0).round().abs() as u64),
    })
}

/// Finds the largest denominator of the probabilities at each ply.
fn measure<'a>(
    moves: &'a [ModelMove],
    (movers, ply): (Movers, usize),
    parts: &mut [u64],
    path: &mut MovePath<'a>,
) -> Result<(), ModelError> {
    if moves.is_empty() {
        return Ok(());
    }
    let weights = weights(moves, movers.is_chance(ply)).map_err(|problem| path.error(problem))?;
    let of = weights.first().map_or(1, |weight| u64::from(weight.of()));
    parts[ply] = parts[ply] / gcd(parts[ply], of) * of;
    if FINEST < parts[ply] {
        return Err(ModelError::Finest);
    }
    for mv in moves {
        path.0.push(&mv.name);
        measure(mv.moves.as_deref().unwrap_or_default(), (movers, ply + 1), parts, path)?;
        path.0.pop();
    }
    Ok(())
}

/// Returns the probabilities of a node's moves; if none are given, all moves are equally likely.
fn weights(moves: &[ModelMove], is_chance: bool) -> Result<Vec<Weight>, MoveProblem> {
    let said: Vec<Weight> = moves.iter().filter_map(|mv| mv.weight).collect();
    match said.len() {
        0 if moves.is_empty() => Ok(Vec::new()),
        0 if !is_chance => Ok(vec![Weight::ONE; moves.len()]),
        0 => {
            let equal =
                u32::try_from(moves.len()).ok().and_then(|of| Weight::new(1, of)).ok_or(MoveProblem::ManyDrawn)?;
            Ok(vec![equal; moves.len()])
        }
        _ if !is_chance => Err(MoveProblem::NotDrawn),
        count if count < moves.len() => Err(MoveProblem::SomeWeights),
        _ => Weight::shared(&said).ok_or_else(|| {
            let about: f64 = said.iter().map(|weight| weight.as_decimal()).sum();
            match Weight::sum(&said) {
                Some((1, 1)) => MoveProblem::ManyDrawn,
                None if (about - 1.0).abs() < 1e-9 => MoveProblem::ManyDrawn,
                None => MoveProblem::Sum(format!("about {about:.6}")),
                Some((sum, 1)) => MoveProblem::Sum(sum.to_string()),
                Some((sum, of)) => MoveProblem::Sum(format!("{sum}/{of}")),
            }
        }),
    }
}

struct TreeReader {
    tree: TreeGame,
    scale: u32,
    movers: Movers,
}

impl TreeReader {
    fn branches<'a>(&mut self, moves: &'a [ModelMove], ply: usize, path: &mut MovePath<'a>) -> Result<(), ModelError> {
        let mut known = HashSet::with_capacity(moves.len());
        let weights = weights(moves, self.movers.is_chance(ply)).map_err(|problem| path.error(problem))?;
        for (mv, weight) in moves.iter().zip(weights) {
            path.0.push(&mv.name);
            if mv.name.trim().is_empty() {
                return Err(path.error(MoveProblem::Nameless));
            }
            if mv.name.chars().any(char::is_control) {
                return Err(path.error(MoveProblem::ControlCharacter));
            }
            if let Some(problem) = unreadable(&mv.name) {
                return Err(path.error(problem));
            }
            let name = visible(&mv.name);
            if known.contains(&name) {
                return Err(path.error(MoveProblem::Duplicate(name)));
            }
            let replies = mv.moves.as_deref().unwrap_or_default();
            let score = self.score(mv, path)?;
            let is_leaf = replies.is_empty() && score.is_none();
            if mv.unknown.as_deref().is_some_and(|letter| !is_leaf || !is_unknown_leaf(letter)) {
                return Err(path.error(MoveProblem::Unknown));
            }
            if is_leaf && mv.unknown.is_none() {
                return Err(path.error(MoveProblem::NoScore));
            }
            let added = self.tree.add(&name, score.unwrap_or_default());
            if let Some(letter) = &mv.unknown {
                self.tree.set_unknown(added, letter);
            }
            self.tree.set_weight(added, weight);
            known.insert(name);
            self.tree.play(added);
            self.branches(replies, ply + 1, path)?;
            self.tree.undo();
            path.0.pop();
        }
        Ok(())
    }

    fn score(&self, mv: &ModelMove, path: &MovePath<'_>) -> Result<Option<Score>, ModelError> {
        let Some(pawns) = mv.score else { return Ok(None) };
        path.score(mv.score)?;
        let beyond = || {
            let most = f64::from(Score::LIMIT_PAWNS as u32 * 1000 / self.scale) / 1000.0;
            path.error(MoveProblem::BeyondScale { pawns, scale: self.scale, most })
        };
        scaled(pawns, self.scale).map(Some).ok_or_else(beyond)
    }
}
