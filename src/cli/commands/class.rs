//! Runs the programs of a class, one at a time or several in parallel, and writes each result as soon as it is known.

use crate::cli::args::output_args::{OutputArgs, SignArgs};
use crate::cli::command_error::{CommandError, Result, WithContext as _, bail};
use crate::cli::commands::class_results::refuse_work;
use crate::cli::commands::class_table::{MarksTable, RESUME, grows};
use crate::cli::context::Context;
use crate::cli::io::input_file::{inside, shown_bytes, shown_name};
use crate::cli::io::output_file::{Existing, Output};
use crate::cli::io::progress::{Interrupt, Progress};
use crate::cli::io::streams::lock;
use crate::cli::io::student_program::Program;
use crate::cli::usage;
use crate::core::text::listed_with;
use crate::homework::{Assignment, RanProgram, ReportFormat, Surroundings, examine, summary};
use crate::page::Style;
use crate::page::escape;
use crate::page::text::counted;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf, absolute};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;

/// The placeholder for a student's folder in the arguments of a program.
pub(in crate::cli) const FOLDER: &str = "{}";
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

    fn ran(&self, context: &Context, assignment: &Assignment) -> RanProgram {
        context.note_program(&self.words);
        let mut process = Program::new(context, self.words.clone());
        let mut report = examine(&mut process, assignment);
        if !report.has_asked()
            && let Some(why) = self.missing(context)
        {
            report.set_missing(&why);
        }
        let program = self.words.iter().map(|word| shown_bytes(word)).collect();
        RanProgram { student: Some(self.name()), program, own: None, address: None, report }
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
        let others = of_same_kind(context, &self.path, Path::new(missing));
        let others =
            if others.is_empty() { String::new() } else { format!(" Did you mean {}?", listed_with("or", &others)) };
        Some(format!("There is no file {}.{others}", shown_bytes(missing)))
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

/// The number of files to name instead of a missing one.
const OTHER_FILES: usize = 3;
/// The number of folders to search for them.
const FOLDERS: usize = 20;

/// Returns the files in this folder, and in the folders inside it, whose names end like that of a missing file.
fn of_same_kind(context: &Context, folder: &Path, missing: &Path) -> Vec<String> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    for at in 0..FOLDERS {
        let Some(folder) = folders.get(at) else { break };
        for path in inside(context, folder).unwrap_or_default() {
            let place = context.at(&path);
            // A link may lead back to a folder above it.
            if place.is_dir() && !place.is_symlink() {
                folders.push(path);
            } else if path.extension().is_some_and(|own| Some(own) == missing.extension()) {
                found.push(shown_name(&path));
            }
        }
    }
    found.truncate(OTHER_FILES);
    found
}

pub(in crate::cli) struct ClassRun<'a> {
    pub context: &'a Context,
    pub students: Vec<Student>,
    pub jobs: usize,
    pub assignment: &'a Assignment,
    pub format: &'static ReportFormat,
    pub style: Style,
    pub around: Surroundings,
    /// Where to write a report for each student in addition to the results, and its format.
    pub reports: Option<(PathBuf, &'static ReportFormat)>,
    /// Whether to skip students who already have a result.
    pub resume: bool,
    /// The number of skipped students, and how many of their programs are incorrect.
    pub kept: [usize; 2],
    /// The number of skipped students who have a result but no report.
    pub unreported: usize,
}

/// Where to write results as they arrive.
enum ReportTarget {
    /// A table with a row for each student.
    Table(MarksTable),
    /// One file for each student. In this path, {} stands for the student's name.
    Each(PathBuf),
    /// One output for all students, written at the end.
    End,
}

