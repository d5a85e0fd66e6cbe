//! The lines of pseudocode: one table for each plain search, and the parts of one that techniques are added to.

use crate::page::view::View;
use crate::search::{Algorithm, Technique, Techniques};
use crate::trace::Header;
use Who::{Any, Max, Min};

/// What a line of pseudocode does, as events tell of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Does {
    /// It is reached, but no event tells of it alone.
    Nothing,
    /// A node is entered.
    Enter,
    /// The moves of a node come into being and are scored, to be put in order.
    Order,
    /// A leaf is scored.
    Leaf,
    /// A child is searched again.
    Again,
    /// A score cuts.
    Cutoff,
    /// A score is a new best.
    Best,
    /// A score is compared, and nothing follows.
    NotBest,
    /// A node is left.
    Leave,
    /// A depth of iterative deepening begins.
    Iteration,
    /// A null window is tried at the root.
    Test,
    /// The table knows the node, which does not settle it.
    LookUp,
    /// What the table knows settles the node.
    Known,
    /// A pass is tried, and is not enough.
    Pass,
    /// A pass is too good.
    PassCut,
    /// In quiescence the side to move may do nothing.
    StandPat,
}

/// What a line does, who moves where it does that, and its text.
pub(super) type CodeLine = (Does, Who, &'static str);

/// Who moves at the nodes that a line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Who {
    Any,
    Max,
    Min,
}

pub(super) const HEAD: CodeLine = (Does::Enter, Any, "search(node, depth, alpha, beta):");
pub(super) const HEAD_OF_MAX: CodeLine =
    (Does::Enter, Any, "search(node, depth, alpha, beta):        scores are MAX's");
pub(super) const MOVES: CodeLine = (Does::Order, Any, "    list the moves of the node, and put them in order");
pub(super) const LEAF: CodeLine = (Does::Leaf, Any, "    if depth = 0 or there is no move: return the static score");
/// The same where the rules of a game say what a position without moves is worth.
pub(super) const LEAF_OF_GAME: &str = "    if the game is over: return its result; if depth = 0: the static score";
/// The principal variation: it grows from the leaf up.
const LINE: CodeLine = (Does::Nothing, Any, "            line = the move, then the line below");
pub(super) const FOR: CodeLine = (Does::Nothing, Any, "    for each move:");
pub(super) const CHILD: CodeLine =
    (Does::Nothing, Any, "        s = -search(after the move, depth - 1, -beta, -alpha)");

/// The lines of a plain search.
pub(super) fn of(algorithm: Algorithm, is_soft: bool, view: View) -> &'static [CodeLine] {
    let of = |negamax, branches| if view == View::Negamax { negamax } else { branches };
    match algorithm {
        Algorithm::Minimax => MINIMAX,
        Algorithm::Negamax => NEGAMAX,
        Algorithm::AlphaBeta if !is_soft => of(FAIL_HARD, HARD_BRANCHES),
        Algorithm::AlphaBeta | Algorithm::MtdF => of(FAIL_SOFT, SOFT_BRANCHES),
        Algorithm::Pvs => of(PVS, PVS_BRANCHES),
    }
}

pub(super) const MINIMAX: &[CodeLine] = &[
    (Does::Enter, Any, "search(node, depth):                     scores are MAX's"),
    MOVES,
    LEAF,
    (Does::Nothing, Any, "    best = -inf if MAX moves here, +inf if MIN does"),
    FOR,
    (Does::Nothing, Any, "        s = search(after the move, depth - 1)"),
    (Does::NotBest, Any, "        if s > best for MAX, s < best for MIN:"),
    (Does::Best, Any, "            best = s                     new best"),
    LINE,
    (Does::Leave, Any, "    return best"),
];

pub(super) const NEGAMAX: &[CodeLine] = &[
    (Does::Enter, Any, "search(node, depth):                     scores of the side to move"),
    MOVES,
    LEAF,
    (Does::Nothing, Any, "    best = -inf"),
    FOR,
    (Does::Nothing, Any, "        s = -search(after the move, depth - 1)"),
    (Does::NotBest, Any, "        if s > best:"),
    (Does::Best, Any, "            best = s                     new best"),
    LINE,
    (Does::Leave, Any, "    return best"),
];

