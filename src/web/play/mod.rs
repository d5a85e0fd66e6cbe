//! The playground: a page that contains this library and asks it for states instead of storing them.

mod cut;
#[cfg(feature = "cli")]
mod page;
mod request;
mod unknown;

use super::page::{shown, shown_pair};
use super::parts::{claimed, top};
use super::search::PageSearch;
use super::shell::{self, PageLists, Shown};
use crate::core::score::Score;
use crate::core::search::{Algorithm, Cut, Order, Settings};
use crate::core::text::{json_object, visible_lines};
use crate::core::trace::Outcome;
use crate::exercise::{ExerciseSpec, draw};
use crate::explain::PageOptions;
use crate::lessons::model::TypedError;
use crate::page::style::Style;
use crate::page::text::without_zeros;
use crate::page::words::Words;
use crate::picture;
use crate::picture::svg::svg;
use crate::subject::{Subject, TreeError};
#[cfg(feature = "cli")]
pub(crate) use page::playground;
use request::{Options, Request, RequestError, Wanted};
use serde_json::{Map, Value, json};
use std::error::Error;

/// Answers a request of the playground. The request is JSON with the subject, the settings, and what to return. The
/// answer is also JSON. If there is an error, the field `error` contains its text, as on the command line, and the
/// field `place` contains its position in a tree.
pub fn answer(request: &str) -> String {
    let read = serde_json::from_str::<Request>(request).map_err(RequestError::from);
    let (text, answered) = match read {
        Ok(request) => (request.subject.clone(), answered(&request)),
        Err(problem) => (String::new(), Err(problem)),
    };
    answered.unwrap_or_else(|problem| complaint(&*problem, &text)).to_string()
}

fn answered(request: &Request) -> Result<Value, RequestError> {
    match request.wanted {
        Wanted::States => states(request),
        Wanted::Costs => costs(request),
        Wanted::Leaf => leaf(request),
        Wanted::Picture => picture(request),
        Wanted::Tree => tree(request.level, request.seed),
        Wanted::Cut => marks(request),
    }
}

/// Returns the error, with its causes and place.
fn complaint(problem: &(dyn Error + 'static), text: &str) -> Value {
    let chain = || std::iter::successors(Some(problem), |&error| error.source());
    let mut said: Vec<String> = Vec::new();
    for error in chain() {
        let words = error.to_string();
        // An error that only wraps another error has the same text as that error.
        if said.last() != Some(&words) {
            said.push(words);
        }
    }
    let place = chain().find_map(|error| match error.downcast_ref::<TreeError>()? {
        TreeError::Typed(typed) => Some(typed),
        TreeError::Graph(_) | TreeError::Model(_) => None,
    });
    json!({ "error": visible_lines(&said.join(": ")), "place": place.map(|error| place_of(error, text)) })
}

/// Returns the position of an error in the text of a tree: its line and column, as numbers and in words.
fn place_of(error: &TypedError, text: &str) -> Value {
    let line_start: usize = text.split_inclusive('\n').take(error.line - 1).map(str::len).sum();
    let behind = &text[line_start..];
    let at = line_start + behind.char_indices().nth(error.column - 1).map_or(behind.len(), |(at, _)| at);
    let is_bracket = |c: char| "()[]".contains(c);
    let brackets = |text: &str| text.chars().filter(|&c| is_bracket(c)).count();
    let said = match text[at..].chars().next() {
        None => "at the end".to_owned(),
        Some(c) if is_bracket(c) => format!("bracket {} of {}", brackets(&text[..at]) + 1, brackets(text)),
        Some(_) => format!("after bracket {} of {}", brackets(&text[..at]), brackets(text)),
    };
    json!({ "line": error.line, "column": error.column, "said": said })
}

/// Returns the cost of several searches of the same tree, starting with the requested one.
fn costs(request: &Request) -> Result<Value, RequestError> {
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
        let study = match request.study(&subject, &settings) {
            // Not every algorithm can search a tree with chance nodes or a range of leaf values.
            Err(_) if !costs.is_empty() => continue,
            study => study?,
        };
        let Outcome { complete, statistics, .. } = study.solve()?;
        costs.push(
            json!({ "name": name, "leaves": statistics.leaves, "nodes": statistics.nodes(), "complete": complete }),
        );
    }
    Ok(json!({ "costs": costs }))
}

