//! The description of a search as plain data: an algorithm, its options, and the techniques added to it.

use super::technique::transposition_table::{TableAnswers, TableSettings};
use super::{Algorithm, Cut, Fail, Mistake, Order, Technique, Techniques};
use crate::core::game::{Game, Movers};
use crate::core::score::{Score, Window};
use crate::core::setters::setters;

/// The maximum depth of a search, in plies.
pub const MAX_DEPTH: u32 = 64;

/// The description of a search. Start with the defaults, and change them with the methods named after the fields.
///
/// ```
/// use plywood::search::{Algorithm, Settings, Technique};
/// use plywood::game::chess::{Chess, ChessGame, Material};
/// let settings = Settings::default().algorithm(Algorithm::Pvs).depth(3).with(Technique::Iterative);
/// let mut game = ChessGame::new(Chess::default(), Material);
/// let result = settings.search(&mut game, &mut ())?;
/// assert_eq!(result.score.to_string(), "0.000");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Plies to search, from 1 to [`MAX_DEPTH`].
    pub depth: u32,
    /// The move ordering.
    pub order: Order,
    /// Whether a tie causes a cutoff.
    pub cut: Cut,
    /// What a node returns if its score lies outside its window. `None` means fail-hard for alpha-beta with cutoffs on
    /// a tie, and fail-soft otherwise. With [`Cut::AboveBeta`], fail-hard search is possible but wasteful: a node that
    /// fails low then ties with its parent's beta, and under this rule a tie causes no cutoff.
    pub fail: Option<Fail>,
    /// The techniques added to the algorithm.
    pub techniques: Techniques,
    /// The settings of the transposition table, if there is one.
    pub table: TableSettings,
    /// A deliberate mistake, for teaching.
    pub mistake: Option<Mistake>,
}

impl Default for Settings {
    /// Returns settings for plain alpha-beta to a depth of four plies, with static ordering.
    fn default() -> Self {
        Self {
            algorithm: Algorithm::default(),
            depth: 4,
            order: Order::default(),
            cut: Cut::default(),
            fail: None,
            techniques: Techniques::NONE,
            table: TableSettings::default(),
            mistake: None,
        }
    }
}

/// Why [`Settings`] are invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// The depth is out of range.
    #[error("depth {0} is not possible; it must be from 1 to {MAX_DEPTH}")]
    Depth(u32),
    /// The algorithm doesn't use windows.
    #[error("{} has no window, so {what} has no effect; leave it out, or use alpha-beta", algorithm.name())]
    NoWindow {
        /// The algorithm.
        algorithm: Algorithm,
        /// The request that needs windows.
        what: &'static str,
    },
    /// The algorithm searches with null windows.
    #[error("{} searches with null windows, which {why}", algorithm.name())]
    NullWindows {
        /// The algorithm.
        algorithm: Algorithm,
        /// Why null windows cannot be combined with the request, and what to do.
        why: &'static str,
    },
    /// An algorithm with null windows cannot use a range of leaf values: at an end of the range, such a window is
    /// empty.
    #[error("{} does not use the range of leaf values (--leaves); use alpha-beta", .0.name())]
    LeafRange(Algorithm),
    /// The order needs a game that can recognize captures.
    #[error("order {} needs a board: this {kind} does not distinguish captures from quiet moves", order.name())]
    OrderNeedsBoard {
        /// The order.
        order: Order,
        /// What is searched: a game or a tree.
        kind: &'static str,
    },
    /// The order needs a game that knows which moves go to the centre.
    #[error("the order centre is for tic-tac-toe and Connect Four: this {kind} has no centre")]
    OrderNeedsCentre {
        /// What is searched: a game or a tree.
        kind: &'static str,
    },
    /// A technique needs information that the game cannot provide.
    #[error("{} cannot be used: this {kind} {missing}", technique.name())]
    GameCannotTell {
        /// The technique.
        technique: Technique,
        /// What is searched: a game or a tree.
        kind: &'static str,
        /// What the game lacks, as a clause such as `has no null move`.
        missing: &'static str,
    },
    /// A technique is part of another technique.
    #[error("{} needs {}; add it", technique.name(), whole.name())]
    Part {
        /// The technique.
        technique: Technique,
        /// The technique that it is part of.
        whole: Technique,
    },
    /// The order leaves no ties between moves, so history has nothing to rank.
    #[error("history has no effect with order {}, which ranks all moves; use none, mvv-lva or see", .0.name())]
    HistoryWithoutRoom(Order),
    /// The algorithm cannot use a technique.
    #[error("{} cannot use {}", algorithm.name(), technique.name())]
    Unused {
        /// The algorithm.
        algorithm: Algorithm,
        /// The technique.
        technique: Technique,
    },
    /// The rule for ties applies only to the plain algorithm.
    #[error("--cut gt is for plain alpha-beta; leave it out, or leave out {}", .0.name())]
    CutWithTechnique(Technique),
    /// Only a few searches can handle a tree with chance nodes.
    #[error("{what} cannot be used on a tree with chance nodes; {instead}")]
    Chance {
        /// The algorithm, order or technique that cannot.
        what: String,
        /// What to do.
        instead: &'static str,
    },
    /// The game has movers or a range of leaf values that the search would ignore.
    #[error("the game returns `movers` or `value_range`, so its `Game::PLAIN` must be `false`")]
    NotPlain,
    /// Negamax changes the sign at each ply, but the sides do not alternate.
    #[error("negamax changes the sign of a score at each ply, but here the sides do not move in turn; use minimax")]
    NegamaxWithMovers,
    /// A mistake requires a search in which two players alternate.
    #[error("the mistake {} is made where MAX and MIN move in turn; here they do not", .0.name())]
    MistakeWithMovers(Mistake),
    /// Mistakes exist only in plain alpha-beta.
    #[error("{} is a mistake in plain alpha-beta; it cannot be combined with {what}", mistake.name())]
    Mistake {
        /// The mistake.
        mistake: Mistake,
        /// The request that cannot be combined with the mistake.
        what: &'static str,
    },
}

