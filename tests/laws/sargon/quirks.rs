//! One test for each surprising behaviour of Sargon 1978.

use crate::support::searches::sargon;
use plywood::Score;
use plywood::game::chess::{ChessGame, Material, parse_fen};
use plywood::game::{Ending, Game};
use plywood::hooks::{Event, Flow, Hooks, Leaf, Line, Owner, SearchEvent, Verdict};
use plywood::internal::sargon::{AttackReport, BookUse, Direction, Move, PseudoLegal, SargonGame, SquareReport};
use plywood::internal::sargon::{SargonCounters, SargonCounts, SargonProgram, ThinkError};
use plywood::internal::subject::Subject;
use plywood::study::Limits;
use plywood::tree::{Keep, Node, Unsearched};
use shakmaty::{Color, Role, Square};

fn game(fen: &str) -> SargonGame {
    SargonGame::from_fen(fen, BookUse::Open).unwrap()
}

fn find(game: &SargonGame, name: &str) -> Move {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let names: Vec<String> = moves.iter().map(|&mv| game.name(mv)).collect();
    let index = names.iter().position(|other| other == name);
    moves[index.unwrap_or_else(|| panic!("{name} is not among {names:?}"))]
}

fn play(game: &mut SargonGame, names: &str) {
    for name in names.split_whitespace() {
        let mv = find(game, name);
        game.play(mv);
    }
}

fn slots(report: &[AttackReport]) -> Vec<(char, usize)> {
    report.iter().map(|entry| (entry.piece, entry.slot)).collect()
}

#[test]
fn promotion_does_not_record_the_queen_but_its_next_move_does() {
    let mut game = game("8/P6k/8/8/8/8/7K/3Q4 w - - 0 40");
    play(&mut game, "a8=Q");
    assert_eq!(game.board().queen(Color::White), Some(Square::D1));
    play(&mut game, "Kg7 Qaa1+");
    assert_eq!(game.board().queen(Color::White), Some(Square::A1));
}

#[test]
fn capturing_any_queen_forgets_the_recorded_square_and_taking_back_records_the_captured_one() {
    let mut game = game("6qk/8/8/8/q7/1P6/8/K7 w - - 0 40");
    assert_eq!(game.board().queen(Color::Black), Some(Square::G8), "the last of the scan");
    play(&mut game, "bxa4");
    assert_eq!(game.board().queen(Color::Black), None, "the other queen is still there");
    game.undo();
    assert_eq!(game.board().queen(Color::Black), Some(Square::A4));
}

#[test]
fn a_wrong_queen_square_survives_taking_back() {
    let mut game = game("7k/8/8/8/Q7/8/8/3Q3K w - - 0 40");
    assert_eq!(game.board().queen(Color::White), Some(Square::A4));
    play(&mut game, "Qd2");
    game.undo();
    assert_eq!(game.board().queen(Color::White), Some(Square::D1), "the queen that was tried, not the one before");
}

#[test]
fn an_illegal_move_is_tried_and_can_change_the_recorded_queen() {
    // The queen on e2 is pinned, but the program records the other queen.
    let mut game = game("4r2k/8/8/8/Q7/8/4Q3/4K3 w - - 0 40");
    assert_eq!(game.board().queen(Color::White), Some(Square::A4));
    let mut illegal = None;
    game.pseudo_legal_moves(|mv, is_legal| {
        if !is_legal && mv.from == Square::E2 {
            illegal = Some(mv);
        }
    });
    game.try_illegal(illegal.expect("a pinned queen has illegal moves"));
    assert_eq!(game.board().queen(Color::White), Some(Square::E2));
}

