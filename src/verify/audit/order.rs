//! Checks the order in which a node's moves are tried, and the reasons for this order.

use super::finding::{Lack, Rule, TraceValue};
use super::{Audit, OpenVisit};
use crate::core::hooks::{Event, Ranked, Reason};
use crate::core::score::Plies;
use crate::core::search::{Order, Technique, Techniques};
use crate::core::trace::Record;

/// Techniques that learn a move ordering.
const LEARNING: Techniques =
    Techniques::NONE.with(Technique::TranspositionTable).with(Technique::Killers).with(Technique::History);

impl Audit {
    pub(super) fn ordered(&mut self, record: &Record) {
        let Event::Ordered { moves } = &record.event else { return };
        let order: Option<Vec<usize>> = moves.iter().map(|ranked| self.index(&ranked.mv)).collect();
        let Some(frame) = self.frames.last_mut() else { return };
        let (was_ordered, size) = (std::mem::replace(&mut frame.is_ordered, true), frame.statics.len());
        self.check(Rule::Order, record, !was_ordered, || {
            ("event", TraceValue::word("ordered"), "absent: this node already has an `ordered` event")
        });
        let mut sorted = order.clone().unwrap_or_default();
        sorted.sort_unstable();
        let is_whole = sorted.iter().copied().eq(0..size);
        self.check(Rule::Order, record, is_whole, || {
            let names = moves.iter().map(|ranked| ranked.mv.clone()).collect();
            ("moves", TraceValue::Line(names), "each move of the node, once")
        });
        let Some(order) = order.filter(|_| is_whole) else { return };
        let is_needed = self.needs_order() != Some(false);
        let name = self.manner.order_name();
        self.check(Rule::Order, record, is_needed, || {
            let follows = format!("absent: with the order `{name}`, this node has no other order");
            ("event", TraceValue::word("ordered"), follows)
        });
        let mut last = None;
        for (ranked, &index) in moves.iter().zip(&order) {
            self.learned(ranked.reason);
            let why = self.why_not_ranked(ranked, index).or_else(|| self.why_not_behind(last, (ranked.reason, index)));
            let holds = why.is_none();
            self.check(Rule::Order, record, holds, || {
                let word = serde_json::to_string(ranked).unwrap_or_default();
                ("moves", TraceValue::Word(word), why.unwrap_or_default())
            });
            last = Some((ranked.reason, index));
        }
        let Some(frame) = self.frames.last_mut() else { return };
        for (ranked, &index) in moves.iter().zip(&order) {
            if let Reason::True { score } = ranked.reason {
                frame.truths.resize(frame.statics.len(), None);
                frame.truths[index] = Some(score);
            }
        }
        frame.order = Some(order);
    }

    /// If the reason for a rank was learned, records that the technique that learned it has acted.
    fn learned(&mut self, reason: Reason) {
        if let Reason::Killer = reason {
            self.marks.mark(Technique::Killers);
        } else if let Reason::History { .. } = reason {
            self.marks.mark(Technique::History);
        }
    }

    /// Returns whether anything other than static evaluations determines the order of the open node's moves, or `None`
    /// if that is unknown.
    fn needs_order(&self) -> Option<bool> {
        let (order, frame) = (self.manner.order?, self.frames.last()?);
        self.manner.algorithm?;
        let is_plain = matches!(order, Order::None | Order::Static);
        let has_learned = self.manner.techniques.intersects(LEARNING);
        let is_led = self.passes.previous.next(&self.path).is_some();
        let is_needed = frame.depth == 0 || !is_plain || has_learned || is_led;
        // Without an event, an engine's own search tries the moves in the plain order, whatever its techniques learn.
        if is_needed && is_plain && self.manner.has_own_names {
            return None;
        }
        (is_needed || !self.passes.previous.may_go_on(&self.path)).then_some(is_needed)
    }

    /// Returns whether this move may be the next move of the previous iteration's best line.
    fn may_be_previous(&self, mv: &str) -> bool {
        let line = &self.passes.previous;
        line.may_go_on(&self.path) || line.next(&self.path).is_some_and(|next| next == mv)
    }

