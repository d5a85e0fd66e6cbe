//! The engine that a run has started.

use crate::cli::command_error::{Result, failure};
use crate::cli::io::streams::lock;
use crate::cli::io::uci_request::UciRequest;
use crate::input::uci_score::Outside;
use std::sync::{Arc, Mutex, OnceLock};

/// An engine that runs alongside plywood.
pub(in crate::cli) trait StartedEngine: Outside {
    /// Returns whether this request started the engine.
    fn is(&self, request: &UciRequest) -> bool;

    /// Ends the engine.
    fn end(&self);
}

/// The engine of a run, shared by all its searches.
#[derive(Debug, Default)]
pub(in crate::cli) struct StartedEngines {
    pub open: Mutex<Option<Arc<dyn StartedEngine>>>,
    /// The reason why the engine failed, if it did.
    pub failed: Arc<OnceLock<String>>,
}

impl StartedEngines {
    /// Returns an error if the engine has failed.
    pub(in crate::cli) fn refuse_failed(&self) -> Result<()> {
        self.failed.get().map_or(Ok(()), |why| Err(failure!("{why}")))
    }

    /// Ends the engine. Returns `done`, or the engine's error if the engine failed.
    pub(in crate::cli) fn end<T>(&self, done: Result<T>) -> Result<T> {
        if let Some(engine) = lock(&self.open).take() {
            engine.end();
        }
        self.refuse_failed()?;
        done
    }
}
