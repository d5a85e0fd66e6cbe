//! Checks that the result follows from the events.

use super::Audit;
use super::finding::{About, Audited, Lack, Rule, TraceValue};
use super::passes::{ClaimedLine, FinishedDepth};
use crate::core::game::Ending;
use crate::core::hooks::{Leaf, Pass};
use crate::core::score::{Plies, Score};
use crate::core::search::{LineEnd, TableLine, Technique, Techniques};
use crate::core::text::json_value;
use crate::core::trace::{Outcome, Statistics};
use crate::page::text::counted;
use serde_json::Value as Json;

/// The state of the root according to the rules of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum RootState {
    #[default]
    Unknown,
    Over(Ending),
    GoesOn,
    /// The root has moves, but the engine may call it a draw.
    MayBeDrawn,
}

impl Audit {
    /// Checks the result against the events, and returns the findings.
    pub fn finish(mut self, outcome: &Outcome) -> Audited {
        self.conclude(outcome);
        self.report
    }

    /// Like [`Audit::finish`], but for callers that add findings later.
    pub(crate) fn conclude(&mut self, outcome: &Outcome) {
        self.place = self.place.map(|line| line + 1);
        let is_partial = self.marks.is_partial;
        if is_partial {
            self.unknown(Rule::Statistics, Lack::Omitted);
        }
        let wrong = different(&outcome.statistics, &self.counter.statistics, is_partial);
        let is_right = outcome.omits.statistics || wrong.is_empty();
        self.check_at(Rule::Statistics, (About::Result, None), is_right, || {
            let said: Vec<String> = wrong.iter().map(|(name, said, _)| format!("{name} {said}")).collect();
            let is: Vec<String> = wrong.iter().map(|(name, _, is)| format!("{name} {is}")).collect();
            ("statistics", TraceValue::Word(said.join(", ")), is.join(", "))
        });
        let earlier = self.passes.finished.as_ref().map(|finished| finished.depth);
        // An engine may be stopped between two passes. If its clock ran out with the last node, it may drop the pass.
        // An engine with an algorithm of its own decides itself when a depth is finished.
        let is_own = self.manner.algorithm.is_none() && self.passes.is_over;
        let may_be_last = self.passes.is_settled() || is_own && outcome.finished_depth == self.passes.depth;
        if may_be_last && (earlier.is_none() || outcome.finished_depth != earlier) {
            self.passes.finished = self.passes.known();
        }
        self.ended(outcome);
        let was_entered = self.counter.statistics.entered != 0;
        match self.manner.algorithm {
            _ if !was_entered => self.over_at_root(outcome),
            Some(_) => self.answer(outcome),
            None if outcome.complete => self.likely_answer(outcome),
            None => self.likely_so_far(outcome),
        }
        self.table_line(outcome);
        self.keep(outcome);
    }

