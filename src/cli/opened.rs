//! What is read: files, pipes and standard input, opened in one place, whatever they are compressed with.
//!
//! Pipes can be read only once. They are copied to temporary files, as is what was compressed, so that their size costs no
//! memory.

use anyhow::{Context, Result, anyhow};
use flate2::read::MultiGzDecoder;
use plywood::render::text::visible;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// How errors and pages name standard input.
pub const STDIN: &str = "standard input";
/// How it is named on the command line.
const DASH: &str = "-";
/// What is compressed begins so: gzip's two bytes, its one method.
const PACKED: [u8; 3] = [0x1f, 0x8b, 8];

/// What was read so far of standard input and pipes.
static PIPED: Mutex<BTreeMap<PathBuf, File>> = Mutex::new(BTreeMap::new());

/// How errors and pages name what a word names.
pub fn shown_name(word: impl AsRef<Path>) -> String {
    let path = word.as_ref();
    if is_dash(path) { STDIN.to_owned() } else { visible(&path.display().to_string()) }
}

/// Returns whether the name of a file says that it is compressed.
pub fn is_packed(name: &Path) -> bool {
    name.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gz"))
}

/// Returns the name of a file without what says that it is compressed.
pub fn plain_name(name: &Path) -> PathBuf {
    if is_packed(name) { name.with_extension("") } else { name.to_owned() }
}

/// Opens what [`open`] opens; nothing if there is no file, no pipe and no folder of that name.
pub fn find(word: impl AsRef<Path>) -> Result<Option<File>> {
    let path = word.as_ref();
    let is_nothing = |error: io::Error| {
        use ErrorKind::{InvalidFilename, InvalidInput, NotADirectory, NotFound};
        matches!(error.kind(), NotFound | NotADirectory | InvalidFilename | InvalidInput)
    };
    // What a link that leads nowhere says of itself, everything else that cannot be read says as well.
    if !is_dash(path) && fs::symlink_metadata(path).is_err_and(is_nothing) {
        return Ok(None);
    }
    open(path).map(Some)
}

/// Opens a file, a pipe or standard input (`-`) at its beginning, uncompressed, and as often as it is asked for.
pub fn open(word: impl AsRef<Path>) -> Result<File> {
    let path = word.as_ref();
    let unread = || format!("cannot read {}", shown_name(path));
    if !is_dash(path) {
        let metadata = fs::metadata(path).with_context(unread)?;
        if metadata.is_dir() {
            return Err(anyhow!("{} is a folder; name a file in it", path.display()));
        }
        if metadata.is_file() {
            let mut file = File::open(path).with_context(unread)?;
            return if begins_packed(&mut file).with_context(unread)? { unpacked(path, &file) } else { Ok(file) };
        }
    }
    let mut read = PIPED.lock().map_err(|_| anyhow!("{STDIN} was read halfway"))?;
    if !read.contains_key(path) {
        let copy = if is_dash(path) {
            spooled(&mut io::stdin().lock())
        } else {
            File::open(path).map_err(Into::into).and_then(|mut pipe| spooled(&mut pipe))
        };
        read.insert(path.to_owned(), copy.with_context(unread)?);
    }
    let kept = read.get_mut(path).with_context(unread)?;
    kept.rewind()?;
    // A copy has a place of its own, where others may read on.
    if begins_packed(kept)? { unpacked(path, kept) } else { spooled(kept) }
}

/// Reads all of what [`open`] opens.
pub fn read(word: impl AsRef<Path>) -> Result<Vec<u8>> {
    let path = word.as_ref();
    whole(path, open(path)?)
}

/// Reads all of what [`find`] opens.
pub fn read_if_any(word: impl AsRef<Path>) -> Result<Option<Vec<u8>>> {
    let path = word.as_ref();
    find(path)?.map(|file| whole(path, file)).transpose()
}

fn whole(path: &Path, mut file: File) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).with_context(|| format!("cannot read {}", shown_name(path)))?;
    Ok(bytes)
}

fn is_dash(path: &Path) -> bool {
    path.as_os_str() == DASH
}

/// Returns whether a file is compressed, and goes back to its beginning.
fn begins_packed(file: &mut File) -> io::Result<bool> {
    let mut start = Vec::new();
    file.take(PACKED.len() as u64).read_to_end(&mut start)?;
    file.rewind()?;
    Ok(start == PACKED)
}

fn unpacked(path: &Path, file: &File) -> Result<File> {
    spooled(&mut MultiGzDecoder::new(file)).with_context(|| format!("{}: damaged compression", shown_name(path)))
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
