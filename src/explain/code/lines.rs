//! The parts of the pseudocode to which techniques add lines, and the lines that each deliberate mistake changes.

use crate::core::search::algorithm::chance;
use crate::core::search::pseudocode::CodeMover::Any;
use crate::core::search::pseudocode::{
    CHILD, CodeAction, CodeLine, CodeMover, CodeSection, DRAWN, FOR, HEAD, LEAF, LINE, MATED, MOVES, NEXT,
};
use crate::core::search::technique::{
    aspiration, iterative, late_move_reduction, mate_distance, quiescence, transposition_table,
};
use crate::core::search::{Cut, Fail, Mistake, Technique, Techniques};
use crate::core::trace::Header;

/// Techniques in the loop that calls the search. All other techniques have lines in the function for a node.
const DRIVERS: Techniques = Techniques::NONE.with(Technique::Iterative).with(Technique::Aspiration);

/// Returns whether a technique needs the function for a node to be negamax, where each score is for the side to move.
pub(super) fn is_in_node(techniques: Techniques) -> bool {
    techniques.iter().any(|technique| !DRIVERS.has(technique))
}

/// Evaluates a position at the horizon in which the game is not over.
const AT_DEPTH: CodeLine = (CodeAction::Leaf, Any, "    if depth = 0: return evaluate(node)");
/// Evaluates a position at the horizon in which the game may be over.
const AT_DEPTH_OR_OVER: CodeLine =
    (CodeAction::Leaf, Any, "    if depth = 0: return evaluate(node), or the result if it is over");
/// Evaluates a leaf of a tree before the horizon.
const NO_MOVE: CodeLine = (CodeAction::Leaf, Any, "    if there is no move: return evaluate(node)");

/// Returns whether the rules of a game determine the value of finished games. If a lesson specifies all scores, the
/// rules do not matter.
pub(super) fn has_rules(header: &Header) -> bool {
    header.position().is_some() && (header.shape.is_none() || !header.evaluation.is_empty())
}

/// Returns the lines for the value of a node where the game is over, for the side to move or for MAX.
fn over(header: &Header, is_for_max: bool) -> Vec<CodeLine> {
    let texts: &[&str] = match (has_rules(header), header.fen.is_some(), is_for_max) {
        (false, ..) => &[],
        (true, true, false) => return vec![MATED, DRAWN],
        (true, false, false) => &["    if lost: return -(MATE - ply)", "    if won: return MATE - ply"],
        (true, true, true) => &["    if MAX is mated: return -(MATE - ply)", "    if MIN is mated: return MATE - ply"],
        (true, false, true) => &["    if MAX has lost: return -(MATE - ply)", "    if MIN has lost: return MATE - ply"],
    };
    let drawn = has_rules(header).then_some(DRAWN);
    texts.iter().map(|&text| (CodeAction::Nothing, Any, text)).chain(drawn).collect()
}

/// Returns the lines for a node that is not searched further.
fn leaf(header: &Header, over: &[CodeLine]) -> Vec<CodeLine> {
    let has = |technique| header.technique_set().has(technique);
    let (has_rules, has_quiescence) = (!over.is_empty(), has(Technique::Quiescence));
    // A lesson on a board may end before the game is over. So may a game whose rules plywood doesn't know.
    let is_known = header.fen.is_some() || matches!(header.named_game(), Ok(Some(_)));
    let ends_early = (!has_rules || header.shape.is_some() || !is_known).then_some(NO_MOVE);
    if has(Technique::MateDistance) {
        // The code checks mate distance before it checks whether the game is over.
        let at_depth = match (has_quiescence, has_rules) {
            (true, _) => quiescence::CALL,
            (false, true) => AT_DEPTH_OR_OVER,
            (false, false) => AT_DEPTH,
        };
        return [&[at_depth], mate_distance::CODE, over, ends_early.as_slice()].concat();
    }
    match (has_quiescence, ends_early) {
        (true, _) => [over, &[quiescence::CALL], ends_early.as_slice()].concat(),
        (false, Some(_)) => [over, &[LEAF]].concat(),
        (false, None) => [over, &[AT_DEPTH]].concat(),
    }
}