#[test]
fn behind_a_queen_a_rook_waits_in_the_queens_slot_unless_something_is_pinned() {
    let report = game("3k4/8/8/3p4/8/8/3Q4/3R2K1 b - - 0 40").square_report(Square::D5);
    assert_eq!(slots(&report.white), [('Q', 5), ('R', 5)]);
    // The queen-slot bug: if any piece is pinned (here the knight on a7), attacks from negative directions go to the
    // queen's slot ...
    let pinned = "k7/n7/8/3p4/8/8/3Q4/R2R2K1 b - - 0 40";
    let report = game(pinned).square_report(Square::D5);
    assert_eq!(slots(&report.white), [('Q', 5), ('R', 5)], "down is negative");
    let report = game("k2r4/n2q4/8/8/8/3P4/8/R5K1 w - - 0 40").square_report(Square::D3);
    assert_eq!(slots(&report.black), [('r', 4), ('q', 5)], "... and up is positive, so the rook goes before its queen");
}

#[test]
fn with_a_pin_even_pawns_and_knights_can_wait_in_the_queens_slot() {
    let report = game("k7/n7/8/8/3p4/8/4N3/R5K1 b - - 0 40").square_report(Square::D4);
    assert_eq!(slots(&report.white), [('N', 5)]);
    let report = game("k7/n7/8/3p4/2P5/8/8/R5K1 b - - 0 40").square_report(Square::D5);
    assert_eq!(slots(&report.white), [('P', 5)]);
}

#[test]
fn a_third_value_goes_to_the_next_slot_in_front_of_what_is_there() {
    // The knight on a7 is pinned; the pawns on e3 and c3, the knight on b3 and the rook on d1 attack d4 from negative
    // directions.
    let SquareReport { white, .. } = game("k7/n7/8/8/3p4/1NP1P3/8/R2R2K1 b - - 0 40").square_report(Square::D4);
    assert_eq!(slots(&white), [('P', 5), ('P', 5), ('N', 5), ('R', 5)]);
    assert_eq!(
        white.iter().map(|entry| entry.square).collect::<Vec<_>>(),
        [Square::C3, Square::E3, Square::B3, Square::D1]
    );
}

#[test]
fn a_pinned_knight_attacks_nothing_and_a_pinned_rook_only_its_line() {
    let game = game("4r2k/8/8/8/4R3/8/8/4K3 w - - 0 40");
    let ignored = |square| game.square_report(square).white.iter().any(|entry| entry.ignored);
    assert!(!ignored(Square::E6), "along the pin");
    assert!(ignored(Square::A4), "across it");
    let report = self::game("4r2k/8/8/8/4N3/8/8/4K3 w - - 0 40").square_report(Square::D6);
    assert_eq!((report.white.len(), report.white_count), (1, 0));
}

#[test]
fn b1_may_be_attacked_in_castling_but_not_c1_or_d1() {
    for (queen, allowed) in [("b7", true), ("c7", false), ("d7", false), ("a7", true)] {
        let rank = match queen {
            "a7" => "q7",
            "b7" => "1q6",
            "c7" => "2q5",
            _ => "3q4",
        };
        let game = game(&format!("7k/{rank}/8/8/8/8/7P/R3K3 w Q - 0 40"));
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let castles = moves.iter().any(|&mv| game.name(mv) == "O-O-O");
        assert_eq!(castles, allowed, "queen on {queen}");
    }
}

#[test]
fn en_passant_needs_the_first_move_of_the_pawn_just_before() {
    let mut game = game("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 40");
    play(&mut game, "d5");
    find(&game, "exd6");
    play(&mut game, "Kd1 Kd7");
    let mut moves = Vec::new();
    game.moves(&mut moves);
    assert!(moves.iter().all(|&mv| game.name(mv) != "exd6+"), "too late");
    // The double step in a FEN counts as the last move, although nothing has been played yet.
    find(&self::game("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 40"), "exd6");
}

#[test]
fn only_queens_come_out_of_promotion() {
    let game = game("8/P6k/8/8/8/8/7K/8 w - - 0 40");
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let names: Vec<String> = moves.iter().map(|&mv| game.name(mv)).filter(|name| name.starts_with("a8")).collect();
    assert_eq!(names, ["a8=Q"]);
}

