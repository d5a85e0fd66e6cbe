//! What the playground asks besides: what other searches cost, how a leaf moves the root, a picture, a random tree.

use super::request::{Options, Request, RequestError};
use super::shown::plain;
use crate::exercise::{Wish, draw};
use crate::explain::Parts;
use crate::page::style::Style;
use crate::page::words::Words;
use crate::picture;
use crate::picture::svg::svg;
use crate::score::Score;
use crate::search::{Algorithm, Order, Settings};
use crate::subject::Subject;
use crate::trace::Outcome;
use serde_json::{Value, json};

/// What other searches of the same tree cost, the one that was asked for first.
pub(super) fn costs(request: &Request) -> Result<Value, RequestError> {
    let subject = request.subject()?;
    let asked = request.settings(&request.search, &subject)?;
    let with = |algorithm, order| Settings { algorithm, order, ..Settings::plain(algorithm, asked.depth, order) };
    let alpha_beta = |order| with(Algorithm::AlphaBeta, order);
    let first = Options { depth: None, ..request.search.clone() };
    let rows = [
        (first.name(), asked),
        ("minimax".to_owned(), with(Algorithm::Minimax, asked.order)),
        ("alpha-beta".to_owned(), alpha_beta(asked.order)),
        ("alpha-beta, order best".to_owned(), alpha_beta(Order::Best)),
        ("alpha-beta, order worst".to_owned(), alpha_beta(Order::Worst)),
        (Algorithm::Pvs.name().to_owned(), with(Algorithm::Pvs, asked.order)),
        (Algorithm::MtdF.name().to_owned(), with(Algorithm::MtdF, asked.order)),
    ];
    let mut costs: Vec<Value> = Vec::new();
    for (name, settings) in rows {
        if costs.iter().any(|row| row["name"] == name) {
            continue;
        }
        let outcome = request.study(&subject, &settings)?.solve()?;
        let Outcome { complete, statistics, .. } = outcome;
        costs.push(
            json!({ "name": name, "leaves": statistics.leaves, "nodes": statistics.nodes(), "complete": complete }),
        );
    }
    Ok(json!({ "costs": costs }))
}

/// Between which scores a leaf moves the root. Minimax is monotone in every leaf, so that the root is the leaf's score, kept
/// between two numbers: those that it has where the leaf is worth as little, and as much, as can be.
pub(super) fn leaf(request: &Request) -> Result<Value, RequestError> {
    let set = |pawns: f64| -> Result<Score, RequestError> {
        let others = request.set.iter().filter(|(line, _)| *line != request.line).cloned();
        let set = others.chain([(request.line.clone(), pawns)]).collect();
        let subject = Request { set, subject: request.subject.clone(), ..Request::default() }.subject()?;
        root(request, &subject)
    };
    let [least, most] = [-FAR, FAR];
    let (low, high) = (set(least)?, set(most)?);
    let name = request.line.rsplit(' ').next().unwrap_or_default();
    let is_far = |score: Score, far: f64| Score::from_pawns(far) == Some(score);
    let [low_said, high_said] = [low, high].map(|score| plain(&score.to_string()));
    let said = match (is_far(low, least), is_far(high, most)) {
        (true, true) => format!("{name} alone is the root: it moves with it everywhere."),
        (true, false) => format!("{name} moves the root wherever it is below {high_said}; above it stays {high_said}."),
        (false, true) => format!("{name} moves the root wherever it is above {low_said}; below it stays {low_said}."),
        (false, false) if low == high => {
            format!("{name} moves the root nowhere: it stays {low_said} whatever {name} is.")
        }
        (false, false) => format!(
            "{name} moves the root only between {low_said} and {high_said}: below it stays {low_said}, above it stays {high_said}."
        ),
    };
    Ok(json!({ "said": said }))
}

/// The value of the root, as MAX sees it.
fn root(request: &Request, subject: &Subject) -> Result<Score, RequestError> {
    let depth = request.settings(&request.search, subject)?.depth;
    let study = request.study(subject, &Settings::plain(Algorithm::Minimax, depth, Order::None))?;
    let outcome = study.solve()?;
    let words = Words::new(&Style::default(), study.header()).perspective;
    Ok(outcome.score.map(|score| words.score(score, 0)).ok_or("the search was stopped")?)
}

/// As far as a leaf is moved: no score can be larger.
const FAR: f64 = 100_000.0;

/// The picture of the search, as SVG.
pub(super) fn picture(request: &Request) -> Result<Value, RequestError> {
    let subject = request.subject()?;
    let study = request.study(&subject, &request.settings(&request.search, &subject)?)?;
    let mut text = Vec::new();
    svg(&picture::search(&*study, &Parts::default(), &Style::default())?, &mut text)?;
    Ok(json!({ "svg": String::from_utf8_lossy(&text) }))
}

/// A random tree of two or three plies, in brackets.
pub(super) fn tree(seed: u64) -> Value {
    let level = 1 + (seed % 3) as u8;
    json!({ "subject": draw(&Wish::level(level), seed).to_string() })
}
