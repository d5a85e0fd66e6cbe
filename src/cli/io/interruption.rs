//! Interruptions of a run: Ctrl-C and other signals, and what they do to searches, files and processes.
//!
//! All searches of a run, and the programs that it started, share one flag and one count of nodes.

use crate::cli::command_error::{CommandError, failure};
use crate::cli::io::message::{in_own_lines, said, shortened};
use crate::cli::io::running::{Running, end_all};
use crate::cli::io::streams::{Streams, lock};
use crate::core::study::Limits;
use crossterm::cursor::MoveToColumn;
use crossterm::execute;
use crossterm::terminal::{Clear, ClearType};
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Once};
use std::time::{Duration, Instant};

/// Signals that arrive within this time count as one interruption: for example, one to the process and one to its
/// group, or SIGTERM after SIGHUP.
const ONE_INTERRUPTION: Duration = Duration::from_millis(300);
/// How long plywood waits, after an interruption, for work that has not noticed it.
const GRACE: Duration = Duration::from_millis(400);

/// The output that is being written, which decides what happens if the run is interrupted.
#[derive(Debug)]
pub(in crate::cli) enum Written {
    /// No output has been opened yet, or it has been closed.
    Nothing,
    /// A file that is replaced at the end: its path, and its name as typed. plywood never keeps partial output, so an
    /// interrupted run does not wait for its search, even if the search already has a result.
    File(PathBuf, PathBuf),
    /// The name of an output that is written in place.
    InPlace(String),
    /// Paged output, on the user's terminal.
    Paged,
}

/// The flags that stop a run, and the processes that end with the run.
#[derive(Debug)]
pub(in crate::cli) struct Interruption {
    stop: Arc<AtomicBool>,
    /// Set when a search has noticed `stop` and is ending its work.
    heeded: Arc<AtomicBool>,
    pub nodes: Arc<AtomicU64>,
    /// Locked while the progress line is drawn. The last message of a run keeps the lock, so that no progress line
    /// appears below the message.
    pub line: Arc<Mutex<()>>,
    /// Whether a signal may end the program now.
    may_end: Arc<AtomicBool>,
    written: Mutex<Written>,
    /// The process groups and marks of the programs that are running.
    pub running: Mutex<Vec<Running>>,
    /// The number of programs started so far, which makes each mark unique.
    pub started: AtomicUsize,
    /// The command line, which messages may quote.
    words: Vec<String>,
    streams: Arc<Streams>,
    handled: Once,
    #[cfg(unix)]
    quit_handled: Once,
}

impl Interruption {
    pub(in crate::cli) fn new(words: Vec<String>, streams: Arc<Streams>) -> Self {
        Self {
            stop: Arc::default(),
            heeded: Arc::default(),
            nodes: Arc::default(),
            line: Arc::default(),
            may_end: Arc::new(AtomicBool::new(true)),
            written: Mutex::new(Written::Nothing),
            running: Mutex::default(),
            started: AtomicUsize::new(0),
            words,
            streams,
            handled: Once::new(),
            #[cfg(unix)]
            quit_handled: Once::new(),
        }
    }

    pub(in crate::cli) fn limits(&self) -> Limits {
        let (stop, heeded, progress) = (self.stop.clone(), self.heeded.clone(), self.nodes.clone());
        Limits { stop, heeded, progress, ..Limits::default() }
    }

    /// Returns true if this run is the whole program, which can restart itself; false if it is a run inside another
    /// program.
    pub(in crate::cli) fn is_of_process(&self) -> bool {
        matches!(*self.streams, Streams::Process)
    }

    pub(in crate::cli) fn is_stopped(&self) -> bool {
        self.limits().is_stopped()
    }

    pub(in crate::cli) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Forgets that Ctrl-C was pressed, because the search that it stopped has ended, and the result is shown.
    pub(in crate::cli) fn forget(&self) {
        self.stop.store(false, Ordering::Relaxed);
        self.heeded.store(false, Ordering::Relaxed);
    }

