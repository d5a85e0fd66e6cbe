//! Output: standard output, a new file, or something that is already open or not a regular file.

use crate::cli::command_error::{Result, WithContext as _, ensure};
use crate::cli::context::Context;
use crate::cli::io::input_file::{is_packed, shown_name};
use crate::cli::io::interruption::Written;
use crate::cli::io::pager::{Paged, Paging, PlainWriter};
use crate::cli::io::progress::Progress;
use crate::cli::usage;
use crate::core::search::SearchError;
use crate::core::study::StudyError;
use crate::page::text::grouped;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// What happens to a file that already exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Existing {
    /// The file is replaced.
    Replaced,
    /// The file is kept, because it may contain somebody's work: a lesson, a program, answers.
    Kept,
}

impl Existing {
    /// Rejects an existing file that must be kept.
    pub(in crate::cli) fn refuse(self, context: &Context, name: &Path) -> Result<()> {
        let exists = || is_file(context, name) && fs::symlink_metadata(context.at(name)).is_ok();
        ensure!(
            self == Self::Replaced || !exists(),
            usage(format!(
                "{} exists and may contain somebody's work; name another file with -o, or replace it with --force",
                shown_name(name)
            ))
        );
        Ok(())
    }
}

/// What a command writes to.
pub(in crate::cli) struct Output<'a> {
    context: &'a Context,
    place: Place<'a>,
}

enum Place<'a> {
    Stdout(PlainWriter<Paged<'a>>),
    /// An unnamed file that will replace another file. However the program ends, no temporary file remains.
    File {
        file: BufWriter<File>,
        target: PathBuf,
        name: PathBuf,
        existing: Existing,
    },
    /// An output that cannot be replaced, such as a device, a pipe, or something that the shell has opened.
    Special {
        file: BufWriter<File>,
        name: PathBuf,
    },
}

impl<'a> Output<'a> {
    /// Opens the output with this name. A file is replaced when the output is closed; anything else is written at once.
    pub(in crate::cli) fn named(context: &'a Context, name: &Path, existing: Existing) -> Result<Self> {
        context.refuse_input(name)?;
        existing.refuse(context, name)?;
        let place = Place::at(context, name, existing).with_context(|| format!("cannot write {}", name.display()))?;
        Ok(Self::noted(context, place))
    }

    /// Returns standard output or its substitute.
    pub(in crate::cli) fn standard(context: &'a Context, paging: Paging) -> Self {
        Self::noted(context, Place::Stdout(PlainWriter::new(Paged::new(context, paging))))
    }

    fn noted(context: &'a Context, place: Place<'a>) -> Self {
        context.writes(place.written());
        Self { context, place }
    }

    /// Moves the output to its destination. An existing file stays unchanged if `close` is never called, or if the run
    /// was interrupted and the output is therefore incomplete.
    pub(in crate::cli) fn close(mut self) -> Result<()> {
        self.context.engines.refuse_failed()?;
        self.flush()?;
        self.refuse_interrupted()?;
        let context = self.context;
        match self.place {
            Place::Stdout(mut out) => out.inner().close()?,
            Place::Special { .. } => {}
            Place::File { file, target, name, existing } => {
                // Check again that the output is not an input, because some inputs are read only after the output has
                // been opened.
                context.refuse_input(&name)?;
                existing.refuse(context, &name)?;
                let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
                context.writes(Written::Nothing);
                context
                    .interruption()
                    .uninterrupted(|| put(&mut file, &target, existing))
                    .with_context(|| format!("cannot write {}", name.display()))?;
                say_written(context, &name, &target);
            }
        }
        Ok(())
    }

    /// Closes the output if `written` is a success. Otherwise returns the error, or reports the interruption that
    /// caused it.
    pub(in crate::cli) fn finish(self, written: Result<(), StudyError>) -> Result<()> {
        self.context.engines.refuse_failed()?;
        self.refuse_interrupted()?;
        match written {
            Err(StudyError::Search(SearchError::Stopped(_))) => Err(self.context.interrupted()),
            written => {
                written?;
                self.close()
            }
        }
    }

    fn refuse_interrupted(&self) -> Result<()> {
        match self.place {
            Place::File { .. } if self.context.is_stopped() => Err(self.context.interrupted()),
            Place::Stdout(_) | Place::File { .. } | Place::Special { .. } => Ok(()),
        }
    }
}

