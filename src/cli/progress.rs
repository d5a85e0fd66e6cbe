//! Signs of life of a long run on standard error, and a clean stop on Ctrl-C.
//!
//! A process has one terminal and gets one Ctrl-C, so all its searches share one count and one flag.

use crate::study::Limits;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A run that is shorter shows nothing.
const PATIENCE: Duration = Duration::from_secs(1);
const PERIOD: Duration = Duration::from_millis(200);

/// Set by Ctrl-C.
static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// The nodes of all searches.
static NODES: LazyLock<Arc<AtomicU64>> = LazyLock::new(Arc::default);

/// Returns limits that end with Ctrl-C and count for the progress.
pub fn limits() -> Limits {
    Limits { stop: STOP.clone(), progress: NODES.clone(), ..Limits::default() }
}

/// Returns whether Ctrl-C was pressed.
pub fn is_stopped() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Forgets that Ctrl-C was pressed: a search that it has stopped is over, and what was found is looked at.
pub fn forget_stop() {
    STOP.store(false, Ordering::Relaxed);
}

/// What Ctrl-C does to a run.
#[derive(Clone, Copy, Debug)]
pub enum Interrupt {
    /// What was found so far is shown.
    Shows,
    /// There is nothing to be shown.
    Stops,
}

/// Watches a run from another thread.
pub struct Progress {
    bar: ProgressBar,
    done: Option<mpsc::Sender<()>>,
    watcher: Option<JoinHandle<()>>,
}

impl Progress {
    /// Starts to watch; nothing is shown unless standard error is a terminal and the run takes its time.
    pub fn start(what: String, interrupt: Interrupt) -> Self {
        stop_on_interrupt();
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{spinner} {prefix}, {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()).tick_chars(r"-\|/ "));
        bar.set_prefix(what);
        if !io::stderr().is_terminal() {
            return Self { bar, done: None, watcher: None };
        }
        let (done, ended) = mpsc::channel();
        let watched = bar.clone();
        let watcher = std::thread::spawn(move || watch(&ended, &watched, interrupt));
        Self { bar, done: Some(done), watcher: Some(watcher) }
    }

    /// Says what is done now.
    pub fn say(&self, what: String) {
        self.bar.set_prefix(what);
    }

    /// Does something that may write to the terminal, out of the way of the progress.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// Ends it and clears the line. Does nothing the second time.
    pub fn finish(&mut self) {
        drop(self.done.take());
        if let Some(watcher) = self.watcher.take() {
            // A watcher that panicked has nothing to clear away.
            let _ = watcher.join();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.finish();
    }
}

fn watch(ended: &mpsc::Receiver<()>, bar: &ProgressBar, interrupt: Interrupt) {
    let start = Instant::now();
    if ended.recv_timeout(PATIENCE) != Err(mpsc::RecvTimeoutError::Timeout) {
        return;
    }
    let hint = match interrupt {
        Interrupt::Shows => "Ctrl-C shows what was found so far",
        Interrupt::Stops => "Ctrl-C stops",
    };
    let say = || {
        let nodes = match NODES.load(Ordering::Relaxed) {
            0 => String::new(),
            nodes => format!("{:.1} million nodes, ", nodes as f64 / 1e6),
        };
        bar.set_message(format!("{nodes}{:.0} s; {hint}", start.elapsed().as_secs_f64()));
    };
    say();
    bar.set_draw_target(ProgressDrawTarget::stderr());
    while ended.recv_timeout(PERIOD) == Err(mpsc::RecvTimeoutError::Timeout) {
        say();
        bar.tick();
    }
    bar.finish_and_clear();
}

/// One interruption may come as several signals: to the process and to its group, or SIGTERM behind SIGHUP.
const ONE_INTERRUPTION: Duration = Duration::from_millis(300);

/// Whether a signal may end the program.
static MAY_END: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| Arc::new(AtomicBool::new(true)));

/// Does something that no signal breaks off, but those that nobody can catch. It must not take long.
pub fn uninterrupted<T>(act: impl FnOnce() -> T) -> T {
    stop_on_interrupt();
    #[cfg(unix)]
    quit_when_allowed();
    MAY_END.store(false, Ordering::SeqCst);
    let done = act();
    MAY_END.store(true, Ordering::SeqCst);
    done
}

/// SIGQUIT ends the program, as it always does, unless that is forbidden at the moment.
#[cfg(unix)]
fn quit_when_allowed() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        // If there is no way to catch it, it ends the program at once.
        let _ = signal_hook::flag::register_conditional_default(signal_hook::consts::SIGQUIT, MAY_END.clone());
    });
}

/// Work that has not ended so long after an interruption, and from which nothing will come, is not waited for.
const GRACE: Duration = Duration::from_millis(400);

/// The file in whose place the output will be put: where it is, and its name as it was typed.
static TARGET: Mutex<Option<(PathBuf, PathBuf)>> = Mutex::new(None);

/// Takes note of the file that the run writes, or that it writes none any more. What is half done comes into no file, so an
/// interrupted run has nothing to wait for, whatever it does at that moment.
pub fn writes(file: Option<(&Path, &Path)>) {
    let file = file.map(|(target, name)| (target.to_owned(), name.to_owned()));
    *TARGET.lock().unwrap_or_else(PoisonError::into_inner) = file;
}

/// Says what became of a file that was to be written.
pub fn interrupted(target: &Path, name: &Path) -> anyhow::Error {
    let kept = if target.exists() { "stays as it was" } else { "was not written" };
    anyhow::anyhow!("interrupted; {} {kept}", name.display())
}

/// Ends a run that writes a file, if it does not end by itself.
fn end_if_in_vain() {
    std::thread::sleep(GRACE);
    let target = TARGET.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((target, name)) = target.as_ref().filter(|_| MAY_END.load(Ordering::SeqCst)) {
        if io::stderr().is_terminal() {
            // The line of the progress.
            let _ = write!(io::stderr(), "\r\x1b[2K");
        }
        super::complain(&interrupted(target, name));
        std::process::exit(1);
    }
}

/// The first Ctrl-C stops all searches and what comes into a file, the second one the program.
fn stop_on_interrupt() {
    let mut first = None;
    let handler = move || {
        STOP.store(true, Ordering::Relaxed);
        let is_second = ONE_INTERRUPTION < first.get_or_insert_with(Instant::now).elapsed();
        if is_second && MAY_END.load(Ordering::SeqCst) {
            std::process::exit(130);
        }
        end_if_in_vain();
    };
    // If there is no way to catch it, Ctrl-C ends the program at once, as it always did.
    let _ = ctrlc::set_handler(handler);
}
