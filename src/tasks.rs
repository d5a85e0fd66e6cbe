//! What you can do with a subject given as text, as on the command line: explain, draw, step, compare, verify.

use crate::compare::{self, Differences, Ran, Searched};
use crate::core::cursor::{Cursor, CursorError};
use crate::core::game::classic::GameList;
use crate::core::search::Settings;
use crate::core::study::{AnyStudy, Limits, StudyError};
use crate::explain::PageOptions;
use crate::formats::{Format, format};
use crate::page::Style;
use crate::step::{Scene, exact, kept};
use crate::verify::{Effort, Report, VerifyError, verify};
use std::io::Write;

pub use crate::input::{EpdError, PgnError};
pub use crate::subject::{NamedGameError, PastedError, SearchRequest, Subject, SubjectError, TreeError, WordsError};

/// Why a text cannot be searched.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TextError {
    /// The text was recognized but contains a mistake.
    #[error(transparent)]
    Words(#[from] WordsError),
    /// The text was not recognized.
    #[error("`{0}` is not the name of a lesson, a tree such as ((3 12 8) (2 4 6)), a game such as ttt, or a FEN")]
    Unknown(String),
}

/// Why a subject cannot be explained, drawn or compared as requested.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TaskError {
    /// The subject cannot be searched in this way.
    #[error(transparent)]
    Subject(#[from] SubjectError),
    /// The search or the output failed.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// The search has no event with this number.
    #[error(transparent)]
    Cursor(#[from] CursorError),
    /// No format has this name, or the format cannot write single steps.
    #[error("`{0}` is not a format for this; see plywood::render::FORMATS")]
    Format(String),
    /// None of the searches to compare can be run.
    #[error("nothing to compare: {0}")]
    Nothing(String),
    /// The search cannot be checked.
    #[error(transparent)]
    Verify(#[from] VerifyError),
    /// The output could not be written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

fn named(name: &str) -> Result<&'static Format, TaskError> {
    format(name).ok_or_else(|| TaskError::Format(name.to_owned()))
}

impl Subject {
    /// Reads a subject as on the command line: the name of a lesson or its JSON, a tree in brackets, `startpos`, a FEN,
    /// or a game such as `ttt`.
    ///
    /// # Errors
    /// [`TextError`] if the text is none of these, or has a mistake.
    pub fn from_text(text: &str) -> Result<Self, TextError> {
        Self::from_text_knowing(text, &GameList::default())
    }

    /// Like [`from_text`](Self::from_text), but with these named games: `GameList::default().with::<Take>()`.
    ///
    /// # Errors
    /// As for [`from_text`](Self::from_text).
    pub fn from_text_knowing(text: &str, games: &GameList) -> Result<Self, TextError> {
        let text = text.trim();
        Self::of_words(text, games)?.ok_or_else(|| TextError::Unknown(text.to_owned()))
    }

    /// Returns the study of the subject with the requested settings; for settings that are not requested, the command's
    /// defaults apply.
    ///
    /// # Errors
    /// [`SubjectError`] if the subject cannot be searched in this way.
    pub fn search(&self, request: &SearchRequest) -> Result<Box<dyn AnyStudy>, SubjectError> {
        self.study(&request.settings(self), None, Limits::default())
    }

    /// Writes the page that `plywood explain` prints.
    ///
    /// # Errors
    /// [`TaskError`] if the subject cannot be searched in this way, or `out` cannot be written.
    pub fn explain(&self, request: &SearchRequest, style: &Style, out: &mut dyn Write) -> Result<(), TaskError> {
        self.draw(request, "text", &PageOptions::default(), style, out)
    }

    /// Writes the search in a format of [`FORMATS`](crate::formats::FORMATS), by its name: `svg`, `html`, `jsonl` ...
    ///
    /// # Errors
    /// [`TaskError`] if the subject cannot be searched in this way, if there is no such format, or if `out` cannot be
    /// written.
    pub fn draw(
        &self,
        request: &SearchRequest,
        format: &str,
        options: &PageOptions,
        style: &Style,
        out: &mut dyn Write,
    ) -> Result<(), TaskError> {
        Ok((named(format)?.write)(&*self.search(request)?, options, style, out)?)
    }

    /// Writes the state at one event of the search, counted from 1, in a format that supports steps: `text`, `svg`,
    /// `json` ... Does the same as `plywood explain --at-event`.
    ///
    /// # Errors
    /// [`TaskError`] if the subject cannot be searched in this way, or if there is no such event or format.
    pub fn step(
        &self,
        request: &SearchRequest,
        (event, format): (usize, &str),
        style: &Style,
        out: &mut dyn Write,
    ) -> Result<(), TaskError> {
        let write = named(format)?.write_step.ok_or_else(|| TaskError::Format(format.to_owned()))?;
        let mut cursor = Cursor::of_study(&*self.search(request)?)?;
        cursor.go(event)?;
        let tree = kept(&cursor).map(|keep| cursor.tree(&keep)).transpose()?;
        let (style, state) = (exact(cursor.header(), cursor.decimals(), *style), cursor.state());
        Ok(write(&Scene::new(cursor.header(), &state, style).tree(tree.as_ref()), out)?)
    }

    /// Writes the costs of several searches side by side, as `plywood compare` does. If `searches` is empty, compares
    /// the same ten searches as the command does, with the depth, the techniques and the move ordering of `usual`.
    ///
    /// # Errors
    /// [`TaskError`] if none of the searches can be run, or `out` cannot be written.
    pub fn compare(
        &self,
        searches: &[SearchRequest],
        usual: &SearchRequest,
        style: &Style,
        out: &mut dyn Write,
    ) -> Result<(), TaskError> {
        let all: Vec<Settings> = match searches {
            [] => {
                // The lesson's own rules are ignored, so that the table has the same rows for every subject.
                let Settings { depth, techniques, order, .. } = usual.settings(self);
                compare::default_searches(Settings { depth, techniques, order, ..Settings::default() })
            }
            searches => searches.iter().map(|request| request.settings(self)).collect(),
        };
        let names = compare::names(&all);
        let study = |settings| self.study(settings, None, Limits::default());
        let ran = |(name, settings): (&String, _)| -> Result<Result<Ran, SubjectError>, TaskError> {
            Ok(match study(settings) {
                Ok(study) => Ok(Ran::of(name.clone(), compare::inexact(settings), &*study, all.len() == 2)?),
                Err(error) => Err(error),
            })
        };
        let results = names.iter().zip(&all).map(ran).collect::<Result<_, _>>()?;
        let searched = Searched::of(names, results)?;
        let first = searched.first().map_err(|reasons| TaskError::Nothing(reasons.join("; ")))?;
        let (compared, trees) = searched.rows(&*study(&all[first])?);
        let differences = Differences::of_rows(&compared, &trees);
        let shares_order = all.iter().all(|settings| settings.order == all[0].order);
        let page = compare::page::searches(&compared, (&trees, &differences), shares_order, style);
        Ok(page.write_text(style, out)?)
    }

    /// Checks the search against plain minimax and its events against each other, as `plywood verify` does.
    ///
    /// # Errors
    /// [`TaskError`] if the subject cannot be searched in this way, or the search takes too long to check.
    pub fn verify(&self, request: &SearchRequest, effort: &Effort) -> Result<Report, TaskError> {
        Ok(verify(&*self.search(request)?, effort)?)
    }
}
