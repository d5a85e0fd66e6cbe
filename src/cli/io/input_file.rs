//! Input: files, pipes and standard input, opened in one place, with or without compression.
//!
//! Pipes can be read only once, so plywood copies them to temporary files. It decompresses files into temporary files
//! as well. Memory use therefore does not depend on the size of the input. Recorded searches are read line by line and
//! may be long; any other input may have at most [`LARGEST`] bytes.

use crate::cli::command_error::{Result, WithContext as _, ensure, failure};
use crate::cli::context::Context;
use crate::cli::io::streams::lock;
use crate::cli::usage;
use crate::core::trace::TraceReader;
use crate::input::{looks_like_fen, strip_bom};
use crate::page::text::visible;
use crate::subject::Subject;
use flate2::read::MultiGzDecoder;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// The name of standard input in errors and pages.
pub(in crate::cli) const STDIN: &str = "standard input";
/// The name of standard input on the command line.
const DASH: &str = "-";
/// The hint for a user who may not know that plywood waits for text.
const TYPE: &str = if cfg!(windows) {
    "reading what you type; press Ctrl-Z and Enter to end it"
} else {
    "reading what you type; press Ctrl-D on an empty line to end it"
};
/// The first bytes of compressed data: gzip's two magic bytes, and the number of its only compression method.
const PACKED: [u8; 3] = [0x1f, 0x8b, 8];

/// The maximum uncompressed size of a file that is read whole: 128 MiB.
pub(in crate::cli) const LARGEST: u64 = 128 << 20;
/// The maximum size of a recorded search that is copied to a temporary file: 16 GiB, about fifty million events.
const LONGEST_TRACE: u64 = 16 << 30;
/// How many bytes plywood reads to recognise a recorded search. The header of a search begins with the name of the
/// format.
const HEAD: u64 = 4096;
const FORMAT: &str = "plywood-trace";

/// Refuses a text with the header of a trace that is not its first line.
pub(in crate::cli) fn refuse_late_header(name: &str, text: &str) -> Result<()> {
    let is_header = |line: &str| {
        let line = line.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '[');
        line.starts_with('{') && line.contains("\"format\"") && line.contains(FORMAT)
    };
    let Some(at) = text.lines().position(is_header) else { return Ok(()) };
    ensure!(
        !text.trim_start().starts_with('['),
        "{name} is a list, but a trace is written as one object per line, without a list around them, or as one object with the list `events`"
    );
    ensure!(
        at == 0,
        "{name}: line {} is the header of a trace, but it must be the first line; remove what is before it",
        at + 1
    );
    Ok(())
}

/// Returns the entries of a folder, except hidden ones, sorted by name.
pub(in crate::cli) fn inside(context: &Context, folder: &Path) -> Result<Vec<PathBuf>> {
    let read = || format!("cannot read the folder {}", shown_name(folder));
    let entries: io::Result<Vec<_>> = fs::read_dir(context.at(folder)).with_context(read)?.collect();
    let mut inside: Vec<PathBuf> =
        entries.with_context(read)?.into_iter().map(|entry| folder.join(entry.file_name())).collect();
    // macOS adds a folder with the first name to the archives that it makes, and Python keeps its own files in the
    // second.
    let is_ignored =
        |name: &OsStr| name.to_string_lossy().starts_with('.') || name == "__MACOSX" || name == "__pycache__";
    inside.retain(|path| path.file_name().is_none_or(|name| !is_ignored(name)));
    inside.sort_unstable();
    Ok(inside)
}

/// Like [`inside`], but returns only files.
pub(in crate::cli) fn files_inside(context: &Context, folder: &Path) -> Result<Vec<PathBuf>> {
    let (files, others): (Vec<_>, Vec<_>) =
        inside(context, folder)?.into_iter().partition(|path| context.at(path).is_file());
    let only = if others.is_empty() { "" } else { ", only folders; name one of them" };
    ensure!(!files.is_empty(), "there are no files in {}{only}", shown_name(folder));
    Ok(files)
}

