//! A search in the style of the Sargon document: the tree, the orders and the log.

use super::scan::PvScan;
use super::{PageOptions, sargon};
use crate::core::study::{AnyStudy, StudyError};
use crate::core::tree::SearchTree;
use crate::page::document::{PagePart, PartWriter};
use crate::page::sargon_listing::{self, DocumentLog};
use crate::page::sargon_orders;
use crate::page::style::Style;
use crate::page::text::paragraph;
use crate::page::words::Words;
use crate::sargon::SargonReport;
use std::io::Write;

/// Writes the tree and the log in the style of the Sargon document.
pub(super) fn write(
    (tree, again): (&SearchTree, &dyn AnyStudy),
    parts: &PageOptions,
    style: &Style,
    out: &mut PartWriter<'_>,
) -> Result<(), StudyError> {
    let header = &tree.header;
    sargon_listing::heading(header, out)?;
    if let Some(ending) = &tree.outcome.ending {
        return Ok(writeln!(out, "The game is over: {ending}.")?);
    }
    if let Some(report) = SargonReport::of(&tree.outcome).filter(|report| report.book) {
        let words = Words::new(style, header);
        return Ok(sargon::book(&report, &words).iter().try_for_each(|(_, text)| paragraph(text, style, out))?);
    }
    out.begin(PagePart::Tree);
    sargon_listing::tree(tree, style, out)?;
    out.begin(PagePart::Note);
    sargon_listing::note(tree, style.width, out)?;
    if parts.legend {
        out.begin(PagePart::Legend);
        sargon_listing::key().write_text(style, out)?;
    }
    if parts.orders {
        out.begin(PagePart::Orders);
        sargon_orders::orders(tree, style.width, out)?;
    }
    if parts.pv_scan {
        let words = Words::new(style, header);
        let mut scan = PvScan::new(&words);
        again.record(&mut scan)?;
        out.begin(PagePart::List);
        sargon_orders::pv_list(&scan.listing(), out)?;
    }
    if parts.log {
        out.begin(PagePart::Log);
        writeln!(out, "\nDetailed log")?;
        again.record(&mut DocumentLog { out, numbering: header.numbering })?;
    }
    Ok(())
}
