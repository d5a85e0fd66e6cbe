//! The tree of searches with techniques: its nodes below the end of a lesson, and its node counts.

use crate::gallery::techniques::set;
use crate::support::{every, in_turn, searched_lessons};
use plywood::game::Game;
use plywood::game::chess::Evaluation::{self, Material};
use plywood::game::chess::{ChessGame, parse_fen};
use plywood::hooks::{Flow, Hooks, Line, SearchEvent};
use plywood::internal::explain::PageOptions;
use plywood::internal::page::Style;
use plywood::internal::subject::Subject;
use plywood::model::{Content, Lesson, builtin};
use plywood::search::{Algorithm, Order, SearchError, Settings};
use plywood::study::{AnyStudy, Limits, Study, StudyError};
use plywood::tree::{Keep, Node};
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Whether every node below this one is a legal move of its parent.
fn all_legal(game: &mut ChessGame<Evaluation>, node: &Node, numbers: &mut HashSet<u64>) {
    for child in &node.children {
        let mv = game.parse_san(child.name()).unwrap_or_else(|error| panic!("{error}: {child:?}"));
        assert_eq!(game.name(mv), child.name());
        if let Some(number) = child.number {
            assert!(numbers.insert(number), "two positions have the number {number}");
        }
        plywood::game::Game::play(game, mv);
        all_legal(game, child, numbers);
        plywood::game::Game::undo(game);
    }
}

#[test]
fn no_move_is_invented_below_the_end_of_a_lesson() {
    let mut below = 0;
    for name in searched_lessons() {
        let lesson = Lesson::from_json(builtin(name).unwrap()).unwrap();
        let Content::Board { ref position, closed: true, .. } = lesson.content else { continue };
        for names in ["check-extension", "quiescence", "lmr quiescence", "quiescence delta exchange check-extension"] {
            let mut game = ChessGame::new(position.clone(), Material);
            let settings = Settings::default().depth(lesson.depth).techniques(set(names));
            let study = Subject::from(lesson.clone()).study(&settings, None, Limits::default()).unwrap();
            let nodes = study.header().shape.as_ref().unwrap().len() as u64;
            let mut numbers = HashSet::new();
            all_legal(&mut game, &study.explain(&Keep::ALL).unwrap().root, &mut numbers);
            below += numbers.iter().filter(|&&number| nodes <= number).count();
        }
    }
    assert!(100 < below, "techniques searched {below} positions below the end");
}

/// Returns the number of counted nodes that the tree does not show.
fn missing(node: &Node) -> i64 {
    let below: u64 = node.children.iter().map(|child| child.nodes).sum();
    let own = if node.window.is_some() { node.nodes as i64 - 1 - (below + node.fold.nodes) as i64 } else { 0 };
    own + node.children.iter().map(missing).sum::<i64>()
}

#[test]
fn the_nodes_of_children_add_up() {
    let fens = ["8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - -", "7k/R1ppp1p1/1p6/4q3/5N1r/3b3P/PP3PP1/Q5K1 w - - 0 1"];
    let sets =
        ["", "tt", "lmr", "null-move", "lmr null-move tt killers history", "quiescence check-extension futility"];
    for (index, (fen, names)) in fens.iter().flat_map(|fen| sets.map(|names| (fen, names))).enumerate() {
        let algorithms = [Algorithm::AlphaBeta, Algorithm::Pvs].into_iter();
        let kinds = algorithms.flat_map(|algorithm| [Keep::ALL, Keep::FOLDED].map(|keep| (algorithm, keep)));
        // Each set with all of these, or with one in turn.
        for (algorithm, keep) in in_turn(kinds, index, 4) {
            let game = ChessGame::new(parse_fen(fen).unwrap(), Material);
            let order = Order::MvvLva;
            let settings = Settings::plain(algorithm, 4, order).techniques(set(names));
            let tree = Study::new(game, (), settings).unwrap().explain(&keep).unwrap();
            let all = tree.outcome.statistics.nodes();
            assert_eq!(tree.root.nodes, all, "{algorithm:?} {names} {fen}");
            // The nodes of earlier searches of a child count for the child, not for the nodes shown below it.
            if algorithm == Algorithm::AlphaBeta && !names.contains("lmr") && !names.contains("null-move") {
                assert_eq!(missing(&tree.root), 0, "{names} {fen}");
            }
            let below: u64 = tree.root.children.iter().map(|child| child.nodes).sum();
            assert_eq!(tree.root.nodes, 1 + below + tree.root.fold.nodes, "{algorithm:?} {names} {fen}");
        }
    }
}

