//! Classroom games compared with published counts and with an independent naive program.

use crate::support::{every, in_turn};
use plywood::Score;
use plywood::game::classic::{AnyGame, PlayableMove, read_game};
use plywood::game::{Ending, Game, Side, perft};
use plywood::internal::lessons::distil::{Recipe, distil_game};
use plywood::internal::subject::Subject;
use plywood::model::{Lesson, Model, Overlay};
use plywood::search::{Algorithm, Order, Settings, Technique};
use plywood::study::{AnyStudy, Limits, Study};
use plywood::trace::Trace;
use plywood::verify::{Effort, verify};
use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

fn game(text: &str) -> AnyGame {
    read_game(text).expect("a game of the table").unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn moves(game: &AnyGame) -> Vec<PlayableMove> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves
}

/// Returns the score of the whole game by plywood's own search.
fn searched(game: &AnyGame, plies: u32) -> Score {
    let settings = Settings::default().depth(plies.max(1)).order(Order::None);
    settings.search(&mut game.clone(), &mut ()).unwrap().score
}

/// Visits all games, and records the text of every position and whether the game is over there.
fn all(game: &mut AnyGame, nodes: &mut u64, ends: &mut [u64; 3], positions: &mut BTreeMap<String, bool>) {
    *nodes += 1;
    positions.insert(game.position(), game.ending().is_some());
    match game.ending() {
        Some(Ending::Draw) => ends[2] += 1,
        // The side to move has lost.
        Some(Ending::Loss) => ends[usize::from(game.turn() == Side::First)] += 1,
        Some(Ending::Win) => unreachable!("nobody wins by the other's last move"),
        None => {
            for mv in moves(game) {
                game.play(mv);
                all(game, nodes, ends, positions);
                game.undo();
            }
        }
    }
}

/// The nodes and ends of all games of tic-tac-toe, and its positions.
static TIC_TAC_TOE: LazyLock<(u64, [u64; 3], BTreeMap<String, bool>)> = LazyLock::new(|| {
    let (mut nodes, mut ends, mut positions) = (0, [0; 3], BTreeMap::new());
    all(&mut game("tic-tac-toe"), &mut nodes, &mut ends, &mut positions);
    (nodes, ends, positions)
});

/// Returns the squares of a position in writing order, rotated or reflected.
fn turned(squares: &[u8], turn: usize) -> Vec<u8> {
    let place = |row: usize, column: usize| match turn {
        0 => (row, column),
        1 => (column, 2 - row),
        2 => (2 - row, 2 - column),
        3 => (2 - column, row),
        4 => (row, 2 - column),
        5 => (2 - row, column),
        6 => (column, row),
        _ => (2 - column, 2 - row),
    };
    (0..9).map(|square| place(square / 3, square % 3)).map(|(row, column)| squares[3 * row + column]).collect()
}

fn squares(position: &str) -> Vec<u8> {
    position["ttt:".len()..].bytes().filter(|&square| square != b'/').collect()
}

fn has_three(squares: &[u8], man: u8) -> bool {
    let is = |row: usize, column: usize| squares[3 * row + column] == man;
    (0..3).any(|row| (0..3).all(|column| is(row, column)))
        || (0..3).any(|column| (0..3).all(|row| is(row, column)))
        || (0..3).all(|at| is(at, at))
        || (0..3).all(|at| is(at, 2 - at))
}

/// Plies to the end for the side to move, positive if won and negative if lost; 0 for a draw.
fn naive(squares: &mut [u8]) -> i32 {
    let count = |man| squares.iter().filter(|&&square| square == man).count();
    let (mover, other) = if count(b'X') == count(b'O') { (b'X', b'O') } else { (b'O', b'X') };
    if has_three(squares, other) {
        return -100;
    }
    let mut best = None;
    for square in 0..9 {
        if squares[square] == b'.' {
            squares[square] = mover;
            let value = -naive(squares);
            squares[square] = b'.';
            // A faster win is better.
            best = best.max(Some(value - value.signum()));
        }
    }
    best.unwrap_or(0)
}

