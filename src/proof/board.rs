//! The moves and static scores of a search, held against the rules of the game while it is told.

use super::audit::{Audit, Rule, Value};
use super::positions::Positions;
use super::truth::position_near;
use crate::hooks::{Event, Leaf};
use crate::score::Score;
use crate::study::Ground;
use crate::trace::{Change, Header, Record};

/// So many moves are named.
const MOST_NAMED: usize = 8;

/// Plays along with a search.
pub(super) struct Board<'a> {
    ground: &'a mut (dyn Ground + 'a),
    /// The moves to where the ground stands.
    path: Vec<String>,
    /// The names of the moves at each position on the way.
    lists: Vec<Vec<String>>,
    /// The lines after which the search was given other moves than the rules give.
    restricted: Vec<Vec<String>>,
    /// Whether some kinds of moves were left out everywhere.
    is_everywhere: bool,
    /// How many plies deep the tree is known, if it is that of a lesson.
    known: Option<usize>,
    positions: Positions,
}

impl<'a> Board<'a> {
    pub fn new(ground: &'a mut (dyn Ground + '_), header: &Header) -> Self {
        let only = header.changes.iter().filter_map(|change| match change {
            Change::Only { line, .. } => Some(line.clone()),
            Change::Score { .. } | Change::Without { .. } => None,
        });
        let is_everywhere = header.changes.iter().any(|change| matches!(change, Change::Without { .. }));
        let restricted = header.restricted.iter().cloned().chain(only).collect();
        let known = header.shape.as_ref().map(|_| header.depth as usize);
        let positions = Positions::new(header);
        Self { ground, path: Vec::new(), lists: Vec::new(), restricted, is_everywhere, known, positions }
    }

    /// Takes all moves back.
    pub fn finish(self) {
        self.path.iter().for_each(|_| self.ground.undo());
    }

    /// Tells the audit which visits were of the position of a table's answer, if that does not say who stored it.
    pub fn locate(&mut self, audit: &mut Audit, record: &Record<'_>) {
        let Event::TableHit { stored, .. } = record.event else { return };
        if stored.visit != 0 {
            return self.positions.forget();
        }
        let key = if self.positions.is_kept() && self.go(record.line) { self.ground.key() } else { None };
        audit.at_position(key.and_then(|key| self.positions.of(key)));
    }

    /// Holds one event against the rules.
    pub fn hold(&mut self, audit: &mut Audit, record: &Record<'_>) {
        match record.event {
            Event::Root { score } => {
                let is = self.ground.score();
                Self::hold_score(audit, record, score, is);
            }
            Event::Enter { depth, moves, .. } if self.go(record.line) => {
                self.hold_moves(audit, record, moves, depth == 0);
                if let Some(key) = self.positions.is_kept().then(|| self.ground.key()).flatten() {
                    self.positions.enter(key, audit.visits());
                }
            }
            Event::StandPat { score, .. } if self.go(record.line) => {
                let is = self.ground.score();
                Self::hold_score(audit, record, score, is);
            }
            Event::Created { mv, score: Some(score) } => self.hold_static(audit, record, mv, score),
            // What a table of solved positions says, the evaluation does not know.
            Event::Judged { mv, score, leaf: Some(leaf), .. } if leaf.is_scored() && leaf != Leaf::Tablebase => {
                self.hold_static(audit, record, mv, score);
            }
            _ => {}
        }
    }

    /// Holds the score of a child, for the side that moves there, against its static score.
    fn hold_static(&mut self, audit: &mut Audit, record: &Record<'_>, mv: &str, score: Score) {
        if !self.go(record.line) {
            return;
        }
        if let Some(index) = self.find(record.line.len(), mv) {
            self.ground.play(index);
            let is = self.ground.score().map(|score| -score);
            self.ground.undo();
            Self::hold_score(audit, record, score, is);
        }
    }

    fn hold_score(audit: &mut Audit, record: &Record<'_>, said: Score, is: Option<Score>) {
        let Some(is) = is else { return };
        let holds = audit.same(said, is);
        audit.hold(Rule::Static, record, holds, || {
            ("score", Value::Score(said), format!("{is}, by the evaluation that the header names"))
        });
    }

    /// Makes the ground stand at the end of `line`; false if that cannot be played.
    fn go(&mut self, line: &[String]) -> bool {
        let shared = self.path.iter().zip(line).take_while(|(a, b)| a == b).count();
        self.path.drain(shared..).for_each(|_| self.ground.undo());
        while let Some(name) = line.get(self.path.len()) {
            let Some(index) = self.find(self.path.len(), name) else { return false };
            self.ground.play(index);
            self.path.push(name.clone());
        }
        true
    }

    /// The number of a move at `ply`, whose moves were listed.
    fn find(&self, ply: usize, name: &str) -> Option<usize> {
        self.lists.get(ply)?.iter().position(|other| other == name)
    }

    fn hold_moves(&mut self, audit: &mut Audit, record: &Record<'_>, said: &[String], is_quiescence: bool) {
        let ply = record.line.len();
        let mut all: Vec<String> = (0..self.ground.moves()).map(|index| self.ground.name(index)).collect();
        // Beyond the end of a lesson's tree, where captures and checks lead, nobody knows the moves.
        let is_beyond = is_quiescence || self.known.is_some_and(|plies| plies <= ply);
        let is_unknown = is_beyond && all.is_empty();
        // A move that is written otherwise, such as by coordinates, has that name from here on.
        for (at, name) in said.iter().enumerate() {
            if position_near(at, &all, |other| other == name).is_none()
                && let Some(index) = self.ground.find(name)
            {
                all[index].clone_from(name);
            }
        }
        let near = |at, list: &[String], name: &String| position_near(at, list, |other| other == name).is_some();
        let lacking = |list: &[String], of: &[String]| -> Vec<String> {
            of.iter().enumerate().filter(|(at, name)| !near(*at, list, name)).map(|(_, name)| name.clone()).collect()
        };
        let is_whole = !is_quiescence && !self.is_everywhere && !self.restricted.iter().any(|line| line == record.line);
        let illegal = if is_unknown { Vec::new() } else { lacking(&all, said) };
        let missing = if is_whole { lacking(said, &all) } else { Vec::new() };
        self.lists.truncate(ply);
        self.lists.resize_with(ply, Vec::new);
        self.lists.push(all);
        audit.hold(Rule::Moves, record, illegal.is_empty() && missing.is_empty(), || {
            let follows = [("missing", &missing), ("illegal", &illegal)];
            let parts = follows.iter().filter(|(_, moves)| !moves.is_empty()).map(|(what, moves)| named(what, moves));
            ("moves", Value::Number(said.len() as u64), parts.collect::<Vec<_>>().join("; "))
        });
    }
}

/// "3 legal moves missing: O-O, e8=Q ..."
fn named(what: &str, moves: &[String]) -> String {
    let names = moves[..moves.len().min(MOST_NAMED)].join(", ");
    let more = if MOST_NAMED < moves.len() { " ..." } else { "" };
    let plural = if moves.len() == 1 { "move" } else { "moves" };
    match what {
        "missing" => format!("{} legal {plural} missing: {names}{more}", moves.len()),
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
