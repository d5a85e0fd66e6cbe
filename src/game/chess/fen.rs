//! FEN in, with errors that say which field is wrong and why.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, FromSetup, PositionErrorKinds, Setup};

/// The position that FEN describes.
///
/// The last fields may be missing: side to move is then White, no castling, no en passant, move 1.
///
/// # Errors
/// [`FenError`] names the field or the rule.
///
/// ```
/// let error = plywood::game::chess::parse_fen("8/8/8/8/8/8/8/K7 w - - 0 1").unwrap_err();
/// assert!(error.to_string().contains("king"));
/// ```
pub fn parse_fen(text: &str) -> Result<Chess, FenError> {
    let fen: Fen = text.parse().map_err(|_| locate(text))?;
    position_from(fen.into_setup()).map_err(|kinds| FenError::Impossible { rules: broken_rules(kinds) })
}

/// The position that `setup` describes; it may have more men than a game can bring about.
pub(super) fn position_from(setup: Setup) -> Result<Chess, PositionErrorKinds> {
    match Chess::from_setup(setup, CastlingMode::Standard) {
        Ok(position) => Ok(position),
        Err(error) => match error.ignore_too_much_material() {
            Ok(position) => Ok(position),
            Err(error) => Err(error.kinds()),
        },
    }
}

/// Why a FEN was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FenError {
    /// A field cannot be read.
    #[error("field {number} of the FEN ({name}), `{text}`, is wrong: {problem}")]
    Field {
        /// 1 to 6.
        number: usize,
        /// What the field holds.
        name: &'static str,
        /// What stands there.
        text: String,
        /// Why it is wrong.
        problem: String,
    },
    /// All fields can be read, but no game leads to such a position.
    #[error("impossible position: {}", rules.join("; "))]
    Impossible {
        /// The rules that are broken.
        rules: Vec<&'static str>,
    },
}

const FIELDS: [&str; 6] =
    ["piece placement", "side to move", "castling rights", "en passant square", "halfmove clock", "move number"];

/// Finds the first bad field, and what is bad about it.
fn locate(text: &str) -> FenError {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let field = |number: usize, problem: String| FenError::Field {
        number,
        name: FIELDS[number - 1],
        text: fields.get(number - 1).copied().unwrap_or_default().to_owned(),
        problem,
    };
    let at = |index: usize| fields.get(index).copied();
    if let Some(problem) = placement_problem(at(0).unwrap_or_default()) {
        return field(1, problem);
    }
    if at(1).is_some_and(|side| side != "w" && side != "b") {
        return field(2, "it must be w or b".to_owned());
    }
    if at(2).is_some_and(|rights| rights != "-" && !rights.chars().all(|c| "KQkqABCDEFGHabcdefgh".contains(c))) {
        return field(3, "it must be - or letters out of KQkq".to_owned());
    }
    if at(3).is_some_and(|square| square != "-" && square.parse::<shakmaty::Square>().is_err()) {
        return field(4, "it must be - or a square such as e3".to_owned());
    }
    for index in [4, 5] {
        if at(index).is_some_and(|number| number.parse::<u32>().is_err()) {
            return field(index + 1, "it must be a whole number".to_owned());
        }
    }
    if 6 < fields.len() {
        return field(6, format!("nothing may follow it, but `{}` does", fields[6]));
    }
    field(1, "it cannot be read".to_owned())
}

fn placement_problem(placement: &str) -> Option<String> {
    let ranks: Vec<&str> = placement.split('/').collect();
    if ranks.len() != 8 {
        return Some(format!("it must have 8 ranks between slashes, not {}", ranks.len()));
    }
    for (index, rank) in ranks.iter().enumerate() {
        let number = 8 - index;
        if let Some(bad) = rank.chars().find(|c| !"pnbrqkPNBRQK12345678".contains(*c)) {
            return Some(format!(
                "`{bad}` in rank {number} is neither a piece (KQRBNP, kqrbnp) nor a digit from 1 to 8"
            ));
        }
        let width: u32 = rank.chars().map(|c| c.to_digit(10).unwrap_or(1)).sum();
        if width != 8 {
            return Some(format!("rank {number}, `{rank}`, has {width} squares, not 8"));
        }
    }
    None
}

fn broken_rules(kinds: PositionErrorKinds) -> Vec<&'static str> {
    let rules = [
        (PositionErrorKinds::EMPTY_BOARD, "the board is empty"),
        (PositionErrorKinds::MISSING_KING, "each side needs a king"),
        (PositionErrorKinds::TOO_MANY_KINGS, "a side has more than one king"),
        (PositionErrorKinds::PAWNS_ON_BACKRANK, "a pawn stands on the first or last rank"),
        (PositionErrorKinds::OPPOSITE_CHECK, "the side not to move is in check"),
        (PositionErrorKinds::IMPOSSIBLE_CHECK, "no last move can have given this check"),
        (PositionErrorKinds::INVALID_CASTLING_RIGHTS, "castling rights without king or rook in place"),
        (PositionErrorKinds::INVALID_EP_SQUARE, "no pawn can be taken en passant there"),
        (PositionErrorKinds::TOO_MUCH_MATERIAL, "a side has too many pieces"),
        (PositionErrorKinds::VARIANT, "a rule of the variant is broken"),
    ];
    rules.into_iter().filter(|&(kind, _)| kinds.contains(kind)).map(|(_, rule)| rule).collect()
}
