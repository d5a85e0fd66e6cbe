//! Single false claims in a trace: slightly changes every field of an event that makes a claim.

use plywood::trace::{Record, Trace};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// A changed event.
pub struct Lie {
    /// The index of the event that it replaces.
    pub at: usize,
    /// The kind of event and the field that was changed, for example `judged.score`.
    pub field: String,
    pub event: Value,
}

/// Returns the possible words of a field.
fn words(kind: &str, field: &str) -> &'static [&'static str] {
    match (kind, field) {
        (_, "bound") => &["exact", "lower", "upper"],
        (_, "verdict") => &["best", "not_best", "cutoff"],
        (_, "leaf") => &[
            "horizon",
            "lost",
            "drawn",
            "won",
            "childless",
            "hash",
            "tablebase",
            "stand_pat",
            "null_move",
            "mate_distance",
            "other",
        ],
        ("pass", "pass") => &["iteration", "aspiration", "failed_low", "failed_high", "test"],
        ("hash", "not_used") => &["root", "shallow", "deep", "bound"],
        ("again", "reason") => &["scout", "reduced", "other"],
        ("pruned", "reason") => &["futility", "delta", "see", "other"],
        _ => &[],
    }
}

/// Other scores close to this score; a mate becomes longer or shorter by one ply.
fn other_scores(score: &Value) -> Vec<Value> {
    match score {
        Value::Number(pawns) => {
            let pawns = pawns.as_f64().unwrap();
            vec![json!(pawns + 0.137), json!(pawns - 2.5)]
        }
        Value::Object(mate) => {
            let plies = mate["mate"].as_i64().unwrap();
            vec![json!({ "mate": plies + plies.signum().max(1) * 2 }), json!(0.5)]
        }
        _ => vec![json!(0.25)],
    }
}

/// Orderings that differ from the reported one: two moves swapped, another reason, another rank or score.
fn other_rankings(moves: &[Value]) -> Vec<Value> {
    let with = |at: usize, change: &dyn Fn(&mut Value)| {
        let mut moves = moves.to_vec();
        change(&mut moves[at]);
        Value::Array(moves)
    };
    let mut others = vec![with(0, &|first| *first = json!({ "move": first["move"], "reason": "hash" }))];
    if let Some(at) = moves.iter().position(|ranked| ranked["reason"] == "static") {
        others.push(with(at, &|ranked| ranked["score"] = json!(ranked["score"].as_f64().unwrap_or(0.5) + 0.137)));
    }
    let same = |pair: &[Value]| pair[0]["rank"].is_number() && pair[0]["reason"] == pair[1]["reason"];
    if let Some(at) = moves.windows(2).position(same) {
        others.push(with(at + 1, &|ranked| ranked["rank"] = json!(moves[at]["rank"].as_i64().unwrap() + 1)));
    }
    others.into_iter().filter(|other| other.as_array().is_some_and(|other| other != moves)).collect()
}

/// Other lists of moves.
fn other_moves(kind: &str, value: &Value) -> Vec<Value> {
    let moves = value.as_array().unwrap();
    if moves.len() < 2 {
        return Vec::new();
    }
    let (mut swapped, mut fewer) = (moves.clone(), moves.clone());
    swapped.swap(0, 1);
    fewer.pop();
    // The generator's order is a claim only if no event reports another one.
    let is_claim = kind == "ordered";
    let rankings = if is_claim { other_rankings(moves) } else { Vec::new() };
    is_claim.then_some(Value::Array(swapped)).into_iter().chain([Value::Array(fewer)]).chain(rankings).collect()
}

/// Returns the values that could replace `value` in the field with this name.
fn others(kind: &str, field: &str, value: &Value) -> Vec<Value> {
    match field {
        "score" => other_scores(value),
        "window" => {
            let with = |end: &str, other| {
                let mut window = value.clone();
                window[end] = other;
                window
            };
            let ends = ["alpha", "beta"].into_iter();
            ends.flat_map(|end| other_scores(&value[end]).into_iter().map(move |other| (end, other)))
                .map(|(end, other)| with(end, other))
                .collect()
        }
        "depth" | "number" | "order" | "visit" | "plies" | "skipped" | "entered" | "leaves" | "created" | "steps" => {
            let number = value.as_u64().unwrap();
            let less = number.checked_sub(1).map(|less| json!(less));
            less.into_iter().chain([json!(number + 1)]).collect()
        }
        "cut" | "untold" => vec![json!(!value.as_bool().unwrap())],
        "alpha_set_by" | "beta_set_by" | "stored_by" => {
            let mut line = value.as_array().unwrap().clone();
            match line.pop() {
                Some(_) => vec![Value::Array(line)],
                None => vec![json!(["a1"])],
            }
        }
        "moves" => other_moves(kind, value),
        "move" => vec![json!("a1")],
        "weight" => {
            ["1/2", "1/3", "2/3"].into_iter().filter(|&other| value != other).map(|other| json!(other)).collect()
        }
        "ending" => vec![json!(if value == "checkmate" { "stalemate" } else { "checkmate" })],
        // A weaker claim than `exact` is not an error.
        "bound" if value == "exact" => Vec::new(),
        _ => words(kind, field).iter().filter(|&&word| value != word).map(|word| json!(word)).collect(),
    }
}

/// Reads a value from text, like the trace reader, because this code is already compiled in the library.
pub fn read<T: DeserializeOwned>(value: &Value) -> serde_json::Result<T> {
    serde_json::from_str(&value.to_string())
}

/// Every false claim that can replace one event of the trace, for each `step`th event.
pub fn lies(trace: &Trace, step: usize) -> Vec<Lie> {
    let mut lies = Vec::new();
    for (at, record) in trace.records.iter().enumerate().step_by(step) {
        let event = serde_json::to_value(record).unwrap();
        let kind = event["event"].as_str().unwrap().to_owned();
        if kind == "hash" && event["untold"].is_null() {
            let mut lie = event.clone();
            lie["untold"] = json!(true);
            lies.push(Lie { at, field: "hash.untold".into(), event: lie });
        }
        for (field, value) in event.as_object().unwrap() {
            for other in others(&kind, field, value) {
                let mut lie = event.clone();
                lie[field] = other;
                lies.push(Lie { at, field: format!("{kind}.{field}"), event: lie });
            }
        }
    }
    lies
}

impl Lie {
    /// Returns the trace with the false claim; nothing if no reader accepts it.
    pub fn told(&self, trace: &Trace) -> Option<Trace> {
        let record: Record = read(&self.event).ok()?;
        let mut told = trace.clone();
        told.records[self.at] = record;
        told.check().is_ok().then_some(told)
    }
}
