//! Signs of life of a long run on standard error, and a clean stop on Ctrl-C.
//!
//! A process has one terminal and gets one Ctrl-C, so all its searches share one count and one flag.

use crate::core::study::Limits;
use crate::page::Style;
use anyhow::{Result, anyhow};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A run that is shorter shows nothing.
const PATIENCE: Duration = Duration::from_secs(1);
const PERIOD: Duration = Duration::from_millis(200);

static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// Set where somebody has seen that, and ends what he does.
static HEEDED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
static NODES: LazyLock<Arc<AtomicU64>> = LazyLock::new(Arc::default);

/// Returns limits that end with Ctrl-C and count for the progress.
pub(in crate::cli) fn limits() -> Limits {
    Limits { stop: STOP.clone(), heeded: HEEDED.clone(), progress: NODES.clone(), ..Limits::default() }
}

/// Returns whether Ctrl-C was pressed. Who asks ends then what he does.
pub(in crate::cli) fn is_stopped() -> bool {
    limits().is_stopped()
}

pub(in crate::cli) fn stop() {
    STOP.store(true, Ordering::Relaxed);
}

/// Forgets that Ctrl-C was pressed: a search that it has stopped is over, and what was found is looked at.
pub(in crate::cli) fn forget_stop() {
    STOP.store(false, Ordering::Relaxed);
    HEEDED.store(false, Ordering::Relaxed);
}

#[derive(Clone, Copy, Debug)]
pub(in crate::cli) enum Interrupt {
    /// What was found so far is shown.
    Shows,
    /// There is nothing to be shown.
    Stops,
}

pub(in crate::cli) struct Progress {
    bar: ProgressBar,
    done: Option<mpsc::Sender<()>>,
    watcher: Option<JoinHandle<()>>,
}

impl Progress {
    /// Starts to watch; nothing is shown unless standard error is a terminal and the run takes its time.
    pub(in crate::cli) fn start(what: String, interrupt: Interrupt) -> Self {
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

    pub(in crate::cli) fn say(&self, what: String) {
        self.bar.set_prefix(what);
    }

    /// Does something that may write to the terminal, out of the way of the progress.
    pub(in crate::cli) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// Ends it and clears the line. Does nothing the second time.
    pub(in crate::cli) fn finish(&mut self) {
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

static MAY_END: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| Arc::new(AtomicBool::new(true)));

/// Does something that no signal breaks off, but those that nobody can catch. It must not take long.
pub(in crate::cli) fn uninterrupted<T>(act: impl FnOnce() -> T) -> T {
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

/// Work that has not ended so long after an interruption, and that nobody has seen, is not waited for.
const GRACE: Duration = Duration::from_millis(400);

/// What a run writes at the moment, and so what becomes of it if the run is broken off.
#[derive(Debug)]
pub(in crate::cli) enum Written {
    /// Nothing yet, or nothing any more.
    Nothing,
    /// A file that is replaced when all is done: where it is, and its name as it was typed. What is half done comes into none,
    /// so an interrupted run has nothing to wait for, even if its search has found something.
    File(PathBuf, PathBuf),
    /// Something that is written in place: its name.
    InPlace(String),
    /// What somebody reads page by page, whose terminal it is.
    Paged,
}

static WRITTEN: Mutex<Written> = Mutex::new(Written::Nothing);

/// A command that runs inside of another one: how its pages look, and what it has printed so far.
#[derive(Debug)]
struct Inside {
    looks: Style,
    printed: Vec<u8>,
}

static INSIDE: Mutex<Option<Inside>> = Mutex::new(None);

fn running_inside() -> MutexGuard<'static, Option<Inside>> {
    INSIDE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns how pages look in the command that this one runs inside of, if it does.
pub(in crate::cli) fn outer() -> Option<Style> {
    running_inside().as_ref().map(|inside| inside.looks)
}

/// Prints for the command that this one runs inside of.
pub(in crate::cli) fn print_inside(text: &[u8]) {
    if let Some(inside) = running_inside().as_mut() {
        inside.printed.extend_from_slice(text);
    }
}

fn written() -> MutexGuard<'static, Written> {
    WRITTEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes note of what the run writes from now on.
pub(in crate::cli) fn writes(what: Written) {
    if outer().is_none() {
        *written() = what;
    }
}

/// Runs a command inside of another one, whose output it is that an interruption concerns, and returns what it prints; its
/// pages have those looks.
pub(in crate::cli) fn inside<T>(looks: Style, run: impl FnOnce() -> Result<T>) -> Result<String> {
    *running_inside() = Some(Inside { looks, printed: Vec::new() });
    let done = run();
    let printed = running_inside().take().map(|inside| inside.printed).unwrap_or_default();
    if is_stopped() {
        return Err(interrupted());
    }
    done?;
    Ok(String::from_utf8(printed)?)
}

/// Says what became of a run that was interrupted.
pub(in crate::cli) fn interrupted() -> anyhow::Error {
    broken_off(&written())
}

fn broken_off(written: &Written) -> anyhow::Error {
    match written {
        Written::File(target, name) if target.exists() => anyhow!("interrupted; {} stays as it was", name.display()),
        Written::File(_, name) => anyhow!("interrupted; {} was not written", name.display()),
        Written::InPlace(name) => anyhow!("interrupted; {name} is not complete"),
        Written::Nothing | Written::Paged => anyhow!("interrupted"),
    }
}

/// What has to be done before the program ends on its own, in the middle of its work.
static LAST: OnceLock<fn()> = OnceLock::new();

/// Lets something be done last if the program is ended while it works.
pub(in crate::cli) fn does_last(act: fn()) {
    // All who ask want the same.
    let _ = LAST.set(act);
}

fn exit(code: i32) -> ! {
    if let Some(act) = LAST.get() {
        act();
    }
    std::process::exit(code)
}

/// Ends a run that does not end by itself: a search sees at once that it is to stop, and what it has found is shown unless it
/// would come into a file; what draws does not look.
fn end_if_in_vain() {
    std::thread::sleep(GRACE);
    let written = written();
    let is_waited_for = match *written {
        Written::File(..) => false,
        Written::Nothing | Written::InPlace(_) => HEEDED.load(Ordering::Relaxed),
        Written::Paged => true,
    };
    if MAY_END.load(Ordering::SeqCst) && !is_waited_for {
        if io::stderr().is_terminal() {
            // The line of the progress.
            let _ = write!(io::stderr(), "\r\x1b[2K");
        }
        crate::cli::complain(&broken_off(&written));
        exit(1);
    }
}

/// The first Ctrl-C stops all searches and what is drawn, the second one the program.
fn stop_on_interrupt() {
    let mut first = None;
    let handler = move || {
        STOP.store(true, Ordering::Relaxed);
        let is_second = ONE_INTERRUPTION < first.get_or_insert_with(Instant::now).elapsed();
        if is_second && MAY_END.load(Ordering::SeqCst) {
            exit(130);
        }
        end_if_in_vain();
    };
    // If there is no way to catch it, Ctrl-C ends the program at once, as it always did.
    let _ = ctrlc::set_handler(handler);
}