    /// Records whether a field of the result is correct.
    pub(crate) fn resulted<S: Into<String>>(
        &mut self,
        holds: bool,
        finding: impl FnOnce() -> (&'static str, TraceValue, S),
    ) {
        self.check_at(Rule::Result, (About::Result, None), holds, finding);
    }

    /// Checks the result's claim that the search finished or, if it did not, where it stopped.
    fn ended(&mut self, outcome: &Outcome) {
        let &Outcome { complete, finished_depth, .. } = outcome;
        let (is_settled, is_known) = (self.passes.is_settled(), self.manner.algorithm.is_some());
        let is_over = is_settled && self.passes.depth.is_none_or(|depth| depth == self.header.depth);
        self.resulted(complete || !is_over, || {
            ("complete", TraceValue::Flag(false), "true: the root has its `leave`, and no pass is missing")
        });
        // If the game is over at the root, there is no pass to settle.
        let was_entered = self.counter.statistics.entered != 0;
        let (is_narrow, was_left) = (self.passes.is_narrow(), self.passes.is_over);
        if complete && (is_known || is_narrow || !was_left) && was_entered && self.passes.left.is_some() {
            let why =
                if was_left { "the last pass proved only a bound" } else { "the last pass did not search the root" };
            self.resulted(is_settled, || ("complete", TraceValue::Flag(true), format!("false: {why}")));
        }
        let is = self.passes.finished.as_ref().map(|finished| finished.depth).filter(|_| !complete);
        // The trace of an engine may begin with a later pass, and then does not show the earlier depths.
        let may_be_earlier =
            !is_known && is.is_none() && self.passes.depth.is_none_or(|now| finished_depth < Some(now));
        if complete || finished_depth.is_some() && !may_be_earlier {
            let number =
                |depth: Option<u32>| depth.map_or(TraceValue::Nothing, |depth| TraceValue::Number(depth.into()));
            self.resulted(finished_depth == is, || {
                let follows = match is {
                    Some(depth) => format!("{depth}: the last depth that was finished"),
                    None if complete => "absent: the search is complete".to_owned(),
                    None => "absent: no depth was finished before the search was stopped".to_owned(),
                };
                ("finished_depth", number(finished_depth), follows)
            });
        }
        if let Some(ending) = &outcome.ending {
            self.resulted(self.counter.statistics.entered == 0, || {
                ("ending", TraceValue::Word(ending.clone()), "absent: the root was entered, so it has moves")
            });
        }
    }

    /// Checks the result of a search that did not enter the root. The game is then over there, and the score must be
    /// that of the ending. If the ending is unknown, the root's static evaluation is also accepted.
    fn over_at_root(&mut self, outcome: &Outcome) {
        let Some(own) = self.passes.root_score.filter(|_| outcome.complete) else { return };
        let is_own = self.has_scores
            || self.header.is_scored_outside()
            || self.manner.is_replaced
            || self.root == RootState::Unknown;
        let draw = Ending::Draw.score(0);
        let endings = match self.root {
            RootState::Over(ending) => vec![ending.score(0)],
            RootState::MayBeDrawn => vec![draw],
            RootState::Unknown if self.manner.has_own_margins() => {
                [Ending::Draw, Ending::Loss, Ending::Win].map(|ending| ending.score(0)).to_vec()
            }
            RootState::GoesOn | RootState::Unknown => Vec::new(),
        };
        let has_all_moves = self.header.changes.is_empty() && self.header.restricted.is_empty();
        let is_over = self.root != RootState::GoesOn || !has_all_moves;
        self.resulted(is_over, || ("event", TraceValue::word("result"), "after an `enter` event: the root has moves"));
        let holds = outcome.score.is_some_and(|said| {
            let is = |is: &Score| self.manner.same(said, self.manner.flat(*is)) || self.manner.is_flat_win(*is, said);
            is_own && self.manner.same(said, own) || endings.iter().any(is)
        });
        let follows = match self.root {
            RootState::Over(ending) if !is_own => {
                format!("{}: the game is over at the root", Plies(self.manner.flat(ending.score(0))))
            }
            RootState::MayBeDrawn if !is_own => format!("{}: the root was not entered, so it is a draw", Plies(draw)),
            RootState::Unknown | RootState::Over(_) | RootState::GoesOn | RootState::MayBeDrawn => {
                format!("{}: the static evaluation of the root, which was not entered", Plies(own))
            }
        };
        self.resulted(holds || !is_over || outcome.omits.score, || ("score", score_value(outcome.score), follows));
        let has_line = outcome.best.is_some() || !outcome.pv.is_empty();
        let has_leaf = outcome.leaf_score.is_some() || outcome.cut_short.is_some();
        self.resulted(!has_line && !has_leaf, || {
            let field = if has_line { "pv" } else { "leaf_score" };
            (field, TraceValue::Line(outcome.pv.clone()), "absent: the root was not entered")
        });
    }

    /// Checks that the result is what a known algorithm returns after these events.
    fn answer(&mut self, outcome: &Outcome) {
        let is_complete = outcome.complete;
        let finished = self.passes.finished.take().filter(|_| !is_complete);
        let now = self.frames.first().map_or(&self.passes.line, |root| &root.line).clone();
        let (mut line, score, best) = match finished {
            Some(FinishedDepth { score, best, line, .. }) => (line, score, best),
            None if is_complete => (now, self.passes.left.map(|(score, _)| score), self.passes.best.clone()),
            None => (now, None, None),
        };
        let why_score = match score {
            Some(_) => "as in the `leave` of the root",
            None => "the score of the last new best at the root",
        };
        let score = score.or(line.score);
        // Null windows prove a score but no line, so only the best move is known.
        if let Some(best) = best.filter(|best| line.moves.first() != Some(best)) {
            line = ClaimedLine { moves: vec![best], ..ClaimedLine::default() };
        }
        if line.may_end == Some(outcome.pv.len()) && !outcome.pv.is_empty() && line.moves.starts_with(&outcome.pv) {
            line = ClaimedLine { moves: outcome.pv.clone(), score: line.score, ..ClaimedLine::default() };
        }
        let is_omitted = line.cut_short == Some(Leaf::Omitted) && outcome.pv.starts_with(&line.moves);
        if is_omitted {
            self.unknown(Rule::Result, Lack::Omitted);
            line.moves.clone_from(&outcome.pv);
            (line.leaf_score, line.cut_short) = (None, outcome.cut_short);
        }
        let same = |said: Option<Score>, is: Option<Score>| match (said, is) {
            (Some(said), Some(is)) => self.manner.same(said, is),
            (said, is) => said == is,
        };
        let leaf = line.leaf_score.map(|score| self.movers().at_root(line.moves.len().saturating_sub(1), score));
        // Check optional values only if they are present.
        let is_leaf = outcome.leaf_score.is_none() || is_omitted || same(outcome.leaf_score, leaf);
        let is_cut = outcome.cut_short.is_none() || outcome.cut_short == line.cut_short;
        let (omits, is_score) = (outcome.omits, outcome.omits.score || same(outcome.score, score));
        self.resulted(is_score, || {
            ("score", score_value(outcome.score), format!("{}: {why_score}", score_value(score)))
        });
        let best = line.moves.first();
        self.resulted(omits.best || outcome.best.as_ref() == best, || {
            let said = outcome.best.clone().map_or(TraceValue::Nothing, TraceValue::Word);
            (
                "best",
                said,
                match best {
                    Some(best) => format!("{best}: the last new best at the root"),
                    None => "absent: the root has no new best".to_owned(),
                },
            )
        });
        self.resulted(omits.pv || outcome.pv == line.moves, || {
            let is_short = line.moves.starts_with(&outcome.pv);
            let why = if is_short { "the line of new bests goes on" } else { "the line of new bests" };
            ("pv", TraceValue::Line(outcome.pv.clone()), format!("{}: {why}", TraceValue::Line(line.moves.clone())))
        });
        self.resulted(is_leaf, || {
            let why = match leaf {
                Some(_) => "the score of the leaf at the end of the best line",
                None => "the best line does not end in an evaluated leaf",
            };
            ("leaf_score", score_value(outcome.leaf_score), format!("{}: {why}", score_value(leaf)))
        });
        self.resulted(is_cut, || {
            let word = |leaf: Option<Leaf>| leaf.map_or(TraceValue::Nothing, TraceValue::word);
            let follows = match line.cut_short {
                Some(leaf) => format!("{}: the best line ends at this leaf", TraceValue::word(leaf)),
                None => "absent: the best line is not cut short".to_owned(),
            };
            ("cut_short", word(outcome.cut_short), follows)
        });
    }

    /// Checks the conditions that every algorithm's result must meet. The line may come from elsewhere, such as a
    /// table.
    fn likely_answer(&mut self, outcome: &Outcome) {
        let Some((score, _)) = self.passes.left else { return };
        let is_near = |said: Score| self.manner.same(said, score);
        let (is_score, is_leaf) = (outcome.score.is_some_and(is_near), outcome.leaf_score.is_some_and(is_near));
        let omits = outcome.omits;
        self.resulted(omits.score || is_score, || {
            ("score", score_value(outcome.score), format!("{}: as in the `leave` of the root", Plies(score)))
        });
        let best = self.passes.best.clone();
        self.resulted(omits.best || best.is_none() || outcome.best == best, || {
            let said = outcome.best.clone().map_or(TraceValue::Nothing, TraceValue::Word);
            ("best", said, format!("{}: the last new best at the root", best.unwrap_or_default()))
        });
        // Null windows prove a score but no line, so only the best move is known.
        let (said, line) = (&outcome.pv, self.passes.line.clone());
        // The line may omit its moves in quiescence, and after a table hit it may continue with moves from the table.
        let (is, least, ends) = match &self.passes.best {
            Some(best) if line.moves.first() != Some(best) => (vec![best.clone()], 1, false),
            _ => (line.moves, line.main.min(line.may_end.unwrap_or(usize::MAX)), line.cut_short.is_none()),
        };
        let has_table = self.manner.allows(Technique::TranspositionTable) != Some(false);
        let most = self.header.depth as usize;
        let goes_beyond = self.manner.has_unknown || self.manner.techniques.intersects(Techniques::BEYOND_DEPTH);
        let is_longer = is.len() < said.len();
        let is_long = is_longer && (most < said.len() && !goes_beyond || ends && !has_table);
        let is_short = said.len() < least;
        let follows = is.starts_with(said) || said.starts_with(&is);
        let is_line = follows && !is_long && !is_short && said.is_empty() == is.is_empty();
        self.resulted(omits.pv || is_line, || {
            let why = match follows {
                true if is_short => "the line of new bests goes on",
                true => "the line of new bests ends there",
                false => "the line of new bests",
            };
            ("pv", TraceValue::Line(said.clone()), format!("{}: {why}", TraceValue::Line(is)))
        });
        if let Some(leaf) = outcome.leaf_score {
            self.resulted(is_leaf, || {
                (
                    "leaf_score",
                    TraceValue::Score(leaf),
                    format!("{}: the root has the score of this leaf", Plies(score)),
                )
            });
        }
    }

    /// Checks the conditions that the result of every algorithm must meet if the search was stopped: its move is one of
    /// the root's and, if it names a finished depth, it is what this depth has found.
    fn likely_so_far(&mut self, outcome: &Outcome) {
        if let (Some(best), Some(root)) = (outcome.best.clone(), self.frames.first()) {
            let is_move = root.moves.moves().contains(&best);
            self.resulted(is_move, || ("best", TraceValue::Word(best), "a move of the root"));
        }
        let finished = self.passes.finished.take();
        let Some(finished) = finished.filter(|finished| outcome.finished_depth == Some(finished.depth)) else { return };
        let (depth, omits) = (finished.depth, outcome.omits);
        // Null windows may leave a gap between the bounds of the score.
        let is_tested = matches!(self.passes.now, Some((Pass::Test, ..)));
        if let Some(is) = finished.score.filter(|_| !omits.score && !is_tested) {
            let is_score = outcome.score.is_some_and(|said| self.manner.same(said, is));
            self.resulted(is_score, || {
                ("score", score_value(outcome.score), format!("{}: the score at depth {depth}", Plies(is)))
            });
        }
        if let Some(is) = finished.best.filter(|_| !omits.best) {
            self.resulted(outcome.best.as_ref() == Some(&is), || {
                let said = outcome.best.clone().map_or(TraceValue::Nothing, TraceValue::Word);
                ("best", said, format!("{is}: the last new best at depth {depth}"))
            });
        }
    }

    /// Checks the conditions on the table's line that need no other data.
    fn table_line(&mut self, outcome: &Outcome) {
        let Some(TableLine { moves, exact, end }) = &outcome.table_line else { return };
        let (length, exact, depth) = (moves.len(), *exact, self.header.depth as usize);
        let said = || TraceValue::Line(moves.clone());
        self.resulted(self.manner.allows(Technique::TranspositionTable) != Some(false), || {
            ("table_line", said(), "absent: the header names no table")
        });
        self.resulted(length <= depth, || {
            ("table_line", said(), format!("at most {depth} moves, the depth of the header"))
        });
        self.resulted(exact <= length, || {
            ("table_line.exact", TraceValue::Number(exact as u64), format!("at most {length}, the number of its moves"))
        });
        let is_whole = length == depth;
        let is_end = match end {
            LineEnd::Depth => is_whole,
            LineEnd::Missing | LineEnd::NoMove => !is_whole,
            LineEnd::GameOver => true,
        };
        self.resulted(is_end, || {
            let is = if is_whole { "depth" } else { "a different `end`" };
            let follows = format!(
                "{is}: the line has {}, and the search {}",
                counted(length as u64, "move", "moves"),
                counted(depth as u64, "ply", "plies")
            );
            ("table_line.end", TraceValue::word(end), follows)
        });
    }
}

fn score_value(score: Option<Score>) -> TraceValue {
    score.map_or(TraceValue::Nothing, TraceValue::Score)
}

/// Returns the names of the counts that differ between two statistics, with both values.
fn different(said: &Statistics, is: &Statistics, is_partial: bool) -> Vec<(String, u64, u64)> {
    let counts = |statistics: &Statistics| json_value(statistics).as_object().cloned().unwrap_or_default();
    let (all_said, all_is) = (counts(said), counts(is));
    let mut names: Vec<&String> = all_said.keys().chain(all_is.keys()).collect();
    names.sort_unstable();
    names.dedup();
    let of = |counts: &serde_json::Map<String, Json>, name: &str| counts.get(name).and_then(Json::as_u64).unwrap_or(0);
    let both = names.into_iter().map(|name| (name.clone(), of(&all_said, name), of(&all_is, name)));
    let differs = |(name, said, is): &(String, u64, u64)| match (is_partial, name.as_str()) {
        (false, _) | (true, "created" | "entered") => said != is,
        // plywood cannot know how many of the omitted leaves were evaluated.
        (true, "leaves") => said + of(&all_said, "unscored") != is + of(&all_is, "unscored"),
        (true, "unscored") => false,
        (true, _) => said < is,
    };
    both.filter(differs).collect()
}
