//! What became of programs, on a page and in the forms of platforms.

mod class;
mod drawn;
mod platforms;
#[cfg(test)]
mod tests;

use super::super::run::{AskedAlgorithm, Orders, ProgramFault, ProgramReport, Smallest, Test, TieRule};
use super::super::{ExerciseSearch, PaperTree, Solution};
use crate::page::document::{Column, Document, Table};
use crate::page::escape::shell;
use crate::page::{FORMS, Style};
use crate::score::Window;
use crate::search::Cut;
use std::io::{self, Write};

/// A program, and what became of it.
#[derive(Clone, Debug)]
pub(crate) struct RanProgram {
    /// Whose it is, in a class.
    pub student: Option<String>,
    /// The words that start it.
    pub program: Vec<String>,
    /// What became of it.
    pub report: ProgramReport,
}

/// A form in which that can be written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReportFormat {
    /// Its name on the command line.
    pub name: &'static str,
    /// A line about it.
    pub description: &'static str,
    /// How the names of such files end, without the dot.
    pub suffixes: &'static [&'static str],
    /// Whether it takes one program only.
    pub is_for_one: bool,
    /// Writes it; the clock and the environment stand in what is handed in.
    pub write: fn(&[RanProgram], &Surroundings, &Style, &mut dyn Write) -> io::Result<()>,
}

/// What a platform says of a submission, and what time it is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Surroundings {
    /// Variables of the environment that a form asks for.
    pub variables: Vec<(&'static str, String)>,
    /// Date and time as ISO 8601 has them.
    pub datetime: String,
}

/// The variables of Classroom 50.
pub(crate) const VARIABLES: [&str; 6] =
    ["CLASSROOM", "ASSIGNMENT", "SUBMISSION_TAG", "COMMIT_URL", "RELEASE_URL", "REVIEW_URL"];

/// All forms of reports; the first one is for the terminal.
pub(crate) const REPORTS: &[ReportFormat] = &[
    report_page::<0>(),
    report_page::<1>(),
    report_page::<2>(),
    report_page::<3>(),
    ReportFormat {
        name: "json",
        description: "all reports as one JSON document",
        suffixes: &["json"],
        is_for_one: false,
        write: platforms::json,
    },
    ReportFormat {
        name: "csv",
        description: "a table of points, for spreadsheets",
        suffixes: &["csv"],
        is_for_one: false,
        write: class::csv,
    },
    ReportFormat {
        name: "junit",
        description: "the properties as tests, in XML",
        suffixes: &["xml"],
        is_for_one: false,
        write: platforms::junit,
    },
    ReportFormat {
        name: "gradescope",
        description: "the results of one program, as Gradescope reads them",
        suffixes: &[],
        is_for_one: true,
        write: platforms::gradescope,
    },
    ReportFormat {
        name: "classroom50",
        description: "the results of one program, as Classroom 50 reads them",
        suffixes: &[],
        is_for_one: true,
        write: platforms::classroom,
    },
];

const fn report_page<const FORM: usize>() -> ReportFormat {
    let form = &FORMS[FORM];
    ReportFormat {
        name: form.name,
        description: form.description,
        suffixes: form.suffixes,
        is_for_one: false,
        write: |all, _, style, out| {
            let style = FORMS[FORM].style(style);
            FORMS[FORM].write(&document(all, &style), &style, out)
        },
    }
}

fn document(all: &[RanProgram], style: &Style) -> Document {
    match all {
        [ran @ RanProgram { student: None, .. }] => one(ran, style),
        _ => class::document(all),
    }
}

impl RanProgram {
    /// The words that start the program, as they are typed.
    fn command(&self) -> String {
        self.program.iter().map(|word| shell(word)).collect::<Vec<_>>().join(" ")
    }
}

/// The page of one program: one screen.
fn one(ran: &RanProgram, style: &Style) -> Document {
    let (report, mut page) = (&ran.report, Document::default());
    page.heading(format!("{}: {}", ran.command(), report.finding.description()));
    page.gap();
    match &report.smallest {
        None => page.text(fine(report)),
        Some(smallest) => wrong(report, smallest, style, &mut page),
    }
    page.gap();
    marks(report, &mut page);
    if report.orders.own.is_none() && !report.finding.is_right() {
        page.text(format!("Again: plywood exercise run{} -- {}", options(report), ran.command()));
    }
    page
}