impl Settings {
    setters! {
        algorithm: Algorithm,
        depth: u32,
        order: Order,
        cut: Cut,
        fail: impl Into<Option<Fail>>,
        techniques: Techniques,
        table: TableSettings,
        mistake: impl Into<Option<Mistake>>,
    }

    /// Returns the settings with this technique added.
    #[must_use]
    pub fn with(self, technique: Technique) -> Self {
        Self { techniques: self.techniques.with(technique), ..self }
    }

    /// Returns settings for the plain form of `algorithm`, without techniques.
    #[must_use]
    pub fn plain(algorithm: Algorithm, depth: u32, order: Order) -> Self {
        Self { algorithm, depth, order, ..Self::default() }
    }

    /// Returns whether the score always equals that of minimax to the same depth. If only one move is best, the best
    /// move is then also the same.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        let has_exact_table =
            !self.techniques.has(Technique::TranspositionTable) || self.table.answers == TableAnswers::EqualDepth;
        self.mistake.is_none() && has_exact_table && self.techniques.iter().all(Technique::is_exact)
    }

    /// Returns the fail rule: what a node returns if its score lies outside its window.
    #[must_use]
    pub fn fails(&self) -> Fail {
        let only = self.mistake.and_then(Mistake::fails);
        only.or(self.fail).unwrap_or_else(|| self.algorithm.fails(self.cut))
    }

    /// Returns the result of a node with this score and window under the fail-hard or fail-soft rule.
    #[inline]
    pub(super) fn returned(&self, score: Score, window: Window) -> Score {
        match self.fails() {
            Fail::Soft => score,
            Fail::Hard => score.max(window.alpha).min(window.beta),
        }
    }

    /// Checks that the settings are compatible with each other and with games of type `G`.
    ///
    /// # Errors
    /// [`SettingsError`] with the first problem found.
    pub fn validate<G: Game>(&self) -> Result<(), SettingsError> {
        let algorithm = self.algorithm;
        if !(1..=MAX_DEPTH).contains(&self.depth) {
            return Err(SettingsError::Depth(self.depth));
        }
        if let Some(what) = self.needs_window().filter(|_| !algorithm.has_window()) {
            return Err(SettingsError::NoWindow { algorithm, what });
        }
        if let Some(why) = self.needs_wide_window().filter(|_| algorithm.has_null_windows()) {
            return Err(SettingsError::NullWindows { algorithm, why });
        }
        self.techniques.iter().try_for_each(|technique| self.validate_technique::<G>(technique))?;
        // Checked after the techniques, because a technique may be the reason for this order.
        if self.order.needs_tactics() && !G::HAS_TACTICS {
            return Err(SettingsError::OrderNeedsBoard { order: self.order, kind: G::KIND });
        }
        if self.order == Order::Centre && !G::HAS_CENTRE {
            return Err(SettingsError::OrderNeedsCentre { kind: G::KIND });
        }
        match (self.mistake, self.besides_mistake()) {
            (Some(mistake), Some(what)) => Err(SettingsError::Mistake { mistake, what }),
            _ => Ok(()),
        }
    }

    /// Checks what [`validate`](Self::validate) checks, and also that this game can be searched with these settings.
    ///
    /// # Errors
    /// [`SettingsError`] with the first problem found.
    pub fn validate_for<G: Game>(&self, game: &G) -> Result<(), SettingsError> {
        self.validate::<G>()?;
        if G::PLAIN && (game.movers().is_some() || game.value_range().is_some()) {
            return Err(SettingsError::NotPlain);
        }
        if game.value_range().is_some() && self.algorithm.has_null_windows() {
            return Err(SettingsError::LeafRange(self.algorithm));
        }
        if Movers::of(game).in_turn() {
            return Ok(());
        }
        if Movers::of(game).has_chance() {
            self.validate_chance()?;
        }
        match self.mistake {
            Some(mistake) => Err(SettingsError::MistakeWithMovers(mistake)),
            None if self.algorithm == Algorithm::Negamax => Err(SettingsError::NegamaxWithMovers),
            None => Ok(()),
        }
    }

    /// Rejects searches that cannot handle chance nodes.
    fn validate_chance(&self) -> Result<(), SettingsError> {
        let refused = |what: &str, instead| Err(SettingsError::Chance { what: what.to_owned(), instead });
        match (self.algorithm.has_null_windows(), self.order) {
            (true, _) => refused(self.algorithm.name(), "use minimax or alpha-beta"),
            (false, order) if !matches!(order, Order::None | Order::RightToLeft | Order::Random(_)) => {
                refused(&format!("--order {}", order.name()), "use --order none, right-to-left or random")
            }
            _ => match self.techniques.iter().find(|&technique| technique != Technique::Iterative) {
                Some(technique) => refused(technique.name(), "leave it out"),
                None => Ok(()),
            },
        }
    }

    fn validate_technique<G: Game>(&self, technique: Technique) -> Result<(), SettingsError> {
        let algorithm = self.algorithm;
        if !algorithm.techniques().has(technique) {
            return Err(SettingsError::Unused { algorithm, technique });
        }
        if self.cut == Cut::AboveBeta && !Techniques::AROUND.has(technique) {
            return Err(SettingsError::CutWithTechnique(technique));
        }
        if let Some(missing) = technique.missing::<G>() {
            return Err(SettingsError::GameCannotTell { technique, kind: G::KIND, missing });
        }
        match technique.part_of() {
            Some(whole) if !self.techniques.has(whole) => Err(SettingsError::Part { technique, whole }),
            _ if technique == Technique::History && !self.order.leaves_quiet_moves() => {
                Err(SettingsError::HistoryWithoutRoom(self.order))
            }
            _ => Ok(()),
        }
    }

    fn needs_window(&self) -> Option<&'static str> {
        match self {
            Self { cut: Cut::AboveBeta, .. } => Some("--cut gt"),
            Self { fail: Some(_), .. } => Some("--fail"),
            _ => None,
        }
    }

    fn needs_wide_window(&self) -> Option<&'static str> {
        match self {
            Self { cut: Cut::AboveBeta, .. } => Some("need cutoffs on ties; leave out --cut gt, or use alpha-beta"),
            Self { fail: Some(Fail::Hard), .. } => {
                Some("need fail-soft scores; leave out --fail hard, or use alpha-beta")
            }
            _ => None,
        }
    }

    fn besides_mistake(&self) -> Option<&'static str> {
        match self {
            Self { algorithm, .. } if *algorithm != Algorithm::AlphaBeta => Some("another algorithm"),
            Self { cut: Cut::AboveBeta, .. } => Some("--cut gt"),
            _ if !self.techniques.is_empty() => Some("a technique"),
            _ => None,
        }
    }

    pub(super) fn is_plain(&self) -> bool {
        self.techniques.is_subset(Techniques::AROUND)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::game::{Ending, Side, TreeGame};
    use crate::core::search::TableAnswers;

    /// A game that provides only moves and scores.
    struct Mute {
        limits: Option<[Score; 2]>,
    }

    impl Game for Mute {
        type Move = u8;
        fn turn(&self) -> Side {
            Side::First
        }
        fn moves(&self, _: &mut Vec<u8>) {}
        fn play(&mut self, _: u8) {}
        fn undo(&mut self) {}
        fn ending(&self) -> Option<Ending> {
            None
        }
        fn evaluate(&self) -> Score {
            Score::ZERO
        }
        fn name(&self, mv: u8) -> String {
            mv.to_string()
        }
        fn value_range(&self) -> Option<[Score; 2]> {
            self.limits
        }
    }

    /// The trace would list limits that the search ignores, so correct results would look wrong.
    #[test]
    fn limits_need_a_game_that_is_not_plain() {
        let limits = Some([Score::ZERO, Score::MAX]);
        let settings = Settings::default();
        assert_eq!(settings.validate_for(&Mute { limits }), Err(SettingsError::NotPlain));
        assert_eq!(settings.validate_for(&Mute { limits: None }), Ok(()));
    }

    fn with(techniques: &[Technique]) -> Settings {
        Settings { techniques: techniques.iter().copied().collect(), ..Settings::default() }
    }

    #[test]
    fn a_search_is_exact_unless_something_in_it_guesses() {
        use Technique as T;
        assert!(with(&[]).is_exact() && with(&[T::TranspositionTable, T::History, T::MateDistance]).is_exact());
        for technique in [T::Quiescence, T::CheckExtension, T::NullMove, T::LateMoveReduction, T::Futility] {
            assert!(!with(&[technique, T::Killers]).is_exact(), "{}", technique.name());
        }
        let deeper = TableSettings { answers: TableAnswers::AtLeastDepth, ..TableSettings::default() };
        assert!(!Settings { table: deeper, ..with(&[T::TranspositionTable]) }.is_exact());
        assert!(Settings { table: deeper, ..with(&[]) }.is_exact(), "there is no table");
        let mistaken = Settings { mistake: Some(Mistake::RootGe), ..with(&[]) };
        assert!(!mistaken.is_exact());
    }

    #[test]
    fn what_a_game_cannot_tell_is_not_asked_for() {
        use Technique as T;
        for technique in [T::TranspositionTable, T::NullMove, T::Quiescence, T::CheckExtension, T::History] {
            let error = with(&[technique]).validate::<Mute>().unwrap_err();
            assert!(
                matches!(error, SettingsError::GameCannotTell { technique: said, .. } if said == technique),
                "{error}"
            );
        }
        assert_eq!(with(&[T::Iterative, T::Aspiration, T::Killers]).validate::<Mute>(), Ok(()));
        let captures = Settings { order: Order::MvvLva, ..with(&[]) };
        assert_eq!(
            captures.validate::<Mute>(),
            Err(SettingsError::OrderNeedsBoard { order: Order::MvvLva, kind: "game" })
        );
    }

    #[test]
    fn a_rule_for_the_window_needs_a_window() {
        let no_window = |what, settings: Settings| {
            let algorithm = Algorithm::Minimax;
            let settings = Settings { algorithm, ..settings };
            assert_eq!(settings.validate::<TreeGame>(), Err(SettingsError::NoWindow { algorithm, what }));
        };
        no_window("--cut gt", Settings { cut: Cut::AboveBeta, ..with(&[]) });
        no_window("--fail", Settings { fail: Some(Fail::Soft), ..with(&[]) });
        assert_eq!(Settings::plain(Algorithm::Minimax, 3, Order::Static).validate::<TreeGame>(), Ok(()));
        let tie = |techniques| Settings { cut: Cut::AboveBeta, ..with(techniques) }.validate::<TreeGame>();
        assert_eq!(tie(&[Technique::Iterative, Technique::Aspiration]), Ok(()));
        assert_eq!(tie(&[Technique::Killers]), Err(SettingsError::CutWithTechnique(Technique::Killers)));
    }

    #[test]
    fn a_mistake_is_made_in_the_plain_algorithm() {
        let mistaken = Settings { mistake: Some(Mistake::RootGe), ..with(&[]) };
        assert_eq!(mistaken.validate::<TreeGame>(), Ok(()));
        let refused = |what: &'static str, settings: Settings| {
            let error = SettingsError::Mistake { mistake: Mistake::RootGe, what };
            assert_eq!(settings.validate::<TreeGame>(), Err(error));
        };
        refused("another algorithm", Settings { algorithm: Algorithm::Pvs, ..mistaken });
        refused("--cut gt", Settings { cut: Cut::AboveBeta, ..mistaken });
        assert_eq!(Settings { fail: Some(Fail::Soft), ..mistaken }.validate::<TreeGame>(), Ok(()));
        refused("a technique", Settings { mistake: Some(Mistake::RootGe), ..with(&[Technique::Killers]) });
    }
}
