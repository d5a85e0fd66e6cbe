//! Signs of life of a long search on standard error, and a clean stop on Ctrl-C.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use plywood::study::Limits;
use plywood::trace::Header;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A search that is shorter shows nothing.
const PATIENCE: Duration = Duration::from_secs(1);
const PERIOD: Duration = Duration::from_millis(200);

/// Watches a search from another thread.
pub struct Progress {
    done: Option<mpsc::Sender<()>>,
    watcher: Option<JoinHandle<()>>,
}

impl Progress {
    /// Starts to watch; nothing is shown unless standard error is a terminal and the search takes its time.
    pub fn start(limits: &Limits, header: &Header) -> Self {
        stop_on_interrupt(limits.stop.clone());
        if !io::stderr().is_terminal() {
            return Self { done: None, watcher: None };
        }
        let (done, ended) = mpsc::channel();
        let (nodes, depth) = (limits.progress.clone(), header.depth);
        let watcher = std::thread::spawn(move || watch(&ended, &nodes, depth));
        Self { done: Some(done), watcher: Some(watcher) }
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

fn watch(ended: &mpsc::Receiver<()>, nodes: &AtomicU64, depth: u32) {
    let start = Instant::now();
    if ended.recv_timeout(PATIENCE) != Err(mpsc::RecvTimeoutError::Timeout) {
        return;
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{spinner} {msg}").unwrap_or_else(|_| ProgressStyle::default_spinner());
    bar.set_style(style);
    while ended.recv_timeout(PERIOD) == Err(mpsc::RecvTimeoutError::Timeout) {
        let nodes = nodes.load(Ordering::Relaxed);
        let seconds = start.elapsed().as_secs_f64();
        bar.set_message(format!(
            "depth {depth}, {:.1} million nodes, {seconds:.0} s; Ctrl-C shows what was found so far",
            nodes as f64 / 1e6
        ));
        bar.tick();
    }
    bar.finish_and_clear();
}

/// The first Ctrl-C stops the search, the second one the program.
fn stop_on_interrupt(stop: Arc<AtomicBool>) {
    let handler = move || {
        if stop.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    // If there is no way to catch it, Ctrl-C ends the program at once, as it always did.
    let _ = ctrlc::set_handler(handler);
}
