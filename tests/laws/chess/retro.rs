//! Retrograde analysis compared with published numbers, with Syzygy's tables, and with itself.

use crate::support::{every, is_long};
use plywood::game::Game;
#[cfg(feature = "syzygy")]
use plywood::game::chess::Chess;
use plywood::internal::endgame::retro::{
    EndingTables, Position, PositionCount, RetroEnding, RetroError, RetroValue, SmallBoard, TablePlan, Unfold,
    read_position,
};
use plywood::search::{Algorithm, Order, Settings};
use plywood::study::{AnyStudy, Study};
use shakmaty::{Color, Role, Square};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

type Solved = &'static OnceLock<Arc<EndingTables>>;

/// The tables solved so far, by ending and board: several tests use the same ones.
static SOLVED: LazyLock<Mutex<HashMap<String, Solved>>> = LazyLock::new(Mutex::default);

fn solve(ending: &str, board: &str) -> Arc<EndingTables> {
    let key = format!("{ending} {board}");
    let place = *SOLVED.lock().unwrap().entry(key).or_insert_with(|| Box::leak(Box::default()));
    let solve = || {
        let plan = TablePlan::new(ending.parse().unwrap(), board.parse().unwrap()).unwrap();
        Arc::new(plan.run(&mut |_| ControlFlow::Continue(())).unwrap())
    };
    place.get_or_init(solve).clone()
}

/// Legal, decided and drawn positions as `[all, unique]`, the maximum number of plies, and the number of unique
/// positions with this maximum.
type Row = ([u64; 2], [u64; 2], [u64; 2], usize, u64);

fn row(tables: &EndingTables, turn: Color) -> Row {
    let summary = tables.summary();
    let half = summary.half(turn);
    let pair = |count: PositionCount| [count.all, count.unique];
    let decided = [half.won.all + half.lost.all, half.won.unique + half.lost.unique];
    let (longest, count) = half.longest().unwrap();
    (pair(half.legal), decided, pair(half.drawn), longest, count.unique)
}

/// Unique positions by ply from 0 on.
fn by_ply(tables: &EndingTables, turn: Color) -> Vec<u64> {
    tables.summary().half(turn).by_ply.iter().map(|marks| marks.marked.unique).collect()
}

#[test]
fn endings_of_three_men_have_their_published_numbers() {
    let kqk = solve("KQK", "8x8");
    assert_eq!(row(&kqk, Color::White), ([144_508, 18_081], [144_508, 18_081], [0, 0], 19, 1));
    assert_eq!(row(&kqk, Color::Black), ([223_944, 28_056], [200_896, 25_160], [23_048, 2_896], 20, 8));
    let krk = solve("KRK", "8x8");
    assert_eq!(row(&krk, Color::White), ([175_168, 21_959], [175_168, 21_959], [0, 0], 31, 121));
    assert_eq!(row(&krk, Color::Black), ([223_944, 28_056], [201_700, 25_260], [22_244, 2_796], 32, 390));
    let kpk = solve("KPK", "8x8");
    assert_eq!(row(&kpk, Color::White), ([163_328, 81_664], [124_960, 62_480], [38_368, 19_184], 55, 3));
    assert_eq!(row(&kpk, Color::Black), ([168_024, 84_012], [97_604, 48_802], [70_420, 35_210], 56, 2));
    assert_eq!([&kqk, &krk, &kpk].map(|tables| tables.summary().iterations()), [21, 33, 57]);
}

#[test]
fn positions_by_ply_are_those_of_the_public_data_sets() {
    let even = |counts: Vec<u64>| counts.into_iter().step_by(2).collect::<Vec<u64>>();
    let krk = [27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390];
    assert_eq!(even(by_ply(&solve("KRK", "8x8"), Color::Black)), krk);
    let kqk = [46, 169, 372, 936, 1773, 3190, 4997, 6769, 5483, 1417, 8];
    assert_eq!(even(by_ply(&solve("KQK", "8x8"), Color::Black)), kqk);
}

