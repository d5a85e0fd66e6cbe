//! `plywood exercise run`, whose programs of students are processes, and `plywood exercise starter`.

use crate::cli::args::output_args::{OutputArgs, SignArgs, described};
use crate::cli::args::subject_args;
use crate::cli::context::Context;
use crate::cli::io::input_file;
use crate::cli::io::interruption::Interruption;
use crate::cli::io::process::{Process, Quiet};
use crate::cli::io::progress::{Interrupt, Progress};
use crate::cli::usage;
use crate::homework::{
    AskedAlgorithm, Attempt, FAREWELL, GREETING, Lost, Orders, Player, Task, TieRule, Twig, Wire, examine, talk,
};
use crate::homework::{REPORTS, RanProgram, ReportFormat, Surroundings, VARIABLES};
use anyhow::{Result, ensure};
use clap::Args;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The placeholder for a student's folder in the arguments of a program.
const FOLDER: &str = "{}";

/// Arguments of `plywood exercise run`.
#[derive(Debug, Args)]
pub(in crate::cli) struct RunArgs {
    /// A tree, an exercise or a lesson to search instead of random trees
    #[arg(value_name = "TREE|EXERCISE|LESSON")]
    tree: Vec<String>,
    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "PROGRAM")]
    program: Vec<OsString>,
    /// Which search
    #[arg(short, long, default_value = "alpha-beta", value_name = "NAME", value_parser = crate::cli::args::values::names::<AskedAlgorithm>())]
    algorithm: AskedAlgorithm,
    /// Require a rule for ties
    #[arg(long, alias = "cut", default_value = "any", value_name = "RULE", value_parser = crate::cli::args::values::names::<TieRule>())]
    rule: TieRule,
    /// Number of random trees
    #[arg(long, default_value_t = 200, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=5000))]
    trees: u16,
    /// Random seed; the same seed gives the same trees
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Stop after this many seconds and show the result so far
    #[arg(long, default_value_t = 60, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..=86_400))]
    time: u32,
    /// Run the program for each folder or file in DIR; {} in its arguments is replaced with it
    #[arg(long, value_name = "DIR")]
    each: Option<PathBuf>,
    /// Output format [default: from the file name, otherwise text]
    #[arg(long, value_name = "NAME", value_parser = described(REPORTS.iter().map(|format| (format.name, format.description))))]
    format: Option<String>,
    #[command(flatten)]
    output: OutputArgs<SignArgs>,
}

