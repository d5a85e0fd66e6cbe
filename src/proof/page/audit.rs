//! What came of holding the events of a search against each other: the first cause first.

use crate::page::document::{Column, Document, Table};
use crate::page::escape;
use crate::page::text::{counted, grouped};
use crate::proof::audit::{About, Audited, Finding, Lack, Rule};
use crate::proof::report::Report;
use crate::study::{numbered, spelled};
use crate::trace::{Header, line_text, move_text};

/// So many findings are shown behind the first, unless all are asked for.
const MOST_NEXT: usize = 5;

/// Returns the first claim that does not follow from what the trace says before it, if there is one, and the command that shows
/// its node if the trace stands in a `file`.
#[must_use]
pub fn first_cause(audit: &Audited, header: &Header, file: Option<&str>) -> Document {
    let mut page = Document::default();
    let Some(first) = audit.findings.first() else { return page };
    let header = &numbered(header);
    page.text(format!("First cause: {}", place(first, header)));
    let rows = [
        ("  says", format!("{} {}", first.field, first.said)),
        ("  should be", first.follows.clone()),
        ("  rule", rule_text(first.rule)),
    ];
    let rows = rows.map(|(name, text)| [name.to_owned(), text]);
    page.table(Table::new([Column::Left, Column::Rest(0, 0)], ["", ""], rows));
    page.text(
        "Everything before it in the trace fits together. What it says and should be is given as the trace has it: scores at \
         `created`, `judged` and `pruned` are for the side that made the last move, all others for the side to move.",
    );
    page.gap();
    if let Some(file) = file.filter(|_| !first.line.is_empty()) {
        let [file, line] = [file, &spelled(header, &first.line).join(" ")].map(escape::shell);
        page.lines([format!("Look:  plywood explain {file} --why {line}")]);
        page.gap();
    }
    page
}

/// A rule in words, with the name by which docs/trace-your-engine.md lists it.
fn rule_text(rule: Rule) -> String {
    format!("{} ({})", rule.description(), rule.name())
}

/// Adds how many claims were held against each other, which rules were broken how often, and where; `all` findings, or only some.
pub(super) fn audit(report: &Report, all: bool, page: &mut Document) {
    let Audited { checked, wrong, findings, .. } = &report.audit;
    let rules = checked.iter().filter(|&&count| count != 0).count() as u64;
    let found = match report.audit.all_wrong() {
        0 => "none is wrong".to_owned(),
        1 => "1 is wrong".to_owned(),
        many => format!("{} are wrong", grouped(many)),
    };
    let open = match report.audit.all_unknown() {
        0 => String::new(),
        open => format!(" {} could not be judged.", counted(open, "more", "more")),
    };
    page.gap();
    page.text(format!(
        "Held against the events before them and the rules of the game, by {}: of {} {found}.{open}",
        counted(rules, "rule", "rules"),
        counted(report.audit.all_checked(), "claim", "claims"),
    ));
    lacks(&report.audit, page);
    if findings.is_empty() {
        return;
    }
    let broken = Rule::ALL.iter().filter(|&&rule| wrong[rule as usize] != 0);
    let rows = broken.map(|&rule| {
        let [checked, wrong] = [checked, wrong].map(|counts| grouped(counts[rule as usize]));
        [checked, wrong, rule_text(rule)]
    });
    page.gap();
    page.table(Table::new([Column::Right, Column::Right, Column::Rest(0, 2)], ["checked", "wrong", "rule"], rows));
    next(report, all, page);
}

/// Adds what could not be judged, and what in the trace would have made it possible.
fn lacks(audit: &Audited, page: &mut Document) {
    let of = |lack: Lack| (audit.lacks[lack as usize], lack.description());
    let mut lacking = Lack::ALL.iter().map(|&lack| of(lack)).filter(|&(count, _)| count != 0).peekable();
    if lacking.peek().is_none() {
        return;
    }
    page.gap();
    page.text("Not judged: why, and behind the colon what the trace would have to tell:");
    let rows = lacking.map(|(count, lack)| [grouped(count), lack.to_owned()]);
    page.table(Table::new([Column::Right, Column::Rest(12, 2)], ["", ""], rows));
}

/// Adds the findings behind the first.
fn next(report: &Report, all: bool, page: &mut Document) {
    let shown = shown(&report.audit, all);
    if 1 < shown {
        page.gap();
    }
    for finding in report.audit.findings[..shown].iter().skip(1) {
        let place = place(finding, &report.header);
        page.text(format!("WRONG {place}: {} {}, should be {}.", finding.field, finding.said, finding.follows));
    }
    let rest = report.audit.all_wrong() - shown as u64;
    if rest != 0 {
        let how = if all { "" } else { " (--all shows them)" };
        page.text(format!("... and {} more{how}.", grouped(rest)));
    }
}

/// "line 58, `leave` of 1.e4 e5"
fn place(finding: &Finding, header: &Header) -> String {
    let place = match (finding.place, finding.about) {
        (Some(line), _) => format!("line {line}, "),
        (None, About::Event(_)) => format!("event {}, ", finding.event),
        (None, About::Header | About::Result) => String::new(),
    };
    let About::Event(kind) = finding.about else { return format!("{place}the {}", finding.about.name()) };
    let line = spelled(header, &finding.line);
    let of = match line.as_slice() {
        [] => "the root".to_owned(),
        [only] => move_text(only, 0, header.numbering),
        line => line_text(line, header.numbering),
    };
    format!("{place}`{}` of {of}", kind.name())
}

/// How many findings are shown, if not `all`.
pub(super) fn shown(audit: &Audited, all: bool) -> usize {
    if all { audit.findings.len() } else { audit.findings.len().min(1 + MOST_NEXT) }
}
