//! Reads positions (FEN) as people write them. Errors explain what is wrong and why.

use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, FromSetup, Piece, Position, PositionErrorKinds, Role, Setup, Square,
};

/// Parses a FEN.
///
/// The last fields may be missing. The defaults are: White to move, no castling, no en passant, move 1.
///
/// # Errors
/// [`FenError`] names the field or the rule.
///
/// ```
/// let error = plywood::game::chess::parse_fen("8/8/8/8/8/8/8/K7 w - - 0 1").unwrap_err();
/// assert!(error.to_string().contains("king"));
/// ```
pub fn parse_fen(text: &str) -> Result<Chess, FenError> {
    let text = &plain(text);
    let fen: Fen = text.parse().map_err(|error| field_error(text, error))?;
    // A ninth part after the ranks holds the pieces in hand, but an empty one is a slip.
    let placement = text.split_whitespace().next().unwrap_or_default();
    if placement.ends_with('/') {
        return Err(field(text, 1, "it ends with a slash; remove it".to_owned()));
    }
    let setup = fen.into_setup();
    if let Some(problem) = foreign(&setup) {
        return Err(field(text, 1, problem.to_owned()));
    }
    if setup.remaining_checks.is_some() {
        let problem = "remaining checks are counted in another variant of chess".to_owned();
        let place = text.split_whitespace().position(|word| word.contains('+')).map_or(6, |index| index + 1);
        return Err(field(text, place.min(6), problem));
    }
    check_numbers(text, &setup)?;
    let of_chess960 = chess960_right(text, &setup);
    position_from(setup.clone()).map_err(|kinds| {
        let of_castling =
            || impossible_right(text, &setup).filter(|_| kinds == PositionErrorKinds::INVALID_CASTLING_RIGHTS);
        of_chess960.or_else(of_castling).unwrap_or_else(|| FenError::Impossible { rules: broken_rules(kinds) })
    })
}

/// Returns a FEN with hyphens for the dashes that word processors write, and with a small letter for the side to move.
fn plain(text: &str) -> String {
    let text = text.replace(['–', '—', '−'], "-");
    let mut words = text.split_whitespace();
    match (words.next(), words.next()) {
        (Some(placement), Some(side @ ("W" | "B"))) => {
            let rest = text.trim_start()[placement.len()..].trim_start();
            format!("{placement} {}{}", side.to_lowercase(), &rest[side.len()..])
        }
        _ => text,
    }
}

/// Returns whether the king and the rook of a castling right are on their original squares.
fn is_usual(setup: &Setup, letter: char) -> bool {
    let (color, rank) = if letter.is_ascii_uppercase() { (Color::White, '1') } else { (Color::Black, '8') };
    let has = |file: char, role: Role| {
        let square: Option<Square> = format!("{file}{rank}").parse().ok();
        square.is_some_and(|square| setup.board.piece_at(square) == Some(Piece { color, role }))
    };
    let file = match letter.to_ascii_lowercase() {
        'k' => 'h',
        'q' => 'a',
        file => file,
    };
    matches!(file, 'a' | 'h') && has('e', Role::King) && has(file, Role::Rook)
}

/// Returns an error for castling rights without a king or rook on its original square, if there are any.
fn impossible_right(text: &str, setup: &Setup) -> Option<FenError> {
    let rights = text.split_whitespace().nth(2)?;
    let (possible, wrong): (String, String) = rights.chars().partition(|&letter| is_usual(setup, letter));
    let right = if possible.is_empty() { "-" } else { &possible };
    let problem =
        format!("`{wrong}` is impossible, because a king or rook is not on its original square; write {right}");
    (!wrong.is_empty()).then(|| field(text, 3, problem))
}

/// Returns an error for the first castling right that exists only in Chess960, if any.
fn chess960_right(text: &str, setup: &Setup) -> Option<FenError> {
    let rights = text.split_whitespace().nth(2)?;
    let is_lettered = rights.contains(|c: char| "ABCDEFGHabcdefgh".contains(c));
    let is_played = || Chess::from_setup(setup.clone(), CastlingMode::Chess960).is_ok();
    if !is_lettered && !is_played() {
        return None;
    }
    let letter = rights.chars().find(|&letter| letter != '-' && !is_usual(setup, letter))?;
    let (side, rank) = if letter.is_ascii_uppercase() { ("White", 1) } else { ("Black", 8) };
    let problem = format!(
        "`{letter}` is a castling right of Chess960, which plywood does not play; here {side} castles with the king on e{rank} \
         and a rook on a{rank} or h{rank}; write - for no castling"
    );
    Some(field(text, 3, problem))
}

