//! A text that names no move, with the moves that could be meant.

/// A move that cannot be read or played, with what could be played instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` {kind}; legal here: {}", self.legal_moves())]
pub struct MoveError {
    /// What was written.
    pub text: String,
    /// What is wrong with it.
    pub kind: MoveErrorKind,
    /// The names of all legal moves.
    pub legal: Vec<String>,
}

impl MoveError {
    fn legal_moves(&self) -> String {
        match (self.legal.is_empty(), self.kind) {
            (false, _) => self.legal.join(" "),
            (true, MoveErrorKind::Unknown) => "nothing, the line ends here".to_owned(),
            (true, _) => "nothing, the game is over".to_owned(),
        }
    }
}

/// What is wrong with a move, see [`MoveError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveErrorKind {
    /// It does not look like a move of chess.
    #[error("is not a move in algebraic notation (like Nf3, exd5, O-O, e8=Q)")]
    NotAMove,
    /// No legal move is written so.
    #[error("is not legal")]
    Illegal,
    /// Several legal moves are written so.
    #[error("is ambiguous")]
    Ambiguous,
    /// In a game other than chess: no move here has this name.
    #[error("is not a move here")]
    Unknown,
}