#[test]
fn small_boards_have_the_numbers_of_the_encyclopedia_of_sequences() {
    let longest = |size: u8| {
        let tables = solve("KQK", &format!("{size}x{size}"));
        tables.summary().half(Color::White).longest().unwrap().0.div_ceil(2)
    };
    assert_eq!([3, 4, 5, 6, 7, 8].map(longest), [1, 4, 6, 7, 8, 10]);
    let krk = solve("KRK", "4x4");
    let (white, black) = (by_ply(&krk, Color::White), by_ply(&krk, Color::Black));
    let both: Vec<u64> = (0..12).map(|ply| white[ply] + black[ply]).collect();
    assert_eq!(both, [5, 15, 10, 51, 30, 40, 26, 30, 31, 22, 65, 7]);
}

/// Returns the number of legal positions and a hash (FNV-1a) of all their values in order: the plies to the mate, or
/// 255. They are sorted by the squares of White's king, of the other piece, and of Black's king.
fn fingerprint(tables: &EndingTables, role: Role, turn: Color) -> (u64, u64) {
    let (mut count, mut hash) = (0, 0xcbf2_9ce4_8422_2325_u64);
    for [king, man, lone] in all_squares() {
        let men = [(Color::White.king(), king), (role.of(Color::White), man), (Color::Black.king(), lone)];
        let value = tables.position(&men, turn).and_then(|(position, _)| tables.value(&position));
        let byte = match value {
            Some(RetroValue::Won(plies) | RetroValue::Lost(plies)) => plies,
            Some(RetroValue::Drawn) => 255,
            None => continue,
        };
        count += 1;
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    (count, hash)
}

fn all_squares() -> impl Iterator<Item = [Square; 3]> {
    Square::ALL.into_iter().flat_map(|king| {
        let man = move |man| Square::ALL.into_iter().map(move |lone| [king, man, lone]);
        Square::ALL.into_iter().flat_map(man)
    })
}

/// The numbers come from the pure Python reader of python-chess 1.11.2 applied to Gaviota's files, position by
/// position.
#[test]
fn every_position_of_three_men_is_as_far_from_mate_as_in_the_tables_of_gaviota() {
    let expected = [
        ("KQK", Role::Queen, (144_508, 0xd673_f370_9e1d_2249), (223_944, 0xfb7d_9b4d_69e6_d309)),
        ("KRK", Role::Rook, (175_168, 0x30e4_fce8_26f4_936d), (223_944, 0x17a3_a175_c82f_2139)),
        ("KPK", Role::Pawn, (163_328, 0x6b32_680d_1dac_e371), (168_024, 0xb449_3cea_c69e_adef)),
    ];
    for (ending, role, white, black) in expected.into_iter().step_by(every(2)) {
        let tables = solve(ending, "8x8");
        assert_eq!(fingerprint(&tables, role, Color::Black), black, "{ending}, Black to move");
        // The full run also checks the other half of each table, although it follows from the first.
        if is_long() {
            assert_eq!(fingerprint(&tables, role, Color::White), white, "{ending}, White to move");
        }
    }
}

#[test]
fn bishop_and_knight_have_their_published_numbers() {
    // Each value on small boards is compared with those of its moves, also with four pieces.
    if !is_long() {
        return;
    }
    let tables = solve("KBNK", "8x8");
    assert_eq!(
        row(&tables, Color::White),
        ([10_875_504, 1_359_578], [10_822_184, 1_352_913], [53_320, 6_665], 65, 138)
    );
    assert_eq!(
        row(&tables, Color::Black),
        ([13_660_584, 1_707_888], [11_188_168, 1_398_741], [2_472_416, 309_147], 66, 370)
    );
    assert_eq!(tables.summary().iterations(), 67);
    agree_on_results(&tables, 251);
}

#[test]
fn queen_against_rook_takes_thirty_five_moves() {
    if !is_long() {
        return;
    }
    let tables = solve("KQKR", "8x8");
    assert_eq!(tables.summary().iterations(), 71);
    agree_on_results(&tables, 251);
}

/// All positions of a table, with their values.
fn all(tables: &EndingTables) -> Vec<(Position, RetroValue)> {
    let value = |ply: u8| if ply % 2 == 1 { RetroValue::Won(ply) } else { RetroValue::Lost(ply) };
    let values: Vec<RetroValue> = (0..=100).map(value).chain([RetroValue::Drawn]).collect();
    let of =
        |turn| values.iter().flat_map(move |&value| tables.positions(turn, value).into_iter().map(move |p| (p, value)));
    of(Color::White).chain(of(Color::Black)).collect()
}

#[cfg(feature = "syzygy")]
fn chess(position: &Position) -> Chess {
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, FromSetup, PositionError};
    let setup = position.fen(SmallBoard::default(), false).parse::<Fen>().unwrap().into_setup();
    Chess::from_setup(setup, CastlingMode::Standard).or_else(PositionError::ignore_impossible_check).unwrap()
}

