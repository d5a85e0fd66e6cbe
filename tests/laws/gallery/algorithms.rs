//! Every exact algorithm finds the score of minimax, without unnecessary work.

use crate::gallery::watch::{Counts, Script};
use crate::support::searches::minimax;
use crate::support::trees::{Tree, check, uneven, uniform};
use plywood::game::{Game, TreeMove};
use plywood::hooks::{Event, Flow, Hooks, Line, SearchEvent};
use plywood::search::{Algorithm, Cut, Fail, Order, Settings, SettingsError, Technique, Techniques};
use plywood::{Bound, Score};
use proptest::prelude::*;

fn run(tree: &Tree, settings: Settings) -> (Score, Option<TreeMove>, Counts) {
    let mut counts = Counts::default();
    let result = settings.search(&mut tree.game(), &mut counts).unwrap();
    (result.score, result.best, counts)
}

/// All root moves that minimax finds best.
fn best_moves(tree: &Tree, depth: u32) -> Vec<TreeMove> {
    let mut game = tree.game();
    let score = minimax(&mut game, &mut (), depth, Order::None).unwrap().score;
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves.retain(|&mv| {
        game.play(mv);
        let child = match depth {
            1 => game.evaluate(),
            _ => minimax(&mut game, &mut (), depth - 1, Order::None).unwrap().score,
        };
        game.undo();
        -child == score
    });
    moves
}

pub fn every_exact_way(depth: u32) -> Vec<Settings> {
    let mut ways = Vec::new();
    for &algorithm in Algorithm::ALL {
        for order in [Order::None, Order::Static, Order::Random(3), Order::Best, Order::Worst] {
            for techniques in [&[][..], &[Technique::Iterative], &[Technique::Aspiration], Technique::ALL] {
                for (cut, fail) in [
                    (Cut::AtBeta, None),
                    (Cut::AtBeta, Some(Fail::Soft)),
                    (Cut::AboveBeta, None),
                    (Cut::AboveBeta, Some(Fail::Soft)),
                    (Cut::AboveBeta, Some(Fail::Hard)),
                ] {
                    let techniques: Techniques =
                        techniques.iter().copied().filter(|t| t.is_exact() && *t != Technique::Symmetry).collect();
                    let settings = Settings::plain(algorithm, depth, order).cut(cut).fail(fail).techniques(techniques);
                    if settings.validate::<plywood::game::TreeGame>().is_ok() {
                        ways.push(settings);
                    }
                }
            }
        }
    }
    ways
}

#[test]
fn all_exact_algorithms_agree_with_minimax() {
    let ways: Vec<Vec<Settings>> = (1..=6).map(every_exact_way).collect();
    assert!(40 < ways[0].len());
    check(150, (uneven(6), 1..=6_u32), |(tree, depth)| {
        let score = minimax(&mut tree.game(), &mut (), depth, Order::None).unwrap().score;
        let best = best_moves(&tree, depth);
        for settings in &ways[depth as usize - 1] {
            let result = settings.search(&mut tree.game(), &mut ()).unwrap();
            prop_assert_eq!(result.score, score, "{:?}", settings);
            match result.best {
                Some(mv) => prop_assert!(best.contains(&mv), "{:?}", settings),
                None => prop_assert!(best.is_empty()),
            }
        }
        Ok(())
    });
}

#[test]
fn max_and_min_tell_the_same_story_as_negamax() {
    check(100, (uneven(5), 1..=6_u32), |(tree, depth)| {
        let tell = |algorithm: Algorithm| {
            let mut script = Script::default();
            Settings::plain(algorithm, depth, Order::Static).search(&mut tree.game(), &mut script).unwrap();
            script
        };
        prop_assert_eq!(tell(Algorithm::Minimax), tell(Algorithm::Negamax));
        Ok(())
    });
}

