//! Checks the effects of techniques: tables, null moves, extensions, reductions, re-searches, pruned moves, standing
//! pat.

use super::finding::{Lack, Rule, TraceValue};
use super::manner::Manner;
use super::nodes::PendingChild;
use super::visits::{SamePosition, number_of};
use super::{Audit, OpenVisit};
use crate::core::hooks::{Event, NotUsed, Prune, Stored, Verdict};
use crate::core::score::{Bound, Plies, Score, Window, WindowSide};
use crate::core::search::technique::futility;
use crate::core::search::{TableAnswers, Technique};
use crate::core::trace::Record;
use crate::page::text::counted;

impl Audit {
    /// Checks that a technique may act.
    pub(super) fn technique(&mut self, record: &Record, technique: Technique) {
        self.marks.mark(technique);
        match self.manner.allows(technique) {
            None => self.unknown(Rule::Technique, Lack::Technique),
            Some(allowed) => self.check(Rule::Technique, record, allowed, || {
                let kind = TraceValue::word(record.event.kind().name());
                ("event", kind, format!("absent: the header's techniques lack {}", technique.name()))
            }),
        }
    }

    pub(super) fn table_hit(&mut self, record: &Record) {
        let Event::TableHit { ref stored, cut, not_used } = record.event else { return };
        self.technique(record, Technique::TranspositionTable);
        let same = self.same_position.take();
        match self.manner.allows(Technique::TranspositionTable) {
            Some(false) => {}
            _ if stored.is_unreported => self.stored_untold(record, stored),
            _ if stored.visit == 0 => self.stored_by_one_of(record, stored, same),
            _ => self.stored(record, stored),
        }
        let &Stored { depth, score, bound, ref best, .. } = stored;
        let left = self.depth_left();
        let by = self.manner.tolerance;
        let is_at = |end: Score| by != Score::ZERO && score.is_near(end, by);
        let settles = move |window: &Window| match bound {
            Bound::Exact => true,
            Bound::Lower => window.place(score) == WindowSide::FailHigh || is_at(window.beta),
            Bound::Upper => window.place(score) == WindowSide::FailLow || is_at(window.alpha),
        };
        let is_root = record.line.is_empty();
        let is_decided = self.windows().iter().any(settles);
        let may_cut = left <= depth && is_decided && !is_root;
        let (known, window) = (TraceValue::Proved { score, bound }, TraceValue::Window(self.windows()[0]));
        let plies = || counted(left.into(), "ply", "plies");
        let shallow = || format!("its depth {depth} is less than the {} left", plies());
        self.check(Rule::Table, record, !cut || may_cut, || {
            let why = match left <= depth {
                false => shallow(),
                true if is_decided => "at the root, no table entry causes a cutoff".to_owned(),
                true => format!("the entry's bound {known} does not decide the window {window}"),
            };
            ("cut", TraceValue::Flag(cut), format!("false: {why}"))
        });
        let only_equal = self.manner.table_answers == Some(TableAnswers::EqualDepth);
        self.check(Rule::Table, record, !cut || !only_equal || depth == left, || {
            let is = format!("its depth {depth} is not equal to the {} left", plies());
            ("cut", TraceValue::Flag(cut), format!("false: {is}, and the header's `table_answers` is `equal`"))
        });
        if let Some(said) = not_used {
            let is_own = !self.manner.has_own_margins();
            let takes_deeper = self.manner.table_answers == Some(TableAnswers::AtLeastDepth);
            let holds = match said {
                NotUsed::Root => is_root,
                // At the root, plywood's own algorithms record only `NotUsed::Root`.
                _ if is_root && is_own => false,
                NotUsed::Shallow => depth < left,
                NotUsed::Deep => left < depth && !takes_deeper,
                NotUsed::Bound => left <= depth && !self.windows().iter().all(settles),
            };
            self.check(Rule::Table, record, holds && !cut, || {
                let is = match said {
                    _ if cut => "absent: the entry caused a cutoff".to_owned(),
                    NotUsed::Root => "a different reason: this is not the root".to_owned(),
                    _ if is_root && is_own => "root: this is the root".to_owned(),
                    NotUsed::Shallow => {
                        format!("a different reason: its depth {depth} is enough for the {} left", plies())
                    }
                    NotUsed::Deep if left < depth => {
                        "a different reason: the header's `table_answers` allows deeper entries".to_owned()
                    }
                    NotUsed::Deep => {
                        format!("a different reason: its depth {depth} is not more than the {} left", plies())
                    }
                    NotUsed::Bound if depth < left => format!("shallow: {}", shallow()),
                    NotUsed::Bound => format!("a different reason, or absent: {known} decides the window {window}"),
                };
                ("not_used", TraceValue::word(said), is)
            });
        }
        self.pending.was_known = true;
        self.pending.table = cut.then_some((score, bound));
        let may_narrow = !cut && left <= depth && bound != Bound::Exact && self.manner.has_own_margins();
        self.pending.narrows = may_narrow.then_some((score, bound));
        self.pending.entry = Some((score, bound));
        self.pending.hash_move.clone_from(best);
    }

