//! Sargon as the engine of a study.

use super::{Move, SargonCounts, SargonGame, SargonReport, Thought, sargon};
use crate::hooks::{Event, Flow, Hooks, Line};
use crate::score::Score;
use crate::search::{Found, SearchError, SearchResult, Stopped};
use crate::study::Engine;
use crate::trace::{Extra, Header, Outcome};

/// The name of the search in traces.
const NAME: &str = "sargon";

/// The program of 1978: its book where the game has one open, else its search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SargonEngine {
    /// Plies to search; checks at the horizon are answered one ply deeper.
    pub depth: u32,
}

/// The book's choice hangs on a byte that counts the requests; a study asks once.
const FIRST_REQUEST: u8 = 1;

impl Engine<SargonGame> for SargonEngine {
    type Report = SargonCounts;

    fn header(&self, game: &SargonGame) -> Header {
        let (algorithm, order) = (NAME.to_owned(), "static".to_owned());
        Header { depth: self.depth, algorithm, order, ..Header::of_game(game) }
    }

    fn search<H: Hooks<SargonGame>>(&self, game: &mut SargonGame, hooks: &mut H) -> Result<Found<Move>, SearchError> {
        let Some(best) = game.book_move(FIRST_REQUEST) else {
            return Ok(Found { result: sargon(game, hooks, self.depth)?, table_line: None });
        };
        let score = game.static_score().score();
        match hooks.event(Line { game, moves: &[] }, Event::Root { score }) {
            Flow::Continue(()) => {
                Ok(Found { result: SearchResult { score: Score::ZERO, best: Some(best) }, table_line: None })
            }
            Flow::Break(()) => Err(Stopped.into()),
        }
    }

    /// The PV is the one that the ports report.
    fn report(&self, root: &SargonGame, found: &Found<Move>, report: &SargonCounts, outcome: &mut Outcome) {
        let thought = match root.book_move(FIRST_REQUEST) {
            Some(best) => Some(Thought::book(root, best)),
            None => Thought::searched(root, self.depth, found.result, report),
        };
        let Some(thought) = thought else { return };
        let book = thought.is_book();
        let searched = std::mem::replace(&mut outcome.pv, thought.pv.clone());
        let is_other = !book && searched != outcome.pv;
        if book {
            outcome.score = None;
        }
        if book || is_other {
            (outcome.leaf_score, outcome.cut_short) = (None, None);
        }
        let searched_line = is_other.then_some(searched);
        let report = SargonReport { plymax: self.depth, thought, book, searched_line };
        outcome.extra = Extra::of(&report).expect("a report is an object");
    }
}