/// What is said of a program that is right.
fn fine(report: &ProgramReport) -> String {
    let trees = if report.tried == 1 { "The tree".to_owned() } else { format!("All {} trees", report.tried) };
    let what = match (report.orders.algorithm, report.orders.rule) {
        (AskedAlgorithm::Minimax, _) => "value and best move are right, and every leaf was read once",
        (_, TieRule::Any) => "value, best move and the leaves that were read are right",
        (_, TieRule::Ge) => "value, best move and the leaves that were read are right, and ties cut",
        (_, TieRule::Gt) => "value, best move and the leaves that were read are right, and ties do not cut",
    };
    let tie = if report.finding == ProgramFault::LaterTie {
        format!(" Of equal moves it names a later one, which is right, too: {}", report.why)
    } else {
        String::new()
    };
    format!("{trees}: {what}.{tie}")
}

/// The options that repeat a run.
fn options(report: &ProgramReport) -> String {
    let orders = &report.orders;
    let mut text = format!(" --seed {} --trees {}", orders.seed, orders.trees);
    if orders.algorithm == AskedAlgorithm::Minimax {
        text += " --algorithm minimax";
    }
    if orders.rule != TieRule::Any {
        text += &format!(" --cut {}", orders.rule.name());
    }
    text
}

fn wrong(report: &ProgramReport, smallest: &Smallest, style: &Style, page: &mut Document) {
    let (task, tree) = (&smallest.task, smallest.task.searched());
    let side = if task.root_is_max { "MAX" } else { "MIN" };
    let text = task.to_string();
    let is_short = text.len() <= 14;
    let depth = task.depth.map(|depth| format!(", searched {depth} plies deep")).unwrap_or_default();
    if report.remembers {
        page.text(
            "It is right on this tree when it has just been started, and wrong after it has searched others: does it keep \
             something from one search to the next, in a global variable or a default argument?",
        );
    } else {
        let tree = if is_short { format!(", {text}") } else { String::new() };
        page.text(format!("The smallest tree on which it is wrong{tree}; {side} moves at the root{depth}:"));
    }
    let drawing = drawn::drawn(smallest, &tree, style);
    if (report.remembers || !is_short) && text.len() <= 70 {
        page.lines([format!("  {text}")]);
    }
    page.gap();
    let mut before = String::new();
    if let Some(drawing) = drawing {
        page.lines(drawing);
        page.gap();
        before = in_words(smallest, &tree, &report.orders);
    } else if tree.nodes().len() <= 20 {
        page.table(reads(smallest, &tree, &report.orders));
        page.gap();
    }
    let (sentence, said) = smallest.judgement.why.split_once('\n').unwrap_or((&smallest.judgement.why, ""));
    page.text(format!("{before}{sentence}{}", window(report, smallest, &tree)));
    if !said.is_empty() {
        page.lines(said.lines().map(|line| format!("  {line}")));
    }
    mistake(report, smallest, page);
}

/// The tree with a row for each node: what it is worth, and which leaves were read, as which.
fn reads(smallest: &Smallest, tree: &PaperTree, orders: &Orders) -> Table {
    let place = |reads: &[usize], leaf: usize| match reads.iter().position(|&read| read == leaf) {
        _ if !tree.is_leaf(leaf) => String::new(),
        Some(place) => ordinal(place + 1),
        None => "-".to_owned(),
    };
    let due = due(tree, orders);
    let rows = (0..tree.nodes().len()).map(|node| {
        let (paper, is_leaf) = (tree.node(node), tree.is_leaf(node));
        let player = if tree.is_max(node) { "MAX" } else { "MIN" };
        let name = format!("  {}{}", "   ".repeat(paper.ply), paper.name);
        let name = if is_leaf { name } else { format!("{name} ({player})") };
        let worth = tree.text(tree.minimax(node));
        [name, worth, place(&smallest.attempt.reads, node), place(&due, node)]
    });
    let columns = [Column::Drawn, Column::Right, Column::Right, Column::Right];
    Table::new(columns, ["  node", "worth", "yours reads", "right reads"], rows)
}

