//! How a search says that it works: what its header promises, as far as it is known here.

use crate::score::{Score, ScoreKind, Window};
use crate::search::{Algorithm, Cut, Fail, Order, TableAnswers, Technique, Techniques};
use crate::trace::Header;

/// What the header says of the search.
#[derive(Clone, Debug)]
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
    pub depth: u32,
    /// Whether static scores may be others than the rules of the game give.
    pub is_replaced: bool,
    pub has_board: bool,
    /// Whether the board is one of chess.
    pub is_chess: bool,
    /// Which entries of the table may answer, if it is said.
    pub table_answers: Option<TableAnswers>,
    /// How far scores may differ that ought to be equal.
    pub tolerance: Score,
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
            depth: header.depth,
            is_replaced: !header.replaced_scores.is_empty() || header.shape.is_some(),
            has_board: header.position().is_some(),
            is_chess: header.fen.is_some(),
            table_answers: header.table_answers.parse().ok(),
            tolerance: header.tolerance,
        }
    }

    /// Whether a technique may be at work; `None` if nobody knows.
    pub(crate) fn allows(&self, technique: Technique) -> Option<bool> {
        if self.techniques.has(technique) {
            Some(true)
        } else if self.has_unknown {
            None
        } else {
            Some(false)
        }
    }

    /// The order of moves as the header names it, if it is known here.
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

    /// Whether searches may go on beyond the depth.
    pub(crate) fn goes_beyond(&self) -> bool {
        self.has_unknown || self.techniques.intersects(Techniques::BEYOND_DEPTH)
    }

    pub(crate) fn has(&self, technique: Technique) -> bool {
        self.techniques.has(technique)
    }

    /// Whether nodes have no windows.
    pub(crate) fn is_minimax(&self) -> bool {
        self.algorithm.is_some_and(|algorithm| !algorithm.has_window())
    }

    /// Whether a child may be asked with the window `asked`, where `whole` is its parent's turned round. `is_first` says
    /// that it is the first to be tried, and not reduced.
    pub(crate) fn hands_down(&self, whole: Window, asked: Window, is_first: bool) -> bool {
        if self.is_minimax() {
            return asked == Window::FULL;
        }
        let may_scout = !is_first && self.algorithm.is_none_or(|algorithm| algorithm.scouts() || self.reduces());
        let is_null = match self.algorithm {
            Some(_) => self.same_window(asked, Window::null_below(whole.beta)),
            // The width of a null window is the unit of an engine's scores.
            None => self.same(asked.beta, whole.beta) && whole.alpha <= asked.alpha && asked.alpha < asked.beta,
        };
        self.same_window(asked, whole) || may_scout && is_null
    }

    fn reduces(&self) -> bool {
        self.has(Technique::LateMoveReduction) || self.has_unknown
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