    /// Checks, at the first child of the open node, that the events required before the child are in the trace.
    pub(super) fn begins(&mut self, record: &Record) {
        let (needs_order, is_own) = (self.needs_order(), self.manner.has_own_names);
        let order = self.manner.order.filter(|_| self.manner.algorithm.is_some());
        let Some(frame) = self.frames.last_mut().filter(|frame| !frame.has_begun) else { return };
        frame.has_begun = true;
        let (depth, stands, in_check) = (frame.depth, frame.stands.is_some(), frame.in_check);
        let is_ordered = frame.is_ordered || needs_order != Some(true);
        let is_scored = frame.is_ordered || frame.statics.iter().all(Option::is_some);
        let kind = record.event.kind().name();
        let event = || TraceValue::word(kind);
        let name = self.manner.order_name();
        if depth == 0 && in_check == Some(false) {
            self.check(Rule::StandPat, record, stands, || {
                ("event", event(), "`stand_pat` of its node before it: a side not in check may stand pat")
            });
        }
        self.check(Rule::Order, record, is_ordered, || {
            let advice = if is_own { " (or give `order` a name of your own)" } else { "" };
            ("event", event(), format!("`ordered` of its node before it: the order is `{name}`{advice}"))
        });
        if order == Some(Order::Static) && 1 < depth && !self.manner.is_mistaken {
            self.check(Rule::Order, record, is_scored, || {
                ("event", event(), "`created` of all moves before it: the order is by their static evaluations")
            });
        }
    }

    /// Checks that this move is the next one in the order.
    pub(super) fn is_next(&mut self, record: &Record, index: usize) {
        let is_known = self.manner.algorithm.is_some();
        let order = self.manner.order;
        let Some(frame) = self.frames.last_mut() else { return };
        let next = match (&frame.order, order) {
            (Some(order), _) => order.get(frame.tried).copied(),
            (None, Some(order)) if is_known => match order {
                _ if frame.depth <= 1 => Some(frame.tried),
                Order::Static if frame.statics.iter().all(Option::is_some) => {
                    let mut order: Vec<usize> = (0..frame.statics.len()).collect();
                    order.sort_by_key(|&index| std::cmp::Reverse(frame.statics[index]));
                    let next = order.get(frame.tried).copied();
                    frame.order = Some(order);
                    next
                }
                Order::Static | Order::RightToLeft | Order::MvvLva | Order::See | Order::Centre => None,
                Order::Random(_) | Order::Best | Order::Worst => None,
                Order::None => Some(frame.tried),
            },
            (None, _) => None,
        };
        frame.tried += 1;
        let Some(next) = next else { return self.unknown(Rule::Order, Lack::Order) };
        let name = &frame.moves.moves()[next];
        let follows = (next != index).then(|| format!("{name} is next in the order of this node"));
        self.check(Rule::Order, record, follows.is_none(), || {
            ("line", TraceValue::Line(record.subject()), follows.unwrap_or_default())
        });
    }

