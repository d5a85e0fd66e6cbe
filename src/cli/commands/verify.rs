//! `plywood verify`: checks a search.

use crate::cli::args::cost;
use crate::cli::args::form_args::{CheckForm, CheckFormArgs};
use crate::cli::args::game_args::GameArgs;
use crate::cli::args::output_args::OutputArgs;
use crate::cli::args::search_args::SearchArgs;
use crate::cli::args::subject_args::Input;
use crate::cli::args::trace_source;
use crate::cli::args::values::{Typed, described};
use crate::cli::command_error::{CommandError, Result, WithContext as _, ensure, failure};
use crate::cli::commands::explain::refuse_searching;
use crate::cli::context::Context;
use crate::cli::io::input_file::{self, is_dash};
use crate::cli::io::progress::{Interrupt, Progress};
use crate::cli::usage;
use crate::compare::results::is_results;
use crate::core::text::write_json;
use crate::core::trace::{Header, TraceReader};
use crate::page::document::Excerpt;
use crate::page::escape::shell_file;
use crate::verify::batch::{self, VerifiedFile};
use crate::verify::{Audited, Effort, LEAVES, Report, Rule, VerifyError, page, verify, verify_lines};
use clap::Args;
use clap::builder::TypedValueParser;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `plywood verify`.
#[derive(Debug, Args)]
#[command(mut_arg("leaves", |leaves| leaves.help(LEAVES_HELP)))]
pub(in crate::cli) struct Verify {
    #[command(flatten)]
    typed: Typed,
    /// A tree in brackets, a lesson's name or file, a FEN (quoted or not), `startpos`, a game such as `ttt`, a trace in
    /// a file (.json, .jsonl, .gz), or `-` for standard input
    ///
    /// You can name several files, or folders of files: plywood verifies one after the other and writes a line for
    /// each.
    #[arg(required = true, value_name = "TREE|LESSON|FILE|FEN")]
    subject: Vec<String>,
    #[command(flatten)]
    search: SearchArgs,
    /// What to ignore; repeatable
    ///
    /// Findings of an ignored rule do not affect the exit code. The report says how many there are.
    #[arg(long, value_name = "RULE", value_delimiter = ',', value_parser = rules())]
    ignore: Vec<String>,
    /// Show all findings, not just the first
    #[arg(long)]
    all: bool,
    /// Verify a trace using little memory, without the minimax check [default: above 128 MiB]
    #[arg(long, hide_short_help = true)]
    stream: bool,
    #[command(flatten)]
    form: CheckFormArgs,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// The help of `--leaves`, which also takes a number here.
const LEAVES_HELP: &str =
    "Possible leaf values: 0..10, ..10, or 0..; or a number: the maximum number of leaves for the minimax check";

/// Reads the name of a rule, or `minimax`, which stands for the second part of verification.
fn rules() -> impl TypedValueParser<Value = String> {
    let rules = Rule::ALL.iter().map(|rule| (rule.name(), rule.description()));
    described(rules.chain([(page::MINIMAX, "scores and bounds agree with plain minimax")]))
}

/// Returns whether a file name looks like the name of a trace. The file need not exist.
fn is_trace_name(path: &Path) -> bool {
    let name = path.to_string_lossy();
    [".jsonl", ".json", ".gz"].iter().any(|end| name.ends_with(end))
}

/// The maximum size, in bytes, of a trace whose nodes plywood keeps in memory.
const MOST_KEPT: u64 = 128 << 20;

impl Verify {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<ExitCode> {
        let form = self.form.form(&self.output)?;
        if let Some(files) = self.files(context)? {
            return self.batch(context, form, &files);
        }
        let mut progress = Progress::start(context, "verify".to_owned(), Interrupt::Stops);
        let report = match self.verified(context, &self.subject, &mut progress) {
            Ok(report) => self.ignoring(report),
            // A report for a program contains the error as well.
            Err(error) if !matches!(form, CheckForm::Page(_)) && self.file(context).is_some() => {
                progress.finish();
                let file = self.verified_file(self.subject.join(" "), Err(format!("{error:#}")));
                if !matches!(form, CheckForm::Json) {
                    return self.write(context, form, &[file]);
                }
                context.judge(false);
                self.output.with(context, |out| write_json(&batch::unreadable(&file), out))?;
                return Err(error);
            }
            Err(error) => return Err(error),
        };
        progress.finish();
        let code = context.judge(report.passes());
        match form {
            CheckForm::Page(form) => {
                self.output
                    .page(context, form, |style| page::document(&report, self.all, self.file(context), style))?;
            }
            CheckForm::Json => {
                let document = page::json(&report, self.all, &self.output.style(context));
                self.output.with(context, |out| write_json(&document, out))?;
            }
            CheckForm::Github | CheckForm::Junit => {
                let all = [self.verified_file(self.subject.join(" "), Ok(report))];
                return self.write(context, form, &all);
            }
        }
        Ok(code)
    }

