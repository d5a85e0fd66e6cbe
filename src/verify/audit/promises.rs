//! What the header promises of a search, its position, its depth, its techniques, and whether the search keeps it.

use super::Audit;
use super::finding::{About, Rule, TraceValue};
use crate::core::game::Movers;
use crate::core::game::chess::{ChessGame, Evaluation, parse_fen};
use crate::core::game::classic::AnyGame;
use crate::core::hooks::Pass;
use crate::core::score::{Score, ScoreKind, Window};
use crate::core::search::{Algorithm, Cut, Fail, MAX_DEPTH, Order, Settings, TableAnswers, Technique, Techniques};
use crate::core::trace::{Change, Header, Numbering, Outcome, Record};
use crate::lessons::model::KindOfMove;
use shakmaty::{Color, Position};

impl Audit {
    /// Notes whether something holds that the header promises.
    pub(crate) fn promised<S: Into<String>>(
        &mut self,
        holds: bool,
        finding: impl FnOnce() -> (&'static str, TraceValue, S),
    ) {
        let place = self.place;
        self.place = place.map(|_| 1);
        self.hold_at(Rule::Header, (About::Header, None), holds, finding);
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
        let (Some(algorithm), Some(order), true) =
            (self.manner.algorithm, self.manner.order, self.header.position().is_some())
        else {
            return;
        };
        let settings = Settings {
            algorithm,
            order,
            depth: self.header.depth.clamp(1, MAX_DEPTH),
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
            ("algorithm", TraceValue::word(algorithm.name()), format!("another search: {why}"))
        });
    }

    /// Whether a score claimed as replaced is in the list of replaced scores.
    fn replaced(&mut self, change: &Change) {
        let (Change::Score { line, score }, None) = (change, &self.header.shape) else { return };
        // Listed are scores of the side that made the last move, or that moves at the root.
        let movers = self.movers();
        let of_max = |score: Score| movers.at_max(line.len().saturating_sub(1), score);
        let is = of_max(*score);
        let listed = self.header.replaced_scores.iter().rev().find(|replaced| replaced.line == *line);
        let listed = listed.map(|replaced| replaced.score);
        let holds = listed.is_some_and(|listed| self.manner.same(listed, is));
        self.promised(holds, || {
            let follows = match listed {
                Some(listed) => format!("{}: as in `replaced_scores`", of_max(listed)),
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
                ("event", TraceValue::word("enter"), "`pass` with the word `test` before it: MTD(f) only tests")
            });
        }
        let goes_deeper = self.passes.now.is_some_and(|(_, depth, _)| depth != self.header.depth || depth == 1);
        for (technique, is_told) in [
            (Technique::Iterative, word == Some(Pass::Iteration) || goes_deeper),
            (Technique::Aspiration, word.is_some_and(|word| word != Pass::Iteration && word != Pass::Test)),
        ] {
            match is_told {
                true => self.marks.mark(technique),
                false => self.marks.miss(technique, &record.line),
            }
        }
    }

    /// Holds what the header promises against all that has happened.
    pub(super) fn keep(&mut self, outcome: &Outcome) {
        if let Some((_, depth, _)) = self.passes.now.filter(|_| outcome.complete) {
            let said = self.header.depth;
            self.promised(depth == said, || {
                ("depth", TraceValue::Number(said.into()), format!("{depth}: the depth of the last pass"))
            });
        }
        let makes_passes = self.manner.has(Technique::Iterative) || self.manner.has(Technique::Aspiration);
        let is_idle = self.counter.statistics.entered == 0 && self.manner.algorithm.is_some() && makes_passes;
        let names = self.header.techniques.join(", ");
        self.promised(!is_idle || self.passes.now.is_some() || !outcome.complete, || {
            ("techniques", TraceValue::Word(names), "others: they make passes, but the trace has none")
        });
        for technique in self.manner.techniques.iter() {
            let (count, first) = self.marks.missed(technique);
            self.promised(count == 0, || {
                let times = if count == 1 { "once".to_owned() } else { format!("{count} times") };
                let first = TraceValue::Line(first);
                let is =
                    format!("a list without it: it is never at work, although it had to be {times}, first at {first}");
                ("techniques", TraceValue::word(technique.name()), is)
            });
        }
        let mistake = self.header.mistake.clone();
        if !mistake.is_empty() && !self.marks.is_partial {
            self.promised(self.report.all_wrong() != 0, || {
                ("mistake", TraceValue::Word(mistake), "nothing: the search makes no mistake")
            });
        }
    }
}

