//! A real position whose score depends on the moves that led to it, which a transposition table ignores.
//!
//! White: Kc4, Nh3. Black: Ke3, pawn g3. After Kb3 and Ng1, in either order, with g2 between, Black attacks the knight:
//! Kf2 Nh3+ Ke3. If Kb3 came first, this position has occurred before, so it is a draw. If Ng1 came first, the position
//! is new.

use crate::gallery::techniques::set;
use crate::support::searches::minimax;
use plywood::game::Game;
use plywood::game::chess::Evaluation::{self, Material};
use plywood::game::chess::{ChessGame, Move, parse_fen};
use plywood::hooks::{Event, Flow, Hooks, Line, SearchEvent};
use plywood::search::{Algorithm, Order, Settings};
use plywood::{Bound, Score};

const POSITION: &str = "8/8/8/8/2K5/4k1pN/8/8 w - -";
const KING_FIRST: &str = "Kb3 g2 Ng1";
const KNIGHT_FIRST: &str = "Ng1 g2 Kb3";
const TWO_PAWNS: Score = Score::from_millipawns(2000);

fn after(line: &str) -> ChessGame<Evaluation> {
    let mut game = ChessGame::new(parse_fen(POSITION).unwrap(), Material);
    for name in line.split_whitespace() {
        game.play(game.parse_san(name).unwrap());
    }
    game
}

#[test]
fn one_position_has_two_scores_because_a_repetition_knows_the_way() {
    let score = |line| minimax(&mut after(line), &mut (), 3, Order::None).unwrap().score;
    assert_eq!(after(KING_FIRST).key(), after(KNIGHT_FIRST).key(), "to a table they are one");
    assert_eq!(score(KNIGHT_FIRST), -TWO_PAWNS, "Black, to move, is a knight for a pawn behind");
    assert_eq!(score(KING_FIRST), Score::ZERO);
    let ending = |line| after(&format!("{line} Kf2 Nh3+ Ke3")).ending_name();
    assert_eq!((ending(KING_FIRST), ending(KNIGHT_FIRST)), (Some("draw by repetition"), None));
}

/// The table entries for the position after [`KING_FIRST`] that were used.
#[derive(Default)]
struct Hits(Vec<(Score, Bound)>);

impl Hooks<ChessGame<Evaluation>> for Hits {
    fn event(&mut self, at: Line<'_, ChessGame<Evaluation>>, event: SearchEvent<'_, Move>) -> Flow {
        if let Event::TableHit { stored, cut: true, .. } = event {
            let mut game = after("");
            let name = |&mv: &Move| {
                let name = game.name(mv);
                game.play(mv);
                name
            };
            if at.moves.iter().map(name).collect::<Vec<_>>().join(" ") == KING_FIRST {
                self.0.push((stored.score, stored.bound));
            }
        }
        Flow::Continue(())
    }
}

#[test]
fn the_table_takes_one_score_for_the_other_and_so_misses_the_draw() {
    for order in [Order::None, Order::Static, Order::MvvLva] {
        let search = |names, hits: &mut Hits| {
            let settings = Settings::default().depth(6).order(order).techniques(set(names));
            let result = settings.search(&mut after(""), hits).unwrap();
            (result.score, after("").name(result.best.expect("there are moves")))
        };
        let mut hits = Hits::default();
        let (score, _) = search("", &mut hits);
        assert_eq!((score, hits.0.len()), (Score::ZERO, 0), "{order}");
        assert_eq!(search("tt", &mut hits), (TWO_PAWNS, "Kb3".to_owned()), "{order}");
        assert_eq!(hits.0, [(-TWO_PAWNS, Bound::Exact)], "{order}: what was true after the other way");
    }
    let truth = minimax(&mut after(""), &mut (), 6, Order::None).unwrap().score;
    assert_eq!(truth, Score::ZERO);
    // Other algorithms have the same problem with a table, and no algorithm has it without one.
    for algorithm in [Algorithm::Pvs, Algorithm::MtdF] {
        let score = |names| {
            let settings = Settings::default().algorithm(algorithm).depth(6).techniques(set(names));
            settings.search(&mut after(""), &mut ()).unwrap().score
        };
        assert_eq!((score(""), score("tt")), (Score::ZERO, TWO_PAWNS), "{}", algorithm.name());
    }
}
