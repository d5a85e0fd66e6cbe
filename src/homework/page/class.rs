//! The page of a class: first what goes wrong and for whom, then everybody's points.

use super::{RanProgram, points, rules, summary, words};
use crate::core::sort::sort_by_key;
use crate::homework::{Changes, ProgramVerdict};
use crate::page::document::{Block, Column, Document, Table, coded};
use crate::page::escape::xml;
use crate::page::text::{counted, noun};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The longest tree that is shown in the table.
const LONGEST_TREE: usize = 30;

pub(super) fn page(all: &[RanProgram]) -> Document {
    let mut page = Document::default();
    let count = counted(all.len() as u64, "program", "programs");
    let right = all.iter().filter(|ran| ran.report.verdict.is_right()).count() as u64;
    let html = format!("<h1>{right} of {count} {} right</h1>\n", noun(right, "is", "are"));
    page.push(Block::Rich(html, vec![Block::Heading(count, String::new())]));
    page.text(format!("{}.", summary(all)));
    let rules = all.first().map(|ran| rules::rules(&ran.report.assignment)).filter(|rules| !rules.is_empty());
    if let Some(rules) = rules {
        page.text(format!("Rules of this run:{rules}"));
    }
    page.gap();
    let problems = problems(all);
    if !problems.is_empty() {
        page.heading("Who needs help");
        page.push(problem_table(&problems));
        page.gap();
    }
    page.heading("Marks");
    page.push(marks(all));
    page
}

/// What goes wrong in some programs.
struct ClassProblem<'a> {
    /// The name of the mistake or of the verdict.
    name: &'static str,
    description: String,
    ran: Vec<&'a RanProgram>,
}

/// Returns what goes wrong in the class, and in which programs; the most frequent problem is first.
fn problems(all: &[RanProgram]) -> Vec<ClassProblem<'_>> {
    let mut found: BTreeMap<&str, ClassProblem<'_>> = BTreeMap::new();
    for ran in all.iter().filter(|ran| ran.report.verdict.is_wrong()) {
        let (name, description) = problem(ran);
        let group = found.entry(name).or_insert(ClassProblem { name, description, ran: Vec::new() });
        group.ran.push(ran);
    }
    let mut found: Vec<_> = found.into_values().collect();
    sort_by_key(&mut found, |problem| Reverse(problem.ran.len()));
    found
}

/// Returns the name and the description of what goes wrong in a program.
fn problem(ran: &RanProgram) -> (&'static str, String) {
    let report = &ran.report;
    match (&report.changes, &report.mistake) {
        (_, None) if report.verdict == ProgramVerdict::NoAnswer => {
            (report.fate().name(), report.fate().description().to_owned())
        }
        (Some(changes), _) => (short(*changes), report.change().unwrap_or_default().to_owned()),
        (None, Some(like)) => (like.name(), like.mistake.description().to_owned()),
        (None, None) if report.keeps => ("also keeps data", "it keeps data from one search to the next".to_owned()),
        (None, None) => {
            ("no known mistake", "each report shows the smallest tree on which the program fails".to_owned())
        }
    }
}

fn short(changes: Changes) -> &'static str {
    match changes {
        Changes::Chance => "differs each time",
        Changes::Memory => "keeps data",
    }
}

fn problem_table(problems: &[ClassProblem<'_>]) -> Block {
    let names = |problem: &ClassProblem<'_>| problem.ran.iter().map(|ran| ran.student()).collect::<Vec<_>>().join(", ");
    let rows = problems.iter().map(|problem| [problem.ran.len().to_string(), problem.name.to_owned(), names(problem)]);
    let columns = [Column::Right, Column::Left, Column::Rest(0, 2)];
    let plain = Table::new(columns, ["programs", "mistake", "students"], rows);
    let row = |problem: &ClassProblem<'_>| {
        let links: Vec<String> = problem.ran.iter().map(|ran| student(ran)).collect();
        format!(
            "<tr><td class=\"number\">{}</td><td><strong>{}</strong>: {}<br>{}</td></tr>\n",
            problem.ran.len(),
            xml(problem.name),
            coded(&problem.description),
            links.join(", ")
        )
    };
    let rows: String = problems.iter().map(row).collect();
    let head = "<tr><th class=\"number\">programs</th><th>mistake</th></tr>";
    Block::Rich(format!("<table>\n{head}\n{rows}</table>\n"), vec![Block::Table(plain)])
}

/// Returns the student's name, which leads to the student's report if there is one.
fn student(ran: &RanProgram) -> String {
    let name = xml(&ran.student());
    ran.address.as_ref().map_or_else(|| name.clone(), |address| format!("<a href=\"{}\">{name}</a>", xml(address)))
}

/// Returns everybody's points in the order of the names. On a phone, each student is a card of two or three lines.
fn marks(all: &[RanProgram]) -> Block {
    let cells = |ran: &RanProgram| {
        let (score, max) = ran.report.score();
        let mistake = ran.report.changes.map_or_else(|| ran.mistake().to_owned(), |it| format!("({})", short(it)));
        [format!("{}/{}", points(score), points(max)), mistake, small_tree(ran)]
    };
    let rows = all.iter().map(|ran| {
        let [points, mistake, tree] = cells(ran);
        [ran.student(), points, ran.report.verdict().to_owned(), mistake, tree]
    });
    let columns = [Column::Left, Column::Right, Column::Left, Column::Left, Column::Left];
    let plain = Table::new(columns, ["student", "points", "verdict", "mistake", "smallest tree"], rows);
    let row = |ran: &RanProgram| {
        let [points, mistake, tree] = cells(ran).map(|cell| xml(&cell));
        let (class, sign) = match &ran.report.verdict {
            verdict if verdict.is_right() => ("right", "\u{2713}"),
            verdict if verdict.is_wrong() => ("wrong", "\u{2717}"),
            _ => ("open", "?"),
        };
        format!(
            "<tr><th scope=\"row\">{}</th><td class=\"number\">{points}</td>\
             <td><span class=\"{class}\" aria-hidden=\"true\">{sign}</span> {}</td><td data-name=\"mistake\">{mistake}</td><td data-name=\"smallest tree\">{tree}</td></tr>\n",
            student(ran),
            xml(ran.headline()),
        )
    };
    let rows: String = all.iter().map(row).collect();
    let head = "<tr class=\"heads\"><th>student</th><th class=\"number\">points</th><th>verdict</th><th>mistake</th><th>smallest tree</th></tr>";
    Block::Rich(format!("<table class=\"cards\">\n{head}\n{rows}</table>\n"), vec![Block::Table(plain)])
}

/// Returns the smallest tree on which a program fails, if it is short.
fn small_tree(ran: &RanProgram) -> String {
    let Some(smallest) = ran.report.smallest.as_ref().filter(|_| ran.report.has_asked()) else { return String::new() };
    let tree = smallest.task.to_string();
    if LONGEST_TREE < tree.len() {
        return String::new();
    }
    format!("{tree}{}", words::short_setting(&smallest.task).unwrap_or_default())
}
