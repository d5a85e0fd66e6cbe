//! Writes searches side by side, as a page or as JSON.

mod recordings;
mod searches;

#[cfg(feature = "cli")]
use super::Contender;
#[cfg(feature = "cli")]
use super::SearchRow;
use super::SearchRows;
use super::differences::Differences;
#[cfg(feature = "cli")]
use super::differences::SearchClaim;
use super::recordings::Recordings;
use crate::core::score::Score;
#[cfg(feature = "cli")]
use crate::core::search::Mistake;
use crate::core::text::{json_value, write_json};
use crate::core::trace::Header;
use crate::core::tree::SearchTree;
#[cfg(feature = "cli")]
use crate::core::tree::Unsearched;
use crate::explain::{least_decimals, score_sentence, subject_sentence, top, tree_decimals};
#[cfg(feature = "cli")]
use crate::explain::{path, search_sentence};
#[cfg(feature = "cli")]
use crate::page::Mark;
use crate::page::document::Document;
#[cfg(feature = "cli")]
use crate::page::document::{Column, Table};
#[cfg(feature = "cli")]
use crate::page::text::columns;
use crate::page::{Style, Words, decimals};
use serde::Serialize;
use serde_json::{Map, Value};
use std::io::{self, Write};

/// Returns a page with the results of searches and, if `trees` were kept, the differences between the first search and
/// the others, node by node. If the searches differ in move ordering, their names include the ordering. The page's
/// subject mentions the ordering only if `shares_order` is set.
pub(crate) fn searches(
    compared: &SearchRows,
    (trees, differences): (&[SearchTree], &[Differences]),
    shares_order: bool,
    style: &Style,
) -> Document {
    let header = &compared.header;
    let decimals = match trees {
        [] => decimals(compared.rows.iter().filter_map(|row| row.score), least_decimals(header)),
        trees => trees.iter().map(tree_decimals).max().unwrap_or(2),
    };
    let style = &Style { decimals, scale: header.scale(), ..*style };
    let words = &Words::new(style, header);
    let mut page = begun(header, subject_sentence(header, shares_order), style);
    page.gap();
    searches::comparison(compared, words, &mut page);
    for (differences, other) in differences.iter().zip(&compared.rows[1..]) {
        let names = [compared.rows[0].name.as_str(), other.name.as_str()];
        page.gap();
        if 2 < compared.rows.len() {
            page.text(format!("{} against {}:", names[1], names[0]));
        }
        recordings::differences(names, differences, words, &mut page);
    }
    page
}

/// Returns the style with the decimals that these scores need.
fn styled(scores: impl IntoIterator<Item = Score>, header: &Header, style: &Style) -> Style {
    Style { decimals: decimals(scores, least_decimals(header)), scale: header.scale(), ..*style }
}

/// Returns a page that begins with the subject and with an explanation of the scores.
fn begun(header: &Header, searched: String, style: &Style) -> Document {
    top(header, &[searched, score_sentence(header, style.view)], Vec::new(), style)
}

/// Returns a page with the results of recorded searches, and the differences between the first one and the others.
pub fn recorded(compared: &SearchRows, found: &[Recordings], style: &Style) -> Document {
    let header = &compared.header;
    let listed = found.iter().flat_map(|found| &found.nodes.list);
    let said = listed.flat_map(|difference| [difference.first, difference.second]).flatten().map(|said| said.score);
    let scores = compared.rows.iter().filter_map(|row| row.score).chain(said);
    let style = &styled(scores, header, style);
    let words = &Words::new(style, header);
    let shares_order = found.iter().flat_map(|found| &found.headers).all(|field| field.field != "order");
    let mut page = begun(header, subject_sentence(header, shares_order), style);
    let others = compared.rows[1..].iter().map(|other| [compared.rows[0].name.as_str(), other.name.as_str()]);
    let pairs: Vec<_> = others.zip(found).collect();
    for (names, found) in &pairs {
        recordings::headers(*names, &found.headers, style.width, &mut page);
    }
    page.gap();
    searches::comparison(compared, words, &mut page);
    pairs.into_iter().for_each(|(names, found)| recordings::recordings(header, names, found, words, &mut page));
    page
}

/// The name of the format in the JSON document.
const FORMAT: &str = "plywood-compare";

/// Writes searches side by side as one JSON document; `differences` contains a comparison of each further row with the
/// first row.
///
/// # Errors
/// If `out` cannot be written.
pub fn json(compared: &SearchRows, differences: &[impl Serialize], out: &mut dyn Write) -> io::Result<()> {
    #[derive(Serialize)]
    struct Rows<'a, D> {
        format: &'static str,
        version: u32,
        #[serde(flatten)]
        compared: Map<String, Value>,
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        differences: &'a [D],
    }
    let Value::Object(mut compared) = json_value(compared) else { return Ok(()) };
    // With these fields, the document would look like a trace.
    compared.retain(|name, _| !["format", "version"].contains(&name.as_str()));
    write_json(&Rows { format: FORMAT, version: 1, compared, differences }, out)
}

/// Returns a page with a row for each depth of a search; the header belongs to the last depth. If the search uses
/// iterative deepening, `at_once` contains the results of the same search without iterative deepening.
#[cfg(feature = "cli")]
pub(crate) fn depths(header: &Header, rows: &[SearchRow], at_once: &[SearchRow], style: &Style) -> Document {
    let style = &styled(rows.iter().filter_map(|row| row.score), header, style);
    let mut page = begun(header, search_sentence(header), style);
    page.gap();
    searches::depths(header, rows, at_once, style, &mut page);
    page
}

/// The name of the search without the mistake.
#[cfg(feature = "cli")]
pub(crate) const CORRECT: &str = "the correct search";

