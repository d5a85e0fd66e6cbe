//! Subjects: lessons, positions, and positions from games, with moves removed and scores replaced on request.
//!
//! A subject does not know how it will be searched. [`Subject::study`] combines it with the settings of a search.

mod by_sargon;
mod changes;
mod pasted;
mod request;
mod unknown;

#[cfg(feature = "cli")]
pub(crate) use pasted::played;
pub use pasted::{PastedError, START};
pub use request::{DEFAULT_DEPTH, NamedGameError, SearchRequest, SubjectError, TreeError, WordsError};
#[cfg(feature = "cli")]
pub(crate) use request::{is_start, tree_of};

use self::changes::{once, refuse_untried, restrict, set_score};
use crate::core::game::chess::{Chess, ChessGame, Evaluation, Material};
use crate::core::game::classic::{AnyGame, PlayableMove};
use crate::core::game::{Game, Movers, TreeGame, TreeMove};
use crate::core::hooks::Hooks;
use crate::core::score::Score;
use crate::core::search::{Algorithm, Cut, Fail, Order, Settings, Technique, Techniques};
use crate::core::study::{AnyStudy, Limits, Played, Study, play_line};
use crate::core::text::visible_lines;
use crate::core::trace::{Caption, Change, Header};
use crate::endgame::tablebase::Tables;
use crate::input::uci_score::{FromOutside, Outside};
use crate::lessons::model::{Content, KindOfMove, Lesson, Overlay, Without, scaled};
use std::sync::Arc;

/// Something that can be searched.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The texts that describe the subject.
    pub caption: Caption,
    /// The search depth that the subject specifies, in plies.
    pub depth: Option<u32>,
    /// The move ordering that the subject specifies.
    pub order: Option<Order>,
    /// Tablebases that score leaves, if the subject is a board.
    pub tables: Option<Arc<Tables>>,
    /// The program that scores the leaves, if the subject is a board.
    pub outside: Option<Arc<dyn Outside>>,
    game: SubjectGame,
    /// The depth of the lesson, if the subject is a lesson.
    lesson: Option<LessonDepth>,
    /// The board on which Sargon searches the subject, if the subject names one.
    carrier: Option<Box<Chess>>,
    without: Without,
    changes: Vec<Change>,
    /// Whether an option replaced the lesson's range of leaf values or its evaluation.
    is_varied: bool,
}

/// What is searched, with the changes made to it.
#[derive(Clone, Debug)]
enum SubjectGame {
    Tree {
        game: TreeGame,
        overlay: Overlay<TreeMove>,
    },
    /// A classroom game.
    Named {
        game: AnyGame,
        overlay: Overlay<PlayableMove>,
    },
    Board {
        /// The positions of the game; the last one is the subject.
        history: Vec<Chess>,
        overlay: Overlay,
    },
}

/// The depth of a lesson, and how much of the tree to that depth is known.
#[derive(Clone, Debug)]
struct LessonDepth {
    plies: u32,
    /// Whether the lesson lists the moves of every position down to that depth.
    is_closed: bool,
    /// For each ply of a tree without a board: the lines to the inner nodes without a score.
    unscored: Vec<Vec<String>>,
}

/// The options given for lines so far, so that an option given twice can be rejected.
#[derive(Debug, Default)]
pub struct LineOptions {
    restricted: Vec<Vec<String>>,
    scored: Vec<Vec<String>>,
}

impl From<Lesson> for Subject {
    fn from(lesson: Lesson) -> Self {
        let Lesson { caption, depth, content, addresses: _, carrier, questions, unscored } = lesson;
        let (game, is_closed) = match content {
            Content::Tree(game) => (SubjectGame::Tree { game, overlay: Overlay::default() }, true),
            Content::Board { position, overlay, closed } => {
                (SubjectGame::Board { history: vec![position], overlay }, closed)
            }
            Content::Named { game, overlay, closed } => (SubjectGame::Named { game, overlay }, closed),
        };
        let lesson = Some(LessonDepth { plies: depth, is_closed, unscored });
        // The search tries moves from left to right in exercises, and in trees with chance nodes or unknown leaves.
        let is_drawn = matches!(&game, SubjectGame::Tree { game, .. } if Movers::of(game).has_chance());
        let is_unknown = matches!(&game, SubjectGame::Tree { game, .. } if game.unknown().next().is_some());
        let own = if questions.is_some() { Some(Order::None) } else { caption.order };
        let caption = Caption { order: own, ..caption };
        let order = own.or_else(|| (is_drawn || is_unknown).then_some(Order::None));
        Self { depth: Some(depth), order, lesson, carrier: carrier.map(Box::new), ..Self::on(game, caption) }
    }
}

