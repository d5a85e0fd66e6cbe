//! A recording replays the events of the search.

use crate::support::searches::alpha_beta;
use crate::support::trees::{check, uneven, uniform};
use plywood::game::chess::Evaluation::{self, Material};
use plywood::game::chess::{ChessGame, parse_fen};
use plywood::game::{Game, TreeGame};
use plywood::hooks::{Event, Flow, Hooks, Leaf, Line, Ranked, Reason, SearchEvent, Verdict};
use plywood::internal::core::recording::{Recorder, Recording};
use plywood::score::{Bound, Score, Window};
use plywood::search::{Algorithm, Order, Settings, Technique, Techniques};
use plywood::study::{AnyStudy, Moment, Study, StudyUntil};
use plywood::trace::Sink;
use proptest::prelude::*;
use std::ops::ControlFlow;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn chess(fen: &str) -> ChessGame<Evaluation> {
    ChessGame::new(parse_fen(fen).unwrap(), Material)
}

/// Searches once with both kinds of recorders, and compares their contents.
fn assert_alike<G: Game + Clone>(game: &mut G, search: &dyn Fn(&mut G, &mut dyn Hooks<G>)) {
    let mut live = Vec::new();
    let mut both = (Recorder::new(&mut live as &mut dyn Sink, None), Recording::default());
    search(game, &mut both);
    let (recorder, recording) = both;
    recorder.finish().unwrap();
    assert!(!live.is_empty());
    let mut named = || {
        let mut records = Vec::new();
        recording.named(game, &mut records as &mut dyn Sink, None).unwrap();
        records
    };
    let later = named();
    assert!(live == later, "{:?}", live.iter().zip(&later).find(|(a, b)| a != b));
    // The game is back at its root, so the recording can be read again.
    assert_eq!(named().len(), recording.len());
}

#[test]
fn names_can_wait_on_random_trees() {
    check(200, (uneven(6), 1..=6_u32), |(tree, depth)| {
        for order in [Order::Static, Order::None] {
            assert_alike(&mut tree.game(), &|game, mut hooks| {
                alpha_beta(game, &mut hooks, depth, order).unwrap();
            });
        }
        Ok(())
    });
}

#[test]
fn names_can_wait_whatever_the_algorithm() {
    check(60, (uneven(5), 1..=5_u32), |(tree, depth)| {
        for &algorithm in Algorithm::ALL {
            for order in [Order::Static, Order::Random(1)] {
                assert_alike(&mut tree.game(), &|game, mut hooks| {
                    Settings::plain(algorithm, depth, order).search(game, &mut hooks).unwrap();
                });
            }
        }
        Ok(())
    });
}

/// Returns a tree with scores at the limits of a short number, with mates, and with more moves than a byte can count.
fn wide_tree() -> TreeGame {
    let [short, long] = [32_767, 32_768].map(Score::from_millipawns);
    let scores = [short, long, -short, -long, Score::mate_in(3), Score::mated_in(2), Score::ZERO];
    let mut tree = TreeGame::new();
    for (index, &score) in scores.iter().cycle().take(300).enumerate() {
        let mv = tree.add(&format!("m{index}"), score);
        tree.play(mv);
        for (reply, &score) in scores.iter().enumerate() {
            tree.add(&format!("r{reply}"), score);
        }
        tree.undo();
    }
    tree
}

#[test]
fn scores_of_any_size_and_moves_of_any_number_are_kept() {
    for order in [Order::Static, Order::None] {
        assert_alike(&mut wide_tree(), &|game, mut hooks| {
            alpha_beta(game, &mut hooks, 2, order).unwrap();
        });
    }
}

/// Everything that hooks receive, as text.
#[derive(Default)]
struct Seen(Vec<String>);

impl<G: Game> Hooks<G> for Seen {
    fn event(&mut self, at: Line<'_, G>, event: SearchEvent<'_, G::Move>) -> Flow {
        self.0.push(format!("{:?} {event:?}", at.moves));
        ControlFlow::Continue(())
    }
}

/// Returns a random event, possibly one that no search reports; there are few values, so that predictions are sometimes
/// right.
fn any_event<'a, M: Copy>(moves: &'a [M], ranked: &'a [Ranked<M>], n: [usize; 6]) -> SearchEvent<'a, M> {
    let [short, long] = [32_767, 32_768].map(Score::from_millipawns);
    let [kind, mv, score, bound, leaf, end] = n;
    let scores = [Score::ZERO, short, -short, long, Score::mate_in(3), Score::MAX, Score::MIN];
    let score = scores[score % scores.len()];
    let window = Window::new(Score::MIN, scores[end % 2 * 5]);
    let mv = moves[mv % moves.len()];
    let bound = [Bound::Exact, Bound::Lower, Bound::Upper][bound % 3];
    let verdict = [Verdict::NotBest, Verdict::Best, Verdict::Cutoff { skipped: end as u32 % 3 }][end % 3];
    match kind % 8 {
        0 => Event::Enter { depth: leaf as u32 % 3, window, moves },
        1 => Event::Created { mv, score: None },
        2 | 3 => Event::Created { mv, score: Some(score) },
        4 | 5 => {
            let leaf = [None, Some(Leaf::Horizon), Some(Leaf::Childless)][leaf % 3];
            Event::Judged { mv, weight: None, score, bound, leaf, window, verdict }
        }
        6 => Event::Leave { score, bound },
        _ => Event::Ordered { moves: ranked },
    }
}

