//! Checks the promises in the header (position, depth, techniques) against the search.

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
use std::cell::Cell;

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

    /// Checks the header for consistency.
    pub(super) fn begin(&mut self) {
        self.numbered_as_board();
        self.named_as_game();
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

    /// Whether a game that has a name is scored as such games are, and its moves bear no numbers.
    fn named_as_game(&mut self) {
        if self.header.fen.is_some() || !matches!(self.header.named_game(), Ok(Some(_))) {
            return;
        }
        let evaluation = self.header.evaluation.clone();
        let is_of_chess = evaluation.parse::<Evaluation>().is_ok() && self.header.scored_game().is_none();
        self.promised(!is_of_chess, || {
            ("evaluation", TraceValue::Word(evaluation), "another name: this one is an evaluation of chess positions")
        });
        let said = self.header.numbering;
        self.promised(said.is_none(), || {
            let number = said.map_or(0, |said| u64::from(said.move_number));
            ("numbering", TraceValue::Number(number), "nothing: the moves of this game have no numbers")
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

    /// Checks the promises in the header against all events.
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
            let times = if count == 1 { "once".to_owned() } else { format!("{count} times") };
            let first = TraceValue::Line(first);
            // An algorithm that is not known here may have conditions of its own.
            if self.manner.algorithm.is_none() {
                if count != 0 {
                    let name = technique.name();
                    let remark = format!(
                        "The header names {name}, which is never at work. plywood would have used it {times}, first at {first}."
                    );
                    self.report.remarks.push(remark);
                }
                continue;
            }
            self.promised(count == 0, || {
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
    /// What a won game is worth, if that is the same at any distance.
    pub win: Option<Score>,
    /// Whether a technique of a name that is not known here may search nodes of which no event tells, and store what it finds.
    pub may_search_untold: bool,
    /// Whether nodes are searched less deep, and nothing is told of that, before they are searched.
    pub deepens_untold: bool,
    /// Whether nodes are reduced for another reason than that their moves come late, so that none need be searched again.
    pub keeps_reductions: bool,
    /// By how much the scores were apart that counted as equal since somebody asked.
    pub tolerated: Cell<Score>,
}

/// Names of techniques that plywood has not, and that search no node of which an event would not tell: they only order, prune,
/// reduce and extend.
const SEARCH_NOTHING: [&str; 22] = [
    "late move pruning",
    "late move count pruning",
    "lmp",
    "move count pruning",
    "reverse futility",
    "reverse futility pruning",
    "rfp",
    "static null move",
    "static null move pruning",
    "futility pruning",
    "history pruning",
    "see pruning",
    "delta pruning",
    "countermoves",
    "counter moves",
    "countermove history",
    "continuation history",
    "internal iterative reduction",
    "internal iterative reductions",
    "iir",
    "recapture extension",
    "passed pawn extension",
];

/// The name of a technique, however its words are put together.
fn plain_name(name: &str) -> String {
    name.trim().to_lowercase().replace(['-', '_'], " ")
}

/// An engine that names no `win` may count a won game as that many centipawns or more.
const FLAT_WIN: i32 = 5000;

impl Manner {
    pub(crate) fn of(header: &Header) -> Self {
        let algorithm = header.known_algorithm();
        let cut: Cut = header.cut.parse().unwrap_or_default();
        let usual = algorithm.map(|algorithm| algorithm.fails(cut));
        let is_known = |name: &String| name.parse::<Technique>().is_ok();
        let names = |some: &[&str]| header.techniques.iter().any(|name| some.contains(&plain_name(name).as_str()));
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
            win: header.win,
            tolerated: Cell::default(),
            may_search_untold: !header
                .techniques
                .iter()
                .all(|name| is_known(name) || SEARCH_NOTHING.contains(&plain_name(name).as_str())),
            deepens_untold: names(&["iid", "internal iterative deepening"]),
            keeps_reductions: names(&["iir", "internal iterative reduction", "internal iterative reductions"]),
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
        a == b || self.is_tolerated(a, b)
    }

    /// Whether two scores that differ count as equal all the same; then that is remembered until somebody asks.
    fn is_tolerated(&self, a: Score, b: Score) -> bool {
        let is_near = self.tolerance != Score::ZERO && a != b && a.is_near(b, self.tolerance);
        if is_near {
            let apart = if a < b { b.plus(-a) } else { a.plus(-b) };
            self.tolerated.set(self.tolerated.get().max(apart));
        }
        is_near
    }

    /// Whether `a` counts as `b` or more.
    pub(crate) fn reaches(&self, a: Score, b: Score) -> bool {
        b <= a || self.same(a, b)
    }

    /// Whether two windows count as equal. No score lies at or beyond a mate that is there already, so such an end is none.
    pub(crate) fn same_window(&self, a: Window, b: Window) -> bool {
        let open = |Window { alpha, beta }: Window| Window {
            alpha: if alpha <= Score::mated_in(0) { Score::MIN } else { alpha },
            beta: if Score::mate_in(0) <= beta { Score::MAX } else { beta },
        };
        let (a, b) = (open(a), open(b));
        [(a.alpha, b.alpha), (a.beta, b.beta)].into_iter().all(|(a, b)| self.same(a, b))
    }

    /// Whether a search may return an end of the window in place of a score outside of it, also at leaves.
    pub(crate) fn may_limit(&self) -> bool {
        self.algorithm.is_none() && self.fail != Some(Fail::Soft)
    }

    /// Whether moves behind the first are always asked with a null window first.
    pub(crate) fn always_scouts(&self) -> bool {
        self.algorithm.is_some_and(Algorithm::scouts) && !self.is_mistaken
    }

    /// Whether `said` may stand for `is`, the end of a game that is won or lost, in a search whose wins have no distance.
    pub(crate) fn is_flat_win(&self, is: Score, said: Score) -> bool {
        let size = if said < Score::ZERO { -said } else { said };
        let is_so = (is < Score::ZERO) == (said < Score::ZERO) && matches!(said.kind(), ScoreKind::Millipawns(_));
        is.is_mate()
            && is_so
            && match self.win {
                Some(win) => self.same(size, win),
                None => self.algorithm.is_none() && Score::from_centipawns(FLAT_WIN) <= size,
            }
    }

    /// The end of a game that is won or lost, as the search counts it.
    pub(crate) fn flat(&self, is: Score) -> Score {
        match self.win.filter(|_| is.is_mate()) {
            Some(win) => {
                if is < Score::ZERO {
                    -win
                } else {
                    win
                }
            }
            None => is,
        }
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

    /// What a node may return that was asked with `asked` and has found `best`.
    pub(crate) fn returned(&self, best: Score, asked: Window) -> [Score; 2] {
        let hard = best.max(asked.alpha).min(asked.beta);
        match self.fail {
            Some(Fail::Hard) => [hard; 2],
            Some(Fail::Soft) => [best; 2],
            None => [best, hard],
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
    pub(crate) fn mark(&mut self, technique: Technique) {
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
