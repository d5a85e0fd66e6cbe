//! The marks of a class as a table of comma-separated values (RFC 4180).

use super::super::Marks;
use super::marks::{Graded, Paper};
use crate::model::{Item as Kind, Points};
use crate::page::Style;
use std::io::{self, Write};

/// Writes a line for each file: who, points, mistake, the points of each item, and what went wrong. Different exercises have
/// different items; then each kind of item has a column.
pub(super) fn write(all: &[Graded], papers: &[Paper], _: &Style, out: &mut dyn Write) -> io::Result<()> {
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

/// The kinds of items that any of these exercises has.
fn kinds(papers: &[Paper]) -> impl Iterator<Item = Kind> {
    let asks =
        |kind: Kind| papers.iter().any(|paper| paper.exercise.asked.iter().any(|question| question.item == kind));
    Kind::ALL.iter().copied().filter(move |&kind| asks(kind))
}

/// What a student got for the items of a kind; nothing if there are none.
fn of_kind(marks: &Marks, kind: Kind) -> String {
    let points: Vec<Points> =
        marks.items.iter().filter(|mark| mark.question.item == kind).map(|mark| mark.points).collect();
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

pub(super) fn line(cells: impl Iterator<Item = String>, out: &mut dyn Write) -> io::Result<()> {
    let cells: Vec<String> = cells.map(|cell| quoted(&cell)).collect();
    writeln!(out, "{}", cells.join(","))
}

/// With these signs, of usual or of full width, a formula begins.
const FORMULA: [char; 9] = ['=', '+', '-', '@', '\t', '＝', '＋', '－', '＠'];
/// Behind these signs a cell begins, at least in the spreadsheets of some countries.
const CELL: [char; 7] = [',', ';', '|', '\t', '"', '\n', '\r'];

/// Writes a cell. What a spreadsheet would take for a formula gets an apostrophe before it.
fn quoted(cell: &str) -> String {
    let mut text = String::with_capacity(cell.len() + 2);
    let mut begins = true;
    for c in cell.chars() {
        if begins && FORMULA.contains(&c) {
            text.push('\'');
        }
        text.push(c);
        begins = CELL.contains(&c);
    }
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}
