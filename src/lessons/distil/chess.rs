//! Makes lessons from chess positions: chooses the moves, and writes the title, notes and scores.

use super::{Candidate, DistilError, KeptMoves, Recipe, pawns, plies, searched};
use crate::core::game::chess::{ChessGame, Evaluation, Evaluator, Move};
use crate::core::game::{Game, Side};
use crate::core::hooks::{Event, Flow, Hooks, Line, SearchEvent, Verdict};
use crate::core::parallel::map;
use crate::core::score::{Score, ScoreKind};
use crate::core::search::{Order, SearchResult, Stopped};
use crate::core::study::Limits;
use crate::core::trace::{Numbering, line_text, move_text};
use crate::input::uci_score::FromOutside;
use crate::lessons::model::{Content, Lesson, Model, ModelMove};
use shakmaty::Position;
use std::cmp::Reverse;
use std::collections::HashMap;

/// Makes a lesson, and checks it against the search of the real position.
pub(super) fn distilled<E: Evaluator + Copy + Send + Sync>(
    game: ChessGame<E>,
    outside: Option<FromOutside>,
    recipe: Recipe,
    limits: &Limits,
) -> Result<Model, DistilError> {
    let result = searched(&game, limits, (recipe.depth, recipe.order), &mut outside.clone())?;
    let source = DistilSource { game, outside, recipe, limits, result };
    let tree = source.grow()?;
    let model = model(&source.game, recipe, source.result.score, &tree);
    verify(&model, &source.result)?;
    Ok(model)
}

/// The real position, and the settings of its search.
struct DistilSource<'a, E> {
    game: ChessGame<E>,
    outside: Option<FromOutside>,
    recipe: Recipe,
    limits: &'a Limits,
    result: SearchResult<Move>,
}