impl From<Chess> for Subject {
    fn from(position: Chess) -> Self {
        Self::of_game(String::new(), vec![position])
    }
}

/// A classroom game is searched to its end if the end is near. The search is fail-soft, so bounds are as tight as
/// possible, as in lessons.
impl From<AnyGame> for Subject {
    fn from(game: AnyGame) -> Self {
        let depth = game.rest().filter(|&rest| rest != 0);
        let game = SubjectGame::Named { game, overlay: Overlay::default() };
        Self { depth, ..Self::on(game, Caption { fail: Some(Fail::Soft), ..Caption::default() }) }
    }
}

impl Subject {
    /// Returns the position at the end of a game, with the earlier positions, which may recur. Control characters in
    /// the title are replaced with their codes.
    ///
    /// # Panics
    /// If `history` is empty.
    pub fn of_game(title: String, history: Vec<Chess>) -> Self {
        assert!(!history.is_empty(), "a game has at least one position");
        let game = SubjectGame::Board { history, overlay: Overlay::default() };
        Self::on(game, Caption { title: visible_lines(&title), ..Caption::default() })
    }

    fn on(game: SubjectGame, caption: Caption) -> Self {
        let (depth, order, tables, outside, lesson, carrier) = (None, None, None, None, None, None);
        let (without, changes) = (Without::default(), Vec::new());
        let is_varied = false;
        Self { caption, depth, order, tables, outside, game, lesson, carrier, without, changes, is_varied }
    }

    /// Returns the position, if it is a chess position.
    pub fn position(&self) -> Option<&Chess> {
        self.history().and_then(<[Chess]>::last)
    }

    /// Returns the position and the positions of the game before it, oldest first, if it is a chess position.
    pub fn history(&self) -> Option<&[Chess]> {
        match &self.game {
            SubjectGame::Tree { .. } | SubjectGame::Named { .. } => None,
            SubjectGame::Board { history, .. } => Some(history),
        }
    }

    /// Returns the game, if it is a classroom game.
    pub const fn game(&self) -> Option<&AnyGame> {
        match &self.game {
            SubjectGame::Named { game, .. } => Some(game),
            SubjectGame::Tree { .. } | SubjectGame::Board { .. } => None,
        }
    }

    /// Chooses the static evaluation of a classroom game.
    ///
    /// # Errors
    /// [`SubjectError::Game`] if the game has no static evaluation of this name.
    pub fn score_by(&mut self, name: &str) -> Result<(), SubjectError> {
        if let SubjectGame::Named { game, .. } = &mut self.game {
            let scored = game.scored_by(name)?;
            self.is_varied |= scored.evaluation_name() != game.evaluation_name();
            *game = scored;
        }
        Ok(())
    }

    /// Returns whether a lesson or an option changes the position's moves or scores.
    pub fn is_changed(&self) -> bool {
        match &self.game {
            SubjectGame::Tree { overlay, .. } => !overlay.is_empty(),
            SubjectGame::Named { overlay, .. } => !overlay.is_empty(),
            SubjectGame::Board { overlay, .. } => !(overlay.is_empty() && self.without.0.is_empty()),
        }
    }

    /// Returns whether the subject is a lesson, whose tree is known.
    pub const fn is_lesson(&self) -> bool {
        self.lesson.is_some()
    }

    /// Restricts the search to `moves` after `line` (both in ordinary notation), in this order.
    ///
    /// # Errors
    /// [`SubjectError`] if no move is named, a move is named twice, the line or a move cannot be played, or the line
    /// was given before.
    pub fn restrict(&mut self, line: &str, moves: &[&str], given: &mut LineOptions) -> Result<(), SubjectError> {
        if moves.is_empty() {
            return Err(SubjectError::NoMove);
        }
        let (names, listed, is_new) = match &mut self.game {
            SubjectGame::Tree { game, overlay } => restrict(game, overlay, line, moves),
            SubjectGame::Named { game, overlay } => restrict(game, overlay, line, moves),
            SubjectGame::Board { history, overlay } => restrict(&board(history), overlay, line, moves),
        }?;
        once(&mut given.restricted, names.clone(), line)?;
        if let Some(lesson) = self.lesson.as_mut().filter(|_| is_new) {
            lesson.is_closed = false;
        }
        self.changes.push(Change::Only { line: names, moves: listed });
        Ok(())
    }

