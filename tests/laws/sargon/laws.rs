//! Properties of Sargon's moves, scores and searches, tested on the positions of random games.

use crate::support::searches::{alpha_beta, sargon};
use crate::support::trees::check;
use plywood::game::Game;
use plywood::game::chess::{ChessGame, Material};
use plywood::hooks::{Event, Flow, Hooks, Leaf, Line, SearchEvent, Verdict};
use plywood::internal::sargon::{BookUse, Move, PseudoLegal, SargonGame};
use plywood::score::{Bound, Score, Window, WindowSide};
use plywood::search::Order;
use proptest::prelude::*;
use shakmaty::{Chess, Role};

/// Start positions: all pieces, open lines, pins and checks, many queens, pawns about to promote.
const STARTS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "2r1nrk1/5pbp/1p2p1p1/8/p2B4/PqNR2P1/1P3P1P/1Q1R2K1 w - - 0 1",
    "3qk3/2q1q3/8/3r4/3R4/8/2Q1Q3/3QK3 w - - 0 30",
    "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 40",
    "r2q1rk1/1b2bppp/p1n1pn2/1pQ5/8/1BN1PN2/PP3PPP/R1BR2K1 w - - 0 12",
];

fn choices() -> BoxedStrategy<(usize, Vec<prop::sample::Index>)> {
    (0..STARTS.len(), prop::collection::vec(any::<prop::sample::Index>(), 0..60)).boxed()
}

/// Plays a random game and shows every position.
fn walk(start: usize, choices: &[prop::sample::Index], show: &mut dyn FnMut(&mut SargonGame)) {
    let mut game = SargonGame::from_fen(STARTS[start], BookUse::Open).unwrap();
    let mut moves = Vec::new();
    for choice in choices {
        show(&mut game);
        moves.clear();
        game.moves(&mut moves);
        if moves.is_empty() {
            return;
        }
        game.play(moves[choice.index(moves.len())]);
    }
}

/// Both methods give the same number: square by square, and with bitboards.
#[test]
fn quick_and_readable_scores_agree() {
    check(150, choices(), |(start, choices)| {
        walk(start, &choices, &mut |game| {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            for mv in moves {
                game.play(mv);
                assert_eq!(game.static_score(), game.static_score_readable(), "{:?}", game.board());
                game.undo();
            }
        });
        Ok(())
    });
}

/// The rules and the names of moves are those of chess, except for underpromotion.
#[test]
fn moves_and_names_are_those_of_chess() {
    check(150, choices(), |(start, choices)| {
        let mut chess = ChessGame::new(plywood::game::chess::parse_fen(STARTS[start]).unwrap(), Material);
        let mut game = SargonGame::from_fen(STARTS[start], BookUse::Open).unwrap();
        for choice in &choices {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            let names: Vec<String> = moves.iter().map(|&mv| game.name(mv)).collect();
            let mut sorted = names.clone();
            sorted.sort();
            prop_assert_eq!(sorted, expected_names(&chess));
            if moves.is_empty() {
                break;
            }
            let index = choice.index(moves.len());
            let mv = chess.parse_san(&names[index]).unwrap();
            chess.play(mv);
            game.play(moves[index]);
            prop_assert_eq!(game.is_in_check(), shakmaty::Position::is_check(chess.position()));
        }
        Ok(())
    });
}

/// Taking back restores everything except the recorded queen squares.
#[test]
fn undo_restores_the_board() {
    check(150, choices(), |(start, choices)| {
        walk(start, &choices, &mut |game| {
            let before = game.clone();
            let mut moves = Vec::new();
            game.pseudo_legal_moves(|mv, _| moves.push(mv));
            for mv in moves {
                game.play(mv);
                game.undo();
            }
            let (old, new) = (before.board(), game.board());
            assert!(shakmaty::Square::ALL.into_iter().all(|square| old.piece(square) == new.piece(square)));
            assert_eq!((old.turn(), old.moveno()), (new.turn(), new.moveno()));
        });
        Ok(())
    });
}

/// The events come in the order documented at [`Event`], and the verdicts follow from the windows.
#[test]
fn events_are_in_order() {
    check(150, (choices(), 1..=3_u32), |((start, choices), depth)| {
        let mut last = None;
        walk(start, &choices[..choices.len().min(12)], &mut |game| last = Some(game.clone()));
        if let Some(mut game) = last.filter(|game| game.ending().is_none()) {
            let mut order = InOrder::default();
            let result = sargon(&mut game, &mut order, depth).unwrap();
            prop_assert!(order.frames.is_empty());
            prop_assert_eq!(order.root, Some((result.score, Bound::Exact)));
        }
        Ok(())
    });
}

/// Returns the names of chess's legal moves, sorted, without promotions to anything but queens.
fn expected_names(chess: &ChessGame) -> Vec<String> {
    let position: &Chess = chess.position();
    let moves = shakmaty::Position::legal_moves(position);
    let wanted = moves.into_iter().filter(|mv| mv.promotion().is_none_or(|role| role == Role::Queen));
    let mut names: Vec<String> =
        wanted.map(|mv| shakmaty::san::SanPlus::from_move(position.clone(), mv).to_string()).collect();
    names.sort();
    names
}

/// Checks the order of events.
#[derive(Default)]
struct InOrder {
    frames: Vec<Frame>,
    settled: bool,
    root: Option<(Score, Bound)>,
}

