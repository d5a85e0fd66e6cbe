//! Marks on a page: item by item for one student, a table for a class.

use super::super::{Exercise, Marks};
use crate::model::Points;
use crate::page::document::{Column, Document, Table};

/// A file of answers, and what became of it.
#[derive(Clone, Debug)]
pub struct Graded {
    /// The name of the file.
    pub file: String,
    /// Which of the exercises it answers, counted from 0.
    pub paper: usize,
    /// The marks, or why there are none.
    pub marks: Result<Marks, String>,
}

/// An exercise that is marked, and what it is called on the command line.
#[derive(Clone, Debug)]
pub struct Paper {
    /// The exercise.
    pub exercise: Exercise,
    /// Its name there.
    pub name: String,
}

/// Returns the marks of one student, or a table and what is to be said of each.
pub(super) fn document(all: &[Graded], papers: &[Paper]) -> Document {
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
        // One exercise has one sum of points, which stands below.
        let of = if papers.len() == 1 { String::new() } else { format!(" of {}", marks.max) };
        [format!("{}{of}", marks.score), format!("{who}{mistake}")]
    };
    let failed =
        all.iter().filter_map(|one| Some(["-".to_owned(), format!("{}: {}", one.file, one.marks.as_ref().err()?)]));
    let heads = if graded.is_empty() { ["", ""] } else { ["points", "student, and the mistake that explains most"] };
    match papers {
        [Paper { exercise, .. }] => page.heading(&exercise.title),
        _ => page.heading(format!("{} exercises", papers.len())),
    }
    page.gap();
    page.table(Table::new([Column::Right, Column::Rest(0, 0)], heads, graded.iter().map(student).chain(failed)));
    page.gap();
    let count = format!("{} of {} files marked", graded.len(), all.len());
    let [Paper { exercise, .. }] = papers else { return page.text(format!("{count}.")) };
    let max: Points = exercise.asked.iter().map(|question| exercise.questions.points(question.item)).sum();
    page.text(format!("{count}, {max} points to be had."));
    items(&graded, page);
}

/// Which items the class found hard.
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

/// The marks of one student, item by item.
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
    if !marks.complaints.is_empty() {
        page.gap();
        page.heading("Not read, and so not answered");
    }
    marks.complaints.iter().for_each(|complaint| page.text(format!("  {}: {}", complaint.place, complaint.problem)));
}

/// Names the wrong search that explains most, and the command that shows it.
fn suspicion(marks: &Marks, name: &str, page: &mut Document) {
    let Some(suspicion) = &marks.suspicion else { return };
    let mistake = suspicion.mistake;
    page.gap();
    page.text(format!(
        "A search with the mistake {} gives {} of these {} answers, the right one {}. The mistake: {}. This shows it:",
        mistake.name(),
        suspicion.explained,
        suspicion.given,
        suspicion.right,
        mistake.description()
    ));
    page.lines([format!("  plywood explain {name} --mistake {}", mistake.name())]);
    if !suspicion.others.is_empty() {
        let others: Vec<&str> = suspicion.others.iter().map(|other| other.name()).collect();
        page.text(format!("As many are explained by: {}.", others.join(", ")));
    }
}