#[cfg(feature = "syzygy")]
fn syzygy() -> shakmaty_syzygy::Tablebase<Chess> {
    let mut files = shakmaty_syzygy::Tablebase::new();
    assert_eq!(files.add_directory(crate::support::path("tests/data/syzygy")).unwrap(), 12);
    files
}

/// Compares the result (won, drawn or lost) with Syzygy's for every position whose number is a multiple of `step`.
#[cfg(feature = "syzygy")]
fn agree_on_results(tables: &EndingTables, step: usize) {
    let files = syzygy();
    let mut compared = 0;
    for (position, value) in all(tables).iter().step_by(step) {
        let known = files.probe_wdl_after_zeroing(&chess(position)).unwrap().signum();
        assert_eq!(known, value.worth().signum(), "{}", position.fen(SmallBoard::default(), false));
        compared += 1;
    }
    assert!(5_000 / every(29) < compared, "{compared}");
}

#[cfg(not(feature = "syzygy"))]
fn agree_on_results(_: &EndingTables, _: usize) {}

#[test]
fn every_result_of_three_men_is_that_of_syzygy() {
    // All endings, or one won and one drawn ending; endings with a pawn are compared with Gaviota's tables.
    for ending in ["KQK", "KRK", "KPK", "KBK", "KNK"].into_iter().step_by(every(3)) {
        agree_on_results(&solve(ending, "8x8"), every(29));
    }
}

/// If the way to mate has no captures or pawn moves, Syzygy's distance to zeroing equals the distance to mate.
#[cfg(feature = "syzygy")]
#[test]
fn every_distance_of_queen_and_rook_is_that_of_syzygy() {
    let files = syzygy();
    for ending in ["KQK", "KRK"] {
        let mut compared = 0;
        for (position, value) in all(&solve(ending, "8x8")).into_iter().step_by(every(29)) {
            let Some(plies) = value.plies().filter(|&plies| plies != 0) else { continue };
            let known = i32::from(files.probe_dtz(&chess(&position)).unwrap().ignore_rounding()).unsigned_abs();
            assert!(known.abs_diff(u32::from(plies)) <= 1, "{}", position.fen(SmallBoard::default(), false));
            compared += usize::from(known == u32::from(plies));
        }
        assert!(40_000 / every(29) < compared, "{ending}: {compared}");
    }
}

#[test]
fn each_value_is_that_of_the_best_move() {
    let endings = [("KPK", "8x8"), ("KRK", "5x5"), ("KRKN", "4x4"), ("KQKQ", "4x4"), ("KRRK", "4x4"), ("KBNK", "4x4")];
    for (ending, board) in endings.into_iter().step_by(every(2)) {
        let tables = solve(ending, board);
        let mut compared = 0;
        for (position, value) in all(&tables).into_iter().step_by(7 * every(19)) {
            match tables.choices(&position).first() {
                Some(best) => assert_eq!(best.value, value, "{}", position.fen(tables.board(), false)),
                None => assert!(matches!(value, RetroValue::Lost(0) | RetroValue::Drawn)),
            }
            compared += 1;
        }
        assert!(300 / every(19) < compared, "{ending}: {compared}");
    }
}

#[test]
fn a_search_of_a_proof_finds_the_value_it_proves() {
    for (ending, board) in [("KPK", "8x8"), ("KRKN", "4x4")] {
        let tables = solve(ending, board);
        let mut searched = 0;
        for (position, value) in all(&tables).into_iter().step_by(101 * every(7)) {
            let game = Unfold::new(tables.clone(), position, false);
            if game.ending().is_some() {
                continue;
            }
            let settings = Settings::plain(Algorithm::Minimax, 3, Order::None);
            let outcome = Study::new(game, (), settings).unwrap().solve().unwrap();
            assert_eq!(outcome.score, Some(value.score(0)), "{}", position.fen(tables.board(), false));
            searched += 1;
        }
        assert!(5 < searched, "{ending}: {searched}");
    }
}

