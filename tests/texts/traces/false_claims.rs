//! Single false claims from a generator: each changes one field of a header, a result or an event. `verify` must find
//! them, and a file lists them with the rule that found each.

use crate::support::mutations::{self, lies, read};
use crate::support::{every, in_turn, is_long, path, snapshot_or_part};
use plywood::game::chess::{ChessGame, Evaluation, parse_fen};
use plywood::hooks::Event;
use plywood::internal::page::text::grouped;
use plywood::search::{Algorithm, Cut, Fail, Mistake, Order, Settings, TableAnswers, Technique, Techniques};
use plywood::study::{AnyStudy, Limits, Study};
use plywood::trace::{Header, Outcome, Trace};
use plywood::verify::{Effort, Report, verify};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

/// A search that is small enough to be verified hundreds of times.
struct Subject {
    name: &'static str,
    fen: &'static str,
    settings: Settings,
    /// Stopped after this many nodes.
    nodes: Option<u64>,
}

const PAWNS: &str = "8/8/8/3k4/2p5/1P6/3K4/8 w - - 0 1";
const MATE: &str = "7k/5p2/4p1p1/3pP3/3P4/2P3P1/2q2P2/3R2K1 b - - 3 31";
const PASSES: &str = "6k1/5p2/6p1/8/8/1N6/5PK1/8 w - - 0 1";
const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

fn subjects() -> Vec<Subject> {
    let subject = |name, fen, algorithm, order, techniques: &str, depth, nodes| {
        let names = techniques.split_whitespace();
        let techniques: Techniques = names.map(|name| name.parse::<Technique>().unwrap()).collect();
        let settings = Settings::plain(algorithm, depth, order).techniques(techniques);
        Subject { name, fen, settings, nodes }
    };
    vec![
        subject("plain", MATE, Algorithm::AlphaBeta, Order::Static, "", 2, None),
        subject("minimax", PAWNS, Algorithm::Minimax, Order::None, "iterative", 2, None),
        subject(
            "learning",
            PAWNS,
            Algorithm::AlphaBeta,
            Order::MvvLva,
            "tt iterative aspiration killers history mate-distance",
            3,
            None,
        ),
        subject("scout", PAWNS, Algorithm::Pvs, Order::Static, "tt iterative killers", 3, None),
        subject("null windows", PAWNS, Algorithm::MtdF, Order::None, "tt", 3, None),
        subject(
            "everything",
            MATE,
            Algorithm::Pvs,
            Order::MvvLva,
            "iterative quiescence delta see null-move lmr futility check-extension",
            3,
            None,
        ),
        subject("passes", PASSES, Algorithm::AlphaBeta, Order::See, "tt null-move lmr futility", 3, None),
        subject("stopped", PAWNS, Algorithm::AlphaBeta, Order::None, "iterative", 4, Some(150)),
        subject("over", STALEMATE, Algorithm::AlphaBeta, Order::Static, "", 2, None),
    ]
}

impl Subject {
    fn trace(&self, settings: Settings, evaluation: Evaluation) -> Option<Trace> {
        let game = ChessGame::new(parse_fen(self.fen).unwrap(), evaluation);
        // If the search takes more nodes than this, it is certainly a different search.
        let limits = Limits::default().nodes(self.nodes.or(Some(20_000)));
        Study::new(game, (), settings).ok()?.within(limits).trace().ok()
    }
}

/// A changed claim.
struct Lie {
    field: String,
    /// The changed value.
    said: String,
    /// Nothing if no reader accepts it.
    told: Option<Trace>,
}

/// Returns a value as written in the list.
fn short(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() < 60 { text } else { format!("{}...", text.chars().take(57).collect::<String>()) }
}

/// All of them, or every seventh; `turn` selects the first, so that each subject gets others.
fn some<T>(all: Vec<T>, turn: usize) -> impl Iterator<Item = T> {
    in_turn(all, turn, 7)
}

