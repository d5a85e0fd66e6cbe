//! Options for the output: its destination, its look, and the format of a page.

use crate::cli::args::values::{names, variants};
use crate::cli::command_error::{CommandError, Result, ensure};
use crate::cli::context::Context;
use crate::cli::io::input_file::{is_packed, plain_name, shown_name};
use crate::cli::io::output_file::{Existing, Output, is_file, write_file};
use crate::cli::io::pager::Paging;
use crate::cli::io::progress::Interrupt;
use crate::cli::io::suite_results::SuiteResults;
use crate::cli::usage;
use crate::core::trace::Header;
use crate::page::style::MOST_COLUMNS;
use crate::page::{Charset, Document, Form, Style, View};
use clap::{Args, ValueEnum};
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

const HEADING: &str = "Output";

/// The name of a format, with its file extensions.
pub(in crate::cli) type FormName<'a> = (&'a str, &'a [&'a str]);

/// Options of a command with output: its destination, and the look options `L` that apply to it.
#[derive(Debug, Args)]
#[command(next_help_heading = HEADING)]
pub(in crate::cli) struct OutputArgs<L: Args = Looks> {
    /// Write to FILE instead of standard output
    ///
    /// plywood replaces an existing file only after the whole output is written. It writes directly to devices, pipes
    /// and /dev/stdout. If the name ends in .gz, it compresses the output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Whether the output is kept in memory for a comparison.
    #[arg(skip)]
    is_kept: bool,
    #[command(flatten)]
    looks: L,
    /// When to use a pager ($PAGER or `less`)
    #[arg(long, value_enum, value_parser = variants::<Paging>(), default_value_t = Paging::Auto, value_name = "WHEN", hide_short_help = true)]
    pager: Paging,
}

/// The option for output that people will edit.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = HEADING)]
pub(in crate::cli) struct ForceArgs {
    /// Replace anything that already exists under this name
    ///
    /// Without this option, plywood keeps an existing file, because somebody may have edited it.
    #[arg(long)]
    force: bool,
}

impl ForceArgs {
    pub(in crate::cli) const fn existing(self) -> Existing {
        if self.force { Existing::Replaced } else { Existing::Kept }
    }
}

/// An empty set of look options, for output that is not a page and always looks the same.
#[derive(Debug, Args)]
pub(in crate::cli) struct Bare {}

/// Options for the look of a page without scores.
#[derive(Debug, Args)]
#[command(next_help_heading = HEADING)]
pub(in crate::cli) struct SignArgs {
    /// When to use colour; auto respects NO_COLOR, FORCE_COLOR and CLICOLOR_FORCE
    #[arg(long, value_enum, value_parser = variants::<When>(), default_value_t = When::Auto, value_name = "WHEN", hide_short_help = true)]
    color: When,
    /// Characters for drawing trees and boards
    #[arg(long, value_enum, value_parser = variants::<Characters>(), default_value_t = Characters::Auto, value_name = "NAME", hide_short_help = true)]
    charset: Characters,
    /// Maximum width of the output, in columns [default: the terminal's, or 80]
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = clap::value_parser!(u16).range(COLUMNS))]
    columns: Option<u16>,
}

/// The fewest and the most columns of a page, for `--columns`.
const COLUMNS: RangeInclusive<i64> = 40..=MOST_COLUMNS as i64;

/// Options for the look of a page about a search.
#[derive(Debug, Args)]
#[command(next_help_heading = HEADING)]
pub(in crate::cli) struct Looks {
    #[command(flatten)]
    signs: SignArgs,
    /// Point of view of the scores
    #[arg(long, default_value = "minimax", value_name = "VIEW", value_parser = names::<View>(), hide_short_help = true)]
    view: View,
}

/// Where a page goes, which decides its default look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum PageTarget {
    Terminal,
    /// Something that is not a terminal but may show colours, such as a pipe or the log of a build.
    Pipe,
    /// A file has no colours unless the user asks for them with an option, so that it is the same in every environment.
    File,
}

impl PageTarget {
    pub(in crate::cli) fn of_output(context: &Context) -> Self {
        if context.output_is_a_terminal() { Self::Terminal } else { Self::Pipe }
    }
}

/// Options for the look of a page. A command that runs inside another command inherits the options that it doesn't set
/// itself.
pub(in crate::cli) trait Styled: Args {
    /// Returns the requested style of a page for `target`.
    fn style(&self, context: &Context, target: PageTarget) -> Style;
}

