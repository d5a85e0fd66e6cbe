//! Endings, books and tables end to end.

use crate::support::{path, plywood, snapshot};
use crate::{Folder, failed, output};

fn printed(arguments: &[&str]) -> String {
    output(plywood(arguments).current_dir(path(".")))
}

fn refused(arguments: &[&str]) -> String {
    failed(plywood(arguments).current_dir(path(".")).output().unwrap())
}

fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&printed(arguments)).unwrap()
}

const LASKER: &str = "rnbqk1nr/ppp2ppp/8/4P3/1BP5/8/PP2KpPP/RN1Q1BNR b kq - 1 7";

#[test]
fn an_ending_has_its_page() {
    let page = printed(&["retro", "KQK"]);
    assert!(page.lines().all(|line| line.chars().count() <= 80));
    snapshot("retro@KQK", &page);
}

#[test]
fn each_iteration_has_its_example() {
    let page = printed(&["retro", "KRK", "--examples"]);
    let shown = |ply: u32| page.contains(&format!("  Ply {ply}: "));
    assert!((0..=32).all(shown) && !shown(33), "{page}");
    assert!(page.lines().all(|line| line.chars().count() <= 80));
}

#[test]
fn a_small_board_is_printed_whole() {
    let page = printed(&["retro", "KRK", "--board", "4x4", "--print"]);
    assert!(page.lines().all(|line| line.chars().count() <= 80));
    let kings = page.lines().filter(|line| !line.contains(' ') || !line.contains("Ply")).flat_map(str::chars);
    // Two of these letters are in the title.
    assert_eq!(kings.filter(|&letter| letter == 'k').count(), 365);
    snapshot("retro@KRK-4x4", &page);
}

#[test]
fn numbers_are_there_for_programs() {
    let document = json(&["retro", "KRK", "--board", "4x4", "--format", "json"]);
    assert_eq!(document["iterations"], 15);
    assert_eq!(document["white"]["legal"], serde_json::json!({"all": 1312, "unique": 167}));
    assert_eq!((&document["black"]["longest"], &document["black"]["longest_unique"]), (&14.into(), &6.into()));
    let lines = printed(&["retro", "KRK", "--board", "4x4", "--format", "jsonl"]);
    assert_eq!(lines.lines().count(), 15 + 1);
    assert!(lines.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()));
}

#[test]
fn a_proof_is_a_search_tree_in_every_format() {
    let fen = "8/8/8/5k2/8/8/1Q6/K7 w - - 0 1";
    let page = printed(&["retro", "KQK", "--explain", fen, "--plies", "2"]);
    assert!(page.contains("White wins in 19 plies: after Kb1 Black loses in 18"), "{page}");
    assert!(page.lines().all(|line| line.chars().count() <= 80));
    let trace = json(&["retro", "KQK", "--explain", fen, "--plies", "2", "--format", "json"]);
    assert_eq!(trace["format"], "plywood-trace");
}

#[test]
fn tables_are_kept_and_damaged_ones_refused() {
    let folder = Folder::new();
    output(&mut folder.plywood(&["retro", "KRK", "--board", "4x4", "-o", "krk.tbl"]));
    let again = output(&mut folder.plywood(&["retro", "krk.tbl", "--format", "json"]));
    assert_eq!(again, printed(&["retro", "KRK", "--board", "4x4", "--format", "json"]));
    let mut bytes = std::fs::read(folder.path().join("krk.tbl")).unwrap();
    let last = bytes.len() - 9;
    bytes[last] ^= 1;
    folder.write("krk.tbl", &bytes);
    let said = failed(folder.plywood(&["retro", "krk.tbl"]).output().unwrap());
    assert!(said.starts_with("exit 1") && said.contains("checksum"), "{said}");
}