    /// Makes the search skip moves of these kinds everywhere.
    ///
    /// # Errors
    /// [`SubjectError::NoKinds`] if the subject is not a chess position.
    pub fn leave_out(&mut self, kinds: &[KindOfMove]) -> Result<(), SubjectError> {
        if self.position().is_none() {
            return Err(SubjectError::NoKinds);
        }
        self.without = Without(kinds.to_vec());
        self.changes.push(Change::Without { kinds: kinds.iter().map(|kind| kind.name().to_owned()).collect() });
        Ok(())
    }

    /// Sets the lowest and the highest value that a leaf of a tree without a board can have; a missing value means no
    /// limit.
    ///
    /// # Errors
    /// [`SubjectError::Limits`] if the subject is not a tree without a board; [`SubjectError::Unit`] if a value is too
    /// fine or too large for the tree.
    pub fn limit_leaves(&mut self, limits: [Option<f64>; 2]) -> Result<(), SubjectError> {
        let SubjectGame::Tree { game, .. } = &mut self.game else { return Err(SubjectError::Limits) };
        let scale = game.scale();
        let end = |end: Option<f64>, open| end.map_or(Ok(open), |pawns| scaled(pawns, scale).ok_or(SubjectError::Unit));
        let limits = Some([end(limits[0], Score::MIN)?, end(limits[1], Score::MAX)?]);
        self.is_varied |= game.value_range() != limits;
        *game = game.clone().with_limits(limits);
        Ok(())
    }

    /// Replaces the static evaluation after `line`. `score` is from MAX's view: White's or, without a board, the first
    /// player's.
    ///
    /// # Errors
    /// [`SubjectError`] if the line cannot be played or was given before, or if the score is too fine or too large for
    /// the tree.
    pub fn set_score(&mut self, line: &str, score: Score, given: &mut LineOptions) -> Result<(), SubjectError> {
        if let Some(letter) = self.letter_at(line) {
            return self.set_unknown(&letter, score, given);
        }
        let score = self.in_unit(score)?;
        let names = match &mut self.game {
            SubjectGame::Tree { game, overlay } => {
                let Played { moves, names, .. } = play_line(game, line)?;
                refuse_untried(game, overlay, &moves)?;
                moves.last().into_iter().for_each(|&mv| game.forget_unknown(mv));
                overlay.set_score(&moves, score);
                Ok(names)
            }
            SubjectGame::Named { game, overlay } => set_score(game, overlay, line, score),
            SubjectGame::Board { history, overlay } => set_score(&board(history), overlay, line, score),
        }?;
        once(&mut given.scored, names.clone(), line)?;
        self.changes.push(Change::Score { line: names, score });
        Ok(())
    }

    /// Returns a score in the unit of the tree, in which every mean is a whole number.
    fn in_unit(&self, score: Score) -> Result<Score, SubjectError> {
        let SubjectGame::Tree { game, .. } = &self.game else { return Ok(score) };
        let scaled = scaled(score.ordinal() as f64 / 1000.0, game.scale()).ok_or(SubjectError::Unit)?;
        if scaled.ordinal() % i64::from(game.whole()) == 0 { Ok(scaled) } else { Err(SubjectError::Unit) }
    }

    /// Returns the study of the subject by plywood's own search. A leaf on a board is scored by `evaluation`. The
    /// default is material in lessons, because fractions of pawns would distract from examples with whole pawns;
    /// otherwise it is the positional evaluation. Alpha-beta in lessons and games is fail-soft unless the lesson or
    /// `settings` say otherwise. In a fail-soft search, a bound is a score that the reader can see, as in textbooks.
    ///
    /// # Errors
    /// [`SubjectError`] if the settings do not suit the subject, or the tree lacks a score that the search needs.
    pub fn study(
        &self,
        settings: &Settings,
        evaluation: Option<Evaluation>,
        limits: Limits,
    ) -> Result<Box<dyn AnyStudy>, SubjectError> {
        if settings.techniques.has(Technique::NullMove) && self.is_changed() {
            return Err(SubjectError::Pass);
        }
        let settings = &Settings { fail: settings.fail.or_else(|| self.fail(settings)), ..*settings };
        match &self.game {
            SubjectGame::Tree { game, overlay } => {
                let settings = Settings { depth: self.known_depth(game, overlay, settings.depth)?, ..*settings };
                let study = Study::new(game.clone(), overlay.clone(), settings)?.within(limits);
                let study = study.captioned(&self.caption).with_changes(&self.changes).with_whole_tree();
                let is_varied = self.is_varied(study.header());
                let study = study.varied(is_varied);
                self.refuse_unknown(game, &study)?;
                Ok(Box::new(study))
            }
            SubjectGame::Named { game, overlay } => {
                let study = Study::new(game.clone(), overlay.clone(), *settings)?.among(game.games());
                Ok(self.laid(study.within(limits), (game.clone(), overlay), settings))
            }
            SubjectGame::Board { history, overlay } => {
                let usual = if self.is_lesson() { Evaluation::Material } else { Evaluation::default() };
                let mut game = ChessGame::with_history(history.clone(), evaluation.unwrap_or(usual));
                // Browser pages have no tablebases, so this code is not part of their module.
                if !cfg!(target_family = "wasm")
                    && let Some(tables) = &self.tables
                {
                    game = game.knowing(tables.clone());
                }
                let outside = self.outside.clone().map(|scorer| FromOutside { scorer, is_in_pawns: false });
                // A position's score in the lesson has priority.
                let hooks = (outside, (overlay.clone(), self.without.clone()));
                let study = Study::new(game.clone(), hooks, *settings)?.with_history(game.repeatable());
                let study = study.scored_by(self.outside.as_ref().map(|outside| outside.name()));
                let study = study.with_tablebases(self.tables.as_ref().map(|tables| tables.name()));
                Ok(self.laid(study.within(limits), (game, overlay), settings))
            }
        }
    }

