//! Checks the promises in the header (position, depth, techniques) against the search.

use super::Audit;
use super::finding::{About, Rule, TraceValue, line_name};
use crate::core::game::chess::{ChessGame, Evaluation, parse_fen};
use crate::core::game::classic::AnyGame;
use crate::core::hooks::Pass;
use crate::core::score::Score;
use crate::core::search::{MAX_DEPTH, Settings, Technique};
use crate::core::trace::{Change, Header, Numbering, Outcome, Record};
use crate::lessons::model::KindOfMove;
use crate::page::text::counted;
use shakmaty::{Color, Position};

impl Audit {
    /// Records whether a promise of the header is kept.
    pub(crate) fn promised<S: Into<String>>(
        &mut self,
        holds: bool,
        finding: impl FnOnce() -> (&'static str, TraceValue, S),
    ) {
        let place = self.place;
        self.place = place.map(|_| 1);
        self.check_at(Rule::Header, (About::Header, None), holds, finding);
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

    /// Checks that one of plywood's algorithms can match the header.
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

    /// Checks that the list of replaced scores contains the score that a change sets.
    fn replaced(&mut self, change: &Change) {
        let (Change::Score { line, score }, None) = (change, &self.header.shape) else { return };
        // The list gives scores for the side that made the last move or, at the root, for the side to move.
        let movers = self.movers();
        let of_max = |score: Score| movers.at_max(line.len().saturating_sub(1), score);
        let is = of_max(*score);
        let listed = self.header.replaced_scores.iter().rev().find(|replaced| replaced.line == *line);
        let listed = listed.map(|replaced| replaced.score);
        let holds = listed.is_some_and(|listed| self.manner.same(listed, is));
        self.promised(holds, || {
            let follows = match listed {
                Some(listed) => format!("{}: as in `replaced_scores`", of_max(listed)),
                None => format!("absent: `replaced_scores` has no score of {}", TraceValue::Line(line.clone())),
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

    /// Checks that a named game is scored like other named games and has no weighted moves.
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
            ("numbering", TraceValue::Number(number), "absent: the moves of this game have no numbers")
        });
    }

    /// Records that the search has entered the root.
    pub(super) fn root_entered(&mut self, record: &Record) {
        let word = self.passes.now.map(|(pass, ..)| pass);
        if let Some(algorithm) = self.manner.algorithm {
            let tests = algorithm.only_tests();
            self.check(Rule::Pass, record, !tests || word == Some(Pass::Test), || {
                ("event", TraceValue::word("enter"), "after a `pass` event with `test`: MTD(f) uses no other pass")
            });
        }
        let goes_deeper = self.passes.depth.is_some_and(|depth| depth != self.header.depth || depth == 1);
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
        if let Some(depth) = self.passes.depth.filter(|_| outcome.complete) {
            let said = self.header.depth;
            // An engine with an algorithm of its own may find that no deeper pass is worth its time.
            let may_end = self.manner.algorithm.is_none() && depth < said;
            self.promised(depth == said || may_end, || {
                ("depth", TraceValue::Number(said.into()), format!("{depth}: the depth of the last pass"))
            });
        }
        let makes_passes = self.manner.has(Technique::Iterative) || self.manner.has(Technique::Aspiration);
        let is_idle = self.counter.statistics.entered == 0 && !self.manner.has_own_margins() && makes_passes;
        let names = self.header.techniques.join(", ");
        self.promised(!is_idle || self.passes.now.is_some() || !outcome.complete, || {
            ("techniques", TraceValue::Word(names), "others: they make passes, but the trace has none")
        });
        for technique in self.manner.techniques.iter() {
            let (count, first) = self.marks.missed(technique);
            let times = if count == 1 { "once".to_owned() } else { format!("{count} times") };
            let first = TraceValue::Line(first);
            // The techniques of another engine may have their own conditions.
            if self.manner.has_own_margins() {
                if count != 0 {
                    let name = technique.name();
                    let remark = format!(
                        "The header names {name}, which never acts. plywood would have used it {times}, first at {first}."
                    );
                    self.report.remarks.push(remark);
                }
                continue;
            }
            self.promised(count == 0, || {
                let name = technique.name();
                let is =
                    format!("a list without {name}: it never acts, although it should have {times}, first at {first}");
                ("techniques", TraceValue::word(name), is)
            });
        }
        self.report.remarks.extend(self.null_widths.remark());
        self.report.remarks.extend(self.unexplained());
        let mistake = self.header.mistake.clone();
        if !mistake.is_empty() && !self.marks.is_partial {
            self.promised(self.report.all_wrong() != 0, || {
                ("mistake", TraceValue::Word(mistake), "absent: the search makes no mistake")
            });
        }
    }
}

impl Audit {
    /// Returns a remark about the table entries that only a technique unknown to plywood can explain.
    fn unexplained(&self) -> Option<String> {
        let names: Vec<String> = self.manner.searches_untold.iter().map(|name| format!("`{name}`")).collect();
        let (count, line) = self.visits.unexplained.clone().filter(|_| !names.is_empty() && !self.visits.has_untold)?;
        Some(format!(
            "No visit explains {} (first: {}). verify accepts such entries because {} may search nodes without events. Write `\"untold\": true` at the entries that these nodes stored, and verify will check all others.",
            counted(count, "table entry", "table entries"),
            line_name(&line),
            names.join(", "),
        ))
    }
}

/// Counts how often techniques acted, and how often they should have acted but didn't.
#[derive(Clone, Debug, Default)]
pub(crate) struct TechniqueMarks {
    /// Whether the trace omits parts in which techniques may have acted.
    pub is_partial: bool,
    made: [u64; Technique::ALL.len()],
    missed: [u64; Technique::ALL.len()],
    /// The first line where each technique should have acted.
    first: [Option<Vec<String>>; Technique::ALL.len()],
}

impl TechniqueMarks {
    /// Records that a technique acted.
    pub(crate) fn mark(&mut self, technique: Technique) {
        self.made[technique as usize] += 1;
    }

    /// Records that a technique should have acted at a line but didn't.
    pub(crate) fn miss(&mut self, technique: Technique, line: &[String]) {
        let at = technique as usize;
        self.missed[at] += 1;
        self.first[at].get_or_insert_with(|| line.to_vec());
    }

    /// Returns how often a technique that never acted should have acted, and the first line where it should have acted.
    pub(super) fn missed(&self, technique: Technique) -> (u64, Vec<String>) {
        let at = technique as usize;
        let count = if self.made[at] == 0 && !self.is_partial { self.missed[at] } else { 0 };
        (count, self.first[at].clone().unwrap_or_default())
    }
}

/// Returns the kinds of moves that a change removes everywhere.
pub(crate) fn kinds_without(change: &Change) -> Vec<KindOfMove> {
    let Change::Without { kinds } = change else { return Vec::new() };
    kinds.iter().filter_map(|kind| kind.parse().ok()).collect()
}

/// Returns the line of a change, and whether the change replaces a score. Returns `None` if the change has no line.
pub(crate) fn changed_line(change: &Change) -> Option<(bool, &Vec<String>)> {
    match change {
        Change::Only { line, .. } => Some((false, line)),
        Change::Score { line, .. } => Some((true, line)),
        Change::Without { .. } => None,
    }
}

/// Returns the only moves allowed after a line, if the header restricts them. If it restricts them several times, the
/// last restriction applies.
pub(crate) fn only_moves<'h>(header: &'h Header, line: &[String]) -> Option<&'h Vec<String>> {
    header.changes.iter().rev().find_map(|change| match change {
        Change::Only { line: other, moves } if other == line => Some(moves),
        Change::Only { .. } | Change::Score { .. } | Change::Without { .. } => None,
    })
}
