//! The command as tests run it: in this process, or as a separate process if the test requires one.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};

/// A run of the command, built like a [`Command`].
#[derive(Clone, Debug, Default)]
pub struct Plywood {
    words: Vec<OsString>,
    folder: PathBuf,
    variables: BTreeMap<OsString, OsString>,
}

impl Plywood {
    /// Returns a run with these words after the program's name.
    pub fn new(words: &[&str]) -> Self {
        Self { words: words.iter().map(Into::into).collect(), ..Self::default() }
    }

    pub fn arg(&mut self, word: impl AsRef<OsStr>) -> &mut Self {
        self.args([word])
    }

    pub fn args(&mut self, words: impl IntoIterator<Item = impl AsRef<OsStr>>) -> &mut Self {
        self.words.extend(words.into_iter().map(|word| word.as_ref().to_owned()));
        self
    }

    pub fn env(&mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> &mut Self {
        self.variables.insert(name.as_ref().to_owned(), value.as_ref().to_owned());
        self
    }

    /// Input is passed only to [`Plywood::run`], so this method does nothing.
    pub fn stdin(&mut self, _: Stdio) -> &mut Self {
        self
    }

    pub fn envs<'a>(&mut self, variables: impl IntoIterator<Item = (&'a str, &'a str)>) -> &mut Self {
        for (name, value) in variables {
            self.env(name, value);
        }
        self
    }

    pub fn current_dir(&mut self, folder: impl AsRef<Path>) -> &mut Self {
        self.folder = folder.as_ref().to_owned();
        self
    }

    /// Runs it without any input.
    pub fn output(&self) -> io::Result<Output> {
        self.run(&[])
    }

    /// Runs it without any input, and returns how it ended.
    pub fn status(&self) -> io::Result<ExitStatus> {
        Ok(self.output()?.status)
    }

    /// Runs it with this input: in this process, unless it needs other processes.
    pub fn run(&self, input: &[u8]) -> io::Result<Output> {
        if self.is_of_processes() { of_process(&mut self.process(), input) } else { Ok(self.in_process(input)) }
    }

    /// Returns whether it starts programs, or writes to the open files of this process.
    fn is_of_processes(&self) -> bool {
        let is_named = |start: &str| self.words.iter().any(|word| word.to_string_lossy().contains(start));
        let starts = self.words.starts_with(&["exercise".into(), "run".into()]);
        starts || ["/dev/", "/proc/", "--pager", "uci:"].into_iter().any(is_named)
    }

    /// Returns the command as a separate process, without the colours and width of the test runner.
    pub fn process(&self) -> Command {
        // Tests of the library also run without the command, see docs/proof.md.
        let Some(binary) = option_env!("CARGO_BIN_EXE_plywood") else { panic!("the feature `cli` builds the command") };
        #[cfg(all(unix, feature = "cli"))]
        heed_interrupts();
        let mut command = Command::new(binary);
        command
            .args(&self.words)
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE")
            .env_remove("FORCE_COLOR")
            .env_remove("COLUMNS");
        if self.words.starts_with(&["exercise".into(), "run".into()]) {
            command.env("PATH", &*super::PROGRAMS);
        }
        command.envs(&self.variables);
        if !self.folder.as_os_str().is_empty() {
            command.current_dir(&self.folder);
        }
        command
    }

    #[cfg(not(feature = "cli"))]
    fn in_process(&self, _: &[u8]) -> Output {
        panic!("the feature `cli` builds the command")
    }

    #[cfg(feature = "cli")]
    fn in_process(&self, input: &[u8]) -> Output {
        use plywood::cli::{Context, run};
        use std::os::unix::process::ExitStatusExt as _;
        use std::process::ExitCode;
        let words = std::iter::once("plywood".into()).chain(self.words.iter().cloned());
        let context = Context::in_memory(words, input).in_folder(&self.folder).with_environment(self.variables.clone());
        // The stack of a test thread is a quarter of a program's stack.
        let thread = std::thread::Builder::new().stack_size(8 << 20);
        let running = thread.spawn(move || (run(&context), context.written())).unwrap();
        let (ended, (stdout, stderr)) = running.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        let code = (0..=2_u8).find(|&code| ended == ExitCode::from(code)).map_or(255, i32::from);
        Output { status: ExitStatus::from_raw(code << 8), stdout, stderr }
    }
}

/// Gives child processes the usual reaction to Ctrl-C. A shell starts jobs in the background with this signal ignored;
/// their children would inherit that, and no test could interrupt them.
#[cfg(all(unix, feature = "cli"))]
fn heed_interrupts() {
    use signal_hook::{consts::SIGINT, flag::register_conditional_shutdown};
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        register_conditional_shutdown(SIGINT, 130, std::sync::Arc::new(true.into())).unwrap();
    });
}

/// Something that can be run, in this process or not.
pub trait Run {
    /// Runs it with this input.
    fn fed(&mut self, input: &[u8]) -> Output;
    /// Returns the process, started.
    fn started(&mut self) -> Child;
}

impl Run for Plywood {
    fn fed(&mut self, input: &[u8]) -> Output {
        self.run(input).unwrap()
    }

    fn started(&mut self) -> Child {
        self.process().started()
    }
}

impl Run for Command {
    fn fed(&mut self, input: &[u8]) -> Output {
        of_process(self, input).unwrap()
    }

    fn started(&mut self) -> Child {
        self.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }
}

/// Runs a program with this input.
fn of_process(command: &mut Command, input: &[u8]) -> io::Result<Output> {
    let mut child: Child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    // A program that doesn't read its input does not fail the test.
    if let Some(mut stdin) = child.stdin.take() {
        let _ = stdin.write_all(input);
    }
    child.wait_with_output()
}