fn ending(settings: Settings) -> Study<ChessGame<Evaluation>> {
    let game = ChessGame::new(parse_fen("8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - -").unwrap(), Material);
    Study::new(game, (), settings).unwrap()
}

#[test]
fn a_stopped_search_can_be_repeated_to_where_it_stopped() {
    for names in ["", "null-move lmr", "quiescence tt iterative"] {
        let settings = Settings::default().depth(6).order(Order::MvvLva).techniques(set(names));
        let study = ending(settings);
        let outcome = study.clone().within(Limits::default().nodes(500)).solve().unwrap();
        assert!(!outcome.complete, "{names}");
        let late = study.clone().within(Limits::default().deadline(std::time::Instant::now()));
        assert_eq!(late.up_to(&outcome).solve().unwrap(), outcome, "{names}");
        // A finished search can be repeated even after its time limit.
        let finished = study.solve().unwrap();
        assert!(finished.complete);
        assert_eq!(late.up_to(&finished).solve().unwrap(), finished, "{names}");
    }
}

/// If the second search is stopped, there is no page, unless the first search was stopped for the same reason. A
/// partial second search is never shown as if it were the first.
#[test]
fn the_search_for_the_log_can_be_stopped_too() {
    let limits = Limits::default();
    let stop = limits.stop.clone();
    let study = ending(Settings::default().depth(4)).within(limits);
    let finished = study.solve().unwrap();
    let again = study.up_to(&finished);
    stop.store(true, Ordering::Relaxed);
    let refused = |told: Result<(), StudyError>| matches!(told, Err(StudyError::Search(SearchError::Stopped(_))));
    assert!(refused(again.solve().map(drop)));
    assert!(refused(again.explain(&Keep::ALL).map(drop)));
    assert!(refused(again.trace().map(drop)));
    assert!(study.up_to(&finished).solve().unwrap().complete, "it was set before");
}

/// Stops at a given event, counted over all searches together.
#[derive(Clone)]
struct StopAt {
    left: Arc<AtomicU64>,
    stop: Arc<AtomicBool>,
}

impl<G: Game> Hooks<G> for StopAt {
    fn event(&mut self, _: Line<'_, G>, _: SearchEvent<'_, G::Move>) -> Flow {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.stop.store(true, Ordering::Relaxed);
        }
        Flow::Continue(())
    }
}

/// Several searches make a page. If the first is stopped, the page shows the result so far. If a later one is stopped,
/// there is no page, except for a log, which says that it ends early.
#[test]
fn a_page_that_is_stopped_is_whole_or_none() {
    let page = |format: &str, left: u64| -> (Result<Vec<u8>, StudyError>, u64) {
        let limits = Limits::default();
        let hooks = StopAt { left: Arc::new(AtomicU64::new(left)), stop: limits.stop.clone() };
        let game = ChessGame::new(parse_fen("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1").unwrap(), Material);
        let settings = Settings::default().depth(1);
        let study = Study::new(game, hooks.clone(), settings).unwrap().within(limits);
        let parts = PageOptions::default().log(true).full(true);
        let mut written = Vec::new();
        let told = (plywood::internal::formats::format(format).unwrap().write)(
            &study,
            &parts,
            &Style::default(),
            &mut written,
        );
        (told.map(|()| written), left.wrapping_sub(hooks.left.load(Ordering::Relaxed)))
    };
    for format in ["html", "text", "json"] {
        let (whole, all) = page(format, u64::MAX);
        let whole = whole.unwrap();
        let one = all / searches(format);
        assert_eq!(one * searches(format), all, "{format}: all searches are the same");
        let mut stopped = 0;
        for left in (one + 1..all).step_by(every(5)) {
            match page(format, left).0 {
                Ok(written) if written == whole => {}
                Ok(written) => {
                    let log = written.strip_suffix(b"The log was stopped here.\n").expect("nothing else may end early");
                    assert!(whole.starts_with(log), "{format}: stopped at event {left} of {all}");
                    stopped += 1;
                }
                Err(error) => {
                    assert_eq!(error.to_string(), "the search was stopped", "{format}: event {left} of {all}");
                    stopped += 1;
                }
            }
        }
        // Such a short search checks the stop flag only once or twice. If there is no later search, no search is
        // stopped.
        assert_eq!(0 < stopped, 1 < searches(format), "{format}: {stopped} of {all}");
    }
}

/// Returns the number of searches for the page of a small tree.
fn searches(format: &str) -> u64 {
    match format {
        "html" | "text" => 2,
        _ => 1,
    }
}
