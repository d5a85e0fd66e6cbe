//! A recording shows what the search showed.

use crate::support::trees::{check, uneven};
use plywood::game::Game;
use plywood::game::chess::{ChessGame, Material, parse_fen};
use plywood::hooks::{Flow, Hooks, Line, SearchEvent};
use plywood::recording::{Recorder, Recording};
use plywood::search::{Algorithm, Order, Settings, Technique, Techniques, alpha_beta};
use std::ops::ControlFlow;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn chess(fen: &str) -> ChessGame {
    ChessGame::new(parse_fen(fen).unwrap(), Material)
}

/// Searches once with both kinds of recorders, and compares what they have.
fn assert_alike<G: Game + Clone>(game: &mut G, search: impl FnOnce(&mut G, &mut dyn Hooks<G>)) {
    let mut both = (Recorder::new(Vec::new(), None), Recording::default());
    search(game, &mut both);
    let (live, recording) = (both.0.finish().unwrap(), both.1);
    assert!(!live.is_empty());
    let later = recording.named(game, Vec::new(), None).unwrap();
    assert!(live == later, "{:?}", live.iter().zip(&later).find(|(a, b)| a != b));
    // It can be read again, and so the game came back to its root.
    assert_eq!(recording.named(game, Vec::new(), None).unwrap().len(), recording.len());
}

#[test]
fn names_can_wait_on_random_trees() {
    check(200, (uneven(6), 1..=6_u32), |(tree, depth)| {
        for order in [Order::Static, Order::None] {
            assert_alike(&mut tree.game(), |game, mut hooks| {
                alpha_beta(game, &mut hooks, depth, order).unwrap();
            });
        }
        Ok(())
    });
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
            let settings = Settings { algorithm, depth: 3, order: Order::See, techniques, ..Settings::default() };
            assert_alike(&mut chess(fen), |game, mut hooks| {
                settings.search(game, &mut hooks).unwrap();
            });
        }
    }
}

/// Stops after so many events.
struct Patience(usize);

impl Hooks<ChessGame> for Patience {
    fn event(&mut self, _: Line<'_, ChessGame>, _: SearchEvent<'_, <ChessGame as plywood::game::Game>::Move>) -> Flow {
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
