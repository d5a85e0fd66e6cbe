//! The parts of a search to which techniques are added, and the changes of each classroom mistake, line by line.

use crate::core::search::algorithm::Who::Any;
use crate::core::search::algorithm::{CHILD, CodeLine, Does, FOR, HEAD, LEAF, LINE, MOVES};
use crate::core::search::{Mistake, Technique, Techniques};
use crate::core::trace::Header;

/// The same, if the rules of a game give the value of a position without moves.
pub(super) const LEAF_OF_GAME: &str = "    if the game is over: return its result; if depth = 0: evaluate(node)";

/// Techniques with lines in the function for a node. The effects of techniques without lines are described below the
/// code.
pub(super) const IN_NODE: Techniques =
    Techniques::NONE.with(Technique::TranspositionTable).with(Technique::NullMove).with(Technique::Quiescence);

const DEEPEN: &[CodeLine] = &[
    (Does::Nothing, Any, "deepen(root, depth):"),
    (Does::Nothing, Any, "    for d = 1 to depth:                  best line so far goes first"),
    (Does::Iteration, Any, "        s = search(root, d, -inf, +inf)"),
    (Does::Nothing, Any, "    return s"),
];

const DEEPEN_BY_TESTS: &[CodeLine] = &[
    (Does::Nothing, Any, "deepen(root, depth):"),
    (Does::Nothing, Any, "    s = evaluate(root)"),
    (Does::Nothing, Any, "    for d = 1 to depth:                  best line so far goes first"),
    (Does::Iteration, Any, "        s = mtdf(root, d, s)"),
    (Does::Nothing, Any, "    return s"),
];

const TESTS: &[CodeLine] = &[
    (Does::Nothing, Any, "    lower = -inf"),
    (Does::Nothing, Any, "    upper = +inf"),
    (Does::Nothing, Any, "    while lower < upper:"),
    (Does::Nothing, Any, "        beta = s + 1 if s = lower, else s"),
    (Does::Test, Any, "        s = search(root, depth, beta - 1, beta)"),
    (Does::Nothing, Any, "        if s >= beta: lower = s"),
    (Does::Nothing, Any, "        if s < beta: upper = s"),
    (Does::Nothing, Any, "    return s"),
];

const MATED: CodeLine = (Does::Nothing, Any, "    if mated: return -(MATE - ply)");
const DRAWN: CodeLine = (Does::Nothing, Any, "    if drawn: return 0");

const PASS: &[CodeLine] = &[
    (Does::Nothing, Any, "    if it may pass, depth >= 3 and evaluate(node) >= beta:"),
    (Does::Pass, Any, "        s = -search(after a pass, max(depth - 3, 1), -beta, -beta + 1)"),
    (Does::PassCut, Any, "        if s >= beta: return s, or beta if s is a mate"),
];

const SCOUTS: &[CodeLine] = &[
    (Does::Nothing, Any, "        first, or depth = 1: s = -search(it, depth - 1, -beta, -alpha)"),
    (Does::Nothing, Any, "        others: s = -search(it, depth - 1, -alpha - 1, -alpha)"),
    (Does::Again, Any, "            if alpha < s < beta, not exact: again with (-beta, -alpha)"),
];

const QUIESCE: &[CodeLine] = &[
    (Does::Enter, Any, "quiesce(node, alpha, beta):              captures, until it is quiet"),
    MATED,
    DRAWN,
    (Does::Nothing, Any, "    best = evaluate(node), in check -inf"),
    (Does::Leaf, Any, "    if best >= beta: return best         standing pat"),
    (Does::Order, Any, "    list captures and promotions in order, in check all moves"),
    (Does::Leaf, Any, "    if there is none: return best"),
    (Does::StandPat, Any, "    alpha = the larger of alpha and best"),
    FOR,
    (Does::Nothing, Any, "        s = -quiesce(after the move, -beta, -alpha)"),
];

const BETTER: CodeLine = (Does::Nothing, Any, "        best = the larger of best and s");

/// What follows the comparison of a score: how the search fails, what the table stores, and whether a cutoff has a
/// line.
fn judged(is_soft: bool, stores: bool, tests: bool) -> Vec<CodeLine> {
    let mut lines = vec![(Does::Nothing, Any, "        if s >= beta:")];
    if stores {
        lines.push((Does::Nothing, Any, "            store: the node is worth >= best"));
    }
    if tests {
        // In a null window, every score above alpha causes a cutoff.
        lines.push(LINE);
    }
    lines.push(match is_soft {
        true => (Does::Cutoff, Any, "            return best                  cutoff"),
        false => (Does::Cutoff, Any, "            return beta                  cutoff"),
    });
    lines.extend([
        (Does::NotBest, Any, "        if s > alpha:"),
        (Does::Best, Any, "            alpha = s                    new best"),
        LINE,
    ]);
    if stores {
        lines.push((Does::Nothing, Any, "    store: the node is worth best if alpha rose, else <= best"));
    }
    lines.push((Does::Leave, Any, if is_soft { "    return best" } else { "    return alpha" }));
    lines
}

/// Returns the loop around the search: iterative deepening, and MTD(f) with its null windows.
pub(super) fn driver(header: &Header) -> Vec<CodeLine> {
    let algorithm = header.known_algorithm().unwrap_or_default();
    let deepens = header.technique_set().has(Technique::Iterative);
    let mut lines = Vec::new();
    match (deepens, algorithm.only_tests()) {
        (true, true) => {
            lines.extend(DEEPEN_BY_TESTS);
            lines.push((Does::Nothing, Any, "mtdf(root, depth, s):                    s is a guess"));
        }
        (true, false) => lines.extend(DEEPEN),
        (false, true) => lines.extend([
            (Does::Nothing, Any, "mtdf(root, depth):"),
            (Does::Nothing, Any, "    s = evaluate(root)                   a guess"),
        ]),
        (false, false) => {}
    }
    if algorithm.only_tests() {
        lines.extend(TESTS);
    }
    for line in &mut lines {
        if !algorithm.has_window() && line.0 == Does::Iteration {
            line.2 = "        s = search(root, d)";
        }
    }
    lines
}

