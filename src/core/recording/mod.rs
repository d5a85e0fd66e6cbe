//! From a running search to its record, and from a record back to those who watch.
//!
//! A [`Recorder`] names what happens while it happens and hands it on; a [`Recording`] keeps it without names, for a
//! fraction of the time. A [`Replay`] tells a record again, so that what
//! watches a search ([`Observer`](crate::hooks::Observer)) can watch a file.

mod foretold;
mod kept;
mod part;
mod pieces;
mod recorder;
#[expect(clippy::module_inception, reason = "the file is about the type of that name")]
mod recording;
mod replay;
mod rest;
mod retell;

pub use part::{Part, Told};
pub use recorder::Recorder;
pub use recording::Recording;
pub use replay::{Label, Replay};
pub(crate) use retell::retell;