    /// Records what the run writes from now on, so that the message about an interruption can say what happened to this
    /// output.
    pub(in crate::cli) fn writes(self: &Arc<Self>, what: Written) {
        if matches!(what, Written::File(..)) {
            self.handle();
        }
        *lock(&self.written) = what;
    }

    /// Reports the outcome of an interrupted run.
    pub(in crate::cli) fn error(&self) -> CommandError {
        broken_off(&lock(&self.written))
    }

    pub(in crate::cli) fn complain(&self, error: &CommandError) {
        self.tell(&said(error));
    }

    /// Writes a message to standard error: shortened, without control characters, and with all lines after the first
    /// indented.
    pub(in crate::cli) fn tell(&self, text: &str) {
        // If standard error is closed too, the message is lost.
        let text = shortened(&in_own_lines(text, self.words.iter().cloned()));
        let _ = writeln!(self.streams.errors(), "plywood: {text}");
    }

    /// Runs `act` so that only uncatchable signals can interrupt it. `act` must not take long.
    pub(in crate::cli) fn uninterrupted<T>(self: &Arc<Self>, act: impl FnOnce() -> T) -> T {
        self.handle();
        #[cfg(unix)]
        self.quit_when_allowed();
        self.may_end.store(false, Ordering::SeqCst);
        let done = act();
        self.may_end.store(true, Ordering::SeqCst);
        done
    }

    /// Makes SIGQUIT end the program only while `may_end` is true.
    #[cfg(unix)]
    fn quit_when_allowed(&self) {
        if matches!(*self.streams, Streams::Process) {
            // If plywood cannot register a handler, the signal ends the program at once.
            let register = signal_hook::flag::register_conditional_default;
            self.quit_handled.call_once(|| drop(register(signal_hook::consts::SIGQUIT, self.may_end.clone())));
        }
    }

    /// From now on, the first Ctrl-C stops all searches and drawing, and the second ends the program.
    pub(in crate::cli) fn handle(self: &Arc<Self>) {
        // Signals are for the process; a run that writes only to memory receives none.
        if matches!(*self.streams, Streams::Memory { .. }) {
            return;
        }
        self.handled.call_once(|| {
            let (interrupted, mut first) = (self.clone(), None);
            let handler = move || {
                interrupted.stop();
                let is_second = ONE_INTERRUPTION < first.get_or_insert_with(Instant::now).elapsed();
                if is_second && interrupted.may_end.load(Ordering::SeqCst) {
                    interrupted.exit(130);
                }
                interrupted.end_if_in_vain();
            };
            // If plywood cannot register a handler, Ctrl-C ends the program at once, as usual.
            let _ = ctrlc::set_handler(handler);
        });
    }

    /// Ends a run that doesn't end by itself. A search notices at once that it must stop, and plywood then shows its
    /// result unless the output is a file. Code that draws pages doesn't check for interruptions, so plywood does not
    /// wait for it.
    fn end_if_in_vain(&self) {
        std::thread::sleep(GRACE);
        let written = lock(&self.written);
        let is_waited_for = match *written {
            Written::File(..) => false,
            Written::Nothing | Written::InPlace(_) => self.heeded.load(Ordering::Relaxed),
            Written::Paged => true,
        };
        if self.may_end.load(Ordering::SeqCst) && !is_waited_for {
            let _line = lock(&self.line);
            if self.streams.errors_are_a_terminal() {
                // Clears the progress line.
                let _ = execute!(self.streams.errors(), MoveToColumn(0), Clear(ClearType::CurrentLine));
            }
            self.complain(&broken_off(&written));
            self.exit(1);
        }
    }

    /// Ends the program in the middle of its work, together with all processes that it started.
    fn exit(&self, code: i32) -> ! {
        end_all(&self.running);
        std::process::exit(code)
    }
}

fn broken_off(written: &Written) -> CommandError {
    match written {
        Written::File(target, name) if target.exists() => failure!("interrupted; {} is unchanged", name.display()),
        Written::File(_, name) => failure!("interrupted; {} was not written", name.display()),
        Written::InPlace(name) => failure!("interrupted; {name} is not complete"),
        Written::Nothing | Written::Paged => failure!("interrupted"),
    }
}
