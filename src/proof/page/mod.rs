//! What verifying found, as people read it and as programs do.

mod audit;
mod truth;

use super::audit::Lack;
use super::report::{Problem, Report};
use crate::explain::{score_sentence, search_sentence, top};
use crate::page::{Document, Style};
use crate::study::{numbered, spelled};
use serde::Serialize;
use serde_json::{Value as Json, json};

pub use audit::first_cause;

/// Returns what was searched, the first cause of what is wrong, and what was held against what; `all` that is wrong, or only the
/// first of it. If it is a trace in a `file`, there is a command that shows the place.
#[must_use]
pub fn document(report: &Report, all: bool, file: Option<&str>, style: &Style) -> Document {
    let report = &spelled_report(report);
    let header = &report.header;
    let sentences = [search_sentence(header), score_sentence(header, style.view)];
    let mut page = top(header, &sentences, Vec::new(), style);
    page.gap();
    page.append(first_cause(&report.audit, header, file));
    truth::verification(report, style, &mut page);
    audit::audit(report, all, &mut page);
    page
}

/// The report as people write moves. Where what a trace says is cited it stands as it is there, and is for the audit to place.
fn spelled_report(report: &Report) -> Report {
    let mut failures = report.failures.clone();
    for failure in &mut failures {
        failure.line = spelled(&report.header, &failure.line);
        if let Problem::PvBegins { best } = &mut failure.problem {
            *best = spelled(&report.header, std::slice::from_ref(best)).remove(0);
        }
    }
    Report { header: numbered(&report.header), failures, ..report.clone() }
}

/// Returns the report as one JSON document: what the events say of each other, and what minimax says of them.
///
/// # Errors
/// None in practice: it holds nothing that cannot be written.
pub fn json(report: &Report, all: bool, style: &Style) -> serde_json::Result<Json> {
    let findings = &report.audit.findings;
    let (checked, unchecked) = report.coverage();
    let failures = truth::failure_sentences(report, style);
    Ok(json!({
        "passes": report.passes(),
        "events": report.audit.events,
        "first_cause": findings.first().map(to_json).transpose()?,
        "wrong": report.audit.all_wrong(),
        "rules": to_json(&report.audit)?,
        "findings": findings[..audit::shown(&report.audit, all)].iter().map(to_json).collect::<Result<Vec<_>, _>>()?,
        "not_judged": lacks(report),
        "minimax": { "checked": checked, "unchecked": unchecked, "wrong": failures },
    }))
}

/// What could not be judged, how often, and what would make it possible.
fn lacks(report: &Report) -> Vec<Json> {
    let of = |lack: Lack| (lack, report.audit.lacks[lack as usize]);
    let lacking = Lack::ALL.iter().map(|&lack| of(lack)).filter(|&(_, count)| count != 0);
    lacking.map(|(lack, count)| json!({ "lack": lack.name(), "count": count, "needs": lack.description() })).collect()
}

fn to_json<T: Serialize + ?Sized>(value: &T) -> serde_json::Result<Json> {
    serde_json::to_value(value)
}