impl Place<'_> {
    fn at(context: &Context, name: &Path, existing: Existing) -> io::Result<Self> {
        let in_place = |file: File| Self::Special { file: BufWriter::new(file), name: name.to_owned() };
        let at = context.at(name);
        let target = match followed(&at)? {
            Destination::Descriptor(number) => return opened(number).map(in_place),
            Destination::Name(target) => target,
        };
        let name = name.to_owned();
        match fs::metadata(&at) {
            Ok(metadata) if metadata.is_dir() => return Err(io::Error::from(io::ErrorKind::IsADirectory)),
            Ok(metadata) if !metadata.is_file() => {
                return OpenOptions::new().write(true).open(&at).map(in_place);
            }
            // Opening the file for writing checks its permissions: a file without write permission must not be
            // replaced.
            Ok(_) => drop(OpenOptions::new().write(true).open(&target)?),
            Err(_) => {}
        }
        let folder = folder(&target);
        if !folder.is_dir() {
            let problem = format!("there is no folder {}", context.shown(folder).display());
            return Err(io::Error::new(io::ErrorKind::NotFound, problem));
        }
        // Find out now, not after a long search, whether plywood can create a file there. The file has no name, so that
        // plywood cannot leave it behind.
        let file = tempfile::tempfile_in(folder).map_err(|error| of_folder(context.shown(folder), error))?;
        Ok(Self::File { file: BufWriter::new(file), target, name, existing })
    }

    /// Returns what happens to the output if the run is interrupted.
    fn written(&self) -> Written {
        match self {
            Self::File { target, name, .. } => Written::File(target.clone(), name.clone()),
            Self::Stdout(_) | Self::Special { .. } => Written::InPlace(self.name()),
        }
    }

    fn name(&self) -> String {
        match self {
            Self::Stdout(_) => "standard output".to_owned(),
            Self::File { name, .. } | Self::Special { name, .. } => name.display().to_string(),
        }
    }

    /// Adds the name of the output to an error, and keeps the error's kind, so that a broken pipe stays a broken pipe.
    fn blamed(&self, error: io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("cannot write {}: {error}", self.name()))
    }
}

impl Write for Output<'_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        // If an engine failed, the search could not continue, so its partial result is useless.
        self.context.engines.refuse_failed().map_err(|error| io::Error::other(format!("{error:#}")))?;
        let written = match &mut self.place {
            Place::Stdout(out) => out.write(buffer),
            Place::File { file, .. } | Place::Special { file, .. } => file.write(buffer),
        };
        written.map_err(|error| self.place.blamed(error))
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = match &mut self.place {
            Place::Stdout(out) => out.flush(),
            Place::File { file, .. } | Place::Special { file, .. } => file.flush(),
        };
        flushed.map_err(|error| self.place.blamed(error))
    }
}

/// Writes all of `content` to `path`, or changes nothing.
pub(in crate::cli) fn write_file(context: &Context, path: &Path, existing: Existing, content: &[u8]) -> Result<()> {
    let mut out = Output::named(context, path, existing)?;
    out.write_all(content)?;
    out.close()
}

/// Tells the user at a terminal which file to open. Scripts rely on the exit code instead.
fn say_written(context: &Context, name: &Path, target: &Path) {
    if context.errors_are_a_terminal()
        && let Ok(metadata) = fs::metadata(target)
    {
        context.tell(&format!("wrote {}, {} bytes", shown_name(name), grouped(metadata.len())));
    }
}

/// Returns true if a name refers to a file, even one that does not exist yet; false if it refers to something that is
/// written in place.
pub(in crate::cli) fn is_file(context: &Context, name: &Path) -> bool {
    let at = context.at(name);
    matches!(followed(&at), Ok(Destination::Name(_))) && fs::metadata(&at).map_or(true, |metadata| metadata.is_file())
}

fn folder(target: &Path) -> &Path {
    target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// What a name leads to after all links have been followed.
enum Destination {
    /// A file descriptor of this process.
    Descriptor(u32),
    /// A file that may not exist yet, or anything else with a name.
    Name(PathBuf),
}

/// Follows a name's links to the end, but not the link from an open descriptor of the shell to its file.
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
    Err(io::Error::other("its symbolic links form a loop"))
}

/// Returns the file descriptor of this process that a path names, if any; `/dev/stdout` names one through links.
fn descriptor(path: &Path) -> Option<u32> {
    let number = path.file_name()?.to_str()?.parse().ok()?;
    let folder = fs::canonicalize(folder(path)).ok()?;
    DESCRIPTORS.iter().any(|own| fs::canonicalize(own).is_ok_and(|own| own == folder)).then_some(number)
}

const DESCRIPTORS: [&str; 3] = ["/proc/self/fd", "/proc/thread-self/fd", "/dev/fd"];

/// Returns the open file with this descriptor, at its current position. A descriptor other than the three standard ones
/// can only be reopened; plywood then appends to the file, so that nothing is overwritten.
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

/// A chain of more links than this is treated as a cycle.
const MOST_LINKS: usize = 40;

/// Adds the folder's name to the error for a file that could not be created in it.
fn of_folder(folder: &Path, error: io::Error) -> io::Error {
    let problem = io::Error::from(error.kind());
    io::Error::new(error.kind(), format!("cannot create a file in the folder {}: {problem}", folder.display()))
}

/// Creates a file with a unique name; the error names the folder.
fn named_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".plywood-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder).map_err(|error| of_folder(folder, error))
}

/// Moves an unnamed file to its destination. First copies it to a file next to the target, then replaces the target
/// with this file and keeps the target's permissions.
fn put(file: &mut File, target: &Path, existing: Existing) -> io::Result<()> {
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
    match existing {
        Existing::Replaced => beside.persist(target),
        Existing::Kept => beside.persist_noclobber(target),
    }
    .map_err(|error| error.error)?;
    Ok(())
}

/// An output that waits for a search: the progress display ends when the first byte is written to the terminal.
pub(in crate::cli) struct Watched<'a, 'c> {
    pub out: &'a mut Output<'c>,
    pub progress: &'a mut Progress,
}

impl Write for Watched<'_, '_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        if matches!(self.out.place, Place::Stdout(_)) {
            self.progress.finish();
        }
        self.out.write(buffer)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
