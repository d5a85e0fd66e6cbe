//! Lessons made from real positions agree with a search of the real position.

use crate::support::searches::{alpha_beta, minimax};
use crate::support::{every, positions};
use plywood::game::Game;
use plywood::game::chess::Evaluation::{self, Material, Positional};
use plywood::game::chess::{Chess, ChessGame, Evaluator, Move, parse_fen};
use plywood::hooks::{Flow, Hooks, Line};
use plywood::internal::lessons::distil::{DistilError, Recipe, distil};
use plywood::model::{Content, Lesson, Model, ModelMove};
use plywood::search::{Order, SearchResult};
use plywood::study::Limits;
use plywood::{Score, game::chess::parse_san};
use std::sync::atomic::Ordering;

/// Hooks that allow only the moves of a line until its end.
struct Along(Vec<Move>);

impl<G: Game<Move = Move>> Hooks<G> for Along {
    fn moves(&mut self, at: Line<'_, G>, moves: &mut Vec<Move>) -> Flow {
        if let Some(&mv) = self.0.get(at.moves.len()) {
            *moves = vec![mv];
        }
        Flow::Continue(())
    }
}

/// Returns the score after `line` in the whole tree, for the side to move at the root.
fn true_score(game: &ChessGame<Evaluation>, depth: u32, line: &[Move]) -> Score {
    minimax(&mut game.clone(), &mut Along(line.to_vec()), depth, Order::None).unwrap().score
}

/// Returns the result of the lesson with an evaluator that must not be called.
fn explained(model: &Model) -> SearchResult<Move> {
    let lesson = Lesson::from_json(&model.to_json()).unwrap();
    let Content::Board { position, mut overlay, closed } = lesson.content else { panic!("no board") };
    assert!(closed, "the lesson lists its whole tree");
    let mut game = ChessGame::new(position, Nonsense);
    alpha_beta(&mut game, &mut overlay, lesson.depth, Order::Static).unwrap()
}

#[derive(Clone, Copy, Debug)]
struct Nonsense;

impl Evaluator for Nonsense {
    fn name(&self) -> &'static str {
        "nonsense"
    }

    fn evaluate(&self, _: &Chess) -> Score {
        Score::from_millipawns(77_777)
    }

    fn terms(&self, _: &Chess) -> Vec<plywood::game::chess::Term> {
        Vec::new()
    }
}

/// Checks at every kept position that the scores of the kept moves are those of the whole tree.
fn check_scores(game: &ChessGame<Evaluation>, depth: u32, model: &Model) {
    fn best_of(
        moves: &[ModelMove],
        game: &mut ChessGame<Evaluation>,
        line: &mut Vec<Move>,
        ply: u32,
        found: &mut Found,
    ) -> Score {
        let mut best = Score::MIN;
        for mv in moves {
            let played = parse_san(game.position(), &mv.name).unwrap();
            let turn = game.turn();
            game.play(played);
            line.push(played);
            let score = match (&mv.moves, mv.score) {
                (Some(replies), _) => -best_of(replies, game, line, ply + 1, found),
                (None, Some(pawns)) => {
                    let white = Score::from_pawns(pawns).unwrap();
                    if turn == plywood::game::Side::First { white } else { -white }
                }
                (None, None) => -game.ending().expect("only a finished game needs no score").score(ply + 1),
            };
            found.push((line.clone(), if ply.is_multiple_of(2) { score } else { -score }));
            line.pop();
            game.undo();
            best = best.max(score);
        }
        best
    }
    type Found = Vec<(Vec<Move>, Score)>;
    let mut found = Found::new();
    let mut plain = ChessGame::new(game.position().clone(), Material);
    best_of(&model.moves, &mut plain, &mut Vec::new(), 0, &mut found);
    for (line, score) in found {
        assert_eq!(true_score(game, depth, &line), score, "{} {line:?}", game.fen());
    }
}

fn check(position: &Chess, evaluation: Evaluation, recipe: Recipe) {
    let model = distil(position, evaluation, recipe, &Limits::default()).unwrap();
    let mut game = ChessGame::new(position.clone(), evaluation);
    let full = alpha_beta(&mut game, &mut (), recipe.depth, recipe.order).unwrap();
    assert_eq!(explained(&model), full, "{}", game.fen());
    assert!(
        model.moves.len() <= recipe.width
            && model.moves.iter().any(|mv| Some(&mv.name) == full.best.map(|best| game.name(best)).as_ref())
    );
    check_scores(&game, recipe.depth, &model);
}

#[test]
fn a_lesson_says_what_the_search_of_the_whole_tree_says() {
    let suites = [positions::epd("wac.epd"), positions::epd("bratko-kopec.epd")].concat();
    let orders = [Order::Static, Order::None, Order::MvvLva, Order::See, Order::Random(3)];
    for (index, epd) in suites.iter().step_by(6 * every(3)).enumerate() {
        let recipe = Recipe { width: 1 + index % 3, depth: 1 + index as u32 % 3, order: orders[index % 5] };
        check(&epd.position, Positional, recipe);
        check(&epd.position, Material, Recipe { width: 2, depth: 2, order: Order::Static });
    }
}

