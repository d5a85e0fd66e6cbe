//! A recorded search on a board, shown in ordinary notation: numbered moves, and `Nf3` if the engine wrote `g1f3`.

use super::{AnyStudy, GameTree, LineEndReport, StudyError};
use crate::core::game::Game;
use crate::core::game::chess::{ChessGame, Material, Move, parse_fen};
use crate::core::hooks::{Event, Siblings};
use crate::core::search::TableLine;
use crate::core::trace::{Change, Sink};
use crate::core::trace::{Header, Outcome, Record, Shape, Trace};
use std::io;

/// A recorded search with other names for its moves; a move that cannot be played keeps its name.
pub(crate) struct SanNames<'a> {
    study: &'a dyn AnyStudy,
    header: Header,
    root: ChessGame<Material>,
}

impl<'a> SanNames<'a> {
    /// Returns the search in ordinary notation, or `None` if it has no board or already uses that notation.
    pub(crate) fn of(study: &'a dyn AnyStudy) -> Option<Self> {
        let header = study.header();
        let root = board(header)?;
        let mut first = FirstMoves(Vec::new());
        // The sink stops the replay as soon as it has the moves of the root.
        let _ = study.record(&mut first);
        // plywood numbers the moves of its traces, and other programs usually don't.
        if header.numbering.is_some() && is_ordinary(&root, &first.0) {
            return None;
        }
        let mut header = numbered(header);
        spell_header(&mut header, &root);
        Some(Self { study, header, root })
    }

    fn outcome(&self, mut outcome: Outcome) -> Outcome {
        let root = &self.root;
        outcome.pv = spell_line(root, &outcome.pv);
        outcome.best = outcome.best.map(|best| SpelledPath::along(root, &[]).spell(&best));
        outcome.table_line = outcome.table_line.map(|line| TableLine { moves: spell_line(root, &line.moves), ..line });
        outcome
    }
}

impl AnyStudy for SanNames<'_> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn record(&self, sink: &mut dyn Sink) -> Result<Outcome, StudyError> {
        let outcome = self.study.record(&mut Speller::new(sink, &self.root))?;
        Ok(self.outcome(outcome))
    }

    fn solve(&self) -> Result<Outcome, StudyError> {
        Ok(self.outcome(self.study.solve()?))
    }

    fn game_tree(&self) -> Option<Box<dyn GameTree + '_>> {
        self.study.game_tree()
    }

    fn beyond(&self, line: &[String]) -> Option<LineEndReport> {
        self.study.beyond(line)
    }

    fn is_recorded(&self) -> bool {
        true
    }

    fn shows_last_pass(&self) -> bool {
        self.study.shows_last_pass()
    }
}

/// Returns a line of a search in ordinary notation; a move that cannot be played keeps its name.
pub(crate) fn spelled(header: &Header, line: &[String]) -> Vec<String> {
    board(header).map_or_else(|| line.to_vec(), |root| spell_line(&root, line))
}

/// Returns the header with the number of the first move, if the board gives that number.
pub(crate) fn numbered(header: &Header) -> Header {
    let numbering = header.numbering.or_else(|| Header::of_game(&board(header)?).numbering);
    Header { numbering, ..header.clone() }
}

/// Returns the root position of a search to which ordinary notation applies.
fn board(header: &Header) -> Option<ChessGame<Material>> {
    let fen = header.fen.as_ref().filter(|_| header.shape.is_none())?;
    Some(ChessGame::new(parse_fen(fen).ok()?, Material))
}

/// Takes the moves of the root, and then stops the replay.
struct FirstMoves(Vec<String>);

impl Sink for FirstMoves {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        if let Event::Enter { moves, .. } = &record.event {
            self.0.clone_from(moves);
            Err(io::Error::other("the moves are known"))
        } else {
            Ok(())
        }
    }
}

/// Returns whether all names are those of legal moves in ordinary notation.
fn is_ordinary(game: &ChessGame<Material>, names: &[String]) -> bool {
    let (mut moves, mut legal) = (Vec::new(), Vec::new());
    game.moves(&mut moves);
    game.names(&moves, &mut legal);
    names.iter().all(|name| legal.contains(name))
}