    /// Returns the depth of a search of a lesson's tree if `depth` plies were requested: at most the tree's depth.
    ///
    /// # Errors
    /// An inner node that the search would evaluate has no score.
    fn known_depth(&self, game: &TreeGame, overlay: &Overlay<TreeMove>, depth: u32) -> Result<u32, SubjectError> {
        let Some(LessonDepth { plies, unscored, .. }) = &self.lesson else { return Ok(depth) };
        if let Some(lines) = depth.checked_sub(1).and_then(|last| unscored.get(last as usize)) {
            let scored = overlay.replaced_scores(&mut game.clone());
            let scored: Vec<String> = scored.iter().map(|one| one.line.join(" ")).collect();
            if let Some(line) = lines.iter().find(|line| !scored.contains(line)) {
                return Err(SubjectError::NoScore { depth, line: line.clone(), plies: *plies });
            }
        }
        Ok(if unscored.len() < *plies as usize { depth.min(*plies) } else { depth })
    }

    /// Adds the changes to a study, and explores the whole tree if the lesson lists it.
    fn laid<G: Game + Clone + 'static, H: Hooks<G> + Clone + 'static>(
        &self,
        study: Study<G, H>,
        (mut game, overlay): (G, &Overlay<G::Move>),
        settings: &Settings,
    ) -> Box<dyn AnyStudy> {
        let study = study.captioned(&self.caption).with_changes(&self.changes);
        let is_varied = self.is_varied(study.header());
        let study = study.varied(is_varied);
        let replaced = overlay.replaced_scores(&mut game);
        if !self.lesson.as_ref().is_some_and(|lesson| lesson.is_closed && settings.depth <= lesson.plies) {
            let study = study.with_restricted(overlay.restricted(&mut game));
            return Box::new(study.with_replaced_scores(replaced));
        }
        let study = study.with_history(Vec::new()).with_whole_tree();
        // If every position has a score, the evaluation is used only if a technique searches beyond the search's depth.
        let plies = 1..=settings.depth as usize;
        let scored = replaced.iter().filter(|one| plies.contains(&one.line.len())).count();
        let nodes = study.header().shape.as_ref().map_or(0, |shape| shape.len());
        let is_all = scored + 1 == nodes && !settings.techniques.intersects(Techniques::BEYOND_DEPTH);
        Box::new(if is_all { study.without_evaluation() } else { study })
    }

    /// Returns whether a search with this header differs from the one that the lesson's note describes in its depth,
    /// its range of leaf values or its evaluation.
    fn is_varied(&self, header: &Header) -> bool {
        let is_chess = matches!(self.game, SubjectGame::Board { .. });
        let is_rescored = is_chess && header.evaluation != Evaluation::Material.name();
        let is_other = self.is_varied || self.tables.is_some() || is_rescored;
        self.lesson.as_ref().is_some_and(|lesson| is_other || lesson.plies != header.depth)
    }

    /// Returns the fail rule of the lesson if it applies, or `None` for the default rule. It does not apply to searches
    /// that make a deliberate mistake, because they are fail-hard.
    fn fail(&self, settings: &Settings) -> Option<Fail> {
        let Settings { algorithm, cut, mistake, .. } = settings;
        let is_free = (*algorithm, *cut, *mistake) == (Algorithm::AlphaBeta, Cut::AtBeta, None);
        self.caption.fail.filter(|_| is_free)
    }
}

/// Returns the game that is used to read moves.
fn board(history: &[Chess]) -> ChessGame {
    ChessGame::with_history(history.to_vec(), Material)
}
