//! Checks the moves and static evaluations of a search against the rules of the game while reading its events.

use super::audit::{Audit, RootState, Rule, TraceValue, changed_line, kinds_without, only_moves};
use super::draws::DrawNotes;
use super::learned::Learned;
use super::positions::{MOST, Positions};
use super::statics::Statics;
use crate::core::hooks::{Event, Leaf, Siblings, technique_event};
use crate::core::score::Bound;
use crate::core::search::{LineEnd, TableLine, Technique};
use crate::core::study::GameTree;
use crate::core::trace::{Change, Header, Outcome, Record};
use crate::lessons::model::KindOfMove;
use std::collections::HashSet;

/// The searched tree, and whether its static evaluations are also known.
pub(super) type KnownTree<'a> = (Box<dyn GameTree + 'a>, bool);

/// Replays the moves of a search on a board.
pub(super) struct ReplayBoard<'a> {
    pub ground: &'a mut (dyn GameTree + 'a),
    /// The moves to the current position.
    path: Vec<String>,
    /// The names of the moves at each position along the path.
    pub(super) lists: Vec<Siblings<String>>,
    pub(super) spare_lists: Vec<Siblings<String>>,
    /// The memory for the names of a node's moves in SAN.
    pub(super) sans: Vec<String>,
    /// The header, which contains the subject of the search and the changes to the game.
    pub(super) header: &'a Header,
    /// The lines after which the header says that moves are missing.
    pub(super) restricted: HashSet<&'a [String]>,
    /// Kinds of moves that the search skipped everywhere.
    pub(super) without: Vec<KindOfMove>,
    /// The number of plies down to which a lesson's tree is known.
    pub(super) known: Option<usize>,
    /// Whether plywood knows the rules for draws.
    pub knows_draws: bool,
    pub(super) positions: Positions,
    pub(super) draws: DrawNotes,
    /// Whether the table treats rotated and mirrored positions as equal. If so, a stored move may have the name that it
    /// has in another orientation.
    uses_symmetry: bool,
    pub learned: Learned,
    /// The line after which the header falsely claims that the search omits moves; `Some(None)` if the header claims
    /// this for all lines.
    pub idle_restriction: Option<Option<Vec<String>>>,
    /// Whether the tree has all legal moves, so that restrictions can be checked. The tree of a running search has only
    /// the moves that the search was given.
    pub judges_restrictions: bool,
    /// The visited positions, each with its canonical form under symmetry, if the header says that the table uses
    /// symmetry.
    symmetric: HashSet<[u64; 2]>,
    /// The static evaluations seen so far, if plywood doesn't know the evaluation. Another program's evaluation may
    /// depend on the number of moves left until a draw, which is not part of a position here.
    pub(super) statics: Option<Statics>,
}

impl<'a> ReplayBoard<'a> {
    pub(super) fn new((ground, is_scored): &'a mut KnownTree<'_>, header: &'a Header) -> Self {
        Self {
            ground: &mut **ground,
            path: Vec::new(),
            lists: Vec::new(),
            spare_lists: Vec::new(),
            sans: Vec::new(),
            header,
            restricted: header.restricted.iter().map(Vec::as_slice).collect(),
            without: header.changes.iter().flat_map(kinds_without).collect(),
            known: header.shape.as_ref().map(|_| header.depth as usize),
            knows_draws: *is_scored || header.draws.is_some() || header.game.is_some() || header.is_scored_outside(),
            positions: Positions::new(header),
            draws: DrawNotes::default(),
            uses_symmetry: header.technique_set().has(Technique::Symmetry),
            learned: Learned::default(),
            idle_restriction: None,
            judges_restrictions: true,
            symmetric: HashSet::new(),
            statics: (!*is_scored && !header.is_scored_outside()).then(Statics::default),
        }
    }

    /// Takes back all moves, and returns whether the game is over at the root.
    pub(super) fn root_state(&mut self) -> RootState {
        self.go(&[]);
        match self.ground.outcome() {
            _ if !self.has_rules() => RootState::Unknown,
            Some(ending) => RootState::Over(ending),
            // An engine whose rules are unknown may call this position a draw.
            None if self.knows_draws => RootState::GoesOn,
            None => RootState::MayBeDrawn,
        }
    }

