//! An independent modern engine: its traces are accepted with any switches, and each of its bugs is found, with a first
//! cause that names the kind of bug.

use super::foreign::{said, verified};
use crate::support::every;
use crate::support::modern::trace;
use plywood::verify::Rule;

const ENDING: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
const TACTICS: &str = "7k/R1ppp1p1/1p6/4q3/5N1r/3b3P/PP3PP1/Q5K1 w - - 0 1";
const MIDDLE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 96 60";
const CORNER: &str = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1";
/// Drawn by rules that most engines ask for only below the root.
const DEAD: &str = "8/8/2N5/8/8/3k4/8/3K4 w - - 0 80";
const OLD: &str = "8/8/4R3/8/8/3k4/8/3K4 w - - 100 80";
/// Two kings and a pawn, where lines meet again.
const PAWN: &str = "8/8/3k4/8/3KP3/8/8/8 w - - 0 1";
const BLOCKED: &str = "8/8/4k3/4p3/4P3/4K3/8/8 w - - 4 60";

/// Everything at once.
const ALL: &str =
    "pvs tt iterative aspiration check lmr futility null quiescence delta mate-distance lmp reverse iid killers";

/// The switches of each search. `hard` and the following ones are ways in which engines differ.
const COMBINATIONS: [&str; 35] = [
    "",
    "hard",
    "hard says-fail",
    "pvs",
    "pvs hard tt",
    "tt quiescence stores-leaves quiescence-tt",
    "tt quiescence stores-leaves quiescence-tt hard says-fail",
    "tt null stores-null says-untold",
    "tt null stores-null",
    "tt iid",
    "tt iid says-untold null",
    "lmp futility",
    "lmp counts-pruned futility hard",
    "reverse hard",
    "reverse scores-all",
    "check mate-distance",
    "check mate-distance narrows-by-distance",
    "check mate-distance distance-soft hard",
    "iterative aspiration narrows",
    "iterative aspiration hard",
    "lmr",
    "lmr pvs hard",
    "tt narrows-by-table",
    "tt narrows-by-table hard pvs iterative",
    "tt iir",
    "tt iir lmr",
    "tt iir lmr pvs hard iterative",
    "quiescence delta counts-pruned",
    "quiescence delta hard clips-draws",
    ALL,
    "ALL hard",
    "ALL hard says-fail",
    "ALL says-untold stores-leaves quiescence-tt stores-null",
    "ALL says-untold stores-leaves quiescence-tt stores-null hard",
    "ALL counts-pruned clips-table clips-draws narrows-by-distance narrows hard scores-all",
];

#[test]
fn a_correct_modern_engine_is_green_in_every_combination() {
    for (at, parts) in COMBINATIONS.into_iter().enumerate() {
        let parts = parts.replace("ALL", ALL);
        for (turn, fen) in
            [ENDING, TACTICS, MIDDLE, BACK_RANK, CORNER, BLOCKED, DEAD, OLD, PAWN].into_iter().enumerate()
        {
            if (at + turn) % every(5) != 0 {
                continue;
            }
            let depth = match fen {
                MIDDLE | TACTICS => 3,
                PAWN => 5,
                _ => 4,
            };
            let text = trace(fen, depth, &parts, "");
            let report = verified(&text);
            assert!(report.passes(), "[{parts}] {fen}: {}", said(&report));
        }
    }
}

/// An engine may name a known algorithm, and still has its own evaluation, ordering and conditions for techniques.
#[test]
fn an_engine_under_the_name_of_a_known_algorithm_is_green() {
    for (at, parts) in COMBINATIONS.into_iter().enumerate() {
        let parts = parts.replace("ALL", ALL);
        // In plain alpha-beta, no move gets a null window.
        let name = if parts.contains("pvs") { "pvs" } else { "alpha-beta" };
        for (turn, fen) in [ENDING, TACTICS, CORNER, DEAD, OLD, PAWN, BLOCKED].into_iter().enumerate() {
            if (at + turn) % every(3) != 0 {
                continue;
            }
            let text = with_header(&trace(fen, 3, &parts, ""), |head| head["algorithm"] = name.into());
            let report = verified(&text);
            assert!(report.passes(), "[{parts}] {fen}: {}", said(&report));
        }
    }
}

