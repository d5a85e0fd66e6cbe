//! Writes the findings of `verify` as a page or as JSON.

use super::audit::{About, Audited, Finding, Lack, Rule};
use super::minimax_page::{failure_sentences, verification};
use super::report::{Check, Problem, Report};
use crate::core::study::{AnyStudy, SanNames, numbered, spelled};
use crate::core::text::json_value;
use crate::core::trace::{Header, line_text, move_text};
use crate::explain::{score_sentence, search_sentence, top};
use crate::page::document::{Block, Column, Document, PagePart, Table, coded};
use crate::page::text::{counted, grouped};
use crate::page::{Style, escape};
use crate::picture::board::{BoardMoves, figure as board_figure};
use crate::picture::{Class, Figure, board_after, in_page, with_errors};
use serde_json::{Value as Json, json};

/// Returns the page: the subject, the first cause of errors, and the kinds of checks. The page lists all findings if
/// `all` is set, and otherwise only the first for each rule. If the trace is in a `file`, the page includes commands
/// that show the first cause.
#[must_use]
pub fn document(report: &Report, all: bool, file: Option<&str>, style: &Style) -> Document {
    let report = &spelled_report(report);
    let header = &report.header;
    let sentences = [search_sentence(header), score_sentence(header, style.view)];
    let mut page = Document::default();
    page.push(Block::Verdict(report.passes(), headline(report), Vec::new()));
    let title =
        if header.title.is_empty() { String::new() } else { format!("<h2>{}</h2>\n", escape::xml(&header.title)) };
    let html = format!("{title}<p>{}</p>\n", escape::xml(&sentences.join(" ")));
    // In a browser, what is wrong comes first.
    let (before, after) = if report.passes() { (html, String::new()) } else { (String::new(), html) };
    page.part(PagePart::Board);
    page.push(top(header, &sentences, Vec::new(), style).or_html(before));
    page.gap();
    let [board, tree] = drawings(report, style);
    page.push(Block::Browser("<div class=\"with-board\">\n<div>\n".to_owned()));
    page.append(first_cause(&report.audit, header, file));
    page.push(Block::Browser("</div>\n".to_owned()));
    if let Some(board) = board {
        let caption = escape::xml(&board.title);
        page.push(Block::Browser(format!("<figure>\n<figcaption>{caption}</figcaption>\n")));
        page.push(in_page(&board, Vec::new()));
        page.push(Block::Browser("</figure>\n".to_owned()));
    }
    page.push(Block::Browser("</div>\n".to_owned()));
    if let Some(tree) = tree {
        if tree.groups.iter().flat_map(|group| &group.items).any(|item| item.class() == Class::Mistake) {
            page.push(Block::Browser(
                "<p class=\"caption\">Red frame: the first wrong claim of its kind.</p>\n".to_owned(),
            ));
        }
        page.push(in_page(&tree, Vec::new()));
    }
    page.push(Block::Browser(after));
    page.part(PagePart::Result);
    verification(report, style, &mut page);
    audit(report, all, &mut page);
    page
}

/// Returns the verdict with the number of claims.
fn headline(report: &Report) -> String {
    let (checked, _) = report.coverage();
    let claims = checked + report.audit.checked.iter().sum::<u64>();
    let wrong = report.audit.all_wrong() + report.failures.len() as u64;
    match wrong {
        0 if claims == 1 => "Right: the only claim holds".to_owned(),
        0 => format!("Right: all {} claims hold", grouped(claims)),
        wrong => format!("Wrong: {} of {}", grouped(wrong), counted(claims, "claim", "claims")),
    }
}