/// Returns a page that shows how the correct search and the search with the mistake differ. The trees of both searches
/// must have been kept.
#[cfg(feature = "cli")]
pub(crate) fn mistake(
    mistake: Mistake,
    compared: &SearchRows,
    [right, wrong]: [&SearchTree; 2],
    style: &Style,
) -> Document {
    let style =
        &Style { decimals: tree_decimals(right).max(tree_decimals(wrong)), scale: right.header.scale(), ..*style };
    let (header, names) = (&compared.header, [CORRECT, mistake.name()]);
    let words = &Words::new(style, header);
    let sentences = [
        search_sentence(header),
        score_sentence(header, style.view),
        format!("The mistake {}: {}.", mistake.name(), mistake.description()),
    ];
    let mut page = top(header, &sentences, Vec::new(), style);
    page.gap();
    searches::comparison(compared, words, &mut page);
    if compared.is_complete() {
        let differences = Differences::of(right, wrong);
        page.gap();
        recordings::first_difference(names, &differences, words, &mut page);
        recordings::differences(names, &differences, words, &mut page);
    }
    page
}

/// Returns a page that shows two engines side by side.
#[cfg(feature = "cli")]
pub(crate) fn engines(header: &Header, pair: &[Contender; 2], style: &Style) -> Document {
    let style = &styled(pair.iter().filter_map(|one| one.score), header, style);
    let mut page = top(header, &[subject_sentence(header, false)], Vec::new(), style);
    page.gap();
    searches::contenders(header, pair, style, &mut page);
    page
}

/// Writes the results of two engines side by side as one JSON document.
#[cfg(feature = "cli")]
pub(crate) fn engines_json(header: &Header, pair: &[Contender; 2], out: &mut dyn Write) -> io::Result<()> {
    #[derive(Serialize)]
    struct Engines<'a> {
        format: &'static str,
        version: u32,
        fen: &'a Option<String>,
        depth: u32,
        engines: &'a [Contender; 2],
    }
    let document =
        Engines { format: "plywood-compare-engines", version: 1, fen: &header.fen, depth: header.depth, engines: pair };
    write_json(&document, out)
}

/// The result for one move in a search to one depth.
#[cfg(feature = "cli")]
#[derive(Clone, Debug)]
pub(crate) struct MoveAtDepth {
    depth: u32,
    /// The search's claim about the move, or the reason why there is no claim.
    said: Result<SearchClaim, &'static str>,
    /// The reply that decided the score.
    answer: Option<String>,
    best: Option<String>,
    /// The score of the root, for the side to move.
    score: Option<Score>,
}

#[cfg(feature = "cli")]
impl MoveAtDepth {
    /// Looks up the last move of `line` in a search that was folded with this line as its focus.
    #[cfg(feature = "cli")]
    pub(crate) fn new(tree: &SearchTree, line: &[String]) -> Self {
        let nodes = path(tree, line);
        let node = nodes.as_ref().ok().and_then(|nodes| nodes.last().copied());
        let said = match (&nodes, node.and_then(SearchClaim::of)) {
            (_, Some(said)) => Ok(said),
            (Err((_, Some(Unsearched::Cutoff(_)))), _) => Err("skipped after a cutoff"),
            (Err((_, Some(Unsearched::Pruned(..)))), _) => Err("pruned"),
            (Err((_, Some(Unsearched::Settled(_)))), _) => Err("skipped: the game was won"),
            (Err((_, Some(Unsearched::Stopped))), _) | (Ok(_), None) => Err("the search was stopped"),
            (Err((_, None)), None) => Err("not reached"),
        };
        let answer = node.and_then(|node| node.decisive()).map(|answer| answer.name().to_owned());
        let outcome = &tree.outcome;
        Self { depth: tree.header.depth, said, answer, best: outcome.best.clone(), score: outcome.score }
    }
}

/// The maximum length of a column heading.
#[cfg(feature = "cli")]
const LONGEST_HEAD: usize = 16;

/// Returns a page with a row for each depth. A row has the score and the verdict of the last move of `line`, and the
/// best move if this is a different move.
#[cfg(feature = "cli")]
pub(crate) fn history(header: &Header, line: &[String], seen: &[MoveAtDepth], style: &Style) -> Document {
    let scores = seen.iter().flat_map(|one| [one.score, one.said.ok().map(|said| said.score)]).flatten();
    let style = &styled(scores, header, style);
    let (words, ply) = (Words::new(style, header), line.len().saturating_sub(1));
    let mut page = begun(header, search_sentence(header), style);
    page.gap();
    let row = |one: &MoveAtDepth| {
        let (score, verdict) = match one.said {
            Ok(said) => {
                (words.bounded(said.score, said.bound, ply), Mark::of(said.verdict, ply, words.perspective).word())
            }
            Err(reason) => ("-".to_owned(), reason.to_owned()),
        };
        [
            one.depth.to_string(),
            score,
            verdict,
            one.answer.as_ref().map_or_else(String::new, |answer| words.mv(answer, line.len())),
            one.best.as_ref().map_or_else(String::new, |best| words.mv(best, 0)),
            one.score.map_or_else(String::new, |score| words.score(score, 0)),
        ]
    };
    let kinds = [Column::Right, Column::Right, Column::Left, Column::Left, Column::Left, Column::Right];
    let place = words.place(line);
    // A very long name would leave no room for the other columns.
    let place = if columns(&place) <= LONGEST_HEAD { &place } else { "the move" };
    let heads = ["depth", place, "verdict", "answer", "best move", "its score"];
    page.table(Table::new(kinds, heads, seen.iter().map(row)));
    page.gap();
    page.text(
        "Each depth is a separate search. The best move and the score are those of the root. A score with <= or >= is a bound: the search did not need to know more. The answer is the reply that decided the score.",
    );
    page
}
