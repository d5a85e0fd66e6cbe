//! A trace that was recorded before, as a study: nothing is searched, it is only told again.

use super::any::line_words;
use super::{AnyStudy, Beyond, GameGround, Ground, LineError, ShapeGround, StudyError, beyond};
use crate::game::chess::{ChessGame, Evaluation, Material, parse_fen};
use crate::game::{Game, MoveError, MoveErrorKind};
use crate::hooks::Event;
use crate::pv::CollectedLines;
use crate::recording::{Label, Replay};
use crate::trace::{Counter, Header, Outcome, Record, Sink, Trace, TraceError, TraceReader};
use crate::tree::{Keep, SearchTree, ToldTree};
use std::cell::{OnceCell, RefCell};
use std::io::{self, BufRead, Seek};

/// A trace in JSON Lines that is read again for each question, so that its length costs no memory.
///
/// Where it is damaged or breaks off, what comes before that place is told, and [`problem`](Self::problem) says what is
/// wrong there.
///
/// ```
/// use plywood::study::{AnyStudy, RecordedStudy};
/// use std::io::Cursor;
///
/// let lines = r#"{"format":"plywood-trace","version":1,"title":"t","depth":1,"algorithm":"alpha-beta","order":"none"}
/// {"event":"root","score":0.0}
/// {"event":"enter","line":[],"depth":1,"window":{"alpha":"-inf","beta":"+inf"},"moves":["a"]}
/// {"event":"created","line":["a"],"number":1,"score":1.0}"#;
/// let study = RecordedStudy::new(Cursor::new(lines))?;
/// assert_eq!(study.solve()?.statistics.created, 2);
/// assert!(study.problem().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct RecordedStudy<R> {
    input: RefCell<R>,
    header: Header,
    outcome: OnceCell<Outcome>,
    problem: OnceCell<TraceError>,
}

impl<R: BufRead + Seek> RecordedStudy<R> {
    /// Reads the header and the first event.
    ///
    /// # Errors
    /// [`TraceError`] if even these are damaged.
    pub fn new(mut input: R) -> Result<Self, TraceError> {
        input.rewind()?;
        let mut reader = TraceReader::new(&mut input)?;
        reader.next().transpose()?;
        let header = reader.header().clone();
        Ok(Self { input: RefCell::new(input), header, outcome: OnceCell::new(), problem: OnceCell::new() })
    }

    /// Returns what is wrong with the trace, if it was told up to there.
    pub fn problem(&self) -> Option<&TraceError> {
        self.problem.get()
    }

    /// The same, for who needs the study no more.
    pub(crate) fn into_problem(self) -> Option<TraceError> {
        self.problem.into_inner()
    }

    /// Hands the first `most` records to `sink`; returns how many there are and what came out, if they were all.
    fn tell(&self, most: usize, sink: &mut dyn Sink) -> io::Result<(usize, Option<Outcome>)> {
        let mut input = self.input.try_borrow_mut().map_err(io::Error::other)?;
        input.rewind()?;
        let mut reader = TraceReader::new(&mut *input).map_err(io::Error::other)?;
        for count in 0..most {
            match reader.next() {
                None => return Ok((count, Some(reader.finish().map_err(io::Error::other)?.1))),
                Some(Ok(record)) => sink.take(&record)?,
                Some(Err(problem)) => {
                    // The first problem is the one that counts, should the file change.
                    let _ = self.problem.set(problem);
                    return Ok((count, None));
                }
            }
        }
        Ok((most, None))
    }

    /// What was known when so many events had happened.
    fn broken_off(&self, events: usize) -> io::Result<Outcome> {
        let mut known = KnownSoFar::default();
        self.tell(events, &mut known)?;
        Ok(known.outcome())
    }
}

