//! Marks as JSON, for programs and for Gradescope.

use super::super::Marks;
use super::marks::{Graded, Paper};
use crate::model::Points;
use crate::page::Style;
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
struct StudentJson<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    student: Option<&'a str>,
    score: Points,
    max: Points,
    mistake: Option<&'static str>,
    items: Vec<ItemJson<'a>>,
}

#[derive(Serialize)]
struct ItemJson<'a> {
    item: &'a str,
    verdict: &'static str,
    points: Points,
    max: Points,
    message: &'a str,
}

#[derive(Serialize)]
struct Failed<'a> {
    file: &'a str,
    error: &'a str,
}

#[derive(Serialize)]
#[serde(untagged)]
enum MarksJson<'a> {
    Marks(StudentJson<'a>),
    Failed(Failed<'a>),
}

fn document<'a>(file: Option<&'a str>, marks: &'a Marks) -> StudentJson<'a> {
    StudentJson {
        file,
        student: marks.student.as_deref().filter(|_| file.is_some()),
        score: marks.score,
        max: marks.max,
        mistake: marks.suspicion.as_ref().map(|suspicion| suspicion.mistake.name()),
        items: marks
            .items
            .iter()
            .map(|mark| ItemJson {
                item: &mark.item,
                verdict: mark.verdict.name(),
                points: mark.points,
                max: mark.max,
                message: &mark.message,
            })
            .collect(),
    }
}

/// Writes the marks of one student as an object, those of several as a list of objects that name their files.
pub(super) fn write(all: &[Graded], _: &[Paper], _: &Style, out: &mut dyn Write) -> io::Result<()> {
    let entry = |one: &'_ Graded| match &one.marks {
        Ok(marks) => serde_json::to_value(MarksJson::Marks(document(Some(&one.file), marks))),
        Err(error) => serde_json::to_value(MarksJson::Failed(Failed { file: &one.file, error })),
    };
    match all {
        [Graded { marks: Ok(marks), .. }] => serde_json::to_writer_pretty(&mut *out, &document(None, marks))?,
        _ => {
            let entries: Vec<serde_json::Value> = all.iter().map(entry).collect::<Result<_, _>>()?;
            serde_json::to_writer_pretty(&mut *out, &entries)?;
        }
    }
    writeln!(out)
}

#[derive(Serialize)]
struct Results<'a> {
    score: Points,
    output: String,
    visibility: &'static str,
    tests: Vec<TestJson<'a>>,
}

#[derive(Serialize)]
struct TestJson<'a> {
    name: &'a str,
    score: Points,
    max_score: Points,
    output: String,
    visibility: &'static str,
}

/// Writes `results.json` of Gradescope.
///
/// Format: <https://gradescope-autograders.readthedocs.io/en/latest/specs/#output-format>.
pub(super) fn gradescope(all: &[Graded], papers: &[Paper], _: &Style, out: &mut dyn Write) -> io::Result<()> {
    let visibility = "visible";
    let results = match all {
        [Graded { marks: Ok(marks), paper, .. }] => Results {
            score: marks.score,
            output: remarks(marks, &papers[*paper].name),
            visibility,
            tests: marks
                .items
                .iter()
                .map(|mark| TestJson {
                    name: &mark.item,
                    score: mark.points,
                    max_score: mark.max,
                    output: format!("{}: {}", mark.verdict.name(), mark.message),
                    visibility,
                })
                .collect(),
        },
        // Who hands in what cannot be read is to see why.
        _ => Results {
            score: Points::default(),
            output: all.iter().filter_map(|one| one.marks.as_ref().err().cloned()).collect::<Vec<_>>().join("\n"),
            visibility,
            tests: Vec::new(),
        },
    };
    serde_json::to_writer_pretty(&mut *out, &results)?;
    writeln!(out)
}

/// What is to be said beside the items.
fn remarks(marks: &Marks, name: &str) -> String {
    let mut lines: Vec<String> =
        marks.complaints.iter().map(|one| format!("Not read, {}: {}", one.place, one.problem)).collect();
    if let Some(suspicion) = &marks.suspicion {
        let mistake = suspicion.mistake;
        let (given, right) = (suspicion.given, suspicion.right);
        lines.push(format!(
            "A search with the mistake {} ({}) gives {} of these {given} answers, the right one {right}. This shows it: plywood explain {name} --mistake {}",
            mistake.name(),
            mistake.description(),
            suspicion.explained,
            mistake.name()
        ));
    }
    lines.join("\n")
}