#[test]
fn tic_tac_toe_has_as_many_games_nodes_and_positions_as_others_have_counted() {
    let (nodes, ends, positions) = &*TIC_TAC_TOE;
    assert_eq!((*nodes, *ends), (549_946, [131_184, 77_904, 46_080]), "won by X, won by O, drawn");
    assert_eq!(ends.iter().sum::<u64>(), 255_168);
    assert_eq!(positions.len(), 5478);
    let first = |position: &String| (0..8).map(|turn| turned(&squares(position), turn)).min();
    let different: HashMap<_, bool> = positions.iter().map(|(position, over)| (first(position), *over)).collect();
    assert_eq!(different.len(), 765);
    assert_eq!(different.values().filter(|over| **over).count(), 138);
    // A rotated position has a different key but the same folded key, and both kinds of keys distinguish all positions.
    let keys: HashMap<u64, &String> = positions.keys().map(|position| (game(position).key(), position)).collect();
    let folded: HashMap<u64, &String> =
        positions.keys().map(|position| (game(position).canonical_key().0, position)).collect();
    assert_eq!((keys.len(), folded.len()), (5478, 765));
}

#[test]
fn every_position_of_tic_tac_toe_is_worth_what_a_naive_program_says() {
    for position in TIC_TAC_TOE.2.keys().step_by(every(5)) {
        let game = game(position);
        assert_eq!(game.position(), *position);
        let rest = squares(position).iter().filter(|&&square| square == b'.').count() as u32;
        // Positions with more empty squares take a long time without optimization.
        if 7 < rest {
            continue;
        }
        let expected = match naive(&mut squares(position)) {
            0 => Score::ZERO,
            value if value < 0 => Score::mated_in((100 + value) as u32),
            value => Score::mate_in((100 - value) as u32),
        };
        let score = match game.ending() {
            Some(ending) => ending.score(0),
            None => searched(&game, rest),
        };
        assert_eq!(score, expected, "{position}");
    }
}

#[test]
fn tic_tac_toe_is_a_draw() {
    assert_eq!(searched(&game("ttt"), 9), Score::ZERO);
}

/// Settings with techniques and an order.
fn with(techniques: &[Technique], order: Order, depth: u32) -> Settings {
    Settings::default().depth(depth).order(order).techniques(techniques.iter().copied().collect())
}

/// Returns the score and the number of nodes.
fn cost(game: &AnyGame, settings: Settings) -> (Score, u64) {
    let outcome = Study::new(game.clone(), Overlay::default(), settings).unwrap().solve().unwrap();
    (outcome.score.unwrap(), outcome.statistics.nodes())
}

const TABLE: Technique = Technique::TranspositionTable;
const SYMMETRY: Technique = Technique::Symmetry;

#[test]
fn a_table_is_worth_more_than_windows_in_tic_tac_toe_and_symmetry_more_than_that() {
    let ttt = game("ttt");
    let plain = cost(&ttt, with(&[], Order::None, 9));
    let table = cost(&ttt, with(&[TABLE], Order::None, 9));
    let folded = cost(&ttt, with(&[TABLE, SYMMETRY], Order::None, 9));
    assert!([plain, table, folded].iter().all(|(score, _)| *score == Score::ZERO));
    assert!(3 * table.1 < plain.1 && 2 * folded.1 < table.1, "{plain:?}, {table:?}, {folded:?}");
    let centre = cost(&ttt, with(&[], Order::Centre, 9));
    assert!(centre.0 == Score::ZERO && centre.1 < plain.1, "{centre:?}");
}

#[test]
fn table_and_symmetry_never_change_a_value() {
    let mut compared = 0;
    for text in [
        "ttt:X../.O./...",
        "ttt:XO./.../..X",
        "nim:1,3,2,3",
        "nim:2,2,3:misere",
        "connect4@4x4:23",
        "connect4@5x4:1243",
    ] {
        let game = game(text);
        for depth in 1..=7 {
            for order in [Order::None, Order::Static] {
                let expected = cost(&game, with(&[], order, depth)).0;
                for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::MtdF] {
                    for techniques in [
                        &[TABLE][..],
                        &[TABLE, SYMMETRY],
                        &[TABLE, SYMMETRY, Technique::Killers, Technique::Iterative],
                        &[TABLE, SYMMETRY, Technique::MateDistance],
                    ] {
                        let settings = with(techniques, order, depth).algorithm(algorithm);
                        let score = cost(&game, settings).0;
                        assert_eq!(score, expected, "{text}, {depth} plies, {algorithm:?}, {techniques:?}");
                        compared += 1;
                    }
                }
            }
        }
    }
    assert_eq!(compared, 6 * 7 * 2 * 3 * 4);
}

