//! Anything that can replay a search with move names: a rerun or a recorded trace.

use super::header_tree::header_ground;
use super::leaf_count::{self, CountedLeaves};
use super::line_reader::{LineError, LineReader, line_words};
use super::{Engine, GameTree, LineEndReport, PlayedTree, Study};
use crate::core::game::Game;
use crate::core::hooks::Hooks;
use crate::core::search::SearchError;
use crate::core::trace::{Header, JsonDocument, JsonLines, Outcome, Sink, Trace};
use crate::core::tree::{Keep, RecordedTree, SearchTree};
use std::io::{self, Write};

/// A search that can be replayed, regardless of its game and source.
///
/// The default methods replay the search and read its header.
pub trait AnyStudy {
    /// Returns the subject and settings of the search.
    fn header(&self) -> &Header;

    /// Replays the search to `sink`, record by record, and returns the result. It is not an error if the search was
    /// stopped: the outcome then says that it is incomplete.
    ///
    /// # Errors
    /// [`StudyError::Io`] with the sink's error, or [`StudyError::Search`].
    fn record(&self, sink: &mut dyn Sink) -> Result<Outcome, StudyError>;

    /// Folds the search into a tree, keeping the nodes that `keep` selects.
    ///
    /// # Errors
    /// [`StudyError::Line`] if the focus is not a line of the game, or [`StudyError::Search`].
    fn explain(&self, keep: &Keep<String>) -> Result<SearchTree, StudyError> {
        folded(self, keep)
    }

    /// Returns only the result.
    ///
    /// # Errors
    /// [`StudyError::Search`].
    fn solve(&self) -> Result<Outcome, StudyError>;

    /// Returns a study whose searches end exactly where the search with this outcome ended, even if the time limit has
    /// passed in the meantime: the log must show the same search. If one of these searches is stopped earlier, it fails
    /// with [`SearchError::Stopped`].
    fn up_to(&self, outcome: &Outcome) -> Box<dyn AnyStudy + '_> {
        let _ = outcome;
        Box::new(self)
    }

    /// Returns the same search with another depth. The new search stops after `nodes` nodes, and ignores an earlier
    /// request to stop this search. Returns `None` for a recorded search, and for a search without a depth.
    fn to_depth(&self, depth: u32, nodes: u64) -> Option<Box<dyn AnyStudy + '_>> {
        let _ = (depth, nodes);
        None
    }

    /// Returns the searched tree, for walking it without a search, or `None` if the tree is not known.
    fn game_tree(&self) -> Option<Box<dyn GameTree + '_>> {
        header_ground(self.header())
    }

    /// Returns whether the search was recorded earlier, in which case only the recorded part of its tree is known.
    fn is_recorded(&self) -> bool {
        false
    }

    /// Returns whether the tree of the search is that of the last pass, even if that pass is not finished.
    fn shows_last_pass(&self) -> bool {
        false
    }

    /// Reads a line of moves in ordinary notation, with or without move numbers, and returns their names.
    ///
    /// # Errors
    /// [`LineError`] with the moves before the first one that cannot be played.
    fn read_line(&self, text: &str) -> Result<Vec<String>, LineError> {
        read_line(self, text)
    }

    /// Counts the leaves of the full tree, all of which plain minimax would evaluate. Returns `None` if the tree is not
    /// known.
    ///
    /// Visits at most `most_nodes` inner nodes, each of which costs as much as a searched node. Transpositions are
    /// visited only once.
    fn count_leaves(&self, most_nodes: u64) -> Option<CountedLeaves> {
        let header = self.header();
        // The moves of a restricted node depend on its line, not only on its position, so transpositions may differ.
        Some(leaf_count::count(&mut *self.game_tree()?, header.depth, most_nodes, header.restricted.is_empty()))
    }

    /// Searches the captures after a line of move names, and returns the score of the position at the end of the line.
    /// Returns `None` if the tree is not known, the game is over at the end of the line, the game does not distinguish
    /// captures, or there are too many captures.
    fn beyond(&self, line: &[String]) -> Option<LineEndReport> {
        super::line_end::beyond(&mut *self.game_tree()?, line)
    }

    /// Replays the search and keeps every record.
    ///
    /// # Errors
    /// See [`record`](Self::record).
    fn trace(&self) -> Result<Trace, StudyError> {
        let mut records = Vec::new();
        let outcome = self.record(&mut records)?;
        Ok(Trace { header: self.header().clone(), outcome, records })
    }

    /// Writes the trace as one JSON document during the replay.
    ///
    /// # Errors
    /// As for [`record`](Self::record), or any error from `out`.
    fn json(&self, out: &mut dyn Write) -> Result<(), StudyError> {
        let mut document = JsonDocument::new(out, self.header())?;
        let outcome = self.record(&mut document)?;
        document.finish(&outcome)?;
        Ok(())
    }

    /// Writes the trace as JSON Lines during the replay.
    ///
    /// # Errors
    /// As for [`record`](Self::record), or any error from `out`.
    fn json_lines(&self, out: &mut dyn Write) -> Result<(), StudyError> {
        let mut lines = JsonLines::new(out, self.header())?;
        let outcome = self.record(&mut lines)?;
        lines.finish(&outcome)?;
        Ok(())
    }
}

