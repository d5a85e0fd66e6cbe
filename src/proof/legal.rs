//! Whether a node has the moves that it should have.

use super::audit::{Audit, Rule, TraceValue};
use super::board::ReplayBoard;
use super::truth::position_near;
use crate::trace::Record;

/// So many moves are named.
const MOST_NAMED: usize = 8;

impl ReplayBoard<'_> {
    pub(super) fn hold_moves(&mut self, audit: &mut Audit, record: &Record, said: &[String], is_quiescence: bool) {
        let ply = record.line.len();
        let sans = self.ground.names();
        let mut all = sans.clone();
        // A move that is written otherwise, such as by coordinates, has that name from here on.
        for (at, name) in said.iter().enumerate() {
            if position_near(at, &all, |other| other == name).is_none()
                && let Some(index) = self.ground.read(name)
            {
                all[index].clone_from(name);
            }
        }
        let ending = self.ground.ending().filter(|_| all.is_empty());
        // Beyond the end of a lesson's tree, where captures and checks lead, nobody knows the moves.
        let is_beyond = is_quiescence || self.known.is_some_and(|plies| plies <= ply);
        let is_unknown = ending.is_none() && is_beyond && all.is_empty();
        let wrong =
            if is_unknown { None } else { self.wrong_moves(audit, &record.line, (&all, &sans), said, is_quiescence) };
        self.lists.truncate(ply);
        self.lists.resize_with(ply, Vec::new);
        self.lists.push(all);
        if let Some(ending) = ending {
            return audit.hold(Rule::Moves, record, false, || {
                ("event", TraceValue::Word("enter".to_owned()), format!("a leaf: the game is over here, {ending}"))
            });
        }
        audit.hold(Rule::Moves, record, wrong.is_none(), || {
            ("moves", TraceValue::Number(said.len() as u64), wrong.unwrap_or_default())
        });
    }

    /// How many moves a node should have, which has `all`, in the notation of the rules `sans`, and what is wrong with those
    /// that the trace says; none if nothing is.
    fn wrong_moves(
        &mut self,
        audit: &Audit,
        line: &[String],
        (all, sans): (&[String], &[String]),
        said: &[String],
        is_quiescence: bool,
    ) -> Option<String> {
        let is_known = audit.manner().algorithm.is_some() && !self.is_restricted();
        let is_at = |at, list: &[String], name: &String| position_near(at, list, |other| other == name).is_some();
        let tactics = self.ground.tactics().filter(|_| is_quiescence);
        let in_check = tactics.as_ref().is_some_and(|tactics| tactics.in_check());
        // In quiescence all moves are tried in check, else those that the search chooses: here, captures.
        let is_wanted = |index: usize| match &tactics {
            _ if !is_quiescence || in_check => true,
            Some(tactics) => is_known && tactics.is_tactical(index),
            None => false,
        };
        let is_excused =
            |index: usize| self.changes.excuse(&sans[index]) || self.restricted.iter().any(|other| other == line);
        let only = self.changes.only(line);
        let mut missing = Vec::new();
        for (index, name) in all.iter().enumerate().filter(|(index, name)| !is_at(*index, said, name)) {
            let is_missing = only.map_or_else(|| is_wanted(index) && !is_excused(index), |only| only.contains(name));
            if is_missing {
                missing.push(name.clone());
            }
        }
        let (mut illegal, mut excluded, mut quiet) = (Vec::new(), Vec::new(), Vec::new());
        for (at, name) in said.iter().enumerate() {
            match position_near(at, all, |other| other == name) {
                None => illegal.push(name.clone()),
                Some(index) if self.changes.excuse(&sans[index]) || only.is_some_and(|only| !only.contains(name)) => {
                    excluded.push(name.clone());
                }
                Some(index) if is_known && is_quiescence && tactics.is_some() && !is_wanted(index) => {
                    quiet.push(name.clone())
                }
                Some(_) => {}
            }
        }
        let right = said.len() + missing.len() - illegal.len() - excluded.len() - quiet.len();
        let parts = [("missing", missing), ("illegal", illegal), ("excluded", excluded), ("quiet", quiet)];
        let wrong: Vec<String> =
            parts.iter().filter(|(_, moves)| !moves.is_empty()).map(|(what, moves)| named(what, moves)).collect();
        (!wrong.is_empty()).then(|| {
            let right = if right == said.len() { "others".to_owned() } else { right.to_string() };
            format!("{right}: {}", wrong.join("; "))
        })
    }
}

/// "3 legal moves missing: O-O, e8=Q ..."
fn named(what: &str, moves: &[String]) -> String {
    let names = moves[..moves.len().min(MOST_NAMED)].join(", ");
    let more = if MOST_NAMED < moves.len() { " ..." } else { "" };
    let plural = if moves.len() == 1 { "move" } else { "moves" };
    match what {
        "missing" => format!("{} legal {plural} missing: {names}{more}", moves.len()),
        "excluded" => format!("{} {plural} that the header's changes leave out: {names}{more}", moves.len()),
        "quiet" => format!("{} {plural} that quiescence does not try: {names}{more}", moves.len()),
        _ => format!("{} {plural} not legal: {names}{more}", moves.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_moves_are_named_and_dots_stand_for_more() {
        let moves: Vec<String> = ('a'..='i').map(|file| format!("{file}3")).collect();
        assert_eq!(named("missing", &moves[..1]), "1 legal move missing: a3");
        assert_eq!(named("missing", &moves[..8]), "8 legal moves missing: a3, b3, c3, d3, e3, f3, g3, h3");
        assert_eq!(named("illegal", &moves), "9 moves not legal: a3, b3, c3, d3, e3, f3, g3, h3 ...");
    }
}
