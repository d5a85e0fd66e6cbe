//! Exact techniques change no score, and the other techniques report what they did.

use crate::gallery::dag::dag;
use crate::gallery::watch::{Balance, Counts};
use crate::support::searches::{alpha_beta, minimax};
use crate::support::trees::{check, check_all, uneven};
use plywood::Named;
use plywood::game::classic::AnyGame;
use plywood::game::{Game, TreeGame};
use plywood::hooks::{Event, Flow, Hooks, Leaf, Line, SearchEvent};
use plywood::search::{
    Algorithm, Cut, Fail, Mistake, Order, Replacement, Settings, TableAnswers, TableSettings, Technique, Techniques,
};
use proptest::prelude::*;

pub fn set(names: &str) -> Techniques {
    names.split_whitespace().map(|name| name.parse::<Technique>().unwrap_or_else(|error| panic!("{error}"))).collect()
}

/// Exact techniques, alone and in combination.
pub const EXACT: [&str; 10] = [
    "tt",
    "killers",
    "history",
    "mate-distance",
    "tt iterative",
    "tt aspiration",
    "killers iterative",
    "tt killers iterative aspiration mate-distance",
    "tt killers history iterative",
    "tt killers history iterative aspiration mate-distance",
];

pub fn exact_ways<G: plywood::game::Game>(depth: u32) -> Vec<Settings> {
    let mut ways = Vec::new();
    for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::MtdF] {
        for order in [Order::Static, Order::None, Order::MvvLva, Order::See, Order::Random(7)] {
            for (names, fail) in EXACT.into_iter().flat_map(|names| [(names, None), (names, Some(Fail::Soft))]) {
                for replacement in [Replacement::Deeper, Replacement::Newer] {
                    let table = TableSettings::default().mebibytes(1).replacement(replacement);
                    let techniques = set(names);
                    let settings =
                        Settings::plain(algorithm, depth, order).fail(fail).techniques(techniques).table(table);
                    if settings.validate::<G>().is_ok() {
                        assert!(settings.is_exact());
                        ways.push(settings);
                    }
                }
            }
        }
    }
    ways
}

#[test]
fn exact_techniques_agree_with_minimax_on_trees() {
    let ways: Vec<_> = (1..=6).map(exact_ways::<TreeGame>).collect();
    assert!(60 < ways[0].len());
    check(60, (uneven(6), 1..=6_u32), |(tree, depth)| {
        let score = minimax(&mut tree.game(), &mut (), depth, Order::None).unwrap().score;
        for settings in &ways[depth as usize - 1] {
            let mut balance = Balance::default();
            let result = settings.search(&mut tree.game(), &mut balance).unwrap();
            balance.assert_closed();
            prop_assert_eq!(result.score, score, "{:?}", settings);
        }
        Ok(())
    });
}

/// How often the table decided a node.
#[derive(Default)]
struct HashCuts(usize);

impl<G: Game> Hooks<G> for HashCuts {
    fn event(&mut self, _: Line<'_, G>, event: SearchEvent<'_, G::Move>) -> Flow {
        self.0 += usize::from(matches!(event, Event::TableHit { cut: true, .. }));
        Flow::Continue(())
    }
}

#[test]
fn a_table_changes_no_score_where_positions_recur() {
    let ways: Vec<_> = (1..=6).map(exact_ways::<AnyGame>).collect();
    let cuts = std::cell::Cell::new(0);
    check(60, (dag(6), 1..=6_u32), |(dag, depth)| {
        let mut dag = dag.game();
        let truth = minimax(&mut dag, &mut (), depth, Order::None).unwrap();
        for settings in &ways[depth as usize - 1] {
            let mut hash = HashCuts::default();
            let result = settings.search(&mut dag, &mut hash).unwrap();
            prop_assert_eq!(result.score, truth.score, "{:?}", settings);
            cuts.set(cuts.get() + hash.0);
        }
        Ok(())
    });
    assert!(1000 < cuts.get(), "the law was put to the test {} times", cuts.get());
}

#[test]
fn a_table_saves_nodes_where_positions_recur() {
    let (plain, with) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    check(50, dag(6), |dag| {
        let mut dag = dag.game();
        for (names, sum) in [("", &plain), ("tt", &with)] {
            let mut counts = Counts::default();
            let settings = Settings::default().depth(6).techniques(set(names));
            settings.search(&mut dag, &mut counts).unwrap();
            sum.set(sum.get() + counts.entered);
        }
        Ok(())
    });
    assert!(3 * with.get() < 2 * plain.get(), "{} of {}", with.get(), plain.get());
}

/// If the value of a position depends on the moves that led to it, a key without these moves is not enough. This is the
/// graph history interaction; in chess it is caused by repetitions and the fifty-move rule.
#[test]
fn a_table_may_be_wrong_where_the_way_to_a_position_counts() {
    let wrong = std::cell::Cell::new(0);
    check_all(50, dag(5), |mut dag| {
        dag.remembers = true;
        let mut dag = dag.game();
        let truth = minimax(&mut dag, &mut (), 5, Order::None).unwrap().score;
        let settings = Settings::default().depth(5).techniques(set("tt"));
        wrong.set(wrong.get() + u32::from(settings.search(&mut dag, &mut ()).unwrap().score != truth));
        prop_assert_eq!(alpha_beta(&mut dag, &mut (), 5, Order::None).unwrap().score, truth);
        Ok(())
    });
    assert!(0 < wrong.get());
}