    /// Checks that there are nodes without events that could have stored this entry.
    fn stored_untold(&mut self, record: &Record, stored: &Stored<String>) {
        // An engine may also store leaves and results of searches without events, and keep its table from one move of
        // the game to the next.
        let may_be = self.visits.has_untold || self.manner.has_own_margins() || self.manner.has_unknown;
        let holds = may_be && stored.visit == 0 && record.notes.stored_by.is_none();
        self.visits.says_untold |= stored.depth != 0;
        self.check(Rule::Table, record, holds, || {
            let is = "absent: every node so far has events, or a visit is named";
            ("untold", TraceValue::Flag(true), is)
        });
        self.unknown(Rule::Table, Lack::Unreported);
    }

    /// If the trace doesn't say which visit stored a table entry, checks that the entry is what one of the visits to
    /// the position found.
    fn stored_by_one_of(&mut self, record: &Record, stored: &Stored<String>, same: Option<SamePosition>) {
        let Some(SamePosition { visits, leaves }) = same else { return self.unknown(Rule::Table, Lack::Visit) };
        let (ply, by) = (record.line.len() as u32, self.manner.tolerance);
        if leaves.iter().any(|leaf| leaf.gives(stored, ply, by)) {
            return self.check(Rule::Table, record, true, || ("score", TraceValue::Nothing, ""));
        }
        let turned = Stored { bound: -stored.bound, ..stored.clone() };
        let keeps_bounds = self.manner.has_own_margins();
        let gives = |number| {
            let visit = self.visits.get(number)?;
            Some((visit.gives(stored, ply, by, keeps_bounds), visit.gives(&turned, ply, by, false)))
        };
        let Some(known) = visits.iter().copied().map(gives).collect::<Option<Vec<(bool, bool)>>>() else {
            return self.unknown(Rule::Table, self.visits.lack());
        };
        // An entry with the opposite bound of a visit to its position is reported. A search without events could find
        // the same score and prove the opposite bound, but that is very unlikely. If positions share an entry, another
        // one of them could have stored it.
        let may_be_turned = !self.visits.has_untold && !self.manner.deepens_untold && !self.manner.may_fold;
        let is_turned = may_be_turned && known.iter().any(|&(_, turned)| turned);

        let is_known = known.iter().any(|&(is_known, _)| is_known);
        let may_be_untold = self.visits.has_untold || !self.manner.searches_untold.is_empty();
        if !is_known && may_be_untold && !self.visits.says_untold && !is_turned {
            self.visits.unexplained.get_or_insert_with(|| (0, record.line.clone())).0 += 1;
            return self.unknown(Rule::Table, Lack::Unreported);
        }
        let Stored { score, bound, depth, .. } = *stored;
        let other = if is_known { None } else { self.visits.stored_otherwise(&visits, stored, (ply, by)) };
        self.check(Rule::Table, record, is_known, || {
            if let Some(other) = other {
                return other;
            }
            if known.is_empty() {
                let is = "true if an earlier search stored this entry; no visit so far is of this position, so the entry may belong to another position";
                return ("untold", TraceValue::Nothing, is.to_owned());
            }
            let said = TraceValue::Proved { score, bound };
            ("score", said, format!("a different score: no visit of this position returned this one at depth {depth}"))
        });
    }