struct Frame {
    moves: Vec<Move>,
    created: Vec<Move>,
    judged: u32,
    window: Window,
    closed: bool,
}

impl Hooks<SargonGame> for InOrder {
    fn event(&mut self, at: Line<'_, SargonGame>, event: SearchEvent<'_, Move>) -> Flow {
        let ply = at.moves.len();
        match event {
            Event::Root { .. } => assert!(self.frames.is_empty()),
            Event::Enter { window, moves, depth } => {
                assert_eq!(self.frames.len(), ply);
                assert!(1 <= depth && window.alpha < window.beta && !moves.is_empty());
                self.frames.push(Frame {
                    moves: moves.to_vec(),
                    created: Vec::new(),
                    judged: 0,
                    window,
                    closed: false,
                });
            }
            Event::Created { mv, .. } => {
                assert_eq!(self.frames.len(), ply + 1);
                let frame = self.frames.last_mut().unwrap();
                assert!(frame.moves.contains(&mv) && !frame.created.contains(&mv));
                frame.created.push(mv);
            }
            Event::Judged { mv, weight: _, score, bound, leaf, window, verdict } => {
                assert_eq!(self.frames.len(), ply + 1);
                let frame = self.frames.last_mut().unwrap();
                assert!(frame.created.contains(&mv) && !frame.closed);
                assert_eq!(window, frame.window);
                frame.judged += 1;
                let left = frame.moves.len() as u32 - frame.judged;
                match window.place(score) {
                    WindowSide::FailHigh => assert_eq!(verdict, Verdict::Cutoff { skipped: left }),
                    WindowSide::Exact => assert_eq!(verdict, Verdict::Best),
                    WindowSide::FailLow => assert_eq!(verdict, Verdict::NotBest),
                }
                frame.closed = matches!(verdict, Verdict::Cutoff { .. });
                if verdict == Verdict::Best {
                    frame.window.alpha = score;
                }
                match leaf {
                    Some(Leaf::Horizon | Leaf::Childless) => assert_eq!(bound, Bound::Exact),
                    _ if bound == Bound::Upper => assert_eq!(score, window.alpha, "dropped: a reply cut"),
                    _ if bound == Bound::Lower => assert_eq!(score, window.beta, "no reply beat what is known"),
                    _ => {}
                }
            }
            Event::Settled { skipped } => {
                assert_eq!(ply, 0);
                assert_eq!(self.frames[0].moves.len() as u32 - self.frames[0].judged, skipped);
                self.settled = true;
            }
            Event::Leave { score, bound } => {
                let frame = self.frames.pop().unwrap();
                assert_eq!(self.frames.len(), ply);
                let all = frame.judged == frame.moves.len() as u32;
                assert!(all || frame.closed || (ply == 0 && self.settled));
                assert_eq!(score, if frame.closed { frame.window.beta } else { frame.window.alpha });
                if ply == 0 {
                    self.root = Some((score, bound));
                }
            }
            _ => {}
        }
        Flow::Continue(())
    }
}

/// The trick with which the Sargon document shows the search: only pawns move, and the scores are invented.
struct Lesson {
    events: Vec<String>,
}

impl<G: Game<Move = Move>> Hooks<G> for Lesson {
    fn moves(&mut self, at: Line<'_, G>, moves: &mut Vec<Move>) -> Flow {
        moves.retain(|&mv| !at.game.name(mv).starts_with('K'));
        Flow::Continue(())
    }

    fn score(&mut self, at: Line<'_, G>, _: Score) -> Flow<Score> {
        let mix = at.moves.iter().fold(7_i32, |mix, mv| (mix * 31 + mv.to as i32 * 17 + mv.from as i32) % 1009);
        Flow::Continue(Score::from_millipawns((mix % 9 - 4) * 125))
    }

    fn event(&mut self, at: Line<'_, G>, event: SearchEvent<'_, Move>) -> Flow {
        self.events.push(format!("{:?} {event:?}", at.moves));
        Flow::Continue(())
    }
}

#[test]
fn a_lesson_over_pawn_moves_is_searched_as_alpha_beta_would() {
    for depth in 1..6 {
        let mut game = SargonGame::from_fen("7k/8/6pp/8/1P6/P7/8/K7 w - - 0 1", BookUse::Open).unwrap();
        let (mut ours, mut theirs) = (Lesson { events: Vec::new() }, Lesson { events: Vec::new() });
        let result = sargon(&mut game, &mut ours, depth).unwrap();
        assert_eq!(result, alpha_beta(&mut game, &mut theirs, depth, Order::Static).unwrap());
        assert_eq!(ours.events, theirs.events);
        assert!(10 < ours.events.len() || depth < 2);
    }
}

#[test]
fn a_hook_stops_the_search_and_the_game_is_back_at_the_root() {
    struct Stop(u32);
    impl Hooks<SargonGame> for Stop {
        fn event(&mut self, _: Line<'_, SargonGame>, _: SearchEvent<'_, Move>) -> Flow {
            self.0 -= 1;
            if self.0 == 0 { Flow::Break(()) } else { Flow::Continue(()) }
        }
    }
    for events in [1, 2, 50, 500] {
        let mut game = SargonGame::from_fen(STARTS[1], BookUse::Open).unwrap();
        assert!(sargon(&mut game, &mut Stop(events), 3).is_err());
        assert_eq!(game.ply(), 0);
    }
}
