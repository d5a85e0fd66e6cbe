//! The results of a class: a CSV file with a row for each student, written while the programs run.

use crate::cli::command_error::{Result, WithContext as _, ensure};
use crate::cli::context::Context;
use crate::cli::io::growing_file::{GrowingFile, complete_lines};
use crate::cli::io::input_file::{is_packed, shown_name};
use crate::cli::io::output_file::{Existing, write_file};
use crate::cli::usage;
use crate::core::names::Named as _;
use crate::core::sort::sort_by_key;
use crate::core::text::listed_with;
use crate::homework::{ProgramVerdict, RanProgram, csv_head, csv_lines};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

/// The beginning of the table's header row.
pub(in crate::cli) const TABLE_HEAD: &str = "student,score,max,verdict,";
/// The index of the column of the maximum number of points in the table.
const MAXIMUM: usize = 2;
/// What to do after an interruption.
pub(in crate::cli) const RESUME: &str = "; to test the others, repeat the command with --resume";
/// The index of the verdict's column in the table.
const VERDICT: usize = 3;
/// The extension of the file in which a run collects its rows if an earlier run has already written the table.
const PART: &str = ".part";

/// A table to which rows are appended as they arrive.
pub(in crate::cli) struct MarksTable {
    file: GrowingFile,
    /// The file with the rows of this run, and of the interrupted run that it resumes.
    path: PathBuf,
    /// The path of the table, as given by the user. A table that an earlier run finished stays unchanged until this run
    /// is complete.
    target: PathBuf,
    has_head: bool,
    /// For the name of each student who has a row: whether the student's program is correct. Two names may look the
    /// same.
    earlier: BTreeMap<String, VecDeque<bool>>,
}

impl MarksTable {
    /// Opens the table. If the user resumes a run, the existing rows are kept. An existing file that is not a class
    /// table is never replaced, because it may contain somebody's work.
    pub(in crate::cli) fn open(context: &Context, name: &Path, is_resumed: bool) -> Result<Self> {
        context.refuse_input(name)?;
        let target = context.at(name);
        let target = fs::canonicalize(&target).unwrap_or(target);
        let part = part_of(&target);
        refuse_other(&target, name)?;
        let is_beside = part.exists() || (target.exists() && !is_resumed);
        let (path, name) = if is_beside { (part, part_of(name)) } else { (target.clone(), name.to_owned()) };
        if is_beside {
            context.refuse_input(&name)?;
            refuse_other(&path, &name)?;
        }
        let (file, bytes) = GrowingFile::open(&path, shown_name(&name), "write")?;
        let whole = complete_lines(&bytes);
        let whole = if is_resumed { whole } else { 0 };
        file.cut(whole).with_context(|| format!("cannot write {}", shown_name(&name)))?;
        let mut earlier: BTreeMap<_, VecDeque<bool>> = BTreeMap::new();
        for (student, is_right) in String::from_utf8_lossy(&bytes[..whole]).lines().skip(1).map(outcome) {
            earlier.entry(student).or_default().push_back(is_right);
        }
        Ok(Self { file, path, target, has_head: whole != 0, earlier })
    }

    /// Returns whether the student's program is correct; `None` if the student does not have a row yet. Each row
    /// belongs to one student.
    pub(in crate::cli) fn take(&mut self, student: &str) -> Option<bool> {
        self.earlier.get_mut(&outcome(&as_cell(student)).0)?.pop_front()
    }

    /// Appends a row.
    pub(in crate::cli) fn add(&mut self, ran: &RanProgram) -> Result<()> {
        let mut text = Vec::new();
        if !std::mem::replace(&mut self.has_head, true) {
            csv_head(Some(ran), &mut text)?;
        }
        csv_lines(std::slice::from_ref(ran), &mut text)?;
        self.file.append(&text)
    }