/// What the header says of the search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Manner {
    /// None if the name is not known here.
    pub algorithm: Option<Algorithm>,
    pub techniques: Techniques,
    /// Whether a technique has a name that is not known here.
    pub has_unknown: bool,
    /// None if the name is not known here.
    pub order: Option<Order>,
    /// Whether the search makes a mistake for class.
    pub is_mistaken: bool,
    pub cut: Cut,
    /// None if it is not known what a node outside of its window returns.
    pub fail: Option<Fail>,
    /// Whether static evaluations may be others than the rules of the game give.
    pub is_replaced: bool,
    /// Which entries of the table may answer, if it is said.
    pub table_answers: Option<TableAnswers>,
    /// How far scores may differ that ought to be equal.
    pub tolerance: Score,
    /// Who chooses at each ply.
    pub movers: Movers,
}

impl Manner {
    pub(crate) fn of(header: &Header) -> Self {
        let algorithm = header.known_algorithm();
        let cut: Cut = header.cut.parse().unwrap_or_default();
        let usual = algorithm.map(|algorithm| algorithm.fails(cut));
        let is_known = |name: &String| name.parse::<Technique>().is_ok();
        Self {
            algorithm,
            techniques: header.technique_set(),
            has_unknown: !header.techniques.iter().all(is_known),
            order: header.order.parse::<Order>().ok(),
            is_mistaken: !header.mistake.is_empty(),
            cut,
            fail: header.fail.parse().ok().or(usual.filter(|_| header.fail.is_empty())),
            is_replaced: !header.replaced_scores.is_empty() || header.shape.is_some(),
            table_answers: header.table_answers.parse().ok(),
            tolerance: header.tolerance,
            movers: header.movers(),
        }
    }

    /// Whether a technique may be at work; `None` if nobody knows.
    pub(crate) fn allows(&self, technique: Technique) -> Option<bool> {
        if self.has(technique) { Some(true) } else { (!self.has_unknown).then_some(false) }
    }

    /// The move ordering named in the header, if it is known here.
    pub(crate) fn order_name(&self) -> String {
        self.order.map_or_else(String::new, |order| order.to_string())
    }

    /// Whether two scores count as equal.
    pub(crate) fn same(&self, a: Score, b: Score) -> bool {
        a.is_near(b, self.tolerance)
    }

    /// Whether two windows count as equal.
    pub(crate) fn same_window(&self, a: Window, b: Window) -> bool {
        a.is_near(b, self.tolerance)
    }

    /// Whether there may be reasons that nobody knows here.
    pub(crate) const fn may_be_other(&self) -> bool {
        self.algorithm.is_none() || self.has_unknown
    }

    pub(crate) fn has(&self, technique: Technique) -> bool {
        self.techniques.has(technique)
    }

    /// Whether nodes have no windows.
    pub(crate) fn is_minimax(&self) -> bool {
        self.algorithm.is_some_and(|algorithm| !algorithm.has_window())
    }

