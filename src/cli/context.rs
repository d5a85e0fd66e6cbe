//! Everything that a command needs besides its options: the typed words, the environment, its input and output, and the
//! signal that stops it. `main` creates the context once and passes it on; commands don't use the process in any other
//! way.

use crate::cli::command_error::{CommandError, Result};
use crate::cli::io::inputs::Inputs;
use crate::cli::io::interruption::{Interruption, Written};
use crate::cli::io::started_engine::StartedEngines;
use crate::cli::io::streams::{MemoryWriter, Streams, lock};
use crate::core::game::classic::GameList;
use crate::core::study::Limits;
use crate::endgame::tablebase::Tables;
use crate::page::Style;
use crate::page::text::visible;
use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, OnceLock};

/// What one run of a command needs besides its options.
#[derive(Debug)]
pub struct Context {
    /// The command line, starting with the name of the program.
    words: Vec<OsString>,
    /// These words, with the command that the user left out.
    completed: OnceLock<Vec<String>>,
    environment: HashMap<OsString, OsString>,
    /// The folder for relative file names; empty for the working directory of the process.
    folder: PathBuf,
    streams: Arc<Streams>,
    /// The games that the user can name.
    games: GameList,
    /// The style of pages that are inserted into another command's page.
    looks: Option<Style>,
    interruption: Arc<Interruption>,
    pub(in crate::cli) engines: StartedEngines,
    /// The files read by this run and, if its page is part of another command's page, by that command's run.
    pub(in crate::cli) inputs: Arc<Inputs>,
    /// The tablebases that this run uses. At the end, the run reports which ones were missing.
    pub(in crate::cli) tables: OnceLock<Tables>,
    /// The input read so far from standard input and pipes, uncompressed.
    pub(in crate::cli) piped: Mutex<Vec<(PathBuf, File)>>,
    /// The exit code of the result, as far as the result is known.
    decided: Mutex<ExitCode>,
}

impl Context {
    /// Returns the context of this process.
    pub fn of_process() -> Self {
        let mut context = Self::new(std::env::args_os().collect(), Arc::new(Streams::Process));
        context.environment = std::env::vars_os().collect();
        context
    }

    /// Returns a context that reads and writes text in memory; `words` is the command line, starting with the name of
    /// the program.
    pub fn in_memory(words: impl IntoIterator<Item = OsString>, input: &[u8]) -> Self {
        Self::new(words.into_iter().collect(), Streams::memory(input))
    }

    fn new(words: Vec<OsString>, streams: Arc<Streams>) -> Self {
        let interruption = Interruption::new(words.iter().skip(1).map(lossy).collect(), streams.clone());
        Self {
            words,
            completed: OnceLock::new(),
            environment: HashMap::new(),
            folder: PathBuf::new(),
            streams,
            games: GameList::default(),
            looks: None,
            interruption: Arc::new(interruption),
            engines: StartedEngines::default(),
            inputs: Arc::default(),
            tables: OnceLock::new(),
            piped: Mutex::default(),
            decided: Mutex::new(ExitCode::SUCCESS),
        }
    }

