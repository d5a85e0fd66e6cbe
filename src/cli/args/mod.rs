//! Groups of options, one file each.

pub(in crate::cli) mod cost;
pub(in crate::cli) mod depths;
pub(in crate::cli) mod display_args;
pub(in crate::cli) mod engine_args;
pub(in crate::cli) mod form_args;
pub(in crate::cli) mod game_args;
mod look_alike;
pub(in crate::cli) mod moment_args;
pub(in crate::cli) mod output_args;
pub(in crate::cli) mod rerun;
pub(in crate::cli) mod search_args;
pub(in crate::cli) mod similar;
pub(in crate::cli) mod subject_args;
pub(in crate::cli) mod tablebase_folder;
pub(in crate::cli) mod trace_source;
pub(in crate::cli) mod unknown_subject;
mod value_meaning;
pub(in crate::cli) mod values;
