//! Test reports in the JUnit format that Jenkins reads (junit-10.xsd).

use super::escape::xml;
use super::text::visible;
use std::fmt::Write as _;

/// A named list of cases.
pub(crate) struct TestSuite {
    pub name: String,
    pub cases: Vec<TestCase>,
    /// What is said about the whole suite, if anything.
    pub output: Option<String>,
}

pub(crate) struct TestCase {
    pub name: String,
    /// What the case belongs to; `plywood verify`, for example.
    pub class: &'static str,
    pub outcome: TestOutcome,
}

pub(crate) enum TestOutcome {
    /// Passed, perhaps with a remark.
    Passed(Option<String>),
    #[cfg(feature = "cli")]
    Skipped,
    Failed(TestProblem),
    /// The case could not be tried.
    Error(TestProblem),
}

/// What is wrong, in one line and in full.
pub(crate) struct TestProblem {
    pub kind: String,
    pub message: String,
    pub body: String,
}

/// Returns the XML document. Control characters in names are made visible.
pub(crate) fn document(suites: &[TestSuite]) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    for TestSuite { name, cases, output } in suites {
        let count = |is: fn(&TestOutcome) -> bool| cases.iter().filter(|case| is(&case.outcome)).count();
        let failures = count(|outcome| matches!(outcome, TestOutcome::Failed(_)));
        let errors = count(|outcome| matches!(outcome, TestOutcome::Error(_)));
        let counts = format!("tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\"", cases.len());
        let _ = writeln!(out, "  <testsuite name=\"{}\" {counts}>", xml(&visible(name)));
        for TestCase { name, class, outcome } in cases {
            let _ = writeln!(out, "    <testcase name=\"{}\" classname=\"{class}\">", xml(&visible(name)));
            out.push_str(&outcome.element());
            out.push_str("    </testcase>\n");
        }
        if let Some(output) = output {
            let _ = writeln!(out, "    <system-out>{}</system-out>", xml(output));
        }
        out.push_str("  </testsuite>\n");
    }
    out + "</testsuites>\n"
}

impl TestOutcome {
    fn element(&self) -> String {
        let (word, TestProblem { kind, message, body }) = match self {
            Self::Passed(None) => return String::new(),
            Self::Passed(Some(remark)) => return format!("      <system-out>{}</system-out>\n", xml(remark)),
            #[cfg(feature = "cli")]
            Self::Skipped => return "      <skipped/>\n".to_owned(),
            Self::Failed(problem) => ("failure", problem),
            Self::Error(problem) => ("error", problem),
        };
        format!("      <{word} type=\"{kind}\" message=\"{}\">{}</{word}>\n", xml(message), xml(body))
    }
}