#[test]
fn negascout_and_mtdf_with_a_table_visit_no_leaf_that_alpha_beta_does_not() {
    check(200, (uneven(6), 1..=6_u32), |(tree, depth)| {
        let leaves = |algorithm, names| {
            let mut counts = Counts::default();
            let techniques = set(names);
            let settings = Settings::plain(algorithm, depth, Order::None).techniques(techniques);
            settings.search(&mut tree.game(), &mut counts).unwrap();
            counts.distinct_leaves
        };
        let alpha_beta = leaves(Algorithm::AlphaBeta, "");
        for algorithm in [Algorithm::Pvs, Algorithm::MtdF] {
            prop_assert!(leaves(algorithm, "tt").is_subset(&alpha_beta), "{:?}", algorithm);
        }
        Ok(())
    });
}

#[test]
fn the_line_in_the_table_is_legal_and_begins_with_the_best_move() {
    check(100, dag(6), |dag| {
        let mut dag = dag.game();
        let settings = Settings::default().depth(6).techniques(set("tt iterative"));
        let outcome = settings.run(&mut dag, &mut ()).unwrap();
        let line = outcome.table_line.expect("there is a table");
        prop_assert_eq!(line.moves.first().copied(), outcome.result.best);
        prop_assert!(line.exact <= line.moves.len());
        let mut legal = Vec::new();
        for &mv in &line.moves {
            legal.clear();
            dag.moves(&mut legal);
            prop_assert!(legal.contains(&mv));
            dag.play(mv);
        }
        Ok(())
    });
}

/// No mate is nearer than the next ply, so a node that mate-distance pruning doesn't enter cannot have changed the
/// score.
#[test]
fn mate_distance_skips_nodes_once_a_mate_is_found() {
    #[derive(Default)]
    struct Skipped(usize);
    impl<G: Game> Hooks<G> for Skipped {
        fn event(&mut self, _: Line<'_, G>, event: SearchEvent<'_, G::Move>) -> Flow {
            self.0 += usize::from(matches!(event, Event::Judged { leaf: Some(Leaf::MateDistance), .. }));
            Flow::Continue(())
        }
    }
    let skipped = std::cell::Cell::new(0);
    check(50, dag(6), |dag| {
        let mut dag = dag.game();
        let mut hooks = Skipped::default();
        let settings = Settings::default().depth(6).techniques(set("mate-distance"));
        settings.search(&mut dag, &mut hooks).unwrap();
        skipped.set(skipped.get() + hooks.0);
        Ok(())
    });
    assert!(0 < skipped.get());
}

#[test]
fn combinations_that_make_no_sense_are_refused_with_the_reason() {
    let plain = Settings::default();
    let refused = |settings: Settings| settings.validate::<TreeGame>().expect_err("no sense").to_string();
    let with = |names| plain.techniques(set(names));
    let texts = [
        refused(plain.depth(0)),
        refused(with("null-move")),
        refused(with("quiescence")),
        refused(with("history")),
        refused(with("tt").algorithm(Algorithm::Minimax)),
        refused(with("aspiration").algorithm(Algorithm::Minimax)),
        refused(with("aspiration").algorithm(Algorithm::MtdF)),
        refused(plain.algorithm(Algorithm::Pvs).fail(Fail::Hard)),
        refused(plain.order(Order::See)),
        refused(with("delta")),
        refused(with("tt").mistake(Mistake::RootGe)),
        refused(with("tt").cut(Cut::AboveBeta)),
    ];
    insta::assert_snapshot!(texts.join("\n"), @r"
    depth 0 is not possible; it must be from 1 to 64
    null-move cannot be used: this tree has no null move
    quiescence cannot be used: this tree does not mark captures and checks
    history has no effect with order static, which ranks all moves; use none, mvv-lva or see
    minimax cannot use tt
    minimax cannot use aspiration
    mtdf cannot use aspiration
    pvs searches with null windows, which need fail-soft scores; leave out --fail hard, or use alpha-beta
    order see needs a board: this tree does not distinguish captures from quiet moves
    delta needs quiescence; add it
    root-ge is a mistake in plain alpha-beta; it cannot be combined with a technique
    --cut gt is for plain alpha-beta; leave it out, or leave out tt
    ");
}

#[test]
fn a_table_that_does_not_fit_is_refused_with_what_is_possible() {
    let table = TableSettings::default().mebibytes(0).answers(TableAnswers::EqualDepth).replacement(Replacement::Newer);
    let settings = Settings::default().techniques(set("tt")).table(table);
    let error = settings.search(&mut TreeGame::new(), &mut ()).unwrap_err();
    insta::assert_snapshot!(error.to_string(), @"a transposition table of 0 MiB is not possible; use a whole number of MiB from 1 to 65536");
}

fn read_back<N: Named + std::fmt::Debug + PartialEq>() {
    for &named in N::ALL {
        assert_eq!(N::from_name(named.name()), Ok(named));
        assert!(!named.description().is_empty());
    }
    let error = N::from_name("moonshine").unwrap_err();
    assert!(error.to_string().starts_with(&format!("unknown {} `moonshine`; expected one of: ", N::KIND)), "{error}");
}

#[test]
fn names_can_be_read_back() {
    read_back::<Technique>();
    read_back::<Algorithm>();
    read_back::<Cut>();
    read_back::<Fail>();
    read_back::<Mistake>();
    assert_eq!("negascout".parse(), Ok(Algorithm::Pvs));
    assert_eq!("exchange".parse(), Ok(Technique::See));
    for order in Order::ALL.iter().copied().chain([Order::Random(7)]) {
        assert_eq!(order.to_string().parse(), Ok(order));
    }
    assert!("random:x".parse::<Order>().is_err() && "fastest".parse::<Order>().is_err());
    let mut all: Techniques = Technique::ALL.iter().copied().collect();
    assert_eq!(all, Techniques::ALL);
    assert_eq!(all.iter().count(), Technique::ALL.len());
    all = all.without(Technique::Delta);
    assert!(!all.has(Technique::Delta) && all.has(Technique::See));
}
