//! What came of holding the events of a search against each other: the first cause first.

use crate::page::text::{counted, grouped, paragraph, table, wrapped};
use crate::page::{Style, escape};
use crate::proof::audit::{About, Audited, Finding, Lack, Rule};
use crate::proof::report::Report;
use crate::trace::{Header, line_text, move_text};
use std::io::{self, Write};

/// So many findings are shown behind the first, unless all are asked for.
const MOST_NEXT: usize = 5;

/// Writes the first claim that does not follow from what the trace says before it, if there is one, and the command that shows
/// its node if the trace stands in a `file`.
///
/// # Errors
/// What writing gives.
pub fn first_cause(
    audit: &Audited,
    header: &Header,
    file: Option<&str>,
    style: &Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Some(first) = audit.findings.first() else { return Ok(()) };
    writeln!(out, "First cause: {}", place(first, header))?;
    let rows = [
        ("says", format!("{} {}", first.field, first.said)),
        ("should be", first.follows.clone()),
        ("rule", rule_text(first.rule)),
    ];
    let room = style.width.saturating_sub(13);
    for (name, text) in rows {
        for (at, line) in wrapped(&text, room).into_iter().enumerate() {
            writeln!(out, "  {:9}  {line}", if at == 0 { name } else { "" })?;
        }
    }
    let text = "Everything before it in the trace fits together. Scores are given here as the trace has them: at `created`, \
                `judged` and `pruned` for the side that made the last move, else for the side to move.";
    paragraph(text, style, out)?;
    writeln!(out)?;
    if let Some(file) = file.filter(|_| !first.line.is_empty()) {
        writeln!(
            out,
            "Look:  plywood explain {} --why {}\n",
            escape::shell(file),
            escape::shell(&first.line.join(" "))
        )?;
    }
    Ok(())
}

/// A rule in words, with the name by which docs/verify.md lists it.
fn rule_text(rule: Rule) -> String {
    format!("{} ({})", rule.description(), rule.name())
}

/// Writes how many claims were held against each other, which rules were broken how often, and where; `all` findings, or
/// only some.
///
/// # Errors
/// What writing gives.
pub(super) fn audit(report: &Report, all: bool, style: &Style, out: &mut dyn Write) -> io::Result<()> {
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
    let text = format!(
        "Held against the events before them and the rules of the game, by {}: of {} {found}.{open}",
        counted(rules, "rule", "rules"),
        counted(report.audit.all_checked(), "claim", "claims"),
    );
    writeln!(out)?;
    paragraph(&text, style, out)?;
    lacks(&report.audit, style, out)?;
    if findings.is_empty() {
        return Ok(());
    }
    let mut rows = vec![["checked", "wrong", "rule"].map(str::to_owned)];
    for &rule in Rule::ALL.iter().filter(|&&rule| wrong[rule as usize] != 0) {
        let mut lines = wrapped(&rule_text(rule), style.width.saturating_sub(18)).into_iter();
        let at = rule as usize;
        rows.push([grouped(checked[at]), grouped(wrong[at]), lines.next().unwrap_or_default()]);
        rows.extend(lines.map(|line| [String::new(), String::new(), format!("  {line}")]));
    }
    writeln!(out)?;
    table(&rows, &[true, true, false], out)?;
    next(report, all, style, out)
}

/// Writes what could not be judged, and what in the trace would have made it possible.
fn lacks(audit: &Audited, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let lacking: Vec<Lack> = Lack::ALL.iter().copied().filter(|&lack| audit.lacks[lack as usize] != 0).collect();
    if lacking.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    paragraph("Not judged: why, and behind the colon what the trace would have to tell:", style, out)?;
    let mut rows = Vec::new();
    for lack in lacking {
        let mut lines = wrapped(lack.description(), style.width.saturating_sub(12)).into_iter();
        rows.push([grouped(audit.lacks[lack as usize]), lines.next().unwrap_or_default()]);
        rows.extend(lines.map(|line| [String::new(), format!("  {line}")]));
    }
    table(&rows, &[true, false], out)
}

/// Writes the findings behind the first.
fn next(report: &Report, all: bool, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let shown = shown(&report.audit, all);
    for (at, finding) in report.audit.findings[..shown].iter().enumerate().skip(1) {
        if at == 1 {
            writeln!(out)?;
        }
        let place = place(finding, &report.header);
        let text = format!("WRONG {place}: {} {}, should be {}.", finding.field, finding.said, finding.follows);
        paragraph(&text, style, out)?;
    }
    let rest = report.audit.all_wrong() - shown as u64;
    if rest != 0 {
        let how = if all { "" } else { " (--all shows them)" };
        writeln!(out, "... and {} more{how}.", grouped(rest))?;
    }
    Ok(())
}

/// "line 58, `leave` of 1.e4 e5"
fn place(finding: &Finding, header: &Header) -> String {
    let place = match (finding.place, finding.about) {
        (Some(line), _) => format!("line {line}, "),
        (None, About::Event(_)) => format!("event {}, ", finding.event),
        (None, About::Header | About::Result) => String::new(),
    };
    let About::Event(kind) = finding.about else { return format!("{place}the {}", finding.about.name()) };
    let of = match finding.line.as_slice() {
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
