//! From a running search to its record, and from a record back to those who watch.
//!
//! A [`Recorder`] names what happens while it happens and hands it on. A [`Replay`] tells a record again, so that what
//! watches a search ([`Observer`](crate::hooks::Observer)) can watch a file.

mod part;
mod recorder;
mod replay;
mod retell;

pub use part::{Part, Told};
pub use recorder::Recorder;
pub(crate) use recorder::is_dropped;
pub use replay::{Label, Replay};
pub(crate) use retell::retell;
