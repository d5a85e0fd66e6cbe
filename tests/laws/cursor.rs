//! A cursor's state depends only on its number, and agrees with the tree.

use crate::support::trees::{check, uneven};
use crate::support::{every, is_long, positions, runs};
use plywood::cursor::{Cursor, Follower, Goal, State, Way};
use plywood::game::Game;
use plywood::game::chess::ChessGame;
use plywood::game::chess::Evaluation::{self, Material};
use plywood::hooks::{Event, Kind};
use plywood::internal::input::parse_epd_line;
use plywood::search::{Algorithm, Order, Settings, TableSettings, Technique};
use plywood::study::{AnyStudy, Study};
use plywood::trace::Record;
use plywood::tree::{Keep, Node, SearchTree, Unsearched};
use std::io;

type InMemory = Cursor<io::Cursor<Vec<u8>>>;

/// Returns a study for every algorithm alone, and for each technique with each algorithm that supports it; some
/// techniques need another technique.
fn studies<G: Game + Clone + 'static>(game: &G, depth: u32) -> Vec<Study<G>> {
    let mut studies = Vec::new();
    for &algorithm in Algorithm::ALL {
        let plain = Settings::plain(algorithm, depth, Order::Static).table(TableSettings::default().mebibytes(1));
        studies.extend(Study::new(game.clone(), (), plain));
        for &technique in Technique::ALL {
            let others = [&[][..], &[Technique::Iterative], &[Technique::Quiescence]];
            let with = |others: &&[Technique]| {
                let techniques = others.iter().copied().chain([technique]).collect();
                Study::new(game.clone(), (), plain.techniques(techniques)).ok()
            };
            studies.extend(others.iter().find_map(with));
        }
    }
    studies
}

fn states(cursor: &mut InMemory) -> Vec<State> {
    let mut states = Vec::new();
    for step in 1..=cursor.len() {
        cursor.go(step).unwrap();
        states.push(cursor.state());
    }
    states
}

fn goals(state: &State) -> Vec<Goal> {
    let line = state.subject();
    let last = line.last().cloned().map(Goal::Move);
    let kinds = [Kind::Enter, Kind::Judged, Kind::Leave, Kind::Created].map(Goal::Kind);
    let others = [
        Goal::Event,
        Goal::Step,
        Goal::Cutoff,
        Goal::NewBest,
        Goal::NewPv,
        Goal::Ply(1),
        Goal::Ply(2),
        Goal::Node(line),
    ];
    others.into_iter().chain(kinds).chain(last).collect()
}

/// The best line changes at every `NewPv` and nowhere else.
fn assert_new_pv(cursor: &mut InMemory, states: &[State]) {
    let changes: Vec<usize> =
        states.windows(2).filter(|pair| pair[0].pv != pair[1].pv).map(|pair| pair[1].step).collect();
    let mut found = Vec::new();
    cursor.go(1).unwrap();
    while cursor.advance(&Goal::NewPv, Way::Forward).unwrap() {
        found.push(cursor.step());
    }
    assert_eq!(found, changes);
}

/// Returns the nearest `leave` of the node around an event or, going back, its `enter`; none for events without a node.
fn around(records: &[Record], step: usize, way: Way) -> Option<Option<usize>> {
    let record = &records[step - 1];
    let above = || record.line.split_last().map(|(_, above)| above.to_vec());
    let inside = match (&record.event, way) {
        (Event::Judged { .. } | Event::Created { .. }, _)
        | (Event::Enter { .. }, Way::Forward)
        | (Event::Leave { .. }, Way::Back) => Some(record.line.clone()),
        (Event::Enter { .. } | Event::Leave { .. }, _) => above(),
        _ => return None,
    };
    let is_end = |one: &Record| match one.event {
        Event::Leave { .. } => way == Way::Forward,
        Event::Enter { .. } => way == Way::Back,
        _ => false,
    };
    let is_it = |at: &usize| is_end(&records[at - 1]) && Some(&records[at - 1].line) == inside.as_ref();
    Some(match way {
        Way::Forward => (step + 1..=records.len()).find(is_it),
        Way::Back => (1..step).rev().find(is_it),
    })
}

