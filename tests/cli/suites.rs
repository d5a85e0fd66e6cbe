//! `perft` of files with published counts, and games against the search in known trees.

use crate::support::{every, path};
use crate::{Folder, feed, succeeded};
use std::process::Output;

const SUITE: &str = "\
# Two positions
r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - D1 48; D2 2039; D3 97862; id \"kiwipete\";
8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 ;D1 14 ;D2 191
";

fn run(folder: &Folder, words: &[&str]) -> (i32, String, String) {
    let Output { status, stdout, stderr } = folder.plywood(words).output().unwrap();
    (status.code().unwrap(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

#[test]
fn perft_checks_a_suite_and_names_the_wrong_count() {
    let folder = Folder::with("suite.epd", SUITE);
    let (code, page, said) = run(&folder, &["perft", "suite.epd", "--depth", "3"]);
    assert_eq!(
        (code, page.as_str(), said.as_str()),
        (0, "suite.epd: 2 positions, 5 counts to depth 3: all are right.\n", "")
    );
    folder.write("suite.epd", SUITE.replace("2039", "2038"));
    let (code, page, said) = run(&folder, &["perft", "suite.epd", "--depth", "2"]);
    insta::assert_snapshot!(page, @"
    kiwipete, depth 2: 2,039 move sequences; the file says 2,038
      r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1
    suite.epd: 2 positions, 4 counts to depth 2: 1 is wrong.
    ");
    assert_eq!((code, said.as_str()), (1, ""));
    // Any count of any position can be wrong.
    for (right, wrong) in [("D1 48", "D1 47"), ("97862", "97863"), (";D1 14", ";D1 15"), ("D2 191", "D2 1910")] {
        folder.write("suite.epd", SUITE.replace(right, wrong));
        let (code, page, _) = run(&folder, &["perft", "suite.epd", "--depth", "3"]);
        assert!(code == 1 && page.contains("1 is wrong"), "{wrong}: {page}");
    }
    // Unreadable positions are not ignored.
    folder.write("suite.epd", format!("{SUITE}8/8/8/8 w - - D1 3\n"));
    let (code, page, said) = run(&folder, &["perft", "suite.epd", "--depth", "1"]);
    assert!(
        code == 1 && said.contains("suite.epd, line 4: ") && page.contains("1 line could not be read"),
        "{page}{said}"
    );
    folder.write("suite.epd", SUITE);
    for (words, why) in
        [(["--depth", "4", "--divide"], "--divide is for one position"), (["-o", "x.svg", "-d1"], "cannot write .svg")]
    {
        let (code, _, said) = run(&folder, &[&["perft", "suite.epd"][..], &words].concat());
        assert!(code == 2 && said.contains(why), "{said}");
    }
    folder.write("deep.epd", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - D5 674624\n");
    let (code, _, said) = run(&folder, &["perft", "deep.epd"]);
    assert!(code == 2 && said.contains("no count to depth 4; --depth sets"), "{said}");
}

#[test]
fn perft_reads_the_suites_that_there_are() {
    let folder = Folder::new();
    for name in ["standard", "tricky", "random"] {
        let file = path(&format!("tests/data/perft/{name}.epd"));
        let (code, page, said) =
            run(&folder, &["perft", file.to_str().unwrap(), "--depth", if every(2) == 1 { "3" } else { "2" }]);
        assert!(code == 0 && said.is_empty() && page.ends_with("all are right.\n"), "{name}: {page}{said}");
    }
    // The format of xboard's programs.
    let text = "#\nid start\nepd rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\nperft 1 20\nperft 2 400\nperft 3 8902\n\n\
                id other\nepd 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -\nperft 1 14\nperft 2 192\n";
    folder.write("small.perft", text);
    let (code, page, _) = run(&folder, &["perft", "small.perft"]);
    assert!(code == 1 && page.starts_with("other, depth 2: 191 move sequences; the file says 192\n"), "{page}");
    let whole = succeeded(feed(&mut folder.plywood(&["perft", "-", "-d", "2"]), text.replace("192", "191")));
    assert_eq!(whole, "standard input: 2 positions, 4 counts to depth 2: all are right.\n");
}

/// Returns the search's comments on MIN's answers in a known tree.
fn played(subject: &str, answers: &str) -> String {
    succeeded(feed(&mut crate::support::plywood(&["step", subject, "--min"]), answers))
}

#[test]
fn min_can_be_played_in_trees_and_lessons() {
    let said = played("((3 12 8) (2 4 6) (14 5 2))", "A2\nback\nA1\nB1\nquit\n");
    insta::assert_snapshot!(said, @r"
    The search plays MAX and you play MIN. Type back to take back an answer, quit
    to stop.

    MAX plays A. The search says: worth 3 to MAX.

    MIN to move: A1 A2 A3> A2
    The search says: worth 12 to MAX. It would have played A1: worth 3 to MAX.

    The tree ends here: worth 12 to MAX. Type back to take back your last answer.
    MIN to move> back

    MIN to move: A1 A2 A3> A1
    The search says: worth 3 to MAX. You had no better move.

    The tree ends here: worth 3 to MAX. Type back to take back your last answer.
    MIN to move> B1
    The tree ends here; type back or quit.
    MIN to move> quit
    ");
    for lesson in ["sargon-1", "sargon-2", "wikipedia", "equality", "deep-cutoff"] {
        let said = played(lesson, "");
        assert!(said.is_ascii() && said.contains(" plays ") && said.contains(" to move: "), "{lesson}: {said}");
    }
}

/// The value of a chance node is a mean, and the reader chooses its outcome. Names may be in lower case, and a move may
/// be called `b`.
#[test]
fn min_can_be_played_in_trees_with_chance_nodes() {
    let said = played("max(min(chance(8 1) 5) min(4 6))", "a1\nA1b\nback\na1a\nquit\n");
    insta::assert_snapshot!(said, @r"
    The search plays MAX and you play MIN. You also choose what chance decides. Type
    back to take back an answer, quit to stop.

    MAX plays A. The search says: worth 4.5 to MAX.

    MIN to move: A1 A2> a1
    The search says: worth 4.5 to MAX. You had no better move.

    Chance decides: A1a (0.5), A1b (0.5)> A1b
    The search says: worth 1.0 to MAX. The mean was 4.5.

    The tree ends here: worth 1.0 to MAX. Type back to take back your last answer.
    MIN to move> back

    Chance decides: A1a (0.5), A1b (0.5)> a1a
    The search says: worth 8.0 to MAX. The mean was 4.5.

    The tree ends here: worth 8.0 to MAX. Type back to take back your last answer.
    MIN to move> quit
    ");
    for (lesson, first) in [
        (
            "dice-race",
            "MAX plays Coin. The search says: worth 0.625 to MAX.\n\nChance decides: Heads (0.5), Tails (0.5)> ",
        ),
        ("leaf-range", "Chance decides: "),
    ] {
        let said = played(lesson, "");
        assert!(said.contains(first), "{lesson}: {said}");
    }
    let said = played("min(3 5)", "b\n");
    assert!(said.contains("MIN to move: A B> b\nThe search says: worth 5 to MAX."), "{said}");
}

/// MAX always gets at least the minimax value, whatever MIN answers.
#[test]
fn against_max_no_answer_gets_more_than_the_tree_gives() {
    let leaves: [[i32; 3]; 3] = [[3, 12, 8], [2, 4, 6], [14, 5, 2]];
    let value = leaves.iter().map(|row| *row.iter().min().unwrap()).max().unwrap();
    for (number, leaf) in leaves[0].iter().enumerate() {
        let said = played("((3 12 8) (2 4 6) (14 5 2))", &format!("A{}\n", number + 1));
        assert!(said.contains(&format!("MAX plays A. The search says: worth {value} to MAX.")), "{said}");
        assert!(said.contains(&format!("The search says: worth {leaf} to MAX. ")), "{said}");
        assert_eq!(said.contains("You had no better move"), *leaf == value, "{said}");
    }
}

#[test]
fn two_lessons_are_compared_as_trees_and_as_searches() {
    let folder = Folder::new();
    let (code, page, said) = run(&folder, &["compare", "sargon-1", "sargon-5"]);
    assert_eq!((code, said.as_str()), (0, ""));
    crate::support::snapshot("compare@lessons", &page);
    let (code, page, _) = run(&folder, &["compare", "--check", "((3 12) (2 4))", "((3 13) (2 4))"]);
    assert_eq!(code, 1);
    assert!(page.contains("The trees first differ at A2: in ((3 12) (2 4)) it is worth 12, in"), "{page}");
    let (code, page, _) = run(&folder, &["compare", "--check", "((3 12) (2 4))", "((3 12) (2 4))"]);
    assert!(code == 0 && !page.contains("The trees"), "{page}");
    let (_, page, _) = run(&folder, &["compare", "((3 12) (2 4))", "((3 12) (2 4) (1 1))"]);
    assert!(page.contains("The trees first differ at the root: in ((3 12) (2 4)) it has the moves A B, in"), "{page}");
    let (code, _, said) = run(&folder, &["compare", "sargon-1", "no-such-lesson"]);
    assert!(code == 2 && said.contains("no-such-lesson"), "{said}");
}
