//! Searches of positions from published suites: compared with minimax and known mates, and the depths at which they
//! find the solutions.

use crate::support::searches::{alpha_beta, minimax};
use crate::support::{every, is_long, positions, runs, snapshot_or_part};
use plywood::Score;
use plywood::game::Game;
use plywood::game::chess::Evaluation::{self, Material, Positional};
use plywood::game::chess::{ChessGame, parse_fen};
use plywood::internal::input::Epd;
use plywood::search::{Order, SearchResult, Settings, Technique, Techniques};
use plywood::study::{AnyStudy, Study};
use plywood::trace::Outcome;
use std::fmt::Write;

/// The deepest search for [`tactics_are_seen_at_these_depths`].
const DEPTH: u32 = 4;

fn search(epd: &Epd, evaluation: Evaluation, depth: u32) -> SearchResult<plywood::game::chess::Move> {
    let mut game = ChessGame::new(epd.position.clone(), evaluation);
    alpha_beta(&mut game, &mut (), depth, Order::Static).expect("nothing stops it")
}

fn id(epd: &Epd) -> &str {
    epd.id().expect("every position of the suites has a name")
}

fn equals_minimax(epd: &Epd, evaluation: Evaluation, depth: u32) {
    for order in [Order::Static, Order::None] {
        let mut game = ChessGame::new(epd.position.clone(), evaluation);
        let pruned = alpha_beta(&mut game, &mut (), depth, order);
        let full = minimax(&mut game, &mut (), depth, order);
        assert_eq!(pruned, full, "{} at depth {depth}, order {}", id(epd), order.name());
    }
}

#[test]
fn alpha_beta_equals_minimax() {
    let suites = [positions::epd("bratko-kopec.epd"), positions::epd("wac.epd")].concat();
    for epd in &suites[..runs(200) as usize] {
        equals_minimax(epd, Material, 2);
        equals_minimax(epd, Positional, 3);
    }
}

#[test]
fn what_lies_beyond_a_move_is_what_quiescence_finds_there() {
    let suites = [positions::epd("bratko-kopec.epd"), positions::epd("wac.epd")].concat();
    let settings = Settings::default().depth(1).techniques(Techniques::NONE.with(Technique::Quiescence));
    let mut seen = 0;
    for epd in &suites[..runs(200) as usize] {
        let study = Study::new(ChessGame::new(epd.position.clone(), Positional), (), settings).unwrap();
        let Outcome { score: Some(score), pv, .. } = study.solve().unwrap() else { panic!("{} has moves", id(epd)) };
        let Some(beyond) = study.beyond(&pv[..1]) else { continue };
        assert_eq!(-beyond.comes_to, score, "{}", id(epd));
        seen += usize::from(beyond.comes_to != beyond.looks);
    }
    assert!(0 < seen);
}

#[test]
fn mates_in_two_and_three_are_found_with_the_right_distance() {
    let suite = positions::epd("wac.epd");
    let mates = suite.iter().filter_map(|epd| Some((epd, epd.direct_mate().filter(|&moves| moves <= 3)?)));
    let mut found = [0; 2];
    for (epd, moves) in mates.step_by(every(4)) {
        let plies = 2 * moves - 1;
        let result = search(epd, Material, plies);
        assert_eq!(result.score, Score::mate_in(plies), "{}", id(epd));
        assert!(result.best.is_some_and(|best| epd.best.contains(&best)), "{}", id(epd));
        if let Some(shallower) = plies.checked_sub(2) {
            assert!(search(epd, Material, shallower).score < Score::mate_in(plies), "{} is quicker", id(epd));
        }
        found[moves as usize - 2] += 1;
    }
    assert!(found == [16, 22] || !is_long() && found.iter().all(|&count| 2 < count), "{found:?}");
}

/// Returns the results of depth 1 to [`DEPTH`], and the smallest depth from which the best move is always the solution.
fn solve(epd: &Epd) -> (Option<usize>, String, Score) {
    let results: Vec<_> = (1..=DEPTH).map(|depth| search(epd, Positional, depth)).collect();
    let is_solution = |result: &SearchResult<_>| result.best.is_some_and(|best| epd.best.contains(&best));
    let wrong = results.iter().rposition(|result| !is_solution(result)).map_or(0, |index| index + 1);
    let last = results[results.len() - 1];
    let game = ChessGame::new(epd.position.clone(), Positional);
    let name = last.best.map(|mv| game.name(mv)).unwrap_or_default();
    ((wrong < results.len()).then_some(wrong + 1), name, last.score)
}

#[test]
fn tactics_are_seen_at_these_depths() {
    let suites = [positions::epd("wac.epd"), positions::epd("bratko-kopec.epd")].concat();
    let mut text = format!("Static order, positional evaluation, no quiescence. Score of depth {DEPTH}.\n\n");
    text += "position  depth  move       score\n";
    let (mut solved, mut unsolved) = (0, 0);
    for epd in suites.iter().step_by(every(11)) {
        match solve(epd) {
            (Some(depth), name, score) => {
                solved += 1;
                writeln!(text, "{:10}{depth:5}  {name:8}{score:>8.2}", id(epd)).expect("a string takes everything");
            }
            (None, ..) => unsolved += 1,
        }
    }
    if is_long() {
        write!(text, "\nsolved {solved}, not by depth {DEPTH} {unsolved}").expect("a string takes everything");
    }
    snapshot_or_part("tactics", &text);
}

#[test]
fn names_of_many_moves_are_those_of_each() {
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "1k6/8/K7/8/3Q3Q/8/8/3Q3Q w - - 0 1",
    ] {
        let game = ChessGame::new(parse_fen(fen).unwrap(), Material);
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let mut names = vec!["left over".to_owned()];
        game.names(&moves, &mut names);
        assert_eq!(names, moves.iter().map(|&mv| game.name(mv)).collect::<Vec<_>>());
        game.names(&moves[..1], &mut names);
        assert_eq!(names, [game.name(moves[0])]);
    }
}
