//! One file for each command.

mod class;
mod class_results;
mod class_table;
pub(in crate::cli) mod compare;
mod compare_searches;
mod compare_suite;
pub(in crate::cli) mod completions;
pub(in crate::cli) mod course;
mod course_handout;
pub(in crate::cli) mod eval;
pub(in crate::cli) mod examples;
pub(in crate::cli) mod exercise;
pub(in crate::cli) mod explain;
pub(in crate::cli) mod help;
pub(in crate::cli) mod homework;
pub(in crate::cli) mod lessons;
pub(in crate::cli) mod retro;
mod shown_command;
pub(in crate::cli) mod site;
mod site_chapters;
mod site_drawings;
mod site_frame;
mod site_glossary;
pub(in crate::cli) mod step;
pub(in crate::cli) mod suite;
pub(in crate::cli) mod tree_opponent;
pub(in crate::cli) mod verify;