/// Returns the board at the first cause, or the board at the root with the best move if nothing is wrong, and the tree
/// of the search with the errors at their nodes. The tree of a long search is not drawn.
fn drawings(report: &Report, style: &Style) -> [Option<Figure>; 2] {
    let header = &report.header;
    let errors = errors(report);
    let first = errors.first().map(|(line, _)| line.clone()).unwrap_or_default();
    let games = &header.games;
    let board = header.position().and_then(|root| match (&errors[..], &report.outcome.best) {
        ([], Some(best)) => {
            let best = BoardMoves::default().with_best(games, root, best);
            Some(board_figure((games, root), best, "The board"))
        }
        _ => board_after((games, root), &first, &line_text(&first, header.numbering)),
    });
    let title = match (errors.len(), report.passes()) {
        (0, true) => "The tree of this search. It has no errors",
        (0, false) => "The tree of this search",
        _ => "The tree of this search. Red frames mark the first error of each kind",
    };
    let tree = report.drawn.as_ref().and_then(|trace| {
        let spelled = SanNames::of(trace);
        let study: &dyn AnyStudy = spelled.as_ref().map_or(trace, |spelled| spelled);
        with_errors(study, &errors, title, style).ok().flatten()
    });
    [board, tree]
}

/// Returns the first node with an error of each kind, the first cause first. One wrong claim often makes many later
/// claims wrong in the same way, and these would hide the cause.
fn errors(report: &Report) -> Vec<(Vec<String>, String)> {
    let mut errors: Vec<(Vec<String>, String)> = Vec::new();
    let findings = report.audit.findings.iter().filter(|finding| matches!(finding.about, About::Event(_)));
    let findings = findings.map(|finding| {
        let field = finding.field.split(' ').next().unwrap_or_default();
        (spelled(&report.header, &finding.line), format!("wrong {field}"))
    });
    let failures = report.failures.iter().map(|failure| {
        let said = match failure.check {
            Check::Root | Check::Exact => "wrong score",
            Check::Best | Check::Pv => "wrong line",
            Check::Bound => "wrong bound",
            Check::Skipped => "skipped, but needed",
        };
        (failure.line.clone(), said.to_owned())
    });
    for (line, said) in findings.chain(failures) {
        if errors.iter().all(|(node, kind)| *node != line && *kind != said) {
            errors.push((line, said));
        }
    }
    errors
}

/// Returns the report with moves in ordinary notation. Quoted values stay as in the trace, and so do the locations of
/// findings.
fn spelled_report(said: &Report) -> Report {
    let mut report = Report { header: numbered(&said.header), ..said.clone() };
    for failure in &mut report.failures {
        failure.line = spelled(&said.header, &failure.line);
        if let Problem::PvBegins { best } = &mut failure.problem {
            *best = spelled(&said.header, std::slice::from_ref(best)).remove(0);
        }
    }
    report
}

/// The name of the format in the JSON document.
pub const FORMAT: &str = "plywood-verify";

/// The name by which `--ignore` refers to the comparison with minimax.
pub const MINIMAX: &str = "minimax";

/// Returns the report as one JSON document: the consistency of the events, and the comparison with minimax.
pub fn json(report: &Report, all: bool, style: &Style) -> Json {
    let findings = &report.audit.findings;
    let (checked, unchecked) = report.coverage();
    let failures = failure_sentences(report, style);
    let lack = |(lack, count): (Lack, u64)| json!({ "lack": lack.name(), "count": count, "needs": lack.description() });
    json!({
        "format": FORMAT,
        "version": 1,
        "passes": report.passes(),
        "events": report.audit.events,
        "first_cause": findings.first().map(json_value),
        "wrong": report.audit.all_wrong(),
        "rules": json_value(&report.audit),
        "findings": shown(&report.audit, all).iter().map(json_value).collect::<Vec<_>>(),
        "tolerated": { "claims": report.audit.tolerated.0, "most": report.audit.tolerated.1 },
        "ignored": ignored_names(report).map(|(name, count)| (name.to_owned(), json!(count))).collect::<serde_json::Map<_, _>>(),
        "remarks": report.audit.remarks,
        "not_judged": report.audit.lacking().map(lack).collect::<Vec<_>>(),
        "minimax": { "checked": checked, "unchecked": unchecked, "wrong": failures },
    })
}

/// Returns a finding in one line.
pub(super) fn claim(finding: &Finding, header: &Header) -> String {
    let Finding { field, said, follows, .. } = finding;
    format!("{}: {field} {said}, should be {follows}", place(finding, header))
}