impl ClassRun<'_> {
    pub(in crate::cli) fn run(mut self, output: &OutputArgs<SignArgs>, is_one_each: bool) -> Result<ExitCode> {
        let mut sink = match output.path() {
            Some(path) if is_one_each => ReportTarget::Each(path.to_owned()),
            Some(path) if self.format.name == "csv" && grows(&self.context.at(path)) => {
                ReportTarget::Table(MarksTable::open(self.context, path, self.resume)?)
            }
            _ if self.resume => {
                return Err(usage("--resume needs -o FILE.csv, or a file for each student: -o 'reports/{}.html'"));
            }
            _ => ReportTarget::End,
        };
        let names: Vec<String> = self.students.iter().map(Student::name).collect();
        if self.resume {
            self.skip(&mut sink);
        }
        let mut all = self.all(&mut sink)?;
        if let (Some(page), Some((pattern, _))) = (output.path(), &self.reports) {
            all.iter_mut().for_each(|(index, ran)| {
                ran.address = self.address(page, &report_path(pattern, &self.students[*index]))
            });
        }
        let all: Vec<RanProgram> = all.into_values().collect();
        let counts = if all.is_empty() { String::new() } else { format!(": {}", summary(&all)) };
        if self.context.is_stopped() {
            let done = all.len();
            if matches!(sink, ReportTarget::End) && !all.is_empty() {
                self.context.interruption().forget();
                output.with(self.context, |out| (self.format.write)(&all, &self.around, &self.style, out))?;
            }
            let how = match sink {
                ReportTarget::Table(table) => table.interrupted(),
                ReportTarget::Each(_) => RESUME.to_owned(),
                ReportTarget::End => String::new(),
            };
            bail!("interrupted after {done} of {} programs{counts}{how}", self.students.len());
        }
        let is_right = self.kept[1] == 0 && all.iter().all(|ran| ran.report.verdict.is_right());
        let code = self.context.judge(is_right);
        match sink {
            ReportTarget::End => {
                output.with(self.context, |out| (self.format.write)(&all, &self.around, &self.style, out))?;
            }
            ReportTarget::Table(table) => {
                table.finish(self.context, &names)?;
                self.tell(all.len(), &counts);
            }
            ReportTarget::Each(_) => self.tell(all.len(), &counts),
        }
        Ok(code)
    }

    /// Rejects outputs that would replace the students' work in `folder`, before any program runs.
    pub(in crate::cli) fn refuse_work(&self, folder: &Path, output: Option<&Path>) -> Result<()> {
        self.students.iter().for_each(|student| self.context.note_program(&student.words));
        for pattern in output.into_iter().chain(self.reports.iter().map(|(pattern, _)| pattern.as_path())) {
            for student in &self.students {
                refuse_work(self.context, folder, &report_path(pattern, student))?;
            }
        }
        Ok(())
    }

    /// Skips the students who already have a result.
    fn skip(&mut self, sink: &mut ReportTarget) {
        let (context, kept) = (self.context, &mut self.kept);
        let is_missing = |student: &Student| {
            self.reports.as_ref().is_some_and(|(pattern, _)| !context.at(report_path(pattern, student)).exists())
        };
        let unreported = &mut self.unreported;
        self.students.retain(|student| {
            let is_right = match sink {
                ReportTarget::Table(table) => table.take(&student.name()),
                ReportTarget::Each(pattern) => context.at(report_path(pattern, student)).exists().then_some(true),
                ReportTarget::End => None,
            };
            kept[0] += usize::from(is_right.is_some());
            kept[1] += usize::from(is_right == Some(false));
            *unreported += usize::from(is_right.is_some() && is_missing(student));
            is_right.is_none()
        });
    }

    fn tell(&self, ran: usize, counts: &str) {
        let ran = counted(ran as u64, "program", "programs");
        let kept = counted(self.kept[0] as u64, "earlier result as it was", "earlier results as they were");
        let kept = if self.kept[0] == 0 { String::new() } else { format!("; kept {kept}") };
        let without = match self.unreported {
            0 => "",
            1 => ", and one of them has no report: run without --resume to write it",
            _ => ", and some of them have no report: run without --resume to write them",
        };
        self.context.tell(&format!("{ran}{counts}{kept}{without}"));
    }

    /// Returns the address of a report, relative to the page that links to it.
    fn address(&self, page: &Path, report: &Path) -> Option<String> {
        let [page, report] = [page, report].map(|path| absolute(self.context.at(path)).ok());
        let (page, report) = (page?, report?);
        let folder = page.parent()?;
        let (from, to): (Vec<_>, Vec<_>) = (folder.components().collect(), report.components().collect());
        let shared = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
        let up = from[shared..].iter().map(|_| "..".to_owned());
        Some(
            up.chain(to[shared..].iter().map(|part| escape::address(part.as_os_str().as_encoded_bytes(), b"~")))
                .collect::<Vec<_>>()
                .join("/"),
        )
    }

    /// Runs all programs, writes each result when it arrives, and returns the results by the numbers of the students.
    fn all(&self, sink: &mut ReportTarget) -> Result<BTreeMap<usize, RanProgram>> {
        let mut progress = Progress::start(self.context, "programs".to_owned(), Interrupt::Stops);
        let (next, (tell, told)) = (AtomicUsize::new(0), channel());
        let (mut all, sink): (BTreeMap<usize, RanProgram>, _) = (BTreeMap::new(), Mutex::new(sink));
        std::thread::scope(|scope| {
            for _ in 0..self.jobs {
                let (tell, next, sink) = (tell.clone(), &next, &sink);
                scope.spawn(move || {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(student) = self.students.get(index).filter(|_| !self.context.is_stopped()) else {
                            return;
                        };
                        let ran = student.ran(self.context, self.assignment);
                        // A program that was still running when the user pressed Ctrl-C has no result.
                        if self.context.is_stopped() {
                            return;
                        }
                        // The result is written before the next program starts, which may end plywood.
                        let written = self.put(&mut lock(sink), &ran, index);
                        if tell.send((index, written.map(|()| ran))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(tell);
            for (index, ran) in told {
                let ran = ran?;
                let name = ran.student.clone().unwrap_or_default();
                all.insert(index, ran);
                progress.say(format!("{} of {} programs, {name}", all.len(), self.students.len()));
            }
            Ok::<_, CommandError>(())
        })?;
        progress.finish();
        Ok(all)
    }

    /// Writes the result of a program.
    fn put(&self, sink: &mut ReportTarget, ran: &RanProgram, index: usize) -> Result<()> {
        if let Some((pattern, format)) = &self.reports {
            self.report(pattern, format, ran, index)?;
        }
        match sink {
            ReportTarget::End => Ok(()),
            ReportTarget::Table(table) => table.add(ran),
            ReportTarget::Each(pattern) => self.report(pattern, self.format, ran, index),
        }
    }

    /// Writes a student's own report.
    fn report(&self, pattern: &Path, format: &ReportFormat, ran: &RanProgram, index: usize) -> Result<()> {
        let student = &self.students[index];
        let path = report_path(pattern, student);
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(self.context.at(folder))
                .with_context(|| format!("cannot make the folder {}", shown_name(folder)))?;
        }
        let own = Some((student.name(), student.own_command()));
        let alone = RanProgram { student: None, own, ..ran.clone() };
        let mut out = Output::named(self.context, &path, Existing::Replaced)?;
        (format.write)(&[alone], &self.around, &self.style, &mut out)?;
        out.close()
    }
}

fn report_path(pattern: &Path, student: &Student) -> PathBuf {
    filled(pattern.as_os_str(), OsStr::new(&student.file_name)).into()
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
