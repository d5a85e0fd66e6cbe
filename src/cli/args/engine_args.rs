//! Options that choose the program that searches: plywood or Sargon.

use crate::cli::args::search_args::SearchArgs;
use crate::cli::args::subject_args::refuse_game;
use crate::cli::args::values::variants;
use crate::cli::command_error::Result;
use crate::cli::context::Context;
use crate::cli::usage;
use crate::core::study::AnyStudy;
use crate::sargon::BookUse;
use crate::subject::{DEFAULT_DEPTH, Subject};
use clap::{Args, ValueEnum};

pub(in crate::cli) const SARGON: &str = "Sargon of 1978";

/// Options that choose the program.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = SARGON)]
pub(in crate::cli) struct EngineArgs {
    /// Program to use
    #[arg(long, value_enum, value_parser = variants::<EngineName>(), default_value_t = EngineName::Plywood, value_name = "NAME", hide_short_help = true)]
    engine: EngineName,
    /// Search even if Sargon's opening book has a move
    #[arg(long, hide_short_help = true)]
    no_book: bool,
}

/// The name of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum EngineName {
    /// plywood's own search
    Plywood,
    /// Sargon (Dan and Kathe Spracklen, 1978)
    Sargon,
}

/// The search options that Sargon doesn't support, and why.
const FOREIGN: [(&str, &str); 13] = [
    ("--algorithm", "it has one algorithm, its own alpha-beta"),
    ("--order", "it always sorts moves by their static evaluations, except at the last ply"),
    ("--with", "it has none of these techniques"),
    ("--cut", "its rule is fixed: a score that reaches beta causes a cutoff"),
    ("--fail", "it is fail-hard"),
    ("--leaves", "it has no range of leaf values"),
    ("--tablebases", "it has no endgame tablebase"),
    ("--hash", "it has no transposition table"),
    ("--table-answers", "it has no transposition table"),
    ("--evaluation", "it has its own static evaluation (see `plywood eval --engine sargon`)"),
    ("--uci-go", "no UCI engine evaluates its leaves"),
    ("--uci-time", "no UCI engine evaluates its leaves"),
    ("--uci-option", "no UCI engine evaluates its leaves"),
];

impl EngineArgs {
    /// Rejects Sargon for `what`, which only plywood's own search supports.
    pub(in crate::cli) fn refuse_sargon(&self, what: &str) -> Result<()> {
        match self.engine {
            EngineName::Plywood => Ok(()),
            EngineName::Sargon => Err(usage(format!("{what} for plywood's own search, not for Sargon"))),
        }
    }

    /// Returns the options on the command line that change results but are not in the header's settings. Excludes the
    /// time limit, because a search stopped by it is incomplete.
    pub(in crate::cli) fn beside_header(search: &SearchArgs) -> Vec<(String, String)> {
        const IN_HEADER: [&str; 7] =
            ["--depth", "--algorithm", "--order", "--with", "--cut", "--fail", "--table-answers"];
        const NO_RESULT: [&str; 3] = ["--evaluation", "--time", "--uci-time"];
        let typed = search.typed.values_of::<SearchArgs>().chain(search.typed.values_of::<Self>());
        let others = typed.filter(|(option, _)| !IN_HEADER.contains(option) && !NO_RESULT.contains(option));
        others.map(|(option, value)| (option.trim_start_matches('-').to_owned(), value.to_owned())).collect()
    }

    /// Rejects options that cannot be combined, regardless of what is searched.
    pub(in crate::cli) fn check(&self, search: &SearchArgs) -> Result<()> {
        let foreign = FOREIGN.iter().find(|(name, _)| search.typed.of::<SearchArgs>().any(|option| option == *name));
        match (self.engine, foreign) {
            (EngineName::Plywood, _) if self.no_book => {
                Err(usage("--no-book is for --engine sargon; plywood has no book"))
            }
            (EngineName::Plywood, _) => search.check(),
            (EngineName::Sargon, None) => Ok(()),
            (EngineName::Sargon, Some((name, reason))) => {
                Err(usage(format!("{name} cannot be used with --engine sargon: {reason}")))
            }
        }
    }

    pub(in crate::cli) fn study(
        &self,
        context: &Context,
        search: &SearchArgs,
        subject: &Subject,
    ) -> Result<Box<dyn AnyStudy>> {
        self.check(search)?;
        if self.engine == EngineName::Plywood {
            return search.study(context, subject);
        }
        refuse_game(subject, "--engine sargon")?;
        let subject = search.overlaid(subject)?;
        let book = if self.no_book { BookUse::Closed } else { BookUse::Open };
        let depth = search.depth.or(subject.depth).unwrap_or(DEFAULT_DEPTH);
        Ok(subject.study_by_sargon(depth, book, search.limits(context))?)
    }
}
