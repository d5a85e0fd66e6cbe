//! Options that say what is shown of a search.

use super::Usage;
use anyhow::Result;
use clap::{Args, ValueEnum};

/// What is shown of a search.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "What is shown")]
pub struct Look {
    /// Explain one move, at the root or after a line: "Nxd3", "Ng6+ Kh7"
    #[arg(long, value_name = "LINE")]
    pub why: Option<String>,
    /// Follow a line ply by ply: windows, scores, verdicts, and where it died
    #[arg(long, value_name = "LINE")]
    pub line: Option<String>,
    /// Show the subtree after a line
    #[arg(long, value_name = "LINE")]
    pub focus: Option<String>,
    /// Show every node, as far as that is sensible
    #[arg(long)]
    pub full: bool,
    /// Show at most so many children of each node
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(1..=300))]
    pub width: Option<u16>,
    /// Show at most so many plies, counted from the focus
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub plies: Option<u16>,
    /// How the tree looks; `sargon` is the look of the Sargon document
    #[arg(long, value_enum, default_value_t = StyleName::Annotated)]
    pub style: StyleName,
    /// What to write
    #[arg(long, value_enum, default_value_t = FormatName::Text)]
    pub format: FormatName,
    /// Add the log: every step of the search, in order
    #[arg(long)]
    pub log: bool,
    /// Show structure, creation order and minimax order as small diagrams with keys
    #[arg(long)]
    pub orders: bool,
    /// Show how the PV is read from the list of best moves so far
    #[arg(long)]
    pub pv_scan: bool,
    /// Explain every sign
    #[arg(long)]
    pub legend: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StyleName {
    /// The default
    Annotated,
    /// The look of the Sargon document
    Sargon,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    /// For people
    Text,
    /// The whole trace as one JSON document
    Json,
    /// The trace as JSON Lines, written while the search runs
    Jsonl,
}

impl Look {
    /// The options that were given, other than the format.
    fn given(&self) -> Vec<&'static str> {
        let options = [
            ("--why", self.why.is_some()),
            ("--line", self.line.is_some()),
            ("--focus", self.focus.is_some()),
            ("--full", self.full),
            ("--width", self.width.is_some()),
            ("--plies", self.plies.is_some()),
            ("--style", self.style != StyleName::Annotated),
            ("--log", self.log),
            ("--orders", self.orders),
            ("--pv-scan", self.pv_scan),
            ("--legend", self.legend),
        ];
        options.into_iter().filter(|(_, is_given)| *is_given).map(|(name, _)| name).collect()
    }

    /// Returns whether something else than the usual text is asked for.
    pub fn is_asked(&self) -> bool {
        self.format != FormatName::Text || !self.given().is_empty()
    }

    /// Refuses all of it for `what`, which has one form of output.
    pub fn refuse(&self, what: &str) -> Result<()> {
        let format = (self.format != FormatName::Text).then_some("--format");
        match format.into_iter().chain(self.given()).next() {
            Some(option) => Err(Usage(format!("{option} is for the search of one position, not for {what}")).into()),
            None => Ok(()),
        }
    }

    /// Refuses what cannot be shown together.
    pub fn check(&self) -> Result<()> {
        let given = self.given();
        if self.format != FormatName::Text
            && let Some(option) = given.first()
        {
            return Err(Usage(format!(
                "{option} shapes the text; with --format json or jsonl the whole trace is written"
            ))
            .into());
        }
        let drawn = ["--full", "--width", "--plies", "--focus", "--style", "--log"];
        if self.style == StyleName::Sargon
            && let Some(option) = given.iter().find(|option| !drawn.contains(option))
        {
            return Err(Usage(format!(
                "--style sargon has the document's tree and log only, so {option} means nothing to it"
            ))
            .into());
        }
        let question = given.iter().find(|option| ["--why", "--line"].contains(option));
        let extra = given.iter().find(|option| ["--log", "--orders", "--pv-scan", "--legend"].contains(option));
        match (question, extra) {
            (Some(question), Some(extra)) => {
                Err(Usage(format!("{question} and {extra} cannot be combined; ask one thing at a time")).into())
            }
            _ => Ok(()),
        }
    }
}
