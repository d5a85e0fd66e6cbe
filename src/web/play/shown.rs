//! All that a page shows of a search, as an answer.

use super::request::{Options, Request, RequestError};
use crate::page::style::Style;
use crate::page::words::Words;
use crate::search::Cut;
use crate::subject::Subject;
use crate::web::search::PageSearch;
use crate::web::shell::{self, PageLists, Shown};
use crate::web::{page, pair};
use serde_json::{Map, Value, json};

/// The page of a search, or of two side by side.
pub(super) fn states(request: &Request) -> Result<Value, RequestError> {
    let subject = request.subject()?;
    let mut search = searched(request, &request.search, &subject)?;
    let mut answer = result(&search, subject.is_lesson());
    let mut settings = vec![settings(&search)];
    let (shown, names) = match &request.beside {
        None => (alone(&mut search), None),
        Some(beside) => {
            let names = [request.search.name(), beside.name()];
            let searches = [search, searched(request, beside, &subject)?];
            settings.push(self::settings(&searches[1]));
            (pair::shown([&names[0], &names[1]], &searches)?, Some(names))
        }
    };
    let lists =
        shown.lists.map(|PageLists { log, outline }| object([("log", log.into()), ("outline", outline.into())]));
    answer.extend(object([
        ("body", shown.body.into()),
        ("lists", lists.map_or(Value::Null, Value::Object)),
        ("states", shown.states.unwrap_or_default()),
        ("names", json!(names)),
        ("settings", settings.into()),
        ("command", json!(request.command())),
    ]));
    Ok(Value::Object(answer))
}

/// One search. What stands in its lists comes into the page later, so their sentences are told besides.
fn alone(search: &mut PageSearch) -> Shown {
    let mut shown = page::shown(search, None);
    if let (Some(states), Some(steps)) = (&mut shown.states, &search.steps) {
        shown.body.push_str(&shell::below(None));
        states["search"]["sentences"] = steps.sentences();
    }
    shown
}

/// How it was searched: what a field that asks for nothing stands for.
fn settings(search: &PageSearch) -> Value {
    let header = &search.tree.header;
    let cut = if header.cut.is_empty() { Cut::default().name() } else { &header.cut };
    json!({ "algorithm": header.algorithm, "depth": header.depth, "order": header.order, "cut": cut, "fail": header.fail })
}

/// An object of values that are moved into it: `json!` would copy them, and they are large.
fn object<const N: usize>(fields: [(&str, Value); N]) -> Map<String, Value> {
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn searched(request: &Request, options: &Options, subject: &Subject) -> Result<PageSearch, RequestError> {
    let settings = request.settings(options, subject)?;
    Ok(PageSearch::new(&*request.study(subject, &settings)?, &Style::default(), false)?)
}

/// What came out: the root's value as MAX sees it, the leaves that were scored, and line and score of each leaf that can be changed.
fn result(search: &PageSearch, is_lesson: bool) -> Map<String, Value> {
    let words = Words::new(&search.style, &search.tree.header);
    let score = search.tree.outcome.score.map(|score| words.perspective.score(score, 0).to_string());
    let lines = |node: usize| search.nodes.all[node].row.lines.first().map(|line| line.join(" "));
    let leaves = (0..search.nodes.all.len()).filter(|&node| search.nodes.is_leaf(node));
    let value = |node: usize| plain(&search.nodes.all[node].row.value(&search.style));
    // What a position of a real game is worth, and an end of a game, is not for the reader to say.
    let leaves = leaves.filter(|&node| is_lesson && !value(node).starts_with('#'));
    let leaves: Vec<_> = leaves.map(|node| json!([node, lines(node), value(node)])).collect();
    let answer = json!({
        "value": score.map(|score| plain(&score)),
        "leaves": search.tree.outcome.statistics.leaves,
        "lines": if search.is_whole { leaves } else { Vec::new() },
        "is_tree": search.tree.header.position().is_none(),
    });
    answer.as_object().cloned().unwrap_or_default()
}

/// A number without zeros that say nothing.
pub(super) fn plain(number: &str) -> String {
    if !number.contains('.') {
        return number.to_owned();
    }
    number.trim_end_matches('0').trim_end_matches('.').to_owned()
}