/// Returns the exercises in a folder: its JSON files, because sheets, answers and backups may be there as well; or all
/// of its files, if none is JSON.
pub(in crate::cli) fn exercises_inside(context: &Context, folder: &Path) -> Result<Vec<PathBuf>> {
    let files = files_inside(context, folder)?;
    let (exercises, others): (Vec<PathBuf>, Vec<PathBuf>) =
        files.into_iter().partition(|file| file.extension().is_some_and(|extension| extension == "json"));
    if exercises.is_empty() {
        return Ok(others);
    }
    if !others.is_empty() {
        let names: Vec<String> = others.iter().map(shown_name).collect();
        context.tell(&format!("skipped, because only .json files are exercises here: {}", names.join(", ")));
    }
    Ok(exercises)
}

/// Returns whether a name means a folder. The name of a built-in lesson or game does not, even if there is such a
/// folder, because the folder can be named in another way: `./ttt`.
pub(in crate::cli) fn is_folder(context: &Context, name: impl AsRef<Path>) -> bool {
    let is_built_in =
        |name: &str| !name.contains(['/', '\\']) && matches!(Subject::of_words(name, context.games()), Ok(Some(_)));
    context.at(&name).is_dir() && !name.as_ref().to_str().is_some_and(is_built_in)
}

/// Returns the name that errors and pages show for an input.
pub(in crate::cli) fn shown_name(word: impl AsRef<Path>) -> String {
    let path = word.as_ref();
    if is_dash(path) { STDIN.to_owned() } else { shown_bytes(path.as_os_str()) }
}

/// Returns a name as text, with codes for control characters and for bytes that are not UTF-8.
pub(in crate::cli) fn shown_bytes(name: &OsStr) -> String {
    let escape = |bytes: &[u8]| bytes.iter().map(|byte| format!("\\x{byte:02X}")).collect::<String>();
    let chunks = name.as_encoded_bytes().utf8_chunks();
    chunks.map(|chunk| visible(chunk.valid()) + &escape(chunk.invalid())).collect()
}

/// Returns whether a file name indicates compression.
pub(in crate::cli) fn is_packed(name: &Path) -> bool {
    name.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gz"))
}

/// Returns a file name without the compression extension.
pub(in crate::cli) fn plain_name(name: &Path) -> PathBuf {
    if is_packed(name) { name.with_extension("") } else { name.to_owned() }
}

/// Like [`open`], but returns `None` if the name means no file, pipe or folder.
pub(in crate::cli) fn find(context: &Context, word: impl AsRef<Path>) -> Result<Option<File>> {
    let path = word.as_ref();
    let is_nothing = |error: io::Error| {
        use ErrorKind::{InvalidFilename, InvalidInput, NotADirectory, NotFound};
        matches!(error.kind(), NotFound | NotADirectory | InvalidFilename | InvalidInput)
    };
    // A dangling link does not count as missing. It causes its own error, as does anything else that cannot be read.
    if !is_dash(path) && fs::symlink_metadata(context.at(path)).is_err_and(is_nothing) {
        return Ok(None);
    }
    if !is_dash(path) && context.at(path).is_dir() && !is_folder(context, path) {
        return Ok(None);
    }
    open(context, path).map(Some)
}

/// Opens a file, a pipe or standard input (`-`) at its beginning, and decompresses it if necessary. The same input can
/// be opened several times.
pub(in crate::cli) fn open(context: &Context, word: impl AsRef<Path>) -> Result<File> {
    let path = word.as_ref();
    let unread = || format!("cannot read {}", shown_name(path));
    if is_dash(path) {
        context.inputs.note(Path::new("/dev/stdin"), STDIN);
    } else {
        context.inputs.note(&context.at(path), &shown_name(path));
        let metadata = fs::metadata(context.at(path)).with_context(unread)?;
        ensure!(!metadata.is_dir(), "{} is a folder; name a file in it", shown_name(path));
        if metadata.is_file() {
            let mut file = File::open(context.at(path)).with_context(unread)?;
            let is_packed = begins(&mut file).with_context(unread)?.starts_with(&PACKED);
            file.rewind().with_context(unread)?;
            return if is_packed { copied(path, &mut file) } else { Ok(file) };
        }
    }
    let mut read = lock(&context.piped);
    if read.iter().all(|(name, _)| name != path) {
        let copy = if is_dash(path) {
            if context.input_is_a_terminal() {
                context.tell(TYPE);
            }
            copied(path, &mut context.input())?
        } else {
            copied(path, &mut File::open(context.at(path)).with_context(unread)?)?
        };
        read.push((path.to_owned(), copy));
    }
    let kept = read.iter_mut().find(|(name, _)| name == path);
    let (_, kept) = kept.ok_or_else(|| failure!("{}", unread()))?;
    kept.rewind()?;
    // Each reader gets its own copy with its own position, so that it does not disturb other readers.
    spooled(kept)
}

