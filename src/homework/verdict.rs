//! The verdicts on programs, and the judgement of a program on one tree.

use crate::core::names::named;

named! {
    /// The verdicts on a program, worst last.
    pub enum ProgramVerdict: "verdict" {
        Right = "right", "right";
        LaterTie = "later-tie", "right; of equal moves it names a later one";
        Incomplete = "incomplete", "nothing was wrong so far, but the time ran out before all trees were tried";
        Ties = "ties", "it does not follow the required rule for ties";
        Order = "order", "it reads the leaves in the wrong order, or the wrong leaves";
        Needless = "needless", "it reads leaves that can no longer matter";
        Unsafe = "unsafe", "it skipped a leaf that could have changed the result";
        Move = "move", "the best move is wrong";
        Value = "value", "the value is wrong";
        NoAnswer = "no-answer", "it gives no valid answer";
    }
}

impl ProgramVerdict {
    pub fn is_right(self) -> bool {
        self <= Self::LaterTie
    }

    /// Returns whether anything was wrong.
    pub fn is_wrong(self) -> bool {
        Self::Incomplete < self
    }
}

/// What shows the worst fault of a program on a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// The answer, or the leaves that it read for the first time.
    AnswerOrReads,
    /// It visited a node that could no longer matter.
    Visit,
    /// It went below the depth limit.
    BelowLimit,
    /// It searched or read something again.
    Repetition,
}

#[derive(Clone, Debug)]
pub struct TaskJudgement {
    pub verdict: ProgramVerdict,
    pub evidence: Evidence,
    pub all: Vec<ProgramVerdict>,
    pub why: String,
}