#[test]
fn whatever_is_told_is_told_again() {
    let steps = prop::collection::vec((0..4_usize, prop::array::uniform6(0..50_usize)), 1..200);
    check(300, (uniform(3, 4), steps), |(tree, steps)| {
        let mut game = tree.game();
        let (mut seen, mut recording, mut line) = (Seen::default(), Recording::default(), Vec::new());
        for (way, numbers) in steps {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            if way == 0 && line.pop().is_some() {
                game.undo();
            } else if let Some(&mv) = moves.get(way)
                && line.len() < 3
            {
                game.play(mv);
                line.push(mv);
            }
            moves.clear();
            game.moves(&mut moves);
            let ranked: Vec<_> = moves.iter().map(|&mv| Ranked { mv, reason: Reason::Killer }).collect();
            let event = any_event(&moves, &ranked, numbers);
            let _ = (&mut seen, &mut recording).event(Line { game: &game, moves: &line }, event);
        }
        line.drain(..).for_each(|_| game.undo());
        let mut again = Seen::default();
        let _ = recording.replay(&mut game, &mut again);
        prop_assert_eq!((seen.0, recording.len()), (again.0.clone(), again.0.len()));
        Ok(())
    });
}

#[test]
fn a_move_of_chess_is_the_same_as_itself_and_as_no_other() {
    // Castling, en passant, and promotions with and without a capture.
    for fen in [KIWIPETE, "8/8/8/1Ppp4/8/k7/8/K7 w - c6 0 1", "1n1n4/2P5/8/8/8/k7/2p5/K2N4 w - - 0 1"] {
        let mut moves = Vec::new();
        chess(fen).moves(&mut moves);
        for one in &moves {
            let same = moves.iter().filter(|other| ChessGame::<Evaluation>::is_same(one, other)).collect::<Vec<_>>();
            assert_eq!(same, [one]);
        }
    }
}

#[test]
fn names_can_wait_whatever_techniques_do() {
    let techniques = Techniques::ALL.without(Technique::Symmetry);
    for fen in [KIWIPETE, "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 0 1"] {
        for (algorithm, without) in [
            (Algorithm::AlphaBeta, Technique::Delta),
            (Algorithm::Pvs, Technique::See),
            (Algorithm::MtdF, Technique::Aspiration),
        ] {
            let techniques = techniques.without(without);
            let settings = Settings::plain(algorithm, 3, Order::See).techniques(techniques);
            assert_alike(&mut chess(fen), &|game, mut hooks| {
                settings.search(game, &mut hooks).unwrap();
            });
        }
    }
}

/// Stops after this many events.
struct Patience(usize);

impl<G: Game> Hooks<G> for Patience {
    fn event(&mut self, _: Line<'_, G>, _: SearchEvent<'_, G::Move>) -> Flow {
        self.0 -= 1;
        if self.0 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn a_reader_who_has_seen_enough_leaves_the_game_at_its_root() {
    let mut game = chess(KIWIPETE);
    let root = game.fen();
    let mut recording = Recording::default();
    assert!(recording.is_empty());
    alpha_beta(&mut game, &mut recording, 2, Order::Static).unwrap();
    for patience in (1..recording.len()).step_by(37) {
        assert!(recording.replay(&mut game, &mut Patience(patience)).is_break());
        assert_eq!(game.fen(), root);
    }
}

/// A borrowed study is the same study: what is shown of it does not depend on who owns it.
#[test]
fn a_borrowed_study_answers_like_its_owner() {
    let settings = Settings::plain(Algorithm::AlphaBeta, 2, Order::None);
    let study = Study::new(chess(KIWIPETE), (), settings).unwrap();
    let moment = StudyUntil::new(&study, Moment::Event(9)).unwrap().unwrap();
    for (study, shows_last_pass, is_recorded) in [(&study as &dyn AnyStudy, false, false), (&moment, true, true)] {
        let borrowed: &dyn AnyStudy = &study;
        assert_eq!((borrowed.shows_last_pass(), borrowed.is_recorded()), (shows_last_pass, is_recorded));
        assert_eq!(borrowed.solve().unwrap(), study.solve().unwrap());
    }
}
