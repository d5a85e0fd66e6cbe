//! Positions and moves in ordinary notation, and the proof that a position is won, lost or drawn, both in a few
//! sentences and as a game.
//!
//! In the proof game, the winner has only the quickest move and the loser has all moves. A search of this game visits
//! exactly the positions that prove the table's value, so all code that draws searches can draw proofs.

use super::ending::{RetroError, SmallBoard};
use super::position::{Position, RetroMove};
use super::{EndingMove, EndingTables, RetroValue};
use crate::core::game::{Diagram, Ending, Game, Side};
use crate::core::hooks::Hooks;
use crate::core::score::Score;
use crate::core::search::{Algorithm, Found, Order, SearchError, Settings, minimax};
use crate::core::study::Engine;
use crate::core::text::listed;
use crate::core::trace::Header;
use shakmaty::{Color, Piece, Role, Square};
use std::sync::Arc;

/// Reads a position from FEN, for a board of any size, for example `3k/4/1Q2/K3 w` for a 4 x 4 board. Returns it with
/// the stronger side as White, and whether the colours had to be swapped for that purpose.
///
/// # Errors
/// [`RetroError::Position`] if the position cannot be read, is not legal, has castling rights or en passant, or if
/// there is no table for its pieces.
pub fn read_position(text: &str, tables: &EndingTables) -> Result<(Position, bool), RetroError> {
    let wrong = |problem: String| RetroError::position(text, problem);
    let mut fields = text.split_whitespace();
    let men = placement(fields.next().unwrap_or_default(), tables.board()).map_err(&wrong)?;
    let turn = match fields.next() {
        None | Some("w") => Color::White,
        Some("b") => Color::Black,
        Some(other) => return Err(wrong(format!("the side to move, `{other}`, must be w or b"))),
    };
    if let Some(rights) = fields.next().filter(|rights| *rights != "-") {
        return Err(wrong(format!("tablebases ignore castling rights (`{rights}`); write - instead")));
    }
    if let Some(square) = fields.next().filter(|square| *square != "-") {
        return Err(wrong(format!("tablebases ignore en passant (`{square}`); write - instead")));
    }
    for color in Color::ALL {
        let kings = men.iter().filter(|man| man.0 == color.king()).count();
        if kings != 1 {
            let side = color.fold_wb("White", "Black");
            return Err(wrong(format!("{side} has {}", if kings == 0 { "no king" } else { "more than one king" })));
        }
    }
    let wanted = || format!("these pieces are not in the tablebase of {}", tables.ending());
    let (position, swapped) = tables.position(&men, turn).ok_or_else(|| wrong(wanted()))?;
    let as_read = if swapped { mirrored(&position, tables.board()) } else { position };
    if let Some(problem) = as_read.problem(tables.board()) {
        return Err(wrong(problem.to_owned()));
    }
    let clock = fields.next().unwrap_or("0");
    let counted: u32 = clock.parse().map_err(|_| wrong(format!("the halfmove clock, `{clock}`, must be a number")))?;
    match tables.value(&position).and_then(RetroValue::plies) {
        Some(mate) if CLOCK < counted.saturating_add(mate.into()) => Err(wrong(format!(
            "tablebases ignore the halfmove clock (`{clock}`), and the fifty-move rule may draw before the mate in {mate} plies; write 0 instead"
        ))),
        _ => Ok((position, swapped)),
    }
}

/// The number of plies without a capture or a pawn move after which the game is drawn.
pub(crate) const CLOCK: u32 = 100;

/// Returns the same position with swapped colours. No table contains it, but errors about it name the right colours.
fn mirrored(position: &Position, board: SmallBoard) -> Position {
    let mut other = *position;
    other.squares = position.squares.map(|square| board.turned(square, 2));
    other.squares.swap(0, 1);
    other.turn = position.turn.other();
    other.ending = position.ending.exchanged();
    other
}