fn spell_line(root: &ChessGame<Material>, line: &[String]) -> Vec<String> {
    SpelledPath::along(root, line).names
}

fn spell_header(header: &mut Header, root: &ChessGame<Material>) {
    let spell_line = |line: &mut Vec<String>| *line = spell_line(root, line);
    header.restricted.iter_mut().for_each(spell_line);
    header.replaced_scores.iter_mut().for_each(|replaced| spell_line(&mut replaced.line));
    for change in &mut header.changes {
        match change {
            Change::Score { line, .. } => spell_line(line),
            Change::Only { line, moves } => {
                let path = SpelledPath::along(root, line);
                moves.iter_mut().for_each(|name| *name = path.spell(name));
                *line = path.names;
            }
            Change::Without { .. } => {}
        }
    }
}

/// A line of moves in both notations, and the position at its end.
#[derive(Clone)]
struct SpelledPath {
    game: ChessGame<Material>,
    told: Vec<String>,
    names: Vec<String>,
    /// The number of moves at the beginning of the line that could be played: those before the first illegal move.
    played: usize,
}

impl SpelledPath {
    fn along(root: &ChessGame<Material>, line: &[String]) -> Self {
        let mut path = Self { game: root.clone(), told: Vec::new(), names: Vec::new(), played: 0 };
        line.iter().for_each(|name| path.push(name));
        path
    }

    /// Returns the move at the end of the line that has this name in any notation.
    fn find(&self, name: &str) -> Option<Move> {
        if self.played == self.told.len() { self.game.read(name).ok() } else { None }
    }

    fn spell(&self, name: &str) -> String {
        self.find(name).map_or_else(|| name.to_owned(), |mv| self.game.name(mv))
    }

    fn push(&mut self, name: &str) {
        let mv = self.find(name);
        self.names.push(mv.map_or_else(|| name.to_owned(), |mv| self.game.name(mv)));
        if let Some(mv) = mv {
            self.game.play(mv);
            self.played += 1;
        }
        self.told.push(name.to_owned());
    }

    fn truncate(&mut self, length: usize) {
        while length < self.played {
            self.game.undo();
            self.played -= 1;
        }
        self.told.truncate(length);
        self.names.truncate(length);
    }

    /// Returns the number of initial moves that a line shares with this path.
    fn common(&self, line: &[String]) -> usize {
        self.told.iter().zip(line).take_while(|(told, name)| told == name).count()
    }
}

/// The moves of a node in both notations.
#[derive(Default)]
struct BothSpellings {
    told: Vec<String>,
    names: Vec<String>,
}

impl BothSpellings {
    /// Returns the name in ordinary notation of a move of the node.
    fn name(&self, told: &str) -> Option<&String> {
        self.names.get(self.told.iter().position(|other| other == told)?)
    }
}

/// The legal moves of a position and their names in ordinary notation.
#[derive(Default)]
struct LegalMoves {
    moves: Vec<Move>,
    names: Siblings<String>,
}

impl LegalMoves {
    fn generate(&mut self, game: &ChessGame<Material>) {
        self.moves.clear();
        game.moves(&mut self.moves);
        self.names.write(|names| game.names(&self.moves, names));
    }

    fn name(&self, mv: Move) -> Option<&String> {
        self.names.moves().get(self.moves.iter().position(|&other| other == mv)?)
    }
}

/// Forwards records with their moves renamed. It needs memory for one line only.
struct Speller<'a> {
    sink: &'a mut dyn Sink,
    path: SpelledPath,
    /// The moves of the nodes on the line, root first. A node that was not entered has none.
    lists: Vec<BothSpellings>,
    /// The memory for the legal moves of a node.
    legal: LegalMoves,
}

impl<'a> Speller<'a> {
    fn new(sink: &'a mut dyn Sink, root: &ChessGame<Material>) -> Self {
        Self { sink, path: SpelledPath::along(root, &[]), lists: Vec::new(), legal: LegalMoves::default() }
    }

    fn go(&mut self, line: &[String]) {
        let common = self.path.common(line);
        self.path.truncate(common);
        for name in &line[common..] {
            self.path.push(name);
        }
        for left in self.lists.iter_mut().skip(common + 1) {
            left.told.clear();
        }
    }