/// Returns the range in which the score of a leaf changes the value of the root. Minimax is monotone in every leaf, so
/// the root has its lowest and its highest value for the lowest and the highest possible score of the leaf. Without
/// chance nodes, the root's value is the leaf's score clamped between these two; with chance nodes, the ends of the
/// range are found by bisection.
fn leaf(request: &Request) -> Result<Value, RequestError> {
    let shown = request.subject()?;
    let (unit, has_chance) = (shown.leaf_unit(), shown.has_chance());
    let pawns = |at: i64| (at * unit) as f64 / 1000.0;
    let set = |at: i64| -> Result<Score, RequestError> {
        let others = request.set.iter().filter(|(line, _)| *line != request.line).cloned();
        let set = others.chain([(request.line.clone(), pawns(at))]).collect();
        let subject = Request { set, subject: request.subject.clone(), ..Request::default() }.subject()?;
        root(request, &subject)
    };
    let far = FAR / (unit * shown.scale());
    let (low, high) = (set(-far)?, set(far)?);
    let style = Style::default().scale(shown.scale() as u32);
    let texts = [low, high].map(|score| without_zeros(&style.score(score)));
    // A value that still changes far away has no end.
    let has_end = [set(-far / 2)? == low, set(far / 2)? == high];
    let text =
        |at: i64| Score::from_pawns(pawns(at)).map_or_else(String::new, |score| without_zeros(&score.to_string()));
    let ends = if has_chance && low != high {
        let first = |holds: &dyn Fn(Score) -> bool| bisect(-far, far, |at| Ok(holds(set(at)?)));
        let [from, to] = [first(&|value| value != low)? - 1, first(&|value| value == high)?];
        [(has_end[0], from), (has_end[1], to)].map(|(has_end, at)| has_end.then(|| text(at)))
    } else {
        [0, 1].map(|end| has_end[end].then(|| texts[end].clone()))
    };
    let name = request.line.rsplit(' ').next().unwrap_or_default();
    let [low, high] = &texts;
    let said = match &ends {
        [None, None] if has_chance => format!("{name} always changes the answer."),
        [None, None] => format!("{name} alone decides the answer, which always equals {name}."),
        [None, Some(to)] => format!("{name} changes the answer below {to}; above that, the answer stays {high}."),
        [Some(from), None] => format!("{name} changes the answer above {from}; below that, the answer stays {low}."),
        _ if low == high => format!("{name} never changes the answer, which stays {low}."),
        [Some(from), Some(to)] => format!(
            "{name} changes the answer only between {from} and {to}: below, the answer stays {low}; above, it stays {high}."
        ),
    };
    let [from, to] = ends;
    Ok(json!({ "said": said, "low": from, "high": to, "stays": texts, "equals": !has_chance }))
}

/// Returns the first number after `from` and up to `to` for which a condition holds that, once it holds, holds for all
/// greater numbers, too.
fn bisect(mut from: i64, mut to: i64, holds: impl Fn(i64) -> Result<bool, RequestError>) -> Result<i64, RequestError> {
    while 1 < to - from {
        let middle = from + (to - from) / 2;
        if holds(middle)? { to = middle } else { from = middle }
    }
    Ok(to)
}

/// Returns the value of the root, from MAX's view.
fn root(request: &Request, subject: &Subject) -> Result<Score, RequestError> {
    let depth = request.settings(&request.search, subject)?.depth;
    let study = request.study(subject, &Settings::plain(Algorithm::Minimax, depth, Order::None))?;
    let outcome = study.solve()?;
    let words = Words::new(&Style::default(), study.header()).perspective;
    Ok(outcome.score.map(|score| words.score(score, 0)).ok_or("the search was stopped")?)
}

/// The value to which a leaf is set, in thousandths; no score can be larger.
const FAR: i64 = 100_000_000;

/// Returns the picture of the search, as SVG.
fn picture(request: &Request) -> Result<Value, RequestError> {
    let subject = request.subject()?;
    if let Some(letter) = subject.letter() {
        return Err(format!("a picture of the search needs a value for {letter}; replace {letter} by a number").into());
    }
    let study = request.study(&subject, &request.settings(&request.search, &subject)?)?;
    let mut text = Vec::new();
    svg(&picture::search(&*study, &PageOptions::default(), &Style::default())?, &mut text)?;
    Ok(json!({ "svg": String::from_utf8_lossy(&text) }))
}

/// Returns a random tree in brackets: for a level of *Cut it yourself*, or with two or three plies.
fn tree(level: usize, seed: u64) -> Result<Value, RequestError> {
    let read = |text: &str| Request { subject: text.to_owned(), ..Request::default() }.paper();
    let text = match level {
        0 => draw(&ExerciseSpec::level(1 + (seed % 3) as u8), seed).to_string(),
        _ => cut::tree(level, seed, &read)?,
    };
    Ok(json!({ "subject": text }))
}

