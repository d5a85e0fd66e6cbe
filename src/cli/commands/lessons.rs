//! `plywood lessons`, and `plywood distil`, which creates a lesson.

use crate::cli::args::form_args::{FormArgs, PageArgs};
use crate::cli::args::game_args::GameArgs;
use crate::cli::args::output_args::{Bare, ForceArgs, OutputArgs, SignArgs};
use crate::cli::args::search_args::evaluated;
use crate::cli::args::subject_args::{Input, find, text};
use crate::cli::args::unknown_subject::unknown_lesson;
use crate::cli::args::values::{evaluations, orders};
use crate::cli::command_error::{CommandError, Result, WithContext as _, failure};
use crate::cli::commands::course::has_pictures;
use crate::cli::commands::shown_command::upright;
use crate::cli::context::Context;
use crate::cli::io::progress::{Interrupt, Progress};
use crate::cli::io::uci_request::{UCI, UciArgs};
use crate::cli::usage;
use crate::core::game::chess::Evaluation;
use crate::core::game::classic::GameList;
use crate::core::score::Score;
use crate::core::search::{MAX_DEPTH, Order, Settings};
use crate::core::study::Limits;
use crate::core::trace::Caption;
use crate::lessons::distil::{Recipe, distil_from, distil_game};
use crate::lessons::model::{Lesson, Model, ModelMove, PLAN_MINUTES, Plan, PlanStop, builtin, course, meant_lesson};
use crate::lessons::{self, Listed};
use crate::page::text::visible_lines;
use crate::page::{Document, Form, Style};
use crate::subject::{LineOptions, Subject};
use crate::web::{self, Chapter};
use clap::{Args, Subcommand};
use std::io::Write;
use std::process::ExitCode;

const COURSE: &str = "Searching game trees: all lessons";

