//! Title, notes and scores of a distilled lesson.

use super::{Candidate, Recipe, Tree, after};
use crate::game::chess::{ChessGame, Evaluator, Move};
use crate::game::{Game, Notation, Side};
use crate::model::{Model, ModelMove};
use crate::score::{Score, ScoreKind};
use crate::trace::{Numbering, line_text, move_text};

/// Returns the lesson that consists of the moves in `tree`; `score` is the root's, for the side to move.
pub(super) fn model<E: Evaluator + Clone>(game: &ChessGame<E>, recipe: Recipe, score: Score, tree: &Tree) -> Model {
    let numbering = Numbering { move_number: game.move_number(), black_to_move: game.turn() == Side::Second };
    let mut writer = Writer { game: game.clone(), numbering, tree, line: Vec::new() };
    let root = tree.get(&[] as &[Move]).map_or(&[] as &[Candidate], Vec::as_slice);
    Model {
        title: writer.title(root),
        fen: Some(game.fen()),
        depth: Some(recipe.depth),
        note: Some(writer.note(root, recipe, score)),
        moves: writer.moves().unwrap_or_default(),
    }
}

struct Writer<'a, E> {
    game: ChessGame<E>,
    numbering: Numbering,
    tree: &'a Tree,
    /// The moves to the current position of the game.
    line: Vec<Move>,
}

impl<E: Evaluator> Writer<'_, E> {
    fn name(&self, mv: Move) -> String {
        move_text(&self.game.name(mv), self.line.len(), Some(self.numbering))
    }

    fn play(&mut self, mv: Move) {
        self.game.play(mv);
        self.line.push(mv);
    }

    fn undo(&mut self) {
        self.game.undo();
        self.line.pop();
    }

    fn title(&self, root: &[Candidate]) -> String {
        let best = root.iter().find(|candidate| candidate.is_best).map(|candidate| self.name(candidate.mv));
        let others: Vec<String> =
            root.iter().filter(|candidate| !candidate.is_best).map(|candidate| self.name(candidate.mv)).collect();
        let others = if others.is_empty() { String::new() } else { format!(" and not {}", others.join(" or ")) };
        format!("Why {}{others}?", best.unwrap_or_default())
    }

    fn note(&mut self, root: &[Candidate], recipe: Recipe, score: Score) -> String {
        let pv: Vec<String> = self.best_line();
        let mut note = format!(
            "Best play is {}, which is worth {} to White. This was found by a search of all moves to {}; of each \
             position the best move is kept here, and up to {} beside it.",
            line_text(&pv, Some(self.numbering)),
            self.shown(score, 0),
            plies(recipe.depth),
            recipe.width - 1,
        );
        for candidate in root.iter().filter(|candidate| !candidate.is_best) {
            note.push_str(&format!(" {} {}.", self.name(candidate.mv), self.fate(candidate)));
        }
        note
    }

    /// Follows the best moves from the root.
    fn best_line(&mut self) -> Vec<String> {
        let mut names = Vec::new();
        while let Some(best) =
            self.tree.get(&self.line).and_then(|kept| kept.iter().find(|candidate| candidate.is_best))
        {
            names.push(self.game.name(best.mv));
            self.play(best.mv);
        }
        names.iter().for_each(|_| self.undo());
        names
    }

    /// Says how a move that is not the best looks, and why it is not.
    fn fate(&mut self, candidate: &Candidate) -> String {
        let ply = self.line.len();
        let looks = match candidate.static_score {
            Some(score) => format!("looks like {}", self.shown(score, ply)),
            None => "ends the game".to_owned(),
        };
        let what = match (candidate.is_capture, candidate.is_check) {
            (true, true) => "takes with check and ",
            (true, false) => "takes and ",
            (false, true) => "checks and ",
            (false, false) => "",
        };
        let replies = self.tree.get(&after(&self.line, candidate.mv));
        let reply = replies.and_then(|kept| kept.iter().find(|reply| reply.is_best)).map(|reply| reply.mv);
        self.play(candidate.mv);
        let because = match reply {
            Some(reply) => format!("; {} makes it worth {}", self.name(reply), self.shown(candidate.score, ply)),
            None if candidate.static_score.is_none() => format!(" with {}", self.shown(candidate.score, ply)),
            None => String::new(),
        };
        self.undo();
        format!("{what}{looks}{because}")
    }

    /// Writes a score of the side that moves at `ply` as White sees it.
    fn shown(&self, score: Score, ply: usize) -> String {
        let (_, is_black) = self.numbering.at(ply);
        format!("{:.2}", if is_black { -score } else { score })
    }

    /// The kept moves of the current position, none if it is a leaf.
    fn moves(&mut self) -> Option<Vec<ModelMove>> {
        let kept = self.tree.get(&self.line)?;
        let mut moves = Vec::with_capacity(kept.len());
        for candidate in kept {
            let name = self.game.name(candidate.mv);
            let score = candidate.static_score.and_then(|score| pawns(if self.is_black() { -score } else { score }));
            let is_leaf = !self.tree.contains_key(&after(&self.line, candidate.mv));
            let note = (!candidate.is_best && !is_leaf && !self.line.is_empty()).then(|| self.fate(candidate));
            self.play(candidate.mv);
            moves.push(ModelMove { name, score, note, moves: self.moves() });
            self.undo();
        }
        Some(moves)
    }

    fn is_black(&self) -> bool {
        self.game.turn() == Side::Second
    }
}

fn pawns(score: Score) -> Option<f64> {
    match score.kind() {
        ScoreKind::Millipawns(millipawns) => Some(f64::from(millipawns) / 1000.0),
        _ => None,
    }
}

fn plies(depth: u32) -> String {
    if depth == 1 { "1 ply".to_owned() } else { format!("{depth} plies") }
}
