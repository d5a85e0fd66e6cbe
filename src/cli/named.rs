//! Options whose values are names: of moves, or from one of the library's lists, so that help, completions, and errors name what
//! is on the list.

use crate::game::chess::Evaluation;
use crate::game::classic::game_rows;
use crate::names::Named;
use crate::page::text::visible_lines;
use crate::search::Order;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::Error;
use clap::{Arg, Command};
use std::convert::Infallible;
use std::ffi::OsStr;
use std::marker::PhantomData;
use std::str::FromStr;

/// Reads moves by their names: letters that act stand for the numbers by which pages show them, see [`visible_lines`].
pub(super) fn moves(text: &str) -> Result<String, Infallible> {
    Ok(visible_lines(text))
}

/// Reads a number of which only the least is worth a word.
pub(super) fn from_one<N: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<N, &'static str> {
    text.parse().ok().filter(|number| N::from(1) <= *number).ok_or("a whole number from 1 is wanted")
}

/// The names of the static scores of chess.
fn of_chess() -> Vec<PossibleValue> {
    Evaluation::ALL.iter().map(|named| PossibleValue::new(named.name()).help(named.description())).collect()
}

/// How an engine is named that scores positions.
fn of_engines() -> PossibleValue {
    PossibleValue::new("uci:ENGINE").help("What another engine says that speaks UCI, such as uci:stockfish")
}

/// Reads the name of a static score of chess.
pub(super) fn chess_evaluations() -> impl TypedValueParser<Value = String> {
    Evaluations(PossibleValuesParser::new(of_chess().into_iter().chain([of_engines()])))
}

/// Reads the name of a static score: of chess, or of a game of the table.
pub(super) fn evaluations() -> impl TypedValueParser<Value = String> {
    let mut values = of_chess();
    for row in game_rows() {
        for (name, what) in row.scores {
            if values.iter().all(|value| value.get_name() != *name) {
                values.push(PossibleValue::new(*name).help(format!("{}: {what}", row.names[0])));
            }
        }
    }
    values.push(of_engines());
    Evaluations(PossibleValuesParser::new(values))
}

/// Lets whatever begins with `uci:` pass.
#[derive(Clone)]
struct Evaluations(PossibleValuesParser);

impl TypedValueParser for Evaluations {
    type Value = String;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        match value.to_str() {
            Some(name) if name.strip_prefix("uci:").is_some_and(|words| !words.trim().is_empty()) => {
                Ok(name.to_owned())
            }
            _ => self.0.parse_ref(command, argument, value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

/// Reads an order of moves, which may have a seed.
pub(super) fn orders() -> impl TypedValueParser<Value = Order> {
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

/// Reads the name of something on a list.
pub(super) struct NameParser<T>(PhantomData<fn() -> T>);

/// Returns the parser of a list's names.
pub(super) fn names<T>() -> NameParser<T> {
    NameParser(PhantomData)
}

impl<T> Clone for NameParser<T> {
    fn clone(&self) -> Self {
        names()
    }
}

impl<T: Named> NameParser<T> {
    fn values() -> impl Iterator<Item = PossibleValue> {
        T::ALL.iter().map(|named| PossibleValue::new(named.name()).help(named.description()))
    }
}

impl<T: Named + Send + Sync> TypedValueParser for NameParser<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        if let Some(named) = value.to_str().and_then(|name| T::from_name(name).ok()) {
            return Ok(named);
        }
        // Not on the list: clap's own parser says so, with the list and the nearest name.
        let known = PossibleValuesParser::new(Self::values());
        let name = known.parse_ref(command, argument, value)?;
        T::from_name(&name).map_err(|error| Error::raw(clap::error::ErrorKind::InvalidValue, error))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Self::values()))
    }
}
