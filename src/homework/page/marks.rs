//! The marks of a program in its report.

use super::points;
use crate::homework::marks::Test;
use crate::homework::{MarksRule, ProgramReport, TestState};
use crate::page::document::{Block, Document};
use crate::page::escape::xml;

/// Adds the marks: as a table in HTML, and otherwise on one line.
pub(super) fn marks(report: &ProgramReport, page: &mut Document) {
    let (score, max) = report.score();
    let of_state = |state: TestState| {
        let names: Vec<&str> = report.tests.iter().filter(|test| test.state == state).map(|test| test.name).collect();
        names.join(", ")
    };
    let usual = report.orders.scheme.weights.is_empty() && report.orders.scheme.rule != MarksRule::Share;
    let each = if usual { " (2 each)" } else { "" };
    let mut text = format!("Marks: {} of {}", points(score), points(max));
    for (what, names) in [(format!("failed{each}"), TestState::Failed), ("not tried".to_owned(), TestState::NotTried)] {
        let names = of_state(names);
        if !names.is_empty() {
            text += &format!("; {what}: {names}");
        }
    }
    let noun = if report.orders.plays() { "position" } else { "tree" };
    let trees = match report.tried {
        1 => format!("1 {noun} was"),
        tried => format!("{tried} {noun}s were"),
    };
    let plain = format!("{text}. {} of {trees} right.", report.tried - report.wrong);
    page.push(Block::Rich(
        marks_table(report) + &format!("<p>{} of {trees} right.</p>\n", report.tried - report.wrong),
        vec![Block::Text(plain)],
    ));
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
