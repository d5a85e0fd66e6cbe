//! A whole page: its parts and their order.

use super::affordable::Fallback;
#[cfg(feature = "cli")]
use super::annotated::upright_lines;
use super::annotated::{self, Columns, columns_of, stands_upright, upright, valued, write_outline};
use super::answer::{Fact, STOPPED, answer, cost, exact_style, passes, unfinished};
use super::code::Code;
use super::facts::{hints, note, sentences, top};
use super::folded::{BEST_FIRST, HEAD, folded_columns, folded_rows, is_reordered};
use super::horizon::{Horizon, horizon};
use super::legend::{brief, legend};
use super::log::Log;
use super::move_question::{aside, path, unsearched};
use super::scan::{PvScan, PvWays};
use super::why::{follow, why};
use super::{Extent, FULL_LIMIT, PageOptions, PageQuestion, TreeStyle};
use super::{sargon, sargon_page, tables};
use crate::core::search::{SearchError, Technique};
use crate::core::study::{AnyStudy, StudyError, Until};
use crate::core::tree::SearchTree;
#[cfg(feature = "cli")]
use crate::page::document::Excerpt;
use crate::page::document::{Document, PagePart, PartWriter};
use crate::page::row::Row;
use crate::page::style::Style;
use crate::page::text::{capitalized, grouped};
use crate::page::words::Words;
use crate::sargon::SargonReport;
use std::io::{self, Write};

/// The minimum number of inner nodes to visit when counting the leaves of the full tree. Visiting this many nodes takes
/// a few hundredths of a second.
const COUNTED: u64 = 150_000;
/// Counting visits one node per this many searched nodes, so that it takes less time than the search does.
const SEARCHED: u64 = 2;
/// Returns how many inner nodes to visit when counting the leaves of the full tree, for a search of this many nodes.
/// The number does not depend on the duration of the search, so the same search always gives the same page.
pub(crate) const fn most_counted(searched: u64) -> u64 {
    if COUNTED < searched / SEARCHED { searched / SEARCHED } else { COUNTED }
}

/// The options for a search that has a result after each depth.
const ITERATIVE: &str = "--with\u{a0}iterative,tt";

/// A search, folded to what its page shows.
pub struct Page<'a> {
    tree: SearchTree,
    parts: &'a PageOptions,
    style: Style,
    /// The same search, to replay.
    again: Box<dyn AnyStudy + 'a>,
    /// A remark about the requested search, if this search replaces it.
    instead_of: Option<String>,
}

/// Describes how much of a search is shown.
fn reached(Until { asked, last }: Until) -> String {
    let [asked, last] = [asked, last].map(|event| grouped(event as u64));
    if asked == last {
        format!("the search up to event {last}, before it ended.")
    } else {
        format!("the search up to event {last}, where the node of event {asked} is judged.")
    }
}

impl<'a> Page<'a> {
    /// Searches, and keeps what the page shows.
    ///
    /// # Errors
    /// [`StudyError`] if the search cannot be run.
    pub fn new(study: &'a dyn AnyStudy, parts: &'a PageOptions, style: &Style) -> Result<Self, StudyError> {
        let keep = parts.keep(study.header().shape.is_some());
        let tree = study.explain(&keep)?;
        let fallback = parts.is_plain().then(|| Fallback::of(study, &tree.outcome)).flatten();
        let (tree, again, instead_of) = match fallback {
            Some(fallback) => (fallback.study.explain(&keep)?, fallback.study, Some(fallback.said)),
            None => {
                let again = study.up_to(&tree.outcome);
                (tree, again, None)
            }
        };
        Ok(Self { style: exact_style(&tree, style), tree, parts, again, instead_of })
    }

    /// Runs the search, keeps what the page shows, and folds the rest.
    pub(crate) fn focused(study: &'a dyn AnyStudy, parts: &'a PageOptions, style: &Style) -> Result<Self, StudyError> {
        let mut page = Self::new(study, parts, style)?;
        page.focus();
        Ok(page)
    }

    /// Returns the folded search.
    #[must_use]
    pub const fn tree(&self) -> &SearchTree {
        &self.tree
    }

