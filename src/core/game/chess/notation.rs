//! Reads and writes moves in algebraic notation and in coordinates. Errors explain what is wrong and why.

use crate::core::game::{MoveError, MoveErrorKind};
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Move, MoveList, Position, Role, Square};

/// Writes the names of legal moves to `names`, reusing its strings.
///
/// Ambiguous names can be avoided only by knowing the legal moves. They are generated once for all names, and only a
/// move with a rival, a piece of the same kind that can go to the same square, is compared with them.
pub(super) fn write_names(position: &Chess, moves: &[Move], names: &mut Vec<String>) {
    let (legal, none) = (position.legal_moves(), MoveList::new());
    let mut arrivals = [[0_u8; Square::ALL.len()]; Role::ALL.len() + 1];
    for mv in &legal {
        arrivals[usize::from(mv.role())][usize::from(mv.to())] += 1;
    }
    names.resize_with(moves.len(), String::new);
    for (&mv, name) in moves.iter().zip(names) {
        name.clear();
        let is_rivalled = 1 < arrivals[usize::from(mv.role())][usize::from(mv.to())];
        San::disambiguate(mv, if is_rivalled { &legal } else { &none }).append_to_string(name);
        let mut next = position.clone();
        next.play_unchecked(mv);
        // Most moves don't give check. After such a move, it doesn't matter whether the opponent can move.
        if next.is_check() {
            name.push(if next.legal_moves().is_empty() { '#' } else { '+' });
        }
    }
}

/// Reads a move of `position` in standard algebraic notation.
///
/// Real files are sloppy, so anything unambiguous is accepted: check and mate symbols and annotations such as `!?` are
/// optional, castling may be written with zeros, the symbols `x`, `=` and `-` may be missing or superfluous, and
/// coordinates (`g1f3`, `e7e8q`) also work.
///
/// # Errors
/// [`MoveError`], with the legal moves, if the text is not a move or is illegal or ambiguous.
///
/// ```
/// use plywood::game::chess::{Chess, parse_san};
/// let position = Chess::default();
/// assert_eq!(parse_san(&position, "Nf3!?")?, parse_san(&position, "g1-f3")?);
/// assert_eq!(parse_san(&position, "\u{2658}f3")?, parse_san(&position, "Nf3")?);
/// assert!(parse_san(&position, "Nd2").unwrap_err().to_string().starts_with("`Nd2` is not legal; legal here: Na3 Nc3"));
/// # Ok::<(), plywood::game::MoveError>(())
/// ```
pub fn parse_san(position: &Chess, text: &str) -> Result<Move, MoveError> {
    if let Some(mv) = by_coordinates(position, text) {
        return Ok(mv);
    }
    let castling = text.replace('0', "O");
    let bare = if text.starts_with('0') { &castling } else { text }.trim_end_matches(['+', '#', '!', '?']);
    let strict = bare.parse::<San>().map_err(|_| MoveErrorKind::NotAMove).and_then(|san| {
        san.to_move(position).map_err(|cause| match cause {
            shakmaty::san::SanError::AmbiguousSan => MoveErrorKind::Ambiguous,
            shakmaty::san::SanError::IllegalSan => MoveErrorKind::Illegal,
        })
    });
    strict.or_else(|kind| loosely(position, bare).ok_or(kind)).map_err(|kind| MoveError {
        text: text.to_owned(),
        kind,
        legal: legal_names(position),
    })
}

/// Returns the legal move with these coordinates. Since engines write only coordinates, this function doesn't generate
/// the names of the moves.
pub(super) fn by_coordinates(position: &Chess, text: &str) -> Option<Move> {
    let is_it = |mv: &Move| UciMove::from_move(*mv, CastlingMode::Standard).to_string() == text;
    let mv = text.parse::<UciMove>().ok()?.to_move(position).ok()?;
    is_it(&mv).then_some(mv)
}

