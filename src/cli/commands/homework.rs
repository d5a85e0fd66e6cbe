//! `plywood exercise run`, which runs students' programs as processes, and `plywood exercise starter`.

use crate::cli::args::output_args::{ForceArgs, OutputArgs, SignArgs};
use crate::cli::args::subject_args;
use crate::cli::args::unknown_subject::are_trees;
use crate::cli::args::values::{described, spelled};
use crate::cli::command_error::{Result, ensure};
use crate::cli::commands::class::{ClassRun, FOLDER, Student, filled};
use crate::cli::commands::class_results::leave_out_results;
use crate::cli::context::Context;
use crate::cli::io::input_file;
use crate::cli::io::progress::{Interrupt, Progress};
use crate::cli::io::student_program::Program;
use crate::cli::usage;
use crate::core::game::classic::AnyGame;
use crate::core::game::{Mover, Movers, Side};
use crate::core::names::Named;
use crate::homework::{
    AskedAlgorithm, Assignment, MarkingScheme, MarksRule, PROPERTIES, REPORTS, RanProgram, ReportFormat,
    SolvedPosition, Surroundings, Task, TieRule, TreeSpec, Twig, VARIABLES, Visibility, examine,
};
use crate::page::text::visible;
use crate::subject::Subject;
use clap::{Args, ValueHint};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Arguments of `plywood exercise run`.
#[derive(Debug, Args)]
pub(in crate::cli) struct RunArgs {
    /// A tree, a folder of trees, an exercise or a lesson to search instead of random trees; or a game such as ttt,
    /// which the program plays
    #[arg(value_name = "TREE|EXERCISE|LESSON|GAME", allow_negative_numbers = true)]
    tree: Vec<String>,
    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "PROGRAM")]
    program: Vec<OsString>,
    /// Search algorithm
    #[arg(short, long, default_value = "alpha-beta", value_name = "NAME", value_parser = crate::cli::args::values::names::<AskedAlgorithm>())]
    algorithm: AskedAlgorithm,
    /// Tie rule that answers must follow
    #[arg(long, alias = "cut", default_value = "any", value_name = "RULE", value_parser = crate::cli::args::values::names::<TieRule>())]
    rule: TieRule,
    /// Who moves at each ply of random trees, as a repeating pattern, such as max,min,min or max,chance,min,chance
    #[arg(long, value_name = "PLAYER,...", value_parser = players)]
    players: Option<Movers>,
    /// Depth in plies [default: to the leaves]
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u8).range(1..=6))]
    depth: Option<u8>,
    /// Number of random trees
    #[arg(long, default_value_t = 200, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=5000))]
    trees: u16,
    /// Random seed; the same seed gives the same output
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Stop after SECONDS and show the result so far
    #[arg(long, default_value_t = Assignment::USUAL_TIME.as_secs(), value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    time: u64,
    /// Run the program once for each folder or file in DIR, with its path instead of {} in the arguments
    #[arg(long, value_name = "DIR")]
    each: Option<PathBuf>,
    /// With --each, run this many programs at the same time
    #[arg(long, default_value_t = 1, value_name = "N", requires = "each", value_parser = clap::value_parser!(u16).range(1..=64))]
    jobs: u16,
    /// With --each, also write a report for each student, such as 'reports/{}.html'
    #[arg(long, value_name = "FILE", requires = "each")]
    reports: Option<PathBuf>,
    /// With --each and -o FILE.csv or -o 'DIR/{}.html', skip students who already have a result there
    #[arg(long, requires = "each")]
    resume: bool,
    /// Player who moves first in a tree that you give
    #[arg(long, value_name = "PLAYER", default_value = "max", value_parser = described([("max", "MAX moves at the root"), ("min", "MIN moves at the root")].into_iter()))]
    root: String,
    /// How to mark the properties
    #[arg(long, default_value = "properties", value_name = "NAME", value_parser = crate::cli::args::values::names::<MarksRule>())]
    marks: MarksRule,
    /// Points for some properties (the others get 2), such as value=4,safe-pruning=6
    #[arg(long, value_name = "PROPERTY=POINTS,...", value_hint = ValueHint::Other, value_delimiter = ',', value_parser = weight)]
    weights: Vec<(&'static str, u32)>,
    /// When Gradescope shows a property to the student, such as ties=hidden: visible, hidden, after_due_date or
    /// after_published
    #[arg(long, value_name = "PROPERTY=WHEN,...", value_hint = ValueHint::Other, value_delimiter = ',', value_parser = visibility)]
    visibility: Vec<(&'static str, Visibility)>,
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
        let assignment = self.assignment(context)?;
        if let Some(folder) = &self.each {
            return self.class(context, folder, format, &assignment);
        }
        let mut progress = Progress::start(context, "searching".to_owned(), Interrupt::Stops);
        context.note_program(&self.program);
        let mut process = Program::new(context, self.program.clone());
        if let Err(why) = process.begin() {
            return Err(usage(format!("the program cannot be started: {why}")));
        }
        let report = examine(&mut process, &assignment);
        if context.is_stopped() {
            return Err(context.interrupted());
        }
        progress.finish();
        let code = context.judge(report.verdict.is_right());
        let program = self.program.iter().map(|word| input_file::shown_bytes(word)).collect();
        let all = [RanProgram { student: None, program, own: None, address: None, report }];
        self.output
            .with(context, |out| (format.write)(&all, &surroundings(context), &self.output.style(context), out))?;
        Ok(code)
    }

    fn class(
        &self,
        context: &Context,
        folder: &Path,
        format: &'static ReportFormat,
        assignment: &Assignment,
    ) -> Result<ExitCode> {
        let is_one_each = self.output.path().is_some_and(|path| path.to_string_lossy().contains(FOLDER));
        if format.is_for_one && !is_one_each {
            let name = format.name;
            return Err(usage(format!(
                "{name} takes one program: with --each write a file for each, -o 'results/{{}}.json'"
            )));
        }
        let reports = self.reports.as_deref().map(|pattern| self.report_files(pattern)).transpose()?;
        let students = self.students(context, folder)?;
        let (jobs, style, around) = (usize::from(self.jobs), self.output.style(context), surroundings(context));
        let class = ClassRun {
            context,
            students,
            jobs,
            assignment,
            format,
            style,
            around,
            reports,
            resume: self.resume,
            kept: [0; 2],
            unreported: 0,
        };
        class.refuse_work(folder, self.output.path())?;
        class.run(&self.output, is_one_each)
    }

    /// Returns the path of the students' reports, in which {} stands for a student's name, and their format.
    fn report_files(&self, pattern: &Path) -> Result<(PathBuf, &'static ReportFormat)> {
        let text = pattern.to_string_lossy();
        ensure!(text.contains(FOLDER), usage("--reports needs {} for the student's name: --reports 'reports/{}.html'"));
        let is_of = |format: &&ReportFormat| format.suffixes.iter().any(|suffix| text.ends_with(&format!(".{suffix}")));
        let format = REPORTS.iter().find(is_of);
        let names = || REPORTS.iter().flat_map(|format| format.suffixes).copied().collect::<Vec<_>>().join(", ");
        let format = format.ok_or_else(|| usage(format!("the name of a report ends with its format: {}", names())))?;
        Ok((pattern.to_owned(), format))
    }

    fn assignment(&self, context: &Context) -> Result<Assignment> {
        let (trees, time) = (usize::from(self.trees), Duration::from_secs(self.time));
        let scheme = MarkingScheme {
            rule: self.marks,
            weights: self.weights.iter().copied().collect(),
            visibility: self.visibility.iter().copied().collect::<BTreeMap<_, _>>(),
        };
        let (algorithm, rule, seed) = (self.algorithm, self.rule, self.seed);
        let (own, spec) = (self.own(context)?, self.spec()?);
        Ok(Assignment { algorithm, rule, trees, seed, spec, time, own, scheme })
    }

    /// Returns the properties that all random trees share.
    fn spec(&self) -> Result<TreeSpec> {
        let by_chance = self.algorithm == AskedAlgorithm::Expectimax;
        let movers = self.players.or_else(|| self.algorithm.usual_movers());
        ensure!(
            by_chance || movers.is_none_or(|movers| !movers.has_chance()),
            usage("chance nodes need --algorithm expectimax")
        );
        Ok(TreeSpec { movers, depth: self.depth.map(usize::from) })
    }

    /// Returns the trees that the user named: a single tree, or the trees of all files in a folder.
    fn own(&self, context: &Context) -> Result<Vec<Task>> {
        match self.tree.as_slice() {
            [] if self.root == "min" => Err(usage(
                "--root min needs a tree:\n  plywood exercise run \"((1 2) (3 4))\" --root min -- python3 search.py",
            )),
            [] => Ok(Vec::new()),
            [folder] if input_file::is_folder(context, folder) => {
                let files = input_file::files_inside(context, Path::new(folder))?;
                let tasks = files.iter().map(|file| self.tasks(context, &[file.to_string_lossy().into_owned()]));
                Ok(tasks.collect::<Result<Vec<_>>>()?.concat())
            }
            words => {
                match Subject::of_named_game(&words.join(" "), context.games())?.as_ref().and_then(Subject::game) {
                    Some(game) => self.positions(&words.join(" "), game),
                    None => self.tasks(context, words),
                }
            }
        }
    }

    /// Returns positions of a game: the given position, or random positions if the user named only the game.
    fn positions(&self, text: &str, game: &AnyGame) -> Result<Vec<Task>> {
        let is_one = text.contains(':');
        let found = if is_one {
            SolvedPosition::of(game).into_iter().collect()
        } else {
            SolvedPosition::drawn(game, usize::from(self.trees), self.seed)
        };
        ensure!(
            !found.is_empty(),
            usage(format!("{}: this game is over, or its rest is too long to be solved", visible(text)))
        );
        Ok(found.into_iter().map(Task::of_position).collect())
    }

    /// Returns the tree that these words are or name. If each word, or each line of the file, is a tree, returns them
    /// all.
    fn tasks(&self, context: &Context, words: &[String]) -> Result<Vec<Task>> {
        let lines = file_text(context, &words.join(" ")).unwrap_or_default();
        let lines: Vec<String> = lines.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect();
        match [lines.as_slice(), words].into_iter().find(|trees| are_trees(trees)) {
            Some(trees) => trees.iter().map(|tree| self.task(context, std::slice::from_ref(tree))).collect(),
            None => Ok(vec![self.task(context, words)?]),
        }
    }

    fn task(&self, context: &Context, words: &[String]) -> Result<Task> {
        let first = if self.root == "min" { Side::Second } else { Side::First };
        let depth = self.depth.map(usize::from);
        if self.players.is_some() {
            return Err(usage("--players is for random trees; in a tree of your own write who moves: max(min(1 2) 3)"));
        }
        if let Some(tree) = small(context, words) {
            return Ok(Task { depth, ..Task::of(tree, Movers::alternating(first)) });
        }
        let tree = subject_args::whole_tree(context, words, depth)?;
        let movers = tree.movers();
        ensure!(
            self.algorithm == AskedAlgorithm::Expectimax || !movers.has_chance(),
            usage("this tree has chance nodes: add --algorithm expectimax")
        );
        if first == Side::First {
            return Ok(Task { depth, ..Task::of(Twig::of(&tree, 0), movers) });
        }
        ensure!(movers.in_turn(), usage("--root min needs a tree in which MAX and MIN move in turn"));
        let movers = Movers::alternating(if movers.side(0) == Side::First { Side::Second } else { Side::First });
        Ok(Task { depth, ..Task::of(Twig::of(&tree, 0), movers) })
    }

    /// Returns the students of a class, each with the command line that starts the student's program.
    fn students(&self, context: &Context, folder: &Path) -> Result<Vec<Student>> {
        if !self.program.iter().any(|word| word.to_string_lossy().contains(FOLDER)) {
            return Err(usage(
                "with --each, write {} for the student's folder in the program's arguments: -- python3 {}/search.py",
            ));
        }
        let mut paths = input_file::inside(context, folder)?;
        leave_out_results(context, &mut paths);
        paths.retain(|path| !is_note(path));
        ensure!(!paths.is_empty(), "there is nothing in {}", input_file::shown_name(folder));
        let student = |path: &PathBuf| Student {
            file_name: path.file_name().unwrap_or_default().to_owned(),
            words: self.program.iter().map(|word| filled(word, path.as_os_str())).collect(),
            template: self.program.clone(),
            path: path.clone(),
        };
        Ok(paths.iter().map(student).collect())
    }
}

