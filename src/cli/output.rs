//! Where output goes and how it looks: standard output or a file, colour, width.

use super::Usage;
use super::opened::{is_packed, plain_name};
use super::pager::{Paged, Paging};
use super::plain::Plain;
use super::progress::{self, Interrupt, Progress};
use anyhow::{Context, Result};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use flate2::Compression;
use flate2::write::GzEncoder;
use plywood::render::{Charset, Style, View};
use plywood::study::StudyError;
use std::fs;
use std::io::{self, BufWriter, IsTerminal, Seek, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Options that every command with output has.
#[derive(Debug, Args)]
pub struct OutputArgs {
    /// Write to FILE
    ///
    /// An existing file is replaced only when everything is written. A name that ends in .gz is compressed.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// When to use colour; NO_COLOR and CLICOLOR_FORCE are heeded
    #[arg(long, value_enum, default_value_t = When::Auto, value_name = "WHEN", hide_short_help = true)]
    color: When,
    /// The characters that trees and boards are drawn with
    #[arg(long, value_enum, default_value_t = CharsetName::Ascii, value_name = "NAME", hide_short_help = true)]
    charset: CharsetName,
    /// Whose point of view the scores take
    #[arg(long, value_enum, default_value_t = ViewName::Minimax, value_name = "VIEW")]
    view: ViewName,
    /// How many columns the output may have [default: the terminal's, or 80]
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = clap::value_parser!(u16).range(40..=1000))]
    columns: Option<u16>,
    /// When to show the output page by page, with PAGER or `less`
    #[arg(long, value_enum, default_value_t = Paging::Auto, value_name = "WHEN", hide_short_help = true)]
    pager: Paging,
}