    /// Checks that the table returns what the named visit stored.
    fn stored(&mut self, record: &Record, stored: &Stored<String>) {
        let number = stored.visit;
        let all = self.visits.count;
        self.check(Rule::Table, record, (1..=all).contains(&number), || {
            ("visit", TraceValue::Number(number), format!("one of the {all} visits so far"))
        });
        let here = self.here.take();
        let Some(visit) = self.visits.get(number).map(|visit| *visit) else {
            return self.unknown(Rule::Table, self.visits.lack());
        };
        if let (Some(here), Some(there), false) = (here, visit.key, self.manner.may_fold) {
            let parts = match self.header.fen {
                Some(_) => "pieces, side to move, castling rights or en passant differ",
                None => "the table must tell positions apart",
            };
            self.check(Rule::Table, record, here == there, || {
                let is = format!("a visit of this position: visit {number} was of another position ({parts})");
                ("visit", TraceValue::Number(number), is)
            });
        }
        let ply = record.line.len() as u32;
        let score = stored.score.counted_from_node(ply).counted_from_root(visit.ply);
        let Some((best, returned, bound)) = visit.found else {
            return self
                .check(Rule::Table, record, false, || ("visit", TraceValue::Number(number), "a visit that has ended"));
        };
        let line = record.notes.stored_by.as_deref().map(number_of);
        let mv = stored.best.as_deref().map(number_of);
        // In a rotated or mirrored position, a move has a different name.
        let uses_symmetry = self.manner.has(Technique::Symmetry) || self.manner.may_fold;
        let is_score = [best, returned].iter().any(|&is| self.manner.same(score, is));
        let is_line = line.is_none_or(|line| line == visit.line);
        let is_move = uses_symmetry || visit.best.is_none() || mv.is_none() || mv == visit.best;
        let said_line =
            record.notes.stored_by.as_ref().map_or(TraceValue::Nothing, |line| TraceValue::Line(line.to_vec()));
        let said_move = TraceValue::Word(stored.best.clone().unwrap_or_default());
        let so_says = format!("as in visit {number}");
        let (depth, is_deep) = (format!("{}: the depth of visit {number}", visit.depth), visit.depth == stored.depth);
        let proved = format!("{}: {so_says}", TraceValue::Bound(bound));
        let is_bound = bound == stored.bound || bound == Bound::Exact && self.manner.has_own_margins();
        let mut check = |field, said, holds, follows: String| {
            self.check(Rule::Table, record, holds, || (field, said, follows));
        };
        check("depth", TraceValue::Number(stored.depth.into()), is_deep, depth);
        check("bound", TraceValue::Bound(stored.bound), is_bound, proved);
        let is = Plies(best.counted_from_node(visit.ply).counted_from_root(ply));
        check("score", TraceValue::Score(stored.score), is_score, format!("{is}: {so_says}"));
        check("stored_by", said_line, is_line, format!("the line of visit {number}"));
        check("move", said_move, is_move, format!("the best move of visit {number}"));
    }

    pub(super) fn extended(&mut self, record: &Record, plies: u32) {
        self.technique(record, Technique::CheckExtension);
        self.check(Rule::Depth, record, plies != 0, || ("plies", TraceValue::Number(0), "one or more"));
        self.pending.extended += plies;
    }

    pub(super) fn reduced(&mut self, record: &Record, plies: u32) {
        self.technique(record, Technique::LateMoveReduction);
        let left = self.depth_left();
        // Some engines reduce by more plies than are left, and then go straight to quiescence.
        let most = if self.manner.has_own_margins() { u32::MAX } else { left };
        self.check(Rule::Depth, record, (1..=most).contains(&plies), || {
            ("plies", TraceValue::Number(plies.into()), format!("1 to {left}, the plies left"))
        });
        // An engine may reduce a node twice: once as a late move, and again as a node without a table move.
        let before = self.pending.reduced;
        self.pending.reduced = Some(before.unwrap_or(0).saturating_add(plies));
        let is_own = record.notes.why.as_deref().is_some_and(|why| !Manner::is_late_move(why));
        self.pending.has_own_reason = is_own && (before.is_none() || self.pending.has_own_reason);
        self.pending.was_reduced = true;
    }

