//! Reads the header of a trace, and rejects values that no search can have.

use super::TraceError;
use crate::core::game::chess::{FenError, MOST_MOVES};
use crate::core::game::classic::GameList;
use crate::core::names::Named;
use crate::core::score::{Score, ScoreKind};
use crate::core::search::{Cut, Fail, TableAnswers};
use crate::core::text::{Object, visible_lines};
use crate::core::trace::{Header, Numbering, TraceFormat, VERSION};
use serde::Deserialize;

/// The start position of chess, which a header may name instead of giving its FEN.
const START: (&str, &str) = ("startpos", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");

/// Reads the header from `text`, which begins after `line_offset` lines of the trace. The game may be among `games`.
pub(super) fn read_header(text: &str, games: &GameList, line_offset: usize) -> Result<Header, TraceError> {
    let at = |error: serde_json::Error| TraceError::json(text, &error, line_offset);
    let Object(Tags { version, .. }) = serde_json::from_str(text).map_err(at)?;
    if !(1..=VERSION).contains(&version) {
        return Err(TraceError::Version(version));
    }
    let mut header: Header = serde_json::from_str(text).map_err(at)?;
    header.games = games.clone();
    if header.fen.as_deref() == Some(START.0) {
        header.fen = Some(START.1.to_owned());
    }
    let problem = position_problem(&header).or_else(|| value_problem(&header));
    problem.map_or(Ok(header), |problem| {
        Err(TraceError::Json { line: line_offset + 1, column: 1, problem: visible_lines(&problem) })
    })
}

/// Returns whether a line is the header of a trace, of any version.
pub(super) fn is_header(line: &str) -> bool {
    #[derive(Deserialize)]
    struct Tag {
        #[serde(rename = "format")]
        _format: TraceFormat,
    }
    line.contains("plywood-trace") && serde_json::from_str::<Tag>(line).is_ok()
}

/// Both fields are checked, because other formats have their own version numbers.
#[derive(Deserialize)]
struct Tags {
    #[serde(rename = "format")]
    _format: TraceFormat,
    version: u32,
}

/// Returns what is wrong with the position at the root: a move number larger than in real games, to which plies will be
/// added, or a text that is not a position. An impossible position can still be drawn.
fn position_problem(header: &Header) -> Option<String> {
    match header.numbering {
        Some(Numbering { move_number, .. }) if MOST_MOVES < move_number => {
            return Some(format!("move number {move_number} is out of range; it must be at most {MOST_MOVES}"));
        }
        _ => {}
    }
    if let Err(error) = header.named_game() {
        return Some(format!("the position of the game is impossible: {error}"));
    }
    match header.positions() {
        Err(error @ FenError::Field { .. }) => Some(format!("the root position of the trace: {error}")),
        Err(FenError::Impossible { .. }) | Ok(_) => None,
    }
}

/// Returns what is wrong with a setting of the search.
fn value_problem(header: &Header) -> Option<String> {
    let is_number = |score: Score| matches!(score.kind(), ScoreKind::Millipawns(_));
    if !is_number(header.tolerance) || header.tolerance < Score::ZERO {
        return Some("`tolerance` must be a number of pawns, 0 or more".to_owned());
    }
    if header.win.is_some_and(|win| !is_number(win) || win <= Score::ZERO) {
        return Some("`win`, the value of a won game, must be a number of pawns above 0".to_owned());
    }
    unknown::<Fail>("fail", &header.fail)
        .or_else(|| unknown::<Fail>("lesson_fail", &header.lesson_fail))
        .or_else(|| unknown::<Cut>("cut", &header.cut))
        .or_else(|| unknown::<TableAnswers>("table_answers", &header.table_answers))
}

/// Returns the error if `name`, the value of `field`, is not in its list of names. An empty name is an omitted field.
fn unknown<T: Named>(field: &str, name: &str) -> Option<String> {
    let error = T::from_name(name).err().filter(|_| !name.is_empty())?;
    Some(format!("`{field}`: {error}"))
}
