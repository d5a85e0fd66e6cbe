//! What must hold for any tree: uneven, with ties, with leaves before the horizon.

mod accounting;
mod bounds;
mod events;
mod hooks;
mod naive;
mod pv;
mod shapes;
mod traces;

#[path = "../support/mod.rs"]
mod support;
