//! The program around Sargon's search: the book, the depth, and the data that the modern ports report about a search.
//!
//! The 1978 program shows only its move. Its ports added counters, a principal variation and a value. [`SargonCounts`]
//! collects them from the events of the search, so it works with any search of a [`SargonGame`] and together with other
//! hooks.

use super::board::Move;
use super::evaluation::{StaticScore, score_of_byte};
use super::{PseudoLegal, SargonGame, sargon};
use crate::core::game::{Ending, Game, Movers};
use crate::core::hooks::{Event, Flow, Hooks, Leaf, Line, SearchEvent, Verdict};
use crate::core::score::{Bound, Score};
use crate::core::search::{Found, SearchError, SearchResult, Stopped};
use crate::core::study::Engine;
use crate::core::trace::{Extra, Header, Outcome};
use serde::{Deserialize, Serialize};

/// The work of a search, counted as in the ports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SargonCounters {
    /// The number of static evaluations, including the root's.
    pub positions_created: u64,
    /// The number of leaves evaluated at the horizon or one ply after a check.
    pub leaf_positions: u64,
    pub move_lists: u64,
    /// The number of scores compared with a window. It does not include children that were dropped because a reply
    /// caused a cutoff.
    pub ab_tests: u64,
    pub cutoffs: u64,
    pub new_best: u64,
}

/// Hooks that count the work, and collect the data for the principal variation.
#[derive(Clone, Debug, Default)]
pub struct SargonCounts {
    pub counters: SargonCounters,
    /// The entries of the "new best" list since the last best root move, oldest first.
    found: Vec<NewBest>,
    /// The line read from the list when that root move was found.
    line: Vec<NewBest>,
}

#[derive(Clone, Copy, Debug)]
struct NewBest {
    /// The ply of the move, from 1 for root moves.
    ply: usize,
    /// The move; `None` for the illegal move with which the program records a mate or stalemate.
    mv: Option<Move>,
    /// The last static evaluation computed before the entry, at any position.
    score: StaticScore,
}

impl SargonCounts {
    /// Returns the principal variation of the search from `root` to `depth` plies, as the ports show it: the names of
    /// its moves, and the value at the end of the line. The value is the absolute static evaluation in centipawns,
    /// White positive; it is 0 if the line is empty.
    ///
    /// Quirk of the ports: the "new best" list is read backwards by ply alone, so the line can pick up an entry from
    /// another subtree. The line ends at the first illegal move. Beyond `depth`, it contains only replies to check.
    fn variation(&self, root: &SargonGame, depth: u32) -> (Vec<String>, i32) {
        let mut game = root.clone();
        let (mut names, mut value, mut legal) = (Vec::new(), 0, Vec::new());
        for (index, found) in self.line.iter().enumerate() {
            legal.clear();
            game.moves(&mut legal);
            let Some(mv) = found.mv.filter(|mv| legal.contains(mv)) else { break };
            if depth as usize <= index && !game.is_in_check() {
                break;
            }
            names.push(game.name(mv));
            value = found.score.centipawns();
            game.play(mv);
        }
        (names, value)
    }

    fn new_best(&mut self, at: Line<'_, SargonGame>, ply: usize, mv: Option<Move>) {
        self.counters.new_best += 1;
        self.found.push(NewBest { ply, mv, score: at.game.last_static_score() });
        if ply == 1 {
            self.line.clear();
            for found in self.found.drain(..).rev() {
                if found.ply == self.line.len() + 1 {
                    self.line.push(found);
                }
            }
        }
    }

    /// Counts the comparison that the search makes inside a node without legal moves. The bound of the node's score
    /// shows the result of this comparison.
    fn pseudo_test(&mut self, at: Line<'_, SargonGame>, bound: Bound) {
        self.counters.move_lists += 1;
        self.counters.ab_tests += 1;
        match bound {
            Bound::Upper => self.counters.cutoffs += 1,
            Bound::Exact => self.new_best(at, at.moves.len() + 2, None),
            Bound::Lower => {}
        }
    }
}

impl Hooks<SargonGame> for SargonCounts {
    #[inline]
    fn score(&mut self, _: Line<'_, SargonGame>, score: Score) -> Flow<Score> {
        self.counters.positions_created += 1;
        Flow::Continue(score)
    }