/// Every algorithm with every technique that it supports and that never changes a value.
#[test]
fn all_algorithms_and_techniques_find_the_value_of_minimax() {
    const SETS: [&[Technique]; 9] = [
        &[],
        &[TABLE],
        &[TABLE, SYMMETRY],
        &[Technique::Killers],
        &[Technique::History],
        &[Technique::Iterative],
        &[Technique::Iterative, Technique::Aspiration],
        &[Technique::MateDistance],
        &[TABLE, SYMMETRY, Technique::Killers, Technique::History, Technique::Iterative, Technique::MateDistance],
    ];
    let mut compared = HashMap::new();
    for text in
        ["ttt:X../.O./...", "ttt:XOX/.O./..X", "nim:1,3,2", "nim:2,2,1:misere", "connect4@4x4:2233", "connect4:334"]
    {
        let game = game(text);
        for depth in [1, 4, 5] {
            let minimax = with(&[], Order::None, depth).algorithm(Algorithm::Minimax);
            let expected = cost(&game, minimax).0;
            for &algorithm in Algorithm::ALL {
                for techniques in SETS {
                    for order in [Order::None, Order::Static, Order::Centre, Order::Random(5)] {
                        let settings = with(techniques, order, depth).algorithm(algorithm);
                        // Some algorithms have no window, and history needs an order in which moves are equal.
                        if Study::new(game.clone(), Overlay::default(), settings).is_err() {
                            continue;
                        }
                        let score = cost(&game, settings).0;
                        assert_eq!(score, expected, "{text}, {depth} plies, {algorithm:?}, {order}, {techniques:?}");
                        *compared.entry(algorithm).or_insert(0) += 1;
                    }
                }
            }
        }
    }
    assert!(compared.len() == Algorithm::ALL.len() && compared.values().all(|&count| 70 < count), "{compared:?}");
    assert!(500 < compared[&Algorithm::AlphaBeta], "{compared:?}");
}

/// Tromp's table of sizes, <https://tromp.github.io/c4/c4.html>: these are all draws.
#[test]
fn small_boards_of_connect_four_are_drawn() {
    for (size, plies) in [("4x4", 16), ("5x4", 20)] {
        let solved = cost(&game(&format!("connect4@{size}")), with(&[TABLE, SYMMETRY], Order::Centre, plies));
        assert_eq!(solved.0, Score::ZERO, "{size}: {solved:?}");
    }
}

#[test]
fn a_search_of_a_game_passes_its_audit() {
    for (text, depth) in [("ttt:X../.O./...", 7), ("nim:1,3,2", 6), ("nim:2,2,1:misere", 5), ("connect4@4x4:23", 6)] {
        for (turn, techniques) in [&[][..], &[TABLE], &[TABLE, SYMMETRY, Technique::Killers]].into_iter().enumerate() {
            let orders = [Order::None, Order::Static, Order::Centre, Order::Random(3)];
            // All move orderings, or two of them in turn.
            for order in in_turn(orders, turn, 2) {
                let study = Study::new(game(text), Overlay::default(), with(techniques, order, depth)).unwrap();
                let trace = study.trace().unwrap();
                assert_eq!(trace.header.game.as_deref(), Some(text));
                for report in [verify(&study, &Effort::default()), verify(&trace, &Effort::default())] {
                    let report = report.unwrap();
                    let wrong = (&report.failures, report.audit.findings.first());
                    assert!(report.passes(), "{text}, {order}, {techniques:?}: {wrong:?}");
                }
            }
        }
    }
}

