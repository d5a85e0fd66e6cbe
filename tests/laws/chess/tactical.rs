//! The parts of chess that searches need: the values of captures (compared with published values), null moves, and
//! keys.

use crate::support::positions;
use plywood::Score;
use plywood::game::chess::{ChessGame, Material, parse_fen, parse_san, see};
use plywood::game::{Game, TreeGame};

fn game(fen: &str) -> ChessGame {
    ChessGame::new(parse_fen(fen).unwrap(), Material)
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn published_exchanges() {
    let suite = positions::epd("see.epd");
    assert_eq!(suite.len(), 74);
    for epd in &suite {
        let text = epd.operand("sm").expect("a move");
        let mv = parse_san(&epd.position, text).expect("a legal move");
        let published = epd.operand("see").and_then(|see| see.parse().ok()).map(Score::from_centipawns);
        let fen = ChessGame::new(epd.position.clone(), Material).fen();
        assert_eq!(Some(see(&epd.position, mv)), published, "{fen} {text}");
    }
}

#[test]
fn more_men_than_a_game_allows_may_take_part() {
    let crowd = "QQQQQqrk/QQQQQppp/QNNNNQbb/QNNNNNQQ/QQNqNQQQ/QNNNNNQQ/QQNNNQQQ/QQQQQQQK";
    let score = |side: &str, text: &str| {
        let game = game(&format!("{crowd} {side} - - 0 1"));
        game.see(game.parse_san(text).unwrap())
    };
    assert_eq!(score("w", "Nb5xd4"), Score::from_millipawns(9000));
    assert_eq!(score("b", "Qdxc4"), Score::from_millipawns(-6000));
}

#[test]
fn a_castling_wins_nothing() {
    let game = game(KIWIPETE);
    let mv = game.parse_san("O-O").unwrap();
    assert_eq!((game.see(mv), game.mvv_lva(mv), game.is_tactical(mv)), (Score::ZERO, 0, false));
}

#[test]
fn the_most_valuable_victim_comes_first_then_the_least_valuable_attacker() {
    let order = |fen: &str| {
        let game = game(fen);
        let mut moves = Vec::new();
        game.tactical_moves(&mut moves);
        moves.sort_by_key(|&mv| -game.mvv_lva(mv));
        moves.into_iter().map(|mv| game.name(mv)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(order("4k3/8/8/2q1r3/1P1P4/8/4Q3/2R1K3 w - - 0 1"), "dxc5 bxc5 Rxc5 dxe5 Qxe5+");
    assert_eq!(order("3r4/4P3/8/5pP1/8/8/k7/6K1 w - f6 0 1"), "exd8=Q exd8=R exd8=B exd8=N e8=Q e8=R e8=B gxf6 e8=N");
}

#[test]
fn tactical_moves_are_the_tactical_ones_of_all_moves() {
    for epd in positions::epd("wac.epd") {
        let game = ChessGame::new(epd.position, Material);
        let mut all = Vec::new();
        game.moves(&mut all);
        all.retain(|&mv| game.is_tactical(mv));
        let mut tactical = Vec::new();
        game.tactical_moves(&mut tactical);
        assert_eq!(tactical, all);
        assert!(all.iter().all(|&mv| 0 < game.mvv_lva(mv)));
    }
}

#[test]
fn a_pass_changes_the_side_to_move_and_can_be_undone() {
    let mut game = game(KIWIPETE);
    let (before, turn) = (game.fen(), game.turn());
    assert!(game.play_null_move());
    assert_eq!(game.fen(), before.replace(" w ", " b "));
    assert_eq!(game.turn(), turn.other());
    game.undo();
    assert_eq!(game.fen(), before);
}

#[test]
fn nobody_passes_in_check_or_with_pawns_alone_or_when_the_game_is_over() {
    for fen in
        ["4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1", "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/2N1K3 w - - 0 1"]
    {
        let mut game = game(fen);
        assert!(!game.play_null_move(), "{fen}");
        assert_eq!(game.fen(), fen);
    }
}

#[test]
fn transpositions_have_one_key() {
    let play = |moves: &[&str]| {
        let mut game = ChessGame::new(Default::default(), Material);
        let keys: Vec<u64> = moves
            .iter()
            .map(|text| {
                let mv = game.parse_san(text).unwrap();
                game.play(mv);
                game.key()
            })
            .collect();
        keys
    };
    let (one, other) = (play(&["Nf3", "Nf6", "d4", "d5"]), play(&["d4", "d5", "Nf3", "Nf6"]));
    assert_eq!(one[3], other[3]);
    assert_ne!(one[..3], other[..3]);
    // No pawn can capture en passant, so the two orders of moves lead to the same position. Castling rights are part of
    // a position.
    assert_eq!(play(&["e4"])[0], game("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 5 9").key());
    assert_ne!(play(&["e4"])[0], game("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b Qkq - 0 1").key());
}

#[test]
fn a_written_tree_is_quiet_and_its_nodes_have_keys() {
    let mut tree = TreeGame::new();
    let mv = tree.add("a", Score::ZERO);
    let root = tree.key();
    assert!(!tree.in_check() && !tree.is_tactical(mv) && !tree.play_null_move());
    tree.play(mv);
    assert_ne!(tree.key(), root);
}