fn placement(text: &str, board: SmallBoard) -> Result<Vec<(Piece, Square)>, String> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != board.size() {
        return Err(format!("a board of {board} has {} ranks separated by slashes, not {}", board.size(), ranks.len()));
    }
    let mut men = Vec::new();
    for (index, rank) in ranks.into_iter().enumerate() {
        let number = board.size() - 1 - index;
        let mut file = 0;
        for letter in rank.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty as usize;
                continue;
            }
            let piece =
                Piece::from_char(letter).ok_or_else(|| format!("`{letter}` is neither a piece nor a number"))?;
            men.extend(board.square(file, number).map(|square| (piece, square)));
            file += 1;
        }
        if file != board.size() {
            return Err(format!("rank {}, `{rank}`, has {file} squares, not {}", number + 1, board.size()));
        }
    }
    Ok(men)
}

impl Position {
    /// Returns the position as FEN; `swapped` says whether the colours were swapped and must be swapped back.
    pub fn fen(&self, board: SmallBoard, swapped: bool) -> String {
        let mut text = String::new();
        for rank in (0..board.size()).rev() {
            let mut empty = 0;
            for file in 0..board.size() {
                let square = board.square(file, rank).map(|square| seen(square, board, swapped));
                let Some(man) = square.and_then(|square| self.piece_at(square)) else {
                    empty += 1;
                    continue;
                };
                if empty != 0 {
                    text += &empty.to_string();
                }
                empty = 0;
                let color = if swapped { man.color.other() } else { man.color };
                text.push(Piece { color, ..man }.char());
            }
            if empty != 0 {
                text += &empty.to_string();
            }
            text.push(if rank == 0 { ' ' } else { '/' });
        }
        let turn = if swapped { self.turn.other() } else { self.turn };
        format!("{text}{} - - 0 1", turn.char())
    }
}

/// Returns the square as seen with the original colours.
fn seen(square: Square, board: SmallBoard, swapped: bool) -> Square {
    if swapped { board.turned(square, 2) } else { square }
}

impl EndingTables {
    /// Returns the short algebraic name of a legal move, with the symbol for check or mate. `swapped` means the same as
    /// in [`Position::fen`].
    pub fn name(&self, position: &Position, step: RetroMove, swapped: bool) -> String {
        let board = self.board();
        let role = |slot: u8| position.men().nth(usize::from(slot)).map_or(Role::King, |man| man.0.role);
        let square = |square| seen(square, board, swapped).to_string();
        let (from, to) = (square(step.from), square(step.to));
        let captures = if step.victim.is_some() { "x" } else { "" };
        let mut name = match role(step.slot) {
            Role::Pawn if step.victim.is_some() => format!("{}x{to}", &from[..1]),
            Role::Pawn => to,
            man @ (Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King) => {
                format!("{}{}{captures}{to}", man.upper_char(), self.which(position, step, &from))
            }
        };
        if let Some(promotion) = step.promotion {
            name += &format!("={}", promotion.upper_char());
        }
        let after = position.after(step, board).0;
        if after.is_check(board, after.turn) {
            name.push(if self.choices(&after).is_empty() { '#' } else { '+' });
        }
        name
    }

    /// Returns the part of the name that distinguishes the moving piece from others of its kind that can go to the same
    /// square.
    fn which(&self, position: &Position, step: RetroMove, from: &str) -> String {
        let kind = |slot: u8| position.men().nth(usize::from(slot)).map(|man| man.0);
        let mut rival = None;
        position.each_step(self.board(), |other| {
            let is_one = other.to == step.to && other.slot != step.slot && kind(other.slot) == kind(step.slot);
            if is_one && self.byte(&position.after(other, self.board()).0) != super::ILLEGAL {
                rival = Some(other.from);
            }
            rival.is_none()
        });
        match rival {
            None => String::new(),
            Some(rival) if rival.file() != step.from.file() => from[..1].to_owned(),
            Some(_) => from[1..].to_owned(),
        }
    }
}