/// Replaces the line for leaves in the code of an algorithm with lines for the rules of the game. Returns the position
/// of that line and the number of added lines.
pub(super) fn insert_rules(lines: &mut Vec<CodeLine>, header: &Header) -> (usize, usize) {
    let is_for_max = lines.iter().any(|(_, _, text)| text.ends_with(OF_MAX));
    let Some(at) = lines.iter().position(|&line| line == LEAF) else { return (0, 0) };
    let leaf = leaf(header, &over(header, is_for_max));
    let more = leaf.len() - 1;
    lines.splice(at..=at, leaf);
    (at, more)
}

/// Returns the code of a search in which the sides do not move in turn, moves are drawn at random, or leaves have a
/// range. The code has a branch for each player, in every view.
pub(super) fn of_players(header: &Header, is_soft: bool) -> Vec<CodeLine> {
    let algorithm = header.known_algorithm().unwrap_or_default();
    let is_strict = header.cut == Cut::AboveBeta.name();
    let rules = match is_strict {
        true => (Cut::AboveBeta, Fail::Soft),
        false => (Cut::AtBeta, if is_soft { Fail::Soft } else { Fail::Hard }),
    };
    let (has_window, has_range) = (algorithm.has_window(), header.leaves.is_some());
    let mut lines = Vec::new();
    for line @ &(does, who, text) in algorithm.code(rules.1 == Fail::Soft).branches {
        match (does, who) {
            (CodeAction::Cutoff, CodeMover::Max | CodeMover::Min) if has_range => lines.extend(cutoff(who, rules)),
            (CodeAction::Cutoff, CodeMover::Max) if is_strict => {
                lines.push((does, who, "            if s > beta: return best     beta cutoff"));
            }
            (CodeAction::Cutoff, CodeMover::Min) if is_strict => {
                lines.push((does, who, "            if s < alpha: return best    alpha cutoff"));
            }
            _ => lines.push(*line),
        }
        match (text, has_window && has_range) {
            ("    if MAX moves here:", true) => {
                lines.push((CodeAction::Nothing, who, "        beta = the smaller of beta and most"));
            }
            ("    if MIN moves here:", true) => {
                lines.push((CodeAction::Nothing, who, "        alpha = the larger of alpha and least"));
            }
            _ if *line == LEAF && header.movers().has_chance() => {
                lines.extend(chance::code(has_window, has_range, rules));
            }
            _ => {}
        }
    }
    lines
}

/// Returns the lines for a cutoff of this player in a search whose leaves have a range: a move that reaches the end of
/// the range is best, so it becomes part of the line.
fn cutoff(who: CodeMover, rules: (Cut, Fail)) -> [CodeLine; 3] {
    let is_max = who == CodeMover::Max;
    let test = match (is_max, rules.0) {
        (true, Cut::AboveBeta) => "            if s > beta:",
        (true, Cut::AtBeta) => "            if s >= beta:",
        (false, Cut::AboveBeta) => "            if s < alpha:",
        (false, Cut::AtBeta) => "            if s <= alpha:",
    };
    let line = match is_max {
        true => "                if s >= most: pv = the move, then the pv below it",
        false => "                if s <= least: pv = the move, then the pv below it",
    };
    let leave = match (is_max, rules) {
        (true, (Cut::AtBeta, Fail::Hard)) => "                return beta              beta cutoff",
        (true, _) => "                return best              beta cutoff",
        (false, (Cut::AtBeta, Fail::Hard)) => "                return alpha             alpha cutoff",
        (false, _) => "                return best              alpha cutoff",
    };
    [(CodeAction::Nothing, who, test), (CodeAction::Nothing, who, line), (CodeAction::Cutoff, who, leave)]
}

/// The end of the first line of a search whose scores are MAX's.
pub(super) const OF_MAX: &str = "scores are MAX's";