    /// Checks the result against the rules, and takes back all moves.
    pub(super) fn finish(mut self, audit: &mut Audit, outcome: &Outcome) {
        self.go(&[]);
        if self.has_rules() {
            let is = self.ground.ending();
            let word = |ending: Option<&str>| ending.map_or(TraceValue::Nothing, TraceValue::word);
            let said = outcome.ending.as_deref();
            let is_known = is.is_some() || self.knows_draws;
            audit.resulted(said.is_none() || said == is || !is_known, || {
                ("ending", word(said), format!("{}: as at the root", word(is)))
            });
            let is_over = is.is_some() && audit.counter.statistics.entered == 0;
            audit.resulted(!is_over || outcome.complete, || {
                ("complete", TraceValue::Flag(false), "true: the game is over at the root")
            });
        }
        audit.report.remarks.extend(std::mem::take(&mut self.draws).remarks());
        if let Some(Some(line)) = self.idle_restriction.take() {
            audit.promised(false, || {
                ("restricted", TraceValue::Line(line), "absent: the search has all legal moves there, in their order")
            });
        }
        // Check removed moves before replaced scores.
        let lines = self.header.changes.iter().filter_map(changed_line);
        let (scores, moves): (Vec<_>, Vec<_>) = lines.partition(|(is_score, _)| *is_score);
        moves.into_iter().chain(scores).for_each(|(_, line)| self.check_change(audit, line));
        self.check_line(audit, "pv", &outcome.pv);
        if let Some(line) = &outcome.table_line {
            self.check_table_line(audit, line);
        }
    }

    /// Checks whether a line of the result can be played.
    fn check_line(&mut self, audit: &mut Audit, field: &'static str, line: &[String]) {
        // Beyond the end of a lesson's tree, plywood doesn't know the moves.
        let known = self.known.map_or(line, |plies| &line[..plies.min(line.len())]);
        let played = self.play(known);
        (0..played).for_each(|_| self.ground.undo());
        audit.resulted(played == known.len(), || {
            (field, TraceValue::Line(line.to_vec()), format!("another line: {} is not legal there", line[played]))
        });
    }

    /// Checks that the line of a change in the header exists, and that the moves to which the change restricts the
    /// search are legal after this line.
    fn check_change(&mut self, audit: &mut Audit, line: &[String]) {
        let played = self.play(line);
        if let (Some(only), true) = (only_moves(self.header, line), played == line.len()) {
            let unknown = only.iter().find(|name| self.ground.find(name).is_none()).cloned();
            audit.promised(unknown.is_none(), || {
                let follows = format!("other moves: {} is not legal there", unknown.unwrap_or_default());
                ("changes", TraceValue::Line(only.to_vec()), follows)
            });
        }
        (0..played).for_each(|_| self.ground.undo());
        let is_known = self.known.is_none_or(|plies| line.len() <= plies);
        audit.promised(played == line.len() || !is_known, || {
            let follows = format!("another line: {} is not legal there", line[played]);
            ("changes", TraceValue::Line(line.to_vec()), follows)
        });
    }

    /// Plays as many moves of a line as possible from the current position, and returns their number.
    fn play(&mut self, line: &[String]) -> usize {
        let mut played = 0;
        while let Some(index) = line.get(played).and_then(|name| self.ground.find(name)) {
            self.ground.play(index);
            played += 1;
        }
        played
    }

