//! Marks as text: line by line for one student, a table for a class.

use super::super::{Exercise, Marks};
use super::text::indented;
use crate::model::Points;
use crate::page::Style;
use crate::page::text::{left, paragraph, right};
use std::io::{self, Write};

/// A file of answers, and what became of it.
#[derive(Clone, Debug)]
pub struct Graded {
    /// The name of the file.
    pub file: String,
    /// The marks, or why there are none.
    pub marks: Result<Marks, String>,
}

/// Writes the marks of one student, or a table and what is to be said of each.
pub(super) fn write(
    all: &[Graded],
    (exercise, name): (&Exercise, &str),
    style: &Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    if let [Graded { file, marks: Ok(marks) }] = all {
        return one(file, marks, name, style, out);
    }
    paragraph(&exercise.title, style, out)?;
    writeln!(out)?;
    let graded: Vec<(&str, &Marks)> =
        all.iter().filter_map(|one| one.marks.as_ref().ok().map(|marks| (one.file.as_str(), marks))).collect();
    let max: Points = exercise.asked.iter().map(|question| exercise.questions.points(question.item())).sum();
    let who =
        |file: &str, marks: &Marks| marks.student.clone().map_or(file.to_owned(), |name| format!("{name} ({file})"));
    let width = graded.iter().map(|(_, marks)| marks.score.to_string().len()).max().unwrap_or(0).max(6);
    if !graded.is_empty() {
        writeln!(out, "{}  student, and the mistake that explains most", right("points", width))?;
    }
    for (file, marks) in &graded {
        let mistake = marks.suspicion.map(|suspicion| format!(": {}", suspicion.mistake.name())).unwrap_or_default();
        let points = format!("{}  ", right(&marks.score.to_string(), width));
        indented(&points, &format!("{}{mistake}", who(file, marks)), style, out)?;
    }
    for Graded { file, marks } in all {
        if let Err(problem) = marks {
            indented(&format!("{}  ", right("-", width)), &format!("{file}: {problem}"), style, out)?;
        }
    }
    writeln!(out, "\n{} of {} files marked, {max} points to be had.", graded.len(), all.len())?;
    items(&graded, style, out)
}

/// Which items the class found hard.
fn items(graded: &[(&str, &Marks)], style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let Some((_, first)) = graded.first() else { return Ok(()) };
    writeln!(out, "\nFull marks by item")?;
    let widest = first.items.iter().map(|mark| mark.item.chars().count()).max().unwrap_or(0);
    for (index, item) in first.items.iter().enumerate() {
        let full =
            graded.iter().filter(|(_, marks)| marks.items.get(index).is_some_and(|mark| mark.points == mark.max));
        indented(
            &format!("  {}  ", left(&item.item, widest)),
            &format!("{} of {}", full.count(), graded.len()),
            style,
            out,
        )?;
    }
    Ok(())
}

/// Writes the marks of one student, line by line.
fn one(file: &str, marks: &Marks, name: &str, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let who = marks.student.as_deref().unwrap_or(file);
    writeln!(out, "{who}: {} of {} points\n", marks.score, marks.max)?;
    let earned: Vec<String> = marks.items.iter().map(|mark| format!("{}/{}", mark.points, mark.max)).collect();
    let points = earned.iter().map(String::len).max().unwrap_or(0).max(6);
    let item = marks.items.iter().map(|mark| mark.item.chars().count()).max().unwrap_or(0).max(4);
    let verdict = marks.items.iter().map(|mark| mark.verdict.name().len()).max().unwrap_or(0).max(7);
    let head = format!("{}  {}  {}  ", right("points", points), left("item", item), left("verdict", verdict));
    indented(&head, "reason", style, out)?;
    for (mark, earned) in marks.items.iter().zip(&earned) {
        let verdict = left(mark.verdict.name(), verdict);
        let before = format!("{}  {}  {verdict}  ", right(earned, points), left(&mark.item, item));
        indented(&before, &mark.message, style, out)?;
    }
    suspicion(marks, name, style, out)?;
    if !marks.complaints.is_empty() {
        writeln!(out, "\nNot read, and so not answered")?;
    }
    for complaint in &marks.complaints {
        indented(&format!("  {}: ", complaint.place), &complaint.problem, style, out)?;
    }
    Ok(())
}

/// Names the wrong search that explains most, and the command that shows it.
fn suspicion(marks: &Marks, name: &str, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let Some(suspicion) = marks.suspicion else { return Ok(()) };
    let mistake = suspicion.mistake;
    writeln!(out)?;
    let text = format!(
        "A search with the mistake {} gives {} of these {} answers, the right one {}. The mistake: {}. This shows it:",
        mistake.name(),
        suspicion.explained,
        suspicion.given,
        suspicion.right,
        mistake.description()
    );
    paragraph(&text, style, out)?;
    writeln!(out, "  plywood explain {name} --mistake {}", mistake.name())
}