/// Returns a negamax search with a table, null moves, quiescence or only null windows: the function for a node, and the
/// one beyond the depth.
pub(super) fn with_techniques(header: &Header, is_soft: bool) -> Vec<CodeLine> {
    let (algorithm, techniques) = (header.known_algorithm().unwrap_or_default(), header.technique_set());
    let has = |technique| techniques.has(technique);
    let has_table = has(Technique::TranspositionTable);
    let mut lines = vec![HEAD];
    match (has(Technique::Quiescence), header.fen.is_some()) {
        (true, _) => lines.push((Does::Leaf, Any, "    if depth = 0: return quiesce(node, alpha, beta)")),
        (false, true) => lines.push((Does::Leaf, Any, "    if depth = 0: return evaluate(node)")),
        (false, false) => lines.push(LEAF),
    }
    if header.fen.is_some() {
        lines.splice(1..1, [MATED, DRAWN]);
    }
    if has_table {
        lines.push(match header.takes_deeper_answers() {
            true => (Does::LookUp, Any, "    known = the node's table entry of this depth or deeper"),
            false => (Does::LookUp, Any, "    known = the node's table entry of this depth"),
        });
        lines.push((Does::Known, Any, "    below the root, if known is exact, >= beta or <= alpha: return it"));
    }
    if has(Technique::NullMove) {
        lines.extend(PASS);
    }
    lines.push(match has_table {
        true => (Does::Order, Any, "    list the moves of the node in order, the table's move first"),
        false => MOVES,
    });
    // A fail-hard search needs the best score only to store it.
    let needs_best = is_soft || has_table;
    if needs_best {
        lines.push((Does::Nothing, Any, "    best = -inf"));
    }
    lines.push(FOR);
    match algorithm.scouts() {
        true => lines.extend(SCOUTS),
        false => lines.push(CHILD),
    }
    if needs_best {
        lines.push(BETTER);
    }
    lines.extend(judged(is_soft, has_table, algorithm.only_tests()));
    if has(Technique::Quiescence) {
        lines.extend(QUIESCE);
        if is_soft {
            lines.push(BETTER);
        }
        lines.extend(judged(is_soft, false, false));
    }
    lines
}

/// A line of fail-hard alpha-beta, by number, or one that only fail-soft has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CodePlace {
    /// The start of the best score before the first move; only fail-soft has it.
    Start = 0,
    /// The evaluation of a leaf.
    Leaf = 3,
    /// The loop over the moves.
    For = 4,
    /// The search of a child.
    Child = 5,
    /// The test for a cutoff.
    Cutoff = 6,
    /// The test for a new best.
    Better = 8,
    /// The final result.
    Leave = 11,
}

/// Returns the lines that a mistake changes, and their replacements.
pub(super) fn changes(mistake: Mistake) -> &'static [(CodePlace, &'static str)] {
    match mistake {
        Mistake::RootWindow => {
            &[(CodePlace::Child, "        s = -search(after the move, depth - 1, -inf, +inf)   at the root")]
        }
        Mistake::SwappedBounds => {
            &[(CodePlace::Child, "        s = -search(after the move, depth - 1, -alpha, -beta)")]
        }
        Mistake::MissingNegation => {
            &[(CodePlace::Child, "        s = search(after the move, depth - 1, -beta, -alpha)")]
        }
        Mistake::NoDeepBounds => &[(CodePlace::Child, "        s = -search(after the move, depth - 1, -inf, -alpha)")],
        Mistake::NoPruning => &[(CodePlace::Child, "        s = -search(after the move, depth - 1, -inf, +inf)")],
        Mistake::SameWindow => &[(CodePlace::Child, "        s = -search(after the move, depth - 1, alpha, beta)")],
        Mistake::RootGe => &[(CodePlace::Better, "        if s >= alpha:                   at the root")],
        Mistake::WorseSibling => {
            &[(CodePlace::Better, "        if s <= alpha: return alpha      below the root, second move on")]
        }
        Mistake::RightToLeft => &[(CodePlace::For, "    for each move, from the last to the first:")],
        Mistake::RootIsMin => &[(CodePlace::Leaf, "    if depth = 0 or there is no move: return -evaluate(node)")],
        Mistake::LeafSign => &[(CodePlace::Leaf, MAX_LEAF)],
        Mistake::BothMax => &[
            (CodePlace::Leaf, MAX_LEAF),
            (CodePlace::Child, "        s = search(after the move, depth - 1, -beta, -alpha)"),
        ],
        Mistake::PlyShort => &[(CodePlace::Leaf, "    if depth = 1 or there is no move: return evaluate(node)")],
        Mistake::Strict => &[(CodePlace::Cutoff, "        if s > beta:")],
        Mistake::LateAlpha => &[(CodePlace::Cutoff, "        if alpha >= beta:")],
        Mistake::WrongSide => &[(CodePlace::Cutoff, "        if s <= alpha:")],
        Mistake::ZeroStart => &[(CodePlace::Start, "    best = 0")],
        Mistake::LastScore => &[(CodePlace::Leave, "    return s")],
    }
}

const MAX_LEAF: &str = "    if depth = 0 or there is no move: return evaluate(node) for MAX";
