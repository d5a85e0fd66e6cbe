//! What has to hold between the events of a search, rule by rule.

use crate::names::named;

named! {
    /// What has to hold between the events of a search.
    #[non_exhaustive]
    pub enum Rule: "rule" {
        /// What the header promises.
        Header = "header", "the search is the one that the header promises: its position, depth, techniques and changes";
        /// Techniques and passes.
        Technique = "technique", "a technique is at work only where the header names it";
        /// Passes.
        Pass = "pass", "a pass has the word, the depth and the window that follow from the pass before";
        /// Depths of nodes.
        Depth = "depth", "a node has a ply less than its parent, but for extensions, reductions and new searches";
        /// Windows handed down.
        HandedDown = "window-handed-down", "a node is given its parent's window turned round, or a null window at its end";
        /// Windows at comparisons.
        Window = "window-now", "a comparison is made in the window that the node has at that moment";
        /// Owners of alpha and beta.
        Owner = "owner", "alpha_set_by and beta_set_by name the moves whose scores the window has";
        /// Numbers of positions and judgements.
        Number = "number", "positions and judgements are counted in the order in which they come";
        /// Order of moves.
        Order = "order", "moves are tried in the order that is said, for reasons that hold";
        /// Leaves.
        Leaf = "leaf", "the word for a leaf follows from depth, techniques and the events before it";
        /// Scores of leaves.
        LeafScore = "leaf-score", "a leaf has its static score, or that of the table or the rule that made it one";
        /// Scores of children.
        ChildScore = "child-score", "a child is judged with the negative of what it was left with, its bound turned round";
        /// Verdicts.
        Verdict = "verdict", "the verdict follows from score and window";
        /// What verdicts need.
        Proof = "verdict-proof", "a new best move or a cutoff needs a score that is exact or a lower bound";
        /// Scores of nodes.
        NodeScore = "node-score", "a node is left with the best that its moves, pruned moves and standing pat give";
        /// Bounds of nodes.
        NodeBound = "node-bound", "a cutoff leaves a lower bound, a new best move its own bound, and neither an upper one";
        /// New searches.
        Again = "again", "a node is searched again where the search before shows that the move beats alpha";
        /// Null moves.
        NullMove = "null-move", "a pass is tried with the null window at beta, less deep, and cuts if it reaches beta";
        /// Standing pat.
        StandPat = "stand-pat", "standing pat compares the static score, in quiescence only, and leaves a node where it cuts";
        /// Pruned moves.
        Pruned = "pruned", "a move is pruned because what is expected of it does not beat alpha";
        /// Tables.
        Table = "hash", "the table gives what its visit stored, and cuts if depth, bound and window allow it";
        /// Counts.
        Statistics = "statistics", "the statistics count the events";
        /// Results.
        Result = "result", "the result is that of the root's last pass";
        /// Moves.
        Moves = "moves", "a node has the legal moves, all of them but in quiescence";
        /// Static scores.
        Static = "static", "a static score is what the evaluation gives";
    }
}