/// The maximum number of moves to name; further moves are only counted.
const MOST_LISTED: usize = 8;

/// Explains the tablebase result of a position from its moves and from the replies to the best move. `swapped` says
/// whether the colours of the position were swapped.
pub fn proof_sentence(tables: &EndingTables, position: &Position, swapped: bool) -> String {
    let Some(value) = tables.value(position) else { return "The position is not legal.".to_owned() };
    let white = position.turn().is_white() != swapped;
    let (mover, other) = if white { ("White", "Black") } else { ("Black", "White") };
    let choices = tables.choices(position);
    let name = |choice: &EndingMove| tables.name(position, choice.step, swapped);
    match (value, choices.first()) {
        (RetroValue::Lost(0), _) => format!("{mover} is mated: a loss in 0 plies, where retrograde analysis begins."),
        (RetroValue::Drawn, None) => {
            format!("A draw: {mover} has no move and is not in check, or only kings are left.")
        }
        (RetroValue::Drawn, Some(_)) => {
            let holding: Vec<String> =
                choices.iter().filter(|choice| choice.value == RetroValue::Drawn).map(name).collect();
            drawn(&holding, choices.len() - holding.len())
        }
        (RetroValue::Won(plies), Some(best)) => {
            let first = format!("{mover} wins in {}", in_plies(plies));
            let replies = tables.choices(&best.after);
            if replies.is_empty() {
                return format!("{first}: {} is mate.", name(best));
            }
            let reply =
                |choice: &EndingMove| (tables.name(&best.after, choice.step, swapped != best.swapped), choice.value);
            let replies: Vec<_> = replies.iter().map(reply).collect();
            format!(
                "{first}: after {} {other} loses in {}, because every reply leads to a position that {mover} wins: {}.",
                name(best),
                plies - 1,
                won_in(&replies)
            )
        }
        (RetroValue::Lost(plies), _) => {
            let moves: Vec<_> = choices.iter().map(|choice| (name(choice), choice.value)).collect();
            format!(
                "{mover} loses in {}, because every move leads to a position that {other} wins: {}. The longest counts.",
                in_plies(plies),
                won_in(&moves)
            )
        }
        (RetroValue::Won(plies), None) => {
            format!(
                "The tablebase contradicts itself: {mover} has no move, but is marked as winning in {}.",
                in_plies(plies)
            )
        }
    }
}

/// Describes a draw: no move wins, the moves in `holding` draw, and `losing` other moves lose.
fn drawn(holding: &[String], losing: usize) -> String {
    let rest = if losing == 0 { String::new() } else { format!("; {}", lose(losing)) };
    let hold = if holding.len() == 1 { "holds" } else { "hold" };
    format!("A draw: no move wins, and {} {hold} the draw{rest}.", list(holding))
}

fn in_plies(plies: u8) -> String {
    if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
}

fn lose(count: usize) -> String {
    if count == 1 { "one other move loses".to_owned() } else { format!("{count} other moves lose") }
}

fn list(names: &[String]) -> String {
    match names {
        [] => "none".to_owned(),
        names if MOST_LISTED < names.len() => {
            format!("{} and {} others", names[..MOST_LISTED - 1].join(", "), names.len() + 1 - MOST_LISTED)
        }
        names => listed(names),
    }
}

/// Lists moves that lose. For each move, gives the number of plies in which the other side then wins.
fn won_in(moves: &[(String, RetroValue)]) -> String {
    let text = |(name, value): &(String, RetroValue)| {
        format!("{name} in {}", value.plies().unwrap_or_default().saturating_sub(1))
    };
    list(&moves.iter().map(text).collect::<Vec<_>>())
}