/// Reads a bare leaf or a one-ply tree, both too small for an exercise on paper.
fn small(context: &Context, words: &[String]) -> Option<Twig> {
    let text = words.join(" ");
    Twig::small(file_text(context, &text).as_deref().unwrap_or(&text))
}

/// Returns the text of a file. A file that is not text gets the general error later.
fn file_text(context: &Context, name: &str) -> Option<String> {
    let path = context.at(name);
    path.is_file().then(|| fs::read_to_string(path).ok()).flatten()
}

/// Returns whether a file beside the students' programs is a note or a copy that an editor keeps.
fn is_note(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    path.is_file() && (matches!(&*ending, "md" | "txt") || ending.ends_with('~'))
}

/// Reads who moves at each ply.
fn players(text: &str) -> Result<Movers, String> {
    let mover = |word: &str| match word.trim().to_lowercase().as_str() {
        "max" => Ok(Mover::Max),
        "min" => Ok(Mover::Min),
        "chance" => Ok(Mover::Chance),
        _ => Err(format!("`{word}` is not a player; expected max, min or chance, such as max,min,min")),
    };
    let list = text.split(',').map(mover).collect::<Result<Vec<_>, _>>()?;
    Movers::try_from(list).map_err(|error| error.to_string())
}

/// Reads the name of a property, written with hyphens or spaces, and returns it with the text after the equals sign.
fn of_property(text: &str) -> Result<(&'static str, &str), String> {
    let names = || PROPERTIES.map(|name| name.replace(' ', "-")).join(", ");
    let (name, value) =
        text.split_once('=').ok_or_else(|| format!("expected PROPERTY=VALUE; properties: {}", names()))?;
    let name = name.trim().replace('-', " ");
    let found = PROPERTIES.into_iter().find(|property| *property == name);
    Ok((found.ok_or_else(|| format!("there is no property `{name}`; properties: {}", names()))?, value.trim()))
}

