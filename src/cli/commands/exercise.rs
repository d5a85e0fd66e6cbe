//! `plywood exercise`: makes exercises, prints sheets and keys, and marks answers.

use crate::cli::args::game_args::GameArgs;
use crate::cli::args::output_args::{Bare, ForceArgs, OutputArgs, SignArgs};
use crate::cli::args::subject_args::{self, Input, PaperSource, lesson_source};
use crate::cli::args::values::{Typed, described, names};
use crate::cli::command_error::{CommandError, Result, bail, ensure, failure};
use crate::cli::commands::homework;
use crate::cli::commands::lessons::distilled;
use crate::cli::commands::submissions::{self, Submission};
use crate::cli::context::Context;
use crate::cli::io::input_file::shown_name;
use crate::cli::io::message::said;
use crate::cli::io::output_file::Existing;
use crate::cli::io::progress::{Interrupt, Progress};
use crate::cli::usage;
use crate::core::game::chess::{ChessGame, Evaluation, Material};
use crate::core::game::classic::AnyGame;
use crate::core::search::{MAX_DEPTH, Order};
use crate::exercise::{
    Exercise, ExerciseSpec, Generator, Graded, MARKS, MOST_NODES, Marks, Paper, SHEETS, TreeShape, grade, read_answers,
};
use crate::homework::TieRule;
use crate::lessons::distil::{Recipe, is_beyond};
use crate::lessons::model::{Lesson, Model, QuestionKind, Questions};
use crate::page::text::{visible, visible_lines};
use crate::page::{Document, Form, Style, escape};
use clap::{Args, Subcommand};
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `plywood exercise`.
#[derive(Debug, Args)]
#[command(disable_help_subcommand = true)]
pub(in crate::cli) struct ExerciseArgs {
    #[command(subcommand)]
    task: ExerciseCommand,
}

#[derive(Debug, Subcommand)]
enum ExerciseCommand {
    /// Make an exercise from a random tree, or from a tree, lesson or position
    New(Box<New>),
    /// Print an exercise sheet, its answer key, or an answer file
    Sheet(Box<SheetArgs>),
    /// Grade the answers of a student or a class
    Grade(Box<Grade>),
    /// Test a student's search and show the smallest tree on which it fails
    Run(Box<homework::RunArgs>),
    /// Write a starter program in Python, Java, C, C++, C#, Go, JavaScript or Rust
    Starter(homework::Starter),
}

impl ExerciseArgs {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<ExitCode> {
        match &self.task {
            ExerciseCommand::New(new) => new.run(context),
            ExerciseCommand::Sheet(sheet) => sheet.run(context),
            ExerciseCommand::Grade(grade) => grade.run(context),
            ExerciseCommand::Run(run) => run.run(context),
            ExerciseCommand::Starter(starter) => starter.run(context),
        }
    }
}

/// Arguments of `plywood exercise new`.
#[derive(Debug, Args)]
struct New {
    #[command(flatten)]
    typed: Typed,
    /// A tree such as "((3 12 8) (2 4 6))", a lesson's name or file, a game such as `ttt`, or a FEN [default: a random
    /// tree]
    #[arg(value_name = "TREE|LESSON|FEN")]
    subject: Vec<String>,
    /// Depth in plies [default: 3, for exercises from positions]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,
    /// Keep at most K moves per node, for exercises from positions [default: 3]
    #[arg(short, long, value_name = "K", value_parser = clap::value_parser!(u16).range(1..=300))]
    width: Option<u16>,
    /// Questions to ask, in this order [default: values, windows, pruned, pv]
    #[arg(long, value_name = "ITEMS", value_delimiter = ',', value_parser = names::<QuestionKind>())]
    items: Vec<QuestionKind>,
    /// Ask all questions; the sheet may need a second page
    #[arg(long, conflicts_with = "items")]
    all_items: bool,
    /// Tie rule that answers must follow [default: any]
    #[arg(long, value_name = "RULE", value_parser = names::<TieRule>())]
    rule: Option<TieRule>,
    #[command(flatten)]
    random: Random,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    output: OutputArgs<Bare>,
    #[command(flatten)]
    force: ForceArgs,
}