/// Goes forward and back in every possible way, from each `every`th event.
fn assert_inverse(study: &dyn AnyStudy, every: usize) {
    let trace = study.trace().unwrap();
    let mut cursor = Cursor::of_trace(&trace).unwrap();
    assert_eq!(cursor.len(), trace.records.len());
    let states = states(&mut cursor);
    for (index, (state, record)) in states.iter().zip(&trace.records).enumerate() {
        assert_eq!((state.step, &state.event), (index + 1, record));
    }
    assert_new_pv(&mut cursor, &states);
    for step in (1..=cursor.len()).step_by(every) {
        for goal in goals(&states[step - 1]) {
            cursor.go(step).unwrap();
            if !cursor.advance(&goal, Way::Forward).unwrap() {
                continue;
            }
            // From where such a step stops, the same number of steps back leads to the same state.
            let first = cursor.step();
            assert_eq!(cursor.state(), states[first - 1]);
            let forward = (0..3).take_while(|_| cursor.advance(&goal, Way::Forward).unwrap()).count();
            (0..forward).for_each(|_| assert!(cursor.advance(&goal, Way::Back).unwrap()));
            assert_eq!(cursor.state(), states[first - 1], "{goal:?} from {first}");
        }
        // A step over a subtree can be taken back from everywhere, like a single event.
        cursor.go(step).unwrap();
        if cursor.advance(&Goal::Over, Way::Forward).unwrap() {
            assert_eq!(cursor.state(), states[cursor.step() - 1]);
            assert!(cursor.advance(&Goal::Over, Way::Back).unwrap());
            assert_eq!(cursor.state(), states[step - 1]);
        }
        for way in [Way::Forward, Way::Back] {
            let Some(expected) = around(&trace.records, step, way) else { continue };
            cursor.go(step).unwrap();
            let found = cursor.advance(&Goal::Out, way).unwrap().then(|| cursor.step());
            assert_eq!(found, expected, "{way:?} out of {:?}", trace.records[step - 1]);
        }
    }
}

/// Returns the tree's information about a child, without its subtree.
fn bare(node: &Node) -> Node {
    // Nothing is known yet about nodes that have not been reached.
    let unsearched = node.unsearched.clone().filter(|reason| **reason != Unsearched::Stopped);
    let techniques = node.techniques.clone();
    Node { number: None, on_pv: false, depth: 0, children: Vec::new(), unsearched, techniques, ..node.clone() }
}

/// Compares every node with the tree after the search leaves it; the tree was folded by other code.
fn assert_like_tree(study: &dyn AnyStudy) {
    let tree = study.explain(&Keep::ALL).unwrap();
    let mut cursor = Cursor::of_study(study).unwrap();
    cursor.go(cursor.len()).unwrap();
    assert_eq!(cursor.tree(&Keep::ALL).unwrap(), SearchTree { header: cursor.header().clone(), ..tree.clone() });
    assert_eq!(cursor.state().counts, tree.outcome.statistics);
    let mut left = 0;
    for step in 1..=cursor.len() {
        cursor.go(step).unwrap();
        let state = cursor.state();
        let Event::Leave { .. } = state.event.event else { continue };
        let line = state.subject();
        let node = line.iter().try_fold(&tree.root, |node, name| node.children.iter().find(|c| c.name() == name));
        let here = state.here().unwrap();
        let node = node.expect("every node that was left is in the tree");
        assert_eq!((&node.mv, node.window, node.value), (&here.node.mv, here.node.window, here.node.value));
        for (child, expected) in here.node.children.iter().zip(&node.children) {
            let (mut child, mut expected) = (bare(child), bare(expected));
            (expected.fold, child.fold) = Default::default();
            assert_eq!(child, expected, "{line:?}");
        }
        left += 1;
    }
    assert!(0 < left || tree.root.children.is_empty());
}

/// Without the moves of the nodes on the line.
fn without_moves(state: &State) -> State {
    let mut state = State { of: 0, ..state.clone() };
    state.line.iter_mut().for_each(|standing| standing.node.children.clear());
    state
}

