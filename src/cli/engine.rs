//! Which program searches: plywood's own, or Sargon as of 1978.

use super::Usage;
use super::search_args::SearchArgs;
use super::subject::refuse_game;
use crate::sargon::BookUse;
use crate::study::AnyStudy;
use crate::subject::{DEFAULT_DEPTH, Subject};
use anyhow::Result;
use clap::{Args, ValueEnum};

/// The heading of what only Sargon has.
pub(super) const SARGON: &str = "Sargon of 1978";

/// Options that choose the program.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = SARGON)]
pub(super) struct EngineArgs {
    /// Which program searches
    #[arg(long, value_enum, default_value_t = EngineName::Plywood, value_name = "NAME", hide_short_help = true)]
    engine: EngineName,
    /// Search even where its opening book has a move
    #[arg(long, hide_short_help = true)]
    no_book: bool,
}

/// The name of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum EngineName {
    /// The project's own search
    Plywood,
    /// Sargon (Dan and Kathe Spracklen), as of 1978
    Sargon,
}

/// The options of a search that Sargon has nothing for, and why.
const FOREIGN: [(&str, &str); 9] = [
    ("--algorithm", "it has one algorithm, its own alpha-beta"),
    ("--order", "it always sorts moves by their static scores, and not at all at the last ply"),
    ("--with", "it has none of these techniques"),
    ("--cut", "its rule is fixed: a score that reaches beta cuts"),
    ("--fail", "it is fail-hard"),
    ("--tables", "it knows no tables of endings"),
    ("--table", "it has no transposition table"),
    ("--table-answers", "it has no transposition table"),
    ("--evaluation", "it has its own static score (see `plywood eval --engine sargon`)"),
];

impl EngineArgs {
    /// Refuses Sargon for `what`, which only plywood's own search can do.
    pub(super) fn refuse_sargon(&self, what: &str) -> Result<()> {
        match self.engine {
            EngineName::Plywood => Ok(()),
            EngineName::Sargon => Err(Usage(format!("{what} for plywood's own search, not for Sargon")).into()),
        }
    }

    /// Refuses options that do not go together, whatever is searched.
    pub(super) fn check(&self, search: &SearchArgs) -> Result<()> {
        let foreign = FOREIGN.iter().find(|(name, _)| search.typed.of::<SearchArgs>().any(|option| option == *name));
        match (self.engine, foreign) {
            (EngineName::Plywood, _) if self.no_book => {
                Err(Usage("--no-book is for --engine sargon; plywood has no book".to_owned()).into())
            }
            (EngineName::Plywood, _) => search.check(),
            (EngineName::Sargon, None) => Ok(()),
            (EngineName::Sargon, Some((name, reason))) => {
                Err(Usage(format!("{name} makes no sense with --engine sargon: {reason}")).into())
            }
        }
    }

    /// Makes a study of the subject.
    pub(super) fn study(&self, search: &SearchArgs, subject: &Subject) -> Result<Box<dyn AnyStudy>> {
        self.check(search)?;
        if self.engine == EngineName::Plywood {
            return search.study(subject);
        }
        refuse_game(subject, "--engine sargon")?;
        let subject = search.overlaid(subject)?;
        let book = if self.no_book { BookUse::Closed } else { BookUse::Open };
        let depth = search.depth.or(subject.depth).unwrap_or(DEFAULT_DEPTH);
        Ok(subject.study_by_sargon(depth, book, search.limits())?)
    }
}
