//! Errors that end commands: the message, and the exit code, which is a property of each error type.

use crate::cases::CasesError;
use crate::compare::PlayError;
use crate::core::cursor::CursorError;
use crate::core::game::MoveError;
use crate::core::names::UnknownName;
use crate::core::search::{SearchError, SettingsError};
use crate::core::study::{LineError, StudyError};
use crate::core::trace::TraceError;
use crate::endgame::retro::RetroError;
use crate::exercise::{ExerciseError, ExerciseSpecError};
use crate::input::{EpdError, PgnError, RecordError};
use crate::lessons::distil::DistilError;
use crate::lessons::model::ModelError;
use crate::opening_book::BookError;
use crate::subject::{NamedGameError, PastedError, SubjectError, TreeError, WordsError};
use crate::verify::VerifyError;
use std::fmt::{self, Display};
use std::io;
use std::num::ParseIntError;
use std::process::ExitCode;
use std::string::FromUtf8Error;

pub(in crate::cli) type Result<T, E = CommandError> = std::result::Result<T, E>;

/// How a command ends after an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum ExitKind {
    /// Nobody reads the output any more, which is not a failure; the result of the run, if it is known, holds.
    Unread,
    /// The command cannot do what the user asked for.
    Failed,
    /// The user used the command wrongly.
    Usage,
}

/// The reason why a command fails. `{}` writes the outermost message; `{:#}` also writes its causes.
#[derive(Clone, Debug)]
pub struct CommandError {
    kind: ExitKind,
    /// The messages, from the outermost to the root cause.
    texts: Vec<String>,
}

impl CommandError {
    pub(in crate::cli) fn new(kind: ExitKind, text: impl Into<String>) -> Self {
        Self { kind, texts: vec![text.into()] }
    }

    /// Adds an outer message.
    #[must_use]
    pub(in crate::cli) fn context(mut self, text: impl Display) -> Self {
        self.texts.insert(0, text.to_string());
        self
    }

    pub(in crate::cli) const fn kind(&self) -> ExitKind {
        self.kind
    }

    /// Returns the innermost message.
    pub(in crate::cli) fn root_cause(&self) -> &str {
        self.texts.last().map_or("", String::as_str)
    }

    /// Returns the exit code; `decided` is the exit code of the result that the run was writing.
    pub(in crate::cli) fn exit_code(&self, decided: ExitCode) -> ExitCode {
        match self.kind {
            ExitKind::Unread => decided,
            ExitKind::Failed => ExitCode::FAILURE,
            ExitKind::Usage => ExitCode::from(2),
        }
    }
}

impl Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts = if f.alternate() { &self.texts[..] } else { &self.texts[..1] };
        f.write_str(&texts.join(": "))
    }
}

/// An error type that can end a command.
pub(in crate::cli) trait Ends {
    /// Returns how the command ends.
    fn kind(&self) -> ExitKind {
        ExitKind::Failed
    }
}

impl<E: Ends + std::error::Error> From<E> for CommandError {
    fn from(error: E) -> Self {
        let causes = std::iter::successors(error.source(), |cause| cause.source());
        let texts = std::iter::once(error.to_string()).chain(causes.map(ToString::to_string)).collect();
        Self { kind: error.kind(), texts }
    }
}

/// Makes a command that fails with one of these error types end with exit code 1.
macro_rules! failed {
    ($($error:ty),+ $(,)?) => { $(impl Ends for $error {})+ };
}

failed! {
    BookError,
    CasesError,
    CursorError,
    DistilError,
    EpdError,
    ExerciseError,
    LineError,
    ModelError,
    MoveError,
    NamedGameError,
    PastedError,
    PlayError,
    RecordError<EpdError>,
    RecordError<PgnError>,
    RetroError,
    TraceError,
    TreeError,
    UnknownName,
    WordsError,
    FromUtf8Error,
    ParseIntError,
    clap::Error,
    rayon::ThreadPoolBuildError,
}

impl Ends for io::Error {
    fn kind(&self) -> ExitKind {
        if self.kind() == io::ErrorKind::BrokenPipe { ExitKind::Unread } else { ExitKind::Failed }
    }
}

impl Ends for SettingsError {
    fn kind(&self) -> ExitKind {
        ExitKind::Usage
    }
}

impl Ends for SearchError {
    fn kind(&self) -> ExitKind {
        if matches!(self, Self::Stopped(_)) { ExitKind::Failed } else { ExitKind::Usage }
    }
}

impl Ends for StudyError {
    fn kind(&self) -> ExitKind {
        match self {
            Self::Search(error) => error.kind(),
            Self::Io(error) => Ends::kind(error),
            Self::Line(_) => ExitKind::Failed,
        }
    }
}

impl Ends for SubjectError {
    fn kind(&self) -> ExitKind {
        if matches!(self, Self::Line(_)) { ExitKind::Failed } else { ExitKind::Usage }
    }
}

impl Ends for VerifyError {
    fn kind(&self) -> ExitKind {
        if let Self::Study(error) = self { error.kind() } else { ExitKind::Failed }
    }
}

impl Ends for ExerciseSpecError {
    fn kind(&self) -> ExitKind {
        if matches!(self, Self::Impossible { .. }) { ExitKind::Usage } else { ExitKind::Failed }
    }
}

/// Adds an outer message to an error.
pub(in crate::cli) trait WithContext<T> {
    fn context(self, text: impl Display) -> Result<T>;
    fn with_context<D: Display>(self, text: impl FnOnce() -> D) -> Result<T>;
}

impl<T, E: Into<CommandError>> WithContext<T> for std::result::Result<T, E> {
    fn context(self, text: impl Display) -> Result<T> {
        self.map_err(|error| error.into().context(text))
    }

    fn with_context<D: Display>(self, text: impl FnOnce() -> D) -> Result<T> {
        self.map_err(|error| error.into().context(text()))
    }
}

/// Creates an error with exit code 1 from a message.
macro_rules! failure {
    ($($text:tt)+) => { $crate::cli::command_error::CommandError::new($crate::cli::command_error::ExitKind::Failed, format!($($text)+)) };
}

/// Returns an error with exit code 1.
macro_rules! bail {
    ($($text:tt)+) => { return Err($crate::cli::command_error::failure!($($text)+)) };
}

/// Returns an error unless a condition holds.
macro_rules! ensure {
    ($holds:expr, $text:literal $(, $part:expr)* $(,)?) => {
        if !$holds {
            $crate::cli::command_error::bail!($text $(, $part)*);
        }
    };
    ($holds:expr, $failure:expr $(,)?) => {
        if !$holds {
            return Err($failure);
        }
    };
}

pub(in crate::cli) use {bail, ensure, failure};