/// Returns the name of a move in long algebraic notation, given its coordinates, without the signs between its parts.
fn long(mv: Move, coordinates: &str) -> String {
    match (mv.role(), mv.promotion()) {
        (Role::Pawn, None) => coordinates.to_owned(),
        (Role::Pawn, Some(role)) => format!("{}{}", &coordinates[..4], role.upper_char()),
        (role, _) => format!("{}{coordinates}", role.upper_char()),
    }
}

/// Returns the letter of a piece that is written as a figurine, a space for a pawn, and any other character unchanged.
const fn letter(c: char) -> char {
    match c {
        '\u{2654}' | '\u{265a}' => 'K',
        '\u{2655}' | '\u{265b}' => 'Q',
        '\u{2656}' | '\u{265c}' => 'R',
        '\u{2657}' | '\u{265d}' => 'B',
        '\u{2658}' | '\u{265e}' => 'N',
        '\u{2659}' | '\u{265f}' => ' ',
        other => other,
    }
}

/// Returns the move whose name in short or long algebraic notation or in coordinates consists of the same letters and
/// digits as `text`, if there is exactly one such move.
fn loosely(position: &Chess, text: &str) -> Option<Move> {
    let letters = |text: &str| text.chars().map(letter).filter(|c| !"x:=-+# ".contains(*c)).collect::<String>();
    let wanted = letters(text.trim_end_matches("e.p."));
    let is_meant = |mv: &Move| {
        let coordinates = UciMove::from_move(*mv, CastlingMode::Standard).to_string();
        wanted == letters(&San::from_move(position, *mv).to_string())
            || wanted == coordinates
            || wanted == coordinates.to_uppercase()
            || wanted == long(*mv, &coordinates)
            // Some engines write castling as the king's move to its rook.
            || mv.is_castle() && wanted == UciMove::from_move(*mv, CastlingMode::Chess960).to_string()
    };
    let legal = position.legal_moves();
    let mut meant = legal.iter().filter(|mv| is_meant(mv));
    meant.next().filter(|_| meant.next().is_none()).copied()
}

/// Returns the names of all legal moves, in alphabetical order.
pub(super) fn legal_names(position: &Chess) -> Vec<String> {
    let name = |&mv: &Move| SanPlus::from_move(position.clone(), mv).to_string();
    let mut names: Vec<String> = position.legal_moves().iter().map(name).collect();
    names.sort_unstable();
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::game::chess::parse_fen;

    #[test]
    fn moves_are_read_as_engines_write_them() {
        let castles = parse_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        for text in ["O-O", "0-0", "e1g1", "E1G1", "e1h1", "Ke1-g1"] {
            assert_eq!(parse_san(&castles, text).map(|mv| mv.is_castle()), Ok(true), "{text}");
        }
        let position = parse_fen("4k3/P7/8/3pP3/8/8/8/1N2K2R w K d6 0 1").unwrap();
        for (text, san) in [
            ("Nb1-c3", "Nc3"),
            ("B1C3", "Nc3"),
            ("Rh1-h8", "Rh8"),
            ("exd6 e.p.", "exd6"),
            ("e5xd6", "exd6"),
            ("a7-a8=Q", "a8=Q"),
            ("a7a8Q", "a8=Q"),
        ] {
            let read = parse_san(&position, text).map(|mv| San::from_move(&position, mv).to_string());
            assert_eq!(read.as_deref(), Ok(san), "{text}");
        }
    }

    #[test]
    fn every_move_is_found_by_its_coordinates_and_by_no_other() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/1P3k2/8/2pP4/8/8/5K2/8 w - c6 0 1",
        ] {
            let position = parse_fen(fen).unwrap();
            for mv in position.legal_moves() {
                let coordinates = UciMove::from_move(mv, CastlingMode::Standard).to_string();
                assert_eq!(by_coordinates(&position, &coordinates), Some(mv), "{coordinates}");
                assert_eq!(parse_san(&position, &coordinates), Ok(mv), "{coordinates}");
            }
        }
        let position = parse_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        // A king's move onto its own rook is accepted only if it means castling.
        for text in ["e1h1", "e1e1", "h1e1", "e2e4", "Rf1"] {
            assert_eq!(by_coordinates(&position, text), None, "{text}");
        }
    }
}
