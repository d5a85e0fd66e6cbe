//! Tests of everything that people and programs read: pages, documents and trace files.

mod pages;
#[path = "../support/mod.rs"]
mod support;
mod traces;