    /// Checks whether the table can contain this line: each move must be the best of a visit to its position.
    fn check_table_line(&mut self, audit: &mut Audit, said: &TableLine<String>) {
        self.check_line(audit, "table_line", &said.moves);
        // The minimum and maximum that consecutive exact entries can yield, or `None` if that is unknown.
        let mut exact = Some((0, 0));
        for (ply, name) in said.moves.iter().enumerate() {
            let folds = self.uses_symmetry || audit.manner.may_fold;
            let bounds = self.key().filter(|_| !folds).and_then(|key| audit.visits.stored_with(key, name));
            let Some(index) = self.ground.find(name) else { break };
            self.ground.play(index);
            self.path.push(name.clone());
            let Some(bounds) = bounds else {
                exact = None;
                continue;
            };
            audit.resulted(!bounds.is_empty(), || {
                let line = TraceValue::Line(said.moves[..=ply].to_vec());
                ("table_line", line, format!("another line: {name} was not the best move of a visit of its position"))
            });
            let (may_be, must_be) = (bounds.contains(&Bound::Exact), bounds.iter().all(|&bound| bound == Bound::Exact));
            exact = exact.map(|(least, most)| {
                let more = |count, is_so| if is_so && count == ply { count + 1 } else { count };
                (more(least, must_be), more(most, may_be))
            });
        }
        if let Some((least, most)) = exact {
            audit.resulted((least..=most).contains(&said.exact), || {
                let follows = format!("{most}: the number of moves from exact entries");
                ("table_line.exact", TraceValue::Number(said.exact as u64), follows)
            });
        }
        if self.path.len() == said.moves.len() && self.has_rules() {
            let is_over = self.ground.moves() == 0;
            // A table's line is checked only against the rules, which may allow moves where a lesson has none.
            let is_open = if is_over { self.is_restricted() } else { !self.knows_draws };
            audit.resulted(is_open || (said.end == LineEnd::GameOver) == is_over, || {
                let is = if is_over { "game_over" } else { "a different `end`: the game goes on there" };
                ("table_line.end", TraceValue::word(said.end), is)
            });
            let has_none = |key| Some(audit.visits.stored_at(key)?.any(|(visit, _)| visit.best.is_none()));
            let has_none = self.key().and_then(has_none);
            audit.resulted(said.end != LineEnd::NoMove || has_none != Some(false), || {
                let is = "a different `end`: every entry of that position has a move";
                ("table_line.end", TraceValue::word(said.end), is)
            });
        }
        self.go(&[]);
    }

    /// Returns whether plywood knows rules that say when the game is over.
    pub(super) fn has_rules(&mut self) -> bool {
        // The games with rules are chess and, unless the trace contains its own tree, a named game.
        self.header.game.is_some() && self.header.shape.is_none() || self.ground.tactics().is_some()
    }

    /// Returns the table's key of the current position.
    pub(super) fn key(&self) -> Option<u64> {
        if self.uses_symmetry { self.ground.canonical_key() } else { self.ground.key() }
    }

    /// If a table claims to recognize rotated and mirrored positions, checks that it really does so.
    fn check_symmetry(&mut self, audit: &mut Audit, record: &Record) {
        if !self.uses_symmetry || MOST < audit.visits.count || !self.go(&record.line) {
            return;
        }
        let (Some(key), Some(canonical)) = (self.ground.key(), self.ground.canonical_key()) else { return };
        let (is_symmetric, is_same) = (self.symmetric.contains(&[0, canonical]), self.symmetric.contains(&[1, key]));
        let Event::Enter { depth, .. } = record.event else {
            if is_symmetric && !is_same {
                audit.marks.mark(Technique::Symmetry);
            }
            return;
        };
        let was_known = audit.frames.last().is_some_and(|frame| frame.saved.was_known);
        if is_symmetric && !is_same && !was_known && !record.line.is_empty() {
            audit.marks.miss(Technique::Symmetry, &record.line);
        }
        if depth != 0 {
            self.symmetric.extend([[0, canonical], [1, key]]);
        }
    }

    /// Passes the visits of the current position to the audit, for a table hit that doesn't say which visit stored it.
    pub(super) fn locate(&mut self, audit: &mut Audit, record: &Record) {
        let Event::TableHit { stored, .. } = &record.event else { return };
        if stored.visit != 0 {
            self.positions.forget();
            audit.here = if self.go(&record.line) { self.key() } else { None };
            return;
        }
        let key = if self.positions.is_kept() && self.go(&record.line) { self.key() } else { None };
        audit.same_position = key.and_then(|key| self.positions.all_of(key));
    }

