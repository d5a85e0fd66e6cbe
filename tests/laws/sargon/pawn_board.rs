//! The trick of the Sargon document, by hand: the 1978 program gets a board with two pawns on each side. One callback
//! removes the king moves, another replaces the scores, and Sargon finds Philidor's mate although it never sees that
//! position.

use plywood::Score;
use plywood::game::{Game, Side};
use plywood::hooks::{Flow, Hooks, Line};
use plywood::internal::sargon::{BookUse, Move, SargonEngine, SargonGame};
use plywood::study::{AnyStudy, Study};

/// The invented scores, in pawns for White, by the letters of the pawns that moved: White's a and b, Black's g and h.
const SCORES: [(&str, i32); 8] =
    [("aga", 12), ("agb", -10), ("aha", 12), ("ahb", -8), ("bga", 0), ("bgb", 0), ("bha", 12), ("bhb", 0)];

/// The hooks that replace Sargon's moves and scores.
#[derive(Clone)]
struct Pretend;

impl Hooks<SargonGame> for Pretend {
    fn moves(&mut self, at: Line<'_, SargonGame>, moves: &mut Vec<Move>) -> Flow {
        moves.retain(|&mv| !at.game.name(mv).starts_with('K'));
        Flow::Continue(())
    }

    fn score(&mut self, at: Line<'_, SargonGame>, _: Score) -> Flow<Score> {
        let key: String = at.moves.iter().map(|mv| mv.from.file().char()).collect();
        let pawns = SCORES.iter().find(|(known, _)| *known == key).map_or(0, |&(_, pawns)| pawns);
        let white = Score::from_millipawns(1000 * pawns);
        Flow::Continue(if at.game.turn() == Side::First { white } else { -white })
    }
}

/// In the document this line is Qg8+ Nxg8 Nf7#.
#[test]
fn sargon_finds_a_mate_on_a_board_of_pawns() {
    let board = SargonGame::from_fen("7k/8/6pp/8/1P6/P7/8/K7 w - - 0 1", BookUse::Closed).unwrap();
    let outcome = Study::by(SargonEngine { depth: 3 }, board, Pretend).solve().unwrap();
    assert_eq!(outcome.pv, ["a4", "g5", "a5"]);
    assert_eq!(outcome.score, Some(Score::from_millipawns(12_000)));
}
