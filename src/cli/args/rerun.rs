//! Turns a recorded search back into a subject and settings that can be searched again, using the header of its trace.

use crate::cli::command_error::{CommandError, Result, failure};
use crate::cli::context::Context;
use crate::cli::usage;
use crate::core::game::Side;
use crate::core::game::chess::parse_fen;
use crate::core::game::classic::GameList;
use crate::core::search::{Order, Settings, TableAnswers, TableSettings, Technique};
use crate::core::text::json_value;
use crate::core::trace::{Change, Header};
use crate::endgame::tablebase::Tables;
use crate::subject::{LineOptions, Subject};
use serde_json::{Value as Json, json};
use std::str::FromStr;
use std::sync::Arc;

/// Returns the error for a search that plywood cannot repeat, with a suggestion.
fn not_again(why: &str) -> CommandError {
    usage(format!(
        "this trace cannot be searched again: {why}. Give the other search as well: plywood compare --check OLD NEW"
    ))
}

/// Returns the subject of the recorded search.
pub(in crate::cli) fn subject(context: &Context, header: &Header) -> Result<Subject> {
    let games = context.games();
    if header.evaluation.starts_with("uci:") {
        return Err(not_again("its leaves were scored by a UCI engine"));
    }
    if !header.tablebases.is_empty() && !header.has_own_tables() {
        return Err(not_again("its leaves were scored by files of tablebases"));
    }
    let mut subject = if header.fen.is_some() && (header.shape.is_some() || is_overlaid(header)) {
        built_in(games, header)?
    } else if header.fen.is_some() {
        Subject::of_game(header.title.clone(), header.positions().map_err(|error| not_again(&error.to_string()))?)
    } else if let Some(game) = &header.game {
        named(games, game)?
    } else if header.shape.is_some() {
        Subject::of_lesson(&lesson(header).to_string(), "", games).map_err(|error| not_again(&error.to_string()))?
    } else {
        return Err(not_again("its header has no position: no `fen`, `game` or `shape`"));
    };
    subject.tables = header.has_own_tables().then(|| Arc::new(Tables::retro()));
    changed(&mut subject, &header.changes)?;
    Ok(subject)
}

/// Returns the built-in board lesson that the trace names. The trace doesn't contain the lesson itself.
fn built_in(games: &GameList, header: &Header) -> Result<Subject> {
    let lesson = Subject::of_words(&header.name, games)?.filter(Subject::is_lesson);
    let is_same = |lesson: &Subject| {
        let root = header.fen.as_deref().and_then(|fen| parse_fen(fen).ok());
        root.as_ref() == lesson.position()
    };
    lesson.filter(is_same).ok_or_else(|| not_again("it is a lesson on a board, and none of plywood's own"))
}

/// Returns whether a lesson restricted the moves or replaced scores of its board.
fn is_overlaid(header: &Header) -> bool {
    header.changes.is_empty() && !(header.restricted.is_empty() && header.replaced_scores.is_empty())
}

fn named(games: &GameList, name: &str) -> Result<Subject> {
    Subject::of_words(name, games)?.ok_or_else(|| not_again(&format!("`{name}` is not the name of a lesson or a game")))
}

fn changed(subject: &mut Subject, changes: &[Change]) -> Result<()> {
    let mut given = LineOptions::default();
    for change in changes {
        match change {
            Change::Score { line, score } => subject.set_score(&line.join(" "), *score, &mut given)?,
            Change::Only { line, moves } => {
                let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
                subject.restrict(&line.join(" "), &moves, &mut given)?;
            }
            Change::Without { kinds } => subject.leave_out(&parsed_all(kinds, "kind of move")?)?,
        }
    }
    Ok(())
}

/// Returns the header's tree as a lesson, with scores from MAX's point of view.
fn lesson(header: &Header) -> Json {
    let shape = json_value(&header.shape);
    let mut lesson = json!({ "title": header.title, "moves": for_max(header, 0, shape) });
    if let Some(movers) = json_value(header).get("movers") {
        lesson["movers"] = movers.clone();
    }
    lesson
}

fn for_max(header: &Header, ply: usize, mut moves: Json) -> Json {
    let is_second = header.movers().side(ply) == Side::Second;
    for node in moves.as_array_mut().into_iter().flatten() {
        if is_second && let Some(score) = node.get_mut("score") {
            match score.get("mate").and_then(Json::as_i64) {
                Some(mate) => *score = json!({ "mate": -mate }),
                None => *score = json!(0.0 - score.as_f64().unwrap_or_default()),
            }
        }
        if let Some(below) = node.get_mut("moves") {
            *below = for_max(header, ply + 1, below.take());
        }
    }
    moves
}

/// Returns the settings of the search.
pub(in crate::cli) fn settings(header: &Header) -> Result<Settings> {
    let techniques: Vec<Technique> = parsed_all(&header.techniques, "technique")?;
    let usual = TableSettings::default();
    let answers: Option<TableAnswers> = parsed(&header.table_answers, "rule for table entries")?;
    Ok(Settings {
        algorithm: parsed(&header.algorithm, "algorithm")?.unwrap_or_default(),
        depth: header.depth,
        order: parsed::<Order>(&header.order, "move ordering")?.unwrap_or_default(),
        cut: parsed(&header.cut, "rule for cutoffs")?.unwrap_or_default(),
        fail: parsed(&header.fail, "rule for failing")?,
        techniques: techniques.into_iter().collect(),
        table: TableSettings { answers: answers.unwrap_or(usual.answers), ..usual },
        mistake: parsed(&header.mistake, "mistake")?,
    })
}

/// Parses the name of a setting; returns `None` if the header leaves the name empty.
fn parsed<T: FromStr>(name: &str, what: &str) -> Result<Option<T>> {
    let unknown = |_| not_again(&format!("plywood has no {what} `{name}`"));
    if name.is_empty() { Ok(None) } else { name.parse().map(Some).map_err(unknown) }
}

fn parsed_all<T: FromStr>(names: &[String], what: &str) -> Result<Vec<T>> {
    names.iter().map(|name| parsed(name, what)?.ok_or_else(|| failure!("an empty name"))).collect()
}