/// Settings that differ in one respect. If the search would be the same with these settings, a header with them is not
/// false.
fn other_settings(settings: Settings) -> Vec<Settings> {
    let mut others = Vec::new();
    others.extend([1, 3, 12].map(|more| settings.depth(settings.depth + more)));
    others.extend((1..settings.depth).map(|depth| settings.depth(depth)));
    others.extend(Algorithm::ALL.iter().map(|&algorithm| settings.algorithm(algorithm)));
    others.extend(Order::ALL.iter().copied().chain([Order::Random(4)]).map(|order| settings.order(order)));
    others.extend(Technique::ALL.iter().map(|&technique| {
        let techniques = settings.techniques;
        let other = if techniques.has(technique) { techniques.without(technique) } else { techniques.with(technique) };
        settings.techniques(other)
    }));
    others.extend([Fail::Hard, Fail::Soft].map(|fail| settings.fail(fail)));
    others.push(settings.cut(Cut::AboveBeta));
    let table = settings.table.answers(TableAnswers::AtLeastDepth);
    others.push(settings.table(table));
    others.extend(Mistake::ALL.iter().map(|&mistake| settings.mistake(mistake)));
    others.retain(|other| *other != settings);
    others
}

/// Which fields of two headers differ.
fn difference(is: &Header, said: &Header) -> (String, String) {
    let fields = |header: &Header| serde_json::to_value(header).unwrap().as_object().unwrap().clone();
    let (is, said) = (fields(is), fields(said));
    let mut names: Vec<&String> =
        is.keys().chain(said.keys()).filter(|name| is.get(*name) != said.get(*name)).collect();
    names.sort();
    names.dedup();
    let values: Vec<String> = names.iter().map(|name| short(said.get(*name).unwrap_or(&Value::Null))).collect();
    (names.into_iter().cloned().collect::<Vec<_>>().join("+"), values.join(" "))
}

fn header_lies(subject: &Subject, trace: &Trace, turn: usize) -> Vec<Lie> {
    let mut lies = Vec::new();
    let mut tell = |header: Header| {
        let (field, said) = difference(&trace.header, &header);
        lies.push(Lie { field, said, told: Some(Trace { header, ..trace.clone() }) });
    };
    let is_over = trace.records.len() == 1;
    let same = |other: &Trace| other.records == trace.records && other.outcome == trace.outcome;
    for settings in some(other_settings(subject.settings), turn) {
        // With these settings, the search must behave differently.
        if subject.trace(settings, Evaluation::Positional).is_some_and(|other| same(&other)) {
            continue;
        }
        let game = ChessGame::new(parse_fen(subject.fen).unwrap(), Evaluation::Positional);
        let header = Header::of(&game, &settings);
        // If the game is over at the root, every search is the same; and an equivalent header is not false, either.
        if serde_json::to_value(&header).unwrap() != serde_json::to_value(&trace.header).unwrap() && !is_over {
            tell(header);
        }
    }
    if !subject.trace(subject.settings, Evaluation::Material).is_some_and(|other| same(&other)) {
        tell(Header { evaluation: "material".into(), ..trace.header.clone() });
    }
    let object = serde_json::to_value(&trace.header).unwrap();
    for (field, value) in some(other_header_fields(subject, trace), turn) {
        let mut header = object.clone();
        header[field] = value;
        tell(read(&header).unwrap());
    }
    lies
}

/// Other values of fields that settings don't determine.
fn other_header_fields(subject: &Subject, trace: &Trace) -> Vec<(&'static str, Value)> {
    let words: Vec<&str> = subject.fen.split(' ').collect();
    let number: u32 = words[5].parse().unwrap();
    let is_black = words[1] == "b";
    let numbering =
        |move_number: u32, black_to_move: bool| json!({ "move_number": move_number, "black_to_move": black_to_move });
    let (others, piece) =
        (if is_black { "w" } else { "b" }, words[0].replacen('8', "7N", 1).replacen("7k/5p2", "6Nk/5p2", 1));
    let mut others = vec![
        ("numbering", numbering(number + 1, is_black)),
        ("numbering", numbering(number, !is_black)),
        ("fen", json!(subject.fen.replacen(&format!(" {} ", words[1]), &format!(" {others} "), 1))),
        ("changes", json!([{ "only": { "line": [], "moves": ["Ke1"] } }])),
        ("changes", json!([{ "only": { "line": ["Zz9"], "moves": ["Ke1"] } }])),
        ("changes", json!([{ "score": { "line": ["Zz9"], "score": 4.5 } }])),
    ];
    // The other fields depend on what was searched.
    let created = trace.records.iter().find(|record| matches!(record.event, Event::Created { score: Some(_), .. }));
    if let Some(line) = created.map(|record| record.subject()) {
        others.push(("fen", json!(subject.fen.replacen(words[0], &piece, 1))));
        others.push(("changes", json!([{ "without": { "kinds": ["king"] } }])));
        others.push(("changes", json!([{ "score": { "line": line, "score": 4.5 } }])));
        others.push(("replaced_scores", json!([{ "line": line, "score": 4.5 }])));
    }
    others
}

