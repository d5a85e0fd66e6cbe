//! The width of pages: no line is wider than requested.

use crate::{output, support};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const TYPED: &str = "((3 12 8) (2 4 6) (14 5 2))";

/// A page of each kind.
const PAGES: [&[&str]; 35] = [
    &["explain", "sargon-2"],
    &["explain", "wikipedia"],
    &["explain", "sargon-2", "--answers"],
    &["explain", KIWIPETE, "--depth", "3"],
    &["explain", TYPED],
    &["explain", TYPED, "--set", "A2=7"],
    &["explain", "sargon-1", "--style", "outline"],
    &["explain", "smothered", "--style", "annotated"],
    &["explain", KIWIPETE, "--depth", "3", "--plies", "2", "--width", "2"],
    &["explain", KIWIPETE, "--depth", "2", "--full"],
    &["explain", KIWIPETE, "--depth", "3", "--engine", "sargon"],
    &["explain", "sargon-1", "--log"],
    &["explain", "wikipedia", "--code"],
    &["explain", "wikipedia", "--code", "-a", "negamax"],
    &["explain", "wikipedia", "--code", "-a", "pvs", "--at-event", "17"],
    &["explain", "sargon-1", "--with", "quiescence", "--log"],
    &["explain", "sargon-2", "--view", "negamax", "--log"],
    &["explain", KIWIPETE, "--depth", "3", "--algorithm", "mtdf", "--with", "iterative,tt,killers", "--log"],
    &["explain", "sargon-2", "--why", "Qa1 Rc6"],
    &["explain", KIWIPETE, "--depth", "3", "--why", "Bxa6 bxc3"],
    &["explain", KIWIPETE, "--depth", "3", "--line", "Bxa6 bxc3 Qxf6"],
    &["explain", KIWIPETE, "--depth", "3", "--focus", "Nd3 Bxd3"],
    &["explain", KIWIPETE, "--depth", "2", "--roots", "all"],
    &["explain", "wikipedia", "--legend"],
    &["explain", KIWIPETE, "--depth", "2", "--legend"],
    &["explain", KIWIPETE, "--depths", "1..2"],
    &["explain", "equality", "--mistake", "swapped-bounds"],
    &["explain", "order-worst", "--orders"],
    &["explain", KIWIPETE, "--depth", "2", "--pv-scan"],
    &["compare", "wikipedia"],
    &["compare", "sargon-1", "--cut", "ge,gt"],
    &["compare", KIWIPETE, "--engine", "sargon,plywood", "--depth", "2"],
    &["verify", "wikipedia"],
    &["verify", KIWIPETE, "--depth", "2"],
    &["lessons"],
];

/// Names as teachers use them: chess openings, whole sentences.
const LONG: &str = "(xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx:(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa=1 b=2) c:(3 4) \
                    a-rather-long-name-of-a-move:(5 very-long-names-everywhere-in-this-tree=6))";

/// Pages of a tree whose moves have long names, without the tree.
const LONG_PAGES: [&[&str]; 24] = [
    &["explain"],
    &["explain", "--roots", "all"],
    &["explain", "--roots", "1"],
    &["explain", "--log"],
    &["explain", "--orders"],
    &["explain", "--code", "--log"],
    &["explain", "--legend"],
    &["explain", "--style", "outline"],
    &["explain", "--style", "upright"],
    &["explain", "--style", "annotated"],
    &["explain", "--pv-scan=all"],
    &["explain", "--why", "b"],
    &["explain", "--line", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"],
    &["explain", "--focus", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"],
    &["explain", "--at-event", "5"],
    &["explain", "--at-event", "20"],
    &["explain", "--depths", "2..3"],
    &["explain", "--depths", "2..3", "--why", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"],
    &["explain", "--mistake", "swapped-bounds"],
    &["explain", "-a", "pvs", "--with", "tt,iterative", "--log"],
    &["compare"],
    &["compare", "-a", "minimax,pvs"],
    &["compare", "--cut", "ge,gt"],
    &["verify"],
];

#[test]
fn no_line_is_wider_than_the_page_if_names_are_long() {
    for (index, page) in LONG_PAGES.into_iter().enumerate() {
        let (command, options) = page.split_at(1);
        for columns in [60, 80, 100].into_iter().skip(index % support::every(3)).step_by(support::every(3)) {
            fits(&[command, &[LONG], options].concat(), columns);
        }
    }
}

/// Tables of numbers that don't get narrower than an ordinary screen.
const TABLES: [&[&str]; 3] = [
    &["eval", KIWIPETE],
    &["eval", KIWIPETE, "--engine", "sargon"],
    &["eval", KIWIPETE, "--engine", "sargon", "--moves"],
];

#[track_caller]
fn fits(page: &[&str], columns: usize) -> usize {
    let mut command = support::plywood(&[page, &["--columns", &columns.to_string()]].concat());
    let text = output(&mut command);
    let too_wide: Vec<&str> = text.lines().filter(|line| columns < line.chars().count()).collect();
    assert!(too_wide.is_empty(), "{page:?} in {columns} columns:\n{}", too_wide.join("\n"));
    text.lines().map(|line| line.chars().count()).max().unwrap()
}

#[test]
fn no_line_is_wider_than_the_page() {
    for (index, page) in PAGES.into_iter().enumerate() {
        // Each page in all widths, or in one of them.
        for columns in [60, 80, 100, 200].into_iter().skip(index % support::every(4)).step_by(support::every(4)) {
            let widest = fits(page, columns);
            assert!(10 < widest, "{page:?} {columns}: {widest}");
        }
    }
}

#[test]
fn no_table_is_wider_than_a_screen() {
    for page in TABLES {
        for columns in [80, 100, 200] {
            fits(page, columns);
        }
    }
}
