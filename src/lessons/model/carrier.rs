//! The trick of the Sargon document: a board of kings and pawns on which Sargon searches the tree of a lesson.
//!
//! One callback removes the king moves and another replaces the scores, so the program searches a lesson without being
//! changed. Its search is then reported with the lesson's names.

use super::{KindOfMove, Overlay, Without};
use crate::core::game::chess::parse_fen;
use crate::core::game::{Game, Side};
use crate::core::search::SearchError;
use crate::core::study::{AnyStudy, Limits, Study, StudyError, retell};
use crate::core::trace::{Extra, Header, Outcome, Shape, Trace};
use crate::sargon::{BookUse, Move, PseudoLegal, SargonEngine, SargonGame};
use serde::{Deserialize, Serialize};
use shakmaty::Chess;

/// A board that represents a tree: each move of the tree is represented by a pawn move.
#[derive(Clone, Debug)]
pub struct Carrier {
    game: SargonGame,
    /// The pawn moves that represent the moves of a node, and the scores that replace Sargon's own.
    overlay: Overlay<Move>,
}

/// The board on which Sargon searched, as the trace reports it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CarrierReport {
    /// The position, as FEN.
    pub carrier: String,
    /// The moves on this board that represent the lesson's moves, in the order of the full tree, the root's children
    /// first.
    pub carried: Vec<String>,
}

/// Why a board cannot represent a tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CarrierError {
    /// The board has too few moves.
    #[error(
        "the board {board} cannot be the carrier of this tree: {} the lesson has {wanted} moves, but the pawns have {found}",
        if line.is_empty() { "at the root".to_owned() } else { format!("after {}", line.join(" ")) }
    )]
    TooFew {
        /// The board.
        board: String,
        /// The moves of the tree that lead to the node.
        line: Vec<String>,
        /// The number of moves that the tree has at the node.
        wanted: usize,
        /// The number of pawn moves that the board has at the node.
        found: usize,
    },
    /// A move gives check, so Sargon would search one ply deeper.
    #[error("the board {board} cannot be the carrier of this tree: after {} a king is in check", line.join(" "))]
    Check {
        /// The board.
        board: String,
        /// The moves of the tree that lead to the position in check.
        line: Vec<String>,
    },
    /// MAX does not move first, or the sides do not move in turn, as they must in chess.
    #[error("Sargon searches trees in which MAX moves first and the sides move in turn")]
    Movers,
    /// The side to move on the board is not the side to move in the tree.
    #[error("the board {board} cannot be the carrier of this tree: the wrong side is to move there")]
    Turn {
        /// The board.
        board: String,
    },
    /// The lesson names a board that cannot represent its tree.
    #[error("{0}; correct the field `carrier`, or remove it to let plywood make a board")]
    Named(Box<Self>),
    /// Part of the tree, or one of its scores, is unknown.
    #[error("a carrier needs a lesson that gives all moves and scores down to the search depth")]
    Open,
}

impl Carrier {
    /// Returns a board for the tree of a lesson, with `turn` to move. If the lesson names a board, `named`, only that
    /// board is tried.
    ///
    /// # Errors
    /// [`CarrierError`] with the problem that ruled out the last board that was tried.
    ///
    /// # Complexity
    /// Takes time proportional to the size of the tree.
    pub fn find(named: Option<&Chess>, shape: &Shape, turn: Side) -> Result<Self, CarrierError> {
        if (1..shape.len()).any(|node| shape.score(node).is_none()) {
            return Err(CarrierError::Open);
        }
        if let Some(position) = named {
            let found = Self::on(SargonGame::from_chess(position, BookUse::Closed), shape, turn);
            return found.map_err(|error| CarrierError::Named(Box::new(error)));
        }
        let mut found = Err(CarrierError::Open);
        for fen in boards(shape, turn) {
            found = Self::on(made(&fen), shape, turn);
            if found.is_ok() {
                break;
            }
        }
        found
    }

    /// Maps the tree to a board: the first moves on the board that are not king moves represent the node's moves. The
    /// same applies after each of these moves.
    fn on(mut game: SargonGame, shape: &Shape, turn: Side) -> Result<Self, CarrierError> {
        if game.turn() != turn {
            return Err(CarrierError::Turn { board: fen(&game) });
        }
        let mut carrier = Self { game: game.clone(), overlay: Overlay::default() };
        carrier.load(&mut game, shape, 0, &mut Vec::new(), &mut Vec::new())?;
        Ok(carrier)
    }