/// Other values of a field of the result.
fn other_results(field: &str, value: &Value, trace: &Trace) -> Vec<Value> {
    let score = |value: &Value| match value {
        Value::Number(pawns) => vec![json!(pawns.as_f64().unwrap() + 0.137), json!(-2.5), json!({ "mate": 3 })],
        Value::Object(mate) => vec![json!({ "mate": mate["mate"].as_i64().unwrap() + 2 }), json!(0.5)],
        _ => vec![json!(0.25)],
    };
    let line = |value: &Value| {
        let moves = value.as_array().cloned().unwrap_or_default();
        let mut others =
            vec![moves[..moves.len().min(1)].to_vec(), Vec::new(), [moves.clone(), vec![json!("Zz9")]].concat()];
        others.push(moves[..moves.len().saturating_sub(1)].to_vec());
        others.push([moves.clone(), moves.clone()].concat());
        others.extend((0..moves.len()).map(|at| {
            let mut other = moves.clone();
            other[at] = json!("Zz9");
            other
        }));
        others.into_iter().map(Value::Array).collect::<Vec<_>>()
    };
    let depth = trace.header.depth;
    match field {
        "complete" => vec![json!(!value.as_bool().unwrap())],
        "finished_depth" => [0, 1, depth - 1, depth, depth + 1].map(|depth| json!(depth)).to_vec(),
        "score" => [score(value), vec![Value::Null]].concat(),
        "leaf_score" => [score(value), vec![Value::Null]].concat(),
        "best" => vec![json!("Zz9"), json!("Ke1"), Value::Null],
        "pv" => line(value),
        "cut_short" => vec![json!("hash"), json!("null_move"), json!("mate_distance"), json!("other"), Value::Null],
        "ending" => vec![json!("checkmate"), json!("stalemate"), json!("draw by repetition"), Value::Null],
        "table_line" if value.is_null() => vec![json!({ "moves": [], "exact": 0, "end": "missing" })],
        "table_line" => {
            let with = |field: &str, other: Value| {
                let mut table_line = value.clone();
                table_line[field] = other;
                table_line
            };
            let exact = value["exact"].as_u64().unwrap();
            let mut others: Vec<Value> = line(&value["moves"]).into_iter().map(|moves| with("moves", moves)).collect();
            others.extend(
                [exact + 1, 77, exact.wrapping_sub(1)]
                    .into_iter()
                    .filter(|&other| other < 100)
                    .map(|other| with("exact", json!(other))),
            );
            others.extend(["depth", "game_over", "missing", "no_move"].map(|end| with("end", json!(end))));
            others.push(Value::Null);
            others
        }
        _ => Vec::new(),
    }
}

fn result_lies(trace: &Trace) -> Vec<Lie> {
    let honest = serde_json::to_value(&trace.outcome).unwrap();
    let mut lies = Vec::new();
    let mut tell = |field: String, said: &Value, outcome: Value| {
        if outcome == honest {
            return;
        }
        let outcome: Option<Outcome> = read(&outcome).ok();
        let told = outcome.map(|outcome| Trace { outcome, ..trace.clone() }).filter(|told| told.check().is_ok());
        lies.push(Lie { field, said: short(said), told });
    };
    for field in
        ["complete", "finished_depth", "score", "best", "pv", "leaf_score", "cut_short", "ending", "table_line"]
    {
        let mut seen = Vec::new();
        for other in other_results(field, &honest[field], trace) {
            // Optional fields may be omitted.
            let is_left_out = other.is_null() && !["score", "best"].contains(&field);
            if is_left_out || seen.contains(&other) || other == honest[field] {
                continue;
            }
            let mut outcome = honest.clone();
            outcome[field] = other.clone();
            tell(field.to_owned(), &other, outcome);
            seen.push(other);
        }
    }
    let all = serde_json::to_value(plywood::trace::Statistics { pruned: 1, ..all_counts() }).unwrap();
    for count in all.as_object().unwrap().keys() {
        let is = honest["statistics"][count].as_u64().unwrap_or_default();
        let mut outcome = honest.clone();
        outcome["statistics"][count] = json!(is + 1);
        tell(format!("statistics.{count}"), &json!(is + 1), outcome);
    }
    lies
}