    /// Puts the rows in the order of the students, and replaces an earlier table.
    pub(in crate::cli) fn finish(self, context: &Context, students: &[String]) -> Result<()> {
        let text = fs::read(&self.path).with_context(|| format!("cannot read {}", shown_name(&self.path)))?;
        let text = String::from_utf8_lossy(&text);
        let maxima: BTreeSet<String> =
            text.lines().skip(1).filter_map(|line| cells(line).into_iter().nth(MAXIMUM)).collect();
        if 1 < maxima.len() {
            context.tell(&format!(
                "{} has marks out of {}: the earlier results follow other rules; to mark all by the same rules, run without --resume",
                shown_name(&self.target),
                listed_with("and", &maxima.into_iter().collect::<Vec<_>>())
            ));
        }
        let order: BTreeMap<String, usize> =
            students.iter().enumerate().rev().map(|(index, name)| (outcome(&as_cell(name)).0, index)).collect();
        let mut lines: Vec<(Option<usize>, &str)> = Vec::new();
        for (number, line) in text.split_inclusive('\n').enumerate() {
            let place = order.get(&outcome(line).0).copied().unwrap_or(students.len());
            lines.push(((number != 0).then_some(place), line));
        }
        if !lines.is_sorted_by_key(|(place, _)| *place) || self.path != self.target {
            sort_by_key(&mut lines, |(place, _)| *place);
            let sorted: String = lines.iter().map(|&(_, line)| line).collect();
            write_file(context, &self.target, Existing::Replaced, sorted.as_bytes())?;
        }
        if self.path != self.target {
            fs::remove_file(&self.path).with_context(|| format!("cannot remove {}", shown_name(&self.path)))?;
        }
        Ok(())
    }

    /// Explains what became of the table when the run was interrupted.
    pub(in crate::cli) fn interrupted(self) -> String {
        if self.path == self.target || !self.target.exists() {
            return RESUME.to_owned();
        }
        let name = |path: &Path| shown_name(Path::new(path.file_name().unwrap_or_default()));
        if !self.has_head {
            // If this file cannot be removed, the next run finds it empty, which does no harm.
            let _ = fs::remove_file(&self.path);
            return format!("; {} is unchanged", name(&self.target));
        }
        let (table, part) = (name(&self.target), name(&self.path));
        format!("; the results are in {part}, and {table} is unchanged{RESUME}")
    }
}

/// Returns whether rows can be appended to a file with this name.
pub(in crate::cli) fn grows(path: &Path) -> bool {
    !is_packed(path) && (!path.exists() || path.is_file())
}

fn part_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(PART);
    name.into()
}

/// Rejects an existing file that is not a table of a class.
fn refuse_other(path: &Path, name: &Path) -> Result<()> {
    if !path.exists() {
        return Ok(());
    }
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", shown_name(name)))?;
    let head = String::from_utf8_lossy(bytes.split(|&byte| byte == b'\n').next().unwrap_or_default());
    ensure!(
        head.starts_with(TABLE_HEAD) || TABLE_HEAD.starts_with(&*head),
        usage(format!(
            "{} is not a CSV file of this command, and it may contain somebody's work; name another file with -o",
            shown_name(name)
        ))
    );
    Ok(())
}

/// Returns the student in a table row, and whether the program is correct.
fn outcome(line: &str) -> (String, bool) {
    let cells = cells(line);
    let is_right = cells
        .get(VERDICT)
        .is_some_and(|verdict| ProgramVerdict::from_name(verdict).is_ok_and(ProgramVerdict::is_right));
    (cells.into_iter().next().unwrap_or_default(), is_right)
}

/// Returns the cells of a table row without their quotation marks.
fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut is_quoted) = (vec![String::new()], false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if is_quoted && letters.next_if_eq(&'"').is_some() => cells.last_mut().map(|cell| cell.push('"')),
            '"' => {
                is_quoted = !is_quoted;
                None
            }
            ',' if !is_quoted => {
                cells.push(String::new());
                None
            }
            letter => cells.last_mut().map(|cell| cell.push(letter)),
        };
    }
    cells
}

/// Returns a name as it is written in a table, quoted if necessary.
fn as_cell(name: &str) -> String {
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = crate::homework::csv_cell(name, &mut text);
    String::from_utf8_lossy(&text).trim_end_matches('\n').to_owned()
}
