//! What a trace does not say, so that something in it could not be judged.

use crate::names::named;

named! {
    /// What could not be judged, and which field of the trace would have made it possible.
    #[non_exhaustive]
    pub enum Lack: "lack" {
        /// Nothing is known of the game.
        Moves = "fen", "moves, checks and endings: `fen`, or a `shape`";
        /// The evaluation is not known.
        Statics = "evaluation", "static scores: an `evaluation` that is known here, or a `shape` with scores";
        /// A leaf has a score that nothing is held against.
        Leaf = "created.score", "scores of leaves: `score` of `created`";
        /// Which visit stored something.
        Visit = "hash.visit", "what the table gave: `visit` of `hash`";
        /// Something was stored by a node of which no event tells.
        Untold = "untold", "what the table gave, stored where no event tells: events of those nodes";
        /// An order that is not known.
        Order = "ordered", "in which order moves are tried: `ordered`, or an `order` that is known here";
        /// A technique that is not known.
        Technique = "techniques", "whether a technique may be at work: `techniques` by names that are known here";
        /// A rule of the engine's own.
        Other = "other", "scores by a rule of the engine's own (`other`): a word that is known here";
        /// The trace leaves it out.
        Omitted = "omitted", "what was searched there is left out of the trace (`omitted`): a whole trace";
        /// It was too long ago.
        Forgotten = "forgotten", "what the table gave, stored more than a million nodes before: a shorter search";
    }
}