/// The formats of commands that have a page and a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    /// For people
    Text,
    /// For programs: one JSON document
    Json,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum CharsetName {
    Ascii,
    Unicode,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ViewName {
    /// MAX's: White's on a board, else the first player's
    Minimax,
    /// The side's that made the move, with the arithmetic of negamax
    Negamax,
}

impl OutputArgs {
    /// Returns the style that was asked for.
    pub fn style(&self) -> Style {
        let terminal = self.output.is_none() && io::stdout().is_terminal();
        let color = match self.color {
            When::Always => true,
            When::Never => false,
            When::Auto => color_by_environment(terminal),
        };
        let terminal_width = || terminal_size::terminal_size().filter(|_| terminal).map(|(width, _)| width.0);
        let width = self.columns.or_else(terminal_width).unwrap_or(80).max(40);
        Style {
            color,
            charset: match self.charset {
                CharsetName::Ascii => Charset::Ascii,
                CharsetName::Unicode => Charset::Unicode,
            },
            view: match self.view {
                ViewName::Minimax => View::Minimax,
                ViewName::Negamax => View::Negamax,
            },
            width: usize::from(width),
            ..Style::default()
        }
    }

    /// Returns the options that make a page look like this, each with its value.
    pub fn looks(&self) -> [(&'static str, String); 3] {
        let name = |value: Option<PossibleValue>| value.map(|value| value.get_name().to_owned()).unwrap_or_default();
        [
            ("--columns", self.style().width.to_string()),
            ("--charset", name(self.charset.to_possible_value())),
            ("--view", name(self.view.to_possible_value())),
        ]
    }

    /// Returns which of the formats to write, given as names with the endings of their files: the one that was asked for,
    /// else the one that the name of the file says, else the first.
    pub fn format<'a>(&self, asked: Option<&'a str>, formats: &[(&'a str, &[&str])]) -> Result<&'a str> {
        match (asked, self.ending()) {
            (Some(asked), _) => Ok(asked),
            (None, None) => Ok(formats[0].0),
            (None, Some(ending)) => {
                let named = formats.iter().find(|(_, endings)| endings.contains(&ending.as_str()));
                let all: Vec<String> =
                    formats.iter().flat_map(|(_, endings)| endings.iter()).map(|ending| format!(".{ending}")).collect();
                let wrong = || Usage(format!("nothing is written as .{ending} here, only as {}", all.join(", ")));
                Ok(named.ok_or_else(wrong)?.0)
            }
        }
    }

    /// Returns whether a page for browsers is wanted: the name of the file says so.
    pub fn is_page(&self) -> bool {
        self.has_ending(&["html", "htm"])
    }

    /// Returns whether the name of the file ends in one of these.
    pub fn has_ending(&self, endings: &[&str]) -> bool {
        self.ending().is_some_and(|ending| endings.contains(&ending.as_str()))
    }

    /// Returns how the name of the file ends, in small letters; how it is compressed plays no part.
    fn ending(&self) -> Option<String> {
        plain_name(self.output.as_ref()?).extension().map(|ending| ending.to_string_lossy().to_lowercase())
    }

    /// Refuses a file and a width for `what`.
    pub fn refuse_file(&self, what: &str) -> Result<()> {
        let given = [("--output", self.output.is_some()), ("--columns", self.columns.is_some())];
        match given.into_iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => Err(Usage(format!("{option} does nothing here: {what}")).into()),
            None => Ok(()),
        }
    }

    /// Returns what Ctrl-C does to a run: what is half done comes into no file.
    pub const fn interrupt(&self) -> Interrupt {
        if self.output.is_some() { Interrupt::Stops } else { Interrupt::Shows }
    }

    /// Returns whether a file is named.
    pub const fn is_file(&self) -> bool {
        self.output.is_some()
    }

    /// Writes everything and closes.
    pub fn write(&self, text: &[u8]) -> Result<()> {
        let mut out = self.open()?;
        out.write_all(text)?;
        out.close()
    }

    /// Writes each text to a file of its own, whose name has a number: ex-01.json for ex.json.
    pub fn write_numbered(&self, texts: &[String]) -> Result<()> {
        let path = self.output.clone().unwrap_or_default();
        let plain = plain_name(&path);
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let stem = plain.file_stem().unwrap_or_default().to_string_lossy();
        let ending = name(&path).strip_prefix(&*stem).unwrap_or_default().to_owned();
        let digits = texts.len().to_string().len().max(2);
        for (index, text) in texts.iter().enumerate() {
            let name = format!("{stem}-{:0digits$}{ending}", index + 1);
            let path = path.with_file_name(name);
            write_file(&path, text.as_bytes())?;
        }
        Ok(())
    }

    /// Opens the output.
    pub fn open(&self) -> Result<Output> {
        match &self.output {
            None => Ok(Output::Stdout(Plain::new(Paged::new(self.pager)))),
            Some(path) => open_file(path),
        }
    }
}

/// Opens an output that takes the place of the file `path` when it is closed.
fn open_file(path: &Path) -> Result<Output> {
    Output::file(path).with_context(|| format!("cannot write {}", path.display()))
}

/// Writes `text` to the file `path`: all of it, or nothing changes.
pub fn write_file(path: &Path, content: &[u8]) -> Result<()> {
    let mut out = open_file(path)?;
    out.write_all(content)?;
    out.close()
}

/// `NO_COLOR` (if not empty) switches colour off, `CLICOLOR_FORCE` (unless 0) on, and else a terminal decides.
fn color_by_environment(terminal: bool) -> bool {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    if set("NO_COLOR").is_some() {
        return false;
    }
    match set("CLICOLOR_FORCE") {
        Some(force) if force != "0" => true,
        _ => terminal && set("TERM").is_none_or(|term| term != "dumb"),
    }
}

/// An open output.
pub enum Output {
    /// Standard output.
    Stdout(Plain<Paged>),
    /// A file without a name, which will replace another one. Whatever ends the program, nothing is left of it.
    File {
        /// The new file.
        file: BufWriter<fs::File>,
        /// The one to be replaced.
        target: PathBuf,
        /// The same as it was typed.
        name: PathBuf,
    },
    /// Something that cannot be replaced, such as a device or a named pipe.
    Special {
        /// The open device.
        file: BufWriter<fs::File>,
        /// Its name.
        name: PathBuf,
    },
}

impl Output {
    fn file(name: &Path) -> io::Result<Self> {
        let target = followed(name)?;
        let name = name.to_owned();
        match fs::metadata(&target) {
            Ok(metadata) if metadata.is_dir() => return Err(io::Error::from(io::ErrorKind::IsADirectory)),
            Ok(metadata) if !metadata.is_file() => {
                let file = BufWriter::new(fs::OpenOptions::new().write(true).open(&target)?);
                return Ok(Self::Special { file, name });
            }
            // A file that may not be written is not to be replaced either.
            Ok(_) => drop(fs::OpenOptions::new().write(true).open(&target)?),
            Err(_) => {}
        }
        let folder = folder(&target);
        if !folder.is_dir() {
            let problem = format!("there is no folder {}", folder.display());
            return Err(io::Error::new(io::ErrorKind::NotFound, problem));
        }
        // Whether a file can be put there is known now, not after a long search. It has no name, so that nothing can stay.
        let file = tempfile::tempfile_in(folder).map_err(|error| of_folder(folder, error))?;
        progress::writes(Some((&target, &name)));
        Ok(Self::File { file: BufWriter::new(file), target, name })
    }

    /// Brings everything to its place. Without this, an existing file stays as it was; so it does if the run was
    /// interrupted, as what it wrote is not what was asked for.
    pub fn close(mut self) -> Result<()> {
        self.flush()?;
        self.refuse_interrupted()?;
        if let Self::File { file, target, name } = self {
            let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            progress::writes(None);
            progress::uninterrupted(|| put(&mut file, &target))
                .with_context(|| format!("cannot write {}", name.display()))?;
        }
        Ok(())
    }

    /// Closes if all was `written`; that the run was interrupted explains why it was not.
    pub fn finish(self, written: Result<(), StudyError>) -> Result<()> {
        self.refuse_interrupted()?;
        written?;
        self.close()
    }

    /// Refuses to go on with a file if the run was interrupted.
    fn refuse_interrupted(&self) -> Result<()> {
        match self {
            Self::File { target, name, .. } if progress::is_stopped() => Err(progress::interrupted(target, name)),
            _ => Ok(()),
        }
    }

    /// The same error, with the name of what was written; a broken pipe stays one.
    fn named(&self, error: io::Error) -> io::Error {
        let name = match self {
            Self::Stdout(_) => "standard output".to_owned(),
            Self::File { name, .. } | Self::Special { name, .. } => name.display().to_string(),
        };
        io::Error::new(error.kind(), format!("cannot write {name}: {error}"))
    }
}

impl Write for Output {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let written = match self {
            Self::Stdout(out) => out.write(buffer),
            Self::File { file, .. } => file.write(buffer),
            Self::Special { file, .. } => file.write(buffer),
        };
        written.map_err(|error| self.named(error))
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = match self {
            Self::Stdout(out) => out.flush(),
            Self::File { file, .. } => file.flush(),
            Self::Special { file, .. } => file.flush(),
        };
        flushed.map_err(|error| self.named(error))
    }
}

/// The folder of a file.
fn folder(target: &Path) -> &Path {
    target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Where a name leads to in the end, also by links to a file that does not exist yet.
fn followed(name: &Path) -> io::Result<PathBuf> {
    let mut target = name.to_owned();
    for _ in 0..MOST_LINKS {
        if let Ok(found) = fs::canonicalize(&target) {
            return Ok(found);
        }
        match fs::read_link(&target) {
            Ok(link) => target = folder(&target).join(link),
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::other("its link leads in a circle"))
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
fn put(file: &mut fs::File, target: &Path) -> io::Result<()> {
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
pub struct Watched<'a> {
    /// Where to write.
    pub out: &'a mut Output,
    /// The signs of life.
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
