//! The engine that a run has started.

use crate::cli::io::streams::lock;
use crate::input::uci_score::Outside;
use anyhow::{Result, anyhow};
use std::sync::{Arc, Mutex, OnceLock};

/// An engine that runs beside this program.
pub(in crate::cli) trait StartedEngine: Outside {
    /// Whether it was started by these words, and is asked so.
    fn is(&self, words: &str, go: &str) -> bool;

    /// Ends it.
    fn end(&self);
}

/// The engine of a run, which all its searches ask.
#[derive(Debug, Default)]
pub(in crate::cli) struct StartedEngines {
    pub open: Mutex<Option<Arc<dyn StartedEngine>>>,
    /// Why it has failed, if it has.
    pub failed: Arc<OnceLock<String>>,
}

impl StartedEngines {
    /// Refuses to go on where the engine has failed.
    pub(in crate::cli) fn refuse_failed(&self) -> Result<()> {
        self.failed.get().map_or(Ok(()), |why| Err(anyhow!("{why}")))
    }

    /// Ends the engine; what was done is an error if it has failed.
    pub(in crate::cli) fn end<T>(&self, done: Result<T>) -> Result<T> {
        if let Some(engine) = lock(&self.open).take() {
            engine.end();
        }
        self.refuse_failed()?;
        done
    }
}