pub(super) const HARD_BRANCHES: &[CodeLine] = &[
    HEAD_OF_MAX,
    MOVES,
    LEAF,
    (Does::Nothing, Max, "    if MAX moves here:"),
    (Does::Nothing, Max, "        for each move:"),
    (Does::Nothing, Max, "            s = search(after the move, depth - 1, alpha, beta)"),
    (Does::Cutoff, Max, "            if s >= beta: return beta    beta cutoff"),
    (Does::NotBest, Max, "            if s > alpha:"),
    (Does::Best, Max, "                alpha = s                new best"),
    (Does::Nothing, Max, "                line = the move, then the line below"),
    (Does::Leave, Max, "        return alpha"),
    (Does::Nothing, Min, "    if MIN moves here:"),
    (Does::Nothing, Min, "        for each move:"),
    (Does::Nothing, Min, "            s = search(after the move, depth - 1, alpha, beta)"),
    (Does::Cutoff, Min, "            if s <= alpha: return alpha  alpha cutoff"),
    (Does::NotBest, Min, "            if s < beta:"),
    (Does::Best, Min, "                beta = s                 new best"),
    (Does::Nothing, Min, "                line = the move, then the line below"),
    (Does::Leave, Min, "        return beta"),
];

pub(super) const SOFT_BRANCHES: &[CodeLine] = &[
    HEAD_OF_MAX,
    MOVES,
    LEAF,
    (Does::Nothing, Max, "    if MAX moves here:"),
    (Does::Nothing, Max, "        best = -inf"),
    (Does::Nothing, Max, "        for each move:"),
    (Does::Nothing, Max, "            s = search(after the move, depth - 1, alpha, beta)"),
    (Does::Nothing, Max, "            best = the larger of best and s"),
    (Does::Cutoff, Max, "            if s >= beta: return best    beta cutoff"),
    (Does::NotBest, Max, "            if s > alpha:"),
    (Does::Best, Max, "                alpha = s                new best"),
    (Does::Nothing, Max, "                line = the move, then the line below"),
    (Does::Leave, Max, "        return best"),
    (Does::Nothing, Min, "    if MIN moves here:"),
    (Does::Nothing, Min, "        best = +inf"),
    (Does::Nothing, Min, "        for each move:"),
    (Does::Nothing, Min, "            s = search(after the move, depth - 1, alpha, beta)"),
    (Does::Nothing, Min, "            best = the smaller of best and s"),
    (Does::Cutoff, Min, "            if s <= alpha: return best   alpha cutoff"),
    (Does::NotBest, Min, "            if s < beta:"),
    (Does::Best, Min, "                beta = s                 new best"),
    (Does::Nothing, Min, "                line = the move, then the line below"),
    (Does::Leave, Min, "        return best"),
];

pub(super) const PVS_BRANCHES: &[CodeLine] = &[
    HEAD_OF_MAX,
    MOVES,
    LEAF,
    (Does::Nothing, Max, "    if MAX moves here:"),
    (Does::Nothing, Max, "        best = -inf"),
    (Does::Nothing, Max, "        for each move:"),
    (Does::Nothing, Max, "            first move: s = search(after it, depth - 1, alpha, beta)"),
    (Does::Nothing, Max, "            others: s = search(after it, depth - 1, alpha, alpha + 1)"),
    (Does::Again, Max, "                if alpha < s < beta, not exact: again with (alpha, beta)"),
    (Does::Nothing, Max, "            best = the larger of best and s"),
    (Does::Cutoff, Max, "            if s >= beta: return best    beta cutoff"),
    (Does::NotBest, Max, "            if s > alpha:"),
    (Does::Best, Max, "                alpha = s                new best"),
    (Does::Nothing, Max, "                line = the move, then the line below"),
    (Does::Leave, Max, "        return best"),
    (Does::Nothing, Min, "    if MIN moves here:"),
    (Does::Nothing, Min, "        best = +inf"),
    (Does::Nothing, Min, "        for each move:"),
    (Does::Nothing, Min, "            first move: s = search(after it, depth - 1, alpha, beta)"),
    (Does::Nothing, Min, "            others: s = search(after it, depth - 1, beta - 1, beta)"),
    (Does::Again, Min, "                if alpha < s < beta, not exact: again with (alpha, beta)"),
    (Does::Nothing, Min, "            best = the smaller of best and s"),
    (Does::Cutoff, Min, "            if s <= alpha: return best   alpha cutoff"),
    (Does::NotBest, Min, "            if s < beta:"),
    (Does::Best, Min, "                beta = s                 new best"),
    (Does::Nothing, Min, "                line = the move, then the line below"),
    (Does::Leave, Min, "        return best"),
];

