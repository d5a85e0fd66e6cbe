//! Where output goes: to standard output, into the place of a file, or on to something that is open or is no file; and a file that
//! grows, so that a later run goes on where one was ended.

use crate::cli::io::input_file::{is_packed, shown_name};
use crate::cli::io::pager::{Paged, Paging, PlainWriter};
use crate::cli::io::progress::{self, Progress, Written};
use crate::cli::io::uci_engine;
use crate::core::search::SearchError;
use crate::core::study::StudyError;
use crate::explain::Earlier;
use crate::page::text::{grouped, visible};
use anyhow::{Context, Result, anyhow, bail, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, IsTerminal, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tempfile::NamedTempFile;

pub(in crate::cli) enum Output {
    Stdout(PlainWriter<Paged>),
    /// The command that this one runs inside of.
    Outer,
    /// A file without a name, which will replace another one. Whatever ends the program, nothing is left of it.
    File {
        file: BufWriter<File>,
        target: PathBuf,
        name: PathBuf,
    },
    /// Something that cannot be replaced, such as a device, a pipe, or what the shell has opened.
    Special {
        file: BufWriter<File>,
        name: PathBuf,
    },
}

impl Output {
    /// Opens the place that a name means: a file is replaced when the output is closed, everything else is written at once.
    pub(in crate::cli) fn named(name: &Path) -> Result<Self> {
        let out = Self::at(name).with_context(|| format!("cannot write {}", name.display()))?;
        Ok(out.taken_note_of())
    }

    /// Standard output, or what stands for it inside of another command.
    pub(in crate::cli) fn standard(paging: Paging) -> Self {
        if progress::outer().is_some() {
            return Self::Outer;
        }
        Self::Stdout(PlainWriter::new(Paged::new(paging))).taken_note_of()
    }

    fn taken_note_of(self) -> Self {
        progress::writes(self.written());
        self
    }

    fn at(name: &Path) -> io::Result<Self> {
        let in_place = |file: File| Self::Special { file: BufWriter::new(file), name: name.to_owned() };
        let target = match followed(name)? {
            Destination::Descriptor(number) => return opened(number).map(in_place),
            Destination::Name(target) => target,
        };
        let name = name.to_owned();
        match fs::metadata(&name) {
            Ok(metadata) if metadata.is_dir() => return Err(io::Error::from(io::ErrorKind::IsADirectory)),
            Ok(metadata) if !metadata.is_file() => {
                return OpenOptions::new().write(true).open(&name).map(in_place);
            }
            // A file that may not be written is not to be replaced either.
            Ok(_) => drop(OpenOptions::new().write(true).open(&target)?),
            Err(_) => {}
        }
        let folder = folder(&target);
        if !folder.is_dir() {
            let problem = format!("there is no folder {}", folder.display());
            return Err(io::Error::new(io::ErrorKind::NotFound, problem));
        }
        // Whether a file can be put there is known now, not after a long search. It has no name, so that nothing can stay.
        let file = tempfile::tempfile_in(folder).map_err(|error| of_folder(folder, error))?;
        Ok(Self::File { file: BufWriter::new(file), target, name })
    }

    /// Brings everything to its place. Without this, an existing file stays as it was; so it does if the run was
    /// interrupted, as what it wrote is not what was asked for.
    pub(in crate::cli) fn close(mut self) -> Result<()> {
        uci_engine::refuse_failed()?;
        self.flush()?;
        self.refuse_interrupted()?;
        match self {
            Self::Stdout(mut out) => out.inner().close()?,
            Self::Outer | Self::Special { .. } => {}
            Self::File { file, target, name } => {
                let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
                progress::writes(Written::Nothing);
                progress::uninterrupted(|| put(&mut file, &target))
                    .with_context(|| format!("cannot write {}", name.display()))?;
                say_written(&name, &target);
            }
        }
        Ok(())
    }

    /// Closes if all was `written`; that the run was interrupted explains why it was not.
    pub(in crate::cli) fn finish(self, written: Result<(), StudyError>) -> Result<()> {
        uci_engine::refuse_failed()?;
        self.refuse_interrupted()?;
        match written {
            Err(StudyError::Search(SearchError::Stopped(_))) => Err(progress::interrupted()),
            written => {
                written?;
                self.close()
            }
        }
    }

    fn refuse_interrupted(&self) -> Result<()> {
        match self {
            Self::File { .. } if progress::is_stopped() => Err(progress::interrupted()),
            Self::Stdout(_) | Self::Outer | Self::File { .. } | Self::Special { .. } => Ok(()),
        }
    }

    /// What becomes of it if the run is broken off.
    fn written(&self) -> Written {
        match self {
            Self::File { target, name, .. } => Written::File(target.clone(), name.clone()),
            Self::Stdout(_) | Self::Outer | Self::Special { .. } => Written::InPlace(self.name()),
        }
    }

    fn name(&self) -> String {
        match self {
            Self::Stdout(_) | Self::Outer => "standard output".to_owned(),
            Self::File { name, .. } | Self::Special { name, .. } => name.display().to_string(),
        }
    }

    /// The same error, with the name of what was written; a broken pipe stays one.
    fn blamed(&self, error: io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("cannot write {}: {error}", self.name()))
    }
}

