//! Why a position is won, lost or drawn, in a few sentences.

use super::position::Position;
use super::tables::{EndingMove, EndingTables};
use super::value::RetroValue;

/// More moves than this are counted.
const MOST_LISTED: usize = 8;

/// Says what the tables know of a position, and why: from its moves, and from the replies to the best. `swapped` says that the
/// colours of the position have changed places.
#[must_use]
pub fn proof_sentence(tables: &EndingTables, position: &Position, swapped: bool) -> String {
    let Some(value) = tables.value(position) else { return "The position is not legal.".to_owned() };
    let white = position.turn().is_white() != swapped;
    let (mover, other) = if white { ("White", "Black") } else { ("Black", "White") };
    let choices = tables.choices(position);
    let name = |choice: &EndingMove| tables.name(position, choice.step, swapped);
    match (value, choices.first()) {
        (RetroValue::Lost(0), _) => format!("{mover} is mated: a loss in 0 plies, where retrograde analysis begins."),
        (RetroValue::Drawn, None) => {
            format!("A draw: {mover} has no move and is not in check, or only kings are left.")
        }
        (RetroValue::Drawn, Some(_)) => {
            let holding: Vec<String> =
                choices.iter().filter(|choice| choice.value == RetroValue::Drawn).map(name).collect();
            drawn(&holding, choices.len() - holding.len())
        }
        (RetroValue::Won(plies), Some(best)) => {
            let first = format!("{mover} wins in {}", in_plies(plies));
            let cause = format!("because {} leads to a position lost in {}", name(best), plies - 1);
            let replies = tables.choices(&best.after);
            if replies.is_empty() {
                return format!("{first}, {cause}: it is mate.");
            }
            let reply =
                |choice: &EndingMove| (tables.name(&best.after, choice.step, swapped != best.swapped), choice.value);
            let replies: Vec<_> = replies.iter().map(reply).collect();
            format!("{first}, {cause}, because every reply of {other} leads to a won position: {}.", won_in(&replies))
        }
        (RetroValue::Lost(plies), _) => {
            let moves: Vec<_> = choices.iter().map(|choice| (name(choice), choice.value)).collect();
            format!(
                "{mover} loses in {}, because every move leads to a position that {other} wins: {}. The longest counts.",
                in_plies(plies),
                won_in(&moves)
            )
        }
        (RetroValue::Won(plies), None) => {
            format!("The tables contradict themselves: {mover} has no move, and is said to win in {}.", in_plies(plies))
        }
    }
}

/// No move wins; these hold the draw, and so many others lose.
fn drawn(holding: &[String], losing: usize) -> String {
    let rest = if losing == 0 { String::new() } else { format!("; {}", lose(losing)) };
    let hold = if holding.len() == 1 { "holds" } else { "hold" };
    format!("A draw: no move wins, and {} {hold} the draw{rest}.", list(holding))
}

fn in_plies(plies: u8) -> String {
    if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
}

fn lose(count: usize) -> String {
    if count == 1 { "one other move loses".to_owned() } else { format!("{count} other moves lose") }
}

fn list(names: &[String]) -> String {
    match names {
        [] => "none".to_owned(),
        [one] => one.clone(),
        names if MOST_LISTED < names.len() => {
            format!("{} and {} others", names[..MOST_LISTED - 1].join(", "), names.len() + 1 - MOST_LISTED)
        }
        [names @ .., last] => format!("{} and {last}", names.join(", ")),
    }
}

/// Moves that lose, with the plies in which the position after them is won.
fn won_in(moves: &[(String, RetroValue)]) -> String {
    let text = |(name, value): &(String, RetroValue)| {
        format!("{name} to one won in {}", value.plies().unwrap_or_default().saturating_sub(1))
    };
    list(&moves.iter().map(text).collect::<Vec<_>>())
}
