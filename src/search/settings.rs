//! What to search and how, as plain data: an algorithm, its choices, and the techniques added to it.

use super::ordering::Sorting;
use super::walk::{Value, Walk};
use super::{Algorithm, Cut, Fail, MAX_DEPTH, Mistake, Order, SearchResult, Stopped, Technique, Techniques};
use super::{alpha_beta, aspiration, fail_soft, iterative, minimax, mtdf, negamax, pvs};
use crate::game::{Game, Searchable};
use crate::hooks::{Flow, Hooks};
use crate::score::{Score, Window};

/// A search, described.
///
/// ```
/// use plywood::search::{Algorithm, Settings, Technique, Techniques};
/// use plywood::game::chess::{Chess, ChessGame, Material};
/// let settings = Settings {
///     algorithm: Algorithm::Pvs,
///     depth: 3,
///     techniques: Techniques::NONE.with(Technique::Iterative),
///     ..Settings::default()
/// };
/// let mut game = ChessGame::new(Chess::default(), Material);
/// let result = settings.search(&mut game, &mut ())?;
/// assert_eq!(result.score.to_string(), "0.000");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Plies to search, from 1 to [`MAX_DEPTH`].
    pub depth: u32,
    /// In which order moves are tried.
    pub order: Order,
    /// Which scores cut.
    pub cut: Cut,
    /// What a node outside of its window returns; `None` is hard for alpha-beta that cuts on a tie, and else soft. With
    /// [`Cut::AboveBeta`], failing hard is possible but wasteful: a node that fails low then ties with its parent's
    /// beta, which no longer cuts.
    pub fail: Option<Fail>,
    /// What is added to the algorithm.
    pub techniques: Techniques,
    /// A mistake to make, for class.
    pub mistake: Option<Mistake>,
}

impl Default for Settings {
    /// Plain alpha-beta, four plies, static ordering.
    fn default() -> Self {
        Self {
            algorithm: Algorithm::default(),
            depth: 4,
            order: Order::default(),
            cut: Cut::default(),
            fail: None,
            techniques: Techniques::NONE,
            mistake: None,
        }
    }
}

/// Why [`Settings`] make no sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// The depth is out of range.
    #[error("depth {0} is not possible; it must be from 1 to {MAX_DEPTH}")]
    Depth(u32),
    /// The algorithm has no window.
    #[error("{} has no window, so {what} means nothing to it; take alpha-beta or pvs", algorithm.name())]
    NoWindow {
        /// The algorithm.
        algorithm: Algorithm,
        /// What was asked for.
        what: &'static str,
    },
    /// The algorithm searches with null windows.
    #[error("{} searches with null windows, which {why}", algorithm.name())]
    NullWindows {
        /// The algorithm.
        algorithm: Algorithm,
        /// Why that does not go together with what was asked for.
        why: &'static str,
    },
    /// The order needs to know captures.
    #[error("order {} needs a board: this game cannot tell captures from quiet moves", .0.name())]
    OrderNeedsBoard(Order),
    /// Mistakes are made in plain alpha-beta.
    #[error("the mistake {} is made in plain fail-hard alpha-beta; {what} cannot be combined with it", mistake.name())]
    Mistake {
        /// The mistake.
        mistake: Mistake,
        /// What was asked for besides.
        what: &'static str,
    },
}