fn weight(text: &str) -> Result<(&'static str, u32), String> {
    let (name, value) = of_property(text)?;
    let points = value.parse().ok().filter(|points| *points <= 1000);
    points.map(|points| (name, points)).ok_or_else(|| "expected a whole number of points from 0 to 1000".to_owned())
}

fn visibility(text: &str) -> Result<(&'static str, Visibility), String> {
    let (name, value) = of_property(text)?;
    Visibility::from_name(value).map(|when| (name, when)).map_err(|error| error.to_string())
}

/// Returns the data that a grading platform provides about the submission, and the current time.
fn surroundings(context: &Context) -> Surroundings {
    let variables = VARIABLES
        .iter()
        .filter_map(|&name| Some((name, context.variable(name).and_then(|value| value.to_str()).map(str::to_owned)?)))
        .collect();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    Surroundings { variables, datetime: datetime(now.as_secs()) }
}

/// Returns the date and time in UTC (ISO 8601), given the seconds since January 1, 1970.
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

/// Other common names of languages.
const LANGUAGES: [(&str, &str); 9] = [
    ("python", "py"),
    ("python", "python3"),
    ("cpp", "c++"),
    ("csharp", "c#"),
    ("csharp", "cs"),
    ("go", "golang"),
    ("javascript", "js"),
    ("javascript", "node"),
    ("rust", "rs"),
];

