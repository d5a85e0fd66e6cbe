//! Options that select which parts of a search to show.

use crate::cli::args::engine_args::SARGON;
use crate::cli::args::form_args::{TEXT, refuse_promised};
use crate::cli::args::output_args::OutputArgs;
use crate::cli::args::values::{Typed, described, from_one, group, moves, names, variants};
use crate::cli::command_error::{Result, WithContext as _};
use crate::cli::commands::suite::SuiteFormat;
use crate::cli::usage;
use crate::core::study::AnyStudy;
use crate::explain::{NamesAt, PageOptions, PageQuestion, TreeLook, TreeStyle};
use crate::formats::{FORMATS, Format, ShapedBy};
use crate::page::{Command, Form};
use clap::builder::TypedValueParser;
use clap::{Args, ValueEnum};
use std::num::NonZeroU64;

pub(in crate::cli) const HEADING: &str = "What is shown";

/// Options that ask about a line instead of showing the page.
const QUESTION: &str = "question";
/// Options for the tree, and therefore for a picture of it.
const TREE: &str = "tree";
/// Options for a picture: the options for the tree, and options that omit parts of the picture.
const PICTURE: &str = "picture";
/// Options for several steps side by side.
const STRIP: &str = "steps side by side";
/// Options that select a part of the trace.
const PART: &str = "part";
/// Options for a page in the style of the Sargon document.
const DOCUMENT: &str = "document";
/// Options for a single step.
const STEP: &str = "single step";
/// The output format.
const FORM: &str = "form";

