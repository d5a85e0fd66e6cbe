//! A file of results that grows while positions are searched, so that a later run goes on where one was ended.

use super::place::write_file;
use super::progress::{self, Written};
use crate::explain::Earlier;
use crate::page::text::visible;
use anyhow::{Context, Result, anyhow, bail};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// How each line begins.
const START: &[u8] = b"{\"number\":";

/// The file: what it had, and what is added.
pub(super) struct Grown {
    name: PathBuf,
    file: Mutex<File>,
    /// What earlier runs have found, by the number of the position.
    pub earlier: BTreeMap<usize, Earlier>,
}

impl Grown {
    /// Opens the file, which need not be there, and reads what earlier runs have found. A line that was not written to its end
    /// is taken away; whatever else is no result is an error, and stays as it is.
    pub(super) fn open(name: &Path) -> Result<Self> {
        let cannot = || format!("cannot go on with {}", name.display());
        let mut file =
            OpenOptions::new().read(true).append(true).create(true).truncate(false).open(name).with_context(cannot)?;
        // Some file systems have no locks.
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            bail!("{} is being written by another run", name.display());
        }
        let mut content = Vec::new();
        file.read_to_end(&mut content).with_context(cannot)?;
        let whole = content.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let torn = &content[whole..];
        if !START.starts_with(torn) && !torn.starts_with(START) {
            bail!("the end of {} is no result of a position; it stays as it is", name.display());
        }
        let mut earlier = BTreeMap::new();
        for (at, line) in content[..whole].split_inclusive(|&byte| byte == b'\n').enumerate() {
            let read = std::str::from_utf8(line).ok().and_then(Earlier::read);
            let result =
                read.ok_or_else(|| anyhow!("{}, line {} is no result of a position", name.display(), at + 1))?;
            let number = result.number;
            if earlier.insert(number, result).is_some() {
                bail!("{} has position {number} twice", name.display());
            }
        }
        if whole < content.len() {
            file.set_len(whole as u64).with_context(cannot)?;
        }
        progress::writes(Written::InPlace(name.display().to_string()));
        Ok(Self { name: name.to_owned(), file: Mutex::new(file), earlier })
    }

    /// Returns what was found of a position; an error if that was another position, or it was searched to other depths.
    pub(super) fn found(&self, number: usize, fen: Option<&str>, depths: &[u32]) -> Result<Option<&Earlier>> {
        let Some(earlier) = self.earlier.get(&number) else { return Ok(None) };
        let name = self.name.display();
        if earlier.fen() != fen {
            let other = visible(earlier.fen().unwrap_or("none"));
            bail!("{name} has another position {number}, {other}; it belongs to another file or other options");
        }
        if earlier.depths() != depths {
            bail!("{name} has position {number} searched to other depths; name another file for these");
        }
        Ok(Some(earlier))
    }

    /// Adds a line, which is whole in the file whatever happens next.
    pub(super) fn add(&self, line: &str) -> Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = file.write_all(format!("{line}\n").as_bytes());
        written.with_context(|| format!("cannot write {}", self.name.display()))
    }

    /// Puts the lines into the order of their numbers: those of searches side by side came as they were found.
    pub(super) fn close(self) -> Result<()> {
        let content = std::fs::read_to_string(&self.name)?;
        let mut lines: Vec<(usize, &str)> = Vec::new();
        for line in content.split_inclusive('\n') {
            lines.push((Earlier::read(line).map_or(usize::MAX, |earlier| earlier.number), line));
        }
        if !lines.is_sorted_by_key(|&(number, _)| number) {
            lines.sort_by_key(|&(number, _)| number);
            let sorted: String = lines.iter().map(|&(_, line)| line).collect();
            write_file(&self.name, sorted.as_bytes())?;
        }
        Ok(())
    }
}
