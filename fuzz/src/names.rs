//! Names of students: whatever the files of a class are called, the run writes one row and one report for each student,
//! and the name stays text in every format.

use super::bytes::digest;
use super::pages::is_still;
use plywood::cli::{Context, run};
use serde_json::Value;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::{fs, io};

/// The formats that show all students of a class.
const FORMATS: [&str; 6] = ["text", "markdown", "html", "json", "junit", "csv"];
/// The maximum number of students in a class.
const STUDENTS: usize = 40;
/// The maximum length of a name, in bytes. A file system allows 255, and a report's name is longer.
const LONGEST: usize = 240;

/// The tags of a document.
type Tags = Vec<String>;
/// The tags of each document for a class with plain names, by its size and its format.
type PlainClasses = BTreeMap<(usize, Option<&'static str>), Vec<Tags>>;

/// The names are separated by the two characters that no file name contains. The class ignores names that begin with a
/// period.
pub fn names(text: &str) {
    let digest = digest(text.as_bytes());
    let format = FORMATS.get(usize::from(digest[0]) % (2 * FORMATS.len())).copied();
    let Some((size, documents)) = written(text.split(['/', '\0']), format) else { return };
    let plain = plain(size, format);
    for (document, plain) in documents.iter().zip(&plain) {
        is_still(document, "document");
        match format.unwrap_or(if document.starts_with("student,") { "csv" } else { "html" }) {
            "csv" => table(document, size),
            "json" => drop(serde_json::from_str::<Value>(document).expect("JSON")),
            "html" | "junit" => assert_eq!(&marks(document), plain, "{document}"),
            _ => {}
        }
    }
}

/// Returns the tags of each document for a class of this size with plain names.
fn plain(size: usize, format: Option<&'static str>) -> Vec<Tags> {
    static KNOWN: Mutex<PlainClasses> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let made = || {
        let names: Vec<String> = (0..size).map(|number| format!("student{number}")).collect();
        let (_, documents) = written(names.iter().map(String::as_str), format).expect("plain names are allowed");
        documents.iter().map(|document| marks(document)).collect()
    };
    known.entry((size, format)).or_insert_with(made).clone()
}

/// Runs a class with these names. Returns its size and what the run writes: all students in this format, or a table and
/// a report for each. Returns `None` if no file can have any of the names.
fn written<'a>(names: impl Iterator<Item = &'a str>, format: Option<&str>) -> Option<(usize, Vec<String>)> {
    let folder = tempfile::tempdir().expect("a folder");
    let class = folder.path().join("class");
    fs::create_dir(&class).expect("a folder");
    let allowed = names.filter(|name| !name.is_empty() && !name.starts_with('.') && name.len() <= LONGEST);
    for name in allowed.take(STUDENTS) {
        // Some systems do not allow some names.
        let _ = fs::write(class.join(name), "");
    }
    let students = files(&class).expect("the class");
    if students.is_empty() {
        return None;
    }
    let shown = format.map(|format| ["--format", format]);
    let output = shown.as_ref().map_or(&["-o", "marks.csv", "--reports", "reports/{}.html"][..], |shown| shown);
    // The files cannot be started, so this takes little time.
    let words = ["plywood", "exercise", "run", "--each", "class", "--trees", "1"].iter().chain(output);
    let context = Context::in_memory(words.chain(&["--", "{}"]).map(Into::into), &[]).in_folder(folder.path());
    let _ = run(&context);
    let (output, errors) = context.written();
    is_still(&String::from_utf8_lossy(&errors), "errors");
    // A name leads to no file elsewhere, and changes no other file.
    assert_eq!(files(&class).expect("the class"), students);
    let in_folder = files(folder.path()).expect("the folder");
    if format.is_some() {
        assert_eq!(in_folder, ["class"]);
        return Some((students.len(), vec![String::from_utf8(output).expect("the output is text")]));
    }
    assert_eq!(in_folder, ["class", "marks.csv", "reports"]);
    let mut expected = students.clone();
    expected.iter_mut().for_each(|name| name.push(".html"));
    expected.sort();
    let reports = folder.path().join("reports");
    assert_eq!(files(&reports).expect("the reports"), expected);
    let paths = expected.iter().map(|name| reports.join(name));
    let read = |path: PathBuf| fs::read_to_string(path).expect("text");
    Some((students.len(), [folder.path().join("marks.csv")].into_iter().chain(paths).map(read).collect()))
}

/// Each student has one row, all rows have the same columns, and a spreadsheet computes nothing.
fn table(text: &str, size: usize) {
    let rows = rows(text);
    assert_eq!(rows.len(), size + 1, "{text}");
    for row in &rows {
        assert_eq!(row.len(), rows[0].len(), "{row:?}");
        let formula = row.iter().find(|cell| cell.starts_with(['=', '+', '-', '@', '\t', '\r']));
        assert_eq!(formula, None, "{text}");
    }
}

/// Returns the names of the files in a folder, in order.
fn files(folder: &Path) -> io::Result<Vec<OsString>> {
    let mut names = fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name())).collect::<io::Result<Vec<_>>>()?;
    names.sort();
    Ok(names)
}

/// Reads a table as spreadsheets do, see RFC 4180.
fn rows(table: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell, mut is_quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut letters = table.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if is_quoted && letters.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' => {
                assert!(is_quoted || cell.is_empty(), "a quotation mark within a cell: {table}");
                is_quoted = !is_quoted;
            }
            ',' if !is_quoted => row.push(std::mem::take(&mut cell)),
            '\n' if !is_quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            _ => cell.push(letter),
        }
    }
    assert!(!is_quoted && cell.is_empty() && row.is_empty(), "the table ends within a row: {table}");
    rows
}

/// Returns the tags of a document, without the values of their attributes. A name that is not escaped changes them.
/// Pages mark code between backticks and text in brackets, also in a name; these marks are left out.
fn marks(document: &str) -> Tags {
    let mut marks = Vec::new();
    let mut letters = document.chars();
    while letters.any(|letter| letter == '<') {
        let (mut mark, mut quote) = (String::new(), None);
        for letter in letters.by_ref() {
            match (quote, letter) {
                (None, '>') => break,
                (None, '"' | '\'') => quote = Some(letter),
                (None, _) => mark.push(letter),
                (Some(open), _) if open == letter => quote = None,
                (Some(_), _) => {}
            }
        }
        marks.push(mark);
    }
    marks.retain(|mark| !["code", "/code", "span class=", "/span"].contains(&mark.as_str()));
    marks
}