/// Arguments of `plywood lessons`.
#[derive(Debug, Args)]
#[command(disable_help_subcommand = true, args_conflicts_with_subcommands = true)]
pub(in crate::cli) struct Lessons {
    #[command(subcommand)]
    task: Option<LessonsCommand>,
    #[command(flatten)]
    form: FormArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Writes all lessons as a page for browsers.
pub(super) fn book(context: &Context, style: &Style, out: &mut dyn Write) -> Result<()> {
    Ok(web::book(COURSE, &chapters(context)?, style, out)?)
}

/// Returns the plan of a class, with the tree of each part.
pub(super) fn plan_page(context: &Context, plan: &Plan, looks: &Style, form: &Form) -> Result<Document> {
    let (listed, is_drawn) = (listed()?, has_pictures(form));
    // If the stop shows a sheet, the tree is shown with the answer.
    let tree = |(_, stop): &(u32, PlanStop)| match upright(context, stop.show, looks, is_drawn)? {
        Some(tree) => Ok(Some(tree)),
        None => upright(context, stop.then, looks, is_drawn),
    };
    let trees = plan.stops.iter().map(tree).collect::<Result<Vec<_>>>()?;
    Ok(lessons::plan(plan, &listed, &trees, looks))
}

#[derive(Debug, Subcommand)]
enum LessonsCommand {
    /// Print the file of a built-in lesson
    Show {
        /// The lesson's name
        name: String,
        #[command(flatten)]
        output: OutputArgs<Bare>,
        #[command(flatten)]
        force: ForceArgs,
    },
    /// Print a minute-by-minute class plan with homework
    Plan {
        /// Length of the class, from 20 to 120 minutes
        #[arg(value_name = "MINUTES", value_parser = planned)]
        plan: Plan,
        #[command(flatten)]
        form: PageArgs,
        #[command(flatten)]
        output: OutputArgs<SignArgs>,
    },
    /// Print a lesson file for a tree, for you to edit
    New {
        /// The tree, such as "((3 12 8) (2 4 6))", its file, or `-` for standard input
        #[arg(required = true, value_name = "TREE")]
        tree: Vec<String>,
        #[command(flatten)]
        output: OutputArgs<Bare>,
        #[command(flatten)]
        force: ForceArgs,
    },
}

impl Lessons {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<ExitCode> {
        match &self.task {
            None if self.form.form(&self.output)?.is_some_and(|form| form.name == "html") => {
                self.output.with(context, |out| book(context, &self.output.style(context), out))?;
            }
            None => {
                let listed = listed()?;
                self.form.write(
                    context,
                    &self.output,
                    |_| lessons::lessons(&listed),
                    |out| lessons::write_lessons_json(&listed, out),
                )?;
            }
            Some(LessonsCommand::Plan { plan, form, output }) => {
                let (looks, form) = (output.style(context), form.form(output)?);
                output.with(context, |out| {
                    let page = plan_page(context, plan, &looks, form)?;
                    Ok::<_, CommandError>(form.write(&page, &form.style(&looks), out)?)
                })?;
            }
            Some(LessonsCommand::Show { name, output, force }) => {
                output.refuse_other_than_lesson()?;
                let text = meant_lesson(name).and_then(builtin).ok_or_else(|| unknown_lesson(name))?;
                output.write_over(context, force.existing(), text.as_bytes())?;
            }
            Some(LessonsCommand::New { tree, output, force }) => {
                output.refuse_other_than_lesson()?;
                output.write_over(context, force.existing(), lesson_of(context, &tree.join(" "))?.as_bytes())?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Reads the length of a class.
fn planned(text: &str) -> Result<Plan, String> {
    let plan = text.trim().parse().ok().and_then(Plan::of);
    let [first, last] = [PLAN_MINUTES.start(), PLAN_MINUTES.end()];
    plan.ok_or_else(|| format!("expected a whole number of minutes from {first} to {last}"))
}

fn listed() -> Result<Vec<Listed>> {
    let entry = |(topic, name): (&'static str, &'static str)| {
        let lesson = Lesson::from_json(builtin(name).unwrap_or_default());
        let lesson = lesson.with_context(|| format!("built-in lesson {name}"))?;
        let Caption { title, ask, answer, .. } = lesson.caption;
        Ok(Listed { name, topic, addresses: lesson.addresses, title, asked: (ask, answer) })
    };
    course().map(entry).collect()
}

/// Returns the searches of all lessons, as `plywood explain` runs them.
fn chapters(context: &Context) -> Result<Vec<Chapter>> {
    let chapter = |(topic, name): (&str, &str)| {
        let mut subject = find(context, &[name.to_owned()])?;
        // A search needs a score for every leaf it reads.
        if let Some(letter) = subject.letter() {
            subject.set_score(&letter, Score::from_millipawns(3000), &mut LineOptions::default())?;
        }
        let (depth, order) = (subject.depth.unwrap_or_default(), subject.order.unwrap_or_default());
        let settings =
            Settings { depth, order, algorithm: subject.caption.algorithm.unwrap_or_default(), ..Settings::default() };
        Ok(Chapter { topic: topic.to_owned(), study: subject.study(&settings, None, Limits::default())? })
    };
    course().map(chapter).collect()
}

fn lesson_of(context: &Context, tree: &str) -> Result<String> {
    let (name, tree) = text(context, &[tree.to_owned()])?.unwrap_or_else(|| ("the tree".to_owned(), tree.to_owned()));
    let mut model = Model::from_typed(&tree).map_err(|error| match meant_lesson(&tree) {
        Some(lesson) => usage(format!("`{lesson}` is a lesson; to print its file: plywood lessons show {lesson}")),
        None => failure!("{name}: {error}"),
    })?;
    // The lesson tries moves in the same order as a search of the typed tree.
    model.order = has_early_leaf(&model.moves, model.height()).then(|| Order::None.to_string());
    Ok(model.to_json())
}

/// Returns whether a leaf comes before the last ply, so that the static order can change the search of a tree.
fn has_early_leaf(moves: &[ModelMove], plies: u32) -> bool {
    let mut below = moves.iter().map(|mv| mv.moves.as_deref().unwrap_or_default());
    1 < plies && below.any(|moves| moves.is_empty() || has_early_leaf(moves, plies - 1))
}

/// Arguments of `plywood distil`.
#[derive(Debug, Args)]
pub(in crate::cli) struct Distil {
    /// A position: FEN (quoted or not), `startpos`, a game such as `ttt`, a file with a position or games, or `-`
    /// for standard input
    #[arg(required = true, value_name = "FEN|FILE")]
    subject: Vec<String>,
    /// Keep at most K moves per node
    #[arg(short, long, value_name = "K", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=300))]
    width: u16,
    /// Depth in plies
    #[arg(short, long, value_name = "N", default_value_t = 3,
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: u32,
    /// Move ordering [default: static]
    #[arg(long, value_name = "NAME", default_value = "static", hide_default_value = true, value_parser = orders())]
    order: Order,
    /// Static evaluation [default: positional; for other games, the game's own evaluation]
    #[arg(long, value_name = "NAME", value_parser = evaluations(&GameList::default()))]
    evaluation: Option<String>,
    #[command(flatten)]
    uci: UciArgs,
    /// Title [default: a description]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    output: OutputArgs<Bare>,
    #[command(flatten)]
    force: ForceArgs,
}

impl Distil {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<ExitCode> {
        self.output.refuse_other_than_lesson()?;
        self.output.refuse_existing(context, self.force.existing())?;
        let (mut subject, code) = self.game.choose(context, Input::find(context, &self.subject)?)?;
        let own = evaluated(context, self.evaluation.as_deref(), &self.uci, &mut subject)?.unwrap_or_default();
        let recipe = Recipe { width: usize::from(self.width), depth: self.depth, order: self.order };
        let mut progress = Progress::start(context, format!("lesson of depth {}", self.depth), Interrupt::Stops);
        let mut model = distilled(context, &subject, own, recipe)?;
        progress.finish();
        if let Some(outside) = &subject.outside {
            let by = format!("The leaves were evaluated by {}.", outside.name().trim_start_matches(UCI));
            model.note = Some(model.note.map_or(by.clone(), |note| format!("{note} {by}")));
        }
        if let Some(title) = self.title.as_ref().or(Some(&subject.caption.title)).filter(|title| !title.is_empty()) {
            model.title = visible_lines(title);
        }
        self.output.write_over(context, self.force.existing(), model.to_json().as_bytes())?;
        Ok(code)
    }
}

pub(in crate::cli) fn distilled(
    context: &Context,
    subject: &Subject,
    own: Evaluation,
    recipe: Recipe,
) -> Result<Model> {
    if let Some(game) = subject.game().filter(|_| !subject.is_lesson()) {
        return Ok(distil_game(game, recipe, &context.limits())?);
    }
    let Some(history) = subject.history().filter(|_| !subject.is_lesson()) else {
        return Err(usage("this is already a lesson; distil needs a position"));
    };
    Ok(distil_from(history, own, subject.outside.clone(), recipe, &context.limits())?)
}
