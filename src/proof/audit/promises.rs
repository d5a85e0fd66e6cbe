//! What the header promises of the whole search: its position, its depth, its techniques.

use super::finding::{About, TraceValue};
use super::rule::Rule;
use super::state::Audit;
use crate::game::chess::{ChessGame, Evaluation, parse_fen};
use crate::game::classic::AnyGame;
use crate::hooks::Pass;
use crate::search::{MAX_DEPTH, Settings, Technique};
use crate::trace::{Change, Numbering, Outcome, Record};
use shakmaty::{Color, Position};

impl Audit {
    /// Notes that a technique of the header ought to be at work here, and is not.
    pub(crate) fn misses(&mut self, technique: Technique, line: &[String]) {
        self.marks.miss(technique, line);
    }

    /// Notes whether something holds that the header promises.
    pub(crate) fn promised(&mut self, holds: bool, finding: impl FnOnce() -> (&'static str, TraceValue, String)) {
        let place = self.place;
        self.place = place.map(|_| 1);
        self.hold_at(Rule::Header, About::Header, holds, || (Vec::new(), finding()));
        self.place = place;
    }

    /// Holds the header against itself.
    pub(super) fn begin(&mut self) {
        self.numbered_as_board();
        self.possible();
        let changes = std::mem::take(&mut self.header.changes);
        changes.iter().for_each(|change| self.replaced(change));
        self.header.changes = changes;
    }

    /// Whether an algorithm of plywood's can be what the header says of it.
    fn possible(&mut self) {
        let (Some(algorithm), Some(order), true) = (self.manner.algorithm, self.manner.order, self.manner.has_board)
        else {
            return;
        };
        let settings = Settings {
            algorithm,
            order,
            depth: self.manner.depth.clamp(1, MAX_DEPTH),
            techniques: self.manner.techniques,
            cut: self.manner.cut,
            fail: self.header.fail.parse().ok(),
            mistake: self.header.mistake.parse().ok(),
            ..Settings::default()
        };
        let problem = match self.header.game {
            Some(_) => settings.validate::<AnyGame>().err(),
            None => settings.validate::<ChessGame<Evaluation>>().err(),
        };
        self.promised(problem.is_none(), || {
            let why = problem.map_or_else(String::new, |problem| problem.to_string());
            ("algorithm", TraceValue::Word(algorithm.name().to_owned()), format!("another search: {why}"))
        });
    }

    /// Whether a score that is said to be replaced stands where those are listed that the search was given.
    fn replaced(&mut self, change: &Change) {
        let (Change::Score { line, score }, None) = (change, &self.header.shape) else { return };
        // Listed are scores of the side that made the last move, or that moves at the root.
        let is_root_side = line.len() % 2 == 1 || line.is_empty();
        let is_max = is_root_side != self.header.is_second_to_move();
        let is = if is_max { *score } else { -*score };
        let listed = self.header.replaced_scores.iter().rev().find(|replaced| replaced.line == *line);
        let listed = listed.map(|replaced| replaced.score);
        let holds = listed.is_some_and(|listed| self.manner.same(listed, is));
        self.promised(holds, || {
            let follows = match listed {
                Some(listed) => format!("{}: so `replaced_scores` has it", if is_max { listed } else { -listed }),
                None => format!("nothing: `replaced_scores` has no score of {}", TraceValue::Line(line.clone())),
            };
            ("changes", TraceValue::Score(*score), follows)
        });
    }

    fn numbered_as_board(&mut self) {
        let (Some(fen), Some(said)) = (&self.header.fen, self.header.numbering) else { return };
        let Ok(position) = parse_fen(fen) else { return };
        let is = Numbering { move_number: position.fullmoves().into(), black_to_move: position.turn() == Color::Black };
        self.promised(said == is, || {
            let words = |Numbering { move_number, black_to_move }| {
                format!("{move_number}{}", if black_to_move { "..." } else { "." })
            };
            ("numbering", TraceValue::Word(words(said)), format!("{}, by its `fen`", words(is)))
        });
    }

    /// The root is entered.
    pub(super) fn root_entered(&mut self, record: &Record) {
        let word = self.passes.now.map(|(pass, ..)| pass);
        if let Some(algorithm) = self.manner.algorithm {
            let tests = algorithm.only_tests();
            self.hold(Rule::Pass, record, !tests || word == Some(Pass::Test), || {
                (
                    "event",
                    TraceValue::Word("enter".to_owned()),
                    "`pass` with the word `test` before it: MTD(f) only tests".to_owned(),
                )
            });
        }
        let goes_deeper = self.passes.now.is_some_and(|(_, depth, _)| depth != self.manner.depth || depth == 1);
        for (technique, is_told) in [
            (Technique::Iterative, word == Some(Pass::Iteration) || goes_deeper),
            (Technique::Aspiration, word.is_some_and(|word| word != Pass::Iteration && word != Pass::Test)),
        ] {
            match is_told {
                true => self.marks.mark(technique),
                false => self.misses(technique, &record.line),
            }
        }
    }

    /// Holds what the header promises against all that has happened.
    pub(super) fn keep(&mut self, outcome: &Outcome) {
        if let Some((_, depth, _)) = self.passes.now.filter(|_| outcome.complete) {
            let said = self.manner.depth;
            self.promised(depth == said, || {
                ("depth", TraceValue::Number(said.into()), format!("{depth}: so deep was the last pass"))
            });
        }
        let makes_passes =
            self.manner.techniques.has(Technique::Iterative) || self.manner.techniques.has(Technique::Aspiration);
        let is_idle = self.counter.statistics.entered == 0 && self.manner.algorithm.is_some() && makes_passes;
        let names = self.header.techniques.join(", ");
        self.promised(!is_idle || self.passes.now.is_some() || !outcome.complete, || {
            ("techniques", TraceValue::Word(names), "others: they make passes, and none is told".to_owned())
        });
        for technique in self.manner.techniques.iter() {
            let (count, first) = self.marks.missed(technique);
            self.promised(count == 0, || {
                let times = if count == 1 { "once".to_owned() } else { format!("{count} times") };
                let first = TraceValue::Line(first);
                let is =
                    format!("a list without it: it is never at work, though it had to be {times}, first at {first}");
                ("techniques", TraceValue::Word(technique.name().to_owned()), is)
            });
        }
        let mistake = self.header.mistake.clone();
        if !mistake.is_empty() && !self.marks.is_partial {
            self.promised(self.report.all_wrong() != 0, || {
                ("mistake", TraceValue::Word(mistake), "nothing: the search makes no mistake".to_owned())
            });
        }
    }
}
