//! Which options were really typed. It stands first in its struct, as clap takes out what it has read.

use super::Usage;
use anyhow::Result;
use clap::error::Error;
use clap::parser::ValueSource;
use clap::{ArgGroup, ArgMatches, Args, Command, FromArgMatches, Id};
use std::collections::BTreeMap;

/// The options that were really typed, `--depth`, and those of each group that options name.
#[derive(Clone, Debug, Default)]
pub(super) struct Typed(Vec<String>, BTreeMap<String, Vec<String>>);

/// Returns a group any number of whose options may be given.
pub(super) fn group(name: &'static str) -> ArgGroup {
    ArgGroup::new(name).multiple(true)
}

fn long(id: &Id) -> String {
    format!("--{}", id.as_str().replace('_', "-"))
}

impl Typed {
    /// Returns those of a struct of options.
    pub(super) fn of<T: Args>(&self) -> impl Iterator<Item = &str> {
        let known = T::augment_args(Command::new(""));
        let known: Vec<String> = known.get_arguments().map(|option| long(option.get_id())).collect();
        self.0.iter().filter(move |option| known.contains(option)).map(String::as_str)
    }

    /// Returns those of a group.
    pub(super) fn in_group(&self, group: &str) -> &[String] {
        self.1.get(group).map_or(&[], Vec::as_slice)
    }

    /// Returns whether one of them belongs to a group.
    pub(super) fn has(&self, group: &str, option: &str) -> bool {
        self.in_group(group).iter().any(|one| one == option)
    }

    /// Refuses the options of a struct, with the reason for the first of them.
    pub(super) fn refuse<T: Args>(&self, why: impl FnOnce(&str) -> String) -> Result<()> {
        self.of::<T>().next().map_or(Ok(()), |option| Err(Usage(why(option)).into()))
    }
}

impl FromArgMatches for Typed {
    fn from_arg_matches(given: &ArgMatches) -> Result<Self, Error> {
        let is_typed = |id: &&Id| given.value_source(id.as_str()) == Some(ValueSource::CommandLine);
        let group = |id: &Id| {
            let options = given.try_get_many::<Id>(id.as_str()).ok()??;
            Some((id.to_string(), options.map(long).collect()))
        };
        Ok(Self(given.ids().filter(is_typed).map(long).collect(), given.ids().filter_map(group).collect()))
    }

    fn update_from_arg_matches(&mut self, given: &ArgMatches) -> Result<(), Error> {
        Self::from_arg_matches(given).map(|typed| *self = typed)
    }
}

impl Args for Typed {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}