/// Options of random trees.
#[derive(Debug, Args)]
#[command(next_help_heading = "Random trees")]
struct Random {
    /// Moves at each ply, such as 3x3x2 or 3x1..3x2; or brackets with a dot for each leaf [default: 3x3x2]
    #[arg(long, value_name = "SHAPE")]
    shape: Option<TreeShape>,
    /// Random seed; the same seed gives the same output [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Number of cutoffs that skip at least one move [default: one or more]
    #[arg(long, value_name = "A..B", value_parser = cuts)]
    cuts: Option<RangeInclusive<usize>>,
    /// Require a deep cutoff; needs four plies
    #[arg(long)]
    deep: bool,
    /// Repeat values, so that the tie rule matters
    #[arg(long)]
    ties: bool,
    /// Include negative values
    #[arg(long)]
    negative: bool,
    /// Difficulty, from 1 to 5: sets the shape, cutoffs and questions that you do not set yourself
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=i64::from(ExerciseSpec::LEVELS)))]
    level: Option<u8>,
    /// Make N different exercises with consecutive seeds; `-o ex.json` becomes ex-01.json, ex-02.json ...
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=999))]
    count: Option<u16>,
}

impl Random {
    fn spec(&self) -> ExerciseSpec {
        let usual = self.level.map(ExerciseSpec::level).unwrap_or_default();
        ExerciseSpec {
            shape: self.shape.clone().unwrap_or(usual.shape),
            cuts: self.cuts.clone().unwrap_or(usual.cuts),
            deep: self.deep || usual.deep,
            ties: self.ties || usual.ties,
            negative: self.negative || usual.negative,
            ..usual
        }
    }
}

/// Reads `2..4`, `2..` or `3`.
fn cuts(text: &str) -> Result<RangeInclusive<usize>, String> {
    let wanted = || "expected a number or a range, such as 3, 2..4 or 2..".to_owned();
    let read = |text: &str| text.trim().parse::<usize>().map_err(|_| wanted());
    let range = match text.split_once("..") {
        None => read(text).map(|count| count..=count)?,
        Some((least, "")) => read(least)?..=usize::MAX,
        Some((least, most)) => read(least)?..=read(most.trim_start_matches('='))?,
    };
    if range.is_empty() { Err(wanted()) } else { Ok(range) }
}

/// After this many seeds in a row without a new tree, `exercise new` gives up.
const MOST_REPEATS: usize = 64;

impl New {
    fn run(&self, context: &Context) -> Result<ExitCode> {
        self.output.refuse_other_than_lesson()?;
        let models = if self.subject.is_empty() { self.drawn()? } else { vec![self.given(context)?] };
        let mut texts = Vec::new();
        for mut model in models {
            let questions = model.exercise.get_or_insert_with(Questions::default);
            questions.rule = self.rule.map_or(questions.rule, TieRule::demanded);
            if self.all_items {
                questions.items = QuestionKind::ALL.to_vec();
            } else if !self.items.is_empty() {
                questions.items.clone_from(&self.items);
            }
            // Check that plywood can read the output back as a valid exercise.
            Exercise::new(&Lesson::new(&model)?)?;
            texts.push(model.to_json());
        }
        match self.random.count {
            None => self.output.write_over(context, self.force.existing(), texts.concat().as_bytes())?,
            Some(_) => self.output.write_numbered(context, &texts, self.force.existing())?,
        }
        Ok(ExitCode::SUCCESS)
    }

    fn drawn(&self) -> Result<Vec<Model>> {
        self.game.refuse()?;
        ensure!(
            self.depth.is_none() && self.width.is_none(),
            usage("--depth and --width are for positions; the shape of a tree is --shape")
        );
        if self.random.count.is_some() && !self.output.is_file() {
            return Err(usage("--count writes several files and needs a file name: -o ex.json"));
        }
        let generator = Generator { spec: self.random.spec() };
        let (mut seed, count) = (self.random.seed.unwrap_or(1), usize::from(self.random.count.unwrap_or(1)));
        let (mut models, mut seen, mut repeats) = (Vec::new(), HashSet::new(), 0);
        // There are only a few trees of a small shape, so two seeds may give the same one.
        while models.len() < count {
            let model = generator.make(seed)?;
            seed = seed.wrapping_add(1);
            if seen.insert(Exercise::new(&Lesson::new(&model)?)?.tree.fingerprint()) {
                repeats = 0;
                models.push(model);
                continue;
            }
            repeats += 1;
            ensure!(
                repeats < MOST_REPEATS,
                usage(format!(
                    "found only {} different trees that meet these conditions; reduce --count or choose a larger shape",
                    models.len()
                ))
            );
        }
        Ok(models)
    }