/// A position as a game with only those moves that prove the position's value in the tables.
///
/// If the side to move wins, it has only its quickest win; if it loses, it has every move. In a draw, the side to move
/// at the root has all its moves, because the proof must show that none of them wins; the other side has one move that
/// keeps the draw.
#[derive(Clone, Debug)]
pub struct Unfold {
    tables: Arc<EndingTables>,
    /// The positions from the root to the current one, and whether the colours of each were swapped.
    stack: Vec<(Position, bool)>,
}

impl Unfold {
    /// Returns the proof of a position in the tables; `swapped` says whether its colours were swapped.
    pub fn new(tables: Arc<EndingTables>, position: Position, swapped: bool) -> Self {
        Self { tables, stack: vec![(position, swapped)] }
    }

    fn here(&self) -> (Position, bool) {
        self.stack[self.stack.len() - 1]
    }

    /// Returns the value of the current position.
    pub fn value(&self) -> RetroValue {
        self.tables.value(&self.here().0).unwrap_or(RetroValue::Drawn)
    }

    fn choices(&self) -> Vec<EndingMove> {
        let mut choices = self.tables.choices(&self.here().0);
        let one_is_enough = match self.value() {
            RetroValue::Won(_) => true,
            RetroValue::Drawn => self.stack.len().is_multiple_of(2),
            RetroValue::Lost(_) => false,
        };
        if one_is_enough {
            choices.truncate(1);
        }
        choices
    }
}

/// Searches a proof with plain minimax, because a proof has nothing to order or skip.
#[derive(Clone, Copy, Debug)]
pub struct ProofEngine {
    /// The depth of the proof in plies.
    pub depth: u32,
}

impl Engine<Unfold> for ProofEngine {
    type Report = ();

    fn header(&self, game: &Unfold) -> Header {
        Header::of(game, &Settings::plain(Algorithm::Minimax, self.depth, Order::None))
    }

    fn search<H: Hooks<Unfold>>(&self, game: &mut Unfold, hooks: &mut H) -> Result<Found<RetroMove>, SearchError> {
        Ok(Found { result: minimax(game, hooks, self.depth, Order::None)?, table_line: None })
    }
}

impl Game for Unfold {
    type Move = RetroMove;

    fn turn(&self) -> Side {
        let (position, swapped) = self.here();
        match if swapped { position.turn.other() } else { position.turn } {
            Color::White => Side::First,
            Color::Black => Side::Second,
        }
    }

    fn moves(&self, moves: &mut Vec<RetroMove>) {
        moves.extend(self.choices().iter().map(|choice| choice.step));
    }

    fn play(&mut self, mv: RetroMove) {
        let (position, swapped) = self.here();
        let (after, again) = position.after(mv, self.tables.board());
        self.stack.push((after, swapped != again));
    }

    fn undo(&mut self) {
        self.stack.pop();
    }

    fn ending(&self) -> Option<Ending> {
        let position = self.here().0;
        if self.value() == RetroValue::Lost(0) {
            return Some(Ending::Loss);
        }
        (position.ending.is_empty() || self.tables.choices(&position).is_empty()).then_some(Ending::Draw)
    }

    fn ending_name(&self) -> Option<&'static str> {
        self.ending().map(|ending| match ending {
            Ending::Draw if self.here().0.ending.is_empty() => "only kings are left",
            Ending::Draw => "stalemate",
            Ending::Loss | Ending::Win => "checkmate",
        })
    }

    fn evaluate(&self) -> Score {
        self.value().score(self.stack.len() as u32 - 1)
    }

    fn evaluation_name(&self) -> &'static str {
        "tablebase"
    }

    fn name(&self, mv: RetroMove) -> String {
        let (position, swapped) = self.here();
        self.tables.name(&position, mv, swapped)
    }

    fn diagram(&self) -> Option<Diagram> {
        let (position, swapped) = self.here();
        let move_number = 1 + self.stack.len() as u32 / 2;
        Some(Diagram { fen: position.fen(self.tables.board(), swapped), move_number })
    }
}
