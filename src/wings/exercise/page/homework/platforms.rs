//! What became of programs for other programs: JSON, and what platforms read.

use super::super::super::run::{KnownWrong, ProgramFault, ProgramReport, Smallest, Test};
use super::{RanProgram, Surroundings};
use crate::page::Style;
use crate::page::escape::xml;
use crate::page::text::visible_lines;
use serde::Serialize;
use serde_json::{Value, json};
use std::io::{self, Write};

fn pretty(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}

/// Writes the document for programs: an object, or a list of them for a class.
pub(super) fn json(all: &[RanProgram], _: &Surroundings, _: &Style, out: &mut dyn Write) -> io::Result<()> {
    match all {
        [ran @ RanProgram { student: None, .. }] => pretty(out, &object(ran)),
        _ => pretty(out, &all.iter().map(object).collect::<Vec<_>>()),
    }
}

fn object(ran: &RanProgram) -> Value {
    let report = &ran.report;
    let (score, max) = report.score();
    let mut object = json!({
        "program": ran.program,
        "algorithm": report.orders.algorithm.name(),
        "cut": report.orders.rule.name(),
        "seed": report.orders.seed,
        "trees": report.tried,
        "wrong": report.wrong,
        "verdict": report.finding.name(),
        "mistake": report.mistake.as_ref().map(mistake),
        "smallest": report.smallest.as_ref().map(|smallest| tree(report, smallest)),
        "tests": report.tests.iter().map(|test| {
            json!({ "name": test.name, "score": test.score(), "max": Test::MAX, "message": test.message })
        }).collect::<Vec<_>>(),
        "score": score,
        "max": max,
    });
    if let Some(student) = &ran.student {
        object["student"] = json!(student);
    }
    object
}

fn mistake(like: &KnownWrong) -> Value {
    let also: Vec<&str> = like.also.iter().map(|mistake| mistake.name()).collect();
    json!({ "name": like.name(), "equal": like.equal, "of": like.of, "also": also })
}

fn tree(report: &ProgramReport, smallest: &Smallest) -> Value {
    let (task, tree) = (&smallest.task, smallest.task.searched());
    let names = |nodes: &[usize]| -> Vec<String> { nodes.iter().map(|&node| tree.node(node).name.clone()).collect() };
    let due = super::due(&tree, &report.orders);
    let children = &tree.node(0).children;
    let best = children.iter().position(|&child| tree.minimax(child) == tree.minimax(0)).map(|best| best + 1);
    let answer = smallest.attempt.answer.as_ref().ok();
    json!({
        "tree": task.to_string(),
        "root": if task.root_is_max { "max" } else { "min" },
        "depth": task.depth,
        "why": smallest.judgement.why,
        "yours": {
            "value": answer.map(|answer| answer.value),
            "best": answer.and_then(|answer| answer.best).map(|best| best + 1),
            "read": names(&smallest.attempt.reads),
        },
        "right": { "value": tree.minimax(0), "best": best, "read": names(&due) },
    })
}

impl RanProgram {
    /// What is to be said of the whole.
    fn summary(&self) -> String {
        let report = &self.report;
        let mut lines = vec![format!("{}.", report.finding.description())];
        if let Some(smallest) = &report.smallest {
            let side = if smallest.task.root_is_max { "MAX" } else { "MIN" };
            lines.push(format!("The smallest tree on which it is wrong ({side} moves at the root): {}", smallest.task));
            lines.push(smallest.judgement.why.clone());
        }
        if let Some(like) = &report.mistake {
            lines.push(format!(
                "On {} of {} trees it does what a search does with the mistake {}: {}.",
                like.equal,
                like.of,
                like.name(),
                like.description()
            ));
        }
        visible_lines(&lines.join("\n"))
    }
}

/// Writes `results.json` of Gradescope.
///
/// Format: <https://gradescope-autograders.readthedocs.io/en/latest/specs/#output-format>.
pub(super) fn gradescope(all: &[RanProgram], _: &Surroundings, _: &Style, out: &mut dyn Write) -> io::Result<()> {
    let Some(ran) = all.first() else { return Ok(()) };
    let tests: Vec<Value> = ran
        .report
        .tests
        .iter()
        .enumerate()
        .map(|(index, test)| {
            json!({
                "score": test.score(),
                "max_score": Test::MAX,
                "status": if test.passed { "passed" } else { "failed" },
                "name": test.name,
                "number": (index + 1).to_string(),
                "output": test.message,
                "output_format": "text",
                "visibility": "visible",
            })
        })
        .collect();
    let (score, _) = ran.report.score();
    pretty(
        out,
        &json!({
            "score": score,
            "output": ran.summary(),
            "output_format": "text",
            "visibility": "visible",
            "tests": tests,
        }),
    )
}

/// Writes `result.json` of Classroom 50, schema `classroom50/result/v1`.
pub(super) fn classroom(all: &[RanProgram], around: &Surroundings, _: &Style, out: &mut dyn Write) -> io::Result<()> {
    let Some(ran) = all.first() else { return Ok(()) };
    let variable = |name: &str| around.variables.iter().find(|(own, _)| *own == name).map_or("", |(_, value)| value);
    let (score, max) = ran.report.score();
    let tests: Vec<Value> = ran
        .report
        .tests
        .iter()
        .map(|test| {
            json!({ "test-name": test.name, "passed": test.passed, "score": test.score(), "max-score": Test::MAX })
        })
        .collect();
    pretty(
        out,
        &json!({
            "schema": "classroom50/result/v1",
            "classroom": variable("CLASSROOM"),
            "assignment": variable("ASSIGNMENT"),
            "submission": variable("SUBMISSION_TAG"),
            "commit": variable("COMMIT_URL"),
            "release": variable("RELEASE_URL"),
            "review": variable("REVIEW_URL"),
            "datetime": around.datetime,
            "score": score,
            "max-score": max,
            "tests": tests,
        }),
    )
}

/// Writes the form that Jenkins reads (junit-10.xsd): a suite for each program, a case for each property.
pub(super) fn junit(all: &[RanProgram], _: &Surroundings, _: &Style, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>")?;
    for ran in all {
        let name = xml(&ran.student.clone().unwrap_or_else(|| ran.command()));
        let tests = &ran.report.tests;
        let failures = tests.iter().filter(|test| !test.passed).count();
        writeln!(out, "  <testsuite name=\"{name}\" tests=\"{}\" failures=\"{failures}\" errors=\"0\">", tests.len())?;
        for test in tests {
            let (name, message) = (xml(test.name), xml(&test.message));
            writeln!(out, "    <testcase name=\"{name}\" classname=\"plywood\">")?;
            if test.passed {
                writeln!(out, "      <system-out>{message}</system-out>")?;
            } else {
                writeln!(out, "      <failure message=\"{message}\"/>")?;
            }
            writeln!(out, "    </testcase>")?;
        }
        if ran.report.finding != ProgramFault::Right {
            writeln!(out, "    <system-out>{}</system-out>", xml(&ran.summary()))?;
        }
        writeln!(out, "  </testsuite>")?;
    }
    writeln!(out, "</testsuites>")
}
