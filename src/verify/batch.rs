//! Reports on several traces verified in one run: as a page with a line for each trace, or in a format that CI systems
//! read.

use super::audit::Finding;
use super::minimax_page::failure_text;
use super::page::{self, FORMAT};
use super::report::Report;
use crate::page::document::{Column, Document, Table};
use crate::page::escape::{github as escaped, github_property};
use crate::page::junit::{self, TestCase, TestOutcome, TestProblem, TestSuite};
use crate::page::text::{counted, visible};
use crate::page::{Style, Words};
use serde_json::{Value as Json, json};
use std::fmt::Write as _;

/// The result for one trace: the name of its file, and the findings or the reason why it cannot be verified.
#[derive(Debug)]
pub struct VerifiedFile {
    /// The name of the file, as it was typed or found.
    pub name: String,
    /// The command that shows the findings in this file.
    pub command: String,
    /// The report, or the reason why the trace cannot be verified.
    pub report: Result<Report, String>,
}

impl VerifiedFile {
    /// Returns true if the trace could be verified and contains no errors.
    #[must_use]
    pub fn passes(&self) -> bool {
        self.report.as_ref().is_ok_and(Report::passes)
    }

    fn outcome(&self, style: &Style) -> TestOutcome {
        let problems = self.problems(style);
        let Some((_, rule, message)) = problems.first() else { return TestOutcome::Passed(None) };
        let mut body: Vec<String> = problems.iter().map(|(_, rule, text)| format!("{text} ({rule})")).collect();
        body.push(format!("To see this: {}", self.command));
        let problem = TestProblem { kind: (*rule).to_owned(), message: message.clone(), body: body.join("\n") };
        if self.report.is_err() { TestOutcome::Error(problem) } else { TestOutcome::Failed(problem) }
    }

    /// Returns the errors, starting with the first cause, each with its line in the file, its rule and its text.
    fn problems(&self, style: &Style) -> Vec<(Option<u64>, &'static str, String)> {
        let report = match &self.report {
            Ok(report) => report,
            Err(error) => return vec![(None, "unreadable", error.clone())],
        };
        let rule = |finding: &&Finding| (finding.place, finding.rule.name(), page::claim(finding, &report.header));
        let found = page::shown(&report.audit, false);
        let words = Words::new(style, &report.header);
        let first = report.failures.first().filter(|_| found.is_empty());
        let minimax = first.map(|failure| (None, page::MINIMAX, failure_text(failure, &words)));
        found.iter().map(rule).chain(minimax).collect()
    }

    fn word(&self) -> &'static str {
        match &self.report {
            Err(_) => "unreadable",
            Ok(report) if report.passes() => "right",
            Ok(_) => "wrong",
        }
    }
}

/// Returns a page with a line for each trace, and the number of correct traces.
#[must_use]
pub fn document(all: &[VerifiedFile], style: &Style) -> Document {
    let mut page = Document::default();
    let row = |file: &VerifiedFile| {
        let about = match (&file.report, file.problems(style).first()) {
            (Err(error), _) => error.clone(),
            (Ok(_), Some((_, rule, text))) => format!("{text} ({rule})"),
            (Ok(report), None) => counted(report.audit.checked.iter().sum(), "claim", "claims"),
        };
        [file.word().to_owned(), visible(&file.name), about]
    };
    page.table(Table::new([Column::Left, Column::Left, Column::Rest(0, 2)], ["", "", ""], all.iter().map(row)));
    page.gap();
    let of = |word: &str| all.iter().filter(|file| file.word() == word).count();
    page.text(format!(
        "{}: {} right, {} wrong, {} unreadable.",
        counted(all.len() as u64, "trace", "traces"),
        of("right"),
        of("wrong"),
        of("unreadable")
    ));
    if let Some(wrong) = all.iter().find(|file| file.word() == "wrong") {
        page.lines([format!("Look:  {}", wrong.command)]);
    }
    page
}

/// Returns the contents of [`document`] as JSON.
#[must_use]
pub fn json(all: &[VerifiedFile], is_whole: bool, style: &Style) -> Json {
    let files = all.iter().map(|file| {
        let mut document = match &file.report {
            Ok(report) => page::json(report, is_whole, style),
            Err(error) => json!({ "passes": false, "error": error }),
        };
        document["file"] = file.name.as_str().into();
        document["command"] = file.command.as_str().into();
        document
    });
    let right = all.iter().filter(|file| file.passes()).count();
    json!({
        "format": FORMAT, "version": 1, "passes": right == all.len(), "right": right, "files": files.collect::<Vec<_>>(),
    })
}

/// Returns the JSON report on a single trace that cannot be verified.
#[must_use]
pub fn unreadable(file: &VerifiedFile) -> Json {
    json!({ "format": FORMAT, "version": 1, "passes": false, "error": file.report.as_ref().err(), "file": file.name })
}

/// Returns annotations for GitHub workflows.
#[must_use]
pub fn github(all: &[VerifiedFile], style: &Style) -> String {
    let mut out = String::new();
    for file in all {
        for (line, rule, text) in file.problems(style) {
            let line = line.map_or_else(String::new, |line| format!(",line={line}"));
            let (name, text) =
                (github_property(&file.name), escaped(&format!("{text}\nTo see this: {}", file.command)));
            let _ = writeln!(out, "::error file={name}{line},title=plywood verify%3A {rule}::{text}");
        }
    }
    out
}

/// Returns a test suite in the format that Jenkins reads (junit-10.xsd), with a case for each trace.
#[must_use]
pub fn junit(all: &[VerifiedFile], style: &Style) -> String {
    let class = "plywood verify";
    let case = |file: &VerifiedFile| TestCase { name: file.name.clone(), class, outcome: file.outcome(style) };
    junit::document(&[TestSuite { name: class.to_owned(), cases: all.iter().map(case).collect(), output: None }])
}
