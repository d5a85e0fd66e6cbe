//! Recognizes a word that is the value of an option, such as the name of an algorithm.

use crate::core::game::chess::Evaluation;
use crate::core::names::Named;
use crate::core::search::{Algorithm, MAX_DEPTH, Order, Technique};
use crate::formats::FORMATS;

pub(super) const WITH: &str = "--with";

/// The meaning of a word that is an option's value: a description of the value, and the option to type.
pub(super) struct Meaning {
    pub kind: &'static str,
    pub option: String,
}

/// Returns the meaning of a word, if it is the value of an option.
pub(super) fn meaning(word: &str) -> Option<Meaning> {
    let of = |kind, option: &str, name: &str| Some(Meaning { kind, option: format!("{option} {name}") });
    if let Some(algorithm) = Algorithm::meant(word) {
        return of("an algorithm", "--algorithm", algorithm.name());
    }
    if let Some(technique) = Technique::meant(word) {
        return of("a technique", WITH, technique.name());
    }
    if let Some(order) = Order::meant(word) {
        return of("a move ordering", "--order", &order.to_string());
    }
    if let Some(evaluation) = Evaluation::meant(word) {
        return of("a static evaluation", "--evaluation", evaluation.name());
    }
    if word.parse::<u32>().is_ok_and(|depth| (1..=MAX_DEPTH).contains(&depth)) {
        return of("a number", "--depth", word);
    }
    let format = FORMATS.iter().find(|format| format.name.eq_ignore_ascii_case(word));
    format.and_then(|format| of("an output format", "--format", format.name))
}
