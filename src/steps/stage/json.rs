//! A state as a JSON object, for other programs and for pages.

use crate::cursor::{Standing, State};
use crate::tree::{Node, Unsearched};
use serde_json::{Map, Value, json};

/// Returns a state as JSON: `step`, `of`, the `event` as it stands in a trace, `line` and `window` where it happened with who
/// set both ends, the `nodes` on the way there with what is known of their moves, `pv`, `score` and `counts` so far.
///
/// Scores, windows and owners are as in traces: each for the side to move at its node; `value` of a move is its score for
/// the side that makes it.
pub(crate) fn json(state: &State) -> Value {
    let line = &state.event.line;
    let [alpha, beta] = state.owners().map(|owner| owner.map(|owner| owner.line(line)));
    without_nulls(json!({
        "step": state.step,
        "of": state.of,
        "event": state.event,
        "line": state.subject(),
        "window": state.window(),
        "alpha_set_by": alpha,
        "beta_set_by": beta,
        "fen": state.board.as_ref().map(|board| &board.fen),
        "pv": state.pv,
        "score": state.score,
        "counts": state.counts,
        "nodes": state.line.iter().enumerate().map(|(ply, one)| node(one, &line[..ply.min(line.len())])).collect::<Vec<_>>(),
    }))
}

fn node(standing: &Standing, line: &[String]) -> Value {
    let Standing { node, now, alpha_set_by, beta_set_by, cut } = standing;
    let [alpha, beta] = [alpha_set_by, beta_set_by].map(|owner| owner.as_ref().map(|owner| owner.line(line)));
    without_nulls(json!({
        "line": line,
        "depth": node.depth,
        "entered_with": node.window,
        "window": now,
        "alpha_set_by": alpha,
        "beta_set_by": beta,
        "cut": cut,
        "value": node.value.map(|(score, _)| score),
        "bound": node.value.map(|(_, bound)| bound),
        "moves": node.children.iter().map(child).collect::<Vec<_>>(),
    }))
}

/// What is known of a move: `state` is `unknown`, `created`, `open`, `judged` or `not_searched`.
fn child(child: &Node) -> Value {
    let state = match (&child.judgement, &child.unsearched) {
        (Some(_), _) => "judged",
        (None, Some(Unsearched::Stopped)) => "unknown",
        (None, Some(_)) => "not_searched",
        (None, None) if child.window.is_some() => "open",
        (None, None) if child.created.is_some() => "created",
        (None, None) => "unknown",
    };
    let judgement = child.judgement.as_ref();
    without_nulls(json!({
        "move": child.mv,
        "state": state,
        "static_score": child.static_score,
        "order": judgement.and_then(|one| one.order),
        "value": judgement.map(|one| one.score),
        "bound": judgement.map(|one| one.bound),
        "verdict": judgement.map(|one| one.verdict.name()),
        "leaf": child.leaf,
        "ending": child.ending,
    }))
}

/// Leaves out what is not known.
fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            Value::Object(fields.into_iter().filter(|(_, value)| !value.is_null()).collect::<Map<_, _>>())
        }
        other @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_)) => other,
    }
}