const TESTS: &[CodeLine] = &[
    (CodeAction::Nothing, Any, "    lower = -inf"),
    (CodeAction::Nothing, Any, "    upper = +inf"),
    (CodeAction::Nothing, Any, "    while lower < upper:"),
    (CodeAction::Nothing, Any, "        beta = s + 1 if s = lower, else s"),
    (CodeAction::Test, Any, "        s = search(root, depth, beta - 1, beta)"),
    (CodeAction::Nothing, Any, "        if s >= beta: lower = s"),
    (CodeAction::Nothing, Any, "        if s < beta: upper = s"),
    (CodeAction::Nothing, Any, "    return s"),
];

const SCOUTS: &[CodeLine] = &[
    (CodeAction::Nothing, Any, "        first or depth = 1: s = -search(it, depth - 1, -beta, -alpha)"),
    (CodeAction::Nothing, Any, "        others: s = -search(it, depth - 1, -alpha - 1, -alpha)"),
    (CodeAction::ReSearch, Any, "            if alpha < s < beta, inexact: again with (-beta, -alpha)"),
];

/// The lines of [`SCOUTS`], indented for use inside a condition, after a reduced search.
const SCOUTS_BELOW: &[CodeLine] = &[
    (CodeAction::Nothing, Any, "            first or depth = 1: s = -search(it, depth - 1, -beta, -alpha)"),
    (CodeAction::Nothing, Any, "            others: s = -search(it, depth - 1, -alpha - 1, -alpha)"),
    (CodeAction::ReSearch, Any, "                if alpha < s < beta, inexact: again with (-beta, -alpha)"),
];
const CHILD_BELOW: CodeLine =
    (CodeAction::Nothing, Any, "            s = -search(after the move, depth - 1, -beta, -alpha)");

const BETTER: CodeLine = (CodeAction::Nothing, Any, "        best = the larger of best and s");

/// Returns the lines after the comparison of a score. They depend on the fail rule, on what the techniques store, and
/// on whether the search only tests bounds.
fn judged(is_soft: bool, keeps: Techniques, tests: bool) -> Vec<CodeLine> {
    let mut lines = vec![(CodeAction::Nothing, Any, "        if s >= beta:")];
    let stores = keeps.has(Technique::TranspositionTable);
    lines.extend(stores.then_some(transposition_table::STORE_CUTOFF));
    lines.extend(keeps.iter().flat_map(|technique| technique.code(CodeSection::Cutoff)));
    if tests {
        // In a null window, every score above alpha causes a cutoff.
        lines.push(LINE);
    }
    lines.push(match is_soft {
        true => (CodeAction::Cutoff, Any, "            return best                  cutoff"),
        false => (CodeAction::Cutoff, Any, "            return beta                  cutoff"),
    });
    lines.extend([
        (CodeAction::NotBest, Any, "        if s > alpha:"),
        (CodeAction::Best, Any, "            alpha = s                    new best"),
        LINE,
    ]);
    lines.extend(stores.then_some(transposition_table::STORE));
    lines.push((CodeAction::Leave, Any, if is_soft { "    return best" } else { "    return alpha" }));
    lines
}

/// Returns the loop around the search: iterative deepening, and MTD(f) with its null windows.
pub(super) fn driver(header: &Header) -> Vec<CodeLine> {
    let algorithm = header.known_algorithm().unwrap_or_default();
    let techniques = header.technique_set();
    let (deepens, aspires) = (techniques.has(Technique::Iterative), techniques.has(Technique::Aspiration));
    const GUESS: CodeLine = (CodeAction::Nothing, Any, "    s = evaluate(root)                   a guess");
    let mut lines = Vec::new();
    match (deepens, algorithm.only_tests()) {
        (true, true) => {
            lines.extend(iterative::CODE_OF_TESTS);
            lines.push((CodeAction::Nothing, Any, "mtdf(root, depth, s):                    s is a guess"));
        }
        (true, false) if aspires => {
            lines.extend(iterative::CODE_OF_ASPIRATION);
            lines.push((CodeAction::Nothing, Any, "aspire(root, depth, s):                  s is a guess"));
        }
        (true, false) => lines.extend(iterative::CODE),
        (false, true) => lines.extend([(CodeAction::Nothing, Any, "mtdf(root, depth):"), GUESS]),
        (false, false) if aspires => lines.extend([(CodeAction::Nothing, Any, "aspire(root, depth):"), GUESS]),
        (false, false) => {}
    }
    if aspires {
        lines.extend(aspiration::CODE);
    }
    if algorithm.only_tests() {
        lines.extend(TESTS);
    }
    for line in &mut lines {
        if !algorithm.has_window() && line.0 == CodeAction::Iteration {
            line.2 = "        s = search(root, d)";
        }
    }
    lines
}

