//! What can be typed in the last line, and the pages that keys call up.

/// What is being typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Typing {
    /// A line or a move to look for.
    Place,
    /// The number of a step.
    Step,
    /// The letter of a bookmark to set.
    Mark,
    /// The letter of a bookmark to go to.
    Jump,
}

impl Typing {
    /// Returns what stands before what is typed.
    pub(super) const fn prompt(self) -> &'static str {
        match self {
            Self::Place => "line or move: ",
            Self::Step => "go to step: ",
            Self::Mark => "bookmark this step under the letter: ",
            Self::Jump => "go to the bookmark: ",
        }
    }

    /// Returns whether one key is enough.
    pub(super) const fn is_letter(self) -> bool {
        matches!(self, Self::Mark | Self::Jump)
    }
}

/// All keys.
pub(super) const HELP: &[&str] = &[
    "Keys",
    "",
    "Right, Space    one step on            Left       one step back",
    "]               over a subtree         [          back over it",
    "o               out: the node's end    O          back to its beginning",
    "c               next cutoff            C          the one before",
    "b               next new best          B          the one before",
    "p               next best play         P          the one before",
    "/               a line or a move       n  N       the next, the one before",
    "g               to step number         Home  End  first and last step",
    "m x             bookmark x             ' x        to bookmark x",
    "",
    "w  why this move got its verdict       v  whose view scores take",
    "l  legend                              ?  this page",
    "q  quit",
    "",
    "With --ask: y and n answer, Right shows the answer, Left goes back.",
];

/// What the picture means.
pub(super) const LEGEND: &[&str] = &[
    "Legend",
    "",
    ">       what this step is about",
    "*       best play so far",
    "~       a branch that is not searched",
    "5.00    the score of a move, as the page sees it",
    "<= >=   a limit: the score is at most, or at least, that much",
    "        (no score: nothing is known yet)",
    "",
    "The line below the tree is the window: ( alpha, ) beta, = between them.",
    "o is the score that is compared, @ a score that lies on alpha or beta.",
    "Scores stand there in their order; how far apart they are means nothing.",
    "",
    "A step goes down to a node, judges a score, or ends a node. Between them",
    "positions are created; --every-event stops there, too.",
];
