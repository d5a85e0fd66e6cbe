//! Files, the pager, progress, other programs and signals.
pub(in crate::cli) mod error_lines;
pub(in crate::cli) mod file_kind;
pub(in crate::cli) mod growing_file;
#[cfg(target_os = "linux")]
pub(in crate::cli) mod guard;
pub(in crate::cli) mod heard;
pub(in crate::cli) mod input_file;
pub(in crate::cli) mod inputs;
pub(in crate::cli) mod interruption;
pub(in crate::cli) mod message;
pub(in crate::cli) mod output_file;
pub(in crate::cli) mod pager;
#[cfg(unix)]
pub(in crate::cli) mod polled_pipes;
pub(in crate::cli) mod process;
pub(in crate::cli) mod progress;
pub(in crate::cli) mod prompt;
pub(in crate::cli) mod running;
pub(in crate::cli) mod started_engine;
pub(in crate::cli) mod streams;
pub(in crate::cli) mod student_program;
pub(in crate::cli) mod suite_results;
#[cfg(not(unix))]
pub(in crate::cli) mod threaded_pipes;
pub(in crate::cli) mod uci_engine;
pub(in crate::cli) mod uci_request;