    /// Returns part of the page about a search.
    pub(in crate::cli) fn excerpt(&self, context: &Context, excerpt: Excerpt) -> Result<String> {
        let mut progress = Progress::start(context, "verify".to_owned(), Interrupt::Stops);
        let report = self.ignoring(self.verified(context, &self.subject, &mut progress)?);
        progress.finish();
        let style = self.output.style(context);
        Ok(page::document(&report, self.all, None, &style).excerpt(excerpt, &style))
    }

    /// Returns the files to verify one by one, if the user named several files or a folder.
    fn files(&self, context: &Context) -> Result<Option<Vec<String>>> {
        let paths: Vec<&Path> = self.subject.iter().map(Path::new).collect();
        let are_several = 1 < paths.len()
            && paths.iter().any(|path| context.at(path).exists())
            && paths.iter().all(|path| context.at(path).exists() || is_trace_name(path) || is_dash(path));
        if !are_several && !matches!(paths.as_slice(), [path] if input_file::is_folder(context, path)) {
            return Ok(None);
        }
        refuse_searching(&self.typed, "a list of files")?;
        input_file::refuse_dashes(&self.subject)?;
        let mut files = Vec::new();
        for path in paths {
            let name = path.to_string_lossy().into_owned();
            if !context.at(path).is_dir() || is_dash(path) {
                files.push(name);
                continue;
            }
            let is_trace = |path: &PathBuf| {
                let name = path.to_string_lossy().into_owned();
                // An empty or damaged file with such a name is a trace that was not written.
                let is_lines = [".jsonl", ".jsonl.gz"].iter().any(|end| name.ends_with(end));
                let is_other = || fs::read_to_string(context.at(path)).is_ok_and(|text| is_results(&text));
                trace_source::open(context, &[name]).map_or(true, |found| found.is_some()) || is_lines && !is_other()
            };
            let found: Vec<PathBuf> = input_file::files_inside(context, path)?.into_iter().filter(is_trace).collect();
            ensure!(!found.is_empty(), usage(format!("there is no trace in {name}")));
            files.extend(found.iter().map(|path| path.to_string_lossy().into_owned()));
        }
        Ok(Some(files))
    }

    fn batch(&self, context: &Context, form: CheckForm, files: &[String]) -> Result<ExitCode> {
        let mut all = Vec::new();
        for name in files {
            let mut progress = Progress::start(context, name.clone(), Interrupt::Stops);
            let report = self.verified(context, std::slice::from_ref(name), &mut progress);
            progress.finish();
            ensure!(!context.is_stopped(), "stopped after {} of {} files", all.len(), files.len());
            let report = report.map(|report| self.ignoring(report)).map_err(|error| format!("{error:#}"));
            let shown = input_file::shown_name(name);
            // The report already names the file, so the error need not name it.
            let report = report.map_err(|error| error.strip_prefix(&format!("{shown}: ")).unwrap_or(&error).to_owned());
            all.push(self.verified_file(name.clone(), report));
        }
        self.write(context, form, &all)
    }

    fn verified_file(&self, name: String, report: Result<Report, String>) -> VerifiedFile {
        let ignored =
            if self.ignore.is_empty() { String::new() } else { format!(" --ignore {}", self.ignore.join(",")) };
        let command = format!("plywood verify {}{ignored}", shell_file(&name));
        let name = if is_dash(Path::new(&name)) { input_file::STDIN.to_owned() } else { name };
        VerifiedFile { command, name, report }
    }

    fn write(&self, context: &Context, form: CheckForm, all: &[VerifiedFile]) -> Result<ExitCode> {
        let code = context.judge(all.iter().all(VerifiedFile::passes));
        let style = self.output.style(context);
        match form {
            CheckForm::Page(form) => self.output.page(context, form, |style| batch::document(all, style))?,
            CheckForm::Json => {
                self.output.with(context, |out| write_json(&batch::json(all, self.all, &style), out))?;
            }
            CheckForm::Github => self.output.write(context, batch::github(all, &style).as_bytes())?,
            CheckForm::Junit => self.output.write(context, batch::junit(all, &style).as_bytes())?,
        }
        Ok(code)
    }

