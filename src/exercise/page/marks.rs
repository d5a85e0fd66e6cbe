//! Writes marks as a page (item by item for one student, or as a table for a class), as JSON, for Gradescope, and as
//! comma-separated values (RFC 4180).

use super::super::{Complaint, Exercise, Marks};
use crate::core::text::{json_value, write_json};
use crate::lessons::model::{Points, QuestionKind};
use crate::page::document::{Column, Document, Table};
use crate::page::text::counted;
use crate::page::{FORMS, Style};
use serde::Serialize;
use serde_json::json;
use std::io::{self, Write};

#[derive(Clone, Debug)]
pub struct Graded {
    pub file: String,
    /// The index of the exercise that the file answers, counted from 0.
    pub paper: usize,
    pub marks: Result<Marks, String>,
}

/// An exercise to mark, and its name on the command line.
#[derive(Clone, Debug)]
pub struct Paper {
    pub exercise: Exercise,
    pub name: String,
}

/// Writes the marks of one student, or a table with comments, in one of the page formats.
pub(super) fn page<const FORM: usize>(
    all: &[Graded],
    papers: &[Paper],
    style: &Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    FORMS[FORM].write(&document(all, papers), &FORMS[FORM].style(style), out)
}

fn document(all: &[Graded], papers: &[Paper]) -> Document {
    let mut page = Document::default();
    match all {
        [Graded { file, marks: Ok(marks), paper }] => one(file, marks, &papers[*paper].name, &mut page),
        _ => class(all, papers, &mut page),
    }
    page
}

fn class(all: &[Graded], papers: &[Paper], page: &mut Document) {
    let graded: Vec<(&str, &Marks)> =
        all.iter().filter_map(|one| one.marks.as_ref().ok().map(|marks| (one.file.as_str(), marks))).collect();
    let student = |&(file, marks): &(&str, &Marks)| {
        let who = marks.student.as_ref().map_or(file.to_owned(), |name| format!("{name} ({file})"));
        let mistake =
            marks.suspicion.as_ref().map(|suspicion| format!(": {}", suspicion.mistake.name())).unwrap_or_default();
        // With a single exercise, all students have the same maximum, which is shown below.
        let of = if papers.len() == 1 { String::new() } else { format!(" of {}", marks.max) };
        [format!("{}{of}", marks.score), format!("{who}{mistake}")]
    };
    let failed =
        all.iter().filter_map(|one| Some(["-".to_owned(), format!("{}: {}", one.file, one.marks.as_ref().err()?)]));
    let heads = if graded.is_empty() {
        ["", ""]
    } else {
        ["points", "student, and the mistake that explains the most answers"]
    };
    match papers {
        [Paper { exercise, .. }] => page.heading(&exercise.title),
        _ => page.heading(format!("{} exercises", papers.len())),
    }
    page.gap();
    page.table(Table::new([Column::Right, Column::Rest(0, 0)], heads, graded.iter().map(student).chain(failed)));
    page.gap();
    let count = format!("Graded {} of {}", graded.len(), counted(all.len() as u64, "file", "files"));
    if let [Paper { exercise, .. }] = papers {
        let max: Points = exercise.asked.iter().map(|question| exercise.questions.points(question.kind)).sum();
        page.text(format!("{count}; {max} points possible."));
        items(&graded, page);
    } else {
        page.text(format!("{count}."));
    }
    notes(
        graded.iter().flat_map(|(file, marks)| marks.complaints.iter().map(move |one| (format!("{file}: "), one))),
        page,
    );
}

/// Adds the notes on the answers, each after the words that say whose answers they are.
fn notes<'a>(notes: impl Iterator<Item = (String, &'a Complaint)>, page: &mut Document) {
    let mut notes = notes.peekable();
    if notes.peek().is_some() {
        page.gap();
        page.heading("Notes on the answers; what cannot be read counts as not answered");
    }
    notes.for_each(|(whose, Complaint { place, problem })| page.text(format!("  {whose}{place}: {problem}")));
}