#[test]
fn a_position_without_moves_teaches_nothing() {
    let mated = parse_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").unwrap();
    let recipe = Recipe { width: 2, depth: 3, order: Order::Static };
    let never = Limits::default();
    assert_eq!(distil(&mated, Material, recipe, &never), Err(DistilError::GameOver("checkmate")));
    let huge = Recipe { depth: 20, ..recipe };
    assert!(matches!(
        distil(&Chess::default(), Material, huge, &never),
        Err(DistilError::Size { width: 2, depth: 20 })
    ));
    let nothing = Recipe { width: 0, ..recipe };
    assert!(matches!(distil(&Chess::default(), Material, nothing, &never), Err(DistilError::Size { .. })));
}

#[test]
fn a_lesson_that_is_not_finished_is_none() {
    let recipe = Recipe { width: 2, depth: 3, order: Order::Static };
    let stopped = Limits::default();
    stopped.stop.store(true, Ordering::Relaxed);
    let short = Limits::default().nodes(100);
    for limits in [stopped, short] {
        let result = distil(&Chess::default(), Material, recipe, &limits);
        assert_eq!(result, Err(DistilError::Stopped));
    }
}

#[test]
fn a_single_legal_move_makes_a_lesson() {
    let forced = parse_fen("8/8/8/8/8/5k2/7q/7K w - - 0 1").unwrap();
    let model =
        distil(&forced, Positional, Recipe { width: 3, depth: 2, order: Order::Static }, &Limits::default()).unwrap();
    assert_eq!(model.title, "Why 1.Kxh2?");
    assert_eq!(model.moves.len(), 1);
}

fn model(fen: &str) -> Model {
    let recipe = Recipe { width: 2, depth: 3, order: Order::Static };
    distil(&parse_fen(fen).unwrap(), Positional, recipe, &Limits::default()).unwrap()
}

/// All notes: those of the lesson and of its moves.
fn notes(model: &Model) -> Vec<String> {
    fn of(moves: &[ModelMove], notes: &mut Vec<String>) {
        for mv in moves {
            notes.extend(mv.note.clone());
            of(mv.moves.as_deref().unwrap_or_default(), notes);
        }
    }
    let mut notes: Vec<String> = model.note.clone().into_iter().collect();
    of(&model.moves, &mut notes);
    notes
}

#[test]
fn a_promotion_takes_nothing() {
    let model = model("8/P6k/8/8/8/8/p6K/8 b - - 0 1");
    let notes = notes(&model).concat();
    assert!(!notes.contains("takes") && notes.contains("promotes"), "{notes}");
}

#[test]
fn a_title_asks_only_after_moves_that_lose() {
    assert_eq!(model("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1").title, "Why 1.Qg7# and not 1.Qg8+?");
}

#[test]
fn a_move_that_is_worth_what_it_looks_like_has_no_fate() {
    let mut fates = 0;
    for fen in ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "8/P6k/8/8/8/8/p6K/8 b - - 0 1"] {
        for note in notes(&model(fen)) {
            for (start, _) in note.match_indices("looks worth ") {
                let numbers: Vec<f64> = note[start..].split_whitespace().filter_map(number).take(2).collect();
                assert!(0.49 < (numbers[0] - numbers[1]).abs(), "{note}");
                fates += 1;
            }
        }
    }
    assert!(3 < fates, "{fates}");
}

/// Reads a number with two decimals, even at the end of a sentence.
fn number(word: &str) -> Option<f64> {
    word.trim_end_matches('.').parse().ok()
}

#[test]
fn a_reply_makes_no_move_better_than_it_looks() {
    // A move that is better than it looks was not refuted, and the fifty-move rule is not the merit of a reply.
    for (fen, text) in
        [("8/5P1k/5K2/8/8/8/8/8 w - - 0 1", "1.Ke5"), ("8/8/8/8/8/1k6/2p5/K7 b - - 0 1", "1...Kc4 looks")]
    {
        let note = model(fen).note.unwrap();
        assert!(!note.contains(&format!("{text} looks worth")), "{note}");
    }
    let recipe = Recipe { width: 3, depth: 2, order: Order::Static };
    let late = parse_fen("8/8/8/5k2/8/8/8/KR6 w - - 98 80").unwrap();
    let note = distil(&late, Evaluation::default(), recipe, &Limits::default()).unwrap().note.unwrap();
    assert!(!note.contains("makes it worth 0.00"), "{note}");
    assert!(note.contains("ends the game in a draw"), "{note}");
}

#[test]
fn a_note_says_for_whom_a_number_is() {
    let black = model("rnb1kbnr/pppp1ppp/8/4p3/3QP2q/2N2N2/PPP2PPP/R1B1KB1R b KQkq - 0 1");
    let note = black.note.unwrap();
    assert!(note.contains(", which is worth -3.18 to White."), "{note}");
    assert!(note.contains(" takes with check and looks worth -0.52 to White; 2.Qxe4 makes it worth 7.90."), "{note}");
    let mated = model("7k/8/8/8/8/1r6/r7/4K3 b - - 0 1").note.unwrap();
    assert!(mated.contains("The best line is 1...Rb1#; White is mated in 1."), "{mated}");
    let mates = model("1rr4k/4n1pp/7N/8/8/8/Q7/K7 w - - 0 1").note.unwrap();
    assert!(mates.contains("The best line is 1.Qg8+ Rxg8 2.Nf7#; White mates in 2."), "{mates}");
}
