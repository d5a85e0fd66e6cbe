//! Runs the programs of a class, one at a time or several in parallel, and writes each result as soon as it is known.

use crate::cli::args::output_args::{OutputArgs, SignArgs};
use crate::cli::command_error::{CommandError, Result, WithContext as _, bail, ensure};
use crate::cli::context::Context;
use crate::cli::io::input_file::{is_packed, shown_bytes, shown_name};
use crate::cli::io::output_file::{Existing, Output};
use crate::cli::io::progress::{Interrupt, Progress};
use crate::cli::io::student_program::Program;
use crate::cli::usage;
use crate::core::names::Named as _;
use crate::homework::{
    Orders, ProgramFault, RanProgram, ReportFormat, Surroundings, csv_head, csv_lines, examine, summary,
};
use crate::page::Style;
use crate::page::text::counted;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;

/// The placeholder for a student's folder in the arguments of a program.
pub(in crate::cli) const FOLDER: &str = "{}";
/// The beginning of the table's header row.
const TABLE_HEAD: &str = "student,score,max,verdict,";
/// The index of the verdict's column in the table.
const VERDICT: usize = 3;

/// A student's program, and the name of its folder or file.
pub(in crate::cli) struct Student {
    pub file_name: OsString,
    pub words: Vec<OsString>,
    /// The words of the command before {} was replaced.
    pub template: Vec<OsString>,
    /// The student's folder or file.
    pub path: PathBuf,
}

impl Student {
    fn name(&self) -> String {
        shown_bytes(&self.file_name)
    }

    fn ran(&self, context: &Context, orders: &Orders) -> RanProgram {
        context.note_program(&self.words);
        let mut process = Program::new(context, self.words.clone());
        let mut report = examine(&mut process, orders);
        if !report.has_asked()
            && let Some(why) = self.missing(context)
        {
            report.set_missing(&why);
        }
        let program = self.words.iter().map(|word| shown_bytes(word)).collect();
        RanProgram { student: Some(self.name()), program, own: None, report }
    }

    /// If a file named in the command does not exist or the folder is empty, explains why there is nothing to run.
    fn missing(&self, context: &Context) -> Option<String> {
        let folder = context.at(&self.path);
        if folder.is_dir() && fs::read_dir(&folder).is_ok_and(|mut entries| entries.next().is_none()) {
            return Some(format!("The folder {} is empty.", self.name()));
        }
        let own = self.template.iter().zip(&self.words);
        let mut own = own.filter(|(template, _)| template.to_string_lossy().starts_with(FOLDER)).map(|(_, word)| word);
        let missing = own.find(|word| !context.at(word).exists())?;
        Some(format!("There is no file {}.", shown_bytes(missing)))
    }

    /// Returns the command as the student types it, in the student's own folder.
    fn own_command(&self) -> Vec<String> {
        let own = |template: &OsString| match template.to_string_lossy() {
            text if text == FOLDER && self.path.is_dir() => ".".to_owned(),
            text if text.contains(&format!("{FOLDER}/")) => text.replace(&format!("{FOLDER}/"), ""),
            _ => shown_bytes(&filled(template, &self.file_name)),
        };
        self.template.iter().map(own).collect()
    }
}

pub(in crate::cli) struct ClassRun<'a> {
    pub context: &'a Context,
    pub students: Vec<Student>,
    pub jobs: usize,
    pub orders: &'a Orders,
    pub format: &'static ReportFormat,
    pub style: Style,
    pub around: Surroundings,
    /// Whether to skip students who have a result.
    pub resume: bool,
    /// The number of skipped students, and how many of their programs are incorrect.
    pub kept: [usize; 2],
}

/// Where results go as they arrive.
enum ReportTarget {
    /// A table with a row for each student; the flag says whether the header still has to be written.
    Table(File, PathBuf, bool),
    /// A file for each student; {} in this path stands for the student's name.
    Each(PathBuf),
    /// One output, written at the end.
    End,
}