impl Write for Output {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        // What a search had found that could not go on is not what was asked for.
        uci_engine::refuse_failed().map_err(io::Error::other)?;
        let written = match self {
            Self::Stdout(out) => out.write(buffer),
            Self::Outer => {
                progress::print_inside(buffer);
                Ok(buffer.len())
            }
            Self::File { file, .. } => file.write(buffer),
            Self::Special { file, .. } => file.write(buffer),
        };
        written.map_err(|error| self.blamed(error))
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = match self {
            Self::Stdout(out) => out.flush(),
            Self::Outer => Ok(()),
            Self::File { file, .. } => file.flush(),
            Self::Special { file, .. } => file.flush(),
        };
        flushed.map_err(|error| self.blamed(error))
    }
}

/// Writes `content` to `path`: all of it, or nothing changes.
pub(in crate::cli) fn write_file(path: &Path, content: &[u8]) -> Result<()> {
    let mut out = Output::named(path)?;
    out.write_all(content)?;
    out.close()
}

/// Says to whoever sits at a terminal that there is something to be opened now. Scripts know from the exit code.
fn say_written(name: &Path, target: &Path) {
    if io::stderr().is_terminal()
        && let Ok(metadata) = fs::metadata(target)
    {
        crate::cli::tell(&format!("wrote {}, {} bytes", shown_name(name), grouped(metadata.len())));
    }
}

/// Returns whether a name means a file, which may not exist yet, and not something that is written in place.
pub(in crate::cli) fn is_file(name: &Path) -> bool {
    matches!(followed(name), Ok(Destination::Name(_))) && fs::metadata(name).map_or(true, |metadata| metadata.is_file())
}

