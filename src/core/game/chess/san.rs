//! Moves in algebraic notation in, with errors that say what could be played instead.

use crate::game::{MoveError, MoveErrorKind};
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Move, Position};

/// Writes the names of legal moves into `names`, whose strings are used again.
///
/// The legal moves, against which ambiguities are settled, are generated once for all.
pub(super) fn write_names(position: &Chess, moves: &[Move], names: &mut Vec<String>) {
    let legal = position.legal_moves();
    names.resize_with(moves.len(), String::new);
    for (&mv, name) in moves.iter().zip(names) {
        name.clear();
        San::disambiguate(mv, &legal).append_to_string(name);
        let mut next = position.clone();
        next.play_unchecked(mv);
        // Most moves give no check, and then nobody need know whether the opponent can move.
        if next.is_check() {
            name.push(if next.legal_moves().is_empty() { '#' } else { '+' });
        }
    }
}

/// Reads a move of `position` in standard algebraic notation.
///
/// Real files are sloppy, so what is clear is accepted: check and mate signs and annotations such as `!?` may be there
/// or not, castling may be written with zeros, the signs `x`, `=` and `-` may be missing or too many, and coordinates
/// (`g1f3`, `e7e8q`) will do.
///
/// # Errors
/// [`MoveError`], with the legal moves, if the text is not a move, or an illegal or ambiguous one.
///
/// ```
/// use plywood::game::chess::{Chess, parse_san};
/// let position = Chess::default();
/// assert_eq!(parse_san(&position, "Nf3!?")?, parse_san(&position, "g1-f3")?);
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

/// The legal move with these coordinates. Engines write nothing else, so this is found without the names of other moves.
pub(super) fn by_coordinates(position: &Chess, text: &str) -> Option<Move> {
    let is_it = |mv: &Move| UciMove::from_move(*mv, CastlingMode::Standard).to_string() == text;
    let mv = text.parse::<UciMove>().ok()?.to_move(position).ok()?;
    is_it(&mv).then_some(mv)
}

/// The only move whose name consists of the same letters and digits as `text`.
fn loosely(position: &Chess, text: &str) -> Option<Move> {
    let letters = |text: &str| text.chars().filter(|c| !"x:=-+#".contains(*c)).collect::<String>();
    let wanted = letters(text.trim_end_matches("e.p."));
    let is_meant = |mv: &Move| {
        let coordinates = UciMove::from_move(*mv, CastlingMode::Standard).to_string();
        wanted == letters(&San::from_move(position, *mv).to_string()) || wanted == coordinates
    };
    let legal = position.legal_moves();
    let mut meant = legal.iter().filter(|mv| is_meant(mv));
    meant.next().filter(|_| meant.next().is_none()).copied()
}

/// Returns the names of all legal moves, in alphabetical order.
pub(super) fn legal_names(position: &Chess) -> Vec<String> {
    let name = |&mv: &Move| SanPlus::from_move(position.clone(), mv).to_string();
    let mut names: Vec<String> = position.legal_moves().iter().map(name).collect();
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::chess::parse_fen;

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
        // The king takes its own rook only where castling is written so.
        for text in ["e1h1", "e1e1", "h1e1", "e2e4", "Rf1"] {
            assert_eq!(by_coordinates(&position, text), None, "{text}");
        }
    }
}
