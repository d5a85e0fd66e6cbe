//! Tests the terms of the evaluators, and that they treat both colours alike.

use crate::support::positions;
use crate::support::trees::check_all;
use plywood::Score;
use plywood::game::Game;
use plywood::game::chess::{Chess, ChessGame, Evaluation, Evaluator, Phase, Positional, parse_fen, parse_san};
use proptest::prelude::*;
use shakmaty::{CastlingMode, Color, EnPassantMode, FromSetup, Position};

/// Calls `law` with positions of random games, the same in every run.
fn for_random_positions(law: &dyn Fn(&Chess)) {
    check_all(200, prop::collection::vec(any::<u8>(), 0..160), |choices| {
        law(&play_out(&choices));
        Ok(())
    });
}

/// Returns the position after a move for each choice, or at the end of the game.
fn play_out(choices: &[u8]) -> Chess {
    choices.iter().fold(Chess::default(), |mut position, &choice| {
        let moves = position.legal_moves();
        if let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) {
            position.play_unchecked(mv);
        }
        position
    })
}

/// Returns the same position with the colours swapped.
fn mirrored(position: &Chess) -> Chess {
    let mut setup = position.to_setup(EnPassantMode::Legal);
    setup.mirror();
    Chess::from_setup(setup, CastlingMode::Standard).expect("as legal as before")
}

/// Returns the scores for the side to move of a position and of its mirror image.
fn both_colours(evaluation: Evaluation, position: &Chess) -> [Score; 2] {
    [position.clone(), mirrored(position)].map(|position| evaluation.evaluate(&position))
}

/// Returns the score for White, and the sum of the terms, in millipawns.
fn sums(evaluation: Evaluation, position: &Chess) -> [Score; 2] {
    let score = evaluation.evaluate(position);
    let terms = evaluation.terms(position);
    let sum = terms.iter().map(|term| term.white.at(term.phase) - term.black.at(term.phase)).sum();
    [if position.turn() == Color::White { score } else { -score }, Score::from_millipawns(sum)]
}

#[test]
fn both_colours_are_treated_alike() {
    for evaluation in Evaluation::ALL.iter().copied() {
        for_random_positions(&|position| {
            let [one, other] = both_colours(evaluation, position);
            assert_eq!(one, other, "{evaluation}: {position:?}");
        });
    }
}

#[test]
fn the_terms_add_up_to_the_score() {
    for evaluation in Evaluation::ALL.iter().copied() {
        for_random_positions(&|position| {
            let [score, sum] = sums(evaluation, position);
            assert_eq!(score, sum, "{evaluation}: {position:?}");
        });
        for epd in positions::epd("wac.epd") {
            let [score, sum] = sums(evaluation, &epd.position);
            assert_eq!(score, sum, "{evaluation}: {:?}", epd.id());
        }
    }
}

/// Plays every move, and every reply, on a game that updates its evaluation, and compares with a fresh evaluation.
fn updates_as_if_fresh(evaluation: Evaluation, position: &Chess, plies: u32) {
    let mut game = ChessGame::new(position.clone(), evaluation);
    replies(&mut game, evaluation, plies);
    assert_eq!(game.evaluate(), evaluation.evaluate(position), "{evaluation}: all moves were taken back");
}

fn replies(game: &mut ChessGame<Evaluation>, evaluation: Evaluation, plies: u32) {
    assert_eq!(game.evaluate(), evaluation.evaluate(game.position()), "{evaluation}: {}", game.fen());
    let mut moves = Vec::new();
    if 0 < plies {
        game.moves(&mut moves);
    }
    for mv in moves {
        game.play(mv);
        replies(game, evaluation, plies - 1);
        game.undo();
    }
    if 0 < plies && game.play_null_move() {
        replies(game, evaluation, plies - 1);
        game.undo();
    }
}

#[test]
fn an_evaluation_that_is_updated_with_the_moves_equals_a_fresh_one() {
    // Castling on both sides, promotions with and without a capture, and captures en passant.
    let special = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    ];
    for evaluation in Evaluation::ALL.iter().copied() {
        for fen in special {
            updates_as_if_fresh(evaluation, &parse_fen(fen).unwrap(), 2);
        }
        for_random_positions(&|position| updates_as_if_fresh(evaluation, position, 1));
    }
}