/// Why a search described by [`Settings`] has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// It makes no sense.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// A hook broke it off.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Settings {
    /// Returns whether score and, where there is only one, best move are those of minimax to the same depth.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.mistake.is_none() && self.techniques.iter().all(Technique::is_exact)
    }

    /// Returns what a node outside of its window returns.
    #[must_use]
    pub fn fails(&self) -> Fail {
        let own = match (self.algorithm, self.cut) {
            (Algorithm::AlphaBeta, Cut::AtBeta) => Fail::Hard,
            _ => Fail::Soft,
        };
        self.fail.unwrap_or(own)
    }

    /// Checks whether the parts go together, and with games of the type `G`.
    ///
    /// # Errors
    /// [`SettingsError`] with the first reason why not.
    pub fn validate<G: Searchable>(&self) -> Result<(), SettingsError> {
        let algorithm = self.algorithm;
        if !(1..=MAX_DEPTH).contains(&self.depth) {
            return Err(SettingsError::Depth(self.depth));
        }
        if self.order.needs_tactics() && !G::HAS_TACTICS {
            return Err(SettingsError::OrderNeedsBoard(self.order));
        }
        if let Some(what) = self.needs_window().filter(|_| !algorithm.has_window()) {
            return Err(SettingsError::NoWindow { algorithm, what });
        }
        if let Some(why) = self.needs_wide_window().filter(|_| algorithm.has_null_windows()) {
            return Err(SettingsError::NullWindows { algorithm, why });
        }
        match (self.mistake, self.besides_mistake()) {
            (Some(mistake), Some(what)) => Err(SettingsError::Mistake { mistake, what }),
            _ => Ok(()),
        }
    }

    fn needs_window(&self) -> Option<&'static str> {
        match self {
            _ if self.techniques.has(Technique::Aspiration) => Some("aspiration"),
            Self { cut: Cut::AboveBeta, .. } => Some("the rule which scores cut"),
            Self { fail: Some(_), .. } => Some("failing hard or soft"),
            _ => None,
        }
    }

    fn needs_wide_window(&self) -> Option<&'static str> {
        match self {
            Self { algorithm: Algorithm::MtdF, .. } if self.techniques.has(Technique::Aspiration) => {
                Some("leave no room for aspiration")
            }
            Self { cut: Cut::AboveBeta, .. } => Some("have to cut on a tie"),
            Self { fail: Some(Fail::Hard), .. } => Some("need fail-soft scores"),
            _ => None,
        }
    }

    fn besides_mistake(&self) -> Option<&'static str> {
        match self {
            Self { algorithm, .. } if *algorithm != Algorithm::AlphaBeta => Some("another algorithm"),
            Self { cut: Cut::AboveBeta, .. } => Some("another rule which scores cut"),
            Self { fail: Some(Fail::Soft), .. } => Some("fail-soft"),
            _ if !self.techniques.is_empty() => Some("a technique"),
            _ => None,
        }
    }

    /// Searches `game`.
    ///
    /// The score is for the side to move at the root.
    ///
    /// # Errors
    /// [`SearchError`] if the settings make no sense or a hook breaks off.
    pub fn search<G: Searchable, H: Hooks<G>>(
        &self,
        game: &mut G,
        hooks: &mut H,
    ) -> Result<SearchResult<G::Move>, SearchError> {
        self.validate::<G>()?;
        if let Some(mistake) = self.mistake {
            return Ok(mistake.search(game, hooks, self.depth, self.order)?);
        }
        let walk = Walk::new(game, hooks, Sorting::searchable(self.order));
        Ok(walk.run(|walk, known| self.iterations(walk, known))?)
    }

    /// One search, or one for each depth.
    fn iterations<G: Game, H: Hooks<G>>(&self, walk: &mut Walk<'_, G, H>, known: Option<Score>) -> Flow<Value> {
        let guess = known.unwrap_or_default();
        let mut passes = |walk: &mut Walk<'_, G, H>, depth, guess| self.passes(walk, depth, guess, known);
        if self.techniques.has(Technique::Iterative) {
            iterative::deepen(walk, self.depth, guess, &mut passes)
        } else {
            passes(walk, self.depth, guess)
        }
    }

    /// One search with the full window, or several with narrow ones.
    fn passes<G: Game, H: Hooks<G>>(
        &self,
        walk: &mut Walk<'_, G, H>,
        depth: u32,
        guess: Score,
        known: Option<Score>,
    ) -> Flow<Value> {
        let mut pass = |walk: &mut Walk<'_, G, H>, depth, window| self.pass(walk, depth, window, known);
        if self.algorithm == Algorithm::MtdF {
            mtdf::passes(walk, depth, guess, &mut pass)
        } else if self.techniques.has(Technique::Aspiration) {
            aspiration::passes(walk, depth, guess, &mut pass)
        } else {
            pass(walk, depth, Window::FULL)
        }
    }

    /// Searches the tree once.
    fn pass<G: Game, H: Hooks<G>>(
        &self,
        walk: &mut Walk<'_, G, H>,
        depth: u32,
        window: Window,
        known: Option<Score>,
    ) -> Flow<Value> {
        match (self.algorithm, self.fails()) {
            (Algorithm::Minimax, _) => minimax::max(walk, depth, known),
            (Algorithm::Negamax, _) => negamax::node(walk, depth, known),
            (Algorithm::Pvs, _) => pvs::node(walk, depth, window, known),
            (_, Fail::Soft) => fail_soft::node(walk, depth, window, known, self.cut),
            (_, Fail::Hard) => alpha_beta::node(walk, depth, window, known, self.cut),
        }
    }
}