impl<R: BufRead + Seek> AnyStudy for RecordedStudy<R> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn record(&self, sink: &mut dyn Sink) -> Result<Outcome, StudyError> {
        let (events, outcome) = self.tell(usize::MAX, sink)?;
        if self.outcome.get().is_none() {
            let outcome = outcome.map_or_else(|| self.broken_off(events), Ok)?;
            let _ = self.outcome.set(outcome);
        }
        self.solve()
    }

    fn explain(&self, keep: &Keep<String>) -> Result<SearchTree, StudyError> {
        folded(self, keep)
    }

    fn solve(&self) -> Result<Outcome, StudyError> {
        match self.outcome.get() {
            Some(outcome) => Ok(outcome.clone()),
            None => self.record(&mut KnownSoFar::default()),
        }
    }

    fn up_to(&self, _: &Outcome) -> Box<dyn AnyStudy + '_> {
        Box::new(self)
    }

    fn ground(&self) -> Option<Box<dyn Ground + '_>> {
        ground(&self.header)
    }

    fn beyond(&self, line: &[String]) -> Option<Beyond> {
        beyond::beyond(&mut *board(&self.header)?, line)
    }

    fn is_recorded(&self) -> bool {
        true
    }

    fn read_line(&self, text: &str) -> Result<Vec<String>, LineError> {
        read_line(self, text)
    }
}

/// What is known of a search while it is told.
#[derive(Default)]
struct KnownSoFar {
    names: Replay,
    lines: CollectedLines<Label>,
    counter: Counter,
}

impl KnownSoFar {
    fn outcome(&self) -> Outcome {
        let best = self.lines.pv();
        let pv: Vec<String> = best.line.iter().map(|&label| self.names.name(label).to_owned()).collect();
        let statistics = self.counter.statistics;
        Outcome { score: best.score, best: pv.first().cloned(), pv, statistics, ..Outcome::default() }
    }
}

impl Sink for KnownSoFar {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        self.names.show(record, &mut (&mut self.lines, &mut self.counter));
        Ok(())
    }
}

impl AnyStudy for Trace {
    fn header(&self) -> &Header {
        &self.header
    }

    fn record(&self, sink: &mut dyn Sink) -> Result<Outcome, StudyError> {
        self.tell(sink)?;
        Ok(self.outcome.clone())
    }

    fn explain(&self, keep: &Keep<String>) -> Result<SearchTree, StudyError> {
        folded(self, keep)
    }

    fn solve(&self) -> Result<Outcome, StudyError> {
        Ok(self.outcome.clone())
    }

    fn up_to(&self, _: &Outcome) -> Box<dyn AnyStudy + '_> {
        Box::new(self)
    }

    fn ground(&self) -> Option<Box<dyn Ground + '_>> {
        ground(&self.header)
    }

    fn beyond(&self, line: &[String]) -> Option<Beyond> {
        beyond::beyond(&mut *board(&self.header)?, line)
    }

    fn is_recorded(&self) -> bool {
        true
    }

    fn read_line(&self, text: &str) -> Result<Vec<String>, LineError> {
        read_line(self, text)
    }
}

pub(super) fn folded(study: &dyn AnyStudy, keep: &Keep<String>) -> Result<SearchTree, StudyError> {
    let mut tree = ToldTree::new(keep);
    let outcome = study.record(&mut tree)?;
    Ok(tree.finish(study.header().clone(), outcome))
}

/// The tree that the trace brings along, or that of its board if the search was given all of it.
fn ground(header: &Header) -> Option<Box<dyn Ground + '_>> {
    match &header.shape {
        Some(shape) => Some(Box::new(ShapeGround::new(shape))),
        None => board(header).or_else(|| game_board(header)).filter(|_| header.restricted.is_empty()),
    }
}

/// The board, if it is scored as plywood does.
fn board(header: &Header) -> Option<Box<dyn Ground + '_>> {
    let evaluation = header.evaluation.parse::<Evaluation>().ok().filter(|_| header.replaced_scores.is_empty())?;
    let positions = header.positions().ok().filter(|positions| !positions.is_empty())?;
    let game = ChessGame::with_history(positions, evaluation);
    Some(Box::new(GameGround::new(game.drawn_by(header.draws.unwrap_or_default()), ())))
}

/// The board of a game that has a name, if its static scores are known here.
fn game_board(header: &Header) -> Option<Box<dyn Ground + '_>> {
    let game = header.scored_game()?;
    header.replaced_scores.is_empty().then(|| Box::new(GameGround::new(game, ())) as Box<dyn Ground>)
}

