//! A trace that was recorded before, as a study: nothing is searched, it is only told again.

use super::any::line_words;
use super::{AnyStudy, Ground, LineError, ShapeGround, StudyError};
use crate::game::{MoveError, MoveErrorKind};
use crate::hooks::Event;
use crate::recording::Replay;
use crate::trace::{Header, Outcome, OwnedRecord, Sink, Trace};
use crate::tree::{Keep, SearchTree, TreeBuilder};

impl AnyStudy for Trace {
    fn header(&self) -> &Header {
        &self.header
    }

    fn record(&self, sink: &mut dyn Sink) -> Result<Outcome, StudyError> {
        self.tell(sink)?;
        Ok(self.outcome.clone())
    }

    fn explain(&self, keep: &Keep<String>) -> Result<SearchTree, StudyError> {
        let mut replay = Replay::default();
        let focus = keep.focus.iter().map(|name| replay.label(name)).collect();
        let &Keep { at_focus, width, plies, limit, .. } = keep;
        let mut builder = TreeBuilder::new(Keep { focus, at_focus, width, plies, limit });
        for record in &self.records {
            replay.show(record.as_ref(), &mut builder);
        }
        Ok(builder.finish(&mut replay, self.header.clone(), self.outcome.clone()))
    }

    fn solve(&self) -> Result<Outcome, StudyError> {
        Ok(self.outcome.clone())
    }

    fn up_to(&self, _: &Outcome) -> Box<dyn AnyStudy + '_> {
        Box::new(self)
    }

    fn ground(&self) -> Option<Box<dyn Ground + '_>> {
        Some(Box::new(ShapeGround::new(self.header.shape.as_ref()?)))
    }

    /// Reads the names as they stand in the trace; signs of check and mate may be left out.
    fn read_line(&self, text: &str) -> Result<Vec<String>, LineError> {
        let mut line: Vec<String> = Vec::new();
        for word in line_words(text) {
            let moves = moves(self, &line);
            let bare = |name: &str| name.trim_end_matches(['+', '#']).to_owned();
            let found =
                moves.iter().find(|name| *name == word).or_else(|| moves.iter().find(|name| bare(name) == bare(word)));
            let Some(name) = found else {
                let source = MoveError { text: word.to_owned(), kind: MoveErrorKind::Unknown, legal: moves };
                return Err(LineError { after: line, source });
            };
            line.push(name.clone());
        }
        Ok(line)
    }
}

/// Returns the moves after `line`: those of the search, or of the whole tree if the trace has it.
fn moves(trace: &Trace, line: &[String]) -> Vec<String> {
    let entered = |record: &&OwnedRecord| record.line == line && matches!(record.event, Event::Enter { .. });
    if let Some(Event::Enter { moves, .. }) = trace.records.iter().find(entered).map(|record| &record.event) {
        return moves.clone();
    }
    let Some(mut ground) = trace.ground() else { return Vec::new() };
    for name in line {
        let Some(index) = ground.find(name) else { return Vec::new() };
        ground.play(index);
    }
    (0..ground.moves()).map(|index| ground.name(index)).collect()
}

/// A study that is lent is a study.
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

    fn ground(&self) -> Option<Box<dyn Ground + '_>> {
        (**self).ground()
    }

    fn read_line(&self, text: &str) -> Result<Vec<String>, LineError> {
        (**self).read_line(text)
    }
}
