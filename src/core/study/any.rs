//! Whatever can tell a search again, in names: a search that runs again, or a file.

use super::leaves::{self, CountedLeaves, Most};
use super::{Beyond, Engine, GameGround, Ground, Study, beyond};
use crate::game::{Game, MoveError};
use crate::hooks::Hooks;
use crate::search::SearchError;
use crate::trace::{Header, JsonDocument, JsonLines, Outcome, Sink, Trace};
use crate::tree::{Keep, SearchTree};
use std::io::{self, Write};

/// A search that can be told again and again, whatever game was searched and whoever searched it.
pub trait AnyStudy {
    /// Returns what is searched and how.
    fn header(&self) -> &Header;

    /// Tells the search to `sink`, record by record, and returns what came out. A search that is stopped is no error: the
    /// outcome says that it is incomplete.
    ///
    /// # Errors
    /// [`StudyError::Io`] with what the sink gave, or [`StudyError::Search`].
    fn record(&self, sink: &mut dyn Sink) -> Result<Outcome, StudyError>;

    /// Folds the search to the nodes that `keep` says.
    ///
    /// # Errors
    /// [`StudyError::Line`] if the focus is no line of the game, or [`StudyError::Search`].
    fn explain(&self, keep: &Keep<String>) -> Result<SearchTree, StudyError>;

    /// Returns what came out, and keeps nothing else.
    ///
    /// # Errors
    /// [`StudyError::Search`].
    fn solve(&self) -> Result<Outcome, StudyError>;

    /// Returns the study whose searches end exactly where the one with this outcome did, even if its time is over by now:
    /// who asks for the log wants that of the same search. Where somebody stops one of them nevertheless, it fails with
    /// [`SearchError::Stopped`].
    fn up_to(&self, outcome: &Outcome) -> Box<dyn AnyStudy + '_>;

    /// Returns the tree that is searched, to be gone through without a search; nothing if it is not known.
    fn ground(&self) -> Option<Box<dyn Ground + '_>>;

    /// Returns whether it was recorded before, by whomever, so that nothing is known of its tree but what it says.
    fn is_recorded(&self) -> bool {
        false
    }

    /// Reads a line of moves as people write it, with or without move numbers, and returns their names.
    ///
    /// # Errors
    /// [`LineError`] with the moves before the one that is wrong.
    fn read_line(&self, text: &str) -> Result<Vec<String>, LineError>;

    /// Counts the leaves of the full tree, which plain minimax would score; nothing if the tree is not known.
    ///
    /// Takes time in proportion to the inner nodes and to their moves, and stops where there are more than `most`.
    fn count_leaves(&self, most: Most) -> Option<CountedLeaves> {
        Some(leaves::count(&mut *self.ground()?, self.header().depth, most))
    }

    /// Looks beyond the end of a line, given as names: what that position comes to if its captures are searched on. Nothing if
    /// the tree is not known, the game is over there, knows no captures, or has too many of them.
    fn beyond(&self, line: &[String]) -> Option<Beyond> {
        beyond::beyond(&mut *self.ground()?, line)
    }

    /// Keeps every record.
    ///
    /// # Errors
    /// As [`record`](Self::record).
    fn trace(&self) -> Result<Trace, StudyError> {
        let mut records = Vec::new();
        let outcome = self.record(&mut records)?;
        Ok(Trace { header: self.header().clone(), outcome, records })
    }

    /// Writes the trace as one JSON document while it is told.
    ///
    /// # Errors
    /// As [`record`](Self::record), or what writing gives.
    fn json(&self, out: &mut dyn Write) -> Result<(), StudyError> {
        let mut document = JsonDocument::new(out, self.header())?;
        let outcome = self.record(&mut document)?;
        document.finish(&outcome)?;
        Ok(())
    }

    /// Writes the trace as JSON Lines while it is told.
    ///
    /// # Errors
    /// As [`record`](Self::record), or what writing gives.
    fn json_lines(&self, out: &mut dyn Write) -> Result<(), StudyError> {
        let mut lines = JsonLines::new(out, self.header())?;
        let outcome = self.record(&mut lines)?;
        lines.finish(&outcome)?;
        Ok(())
    }
}