pub(crate) const MOST_MOVES: u32 = 1_000_000;
/// The maximum number of half-moves without a capture or pawn move. No game comes near it, because a game is always
/// drawn after 150 such half-moves.
const MOST_HALFMOVES: u32 = 10_000;

/// Rejects numbers that are out of range. Numbers that do not fit into 32 bits are read as the largest possible number,
/// so this function checks the text itself.
fn check_numbers(text: &str, setup: &Setup) -> Result<(), FenError> {
    let too_large = |most: u32| format!("it is out of range; it must be at most {most}");
    if MOST_HALFMOVES < setup.halfmoves {
        return Err(field(text, 5, too_large(MOST_HALFMOVES)));
    }
    if MOST_MOVES < setup.fullmoves.get() {
        return Err(field(text, 6, too_large(MOST_MOVES)));
    }
    Ok(())
}

/// Returns the error message for pieces that belong to another variant of chess, or `None` if there are no such pieces.
fn foreign(setup: &Setup) -> Option<&'static str> {
    if setup.pockets.is_some() {
        return Some("pieces in hand belong to another variant of chess");
    }
    setup.promoted.any().then_some("pieces marked as promoted (~) belong to another variant of chess")
}

/// Returns the position described by `setup`, which may have more pieces than any game can produce.
pub(super) fn position_from(setup: Setup) -> Result<Chess, PositionErrorKinds> {
    match Chess::from_setup(setup, CastlingMode::Standard) {
        Ok(position) => Ok(position),
        Err(error) => match error.ignore_too_much_material() {
            Ok(position) => Ok(position),
            Err(error) => Err(error.kinds()),
        },
    }
}

/// Returns whether a word is a null move in the notation of annotated games or engines.
pub(crate) fn is_pass(word: &str) -> bool {
    matches!(word, "--" | "Z0" | "0000" | "@@@@")
}

/// Returns the position after a null move, or `None` if the side to move is in check. The move number advances.
pub(crate) fn passed(position: &Chess) -> Option<Chess> {
    let next = position.clone().swap_turn().ok()?;
    let mut setup = next.to_setup(EnPassantMode::Legal);
    setup.fullmoves = setup.fullmoves.saturating_add(u32::from(next.turn() == Color::White));
    position_from(setup).ok()
}

/// Why a FEN was rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FenError {
    /// A field cannot be read.
    #[error("field {number} of the FEN ({name}), `{text}`, is wrong: {problem}")]
    Field {
        /// The number of the field, 1 to 6.
        number: usize,
        /// The name of the field.
        name: &'static str,
        /// The content of the field.
        text: String,
        /// What is wrong with the field.
        problem: String,
    },
    /// All fields can be read, but no game leads to this position.
    #[error("impossible position: {}", rules.join("; "))]
    Impossible {
        /// The rules that are broken.
        rules: Vec<&'static str>,
    },
}

const FIELDS: [&str; 6] =
    ["piece placement", "side to move", "castling rights", "en passant square", "halfmove clock", "move number"];

/// Returns the error for a field; fields are counted from 1.
fn field(text: &str, number: usize, problem: String) -> FenError {
    let text = text.split_whitespace().nth(number - 1).unwrap_or_default().to_owned();
    FenError::Field { number, name: FIELDS[number - 1], text, problem }
}