    fn given(&self, context: &Context) -> Result<Model> {
        self.typed.refuse::<Random>(|_| {
            "--shape, --seed, --cuts, --deep, --ties, --negative, --level and --count are for random trees".to_owned()
        })?;
        if let Some(model) = lesson_source(context, &self.subject)? {
            self.game.refuse()?;
            ensure!(
                self.depth.is_none() && self.width.is_none(),
                usage("--depth and --width are for positions; this is a tree already")
            );
            return Ok(model);
        }
        let (subject, _) = self.game.choose(context, Input::find(context, &self.subject)?)?;
        let (depth, width) = (self.depth.unwrap_or(3), self.width.unwrap_or(3));
        let recipe = Recipe { width: usize::from(width), depth, order: Order::Static };
        // `MOST_NODES` includes the root.
        let is_beyond = match (subject.position(), subject.game()) {
            (Some(position), _) => is_beyond(ChessGame::new(position.clone(), Material), recipe, MOST_NODES - 1),
            (None, Some(game)) => is_beyond(game.clone(), recipe, MOST_NODES - 1),
            (None, None) => return Err(failure!("there is no position")),
        };
        if is_beyond {
            let size = format!("{depth} plies with {width} moves at each node make more than {MOST_NODES} nodes");
            return Err(usage(format!("{size}, the maximum for an exercise; reduce --depth or --width")));
        }
        let mut progress = Progress::start(context, format!("exercise of depth {depth}"), Interrupt::Stops);
        let mut model = distilled(context, &subject, Evaluation::Material, recipe)?;
        progress.finish();
        // A lesson's title and note would give the answer away.
        model.title = format!("Alpha-beta by hand: {depth} plies from this position");
        model.note = None;
        let what = subject.game().map_or_else(|| "FEN".to_owned(), AnyGame::position);
        let made = format!("plywood {} exercise new {what} --depth {depth} --width {width}", env!("CARGO_PKG_VERSION"));
        model.exercise = Some(Questions { made, ..Questions::default() });
        Ok(model)
    }
}

/// Arguments of `plywood exercise sheet`.
#[derive(Debug, Args)]
struct SheetArgs {
    /// An exercise file, or any lesson or tree; for a class, several files or a folder (one page per file)
    #[arg(required = true, value_name = "EXERCISE")]
    exercise: Vec<String>,
    /// Print the answer key, with reasons
    #[arg(long)]
    key: bool,
    /// Output format [default: from the file name, otherwise text]
    #[arg(long, value_name = "NAME", value_parser = described(SHEETS.iter().map(|format| (format.name, format.description))))]
    format: Option<String>,
    #[command(flatten)]
    output: OutputArgs<SignArgs>,
    #[command(flatten)]
    force: ForceArgs,
}

/// How a line begins that names the exercise of an answer file.
const ANSWERED: &str = "exercise:";

impl SheetArgs {
    fn run(&self, context: &Context) -> Result<ExitCode> {
        let sources = subject_args::paper_sources(context, &self.exercise)?;
        let format = self.output.row(self.format.as_deref(), SHEETS, |format| (format.name, format.suffixes))?;
        let name = format.name;
        // The name may be that of an answer file.
        let is_edited = format.is_edited || self.output.holds_line(context, ANSWERED);
        let existing = if is_edited { self.force.existing() } else { Existing::Replaced };
        if format.is_for_one && sources.len() != 1 {
            return Err(usage(format!("{name} takes one exercise, but {} were given", sources.len())));
        }
        if sources.iter().any(|source| matches!(source, PaperSource::Worksheet(_))) {
            return self.ungraded(context, &sources, name);
        }
        let exercises: Vec<Exercise> = sources.into_iter().filter_map(PaperSource::exercise).collect();
        let style = self.output.style(context);
        self.output.with_over(context, existing, |out| (format.write)(&exercises, self.key, &style, out))?;
        Ok(ExitCode::SUCCESS)
    }
}