/// Rejects the negamax view if the two sides do not strictly take turns. In this view, scores change sign at each ply.
pub(in crate::cli) fn refuse_negamax(header: &Header, view: View) -> Result<()> {
    let why = if header.movers().has_chance() { "chance picks moves here" } else { "the same side moves twice here" };
    ensure!(
        view != View::Negamax || header.movers().in_turn(),
        usage(format!("{why}, so a score does not change its sign at each ply; --view minimax shows it"))
    );
    Ok(())
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum When {
    /// In a terminal, not in pipes and files
    Auto,
    /// Everywhere
    Always,
    /// Nowhere
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Characters {
    /// Unicode in a capable terminal, ASCII in pipes, files and elsewhere
    Auto,
    /// `|- * <= >=`
    Ascii,
    /// Box lines, stars, and figurines for pieces
    Unicode,
}

impl Styled for SignArgs {
    fn style(&self, context: &Context, target: PageTarget) -> Style {
        let outer = context.looks();
        // A command that runs inside another command does not write to a terminal.
        let target = if outer.is_some() { PageTarget::File } else { target };
        let terminal = target == PageTarget::Terminal;
        let color = match self.color {
            When::Always => true,
            When::Never => false,
            When::Auto => target != PageTarget::File && color_by_environment(context, terminal),
        };
        let outer = outer.unwrap_or_default();
        let terminal_width = || terminal_size::terminal_size().filter(|_| terminal).map(|(width, _)| width.0.into());
        let width = self.columns.map(usize::from).or_else(terminal_width).unwrap_or(outer.width).max(40);
        let charset = match self.charset {
            Characters::Ascii => Charset::Ascii,
            Characters::Unicode => Charset::Unicode,
            Characters::Auto
                if terminal
                    && has_unicode(|name| {
                        context.variable(name).and_then(|value| value.to_str()).map(str::to_owned)
                    }) =>
            {
                Charset::Unicode
            }
            Characters::Auto => outer.charset,
        };
        Style { color, charset, width, ..Style::default() }
    }
}

impl Styled for Looks {
    fn style(&self, context: &Context, target: PageTarget) -> Style {
        let outer = context.looks().map(|outer| outer.view).filter(|_| self.view == View::default());
        Style { view: outer.unwrap_or(self.view), ..self.signs.style(context, target) }
    }
}

impl<L: Styled> OutputArgs<L> {
    pub(in crate::cli) fn style(&self, context: &Context) -> Style {
        let target = match &self.output {
            None => PageTarget::of_output(context),
            Some(name) if !self.is_kept && !is_file(context, name) => PageTarget::Pipe,
            Some(_) => PageTarget::File,
        };
        self.looks.style(context, target)
    }

    pub(in crate::cli) fn page(
        &self,
        context: &Context,
        form: &Form,
        page: impl FnOnce(&Style) -> Document,
    ) -> Result<()> {
        let style = form.style(&self.style(context));
        self.with(context, |out| form.write(&page(&style), &style, out))
    }
}

impl OutputArgs {
    /// Returns whether the user requested Unicode, which some page formats cannot show.
    pub(in crate::cli) fn asks_for_unicode(&self) -> bool {
        self.looks.signs.charset == Characters::Unicode
    }
}

impl<L: Args> OutputArgs<L> {
    /// Chooses one of the formats, each of which has a name and file extensions: the requested format, else the one
    /// that matches the file name, else the first.
    pub(in crate::cli) fn format<'a>(&self, asked: Option<&'a str>, formats: &[(&'a str, &[&str])]) -> Result<&'a str> {
        match (asked, self.ending()) {
            (Some(asked), _) => Ok(asked),
            (None, None) => self.refuse_format_name(&formats[1..]).map(|()| formats[0].0),
            (None, Some(ending)) => {
                let named = formats.iter().find(|(_, endings)| endings.contains(&ending.as_str()));
                let all: Vec<String> =
                    formats.iter().flat_map(|(_, endings)| endings.iter()).map(|ending| format!(".{ending}")).collect();
                let printed = match ending.as_str() {
                    "png" | "jpg" | "jpeg" | "gif" if all.iter().any(|one| one == ".svg") => {
                        "\n  for a picture: plywood ... -o tree.svg"
                    }
                    "pdf" if all.iter().any(|one| one == ".html") => {
                        "\n  for a PDF, write a page and print it from your browser: plywood ... -o page.html"
                    }
                    _ => "",
                };
                let wrong =
                    || usage(format!("this command cannot write .{ending}; expected {}{printed}", all.join(", ")));
                Ok(named.ok_or_else(wrong)?.0)
            }
        }
    }

    /// Rejects a file name that is the name of one of these formats, because `-o json` probably means `--format json`.
    pub(in crate::cli) fn refuse_format_name(&self, formats: &[FormName<'_>]) -> Result<()> {
        let name = self.output.as_deref().and_then(Path::to_str).unwrap_or_default();
        let is_meant = |(format, endings): &&FormName<'_>| *format == name || endings.contains(&name);
        let meant = formats.iter().find(is_meant).filter(|_| !self.is_kept);
        meant.map_or(Ok(()), |(format, _)| {
            Err(usage(format!(
                "-o takes the name of a file; for the format write --format {format}, or name a file such as -o FILE.{name}; a file \
                 called {name} is -o ./{name}"
            )))
        })
    }

    /// Rejects a file name with an extension other than `.json`, because a lesson is always written as JSON.
    pub(in crate::cli) fn refuse_other_than_lesson(&self) -> Result<()> {
        self.format(None, &[("json", &["json"])]).map(drop)
    }

    pub(in crate::cli) fn has_ending(&self, endings: &[&str]) -> bool {
        self.ending().is_some_and(|ending| endings.contains(&ending.as_str()))
    }

    /// Returns whether the output would replace a text file that has a line with this beginning.
    pub(in crate::cli) fn holds_line(&self, context: &Context, beginning: &str) -> bool {
        let name = self.output.as_ref().filter(|name| is_file(context, name));
        let old = name.and_then(|name| std::fs::read_to_string(context.at(name)).ok());
        old.is_some_and(|text| text.lines().any(|line| line.starts_with(beginning)))
    }

    /// Returns the extension of the file name in lower case, ignoring a compression extension.
    pub(in crate::cli) fn ending(&self) -> Option<String> {
        plain_name(self.output.as_ref()?).extension().map(|ending| ending.to_string_lossy().to_lowercase())
    }

    /// Returns what Ctrl-C does to a run: it shows the result so far, unless the output is a file, which must never be
    /// partial.
    pub(in crate::cli) fn interrupt(&self, context: &Context) -> Interrupt {
        if self.output.as_deref().is_some_and(|name| is_file(context, name)) {
            Interrupt::Stops
        } else {
            Interrupt::Shows
        }
    }

    /// Returns the path that follows `-o`.
    pub(in crate::cli) fn path(&self) -> Option<&Path> {
        self.output.as_deref()
    }

    pub(in crate::cli) const fn is_file(&self) -> bool {
        self.output.is_some()
    }

    /// Returns the row of the format to write, from a table of formats; see [`Self::format`].
    pub(in crate::cli) fn row<T>(
        &self,
        asked: Option<&str>,
        table: &'static [T],
        name: fn(&'static T) -> FormName<'static>,
    ) -> Result<&'static T> {
        let chosen = self.format(asked, &table.iter().map(name).collect::<Vec<_>>())?;
        Ok(table.iter().find(|row| name(row).0 == chosen).unwrap_or(&table[0]))
    }

    /// Says where the output is: `shown`, or `in` a file; `None` if the user does not see it.
    pub(in crate::cli) fn place(&self) -> Option<String> {
        match &self.output {
            None => Some("shown".to_owned()),
            Some(name) => (!self.is_kept).then(|| format!("in {}", shown_name(name))),
        }
    }

    /// Opens the output, passes it to `write`, and closes it.
    pub(in crate::cli) fn with<E: Into<CommandError>>(
        &self,
        context: &Context,
        write: impl FnOnce(&mut Output<'_>) -> Result<(), E>,
    ) -> Result<()> {
        self.with_over(context, Existing::Replaced, write)
    }

    /// Like [`Self::with`], but `existing` decides whether to replace a file that already exists.
    pub(in crate::cli) fn with_over<E: Into<CommandError>>(
        &self,
        context: &Context,
        existing: Existing,
        write: impl FnOnce(&mut Output<'_>) -> Result<(), E>,
    ) -> Result<()> {
        let mut out = self.open_over(context, existing)?;
        write(&mut out).map_err(Into::into)?;
        out.close()
    }

    /// Keeps the output in memory for the enclosing command, as if it were written to `file`.
    pub(in crate::cli) fn keep_for(&mut self, file: PathBuf) {
        (self.output, self.is_kept) = (Some(file), true);
    }

    /// If the output file already exists and must be kept, rejects it before any work is done.
    pub(in crate::cli) fn refuse_existing(&self, context: &Context, existing: Existing) -> Result<()> {
        self.output.as_deref().map_or(Ok(()), |name| existing.refuse(context, name))
    }

    pub(in crate::cli) fn write(&self, context: &Context, text: &[u8]) -> Result<()> {
        self.write_over(context, Existing::Replaced, text)
    }

    pub(in crate::cli) fn write_over(&self, context: &Context, existing: Existing, text: &[u8]) -> Result<()> {
        self.with_over(context, existing, |out| out.write_all(text))
    }

    /// Writes each text to a separate numbered file: ex-01.json for ex.json.
    pub(in crate::cli) fn write_numbered(&self, context: &Context, texts: &[String], existing: Existing) -> Result<()> {
        let path = self.output.clone().unwrap_or_default();
        ensure!(
            is_file(context, &path),
            usage(format!(
                "this writes several files, but {} is not a file name; use a name such as ex.json",
                path.display()
            ))
        );
        let plain = plain_name(&path);
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let stem = plain.file_stem().unwrap_or_default().to_string_lossy();
        let ending = name(&path).strip_prefix(&*stem).unwrap_or_default().to_owned();
        let digits = texts.len().to_string().len().max(2);
        let path = |index: usize| path.with_file_name(format!("{stem}-{:0digits$}{ending}", index + 1));
        // Check every name first, so that plywood writes either all files or none.
        (0..texts.len()).try_for_each(|index| {
            context.refuse_input(&path(index))?;
            existing.refuse(context, &path(index))
        })?;
        let mut texts = texts.iter().enumerate();
        texts.try_for_each(|(index, text)| write_file(context, &path(index), existing, text.as_bytes()))
    }

    /// Opens the file for appending; its format must be JSON Lines.
    pub(in crate::cli) fn suite_results<'c>(&self, context: &'c Context, is_lines: bool) -> Result<SuiteResults<'c>> {
        match &self.output {
            Some(name) if is_lines && is_file(context, name) && !is_packed(name) => SuiteResults::open(context, name),
            _ => Err(usage("--resume needs a JSON Lines file: -o FILE.jsonl")),
        }
    }

    pub(in crate::cli) fn open<'c>(&self, context: &'c Context) -> Result<Output<'c>> {
        self.open_over(context, Existing::Replaced)
    }

    fn open_over<'c>(&self, context: &'c Context, existing: Existing) -> Result<Output<'c>> {
        if self.is_kept {
            return Ok(Output::standard(context, Paging::Never));
        }
        let Some(path) = &self.output else {
            context.refuse_standard_output()?;
            return Ok(Output::standard(context, self.pager));
        };
        Output::named(context, path, existing)
    }
}

/// Returns whether the environment names a UTF-8 locale, so that the terminal can show more than ASCII.
fn has_unicode(variable: impl Fn(&str) -> Option<String>) -> bool {
    let is_dumb = variable("TERM").is_some_and(|name| name == "dumb");
    // The first variable that is set counts:
    // <https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap08.html>.
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(variable).find(|locale| !locale.is_empty());
    let locale = locale.unwrap_or_default().to_lowercase();
    !is_dumb && (locale.contains("utf-8") || locale.contains("utf8"))
}

/// Returns whether output that is not a file has colours: `NO_COLOR` turns them off; otherwise `CLICOLOR_FORCE` or
/// `FORCE_COLOR` (unless 0) turns them on; otherwise the terminal decides. Empty variables are ignored.
pub(in crate::cli) fn color_by_environment(context: &Context, terminal: bool) -> bool {
    let set = |name: &str| context.variable(name).filter(|value| !value.is_empty());
    if set("NO_COLOR").is_some() {
        return false;
    }
    let is_forced = ["CLICOLOR_FORCE", "FORCE_COLOR"].into_iter().filter_map(set).any(|force| force != "0");
    is_forced || terminal && set("TERM").is_none_or(|term| term != "dumb")
}

/// Returns a command line whose output file has a number, so that several commands do not replace each other's output.
/// The first command keeps its name.
pub(in crate::cli) fn numbered_output(words: &[String], number: usize) -> Vec<String> {
    let mut words = words.to_vec();
    let option = words.iter().position(|word| ["-o", "--output", "--steps"].contains(&word.as_str()));
    if let Some(file) = option.and_then(|at| words.get_mut(at + 1)).filter(|file| 1 < number && *file != "-") {
        let name = file.rfind(['/', '\\']).map_or(0, |at| at + 1);
        let end = file[name..].find('.').filter(|at| 0 < *at).map_or(file.len(), |at| name + at);
        file.insert_str(end, &format!("-{number}"));
    }
    words
}
