//! An algorithm of your own: C*, which uses null windows to halve the distance between the lowest and highest possible
//! score. Its trace can be verified like any other trace.
//!
//! Source: Coplan, *A Special-Purpose Machine for an Improved Search Algorithm for Deep Chess Combinations* (1982).
//!
//! ```text
//! cargo run --example own_algorithm
//! ```

use plywood::game::Game;
use plywood::game::chess::{ChessGame, Evaluation, parse_fen};
use plywood::hooks::{Event, Flow, Hooks, Pass, Verdict};
use plywood::render::{Page, PageOptions, Style};
use plywood::score::{ScoreKind, WindowSide};
use plywood::search::{Found, Order, SearchError, Value, Walk};
use plywood::study::{Engine, Study};
use plywood::trace::Header;
use plywood::verify::{Effort, verify};
use plywood::{Bound, Score, Window};

/// The algorithm and its depth in plies.
#[derive(Clone, Copy, Debug)]
pub struct CStar {
    depth: u32,
}

impl<G: Game> Engine<G> for CStar {
    type Report = ();

    fn header(&self, game: &G) -> Header {
        Header {
            depth: self.depth,
            algorithm: "c-star".to_owned(),
            order: Order::None.to_string(),
            ..Header::of_game(game)
        }
    }

    fn search<H: Hooks<G>>(&self, game: &mut G, hooks: &mut H) -> Result<Found<G::Move>, SearchError> {
        // With `dyn Hooks`, the search is compiled once for each game, not once for each kind of observer.
        let mut hooks: &mut dyn Hooks<G> = hooks;
        let result = Walk::new(game, &mut hooks, Order::None).run(|walk, known| halve(walk, self.depth, known))?;
        Ok(Found { result, table_line: None })
    }
}

/// Tests with null windows whether the score is in the upper or the lower half, until no score is left in between.
fn halve<G: Game, H: Hooks<G>>(walk: &mut Walk<'_, G, H>, depth: u32, known: Option<Score>) -> Flow<Value> {
    let (mut least, mut most) = (Score::MIN, Score::MAX);
    loop {
        let window = Window::null_below(middle(least, most).max(least.above()));
        walk.event(Event::Pass { pass: Pass::Test, depth, window })?;
        let value = node(walk, depth, window, known)?;
        match value.bound {
            Bound::Exact => return Flow::Continue(value),
            Bound::Lower => least = value.score,
            Bound::Upper => most = value.score,
        }
        if most <= least {
            return Flow::Continue(Value { bound: Bound::Exact, ..value });
        }
    }
}

/// Returns the midpoint of two scores; if it is not a number of pawns, the lower score, so that each test still makes
/// progress.
fn middle(least: Score, most: Score) -> Score {
    match (least.kind(), most.kind()) {
        (ScoreKind::Millipawns(least), ScoreKind::Millipawns(most)) => {
            Score::from_millipawns(least + (most - least) / 2)
        }
        (ScoreKind::MinusInfinity, ScoreKind::PlusInfinity) => Score::ZERO,
        (ScoreKind::MinusInfinity, _) => most,
        _ => least,
    }
}

/// One test: fail-soft alpha-beta. `Walk` reports each step to the hooks.
fn node<G: Game, H: Hooks<G>>(
    walk: &mut Walk<'_, G, H>,
    depth: u32,
    mut window: Window,
    known: Option<Score>,
) -> Flow<Value> {
    let children = walk.expand(depth, window)?;
    if children.is_empty() {
        return walk.childless(children, known);
    }
    let (mut best, mut bound) = (Score::MIN, Bound::Upper);
    for (tried, child) in children.iter().enumerate() {
        let value = match depth {
            1 => walk.horizon(child.mv)?,
            _ => walk.descend(child, window, |walk, known, window| node(walk, depth - 1, window, known))?,
        };
        let verdict = Verdict::of(window.place(value.score), (children.len() - 1 - tried) as u32);
        walk.judged(child.mv, value, window, verdict)?;
        best = best.max(value.score);
        match window.place(value.score) {
            WindowSide::FailHigh => return walk.leave(children, best, Bound::Lower),
            WindowSide::Exact => (window.alpha, bound) = (value.score, value.bound),
            WindowSide::FailLow => {}
        }
    }
    walk.leave(children, best, bound)
}

/// Returns a search of a position with this algorithm.
pub fn study(fen: &str, depth: u32) -> Result<Study<ChessGame<Evaluation>, (), CStar>, Box<dyn std::error::Error>> {
    Ok(Study::by(CStar { depth }, ChessGame::new(parse_fen(fen)?, Evaluation::Material), ()))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let study = study("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3)?;
    let mut out = std::io::stdout();
    Page::new(&study, &PageOptions::default(), &Style::default())?.write(&mut out)?;
    let style = Style::default();
    plywood::verify::document(&verify(&study, &Effort::default())?, false, None, &style)
        .write_text(&style, &mut out)?;
    Ok(())
}
