//! Parsers for the names of moves and for names from the library's lists, which help, completions and errors then show.
//! Also records which options the user typed.

use crate::cli::args::look_alike::TYPOGRAPHIC_QUOTES;
use crate::cli::command_error::Result;
use crate::cli::usage;
use crate::core::game::chess::Evaluation;
use crate::core::game::classic::GameList;
use crate::core::names::{Named, normalize};
use crate::core::search::Order;
use crate::core::text::listed as listed_words;
use crate::page::text::visible_lines;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgGroup, ArgMatches, Args, Command, FromArgMatches, Id, ValueEnum};
use std::ffi::OsStr;
use std::str::FromStr;
use std::sync::Arc;

/// Reads the names of moves. Control characters become the codes that pages show for them; see [`visible_lines`].
pub(in crate::cli) fn moves(text: &str) -> Result<String, &'static str> {
    let is_quote = |letter: char| TYPOGRAPHIC_QUOTES.contains(letter);
    if text.starts_with(is_quote) && text.ends_with(is_quote) {
        return Err("these quotation marks are part of the text; leave them out, or use \"\"");
    }
    Ok(visible_lines(text))
}

/// Reads a whole number of at least 1. Any other text gives the same error message.
pub(in crate::cli) fn from_one<N: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<N, &'static str> {
    text.parse().ok().filter(|number| N::from(1) <= *number).ok_or("expected a whole number of at least 1")
}

fn listed<T: Named>() -> Vec<PossibleValue> {
    T::ALL.iter().map(|named| PossibleValue::new(named.name()).help(named.description())).collect()
}

/// Reads a name from one of the library's lists.
pub(in crate::cli) fn names<T: Named + Send + Sync>() -> impl TypedValueParser<Value = T> {
    NameParser { values: listed::<T>(), read: Arc::new(T::meant) }
}

pub(in crate::cli) fn chess_evaluations() -> impl TypedValueParser<Value = String> {
    or_engine(listed::<Evaluation>())
}

/// Reads the name of a static evaluation for chess or for one of these games.
pub(in crate::cli) fn evaluations(games: &GameList) -> impl TypedValueParser<Value = String> {
    // A name may mean different things in different games.
    type Meanings = Vec<(&'static str, Vec<&'static str>)>;
    let mut scores: Vec<(&str, Meanings)> = Vec::new();
    for row in games.rows() {
        for (name, what) in row.scores {
            let known = scores.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
                scores.push((name, Vec::new()));
                scores.len() - 1
            });
            let meanings = &mut scores[known].1;
            match meanings.iter_mut().find(|(known, _)| known == what) {
                Some((_, games)) => games.push(row.names[0]),
                None => meanings.push((what, vec![row.names[0]])),
            }
        }
    }
    let value = |(name, meanings): (&'static str, Meanings)| {
        let said = meanings.iter().map(|(what, games)| format!("{}: {what}", listed_words(games)));
        PossibleValue::new(name).help(said.collect::<Vec<_>>().join("; "))
    };
    or_engine(listed::<Evaluation>().into_iter().chain(scores.into_iter().map(value)).collect())
}

/// Returns a parser that accepts these values and any value that begins with `uci:`.
fn or_engine(mut values: Vec<PossibleValue>) -> impl TypedValueParser<Value = String> {
    let engine = "Scores from a UCI engine, such as uci:stockfish";
    let names = values.clone();
    values.push(PossibleValue::new("uci:ENGINE").help(engine));
    let read = move |text: &str| {
        let is_engine = text.strip_prefix("uci:").is_some_and(|words| !words.trim().is_empty());
        if is_engine { Some(text.to_owned()) } else { meant(&names, text) }
    };
    NameParser { values, read: Arc::new(read) }
}

/// Reads one of these names. The help shows each name with its description.
pub(in crate::cli) fn described(
    rows: impl Iterator<Item = (&'static str, &'static str)>,
) -> impl TypedValueParser<Value = String> {
    let values: Vec<_> = rows.map(|(name, about)| PossibleValue::new(name).help(about)).collect();
    let names = values.clone();
    NameParser { values, read: Arc::new(move |text| meant(&names, text)) }
}

/// Reads one of these names, or another common name for one of them. Each pair in `others` is `(name, other)`.
pub(in crate::cli) fn spelled(
    names: impl IntoIterator<Item = &'static str>,
    others: &[(&'static str, &'static str)],
) -> impl TypedValueParser<Value = String> {
    let value = |name: &'static str| {
        let others = others.iter().filter(|(of, _)| *of == name).map(|(_, other)| *other);
        PossibleValue::new(name).aliases(others)
    };
    let values: Vec<_> = names.into_iter().map(value).collect();
    let names = values.clone();
    NameParser { values, read: Arc::new(move |text| meant(&names, text)) }
}

