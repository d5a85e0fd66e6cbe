//! Checks the moves of a node against the rules of the game: whether the list is complete, and how techniques treat
//! checks, captures and quiet moves.

use super::audit::{Audit, Rule, TraceValue, only_moves};
use super::board::ReplayBoard;
use super::learned::recurring;
use crate::core::game::Ending;
use crate::core::hooks::{Event, Leaf, Ranked, Reason, Siblings};
use crate::core::score::{Plies, Score};
use crate::core::search::technique::{futility, late_move_reduction, mate_distance, null_move, quiescence};
use crate::core::search::{Order, Technique, Techniques};
use crate::core::trace::Record;
use std::mem;

/// The maximum number of moves that a finding names.
const MOST_NAMED: usize = 8;

/// Techniques that act on single moves, so the parent has to be checked at each move.
const OF_MOVES: Techniques = Techniques::NONE.with(Technique::LateMoveReduction).with(Technique::Futility);

impl ReplayBoard<'_> {
    /// Returns how the game ends at the leaf of a record, if the record says that the game is over there and the rules
    /// agree.
    pub(super) fn ending_of(&mut self, record: &Record) -> Option<Ending> {
        let Event::Judged { mv, leaf: Some(Leaf::Terminal(_)), .. } = &record.event else { return None };
        if !self.has_rules() || !self.go(&record.line) {
            return None;
        }
        let index = self.find(record.line.len(), mv)?;
        self.ground.play(index);
        let ending = self.ground.outcome();
        self.ground.undo();
        ending
    }

    pub(super) fn check_moves(&mut self, audit: &mut Audit, record: &Record, said: &[String], is_quiescence: bool) {
        let ply = record.line.len();
        let mut sans = mem::take(&mut self.sans);
        let mut all = self.spare_lists.pop().unwrap_or_default();
        self.ground.write_names(&mut sans);
        all.set(&sans);
        // If the trace names a move in another notation, such as coordinates, use that name from here on.
        for name in said {
            if all.seek(name).is_none()
                && let Some(index) = self.ground.read(name)
            {
                all.replace(index, name.clone());
            }
        }
        let has_no_moves = all.moves().is_empty();
        let ending = self.ground.ending().filter(|_| has_no_moves);
        // Captures and checks can lead beyond the end of a lesson's tree, where the moves are unknown.
        let is_beyond = is_quiescence || self.known.is_some_and(|plies| plies <= ply);
        let is_unknown = ending.is_none() && is_beyond && has_no_moves;
        let wrong = if is_unknown {
            None
        } else {
            self.wrong_moves(audit, &record.line, (&mut all, &sans), said, is_quiescence)
        };
        self.sans = sans;
        self.spare_lists.extend(self.lists.drain(ply.min(self.lists.len())..));
        self.lists.resize_with(ply, Siblings::default);
        self.lists.push(all);
        if let Some(ending) = ending {
            return audit.check(Rule::Moves, record, false, || {
                ("event", TraceValue::word("enter"), format!("a leaf: the game is over here, {ending}"))
            });
        }
        let is_said_to_lack = self.restricted.contains(record.line.as_slice()) && self.header.changes.is_empty();
        if is_said_to_lack && !is_beyond && self.judges_restrictions {
            let is_whole = 1 < said.len() && said == self.lists[ply].moves();
            self.idle_restriction = if is_whole { self.idle_restriction.take() } else { Some(None) };
            if is_whole && self.idle_restriction.is_none() {
                self.idle_restriction = Some(Some(record.line.clone()));
            }
        }
        let (rule, wrong) = wrong.map_or((Rule::Moves, None), |(rule, wrong)| (rule, Some(wrong)));
        audit.check(rule, record, wrong.is_none(), || {
            ("moves", TraceValue::Number(said.len() as u64), wrong.unwrap_or_default())
        });
    }

    /// If the moves of a node are wrong in the trace, returns the broken rule, and a text with the correct number of
    /// moves and what is wrong. `all` are its legal moves, and `sans` are their names in SAN.
    fn wrong_moves(
        &mut self,
        audit: &Audit,
        line: &[String],
        (all, sans): (&mut Siblings<String>, &[String]),
        said: &[String],
        is_quiescence: bool,
    ) -> Option<(Rule, String)> {
        let is_known = !audit.manner.has_own_margins() && !self.is_restricted();
        let tactics = self.ground.tactics().filter(|_| is_quiescence);
        let in_check = tactics.as_ref().is_some_and(|tactics| tactics.in_check());
        // In quiescence, the search tries all moves if the side to move is in check, and otherwise only captures and
        // promotions.
        let is_wanted = |index: usize| match &tactics {
            _ if !is_quiescence || in_check => true,
            Some(tactics) => is_known && tactics.is_tactical(index),
            None => false,
        };
        let is_left_out = |index: usize| self.without.iter().any(|kind| kind.is_of(&sans[index]));
        let is_restricted_here = self.restricted.contains(line);
        let is_excused = |index: usize| is_left_out(index) || is_restricted_here;
        let only = only_moves(self.header, line);
        let mut listed: Siblings<&String> = said.iter().collect();
        let is_missing = |&(index, name): &(usize, &String)| {
            listed.seek(name).is_none()
                && only.map_or_else(|| is_wanted(index) && !is_excused(index), |only| only.contains(name))
        };
        let missing: Vec<_> = all.moves().iter().enumerate().filter(is_missing).map(|(_, name)| name.clone()).collect();
        let (mut illegal, mut excluded, mut quiet) = (Vec::new(), Vec::new(), Vec::new());
        for name in said {
            match all.seek(name) {
                None => illegal.push(name.clone()),
                Some(index) if is_left_out(index) || only.is_some_and(|only| !only.contains(name)) => {
                    excluded.push(name.clone());
                }
                Some(index) if is_known && is_quiescence && tactics.is_some() && !is_wanted(index) => {
                    quiet.push(name.clone())
                }
                Some(_) => {}
            }
        }
        // Some engines ignore checks in quiescence. Even in check, they try captures but no quiet moves.
        let is_tactical = |name: &String| {
            all.find(name).zip(tactics.as_ref()).is_some_and(|(index, tactics)| tactics.is_tactical(index))
        };
        let is_legal = illegal.is_empty() && excluded.is_empty();
        let ignores_check = in_check && only.is_none() && is_legal && said.iter().all(is_tactical);
        let is_by_design = ignores_check && !(is_known && missing.iter().any(is_tactical));
        let rule = if is_by_design { Rule::MovesInCheck } else { Rule::Moves };
        let right = said.len() + missing.len() - illegal.len() - excluded.len() - quiet.len();
        let parts = [("missing", missing), ("illegal", illegal), ("excluded", excluded), ("quiet", quiet)];
        let wrong: Vec<String> =
            parts.iter().filter(|(_, moves)| !moves.is_empty()).map(|(what, moves)| named(what, moves)).collect();
        (!wrong.is_empty()).then(|| {
            let right = if right == said.len() { "others".to_owned() } else { right.to_string() };
            (rule, format!("{right}: {}", wrong.join("; ")))
        })
    }

    /// Checks an entered node, and records each technique named in the header that should have acted on the node but
    /// did not.
    pub(super) fn check_node(&mut self, audit: &mut Audit, record: &Record) {
        let Some(tactics) = self.ground.tactics() else { return };
        let (in_check, may_pass) = (tactics.in_check(), tactics.can_pass());
        let Some(frame) = audit.frames.last_mut() else { return };
        frame.in_check = Some(in_check);
        let (manner, saved) = (&audit.manner, &frame.saved);
        let (ply, depth, asked) = (record.line.len(), frame.depth, frame.asked);
        if ply == 0 || depth == 0 || manner.is_mistaken {
            return;
        }
        let is_known = manner.algorithm.is_some();
        let is_hopeless = is_known && mate_distance::value(ply as u32, asked).is_some();
        let may_pass = is_known && manner.has(Technique::NullMove) && may_pass && !in_check && !saved.was_passed;
        let passes = |score| null_move::is_tried(depth, score, asked.beta);
        let due = [
            (Technique::CheckExtension, in_check && saved.extended == 0),
            (Technique::MateDistance, is_hopeless),
            (Technique::NullMove, may_pass && self.ground.score().is_some_and(passes)),
            (Technique::TranspositionTable, !saved.was_known && self.was_entered_before(audit)),
        ];
        for (technique, _) in due.into_iter().filter(|&(technique, is_due)| is_due && audit.manner.has(technique)) {
            audit.marks.miss(technique, &record.line);
        }
    }

    /// Returns whether the search has visited the current position before, so that a table may contain its result.
    fn was_entered_before(&self, audit: &Audit) -> bool {
        let visits = self.key().and_then(|key| self.positions.of(key)).unwrap_or_default();
        visits
            .into_iter()
            .filter_map(|visit| audit.visits.at(visit))
            .any(|visit| visit.depth != 0 && visit.found.is_some())
    }

    /// Checks whether the search should have reduced or pruned a move whose child it entered or judged.
    pub(super) fn check_move(&mut self, audit: &mut Audit, record: &Record) {
        let manner = &audit.manner;
        if manner.algorithm.is_none() || manner.is_mistaken || !manner.techniques.intersects(OF_MOVES) {
            return;
        }
        let is_judged = matches!(record.event, Event::Judged { .. });
        let line = record.subject();
        let Some((name, parent)) = line.split_last() else { return };
        let Some(frame) = audit.frames.iter().rev().nth(usize::from(!is_judged)) else { return };
        // If the move has been judged, the frame's count already includes it.
        let tried = frame.tried - usize::from(is_judged);
        let (depth, in_check) = (frame.depth, frame.in_check);
        let window = if let Event::Judged { window, .. } = record.event { window } else { frame.window };
        let is_reduced =
            audit.frames.last().is_some_and(|child| child.saved.reduced.is_some() || child.saved.re_search.is_some());
        if in_check != Some(false) || tried == 0 || !self.go(parent) {
            return;
        }
        let Some(index) = self.find(parent.len(), name) else { return };
        let Some(tactics) = self.ground.tactics() else { return };
        if tactics.is_tactical(index) || tactics.gives_check(index) {
            return;
        }
        let is_futile = |score| futility::expectation(score, window).is_some();
        let (technique, is_due) = match is_judged {
            true => (Technique::Futility, depth == 1 && self.ground.score().is_some_and(is_futile)),
            false => (Technique::LateMoveReduction, !is_reduced && late_move_reduction::plies(depth, tried) != 0),
        };
        if is_due && audit.manner.has(technique) {
            audit.marks.miss(technique, &line);
        }
    }

    /// Checks whether a move that was searched in quiescence should have been pruned. For any other move, records what
    /// the search learns from it.
    pub(super) fn check_judged(&mut self, audit: &mut Audit, record: &Record) {
        let Event::Judged { ref mv, window, verdict, .. } = record.event else { return };
        let Some(frame) = audit.frames.last() else { return };
        let (depth, stands, in_check) = (frame.depth, frame.stands, frame.in_check);
        let techniques = audit.manner.techniques;
        let is_plain = techniques.without(Technique::Iterative).without(Technique::Aspiration).is_empty();
        if is_plain || audit.manner.algorithm.is_none() || !self.go(&record.line) {
            return;
        }
        let Some(index) = self.find(record.line.len(), mv) else { return };
        let name = self.ground.name(index);
        let Some(tactics) = self.ground.tactics() else { return };
        if depth != 0 {
            if verdict.is_cutoff() && !tactics.is_tactical(index) {
                self.learned.learn(record.line.len(), depth, recurring(tactics, &name, index));
            }
            return;
        }
        let Some(own) = stands.filter(|_| in_check == Some(false) && !window.alpha.is_mate()) else { return };
        let missed = if techniques.has(Technique::Delta) && quiescence::delta(own, tactics.gain(index)) <= window.alpha
        {
            Technique::Delta
        } else if techniques.has(Technique::See) && tactics.see(index) < Score::ZERO {
            Technique::See
        } else {
            return;
        };
        audit.marks.miss(missed, &record.subject());
    }

    /// Checks a leaf against the rules, at the current position.
    pub(super) fn check_leaf(&mut self, audit: &mut Audit, record: &Record, leaf: Leaf, is_tactical: bool) {
        if !self.has_rules() {
            return;
        }
        let (ending, knows_draws) = (self.ground.ending(), self.knows_draws);
        let outcome = ending.and_then(|_| self.ground.outcome());
        let tactics = self.ground.tactics();
        let (in_check, clock) = tactics.map_or((false, 0), |tactics| (tactics.in_check(), tactics.clock()));
        let line_length = record.line.len() as u32 + 1;
        let manner = &audit.manner;
        let is_known = !manner.has_own_margins();
        let may_go_on = manner.has(Technique::Quiescence) && !self.is_restricted();
        let mut check = |rule, holds, follows: &str| {
            audit.check(rule, record, holds, || ("leaf", TraceValue::word(leaf), follows));
        };
        match (leaf, ending) {
            // An engine may have its own rules for draws in positions with legal moves.
            (Leaf::Terminal(said), None) if knows_draws || said != Ending::Draw => {
                let is = "a different `leaf`, or no `leaf`: the game goes on here";
                // Only the header can name the positions before the root.
                let may_repeat = said == Ending::Draw && self.header.history.is_empty() && line_length < clock;
                let advice =
                    " (if it repeats a position of the game before the root, write these positions as `history`)";
                check(Rule::Leaf, false, &format!("{is}{}", if may_repeat { advice } else { "" }));
            }
            (Leaf::Terminal(said), Some(ending)) => {
                let is = outcome.map_or_else(String::new, |is| TraceValue::word(Leaf::Terminal(is)).to_string());
                check(Rule::Leaf, outcome == Some(said), &format!("{is}: the game is over here, {ending}"));
            }
            (Leaf::Horizon | Leaf::Childless | Leaf::StandPat, Some(ending)) => {
                let is = outcome.map_or_else(String::new, |is| TraceValue::word(Leaf::Terminal(is)).to_string());
                check(Rule::Leaf, false, &format!("{is}: the game is over here, {ending}"));
            }
            (Leaf::StandPat, None) => {
                let rule = if in_check { Rule::StandPatInCheck } else { Rule::StandPat };
                check(rule, !in_check, "a different `leaf`: a side in check does not stand pat");
            }
            // A search enters the root even if the tablebase contains it.
            (Leaf::Tablebase, None) if is_known && !record.line.is_empty() => {
                let follows =
                    "a different `leaf`: the position before it has as many pieces, and is not in the tablebase";
                check(Rule::Leaf, is_tactical, follows);
            }
            (Leaf::Horizon, None) if may_go_on && self.is_noisy() => {
                if is_known {
                    let follows = "no `leaf`: quiescence searches captures, promotions and replies to checks";
                    check(Rule::Leaf, false, follows);
                }
                audit.marks.miss(Technique::Quiescence, &record.subject());
            }
            _ => {}
        }
        let is_known_word = knows_draws || ending.is_some();
        if let (Some(said), true) = (record.notes.ending.as_deref(), is_known_word) {
            audit.check(Rule::Leaf, record, ending == Some(said), || {
                ("ending", TraceValue::word(said), ending.unwrap_or("absent: the game goes on here"))
            });
        }
    }

    /// Returns whether quiescence would search the current position further.
    fn is_noisy(&mut self) -> bool {
        let moves = self.ground.moves();
        self.ground.tactics().is_some_and(|tactics| tactics.in_check() || (0..moves).any(|mv| tactics.is_tactical(mv)))
    }

    /// If plywood doesn't know by which rules the search counts positions as drawn, notes how it treats the current
    /// position.
    pub(super) fn note_draw(&mut self, record: &Record, leaf: Option<Leaf>) {
        let is_root = leaf.is_none() && record.line.is_empty();
        if self.knows_draws || is_root || self.ground.ending().is_some() {
            return;
        }
        if let Some(tactics) = self.ground.tactics() {
            self.draws.note(record, leaf, tactics.usual_draw());
        }
    }

    /// Checks the reasons for a move ordering against the moves and the history of cutoffs.
    pub(super) fn check_order(&mut self, audit: &mut Audit, record: &Record, moves: &[Ranked<String>]) {
        let manner = &audit.manner;
        let (Some(order), Some(_), false) = (manner.order, manner.algorithm, manner.is_mistaken) else { return };
        let has_learned = !audit.visits.has_untold;
        let (killers, history) = (manner.has(Technique::Killers), manner.has(Technique::History));
        let Some(frame) = audit.frames.last() else { return };
        let (ply, depth) = (record.line.len(), frame.depth);
        let ranks_captures = order == Order::MvvLva || depth == 0 && order != Order::See;
        for ranked in moves {
            let Some(index) = self.find(ply, &ranked.mv) else { continue };
            let name = self.ground.name(index);
            let Some(tactics) = self.ground.tactics() else { return };
            let (is_tactical, rank) = (tactics.is_tactical(index), tactics.mvv_lva(index));
            let mv = recurring(tactics, &name, index);
            let is_killer = killers && depth != 0 && !is_tactical && self.learned.is_killer(ply, mv);
            let count = if history && depth != 0 && !is_tactical { self.learned.cut_by(mv) } else { 0 };
            let is = match ranked.reason {
                Reason::Previous | Reason::Table => None,
                Reason::MvvLva { rank: said } => {
                    (said != rank).then(|| format!("{rank}, its rank by what it captures"))
                }
                Reason::See { score } => {
                    let is = tactics.see(index);
                    (score != is || !is_tactical).then(|| format!("{}, what the exchange wins", Plies(is)))
                }
                Reason::Killer => (has_learned && !is_killer)
                    .then(|| "another reason: it has not caused a cutoff at this ply lately".to_owned()),
                _ if has_learned && is_killer => Some("killer: it caused a cutoff at this ply".to_owned()),
                Reason::History { rank: said } => {
                    (has_learned && said != count).then(|| format!("{count}: it caused that many cutoffs"))
                }
                _ if has_learned && count != 0 => Some(format!("history {count}: it caused that many cutoffs")),
                Reason::Generator if ranks_captures && rank != 0 => Some(format!("mvv_lva, {rank}: it captures")),
                Reason::Generator if order == Order::See && is_tactical => Some("see: it captures".to_owned()),
                Reason::Generator | Reason::Reversed | Reason::Centre { .. } => None,
                Reason::Static { .. } | Reason::Random | Reason::True { .. } => None,
            };
            audit.check(Rule::Order, record, is.is_none(), || {
                let word = serde_json::to_string(ranked).unwrap_or_default();
                ("moves", TraceValue::Word(word), is.unwrap_or_default())
            });
        }
    }
}

/// Returns a text such as "3 legal moves missing: O-O, e8=Q ...".
fn named(what: &str, moves: &[String]) -> String {
    let names = moves[..moves.len().min(MOST_NAMED)].join(", ");
    let more = if MOST_NAMED < moves.len() { " ..." } else { "" };
    let plural = if moves.len() == 1 { "move" } else { "moves" };
    let kind = match what {
        "missing" => format!("legal {plural} missing"),
        "excluded" => format!("{plural} that the header's changes leave out"),
        "quiet" => format!("{plural} that quiescence does not try"),
        _ => format!("{plural} not legal"),
    };
    format!("{} {kind}: {names}{more}", moves.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_moves_are_named_and_dots_stand_for_more() {
        let moves: Vec<String> = ('a'..='i').map(|file| format!("{file}3")).collect();
        assert_eq!(named("missing", &moves[..1]), "1 legal move missing: a3");
        assert_eq!(named("missing", &moves[..8]), "8 legal moves missing: a3, b3, c3, d3, e3, f3, g3, h3");
        assert_eq!(named("illegal", &moves), "9 moves not legal: a3, b3, c3, d3, e3, f3, g3, h3 ...");
    }
}
