//! Progress display for a long run, on standard error.

use crate::cli::context::Context;
use crate::cli::io::streams::lock;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A run shorter than this shows no progress.
const PATIENCE: Duration = Duration::from_secs(1);
const PERIOD: Duration = Duration::from_millis(200);

#[derive(Clone, Copy, Debug)]
pub(in crate::cli) enum Interrupt {
    /// When interrupted, plywood shows the result so far.
    Shows,
    /// When interrupted, plywood stops without showing a result.
    Stops,
}

pub(in crate::cli) struct Progress {
    bar: ProgressBar,
    line: Arc<Mutex<()>>,
    done: Option<mpsc::Sender<()>>,
    watcher: Option<JoinHandle<()>>,
}

impl Progress {
    /// Starts the display; nothing is shown unless standard error is a terminal and the run takes a while.
    pub(in crate::cli) fn start(context: &Context, what: String, interrupt: Interrupt) -> Self {
        context.interruption().handle();
        let line = context.interruption().line.clone();
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{spinner} {prefix}, {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()).tick_chars(r"-\|/ "));
        bar.set_prefix(what);
        if !context.errors_are_a_terminal() {
            return Self { bar, line, done: None, watcher: None };
        }
        let (done, ended) = mpsc::channel();
        let (watched, nodes) = (bar.clone(), context.interruption().nodes.clone());
        let free = line.clone();
        let watcher = std::thread::spawn(move || watch(&ended, (&watched, &nodes, &free), interrupt));
        Self { bar, line, done: Some(done), watcher: Some(watcher) }
    }

    pub(in crate::cli) fn say(&self, what: String) {
        let _line = lock(&self.line);
        self.bar.set_prefix(what);
    }

    /// Removes the progress line while `write`, which may write to the terminal, runs.
    pub(in crate::cli) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// Ends the display and clears the line. A second call does nothing.
    pub(in crate::cli) fn finish(&mut self) {
        drop(self.done.take());
        if let Some(watcher) = self.watcher.take() {
            // If the display thread has panicked, there is nothing to clear.
            let _ = watcher.join();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.finish();
    }
}

fn watch(ended: &mpsc::Receiver<()>, (bar, nodes, line): (&ProgressBar, &AtomicU64, &Mutex<()>), interrupt: Interrupt) {
    let start = Instant::now();
    if ended.recv_timeout(PATIENCE) != Err(mpsc::RecvTimeoutError::Timeout) {
        return;
    }
    let hint = match interrupt {
        Interrupt::Shows => "Ctrl-C shows the result so far",
        Interrupt::Stops => "Ctrl-C stops",
    };
    let say = || {
        let nodes = match nodes.load(Ordering::Relaxed) {
            0 => String::new(),
            nodes => format!("{:.1} million nodes, ", nodes as f64 / 1e6),
        };
        bar.set_message(format!("{nodes}{:.0} s; {hint}", start.elapsed().as_secs_f64()));
    };
    say();
    bar.set_draw_target(ProgressDrawTarget::stderr());
    while ended.recv_timeout(PERIOD) == Err(mpsc::RecvTimeoutError::Timeout) {
        let _line = lock(line);
        say();
        bar.tick();
    }
    let _line = lock(line);
    bar.finish_and_clear();
}
