//! Endgame tablebases at the root and at the leaves of a search.

use crate::support::in_turn;
use plywood::game::chess::parse_fen;
use plywood::internal::endgame::tablebase::Tables;
use plywood::internal::subject::Subject;
use plywood::search::{Algorithm, Settings, Technique, Techniques};
use plywood::study::{AnyStudy, Limits};
use plywood::verify::{Effort, verify};
use std::sync::{Arc, LazyLock};

/// Solved once for all tests in this file.
static TABLES: LazyLock<Arc<Tables>> = LazyLock::new(|| Arc::new(Tables::retro()));

fn study(fen: &str, settings: &Settings) -> Box<dyn AnyStudy> {
    let mut subject = Subject::from(parse_fen(fen).unwrap());
    subject.tables = Some(TABLES.clone());
    subject.study(settings, None, Limits::default()).unwrap()
}

#[test]
fn leaves_that_the_tables_know_are_counted_and_not_searched() {
    // Kxf4 leads to king and rook against king, a leaf whose distance to mate is in the table.
    let fen = "8/8/8/8/1R3nk1/8/5K2/8 b - - 0 1";
    let outcome = study(fen, &Settings::default().depth(3)).solve().unwrap();
    assert!(outcome.statistics.tablebase != 0);
    let known = study("8/8/8/5k2/8/8/1R6/K7 w - - 0 1", &Settings::default().depth(6)).solve().unwrap();
    assert_eq!((known.statistics.entered, known.statistics.tablebase, known.statistics.leaves), (1, 16, 16));
    assert_eq!(known.score.map(|score| score.to_string()).as_deref(), Some("#15"));
}

#[test]
fn every_search_with_tables_agrees_with_minimax() {
    let fens = ["8/8/8/5k2/5n2/8/1R6/K7 w - - 0 1", "8/8/8/4k3/8/4K3/4P1p1/8 w - - 0 1"];
    for (index, fen) in fens.into_iter().enumerate() {
        // All of them, or just two in each ending.
        let algorithms = [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::MtdF];
        for algorithm in in_turn(algorithms, index, 2) {
            let report =
                verify(&*study(fen, &Settings::default().algorithm(algorithm).depth(3)), &Effort::default()).unwrap();
            assert!(report.passes(), "{fen} {algorithm:?}");
            assert!(report.outcome.statistics.tablebase != 0, "{fen} {algorithm:?}");
        }
    }
}

#[test]
fn quiescence_takes_the_word_of_the_tables() {
    let techniques: Techniques = [Technique::Quiescence].into_iter().collect();
    let settings = Settings::default().depth(2).techniques(techniques);
    let outcome = study("8/8/8/8/1R3nk1/8/5K2/8 b - - 0 1", &settings).solve().unwrap();
    assert!(outcome.complete && outcome.statistics.tablebase != 0);
}

#[test]
fn what_the_tables_do_not_have_they_do_not_know() {
    let know = |fen: &str| TABLES.know(&parse_fen(fen).unwrap());
    assert!(know("8/8/8/5k2/8/8/1R6/K7 w - - 0 1").is_some_and(|known| known.wdl == 2 && known.mate == Some(29)));
    assert!(know("8/8/8/5k2/8/8/1p6/K7 w - - 0 1").is_some_and(|known| known.wdl == 0));
    assert_eq!(know("8/8/8/5k2/5n2/8/1R6/K7 w - - 0 1"), None);
    assert_eq!(know("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), None);
}

#[cfg(feature = "syzygy")]
#[test]
fn a_missing_file_is_named_and_no_obstacle() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["KRvK.rtbw", "KRvK.rtbz"] {
        let file = crate::support::path("tests/data/syzygy").join(name);
        std::fs::copy(file, folder.path().join(name)).unwrap();
    }
    let mut files = shakmaty_syzygy::Tablebase::new();
    assert_eq!(files.add_directory(folder.path()).unwrap(), 2);
    let tables = Tables::syzygy(files);
    let know = |fen: &str| tables.know(&parse_fen(fen).unwrap());
    assert!(know("8/8/8/5k2/8/8/1R6/K7 w - - 0 1").is_some_and(|known| known.wdl == 2 && known.dtz == Some(29)));
    assert_eq!(know("8/8/8/5k2/8/8/1Q6/K7 w - - 0 1"), None);
    assert_eq!(tables.missing().len(), 1);
    assert!(tables.missing()[0].contains("KQvK"));
}

#[test]
fn the_clock_counts() {
    let wdl = |fen: &str| TABLES.know(&parse_fen(fen).unwrap()).map(|known| (known.wdl, known.mate));
    // Mate in 29 plies needs a clock of at most 71.
    assert_eq!(wdl("8/8/8/5k2/8/8/1R6/K7 w - - 71 80"), Some((2, Some(29))));
    assert_eq!(wdl("8/8/8/5k2/8/8/1R6/K7 w - - 72 80"), Some((1, Some(29))));
    assert_eq!(wdl("7k/8/8/8/8/8/8/KQ6 b - - 100 100").map(|known| known.0), Some(-1));
    assert_eq!(wdl("R6k/8/6K1/8/8/8/8/8 b - - 100 100"), Some((-2, Some(0))));
    let score = |fen: &str| study(fen, &Settings::default().depth(4)).solve().unwrap().score;
    assert_eq!(score("8/8/8/5k2/8/8/1R6/K7 w - - 71 80").map(|score| score.to_string()).as_deref(), Some("#15"));
    assert_eq!(score("8/8/8/5k2/8/8/1R6/K7 w - - 72 80"), Some(plywood::Score::ZERO));
    for fen in ["8/8/8/5k2/8/8/1R6/K7 w - - 73 80", "8/4k3/8/4K3/4P3/8/8/8 w - - 96 80"] {
        let report = verify(&*study(fen, &Settings::default().depth(3)), &Effort::default()).unwrap();
        assert!(report.passes(), "{fen}");
    }
}

/// A pawn move would restart the clock, and the table does not know whether it comes in time. So plywood searches.
#[test]
fn a_pawn_may_still_win_although_the_mate_is_late() {
    let late = "8/4k3/8/4K3/4P3/8/8/8 b - - 96 80";
    let known = TABLES.know(&parse_fen(late).unwrap()).unwrap();
    assert!(known.wdl == -2 && known.mate.is_some_and(|mate| 4 < mate));
    let entered = |fen: &str| study(fen, &Settings::default().depth(3)).solve().unwrap().statistics.entered;
    assert_eq!(entered("8/4k3/8/4K3/4P3/8/8/8 b - - 0 80"), 1);
    assert!(1 < entered(late));
}
