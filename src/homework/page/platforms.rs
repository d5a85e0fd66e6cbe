//! Reports with all details, in formats for other programs: JSON, Gradescope, Classroom 50 and JUnit.

use super::rules::{as_json, command};
use super::words::due;
use super::{RanProgram, Surroundings};
use crate::core::text::write_json;
use crate::homework::{Diagnosis, ProgramReport, ProgramVerdict, Smallest, Test, TestState, mover_name};
use crate::page::Style;
use crate::page::junit::{self, TestCase, TestOutcome, TestProblem, TestSuite};
use serde_json::{Value, json};
use std::io::{self, Write};

/// Converts hundredths of a point to points, as a number.
fn number(hundredths: u32) -> Value {
    if hundredths.is_multiple_of(100) { json!(hundredths / 100) } else { json!(f64::from(hundredths) / 100.0) }
}

/// Writes the JSON document: an object, or a list of objects for a class.
pub(super) fn json(all: &[RanProgram], _: &Surroundings, _: &Style, out: &mut dyn Write) -> io::Result<()> {
    match all {
        [ran @ RanProgram { student: None, .. }] => write_json(&object(ran), out),
        _ => write_json(&all.iter().map(object).collect::<Vec<_>>(), out),
    }
}

fn object(ran: &RanProgram) -> Value {
    let report = &ran.report;
    let (score, max) = report.score();
    let mut object = json!({
        "format": "plywood-exercise-run",
        "version": 1,
        "program": ran.program,
        "algorithm": report.assignment.algorithm.name(),
        "cut": report.assignment.rule.name(),
        "seed": report.assignment.seed,
        "trees": report.tried,
        "rules": as_json(&report.assignment),
        "wrong": report.wrong,
        "verdict": report.verdict.name(),
        "outcome": report.fate().name(),
        "mistake": report.mistake.as_ref().map(mistake),
        "smallest": report.smallest.as_ref().map(|smallest| tree(report, smallest)),
        "tests": report.tests.iter().map(|test| {
            let status = match test.state {
                TestState::Passed => "passed",
                TestState::Failed => "failed",
                TestState::NotTried => "not-tried",
            };
            json!({
                "name": test.name,
                "status": status,
                "score": number(test.score),
                "max": number(test.max),
                "message": test.message,
            })
        }).collect::<Vec<_>>(),
        "score": number(score),
        "max": number(max),
    });
    if let Some(changes) = report.changes {
        object["changes"] = json!(changes.name());
    }
    if let Some(student) = &ran.student {
        object["student"] = json!(student);
    }
    object
}

fn mistake(like: &Diagnosis) -> Value {
    let also: Vec<&str> = like.also.iter().map(|(mistake, _)| mistake.name()).collect();
    json!({ "name": like.name(), "equal": like.of, "of": like.of, "also": also })
}

fn tree(report: &ProgramReport, smallest: &Smallest) -> Value {
    let (task, tree) = (&smallest.task, smallest.task.searched());
    let names = |nodes: &[usize]| -> Vec<String> { nodes.iter().map(|&node| tree.node(node).name.clone()).collect() };
    let due = due(&tree, &report.assignment);
    let children = &tree.node(0).children;
    let best = children.iter().position(|&child| tree.minimax(child) == tree.minimax(0)).map(|best| best + 1);
    let answer = smallest.attempt.answer.as_ref().ok();
    json!({
        "tree": task.to_string(),
        "root": mover_name(task.movers.at(0)),
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

/// Writes Gradescope's `results.json`.
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
                "score": number(test.score),
                "max_score": number(test.max),
                "status": if test.state == TestState::Failed { "failed" } else { "passed" },
                "name": test.name,
                "number": (index + 1).to_string(),
                "output": test.message,
                "output_format": "text",
                "visibility": test.visibility.name(),
            })
        })
        .collect();
    let (score, _) = ran.report.score();
    let document = json!({
        "score": number(score),
        "output": ran.summary(),
        "output_format": "text",
        "visibility": "visible",
        "tests": tests,
    });
    write_json(&document, out)
}

/// Writes Classroom 50's `result.json`, schema `classroom50/result/v1`.
pub(super) fn classroom(all: &[RanProgram], around: &Surroundings, _: &Style, out: &mut dyn Write) -> io::Result<()> {
    let Some(ran) = all.first() else { return Ok(()) };
    let variable = |name: &str| around.variables.iter().find(|(own, _)| *own == name).map_or("", |(_, value)| value);
    let (score, max) = ran.report.score();
    let tests: Vec<Value> = ran
        .report
        .tests
        .iter()
        .map(|test| {
            json!({
                "test-name": test.name,
                "passed": test.state != TestState::Failed,
                "score": number(test.score),
                "max-score": number(test.max),
            })
        })
        .collect();
    let document = json!({
        "schema": "classroom50/result/v1",
        "classroom": variable("CLASSROOM"),
        "assignment": variable("ASSIGNMENT"),
        "submission": variable("SUBMISSION_TAG"),
        "commit": variable("COMMIT_URL"),
        "release": variable("RELEASE_URL"),
        "review": variable("REVIEW_URL"),
        "datetime": around.datetime,
        "score": number(score),
        "max-score": number(max),
        "tests": tests,
    });
    write_json(&document, out)
}

/// Writes the format that Jenkins reads (junit-10.xsd): a suite for each program, a case for each property.
pub(super) fn junit(all: &[RanProgram], _: &Surroundings, _: &Style, out: &mut dyn Write) -> io::Result<()> {
    let case = |ran: &RanProgram, test: &Test| {
        let outcome = match test.state {
            TestState::Passed => TestOutcome::Passed(Some(test.message.clone())),
            TestState::Failed => {
                let repeat = command(ran).map(|command| format!("\nTo repeat this: {command}"));
                let body = format!("{}\n{}{}", test.message, ran.summary(), repeat.unwrap_or_default());
                let kind = test.name.replace(' ', "-");
                TestOutcome::Failed(TestProblem { kind, message: test.message.clone(), body })
            }
            TestState::NotTried => TestOutcome::Skipped,
        };
        TestCase { name: test.name.to_owned(), class: "plywood", outcome }
    };
    let suite = |ran: &RanProgram| TestSuite {
        name: ran.student(),
        cases: ran.report.tests.iter().map(|test| case(ran, test)).collect(),
        output: (ran.report.verdict != ProgramVerdict::Right).then(|| ran.summary()),
    };
    out.write_all(junit::document(&all.iter().map(suite).collect::<Vec<_>>()).as_bytes())
}