#[test]
fn a_lie_about_a_game_is_found() {
    let trace =
        Study::new(game("ttt:XO./XO./..."), Overlay::default(), with(&[], Order::None, 5)).unwrap().trace().unwrap();
    let mut text = Vec::new();
    trace.write_json_lines(&mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    for (truth, lie) in [
        ("\"leaf\":\"lost\",\"ending\":\"three in a row\"", "\"leaf\":\"lost\",\"ending\":\"no matches left\""),
        ("\"moves\":[\"c3\",\"c2\",\"a1\",\"b1\",\"c1\"]", "\"moves\":[\"c3\",\"c2\",\"a1\",\"b1\",\"c1\",\"a3\"]"),
        ("ttt:XO./XO./...", "ttt:XO./.O./..X"),
        ("\"evaluation\":\"lines\"", "\"evaluation\":\"zero\""),
    ] {
        assert!(text.contains(truth), "{truth}: {text}");
        // The reader already rejects an extra move.
        let lying = Trace::read_json_lines(text.replacen(truth, lie, 1).as_bytes());
        let passes = |lying: Trace| verify(&lying, &Effort::default()).is_ok_and(|report| report.passes());
        assert!(!lying.is_ok_and(passes), "{lie}");
    }
    let impossible = text.replacen("ttt:XO./XO./...", "ttt:XXX/XO./...", 1);
    let error = Trace::read_json_lines(impossible.as_bytes()).unwrap_err().to_string();
    assert!(error.contains("X has 4 and O has 1"), "{error}");
}

#[test]
fn a_lesson_made_of_a_game_has_the_score_of_the_whole_search() {
    for text in ["ttt:X../.O./...", "ttt:XO./.../..X", "nim:2,3", "nim:2,2:misere", "connect4@4x4:2231"] {
        for (depth, width) in [(1, 1), (2, 2), (4, 1), (3, 3)] {
            let game = game(text);
            let order = Order::Static;
            let model = distil_game(&game, Recipe { width, depth, order }, &Limits::default()).unwrap();
            assert_eq!(Model::from_json(&model.to_json()).unwrap(), model);
            let lesson = Subject::from(Lesson::new(&model).unwrap());
            let found = lesson.study(&with(&[], order, depth), None, Limits::default()).unwrap().solve().unwrap();
            assert_eq!(
                found.score,
                Some(cost(&game, with(&[], order, depth)).0),
                "{text}, {depth} plies, {width} moves"
            );
        }
    }
}

#[test]
fn four_piles_of_up_to_five_follow_the_rule() {
    let mut lost = 0;
    for a in 1..=5 {
        for b in a..=5 {
            for (c, d) in (b..=5).flat_map(|c| (c..=5).map(move |d| (c, d))).step_by(every(3)) {
                let game = game(&format!("nim:{a},{b},{c},{d}"));
                let score = cost(&game, with(&[TABLE, SYMMETRY], Order::None, a + b + c + d)).0;
                assert_eq!(score < Score::ZERO, a ^ b ^ c ^ d == 0, "{a},{b},{c},{d}");
                lost += u32::from(score < Score::ZERO);
            }
        }
    }
    assert!(5 / every(3) < lost as usize, "{lost}");
}

/// Returns the value of Connect Four by a program with columns of letters and a list of visited positions.
fn naive_four(columns: &mut Vec<Vec<u8>>, height: usize, ply: u8, seen: &mut HashMap<Vec<Vec<u8>>, i32>) -> i32 {
    if let Some(&value) = seen.get(columns) {
        return value;
    }
    let mut best = None;
    if has_four(columns, 1 - ply % 2) {
        best = Some(-1);
    } else {
        for at in 0..columns.len() {
            if columns[at].len() < height {
                columns[at].push(ply % 2);
                best = best.max(Some(-naive_four(columns, height, ply + 1, seen)));
                columns[at].pop();
            }
        }
    }
    seen.insert(columns.clone(), best.unwrap_or(0));
    best.unwrap_or(0)
}

#[test]
fn the_smallest_board_of_connect_four_is_worth_what_a_naive_program_says() {
    // The first two take longest, so they are used only in the long run.
    for moves in ["12", "2211", "123", "1423", "44332"].into_iter().skip(every(3) - 1) {
        let game = game(&format!("connect4@4x4:{moves}"));
        let mut columns = vec![Vec::new(); 4];
        for (ply, column) in moves.bytes().enumerate() {
            columns[usize::from(column - b'1')].push(ply as u8 % 2);
        }
        let expected = naive_four(&mut columns, 4, moves.len() as u8, &mut HashMap::new());
        let rest = 16 - moves.len() as u32;
        let score = cost(&game, with(&[TABLE, SYMMETRY], Order::Centre, rest)).0;
        assert_eq!(score.cmp(&Score::ZERO) as i32, expected, "{moves}: {score}");
    }
}

#[test]
fn the_mover_of_nim_loses_where_exclusive_or_says_so() {
    for piles in [[1, 0, 0], [1, 1, 0], [2, 1, 0], [2, 2, 0], [1, 2, 3], [1, 1, 1], [3, 3, 0], [2, 2, 1], [3, 2, 0]] {
        let matches: u32 = piles.iter().sum();
        let written: Vec<String> = piles.iter().filter(|&&pile| pile != 0).map(u32::to_string).collect();
        let zero = piles.iter().fold(0, |sum, pile| sum ^ pile) == 0;
        let normal = searched(&game(&format!("nim:{}", written.join(","))), matches);
        assert_eq!(normal < Score::ZERO, zero, "{written:?}");
        assert!(normal.is_mate(), "nothing is drawn in Nim");
        // In misère play, the rule is the same while a pile has at least two matches, and reversed otherwise.
        let misere = searched(&game(&format!("nim:{}:misere", written.join(","))), matches);
        let is_small = piles.iter().all(|&pile| pile < 2);
        assert_eq!(misere < Score::ZERO, zero != is_small, "{written:?}, misere");
    }
}

#[test]
fn connect_four_has_the_published_numbers_of_lines() {
    let mut game = game("connect4");
    let lines: Vec<u64> = (1..=7).map(|depth| perft(&mut game, depth)).collect();
    assert_eq!(lines, [7, 49, 343, 2401, 16_807, 117_649, 823_536]);
}

/// Four in a row on a board of columns, the slow way.
fn has_four(columns: &[Vec<u8>], man: u8) -> bool {
    let at = |column: i32, row: i32| {
        usize::try_from(column).ok().and_then(|column| columns.get(column)?.get(usize::try_from(row).ok()?))
            == Some(&man)
    };
    (0..columns.len() as i32).any(|column| {
        (0..8).any(|row| {
            [(0, 1), (1, 0), (1, 1), (1, -1)]
                .iter()
                .any(|(right, up)| (0..4).all(|n| at(column + n * right, row + n * up)))
        })
    })
}

#[test]
fn connect_four_ends_where_a_naive_program_sees_four_in_a_row() {
    let mut seed = 1_u64;
    let mut ends = [0; 2];
    for size in ["", "@4x4", "@5x4", "@8x7"] {
        let (width, height) =
            if size.is_empty() { (7, 6) } else { (size.as_bytes()[1] - b'0', size.as_bytes()[3] - b'0') };
        for _ in 0..100 {
            let mut game = game(&format!("connect4{size}"));
            let mut columns = vec![Vec::new(); width.into()];
            for ply in 0.. {
                let over = has_four(&columns, (ply + 1) % 2);
                assert_eq!(game.ending() == Some(Ending::Loss), over, "{}", game.position());
                let open: Vec<usize> = (0..columns.len()).filter(|&at| columns[at].len() < height.into()).collect();
                assert_eq!(game.ending().is_some(), over || open.is_empty());
                if game.ending().is_some() {
                    ends[usize::from(over)] += 1;
                    break;
                }
                assert_eq!(moves(&game), open.iter().map(|&column| PlayableMove(column as u16)).collect::<Vec<_>>());
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let column = open[(seed >> 33) as usize % open.len()];
                columns[column].push(ply % 2);
                game.play(PlayableMove(column as u16));
                assert_eq!(read_game(&game.position()).unwrap().unwrap().key(), game.key());
            }
        }
    }
    assert!(ends.iter().all(|&games| 20 < games), "{ends:?}");
}

#[test]
fn what_is_played_can_be_taken_back() {
    for text in ["ttt", "nim:3,-,2:misere", "connect4:4435", "connect4@8x7:1"] {
        let mut game = game(text);
        let before = (game.position(), game.key(), game.turn());
        for mv in moves(&game) {
            game.play(mv);
            assert_ne!(game.turn(), before.2);
            game.undo();
            assert_eq!((game.position(), game.key(), game.turn()), before);
            assert_eq!(game.read(&game.name(mv)), Ok(mv), "{}", game.name(mv));
            let (_, symmetry) = game.canonical_key();
            assert_eq!(game.undo_symmetry(game.apply_symmetry(mv, symmetry), symmetry), mv);
        }
    }
}

#[test]
fn plain_searches_of_a_game_agree() {
    for (text, depth) in [("ttt:X.O/.../...", 5), ("nim:2,3,1", 6), ("connect4@4x4:12", 5)] {
        for order in [Order::None, Order::Static] {
            let game = game(text);
            let scores: Vec<Score> = [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::MtdF]
                .map(|algorithm| {
                    let settings = Settings::plain(algorithm, depth, order);
                    settings.search(&mut game.clone(), &mut ()).unwrap().score
                })
                .to_vec();
            assert!(scores.iter().all(|score| *score == scores[0]), "{text}: {scores:?}");
        }
    }
}