    /// If a move cannot have this rank for this reason, returns an explanation.
    fn why_not_ranked(&self, ranked: &Ranked<String>, index: usize) -> Option<String> {
        let frame = self.frames.last()?;
        let lack = |technique: Technique| {
            let lacks = self.manner.allows(technique) == Some(false);
            lacks.then(|| format!("another reason: the header's techniques lack {}", technique.name()))
        };
        let other = || format!("another reason: the order is `{}`", self.manner.order_name());
        let order = self.manner.order.filter(|_| self.manner.algorithm.is_some());
        let unless = |fits: &dyn Fn(Order) -> bool| (!order.is_none_or(fits)).then(other);
        match ranked.reason {
            Reason::Static { score } => frame.statics[index]
                .filter(|&is| !self.manner.same(is, score))
                .map(|is| format!("{}, its static evaluation", Plies(is)))
                .or_else(|| unless(&|order| order == Order::Static && 1 < frame.depth)),
            Reason::Table if frame.saved.hash_move.as_ref() != Some(&ranked.mv) => {
                Some("another reason: the table gave no such move".to_owned())
            }
            Reason::Previous => (!self.may_be_previous(&ranked.mv))
                .then(|| "another reason: the previous pass's best line does not lead here".to_owned()),
            Reason::Killer => lack(Technique::Killers),
            Reason::History { .. } => lack(Technique::History),
            Reason::MvvLva { .. } => unless(&|order| order == Order::MvvLva || frame.ranks_captures(order)),
            Reason::See { .. } => unless(&|order| order == Order::See),
            Reason::Centre { .. } => unless(&|order| order == Order::Centre),
            Reason::Random => unless(&|order| matches!(order, Order::Random(_)) && !frame.ranks_captures(order)),
            Reason::True { .. } => unless(&|order| matches!(order, Order::Best | Order::Worst)),
            Reason::Generator => unless(&|order| match order {
                Order::None | Order::MvvLva | Order::See => true,
                Order::Static => frame.depth <= 1,
                Order::RightToLeft | Order::Centre | Order::Random(_) | Order::Best | Order::Worst => {
                    frame.ranks_captures(order)
                }
            }),
            Reason::Reversed => unless(&|order| order == Order::RightToLeft),
            Reason::Table => None,
        }
    }

    /// If a move should have been tried before `last`, returns an explanation.
    fn why_not_behind(&self, last: Option<(Reason, usize)>, (now, index): (Reason, usize)) -> Option<String> {
        let (last, before) = last?;
        let is_sooner = match self.manner.algorithm {
            Some(_) => {
                let is_worst = self.manner.order == Some(Order::Worst);
                let (last, now) = (place((last, before), is_worst), place((now, index), is_worst));
                last < now || last == now && now.is_stable && index < before
            }
            None => match (last, now) {
                (Reason::History { rank: before }, Reason::History { rank }) => before < rank,
                (Reason::MvvLva { rank: before }, Reason::MvvLva { rank }) => before < rank,
                (Reason::Static { score: before }, Reason::Static { score }) => before < score,
                // Only the best move of the previous iteration may come before the table's move.
                (last, Reason::Table) => !matches!(last, Reason::Previous | Reason::Table),
                _ => false,
            },
        };
        is_sooner.then(|| {
            let other = self.frames.last().map_or("", |frame| frame.moves.moves()[before].as_str());
            let why = if let Reason::Table = now { "the move from the table" } else { "by its reason and rank it" };
            format!("earlier: {why} comes before {other}, which is listed before it")
        })
    }
}

impl OpenVisit {
    /// Returns whether captures determine the rank of this node's moves, as in quiescence.
    fn ranks_captures(&self, order: Order) -> bool {
        self.depth == 0 && order != Order::See
    }
}

/// The place that a reason gives a move: a class (higher classes are tried first) and a rank within the class.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ReasonRank {
    class: u8,
    rank: i64,
    /// Whether moves of equal rank keep the generator's order.
    is_stable: bool,
}

fn place((reason, index): (Reason, usize), is_worst: bool) -> ReasonRank {
    let (class, rank) = match reason {
        Reason::Previous => (6, 0),
        Reason::Table => (5, 0),
        Reason::MvvLva { rank } => (4, i64::from(rank)),
        Reason::See { score } => (if score.ordinal() < 0 { 1 } else { 4 }, score.ordinal()),
        Reason::Killer => (3, 0),
        Reason::History { rank } => (2, i64::from(rank)),
        Reason::Centre { rank } => (2, i64::from(rank)),
        Reason::Static { score } => (2, score.ordinal()),
        Reason::True { score } => (2, if is_worst { -score.ordinal() } else { score.ordinal() }),
        Reason::Reversed => (2, i64::try_from(index).unwrap_or(i64::MAX)),
        Reason::Generator | Reason::Random => (2, 0),
    };
    ReasonRank { class, rank, is_stable: !matches!(reason, Reason::Killer | Reason::Random) }
}