/// A language, and the name and contents of its starter file.
const STARTERS: [(&str, &str, &str); 9] = [
    ("python", "search.py", include_str!("../../../assets/homework/search.py")),
    ("python-trace", "plywood_trace.py", include_str!("../../../adapters/python/plywood_trace/__init__.py")),
    ("java", "Search.java", include_str!("../../../assets/homework/Search.java")),
    ("cpp", "search.cpp", include_str!("../../../assets/homework/search.cpp")),
    ("c", "search.c", include_str!("../../../assets/homework/search.c")),
    ("csharp", "Search.cs", include_str!("../../../assets/homework/Search.cs")),
    ("go", "search.go", include_str!("../../../assets/homework/search.go")),
    ("javascript", "search.js", include_str!("../../../assets/homework/search.js")),
    ("rust", "search.rs", include_str!("../../../assets/homework/search.rs")),
];

/// Arguments of `plywood exercise starter`.
#[derive(Debug, Args)]
pub(in crate::cli) struct Starter {
    /// The language; `python-trace` is the module that traces a Python function
    #[arg(value_name = "LANGUAGE", value_parser = spelled(STARTERS.map(|(name, _, _)| name), &LANGUAGES))]
    language: String,
    #[command(flatten)]
    output: OutputArgs<crate::cli::args::output_args::Bare>,
    #[command(flatten)]
    force: ForceArgs,
}

impl Starter {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<ExitCode> {
        let (_, file, text) = STARTERS.iter().find(|(name, _, _)| *name == self.language).unwrap_or(&STARTERS[0]);
        let ending = |name: &str| Path::new(name).extension().map(|ending| ending.to_string_lossy().into_owned());
        let is_of = |name: &str| self.output.ending() == ending(name);
        if let Some((other, ..)) = STARTERS.iter().find(|(_, other, _)| is_of(other)).filter(|_| !is_of(file)) {
            let language = &self.language;
            return Err(usage(format!("this is the name of a file in {other}, but you asked for {language}")));
        }
        self.output.write_over(context, self.force.existing(), text.as_bytes())?;
        Ok(ExitCode::SUCCESS)
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
