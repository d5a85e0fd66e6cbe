//! Output of another engine about a position: plywood reads a line with a score exactly, ignores all others, and shows
//! no unplayable move.

use plywood::game::Game;
use plywood::game::chess::{ChessGame, Material, parse_fen};
use plywood::internal::explain::Refuted;
use plywood::internal::input::uci_score::{EngineScore, line_of, score_of};
use plywood::internal::page::Style;
use plywood::score::{Score, ScoreKind};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The first line is the position, the others are the engine's.
pub fn uci(text: &str) {
    let (fen, answers) = text.split_once('\n').unwrap_or((text, ""));
    let Ok(position) = parse_fen(fen) else { return };
    let mut said: BTreeMap<usize, (Vec<String>, Score)> = BTreeMap::new();
    for line in answers.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&"info", words)) = words.split_first() else { continue };
        let (score, of_line) = (score_of(words), line_of(words));
        let is_first = of_line.as_ref().is_none_or(|&(number, _)| number == 1);
        if is_first && !words.contains(&"multipv") {
            assert_eq!(known(score.as_ref()).map(Score::kind), written(words), "{line}");
        }
        if let Some((number, (moves, of_line))) = of_line {
            assert_eq!(known(Some(&of_line)).map(Score::kind), written(words), "{line}");
            assert!(score.is_none_or(|score| score == of_line), "{line}");
            said.extend(known(Some(&of_line)).map(|score| (number, (moves, score))));
        }
    }
    let said: Vec<_> = said.into_values().collect();
    let refuted = Refuted::new(std::slice::from_ref(&position), "uci:some engine".to_owned(), &said);
    let style = Style::default();
    let page = refuted.document(&style).to_text(&style);
    assert!(page.lines().all(|line| plywood::internal::page::text::columns(line) <= style.width), "{page}");
    let mut json = Vec::new();
    refuted.json(&mut json).expect("a vector takes everything");
    let document = serde_json::from_str(&String::from_utf8_lossy(&json)).expect("it is JSON");
    playable(&ChessGame::new(position, Material), &document);
}

fn known(score: Option<&EngineScore>) -> Option<Score> {
    match score? {
        EngineScore::Known(score) => Some(*score),
        EngineScore::Bound | EngineScore::TooLarge(_) => None,
    }
}

/// Returns the score after the first word `score`, parsed independently: bounds, free text and out-of-range values are
/// ignored.
fn written(words: &[&str]) -> Option<ScoreKind> {
    let words = words.iter().take_while(|&&word| word != "string");
    let mut words = words.skip_while(|&&word| word != "score").skip(1);
    let (kind, number) = (*words.next()?, words.next()?.parse::<i64>().ok()?);
    let is_bound = words.next().is_some_and(|&word| word == "lowerbound" || word == "upperbound");
    match (kind, number) {
        _ if is_bound => None,
        ("cp", -10_000_000..=10_000_000) => Some(ScoreKind::Millipawns((10 * number) as i32)),
        ("mate", 1..=450) => Some(ScoreKind::MateIn((2 * number - 1) as u32)),
        ("mate", -450..=0) => Some(ScoreKind::MatedIn((2 * number).unsigned_abs() as u32)),
        _ => None,
    }
}

/// Every line can be played, and each legal move either begins one or is reported as missing.
fn playable(game: &ChessGame, document: &Value) {
    let mut first = BTreeSet::new();
    for tried in document["moves"].as_array().expect("moves") {
        let mut game = game.clone();
        for (ply, name) in tried["line"].as_array().expect("a line").iter().enumerate() {
            let name = name.as_str().expect("a move");
            if ply == 0 {
                first.insert(name.to_owned());
            }
            game.play(game.parse_san(name).unwrap_or_else(|error| panic!("{name}: {error}")));
        }
    }
    for name in document["unsaid"].as_array().expect("a list") {
        assert!(first.insert(name.as_str().expect("a move").to_owned()), "{name}");
    }
    assert_eq!(first, game.legal_names().into_iter().collect());
}
