//! Colours and symbols appear only where their meaning applies.

use crate::output;
use crate::support::plywood;

const FEN: &str = "7k/R1ppp1p1/1p6/4q3/5N1r/3b3P/PP3PP1/Q5K1 w - - 0 1";
const TEXTBOOK: &str = "((3 12 8) (2 4 6) (14 5 2))";
/// The colours of the best line and of a cutoff.
const BEST: &str = "\u{1b}[1;94m";
const CUTOFF: &str = "\u{1b}[1;31m";

/// A row in the colour of the best line has its star, or is the root.
#[test]
fn blue_is_the_best_line_and_nothing_else() {
    let mut seen = 0;
    for (depth, step) in [("5", None), ("4", Some("300")), ("4", Some("2000")), ("3", Some("90"))] {
        let mut words = vec!["explain", FEN, "--depth", depth, "--color", "always"];
        words.extend(step.into_iter().flat_map(|step| ["--step", step]));
        let page = output(&mut plywood(&words));
        for line in page.lines().filter(|line| line.contains(BEST)) {
            let blue = line.split(BEST).skip(1).map(|part| part.split("\u{1b}[0m").next().unwrap());
            let text = blue.collect::<String>();
            let is_fact = line.contains("Best ") || line.contains("(root)");
            assert!(is_fact || text.contains('*') || line.contains("-*"), "{words:?}: {line:?}");
            seen += 1;
        }
        assert!(!page.contains(&format!("{BEST}1...Rxf4 holds")), "{page}");
    }
    assert!(8 < seen, "{seen}");
}

/// A cutoff that skips nothing is not counted and not coloured as a cutoff; skipped moves are called leaves only if
/// they are leaves.
#[test]
fn a_cutoff_counts_if_it_skips_something() {
    let page = output(&mut plywood(&["explain", TEXTBOOK, "--color", "always", "--columns", "100"]));
    assert!(page.contains("1 cutoff skipped 2 leaves"), "{page}");
    let painted: Vec<&str> = page.lines().filter(|line| line.contains(CUTOFF)).collect();
    assert!(painted.len() == 1 && painted[0].contains("skips 2"), "{painted:?}");
    let page = output(&mut plywood(&["explain", TEXTBOOK, "--format", "html"]));
    assert!(page.contains("MAX takes A: 3. Seven of nine leaves were evaluated; one cutoff skipped two leaves."));
    assert_eq!(page.matches("<g class=\"node cut").count(), 2, "one cutoff in the tree, and one in the legend");
    // At higher plies, moves are skipped, not leaves.
    let page = output(&mut plywood(&["explain", "skipped-subtree", "--columns", "100"]));
    assert!(page.contains(" moves") && !page.contains("skipped 2 leaves"), "{page}");
    let page = output(&mut plywood(&["explain", "((3 5) (9 2) (4 1))", "--columns", "100"]));
    assert!(page.contains("no cutoff skipped anything"), "{page}");
}

/// The triangle of a row is the side whose move it is.
#[test]
fn a_row_has_the_sign_of_its_mover() {
    let page =
        output(&mut plywood(&["explain", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "--depth", "3", "--format", "html"]));
    let page = page.split_once("id=\"tree\"").map(|(_, tree)| tree).unwrap();
    let sign = |name: &str| {
        let (before, _) = page.split_once(&format!("\">{name}")).unwrap_or_else(|| panic!("{name}"));
        let group = before.rsplit("<g class=\"node").next().unwrap();
        (group.contains("M0-12l7 12h-14z"), group.contains("M0 2l7-12h-14z"))
    };
    assert_eq!(sign("1.Ra8#"), (true, false), "White's move points up");
    assert_eq!(sign("1...h6"), (false, true), "Black's move points down");
    assert!(page.contains("A move of White (MAX), who picks the highest score."), "the legend says the same");
}

/// The page of a game is folded in the same way as in the terminal.
#[test]
fn the_page_of_a_game_has_no_more_rows_than_one_can_read() {
    for game in ["connect4", "ttt:XOX/.O./..X", "nim:3,4,5"] {
        let page = output(&mut plywood(&["explain", game, "--format", "html"]));
        let rows = page.matches("<g class=\"node").count();
        assert!(rows <= 120, "{game} has {rows} rows");
    }
}

/// The element with the focus has a black frame, because blue marks the best line.
#[test]
fn the_focus_has_a_colour_of_its_own() {
    for page in
        [output(&mut plywood(&["playground"])), output(&mut plywood(&["explain", TEXTBOOK, "--format", "html"]))]
    {
        let style = page.split("<style>").nth(1).and_then(|rest| rest.split("</style>").next()).unwrap();
        let rules: Vec<&str> = style.split('}').filter(|rule| rule.contains(":focus-visible")).collect();
        assert!(!rules.is_empty());
        for rule in rules {
            assert!(!rule.contains("var(--best)"), "{rule}");
        }
    }
}

/// In the negamax view, every score belongs to the side that made the move, also outside the tree.
#[test]
fn the_end_of_the_best_line_has_the_sign_of_its_mover() {
    let italian = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQ1RK1 b kq - 0 5";
    for (fen, said) in [
        ("7k/8/6KR/8/8/8/1Q6/8 b - - 0 1", "the position after 2.Rh8# is worth #1\n"),
        (italian, "the position after 6.Nxe5 is worth 0.760\n"),
    ] {
        let page = output(&mut plywood(&["explain", fen, "--depth", "2", "--view", "negamax"]));
        assert!(page.contains(said), "{page}");
    }
}