/// Counts of which none is 0, so that all of them are written.
fn all_counts() -> plywood::trace::Statistics {
    let mut object = json!({});
    for name in [
        "created",
        "entered",
        "leaves",
        "unscored",
        "terminals",
        "judged",
        "raised",
        "cutoffs",
        "first_move_cutoffs",
        "skipped",
        "passes",
        "tablebase",
        "hash_hits",
        "hash_cuts",
        "null_moves",
        "null_cuts",
        "null_nodes",
        "extended",
        "reduced",
        "searched_again",
        "stand_pats",
        "pruned",
    ] {
        object[name] = json!(1);
    }
    read(&object).unwrap()
}

fn event_lies(trace: &Trace, turn: usize) -> Vec<Lie> {
    let mut fields: BTreeMap<String, usize> = BTreeMap::new();
    let mut chosen = Vec::new();
    let step = (trace.records.len() / 40).max(1) | 1;
    for lie in lies(trace, 1) {
        if lie.field == "hash.visit" && lie.event["visit"] == 0 {
            continue;
        }
        let count = fields.entry(lie.field.clone()).or_default();
        *count += 1;
        // The first of each field, and a sample of all.
        if *count <= 2 || lie.at.is_multiple_of(step) && count.is_multiple_of(7) {
            chosen.push(lie);
        }
    }
    let tell = |lie: mutations::Lie| {
        let name = lie.field.split('.').nth(1).unwrap();
        let said = format!("event {}: {}", lie.at + 1, short(&lie.event[name]));
        Lie { told: lie.told(trace), field: lie.field, said }
    };
    some(chosen, turn).map(tell).collect()
}

/// Two numbers from the file that lists all false claims: how many there are, and how many were not found.
fn figures() -> [u64; 2] {
    let file = fs::read_to_string(path("snapshots/lies.snap")).unwrap();
    let head = file.lines().find(|line| line.ends_with(" not found")).unwrap();
    let words: Vec<&str> = head.split(' ').collect();
    [words[0], words[words.len() - 3]].map(|number| number.parse().unwrap())
}

fn verified(trace: &Trace) -> Report {
    verify(trace, &Effort::default().leaves(300)).unwrap()
}

/// Returns the rule that found a false claim, or none.
fn found(lie: &Lie) -> Option<String> {
    let Some(told) = &lie.told else { return Some("refused".to_owned()) };
    let report = match verify(told, &Effort::default().leaves(300)) {
        Ok(report) => report,
        Err(error) => return Some(format!("refused: {error}")),
    };
    let rule = report.audit.findings.first().map(|first| first.rule.name().to_owned());
    rule.or_else(|| report.failures.first().map(|_| "minimax".to_owned()))
}

#[test]
fn of_each_hundred_single_lies_one_may_pass() {
    let mut list = String::new();
    let (mut told, mut passed, mut parts) = (0, Vec::new(), [0; 3]);
    for (turn, subject) in subjects().into_iter().enumerate() {
        let trace = subject.trace(subject.settings, Evaluation::Positional).unwrap();
        let honest = verified(&trace);
        assert!(honest.passes(), "{}: {:?} {:?}", subject.name, honest.failures, honest.audit.findings);
        let results = some(result_lies(&trace), turn).collect();
        let made =
            [("header", header_lies(&subject, &trace, turn)), ("result", results), ("event", event_lies(&trace, turn))];
        for (at, (part, lies)) in made.into_iter().enumerate() {
            for lie in lies {
                told += 1;
                parts[at] += 1;
                let rule = found(&lie);
                let line = format!("{:<12} {part:<6} {}: {}", subject.name, lie.field, lie.said);
                writeln!(list, "{:<16} {line}", rule.as_deref().unwrap_or("NOT FOUND")).unwrap();
                if rule.is_none() {
                    passed.push(line);
                }
            }
        }
    }
    let head = format!(
        "{told} lies: header {}, result {}, events {}; {} not found\n\n",
        parts[0],
        parts[1],
        parts[2],
        passed.len()
    );
    let shown = if is_long() { format!("{head}{list}") } else { list };
    snapshot_or_part("lies", &shown);
    let [all, not_found] = figures();
    let said = format!("finds {} of the {} false changes", grouped(all - not_found), grouped(all));
    let page = include_str!("../../../docs/trace-your-engine.md").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(page.contains(&said), "docs/trace-your-engine.md should say: {said}");
    assert!(300 / every(7) <= told && passed.len() * 100 <= told, "{head}{}", passed.join("\n"));
}