    /// Returns the lines of the upright tree as the page shows it, or `None` if the page is too narrow.
    #[cfg(feature = "cli")]
    pub(crate) fn upright(&self) -> Option<Vec<String>> {
        upright_lines(&self.tree, &Words::new(&self.style, &self.tree.header))
    }

    /// Writes the page.
    ///
    /// # Errors
    /// Returns any error that occurs while writing, or while searching again for the log.
    pub fn write(self, out: &mut dyn Write) -> Result<(), StudyError> {
        self.write_parts(&mut PartWriter::whole(out))
    }

    /// Returns a part of the page as text.
    #[cfg(feature = "cli")]
    pub(crate) fn excerpt(self, excerpt: Excerpt) -> Result<String, StudyError> {
        let mut text = Vec::new();
        self.write_parts(&mut PartWriter::of(excerpt, &mut text))?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    fn write_parts(mut self, out: &mut PartWriter<'_>) -> Result<(), StudyError> {
        if self.parts.drawing == TreeStyle::Sargon {
            return sargon_page::write((&self.tree, &*self.again), self.parts, &self.style, out);
        }
        let (header, style) = (self.tree.header.clone(), self.style);
        let words = Words::new(&style, &header);
        let sentences = sentences(&self.tree, &words);
        if self.has_no_search() {
            return Ok(top(&header, &sentences, self.facts(&words), &style).write_text(&style, out)?);
        }
        match &self.parts.question {
            PageQuestion::Why(line) => {
                let (mut page, command) = (self.preface(&sentences), self.parts.command.as_ref());
                page.append(why(&self.tree, line, &words, command));
                page.append(aside((&self.tree, self.again()), line, &words, command)?);
                return Ok(page.write_text(&style, out)?);
            }
            PageQuestion::Line(line) => {
                self.preface(&sentences).write_text(&style, out)?;
                return Ok(follow(&self.tree, line, &words, self.parts.command.as_ref(), out)?);
            }
            PageQuestion::Focus(line) => {
                if let Err(missing) = path(&self.tree, line) {
                    let mut page = self.preface(&sentences);
                    page.append(unsearched(&self.tree, line, missing, &words, self.parts.command.as_ref()));
                    return Ok(page.write_text(&style, out)?);
                }
                self.focus();
            }
            PageQuestion::Search => {}
        }
        let mut page = top(&header, &sentences, self.facts(&words), &style);
        page.append(passes(&self.tree, &words));
        page.write_parts(&style, out)?;
        let drawn = self.body(&words, out)?;
        out.begin(PagePart::Note);
        let mut page = note(&header, self.parts.answers, &words);
        self.hints(&mut page);
        page.write_parts(&style, out)?;
        self.extras(&words, drawn.as_ref(), out)
    }

    /// Returns the page as text, for example for a regression test.
    ///
    /// # Errors
    /// Returns any error that occurs while searching again for the log.
    pub fn to_text(self) -> Result<String, StudyError> {
        let mut text = Vec::new();
        self.write(&mut text)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Returns only the log as text: every comparison in search order.
    ///
    /// # Errors
    /// Returns any error that occurs while searching again.
    pub fn log_to_text(&self) -> Result<String, StudyError> {
        let mut text = Vec::new();
        let words = Words::new(&self.style, &self.tree.header);
        Log::preface(self.parts.log_creation, &words, &self.tree.header, &mut text)?;
        let mut log = Log::new(&mut text, words, &self.tree.header, self.parts.question.line(), None);
        log.tells_creation = self.parts.log_creation;
        log.heads()?;
        self.again.record(&mut log)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Returns the same search, to replay.
    pub(crate) fn again(&self) -> &dyn AnyStudy {
        &*self.again
    }

    /// Returns the style that prints all scores exactly.
    pub(crate) const fn style(&self) -> Style {
        self.style
    }

    /// Folds everything that was not requested.
    fn focus(&mut self) {
        if self.parts.is_unfolded() || self.tree.header.shape.is_some() {
            self.tree.focus(self.parts.question.line());
        }
    }

    /// Returns whether nothing was searched: the game is over, or the move comes from an opening book.
    fn has_no_search(&self) -> bool {
        let is_book = || SargonReport::of(&self.tree.outcome).is_some_and(|report| report.book);
        self.tree.outcome.ending.is_some() || is_book()
    }

    /// Returns how much of the tree to draw.
    pub(crate) fn extent(&self) -> Extent {
        let is_whole = self.tree.header.shape.is_some() && self.tree.root.size() <= annotated::MOST_ROWS;
        match self.parts.drawing {
            TreeStyle::Auto | TreeStyle::Annotated | TreeStyle::Upright if is_whole => Extent::Whole,
            TreeStyle::Auto | TreeStyle::Annotated | TreeStyle::Upright if !self.parts.is_unfolded() => Extent::Folded,
            TreeStyle::Auto | TreeStyle::Annotated | TreeStyle::Outline | TreeStyle::Sargon | TreeStyle::Upright => {
                Extent::Outline
            }
        }
    }

    /// Returns the result and the cost.
    pub(crate) fn facts(&self, words: &Words<'_>) -> Vec<Fact> {
        let mut facts = self.found(words);
        if let Some(until) = self.parts.until {
            let stopped = facts.iter_mut().filter(|(label, _)| *label == STOPPED);
            stopped.for_each(|fact| *fact = ("Shown", reached(until)));
        }
        facts
    }

    fn found(&self, words: &Words<'_>) -> Vec<Fact> {
        if self.tree.outcome.ending.is_some() {
            return answer(&self.tree, words, false);
        }
        if let Some(report) = SargonReport::of(&self.tree.outcome) {
            return if report.book { sargon::book(&report, words) } else { sargon::answer(&self.tree, &report, words) };
        }
        let stopped = self.instead_of.iter().map(|said| (STOPPED, said.clone()));
        let mut rows: Vec<Fact> = stopped.chain(answer(&self.tree, words, self.parts.roots.is_none())).collect();
        let horizon = horizon(&self.tree, self.again(), words);
        rows.extend(horizon.map(|Horizon { said, option }| (Horizon::LABEL, format!("{said} ({option})"))));
        let full = if self.tree.header.shape.is_some() || !self.tree.outcome.complete {
            None
        } else {
            self.again.count_leaves(most_counted(self.tree.outcome.statistics.nodes()))
        };
        rows.extend(cost(&self.tree, full));
        rows
    }

    /// Returns the text above the answer to a question about one line. This text replaces the board.
    fn preface(&self, sentences: &[String]) -> Document {
        let mut page = Document::default();
        if !self.tree.header.title.is_empty() {
            page.text(&self.tree.header.title);
        }
        page.text(sentences.join(" "));
        match self.parts.until {
            Some(until) => page.text(format!("This is {}", reached(until))),
            None if !self.tree.outcome.complete => page.text(capitalized(unfinished(&self.tree.outcome))),
            None => {}
        }
        page.gap();
        page
    }

    /// Writes the tree, or the table of root moves; returns the drawn rows and their columns, if the legend needs them.
    fn body(&self, words: &Words<'_>, out: &mut PartWriter<'_>) -> io::Result<Option<(Row, Columns)>> {
        let mut page = Document::default();
        if let Some(most) = self.parts.roots {
            page.gap();
            page.append(tables::root_moves(&self.tree, most, words));
            page.write_parts(&self.style, out)?;
            return Ok(None);
        }
        let tree = &self.tree;
        let columns = columns_of(tree);
        out.begin(PagePart::Reading);
        let is_plain = self.parts.question == PageQuestion::Search && !self.parts.is_unfolded();
        let is_usual =
            self.parts.in_terminal && self.parts.drawing == TreeStyle::Auto && is_plain && stands_upright(tree, words);
        if (is_usual || self.parts.drawing == TreeStyle::Upright)
            && let Some(root) = upright(tree, words, out)?
        {
            return Ok(Some((root, Columns { step: false, verdict: false, ..columns })));
        }
        let is_folded = self.extent() == Extent::Folded;
        let folded = is_folded.then(|| valued(folded_rows(tree, self.parts.question.line(), words), tree, words));
        let order = folded.as_ref().filter(|root| is_reordered(root)).map(|_| BEST_FIRST.to_owned());
        brief(words, tree.header.has_window()).into_iter().chain(order).for_each(|line| page.text(line));
        if self.extent() != Extent::Whole {
            page.gap();
        }
        page.write_text(&self.style, out)?;
        if self.extent() != Extent::Whole {
            out.begin(PagePart::Tree);
        }
        let drawn = if let Some(root) = folded {
            let columns = folded_columns(tree);
            write_outline(&root, columns, HEAD, words, out)?;
            Some((root, columns))
        } else if self.extent() == Extent::Whole {
            Some((annotated::sideways_parts(tree, words, out)?, columns))
        } else {
            annotated::outline(tree, words, out)?;
            self.parts.legend.then(|| (annotated::rows_in_search_order(tree, words), columns))
        };
        if self.parts.full && FULL_LIMIT <= tree.root.size() {
            let mut page = Document::default();
            page.gap();
            page.text(format!(
                "The tree is too large to show in full: you see the first {} nodes, and below them only the moves that decided.",
                crate::page::text::grouped(FULL_LIMIT as u64)
            ));
            page.write_text(&self.style, out)?;
        }
        Ok(drawn)
    }

    /// Lists further questions about a position.
    fn hints(&self, page: &mut Document) {
        let is_plain =
            self.parts.question == PageQuestion::Search && !self.parts.is_unfolded() && self.parts.roots.is_none();
        if self.tree.header.shape.is_some() || !is_plain {
            return;
        }
        page.gap();
        page.part(PagePart::Hints);
        let hints = hints(&self.tree).join("  ");
        let is_stopped = self.instead_of.is_some() || !self.tree.outcome.complete;
        // A recorded search cannot run with other options.
        if is_stopped && !self.again.is_recorded() && !self.tree.header.technique_set().has(Technique::Iterative) {
            page.text(format!("To keep the answer of each finished depth:  {ITERATIVE}"));
        }
        match self.depth_that_ends() {
            Some(depth) => {
                page.text(format!("Ask more about a depth that finishes:  --depth\u{a0}{depth}  and  {hints}"))
            }
            None if is_stopped => {}
            None => page.text(format!("Ask more:  {hints}")),
        }
    }

    /// Returns the depth that the search finished, or `None` if this is the requested depth.
    fn depth_that_ends(&self) -> Option<u32> {
        let shown = self.instead_of.is_some().then_some(self.tree.header.depth);
        let may_rerun = !self.again.is_recorded() && !self.tree.outcome.complete;
        shown.or(self.tree.outcome.finished_depth.filter(|_| may_rerun))
    }

    /// Writes the additional parts that the options request.
    fn extras(
        &self,
        words: &Words<'_>,
        drawn: Option<&(Row, Columns)>,
        out: &mut PartWriter<'_>,
    ) -> Result<(), StudyError> {
        let (parts, style) = (self.parts, &self.style);
        let write = |page: Document, out: &mut PartWriter<'_>| {
            writeln!(out)?;
            page.write_parts(style, out)
        };
        if parts.carrier {
            write(tables::carrier(&self.tree, words), out)?;
        }
        if parts.orders {
            write(tables::orders(&self.tree, words), out)?;
        }
        if parts.pv_scan {
            let mut scan = PvScan::new(words);
            let outcome = self.again.record(&mut scan)?;
            write(scan.document(&outcome), out)?;
            if parts.pv_ways {
                let mut ways = PvWays::new(words);
                self.again.record(&mut ways)?;
                write(ways.document(&scan, &outcome), out)?;
            }
        }
        if parts.code {
            write(Code::of(&self.tree.header, self.style.view).document(style), out)?;
        }
        if parts.log {
            writeln!(out)?;
            let code = parts.code.then(|| Code::of(&self.tree.header, self.style.view));
            Log::preface(parts.log_creation, words, &self.tree.header, out)?;
            out.begin(PagePart::Log);
            let mut log = Log::new(out, *words, &self.tree.header, parts.question.line(), code);
            log.tells_creation = parts.log_creation;
            log.heads()?;
            match self.again.record(&mut log) {
                Err(StudyError::Search(SearchError::Stopped(_))) => writeln!(out, "The log was stopped here.")?,
                told => drop(told?),
            }
        }
        if let Some((root, columns)) = drawn.filter(|_| parts.legend) {
            out.begin(PagePart::Legend);
            write(legend(words, &self.tree.header, (*columns, root), parts.log), out)?;
        }
        Ok(())
    }
}