impl<G, H, E> AnyStudy for Study<G, H, E>
where
    G: Game + Clone + 'static,
    H: Hooks<G> + Clone + 'static,
    E: Engine<G> + 'static,
{
    fn header(&self) -> &Header {
        &self.header
    }

    fn record(&self, sink: &mut dyn Sink) -> Result<Outcome, StudyError> {
        self.tell(sink)
    }

    fn explain(&self, keep: &Keep<String>) -> Result<SearchTree, StudyError> {
        let mut game = self.game.clone();
        let mut focus = Vec::with_capacity(keep.focus.len());
        for (index, name) in keep.focus.iter().enumerate() {
            let mv = game.read(name).map_err(|source| LineError { after: keep.focus[..index].to_vec(), source })?;
            game.play(mv);
            focus.push(mv);
        }
        let &Keep { at_focus, width, plies, limit, .. } = keep;
        Ok(self.fold(Keep { focus, at_focus, width, plies, limit })?)
    }

    fn solve(&self) -> Result<Outcome, StudyError> {
        Ok(self.only_outcome()?)
    }

    fn up_to(&self, outcome: &Outcome) -> Box<dyn AnyStudy + '_> {
        // Nodes after null moves are not told of, and limits count what is told.
        let nodes = (!outcome.complete).then(|| outcome.statistics.told_nodes());
        Box::new(Self { limits: self.limits.clone().again(nodes), is_again: true, ..self.clone() })
    }

    fn ground(&self) -> Option<Box<dyn Ground + '_>> {
        Some(Box::new(GameGround::new(self.game.clone(), self.hooks.clone())))
    }

    fn read_line(&self, text: &str) -> Result<Vec<String>, LineError> {
        Ok(play_line(&self.game, text)?.names)
    }
}

/// A line of moves and where it leads to.
pub(crate) struct Played<G: Game> {
    /// The game at its end.
    pub game: G,
    /// The moves.
    pub moves: Vec<G::Move>,
    /// Their names.
    pub names: Vec<String>,
}

/// Plays a line as people write it, with or without move numbers. Where a name alone says which position of the game is
/// meant, it stands for the line that leads there.
pub(crate) fn play_line<G: Game + Clone>(root: &G, text: &str) -> Result<Played<G>, LineError> {
    let mut played = Played { game: root.clone(), moves: Vec::new(), names: Vec::new() };
    let all: Vec<&str> = line_words(text).collect();
    let line = match all.as_slice() {
        [name] if played.game.read(name).is_err() => played.game.find(name),
        _ => None,
    };
    if let Some(line) = line {
        line.into_iter().for_each(|mv| played.play(mv));
        return Ok(played);
    }
    for word in all {
        let mv = played.game.read(word).map_err(|source| LineError { after: played.names.clone(), source })?;
        played.play(mv);
    }
    Ok(played)
}

impl<G: Game> Played<G> {
    fn play(&mut self, mv: G::Move) {
        self.names.push(self.game.name(mv));
        self.game.play(mv);
        self.moves.push(mv);
    }
}

/// The moves of a line as people write it, without numbers.
pub(crate) fn line_words(text: &str) -> impl Iterator<Item = &str> {
    let without_number = |word| {
        let after = str::trim_start_matches(word, |c: char| c.is_ascii_digit());
        if after.starts_with('.') { after.trim_start_matches('.') } else { word }
    };
    text.split_whitespace().map(without_number).filter(|word| !word.is_empty())
}

/// A line of moves that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", if after.is_empty() { "at the root".to_owned() } else { format!("after {}", after.join(" ")) })]
pub struct LineError {
    /// The moves that can.
    pub after: Vec<String>,
    /// What is wrong with the next.
    pub source: MoveError,
}

/// Why a study gave nothing.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StudyError {
    /// The search could not be run.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// A line that was to be looked at cannot be played.
    #[error(transparent)]
    Line(#[from] LineError),
    /// What was told could not be taken or written.
    #[error(transparent)]
    Io(#[from] io::Error),
}