/// Returns the first claim that doesn't follow from the trace before it, if there is one, in one line.
pub fn first_claim(audit: &Audited, header: &Header) -> Option<String> {
    let header = &numbered(header);
    audit.findings.first().map(|first| format!("{} ({})", claim(first, header), first.rule.name()))
}

/// Returns the first claim that doesn't follow from the trace before it, if there is one, and the command that shows
/// its node if the trace is in a `file`.
pub fn first_cause(audit: &Audited, header: &Header, file: Option<&str>) -> Document {
    let mut page = Document::default();
    let Some(first) = audit.findings.first() else { return page };
    let header = &numbered(header);
    let cause = format!("First cause: {}", place(first, header));
    page.push(Block::Rich(format!("<h2>{}</h2>\n", coded(&cause)), vec![Block::Text(cause)]));
    let rows = [
        ("  says", format!("{} {}", first.field, first.said)),
        ("  should be", first.follows.clone()),
        ("  rule", rule_text(first.rule)),
    ];
    let rows = rows.map(|(name, text)| [name.to_owned(), text]);
    let row = |[name, text]: &[String; 2]| {
        let (class, sign) = match name.trim() {
            "says" => (" class=\"removed\"", "\u{2212} "),
            "should be" => (" class=\"added\"", "+ "),
            _ => ("", ""),
        };
        let name = escape::xml(name.trim());
        format!(
            "<tr{class}><th scope=\"row\"><b aria-hidden=\"true\">{sign}</b>{name}</th><td>{}</td></tr>\n",
            coded(text)
        )
    };
    let html = format!("<table class=\"said\">\n{}</table>\n", rows.iter().map(row).collect::<String>());
    let table = Table::new([Column::Left, Column::Rest(0, 0)], ["", ""], rows);
    page.push(Block::Rich(html, vec![Block::Table(table)]));
    page.text(
        "Everything before it in the trace is consistent. Values are quoted as in the trace: scores at `created`, `judged` and `pruned` are for the side that made the last move, all others for the side to move.",
    );
    if let rules @ [_, ..] = first.rule.by_design() {
        let names: Vec<&str> = rules.iter().map(|rule| rule.name()).collect();
        page.text(format!("If your engine does this by design, use --ignore {}.", names.join(",")));
    }
    page.gap();
    if let Some(file) = file {
        let lines = commands(first, header, file);
        let point = |line: &String| {
            format!("<li><code>{}</code></li>\n", escape::xml(line.trim_start_matches("Look:").trim_start()))
        };
        let html = format!("<p>Look:</p>\n<ul>\n{}</ul>\n", lines.iter().map(point).collect::<String>());
        let html = if lines.is_empty() { String::new() } else { html };
        page.push(Block::Rich(html, vec![Block::Typed(lines)]));
        page.gap();
    }
    page
}

/// Returns two commands for a finding in a file: one that explains why the search judged the node that way at that
/// time, and one that shows the event.
fn commands(finding: &Finding, header: &Header, file: &str) -> Vec<String> {
    let (file, event) = (escape::shell_file(file), finding.event);
    let step = format!("plywood explain {file} --at-event {event}");
    let line = spelled(header, &finding.line).join(" ");
    match finding.about {
        About::Header => Vec::new(),
        About::Result => vec![format!("Look:  plywood explain {file}")],
        About::Event(_) if line.is_empty() => vec![format!("Look:  {step}")],
        About::Event(_) => {
            let why = escape::shell_option("--why", &line);
            vec![format!("Look:  plywood explain {file} {why} --event {event}"), format!("       {step}")]
        }
    }
}

/// Returns a rule in words, with the name that docs/trace-your-engine.md uses.
fn rule_text(rule: Rule) -> String {
    format!("{} ({})", rule.description(), rule.name())
}