pub(super) const FAIL_HARD: &[CodeLine] = &[
    HEAD,
    MOVES,
    LEAF,
    FOR,
    CHILD,
    (Does::Nothing, Any, "        if s >= beta:"),
    (Does::Cutoff, Any, "            return beta                  cutoff"),
    (Does::NotBest, Any, "        if s > alpha:"),
    (Does::Best, Any, "            alpha = s                    new best"),
    LINE,
    (Does::Leave, Any, "    return alpha"),
];

pub(super) const FAIL_SOFT: &[CodeLine] = &[
    HEAD,
    MOVES,
    LEAF,
    (Does::Nothing, Any, "    best = -inf"),
    FOR,
    CHILD,
    (Does::Nothing, Any, "        best = the larger of best and s"),
    (Does::Nothing, Any, "        if s >= beta:"),
    (Does::Cutoff, Any, "            return best                  cutoff"),
    (Does::NotBest, Any, "        if s > alpha:"),
    (Does::Best, Any, "            alpha = s                    new best"),
    LINE,
    (Does::Leave, Any, "    return best"),
];

pub(super) const PVS: &[CodeLine] = &[
    HEAD,
    MOVES,
    LEAF,
    (Does::Nothing, Any, "    best = -inf"),
    FOR,
    (Does::Nothing, Any, "        first move: s = -search(after it, depth - 1, -beta, -alpha)"),
    (Does::Nothing, Any, "        others: s = -search(after it, depth - 1, -alpha - 1, -alpha)"),
    (Does::Again, Any, "            if alpha < s < beta, not exact: again with (-beta, -alpha)"),
    (Does::Nothing, Any, "        best = the larger of best and s"),
    (Does::Cutoff, Any, "        if s >= beta: return best        cutoff"),
    (Does::NotBest, Any, "        if s > alpha:"),
    (Does::Best, Any, "            alpha = s                    new best"),
    LINE,
    (Does::Leave, Any, "    return best"),
];

/// Techniques that have lines in the function for a node. What those without lines do is said below the code.
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
    (Does::Nothing, Any, "    s = the static score of the root"),
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
    (Does::Nothing, Any, "    if it may pass, depth >= 3 and the static score >= beta:"),
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
    (Does::Nothing, Any, "    best = the static score, in check -inf"),
    (Does::Leaf, Any, "    if best >= beta: return best         standing pat"),
    (Does::Order, Any, "    list captures and promotions in order, in check all moves"),
    (Does::Leaf, Any, "    if there is none: return best"),
    (Does::StandPat, Any, "    alpha = the larger of alpha and best"),
    FOR,
    (Does::Nothing, Any, "        s = -quiesce(after the move, -beta, -alpha)"),
];

const BETTER: CodeLine = (Does::Nothing, Any, "        best = the larger of best and s");

/// What follows the comparison of a score: how the search fails, what the table keeps, and whether a cutoff has a line.
fn judged(is_soft: bool, stores: bool, tests: bool) -> Vec<CodeLine> {
    let mut lines = vec![(Does::Nothing, Any, "        if s >= beta:")];
    if stores {
        lines.push((Does::Nothing, Any, "            store: the node is worth >= best"));
    }
    if tests {
        // In a null window every score above alpha cuts.
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

/// Returns what searches again and again: iterative deepening, and MTD(f) with its null windows.
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
            (Does::Nothing, Any, "    s = the static score of the root     a guess"),
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

/// Returns a search with table, null move, quiescence or null windows alone as negamax: the function for a node, and that beyond the depth.
pub(super) fn with_techniques(header: &Header, is_soft: bool) -> Vec<CodeLine> {
    let (algorithm, techniques) = (header.known_algorithm().unwrap_or_default(), header.technique_set());
    let has = |technique| techniques.has(technique);
    let has_table = has(Technique::TranspositionTable);
    let mut lines = vec![HEAD];
    match (has(Technique::Quiescence), header.fen.is_some()) {
        (true, _) => lines.push((Does::Leaf, Any, "    if depth = 0: return quiesce(node, alpha, beta)")),
        (false, true) => lines.push((Does::Leaf, Any, "    if depth = 0: return the static score")),
        (false, false) => lines.push(LEAF),
    }
    if header.fen.is_some() {
        lines.splice(1..1, [MATED, DRAWN]);
    }
    if has_table {
        lines.push(match header.takes_deeper_answers() {
            true => (Does::LookUp, Any, "    known = what the table says of the node to this depth or deeper"),
            false => (Does::LookUp, Any, "    known = what the table says of the node to this depth"),
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
    // Who fails hard needs the best score only to store it.
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