/// Reads the name of a variant.
pub(in crate::cli) fn variants<T: ValueEnum + Send + Sync + 'static>() -> impl TypedValueParser<Value = T> {
    let value = |variant: &T| Some((variant.to_possible_value()?, variant.clone()));
    let all: Vec<(PossibleValue, T)> = T::value_variants().iter().filter_map(value).collect();
    let values = all.iter().map(|(value, _)| value.clone()).collect();
    let read =
        move |text: &str| all.iter().find(|(value, _)| is_meant(value, text)).map(|(_, variant)| variant.clone());
    NameParser { values, read: Arc::new(read) }
}

/// Returns the name from the list that the user probably meant by `text`.
fn meant(values: &[PossibleValue], text: &str) -> Option<String> {
    // `c` is a separate name, not a truncated `c++`.
    let exact = values.iter().find(|value| value.get_name_and_aliases().any(|name| name == text));
    let found = exact.or_else(|| values.iter().find(|value| is_meant(value, text)))?;
    Some(found.get_name().to_owned())
}

fn is_meant(value: &PossibleValue, text: &str) -> bool {
    value.matches(text, true) || value.get_name_and_aliases().any(|name| normalize(name) == normalize(text))
}

/// A function that returns the value that the user meant by a text.
type ReadName<T> = Arc<dyn Fn(&str) -> Option<T> + Send + Sync>;

#[derive(Clone)]
struct NameParser<T> {
    values: Vec<PossibleValue>,
    read: ReadName<T>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for NameParser<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        if let Some(found) = value.to_str().and_then(|text| (self.read)(text.trim())) {
            return Ok(found);
        }
        let values = self.values.iter().filter(|value| !value.is_hide_set()).map(|value| value.get_name().to_owned());
        let mut unknown = Error::new(ErrorKind::InvalidValue).with_cmd(command);
        let context = [
            (ContextKind::InvalidArg, ContextValue::String(argument.map(ToString::to_string).unwrap_or_default())),
            (ContextKind::InvalidValue, ContextValue::String(value.to_string_lossy().into_owned())),
            (ContextKind::ValidValue, ContextValue::Strings(values.collect())),
        ];
        for (kind, text) in context {
            unknown.insert(kind, text);
        }
        Err(unknown)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.values.iter().cloned()))
    }
}

/// Parses a move ordering, possibly with a seed.
pub(in crate::cli) fn orders() -> impl TypedValueParser<Value = Order> {
    let name = |order: Order| if matches!(order, Order::Random(_)) { "random:SEED" } else { order.name() };
    let values = Order::ALL.iter().map(|&order| PossibleValue::new(name(order)).help(order.description())).collect();
    NameParser { values, read: Arc::new(Order::meant) }
}

/// The options that the user typed, such as `--depth`; the typed options of each group; and the typed values.
#[derive(Clone, Debug, Default)]
pub(in crate::cli) struct Typed(Vec<String>, Vec<(String, Vec<String>)>, Vec<(String, String)>);

/// Returns a group that allows any number of its options.
pub(in crate::cli) fn group(name: &'static str) -> ArgGroup {
    ArgGroup::new(name).multiple(true)
}

fn long(id: &Id) -> String {
    format!("--{}", id.as_str().replace('_', "-"))
}

impl Typed {
    /// Returns those options of a struct that the user typed.
    pub(in crate::cli) fn of<T: Args>(&self) -> impl Iterator<Item = &str> {
        let known = || T::augment_args(Command::new("")).get_arguments().map(|option| long(option.get_id())).collect();
        let known: Vec<String> = if self.0.is_empty() { Vec::new() } else { known() };
        self.0.iter().filter(move |option| known.contains(option)).map(String::as_str)
    }

    /// Returns those options of a struct that the user typed, with their values; several values of one option are
    /// joined by commas.
    pub(in crate::cli) fn values_of<T: Args>(&self) -> impl Iterator<Item = (&str, &str)> {
        let value =
            |option: &str| self.2.iter().find(|(name, _)| name == option).map_or("", |(_, value)| value.as_str());
        self.of::<T>().map(move |option| (option, value(option)))
    }

    pub(in crate::cli) fn in_group(&self, group: &str) -> &[String] {
        self.1.iter().find(|(name, _)| name == group).map_or(&[], |(_, options)| options)
    }

    /// Returns whether the user typed this option and it belongs to the group.
    pub(in crate::cli) fn has(&self, group: &str, option: &str) -> bool {
        self.in_group(group).iter().any(|one| one == option)
    }

    /// Returns a copy without this option.
    pub(in crate::cli) fn without(&self, option: &str) -> Self {
        let mut rest = self.clone();
        rest.0.retain(|typed| typed != option);
        rest
    }

    /// If the user typed any of a struct's options, rejects them; `why` explains why the first one is rejected.
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
