//! `plywood lessons`.

use super::Usage;
use super::course::{RunCommand, has_pictures, upright};
use super::form::PageArgs;
use super::output::{Bare, OutputArgs, SignArgs};
use super::subject::{find, text};
use crate::lessons::{self, Listed};
use crate::model::{Lesson, Model, PLANS, Plan, PlanStop, builtin, course};
use crate::search::Settings;
use crate::study::Limits;
use crate::trace::Caption;
use crate::web::{self, Chapter};
use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use std::process::ExitCode;

/// The title of the book.
const COURSE: &str = "Searching game trees: all lessons";

/// Arguments of `plywood lessons`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct Lessons {
    #[command(subcommand)]
    task: Option<LessonsCommand>,
    #[command(flatten)]
    form: PageArgs,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Debug, Subcommand)]
enum LessonsCommand {
    /// Print the source of a built-in lesson, a model file
    Show {
        /// The lesson's name
        name: String,
        #[command(flatten)]
        output: OutputArgs<Bare>,
    },
    /// Print a plan for a class: what is shown, asked and said, minute by minute, and what goes home
    Plan {
        /// How long the class is: 45, 50 or 90 minutes
        #[arg(value_name = "MINUTES", value_parser = planned)]
        plan: Plan,
        #[command(flatten)]
        form: PageArgs,
        #[command(flatten)]
        output: OutputArgs<SignArgs>,
    },
    /// Print a lesson file of a tree, to be edited
    New {
        /// The tree, such as "((3 12 8) (2 4 6))", or `-` for standard input
        #[arg(required = true, value_name = "TREE")]
        tree: Vec<String>,
        #[command(flatten)]
        output: OutputArgs<Bare>,
    },
}

impl Lessons {
    /// Writes what was asked for; `run` runs the commands whose trees stand in a plan.
    pub(super) fn run(&self, run: RunCommand<'_>) -> Result<ExitCode> {
        match &self.task {
            None if self.form.form(&self.output)?.name == "html" => {
                let mut out = self.output.open()?;
                web::book(COURSE, &chapters()?, &self.output.style(), &mut out)?;
                out.close()?;
            }
            None => {
                let listed = listed()?;
                self.form.write(&self.output, |_| lessons::lessons(&listed))?;
            }
            Some(LessonsCommand::Plan { plan, form, output }) => {
                let (listed, looks) = (listed()?, output.style());
                let is_drawn = has_pictures(form.form(output)?);
                // Where a sheet is handed out, the tree is that of the answer.
                let tree = |(_, stop): &(u32, PlanStop)| match upright(run, stop.show, &looks, is_drawn)? {
                    Some(tree) => Ok(Some(tree)),
                    None => upright(run, stop.then, &looks, is_drawn),
                };
                let trees = plan.stops.iter().map(tree).collect::<Result<Vec<_>>>()?;
                form.write(output, |_| lessons::plan(plan, &listed, &trees))?;
            }
            Some(LessonsCommand::Show { name, output }) => {
                output.refuse_other_than_lesson()?;
                let text = builtin(name).ok_or_else(|| super::subject::unknown_lesson(name))?;
                output.write(text.as_bytes())?;
            }
            Some(LessonsCommand::New { tree, output }) => {
                output.refuse_other_than_lesson()?;
                output.write(lesson_of(&tree.join(" "))?.as_bytes())?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Reads how long a class is.
fn planned(text: &str) -> Result<Plan, String> {
    let plan = PLANS.into_iter().find(|plan| plan.minutes.to_string() == text);
    plan.ok_or_else(|| format!("there are plans for {} minutes", PLANS.map(|plan| plan.minutes.to_string()).join(", ")))
}

/// The lessons in the order of the course.
fn listed() -> Result<Vec<Listed>> {
    let entry = |(topic, name): (&'static str, &'static str)| {
        let lesson = Lesson::from_json(builtin(name).unwrap_or_default());
        let lesson = lesson.with_context(|| format!("built-in lesson {name}"))?;
        let Caption { title, ask, answer, .. } = lesson.caption;
        Ok(Listed { name, topic, settles: lesson.settles, title, asked: (ask, answer) })
    };
    course().map(entry).collect()
}

/// The searches of all lessons, as `plywood explain` makes them.
fn chapters() -> Result<Vec<Chapter>> {
    let chapter = |(topic, name): (&str, &str)| {
        let subject = find(&[name.to_owned()])?;
        let (depth, order) = (subject.depth.unwrap_or_default(), subject.order.unwrap_or_default());
        let settings =
            Settings { depth, order, algorithm: subject.caption.algorithm.unwrap_or_default(), ..Settings::default() };
        Ok(Chapter { topic: topic.to_owned(), study: subject.study(&settings, None, Limits::default())? })
    };
    course().map(chapter).collect()
}

fn lesson_of(tree: &str) -> Result<String> {
    let stdin = if tree == "-" { text(&[tree.to_owned()])? } else { None };
    let text = stdin.map_or_else(|| tree.to_owned(), |(_, text)| text);
    let model = Model::from_typed(&text).map_err(|error| Usage(format!("the tree, {error}")))?;
    Ok(model.to_json())
}