/// Lists the items that the class found hard.
fn items(graded: &[(&str, &Marks)], page: &mut Document) {
    let Some((_, first)) = graded.first() else { return };
    page.gap();
    page.heading("Full marks by item");
    let rows = first.items.iter().enumerate().map(|(index, item)| {
        let is_full = |marks: &Marks| marks.items.get(index).is_some_and(|mark| mark.points == mark.max);
        let full = graded.iter().filter(|(_, marks)| is_full(marks)).count();
        [format!("  {}", item.item), format!("{full} of {}", graded.len())]
    });
    page.table(Table::new([Column::Left, Column::Left], ["", ""], rows));
}

/// Adds the marks of one student, item by item.
fn one(file: &str, marks: &Marks, name: &str, page: &mut Document) {
    let who = marks.student.as_deref().unwrap_or(file);
    page.heading(format!("{who}: {} of {} points", marks.score, marks.max));
    page.gap();
    let rows = marks.items.iter().map(|mark| {
        let points = format!("{}/{}", mark.points, mark.max);
        [points, mark.item.clone(), mark.verdict.name().to_owned(), mark.message.clone()]
    });
    let kinds = [Column::Right, Column::Left, Column::Left, Column::Rest(0, 0)];
    page.table(Table::new(kinds, ["points", "item", "verdict", "reason"], rows));
    suspicion(marks, name, page);
    notes(marks.complaints.iter().map(|complaint| (String::new(), complaint)), page);
}

/// Names the wrong search that explains the most answers, and the command that shows this search.
fn suspicion(marks: &Marks, name: &str, page: &mut Document) {
    let Some(suspicion) = &marks.suspicion else { return };
    let mistake = suspicion.mistake;
    page.gap();
    page.text(format!(
        "A search with the mistake {} gives {} of these {} answers, the correct search {}. The mistake: {}. To see it:",
        mistake.name(),
        suspicion.explained,
        suspicion.given,
        suspicion.right,
        mistake.description()
    ));
    page.typed([format!("  plywood explain {name} --mistake {}", mistake.name())]);
    if !suspicion.others.is_empty() {
        let others: Vec<&str> = suspicion.others.iter().map(|other| other.name()).collect();
        page.text(format!("These explain as many: {}.", others.join(", ")));
    }
}

/// The name of the format in the JSON document.
const FORMAT: &str = "plywood-marks";

#[derive(Serialize)]
struct StudentJson<'a> {
    format: &'static str,
    version: u32,
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

fn student_json<'a>(file: Option<&'a str>, marks: &'a Marks) -> StudentJson<'a> {
    StudentJson {
        format: FORMAT,
        version: 1,
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

/// Writes the marks of one student as an object, or the marks of several as a list of objects that name their files.
pub(super) fn documents(all: &[Graded], _: &[Paper], _: &Style, out: &mut dyn Write) -> io::Result<()> {
    let entry = |one: &'_ Graded| match &one.marks {
        Ok(marks) => json_value(&student_json(Some(&one.file), marks)),
        Err(error) => json!({ "format": FORMAT, "version": 1, "file": one.file, "error": error }),
    };
    match all {
        [Graded { marks: Ok(marks), .. }] => write_json(&student_json(None, marks), out),
        _ => write_json(&all.iter().map(entry).collect::<Vec<_>>(), out),
    }
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

/// Writes Gradescope's `results.json`.
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
        // A student who hands in unreadable text must see what is wrong with it.
        _ => Results {
            score: Points::default(),
            output: all.iter().filter_map(|one| one.marks.as_ref().err().cloned()).collect::<Vec<_>>().join("\n"),
            visibility,
            tests: Vec::new(),
        },
    };
    write_json(&results, out)
}

/// Returns the comments on the items.
fn remarks(marks: &Marks, name: &str) -> String {
    let mut lines: Vec<String> =
        marks.complaints.iter().map(|one| format!("Note, {}: {}", one.place, one.problem)).collect();
    if let Some(suspicion) = &marks.suspicion {
        let mistake = suspicion.mistake;
        let (given, right) = (suspicion.given, suspicion.right);
        lines.push(format!(
            "A search with the mistake {} ({}) gives {} of these {given} answers, the correct search {right}. To see it: plywood explain {name} --mistake {}",
            mistake.name(),
            mistake.description(),
            suspicion.explained,
            mistake.name()
        ));
    }
    lines.join("\n")
}