    /// Checks one event against the rules.
    pub(super) fn check(&mut self, audit: &mut Audit, record: &Record) {
        if matches!(record.event, Event::Enter { .. } | Event::TableHit { .. }) {
            self.check_symmetry(audit, record);
        }
        match record.event {
            Event::Root { score, .. } => {
                let is = self.ground.score();
                Self::check_score(audit, record, score, is);
            }
            Event::Enter { depth, ref moves, .. } if self.go(&record.line) => {
                let own = audit.frames.last().and_then(|frame| frame.score);
                self.check_again(audit, record, own, |score| score);
                self.check_moves(audit, record, moves, depth == 0);
                self.note_draw(record, None);
                self.check_node(audit, record);
                // Only a search with a table needs keys.
                if audit.visits.most != 0
                    && let Some(key) = self.key()
                {
                    let visit = audit.visits.count;
                    self.positions.enter(key, visit);
                    if let Some(visit) = audit.visits.get(visit) {
                        visit.key = Some(key);
                    }
                }
                self.check_move(audit, record);
            }
            Event::StandPat { score, .. } if self.go(&record.line) => {
                let is = self.ground.score().map(|own| audit.stood_at(score, own));
                Self::check_score(audit, record, score, is);
                let in_check = audit.frames.last().and_then(|frame| frame.in_check).unwrap_or_default();
                let rule = if in_check { Rule::StandPatInCheck } else { Rule::StandPat };
                audit.check(rule, record, !in_check, || {
                    ("event", TraceValue::word("stand_pat"), "absent: a side in check does not stand pat")
                });
            }
            Event::Pruned { .. } if self.go(&record.line) => self.check_pruned(audit, record),
            Event::NullMove { .. } if self.go(&record.line) => {
                let in_check = self.ground.tactics().is_some_and(|tactics| tactics.in_check());
                audit.check(Rule::NullMove, record, !in_check, || {
                    ("event", TraceValue::word("null_move"), "absent: a null move is not allowed in check")
                });
            }
            Event::Ordered { ref moves } if self.go(&record.line) => self.check_order(audit, record, moves),
            Event::Created { ref mv, score: Some(score) } => self.check_child(audit, record, (mv, Some(score)), None),
            Event::Judged { ref mv, score, leaf, .. } => {
                if let Some(leaf) = leaf {
                    // The evaluation doesn't know the scores of a tablebase.
                    let is_static = leaf.is_scored() && leaf != Leaf::Tablebase;
                    self.check_child(audit, record, (mv, Some(score).filter(|_| is_static)), Some(leaf));
                }
                self.check_judged(audit, record);
                self.check_move(audit, record);
            }
            Event::Enter { .. }
            | Event::Created { .. }
            | Event::Settled { .. }
            | Event::Leave { .. }
            | Event::Pass { .. }
            | technique_event!() => {}
        }
    }

    /// Moves to the position at the end of `line`; returns false if the line cannot be played.
    pub(super) fn go(&mut self, line: &[String]) -> bool {
        let shared = self.path.iter().zip(line).take_while(|(a, b)| a == b).count();
        self.path.drain(shared..).for_each(|_| self.ground.undo());
        while let Some(name) = line.get(self.path.len()) {
            let Some(index) = self.find(self.path.len(), name) else { return false };
            self.ground.play(index);
            self.path.push(name.clone());
        }
        true
    }

    /// Returns the index of a move at `ply`, whose moves are already listed.
    pub(super) fn find(&mut self, ply: usize, name: &str) -> Option<usize> {
        self.lists.get_mut(ply)?.seek(name)
    }

    /// Returns whether the search may omit moves at some node.
    pub(super) fn is_restricted(&self) -> bool {
        let takes_away = |change: &Change| matches!(change, Change::Only { .. });
        let has_changes = !self.without.is_empty() || self.header.changes.iter().any(takes_away);
        !self.header.restricted.is_empty() || self.known.is_some() || has_changes
    }
}
