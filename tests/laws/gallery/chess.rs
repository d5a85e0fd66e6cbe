//! The properties of the gallery's searches, on real positions.

use crate::gallery::techniques::{exact_ways, set};
use crate::gallery::watch::Balance;
use crate::support::searches::minimax;
use crate::support::{every, positions};
use plywood::game::Game;
use plywood::game::chess::Evaluation::{self, Material};
use plywood::game::chess::{Chess, ChessGame};
use plywood::hooks::{Event, Flow, Hooks, Leaf, Line, Prune, SearchEvent};
use plywood::search::{Algorithm, Order, Settings, Technique, Techniques};
use plywood::{Score, search::SearchResult};

/// Returns a hundred positions from two test suites.
fn positions() -> impl Iterator<Item = Chess> {
    ["bratko-kopec.epd", "wac.epd"].into_iter().flat_map(positions::epd).map(|epd| epd.position).take(100)
}

fn search(position: &Chess, settings: Settings) -> SearchResult<<ChessGame<Evaluation> as Game>::Move> {
    let mut game = ChessGame::new(position.clone(), Material);
    let mut balance = Balance::default();
    let result = settings.search(&mut game, &mut balance).unwrap();
    balance.assert_closed();
    result
}

#[test]
fn exact_ways_agree_with_minimax_on_a_hundred_positions() {
    let ways = exact_ways::<ChessGame<Evaluation>>(2);
    let plain: Vec<Settings> =
        Algorithm::ALL.iter().map(|&algorithm| Settings::default().algorithm(algorithm).depth(2)).collect();
    let mut checked = 0;
    for (index, position) in positions().enumerate().step_by(every(7)) {
        let mut game = ChessGame::new(position.clone(), Material);
        let score = minimax(&mut game, &mut (), 2, Order::None).unwrap().score;
        // Each position with some of the settings, and each setting with some positions.
        for settings in plain.iter().chain(ways.iter().skip(index % 10).step_by(10)) {
            assert_eq!(search(&position, *settings).score, score, "{settings:?} {}", game.fen());
            checked += 1;
        }
    }
    assert!(1500 / every(7) < checked);
}

#[test]
fn exact_ways_agree_three_plies_deep() {
    for position in positions().step_by(10) {
        let score = |algorithm, names| {
            let order = Order::MvvLva;
            search(&position, Settings::plain(algorithm, 3, order).techniques(set(names))).score
        };
        let truth = score(Algorithm::AlphaBeta, "");
        assert_eq!(score(Algorithm::Pvs, "tt killers history iterative aspiration mate-distance"), truth);
        assert_eq!(score(Algorithm::MtdF, "tt killers history iterative mate-distance"), truth);
    }
}

/// What techniques reported about themselves.
#[derive(Default, Debug)]
struct TraceSelection {
    reduced: u32,
    extended: u32,
    again: u32,
    passed: u32,
    stood_pat: u32,
    futile: u32,
    delta: u32,
    exchange: u32,
    hash_cuts: u32,
    null_cuts: u32,
    ordered: u32,
}

impl<G: Game> Hooks<G> for TraceSelection {
    fn event(&mut self, _: Line<'_, G>, event: SearchEvent<'_, G::Move>) -> Flow {
        match event {
            Event::Reduced { .. } => self.reduced += 1,
            Event::Extended { .. } => self.extended += 1,
            Event::ReSearch { .. } => self.again += 1,
            Event::NullMove { .. } => self.passed += 1,
            Event::StandPat { .. } => self.stood_pat += 1,
            Event::Pruned { reason: Prune::Futility, .. } => self.futile += 1,
            Event::Pruned { reason: Prune::Delta, .. } => self.delta += 1,
            Event::Pruned { reason: Prune::See, .. } => self.exchange += 1,
            Event::Judged { leaf: Some(Leaf::Table), .. } => self.hash_cuts += 1,
            Event::Judged { leaf: Some(Leaf::NullMove), .. } => self.null_cuts += 1,
            Event::Ordered { .. } => self.ordered += 1,
            _ => {}
        }
        Flow::Continue(())
    }
}