    /// Whether a child may get the window `asked`, where `whole` is its parent's, negated and swapped. `is_first` says
    /// that it is the first to be tried, and not reduced.
    pub(crate) fn hands_down(&self, whole: Window, asked: Window, null: Option<Window>) -> bool {
        if self.is_minimax() {
            return asked == Window::FULL;
        }
        let reduces = self.allows(Technique::LateMoveReduction) != Some(false);
        let may_scout = self.algorithm.is_none_or(|algorithm| algorithm.scouts() || reduces);
        let is_null = null.is_some_and(|null| match self.algorithm {
            Some(_) => self.same_window(asked, null),
            // The width of a null window is the unit of an engine's scores.
            None if null.beta == whole.beta => {
                self.same(asked.beta, whole.beta) && whole.alpha <= asked.alpha && asked.alpha < asked.beta
            }
            None => self.same(asked.alpha, whole.alpha) && asked.beta <= whole.beta && asked.alpha < asked.beta,
        });
        self.same_window(asked, whole) || may_scout && is_null
    }

    /// Whether `asked` is the null window that asks whether `beta` is reached.
    pub(crate) fn is_null_at(&self, asked: Window, beta: Score) -> bool {
        let is_narrow = || matches!((asked.alpha.kind(), beta.kind()), (ScoreKind::Millipawns(a), ScoreKind::Millipawns(b)) if (1..=100).contains(&(b - a)));
        self.same(asked.beta, beta) && (asked == Window::null_below(beta) || self.algorithm.is_none() && is_narrow())
    }

    /// What a node returns that was asked with `asked` and has found `best`; `None` where both rules are possible.
    pub(crate) fn returned(&self, best: Score, asked: Window) -> Option<Score> {
        let hard = best.max(asked.alpha).min(asked.beta);
        match self.fail {
            Some(Fail::Hard) => Some(hard),
            Some(Fail::Soft) => Some(best),
            None => (hard == best).then_some(best),
        }
    }
}

/// How often techniques were at work, and how often they had to be and were not.
#[derive(Clone, Debug, Default)]
pub(crate) struct TechniqueMarks {
    /// Whether something is left out, where techniques may have been at work.
    pub is_partial: bool,
    made: [u64; Technique::ALL.len()],
    missed: [u64; Technique::ALL.len()],
    /// Where each had to be at work first.
    first: [Option<Vec<String>>; Technique::ALL.len()],
}

impl TechniqueMarks {
    /// A technique was at work.
    pub(super) fn mark(&mut self, technique: Technique) {
        self.made[technique as usize] += 1;
    }

    /// A technique had to be at work at a line, and was not.
    pub(crate) fn miss(&mut self, technique: Technique, line: &[String]) {
        let at = technique as usize;
        self.missed[at] += 1;
        self.first[at].get_or_insert_with(|| line.to_vec());
    }

    /// How often a technique that was never at work had to be, and where first.
    pub(super) fn missed(&self, technique: Technique) -> (u64, Vec<String>) {
        let at = technique as usize;
        let count = if self.made[at] == 0 && !self.is_partial { self.missed[at] } else { 0 };
        (count, self.first[at].clone().unwrap_or_default())
    }
}

/// The kinds of moves that a change leaves out everywhere.
pub(crate) fn kinds_without(change: &Change) -> Vec<KindOfMove> {
    let Change::Without { kinds } = change else { return Vec::new() };
    kinds.iter().filter_map(|kind| kind.parse().ok()).collect()
}

/// The line that a change speaks of, and whether it is about a score.
pub(crate) fn changed_line(change: &Change) -> Option<(bool, &Vec<String>)> {
    match change {
        Change::Only { line, .. } => Some((false, line)),
        Change::Score { line, .. } => Some((true, line)),
        Change::Without { .. } => None,
    }
}

/// The only moves after a line, if that was said; what was said last counts.
pub(crate) fn only_moves<'h>(header: &'h Header, line: &[String]) -> Option<&'h Vec<String>> {
    header.changes.iter().rev().find_map(|change| match change {
        Change::Only { line: other, moves } if other == line => Some(moves),
        Change::Only { .. } | Change::Score { .. } | Change::Without { .. } => None,
    })
}
