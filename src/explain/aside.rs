//! What a node owes to others: who stored what the table knew of it, and how the pass was searched that cut it.

use super::asked::{offer_as, path};
use super::symmetric::differ;
use crate::hooks::{Event, NotUsed, Stored};
use crate::page::command::Command;
use crate::page::document::Document;
use crate::page::text::{counted, grouped};
use crate::page::words::Words;
use crate::score::{Bound, Score};
use crate::study::{AnyStudy, StudyError};
use crate::trace::{Header, Record, Sink};
use crate::tree::SearchTree;
use std::io;
use std::sync::Arc;

/// What events beside a node tell. Scores are for the side to move there.
struct Aside<'a> {
    line: &'a [String],
    hit: Option<Hit>,
    pass: Option<PassJson>,
}

struct Hit {
    depth: u32,
    score: Score,
    bound: Bound,
    visit: u64,
    is_untold: bool,
    stored_by: Option<Arc<[String]>>,
    cut: bool,
    not_used: Option<NotUsed>,
}

struct PassJson {
    depth: u32,
    score: Score,
    cut: bool,
}

/// Keeps the last of them, which is that of the last visit.
impl Sink for Aside<'_> {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        if record.line != self.line {
            return Ok(());
        }
        if let Event::TableHit { ref stored, cut, not_used } = record.event {
            let stored_by = record.notes.stored_by.clone();
            let Stored { depth, score, bound, visit, is_untold, .. } = *stored;
            self.hit = Some(Hit { depth, score, bound, visit, is_untold, stored_by, cut, not_used });
        } else if let Event::NullMove { depth, score, cut, .. } = record.event {
            self.pass = Some(PassJson { depth, score, cut });
        }
        Ok(())
    }
}

/// Tells of the node after `line` who stored what the table knew of it, and what passing there was worth, if the search asked
/// either. For that it is told again. A pass that cut can be searched with the command that is offered.
///
/// # Errors
/// [`StudyError`] if the search cannot be told again.
pub(crate) fn aside(
    (tree, again): (&SearchTree, &dyn AnyStudy),
    line: &[String],
    words: &Words<'_>,
    command: Option<&Command>,
) -> Result<Document, StudyError> {
    let mut page = Document::default();
    let techniques = path(tree, line).ok().and_then(|nodes| nodes.last().and_then(|node| node.techniques.as_deref()));
    let is_asked = techniques.is_some_and(|applied| applied.hash.is_some() || applied.null_move.is_some());
    if !is_asked {
        return Ok(page);
    }
    let mut aside = Aside { line, hit: None, pass: None };
    again.record(&mut aside)?;
    if let Some(hit) = &aside.hit {
        page.gap();
        page.text(aside.stored(hit, (&tree.header, words)));
    }
    if let Some(pass) = &aside.pass {
        page.gap();
        page.text(aside.passed(pass, words));
        let offered = command.filter(|_| pass.cut && pass.depth != 0 && tree.header.fen.is_some());
        let offered = offered.and_then(|command| command.after_pass(line, pass.depth));
        offer_as("This command searches what happens after the pass:", offered, words.style.width, &mut page);
    }
    Ok(page)
}

impl Aside<'_> {
    fn stored(&self, hit: &Hit, (header, words): (&Header, &Words<'_>)) -> String {
        let score = words.bounded(hit.score, hit.bound, self.line.len());
        let by = match (&hit.stored_by, hit.visit) {
            _ if hit.is_untold => "it was stored behind a null move, of which the trace does not tell".to_owned(),
            (_, 0) => "who stored it, the trace does not say".to_owned(),
            (None, visit) => format!("node number {} that was entered stored it", grouped(visit)),
            (Some(line), visit) => {
                let node = if line.is_empty() { "the root".to_owned() } else { words.place(line) };
                format!("{node} stored it, entered as node number {}", grouped(visit))
            }
        };
        let enough = match hit.not_used {
            _ if hit.cut => "was enough, so nothing was searched here",
            Some(NotUsed::Root) => "was not enough, since the root needs a best move",
            Some(NotUsed::Shallow) => "was not enough, since more depth was wanted",
            Some(NotUsed::Deep) => "was not used, since less depth was wanted and only the same depth answers",
            Some(NotUsed::Bound) => "was not enough, since that limit does not settle the window",
            None => "was not enough",
        };
        let plies = counted(u64::from(hit.depth), "ply", "plies");
        let differ = hit.stored_by.as_deref().is_some_and(|line| differ(header, self.line, line));
        let this = if differ { "a position that is this one by symmetry" } else { "this position" };
        format!("The transposition table had {score} to {plies} for {this}: {by}. That {enough}.")
    }

    fn passed(&self, pass: &PassJson, words: &Words<'_>) -> String {
        let passer = words.perspective.side(self.line.len());
        let score = words.score(pass.score, self.line.len());
        let how = match pass.depth {
            0 => "no further move was searched after it".to_owned(),
            depth => {
                format!(
                    "a search of {} followed, of which the trace does not tell",
                    counted(depth.into(), "ply", "plies")
                )
            }
        };
        let enough = if pass.cut { "even that was too good to be allowed" } else { "that was not enough to cut" };
        format!("{passer} was made to pass, and that gave {score}: {how}; {enough}.")
    }
}
