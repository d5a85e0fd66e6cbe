//! Options that say what is shown of a search.

use super::Usage;
use super::named::moves;
use super::output::OutputArgs;
use super::suite::SuiteFormat;
use crate::explain::{Drawing, Parts, Question};
use crate::formats::{FORMATS, Format, ShapedBy};
use crate::page::Command;
use crate::study::AnyStudy;
use anyhow::{Context, Result};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};

/// What is shown of a search.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "What is shown")]
pub(super) struct Shown {
    /// Explain the last move of a line: "Nxd3", "Ng6+ Kh7"
    #[arg(long, value_name = "LINE", value_parser = moves)]
    why: Option<String>,
    /// Follow a line ply by ply: windows, scores, verdicts
    #[arg(long, value_name = "LINE", value_parser = moves)]
    line: Option<String>,
    /// Show only what comes after a line
    #[arg(long, value_name = "LINE", value_parser = moves)]
    focus: Option<String>,
    /// Show every node, as far as is sensible
    #[arg(long)]
    full: bool,
    /// Show at most so many children of each node
    #[arg(long, value_name = "K", hide_short_help = true, value_parser = clap::value_parser!(u16).range(1..=300))]
    width: Option<u16>,
    /// Show at most so many plies, counted from the focus
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = clap::value_parser!(u16).range(1..=64))]
    plies: Option<u16>,
    /// Show a table of root moves in place of the tree
    #[arg(long, value_name = "N|all", value_parser = roots)]
    roots: Option<usize>,
    /// How the tree looks
    #[arg(long, value_enum, default_value_t = StyleName::Annotated, value_name = "NAME")]
    style: StyleName,
    /// What to write [default: by --output's suffix, else text]
    #[arg(long, value_name = "NAME", value_parser = formats())]
    format: Option<String>,
    /// Add the log: every comparison, in order
    #[arg(long)]
    log: bool,
    /// Add the search as ten lines of pseudocode; the log cites them
    #[arg(long)]
    code: bool,
    /// Add the tree with keys: when each position was created and judged
    #[arg(long, hide_short_help = true)]
    orders: bool,
    /// Add the board on which Sargon searched a lesson (with --engine sargon)
    #[arg(long, hide_short_help = true)]
    carrier: bool,
    /// Add how the PV is read from the list of new bests; `=all` adds the other two ways to it
    #[arg(long, hide_short_help = true, value_name = "WAYS", num_args = 0..=1, require_equals = true,
          default_missing_value = "list")]
    pv_scan: Option<PvWays>,
    /// Explain the signs of this page
    #[arg(long)]
    legend: bool,
    /// Answer the lesson's question, too
    #[arg(long)]
    answers: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PvWays {
    /// The list of new bests, read backwards
    List,
    /// The list, lines handed up, and the triangular table
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum StyleName {
    /// A row for each node of a small tree; a big one folded to what decided it
    Annotated,
    /// Indented, in the order of the search
    Outline,
    /// As in the Sargon document
    Sargon,
    /// As textbooks draw it, the root above: for pictures
    Upright,
}

fn roots(text: &str) -> Result<usize, String> {
    match text {
        "all" => Ok(usize::MAX),
        _ => text
            .parse()
            .ok()
            .filter(|&most| most != 0)
            .ok_or_else(|| "a number from 1 on, or `all`, is wanted".to_owned()),
    }
}

fn formats() -> PossibleValuesParser {
    PossibleValuesParser::new(FORMATS.iter().map(|format| PossibleValue::new(format.name).help(format.description)))
}

impl Shown {
    /// The options that were given, other than the format.
    fn given(&self) -> Vec<&'static str> {
        let options = [
            ("--why", self.why.is_some()),
            ("--line", self.line.is_some()),
            ("--focus", self.focus.is_some()),
            ("--full", self.full),
            ("--width", self.width.is_some()),
            ("--plies", self.plies.is_some()),
            ("--roots", self.roots.is_some()),
            ("--style", self.style != StyleName::Annotated),
            ("--log", self.log),
            ("--code", self.code),
            ("--orders", self.orders),
            ("--carrier", self.carrier),
            ("--pv-scan", self.pv_scan.is_some()),
            ("--legend", self.legend),
            ("--answers", self.answers),
        ];
        options.into_iter().filter(|(_, is_given)| *is_given).map(|(name, _)| name).collect()
    }

    /// Returns whether the listing of the Sargon document is asked for, whose search fails hard.
    pub(super) fn is_sargon(&self) -> bool {
        self.style == StyleName::Sargon
    }

    /// Returns whether something else than the usual text is asked for.
    pub(super) fn is_asked(&self) -> bool {
        self.format.is_some() || !self.given().is_empty()
    }

    /// Refuses all of it for `what`, which has one form of output.
    pub(super) fn refuse(&self, what: &str) -> Result<()> {
        let format = self.format.as_ref().map(|_| "--format");
        match format.into_iter().chain(self.given()).next() {
            Some(option) => Err(Usage(format!("{option} is for the search of one position, not for {what}")).into()),
            None => Ok(()),
        }
    }

    /// Returns the line that `--why` asks about, if nothing else is asked.
    pub(super) fn only_why(&self) -> Option<&str> {
        self.why.as_deref().filter(|_| self.format.is_none() && self.given() == ["--why"])
    }

    /// Returns how the results of `what`, a file of positions, are written; refuses everything that is for one position.
    pub(super) fn suite_format(&self, what: &str, output: &OutputArgs) -> Result<SuiteFormat> {
        const LINES: &str = "jsonl";
        let is_lines = match &self.format {
            Some(format) => format == LINES,
            None => output.has_ending(&[LINES]),
        };
        let asked = Self { format: self.format.clone().filter(|_| !is_lines), ..self.clone() };
        asked.refuse(what)?;
        Ok(if is_lines { SuiteFormat::Lines } else { SuiteFormat::Text })
    }

    /// Returns what to write, and refuses what cannot be shown together.
    pub(super) fn format(&self, output: &OutputArgs) -> Result<&'static Format> {
        let suffixes: Vec<(&str, &[&str])> = FORMATS.iter().map(|format| (format.name, format.suffixes)).collect();
        let name = output.format(self.format.as_deref(), &suffixes)?;
        let format = crate::formats::format(name).with_context(|| format!("format {name}"))?;
        let given = self.given();
        self.check_shape(format, &given)?;
        let drawn = ["--full", "--width", "--plies", "--focus", "--style", "--log", "--legend"];
        if self.style == StyleName::Sargon
            && let Some(option) = given.iter().find(|option| !drawn.contains(option))
        {
            let text =
                format!("--style sargon has the document's tree, log and legend only, so {option} means nothing to it");
            return Err(Usage(text).into());
        }
        self.check(&given)?;
        Ok(format)
    }

    /// Refuses what means nothing to a format.
    fn check_shape(&self, format: &Format, given: &[&str]) -> Result<()> {
        let refuse = |text: String| Err(Usage(text).into());
        let tree = ["--focus", "--full", "--width", "--plies", "--style"];
        match (format.shaped_by, self.style) {
            (ShapedBy::Page, StyleName::Upright) => {
                refuse("--style upright is for pictures; write one with -o FILE.svg or -o FILE.tex".to_owned())
            }
            (ShapedBy::Tree, StyleName::Sargon) => {
                refuse(format!("--style sargon is the document's text; as {} there is no such form", format.name))
            }
            (ShapedBy::Tree, _) => match given.iter().find(|option| !tree.contains(option)) {
                Some(option) => refuse(format!("{option} shapes the text; as {} it means nothing", format.name)),
                None => Ok(()),
            },
            (ShapedBy::Part, _) => match given.iter().find(|option| !["--focus", "--plies"].contains(option)) {
                Some(option) => {
                    refuse(format!("{option} shapes the text; as {} --focus and --plies say what is told", format.name))
                }
                None => Ok(()),
            },
            (ShapedBy::Nothing, _) => match given.first() {
                Some(option) => {
                    refuse(format!("{option} shapes the text; as {} the whole trace is written", format.name))
                }
                None => Ok(()),
            },
            (ShapedBy::Page, _) => Ok(()),
        }
    }

    fn check(&self, given: &[&str]) -> Result<()> {
        let refuse =
            |a: &str, b: &str| Err(Usage(format!("{a} and {b} cannot be combined; ask one thing at a time")).into());
        let find = |options: &[&'static str]| given.iter().copied().find(|option| options.contains(option));
        let extra = find(&[
            "--log",
            "--code",
            "--orders",
            "--carrier",
            "--pv-scan",
            "--legend",
            "--answers",
            "--roots",
            "--full",
            "--width",
            "--plies",
        ]);
        if let (Some(question), Some(extra)) = (find(&["--why", "--line"]), extra) {
            return refuse(question, extra);
        }
        match (self.roots, find(&["--full", "--width", "--plies", "--focus", "--style", "--legend"])) {
            (Some(_), Some(other)) => refuse("--roots", other),
            _ => Ok(()),
        }
    }

    /// Returns how a single step is written, and refuses what is for the whole search.
    pub(super) fn state_format(&self, output: &OutputArgs) -> Result<&'static Format> {
        if let Some(option) = self.given().iter().find(|option| **option != "--code") {
            let text = format!("{option} is for the whole search; it cannot be combined with --step or --steps");
            return Err(Usage(text).into());
        }
        let all = || FORMATS.iter().filter(|format| format.write_step.is_some());
        let suffixes: Vec<(&str, &[&str])> = all().map(|format| (format.name, format.suffixes)).collect();
        let name = output.format(self.format.as_deref(), &suffixes)?;
        let wrong = || {
            let names: Vec<&str> = all().map(|format| format.name).collect();
            Usage(format!("a step is written as {}, not as {name}", names.join(", ")))
        };
        Ok(all().find(|format| format.name == name).ok_or_else(wrong)?)
    }

    /// Returns whether the search is shown in pseudocode, too.
    pub(super) const fn has_code(&self) -> bool {
        self.code
    }

    /// Returns what a page of the study shows; `typed` is the command that asks for it, where it can be asked for more.
    pub(super) fn parts(&self, study: &dyn AnyStudy, typed: Option<Command>) -> Result<Parts> {
        Ok(Parts {
            question: self.question(study)?,
            drawing: match self.style {
                StyleName::Annotated => Drawing::Annotated,
                StyleName::Outline => Drawing::Outline,
                StyleName::Sargon => Drawing::Sargon,
                StyleName::Upright => Drawing::Upright,
            },
            full: self.full,
            width: self.width.map(usize::from),
            plies: self.plies.map(usize::from),
            roots: self.roots,
            log: self.log,
            code: self.code,
            orders: self.orders,
            carrier: self.carrier,
            pv_scan: self.pv_scan.is_some(),
            pv_ways: self.pv_scan == Some(PvWays::All),
            legend: self.legend,
            answers: self.answers,
            command: typed,
        })
    }

    fn question(&self, study: &dyn AnyStudy) -> Result<Question> {
        type Ask = fn(Vec<String>) -> Question;
        let asked: [(&str, &Option<String>, Ask); 3] = [
            ("--why", &self.why, Question::Why),
            ("--line", &self.line, Question::Line),
            ("--focus", &self.focus, Question::Focus),
        ];
        let mut given =
            asked.into_iter().filter_map(|(option, text, ask)| text.as_ref().map(|text| (option, text, ask)));
        let Some((option, text, ask)) = given.next() else { return Ok(Question::Search) };
        if let Some((other, ..)) = given.next() {
            return Err(Usage(format!("{option} and {other} cannot be combined; ask one thing at a time")).into());
        }
        let line = study.read_line(text).with_context(|| format!("{option} \"{text}\""))?;
        if line.is_empty() {
            return if option == "--focus" {
                Ok(Question::Search)
            } else {
                Err(Usage(format!("{option} needs a move")).into())
            };
        }
        Ok(ask(line))
    }
}