    #[inline]
    fn event(&mut self, at: Line<'_, SargonGame>, event: SearchEvent<'_, Move>) -> Flow {
        if let Event::Enter { .. } = event {
            self.counters.move_lists += 1;
        } else if let Event::Judged { mv, bound, leaf, verdict, .. } = event {
            match leaf {
                Some(Leaf::Horizon) => self.counters.leaf_positions += 1,
                Some(Leaf::Terminal(_)) => self.pseudo_test(at, bound),
                _ => {}
            }
            if bound == Bound::Upper {
                // If a reply caused a cutoff, the program takes back the move without a comparison.
                return Flow::Continue(());
            }
            self.counters.ab_tests += 1;
            match verdict {
                Verdict::Cutoff { .. } => self.counters.cutoffs += 1,
                Verdict::Best => self.new_best(at, at.moves.len() + 1, Some(mv)),
                Verdict::NotBest | Verdict::Weighed => {}
            }
        }
        Flow::Continue(())
    }
}

/// The program during a game: the state that it keeps from one move to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SargonProgram {
    /// PLYMAX, the depth of the next search in plies.
    ///
    /// Quirk: after a search that found a mate, the depth is 2 less (but at least 1) for the rest of the game.
    pub depth: u32,
    /// The byte that the book's choice depends on.
    ///
    /// The 1978 program uses the refresh register of the Z80. Here, the nth request gets n, as in the ports' tests.
    pub random: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thought {
    /// The move in coordinates. If the game is over, this is the last move found to be illegal.
    pub best_move: String,
    /// The move in algebraic notation; empty if the move is illegal.
    pub best_san: String,
    /// The principal variation in algebraic notation; empty for a book move. In a trace, the principal variation has
    /// its own field.
    #[serde(skip)]
    pub pv: Vec<String>,
    /// The absolute value at the end of the principal variation in centipawns, White positive; 0 for a book move.
    pub value: i32,
    #[serde(flatten)]
    pub counters: SargonCounters,
    /// SCORE1, the score byte of the root: 128 plus eighths of a pawn for the side to move, 255 for a mate found; 0 for
    /// a book move.
    #[serde(rename = "root_SCORE1")]
    pub root_score1: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ThinkError {
    #[error("the game is over: the side to move is {}", if *ending == Ending::Draw { "stalemated" } else { "checkmated" })]
    GameOver {
        ending: Ending,
        /// The report of the program, which does not notice that the game is over. The report contains the last move
        /// that was found to be illegal, with meaningless numbers. `None` if there is no such move.
        reported: Option<Box<Thought>>,
    },
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl SargonProgram {
    pub const fn new(depth: u32) -> Self {
        Self { depth, random: 0 }
    }

    /// Chooses a move, from the book or by a search with `hooks`.
    ///
    /// # Errors
    /// [`ThinkError`] if the game is over, or `hooks` stop the search.
    ///
    /// ```
    /// use plywood::internal::sargon::{BookUse, SargonGame, SargonProgram};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut game = SargonGame::from_fen("8/8/1k5P/6K1/8/8/8/8 w - - 1 76", BookUse::Open)?;
    /// let thought = SargonProgram::new(3).think(&mut game, &mut ())?;
    /// assert_eq!(thought.pv, ["h7", "Kc7", "h8=Q"]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn think<H: Hooks<SargonGame>>(&mut self, game: &mut SargonGame, hooks: &mut H) -> Result<Thought, ThinkError> {
        if let Some(ending) = game.ending() {
            return Err(ThinkError::GameOver { ending, reported: game_over(game).map(Box::new) });
        }
        let random = self.random.wrapping_add(1);
        if let Some(best) = game.book_move(random) {
            self.random = random;
            return Ok(Thought::book(game, best));
        }
        let root = game.clone();
        let mut report = SargonCounts::default();
        let result = sargon(game, &mut (hooks, &mut report), self.depth)?;
        let thought = Thought::searched(&root, self.depth, result, &report).ok_or(Stopped)?;
        if result.score == -SargonGame::LOST {
            self.depth = self.depth.saturating_sub(2).max(1);
        }
        Ok(thought)
    }
}

impl Thought {
    pub fn book(root: &SargonGame, best: Move) -> Self {
        Self {
            best_move: best.to_string(),
            best_san: root.name(best),
            pv: Vec::new(),
            value: 0,
            counters: SargonCounters::default(),
            root_score1: 0,
        }
    }

    /// Returns the report of a search from `root` to `depth` plies that `report` observed.
    ///
    /// Returns `None` if the search found no move. If the game is over, see [`ThinkError::GameOver`].
    pub fn searched(root: &SargonGame, depth: u32, result: SearchResult<Move>, report: &SargonCounts) -> Option<Self> {
        if root.ending().is_some() {
            return game_over(root);
        }
        let best_move = result.best?;
        let (pv, value) = report.variation(root, depth);
        Some(Self {
            best_move: best_move.to_string(),
            best_san: root.name(best_move),
            pv,
            value,
            counters: report.counters,
            root_score1: score1(result.score),
        })
    }

    pub const fn is_book(&self) -> bool {
        self.root_score1 == 0
    }
}

/// Returns the program's report of a root without legal moves.
///
/// Quirk: the pseudo score of a mate or stalemate counts as the score of the last move tried, which is illegal.
fn game_over(game: &SargonGame) -> Option<Thought> {
    let mut last = None;
    game.pseudo_legal_moves(|mv, _| last = Some(mv));
    let best_move = last?;
    let counters =
        SargonCounters { positions_created: 1, move_lists: 1, ab_tests: 1, new_best: 1, ..SargonCounters::default() };
    Some(Thought {
        best_move: best_move.to_string(),
        best_san: String::new(),
        pv: Vec::new(),
        value: game.static_score().centipawns(),
        counters,
        root_score1: score1(game.pseudo_score()),
    })
}

/// Returns the byte SCORE1 for a root score: 128 plus eighths of a pawn, from 1 to 255.
pub(crate) fn score1(score: Score) -> u8 {
    // Converts mates and other scores that do not fit into a byte to the nearest score that does.
    (1..=u8::MAX).rev().find(|&byte| score_of_byte(byte) >= -score).unwrap_or(1)
}

/// The name of the search in traces.
const NAME: &str = "sargon";

/// The 1978 program as an engine: it plays from its book if the game may use the book, and otherwise searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SargonEngine {
    /// The number of plies to search. Replies to checks at the horizon are searched one ply deeper.
    pub depth: u32,
}