/// The parts of a search to show.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = HEADING)]
#[command(groups = [group(QUESTION), group(TREE), group(PICTURE), group(STRIP), group(PART), group(DOCUMENT), group(STEP), group(FORM)])]
pub(in crate::cli) struct ShownSearch {
    #[command(flatten)]
    typed: Typed,
    /// Explain the last move of a line: "Nxd3", "Ng6+ Kh7"
    #[arg(long, value_name = "LINE", value_parser = moves, group = QUESTION)]
    why: Option<String>,
    /// Follow a line ply by ply: windows, scores, verdicts
    #[arg(long, value_name = "LINE", value_parser = moves, group = QUESTION)]
    line: Option<String>,
    /// Show only the subtree after this line
    #[arg(long, value_name = "LINE", value_parser = moves, groups = [TREE, PICTURE, PART, DOCUMENT])]
    focus: Option<String>,
    /// Show every node (of a large tree, the first 200,000)
    #[arg(long, groups = [TREE, PICTURE, DOCUMENT])]
    full: bool,
    /// Show at most K moves per node
    #[arg(long, value_name = "K", hide_short_help = true, value_parser = clap::value_parser!(u16).range(1..=300),
          groups = [TREE, PICTURE, DOCUMENT])]
    width: Option<u16>,
    /// Show at most N plies of the tree
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = clap::value_parser!(u16).range(1..=64),
          groups = [TREE, PICTURE, PART, DOCUMENT])]
    plies: Option<u16>,
    /// When --plies or --focus trims a trace, still write every Nth trimmed subtree in full
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = from_one::<u64>, group = PART)]
    every: Option<u64>,
    /// Show a table of N (or all) root moves, not the tree
    #[arg(long, value_name = "N|all", value_parser = roots)]
    roots: Option<usize>,
    /// Style of the tree
    #[arg(long, default_value = "auto", value_name = "NAME", value_parser = names::<TreeStyle>(),
          groups = [TREE, PICTURE, DOCUMENT, STEP, STRIP])]
    style: TreeStyle,
    /// Draw only the tree, without a title or legend (.svg, .tex, .dot, .mmd)
    #[arg(long, hide_short_help = true, groups = [PICTURE, STEP])]
    bare: bool,
    /// Nodes to label in an upright tree
    #[arg(long, default_value = "all", value_name = "WHERE", value_parser = names::<NamesAt>(), hide_short_help = true,
          groups = [PICTURE, STEP, STRIP])]
    names: NamesAt,
    /// Output format [default: from the file name, otherwise text]
    #[arg(long, value_name = "NAME", value_parser = formats(), group = FORM)]
    format: Option<String>,
    /// Also print the log: every comparison, in order
    #[arg(long, value_name = "WHAT", num_args = 0..=1, require_equals = true,
          default_missing_value = "comparisons", value_parser = variants::<LogWanted>(), group = DOCUMENT)]
    log: Option<LogWanted>,
    /// Show pseudocode; each step cites its lines
    #[arg(long, group = STEP)]
    pub code: bool,
    /// Also print a numbered tree that shows when each position was created and when its score was compared
    #[arg(long, hide_short_help = true, group = DOCUMENT)]
    orders: bool,
    /// Also show the carrier, the board on which Sargon searched a lesson (with --engine sargon)
    #[arg(long, hide_short_help = true, help_heading = SARGON)]
    carrier: bool,
    /// Show how to read the PV from the list of new bests
    #[arg(long, hide_short_help = true, value_name = "WAYS", num_args = 0..=1, require_equals = true,
          default_missing_value = "list", value_parser = variants::<PvWaysWanted>(), group = DOCUMENT)]
    pv_scan: Option<PvWaysWanted>,
    /// Explain the symbols used on the page
    #[arg(long, group = DOCUMENT)]
    legend: bool,
    /// Also print the answer to the lesson's question
    #[arg(long)]
    answers: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LogWanted {
    /// Every comparison
    Comparisons,
    /// Also each position when it is created, numbered as in --orders
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum PvWaysWanted {
    /// The list of new bests, read backwards
    List,
    /// The list, returned lines, and the triangular table
    All,
}

fn roots(text: &str) -> Result<usize, String> {
    match text {
        _ if text.eq_ignore_ascii_case("all") => Ok(usize::MAX),
        _ => text
            .parse()
            .ok()
            .filter(|&most| most != 0)
            .ok_or_else(|| "expected a number of at least 1, or `all`".to_owned()),
    }
}

/// Returns a function that explains, for a given option, why `what` does not support it.
fn is_for_one(what: &str) -> impl Fn(&str) -> String {
    move |option| format!("{option} is for the search of one position, not for {what}")
}

fn formats() -> impl TypedValueParser<Value = String> {
    described(FORMATS.iter().map(|format| (format.name, format.description)))
}

impl ShownSearch {
    /// Returns the options that the user typed, except the format.
    fn given(&self) -> impl Iterator<Item = &str> {
        self.typed.of::<Self>().filter(|option| !self.typed.has(FORM, option))
    }

    /// Returns the first option that the user typed and that does not belong to this group, if there is one.
    fn outside(&self, group: &str) -> Option<&str> {
        self.given().find(|option| !self.typed.has(group, option))
    }

    /// Returns whether the user asked for the listing from the Sargon document, whose search is fail-hard.
    pub(in crate::cli) fn is_sargon(&self) -> bool {
        self.style == TreeStyle::Sargon
    }

    /// Returns whether the user asked for anything other than the usual page, in any format.
    pub(in crate::cli) fn is_asked(&self) -> bool {
        self.given().next().is_some()
    }

    /// Rejects all display options, except the format, for `what`.
    pub(in crate::cli) fn refuse(&self, what: &str) -> Result<()> {
        self.given().next().map_or(Ok(()), |option| Err(usage(is_for_one(what)(option))))
    }

    /// Returns whether the answer to the lesson's question is requested.
    pub(in crate::cli) const fn answers(&self) -> bool {
        self.answers
    }

    /// Returns the output format of a page about `what`. Such a page shows no picture and no search.
    pub(in crate::cli) fn page_format(&self, what: &str, output: &OutputArgs) -> Result<&'static Format> {
        if let Some(option) = self.given().find(|option| *option != "--answers") {
            return Err(usage(is_for_one(what)(option)));
        }
        let format = self.format(output)?;
        match Form::named(format.name).is_some() || format.name == "json" {
            true => Ok(format),
            false => {
                Err(usage(format!("{what} can be written as text, Markdown, HTML or JSON, not as {}", format.name)))
            }
        }
    }

    /// Returns the line given with `--why`, if nothing else but a format is requested.
    pub(in crate::cli) fn only_why(&self) -> Option<&str> {
        self.why.as_deref().filter(|_| self.given().count() == 1)
    }

    /// Returns the output format for the results of `what`, a file of positions; rejects options for a single position.
    pub(in crate::cli) fn suite_format(&self, what: &str, output: &OutputArgs) -> Result<SuiteFormat> {
        const LINES: &str = "jsonl";
        let is_lines = self.format.as_ref().map_or_else(|| output.has_ending(&[LINES]), |format| format == LINES);
        self.refuse(what)?;
        if is_lines {
            return Ok(SuiteFormat::Lines);
        }
        refuse_promised(output, self.format.as_deref(), &[TEXT, (LINES, &[LINES])])?;
        match self.format.as_deref().filter(|format| *format != TEXT.0) {
            Some(format) => Err(usage(format!("{what} can be searched with --format text or jsonl, not {format}"))),
            None => Ok(SuiteFormat::Text),
        }
    }

    /// Returns the output format, and rejects options that cannot be combined.
    pub(in crate::cli) fn format(&self, output: &OutputArgs) -> Result<&'static Format> {
        let format = output.row(self.format.as_deref(), FORMATS, |format| (format.name, format.suffixes))?;
        self.check_shape(format)?;
        if self.style == TreeStyle::Sargon {
            if let Some(option) = self.outside(DOCUMENT) {
                return Err(usage(format!(
                    "{option} has no effect with --style sargon, which prints the document's tree, --orders, --pv-scan, --log and \
                     --legend only"
                )));
            }
            if self.pv_scan == Some(PvWaysWanted::All) {
                return Err(usage("--style sargon prints the document's PV list only: write --pv-scan"));
            }
        }
        self.check()?;
        Ok(format)
    }

    /// Rejects options that have no effect on output in this format.
    fn check_shape(&self, format: &Format) -> Result<()> {
        let refuse = |text: String| Err(usage(text));
        self.check_picture(format)?;
        let (outside, why) = match (format.shaped_by, self.style) {
            (shaped_by, _) if self.every.is_some() && shaped_by != ShapedBy::Part => {
                return refuse("--every applies to traces; write one with -o FILE.jsonl".to_owned());
            }
            _ if self.every.is_some() && self.plies.is_none() && self.focus.is_none() => {
                return refuse("--every needs --plies or --focus; otherwise the trace is complete anyway".to_owned());
            }
            (ShapedBy::Tree | ShapedBy::Picture, TreeStyle::Sargon) => {
                return refuse(format!("--style sargon is a text style; it cannot be written as {}", format.name));
            }
            (ShapedBy::Page, _) => (None, ""),
            (ShapedBy::Tree, _) => (self.outside(TREE), "it has no effect"),
            (ShapedBy::Picture, _) => (self.outside(PICTURE), "it has no effect"),
            (ShapedBy::Part, _) => (self.outside(PART), "use --focus and --plies to select a part"),
            (ShapedBy::Nothing, _) => (self.given().next(), "the whole trace is written"),
        };
        match outside {
            Some(option) if format.name == "html" => {
                refuse(format!("{option} has no effect on a browser page; leave it out"))
            }
            Some(option) => refuse(format!("{option} affects only text output; as {} {why}", format.name)),
            None => Ok(()),
        }
    }

    /// Rejects picture options if the format is not a picture. Rejects `--names` unless the tree is drawn upright,
    /// because other styles give each name its own row.
    fn check_picture(&self, format: &Format) -> Result<()> {
        let of_pictures = |option: &&str| self.typed.has(PICTURE, option) && !self.typed.has(TREE, option);
        if format.shaped_by != ShapedBy::Picture
            && let Some(option) = self.given().find(of_pictures)
        {
            let text = format!("{option} affects only pictures: write one with -o FILE.svg, .tex, .dot or .mmd");
            return Err(usage(text));
        }
        if self.names != NamesAt::All && !matches!(self.style, TreeStyle::Auto | TreeStyle::Upright) {
            let text = format!("--names is for upright trees; --style {} has one row per node", self.style.name());
            return Err(usage(text));
        }
        Ok(())
    }

    /// Returns the output format for several steps side by side, and rejects options that don't apply.
    pub(in crate::cli) fn strip_format(&self, output: &OutputArgs) -> Result<&'static Format> {
        if let Some(option) = self.outside(STRIP) {
            return Err(usage(format!(
                "{option} cannot be combined with --strip, which draws one tree and one line per step"
            )));
        }
        if !matches!(self.style, TreeStyle::Auto | TreeStyle::Upright) {
            return Err(usage("--strip draws only upright trees"));
        }
        self.one_of(output, "--strip", |format| format.write_strip.is_some())
    }

    /// Returns the requested format, or an error if this format cannot write `what`.
    fn one_of(&self, output: &OutputArgs, what: &str, can: fn(&Format) -> bool) -> Result<&'static Format> {
        let all = || FORMATS.iter().filter(|format| can(format));
        let suffixes: Vec<(&str, &[&str])> = all().map(|format| (format.name, format.suffixes)).collect();
        let name = output.format(self.format.as_deref(), &suffixes)?;
        let wrong = || {
            let names: Vec<&str> = all().map(|format| format.name).collect();
            usage(format!("{what} is written as {}, not as {name}", names.join(", ")))
        };
        all().find(|format| format.name == name).ok_or_else(wrong)
    }

    /// Rejects combinations that cannot be shown on one page.
    fn check(&self) -> Result<()> {
        let pair = match (self.typed.in_group(QUESTION).first(), self.roots) {
            (Some(question), _) => self.outside(QUESTION).map(|other| (question.as_str(), other)),
            (None, Some(_)) => self
                .given()
                .find(|option| self.typed.has(TREE, option) || *option == "--legend")
                .map(|other| ("--roots", other)),
            (None, None) => None,
        };
        match pair {
            Some((one, other)) => Err(usage(format!("{one} and {other} cannot be combined; use one at a time"))),
            None => Ok(()),
        }
    }

    /// Returns the output format for a single step, and rejects options for the whole search.
    pub(in crate::cli) fn state_format(&self, output: &OutputArgs) -> Result<&'static Format> {
        if let Some(option) = self.outside(STEP) {
            let text = format!("{option} is for the whole search; it cannot be combined with --step or --steps");
            return Err(usage(text));
        }
        if matches!(self.style, TreeStyle::Outline | TreeStyle::Sargon) {
            let text =
                format!("--style {} is for the whole search; a step is drawn with rows or upright", self.style.name());
            return Err(usage(text));
        }
        let format = self.one_of(output, "a step", |format| format.write_step.is_some())?;
        self.check_picture(format)?;
        Ok(format)
    }

    pub(in crate::cli) const fn look(&self) -> TreeLook {
        TreeLook { drawing: self.style, bare: self.bare, names: self.names }
    }

    /// Returns the contents of the study's page. `typed` is the command that produced the page; it is present only if
    /// the page can suggest further commands.
    pub(in crate::cli) fn parts(&self, study: &dyn AnyStudy, typed: Option<Command>) -> Result<PageOptions> {
        Ok(PageOptions {
            question: self.question(study)?,
            drawing: self.style,
            in_terminal: false,
            bare: self.bare,
            names: self.names,
            full: self.full,
            width: self.width.map(usize::from),
            plies: self.plies.map(usize::from),
            every: self.every.and_then(NonZeroU64::new),
            roots: self.roots,
            log: self.log.is_some(),
            log_creation: self.log == Some(LogWanted::All),
            code: self.code,
            orders: self.orders,
            carrier: self.carrier,
            pv_scan: self.pv_scan.is_some(),
            pv_ways: self.pv_scan == Some(PvWaysWanted::All),
            legend: self.legend,
            answers: self.answers,
            until: None,
            command: typed,
        })
    }

    fn question(&self, study: &dyn AnyStudy) -> Result<PageQuestion> {
        type Ask = fn(Vec<String>) -> PageQuestion;
        let asked: [(&str, &Option<String>, Ask); 3] = [
            ("--why", &self.why, PageQuestion::Why),
            ("--line", &self.line, PageQuestion::Line),
            ("--focus", &self.focus, PageQuestion::Focus),
        ];
        let mut given =
            asked.into_iter().filter_map(|(option, text, ask)| text.as_ref().map(|text| (option, text, ask)));
        let Some((option, text, ask)) = given.next() else { return Ok(PageQuestion::Search) };
        if let Some((other, ..)) = given.next() {
            return Err(usage(format!("{option} and {other} cannot be combined; use one at a time")));
        }
        let line = study.read_line(text).with_context(|| format!("{option} \"{text}\""))?;
        if line.is_empty() {
            return if option == "--focus" {
                Ok(PageQuestion::Search)
            } else {
                Err(usage(format!("{option} needs a move")))
            };
        }
        Ok(ask(line))
    }
}
