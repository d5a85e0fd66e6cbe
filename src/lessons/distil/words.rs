//! Title, notes and scores of a distilled lesson.

use super::{Candidate, KeptMoves, Recipe, after};
use crate::game::chess::{ChessGame, Evaluator, Move};
use crate::game::{Game, Side};
use crate::model::{Model, ModelMove};
use crate::score::{Score, ScoreKind};
use crate::trace::{Numbering, line_text, move_text};

/// Returns the lesson that consists of the moves in `tree`; `score` is the root's, for the side to move.
pub(super) fn model<E: Evaluator + Clone>(
    game: &ChessGame<E>,
    recipe: Recipe,
    score: Score,
    tree: &KeptMoves,
) -> Model {
    let numbering = Numbering { move_number: game.move_number(), black_to_move: game.turn() == Side::Second };
    let mut writer = NoteWriter { game: game.clone(), numbering, tree, line: Vec::new() };
    let root = tree.get(&[] as &[Move]).map_or(&[] as &[Candidate], Vec::as_slice);
    Model {
        title: writer.title(root),
        fen: Some(game.fen()),
        depth: Some(recipe.depth),
        note: Some(writer.note(root, recipe, score)),
        moves: writer.moves().unwrap_or_default(),
        ..Model::default()
    }
}

struct NoteWriter<'a, E> {
    game: ChessGame<E>,
    numbering: Numbering,
    tree: &'a KeptMoves,
    /// The moves to the current position of the game.
    line: Vec<Move>,
}

impl<E: Evaluator> NoteWriter<'_, E> {
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
        let Some(best) = root.iter().find(|candidate| candidate.is_best) else { return String::new() };
        // Nobody need ask why not of a move that is as good.
        let losers = root.iter().filter(|candidate| candidate.loses(best.score));
        let others: Vec<String> = losers.map(|candidate| self.name(candidate.mv)).collect();
        let others = if others.is_empty() { String::new() } else { format!(" and not {}", others.join(" or ")) };
        format!("Why {}{others}?", self.name(best.mv))
    }

    fn note(&mut self, root: &[Candidate], recipe: Recipe, score: Score) -> String {
        let pv: Vec<String> = self.best_line();
        let mut note = format!(
            "Best play is {}{}. This was found by a search of all moves to {}; of each \
             position the best move is kept here, and up to {} beside it.",
            line_text(&pv, Some(self.numbering)),
            self.result(score),
            plies(recipe.depth),
            recipe.width - 1,
        );
        for candidate in root.iter().filter(|candidate| !candidate.is_best) {
            if let Some(fate) = self.fate(candidate) {
                note.push_str(&format!(" {} {fate}.", self.name(candidate.mv)));
            }
        }
        note
    }

    /// Says what best play comes to.
    fn result(&self, score: Score) -> String {
        match self.mate(score, 0, 0) {
            Some(mate) => format!("; {mate}"),
            None => format!(", which is worth {} to White", self.shown(score, 0)),
        }
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

    /// Says how a move that is not the best looks, and why it is not, if there is anything to say.
    fn fate(&mut self, candidate: &Candidate) -> Option<String> {
        let ply = self.line.len();
        let what = deeds(candidate);
        let Some(looks) = candidate.static_score else {
            let end = if candidate.score.is_mate() { "mates" } else { "ends the game in a draw" };
            return Some(format!("{what}{end}"));
        };
        if !candidate.deceives() {
            return None;
        }
        let replies = self.tree.get(&after(&self.line, candidate.mv))?;
        let reply = replies.iter().find(|reply| reply.is_best)?;
        self.play(candidate.mv);
        let name = self.name(reply.mv);
        self.undo();
        let because = match self.mate(candidate.score, ply, ply as u32 + 2) {
            _ if reply.static_score.is_none() && candidate.score.is_mate() => format!("{name} mates"),
            Some(mate) => format!("after {name} {mate}"),
            None => format!("{name} makes it worth {}", self.shown(candidate.score, ply)),
        };
        Some(format!("{what}looks worth {} to White; {because}", self.shown(looks, ply)))
    }

    /// Says who is to be mated, and in how many moves after `plies`, if anybody is; `score` is for the side that moves at
    /// `ply`.
    fn mate(&self, score: Score, ply: usize, plies: u32) -> Option<String> {
        let (_, is_black) = self.numbering.at(ply);
        let (end, wins) = match score.kind() {
            ScoreKind::MateIn(end) => (end, true),
            ScoreKind::MatedIn(end) => (end, false),
            ScoreKind::Millipawns(_) | ScoreKind::PlusInfinity | ScoreKind::MinusInfinity => return None,
        };
        let does = if wins == is_black { "is mated" } else { "mates" };
        Some(format!("White {does} in {}", end.saturating_sub(plies).div_ceil(2)))
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
            let is_told = !candidate.is_best && !is_leaf && !self.line.is_empty();
            let note = if is_told { self.fate(candidate) } else { None };
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

/// Says what a move does to the board, with a word that leads on.
fn deeds(candidate: &Candidate) -> String {
    let deeds = [(candidate.is_capture, "takes"), (candidate.is_promotion, "promotes")];
    let mut deeds: Vec<&str> = deeds.into_iter().filter(|(is, _)| *is).map(|(_, deed)| deed).collect();
    // That a mate gives check goes without saying.
    let is_check = candidate.is_check && candidate.static_score.is_some();
    if is_check && deeds.is_empty() {
        deeds.push("checks");
    } else if is_check {
        deeds.push("with check");
    }
    match deeds.as_slice() {
        [] => String::new(),
        ["takes", "promotes", rest @ ..] => [&["takes, promotes"], rest, &["and "]].concat().join(" "),
        deeds => [deeds, &["and "]].concat().join(" "),
    }
}

fn pawns(score: Score) -> Option<f64> {
    if let ScoreKind::Millipawns(millipawns) = score.kind() { Some(f64::from(millipawns) / 1000.0) } else { None }
}

fn plies(depth: u32) -> String {
    if depth == 1 { "1 ply".to_owned() } else { format!("{depth} plies") }
}