#[test]
fn stalemate_counts_as_no_change_and_mate_as_255() {
    let stalemate = game("8/8/8/8/8/5k2/5p2/5K2 w - - 0 60");
    assert_eq!(stalemate.ending(), Some(Ending::Draw));
    assert_eq!(stalemate.pseudo_score(), Score::ZERO);
    let mate = game("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 60");
    assert_eq!(mate.ending(), Some(Ending::Loss));
    assert_eq!(mate.pseudo_score(), Score::from_millipawns(-15_875));
}

#[test]
fn a_game_that_is_over_is_reported_not_searched() {
    for (fen, words) in
        [("8/8/8/8/8/5k2/5p2/5K2 w - - 0 60", "stalemated"), ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 60", "checkmated")]
    {
        let error = SargonProgram::new(3).think(&mut game(fen), &mut ()).unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
        assert!(matches!(error, ThinkError::GameOver { .. }));
    }
}

#[test]
fn missing_kings_are_refused() {
    let error = SargonGame::from_fen("8/8/8/8/8/8/8/K7 w - - 0 1", BookUse::Open).unwrap_err();
    assert!(error.to_string().contains("king"), "{error}");
}

#[test]
fn a_mate_lowers_the_depth_for_the_rest_of_the_game() {
    let mut program = SargonProgram::new(5);
    let mate_in_one = "k7/2P5/1K6/8/8/8/8/8 w - - 0 60";
    let thought = program.think(&mut game(mate_in_one), &mut ()).unwrap();
    assert_eq!((thought.root_score1, program.depth), (255, 3));
    program.think(&mut game(mate_in_one), &mut ()).unwrap();
    program.think(&mut game(mate_in_one), &mut ()).unwrap();
    assert_eq!(program.depth, 1);
}

#[test]
fn the_first_mate_ends_the_search() {
    #[derive(Default)]
    struct Settled(Option<u32>);
    impl Hooks<SargonGame> for Settled {
        fn event(&mut self, _: Line<'_, SargonGame>, event: SearchEvent<'_, Move>) -> Flow {
            if let Event::Settled { skipped } = event {
                self.0 = Some(skipped);
            }
            Flow::Continue(())
        }
    }
    let mut game = game("k7/2P5/1K6/8/8/8/8/8 w - - 0 60");
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let mut settled = Settled::default();
    let result = sargon(&mut game, &mut settled, 3).unwrap();
    assert_eq!(result.score, Score::from_millipawns(15_875));
    assert_eq!(settled.0, Some(moves.len() as u32 - 1));
}

#[test]
fn moves_behind_the_first_mate_are_drawn_as_settled_by_it() {
    let subject = Subject::from(parse_fen("k7/2P5/1K6/8/8/8/8/8 w - - 0 60").unwrap());
    let study = subject.study_by_sargon(3, BookUse::Open, Limits::default()).unwrap();
    let root = study.explain(&Keep::ALL).unwrap().root;
    let (tried, others): (Vec<&Node>, Vec<&Node>) = root.children.iter().partition(|child| child.judgement.is_some());
    let [mate] = tried[..] else { panic!("{tried:?}") };
    let reason = Unsearched::Settled(Owner { ply: 0, mv: mate.name().to_owned() });
    assert!(
        !others.is_empty() && others.iter().all(|child| child.unsearched.as_deref() == Some(&reason)),
        "{others:?}"
    );
}

#[test]
fn a_score_that_equals_the_threshold_cuts() {
    #[derive(Default)]
    struct Equal(u32);
    impl Hooks<SargonGame> for Equal {
        fn event(&mut self, _: Line<'_, SargonGame>, event: SearchEvent<'_, Move>) -> Flow {
            if let Event::Judged { score, leaf: Some(Leaf::Horizon), window, verdict, .. } = event
                && score == window.beta
            {
                assert!(matches!(verdict, Verdict::Cutoff { .. }));
                self.0 += 1;
            }
            Flow::Continue(())
        }
    }
    let mut equal = Equal::default();
    sargon(&mut game("8/8/1k5P/6K1/8/8/8/8 w - - 1 76"), &mut equal, 2).unwrap();
    assert!(0 < equal.0);
}

#[test]
fn a_check_at_the_last_ply_is_answered() {
    let mut report = SargonCounts::default();
    // Re8 is mate, which a search of one ply sees only because it searches the replies to checks.
    let result = sargon(&mut game("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 60"), &mut report, 1).unwrap();
    assert_eq!(result.score, -SargonGame::LOST);
    let SargonCounters { move_lists, .. } = report.counters;
    assert_eq!(move_lists, 2, "the root's and the mated king's");
}

#[test]
fn white_opens_by_a_random_byte() {
    let start = game("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(start.book_move(1).unwrap().to_string(), "d2d4");
    assert_eq!(start.book_move(2).unwrap().to_string(), "e2e4");
    let mut program = SargonProgram::new(5);
    let best = |program: &mut SargonProgram| program.think(&mut start.clone(), &mut ()).unwrap().best_san;
    assert_eq!([best(&mut program), best(&mut program), best(&mut program)], ["d4", "e4", "d4"]);
}

#[test]
fn black_answers_by_the_square_that_the_pawn_left() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (first, answer) in [
        ("a3", "e7e5"),
        ("b4", "e7e5"),
        ("c4", "e7e5"),
        ("e4", "e7e5"),
        ("d4", "d7d5"),
        ("f4", "d7d5"),
        ("g3", "d7d5"),
        ("h3", "d7d5"),
        ("Nf3", "d7d5"),
        ("Nc3", "d7d5"),
    ] {
        let mut chess = ChessGame::new(parse_fen(start).unwrap(), Material);
        let mv = chess.parse_san(first).unwrap();
        chess.play(mv);
        let game = SargonGame::from_chess(chess.position(), BookUse::Open);
        assert_eq!(game.book_move(1).unwrap().to_string(), answer, "after {first}");
        assert_eq!(SargonGame::from_chess(chess.position(), BookUse::Closed).book_move(1), None);
    }
}

#[test]
fn the_move_number_is_guessed_when_a_fen_says_one() {
    let moveno = |fen: &str| game(fen).board().moveno();
    assert_eq!(moveno("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), 1);
    assert_eq!(moveno("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 9"), 9);
    assert_eq!(moveno("2r1nrk1/5pbp/1p2p1p1/8/p2B4/PqNR2P1/1P3P1P/1Q1R2K1 w - - 0 1"), 13, "27 squares differ");
    assert_eq!(moveno("rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 1"), 2, "never less");
    assert_eq!(moveno("8/8/1k5P/6K1/8/8/8/8 w - - 1 300"), 44, "one byte");
    let closed = SargonGame::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", BookUse::Closed);
    assert_eq!(closed.unwrap().board().moveno(), 2);
}

#[test]
fn what_has_moved_is_guessed_from_where_it_stands() {
    let board = game("r3k2r/8/8/8/8/8/8/RN2K2R w Kkq - 0 40").board().clone();
    let has_moved = |square| board.piece(square).unwrap().has_moved;
    assert!(has_moved(Square::A1), "no right to castle there");
    assert!(!has_moved(Square::H1) && !has_moved(Square::B1) && !has_moved(Square::E1));
    let board = game("r5kr/8/8/8/8/8/8/R3K2R w - - 0 40").board().clone();
    assert!(!board.piece(Square::A8).unwrap().has_moved, "the king is not on its square, so the rook may be at home");
    let king = board.piece(Square::E1).unwrap();
    assert!(king.has_castled && king.has_moved, "a king without rights is taken for castled");
    assert_eq!(king.role, Role::King);
}

#[test]
fn directions_are_looked_along_diagonals_first() {
    let offsets: Vec<i8> = Direction::ALL.iter().map(|direction| direction.offset()).collect();
    assert_eq!(offsets, [9, 11, -11, -9, 10, -10, 1, -1, -21, -12, 8, 19, 21, 12, -8, -19]);
}