/// Opens an input as [`open`] does, and reads all of it.
pub(in crate::cli) fn read(context: &Context, word: impl AsRef<Path>) -> Result<Vec<u8>> {
    let path = word.as_ref();
    whole(path, open(context, path)?)
}

/// Finds an input as [`find`] does, and reads all of it.
pub(in crate::cli) fn read_if_any(context: &Context, word: impl AsRef<Path>) -> Result<Option<Vec<u8>>> {
    let path = word.as_ref();
    find(context, path)?.map(|file| whole(path, file)).transpose()
}

fn whole(path: &Path, file: File) -> Result<Vec<u8>> {
    let unread = || format!("cannot read {}", shown_name(path));
    refuse_large(path, file.metadata().with_context(unread)?.len(), LARGEST)?;
    let mut bytes = Vec::new();
    file.take(LARGEST + 1).read_to_end(&mut bytes).with_context(unread)?;
    // Some files do not report their length.
    refuse_large(path, bytes.len() as u64, LARGEST)?;
    Ok(bytes)
}

/// Rejects input with more than `most` bytes.
pub(in crate::cli) fn refuse_large(path: impl AsRef<Path>, bytes: u64, most: u64) -> Result<()> {
    if bytes <= most {
        return Ok(());
    }
    let name = shown_name(path);
    ensure!(most != LARGEST, "{name} has more than 128 MiB; only a trace in JSON Lines can be larger");
    Err(failure!("{name} has more than 16 GiB; a larger trace must be an uncompressed file"))
}

pub(in crate::cli) fn begins(read: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    read.take(HEAD).read_to_end(&mut start)?;
    Ok(start)
}

/// Returns true if a text that begins with `start` is a recorded search.
pub(in crate::cli) fn is_trace(start: &[u8]) -> bool {
    let start = String::from_utf8_lossy(start);
    strip_bom(&start).trim_start().starts_with('{') && start.contains(FORMAT)
}

/// Returns whether a word means standard input.
pub(in crate::cli) fn is_dash(path: &Path) -> bool {
    path.as_os_str() == DASH
}

/// Rejects several words that mean standard input, because there is only one. A FEN may have such words as well.
pub(in crate::cli) fn refuse_dashes(words: &[String]) -> Result<()> {
    let dashes = words.iter().filter(|word| is_dash(Path::new(word))).count();
    let is_fen = || looks_like_fen(&words.join(" "));
    ensure!(
        dashes < 2 || is_fen(),
        usage("`-` is standard input, which can be read only once; write the other input to a file")
    );
    Ok(())
}

/// Copies compressed or unseekable input to a temporary file, and decompresses it if necessary.
fn copied(path: &Path, from: &mut dyn Read) -> Result<File> {
    let unread = || format!("cannot read {}", shown_name(path));
    let from = &mut UntilEnd { from, is_over: false };
    let start = begins(from).with_context(unread)?;
    let is_packed = start.starts_with(&PACKED);
    let mut from = io::Cursor::new(start).chain(from);
    if !is_packed {
        return limited(path, &mut from, &unread);
    }
    let problem = || format!("{}: damaged compression", shown_name(path));
    let mut unpacked = Unpacked { from: MultiGzDecoder::new(from), cut: None };
    let mut file = limited(path, &mut unpacked, &problem)?;
    let start = begins(&mut file)?;
    file.rewind()?;
    match unpacked.cut {
        // The reader of the trace reports where it breaks off.
        Some(error) if !is_trace(&start) => Err(error).with_context(problem),
        _ => Ok(file),
    }
}

/// A reader that ends where its compressed input is cut off, and keeps the error.
struct Unpacked<R> {
    from: R,
    cut: Option<io::Error>,
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.from.read(buffer) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                self.cut = Some(error);
                Ok(0)
            }
            read => read,
        }
    }
}

/// A reader that reads nothing after the end of its input. A terminal has an end for each Ctrl-D, and more text after
/// it.
struct UntilEnd<'a> {
    from: &'a mut dyn Read,
    is_over: bool,
}

