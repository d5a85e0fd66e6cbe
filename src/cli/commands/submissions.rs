//! The answers that students hand in for an exercise on paper: finds the files and reads them.

use crate::cli::args::subject_args::utf16;
use crate::cli::command_error::{Result, bail, ensure, failure};
use crate::cli::commands::class_results::leave_out_results;
use crate::cli::context::Context;
use crate::cli::io::file_kind;
use crate::cli::io::input_file::{self, shown_name};
use crate::input::decode;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

/// What a file of answers must be.
const EXPECTED: &str = "expected answers as plain text, one on each line, such as A = 3 or pruned: B2 B3";
/// What follows the student's name and number in the name of a folder that Moodle makes.
const MOODLE: &str = "_assignsubmission";

/// A file of answers.
pub(in crate::cli) struct Submission {
    pub path: PathBuf,
    /// The name of the student's own folder.
    pub student: Option<String>,
}

/// Returns the files in the given order; files in a folder are sorted by name, without earlier marks. A folder may
/// contain a folder for each student.
pub(in crate::cli) fn submissions(context: &Context, answers: &[PathBuf]) -> Result<Vec<Submission>> {
    let mut all = Vec::new();
    for path in answers {
        if !context.at(path).is_dir() {
            all.push(Submission { path: path.clone(), student: None });
            continue;
        }
        let before = all.len();
        for entry in handed_in(context, path)? {
            if !context.at(&entry).is_dir() {
                all.push(Submission { path: entry, student: None });
                continue;
            }
            for path in handed_in(context, &entry)? {
                if context.at(&path).is_dir() {
                    let name = shown_name(&path);
                    context.tell(&format!(
                        "skipped {name}, a folder inside a student's folder; to grade it, add it to the command"
                    ));
                } else {
                    all.push(Submission { path, student: Some(student(&entry)) });
                }
            }
        }
        ensure!(before < all.len(), "there are no answers in {}", shown_name(path));
    }
    Ok(all)
}

/// Returns the files and folders in a folder.
fn handed_in(context: &Context, folder: &Path) -> Result<Vec<PathBuf>> {
    let mut inside = input_file::inside(context, folder)?;
    inside.retain(|path| context.at(path).is_file() || context.at(path).is_dir());
    leave_out_results(context, &mut inside);
    Ok(inside)
}

/// Returns the name of the student whose folder this is.
fn student(folder: &Path) -> String {
    let name = shown_name(folder.file_name().unwrap_or_default());
    let of_moodle = name.split_once(MOODLE).and_then(|(name, _)| name.rsplit_once('_'));
    of_moodle.map_or(name.as_str(), |(name, _)| name).to_owned()
}

/// Reads a file of answers: UTF-8, UTF-16 or, in older programs, Windows-1252.
pub(in crate::cli) fn text(context: &Context, path: &Path) -> Result<String> {
    let bytes = input_file::read(context, path).map_err(|error| failure!("cannot be read: {}", error.root_cause()))?;
    let text = match utf16(&bytes) {
        Some(text) => text,
        None => {
            if let Some(what) = file_kind::named(&bytes) {
                bail!("this file is {what}; {EXPECTED}");
            }
            ensure!(!bytes.contains(&0), "this file is not a text file; {EXPECTED}");
            decode(&bytes).into_owned()
        }
    };
    let start = text.trim_start();
    let is_page = start.strip_prefix('<').is_some_and(|tag| tag.starts_with(|c: char| c == '!' || c.is_alphabetic()));
    ensure!(!is_page, "this file is a web page (HTML); {EXPECTED}");
    let has_moves = serde_json::from_str::<Map<String, Value>>(start).is_ok_and(|map| map.contains_key("moves"));
    ensure!(!has_moves, "this file is an exercise or a lesson, not answers; {EXPECTED}");
    Ok(text)
}