/// Returns a trace with a changed header.
fn with_header(text: &str, change: impl Fn(&mut serde_json::Value)) -> String {
    let (head, events) = text.split_once('\n').unwrap();
    let mut head = serde_json::from_str(head).unwrap();
    change(&mut head);
    format!("{head}\n{events}")
}

/// Where the header has no rules for draws, differences from the usual rules are remarks, but never findings.
#[test]
fn draws_of_an_engine_with_unknown_rules_are_remarks() {
    let remarks = |fen: &str, depth, bug| {
        let text = with_header(&trace(fen, depth, "", bug), |head| drop(head.as_object_mut().unwrap().remove("draws")));
        let report = verified(&text);
        assert!(report.passes(), "{}", said(&report));
        report.audit.remarks
    };
    let (old, bare) = ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 99 60", "8/8/8/7k/3p4/4K3/8/8 w - - 0 1");
    for (fen, depth) in [(old, 1), (bare, 1), (BLOCKED, 4), (ENDING, 3), (BACK_RANK, 4), (CORNER, 3)] {
        assert_eq!(remarks(fen, depth, ""), [""; 0], "{fen}");
    }
    let missed = |count: &str, first: &str| {
        format!("This search does not count {count} as drawn; most programs do (first: {first}).")
    };
    assert_eq!(remarks(old, 1, "fifty-ignored")[0], missed("13 positions", "a1b1, draw by the fifty-move rule"));
    assert_eq!(remarks(bare, 1, "material-ignored")[0], missed("1 position", "e3d4, draw by insufficient material"));
    let mut repeated = (4..7).map(|depth| remarks(PAWN, depth, "repetition-ignored"));
    let repeated = repeated.find(|remarks| !remarks.is_empty()).unwrap();
    assert!(repeated[0].ends_with("draw by repetition)."), "{repeated:?}");
    assert!(repeated[1].contains("`draws`"), "{repeated:?}");
    let called = remarks(bare, 2, "repetition-always");
    assert!(
        called[0].contains(" drawn, although no repetition, fifty-move rule or lack of material explains it (first: "),
        "{called:?}"
    );
}

#[test]
fn a_null_window_wider_than_one_step_of_the_scores_is_a_remark() {
    let report = verified(&trace(ENDING, 3, "pvs", ""));
    assert_eq!(report.audit.remarks, [""; 0]);
    let report = verified(&trace(ENDING, 3, "pvs", "scout-too-wide"));
    let remark = "null windows are 0.030 wide or more, although scores have steps of 0.020";
    assert!(report.audit.remarks[0].contains(remark), "{:?}", report.audit.remarks);
    // Where the parent's window is as narrow, the engine repeats the same search.
    let first = &report.audit.findings[0];
    assert_eq!(
        (first.rule, first.follows.as_str()),
        (Rule::ReSearch, "absent: the previous search already had this window")
    );
}

/// A node that reduces its own depth does so in every search of it, so its first search is not a reduced one.
#[test]
fn a_node_may_reduce_itself_although_the_header_does_not_name_that() {
    for (fen, depth) in [(TACTICS, 5), (PAWN, 6), (ENDING, 5)] {
        let text = trace(fen, depth, "pvs iir", "");
        let text = with_header(&text, |head| head["techniques"] = serde_json::json!(["lmr", "late move pruning"]));
        let report = verified(&text);
        assert!(report.passes(), "{fen}: {}", said(&report));
    }
}