impl Read for UntilEnd<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.is_over || buffer.is_empty() {
            return Ok(0);
        }
        let length = self.from.read(buffer)?;
        self.is_over = length == 0;
        Ok(length)
    }
}

fn limited(path: &Path, from: &mut dyn Read, problem: &dyn Fn() -> String) -> Result<File> {
    let start = begins(from).with_context(problem)?;
    let mut from = BufReader::new(io::Cursor::new(&start).chain(from));
    let first = if is_trace(&start) { first_line(&mut from).with_context(problem)? } else { Vec::new() };
    let has_lines = is_trace(&start) && !is_document(&first);
    let most = if has_lines { LONGEST_TRACE } else { LARGEST };
    let mut from = io::Cursor::new(first).chain(from).take(most + 1);
    let file = if has_lines { as_far_as_right(&mut from) } else { spooled(&mut from) }.with_context(problem)?;
    refuse_large(path, file.metadata()?.len(), most)?;
    Ok(file)
}

/// Reads the first line that is not empty, with the empty lines before it.
pub(in crate::cli) fn first_line(read: &mut dyn BufRead) -> io::Result<Vec<u8>> {
    let (mut first, mut read) = (Vec::new(), read.take(LARGEST));
    while first.trim_ascii().is_empty() && read.read_until(b'\n', &mut first)? != 0 {}
    Ok(first)
}

/// Returns true if a text that begins with this line is a single JSON document, and false if it is JSON Lines.
pub(in crate::cli) fn is_document(first_line: &[u8]) -> bool {
    #[derive(serde::Deserialize)]
    struct Probe {
        events: Option<serde::de::IgnoredAny>,
    }
    let header = serde_json::from_str::<Probe>(strip_bom(&String::from_utf8_lossy(first_line)));
    header.map_or(true, |header| header.events.is_some())
}

/// Copies a recorded search up to its result or first error, because plywood reads nothing after that point.
fn as_far_as_right(from: &mut dyn Read) -> Result<File> {
    written(|out| {
        let mut copying = Copying { from, out, problem: None };
        if let Ok(mut reader) = TraceReader::new(BufReader::new(&mut copying)) {
            reader.by_ref().take_while(Result::is_ok).for_each(drop);
        }
        copying.problem.map_or(Ok(()), |problem| Err(problem.into()))
    })
}

/// A reader that copies everything it reads.
struct Copying<'a> {
    from: &'a mut dyn Read,
    out: &'a mut BufWriter<File>,
    problem: Option<io::Error>,
}

impl Read for Copying<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(buffer).and_then(|length| {
            self.out.write_all(&buffer[..length])?;
            Ok(length)
        });
        read.or_else(|error| {
            if error.kind() == ErrorKind::Interrupted {
                Err(error)
            } else {
                // The trace reader sees the end of the input here; the caller reports the error.
                self.problem = Some(error);
                Ok(0)
            }
        })
    }
}

/// Copies input that can be read only once to a temporary file.
pub(in crate::cli) fn spooled(read: &mut dyn Read) -> Result<File> {
    written(|file| io::copy(read, file).map(drop).map_err(Into::into))
}

/// Creates a temporary file, passes it to `write`, rewinds it and returns it.
pub(in crate::cli) fn written(write: impl FnOnce(&mut BufWriter<File>) -> Result<()>) -> Result<File> {
    let mut out = BufWriter::new(tempfile::tempfile().context("cannot write a temporary file")?);
    write(&mut out)?;
    let mut file = out.into_inner().map_err(|error| failure!("cannot write a temporary file: {error}"))?;
    file.rewind()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A terminal on which the user types a text, presses Ctrl-D, and then types something else.
    struct Terminal {
        typed: &'static [u8],
        is_over: bool,
    }

    impl Read for Terminal {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            assert!(!self.is_over, "nothing is read after the end");
            self.is_over = self.typed.is_empty();
            self.typed.read(buffer)
        }
    }

    #[test]
    fn the_first_end_of_typed_input_ends_it() {
        for typed in [&b"((3 12)(2 4))\n"[..], b"", b"{\"format\":\"plywood-trace\"}\n"] {
            let mut terminal = Terminal { typed, is_over: false };
            let mut text = Vec::new();
            copied(Path::new(DASH), &mut terminal).unwrap().read_to_end(&mut text).unwrap();
            assert_eq!(text, typed);
        }
    }
}