/// Describes which field is wrong and what is expected.
fn field_error(text: &str, error: ParseFenError) -> FenError {
    let wanted = |number: usize, problem: &str| field(text, number, problem.to_owned());
    match error {
        ParseFenError::InvalidBoard | ParseFenError::InvalidPocket => {
            let placement = text.split_whitespace().next().unwrap_or_default();
            let problem = placement_problem(placement).unwrap_or_else(|| "it cannot be read".to_owned());
            field(text, 1, problem)
        }
        ParseFenError::InvalidTurn => wanted(2, "it must be w or b"),
        ParseFenError::InvalidCastling => wanted(3, "it must be - or letters out of KQkq"),
        ParseFenError::InvalidEpSquare => wanted(4, "it must be - or a square such as e3"),
        ParseFenError::InvalidHalfmoveClock => wanted(5, "it must be a whole number"),
        ParseFenError::InvalidFullmoves => wanted(6, "it must be a whole number"),
        ParseFenError::InvalidFen | ParseFenError::InvalidRemainingChecks => match text.split_whitespace().nth(6) {
            Some(more) => field(text, 6, format!("nothing may follow it, but `{more}` does")),
            None => field_error(text, ParseFenError::InvalidBoard),
        },
    }
}

fn placement_problem(placement: &str) -> Option<String> {
    let ranks: Vec<&str> = placement.split('/').collect();
    if ranks.len() != 8 {
        return Some(format!("it must have 8 ranks separated by slashes, not {}", ranks.len()));
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
        (PositionErrorKinds::PAWNS_ON_BACKRANK, "a pawn is on the first or last rank"),
        (PositionErrorKinds::OPPOSITE_CHECK, "the side not to move is in check"),
        (PositionErrorKinds::IMPOSSIBLE_CHECK, "no last move can have given this check"),
        (PositionErrorKinds::INVALID_CASTLING_RIGHTS, "castling rights without king or rook in place"),
        (
            PositionErrorKinds::INVALID_EP_SQUARE,
            "no pawn can be taken en passant there; the field names the square that a pawn has just jumped over, such as e3",
        ),
        (PositionErrorKinds::TOO_MUCH_MATERIAL, "a side has too many pieces"),
        (PositionErrorKinds::VARIANT, "a rule of the variant is broken"),
    ];
    rules.into_iter().filter(|&(kind, _)| kinds.contains(kind)).map(|(_, rule)| rule).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        parse_fen(text).expect_err(text).to_string()
    }

    #[test]
    fn missing_fields_have_defaults() {
        let position = parse_fen("4k3/8/8/8/8/8/8/R3K3").unwrap();
        assert_eq!((position.turn(), position.halfmoves(), position.fullmoves().get()), (Color::White, 0, 1));
        assert!(position.castles().is_empty());
        assert_eq!(parse_fen("  4k3/8/8/8/8/8/8/R3K3 b  -  - 3 ").map(|position| position.halfmoves()), Ok(3));
    }

    #[test]
    fn what_is_read_is_written_again() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 99 120",
        ] {
            let setup = parse_fen(fen).unwrap().to_setup(EnPassantMode::Legal);
            assert_eq!(Fen::try_from(setup).unwrap().to_string(), fen);
        }
    }

    #[test]
    fn the_bad_field_is_named() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        let [ranks, width, letter] = [
            "field 1 of the FEN (piece placement), `8/8`, is wrong: it must have 8 ranks separated by slashes, not 2",
            "is wrong: rank 7, `ppppppp`, has 7 squares, not 8",
            "is wrong: `x` in rank 1 is neither a piece (KQRBNP, kqrbnp) nor a digit from 1 to 8",
        ];
        assert_eq!(error("8/8"), ranks);
        assert!(error(&start.replacen("pppppppp", "ppppppp", 1)).ends_with(width));
        assert!(error(&start.replace("RNBQKBNR", "RNBQKBNx")).ends_with(letter));
        let rest = |rest: &str| error(&format!("{start} {rest}"));
        assert_eq!(rest("white"), "field 2 of the FEN (side to move), `white`, is wrong: it must be w or b");
        assert_eq!(
            rest("w yes"),
            "field 3 of the FEN (castling rights), `yes`, is wrong: it must be - or letters out of KQkq"
        );
        assert_eq!(
            rest("w KQkq e9"),
            "field 4 of the FEN (en passant square), `e9`, is wrong: it must be - or a square such as e3"
        );
        assert_eq!(
            rest("w KQkq - -1"),
            "field 5 of the FEN (halfmove clock), `-1`, is wrong: it must be a whole number"
        );
        assert_eq!(
            rest("w KQkq - 0 one"),
            "field 6 of the FEN (move number), `one`, is wrong: it must be a whole number"
        );
        assert_eq!(
            rest("w KQkq - 0 1 more"),
            "field 6 of the FEN (move number), `1`, is wrong: nothing may follow it, but `more` does"
        );
    }

    #[test]
    fn numbers_beyond_sense_are_refused_and_not_clamped() {
        let rest = |rest: &str| error(&format!("4k3/8/8/8/8/8/8/R3K3 {rest}"));
        assert_eq!(
            rest("w - - 0 1000001"),
            "field 6 of the FEN (move number), `1000001`, is wrong: it is out of range; it must be at most 1000000"
        );
        for number in ["10001", "4294967296", "99999999999999999999"] {
            let clock = rest(&format!("w - - {number} 1"));
            assert!(clock.starts_with("field 5 of the FEN (halfmove clock)"), "{clock}");
            let moves = rest(&format!("w - - 0 {number}00"));
            assert!(moves.starts_with("field 6 of the FEN (move number)"), "{moves}");
        }
    }

    #[test]
    fn what_belongs_to_other_variants_is_refused() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        let error = |fen: String| error(&fen).split(": ").last().map(str::to_owned);
        assert_eq!(
            error(format!("{start}[Qn] w KQkq - 0 1")).as_deref(),
            Some("pieces in hand belong to another variant of chess")
        );
        assert_eq!(
            error(format!("{start} w KQkq - 0 1").replace("RNBQ", "RNBQ~")).as_deref(),
            Some("pieces marked as promoted (~) belong to another variant of chess")
        );
        assert_eq!(
            error(format!("{start} w KQkq - 3+3 0 1")).as_deref(),
            Some("remaining checks are counted in another variant of chess")
        );
    }

    #[test]
    fn the_broken_rules_are_named() {
        let rules = |fen: &str| error(fen).strip_prefix("impossible position: ").map(str::to_owned);
        let is = |fen: &str, rule: &str| assert_eq!(rules(fen).as_deref(), Some(rule), "{fen}");
        is("8/8/8/8/8/8/8/K7 w - - 0 1", "each side needs a king");
        is("kk6/8/8/8/8/8/8/K7 w - - 0 1", "a side has more than one king");
        is("k6P/8/8/8/8/8/8/K7 w - - 0 1", "a pawn is on the first or last rank");
        is("k7/8/8/8/8/8/8/R3K3 w - - 0 1", "the side not to move is in check");
        is("8/8/8/8/8/8/8/R3K3 b K - 0 1", "each side needs a king; castling rights without king or rook in place");
        is(
            "k7/8/8/8/8/8/8/4K3 w - e6 0 1",
            "no pawn can be taken en passant there; the field names the square that a pawn has just jumped over, such as e3",
        );
        is("3R4/8/q4k2/2B5/1NK5/3b4/8/8 w - - 0 1", "no last move can have given this check");
    }

    #[test]
    fn impossible_castling_rights_are_named_with_the_possible_ones() {
        let problem = |fen: &str| error(fen).rsplit_once(" is wrong: ").map(|(_, problem)| problem.to_owned());
        let is = |fen: &str, wanted: &str| assert_eq!(problem(fen).as_deref(), Some(wanted), "{fen}");
        let why = "is impossible, because a king or rook is not on its original square; write";
        is("4k3/8/8/8/8/8/8/R3K2R w KQkq - 0 1", &format!("`kq` {why} KQ"));
        is("k7/8/8/8/8/8/8/R3K3 b K - 0 1", &format!("`K` {why} -"));
        is("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/ w KQkq - 0 1", "it ends with a slash; remove it");
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1";
        assert!(error(fen).starts_with("field 5 of the FEN (halfmove clock), `3+3`"), "{}", error(fen));
    }

    #[test]
    fn odd_text_is_refused_and_does_not_panic() {
        for text in ["", " ", "/", "////////", "9/8/8/8/8/8/8/8 w", "é", "8/8/8/8/8/8/8/8 w - - 99999999999 1"] {
            assert!(!error(text).is_empty());
        }
    }

    #[test]
    fn more_men_than_a_game_allows_are_welcome() {
        assert!(parse_fen("k7/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/7K w - - 0 1").is_ok());
    }
}
