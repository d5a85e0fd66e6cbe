//! The files that a run reads, which none of its outputs may replace.

use crate::cli::command_error::Result;
use crate::cli::usage;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The files read so far, each with the name that error messages show for it.
#[derive(Debug, Default)]
pub(in crate::cli) struct Inputs(Mutex<Vec<(Identity, String)>>);

/// Identifies a file, whatever name is used for it: its device and inode numbers, or its full name if the system has no
/// such numbers.
type Identity = (u64, u64, PathBuf);

/// Returns the identity of the file that a name refers to. Returns `None` if nothing has this name, or if it refers to
/// something other than a file, such as a pipe.
#[cfg(unix)]
fn identity(name: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    let metadata = fs::metadata(name).ok().filter(fs::Metadata::is_file)?;
    Some((metadata.dev(), metadata.ino(), PathBuf::new()))
}

#[cfg(not(unix))]
fn identity(name: &Path) -> Option<Identity> {
    let name = fs::canonicalize(name).ok().filter(|name| name.is_file())?;
    Some((0, 0, name))
}

impl Inputs {
    /// Records a file that is read, and the name that error messages show for it.
    pub(in crate::cli) fn note(&self, name: &Path, shown: &str) {
        if let Some(identity) = identity(name) {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push((identity, shown.to_owned()));
        }
    }

    /// Records the file that the system runs when it looks for a program on this search path.
    pub(in crate::cli) fn note_on_path(&self, program: &Path, search: &OsStr) {
        for folder in std::env::split_paths(search) {
            self.note(&folder.join(program), &program.display().to_string());
        }
    }

    /// Returns an error if the output would replace a file that was read.
    pub(in crate::cli) fn refuse(&self, output: &Path, shown: &str) -> Result<()> {
        let Some(identity) = identity(output) else { return Ok(()) };
        let read = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let input = read.iter().find(|(other, _)| *other == identity).map(|(_, name)| name.as_str());
        let Some(input) = input else { return Ok(()) };
        let which = if input == shown { String::new() } else { format!(" ({input})") };
        Err(usage(format!(
            "{shown} is an input of this command{which}, so it cannot be its output; name another file with -o"
        )))
    }
}