/// The bugs, the switches that they need, the position, the depth, and the rule of the first cause.
const BUGS: [(&str, &str, &str, u32, Rule); 38] = [
    ("no-negation", "pvs", ENDING, 3, Rule::ChildScore),
    ("cut-above-beta", "pvs tt", ENDING, 3, Rule::Verdict),
    ("best-on-tie", "", BLOCKED, 3, Rule::Verdict),
    ("alpha-overwritten", "", TACTICS, 3, Rule::Window),
    ("last-score", "pvs", ENDING, 3, Rule::NodeScore),
    ("bound-always-exact", "pvs", ENDING, 3, Rule::NodeBound),
    ("child-alpha-stale", "pvs", TACTICS, 3, Rule::ReSearch),
    ("scout-off-by-one", "pvs", ENDING, 3, Rule::HandedDown),
    ("reduced-trusted", "pvs lmr", TACTICS, 4, Rule::ReSearch),
    ("reduced-trusted", "lmr says-why", TACTICS, 4, Rule::ReSearch),
    ("scout-trusted", "pvs", TACTICS, 4, Rule::ReSearch),
    ("table-bounds-swapped", "tt iterative", ENDING, 3, Rule::Table),
    ("table-always-exact", "tt iterative", ENDING, 3, Rule::Table),
    ("table-depth-ignored", "tt iterative", ENDING, 3, Rule::Table),
    (
        "table-bound-ignored",
        "pvs tt iterative aspiration check lmr futility null quiescence delta mate-distance",
        ENDING,
        3,
        Rule::Table,
    ),
    ("table-mate-from-root", "tt iterative", CORNER, 5, Rule::Table),
    ("table-key-without-side", "tt", BLOCKED, 5, Rule::Table),
    ("table-move-illegal", "tt iterative", ENDING, 3, Rule::Table),
    ("null-move-window", "pvs null", TACTICS, 3, Rule::NullMove),
    ("null-move-in-check", "pvs null", TACTICS, 3, Rule::NullMove),
    ("stalemate-as-mate", "", CORNER, 2, Rule::Leaf),
    ("mate-as-draw", "", CORNER, 2, Rule::Leaf),
    ("mate-from-node", "", CORNER, 3, Rule::LeafScore),
    ("fifty-ignored", "", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 99 60", 1, Rule::Leaf),
    ("material-ignored", "", "8/8/8/7k/3p4/4K3/8/8 w - - 0 1", 1, Rule::Leaf),
    ("en-passant-missing", "", "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 1, Rule::Moves),
    ("underpromotion-missing", "", "8/P6k/8/8/8/8/7K/8 w - - 0 1", 1, Rule::Moves),
    ("evaluation-drifts", "", BLOCKED, 4, Rule::Static),
    ("leaf-sign", "", ENDING, 3, Rule::LeafScore),
    ("stand-pat-in-check", "quiescence", ENDING, 3, Rule::StandPatInCheck),
    ("delta-beats-alpha", "quiescence delta", TACTICS, 2, Rule::Pruned),
    ("futility-beats-alpha", "pvs futility", ENDING, 3, Rule::Pruned),
    ("futility-in-check", "futility", "6k1/5ppp/8/8/8/8/8/K6Q w - - 0 1", 2, Rule::Pruned),
    ("delta-in-check", "quiescence delta", TACTICS, 3, Rule::Pruned),
    ("aspiration-low-accepted", "iterative aspiration", TACTICS, 4, Rule::Pass),
    ("aspiration-wrong-end", "iterative aspiration", TACTICS, 3, Rule::Pass),
    ("extension-forgotten", "check", ENDING, 3, Rule::Depth),
    ("best-stale", "pvs", ENDING, 3, Rule::Result),
];

#[test]
fn each_classic_bug_is_found_and_its_first_cause_names_the_kind() {
    let mut wrong = Vec::new();
    for (bug, parts, fen, depth, rule) in BUGS {
        let right = verified(&trace(fen, depth, parts, ""));
        assert!(right.passes(), "{bug}: without it: {}", said(&right));
        let found = verified(&trace(fen, depth, parts, bug));
        match found.audit.findings.first() {
            Some(first) if first.rule == rule => {}
            first => wrong.push(format!("{bug}: {rule:?}, not {:?}", first.map(|first| (first.rule, &first.follows)))),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(25 <= BUGS.len());
}

/// The same bugs with all other techniques switched on, unless table entries without events hide them.
#[test]
fn a_bug_is_found_in_the_midst_of_every_technique() {
    let mut missed = Vec::new();
    for (bug, parts, fen, depth, _) in BUGS {
        let parts = format!("{ALL} {}", if parts.contains("hard") { "hard" } else { "" });
        if verified(&trace(fen, depth.max(3), &parts, bug)).passes() {
            missed.push(bug);
        }
    }
    assert!(missed.len() <= 12, "{missed:?}");
}