/// Returns the line that calls the search with the window at the root.
pub(super) fn call(header: &Header) -> CodeLine {
    let algorithm = header.known_algorithm().unwrap_or_default();
    let has = |technique| header.technique_set().has(technique);
    let text = if has(Technique::Iterative) {
        "deepen(root, depth)                      the call at the root"
    } else if has(Technique::Aspiration) {
        "aspire(root, depth)                      the call at the root"
    } else if algorithm.only_tests() {
        "mtdf(root, depth)                        the call at the root"
    } else if algorithm.has_window() {
        "search(root, depth, -inf, +inf)          the call at the root"
    } else {
        "search(root, depth)                      the call at the root"
    };
    (CodeAction::Nothing, Any, text)
}

/// Returns the code, as negamax, of a search with techniques or with only null windows: the function for a node, and
/// the function that searches beyond the depth.
pub(super) fn with_techniques(header: &Header, is_soft: bool) -> Vec<CodeLine> {
    let (algorithm, techniques) = (header.known_algorithm().unwrap_or_default(), header.technique_set());
    let has = |technique| techniques.has(technique);
    let has_table = has(Technique::TranspositionTable);
    let added = |section| techniques.iter().flat_map(move |technique| technique.code(section)).collect::<Vec<_>>();
    let mut lines = vec![HEAD];
    lines.extend(added(CodeSection::Head));
    lines.push(LEAF);
    if has_table {
        lines.push(transposition_table::look_up(has(Technique::Symmetry), header.takes_deeper_answers()));
        lines.push(transposition_table::ANSWER);
    }
    lines.extend(added(CodeSection::BeforeMoves));
    let tried = added(CodeSection::Moves);
    let learns = !tried.is_empty();
    lines.push(if has_table && !learns { transposition_table::MOVES } else { MOVES });
    lines.extend(tried.into_iter().rev());
    lines.extend((has_table && learns).then_some(transposition_table::TRY));
    // A fail-hard search needs the best score only for storing it.
    let needs_best = is_soft || has_table;
    if needs_best {
        lines.push((CodeAction::Nothing, Any, "    best = -inf"));
    }
    lines.push(FOR);
    let is_needed = |&(_, _, text): &CodeLine| needs_best || !text.trim_start().starts_with("best = ");
    lines.extend(added(CodeSection::Loop).into_iter().filter(is_needed));
    if has(Technique::LateMoveReduction) {
        lines.extend(late_move_reduction::CODE);
        lines.extend(if algorithm.scouts() { SCOUTS_BELOW } else { &[CHILD_BELOW] });
    } else {
        lines.extend(if algorithm.scouts() { SCOUTS } else { &[CHILD] });
    }
    if needs_best {
        lines.push(BETTER);
    }
    lines.extend(judged(is_soft, techniques, algorithm.only_tests()));
    if has(Technique::Quiescence) {
        lines.extend(quiescence::CODE);
        if has(Technique::Delta) {
            lines.extend(&quiescence::DELTA[..1 + usize::from(is_soft)]);
            lines.push(NEXT);
        }
        if has(Technique::See) {
            lines.extend([quiescence::SEE, NEXT]);
        }
        lines.push(quiescence::CHILD);
        if is_soft {
            lines.push(BETTER);
        }
        lines.extend(judged(is_soft, Techniques::NONE, false));
    }
    lines
}

/// A line of fail-hard alpha-beta, by its number, or the additional line of fail-soft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CodePlace {
    /// The initial best score, before the first move; only fail-soft has it.
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
