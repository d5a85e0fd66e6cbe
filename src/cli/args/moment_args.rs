//! Selects the moment of a search to show: the end of a pass, or an event.

use crate::cli::args::trace_source::FileCursor;
use crate::cli::args::values::from_one;
use crate::cli::command_error::Result;
use crate::cli::usage;
use crate::core::study::{AnyStudy, Moment, StudyUntil};
use clap::Args;

/// Options that select a moment.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Step by step")]
pub(in crate::cli) struct MomentArgs {
    /// Show the search as it was after its Nth pass
    #[arg(long, value_name = "N", value_parser = from_one::<u64>, hide_short_help = true)]
    pass: Option<u64>,
    /// Show the search when the node of event N was judged
    ///
    /// Events are numbered from 1. In a JSON Lines file, event N is on line N + 1.
    #[arg(long, value_name = "N", value_parser = from_one::<u64>, conflicts_with = "pass", hide_short_help = true)]
    event: Option<u64>,
}

impl MomentArgs {
    fn moment(&self) -> Option<Moment> {
        let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        self.pass.map(|pass| Moment::Pass(number(pass))).or(self.event.map(|event| Moment::Event(number(event))))
    }

    pub(in crate::cli) fn is_asked(&self) -> bool {
        self.moment().is_some()
    }

    /// Returns the search up to the chosen moment, or `None` if no moment was named.
    pub(in crate::cli) fn of<'a>(&self, study: &'a dyn AnyStudy) -> Result<Option<StudyUntil<&'a dyn AnyStudy>>> {
        let Some(moment) = self.moment() else { return Ok(None) };
        StudyUntil::new(study, moment)?.map(Some).map_err(|error| usage(error.to_string()))
    }

    /// Moves a cursor to the end of the pass, or to the event.
    pub(in crate::cli) fn go(&self, cursor: &mut FileCursor) -> Result<()> {
        match self.moment() {
            None => Ok(()),
            Some(Moment::Event(event)) => Ok(cursor.go(event)?),
            Some(Moment::Pass(pass)) => match cursor.go_to_pass(pass)? {
                0 => Ok(()),
                there => Err(usage(format!("there is no pass {pass}; the search has {there}"))),
            },
        }
    }

    /// Rejects these options for subjects without moments.
    pub(in crate::cli) fn refuse(&self, what: &str) -> Result<()> {
        if self.is_asked() {
            Err(usage(format!("--pass and --event are for one search, not for {what}")))
        } else {
            Ok(())
        }
    }
}
