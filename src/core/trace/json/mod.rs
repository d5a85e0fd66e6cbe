//! Traces as JSON: one document, or JSON Lines. `docs/trace-format.md` describes every field.

mod document;
mod extra;
mod fields;
mod read;
mod write;

pub use read::{TraceError, TraceReader};
pub(crate) use write::JsonDocument;
pub use write::JsonLines;
