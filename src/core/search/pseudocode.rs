//! Lines of pseudocode: the purpose of each, and the lines that several searches share. Each algorithm and technique
//! has its own lines at the end of its file.

/// What a line of pseudocode does, in terms of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CodeAction {
    /// The line is executed, but no event reports it.
    Nothing,
    /// A node is entered.
    Enter,
    /// The moves of a node are created and evaluated for ordering.
    Order,
    /// A leaf is evaluated.
    Leaf,
    /// A child is searched again.
    ReSearch,
    /// A score causes a cutoff.
    Cutoff,
    /// The mean of a chance node can no longer reach the window.
    CutoffLow,
    /// A score is a new best.
    Best,
    /// A score is compared but changes nothing.
    NotBest,
    /// A score is added to a mean.
    Weigh,
    /// A node is left.
    Leave,
    /// A depth of iterative deepening begins.
    Iteration,
    /// A null window is tried at the root.
    Test,
    /// The node is in the table, but the entry doesn't determine its score.
    LookUp,
    /// The table entry determines the node's score.
    Known,
    /// A null move is tried but does not reach beta.
    Pass,
    /// A null move causes a cutoff.
    PassCut,
    /// In quiescence, the side to move may stand pat.
    StandPat,
    /// A node is searched deeper.
    Extend,
    /// A move is searched to a reduced depth at first.
    Reduce,
    /// A move is pruned because its estimate does not exceed alpha.
    Prune,
    /// A move is pruned because it loses material in the exchange.
    PruneLoss,
}

/// The purpose of a line, the side to move at its nodes, and the text of the line.
pub(crate) type CodeLine = (CodeAction, CodeMover, &'static str);

/// The part of the function for a node to which a technique adds lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CodeSection {
    /// Before the node is evaluated.
    Head,
    /// Before the moves are listed.
    BeforeMoves,
    /// After the moves are listed. Each technique in turn puts its moves first, so the techniques that take precedence
    /// come last.
    Moves,
    /// In the loop, before a move is searched. If the search does not keep a best score, lines about the best score are
    /// left out.
    Loop,
    /// At a cutoff.
    Cutoff,
}

/// Lines, and the section to which they belong.
pub(crate) type SectionLines = (CodeSection, &'static [CodeLine]);

/// The side to move at the nodes of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CodeMover {
    Any,
    Max,
    Min,
    Chance,
}

pub(crate) const HEAD: CodeLine = (CodeAction::Enter, CodeMover::Any, "search(node, depth, alpha, beta):");
pub(crate) const HEAD_OF_MAX: CodeLine =
    (CodeAction::Enter, CodeMover::Any, "search(node, depth, alpha, beta):        scores are MAX's");
pub(crate) const MOVES: CodeLine =
    (CodeAction::Order, CodeMover::Any, "    list the moves of the node, and put them in order");
pub(crate) const LEAF: CodeLine =
    (CodeAction::Leaf, CodeMover::Any, "    if depth = 0 or there is no move: return evaluate(node)");
/// Builds the principal variation from the leaf up.
pub(crate) const LINE: CodeLine =
    (CodeAction::Nothing, CodeMover::Any, "            pv = the move, then the pv below it");
pub(crate) const FOR: CodeLine = (CodeAction::Nothing, CodeMover::Any, "    for each move:");
pub(crate) const CHILD: CodeLine =
    (CodeAction::Nothing, CodeMover::Any, "        s = -search(after the move, depth - 1, -beta, -alpha)");
pub(crate) const MATED: CodeLine = (CodeAction::Nothing, CodeMover::Any, "    if mated: return -(MATE - ply)");
pub(crate) const DRAWN: CodeLine = (CodeAction::Nothing, CodeMover::Any, "    if drawn: return 0");
/// Skips the search of a move.
pub(crate) const NEXT: CodeLine = (CodeAction::Nothing, CodeMover::Any, "            continue with the next move");