    fn enter(&mut self, moves: &[String]) {
        let ply = self.path.told.len();
        self.lists.resize_with(self.lists.len().max(ply + 1), BothSpellings::default);
        let list = &mut self.lists[ply];
        moves.clone_into(&mut list.told);
        if self.path.played != ply {
            return moves.clone_into(&mut list.names);
        }
        // Coordinates are read quickly, and names in ordinary notation are not read at all. The legal moves are
        // generated once for all names.
        let found: Option<Vec<Move>> = moves.iter().map(|name| self.path.game.by_coordinates(name)).collect();
        if let Some(found) = found {
            return self.path.game.names(&found, &mut list.names);
        }
        self.legal.generate(&self.path.game);
        moves.clone_into(&mut list.names);
        for name in &mut list.names {
            if self.legal.names.seek(name.as_str()).is_none()
                && let Some(ordinary) = self.path.find(name).and_then(|mv| self.legal.name(mv))
            {
                name.clone_from(ordinary);
            }
        }
    }

    /// Returns the name in ordinary notation of a move at the end of the line.
    fn spell(&self, name: &str) -> String {
        let ply = self.path.told.len();
        let listed = self.lists.get(ply).and_then(|list| list.name(name));
        listed.cloned().unwrap_or_else(|| self.path.spell(name))
    }

    /// Returns any line with its moves in ordinary notation. Most lines differ from the current line only in the last
    /// move.
    fn line(&self, line: &[String]) -> Vec<String> {
        let common = self.path.common(line);
        if common == line.len() {
            return self.path.names[..common].to_vec();
        }
        if let ([last], Some(list)) = (&line[common..], self.lists.get(common))
            && let Some(name) = list.name(last)
        {
            return self.path.names[..common].iter().chain([name]).cloned().collect();
        }
        let mut path = self.path.clone();
        path.truncate(common);
        line[common..].iter().for_each(|name| path.push(name));
        path.names
    }
}

impl Sink for Speller<'_> {
    fn take(&mut self, record: &Record) -> io::Result<()> {
        self.go(&record.line);
        if let Event::Enter { moves, .. } = &record.event {
            self.enter(moves);
        }
        let names = |_: &Vec<String>| self.lists[record.line.len()].names.clone();
        let spelled = record.renamed(|line| self.line(line), |name| self.spell(name), names);
        self.sink.take(&spelled)
    }
}

/// Converts the search in `trace` to a search of the subject of `header`: each move gets the name of the corresponding
/// move in the tree of `header`. Scores, verdicts and counts are unchanged.
///
/// Both trees must be known and have the same shape. Moves outside the tree keep their names.
pub(crate) fn retell(trace: Trace, header: Header) -> Trace {
    let names = match (&trace.header.shape, &header.shape) {
        (Some(from), Some(to)) => TwoShapes { from, to },
        _ => return Trace { header, ..trace },
    };
    let renamed = |record: &Record| {
        let name = names.under(&record.line);
        record.renamed(|line| names.line(line), &name, |moves| moves.iter().map(&name).collect())
    };
    let records = trace.records.iter().map(renamed).collect();
    let Outcome { best, pv, .. } = &trace.outcome;
    let outcome = Outcome { best: best.as_ref().map(names.under(&[])), pv: names.line(pv), ..trace.outcome.clone() };
    Trace { header, outcome, records }
}

/// Two trees of the same shape.
#[derive(Clone, Copy)]
struct TwoShapes<'a> {
    from: &'a Shape,
    to: &'a Shape,
}

impl<'a> TwoShapes<'a> {
    /// Returns a function that renames the moves after a line. Below the end of the tree, moves keep their names.
    fn under(self, line: &[String]) -> impl Fn(&String) -> String + use<'a> {
        let node = line.iter().try_fold(0, |node, name| self.from.child(Some(node), 0, name));
        move |mv| {
            let child = self.from.child(node, 0, mv);
            child.map_or(mv.as_str(), |child| self.to.name(child)).to_owned()
        }
    }

    fn line(self, line: &[String]) -> Vec<String> {
        (0..line.len()).map(|ply| self.under(&line[..ply])(&line[ply])).collect()
    }
}