    pub(super) fn null_move(&mut self, record: &Record) {
        let Event::NullMove { depth, window, score, cut, entered, .. } = record.event else { return };
        self.visits.has_untold |= entered != 0;
        self.technique(record, Technique::NullMove);
        let is_null = self.possible_windows().iter().any(|asked| self.manner.is_null_at(window, asked.beta));
        let null = Window::null_below(self.windows()[0].beta);
        self.check(Rule::NullMove, record, is_null && !record.line.is_empty(), || {
            if record.line.is_empty() {
                return ("event", TraceValue::word("null_move"), "absent: the root has no null move".to_owned());
            }
            ("window", TraceValue::Window(window), TraceValue::Window(null).to_string())
        });
        let left = self.depth_left();
        self.check(Rule::NullMove, record, depth < left, || {
            ("depth", TraceValue::Number(depth.into()), format!("less than {left}, the plies left here"))
        });
        let reaches = window.beta <= score;
        // Engines may have a reason not to cut off, such as a search that verifies the result.
        let may_go_on = !cut && self.manner.has_own_margins();
        let is_near = self.manner.tolerance != Score::ZERO && self.manner.same(score, window.beta);
        let holds = cut == reaches || may_go_on || is_near;
        self.check(Rule::NullMove, record, holds, || {
            ("cut", TraceValue::Flag(cut), format!("{reaches}: {} against beta {}", Plies(score), Plies(window.beta)))
        });
        self.pending.was_passed = true;
        self.pending.passed = cut.then_some((score, window));
    }

    /// Handles a child that was searched, although the trace records only how much of that search it omits.
    pub(super) fn omitted(&mut self, record: &Record) {
        let Event::Omitted { entered, .. } = record.event else { return };
        self.visits.omit(entered);
        self.marks.is_partial = true;
        self.check(Rule::Statistics, record, entered != 0 && !record.line.is_empty(), || {
            ("entered", TraceValue::Number(entered), "one or more, below the root")
        });
        self.pending.is_omitted = true;
    }

    pub(super) fn stand_pat(&mut self, record: &Record) {
        let Event::StandPat { score, window, verdict } = record.event else { return };
        self.technique(record, Technique::Quiescence);
        self.compared(record, window);
        let Some(frame) = self.frames.last() else { return };
        let (depth, own) = (frame.depth, frame.score);
        let is = if window.alpha < score { "best" } else { "not_best" };
        let is_near = |end| self.manner.tolerance != Score::ZERO && self.manner.same(score, end);
        let is_verdict = verdict.name() == is || is_near(window.alpha);
        let is_below = score < window.beta || is_near(window.beta);
        self.check(Rule::StandPat, record, is_verdict && is_below, || {
            let at = format!("{} in the window {}", Plies(score), TraceValue::Window(window));
            match is_below {
                true => ("verdict", TraceValue::word(verdict.name()), format!("{is}: {at}")),
                false => {
                    ("event", TraceValue::word("stand_pat"), format!("a leaf: standing pat causes a cutoff, with {at}"))
                }
            }
        });
        let holds = depth == 0 && own.is_none_or(|own| self.manner.same(self.stood_at(score, own), score));
        self.check(Rule::StandPat, record, holds, || match own.filter(|_| depth == 0) {
            Some(own) => ("score", TraceValue::Score(score), format!("{}, its static evaluation", Plies(own))),
            None => (
                "event",
                TraceValue::word("stand_pat"),
                format!("absent: only quiescence stands pat, and {depth} plies are left"),
            ),
        });
        let Some(frame) = self.frames.last_mut() else { return };
        (frame.best, frame.stands) = (score, Some(score));
        if verdict == Verdict::Best {
            frame.line.moves.clear();
            frame.line.leaf_score = Some(-score);
            (frame.window.alpha, frame.bound) = (score, Bound::Exact);
        }
    }

    /// Returns the score at which the open node may stand pat: its static evaluation `own`, or `said` if that is the
    /// score of its table entry and better than `own`.
    pub(in crate::verify) fn stood_at(&self, said: Score, own: Score) -> Score {
        let entry = self.frames.last().and_then(|frame| frame.saved.entry);
        self.manner.better_static(entry, own).filter(|&better| self.manner.same(better, said)).map_or(own, |_| said)
    }

