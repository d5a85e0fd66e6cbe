//! Exercises on paper and on screen: sheets, keys and marks, in all forms of pages and in those that only they have.

mod csv;
mod figure;
mod homework;
mod json;
mod marks;
mod moodle;
mod row;
mod sheet;
mod upright;

pub(crate) use homework::{REPORTS, RanProgram, ReportFormat, Surroundings, VARIABLES};
pub use marks::{Graded, Paper};

use self::sheet::SheetPage;
use super::{Answers, Exercise, as_text, key_answers};
use crate::page::{Document, FORMS, Style};
use std::io::{self, Write};

/// A form in which a sheet can be written.
#[derive(Clone, Copy, Debug)]
pub struct SheetFormat {
    /// Its name on the command line.
    pub name: &'static str,
    /// A line about it.
    pub description: &'static str,
    /// How the names of such files end, without the dot.
    pub suffixes: &'static [&'static str],
    /// Whether it takes one exercise only.
    pub is_for_one: bool,
    /// Writes the sheets, or the keys, each on a page of its own.
    pub write: fn(&[Exercise], bool, &Style, &mut dyn Write) -> io::Result<()>,
}

/// All forms of sheets; the first one is for the terminal.
pub const SHEETS: &[SheetFormat] = &[
    sheet_page::<0>(),
    sheet_page::<1>(),
    sheet_page::<2>(),
    sheet_page::<3>(),
    SheetFormat {
        name: "answers",
        description: "a file of answers to be filled in, or filled in",
        suffixes: &["answers"],
        is_for_one: true,
        write: answers,
    },
    SheetFormat {
        name: "moodle-xml",
        description: "questions for Moodle, with the answers",
        suffixes: &["xml"],
        is_for_one: false,
        write: moodle::write,
    },
];

/// Sheets in one of the forms of all pages.
const fn sheet_page<const FORM: usize>() -> SheetFormat {
    let form = &FORMS[FORM];
    SheetFormat {
        name: form.name,
        description: form.description,
        suffixes: form.suffixes,
        is_for_one: false,
        write: |exercises, is_key, style, out| {
            let style = FORMS[FORM].style(style);
            let sheets = exercises.iter().map(|exercise| SheetPage::of(exercise, is_key, &style).document());
            FORMS[FORM].write(&Document::pages(sheets), &style, out)
        },
    }
}

/// A form in which marks can be written.
#[derive(Clone, Copy, Debug)]
pub struct MarksFormat {
    /// Its name on the command line.
    pub name: &'static str,
    /// A line about it.
    pub description: &'static str,
    /// How the names of such files end, without the dot.
    pub suffixes: &'static [&'static str],
    /// Whether it takes the marks of one student only.
    pub is_for_one: bool,
    /// Writes the marks.
    pub write: WriteMarks,
}

/// Writes the marks of these exercises.
pub(crate) type WriteMarks = fn(&[Graded], &[Paper], &Style, &mut dyn Write) -> io::Result<()>;

/// All forms of marks; the first one is for the terminal.
pub const MARKS: &[MarksFormat] = &[
    marks_page::<0>(),
    marks_page::<1>(),
    marks_page::<2>(),
    marks_page::<3>(),
    MarksFormat {
        name: "json",
        description: "all marks as one JSON document",
        suffixes: &["json"],
        is_for_one: false,
        write: json::write,
    },
    MarksFormat {
        name: "csv",
        description: "a table of points, for spreadsheets",
        suffixes: &["csv"],
        is_for_one: false,
        write: csv::write,
    },
    MarksFormat {
        name: "gradescope",
        description: "the results of one student, as Gradescope reads them",
        suffixes: &[],
        is_for_one: true,
        write: json::gradescope,
    },
];

/// Marks in one of the forms of all pages.
const fn marks_page<const FORM: usize>() -> MarksFormat {
    let form = &FORMS[FORM];
    MarksFormat {
        name: form.name,
        description: form.description,
        suffixes: form.suffixes,
        is_for_one: false,
        write: |all, papers, style, out| {
            FORMS[FORM].write(&marks::document(all, papers), &FORMS[FORM].style(style), out)
        },
    }
}

/// Writes a file of answers to be filled in, or the filled-in one.
fn answers(exercises: &[Exercise], is_key: bool, _: &Style, out: &mut dyn Write) -> io::Result<()> {
    let Some(exercise) = exercises.first() else { return Ok(()) };
    let head = [
        exercise.title.as_str(),
        "",
        "Fill in what is behind the signs. Nodes are those of the sheet.",
        "A = 3, A <= 2, A >= 5   a value, or what is known of it",
        "B: alpha 3, beta inf    the window with which the search comes to B",
        "B = -                   the search never comes to B",
        "pruned: B2 B3           or read: A1 A2 ...; none if there are none",
        "B1 cuts if: <= 3        or -inf..3, or never",
        "All scores are MAX's; write `view: negamax` if yours are those of the player to move at a node.",
    ];
    let head = head.map(str::to_owned);
    let filled = match is_key {
        true => key_answers(&exercise.tree, &exercise.asked, exercise.key()),
        false => Answers::default(),
    };
    out.write_all(as_text(&exercise.tree, &exercise.asked, &filled, &head).as_bytes())
}
