//! What a study searches with.

use crate::game::Game;
use crate::hooks::Hooks;
use crate::search::{Found, SearchError, Settings};
use crate::trace::{Header, Outcome};

/// Something that searches games of the type `G`: the project's own search, or an engine with its own idea of it.
pub trait Engine<G: Game>: Clone {
    /// Hooks that watch a search for what the engine reports of it; `()` if the events tell everything.
    type Report: Hooks<G> + Default;

    /// Returns the header of a search of `game`.
    fn header(&self, game: &G) -> Header;

    /// Searches `game` once.
    ///
    /// # Errors
    /// [`SearchError`] if that makes no sense or a hook breaks off.
    fn search<H: Hooks<G>>(&self, game: &mut G, hooks: &mut H) -> Result<Found<G::Move>, SearchError>;

    /// Adds to the outcome of a finished search from `root` what the engine reports.
    fn report(&self, root: &G, found: &Found<G::Move>, report: &Self::Report, outcome: &mut Outcome) {
        let _ = (root, found, report, outcome);
    }
}

/// The project's own search.
impl<G: Game> Engine<G> for Settings {
    type Report = ();

    fn header(&self, game: &G) -> Header {
        Header::of(game, self)
    }

    fn search<H: Hooks<G>>(&self, game: &mut G, hooks: &mut H) -> Result<Found<G::Move>, SearchError> {
        self.run(game, hooks)
    }
}