/// Returns the result of checking the leaves that the reader would skip.
fn marks(request: &Request) -> Result<Value, RequestError> {
    let settings = request.settings(&request.search, &request.subject()?)?;
    Ok(cut::check(&request.paper()?, settings.cut, &request.marked.iter().copied().collect()))
}

/// Returns the page of a search, or of two side by side.
fn states(request: &Request) -> Result<Value, RequestError> {
    let subject = request.subject()?;
    if let Some(answer) = unknown::states(request, &subject)? {
        return Ok(answer);
    }
    let mut search = searched(request, &request.search, &subject)?;
    search.is_narrow = request.narrow;
    let mut answer = result(&search, subject.is_lesson());
    let mut settings = vec![settings(&search)];
    let (shown, names) = match &request.beside {
        None => (alone(&mut search), None),
        Some(beside) => {
            let names = [request.search.name(), beside.name()];
            let beside = PageSearch { is_narrow: request.narrow, ..searched(request, beside, &subject)? };
            let searches = [search, beside];
            settings.push(self::settings(&searches[1]));
            (shown_pair([&names[0], &names[1]], &searches, claimed)?, Some(names))
        }
    };
    let lists =
        shown.lists.map(|PageLists { log, outline }| object(vec![("log", log.into()), ("outline", outline.into())]));
    answer.extend(object(vec![
        ("body", shown.body.into()),
        ("lists", lists.map_or(Value::Null, Value::Object)),
        ("states", shown.states.unwrap_or_default()),
        ("names", json!(names)),
        ("settings", settings.into()),
        ("command", json!(request.command())),
    ]));
    Ok(Value::Object(answer))
}

/// Returns the content for one search. The page fills in its lists later, so the content includes the sentences for
/// them.
fn alone(search: &mut PageSearch) -> Shown {
    let begin = top(&search.tree, &Words::new(&search.style, &search.tree.header));
    let mut shown = shown(search, None, begin);
    if let (Some(states), Some(steps)) = (&mut shown.states, &search.steps) {
        shown.body.push_str(&shell::below(None));
        states["search"]["sentences"] = steps.sentences();
    }
    shown
}

/// Returns the actual settings of the search, which the page shows in the fields where the reader has chosen nothing.
fn settings(search: &PageSearch) -> Value {
    let header = &search.tree.header;
    let cut = if header.cut.is_empty() { Cut::default().name() } else { &header.cut };
    json!({ "algorithm": header.algorithm, "depth": header.depth, "order": header.order, "cut": cut, "fail": header.fail })
}

/// Returns an object. Moves the values into it, because they are large and `json!` would copy them.
fn object(fields: Vec<(&str, Value)>) -> Map<String, Value> {
    json_object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)))
}

fn searched(request: &Request, options: &Options, subject: &Subject) -> Result<PageSearch, RequestError> {
    let settings = request.settings(options, subject)?;
    Ok(PageSearch::new(&*request.study(subject, &settings)?, &Style::default(), false)?)
}