impl<E: Evaluator + Copy + Send + Sync> DistilSource<'_, E> {
    /// Chooses moves ply by ply.
    fn grow(&self) -> Result<KeptMoves, Stopped> {
        let mut tree = KeptMoves::new();
        let mut open = vec![Vec::new()];
        for _ in 0..self.recipe.depth {
            let mut cuts = Cuts::at(&open);
            self.search(&mut (self.outside.clone(), &mut cuts))?;
            let asked: Vec<_> = open.iter().zip(cuts.moves).collect();
            let kept = map(&asked, |(line, cut)| self.choose(line, *cut))?;
            let mut next = Vec::new();
            for (line, kept) in open.into_iter().zip(kept) {
                let goes_on = kept.iter().filter(|candidate| candidate.static_score.is_some());
                next.extend(goes_on.map(|candidate| after(&line, candidate.mv)));
                tree.insert(line, kept);
            }
            open = next;
        }
        Ok(tree)
    }

    /// Returns the moves to keep after `line`; `cut` is the move that caused a cutoff in that position, if there was
    /// one.
    fn choose(&self, line: &[Move], cut: Option<Move>) -> Result<Vec<Candidate>, Stopped> {
        let mut candidates = self.candidates(line, cut)?;
        // Of several equally good moves, takes the one that a lesson tries first; see `Order::Static`.
        let is_sorted = self.recipe.order == Order::Static && line.len() as u32 + 1 < self.recipe.depth;
        let place = |candidate: &Candidate| (is_sorted.then(|| Reverse(candidate.looks())), candidate.index);
        let first_best = candidates.iter().max_by_key(|candidate| (candidate.score, Reverse(place(candidate))));
        let best = first_best.map(|candidate| (candidate.mv, candidate.score));
        let Some((first_best, best_score)) = best else { return Ok(candidates) };
        let best = self.result.best.filter(|_| line.is_empty()).unwrap_or(first_best);
        // If the search used a move ordering other than that of lessons, an equally good move could come first in the
        // lesson. Such moves are therefore dropped.
        if line.is_empty() && self.recipe.order != Order::Static {
            candidates.retain(|candidate| candidate.mv == best || candidate.score < best_score);
        }
        candidates
            .sort_unstable_by_key(|candidate| (candidate.mv != best, candidate.appeal(best_score), candidate.index));
        candidates.truncate(self.recipe.width);
        candidates.sort_unstable_by_key(|candidate| candidate.index);
        for candidate in &mut candidates {
            candidate.is_best = candidate.mv == best;
        }
        Ok(candidates)
    }

    /// Searches every move after `line`.
    fn candidates(&self, line: &[Move], cut: Option<Move>) -> Result<Vec<Candidate>, Stopped> {
        let mut game = self.game.clone();
        line.iter().for_each(|&mv| game.play(mv));
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let indexed: Vec<(usize, Move)> = moves.into_iter().enumerate().collect();
        let candidate = |&(index, mv): &(usize, Move)| {
            let mut game = game.clone();
            game.play(mv);
            Ok(Candidate {
                mv,
                index,
                score: self.exact_score(&after(line, mv))?,
                static_score: if game.ending().is_some() { None } else { Some(-self.static_score(&game)?) },
                is_capture: mv.is_capture(),
                is_promotion: mv.is_promotion(),
                is_check: game.position().is_check(),
                is_best: false,
                cuts: cut == Some(mv),
            })
        };
        map(&indexed, candidate)
    }

    /// Returns the static evaluation of a position for its side to move.
    fn static_score(&self, game: &ChessGame<E>) -> Result<Score, Stopped> {
        match self.outside.as_ref().map(|outside| outside.of(game, 0, Score::ZERO)) {
            None => Ok(game.evaluate()),
            Some(Flow::Continue(score)) => Ok(score),
            Some(Flow::Break(())) => Err(Stopped),
        }
    }

    /// Returns the score after `line`, for the side that makes its last move. The search begins at the real root, so
    /// that mates are counted from the root and repetitions are recognized.
    fn exact_score(&self, line: &[Move]) -> Result<Score, Stopped> {
        let score = self.search(&mut (self.outside.clone(), Along { line }))?.score;
        Ok(if line.len() % 2 == 1 { score } else { -score })
    }

    fn search(&self, hooks: &mut dyn Hooks<ChessGame<E>>) -> Result<SearchResult<Move>, Stopped> {
        searched(&self.game, self.limits, (self.recipe.depth, self.recipe.order), hooks)
    }
}

fn after(line: &[Move], mv: Move) -> Vec<Move> {
    line.iter().copied().chain([mv]).collect()
}

/// Restricts a search to one line up to the end of that line.
struct Along<'a> {
    line: &'a [Move],
}

impl<G: Game<Move = Move>> Hooks<G> for Along<'_> {
    fn moves(&mut self, at: Line<'_, G>, moves: &mut Vec<Move>) -> Flow {
        if let Some(&mv) = self.line.get(at.moves.len()) {
            moves.clear();
            moves.push(mv);
        }
        Flow::Continue(())
    }
}

/// Records the moves that cause cutoffs at some positions, all at the same ply.
struct Cuts<'a> {
    ply: usize,
    index: HashMap<&'a [Move], usize>,
    moves: Vec<Option<Move>>,
}

impl<'a> Cuts<'a> {
    fn at(lines: &'a [Vec<Move>]) -> Self {
        let ply = lines.first().map_or(0, Vec::len);
        let index = lines.iter().enumerate().map(|(index, line)| (line.as_slice(), index)).collect();
        Self { ply, index, moves: vec![None; lines.len()] }
    }
}

impl<G: Game<Move = Move>> Hooks<G> for Cuts<'_> {
    fn event(&mut self, at: Line<'_, G>, event: SearchEvent<'_, Move>) -> Flow {
        if let Event::Judged { mv, verdict: Verdict::Cutoff { .. }, .. } = event
            && at.moves.len() == self.ply
            && let Some(&index) = self.index.get(at.moves)
        {
            self.moves[index] = Some(mv);
        }
        Flow::Continue(())
    }
}

