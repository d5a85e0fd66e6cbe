//! Tells plywood's own results from students' work in the same folder.

use crate::cli::command_error::{Result, ensure};
use crate::cli::commands::class_table::TABLE_HEAD;
use crate::cli::context::Context;
use crate::cli::io::input_file::{begins, shown_name};
use crate::cli::usage;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// The beginnings of the tables of programs and of marks.
const TABLES: [&str; 2] = [TABLE_HEAD, "file,student,score,max,mistake"];
/// The beginning of a page, and a text in its head that other pages do not have.
const PAGE: [&str; 2] = ["<!DOCTYPE html>", ":root { --paper: "];
/// The formats of marks and reports in JSON.
const DOCUMENTS: [&str; 2] = ["\"format\": \"plywood-marks\"", "\"format\": \"plywood-exercise-run\""];
/// Texts that only the other formats of reports contain: text and Markdown, of one program and of a class; JUnit;
/// Gradescope; Classroom 50.
const REPORTS: [&str; 6] = [
    "\nMarks: ",
    "\nstudent  points  verdict",
    "\n| student | points | verdict |",
    " classname=\"plywood\"",
    "\"output_format\": \"text\"",
    "\"schema\": \"classroom50/result/v1\"",
];

/// Removes the results of earlier commands from the files in a folder. They are recognized by their content, because a
/// file that only has the name of an output may be a student's work.
pub(in crate::cli) fn leave_out_results(context: &Context, files: &mut Vec<PathBuf>) {
    files.retain(|path| !is_result(&context.at(path)));
}

fn is_result(path: &Path) -> bool {
    let start = File::open(path).ok().filter(|_| path.is_file()).and_then(|mut file| begins(&mut file).ok());
    let start = start.unwrap_or_default();
    let start = String::from_utf8_lossy(&start);
    TABLES.iter().any(|table| start.starts_with(table))
        || start.starts_with(PAGE[0]) && start.contains(PAGE[1])
        || start.starts_with(['{', '[']) && DOCUMENTS.iter().any(|format| start.contains(format))
}

/// Rejects an output among the students' files that would replace something other than an earlier result.
pub(in crate::cli) fn refuse_work(context: &Context, folder: &Path, output: &Path) -> Result<()> {
    context.refuse_input(output)?;
    let [Ok(folder), Ok(target)] = [folder, output].map(|path| fs::canonicalize(context.at(path))) else {
        return Ok(());
    };
    let is_report = || {
        let text = fs::read(&target).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        text.is_empty() || is_result(&target) || REPORTS.iter().any(|part| text.contains(part))
    };
    ensure!(
        !target.is_file() || !target.starts_with(folder) || is_report(),
        usage(format!(
            "{} is among the students' files and is not a report of plywood, so it may contain somebody's work; write to another \
             folder, such as 'reports/{{}}.html'",
            shown_name(output)
        ))
    );
    Ok(())
}
