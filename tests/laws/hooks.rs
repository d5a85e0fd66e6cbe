//! Hooks can be combined, and can stop a search anywhere.

use crate::support::trees::{Tree, check, uneven};
use plywood::Score;
use plywood::game::{TreeGame, TreeMove};
use plywood::hooks::{Flow, Hooks, Line, SearchEvent};
use plywood::search::{Algorithm, Order, Settings, Stopped};
use proptest::prelude::*;
use std::ops::ControlFlow;

/// Drops the last of several moves, shifts every score, records all events, and stops on request.
#[derive(Clone, Default)]
struct Meddler {
    script: Vec<String>,
    stop_after: Option<usize>,
}

impl Hooks<TreeGame> for Meddler {
    fn moves(&mut self, _: Line<'_, TreeGame>, moves: &mut Vec<TreeMove>) -> Flow {
        moves.truncate((moves.len() - moves.len() / 3).max(1));
        Flow::Continue(())
    }

    fn score(&mut self, at: Line<'_, TreeGame>, score: Score) -> Flow<Score> {
        let shift = Score::from_millipawns(at.ply() as i32 * 7);
        Flow::Continue(if at.ply().is_multiple_of(2) { shift } else { -score.min(shift) })
    }

    fn event(&mut self, at: Line<'_, TreeGame>, event: SearchEvent<'_, TreeMove>) -> Flow {
        if self.stop_after == Some(self.script.len()) {
            return ControlFlow::Break(());
        }
        self.script.push(format!("{:?} {event:?}", at.moves));
        ControlFlow::Continue(())
    }
}

fn run<H: Hooks<TreeGame>>(tree: &Tree, depth: u32, hooks: &mut H) {
    Settings::plain(Algorithm::AlphaBeta, depth, Order::Static).search(&mut tree.game(), hooks).unwrap();
}

#[test]
fn no_hooks_beside_hooks_change_nothing() {
    check(200, (uneven(5), 1..=5_u32), |(tree, depth)| {
        let mut alone = Meddler::default();
        run(&tree, depth, &mut alone);
        let (mut left, mut right, mut some) = (((), Meddler::default()), (Meddler::default(), ()), None);
        run(&tree, depth, &mut left);
        run(&tree, depth, &mut right);
        run(&tree, depth, &mut some.insert(Meddler::default()));
        let mut borrowed = Meddler::default();
        run(&tree, depth, &mut (&mut borrowed, Option::<Meddler>::None));
        for script in [left.1.script, right.0.script, some.unwrap_or_default().script, borrowed.script] {
            prop_assert_eq!(&script, &alone.script);
        }
        Ok(())
    });
}

/// Keeps only the first move, or counts what it gets.
#[derive(Default)]
struct First;

#[derive(Default)]
struct Widest(usize);

impl Hooks<TreeGame> for First {
    fn moves(&mut self, _: Line<'_, TreeGame>, moves: &mut Vec<TreeMove>) -> Flow {
        moves.truncate(1);
        Flow::Continue(())
    }
}

impl Hooks<TreeGame> for Widest {
    fn moves(&mut self, _: Line<'_, TreeGame>, moves: &mut Vec<TreeMove>) -> Flow {
        self.0 = self.0.max(moves.len());
        Flow::Continue(())
    }
}

#[test]
fn of_a_pair_the_second_sees_what_the_first_left() {
    let tree = Tree::parse("[[1,2,3],[4,5]]");
    let (mut before, mut after) = ((Widest(0), First), (First, Widest(0)));
    run(&tree, 2, &mut before);
    run(&tree, 2, &mut after);
    assert_eq!((before.0.0, after.1.0), (3, 1));
}

#[test]
fn a_hook_that_stops_sees_the_first_events_and_leaves_the_game_at_the_root() {
    check(150, (uneven(5), 1..=5_u32, 0..1000_usize), |(tree, depth, at)| {
        for order in [Order::Static, Order::None] {
            for algorithm in [Algorithm::AlphaBeta, Algorithm::Minimax] {
                let mut all = Meddler::default();
                Settings::plain(algorithm, depth, order).search(&mut tree.game(), &mut all).unwrap();
                let stop = at % all.script.len();
                let mut stopped = Meddler { stop_after: Some(stop), ..Meddler::default() };
                let mut game = tree.game();
                let result = Settings::plain(algorithm, depth, order).search(&mut game, &mut stopped);
                prop_assert_eq!(result, Err(Stopped.into()));
                prop_assert_eq!(&stopped.script[..], &all.script[..stop]);
                prop_assert_eq!(format!("{game:?}"), format!("{:?}", tree.game()));
            }
        }
        Ok(())
    });
}