/// Reads the lesson back and searches it.
fn verify(model: &Model, result: &SearchResult<Move>) -> Result<(), DistilError> {
    let lesson = Lesson::new(model)?;
    let Content::Board { position, mut overlay, .. } = lesson.content else { return Ok(()) };
    // Any evaluator works, because the lesson contains all static evaluations.
    let game = ChessGame::new(position, Evaluation::default());
    let found = searched(&game, &Limits::default(), (lesson.depth, Order::Static), &mut overlay)
        .expect("a lesson's hooks do not break off");
    if found == *result {
        return Ok(());
    }
    Err(DistilError::Differs { lesson: shown(&game, &found), search: shown(&game, result) })
}

/// Returns the best move and the score that a search of `game` finds.
pub(super) fn result_text<E: Evaluator + Clone>(
    game: &ChessGame<E>,
    outside: Option<FromOutside>,
    recipe: Recipe,
    limits: &Limits,
) -> Result<String, Stopped> {
    let result = searched(game, limits, (recipe.depth, recipe.order), &mut { outside })?;
    Ok(shown(game, &result))
}

fn shown<E: Evaluator>(game: &ChessGame<E>, result: &SearchResult<Move>) -> String {
    let name = result.best.map(|mv| game.name(mv)).unwrap_or_default();
    format!("{name} {}", result.score)
}

/// Returns the lesson with the moves in `tree`; `score` is the score of the root, for the side to move.
fn model<E: Evaluator + Clone>(game: &ChessGame<E>, recipe: Recipe, score: Score, tree: &KeptMoves) -> Model {
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
        // Equally good moves need no explanation.
        let losers = root.iter().filter(|candidate| candidate.loses(best.score));
        let others: Vec<String> = losers.map(|candidate| self.name(candidate.mv)).collect();
        let others = if others.is_empty() { String::new() } else { format!(" and not {}", others.join(" or ")) };
        format!("Why {}{others}?", self.name(best.mv))
    }

    fn note(&mut self, root: &[Candidate], recipe: Recipe, score: Score) -> String {
        let pv: Vec<String> = self.best_line();
        let mut note = format!(
            "The best line is {}{}. It was found by a search of all moves to {}. This lesson keeps the best move of each position and up to {} more.",
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

    /// Returns the result of the best line.
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

    /// Describes what a move looks worth, and why it is not the best move. Returns `None` if there is nothing to say.
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
            None if reply.static_score.is_none() => format!("{name} ends the game in a draw"),
            None => format!("{name} makes it worth {}", self.shown(candidate.score, ply)),
        };
        Some(format!("{what}looks worth {} to White; {because}", self.shown(looks, ply)))
    }

    /// If the score is a mate, returns which side is mated, and in how many moves, counted from ply `plies`. `score` is
    /// for the side that moves at `ply`.
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

    /// Converts a score for the side that moves at `ply` to White's view, and writes it.
    fn shown(&self, score: Score, ply: usize) -> String {
        let (_, is_black) = self.numbering.at(ply);
        format!("{:.2}", if is_black { -score } else { score })
    }

    /// Returns the kept moves of the current position, or `None` if it is a leaf.
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
            moves.push(ModelMove { name, score, note, moves: self.moves(), ..ModelMove::default() });
            self.undo();
        }
        Some(moves)
    }

    fn is_black(&self) -> bool {
        self.game.turn() == Side::Second
    }
}

/// Describes what a move does on the board, with a connecting word.
fn deeds(candidate: &Candidate) -> String {
    let deeds = [(candidate.is_capture, "takes"), (candidate.is_promotion, "promotes")];
    let mut deeds: Vec<&str> = deeds.into_iter().filter(|(is, _)| *is).map(|(_, deed)| deed).collect();
    // A check is not mentioned if the move is mate, because every mate gives check.
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