fn folder(target: &Path) -> &Path {
    target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Where a name leads to in the end.
enum Destination {
    /// What this process has open under a number.
    Descriptor(u32),
    /// A file that may not exist yet, or whatever else has a name.
    Name(PathBuf),
}

/// Follows the links of a name, as far as they lead, but not what the shell has opened to the file behind it.
fn followed(name: &Path) -> io::Result<Destination> {
    let mut target = name.to_owned();
    for _ in 0..MOST_LINKS {
        if let Some(number) = descriptor(&target) {
            return Ok(Destination::Descriptor(number));
        }
        match fs::read_link(&target) {
            Ok(link) => target = folder(&target).join(link),
            Err(_) => return Ok(Destination::Name(fs::canonicalize(&target).unwrap_or(target))),
        }
    }
    Err(io::Error::other("its link leads in a circle"))
}

/// The number of an open file of this process, if a path names one, as `/dev/stdout` does by way of links.
fn descriptor(path: &Path) -> Option<u32> {
    let number = path.file_name()?.to_str()?.parse().ok()?;
    let folder = fs::canonicalize(folder(path)).ok()?;
    DESCRIPTORS.iter().any(|own| fs::canonicalize(own).is_ok_and(|own| own == folder)).then_some(number)
}

const DESCRIPTORS: [&str; 3] = ["/proc/self/fd", "/proc/thread-self/fd", "/dev/fd"];

/// What is open under a number, to be written on where others have stopped. Beyond the three that every process has it can
/// only be opened once more, and then its end is the place that overwrites nothing.
#[cfg(unix)]
fn opened(number: u32) -> io::Result<File> {
    use std::os::fd::AsFd;
    Ok(File::from(match number {
        0 => io::stdin().as_fd().try_clone_to_owned()?,
        1 => io::stdout().as_fd().try_clone_to_owned()?,
        2 => io::stderr().as_fd().try_clone_to_owned()?,
        _ => return OpenOptions::new().append(true).open(format!("/dev/fd/{number}")),
    }))
}

#[cfg(not(unix))]
fn opened(_: u32) -> io::Result<File> {
    Err(io::Error::from(io::ErrorKind::Unsupported))
}

/// More links than this are a circle.
const MOST_LINKS: usize = 40;

/// The same error of a file that was to be made in a folder, with the folder's name.
fn of_folder(folder: &Path, error: io::Error) -> io::Error {
    let problem = io::Error::from(error.kind());
    io::Error::new(error.kind(), format!("no file can be put into the folder {}: {problem}", folder.display()))
}

/// Makes a file with a name that nobody else has; the error names the folder.
fn named_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".plywood-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder).map_err(|error| of_folder(folder, error))
}

/// Copies a file without a name to where it belongs: beside the target first, then in its place, with its permissions.
fn put(file: &mut File, target: &Path) -> io::Result<()> {
    file.rewind()?;
    let mut beside = named_file(folder(target))?;
    if is_packed(target) {
        let mut compressed = GzEncoder::new(&mut beside, Compression::default());
        io::copy(file, &mut compressed)?;
        compressed.finish()?;
    } else {
        io::copy(file, &mut beside)?;
    }
    if let Ok(metadata) = fs::metadata(target) {
        fs::set_permissions(beside.path(), metadata.permissions())?;
    }
    beside.persist(target).map_err(|error| error.error)?;
    Ok(())
}

/// An output that waits for a search: signs of life end when the first byte is written to the terminal.
pub(in crate::cli) struct Watched<'a> {
    pub out: &'a mut Output,
    pub progress: &'a mut Progress,
}

impl Write for Watched<'_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        if matches!(self.out, Output::Stdout(_)) {
            self.progress.finish();
        }
        self.out.write(buffer)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// How each line begins.
const START: &[u8] = b"{\"number\":";

/// The file: what it had, and what is added.
pub(in crate::cli) struct Grown {
    name: PathBuf,
    file: Mutex<File>,
    /// What earlier runs have found, by the number of the position.
    pub earlier: HashMap<usize, Earlier>,
}

impl Grown {
    /// Opens the file, which need not be there, and reads what earlier runs have found. A line that was not written to its end
    /// is taken away; whatever else is no result is an error, and stays as it is.
    pub(in crate::cli) fn open(name: &Path) -> Result<Self> {
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
        let mut earlier = HashMap::new();
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
    pub(in crate::cli) fn found(&self, number: usize, fen: Option<&str>, depths: &[u32]) -> Result<Option<&Earlier>> {
        let Some(earlier) = self.earlier.get(&number) else { return Ok(None) };
        let name = self.name.display();
        if earlier.fen() != fen {
            let other = visible(earlier.fen().unwrap_or("none"));
            bail!("{name} has another position {number}, {other}; it belongs to another file or other options");
        }
        ensure!(
            earlier.depths() == depths,
            "{name} has position {number} searched to other depths; name another file for these"
        );
        Ok(Some(earlier))
    }

    /// Adds a line, which is whole in the file whatever happens next.
    pub(in crate::cli) fn add(&self, line: &str) -> Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = file.write_all(format!("{line}\n").as_bytes());
        written.with_context(|| format!("cannot write {}", self.name.display()))
    }

    /// Puts the lines into the order of their numbers: those of searches side by side came as they were found.
    pub(in crate::cli) fn close(self) -> Result<()> {
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