/// Returns the terms of a position as a table: name, White, Black, difference.
fn table(evaluator: Evaluation, fen: &str) -> String {
    let terms = evaluator.terms(&parse_fen(fen).unwrap());
    let line = |term: &plywood::game::chess::Term| {
        let (white, black) = (term.white_score(), term.black_score());
        format!("{:15}{white:>8.2}{black:>8.2}{:>+8.2}\n", term.name, term.score())
    };
    let phase = terms[0].phase.value();
    terms.iter().map(line).collect::<String>() + &format!("phase {phase}\n")
}

#[test]
fn every_term_can_be_looked_at() {
    insta::assert_snapshot!(table(Evaluation::Positional, "r1bq1rk1/ppp2ppp/2n2n2/3p4/3P4/2P2N2/P1B2PPP/R1BQ1RK1 w - -"), @r"
    material          34.80   35.70   -0.90
    pawn squares       0.40    0.70   -0.30
    knight squares     0.10    0.20   -0.10
    bishop squares    -0.10   -0.10    0.00
    rook squares       0.00    0.00    0.00
    queen squares     -0.05   -0.05    0.00
    king square        0.25    0.25    0.00
    mobility          -0.17   -0.29   +0.12
    king shelter       0.28    0.28    0.00
    phase 22
    ");
    insta::assert_snapshot!(table(Evaluation::Positional, "8/5pk1/4p1p1/7p/7P/4P1P1/r4PK1/1R6 w - -"), @r"
    material           9.00    9.00    0.00
    pawn squares       0.05    0.05    0.00
    knight squares     0.00    0.00    0.00
    bishop squares     0.00    0.00    0.00
    rook squares       0.00    0.05   -0.05
    queen squares      0.00    0.00    0.00
    king square       -0.22   -0.22    0.00
    mobility           0.26    0.18   +0.07
    king shelter       0.03    0.03    0.00
    phase 4
    ");
    insta::assert_snapshot!(table(Evaluation::Material, "8/5pk1/4p1p1/7p/7P/4P1P1/r4PK1/1RB5 b - -"), @r"
    pawns              4.00    4.00    0.00
    knights            0.00    0.00    0.00
    bishops            3.00    0.00   +3.00
    rooks              5.00    5.00    0.00
    queens             0.00    0.00    0.00
    phase 5
    ");
}

#[test]
fn the_start_is_even_and_as_far_from_the_endgame_as_can_be() {
    let start = Chess::default();
    assert_eq!(Positional.evaluate(&start), Score::ZERO);
    assert_eq!(Phase::of(&start), Phase::MIDDLEGAME);
    let rooks = parse_fen("rrrrrrrk/pppppppp/8/8/8/8/PPPPPPPP/RRRRRRRK w - -").unwrap();
    assert_eq!(Phase::of(&rooks), Phase::MIDDLEGAME);
    assert_eq!(Phase::of(&parse_fen("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - -").unwrap()), Phase::ENDGAME);
}

#[test]
fn what_is_better_is_worth_more() {
    let better = |fen: &str, good: &str, bad: &str| {
        let position = parse_fen(fen).unwrap();
        let score = |text: &str| {
            let mut next = position.clone();
            next.play_unchecked(parse_san(&position, text).unwrap());
            -Positional.evaluate(&next)
        };
        assert!(score(bad) < score(good), "{fen}: {good} {} and {bad} {}", score(good), score(bad));
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    better(start, "Nf3", "Nh3");
    better(start, "e4", "a3");
    better("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq -", "O-O", "Kf1");
    // The king goes to the centre in the endgame, but avoids it earlier in the game.
    better("4k3/pp3ppp/8/8/8/8/PP3PPP/4K3 w - -", "Kd2", "Kf1");
    better("r1bq1rk1/pp3ppp/2n2n2/8/8/2N2N2/PP3PPP/R1BQ1RK1 w - -", "Kh1", "Nh4");
}

#[test]
fn evaluations_have_names() {
    for evaluation in Evaluation::ALL.iter().copied() {
        assert_eq!(evaluation.name().parse(), Ok(evaluation));
    }
    assert_eq!(Evaluation::default(), Evaluation::Positional);
    assert_eq!(
        "deep".parse::<Evaluation>().unwrap_err().to_string(),
        "unknown evaluation `deep`; expected one of: material, positional"
    );
}