#[test]
fn what_is_no_ending_is_refused() {
    for (arguments, wanted) in [
        (&["KQQKR"][..], "five pieces"),
        (&["KQKK"], "two kings"),
        (&["KQ"], "no king"),
        (&["QRB"], "begin with a king"),
        (&["KPK", "--board", "3x3"], "a board of 3x3 cannot hold KPK"),
        (&["KQK", "--print"], "smaller --board"),
        (&["KQK", "--format", "svg"], "not as svg"),
        (&["KQK", "--explain", "8/8/8/4k3/8/8/1Q6/K7 w - - 0 1"], "Black is already in check"),
        (&["README.md"], "not a tablebase file"),
    ] {
        let said = refused(&[&["retro"], arguments].concat());
        assert!(said.starts_with("exit 2\nplywood: ") && said.contains(wanted), "{said}");
    }
}

#[test]
fn a_book_is_asked_and_its_move_played() {
    let book = "tests/data/lasker-trap.bin";
    let document = json(&["book", book, LASKER, "--format", "json"]);
    let entry = &document["entries"][0];
    assert_eq!((&entry["uci"], &entry["weight"], &entry["learn"]), (&"f2g1n".into(), &2.into(), &0.into()));
    assert_eq!(entry["percent"], 100.0);
    let page = printed(&["explain", LASKER, "--book", book]);
    assert!(page.contains("comes from the book; nothing was searched"), "{page}");
    let searched = printed(&["explain", "startpos", "--depth", "1", "--book", book]);
    let words: Vec<&str> = searched.split_whitespace().collect();
    assert!(words.join(" ").contains("does not contain this position, so plywood searched it"), "{searched}");
    assert_eq!(printed(&["book", "dump", book]).lines().count(), 7);
}

#[test]
fn a_book_is_made_of_games() {
    let folder = Folder::with("games.pgn", "[Result \"1-0\"]\n\n1. e4 e5 1-0\n");
    output(&mut folder.plywood(&["book", "make", "games.pgn", "-o", "own.bin"]));
    let document = output(&mut folder.plywood(&["book", "own.bin", "--format", "json"]));
    assert!(document.contains("\"uci\": \"e2e4\""), "{document}");
    output(&mut folder.plywood(&["book", "merge", "own.bin", "own.bin", "-o", "both.bin"]));
    assert_eq!(
        std::fs::read(folder.path().join("own.bin")).unwrap(),
        std::fs::read(folder.path().join("both.bin")).unwrap()
    );
    let said = failed(folder.plywood(&["book", "games.pgn"]).output().unwrap());
    assert!(said.contains("games.pgn is text and not an opening book"), "{said}");
    folder.write("half.bin", [0_u8; 20]);
    let said = failed(folder.plywood(&["book", "half.bin"]).output().unwrap());
    assert!(said.contains("half.bin: the book ends in the middle of an entry"), "{said}");
}

#[test]
fn tables_know_a_position_and_its_moves() {
    let fen = "8/8/8/5k2/8/8/1R6/K7 w - - 0 1";
    let document = json(&["eval", fen, "--tables", "retro", "--format", "json"]);
    assert_eq!((&document["wdl"], &document["mate"]), (&2.into(), &29.into()));
    assert_eq!(document["moves"].as_array().unwrap().len(), 16);
    let page = printed(&["explain", fen, "--tables", "retro", "--legend"]);
    assert!(page.contains("  the endgame tablebase gave the score\n"), "{page}");
    assert!(page.contains("tablebase") && page.contains("16 leaves evaluated by the tablebase"), "{page}");
    assert!(refused(&["eval", fen, "--tables", "docs"]).contains("docs has no Syzygy files"));
    assert!(refused(&["eval", fen, "--tables", "nowhere"]).contains("no folder nowhere"));
}

#[cfg(feature = "syzygy")]
#[test]
fn syzygy_knows_the_way_to_the_next_capture() {
    let fen = "8/8/8/5k2/8/8/1R6/K7 w - - 0 1";
    let document = json(&["eval", fen, "--tables", "tests/data/syzygy", "--format", "json"]);
    assert_eq!((&document["wdl"], &document["dtz"]), (&2.into(), &29.into()));
    assert!(printed(&["verify", fen, "--tables", "tests/data/syzygy"]).contains("nothing is wrong"));
}
