//! Positions and moves as people write them: FEN for boards of every size, and short algebraic notation.

use super::board::SmallBoard;
use super::error::RetroError;
use super::position::{Position, RetroMove};
use super::tables::EndingTables;
use shakmaty::{Color, Piece, Role, Square};

/// Reads a position from FEN, for a board of any size: `3k/4/1Q2/K3 w` on 4 x 4. Returns it with the stronger side as White,
/// and whether the colours had to change places for that.
///
/// # Errors
/// [`RetroError::Position`] if it cannot be read, is not legal, has castling rights or en passant, or if there is no table
/// of its men.
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
        return Err(wrong(format!("castling rights (`{rights}`) play no part in these tables; write - for them")));
    }
    if let Some(square) = fields.next().filter(|square| *square != "-") {
        return Err(wrong(format!("en passant (`{square}`) plays no part in these tables; write - for it")));
    }
    for color in Color::ALL {
        let kings = men.iter().filter(|man| man.0 == color.king()).count();
        if kings != 1 {
            let side = color.fold_wb("White", "Black");
            return Err(wrong(format!("{side} has {}", if kings == 0 { "no king" } else { "more than one king" })));
        }
    }
    let wanted = || format!("these men are not in the tables of {}", tables.ending());
    let (position, swapped) = tables.position(&men, turn).ok_or_else(|| wrong(wanted()))?;
    let as_read = if swapped { mirrored(&position, tables.board()) } else { position };
    match as_read.problem(tables.board()) {
        Some(problem) => Err(wrong(problem.to_owned())),
        None => Ok((position, swapped)),
    }
}

/// The same position with the colours exchanged. It is not a position of a table, but it has the right words for problems.
fn mirrored(position: &Position, board: SmallBoard) -> Position {
    let mut other = *position;
    other.squares = position.squares.map(|square| board.turned(square, 2));
    other.squares.swap(0, 1);
    other.turn = position.turn.other();
    other.ending = position.ending.exchanged();
    other
}

/// Reads the men of a FEN.
fn placement(text: &str, board: SmallBoard) -> Result<Vec<(Piece, Square)>, String> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != board.size() {
        return Err(format!("a board of {board} has {} ranks between slashes, not {}", board.size(), ranks.len()));
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
            let piece = Piece::from_char(letter).ok_or_else(|| format!("`{letter}` is neither a man nor a number"))?;
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
    /// Returns the position as FEN; `swapped` says that the colours have changed places, and are to change back.
    #[must_use]
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

/// Where a square is for whoever sees the colours as they were.
fn seen(square: Square, board: SmallBoard, swapped: bool) -> Square {
    if swapped { board.turned(square, 2) } else { square }
}

impl EndingTables {
    /// Returns the short algebraic name of a legal move, with the sign of check or mate; `swapped` as in
    /// [`Position::fen`].
    #[must_use]
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

    /// What tells the moving man from another of its kind that can go to the same square.
    fn which(&self, position: &Position, step: RetroMove, from: &str) -> String {
        let kind = |slot: u8| position.men().nth(usize::from(slot)).map(|man| man.0);
        let mut rival = None;
        position.each_step(self.board(), |other| {
            let is_one = other.to == step.to && other.slot != step.slot && kind(other.slot) == kind(step.slot);
            if is_one && self.byte(&position.after(other, self.board()).0) != super::value::ILLEGAL {
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