impl SheetArgs {
    /// Writes sheets, some of which plywood cannot grade.
    fn ungraded(&self, context: &Context, sources: &[PaperSource], format: &str) -> Result<ExitCode> {
        let form = Form::named(format).ok_or_else(|| {
            usage(format!(
                "plywood does not grade trees with chance nodes or unknown leaves, so their sheets can be text, markdown, html or tex, not {format}"
            ))
        })?;
        let page = |source: &PaperSource, style: &Style| match source {
            PaperSource::Exercise(exercise) => exercise.sheet(self.key, style),
            PaperSource::Worksheet(worksheet) => worksheet.document(self.key, style),
        };
        self.output.page(context, form, |style| Document::pages(sources.iter().map(|source| page(source, style))))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Arguments of `plywood exercise grade`.
#[derive(Debug, Args)]
pub(in crate::cli) struct Grade {
    /// The exercise: a file, or any lesson or tree in quotes; or a folder of exercises, if each answer file names its
    /// exercise
    #[arg(value_name = "EXERCISE")]
    exercise: String,
    /// Answer files (text or JSON), a folder of answer files or of students' folders, or `-` for standard input
    #[arg(required = true, value_name = "ANSWERS")]
    answers: Vec<PathBuf>,
    /// Output format [default: from the file name, otherwise text]
    #[arg(long, value_name = "NAME", value_parser = described(MARKS.iter().map(|format| (format.name, format.description))))]
    format: Option<String>,
    #[command(flatten)]
    output: OutputArgs<SignArgs>,
}

impl Grade {
    /// Grades all readable files. Returns exit code 1 if any file could not be read.
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<ExitCode> {
        let papers = subject_args::papers(context, std::slice::from_ref(&self.exercise))
            .map_err(|error| self.turned(context, error))?;
        let format = self.output.row(self.format.as_deref(), MARKS, |format| (format.name, format.suffixes))?;
        let name = format.name;
        let files = submissions::submissions(context, &self.answers)?;
        if format.is_for_one && files.len() != 1 {
            return Err(usage(format!(
                "{name} takes the answers of one student, but {} files were given",
                files.len()
            )));
        }
        let graded: Vec<Graded> = files.iter().map(|file| one(context, &papers, file)).collect();
        let code = context.judge(graded.iter().all(|one| one.marks.is_ok()));
        // The name may be that of another student's answers.
        let are_answers = [ANSWERED, "name:", "pruned:"].iter().any(|line| self.output.holds_line(context, line));
        if let Some(name) = self.output.path().filter(|_| are_answers) {
            context.refuse_input(name)?;
            return Err(usage(format!("{} contains a student's answers; name another file with -o", shown_name(name))));
        }
        let style = self.output.style(context);
        let written = self.output.with(context, |out| (format.write)(&graded, &papers, &style, out));
        tell(context, &graded, name == "json");
        written.map(|()| code)
    }

    /// Replaces the error with a better one if the user typed the exercise after the answers.
    fn turned(&self, context: &Context, error: CommandError) -> CommandError {
        let [answers] = self.answers.as_slice() else { return error };
        let other = answers.display().to_string();
        if !context.at(&self.exercise).exists() || subject_args::papers(context, std::slice::from_ref(&other)).is_err()
        {
            return error;
        }
        let (exercise, answers) = (escape::shell(&other), escape::shell(&self.exercise));
        usage(format!("the exercise comes first, and then the answers:\n  plywood exercise grade {exercise} {answers}"))
    }
}

/// Reports on standard error which files have no grade. With `with_complaints`, also reports the answers that could not
/// be read, for a format that has no place for them.
fn tell(context: &Context, graded: &[Graded], with_complaints: bool) {
    for Graded { file, marks, .. } in graded {
        let problems = match marks {
            Err(problem) => vec![problem.clone()],
            Ok(marks) if with_complaints => {
                marks.complaints.iter().map(|one| format!("{}: {}", one.place, one.problem)).collect()
            }
            Ok(_) => Vec::new(),
        };
        for problem in problems {
            context.tell(&format!("{file}: {problem}"));
        }
    }
}

fn one(context: &Context, papers: &[Paper], Submission { path, student }: &Submission) -> Graded {
    let file = visible(&path.display().to_string());
    let found = submissions::text(context, path).and_then(|text| {
        let paper = paper(papers, &text)?;
        let marks = marks(&papers[paper].exercise, &text)?;
        Ok((paper, Marks { student: marks.student.clone().or_else(|| student.clone()), ..marks }))
    });
    match found {
        Ok((paper, marks)) => Graded { file, paper, marks: Ok(marks) },
        Err(error) => Graded { file, paper: 0, marks: Err(visible_lines(&said(&error))) },
    }
}

/// Finds the exercise that an answer file belongs to.
fn paper(papers: &[Paper], text: &str) -> Result<usize> {
    let [Paper { exercise, .. }, _, ..] = papers else { return Ok(0) };
    let count = papers.len();
    let Some(named) = read_answers(text, &exercise.tree).exercise else {
        let line = format!("exercise: {}", exercise.tree.fingerprint());
        bail!("the answers do not name one of the {count} exercises; add a line such as `{line}`");
    };
    let found = papers.iter().position(|paper| paper.exercise.tree.fingerprint() == named);
    found.ok_or_else(|| failure!("these are answers for exercise {named}, which is not one of the {count}"))
}

fn marks(exercise: &Exercise, text: &str) -> Result<Marks> {
    let answers = exercise.read(text);
    let own = exercise.tree.fingerprint();
    if let Some(other) = answers.exercise.as_ref().filter(|other| **other != own) {
        bail!("these are answers for exercise {other}; this one is {own}");
    }
    if let Some(first) = answers.complaints.first().filter(|_| answers.is_empty()) {
        bail!("nothing here can be graded; {}: {}", first.place, first.problem);
    }
    Ok(grade(exercise, &answers))
}
