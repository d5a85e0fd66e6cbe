//! `plywood exercise grade`.

use super::form::names;
use super::output::{OutputArgs, SignArgs};
use super::{Usage, opened, subject};
use crate::exercise::{Exercise, Graded, MARKS, Marks, Paper, grade, read_answers};
use crate::page::text::{visible, visible_lines};
use anyhow::{Result, anyhow};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `plywood exercise grade`.
#[derive(Debug, Args)]
pub(super) struct Grade {
    /// The exercise: a file, or any lesson or tree in quotes; a folder of exercises if each answer names its own
    #[arg(value_name = "EXERCISE")]
    exercise: String,
    /// Files of answers, text or JSON; a folder stands for its files, `-` for standard input
    #[arg(required = true, value_name = "ANSWERS")]
    answers: Vec<PathBuf>,
    /// What to write [default: by the name of the file, else text]
    #[arg(long, value_name = "NAME", value_parser = names(MARKS.iter().map(|format| (format.name, format.description))))]
    format: Option<String>,
    #[command(flatten)]
    output: OutputArgs<SignArgs>,
}

impl Grade {
    /// Marks all files that can be read. The exit code is 1 if some could not.
    pub(super) fn run(&self) -> Result<ExitCode> {
        let papers = subject::papers(std::slice::from_ref(&self.exercise))?;
        let formats: Vec<_> = MARKS.iter().map(|format| (format.name, format.suffixes)).collect();
        let name = self.output.format(self.format.as_deref(), &formats)?;
        let format = MARKS.iter().find(|format| format.name == name).unwrap_or(&MARKS[0]);
        let files = self.files()?;
        if format.is_for_one && files.len() != 1 {
            return Err(
                Usage(format!("{name} takes the answers of one student; {} files are given", files.len())).into()
            );
        }
        let graded: Vec<Graded> = files.iter().map(|file| one(&papers, file)).collect();
        let mut out = self.output.open()?;
        (format.write)(&graded, &papers, &self.output.style(), &mut out)?;
        out.flush()?;
        out.close()?;
        Ok(tell(&graded, name == "json"))
    }

    /// The files in the order in which they are named, those of a folder by name.
    fn files(&self) -> Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for path in &self.answers {
            if !path.is_dir() {
                files.push(path.clone());
                continue;
            }
            files.extend(opened::inside(path)?);
        }
        Ok(files)
    }
}

/// Says on standard error which files have no marks, and what could not be read where the form has no place for it.
fn tell(graded: &[Graded], with_complaints: bool) -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    for Graded { file, marks, .. } in graded {
        let problems = match marks {
            Err(problem) => {
                code = ExitCode::FAILURE;
                vec![problem.clone()]
            }
            Ok(marks) if with_complaints => {
                marks.complaints.iter().map(|one| format!("{}: {}", one.place, one.problem)).collect()
            }
            Ok(_) => Vec::new(),
        };
        for problem in problems {
            super::tell(&format!("{file}: {problem}"));
        }
    }
    code
}

fn one(papers: &[Paper], path: &Path) -> Graded {
    let file = visible(&path.display().to_string());
    let found = text(path).and_then(|text| {
        let paper = paper(papers, &text)?;
        Ok((paper, marks(&papers[paper].exercise, &text)?))
    });
    match found {
        Ok((paper, marks)) => Graded { file, paper, marks: Ok(marks) },
        Err(error) => Graded { file, paper: 0, marks: Err(visible_lines(&format!("{error:#}"))) },
    }
}

/// Finds out which of several exercises is answered.
fn paper(papers: &[Paper], text: &str) -> Result<usize> {
    let [Paper { exercise, .. }, _, ..] = papers else { return Ok(0) };
    let count = papers.len();
    let Some(named) = read_answers(text, &exercise.tree).exercise else {
        let line = format!("exercise: {}", exercise.tree.fingerprint());
        return Err(anyhow!(
            "nothing says which of the {count} exercises is answered; a line such as `{line}` is wanted"
        ));
    };
    let found = papers.iter().position(|paper| paper.exercise.tree.fingerprint() == named);
    found.ok_or_else(|| anyhow!("these are answers for exercise {named}, which is none of the {count}"))
}

fn text(path: &Path) -> Result<String> {
    let bytes = opened::read(path).map_err(|error| anyhow!("cannot be read: {}", error.root_cause()))?;
    String::from_utf8(bytes).map_err(|_| anyhow!("this is not text in UTF-8"))
}

fn marks(exercise: &Exercise, text: &str) -> Result<Marks> {
    let answers = read_answers(text, &exercise.tree);
    let own = exercise.tree.fingerprint();
    if let Some(other) = answers.exercise.as_ref().filter(|other| **other != own) {
        return Err(anyhow!("these are answers for exercise {other}; this one is {own}"));
    }
    if let Some(first) = answers.complaints.first().filter(|_| answers.is_empty()) {
        return Err(anyhow!("nothing here can be marked; {}: {}", first.place, first.problem));
    }
    Ok(grade(exercise, &answers))
}