/// A tree with a tie, cutoffs and a re-search, on which no two algorithms behave the same.
#[test]
fn every_algorithm_has_events_of_its_own() {
    let tree = Tree::parse("[[[5,6],[7,4,5]],[[3,9],[6,6],[8]],[[5,9],[8,2]]]");
    let tell = |settings: Settings| {
        let mut script = Script::default();
        settings.search(&mut tree.game(), &mut script).unwrap();
        script
    };
    let plain = |&algorithm: &Algorithm| (algorithm, tell(Settings::plain(algorithm, 3, Order::None)));
    let told: Vec<(Algorithm, Script)> = Algorithm::ALL.iter().map(plain).collect();
    for (index, (algorithm, script)) in told.iter().enumerate() {
        for (other, told) in &told[index + 1..] {
            // Negamax is minimax, written with one function.
            let is_same_search = (*algorithm, *other) == (Algorithm::Minimax, Algorithm::Negamax);
            assert_eq!(script == told, is_same_search, "{algorithm:?} and {other:?}");
        }
    }
    let soft = Settings::plain(Algorithm::AlphaBeta, 3, Order::None).fail(Fail::Soft);
    assert!(told.iter().all(|(_, script)| *script != tell(soft)), "fail-soft");
}

#[test]
fn an_algorithm_refuses_the_techniques_that_it_does_not_use() {
    let ways = Algorithm::ALL.iter().flat_map(|&algorithm| Technique::ALL.iter().map(move |&one| (algorithm, one)));
    for (algorithm, technique) in ways {
        let used = algorithm.techniques().has(technique);
        let settings = Settings::plain(algorithm, 2, Order::None).techniques(Techniques::NONE.with(technique));
        let unused = SettingsError::Unused { algorithm, technique };
        let refused = settings.search(&mut Tree::parse("[[1,2],[3,4]]").game(), &mut ()) == Err(unused.into());
        assert_eq!(refused, !used, "{algorithm:?} with {technique:?}");
    }
}

fn minimum(width: usize, depth: u32) -> usize {
    width.pow(depth.div_ceil(2)) + width.pow(depth / 2) - 1
}

#[test]
fn leaves_are_never_below_the_knuth_moore_minimum_and_reach_it_in_perfect_order() {
    for (width, depth) in [(2, 1), (2, 2), (2, 5), (3, 3), (3, 4), (4, 3), (5, 2)] {
        check(30, uniform(width, depth), |tree| {
            for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::MtdF] {
                for order in [Order::None, Order::Random(1), Order::Worst, Order::Best] {
                    let (_, _, counts) = run(&tree, Settings::plain(algorithm, depth, order));
                    prop_assert!(minimum(width, depth) <= counts.distinct_leaves.len());
                    if (order, algorithm) == (Order::Best, Algorithm::AlphaBeta) {
                        prop_assert_eq!(minimum(width, depth), counts.leaves);
                    }
                }
            }
            Ok(())
        });
    }
}

#[test]
fn negascout_and_mtdf_visit_no_leaf_that_alpha_beta_does_not() {
    check(300, (uneven(6), 1..=6_u32), |(tree, depth)| {
        let leaves = |algorithm, order| run(&tree, Settings::plain(algorithm, depth, order)).2;
        for order in [Order::None, Order::Random(5)] {
            let alpha_beta = leaves(Algorithm::AlphaBeta, order).distinct_leaves;
            for algorithm in [Algorithm::Pvs, Algorithm::MtdF] {
                prop_assert!(leaves(algorithm, order).distinct_leaves.is_subset(&alpha_beta), "{:?}", algorithm);
            }
        }
        Ok(())
    });
}

/// What each node returned, in the order in which nodes were left.
#[derive(Default)]
struct Bounds(Vec<(Score, Bound)>);

impl<G: Game> Hooks<G> for Bounds {
    fn event(&mut self, _: Line<'_, G>, event: SearchEvent<'_, G::Move>) -> Flow {
        if let Event::Leave { score, bound } = event {
            self.0.push((score, bound));
        }
        Flow::Continue(())
    }
}

#[test]
fn fail_soft_bounds_are_at_least_as_tight() {
    check(300, (uneven(6), 1..=6_u32), |(tree, depth)| {
        let bounds = |fail| {
            let mut bounds = Bounds::default();
            let settings = Settings::default().depth(depth).fail(fail);
            settings.search(&mut tree.game(), &mut bounds).unwrap();
            bounds.0
        };
        let (hard, soft) = (bounds(Fail::Hard), bounds(Fail::Soft));
        prop_assert_eq!(hard.len(), soft.len());
        for ((hard, bound), (soft, same)) in hard.into_iter().zip(soft) {
            prop_assert_eq!(bound, same);
            let is_as_tight = match bound {
                Bound::Exact => hard == soft,
                Bound::Lower => hard <= soft,
                Bound::Upper => soft <= hard,
            };
            prop_assert!(is_as_tight, "{} {} {:?}", hard, soft, bound);
        }
        Ok(())
    });
}