/// Adds the number of claims checked for consistency, how often each rule was broken, and where. Lists all findings if
/// `all` is set, and otherwise only some of them.
fn audit(report: &Report, all: bool, page: &mut Document) {
    let Audited { checked, wrong, unknown, findings, .. } = &report.audit;
    let rules = checked.iter().filter(|&&count| count != 0).count() as u64;
    let found = match report.audit.all_wrong() {
        0 => "none is wrong".to_owned(),
        1 => "1 is wrong".to_owned(),
        many => format!("{} are wrong", grouped(many)),
    };
    let open = match unknown.iter().sum() {
        0 => String::new(),
        open => format!(" {} could not be checked.", counted(open, "more", "more")),
    };
    page.gap();
    page.text(format!(
        "Consistency: {} checked {}; {found}.{open}",
        counted(rules, "rule", "rules"),
        counted(checked.iter().sum(), "claim", "claims"),
    ));
    ignored(report, page);
    tolerated(report, page);
    report.audit.remarks.iter().for_each(|remark| page.text(remark.clone()));
    not_checked(&report.audit, page);
    if findings.is_empty() {
        return;
    }
    let broken = Rule::ALL.iter().filter(|&&rule| wrong[rule as usize] != 0);
    let rows = broken.map(|&rule| {
        let [checked, wrong] = [checked, wrong].map(|counts| grouped(counts[rule as usize]));
        [checked, wrong, rule_text(rule)]
    });
    page.gap();
    page.table(Table::new([Column::Right, Column::Wrong, Column::Rest(0, 2)], ["checked", "wrong", "rule"], rows));
    next(report, all, page);
}

/// Lists the ignored rules, even if there were no findings.
fn ignored(report: &Report, page: &mut Document) {
    for (name, count) in ignored_names(report) {
        let found = if count == 0 { "nothing".to_owned() } else { counted(count, "finding", "findings") };
        page.text(format!("--ignore {name} ignored {found}."));
    }
}

fn ignored_names(report: &Report) -> impl Iterator<Item = (&'static str, u64)> {
    let rules = report.audit.ignored.iter().map(|&(rule, count)| (rule.name(), count));
    rules.chain(report.ignored.map(|count| (MINIMAX, count)))
}

/// Lists the deviations that the header's tolerance allows.
fn tolerated(report: &Report, page: &mut Document) {
    let (count, most) = report.audit.tolerated;
    if count != 0 {
        let claims = counted(count, "claim holds", "claims hold");
        let by = report.header.tolerance;
        page.text(format!("{claims} only within the header's tolerance of {by}; the largest difference is {most}."));
    }
}

/// Adds the claims that could not be checked, and the data that the trace would have to contain for these checks.
fn not_checked(audit: &Audited, page: &mut Document) {
    let row = |(lack, count): (Lack, u64)| [grouped(count), lack.description().to_owned()];
    let rows: Vec<_> = audit.lacking().map(row).collect();
    if !rows.is_empty() {
        page.gap();
        page.text("Not checked, and what the trace would need:");
        page.table(Table::new([Column::Right, Column::Rest(12, 2)], ["", ""], rows));
    }
}

/// Adds the findings after the first: all of them if `all` is set, and otherwise one example for each rule.
fn next(report: &Report, all: bool, page: &mut Document) {
    let shown = shown(&report.audit, all);
    if 1 < shown.len() {
        page.gap();
    }
    for finding in shown.iter().skip(1) {
        let place = place(finding, &report.header);
        page.push(Block::Wrong(format!(
            "WRONG {place}: {} {}, should be {}.",
            finding.field, finding.said, finding.follows
        )));
    }
    let rest = report.audit.all_wrong() - shown.len() as u64;
    if rest != 0 {
        let how = if all { "" } else { " (--all shows them)" };
        page.text(format!("... and {} more{how}.", grouped(rest)));
    }
}

/// Returns the location of a finding as text, such as "line 58, `leave` of 1.e4 e5".
pub(super) fn place(finding: &Finding, header: &Header) -> String {
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

/// Returns the findings to show, in the order of the trace: all of them if `all` is set, and otherwise the first for
/// each rule.
pub(super) fn shown(audit: &Audited, all: bool) -> Vec<&Finding> {
    let mut seen = Vec::new();
    let is_new = |finding: &&Finding| {
        let is_new = all || !seen.contains(&finding.rule);
        seen.push(finding.rule);
        is_new
    };
    audit.findings.iter().filter(is_new).collect()
}
