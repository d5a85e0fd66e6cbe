//! The marks of a program in its report.

use super::points;
use crate::homework::marks::Test;
use crate::homework::{MarksRule, ProgramReport, ProgramVerdict, TestState};
use crate::page::document::{Block, Document};
use crate::page::escape::xml;
use crate::page::text::{counted, grouped};

/// The text of a page instead of the marks if the program gave no answer.
const UNANSWERED: &str = "<p>Without an answer, there is nothing to mark. Fix this first, then run it again.</p>\n";

/// Adds the marks: as a table in HTML, and otherwise on one line.
pub(super) fn marks(report: &ProgramReport, page: &mut Document) {
    let (score, max) = report.score();
    let of_state = |state: TestState| {
        let names: Vec<&str> = report.tests.iter().filter(|test| test.state == state).map(|test| test.name).collect();
        names.join(", ")
    };
    let usual = report.assignment.scheme.weights.is_empty() && report.assignment.scheme.rule != MarksRule::Share;
    let failed = if usual { "Failed (2 each)" } else { "Failed" };
    let mut text = format!("Marks: {} of {}", points(score), points(max));
    for (what, names) in [(failed, TestState::Failed), ("Not tried", TestState::NotTried)] {
        let names = of_state(names);
        if !names.is_empty() {
            text += &format!(". {what}: {names}");
        }
    }
    let noun = if report.assignment.plays() { "position" } else { "tree" };
    let trees = counted(report.tried as u64, noun, &format!("{noun}s"));
    let right = format!("Right on {} of {trees}.", grouped((report.tried - report.wrong) as u64));
    let plain = format!("{text}. {right}");
    // Without any answer, nothing is known about the properties.
    let has_answered = report.verdict != ProgramVerdict::NoAnswer || report.answered != 0;
    let html = match has_answered {
        true => marks_table(report) + &format!("<p>{right}</p>\n"),
        false => UNANSWERED.to_owned(),
    };
    page.push(Block::Rich(html, vec![Block::Text(plain)]));
}

/// Returns the marks with a row for each property.
fn marks_table(report: &ProgramReport) -> String {
    let (score, max) = report.score();
    let row = |test: &Test| {
        let (word, class) = match test.state {
            TestState::Passed => ("right", ""),
            TestState::Failed => ("wrong", " class=\"wrong\""),
            TestState::NotTried => ("not tried", ""),
        };
        let [score, max] = [test.score, test.max].map(points);
        format!(
            "<tr><td>{}</td><td{class}>{word}</td><td class=\"number\">{score} of {max}</td></tr>\n",
            xml(test.name)
        )
    };
    let rows: String = report.tests.iter().map(row).collect();
    let all = format!(
        "<tr><th scope=\"row\">Total</th><td></td><td class=\"number\">{} of {}</td></tr>\n",
        points(score),
        points(max)
    );
    format!(
        "<h2>Marks</h2>\n<table>\n<tr><th>property</th><th>verdict</th><th class=\"number\">points</th></tr>\n{rows}{all}</table>\n"
    )
}