#[test]
fn every_technique_tells_what_it_does_and_stays_balanced() {
    let mut told = TraceSelection::default();
    let all = Techniques::ALL.without(Technique::Symmetry);
    for (index, position) in positions().step_by(4).enumerate() {
        let depth = if index % 5 == 0 { 4 } else { 3 };
        for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::MtdF] {
            let without = if algorithm == Algorithm::MtdF { Technique::Aspiration } else { Technique::Delta };
            let techniques = all.without(without);
            let settings = Settings::plain(algorithm, depth, Order::See).techniques(techniques);
            let mut balance = Balance::default();
            let mut game = ChessGame::new(position.clone(), Material);
            settings.search(&mut game, &mut (&mut balance, &mut told)).unwrap();
            balance.assert_closed();
        }
    }
    let TraceSelection {
        reduced,
        extended,
        again,
        passed,
        stood_pat,
        futile,
        delta,
        exchange,
        hash_cuts,
        null_cuts,
        ordered,
    } = told;
    let counts = [reduced, extended, again, passed, stood_pat, futile, delta, exchange, hash_cuts, null_cuts, ordered];
    assert!(counts.iter().all(|&count| 10 < count), "{counts:?}");
    assert!(null_cuts <= passed);
}

#[test]
fn each_technique_alone_is_balanced() {
    for position in positions().step_by(20) {
        for technique in Techniques::ALL.without(Technique::Symmetry).iter() {
            let alone = Techniques::NONE.with(technique);
            let techniques = match technique {
                Technique::Delta | Technique::See => alone.with(Technique::Quiescence),
                _ => alone,
            };
            search(&position, Settings::default().depth(3).order(Order::MvvLva).techniques(techniques));
        }
    }
}

#[test]
fn quiescence_sees_that_a_defended_pawn_is_poisoned() {
    let position = plywood::game::chess::parse_fen("4k3/8/2p5/3p4/8/8/8/3QK3 w - -").unwrap();
    let score = |names| search(&position, Settings::default().depth(1).techniques(set(names))).score;
    assert_eq!(score(""), Score::from_millipawns(8000), "nine for two, and one of them taken");
    for names in ["quiescence", "quiescence delta", "quiescence exchange", "quiescence delta exchange"] {
        assert_eq!(score(names), Score::from_millipawns(7000), "{names}");
    }
}

#[test]
fn the_check_extension_finds_a_mate_one_ply_earlier() {
    // 1.Qg8+ Rxg8 2.Nf7#
    let position = plywood::game::chess::parse_fen("r6k/6pp/7N/8/2Q5/8/8/1K6 w - -").unwrap();
    let score = |depth, names| search(&position, Settings::default().depth(depth).techniques(set(names))).score;
    assert!(!score(2, "").is_mate());
    assert_eq!(score(2, "check-extension"), Score::mate_in(3));
    assert_eq!(score(3, ""), Score::mate_in(3));
}

#[test]
fn nobody_passes_with_king_and_pawns_alone() {
    let passed = |fen| {
        let mut told = TraceSelection::default();
        let mut game = ChessGame::new(plywood::game::chess::parse_fen(fen).unwrap(), Material);
        let settings = Settings::default().depth(5).techniques(set("null-move"));
        settings.search(&mut game, &mut told).unwrap();
        told.passed
    };
    assert_eq!(passed("4k3/pp4p1/8/8/8/8/PP4P1/4K3 w - -"), 0);
    assert!(0 < passed("4k1n1/pp4p1/8/8/8/8/PP4P1/4K1N1 w - -"));
}

/// Stops at the `countdown`th static evaluation.
struct Stop {
    countdown: u32,
}

impl<G: Game> Hooks<G> for Stop {
    fn score(&mut self, _: Line<'_, G>, score: Score) -> Flow<Score> {
        match self.countdown.checked_sub(1) {
            Some(countdown) => {
                self.countdown = countdown;
                Flow::Continue(score)
            }
            None => Flow::Break(()),
        }
    }
}

#[test]
fn a_search_that_is_stopped_anywhere_leaves_the_game_at_its_root() {
    let position = positions().nth(30).expect("there are a hundred");
    let techniques = set("tt killers history iterative quiescence null-move lmr futility check-extension");
    let settings = Settings::default().depth(4).order(Order::MvvLva).techniques(techniques);
    let mut game = ChessGame::new(position, Material);
    let fen = game.fen();
    let mut stops = 0;
    for countdown in (0..3000).step_by(7) {
        stops += u32::from(settings.search(&mut game, &mut Stop { countdown }).is_err());
        assert_eq!(game.fen(), fen);
    }
    assert!(50 < stops, "{stops}");
}
