//! The algorithms for property tests, which are compiled once for each game instead of once for each kind of hooks.

use plywood::game::Game;
use plywood::hooks::Hooks;
use plywood::internal::sargon::{self, Move, SargonGame};
use plywood::search::{self, Order, SearchResult, Stopped};

pub fn minimax<G: Game>(
    game: &mut G,
    mut hooks: &mut dyn Hooks<G>,
    depth: u32,
    order: Order,
) -> Result<SearchResult<G::Move>, Stopped> {
    search::minimax(game, &mut hooks, depth, order)
}

pub fn alpha_beta<G: Game>(
    game: &mut G,
    mut hooks: &mut dyn Hooks<G>,
    depth: u32,
    order: Order,
) -> Result<SearchResult<G::Move>, Stopped> {
    search::alpha_beta(game, &mut hooks, depth, order)
}

pub fn sargon(
    game: &mut SargonGame,
    mut hooks: &mut dyn Hooks<SargonGame>,
    depth: u32,
) -> Result<SearchResult<Move>, Stopped> {
    sargon::sargon(game, &mut hooks, depth)
}
