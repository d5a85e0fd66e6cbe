//! Hooks of your own: Sargon's trick. The tree of a lesson is searched on an unrelated position.
//!
//! In the pawn ending below each side has two pawns, so without king moves every node down to the third ply has two
//! moves: the shape of the Sargon lessons. The hooks remove the king moves and give each position the score of the
//! lesson's node with the same key, so the search makes the same decisions as in the lesson.
//!
//! ```text
//! cargo run --example own_hooks
//! ```

use plywood::Score;
use plywood::game::chess::{ChessGame, Evaluation, Move, parse_fen};
use plywood::game::{Game, Side};
use plywood::hooks::{Flow, Hooks, Line};
use plywood::model::{Content, Lesson, Overlay, builtin};
use plywood::render::{Page, PageOptions, Style};
use plywood::search::Settings;
use plywood::study::{AnyStudy, Study};
use plywood::trace::Trace;

/// Replaces the moves and scores of a search with those of a lesson.
#[derive(Clone)]
struct Disguise {
    lesson: Overlay,
    /// The moves of each node on the current line, root first.
    lists: Vec<Vec<Move>>,
}

impl Hooks<ChessGame<Evaluation>> for Disguise {
    fn moves(&mut self, at: Line<'_, ChessGame<Evaluation>>, moves: &mut Vec<Move>) -> Flow {
        moves.retain(|mv| mv.role() != plywood::game::chess::Role::King);
        self.lists.truncate(at.moves.len());
        self.lists.push(moves.clone());
        Flow::Continue(())
    }

    fn score(&mut self, at: Line<'_, ChessGame<Evaluation>>, score: Score) -> Flow<Score> {
        let index = |(mv, list): (&Move, &Vec<Move>)| list.iter().position(|other| other == mv);
        let key: Vec<usize> = at.moves.iter().zip(&self.lists).filter_map(index).collect();
        Flow::Continue(match (self.lesson.score_at(&key), at.game.turn()) {
            (None, _) => score,
            (Some(white), Side::First) => white,
            (Some(white), Side::Second) => -white,
        })
    }
}

/// Searches the pawn ending disguised as a lesson.
pub fn search(lesson: Overlay) -> Result<Trace, Box<dyn std::error::Error>> {
    let ending = ChessGame::new(parse_fen("7k/8/6pp/8/1P6/P7/8/K7 w - - 0 1")?, Evaluation::Material);
    let disguise = Disguise { lesson, lists: Vec::new() };
    let study = Study::new(ending, disguise, Settings::default().depth(3))?;
    Ok(study.with_whole_tree().trace()?)
}

/// Reads the moves and scores of a built-in lesson.
pub fn lesson(name: &str) -> Option<Overlay> {
    match Lesson::from_json(builtin(name)?).ok()?.content {
        Content::Board { overlay, .. } => Some(overlay),
        Content::Tree(_) | Content::Named { .. } => None,
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let trace = search(lesson("sargon-2").ok_or("there is no such lesson")?)?;
    Page::new(&trace, &PageOptions::default(), &Style::default())?.write(&mut std::io::stdout())?;
    Ok(())
}