impl ClassRun<'_> {
    pub(in crate::cli) fn run(mut self, output: &OutputArgs<SignArgs>, is_one_each: bool) -> Result<ExitCode> {
        let mut sink = match output.path() {
            Some(path) if is_one_each => ReportTarget::Each(path.to_owned()),
            Some(path) if self.format.name == "csv" && grows(&self.context.at(path)) => {
                self.students.iter().for_each(|student| self.context.note_program(&student.words));
                self.context.refuse_input(path)?;
                self.table(&self.context.at(path))?
            }
            _ if self.resume => {
                return Err(usage(
                    "--resume goes with -o FILE.csv, or with a file for each student: -o 'reports/{}.html'",
                ));
            }
            _ => ReportTarget::End,
        };
        if let (ReportTarget::Each(pattern), true) = (&sink, self.resume) {
            let (pattern, context) = (pattern.clone(), self.context);
            let before = self.students.len();
            self.students.retain(|student| !context.at(report_path(&pattern, student)).exists());
            self.kept[0] = before - self.students.len();
        }
        let all = self.all(&mut sink)?;
        let counts = if all.is_empty() { String::new() } else { format!(": {}", summary(&all)) };
        if self.context.is_stopped() {
            let done = all.len();
            if matches!(sink, ReportTarget::End) && !all.is_empty() {
                self.context.interruption().forget();
                output.with(self.context, |out| (self.format.write)(&all, &self.around, &self.style, out))?;
            }
            let how = if matches!(sink, ReportTarget::End) { "" } else { "; --resume does the others" };
            bail!("interrupted after {done} of {} programs{counts}{how}", self.students.len());
        }
        match sink {
            ReportTarget::End => {
                output.with(self.context, |out| (self.format.write)(&all, &self.around, &self.style, out))?
            }
            ReportTarget::Each(_) | ReportTarget::Table(..) => {
                let ran = counted(all.len() as u64, "program", "programs");
                let kept = counted(self.kept[0] as u64, "earlier result", "earlier results");
                let kept = if self.kept[0] == 0 { String::new() } else { format!("; kept {kept} as they were") };
                self.context.tell(&format!("{ran}{counts}{kept}"))
            }
        }
        let is_right = self.kept[1] == 0 && all.iter().all(|ran| ran.report.finding.is_right());
        Ok(if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// Opens the table; existing rows are kept when resuming. A file that is not such a table is not replaced, because
    /// it may contain somebody's work.
    fn table(&mut self, path: &Path) -> Result<ReportTarget> {
        let cannot = || format!("cannot write {}", shown_name(path));
        if !path.exists() {
            return Ok(ReportTarget::Table(File::create(path).with_context(cannot)?, path.to_owned(), true));
        }
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", shown_name(path)))?;
        // An incomplete last line is written again.
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let text = String::from_utf8_lossy(&bytes[..whole]);
        let head = String::from_utf8_lossy(bytes.split(|&byte| byte == b'\n').next().unwrap_or_default());
        let is_own = head.starts_with(TABLE_HEAD) || TABLE_HEAD.starts_with(&*head);
        ensure!(
            is_own,
            usage(format!(
                "{} is not a CSV file of this command, and it may contain somebody's work; name another file with -o",
                shown_name(path)
            ))
        );
        if !self.resume {
            return Ok(ReportTarget::Table(File::create(path).with_context(cannot)?, path.to_owned(), true));
        }
        let done: BTreeMap<String, bool> = text.lines().skip(1).map(outcome).collect();
        self.students.retain(|student| {
            let outcome = done.get(&outcome(&as_cell(&student.name())).0);
            self.kept[0] += usize::from(outcome.is_some());
            self.kept[1] += usize::from(outcome == Some(&false));
            outcome.is_none()
        });
        let file = OpenOptions::new().append(true).open(path).with_context(cannot)?;
        file.set_len(whole as u64).with_context(cannot)?;
        Ok(ReportTarget::Table(file, path.to_owned(), whole == 0))
    }

    /// Runs all programs; results are written in the order of the students.
    fn all(&self, sink: &mut ReportTarget) -> Result<Vec<RanProgram>> {
        let mut progress = Progress::start(self.context, "programs".to_owned(), Interrupt::Stops);
        let (next, (tell, told)) = (AtomicUsize::new(0), channel());
        let (mut all, mut waiting): (Vec<RanProgram>, BTreeMap<usize, RanProgram>) = (Vec::new(), BTreeMap::new());
        std::thread::scope(|scope| {
            for _ in 0..self.jobs {
                let (tell, next) = (tell.clone(), &next);
                scope.spawn(move || {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(student) = self.students.get(index).filter(|_| !self.context.is_stopped()) else {
                            return;
                        };
                        let ran = student.ran(self.context, self.orders);
                        // A program that was still running when the user pressed Ctrl-C has no result.
                        if self.context.is_stopped() || tell.send((index, ran)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(tell);
            for (index, ran) in told {
                let name = ran.student.clone().unwrap_or_default();
                waiting.insert(index, ran);
                progress.say(format!("{} of {} programs, {name}", all.len() + waiting.len(), self.students.len()));
                while let Some(ran) = waiting.remove(&all.len()) {
                    self.put(sink, &ran, all.len())?;
                    all.push(ran);
                }
            }
            // After an interruption, some results before these may be missing.
            for (index, ran) in std::mem::take(&mut waiting) {
                self.put(sink, &ran, index)?;
                all.push(ran);
            }
            Ok::<_, CommandError>(())
        })?;
        progress.finish();
        Ok(all)
    }

    /// Writes the result of a program.
    fn put(&self, sink: &mut ReportTarget, ran: &RanProgram, index: usize) -> Result<()> {
        match sink {
            ReportTarget::End => Ok(()),
            ReportTarget::Table(file, path, is_empty) => {
                let mut text = Vec::new();
                if std::mem::take(is_empty) {
                    csv_head(Some(ran), &mut text)?;
                }
                csv_lines(std::slice::from_ref(ran), &mut text)?;
                file.write_all(&text).with_context(|| format!("cannot write {}", shown_name(path)))
            }
            ReportTarget::Each(pattern) => {
                let path = report_path(pattern, &self.students[index]);
                if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                    fs::create_dir_all(self.context.at(folder))
                        .with_context(|| format!("cannot make the folder {}", shown_name(folder)))?;
                }
                let student = &self.students[index];
                let own = Some((student.name(), student.own_command()));
                let alone = RanProgram { student: None, own, ..ran.clone() };
                let mut out = Output::named(self.context, &path, Existing::Replaced)?;
                (self.format.write)(&[alone], &self.around, &self.style, &mut out)?;
                out.close()
            }
        }
    }
}

/// Returns whether rows can be appended to a file with this name.
fn grows(path: &Path) -> bool {
    !is_packed(path) && (!path.exists() || path.is_file())
}

fn report_path(pattern: &Path, student: &Student) -> PathBuf {
    filled(pattern.as_os_str(), OsStr::new(&student.file_name)).into()
}

/// Returns the student in a table row, and whether the program is correct.
fn outcome(line: &str) -> (String, bool) {
    let cells = cells(line);
    let is_right =
        cells.get(VERDICT).is_some_and(|verdict| ProgramFault::from_name(verdict).is_ok_and(ProgramFault::is_right));
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

/// Returns a name as a table spells it.
fn as_cell(name: &str) -> String {
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = crate::homework::csv_cell(name, &mut text);
    String::from_utf8_lossy(&text).trim_end_matches('\n').to_owned()
}

/// Replaces {} with a name, which may contain any bytes.
pub(in crate::cli) fn filled(word: &std::ffi::OsStr, name: &std::ffi::OsStr) -> std::ffi::OsString {
    let Some(text) = word.to_str() else { return word.to_owned() };
    let mut filled = std::ffi::OsString::new();
    for (index, part) in text.split(FOLDER).enumerate() {
        if index != 0 {
            filled.push(name);
        }
        filled.push(part);
    }
    filled
}