/// Writes a line for each file: student, points, mistake, the points of each item, and what went wrong. If the
/// exercises have different items, each kind of item has a column.
pub(super) fn csv(all: &[Graded], papers: &[Paper], _: &Style, out: &mut dyn Write) -> io::Result<()> {
    let items: Vec<String> = match papers {
        [Paper { exercise, .. }] => exercise.asked.iter().map(|question| question.name(&exercise.tree)).collect(),
        _ => kinds(papers).map(|kind| kind.name().to_owned()).collect(),
    };
    let blanks = 4 + items.len();
    let heads = ["file", "student", "score", "max", "mistake"].map(str::to_owned).into_iter();
    line(heads.chain(items).chain(["not read".to_owned()]), out)?;
    for Graded { file, marks, .. } in all {
        match marks {
            Ok(marks) => {
                let items: Vec<String> = match papers {
                    [_] => marks.items.iter().map(|mark| mark.points.to_string()).collect(),
                    _ => kinds(papers).map(|kind| of_kind(marks, kind)).collect(),
                };
                line(cells(file, marks, items), out)?;
            }
            Err(problem) => {
                let blanks = std::iter::repeat_n(String::new(), blanks);
                line([file.clone()].into_iter().chain(blanks).chain([problem.clone()]), out)?;
            }
        }
    }
    Ok(())
}

/// Returns the kinds of items that occur in any of these exercises.
fn kinds(papers: &[Paper]) -> impl Iterator<Item = QuestionKind> {
    let asks = |kind: QuestionKind| {
        papers.iter().any(|paper| paper.exercise.asked.iter().any(|question| question.kind == kind))
    };
    QuestionKind::ALL.iter().copied().filter(move |&kind| asks(kind))
}

/// Returns a student's points for the items of a kind, or an empty text if there are no such items.
fn of_kind(marks: &Marks, kind: QuestionKind) -> String {
    let points: Vec<Points> =
        marks.items.iter().filter(|mark| mark.question.kind == kind).map(|mark| mark.points).collect();
    if points.is_empty() { String::new() } else { points.into_iter().sum::<Points>().to_string() }
}

fn cells(file: &str, marks: &Marks, items: Vec<String>) -> impl Iterator<Item = String> {
    let mistake = marks.suspicion.as_ref().map(|suspicion| suspicion.mistake.name()).unwrap_or_default();
    let who = marks.student.clone().unwrap_or_default();
    let head = [file.to_owned(), who, marks.score.to_string(), marks.max.to_string(), mistake.to_owned()];
    let complaints: Vec<String> =
        marks.complaints.iter().map(|one| format!("{}: {}", one.place, one.problem)).collect();
    head.into_iter().chain(items).chain([complaints.join("; ")])
}

pub(crate) fn line(cells: impl Iterator<Item = String>, out: &mut dyn Write) -> io::Result<()> {
    let cells: Vec<String> = cells.map(|cell| quoted(&cell)).collect();
    writeln!(out, "{}", cells.join(","))
}

/// The characters with which a formula can begin, in normal and full width.
const FORMULA: [char; 9] = ['=', '+', '-', '@', '\t', '＝', '＋', '－', '＠'];
/// The characters that separate cells in some spreadsheet or locale.
const CELL: [char; 6] = [',', ';', '|', '\t', '\n', '\r'];

/// Writes a cell. Text that a spreadsheet would read as a formula gets a leading apostrophe.
fn quoted(cell: &str) -> String {
    let mut text = String::with_capacity(cell.len() + 2);
    let mut begins = true;
    for c in cell.chars() {
        if begins && FORMULA.contains(&c) {
            text.push('\'');
        }
        text.push(c);
        // A quotation mark begins a cell only at the beginning of one.
        begins = CELL.contains(&c) || begins && c == '"';
    }
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_begins_a_cell_can_be_a_formula() {
        assert_eq!(quoted("Write \"-\" there"), "\"Write \"\"-\"\" there\"");
        assert_eq!(quoted("a;\"=1"), "\"a;\"\"'=1\"");
        assert_eq!(quoted("\"=1"), "\"\"\"'=1\"");
    }
}
