//! Everything that listens to a search while it is told: the audit, the rules of the game, and whoever keeps its claims.

use super::audit::{Audit, Audited, Lack, Rule};
use super::board::{KnownTree, ReplayBoard};
use super::truth::Claims;
use crate::hooks::Event;
use crate::study::Limits;
use crate::trace::{Header, Outcome, Record, Sink};
use std::io;
use std::sync::atomic::Ordering;

/// The flag that stops is looked at once in so many events.
const PERIOD: u64 = 4096;

/// Listens to a search.
pub(super) struct Listener<'a> {
    audit: Audit,
    board: Option<ReplayBoard<'a>>,
    claims: Option<Claims>,
    limits: &'a Limits,
    untold: u64,
}

impl<'a> Listener<'a> {
    /// `keeps` says whether the claims of all nodes are kept, which takes memory for each of them.
    pub(super) fn new(header: &Header, known: Option<&'a mut KnownTree<'_>>, keeps: bool, limits: &'a Limits) -> Self {
        let mut audit = Audit::new(header);
        if known.as_ref().is_some_and(|(_, is_scored)| *is_scored) {
            audit.know_scores();
        }
        Self {
            audit,
            board: known.map(|known| ReplayBoard::new(known, header)),
            claims: keeps.then(|| Claims::new(header)),
            limits,
            untold: 0,
        }
    }

    /// Says which line of its file the next record stands in.
    pub(super) const fn at_line(&mut self, line: u64) {
        self.audit.at_line(line);
    }

    /// Returns what was found where the trace breaks off.
    pub(super) fn stop(self) -> Audited {
        self.audit.stop()
    }

    /// Returns what came out, and leaves the ground at the root.
    pub(super) fn finish(mut self, outcome: &Outcome) -> (Audited, Option<Claims>) {
        self.audit.conclude(outcome);
        if let Some(board) = self.board {
            board.finish(&mut self.audit, outcome);
        }
        (self.audit.stop(), self.claims)
    }
}

impl Sink for Listener<'_> {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        self.untold += 1;
        if self.untold == PERIOD {
            self.limits.progress.fetch_add(self.untold, Ordering::Relaxed);
            self.untold = 0;
            if self.limits.is_stopped() {
                return Err(io::ErrorKind::Interrupted.into());
            }
        }
        if let Some(claims) = &mut self.claims {
            claims.add(record);
        }
        if let Some(board) = &mut self.board {
            board.locate(&mut self.audit, record);
        }
        self.audit.take(record)?;
        match (&mut self.board, &record.event) {
            (Some(board), _) => board.hold(&mut self.audit, record),
            (None, Event::Enter { .. }) => self.audit.unknown(Rule::Moves, Lack::Moves),
            (None, Event::Created { score: Some(_), .. }) => self.audit.unknown(Rule::Static, Lack::Statics),
            (None, _) => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;
    use crate::trace::Notes;

    #[test]
    fn the_flag_is_looked_at_once_in_a_period_of_events() {
        let limits = Limits::default();
        limits.stop.store(true, Ordering::Relaxed);
        let mut listener = Listener::new(&Header::default(), None, false, &limits);
        let event = Event::Root { score: Score::ZERO };
        let record = Record { line: Vec::new(), event, notes: Notes::default() };
        let mut take = || listener.take(&record);
        for _ in 1..PERIOD {
            take().unwrap();
        }
        assert_eq!(limits.progress.load(Ordering::Relaxed), 0);
        assert_eq!(take().unwrap_err().kind(), io::ErrorKind::Interrupted);
        assert_eq!(limits.progress.load(Ordering::Relaxed), PERIOD);
    }
}