/// The byte on which the book's choice depends. It counts the requests, and a study makes only one.
const FIRST_REQUEST: u8 = 1;

impl Engine<SargonGame> for SargonEngine {
    type Report = SargonCounts;

    fn header(&self, game: &SargonGame) -> Header {
        let (algorithm, order) = (NAME.to_owned(), "static".to_owned());
        Header { depth: self.depth, algorithm, order, ..Header::of_game(game) }
    }

    fn to_depth(&self, depth: u32) -> Option<Self> {
        Some(Self { depth })
    }

    fn search<H: Hooks<SargonGame>>(&self, game: &mut SargonGame, hooks: &mut H) -> Result<Found<Move>, SearchError> {
        let Some(best) = game.book_move(FIRST_REQUEST) else {
            return Ok(Found { result: sargon(game, hooks, self.depth)?, table_line: None });
        };
        let score = game.static_score().score();
        match hooks.event(
            Line { game, moves: &[] },
            Event::Root { score, movers: Movers::alternating(game.turn()), leaves: None },
        ) {
            Flow::Continue(()) => {
                Ok(Found { result: SearchResult { score: Score::ZERO, best: Some(best) }, table_line: None })
            }
            Flow::Break(()) => Err(Stopped.into()),
        }
    }

    /// Adds the report of the ports, with their PV.
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

/// The result of Sargon's search as the modern ports report it.
///
/// The fields are at the top level of a trace, next to `fen` and `pv`, and have the ports' names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SargonReport {
    /// PLYMAX, the depth of the search in plies.
    pub plymax: u32,
    #[serde(flatten)]
    pub thought: Thought,
    /// Whether the move is from the opening book, so that nothing was searched.
    pub book: bool,
    /// The line that the search itself followed, if the ports read a different PV from their list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub searched_line: Option<Vec<String>>,
}

impl SargonReport {
    /// Returns Sargon's report, if the search was Sargon's.
    pub fn of(outcome: &Outcome) -> Option<Self> {
        outcome.extra.read()
    }
}
