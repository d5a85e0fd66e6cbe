//! Standard input and pipes, which can be read only once: copied to temporary files, so that their size costs no memory.

use anyhow::{Context, Result, anyhow};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek};
use std::sync::Mutex;

/// What was read so far, by the word that names it.
static PIPED: Mutex<BTreeMap<String, File>> = Mutex::new(BTreeMap::new());

/// Opens standard input (`-`) or a pipe, as often as it is asked for; nothing if `word` names neither.
pub fn open(word: &str) -> Result<Option<File>> {
    let is_pipe = || fs::metadata(word).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir());
    if word != "-" && !is_pipe() {
        return Ok(None);
    }
    let mut read = PIPED.lock().map_err(|_| anyhow!("standard input was read halfway"))?;
    if !read.contains_key(word) {
        let copy = if word == "-" {
            spooled(&mut io::stdin().lock()).context("cannot read standard input")?
        } else {
            let mut file = File::open(word).with_context(|| format!("cannot read {word}"))?;
            spooled(&mut file).with_context(|| format!("cannot read {word}"))?
        };
        read.insert(word.to_owned(), copy);
    }
    let Some(kept) = read.get_mut(word) else { return Ok(None) };
    kept.rewind()?;
    // A copy has a place of its own, where others may read on.
    spooled(kept).map(Some)
}

/// Copies what can be read only once to a temporary file.
pub fn spooled(read: &mut dyn Read) -> Result<File> {
    written(|file| io::copy(read, file).map(drop).map_err(Into::into))
}

/// Returns a temporary file in which something was written, at its beginning.
pub fn written(write: impl FnOnce(&mut BufWriter<File>) -> Result<()>) -> Result<File> {
    let mut out = BufWriter::new(tempfile::tempfile().context("cannot write a temporary file")?);
    write(&mut out)?;
    let mut file = out.into_inner().map_err(|error| anyhow!("cannot write a temporary file: {error}"))?;
    file.rewind()?;
    Ok(file)
}
