//! Each iteration of iterative deepening first follows the whole best line of the previous one.

use crate::gallery::techniques::set;
use crate::support::trees::{check, uneven};
use plywood::Bound;
use plywood::game::Game;
use plywood::game::chess::Evaluation::Material;
use plywood::game::chess::{ChessGame, parse_fen};
use plywood::hooks::{Event, Observer, SearchEvent, Watch};
use plywood::internal::core::pv::TriangularTable;
use plywood::search::{Algorithm, Fail, Order, Settings};
use plywood::study::{AnyStudy, Limits, Study};
use plywood::tree::Keep;
use proptest::prelude::*;

/// The lines of the nodes that are entered first in each pass, one after another, with the previous best line.
struct FirstPath<M> {
    best: TriangularTable<M>,
    before: Vec<M>,
    path: Option<Vec<M>>,
    passes: Vec<[Vec<M>; 2]>,
}

impl<M> Default for FirstPath<M> {
    fn default() -> Self {
        Self { best: TriangularTable::default(), before: Vec::new(), path: None, passes: Vec::new() }
    }
}

impl<M: Copy + Eq> Observer<M> for FirstPath<M> {
    fn observe(&mut self, line: &[M], event: SearchEvent<'_, M>) {
        match event {
            Event::Pass { .. } => (self.before, self.path) = (self.best.line(), Some(Vec::new())),
            Event::Enter { .. } => {
                if let Some(path) = self.path.as_mut().filter(|path| path.len() < line.len()) {
                    *path = line.to_vec();
                }
            }
            // The first leaf ends the first path.
            Event::Judged { mv, .. } => {
                if let Some(mut path) = self.path.take() {
                    path.push(mv);
                    self.passes.push([std::mem::take(&mut self.before), path]);
                }
            }
            _ => {}
        }
        self.best.observe(line, event);
    }
}

/// Searches, checks every pass, and returns how many of them had a previous line of at least two moves.
fn check_paths<G: Game>(game: &mut G, settings: Settings) -> Result<usize, TestCaseError>
where
    G::Move: std::fmt::Debug,
{
    let mut watch: Watch<FirstPath<G::Move>> = Watch::default();
    settings.search(game, &mut watch).unwrap();
    for [before, path] in &watch.0.passes {
        prop_assert!(path.starts_with(before), "{:?}: {:?} then {:?}", settings, before, path);
    }
    Ok(watch.0.passes.iter().filter(|[before, _]| 2 <= before.len()).count())
}

fn ways(depth: u32) -> impl Iterator<Item = Settings> {
    let ways = [
        (Algorithm::AlphaBeta, None),
        (Algorithm::AlphaBeta, Some(Fail::Soft)),
        (Algorithm::Pvs, None),
        (Algorithm::Minimax, None),
    ];
    let techniques = [set("iterative"), set("iterative killers")];
    ways.into_iter()
        .flat_map(|way| [Order::Static, Order::None, Order::Random(3)].map(|order| (way, order)))
        .flat_map(move |((algorithm, fail), order)| {
            techniques.map(|techniques| {
                Settings::default().algorithm(algorithm).depth(depth).fail(fail).order(order).techniques(techniques)
            })
        })
        .filter(|settings| settings.techniques.is_subset(settings.algorithm.techniques()))
}

#[test]
fn the_whole_best_line_of_an_iteration_is_tried_first_in_the_next_on_trees() {
    check(100, (uneven(6), 2..=6_u32), |(tree, depth)| {
        for settings in ways(depth) {
            check_paths(&mut tree.game(), settings)?;
        }
        Ok(())
    });
}

#[test]
fn the_whole_best_line_of_an_iteration_is_tried_first_in_the_next_on_boards() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    let mut long = 0;
    for settings in ways(4).filter(|settings| settings.algorithm.has_window()) {
        let mut game = ChessGame::new(parse_fen(fen).unwrap(), Material);
        long += check_paths(&mut game, settings).unwrap();
    }
    assert!(20 <= long, "{long}");
}

#[test]
fn a_search_that_is_stopped_shows_the_last_depth_that_it_finished() {
    check(10, uneven(4), |tree| {
        let techniques = set("iterative aspiration");
        let study = Study::new(tree.game(), (), Settings::default().depth(4).techniques(techniques)).unwrap();
        let all = study.solve().unwrap().statistics.nodes();
        for nodes in 1..all {
            let limits = Limits::default().nodes(nodes);
            let tree = study.clone().within(limits).explain(&Keep::ALL).unwrap();
            let depth = tree.outcome.finished_depth;
            prop_assert_eq!(tree.root.depth, depth.unwrap_or(1));
            if depth.is_some() {
                prop_assert_eq!(tree.root.value, tree.outcome.score.map(|score| (score, Bound::Exact)));
            }
            // Each node belongs to one pass, and the last pass has no score, as it did not finish.
            prop_assert_eq!(tree.passes.iter().map(|pass| pass.nodes).sum::<u64>(), nodes);
            prop_assert_eq!(tree.passes.last().and_then(|pass| pass.value), None);
        }
        Ok(())
    });
}