/// Forwards to the borrowed study.
impl<S: AnyStudy + ?Sized> AnyStudy for &S {
    fn header(&self) -> &Header {
        (**self).header()
    }

    fn record(&self, sink: &mut dyn Sink) -> Result<Outcome, StudyError> {
        (**self).record(sink)
    }

    fn explain(&self, keep: &Keep<String>) -> Result<SearchTree, StudyError> {
        (**self).explain(keep)
    }

    fn solve(&self) -> Result<Outcome, StudyError> {
        (**self).solve()
    }

    fn up_to(&self, outcome: &Outcome) -> Box<dyn AnyStudy + '_> {
        (**self).up_to(outcome)
    }

    fn to_depth(&self, depth: u32, nodes: u64) -> Option<Box<dyn AnyStudy + '_>> {
        (**self).to_depth(depth, nodes)
    }

    fn game_tree(&self) -> Option<Box<dyn GameTree + '_>> {
        (**self).game_tree()
    }

    fn beyond(&self, line: &[String]) -> Option<LineEndReport> {
        (**self).beyond(line)
    }

    fn is_recorded(&self) -> bool {
        (**self).is_recorded()
    }

    fn shows_last_pass(&self) -> bool {
        (**self).shows_last_pass()
    }

    fn read_line(&self, text: &str) -> Result<Vec<String>, LineError> {
        (**self).read_line(text)
    }
}

fn folded(study: &(impl AnyStudy + ?Sized), keep: &Keep<String>) -> Result<SearchTree, StudyError> {
    let mut tree = RecordedTree::new(keep);
    let outcome = study.record(&mut tree)?;
    if study.shows_last_pass() {
        tree.keep_last_pass();
    }
    Ok(tree.finish(study.header().clone(), outcome))
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
        // Limits count only nodes with events, and nodes after null moves have no events.
        let nodes = (!outcome.complete).then(|| outcome.statistics.told_nodes());
        Box::new(Self { limits: self.limits.clone().again(nodes), is_again: true, ..self.clone() })
    }

    fn to_depth(&self, depth: u32, nodes: u64) -> Option<Box<dyn AnyStudy + '_>> {
        let engine = self.engine.to_depth(depth)?;
        let header = Header { depth, ..self.header.clone() };
        let limits = self.limits.clone().again(Some(nodes));
        Some(Box::new(Self { engine, header, limits, ..self.clone() }))
    }

    fn game_tree(&self) -> Option<Box<dyn GameTree + '_>> {
        Some(Box::new(PlayedTree::new(self.game.clone(), self.hooks.clone())))
    }

    fn read_line(&self, text: &str) -> Result<Vec<String>, LineError> {
        Ok(play_line(&self.game, text)?.names)
    }
}

/// A line of moves and the position it leads to.
pub(crate) struct Played<G: Game> {
    /// The game at the end of the line.
    pub game: G,
    /// The moves.
    pub moves: Vec<G::Move>,
    /// Their names.
    pub names: Vec<String>,
}

/// Plays a line in ordinary notation, with or without move numbers. A name that is unique in the game can replace the
/// line that leads to its position.
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

/// Reads names as written in the trace; symbols for check and mate are optional. In a game with a board, other
/// spellings also work. A name is looked up among the moves that the search had at the node. If the search did not
/// enter the node but the whole tree is known, the name is looked up among all moves of the node.
fn read_line(study: &(impl AnyStudy + ?Sized), text: &str) -> Result<Vec<String>, LineError> {
    let mut line = LineReader::new(text, study.header());
    // The line is read during the replay, because nodes are entered from the root down. The replay stops as soon as the
    // line is read.
    let _ = study.record(&mut line);
    while line.is_open() {
        let moves = line.moves(study.game_tree());
        line.enter(&moves);
    }
    line.finish()
}

/// Why a study has no result.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StudyError {
    /// The search could not be run.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// A requested line cannot be played.
    #[error(transparent)]
    Line(#[from] LineError),
    /// The output could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}