    fn load(
        &mut self,
        game: &mut SargonGame,
        shape: &Shape,
        node: usize,
        line: &mut Vec<Move>,
        names: &mut Vec<String>,
    ) -> Result<(), CarrierError> {
        let board = || fen(&self.game);
        if game.is_in_check() {
            return Err(CarrierError::Check { board: board(), line: names.clone() });
        }
        let mut moves = Vec::new();
        game.moves(&mut moves);
        moves.retain(|&mv| !KindOfMove::King.is_of(&game.name(mv)));
        let children = shape.children(node);
        if moves.len() < children.len() {
            let (wanted, found) = (children.len(), moves.len());
            return Err(CarrierError::TooFew { board: board(), line: names.clone(), wanted, found });
        }
        moves.truncate(children.len());
        for (&mv, child) in moves.iter().zip(children) {
            line.push(mv);
            names.push(shape.name(child).to_owned());
            // Scores in the overlay are from White's point of view, but scores in the tree are from that of the side to
            // move at this node.
            let score = shape.score(child).ok_or(CarrierError::Open)?;
            self.overlay.set_score(line, if game.turn() == Side::First { score } else { -score });
            game.play(mv);
            self.load(game, shape, child, line, names)?;
            game.undo();
            line.pop();
            names.pop();
        }
        self.overlay.restrict(line, moves);
        Ok(())
    }

    /// Lets Sargon search the board, and reports it as a search of `lesson`, whose tree the board represents.
    ///
    /// # Errors
    /// [`StudyError`] if the search cannot be run.
    pub fn search(&self, lesson: &Header, limits: Limits) -> Result<Trace, StudyError> {
        let hooks = (self.overlay.clone(), Without(vec![KindOfMove::King]));
        let engine = SargonEngine { depth: lesson.depth };
        let study = Study::by(engine, self.game.clone(), hooks).with_whole_tree().within(limits);
        let mut trace = study.trace()?;
        let shape = trace.header.shape.as_ref().ok_or(SearchError::Stopped(crate::core::search::Stopped))?;
        let carried = (1..shape.len()).map(|node| shape.name(node).to_owned()).collect();
        let report = CarrierReport { carrier: fen(&self.game), carried };
        trace.outcome.extra = Extra::of(&report).expect("a report is an object");
        let Header { algorithm, order, fail, .. } = trace.header.clone();
        let header = Header { algorithm, order, fail, ..lesson.clone() };
        Ok(retell(trace, header))
    }
}

impl CarrierReport {
    /// Returns the board on which Sargon searched, if it differs from the lesson's board.
    #[must_use]
    pub fn of(outcome: &Outcome) -> Option<Self> {
        outcome.extra.read()
    }
}

/// Returns the boards to try, in order: the document's board; boards with each pawn on a separate file, as far as
/// possible from the other side's pawns; and a board with all pawns on their home squares.
fn boards(shape: &Shape, turn: Side) -> impl Iterator<Item = String> {
    let (first, second) = widths(shape, 0);
    let (white, black, turn) = match turn {
        Side::First => (first, second, 'w'),
        Side::Second => (second, first, 'b'),
    };
    let document = (white <= 2 && black <= 2).then(|| "8/6pp/8/1P6/P7".to_owned());
    let apart = (white + black <= 8).then(|| {
        let gap = |pawns: usize| if pawns == 8 { String::new() } else { (8 - pawns).to_string() };
        format!("8/{}{}/8/8/{}{}", gap(black), "p".repeat(black), "P".repeat(white), gap(white))
    });
    let pawns = document.into_iter().chain(apart).map(|middle| format!("7k/{middle}/8/K7"));
    let home = "7k/pppppppp/8/8/8/8/PPPPPPPP/K7".to_owned();
    pawns.chain([home]).map(move |board| format!("{board} {turn} - - 0 1"))
}

/// Returns two maximum numbers of moves, over `node` and all nodes below it: one for the side to move at `node`, and
/// one for the other side.
fn widths(shape: &Shape, node: usize) -> (usize, usize) {
    let children = shape.children(node);
    let below = children.clone().map(|child| widths(shape, child));
    below.fold((children.len(), 0), |(here, there), (other, same)| (here.max(same), there.max(other)))
}

fn made(fen: &str) -> SargonGame {
    SargonGame::from_chess(&parse_fen(fen).expect("boards of kings and pawns are legal"), BookUse::Closed)
}

fn fen(game: &SargonGame) -> String {
    game.diagram().map(|diagram| diagram.fen).unwrap_or_default()
}