/// A follower's change gives the state after the event and changes nothing else, and all changes together are no larger
/// than the events; so the time for a page is proportional to its search.
fn assert_changes(study: &dyn AnyStudy) {
    let trace = study.trace().unwrap();
    let mut cursor = Cursor::of_trace(&trace).unwrap();
    let mut follower = Follower::new(&trace.header);
    let mut before: Vec<Node> = Vec::new();
    let (mut said, mut told) = (0, 0);
    for (index, record) in trace.records.iter().enumerate() {
        cursor.go(index + 1).unwrap();
        let state = cursor.state();
        follower.take(record);
        let change = State { board: follower.board(record), ..follower.change(record) };
        assert_eq!(without_moves(&change), without_moves(&state));
        for (ply, (changed, whole)) in change.line.iter().zip(&state.line).enumerate() {
            let (changed, whole) = (&changed.node.children, &whole.node.children);
            said += changed.len();
            assert!(changed.iter().all(|child| whole.contains(child)), "{record:?}");
            let was = before.get(ply).map_or(&[][..], |node| &node.children);
            let differs = whole.iter().filter(|child| !was.contains(child));
            assert!(differs.into_iter().all(|child| changed.contains(child)), "{record:?}");
        }
        before = state.line.into_iter().map(|standing| standing.node).collect();
        told += 2;
        if let Event::Enter { moves, .. } = &record.event {
            told += 2 * moves.len();
        }
    }
    assert!(said <= told, "{said} moves, and the events tell of {told}");
    assert_eq!((follower.step(), follower.decimals()), (cursor.len(), cursor.decimals()));
}

#[test]
fn a_follower_says_what_changes_and_no_more() {
    check(runs(20), (uneven(5), 1..=4_u32), |(tree, depth)| {
        studies(&tree.game(), depth).iter().for_each(|study| assert_changes(study));
        Ok(())
    });
    studies(&chess()[1], 1).iter().step_by(every(7)).for_each(|study| assert_changes(study));
}

#[test]
fn every_step_has_its_inverse_on_random_trees() {
    check(runs(5), (uneven(4), 2..=4_u32), |(tree, depth)| {
        studies(&tree.game(), depth).iter().step_by(every(3)).for_each(|study| assert_inverse(study, 5));
        Ok(())
    });
}

fn chess() -> Vec<ChessGame<Evaluation>> {
    let suite = positions::epd("wac.epd");
    suite.iter().step_by(97).map(|epd| ChessGame::new(epd.position.clone(), Material)).collect()
}

#[test]
fn every_step_has_its_inverse_on_real_traces() {
    let studies = studies(&chess()[0], 2);
    assert!(30 < studies.len(), "{}", studies.len());
    // Random trees use all studies; the first one here, minimax, takes longest and is used only in the long run.
    let some = studies.len() / runs(studies.len() as u32) as usize;
    studies.iter().skip(every(2) - 1).step_by(some * every(3)).for_each(|study| assert_inverse(study, 499));
}

#[test]
fn the_state_is_what_the_tree_says() {
    check(60, (uneven(5), 1..=5_u32), |(tree, depth)| {
        for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta] {
            let settings = Settings::plain(algorithm, depth, Order::Static);
            assert_like_tree(&Study::new(tree.game(), (), settings).unwrap().with_whole_tree());
        }
        Ok(())
    });
    // Four games two plies deep, or one of them, one ply deep and beyond.
    let depth = if is_long() { 2 } else { 1 };
    for game in chess().into_iter().step_by(every(4)) {
        let techniques = [Technique::Quiescence, Technique::Delta, Technique::CheckExtension].into_iter().collect();
        let settings = Settings::plain(Algorithm::AlphaBeta, depth, Order::Static).techniques(techniques);
        assert_like_tree(&Study::new(game, (), settings).unwrap());
    }
    // Below a null move only the number of nodes is reported.
    let position = parse_epd_line("kr6/pp6/8/8/8/8/PP6/KR6 w - - 0 1").unwrap().position;
    let techniques = [Technique::NullMove].into_iter().collect();
    let settings = Settings::plain(Algorithm::AlphaBeta, 4, Order::Static).techniques(techniques);
    let study = Study::new(ChessGame::new(position, Material), (), settings).unwrap();
    let is_hidden =
        |record: &Record| matches!(record.event, Event::NullMove { entered, leaves, .. } if 0 < entered + leaves);
    assert!(study.trace().unwrap().records.iter().any(is_hidden));
    assert_like_tree(&study);
}