/// Reads the names as they stand in the trace; signs of check and mate may be left out, and on a board other spellings will do.
/// The moves after a line are those of the search, or of the whole tree if the trace has it.
pub(super) fn read_line(study: &dyn AnyStudy, text: &str) -> Result<Vec<String>, LineError> {
    let game = rules(study.header());
    let mut line = LineReader { words: line_words(text).collect(), line: Vec::new(), game, problem: None };
    // A node is entered after those above it, so the line is read while the search is told, and not to its end.
    let _ = study.record(&mut line);
    while line.is_open() {
        let moves = line.moves(study.ground());
        line.enter(&moves);
    }
    line.problem.map_or(Ok(line.line), Err)
}

/// A game that knows moves by whatever they are called.
trait NamedRules {
    /// The move's own name.
    fn spelled(&self, text: &str) -> Option<String>;

    /// Plays it; returns whether there is such a move.
    fn go(&mut self, text: &str) -> bool;
}

impl<G: Game> NamedRules for G {
    fn spelled(&self, text: &str) -> Option<String> {
        self.read(text).ok().map(|mv| self.name(mv))
    }

    fn go(&mut self, text: &str) -> bool {
        self.read(text).map(|mv| self.play(mv)).is_ok()
    }
}

/// The game at the root, if its rules are known here.
fn rules(header: &Header) -> Option<Box<dyn NamedRules>> {
    if let Some(game) = header.named_game().ok().flatten() {
        return Some(Box::new(game));
    }
    Some(Box::new(ChessGame::new(parse_fen(header.fen.as_ref()?).ok()?, Material)))
}

/// A line that is read as far as its nodes were entered.
struct LineReader<'a> {
    words: Vec<&'a str>,
    line: Vec<String>,
    /// The game at its end, as long as its moves can be played.
    game: Option<Box<dyn NamedRules>>,
    problem: Option<LineError>,
}

impl LineReader<'_> {
    fn is_open(&self) -> bool {
        self.problem.is_none() && self.line.len() < self.words.len()
    }

    /// Finds the next word among the moves after the line so far.
    fn enter(&mut self, moves: &[String]) {
        let word = self.words[self.line.len()];
        let bare = |name: &str| name.trim_end_matches(['+', '#']).to_owned();
        let read = |name: &str| self.game.as_ref()?.spelled(name);
        let is_meant = |name: &&String| read(name).is_some_and(|its| Some(its) == read(word));
        let exact = moves.iter().find(|name| *name == word);
        let near = || moves.iter().find(|name| bare(name) == bare(word)).or_else(|| moves.iter().find(is_meant));
        match exact.or_else(near) {
            Some(name) => {
                self.game = self.game.take().and_then(|mut game| game.go(name).then_some(game));
                self.line.push(name.clone());
            }
            None => {
                let kind = MoveErrorKind::Unknown;
                let source = MoveError { text: word.to_owned(), kind, legal: moves.to_vec() };
                self.problem = Some(LineError { after: self.line.clone(), source });
            }
        }
    }

    /// The moves after the line so far in the whole tree.
    fn moves(&self, ground: Option<Box<dyn Ground + '_>>) -> Vec<String> {
        let Some(mut ground) = ground else { return Vec::new() };
        for name in &self.line {
            let Some(index) = ground.find(name) else { return Vec::new() };
            ground.play(index);
        }
        (0..ground.moves()).map(|index| ground.name(index)).collect()
    }
}

impl Sink for LineReader<'_> {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        if let Event::Enter { moves, .. } = &record.event
            && self.is_open()
            && record.line == self.line
        {
            self.enter(moves);
        }
        if self.is_open() { Ok(()) } else { Err(io::Error::other("the line was read")) }
    }
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

    fn beyond(&self, line: &[String]) -> Option<Beyond> {
        (**self).beyond(line)
    }

    fn is_recorded(&self) -> bool {
        (**self).is_recorded()
    }

    fn read_line(&self, text: &str) -> Result<Vec<String>, LineError> {
        (**self).read_line(text)
    }
}
