//! `plywood exercise grade`.

use super::output::{OutputArgs, Signs};
use super::{Usage, opened, subject};
use crate::exercise::{Exercise, Graded, MARKS, Marks, grade, read_answers};
use crate::page::escape;
use crate::page::text::{visible, visible_lines};
use anyhow::{Context, Result, anyhow};
use clap::Args;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `plywood exercise grade`.
#[derive(Debug, Args)]
pub(super) struct Grade {
    /// The exercise: a file, or any lesson or tree in quotes
    #[arg(value_name = "EXERCISE")]
    exercise: String,
    /// Files of answers, text or JSON; a folder stands for its files, `-` for standard input
    #[arg(required = true, value_name = "ANSWERS")]
    answers: Vec<PathBuf>,
    /// What to write [default: by the name of the file, else text]
    #[arg(long, value_name = "NAME", value_parser = MARKS.iter().map(|format| format.name).collect::<Vec<_>>())]
    format: Option<String>,
    #[command(flatten)]
    output: OutputArgs<Signs>,
}

impl Grade {
    /// Marks all files that can be read. The exit code is 1 if some could not.
    pub(super) fn run(&self) -> Result<ExitCode> {
        let exercise = subject::exercise(std::slice::from_ref(&self.exercise))?;
        let formats: Vec<_> = MARKS.iter().map(|format| (format.name, format.suffixes)).collect();
        let name = self.output.format(self.format.as_deref(), &formats)?;
        let format = MARKS.iter().find(|format| format.name == name).unwrap_or(&MARKS[0]);
        let files = self.files()?;
        if format.is_for_one && files.len() != 1 {
            return Err(
                Usage(format!("{name} takes the answers of one student; {} files are given", files.len())).into()
            );
        }
        let graded: Vec<Graded> = files.iter().map(|file| one(&exercise, file)).collect();
        let mut out = self.output.open()?;
        (format.write)(&graded, (&exercise, &escape::shell(&self.exercise)), &self.output.style(), &mut out)?;
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
            let read = || format!("cannot read the folder {}", path.display());
            let entries: io::Result<Vec<_>> = fs::read_dir(path).with_context(read)?.collect();
            let mut inside: Vec<PathBuf> = entries.with_context(read)?.into_iter().map(|entry| entry.path()).collect();
            let is_hidden = |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
            inside.retain(|path| path.is_file() && !is_hidden(path));
            inside.sort();
            if inside.is_empty() {
                return Err(anyhow!("there are no files in {}", path.display()));
            }
            files.extend(inside);
        }
        Ok(files)
    }
}

/// Says on standard error which files have no marks, and what could not be read where the form has no place for it.
fn tell(graded: &[Graded], with_complaints: bool) -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    for Graded { file, marks } in graded {
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

fn one(exercise: &Exercise, path: &Path) -> Graded {
    let file = visible(&path.display().to_string());
    let marks = text(path).and_then(|text| marks(exercise, &text));
    Graded { file, marks: marks.map_err(|error| visible_lines(&format!("{error:#}"))) }
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
