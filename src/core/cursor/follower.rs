//! The state of a search, followed event by event.

use super::state::{Board, State, StateFold, board, named};
use crate::core::game::classic::GameList;
use crate::core::hash::QuickMap;
use crate::core::hooks::{Event, Verdict};
use crate::core::recording::Replay;
use crate::core::trace::{Header, Record};

/// Follows a search event by event, keeping only the current state.
///
/// # Complexity
/// Uses only as much memory as one state and the boards of a thousand lines. All [changes](Self::change) together
/// contain at most two moves per event and two per move of an entered node.
#[derive(Debug, Default)]
pub struct Follower {
    /// The position at the root, if the game can show one, and the games that it may belong to.
    root: Option<(GameList, String)>,
    step: usize,
    fold: StateFold,
    names: Replay,
    /// The boards of some lines: several events are about the same line.
    boards: QuickMap<Vec<String>, Option<Board>>,
}

/// The maximum number of boards that are kept.
const MOST_BOARDS: usize = 1024;

impl Follower {
    /// Returns a follower before the first event of the search that `header` describes. With the default header, states
    /// have no board.
    #[must_use]
    pub fn new(header: &Header) -> Self {
        let root = header.position().map(|position| (header.games.clone(), position.to_owned()));
        Self { root, ..Self::default() }
    }

    /// Processes the next record.
    pub fn take(&mut self, record: &Record) {
        self.fold.take(record, &mut self.names);
        self.step += 1;
    }

    /// Returns the number of the last event, from 1.
    #[must_use]
    pub const fn step(&self) -> usize {
        self.step
    }

    /// Returns the number of decimals needed to print every score so far exactly.
    #[must_use]
    pub const fn decimals(&self) -> usize {
        self.fold.decimals
    }

    /// Returns the state after `record`, the last event, including only the moves whose information the event may have
    /// changed, and without its [board](Self::board). The total number of events is not known yet.
    pub fn change(&mut self, record: &Record) -> State {
        let here = record.line.len();
        // The event's node also appears among its parent's children.
        let own = record.line.last().map(|name| self.names.label(name));
        let child = record.event.child().map(|name| self.names.label(name));
        let is_about_all = matches!(
            record.event,
            Event::Enter { .. } | Event::Settled { .. } | Event::Judged { verdict: Verdict::Cutoff { .. }, .. }
        );
        let at = (self.step, self.step);
        named(&self.fold, &self.names, at, None, record.clone(), |ply, level| match (own, child) {
            _ if ply == here && is_about_all => &level.node.children,
            (_, Some(child)) if ply == here => level.only(child),
            (Some(own), _) if ply + 1 == here => level.only(own),
            _ => &[],
        })
    }

    /// Returns the board after the moves to the subject of `record`, if the game has a board that can be shown. A
    /// board costs more than the rest of a state.
    pub fn board(&mut self, record: &Record) -> Option<Board> {
        let (games, root) = self.root.as_ref()?;
        if self.boards.len() == MOST_BOARDS {
            self.boards.clear();
        }
        self.boards.entry(record.subject()).or_insert_with_key(|line| board(games, root, line)).clone()
    }
}