    fn ignored(&self) -> Vec<Rule> {
        self.ignore.iter().filter_map(|name| name.parse().ok()).collect()
    }

    fn ignoring(&self, mut report: Report) -> Report {
        report.ignore(&self.ignored(), self.ignore.iter().any(|name| name == page::MINIMAX));
        report
    }

    /// Returns the name of the trace's file if the subject is a single existing file, which other commands can open as
    /// well.
    fn file(&self, context: &Context) -> Option<&str> {
        match self.subject.as_slice() {
            [file] if context.at(file).is_file() => Some(file),
            _ => None,
        }
    }

    /// Shows the findings in a truncated trace, because they may show why its writer stopped: writes the page about a
    /// trace that is verified alone, and otherwise returns what to add to the error.
    fn write_first(&self, context: &Context, mut audit: Audited, header: &Header, is_alone: bool) -> Result<String> {
        context.judge(false);
        audit.ignore(&self.ignored());
        let Some(cause) = page::first_claim(&audit, header) else { return Ok(String::new()) };
        match self.form.form(&self.output)? {
            CheckForm::Page(form) if is_alone => {
                self.output.page(context, form, |_| page::first_cause(&audit, header, self.file(context)))?;
                Ok(String::new())
            }
            CheckForm::Page(_) | CheckForm::Json | CheckForm::Github | CheckForm::Junit => {
                Ok(format!("; first cause: {cause}"))
            }
        }
    }

    fn lines(
        &self,
        (context, typed): (&Context, &Typed),
        name: String,
        file: File,
        effort: &Effort,
        progress: &mut Progress,
        is_alone: bool,
    ) -> Result<Report> {
        let size = file.metadata().with_context(|| name.clone())?.len();
        let mut reader = TraceReader::knowing(BufReader::new(file), context.games()).with_context(|| name.clone())?;
        refuse_searching(typed, &name)?;
        trace_source::set_cut(self.search.cut, reader.header_mut(), &name)?;
        match verify_lines(reader, &Effort { keeps_nodes: !self.stream && size <= MOST_KEPT, ..effort.clone() }) {
            Err(VerifyError::Trace { problem, header, audit }) => {
                progress.finish();
                let cause = self.write_first(context, *audit, &header, is_alone)?;
                Err(failure!("{problem}{cause}").context(name))
            }
            done => Ok(done?),
        }
    }

    /// Verifies a trace or a new search. A trace in JSON Lines is verified line by line.
    fn verified(&self, context: &Context, subject: &[String], progress: &mut Progress) -> Result<Report> {
        let (search, count) = self.search.counted();
        let typed = self.typed.without("--cut").without(if count.is_some() { "--leaves" } else { "" });
        let effort = &Effort::default().leaves(count.unwrap_or(LEAVES)).limits(context.limits());
        let mut found = trace_source::open(context, subject)?;
        let is_document = found.as_mut().map_or(Ok(false), |(_, file)| trace_source::is_document(file))?;
        let found = match found {
            Some((name, mut file)) if is_document => {
                let (trace, problem) = trace_source::document(context, &name, &mut file)?;
                Some((name, trace, problem))
            }
            Some((name, file)) => {
                return self.lines((context, &typed), name, file, effort, progress, subject == self.subject);
            }
            None => None,
        };
        ensure!(!self.stream, usage("--stream has no effect here: it is for traces in JSON Lines (.jsonl)"));
        if let Some((name, mut trace, problem)) = found {
            refuse_searching(&typed, &name)?;
            trace_source::set_cut(self.search.cut, &mut trace.header, &name)?;
            return match problem {
                Some(problem) => Err(CommandError::from(problem).context(name)),
                None => Ok(verify(&trace, effort)?),
            };
        }
        let input = Input::find(context, subject)?;
        if !matches!(input, Input::Games { .. }) {
            self.game.refuse()?;
        }
        let (subject, _) = self.game.choose(context, input)?;
        let study = search.study(context, &subject)?;
        if !self.search.has_limit() {
            cost::warn(context, &*study);
        }
        Ok(verify(&*study, effort)?)
    }
}
