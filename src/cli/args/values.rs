//! What is common to all options: values that are names, of moves or from one of the library's lists, so that help, completions and
//! errors name what is on the list; and which options were really typed.

use crate::cli::usage;
use crate::core::game::chess::Evaluation;
use crate::core::game::classic::game_rows;
use crate::core::names::Named;
use crate::core::search::Order;
use crate::page::text::visible_lines;
use anyhow::Result;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::{Error, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgGroup, ArgMatches, Args, Command, FromArgMatches, Id};
use std::convert::Infallible;
use std::ffi::OsStr;
use std::str::FromStr;

/// Reads moves by their names: letters that act stand for the numbers by which pages show them, see [`visible_lines`].
pub(in crate::cli) fn moves(text: &str) -> Result<String, Infallible> {
    Ok(visible_lines(text))
}

/// Reads a number of which only the least is worth a word.
pub(in crate::cli) fn from_one<N: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<N, &'static str> {
    text.parse().ok().filter(|number| N::from(1) <= *number).ok_or("expected a whole number of at least 1")
}

fn listed<T: Named>() -> Vec<PossibleValue> {
    T::ALL.iter().map(|named| PossibleValue::new(named.name()).help(named.description())).collect()
}

/// Reads the name of something on a list of the library.
pub(in crate::cli) fn names<T: Named + Send + Sync>() -> impl TypedValueParser<Value = T> {
    let read = |name: &str| T::from_name(name).ok();
    NameParser { values: listed::<T>(), beside: |name| T::from_name(name).is_ok(), read }
}

pub(in crate::cli) fn chess_evaluations() -> impl TypedValueParser<Value = String> {
    or_engine(listed::<Evaluation>())
}

/// Reads the name of a static evaluation: of chess, or of a game of the table.
pub(in crate::cli) fn evaluations() -> impl TypedValueParser<Value = String> {
    let mut values = listed::<Evaluation>();
    for row in game_rows() {
        for (name, what) in row.scores {
            if values.iter().all(|value| value.get_name() != *name) {
                values.push(PossibleValue::new(*name).help(format!("{}: {what}", row.names[0])));
            }
        }
    }
    or_engine(values)
}

/// Also accepts values that begin with `uci:`.
fn or_engine(mut values: Vec<PossibleValue>) -> impl TypedValueParser<Value = String> {
    let engine = "Scores from a UCI engine, such as uci:stockfish";
    values.push(PossibleValue::new("uci:ENGINE").help(engine));
    let is_engine = |name: &str| name.strip_prefix("uci:").is_some_and(|words| !words.trim().is_empty());
    NameParser { values, beside: is_engine, read: |name| Some(name.to_owned()) }
}

#[derive(Clone)]
struct NameParser<T> {
    values: Vec<PossibleValue>,
    /// Whether something is a name that does not stand on the list.
    beside: fn(&str) -> bool,
    read: fn(&str) -> Option<T>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for NameParser<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        let name = match value.to_str().filter(|name| (self.beside)(name)) {
            Some(name) => name.to_owned(),
            // Clap's own parser names the list and the nearest name.
            None => PossibleValuesParser::new(self.values.clone()).parse_ref(command, argument, value)?,
        };
        (self.read)(&name).ok_or_else(|| Error::new(ErrorKind::InvalidValue))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.values.iter().cloned()))
    }
}

/// Parses a move ordering, which may have a seed.
pub(in crate::cli) fn orders() -> impl TypedValueParser<Value = Order> {
    OrderParser
}

#[derive(Clone)]
struct OrderParser;

impl TypedValueParser for OrderParser {
    type Value = Order;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<Order, Error> {
        (|text: &str| text.parse::<Order>()).parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let name = |order: Order| if matches!(order, Order::Random(_)) { "random:SEED" } else { order.name() };
        Some(Box::new(Order::ALL.iter().map(move |&order| PossibleValue::new(name(order)).help(order.description()))))
    }
}

/// The options that were really typed, `--depth`, those of each group that options name, and the values that were typed.
#[derive(Clone, Debug, Default)]
pub(in crate::cli) struct Typed(Vec<String>, Vec<(String, Vec<String>)>, Vec<(String, String)>);

/// Returns a group any number of whose options may be given.
pub(in crate::cli) fn group(name: &'static str) -> ArgGroup {
    ArgGroup::new(name).multiple(true)
}

fn long(id: &Id) -> String {
    format!("--{}", id.as_str().replace('_', "-"))
}

impl Typed {
    /// Returns those of a struct of options.
    pub(in crate::cli) fn of<T: Args>(&self) -> impl Iterator<Item = &str> {
        let known = T::augment_args(Command::new(""));
        let known: Vec<String> = known.get_arguments().map(|option| long(option.get_id())).collect();
        self.0.iter().filter(move |option| known.contains(option)).map(String::as_str)
    }

    /// Returns those of a struct with their values, several of one option with commas between.
    pub(in crate::cli) fn values_of<T: Args>(&self) -> impl Iterator<Item = (&str, &str)> {
        let value =
            |option: &str| self.2.iter().find(|(name, _)| name == option).map_or("", |(_, value)| value.as_str());
        self.of::<T>().map(move |option| (option, value(option)))
    }

    pub(in crate::cli) fn in_group(&self, group: &str) -> &[String] {
        self.1.iter().find(|(name, _)| name == group).map_or(&[], |(_, options)| options)
    }

    /// Returns whether one of them belongs to a group.
    pub(in crate::cli) fn has(&self, group: &str, option: &str) -> bool {
        self.in_group(group).iter().any(|one| one == option)
    }

    /// Refuses the options of a struct, with the reason for the first of them.
    pub(in crate::cli) fn refuse<T: Args>(&self, why: impl FnOnce(&str) -> String) -> Result<()> {
        self.of::<T>().next().map_or(Ok(()), |option| Err(usage(why(option))))
    }
}

impl FromArgMatches for Typed {
    fn from_arg_matches(given: &ArgMatches) -> Result<Self, Error> {
        let is_typed = |id: &&Id| given.value_source(id.as_str()) == Some(ValueSource::CommandLine);
        let group = |id: &Id| {
            let options = given.try_get_many::<Id>(id.as_str()).ok()??;
            Some((id.to_string(), options.map(long).collect()))
        };
        let value = |id: &Id| {
            let values = given.try_get_raw(id.as_str()).ok()??;
            let values: Vec<String> = values.map(|value| value.to_string_lossy().into_owned()).collect();
            Some((long(id), values.join(",")))
        };
        let typed = || given.ids().filter(is_typed);
        let groups = given.ids().filter_map(group).collect();
        Ok(Self(typed().map(long).collect(), groups, typed().filter_map(value).collect()))
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