/// The leaves that were read, and those that are to be.
fn in_words(smallest: &Smallest, tree: &PaperTree, orders: &Orders) -> String {
    let names = |leaves: &[usize]| {
        let names: Vec<&str> = leaves.iter().map(|&leaf| tree.node(leaf).name.as_str()).collect();
        if names.is_empty() { "nothing".to_owned() } else { names.join(" ") }
    };
    let due = due(tree, orders);
    if due == smallest.attempt.reads {
        return format!("Yours read {}, as a right search does. ", names(&due));
    }
    let needed: Vec<usize> = due.iter().copied().filter(|leaf| !smallest.attempt.reads.contains(leaf)).collect();
    let yours = names(&smallest.attempt.reads);
    if !needed.is_empty() && smallest.attempt.reads.iter().all(|leaf| due.contains(leaf)) {
        return format!("Yours read {yours} and left out {}, which counts. ", names(&needed));
    }
    format!("Yours read {yours}; a right search reads {}. ", names(&due))
}

/// The leaves that the right search reads, in order.
fn due(tree: &PaperTree, orders: &Orders) -> Vec<usize> {
    let cut = if orders.rule == TieRule::Gt { Cut::AboveBeta } else { Cut::AtBeta };
    match orders.algorithm {
        AskedAlgorithm::Minimax => tree.leaves().collect(),
        AskedAlgorithm::AlphaBeta if tree.is_leaf(0) => vec![0],
        AskedAlgorithm::AlphaBeta => {
            Solution::of(tree, ExerciseSearch::Right(cut)).reads.iter().map(|read| read.leaf).collect()
        }
    }
}

/// The first node to which the program came with another window than is due.
fn window(report: &ProgramReport, smallest: &Smallest, tree: &PaperTree) -> String {
    if report.orders.algorithm == AskedAlgorithm::Minimax {
        return String::new();
    }
    let (yours, due) = (drawn::windows(smallest, tree), drawn::due(tree));
    // Who asks with a null window whether a move is better does nothing wrong.
    let is_null = |yours: Window, due: Window| {
        let is_within = due.alpha <= yours.alpha && yours.beta <= due.beta;
        is_within && !yours.alpha.is_infinite() && yours.beta <= yours.alpha.shifted(1000)
    };
    let other = (0..tree.nodes().len()).find_map(|node| {
        let (yours, due) = (yours[node]?, due[node]?);
        (yours != due && !is_null(yours, due)).then_some((node, yours, due))
    });
    let Some((node, yours, due)) = other else { return String::new() };
    let text = |window: Window| format!("({},{})", tree.text(window.alpha), tree.text(window.beta));
    let at = if node == 0 { "the root" } else { &tree.node(node).name };
    format!(" It came to {at} with {}, not {} (seen by MAX).", text(yours), text(due))
}

/// 1st, 2nd, 3rd, 4th ...
fn ordinal(number: usize) -> String {
    let ending = match (number % 10, number % 100) {
        (1, not) if not != 11 => "st",
        (2, not) if not != 12 => "nd",
        (3, not) if not != 13 => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

fn mistake(report: &ProgramReport, smallest: &Smallest, page: &mut Document) {
    if smallest.judgement.finding == ProgramFault::NoAnswer || report.remembers {
        return;
    }
    page.gap();
    let Some(like) = &report.mistake else {
        page.text("No known mistake reads and returns the same (`plywood explain --mistake help` lists them).");
        return;
    };
    let how_often = match like.of - like.equal {
        0 => format!("This is what a search does with the mistake {}", like.name()),
        _ => format!(
            "On {} of {} trees it does what a search does with the mistake {}",
            like.equal,
            like.of,
            like.name()
        ),
    };
    let also: Vec<&str> = like.also.iter().map(|mistake| mistake.name()).collect();
    let also = if also.is_empty() { String::new() } else { format!(" So does {}.", also.join(", ")) };
    page.text(format!("{how_often}: {}.{also}", like.description()));
    let is_shown = smallest.task.root_is_max && smallest.task.depth.is_none();
    if like.mistake.is_some() && is_shown && 1 < smallest.task.searched().nodes().len() {
        let fail = if like.is_soft { " --fail soft" } else { "" };
        page.lines([format!("  plywood explain \"{}\" --mistake {}{fail} --code", smallest.task, like.name())]);
    }
}

/// The marks in a line, or in a table if some are missing.
fn marks(report: &ProgramReport, page: &mut Document) {
    let (score, max) = report.score();
    let failed: Vec<String> =
        report.tests.iter().filter(|test| !test.passed).map(|test| test.name.to_owned()).collect();
    let trees = format!("{} of {} trees were right", report.tried - report.wrong, report.tried);
    let each = Test::MAX;
    let missing =
        if failed.is_empty() { String::new() } else { format!("; failed ({each} each): {}", failed.join(", ")) };
    page.text(format!("Marks: {score} of {max}{missing}. {trees}."));
}