    pub(super) fn pruned(&mut self, record: &Record) {
        let Event::Pruned { ref mv, reason, score, window } = record.event else { return };
        let Some(index) = self.index(mv) else { return };
        match reason {
            Prune::Futility => self.technique(record, Technique::Futility),
            Prune::Delta => self.technique(record, Technique::Delta),
            Prune::See => self.technique(record, Technique::See),
            Prune::Other => self.check(Rule::Technique, record, self.manner.may_be_other(), || {
                ("reason", TraceValue::word(reason), "the reason of a technique that the header names")
            }),
        }
        self.begins(record);
        self.is_next(record, index);
        self.compared(record, window);
        self.observe(record);
        let Some(frame) = self.frames.last() else { return };
        match reason {
            Prune::Other => self.unknown(Rule::Pruned, Lack::Pruned),
            // Only the board shows whether the exchange loses material.
            Prune::See if self.manner.has_own_margins() => {}
            Prune::See | Prune::Delta | Prune::Futility => {
                let why = self.manner.why_not_pruned(frame, reason, (score, window));
                let said = score.map_or(TraceValue::Nothing, TraceValue::Score);
                self.check(Rule::Pruned, record, why.is_none(), || ("score", said, why.unwrap_or_default()));
            }
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.futile = score.filter(|_| reason == Prune::Futility).or(frame.futile);
            frame.is_open |= reason == Prune::Other || score.is_none();
            let (score, why) = (score.map_or(window.alpha, |score| score.min(window.alpha)), &record.notes.why);
            frame.expected = frame.expected.max(score);
            match frame.estimates.iter_mut().find(|(rule, other, _)| *rule == reason && other == why) {
                Some((.., most)) => *most = (*most).max(score),
                None => frame.estimates.push((reason, why.clone(), score)),
            }
        }
        self.pending = PendingChild::default();
    }
}

impl Manner {
    /// If this rule may not prune a move of `node` whose estimate is `score`, returns the condition that fails. An
    /// engine unknown to plywood may choose where to use a rule, and which margin to add to which score.
    fn why_not_pruned(
        &self,
        node: &OpenVisit,
        reason: Prune,
        (score, window): (Option<Score>, Window),
    ) -> Option<String> {
        let (is_free, alpha) = (self.has_own_margins(), window.alpha);
        let name = TraceValue::word(reason);
        let (is_see, in_quiescence) = (reason == Prune::See, node.depth == 0);
        // If standing pat uses the table's score, the estimate may still begin with the static evaluation.
        let both = node.stands.zip(node.score).filter(|_| is_free);
        let of_both = both.map(|(stands, own)| if is_see { stands.max(own) } else { stands.min(own) });
        let own = of_both.or(node.stands).or(node.score);
        if !is_free && in_quiescence == (reason == Prune::Futility) {
            let place = if in_quiescence { "not in" } else { "only in" };
            return Some(format!("a search of this move: `{name}` prunes {place} quiescence"));
        }
        let is_futile = reason == Prune::Futility && !is_free;
        let searched = |own: Score| {
            let (own, alpha) = (Plies(own), Plies(alpha));
            format!("a search of this move: the static evaluation, {own}, and plywood's margin exceed alpha {alpha}")
        };
        let Some(score) = score else {
            return own.filter(|&own| is_futile && futility::expectation(own, window).is_none()).map(searched);
        };
        // What a move wins and a margin only add to the static evaluation. A table may have a better score than that
        // evaluation, but it does not change what a side that stands pat gets.
        let is_added = !is_free
            || reason == Prune::Delta && node.stands.is_some()
            || self.algorithm.is_some() && self.allows(Technique::TranspositionTable) == Some(false);
        let low = own.filter(|&own| if is_see { score >= own } else { is_added && !self.reaches(score, own) });
        if let Some(own) = low {
            let than = if is_see { "less than" } else { "at least" };
            return Some(format!("another estimate: `{name}` expects {than} the static evaluation, {}", Plies(own)));
        }
        if !is_see && !self.reaches(alpha, score) {
            let (score, alpha) = (Plies(score), Plies(alpha));
            return Some(format!(
                "{alpha} or less: the estimate {score} exceeds alpha {alpha}, so the move is searched"
            ));
        }
        if !is_futile {
            return None;
        }
        if let Some(before) = node.futile.filter(|&before| before != score) {
            return Some(format!("{}: the estimate of the other pruned moves of this node", Plies(before)));
        }
        let own = own?;
        match futility::expectation(own, window) {
            Some(is) if is == score => None,
            Some(is) => Some(format!("{}: the static evaluation, {}, and plywood's margin", Plies(is), Plies(own))),
            None => Some(searched(own)),
        }
    }
}