impl RunArgs {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<ExitCode> {
        let format: &ReportFormat =
            self.output.row(self.format.as_deref(), REPORTS, |format| (format.name, format.suffixes))?;
        let orders = self.orders(context)?;
        let jobs = self.jobs(context)?;
        if format.is_for_one && self.each.is_some() {
            return Err(usage(format!("{} takes one program, so it cannot be combined with --each", format.name)));
        }
        let mut progress = Progress::start(context, "programs".to_owned(), Interrupt::Stops);
        let mut all = Vec::new();
        for (student, words) in jobs {
            progress.say(student.clone().unwrap_or_else(|| "searching".to_owned()));
            let program = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
            let mut process = Program::new(context.interruption().clone(), words);
            if let Err(why) = process.begin()
                && student.is_none()
            {
                return Err(usage(format!("the program cannot be started: {why}")));
            }
            let report = examine(&mut process, &orders);
            if context.is_stopped() {
                return Err(context.interrupted());
            }
            all.push(RanProgram { student, program, report });
        }
        progress.finish();
        self.output
            .with(context, |out| (format.write)(&all, &surroundings(context), &self.output.style(context), out))?;
        let is_right = all.iter().all(|ran| ran.report.finding.is_right());
        Ok(if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn orders(&self, context: &Context) -> Result<Orders> {
        let own = if self.tree.is_empty() { None } else { Some(self.own(context)?) };
        let (trees, time) = (usize::from(self.trees), Duration::from_secs(u64::from(self.time)));
        Ok(Orders { algorithm: self.algorithm, rule: self.rule, trees, seed: self.seed, time, own })
    }

    fn own(&self, context: &Context) -> Result<Task> {
        let tree = subject_args::exercise(context, &self.tree)?.tree;
        ensure!(
            tree.movers().in_turn(),
            usage("--tree: MAX and MIN have to move in turn in a tree that a program searches")
        );
        Ok(Task { tree: Twig::of(&tree, 0), root_is_max: tree.is_max(0), depth: None })
    }

    /// Whose programs are run, and the words that start them.
    fn jobs(&self, context: &Context) -> Result<Vec<(Option<String>, Vec<OsString>)>> {
        let Some(folder) = &self.each else { return Ok(vec![(None, self.program.clone())]) };
        if !self.program.iter().any(|word| word.to_string_lossy().contains(FOLDER)) {
            return Err(usage(
                "with --each, write {} for the student's folder in the program's arguments: -- python3 {}/search.py",
            ));
        }
        let paths = input_file::inside(context, folder)?;
        ensure!(!paths.is_empty(), "there is nothing in {}", folder.display());
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let filled = |path: &Path| {
            let words = self.program.iter().map(|word| match word.to_str() {
                Some(text) if text.contains(FOLDER) => text.replace(FOLDER, &path.to_string_lossy()).into(),
                _ => word.clone(),
            });
            (Some(name(path)), words.collect())
        };
        Ok(paths.iter().map(|path| filled(path)).collect())
    }
}

/// What a platform says of the submission, and what time it is.
fn surroundings(context: &Context) -> Surroundings {
    let variables = VARIABLES
        .iter()
        .filter_map(|&name| Some((name, context.variable(name).and_then(|value| value.to_str()).map(str::to_owned)?)))
        .collect();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    Surroundings { variables, datetime: datetime(now.as_secs()) }
}

/// Date and time in UTC, as ISO 8601 has them, of so many seconds after the first of January 1970.
fn datetime(seconds: u64) -> String {
    let (mut day, of_day) = (seconds / 86_400, seconds % 86_400);
    let is_leap = |year: u64| (year.is_multiple_of(4) && !year.is_multiple_of(100)) || year.is_multiple_of(400);
    let mut year = 1970;
    while (365 + u64::from(is_leap(year))) <= day {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let months = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while months[month] <= day {
        day -= months[month];
        month += 1;
    }
    let (hour, minute, second) = (of_day / 3600, of_day / 60 % 60, of_day % 60);
    format!("{year:04}-{:02}-{:02}T{hour:02}:{minute:02}:{second:02}Z", month + 1, day + 1)
}

/// A language, the name of its starter file, and the file's content.
const STARTERS: [(&str, &str, &str); 6] = [
    ("python", "search.py", include_str!("../../../assets/homework/search.py")),
    ("python-trace", "plywood_trace.py", include_str!("../../../adapters/python/plywood_trace/__init__.py")),
    ("java", "Search.java", include_str!("../../../assets/homework/Search.java")),
    ("cpp", "search.cpp", include_str!("../../../assets/homework/search.cpp")),
    ("javascript", "search.js", include_str!("../../../assets/homework/search.js")),
    ("rust", "search.rs", include_str!("../../../assets/homework/search.rs")),
];

/// Arguments of `plywood exercise starter`.
#[derive(Debug, Args)]
pub(in crate::cli) struct Starter {
    /// The language; python-trace is the module that traces a Python function
    #[arg(value_name = "LANGUAGE", value_parser = STARTERS.map(|(name, _, _)| name).to_vec())]
    language: String,
    #[command(flatten)]
    output: OutputArgs<crate::cli::args::output_args::Bare>,
}

impl Starter {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<ExitCode> {
        let (_, _, text) = STARTERS.iter().find(|(name, _, _)| *name == self.language).unwrap_or(&STARTERS[0]);
        self.output.write(context, text.as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }
}

/// It may have so many bytes of data.
const MEMORY: u64 = 4 << 30;

pub(in crate::cli) struct Program {
    run: Arc<Interruption>,
    words: Vec<OsString>,
    deadline: Instant,
    running: Option<Process>,
}

impl Program {
    pub(in crate::cli) fn new(run: Arc<Interruption>, words: Vec<OsString>) -> Self {
        Self { run, words, deadline: Instant::now(), running: None }
    }

    /// Starts it, so that what cannot be started is told before anything is asked.
    pub(in crate::cli) fn begin(&mut self) -> Result<(), String> {
        self.running = Some(self.start()?);
        Ok(())
    }

    fn start(&self) -> Result<Process, String> {
        let running = Process::start(&self.run, &self.words, Some(MEMORY))?;
        running.send(GREETING);
        Ok(running)
    }
}

impl Player for Program {
    fn attempt(&mut self, task: &Task, algorithm: AskedAlgorithm, time: Duration) -> Attempt {
        let running = self.running.take().map_or_else(|| self.start(), Ok);
        let mut turn = Conversation { running, time, began: Instant::now(), deadline: self.deadline };
        let attempt = talk(task, algorithm, &mut turn);
        // Who did not answer is not asked again.
        self.running = turn.running.ok().filter(|_| attempt.answer.is_ok());
        attempt
    }

    fn restart(&mut self) {
        if let Some(running) = self.running.take() {
            running.send(FAREWELL);
        }
    }

    fn allow(&mut self, time: Duration) {
        let now = Instant::now();
        self.deadline = now.checked_add(time).unwrap_or(now + Duration::from_secs(u64::from(u32::MAX)));
    }
}

struct Conversation {
    running: Result<Process, String>,
    time: Duration,
    began: Instant,
    deadline: Instant,
}

impl Wire for Conversation {
    fn send(&mut self, line: &str) {
        if let Ok(running) = &self.running {
            running.send(line);
        }
    }

    fn receive(&mut self) -> Result<String, Lost> {
        let running = self.running.as_mut().map_err(|why| Lost::Unstarted(why.clone()))?;
        let end = self.began + self.time;
        running.receive(self.deadline.min(end)).map_err(|quiet| match quiet {
            Quiet::Late if self.deadline <= end => Lost::Late,
            Quiet::Late => Lost::Silent(self.time.as_secs()),
            Quiet::Ended(how, said) => Lost::Ended(how, said),
            Quiet::Endless => Lost::Endless,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_with_leap_years() {
        assert_eq!(datetime(0), "1970-01-01T00:00:00Z");
        assert_eq!(datetime(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(datetime(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(datetime(1_795_392_000), "2026-11-23T00:00:00Z");
    }
}
