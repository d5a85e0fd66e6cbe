//! A class: a line for each student, and which mistakes were made how often.

use super::super::csv::line;
use super::RanProgram;
use crate::page::Style;
use crate::page::document::{Column, Document, Table};
use std::collections::BTreeMap;
use std::io::{self, Write};

impl RanProgram {
    fn student(&self) -> String {
        self.student.clone().unwrap_or_else(|| self.command())
    }

    pub(super) fn mistake(&self) -> &'static str {
        self.report.mistake.as_ref().map_or("", |like| like.name())
    }
}

/// The page of a class.
pub(super) fn document(all: &[RanProgram]) -> Document {
    let mut page = Document::default();
    page.heading(format!("{} programs", all.len()));
    page.gap();
    let rows = all.iter().map(|ran| {
        let (score, max) = ran.report.score();
        let tree = ran.report.smallest.as_ref().map(|smallest| smallest.task.to_string());
        let tree = tree.filter(|tree| tree.len() <= 30).unwrap_or_default();
        let verdict = ran.report.finding.name().to_owned();
        [ran.student(), format!("{score}/{max}"), verdict, ran.mistake().to_owned(), tree]
    });
    let columns = [Column::Left, Column::Right, Column::Left, Column::Left, Column::Left];
    page.table(Table::new(columns, ["student", "points", "verdict", "mistake", "smallest tree"], rows));
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for ran in all.iter().filter(|ran| !ran.report.finding.is_right()) {
        let mistake = if ran.mistake().is_empty() { "none that is known" } else { ran.mistake() };
        *counts.entry(mistake).or_default() += 1;
    }
    page.gap();
    page.heading("Mistakes");
    let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
    let rows = counts.iter().map(|(name, count)| [count.to_string(), (*name).to_owned()]);
    page.table(Table::new([Column::Right, Column::Left], ["programs", "mistake"], rows));
    if counts.is_empty() {
        page.text("None.");
    }
    page
}

/// Writes a line for each program.
pub(super) fn csv(all: &[RanProgram], _: &super::Surroundings, _: &Style, out: &mut dyn Write) -> io::Result<()> {
    let tests = all.first().map(|ran| ran.report.tests.iter().map(|test| test.name.to_owned()).collect::<Vec<_>>());
    let heads = ["student", "score", "max", "verdict", "mistake", "smallest tree"].map(str::to_owned);
    line(heads.into_iter().chain(tests.unwrap_or_default()).chain(["reason".to_owned()]), out)?;
    for ran in all {
        let (score, max) = ran.report.score();
        let smallest = ran.report.smallest.as_ref();
        let tree = smallest.map(|smallest| smallest.task.to_string()).unwrap_or_default();
        let why = smallest.map(|smallest| smallest.judgement.why.replace('\n', " ")).unwrap_or_default();
        let verdict = ran.report.finding.name();
        let cells =
            [ran.student(), score.to_string(), max.to_string(), verdict.to_owned(), ran.mistake().to_owned(), tree];
        let points = ran.report.tests.iter().map(|test| test.score().to_string());
        line(cells.into_iter().chain(points).chain([why]), out)?;
    }
    Ok(())
}
