//! A file to which a run appends lines, so that a later run can resume an interrupted one.

use crate::cli::command_error::{Result, WithContext as _, bail};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::Path;
use std::time::Duration;

/// How many times plywood tries to lock a file, and by how much the pause grows before each further try.
const LOCK_TRIES: u32 = 5;
const LOCK_PAUSE: Duration = Duration::from_millis(10);

/// An open file that only this run appends to.
pub(in crate::cli) struct GrowingFile {
    file: File,
    /// The name, for messages.
    name: String,
}

impl GrowingFile {
    /// Opens a file, which need not exist yet, and returns it with its content.
    ///
    /// # Errors
    /// An error that begins with `cannot`, the word in `doing` and the name, or says that another run is writing the
    /// file.
    pub(in crate::cli) fn open(path: &Path, name: String, doing: &str) -> Result<(Self, Vec<u8>)> {
        let cannot = || format!("cannot {doing} {name}");
        let mut options = OpenOptions::new();
        let mut file = options.read(true).append(true).create(true).open(path).with_context(cannot)?;
        if is_locked(&file) {
            bail!("{name} is being written by another run");
        }
        let mut content = Vec::new();
        file.read_to_end(&mut content).with_context(cannot)?;
        Ok((Self { file, name }, content))
    }

    /// Removes everything after the first bytes of this number.
    pub(in crate::cli) fn cut(&self, length: usize) -> io::Result<()> {
        self.file.set_len(length as u64)
    }

    /// Appends lines in one call, so that the file contains them completely, whatever happens next.
    pub(in crate::cli) fn append(&mut self, lines: &[u8]) -> Result<()> {
        self.file.write_all(lines).with_context(|| format!("cannot write {}", self.name))
    }
}

/// Returns the number of bytes in the complete lines of a file: an interrupted run may leave an incomplete last line.
pub(in crate::cli) fn complete_lines(content: &[u8]) -> usize {
    content.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1)
}

/// Returns whether another run has locked a file. A child process that is about to start another program briefly holds
/// the same locks, so plywood tries several times. Some file systems have no locks.
fn is_locked(file: &File) -> bool {
    (0..LOCK_TRIES).all(|attempt| {
        std::thread::sleep(LOCK_PAUSE * attempt);
        matches!(file.try_lock(), Err(TryLockError::WouldBlock))
    })
}