    /// Returns the context with file names relative to another folder.
    #[must_use]
    pub fn in_folder(self, folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), ..self }
    }

    /// Returns the context with these variables added.
    #[must_use]
    pub fn with_environment(
        mut self,
        variables: impl IntoIterator<Item = (impl Into<OsString>, impl Into<OsString>)>,
    ) -> Self {
        self.environment.extend(variables.into_iter().map(|(name, value)| (name.into(), value.into())));
        self
    }

    /// Returns the context with other named games.
    #[must_use]
    pub fn with_games(self, games: GameList) -> Self {
        Self { games, ..self }
    }

    pub(in crate::cli) const fn games(&self) -> &GameList {
        &self.games
    }

    /// Returns the text written in memory to standard output and standard error.
    pub fn written(&self) -> (Vec<u8>, Vec<u8>) {
        match &*self.streams {
            Streams::Process => (Vec::new(), Vec::new()),
            Streams::Memory { output, errors, .. } => (lock(output).clone(), lock(errors).clone()),
        }
    }

    /// Returns the context for a command whose page this command inserts into its own page, in this style.
    pub(in crate::cli) fn inside(&self, looks: Style) -> Self {
        let inside = Self::new(self.words.clone(), Streams::memory(&[]));
        Self {
            completed: self.completed.clone(),
            environment: self.environment.clone(),
            folder: self.folder.clone(),
            games: self.games.clone(),
            looks: Some(looks),
            interruption: self.interruption.clone(),
            inputs: self.inputs.clone(),
            ..inside
        }
    }

    /// Returns the command line, starting with the name of the program.
    pub fn words(&self) -> &[OsString] {
        &self.words
    }

    /// Remembers the command line (the program's name first) after the omitted command was inserted.
    pub(in crate::cli) fn remember_completed(&self, words: &[OsString]) {
        let _ = self.completed.set(words.iter().skip(1).map(lossy).collect());
    }

    /// Returns the command line after the omitted command was inserted, without the program's name. Only an output's
    /// name may contain bytes that are not UTF-8, and no caller needs that name.
    pub(in crate::cli) fn completed(&self) -> Vec<String> {
        self.completed.get().cloned().unwrap_or_else(|| self.arguments())
    }

    /// Returns the words that the user typed after the program's name, as text.
    pub(in crate::cli) fn arguments(&self) -> Vec<String> {
        self.words.iter().skip(1).map(lossy).collect()
    }

    pub(in crate::cli) fn variable(&self, name: &str) -> Option<&OsStr> {
        self.environment.get(OsStr::new(name)).map(OsString::as_os_str)
    }

    /// Returns the path of the file that a name refers to.
    pub(in crate::cli) fn at(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.join(name)
    }

    /// Returns the name by which the user knows a file or a folder.
    pub(in crate::cli) fn shown<'a>(&self, path: &'a Path) -> &'a Path {
        path.strip_prefix(&self.folder).unwrap_or(path)
    }

    /// Records the files in a folder as files that the run reads.
    #[cfg(feature = "syzygy")]
    pub(in crate::cli) fn note_folder(&self, folder: &Path) {
        let entries = std::fs::read_dir(self.at(folder)).into_iter().flatten().flatten();
        entries.for_each(|entry| self.inputs.note(&entry.path(), &visible(&entry.path().display().to_string())));
    }

    /// Records a program that is run: its own file, whether or not it is found on the PATH, and the files among its
    /// arguments.
    pub(in crate::cli) fn note_program(&self, words: &[impl AsRef<OsStr>]) {
        for (index, word) in words.iter().map(|word| Path::new(word.as_ref())).enumerate() {
            self.inputs.note(&self.at(word), &visible(&word.display().to_string()));
            if index == 0 && word.components().count() == 1 {
                self.inputs.note_on_path(word, self.variable("PATH").unwrap_or_default());
            }
        }
    }

    /// Rejects an output that would replace a file that was read.
    pub(in crate::cli) fn refuse_input(&self, output: &Path) -> Result<()> {
        self.inputs.refuse(&self.at(output), &visible(&output.display().to_string()))
    }

    /// Rejects standard output that the shell redirected to a file that was read.
    pub(in crate::cli) fn refuse_standard_output(&self) -> Result<()> {
        match *self.streams {
            Streams::Process => self.inputs.refuse(Path::new("/dev/stdout"), "standard output"),
            Streams::Memory { .. } => Ok(()),
        }
    }

    pub(in crate::cli) const fn looks(&self) -> Option<Style> {
        self.looks
    }

    /// Returns standard input or its substitute, from the beginning.
    pub(in crate::cli) fn input(&self) -> Box<dyn BufRead> {
        match &*self.streams {
            Streams::Process => Box::new(io::stdin().lock()),
            Streams::Memory { input, .. } => Box::new(io::Cursor::new(std::mem::take(&mut *lock(input)))),
        }
    }

    /// Returns standard output or its substitute.
    pub(in crate::cli) fn output(&self) -> Box<dyn Write + '_> {
        match &*self.streams {
            Streams::Process => Box::new(io::stdout().lock()),
            Streams::Memory { output, .. } => Box::new(MemoryWriter(output)),
        }
    }

    pub(in crate::cli) fn errors(&self) -> Box<dyn Write + '_> {
        self.streams.errors()
    }

    pub(in crate::cli) fn input_is_a_terminal(&self) -> bool {
        matches!(*self.streams, Streams::Process) && io::stdin().is_terminal()
    }

    /// Returns whether standard input is a pipe or a file, in which case the user may expect plywood to read it.
    pub(in crate::cli) fn input_is_piped(&self) -> bool {
        // On a system without `/dev/stdin`, such as Windows, plywood cannot tell and assumes that there is no pipe.
        let is_meant = |about: std::fs::Metadata| about.is_file() || is_pipe(&about);
        matches!(*self.streams, Streams::Process) && std::fs::metadata("/dev/stdin").is_ok_and(is_meant)
    }

    pub(in crate::cli) fn output_is_a_terminal(&self) -> bool {
        matches!(*self.streams, Streams::Process) && io::stdout().is_terminal()
    }

    pub(in crate::cli) fn errors_are_a_terminal(&self) -> bool {
        self.streams.errors_are_a_terminal()
    }

    pub(in crate::cli) const fn interruption(&self) -> &Arc<Interruption> {
        &self.interruption
    }

    /// Returns search limits that Ctrl-C ends and that report progress.
    pub(in crate::cli) fn limits(&self) -> Limits {
        self.interruption.limits()
    }

    /// Returns whether the user pressed Ctrl-C, in which case the caller must stop.
    pub(in crate::cli) fn is_stopped(&self) -> bool {
        self.interruption.is_stopped()
    }

    /// Reports the outcome of an interrupted run.
    pub(in crate::cli) fn interrupted(&self) -> CommandError {
        self.interruption.error()
    }

    /// Records what the run writes from now on, unless this run's page will be part of another command's page.
    pub(in crate::cli) fn writes(&self, what: Written) {
        if self.looks.is_none() {
            self.interruption.writes(what);
        }
    }

    /// Records the exit code of a result before the result is written, and returns it. If the reader closes the output
    /// early, the run ends with this code.
    pub(in crate::cli) fn decide(&self, code: ExitCode) -> ExitCode {
        *lock(&self.decided) = code;
        code
    }

    /// Like [`Self::decide`], for a result that is either right or wrong.
    pub(in crate::cli) fn judge(&self, is_right: bool) -> ExitCode {
        self.decide(if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    pub(in crate::cli) fn decided(&self) -> ExitCode {
        *lock(&self.decided)
    }

    pub(in crate::cli) fn complain(&self, error: &CommandError) {
        self.interruption.complain(error);
    }

    pub(in crate::cli) fn tell(&self, text: &str) {
        self.interruption.tell(text);
    }
}

fn lossy(word: &OsString) -> String {
    word.to_string_lossy().into_owned()
}

#[cfg(unix)]
fn is_pipe(about: &std::fs::Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&about.file_type())
}

#[cfg(not(unix))]
fn is_pipe(_: &std::fs::Metadata) -> bool {
    false
}