/// Returns the result: the root's value from MAX's view, the number of evaluated leaves, and the line and score of each
/// leaf that the reader can change.
fn result(search: &PageSearch, is_lesson: bool) -> Map<String, Value> {
    let words = Words::new(&search.style, &search.tree.header);
    let score = search.tree.outcome.score.map(|score| words.perspective.score(score, 0).to_string());
    let lines = |node: usize| search.nodes.all[node].row.lines.first().map(|line| line.join(" "));
    let leaves = (0..search.nodes.all.len()).filter(|&node| search.nodes.is_leaf(node));
    let value = |node: usize| without_zeros(&search.nodes.all[node].row.value(&search.style));
    // The reader cannot change the value of a real position, or of the end of a game.
    let leaves = leaves.filter(|&node| is_lesson && !value(node).starts_with('#'));
    let leaves: Vec<_> = leaves.map(|node| json!([node, lines(node), value(node)])).collect();
    let answer = json!({
        "value": score.map(|score| without_zeros(&score)),
        "leaves": search.tree.outcome.statistics.leaves,
        "lines": if search.is_whole { leaves } else { Vec::new() },
        "is_tree": search.tree.header.position().is_none(),
    });
    answer.as_object().cloned().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(request: &Value) -> Value {
        serde_json::from_str(&answer(&request.to_string())).unwrap()
    }

    #[test]
    fn a_tree_is_searched_as_it_is_asked() {
        let subject = "((3 12 8) (2 4 6) (14 5 2))";
        let shown = asked(&json!({ "subject": subject }));
        assert_eq!((shown["value"].as_str(), shown["leaves"].as_u64()), (Some("3"), Some(7)));
        assert_eq!(shown["states"]["search"]["steps"][0]["play"], "not known yet");
        assert_eq!(shown["settings"][0]["algorithm"], "alpha-beta");
        assert_eq!(shown["command"], format!("plywood explain '{subject}'"));
        let shown = asked(&json!({ "subject": subject, "search": { "algorithm": "minimax" } }));
        assert_eq!((shown["value"].as_str(), shown["leaves"].as_u64()), (Some("3"), Some(9)));
        let shown = asked(&json!({ "subject": subject, "beside": { "order": "best" } }));
        assert_eq!(shown["names"], json!(["alpha-beta", "alpha-beta, order best"]));
        assert_eq!(shown["settings"][1]["order"], "best");
        assert_eq!(asked(&json!({ "subject": "odd-even" }))["settings"][0]["algorithm"], "minimax");
        assert_eq!(shown["states"].as_array().map(Vec::len), Some(2));
    }

    #[test]
    fn a_tree_with_an_unknown_leaf_has_a_table_of_cases() {
        for subject in ["((5 x) (2 6))", "unknown-leaf"] {
            let shown = asked(&json!({ "subject": subject }));
            assert_eq!((shown["unknown"].as_str(), shown["error"].as_str()), (Some("x"), None));
            let body = shown["body"].as_str().unwrap();
            assert!(body.contains("<text class=\"score\" y=\"5\">x</text>"), "the leaf shows its letter");
            assert!(body.contains("<td>2 \u{2264} x &lt; 5</td><td>x</td><td>A</td><td>B2</td>"), "{body}");
            assert!(body.contains("data-set=\"[[&quot;A2&quot;,3.0]]\">x = 3<"), "each case can be searched");
        }
        let known = asked(&json!({ "subject": "((5 x) (2 6))", "set": [["A2", 3.0]] }));
        assert_eq!((known["value"].as_str(), known["unknown"].as_str()), (Some("3"), None));
        let drawn = asked(&json!({ "subject": "max(chance(0.4: 6 0.6: x) 3)", "narrow": true }));
        assert!(drawn["body"].as_str().unwrap().contains("<text class=\"weight\""), "the branches show their weights");
        let [pair, picture] = [json!({ "beside": {} }), json!({ "wanted": "picture" })].map(|mut request| {
            request["subject"] = json!("((5 x) (2 6))");
            asked(&request)["error"].as_str().unwrap_or_default().to_owned()
        });
        assert_eq!(pair, "a second search needs a value for x; replace x by a number");
        assert_eq!(picture, "a picture of the search needs a value for x; replace x by a number");
        let two = asked(&json!({ "subject": "((x y) (2 6))" }));
        assert!(two["error"].as_str().unwrap().starts_with("the search reads x (at A1)"), "{two}");
    }

    #[test]
    fn a_lesson_may_have_another_leaf() {
        let shown = asked(&json!({ "subject": "equality", "set": [["B2", 6.0]] }));
        assert_eq!(shown["value"], "5");
        assert_eq!(shown["command"], "plywood explain equality --set B2=6");
        assert_eq!(shown["lines"].as_array().map(Vec::len), Some(7));
        assert_eq!(
            asked(&json!({ "subject": "ttt:XOX/.O./..X" }))["lines"],
            json!([]),
            "ends of games stay what they are"
        );
    }

    #[test]
    fn the_values_that_change_the_answer_are_found_in_every_unit() {
        let said = |subject: &str, line: &str| {
            let answer = asked(&json!({ "subject": subject, "wanted": "leaf", "line": line }));
            answer["said"].as_str().unwrap_or_else(|| panic!("{subject}: {answer}")).to_owned()
        };
        assert_eq!(
            said("max(chance(1/3: 3 2/3: 6) 3)", "A1"),
            "A1 changes the answer above -3; below that, the answer stays 3."
        );
        assert_eq!(
            said("max(chance(1/7: 3 6/7: 6) 3)", "B"),
            "B changes the answer above 5.571; below that, the answer stays 39/7."
        );
    }

    #[test]
    fn a_lesson_of_ones_own_is_typed_or_pasted() {
        let lesson = "{\n  \"title\": \"mine\",\n  \"moves\": [{ \"move\": \"a\", \"score\": 1 }, { \"move\": \"b\", \"score\": 4 }]\n}\n";
        let shown = asked(&json!({ "subject": lesson }));
        assert_eq!((shown["value"].as_str(), shown["leaves"].as_u64()), (Some("4"), Some(2)));
        assert!(shown["command"].as_str().unwrap().starts_with("plywood explain $'{\\012  \"title\""));
        let shown = asked(&json!({ "subject": lesson, "set": [["b", 0.0]] }));
        assert_eq!(shown["value"], "1");
        let wrong = asked(&json!({ "subject": lesson.replace("score\": 4", "score\": x") }));
        assert_eq!(wrong["error"], "the lesson: line 3, column 66: moves[1].score: expected value");
        let graph = "class: \"GraphGameTreeTest\"\nstart_state: \"top\"\nsuccessors: \"\"\"\ntop Left l\ntop Right r\n\"\"\"\nevaluation: \"\"\"\nl 4\nr 7\n\"\"\"";
        assert_eq!(asked(&json!({ "subject": graph }))["value"], "7");
        let wrong = asked(&json!({ "subject": graph.replace("r 7", "r x") }));
        assert_eq!(wrong["error"], "the tree: line 9: `evaluation`: `r x` is wrong; expected a state and a number");
    }

    #[test]
    fn what_is_wrong_has_its_place() {
        let wrong = |subject: &str| asked(&json!({ "subject": subject }));
        let open = wrong("((3 12) (2 4)");
        assert_eq!(open["error"], "the tree: line 1, column 1: this `(` is never closed");
        assert_eq!(open["place"], json!({ "line": 1, "column": 1, "said": "bracket 1 of 5" }));
        let letter = wrong("((3\u{e9} 1)\n x)");
        assert_eq!(letter["place"], json!({ "line": 1, "column": 3, "said": "after bracket 2 of 4" }));
        let below = wrong("\n (3  Bc 8)");
        assert_eq!(below["place"], json!({ "line": 2, "column": 6, "said": "after bracket 1 of 2" }));
        assert_eq!(wrong("")["place"], Value::Null);
        assert!(wrong("sargon-9")["error"].as_str().unwrap().starts_with("`sargon-9` is not a built-in lesson"));
        let unknown = asked(&json!({ "subject": "(1 2)", "search": { "algorithm": "best" } }));
        assert!(unknown["error"].as_str().unwrap().starts_with("unknown algorithm `best`; expected one of: minimax"));
        let acting = wrong("sargon\u{1b}[31m\u{202e}-9");
        assert!(acting["error"].as_str().unwrap().starts_with("`sargon[U+001B][31m[U+202E]-9` is not"), "{acting}");
        assert!(
            asked(&json!({ "subject": 1 }))["error"].as_str().unwrap().contains("expected a string"),
            "a request has its form"
        );
    }

    #[test]
    fn a_leaf_moves_the_root_between_two_scores() {
        let leaf = |subject: &str, line: &str| asked(&json!({ "wanted": "leaf", "subject": subject, "line": line }));
        let tree = "((3 12 8) (2 4 6) (14 5 2))";
        assert_eq!(
            leaf(tree, "A1")["said"],
            "A1 changes the answer only between 2 and 8: below, the answer stays 2; above, it stays 8."
        );
        assert_eq!(leaf(tree, "B2")["said"], "B2 never changes the answer, which stays 3.");
        assert_eq!(leaf("(1 2)", "A")["said"], "A changes the answer above 2; below that, the answer stays 2.");
        assert_eq!(leaf("(1)", "A")["said"], "A alone decides the answer, which always equals A.");
        // With chance nodes, a leaf has only a share in the answer: 0.4 * 6.75 + 0.6 * 3 is 4.5.
        let tree = "max(chance(0.4: 6 0.6: 3) chance(8 1))";
        assert_eq!(leaf(tree, "A1")["said"], "A1 changes the answer above 6.75; below that, the answer stays 4.5.");
        assert_eq!(leaf(tree, "B2")["said"], "B2 changes the answer above 0.4; below that, the answer stays 4.2.");
        let between = leaf("max(chance(min(6 7) 3) 4)", "A1a");
        assert_eq!(
            between["said"],
            "A1a changes the answer only between 5 and 7: below, the answer stays 4; above, it stays 5."
        );
        assert_eq!(between["stays"], json!(["4", "5"]));
        assert_eq!(leaf("chance(1 3)", "A")["said"], "A always changes the answer.");
    }

    #[test]
    fn other_searches_cost_more_or_less() {
        let costs = asked(&json!({ "wanted": "costs", "subject": "((3 12 8) (2 4 6) (14 5 2))" }));
        let leaves = |name: &str| {
            let found = costs["costs"].as_array().unwrap().iter().find(|row| row["name"] == name);
            found.and_then(|row| row["leaves"].as_u64())
        };
        assert_eq!(
            (leaves("minimax"), leaves("alpha-beta"), leaves("alpha-beta, order best")),
            (Some(9), Some(7), Some(5))
        );
    }
}