#[test]
fn mutual_zugzwang_is_the_burden_to_move() {
    let tables = solve("KPK", "8x8");
    let zugzwangs = tables.summary().zugzwangs;
    // Elkies, On numbers and endgames (1996), lists 80 of them on one half of the board.
    assert_eq!(zugzwangs.each_ref().map(|kind| kind.count.unique), [80, 0, 0]);
    let example = zugzwangs[0].example.unwrap();
    assert_eq!(tables.value(&example), Some(RetroValue::Drawn));
    assert!(matches!(tables.value(&example.passed()), Some(RetroValue::Lost(_))));
}

#[test]
fn a_file_of_tables_is_read_as_it_was_written_and_refused_if_damaged() {
    let tables = solve("KRK", "4x4");
    let mut bytes = Vec::new();
    tables.write(&mut bytes).unwrap();
    let read = EndingTables::read(&bytes).unwrap();
    assert_eq!((read.ending(), read.summary()), (tables.ending(), tables.summary()));
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        assert!(matches!(EndingTables::read(&damaged), Err(RetroError::File { .. })), "byte {at}");
        assert!(EndingTables::read(&bytes[..at]).is_err(), "{at} bytes");
    }
    bytes[8] = 2;
    assert!(EndingTables::read(&bytes).unwrap_err().to_string().contains("version 2"));
}

#[test]
fn work_can_be_stopped() {
    let plan = TablePlan::new("KRK".parse().unwrap(), SmallBoard::default()).unwrap();
    let mut steps = 0;
    let stopped = plan.run(&mut |_| {
        steps += 1;
        if steps < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!((stopped.unwrap_err(), steps), (RetroError::Stopped, 5));
    let mut told = Vec::new();
    let _ = plan.run(&mut |step| {
        told.push((step.table, step.tables, step.ending.to_string()));
        ControlFlow::Continue(())
    });
    told.dedup();
    assert_eq!(told, [(1, 2, "KK".to_owned()), (2, 2, "KRK".to_owned())]);
    assert_eq!(plan.bytes(), 2 * 462 * (1 + 64));
    assert_eq!(plan.endings().iter().map(RetroEnding::to_string).collect::<Vec<_>>(), ["KK", "KRK"]);
}

#[test]
fn positions_that_are_not_in_the_tables_are_refused_with_the_reason() {
    let tables = solve("KRK", "8x8");
    let error = |fen: &str| read_position(fen, &tables).unwrap_err().to_string();
    assert!(error("8/8/8/k7/8/8/8/KR6 w K - 0 1").contains("castling rights"));
    assert!(error("8/8/8/k7/8/8/8/KQ6 w - - 0 1").contains("not in the tablebase of KRK"));
    assert!(error("8/8/8/8/8/8/k7/KR6 w - - 0 1").contains("adjacent squares"));
    assert!(error("8/8/8/1k6/8/8/8/KR6 w - - 0 1").contains("Black is already in check"));
    assert!(error("8/8/8/8/8/8/8/KR6 w - - 0 1").contains("Black has no king"));
    assert!(
        error("8/8/8/5k2/8/8/1R6/K7 w - - 72 80").contains("the fifty-move rule may draw before the mate in 29 plies")
    );
    assert!(read_position("8/8/8/5k2/8/8/1R6/K7 w - - 71 80", &tables).is_ok());
    assert!(error("8/8/8/5k2/8/8/1R6/K7 w - - x 80").contains("must be a number"));
    assert!(error("4/4/4/4 w").contains("8 ranks"));
    assert!(error("8/8/8/k6/8/8/8/KR6 w - - 0 1").contains("7 squares"));
    // The weaker side may be White: the lookup swaps the colours.
    let (position, swapped) = read_position("8/8/8/5k2/8/8/1r6/7K w - - 0 1", &tables).unwrap();
    assert!(swapped && matches!(tables.value(&position), Some(RetroValue::Lost(_))));
    assert_eq!(position.fen(tables.board(), true), "8/8/8/5k2/8/8/1r6/7K w - - 0 1");
}
